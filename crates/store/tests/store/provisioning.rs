//! Members and groups that an identity provider manages, and its token.

use store::{
    GroupChange, GroupId, MemberChange, MemberGroup, MemberProfile, MemberState, Membership, ProvisioningToken, Role,
    RoleChange, Session, Store, StoreError, UserFields, UserId,
};

use crate::accounts::key;
use crate::storage::{TestStorage, by, deck, member, organization, user};

crate::on_every_backend!(
    a_member_who_is_switched_off_has_no_rights_until_switched_on,
    who_belongs_to_two_organizations_loses_the_rights_in_one,
    the_last_administrator_of_an_organization_or_the_instance_stays,
    the_name_of_an_account_of_two_organizations_stays,
    an_organization_has_one_token,
    a_group_gives_and_takes_its_role,
    groups_end_with_their_people_and_their_organization,
    an_heir_who_was_switched_off_is_a_member_again,
);

fn change(state: MemberState) -> MemberChange {
    MemberChange { state, profile: MemberProfile::default(), name: None, may_change_administrators: true, at: 50 }
}

fn session(user: &str, organization: &str) -> Session {
    Session {
        hash: format!("session of {user}"),
        user: user.into(),
        organization: organization.into(),
        by_link: false,
        created_at: 1,
        expires_at: 1000,
    }
}

fn group(id: &str, name: &str, members: &[&str]) -> MemberGroup {
    MemberGroup {
        id: id.into(),
        organization: "org".into(),
        name: name.into(),
        external_id: Some(format!("external {id}")),
        role: None,
        members: members.iter().map(|user| UserId::from(*user)).collect(),
        created_at: 5,
        updated_at: 6,
    }
}

/// The organizations in which a user has rights.
async fn rights(store: &Store, user: &str) -> Vec<String> {
    let memberships = store.memberships_of(&user.into()).await.expect("memberships");
    memberships.iter().map(|membership| membership.organization.to_string()).collect()
}

async fn role(store: &Store, user: &str) -> Role {
    store.member(&"org".into(), &user.into()).await.expect("an answer").expect("a member").role
}

async fn a_member_who_is_switched_off_has_no_rights_until_switched_on(storage: TestStorage) {
    let store = storage.with_users(&["ann", "bram"]).await;
    store.create_session(session("bram", "org")).await.expect("a session");
    store.create_key(key("k", "bram", "org"), None, 9).await.expect("a key");
    let profile = MemberProfile { external_id: Some("b1".into()), ..MemberProfile::default() };
    let off = MemberChange { profile: profile.clone(), ..change(MemberState::Inactive) };
    let (org, bram) = ("org".into(), UserId::from("bram"));
    let changed = store.change_member(&org, &bram, off).await.expect("changed");
    assert_eq!((changed.state, changed.profile, changed.changed_at), (MemberState::Inactive, Some(profile), Some(50)));
    assert!(rights(&store, "bram").await.is_empty());
    assert!(store.membership(&org, &bram).await.expect("an answer").is_none());
    assert!(store.session("session of bram").await.expect("an answer").is_none());
    assert!(store.search_users(&org, "bram", 10).await.expect("users").is_empty());
    assert_eq!(store.members(&org).await.expect("members").len(), 1);
    assert_eq!(store.all_members(&org).await.expect("members").len(), 2);
    // A key works again with the membership, as with an account that is enabled again.
    store.change_member(&org, &bram, change(MemberState::Active)).await.expect("changed");
    assert_eq!(rights(&store, "bram").await, ["org"]);

    store.change_member(&org, &bram, change(MemberState::Left)).await.expect("changed");
    let again = Membership { role: Role::Admin, ..member("org", "bram") };
    store.add_member(again.clone()).await.expect("a member again");
    assert_eq!((rights(&store, "bram").await, role(&store, "bram").await), (vec!["org".to_owned()], Role::Admin));
    assert!(matches!(store.add_member(again).await, Err(StoreError::Taken(_))));
    let unknown = store.change_member(&org, &"nobody".into(), change(MemberState::Inactive)).await;
    assert!(matches!(unknown, Err(StoreError::Missing)));
    let stays = storage.open().await;
    assert_eq!(stays.member(&org, &bram).await.expect("an answer").expect("a member").state, MemberState::Active);
}

async fn who_belongs_to_two_organizations_loses_the_rights_in_one(storage: TestStorage) {
    let store = storage.with_users(&["ann", "bram"]).await;
    store.create_organization(organization("annex"), member("annex", "bram")).await.expect("an organization");
    store.create_session(session("bram", "org")).await.expect("a session");
    store.change_member(&"org".into(), &"bram".into(), change(MemberState::Inactive)).await.expect("changed");
    assert_eq!(rights(&store, "bram").await, ["annex"]);
    let moved = store.session("session of bram").await.expect("an answer").expect("it goes on in the other one");
    assert_eq!(moved.organization, "annex");
    // The session ends when the other organization switches them off too.
    store.change_member(&"annex".into(), &"bram".into(), change(MemberState::Inactive)).await.expect("changed");
    assert!(store.session("session of bram").await.expect("an answer").is_none());
}

async fn the_last_administrator_of_an_organization_or_the_instance_stays(storage: TestStorage) {
    let store = storage.with_users(&["ann", "bram", "cleo"]).await;
    let (org, ann, bram) = ("org".into(), UserId::from("ann"), UserId::from("bram"));
    // Ann is the first member, who administrates the organization.
    let refused = store.change_member(&org, &ann, change(MemberState::Inactive)).await;
    assert!(matches!(refused, Err(StoreError::LastAdministrator)), "{refused:?}");
    store.update_member(Membership { role: Role::Admin, ..member("org", "bram") }).await.expect("a role");
    let admin = UserFields { role: Some(Role::Admin), ..UserFields::default() };
    store.update_user(&ann, admin.clone(), 20).await.expect("an administrator of the instance");
    let limited = MemberChange { may_change_administrators: false, ..change(MemberState::Inactive) };
    let refused = store.change_member(&org, &ann, limited).await;
    assert!(matches!(refused, Err(StoreError::Protected)), "{refused:?}");
    let refused = store.change_member(&org, &ann, change(MemberState::Left)).await;
    assert!(matches!(refused, Err(StoreError::LastAdministrator)), "{refused:?}");
    store.update_user(&"cleo".into(), admin, 20).await.expect("another one");
    store.change_member(&org, &ann, change(MemberState::Inactive)).await.expect("cleo is there");
    // A member who is switched off does not count as another administrator.
    let refused = store.change_member(&org, &bram, change(MemberState::Inactive)).await;
    assert!(matches!(refused, Err(StoreError::LastAdministrator)), "{refused:?}");
    let disabled = UserFields { disabled: Some(true), ..UserFields::default() };
    let refused = store.update_user(&"cleo".into(), disabled, 21).await;
    assert!(matches!(refused, Err(StoreError::LastAdministrator)), "{refused:?}");
}

async fn the_name_of_an_account_of_two_organizations_stays(storage: TestStorage) {
    let store = storage.with_users(&["ann", "bram", "cleo"]).await;
    store.create_organization(organization("annex"), member("annex", "bram")).await.expect("an organization");
    for (id, expected) in [("bram", "BRAM"), ("cleo", "New")] {
        let named = MemberChange { name: Some("New".into()), ..change(MemberState::Active) };
        let changed = store.change_member(&"org".into(), &id.into(), named).await.expect("changed");
        assert_eq!(changed.user.name, expected);
        assert_eq!(store.user(&id.into()).await.expect("an answer").expect("a user").name, expected);
    }
    // A new account comes with its membership.
    let profile = MemberProfile { user_name: Some("dirk.d".into()), ..MemberProfile::default() };
    let dirk = member("org", "dirk");
    store
        .provision_member(Some(user("dirk")), dirk.clone(), MemberState::Inactive, profile.clone())
        .await
        .expect("a new member");
    let stored = store.member(&"org".into(), &"dirk".into()).await.expect("an answer").expect("a member");
    assert_eq!((stored.state, stored.profile), (MemberState::Inactive, Some(profile.clone())));
    let taken = store.provision_member(Some(user("dirk")), dirk, MemberState::Active, profile).await;
    assert!(matches!(taken, Err(StoreError::Taken(_))), "{taken:?}");
}

async fn an_organization_has_one_token(storage: TestStorage) {
    let store = storage.with_users(&["ann"]).await;
    let token = |hash: &str| ProvisioningToken {
        organization: "org".into(),
        id: format!("id of {hash}").into(),
        hash: hash.into(),
        prefix: "svc_scim_abc".into(),
        created_by: "ann@example.test".into(),
        by_administrator: true,
        created_at: 5,
        last_used_at: None,
    };
    assert!(store.provisioning_token(&"org".into()).await.expect("an answer").is_none());
    store.put_provisioning_token(token("one")).await.expect("stored");
    store.put_provisioning_token(token("two")).await.expect("replaced");
    assert!(store.provisioning_token_by_hash("one").await.expect("an answer").is_none());
    store.set_provisioning_token_used("two", 9).await.expect("used");
    let used = ProvisioningToken { last_used_at: Some(9), ..token("two") };
    assert_eq!(store.provisioning_token_by_hash("two").await.expect("an answer"), Some(used.clone()));
    assert_eq!(storage.open().await.provisioning_token(&"org".into()).await.expect("an answer"), Some(used));
    assert!(store.delete_provisioning_token(&"org".into()).await.expect("deleted"));
    assert!(!store.delete_provisioning_token(&"org".into()).await.expect("an answer"));
}

async fn a_group_gives_and_takes_its_role(storage: TestStorage) {
    let store = storage.with_users(&["ann", "bram", "cleo"]).await;
    let (org, one) = ("org".into(), GroupId::from("one"));
    let change = store.put_group(group("one", "Editors", &["bram"])).await.expect("a group");
    assert_eq!(change, GroupChange { added: vec!["bram@example.test".into()], ..GroupChange::default() });
    let taken = store.put_group(group("two", "EDITORS", &[])).await;
    assert!(matches!(taken, Err(StoreError::Taken(_))), "{taken:?}");
    let unknown = store.put_group(group("two", "Others", &["nobody"])).await;
    assert!(matches!(unknown, Err(StoreError::Refused(_))), "{unknown:?}");
    assert_eq!(store.groups(&org).await.expect("groups"), [group("one", "Editors", &["bram"])]);

    let given = store.set_administrators(&org, Some(one.clone())).await.expect("set");
    assert_eq!(given, [RoleChange { email: "bram@example.test".into(), role: Role::Admin }]);
    let change = store.put_group(group("one", "Editors", &["cleo"])).await.expect("changed");
    assert_eq!((change.added.len(), change.removed.len(), change.roles.len()), (1, 1, 2));
    assert_eq!((role(&store, "bram").await, role(&store, "cleo").await), (Role::Member, Role::Admin));
    let stored = store.group(&org, &one).await.expect("an answer").expect("a group");
    assert_eq!((stored.role, stored.members), (Some(Role::Admin), vec![UserId::from("cleo")]));
    // Without Ann, Cleo is the last administrator.
    store.update_member(member("org", "ann")).await.expect("a role");
    let refused = store.delete_group(&org, &one).await;
    assert!(matches!(refused, Err(StoreError::LastAdministrator)), "{refused:?}");
    assert_eq!(store.groups(&org).await.expect("groups").len(), 1, "nothing was written");
    store.set_administrators(&org, None).await.expect("set");
    store.delete_group(&org, &one).await.expect("deleted");
    assert_eq!(role(&store, "cleo").await, Role::Admin);
    assert!(matches!(store.delete_group(&org, &one).await, Err(StoreError::Missing)));
    assert!(matches!(store.set_administrators(&org, Some(one)).await, Err(StoreError::Missing)));
}

async fn groups_end_with_their_people_and_their_organization(storage: TestStorage) {
    let store = storage.with_users(&["ann", "bram", "cleo"]).await;
    store.put_group(group("one", "Editors", &["bram", "cleo"])).await.expect("a group");
    let members =
        async || store.group(&"org".into(), &"one".into()).await.expect("an answer").expect("a group").members;
    store.change_member(&"org".into(), &"bram".into(), change(MemberState::Inactive)).await.expect("changed");
    assert_eq!(members().await.len(), 2, "who is switched off stays in their groups");
    store.change_member(&"org".into(), &"bram".into(), change(MemberState::Left)).await.expect("changed");
    assert_eq!(members().await, [UserId::from("cleo")]);
    store.delete_user(&"cleo".into(), &"ann".into(), 60).await.expect("deleted");
    assert!(members().await.is_empty());

    store.create_organization(organization("annex"), member("annex", "ann")).await.expect("an organization");
    let annexed = MemberGroup { organization: "annex".into(), ..group("two", "Editors", &["ann"]) };
    store.put_group(annexed).await.expect("a group");
    assert!(store.group(&"org".into(), &"two".into()).await.expect("an answer").is_none(), "of another organization");
    store.delete_organization(&"annex".into(), &"ann".into()).await.expect("deleted");
    assert!(store.groups(&"annex".into()).await.expect("groups").is_empty());
}

async fn an_heir_who_was_switched_off_is_a_member_again(storage: TestStorage) {
    let store = storage.with_users(&["ann", "bram", "cleo"]).await;
    store.create_deck(deck("d", "bram", "Plan"), by("bram")).await.expect("a deck");
    store.change_member(&"org".into(), &"cleo".into(), change(MemberState::Left)).await.expect("changed");
    let inherited = store.delete_user(&"bram".into(), &"cleo".into(), 60).await.expect("deleted");
    assert_eq!((inherited.len(), rights(&store, "cleo").await), (1, vec!["org".to_owned()]), "the deck can be opened");
}
