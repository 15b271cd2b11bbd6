//! The sheet that one slide is drawn on.
//!
//! Gives a slide type its fields, pens and places, and collects nodes and findings. Every node that came from the
//! deck passes through here, so each has its origin.

use std::collections::BTreeSet;
use std::sync::Arc;

use deck::{Content, Registry, Slide};
use scene::{
    Align, Alt, Color, Crop, Direction, FontRole, Kind, Node, Origin, Picture, PictureId, Px, Rect, Role, RunStyle,
    Shape, ShapeForm, Stroke, Text,
};
use serde_json::Value;

use crate::document::Invite;
use crate::finding::{Finding, FindingKind};
use crate::icons::{self, icon_path};
use crate::look::Look;
use crate::pen::{Emphasis, Pen};
use crate::picture::{Fit, Pictures};
use crate::surface::Surface;
use crate::text::Typesetter;

/// Where a slide stands in its deck.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place<'a> {
    pub(crate) deck_title: &'a str,
    /// Address of the logo of the deck.
    pub(crate) logo: Option<&'a str>,
    /// From 1.
    pub(crate) number: usize,
    /// Among the slides of its type, from 0.
    pub(crate) ordinal: usize,
}

/// The sheet that one slide is drawn on.
pub(crate) struct Sheet<'a> {
    pub(crate) look: &'a Look,
    pub(crate) set: &'a mut Typesetter,
    pub(crate) slide: &'a Slide,
    pub(crate) registry: &'a Registry,
    pub(crate) pictures: &'a Pictures,
    pub(crate) invite: Option<&'a Invite>,
    /// Whether places that wait for a picture are marked.
    pub(crate) draft: bool,
    pub(crate) place: Place<'a>,
    pub(crate) language: Arc<str>,
    pub(crate) direction: Direction,
    /// What the page is made of.
    pub(crate) surface: Surface,
    /// Whether a logo stands in the upper right corner.
    pub(crate) has_corner_logo: bool,
    /// Where FOOT begins and how wide it is; nothing where there is none.
    pub(crate) foot: Option<(f32, f32)>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) findings: Vec<Finding>,
}

impl<'a> Sheet<'a> {
    /// The text of a field, trimmed; empty when unset.
    pub(crate) fn said(&self, field: &str) -> &'a str {
        said(&self.slide.content, field)
    }

    /// The entries of a list field.
    pub(crate) fn entries(&self, field: &str) -> Vec<&'a Content> {
        let list = self.slide.content.get(field).and_then(Value::as_array);
        list.into_iter().flatten().filter_map(Value::as_object).collect()
    }

    /// The number of a field.
    pub(crate) fn number(&self, field: &str, unset: f32) -> f32 {
        #[expect(clippy::cast_possible_truncation, reason = "a percentage")]
        let number = self.slide.content.get(field).and_then(Value::as_f64).map(|number| number as f32);
        number.unwrap_or(unset)
    }

    /// A built-in word or phrase in the language of the deck.
    pub(crate) fn word(&self, key: &'a str) -> &'a str {
        self.registry.catalogue().word(&self.language, key)
    }

    /// A built-in phrase about a number of things, by its keys for one and for several.
    pub(crate) fn counted(&self, (one, several): (&'a str, &'a str), count: usize) -> String {
        self.word(if count == 1 { one } else { several }).replace("{n}", &count.to_string())
    }

    /// A box, turned round where the deck runs right to left.
    pub(crate) fn rect(&self, x: f32, y: f32, width: f32, height: f32) -> Rect {
        let x = if self.direction.is_right_to_left() { 1920.0 - x - width } else { x };
        Rect::new(x, y, width, height)
    }

    /// A box inside another, measured from the side that text starts from.
    pub(crate) fn inside(&self, outer: Rect, x: f32, y: f32, width: f32, height: f32) -> Rect {
        let left = if self.direction.is_right_to_left() { outer.width.0 - x - width } else { x };
        Rect::new(outer.x.0 + left, outer.y.0 + y, width, height)
    }

    /// The side that text starts from.
    pub(crate) fn start(&self) -> Align {
        if self.direction.is_right_to_left() { Align::Right } else { Align::Left }
    }

    /// The pen of titles.
    pub(crate) fn heading(&self) -> Pen {
        let voice = &self.look.heading;
        Pen {
            // The faces of titles have no slant here.
            emphasis: Emphasis::Color(self.surface.link),
            strong: voice.strong,
            ..self.pen(FontRole::Heading, voice.weight)
        }
    }

    /// The pen of running text.
    pub(crate) fn body(&self) -> Pen {
        self.pen(FontRole::Body, self.look.body.weight)
    }

    /// The pen of code.
    pub(crate) fn mono(&self) -> Pen {
        self.pen(FontRole::Mono, self.look.mono.weight)
    }

    fn pen(&self, font: FontRole, weight: u16) -> Pen {
        Pen {
            style: RunStyle {
                font,
                weight,
                italic: false,
                size: Px(34.0),
                color: self.surface.text,
                letter_spacing: Px::ZERO,
                underline: false,
                strike: false,
                code: false,
                strong: false,
                tabular: false,
                plate: None,
            },
            strong: self.look.body.strong,
            emphasis: Emphasis::Slant,
            link: self.surface.link,
            code: (self.look.mono.weight, self.surface.plate),
            leading: 1.3,
            align: self.start(),
            language: Arc::clone(&self.language),
            direction: self.direction,
        }
    }

    /// Where a node of a field came from.
    pub(crate) fn origin(&self, field: &str) -> Origin {
        Origin { slide: self.slide.id.clone(), field: field.to_owned(), part: None }
    }

    /// Notes something an author should know, once.
    pub(crate) fn find(&mut self, field: &str, kind: FindingKind) {
        let finding = Finding { slide: self.slide.id.clone(), field: field.to_owned(), kind };
        if !self.findings.contains(&finding) {
            self.findings.push(finding);
        }
    }

    /// A text of a field as a node; what is cut or has no glyph is noted. Without a field it is the theme's or the
    /// deck's own.
    pub(crate) fn text_node(&mut self, frame: Rect, text: Text, role: Role, field: Option<&str>) -> Node {
        if let Some(field) = field {
            if text.cut {
                self.find(field, FindingKind::Overflow);
            }
            self.find_missing(&text, field);
        }
        Node {
            frame,
            kind: Kind::Text(text),
            role,
            origin: field.map(|field| self.origin(field)),
            step: None,
            alt: Alt::Own,
        }
    }

    /// Adds a text of a field.
    pub(crate) fn push_text(&mut self, frame: Rect, text: Text, role: Role, field: Option<&str>) {
        let node = self.text_node(frame, text, role, field);
        self.nodes.push(node);
    }

    /// Notes the letters of a text that no font has.
    pub(crate) fn find_missing(&mut self, text: &Text, field: &str) {
        let mut missing = BTreeSet::new();
        for line in &text.lines {
            let words = &text.paragraphs[line.paragraph].text;
            let glyphs = line.runs.iter().flat_map(|run| &run.glyphs).filter(|glyph| glyph.id == 0);
            for glyph in glyphs {
                let letters = words.get(glyph.from as usize..glyph.to as usize).unwrap_or_default();
                missing.extend(letters.chars().filter(|letter| is_drawn(*letter)));
            }
        }
        if !missing.is_empty() {
            self.find(field, FindingKind::MissingGlyphs(missing.into_iter().collect()));
        }
    }

    /// A picture of a field as a node, or nothing and a finding.
    pub(crate) fn picture(
        &mut self,
        field: &str,
        source: &str,
        frame: Rect,
        fit: Fit,
        focus: (f32, f32),
    ) -> Option<Node> {
        let Some(facts) = self.pictures.facts(source) else {
            self.find(field, FindingKind::MissingPicture(source.to_owned()));
            return None;
        };
        let (frame, crop): (Rect, Crop) = facts.placed(frame, fit, focus);
        let picture = Picture {
            source: PictureId(source.to_owned()),
            width: facts.width,
            height: facts.height,
            crop,
            radius: Px::ZERO,
        };
        Some(Node {
            frame,
            kind: Kind::Picture(picture),
            role: Role::Content,
            origin: Some(self.origin(field)),
            step: None,
            alt: Alt::Missing,
        })
    }

    /// An icon by its name, drawn in one colour in the middle of a frame; a dot when there is none of that name, and
    /// nothing without a name.
    #[expect(clippy::unused_self, reason = "asked for like every other thing on a sheet")]
    pub(crate) fn icon(&self, name: &str, frame: Rect, color: Color) -> Option<Node> {
        if name.is_empty() {
            return None;
        }
        let side = frame.width.min(frame.height);
        let center = frame.center();
        let square = |side: Px| Rect { x: center.x - side / 2.0, y: center.y - side / 2.0, width: side, height: side };
        let Some(path) = icon_path(name) else {
            return Some(Node::decoration(square(side / 4.0), Kind::Shape(Shape::disc(color))));
        };
        let scale = side.0 / icons::GRID;
        let stroke = Stroke { color, width: Px(icons::STROKE * scale), dash: None, round: true };
        let form = ShapeForm::Path(path.scaled(scale));
        let shape = Shape { form, fill: None, stroke: Some(stroke), shadow: None };
        Some(Node::decoration(square(side), Kind::Shape(shape)))
    }

    /// A plate or mark of one colour.
    pub(crate) fn shape(frame: Rect, color: Color, radius: Px) -> Node {
        Node::decoration(frame, Kind::Shape(Shape::filled(color, radius)))
    }
}

/// The text of a key, trimmed; empty when unset.
pub(crate) fn said<'c>(content: &'c Content, key: &str) -> &'c str {
    content.get(key).and_then(Value::as_str).unwrap_or_default().trim()
}

/// Whether a letter shows anything where a font has it.
fn is_drawn(letter: char) -> bool {
    let joins = matches!(letter, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
        | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{AD}' | '\u{E0000}'..='\u{E01EF}');
    !letter.is_whitespace() && !letter.is_control() && !joins
}
