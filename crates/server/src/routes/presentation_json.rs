//! Decks as JSON: in full, and as rows of a list. Slides are borrowed, never copied.

use std::borrow::Cow;
use std::collections::BTreeMap;

use deck::{Content, Deck, LibraryLink, Slide, SlideId, Translation, Visibility};
use serde::Serialize;
use service::{Access, AccessLevel, DeckHead, DeckId, DeckList, DeckRow, DeckView, TextMatch};

use crate::http::{Iso, Pagination};

/// A deck in full.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct DeckJson<'a> {
    #[serde(flatten)]
    head: DeckHeadJson<'a>,
    slides: Vec<SlideJson<'a>>,
    /// May contain settings that this version does not know.
    #[cfg_attr(test, schemars(with = "deck::Settings"))]
    settings: Content,
    translations: &'a BTreeMap<String, Translation>,
}

/// The fields of a deck that lists also contain.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "DeckHead"))]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeckHeadJson<'a> {
    id: &'a DeckId,
    title: &'a str,
    description: &'a str,
    theme: &'a str,
    language: &'a str,
    languages: &'a [String],
    slide_count: usize,
    revision: u64,
    owner_email: &'a str,
    visibility: Access,
    is_view_only: bool,
    permission: AccessLevel,
    created_at: Iso,
    updated_at: Iso,
}

/// A slide with its notes.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct SlideJson<'a> {
    id: &'a SlideId,
    #[serde(rename = "type")]
    type_name: Cow<'a, str>,
    content: &'a Content,
    notes: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    visibility: Option<Visibility>,
    #[serde(skip_serializing_if = "Option::is_none")]
    duration: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    transition: Option<deck::Transition>,
    #[serde(rename = "morphNames", skip_serializing_if = "Option::is_none")]
    morph_names: Option<&'a deck::MorphNames>,
    #[serde(skip_serializing_if = "Option::is_none")]
    library: Option<&'a LibraryLink>,
}

/// A page of decks.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "{T}List"))]
pub(crate) struct DeckListJson<T> {
    presentations: Vec<T>,
    pagination: Pagination,
}

/// A deck in a list of the web app, or in the trash.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "DeckSummary"))]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeckSummaryJson<'a> {
    #[serde(flatten)]
    head: DeckHeadJson<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trashed_at: Option<Iso>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trashed_by: Option<&'a str>,
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    found: Option<DeckMatchJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    owner_name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    is_live: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    thumbnail_version: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    starred: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    folder: Option<&'a str>,
}

/// The first slide that contains a searched text.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct DeckMatchJson<'a> {
    slide_id: &'a SlideId,
    number: usize,
    text: &'a str,
    more: usize,
}

impl<'a> DeckJson<'a> {
    /// A deck in full. `deck` is the result of [`DeckView::deck`], borrowed until the JSON is serialized.
    pub(crate) fn new(view: &'a DeckView, deck: &'a Deck) -> Self {
        let head = DeckHeadJson::new(view.head(), view.owner_email.as_deref().unwrap_or_default(), view.access_level);
        Self {
            head: DeckHeadJson { title: &deck.title, description: &deck.description, ..head },
            slides: deck.slides.iter().map(|slide| SlideJson::new(view, slide)).collect(),
            settings: deck.settings.complete(),
            translations: view.translations(),
        }
    }
}

impl<'a> DeckHeadJson<'a> {
    fn new(head: &'a DeckHead, owner_email: &'a str, access_level: AccessLevel) -> Self {
        Self {
            id: &head.id,
            title: &head.title,
            description: &head.description,
            theme: &head.theme,
            language: &head.lang,
            languages: &head.languages,
            slide_count: head.slide_count,
            revision: head.revision,
            owner_email,
            visibility: head.access,
            is_view_only: head.view_only,
            permission: access_level,
            created_at: Iso(head.created_at),
            updated_at: Iso(head.updated_at),
        }
    }
}

impl<'a> SlideJson<'a> {
    fn new(view: &'a DeckView, slide: &'a Slide) -> Self {
        Self {
            id: &slide.id,
            type_name: view.type_name(slide),
            content: &slide.content,
            notes: &slide.notes,
            visibility: Some(slide.visibility).filter(|visibility| !visibility.is_visible()),
            duration: slide.duration,
            transition: slide.transition,
            morph_names: Some(&slide.morph_names).filter(|names| !names.is_empty()),
            library: slide.library.as_ref(),
        }
    }
}

impl<T> DeckListJson<T> {
    /// A page of decks, as requested by `limit` and `offset`.
    pub(crate) fn new<'a>(list: &'a DeckList, (limit, offset): (usize, usize)) -> Self
    where
        T: From<DeckRow<'a>>,
    {
        Self {
            presentations: list.rows().map(T::from).collect(),
            pagination: Pagination::new(list.total(), limit, offset),
        }
    }
}

impl<'a> From<DeckRow<'a>> for DeckHeadJson<'a> {
    fn from(row: DeckRow<'a>) -> Self {
        Self::new(row.head, row.owner_email, row.access_level)
    }
}

impl<'a> From<DeckRow<'a>> for DeckSummaryJson<'a> {
    fn from(row: DeckRow<'a>) -> Self {
        let DeckRow { head, owner_email, access_level, found, card } = row;
        let trashed = head.trashed.as_ref();
        let filing = card.and_then(|card| card.filing);
        Self {
            head: DeckHeadJson::new(head, owner_email, access_level),
            trashed_at: trashed.map(|trashed| Iso(trashed.at)),
            trashed_by: trashed.map(|trashed| trashed.by.as_str()),
            found: found.map(|TextMatch { slide_id, number, excerpt, more }| DeckMatchJson {
                more: *more,
                slide_id,
                number: *number,
                text: excerpt,
            }),
            owner_name: card.map(|card| card.owner_name),
            is_live: card.map(|card| card.is_live),
            thumbnail_version: card.map(|card| card.thumbnail_version),
            starred: filing.map(|filing| filing.starred),
            folder: filing.and_then(|filing| filing.folder.as_deref()),
        }
    }
}
