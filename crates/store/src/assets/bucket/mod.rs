//! A bucket that speaks the protocol of Amazon S3: objects by their keys.
//!
//! Knows the four requests that assets need, how they are signed and when they are tried again. Each request runs on
//! the blocking pool; nothing there waits for a client that reads slowly.

mod client;
mod credentials;
mod settings;
mod signature;

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use jiff::Timestamp;
use percent_encoding::{AsciiSet, CONTROLS, NON_ALPHANUMERIC, utf8_percent_encode};

use self::client::{BucketClient, FailureKind, Method, Payload, Request, RequestFailure, Response};
use self::settings::BucketSettings;
use self::signature::{EMPTY_HASH, SignatureScope, SignedParts};
use crate::StoreError;
use crate::error::Result;

/// Maximum number of retries of a request.
const MAX_RETRIES: u32 = 3;
/// Time since the first attempt after which a request is not retried.
const RETRY_TIME: Duration = Duration::from_secs(20);
/// The pause before the first retry; each later one is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(100);

/// What is percent-encoded in a path or a query: all but the unreserved characters (RFC 3986, section 2.3).
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
/// Characters that Amazon advises against in keys. They are percent-encoded in a prefix.
const AVOIDED: &AsciiSet = &CONTROLS
    .add(b'\\')
    .add(b'{')
    .add(b'^')
    .add(b'}')
    .add(b'%')
    .add(b'`')
    .add(b']')
    .add(b'"')
    .add(b'>')
    .add(b'[')
    .add(b'~')
    .add(b'<')
    .add(b'#')
    .add(b'|')
    .add(b'*')
    .add(b'?');

/// A bucket, and the prefix of all keys in it. Cheap to clone.
#[derive(Clone)]
pub(super) struct Bucket(Arc<Inner>);

struct Inner {
    settings: BucketSettings,
    client: BucketClient,
    /// Empty, or ends with a slash.
    prefix: String,
}

/// An object that is being read.
pub(super) struct Object {
    bucket: Bucket,
    key: String,
    length: u64,
    offset: u64,
    /// The response that is being read; none when what follows `offset` has to be requested.
    response: Option<Response>,
}

/// A request without its signature. A retry signs it again.
#[derive(Clone)]
struct Call {
    method: Method,
    key: String,
    /// Percent-encoded and sorted by name, as it is signed.
    query: String,
    /// The first byte of the object to read.
    from: u64,
    payload: Payload,
    payload_hash: String,
}

impl Call {
    fn new(method: Method, key: &str) -> Self {
        let (key, payload_hash) = (key.to_owned(), EMPTY_HASH.to_owned());
        Self { method, key, query: String::new(), from: 0, payload: Payload::None, payload_hash }
    }
}

impl Bucket {
    /// Opens the bucket at `s3://bucket/prefix`, by the `AWS_` variables of the environment.
    ///
    /// Sends one request, so that a wrong key or name is found at the start. Fails when the address or a variable is
    /// wrong, or the bucket rejects the request or does not respond.
    pub(super) async fn open(url: &str) -> Result<Self> {
        let wrong = |why: &str| StoreError::Internal(anyhow::anyhow!("`{url}` {why}; expected s3://bucket/prefix"));
        let rest = url.strip_prefix("s3://").ok_or_else(|| wrong("is not the address of a bucket"))?;
        let (name, prefix) = rest.split_once('/').unwrap_or((rest, ""));
        if name.is_empty() {
            return Err(wrong("names no bucket"));
        }
        let settings = BucketSettings::read(name, |variable| std::env::var(variable).ok());
        let settings = settings.map_err(|fault| StoreError::Internal(anyhow::anyhow!("bucket `{name}`: {fault}")))?;
        let client = BucketClient::new(settings.allow_http);
        let bucket = Self(Arc::new(Inner { settings, client, prefix: stored_prefix(prefix) }));
        // A listing, since the response for one object is the same for a missing object and a missing bucket.
        let prefix = encoded(&format!("{}lectern/", bucket.0.prefix));
        let query = format!("delimiter=%2F&list-type=2&max-keys=1&prefix={prefix}");
        bucket.send(Call { query, ..Call::new(Method::Get, "") }).await?;
        Ok(bucket)
    }

    /// Whether there is an object.
    pub(super) async fn exists(&self, key: &str) -> Result<bool> {
        Ok(unless_missing(self.send(Call::new(Method::Head, key)).await)?.is_some())
    }

    /// Opens an object for reading; none when there is no such object.
    pub(super) async fn get(&self, key: &str) -> Result<Option<Object>> {
        let Some(response) = unless_missing(self.send(Call::new(Method::Get, key)).await)? else { return Ok(None) };
        let length = response.header("content-length").and_then(|length| length.parse().ok());
        let length =
            length.ok_or_else(|| StoreError::Unavailable(format!("the response for `{key}` has no length")))?;
        let (bucket, key) = (self.clone(), key.to_owned());
        Ok(Some(Object { bucket, key, length, offset: 0, response: Some(response) }))
    }

    /// Stores bytes, whose SHA-256 is given.
    pub(super) async fn put(&self, key: &str, bytes: Bytes, hash: &str) -> Result<()> {
        self.put_payload(key, Payload::Bytes(bytes), hash).await
    }

    /// Stores the content of a file, whose SHA-256 is given.
    pub(super) async fn put_file(&self, key: &str, path: PathBuf, hash: &str) -> Result<()> {
        self.put_payload(key, Payload::File(path), hash).await
    }

    async fn put_payload(&self, key: &str, payload: Payload, hash: &str) -> Result<()> {
        let call = Call { payload, payload_hash: hash.to_owned(), ..Call::new(Method::Put, key) };
        self.send(call).await?;
        Ok(())
    }

    /// Removes an object, if it is there.
    pub(super) async fn delete(&self, key: &str) -> Result<()> {
        unless_missing(self.send(Call::new(Method::Delete, key)).await)?;
        Ok(())
    }

    /// Sends a request, and repeats it after a failure that may be temporary.
    async fn send(&self, call: Call) -> std::result::Result<Response, RequestFailure> {
        let (began, mut retries, mut pause) = (Instant::now(), 0, FIRST_PAUSE);
        loop {
            let (bucket, attempt) = (self.clone(), call.clone());
            let sent = tokio::task::spawn_blocking(move || bucket.send_once(attempt));
            let sent = sent.await.unwrap_or_else(|fault| Err(RequestFailure::unavailable(fault.to_string())));
            match sent {
                Err(failure) if failure.is_temporary && retries < MAX_RETRIES && began.elapsed() < RETRY_TIME => {
                    tracing::info!("request to a bucket failed, retry in {} ms: {}", pause.as_millis(), failure.text);
                }
                Err(mut failure) => {
                    if retries > 0 {
                        let _ = write!(failure.text, " (after {retries} retries in {:.1?})", began.elapsed());
                    }
                    return Err(failure);
                }
                Ok(response) => return Ok(response),
            }
            tokio::time::sleep(pause).await;
            (retries, pause) = (retries + 1, pause * 2);
        }
    }

    fn send_once(&self, call: Call) -> std::result::Result<Response, RequestFailure> {
        let request = self.signed(call, Timestamp::now())?;
        self.0.client.send(request)
    }

    /// The request for a call, signed for the time `now`. Fails when a source of keys is configured and has none.
    fn signed(&self, call: Call, now: Timestamp) -> std::result::Result<Request, RequestFailure> {
        let Inner { settings, client, prefix } = &*self.0;
        let address = &settings.address;
        let path = if call.key.is_empty() {
            address.path.clone()
        } else {
            format!("{}/{}", address.path, encoded_path(&format!("{prefix}{}", call.key)))
        };
        let path = if path.is_empty() { "/".to_owned() } else { path };
        let query = call.query;
        let mut headers = settings.headers.clone();
        let mut add = |name: &str, value: String| headers.push((name.to_owned(), value));
        if call.from > 0 {
            add("range", format!("bytes={}-", call.from));
        }
        if call.method == Method::Put {
            settings.upload_headers.iter().for_each(|(name, value)| add(name, value.clone()));
        }
        if let Some(credentials) = settings.credentials.credentials(client, now)? {
            let scope = SignatureScope { region: &settings.region, service: "s3", time: now };
            add("host", address.host.clone());
            add("x-amz-date", scope.date_and_time());
            add("x-amz-content-sha256", call.payload_hash.clone());
            credentials.session_token.iter().for_each(|token| add("x-amz-security-token", token.clone()));
            let (method, payload_hash) = (call.method.name(), call.payload_hash.as_str());
            let parts = SignedParts { method, path: &path, query: &query, headers: &headers, payload_hash };
            let authorization = signature::authorization(&parts, &credentials, &scope);
            headers.push(("authorization".to_owned(), authorization));
            // The HTTP client adds this header itself.
            headers.retain(|(name, _)| name != "host");
        }
        let separator = if query.is_empty() { "" } else { "?" };
        let url = format!("{}://{}{path}{separator}{query}", address.scheme, address.host);
        Ok(Request { method: call.method, url, headers, payload: call.payload })
    }
}

impl std::fmt::Debug for Bucket {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "Bucket({:?}, {:?})", self.0.settings.address, self.0.prefix)
    }
}

impl Object {
    /// Length in bytes.
    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// Continues at a byte of the object, which is requested with the next read.
    pub(super) fn seek(&mut self, offset: u64) {
        if offset != self.offset {
            self.offset = offset;
            self.response = None;
        }
    }

    /// The next bytes, at most `limit`; none at the end. When the connection breaks or times out, the bytes from there
    /// on are requested again.
    ///
    /// Fails when several connections in a row return no bytes.
    pub(super) async fn next(&mut self, limit: usize) -> Option<Result<Bytes>> {
        let (mut retries, mut pause) = (0, FIRST_PAUSE);
        while self.offset < self.length {
            let (bytes, fault) = match self.read(limit).await {
                Ok(read) => read,
                Err(failure) => return Some(Err(failure.into())),
            };
            if !bytes.is_empty() {
                self.offset += bytes.len() as u64;
                return Some(Ok(bytes.into()));
            }
            if retries == MAX_RETRIES {
                return Some(Err(StoreError::Unavailable(format!("reading `{}` failed: {fault}", self.key))));
            }
            tokio::time::sleep(pause).await;
            (retries, pause) = (retries + 1, pause * 2);
        }
        None
    }

    /// The next bytes, and the fault when there are none.
    async fn read(&mut self, limit: usize) -> std::result::Result<(Vec<u8>, String), RequestFailure> {
        let mut response = match self.response.take() {
            Some(response) => response,
            None => self.remaining().await?,
        };
        let read = tokio::task::spawn_blocking(move || {
            let (bytes, read) = response.read(limit);
            (bytes, read, response)
        });
        let (bytes, read, response) = read.await.map_err(|fault| RequestFailure::unavailable(fault.to_string()))?;
        match read {
            Ok(length) if length > 0 => self.response = Some(response),
            Ok(_) => return Ok((bytes, "the response ended too early".to_owned())),
            Err(fault) => return Ok((bytes, fault.to_string())),
        }
        Ok((bytes, String::new()))
    }

    /// A response with what has not been read yet.
    async fn remaining(&self) -> std::result::Result<Response, RequestFailure> {
        let call = Call { from: self.offset, ..Call::new(Method::Get, &self.key) };
        let response = self.bucket.send(call).await?;
        let is_expected = if self.offset > 0 {
            let range = format!("bytes {}-{}/{}", self.offset, self.length - 1, self.length);
            response.header("content-range") == Some(&range)
        } else {
            response.header("content-length") == Some(&self.length.to_string())
        };
        if !is_expected {
            return Err(RequestFailure::unavailable(format!("`{}` changed while it was read", self.key)));
        }
        Ok(response)
    }
}

impl From<RequestFailure> for StoreError {
    /// A bucket that cannot be reached or is slow may recover; one that rejects requests needs an operator.
    fn from(failure: RequestFailure) -> Self {
        match failure.kind {
            FailureKind::Unavailable => Self::Unavailable(failure.text),
            FailureKind::Missing | FailureKind::Refused => Self::Internal(anyhow::anyhow!(failure.text)),
        }
    }
}

fn unless_missing(sent: std::result::Result<Response, RequestFailure>) -> Result<Option<Response>> {
    match sent {
        Ok(response) => Ok(Some(response)),
        Err(failure) if failure.kind == FailureKind::Missing => Ok(None),
        Err(failure) => Err(failure.into()),
    }
}

/// A value in a query.
fn encoded(text: &str) -> String {
    utf8_percent_encode(text, RESERVED).to_string()
}

/// A key in a path: its slashes stay.
fn encoded_path(key: &str) -> String {
    let segments: Vec<_> = key.split('/').map(encoded).collect();
    segments.join("/")
}

/// A prefix in the form in which keys begin with it: empty, or its segments with a slash after each.
fn stored_prefix(prefix: &str) -> String {
    let segments = prefix.split('/').filter(|segment| !segment.is_empty());
    let stored = segments.map(|segment| match segment {
        "." => "%2E/".to_owned(),
        ".." => "%2E%2E/".to_owned(),
        _ => format!("{}/", utf8_percent_encode(segment, AVOIDED)),
    });
    stored.collect()
}

#[cfg(test)]
mod tests;
