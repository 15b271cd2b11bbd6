//! Organizations and their members.

use std::sync::Arc;

use store::{
    Inheritance, MemberRecord, MemberState, Membership, Organization, OrganizationId, Role, Session, StoreError, User,
};

use super::{Accounts, valid_name};
use crate::audit::{Act, Details};
use crate::caller::{Caller, Via};
use crate::error::{Error, Result};
use crate::secret::new_id;

/// The maximum length of a name, in characters.
const MAX_NAME: usize = 200;

/// A member of an organization.
#[derive(Debug, Clone)]
pub struct Member {
    /// The account.
    pub user: Arc<User>,
    /// Its membership.
    pub membership: Membership,
    /// Whether it has rights in the organization. An identity provider may have deactivated it.
    pub active: bool,
}

/// An organization that the caller may manage.
#[derive(Debug, Clone)]
pub struct ManagedOrganization(Arc<Organization>);

/// A member whom the caller may manage.
#[derive(Debug, Clone)]
pub struct ManagedMember {
    organization: Arc<Organization>,
    member: Member,
}

impl Member {
    fn new(organization: &OrganizationId, member: MemberRecord) -> Self {
        let MemberRecord { user, role, state, created_at, .. } = member;
        let membership = Membership { organization: organization.clone(), user: user.id.clone(), role, created_at };
        Self { user, membership, active: state == MemberState::Active }
    }
}

impl ManagedOrganization {
    /// The organization.
    pub(crate) fn organization(&self) -> &Organization {
        &self.0
    }
}

impl Accounts {
    /// The organizations that the caller may see: all for administrators of the instance, else their own.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn organizations(&self, caller: &Caller) -> Result<Vec<Arc<Organization>>> {
        let mut visible = Vec::new();
        for organization in self.store.organizations().await? {
            let member = self.store.membership(&organization.id, &caller.user.id).await?.is_some();
            if member || caller.user.role == Role::Admin {
                visible.push(organization);
            }
        }
        Ok(visible)
    }

    /// Creates an organization with the caller as its first administrator.
    ///
    /// # Errors
    /// Fails when the caller is not an administrator, name or slug are invalid, or the slug is in use.
    pub async fn create_organization(&self, caller: &Caller, name: &str, slug: &str) -> Result<Organization> {
        caller.needs_admin()?;
        let now = self.clock.now();
        let organization = Organization {
            id: new_id(),
            slug: valid_slug(slug)?,
            name: valid_name(name, MAX_NAME)?,
            default_theme: None,
            created_at: now,
        };
        let first = Membership {
            organization: organization.id.clone(),
            user: caller.user.id.clone(),
            role: Role::Admin,
            created_at: now,
        };
        self.store.create_organization(organization.clone(), first).await?;
        self.audit.record(caller, Act::OrganizationMade, &organization.slug, Details::none()).await;
        Ok(organization)
    }

    /// Changes name or slug of an organization.
    ///
    /// # Errors
    /// Fails when the caller is not an administrator of the instance, name or slug are invalid, or the slug is in use.
    pub async fn update_organization(
        &self,
        caller: &Caller,
        managed: &ManagedOrganization,
        name: Option<&str>,
        slug: Option<&str>,
    ) -> Result<Organization> {
        caller.needs_admin()?;
        let mut organization = Organization::clone(&managed.0);
        if let Some(name) = name {
            organization.name = valid_name(name, MAX_NAME)?;
        }
        if let Some(slug) = slug {
            organization.slug = valid_slug(slug)?;
        }
        self.store.update_organization(organization.clone()).await?;
        let details = Details::none().with("name", organization.name.as_str());
        self.audit.record(caller, Act::OrganizationChanged, &organization.slug, details).await;
        Ok(organization)
    }

    /// Deletes an organization that is empty.
    ///
    /// # Errors
    /// Fails when the caller is not an administrator, or the organization is unknown, the first one, not empty, or the
    /// only one of the caller.
    pub async fn delete_organization(&self, caller: &Caller, id: &OrganizationId) -> Result<()> {
        caller.needs_admin()?;
        let organization = self.organization(id).await?;
        let all = self.store.organizations().await?;
        if all.first().is_some_and(|first| first.id == *id) {
            return Err(Error::Conflict("the first organization stays".to_owned()));
        }
        self.store.delete_organization(id, &caller.user.id).await?;
        self.audit.record(caller, Act::OrganizationRemoved, &organization.slug, Details::none()).await;
        Ok(())
    }

    /// The members of an organization that the caller may see, also those whom an identity provider deactivated.
    ///
    /// # Errors
    /// Fails when the organization is unknown, or the caller is not a member.
    pub async fn members(&self, caller: &Caller, id: &OrganizationId) -> Result<Vec<Member>> {
        self.visible_organization(caller, id).await?;
        let members = self.store.all_members(id).await?;
        Ok(members.into_iter().map(|member| Member::new(id, member)).collect())
    }

    /// Adds an existing account to an organization, also one that an identity provider deactivated there.
    ///
    /// # Errors
    /// Fails when there is no such account, or it is a member already.
    pub async fn add_member(
        &self,
        caller: &Caller,
        managed: &ManagedOrganization,
        email: &str,
        role: Role,
    ) -> Result<Member> {
        let user = self.store.user_by_email(email).await?;
        let user = user.ok_or_else(|| Error::invalid(format!("`email`: there is no account `{}`", email.trim())))?;
        let membership = Membership {
            organization: managed.0.id.clone(),
            user: user.id.clone(),
            role,
            created_at: self.clock.now(),
        };
        match self.store.add_member(membership.clone()).await {
            Err(StoreError::Taken(_)) => return Err(Error::Conflict(format!("`{}` is a member already", user.email))),
            added => added?,
        }
        self.record_member(caller, Act::MemberAdded, &managed.0, &user, role).await;
        Ok(Member { user, membership, active: true })
    }

    /// Changes the role of a member.
    ///
    /// # Errors
    /// Fails when the membership has ended meanwhile.
    pub async fn update_member(&self, caller: &Caller, managed: ManagedMember, role: Role) -> Result<Member> {
        let ManagedMember { organization, member } = managed;
        let member = Member { membership: Membership { role, ..member.membership }, ..member };
        self.store.update_member(member.membership.clone()).await?;
        self.record_member(caller, Act::MemberChanged, &organization, &member.user, role).await;
        Ok(member)
    }

    /// Ends a membership and revokes the keys that belong to it. The member's decks there pass to the caller; private
    /// ones only to an administrator of the instance, so that administrators of an organization cannot open them.
    ///
    /// # Errors
    /// Fails when it is the last membership of an administrator, the member owns decks there that do not pass to the
    /// caller, or it is the caller's own membership and they own decks there.
    pub async fn remove_member(&self, caller: &Caller, managed: &ManagedMember) -> Result<()> {
        let ManagedMember { organization, member } = managed;
        let (id, heir, now) = (&organization.id, &caller.user.id, self.clock.now());
        let inheritance = if caller.user.is_administrator() { Inheritance::All } else { Inheritance::NotPrivate };
        let inherited = match self.store.remove_member(id, &member.user.id, heir, inheritance, now).await {
            Err(StoreError::NotEmpty) if member.user.id == *heir => {
                return Err(Error::Conflict("hand over or delete your presentations here first".to_owned()));
            }
            Err(StoreError::NotEmpty) => {
                return Err(Error::Conflict(format!(
                    "`{}` owns private presentations here, perhaps in the trash: let them hand these over or delete \
                     them first, or ask an administrator of the instance to remove the member",
                    member.user.email
                )));
            }
            removed => removed?,
        };
        let details = Details::none().with("organization", organization.slug.as_str()).with_decks(&inherited);
        self.audit.record(caller, Act::MemberRemoved, &member.user.email, details).await;
        Ok(())
    }

    async fn record_member(&self, caller: &Caller, act: Act, organization: &Organization, user: &User, role: Role) {
        let details = Details::none().with("organization", organization.slug.as_str()).with("role", role.name());
        self.audit.record(caller, act, &user.email, details).await;
    }

    /// Sets the organization that the caller's session acts in.
    ///
    /// # Errors
    /// Fails when the caller has no session, the organization is unknown, or the caller is not a member.
    pub async fn switch_organization(&self, caller: &Caller, id: &OrganizationId) -> Result<Arc<Organization>> {
        let Via::Session(session) = &caller.via else { return Err(Error::NotFound("session")) };
        let organization = self.organization(id).await?;
        if self.store.membership(id, &caller.user.id).await?.is_none() {
            return Err(Error::NotFound("organization"));
        }
        let moved = Session { organization: id.to_owned(), ..Session::clone(session) };
        self.store.update_session(moved).await?;
        Ok(organization)
    }

    /// A member whom the caller may manage.
    ///
    /// # Errors
    /// Fails when the caller may not manage the organization, or there is no such member.
    pub async fn managed_member(&self, caller: &Caller, id: &OrganizationId, email: &str) -> Result<ManagedMember> {
        let ManagedOrganization(organization) = self.managed_organization(caller, id).await?;
        let user = self.store.user_by_email(email).await?.ok_or(Error::NotFound("member"))?;
        let member = self.store.member(id, &user.id).await?.ok_or(Error::NotFound("member"))?;
        Ok(ManagedMember { organization, member: Member::new(id, member) })
    }

    /// An organization that the caller may see, and their membership of it, if they have one.
    async fn visible_organization(
        &self,
        caller: &Caller,
        id: &OrganizationId,
    ) -> Result<(Arc<Organization>, Option<Membership>)> {
        let organization = self.organization(id).await?;
        let membership = self.store.membership(id, &caller.user.id).await?;
        if membership.is_none() && caller.user.role != Role::Admin {
            return Err(Error::NotFound("organization"));
        }
        Ok((organization, membership))
    }

    /// An organization that the caller may manage.
    ///
    /// # Errors
    /// Fails when the organization is unknown, or the caller is not an administrator of it or of the instance.
    pub async fn managed_organization(&self, caller: &Caller, id: &OrganizationId) -> Result<ManagedOrganization> {
        let (organization, membership) = self.visible_organization(caller, id).await?;
        if membership.is_none_or(|membership| membership.role != Role::Admin) {
            caller.needs_admin()?;
        }
        Ok(ManagedOrganization(organization))
    }
}

fn valid_slug(slug: &str) -> Result<String> {
    if deck::is_slug(slug) {
        return Ok(slug.to_owned());
    }
    Err(Error::invalid("`slug` has lower-case letters, digits and hyphens, 32 at most"))
}
