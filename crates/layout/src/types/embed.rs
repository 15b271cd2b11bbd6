//! Web embed: another page in a frame; in other outputs a card with the address and a QR code.

use scene::{AltText, Direction, LinkTarget, Node, NodeKind, NodeRole, Px, Rect, Text, Widget, WidgetKind};

use crate::frame::{BODY_BOTTOM, BODY_TOP, FULL_WIDTH, HEAD_TOP, MARGIN};
use crate::photo::host;
use crate::qr;
use crate::sheet::Sheet;

/// Font sizes of a title on one line, and on two where it is longer.
const TITLE: [f32; 4] = [56.0, 50.0, 44.0, 40.0];
/// Side of the code.
const CODE: f32 = 200.0;

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let frame = frame(sheet);
    let address = sheet.text("embedUrl");
    let is_framed = address.starts_with("https://") && address.len() > "https://".len();
    let static_nodes = sheet.collect_nodes(|sheet| {
        let plate = sheet.plate(frame, sheet.look.radius);
        sheet.nodes.push(plate);
        if is_framed {
            draw_card(sheet, frame, address);
        }
    });
    if !is_framed {
        sheet.nodes.extend(static_nodes);
        return;
    }
    let permissive = sheet.text("sandbox") == "permissive";
    let kind = WidgetKind::Embed { address: address.to_owned(), permissive };
    sheet.nodes.push(Node {
        frame,
        kind: NodeKind::Widget(Widget { kind, static_nodes }),
        role: NodeRole::Content,
        origin: Some(sheet.origin("embedUrl")),
        step: None,
        alt: AltText::Own,
    });
}

fn frame(sheet: &mut Sheet<'_>) -> Rect {
    let has_title = !sheet.text("title").is_empty();
    let aspect = match sheet.text("aspectRatio") {
        "auto" => {
            let top = if has_title { one_line_head(sheet).max(BODY_TOP.1 - 48.0) } else { BODY_TOP.0 };
            return sheet.rect(MARGIN, top, FULL_WIDTH, BODY_BOTTOM.0 - top);
        }
        "4:3" => 4.0 / 3.0,
        "1:1" => 1.0,
        _ => 16.0 / 9.0,
    };
    let (top, bottom) = if has_title { (one_line_head(sheet), 994.0) } else { (135.0, 945.0) };
    let height = bottom - top;
    let width = height * aspect;
    sheet.rect(960.0 - width / 2.0, top, width, height)
}

/// Draws the title, on one line if it fits, and returns the top of the area below.
pub(super) fn one_line_head(sheet: &mut Sheet<'_>) -> f32 {
    let pen = sheet.heading().size(TITLE[0]).leading(1.12);
    let words = sheet.text("title");
    let line = sheet.head_frame(HEAD_TOP, sheet.start_align());
    let one = sheet.headline(pen.plain(words), line.width, &TITLE, (1, 1));
    let text = if one.truncated { sheet.headline(pen.plain(words), line.width, &TITLE, (2, 3)) } else { one };
    let frame = Rect { height: text.height(), ..line };
    sheet.push_text(frame, text, NodeRole::Title, Some("title"));
    (frame.bottom().0 + 32.0).max(184.0)
}

/// The host in large type and the address below it, beside the code.
fn draw_card(sheet: &mut Sheet<'_>, frame: Rect, address: &str) {
    let gap = 64.0;
    let code = qr::code(address, sheet.inside(frame, 0.0, 0.0, CODE, CODE));
    let reach = if code.is_some() { CODE + gap } else { 0.0 };
    let room = frame.width.0 - gap * 2.0 - reach;
    let pen = sheet.heading().size(48.0).leading(1.15);
    let mut name = pen.plain(host(address));
    name.direction = Direction::LeftToRight;
    // Text and QR code are centred together on the card.
    let address_width = sheet.natural_width(sheet.body().size(26.0).plain(address));
    let widest = sheet.natural_width(name.clone()).max(address_width).0.min(room);
    let name = sheet.short_text(name, Px(widest), &[48.0, 40.0, 34.0, 28.0], 2);
    let words = link_words(sheet, address, widest, 4);
    let x = (frame.width.0 - widest - reach) / 2.0;
    let y = (frame.height.0 - name.height().0 - 16.0 - words.height().0) / 2.0;
    let above = sheet.inside(frame, x, y, widest, name.height().0);
    let below = sheet.inside(frame, x, y + name.height().0 + 16.0, widest, words.height().0);
    sheet.push_text(above, name, NodeRole::Label, Some("embedUrl"));
    sheet.push_text(below, words, NodeRole::Caption, Some("embedUrl"));
    if code.is_some() {
        let place = sheet.inside(frame, x + widest + gap, (frame.height.0 - CODE) / 2.0, CODE, CODE);
        let node = qr::code(address, place).map(|node| Node { origin: Some(sheet.origin("embedUrl")), ..node });
        sheet.nodes.extend(node);
    }
}

/// An address as a link.
pub(super) fn link_words(sheet: &mut Sheet<'_>, address: &str, width: f32, most: usize) -> Text {
    let shown = address.strip_prefix("https://").unwrap_or(address);
    let pen = sheet.body().size(26.0).leading(1.35).color(sheet.surface.link);
    let mut paragraph = pen.plain(shown);
    // An address is always left to right.
    paragraph.direction = Direction::LeftToRight;
    for run in &mut paragraph.runs {
        run.style.underline = true;
        run.link = is_web(address).then(|| LinkTarget::Address(address.to_owned()));
    }
    sheet.short_text(paragraph, Px(width), &[26.0, 24.0, 22.0, 20.0], most)
}

/// Whether an address is a web URL.
pub(super) fn is_web(address: &str) -> bool {
    ["https://", "http://"].iter().any(|scheme| address.len() > scheme.len() && address.starts_with(scheme))
}
