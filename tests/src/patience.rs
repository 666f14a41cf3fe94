//! Waiting for something to become true, with a deadline and a message, instead of sleeping.

use std::future::Future;
use std::time::Duration;

/// How long a condition is waited for: a browser that starts while two other tests' do takes a third of it
/// on a slow machine.
pub const PATIENCE: Duration = Duration::from_mins(1);

/// Waits until `condition` gives a value, and returns it.
///
/// # Panics
/// After [`PATIENCE`], naming what was waited for.
pub async fn eventually<T, F>(what: &str, condition: impl FnMut() -> F) -> T
where
    F: Future<Output = Option<T>>,
{
    within(PATIENCE, what, condition).await
}

/// Waits at most `limit` until `condition` gives a value, and returns it.
///
/// # Panics
/// After `limit`, naming what was waited for.
pub async fn within<T, F>(limit: Duration, what: &str, mut condition: impl FnMut() -> F) -> T
where
    F: Future<Output = Option<T>>,
{
    let poll = async {
        loop {
            if let Some(value) = condition().await {
                return value;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let Ok(value) = tokio::time::timeout(limit, poll).await else {
        panic!("waited {limit:?} in vain for: {what}");
    };
    value
}

/// Waits until `condition` holds.
///
/// # Panics
/// After [`PATIENCE`], naming what was waited for.
pub async fn assert_eventually(what: &str, mut condition: impl FnMut() -> bool) {
    eventually(what, || {
        let holds = condition();
        async move { holds.then_some(()) }
    })
    .await;
}

#[cfg(test)]
mod tests;
