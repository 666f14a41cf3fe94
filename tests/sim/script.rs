//! What the writers of a run want: batches of commands, weighted so that every rule is reached.

use std::sync::{Arc, OnceLock};

use domain::answer::command::{Command, Item};
use domain::answer::commit::{RecordKey, Space};
use domain::answer::pair::id_of_key;
use domain::answer::record::PageRead;
use domain::answer::shard::Shard;
use domain::evidence::StatedMember;
use domain::frontier::{FoundPage, Listing, Place};
use domain::page_class::PageClass;
use domain::schema::AnswerSchema;
use serde_json::{Value, json};

use super::dice::Dice;

/// Pages of a run; page 0 is a list page.
const PAGES: u64 = 5;

/// The schema of every run.
pub(super) fn schema() -> Arc<AnswerSchema> {
    static SCHEMA: OnceLock<Arc<AnswerSchema>> = OnceLock::new();
    let compile = || {
        let source = json!({"type": "object", "properties": {
            "boats": {"type": "array", "items": {"type": "object", "properties": {
                "name": {"type": "string"},
                "detailUrl": {"type": ["string", "null"]},
                "builder": {"type": ["string", "null"]},
                "description": {"type": ["string", "null"]},
                "rig": {"enum": ["SLOOP", "KETCH", null]}}, "required": ["name"]}},
            "season": {"enum": ["SUMMER", null]},
            "note": {"type": ["string", "null"]}}});
        Arc::new(AnswerSchema::compile(&source, None, None).unwrap())
    };
    SCHEMA.get_or_init(compile).clone()
}

fn url(n: u64) -> String {
    format!("https://s.test/p/{n}")
}

fn found(n: u64) -> FoundPage {
    FoundPage {
        url: url(n),
        place: Place {
            list: 0,
            index: u32::try_from(n).unwrap(),
        },
        listing: Listing::default(),
        list: n == 0,
    }
}

fn lease(shard: &Shard, n: u64) -> u64 {
    let key = RecordKey::new(Space::Page, id_of_key(&url(n)));
    let record = shard.records().get(&key);
    record.and_then(|r| r.body["lease"].as_u64()).unwrap_or(0)
}

/// What went before a run that is tilted towards absence: every page was read, and one row stands.
pub(super) fn prologue(kind: u64) -> Vec<Vec<Command>> {
    if kind != 1 {
        return Vec::new();
    }
    let way = |n: u64| {
        let page = url(n);
        let settle = Command::Settle {
            page: page.clone(),
            lease: 1,
            class: PageClass::Content,
            note: String::new(),
            read: Box::new(PageRead::default()),
        };
        vec![
            Command::Discover {
                pages: vec![found(n)],
            },
            Command::Publish {
                page: page.clone(),
                until: 1_000,
            },
            Command::Start { page, lease: 1 },
            settle,
        ]
    };
    let row = Item {
        item: json!({"name": "Boat", "detailUrl": url(1)}),
        page: Some(url(1)),
        draft: true,
        ..Item::default()
    };
    let mut batches: Vec<Vec<Command>> = (0..PAGES).map(way).collect();
    batches.push(vec![Command::AddItem(Box::new(row))]);
    batches
}

/// One writer's next batch. `kind` tilts the run towards stubs, absence or reading.
pub(super) fn batch(dice: &mut Dice, shard: &Shard, kind: u64) -> Vec<Command> {
    let n = 1 + dice.below(PAGES - 1);
    let weight = dice.below(100);
    match (kind, weight) {
        (0, 0..70) | (1, 0..15) | (2, 0..10) => vec![add(dice, n)],
        (1, 40..60) | (_, 65..75) => vec![update(dice, shard)],
        (1, 15..40) | (_, 45..55) => vec![mark(dice)],
        (_, 10..45) => read(dice, shard),
        (_, 55..65) => vec![field(dice)],
        (_, 75..80) => vec![remove(dice, shard)],
        (_, 80..90) => vec![Command::Discover {
            pages: vec![found(n), found(dice.below(PAGES))],
        }],
        (_, 90..95) => vec![Command::Reopen {
            page: url(n),
            at: 0,
        }],
        (_, 95..97) => vec![Command::Done],
        _ => vec![add(dice, n), add(dice, n)],
    }
}

/// Any step of a page's way.
fn read(dice: &mut Dice, shard: &Shard) -> Vec<Command> {
    let n = dice.below(PAGES);
    let page = url(n);
    let lease = lease(shard, n).saturating_sub(u64::from(dice.chance(10)));
    let publish = Command::Publish {
        page: page.clone(),
        until: 1_000,
    };
    let start = Command::Start {
        page: page.clone(),
        lease: lease + 1,
    };
    match dice.below(10) {
        0..3 => vec![
            Command::Discover {
                pages: vec![found(n)],
            },
            publish,
            start,
        ],
        3 => vec![Command::Fail {
            page,
            lease,
            class: *dice.pick(&[PageClass::Failed, PageClass::Challenge]),
            note: String::new(),
            due_at: dice.chance(50).then_some(0),
        }],
        _ => settle(dice, n, lease),
    }
}

fn settle(dice: &mut Dice, n: u64, lease: u64) -> Vec<Command> {
    let class = *dice.pick(&[PageClass::Content, PageClass::Content, PageClass::Gone]);
    let stated = (class == PageClass::Content).then(|| *dice.pick(&["SLOOP", "KETCH", "SUMMER"]));
    let schema = schema();
    let member = |member: &str| {
        let sets = schema.closed_sets();
        let set = sets
            .iter()
            .find(|set| set.members.iter().any(|m| m == member));
        StatedMember {
            pointer: set.unwrap().pointer.clone(),
            member: member.to_owned(),
            quote: member.to_owned(),
        }
    };
    let target = if dice.chance(20) {
        1 + dice.below(PAGES - 1)
    } else {
        n
    };
    let settle = Command::Settle {
        page: url(n),
        lease,
        class,
        note: String::new(),
        read: Box::new(PageRead {
            final_url: url(target),
            stated: stated.into_iter().map(member).collect(),
            ..PageRead::default()
        }),
    };
    if n == 0 || class != PageClass::Content || dice.chance(30) {
        return vec![settle];
    }
    let rig = stated.filter(|member| *member != "SUMMER" || dice.chance(50));
    let item = Item {
        item: json!({"name": format!("Boat {n}"), "detailUrl": url(n), "rig": rig}),
        page: Some(url(n)),
        draft: true,
        ..Item::default()
    };
    vec![settle, Command::AddItem(Box::new(item))]
}

fn add(dice: &mut Dice, n: u64) -> Command {
    let builder = dice.chance(40).then(|| format!("Yard {}", dice.below(2)));
    let substance = dice.chance(15).then(|| "x".repeat(121));
    let own = dice.chance(80).then(|| url(n));
    let rig = dice.chance(10).then_some("KETCH");
    let name = format!("Boat {}", dice.below(2));
    let item = json!({"name": name, "detailUrl": own, "builder": builder, "rig": rig,
        "description": substance});
    Command::AddItem(Box::new(Item {
        item,
        merge: dice.chance(20),
        ..Item::default()
    }))
}

fn row(dice: &mut Dice, shard: &Shard) -> String {
    let rows = shard.scan(Space::Row, None, 10);
    if rows.is_empty() {
        return "none".to_owned();
    }
    dice.pick(&rows).0.clone()
}

fn update(dice: &mut Dice, shard: &Shard) -> Command {
    let own = Value::String(url(1 + dice.below(PAGES - 1)));
    let fields = [
        json!({"builder": "Yard 9"}),
        json!({"builder": null}),
        json!({"description": null}),
        json!({"rig": "KETCH"}),
        json!({ "detailUrl": own }),
    ];
    Command::UpdateItem {
        row: row(dice, shard),
        fields: dice.pick(&fields).clone(),
        receipts: std::collections::BTreeMap::new(),
    }
}

fn remove(dice: &mut Dice, shard: &Shard) -> Command {
    Command::RemoveItems {
        rows: vec![row(dice, shard)],
        reason: "test".to_owned(),
    }
}

fn field(dice: &mut Dice) -> Command {
    let season = dice.chance(50);
    let note = dice.pick(&[Value::Null, json!("a"), json!("b")]).clone();
    Command::SetField {
        key: if season { "season" } else { "note" }.to_owned(),
        value: if season { json!("SUMMER") } else { note },
        receipt: None,
    }
}

fn mark(dice: &mut Dice) -> Command {
    let fields = ["builder", "description", "rig", "note", "season", "boats"];
    Command::MarkAbsent {
        fields: vec![(*dice.pick(&fields)).to_owned()],
        reason: "looked".to_owned(),
        by: "operator".to_owned(),
    }
}
