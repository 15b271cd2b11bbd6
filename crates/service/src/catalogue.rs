//! Slide types and themes as an organization sees them: built in, from files, its own.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use deck::{Category, Origin, Registry, SlideType, Theme, Themes};
use serde_json::{Value, json};
use store::{CustomTheme, CustomType, Organization, OrganizationId, Store, StoreError, ThemeId, TypeSetting};

use crate::audit::{Act, Details};
use crate::caller::Caller;
use crate::clock::{Clock, iso};
use crate::error::{Error, Result};
use crate::json::read_json;
use crate::secret::new_id;
use crate::{AuditLog, Config};

/// Most decks that are looked through for the slides of a type.
const MOST_DECKS: usize = 100_000;

/// Most themes of one organization whose edition is kept at hand.
const MOST_EDITIONS: usize = 256;

/// What decks are drawn with beside themselves: a theme and the types of slides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Edition {
    /// Names it, alike on every node: while it is the same, so are the drawings of a revision.
    pub(crate) name: u64,
    /// Whether the organization made a part of it, so that it may change.
    pub(crate) own: bool,
}

/// Registries and themes by organization, made when first asked for.
#[derive(Debug)]
pub(crate) struct Catalogues {
    base: Arc<Registry>,
    registries: Mutex<HashMap<OrganizationId, Arc<Registry>>>,
    themes: Mutex<HashMap<OrganizationId, Arc<Themes>>>,
    /// Editions by the theme that a deck names, by organization.
    editions: Mutex<HashMap<OrganizationId, HashMap<String, Edition>>>,
    /// The answer that lists all slide types, by organization, with the registry that it was made of.
    listed: Mutex<HashMap<OrganizationId, (Arc<Registry>, Bytes)>>,
    /// Counts what was dropped: what was read before a drop is not kept after it.
    drops: AtomicU64,
}

impl Catalogues {
    /// Reads the declarations in the `slide-types` folder of the data folder, in the order of their names.
    pub(crate) fn read(data_dir: &Path) -> Result<Self> {
        let mut registry = Registry::core().clone();
        let mut files = Vec::new();
        if let Ok(entries) = std::fs::read_dir(data_dir.join("slide-types")) {
            for entry in entries {
                let path = entry.map_err(|fault| Error::Internal(fault.into()))?.path();
                if path.extension().is_some_and(|extension| extension == "json") {
                    files.push(path);
                }
            }
        }
        files.sort();
        for path in files {
            let file = path.display().to_string();
            let wrong = |fault: String| Error::invalid(format!("{file}: {fault}"));
            let text = std::fs::read(&path).map_err(|fault| wrong(fault.to_string()))?;
            let declared = read_json(&text).map_err(|fault| wrong(fault.to_string()))?;
            let list = match declared {
                Value::Array(list) => list,
                one => vec![one],
            };
            for declaration in list {
                registry = registry
                    .with(&file, &declaration, Origin::File)
                    .map_err(|fault| Error::invalid(fault.to_string()))?;
            }
        }
        Ok(Self {
            base: Arc::new(registry),
            registries: Mutex::default(),
            themes: Mutex::default(),
            editions: Mutex::default(),
            listed: Mutex::default(),
            drops: AtomicU64::new(0),
        })
    }

    /// Drops everything: something changed, and it is not known what.
    pub(crate) fn forget_all(&self) {
        self.drops.fetch_add(1, Ordering::SeqCst);
        self.registries.lock().unwrap_or_else(PoisonError::into_inner).clear();
        self.themes.lock().unwrap_or_else(PoisonError::into_inner).clear();
        self.editions.lock().unwrap_or_else(PoisonError::into_inner).clear();
        self.listed.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    fn forget(&self, organization: &OrganizationId) {
        self.drops.fetch_add(1, Ordering::SeqCst);
        self.listed.lock().unwrap_or_else(PoisonError::into_inner).remove(organization);
        self.registries.lock().unwrap_or_else(PoisonError::into_inner).remove(organization);
        self.themes.lock().unwrap_or_else(PoisonError::into_inner).remove(organization);
        self.editions.lock().unwrap_or_else(PoisonError::into_inner).remove(organization);
    }
}

/// Slide types, themes and icons that an organization can use.
///
/// Uses storage and the audit log.
#[derive(Debug)]
pub struct Catalogue {
    pub(crate) catalogues: Catalogues,
    pub(crate) store: Store,
    pub(crate) clock: Clock,
    pub(crate) config: Arc<Config>,
    pub(crate) audit: Arc<AuditLog>,
}

impl Catalogue {
    async fn organization(&self, id: &OrganizationId) -> Result<Arc<Organization>> {
        self.store.organization(id).await?.ok_or(Error::NotFound("organization"))
    }

    /// The slide types that agents are offered.
    ///
    /// # Errors
    /// Storage does not answer.
    pub async fn agent_types(&self, caller: &Caller, category: Option<Category>) -> Result<Value> {
        Ok(self.registry(&caller.organization.id).await?.agent_types(category))
    }

    /// The themes that agents are offered.
    ///
    /// # Errors
    /// Storage does not answer.
    pub async fn agent_themes(&self, caller: &Caller) -> Result<Value> {
        Ok(self.themes_of(&caller.organization).await?.agent_themes())
    }

    /// The slide types of an organization.
    pub(crate) async fn registry(&self, organization: &OrganizationId) -> Result<Arc<Registry>> {
        if let Some(known) = self.cached_registry(organization) {
            return Ok(known);
        }
        let drops = self.catalogues.drops.load(Ordering::SeqCst);
        let types = self.store.custom_types(organization).await?;
        let settings = self.store.type_settings(organization).await?;
        let registry = if types.is_empty() && settings.is_empty() {
            Arc::clone(&self.catalogues.base)
        } else {
            let mut registry = Registry::clone(&self.catalogues.base);
            for custom in types.iter().filter(|custom| custom.published) {
                let named = format!("the type `{}`", custom.slug);
                // It was good when it was made; should it no longer be, its slides are drawn as those of an unknown type.
                if let Ok(with) = registry.clone().with(&named, &custom.declaration, Origin::Organization) {
                    registry = with;
                }
            }
            for setting in &settings {
                registry = registry.with_setting(&setting.key, setting.enabled, setting.usage.as_deref());
            }
            Arc::new(registry)
        };
        let mut registries = self.catalogues.registries.lock().unwrap_or_else(PoisonError::into_inner);
        if self.catalogues.drops.load(Ordering::SeqCst) == drops {
            registries.insert(organization.to_owned(), Arc::clone(&registry));
        }
        Ok(registry)
    }

    fn cached_registry(&self, organization: &OrganizationId) -> Option<Arc<Registry>> {
        self.catalogues.registries.lock().unwrap_or_else(PoisonError::into_inner).get(organization).cloned()
    }

    /// Drops what was kept of an organization's types and themes: somebody changed them.
    pub fn forget(&self, organization: &OrganizationId) {
        self.catalogues.forget(organization);
    }

    /// The slide types that schemas without credentials show: those of the one organization, or only built-in and
    /// file-based ones where there are several.
    ///
    /// # Errors
    /// Storage does not answer.
    pub async fn public_registry(&self) -> Result<Arc<Registry>> {
        match self.store.organizations().await?.as_slice() {
            [only] => self.registry(&only.id).await,
            _ => Ok(Arc::clone(&self.catalogues.base)),
        }
    }

    /// The JSON Schema of a deck, for anybody.
    ///
    /// # Errors
    /// Storage does not answer.
    pub async fn deck_schema(&self) -> Result<Value> {
        Ok(self.public_registry().await?.deck_schema(&self.config.schema_host))
    }

    /// The JSON Schema of a type's content, by any spelling of its name, for anybody.
    ///
    /// # Errors
    /// No type has that name.
    pub async fn type_schema(&self, name: &str) -> Result<Value> {
        let registry = self.public_registry().await?;
        let known = registry.resolve(name).ok_or(Error::NotFound("slide type"))?;
        Ok(registry.content_schema(known, &self.config.schema_host))
    }

    /// The slide types of the caller's organization as they are answered: JSON, written once for a registry.
    ///
    /// # Errors
    /// Storage does not answer.
    pub async fn slide_types(&self, caller: &Caller) -> Result<Bytes> {
        let organization = &caller.organization.id;
        let registry = self.registry(organization).await?;
        let of_organization = |listed: &HashMap<OrganizationId, (Arc<Registry>, Bytes)>| match listed.get(organization)
        {
            Some((made_of, text)) if Arc::ptr_eq(made_of, &registry) => Some(text.clone()),
            _ => None,
        };
        let listed = &self.catalogues.listed;
        if let Some(text) = of_organization(&listed.lock().unwrap_or_else(PoisonError::into_inner)) {
            return Ok(text);
        }
        let types = registry.slide_types(&self.config.schema_host, &self.config.lang);
        let text = Bytes::from(types.to_string());
        let mut listed = listed.lock().unwrap_or_else(PoisonError::into_inner);
        listed.insert(organization.clone(), (registry, text.clone()));
        Ok(text)
    }

    /// A slide type of the caller's organization as it was declared, published or not.
    ///
    /// # Errors
    /// Not an administrator of the organization.
    pub async fn custom_types(&self, caller: &Caller) -> Result<Value> {
        caller.needs_organization_admin()?;
        let types = self.store.custom_types(&caller.organization.id).await?;
        Ok(json!({ "slideTypes": types.iter().map(custom_type_view).collect::<Vec<_>>() }))
    }

    /// Declares a slide type. It is offered once it is published.
    ///
    /// # Errors
    /// No right, a wrong declaration, or the slug is in use.
    pub async fn create_custom_type(&self, caller: &Caller, declaration: Value) -> Result<Value> {
        caller.needs_organization_admin()?;
        let slug = self.check_declaration(&declaration)?;
        let known = self.store.custom_types(&caller.organization.id).await?;
        if known.iter().any(|custom| custom.slug == slug) {
            return Err(Error::Conflict(format!("`{slug}` is in use already")));
        }
        let kept = self.store_custom_type(caller, slug.clone(), declaration, false, self.clock.now()).await?;
        self.record_change(caller, Act::SlideTypeMade, &slug, Details::none()).await;
        Ok(kept)
    }

    /// Replaces the declaration of a slide type.
    ///
    /// # Errors
    /// No right, unknown, or a wrong declaration.
    pub async fn update_custom_type(&self, caller: &Caller, slug: &str, mut declaration: Value) -> Result<Value> {
        caller.needs_organization_admin()?;
        let known = self.custom_type(caller, slug).await?;
        if let Value::Object(declaration) = &mut declaration {
            declaration.insert("slug".to_owned(), json!(slug));
        }
        self.check_declaration(&declaration)?;
        let kept = self.store_custom_type(caller, known.slug, declaration, known.published, known.created_at).await?;
        self.record_change(caller, Act::SlideTypeChanged, slug, Details::none()).await;
        Ok(kept)
    }

    /// Offers a slide type.
    ///
    /// # Errors
    /// No right, or unknown.
    pub async fn publish_custom_type(&self, caller: &Caller, slug: &str) -> Result<Value> {
        caller.needs_organization_admin()?;
        let known = self.custom_type(caller, slug).await?;
        let kept = self.store_custom_type(caller, known.slug, known.declaration, true, known.created_at).await?;
        self.record_change(caller, Act::SlideTypePublished, slug, Details::none()).await;
        Ok(kept)
    }

    /// Withdraws a slide type. Slides of it stay as they are.
    ///
    /// # Errors
    /// No right, or unknown.
    pub async fn delete_custom_type(&self, caller: &Caller, slug: &str) -> Result<Value> {
        caller.needs_organization_admin()?;
        if !self.store.delete_custom_type(&caller.organization.id, slug).await? {
            return Err(Error::NotFound("slide type"));
        }
        self.forget(&caller.organization.id);
        self.record_change(caller, Act::SlideTypeRemoved, slug, Details::none()).await;
        Ok(json!({ "deleted": true }))
    }

    /// Writes down what was done to what is the organization's own.
    async fn record_change(&self, caller: &Caller, act: Act, name: &str, details: Details) {
        let details = details.with("organization", caller.organization.slug.as_str());
        self.audit.record(caller, act, name, details).await;
    }

    /// A slide type of the caller's organization as it was declared.
    ///
    /// # Errors
    /// Unknown.
    pub async fn custom_type(&self, caller: &Caller, slug: &str) -> Result<CustomType> {
        let types = self.store.custom_types(&caller.organization.id).await?;
        types.into_iter().find(|custom| custom.slug == slug).ok_or(Error::NotFound("slide type"))
    }

    fn check_declaration(&self, declaration: &Value) -> Result<String> {
        let registry = Registry::clone(&self.catalogues.base);
        registry
            .with("slide type", declaration, Origin::Organization)
            .map_err(|fault| Error::invalid(fault.to_string()))?;
        Ok(declaration.get("slug").and_then(Value::as_str).unwrap_or_default().to_owned())
    }

    async fn store_custom_type(
        &self,
        caller: &Caller,
        slug: String,
        declaration: Value,
        published: bool,
        created_at: i64,
    ) -> Result<Value> {
        let organization = caller.organization.id.clone();
        let custom = CustomType { organization, slug, declaration, published, created_at };
        let view = custom_type_view(&custom);
        self.store.put_custom_type(custom).await?;
        self.forget(&caller.organization.id);
        Ok(json!({ "slideType": view }))
    }

    /// How many slides of how many decks have a type of the organization's own: `{slides, decks}`.
    ///
    /// # Errors
    /// No right, or unknown.
    pub async fn custom_type_uses(&self, caller: &Caller, slug: &str) -> Result<Value> {
        caller.needs_organization_admin()?;
        let key = format!("custom-{}", self.custom_type(caller, slug).await?.slug);
        let (mut slides, mut decks) = (0, 0);
        for listed in self.store.organization_decks(&caller.organization.id, MOST_DECKS).await?.rows {
            let Some(stored) = self.store.deck(&listed.head.id).await? else { continue };
            let uses = stored.deck.slides.iter().filter(|slide| slide.key == key).count();
            slides += uses;
            decks += usize::from(uses > 0);
        }
        Ok(json!({ "slides": slides, "decks": decks }))
    }

    /// Every slide type with what the organization set for it, those that are switched off too.
    ///
    /// # Errors
    /// Not an administrator of the organization.
    pub async fn type_settings(&self, caller: &Caller) -> Result<Value> {
        caller.needs_organization_admin()?;
        let registry = self.registry(&caller.organization.id).await?;
        let view = |known: &SlideType| {
            json!({
                "key": known.key, "typeId": known.id, "label": known.label, "group": known.group,
                "description": known.description, "enabled": known.enabled, "usage": known.usage,
                "isCustom": known.origin != Origin::Core,
            })
        };
        Ok(json!({ "slideTypes": registry.types().map(view).collect::<Vec<_>>() }))
    }

    /// The key of a slide type that the caller's organization knows by a name.
    ///
    /// # Errors
    /// No type has that name.
    pub async fn type_key(&self, caller: &Caller, name: &str) -> Result<String> {
        let registry = self.registry(&caller.organization.id).await?;
        Ok(registry.resolve(name).ok_or(Error::NotFound("slide type"))?.key.clone())
    }

    /// Switches a slide type on or off, or sets the rules for its use.
    ///
    /// # Errors
    /// No right, unknown, or a usage text over 1000 characters.
    pub async fn set_type(
        &self,
        caller: &Caller,
        key: &str,
        enabled: Option<bool>,
        usage: Option<&str>,
    ) -> Result<Value> {
        caller.needs_organization_admin()?;
        let registry = self.registry(&caller.organization.id).await?;
        let known = registry.resolve(key).ok_or(Error::NotFound("slide type"))?;
        if usage.is_some_and(|usage| usage.chars().count() > 1000) {
            return Err(Error::invalid("`usage` has 1000 characters at most"));
        }
        let setting = TypeSetting {
            key: known.key.clone(),
            enabled: enabled.unwrap_or(known.enabled),
            usage: usage.map(str::to_owned).or_else(|| known.usage.clone()),
        };
        let view = json!({ "key": setting.key, "enabled": setting.enabled, "usage": setting.usage });
        let details = Details::none().with("enabled", setting.enabled);
        self.store.put_type_setting(&caller.organization.id, setting).await?;
        self.forget(&caller.organization.id);
        self.record_change(caller, Act::SlideTypeSet, &known.key, details).await;
        Ok(json!({ "slideType": view }))
    }

    /// The themes of an organization: its own, then the built-in ones.
    pub(crate) async fn themes_of(&self, organization: &Organization) -> Result<Arc<Themes>> {
        let cached =
            self.catalogues.themes.lock().unwrap_or_else(PoisonError::into_inner).get(&organization.id).cloned();
        if let Some(known) = cached {
            return Ok(known);
        }
        let drops = self.catalogues.drops.load(Ordering::SeqCst);
        let mut themes = Themes::core().clone();
        for custom in self.store.custom_themes(&organization.id).await? {
            if let Ok(with) = themes.clone().with_custom("themes", &theme_declaration(&custom)) {
                themes = with;
            }
        }
        if let Some(default) = &organization.default_theme {
            themes = themes.with_default(default);
        }
        let themes = Arc::new(themes);
        let mut known = self.catalogues.themes.lock().unwrap_or_else(PoisonError::into_inner);
        if self.catalogues.drops.load(Ordering::SeqCst) == drops {
            known.insert(organization.id.clone(), Arc::clone(&themes));
        }
        Ok(themes)
    }

    /// A theme of an organization by its name; its default where there is none of that name.
    pub(crate) async fn theme_or_default(&self, organization: &OrganizationId, name: &str) -> Result<Theme> {
        let organization = self.organization(organization).await?;
        Ok(self.themes_of(&organization).await?.get(name).clone())
    }

    /// What decks of an organization that name a theme are drawn with.
    pub(crate) async fn edition(&self, organization: &OrganizationId, theme: &str) -> Result<Edition> {
        let editions = || self.catalogues.editions.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = editions().get(organization).and_then(|known| known.get(theme)) {
            return Ok(*known);
        }
        let drops = self.catalogues.drops.load(Ordering::SeqCst);
        let shown = self.theme_or_default(organization, theme).await?;
        let types = self.store.custom_types(organization).await?;
        let mut hasher = DefaultHasher::new();
        format!("{shown:?}").hash(&mut hasher);
        for custom in &types {
            (&custom.slug, custom.published, custom.declaration.to_string()).hash(&mut hasher);
        }
        let edition = Edition { name: hasher.finish(), own: shown.custom.is_some() || !types.is_empty() };
        let mut known = editions();
        if self.catalogues.drops.load(Ordering::SeqCst) == drops {
            let known = known.entry(organization.to_owned()).or_default();
            if known.len() >= MOST_EDITIONS {
                known.clear();
            }
            known.insert(theme.to_owned(), edition);
        }
        Ok(edition)
    }

    /// The themes of the caller's organization as they are answered.
    ///
    /// # Errors
    /// Storage does not answer.
    pub async fn themes(&self, caller: &Caller) -> Result<Value> {
        Ok(self.themes_of(&caller.organization).await?.listed())
    }

    /// The organization's own themes.
    ///
    /// # Errors
    /// Storage does not answer.
    pub async fn custom_themes(&self, caller: &Caller) -> Result<Value> {
        caller.needs_organization_admin()?;
        let themes = self.store.custom_themes(&caller.organization.id).await?;
        Ok(json!({ "themes": themes.iter().map(theme_view).collect::<Vec<_>>() }))
    }

    /// One of the organization's own themes.
    ///
    /// # Errors
    /// Unknown.
    pub async fn custom_theme(&self, caller: &Caller, id: &ThemeId) -> Result<CustomTheme> {
        let themes = self.store.custom_themes(&caller.organization.id).await?;
        themes.into_iter().find(|theme| theme.id == *id).ok_or(Error::NotFound("theme"))
    }

    /// Makes a theme, or replaces the one with an id.
    ///
    /// # Errors
    /// No right, unknown, a wrong declaration, or the slug is in use.
    pub async fn put_custom_theme(&self, caller: &Caller, id: Option<&ThemeId>, body: &Value) -> Result<Value> {
        caller.needs_organization_admin()?;
        let known = self.store.custom_themes(&caller.organization.id).await?;
        let before = match id {
            Some(id) => Some(known.iter().find(|theme| theme.id == *id).ok_or(Error::NotFound("theme"))?),
            None => None,
        };
        let mut declaration = before.map_or_else(|| json!({}), |before| before.declaration.clone());
        for key in ["label", "colors", "fonts", "logoUrl"] {
            if let Some(value) = body.get(key) {
                declaration[key] = value.clone();
            }
        }
        let label = declaration.get("label").and_then(Value::as_str).unwrap_or_default();
        let slug = match (body.get("slug").and_then(Value::as_str), before) {
            (Some(slug), _) => slug.to_owned(),
            (None, Some(before)) => before.slug.clone(),
            (None, None) => free_slug(label, &known),
        };
        if !deck::is_slug(&slug) {
            return Err(Error::invalid("`slug` has lower-case letters, digits and hyphens, 32 at most"));
        }
        if is_built_in(&slug) {
            return Err(slug_in_use(&slug));
        }
        let theme = CustomTheme {
            id: before.map_or_else(new_id, |before| before.id.clone()),
            organization: caller.organization.id.clone(),
            slug,
            declaration,
            created_at: before.map_or_else(|| self.clock.now(), |before| before.created_at),
        };
        Themes::core().clone().with_custom("theme", &theme_declaration(&theme))?;
        let (view, slug) = (theme_view(&theme), theme.slug.clone());
        self.store.put_custom_theme(theme).await.map_err(|error| match error {
            StoreError::Taken(slug) => slug_in_use(&slug),
            other => other.into(),
        })?;
        self.forget(&caller.organization.id);
        let act = if id.is_some() { Act::ThemeChanged } else { Act::ThemeMade };
        self.record_change(caller, act, &slug, Details::none()).await;
        Ok(json!({ "theme": view }))
    }

    /// Removes a theme. Its decks stay as they are and are drawn with the default.
    ///
    /// # Errors
    /// No right, or unknown.
    pub async fn delete_custom_theme(&self, caller: &Caller, id: &ThemeId) -> Result<Value> {
        caller.needs_organization_admin()?;
        let theme = self.custom_theme(caller, id).await?;
        if !self.store.delete_custom_theme(&caller.organization.id, id).await? {
            return Err(Error::NotFound("theme"));
        }
        if caller.organization.default_theme.as_deref() == Some(id) {
            self.store_default_theme(caller, None).await?;
        }
        self.forget(&caller.organization.id);
        self.record_change(caller, Act::ThemeRemoved, &theme.slug, Details::none()).await;
        Ok(json!({ "deleted": true }))
    }

    /// Makes a theme the default of the organization: one of its own, or a built-in one.
    ///
    /// # Errors
    /// No right, or unknown.
    pub async fn set_default_theme(&self, caller: &Caller, id: &ThemeId) -> Result<Value> {
        caller.needs_organization_admin()?;
        if !self.themes_of(&caller.organization).await?.iter().any(|theme| theme.id == *id.as_str()) {
            return Err(Error::NotFound("theme"));
        }
        self.store_default_theme(caller, Some(id)).await?;
        self.forget(&caller.organization.id);
        self.record_change(caller, Act::DefaultThemeSet, id, Details::none()).await;
        Ok(json!({ "id": id, "isDefault": true }))
    }

    async fn store_default_theme(&self, caller: &Caller, id: Option<&str>) -> Result<()> {
        let mut organization = Organization::clone(&*self.organization(&caller.organization.id).await?);
        organization.default_theme = id.map(str::to_owned);
        Ok(self.store.update_organization(organization).await?)
    }
}

fn custom_type_view(custom: &CustomType) -> Value {
    let mut view = custom.declaration.clone();
    view["slug"] = json!(custom.slug);
    view["key"] = json!(format!("custom-{}", custom.slug));
    view["typeId"] = json!(format!("custom/{}", custom.slug));
    view["published"] = json!(custom.published);
    view["createdAt"] = json!(iso(custom.created_at));
    view
}

fn theme_declaration(theme: &CustomTheme) -> Value {
    let mut declaration = theme.declaration.clone();
    declaration["id"] = json!(theme.id);
    declaration["slug"] = json!(theme.slug);
    declaration
}

fn theme_view(theme: &CustomTheme) -> Value {
    let of = |key: &str| theme.declaration.get(key).filter(|value| !value.is_null());
    let chosen = |key: &str| of(key).cloned().unwrap_or_else(|| json!({}));
    json!({
        "id": theme.id, "slug": theme.slug, "label": of("label"), "colors": chosen("colors"), "fonts": chosen("fonts"),
        "logoUrl": of("logoUrl"), "createdAt": iso(theme.created_at),
    })
}

fn is_built_in(theme: &str) -> bool {
    Themes::core().iter().any(|known| known.id == theme)
}

fn slug_in_use(slug: &str) -> Error {
    Error::Conflict(format!("the slug `{slug}` is in use already"))
}

/// A slug made of the label, told apart from those in use by a number.
fn free_slug(label: &str, known: &[CustomTheme]) -> String {
    let lower = label.to_lowercase();
    let words: Vec<&str> =
        lower.split(|sign: char| !sign.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let stem: String = words.join("-").chars().take(28).collect();
    let stem = if stem.is_empty() { "theme".to_owned() } else { stem.trim_end_matches('-').to_owned() };
    let mut slug = stem.clone();
    let mut number = 2;
    while is_built_in(&slug) || known.iter().any(|theme| theme.slug == slug) {
        slug = format!("{stem}-{number}");
        number += 1;
    }
    slug
}
