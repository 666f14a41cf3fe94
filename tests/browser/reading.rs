//! What a page's snapshot says: content, redirects, statuses, visibility, failures.

use common::browser::{AddressPolicy, Layer, ListRead, PageReader, ReadError};
use domain::disposition::ErrorClass;
use domain::job::Span;
use domain::snapshot::{NodeKind, Snapshot, Visibility};
use fleet_tests::ports::Port;

use crate::world::{World, text, visible};

#[tokio::test(flavor = "multi_thread")]
async fn reads_a_static_page() {
    let world = World::new().await;
    let page = world.page("/n/one").await;
    assert_eq!(page.status, Some(200));
    assert_eq!(page.title, "one");
    assert_eq!(page.lang.as_deref(), Some("en"));
    assert_eq!(page.final_url, world.site.url("/n/one"));
    assert!(visible(&page).starts_with("Article one Plain words"));
    assert!(page.settled && !page.truncated);
    // The same address again in the same tab is a new read.
    assert_eq!(world.page("/n/one").await, page);
    // A fragment of the document that is shown as well.
    let fragment = world.page("/n/one#part").await;
    assert_eq!(visible(&fragment), visible(&page));
    assert_eq!(fragment.final_url, world.site.url("/n/one#part"));
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn statuses_and_redirects_are_told() {
    let world = World::new().await;
    for code in [404, 410, 500, 503] {
        let page = world.page(&format!("/status/{code}")).await;
        assert_eq!(page.status, Some(code));
        assert_eq!(visible(&page), format!("status {code}"));
        let empty = world.page(&format!("/empty/{code}")).await;
        assert_eq!(empty.status, Some(code));
    }
    let page = world.page("/hop/5").await;
    assert_eq!(page.requested_url, world.site.url("/hop/5"));
    assert_eq!(page.final_url, world.site.url("/n/landed"));
    let moved = world.page("/p/moves").await;
    assert_eq!(moved.final_url, world.site.url("/n/moved"));
    assert!(visible(&moved).starts_with("Article moved"));
    // A redirect to the page the tab shows already.
    let again = world.page("/hop/0").await;
    assert!(visible(&again).starts_with("Article landed"));
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn late_content_is_waited_for() {
    let world = World::new().await;
    for (page, words) in [
        ("late", "the late words after 150"),
        ("later", "the late words after 2500"),
    ] {
        let page = world.page(&format!("/p/{page}")).await;
        assert!(visible(&page).contains(words), "{}", visible(&page));
        assert!(page.settled);
    }
    let mut request = world.request("/p/found");
    request.options.wait_for = Some(".wanted".to_owned());
    let page = world.reader.read(request).await.unwrap();
    assert!(visible(&page).contains("the wanted words"));
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_never_rests_is_read_unsettled() {
    let world = World::new().await;
    for page in ["spinner", "ticks"] {
        let page = world.page(&format!("/p/{page}")).await;
        assert!(!page.settled);
    }
    let mut request = world.request("/n/one");
    request.options.wait_for = Some(".never".to_owned());
    request.options.timeout = Span::seconds(6);
    let page = world.reader.read(request).await.unwrap();
    assert!(!page.settled && visible(&page).starts_with("Article one"));
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_download_is_no_page_and_stays_out_of_the_working_folder() {
    let world = World::new().await;
    let error = world.read("/download").await.unwrap_err();
    assert_eq!(
        (error.layer, error.class),
        (Layer::Http, ErrorClass::Permanent),
        "{error}"
    );
    assert!(!std::path::Path::new("a.bin").exists());
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn failures_name_their_layer() {
    let world = World::new().await;
    let unused = Port::free().unwrap();
    let refused = format!("http://{}/", unused.address());
    let tls = world.site.url("/n/one").replace("http:", "https:");
    let cases = [
        (
            refused.as_str(),
            Layer::Connect,
            ErrorClass::Transient,
            "refused",
        ),
        (
            "http://no-such-host.invalid/",
            Layer::Dns,
            ErrorClass::Transient,
            "does not resolve",
        ),
        (
            tls.as_str(),
            Layer::Tls,
            ErrorClass::Permanent,
            "secure connection",
        ),
        (
            "http://127.0.0.1:1/",
            Layer::Address,
            ErrorClass::Permanent,
            "does not go there",
        ),
        (
            "no address",
            Layer::Address,
            ErrorClass::Permanent,
            "no address",
        ),
    ];
    for (url, layer, class, words) in cases {
        let mut request = world.request("/");
        url.clone_into(&mut request.url);
        let error = world.reader.read(request).await.unwrap_err();
        assert_eq!(
            (error.layer, error.class, error.suspect),
            (layer, class, false),
            "{error}"
        );
        assert!(error.message.contains(words), "{error}");
    }
    let mut request = world.request("/held/never");
    request.options.timeout = Span::seconds(2);
    let error = world.reader.read(request).await.unwrap_err();
    assert_eq!(error.layer, Layer::Timeout, "{error}");
    assert!(visible(&world.page("/n/after").await).starts_with("Article after"));
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dialogs_popups_and_beforeunload_do_not_stop_the_lane() {
    let world = World::with(|options| options.lanes = 1).await;
    let page = world.page("/p/dialogs").await;
    assert!(visible(&page).contains("after the dialogs"));
    assert!(visible(&world.page("/p/unload").await).starts_with("Article u"));
    assert!(visible(&world.page("/p/popups").await).starts_with("Article popups"));
    for n in 0..20 {
        assert!(
            visible(&world.page(&format!("/n/{n}")).await).starts_with(&format!("Article {n}"))
        );
    }
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn shadow_trees_and_slots_are_flattened() {
    let world = World::new().await;
    let page = world.page("/p/shadow").await;
    assert_eq!(visible(&page), "first second fallback declared given end");
    assert_eq!(text(&page, Visibility::Hidden), "unslotted");
    let blank = world.page("/p/blank").await;
    let nodes = blank.dom.nodes.iter();
    let all: String = nodes
        .filter_map(|n| match &n.kind {
            NodeKind::Text(text) => Some(text.as_str()),
            NodeKind::Element { .. } => None,
        })
        .collect();
    assert_eq!(all, "a b\n c");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn visibility_is_what_is_rendered() {
    let world = World::new().await;
    let page = world.page("/p/sights").await;
    assert_eq!(
        visible(&page),
        "plain but this summary open unfolded unspoken faded typed"
    );
    assert_eq!(text(&page, Visibility::Closed), "folded away asked popped");
    assert_eq!(
        text(&page, Visibility::Hidden),
        "attribute display deep invisible skipped no canvas"
    );
    assert_eq!(
        text(&page, Visibility::Machine),
        "head words no script p { color: red }"
    );
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn scripts_attributes_frames_and_base_are_kept() {
    let world = World::new().await;
    let page = world.page("/p/scripts").await;
    let machine = text(&page, Visibility::Machine);
    for words in ["\"@type\"", "\"a\": 1", "__STATE__"] {
        assert!(machine.contains(words), "{machine}");
    }
    assert!(!machine.contains("program"), "{machine}");
    let link = find(&page, "a");
    assert_eq!(page.dom.attr(link, "onclick"), None);
    assert_eq!(page.dom.attr(link, "data-k"), Some("v"));
    assert_eq!(page.dom.attr(link, "itemprop"), Some("url"));
    let image = page.dom.attr(find(&page, "img"), "src").unwrap();
    assert!(image.starts_with("data:image/png") && image.len() == 64);
    let base = world.page("/p/base").await;
    assert_eq!(
        base.resolve("x").as_deref(),
        Some("http://other.example/dir/x")
    );
    let frames = world.page("/p/frames").await.frames;
    assert_eq!(frames.len(), 2);
    assert_eq!(frames[0].url, world.site.url("/n/inside"));
    assert_eq!(
        (frames[0].width, frames[0].height, frames[0].visible),
        (304, 204, true)
    );
    assert_eq!((frames[1].url.as_str(), frames[1].visible), ("", false));
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn depth_size_and_odd_text_are_no_limit() {
    let world = World::with(|options| options.lanes = 1).await;
    let deep = world.page("/p/deep").await;
    assert_eq!(visible(&deep), "the bottom");
    let bottom = find(&deep, "i");
    assert!(deep.dom.ancestors(bottom).count() > 1500);
    assert_eq!(deep.dom.nodes[0].end, deep.dom.nodes.len());
    let odd = world.page("/p/surrogates").await;
    assert!(
        visible(&odd).ends_with("x\u{fffd}y \u{1F600}"),
        "{}",
        visible(&odd)
    );
    assert_eq!(odd.replaced_surrogates, 3);
    assert!(visible(&world.page("/p/tojson").await).starts_with("Article t"));
    let mut request = world.request("/p/big");
    request.alone = true;
    let big = world.reader.read(request).await.unwrap();
    assert!(big.truncated || visible(&big).ends_with("the end"));
    assert!(visible(&big).len() > 1_000_000);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_are_scrolled_until_they_stop_growing() {
    let world = World::new().await;
    for (page, links) in [("grows", 60), ("inner", 40)] {
        let mut request = world.request(&format!("/p/{page}"));
        request.list = Some(ListRead::default());
        let page = world.reader.read(request).await.unwrap();
        let found = (0..page.dom.nodes.len()).filter(|&id| page.dom.tag(id) == "a");
        assert_eq!(found.count(), links);
    }
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn headers_are_the_jobs_own() {
    let world = World::with(|options| options.lanes = 1).await;
    let mut request = world.request("/headers");
    request
        .options
        .headers
        .insert("X-Token".into(), "t1".into());
    request.options.language = Some("de".to_owned());
    let page = world.reader.read(request).await.unwrap();
    assert_eq!(visible(&page), "token=t1; language=de;");
    let page = world.page("/headers").await;
    assert!(
        visible(&page).starts_with("token=none; language=none"),
        "{}",
        visible(&page)
    );
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_that_may_not_be_read_gives_nothing() {
    let policy = AddressPolicy::new(|host| match host {
        "localhost" => Err("a special address".to_owned()),
        _ => Ok(()),
    });
    let world = World::with(|options| options.address_policy = policy).await;
    let mut request = world.request("/");
    request.url = world.site.named_url("/n/secret");
    let error: ReadError = world.reader.read(request).await.unwrap_err();
    assert_eq!(
        (error.layer, error.class),
        (Layer::Address, ErrorClass::Permanent),
        "{error}"
    );
    assert!(visible(&world.page("/n/open").await).starts_with("Article open"));
    world.close().await;
}

fn find(page: &Snapshot, tag: &str) -> usize {
    let mut all = 0..page.dom.nodes.len();
    all.find(|&id| page.dom.tag(id) == tag).unwrap()
}
