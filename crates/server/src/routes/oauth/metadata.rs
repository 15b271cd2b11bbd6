//! The metadata of the protected resources (RFC 9728) and of the authorization server (RFC 8414).

use axum::extract::State;
use axum::http::Uri;
use serde::Serialize;
use service::{Resource, Scope};

use super::PublicAddress;
use crate::http::{ApiError, App, Json, Result};

const SERVER: &str = "/.well-known/oauth-authorization-server";
const RESOURCE: &str = "/.well-known/oauth-protected-resource";

#[derive(Serialize)]
pub(crate) struct ProtectedResource {
    resource: String,
    authorization_servers: [String; 1],
    scopes_supported: [Scope; 6],
    bearer_methods_supported: [&'static str; 1],
    resource_name: &'static str,
}

#[derive(Serialize)]
pub(crate) struct AuthorizationServer {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: String,
    registration_endpoint: String,
    revocation_endpoint: String,
    scopes_supported: [Scope; 6],
    response_types_supported: [&'static str; 1],
    response_modes_supported: [&'static str; 1],
    grant_types_supported: [&'static str; 2],
    token_endpoint_auth_methods_supported: [&'static str; 1],
    revocation_endpoint_auth_methods_supported: [&'static str; 1],
    code_challenge_methods_supported: [&'static str; 1],
    authorization_response_iss_parameter_supported: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    client_id_metadata_document_supported: bool,
}

/// Returns the metadata of a protected resource: the endpoint for agents, or the whole instance. The path after the
/// well-known name is that of the resource.
pub(crate) async fn protected_resource(
    PublicAddress(base): PublicAddress,
    uri: Uri,
) -> Result<Json<ProtectedResource>> {
    let resource = match path_below(&base, RESOURCE, &uri) {
        Some("" | "/") => Resource::Instance,
        Some("/mcp" | "/mcp/") => Resource::Mcp,
        _ => return Err(ApiError::NoSuchPath),
    };
    Ok(Json(ProtectedResource {
        resource: resource.address(&base),
        authorization_servers: [base],
        scopes_supported: Scope::ALL,
        bearer_methods_supported: ["header"],
        resource_name: "Lectern",
    }))
}

/// Returns the metadata of the authorization server. Under a path that is not the issuer's there is none, since the
/// `issuer` in it must match the requested address (RFC 8414, section 3.3).
pub(crate) async fn authorization_server(
    PublicAddress(base): PublicAddress,
    State(app): State<App>,
    uri: Uri,
) -> Result<Json<AuthorizationServer>> {
    if !matches!(path_below(&base, SERVER, &uri), Some("" | "/")) {
        return Err(ApiError::NoSuchPath);
    }
    Ok(Json(AuthorizationServer {
        authorization_endpoint: format!("{base}/oauth/authorize"),
        token_endpoint: format!("{base}/oauth/token"),
        registration_endpoint: format!("{base}/oauth/register"),
        revocation_endpoint: format!("{base}/oauth/revoke"),
        issuer: base,
        scopes_supported: Scope::ALL,
        response_types_supported: ["code"],
        response_modes_supported: ["query"],
        grant_types_supported: ["authorization_code", "refresh_token"],
        token_endpoint_auth_methods_supported: ["none"],
        revocation_endpoint_auth_methods_supported: ["none"],
        code_challenge_methods_supported: ["S256"],
        authorization_response_iss_parameter_supported: true,
        client_id_metadata_document_supported: app.settings.oauth_client_documents,
    }))
}

/// The path after a well-known name, without the path of the public address, which a proxy may already have removed.
/// None when the address does not begin with that name.
fn path_below<'a>(base: &str, name: &str, uri: &'a Uri) -> Option<&'a str> {
    let path = uri.path().strip_prefix(name)?;
    let base: Uri = base.parse().ok()?;
    let prefix = base.path().trim_end_matches('/');
    Some(path.strip_prefix(prefix).unwrap_or(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_of_the_public_address_is_left_out() {
        let check = |base: &str, path: &'static str| {
            let uri = Uri::from_static(path);
            path_below(base, RESOURCE, &uri).map(str::to_owned)
        };
        assert_eq!(check("https://a.test", "/.well-known/oauth-protected-resource").as_deref(), Some(""));
        assert_eq!(check("https://a.test", "/.well-known/oauth-protected-resource/mcp").as_deref(), Some("/mcp"));
        assert_eq!(check("https://a.test/x", "/.well-known/oauth-protected-resource/x/mcp").as_deref(), Some("/mcp"));
        assert_eq!(check("https://a.test/x", "/.well-known/oauth-protected-resource/mcp").as_deref(), Some("/mcp"));
        assert_eq!(check("https://a.test/x", "/.well-known/oauth-protected-resource/y").as_deref(), Some("/y"));
    }
}
