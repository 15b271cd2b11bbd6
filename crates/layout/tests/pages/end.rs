//! `end-slide`.

use crate::assert_outline;
use crate::common::lay_out;
use serde_json::json;

#[test]
fn thanks_are_above_the_contact_details() {
    assert_outline!(
        r#"{"type": "end-slide", "content": {"title": "Questions?", "body": "The desk answers within **two days**.",
            "contactName": "Residents desk", "contactEmail": "desk@example.org", "contactPhone": "+31 20 555 0100",
            "contactUrl": "https://example.org/", "social1Label": "News", "social1Url": "https://example.org/news",
            "social2Label": "Closures", "social2Url": "https://"}}"#, @r#"
    page 1 end-slide deep sea 56
      shape 0,0 1920x1080 backdrop deep
      shape 0,0 1920x1080 decoration #0B3740
      shape 0,0 1920x1080 decoration #0B4851
      shape 0,0 1920x1080 decoration #0B5B65
      shape 0,0 1920x1080 decoration line accent-on-deep
      text 96,96 1728x114 112px title "Questions?"
      text 96,238 1728x61 48px body "The desk answers within two days."
      shape 96,364 560x152 plate #0B3740
      shape 680,364 560x152 plate #0B3740
      shape 1264,364 560x152 plate #0B3740
      shape 96,540 560x152 plate #0B3740
      shape 680,540 560x152 plate #0B3740
      shape 1264,540 560x152 plate #0B3740
      shape 132,414 52x52 decoration line accent-on-deep
      text 208,413 424x53 44px label "Residents desk"
      shape 716,414 52x52 decoration line accent-on-deep
      text 792,413 424x53 44px label "desk@example.org"
      shape 1300,414 52x52 decoration line accent-on-deep
      text 1376,413 424x53 44px label "+31 20 555 0100"
      shape 132,590 52x52 decoration line accent-on-deep
      text 208,589 424x53 44px label "example.org"
      shape 716,590 52x52 decoration line accent-on-deep
      text 792,589 424x53 44px label "News"
      shape 1300,590 52x52 decoration line accent-on-deep
      text 1376,589 424x53 44px label "Closures"
    "#);
}

#[test]
fn thanks_alone_are_centred() {
    assert_outline!(r#"{"type": "end-slide", "content": {"title": "Thank you", "background": "accent"}}"#, @r#"
    page 1 end-slide accent sea 0
      shape 0,0 1920x1080 backdrop accent
      shape 0,0 1920x1080 decoration #0B616A
      shape 0,0 1920x1080 decoration #0B5660
      shape 0,0 1920x1080 decoration #0B4B54
      shape 0,0 1920x1080 decoration line accent-on-deep
      text 96,260 1728x272 272px title "Thank you"
    "#);
}

#[test]
fn every_address_is_a_link() {
    let slide = json!({"type": "end-slide", "content": {"title": "T", "contactName": "Desk", "contactEmail": "desk@example.org",
        "contactPhone": "+31 (0)20 555-0100", "contactUrl": "https://example.org", "social1Url": "https://example.org/news",
        "social2Label": "Soon", "social2Url": "https://"}});
    let output = lay_out("en", &[slide]);
    let links = output.document.pages[0].links();
    let targets: Vec<String> = links.iter().map(|link| format!("{:?}", link.target)).collect();
    insta::assert_snapshot!(targets.join("\n"), @r#"
    Address("mailto:desk@example.org")
    Address("tel:+31205550100")
    Address("https://example.org")
    Address("https://example.org/news")
    "#);
}

#[test]
fn long_details_take_two_rows_and_are_truncated() {
    let long = "residents".repeat(13);
    let slide = json!({"type": "end-slide", "content": {"title": "T", "contactName": long, "contactEmail": long,
        "contactPhone": long, "contactUrl": long, "social1Label": long, "social2Label": long}});
    let output = lay_out("en", &[slide]);
    let fields: Vec<&str> = output.findings.iter().map(|finding| finding.field.as_str()).collect();
    assert_eq!(fields, ["contactName", "contactEmail", "contactPhone", "contactUrl", "social1Label", "social2Label"]);
    let labels = output.document.pages[0].nodes.iter().filter(|node| node.role == scene::NodeRole::Label);
    let mut rows: Vec<String> = labels.map(|node| node.frame.center().y.to_string()).collect();
    rows.dedup();
    assert_eq!(rows.len(), 2);
}

#[test]
fn an_arabic_deck_is_mirrored() {
    assert_outline!("ar", r#"{"type": "end-slide", "content": {"title": "شكرا", "contactEmail": "desk@example.org",
        "contactPhone": "+31 20"}}"#, @r#"
    page 1 end-slide deep sea 0
      shape 0,0 1920x1080 backdrop deep
      shape 0,0 1920x1080 decoration #0B3740
      shape 0,0 1920x1080 decoration #0B4851
      shape 0,0 1920x1080 decoration #0B5B65
      shape 0,0 1920x1080 decoration line accent-on-deep
      text 96,148 1728x394 272px title "شكرا"
      shape 1760,584 64x64 decoration line accent-on-deep
      text 96,578 1640x77 64px label "desk@example.org"
      shape 1760,688 64x64 decoration line accent-on-deep
      text 96,682 1640x77 64px label "+31 20"
    "#);
}
