//! The metadata of the issuer: its endpoints, and the keys that it signs with.

use axum::http::Uri;
use serde::Deserialize;

use super::fetch::IssuerClient;
use super::jwt::{Algorithm, Keys};

/// The path of an issuer's metadata, appended to the issuer's address (OpenID Connect Discovery, section 4).
const METADATA: &str = ".well-known/openid-configuration";

/// An issuer as its metadata and its key set describe it.
#[derive(Debug)]
pub(super) struct Provider {
    pub(super) authorization_endpoint: String,
    pub(super) token_endpoint: Option<String>,
    pub(super) userinfo_endpoint: Option<String>,
    /// How the client authenticates when it sends a code.
    pub(super) client_authentication: ClientAuthentication,
    /// The algorithms that the issuer signs ID tokens with, as far as they are supported.
    pub(super) algorithms: Vec<Algorithm>,
    pub(super) keys: Keys,
}

/// Where a token request contains the client's secret (OpenID Connect Core, section 9).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ClientAuthentication {
    /// `client_secret_basic`: in the `Authorization` header.
    Basic,
    /// `client_secret_post`: in the form.
    Post,
}

#[derive(Deserialize)]
struct Metadata {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: Option<String>,
    userinfo_endpoint: Option<String>,
    jwks_uri: String,
    id_token_signing_alg_values_supported: Vec<String>,
    token_endpoint_auth_methods_supported: Option<Vec<String>>,
}

impl Provider {
    /// Reads the issuer's metadata and its keys.
    ///
    /// Fails when the issuer cannot be reached, or its metadata names another issuer or lacks what sign-in needs.
    pub(super) fn discover(client: &IssuerClient, issuer: &str) -> Result<Self, String> {
        let url = format!("{}/{METADATA}", issuer.strip_suffix('/').unwrap_or(issuer));
        let metadata: Metadata = client.get(&url, None)?.json(&url, &["application/json"])?;
        if metadata.issuer != issuer {
            return Err(format!("unexpected issuer `{}` (expected `{issuer}`)", metadata.issuer));
        }
        let endpoints = [&metadata.authorization_endpoint, &metadata.jwks_uri];
        for endpoint in endpoints.into_iter().chain(&metadata.token_endpoint).chain(&metadata.userinfo_endpoint) {
            check_address(endpoint)?;
        }
        let keys = client.get(&metadata.jwks_uri, None)?;
        let keys = keys.json(&metadata.jwks_uri, &["application/json", "application/jwk-set+json"])?;
        let algorithms = &metadata.id_token_signing_alg_values_supported;
        Ok(Self {
            client_authentication: client_authentication(metadata.token_endpoint_auth_methods_supported.as_deref()),
            algorithms: algorithms.iter().filter_map(|name| Algorithm::named(name)).collect(),
            authorization_endpoint: metadata.authorization_endpoint,
            token_endpoint: metadata.token_endpoint,
            userinfo_endpoint: metadata.userinfo_endpoint,
            keys,
        })
    }
}

/// Fails unless the text is an address on the web that a request can go to.
pub(super) fn check_address(text: &str) -> Result<(), String> {
    let address: Uri = text.parse().map_err(|fault| format!("`{text}` is no address: {fault}"))?;
    match (address.scheme_str(), address.authority()) {
        (Some("http" | "https"), Some(_)) => Ok(()),
        _ => Err(format!("`{text}` is no address on the web")),
    }
}

/// Chooses the header, which every issuer has to support (RFC 6749, section 2.3.1), unless the issuer offers only the
/// form.
fn client_authentication(offered: Option<&[String]>) -> ClientAuthentication {
    let offers = |method: &str| offered.is_some_and(|methods| methods.iter().any(|offered| offered == method));
    if offers("client_secret_post") && !offers("client_secret_basic") {
        return ClientAuthentication::Post;
    }
    ClientAuthentication::Basic
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_secret_goes_into_the_form_only_where_the_header_is_not_offered() {
        let method = |offered: &[&str]| {
            let offered: Vec<String> = offered.iter().map(|&method| method.to_owned()).collect();
            client_authentication(Some(&offered))
        };
        assert_eq!(client_authentication(None), ClientAuthentication::Basic);
        assert_eq!(method(&["client_secret_post", "client_secret_basic"]), ClientAuthentication::Basic);
        assert_eq!(method(&["private_key_jwt"]), ClientAuthentication::Basic);
        assert_eq!(method(&["private_key_jwt", "client_secret_post"]), ClientAuthentication::Post);
    }

    #[test]
    fn an_endpoint_is_an_address_on_the_web() {
        assert_eq!(check_address("https://login.test/auth?realm=a"), Ok(()));
        for wrong in ["", "/auth", "login.test", "javascript:alert(1)", "file:///etc/passwd", "https://login.test/a b"]
        {
            assert!(check_address(wrong).is_err(), "{wrong}");
        }
    }
}
