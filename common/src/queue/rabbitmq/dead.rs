//! Reading the dead letters where they lie. It removes none.

use lapin::options::{BasicGetOptions, BasicNackOptions};

use super::link::{Link, REPLY_SUCCESS};
use super::message;
use crate::queue::{DeadLetter, QueueError};

/// Takes letters unacknowledged and puts them back in their order: AMQP has no way to look without
/// taking. Until they are back they do not count as waiting, and each look raises the broker's
/// delivery count of a letter, so the dead queue must have no delivery limit (RabbitMQ 4 has one
/// unless a policy lifts it). A death in between gives them back too.
pub(super) async fn letters(
    link: &Link,
    queue: &str,
    limit: usize,
) -> Result<Vec<DeadLetter>, QueueError> {
    let channel = link.channel().await?;
    let mut found = Vec::new();
    let mut last = None;
    while found.len() < limit {
        let get = channel.basic_get(queue.into(), BasicGetOptions { no_ack: false });
        let Some(got) = link.within(get).await? else {
            break;
        };
        // A message that is no task has no page to show; the depth counts it.
        found.extend(message::dead_letter(&got.data, &got.properties));
        last = Some(got.delivery);
    }
    if let Some(last) = last {
        let back = BasicNackOptions {
            multiple: true,
            requeue: true,
        };
        link.within(last.acker.nack(back)).await?;
    }
    link.within(channel.close(REPLY_SUCCESS, "done".into()))
        .await?;
    Ok(found)
}
