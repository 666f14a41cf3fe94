//! What a frame's address and box say about it: whether it may hold a page's content, whether it
//! names the page, or another one like it. It looks into no frame; what stands in them is judged by
//! `draft`.

mod marks;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};
use url::Url;

use crate::snapshot::Frame;
use marks::{marks, rivals};

/// How much a read shall care for the panel that holds a page's content.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wish {
    /// Read the panel if there is one and it holds the content.
    #[default]
    Auto,
    /// Pages of this text gave nothing of their own: wait longer for a panel, do without if none comes.
    Awaited,
    /// Only the panel counts: the page around it was read before, and is a shell.
    Required,
}

/// A control of a page, by its place in what was harvested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Control {
    /// The numbers of the frames on the way to its document; empty for the page's own.
    pub frames: Vec<usize>,
    /// Its place in that document's DOM.
    pub node: usize,
}

/// What a frame's address has to do with the page's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bearing {
    /// It names the page: an id of the page's address stands in it.
    Own,
    /// It names another page of the same kind.
    Sibling,
    /// It names none.
    Unknown,
}

/// CSS pixels of the window that pages are read in.
const WINDOW: u64 = 1280 * 900;
/// The smallest box that may hold a page's content, if nothing else speaks for it.
const AREA: u64 = 400 * 240;
/// A panel before it was given its height: as wide as the page, and as high as frames are by default.
const WIDE: (u32, u32) = (500, 150);
/// The smallest box of a frame that is spoken for.
const SMALL: (u32, u32) = (200, 60);

/// How a frame's address bears on its page's.
pub fn bearing(page: &str, frame: &str) -> Bearing {
    let (Ok(page), Ok(frame)) = (Url::parse(page), Url::parse(frame)) else {
        return Bearing::Unknown;
    };
    let own = marks(&page);
    let theirs = marks(&frame);
    if own
        .iter()
        .any(|mark| theirs.iter().any(|other| other.is(mark)))
    {
        return Bearing::Own;
    }
    if own
        .iter()
        .any(|mark| theirs.iter().any(|other| rivals(mark, other)))
    {
        return Bearing::Sibling;
    }
    Bearing::Unknown
}

/// Words in an address of what stands beside content. The first list outweighs an id in the address.
const NEVER: [&str; 14] = [
    "captcha",
    "recaptcha",
    "hcaptcha",
    "turnstile",
    "consent",
    "cmp",
    "cookie",
    "cookies",
    "gdpr",
    "doubleclick",
    "googlesyndication",
    "adservice",
    "adserver",
    "beacon",
];
const BESIDE: [&str; 40] = [
    "ad",
    "ads",
    "adframe",
    "adsystem",
    "advert",
    "advertising",
    "analytics",
    "banner",
    "chat",
    "chatbot",
    "comments",
    "disqus",
    "facebook",
    "feedback",
    "instagram",
    "intercom",
    "like",
    "livechat",
    "login",
    "map",
    "maps",
    "messenger",
    "newsletter",
    "oauth",
    "pinterest",
    "pixel",
    "player",
    "podcast",
    "privacy",
    "share",
    "soundcloud",
    "spotify",
    "sponsor",
    "survey",
    "tiktok",
    "tracking",
    "twitter",
    "video",
    "vimeo",
    "youtube",
];

/// Words in an address of what asks for consent.
const CONSENT: [&str; 9] = [
    "consent",
    "consentmanager",
    "consensu",
    "cmp",
    "cookie",
    "cookies",
    "gdpr",
    "privacy",
    "tcf",
];

/// Whether a frame may ask for consent: a person sees it, and its address says so or it floats over the page.
pub fn may_ask(frame: &Frame) -> bool {
    let shown = frame.visible && frame.width >= SMALL.0 && frame.height >= SMALL.1;
    shown && (frame.fixed || says(&frame.url, &CONSENT))
}

/// Whether a frame of this address asks for proof that a person is there.
pub fn asks_for_proof(url: &str) -> bool {
    says(url, &["captcha", "recaptcha", "hcaptcha", "turnstile"])
}

fn says(url: &str, words: &[&str]) -> bool {
    let Ok(url) = Url::parse(url) else {
        return false;
    };
    let named = format!("{} {}", url.host_str().unwrap_or_default(), url.path()).to_lowercase();
    named
        .split(|c: char| !c.is_ascii_alphanumeric())
        .any(|word| words.contains(&word))
}

/// Whether a frame may hold the content of the page at this address. `sought`: the page is known to
/// have a panel, so a small one will do.
pub fn may_hold_content(page: &str, frame: &Frame, sought: bool) -> bool {
    let loads = frame.url.is_empty()
        || ["http:", "https:", "about:", "blob:"]
            .iter()
            .any(|scheme| frame.url.starts_with(scheme));
    let area = u64::from(frame.width) * u64::from(frame.height);
    let shown = frame.visible && frame.width >= SMALL.0 && frame.height >= SMALL.1;
    // A bubble stays where it is while the page is scrolled; so does what asks for consent.
    let floats = frame.fixed && area * 2 < WINDOW;
    if !loads || !shown || floats || says(&frame.url, &NEVER) {
        return false;
    }
    match bearing(page, &frame.url) {
        Bearing::Own => true,
        Bearing::Sibling => false,
        Bearing::Unknown if says(&frame.url, &BESIDE) => false,
        Bearing::Unknown => {
            let wide = frame.width >= WIDE.0 && frame.height >= WIDE.1;
            sought || area >= AREA || wide
        }
    }
}

/// The frames to look into, the most promising first: those that name the page, then by size.
pub fn promising(page: &str, frames: &[Frame], sought: bool) -> Vec<usize> {
    let mut found: Vec<usize> = (0..frames.len())
        .filter(|&at| may_hold_content(page, &frames[at], sought))
        .collect();
    found.sort_by_key(|&at| {
        let frame = &frames[at];
        let named = bearing(page, &frame.url) == Bearing::Own;
        (
            !named,
            std::cmp::Reverse(u64::from(frame.width) * u64::from(frame.height)),
        )
    });
    found
}

/// A frame shows another page's panel, and none this page's: it will be replaced.
pub fn shows_a_sibling(page: &str, frames: &[Frame]) -> bool {
    let shown = || {
        frames
            .iter()
            .filter(|frame| frame.visible && frame.width >= SMALL.0)
    };
    shown().any(|frame| bearing(page, &frame.url) == Bearing::Sibling)
        && !shown().any(|frame| bearing(page, &frame.url) == Bearing::Own)
}
