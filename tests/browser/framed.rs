//! Pages with frames and shadow roots: what is in them is read where it may be content, whatever its
//! site, depth and delay, and no frame costs its page.

use common::browser::PageReader;
use domain::panel::Wish;
use domain::snapshot::Snapshot;

use crate::world::{World, visible};

/// The visible text of the document in a frame, by the numbers on the way to it.
fn inside(page: &Snapshot, path: &[usize]) -> Option<String> {
    let mut at = page;
    for &number in path {
        at = at.frames.get(number)?.document.as_deref()?;
    }
    Some(visible(at))
}

#[tokio::test(flavor = "multi_thread")]
async fn frames_are_read_whatever_their_site_and_depth() {
    let world = World::new().await;
    let check = async |name: &str, path: &[usize], words: &str| {
        let page = world.page(&format!("/p/{name}")).await;
        let text = inside(&page, path).unwrap_or_else(|| panic!("{name}: {:?}", page.frames));
        assert!(text.contains(words), "{name}: {text}");
    };
    check("framed-same", &[0], "Article same").await;
    check("framed-other", &[0], "Article other").await;
    check("framed-nested", &[0, 0], "Article nested").await;
    check("framed-srcdoc", &[0], "words given in the page").await;
    check("framed-shadow", &[0], "Article shadow").await;
    check("framed-late-data", &[0], "the late words after 900").await;
    check("framed-replaced", &[0], "Article panel-4120").await;
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_links_of_a_framed_document_resolve_against_its_own_address() {
    let world = World::new().await;
    let page = world.page("/p/framed-other").await;
    let document = page.frames[0].document.as_ref().unwrap();
    let link = document.resolve("/n/next").unwrap();
    assert_eq!(link, world.site.named_url("/n/next"));
    assert_eq!(document.status, Some(200));
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_frame_that_attaches_late_is_awaited_where_it_is_known_to_come() {
    let world = World::new().await;
    let page = world.page("/p/framed-too-late").await;
    assert!(page.settled && page.frames.is_empty(), "{:?}", page.frames);
    let mut request = world.request("/p/framed-late");
    for wish in [Wish::Required, Wish::Awaited] {
        request.panel = wish;
        let page = world.reader.read(request.clone()).await.unwrap();
        let text = inside(&page, &[0]).unwrap();
        assert!(text.contains("Article late"), "{wish:?}: {text}");
    }
    // A page that loads nothing later cannot get a frame.
    let mut request = world.request("/n/static");
    request.panel = Wish::Required;
    let page = world.reader.read(request).await.unwrap();
    assert!(page.settled && page.frames.is_empty());
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_frame_that_never_answers_costs_the_frame() {
    let world = World::new().await;
    for name in ["framed-hangs", "framed-spins"] {
        let mut request = world.request(&format!("/p/{name}"));
        request.options.timeout = domain::job::Span::seconds(30);
        let page = world.reader.read(request).await.unwrap();
        assert!(visible(&page).contains("around the frame"), "{name}");
        assert_eq!(inside(&page, &[0]), None, "{name}");
        // One that spins may hold up the renderer, and with it the others.
        let well = inside(&page, &[1]).is_some_and(|text| text.contains("Article well"));
        assert!(well || name == "framed-spins", "{name}");
        // The tab, and the session, go on.
        assert!(visible(&world.page("/n/after").await).contains("Article after"));
    }
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_content_is_not_entered() {
    let world = World::new().await;
    let page = world.page("/p/framed-beside").await;
    assert_eq!(page.frames.len(), 4, "{:?}", page.frames);
    for (number, frame) in page.frames.iter().enumerate() {
        assert!(frame.document.is_none(), "{number}: {}", frame.url);
    }
    assert!(page.frames[1].fixed);
    let mut request = world.request("/p/framed-same");
    request.options.frame = domain::job::Switch::Off;
    let page = world.reader.read(request).await.unwrap();
    assert!(page.frames[0].document.is_none());
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn closed_shadow_roots_are_told() {
    let world = World::new().await;
    for (name, expect) in [
        ("closed-script", 1),
        ("closed-declared", 1),
        ("sights", 0),
        ("framed-beside", 0),
        ("spacers", 0),
    ] {
        let page = world.page(&format!("/p/{name}")).await;
        assert_eq!(page.closed_roots, expect, "{name}");
    }
    world.close().await;
}
