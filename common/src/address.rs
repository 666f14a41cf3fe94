//! Addresses as they may be said aloud, in messages and logs: where something is, never who asks.

use url::Url;

/// A URL without user, password, query and fragment.
pub fn without_credentials(url: &str) -> String {
    let unsaid = || "an address that cannot be read".to_owned();
    let Ok(mut url) = Url::parse(url) else {
        return unsaid();
    };
    if url.cannot_be_a_base() {
        return unsaid();
    }
    url.set_query(None);
    url.set_fragment(None);
    if url.has_host() && (url.set_username("").is_err() || url.set_password(None).is_err()) {
        return format!("{}:", url.scheme());
    }
    url.into()
}

#[cfg(test)]
mod tests;
