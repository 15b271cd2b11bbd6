//! Checks the contrast of every text of every example, in every theme and on every backdrop, with what is painted
//! behind it.

use std::collections::BTreeSet;

use deck::Themes;
use layout::{Look, PictureFacts, Typesetter};
use scene::{
    Color, Fill, FontFace, Gradient, GradientStop, Line, LineMark, Node, NodeKind, NodeRole, Page, Palette,
    PathSegment, Picture, Point, Px, Rect, Rgb, Shape, ShapeForm, Text,
};
use serde_json::{Value, json};

use crate::common::{book, deck, lay_out_in, pictures};
use crate::examples::examples;

/// Minimum contrast of text, and of bold text from `LARGE` on. Slightly below 4.5 and 3, because mixed colours are
/// rounded to whole numbers.
const MIN_RATIOS: f32 = 4.48;
const MIN_OF_LARGE: f32 = 2.98;
const LARGE: Px = Px(48.0);

/// The backdrops under test, as slide options.
fn backdrops() -> Vec<Value> {
    let named = ["base", "tint", "deep", "accent", "gradient", "accent-2"].map(|name| json!({"background": name}));
    let custom = ["#FFF4C2", "#1A8A6B", "#1C1030"].map(|color| json!({"background": "custom", "bgCustomColor": color}));
    let pictures = ["light", "dark", "busy"].map(|name| json!({"slideBgImage": format!("/uploads/{name}.jpg")}));
    named.into_iter().chain(custom).chain(pictures).collect()
}

/// Lays out the examples on every backdrop and returns the texts with too little contrast, once for each type and
/// field.
fn hard_to_read(theme: &str) -> BTreeSet<String> {
    let look = Look::from(Themes::core().get(theme));
    let mut typesetter = Typesetter::new(book());
    let mut found = BTreeSet::new();
    for backdrop in backdrops() {
        let mut slides = examples();
        for slide in &mut slides {
            for (key, value) in backdrop.as_object().into_iter().flatten() {
                slide["content"][key] = value.clone();
            }
        }
        let output = lay_out_in(&look, &deck("en-GB", &slides), &mut typesetter);
        for (page, slide) in output.document.pages.iter().zip(&slides) {
            let (palette, faces) = (&look.palette, &*output.document.faces);
            let mut reader = Reader { palette, faces, below: Vec::new(), faults: BTreeSet::new() };
            reader.page(page);
            let key = slide["type"].as_str().unwrap_or_default();
            found.extend(reader.faults.into_iter().map(|fault| format!("{key} on {backdrop}: {fault}")));
        }
    }
    found
}

fn check(theme: &str) {
    let found = hard_to_read(theme);
    let listed: Vec<String> = found.into_iter().collect();
    assert!(listed.is_empty(), "{} in {theme}:\n{}", listed.len(), listed.join("\n"));
}

macro_rules! themes {
    ($($name:ident $theme:literal)*) => {
        $(#[test] fn $name() { check($theme); })*
    };
}

themes! {
    all_text_reads_in_tideline "default"
    all_text_reads_in_ledger "ledger"
    all_text_reads_in_atelier "atelier"
    all_text_reads_in_observatory "observatory"
    all_text_reads_in_signal "signal"
    all_text_reads_in_confetti "confetti"
    all_text_reads_in_blueprint "blueprint"
    all_text_reads_in_clarity "clarity"
}

/// Something painted that later nodes may be in front of.
enum Paint<'p> {
    /// The shape with line segments that approximate its path.
    Shape(Rect, &'p Shape, Vec<(Point, Point)>),
    Picture(Rect, &'p Picture),
    Flat(Rect, Color),
}

/// Visits the nodes of a page in painting order.
struct Reader<'p> {
    palette: &'p Palette,
    faces: &'p [FontFace],
    below: Vec<Paint<'p>>,
    faults: BTreeSet<String>,
}

impl<'p> Reader<'p> {
    fn page(&mut self, page: &'p Page) {
        page.painted().for_each(|node| self.node(node));
    }

    fn node(&mut self, node: &'p Node) {
        match &node.kind {
            NodeKind::Group(group) => group.nodes.iter().for_each(|node| self.node(node)),
            NodeKind::Turned(turned) => turned.nodes.iter().for_each(|node| self.node(node)),
            NodeKind::Text(text) => self.text(text, node.frame, node),
            NodeKind::Code(code) => self.text(&code.text, node.frame, node),
            NodeKind::Shape(shape) => self.below.push(Paint::Shape(node.frame, shape, pieces(shape, node.frame))),
            NodeKind::Picture(picture) => self.below.push(Paint::Picture(node.frame, picture)),
            NodeKind::Table(table) => {
                let cells = || table.rows.iter().flat_map(|row| &row.cells);
                for cell in cells() {
                    let place = cell.frame.moved(node.frame.x, node.frame.y);
                    self.below.extend(cell.fill.map(|fill| Paint::Flat(place, fill)));
                }
                for cell in cells() {
                    self.text(&cell.text, cell.text_frame.moved(node.frame.x, node.frame.y), node);
                }
            }
            NodeKind::Connector(connector) => connector.nodes.iter().for_each(|node| self.node(node)),
            NodeKind::Chart(chart) => chart.nodes.iter().for_each(|node| self.node(node)),
            NodeKind::Widget(widget) => widget.static_nodes.iter().for_each(|node| self.node(node)),
            NodeKind::Link(_) => {}
        }
    }

    fn text(&mut self, text: &'p Text, corner: Rect, node: &Node) {
        if node.role == NodeRole::Decoration {
            // Decoration without meaning may be faint.
            return;
        }
        for line in &text.lines {
            for mark in &line.marks {
                match mark {
                    // A thin mark, such as the bar of a fraction, is beside the letters and not behind them.
                    LineMark::Shape(place, _) if place.height < line.height / 10.0 => {}
                    LineMark::Shape(place, shape) => {
                        let place = place.moved(corner.x, corner.y);
                        self.below.push(Paint::Shape(place, shape, pieces(shape, place)));
                    }
                    LineMark::Glyphs(_) => {}
                }
            }
            self.line(text, line, corner, node);
        }
    }

    fn line(&mut self, text: &Text, line: &'p Line, corner: Rect, node: &Node) {
        let words = &text.paragraphs[line.paragraph].text[line.range.clone()];
        // Digits do not reach below the baseline.
        let depth = if words.chars().all(|sign| sign.is_ascii_digit()) { 0.02 } else { 0.2 };
        let glyphs = line.marks.iter().filter_map(|mark| match mark {
            LineMark::Glyphs(run) => Some(run),
            LineMark::Shape(..) => None,
        });
        for run in line.runs.iter().chain(glyphs) {
            let width = run.advance();
            if width < Px(1.0) {
                continue;
            }
            // The part of a line that letters cover.
            let top = line.baseline - run.size * 0.75;
            let place = Rect { x: run.x, y: top, width, height: run.size * (0.75 + depth) }.moved(corner.x, corner.y);
            let words = self.palette.rgb(run.color);
            let is_large = run.size >= LARGE && self.faces[run.font.0 as usize].weight >= 600;
            let least = if is_large { MIN_OF_LARGE } else { MIN_RATIOS };
            let (areas, lines) = self.colors(place);
            let areas = areas.into_iter().map(|below| (below, least));
            for (below, least) in areas.chain(lines.into_iter().map(|below| (below, MIN_OF_LARGE))) {
                let below = below.rgb();
                let ratio = words.over(below, run.color.alpha).contrast(below);
                if ratio < least {
                    let field = node.origin.as_ref().map_or("", |origin| origin.field.as_str());
                    self.faults.insert(format!("{:?} `{field}` {} on {below}: {ratio:.1}", node.role, run.color));
                }
            }
        }
    }

    /// Every colour that may be visible in an area, and those of lines across it. A shape that covers the area only in
    /// part adds its colour to those below.
    fn colors(&self, place: Rect) -> (BTreeSet<Seen>, BTreeSet<Seen>) {
        let mut seen: BTreeSet<Seen> = BTreeSet::from([Seen::from(Rgb::WHITE)]);
        // Crossings of thin lines are too small to matter, so strokes are not mixed with each other.
        let mut lined: BTreeSet<Seen> = BTreeSet::new();
        for paint in &self.below {
            let (cover, layers) = match paint {
                Paint::Flat(frame, color) => (cover_of(*frame, place), vec![*color]),
                Paint::Picture(frame, picture) => (cover_of(*frame, place), lights(picture, *frame, place)),
                Paint::Shape(frame, shape, pieces) => {
                    let layers = shape.fill.as_ref().map_or(Vec::new(), |fill| fills(fill, *frame, place));
                    (shape_cover(shape, pieces, *frame, place), layers)
                }
            };
            for colors in [&mut seen, &mut lined] {
                if cover == Cover::None || layers.is_empty() {
                    continue;
                }
                let painted: BTreeSet<Seen> =
                    layers.iter().flat_map(|layer| colors.iter().map(|below| self.over(*layer, *below))).collect();
                if cover == Cover::Whole {
                    *colors = painted;
                } else {
                    colors.extend(painted);
                }
            }
            if let Paint::Shape(frame, shape, pieces) = paint
                && let Some(stroke) = &shape.stroke
                && is_crossed(shape, pieces, *frame, stroke.width, place)
            {
                lined.extend(seen.iter().map(|below| self.over(stroke.color, *below)));
            }
        }
        (seen, lined)
    }

    fn over(&self, color: Color, below: Seen) -> Seen {
        Seen::from(self.palette.rgb(color).over(below.rgb(), color.alpha))
    }
}

/// A colour as a sortable key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Seen(u8, u8, u8);

impl From<Rgb> for Seen {
    fn from(rgb: Rgb) -> Seen {
        Seen(rgb.red, rgb.green, rgb.blue)
    }
}

impl Seen {
    fn rgb(self) -> Rgb {
        Rgb { red: self.0, green: self.1, blue: self.2 }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cover {
    None,
    Part,
    Whole,
}

fn cover_of(frame: Rect, place: Rect) -> Cover {
    match () {
        () if frame.inset(Px(-1.0)).contains(&place) => Cover::Whole,
        () if frame.overlaps(&place) => Cover::Part,
        () => Cover::None,
    }
}

/// Sample points in an area.
fn points(place: Rect) -> impl Iterator<Item = Point> {
    let at = [0.02, 0.25, 0.5, 0.75, 0.98];
    at.into_iter().flat_map(move |down| {
        at.into_iter().map(move |across| Point { x: place.x + place.width * across, y: place.y + place.height * down })
    })
}

fn shape_cover(shape: &Shape, pieces: &[(Point, Point)], frame: Rect, place: Rect) -> Cover {
    let by_box = cover_of(frame, place);
    if by_box == Cover::None {
        return Cover::None;
    }
    // Only segments at the height of the area can enclose its points.
    let is_level =
        |piece: &&(Point, Point)| piece.0.y.max(piece.1.y) >= place.y && piece.0.y.min(piece.1.y) <= place.bottom();
    let near: Vec<(Point, Point)> = pieces.iter().filter(is_level).copied().collect();
    let is_inside = |point: Point| match &shape.form {
        ShapeForm::Rect { .. } => true,
        ShapeForm::Ellipse => {
            let middle = frame.center();
            let across = (point.x - middle.x) / (frame.width / 2.0);
            let down = (point.y - middle.y) / (frame.height / 2.0);
            across * across + down * down <= 1.0
        }
        ShapeForm::Path(_) => is_in_path(&near, point),
    };
    if matches!(shape.form, ShapeForm::Rect { .. }) {
        return by_box;
    }
    let inside = points(place).filter(|point| is_inside(*point)).count();
    match inside {
        25 => Cover::Whole,
        0 if frame.width > place.width || frame.height > place.height => Cover::None,
        _ => Cover::Part,
    }
}

/// Line segments that approximate a path; none for other shapes.
fn pieces(shape: &Shape, frame: Rect) -> Vec<(Point, Point)> {
    let ShapeForm::Path(path) = &shape.form else {
        return Vec::new();
    };
    let placed = |point: &Point| Point { x: frame.x + point.x, y: frame.y + point.y };
    let mut pieces = Vec::new();
    let (mut start, mut pen) = (Point::default(), Point::default());
    for segment in &path.segments {
        match segment {
            PathSegment::Move(to) => {
                start = placed(to);
                pen = start;
            }
            PathSegment::Line(to) => {
                pieces.push((pen, placed(to)));
                pen = placed(to);
            }
            PathSegment::Curve(one, two, to) => {
                let (one, two, to) = (placed(one), placed(two), placed(to));
                let from = pen;
                for step in 1_u8..=6 {
                    let share = f32::from(step) / 6.0;
                    let rest = 1.0 - share;
                    let mix = |a: Px, b: Px, c: Px, d: Px| {
                        a * rest.powi(3)
                            + b * (3.0 * rest * rest * share)
                            + c * (3.0 * rest * share * share)
                            + d * share.powi(3)
                    };
                    let next = Point { x: mix(from.x, one.x, two.x, to.x), y: mix(from.y, one.y, two.y, to.y) };
                    pieces.push((pen, next));
                    pen = next;
                }
            }
            PathSegment::Close => {
                pieces.push((pen, start));
                pen = start;
            }
        }
    }
    pieces
}

fn is_in_path(pieces: &[(Point, Point)], point: Point) -> bool {
    let crossed = pieces.iter().filter(|(from, to)| {
        (from.y > point.y) != (to.y > point.y)
            && point.x < from.x + (to.x - from.x) * ((point.y - from.y) / (to.y - from.y))
    });
    crossed.count() % 2 == 1
}

/// Whether the stroke of a shape crosses an area.
fn is_crossed(shape: &Shape, pieces: &[(Point, Point)], frame: Rect, width: Px, place: Rect) -> bool {
    let near = place.inset(-width / 2.0);
    match &shape.form {
        ShapeForm::Rect { .. } => {
            frame.inset(-width / 2.0).overlaps(&place) && !frame.inset(width / 2.0).contains(&place)
        }
        ShapeForm::Ellipse => {
            let middle = frame.center();
            let far = |point: Point| {
                ((point.x - middle.x) / (frame.width / 2.0)).powi(2)
                    + ((point.y - middle.y) / (frame.height / 2.0)).powi(2)
            };
            let inside = points(near).filter(|point| far(*point) <= 1.0).count();
            (1..25).contains(&inside)
        }
        ShapeForm::Path(_) => pieces.iter().any(|(from, to)| {
            // The samples are at most a few pixels apart, even on the longest line of a page.
            (0_u16..=512).any(|step| {
                let share = f32::from(step) / 512.0;
                let point = Point { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
                near.contains(&Rect { x: point.x, y: point.y, width: Px::ZERO, height: Px::ZERO })
            })
        }),
    }
}

/// The colours of a fill in an area.
fn fills(fill: &Fill, frame: Rect, place: Rect) -> Vec<Color> {
    match fill {
        Fill::Solid(color) => vec![*color],
        Fill::Hatched { marks, ground, .. } => vec![*marks, *ground],
        Fill::Gradient(gradient) => {
            let colors = points(place).map(|point| gradient_at(gradient, point, frame));
            let mut distinct: Vec<Color> = Vec::new();
            for color in colors {
                if !distinct.contains(&color) {
                    distinct.push(color);
                }
            }
            distinct
        }
    }
}

fn gradient_at(gradient: &Gradient, point: Point, frame: Rect) -> Color {
    let (x, y) = (point.x - frame.x, point.y - frame.y);
    let (share, stops) = match gradient {
        Gradient::Linear { from, to, stops } => {
            let (across, down) = ((to.x - from.x).0, (to.y - from.y).0);
            let along = ((x - from.x).0 * across + (y - from.y).0 * down) / (across * across + down * down);
            (along, stops)
        }
        Gradient::Radial { center, radius_x, radius_y, stops } => {
            (((x - center.x) / *radius_x).hypot((y - center.y) / *radius_y), stops)
        }
    };
    between(stops, share.clamp(0.0, 1.0))
}

/// The interpolated colour and opacity of gradient stops at a position.
fn between(stops: &[GradientStop], share: f32) -> Color {
    let after = stops.iter().position(|stop| stop.at >= share).unwrap_or(stops.len() - 1);
    let (one, other) = (stops[after.saturating_sub(1)], stops[after]);
    let span = other.at - one.at;
    let part = if span > 0.0 { (share - one.at) / span } else { 1.0 };
    let alpha = one.color.alpha + (other.color.alpha - one.color.alpha) * part;
    match (one.color.source, other.color.source) {
        (scene::ColorSource::Value(from), scene::ColorSource::Value(to)) => Color::from(to.over(from, part)).at(alpha),
        _ => other.color.at(alpha),
    }
}

/// The brightness of a picture in an area.
fn lights(picture: &Picture, frame: Rect, place: Rect) -> Vec<Color> {
    let Some(PictureFacts { light, .. }) = pictures().0.get(&picture.source.0) else {
        return vec![Rgb::hex(0x80_80_80).into()];
    };
    let crop = picture.crop;
    let mut lights = BTreeSet::new();
    for (row, lights_of_row) in (0_u8..).zip(light) {
        for (column, light) in (0_u8..).zip(lights_of_row) {
            let shown = |at: u8, of: f32, from: f32, to: f32| (f32::from(at) / of - from) / (to - from);
            let (left, right) =
                (shown(column, 16.0, crop.left, crop.right), shown(column + 1, 16.0, crop.left, crop.right));
            let (top, bottom) = (shown(row, 9.0, crop.top, crop.bottom), shown(row + 1, 9.0, crop.top, crop.bottom));
            let cell = Rect {
                x: frame.x + frame.width * left,
                y: frame.y + frame.height * top,
                width: frame.width * (right - left),
                height: frame.height * (bottom - top),
            };
            if cell.overlaps(&place) {
                lights.insert(*light);
            }
        }
    }
    lights.into_iter().map(|light| Rgb { red: light, green: light, blue: light }.into()).collect()
}
