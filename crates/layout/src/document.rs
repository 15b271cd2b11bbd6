//! A deck to a document: each slide onto its sheet, and what pages share.

use std::sync::Arc;

use deck::{Deck, Registry, Slide, is_right_to_left, step_count};
use scene::{
    Code, Color, Direction, Document, Kind, Layer, Line, Node, Page, Paragraph, Properties, Px, Rect, Rgb, Text,
};

use crate::backdrop;
use crate::finding::Finding;
use crate::frame::{FULL_WIDTH, MARGIN};
use crate::look::Look;
use crate::ornament::{self, Drawn};
use crate::picture::Pictures;
use crate::sheet::{Place, Sheet, said};
use crate::surface::Ground;
use crate::text::{Block, Setting, Typesetter};
use crate::types::drawing;

/// Size of speaker notes on a page of their own.
const NOTES_SIZE: f32 = 26.0;
/// Their colour, which no theme changes.
const NOTES_INK: Rgb = Rgb::hex(0x22_22_22);

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
    /// How to join, where an audience can.
    pub invite: Option<&'a Invite>,
    /// Whether an author is at work on it: places that wait for a picture are marked.
    pub draft: bool,
}

/// How an audience joins.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Invite {
    /// The address that people type, without `https://`.
    pub address: String,
    /// The whole address that a camera finds.
    pub link: String,
    /// The code that people type there; empty when there is none.
    pub code: String,
}

impl<'a> Order<'a> {
    /// A deck for its readers: nobody joins, nobody edits.
    pub fn new(deck: &'a Deck, registry: &'a Registry, look: &'a Look, pictures: &'a Pictures) -> Order<'a> {
        Order { deck, registry, look, pictures, invite: None, draft: false }
    }
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
    Laid { document: document_of(order, pages, set), findings }
}

/// Lays out one slide of a deck by its place from 0, as a document of its own; nothing when there is none.
pub fn single(order: Order<'_>, index: usize, set: &mut Typesetter) -> Option<Laid> {
    let (page, findings) = page(order, index, set)?;
    Some(Laid { document: document_of(order, vec![Arc::new(page)], set), findings })
}

fn document_of(order: Order<'_>, pages: Vec<Arc<Page>>, set: &Typesetter) -> Document {
    Document {
        title: order.deck.title.clone(),
        language: order.deck.lang.clone(),
        direction: direction(order.deck),
        properties: Properties { description: order.deck.description.clone(), ..Properties::default() },
        palette: order.look.palette.clone(),
        fonts: order.look.font_names(),
        faces: Arc::clone(set.faces()),
        is_stepped: order.deck.settings.step_paragraphs(),
        pages,
    }
}

/// The speaker notes of every slide, set in a column of a width, dark on white; without lines where there are none.
pub fn notes(order: Order<'_>, width: Px, set: &mut Typesetter) -> Vec<Text> {
    let ground = Ground::named("base", "");
    (0..order.deck.slides.len()).map(|index| notes_of(&mut sheet(order, index, ground, set), width)).collect()
}

fn notes_of(sheet: &mut Sheet<'_>, width: Px) -> Text {
    let pen = sheet.body().size(NOTES_SIZE).leading(1.45).color(Color::from(NOTES_INK));
    let lines = sheet.slide.notes.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut paragraphs: Vec<Paragraph> = lines.map(|line| pen.plain(line)).collect();
    if paragraphs.is_empty() {
        return Text::default();
    }
    for paragraph in paragraphs.iter_mut().skip(1) {
        paragraph.space_before = Px(NOTES_SIZE / 2.0);
    }
    Block::new(sheet.set, paragraphs).text(sheet.set, Setting::width(width), Px(f32::MAX), usize::MAX)
}

/// An empty sheet for a slide.
fn sheet<'a>(order: Order<'a>, index: usize, ground: Ground, set: &'a mut Typesetter) -> Sheet<'a> {
    let Order { deck, registry, look, pictures, invite, draft } = order;
    let (slide, direction) = (&deck.slides[index], direction(deck));
    set.tune(look, &deck.lang, direction);
    let ordinal = deck.slides[..index].iter().filter(|other| other.key == slide.key).count();
    Sheet {
        look,
        set,
        slide,
        registry,
        pictures,
        invite,
        draft,
        place: Place { deck_title: &deck.title, logo: deck.settings.logo(), number: index + 1, ordinal },
        language: Arc::from(deck.lang.as_str()),
        direction,
        surface: ground.surface(look),
        has_corner_logo: false,
        foot: None,
        nodes: Vec::new(),
        findings: Vec::new(),
    }
}

/// Lays out one slide of a deck by its place from 0; nothing when there is none.
pub fn page(order: Order<'_>, index: usize, set: &mut Typesetter) -> Option<(Page, Vec<Finding>)> {
    let Order { deck, registry, look, .. } = order;
    let slide = deck.slides.get(index)?;
    let drawing = drawing(registry, &slide.key);
    let chosen = match said(&slide.content, "background") {
        "" => drawing.ground,
        _ if look.locks.background => drawing.ground,
        chosen => chosen,
    };
    let ground = Ground::named(chosen, said(&slide.content, "bgCustomColor"));
    let mut sheet = sheet(order, index, ground, set);
    sheet.foot = drawing.foot.then_some((MARGIN, FULL_WIDTH));
    sheet.has_corner_logo = sheet.wants_corner_logo();
    let draw = |sheet: &mut Sheet<'_>| {
        (drawing.draw)(sheet);
        sheet.corner_logo();
        sheet.foot();
        sheet.number_ornament(ground);
    };
    let background = sheet.background();
    if let Some(background) = &background {
        draw(&mut sheet);
        let words = words(&sheet.nodes);
        sheet.nodes.clear();
        sheet.findings.clear();
        sheet.lay_background(background, ground, &words);
    }
    let behind = sheet.nodes.len();
    draw(&mut sheet);
    let mut ornament = ornament::drawn(&sheet, ground, &words(&sheet.nodes[behind..]));
    if background.is_some() {
        // The ornament lies over the picture, which belongs to this page alone.
        let nodes = std::mem::take(&mut ornament.nodes);
        sheet.nodes.splice(behind..behind, nodes);
        ornament.variant.clear();
    }
    let layout = layout_layer(&sheet, ground, ornament, drawing.foot);
    let Sheet { mut nodes, findings, .. } = sheet;
    let steps = step_count(registry, slide);
    if steps == 0 {
        // A Markdown field numbers its parts wherever it stands.
        nodes.iter_mut().for_each(show_whole);
    }
    let section = deck.slides[..=index].iter().rfind(|slide| opens_section(slide));
    let page = Page {
        slide: slide.id.clone(),
        number: index + 1,
        name: name(registry, slide),
        summary: said(&slide.content, "a11ySummary").to_owned(),
        section: section.map(|slide| said(&slide.content, "title").to_owned()),
        opens_section: opens_section(slide),
        notes: slide.notes.clone(),
        is_skipped: slide.visibility.hide_in_presentation,
        master: Arc::new(Layer { name: look.id.clone(), nodes: Vec::new() }),
        layout: Arc::new(layout),
        nodes,
        steps,
    };
    Some((page, findings))
}

/// Takes the build steps off a node and what it holds.
fn show_whole(node: &mut Node) {
    node.step = None;
    match &mut node.kind {
        Kind::Text(text) | Kind::Code(Code { text, .. }) => {
            text.paragraphs.iter_mut().for_each(|paragraph| paragraph.step = None);
        }
        Kind::Group(group) => group.nodes.iter_mut().for_each(show_whole),
        Kind::Widget(widget) => widget.still.iter_mut().for_each(show_whole),
        Kind::Shape(_) | Kind::Picture(_) | Kind::Table(_) | Kind::Chart(_) | Kind::Link(_) => {}
    }
}

/// Backdrop and ornament, under a name that says what they follow from.
fn layout_layer(sheet: &Sheet<'_>, ground: Ground, ornament: Drawn, foot: bool) -> Layer {
    let mut name = format!("{} {}", sheet.slide.key, ground.word());
    if let Ground::Custom(color) = ground {
        name = format!("{name} {color}");
    }
    name.push_str(&ornament.variant);
    let mut nodes = backdrop::ground(ground, sheet.look, foot);
    nodes.extend(ornament::texture(sheet.look, ground));
    nodes.extend(ornament.nodes);
    Layer { name, nodes }
}

/// The boxes of the lines of words among nodes.
fn words(nodes: &[Node]) -> Vec<Rect> {
    let mut boxes = Vec::new();
    for node in nodes {
        add_words(node, &mut boxes);
    }
    boxes
}

fn add_words(node: &Node, boxes: &mut Vec<Rect>) {
    let lines = |text: &Text, corner: Rect, boxes: &mut Vec<Rect>| {
        let place = |line: &Line| Rect { x: line.x, y: line.top, width: line.width, height: line.height };
        boxes.extend(text.lines.iter().map(|line| place(line).moved(corner.x, corner.y)));
    };
    match &node.kind {
        Kind::Text(text) => lines(text, node.frame, boxes),
        Kind::Code(code) => lines(&code.text, node.frame, boxes),
        Kind::Group(group) => group.nodes.iter().for_each(|node| add_words(node, boxes)),
        Kind::Table(_) | Kind::Chart(_) | Kind::Widget(_) => boxes.push(node.frame),
        Kind::Shape(_) | Kind::Picture(_) | Kind::Link(_) => {}
    }
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
