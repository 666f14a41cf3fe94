//! The server's promises, and that the sample site's pages state what its golden files hold.

use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::*;
use crate::patience::assert_eventually;

/// Status line and body of a plain GET; `None` if the connection ends without a complete response.
async fn get(server: &SiteServer, target: &str) -> Option<(u16, String)> {
    let address = server.origin().replace("http://", "");
    let mut stream = TcpStream::connect(&address).await.unwrap();
    let request = format!("GET {target} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut reply = Vec::new();
    stream.read_to_end(&mut reply).await.ok()?;
    let reply = String::from_utf8_lossy(&reply).into_owned();
    let (head, body) = reply.split_once("\r\n\r\n")?;
    let complete = head.to_lowercase().contains("content-length");
    let status = head.split(' ').nth(1)?.parse().ok()?;
    complete.then(|| (status, body.to_owned()))
}

#[tokio::test]
async fn counts_requests_and_injects_faults() {
    let pages = Pages::default().with_html("/a", "A").with_html("/a?b", "B");
    let server = SiteServer::start(pages).await.unwrap();
    assert_eq!(get(&server, "/a").await, Some((200, "A".into())));
    assert_eq!(get(&server, "/a?b").await, Some((200, "B".into())));
    assert_eq!(get(&server, "/c").await.unwrap().0, 404);

    server.faults().set_times("/a", Fault::Status(503), 2);
    for expect in [503, 503, 200] {
        assert_eq!(get(&server, "/a").await.unwrap().0, expect);
    }
    server.faults().set("/a", Fault::Drop);
    assert_eq!(get(&server, "/a").await, None);
    let late = Fault::Delay(Duration::from_hours(1));
    server.faults().set_times("/a", late, 1);
    tokio::select! {
        early = get(&server, "/a") => panic!("too early: {early:?}"),
        () = assert_eventually("a request that waits", || server.log().count("/a") == 6) => {}
    }
    let late = Fault::Delay(Duration::from_millis(80));
    server.faults().set("/a", late);
    assert_eq!(get(&server, "/a").await.unwrap().0, 200);
    server.faults().clear();

    assert_eq!(server.log().count("/a?b"), 1);
    assert_eq!(server.log().count("/a"), 7);
    assert_eq!(server.log().under("/a").len(), 2);
    server.stop().await;
}

#[tokio::test]
async fn a_gate_holds_requests_after_the_free_ones_until_it_opens() {
    let pages = Pages::default().with_html("/a", "A").with_html("/b", "B");
    let server = SiteServer::start(pages).await.unwrap();
    server.gate().close("/a", 1);
    for target in ["/a", "/b"] {
        assert_eq!(get(&server, target).await.unwrap().0, 200);
    }
    let gone = tokio::time::timeout(Duration::from_millis(60), get(&server, "/a")).await;
    assert!(gone.is_err(), "the second request for /a is held");
    assert_eventually("a request that ended leaves its place", || {
        server.gate().waiting() == 0
    })
    .await;
    let open = async {
        assert_eventually("the third is held", || server.gate().waiting() == 1).await;
        server.gate().open();
    };
    let (third, ()) = tokio::join!(get(&server, "/a"), open);
    assert_eq!(third, Some((200, "A".into())));
    assert_eq!(server.gate().waiting(), 0);
    assert_eq!(get(&server, "/a").await.unwrap().0, 200);
}

#[tokio::test]
async fn stops_listening() {
    let server = SiteServer::start(Pages::default()).await.unwrap();
    let address = server.origin().replace("http://", "");
    server.stop().await;
    assert!(TcpStream::connect(&address).await.is_err());
}

#[test]
fn list_pages_hold_every_posting_once_in_golden_order() {
    let site = SampleSite::bundled().unwrap();
    let golden = Scenario::JobBoard.golden("").unwrap();
    let lists: String = ["/jobs", "/jobs?page=2", "/jobs?page=3"]
        .map(|target| text(&site, target))
        .concat();
    let mut after = 0;
    for row in golden["jobs"].as_array().unwrap() {
        let href = format!("<h2><a href=\"{}\">", row["job_url"].as_str().unwrap());
        let at = lists.find(&href).unwrap();
        assert!(at > after, "{href} out of order");
        after = at;
    }
    assert_eq!(lists.matches("<h2><a").count(), 24);
    assert_eq!(golden["jobs"].as_array().unwrap().len(), 23);
}

#[test]
fn postings_state_what_the_golden_rows_hold() {
    let site = SampleSite::bundled().unwrap();
    let golden = Scenario::JobBoard.golden("").unwrap();
    for row in golden["jobs"].as_array().unwrap() {
        let page = text(&site, row["job_url"].as_str().unwrap());
        check_row(
            &page,
            row,
            &["title", "company", "location", "salary"],
            &["visa", "sponsor"],
        );
        check_row(
            &page,
            row,
            &["reference", "date_posted", "valid_through"],
            &[],
        );
    }
    assert_eq!(
        site.page("/jobs/4119-signal-box-trainee").unwrap().status,
        410
    );
}

#[test]
fn products_state_what_the_golden_rows_hold() {
    let site = SampleSite::bundled().unwrap();
    let golden = Scenario::Catalogue.golden("").unwrap();
    let rows = golden["products"].as_array().unwrap();
    assert_eq!(rows.len(), 16);
    for (at, row) in rows.iter().enumerate() {
        let address = row["product_url"].as_str().unwrap();
        let data = text(&site, &address.replace("/catalogue/", "/api/products/"));
        let fields = ["name", "sku", "material", "weight", "capacity", "currency"];
        check_row(&data, row, &fields, &["country", "origin"]);
        let list = text(&site, &format!("/api/catalogue?offset={}", at / 6 * 6));
        assert!(list.contains(row["name"].as_str().unwrap()));
    }
}

#[test]
fn framed_courses_and_plain_goods_state_what_the_golden_rows_hold() {
    let site = SampleSite::bundled().unwrap();
    let courses = Scenario::FramedBoard.golden("").unwrap();
    let rows = courses["courses"].as_array().unwrap();
    assert_eq!(rows.len(), 14);
    for row in rows {
        let address = row["course_url"].as_str().unwrap();
        let number = address.strip_prefix("/courses/").unwrap();
        let panel = text(&site, &format!("/embed/course?ref={number}&inner=1"));
        let fields = ["title", "tutor", "level", "starts", "reference"];
        check_row(&panel, row, &fields, &["childcare"]);
        let around = text(&site, address);
        assert!(
            !around.contains(row["title"].as_str().unwrap()),
            "{address}"
        );
    }
    let goods = Scenario::PlainShop.golden("").unwrap();
    let rows = goods["products"].as_array().unwrap();
    assert_eq!(rows.len(), 9);
    for row in rows {
        let page = text(&site, row["product_url"].as_str().unwrap());
        let fields = ["name", "brand", "sku", "currency", "availability"];
        check_row(&page, row, &fields, &["rating"]);
        check_row(&page, row, &["weight", "material", "warranty"], &[]);
    }
}

/// The page's text has each of the row's values and none of the words.
fn check_row(page: &str, row: &Value, fields: &[&str], never: &[&str]) {
    for field in fields {
        if let Some(value) = row[*field].as_str() {
            let written = html::escape(value);
            assert!(
                page.contains(value) || page.contains(&written),
                "{field}: {value} is not on the page"
            );
        }
    }
    for word in never {
        assert!(!page.to_lowercase().contains(word), "{word} is on the page");
    }
}

fn text(site: &SampleSite, target: &str) -> String {
    String::from_utf8(site.page(target).unwrap().body).unwrap()
}

#[test]
fn scenario_files_carry_the_origin() {
    for scenario in Scenario::ALL {
        let job = scenario.job("http://127.0.0.1:9");
        assert!(job.contains("http://127.0.0.1:9/"), "{job}");
        assert!(!job.contains(PLACEHOLDER));
        let schema: Value = serde_json::from_str(scenario.schema()).unwrap();
        let golden = scenario.golden("http://127.0.0.1:9").unwrap();
        let declared: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
        let delivered: Vec<&String> = golden.as_object().unwrap().keys().collect();
        assert_eq!(declared, delivered);
    }
}
