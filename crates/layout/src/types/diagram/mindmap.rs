//! Mind maps.

use diagrams::{BoxSize, LineStyle, Mindmap, NodeShape, Spacing, Tip, place_mindmap};
use scene::{Align, Rect};

use super::boxes::{self, Tone};
use super::graph::OnPage;
use super::lines::{self, Line};
use super::{Label, WRAPS, fitting_size, largest_factor};
use crate::diagram::entry_title_pen;
use crate::sheet::Sheet;

/// Distances in text sizes. Less than a centimetre along the lines, which is 57 px, and LibreOffice would lead them
/// around the boxes in a PowerPoint file.
const SPACING: Spacing = Spacing { along: 1.9, across: 0.5, padding: 0.8, lines: 0.5 };
/// Maximum factor by which distances grow so that a mind map fills the page.
const MAX_STRETCH: f32 = 2.6;

/// Draws a mind map in an area and returns its text size.
pub(super) fn draw(sheet: &mut Sheet<'_>, map: &Mindmap, area: Rect, max_size: f32) -> f32 {
    let title = entry_title_pen(sheet).leading(1.16).align(Align::Center);
    let text = sheet.body().leading(1.18).align(Align::Center);
    let mut labels: Vec<Option<Label>> = Vec::with_capacity(map.nodes.len());
    let depths = depths(map);
    for (node, depth) in map.nodes.iter().zip(&depths) {
        let pen = if *depth < 2 { &title } else { &text };
        labels.push(Label::new(sheet, pen, &node.label, 1.0));
    }
    let forms: Vec<NodeShape> = map
        .nodes
        .iter()
        .zip(&depths)
        .map(|(node, depth)| node.form.unwrap_or(if *depth == 0 { NodeShape::Stadium } else { NodeShape::Round }))
        .collect();
    let mut found: Option<(f32, Vec<BoxSize>, Vec<BoxSize>)> = None;
    for wrap in WRAPS {
        let extents: Vec<BoxSize> = labels
            .iter_mut()
            .map(|label| label.as_mut().map_or(BoxSize::default(), |label| label.extent(sheet, wrap)))
            .collect();
        let sizes: Vec<BoxSize> =
            forms.iter().zip(&extents).map(|(form, extent)| boxes::extent(*form, *extent, true)).collect();
        let size = fitting_size(place_mindmap(map, &sizes, SPACING).size, area, max_size);
        if found.as_ref().is_none_or(|known| size * 0.96 > known.0) {
            found = Some((size, extents, sizes));
        }
    }
    let (size, extents, sizes) = found.expect("there are several widths");
    let room = BoxSize { width: area.width.0 / size, height: area.height.0 / size };
    let place = |along: f32, across: f32| {
        let spacing = Spacing { along: SPACING.along * along, across: SPACING.across * across, ..SPACING };
        place_mindmap(map, &sizes, spacing)
    };
    let fits = |extent: BoxSize| extent.width <= room.width + 0.01 && extent.height <= room.height + 0.01;
    let across = largest_factor(MAX_STRETCH * 2.0, |factor| fits(place(1.0, factor).size));
    let along = largest_factor(MAX_STRETCH, |factor| fits(place(factor, across).size));
    let placed = place(along, across);
    let on_page = OnPage::of(placed.size, size, area);
    for (index, label) in labels.iter_mut().enumerate() {
        let tone = match depths[index] {
            0 => Tone::Lead,
            1 => Tone::Strong,
            _ => Tone::Plain,
        };
        let frame = on_page.rect(placed.nodes[index]);
        let label = label.as_mut().map(|label| (label, extents[index]));
        boxes::push(sheet, forms[index], frame, size, tone, label);
    }
    let color = sheet.readable_mark(sheet.surface.muted);
    for (index, node) in map.nodes.iter().enumerate() {
        let (Some((from, to)), Some(parent)) = (placed.lines[index], node.parent) else { continue };
        let shapes = (Some(on_page.rect(placed.nodes[parent])), Some(on_page.rect(placed.nodes[index])));
        let (from, to) = (on_page.point(from), on_page.point(to));
        let is_curved = (from.y - to.y).abs() > 1.0;
        let tips = (Tip::None, Tip::None);
        let line = Line { points: vec![from, to], is_curved, style: LineStyle::Solid, tips, shapes };
        lines::push(sheet, &line, size, color);
    }
    size
}

/// The depth of each idea: its distance from the root, which has 0.
fn depths(map: &Mindmap) -> Vec<usize> {
    let mut depths: Vec<usize> = Vec::with_capacity(map.nodes.len());
    for node in &map.nodes {
        depths.push(node.parent.map_or(0, |parent| depths[parent] + 1));
    }
    depths
}
