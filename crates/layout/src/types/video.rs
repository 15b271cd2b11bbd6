//! Video: a player; in other outputs a poster with the address and a QR code.

use scene::{AltText, Node, NodeKind, NodeRole, Path, Px, Rect, Shape, ShapeForm, Widget, WidgetKind};

use super::embed::{is_web, link_words, one_line_head};
use crate::qr;
use crate::sheet::Sheet;

/// Size of the play symbol, and of the QR code.
const DISC: f32 = 160.0;
const CODE: f32 = 200.0;

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let frame = if sheet.text("title").is_empty() {
        sheet.rect(112.0, 56.0, 1696.0, 954.0)
    } else {
        let top = one_line_head(sheet);
        let height = 994.0 - top;
        let width = height * 16.0 / 9.0;
        sheet.rect(960.0 - width / 2.0, top, width, height)
    };
    let source = sheet.text("source");
    let has_source = !source.is_empty() && source != "https://";
    let static_nodes = sheet.collect_nodes(|sheet| draw_poster(sheet, frame, has_source));
    if !has_source {
        sheet.nodes.extend(static_nodes);
        return;
    }
    let kind = WidgetKind::Video { address: source.to_owned(), autoplay: sheet.text("autoplay") == "on" };
    sheet.nodes.push(Node {
        frame,
        kind: NodeKind::Widget(Widget { kind, static_nodes }),
        role: NodeRole::Content,
        origin: Some(sheet.origin("source")),
        step: None,
        alt: AltText::Own,
    });
}

fn draw_poster(sheet: &mut Sheet<'_>, frame: Rect, has_source: bool) {
    let plate = sheet.plate(frame, sheet.look.radius);
    sheet.nodes.push(plate);
    draw_play(sheet, frame, has_source);
    if !has_source {
        return;
    }
    let (field, address) = match sheet.text("watchUrl") {
        "" => ("source", sheet.text("source")),
        printed => ("watchUrl", printed),
    };
    let code = sheet.inside(frame, frame.width.0 - 40.0 - CODE, frame.height.0 - 40.0 - CODE, CODE, CODE);
    let mut reach = 40.0;
    if is_web(address)
        && let Some(node) = qr::code(address, code)
    {
        sheet.nodes.push(Node { origin: Some(sheet.origin(field)), ..node });
        reach = 40.0 + CODE + 40.0;
    }
    let width = frame.width.0 - 48.0 - reach;
    let words = link_words(sheet, address, width, 2);
    let place = sheet.inside(frame, 48.0, frame.height.0 - 40.0 - words.height().0, width, words.height().0);
    sheet.push_text(place, words, NodeRole::Caption, Some(field));
}

/// Draws the play symbol, faint when there is no video.
fn draw_play(sheet: &mut Sheet<'_>, frame: Rect, has_source: bool) {
    let middle = frame.center();
    let disc = Rect::new(middle.x.0 - DISC / 2.0, middle.y.0 - DISC / 2.0, DISC, DISC);
    let alpha = if has_source { 1.0 } else { 0.35 };
    let shape = Shape { fill: None, ..Shape::disc(sheet.surface.text) }.lined(sheet.surface.text.at(alpha), Px(6.0));
    sheet.nodes.push(Node::decoration(disc, NodeKind::Shape(shape)));
    // A triangle looks centred a little past the middle.
    let (width, height) = (52.0, 60.0);
    let path = Path::default().to(0.0, 0.0).line(width, height / 2.0).line(0.0, height).close();
    let fill = Some(scene::Fill::Solid(sheet.surface.text.at(alpha)));
    let triangle = Shape { form: ShapeForm::Path(path), fill, stroke: None, shadow: None };
    let place = Rect::new(middle.x.0 - width * 0.38, middle.y.0 - height / 2.0, width, height);
    sheet.nodes.push(Node::decoration(place, NodeKind::Shape(triangle)));
}
