//! Agents that connect by address, with a clock that the test advances.

use std::time::Duration;

use crate::common::TestService;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use service::{
    AuthorizationRequest, Caller, Client, CodeExchange, Error, IssuedTokens, OauthCode, OauthError, Registration,
    Resource, Scope, Tier, UserChange,
};
use sha2::{Digest, Sha256};

const BASE: &str = "https://decks.test";
const REDIRECT: &str = "https://agent.test/callback";
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const ADDRESS: &str = "203.0.113.7";

struct Connecting {
    test: TestService,
    ada: Caller,
    client: Client,
}

impl Connecting {
    async fn new() -> Self {
        let test = TestService::with(|config| config.base_url = Some(BASE.to_owned())).await;
        let ada = test.member("ada", Tier::Free).await;
        let client = test.service.oauth.register(ADDRESS, registration()).await.expect("a client");
        Self { test, ada, client }
    }

    /// The code of a new connection with all scopes.
    async fn code(&self) -> String {
        let access = self.test.service.oauth.requested(&request()).expect("a good request");
        let organization = &self.ada.organization.id;
        let connected =
            self.test.service.oauth.connect(&self.ada, &self.client, REDIRECT, &access, organization, &Scope::ALL);
        connected.await.expect("a code")
    }

    async fn exchange(&self, code: &str) -> Result<IssuedTokens, OauthError> {
        let redirect = Some(REDIRECT);
        let exchange = CodeExchange { client: &self.client.id, code, redirect, verifier: VERIFIER, resource: None };
        self.test.service.oauth.exchange(ADDRESS, exchange).await
    }

    async fn tokens(&self) -> IssuedTokens {
        self.exchange(&self.code().await).await.expect("tokens")
    }

    async fn refresh(&self, token: &str) -> Result<IssuedTokens, OauthError> {
        self.test.service.oauth.refresh(ADDRESS, &self.client.id, token, None, None).await
    }

    async fn is_open(&self, access_token: &str) -> bool {
        self.test.service.accounts.caller_by_bearer(access_token, Resource::Mcp).await.is_ok()
    }

    /// Names of the acts in the audit log, sorted, since the clock stands still.
    async fn acts(&self) -> Vec<String> {
        let log = self.test.service.audit.list(&self.test.admin().await, 100, 0).await.expect("the log");
        let mut acts: Vec<_> = log.rows.into_iter().map(|entry| entry.act).collect();
        acts.retain(|act| act.starts_with("agent"));
        acts.sort();
        acts
    }
}

fn registration() -> Registration {
    Registration {
        redirect_uris: vec![REDIRECT.to_owned()],
        client_name: Some("Quay".to_owned()),
        ..Registration::default()
    }
}

fn request() -> AuthorizationRequest {
    AuthorizationRequest {
        response_type: Some("code".to_owned()),
        challenge: Some(URL_SAFE_NO_PAD.encode(Sha256::digest(VERIFIER))),
        challenge_method: Some("S256".to_owned()),
        resources: vec![format!("{BASE}/mcp")],
        ..AuthorizationRequest::default()
    }
}

fn code_of<T>(result: Result<T, OauthError>) -> OauthCode {
    match result {
        Err(OauthError::Refused { code, .. }) => code,
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("it was not refused"),
    }
}

#[tokio::test]
async fn a_connected_agent_acts_for_its_person_within_its_scopes() {
    let connecting = Connecting::new().await;
    let access = connecting.test.service.oauth.requested(&request()).expect("a good request");
    let organization = &connecting.ada.organization.id;
    let chosen = [Scope::Read, Scope::Export];
    let oauth = &connecting.test.service.oauth;
    let connected = oauth.connect(&connecting.ada, &connecting.client, REDIRECT, &access, organization, &chosen);
    let tokens = connecting.exchange(&connected.await.expect("a code")).await.expect("tokens");
    assert_eq!((tokens.scopes.join(" ").as_str(), tokens.expires_in), ("read export", 3600));

    let agent = connecting.test.service.accounts.caller_by_bearer(&tokens.access, Resource::Mcp).await.expect("valid");
    assert_eq!(
        (agent.user.id.clone(), agent.organization.id.clone()),
        (connecting.ada.user.id.clone(), organization.clone())
    );
    assert!(agent.needs(Scope::Read).is_ok() && matches!(agent.needs(Scope::Write), Err(Error::MissingScope(_))));
    assert!(connecting.test.service.limits.count_request(&agent).await.is_ok(), "it is counted as a key is");

    assert_eq!(oauth.agents(&connecting.ada).await.expect("agents").len(), 1);
    let keys = connecting.test.service.accounts.keys(&connecting.ada, true).await.expect("keys");
    assert!(keys.is_empty(), "an agent is no API key");
}

#[tokio::test]
async fn tokens_expire() {
    let connecting = Connecting::new().await;
    let code = connecting.code().await;
    connecting.test.wait(Duration::from_mins(1));
    assert_eq!(code_of(connecting.exchange(&code).await), OauthCode::InvalidGrant, "a code is valid for a minute");

    let tokens = connecting.tokens().await;
    connecting.test.wait(Duration::from_secs(3599));
    assert!(connecting.is_open(&tokens.access).await);
    connecting.test.wait(Duration::from_secs(1));
    assert!(!connecting.is_open(&tokens.access).await);
    let tokens = connecting.refresh(&tokens.refresh).await.expect("new tokens");
    assert!(connecting.is_open(&tokens.access).await);
    connecting.test.wait(Duration::from_hours(30 * 24));
    assert_eq!(code_of(connecting.refresh(&tokens.refresh).await), OauthCode::InvalidGrant);
}

#[tokio::test]
async fn a_connection_ends_after_a_year() {
    let connecting = Connecting::new().await;
    let mut tokens = connecting.tokens().await;
    for _ in 0..14 {
        connecting.test.wait(Duration::from_hours(26 * 24));
        tokens = connecting.refresh(&tokens.refresh).await.expect("new tokens");
    }
    connecting.test.wait(Duration::from_hours(24));
    assert!(!connecting.is_open(&tokens.access).await);
    assert_eq!(code_of(connecting.refresh(&tokens.refresh).await), OauthCode::InvalidGrant);
}

#[tokio::test]
async fn the_last_access_token_is_said_to_be_valid_until_the_connection_ends() {
    let connecting = Connecting::new().await;
    let mut tokens = connecting.tokens().await;
    for _ in 0..14 {
        connecting.test.wait(Duration::from_hours(26 * 24));
        tokens = connecting.refresh(&tokens.refresh).await.expect("new tokens");
    }
    connecting.test.wait(Duration::from_mins(23 * 60 + 30));
    assert_eq!(connecting.refresh(&tokens.refresh).await.expect("new tokens").expires_in, 30 * 60);
}

#[tokio::test]
async fn what_is_used_twice_ends_the_connection() {
    let connecting = Connecting::new().await;
    let code = connecting.code().await;
    let tokens = connecting.exchange(&code).await.expect("tokens");
    assert_eq!(code_of(connecting.exchange(&code).await), OauthCode::InvalidGrant);
    assert!(!connecting.is_open(&tokens.access).await, "the tokens of a replayed code are worthless");
    assert_eq!(code_of(connecting.refresh(&tokens.refresh).await), OauthCode::InvalidGrant);

    let stolen = connecting.tokens().await;
    let next = connecting.refresh(&stolen.refresh).await.expect("new tokens");
    assert_eq!(code_of(connecting.refresh(&stolen.refresh).await), OauthCode::InvalidGrant);
    for access in [&stolen.access, &next.access] {
        assert!(!connecting.is_open(access).await);
    }
    assert_eq!(code_of(connecting.refresh(&next.refresh).await), OauthCode::InvalidGrant);
    assert_eq!(connecting.acts().await, ["agent-connected", "agent-connected", "agent-revoked", "agent-revoked"]);
}

#[tokio::test]
async fn of_two_simultaneous_exchanges_one_ends_the_connection() {
    let connecting = Connecting::new().await;
    let code = connecting.code().await;
    let (one, other) = tokio::join!(connecting.exchange(&code), connecting.exchange(&code));
    assert!(one.is_err() || other.is_err());
    for tokens in [one, other].into_iter().flatten() {
        assert!(!connecting.is_open(&tokens.access).await);
    }
}

#[tokio::test]
async fn a_code_is_bound_to_its_client_address_verifier_and_resource() {
    let connecting = Connecting::new().await;
    let oauth = &connecting.test.service.oauth;
    let other = oauth.register(ADDRESS, registration()).await.expect("another client");
    let code = connecting.code().await;
    let good = CodeExchange {
        client: &connecting.client.id,
        code: &code,
        redirect: Some(REDIRECT),
        verifier: VERIFIER,
        resource: Some("https://decks.test/mcp"),
    };
    for (wrong, expected) in [
        (CodeExchange { client: &other.id, ..good }, OauthCode::InvalidGrant),
        (CodeExchange { client: &"nobody".into(), ..good }, OauthCode::InvalidClient),
        (CodeExchange { code: "svc_code_x", ..good }, OauthCode::InvalidGrant),
        (CodeExchange { redirect: Some("https://agent.test/other"), ..good }, OauthCode::InvalidGrant),
        (CodeExchange { verifier: "short", ..good }, OauthCode::InvalidGrant),
        (CodeExchange { verifier: &VERIFIER.replace('d', "e"), ..good }, OauthCode::InvalidGrant),
        (CodeExchange { resource: Some("https://decks.test"), ..good }, OauthCode::InvalidTarget),
        (CodeExchange { resource: Some("https://other.test/mcp"), ..good }, OauthCode::InvalidTarget),
    ] {
        assert_eq!(code_of(oauth.exchange(ADDRESS, wrong).await), expected, "{wrong:?}");
    }
    let tokens = oauth.exchange(ADDRESS, good).await.expect("a wrong request does not spend the code");
    let bearer = |resource| connecting.test.service.accounts.caller_by_bearer(&tokens.access, resource);
    assert!(bearer(Resource::Mcp).await.is_ok());
    assert!(bearer(Resource::Instance).await.is_err(), "a token for agents does not open the REST interface");
    for other in [&tokens.refresh, &code] {
        assert!(!connecting.is_open(other).await, "only an access token gives access");
    }
    let refused = oauth.refresh(ADDRESS, &other.id, &tokens.refresh, None, None).await;
    assert_eq!(code_of(refused), OauthCode::InvalidGrant, "the refresh token of another client");
}

#[tokio::test]
async fn a_request_asks_for_a_code_with_pkce_and_known_scopes() {
    let connecting = Connecting::new().await;
    let oauth = &connecting.test.service.oauth;
    let text = |text: &str| Some(text.to_owned());
    for (wrong, expected) in [
        (AuthorizationRequest { response_type: None, ..request() }, OauthCode::InvalidRequest),
        (AuthorizationRequest { response_type: text("token"), ..request() }, OauthCode::UnsupportedResponseType),
        (AuthorizationRequest { challenge: None, ..request() }, OauthCode::InvalidRequest),
        (AuthorizationRequest { challenge: text("short"), ..request() }, OauthCode::InvalidRequest),
        (AuthorizationRequest { challenge_method: None, ..request() }, OauthCode::InvalidRequest),
        (AuthorizationRequest { challenge_method: text("plain"), ..request() }, OauthCode::InvalidRequest),
        (AuthorizationRequest { scope: text("fly swim"), ..request() }, OauthCode::InvalidScope),
        (
            AuthorizationRequest { resources: vec!["https://other.test/mcp".into()], ..request() },
            OauthCode::InvalidTarget,
        ),
        (AuthorizationRequest { resources: vec![format!("{BASE}/mcp"); 2], ..request() }, OauthCode::InvalidTarget),
    ] {
        assert_eq!(code_of(oauth.requested(&wrong)), expected, "{wrong:?}");
    }
    let scopes = |scope: Option<&str>| {
        let request = AuthorizationRequest { scope: scope.map(str::to_owned), ..request() };
        oauth.requested(&request).expect("a good request").scopes
    };
    assert_eq!(scopes(None), Scope::ALL);
    assert_eq!(scopes(Some("write offline_access read")), [Scope::Read, Scope::Write]);
}

#[tokio::test]
async fn a_connection_ends_with_the_rights_of_its_person() {
    let connecting = Connecting::new().await;
    let accounts = &connecting.test.service.accounts;
    let (tokens, code) = (connecting.tokens().await, connecting.code().await);
    let admin = connecting.test.admin().await;
    let disabled = |disabled| UserChange { disabled: Some(disabled), ..UserChange::default() };
    accounts.update_user(&admin, &connecting.ada.user.id, disabled(true)).await.expect("disabled");
    assert!(!connecting.is_open(&tokens.access).await);
    assert_eq!(code_of(connecting.refresh(&tokens.refresh).await), OauthCode::InvalidGrant);
    assert_eq!(code_of(connecting.exchange(&code).await), OauthCode::InvalidGrant);

    accounts.update_user(&admin, &connecting.ada.user.id, disabled(false)).await.expect("enabled");
    let organization = &connecting.ada.organization.id;
    let member = accounts.managed_member(&admin, organization, "ada@example.test").await.expect("a member");
    accounts.remove_member(&admin, &member).await.expect("removed");
    assert!(!connecting.is_open(&tokens.access).await);
    assert_eq!(code_of(connecting.refresh(&tokens.refresh).await), OauthCode::InvalidGrant);
}

#[tokio::test]
async fn only_its_person_disconnects_an_agent() {
    let connecting = Connecting::new().await;
    let oauth = &connecting.test.service.oauth;
    let tokens = connecting.tokens().await;
    let id = oauth.agents(&connecting.ada).await.expect("agents")[0].key.id.clone();
    let eve = connecting.test.member("eve", Tier::Free).await;
    for other in [&eve, &connecting.test.admin().await] {
        assert!(oauth.agents(other).await.expect("agents").is_empty());
        assert!(matches!(oauth.disconnect(other, &id).await, Err(Error::NotFound(_))));
    }
    assert!(connecting.is_open(&tokens.access).await);
    assert!(connecting.test.service.accounts.revoke_key(&connecting.ada, &id).await.is_err(), "it is no API key");
    oauth.disconnect(&connecting.ada, &id).await.expect("disconnected");
    assert!(!connecting.is_open(&tokens.access).await);
    assert!(oauth.agents(&connecting.ada).await.expect("agents").is_empty());
    assert_eq!(connecting.acts().await, ["agent-connected", "agent-disconnected"]);
}

#[tokio::test]
async fn a_client_ends_its_own_connection() {
    let connecting = Connecting::new().await;
    let oauth = &connecting.test.service.oauth;
    let tokens = connecting.tokens().await;
    oauth.revoke(&"another client".into(), &tokens.refresh).await.expect("no error");
    assert!(connecting.is_open(&tokens.access).await);
    oauth.revoke(&connecting.client.id, &tokens.refresh).await.expect("revoked");
    oauth.revoke(&connecting.client.id, "unknown").await.expect("no error");
    assert!(!connecting.is_open(&tokens.access).await);
}

#[tokio::test]
async fn clients_are_limited_by_network_and_forgotten_when_nobody_connects_them() {
    let connecting = Connecting::new().await;
    let oauth = &connecting.test.service.oauth;
    for _ in 0..19 {
        oauth.register(ADDRESS, registration()).await.expect("a client");
    }
    let refused = oauth.register(ADDRESS, registration()).await;
    assert!(matches!(refused, Err(OauthError::Service(Error::Throttled { .. }))));
    let unused = oauth.register("198.51.100.4", registration()).await.expect("another network is not affected");

    let tokens = connecting.tokens().await;
    connecting.test.wait(Duration::from_hours(25));
    connecting.test.service.operations.sweep().await.expect("swept");
    assert!(oauth.registered_client(&unused.id).await.expect("storage").is_none());
    assert!(oauth.registered_client(&connecting.client.id).await.expect("storage").is_some());
    connecting.refresh(&tokens.refresh).await.expect("the connection goes on");
}

#[tokio::test]
async fn without_a_public_address_no_token_is_valid() {
    let connecting = Connecting::new().await;
    let tokens = connecting.tokens().await;
    let folder = connecting.test.folder;
    drop(connecting.test.service);
    let config = service::Config { data_dir: folder.path().to_owned(), ..service::Config::default() };
    let backend = service::Backend::Sqlite { folder: folder.path().to_owned() };
    let service = service::Service::open(backend, config, connecting.test.clock).await.expect("it opens");
    assert!(service.accounts.caller_by_bearer(&tokens.access, Resource::Mcp).await.is_err());
}
