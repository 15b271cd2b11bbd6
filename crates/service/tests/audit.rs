//! The audit log: what is recorded, and what is not.

use std::time::Duration;

use crate::common::TestService;
use serde_json::{Value, json};
use service::{AuditEntry, Backend, Clock, Config, Error, NewUser, Role, Service, Tier, UserChange};

/// The entries as `act actor door subject details`, oldest first, without sign-ins.
async fn log_lines(test: &TestService) -> Vec<String> {
    let log = test.service.audit.list(&test.admin().await, 100, 0).await.expect("the log");
    let line = |entry: &AuditEntry| {
        let AuditEntry { act, entry_point: door, details, .. } = entry;
        let [actor, subject] = [&entry.actor, &entry.subject].map(|text| text.as_deref().unwrap_or_default());
        format!("{act} {actor} {door} {subject} {details}")
    };
    log.rows.iter().rev().filter(|entry| entry.act != "signed-in").map(line).collect()
}

/// Advances the clock, so that each act has a later time than the previous one.
fn then(test: &TestService) {
    test.wait(Duration::from_millis(1));
}

#[tokio::test]
async fn changes_of_accounts_are_recorded_without_secrets() {
    let test = TestService::new().await;
    let admin = test.admin().await;
    let new =
        NewUser { email: "ada@example.test".into(), password: Some("hunter2hunter2".into()), ..NewUser::default() };
    let (ada, _) = test.service.accounts.create_user(&admin, new).await.expect("an account");
    then(&test);
    let change = UserChange {
        role: Some(Role::Admin),
        tier: Some(Tier::Pro),
        password: Some("hunter3hunter3".into()),
        ..UserChange::default()
    };
    test.service.accounts.update_user(&admin, &ada.id, change).await.expect("a change");
    then(&test);
    let local = test.service.accounts.trusted_caller().await.expect("a caller");
    let off = UserChange { disabled: Some(true), ..UserChange::default() };
    test.service.accounts.update_user_by_email(&local, "ada@example.test", off).await.expect("a change");
    then(&test);
    let (bob, deck) = (test.member("bob", Tier::Free).await, test.deck(&test.admin().await).await);
    test.transfer(&admin, &deck, bob.email()).await;
    let start = log_lines(&test).await.len();
    then(&test);
    test.service.accounts.delete_user(&admin, &bob.user.id).await.expect("Bob is deleted");
    let removed = format!(r#"user-removed admin@example.test app bob@example.test {{"decks":["{deck}"]}}"#);
    assert_eq!(log_lines(&test).await.split_off(start), [removed], "it names the decks that changed hands");
    then(&test);
    test.service.accounts.delete_user(&admin, &ada.id).await.expect("she is gone");
    let mut lines = log_lines(&test).await;
    lines.retain(|line| line.contains(" ada@example.test "));
    assert_eq!(
        lines,
        [
            r#"user-made admin@example.test app ada@example.test {"organization":"default","role":"member","tier":"free","link":false}"#,
            r#"user-changed admin@example.test app ada@example.test {"role":"admin","tier":"pro","password":"set"}"#,
            r#"user-changed  console ada@example.test {"disabled":true}"#,
            "user-removed admin@example.test app ada@example.test {}",
        ]
    );
}

#[tokio::test]
async fn changes_of_keys_organizations_and_members_are_recorded() {
    let test = TestService::new().await;
    let (admin, service) = (test.admin().await, &test.service);
    let key = service.accounts.create_key(&admin, "Nightly", &["read".to_owned()]).await.expect("a key");
    then(&test);
    service.accounts.revoke_key(&admin, &key.key.id).await.expect("it is revoked");
    then(&test);
    let made = service.accounts.create_organization(&admin, "Harbour", "harbour").await.expect("an organization");
    let id = made.id;
    then(&test);
    let managed = service.accounts.managed_organization(&admin, &id).await.expect("an administrator");
    service.accounts.update_organization(&admin, &managed, Some("Port"), None).await.expect("a change");
    then(&test);
    service
        .accounts
        .create_user(&admin, NewUser { email: "ada@x.test".into(), ..NewUser::default() })
        .await
        .expect("an account");
    then(&test);
    service.accounts.add_member(&admin, &managed, "ada@x.test", Role::Member).await.expect("she joins");
    then(&test);
    let member = service.accounts.managed_member(&admin, &id, "ada@x.test").await.expect("a member");
    service.accounts.update_member(&admin, member.clone(), Role::Admin).await.expect("she rises");
    then(&test);
    service.accounts.remove_member(&admin, &member).await.expect("she leaves");
    then(&test);
    service.accounts.delete_organization(&admin, &id).await.expect("it is gone");
    let lines = log_lines(&test).await;
    let acts: Vec<&str> = lines.iter().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(
        acts,
        [
            "key-made",
            "key-revoked",
            "organization-made",
            "organization-changed",
            "user-made",
            "member-added",
            "member-changed",
            "member-removed",
            "organization-removed",
        ]
    );
    assert_eq!(lines[0], r#"key-made admin@example.test app Nightly {"scopes":["read"]}"#);
    assert!(lines[4].ends_with(r#""link":true}"#), "{}", lines[4]);
    assert_eq!(
        lines[6],
        r#"member-changed admin@example.test app ada@x.test {"organization":"harbour","role":"admin"}"#
    );
}

#[test]
fn every_act_has_a_name_for_people_in_every_language() {
    let source = include_str!("../src/audit.rs").lines().filter_map(|line| line.trim().strip_prefix("Self::"));
    let acts: Vec<&str> = source.filter_map(|line| line.split('"').nth(1)).collect();
    assert!(acts.len() > 25, "{acts:?}");
    for words in
        [include_str!("../../../web/src/lang/en/settings.json"), include_str!("../../../web/src/lang/nl/settings.json")]
    {
        let words: Value = serde_json::from_str(words).expect("JSON");
        let unnamed: Vec<_> =
            acts.iter().filter(|act| words.get(format!("settings.audit.act.{act}")).is_none()).collect();
        assert!(unnamed.is_empty(), "{unnamed:?}");
    }
}

#[tokio::test]
async fn changes_of_themes_and_slide_types_are_recorded() {
    let test = TestService::new().await;
    let (admin, service) = (test.admin().await, &test.service);
    let label = |label: &str| service::ThemeFields { label: Some(label.into()), ..Default::default() };
    let theme = service.catalogue.create_custom_theme(&admin, None, label("Harbour")).await.expect("a theme");
    let id = theme.id.clone();
    then(&test);
    service.catalogue.update_custom_theme(&admin, &theme.id, None, label("Port")).await.expect("a change");
    then(&test);
    service.catalogue.set_default_theme(&admin, &id).await.expect("the default");
    then(&test);
    service.catalogue.delete_custom_theme(&admin, &id).await.expect("it is gone");
    then(&test);
    let declaration = json!({
        "slug": "berth", "label": "Berth", "category": "content",
        "fields": [{ "key": "title", "kind": "string", "label": "Title", "required": true, "maxLength": 80 }],
        "defaults": { "title": "Berth" }, "example": { "title": "Quay 4" },
    });
    let declaration = declaration.as_object().expect("an object");
    let custom = service.catalogue.create_custom_type(&admin, declaration.clone()).await.expect("a type");
    then(&test);
    service.catalogue.update_custom_type(&admin, &custom.slug, declaration.clone()).await.expect("a change");
    then(&test);
    service.catalogue.publish_custom_type(&admin, "berth").await.expect("it is offered");
    then(&test);
    service.catalogue.delete_custom_type(&admin, "berth").await.expect("it is gone");
    let log_lines = log_lines(&test).await;
    let all = [
        ("theme-made", "harbour"),
        ("theme-changed", "harbour"),
        ("default-theme-set", id.as_str()),
        ("theme-removed", "harbour"),
        ("slide-type-made", "berth"),
        ("slide-type-changed", "berth"),
        ("slide-type-published", "berth"),
        ("slide-type-removed", "berth"),
    ];
    let line = |(act, subject)| format!(r#"{act} admin@example.test app {subject} {{"organization":"default"}}"#);
    assert_eq!(log_lines, all.map(line));
}

#[tokio::test]
async fn a_changed_password_a_backup_and_a_restore_are_recorded() {
    let test = TestService::new().await;
    let ada = test.member("ada", Tier::Free).await;
    let start = log_lines(&test).await.len();
    then(&test);
    test.service.accounts.change_password(&ada, Some("long enough"), "hunter2hunter2").await.expect("a change");
    then(&test);
    let backup = test.folder.path().join("backup.zip");
    test.service.operations.back_up(&backup).await.expect("a backup");
    assert_eq!(
        log_lines(&test).await.split_off(start),
        [r#"user-changed ada@example.test app ada@example.test {"password":"set"}"#, "backup-made  console  {}"]
    );

    let folder = tempfile::TempDir::new().expect("a folder");
    let backend = Backend::Sqlite { folder: folder.path().to_owned() };
    let config = Config { data_dir: folder.path().to_owned(), ..Config::default() };
    service::restore(&backend, &config, &backup, false).await.expect("it comes back");
    let service = Service::open(backend, config, Clock::default()).await.expect("it opens");
    let caller = service.accounts.trusted_caller().await.expect("a caller");
    let newest = service.audit.list(&caller, 1, 0).await.expect("the log").rows.remove(0);
    let known = (newest.act.as_str(), newest.entry_point.as_str(), &newest.details["madeAt"]);
    assert_eq!(known, ("backup-restored", "console", &json!("2026-01-31T09:30:00.002Z")));
    assert_eq!(newest.details["keys"], "revoked");
}

#[tokio::test]
async fn decks_go_by_their_ids_and_a_key_by_its_name() {
    let test = TestService::new().await;
    let (admin, service) = (test.admin().await, &test.service);
    let ada = test.member("ada", Tier::Free).await;
    let robot = test.key_of(&ada).await;
    let deck = test.deck(&ada).await;
    let start = log_lines(&test).await.len();
    then(&test);
    let managed = service.decks.granted(&robot, &deck).await.expect("her own deck");
    let service::NewShareLink { link, token } =
        service.share_links.create(&managed, Some("Council"), None).await.expect("a link");
    let link_id = link.id.as_str();
    then(&test);
    let managed = service.decks.granted(&ada, &deck).await.expect("her own deck");
    service.share_links.revoke(&managed, &link.id).await.expect("it ends");
    then(&test);
    test.transfer(&ada, &deck, admin.email()).await;
    then(&test);
    test.trash(&admin, &deck).await.expect("it is thrown away");
    service.decks.purge(&admin, &deck).await.expect("it is gone");
    then(&test);
    service.maintenance.set(&admin, true, None).await.expect("it is on");
    then(&test);
    service.catalogue.set_type(&admin, "quote-slide", Some(false), None).await.expect("it is off");
    let lines = log_lines(&test).await.split_off(start);
    assert_eq!(
        lines,
        [
            format!(
                r#"share-link-made ada@example.test key {deck} {{"link":"{link_id}","expiresAt":null,"key":"robot"}}"#
            ),
            format!(r#"share-link-ended ada@example.test app {deck} {{"link":"{link_id}"}}"#),
            format!(r#"deck-transferred ada@example.test app {deck} {{"to":"admin@example.test"}}"#),
            format!("deck-purged admin@example.test app {deck} {{}}"),
            r#"maintenance-switched admin@example.test app  {"active":true}"#.to_owned(),
            r#"slide-type-set admin@example.test app quote-slide {"enabled":false,"organization":"default"}"#
                .to_owned(),
        ]
    );
    assert!(!lines.join("\n").contains(token.as_str()), "no secret is in the log");
}

#[tokio::test]
async fn sign_ins_are_recorded_with_their_method() {
    let test = TestService::new().await;
    let (admin, accounts) = (test.admin().await, &test.service.accounts);
    let new = NewUser { email: "ada@example.test".into(), ..NewUser::default() };
    let (_, token) = accounts.create_user(&admin, new).await.expect("an account");
    then(&test);
    let token = token.expect("a link");
    accounts.sign_in_by_link("192.0.2.7", &token).await.expect("a good link");
    assert!(accounts.sign_in_by_link("192.0.2.7", &token).await.is_err(), "it is used");
    then(&test);
    let visitor = service::Visitor {
        issuer: "https://login.example".to_owned(),
        subject: "1".to_owned(),
        email: Some("ada@example.test".to_owned()),
        is_verified: true,
        name: None,
    };
    accounts.sign_in_by_issuer("192.0.2.8", &visitor).await.expect("an answer");
    let log = test.service.audit.list(&admin, 100, 0).await.expect("the log").rows;
    let mut lines: Vec<_> = log
        .iter()
        .filter(|entry| entry.act == "signed-in")
        .map(|entry| {
            let [actor, address] = [&entry.actor, &entry.address].map(|text| text.as_deref().unwrap_or_default());
            format!("{actor} {} {address} {}", entry.entry_point, entry.details)
        })
        .collect();
    lines.reverse();
    assert_eq!(
        lines,
        [
            r#"admin@example.test sign-in 10.0.0.1 {"method":"password"}"#,
            r#"ada@example.test sign-in 192.0.2.7 {"method":"link"}"#,
            r#"ada@example.test sign-in 192.0.2.8 {"method":"single-sign-on"}"#,
        ]
    );
    assert!(!format!("{log:?}").contains(&token), "no secret is in the log");
}

#[tokio::test]
async fn changes_of_sharing_and_visibility_are_recorded() {
    let test = TestService::new().await;
    let (ada, bob) = (test.member("ada", Tier::Free).await, test.member("bob", Tier::Free).await);
    let (deck, decks) = (test.deck(&ada).await, &test.service.decks);
    let start = log_lines(&test).await.len();
    let managed = async || decks.granted::<service::MayManage>(&ada, &deck).await.expect("her own deck");
    then(&test);
    test.share(&ada, &deck, bob.email(), service::Permission::View).await.expect("shared");
    then(&test);
    let (her, collaborator) = (managed().await, decks.collaborator(&managed().await, bob.email()).await);
    decks.update_collaborator(&her, collaborator.expect("bob"), service::Permission::Edit).await.expect("changed");
    then(&test);
    test.end_sharing(&ada, &deck, bob.email()).await;
    then(&test);
    decks.set_visibility(&managed().await, service::Access::Organization, Some(true)).await.expect("opened");
    then(&test);
    let fields = service::DeckFields { access: Some(service::Access::Private), ..Default::default() };
    let writable = decks.granted(&ada, &deck).await.expect("her own deck");
    decks.update(&writable, service::IfMatch::Any, fields).await.expect("closed");
    let line = |act: &str, details: &str| format!("{act} ada@example.test app {deck} {details}");
    assert_eq!(
        log_lines(&test).await.split_off(start),
        [
            line("collaborator-added", r#"{"email":"bob@example.test","permission":"view"}"#),
            line("collaborator-changed", r#"{"email":"bob@example.test","permission":"edit"}"#),
            line("collaborator-removed", r#"{"email":"bob@example.test"}"#),
            line("visibility-changed", r#"{"visibility":"organization","viewOnly":true}"#),
            line("visibility-changed", r#"{"visibility":"private","viewOnly":false}"#),
        ]
    );
}

#[tokio::test]
async fn a_lockout_is_recorded_once_and_names_accounts_only() {
    let test = TestService::new().await;
    for _ in 0..8 {
        let _ = test.service.accounts.sign_in("192.0.2.7", "admin@example.test", "wrong").await;
    }
    for _ in 0..5 {
        let _ = test.service.accounts.sign_in("192.0.2.7", "my secret password", "wrong").await;
    }
    test.wait(Duration::from_mins(2));
    let entries = test.service.audit.list(&test.admin().await, 100, 0).await.expect("the log").rows;
    let of = |what: &str| entries.iter().filter(|entry| entry.details["locked"] == what).collect::<Vec<_>>();
    assert_eq!((of("account").len(), of("address").len()), (1, 1), "{entries:#?}");
    assert_eq!(of("account")[0].subject.as_deref(), Some("admin@example.test"));
    let address = of("address")[0];
    assert_eq!((address.address.as_deref(), address.entry_point.as_str()), (Some("192.0.2.7"), "sign-in"));
    assert!(!format!("{entries:?}").contains("secret"), "{entries:?}");
}

#[tokio::test]
async fn strangers_cannot_fill_the_log() {
    let test = TestService::new().await;
    for number in 0..40 {
        for _ in 0..10 {
            test.service.accounts.record_failed_attempt(&format!("192.0.2.{number}")).await.expect("it is counted");
        }
    }
    assert_eq!(log_lines(&test).await.len(), 20);
}

#[tokio::test]
async fn only_administrators_read_it_page_by_page() {
    let test = TestService::new().await;
    let (admin, ada) = (test.admin().await, test.member("ada", Tier::Free).await);
    assert!(matches!(test.service.audit.list(&ada, 10, 0).await, Err(Error::Forbidden(_))));
    test.deck(&ada).await;
    test.key_of(&ada).await;
    let all = test.service.audit.list(&admin, 100, 0).await.expect("the log").rows;
    let page = test.service.audit.list(&admin, 1, 1).await.expect("the log");
    assert_eq!((page.total, page.rows.len(), &page.rows[0].id), (all.len(), 1, &all[1].id));
}
