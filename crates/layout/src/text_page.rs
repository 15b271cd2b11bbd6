//! Free text as the content of a page: one statement, or paragraphs and lists in one or two columns.
//!
//! Used by text slides, by the static form of custom HTML and by the generic drawing of other types.

use deck::Block;
use deck::voice::{HeadPlace, PageForm, TextAlign, TextLead};
use scene::{Align, NodeRole, Px, Rect};

use crate::body::{Body, BodySource, BodyStyle};
use crate::diagram::number;
use crate::fit::{Chosen, Composition, FittedSize, Step, StepLimits, choose};
use crate::frame::{FULL_WIDTH, HEAD_TOP, MARGIN};
use crate::head::{BodyArea, PageOptions};
use crate::pen::Emphasis;
use crate::sheet::Sheet;
use crate::text::{BlockOptions, TextBlock};

/// Sizes of a statement.
const STATEMENT: [f32; 8] = [144.0, 136.0, 128.0, 120.0, 112.0, 104.0, 96.0, 88.0];
/// The longest statement, in characters.
const LONGEST_STATEMENT: usize = 140;
/// Size of a title that is the label of a statement.
const LABEL: f32 = 48.0;
/// Distance from the top of such a title to BODY.
const BELOW_LABEL: f32 = 99.0;
/// Sizes of a supporting line below such a title.
const SUPPORT: [f32; 2] = [40.0, 36.0];
/// Space above such a supporting line.
const ABOVE_SUPPORT: f32 = 8.0;
/// Size at which running text is shaped.
const SHAPED: f32 = 64.0;
/// The maximum number of blocks for which the largest sizes are tried.
const FEW_BLOCKS: usize = 5;
/// Maximum factor of the gaps when there is spare height: with few blocks, and otherwise.
const MAX_GAPS: (f32, f32) = (2.7, 2.0);
/// Maximum factor of the gaps with up to three blocks.
const MAX_GAP_OF_THREE: f32 = 3.6;
/// Width of a column, and the left edge of the second.
const COLUMN: (f32, f32) = (816.0, 1008.0);
/// Space between the texts of two fields, in ems.
const BETWEEN_FIELDS: f32 = 0.6;
/// Running text is at most this fraction of the title's size.
const BELOW_TITLE: f32 = 0.9;

const FEW: [Step; 1] = [Step::one(64.0)];
const SOME: [Step; 4] = [Step::one(60.0), Step::one(56.0), Step::one(52.0), Step::one(48.0)];
const ONE_COLUMN: [Step; 3] = [Step::one(44.0), Step::one(40.0), Step::one(36.0)];
/// Steps of two columns: those above 48 only where the author wants two.
const TWO_COLUMNS: [Step; 7] = [
    Step::one(60.0),
    Step::one(56.0),
    Step::one(52.0),
    Step::one(48.0),
    Step::one(44.0),
    Step::one(40.0),
    Step::one(36.0),
];
/// The maximum height of the higher of two columns, as a share of the height of the whole text in one column of that
/// width.
const MAX_UNEVEN: f32 = 0.68;

/// Sizes of a text that would be truncated, when it is tried with the other number of columns.
const LAST_STEPS: [Step; 3] = [Step::one(32.0), Step::one(28.0), Step::one(24.0)];
/// Factor of the gaps at these sizes.
const LAST_GAP: f32 = 0.5;

/// The author's choices for a text page.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct TextChoices<'a> {
    /// `one-column`, `two-column` or nothing.
    pub(crate) layout: &'a str,
    /// `comfortable`, `compact` or nothing.
    pub(crate) density: &'a str,
}

/// How a text is arranged.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Arrangement {
    /// In one column, with the bullets of the voice. `has_lead` puts the first paragraph in the heading face.
    Decorated { has_lead: bool, max_gap: f32 },
    /// In one column without decoration.
    Plain,
    /// In two columns.
    TwoColumns,
}

/// The bodies of all fields in each arrangement that is tried, shaped when first needed.
struct Bodies<'a> {
    sources: &'a [BodySource],
    plain: Vec<Body>,
    decorated: Option<Vec<Body>>,
    lead: Option<Vec<Body>>,
    starts_with_paragraph: bool,
}

/// The only paragraph of a text, if it is short enough for a statement.
fn statement_of(blocks: &[Block]) -> Option<&[deck::Inline]> {
    match blocks {
        [Block::Paragraph(words)] if deck::plain_inlines(words).chars().count() <= LONGEST_STATEMENT => Some(words),
        _ => None,
    }
}

impl Sheet<'_> {
    /// Draws a text of one short paragraph as a statement with the title as its label, and the supporting line below that.
    /// Returns false, and draws nothing, for other texts and where it does not fit.
    pub(crate) fn draw_statement(&mut self, title: &str, support: &str, source: &BodySource) -> bool {
        let Some(words) = statement_of(&source.blocks) else { return false };
        let start = self.nodes.len();
        let found = self.findings.len();
        let area = self.open_statement(title, support);
        let (width, room) = (area.width, area.height());
        let align = if self.look.voice.head.align == TextAlign::Center { Align::Center } else { self.start_align() };
        let pen = self.text_statement_pen().align(align);
        let accent = self.surface.link;
        let step = deck::body_pieces(&source.blocks).first().map(|piece| piece.step);
        let mut paragraph = scene::Paragraph { step, source: source.first_range(), ..pen.inlines(words) };
        paragraph.runs.iter_mut().filter(|run| run.style.strong).for_each(|run| run.style.color = accent);
        let mut block = TextBlock::balanced(self.typesetter, paragraph);
        let at = |size: f32| BlockOptions { width: Px(width), scale: size / STATEMENT[0], gap: 1.0 };
        let size = STATEMENT.into_iter().find(|size| {
            block.height(self.typesetter, at(*size)).0 <= room && !block.breaks_words(self.typesetter, at(*size))
        });
        let Some(size) = size else {
            self.nodes.truncate(start);
            self.findings.truncate(found);
            return false;
        };
        let text = block.text(self.typesetter, at(size), Px(room), usize::MAX);
        let height = text.height().0;
        let frame = self.rect(area.x, area.optical_top(height), width, height);
        self.push_text(frame, text, NodeRole::Body, Some(&source.field));
        true
    }

    /// Draws the title of a slide without other content as a statement, with the supporting line below it.
    pub(crate) fn draw_title_statement(&mut self, title: &str, support: &str) {
        let (align, top) = (self.head_align(), self.statement_top());
        let words = self.text(title);
        let room = 984.0 - top;
        let below = if support.is_empty() { "" } else { self.text(support) };
        let pen = self.body().size(LABEL).leading(1.25).color(self.surface.muted).align(align);
        let support_text =
            (!below.is_empty()).then(|| self.short_text(pen.plain(below), Px(1440.0), &[LABEL, 40.0, 36.0], 3));
        let added = support_text.as_ref().map_or(0.0, |text| text.height().0 + 40.0);
        let paragraph = self.text_statement_pen().align(align).plain(words);
        let text = self.headline(paragraph, Px(FULL_WIDTH), &[144.0, 128.0, 112.0, 96.0, 88.0, 72.0], (3, 4));
        let height = text.height().0;
        let y = top + (room - height - added).max(0.0) * 0.45;
        let frame = self.rect(MARGIN, y, FULL_WIDTH, height);
        self.push_text(frame, text, NodeRole::Title, Some(title));
        if let Some(text) = support_text {
            let x = if align == Align::Center { MARGIN + (FULL_WIDTH - 1440.0) / 2.0 } else { MARGIN };
            let frame = self.rect(x, y + height + 40.0, 1440.0, text.height().0);
            self.push_text(frame, text, NodeRole::Subtitle, Some(support));
        }
    }

    fn text_statement_pen(&self) -> crate::pen::Pen {
        let heading = self.heading();
        let emphasis = Emphasis::Color(self.surface.link);
        let tracking = self.look.voice.head.tracking;
        crate::pen::Pen { emphasis, ..heading.size(STATEMENT[0]).leading(1.06) }.spaced(tracking)
    }

    fn statement_top(&self) -> f32 {
        if self.look.voice.page.form == PageForm::Running { 136.0 } else { HEAD_TOP }
    }

    /// Draws the title as a label and returns BODY. With a long title, a rail or a band, HEAD is drawn instead.
    fn open_statement(&mut self, title: &str, support: &str) -> BodyArea {
        let options = PageOptions { title, support, ..PageOptions::default() };
        let words = if title.is_empty() { "" } else { self.text(title) };
        if words.is_empty() || self.look.voice.head.place != HeadPlace::Top {
            return self.open_page(options);
        }
        let pen = self.heading().size(LABEL).leading(1.1).color(self.surface.link).align(self.head_align());
        let mut block = TextBlock::balanced(self.typesetter, pen.plain(words));
        let width = Px(if self.has_corner_logo { FULL_WIDTH - 200.0 } else { FULL_WIDTH });
        if block.lines(self.typesetter, BlockOptions::width(width)) > 2 {
            return self.open_page(options);
        }
        let text = block.text(self.typesetter, BlockOptions::width(width), Px(f32::MAX), 2);
        let mut area = self.page_without_head();
        let top = self.statement_top();
        let frame = self.rect(MARGIN, top, width.0, text.height().0);
        self.push_text(frame, text, NodeRole::Title, Some(title));
        let mut bottom = frame.bottom().0;
        if !support.is_empty() && !self.text(support).is_empty() {
            let pen = self.body().size(SUPPORT[0]).leading(1.25).color(self.surface.muted).align(self.head_align());
            let text = self.short_text(pen.plain(self.text(support)), width, &SUPPORT, 2);
            let frame = self.rect(MARGIN, bottom + ABOVE_SUPPORT, width.0, text.height().0);
            bottom = frame.bottom().0;
            self.push_text(frame, text, NodeRole::Subtitle, Some(support));
        }
        area.top = (top + BELOW_LABEL).max(bottom + BELOW_LABEL / 2.0);
        area
    }

    /// Draws the texts of some fields below one another in BODY, and returns where they end. `bottom` is the end of the
    /// room for them.
    pub(crate) fn draw_texts(
        &mut self,
        area: &BodyArea,
        bottom: f32,
        sources: &[BodySource],
        choices: TextChoices<'_>,
    ) -> f32 {
        let mut bodies = Bodies::new(self, sources);
        if bodies.plain.is_empty() {
            return area.top;
        }
        let chosen = choose_arrangement(self, &mut bodies, area, bottom, choices);
        draw_chosen(self, bodies, area, bottom, chosen)
    }
}

impl<'a> Bodies<'a> {
    fn new(sheet: &mut Sheet<'_>, sources: &'a [BodySource]) -> Bodies<'a> {
        let plain = shaped(sheet, sources, BodyStyle::plain(sheet, SHAPED));
        let first = sources.first().and_then(|source| source.blocks.first());
        let starts_with_paragraph = matches!(first, Some(Block::Paragraph(_)));
        Bodies { sources, plain, decorated: None, lead: None, starts_with_paragraph }
    }

    /// The bodies in the style of an arrangement.
    fn of(&mut self, sheet: &mut Sheet<'_>, arrangement: Arrangement) -> &mut Vec<Body> {
        let plain = BodyStyle::plain(sheet, SHAPED);
        let decorated = BodyStyle { bullets: sheet.look.voice.text.bullets, ..plain };
        match arrangement {
            Arrangement::Decorated { has_lead: true, .. } => {
                let style = BodyStyle { has_lead: true, ..decorated };
                self.lead.get_or_insert_with(|| shaped(sheet, self.sources, style))
            }
            Arrangement::Decorated { .. } if decorated.bullets != plain.bullets => {
                self.decorated.get_or_insert_with(|| shaped(sheet, self.sources, decorated))
            }
            _ => &mut self.plain,
        }
    }
}

/// The bodies of all fields that are not empty. Only the first may have a lead.
fn shaped(sheet: &mut Sheet<'_>, sources: &[BodySource], style: BodyStyle) -> Vec<Body> {
    let bodies = sources.iter().enumerate().map(|(index, source)| {
        let style = BodyStyle { has_lead: style.has_lead && index == 0, ..style };
        Body::styled(sheet, source, style)
    });
    bodies.filter(|body| !body.is_empty()).collect()
}

fn columns(sheet: &Sheet<'_>, area: &BodyArea, bottom: f32, arrangement: Arrangement) -> Vec<Rect> {
    let height = bottom - area.top;
    match arrangement {
        Arrangement::TwoColumns => {
            let width = area.wide(COLUMN.0);
            [area.x, area.at(COLUMN.1)].map(|x| sheet.rect(x, area.top, width, height)).to_vec()
        }
        _ => vec![sheet.rect(area.x, area.top, area.width, height)],
    }
}

/// Height of all bodies below one another; in two columns, that of the higher column.
fn height(sheet: &mut Sheet<'_>, bodies: &mut [Body], columns: &[Rect], fitted: FittedSize) -> f32 {
    let between = fitted.step * BETWEEN_FIELDS * fitted.gap * number(bodies.len().saturating_sub(1));
    bodies.iter_mut().map(|body| body.column_height(sheet, columns, fitted).0).sum::<f32>() + between
}

fn choose_arrangement(
    sheet: &mut Sheet<'_>,
    bodies: &mut Bodies<'_>,
    area: &BodyArea,
    bottom: f32,
    choices: TextChoices<'_>,
) -> Chosen<Arrangement> {
    let blocks: usize = bodies.plain.iter().map(Body::len).sum();
    let max_size = match choices.density {
        "comfortable" => 56.0,
        "compact" => 44.0,
        _ => f32::MAX,
    };
    let allowed = |steps: &[Step]| steps.iter().copied().filter(|step| step.title <= max_size).collect::<Vec<Step>>();
    let (few, some, one, two) = (
        allowed(&FEW),
        allowed(&SOME),
        allowed(&ONE_COLUMN),
        allowed(if choices.layout == "two-column" { &TWO_COLUMNS } else { &TWO_COLUMNS[3..] }),
    );
    let (is_one, is_two) = (choices.layout == "one-column", choices.layout == "two-column" && blocks > 1);
    let may_lead = sheet.look.voice.text.lead == TextLead::Heading && blocks > 1 && bodies.starts_with_paragraph;
    let decorated = |has_lead, max_gap| Arrangement::Decorated { has_lead, max_gap };
    let mut compositions = Vec::new();
    let max_gap = if blocks <= 3 { MAX_GAP_OF_THREE } else { MAX_GAPS.0 };
    for (steps, max_gap, suits) in [(&few, max_gap, blocks <= FEW_BLOCKS), (&some, MAX_GAPS.1, true)] {
        if may_lead {
            compositions.push(Composition::new(decorated(true, max_gap), steps).when(suits).unless(is_two));
        }
        compositions.push(Composition::new(decorated(false, max_gap), steps).when(suits).unless(is_two));
    }
    let may_split = bodies.plain.len() == 1 && blocks > 1;
    compositions.push(Composition::new(Arrangement::Plain, &one).unless(is_two || (!is_one && may_split)));
    if may_split {
        compositions.push(Composition::new(Arrangement::TwoColumns, &two).unless(is_one));
    }
    let limits = StepLimits { title: f32::MAX, ..sheet.step_limits(area) };
    let largest = (area.title_size * BELOW_TITLE).max(48.0);
    let mut fits = |arrangement: Arrangement, step: Step, gap: f32| {
        let size = step.title;
        if size > largest {
            return false;
        }
        let columns = columns(sheet, area, bottom, arrangement);
        let width = columns[0].width;
        let fitted = FittedSize { step: size, gap };
        let bodies = bodies.of(sheet, arrangement);
        let has_short_lead = match (arrangement, bodies.first_mut()) {
            (Arrangement::Decorated { has_lead: true, .. }, Some(body)) => {
                body.first_block_lines(sheet, width, size) <= 2
            }
            _ => true,
        };
        let is_uneven = arrangement == Arrangement::TwoColumns && !is_two && size >= ONE_COLUMN[2].title && {
            let whole: f32 = bodies.iter_mut().map(|body| body.height(sheet, width, fitted).0).sum();
            height(sheet, bodies, &columns, fitted) > whole * MAX_UNEVEN
        };
        has_short_lead
            && !is_uneven
            && height(sheet, bodies, &columns, fitted) <= bottom - area.top + 0.5
            && !bodies.iter_mut().any(|body| body.breaks_words(sheet, width, size))
    };
    let found = choose(limits, &compositions, None, &mut fits);
    // Rather than truncate the text, use the other number of columns.
    let other = match found.arrangement {
        Arrangement::Plain => Arrangement::TwoColumns,
        _ => Arrangement::Plain,
    };
    if may_split && !fits(found.arrangement, found.step, found.gap) {
        let mut steps = LAST_STEPS.into_iter();
        if let Some(step) = steps.find(|step| fits(other, *step, LAST_GAP)) {
            return Chosen { arrangement: other, step, gap: LAST_GAP };
        }
    }
    found
}

fn draw_chosen(
    sheet: &mut Sheet<'_>,
    mut bodies: Bodies<'_>,
    area: &BodyArea,
    bottom: f32,
    chosen: Chosen<Arrangement>,
) -> f32 {
    let Chosen { arrangement, step, gap } = chosen;
    let columns = columns(sheet, area, bottom, arrangement);
    let mut bodies = std::mem::take(bodies.of(sheet, arrangement));
    let size = step.title;
    let room = bottom - area.top;
    let max_gap = match arrangement {
        Arrangement::Decorated { max_gap, .. } => max_gap,
        _ => MAX_GAPS.1,
    };
    let mut fitted = FittedSize { step: size, gap };
    if gap >= 1.0 {
        fitted.gap = max_gap;
        while fitted.gap > 1.0 && height(sheet, &mut bodies, &columns, fitted) > room {
            fitted.gap = (fitted.gap - 0.1).max(1.0);
        }
    }
    let total = height(sheet, &mut bodies, &columns, fitted);
    // A text that leaves much of BODY empty is placed in its optical middle.
    let spare = (room - total).max(0.0);
    let top = if total < room * 0.7 && arrangement != Arrangement::TwoColumns { spare * 0.4 } else { 0.0 };
    if arrangement == Arrangement::TwoColumns {
        let line = sheet.rect(area.at(959.0), area.top, 2.0, total.min(room));
        sheet.nodes.push(Sheet::shape(line, sheet.surface.line, Px::ZERO));
    }
    let mut y = area.top + top;
    for body in bodies {
        let placed = |column: &Rect| Rect { y: Px(y), height: Px(bottom - y), ..*column };
        let placed: Vec<Rect> = columns.iter().map(placed).collect();
        y = body.draw(sheet, &placed, fitted).0 + size * BETWEEN_FIELDS * fitted.gap;
    }
    y - size * BETWEEN_FIELDS * fitted.gap
}
