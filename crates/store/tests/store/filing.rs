//! Stars and folders.

use std::collections::BTreeMap;

use store::{Access, Filed, Filing, FilingCounts, ListQuery, Ownership, Sort};

use crate::storage::{TestStorage, by, deck, list, titles};

crate::on_every_backend!(
    decks_are_listed_by_star_and_folder,
    a_folder_is_renamed_joined_and_removed,
    sorting_ends_with_the_deck_and_with_the_right_to_read_it,
    a_star_and_a_folder_that_are_given_at_once_both_stay,
);

fn folder(name: &str) -> Filed {
    Filed::Folder(name.into())
}

fn filed(reader: &str, filed: Filed) -> ListQuery {
    ListQuery { filed: Some(filed), sort: Sort::Title, ..list(reader, Ownership::All) }
}

async fn put(store: &store::Store, user: &str, deck: &str, folder: &str) -> Filing {
    let folder = folder.to_owned();
    let change = move |filing: &mut Filing| filing.folder = Some(folder.clone());
    store.file_deck(&user.into(), &deck.into(), change).await.expect("it is filed")
}

async fn star(store: &store::Store, user: &str, deck: &str, starred: bool) -> Filing {
    store.file_deck(&user.into(), &deck.into(), move |filing| filing.starred = starred).await.expect("it is filed")
}

fn counts(starred: usize, folders: &[(&str, usize)]) -> FilingCounts {
    FilingCounts { starred, folders: folders.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect() }
}

async fn decks_are_listed_by_star_and_folder(storage: TestStorage) {
    let store = storage.with_users(&["ann"]).await;
    let other = storage.open().await;
    for (id, title) in [("1", "Anchor"), ("2", "Buoy"), ("3", "Crane")] {
        store.create_deck(deck(id, "ann", title), by("ann")).await.expect("it is made");
    }
    assert_eq!(star(&store, "ann", "2", true).await, Filing { starred: true, folder: None });
    put(&store, "ann", "2", "Harbour").await;
    assert_eq!(put(&store, "ann", "3", "Harbour").await, Filing { starred: false, folder: Some("Harbour".into()) });
    put(&store, "ann", "1", "Quay").await;

    assert_eq!(titles(&other, &filed("ann", Filed::Starred)).await, "1: Buoy");
    assert_eq!(titles(&other, &filed("ann", folder("Harbour"))).await, "2: Buoy, Crane");
    assert_eq!(titles(&other, &filed("ann", folder("harbour"))).await, "0: ");
    let second = ListQuery { limit: 1, offset: 1, ..filed("ann", folder("Harbour")) };
    assert_eq!(titles(&other, &second).await, "2: Crane");
    let found = ListQuery { search: Some("cran".into()), ..filed("ann", folder("Harbour")) };
    assert_eq!(titles(&other, &found).await, "1: Crane");
    assert_eq!(
        titles(&other, &list("ann", Ownership::All)).await,
        "3: Crane, Buoy, Anchor",
        "the list has all of them"
    );
    let ann = other.filing_counts(&"ann".into(), &"org".into()).await.expect("counts");
    assert_eq!(ann, counts(1, &[("Harbour", 2), ("Quay", 1)]));

    star(&store, "ann", "2", false).await;
    let take_out = |filing: &mut Filing| filing.folder = None;
    assert_eq!(store.file_deck(&"ann".into(), &"2".into(), take_out).await.expect("it is filed"), Filing::default());
    assert_eq!(other.filings(&"ann".into()).await.expect("filings").len(), 2, "no row without a star or a folder");
}

async fn a_folder_is_renamed_joined_and_removed(storage: TestStorage) {
    let store = storage.with_users(&["ann"]).await;
    for id in ["1", "2", "3"] {
        store.create_deck(deck(id, "ann", id), by("ann")).await.expect("it is made");
    }
    put(&store, "ann", "1", "Drafts").await;
    put(&store, "ann", "2", "Talks").await;
    star(&store, "ann", "2", true).await;
    let rename = async |from: &str, to: Option<&str>| {
        store.rename_folder(&"ann".into(), &"org".into(), from, to.map(str::to_owned)).await.expect("an answer")
    };
    let folders = async || store.filing_counts(&"ann".into(), &"org".into()).await.expect("counts");
    assert_eq!(rename("Drafts", Some("Talks")).await, 1);
    assert_eq!(folders().await, counts(1, &[("Talks", 2)]));
    assert_eq!(rename("Drafts", Some("Talks")).await, 0, "it is gone");
    let elsewhere = store.rename_folder(&"ann".into(), &"other".into(), "Talks", None).await.expect("an answer");
    assert_eq!(elsewhere, 0, "folders of another organization stay");
    assert_eq!(rename("Talks", None).await, 2);
    assert_eq!(folders().await, counts(1, &[]), "the star stays");
    assert_eq!(store.filings(&"ann".into()).await.expect("filings").len(), 1);
}

async fn sorting_ends_with_the_deck_and_with_the_right_to_read_it(storage: TestStorage) {
    let store = storage.with_users(&["ann", "bob"]).await;
    if !store.is_database() {
        return;
    }
    for id in ["1", "2"] {
        store.create_deck(deck(id, "ann", id), by("ann")).await.expect("it is made");
        store.set_access(&id.into(), Access::Organization, true, by("ann")).await.expect("it is opened");
        star(&store, "bob", id, true).await;
    }
    star(&store, "ann", "1", true).await;
    let bob = async || titles(&store, &filed("bob", Filed::Starred)).await;
    assert_eq!(bob().await, "2: 1, 2");
    store.set_access(&"1".into(), Access::Private, true, by("ann")).await.expect("it is closed");
    assert_eq!(bob().await, "1: 2");
    assert_eq!(store.filing_counts(&"bob".into(), &"org".into()).await.expect("counts"), counts(1, &[]));
    store.purge_deck(&"2".into(), by("ann")).await.expect("it is deleted");
    assert_eq!(bob().await, "0: ");
    let left = store.filings(&"bob".into()).await.expect("filings");
    assert_eq!(left.keys().map(store::DeckId::as_str).collect::<Vec<_>>(), ["1"], "the star is back with the right");
    store.delete_user(&"bob".into(), &"ann".into(), 1).await.expect("the account is deleted");
    assert!(store.filings(&"bob".into()).await.expect("filings").is_empty());
    assert_eq!(store.filings(&"ann".into()).await.expect("filings").len(), 1, "stars of others stay");
    assert_eq!(BTreeMap::new(), store.filing_counts(&"ann".into(), &"org".into()).await.expect("counts").folders);
}

async fn a_star_and_a_folder_that_are_given_at_once_both_stay(storage: TestStorage) {
    let (store, other) = (storage.with_users(&["ann"]).await, storage.open().await);
    for number in 0..8 {
        let id = number.to_string();
        store.create_deck(deck(&id, "ann", "Anchor"), by("ann")).await.expect("it is made");
        tokio::join!(star(&store, "ann", &id, true), put(&other, "ann", &id, "Harbour"));
    }
    let filings: Vec<Filing> = store.filings(&"ann".into()).await.expect("filings").into_values().collect();
    assert_eq!(filings, vec![Filing { starred: true, folder: Some("Harbour".into()) }; 8]);
}
