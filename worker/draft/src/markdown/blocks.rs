//! Blocks as they are put under each other: paragraphs, items and quotes with what stands before their
//! lines, and blank lines between what does not belong together.

/// What stands before the lines of a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Before {
    /// A quotation.
    Quote,
    /// A list item: its marker, which the first line bears.
    Item {
        /// With the space behind it.
        marker: String,
        /// A line bears it already.
        used: bool,
    },
}

/// The blocks written so far.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    out: String,
    /// What the next block stands in, outermost first, each with a number of its own.
    within: Vec<(u64, Before)>,
    numbers: u64,
    /// What the last block stood in.
    last: Vec<(u64, bool)>,
}

impl Blocks {
    pub(super) fn enter(&mut self, before: Before) {
        self.numbers += 1;
        self.within.push((self.numbers, before));
    }

    pub(super) fn leave(&mut self) {
        self.within.pop();
    }

    /// Writes a block.
    pub(super) fn put<'a>(&mut self, lines: impl IntoIterator<Item = &'a str>) {
        self.part();
        for line in lines {
            let start = self.out.len();
            for (_, before) in &mut self.within {
                match before {
                    Before::Quote => self.out.push_str("> "),
                    Before::Item { marker, used: true } => {
                        self.out.extend(std::iter::repeat_n(' ', marker.len()));
                    }
                    Before::Item { marker, used } => {
                        self.out.push_str(marker);
                        *used = true;
                    }
                }
            }
            self.out.push_str(line);
            if line.is_empty() {
                let kept = self.out[start..].trim_end().len();
                self.out.truncate(start + kept);
            }
            self.out.push('\n');
        }
        let within = self.within.iter();
        self.last = within
            .map(|(number, before)| (*number, matches!(before, Before::Quote)))
            .collect();
    }

    /// A blank line, unless the block begins an item right after or within another.
    fn part(&mut self) {
        if self.out.is_empty() {
            return;
        }
        let begins =
            |(_, before): &(u64, Before)| matches!(before, Before::Item { used: false, .. });
        let after_item = self.last.iter().any(|(_, quote)| !quote);
        let definition = self.within.last().is_some_and(
            |(_, before)| matches!(before, Before::Item { marker, .. } if marker == ": "),
        );
        if self.within.iter().any(begins) && (after_item || definition) {
            return;
        }
        let shared = self.last.iter().zip(&self.within);
        let shared = shared.take_while(|((last, _), (now, _))| last == now);
        let quotes = shared.filter(|((_, quote), _)| *quote).count();
        self.out.push_str("> ".repeat(quotes).trim_end());
        self.out.push('\n');
    }

    pub(super) fn finish(self) -> String {
        self.out
    }
}

/// A line of text that would begin a heading, an item, a quotation, a table or code, kept from it.
pub(super) fn escaped(line: &str) -> String {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let rest = &line[digits..];
    if (1..=9).contains(&digits) && rest.starts_with(['.', ')']) && is_end(&rest[1..]) {
        return format!("{}\\{rest}", &line[..digits]);
    }
    let marker = line.starts_with(['-', '+', '*']) && (is_end(&line[1..]) || is_rule(line));
    let heading = line.trim_start_matches('#');
    let heading = heading.len() < line.len() && is_end(heading);
    if marker || heading || line.starts_with(['|', '>']) || line.starts_with("```") {
        return format!("\\{line}");
    }
    line.to_owned()
}

fn is_end(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with(' ')
}

fn is_rule(line: &str) -> bool {
    line.len() >= 3 && line.chars().all(|ch| matches!(ch, '-' | '*' | ' '))
}
