//! Themes as the API and the agent tools return them.

use serde::Serialize;

use super::look::Theme;
use crate::Content;
use colors::Rgb;

/// All themes of a list.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ThemeList"))]
pub struct ThemeListView {
    /// Custom themes by label, then system themes by label.
    pub themes: Vec<ThemeView>,
    pub(super) count: usize,
}

/// A theme. A custom one has what was declared for it; what is absent there comes from the default theme.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Theme"))]
#[serde(tag = "type", rename_all = "lowercase", rename_all_fields = "camelCase")]
pub enum ThemeView {
    /// A theme that is compiled in.
    System {
        /// What all themes have.
        #[serde(flatten)]
        summary: ThemeSummary,
        /// Whether decks with an unknown theme are shown in it.
        is_default: bool,
    },
    /// A theme of an organization.
    Custom {
        /// What all themes have.
        #[serde(flatten)]
        summary: ThemeSummary,
        /// Whether decks with an unknown theme are shown in it.
        is_default: bool,
        /// Short name. A stored theme always has one.
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        slug: Option<String>,
        /// Its logo.
        logo_url: Option<String>,
        /// The declared colours.
        #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, String>"))]
        colors: Content,
        /// The declared fonts: the name of a family, or an object with `family` and `weight`.
        fonts: Content,
        /// The declared voice: groups of tokens. Absent when there is none.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schemars(with = "Content"))]
        voice: Option<Box<Content>>,
    },
}

/// What all themes have.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ThemeSummary {
    id: String,
    label: String,
    brand_colors: Vec<String>,
    has_background_images: bool,
    /// Whether decks can be exported onto the layouts of its PowerPoint file. Absent when not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    has_template: bool,
}

impl ThemeView {
    pub(super) fn new(theme: &Theme, is_default: bool) -> Self {
        let summary = ThemeSummary::new(theme);
        match theme.custom.clone() {
            None => Self::System { summary, is_default },
            Some(custom) => Self::Custom {
                summary,
                is_default,
                slug: custom.slug,
                logo_url: custom.logo_url,
                colors: custom.colors,
                fonts: custom.fonts,
                voice: custom.voice.map(Box::new),
            },
        }
    }
}

impl ThemeSummary {
    pub(super) fn new(theme: &Theme) -> Self {
        Self {
            id: theme.id.clone(),
            label: theme.label.clone(),
            brand_colors: theme.brand_colors.iter().map(Rgb::to_string).collect(),
            has_background_images: theme.has_background_images,
            has_template: theme.custom.as_ref().is_some_and(|custom| custom.template.is_some()),
        }
    }
}
