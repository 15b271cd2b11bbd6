//! The tree of a formula.

/// Parts of a formula, from left to right.
pub(crate) type Row = Vec<Node>;

/// Index of a part that is drawn as characters, in reading order. Connects glyphs with the plain text.
pub(crate) type Leaf = usize;

/// A part of a formula.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Node {
    /// A letter or sign.
    Symbol(Symbol),
    /// A number, function name or word: several characters in one style.
    Word(Word),
    /// A large operator such as a sum.
    LargeOp { letter: char, small: bool, leaf: Leaf },
    /// A single delimiter. `size` is its height in ems; without it, it has the size of its character.
    Delimiter { letter: char, class: Class, size: Option<f32>, leaf: Leaf },
    /// A group in braces.
    Row(Row),
    /// The rest of a group in another style.
    Styled(Level, Row),
    /// A fraction, or two parts one above the other.
    Fraction { numerator: Row, denominator: Row, bar: Bar },
    /// A root.
    Radical { radicand: Row, degree: Option<Row>, leaf: Leaf },
    /// A base with a subscript, a superscript or both.
    Scripts { base: Row, sub: Option<Row>, sup: Option<Row>, place: ScriptPlace },
    /// A base that is an operator, with scripts at its left and at its right; `place` is that of its limits.
    Operator { base: Row, before: Sides, after: Sides, place: ScriptPlace },
    /// A base with a sign above or below.
    Accent { base: Row, sign: char, stretchy: bool, below: bool, leaf: Leaf },
    /// A group between delimiters that grow with it.
    Fenced { open: Option<char>, close: Option<char>, body: Row, leaves: (Leaf, Leaf) },
    /// A part struck through.
    Negated { base: Row, leaf: Leaf },
    /// An arrow that is at least as wide as what is above and below it.
    Arrow { letter: char, leaf: Leaf, above: Option<Row>, below: Option<Row> },
    /// A part in a frame.
    Boxed(Row),
    /// Empty space as large as a part.
    Phantom { base: Row, extent: Extent },
    /// Rows and columns.
    Table(Table),
    /// Horizontal space in ems.
    Space(f32),
    /// Horizontal space in ems that only display style has.
    DisplaySpace(f32),
    /// An invisible part with the height and depth of a line, without width.
    Strut,
}

/// The scripts at one side of a part.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Sides {
    pub(crate) sub: Option<Row>,
    pub(crate) sup: Option<Row>,
}

impl Sides {
    /// The subscript and the superscript.
    pub(crate) fn both(&self) -> [Option<&Row>; 2] {
        [self.sub.as_ref(), self.sup.as_ref()]
    }

    /// Whether there are no scripts.
    pub(crate) fn is_empty(&self) -> bool {
        self.sub.is_none() && self.sup.is_none()
    }
}

/// A letter or sign.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Symbol {
    /// The character without style: `x`.
    pub(crate) plain: char,
    /// The character of the mathematical alphabet: `𝑥`.
    pub(crate) letter: char,
    pub(crate) class: Class,
    pub(crate) leaf: Leaf,
}

/// Several characters in one style.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Word {
    /// The characters without style.
    pub(crate) plain: String,
    /// The characters of the mathematical alphabet.
    pub(crate) letters: String,
    pub(crate) kind: WordKind,
    pub(crate) leaf: Leaf,
}

/// The kind of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WordKind {
    Number,
    Function,
    Text,
}

/// The classes that decide the space between two parts (The TeXbook, chapter 18).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    Ordinary,
    Operator,
    Binary,
    Relation,
    Open,
    Close,
    Punctuation,
    Inner,
}

/// The bar of a fraction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Bar {
    /// With the thickness that the font defines.
    Normal,
    /// None, as in a binomial coefficient.
    None,
    /// Of a thickness in ems.
    Thick(f32),
}

/// Where scripts are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ScriptPlace {
    /// At the right.
    Right,
    /// Above and below.
    AboveBelow,
    /// Above and below in display style, otherwise at the right.
    Movable,
}

/// Which dimensions of a part a phantom has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    Both,
    Width,
    Height,
}

/// The styles of TeX, from large to small.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    Display,
    Text,
    Script,
    ScriptScript,
}

/// Rows and columns.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Table {
    pub(crate) kind: TableKind,
    /// The leaf of the brace of cases.
    pub(crate) leaf: Leaf,
    /// The cells of each row; rows may differ in length.
    pub(crate) rows: Vec<Vec<Row>>,
    /// Alignment of the columns; the last entry applies to all further columns.
    pub(crate) columns: Vec<Align>,
    /// Indices of the rows that have a line above them. The number of rows stands for the line below the last row.
    pub(crate) row_lines: Vec<usize>,
    /// Indices of the columns that have a line before them. The number of columns stands for the line after the last
    /// column.
    pub(crate) column_lines: Vec<usize>,
}

/// The kinds of tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TableKind {
    /// A matrix or array.
    Matrix,
    /// A small matrix inside a line.
    Small,
    /// The cases of a function, with a brace at the left or at the right.
    Cases { left: bool },
    /// Equations aligned at their relations.
    Aligned,
    /// Centred equations.
    Gathered,
    /// Lines below an operator.
    Stack,
}

/// Alignment of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Center,
    Right,
}

impl Table {
    /// Number of columns.
    pub(crate) fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Alignment of a column.
    pub(crate) fn align(&self, column: usize) -> Align {
        match self.kind {
            TableKind::Aligned if column.is_multiple_of(2) => Align::Right,
            TableKind::Aligned => Align::Left,
            _ => self.columns.get(column).or(self.columns.last()).copied().unwrap_or(Align::Center),
        }
    }
}

/// The only part of a row, unwrapped from groups; `None` if the row has none or several.
pub(crate) fn single(row: &Row) -> Option<&Node> {
    match row.as_slice() {
        [Node::Row(inner)] => single(inner),
        [node] => Some(node),
        _ => None,
    }
}

/// The parts of a binomial coefficient, from the body of its delimiters: two rows without a bar between them.
pub(crate) fn as_binomial(body: &Row) -> Option<(&Row, &Row)> {
    match single(body)? {
        Node::Fraction { numerator, denominator, bar: Bar::None } => Some((numerator, denominator)),
        _ => None,
    }
}

/// The class of a part; `None` for space.
pub(crate) fn class(node: &Node) -> Option<Class> {
    match node {
        Node::Symbol(symbol) => Some(symbol.class),
        Node::Word(Word { kind: WordKind::Function, .. }) | Node::LargeOp { .. } | Node::Operator { .. } => {
            Some(Class::Operator)
        }
        Node::Delimiter { class, .. } => Some(*class),
        Node::Scripts { base, .. } | Node::Negated { base, .. } => {
            Some(single(base).and_then(class).unwrap_or(Class::Ordinary))
        }
        Node::Fenced { body, .. } if as_binomial(body).is_none() => Some(Class::Inner),
        Node::Arrow { .. } => Some(Class::Relation),
        Node::Word(_)
        | Node::Row(_)
        | Node::Fraction { .. }
        | Node::Fenced { .. }
        | Node::Radical { .. }
        | Node::Accent { .. }
        | Node::Table(_)
        | Node::Boxed(_)
        | Node::Phantom { .. } => Some(Class::Ordinary),
        Node::Styled(_, row) => row.first().and_then(class),
        Node::Space(_) | Node::DisplaySpace(_) | Node::Strut => None,
    }
}
