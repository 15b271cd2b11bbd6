//! The card that shows how to join: a QR code, the address and the join code.

use scene::{Align, AltText, Group, Node, NodeKind, NodeRole, Px, Rect, Shape, Text, VerticalAlign};

use crate::diagram::{largest_figure, shape_line};
use crate::document::Invite;
use crate::qr;
use crate::sheet::Sheet;
use crate::statement::Statement;
use crate::surface::Ground;

/// Space around the content of a card.
const PAD: f32 = 32.0;
/// Cards lower than this have the number of votes beside the code.
const LOW: f32 = 610.0;
/// Height of the line with the number of votes.
const VOTES: f32 = 100.0;
/// Minimum side of a QR code.
const MIN_SQUARE: f32 = 240.0;

/// What a join card is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CardKind {
    /// Beside answers, with a line for the number of votes.
    Narrow,
    /// Beside a question without answers.
    Wide,
}

/// The ground of a plate that stands out from the page: deep, or the accent on a deep page.
pub(crate) fn ground(sheet: &Sheet<'_>) -> Ground {
    match sheet.surface.ground {
        Ground::Deep => Ground::Accent,
        Ground::Base | Ground::Tint if sheet.surface.ground.is_dark(sheet.look) => Ground::Surface,
        _ => Ground::Deep,
    }
}

/// Creates the card in a frame. Also returns the area kept free for the number of votes.
pub(crate) fn card(sheet: &mut Sheet<'_>, frame: Rect, kind: CardKind, invite: &Invite) -> (Node, Rect) {
    let ground = ground(sheet);
    let line = shape_line(sheet).filter(|_| ground == Ground::Surface);
    let mut votes = frame;
    let nodes = sheet.collect_nodes(|sheet| {
        sheet.with_surface(ground.surface(sheet.look), |sheet| {
            let radius = Px(sheet.look.voice.plate.radius * 0.75);
            let mut shape = Shape::filled(ground.rgb(sheet.look), radius);
            shape.stroke = line;
            sheet.nodes.push(Node { role: NodeRole::Plate, ..Node::decoration(frame, NodeKind::Shape(shape)) });
            votes = fill_card(sheet, frame, kind, invite);
        });
    });
    let node = Node {
        frame,
        kind: NodeKind::Group(Group { nodes, clip: false }),
        role: NodeRole::Content,
        origin: None,
        step: None,
        alt: AltText::Own,
    };
    (node, votes)
}

/// Draws the built-in word that is shown instead of the number of votes before there are any.
pub(crate) fn draw_vote_word(sheet: &mut Sheet<'_>, frame: Rect) {
    let surface = ground(sheet).surface(sheet.look);
    sheet.with_surface(surface, |sheet| {
        let pen = sheet.body().size(56.0).leading(1.2).stressed().align(Align::Center);
        let words = sheet.builtin_text("vote");
        let mut text = sheet.short_text(pen.plain(words), frame.width, &[56.0, 48.0, 40.0, 36.0], 1);
        text.anchor = VerticalAlign::Middle;
        sheet.push_text_in_middle(frame, text, NodeRole::Label, None);
    });
}

/// Draws QR code, address and join code. Returns the area kept free for the number of votes.
fn fill_card(sheet: &mut Sheet<'_>, frame: Rect, kind: CardKind, invite: &Invite) -> Rect {
    let inner = frame.inset(Px(PAD));
    let is_low = kind == CardKind::Narrow && frame.height.0 < LOW;
    let has_line = kind == CardKind::Narrow && !is_low;
    let room = inner.height.0 - if has_line { VOTES - PAD } else { 0.0 };
    let address = address(sheet, invite, inner.width.0, if kind == CardKind::Wide { 56.0 } else { 40.0 });
    let address_height = address.as_ref().map_or(0.0, |text| text.height().0 + 20.0);
    let (max_size, code_share) = match kind {
        CardKind::Wide => (160.0, 1.0),
        CardKind::Narrow if is_low => (96.0, 0.52),
        CardKind::Narrow => (144.0, 1.0),
    };
    let width = inner.width.0 * code_share;
    let pen = sheet.heading().leading(1.1).color(sheet.surface.mark).align(Align::Center);
    let letters = |sheet: &mut Sheet<'_>, room: f32| -> Statement {
        let size = largest_figure(max_size, 40.0, |size| {
            let line = sheet.one_line(pen.clone(), &invite.code, size);
            line.width <= width && line.height() <= room
        });
        sheet.one_line(pen.clone(), &invite.code, size.unwrap_or(40.0))
    };
    let code = letters(sheet, f32::MAX);
    let text_height = address_height + code.height() + 8.0;
    let square = (room - text_height).min(inner.width.0).max(MIN_SQUARE).floor();
    let code = letters(sheet, (room - square - address_height).max(44.0));
    let used = square + address_height + code.height();
    let radius = Px(sheet.look.voice.plate.radius * 0.5);
    let mut y = inner.y.0 + ((room - used) / 2.0).max(0.0);
    let place = Rect::new(inner.center().x.0 - square / 2.0, y, square, square);
    if let Some(qr_code) = qr::large_code(&invite.link, place, radius).filter(|_| !invite.link.is_empty()) {
        sheet.nodes.push(qr_code);
    }
    y += square;
    if let Some(text) = address {
        let height = text.height();
        sheet.push_text(Rect { y: Px(y + 16.0), height, ..inner }, text, NodeRole::Label, None);
        y += address_height;
    }
    let height = code.height();
    if !invite.code.is_empty() {
        let start = if is_low { 0.0 } else { (inner.width.0 - code.width) / 2.0 };
        let place = Rect::new(inner.x.0 + start, y, code.width, height);
        sheet.push_text(place, code.text, NodeRole::Figure, None);
    }
    if is_low {
        let x = inner.width.0 * code_share + 12.0;
        return Rect::new(inner.x.0 + x, y, inner.width.0 - x, height);
    }
    if has_line {
        let rule = Rect { y: frame.bottom() - Px(VOTES), height: Px(2.0), ..inner };
        sheet.nodes.push(Sheet::shape(rule, sheet.surface.text.at(0.22), Px::ZERO));
    }
    Rect { y: frame.bottom() - Px(VOTES - 8.0), height: Px(VOTES - 16.0), ..inner }
}

/// The address on one line, or on two where it is long.
fn address(sheet: &mut Sheet<'_>, invite: &Invite, width: f32, max_size: f32) -> Option<Text> {
    if invite.address.is_empty() {
        return None;
    }
    let steps: Vec<f32> =
        [56.0, 48.0, 44.0, 40.0, 36.0, 32.0, 28.0].into_iter().filter(|size| *size <= max_size).collect();
    let pen = sheet.body().size(steps[0]).leading(1.2).stressed().align(Align::Center);
    let paragraph = address_paragraph(&pen, invite);
    let width_in_ems = sheet.natural_width(paragraph.clone()).0 / steps[0];
    let fits = steps.iter().any(|size| width_in_ems * size <= width);
    Some(sheet.short_text(paragraph, Px(width), &steps, if fits { 1 } else { 2 }))
}

/// The address as a paragraph with its link. An address is left to right in every language.
pub(crate) fn address_paragraph(pen: &crate::pen::Pen, invite: &Invite) -> scene::Paragraph {
    let mut paragraph = pen.plain(&invite.address);
    for run in &mut paragraph.runs {
        run.link = Some(crate::pen::target(&invite.link)).filter(|_| !invite.link.is_empty());
    }
    paragraph.direction = scene::Direction::LeftToRight;
    paragraph
}
