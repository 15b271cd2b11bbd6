//! The themes of an organization: its own, then the built-in ones.

use std::sync::Arc;

use deck::{Theme, Themes};
use serde_json::Value;
use store::{CustomTheme, Organization, OrganizationId};

use crate::Catalogue;
use crate::caller::Caller;
use crate::error::Result;

impl Catalogue {
    /// The themes of an organization. An own theme that is no longer valid is left out.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub(crate) async fn themes_of(&self, organization: &Organization) -> Result<Arc<Themes>> {
        if let Some(cached) = self.cache.themes.get(&organization.id) {
            return Ok(cached);
        }
        let epoch = self.cache.epoch();
        // The organization is read again: the caller's copy may be older than the default theme, and the themes cached
        // now stay until the next change.
        let organization = self.organization(&organization.id).await?;
        let own_faces = self.own_faces(&organization.id).await?;
        let mut themes = Themes::core().clone();
        if !own_faces.is_empty() {
            themes = themes.with_own_fonts(own_faces);
        }
        for custom in self.store.custom_themes(&organization.id).await? {
            if let Ok(with) = themes.clone().with_custom("themes", &declaration(&custom)) {
                themes = with;
            }
        }
        if let Some(default) = &organization.default_theme {
            themes = themes.with_default(default);
        }
        let themes = Arc::new(themes);
        self.cache.put(&self.cache.themes, epoch, &organization.id, Arc::clone(&themes));
        Ok(themes)
    }

    /// The themes of the caller's organization.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn themes(&self, caller: &Caller) -> Result<Arc<Themes>> {
        self.themes_of(&caller.organization).await
    }

    /// A theme of an organization by its id or slug, or its default theme when there is none of that name.
    ///
    /// # Errors
    /// Fails when there is no such organization.
    pub(crate) async fn theme_or_default(&self, organization: &OrganizationId, name: &str) -> Result<Theme> {
        let organization = self.organization(organization).await?;
        Ok(self.themes_of(&organization).await?.get(name).clone())
    }

    /// The id of the theme that a name means (an id, a slug or a label, in any case), or a sentence saying that there
    /// is none and which themes have a similar name.
    ///
    /// # Errors
    /// Fails when there is no such organization.
    pub(crate) async fn theme_named(
        &self,
        organization: &OrganizationId,
        name: &str,
    ) -> Result<std::result::Result<String, String>> {
        let organization = self.organization(organization).await?;
        let themes = self.themes_of(&organization).await?;
        Ok(themes.resolve(name).map(|theme| theme.id.clone()).ok_or_else(|| unknown_theme(&themes, name)))
    }
}

/// A sentence saying that there is no theme with a name, and which themes have a similar one.
fn unknown_theme(themes: &Themes, name: &str) -> String {
    let ids = deck::nearest(name, themes.iter().map(|theme| theme.id.as_str()));
    let labels = deck::nearest(name, themes.iter().map(|theme| theme.label.as_str()));
    let similar = if ids.is_empty() { labels } else { ids };
    match similar.as_slice() {
        [] => format!("there is no theme `{name}`: list_themes names them all"),
        similar => {
            let similar = similar.join("`, `");
            format!("there is no theme `{name}`: did you mean `{similar}`? list_themes names them all")
        }
    }
}

/// The declaration of an organization's own theme, with its id and slug.
pub(super) fn declaration(theme: &CustomTheme) -> Value {
    let mut declaration = theme.declaration.clone();
    declaration["id"] = Value::from(theme.id.as_str());
    declaration["slug"] = Value::from(theme.slug.as_str());
    declaration
}
