//! Progress on a terminal: pages read, rows, refusals, pages a second. Nothing where stderr is piped.

use std::sync::Arc;
use std::time::Duration;

use common::api::Pages;
use common::jobs::OpenJob;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

const TICK: Duration = Duration::from_millis(200);

/// A bar of pages on stderr.
pub(crate) struct Bar(ProgressBar);

impl Bar {
    /// A bar that shows itself where stderr is a terminal.
    pub(crate) fn new() -> Self {
        Self::on(ProgressDrawTarget::stderr())
    }

    fn on(target: ProgressDrawTarget) -> Self {
        let bar = ProgressBar::with_draw_target(Some(0), target);
        let template = "{spinner} {bar:30} {pos}/{len} pages  {per_sec:>10}  {msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self(bar)
    }

    /// Shows pages settled, discovered and read again, rows and refused rows, and a word.
    pub(crate) fn show(&self, pages: &Pages, word: &str) {
        self.0.set_length(pages.discovered);
        self.0.set_position(pages.settled);
        let (rows, refused) = (pages.rows, pages.refused);
        let again = match pages.again {
            0 => String::new(),
            again => format!(", {again} pages read again"),
        };
        let word = if word.is_empty() {
            String::new()
        } else {
            format!(", {word}")
        };
        self.0
            .set_message(format!("{rows} rows, {refused} refused{again}{word}"));
    }

    /// Shows something else than numbers.
    pub(crate) fn say(&self, what: &'static str) {
        self.0.set_message(what);
    }

    /// Takes it away.
    pub(crate) fn clear(&self) {
        self.0.finish_and_clear();
    }
}

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
    let bar = if shown {
        Bar::new()
    } else {
        Bar::on(ProgressDrawTarget::hidden())
    };
    while !stop.is_cancelled() {
        if let Ok(now) = job.store.progress().await {
            bar.show(&Pages::from(&now), "");
        }
        tokio::select! {
            () = stop.cancelled() => {}
            () = tokio::time::sleep(TICK) => bar.0.tick(),
        }
    }
    bar.clear();
}
