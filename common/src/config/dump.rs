//! The settings in force as TOML. What an address carries besides its place (user, password, query)
//! may be a secret, so it is never printed; nor are tokens.

use toml::{Table, Value};
use url::Url;

use super::raw::Raw;

const HIDDEN: &str = "***";

pub(super) fn dump(raw: &Raw) -> String {
    let Ok(mut table) = Table::try_from(raw) else {
        return String::new();
    };
    for (_, section) in &mut table {
        hide(section);
        if let Some(Value::String(token)) = section.get_mut("token")
            && !token.is_empty()
        {
            HIDDEN.clone_into(token);
        }
    }
    table.to_string()
}

fn hide(value: &mut Value) {
    match value {
        Value::String(text) => {
            if let Some(hidden) = hide_address(text) {
                *text = hidden;
            }
        }
        Value::Table(table) => table.iter_mut().for_each(|(_, inner)| hide(inner)),
        Value::Array(list) => list.iter_mut().for_each(hide),
        _ => {}
    }
}

/// The address without its secrets, or `None` if it carries none.
fn hide_address(text: &str) -> Option<String> {
    let mut url = Url::parse(text).ok()?;
    let named = !url.username().is_empty() || url.password().is_some();
    if !named && url.query().is_none() {
        return None;
    }
    if named {
        url.set_username(HIDDEN).ok()?;
        url.set_password(None).ok()?;
    }
    if url.query().is_some() {
        url.set_query(Some(HIDDEN));
    }
    Some(url.into())
}
