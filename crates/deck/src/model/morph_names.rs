//! The names by which the transition `morph` matches parts of two slides.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::SlideType;

/// Names that the author gives to parts of a slide, by the path of the field that a part shows.
///
/// A path is that of a field (`image`), of an entry of a list (`items.2`), which stands for all that the entry shows,
/// or of a field of an entry (`items.2.title`). With the transition `morph`, parts of the same name on two slides
/// become one another.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[serde(try_from = "BTreeMap<String, String>")]
pub struct MorphNames(BTreeMap<String, String>);

impl MorphNames {
    /// Maximum number of names on a slide.
    pub const MAX_NAMES: usize = 40;
    /// Maximum length of a name, in characters.
    pub const MAX_NAME: usize = 40;
    /// Maximum size of a path, in bytes.
    pub const MAX_PATH: usize = 100;
    /// What is expected, for messages.
    pub const EXPECTED: &str = "at most 40 names of 1 to 40 characters by the paths of fields";

    /// Reads names from JSON; `null` has none. A path may have its positions in brackets, as in `items[2].title`.
    /// Returns none for anything else than names by paths.
    pub fn read(value: &Value) -> Option<Self> {
        match value {
            Value::Null => Some(Self::default()),
            Value::Object(names) if names.len() <= Self::MAX_NAMES => {
                names.iter().map(|(path, name)| Some((path_of(path)?, name_of(name.as_str()?)?))).collect()
            }
            _ => None,
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The names with their paths, in the order of the paths.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(path, name)| (path.as_str(), name.as_str()))
    }

    /// The first path that belongs to no field of a slide type.
    pub fn foreign_path(&self, slide_type: &SlideType) -> Option<&str> {
        self.0.keys().map(String::as_str).find(|path| !is_field(slide_type, path))
    }

    /// Removes the names of fields that a slide type does not have.
    pub fn retain_fields(&mut self, slide_type: &SlideType) {
        self.0.retain(|path, _| is_field(slide_type, path));
    }

    /// The names after entries of lists moved or were removed: `moves` has the new path of each remaining entry by its
    /// old path.
    pub(crate) fn moved(&self, moves: &HashMap<String, String>) -> Self {
        self.iter().filter_map(|(path, name)| Some((moved_path(path, moves)?, name.to_owned()))).collect()
    }
}

impl FromIterator<(String, String)> for MorphNames {
    fn from_iter<I: IntoIterator<Item = (String, String)>>(names: I) -> Self {
        Self(names.into_iter().collect())
    }
}

impl TryFrom<BTreeMap<String, String>> for MorphNames {
    type Error = &'static str;

    fn try_from(names: BTreeMap<String, String>) -> Result<Self, Self::Error> {
        let is_within_limit = names.len() <= Self::MAX_NAMES;
        let read = names.into_iter().map(|(path, name)| Some((path_of(&path)?, name_of(&name)?)));
        read.collect::<Option<Self>>().filter(|_| is_within_limit).ok_or(Self::EXPECTED)
    }
}

/// Whether a path begins with a field of a slide type.
fn is_field(slide_type: &SlideType, path: &str) -> bool {
    slide_type.field(path.split('.').next().unwrap_or_default()).is_some()
}

/// The new path of a field: that of the innermost entry it belongs to, with the rest as it was.
fn moved_path(path: &str, moves: &HashMap<String, String>) -> Option<String> {
    let parts: Vec<&str> = path.split('.').collect();
    let Some(position) = parts.iter().rposition(|part| is_position(part)) else { return Some(path.to_owned()) };
    let (entry, rest) = parts.split_at(position + 1);
    let moved = moves.get(&entry.join("."))?;
    Some(std::iter::once(moved.as_str()).chain(rest.iter().copied()).collect::<Vec<_>>().join("."))
}

/// Whether a part of a path is a position in a list.
pub(crate) fn is_position(part: &str) -> bool {
    part.bytes().all(|byte| byte.is_ascii_digit())
}

fn path_of(path: &str) -> Option<String> {
    let path = path.trim().replace('[', ".").replace(']', "");
    let is_path = path.len() <= MorphNames::MAX_PATH && path.split('.').all(|part| !part.is_empty());
    is_path.then_some(path)
}

fn name_of(name: &str) -> Option<String> {
    let name = name.trim();
    let is_name =
        !name.is_empty() && name.chars().count() <= MorphNames::MAX_NAME && !name.chars().any(char::is_control);
    is_name.then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::Registry;

    fn read(value: &Value) -> Option<Vec<(String, String)>> {
        let names = MorphNames::read(value)?;
        Some(names.iter().map(|(path, name)| (path.to_owned(), name.to_owned())).collect())
    }

    #[test]
    fn names_are_read_by_the_paths_of_fields() {
        let one = |path: &str, name: &str| Some(vec![(path.to_owned(), name.to_owned())]);
        assert_eq!(read(&json!({"image": " Pump "})), one("image", "Pump"));
        assert_eq!(read(&json!({"items[2].title": "Pump"})), one("items.2.title", "Pump"));
        assert_eq!(read(&Value::Null), Some(Vec::new()));
        let long = "x".repeat(41);
        for wrong in [json!([]), json!("Pump"), json!({"": "a"}), json!({"a..b": "a"}), json!({"a": 5})] {
            assert_eq!(read(&wrong), None, "{wrong}");
        }
        assert_eq!(
            (read(&json!({"a": long})), read(&json!({"a": " "})), read(&json!({"a": "b\u{7}"}))),
            (None, None, None)
        );
        let many: Value =
            (0..41).map(|at| (format!("items.{at}"), json!("Pump"))).collect::<serde_json::Map<_, _>>().into();
        assert_eq!(read(&many), None);
        assert!(serde_json::from_value::<MorphNames>(many).is_err());
    }

    #[test]
    fn names_of_fields_of_another_type_are_found_and_removed() {
        let list = Registry::core().by_key("list-slide").expect("known");
        let mut names = MorphNames::read(&json!({"items.0": "Pump", "quote": "Said"})).expect("names");
        assert_eq!(names.foreign_path(list), Some("quote"));
        names.retain_fields(list);
        assert_eq!((names.foreign_path(list), names.iter().count()), (None, 1));
    }
}
