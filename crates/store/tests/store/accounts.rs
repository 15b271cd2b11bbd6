//! Accounts, organizations, sessions, keys.

use store::{
    Access, ApiKey, AuditEntry, DeckId, Identity, Inheritance, LinkPurpose, OneTimeLink, Ownership, Passkey, PasskeyId,
    Permission, Role, Session, Store, StoreError, Usage, User, UserFields, UserId,
};

use crate::storage::{TestStorage, by, deck, grant, list, member, organization, titles, trashed, user};

crate::on_every_backend!(
    the_first_account_is_created_once,
    an_email_is_taken_once,
    changes_of_accounts_are_seen_at_once,
    members_are_found_by_name_and_email,
    an_organization_is_deleted_only_when_empty,
    a_session_exists_until_it_is_ended,
    a_link_is_redeemed_once,
    a_key_is_revoked_once_and_its_usage_is_counted,
    an_account_has_as_many_keys_as_it_may,
    a_removed_member_loses_keys_grants_and_decks_there,
    private_decks_pass_only_to_an_heir_who_may_have_them,
    of_the_last_two_administrators_one_stays,
    of_the_last_two_memberships_of_an_administrator_one_stays,
    changes_of_one_account_by_two_processes_do_not_undo_each_other,
    the_decks_of_a_deleted_user_pass_to_the_heir,
    expired_sessions_are_swept,
    an_identity_is_linked_to_one_account,
    an_account_that_is_deleted_loses_its_identity_and_its_passkeys,
    a_passkey_is_registered_once_and_its_count_goes_up,
    a_passkey_is_changed_by_its_account_alone,
    passkeys_that_are_added_at_once_stay_within_the_limit,
    the_audit_log_is_read_newest_first_and_expires,
);

fn session(hash: &str, user: &str, organization: &str) -> Session {
    Session {
        hash: hash.into(),
        user: user.into(),
        organization: organization.into(),
        by_link: false,
        created_at: 1,
        expires_at: 1000,
    }
}

pub(crate) fn key(id: &str, user: &str, organization: &str) -> ApiKey {
    ApiKey {
        id: id.into(),
        hash: format!("hash-{id}"),
        prefix: "svc_live_abcdefgh".into(),
        name: id.into(),
        scopes: vec!["read".into(), "write".into()],
        user: user.into(),
        organization: organization.into(),
        created_at: 5,
        last_used_at: None,
        revoked_at: None,
        agent: None,
    }
}

fn named(name: &str) -> UserFields {
    UserFields { name: Some(name.to_owned()), ..UserFields::default() }
}

/// Removes a member, whose decks all pass to the heir.
async fn remove(store: &Store, organization: &str, user: &str, heir: &str) -> Result<Vec<DeckId>, StoreError> {
    store.remove_member(&organization.into(), &user.into(), &heir.into(), Inheritance::All, 99).await
}

async fn the_first_account_is_created_once(storage: TestStorage) {
    let (one, other) = (storage.open().await, storage.open().await);
    assert!(one.is_empty().await.expect("an answer"));
    let (made, made_too) = tokio::join!(
        one.create_first_account(organization("org"), user("ann")),
        other.create_first_account(organization("org"), user("bob"))
    );
    assert!(made.expect("an answer") ^ made_too.expect("an answer"));
    assert!(!other.is_empty().await.expect("an answer"));
    assert_eq!(one.users().await.expect("users").len(), 1);
    assert_eq!(one.members(&"org".into()).await.expect("members")[0].1.role, Role::Admin);
}

async fn an_email_is_taken_once(storage: TestStorage) {
    let store = storage.with_users(&["ann", "bob"]).await;
    let twin = User { id: "twin".into(), ..user("ann") };
    let answer = store.create_user(twin, member("org", "twin")).await;
    assert!(matches!(answer, Err(StoreError::Taken(email)) if email == "ann@example.test"));
    assert!(store.user(&"twin".into()).await.expect("an answer").is_none());
    let found = store.user_by_email(" ANN@Example.test ").await.expect("an answer");
    assert_eq!(found.expect("ann").id, "ann");
}

async fn changes_of_accounts_are_seen_at_once(storage: TestStorage) {
    let (one, other) = (storage.with_users(&["ann"]).await, storage.open().await);
    assert_eq!(other.user(&"ann".into()).await.expect("an answer").expect("ann").name, "ANN");
    one.update_user(&"ann".into(), named("Anna"), 11).await.expect("it is changed");
    assert_eq!(one.user(&"ann".into()).await.expect("an answer").expect("ann").name, "Anna");
    let name = async || other.user(&"ann".into()).await.expect("an answer").expect("ann").name.clone();
    storage.sees("Anna".to_owned(), name).await;
}

async fn members_are_found_by_name_and_email(storage: TestStorage) {
    let store = storage.with_users(&["ann", "bob", "cecile"]).await;
    store.update_user(&"cecile".into(), named("Céline Öhman"), 11).await.expect("it is changed");
    let found = async |text: &str, limit| {
        let users = store.search_users(&"org".into(), text, limit).await.expect("users");
        let ids: Vec<&str> = users.iter().map(|user| user.id.as_str()).collect();
        ids.join(" ")
    };
    assert_eq!(found("EXAMPLE", 10).await, "ann bob cecile");
    assert_eq!(found("example", 2).await, "ann bob");
    assert_eq!(found("öhm", 10).await, "cecile");
    assert_eq!(found("%", 10).await, "");
}

async fn an_organization_is_deleted_only_when_empty(storage: TestStorage) {
    let store = storage.with_users(&["ann", "bob"]).await;
    let create = store.create_organization(organization("side"), member("side", "ann"));
    create.await.expect("it is made");
    store.add_member(member("side", "bob")).await.expect("bob joins");
    assert!(matches!(store.add_member(member("side", "bob")).await, Err(StoreError::Taken(_))));
    assert!(matches!(store.delete_organization(&"side".into(), &"ann".into()).await, Err(StoreError::NotEmpty)));
    remove(&store, "side", "bob", "ann").await.expect("bob leaves");
    let mut held = deck("held", "ann", "Held");
    held.head.organization = "side".into();
    store.create_deck(held, by("ann")).await.expect("a deck");
    store.set_trashed(&"held".into(), Some(trashed(60)), by("ann")).await.expect("in the trash");
    assert!(matches!(store.delete_organization(&"side".into(), &"ann".into()).await, Err(StoreError::NotEmpty)));
    store.purge_deck(&"held".into(), by("ann")).await.expect("it is gone");
    store.delete_organization(&"side".into(), &"ann".into()).await.expect("it is deleted");
    assert!(store.organization(&"side".into()).await.expect("an answer").is_none());
    let left = store.memberships_of(&"ann".into()).await.expect("memberships");
    assert_eq!(left.len(), 1);
}

async fn a_session_exists_until_it_is_ended(storage: TestStorage) {
    let store = storage.with_users(&["ann"]).await;
    for hash in ["a", "b", "c"] {
        store.create_session(session(hash, "ann", "org")).await.expect("it begins");
        assert!(store.session(hash).await.expect("an answer").is_some());
    }
    store.end_session("a").await.expect("it ends");
    store.end_sessions_of(&"ann".into(), Some("c")).await.expect("others end");
    for (hash, there) in [("a", false), ("b", false), ("c", true)] {
        assert_eq!(store.session(hash).await.expect("an answer").is_some(), there, "session {hash}");
    }
}

async fn a_link_is_redeemed_once(storage: TestStorage) {
    let store = storage.with_users(&["ann"]).await;
    let link = |hash: &str, purpose| OneTimeLink { hash: hash.into(), user: "ann".into(), purpose, expires_at: 100 };
    for (hash, purpose) in
        [("good", LinkPurpose::Invitation), ("sign in", LinkPurpose::SignIn), ("password", LinkPurpose::Password)]
    {
        store.create_link(link(hash, purpose)).await.expect("it is made");
        assert_eq!(store.redeem_link(hash, 99).await.expect("an answer"), Some(link(hash, purpose)));
    }
    store.create_link(link("late", LinkPurpose::SignIn)).await.expect("it is made");
    assert_eq!(store.redeem_link("good", 99).await.expect("an answer"), None);
    assert_eq!(store.redeem_link("late", 100).await.expect("an answer"), None);
    assert_eq!(store.redeem_link("unknown", 1).await.expect("an answer"), None);
}

async fn a_key_is_revoked_once_and_its_usage_is_counted(storage: TestStorage) {
    let (store, other) = (storage.with_users(&["ann"]).await, storage.open().await);
    store.create_key(key("k", "ann", "org"), None, 9).await.expect("a key");
    let held = other.key_by_hash("hash-k").await.expect("an answer").expect("the key");
    assert_eq!(held.scopes, ["read", "write"]);
    let did = |day, requests| Usage { day, requests, ai: 1, exports: 2 };
    let usage = [("k".into(), did(7, 3), 70), ("k".into(), did(8, 1), 80)];
    store.add_usage(&usage).await.expect("it is added");
    store.add_usage(&usage[..1]).await.expect("it is added");
    let days = other.usage(&"k".into(), 7).await.expect("days");
    assert_eq!(days.iter().map(|day| (day.day, day.requests, day.ai)).collect::<Vec<_>>(), [(8, 1, 1), (7, 6, 2)]);
    assert_eq!(other.usage(&"k".into(), 8).await.expect("days").len(), 1);
    assert_eq!(store.key(&"k".into()).await.expect("an answer").expect("the key").last_used_at, Some(80));
    assert!(store.revoke_key(&"k".into(), 90).await.expect("an answer"));
    assert!(!store.revoke_key(&"k".into(), 91).await.expect("an answer"));
    let revoked = async || other.key_by_hash("hash-k").await.expect("an answer").expect("the key").revoked_at;
    storage.sees(Some(90), revoked).await;
    assert_eq!(store.keys_of(&"ann".into(), &"org".into(), false).await.expect("keys").len(), 0);
    assert_eq!(store.keys_of(&"ann".into(), &"org".into(), true).await.expect("keys").len(), 1);
}

async fn an_account_has_as_many_keys_as_it_may(storage: TestStorage) {
    let store = storage.with_users(&["ann", "bob"]).await;
    let created = async |id: &str, user: &str| {
        let new = key(id, user, if id == "2" { "annex" } else { "org" });
        store.create_key(new, None, 2).await.expect("an answer")
    };
    assert!(created("1", "ann").await && created("2", "ann").await);
    assert!(!created("3", "ann").await, "two are the most, in all organizations");
    assert!(store.key(&"3".into()).await.expect("an answer").is_none(), "nothing is stored");
    assert!(created("4", "bob").await, "each account has its own");
    assert!(store.revoke_key(&"1".into(), 50).await.expect("an answer"));
    assert!(created("3", "ann").await, "revoked ones do not count");
}

async fn a_removed_member_loses_keys_grants_and_decks_there(storage: TestStorage) {
    let store = storage.with_users(&["ann", "bob"]).await;
    let create = store.create_organization(organization("side"), member("side", "ann"));
    create.await.expect("it is made");
    store.add_member(member("side", "bob")).await.expect("bob joins");
    store.create_key(key("k", "bob", "org"), None, 9).await.expect("a key");
    store.create_session(session("s", "bob", "org")).await.expect("a session");
    store.create_deck(deck("own", "bob", "Own"), by("bob")).await.expect("a deck");
    if store.is_database() {
        store.create_deck(deck("d", "ann", "Plan"), by("ann")).await.expect("a deck");
        store.add_grant(&"d".into(), grant("bob", Permission::Edit), by("ann")).await.expect("it is shared");
        assert_eq!(titles(&store, &list("bob", Ownership::Shared)).await, "1: Plan");
    }
    assert_eq!(remove(&store, "org", "bob", "ann").await.expect("bob leaves"), ["own"]);
    assert!(store.membership(&"org".into(), &"bob".into()).await.expect("an answer").is_none());
    let held = store.key_by_hash("hash-k").await.expect("an answer").expect("the key");
    assert_eq!(held.revoked_at, Some(99));
    let moved = store.session("s").await.expect("an answer").expect("the session");
    assert_eq!(moved.organization, "side");
    assert_eq!(titles(&store, &list("bob", Ownership::All)).await, "0: ");
    assert!(titles(&store, &list("ann", Ownership::Owned)).await.contains("Own"), "what bob made goes to ann");
    assert!(matches!(remove(&store, "org", "ann", "ann").await, Err(StoreError::NotEmpty)));
    remove(&store, "side", "bob", "ann").await.expect("bob leaves");
    assert!(store.session("s").await.expect("an answer").is_none());
}

async fn private_decks_pass_only_to_an_heir_who_may_have_them(storage: TestStorage) {
    let store = storage.with_users(&["ann", "bob"]).await;
    let mut open = deck("open", "bob", "Open");
    open.head.access = Access::Organization;
    store.create_deck(open, by("bob")).await.expect("a deck");
    store.create_deck(deck("secret", "bob", "Secret"), by("bob")).await.expect("a deck");
    let remove =
        async || store.remove_member(&"org".into(), &"bob".into(), &"ann".into(), Inheritance::NotPrivate, 99).await;
    assert!(matches!(remove().await, Err(StoreError::NotEmpty)));
    store.set_trashed(&"secret".into(), Some(trashed(60)), by("bob")).await.expect("in the trash");
    assert!(matches!(remove().await, Err(StoreError::NotEmpty)), "the heir could restore it");
    assert!(store.membership(&"org".into(), &"bob".into()).await.expect("an answer").is_some(), "nothing happened");
    assert_eq!(store.deck(&"open".into()).await.expect("an answer").expect("the deck").head.owner, "bob");
    store.purge_deck(&"secret".into(), by("bob")).await.expect("it is gone");
    assert_eq!(remove().await.expect("bob leaves"), ["open"]);
}

async fn of_the_last_two_administrators_one_stays(storage: TestStorage) {
    let (one, other) = (storage.with_users(&["ann", "bob"]).await, storage.open().await);
    let (ann, bob) = (UserId::from("ann"), UserId::from("bob"));
    let demoted = || UserFields { role: Some(Role::Member), ..UserFields::default() };
    let disabled = || UserFields { disabled: Some(true), ..UserFields::default() };
    let promote_both = async || {
        for user in [&ann, &bob] {
            let fields = UserFields { role: Some(Role::Admin), disabled: Some(false), ..UserFields::default() };
            one.update_user(user, fields, 11).await.expect("an administrator");
        }
    };
    let administrators = async || {
        let users = one.users().await.expect("users");
        users.iter().filter(|user| user.is_administrator()).count()
    };
    for round in 0..10 {
        promote_both().await;
        let change = if round % 2 == 0 { demoted() } else { disabled() };
        let (first, second) = tokio::join!(one.update_user(&ann, change, 12), other.update_user(&bob, demoted(), 12));
        let refusals: Vec<_> = [first.err(), second.err()].into_iter().flatten().collect();
        assert!(matches!(refusals[..], [StoreError::LastAdministrator]), "{refusals:?}");
        assert_eq!(administrators().await, 1);
    }
    promote_both().await;
    let (first, second) = tokio::join!(one.delete_user(&ann, &bob, 13), other.delete_user(&bob, &ann, 13));
    assert!(first.is_ok() ^ second.is_ok(), "{first:?} {second:?}");
    assert_eq!(administrators().await, 1);
}

async fn of_the_last_two_memberships_of_an_administrator_one_stays(storage: TestStorage) {
    let (one, other) = (storage.with_users(&["ann", "bob"]).await, storage.open().await);
    let administrator = UserFields { role: Some(Role::Admin), ..UserFields::default() };
    one.update_user(&"ann".into(), administrator, 11).await.expect("an administrator");
    one.create_organization(organization("side"), member("side", "ann")).await.expect("it is made");
    for _ in 0..5 {
        let (first, second) = tokio::join!(remove(&one, "org", "ann", "bob"), remove(&other, "side", "ann", "bob"));
        let (left, refused) = if first.is_ok() { ("org", second) } else { ("side", first) };
        assert!(matches!(refused, Err(StoreError::LastMembership)), "{refused:?}");
        one.add_member(member(left, "ann")).await.expect("she joins again");
    }
}

async fn changes_of_one_account_by_two_processes_do_not_undo_each_other(storage: TestStorage) {
    let (one, other) = (storage.with_users(&["ann", "bob"]).await, storage.open().await);
    for round in 0..10 {
        let (name, disabled) = (format!("Bob {round}"), round % 2 == 0);
        let switched = UserFields { disabled: Some(disabled), ..UserFields::default() };
        let bob = "bob".into();
        let (first, second) =
            tokio::join!(one.update_user(&bob, named(&name), 11), other.update_user(&bob, switched, 12));
        first.and(second).expect("both changes");
        let bob = one.user_by_email("bob@example.test").await.expect("an answer").expect("bob");
        assert_eq!((bob.name.as_str(), bob.disabled), (name.as_str(), disabled));
    }
}

async fn the_decks_of_a_deleted_user_pass_to_the_heir(storage: TestStorage) {
    let store = storage.with_users(&["ann", "bob"]).await;
    let create = store.create_organization(organization("side"), member("side", "bob"));
    create.await.expect("it is made");
    let mut aside = deck("aside", "bob", "Aside");
    aside.head.organization = "side".into();
    store.create_deck(aside, by("bob")).await.expect("a deck");
    let mut open = deck("open", "bob", "Open");
    open.head.access = Access::Organization;
    store.create_deck(open, by("bob")).await.expect("a deck");
    store.create_key(key("k", "bob", "org"), None, 9).await.expect("a key");
    store.create_session(session("s", "bob", "org")).await.expect("a session");
    let inherited = store.delete_user(&"bob".into(), &"ann".into(), 77).await.expect("bob is gone");
    assert_eq!(inherited, ["aside", "open"]);
    assert!(store.user(&"bob".into()).await.expect("an answer").is_none());
    assert!(store.session("s").await.expect("an answer").is_none());
    let held = store.key_by_hash("hash-k").await.expect("an answer").expect("the key");
    assert_eq!(held.revoked_at, Some(77));
    assert!(store.membership(&"side".into(), &"ann".into()).await.expect("an answer").is_some());
    assert_eq!(titles(&store, &list("ann", Ownership::Owned)).await, "1: Open");
    let held = store.deck(&"aside".into()).await.expect("an answer").expect("the deck");
    assert_eq!(held.head.owner, "ann");
}

async fn expired_sessions_are_swept(storage: TestStorage) {
    let store = storage.with_users(&["ann"]).await;
    store.create_session(session("s", "ann", "org")).await.expect("a session");
    store.session("s").await.expect("it is held");
    store.sweep(999).await.expect("it is swept");
    assert!(store.session("s").await.expect("an answer").is_some());
    store.sweep(1000).await.expect("it is swept");
    assert!(store.session("s").await.expect("an answer").is_none());
}

fn identity(id: &str, user: &str) -> Identity {
    let (issuer, subject) = ("https://login.example".into(), format!("subject-{id}"));
    Identity { id: id.into(), issuer, subject, user: user.into(), created_at: 7 }
}

async fn an_identity_is_linked_to_one_account(storage: TestStorage) {
    let store = storage.with_users(&["ann", "bob"]).await;
    let other = storage.open().await;
    assert!(store.bind_identity(identity("one", "ann")).await.expect("an answer"));
    assert!(other.bind_identity(identity("one", "ann")).await.expect("an answer"), "twice is once");
    assert!(!other.bind_identity(identity("one", "bob")).await.expect("an answer"), "it is another's");
    assert!(!other.bind_identity(identity("two", "ann")).await.expect("an answer"), "she has one of that issuer");
    let elsewhere = Identity { issuer: "https://other.example".into(), ..identity("three", "ann") };
    assert!(store.bind_identity(elsewhere).await.expect("an answer"));
    assert_eq!(other.user_of_identity(&"one".into()).await.expect("an answer").as_deref(), Some("ann"));
    assert_eq!(other.user_of_identity(&"two".into()).await.expect("an answer"), None);
    assert_eq!(store.delete_identities(&"ann".into()).await.expect("an answer"), 2);
    assert!(other.bind_identity(identity("two", "ann")).await.expect("an answer"));
}

async fn an_account_that_is_deleted_loses_its_identity_and_its_passkeys(storage: TestStorage) {
    let store = storage.with_users(&["ann", "bob"]).await;
    assert!(store.bind_identity(identity("one", "bob")).await.expect("an answer"));
    assert!(store.add_passkey(passkey("p", "bob", 0), 9).await.expect("an answer"));
    store.delete_user(&"bob".into(), &"ann".into(), 50).await.expect("Bob is deleted");
    assert_eq!(store.user_of_identity(&"one".into()).await.expect("an answer"), None);
    assert_eq!(store.passkey(&"p".into()).await.expect("an answer"), None);
}

fn passkey(id: &str, user: &str, sign_count: u32) -> Passkey {
    Passkey {
        id: id.into(),
        credential: format!("credential-{id}"),
        user: user.into(),
        public_key: "cose".into(),
        sign_count,
        name: "Laptop".into(),
        transports: vec!["internal".into(), "hybrid".into()],
        backup_eligible: true,
        backed_up: false,
        created_at: 7,
        last_used_at: None,
    }
}

async fn a_passkey_is_registered_once_and_its_count_goes_up(storage: TestStorage) {
    let (store, other) = (storage.with_users(&["ann", "bob"]).await, storage.open().await);
    let id = PasskeyId::from("p".to_owned());
    assert!(store.add_passkey(passkey("p", "ann", 0), 2).await.expect("an answer"));
    assert!(matches!(other.add_passkey(passkey("p", "bob", 0), 2).await, Err(StoreError::Taken(_))));
    assert_eq!(other.passkey(&id).await.expect("an answer"), Some(passkey("p", "ann", 0)));

    assert!(other.use_passkey(&id, 0, false, 8).await.expect("an answer"), "it does not count");
    assert!(other.use_passkey(&id, 4, true, 9).await.expect("an answer"), "it begins to count");
    for count in [4, 3, 0] {
        assert!(!store.use_passkey(&id, count, false, 10).await.expect("an answer"), "{count} is not more than 4");
    }
    let used = Passkey { sign_count: 4, backed_up: true, last_used_at: Some(9), ..passkey("p", "ann", 0) };
    assert_eq!(store.passkey(&id).await.expect("an answer"), Some(used));
    assert!(store.use_passkey(&id, u32::MAX, true, 11).await.expect("an answer"));
    assert!(!store.use_passkey(&"unknown".into(), 1, true, 11).await.expect("an answer"));

    assert!(store.add_passkey(passkey("q", "ann", 0), 2).await.expect("an answer"));
    assert!(!store.add_passkey(passkey("r", "ann", 0), 2).await.expect("an answer"), "two are the most");
}

async fn passkeys_that_are_added_at_once_stay_within_the_limit(storage: TestStorage) {
    let (store, other) = (storage.with_users(&["ann"]).await, storage.open().await);
    let mut adding = tokio::task::JoinSet::new();
    for number in 0..8 {
        let store = if number % 2 == 0 { store.clone() } else { other.clone() };
        let new = passkey(&format!("p{number}"), "ann", 0);
        adding.spawn(async move { store.add_passkey(new, 3).await.expect("an answer") });
    }
    let added = adding.join_all().await.into_iter().filter(|is_added| *is_added).count();
    assert_eq!(added, 3);
}

async fn a_passkey_is_changed_by_its_account_alone(storage: TestStorage) {
    let (store, other) = (storage.with_users(&["ann", "bob"]).await, storage.open().await);
    let (id, ann, bob) = (PasskeyId::from("p".to_owned()), "ann".into(), "bob".into());
    assert!(store.add_passkey(passkey("p", "ann", 0), 2).await.expect("an answer"));
    assert!(!other.rename_passkey(&id, &bob, "Mine").await.expect("an answer"));
    assert!(!other.delete_passkey(&id, &bob).await.expect("an answer"));
    assert!(other.rename_passkey(&id, &ann, "Phone").await.expect("an answer"));
    assert_eq!(store.passkeys_of(&ann).await.expect("passkeys")[0].name, "Phone");
    assert!(store.delete_passkey(&id, &ann).await.expect("an answer"));
    assert!(!store.delete_passkey(&id, &ann).await.expect("an answer"));
    assert!(other.passkeys_of(&ann).await.expect("passkeys").is_empty());
}

async fn the_audit_log_is_read_newest_first_and_expires(storage: TestStorage) {
    let (store, other) = (storage.with_users(&["ann"]).await, storage.open().await);
    let day = 86_400_000;
    for (id, act, at) in [("a", "user-made", day), ("b", "sign-in-locked", day), ("c", "key-made", 300 * day)] {
        let (actor, door) = (Some("ann@example.test".into()), "app".into());
        let details = serde_json::json!({ "role": "member" });
        let (address, subject) = (None, Some("bob@example.test".into()));
        let entry =
            AuditEntry { id: id.into(), at, act: act.into(), actor, entry_point: door, address, subject, details };
        store.add_audit(entry).await.expect("it is written");
    }
    let ids = async |limit, offset| {
        let (entries, total) = other.audit(limit, offset).await.expect("entries");
        (entries.iter().map(|entry| entry.id.to_string()).collect::<String>(), total)
    };
    assert_eq!((ids(10, 0).await, ids(1, 1).await), (("cab".into(), 3), ("a".into(), 3)));
    let newest = other.audit(1, 0).await.expect("entries").0.remove(0);
    assert_eq!(newest.details["role"], "member");
    assert_eq!((newest.actor.as_deref(), newest.address), (Some("ann@example.test"), None));
    store.sweep(32 * day).await.expect("it is swept");
    assert_eq!(ids(10, 0).await, ("ca".into(), 2), "what strangers can cause is kept a month");
    store.sweep(367 * day).await.expect("it is swept");
    assert_eq!(ids(10, 0).await, ("c".into(), 1));
}
