//! Pictures: a page contains each file once, however often it shows it.

use std::collections::HashMap;
use std::fmt::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use scene::{AltText, Crop, Node, Picture, PictureId};

use super::markup::{Markup, Number};
use super::style::{color, position};
use super::writer::Writer;
use crate::PictureSource;

/// The addresses of the pictures of a page.
pub(super) enum PictureAddresses<'a> {
    /// The page contains the pictures, as classes with a background.
    Embedded {
        /// Returns their bytes.
        pictures: &'a dyn PictureSource,
        /// The class of each picture shown so far; `None` when it is not available.
        classes: HashMap<PictureId, Option<usize>>,
        /// The rules of the classes.
        rules: String,
        /// The uploaded sounds and videos that are played, which the page contains as blocks.
        media: Vec<String>,
    },
    /// A browser loads the pictures from these addresses.
    Linked(&'a dyn Fn(&PictureId) -> String),
}

impl<'a> PictureAddresses<'a> {
    pub(super) fn embedded(pictures: &'a dyn PictureSource) -> PictureAddresses<'a> {
        PictureAddresses::Embedded { pictures, classes: HashMap::new(), rules: String::new(), media: Vec::new() }
    }

    /// The rules of the pictures shown so far.
    pub(super) fn rules(&self) -> &str {
        match self {
            PictureAddresses::Embedded { rules, .. } => rules,
            PictureAddresses::Linked(_) => "",
        }
    }

    /// The address of a picture: a `data:` address when the page contains it. `None` when it is not available.
    pub(super) fn address(&self, picture: &PictureId) -> Option<String> {
        match self {
            PictureAddresses::Embedded { pictures, .. } => data_address(*pictures, picture),
            PictureAddresses::Linked(address) => Some(address(picture)),
        }
    }

    /// The attribute by which a player finds an uploaded sound or video: its address, or the id of its block.
    pub(super) fn media_attribute(&mut self, address: &str) -> (&'static str, String) {
        match self {
            PictureAddresses::Linked(linked) => ("data-src", linked(&PictureId(address.to_owned()))),
            PictureAddresses::Embedded { media, .. } => {
                let known = media.iter().position(|known| known == address);
                let index = known.unwrap_or_else(|| {
                    media.push(address.to_owned());
                    media.len() - 1
                });
                ("data-media", media_id(index))
            }
        }
    }

    /// The uploaded sounds and videos that the page contains, with the ids of their blocks.
    pub(super) fn media(&self) -> impl Iterator<Item = (String, &str)> {
        let media: &[String] = match self {
            PictureAddresses::Embedded { media, .. } => media,
            PictureAddresses::Linked(_) => &[],
        };
        media.iter().enumerate().map(|(index, address)| (media_id(index), address.as_str()))
    }

    /// The class and the style that show a picture; one of them is empty.
    fn background(&mut self, picture: &PictureId) -> (String, String) {
        match self {
            PictureAddresses::Linked(address) => (String::new(), background_rule(&address(picture))),
            PictureAddresses::Embedded { pictures, classes, rules, .. } => {
                let next = classes.len();
                let class = *classes.entry(picture.clone()).or_insert_with(|| {
                    let address = data_address(*pictures, picture)?;
                    let _ = writeln!(rules, ".p{next}{{{}}}", background_rule(&address));
                    Some(next)
                });
                (class.map_or(String::new(), |class| format!(" p{class}")), String::new())
            }
        }
    }
}

/// The id of the block with a sound or video.
fn media_id(index: usize) -> String {
    format!("media-{index}")
}

/// The `data:` address of a picture, with the bytes as they were uploaded. A picture on the web keeps its address.
fn data_address(pictures: &dyn PictureSource, picture: &PictureId) -> Option<String> {
    let Some(bytes) = pictures.bytes(picture) else {
        return picture.0.starts_with("https://").then(|| picture.0.clone());
    };
    let kind = imaging::kind_of(&bytes)?;
    let mut address = format!("data:{};base64,", kind.mime());
    STANDARD.encode_string(&bytes, &mut address);
    Some(address)
}

/// The declaration of a background picture. The address cannot end its quotes.
fn background_rule(address: &str) -> String {
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
    /// Writes a picture as a box with a background.
    pub(super) fn picture(&mut self, node: &Node, picture: &Picture) {
        let (class, mut style) = self.pictures.background(&picture.source);
        style.insert_str(0, &position(self.local(node.frame)));
        add_crop(picture.crop, &mut style);
        if picture.is_arched {
            let radius = Number((node.frame.width.0 / 2.0).min(node.frame.height.0));
            let _ = write!(style, "border-radius:{radius}px {radius}px 0 0;");
        } else if picture.radius.0 > 0.0 {
            let _ = write!(style, "border-radius:{}px;", Number(picture.radius.0));
        }
        if let Some(stroke) = picture.outline {
            // Half of the line lies inside the edge. An inset shadow is painted above the background.
            let (color, half) = (color(&self.document.palette, stroke.color), Number(stroke.width.0 / 2.0));
            let _ = write!(style, "box-shadow:0 0 0 {half}px {color},inset 0 0 0 {half}px {color};");
        }
        let attributes = self.attributes(node);
        self.out.open("div").attribute("class", format_args!("n pic{class}")).attribute("style", style);
        self.out.raw(&attributes);
        write_alt(&mut self.out, &node.alt);
        self.out.raw("></div>");
    }
}

/// Writes the alternative text of a picture into its open start tag. Screen readers ignore a picture without one.
pub(super) fn write_alt(out: &mut Markup, alt: &AltText) {
    match alt {
        AltText::Text(words) if !words.is_empty() => {
            out.attribute("role", "img").attribute("aria-label", words);
        }
        AltText::Text(_) | AltText::Own | AltText::Missing | AltText::Decorative => {
            out.attribute("aria-hidden", "true");
        }
    }
}

/// Shows the cropped part of a picture: the background is scaled so that the part fills the box.
fn add_crop(crop: Crop, style: &mut String) {
    if crop == Crop::WHOLE {
        return;
    }
    let (width, height) = ((crop.right - crop.left).max(0.001), (crop.bottom - crop.top).max(0.001));
    // CSS positions a background in percent of the space that is left over; none is left when the whole side is shown.
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
    fn a_crop_scales_and_moves_the_background() {
        let mut style = String::new();
        add_crop(Crop { left: 0.25, top: 0.0, right: 0.75, bottom: 1.0 }, &mut style);
        assert_eq!(style, "background-size:200% 100%;background-position:50% 0%;");
    }

    #[test]
    fn an_address_cannot_end_its_quotes() {
        let style = background_rule("https://example.test/a\"};</style><script>\\");
        assert_eq!(style, "background-image:url(\"https://example.test/a%22};%3C/style%3E%3Cscript%3E%5C\");");
    }
}
