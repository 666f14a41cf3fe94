//! Further words for members of closed sets, declared in the job (`aliases:`): they count as evidence
//! like the member itself, in the store and in drafts.

use super::{AnswerSchema, Field, Finding};
use crate::job::Aliases;
use crate::pointer::below;

impl AnswerSchema {
    /// Takes over a job's aliases: field name to member to words.
    ///
    /// # Errors
    /// A field without a closed set, or a member that its sets do not have, each with its pointer in
    /// the job.
    pub fn add_aliases(&mut self, aliases: &Aliases) -> Result<(), Vec<Finding>> {
        let sets = self.closed_sets();
        let mut findings = Vec::new();
        for (name, members) in aliases {
            let of_field: Vec<&String> = sets
                .iter()
                .filter(|set| set.name == *name)
                .flat_map(|set| &set.members)
                .collect();
            let at = below("/aliases", name);
            if of_field.is_empty() {
                let message =
                    format!("no field `{name}` of the schema has a closed set (enum or const)");
                findings.push(finding(at, "unknown_field", message));
                continue;
            }
            for member in members.keys().filter(|member| !of_field.contains(member)) {
                let known: Vec<&str> = of_field.iter().map(|member| member.as_str()).collect();
                let message = format!(
                    "`{member}` is not a member; there are: {}",
                    known.join(", ")
                );
                findings.push(finding(below(&at, member), "unknown_member", message));
            }
        }
        if !findings.is_empty() {
            return Err(findings);
        }
        self.aliases.clone_from(aliases);
        let rows = self.answer.iter_mut().flat_map(|answer| &mut answer.fields);
        for field in self.top.iter_mut().chain(rows) {
            name_field(field, aliases);
        }
        Ok(())
    }

    /// The aliases of a property's members, as further titles.
    pub(super) fn alias_titles(&self, name: &str) -> Vec<(String, String)> {
        titles(&self.aliases, name)
    }
}

fn titles(aliases: &Aliases, name: &str) -> Vec<(String, String)> {
    let members = aliases.get(name).into_iter().flatten();
    members
        .flat_map(|(member, words)| words.iter().map(|word| (member.clone(), word.clone())))
        .collect()
}

fn name_field(field: &mut Field, aliases: &Aliases) {
    if let Some(set) = &mut field.closed_set {
        set.titles.extend(titles(aliases, &field.name));
    }
    for child in &mut field.children {
        name_field(child, aliases);
    }
    if let Some(element) = &mut field.element {
        if let Some(set) = &mut element.closed_set {
            set.titles.extend(titles(aliases, &field.name));
        }
        for child in &mut element.children {
            name_field(child, aliases);
        }
    }
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
