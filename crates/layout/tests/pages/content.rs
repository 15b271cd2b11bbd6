//! `content-slide`.

use crate::assert_outline;
use crate::common::lay_out;
use scene::{LinkTarget, NodeKind};
use serde_json::json;

#[test]
fn a_header_and_a_short_text() {
    assert_outline!(r#"{"type": "content-slide", "content": {"title": "Four rules", "body": "Fewer words."}}"#, @r#"
    page 1 content-slide base 1 step
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x53 48px title "Four rules"
      text 96,474 1728x153 144px body "Fewer words." step 1
    "#);
}

#[test]
fn a_supporting_line_moves_the_body_down() {
    assert_outline!(
        r#"{"type": "content-slide", "content": {"title": "Four rules", "subheading": "Kept", "body": "Words."}}"#, @r#"
    page 1 content-slide base 1 step
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x53 48px title "Four rules"
      text 96,141 1728x50 40px subtitle "Kept"
      text 96,506 1728x153 144px body "Words." step 1
    "#);
    assert_outline!(
        r#"{"type": "content-slide", "content": {"title":
            "A title that is so long that it cannot stand on one line of the slide and needs another", "body": "W."}}"#, @r#"
    page 1 content-slide base 1 step
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x106 48px title "A title that is so long that it cannot stand on one line of the slide and needs another" 2 lines
      text 96,503 1728x153 144px body "W." step 1
    "#);
    assert_outline!(
        r#"{"type": "content-slide", "content": {"title":
            "A title that is so long that it cannot stand on one line of the slide and needs another",
            "subheading": "Kept", "body": "Words."}}"#, @r#"
    page 1 content-slide base 1 step
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x106 48px title "A title that is so long that it cannot stand on one line of the slide and needs another" 2 lines
      text 96,194 1728x50 40px subtitle "Kept"
      text 96,535 1728x153 144px body "Words." step 1
    "#);
}

#[test]
fn every_block_is_drawn_with_its_step() {
    assert_outline!(
        r####"{"type": "content-slide", "content": {"title": "Blocks", "body":
            "### Method\nWe *counted*.\n\n1. Ships\n2. Crew\n   - **Cook**\n\n> The tide keeps no minutes.\n\n---\n\n|Quay|Ships|\n|-|-|\n|North|41|\n\n```\nlet x = 1;\n```\n\n![The quay](/uploads/quay.jpg)\n\n- [x] done"}}"####, @r#"
    page 1 content-slide base 9 steps
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "Blocks"
      shape 959,206 2x774 decoration line
      text 96,206 816x423 48px body
        h3 "Method" step 1
        "We counted." step 1
        1. "Ships" step 2
        2. "Crew" step 3
          - "Cook" step 4
      shape 96,674 8x61 decoration step 5 accent
      text 144,674 768x61 48px quote step 5
        > "The tide keeps no minutes."
      shape 96,781 816x2 decoration step 6 line
      table 96,827 816x153 content step 6
        row 76 Quay | Ships
        row 76 North | 41
      shape 1008,206 816x100 plate step 7 tint
      code 1032,230 768x52 38px body step 7 "let x = 1;"
      picture 1008,351 560x315 content step 8 alt "The quay" "/uploads/quay.jpg"
      text 1008,711 816x61 48px body
        [x] "done" step 9
    "#);
}

#[test]
fn two_columns_break_between_blocks() {
    assert_outline!(
        r#"{"type": "content-slide", "content": {"title": "Two", "layout": "two-column", "body":
            "One.\n\nTwo.\n\n### Three\nFour.\n\n- Five\n\n  still five\n- Six"}}"#, @r#"
    page 1 content-slide base 5 steps
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "Two"
      shape 959,206 2x474 decoration line
      text 96,206 816x474 60px body
        "One." step 1
        "Two." step 2
        h3 "Three" step 3
        "Four." step 3
      text 1008,206 816x319 60px body
        - "Five" step 4
          "still five" step 4
        - "Six" step 5
    "#);
}

#[test]
fn density_chooses_the_first_step() {
    assert_outline!(
        r#"{"type": "content-slide", "content": {"title": "T", "density": "comfortable", "body": "Words."}}"#, @r#"
    page 1 content-slide base 1 step
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x53 48px title "T"
      text 96,474 1728x153 144px body "Words." step 1
    "#);
    assert_outline!(
        r#"{"type": "content-slide", "content": {"title": "T", "density": "compact", "body": "Words."}}"#, @r#"
    page 1 content-slide base 1 step
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x53 48px title "T"
      text 96,474 1728x153 144px body "Words." step 1
    "#);
}

#[test]
fn buttons_are_below_the_text() {
    assert_outline!(
        r##"{"type": "content-slide", "content": {"title": "Go", "body": "Words.", "actions": [
            {"label": "Read on", "url": "https://example.org"},
            {"label": "Back", "url": "#2", "style": "secondary"},
            {"label": "", "url": "#3"},
            {"label": "Home", "url": "#slide:s1", "style": "outline"}]}}"##, @r#"
    page 1 content-slide base 1 step
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "Go"
      text 96,427 1728x82 64px body "Words." step 1
      group 96,888 237x96 button
        shape 96,888 237x96 decoration accent
        text 144,912 141x48 40px button "Read on"
        link 96,888 237x96 button alt "Read on" https://example.org
      group 357,888 182x96 button
        shape 357,888 182x96 decoration tint line line
        text 405,912 86x48 40px button "Back"
        link 357,888 182x96 button alt "Back" page 2
      group 563,888 200x96 button
        shape 563,888 200x96 decoration line accent
        text 611,912 104x48 40px button "Home"
        link 563,888 200x96 button alt "Home" slide s1
    "#);
}

#[test]
fn a_text_that_does_not_fit_is_truncated_and_reported() {
    let body = "Repairs come before paint, and paint comes before speeches. ".repeat(120);
    let output = lay_out("en", &[json!({"type": "content-slide", "content": {"title": "T", "body": body}})]);
    assert_eq!(output.findings.len(), 1);
    assert_eq!(
        (output.findings[0].slide.as_str(), output.findings[0].to_string().as_str()),
        ("s1", "body: the text does not fit and is cut")
    );
    let body = output.document.pages[0].nodes.iter().find(|node| node.role == scene::NodeRole::Body).expect("a body");
    let NodeKind::Text(text) = &body.kind else { panic!("a body is text") };
    assert!(text.truncated && body.frame.bottom() <= scene::px(984.5), "{}", body.frame);
    assert_eq!(text.size(), Some(scene::px(24.0)));
    assert!(text.words().ends_with("speeches."), "the words stay whole");
}

#[test]
fn missing_glyphs_are_reported() {
    assert_outline!(r#"{"type": "content-slide", "content": {"title": "Party 🎉", "body": "漢字 and 🎉"}}"#, @r#"
    page 1 content-slide base 1 step
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x53 48px title "Party 🎉"
      text 96,464 1728x176 144px body "漢字 and 🎉" step 1
    title: no font has `🎉`
    body: no font has `字漢🎉`
    "#);
}

#[test]
fn a_missing_picture_is_reported() {
    assert_outline!(r#"{"type": "content-slide", "content": {"title": "T", "body": "A.\n\n![x](/uploads/no.png)"}}"#, @r#"
    page 1 content-slide base 2 steps
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "T"
      text 96,484 1728x82 64px body "A." step 1
    body: the picture `/uploads/no.png` cannot be drawn
    "#);
}

#[test]
fn nodes_have_an_origin() {
    let slide = json!({"type": "content-slide", "content": {"title": "T", "subheading": "S", "body": "> Q\n\n```\nc\n```",
        "actions": [{"label": "L", "url": "https://example.org"}]}});
    let output = lay_out("en", &[slide]);
    let origins: Vec<String> = output.document.pages[0]
        .nodes
        .iter()
        .map(|node| node.origin.as_ref().map_or("-".to_owned(), |origin| format!("{}/{}", origin.slide, origin.field)))
        .collect();
    assert_eq!(origins.join(" "), "s1/title s1/subheading s1/body s1/body s1/body s1/body s1/actions.0 - -");
}

#[test]
fn links_have_an_area_for_each_line() {
    let body = "Read [the charter of the harbour, which is long enough to be broken over several lines of the page, and more](#slide:s1).";
    let output = lay_out("en", &[json!({"type": "content-slide", "content": {"title": "T", "body": body}})]);
    let links = output.document.pages[0].links();
    assert_eq!(links.len(), 5, "{links:?}");
    assert!(links.iter().all(|link| *link.target == LinkTarget::Slide("s1".to_owned())));
    assert!(!links[0].frame.overlaps(&links[1].frame));
}

#[test]
fn a_deck_in_hebrew_starts_on_the_right() {
    assert_outline!("he", r#"{"type": "content-slide", "content": {"title": "ארבעה כללים", "body": "- אחד\n- שניים, two"}}"#, @r#"
    page 1 content-slide base 2 steps
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "ארבעה כללים"
      text 96,406 1728x279 64px body
        - "אחד" step 1
        - "שניים, two" step 2
    "#);
}

#[test]
fn a_wide_title_gets_a_third_line_before_it_is_truncated() {
    let title = "WIDE WORDS WANT ROOM ".repeat(5) + "AND MORE ROOM";
    let slide = serde_json::json!({"type": "content-slide", "content": {"title": title}}).to_string();
    assert_outline!(&slide, @r#"
    page 1 content-slide base
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,349 1728x305 72px title "WIDE WORDS WANT ROOM WIDE WORDS WANT ROOM WIDE WORDS WANT ROOM WIDE WORDS WANT ROOM WIDE WORDS WANT ROOM AND MORE ROOM" 4 lines
    "#);
}
