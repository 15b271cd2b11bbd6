//! Coming in on the word of an issuer.

use crate::common::Place;
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

async fn place_with_ada() -> Place {
    let place = Place::new().await;
    place.member("ada", service::Tier::Free).await;
    place
}

async fn visit(place: &Place, visitor: &Visitor) -> Admission {
    place.service.accounts.sign_in_by_issuer("10.0.0.1", visitor).await.expect("an answer")
}

async fn comes_in(place: &Place, visitor: &Visitor) -> String {
    let Admission::In(SignedIn { token, .. }) = visit(place, visitor).await else { panic!("not let in") };
    place.service.accounts.caller_by_session(&token).await.expect("signed in").email().to_owned()
}

#[tokio::test]
async fn the_verified_e_mail_of_an_account_lets_in_whatever_its_case() {
    let place = place_with_ada().await;
    assert_eq!(comes_in(&place, &visitor("1", "ADA@Example.test")).await, "ada@example.test");
}

#[tokio::test]
async fn an_e_mail_that_is_not_verified_or_not_told_does_not() {
    let place = place_with_ada().await;
    let guessed = Visitor { is_verified: false, ..visitor("1", "ada@example.test") };
    assert!(matches!(visit(&place, &guessed).await, Admission::Unverified));
    let silent = Visitor { email: None, ..visitor("1", "") };
    assert!(matches!(visit(&place, &silent).await, Admission::Unverified));
}

#[tokio::test]
async fn people_without_an_account_are_turned_away() {
    let place = place_with_ada().await;
    assert!(matches!(visit(&place, &visitor("1", "eve@example.test")).await, Admission::Unknown));
    let users = place.service.accounts.users(&place.admin().await).await.expect("users");
    assert_eq!(users.len(), 2, "nobody was made");
}

#[tokio::test]
async fn an_account_that_is_switched_off_stays_shut_before_and_after_the_first_visit() {
    let place = place_with_ada().await;
    let admin = place.admin().await;
    let switch = async |disabled| {
        let change = UserChange { disabled: Some(disabled), ..UserChange::default() };
        place.service.accounts.update_user_by_email(&admin, "ada@example.test", change).await.expect("it is switched");
    };
    let ada = visitor("1", "ada@example.test");
    switch(true).await;
    assert!(matches!(visit(&place, &ada).await, Admission::Unknown));
    switch(false).await;
    comes_in(&place, &ada).await;
    switch(true).await;
    assert!(matches!(visit(&place, &ada).await, Admission::Unknown));
}

#[tokio::test]
async fn after_the_first_visit_the_subject_decides_and_not_the_e_mail() {
    let place = place_with_ada().await;
    place.member("bob", service::Tier::Free).await;
    comes_in(&place, &visitor("1", "ada@example.test")).await;
    assert_eq!(comes_in(&place, &visitor("1", "bob@example.test")).await, "ada@example.test", "her e-mail changed");
    assert!(
        matches!(visit(&place, &visitor("2", "ada@example.test")).await, Admission::Unknown),
        "her old e-mail is somebody else's now"
    );
    let admin = place.admin().await;
    place.service.accounts.remove_sign_on_identities(&admin, "ada@example.test").await.expect("it is forgotten");
    assert_eq!(comes_in(&place, &visitor("2", "ada@example.test")).await, "ada@example.test");
}

#[tokio::test]
async fn newcomers_join_the_organization_that_is_set_as_members_of_the_instance() {
    let newcomers = Newcomers { organization: "default".to_owned(), role: Role::Admin };
    let place = Place::with(|config| config.newcomers = Some(newcomers)).await;
    let Admission::In(SignedIn { token, .. }) = visit(&place, &visitor("1", "ada@example.test")).await else {
        panic!("not let in")
    };
    let ada = place.service.accounts.caller_by_session(&token).await.expect("signed in");
    assert_eq!((ada.user.name.as_str(), ada.role, ada.user.role), ("Ada Lovelace", Role::Admin, Role::Member));
    let nameless = Visitor { name: Some("x".repeat(201)), ..visitor("2", "bob@example.test") };
    comes_in(&place, &nameless).await;
    let admin = place.admin().await;
    place.service.maintenance.set(&admin, true, None).await.expect("it is on");
    let refused = place.service.accounts.sign_in_by_issuer("10.0.0.1", &visitor("3", "cy@example.test")).await;
    assert!(matches!(refused, Err(Error::Maintenance { .. })));
    comes_in(&place, &visitor("1", "ada@example.test")).await;
}

#[tokio::test]
async fn newcomers_to_an_organization_that_is_not_there_are_turned_away() {
    let newcomers = Newcomers { organization: "elsewhere".to_owned(), role: Role::Member };
    let place = Place::with(|config| config.newcomers = Some(newcomers)).await;
    assert!(matches!(visit(&place, &visitor("1", "ada@example.test")).await, Admission::Unknown));
}

#[tokio::test]
async fn refusals_count_against_the_address() {
    let place = place_with_ada().await;
    for _ in 0..10 {
        assert!(place.service.accounts.check_throttle("10.0.0.1").await.is_ok());
        visit(&place, &visitor("1", "eve@example.test")).await;
    }
    assert!(matches!(place.service.accounts.check_throttle("10.0.0.1").await, Err(Error::Throttled { .. })));
    assert!(place.service.accounts.check_throttle("10.0.0.2").await.is_ok());
}

#[tokio::test]
async fn two_first_visits_at_once_do_not_trip_over_each_other() {
    let place = place_with_ada().await;
    let (ada, eve) = (visitor("1", "ada@example.test"), visitor("2", "ada@example.test"));
    let (one, other) = tokio::join!(visit(&place, &ada), visit(&place, &eve));
    let is_in = |admission: &Admission| matches!(admission, Admission::In(_));
    assert!(is_in(&one) ^ is_in(&other), "one of two subjects has the account");
    let invited = NewUser { email: "eve@example.test".to_owned(), ..NewUser::default() };
    place.service.accounts.create_user(&place.admin().await, invited).await.expect("an account");
    let eve = visitor("3", "eve@example.test");
    let (one, other) = tokio::join!(visit(&place, &eve), visit(&place, &eve));
    assert!(is_in(&one) && is_in(&other));
}
