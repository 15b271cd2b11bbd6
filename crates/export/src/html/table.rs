//! Tables with positioned cells, and hidden tables with the numbers of a chart.

use std::fmt::Write;

use scene::{Chart, Node, NodeRole, Stroke, Table, TableCell};

use super::markup::{Markup, Number};
use super::style::{color, position};
use super::text::TextBox;
use super::writer::Writer;

impl Writer<'_> {
    pub(super) fn table(&mut self, node: &Node, table: &Table) {
        self.open_box("table", "n", node);
        // Browsers treat positioned elements as a table only if they have explicit ARIA roles.
        self.out.raw(" role=\"table\">");
        for (row_index, row) in table.rows.iter().enumerate() {
            self.out.raw("<tr role=\"row\"");
            self.step(row.step);
            self.out.end_attributes();
            for (column, cell) in row.cells.iter().enumerate() {
                let role = if row_index < table.header_rows {
                    "columnheader"
                } else if column < table.header_columns {
                    "rowheader"
                } else {
                    "cell"
                };
                self.cell(cell, role);
            }
            self.out.raw("</tr>");
        }
        self.out.raw("</table>");
    }

    fn cell(&mut self, cell: &TableCell, role: &str) {
        let element = if role == "cell" { "td" } else { "th" };
        let mut style = position(cell.frame);
        if let Some(fill) = cell.fill {
            let _ = write!(style, "background:{};", color(&self.document.palette, fill));
        }
        let borders = cell.borders;
        let sides = [
            (borders.top, (0.0, 1.0)),
            (borders.bottom, (0.0, -1.0)),
            (borders.left, (1.0, 0.0)),
            (borders.right, (-1.0, 0.0)),
        ];
        let lines = sides.into_iter().filter_map(|(stroke, side)| Some(self.border(&stroke?, side)));
        let lines: Vec<String> = lines.collect();
        if !lines.is_empty() {
            let _ = write!(style, "box-shadow:{};", lines.join(","));
        }
        self.out.open(element).attribute("class", "n").attribute("role", role).attribute("style", style);
        self.step(cell.step);
        self.out.end_attributes();
        let inner = cell.text_frame.moved(-cell.frame.x, -cell.frame.y);
        self.out.open("div").attribute("class", "n").attribute("style", position(inner)).end_attributes();
        let text_box = TextBox { role: NodeRole::Label, width: inner.width };
        if Writer::is_plain(&cell.text) {
            self.paragraph(&cell.text, 0, text_box);
        } else {
            self.blocks(&cell.text, text_box);
        }
        self.out.raw("</div>").close(element);
    }

    /// A border along the inside of an edge, as a shadow of CSS. `(x, y)` points from the edge into the cell.
    fn border(&self, stroke: &Stroke, (x, y): (f32, f32)) -> String {
        let color = color(&self.document.palette, stroke.color);
        let (x, y) = (Number(x * stroke.width.0), Number(y * stroke.width.0));
        format!("inset {x}px {y}px {color}")
    }

    /// Writes a chart: its drawing, and a table of its numbers for screen readers.
    pub(super) fn chart(&mut self, node: &Node, chart: &Chart) {
        let attributes = self.attributes(node);
        self.out.open("figure").raw(&attributes).end_attributes();
        self.hidden_nodes(&chart.nodes);
        self.out.raw("<div class=\"sr\">");
        chart_table(&mut self.out, node, chart);
        self.out.raw("</div></figure>");
    }
}

/// Writes the numbers of a chart as a table, with the alternative text of its node as the caption.
pub(super) fn chart_table(out: &mut Markup, node: &Node, chart: &Chart) {
    let caption = match &node.alt {
        scene::AltText::Text(words) => words.as_str(),
        scene::AltText::Own | scene::AltText::Missing | scene::AltText::Decorative => "",
    };
    out.raw("<table role=\"table\">");
    if !caption.is_empty() {
        out.raw("<caption>").text(caption).raw("</caption>");
    }
    // The first series of a waterfall has its changes; the others only give the positions of its bars.
    let series_count = if chart.kind == scene::ChartKind::Waterfall { 1 } else { chart.series.len() };
    let series = &chart.series[..series_count.min(chart.series.len())];
    if series.iter().any(|series| !series.name.is_empty()) {
        out.raw("<tr role=\"row\"><td role=\"cell\"></td>");
        for series in series {
            out.raw("<th role=\"columnheader\" scope=\"col\">").text(&series.name).raw("</th>");
        }
        out.raw("</tr>");
    }
    for (index, category) in chart.categories.iter().enumerate() {
        out.raw("<tr role=\"row\"><th role=\"rowheader\" scope=\"row\">").text(category).raw("</th>");
        for series in series {
            out.raw("<td role=\"cell\">");
            if let Some(value) = series.values.get(index).copied().flatten() {
                out.text(&spoken_value(chart, value));
            }
            out.raw("</td>");
        }
        out.raw("</tr>");
    }
    out.raw("</table>");
}

/// A value of a chart with the texts before and after its digits, and the unit of the chart unless it equals the text
/// after the digits.
fn spoken_value(chart: &Chart, value: f64) -> String {
    let (before, after) = &chart.labels.affixes;
    let unit = chart.unit.as_str();
    let unit = if unit.is_empty() || unit.trim() == after.trim() { String::new() } else { format!(" {unit}") };
    let sign = if value < 0.0 { "-" } else { "" };
    format!("{sign}{before}{}{after}{unit}", value.abs())
}
