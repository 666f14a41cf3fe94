//! The name of what the page is about: its heading, unless metadata says the same and more, or the
//! document's own title speaks against the heading.

use domain::evidence::Source;
use domain::snapshot::NodeId;

use crate::entity::has_type;
use crate::fill::Filler;
use crate::labels::value_text;
use crate::match_fields::Wanted;
use crate::receipt::Claim;
use crate::vocabulary::Kind;
use crate::words::squash;

impl Filler<'_> {
    /// The page's heading for a field that names its subject, unless metadata strictly extends it.
    pub(crate) fn heading(&self, wanted: &Wanted) -> Option<Claim> {
        let job_title = wanted
            .concept
            .is_some_and(|concept| concept.id == "jobTitle");
        let person = self
            .chosen
            .first()
            .is_some_and(|entity| has_type(&entity.value, "Person"));
        // Beside a field for a name, the heading is the name of who has the job.
        let named = || {
            ["name", "fullName", "full_name"]
                .iter()
                .any(|name| self.has_field(name))
        };
        if wanted.kind != Kind::Title || job_title && (person || named()) {
            return None;
        }
        let heading = self.evidence.title.as_ref()?;
        let text = self.bare(heading.node);
        let seen = squash(&text);
        let document = squash(&self.evidence.page.snapshot.title);
        // Decoration around the name ("Details about ...") and headings about something else give
        // way where the document's own title speaks for the metadata.
        let better = |stated: &str| {
            extends(stated, &seen) && stated != document
                || stated.len() > 3
                    && within(&document, stated)
                    && !within(&document, &seen)
                    && (within(&seen, stated) || !shares_word(&seen, stated))
        };
        let more = self.metadata(wanted).into_iter().flatten().find(|claim| {
            let stated = claim
                .value
                .as_str()
                .map(crate::text::plain)
                .unwrap_or_default();
            better(&squash(&stated))
        });
        Some(more.unwrap_or_else(|| Claim::seen(&text, Source::Text, heading.tag.clone())))
    }

    fn has_field(&self, name: &str) -> bool {
        self.schema
            .row_field(name)
            .or_else(|| self.schema.top_field(name))
            .is_some()
    }

    /// A heading's text, without the words in an element of their own before it ("Details about") that the
    /// document's title does not repeat with the rest.
    fn bare(&self, heading: NodeId) -> String {
        let page = self.evidence.page;
        let text = value_text(page, heading);
        let mut parts = page.dom.children(heading).filter(|at| page.ink(*at) > 0);
        let lead = parts.next().filter(|at| page.dom.text(*at).is_none());
        let rest = lead.and_then(|at| text.strip_prefix(page.text(at).trim()));
        let document = format!("{} ", squash(&page.snapshot.title));
        let begins = |text: &str| document.starts_with(&format!("{} ", squash(text)));
        match rest.map(str::trim) {
            Some(rest) if rest.len() > 3 && begins(rest) && !begins(&text) => rest.to_owned(),
            _ => text,
        }
    }

    /// Whether metadata names what is shown, perhaps in other letters or with more to it.
    pub(crate) fn is_told(&self, claim: &Claim, wanted: &Wanted) -> bool {
        let shown = squash(&claim.quote());
        let groups = self.metadata(wanted);
        let first = groups.iter().find(|claims| !claims.is_empty());
        let stated = first.map_or(&[][..], Vec::as_slice);
        matches!(stated, [one] if {
            let name = one.value.get("name").unwrap_or(&one.value);
            let name = squash(name.as_str().unwrap_or(""));
            name == shown || extends(&name, &shown)
        })
    }

    /// The document title without the site's name, as the last resort for a name.
    pub(crate) fn document_title(&self, wanted: &Wanted) -> Vec<Claim> {
        let title = &self.evidence.page.snapshot.title;
        let named = wanted.concept.is_some_and(|concept| concept.id == "name");
        let part = title.split(" | ").next().unwrap_or("");
        let part = part
            .split(" – ")
            .next()
            .unwrap_or("")
            .split(" — ")
            .next()
            .unwrap_or("");
        if !named
            || part.trim().is_empty()
            || !self.chosen.is_empty()
                && self.evidence.headings.is_empty()
                && self.evidence.page.ink(0) == 0
        {
            return Vec::new();
        }
        vec![Claim::seen(part, Source::Text, "title".to_owned())]
    }
}

/// Whether `more` says everything that `less` says, and more.
pub(crate) fn extends(more: &str, less: &str) -> bool {
    more.len() > less.len()
        && !less.is_empty()
        && format!("{more} ").starts_with(&format!("{less} "))
        && !more.contains(" com")
}

/// Whether a squashed text holds another as whole words.
fn within(whole: &str, part: &str) -> bool {
    !part.is_empty() && format!(" {whole} ").contains(&format!(" {part} "))
}

fn shares_word(one: &str, other: &str) -> bool {
    one.split(' ')
        .any(|word| word.len() > 2 && within(other, word))
}
