//! Documents as sources of decks: reads a file, stores its pictures, and caches the text for a while, so that a deck
//! can be written in a second step without sending the file again.
//!
//! Pictures are uploads that the library does not list before a deck uses them. Those that no deck uses are removed
//! when the deck is stored, and those of a document that no deck was made from, some time after the document has
//! expired.

use std::collections::HashSet;
use std::sync::Arc;

use ai::DeckSource;
use bytes::Bytes;
use documents::{Limits, ReadError};
use serde::{Deserialize, Serialize};
use store::{Spooled, Time, UploadId};
use tokio::runtime::Handle;

use crate::Author;
use crate::caller::Caller;
use crate::document_file::{source_of, stored_pictures};
use crate::error::{Error, Result};
use crate::library::NewUpload;
use crate::permits::run_with_permit;
use crate::secret::new_id;

/// The maximum size of a document, in bytes.
pub const MAX_DOCUMENT: u64 = 50 << 20;
/// The maximum number of bytes of text of a document: about 1,500 pages.
const MAX_TEXT: usize = 4 << 20;
/// Milliseconds for which a document that was read is cached.
const LIFETIME: Time = 60 * 60 * 1000;
/// The maximum number of cached documents of one person. The oldest are removed first.
const MAX_KEPT: usize = 8;

deck::text_ids! {
    /// Id of a document that is cached for a second step. Ids sort by age.
    DocumentId;
}

/// A document that was read.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ReadDocument {
    /// The document as the input of the author.
    pub(super) source: DeckSource,
    pages: usize,
    /// Its stored pictures, with their addresses.
    uploads: Vec<(UploadId, String)>,
    /// Whether the document is cached for a second step, with its pictures.
    #[serde(default)]
    is_kept: bool,
}

/// What is known about a document before a deck is written from it.
#[derive(Debug, Clone)]
pub struct DocumentSummary {
    /// The id under which it is cached.
    pub id: DocumentId,
    /// When it expires.
    pub expires_at: Time,
    /// Its title, if it has one.
    pub title: Option<String>,
    /// Pages of a PDF, slides of a presentation; 0 for formats without pages.
    pub pages: usize,
    /// Number of words.
    pub words: usize,
    /// Number of usable pictures.
    pub pictures: usize,
}

/// The pictures of a document while a deck is written from it.
#[derive(Debug, Default)]
pub(super) struct DocumentPictures {
    uploads: Vec<(UploadId, String)>,
    /// Whether the document is cached, so that another deck may still use its pictures.
    is_kept: bool,
}

impl ReadDocument {
    /// The pictures of the document, for the time in which a deck is written from it.
    pub(super) fn uploads(&self) -> DocumentPictures {
        DocumentPictures { uploads: self.uploads.clone(), is_kept: self.is_kept }
    }
}

impl DocumentPictures {
    /// The addresses of the pictures.
    pub(super) fn addresses(&self) -> impl Iterator<Item = &str> {
        self.uploads.iter().map(|(_, url)| url.as_str())
    }
}

impl Author {
    /// Reads a document and stores its pictures. `name` is the name of the file. Runs on the blocking pool with a
    /// permit, within the limits for documents.
    ///
    /// # Errors
    /// Fails when the file is of another kind, protected, damaged, too large, has no text, or is a PDF of scanned
    /// pages.
    pub async fn read_document(self: &Arc<Self>, caller: &Caller, file: Spooled, name: &str) -> Result<ReadDocument> {
        let (service, caller, name, handle) = (Arc::clone(self), caller.clone(), name.to_owned(), Handle::current());
        run_with_permit(&self.document_permits, move || {
            let bytes = std::fs::read(file.path()).map_err(|fault| Error::Internal(fault.into()))?;
            let limits = Limits { text: MAX_TEXT, ..Limits::default() };
            let document = documents::read(&bytes, &name, &limits).map_err(|fault| match fault {
                ReadError::TooLarge { .. } => Error::TooLarge(fault.to_string()),
                fault => Error::invalid(fault.to_string()),
            })?;
            let mut uploads = Vec::new();
            let pictures = stored_pictures(&document, &bytes, &limits, |picture, file| {
                let cleaned = |text: &Option<String>, most: usize| {
                    let text: String = text.iter().flat_map(|text| text.chars()).filter(|sign| *sign != '\0').collect();
                    Some(deck::shortened(text.trim(), most)).filter(|text| !text.is_empty())
                };
                let new = NewUpload {
                    name: "picture".to_owned(),
                    title: cleaned(&picture.caption, 300).or_else(|| cleaned(&picture.alt, 300)),
                    alt: cleaned(&picture.alt, 500).or_else(|| cleaned(&picture.caption, 500)),
                    ..NewUpload::default()
                };
                let added = handle.block_on(service.library.add_unlisted(&caller, Bytes::from(file), new)).ok()?;
                let url = format!("/uploads/{}", added.file);
                uploads.push((added.id, url.clone()));
                Some((url, added.width, added.height))
            });
            let source = DeckSource { pictures, ..source_of(&document) };
            Ok(ReadDocument { source, pages: document.pages, uploads, is_kept: false })
        })
        .await?
    }

    /// Caches a document for an hour, so that the caller can write a deck from it without sending it again.
    ///
    /// # Errors
    /// Fails when the shared state does not respond.
    pub async fn keep_document(&self, caller: &Caller, document: &mut ReadDocument) -> Result<DocumentSummary> {
        let (family, now) = (family(caller), self.clock.steady());
        let mut kept: Vec<String> = self.shared.texts(&family, now).await?.into_iter().map(|(name, _)| name).collect();
        kept.sort_unstable();
        for oldest in kept.iter().take((kept.len() + 1).saturating_sub(MAX_KEPT)) {
            self.shared.remove_text(&family, oldest).await?;
        }
        document.is_kept = true;
        let text = serde_json::to_string(&document).map_err(anyhow::Error::from)?;
        let id = DocumentId::from(format!("{:012x}-{}", self.clock.now(), new_id::<String>()));
        self.shared.put_text(&family, &id, &text, LIFETIME, now).await?;
        Ok(DocumentSummary {
            id,
            expires_at: self.clock.now() + LIFETIME,
            title: document.source.title.clone(),
            pages: document.pages,
            words: document.source.text.split_whitespace().count(),
            pictures: document.source.pictures.iter().filter(|picture| !picture.url.is_empty()).count(),
        })
    }

    /// A document that the caller sent before.
    ///
    /// # Errors
    /// Fails when there is no such document, or it has expired.
    pub async fn kept_document(&self, caller: &Caller, id: &DocumentId) -> Result<ReadDocument> {
        let gone = || Error::invalid("`document`: it is no longer kept; send the file again");
        // Reading a document renews the cached text but not the pictures, which are removed some time later.
        let kept_at = id.split_once('-').and_then(|(time, _)| Time::from_str_radix(time, 16).ok());
        if id.len() > 100 || kept_at.is_none_or(|kept_at| self.clock.now() - kept_at >= LIFETIME) {
            return Err(gone());
        }
        let text = self.shared.text(&family(caller), id, self.clock.steady()).await?.ok_or_else(gone)?;
        Ok(serde_json::from_str(&text).map_err(anyhow::Error::from)?)
    }

    /// Removes pictures of documents that no deck was made from, once neither a cached document nor a running call can
    /// use them any more.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub(crate) async fn remove_unused_pictures(&self) -> Result<()> {
        self.library.sweep_pending(2 * LIFETIME).await
    }

    /// Makes the library list those pictures of a document that a deck uses. Removes the others, unless the document is
    /// cached.
    pub(super) async fn settle_pictures(&self, pictures: &DocumentPictures, used: &HashSet<&str>) {
        for (id, url) in &pictures.uploads {
            let is_used = used.contains(url.as_str());
            if is_used || !pictures.is_kept {
                self.library.settle_unlisted(id, is_used).await;
            }
        }
    }
}

/// The family of shared values with the cached documents of a person.
fn family(caller: &Caller) -> String {
    format!("documents:{}", caller.user.id.as_str())
}
