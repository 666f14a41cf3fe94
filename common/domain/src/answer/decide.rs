//! From commands to verdicts and one commit, and what has to be loaded for it.

use std::collections::BTreeSet;

use super::Ctx;
use super::cells;
use super::command::{Command, Item};
use super::commit::{Commit, Footprint, RecordKey, Slice, Space};
use super::pair::{content_id, flag_key, id_of_key, key_of, page_alias};
use super::rules::{
    absence, add, field, frontier, gate, open, remove, settle, shells, stated, update,
};
use super::standing;
use super::verdict::{Code, Refusal, Verdict};
use super::view::{Halt, View};

/// Decides a batch: a verdict for each command, and one commit for all of them.
///
/// # Errors
/// [`Halt::Missing`] if a rule reads what was not loaded.
pub fn decide_all(
    slice: &Slice,
    ctx: Ctx<'_>,
    commands: &[Command],
) -> Result<(Vec<Verdict>, Commit), Halt> {
    let mut view = View::over(slice);
    let mut stale = BTreeSet::new();
    let mut verdicts = Vec::with_capacity(commands.len());
    for command in commands {
        let verdict = match drafted_under(command, &stale) {
            Some(refusal) => refusal.into(),
            None => decide(&mut view, ctx, command)?,
        };
        if let Command::Settle { page, .. } = command
            && (verdict.refusal().is_some() || settle::is_shell(&verdict))
        {
            stale.insert(page.as_str());
        }
        verdicts.push(verdict);
    }
    Ok((verdicts, view.into_commit()))
}

/// A draft goes the way of the read it was made from.
fn drafted_under(command: &Command, stale: &BTreeSet<&str>) -> Option<Refusal> {
    let Command::AddItem(item) = command else {
        return None;
    };
    let page = item.page.as_deref().filter(|_| item.draft)?;
    let message = "The read this was drafted from does not count.";
    stale
        .contains(page)
        .then(|| Refusal::new(Code::StaleLease, "", message))
}

/// Decides one command. A refused one changes nothing, but for the memory of refused items.
///
/// # Errors
/// [`Halt::Missing`] if a rule reads what was not loaded.
pub fn decide(view: &mut View<'_>, ctx: Ctx<'_>, command: &Command) -> Result<Verdict, Halt> {
    match command {
        Command::Open => open::open(view, ctx),
        Command::Discover { pages } => frontier::discover(view, ctx, pages),
        Command::Publish { page, until } => frontier::publish(view, ctx, page, *until),
        Command::Start { page, lease } => frontier::start(view, ctx, page, *lease),
        Command::Settle {
            page,
            lease,
            class,
            note,
            read,
        } => {
            let class = *class;
            let outcome = settle::Outcome { class, note, read };
            settle::settle(view, ctx, (page, *lease), outcome)
        }
        Command::Fail {
            page,
            lease,
            class,
            note,
            due_at,
        } => {
            let (class, due_at) = (*class, *due_at);
            let failure = frontier::Failure {
                class,
                note,
                due_at,
            };
            frontier::fail(view, ctx, (page, *lease), failure)
        }
        Command::Postpone {
            page,
            lease,
            due_at,
        } => frontier::postpone(view, ctx, (page, *lease), *due_at),
        Command::Skip { page, note } => frontier::skip(view, ctx, page, note),
        Command::Reopen { page, at } => frontier::reopen(view, ctx, page, *at),
        other => decide_answer(view, ctx, other),
    }
}

fn decide_answer(view: &mut View<'_>, ctx: Ctx<'_>, command: &Command) -> Result<Verdict, Halt> {
    match command {
        Command::AddItem(item) => add::add(view, ctx, item),
        Command::UpdateItem {
            row,
            fields,
            receipts,
        } => {
            let edit = update::Edit {
                row,
                fields,
                receipts,
            };
            update::update(view, ctx, edit)
        }
        Command::SetField {
            key,
            value,
            receipt,
        } => field::set(view, ctx, (key, value), receipt.as_ref()),
        Command::RemoveItems { rows, reason } => remove::remove(view, ctx, rows, reason),
        Command::MarkAbsent { fields, reason, by } => {
            let wish = absence::Wish { fields, reason, by };
            absence::mark(view, ctx, wish)
        }
        Command::Done { ask } => gate::done(view, ctx, *ask),
        _ => Ok(Verdict::Unchanged),
    }
}

/// What the commands are sure to read. What only the records themselves can name is loaded when a
/// decision asks for it.
pub fn footprint(ctx: Ctx<'_>, commands: &[Command]) -> Footprint {
    let mut names = Footprint::default();
    for command in commands {
        name(&mut names, ctx, command);
    }
    names
}

fn name(names: &mut Footprint, ctx: Ctx<'_>, command: &Command) {
    match command {
        Command::Open => {
            names.record(open::schema_key());
            for top in ctx.top_fields() {
                names.record(standing::field_key(&top.name));
                names.record(absence::top_mark(&top.name));
            }
        }
        Command::Discover { pages } => {
            for key in pages.iter().filter_map(|page| key_of(&page.url)) {
                pair(names, &id_of_key(&key));
            }
        }
        Command::Publish { page, .. } => {
            names.record(frontier::gate_key());
            pair(names, &id_of_key(page));
        }
        Command::Settle { page, read, .. } => {
            pair(names, &id_of_key(page));
            let target = key_of(&read.final_url);
            names.record(page_alias(target.as_ref().unwrap_or(page)));
            for record in shells::records(page, read) {
                names.record(record);
            }
            if read.stated_total.is_some() {
                names.record(settle::stated_total_key());
            }
            for member in &read.stated {
                names.record(flag_key(&member.pointer, &member.member));
            }
        }
        Command::Start { page, .. }
        | Command::Fail { page, .. }
        | Command::Postpone { page, .. }
        | Command::Skip { page, .. }
        | Command::Reopen { page, .. } => pair(names, &id_of_key(page)),
        Command::AddItem(item) => item_names(names, ctx, item),
        Command::UpdateItem { row, fields, .. } => {
            pair(names, row);
            claims(names, ctx, fields);
        }
        Command::SetField { key, .. } => {
            names.record(standing::field_key(key));
            names.record(absence::top_mark(key));
        }
        Command::RemoveItems { rows, .. } => rows.iter().for_each(|row| pair(names, row)),
        Command::MarkAbsent { .. } | Command::Done { .. } => {
            names.extend(standing::footprint(ctx));
            names.cell(cells::DETAILS);
        }
    }
}

fn pair(names: &mut Footprint, id: &str) {
    names.record(RecordKey::new(Space::Page, id));
    names.record(RecordKey::new(Space::Row, id));
    names.record(RecordKey::new(Space::Refused, id));
    names.cell(cells::MARKS);
}

fn item_names(names: &mut Footprint, ctx: Ctx<'_>, item: &Item) {
    let own = add::own_key(ctx, &item.item);
    if let (None, Some(key)) = (&item.page, &own) {
        names.record(page_alias(key));
    }
    if let Some(key) = item.page.as_ref().or(own.as_ref()) {
        pair(names, &id_of_key(key));
    } else {
        let content = content_id(&add::canonical(ctx, &item.item));
        pair(names, &id_of_key(&content));
        names.record(RecordKey::new(Space::Alias, content));
    }
    if !item.draft {
        names.cell(cells::STUBS);
    }
    claims(names, ctx, &item.item);
}

/// What says whether a page states the members that a row uses.
fn claims(names: &mut Footprint, ctx: Ctx<'_>, item: &serde_json::Value) {
    for claim in stated::claims_of_row(ctx, item) {
        names.record(flag_key(&claim.pointer, &claim.member));
        names.cell(cells::stated(&claim.pointer, &claim.member));
    }
}
