//! Whether an address is a list's own with another page number, place or cursor.

use std::collections::HashSet;

use url::Url;

/// Names of the query key that counts pages.
fn counts_pages(key: &str) -> bool {
    let key = key.to_lowercase();
    matches!(
        key.as_str(),
        "p" | "pg"
            | "page"
            | "paged"
            | "pageno"
            | "pagenum"
            | "pagenumber"
            | "page_no"
            | "page_number"
            | "pageindex"
            | "currentpage"
            | "seite"
            | "pagina"
            | "sida"
    ) || key.ends_with("[page]")
        || key.ends_with("_page")
        || key.ends_with("-page")
}

/// Names of the query key that says where in the list to go on.
fn counts_items(key: &str) -> bool {
    let key = key.to_lowercase();
    matches!(
        key.as_str(),
        "start"
            | "offset"
            | "skip"
            | "from"
            | "after"
            | "cursor"
            | "startrow"
            | "first"
            | "begin"
            | "pagetoken"
            | "page_token"
            | "continuation"
            | "marker"
            | "since_id"
            | "max_id"
            | "next"
    )
}

/// The page number that an address states.
pub(crate) fn own_number(url: &Url) -> Option<u64> {
    let query = url
        .query_pairs()
        .find(|(key, _)| counts_pages(key))
        .and_then(|(_, value)| value.parse().ok());
    query.or_else(|| split_page(&path(url)).1)
}

pub(crate) fn path(url: &Url) -> Vec<String> {
    crate::list_shape::segments(url)
}

/// A path without its page part, and the page: `/jobs/page/3`, `/jobs/page-3`, `/jobs/3`,
/// `/jobs/page3.html`.
fn split_page(path: &[String]) -> (Vec<String>, Option<u64>) {
    let Some((last, above)) = path.split_last() else {
        return (Vec::new(), None);
    };
    let stem = last.split('.').next().unwrap_or(last).to_lowercase();
    if let Ok(number) = stem.parse::<u64>() {
        let named = above.last().is_some_and(|word| {
            matches!(word.as_str(), "page" | "seite" | "p" | "pagina" | "pages")
        });
        let keep = if named { above.len() - 1 } else { above.len() };
        return (above[..keep].to_vec(), Some(number));
    }
    let digits = stem.trim_start_matches(|c: char| !c.is_ascii_digit());
    let name = stem[..stem.len() - digits.len()].trim_end_matches(['-', '_']);
    if matches!(name, "page" | "p" | "seite" | "pagina" | "index")
        && let Ok(number) = digits.parse()
    {
        return (above.to_vec(), Some(number));
    }
    (path.to_vec(), None)
}

/// Whether an address is the list's own with another page number or place.
pub(crate) fn continues(url: &Url, own: &Url) -> bool {
    if url.host() != own.host() {
        return false;
    }
    let (base, number) = split_page(&path(url));
    let (own_base, _) = split_page(&path(own));
    let (path, own_path) = (path(url), path(own));
    if path == own_path || base == own_path && number.is_none() {
        return query_continues(url, own);
    }
    number.is_some() && base == own_base
}

/// Keys and values.
type Query = Vec<(String, String)>;

/// The queries differ, and only in keys that count pages or items.
fn query_continues(url: &Url, own: &Url) -> bool {
    let counts = |key: &str| counts_pages(key) || counts_items(key);
    let split = |url: &Url| -> (Query, Query) {
        url.query_pairs()
            .map(|(k, v)| (k.into_owned(), v.into_owned()))
            .partition(|(key, _)| counts(key))
    };
    let (pages, rest) = split(url);
    let (own_pages, own_rest) = split(own);
    pages != own_pages && own_rest.iter().all(|pair| rest.contains(pair))
}

/// Whether an address is the list's own with one key of its query more, or with another value: a
/// cursor of any name. Only a label that means "next" makes it a page.
pub(crate) fn turns(url: &Url, own: &Url) -> bool {
    if url.host() != own.host() || url.path() != own.path() {
        return false;
    }
    let pairs = |url: &Url| -> Query {
        url.query_pairs()
            .map(|(key, value)| (key.into_owned(), value.into_owned()))
            .collect()
    };
    let (new, old) = (pairs(url), pairs(own));
    let other = new.iter().filter(|pair| !old.contains(pair));
    let keys: HashSet<&String> = other.map(|(key, _)| key).collect();
    let kept = |(key, _): &&(String, String)| !keys.contains(key);
    keys.len() == 1 && old.iter().filter(kept).all(|pair| new.contains(pair))
}
