//! A deck to a document: each slide onto its sheet, and what pages share.

use std::sync::Arc;

use deck::{Deck, Registry, Slide, is_right_to_left, step_count};
use scene::{Direction, Document, Layer, Node, Page, Properties};

use crate::backdrop;
use crate::finding::Finding;
use crate::look::Look;
use crate::picture::Pictures;
use crate::sheet::{Place, Sheet, said};
use crate::surface::Ground;
use crate::text::Typesetter;
use crate::types::drawing;

/// What a deck is laid out with.
#[derive(Debug, Clone, Copy)]
pub struct Order<'a> {
    /// The deck, its content in the language it is shown in.
    pub deck: &'a Deck,
    /// The types of its slides.
    pub registry: &'a Registry,
    /// The look of its theme.
    pub look: &'a Look,
    /// What is known of its pictures.
    pub pictures: &'a Pictures,
}

/// A document and what was found while it was drawn.
#[derive(Debug, Clone)]
pub struct Laid {
    /// The pages.
    pub document: Document,
    /// What an author should know, in the order of the slides.
    pub findings: Vec<Finding>,
}

/// Lays out a whole deck.
pub fn document(order: Order<'_>, set: &mut Typesetter) -> Laid {
    let mut findings = Vec::new();
    let mut pages = Vec::with_capacity(order.deck.slides.len());
    for index in 0..order.deck.slides.len() {
        let Some((page, found)) = page(order, index, set) else {
            continue;
        };
        pages.push(Arc::new(page));
        findings.extend(found);
    }
    let document = Document {
        title: order.deck.title.clone(),
        language: order.deck.lang.clone(),
        direction: direction(order.deck),
        properties: Properties { description: order.deck.description.clone(), ..Properties::default() },
        palette: order.look.palette.clone(),
        fonts: order.look.font_names(),
        faces: Arc::clone(set.faces()),
        pages,
    };
    Laid { document, findings }
}

/// Lays out one slide of a deck by its place from 0; nothing when there is none.
pub fn page(order: Order<'_>, index: usize, set: &mut Typesetter) -> Option<(Page, Vec<Finding>)> {
    let Order { deck, registry, look, pictures } = order;
    let slide = deck.slides.get(index)?;
    let before = &deck.slides[..index];
    let direction = direction(deck);
    set.tune(&look.font_names(), &deck.lang, direction);
    let drawing = drawing(&slide.key);
    let chosen = match said(&slide.content, "background") {
        "" => drawing.ground,
        chosen => chosen,
    };
    let ground = Ground::named(chosen, said(&slide.content, "bgCustomColor"));
    let ordinal = before.iter().filter(|other| other.key == slide.key).count();
    let mut sheet = Sheet {
        look,
        set,
        slide,
        pictures,
        place: Place { deck_title: &deck.title, number: index + 1, ordinal },
        language: Arc::from(deck.lang.as_str()),
        direction,
        surface: ground.surface(look),
        nodes: Vec::new(),
        findings: Vec::new(),
    };
    let ornament = backdrop::ornament(look, &slide.key, ground, ordinal);
    let layout = if sheet.background_picture() {
        // The ornament lies over the picture, which belongs to this page alone.
        sheet.nodes.extend(ornament);
        layout_layer(&sheet, ground, Vec::new())
    } else {
        layout_layer(&sheet, ground, ornament)
    };
    (drawing.draw)(&mut sheet);
    if drawing.foot {
        sheet.foot();
    }
    let Sheet { nodes, findings, .. } = sheet;
    let section = deck.slides[..=index].iter().rfind(|slide| opens_section(slide));
    let page = Page {
        slide: slide.id.clone(),
        number: index + 1,
        name: name(registry, slide),
        summary: said(&slide.content, "a11ySummary").to_owned(),
        section: section.map(|slide| said(&slide.content, "title").to_owned()),
        opens_section: opens_section(slide),
        notes: slide.notes.clone(),
        master: Arc::default(),
        layout: Arc::new(layout),
        nodes,
        steps: step_count(registry, slide),
    };
    Some((page, findings))
}

/// Backdrop and ornament, under a name that says what they follow from.
fn layout_layer(sheet: &Sheet<'_>, ground: Ground, ornament: Vec<Node>) -> Layer {
    let key = &sheet.slide.key;
    let mut nodes = backdrop::ground(ground, sheet.look);
    let mut name = format!("{key} {}", ground.word());
    if let Ground::Custom(color) = ground {
        name = format!("{name} {color}");
    }
    // An ornament is drawn by chance: each slide of a type has its own.
    if !ornament.is_empty() && sheet.place.ordinal > 0 {
        name = format!("{name} {}", sheet.place.ordinal + 1);
    }
    nodes.extend(ornament);
    Layer { name, nodes }
}

fn name(registry: &Registry, slide: &Slide) -> String {
    let spoken = said(&slide.content, "a11yTitle");
    if !spoken.is_empty() {
        return spoken.to_owned();
    }
    registry
        .by_key(&slide.key)
        .map_or(said(&slide.content, "title"), |slide_type| slide_type.title_of(&slide.content))
        .to_owned()
}

fn opens_section(slide: &Slide) -> bool {
    slide.key == "chapter-title-slide"
}

fn direction(deck: &Deck) -> Direction {
    if is_right_to_left(&deck.lang) { Direction::RightToLeft } else { Direction::LeftToRight }
}
