//! `title-slide`.

use crate::assert_outline;

#[test]
fn a_title_slide_has_title_line_and_byline() {
    assert_outline!(
        r#"{"type": "title-slide", "content": {"title": "The harbour after the storm", "subheading": "What we rebuilt",
            "meta": "Vlissingen, 14 March"}}"#, @r#"
    page 1 title-slide deep sea -16
      shape 0,0 1920x1080 backdrop deep
      shape 0,0 1920x1080 decoration #0B3740
      shape 0,0 1920x1080 decoration #0B4851
      shape 0,0 1920x1080 decoration #0B5B65
      shape 0,0 1920x1080 decoration line accent-on-deep
      text 96,242 1728x384 192px title "The harbour after the storm" 2 lines
      text 96,666 1436x70 56px subtitle "What we rebuilt"
      text 96,1001 1728x43 36px label "Vlissingen, 14 March"
    "#);
}

#[test]
fn without_a_byline_there_is_no_rule() {
    assert_outline!(r#"{"type": "title-slide", "content": {"title": "Deep water", "background": "deep"}}"#, @r#"
    page 1 title-slide deep sea -16
      shape 0,0 1920x1080 backdrop deep
      shape 0,0 1920x1080 decoration #0B3740
      shape 0,0 1920x1080 decoration #0B4851
      shape 0,0 1920x1080 decoration #0B5B65
      shape 0,0 1920x1080 decoration line accent-on-deep
      text 96,432 1728x304 304px title "Deep water"
    "#);
}

#[test]
fn the_block_can_be_centred_on_a_gradient() {
    assert_outline!(
        r#"{"type": "title-slide", "content": {"title": "Tide", "meta": "2026", "background": "gradient",
            "titleBlockAlign": "center"}}"#, @r#"
    page 1 title-slide gradient sea -16
      shape 0,0 1920x1080 backdrop linear
      shape 0,0 1920x1080 backdrop radial
      shape 0,0 1920x1080 decoration #0B464F
      shape 0,0 1920x1080 decoration #0B535D
      shape 0,0 1920x1080 decoration #0B6B75
      shape 0,0 1920x1080 decoration line accent-on-deep
      text 96,432 1728x304 304px title "Tide"
      text 96,1001 1728x43 36px label "2026"
    "#);
}

#[test]
fn a_long_title_gets_a_smaller_size() {
    assert_outline!(
        r#"{"type": "title-slide", "content": {"title":
            "A subject that needs very many words before it has said everything it wants to say about harbours, tides"}}"#, @r#"
    page 1 title-slide deep sea -16
      shape 0,0 1920x1080 backdrop deep
      shape 0,0 1920x1080 decoration #0B3740
      shape 0,0 1920x1080 decoration #0B4851
      shape 0,0 1920x1080 decoration #0B5B65
      shape 0,0 1920x1080 decoration line accent-on-deep
      text 96,256 1728x480 120px title "A subject that needs very many words before it has said everything it wants to say about harbours, tides" 4 lines
    "#);
}

#[test]
fn a_background_picture_has_an_overlay() {
    assert_outline!(
        r#"{"type": "title-slide", "content": {"title": "Quay", "slideBgImage": "/uploads/quay.jpg",
            "slideBgFocusX": 20, "slideBgOverlay": "dark"}}"#, @r#"
    page 1 title-slide deep
      shape 0,0 1920x1080 backdrop deep
      picture 0,0 1920x1080 backdrop "/uploads/quay.jpg"
      shape 0,0 1920x1080 decoration #000000/55%
      text 96,432 1728x304 304px title "Quay"
    "#);
}

#[test]
fn an_arabic_deck_is_mirrored() {
    assert_outline!("ar", r#"{"type": "title-slide", "content": {"title": "الميناء", "meta": "2026"}}"#, @r#"
    page 1 title-slide deep sea -16
      shape 0,0 1920x1080 backdrop deep
      shape 0,0 1920x1080 decoration #0B3740
      shape 0,0 1920x1080 decoration #0B4851
      shape 0,0 1920x1080 decoration #0B5B65
      shape 0,0 1920x1080 decoration line accent-on-deep
      text 96,295 1728x441 304px title "الميناء"
      text 96,1001 1728x43 36px label "2026"
    "#);
}

#[test]
fn a_smaller_size_is_preferred_to_a_hyphenated_word() {
    assert_outline!("de", r#"{"type": "title-slide", "content": {"title": "Grundstücksverkehrsordnung"}}"#, @r#"
    page 1 title-slide deep sea -16
      shape 0,0 1920x1080 backdrop deep
      shape 0,0 1920x1080 decoration #0B3740
      shape 0,0 1920x1080 decoration #0B4851
      shape 0,0 1920x1080 decoration #0B5B65
      shape 0,0 1920x1080 decoration line accent-on-deep
      text 96,616 1728x120 120px title "Grundstücksverkehrsordnung"
    "#);
}

#[test]
fn the_longest_allowed_title_is_not_truncated() {
    let title = "Many wide words want room: ".repeat(4) + "WATER WORKS";
    let slide = serde_json::json!({"type": "title-slide", "content": {"title": title}}).to_string();
    assert_outline!(&slide, @r#"
    page 1 title-slide deep sea -16
      shape 0,0 1920x1080 backdrop deep
      shape 0,0 1920x1080 decoration #0B3740
      shape 0,0 1920x1080 decoration #0B4851
      shape 0,0 1920x1080 decoration #0B5B65
      shape 0,0 1920x1080 decoration line accent-on-deep
      text 96,352 1728x384 96px title "Many wide words want room: Many wide words want room: Many wide words want room: Many wide words want room: WATER WORKS" 4 lines
    "#);
}
