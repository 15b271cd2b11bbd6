//! The keys that sign requests to a bucket, and the services that issue temporary keys.

use std::sync::{Arc, Mutex, PoisonError};

use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;

use super::client::{BucketClient, Method, Payload, Request, RequestFailure};

/// How long before their expiry temporary keys are fetched again.
const MARGIN: SignedDuration = SignedDuration::from_mins(5);
/// The longest response of a provider that is read.
const MAX_BYTES: usize = 64 * 1024;

/// A pair of keys.
pub(super) struct Credentials {
    pub(super) key_id: String,
    pub(super) secret_key: String,
    /// Sent with requests where the keys are temporary.
    pub(super) session_token: Option<String>,
}

/// Where the keys come from.
pub(super) enum KeySource {
    /// Requests are not signed: the bucket is open to all.
    None,
    /// Permanent keys from the environment.
    Fixed(Arc<Credentials>),
    /// Keys that expire: where they are fetched, and the keys that were fetched last.
    Temporary { provider: KeyProvider, fetched: Mutex<Option<TemporaryKeys>> },
}

/// Who hands out temporary keys.
#[derive(Debug)]
pub(super) enum KeyProvider {
    /// The Security Token Service, in exchange for the token of a Kubernetes account.
    WebIdentity { token_file: String, role: String, session: String, endpoint: String },
    /// The agent of a container: ECS, or EKS with a token.
    Container { url: String, token_file: Option<String> },
    /// The metadata service of an EC2 machine, version 2.
    Instance { endpoint: String },
}

/// Keys that expire.
pub(super) struct TemporaryKeys {
    credentials: Arc<Credentials>,
    expires: Timestamp,
}

/// Keys as agents and the metadata service write them.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct KeyDocument {
    access_key_id: String,
    secret_access_key: String,
    token: String,
    expiration: String,
}

impl KeySource {
    pub(super) fn temporary(provider: KeyProvider) -> Self {
        Self::Temporary { provider, fetched: Mutex::new(None) }
    }

    /// The keys that are valid at the time `now`; none when requests are not signed. Blocks while keys are fetched.
    ///
    /// Fails when the provider cannot be reached or refuses.
    pub(super) fn credentials(
        &self,
        client: &BucketClient,
        now: Timestamp,
    ) -> Result<Option<Arc<Credentials>>, RequestFailure> {
        let (provider, fetched) = match self {
            Self::None => return Ok(None),
            Self::Fixed(credentials) => return Ok(Some(Arc::clone(credentials))),
            Self::Temporary { provider, fetched } => (provider, fetched),
        };
        let mut fetched = fetched.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(fetched) = fetched.as_ref().filter(|fetched| fetched.expires.duration_since(now) > MARGIN) {
            return Ok(Some(Arc::clone(&fetched.credentials)));
        }
        let new = provider.fetch(client)?;
        let credentials = Arc::clone(&new.credentials);
        *fetched = Some(new);
        Ok(Some(credentials))
    }
}

impl KeyProvider {
    /// Fetches new keys. Fails when the provider cannot be reached or its response cannot be read.
    fn fetch(&self, client: &BucketClient) -> Result<TemporaryKeys, RequestFailure> {
        match self {
            Self::WebIdentity { token_file, role, session, endpoint } => {
                let token = token_in(token_file)?;
                let form = [
                    ("Action", "AssumeRoleWithWebIdentity"),
                    ("DurationSeconds", "3600"),
                    ("RoleArn", role),
                    ("RoleSessionName", session),
                    ("Version", "2011-06-15"),
                    ("WebIdentityToken", &token),
                ];
                let form: Vec<_> =
                    form.iter().map(|(name, value)| format!("{name}={}", super::encoded(value))).collect();
                let headers = [("content-type", "application/x-www-form-urlencoded")];
                let response =
                    fetch_text(client, Method::Post, endpoint, &headers, Payload::Bytes(form.join("&").into()))?;
                let element =
                    |name: &str| element(&response, name).ok_or_else(|| unreadable(endpoint, &format!("no {name}")));
                KeyDocument {
                    access_key_id: element("AccessKeyId")?,
                    secret_access_key: element("SecretAccessKey")?,
                    token: element("SessionToken")?,
                    expiration: element("Expiration")?,
                }
                .into_keys(endpoint)
            }
            Self::Container { url, token_file } => {
                let token = token_file.as_deref().map(token_in).transpose()?;
                let headers: Vec<_> = token.iter().map(|token| ("authorization", token.as_str())).collect();
                fetch_keys(client, url, &headers)
            }
            Self::Instance { endpoint } => {
                let lifetime = [("x-aws-ec2-metadata-token-ttl-seconds", "600")];
                let url = format!("{endpoint}/latest/api/token");
                let token = fetch_text(client, Method::Put, &url, &lifetime, Payload::Bytes(bytes::Bytes::new()))?;
                let headers = [("x-aws-ec2-metadata-token", token.as_str())];
                let url = format!("{endpoint}/latest/meta-data/iam/security-credentials/");
                let role = fetch_text(client, Method::Get, &url, &headers, Payload::None)?;
                fetch_keys(client, &format!("{url}{}", role.trim()), &headers)
            }
        }
    }
}

impl KeyDocument {
    fn into_keys(self, url: &str) -> Result<TemporaryKeys, RequestFailure> {
        let expires = self.expiration.parse().map_err(|_| unreadable(url, "the expiration is not a time"))?;
        let (key_id, secret_key) = (self.access_key_id, self.secret_access_key);
        let credentials = Arc::new(Credentials { key_id, secret_key, session_token: Some(self.token) });
        Ok(TemporaryKeys { credentials, expires })
    }
}

/// Fetches keys in the form of [`KeyDocument`].
fn fetch_keys(client: &BucketClient, url: &str, headers: &[(&str, &str)]) -> Result<TemporaryKeys, RequestFailure> {
    let text = fetch_text(client, Method::Get, url, headers, Payload::None)?;
    let document: KeyDocument = serde_json::from_str(&text).map_err(|fault| unreadable(url, &fault.to_string()))?;
    document.into_keys(url)
}

/// The body of the response of a service.
fn fetch_text(
    client: &BucketClient,
    method: Method,
    url: &str,
    headers: &[(&str, &str)],
    payload: Payload,
) -> Result<String, RequestFailure> {
    let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let mut response = client.send_to_provider(Request { method, url: url.to_owned(), headers, payload })?;
    let (bytes, read) = response.read(MAX_BYTES);
    read.map_err(|fault| unreadable(url, &fault.to_string()))?;
    String::from_utf8(bytes).map_err(|_| unreadable(url, "it is not UTF-8"))
}

/// The text of the first XML element of that name. Keys and times contain nothing that XML would escape.
fn element(xml: &str, name: &str) -> Option<String> {
    let (_, rest) = xml.split_once(&format!("<{name}>"))?;
    let (text, _) = rest.split_once(&format!("</{name}>"))?;
    Some(text.trim().to_owned())
}

/// The token in a file.
fn token_in(path: &str) -> Result<String, RequestFailure> {
    let token = std::fs::read_to_string(path);
    token
        .map(|token| token.trim().to_owned())
        .map_err(|fault| RequestFailure::unavailable(format!("`{path}`: {fault}")))
}

fn unreadable(url: &str, reason: &str) -> RequestFailure {
    RequestFailure::unavailable(format!("the response of {url} cannot be read: {reason}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_from_the_token_service() {
        let xml = "<AssumeRoleWithWebIdentityResponse><AssumeRoleWithWebIdentityResult><Credentials>\
                   <AccessKeyId>ASIA</AccessKeyId>\n<Expiration>2030-01-01T00:00:00Z</Expiration></Credentials>";
        assert_eq!(element(xml, "AccessKeyId").as_deref(), Some("ASIA"));
        assert_eq!(element(xml, "Expiration").as_deref(), Some("2030-01-01T00:00:00Z"));
        assert_eq!(element(xml, "SessionToken"), None);
    }

    #[test]
    fn keys_that_do_not_expire_soon_are_not_fetched_again() {
        let client = BucketClient::new(true);
        let expires: Timestamp = "2030-01-01T00:00:00Z".parse().expect("a time");
        let credentials = Credentials { key_id: "k".to_owned(), secret_key: String::new(), session_token: None };
        let fetched = TemporaryKeys { credentials: Arc::new(credentials), expires };
        let token_file = Some("/no/such/file".to_owned());
        let provider = KeyProvider::Container { url: "http://127.0.0.1:1/".to_owned(), token_file };
        let source = KeySource::Temporary { provider, fetched: Mutex::new(Some(fetched)) };
        let at = |minutes| source.credentials(&client, expires - SignedDuration::from_mins(minutes));
        assert_eq!(at(6).ok().flatten().map(|found| found.key_id.clone()).as_deref(), Some("k"));
        assert!(at(4).is_err(), "the keys are fetched again, and there is no provider");
    }
}
