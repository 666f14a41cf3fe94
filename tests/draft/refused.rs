//! What was typed wrong is named, with what to do about it, and nothing is printed in a row's place.

use std::path::Path;

use anyhow::Result;

use crate::program::world;
use crate::run;

const AT: [&str; 2] = ["--url", "https://shop.example/lamp"];

fn check(folder: &Path, args: &[&str], code: i32, words: &[&str]) -> Result<()> {
    let said = run(folder, &[&["draft"], args].concat(), "")?;
    said.check(code, words);
    assert!(said.out.is_empty(), "{said:?}");
    Ok(())
}

#[test]
fn a_bad_schema() -> Result<()> {
    let folder = world()?;
    let check = |name: &str, bytes: &[u8], code: i32, words: &[&str]| -> Result<()> {
        if !bytes.is_empty() {
            std::fs::write(folder.path().join(name), bytes)?;
        }
        let args = [&["page.html", "--schema", name], &AT[..]].concat();
        check(folder.path(), &args, code, words)
    };
    check("missing.json", b"", 2, &["missing.json", "No such file"])?;
    let none = ["no.json is not JSON", "line 1 column 2"];
    check("no.json", b"not json", 5, &none)?;
    let page = ["page.html", "--schema", "https://a.example/schema.json"];
    let address = ["cannot read the schema https://", "save what is there"];
    self::check(folder.path(), &[&page, &AT[..]].concat(), 2, &address)?;
    let binary = ["binary.json", "no text in UTF-8"];
    check("binary.json", b"\x89PNG\xff\xfe\x00", 2, &binary)?;
    check(
        "list.json",
        b"[]",
        5,
        &["list.json", "must be a JSON object"],
    )?;
    let kind = br#"{"properties": {"a": {"type": "strng"}}}"#;
    let words = ["/properties/a/type", "did you mean \"string\"?"];
    check("type.json", kind, 5, &words)?;
    let key = br#"{"propertys": {"a": {"type": "string"}}}"#;
    check(
        "key.json",
        key,
        5,
        &["/propertys", "did you mean `properties`?"],
    )
}

#[test]
fn a_page_that_is_none() -> Result<()> {
    let folder = world()?;
    let check = |name: &str, bytes: &[u8], words: &[&str]| -> Result<()> {
        std::fs::write(folder.path().join(name), bytes)?;
        let args = [&[name, "--schema", "schema.json"], &AT[..]].concat();
        check(folder.path(), &args, 2, words)
    };
    let binary = ["binary.html holds no text"];
    check("binary.html", b"\x89PNG\r\n\x1a\n\x00\x00\x00", &binary)?;
    let paper = ["paper.html is a PDF", "as HTML"];
    check("paper.html", b"%PDF-1.7\n%\xe2\xe3\n1 0 obj", &paper)?;
    let archive =
        b"From: <Saved by Blink>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;";
    check("archive.html", archive, &["web archive", "as HTML"])?;
    let line = br#"{"url": "https://a.example/", "html": "<p>x"}"#;
    check("data.html", line, &["is JSON", ".ndjson"])?;
    check("lines.ndjson", line, &["--url", "`url`"])
}

#[test]
fn an_address_or_a_place_that_is_none() -> Result<()> {
    let folder = world()?;
    std::fs::write(folder.path().join("wide.ndjson"), b"\xff\xfe{\0")?;
    std::fs::write(folder.path().join("none.ndjson"), b"\n\n")?;
    std::fs::create_dir(folder.path().join("empty"))?;
    let check = |page: &[&str], words: &[&str]| -> Result<()> {
        let args = [page, &["--schema", "schema.json"]].concat();
        check(folder.path(), &args, 2, words)
    };
    check(&["wide.ndjson"], &["wide.ndjson is not in UTF-8", "iconv"])?;
    check(
        &["none.ndjson"],
        &["none.ndjson holds no pages", "one a line"],
    )?;
    check(&["missing.html"], &["there is no page missing.html"])?;
    let page = "https://a.example/page.html";
    check(&[page], &["it is an address", "--url", "windrow run"])?;
    check(&["-"], &["standard input holds no pages", "empty"])?;
    check(
        &["-", AT[0], AT[1]],
        &["standard input holds no pages", "empty"],
    )?;
    check(&["missing.ndjson"], &["missing.ndjson", "No such file"])?;
    check(&["page.html"], &["address is not known", "--url"])?;
    let absolute = ["`lamp`", "absolute http(s)"];
    check(&["page.html", "--url", "lamp"], &absolute)?;
    check(&["empty"], &["empty holds no pages", ".html"])?;
    let base = ["`ftp://a`", "absolute http(s)"];
    check(&["empty", "--url", "ftp://a"], &base)
}
