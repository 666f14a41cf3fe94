//! A field's name that the schema does not have: the refusal names those that it has.

#[cfg(test)]
mod tests;

use serde_json::{Value, json};

use crate::answer::Ctx;
use crate::answer::verdict::{Code, Refusal};
use crate::spelling::meant;

/// So many names are told in the schema's order; of more, the likeliest come first.
const FEW: usize = 20;

/// That there is no field of this name among `known`; `at` is where the name was given.
pub fn unknown(at: &str, name: &str, message: &str, known: &[&str]) -> Refusal {
    let mut names = known.to_vec();
    if names.len() > FEW {
        let unlike = |one: &&str| -strsim::jaro_winkler(&one.to_lowercase(), &name.to_lowercase());
        names.sort_by(|one, other| unlike(one).total_cmp(&unlike(other)));
    }
    let hint = match (meant(name, names.iter().copied()), names.is_empty()) {
        (Some(one), _) => format!("Did you mean `{one}`?"),
        (None, false) => "`allowed` names the fields.".to_owned(),
        (None, true) => "There is no field that could be named here.".to_owned(),
    };
    let mut refusal = Refusal::new(Code::UnknownField, at, message).got(json!(name));
    refusal.allowed = names.into_iter().map(Value::from).collect();
    refusal.hint(hint)
}

/// That no top-level field has this name. One of a row is set row by row.
pub(super) fn unknown_top(ctx: Ctx<'_>, name: &str) -> Refusal {
    let at = crate::pointer::of(name);
    let known: Vec<&str> = ctx.top_fields().map(|field| field.name.as_str()).collect();
    if ctx.schema.row_field(name).is_none() {
        return unknown(&at, name, "The schema has no such top-level field.", &known);
    }
    let message = "It is a field of the rows, not of the answer as a whole.";
    unknown(&at, name, message, &known)
        .hint("Change it row by row, with update_item (`windrow update RUN --row N`).")
}

/// That neither rows nor the answer as a whole have a field of this name.
pub(super) fn unknown_anywhere(ctx: Ctx<'_>, name: &str) -> Refusal {
    let fields = ctx.row_fields().iter().chain(ctx.top_fields());
    let mut known: Vec<&str> = fields.map(|field| field.name.as_str()).collect();
    known.extend(ctx.answer_name());
    let at = crate::pointer::of(name);
    unknown(&at, name, "The schema has no such field.", &known)
}
