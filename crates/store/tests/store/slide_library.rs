//! Slides that an organization keeps to be reused.

use std::collections::BTreeMap;

use deck::{Deck, Overlay, Translation};
use store::{LibrarySlide, StoreError};

use crate::storage::{TestStorage, deck};

crate::on_every_backend!(
    slides_are_found_by_name_tag_and_text,
    a_change_needs_the_revision_that_it_was_made_on,
    a_library_has_an_end_and_belongs_to_one_organization,
);

fn slide(id: &str, name: &str, tags: &[&str], changed: i64) -> LibrarySlide {
    let mut body: Deck = deck(id, "ann", "Quay").deck;
    let texts = Overlay { content: BTreeMap::from([("title".to_owned(), "Kade".to_owned())]), notes: String::new() };
    let slides = body.slides.iter().map(|slide| (slide.id.clone(), texts.clone())).collect();
    body.translations.insert("nl".to_owned(), Translation { slides, ..Translation::default() });
    LibrarySlide {
        id: id.into(),
        organization: "org".into(),
        name: name.into(),
        tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
        deck: body,
        revision: 1,
        adder: "ann".into(),
        added_by: "ann@example.test".into(),
        created_at: 1,
        updated_at: changed,
    }
}

async fn slides_are_found_by_name_tag_and_text(storage: TestStorage) {
    let (store, other) = (storage.open().await, storage.open().await);
    let (price, team) = (slide("p", "Prices 2031", &["sales", "été"], 5), slide("t", "Our Team", &["sales team"], 6));
    for added in [&price, &team] {
        assert!(store.add_library_slide(added.clone(), 10).await.expect("an answer"));
    }
    let found = async |text: &str, tag: Option<&str>, limit, offset| {
        let page = other.search_library_slides(&"org".into(), text, tag, limit, offset).await.expect("a page");
        let ids: Vec<&str> = page.rows.iter().map(|slide| slide.id.as_str()).collect();
        format!("{}: {}", page.total, ids.join(" "))
    };
    assert_eq!(found("", None, 10, 0).await, "2: t p", "last changed first");
    assert_eq!(found("", None, 1, 1).await, "2: p");
    assert_eq!(found("PRICES", None, 10, 0).await, "1: p");
    assert_eq!(found("sales", None, 10, 0).await, "2: t p");
    assert_eq!(found("", Some("sales"), 10, 0).await, "1: p", "a tag is compared as a whole");
    assert_eq!(found("", Some("été"), 10, 0).await, "1: p");
    let text = price.deck.slides[0].content["title"].as_str().expect("a title");
    assert_eq!(found(text, None, 10, 0).await, "2: t p", "the text of the slide");
    assert_eq!(found("100%", None, 10, 0).await, "0: ");
    assert_eq!(other.library_tags(&"org".into()).await.expect("tags"), ["sales", "sales team", "été"]);
    assert_eq!(other.library_slide(&"org".into(), &"p".into()).await.expect("an answer"), Some(price));
}

async fn a_change_needs_the_revision_that_it_was_made_on(storage: TestStorage) {
    let store = storage.open().await;
    let first = slide("p", "Prices", &[], 5);
    assert!(store.add_library_slide(first.clone(), 10).await.expect("an answer"));
    let mut changed = LibrarySlide { name: "Fares".into(), revision: 2, updated_at: 9, ..first };
    "New".clone_into(&mut changed.deck.slides[0].notes);
    store.update_library_slide(changed.clone(), 1).await.expect("it is changed");
    assert!(matches!(store.update_library_slide(changed.clone(), 1).await, Err(StoreError::Missing)));
    let fresh = storage.open().await;
    assert_eq!(fresh.library_slide(&"org".into(), &"p".into()).await.expect("an answer"), Some(changed));
    let revisions = fresh.library_revisions(&"org".into()).await.expect("revisions");
    assert_eq!(revisions, [("p".into(), "Fares".to_owned(), 2)]);
}

async fn a_library_has_an_end_and_belongs_to_one_organization(storage: TestStorage) {
    let store = storage.open().await;
    assert!(store.add_library_slide(slide("p", "Prices", &[], 5), 1).await.expect("an answer"));
    assert!(!store.add_library_slide(slide("q", "Quay", &[], 5), 1).await.expect("an answer"));
    let (org, annex, id) = ("org".into(), "annex".into(), "p".into());
    assert_eq!(store.library_slide(&annex, &id).await.expect("an answer"), None);
    assert!(!store.delete_library_slide(&annex, &id).await.expect("an answer"));
    assert!(store.delete_library_slide(&org, &id).await.expect("an answer"));
    assert!(!store.delete_library_slide(&org, &id).await.expect("an answer"));
    assert!(store.library_revisions(&org).await.expect("revisions").is_empty());
}
