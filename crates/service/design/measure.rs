//! Measures how slides are composed: the sample deck, the examples, least and most content of every slide type, and
//! decks of the built-in author, in every theme.
//!
//! Used by the example that prints the figures and by the test of their bounds.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use ai::builtin::BuiltinAuthor;
use ai::{DeckSource, PageFit};
use deck::{
    Content, CountedIds, Deck, EnvelopeContext, Field, Kind, Registry, Slide, SlideType, Theme, Themes, Visibility,
};
use layout::{Finding, FontBook, LayoutInput, Look, PageFigures, PictureFacts, Pictures, Typesetter};
use scene::Document;
use serde_json::Value;
use service::EXAMPLE_PICTURES;

/// The smallest accepted size of meaningful text in px: 36 px are 18 points, less a tolerance for rounding.
const FLOOR: f32 = 35.5;

/// A deck to measure.
pub(crate) struct NamedDeck {
    pub(crate) name: String,
    pub(crate) deck: Deck,
}

/// A deck drawn in a theme.
pub(crate) struct DrawnDeck {
    pub(crate) document: Document,
    pub(crate) slides: Vec<MeasuredSlide>,
}

/// The figures of a slide.
pub(crate) struct MeasuredSlide {
    pub(crate) theme: String,
    /// Name of its deck.
    pub(crate) deck: String,
    /// Its number in the deck, from 1.
    pub(crate) number: usize,
    pub(crate) key: String,
    pub(crate) figures: PageFigures,
    /// Kinds of its findings.
    pub(crate) findings: Vec<&'static str>,
}

/// Figures over many slides.
pub(crate) struct Summary {
    pub(crate) slides: usize,
    /// Median over slides of the size of running text, in points. The size of a slide is the median of its lines.
    pub(crate) running: f32,
    /// Median over all lines of the size of running text, in points.
    pub(crate) lines: f32,
    /// Median size of titles, in points.
    pub(crate) title: f32,
    /// Share of slides with meaningful text under 18 points, from 0 to 1.
    pub(crate) small: f32,
    /// Number of these slides that lack the finding `small-type`.
    pub(crate) unreported: usize,
    /// Median of the share of BODY that content covers, from 0 to 1.
    pub(crate) covered: f32,
    pub(crate) half_empty_plates: usize,
    /// Share of slides with more than four text sizes, from 0 to 1.
    pub(crate) many_sizes: f32,
    /// Number of findings of each kind.
    pub(crate) findings: BTreeMap<&'static str, usize>,
}

/// The sample deck.
fn sample_deck() -> NamedDeck {
    let bytes = include_bytes!("../../../assets/sample-deck.json");
    let (registry, mut ids) = (Registry::core(), CountedIds::default());
    let context = EnvelopeContext { registry, deck_id: "sample", ids: &mut ids, max_slides: usize::MAX };
    NamedDeck { name: "sample".to_owned(), deck: Deck::from_envelope_bytes(bytes, context).expect("a deck") }
}

/// The decks that cover all slide types: the sample deck, the examples, and each type with the least and the most
/// content.
pub(crate) fn type_decks() -> Vec<NamedDeck> {
    let named = ["examples", "least", "most"].into_iter().map(|name| {
        let content = |known: &SlideType| match name {
            "least" => least(known),
            "most" => most(known),
            _ => known.example.clone(),
        };
        let types = Registry::core().types().filter(|known| known.enabled && !known.deprecated);
        let slides = types.map(|known| (known.key.clone(), content(known))).collect();
        NamedDeck { name: name.to_owned(), deck: deck_of(name, deck::EXAMPLE_LANG, slides) }
    });
    std::iter::once(sample_deck()).chain(named).collect()
}

/// The decks that the built-in author makes from the texts of its evaluation.
pub(crate) fn author_decks() -> Vec<NamedDeck> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ai/eval/texts");
    let mut files: Vec<_> = fs::read_dir(folder).expect("texts").map(|file| file.expect("a file").path()).collect();
    // The bundled fonts have no glyphs of these scripts.
    let name_of = |file: &PathBuf| file.file_stem().expect("a name").to_string_lossy().into_owned();
    files.retain(|file| !["ar-", "ja-", "zh-"].iter().any(|language| name_of(file).starts_with(language)));
    files.sort();
    let look = Look::from(Themes::core().default());
    let typesetter = RefCell::new(Typesetter::new(&FontBook::bundled()));
    let decks = files.into_iter().map(|file| {
        let text = fs::read_to_string(&file).expect("text");
        let language = ai::detected_language(&text);
        let fit = |key: &str, content: &Content| {
            let deck = deck_of("draft", &language, vec![(key.to_owned(), content.clone())]);
            let pictures = Pictures::default();
            let input = LayoutInput::new(&deck, Registry::core(), &look, &pictures);
            let typesetter = &mut *typesetter.borrow_mut();
            let output = layout::document(input, typesetter);
            let reviewed = layout::review(input, &output.document, typesetter);
            PageFit::of(output.findings.iter().chain(&reviewed).map(|finding| finding.kind.code()))
        };
        let draft = BuiltinAuthor::with_fit(Registry::core(), &fit).deck(&DeckSource::new(&text));
        let slides = draft.slides.into_iter().map(|slide| (slide.key, slide.content)).collect();
        let name = name_of(&file);
        NamedDeck { deck: deck_of(&draft.title, &draft.language, slides), name }
    });
    decks.collect()
}

/// The example of a type with the least content: the fewest entries it accepts (at least one), and no optional texts
/// except names and values.
fn least(known: &SlideType) -> Content {
    let mut content = known.example.clone();
    for field in known.fields.iter().filter(|field| !field.required && !is_name(field)) {
        if matches!(field.kind, Kind::String(_)) {
            content.remove(&field.key);
        }
    }
    for (field, entries) in lists(known, &mut content) {
        let Kind::Items { min, fields, .. } = &field.kind else { continue };
        entries.truncate((*min).max(1));
        for entry in entries.iter_mut().filter_map(Value::as_object_mut) {
            for field in fields.iter().filter(|field| !field.required && !is_name(field)) {
                if matches!(field.kind, Kind::String(_) | Kind::Markdown) {
                    entry.remove(&field.key);
                }
            }
        }
    }
    content
}

/// The example of a type with the maximum number of entries in each list.
fn most(known: &SlideType) -> Content {
    let mut content = known.example.clone();
    for (field, entries) in lists(known, &mut content) {
        let Kind::Items { max, .. } = &field.kind else { continue };
        let own = entries.clone();
        let missing = max.unwrap_or(own.len()).saturating_sub(own.len());
        entries.extend(own.into_iter().cycle().take(missing));
    }
    content
}

/// The lists of objects in an example, each with the declaration of its field.
fn lists<'a>(known: &'a SlideType, content: &'a mut Content) -> Vec<(&'a Field, &'a mut Vec<Value>)> {
    let lists = content.iter_mut().filter_map(|(key, value)| {
        let entries = value.as_array_mut().filter(|entries| entries.iter().any(Value::is_object))?;
        Some((known.field(key)?, entries))
    });
    lists.collect()
}

/// Whether a field is the name or the value of a slide or of an entry.
fn is_name(field: &Field) -> bool {
    let names = ["title", "name", "label", "value", "unit", "alt", "c1", "c2", "option1", "option2", "language"];
    names.contains(&field.key.as_str()) || field.key.ends_with("Alt")
}

fn deck_of(title: &str, language: &str, slides: Vec<(String, Content)>) -> Deck {
    let mut deck = Deck::new(title, language);
    let slides = slides.into_iter().enumerate().map(|(index, (key, content))| Slide {
        id: (index + 1).to_string().into(),
        key,
        content,
        notes: String::new(),
        visibility: Visibility::default(),
        duration: None,
        transition: None,
        morph_names: deck::MorphNames::default(),
        library: None,
    });
    deck.slides = slides.collect();
    deck
}

/// Draws and measures decks, with typesetters that are reused.
pub(crate) struct Measurer {
    typesetter: Typesetter,
    pictures: Pictures,
}

impl Measurer {
    pub(crate) fn new() -> Measurer {
        let facts = EXAMPLE_PICTURES.iter().map(|picture| {
            let known = picture.facts();
            let mut light = [[0; 16]; 9];
            for (row, cells) in light.iter_mut().zip(known.luminance.chunks_exact(16)) {
                row.copy_from_slice(cells);
            }
            (picture.address.to_owned(), PictureFacts { width: known.width, height: known.height, light })
        });
        Measurer { typesetter: Typesetter::new(&FontBook::bundled()), pictures: Pictures(facts.collect()) }
    }

    pub(crate) fn drawn(&mut self, named: &NamedDeck, theme: &Theme) -> DrawnDeck {
        let look = Look::from(theme);
        let input = LayoutInput::new(&named.deck, Registry::core(), &look, &self.pictures);
        let output = layout::document(input, &mut self.typesetter);
        let reviewed = layout::review(input, &output.document, &mut self.typesetter);
        let all: Vec<&Finding> = output.findings.iter().chain(&reviewed).collect();
        let slides = output.document.pages.iter().zip(&named.deck.slides).map(|(page, slide)| MeasuredSlide {
            theme: theme.id.clone(),
            deck: named.name.clone(),
            number: page.number,
            key: slide.key.clone(),
            figures: PageFigures::of(page),
            findings: all.iter().filter(|found| found.slide == slide.id).map(|found| found.kind.code()).collect(),
        });
        let slides = slides.collect();
        DrawnDeck { document: output.document, slides }
    }
}

impl MeasuredSlide {
    /// Whether the slide has meaningful text under 18 points.
    pub(crate) fn is_small(&self) -> bool {
        self.figures.smallest.is_some_and(|size| size < FLOOR)
    }

    /// The median size of its running text in px; `None` without running text.
    pub(crate) fn running(&self) -> Option<f32> {
        (!self.figures.running.is_empty()).then(|| median(self.figures.running.clone()))
    }
}

impl Summary {
    #[expect(clippy::cast_precision_loss, reason = "counts of slides")]
    pub(crate) fn of(slides: &[&MeasuredSlide]) -> Summary {
        let count = slides.len();
        let slides = slides.iter().copied();
        let share = |is_so: fn(&MeasuredSlide) -> bool| {
            slides.clone().filter(|slide| is_so(slide)).count() as f32 / count.max(1) as f32
        };
        let mut findings = BTreeMap::new();
        for code in slides.clone().flat_map(|slide| &slide.findings) {
            *findings.entry(*code).or_default() += 1;
        }
        Summary {
            slides: count,
            running: median(slides.clone().filter_map(MeasuredSlide::running).collect()) / 2.0,
            lines: median(slides.clone().flat_map(|slide| slide.figures.running.iter().copied()).collect()) / 2.0,
            title: median(slides.clone().filter_map(|slide| slide.figures.title).collect()) / 2.0,
            small: share(MeasuredSlide::is_small),
            unreported: slides
                .clone()
                .filter(|slide| slide.is_small() && !slide.findings.contains(&"small-type"))
                .count(),
            covered: median(slides.clone().filter_map(|slide| slide.figures.covered).collect()),
            half_empty_plates: slides.clone().map(|slide| slide.figures.half_empty_plates).sum(),
            many_sizes: share(|slide| slide.figures.sizes > 4),
            findings,
        }
    }
}

/// The median of numbers (the upper of two middle ones); 0 for none.
pub(crate) fn median(mut numbers: Vec<f32>) -> f32 {
    numbers.sort_by(f32::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or_default()
}
