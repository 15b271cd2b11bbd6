//! The HTTP client for a bucket and for the services that issue its temporary keys. It blocks.

use std::io::Read as _;
use std::path::PathBuf;
use std::time::Duration;

use bytes::Bytes;
use ureq::http::{self, HeaderMap, StatusCode};
use ureq::tls::{Certificate, RootCerts, TlsConfig};
use ureq::{Agent, BodyReader, Error, RequestExt as _};

/// How long one request may take, to the last byte of its response.
const TIMEOUT: Duration = Duration::from_secs(10);
/// An upload may take one second longer for each of this many bytes, since sounds and videos are large.
const BYTES_PER_EXTRA_SECOND: u64 = 1 << 20;
/// How long a request to a provider of keys may take. The provider is on this machine or near it.
const PROVIDER_TIMEOUT: Duration = Duration::from_secs(5);
/// How many idle connections stay open for later requests.
const IDLE_CONNECTIONS: usize = 32;
/// How many bytes of the body of an error response are read.
const MAX_ERROR_BYTES: u64 = 16 * 1024;
/// How many characters of that body are logged.
const MAX_ERROR_CHARACTERS: usize = 400;

/// The client. Cheap to clone.
#[derive(Clone)]
pub(super) struct BucketClient {
    agent: Agent,
    /// Also sends over plain HTTP, which container agents and metadata services use.
    provider_agent: Agent,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Method {
    Get,
    Head,
    Put,
    Post,
    Delete,
}

/// A request, complete with its signature.
pub(super) struct Request {
    pub(super) method: Method,
    pub(super) url: String,
    pub(super) headers: Vec<(String, String)>,
    pub(super) payload: Payload,
}

/// The body of a request.
#[derive(Debug, Clone)]
pub(super) enum Payload {
    None,
    Bytes(Bytes),
    File(PathBuf),
}

/// A successful response.
pub(super) struct Response {
    pub(super) headers: HeaderMap,
    body: BodyReader<'static>,
}

/// Why a request failed.
#[derive(Debug)]
pub(super) struct RequestFailure {
    pub(super) kind: FailureKind,
    pub(super) text: String,
    /// Whether the same request may succeed when it is repeated.
    pub(super) is_temporary: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FailureKind {
    /// There is no such object, or no such bucket.
    Missing,
    /// The keys or the request are wrong: trying later does not help.
    Refused,
    /// The bucket cannot be reached, is slow or fails.
    Unavailable,
}

impl Method {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Head => "HEAD",
            Self::Put => "PUT",
            Self::Post => "POST",
            Self::Delete => "DELETE",
        }
    }
}

impl BucketClient {
    /// A client that trusts the certificates of the system; without `allow_http` it sends nothing unencrypted.
    pub(super) fn new(allow_http: bool) -> Self {
        let found = rustls_native_certs::load_native_certs().certs;
        let roots: Vec<_> = found.iter().map(|found| Certificate::from_der(found.as_ref()).to_owned()).collect();
        let tls = if roots.is_empty() {
            TlsConfig::default()
        } else {
            TlsConfig::builder().root_certs(RootCerts::from(roots)).build()
        };
        let agent = |https_only: bool, timeout: Duration| -> Agent {
            let config = Agent::config_builder()
                .tls_config(tls.clone())
                .timeout_global(Some(timeout))
                .max_redirects(0)
                .max_redirects_will_error(false)
                .http_status_as_error(false)
                .max_idle_connections(IDLE_CONNECTIONS)
                .max_idle_connections_per_host(IDLE_CONNECTIONS)
                .https_only(https_only);
            config.build().into()
        };
        Self { agent: agent(!allow_http, TIMEOUT), provider_agent: agent(false, PROVIDER_TIMEOUT) }
    }

    /// Sends a request to a bucket. Fails unless the response is a success.
    pub(super) fn send(&self, request: Request) -> Result<Response, RequestFailure> {
        send(&self.agent, request)
    }

    /// Sends a request to a provider of keys. Fails unless the response is a success.
    pub(super) fn send_to_provider(&self, request: Request) -> Result<Response, RequestFailure> {
        send(&self.provider_agent, request)
    }
}

/// Sends a request. Fails unless the response is a success.
fn send(agent: &Agent, request: Request) -> Result<Response, RequestFailure> {
    let Request { method, url, headers, payload } = request;
    let failure = |fault: &Error| RequestFailure {
        kind: FailureKind::Unavailable,
        text: format!("{} {url}: {fault}", method.name()),
        is_temporary: !matches!(fault, Error::RequireHttpsOnly(_) | Error::BadUri(_) | Error::Http(_)),
    };
    let mut head = http::Request::builder().method(method.name()).uri(&url);
    for (name, value) in &headers {
        head = head.header(name, value);
    }
    let invalid = |fault: http::Error| failure(&Error::Http(fault));
    let response = match payload {
        Payload::None => agent.run(head.body(()).map_err(invalid)?),
        Payload::Bytes(bytes) => agent.run(head.body(&*bytes).map_err(invalid)?),
        Payload::File(path) => {
            let file = std::fs::File::open(&path);
            let file = file.map_err(|fault| RequestFailure::unavailable(format!("`{}`: {fault}", path.display())))?;
            let length = file.metadata().map_or(0, |metadata| metadata.len());
            let request = head.body(file).map_err(invalid)?;
            request.with_agent(agent).configure().timeout_global(Some(upload_timeout(length))).run()
        }
    };
    let (head, body) = response.map_err(|fault| failure(&fault))?.into_parts();
    if head.status.is_success() {
        return Ok(Response { headers: head.headers, body: body.into_reader() });
    }
    let body = body.into_with_config().limit(MAX_ERROR_BYTES).lossy_utf8(true).read_to_string().unwrap_or_default();
    let body: String = body.trim().chars().take(MAX_ERROR_CHARACTERS).collect();
    Err(RequestFailure {
        kind: kind(head.status),
        text: format!("{} {url}: HTTP status code {}: {body}", method.name(), head.status),
        is_temporary: head.status.is_server_error()
            || matches!(head.status, StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT),
    })
}

/// How long the upload of `length` bytes may take.
fn upload_timeout(length: u64) -> Duration {
    TIMEOUT + Duration::from_secs(length / BYTES_PER_EXTRA_SECOND)
}

fn kind(status: StatusCode) -> FailureKind {
    match status {
        StatusCode::NOT_FOUND => FailureKind::Missing,
        StatusCode::UNAUTHORIZED
        | StatusCode::FORBIDDEN
        | StatusCode::CONFLICT
        | StatusCode::PRECONDITION_FAILED
        | StatusCode::NOT_MODIFIED => FailureKind::Refused,
        _ => FailureKind::Unavailable,
    }
}

impl Response {
    /// A header that is text.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// Reads the next bytes, at most `limit`: fewer at the end, or where the connection breaks. Returns the bytes, and
    /// their number or the fault.
    pub(super) fn read(&mut self, limit: usize) -> (Vec<u8>, std::io::Result<usize>) {
        let mut bytes = Vec::new();
        let read = (&mut self.body).take(limit as u64).read_to_end(&mut bytes);
        (bytes, read)
    }
}

impl RequestFailure {
    pub(super) fn unavailable(text: String) -> Self {
        Self { kind: FailureKind::Unavailable, text, is_temporary: true }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_file_has_more_time_than_other_requests() {
        assert_eq!(upload_timeout(300_000), TIMEOUT);
        assert_eq!(upload_timeout(100 << 20), Duration::from_secs(110));
    }
}
