//! Keys, bodies, addresses and the judgement of a server, without one.

use std::collections::BTreeSet;

use domain::answer::commit::Versioned;
use domain::disposition::ErrorClass;
use serde_json::{Value, json};

use super::keys::Drawer;
use super::settings::{Keeps, judge};
use super::*;

#[test]
fn keys_of_a_job_share_its_tag_and_nothing_else() {
    let jobs = ["a", "a.", "aa", "a-b"].map(|id| JobId(id.to_owned()));
    let mut seen = BTreeSet::new();
    for job in &jobs {
        let keys = Keys::new("w:", job);
        let (mut all, first) = keys.fixed();
        // Three of the job, two for each space, one for each of two spaces with buckets.
        assert_eq!((all.len(), first), (3 + 2 * 6 + 2, 16));
        for (space, id) in [(Space::Row, "ab1"), (Space::Row, "ä"), (Space::Page, "ab1")] {
            all.push(keys.drawer(&Drawer::of(space, id)).records);
        }
        for key in all {
            let tag = key.split_once('{').unwrap().1.split_once('}').unwrap().0;
            assert_eq!(tag, job.0);
            assert!(key.starts_with("w:"), "{key}");
            assert!(seen.insert(key.clone()), "{key} is there twice");
        }
    }
}

#[test]
fn buckets_are_in_the_order_of_their_ids() {
    let ids = [
        "", "\u{0}", "0", "00", "0000", "3333", "a", "a\u{0}", "ab", "abc", "ä", "🛶",
    ];
    let names = ids.map(|id| Drawer::of(Space::Row, id).bucket);
    assert!(names.is_sorted(), "{names:?}");
    assert_eq!(names[8], names[9], "two bytes name a bucket");
    let check = |space, id, bucket: &str, records: &str, index: &str| {
        let drawer = Drawer::of(space, id);
        let keys = Keys::new("w:", &JobId("j".to_owned())).drawer(&drawer);
        assert_eq!(drawer.bucket, bucket);
        assert_eq!((&*keys.records, &*keys.index), (records, index));
    };
    check(Space::Row, "abc", "6162", "w:{j}:row:6162", "w:{j}:row");
    check(Space::Page, "", "", "w:{j}:page:", "w:{j}:page");
    check(Space::Due, "abc", "", "w:{j}:due", "w:{j}:due:ids");
}

#[test]
fn bodies_come_back_as_they_were() {
    let long = "all work and no play ".repeat(200);
    let noise: String = (0_u32..600)
        .map(|n| char::from_u32(0x4e00 + n.wrapping_mul(7_919) % 20_000).unwrap())
        .collect();
    for body in [
        json!(null),
        json!({"z": 1, "a": long}),
        json!(noise),
        json!(u64::MAX),
    ] {
        let stored = [b"7 3\n".to_vec(), codec::encode(&body)].concat();
        let expect = Versioned {
            version: 7,
            created: 3,
            body: body.clone(),
        };
        assert_eq!(codec::decode(Some(&stored)).unwrap(), expect);
    }
    assert!(codec::encode(&json!(long)).len() < long.len() / 10);
    let absent = codec::decode(None).unwrap();
    assert_eq!(absent, Versioned::default());
}

#[test]
fn a_record_of_something_else_is_damage() {
    let check = |stamp: &[u8], body: &[u8]| {
        let record = [stamp, b"\n", body].concat();
        let error = codec::decode(Some(&record)).unwrap_err();
        assert!(error.message.contains("damaged"), "{error}");
        assert_eq!(error.class, ErrorClass::Permanent);
    };
    check(b"7", b"jnull");
    check(b"", b"jnull");
    check(b"-1 3", b"jnull");
    check(b"7 3", b"");
    codec::decode(Some(b"7 3")).unwrap_err();
    check(b"7 3", b"null");
    check(b"7 3", b"j{");
    check(b"7 3", b"z\x00\x01\x02");
    let whole = codec::encode(&Value::from("x".repeat(9_000)));
    check(b"7 3", &whole[..whole.len() - 4]);
}

fn info(version: &str, role: &str, policy: &str, log: &str) -> String {
    format!(
        "# Server\r\nredis_version:{version}\r\n# Memory\r\nmaxmemory_policy:{policy}\r\n\
         # Persistence\r\naof_enabled:{log}\r\n# Replication\r\nrole:{role}\r\n"
    )
}

#[test]
fn a_server_is_taken() {
    let check = |info: &str, save: Option<&str>, expect: Keeps| {
        assert_eq!(judge("redis://h", info, save).unwrap(), expect);
    };
    let log = info("7.0.15", "master", "noeviction", "1");
    check(&log, Some(""), Keeps::Log);
    check(&log, None, Keeps::Log);
    let none = info("12.1.0", "master", "noeviction", "0");
    check(&none, Some("3600 1"), Keeps::Snapshots);
    check(&none, None, Keeps::Unknown);
}

#[test]
fn a_server_is_refused() {
    let check = |info: &str, class: ErrorClass, words: &[&str]| {
        let error = judge("redis://h", info, Some("")).unwrap_err();
        assert_eq!(error.class, class, "{error}");
        for word in words.iter().chain(&["redis://h"]) {
            assert!(error.message.contains(word), "{error} does not say {word}");
        }
    };
    let permanent = ErrorClass::Permanent;
    let old = info("6.2.14", "master", "noeviction", "1");
    check(&old, permanent, &["6.2.14", "7 or newer"]);
    check("", permanent, &["unknown", "7 or newer"]);
    let evicts = info("7.2.0", "master", "volatile-ttl", "1");
    let remedy = "CONFIG SET maxmemory-policy noeviction";
    check(
        &evicts,
        permanent,
        &["maxmemory-policy is volatile-ttl", remedy],
    );
    let forgets = info("7.2.0", "master", "noeviction", "0");
    check(&forgets, permanent, &["CONFIG SET appendonly yes"]);
    let replica = info("7.2.0", "slave", "noeviction", "1");
    check(&replica, ErrorClass::Transient, &["replica"]);
    let loading = format!("{old}loading:1\r\n").replace("6.2", "7.2");
    check(&loading, ErrorClass::Transient, &["loads"]);
}

#[tokio::test]
async fn what_cannot_be_meant_is_refused_before_it_is_tried() {
    let check = async |url: &str, options: RedisOptions, expect: &str| {
        let error = RedisStore::connect(url, &options).await.err().unwrap();
        assert_eq!(error.class, ErrorClass::Permanent, "{error}");
        assert!(error.message.contains(expect), "{error}");
        assert!(!error.message.contains("secret"), "{error}");
    };
    let plain = RedisOptions::default;
    check("http://u:secret@h", plain(), "http://h").await;
    check("secret", plain(), "an address that cannot be read").await;
    let braces = RedisOptions {
        prefix: "a{b}".to_owned(),
        ..plain()
    };
    check("redis://h", braces, "brace").await;
    let spaced = RedisOptions {
        client_name: "a b".to_owned(),
        ..plain()
    };
    check("redis://h", spaced, "client name").await;
}
