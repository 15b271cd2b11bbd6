//! The sheet: the drawing context of one slide.
//!
//! A slide type reads the slide's fields, text styles and frames from the sheet, and adds nodes and findings to it. All
//! nodes with content of the deck are created through the sheet, so each has its origin.

use std::collections::BTreeSet;
use std::sync::Arc;

use deck::{Content, Registry, Slide};
use scene::{
    Align, AltText, Color, Crop, Direction, FontRole, Node, NodeKind, NodeRole, Origin, Picture, PictureId, Px, Rect,
    RunFormula, RunStyle, Shape, ShapeForm, Stroke, Text,
};
use serde_json::Value;

use crate::document::Invite;
use crate::finding::{Finding, FindingKind};
use crate::icons::{self, icon_path};
use crate::look::Look;
use crate::ornament::Scenery;
use crate::pen::{Emphasis, Pen};
use crate::picture::{Fit, Pictures};
use crate::surface::Surface;
use crate::text::Typesetter;

/// The facts about the deck that the drawing of a slide needs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DeckContext<'a> {
    pub(crate) deck_title: &'a str,
    /// Address of the deck's logo.
    pub(crate) logo: Option<&'a str>,
    /// Slide number, from 1.
    pub(crate) number: usize,
    /// Number of slides that are shown.
    pub(crate) shown_slides: usize,
    /// Title of the section that the slide is in.
    pub(crate) section: Option<&'a str>,
    /// Number of that section and position in it, both from 1.
    pub(crate) position: Option<(usize, usize)>,
    /// Index among the slides of the same type, from 0.
    pub(crate) ordinal: usize,
}

impl DeckContext<'_> {
    /// Section and position in it, such as 1.3; before the first section, the slide number.
    pub(crate) fn section_number(&self) -> String {
        match self.position {
            Some((section, slide)) => format!("{section}.{slide}"),
            None => self.number.to_string(),
        }
    }
}

/// The drawing context of one slide.
pub(crate) struct Sheet<'a> {
    pub(crate) look: &'a Look,
    pub(crate) typesetter: &'a mut Typesetter,
    pub(crate) slide: &'a Slide,
    pub(crate) registry: &'a Registry,
    pub(crate) pictures: &'a Pictures,
    pub(crate) invite: Option<&'a Invite>,
    /// Whether empty picture fields get a placeholder, as in the editor.
    pub(crate) draft: bool,
    pub(crate) context: DeckContext<'a>,
    pub(crate) language: Arc<str>,
    pub(crate) direction: Direction,
    /// Background and text colours of the area being drawn: the page, or a plate on it.
    pub(crate) surface: Surface,
    /// Whether the slide has a logo in the upper right corner.
    pub(crate) has_corner_logo: bool,
    /// Whether HEAD is in a rail beside BODY.
    pub(crate) has_rail: bool,
    /// Left edge and width of FOOT (see `frame`); `None` when the slide has no FOOT.
    pub(crate) foot: Option<(f32, f32)>,
    pub(crate) nodes: Vec<Node>,
    /// Drawings behind the content, for the layer that pages share.
    pub(crate) scenery: Scenery,
    pub(crate) findings: Vec<Finding>,
}

impl<'a> Sheet<'a> {
    /// The trimmed text of a field; empty when unset.
    pub(crate) fn text(&self, field: &str) -> &'a str {
        text_of(&self.slide.content, field)
    }

    /// The entries of a list field.
    pub(crate) fn entries(&self, field: &str) -> Vec<&'a Content> {
        let list = self.slide.content.get(field).and_then(Value::as_array);
        list.into_iter().flatten().filter_map(Value::as_object).collect()
    }

    /// The number in a field, or `unset` when there is none.
    pub(crate) fn number(&self, field: &str, unset: f32) -> f32 {
        #[expect(clippy::cast_possible_truncation, reason = "a percentage")]
        let number = self.slide.content.get(field).and_then(Value::as_f64).map(|number| number as f32);
        number.unwrap_or(unset)
    }

    /// A built-in text of the catalogue in the language of the deck.
    pub(crate) fn builtin_text(&self, key: &'a str) -> &'a str {
        self.registry.catalogue().word(&self.language, key)
    }

    /// A built-in text with a count, by its keys for singular and plural.
    pub(crate) fn counted_text(&self, (one, several): (&'a str, &'a str), count: usize) -> String {
        self.builtin_text(if count == 1 { one } else { several }).replace("{n}", &count.to_string())
    }

    /// A rectangle given for a left-to-right deck, mirrored in a right-to-left deck.
    pub(crate) fn rect(&self, x: f32, y: f32, width: f32, height: f32) -> Rect {
        let x = if self.direction.is_right_to_left() { 1920.0 - x - width } else { x };
        Rect::new(x, y, width, height)
    }

    /// A rectangle inside another one, with `x` measured from the start side.
    pub(crate) fn inside(&self, outer: Rect, x: f32, y: f32, width: f32, height: f32) -> Rect {
        let left = if self.direction.is_right_to_left() { outer.width.0 - x - width } else { x };
        Rect::new(outer.x.0 + left, outer.y.0 + y, width, height)
    }

    /// The alignment to the start side: left in a left-to-right deck.
    pub(crate) fn start_align(&self) -> Align {
        if self.direction.is_right_to_left() { Align::Right } else { Align::Left }
    }

    /// The pen for titles.
    pub(crate) fn heading(&self) -> Pen {
        let typeface = &self.look.heading;
        Pen {
            // Title fonts have no italic face, so emphasis is a colour.
            emphasis: Emphasis::Color(self.surface.link),
            strong: typeface.strong,
            ..self.pen(FontRole::Heading, typeface.weight)
        }
    }

    /// The pen for running text.
    pub(crate) fn body(&self) -> Pen {
        self.pen(FontRole::Body, self.look.body.weight)
    }

    /// The pen for code.
    pub(crate) fn mono(&self) -> Pen {
        self.pen(FontRole::Mono, self.look.mono.weight)
    }

    fn pen(&self, font: FontRole, weight: u16) -> Pen {
        Pen {
            style: RunStyle::plain(font, weight, Px(34.0), self.surface.text),
            strong: self.look.body.strong,
            emphasis: Emphasis::Slant,
            link: self.surface.link,
            code: (self.look.mono.weight, self.surface.plate),
            leading: 1.3,
            align: self.start_align(),
            language: Arc::clone(&self.language),
            direction: self.direction,
        }
    }

    /// The origin of a node that shows a field.
    pub(crate) fn origin(&self, field: &str) -> Origin {
        Origin { slide: self.slide.id.to_string(), field: field.to_owned(), part: None }
    }

    /// A colour as text on the current ground, or the text colour where it has too little contrast.
    pub(crate) fn readable(&self, color: Color, contrast: f32) -> Color {
        let ratio = self.look.palette.rgb(color).contrast(self.surface.ground.rgb(self.look));
        if ratio >= contrast { color } else { self.surface.text }
    }

    /// A colour for graphics on the current ground, or the mark colour where it has too little contrast.
    pub(crate) fn readable_mark(&self, color: Color) -> Color {
        let ratio = self.look.palette.rgb(color).contrast(self.surface.ground.rgb(self.look));
        if ratio >= crate::surface::MIN_MARK_CONTRAST { color } else { self.surface.mark }
    }

    /// The colour of the highlighter behind titles: the third brand colour, lightened until the title is readable.
    pub(crate) fn highlighter(&self) -> Color {
        let brand = self.look.third_brand_color();
        let page = self.surface.ground.rgb(self.look);
        let text = self.look.palette.rgb(self.surface.text);
        let mut tones = (0_u8..16).map(|step| brand.over(page, 0.75 - f32::from(step) * 0.045));
        let is_readable = |tone: &scene::Rgb| text.contrast(*tone) >= 4.5;
        tones.find(is_readable).unwrap_or(page).into()
    }

    /// Adds a finding unless it was already reported.
    pub(crate) fn report(&mut self, field: &str, kind: FindingKind) {
        let finding = Finding { slide: self.slide.id.clone(), field: field.to_owned(), kind };
        if !self.findings.contains(&finding) {
            self.findings.push(finding);
        }
    }

    /// Creates a text node of a field and reports truncated text and missing glyphs. Without a field, the text belongs to
    /// the theme or the deck and nothing is reported.
    pub(crate) fn text_node(&mut self, frame: Rect, text: Text, role: NodeRole, field: Option<&str>) -> Node {
        if let Some(field) = field {
            if text.truncated {
                self.report(field, FindingKind::Overflow);
            }
            self.report_missing_glyphs(&text, field);
        }
        Node {
            frame,
            kind: NodeKind::Text(text),
            role,
            origin: field.map(|field| self.origin(field)),
            step: None,
            alt: AltText::Own,
        }
    }

    /// Adds a text node; see [`Sheet::text_node`].
    pub(crate) fn push_text(&mut self, frame: Rect, text: Text, role: NodeRole, field: Option<&str>) {
        let node = self.text_node(frame, text, role, field);
        self.nodes.push(node);
    }

    /// Reports the characters of a text that no font has, and its formulas that are not understood.
    pub(crate) fn report_missing_glyphs(&mut self, text: &Text, field: &str) {
        let mut missing = BTreeSet::new();
        for line in &text.lines {
            let words = &text.paragraphs[line.paragraph].text;
            let glyphs = line.runs.iter().flat_map(|run| &run.glyphs).filter(|glyph| glyph.id == 0);
            for glyph in glyphs {
                let letters = words.get(glyph.from as usize..glyph.to as usize).unwrap_or_default();
                missing.extend(letters.chars().filter(|letter| is_visible(*letter)));
            }
        }
        if !missing.is_empty() {
            self.report(field, FindingKind::MissingGlyphs(missing.into_iter().collect()));
        }
        let faults =
            text.paragraphs.iter().flat_map(|paragraph| &paragraph.runs).filter_map(|run| match &run.formula {
                Some(RunFormula::Fault(reason)) => Some(reason.to_string()),
                _ => None,
            });
        for reason in faults.collect::<BTreeSet<_>>() {
            self.report(field, FindingKind::FormulaFault(reason));
        }
    }

    /// Creates a picture node of a field, or reports a finding and returns `None`.
    pub(crate) fn picture(
        &mut self,
        field: &str,
        source: &str,
        frame: Rect,
        fit: Fit,
        focus: (f32, f32),
    ) -> Option<Node> {
        let Some(facts) = self.pictures.facts(source) else {
            self.report(field, FindingKind::MissingPicture(source.to_owned()));
            return None;
        };
        let (frame, crop): (Rect, Crop) = facts.placed(frame, fit, focus);
        let picture = Picture {
            source: PictureId(source.to_owned()),
            width: facts.width,
            height: facts.height,
            crop,
            radius: Px::ZERO,
            is_arched: false,
            outline: None,
        };
        Some(Node {
            frame,
            kind: NodeKind::Picture(picture),
            role: NodeRole::Content,
            origin: Some(self.origin(field)),
            step: None,
            alt: AltText::Missing,
        })
    }

    /// Creates an icon in the middle of a frame: a dot when the name is unknown, `None` when it is empty.
    #[expect(clippy::unused_self, reason = "called like the other constructors of nodes")]
    pub(crate) fn icon(&self, name: &str, frame: Rect, color: Color) -> Option<Node> {
        if name.is_empty() {
            return None;
        }
        let side = frame.width.min(frame.height);
        let center = frame.center();
        let square = |side: Px| Rect { x: center.x - side / 2.0, y: center.y - side / 2.0, width: side, height: side };
        let Some(path) = icon_path(name) else {
            return Some(Node::decoration(square(side / 4.0), NodeKind::Shape(Shape::disc(color))));
        };
        let scale = side.0 / icons::GRID;
        let stroke = Stroke { color, width: Px(icons::STROKE * scale), dash: None, round: true };
        let form = ShapeForm::Path(path.scaled(scale));
        let shape = Shape { form, fill: None, stroke: Some(stroke), shadow: None };
        Some(Node::decoration(square(side), NodeKind::Shape(shape)))
    }

    /// Creates a rectangle of one colour.
    pub(crate) fn shape(frame: Rect, color: Color, radius: Px) -> Node {
        Node::decoration(frame, NodeKind::Shape(Shape::filled(color, radius)))
    }
}

/// The trimmed text of a key; empty when unset.
pub(crate) fn text_of<'c>(content: &'c Content, key: &str) -> &'c str {
    content.get(key).and_then(Value::as_str).unwrap_or_default().trim()
}

/// Whether a character is visible: not white space, a control or a joiner.
fn is_visible(letter: char) -> bool {
    let is_invisible = matches!(letter, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
        | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{AD}' | '\u{E0000}'..='\u{E01EF}');
    !letter.is_whitespace() && !letter.is_control() && !is_invisible
}
