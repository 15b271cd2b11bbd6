//! The slide library: slides that an organization stores for reuse.
//!
//! A slide of the library is a copy. It is inserted into a deck as an independent copy, or linked: then the slide of
//! the deck has the id and the revision of the slide of the library, and the editors of the deck may update it to a
//! newer revision. A deck never changes on its own when the library changes.

use std::collections::BTreeMap;
use std::sync::Arc;

use deck::{Deck, LibraryLink, Registry, Slide, SlideId, TranslatedSlide, Translation, same_tag};
use store::{LibrarySlide, LibrarySlideId, Page, Store, StoreError, StoredDeck};

use crate::accounts::valid_name;
use crate::caller::Caller;
use crate::clock::Clock;
use crate::decks::Change;
use crate::error::{Error, Result};
use crate::library::valid_tags;
use crate::rights::Writable;
use crate::secret::new_id;
use crate::{Catalogue, Decks};

/// The maximum number of slides of a library.
const MAX_SLIDES: usize = 2000;
/// Maximum length of a name, in code points.
const MAX_NAME: usize = 200;
/// The error for a slide that a deck does not have.
const NO_SLIDE: Error = Error::NotFound("slide");
/// The error for a slide that is not in the library.
const NO_LIBRARY_SLIDE: Error = Error::NotFound("slide of the library");

/// The slides that an organization stores for reuse.
///
/// Uses storage, decks for inserting slides, and the catalogue for slide types.
#[derive(Debug)]
pub struct SlideLibrary {
    pub(crate) store: Store,
    pub(crate) clock: Clock,
    pub(crate) decks: Arc<Decks>,
    pub(crate) catalogue: Arc<Catalogue>,
}

/// Name and tags of a slide of the library; absent ones stay, or take their defaults.
#[derive(Debug, Clone, Default)]
pub struct LibraryFields {
    /// Its name; the title of the slide by default.
    pub name: Option<String>,
    /// Its tags, which are stored in lower case.
    pub tags: Option<Vec<String>>,
}

/// A slide of the library as its reader sees it.
#[derive(Debug, Clone)]
pub struct LibrarySlideView {
    /// The slide.
    pub stored: LibrarySlide,
    /// The canonical type of the slide.
    pub type_name: String,
    /// Whether the reader may change or remove it: they added it, or they are an administrator.
    pub may_change: bool,
}

impl LibrarySlideView {
    fn new(caller: &Caller, registry: &Registry, stored: LibrarySlide) -> Self {
        let type_name = stored.deck.slides.first().map(|slide| registry.canonical(&slide.key).into_owned());
        let may_change = stored.adder == caller.user.id || caller.needs_organization_admin().is_ok();
        Self { type_name: type_name.unwrap_or_default(), may_change, stored }
    }
}

/// A slide of the library that the caller may change or remove.
#[derive(Debug)]
pub struct ChangeableSlide(LibrarySlide);

/// How a slide of the library is inserted into a deck.
#[derive(Debug, Clone, Default)]
pub struct LibraryInsertion {
    /// The slide of the deck that it replaces. That slide keeps its id, visibility, duration, transition and names for
    /// morph, and its notes if it has any.
    pub replaces: Option<SlideId>,
    /// Its position from 0 when it replaces none; at the end by default.
    pub position: Option<usize>,
    /// Whether it stays linked with the library.
    pub linked: bool,
}

/// A slide that was inserted from the library.
#[derive(Debug)]
pub struct InsertedSlide {
    /// Its id in the deck.
    pub id: SlideId,
    /// Its position from 0.
    pub position: usize,
    /// Number of slides of the deck.
    pub total: usize,
    /// The revision of the deck.
    pub revision: u64,
}

/// A slide of a deck that is linked with the library.
#[derive(Debug)]
pub struct LinkedSlide {
    /// Its id in the deck.
    pub id: SlideId,
    /// Its link.
    pub link: LibraryLink,
    /// Current name and revision of the slide of the library; `None` when the library no longer has it.
    pub latest: Option<(String, u64)>,
}

impl SlideLibrary {
    /// A page of the library of the caller's organization, last changed first, and all its tags. `text` is searched in
    /// names, tags and the texts of slides.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn list(
        &self,
        caller: &Caller,
        text: &str,
        tag: Option<&str>,
        limit: usize,
        offset: usize,
    ) -> Result<(Page<LibrarySlideView>, Vec<String>)> {
        let organization = &caller.organization.id;
        let tag = tag.map(str::to_lowercase);
        let Page { rows, total } =
            self.store.search_library_slides(organization, text.trim(), tag.as_deref(), limit, offset).await?;
        let registry = self.catalogue.registry(organization).await?;
        let rows = rows.into_iter().map(|slide| LibrarySlideView::new(caller, &registry, slide)).collect();
        Ok((Page { rows, total }, self.store.library_tags(organization).await?))
    }

    /// A slide of the library of the caller's organization.
    ///
    /// # Errors
    /// Fails when there is no such slide.
    pub async fn slide(&self, caller: &Caller, id: &LibrarySlideId) -> Result<LibrarySlideView> {
        let found = self.store.library_slide(&caller.organization.id, id).await?.ok_or(NO_LIBRARY_SLIDE)?;
        let registry = self.catalogue.registry(&caller.organization.id).await?;
        Ok(LibrarySlideView::new(caller, &registry, found))
    }

    /// A slide of the library that the caller may change or remove.
    ///
    /// # Errors
    /// Fails when there is no such slide, or the caller is neither the person who added it nor an administrator.
    pub async fn changeable(&self, caller: &Caller, id: &LibrarySlideId) -> Result<ChangeableSlide> {
        let slide = self.slide(caller, id).await?;
        if !slide.may_change {
            return Err(Error::Forbidden("only the person who added the slide and administrators may do this"));
        }
        Ok(ChangeableSlide(slide.stored))
    }

    /// Adds a copy of a slide of a deck to the library.
    ///
    /// # Errors
    /// Fails when there is no such slide, a field is wrong, or the library is full.
    pub async fn add(&self, deck: &Writable, slide: &SlideId, fields: LibraryFields) -> Result<LibrarySlideView> {
        let (caller, now) = (deck.caller(), self.clock.now());
        let registry = self.catalogue.registry(&caller.organization.id).await?;
        let copy = copied(&registry, &deck.deck().deck, slide)?;
        let name = fields.name.unwrap_or_else(|| default_name(&registry, &copy.slides[0]));
        let added = LibrarySlide {
            id: new_id(),
            organization: caller.organization.id.clone(),
            name: valid_name(&name, MAX_NAME)?,
            tags: checked_tags(fields.tags.unwrap_or_default())?,
            deck: copy,
            revision: 1,
            adder: caller.user.id.clone(),
            added_by: caller.email().to_owned(),
            created_at: now,
            updated_at: now,
        };
        if !self.store.add_library_slide(added.clone(), MAX_SLIDES).await? {
            return Err(Error::Conflict(format!("a library has {MAX_SLIDES} slides at most")));
        }
        Ok(LibrarySlideView::new(caller, &registry, added))
    }

    /// Changes name and tags of a slide, and replaces its content by that of a slide of a deck. New content is a new
    /// revision.
    ///
    /// # Errors
    /// Fails when a field is wrong, the deck has no such slide, or the slide of the library was changed meanwhile.
    pub async fn update(
        &self,
        caller: &Caller,
        ChangeableSlide(before): ChangeableSlide,
        fields: LibraryFields,
        content: Option<(&Writable, &SlideId)>,
    ) -> Result<LibrarySlideView> {
        let registry = self.catalogue.registry(&caller.organization.id).await?;
        let mut changed = before.clone();
        if let Some(name) = fields.name {
            changed.name = valid_name(&name, MAX_NAME)?;
        }
        if let Some(tags) = fields.tags {
            changed.tags = checked_tags(tags)?;
        }
        if let Some((deck, id)) = content {
            changed.deck = copied(&registry, &deck.deck().deck, id)?;
            changed.revision += u64::from(!is_same(&before.deck, &changed.deck));
        }
        changed.updated_at = self.clock.now();
        match self.store.update_library_slide(changed.clone(), before.revision).await {
            Err(StoreError::Missing) => {
                Err(Error::Conflict("the slide of the library was changed meanwhile".to_owned()))
            }
            result => Ok(result.map(|()| LibrarySlideView::new(caller, &registry, changed))?),
        }
    }

    /// Removes a slide from the library. Decks that use it keep their slides.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn remove(&self, ChangeableSlide(slide): ChangeableSlide) -> Result<()> {
        self.store.delete_library_slide(&slide.organization, &slide.id).await?;
        Ok(())
    }

    /// A slide of the library as it would be inserted into a deck: with texts in the languages of the deck, and with
    /// the fields that the replaced slide keeps.
    ///
    /// # Errors
    /// Fails when the deck has no such slide, or the type of the slide is not offered.
    pub async fn fitted(
        &self,
        deck: &Writable,
        slide: &LibrarySlide,
        insertion: &LibraryInsertion,
    ) -> Result<TranslatedSlide> {
        let registry = self.catalogue.registry(&deck.caller().organization.id).await?;
        Ok(fitted(&registry, &deck.deck().deck, slide, insertion)?.1)
    }

    /// Inserts a slide of the library into a deck: as a new slide, or in place of another.
    ///
    /// # Errors
    /// Fails when the deck has no such slide or position, the type of the slide is not offered, or the deck is full;
    /// then nothing is written.
    pub async fn insert(
        &self,
        deck: &Writable,
        slide: &LibrarySlide,
        insertion: &LibraryInsertion,
    ) -> Result<InsertedSlide> {
        let registry = self.catalogue.registry(&deck.caller().organization.id).await?;
        let insert = |stored: &StoredDeck| {
            let mut deck = stored.deck.clone();
            let (replaced, fitted) = fitted(&registry, &deck, slide, insertion)?;
            let id = fitted.slide.id.clone();
            if replaced.is_some() {
                deck.replace_slide(&registry, fitted.slide, Some(fitted.translations))?;
            } else {
                let last = deck.slides.len();
                let at = insertion.position.unwrap_or(last);
                if at > last {
                    return Err(Error::invalid(format!(
                        "position: expected 0 to {last}, got {at}; slides count from 0"
                    )));
                }
                deck.insert_slides(&registry, at, vec![fitted])?;
            }
            Ok(Change::new(deck, Some(id.clone()), id))
        };
        let (stored, id) = self.decks.change(deck.caller(), deck.id(), insert).await?;
        Ok(InsertedSlide {
            position: stored.deck.position(&id).unwrap_or_default(),
            total: stored.deck.slides.len(),
            revision: stored.head.revision,
            id,
        })
    }

    /// The slides of a deck that are linked with the library, in the order of the deck.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn links(&self, deck: &Writable) -> Result<Vec<LinkedSlide>> {
        let slides = deck.deck().deck.slides.iter();
        let linked: Vec<(&SlideId, &LibraryLink)> =
            slides.filter_map(|slide| Some((&slide.id, slide.library.as_ref()?))).collect();
        if linked.is_empty() {
            return Ok(Vec::new());
        }
        let revisions = self.store.library_revisions(&deck.caller().organization.id).await?;
        let latest: BTreeMap<String, (String, u64)> =
            revisions.into_iter().map(|(id, name, revision)| (id.into(), (name, revision))).collect();
        let state = |(id, link): (&SlideId, &LibraryLink)| LinkedSlide {
            id: id.clone(),
            latest: latest.get(&link.id).cloned(),
            link: link.clone(),
        };
        Ok(linked.into_iter().map(state).collect())
    }
}

/// A deck with a copy of one slide and its texts in other languages. What belongs to the original deck is left out:
/// visibility, duration, transition, names for morph, links with the library, and values of one instance such as the id
/// of a poll.
fn copied(registry: &Registry, from: &Deck, id: &SlideId) -> Result<Deck> {
    let position = from.position(id).ok_or(NO_SLIDE)?;
    let original = from.slides[position].clone();
    let mut deck = Deck::new(registry.title_of(&original), from.lang.clone());
    deck.theme.clone_from(&from.theme);
    let mut slide = Slide { notes: original.notes, ..Slide::new(original.id, original.key, original.content) };
    slide.clear_instance_values(registry);
    deck.slides.push(slide);
    for (tag, texts) in &from.translations {
        if let Some(texts) = texts.slides.get(id) {
            let slides = BTreeMap::from([(id.clone(), texts.clone())]);
            deck.translations.insert(tag.clone(), Translation { slides, ..Translation::default() });
        }
    }
    Ok(deck)
}

/// Whether two copies differ in nothing but the id of their slide and their theme.
fn is_same(one: &Deck, other: &Deck) -> bool {
    let compared = |deck: &Deck| {
        let slide = deck.slides.first().map(|slide| Slide { id: "".into(), ..slide.clone() });
        let texts = |texts: &Translation| texts.slides.values().cloned().collect::<Vec<_>>();
        let translations = deck.translations.iter().map(|(tag, of_tag)| (tag.clone(), texts(of_tag)));
        (slide, deck.lang.clone(), translations.collect::<Vec<_>>())
    };
    compared(one) == compared(other)
}

/// A slide of the library as it would be inserted into a deck, and the position of the slide that it replaces.
fn fitted(
    registry: &Registry,
    deck: &Deck,
    stored: &LibrarySlide,
    insertion: &LibraryInsertion,
) -> Result<(Option<usize>, TranslatedSlide)> {
    let replaced = insertion.replaces.as_ref().map(|id| deck.position(id).ok_or(NO_SLIDE)).transpose()?;
    let mut copy = stored.deck.clone();
    if copy.translations.keys().any(|tag| same_tag(tag, &deck.lang)) {
        copy.change_main_language(registry, &deck.lang);
    }
    let mut slide = copy.slides.into_iter().next().ok_or(NO_LIBRARY_SLIDE)?;
    let languages = deck.languages();
    let mut translations: BTreeMap<_, _> = copy
        .translations
        .into_iter()
        .filter(|(tag, _)| languages.iter().any(|language| same_tag(language, tag)))
        .filter_map(|(tag, mut texts)| Some((tag, texts.slides.remove(&slide.id)?)))
        .collect();
    let present = replaced.map(|at| &deck.slides[at]);
    let slide_type = registry.by_key(&slide.key);
    let is_offered = slide_type
        .is_some_and(|slide_type| slide_type.enabled || present.is_some_and(|slide| slide.key == slide_type.key));
    if !is_offered {
        return Err(Error::Conflict(format!(
            "slides of the type `{}` are not offered",
            registry.canonical(&slide.key)
        )));
    }
    slide.library = insertion.linked.then(|| LibraryLink { id: stored.id.to_string(), revision: stored.revision });
    let Some(present) = present else {
        slide.id = new_id();
        return Ok((None, TranslatedSlide { slide, translations }));
    };
    slide.id.clone_from(&present.id);
    (slide.visibility, slide.duration) = (present.visibility, present.duration);
    slide.transition = present.transition;
    slide.morph_names.clone_from(&present.morph_names);
    if let Some(slide_type) = slide_type {
        slide.morph_names.retain_fields(slide_type);
    }
    if !present.notes.trim().is_empty() {
        slide.notes.clone_from(&present.notes);
    }
    for (tag, texts) in &deck.translations {
        if let Some(present) = texts.slides.get(&present.id).filter(|texts| !texts.notes.trim().is_empty()) {
            translations.entry(tag.clone()).or_default().notes.clone_from(&present.notes);
        }
    }
    // Votes and other answers refer to ids in the content, such as that of a poll.
    let keys = slide_type
        .filter(|slide_type| slide_type.key == present.key)
        .into_iter()
        .flat_map(|slide_type| &slide_type.instance_keys);
    for key in keys {
        if let Some(value) = present.content.get(key.name()) {
            slide.content.insert(key.name().to_owned(), value.clone());
        }
    }
    Ok((replaced, TranslatedSlide { slide, translations }))
}

/// The title of a slide, or the label of its type.
fn default_name(registry: &Registry, slide: &Slide) -> String {
    let title = registry.title_of(slide).trim();
    let label = || registry.by_key(&slide.key).map_or("Slide", |slide_type| slide_type.label.as_str());
    let name = if title.is_empty() { label() } else { title };
    name.chars().take(MAX_NAME).collect()
}

/// Tags in lower case, checked as those of the image library.
fn checked_tags(tags: Vec<String>) -> Result<Vec<String>> {
    valid_tags(tags.into_iter().map(|tag| tag.to_lowercase()).collect())
}
