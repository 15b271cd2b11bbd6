//! The author's text is escaped wherever it is written.

use std::sync::Arc;

use scene::{AltText, Crop, LinkTarget, Node, NodeKind, Picture, PictureId, px};

use super::sample::{document_of, file, fragments, node, page_of, paper, text};

const NASTY: &str = "</title></style><script>alert('1')</script>\" onload=\"x\u{2028}&amp;";

#[test]
fn text_of_an_author_never_becomes_an_element() {
    let mut document = document_of(NASTY, "en-GB", &[text(NASTY, NASTY)]);
    let page = Arc::make_mut(&mut document.pages[0]);
    page.name = NASTY.to_owned();
    page.summary = NASTY.to_owned();
    page.slide = NASTY.to_owned();
    for node in &mut page.nodes {
        node.alt = AltText::Text(NASTY.to_owned());
        if let Some(origin) = &mut node.origin {
            origin.field = NASTY.to_owned();
        }
    }
    document.language = "en\"><script>".to_owned();
    document.properties.description = NASTY.to_owned();
    for html in [file(&document), paper(&document), fragments(&document)] {
        assert!(!html.contains("<script>alert"), "an element");
        assert!(!html.contains("\" onload=\""), "an attribute");
        assert!(html.contains("&lt;/title&gt;&lt;/style&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&quot;"));
        assert!(html.contains("&amp;amp;"), "text is not interpreted as HTML");
    }
}

#[test]
fn addresses_that_run_something_are_no_links() {
    for address in
        ["javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,x", "vbscript:x", "file:///etc", "x", ""]
    {
        let html = file(&page_of(vec![node(NodeKind::Link(LinkTarget::Address(address.to_owned())))]));
        assert!(!html.contains("<a "), "{address}");
    }
    let html = file(&page_of(vec![node(NodeKind::Link(LinkTarget::Address("https://example.test/\"x".to_owned())))]));
    assert!(html.contains("href=\"https://example.test/&quot;x\" target=\"_blank\" rel=\"noopener noreferrer\""));
}

#[test]
fn the_address_of_a_picture_stays_in_its_rule() {
    let source = PictureId("https://example.test/a.png\");}</style><script>alert(1)</script>".to_owned());
    let picture =
        Picture { source, width: 1, height: 1, crop: Crop::WHOLE, radius: px(0.0), is_arched: false, outline: None };
    let document = page_of(vec![Node { alt: AltText::Missing, ..node(NodeKind::Picture(picture)) }]);
    for html in [file(&document), fragments(&document)] {
        assert!(!html.contains("<script>alert"), "{html}");
        assert!(html.contains("a.png%22);}%3C/style%3E"));
    }
}

#[test]
fn speaker_notes_are_not_exported() {
    let document = document_of("Harbour", "en-GB", &[text("Why now", "Words.")]);
    assert_eq!(document.pages[0].notes, "Pause here.");
    for html in [file(&document), paper(&document), fragments(&document)] {
        assert!(!html.contains("Pause here."));
    }
}
