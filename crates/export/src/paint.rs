//! Walks the nodes of a page and calls a canvas for each drawing operation.
//!
//! PDF and PNG are painted by the same walk, so they look the same. Colours are resolved and positions are relative to
//! the page. The canvas is also given the meaning of each part, which a tagged PDF records.

use std::borrow::Cow;
use std::ops::Range;

use scene::{
    CodeBlock, Color, Document, Fill, Formula, GlyphRun, Gradient, GradientStop, Line, LineMark, LinkTarget, Marker,
    Node, NodeKind, Page, Palette, PaletteRole, Paragraph, Path, PathSegment, Picture, Point, Px, Rect, Rgb, Run,
    Shadow, Shape, ShapeForm, Stroke, Table, TableCell, TableRow, Text, Widget, WidgetKind, px,
};

/// The opacity of dimmed lines of code, as on a projector.
const DIMMED: f32 = 0.28;
/// The width of the stroke that makes a face without bold look bold, relative to the font size.
pub(crate) const BOLD: f32 = 0.028;

/// A target of drawing operations. Lengths are in pixels of the canvas, positions are relative to the page.
pub(crate) trait Canvas {
    /// Begins a part: what is drawn until the matching [`Canvas::close`] belongs to it. Parts nest.
    fn open(&mut self, _part: PagePart<'_>) {}

    /// Ends the innermost part.
    fn close(&mut self) {}

    /// Fills an outline.
    fn fill(&mut self, outline: &Outline, paint: &Paint);

    /// Strokes an outline.
    fn stroke(&mut self, outline: &Outline, stroke: Stroke, ink: Ink);

    /// Draws the shadow of an outline, without the outline.
    fn shadow(&mut self, outline: &Outline, shadow: Shadow, ink: Ink);

    /// Draws glyphs.
    fn glyphs(&mut self, glyphs: &Glyphs<'_>);

    /// Draws a picture into a frame. Returns `false` when the picture is not available.
    fn picture(&mut self, picture: &Picture, frame: Rect) -> bool;

    /// Turns everything that is drawn until the matching [`Canvas::pop_turn`] by degrees, clockwise, about a point.
    fn push_turn(&mut self, degrees: f32, about: Point);

    /// Ends the innermost turn.
    fn pop_turn(&mut self);

    /// Enlarges everything that is drawn until the matching [`Canvas::pop_turn`] about a point. Only canvases for
    /// videos do it; the default does not enlarge.
    fn push_zoom(&mut self, _factor: f32, about: Point) {
        self.push_turn(0.0, about);
    }

    /// Clips everything that is drawn until the matching [`Canvas::pop_clip`] to an outline.
    fn push_clip(&mut self, outline: &Outline);

    /// Ends the innermost clip.
    fn pop_clip(&mut self);
}

/// The meaning of a part of a page.
#[derive(Debug, Clone, Copy)]
pub(crate) enum PagePart<'a> {
    /// A node.
    Node(&'a Node),
    /// A paragraph of a text.
    Paragraph(&'a Paragraph),
    /// The bullet or number of a list item.
    Label(&'a Marker),
    /// Linked text of a line, with its target and its frame.
    Link(&'a LinkTarget, Rect),
    /// A formula, with its frame.
    Formula(&'a Formula, Rect),
    /// A row of a table.
    Row,
    /// A cell of a table: whether it is the header of its column, and of its row.
    Cell { heads_column: bool, heads_row: bool },
    /// Decoration, which has no meaning.
    Decoration,
}

/// A resolved colour.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Ink {
    pub(crate) rgb: Rgb,
    pub(crate) alpha: f32,
}

/// The fill of an outline. A gradient has at least two stops.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Paint {
    Solid(Ink),
    Linear { from: Point, to: Point, stops: Vec<(f32, Ink)> },
    Radial { center: Point, radius_x: Px, radius_y: Px, stops: Vec<(f32, Ink)> },
}

/// An outline in the coordinates of the page.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Outline {
    /// A box with rounded corners; the radius is at most half of the shorter side.
    Box(Rect, Px),
    Path(Path),
}

/// The glyphs of one run, and their text.
pub(crate) struct Glyphs<'a> {
    pub(crate) run: &'a GlyphRun,
    /// The left end of the baseline.
    pub(crate) at: Point,
    pub(crate) ink: Ink,
    pub(crate) text: GlyphText<'a>,
}

/// The text of glyphs.
#[derive(Debug, Clone)]
pub(crate) enum GlyphText<'a> {
    /// Each glyph represents its bytes of the paragraph; a glyph without bytes represents `added`.
    Paragraph { paragraph: &'a Paragraph, added: &'static str },
    /// All glyphs together are a bullet or a number.
    Marker(String),
}

/// Paints a page with everything on it.
pub(crate) fn page(document: &Document, page: &Page, canvas: &mut dyn Canvas) {
    let mut walk = PageWalk { palette: &document.palette, step: None, opacity: 1.0, canvas };
    page.painted().for_each(|node| walk.node(node));
}

/// Paints some nodes of a page.
pub(crate) fn nodes(document: &Document, nodes: &[Node], canvas: &mut dyn Canvas) {
    let mut walk = PageWalk { palette: &document.palette, step: None, opacity: 1.0, canvas };
    for node in nodes {
        walk.node(node);
    }
}

/// Paints a page as it is after a number of build steps.
pub(crate) fn page_at_step(document: &Document, page: &Page, step: usize, canvas: &mut dyn Canvas) {
    let mut walk = PageWalk { palette: &document.palette, step: Some(step), opacity: 1.0, canvas };
    page.painted().for_each(|node| walk.node(node));
}

/// Paints some lines of a text whose upper left corner is at a point of the page.
pub(crate) fn text(document: &Document, text: &Text, corner: Point, lines: Range<usize>, canvas: &mut dyn Canvas) {
    PageWalk { palette: &document.palette, step: None, opacity: 1.0, canvas }.lines(text, corner, lines);
}

/// Walks nodes and calls a canvas.
struct PageWalk<'a> {
    palette: &'a Palette,
    /// The number of build steps that are done; `None` when everything is shown.
    step: Option<usize>,
    /// The opacity of what is painted: less than 1 for lines of code that a step dims.
    opacity: f32,
    canvas: &'a mut dyn Canvas,
}

impl PageWalk<'_> {
    /// Whether a part that appears at a step is shown.
    fn shows(&self, step: Option<usize>) -> bool {
        self.step.is_none_or(|done| step.is_none_or(|step| step <= done))
    }

    fn node(&mut self, node: &Node) {
        if !self.shows(node.step) {
            return;
        }
        self.canvas.open(PagePart::Node(node));
        let corner = Point { x: node.frame.x, y: node.frame.y };
        match &node.kind {
            NodeKind::Group(group) => {
                if group.clip {
                    self.canvas.push_clip(&Outline::Box(node.frame, Px::ZERO));
                }
                self.nodes(&group.nodes);
                if group.clip {
                    self.canvas.pop_clip();
                }
            }
            NodeKind::Turned(turned) => {
                self.canvas.push_turn(turned.degrees, node.frame.center());
                self.nodes(&turned.nodes);
                self.canvas.pop_turn();
            }
            NodeKind::Text(text) => self.text(text, corner),
            NodeKind::Code(code) => self.code(code, corner),
            NodeKind::Shape(shape) => self.shape(shape, node.frame),
            NodeKind::Picture(picture) => self.picture(picture, node.frame),
            NodeKind::Table(table) => self.table(table, corner),
            NodeKind::Connector(connector) => self.nodes(&connector.nodes),
            NodeKind::Chart(chart) => self.nodes(&chart.nodes),
            NodeKind::Widget(widget) => self.widget(widget, node.frame),
            NodeKind::Link(_) => {}
        }
        self.canvas.close();
    }

    /// Paints the static form of a widget. A tour is enlarged around the stop of the current step.
    fn widget(&mut self, widget: &Widget, frame: Rect) {
        let stop = match (&widget.kind, self.step.and_then(|step| step.checked_sub(1))) {
            (WidgetKind::Tour { stops, level }, Some(step)) => stops.get(step).map(|stop| (*stop, *level)),
            _ => None,
        };
        let Some((stop, level)) = stop else {
            self.nodes(&widget.static_nodes);
            return;
        };
        self.canvas.push_clip(&Outline::Box(frame, Px::ZERO));
        self.canvas.push_zoom(level, Point { x: frame.x + stop.x, y: frame.y + stop.y });
        self.nodes(&widget.static_nodes);
        self.canvas.pop_turn();
        self.canvas.pop_clip();
    }

    fn nodes(&mut self, nodes: &[Node]) {
        for node in nodes {
            self.node(node);
        }
    }

    fn ink(&self, color: Color) -> Ink {
        Ink { rgb: self.palette.rgb(color), alpha: color.alpha.clamp(0.0, 1.0) * self.opacity }
    }

    fn shape(&mut self, shape: &Shape, frame: Rect) {
        let outline = Outline::of(&shape.form, frame);
        if let Some(shadow) = shape.shadow {
            self.canvas.shadow(&outline, shadow, self.ink(shadow.color));
        }
        if let Some(fill) = &shape.fill
            && let Some(paint) = self.paint(fill, frame)
        {
            self.canvas.fill(&outline, &paint);
        }
        if let Some(Fill::Hatched { hatch, marks, .. }) = shape.fill {
            self.canvas.push_clip(&outline);
            self.canvas.fill(&Outline::Path(hatch.over(frame)), &Paint::Solid(self.ink(marks)));
            self.canvas.pop_clip();
        }
        if let Some(stroke) = shape.stroke {
            self.stroke(&outline, stroke);
        }
    }

    fn stroke(&mut self, outline: &Outline, stroke: Stroke) {
        if stroke.width > Px::ZERO {
            self.canvas.stroke(outline, stroke, self.ink(stroke.color));
        }
    }

    fn solid(&mut self, frame: Rect, radius: Px, ink: Ink) {
        self.canvas.fill(&Outline::boxed(frame, radius), &Paint::Solid(ink));
    }

    /// The paint of a fill in a frame; `None` for a gradient without stops.
    fn paint(&self, fill: &Fill, frame: Rect) -> Option<Paint> {
        let on_page = |point: Point| Point { x: frame.x + point.x, y: frame.y + point.y };
        let inks = |stops: &[GradientStop]| -> Vec<(f32, Ink)> {
            stops.iter().map(|stop| (stop.at.clamp(0.0, 1.0), self.ink(stop.color))).collect()
        };
        Some(match fill {
            Fill::Solid(color) | Fill::Hatched { ground: color, .. } => Paint::Solid(self.ink(*color)),
            Fill::Gradient(Gradient::Linear { stops, .. } | Gradient::Radial { stops, .. }) if stops.len() < 2 => {
                Paint::Solid(self.ink(stops.first()?.color))
            }
            Fill::Gradient(Gradient::Linear { from, to, stops }) => {
                Paint::Linear { from: on_page(*from), to: on_page(*to), stops: inks(stops) }
            }
            Fill::Gradient(Gradient::Radial { center, radius_x, radius_y, stops }) => Paint::Radial {
                center: on_page(*center),
                radius_x: radius_x.max(px(0.01)),
                radius_y: radius_y.max(px(0.01)),
                stops: inks(stops),
            },
        })
    }

    /// Paints a picture. If it is not available, paints a rectangle of the same size instead.
    fn picture(&mut self, picture: &Picture, frame: Rect) {
        let outline = Outline::of_picture(picture, frame);
        if !self.canvas.picture(picture, frame) {
            self.canvas.fill(&outline, &Paint::Solid(self.ink(PaletteRole::Tint.into())));
        }
        if let Some(stroke) = picture.outline {
            self.canvas.open(PagePart::Decoration);
            self.stroke(&outline, stroke);
            self.canvas.close();
        }
    }

    fn table(&mut self, table: &Table, corner: Point) {
        // Fills and borders first: a border between two cells belongs to neither.
        self.canvas.open(PagePart::Decoration);
        let shown = |row: &TableRow, cell: &TableCell| self.shows(row.step) && self.shows(cell.step);
        let cells = table.rows.iter().flat_map(|row| row.cells.iter().map(move |cell| (row, cell)));
        let cells: Vec<&TableCell> = cells.filter(|(row, cell)| shown(row, cell)).map(|(_, cell)| cell).collect();
        for cell in &cells {
            if let Some(color) = cell.fill {
                self.solid(cell.frame.moved(corner.x, corner.y), Px::ZERO, self.ink(color));
            }
        }
        for cell in &cells {
            let Rect { x, y, .. } = cell.frame.moved(corner.x, corner.y);
            let (right, bottom) = (x + cell.frame.width, y + cell.frame.height);
            let borders = &cell.borders;
            for (stroke, from, to) in [
                (borders.top, (x, y), (right, y)),
                (borders.bottom, (x, bottom), (right, bottom)),
                (borders.left, (x, y), (x, bottom)),
                (borders.right, (right, y), (right, bottom)),
            ] {
                if let Some(stroke) = stroke {
                    let line = Path::default().to(from.0.0, from.1.0).line(to.0.0, to.1.0);
                    self.stroke(&Outline::Path(line), stroke);
                }
            }
        }
        self.canvas.close();
        for (row_index, row) in table.rows.iter().enumerate() {
            self.canvas.open(PagePart::Row);
            for (column, cell) in row.cells.iter().enumerate() {
                if !self.shows(row.step) || !self.shows(cell.step) {
                    continue;
                }
                let (heads_column, heads_row) = (row_index < table.header_rows, column < table.header_columns);
                self.canvas.open(PagePart::Cell { heads_column, heads_row });
                let frame = cell.text_frame.moved(corner.x, corner.y);
                self.text(&cell.text, Point { x: frame.x, y: frame.y });
                self.canvas.close();
            }
            self.canvas.close();
        }
    }

    /// Paints code. A step dims the lines that it does not highlight.
    fn code(&mut self, code: &CodeBlock, corner: Point) {
        let Some(highlighted) = self.step.and_then(|step| code.steps.get(step)) else {
            return self.text(&code.text, corner);
        };
        for (index, line) in code.text.lines.iter().enumerate() {
            self.opacity = if highlighted.contains(&line.paragraph) { 1.0 } else { DIMMED };
            self.lines(&code.text, corner, index..index + 1);
        }
        self.opacity = 1.0;
    }

    fn text(&mut self, text: &Text, corner: Point) {
        self.lines(text, corner, 0..text.lines.len());
    }

    /// Paints a range of the lines of a text whose upper left corner is at `corner`.
    fn lines(&mut self, text: &Text, corner: Point, range: Range<usize>) {
        let last = text.lines.len().saturating_sub(1);
        let lines = text.lines.get(range.clone()).unwrap_or_default();
        let mut index = range.start;
        for lines in lines.chunk_by(|one, next| one.paragraph == next.paragraph) {
            let Some(paragraph) = lines.first().and_then(|line| text.paragraphs.get(line.paragraph)) else {
                index += lines.len();
                continue;
            };
            if !self.shows(paragraph.step) {
                index += lines.len();
                continue;
            }
            self.canvas.open(PagePart::Paragraph(paragraph));
            for line in lines {
                let added = if text.truncated && index == last { "\u{2026}" } else { "\u{ad}" };
                self.line(line, paragraph, added, corner);
                index += 1;
            }
            self.canvas.close();
        }
    }

    /// Paints a line. A glyph that represents no text of the paragraph gets the text `added`.
    fn line(&mut self, line: &Line, paragraph: &Paragraph, added: &'static str, corner: Point) {
        for mark in &line.marks {
            match (mark, &paragraph.marker) {
                (LineMark::Shape(frame, shape), Some(marker)) if !is_behind_text(*frame, line) => {
                    self.canvas.open(PagePart::Label(marker));
                    self.shape(shape, frame.moved(corner.x, corner.y));
                    self.canvas.close();
                }
                (LineMark::Shape(frame, shape), _) => {
                    self.canvas.open(PagePart::Decoration);
                    self.shape(shape, frame.moved(corner.x, corner.y));
                    self.canvas.close();
                }
                (LineMark::Glyphs(run), marker) => self.marker(run, marker.as_ref(), line.baseline, corner),
            }
        }
        let target = |run: &GlyphRun| paragraph.runs.get(run.run).and_then(|run| run.link.as_ref());
        for runs in line.runs.chunk_by(|one, next| target(one) == target(next)) {
            let link = runs.first().and_then(target);
            if let Some(target) = link {
                let frame = frame_of(runs, line);
                self.canvas.open(PagePart::Link(target, frame.moved(corner.x, corner.y)));
            }
            for runs in runs.chunk_by(|one, next| one.run == next.run) {
                let formula = runs.first().and_then(|run| paragraph.runs.get(run.run)).and_then(Run::drawn_formula);
                if let Some(formula) = formula {
                    let frame = frame_of(runs, line);
                    self.canvas.open(PagePart::Formula(formula, frame.moved(corner.x, corner.y)));
                }
                for run in runs {
                    self.glyphs(run, line.baseline, corner, GlyphText::Paragraph { paragraph, added });
                }
                if formula.is_some() {
                    self.canvas.close();
                }
            }
            if link.is_some() {
                self.canvas.close();
            }
        }
    }

    fn marker(&mut self, run: &GlyphRun, marker: Option<&Marker>, baseline: Px, corner: Point) {
        let text = match marker.map(|marker| marker.sign) {
            Some(scene::MarkerSign::Number(number)) => format!("{number}."),
            _ => "\u{2022}".to_owned(),
        };
        self.canvas.open(marker.map_or(PagePart::Decoration, PagePart::Label));
        self.glyphs(run, baseline, corner, GlyphText::Marker(text));
        self.canvas.close();
    }

    fn glyphs(&mut self, run: &GlyphRun, baseline: Px, corner: Point, text: GlyphText<'_>) {
        let at = Point { x: corner.x + run.x, y: corner.y + baseline };
        let ink = self.ink(run.color);
        self.canvas.glyphs(&Glyphs { run, at, ink, text });
        if run.decorations.is_empty() {
            return;
        }
        self.canvas.open(PagePart::Decoration);
        for decoration in &run.decorations {
            let y = at.y + decoration.y - decoration.thickness / 2.0;
            self.solid(Rect { x: at.x, y, width: run.advance(), height: decoration.thickness }, Px::ZERO, ink);
        }
        self.canvas.close();
    }
}

/// The frame of some glyph runs on their line.
fn frame_of(runs: &[GlyphRun], line: &Line) -> Rect {
    let x = runs.iter().map(|run| run.x).fold(Px(f32::MAX), Px::min);
    let right = runs.iter().map(|run| run.x + run.advance()).fold(Px(f32::MIN), Px::max);
    Rect { x, y: line.top, width: right - x, height: line.height }
}

/// Whether a mark is behind the text of its line, as a highlight is and a bullet is not.
fn is_behind_text(frame: Rect, line: &Line) -> bool {
    let middle = frame.center().x;
    middle >= line.x && middle <= line.x + line.width
}

impl Outline {
    /// A box with the radius, or with the largest that fits it.
    pub(crate) fn boxed(frame: Rect, radius: Px) -> Outline {
        Outline::Box(frame, radius.max(Px::ZERO).min(frame.width.min(frame.height) / 2.0))
    }

    /// The edge of a picture.
    pub(crate) fn of_picture(picture: &Picture, frame: Rect) -> Outline {
        if picture.is_arched { Outline::Path(arch(frame)) } else { Outline::boxed(frame, picture.radius) }
    }

    fn of(form: &ShapeForm, frame: Rect) -> Outline {
        match form {
            ShapeForm::Rect { radius } => Outline::boxed(frame, *radius),
            ShapeForm::Ellipse => Outline::Path(ellipse(frame)),
            ShapeForm::Path(path) => {
                let on_page = |point: Point| Point { x: frame.x + point.x, y: frame.y + point.y };
                let segments = path.segments.iter().map(|segment| match *segment {
                    PathSegment::Move(to) => PathSegment::Move(on_page(to)),
                    PathSegment::Line(to) => PathSegment::Line(on_page(to)),
                    PathSegment::Curve(control1, control2, to) => {
                        PathSegment::Curve(on_page(control1), on_page(control2), on_page(to))
                    }
                    PathSegment::Close => PathSegment::Close,
                });
                Outline::Path(Path { segments: segments.collect(), even_odd: path.even_odd })
            }
        }
    }

    /// The outline as a path.
    pub(crate) fn path(&self) -> Cow<'_, Path> {
        match self {
            Outline::Box(frame, radius) => Cow::Owned(rounded(*frame, *radius)),
            Outline::Path(path) => Cow::Borrowed(path),
        }
    }

    /// The smallest box around the points and control points.
    pub(crate) fn bounds(&self) -> Rect {
        let path = match self {
            Outline::Box(frame, _) => return *frame,
            Outline::Path(path) => path,
        };
        let (mut low, mut high) = ((f32::MAX, f32::MAX), (f32::MIN, f32::MIN));
        for segment in &path.segments {
            let points: &[Point] = match segment {
                PathSegment::Move(to) | PathSegment::Line(to) => &[*to],
                PathSegment::Curve(control1, control2, to) => &[*control1, *control2, *to],
                PathSegment::Close => &[],
            };
            for point in points {
                low = (low.0.min(point.x.0), low.1.min(point.y.0));
                high = (high.0.max(point.x.0), high.1.max(point.y.0));
            }
        }
        if low.0 > high.0 { Rect::default() } else { Rect::new(low.0, low.1, high.0 - low.0, high.1 - low.1) }
    }
}

/// The distance of the control points of a quarter circle, relative to its radius.
const CONTROL_DISTANCE: f32 = 0.552_284_8;

fn ellipse(frame: Rect) -> Path {
    curved_box(frame, frame.width.0 / 2.0, frame.height.0 / 2.0)
}

/// A box whose upper edge is half a circle.
fn arch(frame: Rect) -> Path {
    let (x, y, right, bottom) = (frame.x.0, frame.y.0, frame.right().0, frame.bottom().0);
    let radius = (frame.width.0 / 2.0).min(frame.height.0);
    let inset = radius * (1.0 - CONTROL_DISTANCE);
    let path = Path::default().to(x, bottom).line(x, y + radius);
    let path = path.curve((x, y + inset), (x + inset, y), (x + radius, y));
    let path = if frame.width.0 - radius * 2.0 > 0.01 { path.line(right - radius, y) } else { path };
    path.curve((right - inset, y), (right, y + inset), (right, y + radius)).line(right, bottom).close()
}

/// A box with rounded corners.
fn rounded(frame: Rect, radius: Px) -> Path {
    if radius > Px::ZERO {
        return curved_box(frame, radius.0, radius.0);
    }
    let (x, y, right, bottom) = (frame.x.0, frame.y.0, frame.right().0, frame.bottom().0);
    Path::default().to(x, y).line(right, y).line(right, bottom).line(x, bottom).close()
}

/// A box with a quarter of an ellipse at each corner.
fn curved_box(frame: Rect, radius_x: f32, radius_y: f32) -> Path {
    let (x, y, right, bottom) = (frame.x.0, frame.y.0, frame.right().0, frame.bottom().0);
    let (inner_x, inner_y) = (radius_x * (1.0 - CONTROL_DISTANCE), radius_y * (1.0 - CONTROL_DISTANCE));
    // Some PDF readers draw a line of length zero between two curves, so it is left out.
    let straight = |path: Path, to: (f32, f32), length: f32| if length > 0.01 { path.line(to.0, to.1) } else { path };
    let (straight_width, straight_height) = (frame.width.0 - radius_x * 2.0, frame.height.0 - radius_y * 2.0);
    let path = straight(Path::default().to(x + radius_x, y), (right - radius_x, y), straight_width);
    let path = path.curve((right - inner_x, y), (right, y + inner_y), (right, y + radius_y));
    let path = straight(path, (right, bottom - radius_y), straight_height);
    let path = path.curve((right, bottom - inner_y), (right - inner_x, bottom), (right - radius_x, bottom));
    let path = straight(path, (x + radius_x, bottom), straight_width);
    let path = path.curve((x + inner_x, bottom), (x, bottom - inner_y), (x, bottom - radius_y));
    let path = straight(path, (x, y + radius_y), straight_height);
    path.curve((x, y + inner_y), (x + inner_x, y), (x + radius_x, y)).close()
}
