//! The `.deck` package: writing, reading, unpacking and errors.

mod export;
mod fuzz;
mod import;
mod refusal;

use std::collections::BTreeMap;
use std::io::{self, Cursor, Read, Write};

use deck::package::{self, AssetSink, AssetSource, PackedAsset, UnpackedDeck};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n a picture of the quay";
const SVG: &[u8] = b"<svg xmlns='http://www.w3.org/2000/svg'/>";

fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes)
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .filter_map(|digit| char::from_digit(digit.into(), 16))
        .collect()
}

/// Uploads by their path.
#[derive(Clone, Default)]
struct Uploads(BTreeMap<String, Vec<u8>>);

impl Uploads {
    fn of(files: &[(&str, &[u8])]) -> Self {
        Self(files.iter().map(|(path, bytes)| ((*path).to_owned(), bytes.to_vec())).collect())
    }
}

impl AssetSource for Uploads {
    fn open(&mut self, reference: &str) -> io::Result<Option<Box<dyn Read + '_>>> {
        Ok(self.0.get(reference).map(|bytes| Box::new(bytes.as_slice()) as Box<dyn Read>))
    }

    fn media_type(&self, start: &[u8]) -> Option<&'static str> {
        match start {
            [0x89, b'P', b'N', b'G', ..] => Some("image/png"),
            [b'<', b's', b'v', b'g', ..] => Some("image/svg+xml"),
            _ => None,
        }
    }
}

/// Stores every asset as an upload that is named after it and numbered.
impl AssetSink for Uploads {
    fn store_asset(&mut self, asset: PackedAsset<'_>) -> Result<String, String> {
        let mut bytes = Vec::new();
        asset.content.read_to_end(&mut bytes).map_err(|error| error.to_string())?;
        assert_eq!(bytes.len() as u64, asset.bytes);
        let extension = match self.media_type(&bytes) {
            Some("image/png") => "png",
            Some(_) => "svg",
            None => return Err(format!("`{}` is not accepted", asset.mime)),
        };
        let path = format!("/uploads/{}-new{}.{extension}", asset.name, self.0.len());
        self.0.insert(path.clone(), bytes);
        Ok(path)
    }
}

fn envelope(slides: impl IntoIterator<Item = Value>) -> Value {
    let slides: Vec<_> =
        slides.into_iter().map(|content| json!({"type": "eu.svc.slide.content", "content": content})).collect();
    json!({"format": "svc.deck", "version": 1, "title": "Harbour plan", "theme": "default", "slides": slides})
}

fn written(envelope: Value, uploads: &mut Uploads) -> Vec<u8> {
    let mut bytes = Vec::new();
    package::write(envelope, uploads, &mut bytes).expect("memory takes all");
    bytes
}

fn archive(bytes: &[u8]) -> ZipArchive<Cursor<&[u8]>> {
    ZipArchive::new(Cursor::new(bytes)).expect("a zip archive")
}

fn entry(bytes: &[u8], name: &str) -> Vec<u8> {
    let mut entry = Vec::new();
    archive(bytes).by_name(name).expect("an entry").read_to_end(&mut entry).expect("a sound entry");
    entry
}

fn text(bytes: &[u8], name: &str) -> String {
    String::from_utf8(entry(bytes, name)).expect("text")
}

fn parsed(bytes: &[u8], name: &str) -> Value {
    serde_json::from_slice(&entry(bytes, name)).expect("JSON")
}

fn names(bytes: &[u8]) -> Vec<String> {
    archive(bytes).file_names().map(|name| name.expect("a plain name").into_owned()).collect()
}

fn unpacked(bytes: &[u8], uploads: &mut Uploads) -> UnpackedDeck {
    package::read(Cursor::new(bytes)).expect("a sound package").unpack(uploads).expect("a sound package")
}

/// A valid package with one picture, whose entries can be changed.
struct Packing {
    manifest: Value,
    deck: Value,
    entries: Vec<(String, Vec<u8>)>,
    method: CompressionMethod,
}

impl Packing {
    fn new() -> Self {
        Self::of(PNG, "png", "image/png")
    }

    fn of(bytes: &[u8], extension: &str, mime: &str) -> Self {
        let reference = format!("assets/{}.{extension}", hash(bytes));
        let asset = json!({
            "ref": reference, "id": "sha256-", "hash": hash(bytes), "mime": mime, "bytes": bytes.len(),
            "sources": [format!("/uploads/quay-0b9d3c86-7c1e-4f0e-9d3b-2f4f5a6b7c8d.{extension}")],
        });
        Self {
            manifest: json!({
                "format": "svc.deck", "bundleVersion": 1, "mimetype": package::MIMETYPE, "deck": "deck.json",
                "assets": [asset],
            }),
            deck: envelope([json!({"title": "A", "image": reference})]),
            entries: vec![
                ("mimetype".to_owned(), package::MIMETYPE.as_bytes().to_vec()),
                ("manifest.json".to_owned(), Vec::new()),
                ("deck.json".to_owned(), Vec::new()),
                (reference, bytes.to_vec()),
            ],
            method: CompressionMethod::Deflated,
        }
    }

    fn reference(&self) -> String {
        self.manifest["assets"][0]["ref"].as_str().expect("a ref").to_owned()
    }

    fn set(mut self, name: &str, bytes: &[u8]) -> Self {
        match self.entries.iter_mut().find(|(known, _)| known == name) {
            Some(entry) => entry.1 = bytes.to_vec(),
            None => self.entries.push((name.to_owned(), bytes.to_vec())),
        }
        self
    }

    fn without(mut self, name: &str) -> Self {
        self.entries.retain(|(known, _)| known != name);
        self
    }

    fn zip(&self) -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in &self.entries {
            let json = match (name.as_str(), bytes.is_empty()) {
                ("manifest.json", true) => self.manifest.to_string(),
                ("deck.json", true) => self.deck.to_string(),
                _ => String::new(),
            };
            let bytes = if json.is_empty() { bytes.as_slice() } else { json.as_bytes() };
            let options = SimpleFileOptions::default().compression_method(self.method);
            zip.start_file(name, options).expect("a fresh name");
            zip.write_all(bytes).expect("memory takes all");
        }
        zip.finish().expect("memory takes all").into_inner()
    }
}
