//! PDF files, inspected with poppler and qpdf.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::{
    Album, album, cache, difference, document_of, drawn_by_poppler, node, output_of, page, picture, read_png, sample,
    save_for_review, text, text_slides, words, work,
};
use export::pdf::{Handout, Sheets, pdf};
use export::{Error, ExportInput, png};
use scene::{AltText, Crop, Document, LinkTarget, NodeKind, NodeRole, Rect, Text};
use serde_json::json;

fn written(document: &Document, pictures: &Album) -> Vec<u8> {
    let file = pdf(work(document, pictures), &cache(), Sheets::Slides).expect("a PDF");
    output_of("qpdf", &["--check", "FILE"], &file);
    file
}

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn every_word_is_found_in_reading_order() {
    let file = written(&text_slides(2), &Album::default());
    // In the order of the file: by position, the lines of columns would alternate.
    let text = squeezed(&output_of("pdftotext", &["-raw", "FILE", "-"], &file));
    let mut rest = text.as_str();
    for words in [
        "The harbour after the storm",
        "What we rebuilt",
        "Rule number 2",
        "Kept for two winters",
        "The quay is public space first and a workplace second. Everything below follows from the charter.",
        "Every crane has a name and a keeper",
        "Repairs come before paint, and paint comes before speeches",
        "Red lead for the hulls",
        "White for the lamps",
        "Few exceptions, written down",
        "Measure",
        "Cut",
        "Who breaks a rule buys the tea coffee.",
    ] {
        let at = rest.find(words).unwrap_or_else(|| panic!("`{words}` is not after the words before it in: {text}"));
        rest = &rest[at + words.len()..];
    }
}

#[test]
fn words_in_other_scripts_are_found() {
    let slides = [json!({"type": "content-slide", "content":
        {"title": "Žižek, Ελλάδα, Привет", "body": "مرحبا بالعالم\n\nשלום עולם\n\nनमस्ते\n\nสวัสดี\n\nefficient affine"}})];
    let file = written(&document_of("en-GB", &slides), &Album::default());
    let text = squeezed(&output_of("pdftotext", &["FILE", "-"], &file));
    for words in ["Žižek, Ελλάδα, Привет", "שלום", "efficient affine"] {
        assert!(text.contains(words), "`{words}` is not in: {text}");
    }
}

#[test]
fn fonts_are_embedded_as_subsets() {
    let fonts = output_of("pdffonts", &["FILE"], &written(&text_slides(2), &Album::default()));
    let rows: Vec<&str> = fonts.lines().skip(2).collect();
    assert!(rows.len() >= 3, "{fonts}");
    for row in rows {
        assert!(row.contains(" yes yes yes "), "not embedded, subset and mapped to Unicode: {row}");
    }
}

#[test]
fn the_file_has_title_tags_and_page_size() {
    let info = output_of("pdfinfo", &["FILE"], &written(&text_slides(3), &Album::default()));
    let has = |line: &str| assert!(squeezed(&info).contains(line), "`{line}` is not in {info}");
    has("Title: Harbour plan");
    has("Tagged: yes");
    has("Pages: 3");
    has("Page size: 960 x 540 pts");
}

#[test]
fn the_tag_tree_follows_the_slide() {
    let tree = output_of("pdfinfo", &["-struct-text", "FILE"], &written(&text_slides(2), &Album::default()));
    for tag in ["H1", "H2", "P", "L ", "LI", "Lbl", "LBody", "Link", "Document", "Sect"] {
        assert!(tree.contains(tag), "no {tag} in {tree}");
    }
    assert!(!tree.contains("Figure"), "{tree}");
}

#[test]
fn tables_figures_and_code_are_tagged() {
    let file = written(&sample(), &album());
    save_for_review("sample.pdf", &file);
    let tree = output_of("pdfinfo", &["-struct", "FILE"], &file);
    for tag in ["Table", "TR", "TH", "TD", "Figure", "Code", "Link"] {
        assert!(tree.contains(tag), "no {tag} in {tree}");
    }
    assert_eq!(tree.matches("Figure").count(), 6, "pictures and drawings with something to say: {tree}");
    for alt in ["The new quay", "A rising sun", "Ships by quay: North 4, South 9, West 6.5", "Pictures"] {
        assert!(tree.contains(alt) || contains_string(&file, alt), "`{alt}` is no alt text");
    }
}

#[test]
fn an_empty_cell_of_a_table_has_a_tag() {
    let mut document = sample();
    let NodeKind::Table(table) = &mut Arc::make_mut(&mut document.pages[2]).nodes[0].kind else { panic!("a table") };
    table.rows[0].cells[0].text = Text::default();
    let tree = output_of("pdfinfo", &["-struct", "FILE"], &written(&document, &album()));
    let cells = tree.lines().map(str::trim_start).filter(|line| line.starts_with("TH") || line.starts_with("TD"));
    assert_eq!(cells.count(), 9, "three rows of three cells: {tree}");
}

#[test]
fn a_paragraph_of_an_item_is_not_in_the_list_inside_the_item() {
    let mut document = text_slides(2);
    let like = Arc::clone(&document.pages[1]);
    document.pages = vec![page(&like, 1, "", vec![text(112.0, 200.0, "- Quays\n  - North\n\n  Both are deep.")])];
    let tree = output_of("pdfinfo", &["-struct-text", "FILE"], &written(&document, &Album::default()));
    let depth = |words: &str| {
        let line = tree.lines().find(|line| line.contains(words)).unwrap_or_else(|| panic!("no `{words}` in {tree}"));
        line.len() - line.trim_start().len()
    };
    assert!(depth("deep") < depth("North"), "{tree}");
}

/// Whether a file contains a text string, uncompressed.
fn contains_string(file: &[u8], text: &str) -> bool {
    let unpacked = output_of("qpdf", &["--qdf", "--object-streams=disable", "FILE", "-"], file);
    unpacked.contains(&format!("({text})"))
}

#[test]
fn links_have_addresses_and_pages_as_targets() {
    let mut document = text_slides(3);
    let mut last = (*document.pages[2]).clone();
    let frame = Rect::new(0.0, 0.0, 100.0, 50.0);
    for target in [
        LinkTarget::Page(1),
        LinkTarget::Slide("s2".to_owned()),
        LinkTarget::Slide("nowhere".to_owned()),
        LinkTarget::Address("javascript:alert(1)".to_owned()),
    ] {
        last.nodes.push(node(frame, NodeKind::Link(target), NodeRole::Button, AltText::Own));
    }
    document.pages[2] = Arc::new(last);
    let file = written(&document, &Album::default());
    let urls = output_of("pdfinfo", &["-url", "FILE"], &file);
    assert_eq!(urls.matches("https://example.org/charter?a=1&b=2").count(), 2, "{urls}");
    let unpacked = output_of("qpdf", &["--qdf", "--object-streams=disable", "FILE", "-"], &file);
    assert_eq!(unpacked.matches("/Subtype /Link").count(), 4, "two addresses and two pages");
    assert!(!unpacked.contains("javascript"));
}

#[test]
fn the_outline_has_sections_and_slides() {
    let mut document = text_slides(4);
    for (index, page) in document.pages.iter_mut().enumerate().skip(1) {
        let mut changed = (**page).clone();
        changed.section = Some("Quays".to_owned());
        changed.opens_section = index == 1;
        *page = Arc::new(changed);
    }
    let file = written(&document, &Album::default());
    for title in ["The harbour after the storm", "Quays", "Rule number 3", "Rule number 4"] {
        assert!(contains_string(&file, title), "`{title}` is not in the outline");
    }
    let unpacked = output_of("qpdf", &["--qdf", "--object-streams=disable", "FILE", "-"], &file);
    assert!(unpacked.contains("/PageLabels"));
}

#[test]
fn sections_of_one_name_are_apart_in_the_outline() {
    let mut document = text_slides(4);
    for (index, page) in document.pages.iter_mut().enumerate().skip(1) {
        let changed = Arc::make_mut(page);
        changed.section = Some("Quays".to_owned());
        changed.opens_section = index != 2;
    }
    let file = written(&document, &Album::default());
    let unpacked = output_of("qpdf", &["--qdf", "--object-streams=disable", "FILE", "-"], &file);
    assert_eq!(unpacked.matches("/Title (Quays)").count(), 2, "one for each of them");
}

#[test]
fn a_picture_used_fifty_times_is_stored_once_and_unchanged() {
    let mut document = text_slides(2);
    let like = Arc::clone(&document.pages[1]);
    let frame = Rect::new(160.0, 90.0, 1600.0, 900.0);
    document.pages = (1..=50)
        .map(|number| page(&like, number, "A quay", vec![picture(frame, "photo", Crop::WHOLE, 0.0, AltText::Missing)]))
        .collect();
    let mut album = Album::default();
    let photograph = crate::common::photograph(1600, 900, 3);
    album.0.insert("photo".to_owned(), Arc::clone(&photograph));
    let file = written(&document, &album);
    let images = output_of("pdfimages", &["-list", "FILE"], &file);
    let rows: Vec<Vec<&str>> = images.lines().skip(2).map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows.len(), 50);
    assert!(rows.iter().all(|row| row[10] == rows[0][10] && row[8] == "jpeg"), "{images}");
    let same = file.windows(photograph.len()).filter(|window| *window == &*photograph).count();
    assert_eq!(same, 1, "the bytes of the JPEG are in the file once");
}

#[test]
fn a_picture_that_cannot_be_decoded_is_left_out() {
    let mut document = text_slides(2);
    let like = Arc::clone(&document.pages[1]);
    let frame = Rect::new(160.0, 90.0, 600.0, 400.0);
    let names = ["words", "cut", "absent", "whole"];
    let nodes = names.map(|name| picture(frame, name, Crop::WHOLE, 0.0, AltText::Missing)).to_vec();
    document.pages = vec![page(&like, 1, "Pictures", nodes)];
    let mut album = Album::default();
    let png = crate::common::plain_png(300, 200, [200, 30, 30, 255]);
    album.0.insert("words".to_owned(), b"plain words"[..].into());
    album.0.insert("cut".to_owned(), png[..png.len() / 2].into());
    album.0.insert("whole".to_owned(), png);
    let images = output_of("pdfimages", &["-list", "FILE"], &written(&document, &album));
    assert_eq!(images.lines().count(), 2 + 1, "{images}");
}

#[test]
fn an_svg_stays_a_vector_drawing() {
    let images = output_of("pdfimages", &["-list", "FILE"], &written(&sample(), &album()));
    let stored: Vec<&str> = images.lines().skip(2).filter(|line| line.starts_with("   2 ")).collect();
    assert_eq!(stored.len(), 2, "only the photograph, twice: {images}");
}

#[test]
fn notes_pages_have_the_slide_and_the_notes() {
    let document = text_slides(2);
    let long = "Pause here. Then speak of the tide.\n\n".repeat(40);
    let notes = [words("Greet the harbour master."), words(&long)];
    let file = pdf(work(&document, &Album::default()), &cache(), Sheets::Notes(&notes)).expect("a PDF");
    save_for_review("notes.pdf", &file);
    output_of("qpdf", &["--check", "FILE"], &file);
    let info = squeezed(&output_of("pdfinfo", &["FILE"], &file));
    assert!(info.contains("Page size: 595.28 x 841.89 pts (A4)"), "{info}");
    let first = squeezed(&output_of("pdftotext", &["-l", "1", "FILE", "-"], &file));
    assert!(first.contains("The harbour after the storm") && first.contains("Greet the harbour master."), "{first}");
}

#[test]
fn notes_may_end_with_a_list() {
    let document = text_slides(1);
    let notes = [words("Bring:\n\n- the chart\n- the lamp")];
    let file = pdf(work(&document, &Album::default()), &cache(), Sheets::Notes(&notes)).expect("a PDF");
    let tree = output_of("pdfinfo", &["-struct-text", "FILE"], &file);
    assert!(tree.contains("LBody") && tree.contains("the lamp"), "{tree}");
}

#[test]
fn a_handout_has_several_slides_on_a_sheet() {
    let document = text_slides(7);
    for (slides, sheets) in [(2, 4), (3, 3), (6, 2)] {
        let handout = Handout::of(slides).expect("a handout");
        let file = pdf(work(&document, &Album::default()), &cache(), Sheets::Handout(handout)).expect("a PDF");
        save_for_review(&format!("handout-{slides}.pdf"), &file);
        output_of("qpdf", &["--check", "FILE"], &file);
        let info = squeezed(&output_of("pdfinfo", &["FILE"], &file));
        assert!(info.contains(&format!("Pages: {sheets} ")), "{info}");
        assert!(info.contains("Page size: 595.28 x 841.89 pts (A4)"), "{info}");
        let first = squeezed(&output_of("pdftotext", &["-l", "1", "FILE", "-"], &file));
        assert!(first.contains(&format!("Rule number {slides}")), "{first}");
        assert!(!first.contains(&format!("Rule number {}", slides + 1)), "{first}");
    }
    assert_eq!(Handout::of(4), None);
}

#[test]
fn a_link_on_a_handout_has_the_name_of_its_page() {
    let mut document = text_slides(2);
    let link = NodeKind::Link(LinkTarget::Page(2));
    let link = node(Rect::new(0.0, 0.0, 100.0, 50.0), link, NodeRole::Button, AltText::Own);
    Arc::make_mut(&mut document.pages[0]).nodes.push(link);
    let file = pdf(work(&document, &Album::default()), &cache(), Sheets::Handout(Handout::Two)).expect("a PDF");
    let unpacked = output_of("qpdf", &["--qdf", "--object-streams=disable", "FILE", "-"], &file);
    assert!(unpacked.contains("/Contents (Rule number 2)"), "both pages are on one sheet");
}

#[test]
fn a_link_to_a_page_that_is_left_out_is_none() {
    let mut document = text_slides(3);
    document.pages.remove(1);
    let links = |document: &Document| {
        let file = written(document, &Album::default());
        output_of("qpdf", &["--qdf", "--object-streams=disable", "FILE", "-"], &file).matches("/Subtype /Link").count()
    };
    let before = links(&document);
    let mut last = (*document.pages[1]).clone();
    for number in [2, 3] {
        let kind = NodeKind::Link(LinkTarget::Page(number));
        last.nodes.push(node(Rect::new(0.0, 0.0, 100.0, 50.0), kind, NodeRole::Button, AltText::Own));
    }
    document.pages[1] = Arc::new(last);
    assert_eq!(links(&document), before + 1, "only the link to the third page");
}

#[test]
fn the_same_pages_give_the_same_bytes() {
    let (document, album) = (sample(), album());
    assert!(written(&document, &album) == written(&document, &album));
}

#[test]
fn the_export_stops_when_the_caller_no_longer_waits() {
    let document = text_slides(5);
    let last_page = AtomicUsize::new(0);
    let on_page = |pages| {
        last_page.store(pages, Ordering::Relaxed);
        pages < 2
    };
    let work = ExportInput { document: &document, pictures: &Album::default(), on_page: &on_page };
    assert!(matches!(pdf(work, &cache(), Sheets::Slides), Err(Error::Stopped)));
    assert_eq!(last_page.into_inner(), 2);
}

#[test]
fn a_character_that_no_font_has_leaves_the_file_valid() {
    let mut document = text_slides(2);
    let like = Arc::clone(&document.pages[1]);
    document.pages = vec![page(&like, 1, "", vec![text(112.0, 200.0, "Known \u{10FFFD}\u{feff} words")])];
    let text = output_of("pdftotext", &["FILE", "-"], &written(&document, &Album::default()));
    assert!(text.contains("Known"), "{text}");
}

#[test]
fn poppler_renders_what_the_png_shows() {
    let pictures = album();
    for (name, document) in [("sample", sample()), ("text", text_slides(2))] {
        let file = written(&document, &pictures);
        let pages = drawn_by_poppler(&file);
        assert_eq!(pages.len(), document.pages.len());
        for (index, poppler) in pages.iter().enumerate() {
            let ours = png::page(&document, index + 1, 1920, &pictures, &cache()).expect("a PNG").expect("a page");
            let encoded = imaging::encode_png(poppler, imaging::PngLevel::Fast).expect("encoded");
            save_for_review(&format!("{name}-{index}-pdf.png"), &encoded);
            save_for_review(&format!("{name}-{index}-png.png"), &ours);
            // Compare at a quarter of the size, because poppler moves glyphs to whole pixels.
            let small = |pixels| imaging::resized(pixels, 480, 270).expect("resized");
            let (mean, far) = difference(&small(poppler), &small(&read_png(&ours)));
            assert!(mean < 1.6 && far < 0.01, "{name} page {}: mean {mean:.3}, very different {far:.5}", index + 1);
        }
    }
}

#[test]
fn a_formula_is_text_with_a_tag_and_an_alternative_text() {
    let slides = [json!({"type": "content-slide", "content":
        {"title": "Areas", "body": "An area of $\\pi r^2$ is\n\n$$x = \\frac{\\sqrt{b}}{2a}$$"}})];
    let file = written(&document_of("en-GB", &slides), &Album::default());
    let text = squeezed(&output_of("pdftotext", &["-raw", "FILE", "-"], &file));
    assert!(text.contains("An area of πr²"), "{text}");
    assert!(text.contains('√'), "{text}");
    let plain = output_of("qpdf", &["--qdf", "--object-streams=disable", "FILE", "-"], &file);
    assert_eq!(plain.matches("/S /Formula").count(), 2, "two formulas are tagged");
    assert!(output_of("pdffonts", &["FILE"], &file).contains("STIXTwoMath"));
}
