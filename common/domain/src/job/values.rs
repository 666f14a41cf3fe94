//! Whether the values of a job file can be honoured: addresses, numbers, patterns, selectors.

use serde_json::Value;
use url::Url;

use super::JobFile;
use super::address::{AllowRange, special_range};
use super::parse::finding;
use crate::ids::JobId;
use crate::schema::Finding;
use crate::snapshot::selector_fault;

/// The largest compiled pattern, bytes.
const PATTERN_BYTES: usize = 1 << 20;

/// Everything that cannot be honoured, in the order of the file's keys.
pub(super) fn check(job: &JobFile, allow: &[AllowRange]) -> Vec<Finding> {
    let mut found = Vec::new();
    if JobId::parse(&job.name).is_none() {
        let message =
            "a job needs a name of 1 to 64 characters of a-z 0-9 - _ ., the first no hyphen";
        found.push(finding("/name", "bad_value", message.into()));
    }
    let nowhere = job.start.is_empty() && job.pages.is_empty() && job.pages_file.is_none();
    if nowhere {
        let message = "a job needs `start` (list pages), `pages` or `pages_file` (detail pages)";
        found.push(finding("", "missing", message.into()));
    }
    for (key, list) in [("start", &job.start), ("pages", &job.pages)] {
        for (at, address) in list.iter().enumerate() {
            found.extend(address_finding(&format!("/{key}/{at}"), address, allow));
        }
    }
    if !matches!(&job.schema, Value::Object(_))
        && job.schema.as_str().is_none_or(|s| s.trim().is_empty())
    {
        let code = if job.schema.is_null() {
            "missing"
        } else {
            "bad_type"
        };
        let message = "give the JSON Schema of the answer, inline or as the path of a file";
        found.push(finding("/schema", code, message.into()));
    }
    super::map::check(&job.map, &mut found);
    numbers(job, &mut found);
    patterns(job, &mut found);
    headers(job, &mut found);
    found
}

/// Checks one address a job asks for: absolute http(s), and not in a special range that `allow`
/// does not open. Also for the lines of a `pages_file`.
pub fn address_finding(pointer: &str, address: &str, allow: &[AllowRange]) -> Option<Finding> {
    let shown: String = address.chars().take(200).collect();
    let url = Url::parse(address.trim()).ok();
    let url = url.filter(|url| matches!(url.scheme(), "http" | "https"));
    let Some(host) = url.as_ref().and_then(Url::host_str) else {
        let message = format!("`{shown}` is not an absolute http(s) address");
        return Some(finding(pointer, "bad_value", message));
    };
    let refused = check_host(host, allow).err()?;
    Some(finding(
        pointer,
        "special_address",
        format!("`{shown}`: {refused}"),
    ))
}

/// Whether a browser may go to a host, as an address writes it; else why not and what opens it.
///
/// # Errors
/// The host is in a special range that `allow` does not open.
pub fn check_host(host: &str, allow: &[AllowRange]) -> Result<(), String> {
    match special_range(host) {
        Some(range) if !allow.iter().any(|open| open.opens(host, range)) => Err(format!(
            "{host} is a {range} address; --allow-range {range} opens that range"
        )),
        _ => Ok(()),
    }
}

fn numbers(job: &JobFile, found: &mut Vec<Finding>) {
    let bounds = [
        (
            "/follow/max_list_pages",
            job.follow.max_list_pages,
            1,
            100_000,
        ),
        ("/follow/max_links", job.follow.max_links, 1, 10_000_000),
        ("/read/attempts", job.read.attempts, 1, 20),
        ("/read/wave", job.read.wave, 1, 48),
        ("/manners/per_host/lanes", job.manners.per_host.lanes, 1, 48),
        ("/limits/pages", job.limits.pages, 1, 10_000_000),
    ];
    for (pointer, value, least, most) in bounds {
        if !(least..=most).contains(&value) {
            let message = format!("{value} is not within {least} to {most}");
            found.push(finding(pointer, "bad_value", message));
        }
    }
    for (pointer, span) in [
        ("/read/timeout", job.read.timeout),
        ("/limits/time", job.limits.time),
    ] {
        if span.0.is_zero() {
            found.push(finding(
                pointer,
                "bad_value",
                "must be longer than nothing".into(),
            ));
        }
    }
}

fn patterns(job: &JobFile, found: &mut Vec<Finding>) {
    if let Some(Err(message)) = job.links.href_regex.as_deref().map(pattern) {
        found.push(finding("/links/href_regex", "bad_value", message));
    }
    let selectors = [
        ("/links/selector", &job.links.selector),
        ("/read/wait_for", &job.read.wait_for),
    ];
    let single = selectors
        .into_iter()
        .filter_map(|(pointer, selector)| Some((pointer.to_owned(), selector.as_deref()?)));
    let expand = job.read.expand.iter().enumerate();
    let expand = expand.map(|(at, selector)| (format!("/read/expand/{at}"), selector.as_str()));
    for (pointer, selector) in single.chain(expand) {
        if let Some(message) = selector_fault(selector) {
            found.push(finding(&pointer, "bad_value", message));
        }
    }
}

/// Compiles a pattern of the operator, else says what is wrong with it.
pub(super) fn pattern(text: &str) -> Result<regex::Regex, String> {
    let built = regex::RegexBuilder::new(text)
        .size_limit(PATTERN_BYTES)
        .build();
    built.map_err(|error| format!("is no regular expression: {error}"))
}

/// Header names are tokens and values have no control characters (RFC 9110, section 5).
fn headers(job: &JobFile, found: &mut Vec<Finding>) {
    for (name, value) in &job.read.headers {
        let token = |b: u8| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b);
        let named = !name.is_empty() && name.bytes().all(token);
        if !named || value.chars().any(char::is_control) {
            let pointer = crate::pointer::below("/read/headers", name);
            found.push(finding(
                &pointer,
                "bad_value",
                "is no request header".into(),
            ));
        }
    }
}
