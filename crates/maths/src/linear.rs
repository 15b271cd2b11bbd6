//! Writes a formula as one line of text.

use std::ops::Range;

use crate::tree::{Class, Extent, Leaf, Node, Row, Sides, Table, TableKind, WordKind, class, single};

/// A formula as text, with the range of bytes of each leaf.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct LinearText {
    pub(crate) text: String,
    /// The range of bytes of each leaf in the text.
    ranges: Vec<Range<usize>>,
}

impl LinearText {
    /// The range of bytes of a leaf in the text; empty if it is not in the text.
    pub(crate) fn range(&self, leaf: Leaf) -> Range<usize> {
        self.ranges.get(leaf).cloned().unwrap_or(0..0)
    }

    /// Adds the text of a leaf.
    fn push_leaf(&mut self, leaf: Leaf, text: &str) {
        let start = self.text.len();
        self.text.push_str(text);
        if self.ranges.len() <= leaf {
            self.ranges.resize(leaf + 1, 0..0);
        }
        self.ranges[leaf] = start..self.text.len();
    }

    fn push_letter(&mut self, leaf: Leaf, letter: char) {
        self.push_leaf(leaf, letter.encode_utf8(&mut [0; 4]));
    }

    /// Removes spaces at the end.
    fn trim_end(&mut self) {
        let end = self.text.trim_end_matches(' ').len();
        if end < self.text.len() {
            self.text.truncate(end);
            for range in &mut self.ranges {
                *range = range.start.min(end)..range.end.min(end);
            }
        }
    }

    /// Adds a space, unless there is one already or none belongs there.
    fn push_space(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with([' ', '(', '[', '{', '\u{a0}']) {
            self.text.push(' ');
        }
    }
}

/// The formula as text.
pub(crate) fn text(row: &Row) -> LinearText {
    let mut out = LinearText::default();
    add_row(row, &mut out);
    out.trim_end();
    out
}

fn add_row(row: &Row, out: &mut LinearText) {
    let mut before: Option<Class> = None;
    for node in row {
        let class = class(node);
        let follows_term = matches!(before, Some(Class::Ordinary | Class::Close | Class::Inner));
        let is_dot = matches!(node, Node::Symbol(symbol) if symbol.plain == '⋅');
        let has_spaces = match class {
            Some(Class::Relation) => true,
            Some(Class::Binary) => follows_term && !is_dot,
            Some(Class::Operator) => follows_term,
            _ => false,
        };
        if has_spaces {
            out.push_space();
        }
        add_node(node, out);
        match class {
            Some(Class::Relation | Class::Punctuation | Class::Operator) => out.push_space(),
            Some(Class::Binary) if has_spaces => out.push_space(),
            _ => {}
        }
        before = class.or(before);
    }
}

fn add_node(node: &Node, out: &mut LinearText) {
    match node {
        Node::Symbol(symbol) => out.push_letter(symbol.leaf, symbol.plain),
        Node::Word(word) => out.push_leaf(word.leaf, &word.plain),
        Node::LargeOp { letter, leaf, .. } | Node::Delimiter { letter, leaf, .. } => out.push_letter(*leaf, *letter),
        Node::Row(row) | Node::Styled(_, row) => add_row(row, out),
        Node::Fraction { numerator, denominator, bar } => {
            add_group(numerator, out);
            out.text.push(if *bar == crate::tree::Bar::None { '¦' } else { '/' });
            add_group(denominator, out);
        }
        Node::Radical { radicand, degree, leaf } => {
            if let Some(degree) = degree {
                add_script(degree, '^', out);
            }
            out.push_letter(*leaf, '√');
            add_group(radicand, out);
        }
        Node::Scripts { base, sub, sup, .. } => {
            if single(base).is_some() {
                add_row(base, out);
                out.trim_end();
            } else {
                add_group(base, out);
            }
            if let Some(sub) = sub {
                add_script(sub, '_', out);
            }
            if let Some(sup) = sup {
                add_script(sup, '^', out);
            }
        }
        Node::Operator { base, before, after, .. } => {
            add_sides(before, out);
            add_row(base, out);
            out.trim_end();
            add_sides(after, out);
        }
        Node::Accent { base, sign, leaf, .. } => {
            let combining = crate::layout::combining_accent(*sign).filter(|_| single(base).is_some());
            add_group(base, out);
            out.push_letter(*leaf, combining.unwrap_or(*sign));
        }
        Node::Fenced { open, close, body, leaves } => {
            if let Some(open) = open {
                out.push_letter(leaves.0, *open);
            }
            add_row(body, out);
            out.trim_end();
            if let Some(close) = close {
                out.push_letter(leaves.1, *close);
            }
        }
        Node::Negated { base, leaf } => {
            add_row(base, out);
            out.push_letter(*leaf, '\u{338}');
        }
        Node::Arrow { letter, leaf, above, below } => {
            out.push_letter(*leaf, *letter);
            for (script, sign) in [(below, '_'), (above, '^')] {
                if let Some(script) = script.as_ref().filter(|script| !script.is_empty()) {
                    add_script(script, sign, out);
                }
            }
        }
        Node::Boxed(body) => add_row(body, out),
        Node::Phantom { extent, .. } => {
            if *extent != Extent::Height {
                out.push_space();
            }
        }
        Node::Table(table) => add_table(table, out),
        Node::Space(width) if *width > 0.3 => out.push_space(),
        Node::Space(_) | Node::DisplaySpace(_) | Node::Strut => {}
    }
}

/// Writes a part, in parentheses unless it is one letter, number or root.
fn add_group(row: &Row, out: &mut LinearText) {
    let is_bare = match single(row) {
        Some(Node::Word(word)) => word.kind != WordKind::Text,
        Some(Node::Symbol(_) | Node::Fenced { .. } | Node::Radical { .. } | Node::Accent { .. }) => true,
        Some(Node::Scripts { base, .. }) => matches!(single(base), Some(Node::Symbol(_))),
        _ => false,
    };
    if is_bare {
        add_row(row, out);
        out.trim_end();
    } else {
        out.text.push('(');
        add_row(row, out);
        out.trim_end();
        out.text.push(')');
    }
}

fn add_sides(sides: &Sides, out: &mut LinearText) {
    for (script, sign) in sides.both().into_iter().zip(['_', '^']) {
        if let Some(script) = script {
            add_script(script, sign, out);
        }
    }
}

/// Writes a script: digits as superscript or subscript digits of Unicode, primes as they are, anything else after
/// `sign`.
fn add_script(row: &Row, sign: char, out: &mut LinearText) {
    let digits = if sign == '^' { "⁰¹²³⁴⁵⁶⁷⁸⁹" } else { "₀₁₂₃₄₅₆₇₈₉" };
    if let Some(Node::Word(word)) = single(row)
        && word.kind == WordKind::Number
        && word.plain.bytes().all(|byte| byte.is_ascii_digit())
    {
        let script_digit = |digit: char| digit.to_digit(10).and_then(|digit| digits.chars().nth(digit as usize));
        let script: String = word.plain.chars().filter_map(script_digit).collect();
        out.push_leaf(word.leaf, &script);
        return;
    }
    if !matches!(single(row), Some(Node::Symbol(symbol)) if "′″‴⁗".contains(symbol.plain)) {
        out.text.push(sign);
    }
    add_group(row, out);
}

fn add_table(table: &Table, out: &mut LinearText) {
    if table.kind == (TableKind::Cases { left: true }) {
        out.push_letter(table.leaf, '{');
    }
    for (index, row) in table.rows.iter().enumerate() {
        if index > 0 {
            out.trim_end();
            out.text.push_str("; ");
        }
        for (column, cell) in row.iter().enumerate() {
            if column > 0 && !cell.is_empty() {
                if table.kind == TableKind::Aligned {
                    out.push_space();
                } else {
                    out.trim_end();
                    out.text.push_str(if out.text.ends_with(',') { " " } else { ", " });
                }
            }
            add_row(cell, out);
        }
    }
    out.trim_end();
    if table.kind == (TableKind::Cases { left: false }) {
        out.push_letter(table.leaf, '}');
    }
}
