//! Reads the declarations of system themes and bundled fonts. All keys are required, and unknown ones are an error.

use serde_json::Value;

use super::declared_object::{DeclaredObject, ReadResult, color, text, wrong};
use super::font::{BodyFace, Face, FallbackFont, Figures, FontFamily, FontFile, FontStyle, Fonts, OfficeFonts};
use super::gradient::{Gradient, GradientFill, GradientOverlay, LightSpot, OverlayForm};
use super::look::{Palette, Syntax, Theme, ThemeLocks};
use super::voice::Voice;
use crate::registry::{Registry, is_slug};

/// Reads a system theme.
pub(super) fn theme(raw: &DeclaredObject, families: &[FontFamily], registry: &Registry) -> ReadResult<Theme> {
    raw.only(&[
        "id",
        "label",
        "mood",
        "brandColors",
        "hasBackgroundImages",
        "defaultTitleSlide",
        "palette",
        "chart",
        "syntax",
        "fonts",
        "officeFonts",
        "gradient",
        "contrast",
        "voice",
        "locks",
    ])?;
    let id = raw.text("id")?;
    if !is_slug(id) {
        return wrong("id", format!("`{id}` is not a slug"));
    }
    let key = raw.text("defaultTitleSlide")?;
    check_known_type(registry, key, "defaultTitleSlide")?;
    Ok(Theme {
        id: id.to_owned(),
        label: raw.text("label")?.to_owned(),
        mood: raw.text("mood")?.to_owned(),
        brand_colors: raw.colors("brandColors")?,
        has_background_images: raw.flag("hasBackgroundImages")?,
        default_title_type: key.to_owned(),
        palette: palette(&raw.object("palette")?)?,
        chart: raw.colors("chart")?,
        syntax: syntax(&raw.object("syntax")?)?,
        fonts: fonts(&raw.object("fonts")?, families)?,
        own_faces: Vec::new(),
        office_fonts: office_fonts(&raw.object("officeFonts")?)?,
        gradient: gradient(&raw.object("gradient")?)?,
        voice: match raw.get("voice") {
            Some(_) => Voice::read(&raw.object("voice")?, registry)?,
            None => Voice::default(),
        },
        locks: locks(raw)?,
        custom: None,
    })
}

fn palette(raw: &DeclaredObject) -> ReadResult<Palette> {
    raw.only(Palette::KEYS)?;
    Palette::collect(|key| raw.color(key))
}

fn syntax(raw: &DeclaredObject) -> ReadResult<Syntax> {
    raw.only(&["plain", "keyword", "string", "comment", "name", "number"])?;
    Ok(Syntax {
        plain: raw.color("plain")?,
        keyword: raw.color("keyword")?,
        string: raw.color("string")?,
        comment: raw.color("comment")?,
        name: raw.color("name")?,
        number: raw.color("number")?,
    })
}

/// The faces of a theme by role.
fn fonts(raw: &DeclaredObject, families: &[FontFamily]) -> ReadResult<Fonts> {
    raw.only(&["heading", "body", "mono"])?;
    let face = |key: &str| -> ReadResult<Face> {
        let raw = raw.object(key)?;
        raw.only(&["family", "weight"])?;
        let family = family(families, raw.text("family")?, &raw.path("family"))?;
        Ok(Face { family: family.family.clone(), weight: weight(&raw, "weight", family)? })
    };
    let body = raw.object("body")?;
    body.only(&["family", "weight", "strong", "italic"])?;
    let text_family = family(families, body.text("family")?, &body.path("family"))?;
    let plain = weight(&body, "weight", text_family)?;
    let italic = body.flag("italic")?;
    if italic && !text_family.has(plain, FontStyle::Italic) {
        return wrong(body.path("italic"), format!("`{}` has no italic of that weight", text_family.family));
    }
    Ok(Fonts {
        heading: face("heading")?,
        body: BodyFace {
            family: text_family.family.clone(),
            weight: plain,
            strong: weight(&body, "strong", text_family)?,
            italic,
        },
        mono: face("mono")?,
    })
}

/// A family by its name.
pub(super) fn family<'a>(families: &'a [FontFamily], name: &str, path: &str) -> ReadResult<&'a FontFamily> {
    let found = families.iter().find(|known| known.family == name);
    let unknown = || {
        let known: Vec<&str> = families.iter().map(|known| known.family.as_str()).collect();
        wrong(path, format!("there is no family `{name}`; there are {}", known.join(", ")))
    };
    found.map_or_else(unknown, Ok)
}

/// A weight that the family has an upright file for.
pub(super) fn weight(raw: &DeclaredObject, key: &str, family: &FontFamily) -> ReadResult<u16> {
    let weight = raw.whole(key)?;
    if family.has(weight, FontStyle::Normal) {
        Ok(weight)
    } else {
        let upright = family.files.iter().filter(|file| file.style == FontStyle::Normal);
        let weights: Vec<String> = upright.map(|file| file.weight.to_string()).collect();
        let known = weights.join(", ");
        wrong(raw.path(key), format!("`{}` has no file of weight {weight}; it has {known}", family.family))
    }
}

fn office_fonts(raw: &DeclaredObject) -> ReadResult<OfficeFonts> {
    raw.only(&["heading", "body", "mono"])?;
    Ok(OfficeFonts {
        heading: raw.text("heading")?.to_owned(),
        body: raw.text("body")?.to_owned(),
        mono: raw.text("mono")?.to_owned(),
    })
}

/// The backdrop `gradient` of a theme.
fn gradient(raw: &DeclaredObject) -> ReadResult<Gradient> {
    raw.only(&["kind", "angle", "stops", "over", "lightest"])?;
    let (stops, at) = (raw.list("stops")?, raw.path("stops"));
    let stop = |index: usize| color(&stops[index], &format!("{at}[{index}]"));
    let kind = raw.text("kind")?;
    let fill = match (kind, stops) {
        ("flat", [_]) => GradientFill::Flat(stop(0)?),
        ("linear", [_, _]) => GradientFill::Linear { angle: raw.whole("angle")?, from: stop(0)?, to: stop(1)? },
        ("radial", [spots @ .., _]) if !spots.is_empty() => GradientFill::Radial {
            base: stop(spots.len())?,
            spots: spots
                .iter()
                .enumerate()
                .map(|(index, value)| {
                    let at = format!("{at}[{index}]");
                    let written = text(value, &at)?;
                    LightSpot::parse(written)
                        .map_or_else(|| wrong(at, format!("`{written}` is not a spot of light")), Ok)
                })
                .collect::<ReadResult<_>>()?,
        },
        ("flat" | "linear" | "radial", stops) => {
            return wrong(at, format!("a {kind} gradient does not have {} stops", stops.len()));
        }
        _ => {
            return wrong(raw.path("kind"), format!("expected flat, linear or radial, got `{kind}`"));
        }
    };
    if kind != "linear" && raw.get("angle").is_some() {
        return wrong(raw.path("angle"), format!("a {kind} gradient has no angle"));
    }
    Ok(Gradient {
        fill,
        over: match raw.get("over") {
            Some(_) => Some(overlay(&raw.object("over")?)?),
            None => None,
        },
        lightest: raw.color("lightest")?,
    })
}

/// The drawing over a gradient: `{form, color, opacity?}`.
fn overlay(raw: &DeclaredObject) -> ReadResult<GradientOverlay> {
    raw.only(&["form", "color", "opacity"])?;
    let opacity = match raw.get("opacity") {
        None => 100,
        Some(given) => match given.as_f64().filter(|share| (0.0..=1.0).contains(share)) {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 100")]
            Some(share) => (share * 100.0).round() as u8,
            None => return wrong(raw.path("opacity"), format!("expected a number from 0 to 1, got `{given}`")),
        },
    };
    Ok(GradientOverlay { form: raw.word("form", OverlayForm::parse)?, color: raw.color("color")?, percent: opacity })
}

/// The locks of a theme.
pub(super) fn locks(raw: &DeclaredObject) -> ReadResult<ThemeLocks> {
    let mut locks = ThemeLocks::default();
    if raw.get("locks").is_none() {
        return Ok(locks);
    }
    for (index, name) in raw.texts("locks")?.into_iter().enumerate() {
        match name {
            "background" => locks.background = true,
            "logo" => locks.logo = true,
            other => return wrong(format!("locks[{index}]"), format!("`{other}` cannot be locked")),
        }
    }
    Ok(locks)
}

fn check_known_type(registry: &Registry, key: &str, path: &str) -> ReadResult<()> {
    match registry.by_key(key) {
        Some(_) => Ok(()),
        None => wrong(path, format!("`{key}` is not a known slide type")),
    }
}

/// Reads a bundled family.
pub(super) fn font_family(value: &Value, at: &str) -> ReadResult<FontFamily> {
    let raw = DeclaredObject::new(value, at)?;
    let files = raw.list("files")?.iter().enumerate();
    let figures = |word: &str| match word {
        "tnum" => Some(Figures::Tabular),
        "equal" => Some(Figures::Equal),
        "mono" => Some(Figures::Mono),
        "body" => Some(Figures::Body),
        _ => None,
    };
    let style = |word: &str| match word {
        "normal" => Some(FontStyle::Normal),
        "italic" => Some(FontStyle::Italic),
        _ => None,
    };
    Ok(FontFamily {
        family: raw.text("family")?.to_owned(),
        package: raw.text("package")?.to_owned(),
        version: raw.text("version")?.to_owned(),
        licence: raw.text("licence")?.to_owned(),
        licence_file: raw.text("licenceFile")?.to_owned(),
        figures: raw.word("figures", figures)?,
        files: files
            .map(|(index, value)| {
                let raw = DeclaredObject::new(value, format!("{}[{index}]", raw.path("files")))?;
                Ok(FontFile {
                    file: raw.text("file")?.to_owned(),
                    weight: raw.whole("weight")?,
                    style: raw.word("style", style)?,
                })
            })
            .collect::<ReadResult<_>>()?,
    })
}

/// Reads a font family for missing glyphs.
pub(super) fn fallback_font(value: &Value, at: &str) -> ReadResult<FallbackFont> {
    let raw = DeclaredObject::new(value, at)?;
    Ok(FallbackFont {
        scripts: raw.text("scripts")?.to_owned(),
        family: raw.text("family")?.to_owned(),
        debian: raw.text("debian")?.to_owned(),
    })
}
