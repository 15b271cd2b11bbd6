//! Slides as the settings show them: examples in a theme that is being made, or of a slide type that is being made.
//!
//! Nothing here is stored, and nothing that is stored changes.

use std::sync::Arc;

use deck::{Color, Content, Deck, Origin, Palette, Registry, Slide, Theme, Themes, Visibility};
use serde_json::{Value, json};

use super::draft::{Drawn, DrawnSlide};
use crate::Drawing;
use crate::caller::Caller;
use crate::error::{Error, Result};

/// What a theme is judged by: the types with the most different parts, on every backdrop.
const TYPES: [&str; 4] = ["title-slide", "list-slide", "chart-slide", "quote-slide"];
const BACKDROPS: [&str; 5] = ["base", "tint", "deep", "accent", "gradient"];
/// What a theme and a type are called while they have no name of their own.
const NAMELESS: &str = "draft";

/// A theme that is being made, drawn.
#[derive(Debug)]
pub struct ThemeSample {
    /// What its declaration comes to: `{palette, chart, gradient, radius, fonts}`.
    pub look: Value,
    /// Names of the families it may use.
    pub families: Vec<String>,
    /// An example of each type on each backdrop; the id of a slide is `<type>/<backdrop>`.
    pub drawn: Drawn,
}

/// A slide type that is being made, drawn.
#[derive(Debug)]
pub struct TypeSample {
    /// The schema of its content.
    pub schema: Value,
    /// Its example.
    pub slide: DrawnSlide,
    /// What a page that shows it needs.
    pub css: String,
}

impl Drawing {
    /// Draws a theme that is not stored: `{label?, colors?, fonts?, logoUrl?}`.
    ///
    /// # Errors
    /// No right, or a wrong declaration.
    pub async fn theme_sample(self: &Arc<Self>, caller: &Caller, declaration: &Content) -> Result<ThemeSample> {
        caller.needs_organization_admin()?;
        let mut declared = json!({ "id": NAMELESS, "label": NAMELESS });
        for key in ["label", "colors", "fonts", "logoUrl"] {
            if let Some(value) = declaration.get(key).filter(|value| **value != json!("")) {
                declared[key] = value.clone();
            }
        }
        let themes = Themes::core().clone().with_custom("theme", &declared)?;
        let theme = themes.get(NAMELESS).clone();
        let registry = Arc::new(Registry::core().clone());
        let deck = theme_deck(&registry, &theme);
        let places = (0..deck.slides.len()).collect();
        let look = look(&theme);
        let drawable = self.drawable_with(&caller.organization.id, deck, registry, theme).await?;
        let families = themes.fonts().iter().map(|family| family.family.clone()).collect();
        Ok(ThemeSample { look, families, drawn: self.draw_slides(drawable, places).await? })
    }

    /// Draws the example of a slide type that is not stored, in a theme of the organization.
    ///
    /// # Errors
    /// No right, or a wrong declaration; also an example that breaks a rule of its type.
    pub async fn type_sample(
        self: &Arc<Self>,
        caller: &Caller,
        mut declaration: Content,
        theme: Option<&str>,
    ) -> Result<TypeSample> {
        caller.needs_organization_admin()?;
        declaration.entry("slug").or_insert_with(|| json!(NAMELESS));
        let declaration = Value::Object(declaration);
        let with = Registry::core().clone().with("slide type", &declaration, Origin::Organization);
        let registry = Arc::new(with.map_err(|fault| Error::invalid(fault.to_string()))?);
        let slide_type = registry.types().last().ok_or(Error::NotFound("slide type"))?;
        let schema = registry.content_schema(slide_type, &self.config.schema_host);
        let themes = self.catalogue.themes_of(&caller.organization).await?;
        let theme = theme.map_or_else(|| themes.default(), |name| themes.get(name)).clone();
        let mut deck = Deck::new(slide_type.label.clone(), deck::EXAMPLE_LANG);
        deck.slides.push(example(slide_type.key.clone(), &slide_type.key, slide_type.example.clone()));
        let drawable = self.drawable_with(&caller.organization.id, deck, registry, theme).await?;
        let drawn = self.draw_slides(drawable, vec![0]).await?;
        let slide = drawn.slides.into_iter().next().ok_or(Error::NotFound("slide"))?;
        Ok(TypeSample { schema, slide, css: drawn.css })
    }
}

/// A deck of examples on every backdrop.
fn theme_deck(registry: &Registry, theme: &Theme) -> Deck {
    let mut deck = Deck::new(theme.label.clone(), deck::EXAMPLE_LANG);
    for slide_type in TYPES.iter().filter_map(|key| registry.by_key(key)) {
        for backdrop in BACKDROPS {
            let mut content = slide_type.example.clone();
            content.insert("background".to_owned(), json!(backdrop));
            deck.slides.push(example(format!("{}/{backdrop}", slide_type.key), &slide_type.key, content));
        }
    }
    deck
}

fn example(id: String, key: &str, content: Content) -> Slide {
    let (notes, visibility) = (String::new(), Visibility::default());
    Slide { id, key: key.to_owned(), content, notes, visibility, duration: None }
}

/// What a theme comes to once everything that was left out is filled in.
fn look(theme: &Theme) -> Value {
    let named = Palette::KEYS.iter().zip(theme.palette.colors());
    let palette: Content = named.map(|(key, color)| ((*key).to_owned(), json!(color.to_string()))).collect();
    let fonts = &theme.fonts;
    json!({
        "palette": palette,
        "chart": theme.chart.iter().map(Color::to_string).collect::<Vec<_>>(),
        "gradient": theme.gradient.lightest.to_string(),
        "radius": theme.radius,
        "fonts": { "heading": fonts.heading.family, "body": fonts.body.family, "mono": fonts.mono.family },
    })
}
