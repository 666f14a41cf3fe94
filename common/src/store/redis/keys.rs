//! The names of a job's keys, and in which of them a record lies. All keys of a job share the hash
//! tag `{job}`, so that a cluster keeps them in one slot and a script may touch them together (Redis
//! cluster specification, "hash tags").

use domain::answer::commit::Space;
use domain::ids::JobId;

/// How many bytes of an id name its bucket. Of the hexadecimal ids of rows and pages that makes 256
/// buckets of a space, of about 1,024 records each in an answer of 260,000 rows.
const NAMED_BY: usize = 2;

/// The keys of one job.
#[derive(Debug, Clone)]
pub(super) struct Keys {
    start: String,
}

/// Where records lie: a whole space, or a bucket of one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Drawer {
    /// The space.
    pub(super) space: Space,
    /// The bucket's name in its index, in the order of the ids; empty for a whole space.
    pub(super) bucket: String,
}

/// The keys of a drawer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DrawerKeys {
    /// A hash: id to record.
    pub(super) records: String,
    /// A sorted set, all with the score 0: the ids of the space, or the names of its buckets.
    pub(super) index: String,
}

/// The keys of one host.
#[derive(Debug, Clone)]
pub(super) struct HostKeys {
    /// A hash: the last permit, the last start, until when it rests.
    pub(super) state: String,
    /// A sorted set: the permits in use by the time at which they run out.
    pub(super) open: String,
}

impl HostKeys {
    /// The keys of a host below a prefix. A brace in its name does no harm: the first pair counts.
    pub(super) fn new(prefix: &str, host: &str) -> Self {
        let key = |what: &str| format!("{prefix}host:{{{host}}}:{what}");
        Self {
            state: key("state"),
            open: key("open"),
        }
    }
}

impl Drawer {
    /// The drawer of a record. The large spaces, whose ids are spread evenly, have buckets.
    pub(super) fn of(space: Space, id: &str) -> Self {
        let named = id.as_bytes().iter().take(NAMED_BY);
        let bucket = if is_bucketed(space) {
            let digit = |n: u8| char::from_digit(u32::from(n), 16).unwrap_or_default();
            named
                .flat_map(|byte| [digit(byte >> 4), digit(byte & 15)])
                .collect()
        } else {
            String::new()
        };
        Self { space, bucket }
    }
}

/// Whether the records of a space lie in buckets.
pub(super) fn is_bucketed(space: Space) -> bool {
    matches!(space, Space::Row | Space::Page)
}

impl Keys {
    /// The keys of one job below a prefix, which has no brace in it.
    pub(super) fn new(prefix: &str, job: &JobId) -> Self {
        Self {
            start: format!("{prefix}{{{}}}:", job.0),
        }
    }

    /// A counter: the version of the last commit.
    pub(super) fn version(&self) -> String {
        format!("{}version", self.start)
    }

    /// A hash: name to value of the cells that are not 0.
    pub(super) fn cells(&self) -> String {
        format!("{}cells", self.start)
    }

    /// A counter: the bytes of all ids and records, as they are stored.
    pub(super) fn bytes(&self) -> String {
        format!("{}bytes", self.start)
    }

    /// The keys of a drawer.
    pub(super) fn drawer(&self, drawer: &Drawer) -> DrawerKeys {
        let space = format!("{}{}", self.start, name(drawer.space));
        if is_bucketed(drawer.space) {
            DrawerKeys {
                records: format!("{space}:{}", drawer.bucket),
                index: space,
            }
        } else {
            DrawerKeys {
                index: format!("{space}:ids"),
                records: space,
            }
        }
    }

    /// The index of a space.
    pub(super) fn index(&self, space: Space) -> String {
        self.drawer(&Drawer::of(space, "")).index
    }

    /// Every key a job may have but those of buckets, and from which on (counted from 1) they are
    /// the indexes of buckets.
    pub(super) fn fixed(&self) -> (Vec<String>, usize) {
        let mut fixed = vec![self.version(), self.cells(), self.bytes()];
        for space in Space::ALL.into_iter().filter(|space| !is_bucketed(*space)) {
            let keys = self.drawer(&Drawer::of(space, ""));
            fixed.extend([keys.records, keys.index]);
        }
        let first = fixed.len() + 1;
        let bucketed = Space::ALL.into_iter().filter(|space| is_bucketed(*space));
        fixed.extend(bucketed.map(|space| self.index(space)));
        (fixed, first)
    }
}

fn name(space: Space) -> &'static str {
    match space {
        Space::Row => "row",
        Space::Page => "page",
        Space::Field => "field",
        Space::Mark => "mark",
        Space::Alias => "alias",
        Space::Refused => "refused",
        Space::Job => "job",
        Space::Due => "due",
    }
}
