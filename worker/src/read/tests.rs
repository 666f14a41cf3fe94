//! How a page waits for its host: over the limiter in memory, with another reader at the host.

use common::hosts::MemoryHosts;
use common::jobs::Registry;
use common::store::{MemoryStore, ShardError};

use super::*;

const HOST: &str = "a.test";
const PACE: Pace = Pace {
    lanes: 1,
    delay_ms: 0,
    hold_ms: 60_000,
};

async fn taken(hosts: &MemoryHosts, clock: &Clock) -> u64 {
    match hosts.turn(HOST, PACE, clock.now_ms()).await {
        Ok(Turn::Go { permit }) => permit,
        other => panic!("{other:?}"),
    }
}

async fn asked(hosts: &MemoryHosts, clock: &Clock, host: &str) -> HostTurn {
    let going_on = CancellationToken::new();
    turn(hosts, clock, (host, PACE), &going_on).await
}

#[tokio::test]
async fn a_host_that_stays_busy_gives_the_seat_up() {
    let (hosts, clock) = (MemoryHosts::default(), Clock::system());
    taken(&hosts, &clock).await;
    let began = clock.now_ms();
    let HostTurn::Later(at) = asked(&hosts, &clock, HOST).await else {
        panic!("a turn at a host that has none");
    };
    assert!(at >= began + SHORT_WAIT_MS, "asked again at once");
    let other = asked(&hosts, &clock, "b.test").await;
    assert!(matches!(other, HostTurn::Go(_)));
}

#[tokio::test]
async fn a_host_that_is_free_soon_is_waited_for() {
    let (hosts, clock) = (MemoryHosts::default(), Clock::system());
    let permit = taken(&hosts, &clock).await;
    let freed = async {
        tokio::time::sleep(Duration::from_millis(150)).await;
        hosts.done(HOST, permit).await
    };
    let (turn, freed) = tokio::join!(asked(&hosts, &clock, HOST), freed);
    assert_eq!(freed, Ok(()));
    assert!(matches!(turn, HostTurn::Go(_)));
    let stopped = CancellationToken::new();
    stopped.cancel();
    let stopped = super::turn(&hosts, &clock, (HOST, PACE), &stopped).await;
    assert!(matches!(stopped, HostTurn::Stop));
}

#[test]
fn a_store_of_ones_own_that_fails_for_good_is_the_end() {
    let failed = |class, full| {
        StoreError::Backend(ShardError {
            message: "no space left".to_owned(),
            class,
            full,
        })
    };
    let own = JobBook::default();
    let store = Arc::new(MemoryStore::default());
    let registry = Registry::new(store.clone(), store);
    let fleet = JobBook::of_fleet(registry, Clock::manual());
    let check = |error: StoreError, of_own: bool, of_fleet: bool| {
        let said = (is_the_end(&own, &error), is_the_end(&fleet, &error));
        assert_eq!(said, (of_own, of_fleet), "{error}");
    };
    check(failed(ErrorClass::Permanent, true), true, true);
    check(failed(ErrorClass::Permanent, false), true, false);
    check(failed(ErrorClass::Transient, false), false, false);
}
