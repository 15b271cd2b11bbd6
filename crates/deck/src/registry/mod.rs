//! The known slide types.
//!
//! Types are data. The compiled-in catalogue, files of a data folder and types of an organization are read by the same
//! code. A registry is a value: adding a type makes a new one.

mod catalogue;
mod declaration;
mod declared_field;
mod field;
mod name;
mod reads_as;
mod slide_type;

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use serde_json::Value;

pub use self::catalogue::{Advice, Catalogue, Conversion, ExamplePicture, Measure, Retired};
pub use self::declaration::DeclarationError;
pub use self::field::{Field, FieldType, FormHints, Kind, Pattern, is_slug, is_unset};
pub use self::name::without_version;
pub use self::reads_as::{ContentPath, ReadsAs, Slots};
pub use self::slide_type::{BuildMode, Category, DeckRole, InstanceKey, Interaction, LogoPlacement, Origin, SlideType};

use crate::{Content, Slide};

/// The known slide types.
#[derive(Debug, Clone)]
pub struct Registry {
    catalogue: Arc<Catalogue>,
    types: Vec<Arc<SlideType>>,
    by_name: HashMap<String, usize>,
}

static CORE: LazyLock<Registry> = LazyLock::new(|| {
    let file = "slide-types.json";
    let source: Value = serde_json::from_str(include_str!("../../catalogue/slide-types.json"))
        .expect("the catalogue that is compiled in is JSON");
    Registry::from_catalogue(file, &source).expect("a test loads the catalogue that is compiled in")
});

impl Registry {
    /// The types that are compiled in.
    pub fn core() -> &'static Self {
        &CORE
    }

    /// Reads a catalogue.
    ///
    /// # Errors
    /// Fails at the first wrong declaration.
    pub fn from_catalogue(file: &str, source: &Value) -> Result<Self, DeclarationError> {
        let catalogue = Arc::new(Catalogue::read(file, source)?);
        let registry = Self { catalogue, types: Vec::new(), by_name: HashMap::new() };
        let types = source.get("types").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        types.iter().try_fold(registry, |registry, declaration| registry.with(file, declaration, Origin::Core))
    }

    /// This registry with a further type.
    ///
    /// # Errors
    /// Fails when the declaration is wrong, or its key or id is taken.
    pub fn with(mut self, file: &str, declaration: &Value, origin: Origin) -> Result<Self, DeclarationError> {
        let slide_type = declaration::slide_type(file, declaration, origin, &self.catalogue)?;
        let refuse = |field: &str, fault: String| DeclarationError {
            file: file.to_owned(),
            type_name: slide_type.key.clone(),
            field: field.to_owned(),
            fault,
        };
        for (field, name) in [("key", &slide_type.key), ("id", &slide_type.id)] {
            let is_retired = origin == Origin::Core && self.retired(name).is_some();
            if self.resolve(name).is_some() || is_retired {
                return Err(refuse(field, format!("`{name}` is taken")));
            }
        }
        let core = self.types.iter().filter(|known| known.origin == Origin::Core);
        if let Some(fallback) = &slide_type.fallback
            && origin != Origin::Core
            && !core.clone().any(|known| known.key == *fallback)
        {
            return Err(refuse("fallback", format!("`{fallback}` is not a built-in type")));
        }
        let index = self.types.len();
        self.by_name.insert(slide_type.key.clone(), index);
        self.by_name.insert(slide_type.id.clone(), index);
        self.types.push(Arc::new(slide_type));
        Ok(self)
    }

    /// This registry with a type switched on or off, and with a usage text if given. Does nothing for an unknown key.
    #[must_use]
    pub fn with_setting(mut self, key: &str, enabled: bool, usage: Option<&str>) -> Self {
        if let Some(slide_type) = self.types.iter_mut().find(|known| known.key == key) {
            let slide_type = Arc::make_mut(slide_type);
            slide_type.enabled = enabled;
            if let Some(usage) = usage {
                slide_type.usage = Some(usage.to_owned()).filter(|usage| !usage.trim().is_empty());
                slide_type.documented |= slide_type.usage.is_some();
            }
        }
        self
    }

    /// All types, in the order of the catalogue.
    pub fn types(&self) -> impl Iterator<Item = &SlideType> {
        self.types.iter().map(AsRef::as_ref)
    }

    /// The parts of the catalogue that concern all types.
    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// Title of a slide, empty when it has none or its type is unknown.
    pub fn title_of<'a>(&self, slide: &'a Slide) -> &'a str {
        self.by_key(&slide.key).map_or("", |slide_type| slide_type.title_of(&slide.content))
    }

    /// The part that a slide plays in the structure of a deck; `None` also when its type is unknown.
    pub fn role_of(&self, slide: &Slide) -> Option<DeckRole> {
        self.by_key(&slide.key).and_then(|slide_type| slide_type.deck_role)
    }

    /// Whether a slide is for live sessions only.
    pub fn is_live_only(&self, slide: &Slide) -> bool {
        self.by_key(&slide.key).is_some_and(|slide_type| slide_type.live_only)
    }

    /// The type with exactly this registry key.
    pub fn by_key(&self, key: &str) -> Option<&SlideType> {
        self.by_name.get(key).map(|index| self.types[*index].as_ref()).filter(|known| known.key == key)
    }

    /// Replaces older keys and older words of a choice by the current ones.
    pub fn replace_older(&self, slide_type: &SlideType, content: &mut Content) {
        for rule in &slide_type.reads_as {
            rule.apply(content);
        }
        for field in &slide_type.fields {
            if let Kind::Enum { older, .. } = &field.kind
                && let Some(Value::String(word)) = content.get_mut(&field.key)
                && let Some((_, newer)) = older.iter().find(|(old, _)| old == word)
            {
                word.clone_from(newer);
            }
        }
    }

    /// Brings content from outside into the stored form: removes `null`, replaces older keys and words, converts
    /// numeric texts to numbers.
    pub fn read_content(&self, slide_type: &SlideType, content: &mut Content) {
        content.retain(|_, value| !value.is_null());
        self.replace_older(slide_type, content);
        stored_form(&slide_type.fields, content);
        stored_form(&self.catalogue.global_options, content);
    }
}

/// Brings values into the stored form: numeric texts become numbers; blank texts of other kinds and `null` in list
/// entries are removed or emptied.
fn stored_form(fields: &[Field], content: &mut Content) {
    for field in fields {
        let Some(value) = content.get_mut(&field.key) else { continue };
        match (&field.kind, &mut *value) {
            (Kind::Items { .. }, Value::String(text)) if text.trim().is_empty() => {
                content.shift_remove(&field.key);
            }
            (Kind::Items { fields, .. }, Value::Array(entries)) => {
                for entry in entries.iter_mut().filter_map(Value::as_object_mut) {
                    entry.retain(|_, value| !value.is_null());
                    stored_form(fields, entry);
                }
            }
            (Kind::Enum { .. } | Kind::Boolean | Kind::Number { .. }, Value::String(text))
                if text.trim().is_empty() =>
            {
                text.clear();
            }
            (Kind::Number { .. }, Value::String(text)) => {
                if let Ok(number) = text.trim().parse::<serde_json::Number>() {
                    *value = Value::Number(number);
                }
            }
            _ => {}
        }
    }
}
