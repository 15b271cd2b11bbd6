//! `chapter-title-slide`.

use crate::assert_outline;
use crate::common::lay_out;
use serde_json::json;

#[test]
fn a_section_opener_is_centred_on_the_page() {
    assert_outline!(
        r#"{"type": "chapter-title-slide", "content": {"title": "Where the water goes missing",
            "subheading": "Three districts, one cause"}}"#, @r#"
    page 1 chapter-title-slide deep sea 56
      shape 0,0 1920x1080 backdrop deep
      shape 0,0 1920x1080 decoration #0B3740
      shape 0,0 1920x1080 decoration #0B4851
      shape 0,0 1920x1080 decoration #0B5B65
      shape 0,0 1920x1080 decoration line accent-on-deep
      text 96,248 180x440 440px label "1"
      text 534,293 1290x294 144px title "Where the water goes missing" 2 lines
      text 534,619 1290x60 48px subtitle "Three districts, one cause"
    "#);
}

#[test]
fn the_block_can_be_at_the_top_or_bottom_and_centred() {
    assert_outline!(
        r#"{"type": "chapter-title-slide", "content": {"title": "Tide", "layout": "top", "background": "accent"}}"#, @r#"
    page 1 chapter-title-slide accent sea 56
      shape 0,0 1920x1080 backdrop accent
      shape 0,0 1920x1080 decoration #0B616A
      shape 0,0 1920x1080 decoration #0B5660
      shape 0,0 1920x1080 decoration #0B4B54
      shape 0,0 1920x1080 decoration line accent-on-deep
      text 96,135 180x440 440px label "1"
      text 534,176 1290x171 168px title "Tide"
    "#);
    assert_outline!(
        r#"{"type": "chapter-title-slide", "content": {"title": "Tide", "subheading": "Low water", "layout": "bottom",
            "titleBlockAlign": "center", "background": "gradient"}}"#, @r#"
    page 1 chapter-title-slide gradient sea 56
      shape 0,0 1920x1080 backdrop linear
      shape 0,0 1920x1080 backdrop radial
      shape 0,0 1920x1080 decoration #0B464F
      shape 0,0 1920x1080 decoration #0B535D
      shape 0,0 1920x1080 decoration #0B6B75
      shape 0,0 1920x1080 decoration line accent-on-deep
      text 919,425 83x200 200px label "1"
      text 242,641 1436x171 168px title "Tide"
      text 242,844 1436x60 48px subtitle "Low water"
    "#);
}

#[test]
fn a_long_title_gets_a_smaller_size() {
    assert_outline!(
        r#"{"type": "chapter-title-slide", "content": {"background": "base", "title":
            "Where the water goes missing, and what we can do about it in the next four years together with all of those who live here"}}"#, @r#"
    page 1 chapter-title-slide base sea 56
      shape 0,0 1920x1080 backdrop base
      shape 0,0 1920x1080 decoration #E7F0F1
      shape 0,0 1920x1080 decoration #CEE1E3
      shape 0,0 1920x1080 decoration #0B6B75
      shape 0,0 1920x1080 decoration line accent-on-deep
      text 96,188 180x440 440px label "1"
      text 534,241 1290x490 96px title "Where the water goes missing, and what we can do about it in the next four years together with all of those who live here" 5 lines
    "#);
}

#[test]
fn an_arabic_deck_is_mirrored() {
    assert_outline!("ar", r#"{"type": "chapter-title-slide", "content": {"title": "الميناء", "background": "tint"}}"#, @r#"
    page 1 chapter-title-slide tint sea 56
      shape 0,0 1920x1080 backdrop tint
      shape 0,0 1920x1080 decoration #D7E6E8
      shape 0,0 1920x1080 decoration #C1D9DB
      shape 0,0 1920x1080 decoration #0B6B75
      shape 0,0 1920x1080 decoration line accent-on-deep
      text 1644,294 180x440 440px label "1"
      text 96,300 1290x244 168px title "الميناء"
    "#);
}

#[test]
fn sections_are_counted() {
    let opener = json!({"type": "chapter-title-slide", "content": {"title": "T"}});
    let other = json!({"type": "content-slide", "content": {"title": "T"}});
    let output = lay_out("en", &[opener.clone(), other, opener]);
    let number = |page: usize| match &output.document.pages[page].nodes[0].kind {
        scene::NodeKind::Text(text) => text.words(),
        _ => panic!("a number is text"),
    };
    assert_eq!((number(0), number(2)), ("1".to_owned(), "2".to_owned()));
}
