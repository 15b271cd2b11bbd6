//! Sharing of a deck: collaborators, visibility, a new owner.

use std::sync::Arc;

use store::{Access, DeckId, Grant, Permission, StoreError, StoredDeck, User};

use super::{DeckView, NO_DECK};
use crate::Decks;
use crate::audit::{Act, Details};
use crate::caller::Caller;
use crate::error::{Error, Result};
use crate::rights::{AccessLevel, Manageable, Owned, Readable};
use crate::secret::new_id;

const NO_COLLABORATOR: Error = Error::NotFound("collaborator");

/// A person whom a deck is shared with.
#[derive(Debug, Clone)]
pub struct Collaborator {
    /// The person's account.
    pub user: Arc<User>,
    /// What the person may do, and since when.
    pub grant: Grant,
}

impl Decks {
    fn check_sharing_available(&self) -> Result<()> {
        if self.store.is_database() { Ok(()) } else { Err(Error::NeedsDatabase("sharing a presentation")) }
    }

    /// The people whom a deck is shared with.
    ///
    /// # Errors
    /// Fails when storage does not support sharing.
    pub async fn collaborators(&self, deck: &Readable) -> Result<Vec<Collaborator>> {
        self.check_sharing_available()?;
        let grants = &deck.deck().grants;
        let mut collaborators = Vec::with_capacity(grants.len());
        for grant in grants {
            if let Some(user) = self.store.user(&grant.user).await? {
                collaborators.push(Collaborator { user, grant: grant.clone() });
            }
        }
        Ok(collaborators)
    }

    /// The collaborator with an e-mail address.
    ///
    /// # Errors
    /// Fails when storage does not support sharing, or the deck is not shared with that person.
    pub async fn collaborator(&self, deck: &Manageable, email: &str) -> Result<Collaborator> {
        self.check_sharing_available()?;
        let user = self.store.user_by_email(email).await?.ok_or(NO_COLLABORATOR)?;
        let grant = deck.deck().grants.iter().find(|grant| grant.user == user.id).ok_or(NO_COLLABORATOR)?.clone();
        Ok(Collaborator { user, grant })
    }

    /// Shares a deck with another member of its organization.
    ///
    /// # Errors
    /// Fails when storage does not support sharing; when the person is the caller, the owner or not a member; or when
    /// the deck is shared with them already.
    pub async fn add_collaborator(
        &self,
        deck: &Manageable,
        email: &str,
        permission: Permission,
    ) -> Result<Collaborator> {
        self.check_sharing_available()?;
        let caller = deck.caller();
        let user = self.member_by_email(deck.deck(), email).await?;
        if user.id == caller.user.id || user.id == deck.deck().head.owner {
            return Err(Error::invalid("`email`: a presentation is shared with others, not with oneself or its owner"));
        }
        let grant = Grant {
            id: new_id(),
            user: user.id.clone(),
            permission,
            invited_by: caller.email().to_owned(),
            created_at: self.clock.now(),
        };
        match self.store.add_grant(deck.id(), grant.clone(), self.change_by(caller)).await {
            Ok(()) => {}
            Err(StoreError::Taken(_)) => {
                return Err(Error::Conflict(format!("it is shared with `{}` already", user.email)));
            }
            Err(StoreError::Missing) => return Err(NO_DECK),
            Err(error) => return Err(error.into()),
        }
        self.audit.record(caller, Act::CollaboratorAdded, deck.id(), permission_details(&user, permission)).await;
        Ok(Collaborator { user, grant })
    }

    /// Changes what a collaborator may do. Returns the collaborator with the new permission.
    ///
    /// # Errors
    /// Fails when the deck is no longer shared with that person.
    pub async fn update_collaborator(
        &self,
        deck: &Manageable,
        collaborator: Collaborator,
        permission: Permission,
    ) -> Result<Collaborator> {
        let Collaborator { user, grant } = collaborator;
        self.store.update_grant(deck.id(), &user.id, permission, self.change_by(deck.caller())).await?;
        let details = permission_details(&user, permission);
        self.audit.record(deck.caller(), Act::CollaboratorChanged, deck.id(), details).await;
        Ok(Collaborator { user, grant: Grant { permission, ..grant } })
    }

    /// Ends the sharing with a person.
    ///
    /// # Errors
    /// Fails when storage does not support sharing, or the deck is not shared with that person.
    pub async fn remove_collaborator(&self, deck: &Manageable, email: &str) -> Result<()> {
        let collaborator = self.collaborator(deck, email).await?;
        self.end_sharing(&deck.readable(), &collaborator.user).await
    }

    /// Ends the sharing with the caller.
    ///
    /// # Errors
    /// Fails when storage does not support sharing, or the deck is not shared with the caller.
    pub async fn leave_deck(&self, deck: &Readable) -> Result<()> {
        self.check_sharing_available()?;
        let caller = &deck.caller().user;
        if !deck.deck().grants.iter().any(|grant| grant.user == caller.id) {
            return Err(NO_COLLABORATOR);
        }
        self.end_sharing(deck, caller).await
    }

    async fn end_sharing(&self, deck: &Readable, user: &User) -> Result<()> {
        self.store.remove_grant(deck.id(), &user.id, self.change_by(deck.caller())).await?;
        let details = Details::none().with("email", user.email.as_str());
        self.audit.record(deck.caller(), Act::CollaboratorRemoved, deck.id(), details).await;
        Ok(())
    }

    /// Sets who can read a deck besides its collaborators. An absent `view_only` leaves unchanged whether members of
    /// the organization may write. Returns the changed deck.
    ///
    /// # Errors
    /// Fails when storage does not support sharing.
    pub async fn set_visibility(&self, deck: &Manageable, access: Access, view_only: Option<bool>) -> Result<DeckView> {
        self.check_sharing_available()?;
        let (caller, id) = (deck.caller(), deck.id());
        let view_only = view_only.unwrap_or(deck.deck().head.view_only) && access == Access::Organization;
        self.store.set_access(id, access, view_only, self.change_by(caller)).await?;
        self.record_visibility(caller, id, access, view_only).await;
        let changed = self.store.deck(id).await?.ok_or(NO_DECK)?;
        self.view(caller, changed, None).await
    }

    /// Records in the audit log who can read a deck from now on.
    pub(super) async fn record_visibility(&self, caller: &Caller, id: &DeckId, access: Access, view_only: bool) {
        let visibility = match access {
            Access::Private => "private",
            Access::Organization => "organization",
        };
        let details = Details::none().with("visibility", visibility).with("viewOnly", view_only);
        self.audit.record(caller, Act::VisibilityChanged, id, details).await;
    }

    /// Transfers a deck to another member of its organization. The former owner stays as an editor when `keep_access`
    /// is set. Returns the deck as the former owner sees it.
    ///
    /// # Errors
    /// Fails when storage does not support sharing, the person is not a member, or they own the deck already.
    pub async fn transfer(&self, deck: &Owned, email: &str, keep_access: bool) -> Result<DeckView> {
        self.check_sharing_available()?;
        let (caller, id, owner) = (deck.caller(), deck.id(), &deck.deck().head.owner);
        let user = self.member_by_email(deck.deck(), email).await?;
        if user.id == *owner {
            return Err(Error::invalid("`email`: the presentation is that person's already"));
        }
        let grant = keep_access.then(|| Grant {
            id: new_id(),
            user: owner.clone(),
            permission: Permission::Edit,
            invited_by: caller.email().to_owned(),
            created_at: self.clock.now(),
        });
        self.store.transfer_deck(id, &user.id, grant, self.change_by(caller)).await?;
        self.audit.record(caller, Act::DeckTransferred, id, Details::none().with("to", user.email.as_str())).await;
        let transferred = self.store.deck(id).await?.ok_or(NO_DECK)?;
        let mut view = self.view(caller, transferred, None).await?;
        if !keep_access {
            view.access_level = AccessLevel::View;
        }
        Ok(view)
    }

    async fn member_by_email(&self, deck: &StoredDeck, email: &str) -> Result<Arc<User>> {
        let user = self.store.user_by_email(email).await?.filter(|user| !user.disabled);
        let is_member = match &user {
            Some(user) => self.store.membership(&deck.head.organization, &user.id).await?.is_some(),
            None => false,
        };
        let not_a_member =
            || Error::invalid(format!("`email`: `{}` is not a member of the organization", email.trim()));
        user.filter(|_| is_member).ok_or_else(not_a_member)
    }
}

/// A person and their permission, as details for the audit log.
fn permission_details(user: &User, permission: Permission) -> Details {
    Details::none().with("email", user.email.as_str()).with("permission", AccessLevel::from(permission).name())
}
