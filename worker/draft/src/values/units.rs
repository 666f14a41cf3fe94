//! Units of measure: their spellings, the one that a field states in its name, title or description, and the
//! one beside a figure. Figures are brought from one to the other in `measure`.

use domain::schema::Field;

use crate::words::{Phrase, fold};

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Of {
    Mass,
    Length,
    Area,
    Volume,
    Time,
    Power,
    /// Anything else, which only equals itself.
    Other(&'static str),
}

/// A unit: what it measures, and how many of the smallest unit it is; 0 where others have no exact one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unit {
    /// What it measures.
    pub(super) of: Of,
    /// How many of the smallest unit of that it is.
    pub(super) size: u64,
}

impl Unit {
    /// Whether it measures how long something lasts, in parts of a second up to weeks.
    pub(crate) fn is_of_time(&self) -> bool {
        matches!(self.of, Of::Time | Of::Other("day"))
    }
}

/// Units by their folded spellings (SI, UN/CEFACT Recommendation 20 codes in capitals).
const UNITS: [(Of, u64, &str); 51] = [
    (Of::Mass, 1, "mg milligram milligrams milligramm"),
    (
        Of::Mass,
        1_000,
        "g gr gram grams gramm gramme grammes gramo gramos grammo grammi gramas г GRM 克",
    ),
    (
        Of::Mass,
        1_000_000,
        "kg kgs kilo kilos kilogram kilograms kilogramm kilogramme kilogrammes kilogramos кг KGM 公斤 千克",
    ),
    (Of::Mass, 1_000_000_000, "t tonne tonnes tonnen TNE"),
    (Of::Other("lb"), 0, "lb lbs pound pounds LBR"),
    (Of::Other("oz"), 0, "oz ounce ounces ONZ"),
    (Of::Other("st"), 0, "st stone"),
    (
        Of::Length,
        1,
        "mm millimetre millimetres millimeter millimeters мм MMT 毫米",
    ),
    (
        Of::Length,
        10,
        "cm centimetre centimetres centimeter centimeters zentimeter centimetros centimetri см CMT 厘米 公分",
    ),
    (Of::Length, 100, "dm"),
    (
        Of::Length,
        1_000,
        "m metre metres meter meters metro metros metri м MTR 米",
    ),
    (
        Of::Length,
        1_000_000,
        "km kilometre kilometres kilometer kilometers kilometros chilometri км KMT 公里 千米",
    ),
    (
        Of::Other("in"),
        0,
        "in inch inches zoll pouces INH \" ″ ” 英寸",
    ),
    (Of::Other("ft"), 0, "ft foot feet FOT ' ′ ’"),
    (Of::Other("yd"), 0, "yd yard yards YRD"),
    (Of::Other("mi"), 0, "mi mile miles meilen SMI"),
    (Of::Other("nm"), 0, "nmi"),
    (Of::Area, 1, "cm2 cm²"),
    (Of::Area, 10_000, "m2 m² qm sqm MTK 平方米"),
    (
        Of::Area,
        100_000_000,
        "ha hectare hectares hektar hectareas ettari HAR",
    ),
    (Of::Other("sqft"), 0, "sqft ft2 ft² FTK"),
    (Of::Other("acre"), 0, "acre acres ACR"),
    (
        Of::Volume,
        1,
        "ml millilitre millilitres milliliter milliliters мл MLT 毫升",
    ),
    (Of::Volume, 1, "cc ccm cm3 cm³ CMQ"),
    (Of::Volume, 10, "cl centilitre centilitres CLT"),
    (Of::Volume, 100, "dl decilitre decilitres DLT"),
    (
        Of::Volume,
        1_000,
        "l litre litres liter liters litro litros litri lt ltr л LTR 升",
    ),
    (Of::Other("gal"), 0, "gal gallon gallons"),
    (Of::Other("pt"), 0, "pt pint pints"),
    (Of::Other("floz"), 0, "fl"),
    (Of::Time, 1, "ms millisecond milliseconds"),
    (
        Of::Time,
        1_000,
        "s sec secs second seconds sekunde sekunden seconde secondes segundos secondi SEC 秒",
    ),
    (
        Of::Time,
        60_000,
        "min mins minute minutes minuten minuto minutos minuti minuter minuta мин минут MIN 分 分钟 分鐘 분",
    ),
    (
        Of::Time,
        3_600_000,
        "h hr hrs hour hours std stunde stunden heure heures hora horas ora ore uur timmar ч час часа часов HUR 小时 小時 時間 시간",
    ),
    (
        Of::Other("day"),
        1,
        "d day days tag tage tagen jour jours dia dias giorno giorni dag dagen дней дня DAY 天 日",
    ),
    (
        Of::Other("day"),
        7,
        "week weeks woche wochen semaine semaines semana semanas settimana settimane weken WEE 周",
    ),
    (
        Of::Other("month"),
        1,
        "month months mo monat monate monaten mois mes meses mese mesi maand maanden manad miesiac mies mesic месяц мес MON 月 个月 ヶ月",
    ),
    (
        Of::Other("month"),
        12,
        "year years yr yrs jahr jahre jahren an ans annee annees ano anos anno anni jaar лет год года ANN 年",
    ),
    (Of::Power, 1, "w watt watts WTT"),
    (Of::Power, 1_000, "kw kilowatt kilowatts KWT"),
    (Of::Other("hp"), 0, "hp ps cv bhp"),
    (Of::Other("c"), 0, "°c ℃ celsius CEL"),
    (Of::Other("f"), 0, "°f ℉ fahrenheit FAH"),
    (Of::Other("kmh"), 0, "kmh kph km/h KMH"),
    (Of::Other("mph"), 0, "mph"),
    (Of::Other("percent"), 0, "% percent percentage prozent"),
    (Of::Other("byte"), 1_000_000, "tb terabyte terabytes"),
    (Of::Other("byte"), 1_000, "gb gigabyte gigabytes"),
    (Of::Other("byte"), 1, "mb megabyte megabytes"),
    (Of::Other("charge"), 1_000, "ah"),
    (Of::Other("charge"), 1, "mah"),
];

/// The unit of a word or code.
pub(super) fn unit(word: &str) -> Option<Unit> {
    let folded = fold(word.trim_end_matches('.'));
    let is = |one: &str| one == folded || one == word;
    let found = UNITS.iter().find(|(_, _, words)| words.split(' ').any(is));
    found.map(|(of, size, _)| Unit {
        of: *of,
        size: *size,
    })
}

/// Whether a word is a unit of mass, length, area or volume, which things are sold by.
pub(super) fn is_measure(word: &str) -> bool {
    const SOLD: [&str; 8] = ["lb", "oz", "ft", "yd", "sqft", "acre", "gal", "floz"];
    unit(word).is_some_and(|unit| match unit.of {
        Of::Mass | Of::Length | Of::Area | Of::Volume => true,
        Of::Other(of) => SOLD.contains(&of),
        Of::Time | Of::Power => false,
    })
}

/// Whether a word is a time of a day or more, which payments are due for.
pub(super) fn is_period(word: &str) -> bool {
    unit(word).is_some_and(|unit| matches!(unit.of, Of::Other("day" | "month")))
}

/// Units that are other words, too, and the words for what is measured that tell them apart in a name.
const NEED: [(&str, &[&str]); 5] = [
    (
        " min s h d ms ",
        &[
            "duration", "time", "length", "runtime", "running", "prep", "cook", "total", "delay",
            "play",
        ],
    ),
    (
        " m in ft mi st dm ",
        &[
            "length",
            "width",
            "height",
            "depth",
            "size",
            "diameter",
            "distance",
            "elevation",
            "altitude",
            "beam",
            "draft",
            "draught",
            "thickness",
            "radius",
            "loa",
            "range",
            "stature",
        ],
    ),
    (
        " g t oz lb lbs ",
        &[
            "weight",
            "mass",
            "weighs",
            "displacement",
            "load",
            "payload",
        ],
    ),
    (
        " l cl dl pt gal fl ",
        &[
            "volume",
            "capacity",
            "displacement",
            "content",
            "tank",
            "size",
        ],
    ),
    (
        " w hp ps cv c f ",
        &["power", "wattage", "output", "temperature"],
    ),
];

/// The unit that a field states, and how many words of its name are that unit.
pub(crate) fn of_field(field: &Field, name: &Phrase) -> Option<(Unit, usize)> {
    if let Some(found) = of_name(&field.name, name) {
        return Some(found);
    }
    // An age is one of years unless it says another unit.
    let years = || name.last().filter(|last| *last == "age").and(unit("years"));
    let texts = [field.title.as_deref(), field.description.as_deref()];
    let mut said = texts.into_iter().flatten().filter_map(in_words);
    said.next()
        .or_else(|| bracketed(&field.name))
        .or_else(years)
        .map(|unit| (unit, 0))
}

/// The unit at the end of a name. One that is another word, too, needs a word for what is measured.
fn of_name(raw: &str, name: &Phrase) -> Option<(Unit, usize)> {
    const NEVER: [&str; 9] = [
        "second", "minute", "hour", "day", "week", "month", "year", "an", "mo",
    ];
    let last = raw.rsplit(|ch: char| !ch.is_alphanumeric()).next()?;
    let hump = last.char_indices().zip(last.chars().skip(1));
    let humps = hump.filter(|((_, one), next)| one.is_lowercase() && next.is_uppercase());
    let last = humps
        .last()
        .map_or(last, |((at, one), _)| &last[at + one.len_utf8()..]);
    let word = last.to_lowercase();
    let before = &name[..name.len().checked_sub(1)?];
    if before
        .last()
        .is_some_and(|one| one == "sq" || one == "square")
    {
        let size = if word.starts_with('f') { "sqft" } else { "m2" };
        return Some((unit(size)?, 2));
    }
    let needs = NEED
        .iter()
        .find(|(units, _)| units.contains(&format!(" {word} ")));
    let sure = match needs {
        Some((_, words)) => before.iter().any(|one| words.contains(&one.as_str())),
        None => !before.is_empty() && word.len() > 1,
    };
    let found = unit(&word).filter(|_| sure && !NEVER.contains(&word.as_str()))?;
    Some((found, 1))
}

/// The unit that a title or description names: "(cm)", "in grams", or nothing else. None of several.
fn in_words(text: &str) -> Option<Unit> {
    const IN: [&str; 7] = ["in", "en", "em", "i", "w", "в", "as"];
    const NEVER: [&str; 10] = [
        "second", "minute", "hour", "day", "week", "month", "year", "stone", "an", "in",
    ];
    let bare = |word: &str| {
        word.trim_matches(|ch: char| matches!(ch, ',' | '.' | ';' | ':'))
            .to_owned()
    };
    if let Some(found) = bracketed(text).or_else(|| unit(text.trim())) {
        return Some(found);
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let named = |pair: &[&str]| {
        let word = bare(pair[1]);
        let led = IN.contains(&pair[0].to_lowercase().as_str());
        (led && !NEVER.contains(&word.as_str()))
            .then(|| unit(&word))
            .flatten()
    };
    let mut found = words.windows(2).filter_map(named).chain(squared(&words));
    let first = found.next()?;
    found.all(|other| other == first).then_some(first)
}

/// The unit of area in "square metres", or percents that a text ends in.
fn squared(words: &[&str]) -> Option<Unit> {
    let percent = words
        .last()
        .filter(|last| **last == "percent" || **last == "percentage");
    if let Some(last) = percent {
        return unit(last);
    }
    words
        .windows(2)
        .find_map(|pair| match (pair[0], unit(pair[1])?) {
            ("square", length) if length.of == Of::Length && length.size == 1_000 => unit("m2"),
            ("square", length) if length.of == Of::Other("ft") => unit("sqft"),
            _ => None,
        })
}

/// The unit that stands in brackets in a label or a name.
pub(crate) fn bracketed(text: &str) -> Option<Unit> {
    let mut parts = text.split(['(', '[', '（']).skip(1);
    parts.find_map(|part| unit(part.split([')', ']', '）']).next()?.trim()))
}

/// The unit beside a figure, if there is one.
pub(super) fn beside(rest: &str) -> Option<Unit> {
    let bare = rest.trim_start_matches([' ', '\u{a0}', '\u{202f}', '\u{2009}', '-', '\u{2011}']);
    let of_word = |ch: char| ch.is_alphabetic() || matches!(ch, '°' | '²' | '³');
    let mut end = bare.find(|ch| !of_word(ch)).unwrap_or(bare.len());
    if end == 0 {
        let sign = bare.chars().next()?;
        return unit(&bare[..sign.len_utf8()]).filter(|_| !sign.is_alphanumeric());
    }
    let squared = ["sq", "square", "quadrat"].contains(&fold(&bare[..end]).as_str());
    if squared {
        let next = bare[end..].trim_start_matches(['.', ' ']).chars().next();
        return unit(if matches!(next, Some('f' | 'F')) {
            "sqft"
        } else {
            "m2"
        });
    }
    if bare[end..].starts_with(['2', '3']) && !bare[end + 1..].starts_with(of_word) {
        end += 1;
    }
    let word = &bare[..end];
    let after = bare[end..].trim_start();
    if let Some(rest) = after.strip_prefix('/')
        && rest.starts_with(['h', 'H'])
        && !rest[1..].starts_with(char::is_alphanumeric)
        && fold(word) == "km"
    {
        return unit("kmh");
    }
    if after.starts_with(['/', '^']) || after.starts_with("per ") {
        return unit(word).map(|_| Unit {
            of: Of::Other("rate"),
            size: 0,
        });
    }
    let dense = || {
        let starts = word
            .char_indices()
            .skip(1)
            .take(3)
            .map(|(at, _)| &word[..at]);
        starts.filter_map(unit).last().filter(|_| !word.is_ascii())
    };
    unit(word).or_else(dense)
}
