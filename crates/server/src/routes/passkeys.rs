//! Passkeys: adding, listing, renaming and removing the caller's own, and signing in by one.
//!
//! Options and responses have the JSON forms of Web Authentication (Level 3, section 5.1), which functions of browsers
//! parse and serialize. A passkey belongs to the public address of the instance or, without one, to the address of the
//! request.

use axum::extract::State;
use axum::http::header::HeaderMap;
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use service::{
    NewPasskey, PASSKEY_TIMEOUT, Passkey, PasskeyChallenge, PasskeyCondition, PasskeyId, PasskeySignIn, RelyingParty,
};

use super::auth::{SignedInJson, begin_session};
use crate::http::{
    ApiError, App, Body, ClientAddress, Created, Done, Iso, Json, Path, Request, Result, SameOrigin, Session,
    site_address,
};

/// A passkey of the caller.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct PasskeyJson {
    id: PasskeyId,
    name: String,
    /// Whether it is copied to other devices of its owner.
    backed_up: bool,
    created_at: Iso,
    last_used_at: Option<Iso>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct PasskeyAnswer {
    passkey: PasskeyJson,
}

/// What the caller has to do before they add a passkey.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
enum PasskeyConditionJson {
    None,
    Password,
    SignIn,
    Refused,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct PasskeyListJson {
    passkeys: Vec<PasskeyJson>,
    condition: PasskeyConditionJson,
    /// The domain that passkeys belong to; none where this instance has no address for them.
    site: Option<String>,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct BeginPasskey {
    /// The current password; not needed within ten minutes of a sign-in.
    current: Option<String>,
}

/// `PublicKeyCredentialCreationOptionsJSON`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct CreationOptions {
    rp: PasskeySite,
    user: PasskeyUser,
    challenge: String,
    pub_key_cred_params: Vec<PasskeyAlgorithm>,
    timeout: i64,
    exclude_credentials: Vec<PasskeyDescriptor>,
    authenticator_selection: PasskeySelection,
    attestation: &'static str,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct PasskeySite {
    id: String,
    name: &'static str,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct PasskeyUser {
    id: String,
    name: String,
    display_name: String,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct PasskeyAlgorithm {
    r#type: &'static str,
    alg: i64,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct PasskeyDescriptor {
    r#type: &'static str,
    id: String,
    transports: Vec<String>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct PasskeySelection {
    resident_key: &'static str,
    require_resident_key: bool,
    user_verification: &'static str,
}

/// `PublicKeyCredentialRequestOptionsJSON`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct RequestOptions {
    challenge: String,
    timeout: i64,
    rp_id: String,
    user_verification: &'static str,
}

/// A new passkey.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct AddPasskey {
    name: Option<String>,
    credential: RegistrationResponse,
}

/// `RegistrationResponseJSON`, as far as it is read.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct RegistrationResponse {
    response: AttestationResponse,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct AttestationResponse {
    #[serde(rename = "clientDataJSON")]
    client_data: String,
    #[serde(rename = "attestationObject")]
    attestation_object: String,
    #[serde(default)]
    transports: Vec<String>,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct RenamePasskey {
    name: String,
}

/// A sign-in by a passkey.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct PasskeyLogin {
    credential: AuthenticationResponse,
}

/// `AuthenticationResponseJSON`, as far as it is read.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct AuthenticationResponse {
    id: String,
    response: AssertionResponse,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct AssertionResponse {
    #[serde(rename = "clientDataJSON")]
    client_data: String,
    authenticator_data: String,
    signature: String,
    user_handle: Option<String>,
}

/// Lists the caller's passkeys.
pub(crate) async fn list(State(app): State<App>, caller: Session, headers: HeaderMap) -> Result<Json<PasskeyListJson>> {
    let list = app.service.accounts.passkeys(&caller).await?;
    let condition = match list.condition {
        PasskeyCondition::None => PasskeyConditionJson::None,
        PasskeyCondition::Password => PasskeyConditionJson::Password,
        PasskeyCondition::SignIn => PasskeyConditionJson::SignIn,
        PasskeyCondition::Refused => PasskeyConditionJson::Refused,
    };
    let passkeys = list.passkeys.into_iter().map(PasskeyJson::from).collect();
    Ok(Json(PasskeyListJson { passkeys, condition, site: passkey_site(&app, &headers) }))
}

/// Returns options for a new passkey.
pub(crate) async fn begin(
    State(app): State<App>,
    caller: Session,
    headers: HeaderMap,
    Request(BeginPasskey { current }): Request<BeginPasskey>,
) -> Result<Json<CreationOptions>> {
    let party = relying_party(&app, &headers)?;
    let PasskeyChallenge { challenge, passkeys } =
        app.service.accounts.begin_passkey(&caller, current.as_deref()).await?;
    let algorithm = |alg| PasskeyAlgorithm { r#type: "public-key", alg };
    let descriptor = |passkey: Passkey| PasskeyDescriptor {
        r#type: "public-key",
        id: passkey.credential,
        transports: passkey.transports,
    };
    let name = if caller.user.name.is_empty() { &caller.user.email } else { &caller.user.name };
    Ok(Json(CreationOptions {
        rp: PasskeySite { id: party.id().to_owned(), name: "Lectern" },
        user: PasskeyUser {
            id: URL_SAFE_NO_PAD.encode(caller.user.id.as_bytes()),
            name: caller.user.email.clone(),
            display_name: name.clone(),
        },
        challenge,
        pub_key_cred_params: RelyingParty::ALGORITHMS.map(algorithm).into(),
        timeout: PASSKEY_TIMEOUT,
        exclude_credentials: passkeys.into_iter().map(descriptor).collect(),
        authenticator_selection: PasskeySelection {
            resident_key: "required",
            require_resident_key: true,
            user_verification: "required",
        },
        attestation: "none",
    }))
}

/// Adds a passkey.
pub(crate) async fn add(
    State(app): State<App>,
    caller: Session,
    headers: HeaderMap,
    Request(AddPasskey { name, credential }): Request<AddPasskey>,
) -> Result<Created<PasskeyAnswer>> {
    let AttestationResponse { client_data, attestation_object, transports } = credential.response;
    let new = NewPasskey { name, client_data, attestation_object, transports };
    let passkey = app.service.accounts.add_passkey(&caller, &relying_party(&app, &headers)?, &new).await?;
    Ok(Created(PasskeyAnswer { passkey: passkey.into() }))
}

/// Renames a passkey.
pub(crate) async fn rename(
    State(app): State<App>,
    caller: Session,
    Path(id): Path<PasskeyId>,
    body: Body,
) -> Result<Json<PasskeyAnswer>> {
    app.service.accounts.own_passkey(&caller, &id).await?;
    let RenamePasskey { name } = body.read().await?;
    let passkey = app.service.accounts.rename_passkey(&caller, &id, &name).await?;
    Ok(Json(PasskeyAnswer { passkey: passkey.into() }))
}

/// Removes a passkey.
pub(crate) async fn remove(State(app): State<App>, caller: Session, Path(id): Path<PasskeyId>) -> Result<Json<Done>> {
    app.service.accounts.remove_passkey(&caller, &id).await?;
    Ok(Json(Done::OK))
}

/// Returns options for a sign-in by any passkey.
pub(crate) async fn begin_login(
    State(app): State<App>,
    _: SameOrigin,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
) -> Result<Json<RequestOptions>> {
    let party = relying_party(&app, &headers)?;
    Ok(Json(RequestOptions {
        challenge: app.service.accounts.begin_passkey_sign_in(&address.to_string()).await?,
        timeout: PASSKEY_TIMEOUT,
        rp_id: party.id().to_owned(),
        user_verification: "required",
    }))
}

/// Signs in by a passkey.
pub(crate) async fn login(
    State(app): State<App>,
    _: SameOrigin,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    Request(PasskeyLogin { credential }): Request<PasskeyLogin>,
) -> Result<Response> {
    let AuthenticationResponse { id, response } = credential;
    let AssertionResponse { client_data, authenticator_data, signature, user_handle } = response;
    let sent = PasskeySignIn { credential: id, client_data, authenticator_data, signature, user_handle };
    let party = relying_party(&app, &headers)?;
    let signed_in = app.service.accounts.sign_in_by_passkey(&address.to_string(), &party, &sent).await?;
    let answer = Json(SignedInJson::from(&signed_in)).into_response();
    begin_session(&app, &headers, &signed_in, answer).await
}

/// The domain that passkeys belong to; none where the address of the site cannot have passkeys.
pub(crate) fn passkey_site(app: &App, headers: &HeaderMap) -> Option<String> {
    RelyingParty::at(&site_address(headers, &app.settings)).map(|party| party.id().to_owned())
}

fn relying_party(app: &App, headers: &HeaderMap) -> Result<RelyingParty> {
    RelyingParty::at(&site_address(headers, &app.settings)).ok_or_else(|| {
        ApiError::invalid("passkeys need an address with a name and https, such as https://decks.example")
    })
}

impl From<Passkey> for PasskeyJson {
    fn from(passkey: Passkey) -> Self {
        Self {
            id: passkey.id,
            name: passkey.name,
            backed_up: passkey.backed_up,
            created_at: Iso(passkey.created_at),
            last_used_at: passkey.last_used_at.map(Iso),
        }
    }
}
