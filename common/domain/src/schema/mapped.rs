//! The job's `map:` held against the schema: every name must be a field that a page can fill.

use super::{AnswerSchema, Field, Finding};
use crate::job::FieldMap;
use crate::pointer::below;

impl AnswerSchema {
    /// Takes over which fields an operator maps.
    ///
    /// # Errors
    /// A name that is no field of a row and no top-level field, the row's own address, or an object that
    /// only JSON can fill, each with its pointer in the job.
    pub fn add_map(&mut self, map: &FieldMap) -> Result<(), Vec<Finding>> {
        let mut findings = Vec::new();
        for (name, rule) in map {
            let at = below("/map", name);
            match self.mappable(name) {
                Err(message) => findings.push(finding(at, "unknown_field", message)),
                Ok(fields) => {
                    let nested = fields.iter().any(|field| holds_objects(field));
                    if nested && rule.json.is_none() {
                        let message = format!("`{name}` holds objects: only `json` can fill it");
                        findings.push(finding(at, "bad_value", message));
                    }
                }
            }
        }
        if !findings.is_empty() {
            return Err(findings);
        }
        self.mapped = map.keys().cloned().collect();
        Ok(())
    }

    /// The fields that a name of the map means.
    fn mappable(&self, name: &str) -> Result<Vec<&Field>, String> {
        let answer = self.answer.as_ref();
        if answer.is_some_and(|answer| answer.own_field.as_deref() == Some(name)) {
            return Err(format!(
                "`{name}` holds the address of the row's own page: `own_url` says which, and `own_field` \
                 may name another field"
            ));
        }
        let array = answer.and_then(|answer| answer.path.first());
        let top = self.top.iter().filter(|field| Some(&field.name) != array);
        let rows = answer.into_iter().flat_map(|answer| &answer.fields);
        let all: Vec<&Field> = rows.chain(top).collect();
        let meant: Vec<&Field> = all
            .iter()
            .copied()
            .filter(|field| field.name == name)
            .collect();
        if meant.is_empty() {
            let known: Vec<&str> = all.iter().map(|field| field.name.as_str()).collect();
            return Err(format!(
                "there is no field `{name}`; there are: {}",
                known.join(", ")
            ));
        }
        Ok(meant)
    }
}

fn holds_objects(field: &Field) -> bool {
    let element = field.element.as_deref();
    !field.children.is_empty() || element.is_some_and(|element| !element.children.is_empty())
}

fn finding(pointer: String, code: &str, message: String) -> Finding {
    Finding {
        pointer,
        code: code.to_owned(),
        message,
    }
}

#[cfg(test)]
mod tests;
