//! A door with TLS before a server without, as an ingress is: it ends the encryption and passes on what
//! is said. It ends with its value.

use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::Result;
use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio_rustls::TlsAcceptor;

use crate::certificates::Certificates;

/// The door.
#[derive(Debug)]
pub struct TlsDoor {
    port: u16,
    /// Ends with the value.
    _guests: JoinSet<()>,
}

impl TlsDoor {
    /// Opens a door to a server on this machine.
    ///
    /// # Errors
    /// The certificates cannot be used, or no port is free.
    pub async fn to(server: SocketAddr, certificates: &Certificates) -> Result<Self> {
        common::tls::install_provider();
        let own = CertificateDer::from_pem_file(certificates.own())?;
        let key = PrivateKeyDer::from_pem_file(certificates.key())?;
        let settings = ServerConfig::builder().with_no_client_auth();
        let settings = settings.with_single_cert(vec![own], key)?;
        let acceptor = TlsAcceptor::from(Arc::new(settings));
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let port = listener.local_addr()?.port();
        let mut guests = JoinSet::new();
        guests.spawn(async move {
            let mut inside = JoinSet::new();
            while let Ok((guest, _)) = listener.accept().await {
                inside.spawn(pass(acceptor.clone(), guest, server));
            }
        });
        Ok(Self {
            port,
            _guests: guests,
        })
    }

    /// Where it is, by name.
    pub fn url(&self) -> String {
        format!("https://localhost:{}", self.port)
    }
}

/// Passes on what is said until one side has had enough.
async fn pass(acceptor: TlsAcceptor, guest: TcpStream, server: SocketAddr) {
    // A guest that does not trust the certificate goes away.
    let Ok(mut guest) = acceptor.accept(guest).await else {
        return;
    };
    if let Ok(mut server) = TcpStream::connect(server).await {
        copy_bidirectional(&mut guest, &mut server).await.ok();
    }
}
