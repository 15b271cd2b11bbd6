//! Writing packages.

use std::io::{self, Cursor, Read, Write};

use deck::package::{self, AssetSource, PackageError, UnpackedDeck, WriteError};
use serde_json::{Value, json};
use zip::{CompressionMethod, DateTime};

use super::{PNG, SVG, Uploads, archive, envelope, hash, names, parsed, text, unpacked, written};

#[test]
fn a_package_begins_with_its_stored_mimetype() {
    let bytes = written(envelope([]), &mut Uploads::default());
    let short = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
    let long = |at: usize| u32::from(short(at)) | u32::from(short(at + 2)) << 16;
    assert_eq!(&bytes[..4], b"PK\x03\x04");
    let (flags, method, compressed, size, name, extra) = (short(6), short(8), long(18), long(22), short(26), short(28));
    assert_eq!((flags, method, compressed, size, name, extra), (0, 0, 24, 24, 8, 0));
    assert!(bytes[30..].starts_with(b"mimetypeapplication/vnd.svc.deckPK\x03\x04"));
}

#[test]
fn the_entries_come_in_order_of_first_use_with_one_timestamp() {
    let mut uploads =
        Uploads::of(&[("/uploads/b.png", b"one"), ("/uploads/a.png", b"two"), ("/uploads/c.png", b"three")]);
    let deck = envelope([
        json!({"image": "/uploads/b.png", "body": "![quay](/uploads/a.png)"}),
        json!({"image": "/uploads/b.png", "items": [{"image": "/uploads/c.png"}]}),
    ]);
    let bytes = written(deck, &mut uploads);
    let asset = |bytes: &[u8]| format!("assets/{}.png", hash(bytes));
    assert_eq!(
        names(&bytes),
        ["mimetype", "manifest.json", "deck.json", &asset(b"one"), &asset(b"two"), &asset(b"three")]
    );
    let mut archive = archive(&bytes);
    for index in 0..archive.len() {
        let entry = archive.by_index(index).expect("an entry");
        assert_eq!(entry.last_modified(), Some(DateTime::DEFAULT));
    }
}

#[test]
fn the_manifest_follows_the_specification() {
    let mut uploads = Uploads::of(&[("/uploads/quay-1.png", b"test")]);
    let deck = envelope([json!({"a": "/uploads/quay-1.png", "b": "/uploads/gone.png"})]);
    insta::assert_snapshot!(text(&written(deck, &mut uploads), "manifest.json"), @r#"
    {
      "format": "svc.deck",
      "bundleVersion": 1,
      "mimetype": "application/vnd.svc.deck",
      "deck": "deck.json",
      "assets": [
        {
          "ref": "assets/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08.png",
          "id": "sha256-n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=",
          "hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
          "mime": "image/png",
          "bytes": 4,
          "sources": [
            "/uploads/quay-1.png"
          ]
        }
      ],
      "missingAssets": [
        "/uploads/gone.png"
      ]
    }
    "#);
}

#[test]
fn a_package_without_pictures_lists_no_assets() {
    let bytes = written(envelope([]), &mut Uploads::default());
    assert_eq!(
        parsed(&bytes, "manifest.json"),
        json!({"format": "svc.deck", "bundleVersion": 1, "mimetype": package::MIMETYPE, "deck": "deck.json", "assets": []})
    );
}

#[test]
fn the_deck_is_pretty_printed_in_its_own_key_order() {
    let mut uploads = Uploads::of(&[("/uploads/quay.png", b"test")]);
    let deck = envelope([json!({"zebra": 1.50, "alpha": "<img src='/uploads/quay.png'>"})]);
    insta::assert_snapshot!(text(&written(deck, &mut uploads), "deck.json"), @r#"
    {
      "format": "svc.deck",
      "version": 1,
      "title": "Harbour plan",
      "theme": "default",
      "slides": [
        {
          "type": "eu.svc.slide.content",
          "content": {
            "zebra": 1.5,
            "alpha": "<img src='assets/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08.png'>"
          }
        }
      ]
    }
    "#);
}

#[test]
fn identical_bytes_are_stored_once_under_the_first_extension() {
    let mut uploads =
        Uploads::of(&[("/uploads/one.JPEG", PNG), ("/uploads/two.png", PNG), ("/uploads/three.jpg", PNG)]);
    let deck = envelope([
        json!({"image": "/uploads/one.JPEG"}),
        json!({"image": "/uploads/three.jpg", "body": "[two](/uploads/two.png)"}),
        json!({"image": "/uploads/one.JPEG"}),
    ]);
    let bytes = written(deck, &mut uploads);
    let reference = format!("assets/{}.jpeg", hash(PNG));
    assert_eq!(names(&bytes)[3..], [reference.as_str()]);
    let asset = &parsed(&bytes, "manifest.json")["assets"][0];
    assert_eq!(asset["sources"], json!(["/uploads/one.JPEG", "/uploads/three.jpg", "/uploads/two.png"]));
    assert_eq!(asset["mime"], "image/png");
    let deck = parsed(&bytes, "deck.json");
    assert_eq!(deck["slides"][0]["content"]["image"], reference);
    assert_eq!(deck["slides"][1]["content"]["image"], reference);
    assert_eq!(deck["slides"][1]["content"]["body"], format!("[two]({reference})"));
}

#[test]
fn local_references_are_rewritten_in_every_part_and_form_and_import_reverses_them() {
    let mut uploads = Uploads::of(&[("/uploads/quay.png", PNG)]);
    let mut deck = envelope([json!({
        "image": "/uploads/quay.png",
        "body": "See ![quay](/uploads/quay.png), <a href=\"/uploads/quay.png\">it</a> and url(/uploads/quay.png)",
        "prose": "Berth /uploads/quay.png",
    })]);
    deck["slides"][0]["notes"] = json!("[quay](/uploads/quay.png)");
    deck["description"] = json!("/uploads/quay.png");
    deck["settings"] = json!({"logo": "/uploads/quay.png"});
    deck["translations"] = json!({"de": {"slides": {"0": {"content": {"body": "![Kai](/uploads/quay.png)"}}}}});
    let bytes = written(deck.clone(), &mut uploads);

    let with = |address: &str| {
        let prose = "Berth /uploads/quay.png";
        let text = deck.to_string().replace(prose, "PROSE").replace("/uploads/quay.png", address);
        serde_json::from_str::<Value>(&text.replace("PROSE", prose)).expect("JSON")
    };
    assert_eq!(parsed(&bytes, "deck.json"), with(&format!("assets/{}.png", hash(PNG))));
    let UnpackedDeck { envelope, failed } = unpacked(&bytes, &mut Uploads::default());
    assert_eq!(envelope, with("/uploads/quay-new0.png"));
    assert_eq!(failed, []);
}

#[test]
fn external_pictures_are_never_packed() {
    let url = "https://pictures.example.test/uploads/quay.png";
    let bytes = written(envelope([json!({"image": url})]), &mut Uploads::of(&[(url, PNG)]));
    assert_eq!(parsed(&bytes, "manifest.json")["assets"], json!([]));
    assert_eq!(parsed(&bytes, "deck.json")["slides"][0]["content"]["image"], url);
}

/// A source that fails differently for each name.
struct Unreadable;

impl AssetSource for Unreadable {
    fn open(&mut self, reference: &str) -> io::Result<Option<Box<dyn Read + '_>>> {
        struct Failing;
        impl Read for Failing {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("the disk is gone"))
            }
        }
        match reference {
            "/uploads/none.png" => Ok(None),
            "/uploads/shut.png" => Err(io::ErrorKind::PermissionDenied.into()),
            _ => Ok(Some(Box::new(PNG.chain(Failing)))),
        }
    }
}

#[test]
fn an_unreadable_local_picture_is_listed_as_missing_and_keeps_its_reference() {
    let references = ["/uploads/none.png", "/uploads/shut.png", "/uploads/torn.png"];
    let deck = envelope(references.iter().chain(&references).map(|image| json!({"image": image})));
    let mut bytes = Vec::new();
    let written = package::write(deck.clone(), &mut Unreadable, &mut bytes).expect("memory takes all");
    assert_eq!(written.missing, references);
    let manifest = parsed(&bytes, "manifest.json");
    assert_eq!((&manifest["assets"], &manifest["missingAssets"]), (&json!([]), &json!(references)));
    assert_eq!(parsed(&bytes, "deck.json"), deck);
}

#[test]
fn a_file_without_extension_is_named_by_its_hash_alone_and_an_unknown_type_is_octets() {
    let mut uploads = Uploads::of(&[("/uploads/words", b"just some words"), ("/uploads/words.TXT", b"other words")]);
    let bytes = written(envelope([json!(["/uploads/words", "/uploads/words.TXT"])]), &mut uploads);
    let assets = &parsed(&bytes, "manifest.json")["assets"];
    assert_eq!(assets[0]["ref"], format!("assets/{}", hash(b"just some words")));
    assert_eq!(assets[1]["ref"], format!("assets/{}.txt", hash(b"other words")));
    assert_eq!([&assets[0]["mime"], &assets[1]["mime"]], ["application/octet-stream"; 2]);
}

#[test]
fn pictures_are_stored_and_the_rest_is_deflated() {
    let mut uploads =
        Uploads::of(&[("/uploads/a.bin", PNG), ("/uploads/b.svg", SVG), ("/uploads/c.webp", b"unsigned")]);
    let bytes = written(envelope([json!(["/uploads/a.bin", "/uploads/b.svg", "/uploads/c.webp"])]), &mut uploads);
    let mut archive = archive(&bytes);
    let methods: Vec<_> =
        (0..archive.len()).map(|index| archive.by_index(index).expect("an entry").compression()).collect();
    let (stored, deflated) = (CompressionMethod::Stored, CompressionMethod::Deflated);
    assert_eq!(methods, [stored, deflated, deflated, stored, deflated, stored]);
    let mimes: Vec<_> = parsed(&bytes, "manifest.json")["assets"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|asset| asset["mime"].clone())
        .collect();
    assert_eq!(mimes, ["image/png", "image/svg+xml", "image/webp"]);
}

#[test]
fn the_same_deck_gives_the_same_bytes() {
    let deck = envelope((0..20).map(|number| json!({"image": format!("/uploads/{number}.svg")})));
    let mut uploads =
        Uploads((0..20_u8).map(|number| (format!("/uploads/{number}.svg"), vec![number; 5_000])).collect());
    let first = written(deck.clone(), &mut uploads);
    assert!(first == written(deck, &mut uploads));
}

/// A source that returns other bytes, or none, the second time.
struct Changing {
    readings: usize,
    second: Option<&'static [u8]>,
}

impl AssetSource for Changing {
    fn open(&mut self, _: &str) -> io::Result<Option<Box<dyn Read + '_>>> {
        self.readings += 1;
        let bytes = if self.readings == 1 { Some(PNG) } else { self.second };
        Ok(bytes.map(|bytes| Box::new(bytes) as Box<dyn Read>))
    }
}

#[test]
fn an_asset_that_changes_while_it_is_packed_is_an_error_and_leaves_an_incomplete_archive() {
    for second in
        [None, Some(&b""[..]), Some(&PNG[1..]), Some(&b"\x89PNG\r\n\x1a\n a picture of the Quay and more"[..])]
    {
        let mut out = Vec::new();
        let deck = envelope([json!({"image": "/uploads/quay.png"})]);
        let fault = package::write(deck, &mut Changing { readings: 0, second }, &mut out).expect_err("other bytes");
        assert!(matches!(fault, WriteError::Changed { .. }));
        assert_eq!(fault.to_string(), "the bytes of `/uploads/quay.png` changed while they were packed");
        assert!(matches!(package::read(Cursor::new(&out)), Err(PackageError::CutShort)));
    }
}

#[test]
fn a_failing_output_is_an_error() {
    /// An output that fails after some bytes.
    struct Full(usize);
    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut uploads = Uploads::of(&[("/uploads/quay.svg", SVG)]);
    let deck = envelope([json!({"image": "/uploads/quay.svg"})]);
    let whole = written(deck.clone(), &mut uploads).len();
    for room in 0..whole {
        let result = package::write(deck.clone(), &mut uploads, Full(room));
        let Err(WriteError::Io(error)) = result else { panic!("{room} bytes were enough") };
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
    }
    package::write(deck, &mut uploads, Full(whole)).expect("room enough");
}
