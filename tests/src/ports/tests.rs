//! A port that is kept is nobody else's, and a server's all the same.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::net::{TcpListener, TcpStream};

use super::*;
use crate::redis::Server;

#[test]
fn a_kept_port_refuses_and_is_given_to_nobody() {
    let kept = Port::free().unwrap();
    let refused = TcpStream::connect(kept.address()).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::ConnectionRefused);
    let others: Vec<_> = (0..200).map(|_| TcpListener::bind("127.0.0.1:0")).collect();
    let others = others.iter().flatten().map(|one| one.local_addr().unwrap());
    let others: BTreeSet<SocketAddr> = others.collect();
    assert!(others.len() == 200 && !others.contains(&kept.address()));
}

#[test]
fn a_server_listens_on_a_kept_port_again_and_again() {
    let mut server = Server::start().unwrap();
    for _ in 0..2 {
        server.kill().unwrap();
        let address = ("127.0.0.1", server.port());
        let refused = TcpStream::connect(address).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::ConnectionRefused);
        server.start_again().unwrap();
        assert_eq!(server.ask(&["PING"]).unwrap().trim(), "PONG");
    }
}
