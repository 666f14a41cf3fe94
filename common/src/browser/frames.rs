//! The frames of a harvested page: those that may hold its content are entered one after the other,
//! each for bounded looks, and harvested like the page; a list in one is read to its end. Which of them
//! holds the content is judged elsewhere.

use std::collections::BTreeMap;
use std::time::Duration;

use domain::job::Switch;
use domain::panel::{Wish, may_ask, promising, shows_a_sibling};
use domain::snapshot::Frame;
use serde_json::{Value, json};

use super::harvested::{Doc, Path, Walk, convert};
use super::lane::{Flight, Progress, Stage};
use super::list::Seen;
use super::payload::{Answer, Head};
use super::session::Fault;
use super::visit::{READ, Visit};
use super::wave::Wave;
use super::{ReadError, ReadRequest, failure};

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
/// A frame with fewer links than this has no list to be read to its end.
const LINKS: u64 = 2;
/// A page that says more than this many characters may be read beside a frame that asks for consent.
const LITTLE: u64 = 500;

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
            below(&flight.job.request, &[], &head)
        };
        let walk = Walk {
            docs: BTreeMap::from([(Path::new(), Doc::new(head, body))]),
            ahead: ahead.into(),
            since: now,
            list: None,
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
                self.part(at, &fault);
                Err(fault)
            }
            Ok(Look::Waiting) => Ok(Visit::Unready),
            Ok(Look::Moved(seen, body)) => Ok(self.moved_inside(at, &seen, &body)),
            Ok(Look::Page(head, body)) => Ok(self.keep(at, &path, *head, body)),
            Ok(Look::Replaced) => Ok(self.again(at, &path)),
            // A frame may hold up its page's renderer: what was read is all there is.
            Err(fault @ (Fault::Busy(_) | Fault::Tab(_))) => {
                tracing::debug!(%fault, ?path, "frame does not answer");
                self.part(at, &fault);
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

    /// Leaves a page with what was read of it. Half of a list in a frame is not the page.
    fn part(&mut self, at: usize, fault: &Fault) {
        let Some(mut flight) = self.lanes[at].flight.take() else {
            return;
        };
        match flight.walk.take() {
            Some(walk) if walk.list.is_none() => convert(flight, walk),
            _ => {
                let error = failure::lost(&flight.job.request.url, fault);
                flight.job.finish(Err(error));
            }
        }
    }

    fn next_frame(&self, at: usize) -> Option<(Path, Value)> {
        let mut config = self.config(at)?;
        let flight = self.lanes[at].flight.as_ref()?;
        let walk = flight.walk.as_ref()?;
        let path = walk.ahead.front()?.clone();
        let waited = self.options.clock.instant().duration_since(walk.since);
        let patience = match &walk.list {
            Some(_) => flight.allowed(),
            None => PATIENCE,
        };
        config["force"] = json!(config["force"] == true || waited > patience);
        config["depth"] = json!(path.len());
        config["panel"] = Value::Null;
        config["list"] = json!(flight.order_of(walk.list.as_deref()));
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
            Answer::Waiting(_) => Look::Waiting,
            Answer::List(seen) => Look::Moved(seen, body),
            Answer::Error(why) => return Err(Fault::Command(why)),
            Answer::Page(head) => Look::Page(head, body),
        })
    }

    /// A slice of a frame's list was read.
    fn moved_inside(&mut self, at: usize, seen: &Seen, body: &str) -> Visit {
        let Some(flight) = &mut self.lanes[at].flight else {
            return Visit::Over;
        };
        let (Some(read), Some(walk)) = (flight.job.request.list, &mut flight.walk) else {
            return Visit::Unready;
        };
        let new = walk.list.is_none();
        let list = walk
            .list
            .get_or_insert_with(|| Box::new(Progress::new(read)));
        let taken = list.take(seen, body);
        if new && seen.links < LINKS {
            list.roll = None;
        }
        match taken {
            Err(why) => self.end(at, |url| failure::script(url, &why)),
            Ok(()) if flight.overflows() => self.end(at, failure::too_large),
            Ok(()) => Visit::Unready,
        }
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
            let request = &flight.job.request;
            if head.truncated && !request.alone {
                return self.end(at, failure::too_large);
            }
            let deeper = below(request, path, &head);
            let mut doc = Doc::new(head, body);
            doc.list = walk.list.take();
            walk.docs.insert(path.to_vec(), doc);
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

    /// Nothing more of a frame. One that went with half of its list read is no list.
    fn pass_over(&mut self, at: usize, path: &[usize]) -> Visit {
        let now = self.options.clock.instant();
        if let Some(walk) = self.lanes[at].flight.as_mut().and_then(|f| f.walk.as_mut()) {
            if walk.list.is_some() {
                return self.end(at, |url| {
                    failure::script(url, "the frame went while its list was read")
                });
            }
            walk.ahead.retain(|other| other != path);
            walk.since = now;
        }
        Visit::Unready
    }

    fn end(&mut self, at: usize, error: impl FnOnce(&str) -> ReadError) -> Visit {
        self.finish(at, |url| Err(error(url)));
        Visit::Over
    }
}

/// What a look into a frame gave.
enum Look {
    Waiting,
    Moved(Box<Seen>, String),
    Page(Box<Head>, String),
    Replaced,
}

/// The frames below a document that may hold the page's content; after them, where it says little itself
/// and somebody judges the page, those that may ask for consent.
fn below(request: &ReadRequest, path: &[usize], head: &Head) -> Vec<Path> {
    if path.len() >= DEEPEST {
        return Vec::new();
    }
    let frames: Vec<Frame> = head.frames.iter().cloned().map(Frame::from).collect();
    let mut found = promising(&request.url, &frames, request.panel != Wish::Auto);
    found.truncate(MOST_BESIDE);
    if request.advice.is_some() && head.said <= LITTLE {
        let asking = (0..frames.len()).filter(|number| may_ask(&frames[*number]));
        let asking: Vec<usize> = asking.filter(|number| !found.contains(number)).collect();
        found.extend(asking.into_iter().take(MOST_BESIDE));
    }
    let inside = found.into_iter();
    inside.map(|number| [path, &[number]].concat()).collect()
}
