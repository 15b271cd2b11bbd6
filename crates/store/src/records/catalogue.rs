//! An organization's own themes, fonts and slide types.

use super::Time;
use crate::ids::{FontId, OrganizationId, ThemeId};

/// A theme of an organization, as declared.
#[derive(Debug, Clone, PartialEq)]
pub struct CustomTheme {
    /// Id.
    pub id: ThemeId,
    /// Organization id.
    pub organization: OrganizationId,
    /// Short name, unique in the organization.
    pub slug: String,
    /// The declaration: label, colours, fonts, voice and logo.
    pub declaration: serde_json::Value,
    /// Created at.
    pub created_at: Time,
}

/// A font that an organization uploaded. Its file is an asset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredFont {
    /// Id.
    pub id: FontId,
    /// Organization id.
    pub organization: OrganizationId,
    /// Name of the family.
    pub family: String,
    /// Weight, 1 to 1000.
    pub weight: u16,
    /// Whether the face is italic.
    pub italic: bool,
    /// Name of the way in which digits are aligned in columns, see `deck::Figures`.
    pub figures: String,
    /// Whether its licence allows it in documents that other people edit.
    pub editable: bool,
    /// What the file says about its licence.
    pub licence: String,
    /// Size of the file in bytes.
    pub bytes: u64,
    /// SHA-256 of the file, hex.
    pub hash: String,
    /// Uploaded at.
    pub created_at: Time,
}

/// A slide type of an organization, as declared.
#[derive(Debug, Clone, PartialEq)]
pub struct CustomType {
    /// Organization id.
    pub organization: OrganizationId,
    /// Short name, unique in the organization.
    pub slug: String,
    /// The declaration.
    pub declaration: serde_json::Value,
    /// Whether it is offered for new slides.
    pub published: bool,
    /// Created at.
    pub created_at: Time,
}

impl CustomType {
    /// Registry key of the type.
    pub fn key(&self) -> String {
        format!("custom-{}", self.slug)
    }

    /// Canonical id of the type.
    pub fn type_id(&self) -> String {
        format!("custom/{}", self.slug)
    }
}

/// An organization's setting for a slide type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeSetting {
    /// Registry key.
    pub key: String,
    /// Whether new slides of this type are accepted.
    pub enabled: bool,
    /// Rules for its use, as text.
    pub usage: Option<String>,
}
