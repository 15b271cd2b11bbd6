//! Sends events to webhooks, while the service runs.
//!
//! A task waits until deliveries are due, claims them and sends each request on a blocking thread. The number of
//! requests at once is limited per webhook and per organization, so that a slow receiver delays only its own
//! deliveries.

mod client;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use service::{OrganizationId, OutgoingDelivery, Service, Webhook, WebhookId};
use tokio::sync::{Notify, Semaphore, oneshot};
use tokio::task::JoinHandle;

use self::client::Client;

/// The maximum number of requests at once.
const MAX_REQUESTS: usize = 64;
/// The maximum number of requests at once to the webhooks of one organization.
const MAX_PER_ORGANIZATION: usize = 16;
/// The maximum number of requests at once to one webhook.
const MAX_PER_WEBHOOK: usize = 4;
/// The maximum time between two queries for due deliveries, in case a notification was missed.
const POLL_INTERVAL: Duration = Duration::from_mins(1);
/// How long to wait after storage failed.
const RETRY_INTERVAL: Duration = Duration::from_secs(1);
/// How long a shutdown waits for requests that are being sent.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(5);

/// The task that sends events.
pub(crate) struct Sender {
    task: JoinHandle<()>,
    stop: oneshot::Sender<()>,
    requests: Arc<Requests>,
}

/// The requests that are being sent.
struct Requests {
    permits: Arc<Semaphore>,
    counts: Mutex<Counts>,
    /// Notified when a request has ended.
    ended: Notify,
}

#[derive(Default)]
struct Counts {
    by_webhook: HashMap<WebhookId, usize>,
    by_organization: HashMap<OrganizationId, usize>,
}

impl Sender {
    /// Starts the task.
    pub(crate) fn begin(service: Arc<Service>) -> Self {
        let permits = Arc::new(Semaphore::new(MAX_REQUESTS));
        let requests = Arc::new(Requests { permits, counts: Mutex::default(), ended: Notify::new() });
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(send_due(service, Arc::clone(&requests), stopped));
        Self { task, stop, requests }
    }

    /// Ends the task, and waits at most [`DRAIN_TIMEOUT`] for the requests that are being sent. Another process, or the
    /// next start, sends the rest.
    pub(crate) async fn end(self) {
        drop(self.stop);
        let all = u32::try_from(MAX_REQUESTS).unwrap_or(u32::MAX);
        let ended = async {
            let _ = self.task.await;
            let _ = self.requests.permits.acquire_many(all).await;
        };
        let _ = tokio::time::timeout(DRAIN_TIMEOUT, ended).await;
    }
}

/// Sends deliveries when they are due, until `stopped` completes.
async fn send_due(service: Arc<Service>, requests: Arc<Requests>, mut stopped: oneshot::Receiver<()>) {
    let client = Client::new(Arc::clone(&service.config));
    let mut added = service.webhooks.deliveries_added();
    loop {
        added.mark_unchanged();
        let wait = match send_claimed(&service, &requests, &client).await {
            Ok(until_due) => until_due.map_or(POLL_INTERVAL, |until_due| until_due.min(POLL_INTERVAL)),
            Err(fault) => {
                tracing::warn!("webhooks could not be read, next attempt in a moment: {fault:#}");
                RETRY_INTERVAL
            }
        };
        tokio::select! {
            () = requests.ended.notified() => {}
            Ok(()) = added.changed() => {}
            () = tokio::time::sleep(wait) => {}
            _ = &mut stopped => return,
        }
    }
}

/// Claims and sends the due deliveries. Returns the time until the next one is due; none when there is none.
async fn send_claimed(
    service: &Arc<Service>,
    requests: &Arc<Requests>,
    client: &Client,
) -> service::Result<Option<Duration>> {
    let mut free = requests.free();
    for outgoing in service.webhooks.claim_due(|webhook| free.take(webhook)).await? {
        send(service, requests, client.clone(), outgoing).await;
    }
    service.webhooks.time_until_due().await
}

/// Starts to send a request in the background, once there is a permit. Its result is stored.
async fn send(service: &Arc<Service>, requests: &Arc<Requests>, client: Client, outgoing: OutgoingDelivery) {
    let Ok(permit) = Arc::clone(&requests.permits).acquire_owned().await else { return };
    requests.count(&outgoing.webhook, |count| *count += 1);
    let (service, requests) = (Arc::clone(service), Arc::clone(requests));
    tokio::spawn(async move {
        let webhook = outgoing.webhook.clone();
        deliver(&service, client, outgoing).await;
        requests.count(&webhook, |count| *count -= 1);
        drop(permit);
        requests.ended.notify_one();
    });
}

/// Sends a request and stores its result.
async fn deliver(service: &Service, client: Client, outgoing: OutgoingDelivery) {
    let began = Instant::now();
    let sent = tokio::task::spawn_blocking(move || (client.send(&outgoing), outgoing)).await;
    let Ok((response, outgoing)) = sent else { return };
    if let Err(fault) = service.webhooks.finish(outgoing, response, began.elapsed()).await {
        tracing::warn!("the result of a delivery could not be stored, so it is sent again: {fault:#}");
    }
}

/// The number of further requests that may be sent. It is reduced while deliveries are claimed.
struct FreeRequests<'a> {
    requests: &'a Requests,
    total: usize,
    by_organization: HashMap<OrganizationId, usize>,
}

impl FreeRequests<'_> {
    /// Reserves as many requests for a webhook as the limits allow, and returns their number.
    fn take(&mut self, webhook: &Webhook) -> usize {
        let counts = self.requests.counts();
        let count = |counted: Option<&usize>| counted.copied().unwrap_or_default();
        let (of_webhook, of_organization) =
            (count(counts.by_webhook.get(&webhook.id)), count(counts.by_organization.get(&webhook.organization)));
        let reserved = self.by_organization.entry(webhook.organization.clone()).or_default();
        let free = MAX_PER_WEBHOOK
            .saturating_sub(of_webhook)
            .min(MAX_PER_ORGANIZATION.saturating_sub(of_organization + *reserved))
            .min(self.total);
        *reserved += free;
        self.total -= free;
        free
    }
}

impl Requests {
    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn free(&self) -> FreeRequests<'_> {
        FreeRequests { requests: self, total: self.permits.available_permits(), by_organization: HashMap::new() }
    }

    /// Changes the counts of a webhook and of its organization. Counts of zero are removed.
    fn count(&self, webhook: &Webhook, change: impl Fn(&mut usize)) {
        let mut counts = self.counts();
        let Counts { by_webhook, by_organization } = &mut *counts;
        change(by_webhook.entry(webhook.id.clone()).or_default());
        change(by_organization.entry(webhook.organization.clone()).or_default());
        by_webhook.retain(|_, count| *count > 0);
        by_organization.retain(|_, count| *count > 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn webhook(id: &str, organization: &str) -> Webhook {
        Webhook {
            id: id.into(),
            organization: organization.into(),
            url: String::new(),
            events: Vec::new(),
            active: true,
            description: String::new(),
            secret: String::new(),
            gone_at: None,
            created_at: 0,
            updated_at: 0,
        }
    }

    #[test]
    fn no_webhook_and_no_organization_takes_all_requests() {
        let permits = Arc::new(Semaphore::new(MAX_REQUESTS));
        let requests = Requests { permits, counts: Mutex::default(), ended: Notify::new() };
        let busy = webhook("busy", "one");
        for _ in 0..3 {
            requests.count(&busy, |count| *count += 1);
        }
        let mut free = requests.free();
        assert_eq!(free.take(&busy), 1);
        let others: Vec<usize> = (0..5).map(|number| free.take(&webhook(&format!("w{number}"), "one"))).collect();
        assert_eq!(others, [4, 4, 4, 0, 0], "16 of an organization");
        let of_others: usize = (0..20).map(|number| free.take(&webhook("w", &format!("o{number}")))).sum();
        assert_eq!(of_others, MAX_REQUESTS - 13, "64 in all");
        drop(free);
        for _ in 0..3 {
            requests.count(&busy, |count| *count -= 1);
        }
        assert_eq!(requests.free().take(&busy), 4);
    }
}
