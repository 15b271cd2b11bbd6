//! Decks in files: opened, checked and written in another form, with no store and no data folder.
//!
//! Counted ids stand in for random ones, so that the same file gives the same bytes.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};

use deck::package::{self, AssetSink, AssetSource, PackedAsset};
use deck::{Concern, CountedIds, Deck, Ids, Problem, Reading, Registry, Warning, sent_problems, warnings};
use serde_json::Value;
use tempfile::{NamedTempFile, TempDir};

/// Far more than any instance takes; a bound all the same.
const MAX_SLIDES: usize = 10_000;
/// Far more than any envelope needs.
const MAX_BYTES: u64 = 256 << 20;

/// Why a deck file could not be opened or written.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The file cannot be read.
    #[error("`{}` cannot be read: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file holds no deck.
    #[error("`{}` is no deck: {reason}", path.display())]
    NotADeck {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// The result cannot be written.
    #[error("`{}` cannot be written: {source}", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

/// What there is to say about a deck file.
#[derive(Debug)]
pub struct Report {
    /// Breaches of rules.
    pub problems: Vec<Problem>,
    /// What is legal but better avoided.
    pub advice: Vec<Warning>,
    /// How many slides there are.
    pub slides: usize,
}

/// A deck from a JSON envelope or a `.deck` package.
#[derive(Debug)]
pub struct DeckFile {
    path: PathBuf,
    given: Value,
    deck: Deck,
    assets: Assets,
}

impl DeckFile {
    /// Opens a file, whichever of the two forms it has.
    ///
    /// # Errors
    /// It cannot be read, or holds no deck.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        let unreadable = |source| FileError::Unreadable { path: path.to_owned(), source };
        let no_deck = |reason: String| FileError::NotADeck { path: path.to_owned(), reason };
        let mut file = BufReader::new(File::open(path).map_err(unreadable)?);
        let mut start = [0; 2];
        let read = file.read(&mut start).map_err(unreadable)?;
        file.rewind().map_err(unreadable)?;
        let mut assets = Assets::new().map_err(unreadable)?;
        let (given, envelope) = if &start[..read] == b"PK" {
            let package = package::read(file).map_err(|fault| no_deck(fault.to_string()))?;
            let given = package.envelope().clone();
            let unpacked = package.unpack(&mut assets).map_err(|fault| no_deck(fault.to_string()))?;
            (given, unpacked.envelope)
        } else {
            let mut bytes = Vec::new();
            file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
            if bytes.len() as u64 > MAX_BYTES {
                return Err(no_deck(format!("it is larger than {} MiB", MAX_BYTES >> 20)));
            }
            let given: Value = serde_json::from_slice(&bytes).map_err(|fault| no_deck(fault.to_string()))?;
            (given.clone(), given)
        };
        let mut ids = CountedIds::default();
        let deck_id = ids.next_id();
        let reading = Reading { registry: Registry::core(), deck_id: &deck_id, ids: &mut ids, max_slides: MAX_SLIDES };
        let deck = Deck::from_envelope(envelope, reading).map_err(|fault| no_deck(fault.to_string()))?;
        Ok(Self { path: path.to_owned(), given, deck, assets })
    }

    /// The file it came from.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The deck.
    pub fn deck(&self) -> &Deck {
        &self.deck
    }

    /// Every problem of the deck as it was written, and advice on it.
    pub fn check(&self) -> Report {
        let registry = Registry::core();
        let slides = self.given.get("slides").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let problems = slides.iter().enumerate().flat_map(|(index, slide)| sent_problems(registry, index, slide));
        let mut advice = warnings(registry, &self.deck);
        advice.retain(|warning| warning.concern != Concern::Rules);
        Report { problems: problems.collect(), advice, slides: slides.len() }
    }

    /// Writes the JSON envelope, maybe in one of its languages.
    ///
    /// # Errors
    /// The file cannot be written; then nothing is.
    pub fn write_json(&self, out: &Path, lang: Option<&str>) -> Result<(), FileError> {
        whole(out, |file| {
            file.write_all(self.deck.shown(Registry::core(), lang).envelope_text(Registry::core()).as_bytes())?;
            file.write_all(b"\n")
        })
    }

    /// Writes a `.deck` package. Answers the local pictures that it could not hold, since only their names are known.
    ///
    /// # Errors
    /// The file cannot be written; then nothing is.
    pub fn write_package(&mut self, out: &Path, lang: Option<&str>) -> Result<Vec<String>, FileError> {
        let envelope = self.deck.shown(Registry::core(), lang).envelope(Registry::core());
        let assets = &mut self.assets;
        let mut missing = Vec::new();
        whole(out, |file| {
            let written = package::write(envelope, assets, file).map_err(io::Error::other)?;
            missing = written.missing;
            Ok(())
        })?;
        Ok(missing)
    }
}

/// Writes a file that appears whole or not at all.
fn whole(
    out: &Path,
    write: impl FnOnce(&mut BufWriter<&mut NamedTempFile>) -> io::Result<()>,
) -> Result<(), FileError> {
    let unwritable = |source| FileError::Unwritable { path: out.to_owned(), source };
    let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = NamedTempFile::new_in(folder).map_err(unwritable)?;
    let mut buffer = BufWriter::new(&mut file);
    write(&mut buffer).map_err(unwritable)?;
    buffer.flush().map_err(unwritable)?;
    drop(buffer);
    file.persist(out).map_err(|fault| unwritable(fault.error))?;
    Ok(())
}

/// The pictures of a package, kept in a temporary folder while the deck is open.
#[derive(Debug)]
struct Assets {
    folder: TempDir,
    ids: CountedIds,
    files: HashMap<String, PathBuf>,
}

impl Assets {
    fn new() -> io::Result<Self> {
        Ok(Self { folder: TempDir::new()?, ids: CountedIds::default(), files: HashMap::new() })
    }
}

impl AssetSink for Assets {
    fn keep(&mut self, asset: PackedAsset<'_>) -> Result<String, String> {
        let mut start = Vec::new();
        let mut keep = || -> io::Result<PathBuf> {
            let path = self.folder.path().join(self.files.len().to_string());
            let mut file = File::create(&path)?;
            asset.content.take(512).read_to_end(&mut start)?;
            file.write_all(&start)?;
            io::copy(asset.content, &mut file)?;
            Ok(path)
        };
        let path = keep().map_err(|fault| fault.to_string())?;
        let extension = package::picture_type(&start).map(|kind| format!(".{}", kind.extension())).unwrap_or_default();
        let name: String = asset.name.replace(' ', "-");
        let url = format!("/uploads/{name}-{}{extension}", self.ids.next_id());
        self.files.insert(url.clone(), path);
        Ok(url)
    }
}

impl AssetSource for Assets {
    fn open(&mut self, reference: &str) -> io::Result<Option<Box<dyn Read + '_>>> {
        let Some(path) = self.files.get(reference) else {
            return Ok(None);
        };
        Ok(Some(Box::new(BufReader::new(File::open(path)?))))
    }
}
