//! Budgets by the minute and by the day, with a clock that is moved by hand.

use std::time::Duration;

use crate::common::{NOW, Place};
use service::{Error, Limit, Tier};

#[tokio::test]
async fn the_minute_begins_with_the_first_call_and_the_sixty_first_waits() {
    let place = Place::new().await;
    let key = place.key_of(&place.member("ada", Tier::Free).await).await;
    for left in (0..60).rev() {
        let (rate, spent) = place.service.limits.spend_request(&key).await.expect("counted");
        assert_eq!((rate.limit, rate.remaining, spent), (60, left, None));
        assert_eq!(rate.reset, NOW / 1000 + 60);
    }
    place.wait(Duration::from_secs(20));
    let (rate, spent) = place.service.limits.spend_request(&key).await.expect("counted");
    assert_eq!((rate.remaining, spent.expect("over").retry_after), (0, 40));
    place.wait(Duration::from_secs(40));
    let (rate, spent) = place.service.limits.spend_request(&key).await.expect("counted");
    assert_eq!((rate.remaining, spent, rate.reset), (59, None, NOW / 1000 + 120), "a new minute");
}

#[tokio::test]
async fn daily_limits_begin_anew_at_midnight_utc() {
    let place = Place::new().await;
    let key = place.key_of(&place.member("ada", Tier::Free).await).await;
    for _ in 0..10 {
        place.service.limits.check_daily(&key, Limit::Ai).await.expect("some left");
        place.service.limits.count_daily(&key, Limit::Ai).await.expect("counted");
    }
    let spent = match place.service.limits.check_daily(&key, Limit::Ai).await {
        Err(Error::Limited(spent)) => spent,
        other => panic!("{other:?}"),
    };
    assert_eq!((spent.limit, spent.used, spent.retry_after), (10, 10, 14 * 3600 + 1800));
    assert!(place.service.limits.check_daily(&key, Limit::Exports).await.is_ok(), "each limit by itself");
    place.wait(Duration::from_secs(spent.retry_after));
    assert!(place.service.limits.check_daily(&key, Limit::Ai).await.is_ok());
}

#[tokio::test]
async fn a_new_tier_applies_at_the_next_call() {
    let place = Place::new().await;
    let ada = place.member("ada", Tier::Free).await;
    let made = place.service.accounts.create_key(&ada, "robot", &[]).await.expect("a key");
    let key = made.token.as_str();
    let limit = || async {
        let caller = place.service.accounts.caller_by_key(key).await.expect("a good key");
        place.service.limits.spend_request(&caller).await.expect("counted").0.limit
    };
    assert_eq!(limit().await, 60);
    let change = service::UserChange { tier: Some(Tier::Pro), ..service::UserChange::default() };
    place.service.accounts.update_user(&place.admin().await, &ada.user.id, change).await.expect("an administrator");
    assert_eq!(limit().await, 300);
}

#[tokio::test]
async fn usage_counts_what_a_key_did() {
    let place = Place::new().await;
    let ada = place.member("ada", Tier::Free).await;
    let key = place.key_of(&ada).await;
    place.service.limits.spend_request(&key).await.expect("counted");
    place.wait(Duration::from_hours(24));
    place.service.limits.spend_request(&key).await.expect("counted");
    place.service.limits.count_daily(&key, Limit::Exports).await.expect("counted");
    let id = key.key().expect("by key").id.clone();
    let usage = place.service.accounts.key_usage(&ada, &id, 30).await.expect("one's own key");
    assert_eq!((usage.today.requests, usage.today.ai, usage.today.exports), (1, 0, 1));
    assert_eq!(usage.totals.requests, 2);
    let days: Vec<String> = usage.history.iter().map(|day| service::iso_day(day.day)).collect();
    assert_eq!(days, ["2026-02-01", "2026-01-31"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_calls_at_once_for_the_last_of_a_day_only_those_that_are_left_pass() {
    let place = Place::new().await;
    let key = place.key_of(&place.member("ada", Tier::Free).await).await;
    let mut calls = tokio::task::JoinSet::new();
    for _ in 0..30 {
        let (service, key) = (place.service.clone(), key.clone());
        calls.spawn(async move { service.limits.count_daily(&key, Limit::Ai).await });
    }
    let passed = calls.join_all().await.into_iter().flatten().count();
    assert_eq!(passed, 10);
    assert!(matches!(place.service.limits.count_daily(&key, Limit::Ai).await, Err(Error::Limited(_))));
    assert!(place.service.limits.count_daily(&key, Limit::Exports).await.is_ok(), "each limit by itself");
}
