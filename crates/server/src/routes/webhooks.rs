//! Webhooks of the organization, for its administrators: where events are sent, and the result of each delivery.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use service::{Delivery, DeliveryId, DeliveryState, Webhook, WebhookEventKind, WebhookFields, WebhookId};

use super::administrator::OrganizationAdministrator;
use crate::http::{App, Body, Created, Deleted, Iso, Json, Pagination, Path, Query, Request, Result, text_list};

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct CreateWebhook {
    url: String,
    #[serde(deserialize_with = "text_list")]
    events: Vec<String>,
    active: Option<bool>,
    description: Option<String>,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct UpdateWebhook {
    url: Option<String>,
    events: Option<Vec<String>>,
    active: Option<bool>,
    description: Option<String>,
}

/// A webhook, without its secret.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct WebhookJson {
    id: WebhookId,
    url: String,
    events: Vec<String>,
    active: bool,
    description: String,
    /// When the receiver responded with status 410, which switched the webhook off.
    gone_at: Option<Iso>,
    created_at: Iso,
    updated_at: Iso,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct WebhookList {
    webhooks: Vec<WebhookJson>,
    available_events: Vec<&'static str>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct WebhookAnswer {
    webhook: WebhookJson,
}

/// A webhook with its new secret. Only this response contains the secret.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct WebhookWithSecret {
    webhook: WebhookJson,
    secret: String,
}

/// The delivery of an event to a webhook, pending or finished.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct DeliveryJson {
    id: DeliveryId,
    /// The header `webhook-id`, the same when an event is sent again.
    message_id: String,
    event: String,
    state: DeliveryState,
    attempts: u32,
    created_at: Iso,
    attempted_at: Option<Iso>,
    next_attempt_at: Option<Iso>,
    response_status: Option<u16>,
    duration_ms: Option<u64>,
    failure: Option<String>,
    /// The body of the request.
    payload: Value,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct DeliveryList {
    deliveries: Vec<DeliveryJson>,
    pagination: Pagination,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct DeliveryAnswer {
    delivery: DeliveryJson,
}

/// Lists the webhooks, and all kinds of events.
pub(crate) async fn list(State(app): State<App>, caller: OrganizationAdministrator) -> Result<Json<WebhookList>> {
    let webhooks = app.service.webhooks.list(&caller).await?.into_iter().map(WebhookJson::from).collect();
    Ok(Json(WebhookList { webhooks, available_events: WebhookEventKind::ALL.map(WebhookEventKind::name).to_vec() }))
}

/// Creates a webhook. Only this response contains its secret.
pub(crate) async fn create(
    State(app): State<App>,
    caller: OrganizationAdministrator,
    Request(CreateWebhook { url, events, active, description }): Request<CreateWebhook>,
) -> Result<Created<WebhookWithSecret>> {
    let fields = WebhookFields { url: Some(url), events: Some(events), active, description };
    Ok(Created(app.service.webhooks.create(&caller, fields).await?.into()))
}

/// Changes a webhook.
pub(crate) async fn update(
    State(app): State<App>,
    caller: OrganizationAdministrator,
    Path(id): Path<WebhookId>,
    body: Body,
) -> Result<Json<WebhookAnswer>> {
    app.service.webhooks.webhook(&caller, &id).await?;
    let UpdateWebhook { url, events, active, description } = body.read().await?;
    let fields = WebhookFields { url, events, active, description };
    let webhook = app.service.webhooks.update(&caller, &id, fields).await?.into();
    Ok(Json(WebhookAnswer { webhook }))
}

/// Replaces the secret of a webhook. Only this response contains the new one.
pub(crate) async fn rotate_secret(
    State(app): State<App>,
    caller: OrganizationAdministrator,
    Path(id): Path<WebhookId>,
) -> Result<Json<WebhookWithSecret>> {
    Ok(Json(app.service.webhooks.rotate_secret(&caller, &id).await?.into()))
}

/// Deletes a webhook.
pub(crate) async fn delete(
    State(app): State<App>,
    caller: OrganizationAdministrator,
    Path(id): Path<WebhookId>,
) -> Result<Json<Deleted>> {
    app.service.webhooks.delete(&caller, &id).await?;
    Ok(Json(Deleted::OK))
}

/// Sends an event without content, to test a receiver.
pub(crate) async fn test(
    State(app): State<App>,
    caller: OrganizationAdministrator,
    Path(id): Path<WebhookId>,
) -> Result<Created<DeliveryAnswer>> {
    let delivery = app.service.webhooks.test(&caller, &id).await?.into();
    Ok(Created(DeliveryAnswer { delivery }))
}

/// Lists the past and the pending deliveries of a webhook, newest first.
pub(crate) async fn deliveries(
    State(app): State<App>,
    caller: OrganizationAdministrator,
    Path(id): Path<WebhookId>,
    query: Query,
) -> Result<Json<DeliveryList>> {
    let (limit, offset) = query.page()?;
    let page = app.service.webhooks.deliveries(&caller, &id, limit, offset).await?;
    let pagination = Pagination::new(page.total, limit, offset);
    Ok(Json(DeliveryList { deliveries: page.rows.into_iter().map(DeliveryJson::from).collect(), pagination }))
}

/// Sends an event again.
pub(crate) async fn replay(
    State(app): State<App>,
    caller: OrganizationAdministrator,
    Path((id, delivery)): Path<(WebhookId, DeliveryId)>,
) -> Result<Created<DeliveryAnswer>> {
    let delivery = app.service.webhooks.replay(&caller, &id, &delivery).await?.into();
    Ok(Created(DeliveryAnswer { delivery }))
}

impl From<Webhook> for WebhookJson {
    fn from(webhook: Webhook) -> Self {
        let Webhook { id, url, events, active, description, gone_at, created_at, updated_at, .. } = webhook;
        Self {
            id,
            url,
            events,
            active,
            description,
            gone_at: gone_at.map(Iso),
            created_at: Iso(created_at),
            updated_at: Iso(updated_at),
        }
    }
}

impl From<Webhook> for WebhookWithSecret {
    fn from(webhook: Webhook) -> Self {
        let secret = webhook.secret.clone();
        Self { webhook: webhook.into(), secret }
    }
}

impl From<Delivery> for DeliveryJson {
    fn from(delivery: Delivery) -> Self {
        Self {
            id: delivery.id,
            message_id: delivery.message,
            event: delivery.event,
            state: delivery.state,
            attempts: delivery.attempts,
            created_at: Iso(delivery.created_at),
            attempted_at: delivery.attempted_at.map(Iso),
            next_attempt_at: delivery.next_at.map(Iso),
            response_status: delivery.response_status,
            duration_ms: delivery.duration_ms,
            failure: delivery.failure,
            payload: serde_json::from_str(&delivery.body).unwrap_or_default(),
        }
    }
}
