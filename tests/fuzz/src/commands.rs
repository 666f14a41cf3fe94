//! Bytes to commands over a handful of pages, so that commands meet each other's results.

use std::collections::BTreeMap;

use domain::answer::command::{Command, Item};
use domain::answer::commit::Space;
use domain::answer::pair::id_of_key;
use domain::answer::record::PageRead;
use domain::answer::shard::Shard;
use domain::evidence::StatedMember;
use domain::frontier::{FoundPage, Listing, Place};
use domain::page_class::PageClass;
use domain::schema::AnswerSchema;
use serde_json::{Map, Value};

use crate::bytes::Bytes;

const CLASSES: [PageClass; 7] = [
    PageClass::Content,
    PageClass::Gone,
    PageClass::EmptyList,
    PageClass::Shell,
    PageClass::PanelMissing,
    PageClass::Challenge,
    PageClass::Failed,
];

const TIMES: [u64; 4] = [0, 5, 1_000, u64::MAX];

/// What the commands are made for.
#[derive(Debug, Clone, Copy)]
pub struct Scene<'a> {
    /// The schema.
    pub schema: &'a AnswerSchema,
    /// What is stored so far: rows and leases are taken from it.
    pub shard: &'a Shard,
}

impl Scene<'_> {
    /// The next command.
    pub fn command(self, bytes: &mut Bytes<'_>) -> Command {
        match bytes.below(16) {
            0 => Command::Open,
            1 => Command::Discover {
                pages: (0..=bytes.below(3)).map(|_| found(bytes)).collect(),
            },
            2 => Command::Skip {
                page: page(bytes),
                note: String::new(),
            },
            3 => Command::Reopen {
                page: page(bytes),
                at: *bytes.pick(&TIMES),
            },
            4..9 => self.reading(bytes),
            9..12 => Command::AddItem(Box::new(self.item(bytes))),
            12 => Command::UpdateItem {
                row: self.row(bytes),
                fields: self.fields(bytes),
                receipts: BTreeMap::new(),
            },
            13 => Command::SetField {
                key: name(bytes, self.schema.top.iter().map(|field| &*field.name)),
                value: bytes.value(3),
                receipt: None,
            },
            14 => Command::RemoveItems {
                rows: (0..bytes.below(3)).map(|_| self.row(bytes)).collect(),
                reason: bytes.text(),
            },
            _ if bytes.byte() % 4 == 0 => Command::Done {
                ask: u64::from(bytes.byte() % 3),
            },
            _ => Command::MarkAbsent {
                fields: (0..bytes.below(3)).map(|_| self.field(bytes)).collect(),
                reason: bytes.text(),
                by: "operator".to_owned(),
            },
        }
    }

    fn reading(self, bytes: &mut Bytes<'_>) -> Command {
        let page = page(bytes);
        let lease = self
            .lease(&page)
            .saturating_sub(u64::from(bytes.byte() == 7));
        match bytes.below(6) {
            0 => Command::Publish {
                page,
                until: *bytes.pick(&TIMES),
            },
            1 => Command::Start { page, lease },
            2 => Command::Postpone {
                page,
                lease,
                due_at: *bytes.pick(&TIMES),
            },
            3 => Command::Fail {
                page,
                lease,
                class: *bytes.pick(&CLASSES),
                note: bytes.text(),
                due_at: (bytes.byte() % 2 == 0).then_some(*bytes.pick(&TIMES)),
            },
            _ => Command::Settle {
                page,
                lease,
                class: *bytes.pick(&CLASSES),
                note: String::new(),
                read: Box::new(self.read(bytes)),
            },
        }
    }

    fn read(self, bytes: &mut Bytes<'_>) -> PageRead {
        let sets = self.schema.closed_sets();
        let stated = sets.iter().filter_map(|set| {
            let member = set.members.get(bytes.below(set.members.len() + 1))?;
            Some(StatedMember {
                pointer: set.pointer.clone(),
                member: member.clone(),
                quote: String::new(),
            })
        });
        let stated = stated.collect();
        PageRead {
            final_url: if bytes.byte() % 2 == 0 {
                page(bytes)
            } else {
                bytes.text()
            },
            stated,
            hinted: vec![self.field(bytes)],
            ..PageRead::default()
        }
    }

    fn lease(self, page: &str) -> u64 {
        let records = self.shard.scan(Space::Page, None, 64);
        let id = id_of_key(page);
        let record = records.iter().find(|(own, _)| *own == id);
        record
            .and_then(|(_, r)| r.body["lease"].as_u64())
            .unwrap_or(0)
    }

    fn item(self, bytes: &mut Bytes<'_>) -> Item {
        let flags = bytes.byte();
        Item {
            item: self.fields(bytes),
            page: (flags & 1 == 1).then(|| page(bytes)),
            merge: flags & 2 == 2,
            draft: flags & 4 == 4,
            ..Item::default()
        }
    }

    /// Some of the row's fields, or anything else.
    fn fields(self, bytes: &mut Bytes<'_>) -> Value {
        if bytes.byte() % 8 == 7 {
            return bytes.value(4);
        }
        let count = bytes.below(6);
        let fields = (0..count).map(|_| (self.field(bytes), bytes.value(3)));
        Value::Object(fields.collect::<Map<String, Value>>())
    }

    fn field(self, bytes: &mut Bytes<'_>) -> String {
        let fields = self.schema.answer.iter().flat_map(|answer| &answer.fields);
        name(bytes, fields.map(|field| &*field.name))
    }

    fn row(self, bytes: &mut Bytes<'_>) -> String {
        let rows = self.shard.scan(Space::Row, None, 16);
        let at = bytes.below(rows.len() + 1);
        rows.into_iter()
            .nth(at)
            .map_or_else(|| bytes.text(), |(id, _)| id)
    }
}

/// A declared name, or another text.
fn name<'a>(bytes: &mut Bytes<'_>, declared: impl Iterator<Item = &'a str>) -> String {
    let declared: Vec<&str> = declared.collect();
    let at = bytes.below(declared.len() + 1);
    declared
        .get(at)
        .map_or_else(|| bytes.text(), |name| (*name).to_owned())
}

fn page(bytes: &mut Bytes<'_>) -> String {
    match bytes.below(5) {
        4 => bytes.text(),
        n => format!("https://s.test/p/{n}"),
    }
}

fn found(bytes: &mut Bytes<'_>) -> FoundPage {
    let place = bytes.byte();
    FoundPage {
        url: page(bytes),
        place: Place {
            list: u32::from(place >> 4),
            index: u32::from(place & 15),
        },
        listing: Listing {
            text: bytes.text(),
            ..Listing::default()
        },
        list: bytes.byte() % 4 == 3,
    }
}
