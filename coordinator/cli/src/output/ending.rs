//! How a run ended, as `report.json` says it and as a later command reads it back.

use coordinator::Ending;
use serde::Deserialize;

const FINISHED: &str = "finished";
const HELD: &str = "held for the operator";
const EARLY: &str = "delivered early: ";
const REFUSED: &str = "the start address gave nothing: ";

/// An ending in the words of `report.json`.
pub(crate) fn words(ending: &Ending) -> String {
    match ending {
        Ending::Finished => FINISHED.to_owned(),
        Ending::Held => HELD.to_owned(),
        Ending::Early(why) => format!("{EARLY}{why}"),
        Ending::StartRefused(why) => format!("{REFUSED}{why}"),
    }
}

/// Whether these are the words of a run that ended before its time.
pub(crate) fn is_early(words: &str) -> bool {
    words.starts_with(EARLY)
}

/// What an earlier `report.json` says of how the run ended. A run without one was killed.
pub(crate) fn earlier(report: Option<&[u8]>) -> Earlier {
    let written: Option<Written> = report.and_then(|text| serde_json::from_slice(text).ok());
    let Some(written) = written else {
        return Earlier {
            ending: Ending::Early(KILLED.to_owned()),
            links: None,
            list_errors: Vec::new(),
        };
    };
    let text = written.ending;
    let ending = if text == FINISHED {
        Ending::Finished
    } else if text == HELD {
        Ending::Held
    } else if let Some(why) = text.strip_prefix(REFUSED) {
        Ending::StartRefused(why.to_owned())
    } else {
        Ending::Early(text.strip_prefix(EARLY).unwrap_or(&text).to_owned())
    };
    Earlier {
        ending,
        links: Some(written.links),
        list_errors: written.list_errors,
    }
}

const KILLED: &str = "the run was killed; `windrow run --resume` continues it";

/// How a run ended when its report was written.
pub(crate) struct Earlier {
    pub(crate) ending: Ending,
    /// Detail links found, if the run told.
    pub(crate) links: Option<usize>,
    pub(crate) list_errors: Vec<String>,
}

impl Earlier {
    /// Whether nothing was written down of the end.
    pub(crate) fn was_killed(&self) -> bool {
        self.ending == Ending::Early(KILLED.to_owned())
    }
}

#[derive(Deserialize)]
struct Written {
    ending: String,
    links: usize,
    list_errors: Vec<String>,
}

#[cfg(test)]
mod tests;
