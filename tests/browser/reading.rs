//! What a page's snapshot says: content, redirects, statuses, visibility, failures.

use common::browser::{Layer, PageReader};

use crate::world::{World, visible};

#[tokio::test(flavor = "multi_thread")]
async fn reads_a_static_page() {
    let world = World::new().await;
    let page = world.page("/n/one").await;
    assert_eq!(page.status, Some(200));
    assert_eq!(page.title, "one");
    assert_eq!(page.lang.as_deref(), Some("en"));
    assert_eq!(page.final_url, world.site.url("/n/one"));
    assert!(
        visible(&page).starts_with("Article one Plain words"),
        "{}",
        visible(&page)
    );
    assert!(page.settled && !page.truncated);
    world.close().await;
}
