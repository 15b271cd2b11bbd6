//! Decks through the use cases: rights, revisions, the trash, imports.

use std::io::Write;
use std::time::Duration;

use crate::common::{self, TestService, deck_value};
use bytes::Bytes;
use serde_json::{Value, json};
use service::{
    Access, AccessLevel, Caller, DeckFilter, DeckId, Error, IfMatch, MayManage, MayRead, NewUpload, Ownership,
    Permission, Sort, Tier,
};

async fn put(test: &TestService, caller: &Caller, id: &DeckId, body: Value) -> Result<Value, Error> {
    test.put(caller, id, &body).await.map(|view| deck_value(&view))
}

async fn totals(test: &TestService, caller: &Caller) -> [usize; 3] {
    let mut found = [0; 3];
    for (at, ownership) in [Ownership::Owned, Ownership::Shared, Ownership::All].into_iter().enumerate() {
        let list =
            test.service.decks.list(caller, DeckFilter::of(ownership), Sort::Updated, (50, 0)).await.expect("a list");
        assert_eq!(list.total(), list.rows().count());
        found[at] = list.total();
    }
    found
}

#[tokio::test]
async fn each_role_has_the_rights_of_the_table() {
    let test = TestService::new().await;
    let (owner, guest) = (test.member("owner", Tier::Free).await, test.member("guest", Tier::Free).await);
    for (permission, writes, manages) in [
        (Permission::View, false, false),
        (Permission::Comment, false, false),
        (Permission::Edit, true, false),
        (Permission::Admin, true, true),
    ] {
        let id = test.deck(&owner).await;
        test.share(&owner, &id, guest.email(), permission).await.expect("shared");
        let level = AccessLevel::from(permission).name();
        assert_eq!(test.read(&guest, &id).await["permission"], level);
        assert_eq!(put(&test, &guest, &id, json!({"title": "Mine"})).await.is_ok(), writes, "{level}");
        let shared = test.share(&guest, &id, "admin@example.test", Permission::View).await;
        assert_eq!(shared.is_ok(), manages, "{level}");
        assert!(matches!(test.trash(&guest, &id).await, Err(Error::Forbidden(_))));
        test.end_sharing(&owner, &id, guest.email()).await;
        assert!(matches!(put(&test, &guest, &id, json!({})).await, Err(Error::NotFound(_))), "lost at the next call");
    }
}

#[tokio::test]
async fn lists_follow_sharing_visibility_trash_and_transfer() {
    let test = TestService::new().await;
    let (owner, guest) = (test.member("owner", Tier::Free).await, test.member("guest", Tier::Free).await);
    let id = test.deck(&owner).await;
    assert_eq!((totals(&test, &owner).await, totals(&test, &guest).await), ([1, 0, 1], [0, 0, 0]));
    test.share(&owner, &id, guest.email(), Permission::View).await.expect("shared");
    let deck = test.service.decks.granted::<MayManage>(&owner, &id).await.expect("an own deck");
    test.service.decks.set_visibility(&deck, Access::Organization, None).await.expect("opened");
    assert_eq!((totals(&test, &owner).await, totals(&test, &guest).await), ([1, 0, 1], [0, 1, 1]));
    test.transfer(&owner, &id, guest.email()).await;
    assert_eq!((totals(&test, &owner).await, totals(&test, &guest).await), ([0, 1, 1], [1, 0, 1]));
    test.trash(&guest, &id).await.expect("thrown away");
    assert_eq!((totals(&test, &owner).await, totals(&test, &guest).await), ([0, 0, 0], [0, 0, 0]));
    test.service.decks.restore(&guest, &id).await.expect("taken back");
    assert_eq!(totals(&test, &guest).await, [1, 0, 1]);
}

#[tokio::test]
async fn two_writers_lose_nothing_and_revisions_rise_by_one() {
    let test = TestService::new().await;
    let owner = test.admin().await;
    let id = test.deck(&owner).await;
    let writers = (0..20).map(|number| {
        let (service, owner, id) = (test.service.clone(), owner.clone(), id.clone());
        tokio::spawn(async move {
            let body = json!({"settings": {format!("writer{number}"): true}});
            common::put(&service, &owner, &id, IfMatch::Any, &body).await.expect("written").revision()
        })
    });
    let mut revisions = Vec::new();
    for writer in writers.collect::<Vec<_>>() {
        revisions.push(writer.await.expect("it ends"));
    }
    revisions.sort_unstable();
    assert_eq!(revisions, (2..=21).collect::<Vec<u64>>());
    let settings = &test.read(&owner, &id).await["settings"];
    assert!((0..20).all(|number| settings[format!("writer{number}")] == json!(true)));
}

#[tokio::test]
async fn a_stale_write_is_refused_with_the_current_revision() {
    let test = TestService::new().await;
    let owner = test.admin().await;
    let id = test.deck(&owner).await;
    put(&test, &owner, &id, json!({})).await.expect("written");
    let body = json!({"title": "Late"});
    let late = common::put(&test.service, &owner, &id, IfMatch::Revision(1), &body).await;
    assert!(matches!(late, Err(Error::Stale { yours: 1, latest: 2 })));
    assert_eq!(test.read(&owner, &id).await["title"], "Harbour plan");
}

#[tokio::test]
async fn a_refused_write_changes_nothing() {
    let test = TestService::new().await;
    let owner = test.admin().await;
    let id = test.deck(&owner).await;
    let before = test.read(&owner, &id).await;
    for body in [
        json!({"title": "New", "slides": [{"type": "quote", "content": {"quote": "x".repeat(401)}}]}),
        json!({"title": "New", "slides": [{"type": "acme/hero", "content": {}}]}),
        json!({"title": "New", "settings": {"qaEnabled": "yes"}}),
        json!({"title": "New", "translations": {"de": {"slides": {"0": {"content": 5}}}}}),
        json!({"title": "New", "language": "not a tag"}),
    ] {
        assert!(put(&test, &owner, &id, body.clone()).await.is_err(), "{body}");
        assert_eq!(test.read(&owner, &id).await, before, "{body}");
    }
}

#[tokio::test]
async fn changing_the_language_to_one_it_has_swaps_the_two() {
    let test = TestService::new().await;
    let owner = test.admin().await;
    let id = test.deck(&owner).await;
    let translations = json!({"de": {"title": "Hafenplan", "slides": {"0": {"content": {"title": "Warum jetzt"}}}}});
    put(&test, &owner, &id, json!({"translations": translations})).await.expect("written");
    let swapped = put(&test, &owner, &id, json!({"language": "de"})).await.expect("written");
    assert_eq!(
        (&swapped["title"], &swapped["language"], &swapped["languages"]),
        (&json!("Hafenplan"), &json!("de"), &json!(["de", "en-GB"]))
    );
    assert_eq!(swapped["slides"][0]["content"]["title"], "Warum jetzt");
    assert_eq!(swapped["translations"]["en-GB"]["title"], "Harbour plan");
}

#[tokio::test]
async fn old_trash_is_emptied_when_the_instance_says_so() {
    let test = TestService::with(|config| config.trash_days = 2).await;
    let owner = test.admin().await;
    let (gone, kept) = (test.deck(&owner).await, test.deck(&owner).await);
    test.trash(&owner, &gone).await.expect("thrown away");
    test.wait(Duration::from_hours(24));
    test.trash(&owner, &kept).await.expect("thrown away");
    test.wait(Duration::from_secs(86_401));
    test.service.operations.sweep().await.expect("swept");
    assert!(matches!(test.service.decks.restore(&owner, &gone).await, Err(Error::NotFound(_))));
    assert!(test.service.decks.restore(&owner, &kept).await.is_ok());
}

#[tokio::test]
async fn a_request_that_began_before_the_default_theme_changed_does_not_bring_the_former_one_back() {
    let test = TestService::new().await;
    let (early, admin) = (test.admin().await, test.admin().await);
    let catalogue = &test.service.catalogue;
    catalogue.set_default_theme(&admin, &"observatory".into()).await.expect("a default");
    for caller in [early, test.admin().await] {
        let themes = catalogue.themes(&caller).await.expect("themes");
        assert_eq!(themes.get("of no name").id, "observatory");
    }
}

#[tokio::test]
async fn a_refused_package_leaves_neither_deck_nor_upload() {
    let test = TestService::new().await;
    let owner = test.admin().await;
    let good = include_bytes!("../../../fuzz/seeds/package/picture.deck");
    let send = |bytes: Vec<u8>| {
        let mut spool = test.service.library.spool().expect("a spool");
        spool.write_all(&bytes).expect("spooled");
        let (service, owner) = (test.service.clone(), owner.clone());
        async move { service.interchange.import_package(&owner, spool.finish().expect("finished"), 1 << 20).await }
    };
    assert!(matches!(send(good[..good.len() - 30].to_vec()).await, Err(Error::Package(_))));
    let (library, _) = test.service.library.list(&owner, "", 50, 0).await.expect("a library");
    assert_eq!((totals(&test, &owner).await, library.total), ([0, 0, 0], 0));
    let imported = send(good.to_vec()).await.expect("a good package");
    assert!(imported.failed_assets.is_empty(), "{:?}", imported.failed_assets);
    let (library, _) = test.service.library.list(&owner, "", 50, 0).await.expect("a library");
    assert_eq!((totals(&test, &owner).await, library.total), ([1, 0, 1], 1));
}

#[tokio::test]
async fn a_picture_that_is_cut_off_is_refused() {
    let test = TestService::new().await;
    let owner = test.admin().await;
    let noise = (0..64_u32 * 64 * 4).map(|at| at.wrapping_mul(2_654_435_761).to_be_bytes()[0]).collect();
    let pixels = imaging::Pixels::new(64, 64, noise).expect("pixels");
    let png = imaging::encode_png(&pixels, imaging::PngLevel::Fast).expect("encoded");
    let library = &test.service.library;
    for _ in 0..2 {
        let cut = Bytes::copy_from_slice(&png[..200]);
        let refused = library.add_bytes(&owner, cut, NewUpload::default()).await.expect_err("it is cut off");
        assert!(refused.to_string().starts_with("the picture is broken: "), "{refused}");
    }
    library.add_bytes(&owner, png.into(), NewUpload::default()).await.expect("a whole picture");
    let (listed, _) = library.list(&owner, "", 50, 0).await.expect("a library");
    assert_eq!(listed.total, 1);
}

#[tokio::test]
async fn a_package_that_breaks_a_rule_leaves_no_bytes_of_its_sounds() {
    const WAVE: &[u8] = b"RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\0\x10\0\0\0\x10\0\0\x01\0\x08\0data\0\0\0\0";
    let spooled = |test: &TestService, bytes: &[u8]| {
        let mut spool = test.service.library.spool().expect("a spool");
        spool.write_all(bytes).expect("spooled");
        spool.finish().expect("finished")
    };
    let bytes_of = |test: &TestService, hash: &str| test.folder.path().join("assets").join(&hash[..2]).join(hash);

    let test = TestService::new().await;
    let owner = test.admin().await;
    let upload = test.service.library.add_media(&owner, spooled(&test, WAVE), "waves.wav").await.expect("a sound");
    let slide = json!({"type": "video", "content": {"title": "Waves", "source": format!("/uploads/{}", upload.file)}});
    let id = test.create(&owner, &json!({"title": "Tide", "slides": [slide, slide]})).await;
    let readable = test.service.decks.granted::<MayRead>(&owner, &id).await.expect("a readable deck");
    let package = test.service.interchange.export_package(&readable, None).await.expect("a package");
    let package = std::fs::read(package.file.path()).expect("bytes");
    assert!(bytes_of(&test, &upload.hash).exists());

    let narrow = TestService::with(|config| config.max_slides = 1).await;
    let owner = narrow.admin().await;
    let refused = narrow.service.interchange.import_package(&owner, spooled(&narrow, &package), 1 << 20).await;
    assert!(matches!(refused, Err(Error::OverLimit(_))));
    assert!(!bytes_of(&narrow, &upload.hash).exists());
}

#[tokio::test]
async fn nothing_of_another_organization_is_visible() {
    let test = TestService::new().await;
    let signed_in =
        test.service.accounts.sign_in("10.0.0.1", "admin@example.test", "correct horse").await.expect("right");
    let admin = test.service.accounts.caller_by_session(&signed_in.token).await.expect("signed in");
    let id = test.deck(&admin).await;
    let annex = test.service.accounts.create_organization(&admin, "Annex", "annex").await.expect("made");
    test.service.accounts.switch_organization(&admin, &annex.id).await.expect("a member");
    let there = test.service.accounts.caller_by_session(&signed_in.token).await.expect("still signed in");
    assert!(matches!(test.try_read(&there, &id).await, Err(Error::NotFound(_))));
    assert_eq!(totals(&test, &there).await, [0, 0, 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn writes_of_one_deck_at_once_all_count_one_after_the_other() {
    let test = TestService::new().await;
    let owner = test.member("owner", Tier::Free).await;
    let id = test.deck(&owner).await;
    let mut writes = tokio::task::JoinSet::new();
    for number in 0..40 {
        let (service, owner, id) = (test.service.clone(), owner.clone(), id.clone());
        writes.spawn(async move {
            let body = json!({"description": number.to_string()});
            common::put(&service, &owner, &id, IfMatch::Any, &body).await.expect("it is written").revision()
        });
    }
    let mut revisions = writes.join_all().await;
    revisions.sort_unstable();
    assert_eq!(revisions, (2..=41).collect::<Vec<u64>>());
    let kept = test.read(&owner, &id).await;
    assert_eq!(kept["revision"], 41);
    let title = json!({"title": "Harbour plan B"});
    let stale = common::put(&test.service, &owner, &id, IfMatch::Revision(40), &title).await;
    assert!(matches!(stale, Err(Error::Stale { yours: 40, latest: 41 })));
}

#[tokio::test]
async fn a_search_returns_the_slide_that_contains_the_text() {
    let test = TestService::new().await;
    let owner = test.member("owner", Tier::Free).await;
    let slides = json!([
        {"type": "title", "content": {"title": "Harbour plan"}},
        {"id": "tables", "type": "content", "content": {"title": "Why now", "body": "The Tide tables"}},
    ]);
    test.create(&owner, &json!({"title": "Plan", "slides": slides})).await;
    test.create(&owner, &json!({"title": "Tide", "slides": []})).await;
    let listed = async |text: Option<&str>| {
        let filter = DeckFilter { search: text, ..DeckFilter::ALL };
        test.service.decks.list(&owner, filter, Sort::Title, (50, 0)).await.expect("a list")
    };
    let found = listed(Some(" TIDE ")).await;
    let rows: Vec<_> = found.rows().collect();
    let matched = rows[0].found.expect("a match");
    assert_eq!((matched.excerpt.as_str(), matched.number), ("The Tide tables", 2));
    assert!(!matched.slide_id.is_empty());
    assert_eq!(rows[1].head.title, "Tide");
    assert!(rows[1].found.is_none(), "only the title holds it");
    assert!(listed(None).await.rows().all(|row| row.found.is_none()));
}

#[tokio::test]
async fn the_right_to_write_is_checked_before_the_body() {
    let test = TestService::new().await;
    let (owner, guest) = (test.member("owner", Tier::Free).await, test.member("guest", Tier::Free).await);
    let id = test.deck(&owner).await;
    let wrong = json!({"title": 7});
    assert!(matches!(put(&test, &guest, &id, wrong.clone()).await, Err(Error::NotFound(_))));
    assert!(matches!(put(&test, &owner, &id, wrong).await, Err(Error::Invalid(_))));
}

#[tokio::test]
async fn notices_are_about_decks_that_the_reader_may_read_now() {
    let test = TestService::new().await;
    let (ada, accounts) = (test.member("ada", Tier::Free).await, &test.service.accounts);
    test.member("bob", Tier::Free).await;
    let token = accounts.sign_in("10.0.0.1", "bob@example.test", "long enough").await.expect("the right pair").token;
    let bob = accounts.caller_by_session(&token).await.expect("signed in");
    let deck = test.deck(&ada).await;
    test.share(&ada, &deck, bob.email(), Permission::Comment).await.expect("shared");
    let by_bob = test.service.decks.granted(&bob, &deck).await.expect("a shared deck");
    let thread = test.service.comments.add(&by_bob, "Which tide?", None).await.expect("a comment");
    let by_ada = test.service.decks.granted(&ada, &deck).await.expect("her own deck");
    test.service.comments.reply(&by_ada, &thread.comment.id, "The spring tide").await.expect("a reply");
    let unread = async |caller: &Caller| {
        let (notices, unread) = test.service.comments.notices(caller).await.expect("notices");
        (notices.len(), unread)
    };
    assert_eq!(unread(&bob).await, (1, 1));

    let admin = test.admin().await;
    let annex = accounts.create_organization(&admin, "Annex", "annex").await.expect("an organization");
    let managed = accounts.managed_organization(&admin, &annex.id).await.expect("an administrator");
    accounts.add_member(&admin, &managed, bob.email(), service::Role::Member).await.expect("bob joins");
    accounts.switch_organization(&bob, &annex.id).await.expect("a member");
    let elsewhere = accounts.caller_by_session(&token).await.expect("signed in");
    assert_eq!(unread(&elsewhere).await, (0, 0), "the deck belongs to another organization");
    assert_eq!(test.service.comments.mark_notices_read(&elsewhere, None).await.expect("none"), 0);
    assert_eq!(unread(&bob).await, (1, 1), "what is not shown is not marked as read");

    test.end_sharing(&ada, &deck, bob.email()).await;
    assert_eq!(unread(&bob).await, (0, 0));
    put(&test, &ada, &deck, json!({"title": "Layoffs"})).await.expect("renamed");
    assert_eq!(test.service.comments.mark_notices_read(&bob, None).await.expect("none"), 0);
    test.share(&ada, &deck, bob.email(), Permission::View).await.expect("shared again");
    assert_eq!(unread(&bob).await, (1, 1));
    test.trash(&ada, &deck).await.expect("thrown away");
    assert_eq!(unread(&bob).await, (0, 0));
}
