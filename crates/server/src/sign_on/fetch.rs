//! How the issuer is asked: bounded in time and size, and never led elsewhere.

use std::time::Duration;

use openidconnect::http::Method;
use openidconnect::{HttpRequest, HttpResponse};
use ureq::Agent;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long an answer may be.
const MOST: u64 = 512 * 1024;

/// The client that asks.
#[derive(Clone)]
pub(super) struct Fetch(Agent);

impl Fetch {
    /// A client; one that never speaks in plain when the issuer does not.
    pub(super) fn new(https_only: bool) -> Self {
        let config = Agent::config_builder()
            .timeout_global(Some(PATIENCE))
            .max_redirects(0)
            .max_redirects_will_error(false)
            .http_status_as_error(false)
            .https_only(https_only);
        Self(config.build().into())
    }

    /// Sends a request. A redirect is an answer like any other, and no good one.
    pub(super) fn call(&self, request: HttpRequest) -> Result<HttpResponse, ureq::Error> {
        let answer =
            if request.method() == Method::GET { self.0.run(request.map(|_| ()))? } else { self.0.run(request)? };
        let (parts, body) = answer.into_parts();
        let body = body.into_with_config().limit(MOST).read_to_vec()?;
        Ok(HttpResponse::from_parts(parts, body))
    }
}
