//! The cache of the catalogue by organization: registries, themes, editions and the list of slide types as JSON.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use deck::{Origin, Registry, Themes};
use serde_json::Value;
use store::OrganizationId;

use super::edition::Edition;
use super::types::OrganizationTypes;
use crate::error::{Error, Result};
use crate::json::read_json;

type ByOrganization<T> = Mutex<HashMap<OrganizationId, T>>;

/// The built-in and file-based slide types, and caches by organization that are filled on demand.
#[derive(Debug)]
pub(crate) struct CatalogueCache {
    /// The types that every organization has.
    pub(super) base: Arc<Registry>,
    /// A hash of the declarations in files, the same on every node with the same files.
    pub(super) file_types: u64,
    pub(super) types: Cached<OrganizationTypes>,
    pub(super) themes: Cached<Arc<Themes>>,
    /// Editions by the theme that a deck names.
    pub(super) editions: Cached<HashMap<String, Edition>>,
    /// The list of all slide types as JSON, with the registry it was written from.
    pub(super) listed_types: Cached<(Arc<Registry>, Bytes)>,
    /// Counts invalidations: a value that was read before one is not cached after it.
    epoch: AtomicU64,
}

/// Values by organization.
#[derive(Debug)]
pub(super) struct Cached<T>(ByOrganization<T>);

impl<T> Default for Cached<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: Clone> Cached<T> {
    /// The cached value of an organization, if there is one.
    pub(super) fn get(&self, organization: &OrganizationId) -> Option<T> {
        self.lock().get(organization).cloned()
    }
}

impl<T> Cached<T> {
    pub(super) fn lock(&self) -> MutexGuard<'_, HashMap<OrganizationId, T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl CatalogueCache {
    /// Reads the declarations in the `slide-types` folder of the data folder, in the order of their names.
    ///
    /// # Errors
    /// Fails when a file cannot be read or declares a type wrongly.
    pub(crate) fn read(data_dir: &Path) -> Result<Self> {
        let mut registry = Registry::core().clone();
        let mut hasher = DefaultHasher::new();
        for path in declaration_files(data_dir)? {
            let file = path.display().to_string();
            let wrong = |fault: String| Error::invalid(format!("{file}: {fault}"));
            let text = std::fs::read(&path).map_err(|fault| wrong(fault.to_string()))?;
            text.hash(&mut hasher);
            let declared = read_json(&text).map_err(|fault| wrong(fault.to_string()))?;
            let list = match declared {
                Value::Array(list) => list,
                declaration => vec![declaration],
            };
            for declaration in list {
                registry = registry
                    .with(&file, &declaration, Origin::File)
                    .map_err(|fault| Error::invalid(fault.to_string()))?;
            }
        }
        Ok(Self {
            base: Arc::new(registry),
            file_types: hasher.finish(),
            types: Cached::default(),
            themes: Cached::default(),
            editions: Cached::default(),
            listed_types: Cached::default(),
            epoch: AtomicU64::new(0),
        })
    }

    /// Drops all cached values.
    pub(crate) fn invalidate_all(&self) {
        self.epoch.fetch_add(1, Ordering::SeqCst);
        self.types.lock().clear();
        self.themes.lock().clear();
        self.editions.lock().clear();
        self.listed_types.lock().clear();
    }

    /// Drops the cached values of an organization, editions last. So a reader who takes an edition first never gets
    /// older types or an older theme after it.
    pub(super) fn invalidate(&self, organization: &OrganizationId) {
        self.epoch.fetch_add(1, Ordering::SeqCst);
        self.listed_types.lock().remove(organization);
        self.types.lock().remove(organization);
        self.themes.lock().remove(organization);
        self.editions.lock().remove(organization);
    }

    /// The current epoch. It must be read before a value is read from storage.
    pub(super) fn epoch(&self) -> u64 {
        self.epoch.load(Ordering::SeqCst)
    }

    /// Caches a value that was read in `epoch`, unless there was an invalidation since.
    pub(super) fn put<T>(&self, cached: &Cached<T>, epoch: u64, organization: &OrganizationId, value: T) {
        let mut values = cached.lock();
        if self.epoch() == epoch {
            values.insert(organization.clone(), value);
        }
    }
}

/// The JSON files of the `slide-types` folder, by name; empty when there is no such folder.
fn declaration_files(data_dir: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    if let Ok(entries) = std::fs::read_dir(data_dir.join("slide-types")) {
        for entry in entries {
            let path = entry.map_err(|fault| Error::Internal(fault.into()))?.path();
            if path.extension().is_some_and(|extension| extension == "json") {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}
