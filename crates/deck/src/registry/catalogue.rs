//! The parts of the catalogue that concern all slide types: global options, retired types, conversions, advice,
//! wording.

use serde_json::Value;

use super::declaration::DeclarationError;
use super::declared_field;
use super::field::Field;
use crate::Content;

/// The parts of a catalogue that belong to no single type.
#[derive(Debug, Clone, Default)]
pub struct Catalogue {
    /// Fields that a slide of any type may have.
    pub global_options: Vec<Field>,
    /// Keys that are accepted on any slide but not offered.
    pub reserved_keys: Vec<String>,
    /// Older names of backdrops and the names that replace them.
    pub older_backdrops: Vec<(String, String)>,
    /// Types that no longer exist.
    pub retired: Vec<Retired>,
    /// Conversions between types that preserve the meaning of a slide.
    pub conversions: Vec<Conversion>,
    /// Keys of the types that stay at the end of a deck when slides are appended.
    pub closing_types: Vec<String>,
    /// Limits above which a warning is given.
    pub advice: Vec<Advice>,
    /// Pictures in the examples.
    pub example_pictures: Vec<ExamplePicture>,
    /// Built-in texts by language.
    wording: Vec<(String, Content)>,
}

/// A type that no longer exists, and the one that replaces it.
#[derive(Debug, Clone)]
pub struct Retired {
    /// Registry key of the type.
    pub key: String,
    /// Registry key of its successor.
    pub successor: Option<String>,
}

/// A conversion between two types.
#[derive(Debug, Clone)]
pub struct Conversion {
    /// Key of the type before conversion.
    pub from: String,
    /// Key of the type after conversion.
    pub to: String,
    /// Fields that are copied: old path, new path.
    pub carry: Vec<(String, String)>,
}

/// A limit above which a warning is given.
#[derive(Debug, Clone)]
pub struct Advice {
    /// Keys of the types that it applies to; empty for all.
    pub types: Vec<String>,
    /// Path of the measured field, such as `items[].text`; empty when the slide or deck is measured.
    pub field: String,
    /// What is measured.
    pub measure: Measure,
    /// The limit.
    pub over: usize,
}

/// What advice measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// Entries of a list.
    Items,
    /// Code points of a text.
    Characters,
    /// Code points of a text, if two or more entries exceed the limit.
    CharactersInTwo,
    /// Blocks, if there are three or more rows.
    BlocksInThreeRows,
    /// Lines of a text.
    Lines,
    /// Code points of the longest line.
    LongestLine,
    /// Slides of the same type in a row.
    InARow,
    /// Pictures without alternative text.
    NoAlt,
    /// Texts that do not fit; measured by layout.
    Cut,
    /// Addresses that are still `https://`.
    Stub,
}

/// A picture in the examples.
#[derive(Debug, Clone)]
pub struct ExamplePicture {
    /// Local reference to the picture.
    pub reference: String,
    /// What it shows.
    pub shows: String,
}

impl Catalogue {
    /// Reads the parts of a catalogue that belong to no single type. Fails at the first fault.
    pub(super) fn read(file: &str, source: &Value) -> Result<Self, DeclarationError> {
        let refuse = |field: &str, fault: String| DeclarationError {
            file: file.to_owned(),
            type_name: String::new(),
            field: field.to_owned(),
            fault,
        };
        let list = |key: &str| {
            source.get(key).and_then(Value::as_array).ok_or_else(|| refuse(key, "expected a list".to_owned()))
        };
        let text = |value: &Value, key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
        let mut catalogue = Self {
            reserved_keys: object(source.get("reservedKeys")).map(|(key, _)| key.clone()).collect(),
            older_backdrops: text_pairs(source.pointer("/backdrops/readsAs")),
            closing_types: list("closingTypes")?.iter().filter_map(|key| key.as_str().map(str::to_owned)).collect(),
            wording: object(source.get("wording"))
                .filter_map(|(lang, words)| Some((lang.clone(), words.as_object()?.clone())))
                .collect(),
            ..Self::default()
        };
        for (index, value) in list("globalOptions")?.iter().enumerate() {
            let raw = value.as_object().ok_or_else(|| refuse("globalOptions", "expected objects".to_owned()))?;
            let field = declared_field::field(raw, "", &catalogue)
                .map_err(|(field, fault)| refuse(&format!("globalOptions[{index}].{field}"), fault))?;
            catalogue.global_options.push(field);
        }
        for value in list("retired")? {
            let key = text(value, "key").ok_or_else(|| refuse("retired", "a retired type has a key".to_owned()))?;
            catalogue.retired.push(Retired { key, successor: text(value, "successor") });
        }
        for value in list("conversions")? {
            let (Some(from), Some(to)) = (text(value, "from"), text(value, "to")) else {
                return Err(refuse("conversions", "a conversion names both types".to_owned()));
            };
            catalogue.conversions.push(Conversion { from, to, carry: text_pairs(value.get("carry")) });
        }
        for value in list("examplePictures")? {
            let (Some(reference), Some(shows)) = (text(value, "ref"), text(value, "shows")) else {
                return Err(refuse("examplePictures", "a picture has a ref and says what it shows".to_owned()));
            };
            catalogue.example_pictures.push(ExamplePicture { reference, shows });
        }
        for (index, value) in list("advice")?.iter().enumerate() {
            let advice = advice(value)
                .ok_or_else(|| refuse(&format!("advice[{index}]"), format!("unknown advice: `{value}`")))?;
            catalogue.advice.push(advice);
        }
        Ok(catalogue)
    }

    /// A built-in text in a language, else in English. Returns the key itself when it is unknown.
    pub fn word<'a>(&'a self, lang: &str, key: &'a str) -> &'a str {
        let primary = lang.split('-').next().unwrap_or_default();
        let matching = |wanted: &str| {
            self.wording
                .iter()
                .find(|(tag, _)| tag.split('-').next().is_some_and(|tag| tag.eq_ignore_ascii_case(wanted)))
                .and_then(|(_, words)| words.get(key)?.as_str())
        };
        matching(primary).or_else(|| matching("en")).unwrap_or(key)
    }

    /// A global option by its key.
    pub fn global_option(&self, key: &str) -> Option<&Field> {
        self.global_options.iter().find(|option| option.key == key)
    }
}

fn object(value: Option<&Value>) -> impl Iterator<Item = (&String, &Value)> {
    value.and_then(Value::as_object).into_iter().flatten()
}

/// The keys and texts of an object.
fn text_pairs(value: Option<&Value>) -> Vec<(String, String)> {
    object(value).filter_map(|(from, to)| Some((from.clone(), to.as_str()?.to_owned()))).collect()
}

/// Reads one limit; none when it is malformed.
fn advice(value: &Value) -> Option<Advice> {
    let types = match value.get("type")? {
        Value::String(any) if any == "*" => Vec::new(),
        Value::String(key) => vec![key.clone()],
        Value::Array(keys) => keys.iter().filter_map(|key| key.as_str().map(str::to_owned)).collect(),
        _ => return None,
    };
    let measure = match value.get("measure")?.as_str()? {
        "items" => Measure::Items,
        "characters" => Measure::Characters,
        "characters, in two entries or more" => Measure::CharactersInTwo,
        "blocks in three rows or more" => Measure::BlocksInThreeRows,
        "lines" => Measure::Lines,
        "characters in one line" => Measure::LongestLine,
        "slides of the same type in a row" => Measure::InARow,
        "content pictures without alternative text" => Measure::NoAlt,
        "texts cut because they do not fit at the smallest size" => Measure::Cut,
        "addresses still at the stub https://" => Measure::Stub,
        _ => return None,
    };
    Some(Advice {
        types,
        field: value.get("field").and_then(Value::as_str).unwrap_or_default().to_owned(),
        measure,
        over: usize::try_from(value.get("over")?.as_u64()?).ok()?,
    })
}
