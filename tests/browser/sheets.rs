//! Every sheet of the sample site is read for what it is.

use std::fmt::Write;

use common::browser::PageReader;
use domain::page_class::PageClass;
use draft::{Sought, classify_reading, content_of, page_facts};
use fleet_tests::site::{SampleSite, Sheet, Sheets, SiteServer};

use crate::world::World;

/// What is wrong with a read of a sheet; empty if nothing is.
async fn wrong(world: &World, site: &SiteServer, sheet: &Sheet) -> String {
    let mut request = world.request("/");
    request.url = site.url(&sheet.target());
    request.panel = sheet.wish;
    request.advice = Some(worker::advise);
    if sheet.class == PageClass::PanelMissing {
        request.options.timeout = domain::job::Span::seconds(8);
    }
    let snapshot = match world.reader.read(request).await {
        Ok(snapshot) => snapshot,
        Err(error) => return format!("{}: {error}\n", sheet.name),
    };
    let pictured = snapshot.screenshot.is_some();
    let reading = content_of(snapshot, sheet.wish, Sought::Detail);
    let (class, note) = classify_reading(&reading, sheet.wish);
    let text = page_facts(&reading.snapshot).text;
    let mut out = String::new();
    let well = matches!(
        class,
        PageClass::Content | PageClass::Gone | PageClass::EmptyList
    );
    for (is, what) in [
        (class == sheet.class, "class"),
        (note.starts_with(&sheet.note), "note"),
        (reading.panel.is_some() == sheet.panel, "panel"),
        (text.contains(&sheet.says), "says"),
        (!text.contains(&sheet.never), "never"),
        (pictured == (sheet.picture || !well), "picture"),
    ] {
        if !is {
            let name = &sheet.name;
            writeln!(
                out,
                "{name}: {what}: {class:?} \"{note}\" {:?}: {text}",
                reading.panel
            )
            .ok();
        }
    }
    out
}

#[tokio::test(flavor = "multi_thread")]
async fn every_sheet_is_read_for_what_it_is() {
    let world = World::new().await;
    let site = SiteServer::start(SampleSite::bundled().unwrap())
        .await
        .unwrap();
    let sheets = Sheets::bundled().unwrap();
    let reads = sheets.all().iter().map(|sheet| wrong(&world, &site, sheet));
    let found: String = futures::future::join_all(reads).await.concat();
    assert!(found.is_empty(), "{found}");
    world.close().await;
}

#[test]
fn the_readme_lists_every_sheet() {
    let readme = include_str!("../README.md");
    for sheet in Sheets::bundled().unwrap().all() {
        let class = serde_json::to_value(sheet.class).unwrap();
        let line = format!(
            "| `{}` | {} | {} |",
            sheet.name,
            sheet.about,
            class.as_str().unwrap()
        );
        assert!(readme.contains(&line), "tests/README.md lacks: {line}");
    }
}
