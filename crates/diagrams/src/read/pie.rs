//! Pie charts: `pie title Pets`, `"Dogs" : 42`.

use super::flowchart::excerpt;
use super::text::shown;
use super::{SourceLine, after, is_style};
use crate::{Error, Pie, Slice};

/// The maximum number of shares of a pie.
const MAX_SHARES: usize = 24;

pub(super) fn read(first: SourceLine<'_>, options: &str, lines: &[SourceLine<'_>]) -> Result<Pie, Error> {
    let mut pie = Pie { title: String::new(), shows_values: false, slices: Vec::new() };
    let options = SourceLine { words: options, ..first };
    for line in std::iter::once(&options).chain(lines) {
        let mut words = line.words;
        if let Some(rest) = after(words, "showData") {
            pie.shows_values = true;
            words = rest;
        }
        if words.is_empty() || is_style(words) {
            continue;
        }
        if let Some(title) = after(words, "title") {
            pie.title = shown(title);
            continue;
        }
        let share = words.rsplit_once(':').and_then(|(label, value)| Some((label, value.trim().parse::<f64>().ok()?)));
        let Some((label, value)) = share.filter(|(_, value)| value.is_finite() && *value > 0.0) else {
            let reason =
                format!("`{}` is not understood: write \"Name\" : 42, with a number above zero", excerpt(words));
            return Err(Error::line(line.number, reason));
        };
        pie.slices.push(Slice { label: shown(label), value });
    }
    match pie.slices.len() {
        0 => Err(Error::Nothing),
        count if count > MAX_SHARES => Err(Error::TooMany { what: "shares", count, most: MAX_SHARES }),
        _ => Ok(pie),
    }
}
