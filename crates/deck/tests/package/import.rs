//! Unpacking valid packages.

use std::io::{self, Cursor, Read};

use deck::package::{self, FailedAsset, UnpackedDeck};
use serde_json::json;
use zip::CompressionMethod;

use super::{PNG, Packing, SVG, Uploads, envelope, names, text, unpacked, written};

#[test]
fn unlisted_entries_are_ignored() {
    let mut uploads = Uploads::default();
    let bytes = Packing::new().set("extra/readme.txt", b"hello").set("extra/", b"").zip();
    assert_eq!(unpacked(&bytes, &mut uploads).failed, []);
    assert_eq!(uploads.0.len(), 1);
}

#[test]
fn an_asset_is_stored_unchanged_under_the_name_of_its_first_source() {
    let mut uploads = Uploads::default();
    let UnpackedDeck { envelope, failed } = unpacked(&Packing::new().zip(), &mut uploads);
    assert_eq!(envelope["slides"][0]["content"]["image"], "/uploads/quay-new0.png");
    assert_eq!(uploads.0["/uploads/quay-new0.png"], PNG);
    assert_eq!(failed, []);
}

#[test]
fn an_asset_listed_twice_with_one_ref_is_stored_once() {
    let mut packing = Packing::new();
    let mut again = packing.manifest["assets"][0].clone();
    again["sources"] = json!(["/uploads/other.png"]);
    packing.manifest["assets"].as_array_mut().expect("a list").push(again);
    let mut uploads = Uploads::default();
    unpacked(&packing.zip(), &mut uploads);
    assert_eq!(uploads.0.keys().collect::<Vec<_>>(), ["/uploads/quay-new0.png"]);
}

/// The assets that were not stored, each with the reason as text and its code.
fn written_reasons(failed: &[FailedAsset]) -> Vec<(&str, &str, Option<&str>)> {
    failed.iter().map(|asset| (asset.reference.as_str(), asset.reason.text(), asset.reason.code())).collect()
}

#[test]
fn an_asset_that_is_not_stored_is_reported_and_its_ref_stays() {
    let packing = Packing::of(b"just some words", "txt", "text/plain");
    let UnpackedDeck { envelope, failed } = unpacked(&packing.zip(), &mut Uploads::default());
    let reference = packing.reference();
    assert_eq!(envelope["slides"][0]["content"]["image"], reference);
    assert_eq!(written_reasons(&failed), [(reference.as_str(), "`text/plain` is not accepted", None)]);
}

#[test]
fn an_asset_over_the_limit_is_reported_and_not_passed_to_the_sink() {
    let mut large = PNG.to_vec();
    large.resize(20_971_521, 0);
    let packing = Packing::of(&large, "png", "image/png");
    let mut uploads = Uploads::default();
    let UnpackedDeck { envelope, failed } = unpacked(&packing.zip(), &mut uploads);
    let reason = "it has 20971521 bytes, more than the 20971520 an upload may have";
    assert_eq!(envelope, packing.deck);
    assert_eq!(written_reasons(&failed), [(packing.reference().as_str(), reason, Some("asset-large"))]);
    assert!(uploads.0.is_empty());

    large.pop();
    assert_eq!(unpacked(&Packing::of(&large, "png", "image/png").zip(), &mut uploads).failed, []);
}

#[test]
fn a_bundle_ref_outside_the_manifest_is_reported_once() {
    let mut packing = Packing::new();
    let ghost = format!("assets/{}.png", "a".repeat(64));
    let slide = json!({"content": {"image": ghost, "body": format!("![ghost]({ghost})")}});
    packing.deck["slides"].as_array_mut().expect("a list").push(slide.clone());
    let UnpackedDeck { envelope, failed } = unpacked(&packing.zip(), &mut Uploads::default());
    assert_eq!(envelope["slides"][0]["content"]["image"], "/uploads/quay-new0.png");
    assert_eq!(envelope["slides"][1], slide);
    let reason = "the manifest does not list it";
    assert_eq!(written_reasons(&failed), [(ghost.as_str(), reason, Some("asset-unlisted"))]);
}

#[test]
fn a_missing_local_asset_imports_as_a_dangling_reference() {
    let bytes = written(envelope([json!({"image": "/uploads/gone.png"})]), &mut Uploads::default());
    let UnpackedDeck { envelope, failed } = unpacked(&bytes, &mut Uploads::default());
    assert_eq!(envelope["slides"][0]["content"]["image"], "/uploads/gone.png");
    assert_eq!(failed, []);
}

#[test]
fn deck_and_addresses_survive_a_round_trip() {
    let mut uploads = Uploads::of(&[("/uploads/b.png", PNG), ("/uploads/a.svg", SVG), ("/uploads/c.png", PNG)]);
    let deck = envelope([
        json!({"image": "/uploads/b.png", "body": "![a](/uploads/a.svg) [c](/uploads/c.png)"}),
        json!({"image": "/uploads/gone.png", "external": "https://example.test/a.png"}),
    ]);
    let sent = written(deck, &mut uploads);
    let mut uploads = Uploads::default();
    let received = written(unpacked(&sent, &mut uploads).envelope, &mut uploads);
    assert_eq!(names(&sent), names(&received));
    assert_eq!(text(&sent, "deck.json"), text(&received, "deck.json"));
}

#[test]
fn bytes_that_change_between_reading_and_unpacking_are_an_error() {
    use std::cell::RefCell;
    use std::io::{Seek, SeekFrom};
    use std::rc::Rc;

    /// A file that others write to.
    #[derive(Debug)]
    struct Shared(Rc<RefCell<Cursor<Vec<u8>>>>);
    impl Read for Shared {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.0.borrow_mut().read(buffer)
        }
    }
    impl Seek for Shared {
        fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
            self.0.borrow_mut().seek(position)
        }
    }

    let mut packing = Packing::new();
    packing.method = CompressionMethod::Stored;
    let bytes = packing.zip();
    let at = bytes.windows(PNG.len()).position(|window| window == PNG).expect("a stored picture");
    let file = Rc::new(RefCell::new(Cursor::new(bytes)));
    let package = package::read(Shared(file.clone())).expect("a sound package");
    file.borrow_mut().get_mut()[at + 20] ^= 1;
    let mut uploads = Uploads::default();
    let fault = package.unpack(&mut uploads).expect_err("other bytes");
    let expected = format!("entry `{}` is damaged: Invalid checksum", packing.reference());
    assert_eq!(fault.to_string(), expected);
    assert!(uploads.0.is_empty());
}

#[test]
fn the_envelope_can_be_checked_before_anything_is_stored() {
    let packing = Packing::new();
    let bytes = packing.zip();
    assert_eq!(package::read(Cursor::new(&bytes)).expect("a sound package").envelope(), &packing.deck);
}
