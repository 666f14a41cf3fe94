//! Whatever is killed, at whatever moment, the answer is the golden one and nothing is left.

use anyhow::{Context, Result};
use common::jobs::JobState;
use fleet_tests::fleet::{Broker, Fleet, Process, blocking};
use fleet_tests::patience::eventually;
use fleet_tests::proxy::Way;
use fleet_tests::site::Scenario;

/// Little is queued ahead, so that publishing goes on while pages are read.
const SMALL: &str = "read: {wave: 1}\n";
/// Basic.Ack, class 60 and method 80 (AMQP 0-9-1).
const ACK: &[u8] = &[0, 60, 0, 80];

/// When it is killed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Moment {
    /// Both workers wait for the site's pages.
    Read,
    /// A page is in the store, and its acknowledgement has not reached the broker.
    Commit,
    /// The coordinator handed a page to the broker, and it has not reached it.
    Publish,
}

/// What is killed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Harm {
    Worker,
    Coordinator,
    Browser,
    Broker,
    Store,
}

impl Moment {
    /// Brings the fleet there, with pages in hand whose site does not answer: the worker whose page it
    /// is about.
    async fn reach(self, fleet: &Fleet, id: &str) -> usize {
        eventually("pages are being read", || async {
            (fleet.site.gate().waiting() > 4).then_some(())
        })
        .await;
        match self {
            Self::Read => 0,
            Self::Commit => {
                for worker in &fleet.workers {
                    worker.queue.freeze(Way::ToServer);
                }
                fleet.site.gate().let_pass(2);
                let acked = |one: &Process| one.queue.holds(Way::ToServer, ACK);
                eventually("a page is committed and not acknowledged", || async {
                    let pages = fleet.status(id).await?.pages?;
                    let worker = fleet.workers.iter().position(acked)?;
                    (pages.settled > 0 && pages.settled < pages.discovered).then_some(worker)
                })
                .await
            }
            Self::Publish => {
                let queue = &fleet.coordinators[0].queue;
                queue.freeze_at(Way::ToServer, id.as_bytes());
                fleet.site.gate().let_pass(2);
                eventually("a page is on its way to the broker", || async {
                    queue.is_frozen(Way::ToServer).then_some(())
                })
                .await;
                0
            }
        }
    }
}

impl Harm {
    fn broker(self) -> Result<Broker> {
        match self {
            Self::Broker => Broker::own(),
            _ => Ok(Broker::shared()),
        }
    }

    async fn strike(self, fleet: &mut Fleet, worker: usize) -> Result<()> {
        match self {
            Self::Worker => fleet.workers[worker].kill()?,
            Self::Browser => fleet.workers[worker].kill_browser()?,
            Self::Coordinator => {
                fleet.coordinators[0].kill()?;
                fleet.add_coordinator(&[]).await?;
            }
            Self::Broker => fleet.broker.crash()?,
            Self::Store => blocking(|| {
                fleet.store.kill()?;
                fleet.store.start_again()
            })?,
        }
        Ok(())
    }
}

async fn check(harm: Harm, moment: Moment) -> Result<()> {
    let mut fleet = Fleet::start(harm.broker()?, 2).await?;
    fleet.site.gate().close("/jobs/", 0);
    let id = fleet.submit(Scenario::JobBoard, SMALL)?;
    let worker = moment.reach(&fleet, &id).await;
    harm.strike(&mut fleet, worker).await?;
    fleet.let_go();
    let status = fleet.ended(&id).await;
    assert_eq!(status.state, JobState::Delivered, "{status:?}");
    let golden = Scenario::JobBoard.golden(&fleet.site.origin())?;
    assert_eq!(fleet.output(&id).await?, golden);
    fleet.at_rest(&[&id]).await.context("not at rest")
}

/// One test for each thing that is killed and each moment.
macro_rules! cells {
    ($($name:ident: $harm:ident, $moment:ident;)*) => {
        $(#[tokio::test(flavor = "multi_thread")]
        async fn $name() -> Result<()> {
            check(Harm::$harm, Moment::$moment).await
        })*
    };
}

cells! {
    worker_during_read: Worker, Read;
    worker_after_commit_before_ack: Worker, Commit;
    worker_during_publish: Worker, Publish;
    coordinator_during_read: Coordinator, Read;
    coordinator_after_commit_before_ack: Coordinator, Commit;
    coordinator_during_publish: Coordinator, Publish;
    browser_during_read: Browser, Read;
    browser_after_commit_before_ack: Browser, Commit;
    browser_during_publish: Browser, Publish;
    broker_during_read: Broker, Read;
    broker_after_commit_before_ack: Broker, Commit;
    broker_during_publish: Broker, Publish;
    store_during_read: Store, Read;
    store_after_commit_before_ack: Store, Commit;
    store_during_publish: Store, Publish;
}
