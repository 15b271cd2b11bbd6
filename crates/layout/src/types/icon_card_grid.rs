//! Icon cards: one to six cards, each with an icon, a headline, short text and an optional link.

use deck::Content;
use scene::{AltText, Group, Node, NodeKind, NodeRole, Px, Rect, Shape};

use crate::diagram::number;
use crate::fit::{FittedSize, fitted};
use crate::frame::{MARGIN, columns};
use crate::pen::target;
use crate::plate::HeadingAndBody;
use crate::sheet::{Sheet, text_of};

/// Font sizes of the text; the headline scales with it.
const STEPS: [f32; 3] = [28.0, 26.0, 24.0];
const HEADLINE: f32 = 34.0;
/// Padding of a card, and the space between cards.
const PADDING: f32 = 44.0;
const GUTTER: f32 = 32.0;
/// Sizes of the disc behind an icon and of the icon, and the space after the disc.
const DISC: f32 = 104.0;
const ICON: f32 = 64.0;
const AFTER_DISC: f32 = 28.0;
/// Size of a tile's icon, and the space after it.
const TILE_ICON: f32 = 72.0;
const AFTER_TILE_ICON: f32 = 32.0;
/// Minimum height of cards in one row and in two.
const LEAST_HEIGHTS: (f32, f32) = (380.0, 240.0);
/// Maximum length of headline and text for four cards in one row.
const SHORT: (usize, usize) = (28, 110);

/// The arrangement of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CardForm {
    /// On a plate, the text below the icon.
    Below,
    /// On a plate, the text beside the icon.
    Beside,
    /// Without a plate, the text beside the icon.
    Tile,
}

struct Card<'a> {
    index: usize,
    icon: &'a str,
    link: &'a str,
    name: &'a str,
    words: HeadingAndBody,
}

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let top = sheet.draw_head();
    let bottom = sheet.body_bottom("bottomSubheading");
    let entries = sheet.filled_entries("items", &["icon", "title", "body", "link"]);
    if !entries.is_empty() {
        draw_cards(sheet, entries, top, bottom);
    }
    sheet.draw_closing("bottomSubheading");
}

fn draw_cards<'a>(sheet: &mut Sheet<'a>, entries: Vec<(usize, &'a Content)>, top: Px, bottom: Px) {
    let tiles = sheet.text("layout") == "tiles";
    let across = across(&entries, tiles);
    let rows = entries.len().div_ceil(across);
    let form = match rows {
        _ if tiles => CardForm::Tile,
        1 => CardForm::Below,
        _ => CardForm::Beside,
    };
    let width = columns(match across {
        1 => 12,
        2 => 6,
        3 => 4,
        _ => 3,
    });
    let surface = if tiles { sheet.surface } else { sheet.plate_surface() };
    let mut cards = sheet.with_surface(surface, |sheet| cards(sheet, entries));
    let room = (bottom - top - Px(GUTTER * number(rows - 1))) / number(rows);
    let fitted = fitted(&STEPS, room, |fitted| highest(sheet, &mut cards, width, form, fitted));
    let height = highest(sheet, &mut cards, width, form, fitted);
    let least = match form {
        CardForm::Tile => 0.0,
        _ if rows == 1 => LEAST_HEIGHTS.0,
        _ => LEAST_HEIGHTS.1,
    };
    let height = height.max(Px(least)).min(room);
    let whole = height * number(rows) + Px(GUTTER * number(rows - 1));
    // Plates are centred in BODY; tiles, which have no background, start at its top.
    let y = if tiles { top } else { top + (bottom - top - whole) / 2.0 };
    let gap = if tiles { (((bottom - top - whole) / number(rows)).0 + GUTTER).min(64.0) } else { GUTTER };
    for (place, card) in cards.into_iter().enumerate() {
        let (row, column) = (place / across, place % across);
        let x = MARGIN + (width + GUTTER) * number(column);
        let frame = sheet.rect(x, y.0 + (height.0 + gap) * number(row), width, height.0);
        draw_card(sheet, card, frame, form, fitted, place + 1);
    }
}

/// Number of cards in a row.
fn across(entries: &[(usize, &Content)], tiles: bool) -> usize {
    let letters = |entry: &Content, key: &str| text_of(entry, key).chars().count();
    let short =
        entries.iter().all(|(_, entry)| letters(entry, "title") <= SHORT.0 && letters(entry, "body") <= SHORT.1);
    match entries.len() {
        count @ 1..=3 => count,
        4 if short && !tiles => 4,
        4 => 2,
        _ => 3,
    }
}

fn cards<'a>(sheet: &mut Sheet<'a>, entries: Vec<(usize, &'a Content)>) -> Vec<Card<'a>> {
    let mut cards = Vec::with_capacity(entries.len());
    for (index, entry) in entries {
        let heading = (format!("items.{index}.title"), text_of(entry, "title"));
        let field = format!("items.{index}.body");
        let words = HeadingAndBody::new(sheet, heading, (&field, text_of(entry, "body")), (HEADLINE, STEPS[0]));
        let (icon, link, name) = (text_of(entry, "icon"), text_of(entry, "link"), text_of(entry, "title"));
        cards.push(Card { index, icon, link, name, words });
    }
    cards
}

fn highest(sheet: &mut Sheet<'_>, cards: &mut [Card<'_>], width: f32, form: CardForm, fitted: FittedSize) -> Px {
    let mut highest = Px::ZERO;
    for card in cards {
        let parts = CardFrames::new(card, Rect::new(0.0, 0.0, width, 0.0), form, fitted.gap);
        let words = card.words.height(sheet, parts.words.width, fitted);
        let icon = if card.icon.is_empty() { Px::ZERO } else { parts.icon.height };
        let height = match form {
            CardForm::Below => parts.words.y + words + parts.padding,
            CardForm::Beside | CardForm::Tile => words.max(icon) + parts.padding * 2.0,
        };
        highest = highest.max(height);
    }
    highest
}

/// The frames of icon and text of a card in a left-to-right deck.
struct CardFrames {
    padding: Px,
    icon: Rect,
    words: Rect,
}

impl CardFrames {
    fn new(card: &Card<'_>, frame: Rect, form: CardForm, gap: f32) -> CardFrames {
        let padding = Px(if form == CardForm::Tile { 0.0 } else { PADDING * (0.5 + gap / 2.0) });
        let inner = frame.inset(padding);
        let (side, after) = match form {
            CardForm::Tile => (TILE_ICON, AFTER_TILE_ICON),
            CardForm::Below | CardForm::Beside => (DISC, AFTER_DISC * gap),
        };
        let icon = Rect { width: Px(side), height: Px(side), ..inner };
        let taken = if card.icon.is_empty() { Px::ZERO } else { Px(side + after) };
        let words = match form {
            CardForm::Below => Rect { y: inner.y + taken, height: inner.height - taken, ..inner },
            CardForm::Beside | CardForm::Tile => Rect { x: inner.x + taken, width: inner.width - taken, ..inner },
        };
        CardFrames { padding, icon, words }
    }
}

fn draw_card(sheet: &mut Sheet<'_>, mut card: Card<'_>, frame: Rect, form: CardForm, fitted: FittedSize, step: usize) {
    let CardFrames { icon, mut words, .. } = CardFrames::new(&card, frame, form, fitted.gap);
    let start = sheet.nodes.len();
    let turned = |part: Rect| Rect { x: frame.x + (frame.right() - part.right()), ..part };
    let mirrored = sheet.direction.is_right_to_left();
    let place = |part: Rect| if mirrored { turned(part) } else { part };
    let surface = if form == CardForm::Tile { sheet.surface } else { sheet.plate_surface() };
    if form != CardForm::Tile {
        let plate = sheet.plate(frame, sheet.look.radius);
        sheet.nodes.push(plate);
    }
    sheet.with_surface(surface, |sheet| {
        if !card.icon.is_empty() {
            draw_icon(sheet, card.icon, place(icon), form);
        }
        if form != CardForm::Below && !card.icon.is_empty() {
            // A text shorter than the icon beside it is centred on it.
            let height = card.words.height(sheet, words.width, fitted);
            words.y += ((icon.height - height) / 2.0).max(Px::ZERO);
            words.height = frame.bottom() - (icon.y - frame.y) - words.y;
        }
        card.words.draw(sheet, place(words), fitted);
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
        step: Some(step),
        alt: AltText::Own,
    });
}

fn draw_icon(sheet: &mut Sheet<'_>, name: &str, frame: Rect, form: CardForm) {
    let mark = sheet.surface.mark;
    let icon = match form {
        CardForm::Tile => sheet.icon(name, frame, mark),
        CardForm::Below | CardForm::Beside => {
            let disc = Shape::disc(mark.at(0.12));
            sheet.nodes.push(Node::decoration(frame, NodeKind::Shape(disc)));
            sheet.icon(name, frame.inset(Px((DISC - ICON) / 2.0)), mark)
        }
    };
    sheet.nodes.extend(icon);
}
