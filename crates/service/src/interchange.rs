//! Import and export of decks: the JSON envelope and the `.deck` package both ways, Markdown and PowerPoint files as
//! imports.

use std::collections::{HashMap, VecDeque};
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, Write};
use std::path::Path;
use std::sync::Arc;

use deck::package::{
    self, AssetSink, AssetSource, FailedAsset, Limits, PackageError, PackedAsset, UnpackedDeck, WriteError,
};
use deck::{Deck, EnvelopeContext, EnvelopeError, MarkdownDeck, MarkdownRemark};
use office::{Fate, ReadError, Report, ShapeReport, UsedPicture};
use serde_json::Value;
use store::{Access, OrganizationId, Spool, Spooled, Store, Upload, UploadId};
use tempfile::NamedTempFile;
use tokio::runtime::Handle;
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;

use crate::caller::Caller;
use crate::decks::{DeckFields, DeckView};
use crate::error::{Error, Result};
use crate::examples::ExamplePicture;
use crate::json::read_json;
use crate::library::{MAX_MEDIA, NewUpload};
use crate::nul::refuse_nul;
use crate::permits::{run_blocking, run_with_permit};
use crate::powerpoint::{ConvertedFile, StorageFault, convert_file, limits, picture_upload};
use crate::rights::{MayComment, Readable};
use crate::secret::new_id;
use crate::{Catalogue, Comments, Config, Decks, Drawing, Library};

/// The maximum number of packages and PowerPoint files that are imported at once. A package of a few kilobytes can
/// unpack to a deck that takes hundreds of megabytes of memory.
pub(crate) const MAX_IMPORTS: usize = 2;

/// The maximum number of pictures of a PowerPoint file that are stored at once. Decoding is limited further, to one
/// picture per core.
const PICTURES_AT_ONCE: usize = 4;

/// An imported deck, and the assets of its package that were not imported.
#[derive(Debug)]
pub struct Imported {
    /// The deck.
    pub deck: DeckView,
    /// The assets that could not be stored, with the reason.
    pub failed_assets: Vec<FailedAsset>,
}

/// A deck from a PowerPoint file, and what became of everything in the file.
#[derive(Debug)]
pub struct ImportedPowerPoint {
    /// The deck.
    pub deck: DeckView,
    /// What became of each slide and each shape.
    pub report: Report,
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

impl From<ReadError> for Error {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Io(fault) => fault.into(),
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

/// Decks as files: JSON, Markdown, `.deck` packages and PowerPoint files.
///
/// Uses storage, the decks for rights and writes, the catalogue, the library for pictures, the comments for those in a
/// PowerPoint file, and the drawing to export a deck again, for comparison with an edited PowerPoint file.
#[derive(Debug)]
pub struct Interchange {
    pub(crate) store: Store,
    pub(crate) config: Arc<Config>,
    pub(crate) decks: Arc<Decks>,
    pub(crate) catalogue: Arc<Catalogue>,
    pub(crate) library: Arc<Library>,
    pub(crate) comments: Arc<Comments>,
    pub(crate) drawing: Arc<Drawing>,
    /// Permits for importing packages and PowerPoint files.
    pub(crate) imports: Arc<Semaphore>,
}

impl Interchange {
    /// Title and envelope of a deck, pretty-printed. With `lang` the envelope has that language and no translations.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn export_json(&self, deck: &Readable, lang: Option<&str>) -> Result<(String, String)> {
        let stored = deck.deck();
        let registry = self.catalogue.registry(&stored.head.organization).await?;
        let shown = stored.deck.shown(&registry, lang);
        self.decks.record_export(deck, "json", lang).await?;
        Ok((shown.title.clone(), shown.envelope_text(&registry)))
    }

    /// The package of a deck, with its pictures. With `lang` it has that language and no translations.
    ///
    /// # Errors
    /// Fails when storage does not respond, or the file cannot be written.
    pub async fn export_package(self: &Arc<Self>, deck: &Readable, lang: Option<&str>) -> Result<PackageFile> {
        let stored = deck.deck();
        let registry = self.catalogue.registry(&stored.head.organization).await?;
        let shown = stored.deck.shown(&registry, lang);
        let title = shown.title.clone();
        let envelope = shown.envelope(&registry);
        let (service, organization) = (Arc::clone(self), stored.head.organization.clone());
        let handle = Handle::current();
        let package = run_blocking(move || -> Result<PackageFile> {
            let mut file = NamedTempFile::new()?;
            let mut source = UploadSource { service, organization, handle, hashes: HashMap::new(), unavailable: None };
            let written = package::write(envelope, &mut source, io::BufWriter::new(&mut file));
            // A package leaves out missing pictures. A picture that cannot be read at present is not missing.
            if let Some(fault) = source.unavailable {
                return Err(fault);
            }
            written?;
            file.rewind()?;
            Ok(PackageFile { title, file })
        })
        .await?;
        self.decks.record_export(deck, "deck", lang).await?;
        Ok(package)
    }

    /// Imports a deck from an envelope and returns it.
    ///
    /// # Errors
    /// Fails when the bytes are not JSON, or the JSON is not an envelope, or the deck has too many slides.
    pub async fn import_json(&self, caller: &Caller, envelope: &[u8]) -> Result<DeckView> {
        let deck = self.deck_from(caller, read_json(envelope)?).await?;
        self.decks.store_new(caller, None, deck, Access::Private).await
    }

    /// Imports a deck from Markdown. Title, theme and language of `fields` take precedence over those in the text.
    /// Returns the deck and remarks on what was changed or left out.
    ///
    /// # Errors
    /// Fails when the text has neither slides nor a title, or its deck is invalid or has too many slides.
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
        let context =
            EnvelopeContext { registry: &registry, deck_id: "", ids: &mut ids, max_slides: self.config.max_slides };
        Ok(Deck::from_envelope(envelope, context)?)
    }

    /// Imports a deck from a spooled package whose envelope has at most `max_envelope` bytes. When that fails, neither
    /// the deck nor uploads are left behind.
    ///
    /// # Errors
    /// Fails when the package cannot be read, or its deck is invalid or has too many slides.
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
            let limits = Limits { document: max_envelope, asset: MAX_MEDIA, ..Limits::default() };
            let package = package::read_within(BufReader::new(file), limits)?;
            let mut sink = PackageLibrary::new(&service, &caller, &handle);
            let unpacked = package.unpack(&mut sink);
            let imported = handle.block_on(async {
                let UnpackedDeck { envelope, failed } = unpacked?;
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

    /// Imports a deck from a spooled PowerPoint file. `name` is the name of the file. Without its extension it is
    /// the title of the deck when neither the presentation nor its first slide has one. When the import fails, neither
    /// the deck nor uploads are left behind.
    ///
    /// # Errors
    /// Fails when the file cannot be read, or its deck is invalid or has too many slides.
    pub async fn import_powerpoint(
        self: &Arc<Self>,
        caller: &Caller,
        spooled: Spooled,
        name: &str,
    ) -> Result<ImportedPowerPoint> {
        let (service, caller) = (Arc::clone(self), caller.clone());
        let registry = self.catalogue.registry(&caller.organization.id).await?;
        let name = Path::new(name.trim()).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned();
        let handle = Handle::current();
        run_with_permit(&self.imports, move || -> Result<ImportedPowerPoint> {
            let file = BufReader::new(File::open(spooled.path())?);
            let mut library = PackageLibrary::new(&service, &caller, &handle);
            let context = office::Context { registry: &registry, file_name: &name, language: &service.config.lang };
            let read = convert_file(file, limits(service.config.max_slides), context, |pictures, file| {
                library.keep_pictures(pictures, file)
            });
            let imported = handle.block_on(async {
                let ConvertedFile { envelope, comments, mut report } = read?;
                let deck = service.deck_from(&caller, envelope).await?;
                let deck = service.decks.store_new(&caller, None, deck, Access::Private).await?;
                service.import_comments(&caller, &deck, &comments, &mut report).await;
                Ok::<_, Error>(ImportedPowerPoint { deck, report })
            });
            if imported.is_err() {
                handle.block_on(service.remove_uploads(&library.uploads));
            }
            imported
        })
        .await?
    }

    /// Stores the comments of a PowerPoint file. A failure does not fail the import, because the deck is already
    /// stored: the report then lists all comments as lost.
    async fn import_comments(
        &self,
        caller: &Caller,
        view: &DeckView,
        comments: &[office::Comment],
        report: &mut Report,
    ) {
        if comments.is_empty() {
            return;
        }
        let stored = async {
            let deck = self.decks.granted::<MayComment>(caller, &view.stored.head.id).await?;
            let slides = &deck.deck().deck.slides;
            let placed = comments.iter().map(|comment| (slides.get(comment.slide).map(|slide| &slide.id), comment));
            self.comments.import(&deck, &placed.collect::<Vec<_>>()).await
        };
        if let Err(fault) = stored.await {
            let reason = match fault {
                Error::Internal(_) => "internal error".to_owned(),
                other => other.to_string(),
            };
            for slide_report in &mut report.slides {
                slide_report.shapes.retain(|shape| shape.fate != Fate::Field("comments".to_owned()));
                let lost = comments.iter().filter(|comment| comment.slide == slide_report.slide);
                slide_report.shapes.extend(lost.map(|comment| ShapeReport {
                    name: format!("a comment by {}", comment.author),
                    fate: Fate::Lost(
                        StorageFault::Comment { author: comment.author.clone(), reason: reason.clone() }.into(),
                    ),
                }));
            }
        }
    }

    /// Removes the uploads of a failed import. A picture that cannot be removed stays in the library, where people can
    /// delete it; a sound or video is deleted when its uploader needs the space for another.
    pub(crate) async fn remove_uploads(&self, ids: &[UploadId]) {
        for id in ids {
            if let Err(fault) = self.library.remove_imported(id).await {
                tracing::warn!("a file of a failed import stays in storage: {fault:#}");
            }
        }
    }
}

impl From<io::Error> for Error {
    fn from(fault: io::Error) -> Self {
        store::StoreError::from(fault).into()
    }
}

/// Reads uploads of an organization as the assets of a package.
struct UploadSource {
    service: Arc<Interchange>,
    organization: OrganizationId,
    handle: Handle,
    /// The hash of each upload by its reference; `None` when the organization has no such upload.
    hashes: HashMap<String, Option<String>>,
    /// The error of storage that does not respond. Once it is set, no further asset is opened.
    unavailable: Option<Error>,
}

impl UploadSource {
    fn reader(&mut self, reference: &str) -> Result<Option<Box<dyn Read + Send>>> {
        if let Some(example) = ExamplePicture::at(reference) {
            return Ok(Some(Box::new(example.bytes)));
        }
        let Some(file) = reference.strip_prefix("/uploads/") else { return Ok(None) };
        if !self.hashes.contains_key(reference) {
            let upload = self.handle.block_on(self.service.store.upload_by_file(file))?;
            let own = upload.filter(|upload| upload.organization == self.organization);
            self.hashes.insert(reference.to_owned(), own.map(|upload| upload.hash.clone()));
        }
        let Some(hash) = self.hashes.get(reference).and_then(Option::as_ref) else { return Ok(None) };
        Ok(self.handle.block_on(self.service.library.assets.reader(hash))?)
    }
}

impl AssetSource for UploadSource {
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
        asset_mime(start)
    }
}

/// The media type of a picture, a sound or a video by its first bytes.
pub(crate) fn asset_mime(start: &[u8]) -> Option<&'static str> {
    let picture = imaging::kind_of(start).map(imaging::PictureKind::mime);
    picture.or_else(|| imaging::media_kind_of(start).map(|kind| kind.mime(kind.form())))
}

/// Stores the pictures, sounds and videos of a file as uploads of the caller.
pub(crate) struct PackageLibrary {
    service: Arc<Interchange>,
    caller: Caller,
    handle: Handle,
    pub(crate) uploads: Vec<UploadId>,
    /// Why storage is unavailable or full. Later files fail at once with this reason, since each would wait again
    /// for the same failure.
    refusal: Option<String>,
}

impl PackageLibrary {
    pub(crate) fn new(service: &Arc<Interchange>, caller: &Caller, handle: &Handle) -> Self {
        let (service, caller, handle) = (Arc::clone(service), caller.clone(), handle.clone());
        Self { service, caller, handle, uploads: Vec::new(), refusal: None }
    }

    /// Spools what `write` writes and starts a task that stores it. Fails at once when storage refused an earlier file.
    fn begin_upload(
        &self,
        new: NewUpload,
        write: impl FnOnce(&mut Spool) -> Result<()>,
    ) -> Result<JoinHandle<Result<Upload>>> {
        if let Some(refusal) = &self.refusal {
            return Err(Error::Invalid(refusal.clone()));
        }
        let mut spool = self.service.library.spool()?;
        write(&mut spool)?;
        spool.flush()?;
        let spooled = spool.finish()?;
        let (library, caller) = (Arc::clone(&self.service.library), self.caller.clone());
        Ok(self.handle.spawn(async move { library.add_any(&caller, spooled, new).await }))
    }

    /// Waits until a file is stored. Returns its address, or why it is not stored.
    fn finish_upload(&mut self, begun: Result<JoinHandle<Result<Upload>>>) -> std::result::Result<String, String> {
        let stored = begun.and_then(|task| {
            self.handle.block_on(task).map_err(|fault| Error::Internal(fault.into())).and_then(|stored| stored)
        });
        match stored {
            Ok(upload) => {
                self.uploads.push(upload.id);
                Ok(format!("/uploads/{}", upload.file))
            }
            Err(Error::Internal(_)) => Err("internal error".to_owned()),
            Err(error) => {
                if matches!(error, Error::Unavailable(_) | Error::Full) {
                    self.refusal = Some(error.to_string());
                }
                Err(error.to_string())
            }
        }
    }

    /// Stores the file that `write` writes. Returns its address, or why it is not stored.
    pub(crate) fn keep_one(
        &mut self,
        new: NewUpload,
        write: impl FnOnce(&mut Spool) -> Result<()>,
    ) -> std::result::Result<String, String> {
        let begun = self.begin_upload(new, write);
        self.finish_upload(begun)
    }

    /// Stores the pictures of a PowerPoint file, a few at a time. Each is in a temporary file before the next one is
    /// read. Returns the address of each, or why it could not be stored.
    pub(crate) fn keep_pictures<R: Read + Seek>(
        &mut self,
        pictures: &[UsedPicture],
        file: &mut office::File<R>,
    ) -> Vec<std::result::Result<String, String>> {
        let mut pending = VecDeque::new();
        let mut stored = Vec::with_capacity(pictures.len());
        for picture in pictures {
            if pending.len() == PICTURES_AT_ONCE {
                stored.extend(pending.pop_front().map(|begun| self.finish_upload(begun)));
            }
            let begun = self.begin_upload(picture_upload(picture), |spool| Ok(file.picture(&picture.part, spool)?));
            pending.push_back(begun);
        }
        stored.extend(pending.into_iter().map(|begun| self.finish_upload(begun)));
        stored
    }
}

impl AssetSink for PackageLibrary {
    fn store_asset(&mut self, asset: PackedAsset<'_>) -> std::result::Result<String, String> {
        let new = NewUpload { name: asset.name.to_owned(), ..NewUpload::default() };
        let begun = self.begin_upload(new, |spool| {
            io::copy(&mut asset.content.take(MAX_MEDIA + 1), spool)?;
            Ok(())
        });
        self.finish_upload(begun)
    }
}
