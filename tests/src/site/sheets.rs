//! The sample site's sheets: one page for each way in which a page can be misread, with what a read of
//! it must give. `tests/README.md` lists them.

use serde::Deserialize;

use domain::page_class::PageClass;
use domain::panel::Wish;

use super::Page;

const LONG: &str = "The barn door was hung by two brothers in a wet spring and has not sagged since. \
    It is of larch, ledged and braced, with hinges that the smith across the yard drew out of an old \
    axle. Whoever opens it in winter learns why the latch is on the lee side, and whoever paints it \
    learns how many boards it has. The barn door closes by itself if the yard is level.";

/// A page and what must be read of it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    /// `/sheets/NAME`.
    pub name: String,
    /// What it is for.
    pub about: String,
    /// The query to ask with.
    #[serde(default)]
    pub query: String,
    /// Its status.
    #[serde(default = "ok")]
    pub status: u16,
    /// How much the read cares for a panel.
    #[serde(default)]
    pub wish: Wish,
    /// The class.
    pub class: PageClass,
    /// What the note begins with.
    #[serde(default)]
    pub note: String,
    /// Whether the content is read from a panel.
    #[serde(default)]
    pub panel: bool,
    /// Whether a picture is kept though it is no failure: the page may be, or was, the text around a panel.
    #[serde(default)]
    pub picture: bool,
    /// Words the content holds.
    #[serde(default)]
    pub says: String,
    /// Words it does not.
    #[serde(default = "none")]
    pub never: String,
    html: String,
}

fn ok() -> u16 {
    200
}

fn none() -> String {
    "\u{0}".to_owned()
}

impl Sheet {
    /// Its path and query.
    pub fn target(&self) -> String {
        match self.query.as_str() {
            "" => format!("/sheets/{}", self.name),
            query => format!("/sheets/{}?{query}", self.name),
        }
    }

    fn page(&self) -> Page {
        let other = "const OTHER = (path) => document.body.insertAdjacentHTML('beforeend', \
            `<iframe src=\"http://localhost:${location.port}${path}\" width=900 height=600></iframe>`);";
        let helper = if self.html.contains("OTHER(") {
            format!("<script>{other}</script>")
        } else {
            String::new()
        };
        let html = self.html.replace("LONG", LONG);
        Page::html(format!("<!doctype html><html lang=en><body>{helper}{html}"))
            .with_status(self.status)
    }
}

/// All sheets.
#[derive(Debug, Clone, Deserialize)]
pub struct Sheets {
    sheet: Vec<Sheet>,
}

impl Sheets {
    /// As bundled.
    ///
    /// # Errors
    /// The file does not parse.
    pub fn bundled() -> Result<Self, toml::de::Error> {
        toml::from_str(include_str!("../../site/sheets.toml"))
    }

    /// Each of them.
    pub fn all(&self) -> &[Sheet] {
        &self.sheet
    }

    /// The page at a path.
    pub(super) fn page(&self, path: &str) -> Option<Page> {
        let name = path.strip_prefix("/sheets/")?;
        self.sheet
            .iter()
            .find(|sheet| sheet.name == name)
            .map(Sheet::page)
    }
}
