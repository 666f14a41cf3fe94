//! The printed figures: medians over the rounds, and ratios of turns that followed each other.

use std::io::Write as _;

use anyhow::Result;
use common::browser::Installation;

use crate::pages::Kind;
use crate::{Args, NAMES};

/// One contender's turn.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Turn {
    pub(crate) pages: usize,
    pub(crate) seconds: f64,
    /// CPU seconds of the browser and its driver.
    pub(crate) browser_cpu: f64,
    /// CPU seconds of this process: the reading side and the page server.
    pub(crate) own_cpu: f64,
}

impl Turn {
    #[allow(clippy::cast_precision_loss)] // Some hundreds.
    fn rate(self) -> f64 {
        self.pages as f64 / self.seconds
    }

    /// CPU seconds of all that has a part in it.
    fn cpu(self) -> f64 {
        self.browser_cpu + self.own_cpu
    }

    #[allow(clippy::cast_precision_loss)]
    fn ms_a_page(self, seconds: f64) -> f64 {
        seconds * 1000.0 / self.pages as f64
    }
}

/// Turns by contender, in the order of the rounds.
#[derive(Debug, Default)]
pub(crate) struct Figures([Vec<Turn>; NAMES.len()]);

impl Figures {
    pub(crate) fn add(&mut self, contender: usize, turn: Turn) {
        self.0[contender].push(turn);
    }

    pub(crate) fn print(&self, kind: Kind, pages: usize) -> Result<()> {
        let mut out = std::io::stdout();
        writeln!(
            out,
            "\n{}: {pages} pages a turn, all read with the right content",
            kind.words()
        )?;
        writeln!(
            out,
            "  {:<26}{:>9}{:>16}{:>16}{:>12}",
            "", "pages/s", "each round", "browser CPU", "own CPU"
        )?;
        for (name, turns) in NAMES.iter().zip(&self.0) {
            let rates: Vec<f64> = turns.iter().map(|turn| turn.rate()).collect();
            let cpu = |of: fn(&Turn) -> f64| {
                median(turns.iter().map(|turn| turn.ms_a_page(of(turn))).collect())
            };
            writeln!(
                out,
                "  {name:<26}{:>9.1}{:>16}{:>8.0} ms/page{:>4.0} ms/page",
                median(rates.clone()),
                each(&rates, 1),
                cpu(|turn| turn.browser_cpu),
                cpu(|turn| turn.own_cpu),
            )?;
        }
        self.ratio(1)?;
        self.ratio(2)
    }

    /// Windrow's rate over another's, round by round: what else the machine does cancels out.
    fn ratio(&self, other: usize) -> Result<()> {
        let pairs = self.0[0].iter().zip(&self.0[other]);
        let ratios: Vec<f64> = pairs.map(|(ours, its)| ours.rate() / its.rate()).collect();
        let pairs = self.0[0].iter().zip(&self.0[other]);
        let cpu = pairs.map(|(ours, its)| ours.cpu() / its.cpu()).collect();
        writeln!(
            std::io::stdout(),
            "  windrow is {:.2} times as fast as: {} (each round {}) and uses {:.2} of its CPU",
            median(ratios.clone()),
            NAMES[other],
            each(&ratios, 2),
            median(cpu),
        )?;
        Ok(())
    }
}

/// What was compared.
pub(crate) fn head(args: &Args, found: &Installation) -> Result<()> {
    let mut out = std::io::stdout();
    writeln!(
        out,
        "{} pages of each kind, {} rounds by turns, {} tabs at once, {}",
        args.pages,
        args.rounds,
        args.lanes,
        found.binary.display()
    )?;
    writeln!(
        out,
        "  {}: the product's reader, tabs reused, every frame drawn",
        NAMES[0]
    )?;
    writeln!(
        out,
        "  {}: same driver, flags, scripts and condition; a tab is used once",
        NAMES[1]
    )?;
    writeln!(
        out,
        "  {}: no driver, knows its selector, takes the HTML: the yardstick",
        NAMES[2]
    )?;
    Ok(())
}

fn each(values: &[f64], digits: usize) -> String {
    let all: Vec<String> = values
        .iter()
        .map(|value| format!("{value:.digits$}"))
        .collect();
    all.join(" ")
}

/// The middle one; of an even number the mean of the two in the middle; 0 of none.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    match (values.len(), values.len() / 2) {
        (0, _) => 0.0,
        (n, half) if n % 2 == 0 => f64::midpoint(values[half - 1], values[half]),
        (_, half) => values[half],
    }
}
