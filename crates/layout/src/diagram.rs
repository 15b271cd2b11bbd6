//! What diagrams share: steps, tones, shapes that carry meaning (rather than decorate), paths and arrows.
//!
//! Paths are given in page coordinates for a left-to-right deck and mirrored here if needed.

use deck::voice::PlateForm;
use scene::{
    Color, Fill, Node, NodeKind, NodeRole, PaletteRole, Path, PathSegment, Point, Px, Rect, Rgb, Shape, ShapeForm,
    Stroke,
};

use crate::fit::Step;
use crate::pen::Pen;
use crate::sheet::Sheet;
use crate::surface::{Ground, MIN_MARK_CONTRAST, MIN_TEXT_CONTRAST, Surface};

/// A plate of one colour, with an optional border of a colour and a width.
pub(crate) fn plate(frame: Rect, fill: Color, line: Option<(Color, Px)>, radius: Px) -> Node {
    let mut shape = Shape::filled(fill, radius);
    if let Some((line, thickness)) = line {
        shape = shape.lined(line, thickness);
    }
    Node { role: NodeRole::Plate, ..Node::decoration(frame, NodeKind::Shape(shape)) }
}

/// A filled path.
pub(crate) fn filled(sheet: &Sheet<'_>, path: Path, color: Color) -> Node {
    drawn(sheet, path, Some(Fill::Solid(color)), None)
}

/// A stroked path with round ends.
pub(crate) fn lined(sheet: &Sheet<'_>, path: Path, color: Color, width: f32) -> Node {
    stroked(sheet, path, Stroke { color, width: Px(width), dash: None, round: true })
}

/// A stroked path.
pub(crate) fn stroked(sheet: &Sheet<'_>, path: Path, stroke: Stroke) -> Node {
    drawn(sheet, path, None, Some(stroke))
}

/// A path with any fill and stroke, mirrored in a right-to-left deck.
pub(crate) fn drawn(sheet: &Sheet<'_>, mut path: Path, fill: Option<Fill>, stroke: Option<Stroke>) -> Node {
    if sheet.direction.is_right_to_left() {
        change_points(&mut path, &mut |point| point.x = Px(1920.0) - point.x);
    }
    in_place(path, fill, stroke)
}

/// A path in page coordinates that is not mirrored.
pub(crate) fn in_place(mut path: Path, fill: Option<Fill>, stroke: Option<Stroke>) -> Node {
    let (mut upper_left, mut lower_right) =
        (Point { x: Px(f32::MAX), y: Px(f32::MAX) }, Point { x: Px(f32::MIN), y: Px(f32::MIN) });
    change_points(&mut path, &mut |point| {
        upper_left = Point { x: upper_left.x.min(point.x), y: upper_left.y.min(point.y) };
        lower_right = Point { x: lower_right.x.max(point.x), y: lower_right.y.max(point.y) };
    });
    change_points(&mut path, &mut |point| *point = Point { x: point.x - upper_left.x, y: point.y - upper_left.y });
    let frame = Rect {
        x: upper_left.x,
        y: upper_left.y,
        width: lower_right.x - upper_left.x,
        height: lower_right.y - upper_left.y,
    };
    Node::decoration(frame, NodeKind::Shape(Shape { form: ShapeForm::Path(path), fill, stroke, shadow: None }))
}

fn change_points(path: &mut Path, change: &mut dyn FnMut(&mut Point)) {
    for segment in &mut path.segments {
        match segment {
            PathSegment::Move(to) | PathSegment::Line(to) => change(to),
            PathSegment::Curve(first, second, to) => [first, second, to].into_iter().for_each(&mut *change),
            PathSegment::Close => {}
        }
    }
}

/// An ellipse by its centre and radii. Angles are clockwise from 12 o'clock.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ellipse {
    pub(crate) x: f32,
    pub(crate) y: f32,
    pub(crate) across: f32,
    pub(crate) down: f32,
}

impl Ellipse {
    /// A circle.
    pub(crate) fn circle(x: f32, y: f32, radius: f32) -> Ellipse {
        Ellipse { x, y, across: radius, down: radius }
    }

    /// The point at an angle.
    pub(crate) fn at(self, angle: f32) -> (f32, f32) {
        (self.x + self.across * angle.sin(), self.y - self.down * angle.cos())
    }

    /// Adds the arc between two angles to a path that ends at the first.
    pub(crate) fn arc(self, mut path: Path, from: f32, to: f32) -> Path {
        let parts = ((to - from).abs() / 0.6).ceil().max(1.0);
        let step = (to - from) / parts;
        let handle_length = 4.0 / 3.0 * (step / 4.0).tan();
        let mut angle = from;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most a dozen")]
        for _ in 0..parts as usize {
            let next = angle + step;
            let handle = |angle: f32, handle_length: f32| {
                let (x, y) = self.at(angle);
                (x + self.across * angle.cos() * handle_length, y + self.down * angle.sin() * handle_length)
            };
            path = path.curve(handle(angle, handle_length), handle(next, -handle_length), self.at(next));
            angle = next;
        }
        path
    }
}

/// An arrow head: a filled triangle with its tip at a point, pointing along a unit vector.
pub(crate) fn arrow_head(sheet: &Sheet<'_>, tip: (f32, f32), along: (f32, f32), size: f32, color: Color) -> Node {
    let back = (tip.0 - along.0 * size, tip.1 - along.1 * size);
    let side = (-along.1 * size * 0.6, along.0 * size * 0.6);
    let path = Path::default()
        .to(tip.0, tip.1)
        .line(back.0 + side.0, back.1 + side.1)
        .line(back.0 - side.0, back.1 - side.1)
        .close();
    filled(sheet, path, color)
}

/// Steps of titles and texts in diagrams, from large to small.
const STEPS: [Step; 13] = [
    Step::pair(80.0, 56.0),
    Step::pair(72.0, 56.0),
    Step::pair(64.0, 56.0),
    Step::pair(64.0, 48.0),
    Step::pair(56.0, 48.0),
    Step::pair(56.0, 44.0),
    Step::pair(52.0, 44.0),
    Step::pair(48.0, 44.0),
    Step::pair(48.0, 40.0),
    Step::pair(44.0, 40.0),
    Step::pair(44.0, 36.0),
    Step::pair(40.0, 36.0),
    Step::pair(36.0, 36.0),
];

/// The steps whose titles are at most `titles.0` and at least `titles.1` large. Their texts are reduced to at most
/// `text`.
pub(crate) fn diagram_steps(titles: (f32, f32), text: f32) -> Vec<Step> {
    let steps = STEPS.iter().filter(|step| step.title <= titles.0 && step.title >= titles.1);
    let mut steps: Vec<Step> = steps.map(|step| Step::pair(step.title, step.text.min(text))).collect();
    steps.dedup();
    steps
}

/// The pen for titles of entries: strong text, or the heading face in the voices that set entries in it.
pub(crate) fn entry_title_pen(sheet: &Sheet<'_>) -> Pen {
    let pen = match sheet.look.voice.plate.form {
        PlateForm::Filled => sheet.body().stressed(),
        _ => sheet.heading(),
    };
    pen.size(72.0).leading(1.1)
}

/// The pen for texts of entries.
pub(crate) fn entry_text_pen(sheet: &Sheet<'_>) -> Pen {
    sheet.body().size(56.0).leading(1.22)
}

/// The largest size from `most` down to `least`, in the steps used for figures, at which `fits` is true. Returns `None`
/// if there is none.
pub(crate) fn largest_figure(most: f32, least: f32, mut fits: impl FnMut(f32) -> bool) -> Option<f32> {
    let mut size = most;
    while size >= least {
        if fits(size) {
            return Some(size);
        }
        size -= if size > 160.0 { 16.0 } else { 8.0 };
    }
    None
}

/// The largest share of the mark colour in a tone that carries text.
const MAX_LIGHT: f32 = 0.3;

/// The page colour with a share (0 to 1) of the mark colour mixed in. Light tones stay light enough for the text of the
/// page.
pub(crate) fn tone(sheet: &Sheet<'_>, share: f32) -> Rgb {
    let palette = &sheet.look.palette;
    let mark = palette.rgb(sheet.surface.mark);
    let page = sheet.surface.ground.rgb(sheet.look);
    if share > MAX_LIGHT {
        return mark.over(page, share);
    }
    let text = palette.rgb(sheet.surface.text);
    let mut tones = (0_u8..12).map(|step| mark.over(page, share * (1.0 - f32::from(step) * 0.07)));
    let is_readable = |tone: &Rgb| text.contrast(*tone) >= sheet.look.voice.other.contrast;
    tones.find(is_readable).unwrap_or_else(|| mark.over(page, share))
}

/// `count` tones in equal steps from one share of the mark colour to another.
pub(crate) fn tones(sheet: &Sheet<'_>, count: usize, from: f32, to: f32) -> Vec<Rgb> {
    let last = number(count.saturating_sub(1).max(1));
    (0..count).map(|place| tone(sheet, from + (to - from) * number(place) / last)).collect()
}

/// The colour of the leading shape: that of emphasis on the usual pages, elsewhere the mark colour.
pub(crate) fn lead_color(sheet: &Sheet<'_>) -> Color {
    match sheet.surface.ground {
        Ground::Base | Ground::Tint | Ground::Surface => sheet.emphasis_color(),
        _ => sheet.surface.mark,
    }
}

/// The colour of the leading text on the page: that of emphasis where it is readable, then the accent, then text.
pub(crate) fn lead_ink(sheet: &Sheet<'_>, size: f32) -> Color {
    let least = least_contrast(sheet, size);
    let page = sheet.surface.ground.rgb(sheet.look);
    let is_readable = |color: &Color| sheet.look.palette.rgb(*color).contrast(page) >= least;
    [lead_color(sheet), sheet.surface.link].into_iter().find(is_readable).unwrap_or(sheet.surface.text)
}

/// The surface of texts on a shape of one colour. Its mark is the accent where that is readable as large text.
pub(crate) fn surface_on(sheet: &Sheet<'_>, color: Color, size: f32) -> Surface {
    let rgb = sheet.look.palette.rgb(color);
    let ground = if color == PaletteRole::Accent.into() {
        Ground::Accent
    } else if color == PaletteRole::Deep.into() {
        Ground::Deep
    } else {
        Ground::Custom(rgb)
    };
    let surface = ground.surface(sheet.look);
    // The text colour of the page is kept where it is readable on the shape.
    let page = sheet.surface;
    let is_text_readable = sheet.look.palette.rgb(page.text).contrast(rgb) >= sheet.look.voice.other.contrast;
    let surface = if is_text_readable { Surface { text: page.text, ..surface } } else { surface };
    let mark = sheet.surface.mark;
    let is_mark_readable = sheet.look.palette.rgb(mark).contrast(rgb) >= least_contrast(sheet, size);
    Surface { mark: if is_mark_readable { mark } else { surface.mark }, ..surface }
}

/// The minimum contrast of a text of a size in the heading face.
pub(crate) fn least_contrast(sheet: &Sheet<'_>, size: f32) -> f32 {
    let contrast = sheet.look.voice.other.contrast;
    let is_large = size >= 48.0 && sheet.heading().style.weight >= 600;
    match (is_large, contrast > MIN_TEXT_CONTRAST) {
        (true, false) => MIN_MARK_CONTRAST,
        (true, true) => MIN_TEXT_CONTRAST,
        (false, _) => contrast,
    }
}

/// The outline of shapes that carry meaning; `None` in voices whose plates have no outline.
pub(crate) fn shape_line(sheet: &Sheet<'_>) -> Option<Stroke> {
    let width = Px(sheet.look.voice.plate.stroke.max(2.0));
    let color = match sheet.look.voice.plate.form {
        PlateForm::Outlined => sheet.surface.text,
        PlateForm::Cut => sheet.surface.mark,
        PlateForm::Surface => tone(sheet, 0.45).into(),
        _ => return None,
    };
    Some(Stroke { color, width, dash: None, round: true })
}

/// Adds a shape that carries meaning, with the outline of the voice. The path is mirrored in right-to-left decks.
pub(crate) fn push_shape(sheet: &mut Sheet<'_>, path: Path, color: Color) {
    let node = drawn(sheet, path, Some(Fill::Solid(color)), shape_line(sheet));
    sheet.nodes.push(Node { role: NodeRole::Plate, ..node });
}

/// Adds a polygon that carries meaning, with the outline of the voice. Without points, adds nothing.
pub(crate) fn push_polygon(sheet: &mut Sheet<'_>, points: &[(f32, f32)], color: Color) {
    let Some((first, rest)) = points.split_first() else { return };
    let path = rest.iter().fold(Path::default().to(first.0, first.1), |path, point| path.line(point.0, point.1));
    push_shape(sheet, path.close(), color);
}

/// Adds a hairline between two points at one height, unless it is very short.
pub(crate) fn push_hairline(sheet: &mut Sheet<'_>, from: f32, to: f32, y: f32) {
    if to - from > 16.0 {
        let line = sheet.rect(from, y - 1.0, to - from, 2.0);
        sheet.nodes.push(Sheet::shape(line, sheet.surface.line, Px::ZERO));
    }
}

/// Sets the colours of all text nodes from an index on: `label` for labels, which titles of entries are,
/// and `text` for the others.
pub(crate) fn set_inks(sheet: &mut Sheet<'_>, start: usize, label: Color, text: Color) {
    for node in &mut sheet.nodes[start..] {
        if let NodeKind::Text(words) = &mut node.kind {
            words.set_color(if node.role == NodeRole::Label { label } else { text });
        }
    }
}

/// A count as a float.
#[expect(clippy::cast_precision_loss, reason = "a few entries of a list")]
pub(crate) fn number(count: usize) -> f32 {
    count as f32
}

/// Sets the build step of all nodes from an index on.
pub(crate) fn show_at(sheet: &mut Sheet<'_>, start: usize, step: usize) {
    for node in &mut sheet.nodes[start..] {
        node.step = Some(step);
    }
}

/// A rectangle with a radius for each corner: upper left, upper right, lower right, lower left.
pub(crate) fn rounded(frame: Rect, radii: [f32; 4]) -> Path {
    let (left, top, right, bottom) = (frame.x.0, frame.y.0, frame.right().0, frame.bottom().0);
    let [upper_left, upper_right, lower_right, lower_left] =
        radii.map(|radius| radius.min(frame.width.0 / 2.0).min(frame.height.0 / 2.0).max(0.0));
    // Distance of the control points of a quarter circle from its corner.
    let near = |radius: f32| radius * 0.447_715;
    Path::default()
        .to(left + upper_left, top)
        .line(right - upper_right, top)
        .curve((right - near(upper_right), top), (right, top + near(upper_right)), (right, top + upper_right))
        .line(right, bottom - lower_right)
        .curve((right, bottom - near(lower_right)), (right - near(lower_right), bottom), (right - lower_right, bottom))
        .line(left + lower_left, bottom)
        .curve((left + near(lower_left), bottom), (left, bottom - near(lower_left)), (left, bottom - lower_left))
        .line(left, top + upper_left)
        .curve((left, top + near(upper_left)), (left + near(upper_left), top), (left + upper_left, top))
        .close()
}
