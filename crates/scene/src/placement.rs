//! Moves and scales nodes with all their lengths, including font sizes and line widths.

use crate::{
    CellBorders, Chart, ChartLook, ChartPaint, Connector, Fill, GlyphRun, Gradient, Line, LineMark, Node, NodeKind,
    Paragraph, Picture, Point, Px, Rect, RunStyle, Shape, ShapeForm, Stroke, Table, Text, Widget, WidgetKind,
};

/// A change of position and size: all lengths are multiplied by a factor, then positions are moved.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placement {
    /// The factor of all lengths.
    pub scale: f32,
    /// How far everything is moved to the right.
    pub x: Px,
    /// How far everything is moved down.
    pub y: Px,
}

impl Placement {
    /// The placement that fits `content` into `area`: centred from left to right, at the top, and never enlarged.
    /// Content that is more than twenty times too large still overflows.
    pub fn within(content: Rect, area: Rect) -> Placement {
        let ratio = |room: Px, length: Px| if length > Px::ZERO { room / length } else { 1.0 };
        let scale = ratio(area.width, content.width).min(ratio(area.height, content.height)).clamp(0.05, 1.0);
        let spare = (area.width - content.width * scale).max(Px::ZERO);
        Placement { scale, x: area.x + spare / 2.0 - content.x * scale, y: area.y - content.y * scale }
    }

    /// Returns a copy of a node at its new position and size.
    pub fn node(self, node: &Node) -> Node {
        let mut placed = node.clone();
        self.place(&mut placed);
        placed
    }

    fn place(self, node: &mut Node) {
        node.frame = self.placed_rect(node.frame);
        match &mut node.kind {
            NodeKind::Group(group) => group.nodes.iter_mut().for_each(|inner| self.place(inner)),
            NodeKind::Turned(turned) => turned.nodes.iter_mut().for_each(|inner| self.place(inner)),
            NodeKind::Text(text) => self.scale_text(text),
            NodeKind::Shape(shape) => self.scale_shape(shape),
            NodeKind::Connector(connector) => self.place_connector(connector),
            NodeKind::Picture(picture) => self.scale_picture(picture),
            NodeKind::Table(table) => self.scale_table(table),
            NodeKind::Chart(chart) => self.place_chart(chart),
            NodeKind::Code(code) => self.scale_text(&mut code.text),
            NodeKind::Link(_) => {}
            NodeKind::Widget(widget) => self.place_widget(widget),
        }
    }

    fn place_connector(self, connector: &mut Connector) {
        for point in &mut connector.points {
            *point = Point { x: point.x * self.scale + self.x, y: point.y * self.scale + self.y };
        }
        let mut stroke = Some(connector.stroke);
        self.scale_stroke(&mut stroke);
        connector.stroke = stroke.unwrap_or(connector.stroke);
        for end in [&mut connector.start, &mut connector.end] {
            end.shape = end.shape.map(|frame| self.placed_rect(frame));
        }
        connector.nodes.iter_mut().for_each(|node| self.place(node));
    }

    fn scale_length(self, length: &mut Px) {
        *length = *length * self.scale;
    }

    /// Scales and moves a rectangle whose position is on the page.
    fn placed_rect(self, frame: Rect) -> Rect {
        self.scaled_rect(frame).moved(self.x, self.y)
    }

    /// Scales a rectangle whose position is relative to a node.
    fn scaled_rect(self, frame: Rect) -> Rect {
        let Rect { x, y, width, height } = frame;
        Rect { x: x * self.scale, y: y * self.scale, width: width * self.scale, height: height * self.scale }
    }

    fn scaled_point(self, point: Point) -> Point {
        Point { x: point.x * self.scale, y: point.y * self.scale }
    }

    fn scale_style(self, style: &mut RunStyle) {
        self.scale_length(&mut style.size);
        self.scale_length(&mut style.letter_spacing);
    }

    fn scale_stroke(self, stroke: &mut Option<Stroke>) {
        if let Some(stroke) = stroke {
            self.scale_length(&mut stroke.width);
            stroke.dash = stroke.dash.map(|(dash, gap)| (dash * self.scale, gap * self.scale));
        }
    }

    fn scale_fill(self, fill: &mut Fill) {
        match fill {
            Fill::Gradient(Gradient::Linear { from, to, .. }) => {
                (*from, *to) = (self.scaled_point(*from), self.scaled_point(*to));
            }
            Fill::Gradient(Gradient::Radial { center, radius_x, radius_y, .. }) => {
                *center = self.scaled_point(*center);
                self.scale_length(radius_x);
                self.scale_length(radius_y);
            }
            Fill::Solid(_) | Fill::Hatched { .. } => {}
        }
    }

    fn scale_shape(self, shape: &mut Shape) {
        match &mut shape.form {
            ShapeForm::Rect { radius } => self.scale_length(radius),
            ShapeForm::Ellipse => {}
            ShapeForm::Path(path) => *path = std::mem::take(path).scaled(self.scale),
        }
        if let Some(fill) = &mut shape.fill {
            self.scale_fill(fill);
        }
        self.scale_stroke(&mut shape.stroke);
        if let Some(shadow) = &mut shape.shadow {
            self.scale_length(&mut shadow.down);
            self.scale_length(&mut shadow.blur);
        }
    }

    fn scale_picture(self, picture: &mut Picture) {
        self.scale_length(&mut picture.radius);
        self.scale_stroke(&mut picture.outline);
    }

    fn scale_text(self, text: &mut Text) {
        text.paragraphs.iter_mut().for_each(|paragraph| self.scale_paragraph(paragraph));
        text.lines.iter_mut().for_each(|line| self.scale_line(line));
    }

    fn scale_paragraph(self, paragraph: &mut Paragraph) {
        paragraph.runs.iter_mut().for_each(|run| self.scale_style(&mut run.style));
        for length in [&mut paragraph.indent, &mut paragraph.line_height, &mut paragraph.space_before] {
            self.scale_length(length);
        }
        if let Some(marker) = &mut paragraph.marker {
            self.scale_length(&mut marker.hang);
        }
    }

    fn scale_line(self, line: &mut Line) {
        for length in [&mut line.top, &mut line.height, &mut line.baseline, &mut line.x, &mut line.width] {
            self.scale_length(length);
        }
        for mark in &mut line.marks {
            match mark {
                LineMark::Shape(frame, shape) => {
                    *frame = self.scaled_rect(*frame);
                    self.scale_shape(shape);
                }
                LineMark::Glyphs(run) => self.scale_glyphs(run),
            }
        }
        line.runs.iter_mut().for_each(|run| self.scale_glyphs(run));
    }

    fn scale_glyphs(self, run: &mut GlyphRun) {
        self.scale_length(&mut run.size);
        self.scale_length(&mut run.x);
        for glyph in &mut run.glyphs {
            glyph.advance *= self.scale;
            glyph.x *= self.scale;
            glyph.y *= self.scale;
        }
        for decoration in &mut run.decorations {
            self.scale_length(&mut decoration.y);
            self.scale_length(&mut decoration.thickness);
        }
    }

    fn scale_table(self, table: &mut Table) {
        table.columns.iter_mut().for_each(|width| self.scale_length(width));
        for row in &mut table.rows {
            self.scale_length(&mut row.height);
            for cell in &mut row.cells {
                cell.frame = self.scaled_rect(cell.frame);
                cell.text_frame = self.scaled_rect(cell.text_frame);
                self.scale_text(&mut cell.text);
                let CellBorders { top, bottom, left, right } = &mut cell.borders;
                for border in [top, bottom, left, right] {
                    self.scale_stroke(border);
                }
            }
        }
    }

    fn place_chart(self, chart: &mut Chart) {
        chart.nodes.iter_mut().for_each(|node| self.place(node));
        if let Some(look) = chart.look.as_deref_mut() {
            self.place_chart_look(look);
        }
    }

    fn place_chart_look(self, look: &mut ChartLook) {
        look.plot = self.placed_rect(look.plot);
        look.paints.iter_mut().flatten().for_each(|paint| self.scale_paint(paint));
        for line in &mut look.lines {
            self.scale_stroke(&mut line.stroke);
            for (_, mark) in &mut line.marks {
                self.scale_length(&mut mark.side);
                self.scale_stroke(&mut mark.stroke);
            }
        }
        if let Some((_, fill)) = &mut look.area {
            self.scale_fill(fill);
        }
        for label in &mut look.labels {
            label.parts.iter_mut().for_each(|part| self.scale_style(&mut part.style));
            self.scale_length(&mut label.shift.0);
            self.scale_length(&mut label.shift.1);
            if let Some(plate) = &mut label.plate {
                self.scale_paint(plate);
            }
        }
        if let Some((style, _)) = &mut look.names {
            self.scale_style(style);
        }
        if let Some((style, _)) = &mut look.ticks {
            self.scale_style(style);
        }
        for line in [&mut look.zero, &mut look.grid, &mut look.category_grid] {
            self.scale_stroke(line);
        }
        if let Some((frame, style)) = &mut look.key {
            *frame = self.placed_rect(*frame);
            self.scale_style(style);
        }
    }

    fn scale_paint(self, paint: &mut ChartPaint) {
        self.scale_fill(&mut paint.fill);
        self.scale_stroke(&mut paint.stroke);
    }

    fn place_widget(self, widget: &mut Widget) {
        widget.static_nodes.iter_mut().for_each(|node| self.place(node));
        match &mut widget.kind {
            WidgetKind::Poll { options, outcome, results, .. } => {
                for option in options {
                    option.frame = self.placed_rect(option.frame);
                    option.bar = self.placed_rect(option.bar);
                }
                *outcome = self.placed_rect(*outcome);
                self.scale_length(&mut results.radius);
            }
            WidgetKind::Picture { radius, .. } => self.scale_length(radius),
            WidgetKind::Tour { stops, .. } => stops.iter_mut().for_each(|stop| *stop = self.scaled_point(*stop)),
            WidgetKind::Countdown { .. }
            | WidgetKind::Video { .. }
            | WidgetKind::Embed { .. }
            | WidgetKind::Qr { .. }
            | WidgetKind::Html { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Group;

    #[test]
    fn content_is_fitted_into_an_area_with_all_its_lengths() {
        let content = Rect::new(96.0, 200.0, 1728.0, 800.0);
        let placement = Placement::within(content, Rect::new(100.0, 300.0, 864.0, 600.0));
        assert!((placement.scale - 0.5).abs() < f32::EPSILON);
        let plate = Node::decoration(
            content,
            NodeKind::Shape(Shape::filled(crate::Rgb::BLACK, Px(40.0)).lined(crate::Rgb::BLACK, Px(4.0))),
        );
        let group = Node::decoration(content, NodeKind::Group(Group { nodes: vec![plate], clip: false }));
        let placed = placement.node(&group);
        assert_eq!(placed.frame, Rect::new(100.0, 300.0, 864.0, 400.0));
        let NodeKind::Group(Group { nodes, .. }) = &placed.kind else { panic!("a group stays a group") };
        let NodeKind::Shape(shape) = &nodes[0].kind else { panic!("a shape stays a shape") };
        assert_eq!(nodes[0].frame, placed.frame);
        assert_eq!(shape.form, ShapeForm::Rect { radius: Px(20.0) });
        assert_eq!(shape.stroke.map(|stroke| stroke.width), Some(Px(2.0)));
    }

    #[test]
    fn small_content_is_not_enlarged() {
        let placement = Placement::within(Rect::new(0.0, 0.0, 100.0, 50.0), Rect::new(0.0, 10.0, 1000.0, 500.0));
        assert_eq!(placement, Placement { scale: 1.0, x: Px(450.0), y: Px(10.0) });
    }
}
