//! SVG without active content, as drawing programs write it: its copy looks the same.

use crate::common::{check_copy, svg};
use imaging::{PictureKind, rgba};

const INKSCAPE: &str = r##"<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!-- Created with Inkscape (http://www.inkscape.org/) -->
<svg width="30mm" height="20mm" viewBox="0 0 30 20" version="1.1" id="svg1" inkscape:version="1.3" sodipodi:docname="quay.svg"
   xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"
   xmlns:xlink="http://www.w3.org/1999/xlink" xmlns="http://www.w3.org/2000/svg" xmlns:svg="http://www.w3.org/2000/svg"
   xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:cc="http://creativecommons.org/ns#" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <sodipodi:namedview id="namedview1" pagecolor="#ffffff" inkscape:zoom="0.7"><inkscape:grid id="grid1"/></sodipodi:namedview>
  <metadata id="m"><rdf:RDF><cc:Work rdf:about=""><dc:format>image/svg+xml</dc:format></cc:Work></rdf:RDF></metadata>
  <defs id="defs1"><linearGradient id="g"><stop style="stop-color:#0b6b75;stop-opacity:1" offset="0"/><stop offset="1" stop-color="white"/></linearGradient>
    <linearGradient xlink:href="#g" id="g2" x1="0" y1="0" x2="30" y2="0" gradientUnits="userSpaceOnUse"/></defs>
  <g inkscape:label="Layer 1" inkscape:groupmode="layer" id="layer1" transform="translate(0,1)"><path style="fill:url(#g2);stroke-width:.26" d="m 1,1 h 20 v 10 z" id="path1" inkscape:connector-curvature="0"/></g>
</svg>"##;

const ILLUSTRATOR: &str = r##"<?xml version="1.0" encoding="utf-8"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg version="1.1" id="Layer_1" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" x="0px" y="0px" viewBox="0 0 40 30" style="enable-background:new 0 0 40 30;" xml:space="preserve">
<style type="text/css"><![CDATA[
	.st0{fill:#0B6B75;} .st1{clip-path:url(#SVGID_2_);fill:none;stroke:#000000;stroke-miterlimit:10;}
]]></style>
<g><defs><rect id="SVGID_1_" width="40" height="30"/></defs><clipPath id="SVGID_2_"><use xlink:href="#SVGID_1_" style="overflow:visible;"/></clipPath>
<path class="st0" d="M1,1h9v9z"/><circle class="st1" cx="20" cy="15" r="9"/></g></svg>"##;

const FIGMA: &str = r##"<svg width="24" height="24" viewBox="0 0 24 24" fill="none" xmlns="http://www.w3.org/2000/svg" role="img" aria-label="Quay">
<title>Quay &amp; tide</title><g filter="url(#filter0_d)" clip-path="url(#clip0)"><rect width="20" height="20" rx="4" fill="url(#paint0)" data-name="Plate"/></g>
<a href="https://example.com/quay"><circle cx="12" cy="12" r="3" fill="currentColor" style="mix-blend-mode:multiply"><animate attributeName="r" values="3;4;3" dur="2s" repeatCount="indefinite"/></circle></a>
<defs><filter id="filter0_d" x="0" y="0" width="24" height="24" filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB"><feFlood flood-opacity="0" result="BackgroundImageFix"/><feOffset dy="2"/><feGaussianBlur stdDeviation="1"/><feColorMatrix type="matrix" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0.25 0"/><feBlend in2="BackgroundImageFix" result="e"/><feBlend in="SourceGraphic" in2="e"/></filter>
<radialGradient id="paint0" cx="0" cy="0" r="1" gradientUnits="userSpaceOnUse" gradientTransform="translate(12 12) rotate(90) scale(12)"><stop stop-color="#fff"/><stop offset="1"/></radialGradient><clipPath id="clip0"><path fill="white" d="M0 0h24v24H0z"/></clipPath></defs></svg>"##;

#[test]
fn files_of_drawing_programs_are_not_active_and_copies_look_the_same() {
    for picture in [INKSCAPE, ILLUSTRATOR, FIGMA] {
        assert!(!imaging::svg::is_active(picture.as_bytes()), "{picture}");
        let copy = check_copy(picture.as_bytes());
        let drawn = |text: &str| rgba(text.as_bytes(), PictureKind::Svg, Some(200)).expect("drawn");
        assert_eq!(drawn(picture), drawn(&copy));
        assert!(drawn(&copy).rgba().chunks(4).any(|pixel| pixel[3] > 0), "something is drawn");
        imaging::svg::drawable(picture.as_bytes()).expect("drawable");
    }
}

#[test]
fn the_copy_keeps_visible_content_and_texts() {
    let copy = check_copy(FIGMA.as_bytes());
    for expected in [
        "<title>Quay &amp; tide</title>",
        r#"aria-label="Quay""#,
        r#"href="https://example.com/quay""#,
        r#"attributeName="r""#,
        r#"clip-path="url(#clip0)""#,
        r#"style="mix-blend-mode:multiply;""#,
    ] {
        assert!(copy.contains(expected), "{expected} is not in {copy}");
    }
    let copy = check_copy(INKSCAPE.as_bytes());
    for removed in ["inkscape", "sodipodi", "rdf", "<!--", "<?xml", "metadata"] {
        assert!(!copy.contains(removed), "{removed} is in {copy}");
    }
}

#[test]
fn a_root_without_a_namespace_is_served_as_a_copy_with_one() {
    let picture = b"<svg width='3' height='2'><rect width='3' height='2'/></svg>";
    assert!(imaging::svg::is_active(picture));
    assert!(check_copy(picture).starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
}

#[test]
fn other_encodings_become_utf_8() {
    let utf16 = |text: &str| {
        [0xff, 0xfe].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect::<Vec<u8>>()
    };
    let text = "<svg xmlns='http://www.w3.org/2000/svg'><text>Möwe</text></svg>";
    let latin: Vec<u8> = b"<?xml version='1.0' encoding='ISO-8859-1'?>"
        .iter()
        .copied()
        .chain(text.chars().map(|letter| u8::try_from(u32::from(letter)).expect("Latin-1")))
        .collect();
    for bytes in [utf16(text), latin, format!("\u{feff}{text}").into_bytes()] {
        assert!(!imaging::svg::is_active(&bytes));
        assert!(check_copy(&bytes).contains("Möwe"));
    }
}

#[test]
fn prefixes_are_rewritten() {
    let picture = b"<s:svg xmlns:s='http://www.w3.org/2000/svg' xmlns:l='http://www.w3.org/1999/xlink'>\
        <s:defs><s:rect id='r' width='3' height='2'/></s:defs><s:use l:href='#r'/></s:svg>";
    assert!(check_copy(picture).ends_with(r##"<use xlink:href="#r"/></svg>"##));
}

#[test]
fn text_stays_only_in_text_elements() {
    let copy = check_copy(&svg("stray<text>kept <tspan>too</tspan></text><desc>read <b/>out</desc>"));
    assert!(copy.contains("<text>kept <tspan>too</tspan></text><desc>read out</desc>") && !copy.contains("stray"));
}
