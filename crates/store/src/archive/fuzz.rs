//! Restores backups made of arbitrary bytes, for the fuzz targets and the tests.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Cursor, Write as _};
use std::path::Path;

use sha2::{Digest as _, Sha256};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::{Archive, FORMAT, MANIFEST, Manifest, Member, VERSION, restore};
use crate::assets::{AssetLocation, hex};
use crate::engine::schema;
use crate::store::Backend;

/// Restores arbitrary bytes as a backup into an empty folder. Bytes that do not start as a zip archive are read as
/// text: the members of a backup, each after a line of `== ` and its name. They are packed with a manifest and correct
/// hashes, so that rows which no release writes reach the restore. Panics when a restore that fails leaves something
/// behind.
pub fn check_backup(bytes: &[u8]) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("backup.zip");
    let packed = if bytes.starts_with(b"PK") { bytes.to_vec() } else { packed(&String::from_utf8_lossy(bytes)) };
    fs::write(&path, packed).expect("the folder can be written");
    let Ok(archive) = Archive::open(&path) else { return };
    let _ = archive.contents();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let data = folder.path().join("data");
    for backend in [Backend::Sqlite { folder: data.clone() }, Backend::File { folder: data.clone() }] {
        let assets = AssetLocation::Folder(data.join("assets"));
        if runtime.block_on(restore(&backend, &data, &assets, &archive, Some(0))).is_ok() {
            fs::remove_dir_all(&data).expect("the folder can be removed");
        } else {
            assert!(!data.exists(), "a failed restore left {:?}", names(&data));
        }
    }
}

/// A backup with members given as text.
fn packed(text: &str) -> Vec<u8> {
    let mut members: BTreeMap<&str, &str> = BTreeMap::new();
    for member in text.strip_prefix("== ").unwrap_or(text).split("\n== ") {
        let (name, content) = member.split_once('\n').unwrap_or((member, ""));
        members.insert(name, content.trim_end_matches('\n'));
    }
    let hash = |content: &str| hex(&Sha256::digest(content));
    let manifest = Manifest {
        format: FORMAT.to_owned(),
        version: VERSION,
        storage: schema::version(),
        lectern: "0.1.0".to_owned(),
        made_at: "2026-01-31T09:30:00Z".to_owned(),
        rows: BTreeMap::new(),
        missing: Vec::new(),
        members: members
            .iter()
            .map(|(name, content)| Member {
                name: (*name).to_owned(),
                bytes: content.len() as u64,
                sha256: hash(content),
            })
            .collect(),
    };
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let mut add = |name: &str, content: &[u8]| {
        zip.start_file(name, SimpleFileOptions::default()).is_ok() && zip.write_all(content).is_ok()
    };
    add(MANIFEST, &serde_json::to_vec(&manifest).expect("a manifest is JSON"));
    for (name, content) in members {
        add(name, content.as_bytes());
    }
    zip.finish().map(Cursor::into_inner).unwrap_or_default()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use proptest::prelude::*;

    use super::*;

    /// The seed of the fuzz target. Read when a test runs: a build of the binary does not need the folder `fuzz`.
    static SEED: LazyLock<String> = LazyLock::new(|| {
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/seeds/backup/rows")).expect("a seed")
    });

    #[test]
    fn the_seed_is_restored() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (path, data) = (folder.path().join("backup.zip"), folder.path().join("data"));
        fs::write(&path, packed(&SEED)).expect("the folder can be written");
        let archive = Archive::open(&path).expect("a backup");
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let backend = Backend::Sqlite { folder: data.clone() };
        let assets = AssetLocation::Folder(data.join("assets"));
        runtime.block_on(restore(&backend, &data, &assets, &archive, None)).expect("rows that fit their tables");
        check_backup(SEED.as_bytes());
    }

    /// Backups of this release have neither sessions nor one-time links; those of older releases have both.
    #[tokio::test]
    async fn access_that_may_have_ended_is_not_restored() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("backup.zip");
        let key = |id: &str, revoked_at: &str| {
            format!(
                r#"{{"id":"{id}","hash":"{id}","prefix":"svc_live_{id}","name":"Nightly","scopes":[],"user_id":"u1","#
            ) + &format!(r#""organization":"o1","created_at":1,"last_used_at":null,"revoked_at":{revoked_at}}}"#)
        };
        let old = format!(
            "{}\n== tables/sessions.jsonl\n{}\n== tables/links.jsonl\n{}\n== tables/keys.jsonl\n{}\n{}\n",
            SEED.trim_end(),
            r#"{"hash":"s","user_id":"u1","organization":"o1","by_link":0,"created_at":1,"expires_at":99}"#,
            r#"{"hash":"l","user_id":"u1","expires_at":99}"#,
            key("valid", "null"),
            key("revoked", "7"),
        );
        fs::write(&path, packed(&old)).expect("the folder can be written");
        let archive = Archive::open(&path).expect("a backup");
        for (revoke_keys_at, revoked_at) in [(Some(50), Some(50)), (None, None)] {
            let data = folder.path().join(format!("data{revoked_at:?}"));
            let (backend, assets) =
                (Backend::Sqlite { folder: data.clone() }, AssetLocation::Folder(data.join("assets")));
            let restored = restore(&backend, &data, &assets, &archive, revoke_keys_at).await.expect("it is restored");
            let prefixes: Vec<_> = restored.keys.iter().map(|key| key.prefix.as_str()).collect();
            assert_eq!(prefixes, ["svc_live_valid"]);
            let store = crate::Store::open(backend).await.expect("it opens");
            assert!(store.session("s").await.expect("an answer").is_none());
            assert!(store.redeem_link("l", 1).await.expect("an answer").is_none());
            let key = async |hash: &str| store.key_by_hash(hash).await.expect("an answer").expect("the key").revoked_at;
            assert_eq!((key("valid").await, key("revoked").await), (revoked_at, Some(7)));
            store.close().await;
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn rows_of_any_form_are_restored_or_leave_nothing_behind(
            at in any::<prop::sample::Index>(),
            text in "(null|-?[0-9]{1,25}|\\{\\}|\\[1\\]|\"[ -~é]{0,6}\"|[ -~\\n]{0,6})",
        ) {
            // One value of the seed is replaced by another.
            let starts: Vec<usize> = SEED.match_indices("\":").map(|(at, _)| at + 2).collect();
            let start = starts[at.index(starts.len())];
            let end = start + SEED[start..].find([',', '}']).unwrap_or_default();
            check_backup(format!("{}{text}{}", &SEED[..start], &SEED[end..]).as_bytes());
        }

        #[test]
        fn damaged_archives_are_rejected(at in any::<prop::sample::Index>(), byte in any::<u8>(), cut in any::<bool>()) {
            let mut bytes = packed(&SEED);
            let at = at.index(bytes.len());
            bytes[at] = byte;
            if cut {
                bytes.truncate(at);
            }
            check_backup(&bytes);
        }
    }
}
