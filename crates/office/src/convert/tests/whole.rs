//! The conversion of whole presentations: notes, comments, morph names, sections and links.

use super::build::{body, converted, deck_of, presentation, slide, text, title};
use crate::model::{Comment, Link, Paragraph, Shape};

#[test]
fn notes_comments_and_unread_content_are_reported() {
    let mut only = slide(vec![title("First")]);
    only.notes = vec![Paragraph::default(), super::build::paragraph("Say *hello*")];
    let comment =
        Comment { author: "Ama".to_owned(), time: None, text: "Why?".to_owned(), is_reply: false, is_resolved: false };
    only.comments = vec![comment];
    only.unread = vec!["an animation".to_owned()];
    only.is_hidden = true;
    let converted = converted(&presentation(vec![only]));
    let slide = &converted.envelope["slides"][0];
    assert_eq!(slide["notes"], "Say \\*hello\\*");
    assert_eq!(slide["visibility"]["hideInPresentation"], true);
    assert_eq!(converted.comments[0].text, "Why?");
    let fates: Vec<String> =
        converted.report.slides[0].shapes.iter().map(|entry| format!("{}: {:?}", entry.name, entry.fate)).collect();
    assert_eq!(
        fates,
        [
            r#"Title: Field("title")"#,
            r#"notes: Field("notes")"#,
            r#"comment: Field("comments")"#,
            r#"an animation: Lost("has no place in a deck")"#,
        ]
    );
}

#[test]
fn morph_names_move_to_the_fields_that_shapes_become() {
    let named = |shape: Shape, name: &str| Shape { morph_name: Some(name.to_owned()), ..shape };
    let lost = named(text("Off", [5, 95, 1, 1], ""), "nothing");
    let long = "x".repeat(50);
    let slides = vec![
        slide(vec![named(title("First"), "word"), named(body([5, 25, 90, 50], "Text."), &long), lost]),
        slide(vec![title("Second")]),
    ];
    let converted = converted(&presentation(slides));
    let names = &converted.envelope["slides"][0]["morphNames"];
    assert_eq!(names["title"], "word");
    assert_eq!(names["body"].as_str().map(|name| name.chars().count()), Some(40), "{names}");
    assert_eq!(names.as_object().map(serde_json::Map::len), Some(2), "{names}");
    assert_eq!(converted.envelope["slides"][1].get("morphNames"), None);
}

#[test]
fn sections_without_an_opener_get_one() {
    let mut slides: Vec<_> =
        ["A", "B", "C"].map(|name| slide(vec![title(name), body([5, 25, 90, 60], "Text.")])).into();
    slides[0].section = Some("Start".to_owned());
    slides[1].section = Some("Middle".to_owned());
    slides[2].section = Some("Middle".to_owned());
    let converted = converted(&presentation(slides));
    let titles: Vec<String> =
        deck_of(&converted.envelope).slides.iter().map(|slide| slide.content["title"].to_string()).collect();
    assert_eq!(titles, ["\"Start\"", "\"A\"", "\"Middle\"", "\"B\"", "\"C\""]);
    assert_eq!(converted.report.slides.iter().map(|slide| slide.slide).collect::<Vec<_>>(), [1, 3, 4]);
}

#[test]
fn links_between_slides_follow_the_slides() {
    let long = "many words ".repeat(400);
    let mut linked = text("Link", [5, 80, 20, 5], "back");
    linked.link = Some(Link::Slide(2));
    let slides = vec![
        slide(vec![title("First"), body([5, 25, 90, 50], "Text."), linked]),
        slide(vec![title("Long"), body([5, 25, 90, 60], &long)]),
        slide(vec![title("Goal"), body([5, 25, 90, 60], "Text.")]),
    ];
    let converted = converted(&presentation(slides));
    let goal = converted.report.slides[2].slide + 1;
    assert!(goal > 3, "the long slide was split");
    assert!(converted.envelope["slides"][0].to_string().contains(&format!("[back](#{goal})")));
}
