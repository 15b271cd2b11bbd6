//! `formula-slide`.

use crate::assert_outline;
use crate::common::lay_out;
use scene::{Node, NodeKind, NodeRole};
use serde_json::{Value, json};

/// The texts of a slide that are content, with their sizes and frames.
fn texts(content: &Value) -> (Vec<Node>, Vec<String>) {
    let output = lay_out("en-GB", &[json!({"type": "formula-slide", "content": content})]);
    let nodes = output.document.pages[0].painted().filter(|node| node.origin.is_some()).cloned();
    let texts = nodes.filter(|node| matches!(node.kind, NodeKind::Text(_))).collect();
    (texts, output.findings.iter().map(ToString::to_string).collect())
}

fn size(node: &Node) -> f32 {
    match &node.kind {
        NodeKind::Text(text) => text.size().expect("a size").0,
        kind => panic!("{kind:?}"),
    }
}

fn of<'n>(nodes: &'n [Node], field: &str) -> &'n Node {
    let is_field = |node: &&Node| node.origin.as_ref().is_some_and(|origin| origin.field == field);
    nodes.iter().find(is_field).unwrap_or_else(|| panic!("no {field}"))
}

#[test]
fn symbols_stand_side_by_side_below_the_formula() {
    assert_outline!(r#"{"type": "formula-slide", "content": {"title": "A narrow pipe costs pressure",
        "formula": "\\Delta p = f \\, \\frac{L}{d} \\, \\frac{\\rho v^2}{2}",
        "parts": [{"symbol": "f", "text": "Friction"}, {"symbol": "L", "text": "Length of the pipe"}],
        "caption": "Darcy and Weisbach, 1845"}}"#, @r#"
    page 1 formula-slide base 2 steps
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "A narrow pipe costs pressure"
      text 96,223 1728x416 176px body "Δp = fL/d(ρv²)/2"
      shape 96,711 836x2 decoration step 1 line
      text 96,740 836x91 72px label step 1 "f"
      text 96,844 836x68 56px body step 1 "Friction"
      shape 988,711 836x2 decoration step 2 line
      text 988,746 836x79 72px label step 2 "L"
      text 988,844 836x68 56px body step 2 "Length of the pipe"
      text 96,936 1728x36 28px caption "Darcy and Weisbach, 1845"
    "#);
}

#[test]
fn a_formula_alone_fills_the_page() {
    let (nodes, findings) = texts(&json!({"formula": "E = mc^2"}));
    assert!(findings.is_empty(), "{findings:?}");
    assert!(size(of(&nodes, "formula")) >= 300.0);
    let (dollars, _) = texts(&json!({"formula": " $$E = mc^2$$ "}));
    assert_eq!(of(&dollars, "formula").frame, of(&nodes, "formula").frame, "dollars are ignored");
}

#[test]
fn many_symbols_stand_in_rows_and_leave_room_for_the_formula() {
    let part = |index: usize| json!({"symbol": format!("x_{index}"), "text": "A quantity of some kind"});
    let parts: Vec<Value> = (0..8).map(part).collect();
    let (nodes, findings) = texts(&json!({"title": "T", "formula": "\\sum_i x_i = 1", "parts": parts}));
    assert!(findings.is_empty(), "{findings:?}");
    let formula = of(&nodes, "formula");
    assert!(size(formula) >= 100.0, "{}", size(formula));
    let (first, fifth) = (of(&nodes, "parts.0.symbol"), of(&nodes, "parts.4.symbol"));
    assert!((first.frame.y - fifth.frame.y).0.abs() < 1.0 && fifth.frame.x > first.frame.x);
    assert!(first.frame.y >= formula.frame.bottom());
    assert!(nodes.iter().filter(|node| node.role != NodeRole::Caption).all(|node| size(node) >= 28.0));
}

#[test]
fn a_high_formula_has_its_symbols_beside_it() {
    let rows = ["a &= \\frac{b}{c}", "d &= \\frac{e}{f}", "g &= h", "i &= j"].join("\\\\");
    let formula = format!("\\begin{{aligned}}{rows}\\end{{aligned}}");
    let parts = [json!({"symbol": "a", "text": "First"}), json!({"symbol": "b", "text": "Second"})];
    let (nodes, findings) = texts(&json!({"title": "T", "formula": formula, "parts": parts}));
    assert!(findings.is_empty(), "{findings:?}");
    let (formula, symbol) = (of(&nodes, "formula"), of(&nodes, "parts.0.symbol"));
    assert!(symbol.frame.x >= formula.frame.x + formula.frame.width);
    assert!(size(formula) > size(symbol), "{} and {}", size(formula), size(symbol));
}

#[test]
fn a_wide_formula_stays_within_the_page() {
    let terms = (0..30).map(|index| format!("a_{{{index}}}")).collect::<Vec<_>>().join(" + ");
    let (nodes, _) = texts(&json!({"title": "T", "formula": terms}));
    let NodeKind::Text(text) = &of(&nodes, "formula").kind else { panic!("a text") };
    assert_eq!(text.lines.len(), 1);
    assert!(text.lines[0].width.0 <= 1729.0);
}

#[test]
fn what_is_not_understood_is_shown_as_written_and_the_symbols_stay_large() {
    let (nodes, findings) =
        texts(&json!({"title": "T", "formula": "\\frac{a}{", "parts": [{"symbol": "\\foo", "text": "A letter"}]}));
    assert_eq!(findings.len(), 2, "{findings:?}");
    assert!(findings[0].starts_with("formula: a formula is not drawn"), "{findings:?}");
    assert!(findings[1].starts_with("parts.0.symbol: a formula is not drawn"), "{findings:?}");
    assert!(size(of(&nodes, "parts.0.text")) >= 40.0);
    let words = |field: &str| match &of(&nodes, field).kind {
        NodeKind::Text(text) => text.words(),
        kind => panic!("{kind:?}"),
    };
    assert_eq!([words("formula"), words("parts.0.symbol")], ["\\frac{a}{", "\\foo"], "without dollars");
}

#[test]
fn symbols_appear_one_by_one() {
    let (nodes, _) = texts(&json!({"formula": "a + b", "parts": [{"symbol": "a", "text": "one"}, {"symbol": "b"}]}));
    assert_eq!(of(&nodes, "formula").step, None);
    assert_eq!(of(&nodes, "parts.0.text").step, Some(1));
    assert_eq!(of(&nodes, "parts.1.symbol").step, Some(2));
}
