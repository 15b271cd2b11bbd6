//! Formulas in texts.

use crate::common::lay_out;
use crate::{assert_outline, common};
use scene::{Line, LineMark, NodeKind, NodeRole, RunFormula, Text};
use serde_json::json;

/// The text of the first node with a role.
fn text(content: &serde_json::Value, role: NodeRole) -> Text {
    let output = lay_out("en-GB", &[json!({"type": "content-slide", "content": content})]);
    let node = output.document.pages[0].painted().find(|node| node.role == role).expect("a node").clone();
    match node.kind {
        NodeKind::Text(text) => text,
        kind => panic!("{kind:?}"),
    }
}

/// The glyphs of the formulas on a line, and the other ones.
fn formula_glyphs<'t>(text: &'t Text, line: &'t Line) -> (Vec<&'t scene::GlyphRun>, Vec<&'t scene::GlyphRun>) {
    let runs = &text.paragraphs[line.paragraph].runs;
    line.runs.iter().partition(|glyphs| runs[glyphs.run].drawn_formula().is_some())
}

#[test]
fn a_formula_is_text_with_glyphs_of_its_own() {
    assert_outline!(
        r#"{"type": "content-slide", "content": {"title": "Circles of $r^2$", "body":
            "An area of $\\pi r^2$ costs $5 or $10.\n\n$$x = \\frac{-b}{2a}$$"}}"#, @r#"
    page 1 content-slide base 2 steps
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "Circles of r²"
      text 96,376 1728x352 64px body
        "An area of πr² costs $5 or $10." step 1
        "x = (−b)/(2a)" step 2
    "#);
}

#[test]
fn a_formula_stands_on_the_baseline_of_its_line() {
    let body = text(&json!({"title": "T", "body": "An area of $\\pi r^2$ is large."}), NodeRole::Body);
    let [line] = &body.lines[..] else { panic!("{} lines", body.lines.len()) };
    let (formula, words) = formula_glyphs(&body, line);
    assert!(!formula.is_empty() && !words.is_empty());
    assert_eq!(body.words(), "An area of πr² is large.");
    let first = formula[0].glyphs[0];
    assert!(first.y.abs() < 0.01, "π is on the baseline");
    assert!(formula.iter().flat_map(|run| &run.glyphs).any(|glyph| glyph.y < -5.0), "the exponent is above it");
    // The words after it begin where the formula ends.
    let end = formula.iter().map(|run| (run.x + run.advance()).0).fold(0.0, f32::max);
    let after = words.last().expect("words after it");
    assert!((after.x.0 - end).abs() < formula[0].size.0 * 0.2, "{} and {end}", after.x.0);
    assert_eq!(formula[0].color, words[0].color);
    // Each glyph has the range of its bytes in the paragraph.
    let shown = |glyph: &scene::Glyph| &body.paragraphs[0].text[glyph.from as usize..glyph.to as usize];
    let letters: Vec<&str> = formula.iter().flat_map(|run| &run.glyphs).map(shown).collect();
    assert_eq!(letters, ["π", "r", "²"]);
}

#[test]
fn a_formula_is_never_broken() {
    let words = "Long words before it make the line wrap and $a + b + c + d + e + f = g$ goes on after the formula. ";
    let body = text(&json!({"title": "T", "body": words.repeat(3)}), NodeRole::Body);
    assert!(body.lines.len() > 3);
    let runs = &body.paragraphs[0].runs;
    for (index, _) in runs.iter().enumerate().filter(|(_, run)| run.drawn_formula().is_some()) {
        let lines = body.lines.iter().filter(|line| line.runs.iter().any(|glyphs| glyphs.run == index)).count();
        assert_eq!(lines, 1);
    }
    for line in &body.lines {
        assert!(line.width.0 < 1729.0);
    }
}

#[test]
fn a_fraction_has_a_bar_and_room_above_and_below() {
    let plain = text(&json!({"title": "T", "body": "Half of it."}), NodeRole::Body);
    let body = text(&json!({"title": "T", "body": "$$\\frac{\\frac{a}{b}}{\\frac{c}{d}}$$"}), NodeRole::Body);
    let line = &body.lines[0];
    let bars: Vec<_> = line.marks.iter().filter(|mark| matches!(mark, LineMark::Shape(..))).collect();
    assert_eq!(bars.len(), 3);
    let leading = |text: &Text| text.lines[0].height / text.size().expect("a size");
    assert!(leading(&body) > leading(&plain) * 1.5, "{} and {}", leading(&body), leading(&plain));
    for mark in &line.marks {
        let LineMark::Shape(frame, _) = mark else { continue };
        assert!(frame.y >= line.top && frame.bottom() <= line.top + line.height);
    }
}

#[test]
fn a_wide_formula_stays_on_the_page() {
    let terms = (0..80).map(|index| format!("a_{{{index}}}")).collect::<Vec<_>>().join(" + ");
    let body = text(&json!({"title": "T", "body": format!("$${terms}$$")}), NodeRole::Body);
    assert_eq!(body.lines.len(), 1);
    let end = body.lines[0].runs.iter().map(|run| (run.x + run.advance()).0).fold(0.0, f32::max);
    assert!(end < 1730.0, "{end}");
}

#[test]
fn what_is_not_understood_is_reported_and_drawn_as_written() {
    let slide = json!({"type": "content-slide", "content": {"title": "T", "body": "See $a + \\foo{b}$ there."}});
    let output = lay_out("en-GB", &[slide]);
    let findings: Vec<String> = output.findings.iter().map(ToString::to_string).collect();
    assert_eq!(findings, [r"body: a formula is not drawn: the command `\foo` is not known"]);
    let body = text(&json!({"title": "T", "body": "See $a + \\foo{b}$ there."}), NodeRole::Body);
    assert_eq!(body.words(), r"See $a + \foo{b}$ there.");
    assert!(body.paragraphs[0].runs.iter().any(|run| matches!(run.formula, Some(RunFormula::Fault(_)))));
}

#[test]
fn prices_are_not_formulas() {
    for words in ["$5 and $10", "US$20 to $30", "from $5-$10", "\\$x\\$"] {
        let body = text(&json!({"title": words, "body": words}), NodeRole::Body);
        assert_eq!(body.words(), words.replace('\\', ""));
        assert!(body.paragraphs[0].runs.iter().all(|run| run.formula.is_none()));
    }
}

#[test]
fn formulas_are_drawn_in_labels_quotes_and_cells() {
    let slides = [
        json!({"type": "quote-slide", "content": {"quote": "It is $e^{i\\pi}$.", "attribution": "Leonhard $x$"}}),
        json!({"type": "list-slide", "content": {"title": "T", "items": [{"title": "$a^2$"}, {"title": "b"}]}}),
        json!({"type": "content-slide", "content": {"title": "T", "body": "|a|b|\n|-|-|\n|$a_1$|c|"}}),
    ];
    for slide in slides {
        let output = common::lay_out("en-GB", std::slice::from_ref(&slide));
        let outline = output.document.pages[0].outline();
        assert!(!outline.contains('$') && !outline.contains('\u{fffc}'), "{outline}");
    }
}

#[test]
fn the_name_of_a_slide_has_its_formulas_as_text() {
    let slides = [json!({"type": "content-slide", "content": {"title": "Why $x^2$ costs \\$5", "body": "Words"}})];
    assert_eq!(lay_out("en-GB", &slides).document.pages[0].name, "Why x² costs $5");
}
