//! Formulas of pages: MathML, the notation of MathJax and KaTeX, and pictures whose alternative text is a formula.

use deck::FormulaText;

use super::tree::Tree;
use crate::text::collapsed;

/// The formula in LaTeX notation that a node is: MathML that names its source, a script of MathJax, or an element whose
/// text MathJax or KaTeX replaces.
pub(super) fn formula(tree: &Tree, index: usize) -> Option<FormulaText> {
    let attribute = |name: &str| tree.attribute(index, name).unwrap_or_default();
    let formula = |source: &str, display: bool| {
        let source = collapsed(source);
        (!source.is_empty() && !source.contains('$')).then_some(FormulaText { source, display })
    };
    match tree.name(index) {
        "math" => {
            let is_tex = |node: &usize| {
                tree.name(*node) == "annotation"
                    && tree.attribute(*node, "encoding").is_some_and(|encoding| encoding.to_lowercase().contains("tex"))
            };
            let source = tree.all(index).find(is_tex).map(|node| tree.all_text(node))?;
            formula(&source, attribute("display") == "block")
        }
        "script" => {
            let kind = attribute("type").strip_prefix("math/tex")?;
            formula(&tree.all_text(index), kind.contains("display"))
        }
        "div" | "span" | "p" if attribute("class").split_whitespace().any(|class| class == "math") => {
            let text = tree.all_text(index);
            let inside =
                |open: &str, close: &str| Some(text.trim().strip_prefix(open)?.strip_suffix(close)?.to_owned());
            match inside("\\[", "\\]").or_else(|| inside("$$", "$$")) {
                Some(source) => formula(&source, true),
                None => formula(&inside("\\(", "\\)")?, false),
            }
        }
        _ => None,
    }
}

/// Whether a picture shows a formula. Its alternative text is then the formula in LaTeX notation.
pub(super) fn is_picture(tree: &Tree, index: usize) -> bool {
    let class = tree.attribute(index, "class").unwrap_or_default();
    class.split_whitespace().any(|class| matches!(class, "math" | "tex" | "latex" | "mwe-math-fallback-image-inline"))
}

/// A formula in LaTeX notation as a line of text. Values with units are read here, since their spaces count: `3.3~V`,
/// `10\,\text{kHz}`.
pub(super) fn plain(latex: &str) -> String {
    value(latex).unwrap_or_else(|| FormulaText { source: latex.to_owned(), display: false }.plain())
}

/// Commands of simple formulas, each with its text. If the name of one command is the start of another's, the longer
/// one is first.
const REPLACED: [(&str, &str); 15] = [
    ("\\textrm", ""),
    ("\\text", ""),
    ("\\mathrm", ""),
    ("\\,", " "),
    ("\\ ", " "),
    ("\\;", " "),
    ("\\%", "%"),
    ("\\pm", "±"),
    ("\\times", "×"),
    ("\\cdot", "·"),
    ("\\Omega", "Ω"),
    ("\\mu", "µ"),
    ("\\pi", "π"),
    ("^{\\circ}", "°"),
    ("^\\circ", "°"),
];

/// A simple formula in LaTeX notation as text: `3.3~V`, `10\,\text{kHz}`. `None` for one with other commands.
fn value(latex: &str) -> Option<String> {
    let is_known = |name: &str| REPLACED.iter().any(|(notation, _)| command_names(notation).any(|known| known == name));
    if !command_names(latex).all(is_known) {
        return None;
    }
    let mut text = latex.replace('~', " ");
    for (notation, plain) in REPLACED {
        text = text.replace(notation, plain);
    }
    let text = text.replace(['{', '}', '$'], "");
    (!text.contains(['\\', '^', '_', '&'])).then(|| collapsed(&text))
}

/// The whole names of the commands in a text, so that `\pmod` is not taken for `\pm`. The name of `\,` is empty.
fn command_names(text: &str) -> impl Iterator<Item = &str> {
    text.split('\\').skip(1).map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        &rest[..end]
    })
}
