//! Lays out a deck as a document: draws each slide on a sheet and adds what its pages share.

use std::sync::Arc;

use deck::{Deck, DeckRole, Registry, Slide, is_right_to_left, step_count};
use scene::{
    CodeBlock, Color, Direction, Document, DocumentProperties, Layer, Line, Node, NodeKind, Page, Paragraph, Px, Rect,
    Rgb, Text, Transition,
};

use crate::backdrop;
use crate::finding::Finding;
use crate::formula::in_words;
use crate::frame::{FULL_WIDTH, MARGIN};
use crate::look::Look;
use crate::ornament;
use crate::page_form;
use crate::picture::Pictures;
use crate::sheet::{DeckContext, Sheet, text_of};
use crate::surface::Ground;
use crate::text::{BlockOptions, TextBlock, Typesetter};
use crate::types::{drawing, own_ground};

/// Font size of speaker notes on notes pages.
const NOTES_SIZE: f32 = 26.0;
/// Colour of speaker notes, in every theme.
const NOTES_COLOR: Rgb = Rgb::hex(0x22_22_22);

/// The input of layout.
#[derive(Debug, Clone, Copy)]
pub struct LayoutInput<'a> {
    /// The deck, with its content in the language to show.
    pub deck: &'a Deck,
    /// The slide types.
    pub registry: &'a Registry,
    /// The look of the deck's theme.
    pub look: &'a Look,
    /// Sizes and brightness of the deck's pictures.
    pub pictures: &'a Pictures,
    /// How the audience joins, when there is a live session.
    pub invite: Option<&'a Invite>,
    /// Whether the deck is shown in the editor, where empty picture fields get a placeholder.
    pub draft: bool,
    /// Whether the pages are put on the layouts of an office template. These have grounds, logos and footers of their
    /// own, so the pages are drawn without background picture, logo and FOOT, in the colours of the base ground.
    pub on_template: bool,
}

/// How the audience joins a live session.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Invite {
    /// The address to type, without `https://`.
    pub address: String,
    /// The full URL for the QR code.
    pub link: String,
    /// The code to type at that address; empty when there is none.
    pub code: String,
}

impl<'a> LayoutInput<'a> {
    /// Creates the input for a deck that is neither presented live nor edited.
    pub fn new(deck: &'a Deck, registry: &'a Registry, look: &'a Look, pictures: &'a Pictures) -> LayoutInput<'a> {
        LayoutInput { deck, registry, look, pictures, invite: None, draft: false, on_template: false }
    }
}

/// The output of layout.
#[derive(Debug, Clone)]
pub struct LayoutOutput {
    /// The document.
    pub document: Document,
    /// The findings, in slide order.
    pub findings: Vec<Finding>,
}

/// Lays out a whole deck.
pub fn document(input: LayoutInput<'_>, typesetter: &mut Typesetter) -> LayoutOutput {
    let mut findings = Vec::new();
    let mut pages = Vec::with_capacity(input.deck.slides.len());
    for index in 0..input.deck.slides.len() {
        let Some((page, page_findings)) = page(input, index, typesetter) else {
            continue;
        };
        pages.push(Arc::new(page));
        findings.extend(page_findings);
    }
    LayoutOutput { document: document_with(input, pages, typesetter), findings }
}

/// Lays out one slide, by its index from 0, as a document of one page. Returns `None` when the index is out of range.
pub fn slide_document(input: LayoutInput<'_>, index: usize, typesetter: &mut Typesetter) -> Option<LayoutOutput> {
    let (page, findings) = page(input, index, typesetter)?;
    Some(LayoutOutput { document: document_with(input, vec![Arc::new(page)], typesetter), findings })
}

fn document_with(input: LayoutInput<'_>, pages: Vec<Arc<Page>>, typesetter: &Typesetter) -> Document {
    Document {
        title: input.deck.title.clone(),
        language: input.deck.lang.clone(),
        direction: direction(input.deck),
        properties: DocumentProperties { description: input.deck.description.clone(), ..DocumentProperties::default() },
        palette: input.look.palette.clone(),
        fonts: input.look.font_names(),
        faces: Arc::clone(typesetter.faces()),
        is_stepped: input.deck.settings.step_paragraphs(),
        transition: transition(input.deck.settings.transition()),
        pages,
    }
}

fn transition(setting: deck::Transition) -> Transition {
    match setting {
        deck::Transition::None => Transition::None,
        deck::Transition::Fade => Transition::Fade,
        deck::Transition::Slide => Transition::Slide,
        deck::Transition::Push => Transition::Push,
        deck::Transition::Cube => Transition::Cube,
        deck::Transition::Morph => Transition::Morph,
    }
}

/// Lays out the speaker notes of every slide in a column of the given width, dark on white. A slide without notes gets
/// a text without lines.
pub fn notes(input: LayoutInput<'_>, width: Px, typesetter: &mut Typesetter) -> Vec<Text> {
    let ground = Ground::named("base", "");
    (0..input.deck.slides.len()).map(|index| notes_of(&mut sheet(input, index, ground, typesetter), width)).collect()
}

fn notes_of(sheet: &mut Sheet<'_>, width: Px) -> Text {
    let pen = sheet.body().size(NOTES_SIZE).leading(1.45).color(Color::from(NOTES_COLOR));
    let lines = sheet.slide.notes.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut paragraphs: Vec<Paragraph> = lines.map(|line| pen.plain(line)).collect();
    if paragraphs.is_empty() {
        return Text::default();
    }
    for paragraph in paragraphs.iter_mut().skip(1) {
        paragraph.space_before = Px(NOTES_SIZE / 2.0);
    }
    TextBlock::new(sheet.typesetter, paragraphs).text(
        sheet.typesetter,
        BlockOptions::width(width),
        Px(f32::MAX),
        usize::MAX,
    )
}

/// Creates an empty sheet for a slide.
fn sheet<'a>(input: LayoutInput<'a>, index: usize, ground: Ground, typesetter: &'a mut Typesetter) -> Sheet<'a> {
    let LayoutInput { deck, registry, look, pictures, invite, draft, .. } = input;
    let (slide, direction) = (&deck.slides[index], direction(deck));
    typesetter.configure(look, &deck.lang, direction);
    let openers = || (0..=index).filter(|index| opens_section(registry, &deck.slides[*index]));
    let (opener, sections) = (openers().next_back(), openers().count());
    let ordinal = deck.slides[..index].iter().filter(|other| other.key == slide.key).count();
    Sheet {
        look,
        typesetter,
        slide,
        registry,
        pictures,
        invite,
        draft,
        context: DeckContext {
            deck_title: &deck.title,
            logo: deck.settings.logo(),
            number: index + 1,
            shown_slides: deck.slides.iter().filter(|slide| !slide.visibility.hide_in_presentation).count(),
            section: opener.map(|opener| text_of(&deck.slides[opener].content, "title")),
            position: opener.map(|opener| (sections, index - opener + 1)),
            ordinal,
        },
        language: Arc::from(deck.lang.as_str()),
        direction,
        surface: ground.surface(look),
        has_corner_logo: false,
        has_rail: false,
        foot: None,
        nodes: Vec::new(),
        scenery: ornament::Scenery::default(),
        findings: Vec::new(),
    }
}

/// Lays out one slide by its index from 0. Returns `None` when the index is out of range.
pub fn page(input: LayoutInput<'_>, index: usize, typesetter: &mut Typesetter) -> Option<(Page, Vec<Finding>)> {
    let LayoutInput { deck, registry, look, on_template, .. } = input;
    let slide = deck.slides.get(index)?;
    let drawing = drawing(registry, &slide.key);
    let default =
        look.voice.backdrops.get(&slide.key).map_or(Ground::named(drawing.ground, ""), |named| Ground::from(*named));
    let default = own_ground(slide).unwrap_or(default);
    let ground = match text_of(&slide.content, "background") {
        _ if on_template => Ground::Base,
        "" | "auto" => default,
        _ if look.locks.background => default,
        chosen => Ground::named(chosen, text_of(&slide.content, "bgCustomColor")),
    };
    let mut sheet = sheet(input, index, ground, typesetter);
    sheet.foot = drawing.foot.then_some((MARGIN, FULL_WIDTH));
    sheet.has_corner_logo = !on_template && sheet.wants_corner_logo();
    let draw = |sheet: &mut Sheet<'_>| {
        (drawing.draw)(sheet);
        if !on_template {
            sheet.draw_corner_logo();
            sheet.draw_foot();
        }
    };
    // A title slide draws its picture itself, without an overlay.
    let background = if on_template || sheet.covers_picture() { None } else { sheet.background_picture() };
    if let Some(background) = &background {
        draw(&mut sheet);
        let text = text_frames(&sheet.nodes);
        sheet.nodes.clear();
        sheet.findings.clear();
        sheet.scenery = ornament::Scenery::default();
        sheet.draw_background_picture(background, ground, &text);
    }
    draw(&mut sheet);
    if background.is_some() {
        sheet.scenery = ornament::Scenery::default();
    }
    let layout = layout_layer(&mut sheet, ground, drawing.foot);
    let Sheet { mut nodes, findings, .. } = sheet;
    let steps = step_count(registry, slide);
    if steps == 0 {
        // A Markdown field numbers its blocks even on slide types without build steps.
        nodes.iter_mut().for_each(remove_steps);
    }
    let section = deck.slides[..=index].iter().rfind(|slide| opens_section(registry, slide));
    let page = Page {
        slide: slide.id.to_string(),
        number: index + 1,
        name: name(registry, slide),
        summary: text_of(&slide.content, "a11ySummary").to_owned(),
        section: section.map(|slide| text_of(&slide.content, "title").to_owned()),
        opens_section: opens_section(registry, slide),
        notes: slide.notes.clone(),
        source: slide.source(registry).to_string(),
        content: drawing.content,
        is_skipped: slide.visibility.hide_in_presentation,
        master: Arc::new(Layer { name: look.id.clone(), nodes: Vec::new() }),
        layout: Arc::new(layout),
        nodes,
        steps,
        transition: slide.transition.map(transition),
        part_names: slide.morph_names.iter().map(|(path, name)| (path.to_owned(), name.to_owned())).collect(),
    };
    Some((page, findings))
}

/// Removes the build steps of a node and its nested nodes.
fn remove_steps(node: &mut Node) {
    node.step = None;
    match &mut node.kind {
        NodeKind::Text(text) | NodeKind::Code(CodeBlock { text, .. }) => {
            text.paragraphs.iter_mut().for_each(|paragraph| paragraph.step = None);
        }
        NodeKind::Group(group) => group.nodes.iter_mut().for_each(remove_steps),
        NodeKind::Turned(turned) => turned.nodes.iter_mut().for_each(remove_steps),
        NodeKind::Widget(widget) => widget.static_nodes.iter_mut().for_each(remove_steps),
        NodeKind::Connector(connector) => connector.nodes.iter_mut().for_each(remove_steps),
        NodeKind::Shape(_) | NodeKind::Picture(_) | NodeKind::Table(_) | NodeKind::Chart(_) | NodeKind::Link(_) => {}
    }
}

/// The layer with backdrop and scenery. Its name encodes everything they depend on.
fn layout_layer(sheet: &mut Sheet<'_>, ground: Ground, foot: bool) -> Layer {
    let scenery = std::mem::take(&mut sheet.scenery);
    let mut name = format!("{} {}", sheet.slide.key, ground.name());
    if let Ground::Custom(color) = ground {
        name = format!("{name} {color}");
    }
    name.push_str(&scenery.name);
    let mut nodes = backdrop::ground(ground, sheet.look, foot);
    nodes.extend(page_form::nodes(sheet.look, ground, foot));
    nodes.extend(sheet.foot_wave(ground));
    nodes.extend(scenery.nodes);
    Layer { name, nodes }
}

/// The frames of all text lines, tables, charts and widgets among some nodes.
pub(crate) fn text_frames(nodes: &[Node]) -> Vec<Rect> {
    let mut boxes = Vec::new();
    for node in nodes {
        add_text_frames(node, &mut boxes);
    }
    boxes
}

fn add_text_frames(node: &Node, boxes: &mut Vec<Rect>) {
    let lines = |text: &Text, corner: Rect, boxes: &mut Vec<Rect>| {
        let frame = |line: &Line| Rect { x: line.x, y: line.top, width: line.width, height: line.height };
        boxes.extend(text.lines.iter().map(|line| frame(line).moved(corner.x, corner.y)));
    };
    match &node.kind {
        NodeKind::Text(text) => lines(text, node.frame, boxes),
        NodeKind::Code(code) => lines(&code.text, node.frame, boxes),
        NodeKind::Group(group) => group.nodes.iter().for_each(|node| add_text_frames(node, boxes)),
        NodeKind::Turned(turned) => {
            let start = boxes.len();
            turned.nodes.iter().for_each(|node| add_text_frames(node, boxes));
            for line in &mut boxes[start..] {
                *line = line.turned(turned.degrees, node.frame.center());
            }
        }
        NodeKind::Table(_) | NodeKind::Chart(_) | NodeKind::Widget(_) => boxes.push(node.frame),
        NodeKind::Shape(_) | NodeKind::Connector(_) | NodeKind::Picture(_) | NodeKind::Link(_) => {}
    }
}

/// The name of a slide for outlines and screen readers: its title for screen readers or, without one, its title.
fn name(registry: &Registry, slide: &Slide) -> String {
    let screen_reader_title = text_of(&slide.content, "a11yTitle");
    if !screen_reader_title.is_empty() {
        return screen_reader_title.to_owned();
    }
    let title = registry
        .by_key(&slide.key)
        .map_or(text_of(&slide.content, "title"), |slide_type| slide_type.title_of(&slide.content));
    in_words(title)
}

fn opens_section(registry: &Registry, slide: &Slide) -> bool {
    registry.by_key(&slide.key).is_some_and(|slide_type| slide_type.deck_role == Some(DeckRole::Section))
}

fn direction(deck: &Deck) -> Direction {
    if is_right_to_left(&deck.lang) { Direction::RightToLeft } else { Direction::LeftToRight }
}
