//! The card that shows how to join: a QR code, the address and the join code.

use scene::{Align, AltText, Color, Group, Node, NodeKind, NodeRole, PaletteRole, Px, Rect, Rgb, Shape};

use crate::document::Invite;
use crate::qr;
use crate::sheet::Sheet;
use crate::surface::Ground;

/// The sizes of a join card.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CardSizes {
    /// Side of the QR code.
    pub(crate) square: f32,
    /// Largest font size of the address.
    pub(crate) address: f32,
    /// Largest font size of the join code.
    pub(crate) letters: f32,
    /// Height kept free below, for a line that the live view adds.
    pub(crate) below: f32,
}

/// Shown when there is no join code yet.
const NO_CODE: &str = "––––";

/// Creates the card in a frame. Also returns the area kept free for a line below.
pub(crate) fn card(sheet: &mut Sheet<'_>, frame: Rect, sizes: CardSizes, invite: &Invite) -> (Node, Rect) {
    let (ground, fill) = plate(sheet);
    let mut below = frame;
    let nodes = sheet.collect_nodes(|sheet| {
        sheet.with_surface(ground.surface(sheet.look), |sheet| {
            let shape = Shape::filled(fill, sheet.look.radius).lined(sheet.surface.line, sheet.look.edge);
            sheet.nodes.push(Node { role: NodeRole::Plate, ..Node::decoration(frame, NodeKind::Shape(shape)) });
            below = fill_card(sheet, frame, sizes, invite);
        });
    });
    let group = Group { nodes, clip: false };
    let node = Node {
        frame,
        kind: NodeKind::Group(group),
        role: NodeRole::Content,
        origin: None,
        step: None,
        alt: AltText::Own,
    };
    (node, below)
}

fn fill_card(sheet: &mut Sheet<'_>, frame: Rect, sizes: CardSizes, invite: &Invite) -> Rect {
    let inner = frame.inset(Px(32.0));
    let label = sheet.body().size(24.0).leading(1.3).color(sheet.surface.muted).align(Align::Center);
    let pen = sheet.body().size(sizes.address).leading(1.3).stressed().align(Align::Center);
    let steps = [sizes.address, sizes.address * 0.85, 24.0, 22.0, 20.0];
    let go = sheet.short_text(label.plain(sheet.builtin_text("joinAt")), inner.width, &[24.0, 20.0], 1);
    let address = (!invite.address.is_empty()).then(|| {
        let mut paragraph = pen.plain(&invite.address);
        for run in &mut paragraph.runs {
            run.link = Some(crate::pen::target(&invite.link)).filter(|_| !invite.link.is_empty());
        }
        // An address is always left to right.
        paragraph.direction = scene::Direction::LeftToRight;
        sheet.short_text(paragraph, inner.width, &steps, 2)
    });
    let letters = if invite.code.is_empty() { NO_CODE } else { &invite.code };
    let mono = sheet.mono().size(sizes.letters).leading(1.15).align(Align::Center).spaced(0.12);
    let mono = if invite.code.is_empty() { mono.clone().color(sheet.surface.muted) } else { mono };
    let mut word = mono.plain(letters);
    word.direction = scene::Direction::LeftToRight;
    let letters = sheet.short_text(word, inner.width, &[sizes.letters, sizes.letters * 0.8, sizes.letters * 0.6], 1);

    let address_height = address.as_ref().map_or(0.0, |text| go.height().0 + text.height().0 + 4.0);
    // On a white card the quiet zone of the QR code is space enough.
    let gap = if sheet.surface.ground == Ground::Custom(Rgb::WHITE) { 0.0 } else { 24.0 };
    let high = gap + address_height + 8.0 + letters.height().0 + sizes.below;
    let square = sizes.square.min(inner.height.0 - high).min(inner.width.0).max(120.0);
    let mut y = frame.center().y.0 - f32::midpoint(square, high);
    let place = Rect::new(frame.center().x.0 - square / 2.0, y, square, square);
    let code = qr::code(&invite.link, place).filter(|_| !invite.link.is_empty());
    let code = code.unwrap_or_else(|| sheet.plate(place, Px(16.0)));
    sheet.nodes.push(code);
    y += square + gap;
    if let Some(address) = address {
        let height = go.height();
        sheet.push_text(Rect { y: Px(y), height, ..inner }, go, NodeRole::Label, None);
        y += height.0 + 4.0;
        let height = address.height();
        sheet.push_text(Rect { y: Px(y), height, ..inner }, address, NodeRole::Body, None);
        y += height.0;
    }
    y += 8.0;
    let height = letters.height();
    sheet.push_text(Rect { y: Px(y), height, ..inner }, letters, NodeRole::Figure, None);
    y += height.0;
    Rect { y: Px(y), height: Px(sizes.below), ..inner }
}

/// Ground and fill of the card. A QR code needs a light surrounding, so the card is white on a dark page.
fn plate(sheet: &Sheet<'_>) -> (Ground, Color) {
    let ground = sheet.surface.ground;
    if ground.is_dark(sheet.look) {
        return (Ground::Custom(Rgb::WHITE), Rgb::WHITE.into());
    }
    match ground {
        Ground::Tint => (Ground::Surface, PaletteRole::Surface.into()),
        _ => (Ground::Tint, PaletteRole::Tint.into()),
    }
}
