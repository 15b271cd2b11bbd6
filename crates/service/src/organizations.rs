//! Organizations and who belongs to them.

use std::sync::Arc;

use serde_json::{Value, json};
use store::{Membership, Organization, OrganizationId, Role, Session, StoreError, User};

use crate::Accounts;
use crate::audit::Act;
use crate::caller::{Caller, Via};
use crate::clock::iso;
use crate::error::{Error, Result};
use crate::secret::new_id;
use crate::views::{organization_view, role_name};

/// One membership ends at a time: of two that are the last, one stays.
const MEMBERSHIPS: &str = "memberships";

impl Accounts {
    /// The organizations a caller may see: all for administrators of the instance, else his own.
    ///
    /// # Errors
    /// Storage does not answer.
    pub async fn organizations(&self, caller: &Caller) -> Result<Value> {
        let mut shown = Vec::new();
        for organization in self.store.organizations().await? {
            let member = self.store.membership(&organization.id, &caller.user.id).await?.is_some();
            if member || caller.user.role == Role::Admin {
                shown.push(organization_view(&organization));
            }
        }
        Ok(json!({ "organizations": shown }))
    }

    /// Adds an organization; whoever adds it is its first administrator.
    ///
    /// # Errors
    /// Not an administrator, unfit input, or the slug is in use.
    pub async fn create_organization(&self, caller: &Caller, name: &str, slug: &str) -> Result<Value> {
        caller.needs_admin()?;
        let now = self.clock.now();
        let organization = Organization {
            id: new_id(),
            slug: fit_slug(slug)?,
            name: fit_name(name)?,
            default_theme: None,
            created_at: now,
        };
        let first = Membership {
            organization: organization.id.clone(),
            user: caller.user.id.clone(),
            role: Role::Admin,
            created_at: now,
        };
        let (view, slug) = (organization_view(&organization), organization.slug.clone());
        self.store.create_organization(organization, first).await?;
        self.audit.record(caller, Act::OrganizationMade, &slug, json!({})).await;
        Ok(json!({ "organization": view }))
    }

    /// Renames an organization.
    ///
    /// # Errors
    /// Not an administrator, unknown, unfit input, or the slug is in use.
    pub async fn update_organization(
        &self,
        caller: &Caller,
        id: &OrganizationId,
        name: Option<&str>,
        slug: Option<&str>,
    ) -> Result<Value> {
        caller.needs_admin()?;
        let mut organization = Organization::clone(&*self.organization(id).await?);
        if let Some(name) = name {
            organization.name = fit_name(name)?;
        }
        if let Some(slug) = slug {
            organization.slug = fit_slug(slug)?;
        }
        let view = organization_view(&organization);
        let (told, slug) = (json!({ "name": organization.name }), organization.slug.clone());
        self.store.update_organization(organization).await?;
        self.audit.record(caller, Act::OrganizationChanged, &slug, told).await;
        Ok(json!({ "organization": view }))
    }

    /// Deletes an organization that holds nothing.
    ///
    /// # Errors
    /// Not an administrator, unknown, the first one, not empty, or the only one of the caller's.
    pub async fn delete_organization(&self, caller: &Caller, id: &OrganizationId) -> Result<()> {
        caller.needs_admin()?;
        let organization = self.organization(id).await?;
        let all = self.store.organizations().await?;
        if all.first().is_some_and(|first| first.id == *id) {
            return Err(Error::Conflict("the first organization stays".to_owned()));
        }
        let _turn = self.locks.lock(MEMBERSHIPS).await;
        self.keeps_a_membership(&caller.user, id).await?;
        self.store.delete_organization(id, &caller.user.id).await?;
        self.audit.record(caller, Act::OrganizationRemoved, &organization.slug, json!({})).await;
        Ok(())
    }

    /// The members of an organization, for its own.
    ///
    /// # Errors
    /// Unknown, or the caller is no member.
    pub async fn members(&self, caller: &Caller, id: &OrganizationId) -> Result<Value> {
        self.visible_organization(caller, id).await?;
        let members = self.store.members(id).await?;
        let rows: Vec<Value> = members.iter().map(|(user, membership)| member_view(user, membership)).collect();
        Ok(json!({ "members": rows }))
    }

    /// Adds an existing account to an organization.
    ///
    /// # Errors
    /// No right, unknown account, or a member already.
    pub async fn add_member(&self, caller: &Caller, id: &OrganizationId, email: &str, role: Role) -> Result<Value> {
        self.managed_organization(caller, id).await?;
        let user = self.store.user_by_email(email).await?;
        let user = user.ok_or_else(|| Error::invalid(format!("`email`: there is no account `{}`", email.trim())))?;
        let membership =
            Membership { organization: id.to_owned(), user: user.id.clone(), role, created_at: self.clock.now() };
        let view = member_view(&user, &membership);
        match self.store.add_member(membership).await {
            Err(StoreError::Taken(_)) => return Err(Error::Conflict(format!("`{}` is a member already", user.email))),
            added => added?,
        }
        self.record_member(caller, Act::MemberAdded, id, &user, Some(role)).await?;
        Ok(json!({ "member": view }))
    }

    /// Changes the part of a member.
    ///
    /// # Errors
    /// No right, or no such member.
    pub async fn update_member(&self, caller: &Caller, id: &OrganizationId, email: &str, role: Role) -> Result<Value> {
        self.managed_organization(caller, id).await?;
        let (user, membership) = self.member(id, email).await?;
        let membership = Membership { role, ..membership };
        let view = member_view(&user, &membership);
        self.store.update_member(membership).await?;
        self.record_member(caller, Act::MemberChanged, id, &user, Some(role)).await?;
        Ok(json!({ "member": view }))
    }

    /// Ends a membership, and the keys that came with it. The member's decks there pass to the caller.
    ///
    /// # Errors
    /// No right, no such member, the last membership of an administrator, or one's own while one owns decks there.
    pub async fn remove_member(&self, caller: &Caller, id: &OrganizationId, email: &str) -> Result<()> {
        self.managed_organization(caller, id).await?;
        let (user, _) = self.member(id, email).await?;
        let _turn = self.locks.lock(MEMBERSHIPS).await;
        self.keeps_a_membership(&user, id).await?;
        match self.store.remove_member(id, &user.id, &caller.user.id, self.clock.now()).await {
            Err(StoreError::NotEmpty) => {
                return Err(Error::Conflict("hand over or delete your presentations here first".to_owned()));
            }
            removed => removed?,
        }
        self.record_member(caller, Act::MemberRemoved, id, &user, None).await
    }

    /// Who belongs nowhere cannot sign in, and somebody has to run the instance.
    async fn keeps_a_membership(&self, user: &User, without: &str) -> Result<()> {
        let memberships = self.store.memberships_of(&user.id).await?;
        if user.role != Role::Admin || memberships.iter().any(|membership| membership.organization != without) {
            return Ok(());
        }
        Err(Error::invalid("an administrator belongs to one organization at least"))
    }

    async fn record_member(
        &self,
        caller: &Caller,
        act: Act,
        id: &OrganizationId,
        user: &User,
        role: Option<Role>,
    ) -> Result<()> {
        let mut told = json!({ "organization": self.organization(id).await?.slug });
        if let Some(role) = role {
            told["role"] = json!(role_name(role));
        }
        self.audit.record(caller, act, &user.email, told).await;
        Ok(())
    }

    /// Sets the organization that the caller's session acts in.
    ///
    /// # Errors
    /// Unknown, or the caller is no member.
    pub async fn switch_organization(&self, caller: &Caller, id: &OrganizationId) -> Result<Value> {
        let Via::Session(session) = &caller.via else { return Err(Error::NotFound("session")) };
        let organization = self.organization(id).await?;
        if self.store.membership(id, &caller.user.id).await?.is_none() {
            return Err(Error::NotFound("organization"));
        }
        let moved = Session { organization: id.to_owned(), ..Session::clone(session) };
        self.store.update_session(moved).await?;
        Ok(json!({ "organization": organization_view(&organization) }))
    }

    /// Whether the caller manages a member of an organization.
    ///
    /// # Errors
    /// No right, or no such member.
    pub async fn managed_member(&self, caller: &Caller, id: &OrganizationId, email: &str) -> Result<()> {
        self.managed_organization(caller, id).await?;
        self.member(id, email).await.map(drop)
    }

    async fn member(&self, organization: &OrganizationId, email: &str) -> Result<(Arc<User>, Membership)> {
        let user = self.store.user_by_email(email).await?.ok_or(Error::NotFound("member"))?;
        let membership = self.store.membership(organization, &user.id).await?.ok_or(Error::NotFound("member"))?;
        Ok((user, membership))
    }

    async fn visible_organization(&self, caller: &Caller, id: &OrganizationId) -> Result<Option<Membership>> {
        self.organization(id).await?;
        let membership = self.store.membership(id, &caller.user.id).await?;
        if membership.is_none() && caller.user.role != Role::Admin {
            return Err(Error::NotFound("organization"));
        }
        Ok(membership)
    }

    /// Whether the caller manages an organization.
    ///
    /// # Errors
    /// Unknown, or no right.
    pub async fn managed_organization(&self, caller: &Caller, id: &OrganizationId) -> Result<()> {
        let membership = self.visible_organization(caller, id).await?;
        if membership.is_some_and(|membership| membership.role == Role::Admin) {
            return Ok(());
        }
        caller.needs_admin()
    }
}

fn member_view(user: &User, membership: &Membership) -> Value {
    json!({
        "email": user.email, "name": user.name, "role": role_name(membership.role),
        "createdAt": iso(membership.created_at),
    })
}

fn fit_name(name: &str) -> Result<String> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > 200 {
        return Err(Error::invalid("`name` has 1 to 200 characters"));
    }
    Ok(name.to_owned())
}

fn fit_slug(slug: &str) -> Result<String> {
    if deck::is_slug(slug) {
        return Ok(slug.to_owned());
    }
    Err(Error::invalid("`slug` has lower-case letters, digits and hyphens, 32 at most"))
}
