//! `chapter-title-slide`.

use crate::assert_outline;
use crate::common::lay_out;
use serde_json::json;

#[test]
fn a_section_opener_is_centred_on_the_page() {
    assert_outline!(
        r#"{"type": "chapter-title-slide", "content": {"title": "Where the water goes missing",
            "subheading": "Three districts, one cause"}}"#, @r#"
    page 1 chapter-title-slide deep
      shape 0,0 1920x1080 backdrop deep
      shape 0,752 1920x328 decoration accent-on-deep/4%
      shape 0,824 1920x256 decoration accent-on-deep/5%
      shape 0,896 1920x184 decoration accent-on-deep/6%
      text 112,381 1264x36 28px label "1"
      text 112,442 1264x187 88px title "Where the water goes missing" 2 lines
      text 112,652 1264x47 36px subtitle "Three districts, one cause"
    "#);
}

#[test]
fn the_block_can_be_at_the_top_or_bottom_and_centred() {
    assert_outline!(
        r#"{"type": "chapter-title-slide", "content": {"title": "Tide", "layout": "top", "background": "accent"}}"#, @r#"
    page 1 chapter-title-slide accent
      shape 0,0 1920x1080 backdrop accent
      text 112,176 1264x36 28px label "1"
      text 112,236 1264x93 88px title "Tide"
    "#);
    assert_outline!(
        r#"{"type": "chapter-title-slide", "content": {"title": "Tide", "subheading": "Low water", "layout": "bottom",
            "titleBlockAlign": "center", "background": "gradient"}}"#, @r#"
    page 1 chapter-title-slide gradient
      shape 0,0 1920x1080 backdrop linear
      shape 0,0 1920x1080 backdrop radial
      text 328,680 1264x36 28px label "1"
      text 328,740 1264x93 88px title "Tide"
      text 328,857 1264x47 36px subtitle "Low water"
    "#);
}

#[test]
fn a_long_title_gets_a_smaller_size() {
    assert_outline!(
        r#"{"type": "chapter-title-slide", "content": {"background": "base", "title":
            "Where the water goes missing, and what we can do about it in the next four years together with all of those who live here"}}"#, @r#"
    page 1 chapter-title-slide base
      shape 0,0 1920x1080 backdrop base
      shape 0,752 1920x328 decoration accent/4%
      shape 0,824 1920x256 decoration accent/5%
      shape 0,896 1920x184 decoration accent/6%
      text 112,421 1264x36 28px label "1"
      text 112,481 1264x178 56px title "Where the water goes missing, and what we can do about it in the next four years together with all of those who live here" 3 lines
    "#);
}

#[test]
fn an_arabic_deck_is_mirrored() {
    assert_outline!("ar", r#"{"type": "chapter-title-slide", "content": {"title": "الميناء", "background": "tint"}}"#, @r#"
    page 1 chapter-title-slide tint
      shape 0,0 1920x1080 backdrop tint
      shape 0,752 1920x328 decoration accent/4%
      shape 0,824 1920x256 decoration accent/5%
      shape 0,896 1920x184 decoration accent/6%
      text 544,446 1264x36 28px label "1"
      text 544,506 1264x128 88px title "الميناء"
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
