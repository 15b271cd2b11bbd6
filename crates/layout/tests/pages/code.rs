//! `code-slide`.

use crate::assert_outline;
use crate::common::lay_out;
use scene::{CodeBlock, NodeKind, Rect};
use serde_json::{Value, json};

#[test]
fn lines_are_numbered_and_marked() {
    assert_outline!(r#"{"type": "code-slide", "content": {"title": "Worst streets first", "language": "rust",
        "code": "/// Streets by leaks per kilometre, worst first.\nfn ranking(streets: &[Street]) -> Vec<&Street> {\n    let mut ranked: Vec<&Street> = streets\n        .iter()\n        .filter(|s| s.length_km > 0.0)\n        .collect();\n    ranked.sort_by(|a, b| {\n        b.leaks_per_km().total_cmp(&a.leaks_per_km())\n    });\n    ranked\n}",
        "caption": "The whole choice: one number, sorted", "highlightLines": "5,7-9", "background": "base"}}"#, @r#"
    page 1 code-slide base
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "Worst streets first"
      shape 96,206 1728x706 plate tint
      shape 96,474 1728x57 decoration base
      shape 96,474 10x57 decoration accent
      shape 96,587 1728x171 decoration base
      shape 96,587 10x171 decoration accent
      text 136,250 35x626 28px decoration
        "1"
        "2"
        "3"
        "4"
        "5"
        "6"
        "7"
        "8"
        "9"
        "10"
        "11"
      text 1714,226 70x34 28px label "rust"
      code 202,246 1582x626 44px body
        "/// Streets by leaks per kilometre, worst first."
        "fn ranking(streets: &[Street]) -> Vec<&Street> {"
        "    let mut ranked: Vec<&Street> = streets"
        "        .iter()"
        "        .filter(|s| s.length_km > 0.0)"
        "        .collect();"
        "    ranked.sort_by(|a, b| {"
        "        b.leaks_per_km().total_cmp(&a.leaks_per_km())"
        "    });"
        "    ranked"
        "}"
      text 96,936 1728x36 28px caption "The whole choice: one number, sorted"
    "#);
}

fn code(content: &Value) -> (CodeBlock, Rect, Vec<String>) {
    let (mut plates, findings) = plates(content);
    let (code, frame) = plates.remove(0);
    (code, frame, findings)
}

/// The code of each plate with its frame, and the findings of the slide.
fn plates(content: &Value) -> (Vec<(CodeBlock, Rect)>, Vec<String>) {
    let output = lay_out("en", &[json!({"type": "code-slide", "content": content})]);
    let plates = output.document.pages[0].nodes.iter().filter_map(|node| match &node.kind {
        NodeKind::Code(code) => Some((code.clone(), node.frame)),
        _ => None,
    });
    let plates = plates.collect();
    (plates, output.findings.iter().map(ToString::to_string).collect())
}

#[test]
fn lines_keep_their_spaces_and_tabs_are_expanded() {
    let (code, _, findings) = code(&json!({"title": "T", "code": "\n  a\n\tb\n\n    c \td\n\n"}));
    assert_eq!(code.text.words(), "  a\n    b\n\n    c   d");
    assert_eq!((code.text.lines.len(), findings.len()), (4, 0));
}

#[test]
fn tokens_have_the_colours_of_the_theme() {
    let (code, ..) = code(&json!({"title": "T", "language": "js", "code": "let x = 'a'; // b"}));
    let syntax = layout::Look::from(deck::Themes::core().default()).syntax;
    let colors: Vec<_> = code.text.paragraphs[0].runs.iter().map(|run| run.style.color).collect();
    for color in [syntax.keyword, syntax.string, syntax.comment] {
        assert!(colors.contains(&color.into()), "{color} is missing in {colors:?}");
    }
    let (plain, ..) = self::code(&json!({"title": "T", "language": "no-such", "code": "let x = 'a'; // b"}));
    assert_eq!(plain.text.paragraphs[0].runs.len(), 1);
}

#[test]
fn the_font_size_follows_from_the_longest_line_and_the_line_count() {
    let size = |code: String| self::code(&json!({"title": "T", "code": code})).0.text.size().map(|size| size.0);
    assert_eq!(size("x".repeat(40)), Some(56.0));
    assert_eq!(size("x".repeat(60)), Some(40.0));
    assert_eq!(size(["x"; 8].join("\n")), Some(56.0));
    assert_eq!(size(vec!["x"; 16].join("\n")), Some(36.0));
    assert!(size("x".repeat(130)) < Some(24.0));
}

#[test]
fn many_short_lines_are_on_two_plates() {
    let code = vec!["let x = 1;"; 24].join("\n");
    let output = lay_out("en", &[json!({"type": "code-slide", "content": {"title": "T", "code": code}})]);
    let parts = output.document.pages[0].nodes.iter().filter_map(|node| match &node.kind {
        NodeKind::Code(code) => Some((code.first_line, code.text.paragraphs.len())),
        _ => None,
    });
    assert_eq!(parts.collect::<Vec<_>>(), [(Some(1), 12), (Some(13), 12)]);
}

#[test]
fn code_beyond_the_plate_is_truncated_but_kept_in_the_paragraphs() {
    let lines: Vec<String> = (0..40).map(|line| format!("line {line} {}", "long ".repeat(line * 2))).collect();
    let (code, frame, findings) = code(&json!({"title": "T", "code": lines.join("\n")}));
    assert_eq!(code.text.words().lines().count(), 40);
    assert!((20..40).contains(&code.text.lines.len()) && code.text.truncated);
    assert!(code.text.lines.iter().all(|line| line.x + line.width <= frame.width + scene::px(1.0)));
    assert_eq!(findings, ["code: the text does not fit and is cut"]);
}

#[test]
fn code_in_a_text_has_the_same_colours() {
    let body = "```rust\nfn main() {}\n```";
    let output = lay_out("en", &[json!({"type": "content-slide", "content": {"title": "T", "body": body}})]);
    let node = output.document.pages[0].nodes.iter().find(|node| matches!(node.kind, NodeKind::Code(_))).expect("code");
    let NodeKind::Code(code) = &node.kind else { panic!("code") };
    assert!(code.text.paragraphs[0].runs.len() > 1);
}

#[test]
fn very_long_code_is_drawn_and_kept() {
    let many = "let x = (1);\n".repeat(100_000);
    let (plates, findings) = plates(&json!({"title": "T", "language": "rs", "code": many}));
    let [first, second] = &plates[..] else { panic!("{} plates", plates.len()) };
    let (first, second) = (&first.0.text, &second.0.text);
    assert_eq!(first.paragraphs.len() + second.paragraphs.len(), 100_000);
    assert!((20..40).contains(&first.lines.len()), "{}", first.lines.len());
    assert!(first.paragraphs[0].runs.len() > 1, "what is shown is coloured");
    assert_eq!(second.paragraphs.last().map(|line| line.runs.len()), Some(1), "what is not is plain");
    assert_eq!(findings, ["code: the text does not fit and is cut"]);

    let endless = "x".repeat(1_000_000);
    for language in ["rs", ""] {
        let (code, frame, findings) = self::code(&json!({"title": "T", "language": language, "code": endless}));
        assert_eq!(code.text.words().len(), endless.len());
        assert_eq!(code.text.paragraphs[0].runs.last().map(|run| run.range.end), Some(endless.len()));
        let line = &code.text.lines[0];
        assert!(line.width <= frame.width + scene::px(1.0) && line.range.end > 100, "{:?}", line.range);
        assert_eq!(findings, ["code: the text does not fit and is cut"]);
    }
}
