//! What asks for something where a value should stand, and names that look like it.

use super::{is_prompt, unprompted};

#[test]
fn prompts_are_told_from_names() {
    let check = |text: &str, linked: bool, expect: bool| {
        assert_eq!(is_prompt(text, linked), expect, "{text}");
    };
    check("Click to reveal", false, true);
    check("Log in to view", false, true);
    check("Enter your postcode", false, true);
    check("Get directions", false, true);
    check("Visit the Lumo Store", false, true);
    check("See all from Tinto", false, true);
    check("Be the first to add", false, true);
    check("Afficher le numéro", false, true);
    check("Pokaż numer", false, true);
    check("Bitte Kai Rand", true, false);
    check("Bitte wählen Sie", false, true);
    check("Unlock the full number", true, true);
    check("Unlock the full number", false, false);
    check("Edit", false, false);
    check("edit", false, true);
    check("Check valves", false, false);
    check("Explore", true, false);
    check("See by Chloé", true, false);
    check("Add Wood", true, false);
    check("Shop Class", true, false);
    check("Follow the Sun", false, false);
    check("Addis Ababa", true, false);
    check("Anyang", false, false);
    check("https://shop.example/add", true, false);
}

#[test]
fn a_prompt_in_brackets_is_cut_off() {
    let check = |value: &str, expect: &str| assert_eq!(unprompted(value), expect, "{value}");
    check("Leeds (View map)", "Leeds");
    check("Honey (change)", "Honey");
    check("Lumo (more from this brand)", "Lumo");
    check("Blue (check)", "Blue (check)");
    check("Leeds (United Kingdom)", "Leeds (United Kingdom)");
    check("(change)", "(change)");
}
