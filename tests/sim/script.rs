//! What the writers of a run want: batches of commands, weighted so that every rule is reached.

use domain::answer::command::{Command, Item};
use domain::answer::commit::Space;
use domain::answer::record::PageRead;
use domain::answer::shard::Shard;
use domain::evidence::StatedMember;
use domain::page_class::PageClass;
use serde_json::{Value, json};

use super::dice::Dice;
use super::pages::{PAGES, any, found, is_list, lease, url};
use super::schema::schema;

/// What a run is tilted towards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Rows whose pages are not read.
    Stubs,
    /// Marks, with every page read to begin with.
    Absence,
    /// Pages on their way, and rows drafted from them.
    Reading,
    /// The gate, with pages that fail, move and are read again.
    Endings,
}

impl Kind {
    /// The kind of a seed.
    pub(super) fn of(seed: u64) -> Self {
        [Self::Stubs, Self::Absence, Self::Reading, Self::Endings]
            [usize::try_from(seed % 4).unwrap()]
    }
}

/// What went before, where the run is about what follows: one row stands and every page was read,
/// but for the list page of a run that is about endings.
pub(super) fn prologue(kind: Kind) -> Vec<Vec<Command>> {
    if matches!(kind, Kind::Stubs | Kind::Reading) {
        return Vec::new();
    }
    let way = |n: u64| {
        let page = url(n);
        let settle = Command::Settle {
            page: page.clone(),
            lease: 1,
            class: PageClass::Content,
            note: String::new(),
            read: Box::new(PageRead {
                stated: stated("KETCH")
                    .into_iter()
                    .filter(|_| kind == Kind::Endings && n < 3)
                    .collect(),
                ..PageRead::default()
            }),
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
    let first = u64::from(kind == Kind::Endings);
    let mut batches: Vec<Vec<Command>> = (first..PAGES).map(way).collect();
    batches.push(vec![Command::AddItem(Box::new(row))]);
    batches
}

/// How often each kind of run asks for what, in percent: add, update, mark, read, top-level field,
/// remove, discover, reopen, done, open; what is left to 100 are two rows at once.
const WEIGHTS: [(Kind, [u64; 10]); 4] = [
    (Kind::Stubs, [66, 6, 2, 8, 4, 3, 4, 1, 2, 1]),
    (Kind::Absence, [14, 16, 24, 14, 8, 5, 8, 5, 3, 1]),
    (Kind::Reading, [9, 8, 6, 42, 8, 4, 9, 5, 2, 3]),
    (Kind::Endings, [6, 12, 4, 32, 4, 3, 4, 14, 18, 1]),
];

/// One writer's next batch.
pub(super) fn batch(dice: &mut Dice, shard: &Shard, kind: Kind) -> Vec<Command> {
    let n = 1 + dice.below(PAGES - 1);
    let weights = WEIGHTS.iter().find(|(own, _)| *own == kind).unwrap().1;
    let mut weight = dice.below(100);
    let chosen = weights.iter().position(|share| {
        let hit = weight < *share;
        weight = weight.saturating_sub(*share);
        hit
    });
    match chosen {
        Some(0) => vec![add(dice, n)],
        Some(1) => vec![update(dice, shard)],
        Some(2) => vec![mark(dice)],
        Some(3) if kind == Kind::Endings && dice.chance(40) => again(dice, shard),
        Some(3) => read(dice, shard),
        Some(4) => vec![field(dice)],
        Some(5) => vec![remove(dice, shard)],
        Some(6) => vec![Command::Discover {
            pages: vec![found(n), found(dice.below(PAGES + 2))],
        }],
        Some(7) => vec![Command::Reopen {
            page: url(dice.below(PAGES + 2)),
            at: 0,
        }],
        Some(8) => vec![Command::Done { ask: dice.below(4) }],
        Some(9) => vec![Command::Open],
        _ => vec![add(dice, n), add(dice, n)],
    }
}

/// What a page that states a member leaves.
fn stated(member: &str) -> Option<StatedMember> {
    let sets = schema().closed_sets();
    let set = sets
        .into_iter()
        .find(|set| set.members.iter().any(|m| m == member))?;
    Some(StatedMember {
        pointer: set.pointer,
        member: member.to_owned(),
        quote: member.to_owned(),
    })
}

/// A page that came to an end is read once more.
fn again(dice: &mut Dice, shard: &Shard) -> Vec<Command> {
    let n = if dice.chance(60) {
        1 + dice.below(2)
    } else {
        any(dice)
    };
    let (page, lease) = (url(n), lease(shard, n) + 1);
    let mut way = vec![
        Command::Reopen {
            page: page.clone(),
            at: 0,
        },
        Command::Publish {
            page: page.clone(),
            until: 1_000,
        },
        Command::Start {
            page: page.clone(),
            lease,
        },
    ];
    if dice.chance(20) {
        way.push(Command::Fail {
            page,
            lease,
            class: PageClass::Challenge,
            note: String::new(),
            due_at: None,
        });
    } else {
        way.extend(settle(dice, n, lease));
    }
    way
}

/// Any step of a page's way.
fn read(dice: &mut Dice, shard: &Shard) -> Vec<Command> {
    let n = any(dice);
    let page = url(n);
    let lease = lease(shard, n).saturating_sub(u64::from(dice.chance(10)));
    let publish = Command::Publish {
        page: page.clone(),
        until: *dice.pick(&[5, 1_000, 1_000]),
    };
    let start = Command::Start {
        page: page.clone(),
        lease: lease + 1,
    };
    let found = Command::Discover {
        pages: vec![found(n)],
    };
    match dice.below(20) {
        0..5 => vec![found, publish, start],
        5 => vec![found, publish],
        6 => vec![Command::Start { page, lease }],
        7 => vec![Command::Postpone {
            page,
            lease,
            due_at: *dice.pick(&[0, 1_000]),
        }],
        8 => vec![Command::Skip {
            page,
            note: "robots".to_owned(),
        }],
        9 | 10 => vec![Command::Fail {
            page,
            lease,
            class: *dice.pick(&[PageClass::Failed, PageClass::Challenge, PageClass::Shell]),
            note: String::new(),
            due_at: dice.chance(40).then_some(0),
        }],
        _ => settle(dice, n, lease),
    }
}

fn settle(dice: &mut Dice, n: u64, lease: u64) -> Vec<Command> {
    let classes = [
        PageClass::Content,
        PageClass::Content,
        PageClass::Content,
        PageClass::Gone,
        PageClass::Failed,
        if is_list(n) {
            PageClass::EmptyList
        } else {
            PageClass::Content
        },
    ];
    let class = *dice.pick(&classes);
    let stated = (class == PageClass::Content).then(|| *dice.pick(&["SLOOP", "KETCH", "SUMMER"]));
    let target = if dice.chance(30) {
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
            stated: stated.and_then(self::stated).into_iter().collect(),
            stated_total: (is_list(n) && dice.chance(80)).then(|| 3 + dice.below(4)),
            ..PageRead::default()
        }),
    };
    if is_list(n) || class != PageClass::Content || dice.chance(30) {
        return vec![settle];
    }
    let rig = stated.filter(|member| *member != "SUMMER" || dice.chance(50));
    let item = Item {
        item: json!({"name": (!dice.chance(10)).then(|| format!("Boat {n}")),
            "detailUrl": url(n), "keel": null, "rig": rig}),
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
    let mut item = json!({"name": name, "detailUrl": own, "builder": builder, "rig": rig,
        "keel": null, "description": substance});
    if dice.chance(6) {
        spoil(dice, &mut item);
    }
    Command::AddItem(Box::new(Item {
        item,
        merge: dice.chance(20),
        ..Item::default()
    }))
}

/// A row that its schema refuses.
fn spoil(dice: &mut Dice, item: &mut Value) {
    match dice.below(4) {
        0 => item["detailUrl"] = json!("/p/1"),
        1 => item["name"] = Value::Null,
        2 => item["rig"] = json!("BRIG"),
        _ => *item = json!("Boat"),
    }
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
        json!({"builder": "Yard 0"}),
        json!({"builder": null}),
        json!({"description": null}),
        json!({"rig": "KETCH"}),
        json!({ "detailUrl": own.clone() }),
        json!({ "detailUrl": own }),
        json!({"name": 3}),
        json!("Boat"),
    ];
    Command::UpdateItem {
        row: row(dice, shard),
        fields: dice.pick(&fields).clone(),
        receipts: std::collections::BTreeMap::new(),
    }
}

fn remove(dice: &mut Dice, shard: &Shard) -> Command {
    Command::RemoveItems {
        rows: (0..dice.below(3)).map(|_| row(dice, shard)).collect(),
        reason: "test".to_owned(),
    }
}

fn field(dice: &mut Dice) -> Command {
    let (key, value) = match dice.below(20) {
        0..10 => ("season", json!("SUMMER")),
        10..16 => (
            "note",
            dice.pick(&[Value::Null, json!("a"), json!("b")]).clone(),
        ),
        16 => ("note", json!(7)),
        17 => ("year", json!(1_800)),
        18 => ("boats", json!([])),
        _ => ("season", json!("WINTER")),
    };
    let key = if dice.chance(3) { "harbour" } else { key };
    Command::SetField {
        key: key.to_owned(),
        value,
        receipt: None,
    }
}

fn mark(dice: &mut Dice) -> Command {
    let fields = [
        "builder",
        "description",
        "rig",
        "keel",
        "note",
        "season",
        "boats",
        "year",
        "harbour",
    ];
    let count = if dice.chance(90) { 1 } else { dice.below(3) };
    Command::MarkAbsent {
        fields: (0..count)
            .map(|_| (*dice.pick(&fields)).to_owned())
            .collect(),
        reason: if dice.chance(95) { "looked" } else { " " }.to_owned(),
        by: "operator".to_owned(),
    }
}
