//! `matrix-slide`.

use crate::assert_outline;

#[test]
fn four_plates_with_their_tones() {
    assert_outline!(r#"{"type": "matrix-slide", "content": {"title": "Where we stand",
        "subheading": "Before the first full season", "cells": [{"title": "Strong",
        "body": "- Skilled crew\n- Costs known from the pilot", "tone": "positive"}, {"title": "Weak",
        "body": "- Old maps\n- One supplier for valves", "tone": "negative"}, {"title": "Chance",
        "body": "- Road rebuild in the same year\n- Regional grant", "tone": "positive"}, {"title": "Risk",
        "body": "- Wet autumn\n- Festival closures", "tone": "neutral"}], "background": "base"}}"#, @r#"
    page 1 matrix-slide base
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x63 56px title "Where we stand"
      text 112,167 1696x41 30px subtitle "Before the first full season"
      shape 112,256 832x340 plate #2E7D4F
      shape 120,256 824x340 plate #DFEBE6
      shape 160,289 36x36 decoration alt "+" #2E7D4F
      shape 170,299 16x16 decoration line on-accent
      text 212,288 692x38 32px label "Strong"
      text 160,338 744x91 28px body
        - "Skilled crew"
        - "Costs known from the pilot"
      shape 976,256 832x340 plate #C0392B
      shape 984,256 824x340 plate #F0E3E2
      shape 1024,289 36x36 decoration alt "−" #C0392B
      shape 1034,307 16x0 decoration line on-accent
      text 1076,288 692x38 32px label "Weak"
      text 1024,338 744x91 28px body
        - "Old maps"
        - "One supplier for valves"
      shape 112,628 832x340 plate #2E7D4F
      shape 120,628 824x340 plate #DFEBE6
      shape 160,661 36x36 decoration alt "+" #2E7D4F
      shape 170,671 16x16 decoration line on-accent
      text 212,660 692x38 32px label "Chance"
      text 160,710 744x91 28px body
        - "Road rebuild in the same year"
        - "Regional grant"
      shape 976,628 832x340 plate #6B7480
      shape 984,628 824x340 plate #E6EAEC
      shape 1024,661 36x36 decoration alt "○" #6B7480
      shape 1036,673 12x12 decoration on-accent
      text 1076,660 692x38 32px label "Risk"
      text 1024,710 744x91 28px body
        - "Wet autumn"
        - "Festival closures"
    "#);
}

#[test]
fn a_blank_quadrant_stays_empty() {
    assert_outline!(r#"{"type": "matrix-slide", "content": {"title": "T", "cells": [{"title": "A", "body": "a"},
        {"title": "", "body": ""}, {"title": "C"}, {"title": "D", "body": "d"}]}}"#, @r#"
    page 1 matrix-slide base
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x63 56px title "T"
      shape 112,232 832x340 plate accent
      shape 120,232 824x340 plate surface line line
      text 160,264 744x38 32px label "A"
      text 160,314 744x41 28px body "a"
      shape 112,604 832x340 plate accent
      shape 120,604 824x340 plate surface line line
      text 160,636 744x38 32px label "C"
      shape 976,604 832x340 plate accent
      shape 984,604 824x340 plate surface line line
      text 1024,636 744x38 32px label "D"
      text 1024,686 744x41 28px body "d"
    "#);
}

#[test]
fn without_a_header_quadrants_are_centred_on_the_page() {
    let cells = ["A", "B", "C", "D"].map(|title| serde_json::json!({"title": title}));
    let slide = serde_json::json!({"type": "matrix-slide", "content": {"cells": cells}});
    let output = crate::common::lay_out("en", &[slide]);
    let page = &output.document.pages[0];
    let plates: Vec<scene::Rect> =
        page.nodes.iter().filter(|node| node.role == scene::NodeRole::Plate).map(|node| node.frame).collect();
    let top = plates.iter().map(|plate| plate.y.0).fold(f32::MAX, f32::min);
    let bottom = plates.iter().map(|plate| plate.bottom().0).fold(0.0, f32::max);
    assert_eq!((top, bottom), (184.0, 896.0));
}
