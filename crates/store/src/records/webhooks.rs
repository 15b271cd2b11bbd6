//! Webhooks: the addresses to which the events of an organization are sent, and the deliveries of each event.

use serde::{Deserialize, Serialize};

use super::Time;
use crate::ids::{DeliveryId, OrganizationId, WebhookId};

/// An address to which the events of an organization are sent.
#[derive(Clone, PartialEq, Eq)]
pub struct Webhook {
    /// Id.
    pub id: WebhookId,
    /// Organization id.
    pub organization: OrganizationId,
    /// The address.
    pub url: String,
    /// Names of the events that it receives.
    pub events: Vec<String>,
    /// Whether events are sent.
    pub active: bool,
    /// What it is for; may be empty.
    pub description: String,
    /// The key that signs the requests, in the form that the receiver has: `whsec_` and base64.
    pub secret: String,
    /// When the receiver responded with status 410, which switched the webhook off.
    pub gone_at: Option<Time>,
    /// Created at.
    pub created_at: Time,
    /// Last changed at.
    pub updated_at: Time,
}

impl std::fmt::Debug for Webhook {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Webhook").field("id", &self.id).field("url", &self.url).finish_non_exhaustive()
    }
}

/// An event that the webhooks of an organization receive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebhookEvent {
    /// Id, the same at every receiver and every attempt.
    pub message: String,
    /// Organization id.
    pub organization: OrganizationId,
    /// Name of the event, such as `presentation.created`.
    pub event: String,
    /// What is sent, as JSON.
    pub body: String,
    /// When it happened.
    pub at: Time,
}

/// The delivery of an event to one webhook, pending or ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    /// Id.
    pub id: DeliveryId,
    /// Webhook id.
    pub webhook: WebhookId,
    /// Id of the event.
    pub message: String,
    /// Name of the event.
    pub event: String,
    /// What is sent, as JSON.
    pub body: String,
    /// Whether it arrived.
    pub state: DeliveryState,
    /// Number of attempts that were begun.
    pub attempts: u32,
    /// Stored at.
    pub created_at: Time,
    /// When the next attempt is due; none when no further attempt is made.
    pub next_at: Option<Time>,
    /// When the last finished attempt was made.
    pub attempted_at: Option<Time>,
    /// The HTTP status of the last response; none without a response.
    pub response_status: Option<u16>,
    /// How long the last attempt took, in milliseconds.
    pub duration_ms: Option<u64>,
    /// Why the last attempt failed.
    pub failure: Option<String>,
}

/// Whether an event arrived.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum DeliveryState {
    /// Another attempt is due.
    Pending,
    /// The receiver confirmed it.
    Delivered,
    /// No further attempt is made.
    Failed,
}

/// A finished attempt to send an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveryAttempt {
    /// When it ended.
    pub at: Time,
    /// The HTTP status of the response; none without a response.
    pub response_status: Option<u16>,
    /// How long it took, in milliseconds.
    pub duration_ms: u64,
    /// Why it failed; none when it succeeded.
    pub failure: Option<String>,
    /// When the next attempt is due; none when no further attempt is made.
    pub next_at: Option<Time>,
    /// Whether the receiver responded with status 410, which switches the webhook off.
    pub is_gone: bool,
}
