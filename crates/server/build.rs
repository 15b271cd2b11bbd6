//! Prepares the files that are embedded in the binary: those of the web app, and a few of swagger-ui for the
//! documentation page.
//!
//! Those of swagger-ui come from a zip archive in a crate. They stay deflated: with a gzip head and tail, browsers can
//! read them. This file reads the archive itself, since a zip crate would have to be compiled a second time, as a build
//! dependency, for three files.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use utoipa_swagger_ui_vendored::SWAGGER_UI_VENDORED as ARCHIVE;

/// The names of the files below the only top-level folder of the archive, and their names in `OUT_DIR`.
const FILES: [(&str, &str); 3] = [
    ("dist/swagger-ui-bundle.js", "swagger-ui.js.gz"),
    ("dist/swagger-ui.css", "swagger-ui.css.gz"),
    ("LICENSE", "swagger-ui-license.txt.gz"),
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo sets it"));
    fs::write(out.join("web_files.rs"), web_files()).expect("OUT_DIR is writable");
    let entries = entries();
    let (folder, _) = entries.first().expect("the archive is not empty");
    for (inside, outside) in FILES {
        let name = format!("{folder}{inside}");
        let (_, entry) = entries.iter().find(|(found, _)| *found == name).unwrap_or_else(|| panic!("no `{name}`"));
        fs::write(out.join(outside), gzip(entry)).expect("OUT_DIR is writable");
    }
}

/// The table of the web app's files, for `routes/built.rs`. Empty in a debug build, which reads them from their folder.
fn web_files() -> String {
    let mut files = Vec::new();
    if env::var("PROFILE").as_deref() == Ok("release") {
        let root = Path::new(&env::var_os("CARGO_MANIFEST_DIR").expect("Cargo sets it")).join("../../web/dist");
        println!("cargo::rerun-if-changed={}", root.display());
        list(&root, "", &mut files);
        files.sort();
    }
    let mut table = "static FILES: &[(&str, &[u8])] = &[\n".to_owned();
    for (name, path) in files {
        let path = path.to_str().expect("the path of the checkout is UTF-8");
        let _ = writeln!(table, "    ({name:?}, include_bytes!({path:?})),");
    }
    table + "];\n"
}

/// Adds the files of a folder, each with its name below the root.
fn list(folder: &Path, prefix: &str, files: &mut Vec<(String, PathBuf)>) {
    // An app that was not built has no folder.
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("the folder can be read").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("names are text");
        let name = format!("{prefix}{name}");
        if path.is_dir() {
            list(&path, &format!("{name}/"), files);
        } else {
            files.push((name, path));
        }
    }
}

/// The entries of a zip archive by their names, each as its record in the central directory (APPNOTE.TXT, section
/// 4.3.12).
fn entries() -> Vec<(&'static str, &'static [u8])> {
    let end = ARCHIVE.windows(4).rposition(|window| window == b"PK\x05\x06").expect("the archive has an end");
    let count = short(&ARCHIVE[end..], 10);
    let mut rest = &ARCHIVE[long(&ARCHIVE[end..], 16)..];
    let mut entries = Vec::with_capacity(count);
    for _ in 0..count {
        assert!(rest.starts_with(b"PK\x01\x02"), "a record of the central directory");
        let name = std::str::from_utf8(&rest[46..46 + short(rest, 28)]).expect("names are text");
        let (record, next) = rest.split_at(46 + short(rest, 28) + short(rest, 30) + short(rest, 32));
        entries.push((name, record));
        rest = next;
    }
    entries
}

/// A file of the archive as a gzip file (RFC 1952): no name, no time, system unknown.
fn gzip(entry: &[u8]) -> Vec<u8> {
    assert_eq!(short(entry, 10), 8, "the entry is deflated");
    let local = &ARCHIVE[long(entry, 42)..];
    let start = 30 + short(local, 26) + short(local, 28);
    let deflated = &local[start..start + long(entry, 20)];
    let (checksum, size) = (&entry[16..20], &entry[24..28]);
    [&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff], deflated, checksum, size].concat()
}

fn short(bytes: &[u8], at: usize) -> usize {
    usize::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]))
}

fn long(bytes: &[u8], at: usize) -> usize {
    short(bytes, at) | (short(bytes, at + 2) << 16)
}
