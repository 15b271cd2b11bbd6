//! Maps the colours of a file to the roles of a theme, with enough contrast.

use std::collections::HashMap;

use deck::{Content, Rgb};

use super::TemplateRemarks;
use crate::read::paint::Paint;
use crate::read::template::{Layer, TemplateParts};

/// The minimum contrast of text.
const MIN_TEXT_CONTRAST: f32 = 4.5;
/// The minimum contrast of marks and parts of charts.
const MIN_MARK_CONTRAST: f32 = 3.0;
/// The minimum contrast of white text on a page that counts as dark.
const MIN_DARK_CONTRAST: f32 = 7.0;

/// The colours of a theme.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Colors {
    pub(super) base: Rgb,
    pub(super) tint: Rgb,
    pub(super) deep: Rgb,
    surface: Rgb,
    line: Rgb,
    pub(super) text: Rgb,
    muted: Rgb,
    on_deep: Rgb,
    muted_on_deep: Rgb,
    pub(super) accent: Rgb,
    /// The accent of the file. The theme has another one if its contrast had to be corrected.
    pub(super) given_accent: Rgb,
    /// Whether another colour replaces the accent on light pages.
    pub(super) has_replaced_accent: bool,
    on_accent: Rgb,
    accent_on_deep: Rgb,
    accent2: Rgb,
    pub(super) chart: Vec<Rgb>,
}

impl Colors {
    /// The colours as a theme declares them.
    pub(super) fn declaration(&self) -> Content {
        let colors = [
            ("base", self.base),
            ("tint", self.tint),
            ("deep", self.deep),
            ("surface", self.surface),
            ("line", self.line),
            ("text", self.text),
            ("muted", self.muted),
            ("onDeep", self.on_deep),
            ("mutedOnDeep", self.muted_on_deep),
            ("accent", self.accent),
            ("onAccent", self.on_accent),
            ("accentOnDeep", self.accent_on_deep),
            ("accent2", self.accent2),
        ];
        colors.into_iter().map(|(key, color)| (key.to_owned(), color.to_string().into())).collect()
    }
}

/// The colours of a theme from those of a file.
pub(super) fn palette(parts: &TemplateParts, remarks: &mut TemplateRemarks) -> Colors {
    let given_text = parts.master.text.color.or(parts.roles.text).unwrap_or(Rgb::BLACK);
    let base = base(parts, given_text, remarks);
    let text = readable(given_text, &[base], MIN_TEXT_CONTRAST);
    if text != given_text {
        remarks.changed.push(format!(
            "The text colour {given_text} is hard to read on the background {base}, so text uses {text}."
        ));
    }
    let accents = accents(parts, base, remarks);
    let given_accent = accents.first().copied().unwrap_or(text);
    let tint = parts
        .roles
        .second_background
        .filter(|tint| *tint != base && tint.contrast(base) <= 1.4 && text.contrast(*tint) >= MIN_TEXT_CONTRAST);
    let tint = tint.unwrap_or_else(|| given_accent.over(base, 0.07));
    let surface = tint.over(base, 0.5);
    let light = [base, tint, surface];
    let text = readable(text, &light, MIN_TEXT_CONTRAST);
    let replacement = accent_replacement(&accents, &light, text);
    let accent =
        replacement.unwrap_or_else(|| readable_unless(given_accent, &light, MIN_MARK_CONTRAST, MIN_TEXT_CONTRAST));
    if let Some(replacement) = replacement {
        remarks.changed.push(format!(
            "The accent {given_accent} cannot be read on {base}, and would turn brown if it were darker. Text and lines on light \
             slides use {replacement}; dark slides keep {given_accent}."
        ));
    } else if accent != given_accent {
        let how = if base.luminance() > 0.4 { "light" } else { "dark" };
        remarks.changed.push(format!(
            "The accent {given_accent} is too {how} for text and lines on {base}, so they use {accent}. Dark slides keep a \
             shade that is close to {given_accent}."
        ));
    }
    let others = accents.iter().skip(1).find(|color| Some(**color) != replacement);
    let given_second = others.copied().unwrap_or(accent);
    let accent2 = readable_unless(given_second, &light, MIN_MARK_CONTRAST, MIN_TEXT_CONTRAST);
    if accent2 != given_second && given_second != given_accent {
        remarks.changed.push(format!("The second accent {given_second} is hard to see on {base}, so it is {accent2}."));
    }
    let deep = deep(parts, [base, tint], given_accent);
    let on_deep = readable(if base.luminance() > 0.4 { base } else { text }, &[deep], MIN_DARK_CONTRAST);
    let accent_on_deep = readable_unless(given_accent, &[deep], MIN_MARK_CONTRAST, MIN_TEXT_CONTRAST);
    remarks.taken.push(format!(
        "The colours: background {base}, text {text}, accent {accent}, second accent {accent2}, dark slides {deep}."
    ));
    let colors = Colors {
        base,
        tint,
        deep,
        surface,
        line: text.over(base, 0.18),
        text,
        muted: readable(text.over(base, 0.7), &light, MIN_TEXT_CONTRAST),
        on_deep,
        muted_on_deep: readable(on_deep.over(deep, 0.72), &[deep], MIN_TEXT_CONTRAST),
        accent,
        given_accent,
        has_replaced_accent: replacement.is_some(),
        on_accent: text_on(accent, [base, text, on_deep]),
        accent_on_deep,
        accent2,
        chart: chart(&chart_order(&accents, replacement), &light, remarks),
    };
    note_titles(parts, text, remarks);
    colors
}

/// The colour of plain slides.
fn base(parts: &TemplateParts, text: Rgb, remarks: &mut TemplateRemarks) -> Rgb {
    let first = parts.roles.background.unwrap_or(Rgb::WHITE);
    match &parts.master.background {
        Some(Paint::Color(color)) => *color,
        Some(Paint::Gradient(stops)) => {
            let mean = mean(stops);
            let is_one_color = stops.iter().all(|stop| stop.contrast(mean) < 1.06);
            if !is_one_color {
                remarks.changed.push(format!(
                    "The background passes through {} colours in the file. In the theme it is {mean}.",
                    stops.len()
                ));
            }
            mean
        }
        // The picture is not read here, but the text of the file is meant to be readable on it.
        Some(Paint::Picture(_)) if first.contrast(text) < MIN_TEXT_CONTRAST => {
            let candidates = ["dk2", "dk1", "lt2", "lt1"].into_iter().filter_map(|name| parts.scheme.get(name));
            candidates
                .into_iter()
                .find(|color| color.contrast(text) >= MIN_TEXT_CONTRAST)
                .unwrap_or_else(|| black_or_white(text))
        }
        Some(Paint::Picture(_)) | None => first,
    }
}

/// The colour of dark slides: that of the title slide, of section slides or of the band behind titles if one of these
/// is dark, otherwise the second dark colour of the scheme, otherwise a darker shade of the plain page on a dark
/// template, otherwise a dark shade of the accent. Never a colour of `light`.
fn deep(parts: &TemplateParts, light: [Rgb; 2], accent: Rgb) -> Rgb {
    let is_dark = |color: &Rgb| color.contrast(Rgb::WHITE) >= MIN_DARK_CONTRAST;
    let layers = ["title", "secHead"].into_iter().filter_map(|kind| layer(parts, kind));
    let own = layers.filter_map(|layer| background_color(layer.background.as_ref()?));
    let band = super::voice::title_band(parts);
    if let Some(found) = own.chain(band).find(|color| is_dark(color) && *color != accent && !light.contains(color)) {
        return found;
    }
    let second = parts.scheme.get("dk2").filter(|color| is_dark(color) && *color != Rgb::BLACK);
    if let Some(found) = second.filter(|color| !light.contains(color)) {
        return found;
    }
    if light[0].luminance() < 0.2 {
        // On a dark template, the darkest page is a step below the plain one.
        return Rgb::BLACK.over(light[0], 0.4);
    }
    let [hue, saturation, _] = accent.hsl();
    if saturation < 0.1 {
        return parts.scheme.get("dk1").filter(is_dark).unwrap_or(Rgb::hex(0x1F_29_33));
    }
    let lightness = (5..=24).rev().map(|step: u8| f32::from(step) / 100.0);
    let shades = lightness.map(|light| Rgb::from_hsl([hue, saturation.min(0.7), light]));
    shades.into_iter().find(|shade| shade.contrast(Rgb::WHITE) >= 12.0).unwrap_or(Rgb::BLACK)
}

/// The first layout of a kind, if there is one.
pub(super) fn layer<'a>(parts: &'a TemplateParts, kind: &str) -> Option<&'a Layer> {
    parts.layouts.iter().find(|layer| layer.kind == kind)
}

/// The colour of a background: the mean of a gradient, and `None` for a picture.
pub(super) fn background_color(paint: &Paint) -> Option<Rgb> {
    match paint {
        Paint::Color(color) => Some(*color),
        Paint::Gradient(stops) => Some(mean(stops)),
        Paint::Picture(_) => None,
    }
}

/// The accents of a file: those of its scheme. If the scheme is the default of new files, the two colours that cover
/// the largest area on the master and the layouts come first.
fn accents(parts: &TemplateParts, base: Rgb, remarks: &mut TemplateRemarks) -> Vec<Rgb> {
    /// First accents of new files, by the year of the program.
    const DEFAULT_ACCENTS: [u32; 5] = [0x4F_81_BD, 0x5B_9B_D5, 0x44_72_C4, 0x15_60_82, 0x18_A3_03];
    let names = ["accent1", "accent2", "accent3", "accent4", "accent5", "accent6"];
    let mut accents: Vec<Rgb> = names.into_iter().filter_map(|name| parts.scheme.get(name)).collect();
    if !accents.first().is_some_and(|first| DEFAULT_ACCENTS.map(Rgb::hex).contains(first)) {
        return accents;
    }
    let layers = std::iter::once(&parts.master).chain(&parts.layouts);
    let shapes = layers.flat_map(|layer| &layer.shapes);
    let mut painted: Vec<(Rgb, i128)> = Vec::new();
    let mut indices: HashMap<Rgb, usize> = HashMap::new();
    for shape in shapes {
        let Some(color) = shape.fill.as_ref().and_then(background_color) else { continue };
        let is_colourful = color.hsl()[1] > 0.25 && color.contrast(base) > 1.3 && !accents.contains(&color);
        if !is_colourful {
            continue;
        }
        let area = i128::from(shape.frame.width) * i128::from(shape.frame.height);
        let index = *indices.entry(color).or_insert(painted.len());
        match painted.get_mut(index) {
            Some((_, sum)) => *sum += area,
            None => painted.push((color, area)),
        }
    }
    painted.sort_by_key(|(_, area)| std::cmp::Reverse(*area));
    let painted: Vec<Rgb> = painted.into_iter().map(|(color, _)| color).take(2).collect();
    if let Some(first) = painted.first() {
        remarks.changed.push(format!(
            "The file has the accents of every new file, but its master is painted in {first}, so that is the accent."
        ));
    }
    accents.splice(0..0, painted);
    accents.truncate(6);
    accents
}

/// The colour that replaces a yellow accent on light pages, where a darker yellow would be brown: the next accent
/// that can be read, otherwise the colour of text.
fn accent_replacement(accents: &[Rgb], light: &[Rgb], text: Rgb) -> Option<Rgb> {
    let [hue, saturation, _] = accents.first()?.hsl();
    let is_yellow = (0.105..=0.2).contains(&hue) && saturation > 0.4;
    if !is_yellow
        || lowest_contrast(accents[0], light) >= MIN_MARK_CONTRAST
        || light.iter().any(|page| page.luminance() < 0.4)
    {
        return None;
    }
    let is_colourful = |color: &&Rgb| color.hsl()[1] > 0.2 && lowest_contrast(**color, light) >= MIN_TEXT_CONTRAST;
    Some(accents.iter().skip(1).find(is_colourful).copied().unwrap_or(text))
}

/// The accents in the order of charts. If a colour replaces the first accent, that colour comes first and the accent
/// last.
fn chart_order(accents: &[Rgb], replacement: Option<Rgb>) -> Vec<Rgb> {
    let Some(replacement) = replacement else { return accents.to_vec() };
    let others = accents.iter().skip(1).copied().filter(|color| *color != replacement);
    std::iter::once(replacement).chain(others).chain(accents.first().copied()).collect()
}

/// The accents of the file as colours of charts.
fn chart(accents: &[Rgb], light: &[Rgb], remarks: &mut TemplateRemarks) -> Vec<Rgb> {
    let mut chart: Vec<Rgb> = Vec::new();
    let mut changed = Vec::new();
    for &color in accents {
        let shade = readable(color, light, MIN_MARK_CONTRAST);
        if shade != color {
            changed.push(format!("{color} became {shade}"));
        }
        if !chart.contains(&shade) {
            chart.push(shade);
        }
    }
    // With one colour alone, the parts of a chart would look the same.
    if chart.len() < 2 {
        return Vec::new();
    }
    remarks.taken.push(format!("Charts use {} accents of the file, in their order.", chart.len()));
    if !changed.is_empty() {
        remarks
            .changed
            .push(format!("Colours of charts that are hard to see on the background: {}.", changed.join(", ")));
    }
    chart
}

/// Notes that titles have a colour of their own in the file.
fn note_titles(parts: &TemplateParts, text: Rgb, remarks: &mut TemplateRemarks) {
    if let Some(color) = parts.master.title.color
        && color.contrast(text) > 1.3
    {
        remarks.changed.push(format!("Titles are {color} in the file. In the theme they have the text colour {text}."));
    }
}

/// The mean of colours.
fn mean(colors: &[Rgb]) -> Rgb {
    let mut mean = colors.first().copied().unwrap_or(Rgb::WHITE);
    let mut count = 1.0;
    for color in colors.iter().skip(1) {
        count += 1.0;
        mean = color.over(mean, 1.0 / count);
    }
    mean
}

/// Black or white, whichever has more contrast to a background.
fn black_or_white(background: Rgb) -> Rgb {
    if Rgb::WHITE.contrast(background) > Rgb::BLACK.contrast(background) { Rgb::WHITE } else { Rgb::BLACK }
}

/// A colour of the file that has enough contrast to another one, else black or white.
fn text_on(background: Rgb, candidates: [Rgb; 3]) -> Rgb {
    let found = candidates.into_iter().find(|color| color.contrast(background) >= MIN_TEXT_CONTRAST);
    found.unwrap_or_else(|| black_or_white(background))
}

/// A colour if its contrast on all backgrounds is at least `accepted`, otherwise its nearest shade whose contrast is at
/// least `corrected`.
fn readable_unless(color: Rgb, backgrounds: &[Rgb], accepted: f32, corrected: f32) -> Rgb {
    if lowest_contrast(color, backgrounds) >= accepted { color } else { readable(color, backgrounds, corrected) }
}

/// The lowest contrast of a colour to several backgrounds.
fn lowest_contrast(color: Rgb, backgrounds: &[Rgb]) -> f32 {
    backgrounds.iter().map(|background| color.contrast(*background)).fold(f32::MAX, f32::min)
}

/// The nearest shade of a colour that has enough contrast on all backgrounds, which may be the colour itself. Black or
/// white if no shade has.
pub(super) fn readable(color: Rgb, backgrounds: &[Rgb], min_contrast: f32) -> Rgb {
    const STEPS: u16 = 500;
    if lowest_contrast(color, backgrounds) >= min_contrast {
        return color;
    }
    let [hue, saturation, light] = color.hsl();
    for step in 1..=STEPS {
        let distance = f32::from(step) / f32::from(STEPS);
        for to in [light - distance, light + distance] {
            if !(0.0..=1.0).contains(&to) {
                continue;
            }
            let shade = Rgb::from_hsl([hue, saturation, to]);
            if lowest_contrast(shade, backgrounds) >= min_contrast {
                return shade;
            }
        }
    }
    let [black, white] = [Rgb::BLACK, Rgb::WHITE].map(|color| lowest_contrast(color, backgrounds));
    if black > white { Rgb::BLACK } else { Rgb::WHITE }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_keeps_its_hue_when_its_contrast_is_corrected() {
        let (yellow, backgrounds) = (Rgb::hex(0xFF_D4_00), [Rgb::WHITE, Rgb::hex(0xF4_F4_F0)]);
        let shade = readable(yellow, &backgrounds, MIN_TEXT_CONTRAST);
        assert!(backgrounds.iter().all(|background| shade.contrast(*background) >= MIN_TEXT_CONTRAST), "{shade}");
        assert!((shade.hsl()[0] - yellow.hsl()[0]).abs() < 0.01, "{shade}");
        assert_eq!(readable(Rgb::BLACK, &backgrounds, MIN_TEXT_CONTRAST), Rgb::BLACK);
        // No shade has enough contrast to both black and white.
        assert_eq!(readable(yellow, &[Rgb::WHITE, Rgb::BLACK], 7.0), Rgb::WHITE);
    }

    #[test]
    fn a_gradient_has_its_middle_colour() {
        assert_eq!(mean(&[Rgb::BLACK, Rgb::WHITE]), Rgb::hex(0x80_80_80));
        assert_eq!(mean(&[Rgb::hex(0x30_30_30); 3]), Rgb::hex(0x30_30_30));
    }
}
