//! Bullets and numerals, drawn as the voice of the theme defines.

use std::f32::consts::{FRAC_PI_2, FRAC_PI_3};

use deck::voice::{Bullet, Numeral};
use scene::{
    Align, Color, Fill, Node, NodeKind, NodeRole, PaletteRole, Path, Px, Rect, Shape, ShapeForm, Stroke, VerticalAlign,
};

use crate::diagram::{Ellipse, in_place};
use crate::sheet::Sheet;
use crate::surface::{Ground, text_color_on};
use crate::text::{BlockOptions, TextBlock};

/// From this size on, in pixels, numerals are drawn without a ground.
const BARE: f32 = 112.0;
/// Font size of the digit on a ground, as a share of the ground's side.
const DIGIT: f32 = 0.52;

impl Sheet<'_> {
    /// Draws the marker of a point, centred on a position in page coordinates. `place` is the index of the point.
    pub(crate) fn draw_bullet(&mut self, (x, y): (f32, f32), size: f32, place: usize) {
        let color = match self.look.voice.marker.bullet {
            Bullet::Dash => self.second_accent(),
            Bullet::Box => self.surface.text,
            _ => self.surface.mark,
        };
        let square = |side: f32| Rect::new(x - side / 2.0, y - side / 2.0, side, side);
        let disc = size * 0.64;
        let node = match self.look.voice.marker.bullet {
            Bullet::Disc => disc_node(square(disc), color),
            Bullet::Dash => {
                Sheet::shape(Rect::new(x - size / 2.0, y - size * 0.06, size, size * 0.12), color, Px::ZERO)
            }
            Bullet::Half => {
                let half = Ellipse::circle(x, y + size / 4.0, size / 2.0);
                let from = half.at(-FRAC_PI_2);
                filled_in_place(half.arc(Path::default().to(from.0, from.1), -FRAC_PI_2, FRAC_PI_2).close(), color)
            }
            Bullet::Ring => ring_node(square(disc), color, size * 0.14),
            Bullet::Square => Sheet::shape(square(disc), color, Px::ZERO),
            Bullet::Box => Sheet::shape(square(size * 0.8), color, Px::ZERO),
            Bullet::Cross => {
                let arm = size * 0.36;
                let path = Path::default().to(x - arm, y).line(x + arm, y).to(x, y - arm).line(x, y + arm);
                stroked_in_place(path, color, size * 0.12)
            }
            Bullet::Shapes => self.bullet_shape(square(size * 0.84), place),
        };
        self.nodes.push(Node { role: NodeRole::Decoration, ..node });
    }

    /// Draws the number of an entry in a square with this side, centred in a box. From 112 pixels on it has no ground.
    pub(crate) fn draw_numeral(&mut self, frame: Rect, side: f32, number: usize) {
        self.draw_aligned_numeral(frame, side, number, (Align::Center, side >= BARE));
    }

    /// Draws the number of an entry with its ground at any size, at the start of a box or in its middle.
    pub(crate) fn draw_marked_numeral(&mut self, frame: Rect, side: f32, number: usize, align: Align) {
        self.draw_aligned_numeral(frame, side, number, (align, false));
    }

    /// Draws the number of an entry at the start of a box, in the middle of its height. From 112 pixels on it has no
    /// ground.
    pub(crate) fn draw_start_numeral(&mut self, frame: Rect, side: f32, number: usize) {
        self.draw_aligned_numeral(frame, side, number, (self.start_align(), side >= BARE));
    }

    /// The number of an entry as the voice writes it.
    fn numeral_words(&self, number: usize) -> String {
        match self.look.voice.marker.numeral {
            Numeral::Roman => roman(number),
            Numeral::Mono => format!("{number:02}"),
            _ => number.to_string(),
        }
    }

    /// The colour of a number without a ground: the accent, for Roman numbers the second one.
    pub(crate) fn numeral_ink(&self) -> Color {
        match self.look.voice.marker.numeral {
            Numeral::Roman => self.second_accent(),
            _ => self.readable(self.surface.mark, 3.0),
        }
    }

    /// The largest size, at most `max_size`, at which each number from 1 to `count` without a ground fits a width.
    pub(crate) fn bare_numeral_size(&mut self, count: usize, width: f32, max_size: f32) -> f32 {
        let mut widest: f32 = 1.0;
        for number in 1..=count {
            let words = self.numeral_words(number);
            let pen = self.heading().size(max_size).leading(1.0);
            let mut block = TextBlock::new(self.typesetter, vec![pen.plain(&words)]);
            widest = widest.max(block.natural_width(self.typesetter, 1.0).0 + 2.0);
        }
        max_size * (width / widest).min(1.0)
    }

    /// Draws the number of an entry without a ground, in the middle of the height of a box.
    pub(crate) fn draw_bare_numeral(&mut self, frame: Rect, size: f32, number: usize, color: Color, align: Align) {
        let pen = self.heading().size(size).leading(1.0).color(color).align(align);
        let words = self.numeral_words(number);
        let mut block = TextBlock::new(self.typesetter, vec![pen.plain(&words)]);
        let natural_width = block.natural_width(self.typesetter, 1.0) + Px(2.0);
        let scale = (frame.width.0 / natural_width.0).min(1.0);
        let options = BlockOptions { width: frame.width, scale, gap: 1.0 };
        let mut text = block.text(self.typesetter, options, Px(f32::MAX), 1);
        text.anchor = VerticalAlign::Middle;
        let height = text.height();
        let words = Rect { y: frame.center().y - height / 2.0, height, ..frame };
        self.push_text(words, text, NodeRole::Label, None);
    }

    /// Draws the number of an entry in a box, without a ground if `is_bare` or if the voice's numerals have none.
    fn draw_aligned_numeral(&mut self, frame: Rect, side: f32, number: usize, (align, is_bare): (Align, bool)) {
        let voice = self.look.voice.marker.numeral;
        let is_bare = is_bare || matches!(voice, Numeral::Roman | Numeral::Serif | Numeral::Giant);
        let words = self.numeral_words(number);
        let ground = ground_in(frame, side, align);
        let mut color = match voice {
            Numeral::Giant if number > 1 => self.surface.text,
            Numeral::Ring if !is_bare => self.surface.text,
            _ => self.numeral_ink(),
        };
        if !is_bare {
            color = self.push_marker_ground(ground, number - 1).unwrap_or(color);
        }
        let is_mono = voice == Numeral::Mono && !is_bare;
        let size = match voice {
            _ if is_bare => side,
            Numeral::Mono => side * 0.44,
            Numeral::Shape if number % 4 == 3 => side * 0.44,
            _ => side * DIGIT,
        };
        let pen = if is_mono { self.mono() } else { self.heading() };
        let pen = pen.size(size).leading(1.0).color(color).align(align);
        let pen = if voice == Numeral::Giant && number < 10 { pen.spaced(-0.05) } else { pen };
        let pen = if is_bare { pen } else { pen.align(Align::Center) };
        let mut block = TextBlock::new(self.typesetter, vec![pen.plain(&words)]);
        let room = if is_bare { frame.width.max(Px(side)) } else { ground.width };
        let natural_width = block.natural_width(self.typesetter, 1.0) + Px(2.0);
        let scale = (room.0 / natural_width.0).min(1.0);
        let options = BlockOptions { width: room, scale, gap: 1.0 };
        let mut text = block.text(self.typesetter, options, Px(f32::MAX), 1);
        text.anchor = VerticalAlign::Middle;
        let height = text.height();
        // The quarter disc has its centre of gravity in its lower start corner.
        let shift = if voice == Numeral::Shape && !is_bare && number % 4 == 3 { side * 0.11 } else { 0.0 };
        let x = match align {
            _ if !is_bare => ground.x - Px(shift),
            Align::Right => frame.right() - room,
            Align::Center => frame.center().x - room / 2.0,
            Align::Left => frame.x,
        };
        let y = frame.center().y - height / 2.0 + Px(shift * 0.9);
        self.push_text(Rect { x, y, width: room, height }, text, NodeRole::Label, None);
    }

    /// Adds the shape behind the number or icon of an entry. Returns the colour of what is on the shape, if it is not
    /// the usual one.
    fn push_marker_ground(&mut self, ground: Rect, place: usize) -> Option<Color> {
        let side = ground.width.0;
        let accent = self.surface.mark;
        let on_mark = self.surface.color_on_mark(&self.look.palette);
        let radius = Px(self.look.voice.plate.radius * 0.75).min(ground.width / 4.0);
        let (node, color) = match self.look.voice.marker.numeral {
            Numeral::Ring => {
                let width = (side * 0.045).clamp(3.0, 6.0);
                (ring_node(ground.inset(Px(width / 2.0)), accent, width), None)
            }
            Numeral::Block if self.surface.ground == Ground::Deep => {
                (Sheet::shape(ground, self.surface.text, radius), Some(PaletteRole::Deep.into()))
            }
            Numeral::Block => {
                let deep = Ground::Deep.surface(self.look);
                (Sheet::shape(ground, PaletteRole::Deep.into(), radius), Some(deep.mark))
            }
            Numeral::Mono => {
                let frame = Rect { y: ground.y + ground.height * 0.11, height: ground.height * 0.78, ..ground };
                let stroke = Stroke { color: accent, width: Px(3.0), dash: None, round: false };
                let form = ShapeForm::Rect { radius: Px::ZERO };
                let shape = Shape { form, fill: None, stroke: Some(stroke), shadow: None };
                (Node::decoration(frame, NodeKind::Shape(shape)), None)
            }
            Numeral::Shape => {
                let (fill, ink) = self.shape_colors(place);
                (alternating_shape(ground, place, fill), Some(ink))
            }
            _ => (disc_node(ground, accent), Some(on_mark)),
        };
        self.nodes.push(node);
        color
    }

    /// Draws an icon on a tile in the style of the voice's numerals. `place` is the index of the entry.
    pub(crate) fn draw_icon_tile(&mut self, name: &str, tile: Rect, place: usize) {
        let (accent, voice) = (self.surface.mark, self.look.voice.marker.numeral);
        let radius = Px(self.look.voice.plate.radius).min(tile.width / 4.0);
        let mut share = 0.58;
        let color = match voice {
            Numeral::Disc | Numeral::Giant => {
                self.nodes.push(Sheet::shape(tile, accent, radius));
                self.surface.color_on_mark(&self.look.palette)
            }
            Numeral::Roman => {
                let stroke = Stroke { color: self.second_accent(), width: Px(3.0), dash: None, round: false };
                let form = ShapeForm::Rect { radius };
                let shape = Shape { form, fill: None, stroke: Some(stroke), shadow: None };
                self.nodes.push(Node::decoration(tile, NodeKind::Shape(shape)));
                accent
            }
            Numeral::Mono => {
                let shape = Shape::filled(self.surface.plate, Px::ZERO).lined(accent, Px(3.0));
                self.nodes.push(Node::decoration(tile, NodeKind::Shape(shape)));
                accent
            }
            Numeral::Serif | Numeral::Ring | Numeral::Shape | Numeral::Block => {
                share = if voice == Numeral::Block { 0.58 } else { 0.5 };
                self.push_marker_ground(tile, place).unwrap_or(accent)
            }
        };
        let side = tile.width * share;
        let center = tile.center();
        let mut frame = Rect { x: center.x - side / 2.0, y: center.y - side / 2.0, width: side, height: side };
        if voice == Numeral::Shape && place % 4 == 2 {
            frame = frame.moved(tile.width * -0.1, tile.width * 0.1);
        }
        let icon = self.icon(name, frame, color);
        self.nodes.extend(icon);
    }

    /// A disc, square or triangle in a brand colour; shape and colour alternate with the index `place`.
    fn bullet_shape(&self, frame: Rect, place: usize) -> Node {
        let (color, _) = self.shape_colors(place);
        match place % 3 {
            0 => disc_node(frame, color),
            1 => Sheet::shape(frame, color, frame.width * 0.22),
            _ => {
                let (left, top, right, bottom) = (frame.x.0, frame.y.0, frame.right().0, frame.bottom().0);
                let path = Path::default().to(f32::midpoint(left, right), top).line(right, bottom).line(left, bottom);
                filled_in_place(path.close(), color)
            }
        }
    }

    /// Fill and ink of a shape: a brand colour on the page, the text colour on a coloured plate.
    fn shape_colors(&self, place: usize) -> (Color, Color) {
        match self.surface.ground {
            Ground::Custom(plate) => (self.surface.text, plate.into()),
            _ => (self.brand_color(place), self.shape_ink(place)),
        }
    }

    /// The second accent where it can be seen, else the accent.
    pub(crate) fn second_accent(&self) -> Color {
        let is_light = matches!(self.surface.ground, Ground::Base | Ground::Tint | Ground::Surface);
        let color = if is_light { PaletteRole::Accent2.into() } else { self.surface.mark };
        self.readable(color, 3.0)
    }

    /// The brand colour of an entry; the colours alternate with the index `place`. The third one, the colour of
    /// emphasis, comes last.
    pub(crate) fn brand_color(&self, place: usize) -> Color {
        match self.look.brand.as_slice() {
            [] => self.surface.mark,
            colors => {
                let position = place % colors.len();
                let index = match position {
                    0 | 1 => position,
                    _ if position + 1 == colors.len() => 2,
                    _ => position + 1,
                };
                colors[index].into()
            }
        }
    }

    /// The text colour on the brand colour of an entry.
    pub(crate) fn shape_ink(&self, place: usize) -> Color {
        text_color_on(&self.look.palette, self.look.palette.rgb(self.brand_color(place)))
    }
}

/// A square with this side in a box, in the middle of its height.
fn ground_in(frame: Rect, side: f32, align: Align) -> Rect {
    let x = match align {
        Align::Right => frame.right() - Px(side),
        Align::Center => frame.center().x - Px(side / 2.0),
        Align::Left => frame.x,
    };
    Rect { x, y: frame.center().y - Px(side / 2.0), width: Px(side), height: Px(side) }
}

/// A disc, square, quarter disc or hexagon; they alternate with the index `place`.
fn alternating_shape(frame: Rect, place: usize, color: Color) -> Node {
    let (left, top, bottom, side) = (frame.x.0, frame.y.0, frame.bottom().0, frame.width.0);
    match place % 4 {
        0 => disc_node(frame, color),
        1 => Sheet::shape(frame, color, frame.width * 0.22),
        2 => {
            let quarter = Ellipse::circle(left, bottom, side);
            let path = Path::default().to(left, bottom).line(left, top);
            filled_in_place(quarter.arc(path, 0.0, FRAC_PI_2).close(), color)
        }
        _ => {
            let circle = Ellipse::circle(frame.center().x.0, frame.center().y.0, side * 0.53);
            let corner = |turn: f32| circle.at(FRAC_PI_2 + turn * FRAC_PI_3);
            let path = [1.0, 2.0, 3.0, 4.0, 5.0].into_iter().fold(
                Path::default().to(corner(0.0).0, corner(0.0).1),
                |path, turn| {
                    let (x, y) = corner(turn);
                    path.line(x, y)
                },
            );
            filled_in_place(path.close(), color)
        }
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

fn filled_in_place(path: Path, color: Color) -> Node {
    in_place(path, Some(Fill::Solid(color)), None)
}

fn stroked_in_place(path: Path, color: Color, width: f32) -> Node {
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
    let mut remaining = number;
    let mut letters = String::new();
    for (value, letter) in LETTERS {
        while remaining >= value {
            letters.push_str(letter);
            remaining -= value;
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
