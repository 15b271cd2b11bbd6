//! Drawn forms: rectangles, ellipses and paths with their fill, stroke and shadow.

use crate::{Color, Hatch, Point, Px};

/// A drawn form.
#[derive(Debug, Clone, PartialEq)]
pub struct Shape {
    /// Its form.
    pub form: ShapeForm,
    /// What fills it.
    pub fill: Option<Fill>,
    /// What lines it.
    pub stroke: Option<Stroke>,
    /// What it throws.
    pub shadow: Option<Shadow>,
}

/// The form of a shape.
#[derive(Debug, Clone, PartialEq)]
pub enum ShapeForm {
    /// The frame, its corners rounded.
    Rect {
        /// 0 for square corners.
        radius: Px,
    },
    /// The ellipse that fills the frame.
    Ellipse,
    /// A path, placed from the upper left corner of the frame.
    Path(Path),
}

/// A path of lines and curves.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Path {
    /// Its segments.
    pub segments: Vec<Segment>,
    /// Whether crossing areas are holes (the even-odd rule).
    pub even_odd: bool,
}

/// A step of a path.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Segment {
    /// Start anew here.
    Move(Point),
    /// A straight line.
    Line(Point),
    /// A cubic curve by its two handles and its end.
    Curve(Point, Point, Point),
    /// Back to the last start.
    Close,
}

/// What fills a shape.
#[derive(Debug, Clone, PartialEq)]
pub enum Fill {
    /// One colour.
    Solid(Color),
    /// Several, one after another.
    Gradient(Gradient),
    /// One with marks on it, for those who tell colours apart badly.
    Hatched {
        /// The marks.
        hatch: Hatch,
        /// Their colour.
        marks: Color,
        /// What they stand on.
        ground: Color,
    },
}

/// Colours that run into one another, placed from the upper left corner of the frame.
#[derive(Debug, Clone, PartialEq)]
pub enum Gradient {
    /// Along a line.
    Linear {
        /// Where the first colour is.
        from: Point,
        /// Where the last colour is.
        to: Point,
        /// The colours.
        stops: Vec<Stop>,
    },
    /// Around a point.
    Radial {
        /// Where the first colour is.
        center: Point,
        /// Where the last colour is reached, across.
        radius_x: Px,
        /// Where the last colour is reached, down.
        radius_y: Px,
        /// The colours.
        stops: Vec<Stop>,
    },
}

/// A colour of a gradient.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stop {
    /// 0 to 1, never falling along a gradient.
    pub at: f32,
    /// The colour there.
    pub color: Color,
}

/// What lines a shape.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stroke {
    /// The colour.
    pub color: Color,
    /// How wide, half of it inside the form.
    pub width: Px,
    /// Lengths of dash and gap; nothing for a whole line.
    pub dash: Option<(Px, Px)>,
    /// Whether its ends and corners are round.
    pub round: bool,
}

/// What a shape throws.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shadow {
    /// Its colour.
    pub color: Color,
    /// How far down.
    pub down: Px,
    /// How soft: the standard deviation of the blur.
    pub blur: Px,
}

impl Shape {
    /// The frame in one colour.
    pub fn filled(color: impl Into<Color>, radius: Px) -> Shape {
        Shape { form: ShapeForm::Rect { radius }, fill: Some(Fill::Solid(color.into())), stroke: None, shadow: None }
    }

    /// The ellipse of the frame in one colour.
    pub fn disc(color: impl Into<Color>) -> Shape {
        Shape { form: ShapeForm::Ellipse, fill: Some(Fill::Solid(color.into())), stroke: None, shadow: None }
    }

    /// The same shape with a line around it.
    #[must_use]
    pub fn lined(self, color: impl Into<Color>, width: Px) -> Shape {
        let stroke = Stroke { color: color.into(), width, dash: None, round: false };
        Shape { stroke: Some(stroke), ..self }
    }
}

impl Path {
    /// Starts anew.
    #[must_use]
    pub fn to(mut self, x: f32, y: f32) -> Path {
        self.segments.push(Segment::Move(Point { x: Px(x), y: Px(y) }));
        self
    }

    /// Adds a straight line.
    #[must_use]
    pub fn line(mut self, x: f32, y: f32) -> Path {
        self.segments.push(Segment::Line(Point { x: Px(x), y: Px(y) }));
        self
    }

    /// Adds a curve by its two handles and its end.
    #[must_use]
    pub fn curve(mut self, first: (f32, f32), second: (f32, f32), end: (f32, f32)) -> Path {
        let point = |(x, y): (f32, f32)| Point { x: Px(x), y: Px(y) };
        self.segments.push(Segment::Curve(point(first), point(second), point(end)));
        self
    }

    /// Goes back to the last start.
    #[must_use]
    pub fn close(mut self) -> Path {
        self.segments.push(Segment::Close);
        self
    }

    /// The same path, larger or smaller.
    #[must_use]
    pub fn scaled(mut self, scale: f32) -> Path {
        let scaled = |point: Point| Point { x: point.x * scale, y: point.y * scale };
        for segment in &mut self.segments {
            *segment = match *segment {
                Segment::Move(to) => Segment::Move(scaled(to)),
                Segment::Line(to) => Segment::Line(scaled(to)),
                Segment::Curve(first, second, end) => Segment::Curve(scaled(first), scaled(second), scaled(end)),
                Segment::Close => Segment::Close,
            };
        }
        self
    }
}
