//! Contrast of text with what is painted behind it.
//!
//! Paints the page at points behind each line: shapes and gradients in their colours, pictures in the brightness that
//! was measured when they were uploaded.

use scene::{
    Color, Fill, GlyphRun, Gradient, GradientStop, Palette, Path, PathSegment, Picture, Point, Px, Rect, Rgb, ShapeForm,
};

use super::field;
use super::pieces::{Content, Piece};
use crate::finding::FindingKind;
use crate::picture::Pictures;

/// The minimum contrast of text, and that of large text, with a tolerance for rounding.
const MIN_RATIOS: (f32, f32) = (4.4, 2.95);
/// Size in px from which regular text counts as large, and from which bold text does.
const LARGE: (f32, f32) = (36.0, 28.0);
/// The points across a run at which the page is painted.
const ACROSS: [f32; 9] = [0.04, 0.15, 0.27, 0.38, 0.5, 0.62, 0.73, 0.85, 0.96];
/// Their heights above the baseline, in ems.
const ABOVE: [f32; 2] = [0.55, 0.15];
/// The share of a line that may be hard to read without a finding: a letter or two at the edge of something.
const TOLERATED: f32 = 0.12;

/// The data for computing painted colours.
#[derive(Debug, Clone, Copy)]
pub(super) struct Paint<'a> {
    pub(super) palette: &'a Palette,
    pub(super) pictures: &'a Pictures,
}

/// Reports the line that is hardest to read on what is behind it.
pub(super) fn low_contrast(pieces: &[Piece<'_>], paint: Paint<'_>) -> Option<(String, FindingKind)> {
    let lines = pieces.iter().enumerate().filter(|(_, piece)| piece.is_text());
    let faint = lines.filter_map(|(index, piece)| Some((insufficient_ratio(pieces, index, paint)?, piece)));
    let (ratio, piece) = faint.min_by(|(one, _), (other, _)| one.total_cmp(other))?;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most 4.4")]
    let tenths = (ratio * 10.0).floor() as u16;
    Some((field(piece), FindingKind::LowContrast(tenths)))
}

/// The contrast ratio of a line if it is too low; `None` if the line can be read.
fn insufficient_ratio(pieces: &[Piece<'_>], index: usize, paint: Paint<'_>) -> Option<f32> {
    let piece = &pieces[index];
    let Content::Line(text, line) = piece.content else { return None };
    let paragraph = text.paragraphs.get(line.paragraph)?;
    let (mut count, mut low_ratios) = (0_u16, Vec::new());
    for run in line.runs.iter().filter(|run| run.color.alpha > 0.05 && !run.glyphs.is_empty()) {
        let weight = paragraph.runs.get(run.run).map_or(400, |run| run.style.weight);
        let is_large = run.size.0 >= if weight >= 600 { LARGE.1 } else { LARGE.0 };
        let min_ratio = if is_large { MIN_RATIOS.1 } else { MIN_RATIOS.0 };
        for point in points(piece, line.baseline - line.top, line.x, run) {
            let behind = behind(&pieces[..index], point, paint);
            let ink = paint.palette.rgb(run.color).over(behind, run.color.alpha);
            let ratio = ink.contrast(behind);
            count += 1;
            if ratio < min_ratio {
                low_ratios.push(ratio);
            }
        }
    }
    let share = f32::from(u16::try_from(low_ratios.len()).unwrap_or(u16::MAX)) / f32::from(count.max(1));
    low_ratios.into_iter().min_by(f32::total_cmp).filter(|_| share > TOLERATED)
}

/// The points of a run at which the page is painted.
fn points(piece: &Piece<'_>, baseline: Px, start: Px, run: &GlyphRun) -> Vec<Point> {
    let (left, width) = (piece.upright.x + run.x - start, run.advance());
    let at = |across: f32, above: f32| {
        let point = Point { x: left + width * across, y: piece.upright.y + baseline - run.size * above };
        piece.turned.map_or(point, |(degrees, about)| point.turned(degrees, about))
    };
    ACROSS.into_iter().flat_map(|across| ABOVE.map(|above| at(across, above))).collect()
}

/// The colour of some pieces at a point of the page.
fn behind(pieces: &[Piece<'_>], point: Point, paint: Paint<'_>) -> Rgb {
    pieces.iter().fold(Rgb::WHITE, |below, piece| match color_at(piece, point, paint) {
        Some((color, alpha)) => color.over(below, alpha),
        None => below,
    })
}

/// The colour and opacity of a piece at a point, if it is painted there.
fn color_at(piece: &Piece<'_>, point: Point, paint: Paint<'_>) -> Option<(Rgb, f32)> {
    if matches!(piece.content, Content::Line(..)) || piece.clip.is_some_and(|clip| !contains(clip, point)) {
        return None;
    }
    let point = piece.turned.map_or(point, |(degrees, about)| point.turned(-degrees, about));
    let frame = piece.upright;
    if !contains(frame, point) {
        return None;
    }
    let solid = |color: Color| (paint.palette.rgb(color), color.alpha);
    match piece.content {
        Content::Line(..) => None,
        Content::Fill(color) => Some(solid(color)),
        Content::Picture(picture) => Some((brightness(picture, frame, point, paint.pictures)?, 1.0)),
        Content::Shape(shape) => {
            let inside = Point { x: point.x - frame.x, y: point.y - frame.y };
            let is_inside = match &shape.form {
                ShapeForm::Rect { .. } => true,
                ShapeForm::Ellipse => {
                    let (x, y) = (inside.x / frame.width * 2.0 - 1.0, inside.y / frame.height * 2.0 - 1.0);
                    x * x + y * y <= 1.0
                }
                ShapeForm::Path(path) => is_in_path(path, inside),
            };
            match shape.fill.as_ref().filter(|_| is_inside)? {
                Fill::Solid(color) | Fill::Hatched { ground: color, .. } => Some(solid(*color)),
                Fill::Gradient(gradient) => gradient_at(gradient, inside, paint.palette),
            }
        }
    }
}

fn contains(frame: Rect, point: Point) -> bool {
    (frame.x..=frame.right()).contains(&point.x) && (frame.y..=frame.bottom()).contains(&point.y)
}

/// The brightness of a picture at a point of the page, as a grey.
fn brightness(picture: &Picture, frame: Rect, point: Point, pictures: &Pictures) -> Option<Rgb> {
    let facts = pictures.facts(&picture.source.0)?;
    let mut cells = facts.cells(frame, picture.crop);
    cells.find(|(cell, _)| contains(*cell, point)).map(|(_, light)| Rgb { red: light, green: light, blue: light })
}

/// The colour of a gradient at a point relative to the shape.
fn gradient_at(gradient: &Gradient, point: Point, palette: &Palette) -> Option<(Rgb, f32)> {
    let (at, stops) = match gradient {
        Gradient::Linear { from, to, stops } => {
            let (x, y) = ((to.x - from.x).0, (to.y - from.y).0);
            let along = (point.x - from.x).0 * x + (point.y - from.y).0 * y;
            (along / (x * x + y * y).max(f32::EPSILON), stops)
        }
        Gradient::Radial { center, radius_x, radius_y, stops } => {
            let (x, y) = ((point.x - center.x) / *radius_x, (point.y - center.y) / *radius_y);
            (x.hypot(y), stops)
        }
    };
    let color = |stop: &GradientStop| (palette.rgb(stop.color), stop.color.alpha);
    let next = stops.iter().position(|stop| stop.at >= at);
    match next {
        None => stops.last().map(color),
        Some(0) => stops.first().map(color),
        Some(next) => {
            let (start, end) = (&stops[next - 1], &stops[next]);
            let share = (at - start.at) / (end.at - start.at).max(f32::EPSILON);
            let (first, second) = (color(start), color(end));
            Some((second.0.over(first.0, share), first.1 + (second.1 - first.1) * share))
        }
    }
}

/// Whether a point is inside a path. Curves are taken as four straight lines.
fn is_in_path(path: &Path, point: Point) -> bool {
    let (mut winding, mut crossings) = (0_i32, 0_u32);
    let (mut start, mut current) = (Point::default(), Point::default());
    let mut edge = |from: Point, to: Point| {
        let is_down = from.y <= point.y && to.y > point.y;
        let is_up = to.y <= point.y && from.y > point.y;
        if !is_down && !is_up {
            return;
        }
        let x = from.x + (to.x - from.x) * ((point.y - from.y) / (to.y - from.y));
        if x > point.x {
            crossings += 1;
            winding += if is_down { 1 } else { -1 };
        }
    };
    for segment in &path.segments {
        match *segment {
            PathSegment::Move(to) => {
                edge(current, start);
                (start, current) = (to, to);
            }
            PathSegment::Line(to) => {
                edge(current, to);
                current = to;
            }
            PathSegment::Curve(first, second, to) => {
                let from = current;
                for share in [0.25, 0.5, 0.75, 1.0] {
                    let next = on_curve([from, first, second, to], share);
                    edge(current, next);
                    current = next;
                }
            }
            PathSegment::Close => {
                edge(current, start);
                current = start;
            }
        }
    }
    edge(current, start);
    if path.even_odd { crossings % 2 == 1 } else { winding != 0 }
}

/// A point of a cubic curve.
fn on_curve([from, first, second, to]: [Point; 4], share: f32) -> Point {
    let rest = 1.0 - share;
    let parts = [rest * rest * rest, 3.0 * rest * rest * share, 3.0 * rest * share * share, share * share * share];
    let mix = |of: fn(Point) -> f32| {
        Px(parts[0] * of(from) + parts[1] * of(first) + parts[2] * of(second) + parts[3] * of(to))
    };
    Point { x: mix(|point| point.x.0), y: mix(|point| point.y.0) }
}
