//! Many pages through the program: lines in their order, and a bad page that ends nothing.

use std::io::Write as _;

use anyhow::Result;
use flate2::Compression;
use flate2::write::GzEncoder;
use fleet_tests::program::windrow;
use serde_json::{Value, json};

use crate::{drafting, run};

fn page(name: &str) -> String {
    format!("<title>{name}</title><h1>{name}</h1><p>It is a thing of its own.</p>")
}

fn gzipped(text: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text)?;
    Ok(encoder.finish()?)
}

const SCHEMA: &str =
    r#"{"type": "object", "properties": {"name": {"type": "string"}, "url": {"type": "string"}}}"#;

fn names(lines: &[Value]) -> Vec<Value> {
    lines
        .iter()
        .map(|line| line["row"]["name"].clone())
        .collect()
}

#[test]
fn lines_of_pages_keep_their_order() -> Result<()> {
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join("schema.json"), SCHEMA)?;
    // Pages of very different size: the last ones are ready long before the first.
    let lines = (0..200).map(|at| {
        let filling = "<p>words and words</p>".repeat((200 - at) * 5);
        let html = format!("{}{filling}", page(&format!("Thing {at}")));
        json!({"url": format!("https://a.example/{at}"), "html": html}).to_string()
    });
    let input: Vec<String> = lines.collect();
    let said = run(folder.path(), &drafting("-", &[]), &input.join("\n"))?;
    said.check(0, &[]);
    let got = said.lines()?;
    let want: Vec<Value> = (0..200).map(|at| json!(format!("Thing {at}"))).collect();
    assert_eq!(names(&got), want);
    std::fs::write(
        folder.path().join("in.ndjson.gz"),
        gzipped(input.join("\n").as_bytes())?,
    )?;
    let again = run(folder.path(), &drafting("in.ndjson.gz", &[]), "")?;
    assert_eq!(again.out, said.out);
    Ok(())
}

#[test]
fn a_bad_page_ends_nothing() -> Result<()> {
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join("schema.json"), SCHEMA)?;
    std::fs::write(
        folder.path().join("two.html.gz"),
        gzipped(page("Two").as_bytes())?,
    )?;
    std::fs::write(
        folder.path().join("cut.html.gz"),
        &gzipped(page("Cut").as_bytes())?[..20],
    )?;
    let canonical = format!(
        "<link rel=canonical href='https://a.example/own'>{}",
        page("Own")
    );
    let lines = [
        json!({"url": "https://a.example/1", "html": page("One")}).to_string(),
        "{no json".to_owned(),
        String::new(),
        json!({"url": "https://a.example/2", "file": "two.html.gz"}).to_string(),
        json!({"url": "https://a.example/3", "file": "cut.html.gz"}).to_string(),
        json!({"url": "https://a.example/4", "file": "none.html"}).to_string(),
        json!({"url": "https://a.example/5"}).to_string(),
        json!({"url": "not an address", "html": page("Six")}).to_string(),
        json!({"html": page("Seven")}).to_string(),
        json!({"html": canonical}).to_string(),
        json!({"url": "https://a.example/8", "html": ""}).to_string(),
        json!({"url": "https://a.example/9", "html": "\u{0}<\u{1}\u{ffff}<![CDATA[<<script>"})
            .to_string(),
        json!({"url": "https://a.example/10", "html": page("Ten")}).to_string(),
    ];
    let said = run(folder.path(), &drafting("-", &[]), &lines.join("\n"))?;
    said.check(3, &[]);
    let got = said.lines()?;
    assert_eq!(got.len(), 12, "{said:?}");
    let failed: Vec<usize> = (0..12)
        .filter(|at| got[*at].get("error").is_some())
        .collect();
    assert_eq!(failed, [1, 3, 4, 5, 6, 7], "{said:?}");
    assert_eq!(got[1]["url"], "line 2");
    assert_eq!(got[1]["line"], 2);
    let remedies = [
        "line 2: is not JSON (",
        "cut.html.gz",
        "none.html",
        "neither `html` nor `file`",
    ];
    for (at, words) in [1, 3, 4, 5].into_iter().zip(remedies) {
        let error = got[at]["error"].as_str().unwrap_or("");
        assert!(error.contains(words), "{words:?}: {said:?}");
    }
    said.check(3, &["could not be drafted", "{\\\"url\\\": "]);
    assert_eq!(names(&got)[0], "One");
    assert_eq!(names(&got)[2], "Two");
    assert_eq!(got[8]["url"], "https://a.example/own");
    assert_eq!(names(&got)[11], "Ten");
    Ok(())
}

#[test]
fn a_folder_of_pages() -> Result<()> {
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join("schema.json"), SCHEMA)?;
    let pages = folder.path().join("pages");
    std::fs::create_dir(&pages)?;
    std::fs::write(pages.join("b.html"), page("B"))?;
    std::fs::write(pages.join("a.html.gz"), gzipped(page("A").as_bytes())?)?;
    std::fs::write(
        pages.join("c.htm"),
        b"<meta charset=iso-8859-2><h1>\xa3\xf3d\xbc</h1><p>A town it is.",
    )?;
    std::fs::write(pages.join("notes.txt"), "no page")?;
    for folder in ["below/deeper", "b_files", ".cache"] {
        std::fs::create_dir_all(pages.join(folder))?;
    }
    std::fs::write(pages.join("below/deeper/d #1?.html"), page("D"))?;
    std::fs::write(pages.join("b_files/frame.html"), page("Frame"))?;
    std::fs::write(pages.join(".cache/old.html"), page("Old"))?;
    std::os::unix::fs::symlink("..", pages.join("below/up"))?;
    let text = page("Ünter");
    let utf16 = text.encode_utf16().flat_map(u16::to_be_bytes);
    std::fs::write(pages.join("e.html"), utf16.collect::<Vec<u8>>())?;
    let base = ["--url", "https://a.example/things/"];
    let said = run(folder.path(), &drafting("pages", &base), "")?;
    said.check(0, &[]);
    let got = said.lines()?;
    assert_eq!(names(&got), ["A", "B", "D", "Łódź", "Ünter"]);
    assert_eq!(got[0]["row"]["url"], "https://a.example/things/a.html");
    let deep = "https://a.example/things/below/deeper/d%20%231%3F.html";
    assert_eq!(got[2]["row"]["url"], deep);
    let passed = [
        "passed over",
        "1 .txt",
        "1 folders that belong",
        "1 hidden",
        "1 links to",
    ];
    said.check(0, &passed);
    let said = run(folder.path(), &drafting("pages", &[]), "")?;
    said.check(3, &["--url"]);
    Ok(())
}

#[test]
fn a_page_may_come_on_standard_input() -> Result<()> {
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join("schema.json"), SCHEMA)?;
    let args = drafting("-", &["--url", "https://a.example/in"]);
    let said = run(folder.path(), &args, &format!("\n {}", page("In")))?;
    said.check(0, &[]);
    let row: Value = serde_json::from_str(&said.out)?;
    assert_eq!(row, json!({"name": "In", "url": "https://a.example/in"}));
    let args = drafting("-", &[]);
    run(folder.path(), &args, &page("In"))?.check(2, &["address is not known", "--url"]);
    run(folder.path(), &args, "")?.check(2, &["holds no pages", "one a line"]);
    Ok(())
}

/// A row that did not get to the disk is not a row.
#[test]
fn what_cannot_be_written_is_told() -> Result<()> {
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join("schema.json"), SCHEMA)?;
    std::fs::write(folder.path().join("page.html"), page("One"))?;
    let ended = std::process::Command::new(windrow()?)
        .args(drafting("page.html", &["--url", "https://a.example/1"]))
        .current_dir(folder.path())
        .stdout(std::fs::OpenOptions::new().write(true).open("/dev/full")?)
        .output()?;
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(4), "{said}");
    assert!(
        said.contains("standard output could not be written"),
        "{said}"
    );
    Ok(())
}
