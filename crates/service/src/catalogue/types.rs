//! The slide types of an organization, their JSON Schemas and what the organization set for them.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use bytes::Bytes;
use deck::{Origin, Registry};
use serde_json::Value;
use store::{CustomType, OrganizationId, TypeSetting};

use crate::Catalogue;
use crate::audit::{Act, Details};
use crate::caller::Caller;
use crate::error::{Error, Result};

/// The maximum length of the rules for the use of a type, in characters.
const MAX_USAGE: usize = 1000;

/// The slide types of an organization.
#[derive(Debug, Clone)]
pub(super) struct OrganizationTypes {
    pub(super) registry: Arc<Registry>,
    /// A hash of the declarations of its own types; `None` when it has none.
    pub(super) own_types: Option<u64>,
}

pub(super) const NO_SLIDE_TYPE: Error = Error::NotFound("slide type");

impl Catalogue {
    /// The slide types of an organization: built in, from files, and its own as far as they are published.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub(crate) async fn registry(&self, organization: &OrganizationId) -> Result<Arc<Registry>> {
        Ok(self.organization_types(organization).await?.registry)
    }

    /// The slide types of an organization, with a hash of its own ones.
    pub(super) async fn organization_types(&self, organization: &OrganizationId) -> Result<OrganizationTypes> {
        if let Some(cached) = self.cache.types.get(organization) {
            return Ok(cached);
        }
        let epoch = self.cache.epoch();
        let types = self.store.custom_types(organization).await?;
        let settings = self.store.type_settings(organization).await?;
        let registry = if types.is_empty() && settings.is_empty() {
            Arc::clone(&self.cache.base)
        } else {
            let mut registry = Registry::clone(&self.cache.base);
            for custom in types.iter().filter(|custom| custom.published) {
                let source = format!("the type `{}`", custom.slug);
                // The declaration was valid when it was stored. If it is no longer valid, its slides are drawn like
                // those of an unknown type.
                if let Ok(with) = registry.clone().with(&source, &custom.declaration, Origin::Organization) {
                    registry = with;
                }
            }
            for setting in &settings {
                registry = registry.with_setting(&setting.key, setting.enabled, setting.usage.as_deref());
            }
            Arc::new(registry)
        };
        let types = OrganizationTypes { registry, own_types: declarations_hash(&types) };
        self.cache.put(&self.cache.types, epoch, organization, types.clone());
        Ok(types)
    }

    /// The slide types of the caller's organization.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn types(&self, caller: &Caller) -> Result<Arc<Registry>> {
        self.registry(&caller.organization.id).await
    }

    /// The slide types that are offered in the caller's organization, described in full as JSON. The JSON is cached
    /// until the registry changes.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn described_types(&self, caller: &Caller) -> Result<Bytes> {
        let organization = &caller.organization.id;
        let registry = self.registry(organization).await?;
        let listed = self.cache.listed_types.get(organization);
        if let Some((_, text)) = listed.filter(|(source, _)| Arc::ptr_eq(source, &registry)) {
            return Ok(text);
        }
        let types = registry.slide_types(&self.config.schema_host, &self.config.lang);
        let text = Bytes::from(serde_json::to_vec(&types).map_err(|fault| Error::Internal(fault.into()))?);
        self.cache.listed_types.lock().insert(organization.clone(), (registry, text.clone()));
        Ok(text)
    }

    /// The JSON Schema of a deck. It is public.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn deck_schema(&self) -> Result<Value> {
        Ok(self.public_registry().await?.deck_schema(&self.config.schema_host))
    }

    /// The JSON Schema of a type's content, by any spelling of its name. It is public.
    ///
    /// # Errors
    /// Fails when no type has that name.
    pub async fn type_schema(&self, name: &str) -> Result<Value> {
        let registry = self.public_registry().await?;
        let slide_type = registry.resolve(name).ok_or(NO_SLIDE_TYPE)?;
        Ok(registry.content_schema(slide_type, &self.config.schema_host))
    }

    /// The slide types that callers without credentials see: those of the only organization, or the built-in and
    /// file-based ones when there are several.
    async fn public_registry(&self) -> Result<Arc<Registry>> {
        match self.store.organizations().await?.as_slice() {
            [only] => self.registry(&only.id).await,
            _ => Ok(Arc::clone(&self.cache.base)),
        }
    }

    /// The key of the slide type that has a name in the caller's organization.
    ///
    /// # Errors
    /// Fails when no type has that name.
    pub async fn type_key(&self, caller: &Caller, name: &str) -> Result<String> {
        Ok(self.types(caller).await?.resolve(name).ok_or(NO_SLIDE_TYPE)?.key.clone())
    }

    /// Switches a slide type on or off, or sets the rules for its use. Returns what is set for it now.
    ///
    /// # Errors
    /// Fails when the caller is not an administrator of the organization, the key is unknown, or the rules are too
    /// long.
    pub async fn set_type(
        &self,
        caller: &Caller,
        key: &str,
        enabled: Option<bool>,
        usage: Option<String>,
    ) -> Result<TypeSetting> {
        caller.needs_organization_admin()?;
        let registry = self.types(caller).await?;
        let slide_type = registry.resolve(key).ok_or(NO_SLIDE_TYPE)?;
        if usage.as_ref().is_some_and(|usage| usage.chars().count() > MAX_USAGE) {
            return Err(Error::invalid(format!("`usage` has {MAX_USAGE} characters at most")));
        }
        let setting = TypeSetting {
            key: slide_type.key.clone(),
            enabled: enabled.unwrap_or(slide_type.enabled),
            usage: usage.or_else(|| slide_type.usage.clone()),
        };
        self.store.put_type_setting(&caller.organization.id, setting.clone()).await?;
        self.invalidate(&caller.organization.id);
        let details = Details::none().with("enabled", setting.enabled);
        self.record_change(caller, Act::SlideTypeSet, &slide_type.key, details).await;
        Ok(setting)
    }
}

/// A hash of declarations, the same on every node; `None` when there are none.
fn declarations_hash(types: &[CustomType]) -> Option<u64> {
    let mut hasher = DefaultHasher::new();
    for custom in types {
        (&custom.slug, custom.published, custom.declaration.to_string()).hash(&mut hasher);
    }
    (!types.is_empty()).then(|| hasher.finish())
}
