//! Builds the tree of a formula from the events of the parser.

use std::ops::Range;

use pulldown_latex::event::{
    ArrayColumn, ColumnAlignment, Content, DelimiterSize, DelimiterType, Dimension, DimensionUnit, EnvironmentFlow,
    Event, Font, Grouping, ScriptPosition, ScriptType, StateChange, Style, Visual,
};
use pulldown_latex::{Parser, ParserError, Storage};

use crate::Error;
use crate::alphabet::{upright, variable};
use crate::infix::INFIX;
use crate::prepare::{ALIASES, ARROWS, MARKED, OPERATOR, SIDE, STRUT, commands, prepared};
use crate::tree::{
    Align, Bar, Class, Extent, Leaf, Level, Node, Row, ScriptPlace, Sides, Symbol, Table, TableKind, Word, WordKind,
    single,
};

/// Deepest nesting of groups, fractions and scripts.
pub(crate) const MAX_DEPTH: usize = 32;
/// Maximum number of events of a formula.
const MAX_EVENTS: usize = 8_000;
/// Space before `(mod n)` in a line of text, in ems.
const MOD_SPACE: f32 = 8.0 / 18.0;
/// Space between an operator and its operand, in ems.
const THIN_SPACE: f32 = 3.0 / 18.0;
/// Widest space of a formula, in ems.
const MAX_SPACE: f32 = 20.0;

/// Parses a formula into its parts. Fails when the notation is broken or not supported, or a limit is exceeded.
pub(crate) fn row(source: &str) -> Result<Row, Error> {
    let notation = prepared(source)?;
    let storage = Storage::new();
    let mut events = Vec::new();
    for event in Parser::new(&notation, &storage) {
        events.push(event.map_err(|error| explained(source, &error))?);
        if events.len() > MAX_EVENTS {
            return Err(Error::TooLarge { max: MAX_EVENTS });
        }
    }
    let mut builder = Builder { events: events.into_iter(), next: None, depth: 0, leaves: 0, font: None };
    let row = builder.row()?;
    if builder.peek().is_some() {
        return Err(syntax("something is closed that was not opened"));
    }
    if row.is_empty() {
        return Err(Error::Empty);
    }
    Ok(row)
}

/// Builds the tree of a formula while it reads events.
struct Builder<'a> {
    events: std::vec::IntoIter<Event<'a>>,
    /// The next event, if it was looked at without being taken.
    next: Option<Event<'a>>,
    depth: usize,
    /// The number of leaves so far.
    leaves: Leaf,
    /// The alphabet that was chosen for the current group.
    font: Option<Font>,
}

impl<'a> Builder<'a> {
    fn peek(&mut self) -> Option<&Event<'a>> {
        if self.next.is_none() {
            self.next = self.events.next();
        }
        self.next.as_ref()
    }

    fn take(&mut self) -> Option<Event<'a>> {
        self.next.take().or_else(|| self.events.next())
    }

    fn next_leaf(&mut self) -> Leaf {
        self.leaves += 1;
        self.leaves - 1
    }

    /// Reads parts up to the end of the group, cell or formula.
    fn row(&mut self) -> Result<Row, Error> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Error::TooDeep { max: MAX_DEPTH });
        }
        let font = self.font;
        let mut row = Row::new();
        while let Some(event) = self.peek() {
            match event {
                Event::End | Event::EnvironmentFlow(_) => break,
                Event::StateChange(StateChange::Style(style)) => {
                    let level = level(*style);
                    self.take();
                    row.push(Node::Styled(level, self.row()?));
                }
                _ => {
                    let mut node = match self.element()? {
                        Node::Row(mut inner) if matches!(inner.as_slice(), [Node::Operator { .. }]) => inner.remove(0),
                        node => node,
                    };
                    if let (Some(Node::Space(width)), Some(mod_row)) = (row.last_mut(), as_modulus(&mut node)) {
                        // `\pmod` has less space before it in a line of text, and more after its name.
                        *width = MOD_SPACE;
                        mod_row.insert(2, Node::Space(THIN_SPACE));
                        row.push(Node::DisplaySpace(1.0 - MOD_SPACE));
                    }
                    if !matches!(&node, Node::Row(inner) if inner.is_empty()) {
                        row.push(node);
                    }
                }
            }
        }
        self.font = font;
        self.depth -= 1;
        Ok(with_raised_primes(row))
    }

    /// Reads the next part as the content of another part.
    fn argument(&mut self) -> Result<Row, Error> {
        Ok(match self.element()? {
            Node::Row(row) => row,
            node => vec![node],
        })
    }

    fn element(&mut self) -> Result<Node, Error> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Error::TooDeep { max: MAX_DEPTH });
        }
        let node = match self.take() {
            Some(Event::Content(content)) => self.content(content),
            Some(Event::Begin(grouping)) => self.group(grouping)?,
            Some(Event::Visual(visual)) => self.visual(visual)?,
            Some(Event::Script { ty, position }) => self.scripts(ty, position)?,
            Some(Event::Space { width, .. }) => Node::Space(width.map_or(0.0, ems)),
            Some(Event::StateChange(change)) => {
                match change {
                    StateChange::Font(font) => self.font = font,
                    StateChange::Color(_) => return Err(Error::Unsupported { what: "colours are" }),
                    StateChange::Style(_) => {}
                }
                Node::Row(Row::new())
            }
            Some(Event::End | Event::EnvironmentFlow(_)) | None => return Err(syntax("an argument is missing")),
        };
        self.depth -= 1;
        Ok(node)
    }

    fn content(&mut self, content: Content<'_>) -> Node {
        match content {
            Content::Text(text) => self.word(&unescaped(&text.replace("&nbsp;", "\u{a0}")), WordKind::Text),
            Content::Number(text) => self.word(text, WordKind::Number),
            Content::Function(text) => self.word(&unescaped(text), WordKind::Function),
            Content::Ordinary { content: STRUT, .. } => Node::Strut,
            // Dots have a little space around them.
            Content::Ordinary { content: content @ ('…' | '⋯' | '⋱'), .. } => self.symbol(content, Class::Inner),
            Content::Ordinary { content, .. } => self.symbol(content, Class::Ordinary),
            Content::LargeOp { content, small } => Node::LargeOp { letter: content, small, leaf: self.next_leaf() },
            // A slash has no space around it in TeX.
            Content::BinaryOp { content: '/', .. } => self.symbol('/', Class::Ordinary),
            Content::BinaryOp { content, .. } => self.symbol(content, Class::Binary),
            Content::Relation { content, .. } => {
                let mut buffer = [0; 8];
                let encoded = content.encode_utf8_to_buf(&mut buffer);
                let signs = std::str::from_utf8(encoded).unwrap_or_default();
                let mut letters = signs.chars();
                match (letters.next(), letters.next()) {
                    // The second character may choose a variant of the first.
                    (Some(letter), None | Some('\u{fe00}'..='\u{fe0f}' | '\u{20d2}')) => {
                        self.symbol(letter, Class::Relation)
                    }
                    (Some(first), Some(second)) => {
                        Node::Row(vec![self.symbol(first, Class::Relation), self.symbol(second, Class::Relation)])
                    }
                    (None, _) => Node::Row(Row::new()),
                }
            }
            Content::Delimiter { content, size, ty } => Node::Delimiter {
                letter: content,
                class: match ty {
                    DelimiterType::Open => Class::Open,
                    DelimiterType::Close => Class::Close,
                    DelimiterType::Fence => Class::Ordinary,
                },
                size: size.map(|size| match size {
                    DelimiterSize::Big => 1.2,
                    DelimiterSize::BIG => 1.8,
                    DelimiterSize::Bigg => 2.4,
                    DelimiterSize::BIGG => 3.0,
                }),
                leaf: self.next_leaf(),
            },
            Content::Punctuation(letter) => self.symbol(letter, Class::Punctuation),
        }
    }

    fn symbol(&mut self, letter: char, class: Class) -> Node {
        // The parser uses the sign for micro, which is no Greek letter, and ASCII characters that look like others.
        let plain = match letter {
            'µ' => 'μ',
            '-' if class == Class::Binary => '−',
            'Å' => 'Å',
            '˙' | '\u{feff}' => '·',
            '∥' if class == Class::Ordinary => '‖',
            _ => letter,
        };
        let drawn = match (class, plain) {
            (Class::Ordinary, _) => variable(plain, self.font),
            (Class::Relation, ':') => '∶',
            _ => plain,
        };
        Node::Symbol(Symbol { plain, letter: drawn, class, leaf: self.next_leaf() })
    }

    fn word(&mut self, text: &str, kind: WordKind) -> Node {
        let letters = match kind {
            WordKind::Function => text.to_owned(),
            _ => text.chars().map(|letter| upright(letter, self.font)).collect(),
        };
        Node::Word(Word { plain: text.to_owned(), letters, kind, leaf: self.next_leaf() })
    }

    fn visual(&mut self, visual: Visual) -> Result<Node, Error> {
        Ok(match visual {
            Visual::SquareRoot => {
                let leaf = self.next_leaf();
                Node::Radical { radicand: self.argument()?, degree: None, leaf }
            }
            Visual::Root => {
                let leaf = self.next_leaf();
                let radicand = self.argument()?;
                Node::Radical { radicand, degree: Some(self.argument()?), leaf }
            }
            Visual::Fraction(size) => {
                let bar = match size.map(ems) {
                    None => Bar::Normal,
                    Some(size) if size <= 0.0 => Bar::None,
                    Some(size) => Bar::Thick(size.min(1.0)),
                };
                let numerator = self.argument()?;
                let mut denominator = self.argument()?;
                let ends_in_fraction = match denominator.last() {
                    Some(Node::Row(row)) => matches!(row.last(), Some(Node::Styled(_, row)) if has_fraction_last(row)),
                    Some(Node::Styled(_, row)) => has_fraction_last(row),
                    last => matches!(last, Some(Node::Fraction { .. })),
                };
                if numerator.first() == Some(&Node::Strut) && ends_in_fraction {
                    // A fraction in the denominator ends where its bar ends.
                    denominator.push(Node::Space(-0.12));
                }
                Node::Fraction { numerator, denominator, bar }
            }
            Visual::Negation => {
                let base = self.argument()?;
                match single(&base) {
                    Some(Node::Symbol(symbol)) if negated(symbol.plain).is_some() => {
                        let letter = negated(symbol.plain).unwrap_or(symbol.plain);
                        Node::Symbol(Symbol { plain: letter, letter, ..*symbol })
                    }
                    _ => Node::Negated { base, leaf: self.next_leaf() },
                }
            }
        })
    }

    fn scripts(&mut self, kind: ScriptType, position: ScriptPosition) -> Result<Node, Error> {
        // For an arrow that stretches, the parser emits the arrow itself as the base, without a group.
        let is_arrow = position == ScriptPosition::AboveBelow && self.peek().is_some_and(is_long_arrow);
        let base = self.argument()?;
        let place = match (position, single(&base)) {
            (ScriptPosition::Right, Some(Node::Operator { place, .. })) => *place,
            (ScriptPosition::Right, _) => ScriptPlace::Right,
            (ScriptPosition::AboveBelow, _) => ScriptPlace::AboveBelow,
            (ScriptPosition::Movable, _) => ScriptPlace::Movable,
        };
        let (sub, sup) = match kind {
            ScriptType::Subscript => (Some(self.script()?), None),
            ScriptType::Superscript => (None, Some(self.script()?)),
            ScriptType::SubSuperscript => {
                let sub = self.script()?;
                (Some(sub), Some(self.script()?))
            }
        };
        if let Some([Node::Symbol(mark)]) = sup.as_ref().map(|(row, _)| row.as_slice()) {
            if let Some(index) = OPERATOR.iter().position(|operator| *operator == mark.plain) {
                let places = [ScriptPlace::Movable, ScriptPlace::AboveBelow, ScriptPlace::Right];
                return operator(base, places[index]);
            }
            if let Some(marked) = marked(mark.plain, &base) {
                return Ok(marked);
            }
        }
        if let ([Node::Symbol(arrow)], true) = (base.as_slice(), is_arrow) {
            let (above, below) = (sup.map(|(row, _)| row), sub.map(|(row, _)| row));
            return Ok(Node::Arrow { letter: arrow.letter, leaf: arrow.leaf, above, below });
        }
        let accent = match (place, &sub, &sup) {
            (ScriptPlace::AboveBelow, Some(script), None) => accent(script, true),
            (ScriptPlace::AboveBelow, None, Some(script)) => accent(script, false),
            _ => None,
        };
        let below = sub.is_some();
        Ok(match accent {
            Some((sign, stretchy, leaf)) => Node::Accent { base, sign, stretchy, below, leaf },
            None => Node::Scripts { base, sub: sub.map(|(row, _)| row), sup: sup.map(|(row, _)| row), place },
        })
    }

    /// Reads a script. Also returns whether it is a single sign that stretches.
    fn script(&mut self) -> Result<(Row, bool), Error> {
        let stretchy = matches!(self.peek(), Some(Event::Content(Content::Ordinary { stretchy: true, .. })));
        Ok((self.argument()?, stretchy))
    }

    fn group(&mut self, grouping: Grouping) -> Result<Node, Error> {
        let font = self.font;
        let node = match grouping {
            Grouping::Normal => Node::Row(self.row()?),
            Grouping::LeftRight(open, close) => {
                let first = self.next_leaf();
                let body = self.row()?;
                Node::Fenced { open, close, body, leaves: (first, self.next_leaf()) }
            }
            Grouping::Equation { .. } => {
                let row = self.row()?;
                Node::Row(vec![Node::Styled(Level::Display, row)])
            }
            Grouping::Array(columns) => {
                let mut aligns = Vec::new();
                let mut lines = Vec::new();
                for column in columns {
                    match column {
                        ArrayColumn::Column(column) => aligns.push(align(column)),
                        ArrayColumn::Separator(_) => lines.push(aligns.len()),
                    }
                }
                self.table(TableKind::Matrix, aligns, lines)?
            }
            Grouping::Matrix { alignment } => {
                // The parser marks a small matrix by its style.
                let small = matches!(self.peek(), Some(Event::StateChange(StateChange::Style(Style::Text))));
                let kind = if small { TableKind::Small } else { TableKind::Matrix };
                if small {
                    self.take();
                }
                self.table(kind, vec![align(alignment)], Vec::new())?
            }
            Grouping::Cases { left } => self.table(TableKind::Cases { left }, vec![Align::Left], Vec::new())?,
            Grouping::SubArray { alignment } => self.table(TableKind::Stack, vec![align(alignment)], Vec::new())?,
            Grouping::Align { .. }
            | Grouping::Aligned
            | Grouping::Alignat { .. }
            | Grouping::Alignedat { .. }
            | Grouping::Split => self.table(TableKind::Aligned, Vec::new(), Vec::new())?,
            Grouping::Gather { .. } | Grouping::Gathered | Grouping::Multline => {
                self.table(TableKind::Gathered, vec![Align::Center], Vec::new())?
            }
        };
        self.font = font;
        match self.take() {
            Some(Event::End) => Ok(node),
            _ => Err(syntax("a group is not closed")),
        }
    }

    fn table(&mut self, kind: TableKind, columns: Vec<Align>, column_lines: Vec<usize>) -> Result<Node, Error> {
        let mut table = Table {
            kind,
            leaf: self.next_leaf(),
            rows: vec![Vec::new()],
            columns,
            row_lines: Vec::new(),
            column_lines,
        };
        self.font = None;
        loop {
            let cell = self.row()?;
            let row = table.rows.len() - 1;
            match self.peek() {
                Some(Event::EnvironmentFlow(EnvironmentFlow::StartLines { lines })) if cell.is_empty() => {
                    if !lines.is_empty() {
                        table.row_lines.push(row);
                    }
                    self.take();
                }
                Some(Event::EnvironmentFlow(EnvironmentFlow::NewLine { horizontal_lines, .. })) => {
                    if !horizontal_lines.is_empty() {
                        table.row_lines.push(row + 1);
                    }
                    table.rows[row].push(cell);
                    table.rows.push(Vec::new());
                    self.take();
                }
                Some(Event::EnvironmentFlow(_)) => {
                    table.rows[row].push(cell);
                    self.take();
                }
                _ => {
                    table.rows[row].push(cell);
                    break;
                }
            }
        }
        // A line break at the end begins no row.
        let is_blank = |row: &Vec<Row>| row.iter().all(Vec::is_empty);
        if table.rows.len() > 1 && table.rows.last().is_some_and(is_blank) {
            table.rows.pop();
        }
        Ok(Node::Table(table))
    }
}

fn has_fraction_last(row: &Row) -> bool {
    matches!(row.last(), Some(Node::Fraction { .. }))
}

/// The parts of `(mod n)`; `None` if the node is anything else.
fn as_modulus(node: &mut Node) -> Option<&mut Row> {
    let Node::Row(row) = node else { return None };
    let is_modulus = matches!(
        row.as_slice(),
        [Node::Delimiter { letter: '(', .. }, Node::Word(Word { kind: WordKind::Function, plain, .. }), ..] if plain == "mod"
    );
    is_modulus.then_some(row)
}

/// The row with primes as superscripts of the parts before them. Several primes become a single sign.
fn with_raised_primes(row: Row) -> Row {
    const PRIMES: &str = "′″‴⁗";
    let count = |node: &Node| match node {
        Node::Symbol(symbol) => PRIMES.chars().position(|prime| prime == symbol.plain).map(|place| place + 1),
        _ => None,
    };
    let mut out = Row::with_capacity(row.len());
    let mut rest = row.into_iter().peekable();
    while let Some(node) = rest.next() {
        let (prime, scripts) = match node {
            Node::Symbol(symbol) if count(&node).is_some() => (symbol, None),
            Node::Scripts { ref base, ref sub, ref sup, place: ScriptPlace::Right } => match base.as_slice() {
                [Node::Symbol(symbol)] if count(&base[0]).is_some() => (*symbol, Some((sub.clone(), sup.clone()))),
                _ => {
                    out.push(node);
                    continue;
                }
            },
            node => {
                out.push(node);
                continue;
            }
        };
        let takes_prime = |node: &&mut Node| !matches!(node, Node::Space(_) | Node::Strut | Node::Styled(..));
        let Some(before) = out.last_mut().filter(takes_prime) else {
            out.push(node);
            continue;
        };
        let mut number = count(&Node::Symbol(prime)).unwrap_or(1);
        let mut scripts = scripts;
        while scripts.is_none() {
            if let Some(more) = rest.peek().and_then(count) {
                number += more;
                rest.next();
            } else if let Some(Node::Scripts { base, sub, sup, place: ScriptPlace::Right }) = rest.peek()
                && let [base] = base.as_slice()
                && let Some(more) = count(base)
            {
                number += more;
                scripts = Some((sub.clone(), sup.clone()));
                rest.next();
            } else {
                break;
            }
        }
        let sign = PRIMES.chars().nth(number.min(4) - 1).unwrap_or('′');
        let mut raised = vec![Node::Symbol(Symbol { plain: sign, letter: sign, ..prime })];
        let (sub, sup) = scripts.unwrap_or_default();
        raised.extend(sup.unwrap_or_default());
        match before {
            Node::Scripts { sub: own, sup: sup @ None, place: ScriptPlace::Right, .. }
                if own.is_none() || sub.is_none() =>
            {
                *sup = Some(raised);
                if own.is_none() {
                    *own = sub;
                }
            }
            before => {
                let base = vec![std::mem::replace(before, Node::Strut)];
                *before = Node::Scripts { base, sub, sup: Some(raised), place: ScriptPlace::Right };
            }
        }
    }
    out
}

/// Creates an operator from the groups of scripts at its left and at its right, and the group of its sign.
fn operator(arguments: Row, place: ScriptPlace) -> Result<Node, Error> {
    let fault = Error::Unsupported { what: "anything but scripts in the first two arguments of `\\sideset` is" };
    let Ok([Node::Row(before), Node::Row(after), Node::Row(base)]) = <[Node; 3]>::try_from(arguments) else {
        return Err(fault);
    };
    let (Some(before), Some(after)) = (sides(before), sides(after)) else { return Err(fault) };
    Ok(Node::Operator { base, before, after, place })
}

/// The scripts of a row that consists only of [`SIDE`] with scripts or without; `None` for any other row.
fn sides(mut row: Row) -> Option<Sides> {
    let node = row.pop().filter(|_| row.is_empty())?;
    let is_base = |node: &Node| matches!(node, Node::Symbol(Symbol { plain: SIDE, .. }));
    match node {
        Node::Scripts { base, sub, sup, .. } if matches!(base.as_slice(), [node] if is_base(node)) => {
            Some(Sides { sub, sup })
        }
        node => is_base(&node).then(Sides::default),
    }
}

/// The part that is represented by a mark above `base` ([`MARKED`], [`ARROWS`]); `None` for any other mark.
fn marked(mark: char, base: &Row) -> Option<Node> {
    if let (Some((.., letter)), [Node::Arrow { leaf, above, below, .. }]) =
        (ARROWS.iter().find(|(_, arrow, _)| *arrow == mark), base.as_slice())
    {
        return Some(Node::Arrow { letter: *letter, leaf: *leaf, above: above.clone(), below: below.clone() });
    }
    let (command, _) = MARKED.iter().find(|(_, marked)| *marked == mark)?;
    let base = base.clone();
    Some(match *command {
        "boxed" => Node::Boxed(base),
        "hphantom" => Node::Phantom { base, extent: Extent::Width },
        "vphantom" => Node::Phantom { base, extent: Extent::Height },
        _ => Node::Phantom { base, extent: Extent::Both },
    })
}

fn is_long_arrow(event: &Event<'_>) -> bool {
    let Event::Content(Content::Relation { content, .. }) = event else { return false };
    let mut buffer = [0; 8];
    matches!(std::str::from_utf8(content.encode_utf8_to_buf(&mut buffer)), Ok("→" | "←"))
}

fn syntax(message: &str) -> Error {
    Error::Syntax { message: message.to_owned(), at: None }
}

/// If a script is an accent: its sign, whether it stretches, and its leaf.
fn accent((script, stretchy): &(Row, bool), below: bool) -> Option<(char, bool, Leaf)> {
    let [Node::Symbol(symbol)] = script.as_slice() else { return None };
    let signs = if below { "_←→↔⏟⏝⏡⎵" } else { "´‾˘ˇ˙·¨`^~→˚←⇒↔↼⇀⏜⏠⏞⎴" };
    let grows = *stretchy || "⏟⏝⏡⎵⏜⏠⏞⎴".contains(symbol.plain) || below;
    let sign = if symbol.plain == '·' { '˙' } else { symbol.plain };
    signs.contains(symbol.plain).then_some((sign, grows, symbol.leaf))
}

/// The content of a text command as it is drawn: escaped signs without their backslash, and spaces in place of spacing
/// commands.
fn unescaped(text: &str) -> String {
    let mut words = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let drawn = match (letter, letters.peek().copied()) {
            ('~', _) => Some('\u{a0}'),
            ('\\', Some(sign @ ('%' | '$' | '&' | '#' | '_' | '{' | '}'))) => Some(sign),
            ('\\', Some(',' | ':' | ';' | ' ')) => Some(' '),
            ('\\', Some('!' | '/')) => None,
            _ => {
                words.push(letter);
                continue;
            }
        };
        words.extend(drawn);
        if letter == '\\' {
            letters.next();
        }
    }
    words
}

fn level(style: Style) -> Level {
    match style {
        Style::Display => Level::Display,
        Style::Text => Level::Text,
        Style::Script => Level::Script,
        Style::ScriptScript => Level::ScriptScript,
    }
}

fn align(alignment: ColumnAlignment) -> Align {
    match alignment {
        ColumnAlignment::Left => Align::Left,
        ColumnAlignment::Center => Align::Center,
        ColumnAlignment::Right => Align::Right,
    }
}

/// Converts a length to ems. Absolute units are converted as for a font of 10 points.
fn ems(dimension: Dimension) -> f32 {
    let points = match dimension.unit {
        DimensionUnit::Em => 10.0,
        DimensionUnit::Mu => 10.0 / 18.0,
        DimensionUnit::Ex => 4.6,
        DimensionUnit::Pt => 1.0,
        DimensionUnit::Pc => 12.0,
        DimensionUnit::In => 72.27,
        DimensionUnit::Bp => 1.003_75,
        DimensionUnit::Cm => 28.45,
        DimensionUnit::Mm => 2.845,
        DimensionUnit::Dd => 1.07,
        DimensionUnit::Cc => 12.84,
        DimensionUnit::Sp => 1.0 / 65_536.0,
    };
    let length = dimension.value * points / 10.0;
    if length.is_finite() { length.clamp(-MAX_SPACE, MAX_SPACE) } else { 0.0 }
}

/// The negated form of a relation; `None` if Unicode has none.
fn negated(letter: char) -> Option<char> {
    let (plain, negated) = ("=∈∋<>≤≥∼≃≅≈≡⊂⊃⊆⊇∣∥∃⊢⊨→←↔⇒⇐⇔≺≻⊑⊒", "≠∉∌≮≯≰≱≁≄≇≉≢⊄⊅⊈⊉∤∦∄⊬⊭↛↚↮⇏⇍⇎⊀⊁⋢⋣");
    plain.chars().zip(negated.chars()).find(|(from, _)| *from == letter).map(|(_, to)| to)
}

/// Converts an error of the parser into one that names the unknown command or environment and its position.
fn explained(source: &str, error: &ParserError) -> Error {
    let message = std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string);
    if message.starts_with("unknown primitive")
        && let Some((at, name)) = commands(source).find(|(_, name)| !is_known(name))
    {
        return Error::UnknownCommand { name: format!("\\{name}"), at: at..at + 1 + name.len() };
    }
    if message.starts_with("unkown mathematical environment")
        && let Some((name, at)) = unknown_environment(source)
    {
        return Error::UnknownEnvironment { name: name.to_owned(), at };
    }
    let message = message.replace("unkown", "unknown");
    Error::Syntax { message, at: excerpt_range(source, &error.to_string()) }
}

/// Whether the parser knows a command, whatever its arguments are.
fn is_known(name: &str) -> bool {
    let is_ours = MARKED.iter().any(|(marked, _)| *marked == name)
        || ARROWS.iter().any(|(arrow, ..)| *arrow == name)
        || ALIASES.iter().any(|(alias, _)| *alias == name)
        || INFIX.contains(&name)
        || name == "sideset";
    if is_ours {
        return true;
    }
    let storage = Storage::new();
    let probe = format!("\\{name}{{}}{{}}{{}}");
    let result: Result<Vec<_>, _> = Parser::new(&probe, &storage).collect();
    !result.is_err_and(|error| {
        std::error::Error::source(&error).is_some_and(|error| error.to_string().starts_with("unknown primitive"))
    })
}

/// The name of the first environment that the parser does not know, and its bytes.
fn unknown_environment(source: &str) -> Option<(&str, Range<usize>)> {
    let begins = commands(source).filter(|(_, name)| *name == "begin");
    let names = begins.filter_map(|(at, _)| {
        let rest = source[at + 6..].trim_start().strip_prefix('{')?;
        let start = source.len() - rest.len();
        let name = &rest[..rest.find('}')?];
        Some((name, start..start + name.len()))
    });
    let mut unknown = names.filter(|(name, _)| {
        let storage = Storage::new();
        let probe = format!("\\begin{{{name}}}{{c}}x\\end{{{name}}}");
        let result: Result<Vec<_>, _> = Parser::new(&probe, &storage).collect();
        result.is_err_and(|error| error.to_string().contains("mathematical environment"))
    });
    unknown.next()
}

/// The range of bytes in the source of the excerpt that the parser's message quotes.
fn excerpt_range(source: &str, message: &str) -> Option<Range<usize>> {
    let lines: Vec<&str> = message.lines().collect();
    let excerpt = lines.iter().rev().skip(2).find_map(|line| line.strip_prefix('│'))?;
    let excerpt = excerpt.trim_start_matches('…').trim();
    let start = source.find(excerpt).filter(|_| !excerpt.is_empty())?;
    Some(start..start + excerpt.len())
}
