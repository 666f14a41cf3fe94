//! Evidence for closed sets: a member is accepted if the row's own page or its
//! place on the list states it; top-level fields, and rows without an own-page field, are checked
//! against every read page of the job. No page text is needed: pages record what they state.

#[cfg(test)]
mod tests;

use serde_json::{Value, json};

use crate::answer::Ctx;
use crate::answer::cells;
use crate::answer::pair::flag_key;
use crate::answer::record::PageRecord;
use crate::answer::verdict::{Code, Refusal};
use crate::answer::view::{Halt, View};
use crate::job::EvidenceScope;
use crate::page_class::PageClass;
use crate::schema::{UsedMember, is_not_stated};

/// Whose pages may state it.
#[derive(Debug, Clone, Copy)]
pub enum Scope<'a> {
    /// This page's record only; none means that nothing is stated.
    Page(Option<&'a PageRecord>),
    /// Every read page of the job.
    Job,
}

/// The scope of a row.
pub fn scope<'a>(ctx: Ctx<'_>, page: Option<&'a PageRecord>) -> Scope<'a> {
    if ctx.job.evidence == EvidenceScope::Job || (ctx.own_field().is_none() && page.is_none()) {
        return Scope::Job;
    }
    Scope::Page(page)
}

/// The members of closed sets that a row uses and that need evidence.
pub fn claims_of_row(ctx: Ctx<'_>, item: &Value) -> Vec<UsedMember> {
    let mut used = ctx.schema.members_in_row(item);
    used.retain(|used| !is_not_stated(&used.member));
    used
}

/// The same for the value of a top-level field; pointers begin at the document.
pub fn claims_of_top(ctx: Ctx<'_>, name: &str, value: &Value) -> Vec<UsedMember> {
    let mut used = ctx.schema.members_in_top(name, value);
    used.retain(|used| !is_not_stated(&used.member));
    for claim in &mut used {
        claim.place = format!("{}{}", crate::pointer::of(name), claim.place);
    }
    used
}

/// Refuses every claim that nothing in its scope states.
///
/// # Errors
/// See [`View::record`].
pub fn check(
    view: &mut View<'_>,
    scope: Scope<'_>,
    claims: &[UsedMember],
) -> Result<Vec<Refusal>, Halt> {
    let mut refusals = Vec::new();
    for claim in claims {
        if !is_stated(view, scope, claim)? {
            refusals.push(refuse(view, scope, claim));
        }
    }
    Ok(refusals)
}

fn is_stated(view: &mut View<'_>, scope: Scope<'_>, claim: &UsedMember) -> Result<bool, Halt> {
    match scope {
        Scope::Page(page) => Ok(page.is_some_and(|page| states(page, claim))),
        Scope::Job => {
            let flag: Option<bool> = view.record(&flag_key(&claim.pointer, &claim.member))?;
            Ok(flag.is_some())
        }
    }
}

fn states(page: &PageRecord, claim: &UsedMember) -> bool {
    cells::members(page).contains(&(claim.pointer.as_str(), claim.member.as_str()))
}

fn refuse(view: &View<'_>, scope: Scope<'_>, claim: &UsedMember) -> Refusal {
    let elsewhere = view.glance(&cells::stated(&claim.pointer, &claim.member));
    let unread = |page: Option<&PageRecord>| {
        page.is_none_or(|page| page.read_as != Some(PageClass::Content))
    };
    let (message, hint) = match scope {
        Scope::Job => (
            "No page that was read states it.".to_owned(),
            "Leave it null.".to_owned(),
        ),
        Scope::Page(page) if unread(page) => (
            "The row's own page has not been read, so nothing is stated yet.".to_owned(),
            "Leave it null until the page is read.".to_owned(),
        ),
        Scope::Page(_) if elsewhere > 0 => (
            format!("The row's own page does not state it; {elsewhere} other pages do."),
            "Leave it null, or set `evidence: job` if any page of the job may state it.".to_owned(),
        ),
        Scope::Page(_) => (
            "The row's own page does not state it.".to_owned(),
            "Leave it null.".to_owned(),
        ),
    };
    let mut refusal = Refusal::new(Code::EnumNotEvidenced, &claim.place, message)
        .got(json!(claim.member))
        .hint(hint);
    refusal.allowed = allowed(scope, claim);
    refusal
}

/// The members of the claim's closed set that its page does state.
fn allowed(scope: Scope<'_>, claim: &UsedMember) -> Vec<Value> {
    let Scope::Page(Some(page)) = scope else {
        return Vec::new();
    };
    let stated = cells::members(page).into_iter();
    stated
        .filter(|(pointer, _)| *pointer == claim.pointer)
        .map(|(_, member)| json!(member))
        .collect()
}
