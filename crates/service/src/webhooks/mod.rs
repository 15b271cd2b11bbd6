//! Webhooks: addresses to which an organization has events sent.
//!
//! The use cases that change something store their events themselves, in the same transaction. This module manages the
//! addresses and leases the deliveries that are due; the crate `server` sends them.

mod event;
mod sending;
mod url;

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use store::{Delivery, DeliveryId, OrganizationId, Page, Store, StoreError, Webhook, WebhookEvent, WebhookId};

use crate::audit::{Act, AuditLog, Details};
use crate::caller::Caller;
use crate::clock::Clock;
use crate::error::{Error, Result};
use crate::secret::new_id;
use crate::{Config, nul};

pub use self::event::WebhookEventKind;
pub(crate) use self::event::{
    AnswerSummary, EndReason, EndedSession, QuestionResult, SlideResult, comment_created, key_created,
    presentation_created, presentation_exported, presentation_published, presentation_trashed, session_ended,
};
pub use self::sending::OutgoingDelivery;

/// The maximum number of webhooks of an organization.
const MAX_WEBHOOKS: usize = 20;
/// The maximum length of a description, in characters.
const MAX_DESCRIPTION: usize = 200;
/// The beginning of every webhook secret.
const SECRET_PREFIX: &str = "whsec_";

const NO_WEBHOOK: Error = Error::NotFound("webhook");

/// Webhooks of organizations.
///
/// Uses storage and the audit log.
#[derive(Debug)]
pub struct Webhooks {
    pub(crate) store: Store,
    pub(crate) clock: Clock,
    pub(crate) config: Arc<Config>,
    pub(crate) audit: Arc<AuditLog>,
}

/// The fields of a webhook that an administrator sets; `None` for those that stay.
#[derive(Debug, Default)]
pub struct WebhookFields {
    /// The address.
    pub url: Option<String>,
    /// Names of the events that it receives.
    pub events: Option<Vec<String>>,
    /// Whether events are sent.
    pub active: Option<bool>,
    /// What it is for.
    pub description: Option<String>,
}

impl Webhooks {
    /// The webhooks of the caller's organization, oldest first.
    ///
    /// # Errors
    /// Fails when the caller is not an administrator of the organization, or storage is not a database.
    pub async fn list(&self, caller: &Caller) -> Result<Vec<Webhook>> {
        Ok(self.store.webhooks(self.organization(caller)?).await?)
    }

    /// Creates a webhook. Its secret is in the result, and no other call returns it.
    ///
    /// # Errors
    /// Fails as [`Self::list`] does, and when a field is wrong or the organization has the maximum number of webhooks.
    pub async fn create(&self, caller: &Caller, fields: WebhookFields) -> Result<Webhook> {
        let organization = self.organization(caller)?.clone();
        let url = fields.url.as_deref().ok_or_else(|| Error::invalid("`url` is missing"))?;
        let events = fields.events.as_deref().ok_or_else(|| Error::invalid("`events` is missing"))?;
        let now = self.clock.now();
        let webhook = Webhook {
            id: new_id(),
            organization,
            url: url::checked(url, &self.config)?,
            events: checked_events(events)?,
            active: fields.active.unwrap_or(true),
            description: checked_description(fields.description.as_deref().unwrap_or_default())?,
            secret: new_secret(),
            gone_at: None,
            created_at: now,
            updated_at: now,
        };
        if !self.store.create_webhook(webhook.clone(), MAX_WEBHOOKS).await? {
            return Err(Error::OverLimit(format!("an organization has {MAX_WEBHOOKS} webhooks at most")));
        }
        self.record(caller, Act::WebhookMade, &webhook).await;
        Ok(webhook)
    }

    /// Changes a webhook. Switching it on also sends events again to a receiver that responded with status 410.
    ///
    /// # Errors
    /// Fails as [`Self::list`] does, and when there is no such webhook or a field is wrong; then nothing is written.
    pub async fn update(&self, caller: &Caller, id: &WebhookId, fields: WebhookFields) -> Result<Webhook> {
        let mut webhook = self.webhook(caller, id).await?;
        if let Some(url) = &fields.url {
            webhook.url = url::checked(url, &self.config)?;
        }
        if let Some(events) = &fields.events {
            webhook.events = checked_events(events)?;
        }
        if let Some(description) = &fields.description {
            webhook.description = checked_description(description)?;
        }
        if let Some(active) = fields.active {
            webhook.active = active;
            webhook.gone_at = webhook.gone_at.filter(|_| !active);
        }
        self.write(webhook.clone()).await?;
        self.record(caller, Act::WebhookChanged, &webhook).await;
        Ok(webhook)
    }

    /// Replaces the secret of a webhook. The new one is in the result, and no other call returns it.
    ///
    /// # Errors
    /// Fails as [`Self::list`] does, and when there is no such webhook.
    pub async fn rotate_secret(&self, caller: &Caller, id: &WebhookId) -> Result<Webhook> {
        let webhook = Webhook { secret: new_secret(), ..self.webhook(caller, id).await? };
        self.write(webhook.clone()).await?;
        self.record(caller, Act::WebhookSecretReplaced, &webhook).await;
        Ok(webhook)
    }

    /// Deletes a webhook with all its deliveries, pending ones too.
    ///
    /// # Errors
    /// Fails as [`Self::list`] does, and when there is no such webhook.
    pub async fn delete(&self, caller: &Caller, id: &WebhookId) -> Result<()> {
        let webhook = self.webhook(caller, id).await?;
        if !self.store.delete_webhook(&webhook.organization, id).await? {
            return Err(NO_WEBHOOK);
        }
        self.record(caller, Act::WebhookRemoved, &webhook).await;
        Ok(())
    }

    /// A webhook of the caller's organization.
    ///
    /// # Errors
    /// Fails as [`Self::list`] does, and when there is no such webhook.
    pub async fn webhook(&self, caller: &Caller, id: &WebhookId) -> Result<Webhook> {
        let organization = self.organization(caller)?;
        self.store.webhook(organization, id).await?.ok_or(NO_WEBHOOK)
    }

    /// A page of the deliveries of a webhook, newest first.
    ///
    /// # Errors
    /// Fails as [`Self::list`] does, and when there is no such webhook.
    pub async fn deliveries(
        &self,
        caller: &Caller,
        id: &WebhookId,
        limit: usize,
        offset: usize,
    ) -> Result<Page<Delivery>> {
        self.webhook(caller, id).await?;
        let (rows, total) = self.store.deliveries(id, limit, offset).await?;
        Ok(Page { rows, total })
    }

    /// Sends an event again, under the id that it had. Returns the new delivery.
    ///
    /// # Errors
    /// Fails as [`Self::list`] does, and when there is no such webhook or delivery, or the webhook is switched off.
    pub async fn replay(&self, caller: &Caller, id: &WebhookId, delivery: &DeliveryId) -> Result<Delivery> {
        let webhook = self.webhook(caller, id).await?;
        let Some(Delivery { message, event, body, .. }) = self.store.delivery(id, delivery).await? else {
            return Err(Error::NotFound("delivery"));
        };
        let at = self.clock.now();
        self.deliver(&webhook, WebhookEvent { message, organization: webhook.organization.clone(), event, body, at })
            .await
    }

    /// Sends a test event to the receiver. Returns its delivery.
    ///
    /// # Errors
    /// Fails as [`Self::list`] does, and when there is no such webhook, or it is switched off.
    pub async fn test(&self, caller: &Caller, id: &WebhookId) -> Result<Delivery> {
        let webhook = self.webhook(caller, id).await?;
        self.deliver(&webhook, event::test_event(caller, &webhook, self.clock.now())).await
    }

    /// The organization whose webhooks the caller manages.
    fn organization<'a>(&self, caller: &'a Caller) -> Result<&'a OrganizationId> {
        caller.needs_organization_admin()?;
        if self.store.is_database() { Ok(&caller.organization.id) } else { Err(Error::NeedsDatabase("a webhook")) }
    }

    async fn write(&self, mut webhook: Webhook) -> Result<()> {
        webhook.updated_at = self.clock.now();
        match self.store.update_webhook(webhook).await {
            Err(StoreError::Missing) => Err(NO_WEBHOOK),
            result => Ok(result?),
        }
    }

    async fn deliver(&self, webhook: &Webhook, event: WebhookEvent) -> Result<Delivery> {
        if !webhook.active {
            return Err(Error::Conflict("the webhook is switched off; switch it on first".to_owned()));
        }
        let id: DeliveryId = new_id();
        self.store.add_delivery(id.clone(), &webhook.id, event).await?;
        self.store.delivery(&webhook.id, &id).await?.ok_or(NO_WEBHOOK)
    }

    async fn record(&self, caller: &Caller, act: Act, webhook: &Webhook) {
        let details = Details::none().with("events", webhook.events.clone()).with("active", webhook.active);
        self.audit.record(caller, act, &webhook.url, details).await;
    }
}

/// A new webhook secret: 256 random bits.
fn new_secret() -> String {
    let mut bytes = [0_u8; 32];
    getrandom::fill(&mut bytes).expect("the system has a random source");
    format!("{SECRET_PREFIX}{}", STANDARD.encode(bytes))
}

/// The names of events, each once, in a fixed order. Fails when one is unknown, or there are none.
fn checked_events(names: &[String]) -> Result<Vec<String>> {
    let known = WebhookEventKind::ALL.map(WebhookEventKind::name);
    if let Some(unknown) = names.iter().find(|name| WebhookEventKind::named(name).is_none()) {
        return Err(Error::invalid(format!("events: unknown event `{unknown}`; the events are {}", known.join(", "))));
    }
    if names.is_empty() {
        return Err(Error::invalid(format!("events: at least one of {}", known.join(", "))));
    }
    let chosen = known.into_iter().filter(|known| names.iter().any(|name| name == known));
    Ok(chosen.map(str::to_owned).collect())
}

fn checked_description(text: &str) -> Result<String> {
    let text = text.trim();
    nul::refuse_nul_in_text(text)?;
    match text.chars().count() {
        length if length > MAX_DESCRIPTION => {
            Err(Error::invalid(format!("description: {length} characters, at most {MAX_DESCRIPTION}")))
        }
        _ => Ok(text.to_owned()),
    }
}
