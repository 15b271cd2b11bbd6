//! Published decks: a version of a deck at a readable address, for anyone, until it is unpublished or ends.
//!
//! A page shows the version that was published last, never a draft. Slides that are hidden in published decks, and
//! those for live sessions, are left out; speaker notes are shown only when the publication includes them.

mod address;
mod page;

use std::sync::Arc;

use deck::Deck;
use jiff::Timestamp;
use store::{Organization, Publication, Publishing, Store, StoreError, Time, VersionReason};

use self::address::{slug_of, valid_sites, valid_slug};
pub use self::page::{PublishedDocument, PublishedFile, PublishedPage, PublishedSlides};
use crate::accounts::valid_password;
use crate::audit::{Act, Details};
use crate::caller::Caller;
use crate::clock::{Clock, iso};
use crate::decks::NO_DECK;
use crate::drawing::DrawnSlides;
use crate::error::{Error, Result};
use crate::render_cache::RenderCache;
use crate::rights::{Manageable, Readable};
use crate::secret::{InstanceSecret, new_short_token, password_hash};
use crate::{Accounts, AuditLog, Catalogue, Decks, Drawing, ManagedOrganization, webhooks};

const NO_PUBLICATION: Error = Error::NotFound("publication");
/// How many numbers are tried in turn at the end of an address that is in use.
const MAX_TRIES: usize = 20;

/// Options of a publication. Absent ones stay as they are, or have their default in a new publication: not indexable,
/// no notes, no downloads, no password, no end.
#[derive(Debug, Clone, Default)]
pub struct PublicationOptions {
    /// The last part of the address; made of the title when there is none.
    pub slug: Option<String>,
    /// Whether search engines may list it.
    pub indexable: Option<bool>,
    /// Whether speaker notes are shown.
    pub notes: Option<bool>,
    /// Whether files are offered for download.
    pub downloads: Option<bool>,
    /// The password.
    pub password: OptionChange<String>,
    /// When it ends.
    pub ends_at: OptionChange<String>,
}

/// A change of something that may be absent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum OptionChange<T> {
    /// The value stays as it is.
    #[default]
    Keep,
    /// The value is removed.
    Remove,
    /// The value is set.
    Set(T),
}

impl<T: Clone> OptionChange<T> {
    fn apply(&self, to: &mut Option<T>) {
        match self {
            Self::Keep => {}
            Self::Remove => *to = None,
            Self::Set(value) => *to = Some(value.clone()),
        }
    }
}

/// The publication of a deck, if there is one, and what its organization allows.
#[derive(Debug, Clone)]
pub struct PublicationView {
    /// The publication.
    pub publication: Option<PublicationState>,
    /// What the organization allows.
    pub publishing: Publishing,
}

/// A publication as the people who manage its deck see it.
#[derive(Debug, Clone)]
pub struct PublicationState {
    /// The publication.
    pub publication: Publication,
    /// Whether the deck has changed since it was published.
    pub is_changed: bool,
    /// Whether its page is shown: it has not ended, and the organization allows it.
    pub is_shown: bool,
}

/// Published decks.
///
/// Uses storage, accounts for passwords, decks for versions, the catalogue and drawing for pages, and the audit log.
#[derive(Debug)]
pub struct Publications {
    pub(crate) store: Store,
    pub(crate) clock: Clock,
    pub(crate) accounts: Arc<Accounts>,
    pub(crate) decks: Arc<Decks>,
    pub(crate) catalogue: Arc<Catalogue>,
    pub(crate) drawing: Arc<Drawing>,
    pub(crate) audit: Arc<AuditLog>,
    pub(crate) secret: InstanceSecret,
    pub(crate) versions: RenderCache<Deck>,
    pub(crate) resolved: RenderCache<PublishedSlides>,
    pub(crate) documents: RenderCache<PublishedDocument>,
    pub(crate) slides: RenderCache<DrawnSlides>,
    pub(crate) articles: RenderCache<Vec<String>>,
    pub(crate) files: RenderCache<Vec<u8>>,
}

impl Publications {
    /// The publication of a deck, if it has one, and what its organization allows.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn read(&self, deck: &Readable) -> Result<PublicationView> {
        let publishing = self.store.publishing(&deck.deck().head.organization).await?;
        match self.store.publication(deck.id()).await? {
            Some(publication) => self.view(deck, publication, publishing).await,
            None => Ok(PublicationView { publication: None, publishing }),
        }
    }

    /// Publishes the current state of a deck, or publishes it again, with the given options. `base` is the address of
    /// the site.
    ///
    /// # Errors
    /// Fails when the organization does not allow it, an option is invalid, or another deck has the address.
    pub async fn publish(&self, deck: &Manageable, options: PublicationOptions, base: &str) -> Result<PublicationView> {
        let publishing = self.check_allowed(deck).await?;
        let options = self.checked(options).await?;
        let mut deck = deck.clone();
        let mut tries = 0;
        loop {
            let before = self.store.publication(deck.id()).await?;
            let (stored, now) = (deck.deck(), self.clock.now());
            let unchanged = before.as_ref().filter(|before| before.revision == stored.head.revision);
            let version = match unchanged {
                Some(_) => None,
                None => Some(self.decks.version_of(deck.caller(), stored, VersionReason::Published)),
            };
            let mut publication = before.clone().unwrap_or_else(|| Publication {
                deck: stored.head.id.clone(),
                slug: numbered(&slug_of(&stored.head.title), tries),
                version: String::new().into(),
                revision: stored.head.revision,
                indexable: false,
                notes: false,
                downloads: false,
                password: None,
                ends_at: None,
                created_at: now,
                published_at: now,
                updated_at: now,
            });
            options.apply(&mut publication);
            if let Some(version) = &version {
                publication.version = version.id.clone();
                publication.revision = version.revision;
                publication.published_at = now;
            }
            publication.updated_at = now;
            let url = format!("{base}/p/{}", publication.slug);
            let event = webhooks::presentation_published(deck.caller(), &stored.head, &url, now);
            match self.store.put_publication(publication.clone(), version, Some(event)).await {
                Ok(()) => {
                    let details = Details::none()
                        .with("slug", publication.slug.as_str())
                        .with("revision", publication.revision)
                        .with("password", publication.password.is_some())
                        .with("endsAt", publication.ends_at.map(iso));
                    self.audit.record(deck.caller(), Act::DeckPublished, deck.id(), details).await;
                    return self.view(&deck.readable(), publication, publishing).await;
                }
                // The deck was written or published meanwhile: its newest state is published.
                Err(StoreError::Stale { .. }) => deck = self.decks.granted(deck.caller(), deck.id()).await?,
                Err(StoreError::Taken(_)) if before.is_none() && options.slug.is_none() && tries < MAX_TRIES => {
                    tries += 1;
                }
                Err(error) => return Err(refusal(error)),
            }
        }
    }

    /// Changes the options of a publication. The published version of the deck stays the same.
    ///
    /// # Errors
    /// Fails when the deck is not published, an option is invalid, or another deck has the address.
    pub async fn set_options(&self, deck: &Manageable, options: PublicationOptions) -> Result<PublicationView> {
        let publishing = self.check_allowed(deck).await?;
        self.store.publication(deck.id()).await?.ok_or(NO_PUBLICATION)?;
        let options = self.checked(options).await?;
        let now = self.clock.now();
        // The deck may be published again meanwhile, so the change is applied to what is stored then.
        let change = move |publication: &mut Publication| {
            options.apply(publication);
            publication.updated_at = now;
        };
        let changed = self.store.update_publication(deck.id(), change).await.map_err(refusal)?;
        let publication = changed.ok_or(NO_PUBLICATION)?;
        let details = Details::none()
            .with("slug", publication.slug.as_str())
            .with("password", publication.password.is_some())
            .with("endsAt", publication.ends_at.map(iso));
        self.audit.record(deck.caller(), Act::PublicationChanged, deck.id(), details).await;
        self.view(&deck.readable(), publication, publishing).await
    }

    /// Unpublishes a deck: its page is no longer shown.
    ///
    /// # Errors
    /// Fails when the deck is not published.
    pub async fn unpublish(&self, deck: &Manageable) -> Result<()> {
        if !self.store.delete_publication(deck.id()).await? {
            return Err(NO_PUBLICATION);
        }
        self.audit.record(deck.caller(), Act::DeckUnpublished, deck.id(), Details::none()).await;
        Ok(())
    }

    /// What an organization allows.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn publishing(&self, managed: &ManagedOrganization) -> Result<Publishing> {
        Ok(self.store.publishing(&managed.organization().id).await?)
    }

    /// Sets what an organization allows. Absent parts stay as they are.
    ///
    /// # Errors
    /// Fails when a site is invalid.
    pub async fn set_publishing(
        &self,
        caller: &Caller,
        managed: &ManagedOrganization,
        allowed: Option<bool>,
        sites: Option<&[String]>,
    ) -> Result<Publishing> {
        let organization: &Organization = managed.organization();
        let mut publishing = self.store.publishing(&organization.id).await?;
        if let Some(sites) = sites {
            publishing.sites = valid_sites(sites)?;
        }
        publishing.allowed = allowed.unwrap_or(publishing.allowed);
        self.store.set_publishing(&organization.id, publishing.clone()).await?;
        let details = Details::none().with("allowed", publishing.allowed).with("sites", publishing.sites.as_slice());
        self.audit.record(caller, Act::PublishingSet, &organization.slug, details).await;
        Ok(publishing)
    }

    /// What the organization of a deck allows; fails when it does not allow publishing.
    async fn check_allowed(&self, deck: &Manageable) -> Result<Publishing> {
        let publishing = self.store.publishing(&deck.deck().head.organization).await?;
        if publishing.allowed {
            return Ok(publishing);
        }
        Err(Error::Forbidden("the organization does not allow publishing; its administrators can, in the settings"))
    }

    /// Options after their check, with the password hashed.
    async fn checked(&self, options: PublicationOptions) -> Result<CheckedOptions> {
        let slug = options.slug.as_deref().map(str::trim).filter(|slug| !slug.is_empty());
        let password = match options.password {
            OptionChange::Set(password) => OptionChange::Set(password_hash(valid_password(&password)?).await?),
            OptionChange::Remove => OptionChange::Remove,
            OptionChange::Keep => OptionChange::Keep,
        };
        let ends_at = match options.ends_at {
            OptionChange::Set(time) => OptionChange::Set(future_time(&time, self.clock.now())?),
            OptionChange::Remove => OptionChange::Remove,
            OptionChange::Keep => OptionChange::Keep,
        };
        let PublicationOptions { indexable, notes, downloads, .. } = options;
        Ok(CheckedOptions { slug: slug.map(valid_slug).transpose()?, indexable, notes, downloads, password, ends_at })
    }

    async fn view(&self, deck: &Readable, publication: Publication, publishing: Publishing) -> Result<PublicationView> {
        let stored = deck.deck();
        // Another revision may have the same content, after an undo.
        let is_changed = publication.revision != stored.head.revision
            && self
                .store
                .version(deck.id(), &publication.version)
                .await?
                .is_none_or(|(_, published)| published != stored.deck);
        let is_ended = publication.ends_at.is_some_and(|end| end <= self.clock.now());
        let state = PublicationState { publication, is_changed, is_shown: publishing.allowed && !is_ended };
        Ok(PublicationView { publication: Some(state), publishing })
    }
}

/// Options after their check.
struct CheckedOptions {
    slug: Option<String>,
    indexable: Option<bool>,
    notes: Option<bool>,
    downloads: Option<bool>,
    password: OptionChange<String>,
    ends_at: OptionChange<Time>,
}

impl CheckedOptions {
    fn apply(&self, publication: &mut Publication) {
        if let Some(slug) = &self.slug {
            publication.slug.clone_from(slug);
        }
        publication.indexable = self.indexable.unwrap_or(publication.indexable);
        publication.notes = self.notes.unwrap_or(publication.notes);
        publication.downloads = self.downloads.unwrap_or(publication.downloads);
        self.password.apply(&mut publication.password);
        self.ends_at.apply(&mut publication.ends_at);
    }
}

/// An address with a number at its end when it was tried before, for further decks with the same title.
fn numbered(slug: &str, tries: usize) -> String {
    match tries {
        0 => slug.to_owned(),
        MAX_TRIES.. => {
            let letters = new_short_token().to_ascii_lowercase();
            let letters: String = letters.chars().filter(char::is_ascii_alphanumeric).take(8).collect();
            format!("{slug}-{letters}")
        }
        _ => format!("{slug}-{}", tries + 1),
    }
}

fn refusal(error: StoreError) -> Error {
    match error {
        StoreError::Taken(slug) => {
            Error::Conflict(format!("slug: another deck is published at `{slug}`; choose another one"))
        }
        StoreError::Missing => NO_DECK,
        error => error.into(),
    }
}

/// Reads a timestamp (RFC 3339). Fails when it is not in the future.
fn future_time(text: &str, now: Time) -> Result<Time> {
    let time: Option<Timestamp> = text.trim().parse().ok();
    let time = time.map(Timestamp::as_millisecond).filter(|time| *time > now);
    time.ok_or_else(|| Error::invalid("endsAt: expected a time to come, such as `2030-05-01T00:00:00Z`"))
}
