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
        node.frame = self.rect(node.frame);
        match &mut node.kind {
            NodeKind::Group(group) => group.nodes.iter_mut().for_each(|inner| self.place(inner)),
            NodeKind::Turned(turned) => turned.nodes.iter_mut().for_each(|inner| self.place(inner)),
            NodeKind::Text(text) => self.text(text),
            NodeKind::Shape(shape) => self.shape(shape),
            NodeKind::Connector(connector) => self.connector(connector),
            NodeKind::Picture(picture) => self.picture(picture),
            NodeKind::Table(table) => self.table(table),
            NodeKind::Chart(chart) => self.chart(chart),
            NodeKind::Code(code) => self.text(&mut code.text),
            NodeKind::Link(_) => {}
            NodeKind::Widget(widget) => self.widget(widget),
        }
    }

    fn connector(self, connector: &mut Connector) {
        for point in &mut connector.points {
            *point = Point { x: point.x * self.scale + self.x, y: point.y * self.scale + self.y };
        }
        let mut stroke = Some(connector.stroke);
        self.stroke(&mut stroke);
        connector.stroke = stroke.unwrap_or(connector.stroke);
        for end in [&mut connector.start, &mut connector.end] {
            end.shape = end.shape.map(|frame| self.rect(frame));
        }
        connector.nodes.iter_mut().for_each(|node| self.place(node));
    }

    fn length(self, length: &mut Px) {
        *length = *length * self.scale;
    }

    /// Scales and moves a rectangle whose position is on the page.
    fn rect(self, frame: Rect) -> Rect {
        self.size(frame).moved(self.x, self.y)
    }

    /// Scales a rectangle whose position is relative to a node.
    fn size(self, frame: Rect) -> Rect {
        let Rect { x, y, width, height } = frame;
        Rect { x: x * self.scale, y: y * self.scale, width: width * self.scale, height: height * self.scale }
    }

    fn point(self, point: Point) -> Point {
        Point { x: point.x * self.scale, y: point.y * self.scale }
    }

    fn style(self, style: &mut RunStyle) {
        self.length(&mut style.size);
        self.length(&mut style.letter_spacing);
    }

    fn stroke(self, stroke: &mut Option<Stroke>) {
        if let Some(stroke) = stroke {
            self.length(&mut stroke.width);
            stroke.dash = stroke.dash.map(|(dash, gap)| (dash * self.scale, gap * self.scale));
        }
    }

    fn fill(self, fill: &mut Fill) {
        match fill {
            Fill::Gradient(Gradient::Linear { from, to, .. }) => {
                (*from, *to) = (self.point(*from), self.point(*to));
            }
            Fill::Gradient(Gradient::Radial { center, radius_x, radius_y, .. }) => {
                *center = self.point(*center);
                self.length(radius_x);
                self.length(radius_y);
            }
            Fill::Solid(_) | Fill::Hatched { .. } => {}
        }
    }

    fn shape(self, shape: &mut Shape) {
        match &mut shape.form {
            ShapeForm::Rect { radius } => self.length(radius),
            ShapeForm::Ellipse => {}
            ShapeForm::Path(path) => *path = std::mem::take(path).scaled(self.scale),
        }
        if let Some(fill) = &mut shape.fill {
            self.fill(fill);
        }
        self.stroke(&mut shape.stroke);
        if let Some(shadow) = &mut shape.shadow {
            self.length(&mut shadow.down);
            self.length(&mut shadow.blur);
        }
    }

    fn picture(self, picture: &mut Picture) {
        self.length(&mut picture.radius);
        self.stroke(&mut picture.outline);
    }

    fn text(self, text: &mut Text) {
        text.paragraphs.iter_mut().for_each(|paragraph| self.paragraph(paragraph));
        text.lines.iter_mut().for_each(|line| self.line(line));
    }

    fn paragraph(self, paragraph: &mut Paragraph) {
        paragraph.runs.iter_mut().for_each(|run| self.style(&mut run.style));
        for length in [&mut paragraph.indent, &mut paragraph.line_height, &mut paragraph.space_before] {
            self.length(length);
        }
        if let Some(marker) = &mut paragraph.marker {
            self.length(&mut marker.hang);
        }
    }

    fn line(self, line: &mut Line) {
        for length in [&mut line.top, &mut line.height, &mut line.baseline, &mut line.x, &mut line.width] {
            self.length(length);
        }
        for mark in &mut line.marks {
            match mark {
                LineMark::Shape(frame, shape) => {
                    *frame = self.size(*frame);
                    self.shape(shape);
                }
                LineMark::Glyphs(run) => self.glyphs(run),
            }
        }
        line.runs.iter_mut().for_each(|run| self.glyphs(run));
    }

    fn glyphs(self, run: &mut GlyphRun) {
        self.length(&mut run.size);
        self.length(&mut run.x);
        for glyph in &mut run.glyphs {
            glyph.advance *= self.scale;
            glyph.x *= self.scale;
            glyph.y *= self.scale;
        }
        for decoration in &mut run.decorations {
            self.length(&mut decoration.y);
            self.length(&mut decoration.thickness);
        }
    }

    fn table(self, table: &mut Table) {
        table.columns.iter_mut().for_each(|width| self.length(width));
        for row in &mut table.rows {
            self.length(&mut row.height);
            for cell in &mut row.cells {
                cell.frame = self.size(cell.frame);
                cell.text_frame = self.size(cell.text_frame);
                self.text(&mut cell.text);
                let CellBorders { top, bottom, left, right } = &mut cell.borders;
                for border in [top, bottom, left, right] {
                    self.stroke(border);
                }
            }
        }
    }

    fn chart(self, chart: &mut Chart) {
        chart.nodes.iter_mut().for_each(|node| self.place(node));
        if let Some(look) = chart.look.as_deref_mut() {
            self.chart_look(look);
        }
    }

    fn chart_look(self, look: &mut ChartLook) {
        look.plot = self.rect(look.plot);
        look.paints.iter_mut().flatten().for_each(|paint| self.paint(paint));
        for line in &mut look.lines {
            self.stroke(&mut line.stroke);
            for (_, mark) in &mut line.marks {
                self.length(&mut mark.side);
                self.stroke(&mut mark.stroke);
            }
        }
        if let Some((_, fill)) = &mut look.area {
            self.fill(fill);
        }
        for label in &mut look.labels {
            label.parts.iter_mut().for_each(|part| self.style(&mut part.style));
            self.length(&mut label.shift.0);
            self.length(&mut label.shift.1);
            if let Some(plate) = &mut label.plate {
                self.paint(plate);
            }
        }
        if let Some((style, _)) = &mut look.names {
            self.style(style);
        }
        if let Some((style, _)) = &mut look.ticks {
            self.style(style);
        }
        for line in [&mut look.zero, &mut look.grid, &mut look.category_grid] {
            self.stroke(line);
        }
        if let Some((frame, style)) = &mut look.key {
            *frame = self.rect(*frame);
            self.style(style);
        }
    }

    fn paint(self, paint: &mut ChartPaint) {
        self.fill(&mut paint.fill);
        self.stroke(&mut paint.stroke);
    }

    fn widget(self, widget: &mut Widget) {
        widget.static_nodes.iter_mut().for_each(|node| self.place(node));
        match &mut widget.kind {
            WidgetKind::Poll { options, outcome, results, .. } => {
                for option in options {
                    option.frame = self.rect(option.frame);
                    option.bar = self.rect(option.bar);
                }
                *outcome = self.rect(*outcome);
                self.length(&mut results.radius);
            }
            WidgetKind::Picture { radius, .. } => self.length(radius),
            WidgetKind::Tour { stops, .. } => stops.iter_mut().for_each(|stop| *stop = self.point(*stop)),
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
