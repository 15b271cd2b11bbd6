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
    page 1 end-slide deep
      shape 0,0 1920x1080 backdrop deep
      shape 0,752 1920x328 decoration accent-on-deep/4%
      shape 0,824 1920x256 decoration accent-on-deep/5%
      shape 0,896 1920x184 decoration accent-on-deep/6%
      text 256,345 1408x110 104px title "Questions?"
      text 400,487 1120x52 36px body "The desk answers within two days."
      shape 195,784 33x33 decoration line accent-on-deep
      text 242,776 189x48 30px label "Residents desk"
      shape 487,784 33x33 decoration line accent-on-deep
      text 534,776 242x48 30px label "desk@example.org"
      shape 832,784 33x33 decoration line accent-on-deep
      text 879,776 199x48 30px label "+31 20 555 0100"
      shape 1134,784 33x33 decoration line accent-on-deep
      text 1181,776 158x48 30px label "example.org"
      shape 1395,784 33x33 decoration line accent-on-deep
      text 1442,776 71x48 30px label "News"
      shape 1568,784 33x33 decoration line accent-on-deep
      text 1615,776 109x48 30px label "Closures"
    "#);
}

#[test]
fn thanks_alone_are_centred() {
    assert_outline!(r#"{"type": "end-slide", "content": {"title": "Thank you", "background": "accent"}}"#, @r#"
    page 1 end-slide accent
      shape 0,0 1920x1080 backdrop accent
      text 256,485 1408x110 104px title "Thank you"
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
    assert_eq!(rows, ["764", "836"]);
}

#[test]
fn an_arabic_deck_is_mirrored() {
    assert_outline!("ar", r#"{"type": "end-slide", "content": {"title": "شكرا", "contactEmail": "desk@example.org",
        "contactPhone": "+31 20"}}"#, @r#"
    page 1 end-slide deep
      shape 0,0 1920x1080 backdrop deep
      shape 0,752 1920x328 decoration accent-on-deep/4%
      shape 0,824 1920x256 decoration accent-on-deep/5%
      shape 0,896 1920x184 decoration accent-on-deep/6%
      text 256,325 1408x151 104px title "شكرا"
      shape 1164,784 33x33 decoration line accent-on-deep
      text 908,776 242x48 30px label "desk@example.org"
      shape 819,784 33x33 decoration line accent-on-deep
      text 723,776 83x48 30px label "+31 20"
    "#);
}
