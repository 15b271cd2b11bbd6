//! What an organization declares: themes, slide types, settings of slide types.

use std::sync::Arc;

use super::Store;
use crate::StoreError;
use crate::cache::Held;
use crate::engine::{Row, cells};
use crate::error::Result;
use crate::feed::Touch;
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
    /// Themes of an organization by slug.
    pub async fn custom_themes(&self, organization: &OrganizationId) -> Result<Vec<CustomTheme>> {
        let ticket = match self.caches().await?.themes.get(organization) {
            Ok(themes) => return Ok(themes.to_vec()),
            Err(ticket) => ticket,
        };
        let found: Vec<CustomTheme> = all(self.rows(THEMES, cells![organization]).await?, |row| {
            Ok(CustomTheme {
                id: row.id()?,
                organization: row.id()?,
                slug: row.text()?,
                declaration: row.json()?,
                created_at: row.int()?,
            })
        })?;
        let caches = &self.inside.feed.caches;
        caches.themes.put(organization, Arc::new(found.clone()), 1, ticket);
        Ok(found)
    }

    /// Makes or replaces one by id; `Taken` when another has the slug.
    pub async fn put_custom_theme(&self, theme: CustomTheme) -> Result<()> {
        self.write(theme, |transaction, theme| {
            Box::pin(async move {
                let CustomTheme { id, organization, slug, declaration, created_at } = theme;
                if transaction.row(SLUG_OF_ANOTHER, cells![organization, slug, id]).await?.is_some() {
                    return Err(StoreError::Taken(slug.clone()));
                }
                let cells = cells![id, organization, slug, declaration.to_string(), *created_at];
                transaction.run(PUT_THEME, cells).await?;
                transaction.touch(catalogue_touch(organization));
                Ok(())
            })
        })
        .await
    }

    /// Removes a theme and answers whether there was one.
    pub async fn delete_custom_theme(&self, organization: &OrganizationId, id: &ThemeId) -> Result<bool> {
        let given = (organization.to_owned(), id.to_owned());
        self.write(given, |transaction, (organization, id)| {
            Box::pin(async move {
                let gone = transaction.run(DELETE_THEME, cells![organization, id]).await? > 0;
                if gone {
                    transaction.touch(catalogue_touch(organization));
                }
                Ok(gone)
            })
        })
        .await
    }

    /// Slide types of an organization by slug.
    pub async fn custom_types(&self, organization: &OrganizationId) -> Result<Vec<CustomType>> {
        let ticket = match self.caches().await?.types.get(organization) {
            Ok(types) => return Ok(types.to_vec()),
            Err(ticket) => ticket,
        };
        let found: Vec<CustomType> = all(self.rows(TYPES, cells![organization]).await?, |row| {
            Ok(CustomType {
                organization: row.id()?,
                slug: row.text()?,
                declaration: row.json()?,
                published: row.flag()?,
                created_at: row.int()?,
            })
        })?;
        let caches = &self.inside.feed.caches;
        caches.types.put(organization, Arc::new(found.clone()), 1, ticket);
        Ok(found)
    }

    /// Makes or replaces one by slug.
    pub async fn put_custom_type(&self, custom: CustomType) -> Result<()> {
        self.write(custom, |transaction, custom| {
            Box::pin(async move {
                let CustomType { organization, slug, declaration, published, created_at } = custom;
                let cells = cells![organization, slug, declaration.to_string(), *published, *created_at];
                transaction.run(PUT_TYPE, cells).await?;
                transaction.touch(catalogue_touch(organization));
                Ok(())
            })
        })
        .await
    }

    /// Removes a slide type and answers whether there was one.
    pub async fn delete_custom_type(&self, organization: &OrganizationId, slug: &str) -> Result<bool> {
        let given = (organization.to_owned(), slug.to_owned());
        self.write(given, |transaction, (organization, slug)| {
            Box::pin(async move {
                let gone = transaction.run(DELETE_TYPE, cells![organization, slug]).await? > 0;
                if gone {
                    transaction.touch(catalogue_touch(organization));
                }
                Ok(gone)
            })
        })
        .await
    }

    /// What an organization set for slide types, by registry key.
    pub async fn type_settings(&self, organization: &OrganizationId) -> Result<Vec<TypeSetting>> {
        let ticket = match self.caches().await?.type_settings.get(organization) {
            Ok(settings) => return Ok(settings.to_vec()),
            Err(ticket) => ticket,
        };
        let found: Vec<TypeSetting> = all(self.rows(SETTINGS, cells![organization]).await?, |row| {
            Ok(TypeSetting { key: row.text()?, enabled: row.flag()?, usage: row.maybe_text()? })
        })?;
        let caches = &self.inside.feed.caches;
        caches.type_settings.put(organization, Arc::new(found.clone()), 1, ticket);
        Ok(found)
    }

    /// Sets what holds for a slide type in an organization.
    pub async fn put_type_setting(&self, organization: &OrganizationId, setting: TypeSetting) -> Result<()> {
        self.write((organization.to_owned(), setting), |transaction, (organization, setting)| {
            Box::pin(async move {
                let TypeSetting { key, enabled, usage } = setting;
                transaction.run(PUT_SETTING, cells![organization, key, *enabled, usage]).await?;
                transaction.touch(catalogue_touch(organization));
                Ok(())
            })
        })
        .await
    }
}

fn all<T>(rows: Vec<Row>, one: impl Fn(&mut Row) -> Result<T>) -> Result<Vec<T>> {
    rows.into_iter().map(|mut row| one(&mut row)).collect()
}

pub(super) fn catalogue_touch(organization: &OrganizationId) -> Touch {
    Touch {
        change: Some(Change::Catalogue { organization: organization.to_owned() }),
        drops: vec![Held::Catalogue(organization.to_owned())],
    }
}
