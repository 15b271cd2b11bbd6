//! Converts the titles, bullets, lines and footers of a file into the voice of a theme. What a file does not define
//! gets a plain form.

use deck::{Content, Rgb};
use serde_json::{Value, json};

use super::colors::{Colors, background_color, layer};
use super::{TemplateRemarks, counted};
use crate::model::Frame;
use crate::read::paint::Paint;
use crate::read::template::{PlacedShape, TemplateParts};

/// The voice of a theme from the master and the layouts of a file.
pub(super) fn voice(parts: &TemplateParts, colors: &Colors, remarks: &mut TemplateRemarks) -> Content {
    let page = Page(parts.size);
    let master = &parts.master;
    let mut used = 0;
    let place = head_place(parts, page, remarks);
    used += usize::from(place == "band" && master.shapes.iter().any(|shape| is_band(shape, page)));
    let align = head_align(parts, remarks);
    let has_rule = lines(parts, page).any(|line| is_under_title(line, master.title.frame));
    let has_foot_rule = lines(parts, page).any(|line| page.down(line.frame.y) > 0.85);
    used += usize::from(has_rule) + usize::from(has_foot_rule);
    let bullet = bullet(parts, remarks);
    let title_layer = layer(parts, "title");
    let title_size = title_layer.and_then(|layer| layer.title.size).or(master.title.size).unwrap_or(6000);
    let opener_size = layer(parts, "secHead").and_then(|layer| layer.title.size).unwrap_or(title_size);
    let head_size = master.title.size.unwrap_or(4400);
    if let Some(size) = master.title.size {
        let (points, align) = (size / 100, if align == "center" { "centred" } else { "at the left" });
        remarks.taken.push(format!("Titles: {align}, {points} points in the file and about as large here."));
    }
    let number = master.number.map(|frame| page.across(frame.x + frame.width / 2));
    let foot_place = if number.is_some_and(|middle| (0.35..0.65).contains(&middle)) { "center" } else { "ends" };
    if master.footer.is_some() || number.is_some() {
        remarks.taken.push("The footer, with slide numbers when the deck shows them.".to_owned());
    }
    if master.title.is_capitals == Some(true) {
        remarks.left_out.push("Capital letters in titles: titles are written as you type them.".to_owned());
    }
    note_shapes(parts, used, remarks);
    let title_backdrop = backdrop(parts, "title", colors, remarks);
    let opener_backdrop = backdrop(parts, "secHead", colors, remarks);
    let voice = json!({
        "page": { "form": "plain" },
        "head": {
            "place": place,
            "align": align,
            "steps": steps(page.pixels(head_size).clamp(56.0, 96.0), &[1.0, 0.89, 0.78]),
            "rule": if has_rule && place == "top" { "below" } else { "none" },
            "track": -0.01,
        },
        "plate": { "form": "filled", "radius": 8, "pad": 40 },
        "marker": { "bullet": bullet, "numeral": "disc" },
        // On a dark plate, the marks are in the accent of the file.
        "emphasis": { "form": "fill", "color": if colors.has_replaced_accent { "deep" } else { "accent" } },
        "picture": { "form": "bleed" },
        "chart": { "barRadius": 0, "line": 6 },
        "table": { "form": "soft" },
        "quote": { "form": "mark", "align": align, "steps": [120, 104, 92, 80, 68, 60] },
        "title": { "form": "plain", "steps": steps(page.pixels(title_size).clamp(96.0, 200.0), &[1.0, 0.87, 0.75, 0.63]) },
        "opener": { "form": "plain", "steps": steps(page.pixels(opener_size).clamp(88.0, 168.0), &[1.0, 0.87, 0.75]) },
        "closing": { "form": "plain" },
        "foot": { "place": foot_place, "rule": has_foot_rule, "mark": "none" },
        "ornament": "none",
        "backdrop": {
            "title-slide": title_backdrop,
            "chapter-title-slide": opener_backdrop,
            "kpi-metrics-slide": "base",
            "comparison-slide": "base",
            "quote-slide": "base",
            "end-slide": title_backdrop,
            "payoff-slide": title_backdrop,
        },
    });
    match voice {
        Value::Object(voice) => voice,
        _ => Content::new(),
    }
}

/// The size of the slides of a file.
#[derive(Clone, Copy)]
struct Page((i64, i64));

impl Page {
    #[expect(clippy::cast_precision_loss, reason = "lengths are far below 2^52")]
    fn share(length: i64, all: i64) -> f64 {
        length as f64 / all.max(1) as f64
    }

    /// A length as a share of the width.
    fn across(self, length: i64) -> f64 {
        Self::share(length, self.0.0)
    }

    /// A length as a share of the height.
    fn down(self, length: i64) -> f64 {
        Self::share(length, self.0.1)
    }

    /// A size of text in hundredths of a point, in pixels of a slide that is 1080 high.
    fn pixels(self, size: u32) -> f64 {
        f64::from(size) / 100.0 * 12_700.0 * Self::share(1080, self.0.1)
    }
}

/// Sizes of text, the largest first, in steps of four pixels.
fn steps(largest: f64, factors: &[f64]) -> Vec<u32> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "sizes of text")]
    let step = |factor: &f64| (largest * factor / 4.0).round() as u32 * 4;
    let mut steps: Vec<u32> = factors.iter().map(step).collect();
    steps.dedup();
    steps
}

/// The position of titles.
fn head_place(parts: &TemplateParts, page: Page, remarks: &mut TemplateRemarks) -> &'static str {
    if title_band(parts).is_some() {
        remarks.taken.push("Titles stand in a dark band, as in the file.".to_owned());
        return "band";
    }
    let Some(frame) = parts.master.title.frame else { return "top" };
    let (width, height) = (page.across(frame.width), page.down(frame.height));
    if width < 0.42 && height > 0.35 && page.across(frame.x) < 0.2 {
        remarks.taken.push("Titles stand in a column at the left, as in the file.".to_owned());
        return "rail";
    }
    if page.down(frame.y + frame.height / 2) > 0.55 {
        remarks
            .changed
            .push("Titles stand low on the slide in the file. In the theme they stand at the top.".to_owned());
    }
    "top"
}

/// The alignment of titles.
fn head_align(parts: &TemplateParts, remarks: &mut TemplateRemarks) -> &'static str {
    match parts.master.title.align.as_deref() {
        Some("ctr") => "center",
        Some("r") => {
            remarks
                .changed
                .push("Titles stand at the right in the file. In the theme they stand at the left.".to_owned());
            "left"
        }
        _ => "left",
    }
}

/// The colour of a dark band behind the titles; `None` without such a band.
pub(super) fn title_band(parts: &TemplateParts) -> Option<Rgb> {
    let page = Page(parts.size);
    let title = parts.master.title.frame?;
    let middle = title.y + title.height / 2;
    let contains_middle = |frame: &Frame| frame.y <= middle && middle <= frame.y + frame.height;
    let shapes = parts.master.shapes.iter().filter(|shape| is_band(shape, page) && contains_middle(&shape.frame));
    let mut fills = shapes.filter_map(|shape| background_color(shape.fill.as_ref()?));
    fills.find(|color| color.contrast(Rgb::WHITE) >= 4.5)
}

/// Whether a shape is a band across the upper edge.
fn is_band(shape: &PlacedShape, page: Page) -> bool {
    let Frame { y, width, height, .. } = shape.frame;
    page.across(width) > 0.93 && page.down(y) < 0.04 && (0.08..0.36).contains(&page.down(height))
}

/// Long thin shapes of the master.
fn lines(parts: &TemplateParts, page: Page) -> impl Iterator<Item = &PlacedShape> {
    let is_line =
        move |shape: &&PlacedShape| page.down(shape.frame.height) < 0.012 && page.across(shape.frame.width) > 0.4;
    parts.master.shapes.iter().filter(is_line)
}

/// Whether a line is near the lower edge of the title.
fn is_under_title(line: &PlacedShape, title: Option<Frame>) -> bool {
    title.is_some_and(|title| {
        let distance = line.frame.y - (title.y + title.height);
        distance.saturating_abs().saturating_mul(2) <= title.height
    })
}

/// The marker of points.
fn bullet(parts: &TemplateParts, remarks: &mut TemplateRemarks) -> &'static str {
    let Some(sign) = parts.master.text.bullet.as_deref() else { return "disc" };
    let (marker, name) = match sign.chars().next() {
        None => {
            remarks.changed.push("Text has no bullets in the file. In the theme, points have discs.".to_owned());
            return "disc";
        }
        Some('•' | '·' | '●' | '\u{F0B7}' | 'l') => ("disc", "discs"),
        Some('–' | '—' | '-' | '‒' | '_') => ("dash", "dashes"),
        Some('▪' | '■' | '§' | '\u{F0A7}' | 'n' | '◼' | '▸' | '►' | '▶' | '◆') => ("square", "squares"),
        Some('o' | '○' | '◦') => ("ring", "rings"),
        Some('+' | '×' | '✕') => ("cross", "crosses"),
        Some(_) => {
            remarks.changed.push("The bullets of the file cannot be drawn here, so points have discs.".to_owned());
            return "disc";
        }
    };
    remarks.taken.push(format!("Bullets: {name}."));
    marker
}

/// The backdrop of slides that have a layout: the role whose colour is that of its background.
fn backdrop(parts: &TemplateParts, kind: &str, colors: &Colors, remarks: &mut TemplateRemarks) -> &'static str {
    let Some(layer) = layer(parts, kind) else { return "base" };
    let Some(paint) = &layer.background else { return "base" };
    let Some(color) = background_color(paint) else {
        // A picture: dark if its text is light.
        let text = layer.title.color.or(parts.master.title.color).unwrap_or(colors.text);
        let needs_dark = matches!(paint, Paint::Picture(_)) && text.contrast(Rgb::BLACK) > text.contrast(Rgb::WHITE);
        return if needs_dark && colors.base.luminance() > 0.2 { "deep" } else { "base" };
    };
    let roles = [("base", colors.base), ("tint", colors.tint), ("deep", colors.deep), ("accent", colors.accent)];
    let distance = |role: Rgb| {
        let channels = |color: Rgb| [color.red, color.green, color.blue];
        channels(role)
            .iter()
            .zip(channels(color))
            .map(|(one, other)| u32::from(one.abs_diff(other)).pow(2))
            .sum::<u32>()
    };
    // If the accent of the file was replaced, no page has its colour, and the dark page is the closest match.
    let is_replaced_accent = color == colors.given_accent && color != colors.accent;
    let nearest = roles
        .into_iter()
        .min_by_key(|(role, value)| if is_replaced_accent && *role == "deep" { 0 } else { distance(*value) });
    let Some((role, found)) = nearest else { return "base" };
    if distance(found) > 300 {
        let what = if kind == "title" { "The title slide is" } else { "Section slides are" };
        remarks.changed.push(format!("{what} {color} in the file. In the theme the nearest background is {found}."));
    }
    role
}

/// Adds a remark about the shapes on the master and the layouts, except those that became part of the voice. `used` is
/// the number of the latter on the master.
fn note_shapes(parts: &TemplateParts, used: usize, remarks: &mut TemplateRemarks) {
    let on_master = parts.master.shapes.len().saturating_sub(used);
    let on_layouts = parts.layouts.iter().filter(|layer| !layer.shapes.is_empty()).count();
    let master = counted(on_master, "shape", "shapes");
    let layouts = counted(on_layouts, "layout", "layouts");
    let what = match (on_master, on_layouts) {
        (0, 0) => return,
        (_, 0) => format!("{master} drawn on the slide master."),
        (0, _) => format!("Shapes drawn on {layouts}."),
        (_, _) => format!("{master} drawn on the slide master, and those on {layouts}."),
    };
    remarks.left_out.push(what);
}
