//! Reads the custom theme of an organization: the default theme with other colours and fonts.
//!
//! Absent values come from the default theme. Colours of code, brand and gradient cannot be declared: where the default
//! theme uses a colour of its palette for them, a custom theme uses its own colour of the same name. The same holds for
//! the colours of charts when they are not declared.

use colors::Rgb;
use serde_json::Value;

use super::declaration::{family, locks, weight};
use super::declared_object::{DeclaredObject, ReadResult, wrong};
use super::font::{BodyFace, Face, FontFamily, FontStyle, Fonts, OfficeFonts, OwnFace};
use super::look::{CustomTheme, Palette, Syntax, Theme};
use super::voice::Voice;
use crate::registry::{Registry, is_slug};
use crate::{Content, is_picture};

const MAX_LABEL: usize = 255;
/// The maximum number of colours of charts.
const MAX_CHART_COLORS: usize = 12;

/// The fonts that a custom theme may name.
#[derive(Clone, Copy)]
pub(super) struct KnownFonts<'a> {
    /// All families.
    pub(super) families: &'a [FontFamily],
    /// The faces of those that the organization uploaded.
    pub(super) own_faces: &'a [OwnFace],
}

/// Reads a custom theme. `base` is the default theme, `system` are all system themes.
pub(super) fn theme(
    raw: &DeclaredObject,
    base: &Theme,
    system: &[&Theme],
    known: KnownFonts<'_>,
    registry: &Registry,
) -> ReadResult<Theme> {
    let label = raw.text("label")?.trim();
    if label.chars().count() > MAX_LABEL {
        return wrong("label", format!("expected 1 to {MAX_LABEL} characters"));
    }
    let slug = optional(raw, "slug")?;
    if let Some(slug) = slug
        && !is_slug(slug)
    {
        return wrong("slug", format!("`{slug}` is not a slug"));
    }
    let logo_url = optional(raw, "logoUrl")?;
    if let Some(logo) = logo_url
        && !is_picture(logo)
    {
        return wrong("logoUrl", format!("expected a picture, got `{logo}`"));
    }
    let no_members = Content::new();
    let colors = members(raw, "colors", &no_members)?;
    let chosen = members(raw, "fonts", &no_members)?;
    let palette = palette(&colors, &base.palette)?;
    let fonts = fonts(&chosen, base, system, known.families)?;
    let used = [&fonts.heading.family, &fonts.body.family, &fonts.mono.family];
    let own_faces = known.own_faces.iter().filter(|face| used.contains(&&face.family)).cloned().collect();
    let recolored = |color: Rgb| {
        let mut pairs = base.palette.colors().zip(palette.colors());
        pairs.find(|(known, _)| *known == color).map_or(color, |(_, own)| own)
    };
    let chart = match raw.get("chart") {
        Some(_) => raw.colors("chart")?,
        None => Vec::new(),
    };
    if chart.len() > MAX_CHART_COLORS {
        return wrong("chart", format!("expected 1 to {MAX_CHART_COLORS} colours"));
    }
    let syntax = base.syntax;
    // Themes without a voice have that of the default theme.
    let declared_voice = raw.get("voice").map(|value| DeclaredObject::new(value, "voice")).transpose()?;
    let voice = declared_voice.as_ref().map(|declared| Voice::read(declared, registry)).transpose()?;
    Ok(Theme {
        id: raw.text("id")?.to_owned(),
        label: label.to_owned(),
        mood: String::new(),
        brand_colors: base.brand_colors.iter().copied().map(recolored).collect(),
        palette,
        chart: if chart.is_empty() { base.chart.iter().copied().map(recolored).collect() } else { chart.clone() },
        syntax: Syntax {
            plain: recolored(syntax.plain),
            keyword: recolored(syntax.keyword),
            string: recolored(syntax.string),
            comment: recolored(syntax.comment),
            name: recolored(syntax.name),
            number: recolored(syntax.number),
        },
        office_fonts: office_fonts(&fonts, base, system),
        fonts,
        own_faces,
        gradient: base.gradient.recoloured(recolored),
        voice: voice.unwrap_or_else(|| base.voice.clone()),
        locks: locks(raw)?,
        custom: Some(CustomTheme {
            slug: slug.map(str::to_owned),
            logo_url: logo_url.map(str::to_owned),
            colors: colors.members.clone(),
            fonts: chosen.members.clone(),
            chart,
            voice: declared_voice.map(|declared| declared.members.clone()),
            template: optional(raw, "template")?.map(str::to_owned),
        }),
        ..base.clone()
    })
}

/// An optional text; blank counts as absent.
fn optional<'a>(raw: &DeclaredObject<'a>, key: &str) -> ReadResult<Option<&'a str>> {
    match raw.get(key) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.trim()).filter(|text| !text.is_empty())),
        Some(other) => wrong(raw.path(key), format!("expected a text, got `{other}`")),
    }
}

/// The object at a key; `no_members` as an object when there is none.
fn members<'a>(raw: &DeclaredObject<'a>, key: &str, no_members: &'a Content) -> ReadResult<DeclaredObject<'a>> {
    match raw.get(key) {
        Some(value) => DeclaredObject::new(value, key),
        None => Ok(DeclaredObject::empty(no_members, key)),
    }
}

fn palette(colors: &DeclaredObject, base: &Palette) -> ReadResult<Palette> {
    colors.only(Palette::KEYS)?;
    Palette::collect(|key| match (colors.get(key), base.get(key)) {
        (None, Some(default)) => Ok(default),
        _ => colors.color(key),
    })
}

/// The fonts of a custom theme; a font that is not declared is that of the default theme.
fn fonts(raw: &DeclaredObject, base: &Theme, system: &[&Theme], families: &[FontFamily]) -> ReadResult<Fonts> {
    raw.only(&["heading", "body", "mono"])?;
    let headings = || system.iter().map(|theme| &theme.fonts.heading);
    let heading_weight = |family: &FontFamily| {
        let found = headings().find(|face| face.family == family.family);
        found.map_or_else(|| family.nearest(700), |face| face.weight)
    };
    let regular_weight = |family: &FontFamily| family.nearest(400);
    let defaults = base.fonts.clone();
    Ok(Fonts {
        heading: face(raw, "heading", families, heading_weight)?.map_or(defaults.heading, |(face, _)| face),
        body: face(raw, "body", families, regular_weight)?.map_or(defaults.body, |(face, family)| BodyFace {
            strong: family.nearest(face.weight.saturating_add(200)),
            italic: family.has(face.weight, FontStyle::Italic),
            family: face.family,
            weight: face.weight,
        }),
        mono: face(raw, "mono", families, regular_weight)?.map_or(defaults.mono, |(face, _)| face),
    })
}

/// A face and its family, given by the name of the family or as an object with `family` and optional `weight`.
/// `default_weight` is the weight when none is given. None when there is no such key.
fn face<'a>(
    raw: &DeclaredObject,
    key: &str,
    families: &'a [FontFamily],
    default_weight: impl Fn(&FontFamily) -> u16,
) -> ReadResult<Option<(Face, &'a FontFamily)>> {
    let (family, given) = match raw.get(key) {
        None => return Ok(None),
        Some(Value::Object(_)) => {
            let given = raw.object(key)?;
            given.only(&["family", "weight"])?;
            let family = family(families, given.text("family")?, &given.path("family"))?;
            (family, Some(given).filter(|given| given.get("weight").is_some()))
        }
        Some(_) => (family(families, raw.text(key)?, &raw.path(key))?, None),
    };
    let weight = match given {
        Some(given) => weight(&given, "weight", family)?,
        None => default_weight(family),
    };
    let face = Face { family: family.family.clone(), weight };
    Ok(Some((face, family)))
}

/// The office fonts that the system themes declare for the same families, else those of the default theme.
fn office_fonts(fonts: &Fonts, base: &Theme, system: &[&Theme]) -> OfficeFonts {
    let office_font = |family: &str, default: &str| {
        let mut faces = system.iter().flat_map(|theme| {
            let (fonts, office) = (&theme.fonts, &theme.office_fonts);
            [
                (&fonts.heading.family, &office.heading),
                (&fonts.body.family, &office.body),
                (&fonts.mono.family, &office.mono),
            ]
        });
        let found = faces.find(|(known, _)| *known == family);
        found.map_or(default, |(_, office)| office).to_owned()
    };
    OfficeFonts {
        heading: office_font(&fonts.heading.family, &base.office_fonts.heading),
        body: office_font(&fonts.body.family, &base.office_fonts.body),
        mono: office_font(&fonts.mono.family, &base.office_fonts.mono),
    }
}
