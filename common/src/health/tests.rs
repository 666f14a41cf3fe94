//! Where a program stands, from its start to its end, and a task that comes to a stand.

use super::*;

fn health() -> (Health, Clock, CancellationToken) {
    let (clock, stop) = (Clock::manual(), CancellationToken::new());
    (Health::new(clock.clone(), stop.clone()), clock, stop)
}

#[tokio::test]
async fn a_program_starts_serves_drains_and_ends() {
    let (health, _, stop) = health();
    assert!(matches!(health.standing(), Standing::Starting(_)));
    health
        .watch(async {
            health.waits_for("store.url");
            assert_eq!(health.standing(), Standing::Starting("store.url"));
            assert_eq!(health.alive(), Ok(()));
            health.serves();
            assert_eq!(health.standing(), Standing::Serving);
            stop.cancel();
            assert_eq!(health.standing(), Standing::Draining);
            assert_eq!(health.alive(), Ok(()));
        })
        .await;
    assert_eq!(health.standing(), Standing::Ended);
    assert!(health.alive().unwrap_err().contains("ended"));
}

#[tokio::test]
async fn a_start_that_is_stopped_drains() {
    let (health, _, stop) = health();
    health.waits_for("queue.url");
    stop.cancel();
    assert_eq!(health.standing(), Standing::Draining);
}

#[tokio::test]
async fn a_panic_is_an_end() {
    let (health, _, _) = health();
    let watched = health.clone();
    let task = tokio::spawn(async move {
        watched.serves();
        watched.watch(async { panic!("as a fault would") }).await;
    });
    task.await.unwrap_err();
    assert_eq!(health.standing(), Standing::Ended);
}

#[tokio::test]
async fn a_task_that_does_not_turn_is_not_alive() {
    let (health, clock, _) = health();
    health
        .watch(async {
            clock.advance(STALE + BEAT);
            // Work that keeps its task lets no sign of life through; work that waits does.
            assert!(health.alive().unwrap_err().contains("61 s"));
            let turns = async {
                while health.alive().is_err() {
                    tokio::time::sleep(BEAT / 20).await;
                }
            };
            let patience = Duration::from_secs(30);
            tokio::time::timeout(patience, turns).await.unwrap();
        })
        .await;
}
