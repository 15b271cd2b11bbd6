//! Themes, slide types and settings of slide types of an organization.

use std::sync::Arc;

use super::Store;
use crate::StoreError;
use crate::cache::CacheKey;
use crate::engine::{Row, params};
use crate::error::Result;
use crate::feed::WriteEffect;
use crate::ids::{OrganizationId, ThemeId};
use crate::records::{Change, CustomTheme, CustomType, TypeSetting};

const THEMES: &str = "SELECT id, organization, slug, declaration, created_at FROM themes WHERE organization = $1 \
    ORDER BY slug";
const SLUG_OF_ANOTHER: &str = "SELECT 1 FROM themes WHERE organization = $1 AND slug = $2 AND id <> $3";
const PUT_THEME: &str = "INSERT INTO themes (id, organization, slug, declaration, created_at) \
    VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO UPDATE SET slug = $3, declaration = $4";
const DELETE_THEME: &str = "DELETE FROM themes WHERE organization = $1 AND id = $2";
const TYPES: &str = "SELECT organization, slug, declaration, published, created_at FROM types WHERE organization = $1 \
    ORDER BY slug";
const PUT_TYPE: &str = "INSERT INTO types (organization, slug, declaration, published, created_at) \
    VALUES ($1, $2, $3, $4, $5) ON CONFLICT (organization, slug) DO UPDATE SET declaration = $3, published = $4";
const DELETE_TYPE: &str = "DELETE FROM types WHERE organization = $1 AND slug = $2";
const SETTINGS: &str = "SELECT type_key, enabled, usage_text FROM type_settings WHERE organization = $1 \
    ORDER BY type_key";
const PUT_SETTING: &str = "INSERT INTO type_settings (organization, type_key, enabled, usage_text) \
    VALUES ($1, $2, $3, $4) ON CONFLICT (organization, type_key) DO UPDATE SET enabled = $3, usage_text = $4";

impl Store {
    /// Themes of an organization, ordered by slug.
    pub async fn custom_themes(&self, organization: &OrganizationId) -> Result<Vec<CustomTheme>> {
        let epoch = match self.caches().await?.themes.get(organization) {
            Ok(themes) => return Ok(themes.to_vec()),
            Err(epoch) => epoch,
        };
        let found: Vec<CustomTheme> = read_all(self.rows(THEMES, params![organization]).await?, |row| {
            Ok(CustomTheme {
                id: row.id()?,
                organization: row.id()?,
                slug: row.text()?,
                declaration: row.json()?,
                created_at: row.int()?,
            })
        })?;
        let caches = &self.inner.feed.caches;
        caches.themes.put(organization, Arc::new(found.clone()), 1, epoch);
        Ok(found)
    }

    /// Creates or replaces a theme by id. Fails with `Taken` when another theme of the organization has the slug.
    pub async fn put_custom_theme(&self, theme: CustomTheme) -> Result<()> {
        self.write(theme, |transaction, theme| {
            Box::pin(async move {
                let CustomTheme { id, organization, slug, declaration, created_at } = theme;
                transaction.lock_accounts().await?;
                if transaction.row(SLUG_OF_ANOTHER, params![organization, slug, id]).await?.is_some() {
                    return Err(StoreError::Taken(slug.clone()));
                }
                let params = params![id, organization, slug, declaration.to_string(), *created_at];
                transaction.run(PUT_THEME, params).await?;
                transaction.add_effect(catalogue_effect(organization));
                Ok(())
            })
        })
        .await
    }

    /// Deletes a theme and returns whether it existed.
    pub async fn delete_custom_theme(&self, organization: &OrganizationId, id: &ThemeId) -> Result<bool> {
        let input = (organization.to_owned(), id.to_owned());
        self.write(input, |transaction, (organization, id)| {
            Box::pin(async move {
                let existed = transaction.run(DELETE_THEME, params![organization, id]).await? > 0;
                if existed {
                    transaction.add_effect(catalogue_effect(organization));
                }
                Ok(existed)
            })
        })
        .await
    }

    /// Slide types of an organization, ordered by slug.
    pub async fn custom_types(&self, organization: &OrganizationId) -> Result<Vec<CustomType>> {
        let epoch = match self.caches().await?.types.get(organization) {
            Ok(types) => return Ok(types.to_vec()),
            Err(epoch) => epoch,
        };
        let found: Vec<CustomType> = read_all(self.rows(TYPES, params![organization]).await?, |row| {
            Ok(CustomType {
                organization: row.id()?,
                slug: row.text()?,
                declaration: row.json()?,
                published: row.flag()?,
                created_at: row.int()?,
            })
        })?;
        let caches = &self.inner.feed.caches;
        caches.types.put(organization, Arc::new(found.clone()), 1, epoch);
        Ok(found)
    }

    /// Creates or replaces a slide type by slug.
    pub async fn put_custom_type(&self, custom: CustomType) -> Result<()> {
        self.write(custom, |transaction, custom| {
            Box::pin(async move {
                let CustomType { organization, slug, declaration, published, created_at } = custom;
                let params = params![organization, slug, declaration.to_string(), *published, *created_at];
                transaction.run(PUT_TYPE, params).await?;
                transaction.add_effect(catalogue_effect(organization));
                Ok(())
            })
        })
        .await
    }

    /// Deletes a slide type and returns whether it existed.
    pub async fn delete_custom_type(&self, organization: &OrganizationId, slug: &str) -> Result<bool> {
        let input = (organization.to_owned(), slug.to_owned());
        self.write(input, |transaction, (organization, slug)| {
            Box::pin(async move {
                let existed = transaction.run(DELETE_TYPE, params![organization, slug]).await? > 0;
                if existed {
                    transaction.add_effect(catalogue_effect(organization));
                }
                Ok(existed)
            })
        })
        .await
    }

    /// Settings of an organization for slide types, ordered by registry key.
    pub async fn type_settings(&self, organization: &OrganizationId) -> Result<Vec<TypeSetting>> {
        let epoch = match self.caches().await?.type_settings.get(organization) {
            Ok(settings) => return Ok(settings.to_vec()),
            Err(epoch) => epoch,
        };
        let found: Vec<TypeSetting> = read_all(self.rows(SETTINGS, params![organization]).await?, |row| {
            Ok(TypeSetting { key: row.text()?, enabled: row.flag()?, usage: row.maybe_text()? })
        })?;
        let caches = &self.inner.feed.caches;
        caches.type_settings.put(organization, Arc::new(found.clone()), 1, epoch);
        Ok(found)
    }

    /// Creates or replaces the setting of an organization for a slide type.
    pub async fn put_type_setting(&self, organization: &OrganizationId, setting: TypeSetting) -> Result<()> {
        self.write((organization.to_owned(), setting), |transaction, (organization, setting)| {
            Box::pin(async move {
                let TypeSetting { key, enabled, usage } = setting;
                transaction.run(PUT_SETTING, params![organization, key, *enabled, usage]).await?;
                transaction.add_effect(catalogue_effect(organization));
                Ok(())
            })
        })
        .await
    }
}

fn read_all<T>(rows: Vec<Row>, read: impl Fn(&mut Row) -> Result<T>) -> Result<Vec<T>> {
    rows.into_iter().map(|mut row| read(&mut row)).collect()
}

pub(super) fn catalogue_effect(organization: &OrganizationId) -> WriteEffect {
    WriteEffect {
        change: Some(Change::Catalogue { organization: organization.to_owned() }),
        evictions: vec![CacheKey::Catalogue(organization.to_owned())],
        ..WriteEffect::default()
    }
}
