//! Pictures: each file is in a page once, however often it is shown.

use std::collections::HashMap;
use std::fmt::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use scene::{Alt, Crop, Node, Picture, PictureId};

use super::markup::{Markup, Number};
use super::style::place;
use super::writer::Writer;
use crate::Pictures;

/// Where the pictures of pages come from.
pub(super) enum PictureShelf<'a> {
    /// The file holds them, as classes with a background.
    Inside {
        /// Whoever has their bytes.
        pictures: &'a dyn Pictures,
        /// The class of each that was shown; nothing for one that cannot be had.
        classes: HashMap<PictureId, Option<usize>>,
        /// Their rules.
        rules: String,
    },
    /// They are fetched from an address.
    Elsewhere(&'a dyn Fn(&PictureId) -> String),
}

impl<'a> PictureShelf<'a> {
    pub(super) fn inside(pictures: &'a dyn Pictures) -> PictureShelf<'a> {
        PictureShelf::Inside { pictures, classes: HashMap::new(), rules: String::new() }
    }

    /// The rules of the pictures that were shown.
    pub(super) fn rules(&self) -> &str {
        match self {
            PictureShelf::Inside { rules, .. } => rules,
            PictureShelf::Elsewhere(_) => "",
        }
    }

    /// The address of a picture, with its bytes where the file holds them.
    pub(super) fn address(&self, picture: &PictureId) -> Option<String> {
        match self {
            PictureShelf::Inside { pictures, .. } => embedded(*pictures, picture),
            PictureShelf::Elsewhere(address) => Some(address(picture)),
        }
    }

    /// The class, or else the style, that shows a picture.
    fn shown(&mut self, picture: &PictureId) -> (String, String) {
        match self {
            PictureShelf::Elsewhere(address) => (String::new(), background(&address(picture))),
            PictureShelf::Inside { pictures, classes, rules } => {
                let next = classes.len();
                let class = *classes.entry(picture.clone()).or_insert_with(|| {
                    let address = embedded(*pictures, picture)?;
                    let _ = writeln!(rules, ".p{next}{{{}}}", background(&address));
                    Some(next)
                });
                (class.map_or(String::new(), |class| format!(" p{class}")), String::new())
            }
        }
    }
}

/// A picture as an address that needs no network; pictures that stand elsewhere keep theirs. The one place that
/// chooses the bytes a file holds: they are those that were uploaded.
fn embedded(pictures: &dyn Pictures, picture: &PictureId) -> Option<String> {
    let Some(bytes) = pictures.bytes(picture) else {
        return picture.0.starts_with("https://").then(|| picture.0.clone());
    };
    let kind = imaging::kind_of(&bytes)?;
    let mut address = format!("data:{};base64,", kind.mime());
    STANDARD.encode_string(&bytes, &mut address);
    Some(address)
}

/// A background with an address that cannot leave its quotes.
fn background(address: &str) -> String {
    let mut quoted = String::with_capacity(address.len());
    for letter in address.chars() {
        match letter {
            '"' | '\\' | '<' | '>' | '\n' | '\r' | '\u{c}' | '\0' => {
                let _ = write!(quoted, "%{:02X}", u32::from(letter));
            }
            letter => quoted.push(letter),
        }
    }
    format!("background-image:url(\"{quoted}\");")
}

impl Writer<'_> {
    pub(super) fn picture(&mut self, node: &Node, picture: &Picture) {
        let (class, mut style) = self.pictures.shown(&picture.source);
        style.insert_str(0, &place(self.local(node.frame)));
        add_crop(picture.crop, &mut style);
        if picture.radius.0 > 0.0 {
            let _ = write!(style, "border-radius:{}px;", Number(picture.radius.0));
        }
        let attributes = self.attributes(node);
        self.out.open("div").attribute("class", format_args!("n pic{class}")).attribute("style", style);
        self.out.raw(&attributes);
        alternative(&mut self.out, &node.alt);
        self.out.raw("></div>");
    }
}

/// What a picture says to people who cannot see it.
pub(super) fn alternative(out: &mut Markup, alt: &Alt) {
    match alt {
        Alt::Text(words) if !words.is_empty() => {
            out.attribute("role", "img").attribute("aria-label", words);
        }
        Alt::Text(_) | Alt::Own | Alt::Missing | Alt::Decorative => {
            out.attribute("aria-hidden", "true");
        }
    }
}

/// Shows a part of a picture: the whole is made so large that the part fills the box.
fn add_crop(crop: Crop, style: &mut String) {
    if crop == Crop::WHOLE {
        return;
    }
    let (width, height) = ((crop.right - crop.left).max(0.001), (crop.bottom - crop.top).max(0.001));
    // A share of the room that is left over, which is nothing where the whole side is shown.
    let share = |start: f32, part: f32| if part >= 1.0 { 0.0 } else { start / (1.0 - part) * 100.0 };
    let size = (Number(100.0 / width), Number(100.0 / height));
    let position = (Number(share(crop.left, width)), Number(share(crop.top, height)));
    let _ =
        write!(style, "background-size:{}% {}%;background-position:{}% {}%;", size.0, size.1, position.0, position.1);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crop_shows_its_part_and_nothing_else() {
        let mut style = String::new();
        add_crop(Crop { left: 0.25, top: 0.0, right: 0.75, bottom: 1.0 }, &mut style);
        assert_eq!(style, "background-size:200% 100%;background-position:50% 0%;");
    }

    #[test]
    fn an_address_cannot_leave_its_quotes() {
        let style = background("https://example.test/a\"};</style><script>\\");
        assert_eq!(style, "background-image:url(\"https://example.test/a%22};%3C/style%3E%3Cscript%3E%5C\");");
    }
}
