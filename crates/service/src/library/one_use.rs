//! Addresses for one upload: an agent gets one and sends a file to it, without a key and without the limit of a
//! message.
//!
//! The address contains a token. Its hash is in the state that nodes share, with the caller who requested it, so any
//! node accepts the file. The rights of that caller are checked when the file arrives.

use serde::{Deserialize, Serialize};
use store::{OrganizationId, Time, UserId};

use super::Library;
use crate::Scope;
use crate::caller::{Caller, Via};
use crate::error::{Error, Result};
use crate::secret::{new_token, token_hash};

/// Milliseconds for which an address is valid.
const LIFETIME: Time = 15 * 60 * 1000;
const FAMILY: &str = "uploads";
/// The maximum size of a token, in bytes. A longer one is unknown.
const MAX_TOKEN: usize = 100;

/// What is sent to an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UploadPurpose {
    /// A picture for the library.
    Picture,
    /// A PowerPoint file that becomes a deck.
    PowerPoint,
    /// A document that a deck is written from.
    Document,
}

impl UploadPurpose {
    /// The error text for a local process, which cannot get an address: it names what to do instead.
    fn without_address(self) -> &'static str {
        match self {
            Self::Picture => "there is no upload address over stdio; upload_image takes files of up to 20 MB here",
            Self::PowerPoint => {
                "there is no upload address over stdio; `lectern export talk.pptx --to json -o talk.json` converts a file \
                 whose slides create_presentation_from_slides takes"
            }
            Self::Document => {
                "there is no upload address over stdio; `lectern author report.pdf -o report.deck` makes a deck of a \
                 document"
            }
        }
    }
}

/// An address for one upload.
#[derive(Debug)]
pub struct OneUseUpload {
    /// The secret part of the address.
    pub token: String,
    /// When it expires.
    pub expires_at: Time,
}

/// Who requested an address.
#[derive(Serialize, Deserialize)]
struct Issuer {
    user: UserId,
    organization: OrganizationId,
    /// The hash of their API key; `None` for a local process.
    key: Option<String>,
}

impl Library {
    /// An address to which the caller may send one file within 15 minutes.
    ///
    /// # Errors
    /// Fails when the caller is a local process whose state the server does not share, or the shared state does not
    /// respond.
    pub async fn begin_upload(&self, caller: &Caller, purpose: UploadPurpose) -> Result<OneUseUpload> {
        if caller.key().is_none() && !self.shared.has_other_nodes() {
            return Err(Error::invalid(purpose.without_address()));
        }
        let issuer = Issuer {
            user: caller.user.id.clone(),
            organization: caller.organization.id.clone(),
            key: caller.key().map(|key| key.hash.clone()),
        };
        let issuer = serde_json::to_string(&issuer).map_err(anyhow::Error::from)?;
        let token = new_token();
        self.shared.put_text(FAMILY, &token_hash(&token), &issuer, LIFETIME, self.clock.steady()).await?;
        Ok(OneUseUpload { token, expires_at: self.clock.now() + LIFETIME })
    }

    /// Uses up an address, and returns the caller who requested it.
    ///
    /// # Errors
    /// Fails when the address is unknown, used or expired, or its caller may no longer write.
    pub async fn use_address(&self, token: &str) -> Result<Caller> {
        let unknown = || Error::NotFound("upload address");
        if token.len() > MAX_TOKEN {
            return Err(unknown());
        }
        let hash = token_hash(token);
        let issuer = self.shared.text(FAMILY, &hash, self.clock.steady()).await?.ok_or_else(unknown)?;
        if !self.shared.remove_text(FAMILY, &hash).await? {
            return Err(unknown());
        }
        let Issuer { user, organization, key } = serde_json::from_str(&issuer).map_err(anyhow::Error::from)?;
        let caller = match key {
            Some(hash) => self.accounts.caller_of_key(&hash).await?,
            None => self.accounts.caller_in(&user, &organization, Via::Local).await?.ok_or_else(unknown)?,
        };
        caller.needs(Scope::Write)?;
        Ok(caller)
    }
}
