//! Whole words in running text.

use super::{ends_in, says, squash};

#[test]
fn phrases_are_whole_words() {
    let check = |text: &str, phrase: &str, within: bool, last: bool| {
        let text = squash(text);
        assert_eq!(says(&text, phrase), within, "{phrase} in {text}");
        assert_eq!(ends_in(&text, phrase), last, "{phrase} ends {text}");
    };
    check("You save 20%", "you save", true, false);
    check("You save", "you save", true, true);
    check("save", "save", true, true);
    check("saved", "save", false, false);
    check("unsaved save", "save", true, true);
    check("Überversand", "versand", false, false);
    check("Übersaver: save it", "save", true, false);
    check("国内送料", "送料", true, true);
    check("送料無料", "送料", true, false);
}
