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
      text 112,88 1696x63 56px title "Four rules"
      text 112,232 1408x58 40px body "Fewer words." step 1
    "#);
}

#[test]
fn a_supporting_line_moves_the_body_down() {
    assert_outline!(
        r#"{"type": "content-slide", "content": {"title": "Four rules", "subheading": "Kept", "body": "Words."}}"#, @r#"
    page 1 content-slide base 1 step
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x63 56px title "Four rules"
      text 112,167 1696x41 30px subtitle "Kept"
      text 112,256 1408x58 40px body "Words." step 1
    "#);
    assert_outline!(
        r#"{"type": "content-slide", "content": {"title":
            "A title that is so long that it cannot stand on one line of the slide and needs another", "body": "W."}}"#, @r#"
    page 1 content-slide base 1 step
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x125 56px title "A title that is so long that it cannot stand on one line of the slide and needs another" 2 lines
      text 112,262 1408x58 40px body "W." step 1
    "#);
    assert_outline!(
        r#"{"type": "content-slide", "content": {"title":
            "A title that is so long that it cannot stand on one line of the slide and needs another",
            "subheading": "Kept", "body": "Words."}}"#, @r#"
    page 1 content-slide base 1 step
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x125 56px title "A title that is so long that it cannot stand on one line of the slide and needs another" 2 lines
      text 112,229 1696x41 30px subtitle "Kept"
      text 112,318 1408x58 40px body "Words." step 1
    "#);
}

#[test]
fn every_block_is_drawn_with_its_step() {
    assert_outline!(
        r####"{"type": "content-slide", "content": {"title": "Blocks", "body":
            "### Method\nWe *counted*.\n\n1. Ships\n2. Crew\n   - **Cook**\n\n> The tide keeps no minutes.\n\n---\n\n|Quay|Ships|\n|-|-|\n|North|41|\n\n```\nlet x = 1;\n```\n\n![The quay](/uploads/quay.jpg)\n\n- [x] done"}}"####, @r#"
    page 1 content-slide base 9 steps
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x63 56px title "Blocks"
      text 112,232 1408x199 27px body
        h3 "Method" step 1
        "We counted." step 1
        1. "Ships" step 2
        2. "Crew" step 3
          - "Cook" step 4
      shape 112,445 6x35 decoration step 5 accent
      text 150,445 1370x35 24px quote step 5
        > "The tide keeps no minutes."
      shape 112,493 1408x2 decoration step 6 line
      table 112,509 1408x112 content step 6
        row 56 Quay | Ships
        row 56 North | 41
      shape 112,634 1408x77 plate step 7 tint
      code 136,658 1360x29 20px body step 7 "let x = 1;"
      picture 112,725 341x192 content step 8 alt "The quay" "/uploads/quay.jpg"
      text 112,930 1408x35 24px body
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
      text 112,88 1696x63 56px title "Two"
      text 112,232 816x306 40px body
        "One." step 1
        "Two." step 2
        h3 "Three" step 3
        "Four." step 3
      text 992,232 816x201 40px body
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
      text 112,88 1696x63 56px title "T"
      text 112,232 1408x52 36px body "Words." step 1
    "#);
    assert_outline!(
        r#"{"type": "content-slide", "content": {"title": "T", "density": "compact", "body": "Words."}}"#, @r#"
    page 1 content-slide base 1 step
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x63 56px title "T"
      text 112,232 1408x41 28px body "Words." step 1
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
      text 112,88 1696x63 56px title "Go"
      text 112,232 1408x58 40px body "Words." step 1
      group 112,330 171x72 button
        shape 112,330 171x72 decoration accent
        text 148,348 99x36 28px button "Read on"
        link 112,330 171x72 button alt "Read on" https://example.org
      group 307,330 160x72 button
        shape 307,330 160x72 decoration tint line line
        text 343,348 88x36 28px button "Back"
        link 307,330 160x72 button alt "Back" page 2
      group 491,330 160x72 button
        shape 491,330 160x72 decoration line accent
        text 527,348 88x36 28px button "Home"
        link 491,330 160x72 button alt "Home" slide s1
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
      text 112,88 1696x63 56px title "Party 🎉"
      text 112,232 1408x58 40px body "漢字 and 🎉" step 1
    title: no font has `🎉`
    body: no font has `字漢🎉`
    "#);
}

#[test]
fn a_missing_picture_is_reported() {
    assert_outline!(r#"{"type": "content-slide", "content": {"title": "T", "body": "A.\n\n![x](/uploads/no.png)"}}"#, @r#"
    page 1 content-slide base 2 steps
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x63 56px title "T"
      text 112,232 1408x58 40px body "A." step 1
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
      text 112,88 1696x63 56px title "ארבעה כללים"
      text 400,232 1408x130 40px body
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
      text 112,88 1696x148 44px title "WIDE WORDS WANT ROOM WIDE WORDS WANT ROOM WIDE WORDS WANT ROOM WIDE WORDS WANT ROOM WIDE WORDS WANT ROOM AND MORE ROOM" 3 lines
    "#);
}
