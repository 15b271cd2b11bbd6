//! Settings of a deck: known ones with defaults, and unknown ones that are kept unchanged.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::Content;
use crate::sources::{self, MAX_SOURCES};

/// The settings of a deck. Contains only the settings that were set; all others have their defaults.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Settings(Content);

/// A setting with a value of the wrong kind.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("settings.{path}: expected {expected}")]
pub struct WrongSetting {
    /// Path of the setting, such as `autoAdvance.loop`.
    pub path: String,
    /// What was expected.
    pub expected: &'static str,
}

/// How parts of a slide appear.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RevealStyle {
    /// At once.
    Default,
    /// Letter by letter.
    Typewriter,
}

/// The transition from one slide to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[serde(rename_all = "lowercase")]
pub enum Transition {
    /// Without transition.
    None,
    /// The new slide fades in.
    Fade,
    /// The new slide slides in.
    Slide,
    /// The new slide pushes the old one out.
    Push,
    /// The slides turn like a cube.
    Cube,
    /// What both slides have moves to its new place.
    Morph,
}

impl Transition {
    /// The names of all transitions.
    pub const NAMES: [&'static str; 6] = ["none", "fade", "slide", "push", "cube", "morph"];
    /// The names, for messages.
    pub const EXPECTED: &'static str = "none, fade, slide, push, cube or morph";

    /// The transition of a name.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "none" => Self::None,
            "fade" => Self::Fade,
            "slide" => Self::Slide,
            "push" => Self::Push,
            "cube" => Self::Cube,
            "morph" => Self::Morph,
            _ => return None,
        })
    }
}

/// Settings for advancing automatically.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AutoAdvance {
    /// Whether it is on.
    pub enabled: bool,
    /// Seconds for a slide without its own duration.
    pub interval_seconds: u16,
    /// Whether it starts again after the last slide.
    pub loops: bool,
    /// Whether the remaining time is shown.
    pub show_countdown: bool,
    /// Whether it advances or only shows the pace.
    pub mode: Pace,
}

/// What happens when the time of a slide is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// The next slide is shown.
    Auto,
    /// Nothing; the time only shows the pace.
    Pacing,
}

/// The values that a setting accepts.
enum AcceptedValues {
    Flag,
    Word(&'static [&'static str]),
    Seconds,
    Picture,
}

/// Every known setting: path, accepted values, default.
fn known() -> [(&'static [&'static str], AcceptedValues, Value); 10] {
    use AcceptedValues::{Flag, Picture, Seconds, Word};
    [
        (&["stepParagraphs"], Flag, json!(false)),
        (&["qaEnabled"], Flag, json!(true)),
        (&["revealStyle"], Word(&["default", "typewriter"]), json!("default")),
        (&["transitions", "preset"], Word(&Transition::NAMES), json!("none")),
        (&["autoAdvance", "enabled"], Flag, json!(false)),
        (&["autoAdvance", "intervalSeconds"], Seconds, json!(20)),
        (&["autoAdvance", "loop"], Flag, json!(false)),
        (&["autoAdvance", "showCountdown"], Flag, json!(true)),
        (&["autoAdvance", "mode"], Word(&["auto", "pacing"]), json!("auto")),
        (&["logo"], Picture, json!("")),
    ]
}

impl AcceptedValues {
    fn fits(&self, value: &Value) -> bool {
        match self {
            Self::Flag => value.is_boolean(),
            Self::Word(words) => value.as_str().is_some_and(|word| words.contains(&word)),
            Self::Seconds => value.as_u64().is_some_and(|seconds| (1..=300).contains(&seconds)),
            Self::Picture => value.as_str().is_some_and(|text| text.trim().is_empty() || crate::is_picture(text)),
        }
    }

    fn description(&self) -> &'static str {
        match self {
            Self::Flag => "true or false",
            Self::Word(["default", ..]) => "default or typewriter",
            Self::Word(["auto", ..]) => "auto or pacing",
            Self::Word(_) => Transition::EXPECTED,
            Self::Seconds => "a whole number from 1 to 300",
            Self::Picture => "a picture",
        }
    }
}

#[cfg(feature = "schema")]
impl AcceptedValues {
    fn schema(&self) -> Value {
        match self {
            Self::Flag => json!({ "type": "boolean" }),
            Self::Word(words) => json!({ "type": "string", "enum": words }),
            Self::Seconds => json!({ "type": "integer" }),
            Self::Picture => json!({ "type": "string" }),
        }
    }
}

/// The schema of [`Settings::complete`].
#[cfg(feature = "schema")]
impl schemars::JsonSchema for Settings {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Settings".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        fn object() -> Value {
            json!({ "type": "object", "properties": {}, "required": [], "additionalProperties": true })
        }
        fn add(object: &mut Value, key: &str, schema: Value) {
            object["properties"][key] = schema;
            object["required"].as_array_mut().expect("it is a list").push(json!(key));
        }
        let mut schema = object();
        schema["description"] =
            json!("The settings of a deck, defaults included, and settings that Lectern does not know.");
        for (path, accepts, _) in known() {
            match path {
                [group, member] => {
                    if schema["properties"].get(group).is_none() {
                        add(&mut schema, group, object());
                    }
                    add(&mut schema["properties"][group], member, accepts.schema());
                }
                _ => add(&mut schema, path[0], accepts.schema()),
            }
        }
        schema.try_into().expect("an object is a schema")
    }
}

impl Settings {
    /// Reads settings from an object. `null` means unset.
    ///
    /// # Errors
    /// Fails at the first setting of the wrong kind.
    pub fn read(given: &Content) -> Result<Self, WrongSetting> {
        let mut settings = Self::default();
        settings.merge(given)?;
        Ok(settings)
    }

    /// Reads settings from an object and drops those of the wrong kind.
    pub fn read_leniently(given: &Content) -> Self {
        let mut settings = Self::default();
        for (key, value) in given {
            let single: Content = std::iter::once((key.clone(), value.clone())).collect();
            if settings.merge(&single).is_ok() {
                continue;
            }
            // When one setting of a group is wrong, the others are kept.
            for (inner, value) in value.as_object().into_iter().flatten() {
                let _ = settings.merge(&std::iter::once((key.clone(), json!({ inner: value }))).collect());
            }
        }
        settings
    }

    /// Sets the given settings and keeps all others; `null` resets a setting.
    ///
    /// # Errors
    /// Fails at the first setting of the wrong kind, and then changes nothing.
    pub fn merge(&mut self, given: &Content) -> Result<(), WrongSetting> {
        let mut merged = self.0.clone();
        for (key, value) in given {
            let is_group =
                key == sources::SETTING || known().iter().any(|(path, _, _)| path.len() == 2 && path[0] == key);
            if value.is_null() {
                merged.shift_remove(key);
            } else if is_group {
                let Some(members) = value.as_object() else {
                    return Err(WrongSetting { path: key.clone(), expected: "an object" });
                };
                let target = merged.entry(key.clone()).or_insert_with(|| json!({}));
                if !target.is_object() {
                    *target = json!({});
                }
                if let Some(target) = target.as_object_mut() {
                    for (inner, value) in members {
                        if value.is_null() {
                            target.shift_remove(inner);
                        } else {
                            check(&[key, inner], value)?;
                            target.insert(inner.clone(), value.clone());
                        }
                    }
                }
            } else {
                check(&[key], value)?;
                merged.insert(key.clone(), value.clone());
            }
        }
        match merged.get(sources::SETTING).and_then(Value::as_object).map(Content::len) {
            Some(0) => {
                merged.shift_remove(sources::SETTING);
            }
            Some(found) if found > MAX_SOURCES => {
                let path = sources::SETTING.to_owned();
                return Err(WrongSetting { path, expected: "at most 10 data sources" });
            }
            _ => {}
        }
        self.0 = merged;
        Ok(())
    }

    /// All known settings with their value or default, then the unknown ones.
    pub fn complete(&self) -> Content {
        let mut all = Content::new();
        for (path, _, default) in known() {
            let value = self.at(path).cloned().unwrap_or(default);
            if let [group, member] = path {
                let members = all.entry((*group).to_owned()).or_insert_with(|| json!({}));
                members[*member] = value;
            } else {
                all.insert(path[0].to_owned(), value);
            }
        }
        for (key, value) in &self.0 {
            match (all.get_mut(key), value) {
                (Some(Value::Object(members)), Value::Object(set)) => {
                    for (inner, value) in set {
                        members.entry(inner.clone()).or_insert_with(|| value.clone());
                    }
                }
                (Some(_), _) => {}
                (None, _) => {
                    all.insert(key.clone(), value.clone());
                }
            }
        }
        all
    }

    /// The settings that differ from their defaults.
    pub fn differing(&self) -> Content {
        let mut all = self.complete();
        for (path, _, default) in known() {
            if let [group, member] = path {
                if let Some(members) = all.get_mut(*group).and_then(Value::as_object_mut)
                    && members.get(*member) == Some(&default)
                {
                    members.shift_remove(*member);
                }
            } else if all.get(path[0]) == Some(&default) {
                all.shift_remove(path[0]);
            }
        }
        all.retain(|key, value| {
            let is_group = known().iter().any(|(path, _, _)| path.len() == 2 && path[0] == key);
            !is_group || value.as_object().is_some_and(|members| !members.is_empty())
        });
        all
    }

    /// Whether all settings have their defaults.
    pub fn is_default(&self) -> bool {
        self.differing().is_empty()
    }

    /// Whether parts of a slide appear one by one.
    pub fn step_paragraphs(&self) -> bool {
        self.flag(&["stepParagraphs"], false)
    }

    /// Whether the audience may ask questions.
    pub fn qa_enabled(&self) -> bool {
        self.flag(&["qaEnabled"], true)
    }

    /// How parts of a slide appear.
    pub fn reveal_style(&self) -> RevealStyle {
        if self.word(&["revealStyle"]) == "typewriter" { RevealStyle::Typewriter } else { RevealStyle::Default }
    }

    /// The transition between slides.
    pub fn transition(&self) -> Transition {
        Transition::named(self.word(&["transitions", "preset"])).unwrap_or(Transition::None)
    }

    /// Whether and how the deck advances automatically.
    pub fn auto_advance(&self) -> AutoAdvance {
        let seconds = self.at(&["autoAdvance", "intervalSeconds"]).and_then(Value::as_u64);
        AutoAdvance {
            enabled: self.flag(&["autoAdvance", "enabled"], false),
            interval_seconds: seconds.and_then(|seconds| u16::try_from(seconds).ok()).unwrap_or(20),
            loops: self.flag(&["autoAdvance", "loop"], false),
            show_countdown: self.flag(&["autoAdvance", "showCountdown"], true),
            mode: if self.word(&["autoAdvance", "mode"]) == "pacing" { Pace::Pacing } else { Pace::Auto },
        }
    }

    /// Address of the logo of the deck, if it has one.
    pub fn logo(&self) -> Option<&str> {
        Some(self.word(&["logo"])).filter(|logo| !logo.trim().is_empty())
    }

    /// The settings that were set, as JSON.
    pub fn explicit(&self) -> &Content {
        &self.0
    }

    /// Removes the data sources of the deck.
    pub(crate) fn remove_sources(&mut self) {
        self.0.shift_remove(sources::SETTING);
    }

    fn at(&self, path: &[&str]) -> Option<&Value> {
        let first = self.0.get(path[0])?;
        path[1..].iter().try_fold(first, |value, key| value.get(key))
    }

    fn flag(&self, path: &[&str], default: bool) -> bool {
        self.at(path).and_then(Value::as_bool).unwrap_or(default)
    }

    fn word(&self, path: &[&str]) -> &str {
        self.at(path).and_then(Value::as_str).unwrap_or_default()
    }
}

fn check(path: &[&str], value: &Value) -> Result<(), WrongSetting> {
    if let [sources::SETTING, name] = path
        && !sources::is_source(name, value)
    {
        let expected = "a data source: an object with `csv`, a table with the names of its columns in the first row";
        return Err(WrongSetting { path: path.join("."), expected });
    }
    match known().iter().find(|(known, _, _)| *known == path) {
        Some((_, accepts, _)) if !accepts.fits(value) => {
            Err(WrongSetting { path: path.join("."), expected: accepts.description() })
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(value: Value) -> Content {
        let Value::Object(object) = value else { panic!("an object") };
        object
    }

    #[test]
    fn a_fresh_deck_has_every_setting_at_its_default() {
        let expected = json!({
            "stepParagraphs": false, "qaEnabled": true, "revealStyle": "default", "transitions": {"preset": "none"},
            "autoAdvance": {"enabled": false, "intervalSeconds": 20, "loop": false, "showCountdown": true, "mode": "auto"},
            "logo": "",
        });
        assert_eq!(Value::Object(Settings::default().complete()), expected);
        assert!(Settings::read(&object(expected)).expect("defaults are good").differing().is_empty());
    }

    #[test]
    fn settings_merge_per_key_and_null_resets_one() {
        let mut settings =
            Settings::read(&object(json!({"qaEnabled": false, "autoAdvance": {"enabled": true}, "zz": [1]})))
                .expect("good");
        settings.merge(&object(json!({"autoAdvance": {"loop": true}, "qaEnabled": null}))).expect("good");
        assert_eq!(
            Value::Object(settings.differing()),
            json!({"autoAdvance": {"enabled": true, "loop": true}, "zz": [1]})
        );
        assert!(settings.qa_enabled() && settings.auto_advance().loops);
    }

    #[test]
    fn a_wrong_setting_changes_nothing_and_is_named() {
        let mut settings = Settings::default();
        for (given, path) in [
            (json!({"qaEnabled": false, "stepParagraphs": "yes"}), "stepParagraphs"),
            (json!({"autoAdvance": {"intervalSeconds": 301}}), "autoAdvance.intervalSeconds"),
            (json!({"autoAdvance": true}), "autoAdvance"),
            (json!({"transitions": {"preset": "spin"}}), "transitions.preset"),
        ] {
            assert_eq!(settings.merge(&object(given)).expect_err("wrong").path, path);
            assert_eq!(settings, Settings::default());
        }
    }

    #[test]
    fn a_lenient_reading_drops_only_wrong_settings() {
        let given = object(json!({"qaEnabled": 5, "autoAdvance": {"enabled": true, "loop": "x"}, "zz": 1}));
        let kept = Settings::read_leniently(&given);
        assert_eq!(Value::Object(kept.differing()), json!({"autoAdvance": {"enabled": true}, "zz": 1}));
    }
}
