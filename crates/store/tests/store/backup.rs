//! Backups of every kind of storage, restored to every kind.

use std::path::Path;

use bytes::Bytes;
use store::{
    Archive, AssetLocation, Assets, Backend, BackupStamp, MemberGroup, PictureFacts, Restored, Store, StoreError,
    restore,
};
use tempfile::TempDir;

use crate::on_every_backend;
use crate::storage::{TestStorage, by, deck};

/// SHA-256 of `abc`, and a hash without an asset.
const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
const LOST: &str = "00000000000000000000000000000000000000000000000000000000000000ff";
/// More rows than one query reads.
const DECKS: usize = 230;

fn facts(copy: Option<&str>) -> PictureFacts {
    let copy = copy.map(str::to_owned);
    PictureFacts { width: 1, height: 1, luminance: Vec::new(), drawable: true, active: false, copy }
}

async fn backed_up(store: &Store, folder: &Path) -> Archive {
    let assets = Assets::open(AssetLocation::Folder(folder.join("assets"))).await.expect("assets");
    assets.put(ABC, Bytes::from_static(b"abc")).await.expect("it is kept");
    let made = BackupStamp { lectern: "9.9.9".to_owned(), at: "then".to_owned() };
    let target = folder.join("backup.zip");
    let contents = store.back_up(&assets, &folder.join("none"), made, &target).await.expect("a backup");
    assert_eq!((contents.accounts, contents.decks, contents.assets), (2, DECKS as u64, 1));
    assert_eq!(contents.missing, [LOST]);
    Archive::open(&target).expect("it is whole")
}

async fn restored(backend: Backend, folder: &Path, archive: &Archive) -> Result<Restored, StoreError> {
    restore(&backend, folder, &AssetLocation::Folder(folder.join("assets")), archive, None).await
}

async fn a_backup_is_restored_to_every_kind_of_storage(storage: TestStorage) {
    let store = storage.with_users(&["ada", "bob"]).await;
    for number in 0..DECKS {
        let deck = deck(&format!("deck-{number}"), "ada", &format!("Tides {number}"));
        store.create_deck(deck, by("ada")).await.expect("a deck");
    }
    store.set_picture_facts("one", facts(Some(ABC))).await.expect("facts");
    store.set_picture_facts("two", facts(Some(LOST))).await.expect("facts");
    let group = MemberGroup {
        id: "group".into(),
        organization: "org".into(),
        name: "Editors".to_owned(),
        external_id: None,
        role: None,
        members: vec!["bob".into()],
        created_at: 1,
        updated_at: 1,
    };
    store.put_group(group.clone()).await.expect("a group");
    let folder = TempDir::new().expect("a folder");
    let archive = backed_up(&store, folder.path()).await;
    for kind in ["sqlite", "file", "postgres"] {
        let folder = TempDir::new().expect("a folder");
        let data = folder.path().join("data");
        let backend = match kind {
            "sqlite" => Backend::Sqlite { folder: data.clone() },
            "file" => Backend::File { folder: data.clone() },
            _ => TestStorage::postgres().await.backend,
        };
        let contents = restored(backend.clone(), &data, &archive).await.expect("it is restored").contents;
        assert_eq!((contents.lectern.as_str(), contents.made_at.as_str()), ("9.9.9", "then"));
        let again = Store::open(backend.clone()).await.expect("it opens");
        for number in 0..DECKS {
            let (id, before) = (format!("deck-{number}"), format!("deck-{number}"));
            let (read, kept) = (
                again.deck(&id.as_str().into()).await.expect("an answer"),
                store.deck(&before.as_str().into()).await.expect("an answer"),
            );
            let (read, kept) = (read.expect("it is there"), kept.expect("it was there"));
            assert_eq!((&read.head, &read.deck), (&kept.head, &kept.deck));
        }
        assert_eq!(again.groups(&"org".into()).await.expect("groups"), std::slice::from_ref(&group));
        assert_eq!(again.statistics().await.expect("figures").decks, DECKS as u64);
        assert_eq!(
            again.user_by_email("bob@example.test").await.expect("an answer").map(|user| user.id.clone()),
            Some("bob".into())
        );
        let assets = Assets::open(AssetLocation::Folder(data.join("assets"))).await.expect("assets");
        assert_eq!(assets.get(ABC).await.expect("an answer").expect("bytes"), "abc");
        again.close().await;
        let refused = restored(backend, &folder.path().join("other"), &archive).await;
        if kind == "postgres" {
            assert!(matches!(&refused, Err(StoreError::Refused(why)) if why.contains("not empty")), "{refused:?}");
            assert!(!folder.path().join("other").exists());
        }
    }
}

on_every_backend!(a_backup_is_restored_to_every_kind_of_storage);
