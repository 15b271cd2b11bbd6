//! Files without tags are paired with an export, and get its tags and names.

use super::*;
use crate::model::{ExportedSlide, Frame, Run, Text};

fn shape(name: &str, row: i64, words: &str) -> Shape {
    let runs = vec![Run { text: words.to_owned(), ..Run::default() }];
    let paragraphs = vec![Paragraph { runs, ..Paragraph::default() }];
    Shape {
        id: 0,
        name: name.to_owned(),
        alt: None,
        morph_name: None,
        is_decorative: false,
        frame: Frame { x: 50, y: row * 100, width: 800, height: 90 },
        placeholder: None,
        group: None,
        link: None,
        content: Content::Text(Text { geometry: "rect".to_owned(), is_drawn: false, paragraphs }),
    }
}

/// A file with slides of a title and a text each; without ids the names are those of another program.
fn file(slides: &[(&str, &str, &str)]) -> Presentation {
    let slide = |(id, title, body): &(&str, &str, &str)| {
        let name =
            |name: &str, field: &str| if id.is_empty() { name.to_owned() } else { format!("{name} [{id}/{field}]") };
        Slide {
            shapes: vec![shape(&name("Title", "title"), 1, title), shape(&name("Text", "body"), 3, body)],
            origin: (!id.is_empty()).then(|| (*id).to_owned()),
            ..Slide::default()
        }
    };
    let exported = |(id, ..): &(&str, &str, &str)| ExportedSlide { id: (*id).to_owned(), checksum: String::new() };
    Presentation {
        size: (1000, 600),
        slides: slides.iter().map(slide).collect(),
        exported: slides.iter().filter(|(id, ..)| !id.is_empty()).map(exported).collect(),
        ..Presentation::default()
    }
}

fn exported() -> Presentation {
    file(&[
        ("a", "The harbour plan", "Why the quay has to move before winter"),
        ("b", "Three cranes", "One is old and two are new"),
        ("c", "What it costs", "Four million in two years"),
    ])
}

/// The origin of each slide and the names of its shapes after they were restored.
fn check(slides: &[(&str, &str, &str)]) -> String {
    let mut file = file(slides);
    file.exported.clear();
    restore(&mut file, &exported());
    let line = |slide: &Slide| {
        let names: Vec<&str> = slide.shapes.iter().map(|shape| shape.name.as_str()).collect();
        format!("{}: {}", slide.origin.as_deref().unwrap_or("-"), names.join(", "))
    };
    file.slides.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn slides_are_found_by_the_names_of_shapes() {
    let mut file = file(&[("c", "New words", "All of them"), ("a", "More", "Words")]);
    file.slides.iter_mut().for_each(|slide| slide.origin = None);
    assert_eq!(restore(&mut file, &exported()), 2);
    let origins: Vec<_> = file.slides.iter().map(|slide| slide.origin.as_deref()).collect();
    assert_eq!(origins, [Some("c"), Some("a")]);
}

#[test]
fn slides_are_found_by_their_words_at_any_position() {
    insta::assert_snapshot!(
        check(&[
            ("", "What it costs", "Five million in two years"),
            ("", "Something new", "Nobody has seen this yet"),
            ("", "The harbour plan", "Why the quay has to move before winter"),
            ("", "Three cranes", "One is old and two are new"),
            ("", "Three cranes", "One is old and two are new"),
        ]),
        @r"
    c: Title [c/title], Text [c/body]
    -: Title, Text
    a: Title [a/title], Text [a/body]
    b: Title [b/title], Text [b/body]
    b: Title [b/title], Text [b/body]
    "
    );
}

#[test]
fn a_slide_with_new_words_is_found_by_its_position() {
    insta::assert_snapshot!(
        check(&[
            ("", "The harbour plan", "Why the quay has to move before winter"),
            ("", "Quite different", "Everything here was written again"),
            ("", "What it costs", "Four million in two years"),
        ]),
        @r"
    a: Title [a/title], Text [a/body]
    b: Title [b/title], Text [b/body]
    c: Title [c/title], Text [c/body]
    "
    );
}
