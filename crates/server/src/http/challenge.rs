//! The `WWW-Authenticate` header of responses with 401, with the address of the OAuth metadata.

use axum::http::header::{ACCESS_CONTROL_EXPOSE_HEADERS, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::Response;

/// The address of the well-known document `name` about `address`: `/.well-known/{name}` is inserted between the host
/// and the path (RFC 9728, section 3.1).
fn well_known_address(name: &str, address: &str) -> String {
    let host_start = address.find("://").map_or(0, |at| at + 3);
    let host_end = address[host_start..].find('/').map_or(address.len(), |length| host_start + length);
    format!("{}/.well-known/{name}{}", &address[..host_end], &address[host_end..])
}

/// The challenge for requests to a path. When the instance has a public address (`base`), the challenge contains the
/// address of the resource's metadata (RFC 9728, section 5.1), which describes how an agent connects.
pub(super) fn challenge(base: Option<&str>, path: &str, had_credentials: bool) -> HeaderValue {
    let Some(base) = base else { return HeaderValue::from_static("Bearer") };
    let is_agent_endpoint = path == "/mcp" || path == "/mcp/";
    let resource = if is_agent_endpoint { format!("{base}/mcp") } else { base.to_owned() };
    let metadata = well_known_address("oauth-protected-resource", &resource);
    // RFC 6750, section 3.1: a request without credentials gets no error code.
    let error = if had_credentials { "error=\"invalid_token\", " } else { "" };
    HeaderValue::from_str(&format!("Bearer {error}resource_metadata=\"{metadata}\""))
        .unwrap_or(HeaderValue::from_static("Bearer"))
}

/// Sets the challenge for a path in a 401 response that has a `WWW-Authenticate` header. Where the response allows CORS
/// requests to read headers, they may read this one, too.
pub(super) fn set_challenge(answer: &mut Response, base: Option<&str>, path: &str, had_credentials: bool) {
    if answer.status() != StatusCode::UNAUTHORIZED || !answer.headers().contains_key(WWW_AUTHENTICATE) {
        return;
    }
    let headers = answer.headers_mut();
    headers.insert(WWW_AUTHENTICATE, challenge(base, path, had_credentials));
    if base.is_some() && headers.contains_key(ACCESS_CONTROL_EXPOSE_HEADERS) {
        headers.append(ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static("WWW-Authenticate"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_well_known_name_is_inserted_between_host_and_path() {
        for (address, expected) in [
            ("https://decks.test", "https://decks.test/.well-known/x"),
            ("https://decks.test/mcp", "https://decks.test/.well-known/x/mcp"),
            ("http://127.0.0.1:4100/a/b", "http://127.0.0.1:4100/.well-known/x/a/b"),
        ] {
            assert_eq!(well_known_address("x", address), expected);
        }
    }

    #[test]
    fn a_challenge_names_the_metadata_of_an_instance_with_a_public_address() {
        let check = |base, path, sent| challenge(base, path, sent).to_str().expect("ASCII").to_owned();
        assert_eq!(check(None, "/mcp", true), "Bearer");
        assert_eq!(
            check(Some("https://decks.test"), "/mcp", false),
            "Bearer resource_metadata=\"https://decks.test/.well-known/oauth-protected-resource/mcp\""
        );
        assert_eq!(
            check(Some("https://decks.test"), "/api/v1/themes", true),
            "Bearer error=\"invalid_token\", resource_metadata=\"https://decks.test/.well-known/oauth-protected-resource\""
        );
    }
}
