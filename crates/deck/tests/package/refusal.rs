//! Packages that are rejected, and the messages.

use std::io::{self, Cursor, Read, Seek, SeekFrom};

use deck::package::{self, Limits, PackageError};
use serde_json::json;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::{PNG, Packing, Uploads, archive, hash, unpacked};

/// Checks the message with which a package is rejected.
#[track_caller]
fn check(bytes: &[u8], expected: &str) {
    check_within(bytes, Limits::default(), expected);
}

#[track_caller]
fn check_within(bytes: &[u8], limits: Limits, expected: &str) {
    let result = package::read_within(Cursor::new(bytes), limits);
    assert!(!matches!(result, Err(PackageError::Io(_))), "{result:?}");
    assert_eq!(result.map_or_else(|fault| fault.to_string(), |_| "fine".to_owned()), expected);
}

/// Position of an entry's header in the directory.
fn header(bytes: &[u8], name: &str) -> usize {
    let is_header =
        |start: usize| bytes[start..].starts_with(b"PK\x01\x02") && bytes[start + 46..].starts_with(name.as_bytes());
    (0..bytes.len() - 46).rfind(|start| is_header(*start)).expect("an entry")
}

fn patched(mut bytes: Vec<u8>, at: usize, patch: &[u8]) -> Vec<u8> {
    bytes[at..at + patch.len()].copy_from_slice(patch);
    bytes
}

#[test]
fn a_good_package_is_read() {
    check(&Packing::new().zip(), "fine");
}

#[test]
fn empty_foreign_and_truncated_files_are_rejected() {
    let good = Packing::new().zip();
    check(b"", "the package is empty");
    check(b"hello", "the package is not a zip archive");
    check(&good[..good.len() - 40], "the package is cut short");
    check(&good[..good.len() / 2], "the package is cut short");
}

#[test]
fn a_missing_or_foreign_mimetype_is_refused() {
    check(&Packing::new().without("mimetype").zip(), "entry `mimetype` is missing");
    let foreign = Packing::new().set("mimetype", b"application/zip").zip();
    check(&foreign, "entry `mimetype` says `application/zip`, not `application/vnd.svc.deck`");
    let endless = Packing::new().set("mimetype", &[b' '; 2_000]).zip();
    check(&endless, "entry `mimetype` unpacks to more than 1024 bytes");
}

#[test]
fn the_mimetype_may_be_legacy_padded_deflated_and_last() {
    let mut packing = Packing::new().without("mimetype").set("mimetype", b"  application/vnd.legacy.deck\n");
    packing.deck["format"] = json!("legacy.deck");
    packing.manifest["format"] = json!("legacy.deck");
    let mut uploads = Uploads::default();
    assert_eq!(unpacked(&packing.zip(), &mut uploads).envelope["format"], "legacy.deck");
}

#[test]
fn a_missing_or_unreadable_manifest_or_deck_is_refused() {
    for entry in ["manifest.json", "deck.json"] {
        check(&Packing::new().without(entry).zip(), &format!("entry `{entry}` is missing"));
        for (json, reason) in [
            (&b"{"[..], "EOF while parsing an object at line 1 column 1"),
            (b"[]", "it is not an object"),
            (b"7", "it is not an object"),
            (b"\"\xff\"", "invalid unicode code point at line 1 column 2"),
        ] {
            check(&Packing::new().set(entry, json).zip(), &format!("entry `{entry}` is not valid: {reason}"));
        }
        let deep = "[".repeat(100_000);
        let deep = Packing::new().set(entry, deep.as_bytes()).zip();
        check(&deep, &format!("entry `{entry}` is not valid: recursion limit exceeded at line 1 column 128"));
    }
}

#[test]
fn a_newer_bundle_is_refused_and_an_absent_version_is_the_first() {
    let mut packing = Packing::new();
    packing.manifest["bundleVersion"] = json!(2);
    check(&packing.zip(), "entry `manifest.json` has bundleVersion `2`; packages are read up to version 1");
    packing.manifest["bundleVersion"] = json!("1");
    check(&packing.zip(), "entry `manifest.json` is not valid: `bundleVersion` is `\"1\"`, not an integer");
    packing.manifest.as_object_mut().expect("an object").remove("bundleVersion");
    check(&packing.zip(), "fine");
}

#[test]
fn a_listed_asset_that_is_not_in_the_archive_is_refused() {
    let packing = Packing::new();
    let reference = packing.reference();
    check(&packing.without(&reference).zip(), &format!("entry `{reference}` is missing"));
}

#[test]
fn a_ref_whose_name_differs_from_its_hash_is_refused() {
    let mut packing = Packing::new();
    let misnamed = format!("assets/{}.png", "0".repeat(64));
    packing.manifest["assets"][0]["ref"] = json!(misnamed);
    let expected = format!("asset `{misnamed}` is not named after its hash `{}`", hash(PNG));
    check(&packing.set(&misnamed, PNG).zip(), &expected);
}

#[test]
fn an_asset_whose_bytes_do_not_match_its_hash_is_refused() {
    let packing = Packing::new();
    let reference = packing.reference();
    let expected = format!("the bytes of `{reference}` do not match its hash");
    check(&packing.set(&reference, &PNG[1..]).zip(), &expected);
}

#[test]
fn an_asset_that_does_not_unpack_is_refused() {
    let mut packing = Packing::new();
    packing.method = CompressionMethod::Stored;
    let (good, reference) = (packing.zip(), packing.reference());
    let at = good.windows(PNG.len()).position(|window| window == PNG).expect("a stored picture");
    check(&patched(good.clone(), at, b"?"), &format!("entry `{reference}` is damaged: Invalid checksum"));
    let header = header(&good, &reference);
    let foreign = patched(good, header + 10, &[12, 0]);
    let result = package::read(Cursor::new(foreign));
    assert!(matches!(result, Err(PackageError::Damaged { entry, .. }) if entry == reference));
}

#[test]
fn a_package_of_too_many_entries_is_refused() {
    let mut packing = Packing::new();
    packing.entries.extend((0..4_996).map(|number| (format!("extra/{number}"), Vec::new())));
    check(&packing.zip(), "fine");
    check(&packing.set("extra/one-more", b"").zip(), "the package has more than 5000 entries");
}

#[test]
fn a_package_that_declares_more_than_it_may_unpack_to_is_refused_without_unpacking() {
    let good = Packing::new().set("extra", b"x").zip();
    let at = header(&good, "extra") + 24;
    check(&patched(good, at, &(1_u32 << 30).to_le_bytes()), "the package unpacks to more than 1073741824 bytes");
}

#[test]
fn a_package_that_unpacks_to_more_than_it_declares_is_refused() {
    let packing = Packing::new().set("deck.json", &vec![b' '; 3_000_000]);
    let bytes = packing.zip();
    assert!(bytes.len() < 10_000);
    let at = header(&bytes, "deck.json") + 24;
    let lying = patched(bytes, at, &100_u32.to_le_bytes());
    check(&lying, "entry `deck.json` is damaged: File is larger than its declared uncompressed size");
}

#[test]
fn the_limits_hold_for_documents_and_for_all_entries_together() {
    let bytes = Packing::new().zip();
    let limits = Limits { document: 100, ..Limits::default() };
    check_within(&bytes, limits, "entry `manifest.json` unpacks to more than 100 bytes");
    let limits = Limits { unpacked: 100, ..Limits::default() };
    check_within(&bytes, limits, "the package unpacks to more than 100 bytes");
    assert_eq!(
        Limits::default(),
        Limits {
            entries: 5_000,
            unpacked: 1_073_741_824,
            document: 67_108_864,
            values: 1_000_000,
            asset: 20_971_520,
            directory: 8_388_608
        }
    );
}

#[test]
fn a_document_with_too_many_values_is_rejected() {
    let fat = format!("{{\"a\": [{}0]}}", "0,".repeat(1_000_000));
    let fat = Packing::new().set("deck.json", fat.as_bytes()).zip();
    assert!(fat.len() < 10_000);
    check(&fat, "entry `deck.json` is not valid: it holds more than 1000000 values");
}

/// A package of about 1 MB that unpacks to more than 1 GiB: one entry, copied a thousand times.
fn bomb() -> Vec<u8> {
    let block = Packing { entries: vec![("block".to_owned(), vec![b' '; 1 << 20])], ..Packing::new() }.zip();
    let mut block = archive(&block);
    let mut zip = ZipWriter::new_append(Cursor::new(Packing::new().zip())).expect("a zip archive");
    for number in 0..1_025 {
        let entry = block.by_index(0).expect("an entry");
        zip.raw_copy_file_rename(entry, format!("extra/{number}")).expect("a fresh name");
    }
    zip.finish().expect("memory takes all").into_inner()
}

/// Counts the bytes that are read of a package.
struct Counted(Cursor<Vec<u8>>, usize);

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.0.read(buffer)?;
        self.1 += count;
        Ok(count)
    }
}

impl Seek for Counted {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        self.0.seek(position)
    }
}

#[test]
fn a_bomb_is_rejected_by_its_directory_alone() {
    let bomb = bomb();
    let length = bomb.len();
    assert!(length < 2_000_000);
    let mut bomb = Counted(Cursor::new(bomb), 0);
    assert!(matches!(package::read(&mut bomb), Err(PackageError::TooLarge { limit: 1_073_741_824 })));
    assert!(bomb.1 < length / 4, "{} of {length} bytes were read", bomb.1);
}

#[test]
fn names_that_lead_out_of_the_package_are_refused() {
    for name in ["/evil.png", "../evil.png", "assets/../../evil.png", "a\\evil.png", "C:evil.png", "evil\0.png"] {
        let shown = name.replace('\0', "\u{fffd}");
        let expected = format!("entry `{shown}` has a name that leads out of the package");
        check(&Packing::new().set(name, b"x").zip(), &expected);
    }
}

#[test]
fn entries_of_one_name_are_refused() {
    let bytes = Packing::new().set("deck.jsoN", b"{}").zip();
    let second = header(&bytes, "deck.jsoN") + 46;
    check(&patched(bytes, second, b"deck.json"), "entry `deck.json` occurs twice");
}

#[test]
fn symbolic_links_are_refused() {
    let mut zip = ZipWriter::new_append(Cursor::new(Packing::new().zip())).expect("a zip archive");
    zip.add_symlink("link.png", "/etc/passwd", SimpleFileOptions::default()).expect("a fresh name");
    let bytes = zip.finish().expect("memory takes all").into_inner();
    check(&bytes, "entry `link.png` is a symbolic link");
}

#[test]
fn encrypted_entries_are_refused() {
    let bytes = Packing::new().zip();
    let at = header(&bytes, "deck.json") + 8;
    check(&patched(bytes, at, &[1]), "entry `deck.json` is encrypted");
}

#[test]
fn overlapping_entries_are_refused() {
    let bytes = Packing::new().zip();
    let at = header(&bytes, "manifest.json") + 42;
    check(&patched(bytes, at, &[0; 4]), "the archive is malformed: its entries overlap");
}
