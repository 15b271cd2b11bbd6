//! Published decks, and what organizations allow about them.

use super::{Store, versions, webhooks};
use crate::StoreError;
use crate::engine::{Row, Transaction, params};
use crate::error::Result;
use crate::ids::{DeckId, OrganizationId, VersionId};
use crate::records::{Publication, PublishedDeck, Publishing, Time, Version, WebhookEvent};

macro_rules! columns {
    () => {
        "p.deck, p.slug, p.version, p.revision, p.indexable, p.notes, p.downloads, p.password, p.ends_at, \
         p.created_at, p.published_at, p.updated_at"
    };
}

macro_rules! published {
    ($condition:literal) => {
        concat!(
            "SELECT ",
            columns!(),
            ", d.organization, o.allowed, o.sites FROM publications p JOIN decks d ON d.id = p.deck \
             LEFT JOIN publishing o ON o.organization = d.organization WHERE d.trashed_at IS NULL AND ",
            $condition
        )
    };
}

const BY_SLUG: &str = published!("p.slug = $1");
const INDEXABLE: &str = published!(
    "p.indexable = 1 AND p.password IS NULL AND (p.ends_at IS NULL OR p.ends_at > $1) \
     AND COALESCE(o.allowed, 1) = 1 ORDER BY p.slug LIMIT $2"
);
const OF_DECK: &str = concat!("SELECT ", columns!(), " FROM publications p WHERE p.deck = $1");
const SLUG_OF_ANOTHER: &str = "SELECT 1 FROM publications WHERE slug = $1 AND deck <> $2";
const PUT: &str = "INSERT INTO publications (deck, slug, version, revision, indexable, notes, downloads, password, \
    ends_at, created_at, published_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) \
    ON CONFLICT (deck) DO UPDATE SET slug = $2, version = $3, revision = $4, indexable = $5, notes = $6, \
    downloads = $7, password = $8, ends_at = $9, published_at = $11, updated_at = $12";
const DELETE: &str = "DELETE FROM publications WHERE deck = $1";
const PUBLISHING: &str = "SELECT allowed, sites FROM publishing WHERE organization = $1";
const SET_PUBLISHING: &str = "INSERT INTO publishing (organization, allowed, sites) VALUES ($1, $2, $3) \
    ON CONFLICT (organization) DO UPDATE SET allowed = $2, sites = $3";
const DELETE_PUBLISHING: &str = "DELETE FROM publishing WHERE organization = $1";

impl Store {
    /// The publication of a deck, ended or not.
    pub async fn publication(&self, deck: &DeckId) -> Result<Option<Publication>> {
        self.inner.refresh().await?;
        self.row(OF_DECK, params![deck]).await?.as_mut().map(publication).transpose()
    }

    /// The publication at an address, ended or not, unless its deck is in the trash.
    pub async fn published_deck(&self, slug: &str) -> Result<Option<PublishedDeck>> {
        self.inner.refresh().await?;
        self.row(BY_SLUG, params![slug]).await?.as_mut().map(published_deck).transpose()
    }

    /// The publications that search engines may list at a time, ordered by address, up to a limit.
    pub async fn indexable_decks(&self, now: Time, limit: usize) -> Result<Vec<PublishedDeck>> {
        self.inner.refresh().await?;
        self.rows(INDEXABLE, params![now, limit]).await?.iter_mut().map(published_deck).collect()
    }

    /// Stores a publication, which replaces the former one of the deck, and the event for webhooks. `version` is the
    /// version that the publication shows, if that has to be stored too. Fails with `Stale` when the deck is at another
    /// revision than `version`, or when `version` is none and the stored publication shows another version, with
    /// `Taken` when another deck has the address, with `Missing` when there is no such deck or it is in the trash.
    pub async fn put_publication(
        &self,
        publication: Publication,
        version: Option<Version>,
        event: Option<WebhookEvent>,
    ) -> Result<()> {
        self.write((publication, version, event), |transaction, (publication, version, event)| {
            Box::pin(async move {
                transaction.lock_accounts().await?;
                let latest = versions::locked_revision(transaction, &publication.deck).await?;
                let is_current = match version {
                    Some(version) => version.revision == latest,
                    None => shown_version(transaction, &publication.deck).await?.as_ref() == Some(&publication.version),
                };
                if !is_current {
                    return Err(StoreError::Stale { latest });
                }
                check_slug(transaction, publication).await?;
                if let Some(version) = version {
                    versions::store_published(transaction, version).await?;
                }
                put(transaction, publication).await?;
                webhooks::enqueue(transaction, event.as_ref()).await
            })
        })
        .await
    }

    /// Changes the publication of a deck and returns it as it is now; none when the deck is not published. Fails with
    /// `Taken` when another deck has the address, with `Missing` when there is no such deck or it is in the trash.
    pub async fn update_publication(
        &self,
        deck: &DeckId,
        change: impl Fn(&mut Publication) + Send + Sync + 'static,
    ) -> Result<Option<Publication>> {
        self.write((deck.to_owned(), change), |transaction, (deck, change)| {
            Box::pin(async move {
                transaction.lock_accounts().await?;
                versions::locked_revision(transaction, deck).await?;
                let Some(mut row) = transaction.row(OF_DECK, params![deck]).await? else { return Ok(None) };
                let mut changed = publication(&mut row)?;
                change(&mut changed);
                check_slug(transaction, &changed).await?;
                put(transaction, &changed).await?;
                Ok(Some(changed))
            })
        })
        .await
    }

    /// Deletes the publication of a deck and returns whether there was one.
    pub async fn delete_publication(&self, deck: &DeckId) -> Result<bool> {
        self.write(deck.to_owned(), |transaction, deck| {
            Box::pin(async move { Ok(transaction.run(DELETE, params![&*deck]).await? > 0) })
        })
        .await
    }

    /// What an organization allows about published decks.
    pub async fn publishing(&self, organization: &OrganizationId) -> Result<Publishing> {
        self.inner.refresh().await?;
        let row = self.row(PUBLISHING, params![organization]).await?;
        row.map_or_else(|| Ok(Publishing::default()), |mut row| publishing(&mut row))
    }

    /// Sets what an organization allows about published decks.
    pub async fn set_publishing(&self, organization: &OrganizationId, publishing: Publishing) -> Result<()> {
        self.write((organization.to_owned(), publishing), |transaction, (organization, publishing)| {
            Box::pin(async move {
                let sites = serde_json::to_string(&publishing.sites)?;
                transaction.run(SET_PUBLISHING, params![&*organization, publishing.allowed, sites]).await?;
                Ok(())
            })
        })
        .await
    }
}

/// Checks that no other deck has the address of a publication. The caller holds the lock of accounts.
async fn check_slug(transaction: &mut Transaction, publication: &Publication) -> Result<()> {
    match transaction.row(SLUG_OF_ANOTHER, params![&publication.slug, &publication.deck]).await? {
        Some(_) => Err(StoreError::Taken(publication.slug.clone())),
        None => Ok(()),
    }
}

/// The version that the publication of a deck shows; none when it is not published.
async fn shown_version(transaction: &mut Transaction, deck: &DeckId) -> Result<Option<VersionId>> {
    let found = transaction.row(OF_DECK, params![deck]).await?;
    found.map(|mut row| Ok(publication(&mut row)?.version)).transpose()
}

async fn put(transaction: &mut Transaction, publication: &Publication) -> Result<()> {
    let params = params![
        &publication.deck,
        &publication.slug,
        &publication.version,
        publication.revision,
        publication.indexable,
        publication.notes,
        publication.downloads,
        &publication.password,
        publication.ends_at,
        publication.created_at,
        publication.published_at,
        publication.updated_at,
    ];
    transaction.run(PUT, params).await?;
    Ok(())
}

/// Deletes the publication of a deck.
pub(super) async fn delete_of_deck(transaction: &mut Transaction, deck: &DeckId) -> Result<()> {
    transaction.run(DELETE, params![deck]).await?;
    Ok(())
}

/// Deletes what an organization allows about published decks.
pub(super) async fn delete_of_organization(transaction: &mut Transaction, organization: &OrganizationId) -> Result<()> {
    transaction.run(DELETE_PUBLISHING, params![organization]).await?;
    Ok(())
}

fn publication(row: &mut Row) -> Result<Publication> {
    Ok(Publication {
        deck: row.id()?,
        slug: row.text()?,
        version: row.id()?,
        revision: row.count()?,
        indexable: row.flag()?,
        notes: row.flag()?,
        downloads: row.flag()?,
        password: row.maybe_text()?,
        ends_at: row.maybe_int()?,
        created_at: row.int()?,
        published_at: row.int()?,
        updated_at: row.int()?,
    })
}

fn published_deck(row: &mut Row) -> Result<PublishedDeck> {
    Ok(PublishedDeck { publication: publication(row)?, organization: row.id()?, publishing: publishing(row)? })
}

/// Reads what an organization allows; the default where there is no row.
fn publishing(row: &mut Row) -> Result<Publishing> {
    let (allowed, sites) = (row.maybe_int()?, row.maybe_text()?);
    let sites = sites.map_or_else(|| Ok(Vec::new()), |sites| serde_json::from_str(&sites))?;
    Ok(Publishing { allowed: allowed != Some(0), sites })
}
