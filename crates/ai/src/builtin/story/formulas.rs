//! Turns formulas into slide ideas, with the symbols that the text after them explains.

use deck::FormulaText;

use super::super::headline::MAX_HEADLINE;
use super::super::outline::{OutlinePoint, SlideOutline};
use super::super::read::{CodeBlock, SectionElement};
use super::super::text::{first_word, length, without_final_mark, word_count};
use super::{SlideIdea, SlideOption, ideas};

/// Maximum length of a formula on a slide of its own, in code points.
const MAX_FORMULA: usize = 1000;
/// Maximum number of symbols that are explained.
const MAX_SYMBOLS: usize = 8;
/// Maximum length of a symbol, in code points.
const MAX_SYMBOL: usize = 10;

/// The idea of a formula and the meanings of its symbols, which may be none.
pub(super) fn idea(latex: &str, caption: String, symbols: Symbols) -> SlideIdea {
    let formula = FormulaText { source: latex.to_owned(), display: true };
    // Commands that the typesetter does not know are shown as they are written.
    if !formula.is_known() || length(latex) > MAX_FORMULA {
        return ideas::code(&CodeBlock { language: "latex".to_owned(), text: latex.to_owned() }, caption);
    }
    let title = Some(without_final_mark(&caption).to_owned())
        .filter(|caption| word_count(caption) > 1 && length(caption) <= MAX_HEADLINE);
    let closing = if title.is_some() { String::new() } else { caption.clone() };
    let formula_outline = SlideOutline {
        code: Some(CodeBlock { language: "latex".to_owned(), text: latex.to_owned() }),
        points: symbols.points,
        closing,
        ..SlideOutline::default()
    };
    let text_outline = SlideOutline { code: None, paragraphs: vec![formula.written()], ..formula_outline.clone() };
    let mut pieces = vec![formula.written()];
    pieces.extend(Some(caption).filter(|caption| !caption.is_empty()));
    pieces.extend(symbols.pieces);
    SlideIdea {
        title,
        options: vec![
            SlideOption::new("formula-slide", &formula_outline),
            SlideOption::new("content-slide", &text_outline),
        ],
        pieces,
        weight: 0.3,
        ..SlideIdea::default()
    }
}

/// The meanings that a document gives for the symbols of a formula.
#[derive(Debug, Default)]
pub(super) struct Symbols {
    /// Each symbol with its meaning.
    points: Vec<OutlinePoint>,
    /// The text of the source that explains them.
    pieces: Vec<String>,
}

/// The symbols of a formula that the next element explains: a list of symbols, or a sentence such as "where v is the
/// speed and d the inner diameter". `None` where the element says anything else.
pub(super) fn symbols(latex: &str, next: &SectionElement) -> Option<Symbols> {
    let signs = FormulaText { source: latex.to_owned(), display: true }.plain();
    let points: Vec<OutlinePoint> = match next {
        SectionElement::List(list) if word_count(&list.lead) <= 3 => list
            .items
            .iter()
            .filter(|item| item.inner.is_empty())
            .map(|item| OutlinePoint::new(item.head.clone(), without_final_mark(&item.text)))
            .collect(),
        SectionElement::Paragraph(paragraph) if paragraph.sentences.len() == 1 && paragraph.label.is_empty() => {
            explained(&paragraph.sentences[0], &signs)?
        }
        _ => return None,
    };
    let is_known = |point: &OutlinePoint| is_symbol(&point.title, &signs) && word_count(&point.text) > 0;
    let count = match next {
        SectionElement::List(list) => list.items.len(),
        _ => points.len(),
    };
    (points.len() == count && (1..=MAX_SYMBOLS).contains(&count) && points.iter().all(is_known))
        .then(|| Symbols { points, pieces: next.pieces() })
}

/// The symbols in a sentence that begins with "where", each with its meaning.
fn explained(sentence: &str, signs: &str) -> Option<Vec<OutlinePoint>> {
    const OPENERS: &str =
        "where here with wobei hier mit dabei waarbij waarin hierin met hier où avec ici donde con aquí siendo";
    const BEFORE_MEANING: &str = "is are the a an denotes means ist sind der die das steht für is zijn de het een \
        est sont le la les désigne es son el los las";
    let opener = first_word(sentence);
    if !OPENERS.split_whitespace().any(|known| known == opener) {
        return None;
    }
    let (_, rest) = without_final_mark(sentence).split_once(' ')?;
    let mut points: Vec<OutlinePoint> = Vec::new();
    let mut rest = rest.trim();
    while !rest.is_empty() {
        let marks = [", ", "; ", " and ", " und ", " en ", " et ", " y "];
        let end = marks.iter().filter_map(|mark| rest.find(mark).map(|at| (at, at + mark.len()))).min();
        let (part, more) = end.map_or((rest, ""), |(at, after)| (&rest[..at], rest[after..].trim_start()));
        rest = ["and ", "und ", "en ", "et ", "y "].iter().find_map(|and| more.strip_prefix(and)).unwrap_or(more);
        let (symbol, mut meaning) = part.split_once(' ').unwrap_or((part, ""));
        if is_symbol(symbol, signs) {
            let whole = meaning;
            while let Some((word, after)) = meaning.split_once(' ')
                && (BEFORE_MEANING.split_whitespace().any(|known| known == word) || matches!(word, "=" | ":"))
            {
                meaning = after;
            }
            // "where a bridge stands" explains nothing.
            if meaning == whole && matches!(symbol, "a" | "e" | "o" | "y" | "u") {
                return None;
            }
            points.push(OutlinePoint::new(symbol, meaning));
        } else {
            // "the speed in metres, and in knots": the part belongs to the meaning before it.
            let last = points.last_mut()?;
            last.text = format!("{}, {part}", last.text);
        }
    }
    // The verb ends a German or Dutch clause: "wobei v die Geschwindigkeit ist".
    for point in &mut points {
        if let Some((meaning, "ist" | "sind" | "bezeichnet" | "is" | "zijn")) = point.text.rsplit_once(' ') {
            point.text = meaning.to_owned();
        }
    }
    Some(points)
}

/// Whether a text is a symbol of a formula; `signs` is the plain text of the formula.
fn is_symbol(text: &str, signs: &str) -> bool {
    let formula = || FormulaText { source: text.to_owned(), display: false };
    !text.is_empty() && length(text) <= MAX_SYMBOL && signs.contains(text) && formula().is_known()
}

#[cfg(test)]
mod tests {
    use super::super::super::read::Paragraph;
    use super::*;

    fn check(latex: &str, sentence: &str) -> String {
        let paragraph = Paragraph { sentences: vec![sentence.to_owned()], ..Default::default() };
        let found = symbols(latex, &SectionElement::Paragraph(paragraph));
        let lines = |found: Symbols| {
            found.points.iter().map(|point| format!("{}={}", point.title, point.text)).collect::<Vec<_>>().join("; ")
        };
        found.map_or_else(|| "none".to_owned(), lines)
    }

    #[test]
    fn a_sentence_after_a_formula_explains_its_symbols() {
        let pressure = "\\Delta p = f \\frac{L}{d} \\frac{\\rho v^2}{2}";
        assert_eq!(
            check(pressure, "where L is the length of the pipe, d its inner diameter and v the speed of the water."),
            "L=length of the pipe; d=its inner diameter; v=speed of the water"
        );
        assert_eq!(
            check(pressure, "wobei ρ die Dichte, in Kilogramm, und v die Geschwindigkeit ist."),
            "ρ=Dichte, in Kilogramm; v=Geschwindigkeit"
        );
        assert_eq!(check("F = m a", "where a bridge stands."), "none");
        assert_eq!(check(pressure, "where x is unknown."), "none");
        assert_eq!(check(pressure, "Water flows through the pipe."), "none");
    }
}
