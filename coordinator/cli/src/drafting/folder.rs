//! The pages of a folder and of its subfolders, by path. What is passed over is counted, so that nobody
//! takes part of a folder for all of it.

use std::collections::BTreeMap;
use std::fs::DirEntry;
use std::path::{Path, PathBuf};

use url::Url;

use super::pages::{Entry, Html, Many, SavedPage, ends_in, unreadable};
use crate::exit::{Exit, Failure};

/// Endings of the files that are pages, each also with `.gz`.
pub(super) const ENDINGS: [&str; 3] = [".html", ".htm", ".xhtml"];
/// Endings of the folder in which a browser saves what belongs to a page.
const BELONGINGS: [&str; 2] = ["_files", "_data"];

/// What a walk through a folder found.
#[derive(Default)]
struct Found {
    /// Pages, and folders that could not be read with the reason.
    pages: Vec<(PathBuf, Option<String>)>,
    /// How much of which kind was passed over.
    passed_over: BTreeMap<String, usize>,
}

/// The pages of a folder; with a base each is at the base joined with its path below the folder.
pub(super) fn pages(folder: &Path, base: Option<&str>, listing: &str) -> Result<Many, Failure> {
    let base = base.map(parse).transpose()?;
    let mut found = walk(folder)?;
    found.pages.sort();
    let (folder, listing) = (folder.to_owned(), listing.to_owned());
    let passed_over = found.told();
    let pages = found.pages.into_iter().map(move |(path, fault)| {
        let below = path.strip_prefix(&folder).unwrap_or(&path);
        let name = below.to_string_lossy().replace('\\', "/");
        let url = base.as_ref().and_then(|base| address(base, &name));
        let page = SavedPage {
            url,
            html: Html::File(path),
            listing_text: listing.clone(),
            remedy: "give the folder's with --url",
        };
        Entry {
            name,
            line: None,
            page: fault.map_or(Ok(page), Err),
        }
    });
    Ok(Many {
        pages: Box::new(pages),
        passed_over,
    })
}

fn parse(base: &str) -> Result<Url, Failure> {
    let url = Url::parse(base).ok();
    let url = url.filter(|url| matches!(url.scheme(), "http" | "https"));
    url.ok_or_else(|| {
        let message = format!("--url: `{base}` is not an absolute http(s) address");
        Failure::new(Exit::Usage, message)
    })
}

/// Where a file of the folder was: its name is a path, whatever characters it has.
fn address(base: &Url, name: &str) -> Option<String> {
    let packed = [".gz", ".GZ"];
    let plain = packed.iter().find_map(|ending| name.strip_suffix(ending));
    let plain = plain.unwrap_or(name);
    let path = plain.replace('?', "%3F").replace('#', "%23");
    base.join(&format!("./{path}")).ok().map(String::from)
}

fn walk(folder: &Path) -> Result<Found, Failure> {
    let mut found = Found::default();
    let mut open = vec![folder.to_owned()];
    while let Some(at) = open.pop() {
        let entries = std::fs::read_dir(&at);
        let entries: std::io::Result<Vec<DirEntry>> = entries.and_then(Iterator::collect);
        match entries {
            Ok(entries) => open.extend(entries.iter().filter_map(|entry| found.take(entry))),
            Err(error) if at == folder => return Err(unreadable(folder, &error)),
            Err(error) => {
                let said = format!("the folder cannot be read: {error}");
                found.pages.push((at, Some(said)));
            }
        }
    }
    Ok(found)
}

impl Found {
    /// Takes a page, counts what is none, and gives a folder to go into.
    fn take(&mut self, entry: &DirEntry) -> Option<PathBuf> {
        let path = entry.path();
        // The kind of the entry itself: links to folders may lead in circles.
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        let name = entry.file_name().to_string_lossy().into_owned();
        let kind = if is_folder && name.starts_with('.') {
            "hidden folders".to_owned()
        } else if is_folder && belongs_to_page(&path) {
            "folders that belong to a saved page".to_owned()
        } else if is_folder {
            return Some(path);
        } else if path.is_dir() {
            "links to folders".to_owned()
        } else if ends_in(&path, &ENDINGS) && path.is_file() {
            self.pages.push((path, None));
            return None;
        } else {
            match path.extension() {
                Some(ending) => format!(".{}", ending.to_string_lossy()),
                None => "without an ending".to_owned(),
            }
        };
        *self.passed_over.entry(kind).or_default() += 1;
        None
    }

    fn told(&self) -> String {
        let kinds = self.passed_over.iter();
        let kinds: Vec<String> = kinds
            .map(|(kind, count)| format!("{count} {kind}"))
            .collect();
        kinds.join(", ")
    }
}

/// Whether a page beside a folder has its name: browsers save so what the page is made of.
fn belongs_to_page(folder: &Path) -> bool {
    let name = folder.to_string_lossy();
    let mut stems = BELONGINGS.iter().filter_map(|end| name.strip_suffix(end));
    stems.any(|stem| {
        let mut pages = ENDINGS.iter().map(|ending| format!("{stem}{ending}"));
        pages.any(|page| Path::new(&page).is_file())
    })
}
