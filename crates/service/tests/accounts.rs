//! Signing in, sessions, and how they end.

use std::time::Duration;

use crate::common::TestService;
use service::{Error, NewUser, OwnChange, Tier, UserChange};

#[tokio::test]
async fn a_first_start_happens_once() {
    let test = TestService::new().await;
    assert_eq!(test.service.accounts.first_start(Some("other@example.test"), None).await.expect("it answers"), None);
}

#[tokio::test]
async fn the_first_sign_in_is_awaited_until_somebody_signs_in() {
    let test = TestService::new().await;
    assert!(test.service.accounts.awaits_first_sign_in().await.expect("it answers"));
    let accounts = &test.service.accounts;
    let signed_in = accounts.sign_in("10.0.0.1", "admin@example.test", "correct horse").await.expect("the right pair");
    assert!(!accounts.awaits_first_sign_in().await.expect("it answers"));
    accounts.sign_out(Some(&signed_in.token)).await.expect("signed out");
    assert!(!accounts.awaits_first_sign_in().await.expect("it answers"), "also after signing out");
}

#[tokio::test]
async fn a_wrong_password_and_an_unknown_address_read_the_same() {
    let test = TestService::new().await;
    let refusal = |email: &'static str| {
        let service = test.service.clone();
        async move { service.accounts.sign_in("10.0.0.9", email, "nonsense").await.expect_err("wrong").to_string() }
    };
    assert_eq!(refusal("admin@example.test").await, refusal("nobody@example.test").await);
}

#[tokio::test]
async fn failures_are_throttled_and_come_back_with_time() {
    let test = TestService::new().await;
    let wrong = || test.service.accounts.sign_in("10.0.0.9", "admin@example.test", "nonsense");
    for _ in 0..8 {
        assert!(matches!(wrong().await, Err(Error::Unauthorized(_))));
    }
    let right = || test.service.accounts.sign_in("10.0.0.8", "admin@example.test", "correct horse");
    assert!(matches!(right().await, Err(Error::Throttled { retry_after: 1..=11 })), "the e-mail waits, also elsewhere");
    test.wait(Duration::from_secs(11));
    assert!(right().await.is_ok(), "6 a minute come back");
}

#[tokio::test]
async fn a_sign_in_lasts_fourteen_days_and_is_not_prolonged() {
    let test = TestService::new().await;
    let signed_in =
        test.service.accounts.sign_in("10.0.0.1", "admin@example.test", "correct horse").await.expect("right");
    test.wait(Duration::from_secs(14 * 86_400 - 1));
    assert!(test.service.accounts.caller_by_session(&signed_in.token).await.is_ok());
    test.wait(Duration::from_secs(1));
    assert!(matches!(test.service.accounts.caller_by_session(&signed_in.token).await, Err(Error::Unauthorized(_))));
}

#[tokio::test]
async fn a_link_works_once_and_for_seven_days() {
    let test = TestService::new().await;
    let admin = test.admin().await;
    let invite = |name: &str| NewUser { email: format!("{name}@example.test"), ..NewUser::default() };
    let (_, token) = test.service.accounts.create_user(&admin, invite("ada")).await.expect("an account");
    let token = token.expect("a link");
    let signed_in = test.service.accounts.sign_in_by_link("10.0.0.1", &token).await.expect("a good link");
    let caller = test.service.accounts.caller_by_session(&signed_in.token).await.expect("signed in");
    assert!(test.service.accounts.sign_in_by_link("10.0.0.1", &token).await.is_err(), "used");
    test.service
        .accounts
        .change_password(&caller, None, "a first password")
        .await
        .expect("the first password needs no other");
    let again = test.service.accounts.caller_by_session(&signed_in.token).await.expect("still signed in");
    assert!(test.service.accounts.change_password(&again, None, "a second one").await.is_err(), "the second one does");

    let (_, late) = test.service.accounts.create_user(&admin, invite("bob")).await.expect("an account");
    test.wait(Duration::from_hours(7 * 24));
    assert!(test.service.accounts.sign_in_by_link("10.0.0.1", &late.expect("a link")).await.is_err(), "expired");
}

#[tokio::test]
async fn a_new_password_deletes_one_time_links() {
    let test = TestService::new().await;
    let admin = test.admin().await;
    let new = NewUser { email: "ada@example.test".to_owned(), ..NewUser::default() };
    let (ada, link) = test.service.accounts.create_user(&admin, new).await.expect("an account");
    let change = UserChange { password: Some("long enough".to_owned()), ..UserChange::default() };
    test.service.accounts.update_user(&admin, &ada.id, change).await.expect("a password");
    let by_link = test.service.accounts.sign_in_by_link("10.0.0.1", &link.expect("a link")).await;
    assert!(matches!(by_link, Err(Error::Unauthorized(_))));
}

#[tokio::test]
async fn a_disabled_account_is_out_at_once_by_cookie_and_key() {
    let test = TestService::new().await;
    let ada = test.member("ada", Tier::Free).await;
    let made = test.service.accounts.create_key(&ada, "robot", &["read".to_owned()]).await.expect("a key");
    let key = made.token;
    let signed_in = test.service.accounts.sign_in("10.0.0.1", "ada@example.test", "long enough").await.expect("right");
    let change = UserChange { disabled: Some(true), ..UserChange::default() };
    test.service.accounts.update_user(&test.admin().await, &ada.user.id, change).await.expect("an administrator");
    assert!(test.service.accounts.caller_by_session(&signed_in.token).await.is_err());
    assert!(test.service.accounts.caller_by_key(&key).await.is_err());
    assert!(test.service.accounts.sign_in("10.0.0.1", "ada@example.test", "long enough").await.is_err());
}

#[tokio::test]
async fn decks_of_a_removed_member_pass_to_the_administrator_who_removes_them() {
    let test = TestService::new().await;
    let (admin, ada) = (test.admin().await, test.member("ada", Tier::Pro).await);
    let (deck, id) = (test.deck(&ada).await, &ada.organization.id);
    let accounts = &test.service.accounts;
    let managed = accounts.managed_member(&admin, id, ada.email()).await.expect("a member");
    accounts.remove_member(&admin, &managed).await.expect("she leaves");
    assert_eq!(test.read(&admin, &deck).await["ownerEmail"], admin.email());
    accounts.create_organization(&admin, "Harbour", "harbour").await.expect("the administrator belongs elsewhere too");
    let managed = accounts.managed_member(&admin, id, admin.email()).await.expect("a member");
    let own = accounts.remove_member(&admin, &managed).await;
    assert!(matches!(own, Err(Error::Conflict(_))), "nobody leaves decks behind: {own:?}");
}

#[tokio::test]
async fn an_administrator_of_an_organization_does_not_inherit_private_decks() {
    let test = TestService::new().await;
    let (admin, accounts) = (test.admin().await, &test.service.accounts);
    let (ada, eve) = (test.member("ada", Tier::Pro).await, test.member("eve", Tier::Pro).await);
    let id = &ada.organization.id;
    let managed = accounts.managed_member(&admin, id, eve.email()).await.expect("a member");
    accounts.update_member(&admin, managed, service::Role::Admin).await.expect("she manages the organization");
    let eve = test.signed_in(eve.email(), "long enough").await;
    let (secret, open) = (test.deck(&ada).await, test.deck(&ada).await);
    let manageable = test.service.decks.granted::<service::MayManage>(&ada, &open).await.expect("her own deck");
    test.service.decks.set_visibility(&manageable, service::Access::Organization, None).await.expect("opened");

    let member = accounts.managed_member(&eve, id, ada.email()).await.expect("a member");
    let Err(Error::Conflict(text)) = accounts.remove_member(&eve, &member).await else { panic!("she is removed") };
    assert!(text.contains("`ada@example.test` owns private presentations here"), "{text}");
    assert!(matches!(test.try_read(&eve, &secret).await, Err(Error::NotFound(_))));
    test.transfer(&ada, &secret, admin.email()).await;
    accounts.remove_member(&eve, &member).await.expect("nothing private is left");
    assert_eq!(test.read(&eve, &open).await["ownerEmail"], eve.email());

    let log = test.service.audit.list(&admin, 100, 0).await.expect("the log").rows;
    let removal = log.iter().find(|entry| entry.act == "member-removed").expect("an entry");
    assert_eq!(removal.details["decks"], serde_json::json!([open]), "it names the decks that changed hands");
}

#[tokio::test]
async fn the_last_administrator_can_neither_step_down_nor_be_switched_off() {
    let test = TestService::new().await;
    let admin = test.admin().await;
    for change in [
        UserChange { role: Some(service::Role::Member), ..UserChange::default() },
        UserChange { disabled: Some(true), ..UserChange::default() },
    ] {
        let refused = test.service.accounts.update_user(&admin, &admin.user.id, change).await;
        assert!(matches!(refused, Err(Error::Invalid(_))));
    }
}

#[tokio::test]
async fn a_flood_of_sign_ins_is_queued_and_ends() {
    let test = TestService::new().await;
    let attempts = (0..12).map(|number| {
        let service = test.service.clone();
        tokio::spawn(async move {
            service.accounts.sign_in(&format!("10.0.1.{number}"), &format!("u{number}@x.test"), "wrong").await.is_err()
        })
    });
    for attempt in attempts.collect::<Vec<_>>() {
        assert!(attempt.await.expect("it ends"));
    }
}

#[tokio::test]
async fn tries_at_once_are_no_way_around_the_throttle() {
    let test = TestService::new().await;
    let attempts = (0..40).map(|number| {
        let service = test.service.clone();
        tokio::spawn(async move { service.accounts.sign_in("192.0.2.7", &format!("u{number}@x.test"), "wrong").await })
    });
    let mut judged = 0;
    for attempt in attempts.collect::<Vec<_>>() {
        match attempt.await.expect("it ends").expect_err("wrong") {
            Error::Unauthorized(_) => judged += 1,
            Error::Throttled { .. } => {}
            other => panic!("{other}"),
        }
    }
    // Ten, and those that were checked at the same time as the tenth.
    assert!((10..=11).contains(&judged), "{judged} passwords were tried");
}

#[tokio::test]
async fn an_address_for_every_try_is_no_way_around_the_throttle() {
    let test = TestService::new().await;
    let tried = |address: String, number: usize| {
        let service = test.service.clone();
        async move { service.accounts.sign_in(&address, &format!("u{number}@x.test"), "wrong").await.expect_err("wrong") }
    };
    for number in 0..10 {
        assert!(matches!(tried(format!("2001:db8::{number}"), number).await, Error::Unauthorized(_)));
    }
    assert!(matches!(tried("2001:db8::ffff".to_owned(), 10).await, Error::Throttled { .. }), "the same household");
    assert!(matches!(tried("2001:db8:0:1::1".to_owned(), 11).await, Error::Unauthorized(_)), "its neighbours");
}

#[tokio::test]
async fn a_wrong_current_password_counts_as_a_failed_sign_in() {
    let test = TestService::new().await;
    let ada = test.member("ada", Tier::Free).await;
    let changed = |current: &'static str| test.service.accounts.change_password(&ada, Some(current), "a new password");
    for _ in 0..8 {
        assert!(matches!(changed("a guess").await, Err(Error::Forbidden(_))));
    }
    assert!(matches!(changed("long enough").await, Err(Error::Throttled { .. })));
    let elsewhere = test.service.accounts.sign_in("10.0.0.8", ada.email(), "long enough").await;
    assert!(matches!(elsewhere, Err(Error::Throttled { .. })));
    test.wait(Duration::from_secs(11));
    changed("long enough").await.expect("6 a minute come back");
}

#[tokio::test]
async fn changes_of_one_account_do_not_undo_each_other() {
    let test = TestService::new().await;
    let ada = test.member("ada", Tier::Free).await;
    let (email, admin) = (ada.email().to_owned(), test.admin().await);
    let tier = UserChange { tier: Some(Tier::Pro), ..UserChange::default() };
    let password = UserChange { password: Some("something else".to_owned()), ..UserChange::default() };
    let (named, tiered, locked) = tokio::join!(
        test.service.accounts.change_own(&ada, OwnChange { name: Some("Ada".to_owned()), ..OwnChange::default() }),
        test.service.accounts.update_user_by_email(&admin, &email, tier),
        test.service.accounts.update_user_by_email(&admin, &email, password),
    );
    assert!(named.is_ok() && tiered.is_ok() && locked.is_ok());
    let ada = test.signed_in(&email, "something else").await;
    assert_eq!((ada.user.name.as_str(), ada.user.tier), ("Ada", Tier::Pro));
}

#[tokio::test]
async fn a_password_set_by_an_administrator_ends_the_sessions_of_that_account_only() {
    let test = TestService::new().await;
    let (admin, ada) = (test.admin().await, test.member("ada", Tier::Free).await);
    let token = |email: &'static str, password: &'static str| {
        let service = test.service.clone();
        async move { service.accounts.sign_in("10.0.0.1", email, password).await.expect("the right pair").token }
    };
    let before = token("ada@example.test", "long enough").await;
    let name = UserChange { name: Some("Ada".to_owned()), ..UserChange::default() };
    test.service.accounts.update_user(&admin, &ada.user.id, name).await.expect("an administrator");
    assert!(test.service.accounts.caller_by_session(&before).await.is_ok(), "a new name ends nothing");
    let change = || UserChange { password: Some("another one".to_owned()), ..UserChange::default() };
    test.service.accounts.update_user(&admin, &ada.user.id, change()).await.expect("an administrator");
    assert!(test.service.accounts.caller_by_session(&before).await.is_err());

    let (own, other) =
        (token("admin@example.test", "correct horse").await, token("admin@example.test", "correct horse").await);
    let admin = test.service.accounts.caller_by_session(&own).await.expect("signed in");
    test.service.accounts.update_user(&admin, &admin.user.id, change()).await.expect("an administrator");
    assert!(test.service.accounts.caller_by_session(&own).await.is_ok());
    assert!(test.service.accounts.caller_by_session(&other).await.is_err());
}
