//! The documents that were harvested from one page, its own and its frames', and what becomes of them: one
//! snapshot, each frame's document in its place. It issues no commands.

use std::collections::{BTreeMap, VecDeque};
use std::time::Instant;

use domain::snapshot::Snapshot;

use super::failure;
use super::lane::{Flight, Progress};
use super::payload::{Body, Head};

/// Where a frame is: its number in the page, in the frame there, and so on.
pub(super) type Path = Vec<usize>;

/// A harvested document.
#[derive(Debug)]
pub(super) struct Doc {
    pub(super) head: Head,
    pub(super) body: String,
    /// How far its list was read.
    pub(super) list: Option<Box<Progress>>,
}

impl Doc {
    pub(super) fn new(head: Head, body: String) -> Self {
        Self {
            head,
            body,
            list: None,
        }
    }

    fn into_snapshot(self, requested: String) -> Result<Snapshot, String> {
        let Self {
            mut head,
            body,
            list,
        } = self;
        // A list that had to be cut off is not the whole list.
        if let Some(list) = &list {
            head.settled &= list.roll.is_none();
            head.truncated |= list.cut || list.roll.is_some();
        }
        let gathered = list.map(|list| list.gathered);
        Body::parse(&body)?.into_snapshot(head, requested, gathered)
    }
}

/// The documents of a page that were harvested, and the frames to come.
#[derive(Debug)]
pub(super) struct Walk {
    pub(super) docs: BTreeMap<Path, Doc>,
    pub(super) ahead: VecDeque<Path>,
    /// When the first of those ahead was first looked into.
    pub(super) since: Instant,
    /// How far the list in the first of those ahead is read.
    pub(super) list: Option<Box<Progress>>,
}

impl Walk {
    /// How far the lists of frames are read.
    pub(super) fn lists(&self) -> impl Iterator<Item = &Progress> {
        let docs = self.docs.values().filter_map(|doc| doc.list.as_deref());
        docs.chain(self.list.as_deref())
    }

    /// A frame holds something that is read as a list.
    pub(super) fn has_lists(&self) -> bool {
        self.lists().next().is_some()
    }

    /// Puts how far the page's own list was read to its document.
    pub(super) fn keep_list(&mut self, list: Option<Box<Progress>>) {
        if let Some(top) = self.docs.get_mut(&Path::new()) {
            top.list = list;
        }
    }
}

/// Parses beside the wave: the tab is on its way to the next page meanwhile.
pub(super) fn convert(mut flight: Flight, mut walk: Walk) {
    walk.keep_list(flight.list.take());
    tokio::task::spawn_blocking(move || {
        let url = flight.job.request.url.clone();
        let snapshot = assemble(&url, walk.docs).map_err(|why| failure::script(&url, &why));
        flight.job.finish(snapshot);
    });
}

/// The page, laid over what was gathered from it, with its frames' documents in their places. A document
/// that does not parse costs its frame.
pub(super) fn assemble(url: &str, docs: BTreeMap<Path, Doc>) -> Result<Snapshot, String> {
    let mut open: Vec<(Path, Snapshot)> = Vec::new();
    for (path, doc) in docs {
        let requested = if path.is_empty() {
            url.to_owned()
        } else {
            doc.head.url.clone()
        };
        match doc.into_snapshot(requested) {
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
