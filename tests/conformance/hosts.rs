//! The contract of the host limiter, on every backend of it, and random acts on all of them at once.
//! The time is what the caller says it is.

use std::collections::BTreeSet;
use std::sync::Arc;

use common::hosts::{HostLimiter, MemoryHosts, Pace, Turn};
use common::store::{RedisOptions, RedisStore};
use fleet_tests::redis::Server;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

type Hosts = Arc<dyn HostLimiter>;

/// Any time of this century.
const NOW: u64 = 1_900_000_000_000;

const PACE: Pace = Pace {
    lanes: 2,
    delay_ms: 0,
    hold_ms: 1_000,
};

/// A limiter with what has to outlive it.
struct Bench {
    hosts: Hosts,
    _server: Option<Server>,
}

impl Bench {
    fn memory() -> Self {
        Self {
            hosts: Arc::new(MemoryHosts::default()),
            _server: None,
        }
    }

    async fn redis() -> Self {
        let server = Server::start().unwrap();
        let hosts = connect(&server).await.hosts();
        Self {
            hosts: Arc::new(hosts),
            _server: Some(server),
        }
    }
}

async fn connect(server: &Server) -> RedisStore {
    let options = RedisOptions::default();
    RedisStore::connect(&server.url(), &options).await.unwrap()
}

/// One test for each clause, on each backend.
macro_rules! contract {
    ($($clause:ident),+ $(,)?) => {
        mod memory {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $clause() {
                    super::$clause(super::Bench::memory().hosts).await;
                }
            )+
        }
        mod redis {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $clause() {
                    let bench = super::Bench::redis().await;
                    super::$clause(bench.hosts.clone()).await;
                }
            )+
        }
    };
}

contract!(
    lanes_bound_the_turns_at_once,
    a_turn_that_is_never_given_back_runs_out,
    a_turn_that_is_kept_lasts,
    starts_keep_their_distance,
    a_rest_holds_everyone_and_is_never_shortened,
    hosts_do_not_wait_for_each_other,
    a_crowd_gets_as_many_turns_as_there_are_lanes,
    who_asks_in_turn_is_served_in_turn,
    times_may_be_as_large_as_they_come,
);

fn go(permit: u64) -> Turn {
    Turn::Go { permit }
}

fn wait(ms: u64) -> Turn {
    Turn::Wait { ms }
}

/// Asks for one host at some milliseconds after [`NOW`].
async fn asked(hosts: &Hosts, pace: Pace, at: u64) -> Turn {
    hosts.turn("a.test:443", pace, NOW + at).await.unwrap()
}

async fn lanes_bound_the_turns_at_once(hosts: Hosts) {
    assert_eq!(asked(&hosts, PACE, 0).await, go(1));
    assert_eq!(asked(&hosts, PACE, 0).await, go(2));
    assert_eq!(asked(&hosts, PACE, 0).await, wait(100));
    for _ in 0..2 {
        hosts.done("a.test:443", 1).await.unwrap();
    }
    assert_eq!(asked(&hosts, PACE, 5).await, go(3));
    assert_eq!(asked(&hosts, PACE, 5).await, wait(100));
    let none = Pace { lanes: 0, ..PACE };
    assert_eq!(hosts.turn("b.test", none, NOW).await, Ok(go(1)));
    assert_eq!(hosts.turn("b.test", none, NOW).await, Ok(wait(100)));
}

async fn a_turn_that_is_never_given_back_runs_out(hosts: Hosts) {
    let asks = [
        (0, go(1)),
        (10, go(2)),
        (990, wait(10)),
        (999, wait(1)),
        (1_000, go(3)),
    ];
    for (at, expect) in asks {
        assert_eq!(asked(&hosts, PACE, at).await, expect, "at {at}");
    }
    hosts.done("a.test:443", 1).await.unwrap();
    assert_eq!(asked(&hosts, PACE, 1_005).await, wait(5));
}

async fn a_turn_that_is_kept_lasts(hosts: Hosts) {
    let kept = async |permit, at| {
        let kept = hosts.keep("a.test:443", permit, PACE, NOW + at);
        kept.await.unwrap();
    };
    // There is nothing to keep yet.
    kept(1, 0).await;
    assert_eq!(asked(&hosts, PACE, 0).await, go(1));
    assert_eq!(asked(&hosts, PACE, 0).await, go(2));
    kept(1, 900).await;
    assert_eq!(asked(&hosts, PACE, 1_000).await, go(3));
    // One that ran out is not taken up again.
    kept(2, 1_000).await;
    assert_eq!(asked(&hosts, PACE, 1_800).await, wait(100));
    assert_eq!(asked(&hosts, PACE, 1_900).await, go(4));
}

async fn starts_keep_their_distance(hosts: Hosts) {
    let slow = Pace {
        delay_ms: 300,
        ..PACE
    };
    assert_eq!(asked(&hosts, slow, 50).await, go(1));
    hosts.done("a.test:443", 1).await.unwrap();
    for (at, expect) in [(51, wait(299)), (349, wait(1)), (350, go(2))] {
        assert_eq!(asked(&hosts, slow, at).await, expect, "at {at}");
    }
}

async fn a_rest_holds_everyone_and_is_never_shortened(hosts: Hosts) {
    for until in [5_000, 100] {
        hosts.rest("a.test:443", NOW + until).await.unwrap();
    }
    for (at, expect) in [(0, wait(5_000)), (4_999, wait(1)), (5_000, go(1))] {
        assert_eq!(asked(&hosts, PACE, at).await, expect, "at {at}");
    }
    hosts.rest("a.test:443", NOW + 9_000).await.unwrap();
    assert_eq!(asked(&hosts, PACE, 5_001).await, wait(3_999));
}

async fn hosts_do_not_wait_for_each_other(hosts: Hosts) {
    let one = Pace { lanes: 1, ..PACE };
    let names = ["a", "a:80", "a:8080", "{a}", "ä"];
    for name in names {
        assert_eq!(hosts.turn(name, one, NOW).await, Ok(go(1)), "{name}");
    }
    hosts.rest("a", NOW + 900).await.unwrap();
    for name in names {
        hosts.done(name, 77).await.unwrap();
        assert_eq!(
            hosts.turn(name, one, NOW).await,
            Ok(wait(if name == "a" { 900 } else { 100 }))
        );
        hosts.done(name, 1).await.unwrap();
        let turn = hosts.turn(name, one, NOW + 1).await.unwrap();
        let expect = if name == "a" { wait(899) } else { go(2) };
        assert_eq!(turn, expect, "{name}");
    }
}

async fn a_crowd_gets_as_many_turns_as_there_are_lanes(hosts: Hosts) {
    let four = Pace { lanes: 4, ..PACE };
    for round in 0..3 {
        let crowd: Vec<_> = (0..32)
            .map(|_| {
                let hosts = Arc::clone(&hosts);
                tokio::spawn(async move { asked(&hosts, four, round).await })
            })
            .collect();
        let mut permits = BTreeSet::new();
        for one in crowd {
            match one.await.unwrap() {
                Turn::Go { permit } => assert!(permits.insert(permit), "{permit} twice"),
                Turn::Wait { ms } => assert!((1..=100).contains(&ms)),
            }
        }
        assert_eq!(permits, (4 * round + 1..=4 * round + 4).collect());
        for permit in permits {
            hosts.done("a.test:443", permit).await.unwrap();
        }
    }
}

/// Nobody is preferred: of callers who ask one after the other, again and again, each has as many
/// turns as the others.
async fn who_asks_in_turn_is_served_in_turn(hosts: Hosts) {
    let slow = Pace {
        lanes: 1,
        delay_ms: 10,
        hold_ms: 1_000,
    };
    let mut turns = [0; 3];
    for tick in 0..30 {
        let caller = tick % turns.len();
        match asked(&hosts, slow, 10 * u64::try_from(tick).unwrap()).await {
            Turn::Go { permit } => {
                turns[caller] += 1;
                hosts.done("a.test:443", permit).await.unwrap();
            }
            Turn::Wait { ms } => panic!("{caller} waits {ms} ms at tick {tick}"),
        }
    }
    assert_eq!(turns, [10, 10, 10]);
}

async fn times_may_be_as_large_as_they_come(hosts: Hosts) {
    let vast = Pace {
        lanes: u32::MAX,
        delay_ms: u64::MAX,
        hold_ms: u64::MAX,
    };
    assert_eq!(asked(&hosts, vast, 0).await, go(1));
    let Turn::Wait { ms } = asked(&hosts, vast, 1).await else {
        panic!("a pause for ever is over");
    };
    assert!(ms > NOW);
    hosts.rest("b.test", u64::MAX).await.unwrap();
    let Turn::Wait { ms } = hosts.turn("b.test", PACE, NOW).await.unwrap() else {
        panic!("a rest for ever is over");
    };
    assert!(ms > NOW);
}

#[derive(Debug, Clone)]
enum Act {
    Ask(usize, Pace),
    Keep(usize, u64, Pace),
    Done(usize, u64),
    Rest(usize, u64),
    Pass(u64),
}

fn act() -> impl Strategy<Value = Act> {
    let host = || 0..2_usize;
    let pace = || {
        (0..4_u32, 0..40_u64, 0..90_u64).prop_map(|(lanes, delay_ms, hold_ms)| Pace {
            lanes,
            delay_ms,
            hold_ms,
        })
    };
    prop_oneof![
        10 => (host(), pace()).prop_map(|(host, pace)| Act::Ask(host, pace)),
        2 => (host(), 0..6_u64, pace()).prop_map(|(host, back, pace)| Act::Keep(host, back, pace)),
        4 => (host(), 0..30_u64).prop_map(|(host, permit)| Act::Done(host, permit)),
        1 => (host(), 0..120_u64).prop_map(|(host, ms)| Act::Rest(host, ms)),
        8 => (0..30_u64).prop_map(Act::Pass),
    ]
}

#[tokio::test]
async fn memory_and_redis_agree_on_turns() {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let acts = proptest::collection::vec(act(), 3_000).new_tree(&mut runner);
    let (memory, redis) = (Bench::memory(), Bench::redis().await);
    let (mut now, mut turns, mut waits) = (NOW, 0, 0);
    for (n, act) in acts.unwrap().current().into_iter().enumerate() {
        let name = |host: usize| ["a.test", "b.test"][host];
        match act {
            Act::Ask(host, pace) => {
                let left = memory.hosts.turn(name(host), pace, now).await.unwrap();
                let right = redis.hosts.turn(name(host), pace, now).await.unwrap();
                assert_eq!(left, right, "act {n}: {pace:?} at {now}");
                match left {
                    Turn::Go { .. } => turns += 1,
                    Turn::Wait { .. } => waits += 1,
                }
            }
            Act::Keep(host, back, pace) => {
                for hosts in [&memory.hosts, &redis.hosts] {
                    let kept = hosts.keep(name(host), turns / 2 + back, pace, now);
                    kept.await.unwrap();
                }
            }
            Act::Done(host, back) => {
                for hosts in [&memory.hosts, &redis.hosts] {
                    hosts.done(name(host), turns / 2 + back).await.unwrap();
                }
            }
            Act::Rest(host, ms) => {
                for hosts in [&memory.hosts, &redis.hosts] {
                    hosts.rest(name(host), now + ms).await.unwrap();
                }
            }
            Act::Pass(ms) => now += ms,
        }
    }
    assert!(turns > 200 && waits > 200, "{turns} turns, {waits} waits");
}

#[tokio::test]
async fn two_workers_keep_one_pace_and_leave_no_key_for_ever() {
    let server = Server::start().unwrap();
    let one = connect(&server).await.hosts();
    let other = connect(&server).await.hosts();
    let single = Pace { lanes: 1, ..PACE };
    assert_eq!(one.turn("a.test", single, NOW).await, Ok(go(1)));
    assert_eq!(other.turn("a.test", single, NOW).await, Ok(wait(100)));
    other.rest("a.test", NOW + 60_000).await.unwrap();
    one.done("a.test", 1).await.unwrap();
    assert_eq!(one.turn("a.test", single, NOW).await, Ok(wait(60_000)));
    one.keep("d.test", 1, single, NOW).await.unwrap();
    one.turn("b.test", single, NOW).await.unwrap();
    other.rest("c.test", NOW).await.unwrap();
    let keys = server.ask(&["KEYS", "*"]).unwrap();
    let keys: Vec<&str> = keys.lines().filter(|key| !key.is_empty()).collect();
    assert_eq!(keys.len(), 4, "{keys:?}");
    for key in keys {
        let ends = server.ask(&["PTTL", key]).unwrap();
        assert!(ends.trim().parse::<i64>().unwrap() > 0, "{key} stays");
    }
}
