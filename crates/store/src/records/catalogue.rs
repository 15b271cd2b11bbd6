//! An organization's own themes and slide types.

use super::Time;
use crate::ids::{OrganizationId, ThemeId};

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
