//! The bundled sample site: its scenarios, their job, schema and golden files.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};
use serde_json::Value;

use super::catalogue::Catalogue;
use super::framed_board::FramedBoard;
use super::job_board::JobBoard;
use super::plain_shop::PlainShop;
use super::sheets::Sheets;
use super::{Content, Page, lists, moorings};

/// The origin written in the scenarios' files, replaced by the server's.
pub const PLACEHOLDER: &str = "http://sample.windrow.test";

/// The job board, the shops, the guildhall and the moorings on one origin.
#[derive(Debug, Clone)]
pub struct SampleSite {
    board: JobBoard,
    shop: Catalogue,
    /// The list that moves while it is read has moved.
    moved: Arc<AtomicBool>,
    courses: FramedBoard,
    goods: PlainShop,
    sheets: Sheets,
}

impl SampleSite {
    /// The site as bundled.
    ///
    /// # Errors
    /// Its data files do not parse.
    pub fn bundled() -> Result<Self> {
        Ok(Self {
            board: JobBoard::bundled().context("job-board/board.json")?,
            shop: Catalogue::bundled().context("catalogue/catalogue.json")?,
            moved: Arc::default(),
            courses: FramedBoard::bundled().context("framed-board/courses.json")?,
            goods: PlainShop::bundled().context("plain-shop/products.json")?,
            sheets: Sheets::bundled().context("sheets.toml")?,
        })
    }
}

impl Content for SampleSite {
    fn page(&self, target: &str) -> Option<Page> {
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        match path {
            "/" => Some(Page::redirect("/jobs")),
            "/style.css" => Some(Page::new(
                200,
                "text/css",
                include_str!("../../site/style.css"),
            )),
            "/jobs" => Some(self.board.list(query)),
            "/robots.txt" => Some(Page::new(200, "text/plain", lists::ROBOTS)),
            "/lists/moves" => Some(lists::moves(query, &self.moved)),
            _ if path.starts_with("/lists/") => lists::page(path, query),
            _ if path.starts_with("/jobs/") => self.board.detail(path),
            _ => self
                .shop
                .page(path, query)
                .or_else(|| self.courses.page(path, query))
                .or_else(|| self.goods.page(path))
                .or_else(|| moorings::page(path, query))
                .or_else(|| self.sheets.page(path)),
        }
    }
}

/// A job on the sample site with its right answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scenario {
    /// Numbered list pages, JSON-LD, one posting gone.
    JobBoard,
    /// Rendered by script after a fetch, grows on scroll.
    Catalogue,
    /// List and courses in frames of another site that attach late.
    FramedBoard,
    /// No scripts: microdata and specification tables.
    PlainShop,
}

impl Scenario {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::JobBoard,
        Self::Catalogue,
        Self::FramedBoard,
        Self::PlainShop,
    ];

    /// Its folder's name.
    pub fn name(self) -> &'static str {
        match self {
            Self::JobBoard => "job-board",
            Self::Catalogue => "catalogue",
            Self::FramedBoard => "framed-board",
            Self::PlainShop => "plain-shop",
        }
    }

    /// The job file for a site at `origin`.
    pub fn job(self, origin: &str) -> String {
        fill(self.files().0, origin)
    }

    /// The schema file's text.
    pub fn schema(self) -> &'static str {
        self.files().1
    }

    /// The delivered document for a site at `origin`.
    ///
    /// # Errors
    /// The golden file does not parse.
    pub fn golden(self, origin: &str) -> Result<Value> {
        Ok(serde_json::from_str(&fill(self.files().2, origin))?)
    }

    /// Writes `job.yaml`, `schema.json` and `golden.json` into a folder.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn write(self, folder: &Path, origin: &str) -> Result<()> {
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        std::fs::write(folder.join("job.yaml"), self.job(origin))?;
        std::fs::write(folder.join("schema.json"), self.schema())?;
        std::fs::write(folder.join("golden.json"), fill(self.files().2, origin))?;
        Ok(())
    }

    fn files(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::JobBoard => (
                include_str!("../../site/job-board/job.yaml"),
                include_str!("../../site/job-board/schema.json"),
                include_str!("../../site/job-board/golden.json"),
            ),
            Self::Catalogue => (
                include_str!("../../site/catalogue/job.yaml"),
                include_str!("../../site/catalogue/schema.json"),
                include_str!("../../site/catalogue/golden.json"),
            ),
            Self::FramedBoard => (
                include_str!("../../site/framed-board/job.yaml"),
                include_str!("../../site/framed-board/schema.json"),
                include_str!("../../site/framed-board/golden.json"),
            ),
            Self::PlainShop => (
                include_str!("../../site/plain-shop/job.yaml"),
                include_str!("../../site/plain-shop/schema.json"),
                include_str!("../../site/plain-shop/golden.json"),
            ),
        }
    }
}

fn fill(text: &str, origin: &str) -> String {
    text.replace(PLACEHOLDER, origin)
}
