//! Decks in and out: the JSON envelope, the `.deck` package, and Markdown on its way in.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, Write};
use std::sync::Arc;

use deck::package::{self, AssetSink, AssetSource, PackageError, PackedAsset, WriteError};
use deck::{Deck, EnvelopeError, MarkdownDeck, MarkdownRemark, Reading};
use serde_json::{Value, json};
use store::{Access, DeckId, OrganizationId, Spooled, Store, UploadId};
use tempfile::NamedTempFile;
use tokio::runtime::Handle;

use crate::caller::Caller;
use crate::decks::{DeckBody, DeckView};
use crate::error::{Error, Result};
use crate::examples::ExamplePicture;
use crate::json::read_json;
use crate::library::{MAX_UPLOAD, NewUpload};
use crate::nul::refuse_nul;
use crate::rights::Right;
use crate::secret::new_id;
use crate::{Catalogue, Config, Decks, Library};

/// A deck that was brought in, and the assets that were not.
#[derive(Debug)]
pub struct Imported {
    /// The deck.
    pub deck: DeckView,
    /// `{ref, reason}` of assets that could not be kept.
    pub failed_assets: Vec<Value>,
}

/// A package ready to be sent.
#[derive(Debug)]
pub struct PackageFile {
    /// Title of the deck.
    pub title: String,
    /// The package, in a file that is gone when it is dropped.
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
}

impl Interchange {
    /// The envelope of a deck, pretty-printed, with its title. One language has no translations.
    ///
    /// # Errors
    /// Not found.
    pub async fn export_json(&self, caller: &Caller, id: &DeckId, lang: Option<&str>) -> Result<(String, String)> {
        let stored = self.decks.deck_for(caller, id, Right::Read).await?;
        let registry = self.catalogue.registry(&stored.head.organization).await?;
        let deck = stored.deck.shown(&registry, lang);
        Ok((deck.title.clone(), deck.envelope_text(&registry)))
    }

    /// The package of a deck.
    ///
    /// # Errors
    /// Not found, or the disk refuses.
    pub async fn export_package(
        self: &Arc<Self>,
        caller: &Caller,
        id: &DeckId,
        lang: Option<&str>,
    ) -> Result<PackageFile> {
        let stored = self.decks.deck_for(caller, id, Right::Read).await?;
        let registry = self.catalogue.registry(&stored.head.organization).await?;
        let deck = stored.deck.shown(&registry, lang);
        let title = deck.title.clone();
        let envelope = deck.envelope(&registry);
        let (service, organization) = (Arc::clone(self), stored.head.organization.clone());
        let handle = Handle::current();
        blocking(move || -> Result<PackageFile> {
            let mut file = NamedTempFile::new()?;
            let mut source = Uploads { service, organization, handle, known: HashMap::new(), away: None };
            let written = package::write(envelope, &mut source, io::BufWriter::new(&mut file));
            // A picture that nobody can reach now is not one that is missing.
            if let Some(fault) = source.away {
                return Err(fault);
            }
            written?;
            file.rewind()?;
            Ok(PackageFile { title, file })
        })
        .await
    }

    /// Brings a deck in from an envelope.
    ///
    /// # Errors
    /// What cannot be read.
    pub async fn import_json(&self, caller: &Caller, body: &[u8]) -> Result<DeckView> {
        let deck = self.deck_from(caller, read_json(body)?).await?;
        self.decks.store_new(caller, None, deck, Access::Private).await
    }

    /// Brings a deck in from a Markdown file, or from a JSON object that holds one as `markdown`; its `title`, `theme` and
    /// `language` win over what the file says. Answers what did not go in as it was written.
    ///
    /// # Errors
    /// What cannot be read, or holds nothing.
    pub async fn import_markdown(&self, caller: &Caller, body: &[u8]) -> Result<(DeckView, Vec<MarkdownRemark>)> {
        let text = std::str::from_utf8(body).map_err(|_| Error::invalid("the file is not UTF-8"))?;
        let may_be_json = text.trim_start_matches('\u{feff}').trim_start().starts_with(['{', '[']);
        let wrapped = match may_be_json.then(|| read_json(body)) {
            Some(Err(fault @ Error::OverLimit(_))) => return Err(fault),
            read => read.and_then(Result::ok),
        };
        wrapped.as_ref().map_or(Ok(()), refuse_nul)?;
        let (markdown, wanted) = match &wrapped {
            None => (text, None),
            Some(value) => {
                let markdown = value.get("markdown").and_then(Value::as_str);
                (markdown.ok_or_else(|| Error::invalid("markdown: expected a text"))?, value.as_object())
            }
        };
        let wanted = wanted.map(DeckBody::read).transpose()?.unwrap_or_default();
        let read = deck::from_markdown(markdown, &self.config.lang);
        let MarkdownDeck { envelope, remarks } = read.ok_or_else(|| Error::invalid("there is nothing in the file"))?;
        let mut deck = self.deck_from(caller, envelope).await?;
        let DeckBody { title, theme, language, .. } = wanted;
        for (given, place) in [(title, &mut deck.title), (theme, &mut deck.theme), (language, &mut deck.lang)] {
            if let Some(given) = given {
                *place = given;
            }
        }
        Ok((self.decks.store_new(caller, None, deck, Access::Private).await?, remarks))
    }

    async fn deck_from(&self, caller: &Caller, envelope: Value) -> Result<Deck> {
        refuse_nul(&envelope)?;
        let registry = self.catalogue.registry(&caller.organization.id).await?;
        let mut ids = new_id;
        let reading = Reading { registry: &registry, deck_id: "", ids: &mut ids, max_slides: self.config.max_slides };
        Ok(Deck::from_envelope(envelope, reading)?)
    }

    /// Brings a deck in from a package that was spooled. A package that is refused leaves neither deck nor upload.
    ///
    /// # Errors
    /// What cannot be read.
    pub async fn import_package(self: &Arc<Self>, caller: &Caller, spooled: Spooled) -> Result<Imported> {
        let (service, by) = (Arc::clone(self), caller.clone());
        let handle = Handle::current();
        let (envelope, failed, kept) = blocking(move || -> Result<_> {
            let file = File::open(spooled.path()).map_err(PackageError::Io)?;
            let package = package::read(BufReader::new(file))?;
            handle.block_on(service.deck_from(&by, package.envelope().clone()))?;
            let handle_too = handle.clone();
            let mut sink = PackageLibrary {
                service: service.clone(),
                caller: by,
                handle: handle_too,
                kept: Vec::new(),
                refusal: None,
            };
            match package.unpack(&mut sink) {
                Ok(unpacked) => Ok((unpacked.envelope, unpacked.failed, sink.kept)),
                Err(error) => {
                    handle.block_on(service.remove_uploads(&sink.kept));
                    Err(error.into())
                }
            }
        })
        .await?;
        let deck = match self.deck_from(caller, envelope).await {
            Ok(deck) => self.decks.store_new(caller, None, deck, Access::Private).await,
            Err(error) => Err(error),
        };
        match deck {
            Ok(deck) => {
                let failed = failed.iter().map(|asset| json!({ "ref": asset.reference, "reason": asset.reason }));
                Ok(Imported { deck, failed_assets: failed.collect() })
            }
            Err(error) => {
                self.remove_uploads(&kept).await;
                Err(error)
            }
        }
    }

    /// Removes what a refused import kept. What cannot be removed stays in the library, where people can.
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

/// Uploads of an organization as the assets of a package.
struct Uploads {
    service: Arc<Interchange>,
    organization: OrganizationId,
    handle: Handle,
    /// Hashes by reference.
    known: HashMap<String, Option<String>>,
    /// Why storage could not be asked, once it could not.
    away: Option<Error>,
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
        if self.away.is_some() {
            return Ok(None);
        }
        match self.reader(reference) {
            Ok(reader) => Ok(reader.map(|reader| reader as _)),
            Err(fault) => {
                let told = io::Error::other(fault.to_string());
                self.away = Some(fault).filter(|fault| matches!(fault, Error::Unavailable(_)));
                Err(told)
            }
        }
    }

    fn media_type(&self, start: &[u8]) -> Option<&'static str> {
        imaging::kind_of(start).map(imaging::PictureKind::mime)
    }
}

/// The assets of a package as uploads of the caller's.
struct PackageLibrary {
    service: Arc<Interchange>,
    caller: Caller,
    handle: Handle,
    kept: Vec<UploadId>,
    /// Why storage took one of them no more. It is not asked for the others: each would wait as long.
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
        let kept =
            spooled.and_then(|spooled| self.handle.block_on(self.service.library.add(&self.caller, spooled, new)));
        match kept {
            Ok(upload) => {
                self.kept.push(upload.id);
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
