//! Start, shutdown, and commands while the service runs.

use std::fs::Permissions;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

use super::lectern::{ADMIN, Lectern, command};

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn after<'a>(text: &'a str, mark: &str) -> &'a str {
    let (_, rest) = text.split_once(mark).unwrap_or_else(|| panic!("`{mark}` is not in {text}"));
    rest.split_whitespace().next().unwrap_or_default()
}

#[test]
fn the_first_start_prints_how_to_sign_in_and_later_starts_do_not() {
    let lectern = Lectern::start_in(TempDir::new().expect("a folder"), &[]);
    let console = lectern.console();
    assert!(console.contains("admin@localhost"), "{console}");
    let page = || lectern.anonymous().get("/signin").text;
    assert!(page().contains("Nobody has signed in yet."), "{}", page());
    let signed_in = lectern.signed_in("admin@localhost", after(&console, "password "));
    assert_eq!(signed_in.get("/api/auth/me").json()["user"]["tier"], "enterprise");
    assert!(page().contains("Ask your administrator for a link."), "{}", page());
    assert!(console.contains(&format!("{}/signin?token=", lectern.address)));

    let (_, key) = console.split_once("KEY=$(").expect("how to make a key");
    let key = key.lines().next().and_then(|line| line.strip_suffix(')')).expect("a command");
    let words: Vec<&str> = key.split_whitespace().skip(1).map(|word| word.trim_matches('\'')).collect();
    assert_eq!(words[..4], ["key", "create", "--email", "admin@localhost"]);
    let made = lectern.run(&words);
    let curl = console.lines().find(|line| line.trim_start().starts_with("curl ")).expect("a call to try");
    let path = after(curl, &lectern.address);
    assert_eq!(lectern.with_key(out(&made).trim()).get(path).status, 200);

    let later = lectern.restarted(&[]).console();
    assert!(!later.contains("admin@localhost") && !later.contains("token="), "{later}");
}

#[test]
fn a_configured_administrator_is_printed_without_secrets() {
    let console = Lectern::start(&[]).console();
    assert!(console.contains(ADMIN.0) && !console.contains(ADMIN.1) && !console.contains("token="), "{console}");
}

#[test]
fn the_link_of_the_first_start_has_the_public_address() {
    let lectern = Lectern::start_in(TempDir::new().expect("a folder"), &[("APP_URL", "https://decks.example/")]);
    assert!(lectern.console().contains(" https://decks.example/signin?token="), "{}", lectern.console());
}

#[test]
fn a_stopped_service_exits_with_0_and_loses_nothing() {
    let lectern = Lectern::start(&[]);
    let made = lectern.key(&["read", "write"]).post("/api/v1/presentations", &serde_json::json!({ "title": "Tides" }));
    assert_eq!(made.status, 201, "{}", made.text);
    let (folder, ended) = lectern.stopped();
    assert_eq!(ended.code(), Some(0));
    let lectern = Lectern::start_in(folder, &[]);
    assert_eq!(lectern.key(&["read"]).get("/api/v1/presentations").json()["pagination"]["total"], 1);
}

#[test]
fn a_port_in_use_leaves_no_account_behind() {
    let folder = TempDir::new().expect("a folder");
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port().to_string();
    let done = command(folder.path()).args(["serve", "--port", &port]).output().expect("the binary runs");
    assert_eq!(done.status.code(), Some(1));
    assert!(err(&done).contains(&port) && out(&done).is_empty(), "{}", err(&done));
    assert!(!folder.path().join("data").exists());
}

#[test]
fn a_wrong_setting_exits_1_and_a_wrong_flag_2() {
    let folder = TempDir::new().expect("a folder");
    for (setting, flags, code) in [
        (("SVC_PORT", "harbour"), &["serve"][..], 1),
        (("SVC_AI_VENDOR", "oracle"), &["serve"], 1),
        (("SVC_STORAGE", "tape"), &["mcp"], 1),
        (("SVC_STORAGE", "postgres"), &["migrate"], 1),
        (("SVC_PORT", "0"), &["serve", "--port", "harbour"], 2),
        (("SVC_PORT", "0"), &["serve", "--ai-vendor", "oracle"], 2),
        (("SVC_PORT", "0"), &["user", "create", "--email", "a@x.test", "--role", "emperor"], 2),
        (("SVC_PORT", "0"), &["key", "create", "--email", "a@x.test", "--name", "x", "--scopes", "read,fly"], 2),
    ] {
        let done = command(folder.path()).env(setting.0, setting.1).args(flags).output().expect("the binary runs");
        assert_eq!(done.status.code(), Some(code), "{flags:?}: {}", err(&done));
        let named = if setting.1 == "postgres" { "DATABASE_URL" } else { setting.0 };
        assert!(code == 2 || err(&done).contains(named), "{}", err(&done));
        assert!(out(&done).is_empty());
    }
    assert!(!folder.path().join("data").exists());
}

#[test]
fn storage_that_cannot_be_opened_is_named_with_the_reason_once() {
    let folder = TempDir::new().expect("a folder");
    std::fs::create_dir(folder.path().join("data")).expect("a folder");
    std::fs::write(folder.path().join("data/lectern.db"), "no database".repeat(100)).expect("a file");
    let done = command(folder.path()).arg("serve").output().expect("the binary runs");
    let location = folder.path().join("data").display().to_string();
    assert!(done.status.code() == Some(1) && err(&done).contains(&location), "{}", err(&done));
    assert_eq!(err(&done).matches("file is not a database").count(), 1, "{}", err(&done));
}

#[test]
fn an_unavailable_database_is_reported_with_the_reason_and_without_its_password() {
    let folder = TempDir::new().expect("a folder");
    let mut migrate = command(folder.path());
    migrate.env("SVC_STORAGE", "postgres").env("DATABASE_URL", "postgres://lectern:hunter2@127.0.0.1:1/lectern");
    let done = migrate.arg("migrate").output().expect("the binary runs");
    assert!(done.status.code() == Some(1) && err(&done).contains("refused"), "{}", err(&done));
    assert!(!err(&done).contains("hunter2"), "{}", err(&done));
}

#[test]
fn a_bad_slide_type_stops_the_start_naming_its_file() {
    let folder = TempDir::new().expect("a folder");
    std::fs::create_dir_all(folder.path().join("data/slide-types")).expect("a folder");
    std::fs::write(folder.path().join("data/slide-types/berth.json"), r#"{"id": "eu.svc.slide.berth"}"#)
        .expect("a file");
    let done = command(folder.path()).arg("serve").output().expect("the binary runs");
    assert!(done.status.code() == Some(1) && err(&done).contains("berth.json"), "{}", err(&done));
}

#[test]
fn accounts_are_created_listed_and_changed_while_the_service_runs() {
    let lectern = Lectern::start(&[]);
    let made = lectern.run(&["user", "create", "--email", "Ada@X.test", "--name", "Ada"]);
    assert!(made.status.success(), "{}", err(&made));
    let ada = lectern.signed_in("ada@x.test", out(&made).trim_end());
    assert_eq!(ada.get("/api/admin/users").status, 403);

    let set = lectern.run(&["user", "set", "--email", "ada@x.test", "--role", "admin", "--tier", "pro"]);
    assert!(set.status.success(), "{}", err(&set));
    let listed: Value = serde_json::from_str(&out(&lectern.run(&["user", "list", "--json"]))).expect("JSON");
    let listed = listed.as_array().expect("a list").iter().find(|user| user["email"] == "ada@x.test").expect("Ada");
    assert_eq!((&listed["name"], &listed["role"], &listed["tier"]), (&"Ada".into(), &"admin".into(), &"pro".into()));
    let table = out(&lectern.run(&["user", "list"]));
    assert!(table.contains("ada@x.test          admin   pro         Ada\n"), "{table}");

    for arguments in [
        &["user", "create", "--email", "ada@x.test", "--password", "long enough"][..],
        &["user", "create", "--email", "bob@x.test", "--password", "short"],
        &["user", "set", "--email", "nobody@x.test", "--tier", "pro"],
        &["key", "create", "--email", "nobody@x.test", "--name", "x", "--scopes", "read"],
    ] {
        let done = lectern.run(arguments);
        assert!(done.status.code() == Some(1) && out(&done).is_empty() && !done.stderr.is_empty(), "{arguments:?}");
        let names_nobody = err(&done).contains("no account has the e-mail `nobody@x.test`; `lectern user list`");
        assert_eq!(arguments.contains(&"nobody@x.test"), names_nobody, "{}", err(&done));
    }
}

#[test]
fn names_of_users_do_not_control_a_terminal() {
    let lectern = Lectern::start(&[]);
    let ada = lectern.member("ada@x.test");
    let name = "Ada\u{1b}[2J\nroot@x.test  admin";
    assert_eq!(ada.patch("/api/auth/me", &json!({ "name": name })).status, 200);
    assert_eq!(ada.post("/api/api-keys", &json!({ "name": "\u{1b}]0;mine\u{7}", "scopes": [] })).status, 201);
    for arguments in [["user", "list"], ["audit", "--limit=9"]] {
        let printed = out(&lectern.run(&arguments));
        assert!(printed.contains(r"\u{1b}") && !printed.contains('\u{1b}'), "{printed:?}");
        assert!(!printed.lines().any(|line| line.starts_with("root@x.test")), "{printed}");
    }
}

#[test]
fn a_closed_output_is_no_failure() {
    let lectern = Lectern::start(&[]);
    for arguments in [&["user", "list"][..], &["user", "list", "--json"], &["audit"]] {
        let mut list = command(lectern.folder.path());
        let mut list = list.args(arguments).stdout(Stdio::piped()).spawn().expect("the binary runs");
        drop(list.stdout.take());
        assert_eq!(list.wait().expect("it ends").code(), Some(0), "{arguments:?}");
    }
}

#[test]
fn stored_files_are_not_readable_for_other_users() {
    for storage in ["sqlite", "file"] {
        let folder = TempDir::new().expect("a folder");
        let data = folder.path().join("data");
        std::fs::create_dir(&data).expect("a folder");
        std::fs::set_permissions(&data, Permissions::from_mode(0o755)).expect("others may look into it");
        let done = command(folder.path()).env("SVC_STORAGE", storage).arg("migrate").output().expect("the binary runs");
        assert!(done.status.success(), "{}", err(&done));
        let entries: Vec<_> =
            std::fs::read_dir(&data).expect("a folder").map(|entry| entry.expect("an entry")).collect();
        assert!(!entries.is_empty());
        for entry in entries {
            let mode = entry.metadata().expect("what it is").permissions().mode();
            assert_eq!(mode & 0o077, 0, "{:?} of {storage}: {mode:o}", entry.file_name());
        }
    }
}

#[test]
fn the_service_raises_its_limit_of_open_files() {
    let folder = TempDir::new().expect("a folder");
    let script = "ulimit -S -n 256 && exec \"$0\" serve";
    let mut shell = Command::new("sh");
    shell.args(["-c", script, env!("CARGO_BIN_EXE_lectern")]).env("SVC_PORT", "0").current_dir(folder.path());
    let mut process = shell.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("a shell");
    let mut console = BufReader::new(process.stdout.take().expect("it is piped")).lines();
    assert!(console.any(|line| line.is_ok_and(|line| line.contains("listens on"))));
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", process.id())).expect("it runs");
    let _ = process.kill().and_then(|()| process.wait());
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files")).expect("a limit");
    let [soft, hard, ..] = line.split_whitespace().collect::<Vec<_>>()[..] else { panic!("{line}") };
    assert!(soft == hard && soft != "256", "{line}");
}

#[test]
fn every_command_sets_up_an_empty_folder_and_prints_that_to_stderr() {
    for arguments in [&["migrate"][..], &["user", "list", "--json"]] {
        let folder = TempDir::new().expect("a folder");
        let done = command(folder.path()).args(arguments).output().expect("the binary runs");
        assert!(done.status.success() && err(&done).contains("admin@localhost"), "{}", err(&done));
        assert!(!out(&done).contains("password"));
        let again = command(folder.path()).args(arguments).output().expect("the binary runs");
        assert!(again.status.success() && !err(&again).contains("admin@localhost"), "{}", err(&again));
    }
}

#[test]
fn logs_have_request_ids_and_no_secrets() {
    let lectern = Lectern::start(&[("RUST_LOG", "trace")]);
    let answer = lectern.admin().get("/signin?token=sesame");
    let key = lectern.key(&["read"]);
    assert_eq!(key.get("/api/v1/themes?follow=QXYZ").status, 200);
    let (request, log) = (answer.header("x-request-id").to_owned(), lectern.log());
    assert!(log.contains(&request), "{request} is not in the log");
    let secret = key.headers[0].1.trim_start_matches("Bearer ");
    for secret in ["sesame", "QXYZ", ADMIN.1, secret] {
        assert!(!log.contains(secret), "{secret} is in the log");
    }
}

#[test]
fn a_line_per_request_names_the_route_and_not_the_path() {
    let lectern = Lectern::start(&[("RUST_LOG", "lectern=debug")]);
    lectern.anonymous().get("/uploads/secret-name.png?token=secret-token");
    lectern.anonymous().get("/secret-path");
    let log = lectern.log();
    assert!(log.contains("route=\"/uploads/{file}\"") && log.contains("route=\"none\""), "{log}");
    assert!(!log.contains("secret"), "{log}");
}

#[test]
fn migrate_writes_decks_of_an_older_format_in_the_current_one() {
    let files = [("SVC_STORAGE", "file")];
    let lectern = Lectern::start(&files);
    let made = lectern.admin().post("/api/presentations", &json!({ "title": "Plan", "slides": [] })).json();
    let id = made["presentation"]["id"].as_str().expect("an id").to_owned();
    let (folder, _) = lectern.stopped();
    let path = folder.path().join(format!("data/store/decks/{id}.json"));
    let read = || -> Value { serde_json::from_str(&std::fs::read_to_string(&path).expect("a file")).expect("JSON") };
    let mut file = read();
    file["body"] = json!({ "schemaVersion": 12, "title": "Plan", "language": "nl", "slides": [
        { "id": "s", "type": "eu.svc.slide.quote", "content": { "quote": "Build for the tide." } },
    ] });
    std::fs::write(&path, file.to_string()).expect("it is written");
    let done = command(folder.path()).envs(files).arg("migrate").output().expect("the binary runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    assert!(String::from_utf8_lossy(&done.stderr).contains("older form: 1"));
    let body = read()["body"].clone();
    assert_eq!((&body["schemaVersion"], &body["lang"]), (&json!(15), &json!("nl")), "{body}");
    assert_eq!(body["slides"][0]["type"], "quote-slide");
}
