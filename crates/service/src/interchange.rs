//! Import and export of decks: the JSON envelope and the `.deck` package both ways, Markdown only as import.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, Write};
use std::sync::Arc;

use deck::package::{
    self, AssetSink, AssetSource, FailedAsset, Limits, PackageError, PackedAsset, Unpacked, WriteError,
};
use deck::{Deck, EnvelopeContext, EnvelopeError, MarkdownDeck, MarkdownRemark};
use serde_json::Value;
use store::{Access, OrganizationId, Spooled, Store, UploadId};
use tempfile::NamedTempFile;
use tokio::runtime::Handle;
use tokio::sync::Semaphore;

use crate::caller::Caller;
use crate::decks::{DeckFields, DeckView};
use crate::error::{Error, Result};
use crate::examples::ExamplePicture;
use crate::json::read_json;
use crate::library::{MAX_UPLOAD, NewUpload};
use crate::nul::refuse_nul;
use crate::permits::run_with_permit;
use crate::rights::Readable;
use crate::secret::new_id;
use crate::{Catalogue, Config, Decks, Library};

/// The most packages that are imported at once. A package of a few kilobytes can unpack to a deck that takes hundreds of
/// megabytes of memory.
pub(crate) const MAX_IMPORTS: usize = 2;

/// An imported deck, and the assets of its package that were not imported.
#[derive(Debug)]
pub struct Imported {
    /// The deck.
    pub deck: DeckView,
    /// The assets that could not be stored, with the reason.
    pub failed_assets: Vec<FailedAsset>,
}

/// An exported package.
#[derive(Debug)]
pub struct PackageFile {
    /// Title of the deck.
    pub title: String,
    /// The package, in a file that is deleted when it is dropped.
    pub file: NamedTempFile,
}

impl From<EnvelopeError> for Error {
    fn from(error: EnvelopeError) -> Self {
        match error {
            EnvelopeError::TooManySlides { .. } => Self::OverLimit(error.to_string()),
            _ => Self::Invalid(error.to_string()),
        }
    }
}

impl From<PackageError> for Error {
    fn from(error: PackageError) -> Self {
        match error {
            PackageError::Io(fault) => fault.into(),
            other => Self::Package(other.to_string()),
        }
    }
}

impl From<WriteError> for Error {
    fn from(error: WriteError) -> Self {
        match error {
            WriteError::Io(fault) => fault.into(),
            changed @ WriteError::Changed { .. } => Self::Internal(changed.into()),
        }
    }
}

/// Decks as files: JSON, Markdown and `.deck` packages.
///
/// Uses decks for rights and writes, the catalogue, and the library for pictures.
#[derive(Debug)]
pub struct Interchange {
    pub(crate) store: Store,
    pub(crate) config: Arc<Config>,
    pub(crate) decks: Arc<Decks>,
    pub(crate) catalogue: Arc<Catalogue>,
    pub(crate) library: Arc<Library>,
    /// Permits for importing packages.
    pub(crate) imports: Arc<Semaphore>,
}

impl Interchange {
    /// Title and envelope of a deck, pretty-printed. With `lang` the envelope has that language and no translations.
    ///
    /// # Errors
    /// Storage does not answer.
    pub async fn export_json(&self, deck: &Readable, lang: Option<&str>) -> Result<(String, String)> {
        let stored = deck.deck();
        let registry = self.catalogue.registry(&stored.head.organization).await?;
        let deck = stored.deck.shown(&registry, lang);
        Ok((deck.title.clone(), deck.envelope_text(&registry)))
    }

    /// The package of a deck, with its pictures. With `lang` it has that language and no translations.
    ///
    /// # Errors
    /// Storage does not answer, or the file cannot be written.
    pub async fn export_package(self: &Arc<Self>, deck: &Readable, lang: Option<&str>) -> Result<PackageFile> {
        let stored = deck.deck();
        let registry = self.catalogue.registry(&stored.head.organization).await?;
        let deck = stored.deck.shown(&registry, lang);
        let title = deck.title.clone();
        let envelope = deck.envelope(&registry);
        let (service, organization) = (Arc::clone(self), stored.head.organization.clone());
        let handle = Handle::current();
        blocking(move || -> Result<PackageFile> {
            let mut file = NamedTempFile::new()?;
            let mut source = Uploads { service, organization, handle, known: HashMap::new(), unavailable: None };
            let written = package::write(envelope, &mut source, io::BufWriter::new(&mut file));
            // A picture that cannot be read now is not a missing one: the package would lack it for good.
            if let Some(fault) = source.unavailable {
                return Err(fault);
            }
            written?;
            file.rewind()?;
            Ok(PackageFile { title, file })
        })
        .await
    }

    /// Imports a deck from an envelope and returns it.
    ///
    /// # Errors
    /// The bytes are not JSON or no envelope.
    pub async fn import_json(&self, caller: &Caller, envelope: &[u8]) -> Result<DeckView> {
        let deck = self.deck_from(caller, read_json(envelope)?).await?;
        self.decks.store_new(caller, None, deck, Access::Private).await
    }

    /// Imports a deck from Markdown. Title, theme and language of `fields` take precedence over those in the text. Returns
    /// the deck and remarks on what was changed or left out.
    ///
    /// # Errors
    /// The text has no slides and no title, or breaks a rule.
    pub async fn import_markdown(
        &self,
        caller: &Caller,
        markdown: &str,
        fields: DeckFields,
    ) -> Result<(DeckView, Vec<MarkdownRemark>)> {
        let read = deck::from_markdown(markdown, &self.config.lang);
        let MarkdownDeck { envelope, remarks } = read.ok_or_else(|| Error::invalid("there is nothing in the file"))?;
        let mut deck = self.deck_from(caller, envelope).await?;
        let DeckFields { title, theme, language, .. } = fields;
        for (given, field) in [(title, &mut deck.title), (theme, &mut deck.theme), (language, &mut deck.lang)] {
            if let Some(given) = given {
                *field = given;
            }
        }
        Ok((self.decks.store_new(caller, None, deck, Access::Private).await?, remarks))
    }

    async fn deck_from(&self, caller: &Caller, envelope: Value) -> Result<Deck> {
        refuse_nul(&envelope)?;
        let registry = self.catalogue.registry(&caller.organization.id).await?;
        let mut ids = new_id;
        let reading =
            EnvelopeContext { registry: &registry, deck_id: "", ids: &mut ids, max_slides: self.config.max_slides };
        Ok(Deck::from_envelope(envelope, reading)?)
    }

    /// Imports a deck from a spooled package whose envelope has at most `max_envelope` bytes. When that fails, neither deck
    /// nor uploads are left behind.
    ///
    /// # Errors
    /// The package cannot be read, or its deck breaks a rule.
    pub async fn import_package(
        self: &Arc<Self>,
        caller: &Caller,
        spooled: Spooled,
        max_envelope: u64,
    ) -> Result<Imported> {
        let (service, caller) = (Arc::clone(self), caller.clone());
        let handle = Handle::current();
        run_with_permit(&self.imports, move || -> Result<Imported> {
            let file = File::open(spooled.path()).map_err(PackageError::Io)?;
            let limits = Limits { document: max_envelope, ..Limits::default() };
            let package = package::read_within(BufReader::new(file), limits)?;
            let mut sink = PackageLibrary {
                service: Arc::clone(&service),
                caller: caller.clone(),
                handle: handle.clone(),
                uploads: Vec::new(),
                refusal: None,
            };
            let unpacked = package.unpack(&mut sink);
            let imported = handle.block_on(async {
                let Unpacked { envelope, failed } = unpacked?;
                let deck = service.deck_from(&caller, envelope).await?;
                let deck = service.decks.store_new(&caller, None, deck, Access::Private).await?;
                Ok::<_, Error>(Imported { deck, failed_assets: failed })
            });
            if imported.is_err() {
                handle.block_on(service.remove_uploads(&sink.uploads));
            }
            imported
        })
        .await?
    }

    /// Removes the uploads of a failed import. One that cannot be removed stays in the library, where people can delete it.
    async fn remove_uploads(&self, ids: &[UploadId]) {
        for id in ids {
            let _ = self.store.delete_upload(id).await;
        }
    }
}

async fn blocking<T: Send + 'static, E: Into<Error> + Send + 'static>(
    work: impl FnOnce() -> std::result::Result<T, E> + Send + 'static,
) -> Result<T> {
    let done = tokio::task::spawn_blocking(work).await.map_err(|fault| Error::Internal(fault.into()))?;
    done.map_err(Into::into)
}

impl From<io::Error> for Error {
    fn from(fault: io::Error) -> Self {
        store::StoreError::from(fault).into()
    }
}

/// Reads uploads of an organization as the assets of a package.
struct Uploads {
    service: Arc<Interchange>,
    organization: OrganizationId,
    handle: Handle,
    /// Hashes of the uploads by reference; none for a reference that is no upload.
    known: HashMap<String, Option<String>>,
    /// Why storage did not answer. Then no further asset is read.
    unavailable: Option<Error>,
}

impl Uploads {
    fn reader(&mut self, reference: &str) -> Result<Option<Box<dyn Read + Send>>> {
        if let Some(example) = ExamplePicture::at(reference) {
            return Ok(Some(Box::new(example.bytes)));
        }
        let Some(file) = reference.strip_prefix("/uploads/") else { return Ok(None) };
        if !self.known.contains_key(reference) {
            let upload = self.handle.block_on(self.service.store.upload_by_file(file))?;
            let own = upload.filter(|upload| upload.organization == self.organization);
            self.known.insert(reference.to_owned(), own.map(|upload| upload.hash.clone()));
        }
        let Some(hash) = self.known.get(reference).and_then(Option::as_ref) else { return Ok(None) };
        Ok(self.handle.block_on(self.service.library.assets.reader(hash))?)
    }
}

impl AssetSource for Uploads {
    fn open(&mut self, reference: &str) -> io::Result<Option<Box<dyn Read + '_>>> {
        if self.unavailable.is_some() {
            return Ok(None);
        }
        match self.reader(reference) {
            Ok(reader) => Ok(reader.map(|reader| reader as _)),
            Err(fault) => {
                let error = io::Error::other(fault.to_string());
                self.unavailable = Some(fault).filter(|fault| matches!(fault, Error::Unavailable(_)));
                Err(error)
            }
        }
    }

    fn media_type(&self, start: &[u8]) -> Option<&'static str> {
        imaging::kind_of(start).map(imaging::PictureKind::mime)
    }
}

/// Stores the assets of a package as uploads of the caller.
struct PackageLibrary {
    service: Arc<Interchange>,
    caller: Caller,
    handle: Handle,
    uploads: Vec<UploadId>,
    /// Why storage refused an asset. The others fail at once with the same reason: each would wait as long.
    refusal: Option<String>,
}

impl AssetSink for PackageLibrary {
    fn keep(&mut self, asset: PackedAsset<'_>) -> std::result::Result<String, String> {
        if let Some(refusal) = &self.refusal {
            return Err(refusal.clone());
        }
        let spooled = (|| -> Result<Spooled> {
            let mut spool = self.service.library.spool()?;
            io::copy(&mut asset.content.take(MAX_UPLOAD + 1), &mut spool)?;
            spool.flush()?;
            Ok(spool.finish()?)
        })();
        let new = NewUpload { name: asset.name.to_owned(), ..NewUpload::default() };
        let stored =
            spooled.and_then(|spooled| self.handle.block_on(self.service.library.add(&self.caller, spooled, new)));
        match stored {
            Ok(upload) => {
                self.uploads.push(upload.id);
                Ok(format!("/uploads/{}", upload.file))
            }
            Err(Error::Internal(_)) => Err("it could not be written".to_owned()),
            Err(error) => {
                if matches!(error, Error::Unavailable(_) | Error::Full) {
                    self.refusal = Some(error.to_string());
                }
                Err(error.to_string())
            }
        }
    }
}
