//! The class of a read that stands for itself: content, gone, empty list, challenge, failed. Shells and missing
//! panels need the page's siblings and are judged elsewhere.

use std::cell::OnceCell;

use domain::page_class::{PageClass, TOO_MANY_REQUESTS};
use domain::paging;
use domain::panel::{Wish, asks_for_proof};
use domain::snapshot::text;
use domain::snapshot::{Snapshot, Visibility};
use serde_json::Value;

use crate::about::is_of_site;
use crate::dom::Page;
use crate::entity::types;
use crate::jsonld::{Documents, last_segment};
use crate::panel::{Reading, Sought, has_beside, holds_panel};
use crate::standin::Standin;
use crate::vocabulary::phrases;
use crate::walls::wall_shown;
use crate::words::{says, squash};

/// A page with more visible text than this is content, whatever some of its words say.
const LITTLE: usize = 1500;
/// A page that says no more than this has no content of its own.
const FEW: usize = 200;
/// No more than a title.
const TITLE: usize = 80;
/// The start of a page is where it says what it is.
const HEAD: usize = 400;

/// Classes a snapshot by its HTTP status (RFC 9110) and, where it holds little else, by its wording.
/// The note says what decided.
pub fn classify(snapshot: &Snapshot) -> (PageClass, String) {
    let page = OnceCell::new();
    let page = || page.get_or_init(|| Page::new(snapshot));
    classify_where(snapshot, page, || has_data(snapshot))
}

/// Classes a page that is being drafted.
pub(crate) fn classify_page(page: &Page<'_>) -> (PageClass, String) {
    classify_where(page.snapshot, || page, || speaks(page.data()))
}

fn classify_where<'a>(
    snapshot: &Snapshot,
    page: impl Fn() -> &'a Page<'a>,
    has_data: impl Fn() -> bool,
) -> (PageClass, String) {
    let by_wording = |told| (!has_data()).then(|| by_wording(snapshot, &page, told))?;
    let Some(class) = snapshot.status.and_then(PageClass::of_status) else {
        return by_wording(false).unwrap_or((PageClass::Content, String::new()));
    };
    // What guards a site may answer with any status of an error.
    if class != PageClass::Gone
        && let Some((PageClass::Challenge, note)) = by_wording(true)
    {
        return (PageClass::Challenge, note);
    }
    let status = snapshot.status.unwrap_or_default();
    (
        class,
        format!("{}HTTP status {status}", kind_of(class, status)),
    )
}

/// What a status stands for, as the start of a note.
fn kind_of(class: PageClass, status: u16) -> &'static str {
    match (class, status) {
        (PageClass::Gone, _) => "",
        (PageClass::Challenge, 403) => "access denied: ",
        (PageClass::Challenge, TOO_MANY_REQUESTS) => "rate limit: ",
        (PageClass::Challenge, _) => "login wall: ",
        _ => "http: ",
    }
}

/// Whether a read is one to keep as it looked: a challenge, a failure, a page that may be found to be the
/// text around a panel, or was.
pub fn is_doubtful(snapshot: &Snapshot, wish: Wish) -> bool {
    let (class, _) = classify(snapshot);
    let lone = wish == Wish::Auto
        && has_beside(snapshot, wish)
        && !has_data(snapshot)
        && !holds_panel(snapshot, wish, Sought::Detail);
    wish != Wish::Auto
        || lone
        || !matches!(
            class,
            PageClass::Content | PageClass::Gone | PageClass::EmptyList
        )
}

/// Classes the document that was chosen as the page's content. Where only the panel counts, a page
/// without it is not content.
pub fn classify_reading(reading: &Reading, wish: Wish) -> (PageClass, String) {
    let (class, note) = classify(&reading.snapshot);
    let missing = wish == Wish::Required && reading.panel.is_none();
    if missing && class == PageClass::Content {
        let note = "the panel that holds the content did not come".to_owned();
        return (PageClass::PanelMissing, note);
    }
    (class, note)
}

/// What the words of a short page say that it is. Where the status has told that it is no content (`told`), any
/// wording decides; else only one that the page is there to say.
fn by_wording<'a>(
    snapshot: &Snapshot,
    page: impl Fn() -> &'a Page<'a>,
    told: bool,
) -> Option<(PageClass, String)> {
    let standin = OnceCell::new();
    let standin = || standin.get_or_init(|| Standin::of(page()));
    if let Some(note) = wall_shown(snapshot, || standin().states(false)) {
        return Some((PageClass::Challenge, note));
    }
    let text = text::within(&snapshot.dom, LITTLE, |_| true)?;
    let body: String = squash(&text).chars().take(HEAD).collect();
    let whole = format!("{} {body}", squash(&snapshot.title));
    let said = |phrase: &&String| says(&whole, phrase);
    let mut challenges = phrases().challenge.iter().filter(said);
    if let Some(phrase) = challenges.find(|phrase| told || standin().challenges(phrase)) {
        let kind = if phrases().rate.contains(phrase) {
            "rate limit"
        } else {
            "captcha"
        };
        return Some((
            PageClass::Challenge,
            format!("{kind}: the page says \"{phrase}\""),
        ));
    }
    let proof = snapshot
        .frames
        .iter()
        .any(|frame| asks_for_proof(&frame.url));
    if proof && text.len() <= FEW {
        return Some((
            PageClass::Challenge,
            "captcha: a frame asks for proof of a person".to_owned(),
        ));
    }
    let mut gone = phrases().gone.iter().filter(said);
    if let Some(phrase) = gone.find(|phrase| standin().is_gone(phrase)) {
        return Some((PageClass::Gone, format!("the page says \"{phrase}\"")));
    }
    if let Some(line) = empty_list(snapshot).filter(|_| !standin().states(false)) {
        return Some((PageClass::EmptyList, format!("the page says \"{line}\"")));
    }
    if let Some(why) = unreadable(snapshot, text.trim().len()) {
        return Some((PageClass::Failed, format!("unreadable: {why}")));
    }
    let nothing = text.trim().is_empty() && !shows_pictures(snapshot);
    nothing.then(|| (PageClass::Failed, "the page shows nothing".to_owned()))
}

/// What a list without items says, where the page says next to nothing else. A page that is still at work, or
/// says that something did not come, is no empty list.
fn empty_list(snapshot: &Snapshot) -> Option<String> {
    let dom = &snapshot.dom;
    let own = |id| !matches!(dom.tag(id), "nav" | "header" | "footer" | "aside");
    let shown = |id| own(id) && dom.nodes[id].visibility == Visibility::Visible;
    let said = text::lines(dom, 0, shown);
    if !snapshot.settled || said.len() > FEW || said.lines().any(paging::says_failed) {
        return None;
    }
    let mut lines = said.lines().map(str::trim);
    lines
        .find(|line| paging::says_none(line))
        .map(str::to_owned)
}

/// Why a page that shows something says next to nothing that can be read.
fn unreadable(snapshot: &Snapshot, said: usize) -> Option<&'static str> {
    let dom = &snapshot.dom;
    let shown = |tags: &[&str]| {
        (0..dom.nodes.len()).any(|id| {
            tags.contains(&dom.tag(id)) && dom.nodes[id].visibility == Visibility::Visible
        })
    };
    if snapshot.closed_roots > 0 && said <= FEW {
        return Some("the content is in a closed shadow root");
    }
    let drawn = shown(&["canvas"]) && !shown(&["img", "video", "svg"]);
    (drawn && said <= TITLE).then_some("the content is drawn on a canvas")
}

/// The page shows what has no text: pictures, frames, players.
fn shows_pictures(snapshot: &Snapshot) -> bool {
    const WORDLESS: [&str; 8] = [
        "img", "svg", "canvas", "video", "audio", "object", "embed", "iframe",
    ];
    let dom = &snapshot.dom;
    (0..dom.nodes.len()).any(|id| {
        WORDLESS.contains(&dom.tag(id)) && dom.nodes[id].visibility == Visibility::Visible
    })
}

/// The page carries data about a thing of its own: no stand-in does. Data about the site is not.
pub(crate) fn has_data(snapshot: &Snapshot) -> bool {
    speaks(&Documents::of(&snapshot.dom))
}

fn speaks(data: &Documents) -> bool {
    let mut open: Vec<&Value> = data.all().collect();
    while let Some(value) = open.pop() {
        match value {
            Value::Array(items) => open.extend(items),
            Value::Object(map) => {
                let own = types(value).any(|kind| !is_of_site(last_segment(kind)));
                if own {
                    return true;
                }
                open.extend(map.get("@graph"));
                open.extend(map.get("mainEntity"));
            }
            _ => {}
        }
    }
    false
}
