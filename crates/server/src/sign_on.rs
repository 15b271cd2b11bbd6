//! Single sign-on: what is asked of the issuer, and what of its answers is believed.
//!
//! OpenID Connect's code flow with PKCE. What a sign-in has to remember on its way travels in a sealed cookie, so that it
//! may end on another node than it began on. Knows no page and no account: it answers whom the issuer vouches for, once
//! signature, issuer, audience, expiry and nonce were found right.

mod fetch;
mod sealed;

use std::sync::Arc;
use std::time::{Duration, Instant};

use openidconnect::core::{
    CoreAuthenticationFlow, CoreClient, CoreIdTokenClaims, CoreProviderMetadata, CoreTokenResponse, CoreUserInfoClaims,
};
use openidconnect::{
    AccessTokenHash, AuthorizationCode, ClientId, ClientSecret, CsrfToken, EndpointMaybeSet, EndpointNotSet,
    EndpointSet, IssuerUrl, Nonce, OAuth2TokenResponse, PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, Scope,
    TokenResponse,
};
use service::{Visitor, same_secret};
use tokio::sync::{Mutex, Semaphore};

use self::fetch::Fetch;
use self::sealed::{Seal, UnderWay};
use crate::settings::Oidc;

pub(crate) use self::sealed::MINUTES;

/// Where the issuer sends people back to.
pub(crate) const RETURN: &str = "/signin/oidc/callback";
/// How long what the issuer says about itself is taken for granted.
const KNOWN: Duration = Duration::from_mins(10);
/// How soon it is asked again when its keys do not fit: they may have changed.
const KNOWN_AT_LEAST: Duration = Duration::from_secs(30);
/// How long an issuer that does not answer is left alone.
const PAUSE: Duration = Duration::from_secs(5);
/// Sign-ins that wait for the issuer at once.
const PLACES: usize = 8;

type Client =
    CoreClient<EndpointSet, EndpointNotSet, EndpointNotSet, EndpointNotSet, EndpointMaybeSet, EndpointMaybeSet>;

/// Why nobody is vouched for.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Fault {
    /// The issuer cannot be reached, or says nothing that can be used.
    #[error("the issuer does not answer as it should: {0}")]
    Issuer(String),
    /// The sign-in was not begun by this browser, or too long ago.
    #[error("the sign-in was not begun here, or too long ago")]
    Strange,
    /// The issuer refuses.
    #[error("the issuer refuses: {0}")]
    Refused(String),
    /// What the issuer sent is not for us, or not from it.
    #[error("the token is not good: {0}")]
    Forged(String),
}

/// A sign-in that begins: where to send the browser, and what it has to bring back.
pub(crate) struct Begun {
    /// A page of the issuer.
    pub(crate) address: String,
    /// The sealed cookie.
    pub(crate) cookie: String,
}

/// A sign-in that ends: who it is, and where he was going.
#[derive(Debug)]
pub(crate) struct Vouched {
    pub(crate) visitor: Visitor,
    pub(crate) next: String,
}

/// The issuer, and what is known of it.
pub(crate) struct SignOn {
    /// What the button says, if the operator chose it.
    pub(crate) name: Option<String>,
    issuer: IssuerUrl,
    client_id: ClientId,
    client_secret: ClientSecret,
    redirect: RedirectUrl,
    seal: Seal,
    fetch: Fetch,
    known: Mutex<Option<Known>>,
    places: Arc<Semaphore>,
}

/// What the issuer said about itself, or that it said nothing.
struct Known {
    at: Instant,
    said: Option<Arc<CoreProviderMetadata>>,
}

impl SignOn {
    /// Single sign-on as it is set, under the public address of the instance.
    pub(crate) fn new(settings: &Oidc) -> Result<Self, String> {
        let wrong = |fault: openidconnect::url::ParseError| fault.to_string();
        let secret = settings.client_secret.reveal();
        Ok(Self {
            name: settings.name.clone(),
            issuer: IssuerUrl::new(settings.issuer.clone()).map_err(wrong)?,
            client_id: ClientId::new(settings.client_id.clone()),
            client_secret: ClientSecret::new(secret.to_owned()),
            redirect: RedirectUrl::new(format!("{}{RETURN}", settings.public)).map_err(wrong)?,
            seal: Seal::new(secret),
            fetch: Fetch::new(settings.issuer.starts_with("https://")),
            known: Mutex::new(None),
            places: Arc::new(Semaphore::new(PLACES)),
        })
    }

    /// Begins a sign-in that goes on to `next`.
    pub(crate) async fn begin(&self, next: &str, now: i64) -> Result<Begun, Fault> {
        let provider = self.provider(KNOWN).await?;
        let client = self.client(&provider);
        let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
        let flow = CoreAuthenticationFlow::AuthorizationCode;
        let (address, state, nonce) = client
            .authorize_url(flow, CsrfToken::new_random, Nonce::new_random)
            .add_scope(Scope::new("email".to_owned()))
            .add_scope(Scope::new("profile".to_owned()))
            .set_pkce_challenge(challenge)
            .url();
        let under_way = UnderWay {
            state: state.into_secret(),
            nonce: nonce.secret().clone(),
            verifier: verifier.into_secret(),
            next: next.to_owned(),
        };
        Ok(Begun { address: address.into(), cookie: self.seal.close(&under_way, now) })
    }

    /// Whether a sign-in is one that this browser began; nothing is asked of the issuer.
    pub(crate) fn began(&self, cookie: Option<&str>, state: &str, now: i64) -> Result<UnderWay, Fault> {
        let under_way = cookie.and_then(|cookie| self.seal.open(cookie, now));
        under_way.filter(|begun| same_secret(&begun.state, state)).ok_or(Fault::Strange)
    }

    /// Ends a sign-in: trades the code for a token and judges it.
    pub(crate) async fn end(self: &Arc<Self>, under_way: UnderWay, code: String) -> Result<Vouched, Fault> {
        let broken = |fault: &dyn std::error::Error| Fault::Issuer(fault.to_string());
        let place = Arc::clone(&self.places).acquire_owned().await.map_err(|fault| broken(&fault))?;
        let asking = Arc::clone(self);
        // Whoever leaves gives his place back when the issuer has answered, not before.
        let ended = tokio::spawn(async move {
            let ended = asking.ended(under_way, code).await;
            drop(place);
            ended
        });
        ended.await.map_err(|fault| broken(&fault))?
    }

    async fn ended(self: Arc<Self>, under_way: UnderWay, code: String) -> Result<Vouched, Fault> {
        let UnderWay { nonce, verifier, next, .. } = under_way;
        let (provider, nonce) = (self.provider(KNOWN).await?, Nonce::new(nonce));
        let (client, asking) = (self.client(&provider), Arc::clone(&self));
        let token = blocking(move || asking.token(&client, code, verifier)).await?;
        // The keys may have changed since they were asked for.
        let mut client = self.client(&provider);
        let claims = if let Ok(claims) = judged(&client, &token, &nonce) {
            claims
        } else {
            let provider = self.provider(KNOWN_AT_LEAST).await?;
            client = self.client(&provider);
            judged(&client, &token, &nonce)?
        };
        let asking = Arc::clone(&self);
        let visitor = blocking(move || asking.visitor(&client, &token, &claims)).await?;
        Ok(Vouched { visitor, next })
    }

    /// What the issuer says about itself, not older than `age`. One asks, the others wait for the answer.
    async fn provider(&self, age: Duration) -> Result<Arc<CoreProviderMetadata>, Fault> {
        let mut known = self.known.lock().await;
        match &*known {
            Some(Known { at, said: Some(said) }) if at.elapsed() < age => return Ok(Arc::clone(said)),
            Some(Known { at, said: None }) if at.elapsed() < PAUSE => {
                return Err(Fault::Issuer("it did not a moment ago".to_owned()));
            }
            _ => {}
        }
        let (issuer, fetch) = (self.issuer.clone(), self.fetch.clone());
        let said = blocking(move || {
            let said = CoreProviderMetadata::discover(&issuer, &|request| fetch.call(request));
            said.map(Arc::new).map_err(|fault| Fault::Issuer(chain(&fault)))
        })
        .await;
        *known = Some(Known { at: Instant::now(), said: said.as_ref().ok().cloned() });
        said
    }

    fn client(&self, provider: &CoreProviderMetadata) -> Client {
        let (id, secret) = (self.client_id.clone(), self.client_secret.clone());
        CoreClient::from_provider_metadata(provider.clone(), id, Some(secret)).set_redirect_uri(self.redirect.clone())
    }

    fn token(&self, client: &Client, code: String, verifier: String) -> Result<CoreTokenResponse, Fault> {
        let exchange = client.exchange_code(AuthorizationCode::new(code));
        let exchange = exchange.map_err(|fault| Fault::Issuer(chain(&fault)))?;
        let token = exchange.set_pkce_verifier(PkceCodeVerifier::new(verifier));
        token.request(&|request| self.fetch.call(request)).map_err(|fault| match fault {
            openidconnect::RequestTokenError::ServerResponse(refusal) => Fault::Refused(refusal.error().to_string()),
            other => Fault::Issuer(chain(&other)),
        })
    }

    /// Who it is, by the token; by what the issuer tells about the person where the token has no e-mail.
    fn visitor(
        &self,
        client: &Client,
        token: &CoreTokenResponse,
        claims: &CoreIdTokenClaims,
    ) -> Result<Visitor, Fault> {
        let mut visitor = Visitor {
            issuer: self.issuer.as_str().to_owned(),
            subject: claims.subject().as_str().to_owned(),
            email: claims.email().map(|email| email.as_str().to_owned()),
            is_verified: claims.email_verified() == Some(true),
            name: claims.name().and_then(|name| name.get(None)).map(|name| name.as_str().to_owned()),
        };
        if visitor.email.is_some() {
            return Ok(visitor);
        }
        let subject = claims.subject().clone();
        let Ok(asked) = client.user_info(token.access_token().clone(), Some(subject)) else { return Ok(visitor) };
        let told: CoreUserInfoClaims =
            asked.request(&|request| self.fetch.call(request)).map_err(|fault| Fault::Issuer(chain(&fault)))?;
        visitor.email = told.email().map(|email| email.as_str().to_owned());
        visitor.is_verified = told.email_verified() == Some(true);
        visitor.name = told.name().and_then(|name| name.get(None)).map(|name| name.as_str().to_owned());
        Ok(visitor)
    }
}

/// The claims of a token that is from the issuer, for us, for this sign-in, and not too old; and whose access token is
/// the one that came with it.
fn judged(client: &Client, token: &CoreTokenResponse, nonce: &Nonce) -> Result<CoreIdTokenClaims, Fault> {
    let forged = |fault: &dyn std::error::Error| Fault::Forged(chain(fault));
    let id_token = token.id_token().ok_or_else(|| Fault::Forged("there is none".to_owned()))?;
    let verifier = client.id_token_verifier();
    let claims = id_token.claims(&verifier, nonce).map_err(|fault| forged(&fault))?;
    if let Some(expected) = claims.access_token_hash() {
        let algorithm = id_token.signing_alg().map_err(|fault| forged(&fault))?;
        let key = id_token.signing_key(&verifier).map_err(|fault| forged(&fault))?;
        let actual = AccessTokenHash::from_token(token.access_token(), algorithm, key);
        if actual.map_err(|fault| forged(&fault))? != *expected {
            return Err(Fault::Forged("another access token came with it".to_owned()));
        }
    }
    Ok(claims.clone())
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> Result<T, Fault> + Send + 'static) -> Result<T, Fault> {
    tokio::task::spawn_blocking(work).await.map_err(|fault| Fault::Issuer(fault.to_string()))?
}

/// A fault and what is behind it, for the log.
fn chain(fault: &dyn std::error::Error) -> String {
    let mut text = fault.to_string();
    let mut behind = fault.source();
    while let Some(fault) = behind {
        text = format!("{text}: {fault}");
        behind = fault.source();
    }
    text
}
