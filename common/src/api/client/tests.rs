//! The client against servers that answer what no coordinator would, and its words.

use std::net::SocketAddr;

use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use url::Url;

use super::{Client, ClientError};
use crate::api::RowWindow;

/// A server that answers every request with these bytes and hangs up.
async fn server(answer: &str) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let at = listener.local_addr().unwrap();
    let answer = answer.to_owned();
    tokio::spawn(async move {
        while let Ok((mut socket, _)) = listener.accept().await {
            let mut head = Vec::new();
            while !head.ends_with(b"\r\n\r\n") {
                head.push(socket.read_u8().await.unwrap());
            }
            socket.write_all(answer.as_bytes()).await.unwrap();
        }
    });
    at
}

fn client(url: &str) -> Client {
    Client::new(Url::parse(url).unwrap(), Some("sesame".to_owned())).unwrap()
}

/// A body that ends with the connection, as the last proxy of a chain may give it.
fn lines(body: &str) -> String {
    format!("HTTP/1.1 200 OK\r\ncontent-type: application/x-ndjson\r\n\r\n{body}")
}

async fn rows(answer: &str) -> Result<Vec<serde_json::Value>, ClientError> {
    let at = server(answer).await;
    let client = client(&format!("http://{at}"));
    let mut stream = client.stream("a", &RowWindow::default()).await?;
    let mut rows = Vec::new();
    while let Some(row) = stream.next().await? {
        rows.push(row);
    }
    assert_eq!(stream.end().unwrap().rows, rows.len());
    Ok(rows)
}

#[tokio::test]
async fn rows_are_whole_only_if_the_last_line_says_so() {
    let end = |rows| format!("{{\"$end\":{{\"from\":0,\"rows\":{rows},\"total\":9}}}}\n");
    let two = "{\"a\":1}\n{\"a\":2}\n";
    let whole = rows(&lines(&format!("{two}{}", end(2)))).await.unwrap();
    assert_eq!(whole, [json!({"a": 1}), json!({"a": 2})]);
    assert!(rows(&lines(&end(0))).await.unwrap().is_empty());
    for (body, whole) in [
        (String::new(), 0),
        (two.to_owned(), 2),
        (format!("{two}{{\"a\":"), 2),
        (format!("{two}{}", end(2).trim_end()), 2),
        (format!("{two}{}", end(3)), 2),
        (format!("{two}<html>\n"), 2),
    ] {
        let error = rows(&lines(&body)).await.unwrap_err();
        let ClientError::Cut { rows, .. } = &error else {
            panic!("{body:?}: {error}");
        };
        assert_eq!(*rows, whole, "{body:?}");
        assert!(error.is_passing());
    }
}

#[tokio::test]
async fn a_stream_that_fails_says_why() {
    let problem = "{\"$problem\":{\"code\":\"unavailable\",\"message\":\"No store.\"}}\n";
    let error = rows(&lines(&format!("{{\"a\":1}}\n{problem}")))
        .await
        .unwrap_err();
    assert_eq!(error.to_string(), "No store.");
    assert!(error.is_passing());
}

/// What a failed request says: these words, and no secret.
async fn says(base: &str, words: &[&str]) {
    let client = client(base);
    for error in [
        client.jobs(None, None).await.unwrap_err(),
        client
            .stream("a", &RowWindow::default())
            .await
            .err()
            .unwrap(),
    ] {
        let said = format!("{error} {error:?}");
        for word in words {
            assert!(said.contains(word), "{word:?} is not in {said}");
        }
        for secret in ["sesame", "hunter2", "anna"] {
            assert!(!said.contains(secret), "{secret} is in {said}");
        }
    }
}

#[tokio::test]
async fn no_message_holds_a_secret() {
    // Port 9 is discard: nobody listens.
    let nobody = "http://anna:hunter2@127.0.0.1:9/?key=hunter2";
    says(nobody, &["127.0.0.1:9", "WINDROW_URL", "running"]).await;
    let echo = "HTTP/1.1 502 Bad Gateway\r\n\r\n<b>Bearer sesame\u{1b}[31m</b>";
    let at = server(echo).await;
    let base = format!("http://anna:hunter2@{at}");
    says(
        &base,
        &["502", "no answer of a coordinator", "<b>Bearer ***"],
    )
    .await;
    let other =
        "HTTP/1.1 308 Permanent Redirect\r\nlocation: https://anna:hunter2@b.test/v1\r\n\r\n";
    let at = server(other).await;
    let base = format!("http://anna:hunter2@{at}");
    says(&base, &["308", "https://b.test/v1", "WINDROW_URL"]).await;
}

#[tokio::test]
async fn a_token_that_is_not_taken_is_told_from_one_that_is_missing() {
    let no = "HTTP/1.1 401 Unauthorized\r\n\r\n{\"code\":\"unauthorized\",\"message\":\"No.\"}";
    let at = server(no).await;
    let base = Url::parse(&format!("http://{at}")).unwrap();
    for (token, expect) in [
        (
            Some("sesame"),
            "No. WINDROW_TOKEN is not its coordinator.token.",
        ),
        (None, "No. Set WINDROW_TOKEN to its coordinator.token."),
    ] {
        let client = Client::new(base.clone(), token.map(str::to_owned)).unwrap();
        let error = client.jobs(None, None).await.unwrap_err();
        assert_eq!(error.to_string(), expect);
    }
}
