//! The harvest script's flat arrays and their conversion into a snapshot. It trusts no number of a
//! page: what does not add up is an error, never a panic.

use domain::snapshot::{FlatDom, Frame, Node, NodeKind, Snapshot, Visibility};
use serde::Deserialize;
use serde_json::Value;

use super::list::{Gathered, Seen};

/// What one visit of `read.js` answers: its first text. The second is the [`Body`].
#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
pub(super) enum Answer {
    /// Not ready yet.
    Waiting(bool),
    /// The script failed in the page.
    Error(String),
    /// A list was moved through; a harvest may come with it.
    List(Box<Seen>),
    /// The page is there.
    Page(Box<Head>),
}

impl Answer {
    /// Takes the script's two texts apart.
    pub(super) fn parse(value: Value) -> Result<(Self, String), String> {
        let (head, body): (String, String) =
            serde_json::from_value(value).map_err(|error| error.to_string())?;
        let head = serde_json::from_str(&head).map_err(|error| error.to_string())?;
        Ok((head, body))
    }
}

/// The facts of a harvested document.
#[derive(Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Head {
    /// `document.URL`.
    pub url: String,
    /// The address of the navigation's response.
    pub nav_url: String,
    /// `document.referrer`.
    pub referrer: String,
    /// When the document began, milliseconds: tells documents apart.
    #[serde(default)]
    pub doc: u64,
    /// The response's status; 0 if unknown.
    pub status: u16,
    pub title: String,
    pub base_url: String,
    pub lang: Option<String>,
    pub settled: bool,
    pub truncated: bool,
    pub replaced_surrogates: u32,
    /// Characters a person sees.
    pub said: u64,
    /// Hosts of shadow roots that no script can look into.
    pub closed_roots: u32,
    pub frames: Vec<HarvestFrame>,
}

/// A harvested document. `parents`, `sights`, `tags` and `attrs` run in step, one entry a node.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Body {
    /// The parent's index; -1 for the root.
    pub parents: Vec<i64>,
    /// 0 visible, 1 hidden, 2 closed, 3 machine.
    pub sights: Vec<u8>,
    /// The local name; null for text.
    pub tags: Vec<Option<String>>,
    /// An element's names and values by turns; a text node's text.
    pub attrs: Vec<Vec<String>>,
    /// An element's number in its document where they were asked for; 0 for text.
    #[serde(default)]
    pub ids: Vec<u64>,
}

/// A frame element.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HarvestFrame {
    pub url: String,
    pub width: u32,
    pub height: u32,
    pub visible: bool,
    pub fixed: bool,
}

impl Body {
    /// Reads the script's second text.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    /// The document and its elements' numbers.
    pub(super) fn into_dom(self) -> Result<(FlatDom, Vec<u64>), String> {
        let dom = dom(self.parents, &self.sights, self.tags, self.attrs)?;
        Ok((dom, self.ids))
    }

    /// The snapshot of this document, asked for as `requested`, laid over what was gathered from it
    /// before.
    pub(super) fn into_snapshot(
        self,
        head: Head,
        requested: String,
        gathered: Option<Gathered>,
    ) -> Result<Snapshot, String> {
        let dom = dom(self.parents, &self.sights, self.tags, self.attrs)?;
        let dom = match gathered.filter(|gathered| !gathered.is_empty()) {
            Some(mut gathered) => {
                gathered.add(dom, self.ids, head.doc);
                gathered.into_dom()
            }
            None => dom,
        };
        Ok(Snapshot {
            requested_url: requested,
            final_url: head.url,
            panel: None,
            status: (head.status != 0).then_some(head.status),
            title: head.title,
            lang: head.lang,
            base_url: head.base_url,
            dom,
            frames: head.frames.into_iter().map(Frame::from).collect(),
            settled: head.settled,
            screenshot: None,
            closed_roots: head.closed_roots,
            truncated: head.truncated,
            replaced_surrogates: head.replaced_surrogates,
        })
    }
}

impl From<HarvestFrame> for Frame {
    fn from(frame: HarvestFrame) -> Self {
        Self {
            url: frame.url,
            width: frame.width,
            height: frame.height,
            visible: frame.visible,
            fixed: frame.fixed,
            document: None,
        }
    }
}

fn dom(
    parents: Vec<i64>,
    sights: &[u8],
    tags: Vec<Option<String>>,
    attrs: Vec<Vec<String>>,
) -> Result<FlatDom, String> {
    let count = parents.len();
    if [sights.len(), tags.len(), attrs.len()] != [count; 3] {
        return Err("the harvest's arrays differ in length".to_owned());
    }
    let mut nodes = Vec::with_capacity(count);
    for (id, ((parent, tag), attrs)) in parents.into_iter().zip(tags).zip(attrs).enumerate() {
        nodes.push(Node {
            parent: parent_of(id, parent)?,
            end: id + 1,
            kind: kind(tag, attrs),
            visibility: visibility(sights[id])?,
        });
    }
    close_subtrees(&mut nodes);
    Ok(FlatDom { nodes })
}

fn parent_of(id: usize, parent: i64) -> Result<Option<usize>, String> {
    match usize::try_from(parent) {
        Ok(parent) if parent < id => Ok(Some(parent)),
        Err(_) if id == 0 => Ok(None),
        _ => Err(format!("node {id} names {parent} as its parent")),
    }
}

fn kind(tag: Option<String>, values: Vec<String>) -> NodeKind {
    let mut values = values.into_iter();
    match tag {
        None => NodeKind::Text(values.next().unwrap_or_default()),
        Some(tag) => {
            let mut attrs = Vec::with_capacity(values.len() / 2);
            while let (Some(name), Some(value)) = (values.next(), values.next()) {
                attrs.push((name, value));
            }
            NodeKind::Element { tag, attrs }
        }
    }
}

fn visibility(sight: u8) -> Result<Visibility, String> {
    match sight {
        0 => Ok(Visibility::Visible),
        1 => Ok(Visibility::Hidden),
        2 => Ok(Visibility::Closed),
        3 => Ok(Visibility::Machine),
        other => Err(format!("unknown visibility {other}")),
    }
}

/// Children follow their parents, so one pass from the back carries every end upwards.
fn close_subtrees(nodes: &mut [Node]) {
    for id in (1..nodes.len()).rev() {
        let end = nodes[id].end;
        if let Some(parent) = nodes[id].parent {
            nodes[parent].end = nodes[parent].end.max(end);
        }
    }
}

#[cfg(test)]
mod tests;
