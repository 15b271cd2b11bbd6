//! Walks a page and tells a canvas what to draw.
//!
//! PDF and PNG paint through this one walk, so they paint the same. Colours are resolved and places are places on the
//! page; what the parts mean is told along the way, for a canvas that writes it down. Decides nothing about looks.

use std::borrow::Cow;
use std::ops::Range;

use scene::{
    Color, Document, Fill, GlyphRun, Gradient, Kind, Line, Mark, Marker, Node, Page, Palette, PaletteRole, Paragraph,
    Path, Picture, Point, Px, Rect, Rgb, Segment, Shadow, Shape, ShapeForm, Stop, Stroke, Table, Target, Text, px,
};

/// How much thicker a face without bold is drawn, in shares of its size.
pub(crate) const BOLD: f32 = 0.028;

/// Where drawing goes. Lengths are pixels of the canvas, places are places on the page.
pub(crate) trait Canvas {
    /// What is drawn until the matching [`Canvas::close`] belongs to this part. Parts nest.
    fn open(&mut self, _part: Part<'_>) {}

    /// Ends the part opened last.
    fn close(&mut self) {}

    /// Fills an outline.
    fn fill(&mut self, outline: &Outline, paint: &Paint);

    /// Draws along an outline.
    fn stroke(&mut self, outline: &Outline, stroke: Stroke, ink: Ink);

    /// Draws the shadow of an outline, which is not drawn itself.
    fn shadow(&mut self, outline: &Outline, shadow: Shadow, ink: Ink);

    /// Draws glyphs.
    fn glyphs(&mut self, glyphs: &Glyphs<'_>);

    /// Draws a picture into a frame; tells whether it could.
    fn picture(&mut self, picture: &Picture, frame: Rect) -> bool;

    /// Keeps what follows inside an outline.
    fn push_clip(&mut self, outline: &Outline);

    /// Ends the clip begun last.
    fn pop_clip(&mut self);
}

/// What a part of a page means.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Part<'a> {
    /// A node.
    Node(&'a Node),
    /// A paragraph of a text.
    Paragraph(&'a Paragraph),
    /// What stands before an item of a list.
    Label(&'a Marker),
    /// Words of a line that lead elsewhere, and where they stand.
    Link(&'a Target, Rect),
    /// A row of a table.
    Row,
    /// A cell of a table: whether it heads its column, and whether it heads its row.
    Cell { heads_column: bool, heads_row: bool },
    /// What says nothing.
    Decoration,
}

/// A resolved colour.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Ink {
    pub(crate) rgb: Rgb,
    pub(crate) alpha: f32,
}

/// What fills an outline. Stops are resolved; there are always at least two.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Paint {
    Solid(Ink),
    Linear { from: Point, to: Point, stops: Vec<(f32, Ink)> },
    Radial { center: Point, radius_x: Px, radius_y: Px, stops: Vec<(f32, Ink)> },
}

/// A form at its place on the page.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Outline {
    /// A box, its corners rounded by a radius that fits it.
    Box(Rect, Px),
    Path(Path),
}

/// Glyphs of one run, and the words they stand for.
pub(crate) struct Glyphs<'a> {
    pub(crate) run: &'a GlyphRun,
    /// Where the first glyph begins, and its baseline.
    pub(crate) at: Point,
    pub(crate) ink: Ink,
    pub(crate) words: Words<'a>,
}

/// The words behind glyphs.
#[derive(Debug, Clone)]
pub(crate) enum Words<'a> {
    /// Each glyph names its bytes of a paragraph; one without bytes stands for `added`.
    Paragraph { paragraph: &'a Paragraph, added: &'static str },
    /// All glyphs together stand for a sign.
    Sign(String),
}

/// Paints a page.
pub(crate) fn page(document: &Document, page: &Page, canvas: &mut dyn Canvas) {
    let mut walk = Walk { palette: &document.palette, canvas };
    page.painted().for_each(|node| walk.node(node));
}

/// Paints some lines of a text, whose corner is at a place.
pub(crate) fn text(document: &Document, text: &Text, corner: Point, lines: Range<usize>, canvas: &mut dyn Canvas) {
    Walk { palette: &document.palette, canvas }.lines(text, corner, lines);
}

struct Walk<'a> {
    palette: &'a Palette,
    canvas: &'a mut dyn Canvas,
}

impl Walk<'_> {
    fn node(&mut self, node: &Node) {
        self.canvas.open(Part::Node(node));
        let corner = Point { x: node.frame.x, y: node.frame.y };
        match &node.kind {
            Kind::Group(group) => {
                if group.clip {
                    self.canvas.push_clip(&Outline::Box(node.frame, Px::ZERO));
                }
                self.nodes(&group.nodes);
                if group.clip {
                    self.canvas.pop_clip();
                }
            }
            Kind::Text(text) => self.text(text, corner),
            Kind::Code(code) => self.text(&code.text, corner),
            Kind::Shape(shape) => self.shape(shape, node.frame),
            Kind::Picture(picture) => self.picture(picture, node.frame),
            Kind::Table(table) => self.table(table, corner),
            Kind::Chart(chart) => self.nodes(&chart.drawn),
            Kind::Widget(widget) => self.nodes(&widget.still),
            Kind::Link(_) => {}
        }
        self.canvas.close();
    }

    fn nodes(&mut self, nodes: &[Node]) {
        for node in nodes {
            self.node(node);
        }
    }

    fn ink(&self, color: Color) -> Ink {
        Ink { rgb: self.palette.rgb(color), alpha: color.alpha.clamp(0.0, 1.0) }
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

    fn paint(&self, fill: &Fill, frame: Rect) -> Option<Paint> {
        let on_page = |point: Point| Point { x: frame.x + point.x, y: frame.y + point.y };
        let inks = |stops: &[Stop]| -> Vec<(f32, Ink)> {
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

    /// A picture that cannot be had leaves a plate, as wide and as high.
    fn picture(&mut self, picture: &Picture, frame: Rect) {
        if !self.canvas.picture(picture, frame) {
            self.solid(frame, picture.radius, self.ink(PaletteRole::Tint.into()));
        }
    }

    fn table(&mut self, table: &Table, corner: Point) {
        // Plates and lines first: a line between two cells belongs to neither.
        self.canvas.open(Part::Decoration);
        for cell in table.rows.iter().flat_map(|row| &row.cells) {
            if let Some(color) = cell.fill {
                self.solid(cell.frame.moved(corner.x, corner.y), Px::ZERO, self.ink(color));
            }
        }
        for cell in table.rows.iter().flat_map(|row| &row.cells) {
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
        for (number, row) in table.rows.iter().enumerate() {
            self.canvas.open(Part::Row);
            for (column, cell) in row.cells.iter().enumerate() {
                let (heads_column, heads_row) = (number < table.header_rows, column < table.header_columns);
                self.canvas.open(Part::Cell { heads_column, heads_row });
                let frame = cell.text_frame.moved(corner.x, corner.y);
                self.text(&cell.text, Point { x: frame.x, y: frame.y });
                self.canvas.close();
            }
            self.canvas.close();
        }
    }

    fn text(&mut self, text: &Text, corner: Point) {
        self.lines(text, corner, 0..text.lines.len());
    }

    fn lines(&mut self, text: &Text, corner: Point, shown: Range<usize>) {
        let last = text.lines.len().saturating_sub(1);
        let lines = text.lines.get(shown.clone()).unwrap_or_default();
        let mut at = shown.start;
        for lines in lines.chunk_by(|one, next| one.paragraph == next.paragraph) {
            let Some(paragraph) = lines.first().and_then(|line| text.paragraphs.get(line.paragraph)) else {
                at += lines.len();
                continue;
            };
            self.canvas.open(Part::Paragraph(paragraph));
            for line in lines {
                let added = if text.cut && at == last { "\u{2026}" } else { "\u{ad}" };
                self.line(line, paragraph, added, corner);
                at += 1;
            }
            self.canvas.close();
        }
    }

    fn line(&mut self, line: &Line, paragraph: &Paragraph, added: &'static str, corner: Point) {
        for mark in &line.marks {
            match (mark, &paragraph.marker) {
                (Mark::Shape(place, shape), Some(marker)) if !is_behind(*place, line) => {
                    self.canvas.open(Part::Label(marker));
                    self.shape(shape, place.moved(corner.x, corner.y));
                    self.canvas.close();
                }
                (Mark::Shape(place, shape), _) => {
                    self.canvas.open(Part::Decoration);
                    self.shape(shape, place.moved(corner.x, corner.y));
                    self.canvas.close();
                }
                (Mark::Glyphs(run), marker) => self.sign(run, marker.as_ref(), line.baseline, corner),
            }
        }
        let target = |run: &GlyphRun| paragraph.runs.get(run.run).and_then(|run| run.link.as_ref());
        for runs in line.runs.chunk_by(|one, next| target(one) == target(next)) {
            let link = runs.first().and_then(target);
            if let Some(target) = link {
                let x = runs.iter().map(|run| run.x).fold(Px(f32::MAX), Px::min);
                let right = runs.iter().map(|run| run.x + run.advance()).fold(Px(f32::MIN), Px::max);
                let frame = Rect { x, y: line.top, width: right - x, height: line.height };
                self.canvas.open(Part::Link(target, frame.moved(corner.x, corner.y)));
            }
            for run in runs {
                self.glyphs(run, line.baseline, corner, Words::Paragraph { paragraph, added });
            }
            if link.is_some() {
                self.canvas.close();
            }
        }
    }

    fn sign(&mut self, run: &GlyphRun, marker: Option<&Marker>, baseline: Px, corner: Point) {
        let sign = match marker.map(|marker| marker.sign) {
            Some(scene::Sign::Number(number)) => format!("{number}."),
            _ => "\u{2022}".to_owned(),
        };
        self.canvas.open(marker.map_or(Part::Decoration, Part::Label));
        self.glyphs(run, baseline, corner, Words::Sign(sign));
        self.canvas.close();
    }

    fn glyphs(&mut self, run: &GlyphRun, baseline: Px, corner: Point, words: Words<'_>) {
        let at = Point { x: corner.x + run.x, y: corner.y + baseline };
        let ink = self.ink(run.color);
        self.canvas.glyphs(&Glyphs { run, at, ink, words });
        if run.decorations.is_empty() {
            return;
        }
        self.canvas.open(Part::Decoration);
        for decoration in &run.decorations {
            let y = at.y + decoration.y - decoration.thickness / 2.0;
            self.solid(Rect { x: at.x, y, width: run.advance(), height: decoration.thickness }, Px::ZERO, ink);
        }
        self.canvas.close();
    }
}

/// Whether a mark lies behind the words of its line, as a plate does and a marker does not.
fn is_behind(place: Rect, line: &Line) -> bool {
    let middle = place.center().x;
    middle >= line.x && middle <= line.x + line.width
}

impl Outline {
    /// A box whose corners are as round as it can be.
    pub(crate) fn boxed(frame: Rect, radius: Px) -> Outline {
        Outline::Box(frame, radius.max(Px::ZERO).min(frame.width.min(frame.height) / 2.0))
    }

    fn of(form: &ShapeForm, frame: Rect) -> Outline {
        match form {
            ShapeForm::Rect { radius } => Outline::boxed(frame, *radius),
            ShapeForm::Ellipse => Outline::Path(ellipse(frame)),
            ShapeForm::Path(path) => {
                let on_page = |point: Point| Point { x: frame.x + point.x, y: frame.y + point.y };
                let segments = path.segments.iter().map(|segment| match *segment {
                    Segment::Move(to) => Segment::Move(on_page(to)),
                    Segment::Line(to) => Segment::Line(on_page(to)),
                    Segment::Curve(one, two, to) => Segment::Curve(on_page(one), on_page(two), on_page(to)),
                    Segment::Close => Segment::Close,
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

    /// The smallest box around its points and handles.
    pub(crate) fn bounds(&self) -> Rect {
        let path = match self {
            Outline::Box(frame, _) => return *frame,
            Outline::Path(path) => path,
        };
        let (mut low, mut high) = ((f32::MAX, f32::MAX), (f32::MIN, f32::MIN));
        for segment in &path.segments {
            let points: &[Point] = match segment {
                Segment::Move(to) | Segment::Line(to) => &[*to],
                Segment::Curve(one, two, to) => &[*one, *two, *to],
                Segment::Close => &[],
            };
            for point in points {
                low = (low.0.min(point.x.0), low.1.min(point.y.0));
                high = (high.0.max(point.x.0), high.1.max(point.y.0));
            }
        }
        if low.0 > high.0 { Rect::default() } else { Rect::new(low.0, low.1, high.0 - low.0, high.1 - low.1) }
    }
}

/// How far the handles of a quarter circle reach, in shares of its radius.
const HANDLE: f32 = 0.552_284_8;

fn ellipse(frame: Rect) -> Path {
    curved_box(frame, frame.width.0 / 2.0, frame.height.0 / 2.0)
}

fn rounded(frame: Rect, radius: Px) -> Path {
    if radius > Px::ZERO {
        return curved_box(frame, radius.0, radius.0);
    }
    let (x, y, right, bottom) = (frame.x.0, frame.y.0, frame.right().0, frame.bottom().0);
    Path::default().to(x, y).line(right, y).line(right, bottom).line(x, bottom).close()
}

/// A box with a quarter of an ellipse at each corner.
fn curved_box(frame: Rect, across: f32, down: f32) -> Path {
    let (x, y, right, bottom) = (frame.x.0, frame.y.0, frame.right().0, frame.bottom().0);
    let (inner_x, inner_y) = (across * (1.0 - HANDLE), down * (1.0 - HANDLE));
    // A straight line of no length between two curves is drawn by some readers, so there is none.
    let straight = |path: Path, to: (f32, f32), length: f32| if length > 0.01 { path.line(to.0, to.1) } else { path };
    let (wide, high) = (frame.width.0 - across * 2.0, frame.height.0 - down * 2.0);
    let path = straight(Path::default().to(x + across, y), (right - across, y), wide);
    let path = path.curve((right - inner_x, y), (right, y + inner_y), (right, y + down));
    let path = straight(path, (right, bottom - down), high);
    let path = path.curve((right, bottom - inner_y), (right - inner_x, bottom), (right - across, bottom));
    let path = straight(path, (x + across, bottom), wide);
    let path = path.curve((x + inner_x, bottom), (x, bottom - inner_y), (x, bottom - down));
    let path = straight(path, (x, y + down), high);
    path.curve((x, y + inner_y), (x + inner_x, y), (x + across, y)).close()
}
