//! Decks on the masters and layouts of a template.

use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use ::office::{Fate, File, Limits, Skeleton};
use deck::{Deck, Registry, Themes};
use export::pptx::{Options, Template, TemplateLayout, TemplatePart, TemplatePlaceholder};
use export::{ExportInput, PictureCache};
use layout::{FontBook, LayoutInput, Look, PictureFacts, Typesetter};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::back::{Album, edited, examples, imported, read, slides};
use super::office::{output_of, tools};
use super::parts::entries;

fn script() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pptx/template.py")
}

/// Templates made by python-pptx: its own in 4:3, and one in 16:9 with colours, a logo, footers, an address and a
/// slide.
fn templates() -> &'static (TempDir, [PathBuf; 2]) {
    static MADE: OnceLock<(TempDir, [PathBuf; 2])> = OnceLock::new();
    MADE.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        output_of(Command::new(tools().0).arg(script()).arg("make").arg(folder.path()));
        let paths = ["wide.pptx", "classic.pptx"].map(|name| folder.path().join(name));
        (folder, paths)
    })
}

fn skeleton(file: &Path) -> Skeleton {
    let file = std::fs::File::open(file).expect("a file");
    File::open(file, Limits::default()).expect("a presentation").skeleton().expect("a skeleton")
}

fn template(file: &Path) -> Template {
    let Skeleton { size, parts, masters, layouts, colors } = skeleton(file);
    let parts = parts.into_iter().map(|part| TemplatePart {
        path: part.path,
        content_type: part.content_type,
        bytes: part.bytes,
        relationships: part.relationships,
    });
    let layouts = layouts.into_iter().map(|layout| TemplateLayout {
        path: layout.path,
        kind: layout.kind,
        name: layout.name,
        placeholders: layout
            .placeholders
            .into_iter()
            .map(|place| TemplatePlaceholder {
                kind: place.kind,
                index: place.index,
                frame: [place.frame.x, place.frame.y, place.frame.width, place.frame.height],
                sizes: place.sizes,
                is_vertical: place.is_vertical,
                words: place.words,
            })
            .collect(),
        is_opening: layout.is_opening,
    });
    Template { size, parts: parts.collect(), masters, layouts: layouts.collect(), colors }
}

/// A deck on a template, drawn in the theme that is made from it.
fn exported(deck: &Deck, file: &Path) -> Vec<u8> {
    exported_with(deck, file, false)
}

/// A deck on a template, with or without its builds.
fn exported_with(deck: &Deck, file: &Path, builds: bool) -> Vec<u8> {
    static BOOK: OnceLock<FontBook> = OnceLock::new();
    let mut pictures = layout::Pictures::default();
    for address in deck::refs::references(deck) {
        pictures.0.insert(address.to_owned(), PictureFacts { width: 1600, height: 900, light: [[40; 16]; 9] });
    }
    let opened = std::fs::File::open(file).expect("a file");
    let made = File::open(opened, Limits::default()).expect("a file").template(Themes::core()).expect("a theme").theme;
    let declaration = json!({
        "id": "acme", "label": "Acme", "colors": made.colors, "fonts": made.fonts, "voice": made.voice,
    });
    let themes = Themes::core().clone().with_custom("theme", &declaration).expect("a theme");
    let look = Look::from(themes.get("acme"));
    let input = LayoutInput { on_template: true, ..LayoutInput::new(deck, Registry::core(), &look, &pictures) };
    let document = layout::document(input, &mut Typesetter::new(BOOK.get_or_init(FontBook::bundled))).document;
    let template = template(file);
    let options = Options { builds, template: Some(&template), ..Options::default() };
    let mut out = Cursor::new(Vec::new());
    let input = ExportInput { document: &document, pictures: &Album, on_page: &|_| true };
    export::pptx::pptx(input, &PictureCache::new(1 << 20), options, &mut out).expect("a file");
    out.into_inner()
}

fn saved(file: &[u8], name: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, file).expect("a file");
    if let Ok(kept) = std::env::var("TEMPLATE_OUT") {
        std::fs::write(Path::new(&kept).join(name), file).expect("a file");
    }
    (folder, path)
}

/// The content of a file as python-pptx reads it.
fn found(file: &[u8], name: &str) -> String {
    let (_folder, path) = saved(file, name);
    output_of(Command::new(tools().0).env("PYTHONIOENCODING", "utf-8").arg(script()).arg("read").arg(path))
}

fn deck(slides: &Value) -> Deck {
    read(json!({ "title": "Harbour plan", "slides": slides }))
}

/// A slide for each layout.
fn plain() -> Deck {
    deck(&json!([
        {"type": "title-slide", "content": {"title": "The harbour", "subheading": "What we rebuilt", "meta": "March"}},
        {"type": "chapter-title-slide", "content": {"title": "Why", "subheading": "Three causes"}},
        {"type": "content-slide", "content": {"title": "Rules", "body":
            "We *count* ships.\n\n- North **quay**\n  - Two cranes\n- South\n\n1. First\n2. Second"}, "notes": "Say it."},
        {"type": "list-slide", "content": {"title": "Steps", "variant": "numbers", "items": [
            {"title": "Tell people", "text": "A week before"}, {"title": "Close the road"}]}},
        {"type": "comparison-slide", "content": {"title": "Repair or replace", "leftTitle": "Repair",
            "leftBody": "- Cheap today", "rightTitle": "Replace", "rightBody": "- Losses fall"}},
        {"type": "image-text-slide", "content": {"title": "Pump house", "body": "Built in 1911.",
            "images": [{"src": "/uploads/quay.jpg", "alt": "A quay"}]}},
        {"type": "chart-slide", "content": {"title": "Ships", "chartType": "bar", "data": "Year,Ships\n2024,41\n2025,48"}},
        {"type": "table-slide", "content": {"title": "Quays", "rows": [{"c1": "Quay", "c2": "Ships"}, {"c1": "North", "c2": "41"}]}},
        {"type": "quote-slide", "content": {"quote": "Build for the tide.", "attribution": "Harbour saying"}},
        {"type": "end-slide", "content": {"title": "Questions?", "contactEmail": "desk@example.org"}},
    ]))
}

#[test]
fn a_skeleton_has_masters_layouts_themes_and_pictures_and_nothing_else() {
    let wide = &templates().1[0];
    let skeleton = skeleton(wide);
    let mut written = Cursor::new(Vec::new());
    skeleton.write(&mut written).expect("a package");
    let again = File::open(written.clone(), Limits::default()).expect("a presentation").skeleton().expect("a skeleton");
    assert_eq!(again, skeleton, "a stored skeleton is read as it was");
    let parts = entries(&written.into_inner());
    let kinds: std::collections::BTreeSet<String> =
        parts.keys().filter_map(|path| Some(path.rsplit_once('/')?.0.to_owned())).collect();
    let kinds: Vec<&str> = kinds.iter().map(String::as_str).collect();
    assert_eq!(
        kinds,
        [
            "_rels",
            "ppt",
            "ppt/_rels",
            "ppt/media",
            "ppt/slideLayouts",
            "ppt/slideLayouts/_rels",
            "ppt/slideMasters",
            "ppt/slideMasters/_rels",
            "ppt/theme",
        ]
    );
    for (path, bytes) in &parts {
        let text = String::from_utf8_lossy(bytes);
        for left_out in ["acme.example", "Secret", "hlinkClick", "External"] {
            assert!(!text.contains(left_out), "{path} has `{left_out}`");
        }
    }
}

#[test]
fn each_slide_is_on_the_layout_that_fits_with_its_texts_in_placeholders() {
    insta::assert_snapshot!(found(&exported(&plain(), &templates().1[0]), "wide-plain.pptx"), @r#"
1 master, 11 layouts, 12192000x6858000
slide 1 on 'Title Slide'
  CENTER_TITLE 0
    0: The harbour
  SUBTITLE 1
    0: What we rebuilt
    0: March
slide 2 on 'Section Header'
  TITLE 0
    0: Why
  BODY 1
    0: Three causes
slide 3 on 'Title and Content'
  TITLE 0
    0: Rules
  OBJECT 1
    0: We count ships.
    0: North quay
    1: Two cranes
    0: South
    0: First
    0: Second
  FOOTER 11
    0: Acme, confidential
  SLIDE_NUMBER 12
    0: 3
slide 4 on 'Title and Content'
  TITLE 0
    0: Steps
  OBJECT 1
    0: Tell people
    1: A week before
    0: Close the road
  FOOTER 11
    0: Acme, confidential
  SLIDE_NUMBER 12
    0: 4
slide 5 on 'Comparison'
  TITLE 0
    0: Repair or replace
  BODY 1
    0: Repair
  OBJECT 2
    0: Cheap today
  BODY 3
    0: Replace
  OBJECT 4
    0: Losses fall
  FOOTER 11
    0: Acme, confidential
  SLIDE_NUMBER 12
    0: 5
slide 6 on 'Picture with Caption'
  TITLE 0
    0: Pump house
  PICTURE 1
  BODY 2
    0: Built in 1911.
  FOOTER 11
    0: Acme, confidential
  SLIDE_NUMBER 12
    0: 6
slide 7 on 'Title Only'
  TITLE 0
    0: Ships
  FOOTER 11
    0: Acme, confidential
  SLIDE_NUMBER 12
    0: 7
  1 drawn, up to 0.08 0.23 0.92 0.89
slide 8 on 'Title Only'
  TITLE 0
    0: Quays
  FOOTER 11
    0: Acme, confidential
  SLIDE_NUMBER 12
    0: 8
  3 drawn, up to 0.05 0.23 0.95 0.56
slide 9 on 'Blank'
  TITLE 0 placed
    0: Build for the tide.
  FOOTER 11
    0: Acme, confidential
  SLIDE_NUMBER 12
    0: 9
  4 drawn, up to 0.09 0.23 0.91 0.61
slide 10 on 'Title Slide'
  CENTER_TITLE 0
    0: Questions?
  SUBTITLE 1
    0: desk@example.org
"#);
}

#[test]
fn a_comparison_with_a_conclusion_fills_both_bodies_and_a_box_below_them() {
    let content = json!({"title": "Repair or replace", "leftTitle": "Repair", "leftBody": "- Cheap today",
        "rightTitle": "Replace", "rightBody": "- Losses fall", "verdict": "Replace, where the road is open"});
    let deck = deck(&json!([{ "type": "comparison-slide", "content": content }]));
    let file = exported(&deck, &templates().1[0]);
    let seen = found(&file, "conclusion.pptx");
    assert!(seen.contains("slide 1 on 'Comparison'") && seen.contains("OBJECT 4 placed"), "{seen}");
    let slide = String::from_utf8_lossy(&entries(&file)["ppt/slides/slide1.xml"]).into_owned();
    assert!(slide.contains("txBox=\"1\"") && slide.contains("<a:t>Replace, where the road is open</a:t>"), "{slide}");
}

#[test]
fn drawn_content_is_scaled_into_a_slide_of_4_to_3() {
    insta::assert_snapshot!(found(&exported(&plain(), &templates().1[1]), "classic-plain.pptx"), @r#"
1 master, 11 layouts, 9144000x6858000
slide 1 on 'Title Slide'
  CENTER_TITLE 0
    0: The harbour
  SUBTITLE 1
    0: What we rebuilt
    0: March
slide 2 on 'Section Header'
  TITLE 0
    0: Why
  BODY 1
    0: Three causes
slide 3 on 'Title and Content'
  TITLE 0
    0: Rules
  OBJECT 1
    0: We count ships.
    0: North quay
    1: Two cranes
    0: South
    0: First
    0: Second
  FOOTER 11
    0: Harbour plan
  SLIDE_NUMBER 12
    0: 3
slide 4 on 'Title and Content'
  TITLE 0
    0: Steps
  OBJECT 1
    0: Tell people
    1: A week before
    0: Close the road
  FOOTER 11
    0: Harbour plan
  SLIDE_NUMBER 12
    0: 4
slide 5 on 'Comparison'
  TITLE 0
    0: Repair or replace
  BODY 1
    0: Repair
  OBJECT 2
    0: Cheap today
  BODY 3
    0: Replace
  OBJECT 4
    0: Losses fall
  FOOTER 11
    0: Harbour plan
  SLIDE_NUMBER 12
    0: 5
slide 6 on 'Picture with Caption'
  TITLE 0
    0: Pump house
  PICTURE 1
  BODY 2
    0: Built in 1911.
  FOOTER 11
    0: Harbour plan
  SLIDE_NUMBER 12
    0: 6
slide 7 on 'Title Only'
  TITLE 0
    0: Ships
  FOOTER 11
    0: Harbour plan
  SLIDE_NUMBER 12
    0: 7
  1 drawn, up to 0.05 0.23 0.95 0.77
slide 8 on 'Title Only'
  TITLE 0
    0: Quays
  FOOTER 11
    0: Harbour plan
  SLIDE_NUMBER 12
    0: 8
  3 drawn, up to 0.05 0.23 0.95 0.48
slide 9 on 'Blank'
  TITLE 0 placed
    0: Build for the tide.
  FOOTER 11
    0: Harbour plan
  SLIDE_NUMBER 12
    0: 9
  4 drawn, up to 0.05 0.23 0.95 0.54
slide 10 on 'Title Slide'
  CENTER_TITLE 0
    0: Questions?
  SUBTITLE 1
    0: desk@example.org
"#);
}

#[test]
fn every_type_is_valid_on_a_template_and_comes_back_as_it_was() {
    let deck = examples();
    for (template, name) in templates().1.iter().zip(["wide.pptx", "classic.pptx"]) {
        let file = exported(&deck, template);
        let (_folder, path) = saved(&file, name);
        let findings = output_of(Command::new(tools().1).env("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1").arg(path));
        assert!(findings.contains("\"ok\": true"), "{findings}");
        let (back, report) = imported(file);
        for (index, (before, after)) in slides(&deck).iter().zip(slides(&back)).enumerate() {
            let shapes = &report.slides[index].shapes;
            assert_eq!(format!("{before:#}"), format!("{after:#}"), "{name}: {shapes:#?}");
            let lost = shapes.iter().find(|entry| matches!(entry.fate, Fate::Lost(_) | Fate::Notes | Fate::Changed(_)));
            assert_eq!(lost, None, "{before}");
        }
    }
}

#[test]
fn libreoffice_shows_every_text_on_both_templates() {
    tools();
    for (template, name) in templates().1.iter().zip(["wide-office.pptx", "classic-office.pptx"]) {
        let (folder, path) = saved(&exported(&plain(), template), name);
        let profile = format!("-env:UserInstallation=file://{}", folder.path().join("profile").display());
        output_of(
            Command::new("soffice")
                .args([profile.as_str(), "--headless", "--convert-to", "pdf", "--outdir"])
                .arg(folder.path())
                .arg(&path),
        );
        let text = output_of(Command::new("pdftotext").arg(path.with_extension("pdf")).arg("-"));
        let texts = [
            "The harbour",
            "What we rebuilt",
            "March",
            "Three causes",
            "Rules",
            "Two cranes",
            "Second",
            "A week before",
            "Repair or replace",
            "Losses fall",
            "Built in 1911.",
            "Ships",
            "2025",
            "North",
            "Build for the tide.",
            "Harbour saying",
            "Questions?",
            "desk@example.org",
        ];
        for words in texts {
            assert!(text.contains(words), "{name} lacks `{words}`");
        }
    }
}

/// The content of the slide with the list after a change of its XML.
fn list_after(change: impl Fn(String) -> String) -> Value {
    let file = exported(&plain(), &templates().1[0]);
    let (back, _) = imported(edited(file, "ppt/slides/slide4.xml", change));
    slides(&back)[3]["content"]["items"].clone()
}

#[test]
fn a_list_on_a_template_appears_entry_by_entry() {
    let slide = |builds: bool| {
        let file = exported_with(&plain(), &templates().1[0], builds);
        String::from_utf8_lossy(&entries(&file)["ppt/slides/slide4.xml"]).into_owned()
    };
    let xml = slide(true);
    assert_eq!(xml.matches("nodeType=\"clickEffect\"").count(), 2, "a click for each entry: {xml}");
    assert_eq!(xml.matches("<p:pRg ").count(), 3, "two titles and a text: {xml}");
    assert!(!slide(false).contains("p:timing"));
}

#[test]
fn changes_in_a_list_on_a_template_come_back_entry_by_entry() {
    let items = list_after(|xml| xml.replace("A week before", "Two weeks before"));
    assert_eq!(items, json!([{"title": "Tell people", "text": "Two weeks before"}, {"title": "Close the road"}]));
    let items = list_after(|xml| {
        let end = "</p:txBody></p:sp><p:sp><p:nvSpPr><p:cNvPr id=\"4\"";
        xml.replacen(end, &format!("<a:p><a:r><a:t>Dig</a:t></a:r></a:p>{end}"), 1)
    });
    assert_eq!(
        items,
        json!([{"title": "Tell people", "text": "A week before"}, {"title": "Close the road"}, {"title": "Dig"}])
    );
}
