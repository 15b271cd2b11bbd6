//! Imports PowerPoint files that were exported from a deck and edited elsewhere: lists their changes, and writes those
//! that a person accepts.
//!
//! The state that was exported is in the tags of the file. If another program dropped the tags, that state is the
//! stored deck if it still has the exported revision, else the version with that revision; it is exported again to
//! find out what each shape showed. If neither exists, the current deck is used instead, and every change conflicts.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::BufReader;
use std::sync::Arc;

use deck::{Deck, EditContext, EditError, Registry, SlideId, same_tag};
use office::model::{ExportedSlide, Origin, Presentation};
use office::{Change as FileChange, Context, Fate, Merge, MergeInput, Report, Returned, UsedPicture};
use serde_json::Value;
use store::{DeckId, Spooled, StoredDeck, Version, VersionReason};
use tokio::runtime::Handle;

use crate::caller::Caller;
use crate::comments::FileComment;
use crate::decks::{Change, DeckView, IfMatch};
use crate::error::{Error, Result};
use crate::interchange::{Interchange, PackageLibrary};
use crate::permits::run_with_permit;
use crate::powerpoint::limits;
use crate::rights::{MayComment, Writable};
use crate::secret::new_id;

/// The resolution of pictures in an export, unless the file says otherwise.
const SCALE: u8 = 2;

/// The state that a file is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MergeBase {
    /// The slides as they were exported, which are in the file.
    File,
    /// The stored deck of the exported revision.
    Version,
    /// None: the file is compared with the deck alone.
    None,
}

/// The changes of a file that a person accepts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AcceptedChanges {
    /// All that neither conflict nor break a rule.
    WithoutConflicts,
    /// Those with these ids. A change that conflicts replaces what the deck has.
    Listed(HashSet<String>),
}

/// What a file changes.
#[derive(Debug)]
pub struct FileChanges {
    /// The revision of the deck that the file was compared with.
    pub revision: u64,
    /// The exported revision, if the file says it.
    pub exported: Option<u64>,
    /// The language of the deck that the file has, where that is not the main language.
    pub language: Option<String>,
    /// The state that the file was compared with.
    pub base: MergeBase,
    /// The changes, each with the rule that it breaks, if any.
    pub changes: Vec<(FileChange, Option<String>)>,
    /// How many comments of the file the deck does not have yet. They are added with the changes.
    pub comments: usize,
    /// What became of each shape.
    pub report: Report,
    /// The ids of the slides that the report counts; `None` for each added slide.
    pub slide_ids: Vec<Option<SlideId>>,
}

/// A deck after changes of a file were written.
#[derive(Debug)]
pub struct BroughtBack {
    /// The deck.
    pub deck: DeckView,
    /// The version of the state before; absent when nothing was written.
    pub before: Option<Version>,
    /// The ids of the changes that were accepted.
    pub applied: Vec<String>,
    /// How many comments were added.
    pub comments: usize,
}

/// A file that was read, with the state that it was exported from.
struct ReadFile {
    spooled: Spooled,
    registry: Arc<Registry>,
    returned: Returned,
    exported: Vec<ExportedSlide>,
    origin: Option<Origin>,
    base: MergeBase,
    /// The language of the file, where that is not the main language of the deck.
    language: Option<String>,
}

impl Interchange {
    /// What a file changes in the deck that it was exported from. Writes nothing.
    ///
    /// # Errors
    /// Fails when the file cannot be read, or was exported from another deck.
    pub async fn file_changes(self: &Arc<Self>, deck: &Writable, spooled: Spooled) -> Result<FileChanges> {
        let mut file = self.read_back(deck, spooled).await?;
        let stored = Arc::clone(deck.deck());
        let comments = self.new_comments(deck, &mut file).await?;
        let max_slides = self.config.max_slides;
        run_with_permit(&self.imports, move || {
            let mut merge = file.merge(&stored.deck);
            let parts = file.returned.pictures.iter().map(|picture| (picture.reference.as_str(), &picture.part));
            let parts: HashMap<&str, &String> = parts.collect();
            let context = EditContext { registry: &file.registry, max_slides };
            let problems: Vec<Option<String>> =
                (0..merge.changes.len()).map(|index| file.problem(&merge, index, &stored.deck, &context)).collect();
            // The pictures are not stored yet: the changes name them as the file does.
            merge.rewrite_pictures(&|_| true, |reference| parts.get(reference).map(|part| (*part).clone()));
            let slide_ids = file.slide_ids();
            FileChanges {
                revision: stored.head.revision,
                exported: file.origin.as_ref().map(|origin| origin.revision),
                language: file.language,
                base: file.base,
                changes: merge.changes.into_iter().zip(problems).collect(),
                comments,
                report: file.returned.report,
                slide_ids,
            }
        })
        .await
    }

    /// Writes the accepted changes of a file to the deck that it was exported from, all in one revision. The state
    /// before is stored as a version.
    ///
    /// # Errors
    /// Fails when the file cannot be read or was exported from another deck, a change does not exist or breaks a rule,
    /// or the deck has another revision than expected; then neither the deck nor uploads are written.
    pub async fn bring_back(
        self: &Arc<Self>,
        deck: &Writable,
        spooled: Spooled,
        accepted: AcceptedChanges,
        if_match: IfMatch,
    ) -> Result<BroughtBack> {
        if_match.check(deck.deck())?;
        let file = self.read_back(deck, spooled).await?;
        let (service, deck) = (Arc::clone(self), deck.clone());
        let handle = Handle::current();
        run_with_permit(&self.imports, move || {
            let mut library = PackageLibrary::new(&service, deck.caller(), &handle);
            let written = service.write_changes(&deck, &file, (&accepted, if_match), &mut library, &handle);
            if written.is_err() {
                handle.block_on(service.remove_uploads(&library.uploads));
            }
            written
        })
        .await?
    }

    fn write_changes(
        &self,
        deck: &Writable,
        file: &ReadFile,
        (accepted, if_match): (&AcceptedChanges, IfMatch),
        library: &mut PackageLibrary,
        handle: &Handle,
    ) -> Result<BroughtBack> {
        let context = EditContext { registry: &file.registry, max_slides: self.config.max_slides };
        let merge = file.merge(&deck.deck().deck);
        let ids = file.accepted(&merge, accepted, &deck.deck().deck, &context)?;
        let addresses = file.stored_pictures(&merge, &ids, library)?;
        let caller = deck.caller();
        let change = |stored: &StoredDeck| {
            if_match.check(stored)?;
            let mut merge = file.merge(&stored.deck);
            merge.rewrite_pictures(&|_| true, |reference| addresses.get(reference).cloned());
            let ids = file.accepted(&merge, accepted, &stored.deck, &context)?;
            let mut deck = stored.deck.clone();
            let mut added = HashMap::new();
            for (index, edit) in file.edits(&merge, &ids, &stored.deck) {
                let change = &merge.changes[index];
                if let (deck::Edit::Insert { slides, .. }, Some(source)) = (&edit, change.source)
                    && let Some(id) = slides.first().and_then(|slide| slide["id"].as_str())
                {
                    added.entry(source).or_insert_with(|| SlideId::from(id));
                }
                edit.apply(&mut deck, &context).map_err(|fault| refused(change, fault))?;
            }
            let applied: Vec<String> =
                merge.changes.into_iter().map(|change| change.id).filter(|id| ids.contains(id)).collect();
            if deck == stored.deck {
                return Ok(Change::none((None, applied, added)));
            }
            let result = (Some(stored.head.revision), applied, added);
            Ok(Change { because: Some(VersionReason::Replaced), ..Change::new(deck, None, result) })
        };
        handle.block_on(async {
            let (written, (revision, applied, added)) = self.decks.change(caller, deck.id(), change).await?;
            let comments = self.add_comments(caller, deck.id(), file, &added).await?;
            let before = match revision {
                Some(revision) => self.store.version_of(deck.id(), revision).await?,
                None => None,
            };
            Ok(BroughtBack { deck: self.decks.view(caller, written, None).await?, before, applied, comments })
        })
    }

    /// How many comments of a file the deck does not have yet. When comments cannot be stored, the report lists them as
    /// lost.
    async fn new_comments(&self, deck: &Writable, file: &mut ReadFile) -> Result<usize> {
        if file.returned.comments.is_empty() {
            return Ok(0);
        }
        let found = async {
            let deck = self.decks.granted::<MayComment>(deck.caller(), deck.id()).await?;
            let added = HashMap::new();
            let placed = file.comments(&deck.deck().deck, &added);
            Ok(self.comments.missing(&deck, &placed).await?.len())
        };
        match found.await {
            Err(Error::Internal(fault)) => Err(Error::Internal(fault)),
            Ok(count) => Ok(count),
            Err(reason) => {
                let lost = Fate::Lost(reason.to_string().into());
                for shape in file.returned.report.slides.iter_mut().flat_map(|slide| &mut slide.shapes) {
                    if shape.fate == Fate::Field("comments".to_owned()) {
                        shape.fate = lost.clone();
                    }
                }
                Ok(0)
            }
        }
    }

    /// Adds the comments of a file that the deck does not have yet, and returns how many. `added` has the slides that
    /// were added, by their number in the file. Adds none where comments cannot be stored, as the list of changes said.
    async fn add_comments(
        &self,
        caller: &Caller,
        id: &DeckId,
        file: &ReadFile,
        added: &HashMap<usize, SlideId>,
    ) -> Result<usize> {
        if file.returned.comments.is_empty() {
            return Ok(0);
        }
        let added = async {
            let deck = self.decks.granted::<MayComment>(caller, id).await?;
            self.comments.import(&deck, &file.comments(&deck.deck().deck, added)).await
        };
        match added.await {
            Err(Error::Internal(fault)) => Err(Error::Internal(fault)),
            added => Ok(added.unwrap_or_default()),
        }
    }

    /// Reads a file, and restores the tags that another program dropped.
    async fn read_back(self: &Arc<Self>, deck: &Writable, spooled: Spooled) -> Result<ReadFile> {
        let stored = deck.deck();
        let registry = self.catalogue.registry(&stored.head.organization).await?;
        let limits = limits(self.config.max_slides);
        let (spooled, mut presentation) = run_with_permit(&self.imports, move || -> Result<(Spooled, Presentation)> {
            let file = BufReader::new(File::open(spooled.path())?);
            let presentation = office::File::open(file, limits)?.presentation()?;
            Ok((spooled, presentation))
        })
        .await??;
        let origin = presentation.origin.clone();
        if let Some(origin) = origin.as_ref().filter(|origin| origin.deck != stored.head.id.as_str()) {
            let other = &origin.deck;
            return Err(Error::Conflict(format!("the file was exported from another presentation, `{other}`")));
        }
        let language = origin.as_ref().and_then(|origin| origin.language.clone());
        let language = language.filter(|language| !same_tag(language, &stored.deck.lang));
        let language = language.filter(|language| stored.deck.translation(language).is_some());
        let mut base = MergeBase::File;
        if presentation.slides.iter().all(|slide| slide.origin.is_none()) {
            let exported;
            (base, exported) = self.exported_deck(deck, origin.as_ref()).await?;
            let scale = origin.as_ref().and_then(|origin| origin.scale).unwrap_or(SCALE);
            let on_template = origin.as_ref().is_some_and(|origin| origin.on_template);
            let exported_again = self.drawing.powerpoint(&exported, language.as_deref(), (scale, on_template)).await;
            // The deck may have a theme without a template by now.
            let exported_again = match exported_again {
                Err(Error::Invalid(_)) if on_template => {
                    self.drawing.powerpoint(&exported, language.as_deref(), (scale, false)).await?
                }
                exported_again => exported_again?,
            };
            let limits = self::limits(self.config.max_slides);
            presentation = run_with_permit(&self.imports, move || -> Result<Presentation> {
                let exported_again = office::File::open(BufReader::new(exported_again), limits)?.presentation()?;
                office::restore(&mut presentation, &exported_again);
                Ok(presentation)
            })
            .await??;
        }
        let context_language = stored.deck.lang.clone();
        let types = Arc::clone(&registry);
        let exported = std::mem::take(&mut presentation.exported);
        let returned = run_with_permit(&self.imports, move || {
            let context = Context { registry: &types, file_name: "", language: &context_language };
            office::returned(&presentation, context)
        })
        .await?;
        let file = ReadFile { spooled, registry, returned, exported, origin, base, language };
        let has_slides = file.slide_ids().iter().flatten().any(|id| stored.deck.position(id).is_some());
        if !has_slides && (file.origin.is_none() || file.returned.slides.is_empty()) {
            let text = "the file has no slide of this presentation; import it as a new one";
            return Err(Error::Conflict(text.to_owned()));
        }
        Ok(file)
    }

    /// The deck as it was exported; the current deck, with [`MergeBase::None`], when the exported state is not known.
    async fn exported_deck(&self, deck: &Writable, origin: Option<&Origin>) -> Result<(MergeBase, Arc<StoredDeck>)> {
        let stored = deck.deck();
        let Some(origin) = origin else { return Ok((MergeBase::None, Arc::clone(stored))) };
        if origin.revision == stored.head.revision {
            return Ok((MergeBase::Version, Arc::clone(stored)));
        }
        match self.store.version_of(deck.id(), origin.revision).await? {
            Some(version) => {
                let (_, version) = self.decks.stored_version(deck, &version.id).await?;
                Ok((MergeBase::Version, Arc::new(version)))
            }
            None => Ok((MergeBase::None, Arc::clone(stored))),
        }
    }
}

impl ReadFile {
    /// Compares the file with a deck.
    fn merge(&self, deck: &Deck) -> Merge {
        let deck = deck.shown(&self.registry, self.language.as_deref());
        let has_base = self.base != MergeBase::None;
        let input = MergeInput { registry: &self.registry, deck: &deck, exported: &self.exported, has_base };
        office::merge(&self.returned, input)
    }

    /// The id of each slide that the report counts; `None` for an added one.
    fn slide_ids(&self) -> Vec<Option<SlideId>> {
        let id = |exported: &Option<Value>| exported.as_ref()?.get("id")?.as_str().map(SlideId::from);
        let slides = self.returned.slides.iter();
        slides.flat_map(|slide| slide.slides.iter().map(move |_| id(&slide.exported))).collect()
    }

    /// The comments, each with its slide of the deck, if the deck has it. `added` has the slides that were added to the
    /// deck, by their number in the file.
    fn comments<'a>(&'a self, deck: &'a Deck, added: &'a HashMap<usize, SlideId>) -> Vec<FileComment<'a>> {
        let ids = self.slide_ids();
        let slides = self.returned.slides.iter().zip(1..);
        let sources: Vec<usize> = slides.flat_map(|(slide, source)| slide.slides.iter().map(move |_| source)).collect();
        let placed = |comment: &'a office::Comment| {
            let exported = ids.get(comment.slide).and_then(Option::as_ref);
            let new = sources.get(comment.slide).and_then(|source| added.get(source));
            let slide = exported.or(new).and_then(|id| deck.slides.iter().find(|slide| slide.id == *id));
            (slide.map(|slide| &slide.id), comment)
        };
        self.returned.comments.iter().map(placed).collect()
    }

    /// The edits that apply the changes with some ids.
    fn edits(&self, merge: &Merge, ids: &HashSet<String>, deck: &Deck) -> Vec<(usize, deck::Edit)> {
        merge.edits(&|change| ids.contains(&change.id), deck, self.language.as_deref(), &mut new_id)
    }

    /// The rule that a change breaks, if it is applied alone.
    fn problem(&self, merge: &Merge, index: usize, deck: &Deck, context: &EditContext<'_>) -> Option<String> {
        let ids = HashSet::from([merge.changes[index].id.clone()]);
        let mut changed = deck.clone();
        let fault =
            self.edits(merge, &ids, deck).iter().find_map(|(_, edit)| edit.apply(&mut changed, context).err())?;
        Some(reason(fault))
    }

    /// The ids of the accepted changes.
    fn accepted(
        &self,
        merge: &Merge,
        accepted: &AcceptedChanges,
        deck: &Deck,
        context: &EditContext<'_>,
    ) -> Result<HashSet<String>> {
        match accepted {
            AcceptedChanges::WithoutConflicts => {
                let is_accepted = |index: &usize| {
                    !merge.changes[*index].is_conflict && self.problem(merge, *index, deck, context).is_none()
                };
                let indexes = (0..merge.changes.len()).filter(is_accepted);
                Ok(indexes.map(|index| merge.changes[index].id.clone()).collect())
            }
            AcceptedChanges::Listed(ids) => {
                let existing: HashSet<&str> = merge.changes.iter().map(|change| change.id.as_str()).collect();
                match ids.iter().find(|id| !existing.contains(id.as_str())) {
                    None => Ok(ids.clone()),
                    Some(id) => Err(Error::invalid(format!("accept: the file has no change `{id}`"))),
                }
            }
        }
    }

    /// Stores the pictures of accepted changes. Returns their addresses by reference.
    fn stored_pictures(
        &self,
        merge: &Merge,
        ids: &HashSet<String>,
        library: &mut PackageLibrary,
    ) -> Result<HashMap<String, String>> {
        let mut used = HashSet::new();
        let mut accepted = merge.clone();
        accepted.rewrite_pictures(&|change| ids.contains(&change.id), |reference| {
            used.insert(reference.to_owned());
            None
        });
        let pictures = self.returned.pictures.iter().filter(|picture| used.contains(&picture.reference));
        let pictures: Vec<UsedPicture> = pictures.cloned().collect();
        if pictures.is_empty() {
            return Ok(HashMap::new());
        }
        let slides = self.returned.slides.len();
        let mut file = office::File::open(BufReader::new(File::open(self.spooled.path())?), limits(slides))?;
        let stored = library.keep_pictures(&pictures, &mut file);
        let mut addresses = HashMap::new();
        for (picture, address) in pictures.into_iter().zip(stored) {
            let part = picture.part;
            let address = address.map_err(|reason| {
                Error::invalid(format!("the picture `{part}` of the file cannot be stored: {reason}"))
            })?;
            addresses.insert(picture.reference, address);
        }
        Ok(addresses)
    }
}

/// Why a change cannot be applied, in words. The change says which slide it is about.
fn reason(fault: EditError) -> String {
    match fault {
        EditError::Refused(refusal) => {
            let text = Error::from(refusal).to_string();
            match text.split_once("), field ") {
                Some((place, rule)) if place.starts_with("slide ") => format!("field {rule}"),
                _ => text,
            }
        }
        EditError::SlideGone => "the presentation no longer has this slide".to_owned(),
        EditError::Changed { .. } => "the presentation no longer has this field".to_owned(),
    }
}

fn refused(change: &FileChange, fault: EditError) -> Error {
    match fault {
        EditError::Refused(refusal) => match Error::from(refusal) {
            Error::OverLimit(text) => Error::OverLimit(text),
            other => Error::invalid(format!("change `{}`: {other}", change.id)),
        },
        other => Error::invalid(format!("change `{}`: {}", change.id, reason(other))),
    }
}
