//! Text: levels, marks, sizes, styles and languages.

use office::model::{Bullet, Link};

use crate::package::{Package, p, shape, slide, sp, text_of, words};

const TITLE: &str = r#"<p:ph type="title"/>"#;
const BODY: &str = r#"<p:ph idx="1"/>"#;

/// The mark and the size of the only paragraph of a shape.
#[track_caller]
fn style(placeholder: &str, body: &str) -> (Bullet, Option<u32>) {
    let shape = shape(&sp(2, placeholder, "", body));
    let paragraph = &text_of(&shape).paragraphs[0];
    (paragraph.bullet, paragraph.size)
}

#[test]
fn marks_and_sizes_come_from_layout_and_master() {
    let second = r#"<a:p><a:pPr lvl="1"/><a:r><a:t>x</a:t></a:r></a:p>"#;
    assert_eq!(style(BODY, &p("x")), (Bullet::Sign, Some(2800)));
    assert_eq!(style(BODY, second), (Bullet::Number, Some(2400)), "the layout comes before the master");
    assert_eq!(style(r#"<p:ph type="body" idx="77"/>"#, second), (Bullet::Sign, Some(2000)), "unknown to the layout");
    assert_eq!(style(TITLE, &p("x")), (Bullet::None, Some(4400)));
    assert_eq!(style("", &p("x")), (Bullet::None, None));
    assert_eq!(style(r#"<p:ph type="sldNum" idx="12"/>"#, &p("1")), (Bullet::None, None));
}

#[test]
fn what_a_paragraph_says_comes_first() {
    let of =
        |properties: &str| style(BODY, &format!("<a:p><a:pPr>{properties}</a:pPr><a:r><a:t>x</a:t></a:r></a:p>")).0;
    assert_eq!(of("<a:buNone/>"), Bullet::None);
    assert_eq!(of(r#"<a:buAutoNum type="alphaLcParenR"/>"#), Bullet::Number);
    assert_eq!(of(r#"<a:buFont typeface="Arial"/><a:buChar char="-"/>"#), Bullet::Sign);
    let own = format!(r#"<a:lstStyle><a:lvl1pPr><a:buNone/><a:defRPr sz="1100"/></a:lvl1pPr></a:lstStyle>{}"#, p("x"));
    assert_eq!(style(BODY, &own), (Bullet::None, Some(1100)));
}

#[test]
fn codes_of_control_characters_are_breaks_and_tabs() {
    let shape = shape(&sp(2, "", "", &p("one_x000D_two_x000B_three_x0009_four _x00e9_ x000B")));
    assert_eq!(words(&text_of(&shape).paragraphs), ["one\ntwo\nthree\tfour _x00e9_ x000B"]);
}

#[test]
fn a_numbered_list_may_begin_later() {
    let start = |mark: &str| {
        let shape =
            shape(&sp(2, BODY, "", &format!("<a:p><a:pPr lvl='1'>{mark}</a:pPr><a:r><a:t>x</a:t></a:r></a:p>")));
        text_of(&shape).paragraphs[0].start
    };
    assert_eq!(start(r#"<a:buAutoNum type="arabicPeriod" startAt="4"/>"#), Some(4));
    assert_eq!(start(r#"<a:buAutoNum type="arabicPeriod" startAt="1"/>"#), None);
    assert_eq!(start(r#"<a:buAutoNum type="arabicPeriod" startAt="99999"/>"#), None);
    assert_eq!(start(""), None);
}

#[test]
fn the_size_is_that_of_most_letters_and_shrinks_with_the_text() {
    let body =
        r#"<a:p><a:r><a:rPr sz="1000"/><a:t>few</a:t></a:r><a:r><a:rPr sz="3000"/><a:t>many more</a:t></a:r></a:p>"#;
    assert_eq!(style("", body).1, Some(3000));
    let shrunk =
        sp(2, BODY, "", &p("x")).replace("<a:bodyPr/>", r#"<a:bodyPr><a:normAutofit fontScale="92500"/></a:bodyPr>"#);
    assert_eq!(text_of(&shape(&shrunk)).paragraphs[0].size, Some(2590));
    let strict = shrunk.replace("92500", "50%");
    assert_eq!(text_of(&shape(&strict)).paragraphs[0].size, Some(1400));
}

#[test]
fn runs_of_one_style_are_one_run() {
    let body = r#"<a:p><a:r><a:rPr lang="en-US" dirty="0"/><a:t>Hel</a:t></a:r><a:r><a:rPr lang="en-US"/><a:t>lo</a:t></a:r><a:br/><a:r><a:rPr b="1"/><a:t>bold</a:t></a:r><a:fld type="slidenum" id="x"><a:rPr/><a:t>7</a:t></a:fld></a:p>"#;
    let shape = shape(&sp(2, "", "", body));
    let runs: Vec<_> = text_of(&shape).paragraphs[0].runs.iter().map(|run| (run.text.as_str(), run.is_bold)).collect();
    assert_eq!(runs, [("Hello\n", false), ("bold", true), ("7", false)]);
}

#[test]
fn raised_and_lowered_figures_stay_so() {
    let run = |baseline: &str, text: &str| format!(r#"<a:r><a:rPr baseline="{baseline}"/><a:t>{text}</a:t></a:r>"#);
    let body = [run("0", "10"), run("30000", "-6"), run("0", " m CO"), run("-25%", "2"), run("30000", "th")].concat();
    let shape = shape(&sp(2, "", "", &format!("<a:p>{body}</a:p>")));
    assert_eq!(words(&text_of(&shape).paragraphs), ["10⁻⁶ m CO₂th"]);
}

#[test]
fn emphasis_is_what_the_slide_itself_says() {
    let runs = |placeholder: &str, properties: &str| {
        let body = format!("<a:p><a:r><a:rPr{properties}</a:rPr><a:t>x</a:t></a:r></a:p>");
        let shape = shape(&sp(2, placeholder, "", &body));
        text_of(&shape).paragraphs[0].runs[0].clone()
    };
    assert!(!runs(TITLE, ">").is_bold, "all titles of the master are bold");
    assert!(runs(TITLE, r#" b="1">"#).is_bold);
    assert!(runs("", r#" i="true">"#).is_italic);
    assert!(runs("", r#" strike="sngStrike">"#).is_struck);
    assert!(!runs("", r#" strike="noStrike">"#).is_struck);
    assert!(runs("", r#"><a:latin typeface="Courier New"/>"#).is_code);
    let own = format!(r#"<a:lstStyle><a:lvl1pPr><a:defRPr b="1"/></a:lvl1pPr></a:lstStyle>{}"#, p("x"));
    let shape = shape(&sp(2, "", "", &own));
    assert!(text_of(&shape).paragraphs[0].runs[0].is_bold);
}

#[test]
fn text_keeps_entities_blanks_and_characters_of_all_scripts() {
    let shape = shape(&sp(
        2,
        "",
        "",
        "<a:p><a:r><a:t> R&amp;D &lt;b&gt; &#228;&#x1F30A; <![CDATA[<raw>]]> 水 </a:t></a:r></a:p>",
    ));
    assert_eq!(words(&text_of(&shape).paragraphs), [" R&D <b> ä🌊 <raw> 水 "]);
}

#[test]
fn a_shape_without_words_has_no_paragraphs() {
    for body in ["", "<a:p/>", "<a:p><a:endParaRPr/></a:p><a:p/>", &p(" ")] {
        let shape = shape(&sp(2, BODY, "", body));
        assert!(text_of(&shape).paragraphs.is_empty(), "{body}");
    }
    let kept = shape(&sp(2, BODY, "", &format!("{}<a:p/>{}", p("a"), p("b"))));
    assert_eq!(words(&text_of(&kept).paragraphs), ["a", "", "b"], "a blank line between words stays");
}

#[test]
fn a_run_has_a_link_and_a_formula_its_characters() {
    let body = r#"<a:p><a:r><a:rPr><a:hlinkClick r:id="w"/></a:rPr><a:t>here</a:t></a:r><a14:m><m:oMathPara xmlns:m="m"><m:oMath><m:r><m:t>E=m</m:t></m:r><m:sSup><m:e><m:r><m:t>c</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath></m:oMathPara></a14:m></a:p>"#;
    let slide = Package::new().slide_with(&sp(2, "", "", body), &[("w", "hyperlink", "https://example.com")]).first();
    let runs = &text_of(&slide.shapes[0]).paragraphs[0].runs;
    assert_eq!(runs[0].link, Some(Link::Address("https://example.com".to_owned())));
    assert_eq!(runs[1].text, "E=mc2");
}

#[test]
fn the_language_is_that_of_most_letters() {
    let run =
        |language: &str, text: &str| format!(r#"<a:p><a:r><a:rPr lang="{language}"/><a:t>{text}</a:t></a:r></a:p>"#);
    let body = run("en-US", "short")
        + &run("de-DE", "ein langer Satz")
        + &run("", "more letters than all others")
        + &run("fr-FR", "12345678901234567890");
    assert_eq!(Package::new().slide(&sp(2, "", "", &body)).read().language.as_deref(), Some("de-DE"));
    assert_eq!(Package::new().slide(&sp(2, "", "", &p("x"))).read().language, None);
}

#[test]
fn geometry_and_drawing_of_shapes_are_known() {
    let text = |properties: &str| text_of(&shape(&sp(2, "", properties, &p("x")))).clone();
    let is_drawn = |properties: &str| text(properties).is_drawn;
    assert_eq!(text(r#"<a:prstGeom prst="chevron"/>"#).geometry, "chevron");
    assert_eq!(text("<a:custGeom><a:pathLst><a:path><a:moveTo/></a:path></a:pathLst></a:custGeom>").geometry, "custom");
    assert_eq!(text("").geometry, "rect");
    assert!(is_drawn("<a:solidFill/>"));
    assert!(is_drawn("<a:ln><a:solidFill/></a:ln>"));
    assert!(!is_drawn("<a:noFill/><a:ln><a:noFill/></a:ln>"));
    assert!(!is_drawn(""));
    let styled = |properties: &str| {
        let style = r#"<p:style><a:lnRef idx="2"/><a:fillRef idx="1"/></p:style><p:txBody>"#;
        let slide = slide(&sp(2, "", properties, &p("x")).replace("<p:txBody>", style));
        text_of(&slide.shapes[0]).is_drawn
    };
    assert!(styled(""));
    assert!(!styled("<a:noFill/><a:ln><a:noFill/></a:ln>"));
}
