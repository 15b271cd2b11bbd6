//! Shares of a whole, drawn as the chart slide draws them.

use deck::{ChartKind, drawn_chart};
use diagrams::Pie;
use scene::{Node, NodeKind, Rect};

use super::FIELD;
use crate::sheet::Sheet;
use crate::types::chart;

/// Draws a pie in an area and returns its text size.
pub(super) fn draw(sheet: &mut Sheet<'_>, pie: &Pie, area: Rect, max_size: f32) -> f32 {
    let quoted = |label: &str| format!("\"{}\"", label.replace('"', "'").replace('\n', " "));
    let rows = pie.slices.iter().map(|slice| format!("{},{}", quoted(&slice.label), slice.value));
    let csv = rows.collect::<Vec<_>>().join("\n");
    let (Some(data), _) = drawn_chart(ChartKind::Pie, &csv) else { return max_size };
    let start = sheet.nodes.len();
    let names = vec![String::new(); data.series.len()];
    let labels = chart::SliceLabels { values: pie.shows_values, shares: true };
    chart::draw_chart(sheet, &data, names, (None, labels), area);
    let origin = sheet.origin(FIELD);
    let mut nodes = sheet.nodes.split_off(start);
    for node in &mut nodes {
        set_origin(node, &origin);
    }
    sheet.nodes.append(&mut nodes);
    for finding in &mut sheet.findings {
        if finding.field == "data" {
            FIELD.clone_into(&mut finding.field);
        }
    }
    max_size
}

/// Sets the origin of a node and those in it: the field of the diagram, not that of a chart slide.
fn set_origin(node: &mut Node, origin: &scene::Origin) {
    if node.origin.is_some() {
        node.origin = Some(origin.clone());
    }
    match &mut node.kind {
        NodeKind::Chart(chart) => chart.nodes.iter_mut().for_each(|node| set_origin(node, origin)),
        NodeKind::Group(group) => group.nodes.iter_mut().for_each(|node| set_origin(node, origin)),
        _ => {}
    }
}
