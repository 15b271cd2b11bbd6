//! New decks: from a body, from a copy, from an import.

use std::sync::Arc;

use deck::{Content, Deck, Slide, Visibility, cut, saved_slides};
use serde_json::Value;
use store::{Access, Changed, DeckHead, DeckId, StoredDeck, User};

use super::DeckView;
use super::body::DeckBody;
use crate::Decks;
use crate::caller::Caller;
use crate::drawing::example_slide;
use crate::error::{Error, Result};
use crate::rights::Right;
use crate::secret::new_id;

/// Title of the deck that shows every slide type.
const SAMPLE: &str = "Sample deck: every slide type";

impl Decks {
    /// A new deck of the caller's.
    ///
    /// # Errors
    /// The body is wrong; nothing is written.
    pub async fn create(&self, caller: &Caller, body: &Content) -> Result<DeckView> {
        let body = DeckBody::read(body)?;
        let title = body.needs_title()?.to_owned();
        self.check_access(body.access)?;
        let registry = self.catalogue.registry(&caller.organization.id).await?;
        let mut deck = Deck::new(title, body.language.as_deref().unwrap_or(&self.config.lang));
        if let Some(theme) = body.theme {
            deck.theme = theme;
        }
        deck.description = body.description.unwrap_or_default();
        if let Some(settings) = body.settings {
            deck.settings.merge(settings)?;
        }
        match body.slides {
            Some(slides) => {
                self.check_slide_count(slides.len())?;
                deck.slides = saved_slides(&registry, &[], slides, &mut new_id)?;
            }
            None => deck.slides.push(title_slide(&registry, &deck, "title-slide")),
        }
        if let Some(translations) = body.translations {
            deck.translations = deck.read_translations(&registry, translations)?;
        }
        deck.renew_ids(&registry, &mut new_id);
        self.store_new(caller, None, deck, body.access.unwrap_or(Access::Private)).await
    }

    /// A deck of the caller's that shows every slide type that is offered, by the examples of the catalogue.
    ///
    /// # Errors
    /// Storage does not answer.
    pub async fn create_sample(&self, caller: &Caller) -> Result<DeckView> {
        let registry = self.catalogue.registry(&caller.organization.id).await?;
        let mut deck = Deck::new(SAMPLE, deck::EXAMPLE_LANG);
        let themes = self.catalogue.themes_of(&caller.organization).await?;
        deck.theme.clone_from(&themes.get(deck::DEFAULT_THEME).id);
        let offered = registry.types().filter(|known| known.enabled && !known.deprecated && !known.example.is_empty());
        deck.slides =
            offered.map(|known| example_slide(&new_id::<String>(), known)).take(self.config.max_slides).collect();
        deck.renew_ids(&registry, &mut new_id);
        self.store_new(caller, None, deck, Access::Private).await
    }

    /// A copy of a deck that the caller may read. It is his, and private.
    ///
    /// # Errors
    /// As reading it.
    pub async fn duplicate(&self, caller: &Caller, id: &DeckId) -> Result<DeckView> {
        let original = self.deck_for(caller, id, Right::Read).await?;
        let registry = self.catalogue.registry(&caller.organization.id).await?;
        let copy = original.deck.duplicate(&registry, "", &mut new_id);
        self.store_new(caller, None, copy, Access::Private).await
    }

    /// Keeps a deck as the caller's own, or as somebody else's whom he made it for; then he goes on reading it.
    pub(crate) async fn store_new(
        &self,
        caller: &Caller,
        owner: Option<Arc<User>>,
        mut deck: Deck,
        access: Access,
    ) -> Result<DeckView> {
        let registry = self.catalogue.registry(&caller.organization.id).await?;
        let (id, now) = (new_id::<DeckId>(), self.clock.now());
        let owner = owner.unwrap_or_else(|| Arc::clone(&caller.user));
        let made_for_another = owner.id != caller.user.id && !caller.is_trusted();
        deck.fill_instances(&registry, &id, &mut new_id);
        let head = DeckHead {
            id,
            organization: caller.organization.id.clone(),
            creator: made_for_another.then(|| caller.user.id.clone()),
            owner: owner.id.clone(),
            access,
            view_only: false,
            revision: 1,
            created_at: now,
            updated_at: now,
            trashed: None,
            title: deck.title.clone(),
            description: deck.description.clone(),
            theme: deck.theme.clone(),
            lang: deck.lang.clone(),
            languages: deck.languages().into_iter().map(str::to_owned).collect(),
            slide_count: deck.slides.len(),
        };
        let stored = StoredDeck { head, deck, grants: Vec::new() };
        let changed = Changed { by: caller.email().to_owned(), at: now, slide: String::new() };
        self.store.create_deck(stored.clone(), changed).await?;
        self.view(caller, Arc::new(stored), None).await
    }

    /// The account that a new deck is to belong to: a member of the caller's organization.
    pub(crate) async fn owner_by_email(&self, caller: &Caller, email: &str) -> Result<Arc<User>> {
        let unknown = || Error::invalid(format!("ownerEmail: `{email}` is no member of this organization"));
        let user = self.store.user_by_email(email.trim()).await?.filter(|user| !user.disabled).ok_or_else(unknown)?;
        match self.store.membership(&caller.organization.id, &user.id).await? {
            Some(_) => Ok(user),
            None => Err(unknown()),
        }
    }

    pub(crate) fn check_slide_count(&self, slides: usize) -> Result<()> {
        let most = self.config.max_slides;
        if slides <= most {
            return Ok(());
        }
        Err(Error::OverLimit(format!("the deck has {slides} slides, {most} at most are accepted")))
    }

    /// Decks on file storage are private.
    pub(crate) fn check_access(&self, access: Option<Access>) -> Result<()> {
        if access == Some(Access::Organization) && !self.store.is_database() {
            return Err(Error::NeedsDatabase("sharing a presentation"));
        }
        Ok(())
    }
}

/// A head with the columns that follow from the content of a deck: title, description, theme, languages, slide count.
pub(crate) fn head_for(head: DeckHead, deck: &Deck) -> DeckHead {
    DeckHead {
        title: deck.title.clone(),
        description: deck.description.clone(),
        theme: deck.theme.clone(),
        lang: deck.lang.clone(),
        languages: deck.languages().into_iter().map(str::to_owned).collect(),
        slide_count: deck.slides.len(),
        ..head
    }
}

/// A slide of a type that opens a deck, with the title of the deck and nothing else.
pub(crate) fn title_slide(registry: &deck::Registry, deck: &Deck, key: &str) -> Slide {
    let title_type = registry.by_key(key);
    let mut content = title_type.map(|known| known.defaults_in(&deck.lang)).unwrap_or_default();
    let most = title_type.and_then(|known| known.field("title")?.max_length).unwrap_or(usize::MAX);
    content.insert("title".to_owned(), Value::String(cut(&deck.title, most)));
    Slide {
        id: new_id(),
        key: key.to_owned(),
        content,
        notes: String::new(),
        visibility: Visibility::default(),
        duration: None,
    }
}
