//! Themes that an organization declared itself, and its default theme.

use deck::{Content, Themes};
use serde_json::Value;
use store::{CustomTheme, Organization, StoreError, ThemeId};

use super::themes::declaration;
use crate::Catalogue;
use crate::audit::{Act, Details};
use crate::caller::Caller;
use crate::error::{Error, Result};
use crate::secret::new_id;

const NO_THEME: Error = Error::NotFound("theme");

/// Fields of a theme's declaration. A field that is `None` stays as it is, and `null` clears it.
///
/// The values are as they were sent: `deck` validates them and names what is wrong.
#[derive(Debug, Clone, Default)]
pub struct ThemeFields {
    /// Name for people.
    pub label: Option<Value>,
    /// Colours by their name.
    pub colors: Option<Value>,
    /// Font families by their use.
    pub fonts: Option<Value>,
    /// Colours of charts, in order.
    pub chart: Option<Value>,
    /// How slides are drawn: groups of tokens.
    pub voice: Option<Value>,
    /// Address of the logo.
    pub logo_url: Option<Value>,
    /// What slides may not change.
    pub locks: Option<Value>,
    /// The hash of the PowerPoint template that it was made from. Only the import of a file sets it.
    pub template: Option<Value>,
}

impl ThemeFields {
    /// Puts the fields that are given into a declaration.
    pub(crate) fn apply(self, declaration: &mut Content) {
        let fields = [
            ("label", self.label),
            ("colors", self.colors),
            ("fonts", self.fonts),
            ("chart", self.chart),
            ("voice", self.voice),
            ("logoUrl", self.logo_url),
            ("locks", self.locks),
            ("template", self.template),
        ];
        for (key, value) in fields {
            if let Some(value) = value {
                declaration.insert(key.to_owned(), value);
            }
        }
    }
}

impl Catalogue {
    /// The organization's own themes as they were declared.
    ///
    /// # Errors
    /// Fails when the caller is not an administrator of the organization.
    pub async fn custom_themes(&self, caller: &Caller) -> Result<Vec<CustomTheme>> {
        caller.needs_organization_admin()?;
        Ok(self.store.custom_themes(&caller.organization.id).await?)
    }

    /// One of the organization's own themes as it was declared.
    ///
    /// # Errors
    /// Fails when the caller is not an administrator of the organization, or there is no such theme.
    pub async fn custom_theme(&self, caller: &Caller, id: &ThemeId) -> Result<CustomTheme> {
        let themes = self.custom_themes(caller).await?;
        themes.into_iter().find(|theme| theme.id == *id).ok_or(NO_THEME)
    }

    /// Creates a theme. Without a slug, one is made from the label.
    ///
    /// # Errors
    /// Fails when the caller is not an administrator of the organization, the declaration is wrong, or the slug is in
    /// use.
    pub async fn create_custom_theme(
        &self,
        caller: &Caller,
        slug: Option<String>,
        fields: ThemeFields,
    ) -> Result<CustomTheme> {
        let existing = self.custom_themes(caller).await?;
        let mut declaration = Content::new();
        fields.apply(&mut declaration);
        let label = declaration.get("label").and_then(Value::as_str).unwrap_or_default();
        let slug = slug.unwrap_or_else(|| free_slug(label, &existing));
        let theme = CustomTheme {
            id: new_id(),
            organization: caller.organization.id.clone(),
            slug,
            declaration: Value::Object(declaration),
            created_at: self.clock.now(),
        };
        self.store_custom_theme(caller, theme, Act::ThemeMade).await
    }

    /// Changes fields of a theme, and its slug if one is given.
    ///
    /// # Errors
    /// Fails when the caller is not an administrator of the organization, there is no such theme, the declaration is
    /// wrong, or the slug is in use.
    pub async fn update_custom_theme(
        &self,
        caller: &Caller,
        id: &ThemeId,
        slug: Option<String>,
        fields: ThemeFields,
    ) -> Result<CustomTheme> {
        let mut theme = self.custom_theme(caller, id).await?;
        if let Value::Object(declaration) = &mut theme.declaration {
            fields.apply(declaration);
        }
        if let Some(slug) = slug {
            theme.slug = slug;
        }
        self.store_custom_theme(caller, theme, Act::ThemeChanged).await
    }

    /// Removes a theme. Decks that name it are not changed and are drawn with the default theme.
    ///
    /// # Errors
    /// Fails when the caller is not an administrator of the organization, or there is no such theme.
    pub async fn delete_custom_theme(&self, caller: &Caller, id: &ThemeId) -> Result<()> {
        let theme = self.custom_theme(caller, id).await?;
        if !self.store.delete_custom_theme(&caller.organization.id, id).await? {
            return Err(NO_THEME);
        }
        if caller.organization.default_theme.as_deref() == Some(id) {
            self.store_default_theme(caller, None).await?;
        }
        self.invalidate(&caller.organization.id);
        self.record_change(caller, Act::ThemeRemoved, &theme.slug, Details::none()).await;
        Ok(())
    }

    /// Makes a theme the default of the organization: one of its own, or a built-in one.
    ///
    /// # Errors
    /// Fails when the caller is not an administrator of the organization, or there is no such theme.
    pub async fn set_default_theme(&self, caller: &Caller, id: &ThemeId) -> Result<()> {
        caller.needs_organization_admin()?;
        if !self.themes(caller).await?.iter().any(|theme| theme.id == *id.as_str()) {
            return Err(NO_THEME);
        }
        self.store_default_theme(caller, Some(id)).await?;
        self.invalidate(&caller.organization.id);
        self.record_change(caller, Act::DefaultThemeSet, id, Details::none()).await;
        Ok(())
    }

    async fn store_custom_theme(&self, caller: &Caller, theme: CustomTheme, act: Act) -> Result<CustomTheme> {
        if !deck::is_slug(&theme.slug) {
            return Err(Error::invalid("`slug` has lower-case letters, digits and hyphens, 32 at most"));
        }
        if is_built_in(&theme.slug) {
            return Err(slug_in_use(&theme.slug));
        }
        self.themes(caller).await?.system().with_custom("theme", &declaration(&theme))?;
        self.store.put_custom_theme(theme.clone()).await.map_err(|error| match error {
            StoreError::Taken(slug) => slug_in_use(&slug),
            other => other.into(),
        })?;
        self.invalidate(&caller.organization.id);
        self.record_change(caller, act, &theme.slug, Details::none()).await;
        Ok(theme)
    }

    async fn store_default_theme(&self, caller: &Caller, id: Option<&str>) -> Result<()> {
        let mut organization = Organization::clone(&*self.organization(&caller.organization.id).await?);
        organization.default_theme = id.map(str::to_owned);
        Ok(self.store.update_organization(organization).await?)
    }
}

fn is_built_in(theme: &str) -> bool {
    Themes::core().iter().any(|built_in| built_in.id == theme)
}

fn slug_in_use(slug: &str) -> Error {
    Error::Conflict(format!("the slug `{slug}` is in use already"))
}

/// A slug made from the label, followed by a number if it is in use.
fn free_slug(label: &str, existing: &[CustomTheme]) -> String {
    let lower = label.to_lowercase();
    let words: Vec<&str> =
        lower.split(|character: char| !character.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let stem: String = words.join("-").chars().take(28).collect();
    let stem = if stem.is_empty() { "theme".to_owned() } else { stem.trim_end_matches('-').to_owned() };
    let mut slug = stem.clone();
    let mut number = 2;
    while is_built_in(&slug) || existing.iter().any(|theme| theme.slug == slug) {
        slug = format!("{stem}-{number}");
        number += 1;
    }
    slug
}
