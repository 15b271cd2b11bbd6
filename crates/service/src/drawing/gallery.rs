//! The gallery: every slide type in every theme, as HTML pages.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use deck::{Deck, Registry, Slide, SlideType, Theme, Themes};
use export::{ExportInput, html, png};
use layout::Invite;
use scene::PictureId;

use super::pictures::layout_facts;
use super::renderer::{DrawInput, Renderer};
use crate::examples::{EXAMPLE_PICTURES, ExamplePicture};

/// Why the gallery could not be written.
#[derive(Debug, thiserror::Error)]
pub enum GalleryError {
    /// A file cannot be written.
    #[error("`{}` cannot be written: {source}", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
    /// A theme cannot be drawn.
    #[error("the theme `{theme}` cannot be drawn: {fault}")]
    Undrawn {
        /// Id of the theme.
        theme: String,
        /// The reason, in words.
        fault: String,
    },
}

/// The types of the slides that the index shows of each theme.
const INDEX_TYPES: [&str; 4] = ["title-slide", "kpi-metrics-slide", "chart-slide", "quote-slide"];
/// The width of the pictures in the index, in pixels.
const INDEX_PICTURE_WIDTH: u16 = 640;
const STYLE: &str = include_str!("gallery.css");

/// Writes a file for each theme with the example of every slide type, and an index with pictures of some. Returns the
/// files.
///
/// # Errors
/// Fails when a file cannot be written, or a theme cannot be drawn.
pub fn gallery(folder: &Path) -> Result<Vec<PathBuf>, GalleryError> {
    let unwritable = |path: &Path| {
        let path = path.to_owned();
        move |source| GalleryError::Unwritable { path, source }
    };
    fs::create_dir_all(folder).map_err(unwritable(folder))?;
    let renderer = Renderer::new(None);
    let facts = example_facts();
    let invite = example_invite();
    let mut written = Vec::new();
    let mut entries = String::new();
    let mut write_file = |name: String, bytes: &[u8]| {
        let path = folder.join(name);
        fs::write(&path, bytes).map_err(unwritable(&path))?;
        written.push(path);
        Ok(())
    };
    for theme in Themes::core().iter() {
        let deck = example_deck(Registry::core(), theme);
        let drawing =
            DrawInput { deck: &deck, registry: Registry::core(), theme, pictures: &facts, invite: Some(&invite) };
        let output = renderer.document(&drawing);
        let input = ExportInput { document: &output.document, pictures: &Examples, on_page: &|_| true };
        let undrawn =
            |fault: export::Error| GalleryError::Undrawn { theme: theme.id.clone(), fault: fault.to_string() };
        let page = html::standalone(input, &renderer.fonts).map_err(undrawn)?;
        write_file(format!("{}.html", theme.id), page.as_bytes())?;
        let mut pictures = String::new();
        for key in INDEX_TYPES {
            let Some(position) = deck.slides.iter().position(|slide| slide.key == key) else { continue };
            let picture = png::page(&output.document, position + 1, INDEX_PICTURE_WIDTH, &Examples, &renderer.pictures)
                .map_err(undrawn)?;
            let name = format!("{}-{key}.png", theme.id);
            write_file(name.clone(), &picture.unwrap_or_default())?;
            let label = Registry::core().by_key(key).map_or(key, |slide_type| slide_type.label.as_str());
            // The viewer opens at the slide that an address names.
            let _ = write!(
                pictures,
                "<a href=\"{}.html#{}\"><img src=\"{name}\" width=\"640\" height=\"360\" alt=\"{label}\"></a>",
                theme.id,
                position + 1
            );
        }
        let _ = writeln!(
            entries,
            "<section>\n<h2><a href=\"{}.html\">{}</a></h2>\n<p>{}</p>\n<div>{pictures}</div>\n</section>",
            theme.id, theme.label, theme.mood
        );
    }
    write_file("index.html".to_owned(), index(&entries).as_bytes())?;
    Ok(written)
}

/// The index page.
fn index(entries: &str) -> String {
    let (types, themes) = (Registry::core().types().count(), Themes::core().iter().count());
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <title>Lectern gallery</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1>Every slide type in every theme</h1>\n\
         <p>{types} slide types, {themes} themes. A picture opens its slide; arrows walk through all of them.</p>\n\
         {entries}</main>\n</body>\n</html>\n"
    )
}

/// The facts of the example pictures for layout.
fn example_facts() -> layout::Pictures {
    let facts = EXAMPLE_PICTURES.iter().map(|picture| {
        let facts = picture.facts();
        (picture.address.to_owned(), layout_facts(facts.width, facts.height, &facts.luminance))
    });
    layout::Pictures(facts.collect())
}

/// An example of an invitation to a talk.
fn example_invite() -> Invite {
    Invite {
        address: "lectern.example/go".to_owned(),
        link: "https://lectern.example/go/KMPX".to_owned(),
        code: "KMPX".to_owned(),
    }
}

/// The bytes of the example pictures.
struct Examples;

impl export::PictureSource for Examples {
    fn bytes(&self, picture: &PictureId) -> Option<Arc<[u8]>> {
        ExamplePicture::at(&picture.0).map(|picture| Arc::from(picture.bytes))
    }
}

/// A deck of the examples of all types, in a theme.
pub(crate) fn example_deck(registry: &Registry, theme: &Theme) -> Deck {
    let mut deck = Deck::new(theme.label.clone(), deck::EXAMPLE_LANG);
    deck.theme.clone_from(&theme.id);
    let slides =
        registry.types().zip(1..).map(|(slide_type, number)| example_slide(&format!("example-{number}"), slide_type));
    deck.slides = slides.collect();
    deck
}

/// The example of a type.
pub(crate) fn example_slide(id: &str, slide_type: &SlideType) -> Slide {
    Slide::new(id, slide_type.key.clone(), slide_type.example.clone())
}
