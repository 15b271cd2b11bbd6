//! Decks: writing, sharing, the trash, lists.

use store::{Access, Change, DeckChange, ListQuery, Ownership, Permission, Sort, StoreError};

use crate::storage::{TestStorage, by, deck, edited, grant, list, titles, trashed, written};

crate::on_every_backend!(
    queued_writes_build_on_each_other,
    a_write_does_not_change_access_or_owner,
    decks_of_an_older_schema_version_are_migrated,
    a_deck_is_read_as_it_was_written,
    a_write_to_an_older_revision_is_refused,
    many_writers_lose_nothing,
    a_change_by_another_process_is_seen_at_the_next_call,
    changes_are_published_once_to_every_process,
    a_deck_is_trashed_restored_and_purged,
    lists_are_ordered_paged_and_searched,
    sharing_shows_in_lists_and_on_the_deck,
    a_transferred_deck_has_a_new_owner,
    a_failed_write_changes_nothing_and_fails_no_other,
    odd_texts_are_stored,
);

async fn a_deck_is_read_as_it_was_written(storage: TestStorage) {
    let store = storage.with_users(&["ann"]).await;
    let made = deck("d", "ann", "Harbour");
    store.create_deck(made.clone(), by("ann")).await.expect("it is made");
    assert!(matches!(store.create_deck(made.clone(), by("ann")).await, Err(StoreError::Taken(_))));
    assert_eq!(*store.deck(&"d".into()).await.expect("an answer").expect("the deck"), made);
    let (expected, head, content) = edited(&made, "Quay");
    let write = store.write_deck(expected, written(head.clone(), content.clone()), None, by("ann"));
    write.await.expect("it is written");
    for reader in [store, storage.open().await] {
        let held = reader.deck(&"d".into()).await.expect("an answer").expect("the deck");
        assert_eq!((&held.head, &held.deck), (&head, &content));
    }
}

async fn a_write_to_an_older_revision_is_refused(storage: TestStorage) {
    let store = storage.with_users(&["ann"]).await;
    let made = deck("d", "ann", "Harbour");
    let (expected, head, content) = edited(&made, "Quay");
    let unknown = store.write_deck(1, written(head.clone(), content.clone()), None, by("ann")).await;
    assert!(matches!(unknown, Err(StoreError::Missing)));
    store.create_deck(made, by("ann")).await.expect("it is made");
    let write = store.write_deck(expected, written(head.clone(), content.clone()), None, by("ann"));
    write.await.expect("it is written");
    let stale = store.write_deck(expected, written(head, content), None, by("ann")).await;
    assert!(matches!(stale, Err(StoreError::Stale { latest: 2 })));
}

async fn many_writers_lose_nothing(storage: TestStorage) {
    let store = storage.with_users(&["ann"]).await;
    let other = storage.open().await;
    store.create_deck(deck("d", "ann", ""), by("ann")).await.expect("it is made");
    let mut writers = tokio::task::JoinSet::new();
    for number in 0..8 {
        let store = if number % 2 == 0 { store.clone() } else { other.clone() };
        writers.spawn(async move {
            for _ in 0..10 {
                loop {
                    let before = store.deck(&"d".into()).await.expect("an answer").expect("the deck");
                    let (expected, head, content) = edited(&before, &format!("{}{number}", before.head.title));
                    match store.write_deck(expected, written(head, content), None, by("ann")).await {
                        Ok(()) => break,
                        Err(StoreError::Stale { .. }) => {}
                        Err(error) => panic!("{error}"),
                    }
                }
            }
        });
    }
    while let Some(done) = writers.join_next().await {
        done.expect("a writer");
    }
    let revision = async || other.deck(&"d".into()).await.expect("an answer").expect("the deck").head.revision;
    storage.sees(81, revision).await;
    let held = other.deck(&"d".into()).await.expect("an answer").expect("the deck");
    for number in 0..8_u8 {
        let count = held.deck.title.bytes().filter(|byte| *byte == b'0' + number).count();
        assert_eq!(count, 10, "writer {number} in {}", held.deck.title);
    }
}

async fn a_change_by_another_process_is_seen_at_the_next_call(storage: TestStorage) {
    let (one, other) = (storage.with_users(&["ann"]).await, storage.open().await);
    let mut before = deck("d", "ann", "0");
    one.create_deck(before.clone(), by("ann")).await.expect("it is made");
    for round in 1..50 {
        let (writer, reader) = if round % 2 == 0 { (&one, &other) } else { (&other, &one) };
        let (expected, head, content) = edited(&before, &round.to_string());
        let write = writer.write_deck(expected, written(head, content), None, by("ann"));
        write.await.expect("it is written");
        let title = async || reader.deck(&"d".into()).await.expect("an answer").expect("the deck").head.title.clone();
        storage.sees(round.to_string(), title).await;
        before = (*reader.deck(&"d".into()).await.expect("an answer").expect("the deck")).clone();
        let listed = async || titles(reader, &list("ann", Ownership::All)).await;
        storage.sees(format!("1: {round}"), listed).await;
    }
}

async fn changes_are_published_once_to_every_process(storage: TestStorage) {
    let (one, other) = (storage.with_users(&["ann"]).await, storage.open().await);
    let mut heard = [one.changes(), other.changes()];
    for number in 0..5 {
        let writer = if number % 2 == 0 { &one } else { &other };
        let made = deck(&number.to_string(), "ann", "Harbour");
        writer.create_deck(made, by("ann")).await.expect("it is made");
    }
    tokio::time::sleep(std::time::Duration::from_millis(600)).await;
    for heard in &mut heard {
        let mut ids = Vec::new();
        while let Ok(change) = heard.try_recv() {
            match &*change {
                Change::Deck { id, what: DeckChange::Created, revision: 1, by, .. }
                    if by.as_deref() == Some("ann@example.test") =>
                {
                    ids.push(id.clone());
                }
                Change::Accounts => {}
                other => panic!("unexpected: {other:?}"),
            }
        }
        ids.sort();
        assert_eq!(ids, ["0", "1", "2", "3", "4"]);
    }
}

async fn a_deck_is_trashed_restored_and_purged(storage: TestStorage) {
    let store = storage.with_users(&["ann"]).await;
    let made = deck("d", "ann", "Harbour");
    store.create_deck(made.clone(), by("ann")).await.expect("it is made");
    let trashed = Some(trashed(500));
    store.set_trashed(&"d".into(), trashed.clone(), by("ann")).await.expect("it is trashed");
    assert!(matches!(store.set_trashed(&"d".into(), trashed.clone(), by("ann")).await, Err(StoreError::Missing)));
    let held = store.deck(&"d".into()).await.expect("an answer").expect("the deck");
    assert_eq!(held.head.trashed, trashed);
    let (expected, head, content) = edited(&made, "Quay");
    let refused = store.write_deck(expected, written(head, content), None, by("ann")).await;
    assert!(matches!(refused, Err(StoreError::Missing)));
    assert_eq!(titles(&store, &list("ann", Ownership::All)).await, "0: ");
    let page = store.trashed_decks(&"ann".into(), &"org".into(), 10, 0).await.expect("the trash");
    assert_eq!((page.total, page.rows[0].owner_email.as_str()), (1, "ann@example.test"));
    assert_eq!(store.trashed_before(501).await.expect("ids"), ["d"]);
    assert!(store.trashed_before(500).await.expect("ids").is_empty());
    let purged = store.purge_trashed_deck(&"d".into(), 500, by("ann")).await;
    assert!(matches!(purged, Err(StoreError::Missing)), "it is not there for long enough");
    store.set_trashed(&"d".into(), None, by("ann")).await.expect("it is restored");
    let purged = store.purge_trashed_deck(&"d".into(), 501, by("ann")).await;
    assert!(matches!(purged, Err(StoreError::Missing)), "it was restored meanwhile");
    assert_eq!(*store.deck(&"d".into()).await.expect("an answer").expect("the deck"), made);
    assert_eq!(titles(&store, &list("ann", Ownership::All)).await, "1: Harbour");
    store.purge_deck(&"d".into(), by("ann")).await.expect("it is gone");
    assert!(store.deck(&"d".into()).await.expect("an answer").is_none());
    assert!(matches!(store.purge_deck(&"d".into(), by("ann")).await, Err(StoreError::Missing)));
    assert_eq!(titles(&store, &list("ann", Ownership::All)).await, "0: ");
}

async fn lists_are_ordered_paged_and_searched(storage: TestStorage) {
    let store = storage.with_users(&["ann"]).await;
    for (id, title) in [("1", "banana"), ("2", "Apple 100%"), ("3", "cherry")] {
        let made = deck(id, "ann", title);
        store.create_deck(made, by("ann")).await.expect("it is made");
    }
    let first = store.deck(&"1".into()).await.expect("an answer").expect("the deck");
    let (expected, head, content) = edited(&first, "Banana_Ö");
    let write = store.write_deck(expected, written(head, content), None, by("ann"));
    write.await.expect("it is written");
    let all = list("ann", Ownership::All);
    let sorted = |sort| ListQuery { sort, ..all.clone() };
    let found = |text: &str| ListQuery { search: Some(text.into()), ..all.clone() };
    assert_eq!(titles(&store, &all).await, "3: Banana_Ö, cherry, Apple 100%");
    assert_eq!(titles(&store, &sorted(Sort::Title)).await, "3: Apple 100%, Banana_Ö, cherry");
    assert_eq!(titles(&store, &sorted(Sort::Created)).await, "3: cherry, Apple 100%, Banana_Ö");
    let second = ListQuery { limit: 1, offset: 1, ..all.clone() };
    assert_eq!(titles(&store, &second).await, "3: cherry");
    let past = ListQuery { offset: 3, ..all.clone() };
    assert_eq!(titles(&store, &past).await, "3: ");
    assert_eq!(titles(&store, &found("APPLE")).await, "1: Apple 100%");
    assert_eq!(titles(&store, &found("ö")).await, "1: Banana_Ö");
    assert_eq!(titles(&store, &found("%")).await, "1: Apple 100%");
    assert_eq!(titles(&store, &found("a_ö")).await, "1: Banana_Ö");
    assert_eq!(titles(&store, &found("\\")).await, "0: ");
    assert_eq!(titles(&store, &found(&"x".repeat(100_000))).await, "0: ");
    assert_eq!(store.all_decks(2).await.expect("a list").total, 3);
}

async fn sharing_shows_in_lists_and_on_the_deck(storage: TestStorage) {
    let store = storage.with_users(&["ann", "bob", "eve"]).await;
    if !store.is_database() {
        return;
    }
    let made = deck("d", "ann", "Plan");
    store.create_deck(made, by("ann")).await.expect("it is made");
    let share = async || store.add_grant(&"d".into(), grant("bob", Permission::View), by("ann")).await;
    share().await.expect("it is shared");
    assert!(matches!(share().await, Err(StoreError::Taken(_))));
    let row = &store.list_decks(&list("bob", Ownership::Shared)).await.expect("a list").rows[0];
    assert_eq!((row.permission, row.owner_email.as_str()), (Some(Permission::View), "ann@example.test"));
    store.update_grant(&"d".into(), &"bob".into(), Permission::Admin, by("ann")).await.expect("more is shared");
    let held = store.deck(&"d".into()).await.expect("an answer").expect("the deck");
    assert_eq!(held.grants[0].permission, Permission::Admin);
    assert_eq!(titles(&store, &list("eve", Ownership::All)).await, "0: ");
    store.set_access(&"d".into(), Access::Organization, true, by("ann")).await.expect("it is opened");
    for (reader, owned, shared) in [("ann", "1: Plan", "0: "), ("bob", "0: ", "1: Plan"), ("eve", "0: ", "1: Plan")] {
        assert_eq!(titles(&store, &list(reader, Ownership::Owned)).await, owned, "{reader}");
        assert_eq!(titles(&store, &list(reader, Ownership::Shared)).await, shared, "{reader}");
        assert_eq!(titles(&store, &list(reader, Ownership::All)).await, "1: Plan", "{reader}");
    }
    store.remove_grant(&"d".into(), &"bob".into(), by("ann")).await.expect("it is taken back");
    assert!(matches!(store.remove_grant(&"d".into(), &"bob".into(), by("ann")).await, Err(StoreError::Missing)));
    store.set_access(&"d".into(), Access::Private, false, by("ann")).await.expect("it is closed");
    assert_eq!(titles(&store, &list("bob", Ownership::All)).await, "0: ");
}

async fn a_transferred_deck_has_a_new_owner(storage: TestStorage) {
    let store = storage.with_users(&["ann", "bob", "eve"]).await;
    if !store.is_database() {
        return;
    }
    let mut made = deck("d", "ann", "Plan");
    made.head.creator = Some("eve".into());
    made.grants.push(grant("bob", Permission::Comment));
    store.create_deck(made, by("ann")).await.expect("it is made");
    assert_eq!(titles(&store, &list("eve", Ownership::Shared)).await, "1: Plan");
    let keep = Some(grant("ann", Permission::Edit));
    store.transfer_deck(&"d".into(), &"bob".into(), keep, by("ann")).await.expect("it is bob's");
    let held = store.deck(&"d".into()).await.expect("an answer").expect("the deck");
    assert_eq!((held.head.owner.as_str(), held.grants.len()), ("bob", 1));
    assert_eq!((held.grants[0].user.as_str(), held.grants[0].permission), ("ann", Permission::Edit));
    assert_eq!(titles(&store, &list("ann", Ownership::Shared)).await, "1: Plan");
    store.transfer_deck(&"d".into(), &"eve".into(), None, by("bob")).await.expect("it is eve's");
    let held = store.deck(&"d".into()).await.expect("an answer").expect("the deck");
    assert_eq!((held.head.owner.as_str(), &held.head.creator), ("eve", &None));
    assert_eq!(titles(&store, &list("bob", Ownership::All)).await, "0: ");
    assert_eq!(titles(&store, &list("eve", Ownership::All)).await, "1: Plan");
}

async fn a_failed_write_changes_nothing_and_fails_no_other(storage: TestStorage) {
    let store = storage.with_users(&["ann"]).await;
    let mut writes = tokio::task::JoinSet::new();
    for number in 0..60 {
        let store = store.clone();
        let mut made = deck(&number.to_string(), "ann", "Plan");
        if number % 3 == 0 {
            // The second grant to the same user fails, after the deck was inserted.
            made.grants = vec![grant("bob", Permission::View), grant("bob", Permission::Edit)];
        }
        writes.spawn(async move { (number, store.create_deck(made, by("ann")).await) });
    }
    for (number, written) in writes.join_all().await {
        let refused = matches!(&written, Err(StoreError::Taken(user)) if user == "bob");
        assert_eq!(refused, number % 3 == 0, "{number}: {written:?}");
        let held = store.deck(&number.to_string().into()).await.expect("an answer");
        assert_eq!(held.is_some(), !refused, "{number}");
    }
    assert_eq!(store.list_decks(&list("ann", Ownership::All)).await.expect("a list").total, 40);
    assert_eq!(store.list_decks(&list("bob", Ownership::All)).await.expect("a list").total, 0);
}

async fn odd_texts_are_stored(storage: TestStorage) {
    let store = storage.with_users(&["ann"]).await;
    let title = "\u{1}\u{7f} 'quoted' \"double\" \\ % _ $1 ; -- 🪼 \u{202e}";
    let made = deck("d", "ann", title);
    store.create_deck(made.clone(), by("ann")).await.expect("it is made");
    let fresh = storage.open().await;
    assert_eq!(*fresh.deck(&"d".into()).await.expect("an answer").expect("the deck"), made);
    let nul = deck("n", "ann", "a\0b");
    store.create_deck(nul, by("ann")).await.expect("it is made");
}

async fn queued_writes_build_on_each_other(storage: TestStorage) {
    let store = storage.with_users(&["ann"]).await;
    store.create_deck(deck("d", "ann", "Plan"), by("ann")).await.expect("it is made");
    let mut latest = store.deck(&"d".into()).await.expect("an answer").expect("the deck");
    let mut writing = Vec::new();
    for title in ["one", "two", "three"] {
        let (expected, head, content) = edited(&latest, title);
        latest = written(head, content);
        let handed_in =
            store.submit_deck_write(expected, latest.clone(), None, by("ann"), store::WriteExtras::default()).await;
        writing.push(handed_in.expect("it is handed in"));
    }
    for written in writing {
        written.done().await.expect("it is written");
    }
    let kept = store.deck(&"d".into()).await.expect("an answer").expect("the deck");
    assert_eq!((kept.head.revision, kept.deck.title.as_str()), (4, "three"));
    assert_eq!(*storage.open().await.deck(&"d".into()).await.expect("an answer").expect("the deck"), *kept);

    // A write that builds on a failed write fails too.
    let (_, head, content) = edited(&kept, "lost");
    let lost = written(head, content);
    let failing = store
        .submit_deck_write(1, lost.clone(), None, by("ann"), store::WriteExtras::default())
        .await
        .expect("it is handed in");
    let (expected, head, content) = edited(&lost, "lost too");
    let following =
        store.submit_deck_write(expected, written(head, content), None, by("ann"), store::WriteExtras::default()).await;
    for refused in [failing, following.expect("it is handed in")] {
        assert!(matches!(refused.done().await, Err(StoreError::Stale { latest: 4 })));
    }
}

async fn a_write_does_not_change_access_or_owner(storage: TestStorage) {
    let store = storage.with_users(&["ann", "bob"]).await;
    store.create_deck(deck("d", "ann", "Plan"), by("ann")).await.expect("it is made");
    let before = store.deck(&"d".into()).await.expect("an answer").expect("the deck");
    let (expected, head, content) = edited(&before, "Plan B");
    store.set_access(&"d".into(), Access::Organization, true, by("ann")).await.expect("it is opened");
    store.write_deck(expected, written(head, content), None, by("ann")).await.expect("it is written");
    for store in [&store, &storage.open().await] {
        let kept = store.deck(&"d".into()).await.expect("an answer").expect("the deck");
        assert_eq!((kept.head.access, kept.head.view_only), (Access::Organization, true));
        assert_eq!(titles(store, &list("bob", Ownership::Shared)).await, "1: Plan B");
    }
    let before = store.deck(&"d".into()).await.expect("an answer").expect("the deck");
    let (expected, head, content) = edited(&before, "Plan C");
    let closing = store.write_deck(expected, written(head, content), Some(Access::Private), by("ann"));
    closing.await.expect("it is written");
    let kept = store.deck(&"d".into()).await.expect("an answer").expect("the deck");
    assert_eq!((kept.head.access, kept.head.view_only), (Access::Private, false));
    assert_eq!(titles(&store, &list("bob", Ownership::Shared)).await, "0: ");
}

async fn decks_of_an_older_schema_version_are_migrated(storage: TestStorage) {
    let store = storage.with_users(&["ann"]).await;
    for id in ["d", "e"] {
        store.create_deck(deck(id, "ann", "Plan"), by("ann")).await.expect("it is made");
    }
    store.close().await;
    let older = r#"{"schemaVersion":12,"title":"Plan","language":"nl","themeId":"dark","slides":[
        {"id":"s","type":"eu.svc.slide.quote","content":{"quote":"Build for the tide."}}]}"#;
    storage.set_body("d", older).await;
    let store = storage.open().await;
    assert_eq!(store.migrate_decks().await.expect("it is done"), 1);
    assert_eq!(store.migrate_decks().await.expect("it is done"), 0, "nothing is left to do");
    let kept = store.deck(&"d".into()).await.expect("an answer").expect("the deck");
    assert_eq!((kept.deck.lang.as_str(), kept.deck.theme.as_str(), kept.head.revision), ("nl", "dark", 1));
    assert_eq!(kept.deck.slides[0].key, "quote-slide");
    store.close().await;
    let body = storage.body("d").await;
    assert_eq!(body["schemaVersion"], 15);
    assert_eq!((&body["lang"], &body["slides"][0]["type"]), (&"nl".into(), &"quote-slide".into()), "{body}");
}
