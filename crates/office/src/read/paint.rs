//! Reads the colours and fills of themes, masters and layouts.

use deck::Rgb;

use super::relationships::Relationships;
use super::units::share;
use super::xml::Element;
use crate::model::PartName;

/// Maximum number of stops of a gradient that are read.
const MAX_STOPS: usize = 20;

/// What fills a background or a shape.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Paint {
    /// One colour.
    Color(Rgb),
    /// The colours of a gradient, in order.
    Gradient(Vec<Rgb>),
    /// A picture; `None` if it is outside the file.
    Picture(Option<PartName>),
}

/// The colours of a theme by the names of the format: `dk1`, `lt1`, `dk2`, `lt2`, `accent1` to `accent6`, `hlink`,
/// `folHlink`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Scheme {
    colors: Vec<(&'static str, Rgb)>,
}

const NAMES: &[&str] = &[
    "dk1", "lt1", "dk2", "lt2", "accent1", "accent2", "accent3", "accent4", "accent5", "accent6", "hlink", "folHlink",
];

impl Scheme {
    /// Reads a `clrScheme`.
    pub(super) fn read(scheme: &Element<'_>) -> Self {
        let resolver = ColorResolver::default();
        let color = |name: &&'static str| Some((*name, resolver.color(scheme.child(name)?)?));
        Self { colors: NAMES.iter().filter_map(color).collect() }
    }

    /// A colour by its name.
    pub(crate) fn get(&self, name: &str) -> Option<Rgb> {
        self.colors.iter().find(|(known, _)| *known == name).map(|(_, color)| *color)
    }
}

/// Maps the colour names of a master or layout, such as `bg1` and `tx2`, to names of the scheme.
#[derive(Debug, Clone, Default)]
pub(super) struct ColorMap {
    names: Vec<(String, String)>,
}

impl ColorMap {
    /// Reads a `clrMap` or an `overrideClrMapping`.
    pub(super) fn read(map: &Element<'_>) -> Self {
        let name = |name: &str| Some((name.to_owned(), map.word(name)?));
        Self { names: ["bg1", "tx1", "bg2", "tx2"].into_iter().chain(NAMES.iter().copied()).filter_map(name).collect() }
    }

    /// The name in the scheme for a name on the master.
    fn resolve<'n>(&'n self, name: &'n str) -> &'n str {
        let found = self.names.iter().find(|(known, _)| known == name);
        found.map_or(
            match name {
                "bg1" => "lt1",
                "tx1" => "dk1",
                "bg2" => "lt2",
                "tx2" => "dk2",
                name => name,
            },
            |(_, target)| target,
        )
    }
}

/// Resolves the colours of a part with the scheme, the colour map of the master, and the colour of the placeholder.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ColorResolver<'a> {
    pub(super) scheme: Option<&'a Scheme>,
    pub(super) map: Option<&'a ColorMap>,
    /// The colour that replaces the placeholder `phClr`.
    pub(super) placeholder: Option<Rgb>,
}

impl ColorResolver<'_> {
    /// The colour with a name of the master, or `None` if the scheme has no such colour.
    pub(super) fn named(&self, name: &str) -> Option<Rgb> {
        if name == "phClr" {
            return self.placeholder;
        }
        let name = self.map.map_or(name, |map| map.resolve(name));
        self.scheme?.get(name)
    }

    /// The colour in an element, such as a `solidFill`. `None` if it has no colour that can be resolved.
    pub(super) fn color(&self, owner: &Element<'_>) -> Option<Rgb> {
        owner.children.iter().find_map(|child| {
            let value = child.attribute("val");
            let color = match child.name {
                "srgbClr" => Rgb::parse(&format!("#{}", value?.trim())),
                "sysClr" => {
                    let last = child.attribute("lastClr").and_then(|last| Rgb::parse(&format!("#{}", last.trim())));
                    last.or(Some(if value?.contains("indow") && !is_text_color(child) {
                        Rgb::WHITE
                    } else {
                        Rgb::BLACK
                    }))
                }
                "schemeClr" => self.named(&value?),
                "prstClr" => preset(&value?),
                "scrgbClr" => {
                    let channel = |name: &str| share(child, name).map_or(0.0, |share| srgb_share(fraction(share)));
                    Some(from_shares([channel("r"), channel("g"), channel("b")]))
                }
                "hslClr" => {
                    let hue = child.number::<f32>("hue")? / 21_600_000.0;
                    Some(Rgb::from_hsl([
                        hue.rem_euclid(1.0),
                        clamped(fraction(share(child, "sat")?)),
                        clamped(fraction(share(child, "lum")?)),
                    ]))
                }
                _ => None,
            };
            Some(with_changes(color?, child))
        })
    }

    /// The fill among the children of an element. `None` if no child is a fill that can be read.
    pub(super) fn fill(&self, owner: &Element<'_>, relationships: &Relationships) -> Option<Paint> {
        owner.children.iter().find_map(|child| self.paint(child, relationships))
    }

    /// The paint of a fill element. `None` for other elements and for fills that cannot be read.
    pub(super) fn paint(&self, fill: &Element<'_>, relationships: &Relationships) -> Option<Paint> {
        match fill.name {
            "solidFill" => self.color(fill).map(Paint::Color),
            "gradFill" => {
                let stops = fill.child("gsLst")?.children_named("gs").take(MAX_STOPS);
                let colors: Vec<Rgb> = stops.filter_map(|stop| self.color(stop)).collect();
                (!colors.is_empty()).then_some(Paint::Gradient(colors))
            }
            "pattFill" => self.color(fill.child("bgClr")?).map(Paint::Color),
            "blipFill" => {
                let blip = fill.child("blip")?;
                let part =
                    |element: &Element<'_>| relationships.part(&element.relationship("embed")?).map(str::to_owned);
                Some(Paint::Picture(blip.descendant("svgBlip").and_then(part).or_else(|| part(blip))))
            }
            _ => None,
        }
    }
}

/// Whether a system colour is a text colour.
fn is_text_color(color: &Element<'_>) -> bool {
    color.attribute("val").is_some_and(|name| name.ends_with("Text"))
}

/// A share in thousandths of a percent as a fraction of 1.
fn fraction(share: i32) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "a share needs few digits")]
    let share = share.clamp(-1_000_000, 1_000_000) as f32;
    share / 100_000.0
}

/// A share limited to the range from 0 to 1.
fn clamped(share: f32) -> f32 {
    share.clamp(0.0, 1.0)
}

/// A colour with its changes: lighter, darker, more or less colourful.
fn with_changes(mut color: Rgb, element: &Element<'_>) -> Rgb {
    for change in &element.children {
        let Some(by) = share(change, "val").map(fraction) else { continue };
        let [hue, saturation, light] = color.hsl();
        color = match change.name {
            "lumMod" => Rgb::from_hsl([hue, saturation, clamped(light * by)]),
            "lumOff" => Rgb::from_hsl([hue, saturation, clamped(light + by)]),
            "satMod" => Rgb::from_hsl([hue, clamped(saturation * by), light]),
            "satOff" => Rgb::from_hsl([hue, clamped(saturation + by), light]),
            "tint" => with_linear_change(color, |channel| channel * clamped(by) + 1.0 - clamped(by)),
            "shade" => with_linear_change(color, |channel| channel * clamped(by)),
            _ => color,
        };
    }
    color
}

/// A colour with a change of its channels in linear light.
fn with_linear_change(color: Rgb, change: impl Fn(f32) -> f32) -> Rgb {
    let channels = [color.red, color.green, color.blue].map(|channel| {
        let share = f32::from(channel) / 255.0;
        if share <= 0.040_45 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    });
    from_shares(channels.map(|channel| srgb_share(change(channel))))
}

/// A linear amount of light as a share of the range of an sRGB channel.
fn srgb_share(light: f32) -> f32 {
    let light = clamped(light);
    if light <= 0.003_130_8 { light * 12.92 } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 }
}

/// The colour with shares of the range of each channel.
fn from_shares(shares: [f32; 3]) -> Rgb {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte")]
    let [red, green, blue] = shares.map(|share| (clamped(share) * 255.0).round() as u8);
    Rgb { red, green, blue }
}

/// The colour with a preset name. `None` for names that templates rarely use.
fn preset(name: &str) -> Option<Rgb> {
    Some(Rgb::hex(match name {
        "black" => 0,
        "white" => 0xFF_FF_FF,
        "red" => 0xFF_00_00,
        "green" => 0x00_80_00,
        "blue" => 0x00_00_FF,
        "yellow" => 0xFF_FF_00,
        "gray" | "grey" => 0x80_80_80,
        "ltGray" | "lightGray" => 0xD3_D3_D3,
        "dkGray" | "darkGray" => 0xA9_A9_A9,
        "navy" => 0x00_00_80,
        "orange" => 0xFF_A5_00,
        "purple" => 0x80_00_80,
        "teal" => 0x00_80_80,
        _ => return None,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::xml;

    #[test]
    fn colours_are_resolved_with_their_changes() {
        let source = r#"<clrScheme><dk1><sysClr val="windowText"/></dk1><lt1><sysClr val="window" lastClr="FFFFFF"/></lt1><dk2><srgbClr val="44546A"/></dk2><accent1><srgbClr val="4472C4"/></accent1></clrScheme>"#;
        let scheme = Scheme::read(&xml::parse("test", source).expect("a scheme"));
        let map = xml::parse("test", r#"<clrMap bg1="dk2" tx1="lt1"/>"#).expect("a map");
        let (map, placeholder) = (ColorMap::read(&map), Some(Rgb::hex(0x11_22_33)));
        let resolver = ColorResolver { scheme: Some(&scheme), map: Some(&map), placeholder };
        for (text, expected) in [
            (r#"<srgbClr val="ffD400"/>"#, Some("#FFD400")),
            (r#"<srgbClr val="ffD40"/>"#, None),
            (r#"<schemeClr val="bg1"/>"#, Some("#44546A")),
            (r#"<schemeClr val="tx1"/>"#, Some("#FFFFFF")),
            (r#"<schemeClr val="dk1"/>"#, Some("#000000")),
            (r#"<schemeClr val="phClr"/>"#, Some("#112233")),
            (r#"<schemeClr val="accent9"/>"#, None),
            // As Office shows "Blue, Accent 1, Darker 25%" and "Lighter 60%".
            (r#"<schemeClr val="accent1"><lumMod val="75000"/></schemeClr>"#, Some("#2F5597")),
            (r#"<schemeClr val="accent1"><lumMod val="40000"/><lumOff val="60000"/></schemeClr>"#, Some("#B4C6E7")),
            (r#"<srgbClr val="808080"><shade val="50%"/></srgbClr>"#, Some("#5C5C5C")),
            (r#"<prstClr val="navy"/>"#, Some("#000080")),
            (r#"<scrgbClr r="100000" g="0" b="21.6%"/>"#, Some("#FF0080")),
        ] {
            let text = format!("<solidFill>{text}</solidFill>");
            let found = resolver.color(&xml::parse("test", &text).expect("an element"));
            assert_eq!(found.map(|color| color.to_string()).as_deref(), expected, "{text}");
        }
    }
}
