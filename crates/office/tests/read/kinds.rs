//! Files are recognised as presentations by content, not by name; errors name the kind of other files.

use std::io::{Cursor, Write as _};

use office::{File, Limits};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::package::{PRESENTATION, Package, p, refused, sp, text_of, words};

#[test]
fn templates_shows_and_files_with_macros_are_presentations() {
    for (kind, unread) in [
        (PRESENTATION, &[][..]),
        ("application/vnd.openxmlformats-officedocument.presentationml.template.main+xml", &[]),
        ("application/vnd.openxmlformats-officedocument.presentationml.slideshow.main+xml", &[]),
        ("application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml", &["macros"]),
        ("application/vnd.ms-powerpoint.template.macroEnabled.main+xml", &["macros"]),
    ] {
        let mut package = Package::new().slide("");
        package.kind = kind.to_owned();
        assert_eq!(package.read().unread, unread, "{kind}");
    }
}

#[test]
fn documents_of_other_programs_are_named() {
    for (kind, message) in [
        (
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
            "this is a Word document, not a PowerPoint file",
        ),
        (
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
            "this is an Excel workbook, not a PowerPoint file",
        ),
        (
            "application/vnd.openxmlformats-officedocument.presentationml.slide+xml",
            "this is a package of another kind, not a PowerPoint file",
        ),
    ] {
        let mut package = Package::new();
        package.kind = kind.to_owned();
        assert_eq!(refused(package.zip(), Limits::default()), message);
    }
}

fn archive(name: &str, text: &str) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.start_file(name, SimpleFileOptions::default()).expect("a fresh name");
    zip.write_all(text.as_bytes()).expect("memory takes all");
    zip.finish().expect("memory takes all").into_inner()
}

/// The start of a compound file, and a name in its directory.
fn compound(stream: &str) -> Vec<u8> {
    let mut bytes = vec![0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
    bytes.resize((64 << 10) - 5, 0);
    bytes.extend(stream.encode_utf16().flat_map(u16::to_le_bytes));
    bytes.resize(bytes.len() + 1000, 0);
    bytes
}

#[test]
fn other_formats_get_an_error_that_says_what_to_do() {
    for (bytes, message) in [
        (
            compound("EncryptedPackage"),
            "the file is protected by a password: open it in PowerPoint, remove the password and save it",
        ),
        (compound("PowerPoint Document"), "this is a file of PowerPoint 97 to 2003: save it as .pptx"),
        (compound("WordDocument"), "this is an older file of another program, not a PowerPoint file"),
        (
            archive("mimetype", "application/vnd.oasis.opendocument.presentation"),
            "this is an OpenDocument presentation: save it as .pptx",
        ),
        (
            archive("mimetype", "application/vnd.oasis.opendocument.text"),
            "this is an OpenDocument file, not a PowerPoint file",
        ),
        (archive("mimetype", "application/vnd.svc.deck"), "this is a .deck package, not a PowerPoint file"),
        (archive("a.txt", "words"), "this is an archive, not a PowerPoint file"),
        (b"%PDF-1.7".to_vec(), "this is a file of another kind, not a PowerPoint file"),
        (Vec::new(), "this is an empty file, not a PowerPoint file"),
    ] {
        assert_eq!(refused(bytes, Limits::default()), message);
    }
}

#[test]
fn the_strict_form_reads_as_the_usual_one() {
    let bytes = Package::new().slide(&sp(2, "", "", &p("strict"))).zip();
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).expect("an archive");
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).expect("an entry");
        let name = entry.name().expect("a name").into_owned();
        let text = std::io::read_to_string(&mut entry).expect("a text");
        let text = text
            .replace(
                "http://schemas.openxmlformats.org/officeDocument/2006",
                "http://purl.oclc.org/ooxml/officeDocument",
            )
            .replace("http://schemas.openxmlformats.org", "http://purl.oclc.org/ooxml");
        // Other programs also spell names with a backslash or other case.
        zip.start_file(name.replace("ppt/slides/", "ppt\\Slides\\"), SimpleFileOptions::default())
            .expect("a fresh name");
        zip.write_all(text.as_bytes()).expect("memory takes all");
    }
    let bytes = zip.finish().expect("memory takes all").into_inner();
    let presentation = File::open(Cursor::new(bytes), Limits::default()).and_then(|mut file| file.presentation());
    let slide = presentation.expect("a good presentation").slides.swap_remove(0);
    assert_eq!(words(&text_of(&slide.shapes[0]).paragraphs), ["strict"]);
}

#[test]
fn parts_may_be_encoded_in_utf_16() {
    let root = format!(
        "<p:sld xmlns:p='p' xmlns:a='a'><p:cSld><p:spTree>{}</p:spTree></p:cSld></p:sld>",
        sp(2, "", "", &p("Größe"))
    );
    let encode =
        |unit: fn(u16) -> [u8; 2]| format!("\u{feff}{root}").encode_utf16().flat_map(unit).collect::<Vec<u8>>();
    for bytes in [encode(u16::to_le_bytes), encode(u16::to_be_bytes), format!("\u{feff}{root}").into_bytes()] {
        let package = Package::new().slide("").without("ppt/slides/slide1.xml").bytes("ppt/slides/slide1.xml", &bytes);
        assert_eq!(words(&text_of(&package.first().shapes[0]).paragraphs), ["Größe"]);
    }
}
