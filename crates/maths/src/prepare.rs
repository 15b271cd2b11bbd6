//! Checks and adapts the notation before it is parsed.
//!
//! The parser accepts an operator with limits below it only as `\mathop`, and the degree of a root only as one group.
//! Commands that the parser does not know are replaced by a mark above their argument. The parser recurses over
//! commands that are arguments of commands, so the number of consecutive commands is limited here.

use std::borrow::Cow;
use std::fmt::Write;
use std::ops::Range;

use crate::Error;
use crate::infix::without_infix;
use crate::parse::MAX_DEPTH;

/// Longest source of a formula, in bytes.
pub(crate) const MAX_LENGTH: usize = 4_000;
/// Maximum number of commands that follow one another without anything between them.
const MAX_COMMANDS: usize = 40;

/// Maximum number of pairs of columns of an `alignat` environment.
const MAX_PAIRS: usize = 20;

/// Commands that change how the rest is parsed. They are rejected: no single formula needs them.
const DEFINITIONS: [&str; 9] =
    ["def", "let", "futurelet", "newcommand", "renewcommand", "providecommand", "char", "gdef", "edef"];

/// Commands of one argument that the parser does not know, and the marks above the argument by which they are replaced.
/// Marks are private use characters, which are rejected in formulas.
pub(crate) const MARKED: [(&str, char); 4] =
    [("boxed", '\u{e000}'), ("phantom", '\u{e001}'), ("hphantom", '\u{e002}'), ("vphantom", '\u{e003}')];

/// The marks above an operator with scripts at its sides, by the position of its limits: as the style demands, above
/// and below, at the right.
pub(crate) const OPERATOR: [char; 3] = ['\u{e00e}', '\u{e00f}', '\u{e010}'];

/// The base of the scripts at the sides of an operator.
pub(crate) const SIDE: char = '\u{e011}';

/// The mark of a [`crate::tree::Node::Strut`], which the numerator of `\cfrac` contains.
pub(crate) const STRUT: char = '\u{e004}';

/// Arrows with text above and below them that the parser does not know: the command, the mark above the `\xrightarrow`
/// by which it is replaced, and the sign.
pub(crate) const ARROWS: [(&str, char, char); 9] = [
    ("xleftrightarrow", '\u{e005}', '↔'),
    ("xRightarrow", '\u{e006}', '⇒'),
    ("xLeftarrow", '\u{e007}', '⇐'),
    ("xLeftrightarrow", '\u{e008}', '⇔'),
    ("xmapsto", '\u{e009}', '↦'),
    ("xhookrightarrow", '\u{e00a}', '↪'),
    ("xhookleftarrow", '\u{e00b}', '↩'),
    ("xrightharpoonup", '\u{e00c}', '⇀'),
    ("xleftharpoonup", '\u{e00d}', '↼'),
];

/// The syntax of `\sideset`, for error messages.
const SIDESET_FORM: &str = r"`\sideset` takes two groups of scripts and an operator, such as `\sideset{}{'}\sum`";

/// Commands that abbreviate other notation in LaTeX: arrows with space around them, and a colon with more space after
/// it.
const ABBREVIATIONS: [(&str, &str); 4] = [
    ("implies", r"\;\Longrightarrow\;"),
    ("impliedby", r"\;\Longleftarrow\;"),
    ("iff", r"\;\Longleftrightarrow\;"),
    ("colon", r"\mkern2mu{:}\mkern6mu "),
];

/// Commands that the parser knows by another name, or that change nothing in a formula without a number.
pub(crate) const ALIASES: [(&str, &str); 8] = [
    ("bm", r"\boldsymbol "),
    ("mathscr", r"\mathcal "),
    ("mbox", r"\text "),
    ("textnormal", r"\text "),
    ("argmax", r"\mathop{arg max}"),
    ("argmin", r"\mathop{arg min}"),
    ("nonumber", ""),
    ("notag", ""),
];

/// Commands whose argument is text.
const TEXTS: [&str; 8] = ["text", "textrm", "textbf", "textit", "textsf", "texttt", "mbox", "textnormal"];

/// Returns the notation in the form that the parser accepts. Fails when it is empty, too long or nested too deeply, or
/// contains a command that is not allowed.
pub(crate) fn prepared(source: &str) -> Result<Cow<'_, str>, Error> {
    without_infix(prepared_at(source, 0)?)
}

/// Prepares the notation of a part that is nested in `depth` arguments.
fn prepared_at(source: &str, depth: usize) -> Result<Cow<'_, str>, Error> {
    if depth > MAX_DEPTH {
        return Err(Error::TooDeep { max: MAX_DEPTH });
    }
    if source.len() > MAX_LENGTH {
        return Err(Error::TooLong { length: source.len(), max: MAX_LENGTH });
    }
    if source.trim().is_empty() {
        return Err(Error::Empty);
    }
    if let Some(private) = source.chars().find(|letter| matches!(letter, '\u{e000}'..='\u{f8ff}')) {
        return Err(Error::MissingCharacter(private));
    }
    let mut in_sequence = 0;
    let mut last_end = usize::MAX;
    let mut last_command = None;
    let mut adapted = String::new();
    let mut copied = 0;
    for (at, name) in commands(source) {
        let end = at + 1 + name.len();
        in_sequence = if last_end == at { in_sequence + 1 } else { 1 };
        last_end = source.len() - source[end..].trim_start().len();
        if in_sequence > MAX_COMMANDS {
            return Err(Error::TooLarge { max: MAX_COMMANDS });
        }
        if DEFINITIONS.contains(&name) {
            return Err(Error::UnknownCommand { name: format!("\\{name}"), at: at..end });
        }
        let rest = &source[end..];
        if at < copied {
            // The command is in an argument that has been adapted already.
        } else if let Some((_, mark)) = MARKED.iter().find(|(marked, _)| *marked == name) {
            adapted.push_str(&source[copied..at]);
            adapted.push_str("\\overset{");
            adapted.push(*mark);
            adapted.push('}');
            copied = end;
        } else if let Some((_, mark, _)) = ARROWS.iter().find(|(arrow, ..)| *arrow == name) {
            adapted.push_str(&source[copied..at]);
            adapted.push_str("\\overset{");
            adapted.push(*mark);
            adapted.push_str("}\\xrightarrow");
            copied = end;
        } else if TEXTS.contains(&name)
            && let Some((bytes, next)) = first_argument(source, end)
            && let Some(dollars) = dollars(source, &bytes)
        {
            adapted.push_str(&source[copied..at]);
            push_text(&mut adapted, source, name, (bytes, &dollars), depth)?;
            copied = next;
        } else if let Some((_, notation)) = ALIASES.iter().find(|(alias, _)| *alias == name) {
            adapted.push_str(&source[copied..at]);
            adapted.push_str(notation);
            copied = end;
        } else if let Some((_, notation)) = ABBREVIATIONS.iter().find(|(abbreviation, _)| *abbreviation == name)
            && last_command.is_none_or(|last| !matches!(last, "overset" | "underset" | "stackrel" | "not"))
        {
            adapted.push_str(&source[copied..at]);
            adapted.push_str(notation);
            copied = end;
        } else if name == "sideset" {
            let syntax = || Error::Syntax { message: SIDESET_FORM.to_owned(), at: Some(at..end) };
            let (before, next) = first_argument(source, end).ok_or_else(syntax)?;
            let (after, next) = first_argument(source, next).ok_or_else(syntax)?;
            let (base, next) = first_argument(source, next).ok_or_else(syntax)?;
            adapted.push_str(&source[copied..at]);
            // As in LaTeX, an operator with scripts at its sides follows a part without width.
            adapted.push_str("{\\kern0em}");
            copied = push_operator(&mut adapted, source, [before, after, base], next, depth)?;
        } else if name == "mathop"
            && let Some((base, next)) = first_argument(source, end)
            && source[base.clone()].contains('\\')
        {
            adapted.push_str(&source[copied..at]);
            copied = push_operator(&mut adapted, source, [0..0, 0..0, base], next, depth)?;
        } else if name == "cfrac" && rest.starts_with('{') {
            adapted.push_str(&source[copied..=end]);
            adapted.push(STRUT);
            copied = end + 1;
        } else if name == "operatorname" && rest.starts_with('*') {
            adapted.push_str(&source[copied..at]);
            adapted.push_str("\\mathop");
            copied = end + 1;
        } else if name == "begin" && has_many_pairs(rest) {
            return Err(Error::TooLarge { max: MAX_PAIRS });
        } else if name == "sqrt"
            && let Some(degree) = rest.trim_start().strip_prefix('[')
            && let Some(length) = bracket(degree)
        {
            let start = source.len() - degree.len();
            adapted.push_str(&source[copied..start]);
            adapted.push('{');
            adapted.push_str(&argument(source, start..start + length, depth)?);
            adapted.push('}');
            copied = start + length;
        }
        last_command = Some(name);
    }
    if copied == 0 {
        return Ok(Cow::Borrowed(source));
    }
    adapted.push_str(&source[copied..]);
    Ok(Cow::Owned(adapted))
}

/// The byte offsets of the dollar signs around formulas in a text; `None` when there is no formula.
fn dollars(source: &str, bytes: &Range<usize>) -> Option<Vec<usize>> {
    let all = source[bytes.clone()].match_indices('$').map(|(at, _)| bytes.start + at);
    let dollars: Vec<usize> = all.filter(|at| !source[..*at].ends_with('\\')).collect();
    // Braces are whole inside formulas, and the words beside them have none.
    let ends = std::iter::once(bytes.start).chain(dollars.iter().copied()).chain([bytes.end]).collect::<Vec<_>>();
    let has_braces = ends.chunks(2).any(|words| source[words[0]..words[words.len() - 1]].contains(['{', '}']));
    (!dollars.is_empty() && dollars.len().is_multiple_of(2) && !has_braces).then_some(dollars)
}

/// Adds a text with formulas between dollars as a group of texts and formulas.
fn push_text(
    adapted: &mut String,
    source: &str,
    name: &str,
    (bytes, dollars): (Range<usize>, &[usize]),
    depth: usize,
) -> Result<(), Error> {
    let command = if ALIASES.iter().any(|(alias, _)| *alias == name) { "text" } else { name };
    let words = |adapted: &mut String, words: &str| {
        if !words.is_empty() {
            let _ = write!(adapted, "\\{command}{{{words}}}");
        }
    };
    adapted.push('{');
    let mut from = bytes.start;
    for pair in dollars.chunks_exact(2) {
        words(adapted, &source[from..pair[0]]);
        let _ = write!(adapted, "{{{}}}", argument(source, pair[0] + 1..pair[1], depth)?);
        from = pair[1] + 1;
    }
    words(adapted, &source[from..bytes.end]);
    adapted.push('}');
    Ok(())
}

/// Prepares an argument, given by its range of bytes without braces.
fn argument(source: &str, bytes: Range<usize>, depth: usize) -> Result<Cow<'_, str>, Error> {
    let start = bytes.start;
    let text = &source[bytes];
    if text.trim().is_empty() {
        return Ok(Cow::Borrowed(text));
    }
    prepared_at(text, depth + 1).map_err(|error| error.moved(start))
}

/// Adds an operator with the scripts at its sides, whose arguments end at the byte `next`. Returns the byte at which
/// the operator and the command for its limits end.
fn push_operator(
    adapted: &mut String,
    source: &str,
    [before, after, base]: [Range<usize>; 3],
    next: usize,
    depth: usize,
) -> Result<usize, Error> {
    let rest = &source[next..];
    let command = commands(rest).next().filter(|(at, _)| rest[..*at].trim().is_empty());
    let (mark, end) = match command {
        Some((at, "limits")) => (OPERATOR[1], next + at + "\\limits".len()),
        Some((at, "nolimits")) => (OPERATOR[2], next + at + "\\nolimits".len()),
        _ => (OPERATOR[0], next),
    };
    let part = |bytes: Range<usize>| argument(source, bytes, depth);
    let (before, after, base) = (part(before)?, part(after)?, part(base)?);
    let _ = write!(adapted, "\\overset{{{mark}}}{{{{{SIDE}{before}}}{{{SIDE}{after}}}{{{base}}}}}");
    Ok(end)
}

/// The range of bytes of the first argument after `from`, without its braces, and the byte at which the argument ends.
pub(crate) fn first_argument(source: &str, from: usize) -> Option<(Range<usize>, usize)> {
    let text = source[from..].trim_start();
    let start = source.len() - text.len();
    let Some(group) = text.strip_prefix('{') else {
        let length = match commands(text).next() {
            Some((0, name)) => 1 + name.len(),
            _ => text.chars().next().filter(|letter| !matches!(letter, '}' | '&'))?.len_utf8(),
        };
        return Some((start..start + length, start + length));
    };
    let start = start + 1;
    let mut depth = 0_usize;
    let mut is_escaped = false;
    for (at, byte) in group.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'{' => depth += 1,
            b'}' if depth == 0 => return Some((start..start + at, start + at + 1)),
            b'}' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// The commands of a formula: the byte of their backslash and their name.
pub(crate) fn commands(source: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + source[at..].find('\\')?;
        let rest = &source[start + 1..];
        let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let length = if letters > 0 { letters } else { rest.chars().next().map_or(0, char::len_utf8) };
        at = start + 1 + length;
        Some((start, &rest[..length]))
    })
}

/// Whether the environment that begins here asks for more pairs of columns than the parser can count.
fn has_many_pairs(rest: &str) -> bool {
    let mut arguments = rest.split('{').skip(1).filter_map(|argument| Some(argument.split_once('}')?.0.trim()));
    let is_paired = arguments.next().is_some_and(|name| matches!(name, "alignat" | "alignat*" | "alignedat"));
    is_paired
        && arguments.next().is_some_and(|pairs| pairs.parse().map_or(pairs.len() > 2, |pairs: usize| pairs > MAX_PAIRS))
}

/// Length in bytes of the text before the bracket that closes an optional argument. `None` if the argument contains an
/// opening bracket outside braces or is not closed.
fn bracket(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.checked_sub(1)?,
            b']' if depth == 0 => return Some(at),
            b'[' => return None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_inside_operators_are_limited_in_depth() {
        let nested = |count: usize| format!("{}\\alpha{}", r"\mathop{".repeat(count), "}".repeat(count));
        assert!(prepared(&nested(MAX_DEPTH)).is_ok());
        assert!(matches!(prepared(&nested(MAX_DEPTH + 2)), Err(Error::TooDeep { .. })));
        assert!(matches!(prepared(&nested(440)), Err(Error::TooDeep { .. })));
    }

    #[test]
    fn operators_with_limits_and_degrees_are_adapted() {
        assert_eq!(prepared(r"\operatorname*{argmax}_x").unwrap(), r"\mathop{argmax}_x");
        assert_eq!(prepared(r"\sqrt[n+1]{x} \sqrt [3] y").unwrap(), r"\sqrt[{n+1}]{x} \sqrt [{3}] y");
        assert!(matches!(prepared(r"\frac{a}{b}").unwrap(), Cow::Borrowed(_)));
        assert_eq!(prepared(r"a\boxed{b}\phantom c").unwrap(), "a\\overset{\u{e000}}{b}\\overset{\u{e001}} c");
        assert_eq!(prepared(r"a \implies b").unwrap(), r"a \;\Longrightarrow\; b");
        assert_eq!(prepared(r"\bm{x}\mbox{ if }y \nonumber").unwrap(), r"\boldsymbol {x}\text { if }y ");
        assert_eq!(prepared(r"x \text{if $n_{1}$ or $m$}").unwrap(), r"x {\text{if }{n_{1}}\text{ or }{m}}");
        assert_eq!(prepared(r"\mbox{$\bm a$ \$5}").unwrap(), r"{{\boldsymbol  a}\text{ \$5}}");
        assert!(matches!(prepared(r"\text{a $ b}\text{{c $d$}}").unwrap(), Cow::Borrowed(_)));
        assert_eq!(prepared(r"\overset{!}{\mathscr L}").unwrap(), r"\overset{!}{\mathcal  L}");
        assert_eq!(prepared(r"a \xmapsto{f} b").unwrap(), "a \\overset{\u{e009}}\\xrightarrow{f} b");
        assert_eq!(
            prepared(r"\sqrt[\boxed a]{x}\phantom y").unwrap(),
            "\\sqrt[{\\overset{\u{e000}} a}]{x}\\overset{\u{e001}} y"
        );
        assert_eq!(prepared(r"\cfrac{1}{x}").unwrap(), "\\cfrac{\u{e004}1}{x}");
        assert_eq!(
            prepared(r"\sideset{_a}{'}\sum_n \sideset{}{^{\}}} {\prod}").unwrap(),
            "{\\kern0em}\\overset{\u{e00e}}{{\u{e011}_a}{\u{e011}'}{\\sum}}_n \
             {\\kern0em}\\overset{\u{e00e}}{{\u{e011}}{\u{e011}^{\\}}}{\\prod}}"
        );
        assert_eq!(
            prepared(r"\mathop{\rm sup} \limits_x \mathop{sup}").unwrap(),
            "\\overset{\u{e00f}}{{\u{e011}}{\u{e011}}{\\rm sup}}_x \\mathop{sup}"
        );
        for broken in [r"\sideset", r"\sideset{a", r"\sideset{}{}", r"{\sideset{}{}}", r"\sideset{}{}\sideset{}{}\sum"]
        {
            assert!(matches!(prepared(broken), Err(Error::Syntax { .. })), "{broken}");
        }
        assert_eq!(prepared("\u{e001}").unwrap_err(), Error::MissingCharacter('\u{e001}'));
    }

    #[test]
    fn errors_in_arguments_have_their_place_in_the_source() {
        let place = |source: &str| prepared(source).unwrap_err().at().map(|at| source[at].to_owned());
        for source in [r"x \mathop{a \mathop{\def b}}", r"\sideset{_a}{^{\def b}}\sum", r"\sqrt[\alpha\def b]{x}"] {
            assert_eq!(place(source).as_deref(), Some(r"\def"), "{source}");
        }
        assert_eq!(place(r"é \mathop{\alpha \sideset}").as_deref(), Some(r"\sideset"));
    }

    #[test]
    fn definitions_and_long_rows_of_commands_are_refused() {
        let error = prepared(r"x \def\y{}").unwrap_err();
        assert_eq!(error, Error::UnknownCommand { name: r"\def".to_owned(), at: 2..6 });
        assert!(prepared(&r"\sqrt".repeat(41)).is_err());
        assert!(prepared(&"x".repeat(4_001)).is_err());
    }
}
