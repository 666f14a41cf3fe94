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

use crate::lane::{Lane, Setback, Stopped};
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
    let lane = parts.lane(&parts.job.file, stop);
    let mut seen = already_read(parts).await?;
    let Ok(sites) = sites(&lane).await else {
        out.stopped = true;
        return Ok(out);
    };
    let mut open = VecDeque::from(sites);
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
        let Ok(fetched) = fetch(&lane, &source.url).await else {
            out.stopped = true;
            break;
        };
        let ahead = Ahead {
            number,
            url: source.url.clone(),
        };
        number += 1;
        if fetched.is_err() && source.guess {
            continue;
        }
        let further = one(parts, &ahead, fetched, known, &mut out).await?;
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

/// Takes over what one source gave; gives the sitemaps it names.
async fn one(
    parts: &Parts,
    ahead: &Ahead,
    fetched: Result<(u16, String), Setback>,
    known: &[String],
    out: &mut Sources,
) -> Result<Vec<String>, CoordinatorError> {
    let lease = list_pages::begin(parts, ahead).await?;
    let (status, text) = match fetched {
        Ok(fetched) => fetched,
        Err(setback) => {
            let unread = UnreadList {
                number: ahead.number,
                url: ahead.url.clone(),
                class: setback.class,
                why: setback.why,
            };
            list_pages::give_up(parts, lease, &unread).await?;
            out.errors.push(unread.to_string());
            return Ok(Vec::new());
        }
    };
    let found = discovery::read_source(&text, &ahead.url);
    let links = discovery::details(found.entries, &ahead.url, known, &parts.job.file.links);
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
        final_url: ahead.url.clone(),
        status: Some(status),
        read_at: parts.clock.now_ms(),
        ..PageRead::default()
    };
    list_pages::settle(parts, lease, PageClass::Content, (note, read)).await?;
    Ok(found.further)
}

/// A document, or why there is none; fetched as often as the job allows.
async fn fetch(lane: &Lane<'_>, url: &str) -> Result<Result<(u16, String), Setback>, Stopped> {
    let options = &lane.job.read;
    let request = FetchRequest {
        url: url.to_owned(),
        timeout: options.timeout.0,
        headers: options.headers.clone(),
        language: options.language.clone(),
    };
    let mut attempts = 1;
    loop {
        let setback = match lane.visit(url, lane.reader.fetch(request.clone())).await? {
            Ok(fetched) if fetched.status < 300 => return Ok(Ok((fetched.status, fetched.text))),
            Ok(fetched) => Setback::of_status(fetched.status),
            Err(error) => Setback::of_error(&error),
        };
        if !lane.again(url, &setback, attempts).await? {
            return Ok(Err(setback));
        }
        attempts += 1;
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
async fn sites(lane: &Lane<'_>) -> Result<Vec<Source>, Stopped> {
    let mut origins: Vec<Url> = Vec::new();
    for start in &lane.job.start {
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
        let named = match fetch(lane, &robots).await? {
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
    Ok(sources)
}
