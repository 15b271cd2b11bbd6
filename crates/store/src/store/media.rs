//! Uploaded sounds and videos: how many bytes those of a person have, and which ones nothing refers to any more.

use super::Store;
use super::uploads::{insert, upload_effect};
use crate::Time;
use crate::engine::params;
use crate::error::Result;
use crate::ids::{UploadId, UserId};
use crate::records::Upload;

macro_rules! of_person {
    () => {
        " FROM uploads WHERE uploader = $1 AND (mime LIKE 'video/%' OR mime LIKE 'audio/%')"
    };
}

const STORED_BYTES: &str = concat!("SELECT CAST(COALESCE(SUM(bytes), 0) AS BIGINT)", of_person!());
const OLD_MEDIA: &str =
    concat!("SELECT id, file, hash, bytes", of_person!(), " AND created_at < $2 ORDER BY created_at, id");
/// Whether a text like `$1` occurs in a deck (also in the trash), a version, a draft or a slide of the library.
const IS_REFERRED_TO: &str = "SELECT 1 WHERE EXISTS (SELECT 1 FROM deck_bodies WHERE body LIKE $1) \
    OR EXISTS (SELECT 1 FROM versions WHERE body LIKE $1) \
    OR EXISTS (SELECT 1 FROM drafts WHERE value LIKE $1) \
    OR EXISTS (SELECT 1 FROM library_slides WHERE body LIKE $1)";
const DELETE: &str = "DELETE FROM uploads WHERE id = $1";
const HAS_FILE: &str = "SELECT 1 WHERE EXISTS (SELECT 1 FROM uploads WHERE hash = $1) \
    OR EXISTS (SELECT 1 FROM rehearsals WHERE hash = $1)";

/// A sound or video that may be deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OldMedia {
    /// Id of the upload.
    pub id: UploadId,
    /// Name of the file.
    pub file: String,
    /// Hash of its bytes.
    pub hash: String,
    /// Length in bytes.
    pub bytes: u64,
}

impl Store {
    /// Whether there is room for a sound or video of `bytes` bytes: with it, all sounds and videos of the person have
    /// at most `max` bytes.
    pub async fn has_media_room(&self, person: &UserId, bytes: u64, max: u64) -> Result<bool> {
        self.inner.refresh().await?;
        let stored: u64 = self.row(STORED_BYTES, params![person]).await?.map_or(Ok(0), |mut row| row.count())?;
        Ok(stored.saturating_add(bytes) <= max)
    }

    /// Whether an upload or a recorded rehearsal has the bytes with a hash.
    pub async fn has_file(&self, hash: &str) -> Result<bool> {
        self.inner.refresh().await?;
        Ok(self.row(HAS_FILE, params![hash]).await?.is_some())
    }

    /// Creates the record of a sound or video. Returns false, and creates nothing, when all sounds and videos of the
    /// person would have more than `max` bytes.
    pub async fn create_media(&self, upload: Upload, max: u64) -> Result<bool> {
        self.write((upload, max), |transaction, (upload, max)| {
            Box::pin(async move {
                transaction.lock_accounts().await?;
                let stored = transaction.row(STORED_BYTES, params![&upload.uploader]).await?;
                let stored: u64 = stored.map_or(Ok(0), |mut row| row.count())?;
                if stored.saturating_add(upload.bytes) > *max {
                    return Ok(false);
                }
                insert(transaction, upload).await?;
                Ok(true)
            })
        })
        .await
    }

    /// The sounds and videos of a person that were uploaded before a time and that nothing refers to any more, oldest
    /// first, until they have `bytes` bytes together.
    pub async fn unused_media(&self, person: &UserId, before: Time, bytes: u64) -> Result<Vec<OldMedia>> {
        self.inner.refresh().await?;
        let (mut unused, mut found) = (Vec::new(), 0);
        for mut row in self.rows(OLD_MEDIA, params![person, before]).await? {
            let media = OldMedia { id: row.id()?, file: row.text()?, hash: row.text()?, bytes: row.count()? };
            if found < bytes && self.row(IS_REFERRED_TO, params![address_pattern(&media)]).await?.is_none() {
                found += media.bytes;
                unused.push(media);
            }
        }
        Ok(unused)
    }

    /// Deletes the record of a sound or video, unless something refers to it by now. Returns whether no record has the
    /// same bytes any more; false when nothing was deleted.
    pub async fn delete_media(&self, media: OldMedia) -> Result<bool> {
        self.write(media, |transaction, media| {
            Box::pin(async move {
                if transaction.row(IS_REFERRED_TO, params![address_pattern(media)]).await?.is_some() {
                    return Ok(false);
                }
                transaction.run(DELETE, params![&media.id]).await?;
                transaction.add_effect(upload_effect(&media.file));
                Ok(transaction.row(HAS_FILE, params![media.hash.as_str()]).await?.is_none())
            })
        })
        .await
    }
}

/// A pattern for texts that contain the address of a file.
fn address_pattern(media: &OldMedia) -> String {
    format!("%/{}%", media.file)
}
