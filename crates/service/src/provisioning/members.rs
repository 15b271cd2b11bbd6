//! Members as an identity provider sees and changes them.

use store::{
    MailPreferences, MemberChange, MemberProfile, MemberRecord, MemberState, Membership, Role, StoreError, Tier, Time,
    User, UserId,
};

use super::{Provisioner, Provisioning, refused};
use crate::accounts::{normalized_email, valid_account_name};
use crate::audit::{Act, Details};
use crate::error::{Error, Result};
use crate::secret::new_id;

/// The maximum length of a text of a profile, in characters.
const MAX_TEXT: usize = 200;
const NO_USER: Error = Error::NotFound("user");

/// What an identity provider says about a person.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UserFields {
    /// The name of their account there.
    pub user_name: String,
    /// Their e-mail. It is read when the person is added and never changes afterwards.
    pub email: Option<String>,
    /// Their id there.
    pub external_id: Option<String>,
    /// The name to show.
    pub display_name: Option<String>,
    /// Given name.
    pub given_name: Option<String>,
    /// Family name.
    pub family_name: Option<String>,
    /// Whether they are active. When none is given, a new person is active and others stay as they are.
    pub active: Option<bool>,
}

/// A person as an identity provider sees them.
#[derive(Debug, Clone)]
pub struct ProvisionedUser {
    /// Id of the account.
    pub id: UserId,
    /// What the identity provider said about them.
    pub fields: UserFields,
    /// Name of the account; may be empty.
    pub name: String,
    /// Whether they can use Lectern in the organization.
    pub active: bool,
    /// When they became a member.
    pub created_at: Time,
    /// When they were changed last.
    pub updated_at: Time,
}

impl Provisioning {
    /// The people of the organization, oldest members first.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn users(&self, provisioner: &Provisioner) -> Result<Vec<ProvisionedUser>> {
        let mut members = self.store.all_members(provisioner.organization_id()).await?;
        members.retain(|member| member.state != MemberState::Left);
        members.sort_by(|one, other| (one.created_at, &one.user.id).cmp(&(other.created_at, &other.user.id)));
        Ok(members.iter().map(ProvisionedUser::from).collect())
    }

    /// A person of the organization.
    ///
    /// # Errors
    /// Fails when there is no such person in the organization.
    pub async fn user(&self, provisioner: &Provisioner, id: &UserId) -> Result<ProvisionedUser> {
        Ok(ProvisionedUser::from(&self.member(provisioner, id).await?))
    }

    /// Adds a person, with a new account unless there is one with their e-mail. A new account has no password: the
    /// person signs in by single sign-on or by a link.
    ///
    /// # Errors
    /// Fails when a member of the organization has the name or the e-mail, or a field is invalid.
    pub async fn create_user(&self, provisioner: &Provisioner, fields: UserFields) -> Result<ProvisionedUser> {
        let organization = provisioner.organization_id();
        let email = normalized_email(fields.email.as_deref().unwrap_or(&fields.user_name))?;
        let profile = checked_profile(&fields, &email)?;
        let (now, existing) = (self.clock.now(), self.store.user_by_email(&email).await?);
        if let Some(user) = &existing
            && let Some(member) = self.store.member(organization, &user.id).await?
            && member.state != MemberState::Left
        {
            return Err(taken(&email));
        }
        let id: UserId = existing.as_ref().map_or_else(new_id, |user| user.id.clone());
        let new = match existing {
            Some(_) => None,
            None => Some(User {
                id: id.clone(),
                email: email.clone(),
                name: account_name(&profile)?.unwrap_or_default(),
                role: Role::Member,
                tier: Tier::Free,
                password: None,
                disabled: false,
                created_at: now,
                updated_at: now,
                mail: MailPreferences::default(),
            }),
        };
        let membership =
            Membership { organization: organization.clone(), user: id.clone(), role: Role::Member, created_at: now };
        let state = if fields.active == Some(false) { MemberState::Inactive } else { MemberState::Active };
        let act = if new.is_some() { Act::UserMade } else { Act::MemberAdded };
        let added = self.store.provision_member(new, membership, state, profile).await;
        added.map_err(|error| name_refused(error, &fields.user_name))?;
        let details = Details::none().with("role", Role::Member.name()).with("active", state == MemberState::Active);
        self.record(provisioner, act, &email, details).await;
        self.user(provisioner, &id).await
    }

    /// Replaces what the identity provider says about a person. A person who is no longer active loses all rights in
    /// the organization at once; their decks are still theirs.
    ///
    /// # Errors
    /// Fails when there is no such person in the organization, somebody else has the name, a field is invalid, or the
    /// last administrator would become inactive.
    pub async fn update_user(
        &self,
        provisioner: &Provisioner,
        id: &UserId,
        fields: UserFields,
    ) -> Result<ProvisionedUser> {
        self.change_user(provisioner, id, |_| Ok::<_, Error>(fields)).await
    }

    /// Replaces what the identity provider says about a person by what `change` makes of it. Other such updates in the
    /// organization wait meanwhile, if they are on this node.
    ///
    /// # Errors
    /// Fails when `change` fails, and as [`Self::update_user`] does.
    pub async fn change_user<E: From<Error>>(
        &self,
        provisioner: &Provisioner,
        id: &UserId,
        change: impl FnOnce(&ProvisionedUser) -> std::result::Result<UserFields, E>,
    ) -> std::result::Result<ProvisionedUser, E> {
        let _guard = self.changes.lock(provisioner.organization_id()).await;
        let member = self.member(provisioner, id).await?;
        let fields = change(&ProvisionedUser::from(&member))?;
        Ok(self.put_user(provisioner, member, fields).await?)
    }

    async fn put_user(
        &self,
        provisioner: &Provisioner,
        member: MemberRecord,
        fields: UserFields,
    ) -> Result<ProvisionedUser> {
        let before = ProvisionedUser::from(&member);
        let profile = checked_profile(&fields, &member.user.email)?;
        // A person whom an administrator of the instance disabled is inactive already, which is no decision of the
        // provider.
        let state = match fields.active {
            Some(true) if !before.active => MemberState::Active,
            Some(false) if before.active => MemberState::Inactive,
            _ => member.state,
        };
        let name = account_name(&profile)?;
        if state == member.state && member.profile.as_ref() == Some(&profile) {
            return Ok(before);
        }
        let change = self.member_change(provisioner, state, profile, name);
        let changed = self.store.change_member(provisioner.organization_id(), &member.user.id, change).await;
        let changed = changed.map_err(|error| name_refused(error, &fields.user_name))?;
        let act = match (member.state, state) {
            (MemberState::Active, MemberState::Inactive) => Act::MemberDeactivated,
            (MemberState::Inactive, MemberState::Active) => Act::MemberReactivated,
            _ => Act::UserChanged,
        };
        let details = match changed.user.name.as_str() {
            "" => Details::none(),
            name => Details::none().with("name", name),
        };
        self.record(provisioner, act, &changed.user.email, details).await;
        Ok(ProvisionedUser::from(&changed))
    }

    /// Deletes a person for the identity provider: they lose all rights in the organization at once, and are unknown
    /// from now on. Their decks are still theirs, until an administrator removes the member.
    ///
    /// # Errors
    /// Fails when there is no such person in the organization, or they are the last administrator.
    pub async fn delete_user(&self, provisioner: &Provisioner, id: &UserId) -> Result<()> {
        let _guard = self.changes.lock(provisioner.organization_id()).await;
        let member = self.member(provisioner, id).await?;
        let change = self.member_change(provisioner, MemberState::Left, MemberProfile::default(), None);
        self.store.change_member(provisioner.organization_id(), id, change).await.map_err(refused)?;
        self.record(provisioner, Act::MemberRemoved, &member.user.email, Details::none()).await;
        Ok(())
    }

    fn member_change(
        &self,
        provisioner: &Provisioner,
        state: MemberState,
        profile: MemberProfile,
        name: Option<String>,
    ) -> MemberChange {
        let may_change_administrators = provisioner.token.by_administrator;
        MemberChange { state, profile, name, may_change_administrators, at: self.clock.now() }
    }

    async fn member(&self, provisioner: &Provisioner, id: &UserId) -> Result<MemberRecord> {
        let member = self.store.member(provisioner.organization_id(), id).await?;
        member.filter(|member| member.state != MemberState::Left).ok_or(NO_USER)
    }
}

impl From<&MemberRecord> for ProvisionedUser {
    fn from(member: &MemberRecord) -> Self {
        let MemberRecord { user, profile, state, created_at, changed_at, .. } = member;
        let MemberProfile { external_id, display_name, given_name, family_name, .. } =
            profile.clone().unwrap_or_default();
        let active = *state == MemberState::Active && !user.disabled;
        let fields = UserFields {
            user_name: member.user_name().to_owned(),
            email: Some(user.email.clone()),
            external_id,
            display_name,
            given_name,
            family_name,
            active: Some(active),
        };
        let updated_at = changed_at.unwrap_or(*created_at).max(user.updated_at);
        Self { id: user.id.clone(), fields, name: user.name.clone(), active, created_at: *created_at, updated_at }
    }
}

/// The fields of a person that are stored. Fails when one is too long or has control characters.
fn checked_profile(fields: &UserFields, email: &str) -> Result<MemberProfile> {
    let UserFields { user_name, external_id, display_name, given_name, family_name, .. } = fields;
    let texts = [
        ("userName", Some(user_name)),
        ("externalId", external_id.as_ref()),
        ("displayName", display_name.as_ref()),
        ("name.givenName", given_name.as_ref()),
        ("name.familyName", family_name.as_ref()),
    ];
    for (name, text) in texts {
        // The user name may be an e-mail address, which may be longer than other texts.
        let most = if name == "userName" { 254 } else { MAX_TEXT };
        if text.is_some_and(|text| text.chars().count() > most || text.contains(char::is_control)) {
            return Err(Error::invalid(format!("`{name}` has {most} characters at most, none of them a control code")));
        }
    }
    if user_name.trim().is_empty() {
        return Err(Error::invalid("`userName` is required"));
    }
    Ok(MemberProfile {
        user_name: (user_name != email).then(|| user_name.clone()),
        external_id: external_id.clone(),
        display_name: display_name.clone(),
        given_name: given_name.clone(),
        family_name: family_name.clone(),
    })
}

/// The name of an account; `None` when the identity provider gives none.
fn account_name(profile: &MemberProfile) -> Result<Option<String>> {
    let parts = [&profile.given_name, &profile.family_name].map(|part| part.as_deref().unwrap_or_default().trim());
    let name = profile.display_name.clone().unwrap_or_else(|| parts.join(" "));
    Ok(Some(valid_account_name(&name)?).filter(|name| !name.is_empty()))
}

/// The error of a change of a person that storage refused, maybe because somebody has the name.
fn name_refused(error: StoreError, name: &str) -> Error {
    match error {
        StoreError::Taken(_) => taken(name),
        error => refused(error),
    }
}

fn taken(name: &str) -> Error {
    Error::Conflict(format!("somebody of the organization has the name `{name}` already"))
}
