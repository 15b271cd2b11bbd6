//! Who began or steered a session, and the key to its notes.

use service::{Caller, Error, LiveUpdate, Permission, Tier};

use super::hall::{ADDRESS, Hall, at, begin, is_silent, running};

/// Whether a key opens the notes.
async fn opens(hall: &Hall, key: &str) -> bool {
    hall.service().live.speaker_access(None, &hall.session, Some(key)).await.is_ok()
}

/// A colleague who may write the deck.
async fn colleague(hall: &Hall) -> Caller {
    let colleague = hall.test.member("bram", Tier::Free).await;
    hall.test.share(&hall.presenter, &hall.deck, colleague.email(), Permission::Edit).await.expect("shared");
    colleague
}

async fn steer(hall: &Hall, caller: &Caller) {
    let steering = hall.service().live.steering(caller, &hall.session).await.expect("a writer");
    hall.service().live.set_state(&steering, &at(1, 0)).await.expect("it moves");
}

/// All files of a folder in one piece.
fn contents(folder: &std::path::Path) -> Vec<u8> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            all.extend(contents(&path));
        } else {
            all.extend(std::fs::read(path).expect("a file"));
        }
    }
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn the_notes_key_changes_when_somebody_who_steered_may_no_longer_write() {
    let hall = Hall::new().await;
    let colleague = colleague(&hall).await;
    let key = hall.running().await.notes_key;
    steer(&hall, &colleague).await;
    assert_eq!(hall.running().await.notes_key, key, "a second presenter has the same key");
    let address = ADDRESS.parse().expect("an address");
    let mut speaker = hall.service().live.speaker_stream(&hall.session, &key, address).await.expect("a slot");
    let mut follower = hall.listen().await;
    assert!(matches!(speaker.next().await, LiveUpdate::Snapshot(_)));
    assert!(matches!(follower.next().await, LiveUpdate::Snapshot(_)));

    hall.test.end_sharing(&hall.presenter, &hall.deck, colleague.email()).await;
    assert!(!opens(&hall, &key).await, "at the next call");
    assert!(matches!(speaker.next().await, LiveUpdate::End));
    assert!(is_silent(&mut follower).await, "the audience notices nothing");
    let other = hall.running().await.notes_key;
    assert!(other != key && opens(&hall, &other).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_ends_when_nobody_who_steered_may_write() {
    let hall = Hall::new().await;
    let colleague = colleague(&hall).await;
    let deck = hall.test.deck(&hall.presenter).await;
    hall.test.share(&hall.presenter, &deck, colleague.email(), Permission::Edit).await.expect("shared");
    let begun = running(hall.service(), &colleague, &deck).await.expect("a session");
    hall.test.end_sharing(&hall.presenter, &deck, colleague.email()).await;
    let live = &hall.service().live;
    let refused = live.speaker_access(None, &begun.session.id, Some(&begun.notes_key)).await;
    assert!(matches!(refused, Err(Error::NotFound("session"))), "{refused:?}");
    assert!(matches!(live.status(&begun.session.id).await, Err(Error::NotFound("session"))));
    assert_ne!(begin(hall.service(), &hall.presenter, &deck).await, begun.session.id);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_right_that_ended_while_the_service_was_down_is_noticed() {
    let hall = Hall::new().await;
    let colleague = colleague(&hall).await;
    steer(&hall, &colleague).await;
    let key = hall.running().await.notes_key;
    // The other process has loaded nothing yet when the right ends.
    let other = hall.beside().await;
    hall.test.end_sharing(&hall.presenter, &hall.deck, colleague.email()).await;
    let refused = other.live.speaker_access(None, &hall.session, Some(&key)).await;
    assert!(matches!(refused, Err(Error::Unauthorized(_))), "{refused:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn storage_does_not_contain_the_notes_key() {
    let hall = Hall::new().await;
    let key = hall.running().await.notes_key;
    let other = hall.beside().await;
    let opened = other.live.speaker_access(None, &hall.session, Some(&key)).await;
    assert!(opened.is_ok(), "every process derives the same key");
    let stored = contents(hall.test.folder.path());
    let has = |text: &str| stored.windows(text.len()).any(|window| window == text.as_bytes());
    assert!(has(&hall.session) && !has(&key));
}
