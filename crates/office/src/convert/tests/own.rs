//! Slides that Lectern exported.

use serde_json::{Value, json};

use super::build::{converted, outline_of, paragraphs, picture, presentation, shape, slide, text};
use crate::model::{Content, Media, Shape, Slide};

fn with_field(shape: Shape, field: &str) -> Shape {
    Shape { name: format!("{} 2 [s1/{field}]", shape.name), ..shape }
}

/// A slide of an export: its shapes, and the text that each field showed.
fn exported(source: &Value, shown: &Value, shapes: Vec<Shape>) -> Slide {
    let origin = json!({ "slide": source, "shown": shown, "others": ["Text 9"] });
    Slide { origin: Some(origin.to_string()), ..slide(shapes) }
}

fn quote() -> Value {
    let content = json!({ "quote": "Build for the tide.", "attribution": "Ama", "background": "deep" });
    json!({ "id": "s1", "type": "eu.svc.slide.quote", "content": content, "notes": "Say *so*" })
}

#[test]
fn unchanged_texts_keep_their_exported_content() {
    let shapes = vec![
        with_field(text("Quote", [5, 30, 90, 30], "“Build for\nthe tide.”"), "quote"),
        with_field(text("Label", [5, 70, 90, 10], "Ama"), "attribution"),
        Shape { name: "Text 9".to_owned(), ..text("", [90, 90, 5, 5], "“") },
    ];
    let mut only = exported(&quote(), &json!({ "quote": "“Build for the tide.”\n", "attribution": "Ama\n" }), shapes);
    only.notes = paragraphs("Say so");
    insta::assert_snapshot!(outline_of(&presentation(vec![only]), 0), @r#"
    quote-slide
      quote: "Build for the tide."
      attribution: "Ama"
      background: "deep"
      notes: "Say *so*"
    Quote 2 [s1/quote]: Field("quote")
    Label 2 [s1/attribution]: Field("attribution")
    Text 9: Dropped("drawn by the slide type")
    notes: Field("notes")
    "#);
}

#[test]
fn changed_removed_and_added_texts_are_converted() {
    let shapes = vec![
        with_field(text("Quote", [5, 30, 90, 30], "“Build for the storm.”"), "quote"),
        text("TextBox 11", [5, 80, 90, 10], "A remark"),
    ];
    let only = exported(&quote(), &json!({ "quote": "“Build for the tide.”\n", "attribution": "Ama\n" }), shapes);
    insta::assert_snapshot!(outline_of(&presentation(vec![only]), 0), @r#"
    quote-slide
      quote: "Build for the storm."
      attribution: ""
      background: "deep"
      notes: "A remark"
    Quote 2 [s1/quote]: Field("quote")
    TextBox 11: Notes
    "#);
}

#[test]
fn pictures_and_links_follow_the_new_deck() {
    let content =
        json!({ "title": "A", "body": "[go](#slide:s2)", "images": [{ "src": "/uploads/old.png", "alt": "x" }] });
    let source = json!({ "id": "s1", "type": "image-text-slide", "content": content });
    let first = exported(&source, &json!({}), vec![with_field(picture("Picture", [5, 5, 40, 40]), "images.0.src")]);
    let second = exported(&json!({ "id": "s2", "type": "payoff-slide", "content": {} }), &json!({}), Vec::new());
    let converted = converted(&presentation(vec![first, second]));
    let content = &converted.envelope["slides"][0]["content"];
    assert_eq!(content["body"], "[go](#2)");
    assert_eq!(content["images"][0]["src"], converted.pictures[0].reference.as_str());
}

#[test]
fn ids_with_the_same_start_and_copies_of_slides_are_distinguished() {
    let content = json!({ "title": "A", "body": "[one](#slide:s1), [more](#slide:s1-2), [none](#slide:s)" });
    let first = exported(&json!({ "id": "s1-2", "type": "content-slide", "content": content }), &json!({}), Vec::new());
    let payoff = || exported(&json!({ "id": "s1", "type": "payoff-slide", "content": {} }), &json!({}), Vec::new());
    let converted = converted(&presentation(vec![first, payoff(), payoff()]));
    let body = &converted.envelope["slides"][0]["content"]["body"];
    assert_eq!(*body, "[one](#2), [more](#1), [none](#slide:s)");
}

#[test]
fn a_sound_or_video_follows_the_new_deck() {
    let source = json!({ "id": "s1", "type": "video-slide", "content": { "source": "/uploads/old.mp4" } });
    let film = Media { part: Some("ppt/media/media1.mp4".to_owned()), ..Media::default() };
    let film = with_field(shape("Video", [5, 5, 90, 90], Content::Media(film)), "source");
    let converted = converted(&presentation(vec![exported(&source, &json!({}), vec![film])]));
    let used: Vec<_> = converted.pictures.iter().map(|file| (file.part.as_str(), file.reference.as_str())).collect();
    assert_eq!(used, [("ppt/media/media1.mp4", "/uploads/picture-1.mp4")]);
    assert_eq!(converted.envelope["slides"][0]["content"]["source"], "/uploads/picture-1.mp4");
}
