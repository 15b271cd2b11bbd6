//! Measures the decks that the built-in author makes.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::Path;
use std::time::Instant;

use ai::builtin::BuiltinAuthor;
use ai::{DeckDraft, DeckSource, PageFit};
use deck::{Content, Field, Kind, Registry};
use layout::{PictureFacts, Pictures};
use serde_json::{Value, json};

use super::pages::{findings, fit};
use super::texts::{GENERIC, bare, is_caption, is_cut_text, is_furniture, words};

/// Words, in lower case, that the author may add to a deck.
const OWN_WORDS: &str = "agenda key points kernpunten kernpunkte puntos thank you overview key figures questions code \
    untitled dank u wel overzicht kerncijfers vragen naamloze presentatie vielen überblick kennzahlen fragen \
    unbenannte präsentation au programme merci vue d’ensemble d ensemble chiffres clés présentation sans titre gracias \
    grazie obrigado tack plan prezentacji dziękuję gündem teşekkürler جدول الأعمال شكرًا 目次 ありがとうございました 目录 谢谢 resumen \
    cifras clave preguntas código presentación sin título und and en et y";

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
    /// Share of the key words of the source, as `key_words` returns them, that are on slides.
    pub(crate) coverage: f64,
    /// Share of the source's words that are on slides or in notes.
    pub(crate) kept: f64,
    /// Number of distinct types of the content slides.
    pub(crate) types: usize,
    pub(crate) content_slides: usize,
    /// Maximum number of slides of one type in a row.
    pub(crate) longest_run: usize,
    /// Number of slides whose text does not fit its box.
    pub(crate) overflow: usize,
    /// Headlines of content slides that say nothing, such as "Overview".
    pub(crate) generic: Vec<String>,
    /// One-word headlines of content slides, other than "Agenda". Only headlines in ASCII count.
    pub(crate) one_word: Vec<String>,
    /// Texts on content slides that break off, are captions, or belong to the source's layout, such as "Copyright".
    pub(crate) fragments: Vec<String>,
    /// The number of facts that `eval/facts` lists for the source, and those of them that are on slides.
    pub(crate) facts: (usize, Vec<String>),
    /// Number of content slides whose type shows pictures, charts, tables or key figures.
    pub(crate) visual: usize,
    /// Number of tables and pictures in the source.
    pub(crate) source_visuals: usize,
    /// Design findings: slide and reason.
    pub(crate) findings: Vec<String>,
    pub(crate) timelines: usize,
    /// Timelines whose years are not in order.
    pub(crate) disordered: Vec<String>,
    /// Number of quotations with an attribution.
    pub(crate) quotes: usize,
    /// Quotations whose speaker is not named within 200 bytes of them in the source.
    pub(crate) misattributed: Vec<String>,
    /// Whether the draft has the expected title; `None` when no title is expected.
    pub(crate) is_title_right: Option<bool>,
    /// Time to make the deck in milliseconds, without reading the file.
    pub(crate) milliseconds: u128,
}

/// The names and contents of the texts of the evaluation: first those that the author was tuned with, then the others,
/// each group sorted by name.
pub(crate) fn texts() -> Vec<(String, String)> {
    ["texts", "unseen"].into_iter().flat_map(texts_in).collect()
}

/// The names and contents of the texts in a folder of the evaluation, sorted by name.
pub(crate) fn texts_in(folder: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("eval").join(folder);
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

/// Measures the deck that the author makes from a document, such as a PDF.
pub(crate) fn measure_file(path: &Path) -> Result<Measure, String> {
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let document = documents::read(&bytes, &name, &documents::Limits::default()).map_err(|error| error.to_string())?;
    let pictures = document.pictures().enumerate().map(|(at, picture)| ai::SourcePicture {
        url: format!("https://example.com/picture-{at}.png"),
        alt: picture.alt.clone().unwrap_or_default(),
        caption: picture.caption.clone().unwrap_or_default(),
        width: picture.size.map_or(800, |size| size.0),
        height: picture.size.map_or(600, |size| size.1),
    });
    let text = document.markdown();
    let source = DeckSource {
        language: ai::document_language(document.language.as_deref(), &text),
        text,
        title: document.title.clone(),
        pictures: pictures.collect(),
        ..DeckSource::default()
    };
    Ok(measure_source(&name, &source))
}

/// Measures the deck that the author makes from a text. When the text begins with a Markdown heading, that heading is
/// the expected title.
pub(crate) fn measure(name: &str, text: &str) -> Measure {
    let measured = measure_source(name, &DeckSource::new(text));
    match text.strip_prefix("# ").and_then(|rest| rest.lines().next()) {
        Some(title) => measured.with_title(title),
        None => measured,
    }
}

impl Measure {
    /// Records whether the draft has one of the expected titles, which are separated by `|`.
    pub(crate) fn with_title(self, titles: &str) -> Self {
        let own = bare(&self.draft.title);
        Self { is_title_right: Some(titles.split('|').any(|title| bare(title) == own)), ..self }
    }
}

/// Measures the deck that the author makes from a source.
fn measure_source(name: &str, source: &DeckSource) -> Measure {
    let registry = Registry::core();
    let text = source.text.as_str();
    let lang = source.language.clone().unwrap_or_else(|| ai::detected_language(text));
    let picture_facts = |picture: &ai::SourcePicture| {
        (picture.url.clone(), PictureFacts { width: picture.width, height: picture.height, light: [[80; 16]; 9] })
    };
    let pictures = Pictures(source.pictures.iter().map(picture_facts).collect());
    let fit = |key: &str, content: &Content| fit(&lang, &pictures, key, content);
    let start = Instant::now();
    let draft = BuiltinAuthor::with_fit(registry, &fit).deck(source);
    let milliseconds = start.elapsed().as_millis();
    let problems = draft
        .slides
        .iter()
        .enumerate()
        .filter_map(|(at, slide)| {
            deck::validated_slide(registry, at, &json!({"type": slide.key, "content": slide.content})).err()
        })
        .map(|problem| problem.to_string())
        .collect();
    let captions = source.pictures.iter().flat_map(|picture| [&picture.caption, &picture.alt]);
    let title_and_captions: Vec<String> = captions.chain(&source.title).flat_map(|text| words(text)).collect();
    let source = words(text);
    // An ordered list on a slide adds numbers that the source does not contain.
    let numbers: Vec<String> = (1..=12).map(|number| number.to_string()).collect();
    // The unit in "512MiB" counts as a word of the source too.
    let units: Vec<String> = source
        .iter()
        .filter(|word| word.starts_with(|c: char| c.is_ascii_digit()))
        .map(|word| word.trim_start_matches(|c: char| c.is_ascii_digit()).to_owned())
        .collect();
    let known: HashSet<&String> = source.iter().chain(&title_and_captions).chain(&numbers).chain(&units).collect();
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
    let content_slides = || draft.slides.iter().filter(|slide| !frame.contains(&slide.key.as_str()));
    let titles: Vec<&str> = content_slides()
        .filter_map(|slide| Some(registry.by_key(&slide.key)?.title_of(&slide.content)))
        .filter(|title| !title.is_empty())
        .collect();
    let is_generic = |title: &&str| GENERIC.split('|').any(|generic| generic == title.to_lowercase());
    let is_one_word = |title: &&str| {
        title.is_ascii() && !title.eq_ignore_ascii_case("agenda") && title.split_whitespace().count() < 2
    };
    let owned = |titles: Vec<&str>| titles.into_iter().map(str::to_owned).collect::<Vec<_>>();
    let generic = owned(titles.iter().copied().filter(|title| is_generic(title)).collect());
    let one_word = owned(titles.iter().copied().filter(|title| is_one_word(title)).collect());
    let fragments = content_slides()
        .filter(|slide| slide.key != "code-slide")
        .flat_map(|slide| {
            let is_table = slide.key == "table-slide";
            self::shown(registry, &slide.key, &slide.content).into_iter().map(move |piece| (piece, is_table))
        })
        // The cell of a table may look like a caption or a remark such as "Copyright".
        .filter(|(piece, is_table)| {
            is_cut_text(piece, text, &lang) || !is_table && (is_caption(piece) || is_furniture(piece))
        })
        .map(|(piece, _)| piece)
        .collect();
    let marked =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("eval/facts").join(format!("{name}.txt")))
            .unwrap_or_default();
    let marked: Vec<&str> = marked.lines().filter(|line| !line.trim().is_empty()).collect();
    // Two spaces between the texts, so that no fact is found across two of them.
    let slide_text = format!(" {} ", shown.iter().map(|text| bare(text)).collect::<Vec<_>>().join("  "));
    let facts: Vec<String> = marked
        .iter()
        .filter(|fact| slide_text.contains(&format!(" {} ", bare(fact))))
        .map(|fact| (*fact).to_owned())
        .collect();
    let is_visual = |key: &str| {
        matches!(
            key,
            "chart-slide" | "table-slide" | "kpi-metrics-slide" | "image-text-slide" | "image-slide" | "gallery-slide"
        )
    };
    let visual = content_types.iter().filter(|key| is_visual(key)).count();
    let disordered = content_slides()
        .filter(|slide| slide.key == "timeline-slide")
        .filter(|slide| !years(&slide.content).is_sorted())
        .map(|slide| json!(slide.content).to_string())
        .collect();
    let of_type = |key: &'static str| draft.slides.iter().filter(move |slide| slide.key == key);
    let bare_source = bare(text);
    let credited: Vec<(&str, &str)> = of_type("quote-slide")
        .filter_map(|slide| Some((slide.content.get("quote")?.as_str()?, slide.content.get("attribution")?.as_str()?)))
        .filter(|(_, speaker)| !speaker.trim().is_empty())
        .collect();
    let misattributed = credited
        .iter()
        .filter(|(quote, speaker)| !is_near(&bare_source, quote, speaker))
        .map(|(quote, speaker)| format!("{speaker}: {quote}"))
        .collect();
    Measure {
        timelines: of_type("timeline-slide").count(),
        quotes: credited.len(),
        misattributed,
        is_title_right: None,
        generic,
        one_word,
        fragments,
        facts: (marked.len(), facts),
        visual,
        source_visuals: source_visuals(text),
        findings: findings(&lang, &draft, &pictures),
        disordered,
        milliseconds,
        name: name.to_owned(),
        words: text.split_whitespace().count(),
        problems,
        invented,
        coverage: share(covered, keys.len()),
        kept: share(kept, source.len()),
        types,
        content_slides: content_types.len(),
        longest_run: longest_run(&draft),
        overflow: draft.slides.iter().filter(|slide| fit(&slide.key, &slide.content) == PageFit::Overflow).count(),
        draft,
    }
}

/// The years in the dates of a timeline.
fn years(content: &Content) -> Vec<u32> {
    let entries = content.values().filter_map(Value::as_array).flatten();
    let dates = entries.filter_map(|entry| entry.get("date").and_then(Value::as_str));
    let year = |date: &str| words(date).iter().filter(|word| word.len() == 4).find_map(|word| word.parse().ok());
    dates.filter_map(year).collect()
}

/// Whether a source names the speaker, and the job behind a comma, within 200 bytes of the quotation. `source` is a
/// text from `bare`.
fn is_near(source: &str, quote: &str, speaker: &str) -> bool {
    // A quotation may be shortened, so its first words locate it.
    let first_words = words(quote).into_iter().take(8).collect::<Vec<_>>().join(" ");
    let quote = bare(quote);
    // "Anna Bell, director" may be "director Anna Bell" in the source.
    let name_and_job: Vec<String> = speaker.split(", ").map(bare).collect();
    source.match_indices(&first_words).any(|(at, _)| {
        let (mut from, mut to) = (at.saturating_sub(200), (at + quote.len() + 200).min(source.len()));
        while !source.is_char_boundary(from) {
            from -= 1;
        }
        while !source.is_char_boundary(to) {
            to += 1;
        }
        name_and_job.iter().all(|part| source[from..to].contains(part.as_str()))
    })
}

/// The number of tables and pictures in a text.
fn source_visuals(text: &str) -> usize {
    let tables = deck::blocks(text).iter().filter(|block| matches!(block, deck::Block::Table { .. })).count();
    tables + text.matches("](picture:").count()
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

/// All texts of a slide that are shown to people, such as titles and entries, but not names of icons.
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
