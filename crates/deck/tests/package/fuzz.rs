//! Reading arbitrary bytes never panics.

use std::io::Cursor;

use deck::package::{self, PackageError};
use proptest::prelude::*;
use serde_json::json;

use super::{PNG, SVG, Uploads, envelope, unpacked, written};

/// A package with three assets, referenced in all forms.
fn specimen() -> Vec<u8> {
    let mut uploads = Uploads::of(&[("/uploads/a.png", PNG), ("/uploads/b.svg", SVG), ("/uploads/c", b"words")]);
    written(envelope([json!(["/uploads/a.png", "/uploads/b.svg", "/uploads/c"])]), &mut uploads)
}

/// Reads and unpacks bytes. Errors are accepted, except IO errors, since memory can always be read.
fn survives(bytes: &[u8]) -> Result<(), TestCaseError> {
    let result = package::read(Cursor::new(bytes)).and_then(|package| package.unpack(&mut Uploads::default()));
    prop_assert!(!matches!(result, Err(PackageError::Io(_))), "{result:?}");
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..2_000)) {
        survives(&bytes)?;
        survives(&[b"PK\x03\x04", &bytes[..]].concat())?;
    }

    #[test]
    fn a_package_with_flipped_bytes_never_panics(flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8)) {
        let mut bytes = specimen();
        for (index, byte) in flips {
            let at = index.index(bytes.len());
            bytes[at] = byte;
        }
        survives(&bytes)?;
    }

    #[test]
    fn a_package_with_a_broken_directory_never_panics(flips in prop::collection::vec((0..400_usize, any::<u8>()), 1..6)) {
        let mut bytes = specimen();
        let length = bytes.len();
        for (from_end, byte) in flips {
            bytes[length - 1 - from_end] = byte;
        }
        survives(&bytes)?;
    }

    #[test]
    fn a_cut_package_is_refused(cut in any::<prop::sample::Index>()) {
        let bytes = specimen();
        prop_assert!(package::read(Cursor::new(&bytes[..cut.index(bytes.len())])).is_err());
    }

    #[test]
    fn any_text_survives_export_and_import(texts in prop::collection::vec("[a-z/\\]\\(\\)\"'=<> ]{0,12}(/uploads/quay\\.png)?[\\)\"'> é]{0,4}", 0..6)) {
        let mut uploads = Uploads::of(&[("/uploads/quay.png", PNG)]);
        let deck = envelope([json!(texts)]);
        let bytes = written(deck.clone(), &mut uploads);
        let mut unpacked = unpacked(&bytes, &mut Uploads::default()).envelope;
        deck::refs::rewrite(&mut unpacked, |reference| {
            (reference == "/uploads/quay-new0.png").then(|| "/uploads/quay.png".to_owned())
        });
        prop_assert_eq!(unpacked, deck);
    }
}
