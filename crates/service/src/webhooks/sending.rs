//! Claims the deliveries that are due, signs them as Standard Webhooks requires, and stores their results.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use store::{Delivery, DeliveryAttempt, Time, Webhook};
use tokio::sync::watch;

use super::{SECRET_PREFIX, Webhooks};
use crate::error::Result;

/// How long a process may take for one attempt before another process makes the next, in milliseconds.
const LEASE: Time = 60_000;
/// The maximum length of a stored failure, in characters.
const MAX_FAILURE: usize = 300;
const SECOND: Time = 1000;
const MINUTE: Time = 60 * SECOND;
const HOUR: Time = 60 * MINUTE;
/// When an event is sent again, counted from when it was stored: the schedule of Standard Webhooks, over a day.
const RETRIES: [Time; 9] =
    [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];

/// A request that is due, and that no other process sends meanwhile.
#[derive(Debug)]
pub struct OutgoingDelivery {
    /// The webhook.
    pub webhook: Webhook,
    /// The headers that identify and sign it.
    pub headers: [(&'static str, String); 3],
    delivery: Delivery,
}

impl OutgoingDelivery {
    /// The body, as JSON.
    pub fn body(&self) -> &str {
        &self.delivery.body
    }
}

impl Webhooks {
    /// Leases requests that are due. `capacity` says how many a webhook may have at most.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn claim_due(&self, mut capacity: impl FnMut(&Webhook) -> usize) -> Result<Vec<OutgoingDelivery>> {
        let now = self.clock.now();
        let mut outgoing = Vec::new();
        for webhook in self.store.due_webhooks(now).await? {
            let most = capacity(&webhook);
            if most == 0 {
                continue;
            }
            for delivery in self.store.claim_deliveries(&webhook.id, now, now + LEASE, most).await? {
                let headers = headers(&webhook.secret, &delivery, now.div_euclid(SECOND));
                outgoing.push(OutgoingDelivery { webhook: webhook.clone(), headers, delivery });
            }
        }
        Ok(outgoing)
    }

    /// A channel that changes whenever a request may be due earlier than [`Self::time_until_due`] returned: a delivery
    /// was added, or its webhook changed, by any process on this storage.
    pub fn deliveries_added(&self) -> watch::Receiver<()> {
        self.store.deliveries_added()
    }

    /// The time until the next request that is not due yet becomes due; `None` when there is no such request.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn time_until_due(&self) -> Result<Option<Duration>> {
        let now = self.clock.now();
        let next = self.store.next_delivery_at(now).await?;
        Ok(next.map(|next| Duration::from_millis(u64::try_from(next - now).unwrap_or_default())))
    }

    /// Stores the result of a request: the status of the response, or why there was none.
    ///
    /// # Errors
    /// Fails when storage does not respond. The request is sent again, once its lease has expired.
    pub async fn finish(
        &self,
        sent: OutgoingDelivery,
        response: std::result::Result<u16, String>,
        duration: Duration,
    ) -> Result<()> {
        let now = self.clock.now();
        let failure = failure(&response);
        let is_gone = response == Ok(410);
        let next_at = match &failure {
            Some(_) if !is_gone => next_attempt(sent.delivery.created_at, now),
            _ => None,
        };
        let attempt = DeliveryAttempt {
            at: now,
            response_status: response.ok(),
            duration_ms: u64::try_from(duration.as_millis()).unwrap_or(u64::MAX),
            failure,
            next_at,
            is_gone,
        };
        Ok(self.store.finish_delivery(sent.delivery, attempt).await?)
    }
}

/// Why an attempt failed; `None` when it succeeded.
fn failure(response: &std::result::Result<u16, String>) -> Option<String> {
    match response {
        Ok(200..300) => None,
        Ok(410) => Some("the receiver is gone (HTTP status 410)".to_owned()),
        Ok(status @ 300..400) => Some(format!("HTTP status {status}: redirects are not followed")),
        Ok(status) => Some(format!("HTTP status {status}")),
        Err(fault) => Some(fault.chars().take(MAX_FAILURE).collect()),
    }
}

/// When an event that was stored at a time is sent again; `None` when a day has passed.
fn next_attempt(created_at: Time, now: Time) -> Option<Time> {
    RETRIES.into_iter().map(|delay| created_at + delay).find(|at| *at > now)
}

/// The headers of Standard Webhooks: id, time and signature.
fn headers(secret: &str, delivery: &Delivery, seconds: i64) -> [(&'static str, String); 3] {
    let signature = signature(secret, &delivery.message, seconds, &delivery.body);
    [
        ("webhook-id", delivery.message.clone()),
        ("webhook-timestamp", seconds.to_string()),
        ("webhook-signature", format!("v1,{signature}")),
    ]
}

fn signature(secret: &str, message: &str, seconds: i64, body: &str) -> String {
    let key = STANDARD.decode(secret.trim_start_matches(SECRET_PREFIX)).unwrap_or_default();
    let hmac: Hmac<Sha256> = Hmac::new_from_slice(&key).expect("a key may have any length");
    let signed = hmac.chain_update(format!("{message}.{seconds}.")).chain_update(body);
    STANDARD.encode(signed.finalize().into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_matches_the_example_of_the_specification() {
        // The example of the Standard Webhooks libraries.
        let signed = signature(
            "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
            "msg_p5jXN8AQM9LWM0D4loKWxJek",
            1_614_265_330,
            r#"{"test": 2432232314}"#,
        );
        assert_eq!(signed, "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    #[test]
    fn an_event_is_sent_again_for_a_day() {
        assert_eq!(next_attempt(0, 1), Some(5 * SECOND));
        assert_eq!(next_attempt(0, 15 * SECOND), Some(5 * MINUTE), "after a receiver that did not answer");
        assert_eq!(next_attempt(0, 6 * HOUR), Some(10 * HOUR));
        assert_eq!(next_attempt(0, 23 * HOUR), Some(24 * HOUR));
        assert_eq!(next_attempt(0, 24 * HOUR), None);
    }

    #[test]
    fn only_a_successful_response_is_not_a_failure() {
        assert_eq!((failure(&Ok(200)), failure(&Ok(204))), (None, None));
        for other in [Ok(301), Ok(400), Ok(410), Ok(500), Ok(199), Err("no route".to_owned())] {
            assert!(failure(&other).is_some(), "{other:?}");
        }
    }
}
