//! Reads files with changed bytes: the reader may refuse them, but must neither panic nor hang.

use std::io::{Cursor, Write as _};

use office::{File, Limits};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// The parts of a file that has one of each kind of content. A line with its name precedes each part.
const PARTS: &str = include_str!("../../../../fuzz/seeds/powerpoint/parts.txt");
const ARCHIVE: &[u8] = include_bytes!("../../../../fuzz/seeds/powerpoint/small.pptx");

/// Pseudo-random numbers that are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % limit.max(1)
    }
}

/// Makes one to three changes at random places: replaces a byte, removes some bytes, or repeats some bytes elsewhere.
fn change(bytes: &mut Vec<u8>, numbers: &mut Numbers) {
    const SIGNS: &[u8] = b"<>&\"'/ 0919-:;\0\xff!aZ";
    for _ in 0..=numbers.below(3) {
        if bytes.is_empty() {
            return;
        }
        let at = numbers.below(bytes.len());
        let end = (at + numbers.below(40)).min(bytes.len());
        match numbers.below(4) {
            0 => drop(bytes.drain(at..end)),
            1 => {
                let piece = bytes[at..end].to_vec();
                let place = numbers.below(bytes.len());
                bytes.splice(place..place, piece);
            }
            _ => bytes[at] = SIGNS[numbers.below(SIGNS.len())],
        }
    }
}

fn archive(parts: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for (name, bytes) in parts {
        zip.start_file(*name, options).expect("a fresh name");
        zip.write_all(bytes).expect("writing to memory never fails");
    }
    zip.finish().expect("writing to memory never fails").into_inner()
}

/// Whether a file can be read.
fn reads(bytes: &[u8]) -> bool {
    let Ok(mut file) = File::open(Cursor::new(bytes), Limits::default()) else { return false };
    let _ = file.template(deck::Themes::core());
    file.presentation().is_ok()
}

#[test]
fn changed_parts_are_read_or_refused() {
    let parts = PARTS.split("@ ").skip(1).map(|part| part.split_once('\n').expect("a name and a text"));
    let parts: Vec<(&str, Vec<u8>)> = parts.map(|(name, text)| (name, text.as_bytes().to_vec())).collect();
    assert!(reads(&archive(&parts)), "the file as it is");
    let mut numbers = Numbers(1);
    let mut good = 0;
    for _ in 0..2000 {
        let mut parts = parts.clone();
        let index = numbers.below(parts.len());
        change(&mut parts[index].1, &mut numbers);
        good += usize::from(reads(&archive(&parts)));
    }
    assert!(
        (200..1900).contains(&good),
        "{good} of 2000 can be read; changes must also reach the code behind the XML parser"
    );
}

#[test]
fn changed_archives_are_read_or_refused() {
    assert!(reads(ARCHIVE), "the file as it is");
    let mut numbers = Numbers(2);
    for _ in 0..2000 {
        let mut bytes = ARCHIVE.to_vec();
        change(&mut bytes, &mut numbers);
        reads(&bytes);
    }
}
