//! Colours, fills and fonts in terms of the Office theme, from the palette and font roles of the document.
//!
//! A role that is a theme colour is written by the name of that colour, so a deck can be recoloured in the office
//! program. Every other colour is written by value.

use scene::{
    Color, ColorSource, Document, Fill, FontName, FontNames, FontRole, Gradient, GradientStop, Hatch, Palette,
    PaletteRole, Rgb,
};

use super::template::Template;
use super::units::thousandths;
use super::xml::Xml;

/// The colours and fonts of a document.
pub(super) struct Scheme {
    pub(super) palette: Palette,
    pub(super) fonts: FontNames,
    /// The theme colours of the template by name. `None` without a template: the theme then has the colours of the
    /// palette.
    template_colors: Option<Vec<(&'static str, Rgb)>>,
}

/// A colour of the theme.
pub(super) struct ThemeColor {
    /// The element that defines it.
    pub(super) element: &'static str,
    /// The name by which it is used.
    pub(super) name: &'static str,
    pub(super) rgb: Rgb,
}

impl Scheme {
    pub(super) fn new(document: &Document, template: Option<&Template>) -> Scheme {
        let template_colors = template.map(|template| template.colors.clone());
        Scheme { palette: document.palette.clone(), fonts: document.fonts.clone(), template_colors }
    }

    /// Whether pages are darker than their text.
    pub(super) fn is_dark(&self) -> bool {
        self.palette.base.luminance() < self.palette.text.luminance()
    }

    /// The twelve colours of the theme in the order of the format.
    pub(super) fn theme_colors(&self) -> [ThemeColor; 12] {
        let palette = &self.palette;
        let series = |index: u8| palette.role(PaletteRole::Chart(index));
        let [first, second, third, fourth] = if self.is_dark() {
            [
                ("dk1", "bg1", palette.base),
                ("lt1", "tx1", palette.text),
                ("dk2", "bg2", palette.tint),
                ("lt2", "tx2", palette.muted),
            ]
        } else {
            [
                ("dk1", "tx1", palette.text),
                ("lt1", "bg1", palette.base),
                ("dk2", "tx2", palette.deep),
                ("lt2", "bg2", palette.tint),
            ]
        };
        [
            first,
            second,
            third,
            fourth,
            ("accent1", "accent1", palette.accent),
            ("accent2", "accent2", palette.accent2),
            ("accent3", "accent3", series(2)),
            ("accent4", "accent4", series(3)),
            ("accent5", "accent5", series(4)),
            ("accent6", "accent6", series(5)),
            ("hlink", "hlink", palette.accent),
            ("folHlink", "folHlink", palette.muted),
        ]
        .map(|(element, name, rgb)| ThemeColor { element, name, rgb })
    }

    /// The name of the theme colour that stands for a role. `None` if no theme colour has the value of the role.
    fn theme_color_name(&self, role: PaletteRole) -> Option<&'static str> {
        let name = match role {
            PaletteRole::Base => "bg1",
            PaletteRole::Text => "tx1",
            PaletteRole::Tint => "bg2",
            PaletteRole::Deep | PaletteRole::Muted => "tx2",
            PaletteRole::Accent | PaletteRole::Chart(0) => "accent1",
            PaletteRole::Accent2 | PaletteRole::Chart(1) => "accent2",
            PaletteRole::Chart(2) => "accent3",
            PaletteRole::Chart(3) => "accent4",
            PaletteRole::Chart(4) => "accent5",
            PaletteRole::Chart(5) => "accent6",
            _ => return None,
        };
        let rgb = self.palette.role(role);
        if let Some(colors) = &self.template_colors {
            let is_same = |color: &&(&'static str, Rgb)| color.1 == rgb;
            let named = colors.iter().find(|color| color.0 == name).filter(is_same);
            return named.or_else(|| colors.iter().find(is_same)).map(|(name, _)| *name);
        }
        self.theme_colors().iter().any(|color| color.name == name && color.rgb == rgb).then_some(name)
    }

    /// Writes a colour.
    pub(super) fn write_color(&self, xml: &mut Xml, color: Color) {
        let name = match color.source {
            ColorSource::Role(role) => self.theme_color_name(role),
            ColorSource::Value(_) => None,
        };
        let hex = hex(self.palette.rgb(color));
        let (element, value) = match name {
            Some(name) => ("a:schemeClr", name),
            None => ("a:srgbClr", hex.as_str()),
        };
        if color.alpha >= 1.0 {
            xml.empty(element, &[("val", &value)]);
            return;
        }
        xml.open(element, &[("val", &value)]);
        xml.empty("a:alpha", &[("val", &thousandths(color.alpha.max(0.0)))]);
        xml.close();
    }

    /// Writes a fill of one colour.
    pub(super) fn write_solid_fill(&self, xml: &mut Xml, color: Color) {
        xml.open("a:solidFill", &[]);
        self.write_color(xml, color);
        xml.close();
    }

    /// Writes the fill of a shape whose size is in pixels.
    pub(super) fn write_fill(&self, xml: &mut Xml, fill: Option<&Fill>, size: (f32, f32)) {
        match fill {
            None => xml.empty("a:noFill", &[]),
            Some(Fill::Solid(color)) => self.write_solid_fill(xml, *color),
            Some(Fill::Gradient(gradient)) => self.write_gradient_fill(xml, gradient, size),
            Some(Fill::Hatched { hatch, marks, ground }) => self.write_pattern_fill(xml, *hatch, *marks, *ground),
        }
    }

    /// Writes the preset pattern of the format that is most similar to a hatch.
    pub(super) fn write_pattern_fill(&self, xml: &mut Xml, hatch: Hatch, marks: Color, ground: Color) {
        let name = match hatch {
            Hatch::Rising => "wdUpDiag",
            Hatch::Dots => "pct20",
            Hatch::Upright => "vert",
            Hatch::Falling => "wdDnDiag",
            Hatch::Level => "horz",
            Hatch::Crossed => "diagCross",
            Hatch::Grid => "lgGrid",
        };
        xml.open("a:pattFill", &[("prst", &name)]);
        for (element, color) in [("a:fgClr", marks), ("a:bgClr", ground)] {
            xml.open(element, &[]);
            self.write_color(xml, color);
            xml.close();
        }
        xml.close();
    }

    fn write_gradient_fill(&self, xml: &mut Xml, gradient: &Gradient, (width, height): (f32, f32)) {
        xml.open("a:gradFill", &[("rotWithShape", &1)]);
        match gradient {
            Gradient::Linear { from, to, stops } => {
                let (x, y) = ((to.x - from.x).0, (to.y - from.y).0);
                let length = x.hypot(y).max(f32::EPSILON);
                let (across, down) = (x / length, y / length);
                // An OOXML gradient covers the whole shape; a gradient of the scene has a start and an end.
                let half = f32::midpoint(width * across.abs(), height * down.abs()).max(f32::EPSILON);
                let position =
                    |x: f32, y: f32| ((x - width / 2.0) * across + (y - height / 2.0) * down + half) / (2.0 * half);
                self.write_stops(xml, stops, position(from.x.0, from.y.0), position(to.x.0, to.y.0));
                xml.empty("a:lin", &[("ang", &super::units::angle(y.atan2(x))), ("scaled", &0)]);
            }
            Gradient::Radial { center, radius_x, radius_y, stops } => {
                // An OOXML gradient ends at the corner that is farthest from its centre.
                let (x, y) = (center.x.0, center.y.0);
                let radius = x.max(width - x).hypot(y.max(height - y)).max(f32::EPSILON);
                self.write_stops(xml, stops, 0.0, f32::midpoint(radius_x.0, radius_y.0) / radius);
                xml.open("a:path", &[("path", &"circle")]);
                let left = thousandths((x / width.max(1.0)).clamp(0.0, 1.0));
                let top = thousandths((y / height.max(1.0)).clamp(0.0, 1.0));
                xml.empty(
                    "a:fillToRect",
                    &[("l", &left), ("t", &top), ("r", &(100_000 - left)), ("b", &(100_000 - top))],
                );
                xml.close();
            }
        }
        xml.close();
    }

    /// Writes gradient stops scaled to the range from `from` to `to`. Stops outside the range from 0 to 1 are replaced
    /// by stops at 0 and 1 with the colours that the gradient has there.
    fn write_stops(&self, xml: &mut Xml, stops: &[GradientStop], from: f32, to: f32) {
        let placed: Vec<GradientStop> =
            stops.iter().map(|stop| GradientStop { at: from + stop.at * (to - from), color: stop.color }).collect();
        let mut visible: Vec<GradientStop> =
            placed.iter().copied().filter(|stop| (0.0..=1.0).contains(&stop.at)).collect();
        if visible.first().is_none_or(|first| first.at > 0.0) {
            visible.insert(0, GradientStop { at: 0.0, color: self.color_at(&placed, 0.0) });
        }
        if visible.last().is_none_or(|last| last.at < 1.0) {
            visible.push(GradientStop { at: 1.0, color: self.color_at(&placed, 1.0) });
        }
        xml.open("a:gsLst", &[]);
        for stop in visible {
            xml.open("a:gs", &[("pos", &thousandths(stop.at))]);
            self.write_color(xml, stop.color);
            xml.close();
        }
        xml.close();
    }

    /// The colour at a position between ordered stops.
    fn color_at(&self, stops: &[GradientStop], at: f32) -> Color {
        let before = stops.iter().rfind(|stop| stop.at <= at);
        let after = stops.iter().find(|stop| stop.at >= at);
        match (before, after) {
            (Some(before), Some(after)) if after.at > before.at => {
                let fraction = (at - before.at) / (after.at - before.at);
                let mixed = self.palette.rgb(after.color).over(self.palette.rgb(before.color), fraction);
                Color::from(mixed).at(before.color.alpha + (after.color.alpha - before.color.alpha) * fraction)
            }
            (Some(before), _) => before.color,
            (None, Some(after)) => after.color,
            (None, None) => PaletteRole::Base.into(),
        }
    }

    /// Writes the font of a role for Latin, East Asian and complex scripts.
    pub(super) fn write_fonts(&self, xml: &mut Xml, role: FontRole) {
        let theme = match role {
            FontRole::Heading => "+mj",
            FontRole::Body => "+mn",
            FontRole::Mono => {
                let FontName { family, office } = &self.fonts.mono;
                xml.empty("a:latin", &[("typeface", family), ("pitchFamily", &49), ("charset", &0)]);
                xml.empty("a:ea", &[("typeface", family)]);
                xml.empty("a:cs", &[("typeface", office)]);
                return;
            }
        };
        for (element, script) in [("a:latin", "lt"), ("a:ea", "ea"), ("a:cs", "cs")] {
            xml.empty(element, &[("typeface", &format!("{theme}-{script}"))]);
        }
    }
}

/// A colour as six hexadecimal digits, without `#`.
pub(super) fn hex(color: Rgb) -> String {
    color.to_string().trim_start_matches('#').to_owned()
}
