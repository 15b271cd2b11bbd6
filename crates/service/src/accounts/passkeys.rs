//! Passkeys: adds, lists and removes them, and signs accounts in by them.
//!
//! A challenge is valid for one answer within five minutes. Its hash is in the state that nodes share, so any node
//! accepts the answer. [`super::webauthn`] verifies what the browser sends.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use store::{Passkey, PasskeyId, StoreError, Time, User};

use super::webauthn::{self, Assertion, Ceremony, Refusal, Registered, RelyingParty};
use super::{Accounts, NOT_SIGNED_IN, SignInMethod, SignedIn, valid_name};
use crate::address::counted_network_of;
use crate::audit::{Act, Details};
use crate::caller::{Caller, Via};
use crate::error::{Error, Result};
use crate::secret::{new_token, sha256_hex, token_hash};

/// Milliseconds for which a challenge is valid.
pub const PASSKEY_TIMEOUT: Time = 5 * 60 * 1000;
/// Milliseconds after a sign-in during which passkeys can be added without the password.
const FRESH_SIGN_IN: Time = 10 * 60 * 1000;
/// The maximum number of passkeys of an account.
const MAX_PASSKEYS: usize = 20;
/// The maximum length of a name, in characters.
const MAX_NAME: usize = 100;
/// The maximum length of a value that a browser sends, in characters of base64url.
const MAX_ENCODED: usize = 64 << 10;
/// The family of shared values with challenges for new passkeys, each owned by an account.
const REGISTRATION_FAMILY: &str = "passkeys:new";
/// The family of shared values with challenges for sign-ins, each owned by a network, so that one network evicts only
/// its own challenges when there are too many.
const SIGN_IN_FAMILY: &str = "passkeys:sign-in";
const WRONG_PASSKEY: &str = "the passkey is unknown, or its answer was refused";
/// The transports by which a browser can reach an authenticator, as browsers name them.
const TRANSPORTS: [&str; 6] = ["ble", "hybrid", "internal", "nfc", "smart-card", "usb"];

/// What an account has to do before it may add a passkey.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PasskeyCondition {
    /// Nothing: the account signed in within the last ten minutes, or by a one-time link that lets it choose a
    /// password.
    None,
    /// Send its password.
    Password,
    /// Sign in again, since it has no password.
    SignIn,
    /// The account may not add one: it signs in by single sign-on alone, and a person whom the issuer no longer lets in
    /// must lose the account.
    Refused,
}

/// The passkeys of the caller.
#[derive(Debug)]
pub struct PasskeyList {
    /// The passkeys, oldest first.
    pub passkeys: Vec<Passkey>,
    /// What the caller has to do to add one.
    pub condition: PasskeyCondition,
}

/// A challenge for a new passkey.
#[derive(Debug)]
pub struct PasskeyChallenge {
    /// The challenge, base64url.
    pub challenge: String,
    /// The passkeys that the account has. An authenticator that has one of them does not create another.
    pub passkeys: Vec<Passkey>,
}

/// What a browser returns for a new passkey. Bytes are base64url.
#[derive(Debug)]
pub struct NewPasskey {
    /// Its name; `Passkey` when there is none.
    pub name: Option<String>,
    /// The client data: what the browser states about the ceremony, as JSON.
    pub client_data: String,
    /// The attestation object: the authenticator data with the new public key.
    pub attestation_object: String,
    /// The transports by which the authenticator is reached. Unknown ones are left out.
    pub transports: Vec<String>,
}

/// What a browser returns for a sign-in. Bytes are base64url.
#[derive(Debug)]
pub struct PasskeySignIn {
    /// The credential id.
    pub credential: String,
    /// The client data: what the browser states about the ceremony, as JSON.
    pub client_data: String,
    /// The authenticator data, as bytes that the authenticator signed.
    pub authenticator_data: String,
    /// The signature of the authenticator data and of the hash of the client data.
    pub signature: String,
    /// The id of the account, which the authenticator stores.
    pub user_handle: Option<String>,
}

impl Accounts {
    /// The passkeys of the caller, and what they have to do to add one.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn passkeys(&self, caller: &Caller) -> Result<PasskeyList> {
        let passkeys = self.store.passkeys_of(&caller.user.id).await?;
        Ok(PasskeyList { passkeys, condition: self.passkey_condition(caller).await? })
    }

    async fn passkey_condition(&self, caller: &Caller) -> Result<PasskeyCondition> {
        let Via::Session(session) = &caller.via else { return Err(Error::Unauthorized(NOT_SIGNED_IN)) };
        Ok(if self.signs_in_by_issuer_alone(&caller.user).await? {
            PasskeyCondition::Refused
        } else if session.by_link || self.clock.now() - session.created_at < FRESH_SIGN_IN {
            PasskeyCondition::None
        } else if caller.user.password.is_some() {
            PasskeyCondition::Password
        } else {
            PasskeyCondition::SignIn
        })
    }

    /// A challenge for a new passkey of the caller. The caller has to send their password, unless they signed in within
    /// the last ten minutes or by a one-time link. A wrong password counts as a failed sign-in.
    ///
    /// # Errors
    /// Fails when the password is missing or wrong, the caller has no password and has to sign in again, the account
    /// signs in by single sign-on alone, or it has too many passkeys.
    pub async fn begin_passkey(&self, caller: &Caller, current: Option<&str>) -> Result<PasskeyChallenge> {
        match (self.passkey_condition(caller).await?, current) {
            (PasskeyCondition::Refused, _) => {
                return Err(Error::Forbidden("an account that signs in by single sign-on alone has no passkeys"));
            }
            (_, Some(current)) => self.check_current_password(caller, current).await?,
            (PasskeyCondition::None, None) => {}
            (PasskeyCondition::Password, None) => return Err(Error::invalid("`current` is required")),
            (PasskeyCondition::SignIn, None) => return Err(Error::Forbidden("sign in again to add a passkey")),
        }
        let passkeys = self.store.passkeys_of(&caller.user.id).await?;
        if passkeys.len() >= MAX_PASSKEYS {
            return Err(too_many_passkeys());
        }
        Ok(PasskeyChallenge { challenge: self.new_challenge(REGISTRATION_FAMILY, &caller.user.id).await?, passkeys })
    }

    /// Adds a passkey to the caller's account.
    ///
    /// # Errors
    /// Fails when the challenge is not one of the caller's or no longer valid, the passkey is refused, it is registered
    /// already, or the account has too many.
    pub async fn add_passkey(&self, caller: &Caller, party: &RelyingParty, new: &NewPasskey) -> Result<Passkey> {
        let name = valid_name(new.name.as_deref().unwrap_or("Passkey"), MAX_NAME)?;
        let refused = |refusal: Refusal| Error::invalid(format!("the passkey was refused: {refusal}"));
        let client_data = decoded(&new.client_data).map_err(refused)?;
        let challenge = webauthn::challenge(&client_data, Ceremony::Registration, party).map_err(refused)?;
        if self.spend_challenge(REGISTRATION_FAMILY, &challenge).await?.as_deref() != Some(&*caller.user.id) {
            return Err(refused("its challenge is unknown, used or expired; begin again"));
        }
        let attestation = decoded(&new.attestation_object).map_err(refused)?;
        let Registered { credential, public_key, signed } =
            webauthn::registered(&attestation, party).map_err(refused)?;
        let passkey = Passkey {
            id: sha256_hex(credential).into(),
            credential: URL_SAFE_NO_PAD.encode(credential),
            user: caller.user.id.clone(),
            public_key: URL_SAFE_NO_PAD.encode(public_key),
            sign_count: signed.sign_count,
            name,
            transports: known_transports(&new.transports),
            backup_eligible: signed.backup_eligible,
            backed_up: signed.backed_up,
            created_at: self.clock.now(),
            last_used_at: None,
        };
        match self.store.add_passkey(passkey.clone(), MAX_PASSKEYS).await {
            Ok(true) => {}
            Ok(false) => return Err(too_many_passkeys()),
            Err(StoreError::Taken(_)) => return Err(Error::Conflict("this passkey is registered already".to_owned())),
            Err(error) => return Err(error.into()),
        }
        let details = Details::none().with("name", passkey.name.as_str());
        self.audit.record(caller, Act::PasskeyAdded, caller.email(), details).await;
        Ok(passkey)
    }

    /// Renames a passkey of the caller.
    ///
    /// # Errors
    /// Fails when there is no such passkey, or the name is empty or too long.
    pub async fn rename_passkey(&self, caller: &Caller, id: &PasskeyId, name: &str) -> Result<Passkey> {
        let mut passkey = self.own_passkey(caller, id).await?;
        passkey.name = valid_name(name, MAX_NAME)?;
        if !self.store.rename_passkey(id, &caller.user.id, &passkey.name).await? {
            return Err(Error::NotFound("passkey"));
        }
        Ok(passkey)
    }

    /// Removes a passkey of the caller.
    ///
    /// # Errors
    /// Fails when there is no such passkey.
    pub async fn remove_passkey(&self, caller: &Caller, id: &PasskeyId) -> Result<()> {
        let passkey = self.own_passkey(caller, id).await?;
        if !self.delete_passkey(caller, caller.email(), &passkey).await? {
            return Err(Error::NotFound("passkey"));
        }
        Ok(())
    }

    /// Removes all passkeys of an account, for the command line.
    ///
    /// # Errors
    /// Fails when there is no such account.
    pub async fn remove_passkeys_of(&self, caller: &Caller, email: &str) -> Result<()> {
        let user = self.store.user_by_email(email).await?.ok_or(Error::NotFound("user"))?;
        for passkey in self.store.passkeys_of(&user.id).await? {
            self.delete_passkey(caller, &user.email, &passkey).await?;
        }
        Ok(())
    }

    /// Deletes a passkey of the account with an e-mail. Returns whether there was one.
    async fn delete_passkey(&self, caller: &Caller, email: &str, passkey: &Passkey) -> Result<bool> {
        if !self.store.delete_passkey(&passkey.id, &passkey.user).await? {
            return Ok(false);
        }
        let details = Details::none().with("name", passkey.name.as_str());
        self.audit.record(caller, Act::PasskeyRemoved, email, details).await;
        Ok(true)
    }

    /// A passkey of the caller.
    ///
    /// # Errors
    /// Fails when there is no such passkey.
    pub async fn own_passkey(&self, caller: &Caller, id: &PasskeyId) -> Result<Passkey> {
        let passkey = self.store.passkey(id).await?.filter(|passkey| passkey.user == caller.user.id);
        passkey.ok_or(Error::NotFound("passkey"))
    }

    /// A challenge for a sign-in by any passkey.
    ///
    /// # Errors
    /// Fails when there were too many failed attempts from the address.
    pub async fn begin_passkey_sign_in(&self, address: &str) -> Result<String> {
        self.check_throttle(address).await?;
        self.new_challenge(SIGN_IN_FAMILY, &counted_network_of(address)).await
    }

    /// Signs in by a passkey, whose authenticator has verified its user.
    ///
    /// # Errors
    /// Fails when the passkey is unknown or refused, or its account may not sign in by it. That counts as a failed
    /// attempt of the address.
    pub async fn sign_in_by_passkey(
        &self,
        address: &str,
        party: &RelyingParty,
        sent: &PasskeySignIn,
    ) -> Result<SignedIn> {
        self.check_throttle(address).await?;
        match self.user_of_passkey(party, sent).await {
            Ok(user) => self.open_session(address, user, SignInMethod::Passkey).await,
            Err(SignInFault::Refused(refusal)) => {
                tracing::info!("a sign-in by passkey was refused: {refusal}");
                self.record_failed_attempt(address).await?;
                Err(Error::Unauthorized(WRONG_PASSKEY))
            }
            Err(SignInFault::Failed(error)) => Err(error),
        }
    }

    /// The account that a passkey signs in. Marks its challenge as used and stores its count of signatures.
    async fn user_of_passkey(
        &self,
        party: &RelyingParty,
        sent: &PasskeySignIn,
    ) -> std::result::Result<Arc<User>, SignInFault> {
        let client_data = decoded(&sent.client_data)?;
        let challenge = webauthn::challenge(&client_data, Ceremony::SignIn, party)?;
        if self.spend_challenge(SIGN_IN_FAMILY, &challenge).await?.is_none() {
            return Err("its challenge is unknown, used or expired".into());
        }
        let id = sha256_hex(&decoded(&sent.credential)?).into();
        let passkey = self.store.passkey(&id).await?.ok_or("it is not registered")?;
        let handle = sent.user_handle.as_deref().ok_or("it names no account")?;
        if decoded(handle)? != passkey.user.as_bytes() {
            return Err("it names another account".into());
        }
        let assertion = Assertion {
            client_data: &client_data,
            authenticator_data: &decoded(&sent.authenticator_data)?,
            signature: &decoded(&sent.signature)?,
        };
        let signed = assertion.verify(&decoded(&passkey.public_key)?, party)?;
        if signed.backup_eligible != passkey.backup_eligible {
            return Err("it can be backed up now and could not before, or the reverse".into());
        }
        let user = self.store.user(&passkey.user).await?.filter(|user| !user.disabled);
        let user = user.ok_or("its account is disabled")?;
        if self.signs_in_by_issuer_alone(&user).await? {
            return Err("its account signs in by single sign-on alone".into());
        }
        if !self.store.use_passkey(&passkey.id, signed.sign_count, signed.backed_up, self.clock.now()).await? {
            return Err("its count of signatures did not go up".into());
        }
        Ok(user)
    }

    /// Creates a challenge for an owner. When the owner has too many challenges, the oldest ones are dropped.
    async fn new_challenge(&self, family: &str, owner: &str) -> Result<String> {
        let challenge = new_token();
        self.shared.put_text(family, &token_hash(&challenge), owner, PASSKEY_TIMEOUT, self.clock.steady()).await?;
        Ok(challenge)
    }

    /// Marks a challenge as used and returns its owner; `None` when it is unknown, used or expired.
    async fn spend_challenge(&self, family: &str, challenge: &str) -> Result<Option<String>> {
        let hash = token_hash(challenge);
        let owner = self.shared.text(family, &hash, self.clock.steady()).await?;
        Ok(if self.shared.remove_text(family, &hash).await? { owner } else { None })
    }
}

/// Why a passkey signs nobody in.
enum SignInFault {
    /// The passkey is refused.
    Refused(Refusal),
    /// The passkey could not be checked.
    Failed(Error),
}

impl From<Refusal> for SignInFault {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<Error> for SignInFault {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

impl From<StoreError> for SignInFault {
    fn from(error: StoreError) -> Self {
        Self::Failed(error.into())
    }
}

fn too_many_passkeys() -> Error {
    Error::Conflict(format!("an account has {MAX_PASSKEYS} passkeys at most; remove one first"))
}

/// Bytes in base64url, with or without padding.
fn decoded(text: &str) -> std::result::Result<Vec<u8>, Refusal> {
    if text.len() > MAX_ENCODED {
        return Err("it is too long");
    }
    URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).map_err(|_| "it is not base64url")
}

fn known_transports(sent: &[String]) -> Vec<String> {
    TRANSPORTS.into_iter().filter(|transport| sent.iter().any(|sent| sent == transport)).map(str::to_owned).collect()
}
