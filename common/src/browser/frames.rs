//! The frames of a harvested page: those that may hold its content are entered one after the other,
//! each for bounded looks, and harvested like the page. Which of them holds it is judged elsewhere.

use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

use domain::job::Switch;
use domain::panel::{Wish, promising, shows_a_sibling};
use domain::snapshot::{Frame, Snapshot};
use serde_json::{Value, json};

use super::failure;
use super::lane::{Flight, Stage};
use super::list::Gathered;
use super::payload::{Answer, Body, Head};
use super::session::Fault;
use super::visit::{READ, Visit};
use super::wave::Wave;

/// So many frames of one document are looked into, so many of a page, and so deep.
const MOST_BESIDE: usize = 3;
const MOST: usize = 6;
const DEEPEST: usize = 3;
/// How long one frame may take to show its content.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a page may take to replace the panel of another page by its own.
const REPLACED_WITHIN: Duration = Duration::from_secs(6);
/// How often a page is harvested again because a frame of it was replaced.
const ROUNDS: u32 = 2;
/// How long a panel is awaited on a page that may have none.
const AWAITED_WITHIN: Duration = Duration::from_secs(8);
/// A panel that is awaited is at least this large.
const AWAITED_SIZE: (u32, u32) = (200, 60);

/// Where a frame is: its number in the page, in the frame there, and so on.
pub(super) type Path = Vec<usize>;

/// The documents of a page that were harvested, and the frames to come.
#[derive(Debug)]
pub(super) struct Walk {
    pub(super) docs: BTreeMap<Path, (Head, String)>,
    ahead: VecDeque<Path>,
    /// When the first of those ahead was first looked into.
    since: Instant,
}

/// What a look waits for besides the page, as `read.js` understands it: a frame beside those that were
/// looked at in vain.
pub(super) fn awaited(flight: &Flight, waited: Duration) -> Value {
    let (width, height) = AWAITED_SIZE;
    if waited < patience(flight) {
        json!({"width": width, "height": height, "not": flight.refused})
    } else {
        Value::Null
    }
}

/// How long a page may take to show the panel that is missed.
fn patience(flight: &Flight) -> Duration {
    match flight.job.request.panel {
        Wish::Auto if flight.refused.is_empty() => Duration::ZERO,
        Wish::Auto => REPLACED_WITHIN,
        Wish::Awaited => AWAITED_WITHIN,
        Wish::Required => flight.allowed(),
    }
}

/// Whether a panel is missed that another look may find: none of the frames will do, and some are new.
fn misses_panel(flight: &mut Flight, head: &Head) -> bool {
    let request = &flight.job.request;
    let frames: Vec<Frame> = head.frames.iter().cloned().map(Frame::from).collect();
    let sought = request.panel != Wish::Auto;
    if !promising(&request.url, &frames, sought).is_empty()
        || !(sought || shows_a_sibling(&request.url, &frames))
    {
        return false;
    }
    let known = flight.refused.len();
    for frame in frames {
        if !flight.refused.contains(&frame.url) {
            flight.refused.push(frame.url);
        }
    }
    flight.refused.len() > known
}

impl Wave {
    /// The page was harvested: its frames are next, if any may hold its content.
    pub(super) async fn enter_frames(
        &mut self,
        at: usize,
        head: Head,
        body: String,
    ) -> Result<Visit, Fault> {
        let now = self.options.clock.instant();
        let Some(mut flight) = self.lanes[at].flight.take() else {
            return Ok(Visit::Over);
        };
        let waited = now.duration_since(flight.begun);
        let request = &flight.job.request;
        let ahead = if request.options.frame == Switch::Off {
            Vec::new()
        } else if misses_panel(&mut flight, &head) && waited < patience(&flight) {
            self.lanes[at].flight = Some(flight);
            return Ok(Visit::Unready);
        } else {
            let request = &flight.job.request;
            below(&request.url, &[], &head, request.panel)
        };
        let walk = Walk {
            docs: BTreeMap::from([(Path::new(), (head, body))]),
            ahead: ahead.into(),
            since: now,
        };
        let done = walk.ahead.is_empty();
        flight.stage = Stage::Framed;
        flight.walk = Some(walk);
        self.lanes[at].flight = Some(flight);
        if done {
            return self.conclude(at).await;
        }
        Ok(Visit::Unready)
    }

    /// One look into the next frame. What goes wrong in it costs the frame, not the page.
    pub(super) async fn look_into_frame(&mut self, at: usize) -> Result<Visit, Fault> {
        let Some((path, config)) = self.next_frame(at) else {
            return self.conclude(at).await;
        };
        match self.harvest_frame(&path, config).await {
            // The session is lost, but the page was read before.
            Err(fault @ Fault::Session(_)) => {
                self.part(at);
                Err(fault)
            }
            Ok(Look::Waiting) => Ok(Visit::Unready),
            Ok(Look::Page(head, body)) => Ok(self.keep(at, &path, *head, body)),
            Ok(Look::Replaced) => Ok(self.again(at, &path)),
            // A frame may hold up its page's renderer: what was read is all there is.
            Err(fault @ (Fault::Busy(_) | Fault::Tab(_))) => {
                tracing::debug!(%fault, ?path, "frame does not answer");
                self.part(at);
                let owner = self.lanes[at].place.owner.clone();
                self.replace(at, owner).await?;
                Ok(Visit::Over)
            }
            Err(fault) => {
                tracing::debug!(%fault, ?path, "frame not read");
                Ok(self.pass_over(at, &path))
            }
        }
    }

    /// Leaves a page with what was read of it.
    fn part(&mut self, at: usize) {
        if let Some(mut flight) = self.lanes[at].flight.take()
            && let Some(walk) = flight.walk.take()
        {
            convert(flight, walk);
        }
    }

    fn next_frame(&self, at: usize) -> Option<(Path, Value)> {
        let mut config = self.config(at)?;
        let walk = self.lanes[at].flight.as_ref()?.walk.as_ref()?;
        let path = walk.ahead.front()?.clone();
        let waited = self.options.clock.instant().duration_since(walk.since);
        config["force"] = json!(config["force"] == true || waited > PATIENCE);
        config["depth"] = json!(path.len());
        config["panel"] = Value::Null;
        config["list"] = Value::Null;
        config["wait_for"] = Value::Null;
        Some((path, config))
    }

    /// The tab is at its top document when this begins.
    async fn harvest_frame(&self, path: &[usize], config: Value) -> Result<Look, Fault> {
        for number in path {
            match self.session.enter(*number).await {
                Ok(true) => {}
                Ok(false) => return Ok(Look::Replaced),
                Err(Fault::Session(why)) => return Err(Fault::Session(why)),
                Err(Fault::Unloaded(_)) => return Ok(Look::Waiting),
                Err(other) => return Err(other),
            }
        }
        let force = config["force"] == true;
        let answer = match self.session.run(READ, vec![config]).await {
            Err(Fault::Unloaded(_)) if !force => return Ok(Look::Waiting),
            answer => answer?,
        };
        if answer.is_null() {
            return Ok(Look::Waiting);
        }
        let (head, body) = Answer::parse(answer).map_err(Fault::Command)?;
        Ok(match head {
            Answer::Waiting(_) | Answer::List(_) => Look::Waiting,
            Answer::Error(why) => return Err(Fault::Command(why)),
            Answer::Page(head) => Look::Page(head, body),
        })
    }

    /// A frame was harvested: its own frames come next.
    fn keep(&mut self, at: usize, path: &[usize], head: Head, body: String) -> Visit {
        let shown = if head.url.starts_with("about:") {
            Ok(())
        } else {
            self.allowed(&head.url)
        };
        let came = head.url != "about:blank" && !head.url.starts_with("chrome-error:");
        if let Some(flight) = &mut self.lanes[at].flight
            && let Some(walk) = &mut flight.walk
            && shown.is_ok()
            && came
        {
            let wish = flight.job.request.panel;
            let deeper = below(&flight.job.request.url, path, &head, wish);
            walk.docs.insert(path.to_vec(), (head, body));
            for inner in deeper.into_iter().rev() {
                if walk.docs.len() + walk.ahead.len() <= MOST {
                    walk.ahead.insert(1.min(walk.ahead.len()), inner);
                }
            }
        }
        self.pass_over(at, path)
    }

    /// A frame is not there any more: the page is harvested again, a few times.
    fn again(&mut self, at: usize, path: &[usize]) -> Visit {
        let Some(flight) = &mut self.lanes[at].flight else {
            return Visit::Over;
        };
        if flight.rounds >= ROUNDS {
            return self.pass_over(at, path);
        }
        flight.rounds += 1;
        flight.stage = Stage::Committed;
        flight.walk = None;
        Visit::Unready
    }

    fn pass_over(&mut self, at: usize, path: &[usize]) -> Visit {
        let now = self.options.clock.instant();
        if let Some(walk) = self.lanes[at].flight.as_mut().and_then(|f| f.walk.as_mut()) {
            walk.ahead.retain(|other| other != path);
            walk.since = now;
        }
        Visit::Unready
    }
}

/// What a look into a frame gave.
enum Look {
    Waiting,
    Page(Box<Head>, String),
    Replaced,
}

/// The frames below a document that may hold the page's content.
fn below(page: &str, path: &[usize], head: &Head, wish: Wish) -> Vec<Path> {
    if path.len() >= DEEPEST {
        return Vec::new();
    }
    let frames: Vec<Frame> = head.frames.iter().cloned().map(Frame::from).collect();
    let found = promising(page, &frames, wish != Wish::Auto);
    found
        .into_iter()
        .take(MOST_BESIDE)
        .map(|number| [path, &[number]].concat())
        .collect()
}

/// Parses beside the wave: the tab is on its way to the next page meanwhile.
pub(super) fn convert(flight: Flight, mut walk: Walk) {
    tokio::task::spawn_blocking(move || {
        let Flight { job, list, .. } = flight;
        // A list that had to be cut off is not the whole list.
        if let (Some((head, _)), Some(list)) = (walk.docs.get_mut(&Path::new()), &list) {
            head.settled &= list.roll.is_none();
        }
        let url = job.request.url.clone();
        let gathered = list.map(|list| list.gathered);
        let snapshot =
            assemble(&url, walk.docs, gathered).map_err(|why| failure::script(&url, &why));
        job.finish(snapshot);
    });
}

/// The page, laid over what was gathered from it, with its frames' documents in their places. A document
/// that does not parse costs its frame.
pub(super) fn assemble(
    url: &str,
    docs: BTreeMap<Path, (Head, String)>,
    mut gathered: Option<Gathered>,
) -> Result<Snapshot, String> {
    let mut open: Vec<(Path, Snapshot)> = Vec::new();
    for (path, (head, body)) in docs {
        let requested = if path.is_empty() {
            url.to_owned()
        } else {
            head.url.clone()
        };
        let before = gathered.take_if(|_| path.is_empty());
        let body = Body::parse(&body);
        match body.and_then(|body| body.into_snapshot(head, requested, before)) {
            Ok(snapshot) => open.push((path, snapshot)),
            Err(why) if path.is_empty() => return Err(why),
            Err(_) => {}
        }
    }
    // Paths are in order, so the last document is in no later one.
    while open.len() > 1
        && let Some((path, document)) = open.pop()
    {
        let Some((number, parent)) = path.split_last() else {
            continue;
        };
        if let Some((_, holder)) = open.iter_mut().find(|(other, _)| other == parent)
            && let Some(frame) = holder.frames.get_mut(*number)
        {
            frame.document = Some(Box::new(document));
        }
    }
    let page = open.pop().map(|(_, page)| page);
    page.ok_or_else(|| "the page's harvest is missing".to_owned())
}

#[cfg(test)]
mod tests;
