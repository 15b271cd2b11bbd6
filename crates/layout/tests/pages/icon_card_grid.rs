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
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "What changes"
      group 96,206 560x706 content step 1
        shape 96,206 560x706 plate tint
        shape 144,254 168x168 decoration accent
        shape 179,289 97x97 decoration line on-accent
        text 144,631 464x62 56px label
          h3 "Steady pressure"
        text 144,705 464x133 52px body "No more dips, on any floor." 2 lines
      group 680,206 560x706 content step 2
        shape 680,206 560x706 plate tint
        shape 728,254 168x168 decoration accent
        shape 800,326 24x24 decoration on-accent
        text 728,631 464x62 56px label
          h3 "Early notice"
        link 680,206 560x706 button alt "Early notice" https://example.org
      group 1264,206 560x706 content step 3
        shape 1264,206 560x706 plate tint
        text 1312,705 464x159 52px body
          - "Sixty trees"
          - "Level kerbs"
      text 96,936 1728x36 28px caption "Sign up at the desk"
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
    insta::assert_snapshot!(frames("Short.", 1, "cards"), @"96,355 1728x448");
    insta::assert_snapshot!(frames("Short.", 2, "cards"), @"96,244 852x694 | 972,244 852x694");
    insta::assert_snapshot!(frames("Short.", 4, "cards"), @"96,206 852x377 | 972,206 852x377 | 96,607 852x377 | 972,607 852x377");
    insta::assert_snapshot!(frames(long, 4, "cards"), @"96,206 852x377 | 972,206 852x377 | 96,607 852x377 | 972,607 852x377");
    insta::assert_snapshot!(frames(long, 5, "cards"), @"96,206 560x377 | 680,206 560x377 | 1264,206 560x377 | 96,607 560x377 | 680,607 560x377");
    insta::assert_snapshot!(frames("Short.", 4, "tiles"), @"96,355 840x200 | 984,355 840x200 | 96,603 840x200 | 984,603 840x200");
}

#[test]
fn tiles_have_no_plate() {
    assert_outline!(
        r#"{"type": "icon-card-grid-slide", "content": {"title": "T", "layout": "tiles", "background": "deep", "items": [
            {"icon": "gauge", "title": "Pressure", "body": "Steady."}, {"title": "Notice", "body": "Early."}]}}"#, @r#"
    page 1 icon-card-grid-slide deep 2 steps
      shape 0,0 1920x1080 backdrop deep
      text 96,80 1728x78 72px title "T"
      group 96,375 840x402 content step 1
        shape 113,392 175x175 decoration line accent-on-deep
        text 96,623 840x70 64px label
          h3 "Pressure"
        text 96,706 840x72 56px body "Steady."
      group 984,375 840x402 content step 2
        text 984,623 840x70 64px label
          h3 "Notice"
        text 984,706 840x72 56px body "Early."
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
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x104 72px title "ماء"
      group 972,239 852x737 content step 1
        shape 972,239 852x737 plate tint
        shape 1560,295 208x208 decoration accent
        shape 1604,339 121x121 decoration line on-accent
        text 1028,734 740x93 64px label
          h3 "شارع"
        text 1028,839 740x81 56px body "ماء"
      group 96,239 852x737 content step 2
        shape 96,239 852x737 plate tint
        shape 684,295 208x208 decoration accent
        shape 728,339 121x121 decoration line on-accent
        text 152,734 740x93 64px label
          h3 "ميناء"
    "#);
}
