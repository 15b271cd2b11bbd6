//! Rights on decks. No other module decides them.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use deck::SlideId;
use serde::Serialize;
use store::{Access, DeckHead, DeckId, Permission, StoredDeck, UserId};

use crate::caller::Caller;
use crate::error::{Error, Result};

/// What an account may do with a deck, from least to most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Permission"))]
#[serde(rename_all = "lowercase")]
pub enum AccessLevel {
    /// May read.
    View,
    /// May read and comment.
    Comment,
    /// May write.
    Edit,
    /// May write and manage who else can.
    Admin,
    /// Owns the deck.
    Owner,
}

/// A right on a deck.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Right {
    /// Read, copy, export.
    Read,
    /// Comment.
    Comment,
    /// Change the content.
    Write,
    /// Change who can see it.
    Manage,
    /// Transfer, delete, restore, purge.
    Own,
}

/// The minimum access level that has each right.
const MINIMUM_LEVELS: [(Right, AccessLevel); 5] = [
    (Right::Read, AccessLevel::View),
    (Right::Comment, AccessLevel::Comment),
    (Right::Write, AccessLevel::Edit),
    (Right::Manage, AccessLevel::Admin),
    (Right::Own, AccessLevel::Owner),
];

impl AccessLevel {
    /// The name in requests and responses.
    pub fn name(self) -> &'static str {
        match self {
            Self::View => "view",
            Self::Comment => "comment",
            Self::Edit => "edit",
            Self::Admin => "admin",
            Self::Owner => "owner",
        }
    }

    /// Whether the access level includes a right.
    pub fn holds(self, right: Right) -> bool {
        MINIMUM_LEVELS.iter().any(|(listed, least)| *listed == right && self >= *least)
    }
}

impl From<Permission> for AccessLevel {
    fn from(permission: Permission) -> Self {
        match permission {
            Permission::View => Self::View,
            Permission::Comment => Self::Comment,
            Permission::Edit => Self::Edit,
            Permission::Admin => Self::Admin,
        }
    }
}

impl fmt::Display for Right {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Read => "read",
            Self::Comment => "comment",
            Self::Write => "write",
            Self::Manage => "manage",
            Self::Own => "own",
        })
    }
}

/// A right as a type, so that the signature of a use case can require it.
pub trait DeckRight {
    /// The right.
    const RIGHT: Right;
}

macro_rules! deck_rights {
    ($($(#[$doc:meta])+ $marker:ident $right:ident $alias:ident;)+) => { $(
        #[doc = concat!("Stands for [`Right::", stringify!($right), "`].")]
        #[derive(Debug, Clone, Copy)]
        pub struct $marker;

        impl DeckRight for $marker {
            const RIGHT: Right = Right::$right;
        }

        $(#[$doc])+
        pub type $alias = Granted<$marker>;
    )+ };
}

deck_rights! {
    /// A deck that the caller may read.
    MayRead Read Readable;
    /// A deck that the caller may comment on.
    MayComment Comment Commentable;
    /// A deck that the caller may change.
    MayWrite Write Writable;
    /// A deck whose sharing the caller may change.
    MayManage Manage Manageable;
    /// A deck that the caller owns.
    MayOwn Own Owned;
}

/// A deck, the caller and the right that was checked. Use cases take it in place of an id, so the right is checked once
/// and cannot be forgotten.
#[derive(Debug, Clone)]
pub struct Granted<R> {
    caller: Caller,
    deck: Arc<StoredDeck>,
    right: PhantomData<R>,
}

impl<R: DeckRight> Granted<R> {
    /// Checks the right.
    ///
    /// # Errors
    /// Fails with `NotFound` when the caller may not read the deck, and with `Forbidden` when they may read it but lack
    /// the right.
    pub(crate) fn check(caller: &Caller, deck: Arc<StoredDeck>) -> Result<Self> {
        check(caller, &deck, R::RIGHT)?;
        Ok(Self { caller: caller.clone(), deck, right: PhantomData })
    }

    /// The caller who holds the right.
    pub fn caller(&self) -> &Caller {
        &self.caller
    }

    /// Id of the deck.
    pub fn id(&self) -> &DeckId {
        &self.deck.head.id
    }

    /// Title of the deck.
    pub fn title(&self) -> &str {
        &self.deck.head.title
    }

    /// Position of a slide, from 0; `None` when the deck has no slide with that id.
    pub fn position(&self, slide: &SlideId) -> Option<usize> {
        self.deck.deck.position(slide)
    }

    /// The deck as it was when the right was checked.
    pub(crate) fn deck(&self) -> &Arc<StoredDeck> {
        &self.deck
    }

    /// The same deck for reading: every other right includes it.
    pub fn readable(&self) -> Readable {
        Granted { caller: self.caller.clone(), deck: Arc::clone(&self.deck), right: PhantomData }
    }
}

/// The access level of an account on a deck of its organization: the highest one that it has as owner, creator,
/// collaborator or member; `None` when it may not read the deck.
pub(crate) fn access_level_of(user: &UserId, head: &DeckHead, grant: Option<Permission>) -> Option<AccessLevel> {
    if head.owner == *user {
        return Some(AccessLevel::Owner);
    }
    let creator = (head.creator.as_deref() == Some(user)).then_some(AccessLevel::Comment);
    let member = match (head.access, head.view_only) {
        (Access::Private, _) => None,
        (Access::Organization, true) => Some(AccessLevel::Comment),
        (Access::Organization, false) => Some(AccessLevel::Edit),
    };
    creator.max(grant.map(AccessLevel::from)).max(member)
}

/// The access level of a caller on a deck; `None` when they may not read it. A trusted local process counts as the
/// owner.
pub(crate) fn access_level(caller: &Caller, deck: &StoredDeck) -> Option<AccessLevel> {
    if caller.is_trusted() {
        return Some(AccessLevel::Owner);
    }
    if deck.head.organization != caller.organization.id {
        return None;
    }
    let grant = deck.grants.iter().find(|grant| grant.user == caller.user.id).map(|grant| grant.permission);
    access_level_of(&caller.user.id, &deck.head, grant)
}

/// The access level of a caller, if it includes a right.
///
/// # Errors
/// Fails with `NotFound` when the caller may not read the deck, and with `Forbidden` when they may read it but lack the
/// right.
pub(crate) fn check(caller: &Caller, deck: &StoredDeck, right: Right) -> Result<AccessLevel> {
    let Some(level) = access_level(caller, deck) else { return Err(Error::NotFound("presentation")) };
    if level.holds(right) {
        return Ok(level);
    }
    Err(Error::Forbidden(match right {
        Right::Read | Right::Comment => "you may not comment on this presentation",
        Right::Write => "this presentation is read-only for you",
        Right::Manage => "only the owner and collaborators with `admin` may do this",
        Right::Own => "only the owner may do this",
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_right_is_held_from_its_minimum_level() {
        let levels =
            [AccessLevel::View, AccessLevel::Comment, AccessLevel::Edit, AccessLevel::Admin, AccessLevel::Owner];
        let rows: Vec<String> = MINIMUM_LEVELS
            .iter()
            .map(|(right, _)| {
                let holders: Vec<&str> =
                    levels.iter().filter(|level| level.holds(*right)).map(|level| level.name()).collect();
                format!("{right}: {}", holders.join(", "))
            })
            .collect();
        assert_eq!(
            rows.join("\n"),
            "read: view, comment, edit, admin, owner\n\
             comment: comment, edit, admin, owner\n\
             write: edit, admin, owner\n\
             manage: admin, owner\n\
             own: owner"
        );
    }
}
