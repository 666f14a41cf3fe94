//! Sitemaps and feeds as link sources (`follow.sitemap`): found by `robots.txt`, by the usual address and
//! by what list pages name. Each is a list page of the frontier; it is fetched, not shown in a browser.

use std::collections::{HashSet, VecDeque};

use common::browser::FetchRequest;
use domain::answer::record::PageRead;
use domain::frontier::{FoundPage, Place};
use domain::ids::PageKey;
use domain::page_class::PageClass;
use tokio_util::sync::CancellationToken;
use url::Url;

use crate::list_pages;
use crate::lists::{Ahead, UnreadList};
use crate::service::{CoordinatorError, Parts};

/// Sources have numbers from here on: their links come after those of every list page.
pub(crate) const FROM: u32 = 1 << 30;
/// Sitemaps within sitemaps within sitemaps end here.
const DEPTH: u32 = 3;

/// A sitemap or feed.
#[derive(Debug)]
struct Source {
    url: String,
    depth: u32,
    /// Nobody named it: that it is not there says nothing.
    guess: bool,
}

/// What sources gave.
#[derive(Debug, Default)]
pub(crate) struct Sources {
    pub(crate) pages: Vec<FoundPage>,
    pub(crate) errors: Vec<String>,
    pub(crate) stopped: bool,
}

/// Reads the sources of the job's sites that were not read before. `named` are feeds that list pages
/// name, `known` the detail links that list pages offered.
pub(crate) async fn read(
    parts: &Parts,
    named: Vec<String>,
    known: &[String],
    stop: &CancellationToken,
) -> Result<Sources, CoordinatorError> {
    let mut out = Sources::default();
    let mut seen = already_read(parts).await?;
    let mut open: VecDeque<Source> = sites(parts).await.into();
    open.extend(named.into_iter().map(|url| Source {
        url,
        depth: 0,
        guess: false,
    }));
    let mut number = FROM;
    let most = FROM.saturating_add(parts.job.file.follow.max_list_pages);
    while let Some(source) = open.pop_front() {
        if !PageKey::parse(&source.url).is_some_and(|key| seen.insert(key)) || number >= most {
            continue;
        }
        if stop.is_cancelled() {
            out.stopped = true;
            break;
        }
        let ahead = Ahead {
            number,
            url: source.url.clone(),
        };
        number += 1;
        let further = one(parts, &source, &ahead, known, &mut out).await?;
        if source.depth < DEPTH {
            let depth = source.depth + 1;
            open.extend(further.into_iter().map(|url| Source {
                url,
                depth,
                guess: false,
            }));
        }
    }
    Ok(out)
}

/// Reads one source; gives the sitemaps it names.
async fn one(
    parts: &Parts,
    source: &Source,
    ahead: &Ahead,
    known: &[String],
    out: &mut Sources,
) -> Result<Vec<String>, CoordinatorError> {
    let fetched = fetch(parts, &source.url).await;
    if fetched.is_err() && source.guess {
        return Ok(Vec::new());
    }
    let lease = list_pages::begin(parts, ahead).await?;
    let (status, text) = match fetched {
        Ok(fetched) => fetched,
        Err((class, why)) => {
            let unread = UnreadList {
                number: ahead.number,
                url: source.url.clone(),
                class,
                why,
            };
            list_pages::give_up(parts, lease, &unread).await?;
            out.errors.push(unread.to_string());
            return Ok(Vec::new());
        }
    };
    let found = discovery::read_source(&text, &source.url);
    let links = discovery::details(found.entries, &source.url, known, &parts.job.file.links);
    let links = links.map_err(CoordinatorError::Filter)?;
    let note = format!("{} detail links", links.len());
    out.pages
        .extend(links.into_iter().zip(0..).map(|(link, index)| FoundPage {
            url: link.url,
            place: Place {
                list: ahead.number,
                index,
            },
            listing: link.listing,
            list: false,
        }));
    let read = PageRead {
        final_url: source.url.clone(),
        status: Some(status),
        read_at: parts.clock.now_ms(),
        ..PageRead::default()
    };
    list_pages::settle(parts, lease, PageClass::Content, (note, read)).await?;
    Ok(found.further)
}

/// A document, or the class and the reason why there is none.
async fn fetch(parts: &Parts, url: &str) -> Result<(u16, String), (PageClass, String)> {
    let options = &parts.job.file.read;
    let request = FetchRequest {
        url: url.to_owned(),
        timeout: options.timeout.0,
        headers: options.headers.clone(),
        language: options.language.clone(),
    };
    match parts.reader.fetch(request).await {
        Ok(fetched) if fetched.status < 300 => Ok((fetched.status, fetched.text)),
        Ok(fetched) => {
            let class = match fetched.status {
                401 | 403 | 429 => PageClass::Challenge,
                _ => PageClass::Failed,
            };
            Err((class, format!("status {}", fetched.status)))
        }
        Err(error) => Err((PageClass::Failed, error.to_string())),
    }
}

/// Sources that an earlier part of the run read.
async fn already_read(parts: &Parts) -> Result<HashSet<PageKey>, CoordinatorError> {
    let pages = parts.job.store.pages().await?;
    let read = pages
        .iter()
        .filter(|entry| entry.page.list && entry.page.place.list >= FROM && entry.page.is_read());
    Ok(read
        .filter_map(|entry| PageKey::parse(&entry.page.url))
        .collect())
}

/// The sitemaps of the job's sites: those that `robots.txt` names, else the usual address.
async fn sites(parts: &Parts) -> Vec<Source> {
    let mut origins: Vec<Url> = Vec::new();
    for start in &parts.job.file.start {
        if let Some(root) = Url::parse(start).ok().and_then(|url| url.join("/").ok())
            && !origins.contains(&root)
        {
            origins.push(root);
        }
    }
    let mut sources = Vec::new();
    for root in origins {
        let at = |path: &str| root.join(path).map(String::from).unwrap_or_default();
        let robots = at("robots.txt");
        let named = match fetch(parts, &robots).await {
            Ok((_, text)) => discovery::robots_sitemaps(&text, &robots),
            Err(_) => Vec::new(),
        };
        if named.is_empty() {
            sources.push(Source {
                url: at("sitemap.xml"),
                depth: 0,
                guess: true,
            });
        }
        sources.extend(named.into_iter().map(|url| Source {
            url,
            depth: 0,
            guess: false,
        }));
    }
    sources
}
