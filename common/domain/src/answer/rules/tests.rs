//! The scene in which each rule's table is played: a schema, a shard in memory, and short words for
//! what went before. The tables themselves stand beside their rules.

use serde_json::{Value, json};

use crate::answer::command::Command;
use crate::answer::commit::{Commit, RecordKey, Space};
use crate::answer::pair::id_of_key;
use crate::answer::shard::Shard;
use crate::answer::verdict::Verdict;
use crate::answer::view::{Halt, View};
use crate::answer::{Ctx, cells, decide_all, footprint};
use crate::job::JobFile;
use crate::schema::AnswerSchema;

/// The time in every scene.
const NOW: u64 = 1_000;

/// Rows with a page of their own, a closed set, an excused field, and three top-level fields.
pub(super) fn boats() -> Value {
    json!({"type": "object", "properties": {
        "boats": {"type": "array", "items": {"type": "object", "required": ["name"],
            "properties": {
                "name": {"type": "string"},
                "detailUrl": {"type": ["string", "null"]},
                "about": {"type": ["string", "null"]},
                "mast": {"type": ["string", "null"]},
                "rig": {"enum": ["SLOOP", "KETCH", "unknown", null]}},
            "if": {"properties": {"about": {"const": "motor boat"}}},
            "else": {"required": ["mast"]}}},
        "season": {"enum": ["SUMMER", null]},
        "note": {"type": ["string", "null"], "default": "none"},
        "year": {"type": "integer", "minimum": 1900}}})
}

/// A job's shard and what decides about it.
pub(super) struct Scene {
    pub(super) schema: AnswerSchema,
    pub(super) job: JobFile,
    pub(super) shard: Shard,
}

impl Scene {
    /// An empty shard under a schema.
    pub(super) fn of(schema: &Value) -> Self {
        Self {
            schema: AnswerSchema::compile(schema, None, None).expect("compiles"),
            job: JobFile::default(),
            shard: Shard::default(),
        }
    }

    /// A shard of [`boats`] after some steps.
    pub(super) fn after(steps: &[Vec<Value>]) -> Self {
        let mut scene = Self::of(&boats());
        scene.play(steps);
        scene
    }

    pub(super) fn ctx(&self) -> Ctx<'_> {
        Ctx {
            schema: &self.schema,
            job: &self.job,
            now: NOW,
        }
    }

    /// Plays steps that must all be taken.
    pub(super) fn play(&mut self, steps: &[Vec<Value>]) {
        for command in steps.iter().flatten() {
            let verdict = self.submit(command);
            assert!(verdict.holds(), "{command}: {verdict:?}");
        }
    }

    /// Decides a command, applies it and checks that a refusal wrote nothing of its own and that the
    /// cells are what a recount gives.
    pub(super) fn submit(&mut self, command: &Value) -> Verdict {
        let command: Command = serde_json::from_value(command.clone()).expect("a command");
        let (verdict, commit) = self.decide(&command);
        if !matches!(verdict, Verdict::Accepted { .. }) {
            let remembers = |key: &RecordKey| key.space == Space::Refused;
            assert!(
                commit.puts.keys().all(remembers),
                "{command:?} wrote {commit:?}"
            );
        }
        self.shard.apply(&commit).expect("nobody else writes");
        let recount = cells::recount(self.ctx(), self.shard.records()).expect("decodes");
        assert_eq!(&recount, self.shard.cells(), "{command:?}");
        verdict
    }

    fn decide(&self, command: &Command) -> (Verdict, Commit) {
        let commands = std::slice::from_ref(command);
        let mut names = footprint(self.ctx(), commands);
        loop {
            match decide_all(&self.shard.load(&names), self.ctx(), commands) {
                Ok((mut verdicts, commit)) => return (verdicts.remove(0), commit),
                Err(Halt::Missing(more)) => names.extend(more),
                Err(halt) => panic!("{halt}"),
            }
        }
    }

    /// The body of a record.
    pub(super) fn body(&self, space: Space, id: &str) -> Value {
        let record = self.shard.records().get(&RecordKey::new(space, id));
        record.map_or(Value::Null, |record| record.body.clone())
    }

    pub(super) fn cell(&self, name: &str) -> i64 {
        self.shard.cells().get(name).copied().unwrap_or(0)
    }

    /// Reads with everything loaded that is asked for.
    pub(super) fn view<T>(&self, read: impl Fn(&mut View<'_>) -> Result<T, Halt>) -> T {
        let mut slice = crate::answer::commit::Slice::default();
        loop {
            match read(&mut View::over(&slice)) {
                Ok(value) => return value,
                Err(Halt::Missing(more)) => {
                    let more = self.shard.load(&more);
                    slice.cells.extend(more.cells);
                    slice.records.extend(more.records);
                }
                Err(halt) => panic!("{halt}"),
            }
        }
    }
}

/// A verdict in a word: `accepted`, `unchanged`, `partly` with the codes, or `code /pointer`.
pub(super) fn word(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Accepted { refused, .. } if refused.is_empty() => "accepted".to_owned(),
        Verdict::Accepted { refused, .. } => {
            let codes: Vec<String> = refused.iter().map(|r| r.code.as_str()).collect();
            format!("partly {}", codes.join(" "))
        }
        Verdict::Unchanged => "unchanged".to_owned(),
        Verdict::Refused(refusal) => format!("{} {}", refusal.code.as_str(), refusal.pointer)
            .trim_end()
            .to_owned(),
    }
}

/// One line of a table over [`boats`]: what went before, the command, the verdict in a word.
pub(super) fn check(steps: &[Vec<Value>], command: &Value, expect: &str) {
    let mut scene = Scene::after(steps);
    let verdict = scene.submit(command);
    assert_eq!(
        word(&verdict),
        expect,
        "{command} after {steps:?}: {verdict:?}"
    );
}

/// The address, and key, of a page.
pub(super) fn url(n: u32) -> String {
    format!("https://s.test/{n}")
}

/// The id of a page and its row.
pub(super) fn id(n: u32) -> String {
    id_of_key(&url(n))
}

fn discover(n: u32, list: bool) -> Value {
    json!({"do": "discover", "pages": [{"url": url(n), "place": {"list": 0, "index": n},
        "listing": {"page": "", "text": "", "headings": []}, "list": list}]})
}

/// A detail page is known.
pub(super) fn found(n: u32) -> Vec<Value> {
    vec![discover(n, false)]
}

/// A list page is known.
pub(super) fn list(n: u32) -> Vec<Value> {
    vec![discover(n, true)]
}

/// A known page is published and started under a lease.
pub(super) fn started(n: u32, lease: u64) -> Vec<Value> {
    let publish = json!({"do": "publish", "page": url(n), "until": 2 * NOW});
    vec![
        publish,
        json!({"do": "start", "page": url(n), "lease": lease}),
    ]
}

/// A started page comes to a class and states members of the row's closed set.
pub(super) fn settled(n: u32, lease: u64, class: &str, members: &[&str]) -> Value {
    let stated = members.iter().map(|member| {
        let pointer = match *member {
            "SUMMER" => "/properties/season",
            _ => "/properties/boats/items/properties/rig",
        };
        json!({"pointer": pointer, "member": member, "quote": member})
    });
    let stated: Value = stated.collect();
    json!({"do": "settle", "page": url(n), "lease": lease, "class": class, "note": "",
        "read": {"final_url": url(n), "stated": stated}})
}

/// A detail page is found and read.
pub(super) fn read(n: u32, class: &str, members: &[&str]) -> Vec<Value> {
    let mut steps = found(n);
    steps.extend(started(n, 1));
    steps.push(settled(n, 1, class, members));
    steps
}

/// A row of a page as an operator adds it, with more fields.
pub(super) fn add(n: u32, fields: &Value) -> Value {
    let mut item = json!({"name": "Boat", "detailUrl": url(n), "mast": null});
    for (name, value) in fields.as_object().into_iter().flatten() {
        item[name] = value.clone();
    }
    json!({"do": "add_item", "item": item})
}

/// A draft of a page.
pub(super) fn draft(n: u32, fields: &Value) -> Value {
    let mut command = add(n, fields);
    command["page"] = json!(url(n));
    command["draft"] = json!(true);
    command
}
