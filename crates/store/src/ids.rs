//! Ids as types, so that an id of one kind cannot be passed for another.
//!
//! An id is opaque text: a UUID where Lectern created it, any text where a client chose it.

use std::borrow::Borrow;
use std::fmt;
use std::ops::Deref;

use serde::{Deserialize, Serialize};

use crate::engine::SqlValue;

macro_rules! ids {
    ($($(#[$doc:meta])+ $name:ident;)+) => { $(
        $(#[$doc])+
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            /// The id as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl Deref for $name {
            type Target = str;

            fn deref(&self) -> &str {
                &self.0
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }

        impl Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str(&self.0)
            }
        }

        impl From<String> for $name {
            fn from(id: String) -> Self {
                Self(id)
            }
        }

        impl From<&str> for $name {
            fn from(id: &str) -> Self {
                Self(id.to_owned())
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> Self {
                id.0
            }
        }

        impl PartialEq<str> for $name {
            fn eq(&self, other: &str) -> bool {
                self.0 == other
            }
        }

        impl PartialEq<&str> for $name {
            fn eq(&self, other: &&str) -> bool {
                self.0 == *other
            }
        }

        impl From<&$name> for SqlValue {
            fn from(id: &$name) -> Self {
                Self::Text(Some(id.0.clone()))
            }
        }

        impl From<$name> for SqlValue {
            fn from(id: $name) -> Self {
                Self::Text(Some(id.0))
            }
        }

        impl From<&Option<$name>> for SqlValue {
            fn from(id: &Option<$name>) -> Self {
                Self::Text(id.as_ref().map(|id| id.0.clone()))
            }
        }
    )+ };
}

ids! {
    /// Id of a deck.
    DeckId;
    /// Id of an account.
    UserId;
    /// Id of an organization.
    OrganizationId;
    /// Id of an API key.
    KeyId;
    /// Id of a live session, which presenter and audience share.
    SessionId;
    /// Id of a comment or a reply.
    CommentId;
    /// Id of a notification.
    NoticeId;
    /// Id of a stored version of a deck.
    VersionId;
    /// Id of a share link; not its token.
    ShareLinkId;
    /// Id of an upload in the image library.
    UploadId;
    /// Id of an organization's own theme.
    ThemeId;
    /// Id of a job of the author.
    JobId;
    /// Id of a collaborator's grant on a deck.
    GrantId;
}
