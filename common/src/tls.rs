//! The one TLS implementation of the process. Certificates and addresses are settled where a
//! connection is made, not here.

/// Makes ring the process's cryptography before a client is built: `reqwest` and `redis` come
/// without a choice of their own and would panic. Calling it again changes nothing.
pub fn install_provider() {
    // Whoever comes first decides for the process; who comes later has nothing to do.
    drop(rustls::crypto::ring::default_provider().install_default());
}
