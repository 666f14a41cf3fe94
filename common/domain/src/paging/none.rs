//! How a list says that it holds nothing, and how a page says that its content did not come.

use std::sync::LazyLock;

use regex::Regex;

/// What items are called, in the languages of the labels: alternatives of a regular expression.
pub const NOUNS: &str = "results?|items?|jobs?|positions?|openings?|vacanc(?:y|ies)|roles?|postings?|products?|\
    articles?|entries|entry|listings?|records?|matches|hits?|properties|homes?|books?|posts?|stories|\
    topics?|threads?|members?|companies|events?|offers?|deals?|recipes?|courses?|documents?|packages?|\
    projects?|questions?|repositories|treffer|ergebnisse?|stellen|jobangebote|artikel|produkte|einträge|\
    anzeigen|résultats?|annonces?|offres?|produits?|resultados?|empleos?|ofertas?|productos?|produtos?|\
    vagas?|risultati|annunci|offerte|prodotti|resultaten|vacatures|producten|träffar|annonser|wyników|\
    ofert";

/// `No results`, `0 jobs found`, `Nothing found`, `Your search did not match any jobs`.
static EMPTY: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(&format!(
        r"(?i)^\W*(?:(?:sorry|oops|leider|désolé)\W+)?(?:(?:there (?:are|were)|we (?:have|found)|es gibt|showing|found)\s+)?(?:currently\s+|aktuell\s+|derzeit\s+)?(?:(?:no|0|zero|keine|aucune?|ningún|ningun|nessun|nenhum|geen|inga|brak|sin)\s+(?:\p{{L}}+\s+){{0,3}}?(?:{NOUNS})\b.{{0,80}}|nothing (?:was )?(?:found|here|matches).{{0,60}}|(?:your|this) (?:search|query).{{0,40}}(?:did not|didn.t|does not) match any.{{0,60}}|(?:we )?(?:couldn.t|could not) find any.{{0,80}}|no matches(?: found)?|0)\W*$"
    ))
    .ok()
});

/// `Something went wrong`, `Results could not be loaded`, `Failed to load jobs. Try again`.
static FAILED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(?:something went wrong|went wrong|failed to (?:load|fetch)|(?:could not|couldn.t|cannot|can.t|unable to) (?:be )?(?:load|loaded|fetch|retrieve)|error (?:while )?loading|loading (?:error|failed)|an error (?:has )?occurred|(?:please )?try again later|konnten? nicht geladen werden|fehler beim laden|ist ein fehler aufgetreten|une erreur (?:est survenue|s.est produite)|impossible de charger|ha ocurrido un error|no se (?:ha|han) podido cargar|si è verificato un errore|ocorreu um erro|er is een fout opgetreden)\b",
    )
    .ok()
});

/// Whether a line says that there are no items.
pub fn says_none(line: &str) -> bool {
    line != "0" && EMPTY.as_ref().is_some_and(|pattern| pattern.is_match(line))
}

/// Whether a line says that something could not be loaded.
pub fn says_failed(line: &str) -> bool {
    FAILED
        .as_ref()
        .is_some_and(|pattern| pattern.is_match(line))
}
