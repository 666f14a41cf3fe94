//! Plain fetches of what is no page for a browser: sitemaps, feeds, `robots.txt`. The same addresses are
//! allowed as for pages, at each redirect too.

use std::io::Read;
use std::time::Duration;

use domain::disposition::ErrorClass;
use flate2::read::MultiGzDecoder;
use reqwest::header::{ACCEPT_LANGUAGE, HeaderMap, HeaderName, HeaderValue, USER_AGENT};
use reqwest::redirect::{Attempt, Policy};

use super::options::AddressPolicy;
use super::{Layer, ReadError};

/// The most bytes that are read, as they come and unpacked (the sitemaps.org protocol allows 50 MB).
const MOST: usize = 52_428_800;
/// The most redirects that are followed.
const HOPS: usize = 5;
/// What fetches are signed with.
const AGENT: &str = concat!("windrow/", env!("CARGO_PKG_VERSION"));

/// What was fetched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fetched {
    /// HTTP status.
    pub status: u16,
    /// The address after redirects.
    pub final_url: String,
    /// The body, unpacked.
    pub text: String,
}

/// Something to fetch.
#[derive(Debug, Clone, Default)]
pub struct FetchRequest {
    /// The address as found.
    pub url: String,
    /// The most time it may take.
    pub timeout: Duration,
    /// The job's headers.
    pub headers: std::collections::BTreeMap<String, String>,
    /// `Accept-Language`.
    pub language: Option<String>,
}

/// Fetches by HTTP.
#[derive(Debug)]
pub(super) struct Fetcher {
    client: Option<reqwest::Client>,
    policy: AddressPolicy,
}

impl Fetcher {
    pub(super) fn new(policy: &AddressPolicy) -> Self {
        crate::tls::install_provider();
        let checked = policy.clone();
        let redirects = Policy::custom(move |attempt| follow(&checked, attempt));
        let client = reqwest::Client::builder().redirect(redirects).build();
        Self {
            client: client.ok(),
            policy: policy.clone(),
        }
    }

    pub(super) async fn fetch(&self, request: &FetchRequest) -> Result<Fetched, ReadError> {
        let failed = |layer, class, message: String| ReadError {
            layer,
            message: format!("{}: {message}", request.url),
            class,
            suspect: false,
        };
        allowed(&self.policy, &request.url)
            .map_err(|why| failed(Layer::Address, ErrorClass::Permanent, why))?;
        let Some(client) = &self.client else {
            let why = "no HTTP client".to_owned();
            return Err(failed(Layer::Connect, ErrorClass::Permanent, why));
        };
        let fetch = async {
            let asked = client.get(&request.url).headers(headers(request));
            let response = asked.send().await?;
            let status = response.status().as_u16();
            let final_url = response.url().to_string();
            Ok((status, final_url, body(response).await?))
        };
        let lost =
            |error: reqwest::Error| failed(Layer::Connect, ErrorClass::Transient, reason(&error));
        let fetched = tokio::time::timeout(request.timeout, fetch).await;
        let (status, final_url, bytes) = match fetched {
            Ok(fetched) => fetched.map_err(lost)?,
            Err(_) => {
                let why = "not fetched in time".to_owned();
                return Err(failed(Layer::Timeout, ErrorClass::Transient, why));
            }
        };
        Ok(Fetched {
            status,
            final_url,
            text: String::from_utf8_lossy(&unpacked(bytes)).into_owned(),
        })
    }
}

fn follow(policy: &AddressPolicy, attempt: Attempt<'_>) -> reqwest::redirect::Action {
    if attempt.previous().len() > HOPS {
        return attempt.error("too many redirects");
    }
    match allowed(policy, attempt.url().as_str()) {
        Ok(()) => attempt.follow(),
        Err(why) => attempt.error(why),
    }
}

fn allowed(policy: &AddressPolicy, url: &str) -> Result<(), String> {
    let url = url::Url::parse(url).map_err(|error| error.to_string())?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(format!(
            "only http and https are fetched, not {}",
            url.scheme()
        ));
    }
    policy.check(url.host_str().unwrap_or_default())
}

fn headers(request: &FetchRequest) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(USER_AGENT, HeaderValue::from_static(AGENT));
    if let Some(language) = &request.language
        && let Ok(value) = HeaderValue::from_str(language)
    {
        headers.insert(ACCEPT_LANGUAGE, value);
    }
    for (name, value) in &request.headers {
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::from_str(value)) {
            headers.insert(name, value);
        }
    }
    headers
}

/// The body as far as it may be read.
async fn body(mut response: reqwest::Response) -> Result<Vec<u8>, reqwest::Error> {
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        let room = MOST - bytes.len();
        bytes.extend_from_slice(&chunk[..chunk.len().min(room)]);
        if bytes.len() >= MOST {
            break;
        }
    }
    Ok(bytes)
}

/// The content of a gzip file (RFC 1952), as far as it can be unpacked; anything else as it is.
fn unpacked(bytes: Vec<u8>) -> Vec<u8> {
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return bytes;
    }
    let mut out = Vec::new();
    let mut content = MultiGzDecoder::new(bytes.as_slice()).take(MOST as u64);
    if let Err(error) = content.read_to_end(&mut out) {
        tracing::debug!(%error, "a gzip file was cut off");
    }
    out
}

/// The innermost reason.
fn reason(error: &reqwest::Error) -> String {
    let mut source: &dyn std::error::Error = error;
    while let Some(inner) = source.source() {
        source = inner;
    }
    source.to_string()
}
