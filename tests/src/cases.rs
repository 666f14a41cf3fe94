//! The tests' own switches, and where the case files are: the bundled ones, and those of the folder
//! that `WINDROW_CASES` names, so that more of the same kind can be tried on a build.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Every `<kind>*.json` of both folders, by name.
///
/// # Errors
/// A folder cannot be read.
pub fn files(kind: &str) -> Result<Vec<PathBuf>> {
    let mut files = of_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("cases"), kind)?;
    #[expect(
        clippy::disallowed_methods,
        reason = "the tests' own switch, read in this place only"
    )]
    let more = std::env::var_os("WINDROW_CASES");
    if let Some(folder) = more {
        files.extend(of_folder(Path::new(&folder), kind)?);
    }
    Ok(files)
}

/// The one seed that `WINDROW_SIM_SEED` asks the simulation to play.
///
/// # Errors
/// It is not a number.
pub fn sim_seed() -> Result<Option<u64>> {
    #[expect(
        clippy::disallowed_methods,
        reason = "the tests' own switch, read in this place only"
    )]
    let seed = std::env::var_os("WINDROW_SIM_SEED");
    let parse = |seed: std::ffi::OsString| {
        let text = seed.to_string_lossy().into_owned();
        text.parse()
            .with_context(|| format!("WINDROW_SIM_SEED={text} is not a seed"))
    };
    seed.map(parse).transpose()
}

fn of_folder(folder: &Path, kind: &str) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let name = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned());
        let json = path.extension().is_some_and(|end| end == "json");
        if json && name.is_some_and(|name| name.starts_with(kind)) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
