//! Export with the masters and layouts of a template: each page uses the layout that fits best, its texts and pictures
//! go into the placeholders, and everything else is drawn in the area of the body.
//!
//! `content` reads the content of a page, `choice` chooses its layout, `text` writes paragraphs without formatting of
//! their own, `slide` fills the placeholders and writes the slide. The parts of the template are written unchanged.

mod choice;
mod content;
mod slide;
mod text;

use scene::{Px, Rect, Rgb};

use self::choice::Layouts;
use super::file::FileContext;
use super::notes;
use super::theme;
use crate::{Error, ExportInput};

/// The masters, layouts, themes and pictures of a template, without slides.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Template {
    /// Width and height of slides in EMU.
    pub size: (i64, i64),
    /// The parts, which are written unchanged.
    pub parts: Vec<TemplatePart>,
    /// The path and id of each master.
    pub masters: Vec<(String, u32)>,
    /// The layouts that slides can use.
    pub layouts: Vec<TemplateLayout>,
    /// The theme colours by the names that shapes use: `bg1`, `tx1`, `accent1`, ...
    pub colors: Vec<(&'static str, Rgb)>,
}

/// A part of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplatePart {
    /// Its path in the package.
    pub path: String,
    /// Its content type.
    pub content_type: String,
    /// Its content.
    pub bytes: Vec<u8>,
    /// Its relationships: id, kind and the path of the other part.
    pub relationships: Vec<(String, &'static str, String)>,
}

/// A layout of a template.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TemplateLayout {
    /// The path of its part.
    pub path: String,
    /// Its type as in the file (`title`, `secHead`, `obj`, ...); empty if the file has none.
    pub kind: String,
    /// Its display name.
    pub name: String,
    /// Its placeholders.
    pub placeholders: Vec<TemplatePlaceholder>,
    /// Whether it is reserved for the slides that open and close a deck.
    pub is_opening: bool,
}

/// A placeholder of a layout.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TemplatePlaceholder {
    /// Its type as in the file (`title`, `body`, `pic`, ...); empty for one that accepts any content.
    pub kind: String,
    /// The number by which slides refer to it.
    pub index: Option<u32>,
    /// Left edge, top, width and height in EMU.
    pub frame: [i64; 4],
    /// The text sizes of its first five levels in hundredths of a point.
    pub sizes: [u32; 5],
    /// Whether its text runs from top to bottom.
    pub is_vertical: bool,
    /// Its own text, such as that of a footer.
    pub words: String,
}

impl TemplatePlaceholder {
    /// Its frame in pixels of the canvas.
    fn rect(&self) -> Rect {
        let [x, y, width, height] = self.frame.map(pixels);
        Rect { x, y, width, height }
    }
}

/// A length in EMU as pixels of the canvas.
#[expect(clippy::cast_precision_loss, reason = "no slide is so large")]
fn pixels(length: i64) -> Px {
    Px(length as f32 / 6350.0)
}

/// Writes the parts of the template, and the slides on it.
pub(super) fn write(file: &mut FileContext<'_>, template: &Template, input: &ExportInput<'_>) -> Result<(), Error> {
    for part in &template.parts {
        file.package.template_part(part)?;
    }
    if notes::has_any(file.document) {
        theme::write_for_notes(file)?;
    }
    let layouts = Layouts::new(template);
    for (index, page) in input.document.pages.iter().enumerate() {
        slide::write(file, index + 1, page, &layouts)?;
        input.report(index + 1)?;
    }
    Ok(())
}
