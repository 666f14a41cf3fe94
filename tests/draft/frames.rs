//! Frames that a browser saved beside a page are read in their places, and no file outside its folder is.

use anyhow::Result;
use serde_json::json;

use crate::{drafting, run};

const SCHEMA: &str = r#"{"type": "object", "properties": {"name": {"type": ["string", "null"]},
    "weight": {"type": ["string", "null"]}, "colour": {"type": ["string", "null"]}}}"#;
const FACT: &str = "<dl><dt>Weight</dt><dd>9 kg</dd></dl>";

#[test]
fn saved_frames_stand_in_their_places() -> Result<()> {
    let world = tempfile::tempdir()?;
    let folder = world.path().join("saved");
    std::fs::create_dir_all(folder.join("The page_files"))?;
    std::fs::write(world.path().join("schema.json"), SCHEMA)?;
    std::fs::write(world.path().join("secret.html"), FACT)?;
    let linked = folder.join("The page_files/linked.html");
    std::os::unix::fs::symlink(world.path().join("secret.html"), linked)?;
    std::fs::write(
        folder.join("The page_files/frame.html"),
        format!(
            "<body>{FACT}<iframe src='./inner.html'></iframe><iframe src='frame.html'></iframe>"
        ),
    )?;
    let inner = "<dl><dt>Colour</dt><dd>grey</dd></dl>";
    std::fs::write(folder.join("The page_files/inner.html"), inner)?;
    let root = world.path().join("secret.html").display().to_string();
    let whole = json!({"name": "Anvil", "weight": "9 kg", "colour": "grey"});
    let without = json!({"name": "Anvil", "weight": null, "colour": null});
    let check = |src: &str, expect: &serde_json::Value| -> Result<()> {
        let frame = format!("<iframe src=\"{src}\" width=600 height=400></iframe>");
        let html = format!("<title>Anvil</title><h1>Anvil</h1><p>It is heavy.</p>{frame}");
        std::fs::write(folder.join("The page.html"), html)?;
        let page = "saved/The page.html";
        let args = drafting(page, &["--url", "https://a.example/1"]);
        let said = run(world.path(), &args, "")?;
        said.check(0, &[]);
        let row: serde_json::Value = serde_json::from_str(&said.out)?;
        assert_eq!(row, *expect, "{src}: {said:?}");
        Ok(())
    };
    check("The page_files/frame.html", &whole)?;
    check("./The%20page_files/frame.html?x=1#top", &whole)?;
    check("The page_files/none.html", &without)?;
    for outside in [
        "../secret.html",
        "The page_files/../../secret.html",
        "..%2fsecret.html",
        "The page_files/linked.html",
        root.as_str(),
        &format!("file://{root}"),
        "https://a.example/The page_files/frame.html",
        "//a.example/frame.html",
    ] {
        check(outside, &without)?;
    }
    Ok(())
}
