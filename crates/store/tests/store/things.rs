//! Uploads, facts about pictures, themes, slide types and flags.

use serde_json::json;
use store::{Change, CustomTheme, CustomType, PictureFacts, StoreError, TypeSetting, Upload};

use crate::storage::TestStorage;

crate::on_every_backend!(
    uploads_are_searched_by_their_texts,
    pictures_that_wait_for_a_deck_are_deleted_after_a_while,
    the_character_nul_in_a_text_is_stored,
    facts_about_pictures_are_stored_by_hash,
    themes_are_replaced_by_id_and_unique_by_slug,
    types_and_their_settings_are_stored,
    flags_are_set_and_unset,
    every_process_has_the_same_instance_secret,
);

pub(crate) fn upload(id: &str, title: &str, tags: &[&str]) -> Upload {
    Upload {
        id: id.into(),
        file: format!("{id}.png"),
        hash: "aa".into(),
        mime: "image/png".into(),
        bytes: 3_000_000_000,
        width: 640,
        height: 360,
        organization: "org".into(),
        uploader: "ann".into(),
        uploaded_by: "ann@example.test".into(),
        title: title.into(),
        alt: String::new(),
        description: String::new(),
        tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
        listed: true,
        created_at: id.len().try_into().expect("it is short"),
        updated_at: 1,
    }
}

/// PostgreSQL stores U+FFFD instead. The server refuses it in requests; storage must not fail on it.
async fn the_character_nul_in_a_text_is_stored(storage: TestStorage) {
    let (store, other) = (storage.with_users(&["ann"]).await, storage.open().await);
    store.create_upload(upload("q", "a\0b", &["c\0d"])).await.expect("it is made");
    let kept = other.upload_by_file("q.png").await.expect("an answer").expect("it");
    assert!(["a\0b", "a\u{fffd}b"].contains(&kept.title.as_str()), "{:?}", kept.title);
    assert!(other.search_uploads(&"org".into(), "a\0", 10, 0).await.is_ok());
    assert!(other.upload_by_file("q\0.png").await.expect("an answer").is_none());
}

async fn uploads_are_searched_by_their_texts(storage: TestStorage) {
    let (store, other) = (storage.with_users(&["ann"]).await, storage.open().await);
    let (quay, mole) = (upload("q", "Quay", &["Sea", "Élan"]), upload("mm", "Mole", &["sea"]));
    for made in [&quay, &mole] {
        store.create_upload(made.clone()).await.expect("it is made");
    }
    assert!(matches!(store.create_upload(quay.clone()).await, Err(StoreError::Taken(_))));
    let found = async |text: &str, limit, offset| {
        let page = other.search_uploads(&"org".into(), text, limit, offset).await.expect("a page");
        let ids: Vec<&str> = page.rows.iter().map(|upload| upload.id.as_str()).collect();
        format!("{}: {}", page.total, ids.join(" "))
    };
    assert_eq!(found("", 10, 0).await, "2: mm q");
    assert_eq!(found("", 1, 1).await, "2: q");
    assert_eq!(found("SEA", 10, 0).await, "2: mm q");
    assert_eq!(found("élan", 10, 0).await, "1: q");
    assert_eq!(other.upload_tags(&"org".into()).await.expect("tags"), ["Sea", "sea", "Élan"]);
    assert_eq!(*other.upload_by_file("q.png").await.expect("an answer").expect("it"), quay);
    let mut changed = quay.clone();
    (changed.title, changed.listed) = ("Pier".into(), false);
    store.update_upload(changed.clone()).await.expect("it is changed");
    assert_eq!(found("", 10, 0).await, "1: mm");
    let title = async || other.upload_by_file("q.png").await.expect("an answer").expect("it").title.clone();
    storage.sees("Pier".to_owned(), title).await;
    assert_eq!(*other.upload(&"q".into()).await.expect("an answer").expect("it"), changed);
    store.delete_upload(&"q".into()).await.expect("it is removed");
    assert!(store.upload_by_file("q.png").await.expect("an answer").is_none());
    assert!(matches!(store.update_upload(changed).await, Err(StoreError::Missing)));
}

async fn pictures_that_wait_for_a_deck_are_deleted_after_a_while(storage: TestStorage) {
    let store = storage.with_users(&["ann"]).await;
    let pending =
        |id: &str, created_at, listed, tags: &[&str]| Upload { created_at, listed, ..upload(id, "Quay", tags) };
    for made in [
        pending("old", 10, false, &[" pending"]),
        pending("new", 90, false, &[" pending"]),
        pending("used", 10, true, &[]),
        pending("removed", 10, false, &["sea", " pending"]),
    ] {
        store.create_upload(made).await.expect("it is made");
    }
    store.delete_pending_uploads(" pending", 50).await.expect("they are deleted");
    let mut left = Vec::new();
    for id in ["old", "new", "used", "removed"] {
        if store.upload_by_file(&format!("{id}.png")).await.expect("an answer").is_some() {
            left.push(id);
        }
    }
    assert_eq!(left, ["new", "used", "removed"]);
}

async fn facts_about_pictures_are_stored_by_hash(storage: TestStorage) {
    let store = storage.open().await;
    let facts =
        PictureFacts { width: 1, height: 2, luminance: vec![0, 255], drawable: true, active: false, copy: None };
    assert!(store.picture_facts("h").await.expect("an answer").is_none());
    store.set_picture_facts("h", facts.clone()).await.expect("they are kept");
    let fresh = storage.open().await;
    assert_eq!(*fresh.picture_facts("h").await.expect("an answer").expect("facts"), facts);
}

async fn themes_are_replaced_by_id_and_unique_by_slug(storage: TestStorage) {
    let (store, other) = (storage.open().await, storage.open().await);
    let theme = |id: &str, slug: &str| CustomTheme {
        id: id.into(),
        organization: "org".into(),
        slug: slug.into(),
        declaration: json!({ "label": slug }),
        created_at: 1,
    };
    assert!(other.custom_themes(&"org".into()).await.expect("themes").is_empty());
    let mut heard = other.changes();
    store.put_custom_theme(theme("2", "blue")).await.expect("it is made");
    store.put_custom_theme(theme("1", "amber")).await.expect("it is made");
    let taken = store.put_custom_theme(theme("3", "blue")).await;
    assert!(matches!(taken, Err(StoreError::Taken(slug)) if slug == "blue"));
    store.put_custom_theme(theme("2", "azure")).await.expect("it is replaced");
    let slugs = async || {
        let themes = other.custom_themes(&"org".into()).await.expect("themes");
        themes.into_iter().map(|theme| theme.slug).collect::<Vec<_>>()
    };
    storage.sees(vec!["amber".to_owned(), "azure".to_owned()], slugs).await;
    let change = tokio::time::timeout(std::time::Duration::from_secs(2), heard.recv()).await;
    let change = change.expect("news").expect("a change");
    assert!(matches!(&*change, Change::Catalogue { organization } if organization == "org"));
    assert!(store.delete_custom_theme(&"org".into(), &"1".into()).await.expect("an answer"));
    assert!(!store.delete_custom_theme(&"org".into(), &"1".into()).await.expect("an answer"));
    assert!(!store.delete_custom_theme(&"other".into(), &"2".into()).await.expect("an answer"));
}

async fn types_and_their_settings_are_stored(storage: TestStorage) {
    let store = storage.open().await;
    let custom = |published| CustomType {
        organization: "org".into(),
        slug: "fact-sheet".into(),
        declaration: json!({ "label": "Fact sheet", "fields": [] }),
        published,
        created_at: 1,
    };
    store.put_custom_type(custom(false)).await.expect("it is made");
    store.put_custom_type(custom(true)).await.expect("it is replaced");
    assert_eq!(store.custom_types(&"org".into()).await.expect("types"), [custom(true)]);
    let setting = |enabled| TypeSetting { key: "eu.svc/core/quote".into(), enabled, usage: Some("Rarely.".into()) };
    store.put_type_setting(&"org".into(), setting(true)).await.expect("it is set");
    store.put_type_setting(&"org".into(), setting(false)).await.expect("it is set");
    let fresh = storage.open().await;
    assert_eq!(fresh.type_settings(&"org".into()).await.expect("settings"), [setting(false)]);
    assert!(fresh.type_settings(&"other".into()).await.expect("settings").is_empty());
    assert!(fresh.delete_custom_type(&"org".into(), "fact-sheet").await.expect("an answer"));
    assert!(fresh.custom_types(&"org".into()).await.expect("types").is_empty());
}

async fn every_process_has_the_same_instance_secret(storage: TestStorage) {
    let (store, other) = (storage.open().await, storage.open().await);
    let (first, second) = tokio::join!(store.instance_secret("one".into()), other.instance_secret("two".into()));
    let secret = first.expect("a secret");
    assert_eq!(second.expect("a secret"), secret);
    let later = storage.open().await;
    assert_eq!(later.instance_secret("three".into()).await.expect("a secret"), secret);
}

async fn flags_are_set_and_unset(storage: TestStorage) {
    let (store, other) = (storage.open().await, storage.open().await);
    assert_eq!(other.flag("maintenance").await.expect("an answer"), None);
    store.set_flag("maintenance", Some(json!({ "active": true }))).await.expect("it is set");
    let flag = async || other.flag("maintenance").await.expect("an answer");
    storage.sees(Some(json!({ "active": true })), flag).await;
    store.set_flag("maintenance", None).await.expect("it is unset");
    storage.sees(None, flag).await;
}
