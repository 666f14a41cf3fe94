//! The proxy against an echo server and a real Redis: what passes, what waits, what breaks.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::*;
use crate::patience::assert_eventually;
use crate::redis::Server;

/// Sends back what it gets until its clients are gone.
async fn echo() -> SocketAddr {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            tokio::spawn(async move {
                let (mut from, mut to) = stream.split();
                tokio::io::copy(&mut from, &mut to).await.ok();
            });
        }
    });
    address
}

async fn connected(proxy: &Proxy) -> TcpStream {
    TcpStream::connect(proxy.address()).await.unwrap()
}

async fn hear(stream: &mut TcpStream, expect: &str) {
    let mut heard = vec![0; expect.len()];
    stream.read_exact(&mut heard).await.unwrap();
    assert_eq!(String::from_utf8(heard).unwrap(), expect);
}

async fn silent(stream: &mut TcpStream) -> bool {
    let mut byte = [0];
    let heard = stream.read(&mut byte);
    tokio::time::timeout(Duration::from_millis(60), heard)
        .await
        .is_err()
}

/// The kind of error that reading ends with.
async fn broken(stream: &mut TcpStream) -> std::io::ErrorKind {
    let mut byte = [0];
    stream.read(&mut byte).await.unwrap_err().kind()
}

#[tokio::test]
async fn passes_both_ways_and_the_end() {
    let proxy = Proxy::to(echo().await).await.unwrap();
    let mut stream = connected(&proxy).await;
    stream.write_all(b"hello").await.unwrap();
    hear(&mut stream, "hello").await;
    stream.shutdown().await.unwrap();
    let mut rest = Vec::new();
    stream.read_to_end(&mut rest).await.unwrap();
    assert_eq!(rest, b"");
}

#[tokio::test]
async fn holds_back_one_way_and_loses_nothing() {
    for way in [Way::ToServer, Way::ToClient] {
        let proxy = Proxy::to(echo().await).await.unwrap();
        let mut stream = connected(&proxy).await;
        stream.write_all(b"one").await.unwrap();
        hear(&mut stream, "one").await;
        proxy.freeze(way);
        stream.write_all(b"two").await.unwrap();
        stream.write_all(b"three").await.unwrap();
        assert_eventually("five of the bytes are held", || proxy.holds(way, b"othre")).await;
        let other = match way {
            Way::ToServer => Way::ToClient,
            Way::ToClient => Way::ToServer,
        };
        assert!(!proxy.holds(other, b"t"), "{way:?}");
        assert!(silent(&mut stream).await, "{way:?}");
        proxy.thaw();
        hear(&mut stream, "twothree").await;
        assert!(!proxy.holds(way, b"t"), "{way:?}");
    }
}

#[tokio::test]
async fn freezes_by_itself_at_the_awaited_bytes() {
    for way in [Way::ToServer, Way::ToClient] {
        let proxy = Proxy::to(echo().await).await.unwrap();
        let mut stream = connected(&proxy).await;
        proxy.freeze_at(way, b"iceberg");
        stream.write_all(b"water").await.unwrap();
        hear(&mut stream, "water").await;
        assert!(!proxy.is_frozen(way));
        stream.write_all(b"iceberg ahead").await.unwrap();
        assert_eventually("the frost", || proxy.is_frozen(way)).await;
        assert!(proxy.holds(way, b"iceberg ahead"), "{way:?}");
        assert!(silent(&mut stream).await, "{way:?}");
        proxy.thaw();
        hear(&mut stream, "iceberg ahead").await;
        stream.write_all(b"iceberg").await.unwrap();
        hear(&mut stream, "iceberg").await;
    }
}

#[tokio::test]
async fn a_frozen_end_is_not_seen_until_the_thaw() {
    let server = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let proxy = Proxy::to(server.local_addr().unwrap()).await.unwrap();
    let mut client = connected(&proxy).await;
    let (mut taken, _) = server.accept().await.unwrap();
    proxy.freeze(Way::ToServer);
    client.write_all(b"last words").await.unwrap();
    drop(client);
    assert_eventually("the words", || proxy.holds(Way::ToServer, b"last words")).await;
    assert!(silent(&mut taken).await);
    proxy.thaw();
    let mut words = String::new();
    taken.read_to_string(&mut words).await.unwrap();
    assert_eq!(words, "last words");
}

#[tokio::test]
async fn a_cut_resets_both_sides_and_loses_what_was_held() {
    let server = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let proxy = Proxy::to(server.local_addr().unwrap()).await.unwrap();
    let mut client = connected(&proxy).await;
    let (mut taken, _) = server.accept().await.unwrap();
    proxy.freeze(Way::ToServer);
    client.write_all(b"lost").await.unwrap();
    assert_eventually("the word", || proxy.holds(Way::ToServer, b"lost")).await;
    proxy.cut();
    proxy.thaw();
    let reset = std::io::ErrorKind::ConnectionReset;
    assert_eq!(broken(&mut client).await, reset);
    assert_eq!(broken(&mut taken).await, reset);

    let mut client = connected(&proxy).await;
    client.write_all(b"new").await.unwrap();
    let (mut taken, _) = server.accept().await.unwrap();
    hear(&mut taken, "new").await;
}

#[tokio::test]
async fn refuses_and_admits_on_the_same_port() {
    let proxy = Proxy::to(echo().await).await.unwrap();
    let mut stream = connected(&proxy).await;
    stream.write_all(b"one").await.unwrap();
    hear(&mut stream, "one").await;
    proxy.refuse().await.unwrap();
    let reset = std::io::ErrorKind::ConnectionReset;
    assert_eq!(broken(&mut stream).await, reset);
    let refused = TcpStream::connect(proxy.address()).await.unwrap_err();
    assert_eq!(refused.kind(), std::io::ErrorKind::ConnectionRefused);
    proxy.admit().await.unwrap();
    let mut stream = connected(&proxy).await;
    stream.write_all(b"two").await.unwrap();
    hear(&mut stream, "two").await;
}

#[tokio::test]
async fn a_server_that_is_away_is_a_reset_until_it_is_there() {
    let mut server = Server::start().unwrap();
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, server.port()));
    let proxy = Proxy::to(address).await.unwrap();
    server.kill().unwrap();
    broken(&mut connected(&proxy).await).await;
    server.start_again().unwrap();
    let mut stream = connected(&proxy).await;
    stream.write_all(b"PING\r\n").await.unwrap();
    hear(&mut stream, "+PONG\r\n").await;
}

#[tokio::test]
async fn redis_does_not_see_a_command_that_is_held_back() {
    let server = Server::start().unwrap();
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, server.port()));
    let proxy = Proxy::to(address).await.unwrap();
    let mut stream = connected(&proxy).await;
    proxy.freeze(Way::ToServer);
    stream.write_all(b"SET boat afloat\r\n").await.unwrap();
    assert_eventually("the command", || proxy.holds(Way::ToServer, b"afloat")).await;
    assert_eq!(server.ask(&["GET", "boat"]).unwrap().trim(), "");
    proxy.freeze(Way::ToClient);
    proxy.thaw();
    hear(&mut stream, "+OK\r\n").await;
    assert_eq!(server.ask(&["GET", "boat"]).unwrap().trim(), "afloat");
}
