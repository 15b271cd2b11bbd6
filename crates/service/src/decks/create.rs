//! New decks: from fields, as a copy, from an import.

use std::sync::Arc;

use deck::{Deck, Slide, SlideId, WrongDeckField, saved_slides, shortened};
use serde_json::Value;
use store::{Access, ChangeContext, DeckHead, DeckId, StoredDeck, User};

use super::sample::sample_deck;
use super::{DeckFields, DeckView};
use crate::caller::Caller;
use crate::error::{Error, Result};
use crate::rights::Readable;
use crate::secret::new_id;
use crate::{Decks, webhooks};

impl Decks {
    /// Creates a deck that the caller owns and returns it. Without slides it has a title slide.
    ///
    /// # Errors
    /// Fails when there is no title, or a field is wrong; then nothing is written.
    pub async fn create(&self, caller: &Caller, fields: DeckFields) -> Result<DeckView> {
        let title = fields.title.ok_or(WrongDeckField::NoTitle)?;
        self.check_access(fields.access)?;
        let registry = self.catalogue.registry(&caller.organization.id).await?;
        let mut deck = Deck::new(title, fields.language.as_deref().unwrap_or(&self.config.lang));
        if let Some(theme) = fields.theme {
            deck.theme = theme;
        }
        deck.description = fields.description.unwrap_or_default();
        if let Some(settings) = &fields.settings {
            deck.settings.merge(settings)?;
        }
        match &fields.slides {
            Some(slides) => {
                self.check_slide_count(slides.len())?;
                deck.slides = saved_slides(&registry, &[], slides, &mut new_id)?;
            }
            None => deck.slides.push(title_slide(&registry, &deck, "title-slide")),
        }
        if let Some(translations) = fields.translations {
            deck.translations = deck.read_translations(&registry, &Value::Object(translations))?;
        }
        deck.renew_ids(&registry, &mut new_id);
        self.store_new(caller, None, deck, fields.access.unwrap_or(Access::Private)).await
    }

    /// Creates a copy of the sample deck that the caller owns, with every slide type that is offered, and returns it.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn create_sample(&self, caller: &Caller) -> Result<DeckView> {
        let registry = self.catalogue.registry(&caller.organization.id).await?;
        let mut deck = sample_deck(&registry);
        let themes = self.catalogue.themes_of(&caller.organization).await?;
        deck.theme.clone_from(&themes.get(deck::DEFAULT_THEME).id);
        deck.slides.truncate(self.config.max_slides);
        deck.renew_ids(&registry, &mut new_id);
        self.store_new(caller, None, deck, Access::Private).await
    }

    /// Copies a deck and returns the copy, which the caller owns and which is private. It has the title of the original
    /// unless another one is given.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn duplicate(&self, original: &Readable, title: Option<String>) -> Result<DeckView> {
        let caller = original.caller();
        let registry = self.catalogue.registry(&caller.organization.id).await?;
        let mut copy = original.deck().deck.duplicate(&registry, "", &mut new_id);
        if let Some(title) = title {
            copy.title = title;
        }
        self.store_new(caller, None, copy, Access::Private).await
    }

    /// Stores a new deck and returns it. `owner` is the caller when absent; a caller who is not the owner can still
    /// read and comment on it.
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
            updated_by: Some(caller.user.id.clone()),
            stretch_at: now,
            trashed: None,
            title: deck.title.clone(),
            description: deck.description.clone(),
            theme: deck.theme.clone(),
            lang: deck.lang.clone(),
            languages: deck.languages().into_iter().map(str::to_owned).collect(),
            slide_count: deck.slides.len(),
        };
        let stored = StoredDeck { head, deck, grants: Vec::new() };
        let event = Some(webhooks::presentation_created(caller, &stored.head));
        let changed = ChangeContext { by: Some(caller.email().to_owned()), at: now, slide: None, event };
        self.store.create_deck(stored.clone(), changed).await?;
        self.view(caller, Arc::new(stored), None).await
    }

    /// The account with an e-mail address, as the owner of a new deck. Fails unless it is a member of the caller's
    /// organization and not disabled.
    pub(crate) async fn owner_by_email(&self, caller: &Caller, email: &str) -> Result<Arc<User>> {
        let unknown = || Error::invalid(format!("ownerEmail: `{email}` is no member of this organization"));
        let user = self.store.user_by_email(email.trim()).await?.filter(|user| !user.disabled).ok_or_else(unknown)?;
        match self.store.membership(&caller.organization.id, &user.id).await? {
            Some(_) => Ok(user),
            None => Err(unknown()),
        }
    }

    /// Fails when a deck would have more slides than the instance accepts.
    pub(crate) fn check_slide_count(&self, slides: usize) -> Result<()> {
        let most = self.config.max_slides;
        if slides <= most {
            return Ok(());
        }
        Err(Error::OverLimit(format!("the deck has {slides} slides, {most} at most are accepted")))
    }

    /// Fails when a deck on file storage would not be private.
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
    let mut content = title_type.map(|slide_type| slide_type.defaults_in(&deck.lang)).unwrap_or_default();
    let most = title_type.and_then(|slide_type| slide_type.field("title")?.max_length).unwrap_or(usize::MAX);
    content.insert("title".to_owned(), Value::String(shortened(&deck.title, most)));
    Slide::new(new_id::<SlideId>(), key, content)
}
