//! Writes a formula as presentation MathML.

use std::fmt::Write;

use crate::MathMode;
use crate::tree::{
    Align, Bar, Class, Extent, Level, Node, Row, ScriptPlace, Sides, Symbol, Table, TableKind, Word, WordKind, single,
};

/// A `math` element.
pub(crate) fn element(row: &Row, mode: MathMode) -> String {
    let display = if mode == MathMode::Display { " display=\"block\"" } else { "" };
    let mut out = format!("<math xmlns=\"http://www.w3.org/1998/Math/MathML\"{display}>");
    add_row(row, &mut out);
    out.push_str("</math>");
    out
}

fn add_row(row: &Row, out: &mut String) {
    for node in row {
        add_node(node, out);
    }
}

/// Writes a row as exactly one element.
fn add_group(row: &Row, out: &mut String) {
    if let Some(node @ (Node::Symbol(_) | Node::Word(_) | Node::LargeOp { .. })) = single(row) {
        add_node(node, out);
    } else {
        out.push_str("<mrow>");
        add_row(row, out);
        out.push_str("</mrow>");
    }
}

fn add_node(node: &Node, out: &mut String) {
    match node {
        Node::Symbol(symbol) => add_symbol(symbol, out),
        Node::Word(Word { letters, kind, .. }) => {
            let tag = match kind {
                WordKind::Number => "mn",
                WordKind::Function => "mi",
                WordKind::Text => "mtext",
            };
            let upright = if *kind == WordKind::Function && letters.chars().count() == 1 {
                " mathvariant=\"normal\""
            } else {
                ""
            };
            let _ = write!(out, "<{tag}{upright}>");
            // White space at the ends of an element is dropped.
            escape(&letters.replace(' ', "\u{a0}"), out);
            let _ = write!(out, "</{tag}>");
        }
        Node::LargeOp { letter, .. } => add_operator(*letter, "", out),
        Node::Delimiter { letter, size, class, .. } => {
            let form = match class {
                Class::Open => " form=\"prefix\"",
                Class::Close => " form=\"postfix\"",
                _ => "",
            };
            let size = match size {
                Some(size) => format!("{form} minsize=\"{size}em\" maxsize=\"{size}em\""),
                None => format!("{form} stretchy=\"false\""),
            };
            add_operator(*letter, &size, out);
        }
        Node::Row(row) => add_group(row, out),
        Node::Styled(level, row) => {
            let (display, script) = match level {
                Level::Display => ("true", 0),
                Level::Text => ("false", 0),
                Level::Script => ("false", 1),
                Level::ScriptScript => ("false", 2),
            };
            let _ = write!(out, "<mstyle displaystyle=\"{display}\" scriptlevel=\"{script}\">");
            add_row(row, out);
            out.push_str("</mstyle>");
        }
        Node::Fraction { numerator, denominator, bar } => {
            match bar {
                Bar::Normal => out.push_str("<mfrac>"),
                Bar::None => out.push_str("<mfrac linethickness=\"0\">"),
                Bar::Thick(ems) => {
                    let _ = write!(out, "<mfrac linethickness=\"{ems}em\">");
                }
            }
            add_group(numerator, out);
            add_group(denominator, out);
            out.push_str("</mfrac>");
        }
        Node::Radical { radicand, degree: None, .. } => {
            out.push_str("<msqrt>");
            add_row(radicand, out);
            out.push_str("</msqrt>");
        }
        Node::Radical { radicand, degree: Some(degree), .. } => {
            out.push_str("<mroot>");
            add_group(radicand, out);
            add_group(degree, out);
            out.push_str("</mroot>");
        }
        Node::Scripts { base, sub, sup, place } => add_scripts(base, [sub.as_ref(), sup.as_ref()], *place, out),
        Node::Operator { base, before, after, .. } if before.is_empty() && after.is_empty() => {
            add_group(base, out);
        }
        Node::Operator { base, before, after, .. } => {
            out.push_str("<mmultiscripts>");
            add_group(base, out);
            add_sides(after, out);
            out.push_str("<mprescripts/>");
            add_sides(before, out);
            out.push_str("</mmultiscripts>");
        }
        Node::Accent { base, sign, stretchy, below, .. } => {
            let tag = if *below { "munder" } else { "mover" };
            let stretchy = *stretchy || single(base).is_none();
            let _ = write!(out, "<{tag} {}=\"true\">", if *below { "accentunder" } else { "accent" });
            add_group(base, out);
            add_operator(*sign, if stretchy { " stretchy=\"true\"" } else { " stretchy=\"false\"" }, out);
            let _ = write!(out, "</{tag}>");
        }
        Node::Fenced { open, close, body, .. } => {
            out.push_str("<mrow>");
            if let Some(open) = open {
                add_operator(*open, " stretchy=\"true\" form=\"prefix\"", out);
            }
            add_row(body, out);
            if let Some(close) = close {
                add_operator(*close, " stretchy=\"true\" form=\"postfix\"", out);
            }
            out.push_str("</mrow>");
        }
        Node::Negated { base, .. } => {
            out.push_str("<menclose notation=\"updiagonalstrike\">");
            add_row(base, out);
            out.push_str("</menclose>");
        }
        Node::Arrow { letter, above, below, .. } => add_arrow(*letter, above.as_ref(), below.as_ref(), out),
        Node::Boxed(body) => {
            out.push_str("<mrow style=\"border:0.04em solid;padding:0.3em\"><mstyle displaystyle=\"true\">");
            add_row(body, out);
            out.push_str("</mstyle></mrow>");
        }
        Node::Phantom { base, extent } => {
            out.push_str(match extent {
                Extent::Both => "<mpadded>",
                Extent::Width => "<mpadded height=\"0\" depth=\"0\">",
                Extent::Height => "<mpadded width=\"0\">",
            });
            out.push_str("<mphantom>");
            add_row(base, out);
            out.push_str("</mphantom></mpadded>");
        }
        Node::Table(table) => add_table(table, out),
        Node::Space(width) => {
            let _ = write!(out, "<mspace width=\"{width}em\"/>");
        }
        Node::DisplaySpace(_) | Node::Strut => {}
    }
}

fn add_symbol(symbol: &Symbol, out: &mut String) {
    if !matches!(symbol.class, Class::Ordinary | Class::Inner) || !is_identifier(symbol.plain) {
        add_operator(if symbol.class == Class::Relation { symbol.plain } else { symbol.letter }, "", out);
        return;
    }
    // A single letter is italic by itself.
    let is_italic = symbol.letter == crate::alphabet::variable(symbol.plain, None) && symbol.letter != symbol.plain;
    let letter = if is_italic { symbol.plain } else { symbol.letter };
    out.push_str(if !is_italic && symbol.letter == symbol.plain && symbol.plain.is_alphabetic() {
        "<mi mathvariant=\"normal\">"
    } else {
        "<mi>"
    });
    escape(letter.encode_utf8(&mut [0; 4]), out);
    out.push_str("</mi>");
}

/// Whether a sign is an identifier (`mi`); otherwise it is an operator (`mo`).
fn is_identifier(letter: char) -> bool {
    letter.is_alphanumeric() || "∞∅∂∇…⋯⋮⋱⌀℧°".contains(letter)
}

fn add_operator(letter: char, attributes: &str, out: &mut String) {
    let _ = write!(out, "<mo{attributes}>");
    escape(letter.encode_utf8(&mut [0; 4]), out);
    out.push_str("</mo>");
}

fn add_scripts(base: &Row, [sub, sup]: [Option<&Row>; 2], place: ScriptPlace, out: &mut String) {
    let tag = match (place, sub.is_some(), sup.is_some()) {
        (ScriptPlace::Right, true, false) => "msub",
        (ScriptPlace::Right, false, _) => "msup",
        (ScriptPlace::Right, true, true) => "msubsup",
        (_, true, false) => "munder",
        (_, false, _) => "mover",
        (_, true, true) => "munderover",
    };
    let _ = write!(out, "<{tag}>");
    match (single(base), place) {
        (Some(Node::Word(word)), ScriptPlace::Movable) => {
            out.push_str("<mo movablelimits=\"true\">");
            escape(&word.letters, out);
            out.push_str("</mo>");
        }
        _ => add_group(base, out),
    }
    for script in [sub, sup].into_iter().flatten() {
        add_group(script, out);
    }
    let _ = write!(out, "</{tag}>");
}

/// Writes the scripts of one side, each as exactly one element.
fn add_sides(sides: &Sides, out: &mut String) {
    for script in sides.both() {
        match script {
            Some(script) => add_group(script, out),
            None => out.push_str("<mrow></mrow>"),
        }
    }
}

/// Writes an arrow with text above and below it, which has some space at both sides.
fn add_arrow(letter: char, above: Option<&Row>, below: Option<&Row>, out: &mut String) {
    let tag = match (above, below) {
        (_, None) => "mover",
        (None, Some(_)) => "munder",
        (Some(_), Some(_)) => "munderover",
    };
    let _ = write!(out, "<{tag}>");
    add_operator(letter, " stretchy=\"true\"", out);
    for script in [below, above].into_iter().flatten() {
        out.push_str("<mpadded width=\"+0.8em\" lspace=\"0.4em\">");
        add_row(script, out);
        out.push_str("</mpadded>");
    }
    let _ = write!(out, "</{tag}>");
}

fn add_table(table: &Table, out: &mut String) {
    let brace = match table.kind {
        TableKind::Cases { left: true } => Some(("{", "")),
        TableKind::Cases { left: false } => Some(("", "}")),
        _ => None,
    };
    if let Some((open, _)) = brace {
        out.push_str("<mrow>");
        if !open.is_empty() {
            out.push_str("<mo stretchy=\"true\" form=\"prefix\">{</mo>");
        }
    }
    let display = matches!(table.kind, TableKind::Aligned | TableKind::Gathered);
    out.push_str(if display { "<mtable displaystyle=\"true\">" } else { "<mtable>" });
    for row in &table.rows {
        out.push_str("<mtr>");
        for (column, cell) in row.iter().enumerate() {
            out.push_str(match table.align(column) {
                Align::Left => "<mtd style=\"text-align:left\">",
                Align::Center => "<mtd>",
                Align::Right => "<mtd style=\"text-align:right\">",
            });
            add_row(cell, out);
            out.push_str("</mtd>");
        }
        out.push_str("</mtr>");
    }
    out.push_str("</mtable>");
    if let Some((_, close)) = brace {
        if !close.is_empty() {
            out.push_str("<mo stretchy=\"true\" form=\"postfix\">}</mo>");
        }
        out.push_str("</mrow>");
    }
}

/// Writes text as XML. Characters that XML does not allow are left out.
pub(crate) fn escape(text: &str, out: &mut String) {
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            letter if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => {}
            letter => out.push(letter),
        }
    }
}
