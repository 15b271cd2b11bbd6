//! Compares the workspace with ARCHITECTURE.md: which crate may use which, and that all share one set of lints.
//!
//! Dependencies are read from Cargo. Sources are only searched for HTTP clients.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Each crate with the workspace crates that it may use. A row names only rows above it, so there are no cycles.
#[rustfmt::skip]
const MAY_USE: &[(&str, &[&str])] = &[
    ("colors", &[]),
    ("maths", &[]),
    ("diagrams", &[]),
    ("deck", &["colors", "maths"]),
    ("scene", &["colors", "maths"]),
    ("layout", &["maths", "diagrams", "deck", "scene"]),
    ("imaging", &[]),
    ("export", &["scene", "imaging"]),
    ("office", &["deck"]),
    ("documents", &["deck", "office"]),
    ("ai", &["deck"]),
    ("store", &["deck"]),
    ("service", &["deck", "scene", "layout", "imaging", "export", "office", "documents", "ai", "store"]),
    ("server", &["service", "deck"]),
];

/// A member of the workspace, from the metadata of Cargo.
struct Member {
    name: String,
    manifest: String,
    /// Its normal and build dependencies within the workspace.
    uses: BTreeSet<String>,
    /// Its dev-dependencies within the workspace.
    tests_use: BTreeSet<String>,
}

#[test]
fn every_crate_is_in_the_table() {
    let members: BTreeSet<_> = members().into_iter().map(|member| member.name).collect();
    let table: BTreeSet<_> = MAY_USE.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(members, table, "crates of the workspace, and rows of `MAY_USE`");
}

#[test]
fn no_crate_uses_one_that_the_table_does_not_allow() {
    let mut forbidden = Vec::new();
    for member in members() {
        let allowed = may_use(&member.name);
        for used in member.uses.iter().filter(|used| !allowed.contains(&used.as_str())) {
            forbidden.push(format!("`{}` uses `{used}`", member.name));
        }
    }
    assert!(forbidden.is_empty(), "edges that ARCHITECTURE.md does not allow: {forbidden:#?}");
}

#[test]
fn the_table_allows_no_cycles() {
    for (row, (name, allowed)) in MAY_USE.iter().enumerate() {
        for used in *allowed {
            let above = MAY_USE[..row].iter().any(|(earlier, _)| earlier == used);
            assert!(above, "`{name}` may use `{used}`, which is not above it");
        }
    }
}

#[test]
fn no_crate_depends_on_itself_even_in_tests() {
    let mut waiting = members();
    loop {
        let names: BTreeSet<_> = waiting.iter().map(|member| member.name.clone()).collect();
        let before = waiting.len();
        waiting.retain(|member| member.uses.union(&member.tests_use).any(|used| names.contains(used)));
        if waiting.len() == before {
            assert!(names.is_empty(), "a circle among {names:?}");
            return;
        }
    }
}

#[test]
fn the_document_says_the_same_as_the_table() {
    let document = read(&root().join("ARCHITECTURE.md"));
    for (name, allowed) in MAY_USE {
        let row = document
            .lines()
            .find(|line| line.starts_with(&format!("| `{name}` |")))
            .unwrap_or_else(|| panic!("ARCHITECTURE.md has no row for `{name}`"));
        let uses = row.split('|').nth(3).expect("a row has four columns");
        let written: BTreeSet<_> = uses.split('`').skip(1).step_by(2).collect();
        assert_eq!(written, allowed.iter().copied().collect(), "what ARCHITECTURE.md lets `{name}` use");
    }
}

#[test]
fn every_crate_inherits_the_lints_of_the_workspace() {
    for member in members() {
        let inherits = read(Path::new(&member.manifest)).contains("\n[lints]\nworkspace = true\n");
        assert!(inherits, "`{}` lacks `[lints]` with `workspace = true`", member.name);
    }
}

/// Files that send HTTP requests. Only `client_document.rs`, where the operator allows it, and `webhooks/client.rs`
/// connect to addresses from users; both check the IP addresses that a name resolves to. The others connect to vendors,
/// tools, an issuer and a bucket that the operator configured.
const HTTP_CLIENTS: &[&str] = &[
    "crates/ai/src/vendors/client.rs",
    "crates/server/src/mcp/extensions.rs",
    "crates/server/src/routes/oauth/client_document.rs",
    "crates/server/src/sign_on/fetch.rs",
    "crates/server/src/webhooks/client.rs",
    "crates/store/src/assets/bucket/client.rs",
];

#[test]
fn only_the_listed_files_send_http_requests() {
    let mut found = Vec::new();
    for path in sources(&root().join("crates")) {
        let name = path.strip_prefix(root()).expect("below the root").display().to_string();
        if name.contains("/src/") && read(&path).contains("ureq::") {
            found.push(name);
        }
    }
    found.sort();
    assert_eq!(found, HTTP_CLIENTS);
}

/// The Rust files below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let (mut folders, mut files) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                files.push(path);
            }
        }
    }
    files
}

/// Types of fields that the doc comment of a sub-service has to mention, each with the word for it.
const NAMED_IN_HEADERS: &[(&str, &str)] = &[
    ("Store", "storage"),
    ("Shared", "share"),
    ("Assets", "asset"),
    ("Arc<Accounts>", "accounts"),
    ("Arc<AuditLog>", "audit log"),
    ("Arc<Catalogue>", "catalogue"),
    ("Arc<Comments>", "comments"),
    ("Arc<Decks>", "decks"),
    ("Arc<Drawing>", "drawing"),
    ("Arc<Library>", "library"),
    ("Arc<Limits>", "limits"),
    ("Arc<Maintenance>", "maintenance"),
    ("Arc<Rehearsals>", "rehearsals"),
];

#[test]
fn each_sub_service_names_what_it_uses() {
    let mut faults = Vec::new();
    let mut seen = 0;
    for path in sources(&root().join("crates/service/src")) {
        let text = read(&path);
        for after in text.split("\n/// Uses ").skip(1) {
            let (header, rest) = after.split_once("\n#[derive").expect("a struct");
            let rest = rest.split_once("pub struct ").expect("a struct").1;
            let (name, rest) = rest.split_once(" {").expect("a struct with fields");
            // `Operations` uses the services that have something to clean up.
            if name == "Operations" {
                continue;
            }
            seen += 1;
            let fields = rest.split_once("\n}").expect("the struct ends").0;
            for (field, word) in NAMED_IN_HEADERS {
                let is_used = fields.lines().any(|line| line.ends_with(&format!(": {field},")));
                if is_used != header.contains(word) {
                    faults.push(format!("{}: `{name}`: {word}", path.display()));
                }
            }
        }
    }
    assert!(faults.is_empty(), "headers that do not name what their fields say, or name more: {faults:#?}");
    assert!(seen > 20, "{seen} headers were read");
}

fn may_use(name: &str) -> &'static [&'static str] {
    MAY_USE.iter().find(|(row, _)| *row == name).map_or(&[], |(_, allowed)| allowed)
}

fn members() -> Vec<Member> {
    let answer = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(root())
        .output()
        .expect("Cargo runs: it runs this test");
    assert!(answer.status.success(), "{}", String::from_utf8_lossy(&answer.stderr));
    let metadata: Value = serde_json::from_slice(&answer.stdout).expect("`cargo metadata` writes JSON");
    // The fuzz targets may use every crate, and their entry point is unsafe code of the fuzzer.
    let packages = list(&metadata, "packages").iter().filter(|package| package["name"] != "lectern-fuzz");
    packages.map(member).collect()
}

fn member(package: &Value) -> Member {
    // Dependencies within the workspace have a path; those from a registry have none.
    let (tests_use, uses): (Vec<_>, Vec<_>) = list(package, "dependencies")
        .iter()
        .filter(|dependency| dependency["path"].is_string())
        .partition(|dependency| dependency["kind"] == "dev");
    let names = |dependencies: Vec<&Value>| dependencies.into_iter().map(|found| text(found, "name")).collect();
    Member {
        name: text(package, "name"),
        manifest: text(package, "manifest_path"),
        uses: names(uses),
        tests_use: names(tests_use),
    }
}

fn list<'a>(object: &'a Value, key: &str) -> &'a Vec<Value> {
    object[key].as_array().unwrap_or_else(|| panic!("`cargo metadata` gives `{key}` as a list"))
}

fn text(object: &Value, key: &str) -> String {
    object[key].as_str().unwrap_or_else(|| panic!("`cargo metadata` gives `{key}` as text")).to_owned()
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("cannot read `{}`: {error}", path.display()))
}
