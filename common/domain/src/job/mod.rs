//! The job file: what an operator asks for. Unknown keys are refused with a
//! pointer and a suggestion; everything not given has a documented default.

mod address;
mod map;
mod parse;
mod plain;
mod span;
#[cfg(test)]
mod tests;
mod values;

pub use address::{AllowRange, RANGES, special_range};
pub use map::{FieldMap, MapRule};
pub use parse::parse_job;
pub use span::Span;
pub use values::{address_finding, check_host};

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A job file, parsed and defaulted, not yet checked against the world.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct JobFile {
    /// 1 to 64 characters of `a-z 0-9 - _ .`; names the run folder.
    pub name: String,
    /// List pages.
    pub start: Vec<String>,
    /// Known detail addresses: discovery is skipped.
    pub pages: Vec<String>,
    /// A file with one detail address a line.
    pub pages_file: Option<String>,
    /// The JSON Schema: inline, or the path of a file relative to the job file.
    pub schema: Value,
    /// Which array holds the rows, if the schema has several.
    pub answer: Option<String>,
    /// Which address the own-page field holds.
    pub own_url: OwnUrl,
    /// Which property holds a row's own address.
    pub own_field: Option<String>,
    /// Which links are detail links.
    pub links: LinkFilter,
    /// How a list continues.
    pub follow: Follow,
    /// How pages are read.
    pub read: ReadOptions,
    /// Where single fields stand on their pages: the operator's last word.
    pub map: FieldMap,
    /// Further words that state members of closed sets: field, member, words.
    pub aliases: Aliases,
    /// Which pages may state a row's closed-set values.
    pub evidence: EvidenceScope,
    /// Who declares absence.
    pub absence: AbsenceMode,
    /// What happens when gaps remain after the repair pass.
    pub on_gaps: OnGaps,
    /// Politeness.
    pub manners: Manners,
    /// Budgets.
    pub limits: Limits,
}

impl Default for JobFile {
    fn default() -> Self {
        Self {
            name: String::new(),
            start: Vec::new(),
            pages: Vec::new(),
            pages_file: None,
            schema: Value::Null,
            answer: None,
            own_url: OwnUrl::Found,
            own_field: None,
            links: LinkFilter::default(),
            follow: Follow::default(),
            read: ReadOptions::default(),
            map: FieldMap::new(),
            aliases: Aliases::new(),
            evidence: EvidenceScope::Row,
            absence: AbsenceMode::Auto,
            on_gaps: OnGaps::Deliver,
            manners: Manners::default(),
            limits: Limits::default(),
        }
    }
}

/// Field name to member to the words that state it.
pub type Aliases =
    std::collections::BTreeMap<String, std::collections::BTreeMap<String, Vec<String>>>;

/// Which address the own-page field holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OwnUrl {
    /// As found on the list page.
    #[default]
    Found,
    /// After redirects.
    Final,
    /// The page's canonical link within its own host, else as found.
    Canonical,
}

/// Whose pages may state a row's closed-set values.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EvidenceScope {
    /// The row's own page and its place on the list page.
    #[default]
    Row,
    /// Every read page of the job.
    Job,
}

/// Who declares absence.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AbsenceMode {
    /// The coordinator, where every page was read and none names the field.
    #[default]
    Auto,
    /// Only an operator.
    Manual,
}

/// What happens when gaps remain after the repair pass.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OnGaps {
    /// Deliver with gaps.
    #[default]
    Deliver,
    /// Keep the run open for the operator.
    Hold,
}

/// Which links are detail links. All given filters must hold.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LinkFilter {
    /// CSS selector of the anchors, or of elements that contain them.
    pub selector: Option<String>,
    /// Text the absolute address contains.
    pub href_contains: Option<String>,
    /// Regular expression the absolute address matches.
    pub href_regex: Option<String>,
    /// Attribute values the anchor has.
    pub attr: std::collections::BTreeMap<String, String>,
    /// Only links a person sees.
    pub visible_only: bool,
}

/// Automatic or off.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Switch {
    /// As the page offers it.
    #[default]
    Auto,
    /// Never.
    Off,
}

/// How a list continues.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Follow {
    /// `rel=next` and numbered pages.
    pub next: Switch,
    /// Buttons that load more of the list in place, and those to its next page that are no links.
    pub load_more: Switch,
    /// Scrolling until the list stops growing.
    pub scroll: Switch,
    /// Sitemaps and feeds of the site as further list pages.
    pub sitemap: Switch,
    /// The most list pages a job reads.
    pub max_list_pages: u32,
    /// The most detail links a job takes.
    pub max_links: u32,
}

impl Default for Follow {
    fn default() -> Self {
        Self {
            next: Switch::Auto,
            load_more: Switch::Auto,
            scroll: Switch::Auto,
            sitemap: Switch::Off,
            max_list_pages: 500,
            max_links: 100_000,
        }
    }
}

/// How pages are read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ReadOptions {
    /// CSS selector that must be there before a page counts as ready.
    pub wait_for: Option<String>,
    /// CSS selectors of what is opened, by a press, before a page is read; each element once.
    pub expand: Vec<String>,
    /// The most time one page may take (`25s`, `500ms`, `2m`).
    pub timeout: Span,
    /// How often a failing page is tried.
    pub attempts: u32,
    /// Pages read in parallel, 1 to 48.
    pub wave: u32,
    /// Extra request headers.
    pub headers: std::collections::BTreeMap<String, String>,
    /// `Accept-Language`.
    pub language: Option<String>,
    /// Whether frames that may hold a page's content are read.
    pub frame: Switch,
    /// Whether reads that failed or met a challenge keep a screenshot and their text in the archive.
    pub evidence: Switch,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self {
            wait_for: None,
            expand: Vec::new(),
            timeout: Span::seconds(25),
            attempts: 3,
            wave: 8,
            headers: std::collections::BTreeMap::new(),
            language: None,
            frame: Switch::Auto,
            evidence: Switch::Auto,
        }
    }
}

/// Politeness, per host.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[derive(Default)]
pub struct Manners {
    /// Limits for each host.
    pub per_host: PerHost,
}

/// Limits for each host.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PerHost {
    /// Pages open at once.
    pub lanes: u32,
    /// Pause between two starts.
    pub delay: Span,
}

impl Default for PerHost {
    fn default() -> Self {
        Self {
            lanes: 8,
            delay: Span::seconds(0),
        }
    }
}

/// Budgets.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// The most detail pages that are read.
    pub pages: u32,
    /// The most time a run may take.
    pub time: Span,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            pages: 10_000,
            time: Span::seconds(7200),
        }
    }
}
