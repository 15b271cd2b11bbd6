//! Open feedback: a question, and the area in which answers appear as cards.

use scene::{Align, Fill, Node, NodeKind, NodeRole, Px, Shape, Stroke};

use super::poll::{BESIDE, push_card};
use crate::frame::{BODY_BOTTOM, FULL_WIDTH, MARGIN};
use crate::question::push;
use crate::sheet::Sheet;

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let top = sheet.draw_head_from("question").0;
    let width = if sheet.invite.is_some() { BESIDE } else { FULL_WIDTH };
    let frame = sheet.rect(MARGIN, top, width, BODY_BOTTOM.0 - top);
    let mut static_nodes = sheet.collect_nodes(|sheet| {
        let stroke = Stroke {
            color: sheet.surface.muted.at(0.6),
            width: Px(2.0),
            dash: Some((Px(12.0), Px(10.0))),
            round: true,
        };
        let mut plate = Shape::filled(sheet.surface.plate, sheet.look.radius);
        plate.fill = Some(Fill::Solid(sheet.surface.plate.at(sheet.surface.plate.alpha * 0.5)));
        plate.stroke = Some(stroke);
        sheet.nodes.push(Node { role: NodeRole::Plate, ..Node::decoration(frame, NodeKind::Shape(plate)) });
        let written = sheet.text("placeholder");
        let (hint, field) = match written {
            "" => (sheet.builtin_text("yourAnswer"), None),
            written => (written, Some("placeholder")),
        };
        let pen = sheet.body().size(34.0).leading(1.35).color(sheet.surface.muted).align(Align::Center);
        let inner = frame.inset(Px(64.0));
        let text = sheet.short_text(pen.plain(hint), inner.width, &[34.0, 30.0, 28.0], 4);
        sheet.push_text_in_middle(inner, text, NodeRole::Body, field);
    });
    let whole = if push_card(sheet, top, &mut static_nodes).is_some() {
        sheet.rect(MARGIN, top, FULL_WIDTH, BODY_BOTTOM.0 - top)
    } else {
        frame
    };
    push(sheet, "feedback", whole, Vec::new(), frame, static_nodes);
}
