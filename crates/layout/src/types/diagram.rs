//! Diagram: boxes and lines described by a text in Mermaid's language.
//!
//! All lengths of a diagram are multiples of its text size, so it is placed once for each way to break its texts and
//! scaled to BODY. Diagrams are not mirrored: their text states their direction.

mod boxes;
mod gantt;
mod graph;
mod lines;
mod mindmap;
mod pie;
mod sequence;

use diagrams::{BoxSize, Diagram};
use scene::{AltText, Group, Node, NodeKind, NodeRole, Px, Rect, VerticalAlign};

use crate::diagram::largest_figure;
use crate::field_text::FieldText;
use crate::finding::FindingKind;
use crate::head::{BodyArea, PageOptions};
use crate::pen::Pen;
use crate::sheet::Sheet;
use crate::text::{BlockOptions, TextBlock};

/// Font size at which texts are shaped.
const SHAPED: f32 = 56.0;
/// The largest text size.
const LARGEST: f32 = 60.0;
/// The text size under which a diagram is turned if that makes it larger.
const TURNED_UNDER: f32 = 36.0;
/// A turned diagram is used if its text is larger by at least this factor.
const TURN_GAIN: f32 = 1.15;
/// The minimum size of text that a page should have.
const READABLE: f32 = 28.0;
/// The minimum size of text at all.
const SMALLEST: f32 = 9.0;
/// Largest and smallest size of the source of a diagram that is not understood.
const AS_WRITTEN: (f32, f32) = (40.0, 20.0);
/// Widths at which texts of boxes are broken, in text sizes.
const WRAPS: [f32; 6] = [22.0, 14.0, 10.0, 7.5, 5.5, 4.0];
/// Size of texts beside lines, as a share of the text size.
const DETAIL: f32 = 0.88;
/// The field with the text of the diagram.
const FIELD: &str = "diagram";

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let body = sheet.open_page(PageOptions { closing: "caption", folds_rail: true, ..PageOptions::default() });
    let source = sheet.text(FIELD);
    if !source.is_empty() {
        match Diagram::parse(source) {
            Ok(diagram) => draw_diagram(sheet, &body, &diagram),
            Err(fault) => {
                sheet.report(FIELD, FindingKind::DiagramFault(fault.to_string()));
                draw_as_written(sheet, &body, source);
            }
        }
    }
    sheet.close_page(body);
}

fn draw_diagram(sheet: &mut Sheet<'_>, body: &BodyArea, diagram: &Diagram) {
    let area = Rect::new(body.x, body.top, body.width, body.height());
    let mut size = SHAPED;
    let max_size = LARGEST.min(body.title_size * 0.9);
    let nodes = sheet.collect_nodes(|sheet| {
        size = match diagram {
            Diagram::Graph(graph) => graph::draw(sheet, graph, area, max_size),
            Diagram::Mindmap(map) => mindmap::draw(sheet, map, area, max_size),
            Diagram::Sequence(sequence) => sequence::draw(sheet, sequence, area, max_size),
            Diagram::Pie(pie) => pie::draw(sheet, pie, area, max_size),
            Diagram::Gantt(gantt) => gantt::draw(sheet, gantt, area, max_size),
        };
    });
    if size < READABLE {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a text size")]
        let points = (size / 2.0).floor() as u16;
        sheet.report(FIELD, FindingKind::SmallType(points));
    }
    let frame = nodes.iter().map(|node| node.frame).reduce(|one, other| one.union(&other)).unwrap_or(area);
    sheet.nodes.push(Node {
        frame,
        kind: NodeKind::Group(Group { nodes, clip: false }),
        role: NodeRole::Content,
        origin: Some(sheet.origin(FIELD)),
        step: None,
        alt: AltText::Text(diagram.description()),
    });
}

/// Draws the text of a diagram that is not understood.
fn draw_as_written(sheet: &mut Sheet<'_>, body: &BodyArea, source: &str) {
    let pen = sheet.mono().size(AS_WRITTEN.0).leading(1.35).align(scene::Align::Left);
    let mut text = FieldText::of_paragraph(sheet, FIELD.to_owned(), NodeRole::Body, pen.plain(source));
    let fits = |size: f32| text.height_at(sheet, body.width, size) <= body.height();
    let size = largest_figure(AS_WRITTEN.0, AS_WRITTEN.1, fits).unwrap_or(AS_WRITTEN.1);
    let frame = Rect::new(body.x, body.top, body.width, body.height());
    text.put_at(sheet, frame, size, VerticalAlign::Top);
}

/// A shaped text of a diagram. Lengths are multiples of the text size unless stated to be in pixels.
struct Label {
    block: TextBlock,
    /// The font size as a share of the text size.
    share: f32,
}

impl Label {
    /// Shapes a text with a pen; `None` when it is empty.
    fn new(sheet: &mut Sheet<'_>, pen: &Pen, text: &str, share: f32) -> Option<Label> {
        if text.is_empty() {
            return None;
        }
        let paragraph = pen.clone().size(SHAPED).plain(text);
        Some(Label { block: TextBlock::balanced(sheet.typesetter, paragraph), share })
    }

    /// The extent of the text when broken at a width, or at a wider one if a word needs it.
    fn extent(&mut self, sheet: &mut Sheet<'_>, wrap: f32) -> BoxSize {
        let natural = self.block.natural_width(sheet.typesetter, 1.0).0 + 1.0;
        let wider = WRAPS.iter().rev().copied().filter(|width| *width > wrap);
        for width in std::iter::once(wrap).chain(wider) {
            let width = (width * SHAPED / self.share).min(natural);
            let options = BlockOptions::width(Px(width));
            if width < natural && self.block.breaks_words(sheet.typesetter, options) {
                continue;
            }
            let text = self.block.text(sheet.typesetter, options, Px(f32::MAX), usize::MAX);
            let widest = crate::glyph_outline::widest_line(&text).0 + 1.0;
            let height = text.height().0;
            return BoxSize { width: widest / SHAPED * self.share, height: height / SHAPED * self.share };
        }
        let height = self.block.height(sheet.typesetter, BlockOptions::width(Px(natural))).0;
        BoxSize { width: natural / SHAPED * self.share, height: height / SHAPED * self.share }
    }

    /// The text at a text size in pixels, as a node in the middle of a frame.
    fn node(&mut self, sheet: &mut Sheet<'_>, frame: Rect, size: f32, role: NodeRole) -> Node {
        let scale = size * self.share / SHAPED;
        // The frame is a little wider than the text, so that rounding never breaks a line.
        let options = BlockOptions { width: frame.width + Px(2.0), scale, gap: 1.0 };
        let mut text = self.block.text(sheet.typesetter, options, Px(f32::MAX), usize::MAX);
        text.anchor = VerticalAlign::Middle;
        let height = text.height();
        let frame = Rect {
            x: frame.x - Px(1.0),
            y: frame.y + (frame.height - height) / 2.0,
            width: frame.width + Px(2.0),
            height,
        };
        sheet.text_node(frame, text, role, Some(FIELD))
    }

    /// Sets the colour of a node with text.
    fn set_color(node: &mut Node, color: scene::Color) {
        if let NodeKind::Text(text) = &mut node.kind {
            text.set_color(color);
        }
    }
}

/// The text size in whole pixels at which an extent, given in text sizes, fills an area; at least [`SMALLEST`].
fn fitting_size(extent: BoxSize, area: Rect, max_size: f32) -> f32 {
    let size = (area.width.0 / extent.width.max(0.01)).min(area.height.0 / extent.height.max(0.01));
    size.min(max_size).max(SMALLEST).floor()
}

/// The largest factor between 1 and a limit for which `fits` is true, approximately. It must be true for 1.
fn largest_factor(limit: f32, mut fits: impl FnMut(f32) -> bool) -> f32 {
    if fits(limit) {
        return limit;
    }
    let (mut good, mut bad) = (1.0, limit);
    for _ in 0..6 {
        let middle = f32::midpoint(good, bad);
        if fits(middle) {
            good = middle;
        } else {
            bad = middle;
        }
    }
    good
}
