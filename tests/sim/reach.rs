//! What the runs reached: each command with each way it can end. The list is exact, so that a rule
//! which the generators lose, or gain, is noticed.

use std::collections::BTreeMap;

use domain::answer::command::Command;
use domain::answer::verdict::Verdict;

/// How often each ending was seen.
#[derive(Debug, Default)]
pub(super) struct Reach(BTreeMap<(&'static str, Ending), u64>);

/// How a command ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Ending {
    Accepted,
    Partly,
    Unchanged,
    Refused(domain::answer::verdict::Code),
}

impl Reach {
    /// Counts a verdict.
    pub(super) fn saw(&mut self, command: &Command, verdict: &Verdict) {
        let ending = match verdict {
            Verdict::Accepted { refused, .. } if refused.is_empty() => Ending::Accepted,
            Verdict::Accepted { .. } => Ending::Partly,
            Verdict::Unchanged => Ending::Unchanged,
            Verdict::Refused(refusal) => Ending::Refused(refusal.code),
        };
        *self.0.entry((name(command), ending)).or_insert(0) += 1;
    }

    /// Takes in what another run reached.
    pub(super) fn extend(&mut self, other: Self) {
        for (ending, n) in other.0 {
            *self.0.entry(ending).or_insert(0) += n;
        }
    }

    /// Everything that was seen, a line a command.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for (command, ending) in self.0.keys() {
            lines.entry(command).or_default().push(ending.text());
        }
        let lines = lines.into_iter();
        lines
            .map(|(command, endings)| format!("{command}: {}", endings.join(" ")))
            .collect()
    }
}

impl Ending {
    fn text(self) -> String {
        match self {
            Self::Accepted => "accepted".to_owned(),
            Self::Partly => "partly".to_owned(),
            Self::Unchanged => "unchanged".to_owned(),
            Self::Refused(code) => code.as_str(),
        }
    }
}

fn name(command: &Command) -> &'static str {
    match command {
        Command::Open => "open",
        Command::Discover { .. } => "discover",
        Command::Publish { .. } => "publish",
        Command::Start { .. } => "start",
        Command::Settle { .. } => "settle",
        Command::Fail { .. } => "fail",
        Command::Postpone { .. } => "postpone",
        Command::Skip { .. } => "skip",
        Command::Reopen { .. } => "reopen",
        Command::AddItem(item) if item.draft => "draft",
        Command::AddItem(item) if item.merge => "merge",
        Command::AddItem(_) => "add",
        Command::UpdateItem { .. } => "update",
        Command::SetField { .. } => "set",
        Command::RemoveItems { .. } => "remove",
        Command::MarkAbsent { .. } => "absent",
        Command::Done { .. } => "done",
    }
}

/// What the generators reach, in all kinds of runs together.
pub(super) const REACHED: &[&str] = &[
    "absent: accepted partly unchanged no_rows not_nullable unknown_field empty_argument \
     reason_missing pages_unread already_settled no_look_since_bounce",
    "add: accepted unchanged bad_url type_mismatch enum_mismatch enum_not_evidenced \
     stub_throttled duplicate not_an_object",
    "discover: accepted partly unchanged",
    "done: accepted",
    "draft: accepted partly unchanged missing_required enum_mismatch stub_throttled duplicate \
     stale_lease",
    "fail: accepted unchanged stale_lease unknown_page",
    "merge: accepted unchanged bad_url type_mismatch enum_mismatch enum_not_evidenced \
     stub_throttled not_an_object",
    "open: accepted unchanged",
    "postpone: accepted unchanged stale_lease unknown_page",
    "publish: accepted unchanged unknown_page closed",
    "remove: accepted index_out_of_range empty_argument",
    "reopen: accepted unchanged unknown_page",
    "set: accepted unchanged type_mismatch enum_mismatch constraint enum_not_evidenced \
     unknown_field is_answer_list",
    "settle: accepted unchanged stale_lease unknown_page",
    "skip: accepted unchanged unknown_page",
    "start: accepted unchanged stale_lease unknown_page",
    "update: accepted unchanged type_mismatch enum_not_evidenced stub_throttled duplicate \
     index_out_of_range not_an_object",
];
