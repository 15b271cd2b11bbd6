//! Clients that describe themselves: the client id is the address of a document (OAuth Client ID Metadata Document).
//!
//! The address comes from a user, so it is requested only where the operator allows it. The HTTP client of this module
//! connects only to the public internet, follows no redirect, and limits the time, the size and the number of requests.

use std::time::Duration;

use axum::http::Uri;
use serde::Deserialize;
use serde_json::Value;
use service::{Client, OauthClientId, Registration, is_public};
use tokio::sync::Semaphore;
use ureq::config::Config;
use ureq::http::header::ACCEPT;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};
use ureq::{Agent, Error};

/// How long a response may take, to its last byte.
const TIMEOUT: Duration = Duration::from_secs(5);
/// The maximum size of a document in bytes, as the draft recommends.
const MAX_BYTES: u64 = 5 * 1024;
/// The maximum length of the address of a document, in bytes.
const MAX_ADDRESS: usize = 500;
/// Limits how many documents are requested at once.
static PERMITS: Semaphore = Semaphore::const_new(4);

/// The document of a client.
#[derive(Deserialize)]
struct Document {
    client_id: OauthClientId,
    token_endpoint_auth_method: Option<String>,
    client_secret: Option<Value>,
    #[serde(flatten)]
    registration: Registration,
}

/// Resolves names to addresses of the public internet. The connection uses the checked addresses, so that a second DNS
/// lookup cannot lead elsewhere.
#[derive(Debug)]
struct PublicResolver;

impl Resolver for PublicResolver {
    fn resolve(&self, uri: &Uri, config: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, Error> {
        let found = DefaultResolver::default().resolve(uri, config, timeout)?;
        if found.iter().all(|address| is_public(address.ip())) { Ok(found) } else { Err(Error::HostNotFound) }
    }
}

/// Requests the document of a client and parses it.
///
/// # Errors
/// The id is not the address of a document, or the document cannot be read or does not describe the client.
pub(super) async fn fetch(id: &OauthClientId) -> Result<Client, String> {
    check_address(id)?;
    let permit = PERMITS.acquire().await.map_err(|fault| fault.to_string())?;
    let url = id.clone();
    // The thread holds the permit, since the request continues when the person closes the page.
    let requested = tokio::task::spawn_blocking(move || {
        let text = get(&url);
        drop(permit);
        text
    });
    read(id, &requested.await.map_err(|fault| fault.to_string())??)
}

/// Requests a document and returns its text.
fn get(url: &str) -> Result<String, String> {
    let config = Agent::config_builder()
        .timeout_global(Some(TIMEOUT))
        .max_redirects(0)
        .max_redirects_will_error(false)
        .https_only(true)
        .proxy(None)
        .http_status_as_error(false)
        .build();
    let agent = Agent::with_parts(config, DefaultConnector::default(), PublicResolver);
    let mut answer = agent.get(url).header(ACCEPT, "application/json").call().map_err(|fault| fault.to_string())?;
    if answer.status() != 200 {
        return Err(format!("HTTP status code {}", answer.status()));
    }
    answer.body_mut().with_config().limit(MAX_BYTES).read_to_string().map_err(|fault| fault.to_string())
}

/// Checks an id by section 3 of the draft: `https`, a path, no dot segments, no fragment, no user; at most
/// [`MAX_ADDRESS`] bytes.
fn check_address(id: &str) -> Result<(), String> {
    let is_forbidden = |byte: u8| !byte.is_ascii_graphic() || matches!(byte, b'#' | b'\\' | b'@' | b'"' | b'<' | b'>');
    let uri: Uri = id.parse().map_err(|_| "no address")?;
    let has_dots = uri.path().split('/').any(|part| part == "." || part == "..");
    let is_document = id.starts_with("https://") && uri.path() != "/" && !has_dots && !id.bytes().any(is_forbidden);
    if is_document && id.len() <= MAX_ADDRESS { Ok(()) } else { Err("no address of a document".to_owned()) }
}

/// Parses a document and checks it by section 4.1 of the draft: it contains its own address, and no secret.
fn read(id: &OauthClientId, text: &str) -> Result<Client, String> {
    let document: Document = serde_json::from_str(text).map_err(|fault| fault.to_string())?;
    if document.client_id != *id {
        return Err(format!("it describes `{}`", document.client_id));
    }
    if document.client_secret.is_some() || document.token_endpoint_auth_method.is_some_and(|method| method != "none") {
        return Err("clients have no secrets here: `token_endpoint_auth_method` is `none`".to_owned());
    }
    if document.registration.client_name.is_none() {
        return Err("`client_name` is missing".to_owned());
    }
    Client::described(id.clone(), document.registration).map_err(|fault| fault.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "https://agent.example/client.json";

    #[test]
    fn an_id_is_the_address_of_a_document() {
        assert_eq!(check_address(ID), Ok(()));
        for wrong in [
            "https://agent.example",
            "https://agent.example/",
            "http://agent.example/client.json",
            "https://agent.example/a/../client.json",
            "https://agent.example/client.json#x",
            "https://me@agent.example/client.json",
            "https://agent.example\\client.json",
            "3f2a",
        ] {
            assert!(check_address(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_document_describes_the_client_at_its_address() {
        let good = r#"{"client_id": "https://agent.example/client.json", "client_name": "Quay", "redirect_uris":
            ["http://127.0.0.1/cb"], "token_endpoint_auth_method": "none"}"#;
        let client = read(&ID.into(), good).expect("a client");
        assert_eq!((client.id.as_str(), client.name.as_str()), (ID, "Quay"));
        assert!(client.may_redirect_to("http://127.0.0.1:9/cb"));
        for (from, to) in [
            ("agent.example/client.json", "evil.example/client.json"),
            ("client_name", "name"),
            ("http://127.0.0.1/cb", "http://agent.example/cb"),
            ("\"none\"", "\"client_secret_post\""),
            ("\"token_endpoint_auth_method\": \"none\"", "\"client_secret\": \"x\""),
        ] {
            assert!(read(&ID.into(), &good.replacen(from, to, 1)).is_err(), "{to}");
        }
        assert!(read(&ID.into(), "<html>").is_err());
    }

    #[test]
    fn no_private_address_is_requested() {
        for private in ["https://localhost/x", "https://127.0.0.1/x", "https://[::1]/x", "https://169.254.169.254/x"] {
            assert!(get(private).expect_err("it is not public").contains("host not found"), "{private}");
        }
        assert!(get("http://127.0.0.1/x").is_err());
    }
}
