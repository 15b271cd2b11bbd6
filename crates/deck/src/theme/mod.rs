//! The known themes: palettes, font names, gradients and voices as data.
//!
//! System themes are compiled in. Custom themes of an organization are the default theme with other colours, fonts and
//! another voice. A deck with an unknown theme is shown in the default theme.

mod custom;
mod declaration;
mod declared_object;
mod font;
mod gradient;
mod look;
mod view;
pub mod voice;

use std::sync::{Arc, LazyLock};

use serde_json::{Value, json};

use self::declared_object::{DeclaredObject, ReadResult};
pub use self::font::{
    BodyFace, Face, FallbackFont, Figures, FontFamily, FontFile, FontStyle, Fonts, OfficeFonts, OwnFace,
};
pub use self::gradient::{Gradient, GradientFill, GradientOverlay, LightSpot, OverlayForm};
pub use self::look::{Backdrop, CustomTheme, Palette, Syntax, Theme, ThemeLocks};
pub use self::view::{ThemeListView, ThemeSummary, ThemeView};
use crate::registry::Registry;

/// Why the declaration of a theme was rejected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {}{fault}", location(.theme, .field))]
pub struct ThemeError {
    /// File name, or another name of the source.
    pub file: String,
    /// Id of the theme, or empty when the fault is not in a theme.
    pub theme: String,
    /// Path of the field, or empty when the fault is not in a field.
    pub field: String,
    /// What is wrong.
    pub fault: String,
}

fn location(theme: &str, field: &str) -> String {
    match (theme, field) {
        ("", "") => String::new(),
        ("", field) => format!("`{field}`: "),
        (theme, "") => format!("theme `{theme}`: "),
        (theme, field) => format!("theme `{theme}`, field `{field}`: "),
    }
}

/// The known themes. Copies are cheap.
#[derive(Debug, Clone)]
pub struct Themes {
    /// Custom themes by label, then system themes by label.
    all: Vec<Arc<Theme>>,
    fonts: Arc<[FontFamily]>,
    /// The faces that the organization uploaded.
    own_faces: Arc<[OwnFace]>,
    fallback_fonts: Arc<[FallbackFont]>,
    /// Id of the system theme that custom themes are based on.
    base: String,
    /// Id of the theme for decks with an unknown theme.
    default: String,
}

static CORE: LazyLock<Themes> = LazyLock::new(|| {
    let compiled_in = |text: &str| -> Value { serde_json::from_str(text).expect("the compiled-in catalogue is JSON") };
    let mut source = compiled_in(include_str!("../../catalogue/themes.json"));
    let mut voices = compiled_in(include_str!("../../catalogue/voices.json"));
    for theme in source["themes"].as_array_mut().into_iter().flatten() {
        let id = theme["id"].as_str().unwrap_or_default().to_owned();
        theme["voice"] = voices[&id].take();
    }
    Themes::from_catalogue("themes.json", &source, Registry::core())
        .expect("a test loads the catalogue that is compiled in")
});

impl Themes {
    /// The eight themes that are compiled in.
    pub fn core() -> &'static Self {
        &CORE
    }

    /// Reads a catalogue of bundled fonts and themes. Slide types in it must be in the registry.
    ///
    /// # Errors
    /// Fails at the first wrong declaration.
    pub fn from_catalogue(file: &str, source: &Value, registry: &Registry) -> Result<Self, ThemeError> {
        let refuse = |theme: &str, (field, fault): (String, String)| ThemeError {
            file: file.to_owned(),
            theme: theme.to_owned(),
            field,
            fault,
        };
        let outside = |fault| refuse("", fault);
        let raw = DeclaredObject::new(source, "").map_err(outside)?;
        let fonts = read_each(&raw, "fonts", declaration::font_family).map_err(outside)?;
        let fallback_fonts = read_each(&raw, "fallbackFonts", declaration::fallback_font).map_err(outside)?;
        let default = raw.text("defaultTheme").map_err(outside)?.to_owned();
        let mut themes = Self {
            all: Vec::new(),
            fonts: fonts.into(),
            own_faces: Arc::default(),
            fallback_fonts: fallback_fonts.into(),
            base: default.clone(),
            default,
        };
        for (index, value) in raw.list("themes").map_err(outside)?.iter().enumerate() {
            let id = value.get("id").and_then(Value::as_str);
            let name = id.map_or_else(|| format!("themes[{index}]"), str::to_owned);
            let read = DeclaredObject::new(value, "").and_then(|raw| declaration::theme(&raw, &themes.fonts, registry));
            let theme = read.map_err(|fault| refuse(&name, fault))?;
            themes.add(theme).map_err(|fault| refuse(&name, fault))?;
        }
        match themes.find(&themes.default) {
            Some(_) => Ok(themes),
            None => Err(outside((
                "defaultTheme".to_owned(),
                format!("`{}` is not a theme of the catalogue", themes.default),
            ))),
        }
    }

    /// These themes with the font families that an organization uploaded. Its custom themes may name them.
    #[must_use]
    pub fn with_own_fonts(mut self, faces: Vec<OwnFace>) -> Self {
        self.fonts = self.fonts.iter().cloned().chain(FontFamily::of_own(&faces)).collect();
        self.own_faces = faces.into();
        self
    }

    /// The themes of the catalogue alone, with the fonts that custom themes may name.
    #[must_use]
    pub fn system(&self) -> Self {
        let mut themes = self.clone();
        themes.all.retain(|theme| theme.custom.is_none());
        themes.default.clone_from(&self.base);
        themes
    }

    /// These themes and a custom theme `{id, label, slug?, colors?, fonts?, chart?, voice?, logoUrl?, locks?}`.
    ///
    /// # Errors
    /// Fails when the declaration is wrong, or its id or slug is taken.
    pub fn with_custom(mut self, file: &str, declaration: &Value) -> Result<Self, ThemeError> {
        let system: Vec<&Theme> = self.iter().filter(|theme| theme.custom.is_none()).collect();
        let base = system.iter().find(|theme| theme.id == self.base);
        let base = base.expect("the default theme is in the catalogue");
        let fonts = custom::KnownFonts { families: &self.fonts, own_faces: &self.own_faces };
        let read = DeclaredObject::new(declaration, "")
            .and_then(|raw| custom::theme(&raw, base, &system, fonts, Registry::core()));
        let id = declaration.get("id").and_then(Value::as_str).unwrap_or_default();
        read.and_then(|theme| self.add(theme)).map_err(|(field, fault)| ThemeError {
            file: file.to_owned(),
            theme: id.to_owned(),
            field,
            fault,
        })?;
        Ok(self)
    }

    /// These themes and a custom theme that cannot be read: it looks like the default theme and is listed without
    /// colours. Does nothing when the id is taken.
    #[must_use]
    pub fn with_unreadable(mut self, id: &str, label: &str) -> Self {
        let theme = Theme {
            id: id.to_owned(),
            label: label.to_owned(),
            brand_colors: Vec::new(),
            has_background_images: false,
            custom: Some(CustomTheme::default()),
            ..self.default().clone()
        };
        let _ = self.add(theme);
        self
    }

    /// These themes with another default. Does nothing when the id is unknown.
    #[must_use]
    pub fn with_default(mut self, id: &str) -> Self {
        if let Some(theme) = self.find(id) {
            self.default = theme.id.clone();
        }
        self
    }

    /// The theme with this id or slug.
    pub fn find(&self, name: &str) -> Option<&Theme> {
        let slug = |theme: &Theme| theme.custom.as_ref().and_then(|custom| custom.slug.clone());
        self.iter()
            .find(|theme| theme.id == name)
            .or_else(|| self.iter().find(|theme| slug(theme).as_deref() == Some(name)))
    }

    /// The theme with this id or slug, else the one whose id, slug or label differs only in letter case.
    pub fn resolve(&self, name: &str) -> Option<&Theme> {
        let name = name.trim();
        self.find(name).or_else(|| {
            let is_same_name = |other: &str| other.to_lowercase() == name.to_lowercase();
            let slug = |theme: &Theme| theme.custom.as_ref().and_then(|custom| custom.slug.clone());
            self.iter().find(|theme| {
                is_same_name(&theme.id)
                    || is_same_name(&theme.label)
                    || slug(theme).is_some_and(|slug| is_same_name(&slug))
            })
        })
    }

    /// The theme with this id or slug, else the default theme.
    pub fn get(&self, name: &str) -> &Theme {
        self.find(name).unwrap_or_else(|| self.default())
    }

    /// The default theme.
    pub fn default(&self) -> &Theme {
        let found = self.iter().find(|theme| theme.id == self.default);
        found.expect("the default is always one of the themes")
    }

    /// All themes: custom themes by label, then system themes by label.
    pub fn iter(&self) -> impl Iterator<Item = &Theme> {
        self.all.iter().map(AsRef::as_ref)
    }

    /// The bundled families, then those that the organization uploaded.
    pub fn fonts(&self) -> &[FontFamily] {
        &self.fonts
    }

    /// A family by its name.
    pub fn font(&self, family: &str) -> Option<&FontFamily> {
        self.fonts.iter().find(|known| known.family == family)
    }

    /// Font families for missing glyphs, used where they are installed.
    pub fn fallback_fonts(&self) -> &[FallbackFont] {
        &self.fallback_fonts
    }

    /// The themes as the API returns them.
    pub fn listed(&self) -> ThemeListView {
        let themes: Vec<ThemeView> = self.iter().map(|theme| ThemeView::new(theme, theme.id == self.default)).collect();
        ThemeListView { count: themes.len(), themes }
    }

    /// The themes as the agent tools return them: `{themes}`.
    pub fn agent_themes(&self) -> Value {
        json!({"themes": self.iter().map(ThemeSummary::new).collect::<Vec<_>>()})
    }

    fn add(&mut self, theme: Theme) -> ReadResult<()> {
        let slug = theme.custom.as_ref().and_then(|custom| custom.slug.as_deref());
        for (field, name) in [("id", Some(theme.id.as_str())), ("slug", slug)] {
            if let Some(name) = name.filter(|name| self.find(name).is_some()) {
                return declared_object::wrong(field, format!("`{name}` is taken"));
            }
        }
        self.all.push(Arc::new(theme));
        self.all.sort_by(|theme, other| {
            let is_system = |theme: &Theme| theme.custom.is_none();
            (is_system(theme), &theme.label, &theme.id).cmp(&(is_system(other), &other.label, &other.id))
        });
        Ok(())
    }
}

/// The entries of a list, each read by `read` with its path.
fn read_each<T>(raw: &DeclaredObject, key: &str, read: impl Fn(&Value, &str) -> ReadResult<T>) -> ReadResult<Vec<T>> {
    let entries = raw.list(key)?.iter().enumerate();
    entries.map(|(index, value)| read(value, &format!("{key}[{index}]"))).collect()
}
