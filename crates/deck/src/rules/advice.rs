//! Warnings about a deck: broken rules, and weaknesses of slides that break no rule.
//!
//! The limits come from the catalogue. Whether a text fits its box is decided by layout.

use serde_json::Value;

use super::problem::{Problem, each_problem};
use super::validate::Breach;
use super::warning_text::WarningText;
use crate::chart::{ChartKind, HighlightTexts, Series, chart_data};
use crate::markdown::{Block, Inline, Picture, blocks};
use crate::registry::{Advice, Category, Field, Kind, Measure, Registry, SlideType, is_unset};
use crate::{Content, Deck, NamedThing, Remark, Slide};

/// One thing to improve on a slide.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// Position of the slide, from 0.
    pub slide: usize,
    /// Kind of the warning.
    pub concern: Concern,
    /// Path of the field, or empty.
    pub field: String,
    /// What to improve, for the author.
    pub text: Remark,
}

/// Kinds of warnings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Concern {
    /// Strict validation would reject it.
    Rules,
    /// Too much on one slide.
    Density,
    /// Hard to read.
    Readability,
    /// Two slides of the same type in a row.
    Repetition,
    /// Too many slides of the same type in the deck.
    Variety,
    /// Not accessible to everybody.
    Access,
    /// An address or data that is not complete yet.
    Unfinished,
}

/// All warnings about a deck, in the order of the slides.
pub fn warnings(registry: &Registry, deck: &Deck) -> Vec<Warning> {
    let mut found = Vec::new();
    each_problem(registry, deck, &mut |problem, breach| found.push(from_problem(problem, breach)));
    for (index, slide) in deck.slides.iter().enumerate() {
        let Some(slide_type) = registry.by_key(&slide.key) else {
            continue;
        };
        let previous_type = index.checked_sub(1).map(|previous| deck.slides[previous].key.as_str());
        for advice in &registry.catalogue().advice {
            if advice.types.is_empty() || advice.types.contains(&slide.key) {
                measure(advice, slide_type, slide, previous_type, &mut |concern, field, text| {
                    found.push(Warning { slide: index, concern, field, text: text.into() });
                });
            }
        }
    }
    for (index, slide) in deck.slides.iter().enumerate() {
        if let Some(slide_type) = registry.by_key(&slide.key) {
            let warn =
                |(concern, field, text): FieldWarning| Warning { slide: index, concern, field, text: text.into() };
            found.extend(chart_fault(slide_type, &slide.content).map(warn));
            found.extend(markdown_without_alt(slide_type, &slide.content).map(warn));
            found.extend(unit_mix_ups(slide_type, &slide.content).into_iter().map(warn));
        }
    }
    found.extend(variety(registry, deck));
    found.sort_by_key(|warning| warning.slide);
    found
}

/// Kind, field and text of a warning.
type FieldWarning = (Concern, String, WarningText);

/// A broken rule as a warning. A problem without a breach is an unknown slide type.
fn from_problem(problem: Problem, breach: Option<Breach>) -> Warning {
    let Problem { slide, path, expected, got, .. } = problem;
    let field = path.clone();
    let text = match breach {
        None => WarningText::UnknownType { field, expected, got },
        Some(Breach::UnknownKey) => WarningText::UnknownField { field, expected, got },
        Some(Breach::TooFew) => WarningText::TooFew { field, expected, got },
        Some(Breach::TooMany) => WarningText::TooMany { field, expected, got },
        Some(Breach::TooLong) => WarningText::TooLong { field, expected, got },
        Some(Breach::Missing) => WarningText::Missing { field, expected, got },
        Some(Breach::Kind) => WarningText::WrongKind { field, expected, got },
    };
    Warning { slide, concern: Concern::Rules, field: path, text: text.into() }
}

/// Measures a slide, and calls `warn` with kind, field and text of each warning. `previous_type` is the type of the
/// slide before.
fn measure(
    advice: &Advice,
    slide_type: &SlideType,
    slide: &Slide,
    previous_type: Option<&str>,
    warn: &mut dyn FnMut(Concern, String, WarningText),
) {
    let Advice { field, over, .. } = advice;
    let (path, most) = (|| field.clone(), *over);
    let is_long = |text: &&str| text.chars().count() > *over;
    match advice.measure {
        Measure::Items => {
            let count = slide.content.get(field).and_then(Value::as_array).map_or(0, Vec::len);
            if count > *over {
                warn(Concern::Density, path(), WarningText::ManyEntries { field: path(), n: count, most });
            }
        }
        Measure::BlocksInThreeRows => {
            let rows = slide.content.get(field).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
            let blocks: usize = rows.iter().filter_map(|row| row.get("blocks")?.as_array()).map(Vec::len).sum();
            if rows.len() >= 3 && blocks > *over {
                let text = WarningText::ManyBlocks { n: blocks, rows: rows.len(), most };
                warn(Concern::Density, path(), text);
            }
        }
        Measure::Characters => {
            let concern = if field == "body" { Concern::Density } else { Concern::Readability };
            let is_top_level = !field.contains('[');
            for (path, text) in texts_at(&slide.content, field).into_iter().filter(|(_, text)| is_long(text)) {
                // A stricter bound of the declaration has been reported already.
                let bound = slide_type.field(field).filter(|_| is_top_level).and_then(|field| field.max_length);
                if bound.is_none_or(|bound| bound > *over) {
                    let count = text.chars().count();
                    warn(concern, path.clone(), WarningText::LongText { field: path, n: count, most });
                }
            }
        }
        Measure::CharactersInTwo => {
            let count = texts_at(&slide.content, field).iter().filter(|(_, text)| is_long(text)).count();
            if count >= 2 {
                warn(Concern::Readability, path(), WarningText::LongTexts { n: count, field: path(), most });
            }
        }
        Measure::Lines => {
            let lines = slide.content.get(field).and_then(Value::as_str).map_or(0, |text| text.lines().count());
            if lines > *over {
                warn(Concern::Density, path(), WarningText::ManyLines { field: path(), n: lines, most });
            }
        }
        Measure::LongestLine => {
            let text = slide.content.get(field).and_then(Value::as_str).unwrap_or_default();
            let longest = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
            if longest > *over {
                warn(Concern::Density, path(), WarningText::LongLine { field: path(), n: longest, most });
            }
        }
        Measure::InARow => {
            if previous_type == Some(slide.key.as_str()) {
                let kind = NamedThing::new(&slide_type.key, slide_type.label.to_lowercase());
                warn(Concern::Repetition, String::new(), WarningText::SameType { kind });
            }
        }
        Measure::NoAlt => {
            for path in without_alt(slide_type, &slide.content) {
                warn(Concern::Access, path.clone(), WarningText::PictureWithoutAlt { field: path });
            }
        }
        Measure::Stub => {
            for field in slide_type.fields.iter().filter(|field| field.required) {
                let text = slide.content.get(&field.key).and_then(Value::as_str).unwrap_or_default();
                if text.trim() == "https://" {
                    let text = WarningText::NoAddress { field: field.key.clone() };
                    warn(Concern::Unfinished, field.key.clone(), text);
                }
            }
        }
        Measure::Cut => {}
    }
}

/// The texts at a path such as `title` or `items[].text`, each with its own path.
fn texts_at<'a>(content: &'a Content, path: &str) -> Vec<(String, &'a str)> {
    let Some((list, key)) = path.split_once("[].") else {
        return content.get(path).and_then(Value::as_str).map(|text| (path.to_owned(), text)).into_iter().collect();
    };
    let entries = content.get(list).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let text = |(index, entry): (usize, &'a Value)| Some((format!("{list}[{index}].{key}"), entry.get(key)?.as_str()?));
    entries.iter().enumerate().filter_map(text).collect()
}

/// Paths of pictures without alternative text, where the type has a field for it. A name next to a picture (of a person
/// or company) counts as alternative text.
fn without_alt(slide_type: &SlideType, content: &Content) -> Vec<String> {
    if content.get("imageRole").and_then(Value::as_str) == Some("decorative") {
        return Vec::new();
    }
    let mut found = Vec::new();
    find_without_alt(&slide_type.fields, content, "", &mut found);
    found
}

/// Adds the paths of pictures without alternative text to `found`. `prefix` is the path of `content`, with a full stop
/// at its end.
fn find_without_alt(fields: &[Field], content: &Content, prefix: &str, found: &mut Vec<String>) {
    for field in fields {
        let path = format!("{prefix}{}", field.key);
        match &field.kind {
            Kind::Image if content.get(&field.key).is_some_and(|picture| !is_unset(picture)) => {
                let own = format!("{}Alt", field.key);
                let alternatives: Vec<&Field> =
                    fields.iter().filter(|other| [own.as_str(), "alt", "name"].contains(&other.key.as_str())).collect();
                let has_text = |other: &&Field| content.get(&other.key).is_some_and(|text| !is_unset(text));
                if !alternatives.is_empty() && !alternatives.iter().any(has_text) {
                    found.push(path);
                }
            }
            Kind::Items { fields, .. } => {
                let entries = content.get(&field.key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
                for (index, entry) in entries.iter().enumerate() {
                    if let Value::Object(entry) = entry {
                        find_without_alt(fields, entry, &format!("{path}[{index}]."), found);
                    }
                }
            }
            _ => {}
        }
    }
}

/// A warning about chart data that cannot be drawn.
fn chart_fault(slide_type: &SlideType, content: &Content) -> Option<FieldWarning> {
    let text = |key: &str| content.get(key).and_then(Value::as_str).filter(|text| !text.trim().is_empty());
    let csv = slide_type.fields.iter().find(|field| matches!(field.kind, Kind::Csv))?;
    let kind = ChartKind::named(text("chartType")?)?;
    let data = match chart_data(kind, text(&csv.key)?) {
        Ok(data) => data,
        Err(fault) => {
            let (field, chart, reason) = (csv.key.clone(), kind.to_string(), fault.to_string());
            let text = WarningText::ChartFault { field, chart, reason };
            return Some((Concern::Unfinished, csv.key.clone(), text));
        }
    };
    let wanted = text("highlight")?;
    let name = |(index, series): (usize, &Series)| {
        let own = ["series1Label", "series2Label"].get(index).and_then(|key| text(key));
        own.or(series.name.as_deref()).unwrap_or_default().to_owned()
    };
    let series: Vec<String> = data.series.iter().enumerate().map(name).collect();
    let texts = HighlightTexts { highlight: wanted, ..HighlightTexts::default() };
    let is_unknown = data.highlight(&series, texts).is_none();
    is_unknown.then(|| {
        let text = WarningText::UnknownHighlight { name: wanted.to_owned() };
        (Concern::Unfinished, "highlight".to_owned(), text)
    })
}

/// Warnings about figures whose unit is in the wrong field: exchanged with the value, or in both.
fn unit_mix_ups(slide_type: &SlideType, content: &Content) -> Vec<FieldWarning> {
    let has_unit = |field: &&Field| field.item_field("value").is_some() && field.item_field("unit").is_some();
    let Some(list) = slide_type.fields.iter().find(has_unit) else { return Vec::new() };
    let has_digit = |text: &str| text.chars().any(char::is_numeric);
    let mut found = Vec::new();
    let entries = content.get(&list.key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    for (index, entry) in entries.iter().enumerate() {
        let text = |key: &str| entry.get(key).and_then(Value::as_str).map(str::trim).unwrap_or_default();
        let (value, unit) = (text("value"), text("unit"));
        let path = |key: &str| format!("{}[{index}].{key}", list.key);
        if !value.is_empty() && !has_digit(value) && has_digit(unit) {
            let (value, unit) = (value.to_owned(), unit.to_owned());
            let text = WarningText::UnitExchanged { field: path("value"), value, unit };
            found.push((Concern::Readability, path("value"), text));
        } else if !unit.is_empty() && has_digit(value) && value.to_lowercase().ends_with(&unit.to_lowercase()) {
            let text = WarningText::UnitTwice { field: path("value"), unit: unit.to_owned() };
            found.push((Concern::Readability, path("value"), text));
        }
    }
    found
}

/// A warning about pictures in Markdown without alternative text.
fn markdown_without_alt(slide_type: &SlideType, content: &Content) -> Option<FieldWarning> {
    let lacks_alt = |field: &&Field| {
        let text = content.get(&field.key).and_then(Value::as_str).unwrap_or_default();
        matches!(field.kind, Kind::Markdown) && text.contains("![") && has_picture_without_alt(&blocks(text))
    };
    let field = slide_type.fields.iter().find(lacks_alt)?;
    let text = WarningText::TextPictureWithoutAlt { field: field.key.clone() };
    Some((Concern::Access, field.key.clone(), text))
}

fn has_picture_without_alt(blocks: &[Block]) -> bool {
    let lacks_alt = |picture: &Picture| picture.alt.trim().is_empty();
    let in_run = |run: &[Inline]| run.iter().any(|part| matches!(part, Inline::Picture(picture) if lacks_alt(picture)));
    blocks.iter().any(|block| match block {
        Block::Picture(picture) => lacks_alt(picture),
        Block::Paragraph(run) | Block::Heading { text: run, .. } => in_run(run),
        Block::List { items, .. } => items.iter().any(|item| has_picture_without_alt(&item.blocks)),
        Block::Quote(blocks) => has_picture_without_alt(blocks),
        _ => false,
    })
}

/// A warning if there are at least four content slides and more than 60 percent of them are plain text.
fn variety(registry: &Registry, deck: &Deck) -> Option<Warning> {
    let is_content =
        |slide: &&Slide| registry.by_key(&slide.key).is_some_and(|slide_type| slide_type.category == Category::Content);
    let all = deck.slides.iter().filter(is_content).count();
    let plain = deck.slides.iter().filter(|slide| slide.key == "content-slide").count();
    let first = deck.slides.iter().position(|slide| slide.key == "content-slide")?;
    (all >= 4 && plain * 10 > all * 6).then(|| Warning {
        slide: first,
        concern: Concern::Variety,
        field: String::new(),
        text: WarningText::PlainText { n: plain, all }.into(),
    })
}
