//! `lectern backup` and `lectern restore`.

use std::fs;
use std::io::{Cursor, Read as _, Write as _};
use std::path::Path;
use std::process::Output;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};
use tempfile::TempDir;
use zip::write::SimpleFileOptions;

use super::lectern::{ADMIN, Caller, Lectern, command};

const PICTURE: &str =
    r#"<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>"#;
/// An SVG with a script. Its sanitised copy is served in its place.
const ACTIVE: &str =
    r#"<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><script>1</script><path d="M0 0h9"/></svg>"#;

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn upload(by: &Caller, picture: &str) -> String {
    let body = format!(
        "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"quay.svg\"\r\n\
         Content-Type: image/svg+xml\r\n\r\n{picture}\r\n--b--\r\n"
    );
    let sent = by.with("Content-Type", "multipart/form-data; boundary=b").submit("/api/uploads", &body);
    assert!(matches!(sent.status, 200 | 201), "{}", sent.text);
    sent.json()["url"].as_str().expect("an address").to_owned()
}

/// A deck whose title and only slide have the same text.
fn deck(words: &str) -> Value {
    json!({ "title": words, "slides": [{ "type": "content-slide", "content": { "title": words } }] })
}

fn restored(backup: &Path, settings: &[(&str, &str)]) -> (TempDir, Output) {
    let folder = TempDir::new().expect("a folder");
    let mut restore = command(folder.path());
    let restore = restore.args(["restore", "--keep-keys"]).arg(backup).envs(settings.iter().copied());
    let done = restore.output().expect("the binary runs");
    (folder, done)
}

/// A backup of a small instance, and the folder it is in.
fn small_backup() -> (TempDir, std::path::PathBuf) {
    let lectern = Lectern::start(&[]);
    let admin = lectern.admin();
    upload(&admin, PICTURE);
    assert_eq!(admin.post("/api/presentations", &deck("Tides")).status, 201);
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("backup.zip");
    let done = lectern.run(&["backup", path.to_str().expect("a path")]);
    assert!(done.status.success(), "{}", err(&done));
    (folder, path)
}

#[test]
fn a_backup_opens_no_notes() {
    let lectern = Lectern::start(&[]);
    let admin = lectern.admin();
    let made = admin.post("/api/presentations", &deck("Tides")).json();
    let talk = admin.post("/api/present-sessions", &json!({ "presentationId": made["presentation"]["id"] })).json();
    let [session, key] = ["sessionId", "notesKey"].map(|name| talk[name].as_str().expect("a text").to_owned());
    let notes = format!("/api/present-sessions/{session}/deck?key={key}");
    assert_eq!(lectern.anonymous().get(&notes).status, 200);
    let path = lectern.folder.path().join("backup.zip");
    let done = lectern.run(&["backup", path.to_str().expect("a path")]);
    assert!(done.status.success(), "{}", err(&done));

    let mut archive = zip::ZipArchive::new(fs::File::open(&path).expect("a file")).expect("an archive");
    let mut all = String::new();
    for index in 0..archive.len() {
        let mut bytes = Vec::new();
        archive.by_index(index).expect("a member").read_to_end(&mut bytes).expect("its bytes");
        all += &String::from_utf8_lossy(&bytes);
    }
    assert!(all.contains("Tides") && !all.contains(&key) && !all.contains("instance secret"));
    let (folder, done) = restored(&path, &[]);
    assert!(done.status.success(), "{}", err(&done));
    let restored = Lectern::start_in(folder, &[]);
    assert!(matches!(restored.anonymous().get(&notes).status, 401 | 404), "another secret derives another key");
}

fn check_under_load(storage: &str) {
    let settings = [("SVC_STORAGE", storage), ("SVC_REQUESTS_A_MINUTE", "1000000")];
    let lectern = Lectern::start(&settings);
    let admin = lectern.admin();
    let key = admin.post("/api/api-keys", &json!({ "name": "k", "scopes": ["read", "write"] })).json()["key"].clone();
    let key = key.as_str().expect("a key").to_owned();
    let pictures = [PICTURE, ACTIVE].map(|picture| upload(&admin, picture));
    let shown = pictures.clone().map(|picture| lectern.anonymous().get(&picture).text);
    let types = lectern.folder.path().join("data/slide-types");
    fs::create_dir(&types).expect("a folder");
    fs::write(types.join("note.txt"), "read me").expect("a file");

    let backup = lectern.folder.path().join("backup.zip");
    let (acknowledged, done) = (Mutex::new(Vec::new()), AtomicBool::new(false));
    let promised: Vec<(String, String)> = std::thread::scope(|scope| {
        for writer in 0..3 {
            let (by, acknowledged, done) = (lectern.with_key(&key), &acknowledged, &done);
            scope.spawn(move || {
                for number in 0.. {
                    let words = format!("Deck {number} of {writer}");
                    let made = by.post("/api/v1/presentations", &deck(&words)).json();
                    let id = made["presentation"]["id"].as_str().expect("an id").to_owned();
                    let words = format!("{words}, again");
                    let put = by.put(&format!("/api/v1/presentations/{id}"), &deck(&words));
                    assert_eq!(put.status, 200, "{}", put.text);
                    acknowledged.lock().expect("a list").push((id, words));
                    if done.load(Ordering::SeqCst) {
                        return;
                    }
                }
            });
        }
        while acknowledged.lock().expect("a list").len() < 30 {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        let promised = acknowledged.lock().expect("a list").clone();
        let run = command(lectern.folder.path()).env("SVC_STORAGE", storage).arg("backup").arg(&backup).output();
        done.store(true, Ordering::SeqCst);
        let run = run.expect("the binary runs");
        assert!(run.status.success(), "{}", err(&run));
        assert!(err(&run).contains("1 accounts") && err(&run).contains("3 pictures"), "{}", err(&run));
        promised
    });

    let (folder, done) = restored(&backup, &[("SVC_STORAGE", storage)]);
    assert!(done.status.success(), "{}", err(&done));
    assert!(!folder.path().join("data/restoring").exists());
    assert_eq!(fs::read_to_string(folder.path().join("data/slide-types/note.txt")).expect("a file"), "read me");
    let again = Lectern::start_in(folder, &settings);
    let admin = again.signed_in(ADMIN.0, ADMIN.1);
    let program = again.with_key(&key);
    for (id, words) in &promised {
        let read = program.get(&format!("/api/v1/presentations/{id}"));
        assert_eq!((read.status, &read.json()["presentation"]["title"]), (200, &json!(words)), "{}", read.text);
    }
    let mut seen = 0;
    loop {
        let page = admin.get(&format!("/api/presentations?limit=100&offset={seen}")).json();
        let rows = page["presentations"].as_array().expect("a list").clone();
        for row in &rows {
            let id = row["id"].as_str().expect("an id");
            let read = admin.get(&format!("/api/presentations/{id}")).json()["presentation"].clone();
            assert_eq!(read["title"], read["slides"][0]["content"]["title"], "half a write: {read}");
        }
        seen += rows.len();
        if rows.is_empty() {
            assert_eq!(page["pagination"]["total"], json!(seen), "lists and their counts agree");
            break;
        }
    }
    assert!(seen >= promised.len());
    assert_eq!(pictures.map(|picture| again.anonymous().get(&picture).text), shown);
    assert_eq!(program.post("/api/v1/presentations", &deck("New")).status, 201);
}

#[test]
fn a_backup_during_writes_has_everything_that_was_acknowledged_before() {
    check_under_load("sqlite");
}

#[test]
fn a_backup_of_file_storage_during_writes_has_everything_that_was_acknowledged_before() {
    check_under_load("file");
}

#[test]
fn storage_that_does_not_exist_is_not_backed_up_and_not_created() {
    let folder = TempDir::new().expect("a folder");
    let backup = folder.path().join("backup.zip");
    let data = folder.path().join("mistyped");
    for (there, words) in [(false, "is not there"), (true, "nothing to back up")] {
        if there {
            fs::create_dir(&data).expect("a folder");
        }
        let mut command = command(folder.path());
        let done = command.arg("backup").arg(&backup).arg("--data-dir").arg(&data).output().expect("the binary runs");
        assert_eq!(done.status.code(), Some(1), "{}", err(&done));
        assert!(err(&done).contains(words), "{}", err(&done));
        assert_eq!((data.exists(), backup.exists()), (there, false));
    }
}

#[test]
fn a_truncated_or_altered_backup_is_rejected_and_leaves_nothing() {
    let (folder, path) = small_backup();
    let whole = fs::read(&path).expect("a backup");
    let bad = folder.path().join("bad.zip");
    let mut cases: Vec<Vec<u8>> = (0..8).map(|part| whole[..whole.len() * part / 8].to_vec()).collect();
    cases.push(whole[..whole.len() - 1].to_vec());
    cases.push(b"not a zip at all, but long enough to be read".to_vec());
    let mut archive = zip::ZipArchive::new(Cursor::new(&whole)).expect("an archive");
    for at in 0..archive.len() {
        // Alters a byte in the middle of each member's data. An empty member has none.
        let member = archive.by_index(at).expect("a member");
        let (start, length) = (member.data_start().expect("a place"), member.compressed_size());
        let mut altered = whole.clone();
        if member.size() > 0 {
            altered[usize::try_from(start + length / 2).expect("a place")] ^= 0x10;
            cases.push(altered);
        }
    }
    for (number, bytes) in cases.iter().enumerate() {
        fs::write(&bad, bytes).expect("a file");
        let (target, done) = restored(&bad, &[]);
        assert_eq!(done.status.code(), Some(1), "case {number}");
        assert!(["is not a backup of Lectern", "cut short", "damaged"].iter().any(|word| err(&done).contains(word)));
        assert!(!target.path().join("data").exists(), "case {number} left something");
    }
}

/// The backup with `change` applied to its manifest, and with a further member if `more` names one.
fn rewritten(whole: &Path, change: impl Fn(&mut Value), more: Option<&str>) -> Vec<u8> {
    let bytes = fs::read(whole).expect("a backup");
    let mut archive = zip::ZipArchive::new(Cursor::new(&bytes)).expect("an archive");
    let mut out = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for at in 0..archive.len() {
        let mut member = archive.by_index(at).expect("a member");
        let (name, mut content) = (member.name().expect("a name").into_owned(), Vec::new());
        member.read_to_end(&mut content).expect("bytes");
        if name == "manifest.json" {
            let mut manifest = serde_json::from_slice(&content).expect("JSON");
            change(&mut manifest);
            content = manifest.to_string().into_bytes();
        }
        out.start_file(name, SimpleFileOptions::default()).expect("a member");
        out.write_all(&content).expect("bytes");
    }
    if let Some(name) = more {
        out.start_file(name, SimpleFileOptions::default()).expect("a member");
    }
    out.finish().expect("an archive").into_inner()
}

#[test]
fn backups_that_this_release_cannot_restore_are_rejected() {
    let (folder, path) = small_backup();
    let odd = folder.path().join("odd.zip");
    for (bytes, expected) in [
        (rewritten(&path, |manifest| manifest["version"] = json!(2), None), "made by a newer Lectern"),
        (rewritten(&path, |manifest| manifest["storage"] = json!(9999), None), "made by a newer Lectern"),
        (rewritten(&path, |manifest| manifest["format"] = json!("tape"), None), "is not a backup of Lectern"),
        (
            rewritten(&path, |manifest| manifest["members"][0]["sha256"] = json!("00"), None),
            "was changed or cannot be read",
        ),
        (rewritten(&path, |_| (), Some("assets/../../x")), "does not hold what its manifest lists"),
    ] {
        fs::write(&odd, bytes).expect("a file");
        let (target, done) = restored(&odd, &[]);
        assert_eq!(done.status.code(), Some(1), "{expected}");
        assert!(err(&done).contains(expected), "{}", err(&done));
        assert!(!target.path().join("data").exists());
    }
    let (_, done) = restored(&folder.path().join("absent.zip"), &[]);
    assert!(done.status.code() == Some(1) && err(&done).contains("cannot be read"), "{}", err(&done));
    let (restored, done) = restored(&path, &[]);
    assert!(done.status.success() && restored.path().join("data/lectern.db").exists(), "{}", err(&done));
}

#[test]
fn storage_that_is_not_empty_is_not_changed() {
    let (_folder, path) = small_backup();
    let path = path.to_str().expect("a path");
    let lectern = Lectern::start(&[]);
    let refused = lectern.run(&["restore", path]);
    assert!(
        refused.status.code() == Some(1) && err(&refused).contains("another Lectern process uses it"),
        "{}",
        err(&refused)
    );
    assert_eq!(lectern.admin().get("/api/presentations").json()["pagination"]["total"], 0);
    let (folder, _) = lectern.stopped();
    let names = |folder: &TempDir| {
        let entries = fs::read_dir(folder.path().join("data")).expect("a list");
        let mut names: Vec<_> = entries.map(|entry| entry.expect("an entry").file_name()).collect();
        names.sort();
        names
    };
    let before = names(&folder);
    let refused = command(folder.path()).args(["restore", path]).output().expect("the binary runs");
    assert!(refused.status.code() == Some(1) && err(&refused).contains("is not empty"), "{}", err(&refused));
    assert_eq!(names(&folder), before);
    let written = fs::read(path).expect("a backup");
    let refused = command(folder.path()).args(["backup", path]).output().expect("the binary runs");
    assert!(refused.status.code() == Some(1) && err(&refused).contains("exists already"), "{}", err(&refused));
    assert_eq!(fs::read(path).expect("a backup"), written);
}

#[test]
fn slide_types_in_the_folder_before_a_restore_stay() {
    let declaration = r#"{"id": "acme/berth", "label": "Berth", "fields": []}"#;
    let folder = TempDir::new().expect("a folder");
    let add_type = |folder: &TempDir, name: &str, text: &str| {
        fs::create_dir_all(folder.path().join("data/slide-types")).expect("a folder");
        fs::write(folder.path().join("data/slide-types").join(name), text).expect("a file");
    };
    add_type(&folder, "berth.json", declaration);
    let lectern = Lectern::start_in(folder, &[("SVC_ADMIN_EMAIL", ADMIN.0), ("SVC_ADMIN_PASSWORD", ADMIN.1)]);
    let path = lectern.folder.path().join("backup.zip");
    assert!(lectern.run(&["backup", path.to_str().expect("a path")]).status.success());
    let restore =
        |folder: &TempDir| command(folder.path()).arg("restore").arg(&path).output().expect("the binary runs");

    let folder = TempDir::new().expect("a folder");
    add_type(&folder, "berth.json", &declaration.replace("Berth", "Mooring"));
    let done = restore(&folder);
    assert!(done.status.code() == Some(1) && err(&done).contains("berth.json"), "{}", err(&done));
    assert_eq!(fs::read_dir(folder.path().join("data")).expect("a list").count(), 1, "nothing is left");

    add_type(&folder, "berth.json", declaration);
    add_type(&folder, "quay.json", &declaration.replace("berth", "quay"));
    let done = restore(&folder);
    assert!(done.status.success(), "{}", err(&done));
    let lectern = Lectern::start_in(folder, &[("SVC_ADMIN_EMAIL", "other@x.test")]);
    assert!(!lectern.console().contains("first start"), "{}", lectern.console());
    let types = lectern.admin().get("/api/slide-types").json()["slideTypes"].clone();
    assert!(types.get("acme/berth").is_some() && types.get("acme/quay").is_some());
}

#[test]
fn a_backup_is_restored_into_another_storage_backend_if_that_supports_it() {
    let (_folder, path) = small_backup();
    let (folder, done) = restored(&path, &[("SVC_STORAGE", "file")]);
    assert!(done.status.success(), "{}", err(&done));
    let lectern = Lectern::start_in(folder, &[("SVC_STORAGE", "file")]);
    let admin = lectern.admin();
    let id = admin.get("/api/presentations").json()["presentations"][0]["id"].clone();
    assert_eq!(id.as_str().map(|id| admin.get(&format!("/api/presentations/{id}")).status), Some(200));

    let lectern = Lectern::start(&[]);
    let admin = lectern.admin();
    let id = admin.post("/api/presentations", &deck("Tides")).json()["presentation"]["id"].clone();
    let comments = format!("/api/presentations/{}/comments", id.as_str().expect("an id"));
    assert_eq!(admin.post(&comments, &json!({ "body": "Nice" })).status, 201);
    let path = lectern.folder.path().join("commented.zip");
    assert!(lectern.run(&["backup", path.to_str().expect("a path")]).status.success());
    let (folder, done) = restored(&path, &[("SVC_STORAGE", "file")]);
    assert!(done.status.code() == Some(1) && err(&done).contains("comments"), "{}", err(&done));
    assert!(!folder.path().join("data").exists());
    let (folder, done) = restored(&path, &[]);
    assert!(done.status.success(), "{}", err(&done));
    let lectern = Lectern::start_in(folder, &[]);
    assert_eq!(lectern.admin().get(&comments).json()["total"], 1);
}

#[test]
fn sessions_links_and_revoked_keys_do_not_come_back_with_a_restore() {
    let lectern = Lectern::start(&[]);
    let admin = lectern.admin();
    let made = admin.post("/api/api-keys", &json!({ "name": "Nightly", "scopes": ["read"] })).json();
    let key = made["key"].as_str().expect("a key").to_owned();
    let invited = admin.post("/api/admin/users", &json!({ "email": "ada@x.test" })).json();
    let link = invited["inviteLink"].as_str().and_then(|link| link.split_once("token=")).expect("a link").1.to_owned();
    let path = lectern.folder.path().join("backup.zip");
    assert!(lectern.run(&["backup", path.to_str().expect("a path")]).status.success());
    let id = made["id"].as_str().expect("an id");
    assert_eq!(admin.delete(&format!("/api/api-keys/{id}")).status, 200, "it is revoked after the backup");

    for (arguments, words, status) in
        [(&["restore"][..], "is revoked", 401), (&["restore", "--keep-keys"][..], "is valid again", 200)]
    {
        let folder = TempDir::new().expect("a folder");
        let done = command(folder.path()).args(arguments).arg(&path).output().expect("the binary runs");
        assert!(done.status.success(), "{}", err(&done));
        let printed = err(&done);
        let line = printed.lines().find(|line| line.contains("(`Nightly`)")).unwrap_or_default();
        assert!(line.contains(&key[..17]) && line.ends_with(words) && !printed.contains(&key), "{printed}");
        let again = Lectern::start_in(folder, &[]);
        let with_cookie = again.anonymous().with("Cookie", &admin.headers[0].1);
        assert_eq!(with_cookie.get("/api/auth/me").status, 401);
        assert_eq!(again.anonymous().post("/api/auth/link", &json!({ "token": link })).status, 401);
        assert_eq!(again.with_key(&key).get("/api/v1/presentations").status, status);
        assert_eq!(again.signed_in(ADMIN.0, ADMIN.1).get("/api/auth/me").status, 200);
    }
}
