//! Icon cards: one to six cards, each with an icon, a headline, short text and an optional link.

use deck::Content;
use deck::voice::TextAlign;
use scene::{Align, AltText, Group, Node, NodeKind, NodeRole, ParagraphKind, Px, Rect, VerticalAlign};

use crate::body::Body;
use crate::diagram::number;
use crate::field_text::FieldText;
use crate::fit::{Chosen, Composition, Fit, FittedSize, Step, choose_even};
use crate::head::{BodyArea, PageOptions};
use crate::pen::target;
use crate::plate::PlateInsets;
use crate::sheet::{Sheet, text_of};
use crate::surface::Surface;

/// Sizes of titles and texts of one or two cards.
const FEW: [Step; 4] = [Step::pair(64.0, 56.0), Step::pair(64.0, 52.0), Step::pair(60.0, 48.0), Step::pair(56.0, 44.0)];
/// Sizes of titles and texts of three cards.
const THREE: [Step; 4] =
    [Step::pair(56.0, 52.0), Step::pair(56.0, 48.0), Step::pair(52.0, 44.0), Step::pair(48.0, 40.0)];
/// Sizes of titles and texts of four cards.
const FOUR: [Step; 4] =
    [Step::pair(64.0, 48.0), Step::pair(56.0, 44.0), Step::pair(52.0, 40.0), Step::pair(48.0, 40.0)];
/// Sizes of titles and texts of five or six cards.
const MANY: [Step; 3] = [Step::pair(48.0, 40.0), Step::pair(44.0, 36.0), Step::pair(40.0, 36.0)];
/// Sizes of titles and texts with smaller icons.
const TIGHT: [Step; 4] =
    [Step::pair(52.0, 44.0), Step::pair(48.0, 40.0), Step::pair(44.0, 36.0), Step::pair(40.0, 36.0)];

/// Sizes at which texts are shaped.
const SHAPED: Step = Step::pair(64.0, 56.0);
/// Factor of an icon's size where the text needs the room.
const SMALL_ICON: f32 = 0.6;
/// Maximum number of lines of a title.
const TITLE_LINES: usize = 3;
/// Maximum height of a plate as a multiple of its content's height: in a row of columns, in a grid, and without sides.
const SPARE: (f32, f32, f32) = (1.35, 1.6, 1.2);

/// How the cards are arranged.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Arrangement {
    /// Side by side, the icon at the top and the words at the foot: size of the icon.
    Columns(f32),
    /// Two by two, the icon beside the words: size of the icon.
    Beside(f32),
    /// Three by two, the icon above the title.
    Above,
    /// Three by two, the icon beside the title.
    BesideTitle,
}

/// A card with its shaped texts.
struct Card<'a> {
    index: usize,
    icon: &'a str,
    link: &'a str,
    name: &'a str,
    surface: Surface,
    title: Option<FieldText>,
    body: Body,
}

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let entries = sheet.filled_entries("items", &["icon", "title", "body", "link"]);
    let options = PageOptions { closing: "bottomSubheading", folds_rail: entries.len() > 4, ..PageOptions::default() };
    let body = sheet.open_page(options);
    if !entries.is_empty() {
        let mut texts = cards(sheet, &entries, sheet.look.voice.plate.align == TextAlign::Center);
        let chosen = choose_arrangement(sheet, &mut texts, &body);
        // Words beside an icon are not centred.
        if matches!(chosen.arrangement, Arrangement::Beside(_) | Arrangement::BesideTitle) {
            texts = cards(sheet, &entries, false);
        }
        draw_cards(sheet, texts, &body, chosen);
    }
    sheet.close_page(body);
}

/// Whether the cards have no plates.
fn is_bare(sheet: &Sheet<'_>) -> bool {
    sheet.text("layout") == "tiles"
}

fn cards<'a>(sheet: &mut Sheet<'a>, entries: &[(usize, &'a Content)], is_centred: bool) -> Vec<Card<'a>> {
    let mut cards = Vec::with_capacity(entries.len());
    for (place, (index, entry)) in entries.iter().copied().enumerate() {
        let surface = if is_bare(sheet) { sheet.surface } else { sheet.entry_surface(place) };
        let align = if is_centred { Align::Center } else { sheet.start_align() };
        let (title, body) = sheet.with_surface(surface, |sheet| {
            let pen = sheet.heading().size(SHAPED.title).leading(1.1).align(align);
            let field = format!("items.{index}.title");
            let words = text_of(entry, "title");
            let title = (!words.is_empty()).then(|| {
                let mut paragraph = pen.plain(words);
                paragraph.kind = ParagraphKind::Heading(3);
                FieldText::of_balanced(sheet, field, NodeRole::Label, paragraph)
            });
            let muted = Surface { text: sheet.surface.muted, ..sheet.surface };
            let field = format!("items.{index}.body");
            let body = sheet
                .with_surface(muted, |sheet| Body::aligned(sheet, &field, text_of(entry, "body"), SHAPED.text, align));
            (title.map(|title| title.at_most(TITLE_LINES)), body)
        });
        let (icon, link, name) = (text_of(entry, "icon"), text_of(entry, "link"), text_of(entry, "title"));
        cards.push(Card { index, icon, link, name, surface, title, body });
    }
    cards
}

fn choose_arrangement(sheet: &mut Sheet<'_>, cards: &mut [Card<'_>], body: &BodyArea) -> Chosen<Arrangement> {
    let columns = |side: f32, steps| {
        [
            Composition::new(Arrangement::Columns(side), steps),
            Composition::new(Arrangement::Columns(side * SMALL_ICON), &TIGHT[..]),
        ]
    };
    let compositions = match cards.len() {
        1 => {
            let beside = Composition::new(Arrangement::Beside(208.0), &FEW[..]);
            [vec![beside], columns(208.0, &FEW[..]).to_vec()].concat()
        }
        2 => columns(208.0, &FEW[..]).to_vec(),
        3 => columns(168.0, &THREE[..]).to_vec(),
        4 => vec![
            Composition::new(Arrangement::Beside(200.0), &FOUR),
            Composition::new(Arrangement::Beside(200.0 * SMALL_ICON), &TIGHT),
        ],
        _ => vec![
            Composition::new(Arrangement::Above, &MANY[..1]),
            Composition::new(Arrangement::BesideTitle, &MANY[..1]),
            Composition::new(Arrangement::Above, &MANY[1..]),
            Composition::new(Arrangement::BesideTitle, &MANY[1..]),
        ],
    };
    let limits = sheet.step_limits(body);
    choose_even(limits, &compositions, None, |arrangement, step, gap| {
        let plan = Plan::new(sheet, cards, body, Chosen { arrangement, step, gap });
        match (plan.fits, plan.is_even) {
            (false, _) => Fit::No,
            (true, false) => Fit::Uneven,
            (true, true) => Fit::Even,
        }
    })
}

/// The boxes of all cards in an arrangement.
struct Plan {
    cards: Vec<CardBoxes>,
    fits: bool,
    /// Whether each title is on one line.
    is_even: bool,
}

/// The boxes of the parts of a card.
#[derive(Debug, Clone, Copy)]
struct CardBoxes {
    plate: Rect,
    icon: Rect,
    title: Rect,
    text: Rect,
    /// Column and row in the grid.
    cell: (usize, usize),
}

/// Sizes that the cards of a slide share.
struct Measure {
    insets: PlateInsets,
    /// Side of the icons; 0 when no card has one.
    icon: f32,
    /// Space after an icon.
    after_icon: f32,
    /// Space between title and text.
    between: f32,
    /// Width of titles.
    title_width: f32,
    /// Width of texts.
    text_width: f32,
}

impl Arrangement {
    fn columns(self, count: usize) -> usize {
        match self {
            Arrangement::Columns(_) => count,
            Arrangement::Beside(_) => count.min(2),
            Arrangement::Above | Arrangement::BesideTitle => 3,
        }
    }

    fn measure(self, sheet: &Sheet<'_>, width: f32, (rows, gap): (usize, f32), has_icons: bool) -> Measure {
        let (side, pad, after_icon) = match self {
            Arrangement::Columns(side) if side > 170.0 => (side, 56.0, 40.0),
            Arrangement::Columns(side) => (side, 48.0, 32.0),
            Arrangement::Beside(side) => (side, 36.0, 40.0),
            Arrangement::Above => (88.0, 36.0, 24.0),
            Arrangement::BesideTitle => (88.0, 36.0, 20.0),
        };
        let insets = if is_bare(sheet) { PlateInsets::default() } else { sheet.plate_insets(pad * gap, rows) };
        let icon = if has_icons { side } else { 0.0 };
        let inner = width - insets.side * 2.0;
        let beside = if has_icons { icon + after_icon } else { 0.0 };
        let (title_width, text_width) = match self {
            Arrangement::Columns(_) | Arrangement::Above => (inner, inner),
            Arrangement::Beside(_) => (inner - beside, inner - beside),
            Arrangement::BesideTitle => (inner - beside, inner),
        };
        Measure { insets, icon, after_icon: after_icon * gap, between: 12.0 * gap, title_width, text_width }
    }
}

impl Plan {
    fn new(sheet: &mut Sheet<'_>, cards: &mut [Card<'_>], body: &BodyArea, chosen: Chosen<Arrangement>) -> Plan {
        let arrangement = chosen.arrangement;
        let columns = arrangement.columns(cards.len());
        let rows = cards.len().div_ceil(columns);
        let gap = if is_bare(sheet) { 48.0 } else { sheet.plate_gap() };
        let width = (body.width - gap * number(columns - 1)) / number(columns);
        let has_icons = cards.iter().any(|card| !card.icon.is_empty());
        let measure = arrangement.measure(sheet, width, (rows, chosen.gap), has_icons);
        let mut fits = width >= 300.0 && measure.title_width >= 160.0;
        let mut is_even = true;
        let mut heights = Vec::with_capacity(cards.len());
        for card in cards.iter_mut() {
            let title = card.title.as_mut().map_or(0.0, |title| {
                fits &= title.fits(sheet, measure.title_width, chosen.step.title);
                is_even &= title.lines_at(sheet, measure.title_width, chosen.step.title) < 2;
                title.height_at(sheet, measure.title_width, chosen.step.title)
            });
            let fitted = FittedSize { step: chosen.step.text, gap: chosen.gap };
            let text =
                if card.body.is_empty() { 0.0 } else { card.body.height(sheet, Px(measure.text_width), fitted).0 };
            heights.push((title, text));
        }
        let room = (body.height() - gap * number(rows - 1)) / number(rows);
        let needed = heights.chunks(columns).map(|row| measure.needed_height(arrangement, row)).fold(0.0, f32::max);
        fits &= needed <= room + 0.5;
        let spare = match arrangement {
            _ if is_bare(sheet) => 1.0,
            Arrangement::BesideTitle => SPARE.2,
            _ if !sheet.has_sided_plates() => SPARE.2,
            Arrangement::Columns(_) if !has_icons => SPARE.2,
            Arrangement::Columns(_) => SPARE.0,
            Arrangement::Beside(_) | Arrangement::Above => SPARE.1,
        };
        let height = room.min(needed * spare);
        let top = body.optical_top(height * number(rows) + gap * number(rows - 1));
        let boxes = heights.iter().enumerate().map(|(place, heights_of_card)| {
            let (column, row) = (place % columns, place / columns);
            let x = body.x + (width + gap) * number(column);
            let plate = sheet.rect(x, top + (height + gap) * number(row), width, height);
            let in_row = &heights[row * columns..heights.len().min((row + 1) * columns)];
            measure.boxes(sheet, arrangement, plate, *heights_of_card, in_row, (column, row))
        });
        Plan { cards: boxes.collect(), fits, is_even }
    }
}

/// Heights of the highest title and of the highest text of a row.
fn height_of_words(row: &[(f32, f32)]) -> (f32, f32) {
    let title = row.iter().map(|(title, _)| *title).fold(0.0, f32::max);
    let text = row.iter().map(|(_, text)| *text).fold(0.0, f32::max);
    (title, text)
}

impl Measure {
    /// The space between a title and a text of some heights; 0 when one of them is missing.
    fn gap_between(&self, title: f32, text: f32) -> f32 {
        if title > 0.0 && text > 0.0 { self.between } else { 0.0 }
    }

    /// Height that the cards of a row need.
    fn needed_height(&self, arrangement: Arrangement, row: &[(f32, f32)]) -> f32 {
        let (title, text) = height_of_words(row);
        let words = title + self.gap_between(title, text) + text;
        let after = if self.icon > 0.0 { self.after_icon } else { 0.0 };
        let inner = match arrangement {
            Arrangement::Columns(_) | Arrangement::Above => self.icon + after + words,
            Arrangement::Beside(_) => {
                let words_heights = row.iter().map(|(title, text)| title + self.gap_between(*title, *text) + text);
                self.icon.max(words_heights.fold(0.0, f32::max))
            }
            Arrangement::BesideTitle => self.icon.max(title) + self.between + text,
        };
        inner + self.insets.top + self.insets.bottom
    }

    fn boxes(
        &self,
        sheet: &Sheet<'_>,
        arrangement: Arrangement,
        plate: Rect,
        own_heights: (f32, f32),
        in_row: &[(f32, f32)],
        cell: (usize, usize),
    ) -> CardBoxes {
        let PlateInsets { side, top, bottom } = self.insets;
        let (title, text) = height_of_words(in_row);
        let between = self.gap_between(title, text);
        let height = plate.height.0;
        let inner = plate.width.0 - side * 2.0;
        let is_centred = sheet.look.voice.plate.align == TextAlign::Center;
        let icon = |x: f32, y: f32| {
            let x = match arrangement {
                Arrangement::Columns(_) | Arrangement::Above if is_centred => side + (inner - self.icon) / 2.0,
                _ => x,
            };
            sheet.inside(plate, x, y, self.icon, self.icon)
        };
        let inside = |x: f32, y: f32, width: f32, height: f32| sheet.inside(plate, x, y, width, height);
        let (icon, title, text) = match arrangement {
            Arrangement::Columns(_) | Arrangement::Above => {
                // A truncated text starts below its icon.
                let min_y = top + self.icon + self.after_icon;
                let y = if self.icon > 0.0 { (height - bottom - text - between - title).max(min_y) } else { top };
                let below = y + title + between;
                let room = height - bottom - below;
                (icon(side, top), inside(side, y, inner, title), inside(side, below, inner, room))
            }
            Arrangement::Beside(_) => {
                let (own_title, own_text) = own_heights;
                let between = self.gap_between(own_title, own_text);
                let whole = (own_title + between + own_text).min(height - top - bottom);
                let y = top + (height - top - bottom - whole) / 2.0;
                let x = if self.icon > 0.0 { side + self.icon + self.after_icon } else { side };
                let below = y + own_title + between;
                let middle = top + (height - top - bottom - self.icon) / 2.0;
                let room = height - bottom - below;
                let title = inside(x, y, self.title_width, own_title);
                (icon(side, middle), title, inside(x, below, self.text_width, room))
            }
            Arrangement::BesideTitle => {
                let row = self.icon.max(title);
                let x = if self.icon > 0.0 { side + self.icon + self.after_icon } else { side };
                let below = top + row + self.between;
                let title_area = inside(x, top, self.title_width, row);
                (icon(side, top), title_area, inside(side, below, inner, height - bottom - below))
            }
        };
        CardBoxes { plate, icon, title, text, cell }
    }
}

fn draw_cards(sheet: &mut Sheet<'_>, mut cards: Vec<Card<'_>>, body: &BodyArea, chosen: Chosen<Arrangement>) {
    let plan = Plan::new(sheet, &mut cards, body, chosen);
    for (place, (card, boxes)) in cards.into_iter().zip(plan.cards).enumerate() {
        draw_card(sheet, card, boxes, chosen, place);
    }
}

fn draw_card(sheet: &mut Sheet<'_>, card: Card<'_>, boxes: CardBoxes, chosen: Chosen<Arrangement>, place: usize) {
    let start = sheet.nodes.len();
    let has_plate = !is_bare(sheet);
    if has_plate {
        sheet.push_grid_plate(boxes.plate, place, boxes.cell);
    }
    let anchor = match chosen.arrangement {
        Arrangement::BesideTitle => VerticalAlign::Middle,
        _ => VerticalAlign::Top,
    };
    let frame = boxes.plate;
    sheet.with_surface(card.surface, |sheet| {
        if !card.icon.is_empty() && !has_plate {
            let icon = sheet.icon(card.icon, boxes.icon.inset(boxes.icon.width * 0.08), sheet.surface.mark);
            sheet.nodes.extend(icon);
        } else if !card.icon.is_empty() {
            sheet.draw_icon_tile(card.icon, boxes.icon, place);
        }
        if let Some(title) = card.title {
            title.put_at(sheet, boxes.title, chosen.step.title, anchor);
        }
        if !card.body.is_empty() {
            let fitted = FittedSize { step: chosen.step.text, gap: chosen.gap };
            card.body.draw(sheet, &[boxes.text], fitted);
        }
    });
    let field = format!("items.{}", card.index);
    sheet.finish_entry(start, &field, None);
    let mut nodes = sheet.nodes.split_off(start);
    if !card.link.is_empty() {
        nodes.push(Node {
            frame,
            kind: NodeKind::Link(target(card.link)),
            role: NodeRole::Button,
            origin: Some(sheet.origin(&format!("items.{}.link", card.index))),
            step: None,
            alt: AltText::Text(if card.name.is_empty() { card.link } else { card.name }.to_owned()),
        });
    }
    sheet.nodes.push(Node {
        frame,
        kind: NodeKind::Group(Group { nodes, clip: false }),
        role: NodeRole::Content,
        origin: Some(sheet.origin(&field)),
        step: Some(place + 1),
        alt: AltText::Own,
    });
}
