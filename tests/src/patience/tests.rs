//! Waiting that succeeds late, and waiting that ends.

use super::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

#[tokio::test]
async fn waits_for_a_late_change() {
    let flag = Arc::new(AtomicBool::new(false));
    let late = Arc::clone(&flag);
    let setter = tokio::spawn(async move {
        tokio::time::sleep(Duration::from_millis(60)).await;
        late.store(true, Ordering::SeqCst);
    });
    assert_eventually("the flag", || flag.load(Ordering::SeqCst)).await;
    setter.await.unwrap();
}

#[tokio::test]
#[should_panic(expected = "in vain for: the moon")]
async fn gives_up_with_a_name() {
    let never = || async { None::<()> };
    within(Duration::from_millis(50), "the moon", never).await;
}
