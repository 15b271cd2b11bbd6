//! Reads the list styles that text inherits from its own shape, the layout, the master and the presentation.

use super::xml::Element;
use crate::model::Bullet;

/// Levels of a list.
const LEVELS: usize = 9;
/// The largest number that the format allows a list to begin with.
const MAX_START: u32 = 32_767;

/// The style of each level of a list.
#[derive(Debug, Clone, Default)]
pub(super) struct ListStyle {
    levels: [Level; LEVELS],
}

/// The style of one level. Missing values are inherited.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Level {
    pub(super) bullet: Option<Bullet>,
    /// The number that the list of the bullet begins with, unless it is 1.
    pub(super) start: Option<u32>,
    /// In hundredths of a point.
    pub(super) size: Option<u32>,
    pub(super) emphasis: Emphasis,
}

/// The emphasis of text, such as bold; `None` is inherited.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Emphasis {
    pub(super) bold: Option<bool>,
    pub(super) italic: Option<bool>,
    pub(super) struck: Option<bool>,
    pub(super) code: Option<bool>,
}

impl ListStyle {
    /// Reads a `lstStyle` or one of the same form.
    pub(super) fn read(list: &Element<'_>) -> Self {
        let mut levels = [Level::default(); LEVELS];
        let default_level = list.child("defPPr").map(Level::read).unwrap_or_default();
        for (level, number) in levels.iter_mut().zip(1..) {
            let own = list.child(&format!("lvl{number}pPr")).map(Level::read).unwrap_or_default();
            *level = own.over(default_level);
        }
        Self { levels }
    }

    /// This style, with missing values taken from the other.
    pub(super) fn over(&self, other: &Self) -> Self {
        let mut levels = self.levels;
        for (level, other) in levels.iter_mut().zip(other.levels) {
            *level = level.over(other);
        }
        Self { levels }
    }

    /// This style without its emphasis.
    pub(super) fn without_emphasis(mut self) -> Self {
        for level in &mut self.levels {
            level.emphasis = Emphasis::default();
        }
        self
    }

    /// The style of a level.
    pub(super) fn level(&self, level: u8) -> Level {
        self.levels[usize::from(level).min(LEVELS - 1)]
    }
}

impl Level {
    /// Reads the properties of a paragraph (`lvl1pPr`, `pPr`).
    pub(super) fn read(properties: &Element<'_>) -> Self {
        let found = properties.children.iter().find_map(|child| match child.name {
            "buNone" => Some((Bullet::None, None)),
            "buChar" | "buBlip" => Some((Bullet::Sign, None)),
            "buAutoNum" => Some((Bullet::Number, child.number::<u32>("startAt"))),
            _ => None,
        });
        let (bullet, start) = found.map_or((None, None), |(bullet, start)| (Some(bullet), start));
        let start = start.filter(|start| (2..=MAX_START).contains(start));
        let run = properties.child("defRPr");
        Self { bullet, start, size: run.and_then(size), emphasis: run.map(Emphasis::read).unwrap_or_default() }
    }

    /// This style, with missing values taken from the other.
    pub(super) fn over(self, other: Self) -> Self {
        Self {
            bullet: self.bullet.or(other.bullet),
            start: if self.bullet.is_some() { self.start } else { other.start },
            size: self.size.or(other.size),
            emphasis: self.emphasis.over(other.emphasis),
        }
    }
}

impl Emphasis {
    /// Reads the properties of a run (`rPr`, `defRPr`).
    pub(super) fn read(properties: &Element<'_>) -> Self {
        let face = properties.child("latin").and_then(|face| face.attribute("typeface"));
        Self {
            bold: properties.flag("b"),
            italic: properties.flag("i"),
            struck: properties.attribute("strike").map(|strike| strike != "noStrike"),
            code: face.map(|face| is_monospaced(&face)),
        }
    }

    /// This emphasis, with missing values taken from the other.
    pub(super) fn over(self, other: Self) -> Self {
        Self {
            bold: self.bold.or(other.bold),
            italic: self.italic.or(other.italic),
            struck: self.struck.or(other.struck),
            code: self.code.or(other.code),
        }
    }
}

/// The size of text in hundredths of a point. `None` if it is missing or outside the range of the format.
pub(super) fn size(run: &Element<'_>) -> Option<u32> {
    run.number::<u32>("sz").filter(|size| (100..=400_000).contains(size))
}

/// Whether a font is monospaced, by its name.
fn is_monospaced(face: &str) -> bool {
    const KNOWN: &[&str] = &[
        "courier",
        "consolas",
        "menlo",
        "monaco",
        "inconsolata",
        "lucida console",
        "typewriter",
        "terminal",
        "fixedsys",
    ];
    let face = face.to_lowercase();
    let is_word = |word: &str| word == "mono" || word == "code";
    KNOWN.iter().any(|known| face.contains(known))
        || face.split(|letter: char| !letter.is_alphanumeric()).any(is_word)
        || (face.ends_with("mono") && face.len() > 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn monospaced_fonts_are_recognised_by_name() {
        for face in ["Courier New", "Consolas", "JetBrains Mono", "DejaVu Sans Mono", "Source Code Pro"] {
            assert!(is_monospaced(face), "{face}");
        }
        for face in ["Calibri", "Monotype Corsiva", "+mn-lt", "Codec Pro", "Montserrat"] {
            assert!(!is_monospaced(face), "{face}");
        }
    }
}
