//! Uploaded sounds and videos: the limit on their bytes, and which of them nothing refers to.

use serde_json::json;
use store::{Rehearsal, Store, Upload};

use crate::rehearsals::forgotten;
use crate::storage::{TestStorage, by, deck};
use crate::things::upload;

crate::on_every_backend!(sounds_and_videos_of_a_person_have_a_limit, what_a_deck_shows_is_not_unused);

fn media(id: &str, bytes: u64, created_at: i64) -> Upload {
    Upload {
        mime: if id.starts_with('s') { "audio/mpeg" } else { "video/mp4" }.to_owned(),
        hash: format!("bytes of {id}"),
        listed: false,
        bytes,
        created_at,
        ..upload(id, "Waves", &[])
    }
}

async fn created(store: &Store, upload: Upload) -> bool {
    store.create_media(upload, 100).await.expect("an answer")
}

async fn unused(store: &Store, before: i64, bytes: u64) -> Vec<String> {
    let found = store.unused_media(&"ann".into(), before, bytes).await.expect("an answer");
    found.into_iter().map(|media| media.file).collect()
}

async fn sounds_and_videos_of_a_person_have_a_limit(storage: TestStorage) {
    let store = storage.with_users(&["ann", "bob"]).await;
    store.create_upload(Upload { bytes: 900, ..upload("picture", "Quay", &[]) }).await.expect("it is made");
    assert!(created(&store, media("sound", 40, 1)).await, "pictures do not count");
    assert!(created(&store, media("video", 60, 2)).await);
    assert!(!created(&store, media("more", 1, 3)).await);
    let has_room = async |bytes| store.has_media_room(&"ann".into(), bytes, 100).await.expect("an answer");
    assert!(has_room(0).await && !has_room(1).await);
    assert!(store.upload_by_file("more.png").await.expect("an answer").is_none());
    assert!(created(&store, Upload { uploader: "bob".into(), ..media("other", 90, 3) }).await);

    assert_eq!(unused(&store, 2, 100).await, ["sound.png"], "what is young stays");
    assert_eq!(unused(&store, 9, 40).await, ["sound.png"], "no more than the room that is needed");
    assert_eq!(unused(&store, 9, 41).await, ["sound.png", "video.png"]);
    let sound = store.unused_media(&"ann".into(), 9, 1).await.expect("an answer").remove(0);
    assert!(store.delete_media(sound).await.expect("an answer"), "no other record has its bytes");
    assert!(store.upload_by_file("sound.png").await.expect("an answer").is_none());
    assert!(created(&store, media("more", 40, 3)).await);
}

async fn what_a_deck_shows_is_not_unused(storage: TestStorage) {
    let store = storage.with_users(&["ann"]).await;
    for (id, at) in [("seen", 1), ("spare", 2), ("twin", 3)] {
        assert!(created(&store, media(id, 10, at)).await);
    }
    let mut shown = deck("1", "ann", "Tide");
    shown.deck.slides[0].content.insert("source".to_owned(), json!("/uploads/seen.png"));
    store.create_deck(shown, by("ann")).await.expect("it is made");
    assert_eq!(unused(&store, 9, 100).await, ["spare.png", "twin.png"]);
    for (hash, expected) in [("bytes of seen", true), ("bytes of nothing", false)] {
        assert_eq!(store.has_file(hash).await.expect("an answer"), expected, "{hash}");
    }

    let recorded = Rehearsal {
        id: "r".into(),
        deck: "1".into(),
        user: "ann".into(),
        hash: "bytes of spare".to_owned(),
        mime: "audio/mpeg".to_owned(),
        bytes: 10,
        duration: 9000,
        moments: Vec::new(),
        created_at: 7,
    };
    assert!(store.put_rehearsal(recorded, 100).await.expect("an answer"));
    let spare = store.unused_media(&"ann".into(), 9, 1).await.expect("an answer").remove(0);
    assert!(!store.delete_media(spare.clone()).await.expect("an answer"), "a recording has the same bytes");
    let twin = store.unused_media(&"ann".into(), 9, 1).await.expect("an answer").remove(0);
    let mut late = deck("2", "ann", "Ebb");
    late.deck.slides[0].content.insert("source".to_owned(), json!("/uploads/twin.png"));
    store.create_deck(late, by("ann")).await.expect("it is made");
    assert!(!store.delete_media(twin).await.expect("an answer"), "a deck shows it by now");
    assert!(store.upload_by_file("twin.png").await.expect("an answer").is_some());
    let again = Upload { hash: spare.hash, ..media("again", 10, 4) };
    assert!(created(&store, again).await);
    assert!(store.remove_rehearsal(&"1".into(), &"ann".into()).await.expect("an answer"));
    assert_eq!(forgotten(&store).await, Vec::<String>::new(), "an upload has them");
}
