//! Webhooks, and the delivery of events to them.

use store::{
    ChangeContext, Delivery, DeliveryAttempt, DeliveryState, Store, StoreError, Webhook, WebhookEvent, WebhookId,
};

use crate::on_every_backend;
use crate::storage::{TestStorage, deck};

const MINUTE: i64 = 60_000;

on_every_backend!(
    an_event_is_stored_with_its_change_for_those_that_receive_it,
    processes_are_notified_of_deliveries,
    a_delivery_is_leased_by_one_process,
    a_delivery_is_finished_by_the_process_that_leased_it_last,
    a_receiver_that_is_gone_gets_nothing_more,
    old_deliveries_are_deleted,
    an_organization_has_so_many_webhooks,
);

fn webhook(id: &str, events: &[&str]) -> Webhook {
    Webhook {
        id: id.into(),
        organization: "org".into(),
        url: "https://receiver.test/hook".to_owned(),
        events: events.iter().map(|&event| event.to_owned()).collect(),
        active: true,
        description: String::new(),
        secret: "whsec_c2VjcmV0".to_owned(),
        gone_at: None,
        created_at: 1,
        updated_at: 1,
    }
}

fn event(message: &str, name: &str, at: i64) -> WebhookEvent {
    WebhookEvent {
        message: message.to_owned(),
        organization: "org".into(),
        event: name.to_owned(),
        body: "{}".to_owned(),
        at,
    }
}

fn attempt(at: i64, failure: Option<&str>, next_at: Option<i64>) -> DeliveryAttempt {
    let failure = failure.map(str::to_owned);
    DeliveryAttempt { at, response_status: Some(500), duration_ms: 7, failure, next_at, is_gone: false }
}

async fn messages(store: &Store, webhook: &str) -> Vec<String> {
    let (rows, total) = store.deliveries(&webhook.into(), 100, 0).await.expect("deliveries");
    assert_eq!(rows.len(), total);
    rows.into_iter().map(|row| row.message).collect()
}

async fn claimed(store: &Store, now: i64) -> Vec<Delivery> {
    store.claim_deliveries(&"w".into(), now, now + MINUTE, 10).await.expect("an answer")
}

async fn state(store: &Store, message: &str) -> (DeliveryState, u32, Option<i64>) {
    let id = format!("{message}.w").into();
    let row = store.delivery(&"w".into(), &id).await.expect("an answer").expect("a delivery");
    (row.state, row.attempts, row.next_at)
}

async fn an_event_is_stored_with_its_change_for_those_that_receive_it(storage: TestStorage) {
    let store = storage.with_users(&["ann"]).await;
    for new in [
        webhook("w", &["presentation.created", "key.created"]),
        webhook("other", &["key.created"]),
        Webhook { active: false, ..webhook("off", &["presentation.created"]) },
        Webhook { organization: "annex".into(), ..webhook("annex", &["presentation.created"]) },
    ] {
        assert!(store.create_webhook(new, 20).await.expect("a webhook"));
    }
    let changed = |message: &str| ChangeContext {
        event: Some(event(message, "presentation.created", 5)),
        ..ChangeContext::default()
    };
    store.create_deck(deck("d", "ann", "Plan"), changed("one")).await.expect("a deck");
    let refused = store.create_deck(deck("d", "ann", "Plan"), changed("two")).await;
    assert!(matches!(refused, Err(StoreError::Taken(_))));
    assert_eq!(messages(&store, "w").await, ["one"], "a write that failed has no event");
    for none in ["other", "off", "annex"] {
        assert!(messages(&store, none).await.is_empty(), "{none}");
    }
    store.add_webhook_event(event("three", "key.created", 6)).await.expect("an event");
    assert_eq!(messages(&store, "w").await, ["three", "one"]);
    assert_eq!(messages(&store, "other").await, ["three"]);
    assert!(store.delete_webhook(&"org".into(), &"w".into()).await.expect("an answer"));
    assert!(messages(&store, "w").await.is_empty());
}

async fn processes_are_notified_of_deliveries(storage: TestStorage) {
    let store = storage.with_users(&["ann"]).await;
    if !store.is_database() {
        return;
    }
    let other = storage.open().await;
    store.create_webhook(webhook("w", &["key.created"]), 20).await.expect("a webhook");
    let (mut here, mut there) = (store.deliveries_added(), other.deliveries_added());
    store.add_webhook_event(event("m", "deck.none", 5)).await.expect("an event");
    assert!(!here.has_changed().expect("it is open"), "nobody receives it");
    store.add_webhook_event(event("n", "key.created", 5)).await.expect("an event");
    assert!(here.has_changed().expect("it is open"));
    there.changed().await.expect("another process is notified");
    assert_eq!(store.next_delivery_at(4).await.expect("an answer"), Some(5));
    assert_eq!(store.next_delivery_at(5).await.expect("an answer"), None, "it is due");
    here.mark_unchanged();
    store.update_webhook(Webhook { active: false, ..webhook("w", &["key.created"]) }).await.expect("it is off");
    assert!(here.has_changed().expect("it is open"));
    assert_eq!(store.next_delivery_at(4).await.expect("an answer"), None, "the webhook is off");
}

async fn a_delivery_is_leased_by_one_process(storage: TestStorage) {
    let store = storage.with_users(&["ann"]).await;
    if !store.is_database() {
        return;
    }
    store.create_webhook(webhook("w", &["key.created"]), 20).await.expect("a webhook");
    for number in 0..40 {
        let message = format!("m{number:02}");
        store.add_webhook_event(event(&message, "key.created", number)).await.expect("an event");
    }
    let mut processes = Vec::new();
    for _ in 0..4 {
        let store = storage.open().await;
        processes.push(tokio::spawn(async move {
            let mut claims = Vec::new();
            loop {
                let claim = store.claim_deliveries(&"w".into(), 100, 100 + MINUTE, 3).await.expect("an answer");
                if claim.is_empty() && store.due_webhooks(100).await.expect("an answer").is_empty() {
                    return claims;
                }
                claims.extend(claim.into_iter().map(|delivery| delivery.message));
            }
        }));
    }
    let mut all = Vec::new();
    for process in processes {
        all.extend(process.await.expect("it ended"));
    }
    all.sort();
    let expected: Vec<String> = (0..40).map(|number| format!("m{number:02}")).collect();
    assert_eq!(all, expected, "each once");
    assert_eq!(claimed(&store, 100 + MINUTE).await.len(), 10, "a lease that expired");
}

async fn a_delivery_is_finished_by_the_process_that_leased_it_last(storage: TestStorage) {
    let store = storage.with_users(&["ann"]).await;
    store.create_webhook(webhook("w", &["key.created"]), 20).await.expect("a webhook");
    store.add_webhook_event(event("m", "key.created", 5)).await.expect("an event");
    let slow = claimed(&store, 10).await.remove(0);
    assert!(store.due_webhooks(11).await.expect("an answer").is_empty(), "it is leased");
    let next = claimed(&store, 10 + MINUTE).await.remove(0);
    store.finish_delivery(slow, attempt(99, None, None)).await.expect("ignored");
    assert_eq!(state(&store, "m").await, (DeliveryState::Pending, 2, Some(10 + 2 * MINUTE)));
    store.finish_delivery(next, attempt(99, Some("500"), Some(200))).await.expect("stored");
    assert_eq!(state(&store, "m").await, (DeliveryState::Pending, 2, Some(200)));
    assert!(claimed(&store, 199).await.is_empty());
    let last = claimed(&store, 200).await.remove(0);
    assert_eq!((last.failure.as_deref(), last.response_status, last.duration_ms), (Some("500"), Some(500), Some(7)));
    store.finish_delivery(last, attempt(201, None, None)).await.expect("stored");
    assert_eq!(state(&store, "m").await, (DeliveryState::Delivered, 3, None));
}

async fn a_receiver_that_is_gone_gets_nothing_more(storage: TestStorage) {
    let store = storage.with_users(&["ann"]).await;
    store.create_webhook(webhook("w", &["key.created"]), 20).await.expect("a webhook");
    for message in ["one", "two"] {
        store.add_webhook_event(event(message, "key.created", 5)).await.expect("an event");
    }
    let first = claimed(&store, 10).await.remove(0);
    let gone = DeliveryAttempt { is_gone: true, ..attempt(20, Some("410"), None) };
    store.finish_delivery(first, gone).await.expect("stored");
    let found = store.webhook(&"org".into(), &"w".into()).await.expect("an answer").expect("a webhook");
    assert_eq!((found.active, found.gone_at), (false, Some(20)));
    for message in ["one", "two"] {
        let (state, _, next_at) = state(&store, message).await;
        assert_eq!((state, next_at), (DeliveryState::Failed, None), "{message}");
    }
    store.add_webhook_event(event("three", "key.created", 30)).await.expect("an answer");
    assert_eq!(messages(&store, "w").await.len(), 2);
}

async fn old_deliveries_are_deleted(storage: TestStorage) {
    let store = storage.with_users(&["ann"]).await;
    store.create_webhook(webhook("w", &["key.created"]), 20).await.expect("a webhook");
    let month = 30 * 86_400_000;
    for (message, at) in [("old", 5), ("new", 7)] {
        store.add_webhook_event(event(message, "key.created", at)).await.expect("an event");
    }
    store.sweep(month + 6).await.expect("swept");
    assert_eq!(messages(&store, "w").await, ["new"]);
}

async fn an_organization_has_so_many_webhooks(storage: TestStorage) {
    let store = storage.with_users(&["ann"]).await;
    for (id, expected) in [("a", true), ("b", true), ("c", false)] {
        assert_eq!(store.create_webhook(webhook(id, &[]), 2).await.expect("an answer"), expected, "{id}");
    }
    let ids: Vec<WebhookId> =
        store.webhooks(&"org".into()).await.expect("webhooks").into_iter().map(|webhook| webhook.id).collect();
    assert_eq!(ids, ["a", "b"]);
}
