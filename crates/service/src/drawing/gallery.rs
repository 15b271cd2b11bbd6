//! Every slide type in every theme, as pages to look at.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use deck::{Deck, Registry, Slide, SlideType, Theme, Themes, Visibility};
use export::{Work, html};
use scene::PictureId;

use super::pictures::layout_facts;
use super::studio::{Drawing, Studio};
use crate::examples::{EXAMPLE_PICTURES, ExamplePicture};

/// Why there is no gallery.
#[derive(Debug, thiserror::Error)]
pub enum GalleryError {
    /// A file cannot be written.
    #[error("`{}` cannot be written: {source}", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A fault of ours.
    #[error("the theme `{theme}` cannot be drawn: {fault}")]
    Undrawn {
        /// Id of the theme.
        theme: String,
        /// What happened.
        fault: String,
    },
}

/// Writes a file for each theme with the example of every slide type, and an index; answers what was written.
///
/// # Errors
/// The folder cannot be written.
pub fn gallery(folder: &Path) -> Result<Vec<PathBuf>, GalleryError> {
    let unwritable = |path: &Path| {
        let path = path.to_owned();
        move |source| GalleryError::Unwritable { path, source }
    };
    fs::create_dir_all(folder).map_err(unwritable(folder))?;
    let studio = Studio::new(None);
    let facts = example_facts();
    let mut written = Vec::new();
    let mut entries = String::new();
    for theme in Themes::core().iter() {
        let deck = example_deck(Registry::core(), theme);
        let drawing = Drawing { deck: &deck, registry: Registry::core(), theme, pictures: &facts, invite: None };
        let laid = studio.document(&drawing);
        let work = Work { document: &laid.document, pictures: &Examples, on_page: &|_| true };
        let page = html::standalone(work, &studio.fonts);
        let page = page.map_err(|fault| GalleryError::Undrawn { theme: theme.id.clone(), fault: fault.to_string() })?;
        let path = folder.join(format!("{}.html", theme.id));
        fs::write(&path, page).map_err(unwritable(&path))?;
        let _ = writeln!(entries, "<li><a href=\"{0}.html\">{1}</a> {2}</li>", theme.id, theme.label, theme.mood);
        written.push(path);
    }
    let index = folder.join("index.html");
    let page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>Lectern gallery</title>\n\
         <style>body{{font:18px/1.6 system-ui;max-width:44rem;margin:4rem auto;padding:0 1rem}}</style>\n\
         <h1>Every slide type in every theme</h1>\n<ul>\n{entries}</ul>\n</html>\n"
    );
    fs::write(&index, page).map_err(unwritable(&index))?;
    written.push(index);
    Ok(written)
}

/// What layout must know of the pictures of the examples.
fn example_facts() -> layout::Pictures {
    let facts = EXAMPLE_PICTURES.iter().map(|picture| {
        let known = picture.facts();
        (picture.address.to_owned(), layout_facts(known.width, known.height, &known.luminance))
    });
    layout::Pictures(facts.collect())
}

/// The pictures of the examples.
struct Examples;

impl export::Pictures for Examples {
    fn bytes(&self, picture: &PictureId) -> Option<Arc<[u8]>> {
        ExamplePicture::at(&picture.0).map(|picture| Arc::from(picture.bytes))
    }
}

/// A deck of the examples of all types, in a theme.
pub(crate) fn example_deck(registry: &Registry, theme: &Theme) -> Deck {
    let mut deck = Deck::new(theme.label.clone(), deck::EXAMPLE_LANG);
    deck.theme.clone_from(&theme.id);
    let slides = registry.types().zip(1..).map(|(known, number)| example_slide(&format!("example-{number}"), known));
    deck.slides = slides.collect();
    deck
}

/// The example of a type.
pub(crate) fn example_slide(id: &str, slide_type: &SlideType) -> Slide {
    Slide {
        id: id.to_owned(),
        key: slide_type.key.clone(),
        content: slide_type.example.clone(),
        notes: String::new(),
        visibility: Visibility::default(),
        duration: None,
    }
}
