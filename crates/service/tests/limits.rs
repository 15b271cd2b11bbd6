//! Limits per minute and per day, with a clock that the test advances.

use std::time::Duration;

use crate::common::{NOW, TestService};
use service::{Error, Limit, Tier};

#[tokio::test]
async fn the_minute_begins_with_the_first_call_and_the_sixty_first_waits() {
    let test = TestService::new().await;
    let key = test.key_of(&test.member("ada", Tier::Free).await).await;
    for left in (0..60).rev() {
        let (rate, exhausted) = test.service.limits.count_request(&key).await.expect("counted");
        assert_eq!((rate.limit, rate.remaining, exhausted), (60, left, None));
        assert_eq!(rate.reset, NOW / 1000 + 60);
    }
    test.wait(Duration::from_secs(20));
    let (rate, exhausted) = test.service.limits.count_request(&key).await.expect("counted");
    assert_eq!((rate.remaining, exhausted.expect("over").retry_after), (0, 40));
    test.wait(Duration::from_secs(40));
    let (rate, exhausted) = test.service.limits.count_request(&key).await.expect("counted");
    assert_eq!((rate.remaining, exhausted, rate.reset), (59, None, NOW / 1000 + 120), "a new minute");
}

#[tokio::test]
async fn daily_limits_begin_anew_at_midnight_utc() {
    let test = TestService::new().await;
    let key = test.key_of(&test.member("ada", Tier::Free).await).await;
    for _ in 0..10 {
        test.service.limits.check_daily(&key, Limit::Ai).await.expect("some left");
        test.service.limits.count_daily(&key, Limit::Ai).await.expect("counted");
    }
    let exhausted = match test.service.limits.check_daily(&key, Limit::Ai).await {
        Err(Error::Limited(exhausted)) => exhausted,
        other => panic!("{other:?}"),
    };
    assert_eq!((exhausted.limit, exhausted.used, exhausted.retry_after), (10, 10, 14 * 3600 + 1800));
    assert!(test.service.limits.check_daily(&key, Limit::Exports).await.is_ok(), "each limit by itself");
    test.wait(Duration::from_secs(exhausted.retry_after));
    assert!(test.service.limits.check_daily(&key, Limit::Ai).await.is_ok());
}

#[tokio::test]
async fn a_new_tier_applies_at_the_next_call() {
    let test = TestService::new().await;
    let ada = test.member("ada", Tier::Free).await;
    let made = test.service.accounts.create_key(&ada, "robot", &[]).await.expect("a key");
    let key = made.token.as_str();
    let limit = || async {
        let caller = test.service.accounts.caller_by_key(key).await.expect("a good key");
        test.service.limits.count_request(&caller).await.expect("counted").0.limit
    };
    assert_eq!(limit().await, 60);
    let change = service::UserChange { tier: Some(Tier::Pro), ..service::UserChange::default() };
    test.service.accounts.update_user(&test.admin().await, &ada.user.id, change).await.expect("an administrator");
    assert_eq!(limit().await, 300);
}

#[tokio::test]
async fn usage_of_a_key_is_counted() {
    let test = TestService::new().await;
    let ada = test.member("ada", Tier::Free).await;
    let key = test.key_of(&ada).await;
    test.service.limits.count_request(&key).await.expect("counted");
    test.wait(Duration::from_hours(24));
    test.service.limits.count_request(&key).await.expect("counted");
    test.service.limits.count_daily(&key, Limit::Exports).await.expect("counted");
    let id = key.key().expect("by key").id.clone();
    let usage = test.service.accounts.key_usage(&ada, &id, 30).await.expect("one's own key");
    assert_eq!((usage.today.requests, usage.today.ai, usage.today.exports), (1, 0, 1));
    assert_eq!(usage.totals.requests, 2);
    let days: Vec<String> = usage.history.iter().map(|day| service::iso_day(day.day)).collect();
    assert_eq!(days, ["2026-02-01", "2026-01-31"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_calls_do_not_exceed_the_daily_limit() {
    let test = TestService::new().await;
    let key = test.key_of(&test.member("ada", Tier::Free).await).await;
    let mut calls = tokio::task::JoinSet::new();
    for _ in 0..30 {
        let (service, key) = (test.service.clone(), key.clone());
        calls.spawn(async move { service.limits.count_daily(&key, Limit::Ai).await });
    }
    let passed = calls.join_all().await.into_iter().flatten().count();
    assert_eq!(passed, 10);
    assert!(matches!(test.service.limits.count_daily(&key, Limit::Ai).await, Err(Error::Limited(_))));
    assert!(test.service.limits.count_daily(&key, Limit::Exports).await.is_ok(), "each limit by itself");
}
