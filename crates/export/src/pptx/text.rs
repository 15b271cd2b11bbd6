//! Text as paragraphs that a person can go on writing: levels, bullets and numbers are native, line breaks are the
//! box's.
//!
//! How a box looks is said once for each level; a paragraph or run only says how it differs. So a new bullet, a
//! deeper level or another size behave as if the box had been typed in the office program.

use scene::{
    Align, Anchor, Color, Direction, FontRole, Marker, Paragraph, ParagraphKind, Px, Rect, Run, RunStyle, Sign, Text,
};

use super::language::office_language;
use super::links::Links;
use super::scheme::{Scheme, hex};
use super::units::{Emu, hundredths, whole};
use super::xml::Xml;

/// The most levels a list has in the format.
const MOST_LEVELS: u8 = 9;

/// Elements that say how a level looks.
const LEVELS: [&str; MOST_LEVELS as usize] = [
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

/// How a paragraph looks, as far as the format says it of paragraphs.
#[derive(Debug, Clone, PartialEq)]
struct Look {
    level: u8,
    align: Align,
    direction: Direction,
    indent: Emu,
    hang: Emu,
    /// From baseline to baseline in hundredths of a point. Not in percent: faces differ by a quarter in what they call
    /// a line, and most readers have a substitute.
    spacing: i32,
    /// Hundredths of a point.
    before: i32,
    bullet: Option<Bullet>,
    run: RunStyle,
}

/// What stands before a paragraph.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Bullet {
    sign: Mark,
    color: Color,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// A letter and its size in percent of the words'.
    Letter(char, i32),
    /// A number, counted by the office program from a first one.
    Numbers { from: u64 },
    /// The number of a line.
    Lines { from: u64 },
}

/// A text on its way into a part.
pub(super) struct Writing<'t> {
    text: &'t Text,
    /// The paragraphs that are written, and how each looks.
    written: &'t [Paragraph],
    looks: Vec<Look>,
    /// The look of each level, where the box may say it.
    levels: Vec<Look>,
    kind: Writ,
}

/// What a text is written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Writ {
    /// A box whose words wrap.
    Words,
    /// A box of one line that is never broken.
    Line,
    /// A box whose lines are never broken, numbered from a first one or not.
    Code(Option<u32>),
    /// A cell of a table, which has no levels of its own.
    Cell,
    /// The number of the page, counted by the office program.
    PageNumber,
}

impl<'t> Writing<'t> {
    pub(super) fn new(text: &'t Text, kind: Writ) -> Writing<'t> {
        let written = written(text, kind);
        // A blank line looks like the words around it.
        let runs = written.iter().flat_map(|paragraph| &paragraph.runs);
        let Some(usual) = runs.max_by_key(|run| run.range.len()).map(|run| run.style) else {
            return Writing { text, written: &[], looks: Vec::new(), levels: Vec::new(), kind };
        };
        let looks: Vec<Look> = written
            .iter()
            .zip(first_numbers(written))
            .enumerate()
            .map(|(index, (paragraph, first))| {
                let mut look = Look::new(paragraph, first, usual);
                if index == 0 {
                    look.before = 0;
                }
                if let Writ::Code(Some(from)) = kind {
                    let color = scene::PaletteRole::Muted.into();
                    look.bullet = Some(Bullet { sign: Mark::Lines { from: u64::from(from) }, color });
                    look.hang = look.indent;
                }
                look
            })
            .collect();
        let levels = if kind == Writ::Cell { Vec::new() } else { level_looks(&looks) };
        Writing { text, written, looks, levels, kind }
    }

    /// How the box holds its words, and how its levels look.
    pub(super) fn head(&self, scheme: &Scheme, insets: [Emu; 4]) -> String {
        self.head_at(scheme, insets, self.shrink())
    }

    /// The same for a placeholder of a layout, whose words are not there yet: equal for boxes that look alike.
    pub(super) fn empty_head(&self, scheme: &Scheme) -> String {
        self.head_at(scheme, [Emu(0); 4], None)
    }

    fn head_at(&self, scheme: &Scheme, insets: [Emu; 4], scale: Option<i32>) -> String {
        let mut xml = Xml::default();
        let wrap = if matches!(self.kind, Writ::Code(_) | Writ::Line) { "none" } else { "square" };
        let anchor = match self.text.anchor {
            Anchor::Top => "t",
            Anchor::Middle => "ctr",
            Anchor::Bottom => "b",
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
                ("rtlCol", &i32::from(self.looks.first().is_some_and(|look| look.direction.is_right_to_left()))),
                ("anchor", &anchor),
            ],
        );
        self.fit(&mut xml, scale);
        xml.close();
        xml.open("a:lstStyle", &[]);
        for look in &self.levels {
            look.write(scheme, &mut xml, LEVELS[usize::from(look.level)], true);
        }
        xml.close();
        xml.finish()
    }

    /// Writes the head of a box that looks as its layout says. How its words fit is said all the same: not every
    /// office program asks the layout for that.
    pub(super) fn inherited_head(&self, xml: &mut Xml) {
        xml.open("a:bodyPr", &[]);
        self.fit(xml, self.shrink());
        xml.close();
        xml.empty("a:lstStyle", &[]);
    }

    /// Words that wrap become smaller where another font, or their reader, makes them longer: they never run over what
    /// stands below.
    fn fit(&self, xml: &mut Xml, scale: Option<i32>) {
        match scale {
            _ if self.kind != Writ::Words => xml.empty("a:noAutofit", &[]),
            None => xml.empty("a:normAutofit", &[]),
            Some(scale) => xml.empty("a:normAutofit", &[("fontScale", &scale)]),
        }
    }

    /// How much smaller words must be to fit, where they are not as on the page: those that were cut are all here, and
    /// those that were divided are whole.
    fn shrink(&self) -> Option<i32> {
        let share = if self.text.cut { self.shown_share() } else { self.whole_share()? };
        Some(whole(share * 100.0) * 1000)
    }

    /// An estimate from how many of the words the page shows.
    fn shown_share(&self) -> f64 {
        let all: usize = self.text.paragraphs.iter().map(|paragraph| paragraph.text.len() + 1).sum();
        let shown: usize = self.text.lines.iter().map(|line| line.range.len() + 1).sum();
        #[expect(clippy::cast_precision_loss, reason = "an estimate")]
        let share = (shown as f64 / all.max(1) as f64).sqrt();
        share.clamp(0.25, 0.9)
    }

    /// The scale at which the longest of the divided words stands on one line; nothing where none is divided.
    fn whole_share(&self) -> Option<f64> {
        let longest = divided_words(self.text).max_by(f32::total_cmp)?;
        let room = self.text.lines.iter().map(|line| line.width.0).fold(0.0, f32::max);
        Some(f64::from(room / longest).clamp(0.6, 0.9))
    }

    /// Writes the paragraphs.
    pub(super) fn paragraphs(&self, scheme: &Scheme, links: &mut Links<'_>, xml: &mut Xml) {
        if self.looks.is_empty() {
            xml.empty("a:p", &[]);
        }
        for (paragraph, look) in self.written.iter().zip(&self.looks) {
            let base = self.levels.iter().find(|base| base.level == look.level);
            xml.open("a:p", &[]);
            if base.is_none_or(|base| !base.is_like(look)) {
                look.write(scheme, xml, "a:pPr", false);
            } else if look.level > 0 {
                xml.empty("a:pPr", &[("lvl", &look.level)]);
            }
            let language = office_language(&paragraph.language);
            let write = RunWriter { scheme, base: base.map(|base| base.run), language: &language };
            for run in &paragraph.runs {
                self.run(&write, links, xml, paragraph, run);
            }
            if paragraph.text.is_empty() {
                write.properties(xml, "a:endParaRPr", look.run, None);
            }
            xml.close();
        }
    }

    fn run(&self, write: &RunWriter<'_>, links: &mut Links<'_>, xml: &mut Xml, paragraph: &Paragraph, run: &Run) {
        let link = run.link.as_ref().and_then(|target| links.click(target));
        let words = paragraph.text.get(run.range.clone()).unwrap_or_default();
        if self.kind == Writ::PageNumber {
            let id = "{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}";
            xml.open("a:fld", &[("id", &id), ("type", &"slidenum")]);
            write.properties(xml, "a:rPr", run.style, None);
            xml.words("a:t", &[], words);
            xml.close();
            return;
        }
        for (index, line) in words.split('\n').enumerate() {
            if index > 0 {
                xml.open("a:br", &[]);
                write.properties(xml, "a:rPr", run.style, None);
                xml.close();
            }
            if !line.is_empty() {
                xml.open("a:r", &[]);
                write.properties(xml, "a:rPr", run.style, link.as_deref());
                xml.words("a:t", &[], line);
                xml.close();
            }
        }
    }
}

impl Look {
    fn new(paragraph: &Paragraph, first_number: u64, usual: RunStyle) -> Look {
        let level = match paragraph.kind {
            ParagraphKind::Item => paragraph.level.saturating_sub(1).min(MOST_LEVELS - 1),
            _ => 0,
        };
        // The usual words of a paragraph are its longest run.
        let run = paragraph.runs.iter().max_by_key(|run| run.range.len()).map_or(usual, |run| run.style);
        Look {
            level,
            align: paragraph.align,
            direction: paragraph.direction,
            indent: Emu::from(paragraph.indent),
            hang: paragraph.marker.map_or(Emu(0), |marker| Emu::from(marker.hang)),
            spacing: hundredths(paragraph.line_height).clamp(0, 158_400),
            before: hundredths(paragraph.space_before),
            bullet: paragraph.marker.map(|marker| Bullet::new(marker, paragraph.level, first_number)),
            run,
        }
    }

    /// Whether paragraphs look alike, whatever their usual words.
    fn is_like(&self, other: &Look) -> bool {
        Look { run: other.run, ..self.clone() } == *other
    }

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
        xml.empty("a:spcPts", &[("val", &self.spacing)]);
        xml.close();
        xml.open("a:spcBef", &[]);
        xml.empty("a:spcPts", &[("val", &self.before.clamp(0, 158_400))]);
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
        let sign = match marker.sign {
            Sign::Bullet => match level {
                0 | 1 => Mark::Letter('•', 100),
                2 => Mark::Letter('◦', 100),
                _ => Mark::Letter('•', 70),
            },
            Sign::Number(_) => Mark::Numbers { from: first_number },
            Sign::Task(false) => Mark::Letter('☐', 90),
            Sign::Task(true) => Mark::Letter('☑', 90),
        };
        Bullet { sign, color: marker.color }
    }

    fn write(self, scheme: &Scheme, xml: &mut Xml) {
        xml.open("a:buClr", &[]);
        scheme.color(xml, self.color);
        xml.close();
        match self.sign {
            Mark::Letter(letter, size) => {
                let font = if matches!(letter, '☐' | '☑') { "Segoe UI Symbol" } else { "Arial" };
                xml.empty("a:buSzPct", &[("val", &(size * 1000))]);
                xml.empty("a:buFont", &[("typeface", &font)]);
                xml.empty("a:buChar", &[("char", &letter)]);
            }
            Mark::Numbers { from } => {
                xml.empty("a:buFont", &[("typeface", &"+mj-lt")]);
                numbers(xml, "arabicPeriod", from);
            }
            Mark::Lines { from } => {
                xml.empty("a:buFont", &[("typeface", &scheme.fonts.mono.family)]);
                numbers(xml, "arabicPlain", from);
            }
        }
    }
}

fn numbers(xml: &mut Xml, form: &str, from: u64) {
    match from.min(32_767) {
        0 | 1 => xml.empty("a:buAutoNum", &[("type", &form)]),
        from => xml.empty("a:buAutoNum", &[("type", &form), ("startAt", &from)]),
    }
}

/// The paragraphs of a text that are written. Words that were cut are written whole; of code, the lines that are
/// shown, because what stands beside them says how many are not.
fn written(text: &Text, kind: Writ) -> &[Paragraph] {
    let shown = text.lines.iter().map(|line| line.paragraph + 1).max().unwrap_or_default();
    match kind {
        Writ::Code(_) if text.cut => &text.paragraphs[..shown.min(text.paragraphs.len())],
        _ => &text.paragraphs,
    }
}

/// The look of each level: that of its last paragraph with a marker, else of its last, which is never the first one
/// of the box where there are others.
fn level_looks(looks: &[Look]) -> Vec<Look> {
    (0..MOST_LEVELS)
        .filter_map(|level| {
            let mut of_level = looks.iter().filter(|look| look.level == level);
            let last = of_level.clone().next_back()?;
            Some(of_level.rfind(|look| look.bullet.is_some()).unwrap_or(last).clone())
        })
        .collect()
}

/// The number that each numbered paragraph's list began with. The office program counts on by itself as long as
/// nothing on the same level comes between.
fn first_numbers(paragraphs: &[Paragraph]) -> Vec<u64> {
    // For each level, the last number and what its list began with.
    let mut open: Vec<Option<(u64, u64)>> = vec![None; usize::from(u8::MAX) + 1];
    paragraphs
        .iter()
        .map(|paragraph| {
            let level = usize::from(paragraph.level);
            open[level + 1..].fill(None);
            let Some(Sign::Number(number)) = paragraph.marker.map(|marker| marker.sign) else {
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

/// Writes how runs look, as far as it differs from what they stand in.
struct RunWriter<'a> {
    scheme: &'a Scheme,
    base: Option<RunStyle>,
    language: &'a str,
}

impl RunWriter<'_> {
    fn properties(&self, xml: &mut Xml, element: &'static str, style: RunStyle, link: Option<&str>) {
        let differs = |same: fn(&RunStyle, &RunStyle) -> bool| self.base.is_none_or(|base| !same(&base, &style));
        let size = hundredths(style.size).clamp(100, 400_000);
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
        // A plate that shows what lies below cannot be said; words stay legible without it.
        let plate = style.plate.filter(|plate| plate.alpha >= 1.0);
        if !has_color && !has_font && plate.is_none() && link.is_none() {
            xml.empty(element, &attributes);
            return;
        }
        xml.open(element, &attributes);
        if has_color || link.is_some() {
            self.scheme.solid(xml, style.color);
        }
        if let Some(plate) = plate {
            xml.open("a:highlight", &[]);
            xml.empty("a:srgbClr", &[("val", &hex(self.scheme.palette.rgb(plate)))]);
            xml.close();
        }
        if has_font {
            self.scheme.font(xml, style.font);
        }
        if let Some(link) = link {
            xml.add(link);
        }
        xml.close();
    }
}

/// How wide the words are that layout divided by a hyphen, as far as they stand on the two lines around it.
fn divided_words(text: &Text) -> impl Iterator<Item = f32> {
    text.lines.windows(2).filter_map(|lines| {
        let [line, next] = lines else { return None };
        let is_added = |glyph: &scene::Glyph| glyph.from == glyph.to;
        line.runs.iter().flat_map(|run| &run.glyphs).find(|glyph| is_added(glyph))?;
        let words = text.paragraphs.get(line.paragraph)?.text.as_str();
        let from = words.get(line.range.clone())?.rfind(char::is_whitespace).map_or(0, |at| at + 1) + line.range.start;
        let rest = words.get(next.range.clone())?.find(char::is_whitespace).unwrap_or(next.range.len());
        let word = from..next.range.start + rest;
        let glyphs = [line, next].into_iter().flat_map(|line| &line.runs).flat_map(|run| &run.glyphs);
        Some(glyphs.filter(|glyph| word.contains(&(glyph.from as usize))).map(|glyph| glyph.advance).sum())
    })
}

/// The box a text is written into: that of its lines with some slack, so that a font which takes the place of a
/// missing one does not break a line that stood on one, nor leave the box at once.
pub(super) fn roomy(frame: Rect, text: &Text, language_runs: Align) -> Rect {
    let mut frame = frame;
    let unbroken = text.lines.len() <= text.paragraphs.len();
    let widest = text.lines.iter().map(|line| line.width).fold(Px::ZERO, Px::max);
    let wanted = if unbroken { (widest * 1.15).max(frame.width) } else { frame.width };
    let more = wanted - frame.width;
    let (left, right) = match language_runs {
        Align::Left => (Px::ZERO, more),
        Align::Center => (more / 2.0, more / 2.0),
        Align::Right => (more, Px::ZERO),
    };
    // Never past the edge of the page, unless the text already is.
    let left = left.min((frame.x - Px(8.0)).max(Px::ZERO));
    let right = right.min((Rect::CANVAS.width - Px(8.0) - frame.right()).max(Px::ZERO));
    frame.x -= left;
    frame.width += left + right;
    if text.anchor == Anchor::Top {
        let room = (Rect::CANVAS.height - frame.bottom()).max(Px::ZERO);
        frame.height += (frame.height * 0.08).min(Px(24.0)).min(room);
    }
    frame
}

/// How the words of a box are written: a line that fills its box would break where a wider font takes the place of a
/// missing one, and is held together.
pub(super) fn words_in(frame: Rect, text: &Text) -> Writ {
    match &text.lines[..] {
        [line] if text.paragraphs.len() == 1 && !text.cut && frame.width < line.width * 1.3 => Writ::Line,
        _ => Writ::Words,
    }
}

/// How the first paragraph of a text is aligned.
pub(super) fn alignment(text: &Text) -> Align {
    text.paragraphs.first().map_or(Align::Left, |paragraph| paragraph.align)
}

/// Writes one paragraph of plain words that takes its look from its placeholder.
pub(super) fn plain_paragraph(xml: &mut Xml, language: &str, words: &str) {
    xml.open("a:p", &[]);
    if !words.is_empty() {
        xml.open("a:r", &[]);
        xml.empty("a:rPr", &[("lang", &office_language(language))]);
        xml.words("a:t", &[], words);
        xml.close();
    }
    xml.close();
}

/// Writes the look of words of a role, for masters and charts.
pub(super) fn plain_run(
    scheme: &Scheme,
    xml: &mut Xml,
    element: &'static str,
    size: Px,
    bold: bool,
    look: (Color, FontRole),
) {
    xml.open(element, &[("sz", &hundredths(size)), ("b", &i32::from(bold))]);
    scheme.solid(xml, look.0);
    scheme.font(xml, look.1);
    xml.close();
}
