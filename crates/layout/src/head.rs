//! The frame of a page: HEAD (overline, number, title, supporting line), BODY and the closing line, positioned as the
//! voice of the theme defines.
//!
//! [`Sheet::open_page`] draws HEAD and returns BODY; [`Sheet::close_page`] draws the closing line after the content, so
//! that nodes are in reading order. Coordinates are for a left-to-right deck; [`Sheet::rect`] mirrors them.

use deck::voice::{HeadMark, HeadNumber, HeadPlace, HeadRule, Overline, PageForm, TextAlign};
use scene::{Align, Node, NodeKind, NodeRole, PaletteRole, Px, Rect, Shape, Text, VerticalAlign};

use crate::fit::StepLimits;
use crate::frame::{FULL_WIDTH, HEAD_TOP, MARGIN};
use crate::sheet::Sheet;
use crate::surface::{Ground, MIN_TEXT_CONTRAST};
use crate::text::{BlockOptions, TextBlock};

/// Space below HEAD.
const BELOW_HEAD: f32 = 48.0;
/// Space between title and supporting line.
const ABOVE_SUPPORT: f32 = 12.0;
/// The minimum height of BODY; a title that leaves less is set at a smaller step.
const MIN_BODY: f32 = 480.0;
/// Sizes of a takeaway, each with its maximum number of lines. They are tried before the sizes of other supporting
/// lines.
const TAKEAWAY_STEPS: [(f32, usize); 3] = [(48.0, 1), (44.0, 1), (40.0, 1)];
/// Width by which a logo in the upper right corner narrows HEAD.
const LOGO_ROOM: f32 = 200.0;
/// Bottom of BODY.
pub(crate) const BODY_END: f32 = 984.0;
/// Line height of a closing line.
const CLOSING_LINE: f32 = 36.0;
/// Space between BODY and a closing line.
const ABOVE_CLOSING: f32 = 24.0;
/// Left edge, top, width and bottom of a rail.
const RAIL: (f32, f32, f32, f32) = (MARGIN, 92.0, 500.0, 960.0);
/// Left edge and width of BODY beside a rail.
const BESIDE_RAIL: (f32, f32) = (680.0, 1144.0);
/// Width and height of the number box.
const NUMBER_BOX: (f32, f32) = (136.0, 96.0);
/// Left edge of a title beside the number box.
const BESIDE_NUMBER: f32 = 264.0;

/// The fields and options for HEAD and the closing line of a page.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PageOptions<'a> {
    /// Field of the title.
    pub(crate) title: &'a str,
    /// Field of the supporting line; empty for none.
    pub(crate) support: &'a str,
    /// Field of the closing line; empty for none.
    pub(crate) closing: &'a str,
    /// Maximum number of lines of the title.
    pub(crate) max_title_lines: usize,
    /// Whether a rail becomes a head over the body, because the content needs the width.
    pub(crate) folds_rail: bool,
    /// Whether the largest step of titles is left out, so that the content leads.
    pub(crate) has_smaller_title: bool,
    /// Whether the content begins with a rule of its own, so that the head has none.
    pub(crate) has_rule: bool,
    /// The subject of a supporting line that is a takeaway: larger and strong, in the colour of its subject.
    pub(crate) takeaway: Option<Takeaway>,
}

/// The subject of the takeaway of a chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Takeaway {
    /// Nothing in particular.
    Plain,
    /// What is highlighted.
    Highlight,
    /// A highlighted negative value.
    Negative,
}

impl Default for PageOptions<'_> {
    fn default() -> Self {
        PageOptions {
            title: "title",
            support: "subheading",
            closing: "",
            max_title_lines: 3,
            folds_rail: false,
            has_smaller_title: false,
            has_rule: false,
            takeaway: None,
        }
    }
}

/// BODY: the area between HEAD, closing line and the margins.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct BodyArea {
    pub(crate) x: f32,
    pub(crate) width: f32,
    pub(crate) top: f32,
    pub(crate) bottom: f32,
    /// Text size of the slide's title; large when there is none.
    pub(crate) title_size: f32,
    /// Whether the slide has a title or a supporting line.
    pub(crate) has_head: bool,
    closing: Option<Closing>,
}

/// A closing line that is measured and not yet drawn.
#[derive(Debug, Clone, PartialEq)]
struct Closing {
    field: String,
    y: f32,
    size: f32,
    lines: usize,
}

impl BodyArea {
    pub(crate) fn height(&self) -> f32 {
        self.bottom - self.top
    }

    /// A horizontal position given for a BODY from 96 with the width 1728.
    pub(crate) fn at(&self, x: f32) -> f32 {
        self.x + (x - MARGIN) * self.width / FULL_WIDTH
    }

    /// A width given for a BODY with the width 1728.
    pub(crate) fn wide(&self, width: f32) -> f32 {
        width * self.width / FULL_WIDTH
    }

    /// Whether BODY has its full width.
    pub(crate) fn is_full_width(&self) -> bool {
        self.width > FULL_WIDTH - 1.0
    }

    /// The top of a block of this height in the optical middle: 45% of the spare height is above it.
    pub(crate) fn optical_top(&self, height: f32) -> f32 {
        self.top + (self.height() - height).max(0.0) * 0.45
    }
}

/// A title or supporting line that is measured and not yet drawn.
struct Measured {
    text: Text,
    size: f32,
}

impl Sheet<'_> {
    /// The bounds of text sizes on a page.
    pub(crate) fn step_limits(&self, body: &BodyArea) -> StepLimits {
        StepLimits { floor: self.look.voice.text.floor, title: body.title_size }
    }

    /// Draws HEAD and returns BODY.
    pub(crate) fn open_page(&mut self, options: PageOptions<'_>) -> BodyArea {
        let has_head = !self.text(options.title).is_empty() || self.has_text(options.support);
        let (bottom, closing) = self.body_bottom_above(options.closing);
        let mut body = BodyArea { bottom, has_head, closing, ..self.page_without_head() };
        if !has_head {
            return body;
        }
        let place = match self.look.voice.head.place {
            HeadPlace::Rail if options.folds_rail || self.text("headerAlign") == "center" => HeadPlace::Top,
            place => place,
        };
        match place {
            HeadPlace::Top => self.draw_top_head(options, &mut body),
            HeadPlace::Rail => self.draw_rail(options, &mut body),
            HeadPlace::Band => self.draw_band(options, &mut body),
        }
        body
    }

    /// BODY of a page without HEAD and closing line.
    pub(crate) fn page_without_head(&mut self) -> BodyArea {
        let (bottom, _) = self.body_bottom_above("");
        let is_running = self.look.voice.page.form == PageForm::Running;
        let top = if is_running { 136.0_f32 } else { 96.0 };
        BodyArea {
            x: MARGIN,
            width: FULL_WIDTH,
            top: if self.has_corner_logo { top.max(152.0) } else { top },
            bottom,
            title_size: f32::MAX,
            has_head: false,
            closing: None,
        }
    }

    /// Draws the closing line.
    pub(crate) fn close_page(&mut self, body: BodyArea) {
        let Some(Closing { field, y, size, lines }) = body.closing else { return };
        let pen = self.body().size(size).leading(CLOSING_LINE / size).color(self.surface.muted);
        let align = self.head_align();
        let mut block = TextBlock::new(self.typesetter, vec![pen.align(align).plain(self.text(&field))]);
        let frame = self.rect(body.x, y, body.width, CLOSING_LINE * crate::diagram::number(lines));
        let text = block.text(self.typesetter, BlockOptions::width(frame.width), Px(f32::MAX), lines);
        // Scripts with tall letters need a higher line than the frame.
        let height = text.height().max(frame.height);
        let frame = Rect { y: frame.y - (height - frame.height) / 2.0, height, ..frame };
        self.push_text(frame, text, NodeRole::Caption, Some(&field));
    }

    fn has_text(&self, field: &str) -> bool {
        !field.is_empty() && !self.text(field).is_empty()
    }

    /// The alignment of HEAD and closing line.
    pub(crate) fn head_align(&self) -> Align {
        match (self.text("headerAlign"), self.look.voice.head.align) {
            ("center", _) => Align::Center,
            ("left", _) | (_, TextAlign::Left) => self.start_align(),
            (_, TextAlign::Center) => Align::Center,
        }
    }

    /// Bottom of BODY above a closing line, and the position of that line; `None` if the field is empty.
    fn body_bottom_above(&mut self, field: &str) -> (f32, Option<Closing>) {
        let (end, shift) = match self.look.voice.page.form {
            PageForm::Running => (1016.0, 40.0),
            PageForm::Sheet => (968.0, -16.0),
            _ => (BODY_END, 0.0),
        };
        if !self.has_text(field) {
            return (end, None);
        }
        let source = self.look.voice.other.source;
        let pen = self.body().size(source).leading(CLOSING_LINE / source);
        let mut block = TextBlock::new(self.typesetter, vec![pen.plain(self.text(field))]);
        let mut lines = |size: f32| {
            let options = BlockOptions { width: Px(FULL_WIDTH), scale: size / source, gap: 1.0 };
            block.lines(self.typesetter, options)
        };
        let (size, lines) = match lines(source) {
            count @ (1 | 2) => (source, count),
            _ => (24.0, lines(24.0).min(2)),
        };
        let y = 936.0 + shift - CLOSING_LINE * crate::diagram::number(lines - 1);
        (y - ABOVE_CLOSING, Some(Closing { field: field.to_owned(), y, size, lines }))
    }

    /// Measures the title at the first step at which it has few enough lines, breaks no word and is low enough.
    fn measure_title(&mut self, options: PageOptions<'_>, width: f32, wanted: usize, room: f32) -> Option<Measured> {
        let words = self.text(options.title);
        if words.is_empty() {
            return None;
        }
        let head = &self.look.voice.head;
        let (leading, tracking) = (head.leading, head.tracking);
        let steps: Vec<f32> =
            head.steps.iter().copied().skip(usize::from(options.has_smaller_title && head.steps.len() > 1)).collect();
        let first = steps[0];
        let last = steps[steps.len() - 1];
        let max_lines = options.max_title_lines;
        let mut attempts: Vec<(f32, usize)> = steps.iter().map(|step| (*step, wanted)).collect();
        attempts.extend([(last, max_lines.max(wanted)), (48.0, max_lines.max(wanted))]);
        let align = self.head_align();
        let pen = self.heading().size(first).leading(leading).align(align).spaced(tracking);
        let mut block = TextBlock::balanced(self.typesetter, pen.plain(words));
        let at = |size: f32| BlockOptions { width: Px(width), scale: size / first, gap: 1.0 };
        let fits = |sheet: &mut Self, block: &mut TextBlock, (size, lines): (f32, usize)| {
            block.lines(sheet.typesetter, at(size)) <= lines
                && block.height(sheet.typesetter, at(size)).0 <= room
                && !block.breaks_words(sheet.typesetter, at(size))
        };
        let found = attempts.iter().copied().find(|attempt| fits(self, &mut block, *attempt));
        let (size, lines) = found.unwrap_or((48.0, max_lines.max(wanted)));
        let text = block.text(self.typesetter, at(size), Px(f32::MAX), lines);
        Some(Measured { text, size })
    }

    /// Measures the supporting line at the first of some sizes at which it has few enough lines.
    fn measure_support(&mut self, options: PageOptions<'_>, width: f32, steps: &[(f32, usize)]) -> Option<Measured> {
        let field = options.support;
        if !self.has_text(field) {
            return None;
        }
        let takeaway_steps: Vec<(f32, usize)> = TAKEAWAY_STEPS.iter().chain(steps).copied().collect();
        // A rail is too narrow for one line.
        let is_wide = options.takeaway.is_some() && width > BESIDE_RAIL.0;
        let steps = if is_wide { &takeaway_steps[..] } else { steps };
        let first = steps[0].0;
        let mut pen = self.body().size(first).leading(1.25).color(self.surface.muted).align(self.head_align());
        if let Some(takeaway) = options.takeaway {
            pen = pen.stressed().color(self.takeaway_color(takeaway));
        }
        let mut block = TextBlock::balanced(self.typesetter, pen.plain(self.text(field)));
        let at = |size: f32| BlockOptions { width: Px(width), scale: size / first, gap: 1.0 };
        let found = steps.iter().find(|(size, lines)| block.lines(self.typesetter, at(*size)) <= *lines);
        let (size, lines) = found.or(steps.last()).copied().unwrap_or((first, 2));
        let text = block.text(self.typesetter, at(size), Px(f32::MAX), lines);
        Some(Measured { text, size })
    }

    /// The colour of a takeaway on the current ground.
    fn takeaway_color(&self, takeaway: Takeaway) -> scene::Color {
        let least = self.look.voice.other.contrast;
        match takeaway {
            Takeaway::Plain => self.surface.muted,
            Takeaway::Highlight => self.readable(self.surface.link, least),
            Takeaway::Negative => {
                let palette = &self.look.palette;
                let (second, text) = (palette.role(PaletteRole::Accent2), palette.rgb(self.surface.text));
                // A second accent that is too similar to the text colour would not stand out.
                let color = if second.contrast(text) < 1.5 { self.surface.link } else { PaletteRole::Accent2.into() };
                self.readable(color, least)
            }
        }
    }

    /// Draws HEAD over BODY.
    fn draw_top_head(&mut self, options: PageOptions<'_>, body: &mut BodyArea) {
        let head = &self.look.voice.head;
        let (has_box, has_rule) = (head.number == HeadNumber::Box, head.rule == HeadRule::Below && !options.has_rule);
        let overline = match head.overline {
            Overline::Section => self.context.section.filter(|section| !section.is_empty()),
            Overline::None => None,
        };
        let top = match self.look.voice.page.form {
            PageForm::Running => 136.0,
            _ if overline.is_some() => 132.0,
            _ => HEAD_TOP,
        };
        let (x, width) = match (has_box, self.has_corner_logo) {
            (true, logo) => (BESIDE_NUMBER, MARGIN + FULL_WIDTH - BESIDE_NUMBER - if logo { LOGO_ROOM } else { 0.0 }),
            (false, _) => self.beside_corner_logo(),
        };
        let room = body.bottom - MIN_BODY - BELOW_HEAD - top;
        let title = self.measure_title(options, width, 2, room);
        let support_size = if has_box { 36.0 } else { 40.0 };
        let support = self.measure_support(options, width, &[(support_size, 2), (36.0, 2), (32.0, 3)]);
        if let Some(section) = overline {
            self.draw_overline(section);
        }
        if has_box && title.is_some() {
            self.draw_number_box();
        }
        let mut y = top;
        if let Some(Measured { text, size }) = title {
            body.title_size = size;
            let height = text.height().0;
            // A title of one line is vertically centred beside the number box.
            let y_title = if has_box && height < NUMBER_BOX.1 { top + (NUMBER_BOX.1 - height) / 2.0 } else { top };
            let frame = self.rect(x, y_title, width, height);
            if self.look.voice.head.mark == HeadMark::Highlight {
                self.draw_highlighter(&text, frame, size);
            }
            self.push_text(frame, text, NodeRole::Title, Some(options.title));
            y = if has_box { (y_title + height).max(top + NUMBER_BOX.1) } else { y_title + height };
        }
        if let Some(Measured { text, .. }) = support {
            let above = if y > top { ABOVE_SUPPORT } else { 0.0 };
            let frame = self.rect(x, y + above, width, text.height().0);
            y = frame.bottom().0;
            self.push_text(frame, text, NodeRole::Subtitle, Some(options.support));
        }
        body.top = (y + BELOW_HEAD - 0.01).ceil();
        if has_rule {
            body.top = self.draw_head_rule(y, has_box);
        }
    }

    /// Draws the rule under HEAD and returns the top of BODY.
    fn draw_head_rule(&mut self, head_end: f32, is_dimension: bool) -> f32 {
        if is_dimension {
            let y = head_end + 24.0;
            let mark = self.surface.mark;
            let rule = self.rect(MARGIN, y, FULL_WIDTH, 3.0);
            self.nodes.push(Sheet::shape(rule, mark, Px::ZERO));
            for x in [MARGIN, MARGIN + FULL_WIDTH - 3.0] {
                let tick = self.rect(x, y - 8.0, 3.0, 19.0);
                self.nodes.push(Sheet::shape(tick, mark, Px::ZERO));
            }
            return (y + 40.0).ceil();
        }
        let y = head_end + 22.0;
        let rule = self.rect(MARGIN, y, FULL_WIDTH, 2.0);
        self.nodes.push(Sheet::shape(rule, self.surface.text, Px::ZERO));
        (y + 50.0).ceil()
    }

    /// Draws the name of the section over the title, in capitals where the script has them.
    fn draw_overline(&mut self, section: &str) {
        let capitals = section.to_uppercase();
        let has_capitals = capitals != section.to_lowercase();
        let color = self.readable(PaletteRole::Accent2.into(), MIN_TEXT_CONTRAST);
        let mut pen = self.body().size(28.0).leading(1.25).stressed().color(color).align(self.head_align());
        if has_capitals {
            pen = pen.spaced(0.1);
        }
        let words = if has_capitals { capitals.as_str() } else { section };
        let mut block = TextBlock::new(self.typesetter, vec![pen.plain(words)]);
        let frame = self.rect(MARGIN, 76.0, FULL_WIDTH, 35.0);
        let text = block.text(self.typesetter, BlockOptions::width(frame.width), frame.height, 1);
        self.push_text(frame, text, NodeRole::Label, None);
    }

    /// Draws section and slide number in a box of the accent colour.
    fn draw_number_box(&mut self) {
        let words = self.context.section_number();
        let frame = self.rect(MARGIN, HEAD_TOP, NUMBER_BOX.0, NUMBER_BOX.1);
        let accent = Ground::Accent.surface(self.look);
        self.nodes.push(Sheet::shape(frame, PaletteRole::Accent.into(), Px::ZERO));
        let size = if words.chars().count() < 5 { 52.0 } else { 44.0 };
        let pen = self.mono().size(size).leading(1.2).color(accent.text).align(Align::Center);
        let mut block = TextBlock::new(self.typesetter, vec![pen.plain(&words)]);
        let mut text = block.text(self.typesetter, BlockOptions::width(frame.width), Px(f32::MAX), 1);
        text.anchor = VerticalAlign::Middle;
        self.push_text_in_middle(frame, text, NodeRole::Label, None);
    }

    /// Draws a bar behind the lower third of each line of a title.
    fn draw_highlighter(&mut self, text: &Text, frame: Rect, size: f32) {
        let color = self.highlighter();
        for line in &text.lines {
            let height = size * 0.32;
            let bar = Rect {
                x: frame.x + line.x - Px(8.0),
                y: frame.y + line.baseline - Px(height * 0.7),
                width: line.width + Px(16.0),
                height: Px(height),
            };
            self.nodes.push(Sheet::shape(bar, color, Px::ZERO));
        }
    }

    /// Draws HEAD in a column beside BODY.
    fn draw_rail(&mut self, options: PageOptions<'_>, body: &mut BodyArea) {
        let (x, y, width, end) = RAIL;
        let y = if self.has_corner_logo { y.max(152.0) } else { y };
        let steps = &self.look.voice.head.steps;
        let last = steps[steps.len() - 1];
        let rail = PageOptions { max_title_lines: 7, ..options };
        let title = self.measure_title(rail, width, 4, end - y);
        let support = self.measure_support(options, 480.0, &[(40.0, 5), (36.0, 6), (32.0, 7), (28.0, 9)]);
        let mut below = y;
        if let Some(Measured { text, size }) = title {
            body.title_size = size.max(last);
            let frame = self.rect(x, y, width, text.height().0);
            below = frame.bottom().0;
            self.push_text(frame, text, NodeRole::Title, Some(options.title));
        }
        if let Some(Measured { text, .. }) = support {
            let above = if below > y { 44.0 } else { 0.0 };
            let frame = self.rect(x, below + above, 480.0, text.height().0);
            self.push_text(frame, text, NodeRole::Subtitle, Some(options.support));
        }
        (body.x, body.width, body.top) = (BESIDE_RAIL.0, BESIDE_RAIL.1, y);
        self.has_rail = true;
    }

    /// Left edge and width of a title at the top of the page, clear of a logo in the upper right corner.
    pub(crate) fn beside_corner_logo(&self) -> (f32, f32) {
        match (self.has_corner_logo, self.head_align()) {
            (true, Align::Center) => (MARGIN + LOGO_ROOM, FULL_WIDTH - LOGO_ROOM * 2.0),
            (true, _) => (MARGIN, FULL_WIDTH - LOGO_ROOM),
            (false, _) => (MARGIN, FULL_WIDTH),
        }
    }

    /// Draws HEAD in a dark band over the whole width.
    fn draw_band(&mut self, options: PageOptions<'_>, body: &mut BodyArea) {
        let deep = Ground::Deep.surface(self.look);
        let width = if self.has_corner_logo { FULL_WIDTH - LOGO_ROOM } else { FULL_WIDTH };
        let top = 52.0;
        let start = self.nodes.len();
        let end = self.with_surface(deep, |sheet| {
            let room = body.bottom - MIN_BODY - BELOW_HEAD - 44.0 - top;
            let title = sheet.measure_title(options, width, 2, room);
            let support = sheet.measure_support(options, width, &[(40.0, 2), (36.0, 2), (32.0, 3)]);
            let mut y = top;
            if let Some(Measured { text, size }) = title {
                body.title_size = size;
                let frame = sheet.rect(MARGIN, top, width, text.height().0);
                y = frame.bottom().0;
                sheet.push_text(frame, text, NodeRole::Title, Some(options.title));
            }
            if let Some(Measured { text, .. }) = support {
                let above = if y > top { ABOVE_SUPPORT } else { 0.0 };
                let frame = sheet.rect(MARGIN, y + above, width, text.height().0);
                y = frame.bottom().0;
                sheet.push_text(frame, text, NodeRole::Subtitle, Some(options.support));
            }
            ((y + 44.0) / 8.0).ceil() * 8.0
        });
        let band = Node {
            role: NodeRole::Plate,
            ..Node::decoration(
                Rect::new(0.0, 0.0, 1920.0, end),
                NodeKind::Shape(Shape::filled(PaletteRole::Deep, Px::ZERO)),
            )
        };
        let edge = Sheet::shape(Rect::new(0.0, end, 1920.0, 8.0), PaletteRole::AccentOnDeep.into(), Px::ZERO);
        self.nodes.splice(start..start, [band, edge]);
        body.top = end + BELOW_HEAD;
    }
}
