//! Slides that an organization keeps to be reused.

use deck::Deck;

use super::Time;
use crate::ids::{LibrarySlideId, OrganizationId, UserId};

/// A slide of an organization's library.
#[derive(Debug, Clone, PartialEq)]
pub struct LibrarySlide {
    /// Id.
    pub id: LibrarySlideId,
    /// Organization id.
    pub organization: OrganizationId,
    /// Name.
    pub name: String,
    /// Tags.
    pub tags: Vec<String>,
    /// A deck of the slide alone, with its language and its texts in other languages.
    pub deck: Deck,
    /// 1 at first; every change of its content adds one.
    pub revision: u64,
    /// User id of the person who added it.
    pub adder: UserId,
    /// E-mail of that person when it was added.
    pub added_by: String,
    /// Added at.
    pub created_at: Time,
    /// Name, tags or content last changed at.
    pub updated_at: Time,
}
