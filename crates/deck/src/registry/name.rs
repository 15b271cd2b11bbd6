//! Resolves names of slide types.
//!
//! A name is a canonical id or a registry key. Core types also have older spellings, which follow from the key. A name
//! in another namespace never resolves to a core type.

use std::borrow::Cow;

use super::{Origin, Registry, Retired, SlideType};

/// A type name without its `@version`, which has no meaning.
pub fn without_version(name: &str) -> &str {
    name.split_once('@').map_or(name, |(name, _)| name)
}

/// The registry keys that a spelling such as `core/title`, `core/title-slide`, `title` or `chapter title` may mean.
fn core_keys(name: &str) -> impl Iterator<Item = String> {
    let name = name.strip_prefix("core/").unwrap_or(name);
    let short = (!name.contains(['/', '.'])).then(|| name.replace(' ', "-"));
    short.into_iter().flat_map(|short| [short.clone(), format!("{short}-slide")])
}

impl Registry {
    /// The type with this name, in any accepted spelling.
    pub fn resolve(&self, name: &str) -> Option<&SlideType> {
        let name = without_version(name);
        if let Some(index) = self.by_name.get(name) {
            return Some(&self.types[*index]);
        }
        core_keys(name).find_map(|key| self.by_key(&key).filter(|found| found.origin == Origin::Core))
    }

    /// The canonical id of the type with a registry key, even if an organization has withdrawn the type. Another
    /// unknown key is returned unchanged.
    pub fn canonical<'a>(&'a self, key: &'a str) -> Cow<'a, str> {
        match (self.by_key(key), key.strip_prefix("custom-")) {
            (Some(known), _) => Cow::Borrowed(&known.id),
            (None, Some(slug)) => Cow::Owned(format!("custom/{slug}")),
            (None, None) => Cow::Borrowed(key),
        }
    }

    /// The retired type with this name, in any core spelling.
    pub fn retired(&self, name: &str) -> Option<&Retired> {
        let name = without_version(name);
        let canonical = name.strip_prefix("eu.svc.slide.").map(|short| format!("{short}-slide"));
        let keys: Vec<String> = canonical.into_iter().chain(core_keys(name)).collect();
        self.catalogue.retired.iter().find(|retired| keys.contains(&retired.key))
    }
}
