//! Passkeys, by an authenticator in software.

use std::time::Duration;

use service::{
    Caller, Error, NewPasskey, NewUser, Passkey, PasskeyCondition, PasskeySignIn, RelyingParty, SignedIn, Tier,
    UserChange, Visitor,
};

use crate::common::TestService;
use crate::common::authenticator::{Authenticator, BACKUP_ELIGIBLE, Ceremony, base64url};

const ORIGIN: &str = "https://decks.example";
const ADDRESS: &str = "10.0.0.9";

fn party() -> RelyingParty {
    RelyingParty::at(ORIGIN).expect("a site")
}

fn new_passkey(by: &Authenticator, ceremony: &Ceremony) -> NewPasskey {
    let (client_data, attestation) = by.register(ceremony);
    NewPasskey {
        name: Some(" Laptop ".to_owned()),
        client_data: base64url(&client_data),
        attestation_object: base64url(&attestation),
        transports: ["usb", "telepathy", "internal", "usb"].map(str::to_owned).to_vec(),
    }
}

fn sign_in(by: &Authenticator, ceremony: &Ceremony, user: &str) -> PasskeySignIn {
    let (client_data, authenticator_data, signature) = by.sign(ceremony);
    PasskeySignIn {
        credential: base64url(&by.credential),
        client_data: base64url(&client_data),
        authenticator_data: base64url(&authenticator_data),
        signature: base64url(&signature),
        user_handle: Some(base64url(user.as_bytes())),
    }
}

/// Adds a passkey to an account.
async fn add(test: &TestService, caller: &Caller, by: &Authenticator) -> Result<Passkey, Error> {
    let begun = test.service.accounts.begin_passkey(caller, None).await?;
    let new = new_passkey(by, &Ceremony::at(ORIGIN, &begun.challenge));
    test.service.accounts.add_passkey(caller, &party(), &new).await
}

/// A ceremony with a challenge for signing in.
async fn ceremony(test: &TestService) -> Ceremony {
    Ceremony::at(ORIGIN, &test.service.accounts.begin_passkey_sign_in(ADDRESS).await.expect("a challenge"))
}

async fn enter(test: &TestService, sent: &PasskeySignIn) -> Result<SignedIn, Error> {
    test.service.accounts.sign_in_by_passkey(ADDRESS, &party(), sent).await
}

/// Tries to sign in, and expects a refusal.
async fn refused(test: &TestService, sent: &PasskeySignIn) {
    let answer = enter(test, sent).await;
    assert!(matches!(answer, Err(Error::Unauthorized("the passkey is unknown, or its answer was refused"))));
}

#[tokio::test]
async fn a_passkey_signs_its_account_in() {
    let test = TestService::new().await;
    let ada = test.member("ada", Tier::Free).await;
    let by = Authenticator::es256(b"one");
    let passkey = add(&test, &ada, &by).await.expect("a passkey");
    assert_eq!((passkey.name.as_str(), passkey.last_used_at), ("Laptop", None));
    assert_eq!(passkey.transports, ["internal", "usb"]);

    test.wait(Duration::from_mins(1));
    let signed_in = enter(&test, &sign_in(&by, &ceremony(&test).await, &ada.user.id)).await.expect("signed in");
    assert_eq!(signed_in.user.email, "ada@example.test");
    let caller = test.service.accounts.caller_by_session(&signed_in.token).await.expect("a session");
    assert!(!test.service.accounts.profile(&caller).await.expect("a profile").may_choose_password);
    let list = test.service.accounts.passkeys(&ada).await.expect("passkeys");
    assert_eq!(list.passkeys[0].last_used_at, Some(test.clock.now()));

    let log = test.service.audit.list(&test.admin().await, 20, 0).await.expect("the log").rows;
    let acts: Vec<_> = log.iter().map(|entry| (entry.act.as_str(), entry.details.to_string())).collect();
    assert!(acts.contains(&("signed-in", r#"{"method":"passkey"}"#.to_owned())), "{acts:?}");
    assert!(acts.contains(&("passkey-added", r#"{"name":"Laptop"}"#.to_owned())), "{acts:?}");

    test.service.accounts.remove_passkey(&ada, &passkey.id).await.expect("it is removed");
    refused(&test, &sign_in(&by, &ceremony(&test).await, &ada.user.id)).await;
}

#[tokio::test]
async fn a_challenge_is_answered_once_and_within_five_minutes() {
    let test = TestService::new().await;
    let ada = test.member("ada", Tier::Free).await;
    let by = Authenticator::ed25519(b"one");
    let begun = test.service.accounts.begin_passkey(&ada, None).await.expect("a challenge");
    let made = Ceremony::at(ORIGIN, &begun.challenge);
    // The challenge of one account is rejected for another, and is used up by the attempt.
    let bob = test.member("bob", Tier::Free).await;
    let stolen = test.service.accounts.add_passkey(&bob, &party(), &new_passkey(&by, &made)).await;
    assert!(matches!(stolen, Err(Error::Invalid(_))));
    let again = test.service.accounts.add_passkey(&ada, &party(), &new_passkey(&by, &made)).await;
    assert!(matches!(again, Err(Error::Invalid(_))));
    add(&test, &ada, &by).await.expect("a passkey");

    let made = ceremony(&test).await;
    let sent = sign_in(&by, &made, &ada.user.id);
    enter(&test, &sent).await.expect("signed in");
    refused(&test, &sent).await;

    let [late, in_time] = [ceremony(&test).await, ceremony(&test).await];
    test.wait(Duration::from_secs(299));
    enter(&test, &sign_in(&by, &in_time, &ada.user.id)).await.expect("signed in");
    test.wait(Duration::from_secs(1));
    refused(&test, &sign_in(&by, &late, &ada.user.id)).await;
    refused(&test, &sign_in(&by, &Ceremony::at(ORIGIN, "invented"), &ada.user.id)).await;
    let begun = test.service.accounts.begin_passkey(&ada, None).await.expect("a challenge");
    refused(&test, &sign_in(&by, &Ceremony::at(ORIGIN, &begun.challenge), &ada.user.id)).await;
}

#[tokio::test]
async fn answers_that_were_altered_are_refused() {
    let test = TestService::new().await;
    let (ada, bob) = (test.member("ada", Tier::Free).await, test.member("bob", Tier::Free).await);
    let by = Authenticator::es256(b"one");
    add(&test, &ada, &by).await.expect("a passkey");

    let foreign = Ceremony { origin: "https://evil.example".to_owned(), ..ceremony(&test).await };
    refused(&test, &sign_in(&by, &foreign, &ada.user.id)).await;
    let other_site = Ceremony { site: "evil.example".to_owned(), ..ceremony(&test).await };
    refused(&test, &sign_in(&by, &other_site, &ada.user.id)).await;
    let unverified = Ceremony { flags: 1, ..ceremony(&test).await };
    refused(&test, &sign_in(&by, &unverified, &ada.user.id)).await;
    let copied = Ceremony { flags: 0b101 | BACKUP_ELIGIBLE, ..ceremony(&test).await };
    refused(&test, &sign_in(&by, &copied, &ada.user.id)).await;
    refused(&test, &sign_in(&by, &ceremony(&test).await, &bob.user.id)).await;
    refused(&test, &PasskeySignIn { user_handle: None, ..sign_in(&by, &ceremony(&test).await, "") }).await;
    let stranger = Authenticator::es256(b"two");
    refused(&test, &sign_in(&stranger, &ceremony(&test).await, &ada.user.id)).await;
    let forged = Authenticator::es256(b"one");
    refused(&test, &sign_in(&forged, &ceremony(&test).await, &ada.user.id)).await;
    let garbage = PasskeySignIn { signature: "?".to_owned(), ..sign_in(&by, &ceremony(&test).await, &ada.user.id) };
    refused(&test, &garbage).await;
    enter(&test, &sign_in(&by, &ceremony(&test).await, &ada.user.id)).await.expect("the tenth is right");
}

#[tokio::test]
async fn failed_sign_ins_are_throttled_with_those_by_password() {
    let test = TestService::new().await;
    let ada = test.member("ada", Tier::Free).await;
    let by = Authenticator::es256(b"one");
    add(&test, &ada, &by).await.expect("a passkey");
    let good = sign_in(&by, &ceremony(&test).await, &ada.user.id);
    for _ in 0..10 {
        refused(&test, &sign_in(&by, &Ceremony::at(ORIGIN, "invented"), &ada.user.id)).await;
    }
    assert!(matches!(enter(&test, &good).await, Err(Error::Throttled { .. })));
    let begun = test.service.accounts.begin_passkey_sign_in(ADDRESS).await;
    assert!(matches!(begun, Err(Error::Throttled { .. })));
    let password = test.service.accounts.sign_in(ADDRESS, "ada@example.test", "long enough").await;
    assert!(matches!(password, Err(Error::Throttled { .. })));
    test.wait(Duration::from_secs(11));
    enter(&test, &good).await.expect("signed in");
}

#[tokio::test]
async fn a_count_of_signatures_that_goes_back_is_refused() {
    let test = TestService::new().await;
    let ada = test.member("ada", Tier::Free).await;
    let by = Authenticator::rs256(b"one");
    add(&test, &ada, &by).await.expect("a passkey");
    let counted = async |sign_count| {
        let made = Ceremony { sign_count, ..ceremony(&test).await };
        enter(&test, &sign_in(&by, &made, &ada.user.id)).await.is_ok()
    };
    assert!(counted(0).await && counted(0).await, "it does not count");
    assert!(counted(7).await);
    assert!(!counted(7).await && !counted(6).await && !counted(0).await);
    assert!(counted(8).await);
}

#[tokio::test]
async fn a_passkey_is_added_after_a_fresh_sign_in_or_with_the_password() {
    let test = TestService::new().await;
    let accounts = &test.service.accounts;
    let ada = test.member("ada", Tier::Free).await;
    let condition = async |caller: &Caller| accounts.passkeys(caller).await.expect("passkeys").condition;
    assert_eq!(condition(&ada).await, PasskeyCondition::None);
    test.wait(Duration::from_mins(10));
    assert_eq!(condition(&ada).await, PasskeyCondition::Password);
    assert!(matches!(accounts.begin_passkey(&ada, None).await, Err(Error::Invalid(_))));
    assert!(matches!(accounts.begin_passkey(&ada, Some("a guess")).await, Err(Error::Forbidden(_))));
    accounts.begin_passkey(&ada, Some("long enough")).await.expect("a challenge");
}

#[tokio::test]
async fn an_account_without_a_password_signs_in_again_first() {
    let test = TestService::new().await;
    let accounts = &test.service.accounts;
    let new = NewUser { email: "eve@example.test".to_owned(), ..NewUser::default() };
    let (eve, token) = accounts.create_user(&test.admin().await, new).await.expect("an account");
    let by_link = accounts.sign_in_by_link(ADDRESS, &token.expect("a link")).await.expect("signed in");
    let caller = accounts.caller_by_session(&by_link.token).await.expect("a session");
    test.wait(Duration::from_secs(601));
    let by = Authenticator::es256(b"one");
    add(&test, &caller, &by).await.expect("a person who may choose a password may add a passkey");
    accounts.sign_out(Some(&by_link.token)).await.expect("signed out");

    let signed_in = enter(&test, &sign_in(&by, &ceremony(&test).await, &eve.id)).await.expect("signed in");
    let caller = accounts.caller_by_session(&signed_in.token).await.expect("a session");
    assert!(accounts.profile(&caller).await.expect("a profile").may_choose_password, "it has none yet");
}

#[tokio::test]
async fn disabled_accounts_and_those_of_single_sign_on_alone_have_no_passkeys() {
    let test = TestService::with(|config| {
        let organization = "default".to_owned();
        config.newcomers = Some(service::Newcomers { organization, role: service::Role::Member });
    })
    .await;
    let (accounts, admin) = (&test.service.accounts, test.admin().await);
    let ada = test.member("ada", Tier::Free).await;
    let by = Authenticator::es256(b"one");
    add(&test, &ada, &by).await.expect("a passkey");
    let change = UserChange { disabled: Some(true), ..UserChange::default() };
    accounts.update_user(&admin, &ada.user.id, change).await.expect("disabled");
    refused(&test, &sign_in(&by, &ceremony(&test).await, &ada.user.id)).await;

    let visitor = Visitor {
        issuer: "https://login.example".to_owned(),
        subject: "1".to_owned(),
        email: Some("zoe@example.test".to_owned()),
        is_verified: true,
        name: None,
    };
    let service::Admission::SignedIn(zoe) = accounts.sign_in_by_issuer(ADDRESS, &visitor).await.expect("an answer")
    else {
        panic!("not let in")
    };
    let zoe = accounts.caller_by_session(&zoe.token).await.expect("a session");
    assert_eq!(accounts.passkeys(&zoe).await.expect("passkeys").condition, PasskeyCondition::Refused);
    assert!(matches!(add(&test, &zoe, &Authenticator::es256(b"two")).await, Err(Error::Forbidden(_))));
}

#[tokio::test]
async fn an_account_has_twenty_passkeys_that_nobody_else_has() {
    let test = TestService::new().await;
    let (ada, bob) = (test.member("ada", Tier::Free).await, test.member("bob", Tier::Free).await);
    let by = Authenticator::es256(b"0");
    let first = add(&test, &ada, &by).await.expect("a passkey");
    assert!(matches!(add(&test, &ada, &by).await, Err(Error::Conflict(_))));
    assert!(matches!(add(&test, &bob, &by).await, Err(Error::Conflict(_))), "another account");
    let begun = test.service.accounts.begin_passkey(&ada, None).await.expect("a challenge");
    for number in 1..20_u8 {
        add(&test, &ada, &Authenticator::ed25519(&[number])).await.expect("a passkey");
    }
    assert!(matches!(test.service.accounts.begin_passkey(&ada, None).await, Err(Error::Conflict(_))));
    let late = new_passkey(&Authenticator::ed25519(b"late"), &Ceremony::at(ORIGIN, &begun.challenge));
    assert!(matches!(test.service.accounts.add_passkey(&ada, &party(), &late).await, Err(Error::Conflict(_))));

    let accounts = &test.service.accounts;
    assert!(matches!(accounts.rename_passkey(&bob, &first.id, "Mine").await, Err(Error::NotFound(_))));
    assert!(matches!(accounts.remove_passkey(&bob, &first.id).await, Err(Error::NotFound(_))));
    assert!(matches!(accounts.rename_passkey(&ada, &first.id, " ").await, Err(Error::Invalid(_))));
    assert!(matches!(accounts.rename_passkey(&ada, &first.id, &"x".repeat(101)).await, Err(Error::Invalid(_))));
    assert_eq!(accounts.rename_passkey(&ada, &first.id, " Phone ").await.expect("renamed").name, "Phone");
}
