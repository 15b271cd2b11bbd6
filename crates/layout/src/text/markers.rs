//! What stands before an item of a list, drawn beside its first line.

use scene::{
    Direction, Fill, FontRole, Mark, Marker, Paragraph, Path, Px, Rect, RunStyle, Shape, ShapeForm, Sign, Stroke,
};

use super::lines::{scale_run, sign};
use super::shaper::Typesetter;

/// Where the first line of the item stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) baseline: Px,
    pub(super) indent: Px,
    pub(super) width: Px,
    pub(super) scale: f32,
}

/// The marks of a marker.
pub(super) fn marks(set: &mut Typesetter, paragraph: &Paragraph, marker: Marker, place: Place) -> Vec<Mark> {
    let Some(style) = paragraph.runs.first().map(|run| run.style) else {
        return Vec::new();
    };
    let size = style.size * place.scale;
    let mirrored = set.direction() == Direction::RightToLeft;
    // Placed as if text ran left to right, then turned round.
    let turned = |frame: Rect| {
        if mirrored { Rect { x: place.width - frame.right(), ..frame } } else { frame }
    };
    let column = place.indent - marker.hang;
    match marker.sign {
        Sign::Bullet => {
            let (diameter, shape) = bullet(paragraph.level, size, marker);
            let frame = Rect {
                x: column + size * 0.14,
                y: place.baseline - size * 0.25 - diameter / 2.0,
                width: diameter,
                height: diameter,
            };
            vec![Mark::Shape(turned(frame), shape)]
        }
        Sign::Number(number) => {
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
            let Some(mut glyphs) = sign(set, &format!("{number}."), Some(style), set.direction()) else {
                return Vec::new();
            };
            scale_run(&mut glyphs, place.scale, 0);
            let advance = glyphs.advance();
            // Numbers end where their points stand in one line.
            let right = (place.indent - size * 0.32).max(column + advance);
            let frame = Rect { x: right - advance, y: Px::ZERO, width: advance, height: Px::ZERO };
            glyphs.x = turned(frame).x;
            vec![Mark::Glyphs(glyphs)]
        }
        Sign::Task(done) => {
            let side = size * 0.62;
            let frame = Rect { x: column, y: place.baseline - size * 0.33 - side / 2.0, width: side, height: side };
            let stroke = Stroke { color: marker.color, width: size * 0.07, dash: None, round: true };
            let outline = |form: ShapeForm| Shape { form, fill: None, stroke: Some(stroke), shadow: None };
            let mut marks = vec![Mark::Shape(turned(frame), outline(ShapeForm::Rect { radius: size * 0.1 }))];
            if done {
                let side = side.0;
                let tick = Path::default()
                    .to(side * 0.24, side * 0.52)
                    .line(side * 0.43, side * 0.72)
                    .line(side * 0.78, side * 0.3);
                marks.push(Mark::Shape(turned(frame), outline(ShapeForm::Path(tick))));
            }
            marks
        }
    }
}

/// A disc, a ring, a smaller disc: by level.
fn bullet(level: u8, size: Px, marker: Marker) -> (Px, Shape) {
    match level {
        0 | 1 => (size * 0.27, Shape::disc(marker.color)),
        2 => {
            let mut ring = Shape::disc(marker.color).lined(marker.color, size * 0.06);
            ring.fill = None::<Fill>;
            (size * 0.23, ring)
        }
        _ => (size * 0.17, Shape::disc(marker.color)),
    }
}
