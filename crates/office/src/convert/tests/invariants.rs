//! Properties of any converted presentation: the deck has every word, the report has every shape, and no field exceeds
//! its limits.

use std::collections::BTreeSet;

use deck::Registry;
use proptest::prelude::*;

use super::build::{
    body, chart, converted, deck_of, drawn, frame, paragraphs, picture, presentation, shape, slide, table, text, title,
};
use crate::model::{Content, Diagram, DiagramNode, Paragraph, Placeholder, Presentation, Shape, Slide};
use crate::report::Fate;

/// Adds a number to each word, so that the tests can find it in the deck. Returns the numbers.
fn numbered(presentation: &mut Presentation) -> std::ops::Range<usize> {
    let mut next = 0;
    let mut mark = |paragraphs: &mut Vec<Paragraph>| {
        for run in paragraphs.iter_mut().flat_map(|paragraph| &mut paragraph.runs) {
            let words = run.text.split(' ').filter(|word| !word.is_empty());
            let words: Vec<String> = words.zip(next..).map(|(word, number)| format!("{word}w{number}w")).collect();
            next += words.len();
            run.text = words.join(" ");
        }
    };
    for shape in presentation.slides.iter_mut().flat_map(|slide| &mut slide.shapes) {
        if shape.placeholder == Some(Placeholder::Furniture) {
            continue;
        }
        match &mut shape.content {
            Content::Text(text) => mark(&mut text.paragraphs),
            Content::Table(table) => table.rows.iter_mut().flatten().for_each(|cell| mark(&mut cell.paragraphs)),
            Content::Diagram(diagram) => diagram.nodes.iter_mut().for_each(|node| mark(&mut node.paragraphs)),
            _ => {}
        }
    }
    0..next
}

fn any_words() -> impl Strategy<Value = String> {
    let short = "[a-z]{1,9}( [a-z]{1,9}){0,12}";
    let list = "- [a-z]{2,9}\n- [a-z]{2,9}\n  - [a-z]{3,9}";
    let headed = "[A-Z][a-z]{2,9}\n[a-z]{3,9}( [a-z]{3,9}){1,6}";
    let quote = "“[a-z]{3,9} [a-z]{20,30}”";
    let long = "[a-z]{3,9}( [a-z]{3,12}){60,420}";
    prop_oneof![3 => short.boxed(), 2 => list.boxed(), 3 => headed.boxed(), 1 => quote.boxed(), 1 => long.boxed()]
}

fn any_place() -> impl Strategy<Value = [i64; 4]> {
    let slots = (0_i64..4, 1_i64..4).prop_map(|(x, y)| [5 + x * 23, y * 24, 20, 20]);
    let free = (0_i64..80, 0_i64..80, 5_i64..60, 4_i64..50).prop_map(|(x, y, width, height)| [x, y, width, height]);
    prop_oneof![2 => slots.boxed(), 1 => free.boxed()]
}

fn any_shape() -> impl Strategy<Value = Shape> {
    let group = prop::option::weighted(0.2, 0_u32..3);
    (any_place(), any_words(), 0..16_u8, group).prop_map(|(at, words, kind, group)| {
        let ungrouped = match kind {
            0 | 1 => Shape { frame: frame(at), ..title(&words) },
            2 => Shape { frame: frame(at), ..table("Table", &[&words, "a | b | c"]) },
            3 => shape("Chart", at, Content::Chart(chart("barChart", &["A", "B"], &[("S", &[1.0, 2.0])]))),
            4 | 5 => picture(&words.chars().filter(char::is_ascii_alphabetic).take(3).collect::<String>(), at),
            6 => body(at, &words),
            7..=9 => drawn("Box", at, "roundRect", &words),
            10 => drawn("Arrow", at, "chevron", &words),
            11 => drawn("Plate", at, "rect", ""),
            12 => Shape { placeholder: Some(Placeholder::Furniture), ..text("Footer", at, &words) },
            13 => {
                let node = DiagramNode { paragraphs: paragraphs(&words), children: Vec::new() };
                let nodes = vec![node.clone(), node.clone(), node];
                shape("Diagram", at, Content::Diagram(Diagram { layout: "process1".to_owned(), nodes }))
            }
            _ => text("Text", at, &words),
        };
        Shape { group, ..ungrouped }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn nothing_is_lost_without_a_report(slides in prop::collection::vec(prop::collection::vec(any_shape(), 0..9), 1..4)) {
        let mut source = presentation(slides.into_iter().map(slide).collect::<Vec<Slide>>());
        let words = numbered(&mut source);
        let converted = converted(&source);

        let written = converted.envelope.to_string();
        for number in words {
            prop_assert!(written.contains(&format!("w{number}w")), "word {number} is missing in {written}");
        }
        for (slide, report) in source.slides.iter().zip(&converted.report.slides) {
            let names: Vec<&str> = slide.shapes.iter().map(|shape| shape.name.as_str()).collect();
            let reported: Vec<&str> = report.shapes.iter().map(|entry| entry.name.as_str()).collect();
            prop_assert_eq!(names, reported);
        }
        let used: BTreeSet<&str> = converted.pictures.iter().map(|picture| picture.part.as_str()).collect();
        for (slide, report) in source.slides.iter().zip(&converted.report.slides) {
            for (shape, entry) in slide.shapes.iter().zip(&report.shapes) {
                let Content::Picture(picture) = &shape.content else { continue };
                let part = picture.part.as_deref().unwrap_or_default();
                prop_assert!(used.contains(part) || matches!(entry.fate, Fate::Dropped(_)), "{part}: {:?}", entry.fate);
            }
        }
        let problems = deck::problems(Registry::core(), &deck_of(&converted.envelope));
        let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
        prop_assert!(problems.is_empty(), "{problems:?} in {written}");
    }
}
