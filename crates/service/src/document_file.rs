//! A deck from a document in a file, written by the built-in author, without storage and without a data folder.

use std::collections::HashMap;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ai::{DeckSource, SourcePicture, TokenCounter, Writer};
use deck::{Content, CountedIds, Deck, Ids as _, Registry, Slide, Themes};
use documents::{Document, Limits, Picture};

use crate::author::page_fit;
use crate::author::write::with_sources;
use crate::deck_file::{Assets, DeckFile, FileError, open_seekable};
use crate::drawing::{DrawInput, Renderer, layout_facts};
use crate::secret::sha256_hex;

/// The maximum number of pictures of a document that are used.
const MAX_PICTURES: usize = 40;
/// The minimum number of pixels of the longer and the shorter side of a picture. Smaller ones are icons and rules.
const MIN_SIDES: (u32, u32) = (200, 100);

/// How a deck is written from a document.
#[derive(Debug, Clone, Default)]
pub struct AuthorOptions {
    /// Id of the theme; one that suits the document when absent.
    pub theme: Option<String>,
    /// The maximum number of slides; as the document needs when absent.
    pub slides: Option<usize>,
    /// Folder with further fonts.
    pub fonts_dir: Option<PathBuf>,
}

impl DeckFile {
    /// Writes a deck from a document: PDF, Word, OpenDocument, PowerPoint, HTML, EPUB, Markdown or text.
    ///
    /// # Errors
    /// Fails when the file cannot be read or is not a document, or there is no such theme.
    pub fn authored(path: &Path, options: &AuthorOptions) -> Result<Self, FileError> {
        let unreadable = |source| FileError::Unreadable { path: path.to_owned(), source };
        if let Some(theme) = options.theme.as_deref().filter(|theme| Themes::core().get(theme).id != *theme) {
            return Err(FileError::NoTheme(theme.to_owned()));
        }
        let limits = Limits::default();
        let mut bytes = Vec::new();
        let file = open_seekable(path).map_err(unreadable)?;
        file.take(limits.file as u64 + 1).read_to_end(&mut bytes).map_err(unreadable)?;
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let document = documents::read(&bytes, name, &limits)
            .map_err(|fault| FileError::NotADocument { path: path.to_owned(), reason: fault.to_string() })?;

        let mut assets = Assets::new().map_err(unreadable)?;
        let mut facts = layout::Pictures::default();
        let pictures = stored_pictures(&document, &bytes, &limits, |picture, file| {
            let kind = imaging::kind_of(&file)?;
            let picture_facts = imaging::facts(&file, kind);
            let name = picture.alt.as_deref().unwrap_or("picture");
            let name: String = name.chars().map(|sign| if sign.is_ascii_alphanumeric() { sign } else { '-' }).collect();
            let write = |out: &mut std::fs::File| out.write_all(&file).map_err(|fault| fault.to_string());
            let url = assets.store(&deck::shortened(&name, 40), write).ok().filter(|_| picture_facts.drawable)?;
            facts
                .0
                .insert(url.clone(), layout_facts(picture_facts.width, picture_facts.height, &picture_facts.luminance));
            Some((url, picture_facts.width, picture_facts.height))
        });
        let source = DeckSource { slides: options.slides, pictures, ..source_of(&document) };
        let theme = options.theme.as_deref().unwrap_or_else(|| ai::suggested_theme(&source).id);
        let lang = source.language.clone().unwrap_or_else(|| ai::detected_language(&source.text));
        let mut blank = Deck::new(source.title.clone().unwrap_or_default(), lang.clone());
        theme.clone_into(&mut blank.theme);
        let renderer = Renderer::new(options.fonts_dir.clone());
        let drawing = DrawInput {
            deck: &blank,
            registry: Registry::core(),
            theme: Themes::core().get(theme),
            pictures: &facts,
            invite: None,
        };
        let fit = |key: &str, content: &Content| page_fit(&renderer, &drawing, key, content);
        let writer = Writer {
            registry: Registry::core(),
            theme: &Themes::core().get(theme).label,
            fit: &fit,
            access: None,
            tokens: &TokenCounter::default(),
            deadline: Instant::now() + Duration::from_mins(10),
            on_progress: &|_| true,
        };
        let source = DeckSource { language: Some(lang), ..source };
        let draft = writer
            .deck(&source)
            .map_err(|fault| FileError::NotADocument { path: path.to_owned(), reason: fault.to_string() })?;
        let draft = with_sources(Registry::core(), &source, draft, &[]);
        let mut deck = Deck::new(deck::shortened(&draft.title, deck::MAX_TITLE), draft.language);
        theme.clone_into(&mut deck.theme);
        let mut ids = CountedIds::default();
        deck.slides = draft
            .slides
            .into_iter()
            .map(|written| slide(ids.next_id().into(), &written.key, written.content, &written.notes))
            .collect();
        Ok(Self::new(path, deck, assets, options.fonts_dir.clone()))
    }
}

/// The pictures of a document, in the order of [`Document::pictures`]. `store` stores one and returns its address and
/// size, or `None` where it is of no use; the same picture is stored once. Pictures that are not used have no address.
pub(crate) fn stored_pictures(
    document: &Document,
    bytes: &[u8],
    limits: &Limits,
    mut store: impl FnMut(&Picture, Vec<u8>) -> Option<(String, u32, u32)>,
) -> Vec<SourcePicture> {
    let is_large = |width: u32, height: u32| width.max(height) >= MIN_SIDES.0 && width.min(height) >= MIN_SIDES.1;
    let mut stored_by_hash: HashMap<String, Option<(String, u32, u32)>> = HashMap::new();
    let stored = |picture: &Picture| {
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let mut source =
            SourcePicture { alt: text(&picture.alt), caption: text(&picture.caption), ..SourcePicture::default() };
        if stored_by_hash.len() >= MAX_PICTURES || picture.size.is_some_and(|(width, height)| !is_large(width, height))
        {
            return source;
        }
        let Ok(file) = documents::picture(bytes, picture, limits) else { return source };
        let placed = stored_by_hash.entry(sha256_hex(&file)).or_insert_with(|| store(picture, file));
        if let Some((url, width, height)) = placed.clone().filter(|(_, width, height)| is_large(*width, *height)) {
            (source.url, source.width, source.height) = (url, width, height);
        }
        source
    };
    document.pictures().map(stored).collect()
}

/// A document as the input of the author: its content as Markdown, with its own title, language and authors.
pub(crate) fn source_of(document: &Document) -> DeckSource {
    let (text, pages) = document.markdown_with_pages();
    DeckSource {
        language: ai::document_language(document.language.as_deref(), &text),
        text,
        pages,
        title: document.title.as_deref().map(|title| deck::shortened(title, deck::MAX_TITLE)),
        speaker: (!document.authors.is_empty() && document.authors.len() <= 3).then(|| document.authors.join(", ")),
        ..DeckSource::default()
    }
}

fn slide(id: deck::SlideId, key: &str, content: Content, notes: &str) -> Slide {
    let notes = deck::shortened(notes, deck::MAX_NOTES);
    Slide { notes, ..Slide::new(id, key, content) }
}
