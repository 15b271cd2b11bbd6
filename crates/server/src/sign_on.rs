//! Single sign-on: requests to the issuer, and verification of its responses.
//!
//! OpenID Connect's code flow with PKCE. The state of a pending sign-in is in a sealed cookie, so that another node can
//! finish it. This module knows nothing of pages or accounts: it returns the person whom the issuer authenticated,
//! after it has verified signature, issuer, audience, expiry and nonce. Section numbers after `Core` are those of
//! OpenID Connect Core 1.0.

mod fetch;
mod id_token;
mod jwt;
mod provider;
mod sealed;

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use ring::rand::SecureRandom as _;
use serde::Deserialize;
use service::{Visitor, same_secret};
use sha2::{Digest as _, Sha256};
use tokio::sync::{Mutex, Semaphore};

use self::fetch::{IssuerClient, IssuerResponse};
use self::id_token::{Expected, Person};
use self::jwt::Token;
use self::provider::{ClientAuthentication, Provider, check_address};
use self::sealed::{PendingSignIn, Seal};
use crate::settings::Oidc;

#[cfg(any(test, feature = "fuzz"))]
pub use self::jwt::check_token;
pub(crate) use self::sealed::LIFETIME_MINUTES;
#[cfg(any(test, feature = "fuzz"))]
pub use self::sealed::check_sealed_cookie;

/// The path to which the issuer redirects.
pub(crate) const CALLBACK: &str = "/signin/oidc/callback";
/// The requested scopes: an ID token, and the person's e-mail and name.
const SCOPE: &str = "openid email profile";
/// How long the issuer's metadata and keys are cached.
const CACHE_LIFETIME: Duration = Duration::from_mins(10);
/// The age from which on metadata and keys are read again when a token does not verify: the keys may have changed.
const MIN_CACHE_AGE: Duration = Duration::from_secs(30);
/// The time between a failed request for metadata and keys, and the next one.
const RETRY_INTERVAL: Duration = Duration::from_secs(5);
/// The maximum number of sign-ins that wait for the issuer at once. Others wait for a permit.
const MAX_WAITING: usize = 8;

/// Why a sign-in failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Fault {
    /// The issuer cannot be reached, or its response cannot be used.
    #[error("the response of the issuer cannot be used: {0}")]
    Issuer(String),
    /// This browser did not start the sign-in, or started it too long ago.
    #[error("this browser did not start the sign-in, or started it too long ago")]
    UnknownSignIn,
    /// The issuer rejected the request.
    #[error("the issuer refuses: {0}")]
    Refused(String),
    /// The ID token is not for this client, or not from the issuer.
    #[error("the ID token is not valid: {0}")]
    InvalidToken(String),
}

/// A sign-in that was started.
pub(crate) struct StartedSignIn {
    /// The page of the issuer to redirect to.
    pub(crate) address: String,
    /// The value of the sealed cookie.
    pub(crate) cookie: String,
}

/// A sign-in that was verified: the person, and the path to redirect to.
#[derive(Debug)]
pub(crate) struct VerifiedSignIn {
    pub(crate) visitor: Visitor,
    pub(crate) next: String,
}

/// The issuer, and a cache of what it publishes about itself.
pub(crate) struct SignOn {
    /// The name on the button, if it is configured.
    pub(crate) name: Option<String>,
    issuer: String,
    client_id: String,
    client_secret: String,
    redirect: String,
    seal: Seal,
    client: IssuerClient,
    cached: Mutex<Option<Cached>>,
    waiting: Arc<Semaphore>,
}

/// The issuer's metadata and keys, or the fact that they could not be read.
struct Cached {
    at: Instant,
    provider: Option<Arc<Provider>>,
}

/// The response to a token request (Core, section 3.1.3.3).
#[derive(Deserialize)]
struct TokenResponse {
    access_token: String,
    id_token: Option<String>,
}

/// The error response to a token request (RFC 6749, section 5.2).
#[derive(Deserialize)]
struct TokenError {
    error: String,
}

/// An access token, and the ID token that came with it.
struct Tokens {
    access: String,
    id: Token,
}

impl SignOn {
    /// Single sign-on with the configured issuer.
    ///
    /// Fails when the issuer's or the instance's address is not an address on the web.
    pub(crate) fn new(settings: &Oidc) -> Result<Self, String> {
        let secret = settings.client_secret.reveal();
        let redirect = format!("{}{CALLBACK}", settings.public);
        check_address(&settings.issuer)?;
        check_address(&redirect)?;
        Ok(Self {
            name: settings.name.clone(),
            issuer: settings.issuer.clone(),
            client_id: settings.client_id.clone(),
            client_secret: secret.to_owned(),
            redirect,
            seal: Seal::new(secret),
            client: IssuerClient::new(settings.issuer.starts_with("https://")),
            cached: Mutex::new(None),
            waiting: Arc::new(Semaphore::new(MAX_WAITING)),
        })
    }

    /// Starts a sign-in after which the browser is redirected to `next`. `now` is in milliseconds since 1970.
    pub(crate) async fn begin(&self, next: &str, now: i64) -> Result<StartedSignIn, Fault> {
        let provider = self.provider(CACHE_LIFETIME).await?;
        let pending = PendingSignIn {
            state: random_text::<16>()?,
            nonce: random_text::<16>()?,
            verifier: random_text::<32>()?,
            next: next.to_owned(),
        };
        let address = self.authorization_address(&provider.authorization_endpoint, &pending);
        Ok(StartedSignIn { address, cookie: self.seal.seal(&pending, now) })
    }

    /// The address of the issuer's sign-in page (Core, section 3.1.2.1; PKCE: RFC 7636, section 4.3).
    fn authorization_address(&self, endpoint: &str, pending: &PendingSignIn) -> String {
        let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(&pending.verifier));
        let query = form_urlencoded::Serializer::new(String::new())
            .append_pair("response_type", "code")
            .append_pair("client_id", &self.client_id)
            .append_pair("state", &pending.state)
            .append_pair("code_challenge", &challenge)
            .append_pair("code_challenge_method", "S256")
            .append_pair("redirect_uri", &self.redirect)
            .append_pair("scope", SCOPE)
            .append_pair("nonce", &pending.nonce)
            .finish();
        let separator = if endpoint.contains('?') { '&' } else { '?' };
        format!("{endpoint}{separator}{query}")
    }

    /// The pending sign-in of this browser, from its cookie. Fails when the browser has none, or one with another
    /// `state`. Sends no request to the issuer.
    pub(crate) fn pending(&self, cookie: Option<&str>, state: &str, now: i64) -> Result<PendingSignIn, Fault> {
        let pending = cookie.and_then(|cookie| self.seal.open(cookie, now));
        pending.filter(|pending| same_secret(&pending.state, state)).ok_or(Fault::UnknownSignIn)
    }

    /// Finishes a sign-in: exchanges the code for an ID token and verifies it.
    pub(crate) async fn end(self: &Arc<Self>, pending: PendingSignIn, code: String) -> Result<VerifiedSignIn, Fault> {
        let issuer_fault = |fault: &dyn std::error::Error| Fault::Issuer(fault.to_string());
        let permit = Arc::clone(&self.waiting).acquire_owned().await.map_err(|fault| issuer_fault(&fault))?;
        let sign_on = Arc::clone(self);
        // Spawned, so that the permit is held until the issuer has responded, even when the client disconnects before
        // that.
        let exchange = tokio::spawn(async move {
            let verified = sign_on.exchange(pending, code).await;
            drop(permit);
            verified
        });
        exchange.await.map_err(|fault| issuer_fault(&fault))?
    }

    /// Exchanges the code for tokens, verifies the ID token and returns the person whom it is about.
    async fn exchange(self: Arc<Self>, pending: PendingSignIn, code: String) -> Result<VerifiedSignIn, Fault> {
        let PendingSignIn { nonce, verifier, next, .. } = pending;
        let mut provider = self.provider(CACHE_LIFETIME).await?;
        let (sign_on, issuer) = (Arc::clone(&self), Arc::clone(&provider));
        let tokens = blocking(move || sign_on.tokens(&issuer, &code, &verifier)).await?;
        let mut verified = self.verify(&provider, &tokens, &nonce);
        if verified.is_err() {
            // The issuer's keys may have changed since they were read.
            provider = self.provider(MIN_CACHE_AGE).await?;
            verified = self.verify(&provider, &tokens, &nonce);
        }
        let person = verified.map_err(Fault::InvalidToken)?;
        let visitor = blocking(move || self.visitor(&provider, &tokens.access, person)).await?;
        Ok(VerifiedSignIn { visitor, next })
    }

    /// The issuer's metadata and keys, not older than `age`. One caller reads them, the others wait for the result.
    async fn provider(&self, age: Duration) -> Result<Arc<Provider>, Fault> {
        let mut cached = self.cached.lock().await;
        match &*cached {
            Some(Cached { at, provider: Some(provider) }) if at.elapsed() < age => return Ok(Arc::clone(provider)),
            Some(Cached { at, provider: None }) if at.elapsed() < RETRY_INTERVAL => {
                return Err(Fault::Issuer("the last request failed a moment ago".to_owned()));
            }
            _ => {}
        }
        let (issuer, client) = (self.issuer.clone(), self.client.clone());
        let provider =
            blocking(move || Provider::discover(&client, &issuer).map(Arc::new).map_err(Fault::Issuer)).await;
        *cached = Some(Cached { at: Instant::now(), provider: provider.as_ref().ok().cloned() });
        provider
    }

    /// Exchanges a code for tokens (Core, section 3.1.3.1).
    fn tokens(&self, provider: &Provider, code: &str, verifier: &str) -> Result<Tokens, Fault> {
        let url = provider.token_endpoint.as_deref();
        let url = url.ok_or_else(|| Fault::Issuer("its metadata names no token endpoint".to_owned()))?;
        let mut form = form_urlencoded::Serializer::new(String::new());
        form.append_pair("grant_type", "authorization_code")
            .append_pair("code", code)
            .append_pair("code_verifier", verifier)
            .append_pair("redirect_uri", &self.redirect);
        let authorization = match provider.client_authentication {
            ClientAuthentication::Basic => Some(self.basic_authorization()),
            ClientAuthentication::Post => {
                form.append_pair("client_id", &self.client_id).append_pair("client_secret", &self.client_secret);
                None
            }
        };
        let answer = self.client.post_form(url, authorization.as_deref(), &form.finish()).map_err(Fault::Issuer)?;
        if let Some(refusal) = token_error(&answer) {
            return Err(Fault::Refused(refusal));
        }
        let TokenResponse { access_token, id_token } =
            answer.json(url, &["application/json"]).map_err(Fault::Issuer)?;
        let id_token = id_token.ok_or_else(|| Fault::InvalidToken("the response contains none".to_owned()))?;
        let id = Token::parse(&id_token).map_err(|fault| Fault::Issuer(format!("its ID token: {fault}")))?;
        Ok(Tokens { access: access_token, id })
    }

    /// The `Authorization` header with id and secret, each form-encoded as RFC 6749, section 2.3.1, requires.
    fn basic_authorization(&self) -> String {
        let [id, secret] = [&self.client_id, &self.client_secret]
            .map(|part| form_urlencoded::byte_serialize(part.as_bytes()).collect::<String>());
        format!("Basic {}", STANDARD.encode(format!("{id}:{secret}")))
    }

    /// Verifies the ID token and returns the person whom it is about.
    fn verify(&self, provider: &Provider, tokens: &Tokens, nonce: &str) -> Result<Person, String> {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs_f64();
        let (issuer, client_id) = (self.issuer.as_str(), self.client_id.as_str());
        let expected = Expected { issuer, client_id, nonce, access_token: &tokens.access, now };
        id_token::verify(&tokens.id, provider, expected)
    }

    /// The person of the ID token. When the token has no e-mail, the claims of the issuer's userinfo endpoint are used,
    /// if it has one.
    fn visitor(&self, provider: &Provider, access_token: &str, mut person: Person) -> Result<Visitor, Fault> {
        if person.email.is_none()
            && let Some(url) = &provider.userinfo_endpoint
        {
            let subject = person.sub;
            person = self.person(provider, url, access_token).map_err(Fault::Issuer)?;
            // Core, section 5.3.2: the response may be about another person.
            if person.sub != subject {
                return Err(Fault::Issuer(format!("its userinfo is about `{}` (expected `{subject}`)", person.sub)));
            }
        }
        Ok(Visitor {
            issuer: self.issuer.clone(),
            subject: person.sub,
            email: person.email,
            is_verified: person.email_verified,
            name: person.name,
        })
    }

    /// Reads the userinfo endpoint (Core, section 5.3), which returns JSON or a signed token.
    fn person(&self, provider: &Provider, url: &str, access_token: &str) -> Result<Person, String> {
        let answer = self.client.get(url, Some(&format!("Bearer {access_token}")))?;
        if answer.status == 200 && answer.media_type.as_deref() == Some("application/jwt") {
            let token = String::from_utf8_lossy(&answer.body);
            return id_token::verify_person(&Token::parse(&token)?, provider, &self.issuer, &self.client_id);
        }
        answer.json(url, &["application/json"])
    }
}

/// The error code of a token request that was rejected.
fn token_error(answer: &IssuerResponse) -> Option<String> {
    let error = (answer.status != 200).then(|| serde_json::from_slice::<TokenError>(&answer.body))?;
    error.ok().map(|refusal| refusal.error)
}

/// `BYTES` random bytes from the system's random source, in base64url without padding.
fn random_text<const BYTES: usize>() -> Result<String, Fault> {
    let mut bytes = [0; BYTES];
    let filled = ring::rand::SystemRandom::new().fill(&mut bytes);
    filled.map_err(|_| Fault::Issuer("the system has no random numbers".to_owned()))?;
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}

/// Runs a function on a blocking thread.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> Result<T, Fault> + Send + 'static) -> Result<T, Fault> {
    tokio::task::spawn_blocking(work).await.map_err(|fault| Fault::Issuer(fault.to_string()))?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sign_on() -> SignOn {
        SignOn {
            name: None,
            issuer: "https://login.test".to_owned(),
            client_id: "lectern & co".to_owned(),
            client_secret: "a:b c%".to_owned(),
            redirect: "https://decks.test/signin/oidc/callback".to_owned(),
            seal: Seal::new("secret"),
            client: IssuerClient::new(true),
            cached: Mutex::new(None),
            waiting: Arc::new(Semaphore::new(1)),
        }
    }

    /// The verifier and its challenge are those of RFC 7636, appendix B.
    #[test]
    fn the_address_of_the_sign_in_page_has_every_parameter() {
        let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk".to_owned();
        let [state, nonce, next] = ["s", "n", "/app"].map(str::to_owned);
        let pending = PendingSignIn { state, nonce, verifier, next };
        let query = "response_type=code&client_id=lectern+%26+co&state=s\
                     &code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256\
                     &redirect_uri=https%3A%2F%2Fdecks.test%2Fsignin%2Foidc%2Fcallback&scope=openid+email+profile&nonce=n";
        let address = |endpoint: &str| sign_on().authorization_address(endpoint, &pending);
        assert_eq!(address("https://login.test/auth"), format!("https://login.test/auth?{query}"));
        assert_eq!(address("https://login.test/auth?realm=a"), format!("https://login.test/auth?realm=a&{query}"));
    }

    #[test]
    fn id_and_secret_are_encoded_before_they_are_joined() {
        let header = sign_on().basic_authorization();
        let decoded = STANDARD.decode(header.strip_prefix("Basic ").expect("the scheme")).expect("base64");
        assert_eq!(String::from_utf8_lossy(&decoded), "lectern+%26+co:a%3Ab+c%25");
    }

    #[test]
    fn random_texts_are_long_enough_and_differ() {
        let text = random_text::<32>().expect("a text");
        // RFC 7636, section 4.1: 43 characters at least.
        assert_eq!(text.len(), 43);
        assert_ne!(text, random_text::<32>().expect("a text"));
    }
}
