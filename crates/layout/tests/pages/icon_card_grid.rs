//! `icon-card-grid-slide`.

use crate::assert_outline;
use crate::common::lay_out;
use scene::{LinkTarget, NodeKind};
use serde_json::json;

#[test]
fn three_cards_form_a_row() {
    assert_outline!(
        r#"{"type": "icon-card-grid-slide", "content": {"title": "What changes", "bottomSubheading": "Sign up at the desk",
            "items": [
            {"icon": "gauge", "title": "Steady pressure", "body": "No more dips, on **any** floor."},
            {"icon": "no-such-icon", "title": "Early notice", "link": "https://example.org"},
            {"title": " "},
            {"body": "- Sixty trees\n- Level kerbs"}]}}"#, @r#"
    page 1 icon-card-grid-slide base 3 steps
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x63 56px title "What changes"
      group 112,374 544x380 content step 1
        shape 112,374 544x380 plate tint line line
        shape 156,418 104x104 decoration accent/12%
        shape 176,438 64x64 decoration line accent
        text 156,550 456x43 34px label
          h3 "Steady pressure"
        text 156,603 456x41 28px body "No more dips, on any floor."
      group 688,374 544x380 content step 2
        shape 688,374 544x380 plate tint line line
        shape 732,418 104x104 decoration accent/12%
        shape 776,462 16x16 decoration accent
        text 732,550 456x43 34px label
          h3 "Early notice"
        link 688,374 544x380 button alt "Early notice" https://example.org
      group 1264,374 544x380 content step 3
        shape 1264,374 544x380 plate tint line line
        text 1308,418 456x91 28px body
          - "Sixty trees"
          - "Level kerbs"
      text 112,920 1696x48 28px caption "Sign up at the desk"
    "#);
}

#[test]
fn cards_stand_in_rows_by_their_number() {
    let card = |body: &str| json!({"icon": "bell", "title": "Notice", "body": body});
    let frames = |body: &str, count: usize, layout: &str| {
        let cards = vec![card(body); count];
        let slide =
            json!({"type": "icon-card-grid-slide", "content": {"title": "T", "layout": layout, "items": cards}});
        let output = lay_out("en", &[slide]);
        let groups = output.document.pages[0].nodes.iter().filter(|node| matches!(node.kind, NodeKind::Group(_)));
        groups.map(|node| node.frame.to_string()).collect::<Vec<_>>().join(" | ")
    };
    let long = "A message is sent to every house on both sides of the street, fourteen days before each closure, by post and by phone.";
    insta::assert_snapshot!(frames("Short.", 1, "cards"), @"112,410 1696x380");
    insta::assert_snapshot!(frames("Short.", 2, "cards"), @"112,410 832x380 | 976,410 832x380");
    insta::assert_snapshot!(frames("Short.", 4, "cards"), @"112,410 400x380 | 544,410 400x380 | 976,410 400x380 | 1408,410 400x380");
    insta::assert_snapshot!(frames(long, 4, "cards"), @"112,322 832x262 | 976,322 832x262 | 112,616 832x262 | 976,616 832x262");
    insta::assert_snapshot!(frames(long, 5, "cards"), @"112,240 544x344 | 688,240 544x344 | 1264,240 544x344 | 112,616 544x344 | 688,616 544x344");
    insta::assert_snapshot!(frames("Short.", 4, "tiles"), @"112,232 832x93 | 976,232 832x93 | 112,389 832x93 | 976,389 832x93");
}

#[test]
fn tiles_have_no_plate() {
    assert_outline!(
        r#"{"type": "icon-card-grid-slide", "content": {"title": "T", "layout": "tiles", "background": "deep", "items": [
            {"icon": "gauge", "title": "Pressure", "body": "Steady."}, {"title": "Notice", "body": "Early."}]}}"#, @r#"
    page 1 icon-card-grid-slide deep 2 steps
      shape 0,0 1920x1080 backdrop deep
      text 112,88 1696x63 56px title "T"
      group 112,232 832x93 content step 1
        shape 112,232 72x72 decoration line accent-on-deep
        text 216,232 728x43 34px label
          h3 "Pressure"
        text 216,285 728x41 28px body "Steady."
      group 976,232 832x93 content step 2
        text 976,232 832x43 34px label
          h3 "Notice"
        text 976,285 832x41 28px body "Early."
    "#);
}

#[test]
fn a_link_covers_its_card() {
    let slide = json!({"type": "icon-card-grid-slide", "content": {"title": "T", "items": [{"title": "Go", "link": "#slide:s1"}]}});
    let output = lay_out("en", &[slide]);
    let page = &output.document.pages[0];
    let links = page.links();
    let card = page.nodes.iter().find(|node| matches!(node.kind, NodeKind::Group(_))).expect("a card");
    assert_eq!((links.len(), links[0].frame, links[0].target), (1, card.frame, &LinkTarget::Slide("s1".to_owned())));
}

#[test]
fn an_arabic_deck_is_mirrored() {
    assert_outline!("ar", r#"{"type": "icon-card-grid-slide", "content": {"title": "ماء", "items": [
        {"icon": "gauge", "title": "شارع", "body": "ماء"}, {"icon": "bell", "title": "ميناء"}]}}"#, @r#"
    page 1 icon-card-grid-slide base 2 steps
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x81 56px title "ماء"
      group 976,410 832x380 content step 1
        shape 976,410 832x380 plate tint line line
        shape 1660,454 104x104 decoration accent/12%
        shape 1680,474 64x64 decoration line accent
        text 1020,586 744x49 34px label
          h3 "شارع"
        text 1020,645 744x41 28px body "ماء"
      group 112,410 832x380 content step 2
        shape 112,410 832x380 plate tint line line
        shape 796,454 104x104 decoration accent/12%
        shape 816,474 64x64 decoration line accent
        text 156,586 744x49 34px label
          h3 "ميناء"
    "#);
}
