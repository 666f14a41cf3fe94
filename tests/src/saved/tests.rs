//! Saved pages: places, order, policy, broken folders.

use std::io::Write;

use super::*;

fn folder(truth: &str, pages: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("truth.json"), truth).unwrap();
    std::fs::create_dir(folder.path().join("pages")).unwrap();
    for (id, body) in pages {
        let path = folder.path().join(format!("pages/{id}.html.gz"));
        let file = std::fs::File::create(path).unwrap();
        let mut packer = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
        packer.write_all(body).unwrap();
        packer.finish().unwrap();
    }
    folder
}

#[test]
fn serves_each_page_at_host_path_and_query() {
    let folder = folder(
        r#"{"b": {"url": "https://shop.example/a b?x=1&y=2"}, "a": {"url": "http://other.example"}}"#,
        &[("a", b"<p>A</p>"), ("b", b"<p>\xe4</p>")],
    );
    let saved = SavedPages::open(folder.path()).unwrap();
    let targets: Vec<&str> = saved.targets().iter().map(|(_, t)| t.as_str()).collect();
    assert_eq!(targets, ["/other.example/", "/shop.example/a%20b?x=1&y=2"]);

    let page = saved.page("/other.example/").unwrap();
    assert_eq!(page.body, b"<p>A</p>");
    assert!(page.headers.iter().any(|(name, value)| {
        name == "content-security-policy" && value.contains("script-src 'none'")
    }));
    // Not UTF-8: the browser has to sniff the encoding.
    let page = saved.page("/shop.example/a%20b?x=1&y=2").unwrap();
    assert_eq!(page.headers[0].1, "text/html");
    assert!(saved.page("/shop.example/a%20b").is_none());
}

#[test]
fn lists_every_page_once_in_id_order() {
    let folder = folder(
        r#"{"b": {"url": "https://shop.example/?x=1&y=2"}, "a": {"url": "http://other.example"}}"#,
        &[],
    );
    let list = SavedPages::open(folder.path()).unwrap().page("/").unwrap();
    let text = String::from_utf8(list.body).unwrap();
    let first = text.find("href=\"/other.example/\"").unwrap();
    let second = text.find("href=\"/shop.example/?x=1&amp;y=2\"").unwrap();
    assert!(first < second);
}

#[test]
fn refuses_folders_it_cannot_serve() {
    for (truth, reason) in [
        (r#"{"a": {}}"#, "a has no url"),
        (r#"{"a": {"url": "nowhere"}}"#, "a: nowhere"),
        (
            r#"{"a": {"url": "http://x.example"}, "b": {"url": "http://x.example/"}}"#,
            "two pages at /x.example/",
        ),
    ] {
        let folder = folder(truth, &[]);
        let refusal = SavedPages::open(folder.path()).unwrap_err();
        assert!(format!("{refusal:#}").contains(reason), "{refusal:#}");
    }
    assert!(SavedPages::open(Path::new("/nowhere")).is_err());
}
