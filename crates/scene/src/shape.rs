//! Shapes: rectangles, ellipses and paths with fill, stroke and shadow.

use crate::{Color, Hatch, Point, Px};

/// A shape.
#[derive(Debug, Clone, PartialEq)]
pub struct Shape {
    /// The outline.
    pub form: ShapeForm,
    /// The fill, if any.
    pub fill: Option<Fill>,
    /// The line along the outline, if any.
    pub stroke: Option<Stroke>,
    /// The drop shadow, if any.
    pub shadow: Option<Shadow>,
}

/// The outline of a shape.
#[derive(Debug, Clone, PartialEq)]
pub enum ShapeForm {
    /// The frame as a rectangle with rounded corners.
    Rect {
        /// Corner radius; 0 for square corners.
        radius: Px,
    },
    /// The ellipse that fills the frame.
    Ellipse,
    /// A path, relative to the upper left corner of the frame.
    Path(Path),
}

/// A path of lines and curves.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Path {
    /// The segments in drawing order.
    pub segments: Vec<PathSegment>,
    /// Whether the even-odd rule decides what is inside; otherwise the nonzero rule does.
    pub even_odd: bool,
}

/// A segment of a path.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PathSegment {
    /// Moves to a point and starts a new subpath.
    Move(Point),
    /// A straight line to a point.
    Line(Point),
    /// A cubic Bézier curve: two control points and the end point.
    Curve(Point, Point, Point),
    /// A straight line back to the start of the subpath.
    Close,
}

/// The fill of a shape.
#[derive(Debug, Clone, PartialEq)]
pub enum Fill {
    /// One colour.
    Solid(Color),
    /// A gradient.
    Gradient(Gradient),
    /// A pattern on a colour, so that people who cannot tell the colours apart can tell the fills apart.
    Hatched {
        /// The pattern.
        hatch: Hatch,
        /// Colour of the pattern.
        marks: Color,
        /// Colour behind the pattern.
        ground: Color,
    },
}

/// A gradient, relative to the upper left corner of the frame.
#[derive(Debug, Clone, PartialEq)]
pub enum Gradient {
    /// Along a line.
    Linear {
        /// Position of the first colour.
        from: Point,
        /// Position of the last colour.
        to: Point,
        /// The colours in order.
        stops: Vec<GradientStop>,
    },
    /// Around a point.
    Radial {
        /// Position of the first colour.
        center: Point,
        /// Horizontal distance to the last colour.
        radius_x: Px,
        /// Vertical distance to the last colour.
        radius_y: Px,
        /// The colours in order.
        stops: Vec<GradientStop>,
    },
}

/// A colour stop of a gradient.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GradientStop {
    /// Position along the gradient, 0 to 1, never decreasing from stop to stop.
    pub at: f32,
    /// The colour at this position.
    pub color: Color,
}

/// The line along a shape's outline.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stroke {
    /// The colour.
    pub color: Color,
    /// Line width; half of it lies inside the outline.
    pub width: Px,
    /// Lengths of dash and gap; `None` for a solid line.
    pub dash: Option<(Px, Px)>,
    /// Whether line ends and joins are round.
    pub round: bool,
}

/// A drop shadow.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shadow {
    /// The colour.
    pub color: Color,
    /// Downward offset.
    pub down: Px,
    /// Standard deviation of the blur.
    pub blur: Px,
}

impl Shape {
    /// A rectangle that fills the frame with one colour.
    pub fn filled(color: impl Into<Color>, radius: Px) -> Shape {
        Shape { form: ShapeForm::Rect { radius }, fill: Some(Fill::Solid(color.into())), stroke: None, shadow: None }
    }

    /// An ellipse that fills the frame with one colour.
    pub fn disc(color: impl Into<Color>) -> Shape {
        Shape { form: ShapeForm::Ellipse, fill: Some(Fill::Solid(color.into())), stroke: None, shadow: None }
    }

    /// The same shape with a solid line along its outline.
    #[must_use]
    pub fn lined(self, color: impl Into<Color>, width: Px) -> Shape {
        let stroke = Stroke { color: color.into(), width, dash: None, round: false };
        Shape { stroke: Some(stroke), ..self }
    }
}

impl Path {
    /// Moves to a point and starts a new subpath.
    #[must_use]
    pub fn to(mut self, x: f32, y: f32) -> Path {
        self.segments.push(PathSegment::Move(Point { x: Px(x), y: Px(y) }));
        self
    }

    /// Adds a straight line to a point.
    #[must_use]
    pub fn line(mut self, x: f32, y: f32) -> Path {
        self.segments.push(PathSegment::Line(Point { x: Px(x), y: Px(y) }));
        self
    }

    /// Adds a cubic Bézier curve: two control points and the end point.
    #[must_use]
    pub fn curve(mut self, first: (f32, f32), second: (f32, f32), end: (f32, f32)) -> Path {
        let point = |(x, y): (f32, f32)| Point { x: Px(x), y: Px(y) };
        self.segments.push(PathSegment::Curve(point(first), point(second), point(end)));
        self
    }

    /// Closes the subpath with a straight line back to its start.
    #[must_use]
    pub fn close(mut self) -> Path {
        self.segments.push(PathSegment::Close);
        self
    }

    /// The same path scaled by a factor.
    #[must_use]
    pub fn scaled(mut self, scale: f32) -> Path {
        let scaled = |point: Point| Point { x: point.x * scale, y: point.y * scale };
        for segment in &mut self.segments {
            *segment = match *segment {
                PathSegment::Move(to) => PathSegment::Move(scaled(to)),
                PathSegment::Line(to) => PathSegment::Line(scaled(to)),
                PathSegment::Curve(first, second, end) => {
                    PathSegment::Curve(scaled(first), scaled(second), scaled(end))
                }
                PathSegment::Close => PathSegment::Close,
            };
        }
        self
    }
}
