//! A deck from a document in a file, written by the built-in author, without storage and without a data folder.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ai::{DeckSource, Writer};
use deck::{Content, CountedIds, Deck, Ids as _, Registry, Slide, Themes, Visibility};
use documents::{Document, Limits};
use layout::FindingKind;

use crate::deck_file::{DeckFile, FileError, opened};
use crate::drawing::{DrawInput, Renderer};

/// How a deck is written from a document.
#[derive(Debug, Clone, Default)]
pub struct AuthorOptions {
    /// Id of the theme; the default one when absent.
    pub theme: Option<String>,
    /// The most slides; as the document needs when absent.
    pub slides: Option<usize>,
    /// Folder with further fonts.
    pub fonts_dir: Option<PathBuf>,
}

impl DeckFile {
    /// Writes a deck from a document: PDF, Word, OpenDocument, PowerPoint, HTML, EPUB, Markdown or text.
    ///
    /// # Errors
    /// The file cannot be read or is no document, or there is no such theme.
    pub fn authored(path: &Path, options: &AuthorOptions) -> Result<Self, FileError> {
        let unreadable = |source| FileError::Unreadable { path: path.to_owned(), source };
        let theme = options.theme.as_deref().unwrap_or(deck::DEFAULT_THEME);
        if Themes::core().get(theme).id != theme {
            return Err(FileError::NoTheme(theme.to_owned()));
        }
        let limits = Limits::default();
        let mut bytes = Vec::new();
        let file = opened(path).map_err(unreadable)?;
        file.take(limits.file as u64 + 1).read_to_end(&mut bytes).map_err(unreadable)?;
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let document = documents::read(&bytes, name, &limits)
            .map_err(|fault| FileError::NotADocument { path: path.to_owned(), reason: fault.to_string() })?;

        let source = DeckSource { slides: options.slides, ..source_of(&document) };
        let lang = source.language.clone().unwrap_or_else(|| ai::detected_language(&source.text));
        let mut blank = Deck::new(source.title.clone().unwrap_or_default(), lang.clone());
        theme.clone_into(&mut blank.theme);
        let renderer = Renderer::new(options.fonts_dir.clone());
        let pictures = layout::Pictures::default();
        let fits = |key: &str, content: &Content| {
            let mut deck = blank.clone();
            deck.slides = vec![slide("draft".into(), key, content.clone(), "")];
            let input = DrawInput {
                deck: &deck,
                registry: Registry::core(),
                theme: Themes::core().get(theme),
                pictures: &pictures,
                invite: None,
            };
            let output = renderer.page(&input, 0);
            output.is_none_or(|output| !output.findings.iter().any(|found| found.kind == FindingKind::Overflow))
        };
        let writer = Writer {
            registry: Registry::core(),
            theme: &Themes::core().get(theme).label,
            fits: &fits,
            access: None,
            deadline: Instant::now() + Duration::from_mins(10),
            on_progress: &|_| true,
        };
        let source = DeckSource { language: Some(lang), ..source };
        let draft = writer
            .deck(&source)
            .map_err(|fault| FileError::NotADocument { path: path.to_owned(), reason: fault.to_string() })?;
        let mut deck = Deck::new(deck::shortened(&draft.title, deck::MAX_TITLE), draft.language);
        theme.clone_into(&mut deck.theme);
        let mut ids = CountedIds::default();
        deck.slides = draft
            .slides
            .into_iter()
            .map(|own| slide(ids.next_id().into(), &own.key, own.content, &own.notes))
            .collect();
        Self::new(path, deck, options.fonts_dir.clone()).map_err(unreadable)
    }
}

/// A document as the author takes it: its content as Markdown, with its own title, language and authors.
pub(crate) fn source_of(document: &Document) -> DeckSource {
    DeckSource {
        text: document.markdown(),
        title: document.title.as_deref().map(|title| deck::shortened(title, deck::MAX_TITLE)),
        language: document.language.clone(),
        speaker: (!document.authors.is_empty() && document.authors.len() <= 3).then(|| document.authors.join(", ")),
        ..DeckSource::default()
    }
}

fn slide(id: deck::SlideId, key: &str, content: Content, notes: &str) -> Slide {
    let notes = deck::shortened(notes, deck::MAX_NOTES);
    Slide { id, key: key.to_owned(), content, notes, visibility: Visibility::default(), duration: None }
}
