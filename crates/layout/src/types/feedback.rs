//! Open feedback: a question, and the area in which answers appear as cards.

use scene::{Node, NodeKind, NodeRole, Px, Shape, ShapeForm, Stroke};

use crate::diagram::least_contrast;
use crate::join::{self, CardKind};
use crate::question::{open_question, push_poll};
use crate::sheet::Sheet;
use crate::statement::Attempt;

/// Width of the plate beside the join card.
const BESIDE: f32 = 1048.0;
/// Left edge and width of the join card.
const CARD: (f32, f32) = (1168.0, 656.0);
/// Space around the hint.
const PAD: f32 = 64.0;
/// Sizes of the hint.
const STEPS: [f32; 10] = [120.0, 112.0, 104.0, 96.0, 88.0, 80.0, 72.0, 64.0, 60.0, 56.0];

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let body = open_question(sheet);
    let width = if sheet.invite.is_some() { body.wide(BESIDE) } else { body.width };
    let frame = sheet.rect(body.x, body.top, width, body.height());
    let mut static_nodes = sheet.collect_nodes(|sheet| {
        let stroke =
            Stroke { color: sheet.surface.mark, width: Px(4.0), dash: Some((Px(24.0), Px(20.0))), round: false };
        let radius = Px(sheet.look.voice.plate.radius * 0.75);
        let shape = Shape { form: ShapeForm::Rect { radius }, fill: None, stroke: Some(stroke), shadow: None };
        let plate = Node { role: NodeRole::Plate, ..Node::decoration(frame.inset(Px(2.0)), NodeKind::Shape(shape)) };
        sheet.nodes.push(plate);
        let (hint, field) = match sheet.text("placeholder") {
            "" => (sheet.builtin_text("yourAnswer"), None),
            written => (written, Some("placeholder")),
        };
        let ink = sheet.readable(sheet.surface.mark, least_contrast(sheet, STEPS[0]));
        let pen = sheet.statement_pen(1.08, sheet.start_align()).color(ink);
        let attempts = Attempt::in_box(&STEPS, width - PAD * 2.0 - 24.0, body.height() - PAD * 2.0);
        if let Some(hint) = sheet.statement(pen, hint, &attempts) {
            let top = body.optical_top(hint.height());
            hint.put(sheet, body.x + PAD, top, NodeRole::Body, field);
        }
    });
    if let Some(invite) = sheet.invite {
        let frame = sheet.rect(body.at(CARD.0), body.top, body.wide(CARD.1), body.height());
        static_nodes.push(join::card(sheet, frame, CardKind::Wide, invite).0);
    }
    let outcome = sheet.rect(body.x, body.top, body.width, body.height());
    push_poll(sheet, "feedback", &body, Vec::new(), outcome, static_nodes);
    sheet.close_page(body);
}
