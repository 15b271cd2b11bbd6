//! Whole files: what they contain, and that they load nothing but pictures on the web.

use export::Error;
use export::html::{FontCache, print, standalone, stylesheet};
use serde_json::json;

use super::sample::{Uploads, document_of, file, fonts, paper, slides, text, work};

/// The addresses that a page loads.
fn addresses(html: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for start in ["url(", " src=\"", " srcset=\"", "@import", "<link", "<image"] {
        for rest in html.split(start).skip(1) {
            let rest = rest.trim_start_matches('"');
            found.push(&rest[..rest.find(['"', ')', '>']).unwrap_or(rest.len())]);
        }
    }
    found
}

#[test]
fn a_file_without_pictures_on_the_web_loads_nothing() {
    let picture = json!({
        "type": "content-slide",
        "content": {"title": "Quay", "body": "Words.", "slideBgImage": "/uploads/quay.png"},
    });
    let document = document_of(
        "Harbour",
        "en-GB",
        &[text("Why now", "**Traffic** `grew`.\n\n![Quay](/uploads/quay.png)"), picture],
    );
    for html in [file(&document), paper(&document)] {
        let found = addresses(&html);
        assert!(found.iter().all(|address| address.starts_with("data:") || address.starts_with('#')), "{found:?}");
        assert_eq!(found.iter().filter(|address| address.starts_with("data:image/png;base64,")).count(), 1);
        assert!(found.iter().filter(|address| address.starts_with("data:font/woff2;base64,")).count() >= 3);
        assert!(!html.contains("/uploads/"));
    }
}

#[test]
fn a_picture_is_in_the_file_once_however_often_it_is_shown() {
    let slide = || {
        json!({
            "type": "content-slide",
            "content": {"title": "Quay", "body": "Words.", "slideBgImage": "/uploads/quay.png"},
        })
    };
    let document = document_of("Harbour", "en-GB", &[slide(), slide(), slide()]);
    let uploads = Uploads::default();
    let html = standalone(work(&document, &uploads), fonts()).expect("a file");
    assert_eq!(html.matches("data:image/png").count(), 1);
    assert_eq!(html.matches("class=\"n pic p0\"").count(), 3);
    assert_eq!(uploads.requested.lock().expect("no panic").len(), 1, "and was requested once");
}

#[test]
fn the_file_of_a_deck_without_a_title_has_a_title() {
    let html = file(&document_of(" ", "en-GB", &[text("Why now", "Traffic grew.")]));
    assert!(html.contains("<title>Lectern</title>") && html.contains("<h1 class=\"sr\">Lectern</h1>"), "{html}");
}

#[test]
fn pictures_on_the_web_are_not_copied_into_the_file() {
    let url = "https://pictures.example.test/quay.png";
    let slide = json!({"type": "content-slide", "content": {"title": "Quay", "slideBgImage": url}});
    assert!(file(&document_of("Harbour", "en-GB", &[slide])).contains(&format!("background-image:url(\"{url}\")")));
}

#[test]
fn the_same_document_gives_the_same_bytes() {
    let document = document_of("Harbour", "en-GB", &[text("Why now", "- **Traffic**\n- `grew`")]);
    let write = || standalone(work(&document, &Uploads::default()), &FontCache::default()).expect("a file");
    assert!(write() == write());
}

#[test]
fn the_export_stops_when_the_caller_no_longer_waits() {
    let document = document_of("Harbour", "en-GB", &[text("One", "1"), text("Two", "2")]);
    let uploads = Uploads::default();
    let mut stopped = work(&document, &uploads);
    stopped.on_page = &|written| written < 2;
    assert!(matches!(standalone(stopped, fonts()), Err(Error::Stopped)));
    assert!(matches!(print(stopped, fonts()), Err(Error::Stopped)));
}

#[test]
fn paper_has_a_sheet_for_each_slide_and_no_script() {
    let document = document_of("Harbour", "en-GB", &[text("One", "1"), text("Two", "2")]);
    let html = paper(&document);
    assert!(html.contains("@page{size:1920px 1080px;margin:0}"));
    assert!(!html.contains("<script") && !html.contains("script-src"));
    assert_eq!(slides(&html).matches("<section class=\"slide\"").count(), 2);
}

#[test]
fn a_file_allows_its_own_script_and_no_other() {
    let html = file(&document_of("Harbour", "en-GB", &[text("One", "1")]));
    let script = html.split("<script>").nth(1).and_then(|rest| rest.split("</script>").next()).expect("a script");
    assert!(!script.contains("&lt;") && !script.contains("innerHTML"));
    assert_eq!(html.matches("<script").count(), 1);
    assert!(html.contains("default-src &#39;none&#39;"));
    assert!(html.contains("script-src &#39;sha256-"));
}

#[test]
fn web_fonts_of_fragments_have_the_given_addresses() {
    let document = document_of("Harbour", "en-GB", &[text("One", "1")]);
    let slide = export::html::fragment(&document, &document.pages[0], &|picture| picture.0.clone());
    let style = stylesheet(&document, &slide.faces, &|font| format!("/fonts/{}.woff2", font.0));
    assert!(slide.faces.len() >= 2);
    for font in &slide.faces {
        let rule = format!("@font-face{{font-family:f{0};src:url(/fonts/{0}.woff2) format(\"woff2\")", font.0);
        assert!(style.contains(&rule), "{style}");
        let face = document.face(*font).expect("a face");
        assert!(fonts().whole(face).expect("a font").starts_with(b"wOF2"));
    }
}

#[test]
fn a_web_font_has_only_the_letters_of_its_deck() {
    let short = file(&document_of("Harbour", "en-GB", &[text("a", "a")]));
    let long =
        file(&document_of("Harbour", "en-GB", &[text("a", "The quick brown fox jumps over the lazy dog. ÄÖÜß €")]));
    assert!(short.len() < long.len());
    assert!(long.len() < 120_000, "{} bytes", long.len());
}
