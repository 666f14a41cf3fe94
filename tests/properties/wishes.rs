//! What may be asked of a job: commands whose rows and leases are told from what is there, with
//! values that are sometimes right and often not.

use std::collections::BTreeMap;

use domain::answer::command::{Command, Item};
use domain::answer::commit::{RecordKey, Space};
use domain::answer::pair::id_of_key;
use domain::answer::record::PageRead;
use domain::answer::shard::Shard;
use domain::evidence::StatedMember;
use domain::frontier::{FoundPage, Listing, Place};
use domain::page_class::PageClass;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value, json};

/// The time in every run.
pub(super) const NOW: u64 = 1_000;

/// Ends that the generators have to reach.
pub(super) const ENDINGS: [&str; 38] = [
    "add_item accepted",
    "add_item unchanged",
    "add_item duplicate",
    "add_item enum_not_evidenced",
    "add_item missing_required",
    "add_item stub_throttled",
    "add_item type_mismatch",
    "add_item unknown_key",
    "add_item constraint",
    "add_item bad_url",
    "add_item no_answer_list",
    "discover accepted",
    "discover unchanged",
    "done accepted",
    "fail accepted",
    "fail stale_lease",
    "fail unknown_page",
    "mark_absent accepted",
    "mark_absent already_settled",
    "mark_absent no_rows",
    "mark_absent not_nullable",
    "mark_absent pages_unread",
    "mark_absent unknown_field",
    "postpone accepted",
    "publish accepted",
    "remove_items accepted",
    "remove_items index_out_of_range",
    "reopen accepted",
    "set_field accepted",
    "set_field unchanged",
    "set_field unknown_field",
    "set_field is_answer_list",
    "settle accepted",
    "settle stale_lease",
    "skip accepted",
    "start accepted",
    "update_item accepted",
    "update_item index_out_of_range",
];

/// A command that still has to be told its row or its lease.
#[derive(Debug, Clone)]
pub(super) enum Wish {
    /// A command as it is.
    Plain(Command),
    /// The next step of a page: under the lease it has, or one older.
    Page(Step, u64, u64),
    /// An update of one of the rows.
    Update(usize, Value),
    /// Some of the rows are removed.
    Remove(Vec<usize>),
}

/// A step of a page.
#[derive(Debug, Clone)]
pub(super) enum Step {
    Publish,
    Start,
    Postpone,
    Fail(PageClass, Option<u64>),
    Settle(PageClass, u64, Vec<StatedMember>),
}

impl Wish {
    /// The command, given what is there.
    pub(super) fn command(&self, shard: &Shard) -> Command {
        match self {
            Self::Plain(command) => command.clone(),
            Self::Page(step, n, age) => step.command(shard, *n, *age),
            Self::Update(nth, fields) => Command::UpdateItem {
                row: row(shard, *nth),
                fields: fields.clone(),
                receipts: BTreeMap::new(),
            },
            Self::Remove(rows) => Command::RemoveItems {
                rows: rows.iter().map(|nth| row(shard, *nth)).collect(),
                reason: "not a boat".to_owned(),
            },
        }
    }
}

impl Step {
    fn command(&self, shard: &Shard, n: u64, age: u64) -> Command {
        let page = url(n);
        let key = RecordKey::new(Space::Page, id_of_key(&page));
        let record = shard.records().get(&key);
        let lease = record.and_then(|r| r.body["lease"].as_u64()).unwrap_or(0);
        let lease = lease.saturating_sub(age);
        let note = String::new();
        match self.clone() {
            Self::Publish => Command::Publish {
                page,
                until: NOW + 10,
            },
            Self::Start => Command::Start { page, lease },
            Self::Postpone => Command::Postpone {
                page,
                lease,
                due_at: NOW,
            },
            Self::Fail(class, due_at) => Command::Fail {
                page,
                lease,
                class,
                note,
                due_at,
            },
            Self::Settle(class, target, stated) => Command::Settle {
                page,
                lease,
                class,
                note,
                read: Box::new(PageRead {
                    final_url: url(target),
                    stated,
                    ..PageRead::default()
                }),
            },
        }
    }
}

/// The nth row, or none where there are not so many.
fn row(shard: &Shard, nth: usize) -> String {
    let mut rows = shard.scan(Space::Row, None, nth + 1);
    if rows.len() > nth {
        rows.swap_remove(nth).0
    } else {
        "nowhere".to_owned()
    }
}

fn url(n: u64) -> String {
    format!("https://s.test/p/{n}")
}

/// Any wishes, among them pages that are read from beginning to end.
pub(super) fn wishes() -> impl Strategy<Value = Vec<Wish>> {
    let some = prop_oneof![
        8 => wish().prop_map(|wish| vec![wish]),
        1 => (0..4_u64, settle()).prop_map(|(n, settle)| {
            let page = |step| Wish::Page(step, n, 0);
            let found = discover(vec![(n.min(2), "Ada".to_owned())]);
            vec![found, page(Step::Publish), page(Step::Start), page(settle)]
        }),
    ];
    prop::collection::vec(some, 1..40).prop_map(|all| all.concat())
}

/// Anything that can be asked for.
fn wish() -> impl Strategy<Value = Wish> {
    prop_oneof![
        8 => item().prop_map(|item| Wish::Plain(Command::AddItem(Box::new(item)))),
        8 => (step(), 0..4_u64, prop_oneof![9 => Just(0), 1 => Just(1)])
            .prop_map(|(step, n, age)| Wish::Page(step, n, age)),
        3 => prop::collection::vec((0..4_u64, "[a-z]{0,3}"), 1..4).prop_map(discover),
        3 => (0..3_usize, fields()).prop_map(|(nth, fields)| Wish::Update(nth, fields)),
        1 => prop::collection::vec(0..3_usize, 0..3).prop_map(Wish::Remove),
        3 => (prop_oneof![name(), Just("note".to_owned())], value()).prop_map(set),
        3 => (prop::collection::vec(name(), 0..3), select(vec!["", "looked", " "]))
            .prop_map(|(fields, reason)| Wish::Plain(Command::MarkAbsent {
                fields,
                reason: reason.to_owned(),
                by: "operator".to_owned(),
            })),
        1 => (0..3_u64).prop_map(|ask| Wish::Plain(Command::Done { ask })),
        1 => (0..4_u64).prop_map(|n| {
            Wish::Plain(Command::Skip { page: url(n), note: "robots".to_owned() })
        }),
        1 => (0..4_u64).prop_map(|n| Wish::Plain(Command::Reopen { page: url(n), at: NOW })),
    ]
}

fn set((key, value): (String, Value)) -> Wish {
    Wish::Plain(Command::SetField {
        key,
        value,
        receipt: None,
    })
}

fn discover(found: Vec<(u64, String)>) -> Wish {
    let pages = found.into_iter().map(|(n, text)| FoundPage {
        url: if n == 3 { text.clone() } else { url(n) },
        place: Place::default(),
        listing: Listing {
            text,
            ..Listing::default()
        },
        list: n == 0,
    });
    Wish::Plain(Command::Discover {
        pages: pages.collect(),
    })
}

fn step() -> impl Strategy<Value = Step> {
    let failure = select(vec![
        PageClass::Failed,
        PageClass::Challenge,
        PageClass::Shell,
    ]);
    prop_oneof![
        3 => Just(Step::Publish),
        3 => Just(Step::Start),
        1 => Just(Step::Postpone),
        1 => (failure, proptest::option::of(Just(NOW)))
            .prop_map(|(class, due_at)| Step::Fail(class, due_at)),
        2 => settle(),
    ]
}

fn settle() -> impl Strategy<Value = Step> {
    let class = select(vec![
        PageClass::Content,
        PageClass::Content,
        PageClass::Gone,
        PageClass::EmptyList,
        PageClass::Failed,
    ]);
    (class, 0..4_u64, prop::collection::vec(stated(), 0..2))
        .prop_map(|(class, target, stated)| Step::Settle(class, target, stated))
}

/// What a page may state, under the pointers of the schemas.
fn stated() -> impl Strategy<Value = StatedMember> {
    let pointers = vec![
        "/properties/boats/items/properties/rig",
        "/items/properties/rig",
        "/properties/rig",
        "/properties/data/properties/boats/items/properties/rig",
    ];
    (select(pointers), select(vec!["SLOOP", "KETCH"])).prop_map(|(pointer, member)| StatedMember {
        pointer: pointer.to_owned(),
        member: member.to_owned(),
        quote: member.to_owned(),
    })
}

fn item() -> impl Strategy<Value = Item> {
    let item = prop_oneof![8 => row_fields(), 1 => value()];
    let page = proptest::option::weighted(0.3, (0..4_u64, any::<bool>()));
    (item, page, any::<bool>()).prop_map(|(item, page, merge)| Item {
        item,
        page: page.map(|(n, _)| url(n)),
        merge,
        // A draft is made from a page.
        draft: page.is_some_and(|(_, draft)| draft),
        ..Item::default()
    })
}

/// A row that may well be right.
fn row_fields() -> impl Strategy<Value = Value> {
    let good = (
        select(vec!["Ada", "Bo"]),
        proptest::option::weighted(0.7, 0..4_u64),
        proptest::option::weighted(0.3, select(vec!["SLOOP", "KETCH"])),
        prop_oneof![3 => Just(json!(null)), 1 => Just(json!("x".repeat(130)))],
    );
    (good, fields(), any::<bool>()).prop_map(|((name, n, rig, text), other, odd)| {
        let mut row = json!({"name": name, "detailUrl": n.map(url), "rig": rig,
            "tags": [], "description": text});
        if let (true, Some(other)) = (odd, other.as_object()) {
            for (key, value) in other {
                row[key] = value.clone();
            }
        }
        row
    })
}

fn fields() -> impl Strategy<Value = Value> {
    let pair = (name(), value());
    prop::collection::vec(pair, 0..3).prop_map(|pairs| Value::Object(Map::from_iter(pairs)))
}

fn name() -> impl Strategy<Value = String> {
    let names = vec![
        "name",
        "detailUrl",
        "price",
        "rig",
        "tags",
        "description",
        "boats",
        "note",
        "data",
        "items",
        "odd/key~",
    ];
    select(names).prop_map(str::to_owned)
}

fn value() -> impl Strategy<Value = Value> {
    let odd = select(vec![
        json!(null),
        json!(true),
        json!(""),
        json!(" "),
        json!("Ada"),
        json!("SLOOP"),
        json!("ketch"),
        json!("http://"),
        json!(url(1)),
        json!(url(2)),
        json!(-1),
        json!(0),
        json!(2.5),
        json!("3"),
        json!(1e300),
        json!([]),
        json!(["a", "b"]),
        json!(["a", "a"]),
        json!([1, null]),
        json!({}),
        json!({"boats": []}),
        json!({"name": "Ada"}),
    ]);
    prop_oneof![4 => odd, 1 => "\\PC{0,12}".prop_map(Value::from)]
}
