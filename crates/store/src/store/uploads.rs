//! Uploads, and facts about pictures. The bytes are in [`Assets`](crate::Assets).

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Store;
use super::lists::{contains_pattern, page};
use crate::cache::CacheKey;
use crate::engine::{Row, Transaction, params};
use crate::error::Result;
use crate::feed::WriteEffect;
use crate::ids::{OrganizationId, UploadId};
use crate::records::{Page, PictureFacts, Upload};
use crate::{StoreError, Time};

macro_rules! columns {
    () => {
        "id, file, hash, mime, bytes, width, height, organization, uploader, uploaded_by, title, alt, description, \
         tags, listed, created_at, updated_at"
    };
}

const INSERT: &str = concat!(
    "INSERT INTO uploads (",
    columns!(),
    ", search_text) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) \
     ON CONFLICT DO NOTHING"
);
const BY_FILE: &str = concat!("SELECT ", columns!(), " FROM uploads WHERE file = $1");
const SELECT_ONE: &str = concat!("SELECT ", columns!(), " FROM uploads WHERE id = $1");
const UPDATE: &str = "UPDATE uploads SET title = $2, alt = $3, description = $4, tags = $5, listed = $6, \
    updated_at = $7, search_text = $8 WHERE id = $1 RETURNING file";
const DELETE: &str = "DELETE FROM uploads WHERE id = $1 RETURNING file";
const DELETE_PENDING: &str = "DELETE FROM uploads WHERE listed = 0 AND tags = $1 AND created_at < $2 RETURNING file";
const SEARCH: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM uploads WHERE organization = $1 AND listed = 1 AND search_text LIKE $2 ESCAPE '\\'",
    " ORDER BY created_at DESC, id LIMIT $3 OFFSET $4"
);
const SEARCH_COUNT: &str = "SELECT COUNT(*) FROM uploads WHERE organization = $1 AND listed = 1 \
    AND search_text LIKE $2 ESCAPE '\\'";
const TAGS: &str = "SELECT DISTINCT tags FROM uploads WHERE organization = $1 AND listed = 1";
const FACTS: &str = "SELECT facts FROM picture_facts WHERE hash = $1";
const SET_FACTS: &str = "INSERT INTO picture_facts (hash, facts) VALUES ($1, $2) \
    ON CONFLICT (hash) DO UPDATE SET facts = $2";

impl Store {
    /// Creates the record of an uploaded file. Fails with `Taken` when the file name is in use.
    pub async fn create_upload(&self, upload: Upload) -> Result<()> {
        self.write(upload, |transaction, upload| Box::pin(insert(transaction, upload))).await
    }

    /// An upload by file name.
    pub async fn upload_by_file(&self, file: &str) -> Result<Option<Arc<Upload>>> {
        let epoch = match self.caches().await?.uploads.get(file) {
            Ok(upload) => return Ok(Some(upload)),
            Err(epoch) => epoch,
        };
        let found = self.row(BY_FILE, params![file]).await?;
        let found = found.map(|mut row| upload(&mut row).map(Arc::new)).transpose()?;
        if let Some(upload) = &found {
            self.inner.feed.caches.uploads.put(file, Arc::clone(upload), 1, epoch);
        }
        Ok(found)
    }

    /// An upload by id.
    pub async fn upload(&self, id: &UploadId) -> Result<Option<Arc<Upload>>> {
        self.inner.refresh().await?;
        let found = self.row(SELECT_ONE, params![id]).await?;
        found.map(|mut row| upload(&mut row).map(Arc::new)).transpose()
    }

    /// Replaces title, alternative text, description, tags and `listed` of an upload. Fails with `Missing` when there is no
    /// such upload.
    pub async fn update_upload(&self, upload: Upload) -> Result<()> {
        self.write(upload, |transaction, upload| {
            Box::pin(async move {
                let params = params![
                    &upload.id,
                    &upload.title,
                    &upload.alt,
                    &upload.description,
                    serde_json::to_string(&upload.tags)?,
                    upload.listed,
                    upload.updated_at,
                    search_text(upload),
                ];
                let row = transaction.row(UPDATE, params).await?;
                transaction.add_effect(upload_effect(&row.ok_or(StoreError::Missing)?.text()?));
                Ok(())
            })
        })
        .await
    }

    /// Deletes the record of an upload, if it exists.
    pub async fn delete_upload(&self, id: &UploadId) -> Result<()> {
        self.write(id.to_owned(), |transaction, id| {
            Box::pin(async move {
                if let Some(mut row) = transaction.row(DELETE, params![id]).await? {
                    transaction.add_effect(upload_effect(&row.text()?));
                }
                Ok(())
            })
        })
        .await
    }

    /// Deletes the records of unlisted uploads that were created before a time and have this tag alone.
    pub async fn delete_pending_uploads(&self, tag: &str, before: Time) -> Result<()> {
        let tags = serde_json::to_string(&[tag])?;
        self.write((tags, before), |transaction, (tags, before)| {
            Box::pin(async move {
                for mut row in transaction.rows(DELETE_PENDING, params![tags.as_str(), *before]).await? {
                    transaction.add_effect(upload_effect(&row.text()?));
                }
                Ok(())
            })
        })
        .await
    }

    /// A page of the listed uploads of an organization whose title, alternative text, description or tags contain a text,
    /// case-insensitive, newest first.
    pub async fn search_uploads(
        &self,
        organization: &OrganizationId,
        text: &str,
        limit: usize,
        offset: usize,
    ) -> Result<Page<Upload>> {
        self.inner.refresh().await?;
        let Some(pattern) = contains_pattern(text) else {
            return Ok(Page { rows: Vec::new(), total: 0 });
        };
        let total = self.row(SEARCH_COUNT, params![organization, &pattern]).await?;
        let rows = self.rows(SEARCH, params![organization, pattern, limit, offset]).await?;
        let rows: Result<Vec<_>> = rows.into_iter().map(|mut row| upload(&mut row)).collect();
        page(rows?, total)
    }

    /// All tags of the listed uploads of an organization, sorted.
    pub async fn upload_tags(&self, organization: &OrganizationId) -> Result<Vec<String>> {
        self.inner.refresh().await?;
        let mut tags = BTreeSet::new();
        for mut row in self.rows(TAGS, params![organization]).await? {
            tags.extend(row.json::<Vec<String>>()?);
        }
        Ok(tags.into_iter().collect())
    }

    /// The facts about a picture, by the hash of its bytes.
    pub async fn picture_facts(&self, hash: &str) -> Result<Option<Arc<PictureFacts>>> {
        let epoch = match self.caches().await?.facts.get(hash) {
            Ok(facts) => return Ok(Some(facts)),
            Err(epoch) => epoch,
        };
        let row = self.row(FACTS, params![hash]).await?;
        let found: Option<Arc<PictureFacts>> = row.map(|mut row| row.json().map(Arc::new)).transpose()?;
        if let Some(facts) = &found {
            self.inner.feed.caches.facts.put(hash, Arc::clone(facts), 1, epoch);
        }
        Ok(found)
    }

    /// Creates or replaces the facts about a picture.
    pub async fn set_picture_facts(&self, hash: &str, facts: PictureFacts) -> Result<()> {
        self.write((hash.to_owned(), facts), |transaction, (hash, facts)| {
            Box::pin(async move {
                let facts = serde_json::to_string(facts)?;
                transaction.run(SET_FACTS, params![hash, facts]).await?;
                transaction.add_effect(WriteEffect {
                    change: None,
                    evictions: vec![CacheKey::Facts(hash.clone())],
                    ..WriteEffect::default()
                });
                Ok(())
            })
        })
        .await
    }
}

/// Inserts the record of an upload.
pub(super) async fn insert(transaction: &mut Transaction, upload: &Upload) -> Result<()> {
    let params = params![
        &upload.id,
        &upload.file,
        &upload.hash,
        &upload.mime,
        upload.bytes,
        upload.width,
        upload.height,
        &upload.organization,
        &upload.uploader,
        &upload.uploaded_by,
        &upload.title,
        &upload.alt,
        &upload.description,
        serde_json::to_string(&upload.tags)?,
        upload.listed,
        upload.created_at,
        upload.updated_at,
        search_text(upload),
    ];
    if transaction.run(INSERT, params).await? == 0 {
        return Err(StoreError::Taken(upload.file.clone()));
    }
    transaction.add_effect(upload_effect(&upload.file));
    Ok(())
}

fn upload(row: &mut Row) -> Result<Upload> {
    Ok(Upload {
        id: row.id()?,
        file: row.text()?,
        hash: row.text()?,
        mime: row.text()?,
        bytes: row.count()?,
        width: row.count()?,
        height: row.count()?,
        organization: row.id()?,
        uploader: row.id()?,
        uploaded_by: row.text()?,
        title: row.text()?,
        alt: row.text()?,
        description: row.text()?,
        tags: row.json()?,
        listed: row.flag()?,
        created_at: row.int()?,
        updated_at: row.int()?,
    })
}

/// The text by which an upload is searched, in lower case, one part per line.
pub(crate) fn search_text(upload: &Upload) -> String {
    let parts = [&upload.title, &upload.alt, &upload.description];
    let parts: Vec<String> = parts.into_iter().chain(&upload.tags).map(|part| part.to_lowercase()).collect();
    parts.join("\n")
}

pub(super) fn upload_effect(file: &str) -> WriteEffect {
    WriteEffect { change: None, evictions: vec![CacheKey::Upload(file.to_owned())], ..WriteEffect::default() }
}
