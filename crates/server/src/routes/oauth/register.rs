//! Dynamic client registration (RFC 7591).

use axum::extract::State;
use serde::Serialize;
use service::{Error, OauthClientId, OauthCode, OauthError, Registration};

use super::{OauthRefusal, PublicAddress};
use crate::http::{ApiError, App, Body, ClientAddress, Created};

/// A registered client (RFC 7591, section 3.2.1).
#[derive(Serialize)]
pub(crate) struct RegisteredClient {
    client_id: OauthClientId,
    client_id_issued_at: i64,
    client_name: String,
    redirect_uris: Vec<String>,
    grant_types: [&'static str; 2],
    response_types: [&'static str; 1],
    /// Always `none`, whatever the client asked for: clients have no secrets.
    token_endpoint_auth_method: &'static str,
}

/// Registers a client.
pub(crate) async fn register(
    _: PublicAddress,
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    body: Body,
) -> Result<Created<RegisteredClient>, OauthRefusal> {
    let body = body.bytes().await.map_err(body_error)?;
    let registration: Registration = serde_json::from_slice(&body).map_err(|fault| {
        OauthError::new(OauthCode::InvalidClientMetadata, format!("the body is no client metadata: {fault}"))
    })?;
    let client = app.service.oauth.register(&address.to_string(), registration).await?;
    Ok(Created(RegisteredClient {
        client_id_issued_at: client.registered_at.unwrap_or_default().div_euclid(1000),
        redirect_uris: client.redirects().to_vec(),
        client_id: client.id,
        client_name: client.name,
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none",
    }))
}

/// The error of a body that could not be read, as an error of the service.
pub(super) fn body_error(error: ApiError) -> Error {
    match error {
        ApiError::Service(error) => error,
        other => Error::invalid(other.to_string()),
    }
}

/// Parses bytes as the registration of a client. Panics when the host that Lectern shows for a redirect address is not
/// the one that the URI parser finds: by that host, people decide whether to connect the client.
#[cfg(any(test, feature = "fuzz"))]
pub fn check_oauth_client(bytes: &[u8]) {
    let Ok(registration) = serde_json::from_slice::<Registration>(bytes) else { return };
    let Ok(client) = service::Client::described("c".into(), registration) else { return };
    assert!(!client.name.is_empty() && !client.name.contains(char::is_control));
    for redirect in client.redirects() {
        let address: axum::http::Uri = redirect.parse().expect("an address");
        let host = address.host().expect("a host");
        assert!(service::Client::host_of(redirect).starts_with(host), "{redirect}");
        let is_local = matches!(host, "localhost" | "127.0.0.1" | "[::1]");
        assert_eq!(service::is_loopback(redirect), is_local, "{redirect}");
        assert!(is_local || address.scheme_str() == Some("https"), "{redirect}");
        assert!(client.may_redirect_to(redirect));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_shown_the_host_that_the_uri_parser_finds() {
        for redirect in ["https://a.test:443/b?c=%20", "http://[::1]:9", "http://localhost?x", "https://a.test|b/"] {
            check_oauth_client(format!("{{\"redirect_uris\": [\"{redirect}\"]}}").as_bytes());
        }
        check_oauth_client(b"{");
    }
}
