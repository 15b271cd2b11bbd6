//! Exchanges codes and refresh tokens for tokens (RFC 6749, sections 4.1.3 and 6), and revokes tokens (RFC 7009).

use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;
use service::{CodeExchange, OauthClientId, OauthCode, OauthError};

use super::parameters::Parameters;
use super::register::body_error;
use super::{OauthRefusal, PublicAddress};
use crate::http::{App, Body, ClientAddress, Json};

/// New tokens (RFC 6749, section 5.1).
#[derive(Serialize)]
pub(crate) struct Tokens {
    access_token: String,
    token_type: &'static str,
    expires_in: i64,
    refresh_token: String,
    scope: String,
}

/// Exchanges a code or a refresh token for new tokens.
pub(crate) async fn exchange(
    _: PublicAddress,
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    body: Body,
) -> Result<Json<Tokens>, OauthRefusal> {
    let parameters = Parameters::read(&body.bytes().await.map_err(body_error)?);
    let client = OauthClientId::from(parameters.required("client_id")?);
    let (resource, address) = (parameters.optional("resource")?, address.to_string());
    let issued = match parameters.required("grant_type")? {
        "authorization_code" => {
            let request = CodeExchange {
                client: &client,
                code: parameters.required("code")?,
                redirect: parameters.optional("redirect_uri")?,
                verifier: parameters.required("code_verifier")?,
                resource,
            };
            app.service.oauth.exchange(&address, request).await?
        }
        "refresh_token" => {
            let (token, scope) = (parameters.required("refresh_token")?, parameters.optional("scope")?);
            app.service.oauth.refresh(&address, &client, token, scope, resource).await?
        }
        other => {
            let text = format!("`{other}`: the grant types are `authorization_code` and `refresh_token`");
            return Err(OauthError::new(OauthCode::UnsupportedGrantType, text).into());
        }
    };
    Ok(Json(Tokens {
        access_token: issued.access,
        token_type: "Bearer",
        expires_in: issued.expires_in,
        refresh_token: issued.refresh,
        scope: issued.scopes.join(" "),
    }))
}

/// Ends the connection that a token belongs to.
pub(crate) async fn revoke(_: PublicAddress, State(app): State<App>, body: Body) -> Result<StatusCode, OauthRefusal> {
    let parameters = Parameters::read(&body.bytes().await.map_err(body_error)?);
    let client = OauthClientId::from(parameters.required("client_id")?);
    app.service.oauth.revoke(&client, parameters.required("token")?).await?;
    Ok(StatusCode::OK)
}
