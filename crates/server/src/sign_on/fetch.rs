//! The HTTP client for the issuer. It limits the time and the size of a response, and follows no redirect.

use std::time::Duration;

use ureq::Agent;
use ureq::http::Response;
use ureq::http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE};

/// How long a response may take, to its last byte.
const TIMEOUT: Duration = Duration::from_secs(5);
/// The maximum size of a body, in bytes.
const MAX_BYTES: u64 = 512 * 1024;

/// The client. Cheap to clone.
#[derive(Clone)]
pub(super) struct IssuerClient(Agent);

/// A response, read to its end.
pub(super) struct IssuerResponse {
    /// The status code.
    pub(super) status: ureq::http::StatusCode,
    /// The media type, in lower case and without parameters; none when the issuer sent none.
    pub(super) media_type: Option<String>,
    /// The body.
    pub(super) body: Vec<u8>,
}

impl IssuerClient {
    /// A client; with `https_only` it never sends anything unencrypted.
    pub(super) fn new(https_only: bool) -> Self {
        let config = Agent::config_builder()
            .timeout_global(Some(TIMEOUT))
            .max_redirects(0)
            .max_redirects_will_error(false)
            .http_status_as_error(false)
            .https_only(https_only);
        Self(config.build().into())
    }

    /// Requests a JSON document, with an `Authorization` header if one is given.
    ///
    /// Fails when the issuer cannot be reached or its response is too slow or too long.
    pub(super) fn get(&self, url: &str, authorization: Option<&str>) -> Result<IssuerResponse, String> {
        let mut request = self.0.get(url).header(ACCEPT, "application/json");
        if let Some(value) = authorization {
            request = request.header(AUTHORIZATION, value);
        }
        request.call().and_then(read_response).map_err(|fault| format!("request failed: {fault}"))
    }

    /// Sends a form, with an `Authorization` header if one is given. Fails as [`Self::get`] does.
    pub(super) fn post_form(
        &self,
        url: &str,
        authorization: Option<&str>,
        form: &str,
    ) -> Result<IssuerResponse, String> {
        let mut request = self.0.post(url).header(ACCEPT, "application/json");
        request = request.header(CONTENT_TYPE, "application/x-www-form-urlencoded");
        if let Some(value) = authorization {
            request = request.header(AUTHORIZATION, value);
        }
        request.send(form).and_then(read_response).map_err(|fault| format!("request failed: {fault}"))
    }
}

/// Reads a response to its end.
fn read_response(response: Response<ureq::Body>) -> Result<IssuerResponse, ureq::Error> {
    let (head, body) = response.into_parts();
    let media_type = head.headers.get(CONTENT_TYPE).map(|value| {
        let value = String::from_utf8_lossy(value.as_bytes());
        value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
    });
    let body = body.into_with_config().limit(MAX_BYTES).read_to_vec()?;
    Ok(IssuerResponse { status: head.status, media_type, body })
}

impl IssuerResponse {
    /// The JSON of a successful response of one of the given media types, or of none.
    ///
    /// Fails when the status is another than 200, or the body is something else.
    pub(super) fn json<T: serde::de::DeserializeOwned>(&self, url: &str, media_types: &[&str]) -> Result<T, String> {
        if self.status != 200 {
            return Err(format!("HTTP status code {} at {url}", self.status));
        }
        if let Some(found) = &self.media_type
            && !media_types.contains(&found.as_str())
        {
            return Err(format!("unexpected content type `{found}` at {url}, should be `{}`", media_types[0]));
        }
        serde_json::from_slice(&self.body).map_err(|fault| format!("cannot read the response of {url}: {fault}"))
    }
}
