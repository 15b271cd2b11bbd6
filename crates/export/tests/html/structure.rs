//! The elements of a page in reading order.

use std::sync::Arc;

use scene::Page;
use serde_json::json;

use super::sample::{document_of, file, fragments, outline, paper, slides, text};

#[test]
fn a_file_shows_everything_unless_the_deck_has_builds() {
    let stepped = document_of("Harbour", "en-GB", &[text("Rules", "- one\n- two")]);
    let whole = scene::Document { is_stepped: false, ..stepped.clone() };
    assert!(file(&stepped).contains("data-step=") && !slides(&file(&whole)).contains("data-step"));
    assert!(fragments(&whole).contains("data-step="), "the page around fragments decides");
}

#[test]
fn a_page_says_how_it_follows_another_and_the_file_has_the_script_for_it() {
    use scene::Transition::{Cube, Fade, Morph, None as AtOnce, Push};
    let plain = document_of("Harbour", "en-GB", &[text("One", "a"), text("Two", "b")]);
    let with = |own: Option<scene::Transition>, deck: scene::Transition| {
        let mut document = scene::Document { transition: deck, ..plain.clone() };
        Arc::make_mut(&mut document.pages[1]).transition = own;
        let file = file(&document);
        let names: Vec<&str> =
            slides(&file).split("data-transition=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        (names.join(" "), file.contains("function morph("), file.contains("function shift("))
    };
    let expect = |names: &str, morphs: bool, shifts: bool| (names.to_owned(), morphs, shifts);
    assert_eq!(with(None, AtOnce), expect("", false, false), "as files were before slides had transitions");
    assert_eq!(with(None, Fade), expect("", false, false));
    assert_eq!(with(None, Morph), expect("morph morph", true, false));
    assert_eq!(with(Some(Push), Fade), expect("push", false, true));
    assert_eq!(with(Some(AtOnce), Fade), expect("none", false, false));
    assert_eq!(with(Some(Fade), Morph), expect("morph fade", true, false));
    assert_eq!(with(Some(Morph), Cube), expect("cube morph", true, true));
    assert!(!paper(&scene::Document { transition: Morph, ..plain.clone() }).contains("data-transition"));
}

#[test]
fn parts_with_a_name_say_it_but_not_on_paper() {
    let list =
        json!({"type": "list-slide", "content": {"title": "Rules", "items": [{"title": "One"}, {"title": "Two"}]}});
    let mut document = document_of("Harbour", "en-GB", &[list]);
    let names = [("title", "word"), ("items.1", "step \"2\"")].map(|(path, name)| (path.to_owned(), name.to_owned()));
    Arc::make_mut(&mut document.pages[0]).part_names = names.into_iter().collect();
    let html = file(&document);
    assert_eq!(slides(&html).matches("data-morph=\"word\"").count(), 1);
    assert!(
        slides(&html).contains("data-morph=\"step &quot;2&quot;\" data-morph-place=\"title\""),
        "{}",
        slides(&html)
    );
    assert!(!slides(&paper(&document)).contains("data-morph"));
}

#[test]
fn lines_of_code_know_the_steps_at_which_they_are_dimmed() {
    let code = json!({"type": "code-slide", "content": {"title": "Code", "code": "one\ntwo\nthree",
        "highlightSteps": "1 | 2-3 | 3"}});
    let stepped = document_of("Harbour", "en-GB", &[code]);
    let dims = |html: &str| -> Vec<String> {
        html.split("data-dim=\"").skip(1).filter_map(|rest| Some(rest.split('"').next()?.to_owned())).collect()
    };
    assert_eq!(dims(slides(&file(&stepped))), ["1 2", "0 2", "0"]);
    assert!(slides(&file(&stepped)).contains("data-steps=\"3\""));
    let whole = scene::Document { is_stepped: false, ..stepped.clone() };
    assert_eq!(dims(slides(&file(&whole))), [""; 0], "a file without builds shows all lines");
}

#[test]
fn a_deck_is_one_heading_and_a_section_for_each_slide() {
    let document =
        document_of("Harbour plan", "en-GB", &[text("Why now", "Traffic grew."), text("What next", "Dredge.")]);
    insta::assert_snapshot!(outline(slides(&file(&document)), &["id", "data-slide", "data-step", "aria-label"]), @r#"
    main
      h1
        "Harbour plan"
      section id="1" data-slide="s1" aria-label="1 Why now"
        div
          i
          svg
            path
          h2
            "Why now"
          div
            p data-step="1"
              "Traffic grew."
          p
            "Harbour plan"
          p
            "1"
      section id="2" data-slide="s2" aria-label="2 What next"
        div
          i
          svg
            path
          h2
            "What next"
          div
            p data-step="1"
              "Dredge."
          p
            "Harbour plan"
          p
            "2"
    "#);
}

#[test]
fn a_body_is_paragraphs_lists_and_headings() {
    let body = "Traffic **grew** on [most *mornings*](https://example.test/?a=1&b=2).\n\n## Then\n\n- Quays\n  1. North\n  2. South\n- Pilots\n\n> Build for the tide.\n\n| Quay | Depth |\n|---|---|\n| North | 9 m |\n\n```rust\nfn a() {}\nfn b() {}\n```";
    let document = document_of("Harbour plan", "en-GB", &[text("Why now", body)]);
    insta::assert_snapshot!(outline(&fragments(&document), &["href", "role", "value", "data-step"]), @r#"
    section role="group"
      div
        i
        svg
          path
        h2
          span
            "Why now"
        i
        div
          p data-step="1"
            span
              "Traffic"
            strong
              span
                "grew"
            span
              "on"
            a href="https://example.test/?a=1&amp;b=2"
              span
                "most"
              span
              em
                span
                  "mornings"
            span
              "."
          h3 data-step="2"
            span
              "Then"
          ul role="list"
            li data-step="2"
              i
              span
                "Quays"
              ol role="list"
                li value="1" data-step="3"
                  span
                    "1."
                  span
                    "North"
                li value="2" data-step="4"
                  span
                    "2."
                  span
                    "South"
            li data-step="5"
              i
              span
                "Pilots"
        i data-step="6"
        blockquote data-step="6"
          p
            span
              "Build for the tide."
        table role="table" data-step="7"
          tr role="row"
            th role="columnheader"
              div
                span
                  "Quay"
            th role="columnheader"
              div
                span
                  "Depth"
          tr role="row"
            td role="cell"
              div
                span
                  "North"
            td role="cell"
              div
                span
                  "9 m"
        i data-step="8"
        pre data-step="8"
          code
            span
              "fn"
            span
              "a"
            span
              "() {}"
            span
              "fn"
            span
              "b"
            span
              "() {}"
        p
          span
            "Harbour plan"
        p
          span
            "1"
    "#);
}

#[test]
fn titles_inside_a_section_are_one_level_below_its_opener() {
    let mut document =
        document_of("Harbour", "en-GB", &[text("Start", "A"), text("Part", "B"), text("Inside", "## C")]);
    let change = |page: &mut Arc<Page>, opens: bool| {
        let page = Arc::make_mut(page);
        page.section = Some("Part".to_owned());
        page.opens_section = opens;
    };
    change(&mut document.pages[1], true);
    change(&mut document.pages[2], false);
    let html = file(&document);
    let headings: Vec<&str> = html.split('<').filter(|tag| tag.starts_with(['h'])).map(|tag| &tag[..2]).collect();
    assert_eq!(
        headings.join(" "),
        "ht he h1 h2 h2 h3 h4 h2",
        "h1 once, then no level is skipped; the last is that of the help"
    );
}

#[test]
fn a_slide_without_a_title_has_a_hidden_heading() {
    let mut document =
        document_of("Harbour", "en-GB", &[json!({"type": "content-slide", "content": {"body": "Words."}})]);
    Arc::make_mut(&mut document.pages[0]).name = "The quay".to_owned();
    Arc::make_mut(&mut document.pages[0]).summary = "A drawing of the quay.".to_owned();
    let html = file(&document);
    assert!(
        html.contains("<h2 class=\"sr\">The quay</h2><p class=\"sr\">A drawing of the quay.</p>"),
        "{}",
        slides(&html)
    );
}

#[test]
fn screen_readers_read_the_text_that_was_cut() {
    let body: Vec<String> = (0..90).map(|number| format!("Paragraph {number} speaks of tides and of quays.")).collect();
    let document = document_of("Harbour", "en-GB", &[text("Why now", &body.join("\n\n"))]);
    for html in [file(&document), paper(&document), fragments(&document)] {
        assert!(html.contains("aria-hidden=\"true\">…</span>"));
        for number in 0..90 {
            assert!(html.contains(&format!("Paragraph {number} ")), "paragraph {number}");
        }
    }
}

#[test]
fn right_to_left_text_is_positioned_by_its_right_edge() {
    let document = document_of("ميناء", "ar", &[text("لماذا", "نمت الحركة 30 في HTML")]);
    let html = file(&document);
    assert!(html.contains("<html lang=\"ar\" dir=\"rtl\">"));
    let pieces: Vec<&str> = slides(&html).split("<span class=\"").skip(1).collect();
    let piece = |words: &str| pieces.iter().find(|piece| piece.contains(words)).copied().unwrap_or_default();
    assert!(piece("نمت").starts_with("r t") && piece("نمت").contains("style=\"right:"), "{pieces:#?}");
    assert!(piece("HTML").starts_with("l t") && piece("HTML").contains("style=\"left:"), "{pieces:#?}");
}

#[test]
fn an_editor_finds_slide_field_and_letter() {
    let document = document_of("Harbour", "en-GB", &[text("Naïve 𝒉 tides", &"Water and stone. ".repeat(20))]);
    let html = fragments(&document);
    assert!(html.contains("data-node=\"s1/title/text\" data-kind=\"text\" data-slide=\"s1\" data-field=\"title\""));
    let starts: Vec<&str> =
        html.split("data-at=\"").skip(1).map(|rest| &rest[..rest.find('"').expect("a quote")]).collect();
    assert!(starts.len() > 5, "a line each: {starts:?}");
    assert_eq!(starts[..4], ["0", "6", "8", "0"], "the title in two fonts, and the first line of the body");
    assert_eq!(starts[4], starts[4].trim_start_matches('0'), "further lines begin later");
    assert!(!file(&document).contains("data-at"), "a file has no editor");
}

#[test]
fn blocks_of_a_text_have_their_source_range_for_an_editor() {
    let body = "Tide 😀 tables\n\n- **First** point\n- Second\n\n> Said so\n\n```\ncode\n```";
    let document = document_of("Harbour", "en-GB", &[text("Why now", body)]);
    let html = fragments(&document);
    let units: Vec<u16> = body.encode_utf16().collect();
    let sources: Vec<String> = html
        .split(" data-from=\"")
        .skip(1)
        .map(|rest| {
            let (from, rest) = rest.split_once("\" data-to=\"").expect("both ends");
            let to = rest.split('"').next().expect("an end");
            let range = from.parse::<usize>().expect("a number")..to.parse().expect("a number");
            String::from_utf16(&units[range]).expect("text")
        })
        .collect();
    // A quotation and code are nodes that include their Markdown marks.
    let quote = sources.iter().filter(|source| *source == "> Said so").count();
    let code = sources.iter().filter(|source| *source == "```\ncode\n```").count();
    assert!(quote >= 1 && code >= 1, "{sources:?}");
    assert_eq!(sources[..3], ["Tide 😀 tables", "**First** point", "Second"]);
    assert!(!file(&document).contains("data-from"), "a file is not edited");
}

#[test]
fn a_formula_is_drawn_and_has_mathml_for_readers() {
    let body = "An area of $\\pi r^2$, and $$\\frac{1}{2}$$";
    let html = fragments(&document_of("Circles", "en-GB", &[text("Areas", body)]));
    let math = "<span class=\"sr\"><math xmlns=\"http://www.w3.org/1998/Math/MathML\"><mi>π</mi><msup><mi>r</mi><mn>2</mn></msup></math></span>";
    assert!(html.contains(math), "{html}");
    assert!(html.contains("<math xmlns=\"http://www.w3.org/1998/Math/MathML\" display=\"block\"><mfrac>"), "{html}");
    assert!(html.contains("scale(1 -1)\" d=\"M"), "{html}");
    assert!(!html.contains('$') && !html.contains('\u{fffc}'), "{html}");
    assert!(!file(&document_of("Circles", "en-GB", &[text("Areas", body)])).contains("STIX"), "no web font is needed");
}
