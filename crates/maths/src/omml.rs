//! Writes a formula as OMML, the notation of office programs (ECMA-376, part 1, section 22.1).

use std::fmt::Write;

use crate::MathMode;
use crate::mathml::escape;
use crate::tree::{Align, Bar, Class, Extent, Node, Row, ScriptPlace, Table, TableKind, WordKind, class, single};

/// The text of a part without content (a zero width space). Without it, office programs draw a placeholder.
const NOTHING: &str = "\u{200b}";

/// An `m:oMath` element, and the text of its runs.
pub(crate) fn element(row: &Row, mode: MathMode, run_properties: &str) -> (String, String) {
    let display = mode == MathMode::Display;
    let mut writer = Writer { out: String::new(), text: String::new(), run_properties, display };
    writer.out.push_str("<m:oMath>");
    writer.row(row);
    writer.out.push_str("</m:oMath>");
    (writer.out, writer.text)
}

/// Writes the parts of a formula.
struct Writer<'a> {
    out: String,
    /// The text of all runs so far.
    text: String,
    run_properties: &'a str,
    display: bool,
}

impl Writer<'_> {
    fn row(&mut self, row: &Row) {
        let mut at = 0;
        while at < row.len() {
            at += if let Some(operator) = as_large_operator(&row[at]) {
                let length = operand_length(&row[at + 1..]);
                self.large_operator(&operator, &row[at + 1..at + 1 + length]);
                1 + length
            } else if let (Some(scripts), Some(next)) = (prescripts(&row[at]), row.get(at + 1)) {
                self.prescripts(scripts, |writer| writer.node(next));
                2
            } else {
                self.node(&row[at]);
                1
            };
        }
    }

    fn rows(&mut self, nodes: &[Node]) {
        self.row(&nodes.to_vec());
    }

    /// Writes an element with a row as its content.
    fn part(&mut self, tag: &str, row: &Row) {
        let _ = write!(self.out, "<m:{tag}>");
        if row.is_empty() {
            self.run(NOTHING, "p");
        }
        self.row(row);
        let _ = write!(self.out, "</m:{tag}>");
    }

    /// Writes characters in one style: `p` upright, `i` italic, `nor` normal text.
    fn run(&mut self, text: &str, style: &str) {
        let text_style = if style == "nor" { "<m:nor/>".to_owned() } else { format!("<m:sty m:val=\"{style}\"/>") };
        let _ = write!(self.out, "<m:r><m:rPr>{text_style}</m:rPr>{}<m:t xml:space=\"preserve\">", self.run_properties);
        escape(text, &mut self.out);
        self.text.push_str(text);
        self.out.push_str("</m:t></m:r>");
    }

    fn letter(&mut self, letter: char, style: &str) {
        self.run(letter.encode_utf8(&mut [0; 4]), style);
    }

    fn node(&mut self, node: &Node) {
        match node {
            Node::Symbol(symbol) => {
                let is_sign = symbol.class != Class::Ordinary || symbol.letter == symbol.plain;
                let is_italic = symbol.letter == crate::alphabet::variable(symbol.plain, None);
                let letter = if is_sign || is_italic { symbol.plain } else { symbol.letter };
                self.letter(letter, if is_sign { "p" } else { "i" });
            }
            Node::Word(word) => self.run(&word.letters, if word.kind == WordKind::Text { "nor" } else { "p" }),
            Node::LargeOp { letter, .. } | Node::Delimiter { letter, .. } => self.letter(*letter, "p"),
            Node::Row(row) | Node::Styled(_, row) => self.row(row),
            Node::Fraction { numerator, denominator, bar } => {
                let kind = if *bar == Bar::None { "<m:fPr><m:type m:val=\"noBar\"/></m:fPr>" } else { "" };
                let _ = write!(self.out, "<m:f>{kind}");
                self.part("num", numerator);
                self.part("den", denominator);
                self.out.push_str("</m:f>");
            }
            Node::Radical { radicand, degree, .. } => {
                self.out.push_str("<m:rad>");
                match degree {
                    None => self.out.push_str("<m:radPr><m:degHide m:val=\"1\"/></m:radPr><m:deg/>"),
                    Some(degree) => self.part("deg", degree),
                }
                self.part("e", radicand);
                self.out.push_str("</m:rad>");
            }
            Node::Scripts { base, sub, sup, place } => self.scripts(base, [sub.as_ref(), sup.as_ref()], *place),
            Node::Operator { base, before, after, .. } => {
                let with_after = |writer: &mut Self| {
                    if after.is_empty() {
                        writer.row(base);
                    } else {
                        writer.scripts(base, after.both(), ScriptPlace::Right);
                    }
                };
                if before.is_empty() {
                    with_after(self);
                } else {
                    self.prescripts(before.both(), with_after);
                }
            }
            Node::Accent { base, sign, below, .. } => self.accent(base, *sign, *below),
            Node::Fenced { open, close, body, .. } => {
                self.delimited(*open, *close, |writer| writer.row(body));
            }
            Node::Negated { base, .. } => {
                if let Some(Node::Symbol(symbol)) = single(base) {
                    self.run(&format!("{}\u{338}", symbol.letter), "p");
                } else {
                    self.out.push_str(
                        "<m:borderBox><m:borderBoxPr><m:hideTop m:val=\"1\"/><m:hideBot m:val=\"1\"/>\
                         <m:hideLeft m:val=\"1\"/><m:hideRight m:val=\"1\"/><m:strikeBLTR m:val=\"1\"/></m:borderBoxPr>",
                    );
                    self.part("e", base);
                    self.out.push_str("</m:borderBox>");
                }
            }
            Node::Arrow { letter, above, below, .. } => self.arrow(*letter, above.as_ref(), below.as_ref()),
            Node::Boxed(body) => {
                self.out.push_str("<m:borderBox>");
                self.part("e", body);
                self.out.push_str("</m:borderBox>");
            }
            Node::Phantom { base, extent } => {
                let zero = match extent {
                    Extent::Both => "",
                    Extent::Width => "<m:zeroAsc m:val=\"1\"/><m:zeroDesc m:val=\"1\"/>",
                    Extent::Height => "<m:zeroWid m:val=\"1\"/>",
                };
                let _ = write!(self.out, "<m:phant><m:phantPr><m:show m:val=\"0\"/>{zero}</m:phantPr>");
                self.part("e", base);
                self.out.push_str("</m:phant>");
            }
            Node::Table(table) => self.table(table),
            Node::Space(width) if *width >= 0.9 => self.run("\u{2003}", "p"),
            Node::Space(width) if *width > 0.0 => self.run("\u{2009}", "p"),
            Node::Space(_) | Node::DisplaySpace(_) | Node::Strut => {}
        }
    }

    fn delimited(&mut self, open: Option<char>, close: Option<char>, body: impl FnOnce(&mut Self)) {
        self.out.push_str("<m:d><m:dPr>");
        for (name, letter) in [("begChr", open), ("endChr", close)] {
            let _ = write!(self.out, "<m:{name} m:val=\"");
            if let Some(letter) = letter {
                escape(letter.encode_utf8(&mut [0; 4]), &mut self.out);
            }
            self.out.push_str("\"/>");
        }
        self.out.push_str("</m:dPr><m:e>");
        body(self);
        self.out.push_str("</m:e></m:d>");
    }

    /// Writes a part with scripts at its left.
    fn prescripts(&mut self, scripts: [Option<&Row>; 2], part: impl FnOnce(&mut Self)) {
        self.out.push_str("<m:sPre>");
        for (name, script) in ["sub", "sup"].into_iter().zip(scripts) {
            self.part(name, script.unwrap_or(&Row::new()));
        }
        self.out.push_str("<m:e>");
        part(self);
        self.out.push_str("</m:e></m:sPre>");
    }

    fn scripts(&mut self, base: &Row, [sub, sup]: [Option<&Row>; 2], place: ScriptPlace) {
        if place != ScriptPlace::Right && (self.display || place == ScriptPlace::AboveBelow) {
            let tags = match (sub, sup) {
                (Some(sub), Some(sup)) => {
                    self.out.push_str("<m:limUpp><m:e><m:limLow>");
                    self.part("e", base);
                    self.part("lim", sub);
                    self.out.push_str("</m:limLow></m:e>");
                    self.part("lim", sup);
                    self.out.push_str("</m:limUpp>");
                    return;
                }
                (Some(sub), None) => ("limLow", sub),
                (None, Some(sup)) => ("limUpp", sup),
                (None, None) => return self.row(base),
            };
            let _ = write!(self.out, "<m:{}>", tags.0);
            self.part("e", base);
            self.part("lim", tags.1);
            let _ = write!(self.out, "</m:{}>", tags.0);
            return;
        }
        let tag = match (sub, sup) {
            (Some(_), Some(_)) => "sSubSup",
            (Some(_), None) => "sSub",
            _ => "sSup",
        };
        let _ = write!(self.out, "<m:{tag}>");
        self.part("e", base);
        if let Some(sub) = sub {
            self.part("sub", sub);
        }
        if let Some(sup) = sup {
            self.part("sup", sup);
        }
        let _ = write!(self.out, "</m:{tag}>");
    }

    fn accent(&mut self, base: &Row, sign: char, below: bool) {
        let is_bar = matches!(sign, '‾' | '_');
        if is_bar {
            let place = if below { "bot" } else { "top" };
            let _ = write!(self.out, "<m:bar><m:barPr><m:pos m:val=\"{place}\"/></m:barPr>");
            self.part("e", base);
            self.out.push_str("</m:bar>");
            return;
        }
        if let Some(combining) = crate::layout::combining_accent(sign).filter(|_| !below) {
            let _ = write!(self.out, "<m:acc><m:accPr><m:chr m:val=\"{combining}\"/></m:accPr>");
            self.part("e", base);
            self.out.push_str("</m:acc>");
            return;
        }
        let (place, align) = if below { ("bot", "top") } else { ("top", "bot") };
        let _ = write!(
            self.out,
            "<m:groupChr><m:groupChrPr><m:chr m:val=\"{sign}\"/><m:pos m:val=\"{place}\"/><m:vertJc m:val=\"{align}\"/></m:groupChrPr>"
        );
        self.part("e", base);
        self.out.push_str("</m:groupChr>");
    }

    /// Writes an arrow that is as wide as the text above or below it.
    fn arrow(&mut self, letter: char, above: Option<&Row>, below: Option<&Row>) {
        let (writing, limit) = match (above, below) {
            (Some(above), below) => (Some(above), below),
            (None, below) => (below, None),
        };
        let place = if above.is_some() { "bot" } else { "top" };
        if limit.is_some() {
            self.out.push_str("<m:limLow><m:e>");
        }
        let _ = write!(
            self.out,
            "<m:groupChr><m:groupChrPr><m:chr m:val=\"{letter}\"/><m:pos m:val=\"{place}\"/><m:vertJc m:val=\"{place}\"/></m:groupChrPr>"
        );
        match writing {
            Some(writing) => self.part("e", writing),
            None => self.out.push_str("<m:e/>"),
        }
        self.out.push_str("</m:groupChr>");
        if let Some(limit) = limit {
            self.out.push_str("</m:e>");
            self.part("lim", limit);
            self.out.push_str("</m:limLow>");
        }
    }

    /// Writes a large operator with its limits and its operand.
    fn large_operator(&mut self, operator: &LargeOperator<'_>, operand: &[Node]) {
        match operator.before {
            [None, None] => self.operator_with_operand(operator, operand),
            before => self.prescripts(before, |writer| writer.operator_with_operand(operator, operand)),
        }
    }

    fn operator_with_operand(
        &mut self,
        &LargeOperator { letter, sub, sup, place, after, .. }: &LargeOperator<'_>,
        operand: &[Node],
    ) {
        let beside = place == ScriptPlace::Right || (place == ScriptPlace::Movable && !self.display);
        let place = if beside { "subSup" } else { "undOvr" };
        let _ = write!(self.out, "<m:nary><m:naryPr><m:chr m:val=\"{letter}\"/><m:limLoc m:val=\"{place}\"/>");
        for (name, script) in [("subHide", sub), ("supHide", sup)] {
            if script.is_none() {
                let _ = write!(self.out, "<m:{name} m:val=\"1\"/>");
            }
        }
        self.out.push_str("</m:naryPr>");
        for (name, script) in [("sub", sub), ("sup", sup)] {
            match script {
                Some(script) => self.part(name, script),
                None => {
                    let _ = write!(self.out, "<m:{name}/>");
                }
            }
        }
        self.out.push_str("<m:e>");
        if after != [None, None] {
            self.scripts(&Row::new(), after, ScriptPlace::Right);
        } else if operand.is_empty() {
            self.run(NOTHING, "p");
        }
        self.rows(operand);
        self.out.push_str("</m:e></m:nary>");
    }

    fn table(&mut self, table: &Table) {
        match table.kind {
            TableKind::Aligned | TableKind::Gathered | TableKind::Stack => self.equations(table),
            TableKind::Cases { left } => {
                let (open, close) = if left { (Some('{'), None) } else { (None, Some('}')) };
                self.delimited(open, close, |writer| writer.matrix(table));
            }
            TableKind::Matrix | TableKind::Small => self.matrix(table),
        }
    }

    /// Writes equations one below the other. An ampersand in a run marks where they are aligned.
    fn equations(&mut self, table: &Table) {
        self.out.push_str("<m:eqArr>");
        for row in &table.rows {
            self.out.push_str("<m:e>");
            for (column, cell) in row.iter().enumerate() {
                if column > 0 {
                    self.run("&", "p");
                }
                self.row(cell);
            }
            self.out.push_str("</m:e>");
        }
        self.out.push_str("</m:eqArr>");
    }

    fn matrix(&mut self, table: &Table) {
        let width = table.width().max(1);
        self.out.push_str("<m:m><m:mPr><m:plcHide m:val=\"1\"/><m:mcs>");
        for column in 0..width {
            let align = match table.align(column) {
                Align::Left => "left",
                Align::Center => "center",
                Align::Right => "right",
            };
            let _ = write!(self.out, "<m:mc><m:mcPr><m:count m:val=\"1\"/><m:mcJc m:val=\"{align}\"/></m:mcPr></m:mc>");
        }
        self.out.push_str("</m:mcs></m:mPr>");
        for row in &table.rows {
            self.out.push_str("<m:mr>");
            for column in 0..width {
                match row.get(column) {
                    Some(cell) => self.part("e", cell),
                    None => self.out.push_str("<m:e/>"),
                }
            }
            self.out.push_str("</m:mr>");
        }
        self.out.push_str("</m:m>");
    }
}

/// A large operator: its sign, its limits and where they are drawn, and the scripts at its sides.
struct LargeOperator<'a> {
    letter: char,
    sub: Option<&'a Row>,
    sup: Option<&'a Row>,
    place: ScriptPlace,
    before: [Option<&'a Row>; 2],
    after: [Option<&'a Row>; 2],
}

/// The subscript and superscript of a part whose base is empty, so that they belong to the next part; `None` for any
/// other part.
fn prescripts(node: &Node) -> Option<[Option<&Row>; 2]> {
    match node {
        Node::Scripts { base, sub, sup, place: ScriptPlace::Right } if base.is_empty() => {
            Some([sub.as_ref(), sup.as_ref()])
        }
        _ => None,
    }
}

/// The large operator that a part is; `None` for any other part.
fn as_large_operator(node: &Node) -> Option<LargeOperator<'_>> {
    let (node, [sub, sup], place) = match node {
        Node::Scripts { base, sub, sup, place } => (single(base)?, [sub.as_ref(), sup.as_ref()], *place),
        node => (node, [None, None], ScriptPlace::Right),
    };
    let (node, before, after) = match node {
        Node::Operator { base, before, after, .. } => (single(base)?, before.both(), after.both()),
        node => (node, [None, None], [None, None]),
    };
    match node {
        Node::LargeOp { letter, .. } => Some(LargeOperator { letter: *letter, sub, sup, place, before, after }),
        _ => None,
    }
}

/// Number of parts that are the operand of a large operator: up to the next relation, punctuation, closing delimiter,
/// or plus or minus sign.
fn operand_length(rest: &[Node]) -> usize {
    let ends = |node: &Node| match node {
        Node::Symbol(symbol) if symbol.class == Class::Binary => "+−±∓".contains(symbol.plain),
        node => matches!(class(node), Some(Class::Relation | Class::Close | Class::Punctuation)),
    };
    let length = rest.iter().position(ends).unwrap_or(rest.len());
    if length == 0 && rest.first().is_some_and(|node| matches!(class(node), Some(Class::Binary))) { 1 } else { length }
}
