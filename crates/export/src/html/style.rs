//! CSS: the colours of a document as variables, and text styles that many elements share.

use std::collections::HashMap;
use std::fmt::Write;

use scene::{Color, ColorSource, Palette, PaletteRole, Rect, Rgb};

use super::markup::{Markup, Number};

/// The rules that every page needs.
pub(super) const PAGE: &str = include_str!("page.css");

/// Text styles that elements share.
pub(super) enum TextStyles {
    /// Written into each element, so that an element can be replaced on its own.
    Inline,
    /// Written once, as classes.
    Classes(StyleClasses),
}

/// The number of the class of each style, and the rules of the classes.
#[derive(Default)]
pub(super) struct StyleClasses {
    numbers: HashMap<String, usize>,
    rules: String,
}

impl TextStyles {
    /// Writes the `class` and `style` attributes of an element with a `shared` style and declarations of its `own`.
    pub(super) fn write(&mut self, out: &mut Markup, classes: &str, shared: &str, own: &str) {
        match self {
            TextStyles::Inline => {
                out.attribute("class", classes).attribute("style", format_args!("{own}{shared}"));
            }
            TextStyles::Classes(numbered) => {
                let number = numbered.number(shared);
                out.attribute("class", format_args!("{classes} t{number}")).attribute("style", own);
            }
        }
    }

    /// The rules of all classes.
    pub(super) fn rules(&self) -> &str {
        match self {
            TextStyles::Inline => "",
            TextStyles::Classes(numbered) => &numbered.rules,
        }
    }
}

impl StyleClasses {
    /// The number of the class of a style, which is added if it is new.
    fn number(&mut self, style: &str) -> usize {
        if let Some(number) = self.numbers.get(style) {
            return *number;
        }
        let number = self.numbers.len();
        self.numbers.insert(style.to_owned(), number);
        let _ = writeln!(self.rules, ".t{number}{{{style}}}");
        number
    }
}

/// The position and size of an element.
pub(super) fn position(frame: Rect) -> String {
    let Rect { x, y, width, height } = frame;
    let [x, y, width, height] = [x, y, width, height].map(|length| Number(length.0));
    format!("left:{x}px;top:{y}px;width:{width}px;height:{height}px;")
}

/// A colour in CSS: its variable, or its value when it is translucent or not in the palette.
pub(super) fn color(palette: &Palette, color: Color) -> String {
    if color.alpha < 1.0 {
        let Rgb { red, green, blue } = palette.rgb(color);
        return format!("rgb({red} {green} {blue}/{})", Number(color.alpha));
    }
    match color.source {
        ColorSource::Value(value) => value.to_string(),
        ColorSource::Role(PaletteRole::Chart(index)) => {
            let count = palette.chart.len().max(1);
            format!("var(--chart-{})", usize::from(index) % count + 1)
        }
        ColorSource::Role(_) => format!("var(--{color})"),
    }
}

/// The rule that defines the colours of the palette as variables.
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
