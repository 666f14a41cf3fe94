//! CSS selectors over a flat DOM, by the `scraper` crate's engine.

use html5ever::{Attribute, LocalName, QualName, ns};
use scraper::error::SelectorErrorKind;
use scraper::node::{Element, Text};
use scraper::{ElementRef, Html, Selector};

use super::{FlatDom, NodeId, NodeKind};

/// A selector that does not parse.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct SelectorError(String);

/// Why a text is no selector, if it is none.
pub(crate) fn selector_fault(selector: &str) -> Option<String> {
    let error = Selector::parse(selector).err()?;
    Some(fault(selector, &error))
}

fn fault(selector: &str, error: &SelectorErrorKind) -> String {
    let why = match error {
        // The crate has a name for it and no words.
        SelectorErrorKind::UnexpectedSelectorParseError(kind) => {
            let name = format!("{kind:?}");
            let name = name.split(|ch: char| !ch.is_alphanumeric()).next();
            let mut words = String::new();
            for ch in name.unwrap_or_default().chars() {
                if ch.is_uppercase() && !words.is_empty() {
                    words.push(' ');
                }
                words.extend(ch.to_lowercase());
            }
            words
        }
        error => error.to_string(),
    };
    format!("`{selector}` is no CSS selector: {why}")
}

/// A flat DOM made ready for selectors. Making one costs a walk over the page: keep it where a page
/// is asked more than once.
#[derive(Debug)]
pub struct Selectable(Html);

impl Selectable {
    /// Converts a flat DOM.
    pub fn new(dom: &FlatDom) -> Self {
        let mut html = Html::new_document();
        let mut ids = Vec::with_capacity(dom.nodes.len());
        for node in &dom.nodes {
            let content = match &node.kind {
                NodeKind::Text(text) => scraper::Node::Text(Text {
                    text: text.as_str().into(),
                }),
                NodeKind::Element { tag, attrs } => scraper::Node::Element(element(tag, attrs)),
            };
            let above = node.parent.map_or(html.tree.root().id(), |up| ids[up]);
            if let Some(mut parent) = html.tree.get_mut(above) {
                ids.push(parent.append(content).id());
            }
        }
        Self(html)
    }

    /// The elements that match, in document order.
    ///
    /// # Errors
    /// The selector does not parse.
    pub fn select(&self, selector: &str) -> Result<Vec<NodeId>, SelectorError> {
        let parsed = Selector::parse(selector);
        let parsed = parsed.map_err(|error| SelectorError(fault(selector, &error)))?;
        // The arena keeps the order of insertion, so the n-th node after the document is node n.
        let nodes = self.0.tree.nodes().skip(1).enumerate();
        Ok(nodes
            .filter(|(_, node)| ElementRef::wrap(*node).is_some_and(|it| parsed.matches(&it)))
            .map(|(id, _)| id)
            .collect())
    }
}

fn element(tag: &str, attrs: &[(String, String)]) -> Element {
    let attribute = |(name, value): &(String, String)| Attribute {
        name: QualName::new(None, ns!(), LocalName::from(name.as_str())),
        value: value.as_str().into(),
    };
    let name = QualName::new(None, ns!(html), LocalName::from(tag));
    Element::new(name, attrs.iter().map(attribute).collect())
}

/// The elements that match, in document order.
///
/// # Errors
/// The selector does not parse.
pub fn select(dom: &FlatDom, selector: &str) -> Result<Vec<NodeId>, SelectorError> {
    Selectable::new(dom).select(selector)
}
