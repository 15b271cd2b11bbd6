//! Share links: what they show, to whom, and when they expire. Also other small requests of pages.

use std::sync::Arc;
use std::time::Duration;

use crate::common::TestService;
use serde_json::{Value, json};
use service::{
    Caller, DeckCounts, DeckId, Error, ListedShareLink, MayRead, NewShareLink, Permission, ShareLinkId, SharedDeck,
    ThemeFields, Tier, UserChange,
};

/// One second short of a day.
const ALMOST_A_DAY: Duration = Duration::from_secs(86_399);

async fn shared(test: &TestService, token: &str) -> Result<SharedDeck, Error> {
    test.service.share_links.shared_deck(token, None).await
}

/// A link that the caller makes on their deck.
async fn link(
    test: &TestService,
    caller: &Caller,
    id: &DeckId,
    expires_at: Option<&str>,
) -> Result<NewShareLink, Error> {
    let deck = test.service.decks.granted(caller, id).await?;
    test.service.share_links.create(&deck, None, expires_at).await
}

async fn revoke(test: &TestService, caller: &Caller, id: &DeckId, link: &ShareLinkId) -> Result<(), Error> {
    let deck = test.service.decks.granted(caller, id).await?;
    test.service.share_links.revoke(&deck, link).await
}

async fn links(test: &TestService, caller: &Caller, id: &DeckId) -> Vec<ListedShareLink> {
    let deck = test.service.decks.granted(caller, id).await.expect("a readable deck");
    test.service.share_links.list(&deck).await.expect("links")
}

#[tokio::test]
async fn a_link_shows_the_deck_without_notes_and_hidden_slides() {
    let test = TestService::with(|config| config.base_url = Some("https://lectern.test".to_owned())).await;
    let ann = test.member("ann", Tier::Free).await;
    let slide = |title: &str, visibility: Value| json!({ "type": "content", "content": { "title": title }, "notes": "secret", "visibility": visibility });
    let slides = json!([
        slide("Seen", json!({})),
        slide("Exported", json!({ "hideInExport": true })),
        slide("Unpublished", json!({ "hideInPublished": true })),
        slide("Hidden", json!({ "hideFromViewers": true })),
        { "type": "follow-invite", "content": {} },
    ]);
    let body = json!({ "title": "Harbour", "slides": slides, "translations": { "nl": { "title": "Haven" } } });
    let id = test.create(&ann, &body).await;
    let deck = test.service.decks.granted(&ann, &id).await.expect("her own deck");
    let made = test.service.share_links.create(&deck, Some(" Council "), None).await.expect("a link");
    assert_eq!((made.link.name.as_str(), made.link.expires_at), ("Council", None));
    let token = made.token;
    let seen = shared(&test, &token).await.expect("the deck");
    let titles: Vec<&Value> = seen.deck.slides.iter().map(|slide| &slide.content["title"]).collect();
    assert_eq!(titles, ["Seen", "Exported"]);
    assert!(seen.deck.slides.iter().all(|slide| slide.notes.is_empty()));
    assert_eq!(seen.languages, ["en-GB", "nl"]);
    assert!(seen.deck.translations.is_empty());
    let dutch = test.service.share_links.shared_deck(&token, Some("nl")).await.expect("the deck");
    assert_eq!(dutch.deck.title, "Haven");
    let drawn = test.service.share_links.draw(&seen).await.expect("slides");
    assert_eq!(drawn.slides.len(), 2);
    assert!(!drawn.slides.iter().any(|slide| slide.html.contains("secret")));
    assert!(!format!("{:?}", links(&test, &ann, &id).await).contains(&token), "a token is shown once");
}

#[tokio::test]
async fn a_linked_deck_is_drawn_once_per_revision_language_and_theme() {
    let test = TestService::new().await;
    let ann = test.admin().await;
    let colours = |accent: &str| ThemeFields { colors: Some(json!({ "accent": accent })), ..ThemeFields::default() };
    let fields = ThemeFields { label: Some("Harbour".into()), ..colours("#0B6B75") };
    let slug = Some("harbour".to_owned());
    let theme = test.service.catalogue.create_custom_theme(&ann, slug, fields).await.expect("a theme");
    let named = theme.id.clone();
    let body = json!({
        "title": "Harbour", "theme": named, "slides": [{ "type": "content", "content": { "title": "Seen" } }],
        "translations": { "nl": { "title": "Haven" } },
    });
    let id = test.create(&ann, &body).await;
    let token = link(&test, &ann, &id, None).await.expect("a link").token;
    let drawn = async |lang: Option<&str>| {
        let shared = test.service.share_links.shared_deck(&token, lang).await.expect("the deck");
        test.service.share_links.draw(&shared).await.expect("slides")
    };
    let first = drawn(None).await;
    assert!(Arc::ptr_eq(&first, &drawn(None).await), "the second visit finds it drawn");
    assert!(!Arc::ptr_eq(&first, &drawn(Some("nl")).await));
    assert!(Arc::ptr_eq(&first, &drawn(None).await), "another language takes nothing away");
    let title = json!({ "slides": [{ "type": "content", "content": { "title": "Changed" } }] });
    test.put(&ann, &id, &title).await.expect("it is written");
    let second = drawn(None).await;
    assert!(second.slides[0].html.contains("Changed"));
    let other = colours("#AA3355");
    test.service.catalogue.update_custom_theme(&ann, &theme.id, None, other).await.expect("another colour");
    let third = drawn(None).await;
    assert!(!Arc::ptr_eq(&second, &third) && second.css != third.css, "an edited theme is seen at once");
}

#[tokio::test]
async fn a_link_that_never_was_was_revoked_or_has_ended_is_not_found() {
    let test = TestService::new().await;
    let ann = test.member("ann", Tier::Free).await;
    let id = test.deck(&ann).await;
    let gone = async |token: &str| matches!(shared(&test, token).await, Err(Error::NotFound("link")));
    assert!(gone("none").await && gone(&"x".repeat(5000)).await);
    let made = link(&test, &ann, &id, None).await.expect("a link");
    assert!(!gone(&made.token).await);
    assert!(matches!(revoke(&test, &ann, &"other".into(), &made.link.id).await, Err(Error::NotFound(_))));
    revoke(&test, &ann, &id, &made.link.id).await.expect("revoked");
    assert!(gone(&made.token).await);
    assert!(matches!(revoke(&test, &ann, &id, &made.link.id).await, Err(Error::NotFound("link"))));
    let made = link(&test, &ann, &id, Some("2026-02-01T09:30:00Z")).await.expect("a link");
    test.wait(ALMOST_A_DAY);
    assert!(!gone(&made.token).await);
    test.wait(Duration::from_secs(1));
    assert!(gone(&made.token).await);
    let ann = test.signed_in("ann@example.test", "long enough").await;
    assert!(links(&test, &ann, &id).await[0].is_expired);
    for wrong in ["2026-01-01T00:00:00Z", "soon", ""] {
        let refused = link(&test, &ann, &id, Some(wrong)).await;
        assert!(matches!(refused, Err(Error::Invalid(_))), "{wrong}");
    }
}

#[tokio::test]
async fn the_trash_ends_links_for_good() {
    let test = TestService::new().await;
    let ann = test.member("ann", Tier::Free).await;
    let id = test.deck(&ann).await;
    let made = link(&test, &ann, &id, None).await.expect("a link");
    test.trash(&ann, &id).await.expect("thrown away");
    assert!(shared(&test, &made.token).await.is_err());
    test.service.decks.restore(&ann, &id).await.expect("taken back");
    assert!(shared(&test, &made.token).await.is_err());
    assert!(links(&test, &ann, &id).await.is_empty());
}

#[tokio::test]
async fn a_link_ends_when_the_person_who_made_it_may_no_longer_share_the_deck() {
    let test = TestService::new().await;
    let (ann, bram) = (test.member("ann", Tier::Free).await, test.member("bram", Tier::Free).await);
    let id = test.deck(&ann).await;
    test.share(&ann, &id, bram.email(), Permission::Admin).await.expect("shared");
    let (of_ann, of_bram) =
        (link(&test, &ann, &id, None).await.expect("a"), link(&test, &bram, &id, None).await.expect("b"));
    let open = async || (shared(&test, &of_ann.token).await.is_ok(), shared(&test, &of_bram.token).await.is_ok());
    assert_eq!(open().await, (true, true));
    test.share_again(&ann, &id, bram.email(), Permission::Edit).await;
    assert_eq!(open().await, (true, false), "an editor may not share");
    let expired: Vec<bool> = links(&test, &ann, &id).await.iter().map(|listed| listed.is_expired).collect();
    assert!(expired.contains(&true) && expired.contains(&false));
    test.share_again(&ann, &id, bram.email(), Permission::Admin).await;
    test.transfer(&ann, &id, bram.email()).await;
    assert_eq!(open().await, (false, true), "the former owner may not share");
    let off = UserChange { disabled: Some(true), ..UserChange::default() };
    test.service.accounts.update_user(&test.admin().await, &bram.user.id, off).await.expect("disabled");
    assert_eq!(open().await, (false, false));
}

#[tokio::test]
async fn links_are_made_by_those_who_manage_and_there_are_fifty_at_most() {
    let test = TestService::new().await;
    let (ann, bram) = (test.member("ann", Tier::Free).await, test.member("bram", Tier::Free).await);
    let id = test.deck(&ann).await;
    test.share(&ann, &id, bram.email(), Permission::Edit).await.expect("shared");
    let refused = link(&test, &bram, &id, None).await;
    assert!(matches!(refused, Err(Error::Forbidden(_))));
    links(&test, &bram, &id).await;
    for _ in 0..50 {
        link(&test, &ann, &id, None).await.expect("a link");
    }
    assert!(matches!(link(&test, &ann, &id, None).await, Err(Error::Conflict(_))));
}

#[tokio::test]
async fn own_shared_and_trashed_decks_are_counted() {
    let test = TestService::new().await;
    let (ann, bram) = (test.member("ann", Tier::Free).await, test.member("bram", Tier::Free).await);
    for _ in 0..3 {
        test.deck(&ann).await;
    }
    let id = test.deck(&bram).await;
    test.share(&bram, &id, ann.email(), Permission::View).await.expect("shared");
    let trashed = test.deck(&ann).await;
    test.trash(&ann, &trashed).await.expect("thrown away");
    let counts = test.service.decks.counts(&ann).await.expect("counts");
    assert_eq!(counts, DeckCounts { all: 4, mine: 3, shared: 1, trash: 1 });
}

#[tokio::test]
async fn the_sample_shows_every_type_with_its_pictures() {
    let test = TestService::new().await;
    let ann = test.member("ann", Tier::Free).await;
    let sample = test.service.decks.create_sample(&ann).await.expect("a deck");
    let offered = deck::Registry::core().types().filter(|known| known.enabled && !known.deprecated).count();
    let deck = sample.deck();
    let keys: std::collections::BTreeSet<&str> = deck.slides.iter().map(|slide| slide.key.as_str()).collect();
    assert_eq!((keys.len(), deck.title.as_str()), (offered, "Water for every street"));
    let picture = service::EXAMPLE_PICTURES[0];
    let served =
        test.service.library.served(picture.address.trim_start_matches("/uploads/")).await.expect("it is served");
    let service::ServedContent::Whole(bytes) = served.content else { panic!("it is small") };
    assert_eq!((bytes.len(), served.mime.as_str()), (picture.bytes.len(), "image/jpeg"));
    let readable = test.service.decks.granted::<MayRead>(&ann, sample.id()).await.expect("her own deck");
    let package = test.service.interchange.export_package(&readable, None).await.expect("a package");
    let bytes = std::fs::metadata(package.file.path()).expect("a file").len();
    assert!(bytes > 200_000, "the pictures are in it: {bytes}");
}

#[tokio::test]
async fn examples_and_themes_are_drawn_small() {
    let test = TestService::new().await;
    let ann = test.member("ann", Tier::Free).await;
    let service = &test.service;
    let drawn = service.drawing.type_thumbnail(&ann, "image", "ledger", 320, None).await.expect("a picture");
    assert!(drawn.png.is_some_and(|png| png.starts_with(b"\x89PNG")));
    let again =
        service.drawing.type_thumbnail(&ann, "image-slide", "ledger", 320, Some(&drawn.hash)).await.expect("known");
    assert!(again.png.is_none());
    let other =
        service.drawing.type_thumbnail(&ann, "image", "atelier", 320, Some(&drawn.hash)).await.expect("a picture");
    assert!(other.png.is_some());
    assert!(matches!(service.drawing.type_thumbnail(&ann, "none", "", 320, None).await, Err(Error::NotFound(_))));
    let theme = service.drawing.theme_thumbnail(&ann, "ledger", Some("Harbour"), 320, None).await.expect("a picture");
    let again =
        service.drawing.theme_thumbnail(&ann, "ledger", Some("Harbour"), 320, Some(&theme.hash)).await.expect("known");
    assert!(again.png.is_none(), "the same title has the same name");
    assert!(matches!(service.drawing.theme_thumbnail(&ann, "none", None, 320, None).await, Err(Error::NotFound(_))));
}

#[tokio::test]
async fn icons_are_found_by_their_words() {
    let test = TestService::new().await;
    let (found, total) = test.service.catalogue.icons("Boat", (10, 0));
    assert!(total >= 1 && found.iter().all(|icon| icon.name.contains("boat") && icon.path.starts_with('M')));
    let (arrows, total) = test.service.catalogue.icons("arrow up", (5, 0));
    assert!(arrows.len() == 5 && total > 5 && arrows[0].name.starts_with("arrow"));
    let (all, total) = test.service.catalogue.icons("", (500, 0));
    assert!(all.len() == 500 && total > 1500);
    assert_eq!(test.service.catalogue.icons("no such thing", (5, 0)).1, 0);
}
