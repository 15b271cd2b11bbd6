//! Decks in files: opens, checks and converts them, without storage and without a data folder.
//!
//! Ids are counted instead of random, so that the same file gives the same bytes. The path `-` is the standard input or
//! the standard output.

use std::collections::HashMap;
use std::fs::{File, Permissions};
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::UNIX_EPOCH;

use deck::package::{self, AssetSink, AssetSource, PackedAsset};
use deck::{
    BindingContext, BindingFinding, Concern, CountedIds, Deck, EnvelopeContext, Ids, MarkdownRemark, Problem, Registry,
    SlideId, Source, Table, TableLimits, Theme, Themes, Warning, WithValues, sent_problems, warnings,
};
use export::{ExportInput, png, pptx};
use imaging::{MediaKind, PictureKind};
use layout::{Finding, FindingKind, LayoutOutput};
use office::{Context, UsedPicture};
use scene::PictureId;
use serde_json::Value;
use tempfile::{NamedTempFile, TempDir};

use crate::clock::iso;
use crate::drawing::{
    DrawInput, ExportFormat, MergeFormat, MergePlan, Recording, Renderer, SlideChoice, VideoError, VideoOptions,
    VideoPlan, file_description, from_skeleton, keep_pages, layout_facts, write_file,
};
use crate::examples::ExamplePicture;
use crate::interchange::asset_mime;
use crate::json::read_json;
use crate::library::MAX_MEDIA;
use crate::powerpoint::{convert_file, import_remarks, limits, picture_name};
use crate::rehearsals::{RehearsalTimes, media_kind_of_file};
use crate::theme_file::theme_of;

/// The path of the standard input and the standard output.
const STANDARD: &str = "-";
/// Maximum number of slides of a deck file: far more than any instance accepts.
const MAX_SLIDES: usize = 10_000;
/// Maximum size of an envelope or a Markdown file, in bytes: far more than any needs.
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
    /// The file is not a deck.
    #[error("`{}` is no deck: {reason}", path.display())]
    NotADeck {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// The file is not a document that the author can read.
    #[error("`{}` cannot be read: {reason}", path.display())]
    NotADocument {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// None of the slides is chosen.
    #[error("`{}`: {reason}", path.display())]
    NoSlides {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// The file is not a template.
    #[error("`{}` is no PowerPoint template: {reason}", path.display())]
    NotATemplate {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// No theme has this id.
    #[error("there is no theme `{0}`")]
    NoTheme(String),
    /// A video cannot be made.
    #[error("`{}`: {source}", path.display())]
    NoVideo {
        /// The deck.
        path: PathBuf,
        /// Why.
        source: VideoError,
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

/// The result of checking a deck file.
#[derive(Debug)]
pub struct FileReport {
    /// Broken rules.
    pub problems: Vec<Problem>,
    /// Advice on what is allowed but better avoided.
    pub advice: Vec<Warning>,
    /// What does not fit or cannot be drawn as it is written, and what a designer would change, each with the number of
    /// its slide.
    pub findings: Vec<String>,
    /// Number of slides.
    pub slides: usize,
}

/// A deck from a JSON envelope, a `.deck` package, a Markdown file or a PowerPoint file.
#[derive(Debug)]
pub struct DeckFile {
    path: PathBuf,
    /// The envelope as it is in the file.
    given: Value,
    deck: Deck,
    assets: Assets,
    remarks: Vec<String>,
    fonts_dir: Option<PathBuf>,
    template: Option<Arc<OpenTemplate>>,
    slides: SlideChoice,
    /// The recorded rehearsal that a video follows: its sound and its times.
    recording: Option<(File, MediaKind, RehearsalTimes)>,
}

/// A PowerPoint template, with the theme that is made from it.
#[derive(Debug)]
struct OpenTemplate {
    layouts: pptx::Template,
    theme: Theme,
}

impl DeckFile {
    /// A deck that is in no file yet.
    pub(crate) fn new(path: &Path, deck: Deck, assets: Assets, fonts_dir: Option<PathBuf>) -> Self {
        let given = deck.envelope(Registry::core());
        let (path, slides) = (path.to_owned(), SlideChoice::default());
        Self { path, given, deck, assets, remarks: Vec::new(), fonts_dir, template: None, slides, recording: None }
    }

    /// Opens a file in any of the four formats. Markdown and PowerPoint are recognized by the extension of the file;
    /// without an extension, a file that starts with a brace is JSON and any other text is Markdown.
    ///
    /// # Errors
    /// Fails when the file cannot be read, or is not a deck.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        let unreadable = |source| FileError::Unreadable { path: path.to_owned(), source };
        let no_deck = |reason: String| FileError::NotADeck { path: path.to_owned(), reason };
        let mut file = BufReader::new(open_seekable(path).map_err(unreadable)?);
        let mut start = Vec::new();
        file.by_ref().take(64).read_to_end(&mut start).map_err(unreadable)?;
        file.rewind().map_err(unreadable)?;
        let mut assets = Assets::new().map_err(unreadable)?;
        let mut remarks = Vec::new();
        let (given, envelope) = if is_powerpoint(path, &start) {
            let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            let context = Context { registry: Registry::core(), file_name: name, language: deck::DEFAULT_LANG };
            let read = convert_file(file, limits(MAX_SLIDES), context, |pictures, file| {
                let store = |picture: &UsedPicture| {
                    assets.store(picture_name(picture), |out| {
                        file.picture(&picture.part, out).map_err(|fault| fault.to_string())
                    })
                };
                pictures.iter().map(store).collect()
            });
            let read = read.map_err(|fault| no_deck(fault.to_string()))?;
            remarks = import_remarks(&read.report).collect();
            let comments = read.comments.iter();
            let lost = |comment: &office::Comment| {
                format!("slide {}: a comment by {}: a deck file has no place for it", comment.slide + 1, comment.author)
            };
            remarks.extend(comments.map(lost));
            (read.envelope.clone(), read.envelope)
        } else if start.starts_with(b"PK") {
            let limits = package::Limits { asset: MAX_MEDIA, ..package::Limits::default() };
            let package = package::read_within(file, limits).map_err(|fault| no_deck(fault.to_string()))?;
            let given = package.envelope().clone();
            let unpacked = package.unpack(&mut assets).map_err(|fault| no_deck(fault.to_string()))?;
            (given, unpacked.envelope)
        } else {
            let mut bytes = Vec::new();
            file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
            if bytes.len() as u64 > MAX_BYTES {
                return Err(no_deck(format!("it is larger than {} MiB", MAX_BYTES >> 20)));
            }
            let given = if is_markdown(path, &bytes) {
                let text = String::from_utf8(bytes).map_err(|fault| no_deck(fault.to_string()))?;
                let read = deck::from_markdown(&text, deck::DEFAULT_LANG);
                let read = read.ok_or_else(|| no_deck("there is nothing in it".to_owned()))?;
                let line = |remark: MarkdownRemark| format!("slide {}: {}", remark.slide, remark.text);
                remarks = read.remarks.into_iter().map(line).collect();
                read.envelope
            } else if let Some(reason) = reason_not_json(&bytes) {
                return Err(no_deck(reason.to_owned()));
            } else {
                read_json(&bytes).map_err(|fault| no_deck(fault.to_string()))?
            };
            (given.clone(), given)
        };
        let mut ids = CountedIds::default();
        let deck_id = ids.next_id();
        let reading =
            EnvelopeContext { registry: Registry::core(), deck_id: &deck_id, ids: &mut ids, max_slides: MAX_SLIDES };
        let deck = Deck::from_envelope(envelope, reading).map_err(|fault| no_deck(fault.to_string()))?;
        let (path, slides) = (path.to_owned(), SlideChoice::default());
        Ok(Self { path, given, deck, assets, remarks, fonts_dir: None, template: None, slides, recording: None })
    }

    /// The same deck, drawn with the fonts in `fonts_dir` besides the bundled ones; with those in Debian's font folders
    /// when it is absent.
    #[must_use]
    pub fn with_fonts(self, fonts_dir: Option<PathBuf>) -> Self {
        Self { fonts_dir, ..self }
    }

    /// The same deck, of which only chosen slides are rendered.
    ///
    /// # Errors
    /// Fails when no slide is chosen.
    pub fn with_slides(self, slides: SlideChoice) -> Result<Self, FileError> {
        let no_slide = |fault: crate::Error| FileError::NoSlides { path: self.path.clone(), reason: fault.to_string() };
        slides.check(Registry::core(), &self.deck).map_err(no_slide)?;
        Ok(Self { slides, ..self })
    }

    /// The same deck, whose video follows a recorded rehearsal: a sound file, and a JSON file with its duration and
    /// moments, which name slides by their numbers.
    ///
    /// # Errors
    /// Fails when a file cannot be read, is not a sound, or has wrong times.
    pub fn with_recording(self, sound: &Path, times: &Path) -> Result<Self, FileError> {
        let unreadable = |path: &Path, source| FileError::Unreadable { path: path.to_owned(), source };
        let wrong = |path: &Path, reason| FileError::NotADocument { path: path.to_owned(), reason };
        let kind = media_kind_of_file(sound).map_err(|source| unreadable(sound, source))?;
        let kind = kind.ok_or_else(|| wrong(sound, "it is no webm, mp4, m4a, mp3, ogg or wav file".to_owned()))?;
        let file = File::open(sound).map_err(|source| unreadable(sound, source))?;
        let text = std::fs::read_to_string(times).map_err(|source| unreadable(times, source))?;
        let read = RehearsalTimes::numbered(&text, &self.deck.slides).map_err(|reason| wrong(times, reason))?;
        Ok(Self { recording: Some((file, kind, read)), ..self })
    }

    /// The recorded rehearsal that a video follows.
    fn recording(&self) -> io::Result<Option<Recording>> {
        let Some((sound, kind, RehearsalTimes { duration, moments })) = &self.recording else { return Ok(None) };
        Ok(Some(Recording { moments: moments.clone(), duration: *duration, sound: sound.try_clone()?, kind: *kind }))
    }

    /// The same deck with a table from a file as a data source. It replaces a data source of the same name.
    ///
    /// # Errors
    /// Fails when the table cannot be read, or the name is wrong.
    pub fn with_data(mut self, name: &str, path: &Path) -> Result<Self, FileError> {
        let unreadable = |source| FileError::Unreadable { path: path.to_owned(), source };
        let csv = read_table(path, TableLimits::SOURCE)?.to_csv();
        let changed = std::fs::metadata(path).and_then(|file| file.modified()).ok();
        let changed = changed.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let pushed_at = changed.and_then(|since| i64::try_from(since.as_millis()).ok()).map(iso).unwrap_or_default();
        let stale_after_hours = self.deck.source(name).and_then(|before| before.stale_after_hours);
        let source = Source { csv, pushed_at, stale_after_hours };
        self.deck.set_source(name, &source).map_err(|fault| unreadable(io::Error::other(fault)))?;
        Ok(self)
    }

    /// The same deck in the look of a PowerPoint file. [`ExportFormat::Pptx`] puts its slides on the layouts of that
    /// file.
    ///
    /// # Errors
    /// Fails when the file cannot be read, or is not a template.
    pub fn with_template(self, path: &Path) -> Result<Self, FileError> {
        let no_template = |reason: String| FileError::NotATemplate { path: path.to_owned(), reason };
        let file = open_seekable(path).map_err(|source| FileError::Unreadable { path: path.to_owned(), source })?;
        let mut file = office::File::open(BufReader::new(file), limits(MAX_SLIDES))
            .map_err(|fault| no_template(fault.to_string()))?;
        let template = file.template(Themes::core()).map_err(|fault| no_template(fault.to_string()))?;
        let theme = theme_of(template, path).map_err(|fault| no_template(fault.to_string()))?;
        let skeleton = file.skeleton().map_err(|fault| no_template(fault.to_string()))?;
        Ok(Self { template: Some(Arc::new(OpenTemplate { layouts: from_skeleton(skeleton), theme })), ..self })
    }

    /// Path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Remarks on what of a Markdown or PowerPoint file was changed or left out.
    pub fn remarks(&self) -> impl Iterator<Item = String> {
        self.remarks.iter().cloned()
    }

    /// The deck.
    pub fn deck(&self) -> &Deck {
        &self.deck
    }

    /// Checks the deck as it is in the file, and draws it. Returns all problems, advice and findings of design.
    pub fn check(&self) -> FileReport {
        let registry = Registry::core();
        let slides = self.given.get("slides").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let problems = slides.iter().enumerate().flat_map(|(index, slide)| sent_problems(registry, index, slide));
        let mut advice = warnings(registry, &self.deck.with_values(registry));
        advice.retain(|warning| warning.concern != Concern::Rules);
        let findings = DrawnFile::new(self, None).design_findings();
        FileReport { problems: problems.collect(), advice, findings, slides: slides.len() }
    }

    /// Writes the JSON envelope, in one of its languages if `lang` is given.
    ///
    /// # Errors
    /// Fails when the file cannot be written; then `out` stays as it was.
    pub fn write_json(&self, out: &Path, lang: Option<&str>) -> Result<(), FileError> {
        write_whole(out, |file| {
            file.write_all(self.deck.shown(Registry::core(), lang).envelope_text(Registry::core()).as_bytes())?;
            file.write_all(b"\n")
        })
    }

    /// Writes a `.deck` package. Returns the addresses of the local pictures that the package lacks, since the deck
    /// file contains only their addresses.
    ///
    /// # Errors
    /// Fails when the file cannot be written; then `out` stays as it was.
    pub fn write_package(&mut self, out: &Path, lang: Option<&str>) -> Result<Vec<String>, FileError> {
        let envelope = self.deck.shown(Registry::core(), lang).envelope(Registry::core());
        let assets = &mut self.assets;
        let mut missing = Vec::new();
        write_whole(out, |file| {
            let written = package::write(envelope, assets, file).map_err(io::Error::other)?;
            missing = written.missing;
            Ok(())
        })?;
        Ok(missing)
    }

    /// Renders the deck into a file, in one of its languages if `lang` is given. Returns findings for its author.
    /// `on_page` is called with the number of finished pages.
    ///
    /// # Errors
    /// Fails when the file cannot be written; then `out` stays as it was.
    pub fn render(
        &self,
        out: &Path,
        lang: Option<&str>,
        format: ExportFormat,
        on_page: &(dyn Fn(usize) + Sync),
    ) -> Result<Vec<String>, FileError> {
        let drawn = DrawnFile::new(self, lang);
        let progress = |page| {
            on_page(page);
            true
        };
        write_whole(out, |file| {
            let input = ExportInput { document: &drawn.output.document, pictures: &drawn.pictures, on_page: &progress };
            let mut rendered = tempfile::tempfile()?;
            let template = drawn.template.as_deref().map(|template| &template.layouts);
            write_file(&drawn.renderer, &drawn.drawing(), input, (format, template), &mut rendered)
                .map_err(io::Error::other)?;
            rendered.rewind()?;
            io::copy(&mut rendered, file).map(drop)
        })?;
        Ok(drawn.findings())
    }

    /// Renders the slides as PNG files of a width into a folder: `slide-001.png` and so on. Returns findings for the
    /// author.
    ///
    /// # Errors
    /// Fails when a file cannot be written.
    pub fn render_pngs(
        &self,
        folder: &Path,
        lang: Option<&str>,
        width: u16,
        on_page: &(dyn Fn(usize) + Sync),
    ) -> Result<Vec<String>, FileError> {
        let drawn = DrawnFile::new(self, lang);
        std::fs::create_dir_all(folder).map_err(|source| FileError::Unwritable { path: folder.to_owned(), source })?;
        for (index, page) in drawn.output.document.pages.iter().enumerate() {
            let path = folder.join(format!("slide-{:03}.png", page.number));
            write_whole(&path, |file| {
                let (document, cache) = (&drawn.output.document, &drawn.renderer.pictures);
                let png = png::page(document, index + 1, width, &drawn.pictures, cache);
                file.write_all(&png.map_err(io::Error::other)?.unwrap_or_default())
            })?;
            on_page(index + 1);
        }
        Ok(drawn.findings())
    }

    /// Renders the deck into an MP4 file, and its notes into a WebVTT file with the same name beside it, unless it is a
    /// stream. Returns findings for the author. `on_page` is called with the number of finished pages.
    ///
    /// # Errors
    /// Fails when the encoder is not installed or fails, or a file cannot be written; then `out` stays as it was.
    pub fn render_video(
        &self,
        out: &Path,
        lang: Option<&str>,
        options: VideoOptions,
        on_page: &(dyn Fn(usize) + Sync),
    ) -> Result<Vec<String>, FileError> {
        let no_video = |source| FileError::NoVideo { path: self.path.clone(), source };
        let drawn = DrawnFile::new(self, lang);
        let recording = self.recording().map_err(|fault| no_video(fault.into()))?;
        let document = drawn.output.document.clone();
        let plan = VideoPlan::new(&drawn.deck, document, &self.slides, options, recording).map_err(no_video)?;
        let mut video = tempfile::tempfile().map_err(|fault| no_video(fault.into()))?;
        plan.write((&drawn.pictures, &drawn.renderer.pictures), on_page, &|| true, &video).map_err(no_video)?;
        video.rewind().map_err(|fault| no_video(fault.into()))?;
        write_whole(out, |file| io::copy(&mut video, file).map(drop))?;
        if let Some(captions) = plan.captions().filter(|_| !is_stream(out)) {
            write_whole(&out.with_extension("vtt"), |file| file.write_all(captions.as_bytes()))?;
        }
        Ok(drawn.findings())
    }

    /// Writes the captions that a video of the deck has, as WebVTT.
    ///
    /// # Errors
    /// Fails when no slide is shown, or the file cannot be written; then `out` stays as it was.
    pub fn write_captions(&self, out: &Path, lang: Option<&str>, options: VideoOptions) -> Result<(), FileError> {
        let drawn = DrawnFile::new(self, lang);
        let no_video = |source| FileError::NoVideo { path: self.path.clone(), source };
        let recording = self.recording().map_err(|fault| no_video(fault.into()))?;
        let plan = VideoPlan::new(&drawn.deck, drawn.output.document, &self.slides, options, recording);
        let plan = plan.map_err(no_video)?;
        let captions = plan.captions().unwrap_or_else(|| "WEBVTT\n".to_owned());
        write_whole(out, |file| file.write_all(captions.as_bytes()))
    }

    /// Makes a deck for each row of a CSV file and writes it into a folder. Returns the number of decks, and remarks on
    /// bindings without a value.
    ///
    /// # Errors
    /// Fails when the rows cannot be read, the pattern names no column, or a file cannot be written.
    pub fn merge(
        &self,
        (rows, pattern): (&Path, Option<&str>),
        (folder, lang): (&Path, Option<&str>),
        formats: Vec<MergeFormat>,
    ) -> Result<(usize, Vec<String>), FileError> {
        let unreadable = |source| FileError::Unreadable { path: rows.to_owned(), source };
        let unwritable = |source| FileError::Unwritable { path: folder.to_owned(), source };
        let table = read_table(rows, TableLimits::MERGE)?;
        let renderer = Renderer::new(self.fonts_dir.clone());
        let deck = self.deck.shown(Registry::core(), lang).into_owned();
        let facts = self.picture_facts(&deck);
        let theme = Themes::core().get(&deck.theme).clone();
        let parts = (deck, Arc::new(Registry::core().clone()), theme, facts);
        let plan = MergePlan::new(parts, table, formats, pattern);
        let plan = plan.map_err(|fault| unreadable(io::Error::other(fault.to_string())))?;
        std::fs::create_dir_all(folder).map_err(unwritable)?;
        let pictures = LocalPictures(self.assets.files.clone());
        let next = AtomicUsize::new(0);
        let draw = || -> Result<(), FileError> {
            loop {
                let row = next.fetch_add(1, Ordering::Relaxed);
                if row >= plan.count() {
                    return Ok(());
                }
                let files = plan.files(&renderer, &pictures, row);
                for file in files.map_err(|fault| unwritable(io::Error::other(fault)))? {
                    write_whole(&folder.join(file.name), |out| out.write_all(&file.bytes))?;
                }
            }
        };
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..cores).map(|_| scope.spawn(draw)).collect();
            threads.into_iter().try_for_each(|thread| {
                thread.join().unwrap_or_else(|_| Err(unwritable(io::Error::other("a deck could not be drawn"))))
            })
        })?;
        Ok((plan.count(), plan.remarks()))
    }

    /// The facts about the pictures of the file, and about the example pictures that a deck names.
    fn picture_facts(&self, deck: &Deck) -> layout::Pictures {
        let examples = deck::refs::references(deck).into_iter().filter_map(ExamplePicture::at);
        let examples = examples.map(|example| {
            let facts = example.facts();
            (example.address.to_owned(), layout_facts(facts.width, facts.height, &facts.luminance))
        });
        let mut facts = layout::Pictures(examples.collect());
        for (address, path) in &self.assets.files {
            if MediaKind::of_upload(address).is_some() {
                continue;
            }
            let Ok(bytes) = std::fs::read(path) else { continue };
            let Some(kind) = imaging::kind_of(&bytes) else { continue };
            let picture_facts = imaging::facts(&bytes, kind);
            if picture_facts.drawable {
                facts.0.insert(
                    address.clone(),
                    layout_facts(picture_facts.width, picture_facts.height, &picture_facts.luminance),
                );
            }
        }
        facts
    }
}

/// A table from a file: a `.json` list of objects, else CSV.
fn read_table(path: &Path, limits: TableLimits) -> Result<Table, FileError> {
    let unreadable = |source| FileError::Unreadable { path: path.to_owned(), source };
    let mut text = String::new();
    let file = open_seekable(path).map_err(unreadable)?;
    file.take(limits.bytes as u64 + 1).read_to_string(&mut text).map_err(unreadable)?;
    let is_json = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
    let table = if is_json { Table::from_json(text.as_bytes(), limits) } else { Table::from_csv(&text, limits) };
    table.map_err(|fault| unreadable(io::Error::other(fault)))
}

/// Opens a file that can be read twice. A stream is copied to a temporary file first.
pub(crate) fn open_seekable(path: &Path) -> io::Result<File> {
    let mut stream: Box<dyn Read> = if path == Path::new(STANDARD) {
        Box::new(io::stdin().lock())
    } else {
        let file = File::open(path)?;
        if !is_stream(path) {
            return Ok(file);
        }
        Box::new(file)
    };
    let mut copy = tempfile::tempfile()?;
    io::copy(&mut stream.by_ref().take(MAX_BYTES + 1), &mut copy)?;
    copy.rewind()?;
    Ok(copy)
}

/// Whether a path is a stream, which is read or written once from its beginning to its end: `-`, a pipe, a device.
pub fn is_stream(path: &Path) -> bool {
    let is_special = |metadata: std::fs::Metadata| !metadata.is_file() && !metadata.is_dir();
    path == Path::new(STANDARD) || std::fs::metadata(path).is_ok_and(is_special)
}

/// Whether a file is Markdown: by its extension, or without one by its first character.
fn is_markdown(path: &Path, bytes: &[u8]) -> bool {
    if let Some(extension) = path.extension() {
        return extension.eq_ignore_ascii_case("md") || extension.eq_ignore_ascii_case("markdown");
    }
    let text = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    !text.trim_ascii_start().starts_with(b"{")
}

/// Why a file that is neither a package nor Markdown is no JSON either; `None` when it begins like JSON.
fn reason_not_json(bytes: &[u8]) -> Option<&'static str> {
    let text = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes).trim_ascii_start();
    match text.first() {
        None => Some("there is nothing in it"),
        Some(b'{' | b'[') => None,
        Some(_) => Some("it is neither a `.deck` package, JSON, Markdown (`.md`) nor a PowerPoint file (`.pptx`)"),
    }
}

/// Whether a file is from PowerPoint. The older format and files with a password are recognized by their first bytes,
/// others by their extension, or without an extension by the first entry of the archive.
fn is_powerpoint(path: &Path, start: &[u8]) -> bool {
    const EXTENSIONS: [&str; 9] = ["pptx", "potx", "ppsx", "pptm", "potm", "ppsm", "ppt", "pot", "pps"];
    if start.starts_with(&[0xd0, 0xcf, 0x11, 0xe0]) {
        return true;
    }
    match path.extension().and_then(|extension| extension.to_str()) {
        Some(extension) => EXTENSIONS.iter().any(|listed| extension.eq_ignore_ascii_case(listed)),
        None => start.get(30..49) == Some(b"[Content_Types].xml"),
    }
}

/// A deck file with its layout.
struct DrawnFile {
    renderer: Renderer,
    deck: Deck,
    facts: layout::Pictures,
    pictures: LocalPictures,
    output: LayoutOutput,
    /// The ids of all slides of the file. An export may leave some out.
    slides: Vec<SlideId>,
    /// Bindings to data that have no value.
    unbound: Vec<BindingFinding>,
    template: Option<Arc<OpenTemplate>>,
}

impl DrawnFile {
    fn new(file: &DeckFile, lang: Option<&str>) -> Self {
        let renderer = Renderer::new(file.fonts_dir.clone());
        let deck = file.deck.shown(Registry::core(), lang).into_owned();
        let WithValues { deck, findings: unbound, .. } = deck.into_values(Registry::core(), BindingContext::default());
        let (deck, chosen) = file.slides.apply(Registry::core(), deck);
        let pictures = LocalPictures(file.assets.files.clone());
        let facts = file.picture_facts(&deck);
        let template = file.template.clone();
        let drawing = drawing(&deck, template.as_deref(), &facts);
        let mut output = match template {
            Some(_) => renderer.document_on_template(&drawing),
            None => renderer.document(&drawing),
        };
        keep_pages(&mut output.document, chosen.as_deref());
        output.document.properties.description = file_description(&deck.description, &file.deck);
        let slides = file.deck.slides.iter().map(|slide| slide.id.clone()).collect();
        Self { renderer, deck, facts, pictures, output, slides, unbound, template }
    }

    fn drawing(&self) -> DrawInput<'_> {
        drawing(&self.deck, self.template.as_deref(), &self.facts)
    }

    /// Findings for the author, each with the number of its slide.
    fn findings(&self) -> Vec<String> {
        self.unbound().chain(self.output.findings.iter().map(|finding| self.numbered(finding))).collect()
    }

    /// The bindings to data that have no value, each with the number of its slide.
    fn unbound(&self) -> impl Iterator<Item = String> {
        self.unbound.iter().map(|finding| match &finding.slide {
            Some(slide) => format!("slide {}: {finding}", self.number(slide)),
            None => finding.to_string(),
        })
    }

    /// What does not fit or cannot be drawn as it is written, and what a designer would change, each with the number of
    /// its slide, in the order of the deck.
    fn design_findings(&self) -> Vec<String> {
        let is_fault = |kind: &FindingKind| {
            matches!(
                kind,
                FindingKind::Overflow
                    | FindingKind::MissingGlyphs(_)
                    | FindingKind::FormulaFault(_)
                    | FindingKind::DiagramFault(_)
            )
        };
        let drawn = self.output.findings.iter().filter(|finding| is_fault(&finding.kind));
        let mut findings: Vec<Finding> = drawn.cloned().collect();
        findings.extend(self.renderer.review(&self.drawing(), &self.output.document));
        findings.sort_by_key(|finding| self.deck.position(&finding.slide));
        self.unbound().chain(findings.iter().map(|finding| self.numbered(finding))).collect()
    }

    fn numbered(&self, finding: &Finding) -> String {
        format!("slide {}: {finding}", self.number(&finding.slide))
    }

    fn number(&self, slide: &SlideId) -> usize {
        self.slides.iter().position(|other| other == slide).map_or(0, |position| position + 1)
    }
}

/// The input for drawing a deck, in the theme of a template if there is one.
fn drawing<'a>(deck: &'a Deck, template: Option<&'a OpenTemplate>, pictures: &'a layout::Pictures) -> DrawInput<'a> {
    let theme = template.map_or_else(|| Themes::core().get(&deck.theme), |template| &template.theme);
    DrawInput { deck, registry: Registry::core(), theme, pictures, invite: None }
}

/// The pictures of a package by their address, and those of the sample deck.
struct LocalPictures(HashMap<String, PathBuf>);

impl export::PictureSource for LocalPictures {
    fn bytes(&self, picture: &PictureId) -> Option<Arc<[u8]>> {
        let Some(path) = self.0.get(&picture.0) else {
            return ExamplePicture::at(&picture.0).map(|example| Arc::from(example.bytes));
        };
        if MediaKind::of_upload(&picture.0).is_some() {
            return None;
        }
        let bytes = std::fs::read(path).ok()?;
        // A picture that is embedded or drawn must not contain scripts.
        match imaging::kind_of(&bytes) {
            Some(PictureKind::Svg) => imaging::svg::sanitised(&bytes).ok().map(Arc::from),
            _ => Some(Arc::from(bytes)),
        }
    }

    fn media(&self, address: &str) -> Option<Box<dyn Read + '_>> {
        MediaKind::of_upload(address)?;
        File::open(self.0.get(address)?).ok().map(|file| Box::new(file) as _)
    }
}

/// Writes a file that appears whole or not at all, with the permissions of any new file of the process.
fn write_whole(
    out: &Path,
    write: impl FnOnce(&mut BufWriter<&mut NamedTempFile>) -> io::Result<()>,
) -> Result<(), FileError> {
    let unwritable = |source| FileError::Unwritable { path: out.to_owned(), source };
    let folder_of_out =
        || out.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_owned();
    let folder = if is_stream(out) { std::env::temp_dir() } else { folder_of_out() };
    let mut builder = tempfile::Builder::new();
    let mut file = builder.permissions(Permissions::from_mode(0o666)).tempfile_in(folder).map_err(unwritable)?;
    let mut buffer = BufWriter::new(&mut file);
    write(&mut buffer).map_err(unwritable)?;
    buffer.flush().map_err(unwritable)?;
    drop(buffer);
    publish(file, out).map_err(unwritable)
}

/// Moves a finished file to its path, or copies it to a stream.
fn publish(mut file: NamedTempFile, out: &Path) -> io::Result<()> {
    let mut stream: Box<dyn Write> = if out == Path::new(STANDARD) {
        Box::new(io::stdout().lock())
    } else if is_stream(out) {
        Box::new(File::options().write(true).open(out)?)
    } else {
        file.persist(out)?;
        return Ok(());
    };
    file.rewind()?;
    io::copy(&mut file, &mut stream)?;
    stream.flush()
}

/// The pictures of a package, stored in a temporary folder while the deck is open.
#[derive(Debug)]
pub(crate) struct Assets {
    folder: TempDir,
    ids: CountedIds,
    files: HashMap<String, PathBuf>,
}

impl Assets {
    pub(crate) fn new() -> io::Result<Self> {
        Ok(Self { folder: TempDir::new()?, ids: CountedIds::default(), files: HashMap::new() })
    }

    /// Stores the file that `write` writes. Returns its address, or why it was not stored.
    pub(crate) fn store(
        &mut self,
        name: &str,
        write: impl FnOnce(&mut File) -> Result<(), String>,
    ) -> Result<String, String> {
        let path = self.folder.path().join(self.files.len().to_string());
        let mut file = File::create(&path).map_err(|fault| fault.to_string())?;
        write(&mut file)?;
        let mut start = Vec::new();
        let stored = File::open(&path).and_then(|stored| stored.take(512).read_to_end(&mut start));
        stored.map_err(|fault| fault.to_string())?;
        let extension = imaging::kind_of(&start).map(PictureKind::extension);
        let extension = extension.or_else(|| imaging::media_kind_of(&start).map(MediaKind::extension));
        let extension = extension.map(|extension| format!(".{extension}")).unwrap_or_default();
        let url = format!("/uploads/{}-{}{extension}", name.replace(' ', "-"), self.ids.next_id());
        self.files.insert(url.clone(), path);
        Ok(url)
    }
}

impl AssetSink for Assets {
    fn store_asset(&mut self, asset: PackedAsset<'_>) -> Result<String, String> {
        self.store(asset.name, |file| io::copy(asset.content, file).map(drop).map_err(|fault| fault.to_string()))
    }
}

impl AssetSource for Assets {
    fn open(&mut self, reference: &str) -> io::Result<Option<Box<dyn Read + '_>>> {
        let Some(path) = self.files.get(reference) else {
            return Ok(ExamplePicture::at(reference).map(|example| Box::new(example.bytes) as Box<dyn Read>));
        };
        Ok(Some(Box::new(BufReader::new(File::open(path)?))))
    }

    fn media_type(&self, start: &[u8]) -> Option<&'static str> {
        asset_mime(start)
    }
}
