//! List markers: bullets, numbers and checkboxes before the first line of an item.

use scene::{
    BulletForm, Direction, Fill, FontRole, LineMark, Marker, MarkerSign, Paragraph, Path, Px, Rect, RunStyle, Shape,
    ShapeForm, Stroke,
};

use super::lines::{scale_run, symbol_glyphs};
use super::shaper::Typesetter;

/// The position of the item's first line.
#[derive(Debug, Clone, Copy)]
pub(super) struct MarkerPosition {
    pub(super) baseline: Px,
    pub(super) indent: Px,
    pub(super) width: Px,
    pub(super) scale: f32,
}

/// The marks that draw a list marker.
pub(super) fn marks(
    typesetter: &mut Typesetter,
    paragraph: &Paragraph,
    marker: Marker,
    position: MarkerPosition,
) -> Vec<LineMark> {
    let Some(style) = paragraph.runs.first().map(|run| run.style) else {
        return Vec::new();
    };
    let size = style.size * position.scale;
    let is_right_to_left = typesetter.direction() == Direction::RightToLeft;
    // Positions are computed for left-to-right text and mirrored if needed.
    let mirrored = |frame: Rect| {
        if is_right_to_left { Rect { x: position.width - frame.right(), ..frame } } else { frame }
    };
    let column = position.indent - marker.hang * position.scale;
    match marker.sign {
        MarkerSign::Bullet => {
            let (frame, shape) = bullet(paragraph.level, size.0, marker);
            let middle = position.baseline - size * 0.27;
            let frame = Rect { x: column + frame.x, y: middle + frame.y, ..frame };
            vec![LineMark::Shape(mirrored(frame), shape)]
        }
        MarkerSign::Number(number) => {
            let style = RunStyle {
                font: FontRole::Body,
                weight: style.weight.max(600),
                italic: false,
                color: marker.color,
                tabular: true,
                underline: false,
                strike: false,
                code: false,
                plate: None,
                ..style
            };
            let Some(mut glyphs) =
                symbol_glyphs(typesetter, &format!("{number}."), Some(style), typesetter.direction())
            else {
                return Vec::new();
            };
            scale_run(&mut glyphs, position.scale, 0);
            let advance = glyphs.advance();
            // Numbers are right-aligned so that their full stops line up.
            let right = (position.indent - size * 0.32).max(column + advance);
            let frame = Rect { x: right - advance, y: Px::ZERO, width: advance, height: Px::ZERO };
            glyphs.x = mirrored(frame).x;
            vec![LineMark::Glyphs(glyphs)]
        }
        MarkerSign::Task(done) => {
            let side = size * 0.62;
            let frame = Rect { x: column, y: position.baseline - size * 0.33 - side / 2.0, width: side, height: side };
            let stroke = Stroke { color: marker.color, width: size * 0.07, dash: None, round: true };
            let outline = |form: ShapeForm| Shape { form, fill: None, stroke: Some(stroke), shadow: None };
            let mut marks = vec![LineMark::Shape(mirrored(frame), outline(ShapeForm::Rect { radius: size * 0.1 }))];
            if done {
                let side = side.0;
                let tick = Path::default()
                    .to(side * 0.24, side * 0.52)
                    .line(side * 0.43, side * 0.72)
                    .line(side * 0.78, side * 0.3);
                marks.push(LineMark::Shape(mirrored(frame), outline(ShapeForm::Path(tick))));
            }
            marks
        }
    }
}

/// A bullet by list level: its frame, from the edge of the marker column and the middle of the line, and its shape.
/// Bullets of nested lists are smaller; a nested disc is a ring.
fn bullet(level: u8, size: f32, marker: Marker) -> (Rect, Shape) {
    let em = match level {
        0 | 1 => size,
        2 => size * 0.8,
        _ => size * 0.62,
    };
    let color = marker.color;
    let inset = (size - em) * 0.2;
    let square = |side: f32| Rect::new(inset, -side / 2.0, side, side);
    let path =
        |path: Path| Shape { form: ShapeForm::Path(path), fill: Some(Fill::Solid(color)), stroke: None, shadow: None };
    let ring = || {
        let mut ring = Shape::disc(color).lined(color, Px(em * 0.08));
        ring.fill = None;
        ring
    };
    match marker.form {
        BulletForm::Disc if level == 2 => (square(em * 0.32), ring()),
        BulletForm::Disc => (square(em * 0.32), Shape::disc(color)),
        BulletForm::Ring => (square(em * 0.4), ring()),
        BulletForm::Square => (square(em * 0.4), Shape::filled(color, Px::ZERO)),
        BulletForm::Box => (square(em * 0.5), Shape::filled(color, Px::ZERO)),
        BulletForm::Dash => (Rect::new(inset, -em * 0.045, em * 0.62, em * 0.09), Shape::filled(color, Px::ZERO)),
        BulletForm::HalfDisc => {
            let radius = em * 0.3;
            // Distance of the control points of a quarter circle from its ends.
            let handle = radius * 0.552;
            let arch = Path::default()
                .to(0.0, radius)
                .curve((0.0, radius - handle), (radius - handle, 0.0), (radius, 0.0))
                .curve((radius + handle, 0.0), (radius * 2.0, radius - handle), (radius * 2.0, radius))
                .close();
            (Rect::new(inset, -radius * 0.5, radius * 2.0, radius), path(arch))
        }
        BulletForm::Triangle => {
            let side = em * 0.52;
            let triangle = Path::default().to(side / 2.0, 0.0).line(side, side * 0.9).line(0.0, side * 0.9).close();
            (Rect::new(inset, -side * 0.5, side, side * 0.9), path(triangle))
        }
        BulletForm::Cross => {
            let arm = em * 0.25;
            let cross = Path::default().to(0.0, arm).line(arm * 2.0, arm).to(arm, 0.0).line(arm, arm * 2.0);
            let stroke = Stroke { color, width: Px(em * 0.085), dash: None, round: false };
            let form = ShapeForm::Path(cross);
            (square(arm * 2.0), Shape { form, fill: None, stroke: Some(stroke), shadow: None })
        }
    }
}
