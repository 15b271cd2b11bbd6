//! Who else sees a deck: collaborators, visibility, a new owner.

use std::sync::Arc;

use serde_json::{Value, json};
use store::{Access, DeckId, Grant, Permission, StoreError, StoredDeck, User};

use super::{DECK, DeckView};
use crate::Decks;
use crate::audit::{Act, Details};
use crate::caller::Caller;
use crate::clock::iso;
use crate::error::{Error, Result};
use crate::rights::{Right, Standing};
use crate::secret::new_id;

const SHARING: Error = Error::NeedsDatabase("sharing a presentation");

/// The permission with a name.
pub(crate) fn permission_named(name: &str) -> Result<Permission> {
    match name {
        "view" => Ok(Permission::View),
        "comment" => Ok(Permission::Comment),
        "edit" => Ok(Permission::Edit),
        "admin" => Ok(Permission::Admin),
        other => Err(Error::invalid(format!("`permission` is view, comment, edit or admin, got `{other}`"))),
    }
}

impl Decks {
    fn check_sharing_available(&self) -> Result<()> {
        if self.store.is_database() { Ok(()) } else { Err(SHARING) }
    }

    /// Whom a deck is shared with, for all who may read it.
    ///
    /// # Errors
    /// Not found, or the storage has no sharing.
    pub async fn collaborators(&self, caller: &Caller, id: &DeckId) -> Result<Value> {
        let deck = self.deck_for(caller, id, Right::Read).await?;
        self.check_sharing_available()?;
        let mut rows = Vec::with_capacity(deck.grants.len());
        for grant in &deck.grants {
            if let Some(user) = self.store.user(&grant.user).await? {
                rows.push(collaborator_view(&user, grant));
            }
        }
        Ok(json!({ "collaborators": rows }))
    }

    /// Shares a deck with another member.
    ///
    /// # Errors
    /// No right, an unknown permission, oneself or no member, or shared already.
    pub async fn add_collaborator(&self, caller: &Caller, id: &DeckId, email: &str, permission: &str) -> Result<Value> {
        let deck = self.deck_for(caller, id, Right::Manage).await?;
        self.check_sharing_available()?;
        let permission = permission_named(permission)?;
        let user = self.member_by_email(&deck, email).await?;
        if user.id == caller.user.id || user.id == deck.head.owner {
            return Err(Error::invalid("`email`: a presentation is shared with others, not with oneself or its owner"));
        }
        let grant = Grant {
            id: new_id(),
            user: user.id.clone(),
            permission,
            invited_by: caller.email().to_owned(),
            created_at: self.clock.now(),
        };
        let view = collaborator_view(&user, &grant);
        match self.store.add_grant(id, grant, self.change_by(caller)).await {
            Err(StoreError::Taken(_)) => Err(Error::Conflict(format!("it is shared with `{}` already", user.email))),
            Err(StoreError::Missing) => Err(DECK),
            done => Ok(done.map(|()| json!({ "collaborator": view }))?),
        }
    }

    /// Whether the caller manages how much a deck is shared with somebody.
    ///
    /// # Errors
    /// No right, or not shared with that person.
    pub async fn managed_collaborator(&self, caller: &Caller, id: &DeckId, email: &str) -> Result<()> {
        let deck = self.deck_for(caller, id, Right::Manage).await?;
        self.check_sharing_available()?;
        self.collaborator(&deck, email).await.map(drop)
    }

    /// Changes how much a deck is shared with somebody.
    ///
    /// # Errors
    /// No right, an unknown permission, or not shared with that person.
    pub async fn update_collaborator(
        &self,
        caller: &Caller,
        id: &DeckId,
        email: &str,
        permission: &str,
    ) -> Result<Value> {
        let deck = self.deck_for(caller, id, Right::Manage).await?;
        self.check_sharing_available()?;
        let (user, grant) = self.collaborator(&deck, email).await?;
        let permission = permission_named(permission)?;
        self.store.update_grant(id, &user.id, permission, self.change_by(caller)).await?;
        Ok(json!({ "collaborator": collaborator_view(&user, &Grant { permission, ..grant }) }))
    }

    /// Ends the sharing with somebody. Collaborators may leave by themselves.
    ///
    /// # Errors
    /// No right, or not shared with that person.
    pub async fn remove_collaborator(&self, caller: &Caller, id: &DeckId, email: &str) -> Result<Value> {
        let leaving = email.trim().eq_ignore_ascii_case(caller.email());
        let right = if leaving { Right::Read } else { Right::Manage };
        let deck = self.deck_for(caller, id, right).await?;
        self.check_sharing_available()?;
        let (user, _) = self.collaborator(&deck, email).await?;
        self.store.remove_grant(id, &user.id, self.change_by(caller)).await?;
        Ok(json!({ "removed": true }))
    }

    /// Opens a deck to the organization or closes it.
    ///
    /// # Errors
    /// No right, or the storage has no sharing.
    pub async fn set_visibility(
        &self,
        caller: &Caller,
        id: &DeckId,
        access: &Value,
        view_only: Option<&Value>,
    ) -> Result<DeckView> {
        let deck = self.deck_for(caller, id, Right::Manage).await?;
        self.check_sharing_available()?;
        let access = super::body::access(access)?;
        let view_only = match view_only {
            None | Some(Value::Null) => deck.head.view_only,
            Some(Value::Bool(view_only)) => *view_only,
            Some(_) => return Err(Error::invalid("`isViewOnly` is true or false")),
        };
        let view_only = view_only && access == Access::Organization;
        self.store.set_access(id, access, view_only, self.change_by(caller)).await?;
        let changed = self.store.deck(id).await?.ok_or(DECK)?;
        self.view(caller, changed, None).await
    }

    /// Gives a deck to another member. The former owner stays as an editor unless he wants nothing to do with it.
    ///
    /// # Errors
    /// Not the owner, no member, or the storage has no sharing.
    pub async fn transfer(&self, caller: &Caller, id: &DeckId, email: &str, keep_access: bool) -> Result<DeckView> {
        let deck = self.deck_for(caller, id, Right::Own).await?;
        self.check_sharing_available()?;
        let user = self.member_by_email(&deck, email).await?;
        if user.id == deck.head.owner {
            return Err(Error::invalid("`email`: the presentation is that person's already"));
        }
        let keep = keep_access.then(|| Grant {
            id: new_id(),
            user: deck.head.owner.clone(),
            permission: Permission::Edit,
            invited_by: caller.email().to_owned(),
            created_at: self.clock.now(),
        });
        self.store.transfer_deck(id, &user.id, keep, self.change_by(caller)).await?;
        self.audit.record(caller, Act::DeckTransferred, id, Details::none().with("to", user.email.as_str())).await;
        let moved = self.store.deck(id).await?.ok_or(DECK)?;
        let mut view = self.view(caller, moved, None).await?;
        if !keep_access {
            view.standing = Standing::View;
        }
        Ok(view)
    }

    async fn member_by_email(&self, deck: &StoredDeck, email: &str) -> Result<Arc<User>> {
        let user = self.store.user_by_email(email).await?.filter(|user| !user.disabled);
        let member = match &user {
            Some(user) => self.store.membership(&deck.head.organization, &user.id).await?.is_some(),
            None => false,
        };
        let refused = || Error::invalid(format!("`email`: `{}` is not a member of the organization", email.trim()));
        user.filter(|_| member).ok_or_else(refused)
    }

    async fn collaborator(&self, deck: &StoredDeck, email: &str) -> Result<(Arc<User>, Grant)> {
        let missing = Error::NotFound("collaborator");
        let Some(user) = self.store.user_by_email(email).await? else { return Err(missing) };
        match deck.grants.iter().find(|grant| grant.user == user.id) {
            Some(grant) => Ok((user, grant.clone())),
            None => Err(missing),
        }
    }
}

fn collaborator_view(user: &User, grant: &Grant) -> Value {
    json!({
        "id": grant.id, "email": user.email, "name": user.name, "permission": Standing::from(grant.permission).name(),
        "invitedBy": grant.invited_by, "createdAt": iso(grant.created_at),
    })
}
