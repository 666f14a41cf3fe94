//! Progress on a terminal: pages read, rows, refusals, pages a second. Nothing where stderr is piped.

use std::sync::Arc;
use std::time::Duration;

use common::jobs::OpenJob;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

const TICK: Duration = Duration::from_millis(200);

/// A bar that follows a job's store.
pub(crate) struct Progress {
    stop: CancellationToken,
    task: JoinHandle<()>,
}

impl Progress {
    /// Starts to follow; `shown` is false for quiet runs.
    pub(crate) fn start(job: &Arc<OpenJob>, shown: bool) -> Self {
        let stop = CancellationToken::new();
        let task = tokio::spawn(follow(Arc::clone(job), shown, stop.clone()));
        Self { stop, task }
    }

    /// Ends and clears the bar.
    pub(crate) async fn finish(self) {
        self.stop.cancel();
        drop(self.task.await);
    }
}

async fn follow(job: Arc<OpenJob>, shown: bool, stop: CancellationToken) {
    let target = if shown {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let bar = ProgressBar::with_draw_target(Some(0), target);
    if let Ok(style) =
        ProgressStyle::with_template("{spinner} {bar:30} {pos}/{len} pages  {per_sec:>10}  {msg}")
    {
        bar.set_style(style);
    }
    while !stop.is_cancelled() {
        if let Ok(progress) = job.store.progress().await {
            bar.set_length(progress.discovered());
            bar.set_position(progress.settled());
            bar.set_message(format!(
                "{} rows, {} refused",
                progress.rows, progress.refused
            ));
        }
        tokio::select! {
            () = stop.cancelled() => {}
            () = tokio::time::sleep(TICK) => bar.tick(),
        }
    }
    bar.finish_and_clear();
}
