//! Publications, what organizations allow, and counts of views.

use std::collections::BTreeMap;

use store::{Publication, Publishing, SessionCounts, Store, StoreError, Version, VersionReason, ViewCounts, ViewKey};

use crate::storage::{TestStorage, by, deck, trashed};

crate::on_every_backend!(
    a_publication_shows_its_version_until_it_is_deleted,
    an_address_belongs_to_one_deck,
    of_two_decks_that_are_published_at_once_one_gets_the_address,
    options_keep_the_version_that_was_published_meanwhile,
    a_published_version_is_not_swept,
    counts_add_up_and_end_with_their_deck,
    the_highest_counts_of_a_session_stay_for_13_months,
    a_starter_is_listed_until_its_deck_is_gone,
    starters_that_are_marked_at_once_stay_within_the_limit,
);

const DAY: i64 = 86_400_000;

fn version(deck: &str, id: &str, at: i64) -> Version {
    Version {
        id: id.into(),
        deck: deck.into(),
        revision: 1,
        reason: VersionReason::Published,
        name: None,
        by_email: "ann@example.test".into(),
        by_name: "ANN".into(),
        title: "Harbour".into(),
        slide_count: 1,
        slides: BTreeMap::new(),
        created_at: at,
    }
}

fn publication(deck: &str, slug: &str) -> Publication {
    Publication {
        deck: deck.into(),
        slug: slug.into(),
        version: format!("version of {deck}").into(),
        revision: 1,
        indexable: true,
        notes: false,
        downloads: true,
        password: None,
        ends_at: None,
        created_at: 5,
        published_at: 6,
        updated_at: 7,
    }
}

async fn publish(store: &Store, deck: &str, slug: &str) -> Result<(), StoreError> {
    let shown = version(deck, &format!("version of {deck}"), 6);
    store.put_publication(publication(deck, slug), Some(shown), None).await
}

async fn with_decks(storage: &TestStorage) -> Store {
    let store = storage.with_users(&["ann"]).await;
    for id in ["d", "e"] {
        store.create_deck(deck(id, "ann", "Harbour"), by("ann")).await.expect("it is made");
    }
    store
}

async fn a_publication_shows_its_version_until_it_is_deleted(storage: TestStorage) {
    let store = with_decks(&storage).await;
    publish(&store, "d", "harbour").await.expect("it is published");
    let found = store.published_deck("harbour").await.expect("an answer").expect("a publication");
    assert_eq!((&found.publication, found.organization.as_str()), (&publication("d", "harbour"), "org"));
    assert_eq!(found.publishing, Publishing::default());
    assert!(store.version(&"d".into(), &found.publication.version).await.expect("an answer").is_some());

    let stale = Version { revision: 9, ..version("d", "later", 8) };
    let refused = store.put_publication(publication("d", "harbour"), Some(stale), None).await;
    assert!(matches!(refused, Err(StoreError::Stale { latest: 1 })));

    let sites = vec!["https://blog.test".to_owned()];
    let allowed = Publishing { allowed: false, sites };
    store.set_publishing(&"org".into(), allowed.clone()).await.expect("it is set");
    let other = storage.open().await;
    storage.sees(allowed, async || other.publishing(&"org".into()).await.expect("an answer")).await;
    assert!(store.indexable_decks(10, 10).await.expect("an answer").is_empty(), "publishing is not allowed");
    store.set_publishing(&"org".into(), Publishing::default()).await.expect("it is set");
    assert_eq!(store.indexable_decks(10, 10).await.expect("an answer").len(), 1);
    let ends = Publication { ends_at: Some(10), ..publication("d", "harbour") };
    store.put_publication(ends, None, None).await.expect("it is set");
    assert!(store.indexable_decks(10, 10).await.expect("an answer").is_empty(), "it has ended");

    store.set_trashed(&"d".into(), Some(trashed(20)), by("ann")).await.expect("it is trashed");
    assert!(store.published_deck("harbour").await.expect("an answer").is_none());
    store.set_trashed(&"d".into(), None, by("ann")).await.expect("it is restored");
    assert!(store.published_deck("harbour").await.expect("an answer").is_some());
    store.purge_deck(&"d".into(), by("ann")).await.expect("it is deleted");
    assert!(store.publication(&"d".into()).await.expect("an answer").is_none());
    assert!(!store.delete_publication(&"d".into()).await.expect("an answer"));
}

async fn an_address_belongs_to_one_deck(storage: TestStorage) {
    let store = with_decks(&storage).await;
    publish(&store, "d", "harbour").await.expect("it is published");
    let refused = publish(&store, "e", "harbour").await;
    assert!(matches!(refused, Err(StoreError::Taken(slug)) if slug == "harbour"));
    assert!(store.publication(&"e".into()).await.expect("an answer").is_none(), "nothing is written");
    assert!(store.versions(&"e".into(), 10, 0).await.expect("versions").rows.is_empty());
    let missing = publish(&store, "unknown", "other").await;
    assert!(matches!(missing, Err(StoreError::Missing)));
    assert!(store.delete_publication(&"d".into()).await.expect("an answer"));
    publish(&store, "e", "harbour").await.expect("the address is free");
}

async fn of_two_decks_that_are_published_at_once_one_gets_the_address(storage: TestStorage) {
    let (store, other) = (with_decks(&storage).await, storage.open().await);
    for round in 0..8 {
        let slug = format!("harbour-{round}");
        let published = async |store: &Store, deck: &str| {
            let id = format!("{slug} of {deck}");
            let shown = version(deck, &id, 6);
            let publication = Publication { version: id.into(), ..publication(deck, &slug) };
            store.put_publication(publication, Some(shown), None).await
        };
        let both = tokio::join!(published(&store, "d"), published(&other, "e"));
        let is_taken = |result: &Result<(), StoreError>| matches!(result, Err(StoreError::Taken(_)));
        assert!(both.0.is_ok() != both.1.is_ok(), "{both:?}");
        assert!(is_taken(&both.0) || is_taken(&both.1), "{both:?}");
    }
}

async fn options_keep_the_version_that_was_published_meanwhile(storage: TestStorage) {
    let store = with_decks(&storage).await;
    publish(&store, "d", "harbour").await.expect("it is published");
    publish(&store, "e", "quay").await.expect("it is published");
    let later = Publication { version: "later".into(), published_at: 8, ..publication("d", "harbour") };
    let shown = version("d", "later", 8);
    store.put_publication(later.clone(), Some(shown), None).await.expect("it is published again");

    let refused = store.put_publication(publication("d", "harbour"), None, None).await;
    assert!(matches!(refused, Err(StoreError::Stale { latest: 1 })), "it shows another version by now");
    let changed = store.update_publication(&"d".into(), |publication| publication.notes = true).await;
    let expected = Publication { notes: true, ..later };
    assert_eq!(changed.expect("an answer"), Some(expected.clone()));
    assert_eq!(store.publication(&"d".into()).await.expect("an answer"), Some(expected.clone()));
    let taken = store.update_publication(&"d".into(), |publication| "quay".clone_into(&mut publication.slug)).await;
    assert!(matches!(taken, Err(StoreError::Taken(slug)) if slug == "quay"));
    assert_eq!(store.publication(&"d".into()).await.expect("an answer"), Some(expected));

    assert!(store.delete_publication(&"d".into()).await.expect("an answer"));
    let ended = store.update_publication(&"d".into(), |publication| publication.notes = false).await;
    assert_eq!(ended.expect("an answer"), None, "what ended stays ended");
}

async fn a_published_version_is_not_swept(storage: TestStorage) {
    let store = with_decks(&storage).await;
    publish(&store, "d", "harbour").await.expect("it is published");
    store.sweep(400 * DAY).await.expect("it sweeps");
    assert_eq!(store.versions(&"d".into(), 10, 0).await.expect("versions").total, 1);
    store.delete_publication(&"d".into()).await.expect("it ends");
    store.sweep(400 * DAY).await.expect("it sweeps");
    assert_eq!(store.versions(&"d".into(), 10, 0).await.expect("versions").total, 0);
}

async fn counts_add_up_and_end_with_their_deck(storage: TestStorage) {
    let store = with_decks(&storage).await;
    let key = |deck: &str, day: i64, slide: &str| ViewKey {
        deck: deck.into(),
        day,
        link: "page".into(),
        slide: Some(slide.into()).filter(|_| !slide.is_empty()),
    };
    let one = ViewCounts { views: 2, visitors: 1, finished: 1, downloads: 3, milliseconds: 400, leaves: 1 };
    // Another node adds its own.
    let other = storage.open().await;
    for store in [&store, &other] {
        let rows = vec![(key("d", 9, ""), one), (key("d", 9, "one"), one), (key("unknown", 9, ""), one)];
        store.add_view_counts(rows).await.expect("they are added");
    }
    let sum = ViewCounts { views: 4, visitors: 2, finished: 2, downloads: 6, milliseconds: 800, leaves: 2 };
    let found = store.view_counts(&"d".into(), 0).await.expect("counts");
    assert_eq!(found, [(key("d", 9, ""), sum), (key("d", 9, "one"), sum)]);
    assert!(store.view_counts(&"d".into(), 10).await.expect("counts").is_empty());
    assert!(store.view_counts(&"unknown".into(), 0).await.expect("counts").is_empty(), "there is no such deck");
    store.sweep((9 + 396) * DAY).await.expect("it sweeps");
    assert_eq!(store.view_counts(&"d".into(), 0).await.expect("counts").len(), 2);
    store.sweep((9 + 397) * DAY).await.expect("it sweeps");
    assert!(store.view_counts(&"d".into(), 0).await.expect("counts").is_empty(), "after 13 months");
}

async fn the_highest_counts_of_a_session_stay_for_13_months(storage: TestStorage) {
    let store = with_decks(&storage).await;
    let counts = |deck: &str, minute: i64, followers: u64, answers: u64| SessionCounts {
        session: format!("session of {deck}").into(),
        minute,
        deck: deck.into(),
        followers,
        answers,
        questions: 1,
    };
    // Every node stores what it sees of all nodes.
    let other = storage.open().await;
    store.put_session_counts(counts("d", 9, 5, 0)).await.expect("stored");
    other.put_session_counts(counts("d", 9, 3, 2)).await.expect("stored");
    other.put_session_counts(counts("d", 10, 4, 2)).await.expect("stored");
    store.put_session_counts(counts("unknown", 9, 5, 0)).await.expect("ignored");
    let found = store.session_counts(&"d".into(), 0).await.expect("counts");
    assert_eq!(found, [counts("d", 9, 5, 2), counts("d", 10, 4, 2)]);
    assert_eq!(store.session_counts(&"d".into(), 10).await.expect("counts").len(), 1);
    assert!(store.session_counts(&"unknown".into(), 0).await.expect("counts").is_empty(), "there is no such deck");
    store.sweep(396 * DAY + 10 * 60_000).await.expect("it sweeps");
    assert_eq!(store.session_counts(&"d".into(), 0).await.expect("counts"), [counts("d", 10, 4, 2)]);
    store.purge_deck(&"d".into(), by("ann")).await.expect("it is purged");
    assert!(store.session_counts(&"d".into(), 0).await.expect("counts").is_empty());
}

async fn a_starter_is_listed_until_its_deck_is_gone(storage: TestStorage) {
    let store = with_decks(&storage).await;
    let listed = async || -> Vec<String> {
        let rows = store.starters(&"org".into(), &"ann".into()).await.expect("starters");
        rows.into_iter().map(|row| row.head.id.to_string()).collect()
    };
    let (d, e, org) = ("d".into(), "e".into(), "org".into());
    assert!(store.add_starter(&d, &org, 1, 1).await.expect("an answer"));
    assert!(store.add_starter(&d, &org, 2, 1).await.expect("an answer"), "it is one already");
    assert!(!store.add_starter(&e, &org, 3, 1).await.expect("an answer"), "the organization has as many as it may");
    assert!(store.add_starter(&e, &org, 3, 2).await.expect("an answer"));
    assert_eq!(listed().await, ["d", "e"]);
    assert!(store.starters(&"annex".into(), &"ann".into()).await.expect("starters").is_empty());
    assert!(store.remove_starter(&e).await.expect("an answer"));
    assert!(!store.remove_starter(&e).await.expect("an answer") && !store.is_starter(&e).await.expect("an answer"));
    store.purge_deck(&d, by("ann")).await.expect("it is purged");
    assert!(listed().await.is_empty() && !store.is_starter(&d).await.expect("an answer"));
}

async fn starters_that_are_marked_at_once_stay_within_the_limit(storage: TestStorage) {
    let (store, other) = (with_decks(&storage).await, storage.open().await);
    let (d, e, org) = ("d".into(), "e".into(), "org".into());
    for round in 0..8 {
        let (one, two) = tokio::join!(store.add_starter(&d, &org, round, 1), other.add_starter(&e, &org, round, 1));
        assert!(one.expect("an answer") != two.expect("an answer"), "one of them is marked");
        for deck in [&d, &e] {
            store.remove_starter(deck).await.expect("an answer");
        }
    }
}
