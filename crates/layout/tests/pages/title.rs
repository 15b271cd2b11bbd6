//! `title-slide`.

use crate::assert_outline;

#[test]
fn a_title_slide_has_title_line_and_byline() {
    assert_outline!(
        r#"{"type": "title-slide", "content": {"title": "The harbour after the storm", "subheading": "What we rebuilt",
            "meta": "Vlissingen, 14 March"}}"#, @r#"
    page 1 title-slide base
      shape 0,0 1920x1080 backdrop base
      shape 0,752 1920x328 decoration accent/4%
      shape 0,824 1920x256 decoration accent/5%
      shape 0,896 1920x184 decoration accent/6%
      text 112,503 1408x216 104px title "The harbour after the storm" 2 lines
      text 112,743 1408x49 38px subtitle "What we rebuilt"
      shape 112,832 96x6 decoration accent
      text 112,870 1408x34 24px label "Vlissingen, 14 March"
    "#);
}

#[test]
fn without_a_byline_there_is_no_rule() {
    assert_outline!(r#"{"type": "title-slide", "content": {"title": "Deep water", "background": "deep"}}"#, @r#"
    page 1 title-slide deep
      shape 0,0 1920x1080 backdrop deep
      shape 0,752 1920x328 decoration accent-on-deep/4%
      shape 0,824 1920x256 decoration accent-on-deep/5%
      shape 0,896 1920x184 decoration accent-on-deep/6%
      text 112,796 1408x108 104px title "Deep water"
    "#);
}

#[test]
fn the_block_can_be_centred_on_a_gradient() {
    assert_outline!(
        r#"{"type": "title-slide", "content": {"title": "Tide", "meta": "2026", "background": "gradient",
            "titleBlockAlign": "center"}}"#, @r#"
    page 1 title-slide gradient
      shape 0,0 1920x1080 backdrop linear
      shape 0,0 1920x1080 backdrop radial
      text 256,684 1408x108 104px title "Tide"
      shape 912,832 96x6 decoration on-deep
      text 256,870 1408x34 24px label "2026"
    "#);
}

#[test]
fn a_long_title_gets_a_smaller_size() {
    assert_outline!(
        r#"{"type": "title-slide", "content": {"title":
            "A subject that needs very many words before it has said everything it wants to say about harbours, tides"}}"#, @r#"
    page 1 title-slide base
      shape 0,0 1920x1080 backdrop base
      shape 0,752 1920x328 decoration accent/4%
      shape 0,824 1920x256 decoration accent/5%
      shape 0,896 1920x184 decoration accent/6%
      text 112,679 1408x225 72px title "A subject that needs very many words before it has said everything it wants to say about harbours, tides" 3 lines
    "#);
}

#[test]
fn a_background_picture_has_an_overlay() {
    assert_outline!(
        r#"{"type": "title-slide", "content": {"title": "Quay", "slideBgImage": "/uploads/quay.jpg",
            "slideBgFocusX": 20, "slideBgOverlay": "dark"}}"#, @r#"
    page 1 title-slide base
      shape 0,0 1920x1080 backdrop base
      picture 0,0 1920x1080 backdrop "/uploads/quay.jpg"
      shape 0,0 1920x1080 decoration #000000/55%
      shape 0,752 1920x328 decoration accent-on-deep/4%
      shape 0,824 1920x256 decoration accent-on-deep/5%
      shape 0,896 1920x184 decoration accent-on-deep/6%
      text 112,796 1408x108 104px title "Quay"
    "#);
}

#[test]
fn an_arabic_deck_is_mirrored() {
    assert_outline!("ar", r#"{"type": "title-slide", "content": {"title": "الميناء", "meta": "2026"}}"#, @r#"
    page 1 title-slide base
      shape 0,0 1920x1080 backdrop base
      shape 0,752 1920x328 decoration accent/4%
      shape 0,824 1920x256 decoration accent/5%
      shape 0,896 1920x184 decoration accent/6%
      text 400,642 1408x151 104px title "الميناء"
      shape 1712,832 96x6 decoration accent
      text 400,870 1408x34 24px label "2026"
    "#);
}

#[test]
fn a_smaller_size_is_preferred_to_a_hyphenated_word() {
    assert_outline!("de", r#"{"type": "title-slide", "content": {"title": "Grundstücksverkehrsordnung"}}"#, @r#"
    page 1 title-slide base
      shape 0,0 1920x1080 backdrop base
      shape 0,752 1920x328 decoration accent/4%
      shape 0,824 1920x256 decoration accent/5%
      shape 0,896 1920x184 decoration accent/6%
      text 112,812 1408x92 88px title "Grundstücksverkehrsordnung"
    "#);
}

#[test]
fn the_longest_allowed_title_is_not_truncated() {
    let title = "Many wide words want room: ".repeat(4) + "WATER WORKS";
    let slide = serde_json::json!({"type": "title-slide", "content": {"title": title}}).to_string();
    assert_outline!(&slide, @r#"
    page 1 title-slide base
      shape 0,0 1920x1080 backdrop base
      shape 0,752 1920x328 decoration accent/4%
      shape 0,824 1920x256 decoration accent/5%
      shape 0,896 1920x184 decoration accent/6%
      text 112,604 1408x300 72px title "Many wide words want room: Many wide words want room: Many wide words want room: Many wide words want room: WATER WORKS" 4 lines
    "#);
}
