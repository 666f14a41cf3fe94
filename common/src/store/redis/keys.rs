//! The names of a job's keys. All of them share the hash tag `{job}`, so that a cluster keeps them
//! in one slot and a script may touch them together (Redis cluster specification, "hash tags").

use domain::answer::commit::Space;
use domain::ids::JobId;

/// The keys of one job.
#[derive(Debug, Clone)]
pub(super) struct Keys {
    start: String,
}

/// The keys of one space of a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SpaceKeys {
    /// A hash: id to version and version of birth.
    pub(super) stamps: String,
    /// A hash: id to body.
    pub(super) bodies: String,
    /// A sorted set of the ids, all with the score 0.
    pub(super) order: String,
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

impl Keys {
    /// The keys of a job below a prefix, which has no brace in it.
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

    /// A counter: the bytes of all ids and bodies, as they are stored.
    pub(super) fn bytes(&self) -> String {
        format!("{}bytes", self.start)
    }

    /// The keys of a space.
    pub(super) fn space(&self, space: Space) -> SpaceKeys {
        let name = name(space);
        let key = |what: &str| format!("{}{name}:{what}", self.start);
        SpaceKeys {
            stamps: key("stamps"),
            bodies: key("bodies"),
            order: key("order"),
        }
    }

    /// Every key a job may have.
    pub(super) fn all(&self) -> Vec<String> {
        let mut all = vec![self.version(), self.cells(), self.bytes()];
        for space in Space::ALL {
            all.extend(self.space(space).into_array());
        }
        all
    }
}

impl SpaceKeys {
    /// In the order in which the scripts take them.
    pub(super) fn into_array(self) -> [String; 3] {
        [self.stamps, self.bodies, self.order]
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
