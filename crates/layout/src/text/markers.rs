//! List markers: bullets, numbers and checkboxes before the first line of an item.

use scene::{
    Direction, Fill, FontRole, LineMark, Marker, MarkerSign, Paragraph, Path, Px, Rect, RunStyle, Shape, ShapeForm,
    Stroke,
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
    let column = position.indent - marker.hang;
    match marker.sign {
        MarkerSign::Bullet => {
            let (diameter, shape) = bullet(paragraph.level, size, marker);
            let frame = Rect {
                x: column + size * 0.14,
                y: position.baseline - size * 0.25 - diameter / 2.0,
                width: diameter,
                height: diameter,
            };
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

/// Diameter and shape of a bullet by list level: a disc, a ring, a smaller disc.
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
