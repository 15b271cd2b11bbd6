//! Findings: problems that layout reports to the author. None of them stops layout.

use std::fmt;

use deck::{Remark, RemarkValue, SlideId};

/// A problem, with the slide and field it is in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Id of the slide.
    pub slide: SlideId,
    /// Path of the field, such as `body` or `items.2.title`.
    pub field: String,
    /// The kind of problem.
    pub kind: FindingKind,
}

/// The kinds of findings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FindingKind {
    /// The text does not fit at the smallest font size and is truncated.
    Overflow,
    /// No font has these characters; each is drawn as an empty box.
    MissingGlyphs(String),
    /// A formula is not understood, for this reason; it is drawn as the author wrote it.
    FormulaFault(String),
    /// A diagram is not understood, for this reason; it is drawn as the author wrote it.
    DiagramFault(String),
    /// A build step of code cannot be shown, for this reason; it dims nothing.
    CodeStepFault(String),
    /// The picture with this address is missing or cannot be drawn.
    MissingPicture(String),
    /// The picture with this URL is on another server. It is never fetched, so only HTML output shows it.
    ExternalPicture(String),
    /// The data of a chart cannot be drawn as asked, for this reason; it is drawn in another way.
    ChartFault(String),
    /// A binding to data has no value or a stale one, for this reason.
    Unbound(String),
    /// Custom HTML is drawn without its styles in all outputs except HTML.
    Simplified,
    /// Text that the audience must be able to read is too small for a hall: it has this many points.
    SmallType(u16),
    /// Most of the page is empty.
    EmptyPage,
    /// The page holds more text than an audience can read.
    CrowdedPage,
    /// A column is far longer than the one beside it.
    UnevenColumns,
    /// The page has this many sizes of type.
    TooManySizes(usize),
    /// Two edges are this many px apart and look as if they were meant to meet.
    NearMiss(u16),
    /// Text is hard to read on what is painted behind it: the contrast ratio in tenths.
    LowContrast(u16),
    /// The slide is laid out like the two before it.
    SameLayoutThrice,
    /// The slide brings this many kinds of transitions into the deck.
    ManyTransitionKinds(usize),
    /// With this slide, more than one in three has a transition of its own.
    ManyOwnTransitions,
}

impl FindingKind {
    /// The codes of the kinds that a review of the design finds.
    pub const DESIGN_CODES: [&'static str; 10] = [
        "small-type",
        "empty-page",
        "crowded-page",
        "uneven-columns",
        "too-many-sizes",
        "near-miss",
        "low-contrast",
        "same-layout-thrice",
        "many-transition-kinds",
        "many-own-transitions",
    ];

    /// The kind as a remark, with its number as `n`; its contrast ratio as `ratio`.
    pub fn remark(&self) -> Remark {
        let values = match self {
            FindingKind::SmallType(number) | FindingKind::NearMiss(number) => vec![("n", usize::from(*number).into())],
            FindingKind::TooManySizes(number) | FindingKind::ManyTransitionKinds(number) => {
                vec![("n", (*number).into())]
            }
            FindingKind::LowContrast(tenths) => {
                vec![("ratio", RemarkValue::Text(format!("{}.{}", tenths / 10, tenths % 10)))]
            }
            _ => Vec::new(),
        };
        let (code, text) = (self.code(), self.to_string());
        if Self::DESIGN_CODES.contains(&code) { Remark::coded(code, text, values) } else { text.into() }
    }

    /// The name of the kind on the wire.
    pub fn code(&self) -> &'static str {
        match self {
            FindingKind::Overflow => "overflow",
            FindingKind::MissingGlyphs(_) => "missing-glyphs",
            FindingKind::FormulaFault(_) => "formula",
            FindingKind::DiagramFault(_) => "diagram",
            FindingKind::CodeStepFault(_) => "code-steps",
            FindingKind::MissingPicture(_) => "missing-picture",
            FindingKind::ExternalPicture(_) => "external-picture",
            FindingKind::ChartFault(_) => "chart-fault",
            FindingKind::Unbound(_) => "data",
            FindingKind::Simplified => "simplified",
            FindingKind::SmallType(_) => "small-type",
            FindingKind::EmptyPage => "empty-page",
            FindingKind::CrowdedPage => "crowded-page",
            FindingKind::UnevenColumns => "uneven-columns",
            FindingKind::TooManySizes(_) => "too-many-sizes",
            FindingKind::NearMiss(_) => "near-miss",
            FindingKind::LowContrast(_) => "low-contrast",
            FindingKind::SameLayoutThrice => "same-layout-thrice",
            FindingKind::ManyTransitionKinds(_) => "many-transition-kinds",
            FindingKind::ManyOwnTransitions => "many-own-transitions",
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.field.is_empty() {
            write!(f, "{}: ", self.field)?;
        }
        write!(f, "{}", self.kind)
    }
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FindingKind::Overflow => f.write_str("the text does not fit and is cut"),
            FindingKind::MissingGlyphs(letters) => write!(f, "no font has `{letters}`"),
            FindingKind::FormulaFault(reason) => write!(f, "a formula is not drawn: {reason}"),
            FindingKind::DiagramFault(reason) => write!(f, "the diagram is not drawn: {reason}"),
            FindingKind::MissingPicture(source) => write!(f, "the picture `{source}` cannot be drawn"),
            FindingKind::ExternalPicture(source) => write!(f, "the picture `{source}` is shown in HTML alone"),
            FindingKind::ChartFault(reason) => write!(f, "not drawn as asked: {reason}"),
            FindingKind::CodeStepFault(reason) | FindingKind::Unbound(reason) => f.write_str(reason),
            FindingKind::Simplified => f.write_str("simplified outside HTML"),
            FindingKind::SmallType(points) => write!(
                f,
                "text of {points} pt is too small for a hall: split the slide, shorten the text or choose another type"
            ),
            FindingKind::EmptyPage => {
                f.write_str("most of the page is empty: add to it, or choose a type for a short statement")
            }
            FindingKind::CrowdedPage => f.write_str(
                "too much text for one slide: split it, or shorten it and move the rest to the speaker notes",
            ),
            FindingKind::UnevenColumns => {
                f.write_str("far longer than the column beside it: shorten it, or move a part of it to the other one")
            }
            FindingKind::TooManySizes(count) => {
                write!(f, "text in {count} sizes: use fewer levels of headings, or split the slide")
            }
            FindingKind::NearMiss(distance) => {
                write!(f, "misses the edge of its neighbour by {distance} px: choose another layout of the slide")
            }
            FindingKind::LowContrast(tenths) => write!(
                f,
                "hard to read on what is behind it (contrast {}.{}): add an overlay, or choose another picture or background",
                tenths / 10,
                tenths % 10
            ),
            FindingKind::ManyTransitionKinds(count) => {
                write!(f, "the deck has {count} kinds of transitions with this one: keep to two, so that each means something")
            }
            FindingKind::ManyOwnTransitions => f.write_str(
                "more than one slide in three has a transition of its own: keep them for the slides that matter, or give the deck \
                 the transition",
            ),
            FindingKind::SameLayoutThrice => {
                f.write_str("the third slide in a row with this layout: choose another type or layout for one of them")
            }
        }
    }
}
