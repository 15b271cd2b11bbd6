//! Previews for the settings: examples in a theme, or of a slide type, that is not stored. Stores nothing.

use std::sync::Arc;

use deck::{Content, Deck, Origin, Registry, Slide, Theme};
use serde_json::Value;

use super::draft::{DrawnSlide, DrawnSlides};
use crate::caller::Caller;
use crate::error::{Error, Result};
use crate::{Drawing, ThemeFields};

/// The types in the preview of a theme on its own backdrops: together they have every part that a voice draws.
const OWN_BACKDROP_TYPES: [&str; 8] = [
    "title-slide",
    "content-slide",
    "list-slide",
    "kpi-metrics-slide",
    "chart-slide",
    "table-slide",
    "image-text-slide",
    "quote-slide",
];
/// The figures of the bar chart in the preview of a theme.
const BAR_CHART_DATA: &str = "District,Leaks\nNorth,42\nHarbour,17\nMill Quarter,12\nOld Town,9";
/// The types in the preview of a theme on every backdrop: those with the most different parts.
const EVERY_BACKDROP_TYPES: [&str; 4] = ["title-slide", "list-slide", "chart-slide", "quote-slide"];
/// The backdrops in the preview of a theme, besides its own.
const BACKDROPS: [&str; 5] = ["base", "tint", "deep", "accent", "gradient"];
/// Id, label and slug of a theme or type that has none yet.
const NAMELESS: &str = "draft";

/// The preview of a theme that is not stored.
#[derive(Debug)]
pub struct ThemeSample {
    /// The theme, with everything filled in that its declaration leaves out.
    pub theme: Theme,
    /// Names of the families it may use.
    pub families: Vec<String>,
    /// Examples on the backdrops of the theme, then on each backdrop; the id of a slide is `<type>/<backdrop>`.
    pub drawn: DrawnSlides,
}

/// The preview of a slide type that is not stored.
#[derive(Debug)]
pub struct TypeSample {
    /// The schema of its content.
    pub schema: Value,
    /// Its example.
    pub slide: DrawnSlide,
    /// The stylesheet for it.
    pub css: String,
}

impl Drawing {
    /// Draws examples in a theme that is not stored. A field that is an empty text counts as not given.
    ///
    /// # Errors
    /// Fails when the caller is not an administrator of the organization, or the declaration is wrong.
    pub async fn theme_sample(self: &Arc<Self>, caller: &Caller, fields: ThemeFields) -> Result<ThemeSample> {
        caller.needs_organization_admin()?;
        let given = |value: Option<Value>| value.filter(|value| *value != "");
        let fields = ThemeFields {
            label: given(fields.label).or_else(|| Some(NAMELESS.into())),
            colors: given(fields.colors),
            fonts: given(fields.fonts),
            chart: given(fields.chart),
            voice: given(fields.voice),
            logo_url: given(fields.logo_url),
            locks: given(fields.locks),
            template: None,
        };
        let mut declaration = Content::new();
        declaration.insert("id".to_owned(), NAMELESS.into());
        fields.apply(&mut declaration);
        let themes = self.catalogue.themes(caller).await?.system();
        let themes = themes.with_custom("theme", &Value::Object(declaration))?;
        let theme = themes.get(NAMELESS).clone();
        let registry = Arc::new(Registry::core().clone());
        let deck = theme_deck(&registry, &theme);
        let positions = (0..deck.slides.len()).collect();
        let drawable = self.drawable_with(&caller.organization.id, deck, registry, theme.clone()).await?;
        let families = themes.fonts().iter().map(|family| family.family.clone()).collect();
        Ok(ThemeSample { theme, families, drawn: self.draw_slides(drawable, positions).await? })
    }

    /// Draws the example of a slide type that is not stored, in a theme of the organization.
    ///
    /// # Errors
    /// Fails when the caller is not an administrator of the organization, the declaration is wrong, or its example
    /// breaks a rule of the type.
    pub async fn type_sample(
        self: &Arc<Self>,
        caller: &Caller,
        mut declaration: Content,
        theme: Option<&str>,
    ) -> Result<TypeSample> {
        caller.needs_organization_admin()?;
        declaration.entry("slug").or_insert_with(|| NAMELESS.into());
        let declaration = Value::Object(declaration);
        let with = Registry::core().clone().with("slide type", &declaration, Origin::Organization);
        let registry = Arc::new(with.map_err(|fault| Error::invalid(fault.to_string()))?);
        let slide_type = registry.types().last().ok_or(Error::NotFound("slide type"))?;
        let schema = registry.content_schema(slide_type, &self.config.schema_host);
        let themes = self.catalogue.themes_of(&caller.organization).await?;
        let theme = theme.map_or_else(|| themes.default(), |name| themes.get(name)).clone();
        let mut deck = Deck::new(slide_type.label.clone(), deck::EXAMPLE_LANG);
        deck.slides.push(Slide::new(slide_type.key.as_str(), slide_type.key.as_str(), slide_type.example.clone()));
        let drawable = self.drawable_with(&caller.organization.id, deck, registry, theme).await?;
        let drawn = self.draw_slides(drawable, vec![0]).await?;
        let slide = drawn.slides.into_iter().next().ok_or(Error::NotFound("slide"))?;
        Ok(TypeSample { schema, slide, css: drawn.css })
    }
}

/// A deck of examples on the backdrops of the theme and on every backdrop.
fn theme_deck(registry: &Registry, theme: &Theme) -> Deck {
    let mut deck = Deck::new(theme.label.clone(), deck::EXAMPLE_LANG);
    let own = OWN_BACKDROP_TYPES.map(|key| (key, "auto"));
    let every = EVERY_BACKDROP_TYPES.iter().flat_map(|key| BACKDROPS.map(|backdrop| (*key, backdrop)));
    for (key, backdrop) in own.into_iter().chain(every) {
        let Some(slide_type) = registry.by_key(key) else { continue };
        let mut content = slide_type.example.clone();
        content.insert("background".to_owned(), backdrop.into());
        if key == "table-slide" {
            // The other styles are the same in every voice.
            content.insert("tableStyle".to_owned(), "plain".into());
        }
        deck.slides.push(Slide::new(format!("{key}/{backdrop}"), key, content));
        if (key, backdrop) == ("chart-slide", "auto") {
            deck.slides.push(bar_chart());
        }
    }
    deck
}

/// A chart with bars on the backdrop of the theme.
fn bar_chart() -> Slide {
    let fields =
        [("title", "Leaks by district"), ("chartType", "bar"), ("data", BAR_CHART_DATA), ("background", "auto")];
    let content = fields.into_iter().map(|(key, value)| (key.to_owned(), value.into())).collect();
    Slide::new("bar-chart-slide/auto", "chart-slide", content)
}
