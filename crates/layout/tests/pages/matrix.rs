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
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "Where we stand"
      text 96,170 1728x50 40px subtitle "Before the first full season"
      shape 96,268 852x346 plate #E3ECE7
      shape 844,307 60x60 decoration alt "+" #17603A
      shape 859,322 30x30 decoration line on-accent
      text 140,302 680x70 64px label "Strong"
      text 140,408 764x165 56px body
        - "Skilled crew"
        - "Costs known from the pilot"
      shape 972,268 852x346 plate #F4E6E2
      shape 1720,307 60x60 decoration alt "−" #A3320A
      shape 1735,337 30x0 decoration line on-accent
      text 1016,302 680x70 64px label "Weak"
      text 1016,408 764x165 56px body
        - "Old maps"
        - "One supplier for valves"
      shape 96,638 852x346 plate #E3ECE7
      shape 844,677 60x60 decoration alt "+" #17603A
      shape 859,692 30x30 decoration line on-accent
      text 140,672 680x70 64px label "Chance"
      text 140,778 764x165 56px body
        - "Road rebuild in the same year"
        - "Regional grant"
      shape 972,638 852x346 plate #E9ECED
      shape 1720,677 60x60 decoration alt "=" #4A626B
      shape 1735,701 30x13 decoration line on-accent
      text 1016,672 680x70 64px label "Risk"
      text 1016,778 764x165 56px body
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
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "T"
      shape 96,206 852x377 plate tint
      text 140,240 764x79 72px label "A"
      text 140,471 764x78 64px body "a"
      shape 96,607 852x377 plate tint
      text 140,641 764x79 72px label "C"
      shape 972,607 852x377 plate tint
      text 1016,641 764x79 72px label "D"
      text 1016,872 764x78 64px body "d"
    "#);
}

#[test]
fn without_a_header_quadrants_fill_the_page() {
    let body = "Repairs come before paint, and paint before speeches";
    let cells = ["A", "B", "C", "D"].map(|title| serde_json::json!({"title": title, "body": body}));
    let slide = serde_json::json!({"type": "matrix-slide", "content": {"cells": cells}});
    let output = crate::common::lay_out("en", &[slide]);
    let page = &output.document.pages[0];
    let plates: Vec<scene::Rect> =
        page.nodes.iter().filter(|node| node.role == scene::NodeRole::Plate).map(|node| node.frame).collect();
    let top = plates.iter().map(|plate| plate.y.0).fold(f32::MAX, f32::min);
    let bottom = plates.iter().map(|plate| plate.bottom().0).fold(0.0, f32::max);
    assert_eq!((top, bottom), (96.0, 984.0));
}

#[test]
fn a_short_line_stands_on_the_foot_of_its_plate() {
    assert_outline!(r#"{"type": "matrix-slide", "content": {"title": "What comes first", "cells": [
        {"title": "Do now", "body": "Canal Street", "tone": "positive"}, {"title": "Plan", "body": "The harbour"},
        {"title": "Watch", "body": "Pressure at the hill"}, {"title": "Leave", "body": "New estates"}]}}"#, @r#"
    page 1 matrix-slide base
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "What comes first"
      shape 96,206 852x377 plate #E3ECE7
      shape 844,250 60x60 decoration alt "+" #17603A
      shape 859,265 30x30 decoration line on-accent
      text 140,240 680x79 72px label "Do now"
      text 140,471 764x78 64px body "Canal Street"
      shape 972,206 852x377 plate tint
      text 1016,240 764x79 72px label "Plan"
      text 1016,471 764x78 64px body "The harbour"
      shape 96,607 852x377 plate tint
      text 140,641 764x79 72px label "Watch"
      text 140,872 764x78 64px body "Pressure at the hill"
      shape 972,607 852x377 plate tint
      text 1016,641 764x79 72px label "Leave"
      text 1016,872 764x78 64px body "New estates"
    "#);
}
