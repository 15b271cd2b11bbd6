//! Shapes: plain ones as boxes, all others as inline SVG.

use std::fmt::Write;

use scene::{Color, Fill, Gradient, GradientStop, Hatch, Path, PathSegment, Point, Rect, Shape, ShapeForm, Stroke};

use super::markup::Number;
use super::style::{color, position};
use super::writer::Writer;

impl Writer<'_> {
    /// Writes a shape at its frame, with the attributes of its node. A shape without fill and stroke is not written.
    pub(super) fn shape(&mut self, shape: &Shape, frame: Rect, attributes: &str) {
        let is_box = shape.stroke.is_none() && !matches!(shape.form, ShapeForm::Path(_));
        match &shape.fill {
            Some(Fill::Solid(fill)) if is_box => {
                let radius = match shape.form {
                    ShapeForm::Rect { radius } => format!("{}px", Number(radius.0)),
                    _ => "50%".to_owned(),
                };
                let mut style = position(frame);
                let _ = write!(style, "background:{};", color(&self.document.palette, *fill));
                if radius != "0px" {
                    let _ = write!(style, "border-radius:{radius};");
                }
                if let Some(shadow) = shape.shadow {
                    let color = color(&self.document.palette, shadow.color);
                    // The blur of `box-shadow` is twice the standard deviation.
                    let (down, blur) = (Number(shadow.down.0), Number(shadow.blur.0 * 2.0));
                    let _ = write!(style, "box-shadow:0 {down}px {blur}px {color};");
                }
                self.out.open("i").attribute("class", "b").attribute("style", style).raw(attributes).raw("></i>");
            }
            None if shape.stroke.is_none() => {}
            _ => self.svg_shape(shape, frame, attributes),
        }
    }

    /// Writes a shape as inline SVG.
    fn svg_shape(&mut self, shape: &Shape, frame: Rect, attributes: &str) {
        // A horizontal or vertical line has no height or no width, and browsers do not show such an SVG.
        let canvas = Rect { width: frame.width.max(scene::px(1.0)), height: frame.height.max(scene::px(1.0)), ..frame };
        let mut style = position(canvas);
        if let Some(shadow) = shape.shadow {
            let color = color(&self.document.palette, shadow.color);
            // Unlike `box-shadow`, this filter takes the standard deviation itself.
            let (down, blur) = (Number(shadow.down.0), Number(shadow.blur.0));
            let _ = write!(style, "filter:drop-shadow(0 {down}px {blur}px {color});");
        }
        self.out.open("svg").attribute("class", "s").attribute("style", style).raw(attributes);
        self.out.raw(" aria-hidden=\"true\">");
        let mut css = String::new();
        match &shape.fill {
            None => css.push_str("fill:none"),
            Some(Fill::Solid(fill)) => {
                let _ = write!(css, "fill:{}", color(&self.document.palette, *fill));
            }
            Some(Fill::Gradient(gradient)) => {
                let id = self.gradient(gradient);
                let _ = write!(css, "fill:url(#{id})");
            }
            Some(Fill::Hatched { hatch, marks, ground }) => {
                let id = self.hatching(*hatch, *marks, *ground);
                let _ = write!(css, "fill:url(#{id})");
            }
        }
        if let Some(stroke) = &shape.stroke {
            self.add_stroke(stroke, &mut css);
        }
        let (width, height) = (frame.width.0, frame.height.0);
        match &shape.form {
            ShapeForm::Rect { radius } => {
                self.out.open("rect").attribute("width", Number(width)).attribute("height", Number(height));
                if radius.0 > 0.0 {
                    self.out.attribute("rx", Number(radius.0.min(width / 2.0).min(height / 2.0)));
                }
            }
            ShapeForm::Ellipse => {
                let (rx, ry) = (Number(width / 2.0), Number(height / 2.0));
                self.out.open("ellipse").attribute("cx", rx).attribute("cy", ry);
                self.out.attribute("rx", rx).attribute("ry", ry);
            }
            ShapeForm::Path(path) => {
                if path.even_odd {
                    css.push_str(";fill-rule:evenodd");
                }
                self.out.open("path").attribute("d", path_data(path));
            }
        }
        self.out.attribute("style", css).raw("/></svg>");
    }

    /// Adds the properties of a stroke to the style of an SVG element.
    fn add_stroke(&self, stroke: &Stroke, css: &mut String) {
        let color = color(&self.document.palette, stroke.color);
        let _ = write!(css, ";stroke:{color};stroke-width:{}px", Number(stroke.width.0));
        if let Some((dash, gap)) = stroke.dash {
            let _ = write!(css, ";stroke-dasharray:{} {}", Number(dash.0), Number(gap.0));
        }
        if stroke.round {
            css.push_str(";stroke-linecap:round;stroke-linejoin:round");
        }
    }

    /// Writes a pattern and returns its id.
    fn hatching(&mut self, hatch: Hatch, marks: Color, ground: Color) -> String {
        let id = self.id('h');
        let (pitch, turn) = (Number(Hatch::PITCH.0), Number(hatch.turn()));
        self.out.open("pattern").attribute("id", &id).raw(" patternUnits=\"userSpaceOnUse\"");
        self.out.attribute("width", pitch).attribute("height", pitch);
        if hatch.turn() != 0.0 {
            self.out.attribute("patternTransform", format_args!("rotate({turn})"));
        }
        self.out.end_attributes();
        let [marks, ground] = [marks, ground].map(|tone| color(&self.document.palette, tone));
        self.out.open("rect").attribute("width", pitch).attribute("height", pitch);
        self.out.attribute("style", format_args!("fill:{ground}")).raw("/>");
        self.out.open("path").attribute("d", path_data(&hatch.tile()));
        self.out.attribute("style", format_args!("fill:{marks}")).raw("/>").close("pattern");
        id
    }

    /// Writes a gradient and returns its id.
    fn gradient(&mut self, gradient: &Gradient) -> String {
        let id = self.id('g');
        let (element, stops) = match gradient {
            Gradient::Linear { from, to, stops } => {
                self.out.open("linearGradient").attribute("id", &id).raw(" gradientUnits=\"userSpaceOnUse\"");
                self.out.attribute("x1", Number(from.x.0)).attribute("y1", Number(from.y.0));
                self.out.attribute("x2", Number(to.x.0)).attribute("y2", Number(to.y.0));
                ("linearGradient", stops)
            }
            Gradient::Radial { center, radius_x, radius_y, stops } => {
                self.out.open("radialGradient").attribute("id", &id).raw(" gradientUnits=\"userSpaceOnUse\"");
                self.out.raw(" cx=\"0\" cy=\"0\" r=\"1\"");
                let [x, y, rx, ry] = [center.x, center.y, *radius_x, *radius_y].map(|length| Number(length.0));
                self.out.attribute("gradientTransform", format_args!("translate({x} {y}) scale({rx} {ry})"));
                ("radialGradient", stops)
            }
        };
        self.out.end_attributes();
        for GradientStop { at, color: tone } in stops {
            let color = color(&self.document.palette, *tone);
            self.out.open("stop").attribute("offset", at).attribute("style", format_args!("stop-color:{color}"));
            self.out.raw("/>");
        }
        self.out.close(element);
        id
    }
}

/// A path as the value of the `d` attribute of SVG.
fn path_data(path: &Path) -> String {
    let mut data = String::new();
    let at = |point: Point| format!("{} {}", Number(point.x.0), Number(point.y.0));
    for segment in &path.segments {
        let _ = match *segment {
            PathSegment::Move(to) => write!(data, "M{}", at(to)),
            PathSegment::Line(to) => write!(data, "L{}", at(to)),
            PathSegment::Curve(control1, control2, to) => {
                write!(data, "C{} {} {}", at(control1), at(control2), at(to))
            }
            PathSegment::Close => write!(data, "Z"),
        };
    }
    data
}
