//! Uploaded files and what is known of a picture.

use serde::{Deserialize, Serialize};

use super::Time;
use crate::ids::{OrganizationId, UploadId, UserId};

/// An uploaded file. Several may share the same bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Upload {
    /// Id.
    pub id: UploadId,
    /// File name, `<name>-<uuid>.<ext>`; unique and unguessable.
    pub file: String,
    /// SHA-256 of the bytes, hex.
    pub hash: String,
    /// Media type, judged by the bytes.
    pub mime: String,
    /// Length.
    pub bytes: u64,
    /// Width, 0 when unknown.
    pub width: u32,
    /// Height, 0 when unknown.
    pub height: u32,
    /// Organization id.
    pub organization: OrganizationId,
    /// User id of the uploader.
    pub uploader: UserId,
    /// E-mail of the uploader at that time.
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
    /// Made at.
    pub created_at: Time,
    /// Changed at.
    pub updated_at: Time,
}

/// Facts about a picture, kept by the hash of its bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PictureFacts {
    /// Width in pixels, 0 when it cannot be told.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Brightness from 0 to 255 over a grid of 16 by 9 cells, row by row; empty when the picture cannot be drawn.
    pub luminance: Vec<u8>,
    /// Whether it can be drawn at all.
    pub drawable: bool,
    /// Whether an SVG holds anything active, so that a sanitised copy is served in its place.
    pub active: bool,
    /// Hash of that copy, once it was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub copy: Option<String>,
}
