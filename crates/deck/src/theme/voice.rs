//! The voice of a theme: how head, plates, markers, figures, pictures, charts and tables are drawn.
//!
//! A voice is data: groups of tokens, each with a fixed set of words or a range of numbers. Everything is declared
//! once, in the tables below; reading, defaults and the list of tokens for editors follow from them. A token that is
//! absent has its default. Unknown groups, tokens and words are rejected by name.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde_json::Value;

use super::declared_object::{DeclaredObject, ReadResult, wrong};
use super::look::Backdrop;
use crate::Content;
use crate::registry::Registry;

/// What a token accepts, for editors and error texts.
#[derive(Debug, Clone, PartialEq)]
pub enum TokenKind {
    /// One of some words.
    Word(&'static [&'static str]),
    /// A number in a range.
    Number(RangeInclusive<f32>),
    /// Yes or no.
    Flag,
    /// Text sizes, the largest first, each in the range.
    Steps(RangeInclusive<f32>),
}

/// A token as editors see it.
#[derive(Debug, Clone, PartialEq)]
pub struct TokenDeclaration {
    /// The group, such as `plate`.
    pub group: &'static str,
    /// The name in the group, such as `form`.
    pub name: &'static str,
    /// What it accepts.
    pub kind: TokenKind,
    /// What it does.
    pub about: &'static str,
}

/// A type of token values.
trait TokenValue: Sized {
    /// What values of the type are, within the bounds of a token.
    fn kind(bounds: RangeInclusive<f32>) -> TokenKind;

    /// Reads a value. Fails with a text that says what was expected.
    fn read(value: &Value, bounds: RangeInclusive<f32>) -> Result<Self, String>;

    /// The value as it is declared.
    fn declared(&self) -> Value;
}

/// Bounds of a token that has no numbers.
const NO_BOUNDS: RangeInclusive<f32> = 0.0..=0.0;

fn number(value: &Value, bounds: &RangeInclusive<f32>) -> Result<f32, String> {
    #[expect(clippy::cast_possible_truncation, reason = "sizes and shares")]
    let number = value.as_f64().map(|number| number as f32).filter(|number| bounds.contains(number));
    number.ok_or_else(|| format!("expected a number from {} to {}, got `{value}`", bounds.start(), bounds.end()))
}

impl TokenValue for f32 {
    fn kind(bounds: RangeInclusive<f32>) -> TokenKind {
        TokenKind::Number(bounds)
    }

    fn read(value: &Value, bounds: RangeInclusive<f32>) -> Result<Self, String> {
        number(value, &bounds)
    }

    fn declared(&self) -> Value {
        // The shortest text of the number, so that 0.62 does not become 0.6200000047683716.
        serde_json::from_str(&self.to_string()).unwrap_or_default()
    }
}

impl TokenValue for bool {
    fn kind(_: RangeInclusive<f32>) -> TokenKind {
        TokenKind::Flag
    }

    fn read(value: &Value, _: RangeInclusive<f32>) -> Result<Self, String> {
        value.as_bool().ok_or_else(|| format!("expected true or false, got `{value}`"))
    }

    fn declared(&self) -> Value {
        Value::Bool(*self)
    }
}

/// Text sizes, the largest first.
pub type TextSteps = Vec<f32>;

/// The maximum number of steps of a token.
const MAX_STEPS: usize = 12;

impl TokenValue for TextSteps {
    fn kind(bounds: RangeInclusive<f32>) -> TokenKind {
        TokenKind::Steps(bounds)
    }

    fn read(value: &Value, bounds: RangeInclusive<f32>) -> Result<Self, String> {
        let expected = format!("expected 1 to {MAX_STEPS} sizes, the largest first");
        let list = value.as_array().filter(|list| (1..=MAX_STEPS).contains(&list.len())).ok_or(expected.clone())?;
        let steps = list.iter().map(|step| number(step, &bounds)).collect::<Result<Vec<_>, _>>()?;
        if steps.windows(2).any(|pair| pair[0] <= pair[1]) { Err(expected) } else { Ok(steps) }
    }

    fn declared(&self) -> Value {
        self.iter().map(TokenValue::declared).collect()
    }
}

/// Makes an enum of words: variant, word, what it is.
macro_rules! words {
    ($($(#[$about:meta])* $name:ident { $($variant:ident $word:literal $what:literal)* })*) => {$(
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $name {
            $(#[doc = $what] $variant,)*
        }

        impl $name {
            /// The words in declarations.
            pub const WORDS: &'static [&'static str] = &[$($word),*];

            /// Parses the word used in declarations.
            pub fn parse(word: &str) -> Option<Self> {
                match word {
                    $($word => Some(Self::$variant),)*
                    _ => None,
                }
            }

            /// The word used in declarations.
            pub fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)*
                }
            }
        }

        impl TokenValue for $name {
            fn kind(_: RangeInclusive<f32>) -> TokenKind {
                TokenKind::Word(Self::WORDS)
            }

            fn read(value: &Value, _: RangeInclusive<f32>) -> Result<Self, String> {
                value.as_str().and_then(Self::parse).ok_or_else(|| unknown_word(value, Self::WORDS))
            }

            fn declared(&self) -> Value {
                self.word().into()
            }
        }
    )*};
}

fn unknown_word(value: &Value, words: &[&str]) -> String {
    format!("unknown value `{}`; the values are {}", value.as_str().unwrap_or(&value.to_string()), words.join(", "))
}

words! {
    /// What a page carries besides its content.
    PageForm {
        Plain "plain" "Nothing."
        Ruled "ruled" "Two rules over the page."
        Grid "grid" "Lines of a drawing sheet."
        Sheet "sheet" "A sheet in the page colour on a tinted page."
        Running "running" "The foot as a running line over the page."
    }
    /// Where the head stands.
    HeadPlace {
        Top "top" "Over the body."
        Rail "rail" "In a column beside the body."
        Band "band" "In a dark band over the body."
    }
    /// Alignment of texts.
    TextAlign {
        Left "left" "To the start side."
        Center "center" "In the middle."
    }
    /// The line over a title.
    Overline {
        None "none" "None."
        Section "section" "The name of the section."
    }
    /// The number beside a title.
    HeadNumber {
        None "none" "None."
        Box "box" "Section and slide in a box."
    }
    /// The rule of the head.
    HeadRule {
        None "none" "None."
        Below "below" "Under the head."
    }
    /// How titles are marked.
    HeadMark {
        None "none" "Not at all."
        Highlight "highlight" "By a highlighter behind their lower third."
    }
    /// The first paragraph of a text.
    TextLead {
        Same "same" "As the others."
        Heading "heading" "In the heading face."
    }
    /// What stands around the bullets of a text.
    TextBullets {
        Plain "plain" "Nothing."
        Ruled "ruled" "Rules between them."
        Pills "pills" "A pill behind each."
        Plate "plate" "One plate behind all."
    }
    /// How plates are drawn.
    PlateForm {
        Filled "filled" "In a light tone."
        Surface "surface" "In the plate colour with a line."
        Outlined "outlined" "A line without a fill."
        Cut "cut" "A line, with one corner cut off."
        Colour "colour" "In the brand colours by turns."
        RuleTop "rule-top" "A heavy rule over the text."
        Hairlines "hairlines" "Hairlines between neighbours."
        None "none" "Rules between rows only."
    }
    /// The marker of a point.
    Bullet {
        Disc "disc" "A disc."
        Dash "dash" "A dash."
        Half "half" "Half a disc."
        Ring "ring" "A ring."
        Square "square" "A square."
        Shapes "shapes" "Disc, square and triangle by turns."
        Cross "cross" "A cross."
        Box "box" "A solid square, large."
    }
    /// The number of an entry.
    Numeral {
        Disc "disc" "On a disc."
        Roman "roman" "Roman, in the heading face."
        Serif "serif" "Large, in the heading face."
        Ring "ring" "In a ring."
        Giant "giant" "Very large, in the heading face."
        Shape "shape" "On shapes by turns."
        Mono "mono" "Two digits in a box, monospaced."
        Block "block" "On a dark square."
    }
    /// The face of figures and units.
    FigureFace {
        Heading "heading" "The heading face."
        Mono "mono" "The monospaced face."
    }
    /// The face of units.
    UnitFace {
        Body "body" "The body face."
        Heading "heading" "The heading face."
    }
    /// The colour of figures.
    FigureColor {
        Accent "accent" "The accent."
        Text "text" "The text colour."
        On "on" "The text colour of the plate."
    }
    /// What decorates a figure.
    FigureDeco {
        None "none" "Nothing."
        Rule "rule" "A rule under it."
        Ring "ring" "A ring around it, in place of a plate."
        Dimension "dimension" "A dimension line under it."
        Sticker "sticker" "Its note on a pill."
    }
    /// How the leading entry is marked.
    EmphasisForm {
        Fill "fill" "A plate in the accent."
        Rule "rule" "A heavy rule."
        Color "color" "Figure and title in colour."
        Ring "ring" "A heavy outline."
        Block "block" "A block that runs to the edges."
        Sticker "sticker" "A pill."
        Invert "invert" "A dark plate."
    }
    /// The colour of emphasis.
    EmphasisColor {
        Accent "accent" "The accent."
        Accent2 "accent2" "The second accent."
        Deep "deep" "The dark page colour."
        Brand3 "brand3" "The third brand colour."
    }
    /// What the leading plate carries.
    EmphasisMark {
        None "none" "Nothing."
        Waterline "waterline" "Two waves along its lower edge."
    }
    /// How pictures are framed.
    PictureForm {
        Bleed "bleed" "They run to the edges of the page."
        Mat "mat" "On a mat with a line."
        Arch "arch" "With a round top, standing on the lower edge."
        Fade "fade" "They pass into the page."
        Poster "poster" "They run to the edges under the running rule."
        Print "print" "As a print with a white border, turned a little."
        Marks "marks" "With crop marks."
        Outline "outline" "With a heavy line."
    }
    /// Where captions stand.
    PictureCaption {
        Below "below" "Under the picture, or on a strip in its corner."
        Block "block" "On a block of the accent."
        Print "print" "In the border of the print."
        Mono "mono" "Under the picture, monospaced."
    }
    /// The lines behind a chart.
    ChartGrid {
        None "none" "None."
        Hairlines "hairlines" "At the ticks of the value axis."
        Full "full" "In both directions."
        Baseline "baseline" "A heavy base line."
    }
    /// The second series of a line chart.
    ChartSecond {
        Solid "solid" "Lighter."
        Thin "thin" "Thinner."
        Dashed "dashed" "Dashed."
    }
    /// Corners and ends of lines.
    ChartJoin {
        Round "round" "Round."
        Miter "miter" "Sharp."
    }
    /// The points of a line.
    ChartPoint {
        None "none" "None."
        End "end" "At the last value."
        Disc "disc" "Discs."
        Ring "ring" "Rings."
        Square "square" "Squares."
        Shapes "shapes" "Another shape for each series."
    }
    /// How bars are filled.
    ChartBars {
        One "one" "In one colour."
        Max "max" "The largest in the accent, the others in the text colour."
        Fade "fade" "With a gradient."
        Outline "outline" "The largest filled, the others with a light hatch."
        Hatch "hatch" "The largest filled, the others with a strong hatch."
    }
    /// The name of a series at its end.
    ChartLabel {
        End "end" "Coloured text."
        Figure "figure" "With a large value."
        Block "block" "On a fill."
        Pill "pill" "On a pill."
        Box "box" "In a box."
    }
    /// How tables are drawn.
    TableForm {
        Soft "soft" "On a plate, with a coloured header."
        Ruled "ruled" "Heavy rules above and below, hairlines between."
        Open "open" "Hairlines only, in the heading face."
        Rows "rows" "Each row a plate."
        Heavy "heavy" "A heavy rule and bold figures."
        Pills "pills" "Round rows."
        Grid "grid" "All lines."
        Banded "banded" "A dark header and alternating rows."
    }
    /// How quotes are drawn.
    QuoteForm {
        Mark "mark" "Under a large mark."
        Rules "rules" "Between double rules."
        Serif "serif" "Large, without a mark."
        Plain "plain" "In the middle of the page."
        Poster "poster" "Beside a coloured edge."
        Bubble "bubble" "In a speech bubble."
        Bracket "bracket" "Between brackets."
        Bar "bar" "Under a very large mark."
    }
    /// How a section opener is drawn.
    OpenerForm {
        Horizon "horizon" "The number beside the title, over waves."
        Frame "frame" "In the middle, with a double rule."
        Numeral "numeral" "With a number that runs off the page."
        Orbit "orbit" "The number in a ring."
        Poster "poster" "With a number cut by the edge."
        Shapes "shapes" "The number on a shape."
        Outline "outline" "With the outline of a number."
        Bar "bar" "With a very large number."
        Plain "plain" "Title and supporting line alone."
    }
    /// The number of a section.
    OpenerNumeral {
        Arabic "arabic" "As digits."
        Roman "roman" "As Roman letters."
        Padded "padded" "As two digits."
    }
    /// How title slide and closing are drawn.
    TitleForm {
        Horizon "horizon" "Over waves."
        Frame "frame" "In a frame."
        Cutouts "cutouts" "With shapes of cut paper."
        Orbit "orbit" "Over orbits."
        Block "block" "Beside a block of the accent."
        Poster "poster" "Over a dark block."
        Shapes "shapes" "With large shapes."
        Outline "outline" "As a drawing sheet."
        Band "band" "On a dark band."
        Plain "plain" "Nothing but the words."
    }
    /// Where the foot stands.
    FootPlace {
        Ends "ends" "Title at the start, number at the end."
        Rail "rail" "Under the rail."
        Center "center" "In the middle."
        Top "top" "Over the page, as a running line."
        Block "block" "In a title block."
    }
    /// What the foot stands in.
    FootMark {
        None "none" "Nothing."
        Wave "wave" "A wave."
    }
    /// The page number.
    FootNumber {
        Plain "plain" "6"
        Of "of" "6 / 12"
        Padded "padded" "06"
        Pill "pill" "On a pill."
        Total "total" "6 of 12, in words."
    }
    /// The preferred arrangement of a list.
    PreferList {
        Grid "grid" "Plates in two columns."
        Rows "rows" "Rows with large numbers."
        Columns "columns" "Columns."
        Bars "bars" "Bars with the number on a square."
    }
    /// The preferred arrangement of key figures.
    PreferFigures {
        Row "row" "In a row."
        Stack "stack" "One below the other."
        Lead "lead" "The first on a block, the others beside it."
    }
    /// The preferred arrangement of a process.
    PreferProcess {
        Row "row" "Arrows in a row."
        Rows "rows" "Rows that step in."
        Arc "arc" "On an arc."
        Chevrons "chevrons" "A band of chevrons."
        Zigzag "zigzag" "Shapes up and down."
        Boxes "boxes" "Boxes with arrows."
    }
    /// The drawing behind slides that have no form of their own.
    Ornament {
        Waves "waves" "Waves along the lower edge."
        Frame "frame" "A thin frame."
        CutOuts "cut-outs" "An arch and discs cut from paper."
        Orbits "orbits" "Orbits with planets."
        Block "block" "A block of the accent along the edge."
        Paper "paper" "Pieces of paper along the edges."
        Drafting "drafting" "A dimension line."
        Bar "bar" "A bar along the edge."
        None "none" "None."
    }
}

/// Makes the groups of tokens and the voice from one table. A row is a field, its key, its type, its default, the
/// bounds of its numbers (if it has any) and what it does.
macro_rules! voice {
    ($($group:ident $key:literal $name:ident { $($field:ident $token:literal $kind:ty = $default:expr,
        $([$bounds:expr])? $about:literal)* })*) => {
        $(
            #[doc = concat!("The tokens of the group `", $key, "`.")]
            #[derive(Debug, Clone, PartialEq)]
            pub struct $name {
                $(#[doc = $about] pub $field: $kind,)*
            }

            impl Default for $name {
                fn default() -> Self {
                    Self { $($field: $default,)* }
                }
            }

            impl $name {
                fn read(raw: &DeclaredObject) -> ReadResult<Self> {
                    raw.only(&[$($token),*])?;
                    let mut group = Self::default();
                    $(if let Some(value) = raw.get($token) {
                        let bounds = bounds!($($bounds)?);
                        match TokenValue::read(value, bounds) {
                            Ok(value) => group.$field = value,
                            Err(fault) => return wrong(raw.path($token), fault),
                        }
                    })*
                    Ok(group)
                }

                /// All tokens of the group as they are declared.
                fn declared(&self) -> Content {
                    [$(($token.to_owned(), TokenValue::declared(&self.$field)),)*].into_iter().collect()
                }
            }
        )*

        /// The voice of a theme: its tokens by group.
        #[derive(Debug, Clone, Default, PartialEq)]
        pub struct Voice {
            $(#[doc = concat!("The group `", $key, "`.")] pub $group: $name,)*
            /// Backdrops by registry key of the slide type, for slides that choose none.
            pub backdrops: BTreeMap<String, Backdrop>,
        }

        impl Voice {
            /// The groups in declarations, beside `backdrop` and the tokens without a group.
            const GROUPS: &[&str] = &[$($key),*];

            /// All tokens in groups, in order.
            pub fn tokens() -> Vec<TokenDeclaration> {
                vec![$($(TokenDeclaration {
                    group: $key,
                    name: $token,
                    kind: <$kind as TokenValue>::kind(bounds!($($bounds)?)),
                    about: $about,
                },)*)*]
            }

            fn read_groups(raw: &DeclaredObject) -> ReadResult<Self> {
                let mut voice = Self::default();
                $(if raw.get($key).is_some() {
                    voice.$group = $name::read(&raw.object($key)?)?;
                })*
                Ok(voice)
            }

            fn declared_groups(&self) -> Content {
                let groups = [$(($key.to_owned(), self.$group.declared()),)*];
                groups.into_iter().map(|(group, tokens)| (group, Value::Object(tokens))).collect()
            }
        }
    };
}

macro_rules! bounds {
    () => {
        NO_BOUNDS
    };
    ($bounds:expr) => {
        $bounds
    };
}

voice! {
    page "page" PageTokens {
        form "form" PageForm = PageForm::Plain, "What a page carries besides its content."
    }
    head "head" HeadTokens {
        place "place" HeadPlace = HeadPlace::Top, "Where the head stands."
        align "align" TextAlign = TextAlign::Left, "Alignment of title, supporting line and closing line."
        steps "steps" TextSteps = vec![72.0, 64.0, 56.0], [36.0..=160.0] "Sizes of titles."
        leading "lead" f32 = 1.08, [0.8..=1.6] "Line height of titles, as a factor of their size."
        tracking "track" f32 = -0.02, [-0.1..=0.2] "Letter spacing of titles, as a factor of their size."
        overline "overline" Overline = Overline::None, "The line over a title."
        number "number" HeadNumber = HeadNumber::None, "The number beside a title."
        rule "rule" HeadRule = HeadRule::None, "The rule of the head."
        mark "mark" HeadMark = HeadMark::None, "How titles are marked."
    }
    text "text" TextTokens {
        lead "lead" TextLead = TextLead::Same, "The first paragraph of a text."
        lead_scale "leadScale" f32 = 1.0, [1.0..=1.4] "Size of that paragraph, as a factor of the others."
        rule "rule" f32 = 2.0, [1.0..=12.0] "Width of the rules between bullets."
        floor "floor" f32 = 36.0, [36.0..=40.0] "The least size of running text."
        bullets "bullets" TextBullets = TextBullets::Plain, "What stands around the bullets of a text."
    }
    plate "plate" PlateTokens {
        form "form" PlateForm = PlateForm::Filled, "How plates are drawn."
        radius "radius" f32 = 24.0, [0.0..=96.0] "Corner radius of plates."
        stroke "stroke" f32 = 0.0, [0.0..=16.0] "Width of the line of plates."
        pad "pad" f32 = 48.0, [0.0..=96.0] "Space between the edge of a plate and its text."
        align "align" TextAlign = TextAlign::Left, "Alignment of entries without bullets."
    }
    marker "marker" MarkerTokens {
        bullet "bullet" Bullet = Bullet::Disc, "The marker of a point."
        numeral "numeral" Numeral = Numeral::Disc, "The number of an entry."
    }
    figure "figure" FigureTokens {
        face "face" FigureFace = FigureFace::Heading, "The face of figures."
        color "color" FigureColor = FigureColor::Accent, "The colour of figures."
        unit "unit" f32 = 0.4, [0.3..=0.45] "Size of the unit, as a share of the figure."
        unit_face "unitFace" UnitFace = UnitFace::Body, "The face of units."
        deco "deco" FigureDeco = FigureDeco::None, "What decorates a figure."
    }
    emphasis "emphasis" EmphasisTokens {
        form "form" EmphasisForm = EmphasisForm::Fill, "How the leading entry is marked."
        color "color" EmphasisColor = EmphasisColor::Accent, "The colour of emphasis."
        share "share" f32 = 1.0, [1.0..=1.5] "Size of the leading entry, as a factor of the others."
        mark "mark" EmphasisMark = EmphasisMark::None, "What the leading plate carries."
    }
    picture "picture" PictureTokens {
        form "form" PictureForm = PictureForm::Bleed, "How pictures are framed."
        radius "radius" f32 = 0.0, [0.0..=96.0] "Corner radius of inset pictures."
        tilt "tilt" f32 = 0.0, [-6.0..=6.0] "Degrees by which a print is turned."
        caption "caption" PictureCaption = PictureCaption::Below, "Where captions stand."
    }
    chart "chart" ChartTokens {
        grid "grid" ChartGrid = ChartGrid::Hairlines, "The lines behind a chart."
        line "line" f32 = 8.0, [2.0..=20.0] "Width of lines."
        second "second" ChartSecond = ChartSecond::Solid, "The second series of a line chart."
        join "join" ChartJoin = ChartJoin::Round, "Corners and ends of lines."
        pattern "pattern" bool = false, "Whether parts differ by hatch as well as colour."
        point "point" ChartPoint = ChartPoint::End, "The points of a line."
        area "area" f32 = 0.12, [0.0..=0.25] "Opacity of the area under the first line."
        bar_width "barWidth" f32 = 0.62, [0.2..=0.95] "Width of bars, as a share of their slot."
        bar_radius "barRadius" f32 = 16.0, [0.0..=400.0] "Radius of the free ends of bars."
        bars "bars" ChartBars = ChartBars::One, "How bars are filled."
        label "label" ChartLabel = ChartLabel::End, "The name of a series at its end."
    }
    table "table" TableTokens {
        form "form" TableForm = TableForm::Soft, "How tables are drawn."
    }
    quote "quote" QuoteTokens {
        form "form" QuoteForm = QuoteForm::Mark, "How quotes are drawn."
        align "align" TextAlign = TextAlign::Left, "Alignment of quotes."
        steps "steps" TextSteps = vec![160.0, 144.0, 128.0, 112.0, 96.0, 80.0, 72.0, 64.0], [36.0..=400.0]
            "Sizes of quotes."
    }
    opener "opener" OpenerTokens {
        form "form" OpenerForm = OpenerForm::Horizon, "How a section opener is drawn."
        numeral "numeral" OpenerNumeral = OpenerNumeral::Arabic, "The number of a section."
        steps "steps" TextSteps = vec![168.0, 144.0, 120.0, 96.0], [36.0..=400.0] "Sizes of titles of sections."
    }
    title "title" TitleTokens {
        form "form" TitleForm = TitleForm::Horizon, "How the title slide is drawn."
        steps "steps" TextSteps = vec![304.0, 272.0, 240.0, 208.0, 192.0, 168.0, 144.0, 120.0, 96.0], [36.0..=400.0]
            "Sizes of the title of the deck."
    }
    closing "closing" ClosingTokens {
        form "form" TitleForm = TitleForm::Horizon, "How the closing is drawn."
    }
    foot "foot" FootTokens {
        place "place" FootPlace = FootPlace::Ends, "Where the foot stands."
        rule "rule" bool = false, "Whether a rule stands over the foot."
        mark "mark" FootMark = FootMark::None, "What the foot stands in."
        number "number" FootNumber = FootNumber::Plain, "The page number."
        size "size" f32 = 24.0, [24.0..=36.0] "Size of the foot."
    }
    prefer "prefer" PreferTokens {
        list "list" PreferList = PreferList::Grid, "The preferred arrangement of a list."
        figures "figures" PreferFigures = PreferFigures::Row, "The preferred arrangement of key figures."
        process "process" PreferProcess = PreferProcess::Row, "The preferred arrangement of a process."
    }
    other "" OtherTokens {
        source "source" f32 = 28.0, [24.0..=36.0] "Size of closing lines and sources."
        contrast "contrast" f32 = 4.5, [4.5..=7.0] "The least contrast of text."
        ornament "ornament" Ornament = Ornament::Waves, "The drawing behind slides that have no form of their own."
    }
}

impl Voice {
    /// Reads a voice. Backdrops name slide types of the registry.
    pub(super) fn read(raw: &DeclaredObject, registry: &Registry) -> ReadResult<Self> {
        const UNGROUPED: [&str; 3] = ["source", "contrast", "ornament"];
        let groups = Self::GROUPS.iter().copied().filter(|group| !group.is_empty());
        raw.only(&groups.chain(["backdrop"]).chain(UNGROUPED).collect::<Vec<_>>())?;
        let mut voice = Self::read_groups(raw)?;
        let ungrouped = raw.members.iter().filter(|(key, _)| UNGROUPED.contains(&key.as_str()));
        let ungrouped = ungrouped.map(|(key, value)| (key.clone(), value.clone())).collect();
        voice.other = OtherTokens::read(&DeclaredObject::empty(&ungrouped, raw.at()))?;
        if raw.get("backdrop").is_some() {
            let backdrops = raw.object("backdrop")?;
            for key in backdrops.members.keys() {
                if registry.by_key(key).is_none() {
                    return wrong(backdrops.path(key), format!("`{key}` is not a known slide type"));
                }
                let chosen = backdrops.member(key)?;
                let backdrop = chosen.as_str().and_then(Backdrop::parse);
                match backdrop {
                    Some(backdrop) => voice.backdrops.insert(key.clone(), backdrop),
                    None => return wrong(backdrops.path(key), unknown_word(chosen, Backdrop::WORDS)),
                };
            }
        }
        Ok(voice)
    }

    /// The voice as it is declared, with every token.
    pub fn declaration(&self) -> Content {
        let mut declared = self.declared_groups();
        if let Some(Value::Object(ungrouped)) = declared.shift_remove("") {
            declared.extend(ungrouped);
        }
        let backdrops = self.backdrops.iter().map(|(key, backdrop)| (key.clone(), backdrop.word().into()));
        declared.insert("backdrop".to_owned(), Value::Object(backdrops.collect()));
        declared
    }

    /// The tokens whose value is one of some words: their names as `group.token`, with the words.
    pub fn words() -> BTreeMap<String, &'static [&'static str]> {
        let words = |token: TokenDeclaration| match token.kind {
            TokenKind::Word(words) if token.group.is_empty() => Some((token.name.to_owned(), words)),
            TokenKind::Word(words) => Some((format!("{}.{}", token.group, token.name), words)),
            _ => None,
        };
        Self::tokens().into_iter().filter_map(words).collect()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(declared: &Value) -> ReadResult<Voice> {
        Voice::read(&DeclaredObject::new(declared, "voice")?, Registry::core())
    }

    #[test]
    fn an_absent_token_has_its_default() {
        let voice = read(&json!({ "plate": { "form": "cut" }, "source": 32 })).expect("a voice");
        assert_eq!((voice.plate.form, voice.plate.radius), (PlateForm::Cut, 24.0));
        assert_eq!((voice.other.source, voice.head.steps), (32.0, vec![72.0, 64.0, 56.0]));
        assert_eq!(read(&json!({})), Ok(Voice::default()));
    }

    #[test]
    fn unknown_names_and_values_are_rejected_by_name() {
        for (declared, path, fault) in [
            (json!({ "plates": {} }), "voice.plates", "unknown key `plates`"),
            (json!({ "plate": { "colour": 1 } }), "voice.plate.colour", "unknown key `colour`"),
            (
                json!({ "plate": { "form": "round" } }),
                "voice.plate.form",
                "unknown value `round`; the values are filled,",
            ),
            (json!({ "plate": { "radius": 200 } }), "voice.plate.radius", "expected a number from 0 to 96, got `200`"),
            (json!({ "head": { "steps": [64, 72] } }), "voice.head.steps", "expected 1 to 12 sizes, the largest first"),
            (json!({ "foot": { "rule": "yes" } }), "voice.foot.rule", "expected true or false"),
            (json!({ "contrast": 3 }), "voice.contrast", "expected a number from 4.5 to 7"),
            (
                json!({ "backdrop": { "none-slide": "deep" } }),
                "voice.backdrop.none-slide",
                "`none-slide` is not a known",
            ),
            (
                json!({ "backdrop": { "title-slide": "lime" } }),
                "voice.backdrop.title-slide",
                "unknown value `lime`; the values are base, tint, deep, accent, gradient",
            ),
        ] {
            let (at, said) = read(&declared).expect_err("a fault");
            assert!(at == path && said.starts_with(fault), "{declared}: {at}: {said}");
        }
    }

    #[test]
    fn a_declaration_has_every_token_and_reads_as_the_same_voice() {
        for theme in crate::Themes::core().iter() {
            let declared = Value::Object(theme.voice.declaration());
            assert_eq!(read(&declared).as_ref(), Ok(&theme.voice), "{}", theme.id);
        }
        let declared = Value::Object(Voice::default().declaration());
        assert_eq!(declared["chart"]["barWidth"], json!(0.62));
        assert_eq!((&declared["plate"]["radius"], &declared["foot"]["rule"]), (&json!(24), &json!(false)));
        assert_eq!((&declared["ornament"], &declared["backdrop"]), (&json!("waves"), &json!({})));
        for token in Voice::tokens() {
            let group = if token.group.is_empty() { &declared } else { &declared[token.group] };
            assert!(!group[token.name].is_null(), "{}.{}", token.group, token.name);
        }
    }

    #[test]
    fn the_words_of_a_token_are_listed_by_its_name() {
        let words = Voice::words();
        assert_eq!(words["head.place"], ["top", "rail", "band"]);
        assert_eq!(words["ornament"].len(), 9);
        assert!(!words.contains_key("plate.radius"));
    }

    #[test]
    fn every_token_is_listed_once() {
        let tokens = Voice::tokens();
        assert!(tokens.len() > 60, "{}", tokens.len());
        for (index, token) in tokens.iter().enumerate() {
            let is_same = |other: &TokenDeclaration| (other.group, other.name) == (token.group, token.name);
            assert!(!tokens[..index].iter().any(is_same), "{}.{}", token.group, token.name);
        }
    }
}
