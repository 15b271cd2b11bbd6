//! Single sign-on: accounts from the identities of an issuer.

use crate::common::TestService;
use service::{Admission, Error, NewUser, Newcomers, Role, SignedIn, UserChange, Visitor};

fn visitor(subject: &str, email: &str) -> Visitor {
    Visitor {
        issuer: "https://login.example".to_owned(),
        subject: subject.to_owned(),
        email: Some(email.to_owned()),
        is_verified: true,
        name: Some("Ada Lovelace".to_owned()),
    }
}

async fn service_with_ada() -> TestService {
    let test = TestService::new().await;
    test.member("ada", service::Tier::Free).await;
    test
}

async fn visit(test: &TestService, visitor: &Visitor) -> Admission {
    test.service.accounts.sign_in_by_issuer("10.0.0.1", visitor).await.expect("an answer")
}

async fn comes_in(test: &TestService, visitor: &Visitor) -> String {
    let Admission::SignedIn(SignedIn { token, .. }) = visit(test, visitor).await else { panic!("not let in") };
    test.service.accounts.caller_by_session(&token).await.expect("signed in").email().to_owned()
}

#[tokio::test]
async fn the_verified_e_mail_of_an_account_lets_in_whatever_its_case() {
    let test = service_with_ada().await;
    assert_eq!(comes_in(&test, &visitor("1", "ADA@Example.test")).await, "ada@example.test");
}

#[tokio::test]
async fn an_e_mail_that_is_unverified_or_missing_does_not() {
    let test = service_with_ada().await;
    let guessed = Visitor { is_verified: false, ..visitor("1", "ada@example.test") };
    assert!(matches!(visit(&test, &guessed).await, Admission::Unverified));
    let silent = Visitor { email: None, ..visitor("1", "") };
    assert!(matches!(visit(&test, &silent).await, Admission::Unverified));
}

#[tokio::test]
async fn visitors_without_an_account_are_refused() {
    let test = service_with_ada().await;
    assert!(matches!(visit(&test, &visitor("1", "eve@example.test")).await, Admission::Unknown));
    let users = test.service.accounts.users(&test.admin().await).await.expect("users");
    assert_eq!(users.len(), 2, "nobody was made");
}

#[tokio::test]
async fn a_disabled_account_cannot_sign_in_before_and_after_the_first_visit() {
    let test = service_with_ada().await;
    let admin = test.admin().await;
    let switch = async |disabled| {
        let change = UserChange { disabled: Some(disabled), ..UserChange::default() };
        test.service.accounts.update_user_by_email(&admin, "ada@example.test", change).await.expect("it is switched");
    };
    let ada = visitor("1", "ada@example.test");
    switch(true).await;
    assert!(matches!(visit(&test, &ada).await, Admission::Unknown));
    switch(false).await;
    comes_in(&test, &ada).await;
    switch(true).await;
    assert!(matches!(visit(&test, &ada).await, Admission::Unknown));
}

#[tokio::test]
async fn after_the_first_visit_the_subject_decides_and_not_the_e_mail() {
    let test = service_with_ada().await;
    test.member("bob", service::Tier::Free).await;
    comes_in(&test, &visitor("1", "ada@example.test")).await;
    assert_eq!(comes_in(&test, &visitor("1", "bob@example.test")).await, "ada@example.test", "her e-mail changed");
    assert!(
        matches!(visit(&test, &visitor("2", "ada@example.test")).await, Admission::Unknown),
        "her old e-mail is somebody else's now"
    );
    let admin = test.admin().await;
    test.service.accounts.remove_sign_on_identities(&admin, "ada@example.test").await.expect("it is forgotten");
    assert_eq!(comes_in(&test, &visitor("2", "ada@example.test")).await, "ada@example.test");
}

#[tokio::test]
async fn newcomers_join_the_organization_that_is_set_as_members_of_the_instance() {
    let newcomers = Newcomers { organization: "default".to_owned(), role: Role::Admin };
    let test = TestService::with(|config| config.newcomers = Some(newcomers)).await;
    let Admission::SignedIn(SignedIn { token, .. }) = visit(&test, &visitor("1", "ada@example.test")).await else {
        panic!("not let in")
    };
    let ada = test.service.accounts.caller_by_session(&token).await.expect("signed in");
    assert_eq!((ada.user.name.as_str(), ada.role, ada.user.role), ("Ada Lovelace", Role::Admin, Role::Member));
    let nameless = Visitor { name: Some("x".repeat(201)), ..visitor("2", "bob@example.test") };
    comes_in(&test, &nameless).await;
    let admin = test.admin().await;
    test.service.maintenance.set(&admin, true, None).await.expect("it is on");
    let refused = test.service.accounts.sign_in_by_issuer("10.0.0.1", &visitor("3", "cy@example.test")).await;
    assert!(matches!(refused, Err(Error::Maintenance { .. })));
    comes_in(&test, &visitor("1", "ada@example.test")).await;
}

#[tokio::test]
async fn newcomers_to_an_organization_that_does_not_exist_are_refused() {
    let newcomers = Newcomers { organization: "elsewhere".to_owned(), role: Role::Member };
    let test = TestService::with(|config| config.newcomers = Some(newcomers)).await;
    assert!(matches!(visit(&test, &visitor("1", "ada@example.test")).await, Admission::Unknown));
}

#[tokio::test]
async fn refusals_count_against_the_address() {
    let test = service_with_ada().await;
    for _ in 0..10 {
        assert!(test.service.accounts.check_throttle("10.0.0.1").await.is_ok());
        visit(&test, &visitor("1", "eve@example.test")).await;
    }
    assert!(matches!(test.service.accounts.check_throttle("10.0.0.1").await, Err(Error::Throttled { .. })));
    assert!(test.service.accounts.check_throttle("10.0.0.2").await.is_ok());
}

#[tokio::test]
async fn two_concurrent_first_visits_both_succeed() {
    let test = service_with_ada().await;
    let (ada, eve) = (visitor("1", "ada@example.test"), visitor("2", "ada@example.test"));
    let (one, other) = tokio::join!(visit(&test, &ada), visit(&test, &eve));
    let is_in = |admission: &Admission| matches!(admission, Admission::SignedIn(_));
    assert!(is_in(&one) ^ is_in(&other), "one of two subjects has the account");
    let invited = NewUser { email: "eve@example.test".to_owned(), ..NewUser::default() };
    test.service.accounts.create_user(&test.admin().await, invited).await.expect("an account");
    let eve = visitor("3", "eve@example.test");
    let (one, other) = tokio::join!(visit(&test, &eve), visit(&test, &eve));
    assert!(is_in(&one) && is_in(&other));
}
