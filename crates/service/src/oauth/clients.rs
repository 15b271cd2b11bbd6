//! Clients: those that registered themselves (RFC 7591), and how any client describes itself.
//!
//! Anybody may register a client, since an instance does not know its agents beforehand. Few can be registered from one
//! network in a short time; a client that nobody connects is deleted after a day, and earlier when there are very many.

use serde::Deserialize;
use store::{OauthClient, OauthClientId, TokenBucket};

use super::{Oauth, OauthCode, OauthError, redirect};
use crate::address::{counted_network_of, site_of};
use crate::secret::new_id;

/// Clients that may be registered from one network.
const FROM_NETWORK: TokenBucket = TokenBucket { burst: 20, per_minute: 2 };
/// Clients that may be registered from one site, which has many IPv6 networks.
const FROM_SITE: TokenBucket = TokenBucket { burst: 100, per_minute: 10 };
/// The maximum number of clients that nobody connected. Above it the oldest are deleted.
const MAX_UNUSED: usize = 10_000;
/// The maximum number of redirect addresses of a client.
const MAX_REDIRECTS: usize = 20;
/// The maximum length of a name, in characters.
const MAX_NAME: usize = 100;

/// What a client says about itself: the client metadata of RFC 7591, section 2. Fields that are not used here are
/// ignored.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Registration {
    /// The addresses to which codes may be sent.
    #[serde(default)]
    pub redirect_uris: Vec<String>,
    /// Its name.
    pub client_name: Option<String>,
    /// The grant types that it uses.
    pub grant_types: Option<Vec<String>>,
    /// The response types that it uses.
    pub response_types: Option<Vec<String>>,
}

/// A client.
#[derive(Debug, Clone)]
pub struct Client {
    /// Its id: one that it got when it registered itself, or the address of its own description.
    pub id: OauthClientId,
    /// The name that it gave itself.
    pub name: String,
    redirects: Vec<String>,
    /// When it registered itself, in milliseconds since 1970; `None` for a client with its own description.
    pub registered_at: Option<i64>,
}

impl Client {
    /// A client with an id and its own metadata, after checking the metadata.
    ///
    /// # Errors
    /// Fails when a redirect address is missing or not allowed, or the client does not use authorization codes.
    pub fn described(id: OauthClientId, registration: Registration) -> Result<Self, OauthError> {
        let Registration { redirect_uris, client_name, grant_types, response_types } = registration;
        if redirect_uris.is_empty() || redirect_uris.len() > MAX_REDIRECTS {
            let text = format!("`redirect_uris` has 1 to {MAX_REDIRECTS} addresses");
            return Err(OauthError::new(OauthCode::InvalidRedirectUri, text));
        }
        if let Some(wrong) = redirect_uris.iter().find(|redirect| !redirect::is_allowed(redirect)) {
            let text = format!("`{wrong}`: an address begins with https://, or with http:// on the own machine");
            return Err(OauthError::new(OauthCode::InvalidRedirectUri, text));
        }
        for (name, used, needed) in
            [("grant_types", grant_types, "authorization_code"), ("response_types", response_types, "code")]
        {
            if used.is_some_and(|used| !used.iter().any(|used| used == needed)) {
                let text = format!("`{name}` must contain `{needed}`");
                return Err(OauthError::new(OauthCode::InvalidClientMetadata, text));
            }
        }
        let name = readable(client_name.as_deref().unwrap_or_default());
        let name = if name.is_empty() { redirect::host(&redirect_uris[0]) } else { name };
        Ok(Self { id, name, redirects: redirect_uris, registered_at: None })
    }

    /// The addresses to which codes may be sent.
    pub fn redirects(&self) -> &[String] {
        &self.redirects
    }

    /// The host of a redirect address, with its port if it has one.
    pub fn host_of(redirect: &str) -> String {
        redirect::host(redirect)
    }

    /// Whether codes may be sent to an address.
    pub fn may_redirect_to(&self, redirect: &str) -> bool {
        self.redirects.iter().any(|registered| redirect::is_same(registered, redirect))
    }
}

impl From<OauthClient> for Client {
    fn from(client: OauthClient) -> Self {
        let OauthClient { id, name, redirects, created_at, .. } = client;
        Self { id, name, redirects, registered_at: Some(created_at) }
    }
}

impl Oauth {
    /// Registers a client from a network address.
    ///
    /// # Errors
    /// Fails when the metadata of the client is invalid, or too many clients were registered from its network.
    pub async fn register(&self, address: &str, registration: Registration) -> Result<Client, OauthError> {
        let client = Client::described(new_id(), registration)?;
        let now = self.clock.now();
        let network = (format!("oauth-client:{}", counted_network_of(address)), FROM_NETWORK);
        let site = site_of(address).map(|site| (format!("oauth-client:{site}"), FROM_SITE));
        for (name, bucket) in [Some(network), site].into_iter().flatten() {
            if let Some(retry_after) = self.shared.spend_token(&name, bucket, now).await? {
                return Err(crate::Error::Throttled { retry_after }.into());
            }
        }
        let Client { id, name, redirects, .. } = client;
        let stored = OauthClient { id, name, redirects, created_at: now, used_at: None };
        self.store.create_oauth_client(stored.clone(), MAX_UNUSED).await?;
        Ok(stored.into())
    }

    /// A client that registered itself.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn registered_client(&self, id: &OauthClientId) -> crate::Result<Option<Client>> {
        if id.len() > 100 {
            return Ok(None);
        }
        Ok(self.store.oauth_client(id).await?.map(Client::from))
    }
}

/// A name on one line, without characters that are invisible or change the direction of the text around them.
fn readable(name: &str) -> String {
    let is_invisible = |sign: char| {
        matches!(sign, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
    };
    let visible: String = name
        .chars()
        .filter(|sign| !is_invisible(*sign))
        .map(|sign| if sign.is_control() { ' ' } else { sign })
        .collect();
    let words = visible.split_whitespace().collect::<Vec<_>>().join(" ");
    words.chars().take(MAX_NAME).collect::<String>().trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_no_invisible_characters() {
        assert_eq!(readable("  Claude\n\t Code "), "Claude Code");
        assert_eq!(readable("safe\u{202e}elif\u{200b}\u{0}x"), "safeelif x");
        assert_eq!(readable(&"a".repeat(300)).len(), MAX_NAME);
        assert_eq!(readable("\u{200b}"), "");
    }

    #[test]
    fn a_client_without_a_name_is_named_after_its_host() {
        let redirect_uris = vec!["https://agent.example/cb".to_owned()];
        let client = Client::described("c".into(), Registration { redirect_uris, ..Registration::default() });
        assert_eq!(client.expect("a client").name, "agent.example");
    }
}
