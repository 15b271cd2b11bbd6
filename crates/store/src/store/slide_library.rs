//! Slides that organizations keep to be reused.

use std::collections::BTreeSet;

use super::lists::{contains_pattern, page};
use super::{Store, body};
use crate::StoreError;
use crate::engine::{Row, params};
use crate::error::Result;
use crate::ids::{LibrarySlideId, OrganizationId};
use crate::records::{LibrarySlide, Page};

macro_rules! columns {
    () => {
        "id, organization, name, tags, body, revision, adder, added_by, created_at, updated_at"
    };
}

/// The rows of a search: `$2` is a pattern for texts, `$3` one for the list of tags.
macro_rules! found {
    () => {
        " FROM library_slides WHERE organization = $1 AND search_text LIKE $2 ESCAPE '\\' AND tags LIKE $3 ESCAPE '\\'"
    };
}

const INSERT: &str = concat!(
    "INSERT INTO library_slides (",
    columns!(),
    ", search_text) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)"
);
const COUNT: &str = "SELECT COUNT(*) FROM library_slides WHERE organization = $1";
const SELECT_ONE: &str = concat!("SELECT ", columns!(), " FROM library_slides WHERE id = $1 AND organization = $2");
const UPDATE: &str = "UPDATE library_slides SET name = $3, tags = $4, body = $5, revision = $6, updated_at = $7, \
    search_text = $8 WHERE id = $1 AND organization = $2 AND revision = $9";
const DELETE: &str = "DELETE FROM library_slides WHERE id = $1 AND organization = $2";
const SEARCH: &str = concat!("SELECT ", columns!(), found!(), " ORDER BY updated_at DESC, id LIMIT $4 OFFSET $5");
const SEARCH_COUNT: &str = concat!("SELECT COUNT(*)", found!());
const TAGS: &str = "SELECT DISTINCT tags FROM library_slides WHERE organization = $1";
const HEADS: &str = "SELECT id, name, revision FROM library_slides WHERE organization = $1";

impl Store {
    /// Adds a slide to the library of its organization. Returns false, and stores nothing, when the library has `max`
    /// slides already.
    pub async fn add_library_slide(&self, slide: LibrarySlide, max: usize) -> Result<bool> {
        self.write((slide, max), |transaction, (slide, max)| {
            Box::pin(async move {
                transaction.lock_accounts().await?;
                let count = transaction.row(COUNT, params![&slide.organization]).await?;
                if count.map_or(Ok(0), |mut row| row.count::<usize>())? >= *max {
                    return Ok(false);
                }
                let params = params![
                    &slide.id,
                    &slide.organization,
                    &slide.name,
                    serde_json::to_string(&slide.tags)?,
                    body::to_json(&slide.deck)?,
                    slide.revision,
                    &slide.adder,
                    &slide.added_by,
                    slide.created_at,
                    slide.updated_at,
                    search_text(slide),
                ];
                transaction.run(INSERT, params).await?;
                Ok(true)
            })
        })
        .await
    }

    /// A slide of the library of an organization.
    pub async fn library_slide(
        &self,
        organization: &OrganizationId,
        id: &LibrarySlideId,
    ) -> Result<Option<LibrarySlide>> {
        self.inner.refresh().await?;
        self.row(SELECT_ONE, params![id, organization]).await?.as_mut().map(library_slide).transpose()
    }

    /// Replaces name, tags, content and revision of a slide that has the revision `before`. Fails with `Missing` when there
    /// is no such slide, or it has another revision.
    pub async fn update_library_slide(&self, changed: LibrarySlide, before: u64) -> Result<()> {
        self.write((changed, before), |transaction, (changed, before)| {
            Box::pin(async move {
                let params = params![
                    &changed.id,
                    &changed.organization,
                    &changed.name,
                    serde_json::to_string(&changed.tags)?,
                    body::to_json(&changed.deck)?,
                    changed.revision,
                    changed.updated_at,
                    search_text(changed),
                    *before,
                ];
                if transaction.run(UPDATE, params).await? == 0 {
                    return Err(StoreError::Missing);
                }
                Ok(())
            })
        })
        .await
    }

    /// Removes a slide from the library of an organization and returns whether it was there.
    pub async fn delete_library_slide(&self, organization: &OrganizationId, id: &LibrarySlideId) -> Result<bool> {
        self.write((organization.to_owned(), id.to_owned()), |transaction, (organization, id)| {
            Box::pin(async move { Ok(transaction.run(DELETE, params![&*id, &*organization]).await? > 0) })
        })
        .await
    }

    /// A page of the library of an organization, last changed first: the slides whose name, tags or texts contain a text,
    /// case-insensitive, and that have a tag, if one is given.
    pub async fn search_library_slides(
        &self,
        organization: &OrganizationId,
        text: &str,
        tag: Option<&str>,
        limit: usize,
        offset: usize,
    ) -> Result<Page<LibrarySlide>> {
        self.inner.refresh().await?;
        let tag = tag.map(serde_json::to_string).transpose()?.unwrap_or_default();
        let (Some(text), Some(tag)) = (contains_pattern(text), contains_pattern(&tag)) else {
            return Ok(Page { rows: Vec::new(), total: 0 });
        };
        let total = self.row(SEARCH_COUNT, params![organization, &text, &tag]).await?;
        let rows = self.rows(SEARCH, params![organization, text, tag, limit, offset]).await?;
        page(rows.into_iter().map(|mut row| library_slide(&mut row)).collect::<Result<Vec<_>>>()?, total)
    }

    /// All tags of the library of an organization, sorted.
    pub async fn library_tags(&self, organization: &OrganizationId) -> Result<Vec<String>> {
        self.inner.refresh().await?;
        let mut tags = BTreeSet::new();
        for mut row in self.rows(TAGS, params![organization]).await? {
            tags.extend(row.json::<Vec<String>>()?);
        }
        Ok(tags.into_iter().collect())
    }

    /// Id, name and revision of each slide of the library of an organization.
    pub async fn library_revisions(&self, organization: &OrganizationId) -> Result<Vec<(LibrarySlideId, String, u64)>> {
        self.inner.refresh().await?;
        let rows = self.rows(HEADS, params![organization]).await?;
        rows.into_iter().map(|mut row| Ok((row.id()?, row.text()?, row.count()?))).collect()
    }
}

fn library_slide(row: &mut Row) -> Result<LibrarySlide> {
    Ok(LibrarySlide {
        id: row.id()?,
        organization: row.id()?,
        name: row.text()?,
        tags: row.json()?,
        deck: body::from_json(&row.text()?)?,
        revision: row.count()?,
        adder: row.id()?,
        added_by: row.text()?,
        created_at: row.int()?,
        updated_at: row.int()?,
    })
}

/// The text by which a slide is searched, in lower case, one part per line.
fn search_text(slide: &LibrarySlide) -> String {
    let mut text = body::search_text(&slide.deck);
    for part in std::iter::once(&slide.name).chain(&slide.tags) {
        text.push_str(&part.to_lowercase());
        text.push('\n');
    }
    text
}
