//! Makes a theme from the look of a PowerPoint file: colours by role, the nearest available fonts, titles, bullets and
//! footers as a voice, and the logo.
//!
//! The remarks list what was taken, changed and left out, for the person who chose the file. A colour with too little
//! contrast for text or marks is replaced by the nearest shade with enough.

mod colors;
mod fonts;
mod logo;
mod voice;

use deck::{CustomTheme, Themes};

use crate::model::PartName;
use crate::read::template::TemplateParts;

/// A theme made from a PowerPoint file.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Template {
    /// The name of the theme in the file, unless it is a default name of a program.
    pub name: Option<String>,
    /// Colours, fonts, colours of charts and voice. It has neither slug nor logo.
    pub theme: CustomTheme,
    /// The logo.
    pub logo: Option<TemplateLogo>,
    /// Sentences about what was taken, changed and left out.
    pub remarks: TemplateRemarks,
}

/// The logo of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplateLogo {
    /// The part with its bytes.
    pub part: PartName,
    /// Whether every slide shows it.
    pub is_everywhere: bool,
}

/// Sentences about what became of the look of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TemplateRemarks {
    /// Properties that the theme takes from the file unchanged.
    pub taken: Vec<String>,
    /// Properties that differ from the file, with the reason.
    pub changed: Vec<String>,
    /// Properties of the file that a theme cannot have.
    pub left_out: Vec<String>,
}

/// Makes a theme from the look of a file.
pub(crate) fn template(parts: &TemplateParts, themes: &Themes) -> Template {
    let mut remarks = TemplateRemarks::default();
    if parts.masters > 1 {
        remarks.left_out.push(format!(
            "The file has {} slide masters. The theme is made from the one that most slides are on.",
            parts.masters
        ));
    }
    let colors = colors::palette(parts, &mut remarks);
    let fonts = fonts::fonts(parts, themes, &mut remarks);
    let logo = logo::find(parts, &mut remarks);
    let voice = voice::voice(parts, &colors, &mut remarks);
    note_unsupported(parts, &mut remarks);
    let theme = CustomTheme {
        colors: colors.declaration(),
        fonts,
        chart: colors.chart,
        voice: Some(voice),
        ..CustomTheme::default()
    };
    Template { name: name(&parts.name), theme, logo, remarks }
}

/// The name of a theme. `None` if it is empty or a default name of a program.
fn name(name: &str) -> Option<String> {
    const DEFAULT_NAMES: &[&str] =
        &["office", "default", "custom design", "thema", "theme", "design", "template", "blank", "lectern"];
    let lower = name.to_lowercase();
    let is_default =
        lower.is_empty() || DEFAULT_NAMES.iter().any(|known| lower.contains(known) && lower.len() < known.len() + 12);
    (!is_default && !name.contains('\0')).then(|| name.to_owned())
}

/// Adds remarks about the parts of the file that a theme cannot have.
fn note_unsupported(parts: &TemplateParts, remarks: &mut TemplateRemarks) {
    let has_picture = |kind: &str| {
        let layer = parts.layouts.iter().find(|layer| layer.kind == kind);
        layer.is_some_and(|layer| matches!(layer.background, Some(crate::read::paint::Paint::Picture(_))))
    };
    let mut pictures = Vec::new();
    if matches!(parts.master.background, Some(crate::read::paint::Paint::Picture(_))) {
        pictures.push("all slides");
    }
    if has_picture("title") {
        pictures.push("the title slide");
    }
    if has_picture("secHead") {
        pictures.push("section slides");
    }
    if !pictures.is_empty() {
        remarks.left_out.push(format!(
            "The background picture of {}. A theme has no background pictures; a slide can have one.",
            pictures.join(" and of ")
        ));
    }
    let layouts = parts.layouts.len();
    if layouts > 0 {
        remarks.left_out.push(format!(
            "The places on {}: each slide type places its content itself.",
            counted(layouts, "layout", "layouts")
        ));
    }
    if parts.has_embedded_fonts {
        remarks.left_out.push("The fonts that are embedded in the file.".to_owned());
    }
    if parts.has_macros {
        remarks.left_out.push("The macros.".to_owned());
    }
}

/// A number with its word.
fn counted(count: usize, one: &str, many: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {many}") }
}
