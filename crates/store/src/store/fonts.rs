//! Fonts that organizations uploaded.

use super::Store;
use super::catalogue::catalogue_effect;
use crate::engine::{Row, params};
use crate::error::Result;
use crate::ids::{FontId, OrganizationId};
use crate::records::StoredFont;

const FONTS: &str = "SELECT id, organization, family, weight, italic, figures, editable, licence, bytes, hash, created_at \
    FROM fonts WHERE organization = $1 ORDER BY family, weight, italic";
const BY_HASH: &str = "SELECT 1 FROM fonts WHERE hash = $1";
const PUT: &str = "INSERT INTO fonts \
    (id, organization, family, weight, italic, figures, editable, licence, bytes, hash, created_at) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) \
    ON CONFLICT (organization, family, weight, italic) \
    DO UPDATE SET figures = $6, editable = $7, licence = $8, bytes = $9, hash = $10, created_at = $11";
const SELECT_ONE: &str = "SELECT id, organization, family, weight, italic, figures, editable, licence, bytes, hash, created_at \
    FROM fonts WHERE organization = $1 AND family = $2 AND weight = $3 AND italic = $4";
const DELETE: &str = "DELETE FROM fonts WHERE organization = $1 AND id = $2";

impl Store {
    /// The fonts of an organization, ordered by family, weight and slant.
    pub async fn fonts(&self, organization: &OrganizationId) -> Result<Vec<StoredFont>> {
        self.rows(FONTS, params![organization]).await?.into_iter().map(read).collect()
    }

    /// Whether a file is a font of any organization.
    pub async fn is_font(&self, hash: &str) -> Result<bool> {
        Ok(self.row(BY_HASH, params![hash]).await?.is_some())
    }

    /// Stores a font. A font of the same family, weight and slant is replaced and its id is kept. Returns the stored
    /// font.
    pub async fn put_font(&self, font: StoredFont) -> Result<StoredFont> {
        self.write(font, |transaction, new| {
            Box::pin(async move {
                let StoredFont {
                    id,
                    organization,
                    family,
                    weight,
                    italic,
                    figures,
                    editable,
                    licence,
                    bytes,
                    hash,
                    ..
                } = new;
                let weight = i64::from(*weight);
                let bytes = i64::try_from(*bytes).unwrap_or(i64::MAX);
                let params = params![
                    id,
                    organization,
                    family,
                    weight,
                    *italic,
                    figures,
                    *editable,
                    licence,
                    bytes,
                    hash,
                    new.created_at
                ];
                transaction.run(PUT, params).await?;
                transaction.add_effect(catalogue_effect(organization));
                let stored = transaction.row(SELECT_ONE, params![organization, family, weight, *italic]).await?;
                stored.map_or_else(|| Ok(new.clone()), read)
            })
        })
        .await
    }

    /// Deletes a font and returns whether it existed. Its file stays.
    pub async fn delete_font(&self, organization: &OrganizationId, id: &FontId) -> Result<bool> {
        let input = (organization.to_owned(), id.to_owned());
        self.write(input, |transaction, (organization, id)| {
            Box::pin(async move {
                let existed = transaction.run(DELETE, params![organization, id]).await? > 0;
                if existed {
                    transaction.add_effect(catalogue_effect(organization));
                }
                Ok(existed)
            })
        })
        .await
    }
}

fn read(mut row: Row) -> Result<StoredFont> {
    Ok(StoredFont {
        id: row.id()?,
        organization: row.id()?,
        family: row.text()?,
        weight: u16::try_from(row.int()?).unwrap_or(400),
        italic: row.flag()?,
        figures: row.text()?,
        editable: row.flag()?,
        licence: row.text()?,
        bytes: u64::try_from(row.int()?).unwrap_or(0),
        hash: row.text()?,
        created_at: row.int()?,
    })
}
