//! Addresses and boxes of frames: which name the page, which a sibling, which are furniture.

use super::{Bearing, bearing, may_hold_content, promising, shows_a_sibling};
use crate::snapshot::Frame;

fn frame(url: &str, width: u32, height: u32) -> Frame {
    Frame {
        url: url.to_owned(),
        width,
        height,
        visible: true,
        ..Frame::default()
    }
}

#[test]
fn an_id_in_both_addresses_names_the_page() {
    let check = |page: &str, frame: &str, expect: Bearing| {
        assert_eq!(bearing(page, frame), expect, "{page} {frame}");
    };
    let page = "https://a.example/careers?gh_jid=41190";
    check(
        page,
        "https://b.example/embed?for=a&token=41190",
        Bearing::Own,
    );
    check(
        page,
        "https://b.example/embed?for=a&token=41191",
        Bearing::Sibling,
    );
    check(
        page,
        "https://b.example/embed?for=a&gh_jid=7",
        Bearing::Unknown,
    );
    check(
        page,
        "https://b.example/embed?gh_jid=abc77",
        Bearing::Sibling,
    );
    check(page, "https://b.example/embed?account=88", Bearing::Unknown);
    let slug = "https://a.example/jobs/senior-boat-builder";
    check(
        slug,
        "https://b.example/j/senior-boat-builder?x=1",
        Bearing::Own,
    );
    check(
        slug,
        "https://b.example/j/junior-boat-builder",
        Bearing::Unknown,
    );
    let year = "https://a.example/2024/x";
    check(year, "https://b.example/2024/y", Bearing::Unknown);
    check(year, "https://b.example/2023/y", Bearing::Unknown);
    let uuid = "https://a.example/j/0b6c1c1e-7d7c-4c0e-9f43-0a6b1c2d3e4f";
    check(
        uuid,
        "https://b.example/e#0B6C1C1E-7D7C-4C0E-9F43-0A6B1C2D3E4F",
        Bearing::Own,
    );
    check(
        uuid,
        "https://b.example/e/1b6c1c1e-7d7c-4c0e-9f43-0a6b1c2d3e4f",
        Bearing::Sibling,
    );
    check(
        "https://a.example/shared-part/5511",
        "https://b.example/shared-part/x",
        Bearing::Unknown,
    );
    check("nonsense", "https://b.example/", Bearing::Unknown);
}

#[test]
fn what_may_hold_content() {
    let page = "https://a.example/jobs/41190";
    let holds = |frame: &Frame, sought| may_hold_content(page, frame, sought);
    let check = |address: &str, (width, height), sought: bool, expect: bool| {
        let frame = frame(address, width, height);
        assert_eq!(holds(&frame, sought), expect, "{frame:?} {sought}");
    };
    check("https://b.example/embed/board", (900, 700), false, true);
    check("https://b.example/embed/board", (900, 150), false, true);
    check("https://b.example/embed/board", (300, 250), false, false);
    check("https://b.example/embed/board", (300, 250), true, true);
    check("https://b.example/embed/41190", (300, 100), false, true);
    check("https://b.example/embed/41191", (900, 700), true, false);
    check("https://ads.b.example/slot", (970, 250), false, false);
    check("https://b.example/video/x", (900, 600), true, false);
    check("https://b.example/video/41190", (900, 600), false, true);
    check("https://consent.b.example/41190", (900, 600), true, false);
    check("javascript:void(0)", (900, 600), true, false);
    check("", (900, 600), false, true);
    let hidden = Frame {
        visible: false,
        ..frame("https://b.example/41190", 900, 600)
    };
    assert!(!holds(&hidden, true));
    let bubble = Frame {
        fixed: true,
        ..frame("https://b.example/box", 400, 600)
    };
    assert!(!holds(&bubble, false));
    let cover = Frame {
        fixed: true,
        ..frame("https://b.example/box", 1280, 900)
    };
    assert!(holds(&cover, false));
}

#[test]
fn the_named_frame_comes_first_and_a_lone_sibling_is_awaited() {
    let page = "https://a.example/jobs/41190";
    let own = frame("https://b.example/p/41190", 400, 300);
    let big = frame("https://b.example/board", 900, 900);
    let sibling = frame("https://b.example/p/41191", 900, 900);
    let all = [sibling.clone(), big, own];
    assert_eq!(promising(page, &all, false), [2, 1]);
    assert!(!shows_a_sibling(page, &all));
    assert!(shows_a_sibling(page, &[sibling]));
    assert!(!shows_a_sibling(page, &[]));
}
