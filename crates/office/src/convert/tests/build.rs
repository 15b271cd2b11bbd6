//! Functions that build a model and show its conversion as text.

use deck::{CountedIds, Deck, EnvelopeContext, Registry};
use serde_json::Value;

use crate::convert::{Context, Converted, convert};
use crate::model::{
    Bullet, Cell, Chart, Content, Frame, Paragraph, Picture, Placeholder, Presentation, Run, Series, Shape, Slide,
    Table, Text,
};

/// Width and height of the slides.
pub(super) const SIZE: (i64, i64) = (12_192_000, 6_858_000);

/// A frame in percent of the slide.
pub(super) fn frame([x, y, width, height]: [i64; 4]) -> Frame {
    let (across, down) = (SIZE.0 / 100, SIZE.1 / 100);
    Frame { x: x * across, y: y * down, width: width * across, height: height * down }
}

pub(super) fn shape(name: &str, percent: [i64; 4], content: Content) -> Shape {
    Shape {
        id: 0,
        name: name.to_owned(),
        alt: None,
        morph_name: None,
        is_decorative: false,
        frame: frame(percent),
        placeholder: None,
        group: None,
        link: None,
        content,
    }
}

pub(super) fn paragraph(text: &str) -> Paragraph {
    Paragraph { runs: vec![Run { text: text.to_owned(), ..Run::default() }], ..Paragraph::default() }
}

/// A paragraph for each line. `- ` and `1. ` at its start become a bullet or number; each two spaces before them
/// are one level.
pub(super) fn paragraphs(text: &str) -> Vec<Paragraph> {
    let paragraph_of = |line: &str| {
        let level = (line.len() - line.trim_start_matches("  ").len()) / 2;
        let line = line.trim_start_matches("  ");
        let (bullet, words) = match (line.strip_prefix("- "), line.strip_prefix("1. ")) {
            (Some(words), _) => (Bullet::Sign, words),
            (None, Some(words)) => (Bullet::Number, words),
            (None, None) => (Bullet::None, line),
        };
        Paragraph { level: u8::try_from(level).expect("a small number"), bullet, ..paragraph(words) }
    };
    text.lines().map(paragraph_of).collect()
}

/// A text box.
pub(super) fn text(name: &str, percent: [i64; 4], words: &str) -> Shape {
    shape(
        name,
        percent,
        Content::Text(Text { geometry: "rect".to_owned(), is_drawn: false, paragraphs: paragraphs(words) }),
    )
}

/// A text in letters of a size, in points.
pub(super) fn sized(name: &str, percent: [i64; 4], words: &str, points: u32) -> Shape {
    let mut shape = text(name, percent, words);
    if let Content::Text(text) = &mut shape.content {
        for paragraph in &mut text.paragraphs {
            paragraph.size = Some(points * 100);
        }
    }
    shape
}

/// A drawn shape with a text.
pub(super) fn drawn(name: &str, percent: [i64; 4], geometry: &str, words: &str) -> Shape {
    let text = Text { geometry: geometry.to_owned(), is_drawn: true, paragraphs: paragraphs(words) };
    shape(name, percent, Content::Text(text))
}

pub(super) fn title(words: &str) -> Shape {
    Shape { placeholder: Some(Placeholder::Title), ..text("Title", [5, 5, 90, 15], words) }
}

pub(super) fn subtitle(words: &str) -> Shape {
    Shape { placeholder: Some(Placeholder::Subtitle), ..text("Subtitle", [10, 60, 80, 20], words) }
}

pub(super) fn body(percent: [i64; 4], words: &str) -> Shape {
    Shape { placeholder: Some(Placeholder::Body), ..text("Content", percent, words) }
}

pub(super) fn picture(name: &str, percent: [i64; 4]) -> Shape {
    let picture = Picture { part: Some(format!("ppt/media/{name}.png")), ..Picture::default() };
    Shape { alt: Some(format!("Alt of {name}")), ..shape(name, percent, Content::Picture(picture)) }
}

/// A table with a header, cells separated by `|`.
pub(super) fn table(name: &str, rows: &[&str]) -> Shape {
    let cell = |words: &str| Cell { paragraphs: paragraphs(words.trim()), spans: (1, 1) };
    let rows = rows.iter().map(|row| row.split('|').map(cell).collect()).collect();
    shape(name, [5, 25, 90, 60], Content::Table(Table { has_header: true, rows }))
}

pub(super) fn chart(kind: &str, categories: &[&str], series: &[(&str, &[f64])]) -> Chart {
    Chart {
        kind: kind.to_owned(),
        categories: categories.iter().map(|name| (*name).to_owned()).collect(),
        series: series
            .iter()
            .map(|(name, values)| Series {
                name: (*name).to_owned(),
                values: values.iter().copied().map(Some).collect(),
                ..Series::default()
            })
            .collect(),
        ..Chart::default()
    }
}

pub(super) fn slide(shapes: Vec<Shape>) -> Slide {
    let shapes = shapes.into_iter().zip(2..).map(|(shape, id)| Shape { id, ..shape }).collect();
    Slide { shapes, ..Slide::default() }
}

pub(super) fn presentation(slides: Vec<Slide>) -> Presentation {
    Presentation { size: SIZE, slides, ..Presentation::default() }
}

pub(super) fn converted(presentation: &Presentation) -> Converted {
    convert(presentation, Context { registry: Registry::core(), file_name: "file", language: "en-GB" })
}

/// Reads an envelope as a deck. Panics if it is invalid.
pub(super) fn deck_of(envelope: &Value) -> Deck {
    let mut ids = CountedIds::default();
    let reading =
        EnvelopeContext { registry: Registry::core(), deck_id: "deck", ids: &mut ids, max_slides: usize::MAX };
    Deck::from_envelope(envelope.clone(), reading).expect("an envelope that can be read")
}

/// Converts a slide between two others and returns type, content, notes and fates, one line each.
pub(super) fn outline(slide_of_interest: Slide) -> String {
    let first = || slide(vec![title("First"), body([5, 25, 90, 60], "A paragraph.")]);
    outline_of(&presentation(vec![first(), slide_of_interest, first()]), 1)
}

/// The same as [`outline`] for a slide of a presentation.
pub(super) fn outline_of(presentation: &Presentation, index: usize) -> String {
    let converted = converted(presentation);
    let report = &converted.report.slides[index];
    let end = converted.report.slides.get(index + 1).map(|next| next.slide);
    let slides = converted.envelope["slides"].as_array().expect("slides");
    let mut lines = Vec::new();
    for slide in &slides[report.slide..end.unwrap_or(slides.len())] {
        lines.push(slide["type"].as_str().unwrap_or_default().to_owned());
        for (key, value) in slide["content"].as_object().expect("content") {
            lines.push(format!("  {key}: {value}"));
        }
        if let Some(notes) = slide.get("notes") {
            lines.push(format!("  notes: {notes}"));
        }
    }
    for entry in &report.shapes {
        lines.push(format!("{}: {:?}", entry.name, entry.fate));
    }
    lines.join("\n")
}
