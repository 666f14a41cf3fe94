//! Which years on a page may be those of another calendar than the common one, by its language: they tell no day and
//! no year of the common era. Thai dates are turned into common ones in `date`.

/// The years from one to before another.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Years {
    from: u32,
    to: u32,
}

impl Years {
    /// Whether a year is among them.
    pub(crate) fn hold(self, year: u32) -> bool {
        (self.from..self.to).contains(&year)
    }
}

/// Languages, and the years of their countries' calendars that are written of our times and those before: of the solar
/// and the lunar Hijra, the Buddhist era, Bikram Sambat.
const ERAS: [(&str, u32, u32); 10] = [
    ("fa", 1200, 1600),
    ("ps", 1200, 1600),
    ("ckb", 1200, 1600),
    ("ar", 1250, 1600),
    ("ur", 1250, 1600),
    ("th", 2400, 2800),
    ("lo", 2400, 2800),
    ("km", 2400, 2800),
    ("my", 1200, 1600),
    ("ne", 2050, 2300),
];

/// The years of another calendar on pages of a language tag (BCP 47).
pub(super) fn years(lang: Option<&str>) -> Years {
    let tag = lang.unwrap_or_default();
    let language = tag.split(['-', '_']).next().unwrap_or_default();
    let found = ERAS
        .iter()
        .find(|(known, ..)| language.eq_ignore_ascii_case(known));
    found.map_or_else(Years::default, |(_, from, to)| Years {
        from: *from,
        to: *to,
    })
}

#[cfg(test)]
mod tests;
