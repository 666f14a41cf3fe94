//! A rolling wave over the tabs of one session: free lanes are sent to the next pages, busy ones
//! are visited first in, first out, each for one bounded look. One task owns it all, since the
//! driver takes one command at a time.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use tokio::sync::mpsc::UnboundedReceiver;

use super::assign::Assignment;
use super::drivers::Drivers;
use super::failure;
use super::lane::{Flight, Job, Lane, Profile, Stage};
use super::options::BrowserOptions;
use super::session::{Fault, Session, StartError};
use super::tally::Counters;
use super::turns::Turn;
use super::visit::Visit;

/// The pause when no lane has anything to show.
const IDLE: Duration = Duration::from_millis(8);

/// How many of the waiting pages are looked at for the best one.
const LOOK_AHEAD: usize = 64;

/// Why a wave stopped.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum End {
    /// Nobody can ask for pages any more, and none is left.
    Closed,
    /// The session has read its share of pages, or reads none of those that wait.
    Recycle,
    /// The session is dead; its pages were handed back as suspects.
    Broken,
}

/// The tabs of one session.
#[derive(Debug)]
pub(super) struct Wave {
    pub(super) options: BrowserOptions,
    pub(super) session: Session,
    pub(super) lanes: Vec<Lane>,
    /// The browser context of each profile; `None` is the one that the session began with.
    pub(super) contexts: BTreeMap<Profile, Option<String>>,
    /// Whose pages are read if the session has only that one.
    turn: Turn,
    assignment: Assignment,
    pub(super) counters: Counters,
    /// Busy lanes, the longest unvisited first.
    busy: VecDeque<usize>,
    pub(super) pages: u32,
    pub(super) most: usize,
}

impl Wave {
    /// Starts a session for up to `most` pages at once.
    pub(super) async fn open(
        options: &BrowserOptions,
        drivers: &Drivers,
        counters: &Counters,
        most: usize,
        patience: Duration,
    ) -> Result<Self, StartError> {
        let session = Session::start(options, drivers, patience).await?;
        counters.session();
        Ok(Self {
            options: options.clone(),
            session,
            lanes: Vec::new(),
            contexts: BTreeMap::new(),
            turn: Turn::default(),
            assignment: Assignment::default(),
            counters: counters.clone(),
            busy: VecDeque::new(),
            pages: 0,
            most,
        })
    }

    /// Serves jobs until there are none, or the session ends.
    pub(super) async fn serve(
        &mut self,
        jobs: &mut UnboundedReceiver<Job>,
        waiting: &mut VecDeque<Job>,
    ) -> End {
        loop {
            if let Err(fault) = self.turn(jobs, waiting).await {
                tracing::warn!(%fault, pages = self.busy.len(), "browser session lost");
                self.abandon(&fault);
                return End::Broken;
            }
            if !self.busy.is_empty() {
                continue;
            }
            if self.spent() || !waiting.is_empty() {
                return End::Recycle;
            }
            match jobs.recv().await {
                Some(job) => waiting.push_back(job),
                None => return End::Closed,
            }
        }
    }

    /// Hands every page in flight back as a suspect.
    pub(super) fn abandon(&mut self, fault: &Fault) {
        self.busy.clear();
        for flight in self.lanes.iter_mut().filter_map(|lane| lane.flight.take()) {
            let error = failure::lost(&flight.job.request.url, fault);
            flight.job.finish(Err(error));
        }
    }

    fn spent(&self) -> bool {
        self.pages >= self.options.pages_per_session
    }

    /// Fills the free lanes and looks at every busy one once.
    async fn turn(
        &mut self,
        jobs: &mut UnboundedReceiver<Job>,
        waiting: &mut VecDeque<Job>,
    ) -> Result<(), Fault> {
        self.fill(jobs, waiting).await?;
        let mut progress = false;
        for _ in 0..self.busy.len() {
            let Some(at) = self.busy.pop_front() else {
                break;
            };
            let visited = self.visit(at).await?;
            progress |= visited != Visit::Pending;
            if visited == Visit::Over {
                self.pages += 1;
                self.sweep().await?;
            } else {
                self.busy.push_back(at);
            }
            // Whoever got a page may have asked for the next by now: a free lane is not left to
            // the end of the round.
            self.fill(jobs, waiting).await?;
        }
        if !progress && !self.busy.is_empty() {
            tokio::time::sleep(IDLE).await;
        }
        Ok(())
    }

    async fn fill(
        &mut self,
        jobs: &mut UnboundedReceiver<Job>,
        waiting: &mut VecDeque<Job>,
    ) -> Result<(), Fault> {
        while let Ok(job) = jobs.try_recv() {
            waiting.push_back(job);
        }
        while !self.spent() && self.busy.len() < self.most {
            let Some((job, free)) = self.next(waiting) else {
                break;
            };
            if job.answer.is_closed() {
                continue;
            }
            if let Err(why) = readable(&job.request.url) {
                let error = failure::address(&job.request.url, &why);
                job.finish(Err(error));
                continue;
            }
            match self.lane_for(&job, free).await {
                Ok(at) => self.depart(at, job, 0).await?,
                Err(fault) => {
                    let error = failure::lost(&job.request.url, &fault);
                    job.finish(Err(error));
                    return Err(fault);
                }
            }
        }
        Ok(())
    }

    /// The next page and the free lane it goes to, or none if it opens one. Any page may be next
    /// where each profile has a context of its own, else one of the profile whose turn it is.
    fn next(&mut self, waiting: &mut VecDeque<Job>) -> Option<(Job, Option<usize>)> {
        let mut places: Vec<_> = waiting.iter().take(LOOK_AHEAD).map(Job::place).collect();
        let mut first = 0;
        if self.session.contexts().is_none() {
            let profiles: Vec<_> = places.iter().map(|place| &place.owner).collect();
            first = self.turn.take(&profiles)?;
            places = vec![places.swap_remove(first)];
        }
        let free: Vec<usize> = (0..self.lanes.len())
            .filter(|&at| self.lanes[at].flight.is_none())
            .collect();
        let shown = free.iter().map(|&at| Some(&self.lanes[at].place));
        let mut tabs: Vec<_> = shown.collect();
        tabs.resize(
            free.len() + self.most.saturating_sub(self.lanes.len()),
            None,
        );
        let pick = self.assignment.pick(&tabs, &places)?;
        let job = waiting.remove(first + pick.page)?;
        Some((job, free.get(pick.tab).copied()))
    }

    /// Sends a lane to a page. A tab that cannot go is replaced once.
    pub(super) async fn depart(&mut self, at: usize, job: Job, restarts: u32) -> Result<(), Fault> {
        let begun = self.options.clock.instant();
        let mut gone = self.navigate(at, &job).await;
        if let Err(Fault::Tab(_) | Fault::Busy(_)) = gone {
            self.replace(at, job.place().owner).await?;
            gone = self.navigate(at, &job).await;
        }
        match gone {
            Ok(entry_before) => {
                let lane = &mut self.lanes[at];
                lane.place = job.place();
                lane.flight = Some(Flight {
                    job,
                    stage: Stage::Pending,
                    begun,
                    restarts,
                    again: false,
                    strikes: 0,
                    entry_before,
                    entry: entry_before,
                    rests: None,
                    asked: false,
                    list: None,
                    walk: None,
                    rounds: 0,
                    refused: Vec::new(),
                    pressed: None,
                });
                self.busy.push_back(at);
                Ok(())
            }
            Err(Fault::Argument(why)) => {
                let error = failure::address(&job.request.url, &why);
                job.finish(Err(error));
                Ok(())
            }
            Err(Fault::Command(why)) => {
                let error = failure::not_sent(&job.request.url, &why);
                job.finish(Err(error));
                Ok(())
            }
            Err(fault) => {
                let error = failure::lost(&job.request.url, &fault);
                job.finish(Err(error));
                Err(fault)
            }
        }
    }
}

/// Whether a browser may be sent to this address.
fn readable(url: &str) -> Result<(), String> {
    let parsed = url::Url::parse(url).map_err(|error| error.to_string())?;
    match parsed.scheme() {
        "http" | "https" => Ok(()),
        other => Err(format!("only http and https are read, not {other}")),
    }
}
