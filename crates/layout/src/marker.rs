//! Bullets and numerals as the voice of the theme draws them.

use std::f32::consts::PI;

use deck::voice::{Bullet, Numeral};
use scene::{
    Align, Color, Fill, Node, NodeKind, NodeRole, PaletteRole, Path, Px, Rect, Shape, ShapeForm, Stroke, VerticalAlign,
};

use crate::diagram::{Ellipse, in_place};
use crate::sheet::Sheet;
use crate::surface::{Ground, text_color_on};
use crate::text::{BlockOptions, TextBlock};

/// From this size on, numerals stand without a ground.
const BARE: f32 = 112.0;
/// Size of the digit on a ground.
const DIGIT: f32 = 0.52;

impl Sheet<'_> {
    /// Draws the marker of a point, centred on a position in page coordinates. `place` is the index of the point.
    pub(crate) fn draw_bullet(&mut self, (x, y): (f32, f32), size: f32, place: usize) {
        let color = self.surface.mark;
        let square = |side: f32| Rect::new(x - side / 2.0, y - side / 2.0, side, side);
        let (disc, large) = (size * 0.64, size);
        let node = match self.look.voice.marker.bullet {
            Bullet::Disc => disc_node(square(disc), color),
            Bullet::Dash => {
                Sheet::shape(Rect::new(x - size / 2.0, y - size * 0.06, size, size * 0.12), color, Px::ZERO)
            }
            Bullet::Half => {
                let half = Ellipse::circle(x, y, large / 2.0);
                let (from, to) = (half.at(0.0), PI);
                filled_here(half.arc(Path::default().to(from.0, from.1), 0.0, to).close(), color)
            }
            Bullet::Ring => ring_node(square(disc), color, size * 0.14),
            Bullet::Square => Sheet::shape(square(disc), color, Px::ZERO),
            Bullet::Box => Sheet::shape(square(large * 0.8), color, Px::ZERO),
            Bullet::Cross => {
                let arm = size * 0.36;
                let path = Path::default().to(x - arm, y).line(x + arm, y).to(x, y - arm).line(x, y + arm);
                stroked_here(path, color, size * 0.12)
            }
            Bullet::Shapes => self.turned_shape(square(large * 0.84), place),
        };
        self.nodes.push(Node { role: NodeRole::Decoration, ..node });
    }

    /// Draws the number of an entry in a square of a side, centred in a box. From 112 pixels on it stands bare.
    pub(crate) fn draw_numeral(&mut self, frame: Rect, side: f32, number: usize) {
        let voice = self.look.voice.marker.numeral;
        let bare = side >= BARE || matches!(voice, Numeral::Roman | Numeral::Serif | Numeral::Giant);
        let words = match voice {
            Numeral::Roman => roman(number),
            Numeral::Mono => format!("{number:02}"),
            _ => number.to_string(),
        };
        let center = frame.center();
        let ground =
            Rect { x: center.x - Px(side / 2.0), y: center.y - Px(side / 2.0), width: Px(side), height: Px(side) };
        let accent = self.surface.mark;
        let on_mark = self.surface.color_on_mark(&self.look.palette);
        let mut color = self.readable(accent, 3.0);
        if !bare {
            let node = match voice {
                Numeral::Ring => ring_node(ground.inset(Px(side * 0.03)), accent, side * 0.06),
                Numeral::Block => {
                    let deep = Ground::Deep.surface(self.look);
                    color = deep.mark;
                    Sheet::shape(ground, PaletteRole::Deep.into(), Px::ZERO)
                }
                Numeral::Mono => {
                    let shape = Shape::filled(self.surface.plate, Px::ZERO).lined(accent, Px(3.0));
                    Node::decoration(ground, NodeKind::Shape(shape))
                }
                Numeral::Shape => {
                    let shape = self.turned_shape(ground, number - 1);
                    color = self.shape_ink(number - 1);
                    shape
                }
                _ => {
                    color = on_mark;
                    disc_node(ground, accent)
                }
            };
            self.nodes.push(node);
        }
        let size = if bare { side } else { side * DIGIT };
        let pen = if voice == Numeral::Mono && !bare { self.mono() } else { self.heading() };
        let pen = pen.size(size).leading(1.0).color(color).align(Align::Center);
        let mut block = TextBlock::new(self.typesetter, vec![pen.plain(&words)]);
        let wide = block.natural_width(self.typesetter, 1.0) + Px(2.0);
        let scale = (frame.width.0.max(side) / wide.0).min(1.0);
        let options = BlockOptions { width: frame.width.max(Px(side)), scale, gap: 1.0 };
        let mut text = block.text(self.typesetter, options, Px(f32::MAX), 1);
        text.anchor = VerticalAlign::Middle;
        let height = text.height();
        let x = center.x - options.width / 2.0;
        let words = Rect { x, y: center.y - height / 2.0, width: options.width, height };
        self.push_text(words, text, NodeRole::Label, None);
    }

    /// Disc, square and triangle by turns, in the brand colours.
    fn turned_shape(&self, frame: Rect, place: usize) -> Node {
        let color = self.brand_color(place);
        match place % 3 {
            0 => disc_node(frame, color),
            1 => Sheet::shape(frame, color, frame.width * 0.12),
            _ => {
                let (left, top, right, bottom) = (frame.x.0, frame.y.0, frame.right().0, frame.bottom().0);
                let path = Path::default().to(f32::midpoint(left, right), top).line(right, bottom).line(left, bottom);
                filled_here(path.close(), color)
            }
        }
    }

    /// The brand colour of an entry, by turns.
    pub(crate) fn brand_color(&self, place: usize) -> Color {
        match self.look.brand.as_slice() {
            [] => self.surface.mark,
            colors => colors[place % colors.len()].into(),
        }
    }

    /// The text colour on the brand colour of an entry.
    pub(crate) fn shape_ink(&self, place: usize) -> Color {
        text_color_on(&self.look.palette, self.look.palette.rgb(self.brand_color(place)))
    }
}

fn disc_node(frame: Rect, color: Color) -> Node {
    Node::decoration(frame, NodeKind::Shape(Shape::disc(color)))
}

fn ring_node(frame: Rect, color: Color, width: f32) -> Node {
    let stroke = Stroke { color, width: Px(width), dash: None, round: false };
    let shape = Shape { form: ShapeForm::Ellipse, fill: None, stroke: Some(stroke), shadow: None };
    Node::decoration(frame, NodeKind::Shape(shape))
}

fn filled_here(path: Path, color: Color) -> Node {
    in_place(path, Some(Fill::Solid(color)), None)
}

fn stroked_here(path: Path, color: Color, width: f32) -> Node {
    in_place(path, None, Some(Stroke { color, width: Px(width), dash: None, round: false }))
}

/// A number up to 3999 as Roman letters.
pub(crate) fn roman(number: usize) -> String {
    const LETTERS: [(usize, &str); 13] = [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    if number > 3999 {
        return number.to_string();
    }
    let mut left = number;
    let mut letters = String::new();
    for (value, letter) in LETTERS {
        while left >= value {
            letters.push_str(letter);
            left -= value;
        }
    }
    letters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_in_roman_letters() {
        let written: Vec<String> = [1, 4, 9, 14, 40, 1994, 4000].map(roman).to_vec();
        assert_eq!(written, ["I", "IV", "IX", "XIV", "XL", "MCMXCIV", "4000"]);
    }
}
