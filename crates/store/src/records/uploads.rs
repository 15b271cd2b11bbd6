//! Uploaded files, and facts about pictures.

use serde::{Deserialize, Serialize};

use super::Time;
use crate::ids::{OrganizationId, UploadId, UserId};

/// An uploaded file. Several uploads may have the same bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Upload {
    /// Id.
    pub id: UploadId,
    /// File name, `<name>-<uuid>.<ext>`: unique and not guessable.
    pub file: String,
    /// SHA-256 of the bytes, hex.
    pub hash: String,
    /// Media type, detected from the bytes.
    pub mime: String,
    /// Length in bytes.
    pub bytes: u64,
    /// Width in pixels, 0 when unknown.
    pub width: u32,
    /// Height in pixels, 0 when unknown.
    pub height: u32,
    /// Organization id.
    pub organization: OrganizationId,
    /// User id of the uploader.
    pub uploader: UserId,
    /// E-mail of the uploader when it was uploaded.
    pub uploaded_by: String,
    /// Title.
    pub title: String,
    /// Alternative text.
    pub alt: String,
    /// Description.
    pub description: String,
    /// Tags.
    pub tags: Vec<String>,
    /// Whether the library lists it.
    pub listed: bool,
    /// Created at.
    pub created_at: Time,
    /// Updated at.
    pub updated_at: Time,
}

/// Facts about a picture, stored by the hash of its bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PictureFacts {
    /// Width in pixels, 0 when unknown.
    pub width: u32,
    /// Height in pixels, 0 when unknown.
    pub height: u32,
    /// Brightness from 0 to 255 over a grid of 16 by 9 cells, row by row; empty when the picture cannot be drawn.
    pub luminance: Vec<u8>,
    /// Whether it can be drawn at all.
    pub drawable: bool,
    /// Whether an SVG has active content, so that a sanitised copy is served instead.
    pub active: bool,
    /// Hash of the sanitised copy; none until it was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub copy: Option<String>,
}
