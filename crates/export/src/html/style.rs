//! Styles: the colours of a document as variables, and looks that many elements share.

use std::collections::HashMap;
use std::fmt::Write;

use scene::{Color, Palette, PaletteRole, Rect, Rgb, Tone};

use super::markup::{Markup, Number};

/// What every page of ours needs, wherever it stands.
pub(super) const PAGE: &str = include_str!("page.css");

/// How looks that elements share are written.
pub(super) enum Looks {
    /// In each element, so that an element can be replaced on its own.
    Inline,
    /// Once, as classes.
    Classes(Classes),
}

/// Looks by the class they were given.
#[derive(Default)]
pub(super) struct Classes {
    numbers: HashMap<String, usize>,
    rules: String,
}

impl Looks {
    /// Writes the class and the style of an element: its classes, a look it shares, and what it has alone.
    pub(super) fn write(&mut self, out: &mut Markup, classes: &str, look: &str, own: &str) {
        match self {
            Looks::Inline => {
                out.attribute("class", classes).attribute("style", format_args!("{own}{look}"));
            }
            Looks::Classes(shared) => {
                let number = shared.number(look);
                out.attribute("class", format_args!("{classes} t{number}")).attribute("style", own);
            }
        }
    }

    /// The rules of all classes.
    pub(super) fn rules(&self) -> &str {
        match self {
            Looks::Inline => "",
            Looks::Classes(shared) => &shared.rules,
        }
    }
}

impl Classes {
    fn number(&mut self, look: &str) -> usize {
        if let Some(number) = self.numbers.get(look) {
            return *number;
        }
        let number = self.numbers.len();
        self.numbers.insert(look.to_owned(), number);
        let _ = writeln!(self.rules, ".t{number}{{{look}}}");
        number
    }
}

/// Where an element stands.
pub(super) fn place(frame: Rect) -> String {
    let Rect { x, y, width, height } = frame;
    let [x, y, width, height] = [x, y, width, height].map(|length| Number(length.0));
    format!("left:{x}px;top:{y}px;width:{width}px;height:{height}px;")
}

/// A colour: by its variable where the palette has it.
pub(super) fn color(palette: &Palette, color: Color) -> String {
    if color.alpha < 1.0 {
        let Rgb { red, green, blue } = palette.rgb(color);
        return format!("rgb({red} {green} {blue}/{})", Number(color.alpha));
    }
    match color.tone {
        Tone::Value(value) => value.to_string(),
        Tone::Role(PaletteRole::Chart(index)) => {
            let count = palette.chart.len().max(1);
            format!("var(--chart-{})", usize::from(index) % count + 1)
        }
        Tone::Role(_) => format!("var(--{color})"),
    }
}

/// The palette as variables.
pub(super) fn variables(palette: &Palette) -> String {
    use PaletteRole::{
        Accent, Accent2, AccentOnDeep, Base, Deep, Line, Muted, MutedOnDeep, OnAccent, OnDeep, Surface, Text, Tint,
    };
    let roles =
        [Base, Tint, Deep, Surface, Line, Text, Muted, OnDeep, MutedOnDeep, Accent, OnAccent, AccentOnDeep, Accent2];
    let mut rules = ".slide{".to_owned();
    for role in roles {
        let _ = write!(rules, "--{}:{};", Color::from(role), palette.role(role));
    }
    for index in 0..palette.chart.len().max(1) {
        let role = PaletteRole::Chart(u8::try_from(index).unwrap_or(u8::MAX));
        let _ = write!(rules, "--chart-{}:{};", index + 1, palette.role(role));
    }
    rules + "}\n"
}
