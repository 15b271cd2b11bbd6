//! Files that are made to break a reader.

use std::fmt::Write as _;
use std::io::Write as _;
use std::time::{Duration, Instant};

use documents::{Limits, ReadError, read};
use proptest::prelude::*;

use super::pdf::pdf;
use super::{archive, word};

fn small_limits() -> Limits {
    Limits { unpacked: 4 << 20, part: 2 << 20, steps: 200_000, ..Limits::default() }
}

/// Reads bytes under several file names. Fails on a panic or after 20 seconds, not on an error of the reader.
fn survive(bytes: &[u8]) {
    let start = Instant::now();
    for name in ["a.pdf", "a.html", "a.md", "a.txt"] {
        if let Ok(document) = read(bytes, name, &small_limits()) {
            let _ = (document.text(), document.markdown());
        }
    }
    assert!(start.elapsed() < Duration::from_secs(20), "it takes too long");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bytes_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..2_000)) {
        survive(&bytes);
    }

    #[test]
    fn arbitrary_text_does_no_harm(text in "[ -~\n\t|#*<>/=.0-9•é]{0,800}") {
        survive(text.as_bytes());
    }

    #[test]
    fn changed_pdf_files_do_no_harm(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..40)) {
        let page = "BT /F 12 Tf 72 700 Td (Text of a page) Tj 0 -14 Td [(more) -300 (of it)] TJ ET 72 690 m 200 690 l S".to_owned();
        let mut file = pdf(&[page.clone(), page], "");
        for (at, value) in changes {
            let at = at.index(file.len());
            file[at] = value;
        }
        survive(&file);
    }

    #[test]
    fn changed_parts_do_no_harm(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<char>()), 1..20)) {
        let mut body: Vec<char> = r#"<w:p><w:pPr><w:pStyle w:val="Kop1"/></w:pPr><w:r><w:t>Text</w:t></w:r></w:p><w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl>"#.chars().collect();
        for (at, value) in changes {
            let at = at.index(body.len());
            body[at] = value;
        }
        survive(&word(&body.into_iter().collect::<String>()));
    }
}

#[test]
fn deep_nesting_is_refused_or_cut() {
    let deep = 100_000;
    survive(format!("{}text{}", "<div>".repeat(deep), "</div>".repeat(deep)).as_bytes());
    survive(format!("{}text", "<table><tr><td>".repeat(20_000)).as_bytes());
    survive(format!("{} text", "> ".repeat(5_000)).as_bytes());
    survive(&word(&"<w:p>".repeat(deep)));
    survive(format!("%PDF-1.7\n1 0 obj {}", "[".repeat(deep)).as_bytes());
    survive(format!("%PDF-1.7\n1 0 obj {}", "<</a ".repeat(deep)).as_bytes());
    survive(format!("%PDF-1.7\n{}", "1 0 obj (".repeat(deep)).as_bytes());
}

#[test]
fn input_that_could_take_quadratic_time_is_read_in_time() {
    let attributes = (0..200_000).map(|at| format!(" a{at}")).collect::<Vec<_>>().concat();
    survive(format!("<html><p{attributes}>text").as_bytes());
    survive("Tides\n=====\n".repeat(20_000).as_bytes());
    let question = format!("# Why {}?\n\n", "Does The Gate Close Here ".repeat(4));
    survive(question.repeat(8_000).as_bytes());
}

#[test]
fn resources_that_are_looked_up_often_are_parsed_once() {
    let names = (0..20_000).map(|at| format!("/F{at} 9 0 R ")).collect::<Vec<_>>().concat();
    let content = "/F1 9 Tf ".repeat(100_000);
    let mut file = b"%PDF-1.7\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj 2 0 obj << /Kids [3 0 R] >> endobj 3 0 obj << /Type /Page /Contents 4 0 R /Resources << /Font 5 0 R >> >> endobj\n".to_vec();
    write!(file, "5 0 obj << {names} >> endobj 4 0 obj << /Length {} >> stream\n{content}", content.len()).unwrap();
    file.extend(b"\nendstream endobj trailer << /Root 1 0 R >>");
    survive(&file);
}

#[test]
fn elements_that_the_html_parser_reopens_are_counted() {
    // The open `<b>` elements are opened again in each of the paragraphs.
    let bold = (0..590).map(|at| format!("<b id={at}>")).collect::<Vec<_>>().concat();
    let page = format!("<html><p>{bold}{}", "<p>x".repeat(20_000));
    let error = read(page.as_bytes(), "a.html", &small_limits()).unwrap_err();
    assert_eq!(error.to_string(), "the file has more than 200000 elements, attributes and texts");
}

#[test]
fn cells_that_are_repeated_are_counted() {
    let cell = format!(r#"<c number-columns-repeated="100"><p>{}</p></c>"#, "tide ".repeat(40_000));
    let content = format!("<o><body><text><table><table-row>{cell}</table-row></table></text></body></o>");
    let file = archive(&[("mimetype", "application/vnd.oasis.opendocument.text"), ("content.xml", &content)]);
    assert_eq!(
        read(&file, "a.odt", &Limits::default()).unwrap_err(),
        ReadError::TooMany { what: "bytes of text", limit: 16 << 20 }
    );
    let cells = r#"<c number-columns-repeated="100"/>"#.repeat(30_000);
    let content = format!("<o><body><text><p>Tide.</p><table><table-row>{cells}</table-row></table></text></body></o>");
    let file = archive(&[("mimetype", "application/vnd.oasis.opendocument.text"), ("content.xml", &content)]);
    assert!(read(&file, "a.odt", &Limits::default()).is_err());
}

#[test]
fn decompression_bombs_are_refused() {
    let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    zlib.write_all(&vec![b' '; 64 << 20]).unwrap();
    let packed = zlib.finish().unwrap();
    let mut file = b"%PDF-1.7\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj 2 0 obj << /Kids [3 0 R] >> endobj 3 0 obj << /Type /Page /Contents 4 0 R >> endobj\n".to_vec();
    writeln!(file, "4 0 obj << /Filter /FlateDecode /Length {} >> stream", packed.len()).unwrap();
    file.extend(packed);
    file.extend(b"\nendstream endobj trailer << /Root 1 0 R >>");
    assert_eq!(read(&file, "a.pdf", &small_limits()).unwrap_err(), ReadError::TooLarge { limit: 2 << 20 });

    let mut text = String::new();
    write!(text, "<w:p><w:r><w:t>{}</w:t></w:r></w:p>", "a".repeat(8 << 20)).unwrap();
    assert_eq!(read(&word(&text), "a.docx", &small_limits()).unwrap_err(), ReadError::TooLarge { limit: 2 << 20 });
}

#[test]
fn pages_bytes_and_blocks_are_counted() {
    let limits = Limits { pages: 2, ..Limits::default() };
    let page = "BT /F 12 Tf 72 700 Td (Text of a page) Tj ET".to_owned();
    let error = read(&pdf(&[page.clone(), page.clone(), page], ""), "a.pdf", &limits).unwrap_err();
    assert_eq!(error.to_string(), "the file has more than 2 pages");
    let limits = Limits { file: 10, ..Limits::default() };
    assert_eq!(read(b"a longer text", "a.txt", &limits).unwrap_err(), ReadError::TooLarge { limit: 10 });
    let limits = Limits { blocks: 3, ..Limits::default() };
    let error = read(b"One.\n\nTwo.\n\nThree.\n\nFour.", "a.txt", &limits).unwrap_err();
    assert_eq!(error.to_string(), "the file has more than 3 paragraphs, list items and cells");
}

#[test]
fn a_page_tree_that_contains_itself_has_no_pages() {
    let file = b"%PDF-1.7\n1 0 obj << /Type /Catalog /Pages 2 0 R /Outlines 5 0 R >> endobj 2 0 obj << /Kids [2 0 R 3 0 R 3 0 R] /Parent 2 0 R >> endobj 3 0 obj << /Kids [2 0 R] >> endobj 5 0 obj << /First 5 0 R /Next 5 0 R /Title (x) >> endobj trailer << /Root 1 0 R >>";
    assert_eq!(read(file, "a.pdf", &small_limits()).unwrap_err().to_string(), "the file is damaged: it has no pages");
}

#[test]
fn a_book_without_a_package_document_is_damaged() {
    let book = archive(&[("mimetype", "application/epub+zip"), ("META-INF/container.xml", "<a/>")]);
    assert_eq!(
        read(&book, "a.epub", &small_limits()).unwrap_err().to_string(),
        "the file is damaged: `the package document` is missing"
    );
}
