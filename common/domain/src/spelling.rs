//! What a misspelt word may have meant. It only suggests: nothing is taken for anything else.

#[cfg(test)]
mod tests;

/// The shortest word that is taken for misspelt, or suggested: of shorter ones too many are alike.
const SHORTEST: usize = 4;
/// The most letters that are wrong in one.
const MOST: usize = 2;

/// The known word that is nearest to another one, if one is near.
pub(crate) fn meant<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    if word.chars().count() < SHORTEST {
        return None;
    }
    let near = known.into_iter().filter_map(|one| {
        let letters = one.chars().count();
        let wrong = strsim::osa_distance(&word, &one.to_lowercase());
        (letters >= SHORTEST && wrong <= MOST && 2 * wrong < letters).then_some((wrong, one))
    });
    near.min_by_key(|(wrong, _)| *wrong).map(|(_, one)| one)
}
