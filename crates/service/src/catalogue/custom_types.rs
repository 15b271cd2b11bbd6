//! Slide types that an organization declared itself.

use deck::{Content, Origin, Registry};
use serde_json::Value;
use store::CustomType;

use super::types::NO_SLIDE_TYPE;
use crate::Catalogue;
use crate::audit::{Act, Details};
use crate::caller::Caller;
use crate::error::{Error, Result};

/// The maximum number of decks that are searched for slides of a type.
const MAX_DECKS: usize = 100_000;

/// How often a slide type is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TypeUses {
    /// The number of slides of the type.
    pub slides: usize,
    /// The number of decks with such a slide.
    pub decks: usize,
}

impl Catalogue {
    /// The slide types of the caller's organization as they were declared, published or not.
    ///
    /// # Errors
    /// Fails when the caller is not an administrator of the organization.
    pub async fn custom_types(&self, caller: &Caller) -> Result<Vec<CustomType>> {
        caller.needs_organization_admin()?;
        Ok(self.store.custom_types(&caller.organization.id).await?)
    }

    /// A slide type of the caller's organization as it was declared.
    ///
    /// # Errors
    /// Fails when the caller is not an administrator of the organization, or there is no such type.
    pub async fn custom_type(&self, caller: &Caller, slug: &str) -> Result<CustomType> {
        let types = self.custom_types(caller).await?;
        types.into_iter().find(|custom| custom.slug == slug).ok_or(NO_SLIDE_TYPE)
    }

    /// Declares a slide type. It is offered once it is published.
    ///
    /// # Errors
    /// Fails when the caller is not an administrator of the organization, the declaration is wrong, or the slug is in
    /// use.
    pub async fn create_custom_type(&self, caller: &Caller, declaration: Content) -> Result<CustomType> {
        let existing = self.custom_types(caller).await?;
        let declaration = Value::Object(declaration);
        let slug = self.checked_slug(&declaration)?;
        if existing.iter().any(|custom| custom.slug == slug) {
            return Err(Error::Conflict(format!("`{slug}` is in use already")));
        }
        let organization = caller.organization.id.clone();
        let created_at = self.clock.now();
        let custom = CustomType { organization, slug, declaration, published: false, created_at };
        self.store_custom_type(caller, custom, Act::SlideTypeMade).await
    }

    /// Replaces the declaration of a slide type.
    ///
    /// # Errors
    /// Fails when the caller is not an administrator of the organization, there is no such type, or the declaration is
    /// wrong.
    pub async fn update_custom_type(
        &self,
        caller: &Caller,
        slug: &str,
        mut declaration: Content,
    ) -> Result<CustomType> {
        let custom = self.custom_type(caller, slug).await?;
        declaration.insert("slug".to_owned(), custom.slug.clone().into());
        let declaration = Value::Object(declaration);
        self.checked_slug(&declaration)?;
        self.store_custom_type(caller, CustomType { declaration, ..custom }, Act::SlideTypeChanged).await
    }

    /// Publishes a slide type, so that it is offered for new slides.
    ///
    /// # Errors
    /// Fails when the caller is not an administrator of the organization, or there is no such type.
    pub async fn publish_custom_type(&self, caller: &Caller, slug: &str) -> Result<CustomType> {
        let custom = self.custom_type(caller, slug).await?;
        self.store_custom_type(caller, CustomType { published: true, ..custom }, Act::SlideTypePublished).await
    }

    /// Deletes a slide type. Its slides are not changed.
    ///
    /// # Errors
    /// Fails when the caller is not an administrator of the organization, or there is no such type.
    pub async fn delete_custom_type(&self, caller: &Caller, slug: &str) -> Result<()> {
        caller.needs_organization_admin()?;
        if !self.store.delete_custom_type(&caller.organization.id, slug).await? {
            return Err(NO_SLIDE_TYPE);
        }
        self.invalidate(&caller.organization.id);
        self.record_change(caller, Act::SlideTypeRemoved, slug, Details::none()).await;
        Ok(())
    }

    /// The number of slides that have one of the organization's own types, and of decks with such slides.
    ///
    /// # Errors
    /// Fails when the caller is not an administrator of the organization, or there is no such type.
    pub async fn custom_type_uses(&self, caller: &Caller, slug: &str) -> Result<TypeUses> {
        let key = self.custom_type(caller, slug).await?.key();
        let mut uses = TypeUses { slides: 0, decks: 0 };
        for listed in self.store.organization_decks(&caller.organization.id, MAX_DECKS).await?.rows {
            let Some(stored) = self.store.deck(&listed.head.id).await? else { continue };
            let slides = stored.deck.slides.iter().filter(|slide| slide.key == key).count();
            uses.slides += slides;
            uses.decks += usize::from(slides > 0);
        }
        Ok(uses)
    }

    /// The slug of a declaration that is valid together with the built-in and file-based types.
    fn checked_slug(&self, declaration: &Value) -> Result<String> {
        let registry = Registry::clone(&self.cache.base);
        registry
            .with("slide type", declaration, Origin::Organization)
            .map_err(|fault| Error::invalid(fault.to_string()))?;
        Ok(declaration.get("slug").and_then(Value::as_str).unwrap_or_default().to_owned())
    }

    async fn store_custom_type(&self, caller: &Caller, custom: CustomType, act: Act) -> Result<CustomType> {
        self.store.put_custom_type(custom.clone()).await?;
        self.invalidate(&caller.organization.id);
        self.record_change(caller, act, &custom.slug, Details::none()).await;
        Ok(custom)
    }
}
