//! Text as editable paragraphs: levels, bullets and numbers are native, and the office program breaks the lines.
//!
//! A box has a style for each list level; a paragraph or run has only what differs from it. So a new bullet, a deeper
//! level or another size behave as if the text had been typed in the office program.

use std::ops::Range;

use scene::{
    Align, BulletForm, Color, Direction, FontRole, Formula, Line, Marker, MarkerSign, Paragraph, ParagraphKind, Px,
    Rect, Run, RunStyle, Text, VerticalAlign,
};

use super::language::office_language;
use super::links::Links;
use super::scheme::{Scheme, hex};
use super::units::{Emu, font_size, hundredths, whole};
use super::xml::{Attributes, Xml};

/// The element of an equation in a text. Its namespace has a prefix of our own, because LibreOffice recognizes the
/// alternative with equations by the usual prefix `a14` and then leaves out equations within lines of text; with
/// another prefix it shows the drawing.
pub(super) const EQUATION: &str = "equation:m";
pub(super) const EQUATION_PREFIX: &str = "equation";
pub(super) const EQUATION_NAMESPACE: &str = "xmlns:equation";

/// The attributes of the field that the office program fills with the number of the slide.
const SLIDE_NUMBER: Attributes<'static> = &[("id", &"{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}"), ("type", &"slidenum")];

/// The number of list levels of the format.
const LEVEL_COUNT: u8 = 9;

/// Distance from the top of a line to its baseline in office programs, as a share of the line height, for every face.
/// Layout centres the face in the line instead.
const OFFICE_BASELINE: f32 = 0.8;

/// The elements with the style of each level.
const LEVEL_ELEMENTS: [&str; LEVEL_COUNT as usize] = [
    "a:lvl1pPr",
    "a:lvl2pPr",
    "a:lvl3pPr",
    "a:lvl4pPr",
    "a:lvl5pPr",
    "a:lvl6pPr",
    "a:lvl7pPr",
    "a:lvl8pPr",
    "a:lvl9pPr",
];

/// The style of a paragraph.
#[derive(Debug, Clone, PartialEq)]
struct ParagraphStyle {
    level: u8,
    align: Align,
    direction: Direction,
    indent: Emu,
    hang: Emu,
    /// The distance of baselines in hundredths of a point. Not in percent: the line heights of faces differ by a
    /// quarter, and most readers have a substitute.
    line_spacing: i32,
    /// The space before the paragraph in hundredths of a point.
    space_before: i32,
    bullet: Option<Bullet>,
    /// The style of its longest run.
    run: RunStyle,
}

/// The bullet or number of a paragraph.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Bullet {
    symbol: BulletSymbol,
    color: Color,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BulletSymbol {
    /// A character, and its size in percent of the font size of the text.
    Character(char, i32),
    /// A list number. `from` is the first number of the list, from which the office program counts.
    ListNumber { from: u64 },
    /// A line number of code. `from` is the first line number, from which the office program counts.
    LineNumber { from: u64 },
}

/// The body of a text in a shape or a table cell.
pub(super) struct TextBody<'t> {
    text: &'t Text,
    /// The paragraphs that are written.
    paragraphs: &'t [Paragraph],
    /// The style of each of these paragraphs.
    styles: Vec<ParagraphStyle>,
    /// The style of each level; empty for a table cell.
    level_styles: Vec<ParagraphStyle>,
    mode: TextMode,
}

/// How a text is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TextMode {
    /// A box that breaks lines.
    Wrapped,
    /// A box with one line that is never broken.
    Line,
    /// A box whose lines are never broken. The value is the first line number if the lines are numbered.
    Code(Option<u32>),
    /// A cell of a table, which has no level styles.
    Cell,
    /// The page number, which the office program fills in.
    PageNumber,
}

impl<'t> TextBody<'t> {
    pub(super) fn new(text: &'t Text, mode: TextMode) -> TextBody<'t> {
        let paragraphs = written_paragraphs(text, mode);
        // An empty paragraph has the style of the text around it.
        let runs = paragraphs.iter().flat_map(|paragraph| &paragraph.runs);
        let Some(usual) = runs.max_by_key(|run| run.range.len()).map(|run| run.style) else {
            return TextBody { text, paragraphs: &[], styles: Vec::new(), level_styles: Vec::new(), mode };
        };
        let styles: Vec<ParagraphStyle> = paragraphs
            .iter()
            .zip(first_numbers(paragraphs))
            .enumerate()
            .map(|(index, (paragraph, first))| {
                let mut style = ParagraphStyle::new(paragraph, first, usual);
                if index == 0 {
                    style.space_before = 0;
                }
                if let TextMode::Code(Some(from)) = mode {
                    let color = scene::PaletteRole::Muted.into();
                    style.bullet = Some(Bullet { symbol: BulletSymbol::LineNumber { from: u64::from(from) }, color });
                    style.hang = style.indent;
                }
                style
            })
            .collect();
        let level_styles = if mode == TextMode::Cell { Vec::new() } else { level_styles(&styles) };
        TextBody { text, paragraphs, styles, level_styles, mode }
    }

    /// The properties of the box and the styles of its levels, as XML.
    pub(super) fn head(&self, scheme: &Scheme, insets: [Emu; 4]) -> String {
        self.head_with_scale(scheme, insets, self.font_scale())
    }

    /// The same as [`Self::head`] for an empty placeholder of a layout: without insets and font scale, so that it is
    /// equal for all boxes of one style.
    pub(super) fn empty_head(&self, scheme: &Scheme) -> String {
        self.head_with_scale(scheme, [Emu(0); 4], None)
    }

    fn head_with_scale(&self, scheme: &Scheme, insets: [Emu; 4], scale: Option<i32>) -> String {
        let mut xml = Xml::default();
        let wrap = if matches!(self.mode, TextMode::Code(_) | TextMode::Line) { "none" } else { "square" };
        let anchor = match self.text.anchor {
            VerticalAlign::Top => "t",
            VerticalAlign::Middle => "ctr",
            VerticalAlign::Bottom => "b",
        };
        let [left, top, right, bottom] = insets;
        xml.open(
            "a:bodyPr",
            &[
                ("vert", &"horz"),
                ("wrap", &wrap),
                ("lIns", &left),
                ("tIns", &top),
                ("rIns", &right),
                ("bIns", &bottom),
                ("rtlCol", &i32::from(self.styles.first().is_some_and(|style| style.direction.is_right_to_left()))),
                ("anchor", &anchor),
            ],
        );
        self.write_fit(&mut xml, scale);
        xml.close();
        xml.open("a:lstStyle", &[]);
        for style in &self.level_styles {
            style.write(scheme, &mut xml, LEVEL_ELEMENTS[usize::from(style.level)], true);
        }
        xml.close();
        xml.finish()
    }

    /// Writes the properties of a box that inherits them from its layout. How the text fits is written again, because
    /// not every office program inherits that.
    pub(super) fn inherited_head(&self, xml: &mut Xml) {
        xml.open("a:bodyPr", &[]);
        self.write_fit(xml, self.font_scale());
        xml.close();
        xml.empty("a:lstStyle", &[]);
    }

    /// Writes how the text fits its box: wrapped text shrinks when another font or an edit makes it longer, so it never
    /// covers what is below.
    fn write_fit(&self, xml: &mut Xml, scale: Option<i32>) {
        match scale {
            _ if self.mode != TextMode::Wrapped => xml.empty("a:noAutofit", &[]),
            None => xml.empty("a:normAutofit", &[]),
            Some(scale) => xml.empty("a:normAutofit", &[("fontScale", &scale)]),
        }
    }

    /// The font scale at which the text fits, in thousandths of a percent. `None` when it fits as on the page. Text
    /// that was cut on the page is written in full, and hyphenated words are written unbroken, so both need a smaller
    /// font.
    fn font_scale(&self) -> Option<i32> {
        let scale = if self.text.truncated { self.scale_of_cut_text() } else { self.scale_of_hyphenated_text()? };
        Some(whole(scale * 100.0) * 1000)
    }

    /// An estimate of the scale from the share of the text that the page shows.
    fn scale_of_cut_text(&self) -> f64 {
        let all: usize = self.text.paragraphs.iter().map(|paragraph| paragraph.text.len() + 1).sum();
        let shown: usize = self.text.lines.iter().map(|line| line.range.len() + 1).sum();
        #[expect(clippy::cast_precision_loss, reason = "an estimate")]
        let scale = (shown as f64 / all.max(1) as f64).sqrt();
        scale.clamp(0.25, 0.9)
    }

    /// The scale at which the longest hyphenated word fits on one line; `None` when there is none.
    fn scale_of_hyphenated_text(&self) -> Option<f64> {
        let longest = hyphenated_word_widths(self.text).max_by(f32::total_cmp)?;
        let line_width = self.text.lines.iter().map(|line| line.width.0).fold(0.0, f32::max);
        Some(f64::from(line_width / longest).clamp(0.6, 0.9))
    }

    /// Writes the paragraphs. Their formulas become equations with `with_equations`, otherwise text.
    pub(super) fn write_paragraphs(&self, scheme: &Scheme, links: &mut Links<'_>, with_equations: bool, xml: &mut Xml) {
        if self.styles.is_empty() {
            xml.empty("a:p", &[]);
        }
        for (paragraph, style) in self.paragraphs.iter().zip(&self.styles) {
            let base = self.level_styles.iter().find(|base| base.level == style.level);
            xml.open("a:p", &[]);
            if base.is_none_or(|base| !base.equals_except_run(style)) {
                style.write(scheme, xml, "a:pPr", false);
            } else if style.level > 0 {
                xml.empty("a:pPr", &[("lvl", &style.level)]);
            }
            let language = office_language(&paragraph.language);
            let writer = RunWriter { scheme, base: base.map(|base| base.run), language: &language };
            for run in &paragraph.runs {
                match run.drawn_formula() {
                    Some(formula) if with_equations => writer.equation(xml, formula, run.style),
                    _ => self.run(&writer, links, xml, paragraph, run),
                }
            }
            if paragraph.text.is_empty() {
                writer.properties(xml, "a:endParaRPr", style.run, None);
            }
            xml.close();
        }
    }

    fn run(&self, writer: &RunWriter<'_>, links: &mut Links<'_>, xml: &mut Xml, paragraph: &Paragraph, run: &Run) {
        let link = run.link.as_ref().and_then(|target| links.click(target));
        let words = paragraph.text.get(run.range.clone()).unwrap_or_default();
        if self.mode == TextMode::PageNumber {
            xml.open("a:fld", SLIDE_NUMBER);
            writer.properties(xml, "a:rPr", run.style, None);
            xml.text("a:t", &[], words);
            xml.close();
            return;
        }
        for (index, line) in words.split('\n').enumerate() {
            if index > 0 {
                xml.open("a:br", &[]);
                writer.properties(xml, "a:rPr", run.style, None);
                xml.close();
            }
            if !line.is_empty() {
                xml.open("a:r", &[]);
                writer.properties(xml, "a:rPr", run.style, link.as_deref());
                xml.text("a:t", &[], line);
                xml.close();
            }
        }
    }
}

impl ParagraphStyle {
    fn new(paragraph: &Paragraph, first_number: u64, usual: RunStyle) -> ParagraphStyle {
        let level = match paragraph.kind {
            ParagraphKind::Item => paragraph.level.saturating_sub(1).min(LEVEL_COUNT - 1),
            _ => 0,
        };
        // The longest run has the style of most of the text.
        let run = paragraph.runs.iter().max_by_key(|run| run.range.len()).map_or(usual, |run| run.style);
        ParagraphStyle {
            level,
            align: paragraph.align,
            direction: paragraph.direction,
            indent: Emu::from(paragraph.indent),
            hang: paragraph.marker.map_or(Emu(0), |marker| Emu::from(marker.hang)),
            line_spacing: hundredths(paragraph.line_height).clamp(0, 158_400),
            space_before: hundredths(paragraph.space_before),
            bullet: paragraph.marker.map(|marker| Bullet::new(marker, paragraph.level, first_number)),
            run,
        }
    }

    /// Whether two styles are equal except for the style of their runs.
    fn equals_except_run(&self, other: &ParagraphStyle) -> bool {
        ParagraphStyle { run: other.run, ..self.clone() } == *other
    }

    /// Writes the style as the properties of a paragraph, or with `with_run` as the style of a list level, which
    /// includes the style of its runs.
    fn write(&self, scheme: &Scheme, xml: &mut Xml, element: &'static str, with_run: bool) {
        let align = match self.align {
            Align::Left => "l",
            Align::Center => "ctr",
            Align::Right => "r",
        };
        let right_to_left = i32::from(self.direction.is_right_to_left());
        let hang = Emu(-self.hang.0);
        let level: &dyn std::fmt::Display = &self.level;
        let mut attributes: Vec<(&str, &dyn std::fmt::Display)> = vec![("marL", &self.indent)];
        if !with_run && self.level > 0 {
            attributes.push(("lvl", level));
        }
        attributes.extend([("indent", &hang as &dyn std::fmt::Display), ("algn", &align), ("rtl", &right_to_left)]);
        xml.open(element, &attributes);
        xml.open("a:lnSpc", &[]);
        xml.empty("a:spcPts", &[("val", &self.line_spacing)]);
        xml.close();
        xml.open("a:spcBef", &[]);
        xml.empty("a:spcPts", &[("val", &self.space_before.clamp(0, 158_400))]);
        xml.close();
        match self.bullet {
            None => xml.empty("a:buNone", &[]),
            Some(bullet) => bullet.write(scheme, xml),
        }
        if with_run {
            RunWriter { scheme, base: None, language: "" }.properties(xml, "a:defRPr", self.run, None);
        }
        xml.close();
    }
}

impl Bullet {
    fn new(marker: Marker, level: u8, first_number: u64) -> Bullet {
        let symbol = match marker.sign {
            MarkerSign::Bullet => {
                let (letter, size) = match marker.form {
                    BulletForm::Disc if level == 2 => ('◦', 100),
                    BulletForm::Disc => ('•', 100),
                    BulletForm::Dash => ('–', 100),
                    BulletForm::HalfDisc => ('◗', 80),
                    BulletForm::Ring => ('○', 80),
                    BulletForm::Square => ('■', 60),
                    BulletForm::Triangle => ('▲', 70),
                    BulletForm::Cross => ('+', 100),
                    BulletForm::Box => ('■', 80),
                };
                BulletSymbol::Character(letter, if level > 2 { size * 7 / 10 } else { size })
            }
            MarkerSign::Number(_) => BulletSymbol::ListNumber { from: first_number },
            MarkerSign::Task(false) => BulletSymbol::Character('☐', 90),
            MarkerSign::Task(true) => BulletSymbol::Character('☑', 90),
        };
        Bullet { symbol, color: marker.color }
    }

    fn write(self, scheme: &Scheme, xml: &mut Xml) {
        xml.open("a:buClr", &[]);
        scheme.write_color(xml, self.color);
        xml.close();
        match self.symbol {
            BulletSymbol::Character(letter, size) => {
                let font = if matches!(letter, '☐' | '☑') { "Segoe UI Symbol" } else { "Arial" };
                xml.empty("a:buSzPct", &[("val", &(size * 1000))]);
                xml.empty("a:buFont", &[("typeface", &font)]);
                xml.empty("a:buChar", &[("char", &letter)]);
            }
            BulletSymbol::ListNumber { from } => {
                xml.empty("a:buFont", &[("typeface", &"+mj-lt")]);
                write_auto_number(xml, "arabicPeriod", from);
            }
            BulletSymbol::LineNumber { from } => {
                xml.empty("a:buFont", &[("typeface", &scheme.fonts.mono.family)]);
                write_auto_number(xml, "arabicPlain", from);
            }
        }
    }
}

/// Writes an automatic number of a kind of the format. The first one is `from`, at most 32767.
pub(super) fn write_auto_number(xml: &mut Xml, kind: &str, from: u64) {
    match from.min(32_767) {
        0 | 1 => xml.empty("a:buAutoNum", &[("type", &kind)]),
        from => xml.empty("a:buAutoNum", &[("type", &kind), ("startAt", &from)]),
    }
}

/// Returns the paragraphs of a text to write: all of them, even those that the page does not show. Of code only the
/// visible lines are written, because a label on the page says how many are left out.
fn written_paragraphs(text: &Text, mode: TextMode) -> &[Paragraph] {
    let shown = text.lines.iter().map(|line| line.paragraph + 1).max().unwrap_or_default();
    match mode {
        TextMode::Code(_) if text.truncated => &text.paragraphs[..shown.min(text.paragraphs.len())],
        _ => &text.paragraphs,
    }
}

/// The style of each level: that of its last paragraph with a marker, otherwise of its last paragraph. The first is not
/// used, because it has no space before it.
fn level_styles(styles: &[ParagraphStyle]) -> Vec<ParagraphStyle> {
    (0..LEVEL_COUNT)
        .filter_map(|level| {
            let mut of_level = styles.iter().filter(|style| style.level == level);
            let last = of_level.clone().next_back()?;
            Some(of_level.rfind(|style| style.bullet.is_some()).unwrap_or(last).clone())
        })
        .collect()
}

/// The first number of the list of each numbered paragraph; 0 for other paragraphs. The office program continues the
/// numbering until another paragraph of the same level interrupts it.
fn first_numbers(paragraphs: &[Paragraph]) -> Vec<u64> {
    // For each level, the last and the first number of the open list.
    let mut open: Vec<Option<(u64, u64)>> = vec![None; usize::from(u8::MAX) + 1];
    paragraphs
        .iter()
        .map(|paragraph| {
            let level = usize::from(paragraph.level);
            open[level + 1..].fill(None);
            let Some(MarkerSign::Number(number)) = paragraph.marker.map(|marker| marker.sign) else {
                open[level] = None;
                return 0;
            };
            let first = match open[level] {
                Some((last, first)) if last + 1 == number => first,
                _ => number,
            };
            open[level] = Some((number, first));
            first
        })
        .collect()
}

/// Writes the properties of runs that differ from the style around them.
struct RunWriter<'a> {
    scheme: &'a Scheme,
    /// The style around the runs. `None` writes all properties.
    base: Option<RunStyle>,
    /// The language of the runs; empty if it is not written.
    language: &'a str,
}

impl RunWriter<'_> {
    /// Writes a formula as an equation that office programs edit. Their font for equations replaces that of the text.
    fn equation(&self, xml: &mut Xml, formula: &Formula, style: RunStyle) {
        let mut properties = Xml::default();
        let language = if self.language.is_empty() { "en-US" } else { self.language };
        let size = font_size(style.size);
        properties.open("a:rPr", &[("lang", &language), ("sz", &size)]);
        self.scheme.write_solid_fill(&mut properties, style.color);
        properties.empty("a:latin", &[("typeface", &"Cambria Math"), ("panose", &"02040503050406030204")]);
        properties.empty("a:ea", &[("typeface", &"Cambria Math")]);
        properties.close();
        let equation = formula.meaning.omml(&properties.finish());
        let namespace = "http://schemas.openxmlformats.org/officeDocument/2006/math";
        xml.open(EQUATION, &[]);
        if formula.is_display() {
            xml.open("m:oMathPara", &[("xmlns:m", &namespace)]);
            xml.add(&equation);
            xml.close();
        } else {
            xml.add(&equation.replacen("<m:oMath>", &format!("<m:oMath xmlns:m=\"{namespace}\">"), 1));
        }
        xml.close();
    }

    fn properties(&self, xml: &mut Xml, element: &'static str, style: RunStyle, link: Option<&str>) {
        let differs = |same: fn(&RunStyle, &RunStyle) -> bool| self.base.is_none_or(|base| !same(&base, &style));
        let size = font_size(style.size);
        let (bold, italic) = (i32::from(style.weight >= 600), i32::from(style.italic));
        let underline = if style.underline { "sng" } else { "none" };
        let strike = if style.strike { "sngStrike" } else { "noStrike" };
        let spacing = hundredths(style.letter_spacing);
        let mut attributes: Vec<(&str, &dyn std::fmt::Display)> = Vec::with_capacity(8);
        if !self.language.is_empty() {
            attributes.push(("lang", &self.language));
        }
        if differs(|one, other| one.size == other.size) {
            attributes.push(("sz", &size));
        }
        if differs(|one, other| (one.weight >= 600) == (other.weight >= 600)) {
            attributes.push(("b", &bold));
        }
        if differs(|one, other| one.italic == other.italic) {
            attributes.push(("i", &italic));
        }
        if differs(|one, other| one.underline == other.underline) {
            attributes.push(("u", &underline));
        }
        if differs(|one, other| one.strike == other.strike) {
            attributes.push(("strike", &strike));
        }
        if differs(|one, other| one.letter_spacing == other.letter_spacing) {
            attributes.push(("spc", &spacing));
        }
        let has_color = differs(|one, other| one.color == other.color);
        let has_font = differs(|one, other| one.font == other.font);
        // The format has no translucent highlight; the text is legible without it.
        let highlight = style.plate.filter(|plate| plate.alpha >= 1.0);
        if !has_color && !has_font && highlight.is_none() && link.is_none() {
            xml.empty(element, &attributes);
            return;
        }
        xml.open(element, &attributes);
        if has_color || link.is_some() {
            self.scheme.write_solid_fill(xml, style.color);
        }
        if let Some(highlight) = highlight {
            xml.open("a:highlight", &[]);
            xml.empty("a:srgbClr", &[("val", &hex(self.scheme.palette.rgb(highlight)))]);
            xml.close();
        }
        if has_font {
            self.scheme.write_fonts(xml, style.font);
        }
        if let Some(link) = link {
            xml.add(link);
        }
        xml.close();
    }
}

/// The widths of the words that layout hyphenated, measured on the two lines around the hyphen.
fn hyphenated_word_widths(text: &Text) -> impl Iterator<Item = f32> {
    text.lines.windows(2).filter_map(|lines| {
        let [line, next] = lines else { return None };
        let is_added = |glyph: &scene::Glyph| glyph.from == glyph.to;
        line.runs.iter().flat_map(|run| &run.glyphs).find(|glyph| is_added(glyph))?;
        let words = text.paragraphs.get(line.paragraph)?.text.as_str();
        let from = words.get(line.range.clone())?.rfind(char::is_whitespace).map_or(0, |at| at + 1) + line.range.start;
        let end = words.get(next.range.clone())?.find(char::is_whitespace).unwrap_or(next.range.len());
        let word = from..next.range.start + end;
        Some(width_of(line, &word) + width_of(next, &word))
    })
}

/// The width of some bytes of a paragraph on a line.
fn width_of(line: &Line, bytes: &Range<usize>) -> f32 {
    let glyphs = line.runs.iter().flat_map(|run| &run.glyphs);
    glyphs.filter(|glyph| bytes.contains(&(glyph.from as usize))).map(|glyph| glyph.advance).sum()
}

/// The frame of the box of a text: with some extra space, so that a slightly wider substitute font neither breaks a
/// line nor overflows the box, and moved so that the text is at the same height as on the page.
pub(super) fn box_frame(frame: Rect, text: &Text) -> Rect {
    let mut frame = frame;
    let align = alignment(text);
    let is_unbroken = text.lines.len() <= text.paragraphs.len();
    let widest = text.lines.iter().map(|line| line.width).fold(Px::ZERO, Px::max);
    let width = if is_unbroken { (widest * 1.15).max(frame.width) } else { frame.width };
    let extra = width - frame.width;
    let (left, right) = match align {
        Align::Left => (Px::ZERO, extra),
        Align::Center => (extra / 2.0, extra / 2.0),
        Align::Right => (extra, Px::ZERO),
    };
    // Not beyond the edge of the page, unless the text is there already.
    let left = left.min((frame.x - Px(8.0)).max(Px::ZERO));
    let right = right.min((Rect::CANVAS.width - Px(8.0) - frame.right()).max(Px::ZERO));
    frame.x -= left;
    frame.width += left + right;
    if text.anchor == VerticalAlign::Top {
        let space_below = (Rect::CANVAS.height - frame.bottom()).max(Px::ZERO);
        frame.height += (frame.height * 0.08).min(Px(24.0)).min(space_below);
    }
    frame.y += baseline_shift(text);
    frame
}

/// How far a box must be moved down so that its first baseline is where it is on the page.
pub(super) fn baseline_shift(text: &Text) -> Px {
    text.lines.first().map_or(Px::ZERO, |line| line.baseline - line.top - line.height * OFFICE_BASELINE)
}

/// The frame, narrowed if the office program would otherwise break the lines at other words than the page, for example
/// in a title with balanced lines.
pub(super) fn with_same_lines(frame: Rect, text: &Text) -> Rect {
    let indent = |line: &Line| text.paragraphs.get(line.paragraph).map_or(Px::ZERO, |paragraph| paragraph.indent);
    let widest = text.lines.iter().map(|line| indent(line) + line.width).fold(Px::ZERO, Px::max);
    let limit = text
        .lines
        .windows(2)
        .filter_map(|lines| {
            let [line, next] = lines else { return None };
            (line.paragraph == next.paragraph).then(|| indent(line) + line.width + first_word_width(text, next))
        })
        .fold(frame.width, Px::min);
    if limit >= frame.width || limit <= widest {
        return frame;
    }
    let width = (widest + limit) / 2.0;
    let x = match alignment(text) {
        Align::Left => frame.x,
        Align::Center => frame.x + (frame.width - width) / 2.0,
        Align::Right => frame.right() - width,
    };
    Rect { x, width, ..frame }
}

/// The width of the first word of a line.
fn first_word_width(text: &Text, line: &Line) -> Px {
    let words = text.paragraphs.get(line.paragraph).and_then(|paragraph| paragraph.text.get(line.range.clone()));
    let end = words.and_then(|words| words.find(char::is_whitespace)).unwrap_or(line.range.len()) + line.range.start;
    Px(width_of(line, &(line.range.start..end)))
}

/// How the text of a box is written. A single line that nearly fills its box is never broken, because a wider
/// substitute font would break it.
pub(super) fn box_mode(frame: Rect, text: &Text) -> TextMode {
    match &text.lines[..] {
        [line] if text.paragraphs.len() == 1 && !text.truncated && frame.width < line.width * 1.3 => TextMode::Line,
        _ => TextMode::Wrapped,
    }
}

/// The alignment of the first paragraph of a text.
pub(super) fn alignment(text: &Text) -> Align {
    text.paragraphs.first().map_or(Align::Left, |paragraph| paragraph.align)
}

/// Writes a paragraph of plain text with the style of its placeholder.
pub(super) fn write_plain_paragraph(xml: &mut Xml, language: &str, text: &str) {
    xml.open("a:p", &[]);
    if !text.is_empty() {
        xml.open("a:r", &[]);
        xml.empty("a:rPr", &[("lang", &office_language(language))]);
        xml.text("a:t", &[], text);
        xml.close();
    }
    xml.close();
}

/// Writes a paragraph with the number of the slide in the style of its placeholder. `words` are shown until the office
/// program fills the field.
pub(super) fn write_slide_number_paragraph(xml: &mut Xml, language: &str, words: &str) {
    xml.open("a:p", &[]);
    xml.open("a:fld", SLIDE_NUMBER);
    xml.empty("a:rPr", &[("lang", &office_language(language))]);
    xml.text("a:t", &[], words);
    xml.close();
    xml.close();
}

/// Opens the first level of a text style, aligned at the side where lines of this direction begin.
pub(super) fn open_first_level(xml: &mut Xml, direction: Direction) {
    if direction.is_right_to_left() {
        xml.open("a:lvl1pPr", &[("marL", &0), ("algn", &"r"), ("rtl", &1)]);
    } else {
        xml.open("a:lvl1pPr", &[("marL", &0), ("algn", &"l")]);
    }
}

/// Writes run properties from size, weight, colour and font role, for masters and charts.
pub(super) fn write_run_properties(
    scheme: &Scheme,
    xml: &mut Xml,
    element: &'static str,
    size: Px,
    bold: bool,
    (color, font): (Color, FontRole),
) {
    xml.open(element, &[("sz", &font_size(size)), ("b", &i32::from(bold))]);
    scheme.write_solid_fill(xml, color);
    scheme.write_fonts(xml, font);
    xml.close();
}
