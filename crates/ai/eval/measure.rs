//! Measures the decks that the built-in author makes from the texts in `texts/`.
//!
//! Used by the example that prints the evaluation and by the test of its requirements.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::Path;

use ai::builtin::BuiltinAuthor;
use ai::{DeckDraft, DeckSource};
use deck::{Content, Deck, Field, Kind, Registry, Slide, Themes, Visibility};
use layout::{FindingKind, FontBook, LayoutInput, Look, Pictures, Typesetter};
use serde_json::{Value, json};

/// Words that the author may add to a deck.
const OWN_WORDS: &str = "agenda key points kernpunten kernpunkte puntos thank you overview key figures questions code untitled dank u wel overzicht kerncijfers vragen \
    naamloze presentatie vielen überblick kennzahlen fragen unbenannte präsentation au programme merci vue d’ensemble d ensemble \
    chiffres clés présentation sans titre gracias resumen cifras clave preguntas código presentación sin título und and en et y";

/// Measurements of one deck.
pub(crate) struct Measure {
    pub(crate) name: String,
    pub(crate) draft: DeckDraft,
    /// Number of words in the source.
    pub(crate) words: usize,
    /// Problems that strict validation finds.
    pub(crate) problems: Vec<String>,
    /// Words and numbers on slides that the source does not contain.
    pub(crate) invented: Vec<String>,
    /// Share of the words in headings and of the most frequent words that are on slides.
    pub(crate) coverage: f64,
    /// Share of the source's words that are on slides or in notes.
    pub(crate) kept: f64,
    /// Distinct types among the content slides.
    pub(crate) types: usize,
    pub(crate) content_slides: usize,
    /// Most slides of one type in a row.
    pub(crate) longest_run: usize,
    /// Slides whose text does not fit its box.
    pub(crate) overflow: usize,
}

/// The texts of the evaluation, name and content, sorted by name.
pub(crate) fn texts() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("eval/texts");
    let files = fs::read_dir(folder).expect("the texts of the evaluation").map(|entry| entry.expect("a file").path());
    let mut texts: Vec<(String, String)> = files
        .map(|file| {
            let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
            (name, fs::read_to_string(&file).expect("text"))
        })
        .collect();
    texts.sort();
    texts
}

/// Measures the deck of one text.
pub(crate) fn measure(name: &str, text: &str) -> Measure {
    let registry = Registry::core();
    let lang = ai::detected_language(text);
    let fits = |key: &str, content: &Content| fits(&lang, key, content);
    let draft = BuiltinAuthor::with_fits(registry, &fits).deck(&DeckSource::new(text));
    let problems = draft
        .slides
        .iter()
        .enumerate()
        .filter_map(|(at, slide)| {
            deck::validated_slide(registry, at, &json!({"type": slide.key, "content": slide.content})).err()
        })
        .map(|problem| problem.to_string())
        .collect();
    let source = words(text);
    let known: HashSet<&String> = source.iter().collect();
    let own: HashSet<&str> = OWN_WORDS.split_whitespace().collect();
    let shown: Vec<String> =
        draft.slides.iter().flat_map(|slide| shown(registry, &slide.key, &slide.content)).collect();
    let mut invented: Vec<String> = Vec::new();
    for piece in std::iter::once(&draft.title).chain(&shown) {
        for word in words(piece) {
            if !known.contains(&word) && !own.contains(word.as_str()) {
                invented.push(format!("{word} (in: {piece})"));
            }
        }
    }
    let on_slides: HashSet<String> = shown.iter().flat_map(|piece| words(piece)).collect();
    let anywhere: HashSet<String> =
        draft.slides.iter().flat_map(|slide| words(&slide.notes)).chain(on_slides.iter().cloned()).collect();
    let keys = key_words(text, &source);
    let covered = keys.iter().filter(|key| on_slides.contains(*key)).count();
    let kept = source.iter().filter(|word| anywhere.contains(*word)).count();
    let frame = ["title-slide", "end-slide", "chapter-title-slide"];
    let content_types: Vec<&str> =
        draft.slides.iter().map(|slide| slide.key.as_str()).filter(|key| !frame.contains(key)).collect();
    let types = content_types.iter().collect::<HashSet<_>>().len();
    Measure {
        name: name.to_owned(),
        words: text.split_whitespace().count(),
        problems,
        invented,
        coverage: share(covered, keys.len()),
        kept: share(kept, source.len()),
        types,
        content_slides: content_types.len(),
        longest_run: longest_run(&draft),
        overflow: draft.slides.iter().filter(|slide| !fits(&slide.key, &slide.content)).count(),
        draft,
    }
}

/// Whether a slide shows all of its text in the default theme.
fn fits(lang: &str, key: &str, content: &Content) -> bool {
    thread_local! {
        static SETTER: RefCell<Typesetter> = RefCell::new(Typesetter::new(&FontBook::bundled()));
        static LOOK: Look = Look::from(Themes::core().get(deck::DEFAULT_THEME));
    }
    let mut deck = Deck::new("Evaluation", lang);
    deck.slides.push(Slide {
        id: "slide".into(),
        key: key.to_owned(),
        content: content.clone(),
        notes: String::new(),
        visibility: Visibility::default(),
        duration: None,
    });
    let pictures = Pictures::default();
    let page = LOOK.with(|look| {
        let order = LayoutInput::new(&deck, Registry::core(), look, &pictures);
        SETTER.with_borrow_mut(|setter| layout::page(order, 0, setter))
    });
    page.is_none_or(|(_, findings)| !findings.iter().any(|finding| finding.kind == FindingKind::Overflow))
}

#[expect(clippy::cast_precision_loss, reason = "counts of words")]
fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 1.0 } else { part as f64 / whole as f64 }
}

fn longest_run(draft: &DeckDraft) -> usize {
    let (mut longest, mut run, mut last) = (0, 0, "");
    for slide in &draft.slides {
        run = if slide.key == last { run + 1 } else { 1 };
        last = &slide.key;
        longest = longest.max(run);
    }
    longest
}

/// The words of a text in lower case, without punctuation.
fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// The words of headings, and the most frequent long words.
fn key_words(text: &str, source: &[String]) -> Vec<String> {
    let mut counts: BTreeMap<&String, usize> = BTreeMap::new();
    for word in source.iter().filter(|word| word.chars().count() > 5 && !word.starts_with(|c: char| c.is_ascii_digit()))
    {
        *counts.entry(word).or_default() += 1;
    }
    let mut ranked: Vec<(&&String, &usize)> = counts.iter().filter(|(_, count)| **count > 1).collect();
    ranked.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
    let mut keys: Vec<String> = ranked.into_iter().take(15).map(|(word, _)| (*word).clone()).collect();
    for heading in text.lines().filter(|line| line.starts_with('#')) {
        keys.extend(words(heading).into_iter().filter(|word| word.chars().count() > 3));
    }
    keys
}

/// All texts on a slide that people read.
pub(crate) fn shown(registry: &Registry, key: &str, content: &Content) -> Vec<String> {
    let mut found = Vec::new();
    if let Some(known) = registry.by_key(key) {
        collect(&known.fields, content, &mut found);
    }
    found
}

fn collect(fields: &[Field], content: &Content, found: &mut Vec<String>) {
    for field in fields {
        match (&field.kind, content.get(&field.key)) {
            (Kind::Items { fields, .. }, Some(Value::Array(entries))) => {
                for entry in entries.iter().filter_map(Value::as_object) {
                    collect(fields, entry, found);
                }
            }
            (Kind::Icon, _) => {}
            (kind, Some(Value::String(text))) if kind.is_text() => found.push(text.clone()),
            _ => {}
        }
    }
}
