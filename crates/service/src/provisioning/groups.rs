//! Groups as an identity provider sees and changes them.

use store::{GroupChange, GroupId, MemberGroup, UserId};

use super::{Provisioner, Provisioning, refused};
use crate::audit::{Act, Details};
use crate::error::{Error, Result};
use crate::secret::new_id;

/// The maximum number of groups of an organization.
const MAX_GROUPS: usize = 1000;
/// The maximum length of a name, in characters.
const MAX_NAME: usize = 200;
/// The maximum number of people that an entry of the audit log names.
const MAX_NAMED: usize = 50;
const NO_GROUP: Error = Error::NotFound("group");

/// What an identity provider says about a group.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GroupFields {
    /// Name.
    pub name: String,
    /// Its id there.
    pub external_id: Option<String>,
    /// The members.
    pub members: Vec<UserId>,
}

impl Provisioning {
    /// The groups of the organization, oldest first.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn groups(&self, provisioner: &Provisioner) -> Result<Vec<MemberGroup>> {
        Ok(self.store.groups(provisioner.organization_id()).await?)
    }

    /// A group of the organization.
    ///
    /// # Errors
    /// Fails when there is no such group.
    pub async fn group(&self, provisioner: &Provisioner, id: &GroupId) -> Result<MemberGroup> {
        self.store.group(provisioner.organization_id(), id).await?.ok_or(NO_GROUP)
    }

    /// Creates a group.
    ///
    /// # Errors
    /// Fails when the organization has too many groups, another group has the name, a field is invalid, or a person is
    /// not a member of the organization.
    pub async fn create_group(&self, provisioner: &Provisioner, fields: GroupFields) -> Result<MemberGroup> {
        if self.groups(provisioner).await?.len() >= MAX_GROUPS {
            return Err(Error::OverLimit(format!("an organization has {MAX_GROUPS} groups at most")));
        }
        let now = self.clock.now();
        let group = MemberGroup {
            id: new_id(),
            organization: provisioner.organization_id().clone(),
            name: String::new(),
            external_id: None,
            role: None,
            members: Vec::new(),
            created_at: now,
            updated_at: now,
        };
        self.put(provisioner, Act::GroupMade, group, fields).await
    }

    /// Replaces name, external id and members of a group. If it is the group of administrators, new members become
    /// administrators, and members who leave it lose that role.
    ///
    /// # Errors
    /// Fails when there is no such group, another one has the name, a field is invalid, somebody is not of the
    /// organization, or the last administrator would leave.
    pub async fn update_group(
        &self,
        provisioner: &Provisioner,
        id: &GroupId,
        fields: GroupFields,
    ) -> Result<MemberGroup> {
        self.change_group(provisioner, id, |_| Ok::<_, Error>(fields)).await
    }

    /// Replaces a group by what `change` makes of its current state. Other such updates in the organization wait
    /// meanwhile, if they are on this node.
    ///
    /// # Errors
    /// Fails when `change` fails, and as [`Self::update_group`] does.
    pub async fn change_group<E: From<Error>>(
        &self,
        provisioner: &Provisioner,
        id: &GroupId,
        change: impl FnOnce(&MemberGroup) -> std::result::Result<GroupFields, E>,
    ) -> std::result::Result<MemberGroup, E> {
        let _guard = self.changes.lock(provisioner.organization_id()).await;
        let group = self.group(provisioner, id).await?;
        let fields = change(&group)?;
        Ok(self.put(provisioner, Act::GroupChanged, group, fields).await?)
    }

    /// Deletes a group. If it is the group of administrators, its members lose that role.
    ///
    /// # Errors
    /// Fails when there is no such group, or the last administrator would lose the role.
    pub async fn delete_group(&self, provisioner: &Provisioner, id: &GroupId) -> Result<()> {
        let _guard = self.changes.lock(provisioner.organization_id()).await;
        let group = self.group(provisioner, id).await?;
        let changed = self.store.delete_group(provisioner.organization_id(), id).await.map_err(refused)?;
        self.record_group(provisioner, Act::GroupRemoved, &group.name, changed).await;
        Ok(())
    }

    async fn put(
        &self,
        provisioner: &Provisioner,
        act: Act,
        group: MemberGroup,
        fields: GroupFields,
    ) -> Result<MemberGroup> {
        let GroupFields { name, external_id, members } = fields;
        let is_invalid = |text: &str| text.chars().count() > MAX_NAME || text.contains(char::is_control);
        if name.trim().is_empty() || is_invalid(&name) {
            return Err(Error::invalid(format!("`displayName` has 1 to {MAX_NAME} characters")));
        }
        if external_id.as_deref().is_some_and(is_invalid) {
            return Err(Error::invalid(format!("`externalId` has {MAX_NAME} characters at most")));
        }
        let group = MemberGroup { name, external_id, members, updated_at: self.clock.now(), ..group };
        let changed = self.store.put_group(group.clone()).await.map_err(refused)?;
        self.record_group(provisioner, act, &group.name, changed).await;
        self.group(provisioner, &group.id).await
    }

    async fn record_group(&self, provisioner: &Provisioner, act: Act, name: &str, changed: GroupChange) {
        let GroupChange { mut added, mut removed, roles } = changed;
        let mut details = Details::none();
        for (name, people) in [("added", &mut added), ("removed", &mut removed)] {
            if !people.is_empty() {
                people.truncate(MAX_NAMED);
                details = details.with(name, std::mem::take(people));
            }
        }
        self.record(provisioner, act, name, details).await;
        for change in roles {
            let details = Details::none().with("role", change.role.name());
            self.record(provisioner, Act::MemberChanged, &change.email, details).await;
        }
    }
}
