//! The months' names in the world's languages: common ones from the vocabulary, those of one language
//! from the C library's locales. It reads no dates.

use std::collections::HashMap;
use std::sync::LazyLock;

use pure_rust_locales::{Locale, locale_match};

use crate::vocabulary::phrases;
use crate::words::fold;

/// The locales whose names are known: one for each language, more where spellings differ.
pub(super) const LOCALES: [&str; 69] = [
    "af_ZA", "ar_SA", "az_AZ", "be_BY", "bg_BG", "bn_BD", "bs_BA", "ca_ES", "cs_CZ", "cy_GB",
    "da_DK", "de_AT", "de_DE", "el_GR", "en_US", "es_ES", "et_EE", "eu_ES", "fi_FI", "fil_PH",
    "fr_FR", "gl_ES", "gu_IN", "he_IL", "hi_IN", "hr_HR", "hu_HU", "hy_AM", "id_ID", "is_IS",
    "it_IT", "ka_GE", "kk_KZ", "km_KH", "kn_IN", "ky_KG", "lb_LU", "lo_LA", "lt_LT", "lv_LV",
    "mk_MK", "ml_IN", "mr_IN", "ms_MY", "mt_MT", "my_MM", "nb_NO", "ne_NP", "nl_NL", "nn_NO",
    "pa_IN", "pl_PL", "pt_BR", "ro_RO", "ru_RU", "si_LK", "sk_SK", "sl_SI", "sq_AL", "sr_RS",
    "sv_SE", "sw_KE", "ta_IN", "te_IN", "th_TH", "tr_TR", "uk_UA", "ur_PK", "uz_UZ",
];

/// Names that the locales do not have and that mean another month in another language.
const FURTHER: [(&str, &str, u32); 3] = [
    ("cs", "listopad", 11),
    ("hr", "listopad", 10),
    ("pl", "listopad", 11),
];

/// A month as a language calls it.
#[derive(Debug)]
struct Named {
    /// `None`: a common name, understood on every page.
    language: Option<&'static str>,
    month: u32,
    short: bool,
}

static NAMES: LazyLock<HashMap<String, Vec<Named>>> = LazyLock::new(|| {
    let mut names: HashMap<String, Vec<Named>> = HashMap::new();
    let mut add = |name: &str, language, month, short| {
        let known = names.entry(fold(name)).or_default();
        known.push(Named {
            language,
            month,
            short,
        });
    };
    for (month, common) in (1..).zip(&phrases().months) {
        for name in common {
            add(name, None, month, false);
        }
    }
    for name in LOCALES {
        let Ok(locale) = name.parse::<Locale>() else {
            continue;
        };
        let whole = locale_match!(locale => LC_TIME::MON);
        let short = locale_match!(locale => LC_TIME::ABMON);
        for (names, short) in [(whole, false), (short, true)] {
            for (month, name_of) in (1..).zip(names.iter().map(|one| bare(one))) {
                if let Some(of) = name_of {
                    add(of, Some(spoken(name)), month, short);
                }
            }
        }
    }
    for (language, name, month) in FURTHER {
        add(name, Some(language), month, false);
    }
    names
});

/// The language of a locale.
pub(super) fn spoken(locale: &'static str) -> &'static str {
    locale.split('_').next().unwrap_or(locale)
}

/// A name without what stands around it in a date; `None` of one that is several words.
pub(super) fn bare(name: &'static str) -> Option<&'static str> {
    let name = name.trim_start_matches("de ").trim_start_matches("d’");
    let name = name.trim_end_matches(['.', '॰', ' ']);
    (!name.is_empty()
        && !name.contains([' ', '.'])
        && !name.contains(|ch: char| ch.is_ascii_digit()))
    .then_some(name)
}

/// The month, counted from 1, that a folded word names on a page of a language. Elsewhere a name of
/// one language counts if it is whole, in letters of its own, and no language calls another month so.
pub(super) fn month(word: &str, language: Option<&str>) -> Option<u32> {
    let known = NAMES.get(word)?;
    let own = |one: &&Named| language.is_some() && one.language == language;
    if let Some(own) = known.iter().find(own) {
        return Some(own.month);
    }
    let mut whole = known.iter().filter(|one| !one.short);
    let common = known.iter().any(|one| one.language.is_none());
    let first = whole.next().filter(|_| common || !word.is_ascii())?;
    whole
        .all(|one| one.month == first.month)
        .then_some(first.month)
}

/// The primary subtag of a language tag (BCP 47) whose months are known.
pub(super) fn language(tag: &str) -> Option<&'static str> {
    let primary = tag.split(['-', '_']).next().unwrap_or("").to_lowercase();
    let primary = match primary.as_str() {
        "no" => "nb",
        "iw" => "he",
        "in" => "id",
        "tl" => "fil",
        other => other,
    };
    let mut known = LOCALES.into_iter().map(spoken);
    known.find(|language| *language == primary)
}
