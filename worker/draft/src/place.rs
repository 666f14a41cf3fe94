//! Where an element stands, for people: a CSS selector that a browser's inspector finds it by. It starts at
//! the nearest element with an id, or at the outermost of a few elements, and is cut to a length.

use domain::snapshot::NodeId;

use crate::dom::Page;

/// A path has no more steps than this.
const STEPS: usize = 6;
/// Names of elements are no longer than this; others are left out.
const NAME: usize = 40;
/// Elements beside an element are counted up to this many: further on, a place among them helps nobody.
const BESIDE: usize = 200;

impl Page<'_> {
    /// The way to an element from the nearest one with an id: `div#price > p.amount:nth-of-type(2)`.
    /// At most six steps; classes of the last step only.
    pub(crate) fn place(&self, id: NodeId) -> String {
        let mut steps = vec![self.step(id, true)];
        let mut at = id;
        while steps.len() < STEPS && self.named(at, "id").is_none() {
            let Some(up) = self.dom.nodes[at].parent else {
                break;
            };
            if matches!(self.dom.tag(up), "" | "html") {
                break;
            }
            steps.push(self.step(up, false));
            at = up;
        }
        steps.reverse();
        steps.join(" > ")
    }

    /// The tag of an element and its id, if it has one: `div#price`.
    pub(crate) fn tag_and_id(&self, id: NodeId) -> String {
        let tag = self.dom.tag(id);
        let name = self.dom.attr(id, "id").filter(|name| !name.is_empty());
        name.map_or_else(|| tag.to_owned(), |name| format!("{tag}#{name}"))
    }

    fn step(&self, id: NodeId, last: bool) -> String {
        let tag = self.dom.tag(id);
        if let Some(name) = self.named(id, "id") {
            return format!("{tag}#{name}");
        }
        let class = self.named(id, "class").filter(|_| last);
        let class = class.map_or_else(String::new, |class| format!(".{class}"));
        let place = self.among(id);
        format!("{tag}{class}{place}")
    }

    /// The first word of an attribute that can stand in a selector as it is.
    fn named(&self, id: NodeId, attr: &str) -> Option<&str> {
        let whole = self.dom.attr(id, attr)?;
        // An id with a blank in it is one name, a class two.
        let mut words = whole.split(|ch: char| ch.is_whitespace() && attr == "class");
        let plain = |ch: char| ch.is_ascii_alphanumeric() || ch == '-' || ch == '_';
        words.find(|word| {
            word.len() <= NAME
                && word.starts_with(|ch: char| ch.is_ascii_alphabetic())
                && word.chars().all(plain)
        })
    }

    /// Which of its parent's elements of this tag it is, if there are several and it is one of the first.
    fn among(&self, id: NodeId) -> String {
        let tag = self.dom.tag(id);
        let Some(up) = self.dom.nodes[id].parent else {
            return String::new();
        };
        let mut place = 0;
        let mut several = false;
        for (count, at) in self.dom.children(up).enumerate() {
            if count == BESIDE && at <= id {
                return String::new();
            }
            if count == BESIDE || several && at > id {
                break;
            }
            if self.dom.tag(at) == tag {
                several |= place > 0;
                place += usize::from(at <= id);
            }
        }
        if several {
            format!(":nth-of-type({place})")
        } else {
            String::new()
        }
    }
}

#[cfg(test)]
mod tests;
