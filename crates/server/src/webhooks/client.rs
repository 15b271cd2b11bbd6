//! The HTTP client for webhooks. Their addresses are chosen by users, so it connects only to the public internet and to
//! the networks that the operator allows. It follows no redirect and reads no body.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::http::Uri;
use service::OutgoingDelivery;
use ureq::config::Config;
use ureq::http::header::{CONTENT_TYPE, USER_AGENT};
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};
use ureq::{Agent, Error};

/// How long a receiver may take until the head of its response has arrived.
const TIMEOUT: Duration = Duration::from_secs(15);

/// The client. Cheap to clone.
#[derive(Clone)]
pub(super) struct Client(Agent);

/// Resolves names to addresses that may be called. The connection uses the checked addresses, so that a second DNS
/// lookup cannot lead elsewhere.
#[derive(Debug)]
struct CheckedResolver(Arc<service::Config>);

impl Resolver for CheckedResolver {
    fn resolve(&self, uri: &Uri, config: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, Error> {
        let found = DefaultResolver::default().resolve(uri, config, timeout)?;
        let is_refused = |address: &&SocketAddr| !self.0.may_call(address.ip());
        match found.iter().find(is_refused) {
            None => Ok(found),
            Some(address) => Err(Error::Other(
                format!("{} is in a private network, which SVC_WEBHOOK_ALLOW does not allow", address.ip()).into(),
            )),
        }
    }
}

impl Client {
    pub(super) fn new(config: Arc<service::Config>) -> Self {
        let settings = Agent::config_builder()
            .timeout_global(Some(TIMEOUT))
            .max_redirects(0)
            .max_redirects_will_error(false)
            .max_idle_connections(0)
            .proxy(None)
            .http_status_as_error(false)
            .build();
        Self(Agent::with_parts(settings, DefaultConnector::default(), CheckedResolver(config)))
    }

    /// Sends a request and returns the status of its response, or why there is none.
    pub(super) fn send(&self, outgoing: &OutgoingDelivery) -> Result<u16, String> {
        let mut request = self.0.post(&outgoing.webhook.url).header(CONTENT_TYPE, "application/json");
        request = request.header(USER_AGENT, concat!("Lectern/", env!("CARGO_PKG_VERSION")));
        for (name, value) in &outgoing.headers {
            request = request.header(*name, value);
        }
        match request.send(outgoing.body()) {
            Ok(response) => Ok(response.status().as_u16()),
            Err(Error::Other(why)) => Err(why.to_string()),
            Err(Error::Timeout(_)) => Err(format!("no response within {} seconds", TIMEOUT.as_secs())),
            Err(fault) => Err(fault.to_string()),
        }
    }
}
