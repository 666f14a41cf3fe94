//! The addresses of list pages between those that are linked: the one number that changes from link
//! to link, as a line through page numbers (`?page=3`, `?start=40`, `/jobs/page-3.html`).

#[cfg(test)]
mod tests;

/// An address in which one run of digits says which page it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Template {
    before: String,
    after: String,
    /// The run's value is `step * page + base`.
    step: i64,
    base: i64,
    /// Digits at least, filled up with zeros.
    width: usize,
}

/// A piece of an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Piece<'a> {
    Digits(&'a str),
    Other(&'a str),
}

impl Template {
    /// The template that all but odd ones of these page numbers and addresses follow.
    pub(crate) fn of(pages: &[(u64, &str)]) -> Option<Self> {
        let cut: Vec<(u64, Vec<Piece<'_>>)> = pages
            .iter()
            .map(|(number, url)| (*number, pieces(url)))
            .collect();
        // The first page is often written without a number.
        let like = cut.iter().max_by_key(|one| {
            let alike = cut.iter().filter(|other| same_form(&one.1, &other.1));
            (alike.count(), one.0)
        })?;
        let alike: Vec<_> = cut
            .iter()
            .filter(|one| same_form(&one.1, &like.1))
            .collect();
        let runs = (0..like.1.len()).filter(|&at| matches!(like.1[at], Piece::Digits(_)));
        let mut fits = runs.filter_map(|at| Self::at(&alike, at));
        let first = fits.next()?;
        fits.next().is_none().then_some(first)
    }

    /// The template whose page number is the run of digits at `at`, if the others stay as they are.
    fn at(alike: &[&(u64, Vec<Piece<'_>>)], at: usize) -> Option<Self> {
        let (last, pieces) = alike.last()?;
        let value = |pieces: &[Piece<'_>]| match pieces[at] {
            Piece::Digits(digits) if digits.len() < 10 => digits.parse::<i64>().ok(),
            _ => None,
        };
        let rest_stays = alike.iter().all(|(_, other)| {
            (0..pieces.len()).all(|piece| piece == at || other[piece] == pieces[piece])
        });
        if !rest_stays {
            return None;
        }
        let page = i64::try_from(*last).ok()?;
        let (first, first_pieces) = alike.first()?;
        let (step, base) = if first == last {
            (1, value(pieces)? - page)
        } else {
            let pages = page - i64::try_from(*first).ok()?;
            let values = value(pieces)? - value(first_pieces)?;
            // Two links to one page tell no step.
            if pages == 0 || values == 0 || values % pages != 0 {
                return None;
            }
            let step = values / pages;
            (step, value(pieces)? - step * page)
        };
        // One link alone must state its own number.
        if step <= 0 || (alike.len() == 1 && base != 0) {
            return None;
        }
        let fits = alike.iter().all(|(number, pieces)| {
            i64::try_from(*number).is_ok_and(|n| value(pieces) == Some(step * n + base))
        });
        let Piece::Digits(written) = pieces[at] else {
            return None;
        };
        let width = if written.starts_with('0') {
            written.len()
        } else {
            1
        };
        fits.then(|| Self {
            before: text(&pieces[..at]),
            after: text(&pieces[at + 1..]),
            step,
            base,
            width,
        })
    }

    /// The address of a page.
    pub(crate) fn page(&self, number: u64) -> Option<String> {
        let value = i64::try_from(number).ok()?.checked_mul(self.step)?;
        let value = u64::try_from(value.checked_add(self.base)?).ok()?;
        let width = self.width;
        Some(format!("{}{value:0width$}{}", self.before, self.after))
    }
}

/// Cuts an address at its runs of digits; the host is one piece with what stands before the path.
fn pieces(url: &str) -> Vec<Piece<'_>> {
    let path = url
        .find("://")
        .and_then(|at| {
            url[at + 3..]
                .find(['/', '?', '#'])
                .map(|slash| at + 3 + slash)
        })
        .unwrap_or(url.len());
    let mut out = vec![Piece::Other(&url[..path])];
    let mut rest = &url[path..];
    while !rest.is_empty() {
        let digits = rest.starts_with(|c: char| c.is_ascii_digit());
        let end = rest
            .find(|c: char| c.is_ascii_digit() != digits)
            .unwrap_or(rest.len());
        let (piece, after) = rest.split_at(end);
        out.push(if digits {
            Piece::Digits(piece)
        } else {
            Piece::Other(piece)
        });
        rest = after;
    }
    out
}

fn same_form(a: &[Piece<'_>], b: &[Piece<'_>]) -> bool {
    a.len() == b.len()
        && a.iter().zip(b).all(|pair| match pair {
            (Piece::Digits(_), Piece::Digits(_)) => true,
            (Piece::Other(a), Piece::Other(b)) => a == b,
            _ => false,
        })
}

fn text(pieces: &[Piece<'_>]) -> String {
    pieces
        .iter()
        .map(|piece| match piece {
            Piece::Digits(text) | Piece::Other(text) => *text,
        })
        .collect()
}
