//! Webhooks and their deliveries.
//!
//! An event is stored in the transaction of the change that it is about, as one delivery for each webhook that receives
//! it. A process that sends a delivery leases it, so that no other process sends it at the same time.

use tokio::sync::watch;

use super::Store;
use crate::StoreError;
use crate::engine::{Row, Transaction, or_empty, params, variant_name};
use crate::error::Result;
use crate::feed::WriteEffect;
use crate::ids::{DeliveryId, OrganizationId, WebhookId};
use crate::records::{Delivery, DeliveryAttempt, DeliveryState, Time, Webhook, WebhookEvent};

/// Days after which a delivery is deleted.
const DAYS: Time = 30;
/// Maximum number of finished deliveries that are stored for each webhook.
const MAX_FINISHED: usize = 1000;
/// Milliseconds of a day.
const DAY: Time = 86_400_000;

macro_rules! columns {
    () => {
        "id, organization, url, events, active, description, secret, gone_at, created_at, updated_at"
    };
}
macro_rules! delivery_columns {
    () => {
        "id, webhook, message, event, body, state, attempts, created_at, next_at, attempted_at, response_status, \
         duration_ms, failure"
    };
}

const OF_ORGANIZATION: &str =
    concat!("SELECT ", columns!(), " FROM webhooks WHERE organization = $1 ORDER BY created_at, id");
const SELECT_ONE: &str = concat!("SELECT ", columns!(), " FROM webhooks WHERE id = $1 AND organization = $2");
const COUNT: &str = "SELECT COUNT(*) FROM webhooks WHERE organization = $1";
const INSERT: &str =
    concat!("INSERT INTO webhooks (", columns!(), ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)");
const UPDATE: &str = "UPDATE webhooks SET url = $2, events = $3, active = $4, description = $5, secret = $6, \
    gone_at = $7, updated_at = $8 WHERE id = $1";
const DELETE: &str = "DELETE FROM webhooks WHERE id = $1 AND organization = $2";
const DELETE_DELIVERIES: &str = "DELETE FROM webhook_deliveries WHERE webhook = $1";
const DELETE_OF_ORGANIZATION: &str = "DELETE FROM webhooks WHERE organization = $1 RETURNING id";
const RECEIVERS: &str = "SELECT id, events FROM webhooks WHERE organization = $1 AND active = 1";
const INSERT_DELIVERY: &str = concat!(
    "INSERT INTO webhook_deliveries (",
    delivery_columns!(),
    ") VALUES ($1, $2, $3, $4, $5, 'pending', 0, $6, $6, NULL, NULL, NULL, '')"
);
/// Deletes the oldest finished deliveries of a webhook beyond a number.
const TRIM: &str = "DELETE FROM webhook_deliveries WHERE webhook = $1 AND state <> 'pending' AND created_at < \
    (SELECT created_at FROM webhook_deliveries WHERE webhook = $1 AND state <> 'pending' \
    ORDER BY created_at DESC, id LIMIT 1 OFFSET $2)";
const DUE_WEBHOOKS: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM webhooks WHERE active = 1 AND EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.webhook = webhooks.id \
     AND d.next_at <= $1)"
);
const NEXT_DELIVERY_AT: &str = "SELECT MIN((SELECT MIN(d.next_at) FROM webhook_deliveries d WHERE d.webhook = w.id \
    AND d.next_at > $1)) FROM webhooks w WHERE w.active = 1";
/// The condition on `next_at` is repeated outside, so that PostgreSQL checks it again after waiting for another node.
const CLAIM: &str = concat!(
    "UPDATE webhook_deliveries SET next_at = $3, attempts = attempts + 1 WHERE next_at <= $2 AND id IN (SELECT id FROM \
     webhook_deliveries WHERE webhook = $1 AND next_at <= $2 ORDER BY next_at, id LIMIT $4) RETURNING ",
    delivery_columns!()
);
/// Only the process that began the attempt finishes it: a later claim counts another attempt.
const FINISH: &str = "UPDATE webhook_deliveries SET state = $3, next_at = $4, attempted_at = $5, response_status = $6, \
    duration_ms = $7, failure = $8 WHERE id = $1 AND attempts = $2 AND state = 'pending'";
const SWITCH_OFF: &str = "UPDATE webhooks SET active = 0, gone_at = $2, updated_at = $2 WHERE id = $1";
const FAIL_PENDING: &str =
    "UPDATE webhook_deliveries SET state = 'failed', next_at = NULL WHERE webhook = $1 AND state = 'pending'";
const PAGE: &str = concat!(
    "SELECT ",
    delivery_columns!(),
    " FROM webhook_deliveries WHERE webhook = $1 ORDER BY created_at DESC, id LIMIT $2 OFFSET $3"
);
const PAGE_COUNT: &str = "SELECT COUNT(*) FROM webhook_deliveries WHERE webhook = $1";
const ONE_DELIVERY: &str =
    concat!("SELECT ", delivery_columns!(), " FROM webhook_deliveries WHERE id = $1 AND webhook = $2");
const SWEEP: &str = "DELETE FROM webhook_deliveries WHERE created_at < $1";

impl Store {
    /// The webhooks of an organization, oldest first.
    pub async fn webhooks(&self, organization: &OrganizationId) -> Result<Vec<Webhook>> {
        self.rows(OF_ORGANIZATION, params![organization]).await?.iter_mut().map(webhook).collect()
    }

    /// A webhook of an organization.
    pub async fn webhook(&self, organization: &OrganizationId, id: &WebhookId) -> Result<Option<Webhook>> {
        self.row(SELECT_ONE, params![id, organization]).await?.as_mut().map(webhook).transpose()
    }

    /// Creates a webhook. Returns false, and stores nothing, when the organization has `max` already.
    pub async fn create_webhook(&self, new: Webhook, max: usize) -> Result<bool> {
        self.write((new, max), |transaction, (new, max)| {
            Box::pin(async move {
                transaction.lock_accounts().await?;
                let count = transaction.row(COUNT, params![&new.organization]).await?;
                if count.map_or(Ok(0), |mut row| row.count::<usize>())? >= *max {
                    return Ok(false);
                }
                let Webhook { id, organization, url, events, active, description, secret, gone_at, .. } = new;
                let (events, created_at) = (serde_json::to_string(events)?, new.created_at);
                let params = params![
                    id,
                    organization,
                    url,
                    events,
                    *active,
                    description,
                    secret,
                    *gone_at,
                    created_at,
                    new.updated_at
                ];
                transaction.run(INSERT, params).await?;
                Ok(true)
            })
        })
        .await
    }

    /// Replaces the fields of a webhook, except id, organization and time of creation. Fails with `Missing` when there
    /// is no such webhook.
    pub async fn update_webhook(&self, changed: Webhook) -> Result<()> {
        self.write(changed, |transaction, changed| {
            Box::pin(async move {
                let Webhook { id, url, events, active, description, secret, gone_at, updated_at, .. } = changed;
                let events = serde_json::to_string(events)?;
                let params = params![id, url, events, *active, description, secret, *gone_at, *updated_at];
                if transaction.run(UPDATE, params).await? == 0 {
                    return Err(StoreError::Missing);
                }
                transaction.add_effect(WriteEffect::deliveries());
                Ok(())
            })
        })
        .await
    }

    /// Deletes a webhook with its deliveries and returns whether it existed.
    pub async fn delete_webhook(&self, organization: &OrganizationId, id: &WebhookId) -> Result<bool> {
        self.write((organization.to_owned(), id.to_owned()), |transaction, (organization, id)| {
            Box::pin(async move {
                let existed = transaction.run(DELETE, params![id, organization]).await? > 0;
                if existed {
                    transaction.run(DELETE_DELIVERIES, params![id]).await?;
                }
                Ok(existed)
            })
        })
        .await
    }

    /// Stores an event that belongs to no change of records, such as an export.
    pub async fn add_webhook_event(&self, event: WebhookEvent) -> Result<()> {
        if self.row(RECEIVERS, params![&event.organization]).await?.is_none() {
            return Ok(());
        }
        self.write(event, |transaction, event| Box::pin(enqueue(transaction, Some(event)))).await
    }

    /// Stores a delivery of an event to one webhook, whichever events it receives.
    pub async fn add_delivery(&self, id: DeliveryId, webhook: &WebhookId, event: WebhookEvent) -> Result<()> {
        self.write((id, webhook.to_owned(), event), |transaction, (id, webhook, event)| {
            Box::pin(insert_delivery(transaction, id, webhook, event))
        })
        .await
    }

    /// A page of the deliveries of a webhook, newest first, and the number of all.
    pub async fn deliveries(&self, webhook: &WebhookId, limit: usize, offset: usize) -> Result<(Vec<Delivery>, usize)> {
        let rows = self.rows(PAGE, params![webhook, limit, offset]).await?;
        let total = self.row(PAGE_COUNT, params![webhook]).await?.map_or(Ok(0), |mut row| row.count())?;
        Ok((rows.into_iter().map(delivery).collect::<Result<_>>()?, total))
    }

    /// A delivery of a webhook.
    pub async fn delivery(&self, webhook: &WebhookId, id: &DeliveryId) -> Result<Option<Delivery>> {
        self.row(ONE_DELIVERY, params![id, webhook]).await?.map(delivery).transpose()
    }

    /// The active webhooks for which a delivery is due.
    pub async fn due_webhooks(&self, now: Time) -> Result<Vec<Webhook>> {
        self.rows(DUE_WEBHOOKS, params![now]).await?.iter_mut().map(webhook).collect()
    }

    /// When the next delivery of an active webhook is due after a time; none when none is.
    pub async fn next_delivery_at(&self, now: Time) -> Result<Option<Time>> {
        self.row(NEXT_DELIVERY_AT, params![now]).await?.map_or(Ok(None), |mut row| row.maybe_int())
    }

    /// Notifies whenever any process on this storage added a delivery or changed a webhook, so that a delivery may be
    /// due. A delivery whose time comes is not notified: see [`Self::next_delivery_at`].
    pub fn deliveries_added(&self) -> watch::Receiver<()> {
        self.inner.feed.deliveries()
    }

    /// Leases due deliveries of a webhook, the oldest first. A delivery that is not finished before `until` is due
    /// again.
    pub async fn claim_deliveries(
        &self,
        webhook: &WebhookId,
        now: Time,
        until: Time,
        limit: usize,
    ) -> Result<Vec<Delivery>> {
        let input = (webhook.to_owned(), now, until, limit);
        self.write(input, |transaction, (webhook, now, until, limit)| {
            Box::pin(async move {
                let rows = transaction.rows(CLAIM, params![webhook, *now, *until, *limit]).await?;
                let mut claimed: Vec<Delivery> = rows.into_iter().map(delivery).collect::<Result<_>>()?;
                claimed.sort_by_key(|delivery| delivery.created_at);
                Ok(claimed)
            })
        })
        .await
    }

    /// Stores the result of an attempt on a leased delivery. When the receiver is gone, also switches the webhook off
    /// and fails its pending deliveries. Nothing changes when the lease expired and another process began an attempt.
    pub async fn finish_delivery(&self, leased: Delivery, attempt: DeliveryAttempt) -> Result<()> {
        self.write((leased, attempt), |transaction, (leased, attempt)| {
            Box::pin(async move {
                let state = match attempt {
                    DeliveryAttempt { failure: None, .. } => DeliveryState::Delivered,
                    DeliveryAttempt { next_at: Some(_), .. } => DeliveryState::Pending,
                    DeliveryAttempt { .. } => DeliveryState::Failed,
                };
                let params = params![
                    &leased.id,
                    leased.attempts,
                    variant_name(state),
                    attempt.next_at,
                    attempt.at,
                    attempt.response_status.map(i64::from),
                    attempt.duration_ms,
                    or_empty(&attempt.failure),
                ];
                let is_finished = transaction.run(FINISH, params).await? > 0;
                if is_finished && attempt.is_gone {
                    transaction.run(SWITCH_OFF, params![&leased.webhook, attempt.at]).await?;
                    transaction.run(FAIL_PENDING, params![&leased.webhook]).await?;
                }
                Ok(())
            })
        })
        .await
    }
}

/// Stores an event as a delivery for each active webhook of its organization that receives it.
pub(super) async fn enqueue(transaction: &mut Transaction, event: Option<&WebhookEvent>) -> Result<()> {
    let Some(event) = event else { return Ok(()) };
    for mut row in transaction.rows(RECEIVERS, params![&event.organization]).await? {
        let (webhook, events): (WebhookId, Vec<String>) = (row.id()?, row.json()?);
        if events.contains(&event.event) {
            let id = DeliveryId::from(format!("{}.{webhook}", event.message));
            insert_delivery(transaction, &id, &webhook, event).await?;
        }
    }
    Ok(())
}

async fn insert_delivery(
    transaction: &mut Transaction,
    id: &DeliveryId,
    webhook: &WebhookId,
    event: &WebhookEvent,
) -> Result<()> {
    let params = params![id, webhook, &event.message, &event.event, &event.body, event.at];
    transaction.run(INSERT_DELIVERY, params).await?;
    transaction.run(TRIM, params![webhook, MAX_FINISHED]).await?;
    transaction.add_effect(WriteEffect::deliveries());
    Ok(())
}

/// Deletes the webhooks of an organization with their deliveries.
pub(super) async fn delete_of_organization(transaction: &mut Transaction, id: &OrganizationId) -> Result<()> {
    for mut row in transaction.rows(DELETE_OF_ORGANIZATION, params![id]).await? {
        transaction.run(DELETE_DELIVERIES, params![row.id::<WebhookId>()?]).await?;
    }
    Ok(())
}

/// Deletes old deliveries. Pending ones that are as old belong to webhooks that were switched off.
pub(super) async fn sweep(transaction: &mut Transaction, now: Time) -> Result<()> {
    transaction.run(SWEEP, params![now - DAYS * DAY]).await?;
    Ok(())
}

fn webhook(row: &mut Row) -> Result<Webhook> {
    Ok(Webhook {
        id: row.id()?,
        organization: row.id()?,
        url: row.text()?,
        events: row.json()?,
        active: row.flag()?,
        description: row.text()?,
        secret: row.text()?,
        gone_at: row.maybe_int()?,
        created_at: row.int()?,
        updated_at: row.int()?,
    })
}

fn delivery(mut row: Row) -> Result<Delivery> {
    Ok(Delivery {
        id: row.id()?,
        webhook: row.id()?,
        message: row.text()?,
        event: row.text()?,
        body: row.text()?,
        state: row.variant()?,
        attempts: row.count()?,
        created_at: row.int()?,
        next_at: row.maybe_int()?,
        attempted_at: row.maybe_int()?,
        response_status: row.maybe_int()?.and_then(|status| u16::try_from(status).ok()),
        duration_ms: row.maybe_int()?.and_then(|duration| u64::try_from(duration).ok()),
        failure: row.text_unless_empty()?,
    })
}
