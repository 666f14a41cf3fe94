//! A rating beside another figure: the best one of its scale ("4.6 out of 5"), or how many gave one ("4.5 (120)").

use super::number::Found;
use crate::words::squash;

/// Words between a rating and the best one.
const OF: [&str; 12] = [
    "out of", "of", "von", "sur", "de", "su", "van", "av", "af", "z", "из", "sobre",
];

/// Whether words between two figures make the first one a value and the second its scale.
pub(crate) fn is_of(between: &str) -> bool {
    OF.contains(&squash(between).as_str())
}

/// Whether a text is a rating and, in brackets at its end, how many gave one; stars may stand beside the rating.
pub(crate) fn is_counted(text: &str, value: &Found, count: &Found) -> bool {
    let bare = |text: &str| text.replace(['★', '⭐', ' '], "");
    let between = bare(&text[value.end..count.start]);
    let whole = !count.value.contains('.') && bare(&text[..value.start]).is_empty();
    whole && matches!(&*between, "(" | "（") && text.trim_end().ends_with([')', '）'])
}
