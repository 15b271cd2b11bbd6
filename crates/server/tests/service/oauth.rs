//! Agents that connect by address: the requests of a client and a browser to the binary, and those that are rejected.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::lectern::{Answer, Caller, Lectern};

const BASE: &str = "http://decks.test";
const CALLBACK: &str = "http://127.0.0.1/callback";
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

fn start() -> Lectern {
    Lectern::start(&[("APP_URL", BASE)])
}

/// Registers a client and returns its id.
fn client(lectern: &Lectern, redirect: &str) -> String {
    let body = json!({ "client_name": "Quay", "redirect_uris": [redirect] });
    let registered = lectern.anonymous().post("/oauth/register", &body);
    assert_eq!(registered.status, 201, "{}", registered.text);
    registered.json()["client_id"].as_str().expect("an id").to_owned()
}

/// The form-encoded parameters of an authorization request. In `changes`, a value replaces a parameter, and none
/// removes it.
fn request(client: &str, redirect: &str, changes: &[(&str, Option<&str>)]) -> String {
    let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(VERIFIER));
    let mut parameters: Vec<(&str, &str)> = vec![
        ("response_type", "code"),
        ("client_id", client),
        ("redirect_uri", redirect),
        ("state", "a b&c"),
        ("code_challenge", &challenge),
        ("code_challenge_method", "S256"),
        ("resource", "http://decks.test/mcp"),
    ];
    for (name, value) in changes {
        parameters.retain(|(known, _)| known != name);
        parameters.extend(value.map(|value| (*name, value)));
    }
    form(&parameters)
}

fn form(parameters: &[(&str, &str)]) -> String {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(parameters).finish()
}

/// The parameters that the browser brings back to the client, from the header `Refresh` or from the link of the page.
fn sent_back(answer: &Answer) -> Vec<(String, String)> {
    let address = match answer.header("refresh").split_once("url=") {
        Some((_, address)) => address,
        None => answer.header("location"),
    };
    let (_, query) = address.split_once('?').unwrap_or_else(|| panic!("{} {}", answer.status, answer.text));
    form_urlencoded::parse(query.as_bytes()).into_owned().collect()
}

fn value<'a>(pairs: &'a [(String, String)], name: &str) -> &'a str {
    pairs.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value.as_str())
}

/// Connects a client as a person would, with these scopes. Returns the code.
fn connect(person: &Caller, client: &str, redirect: &str, scopes: &[&str]) -> String {
    let me = person.get("/api/auth/me").json();
    let organization = me["organization"]["id"].as_str().expect("an id").to_owned();
    let mut decision = vec![("decision", "connect"), ("organization", organization.as_str())];
    decision.extend(scopes.iter().map(|scope| ("allow", *scope)));
    let body = format!("{}&{}", request(client, redirect, &[]), form(&decision));
    let answer = person.submit("/oauth/authorize", &body);
    assert_eq!(answer.status, 200, "{}", answer.text);
    let back = sent_back(&answer);
    assert_eq!((value(&back, "state"), value(&back, "iss")), ("a b&c", BASE));
    value(&back, "code").to_owned()
}

fn exchange(lectern: &Lectern, client: &str, code: &str) -> Answer {
    let body = form(&[
        ("grant_type", "authorization_code"),
        ("client_id", client),
        ("code", code),
        ("code_verifier", VERIFIER),
        ("redirect_uri", CALLBACK),
    ]);
    lectern.anonymous().submit("/oauth/token", &body)
}

fn refresh(lectern: &Lectern, client: &str, token: &Value) -> Answer {
    let token = token.as_str().expect("a token");
    let body = form(&[("grant_type", "refresh_token"), ("client_id", client), ("refresh_token", token)]);
    lectern.anonymous().submit("/oauth/token", &body)
}

/// The status and the error code of an OAuth error response.
fn refused(answer: &Answer) -> (u16, String) {
    let body = answer.json();
    assert!(body["error_description"].is_string(), "{body}");
    (answer.status, body["error"].as_str().unwrap_or_default().to_owned())
}

fn tools(lectern: &Lectern, token: &Value) -> Answer {
    let agent = lectern.with_key(token.as_str().expect("a token"));
    agent.post("/mcp", &json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" }))
}

#[test]
fn without_a_public_address_there_is_nothing() {
    let lectern = Lectern::start(&[]);
    let anybody = lectern.anonymous();
    for path in [
        "/.well-known/oauth-protected-resource",
        "/.well-known/oauth-protected-resource/mcp",
        "/.well-known/oauth-authorization-server",
        "/oauth/authorize",
    ] {
        assert_eq!(anybody.get(path).refusal(), (404, "not_found".to_owned()), "{path}");
    }
    for path in ["/oauth/register", "/oauth/token", "/oauth/revoke"] {
        assert_eq!(anybody.submit(path, "{}").status, 404, "{path}");
    }
    assert_eq!(anybody.post("/mcp", &json!({})).header("www-authenticate"), "Bearer");
    assert_eq!(lectern.admin().get("/api/agents").json(), json!({ "agents": [], "address": null }));
}

#[test]
fn a_client_finds_everything_by_the_address() {
    let lectern = start();
    let anybody = lectern.anonymous();
    let refusal = anybody.post("/mcp", &json!({}));
    let metadata = format!("{BASE}/.well-known/oauth-protected-resource");
    assert_eq!(refusal.header("www-authenticate"), format!("Bearer resource_metadata=\"{metadata}/mcp\""));
    assert!(refusal.headers("access-control-expose-headers").contains(&"WWW-Authenticate"), "for agents in a browser");
    let refusal = lectern.with_key("svc_access_x").get("/api/v1/themes");
    let expected = format!("Bearer error=\"invalid_token\", resource_metadata=\"{metadata}\"");
    assert_eq!(refusal.header("www-authenticate"), expected);

    for (path, resource) in [("", BASE.to_owned()), ("/mcp", format!("{BASE}/mcp"))] {
        let found = anybody.get(&format!("/.well-known/oauth-protected-resource{path}"));
        assert_eq!((found.status, found.header("access-control-allow-origin")), (200, "*"));
        assert_eq!(
            (&found.json()["resource"], &found.json()["authorization_servers"]),
            (&json!(resource), &json!([BASE]))
        );
    }
    let server = anybody.get("/.well-known/oauth-authorization-server").json();
    assert_eq!(server["issuer"], BASE);
    assert_eq!(server["token_endpoint"], format!("{BASE}/oauth/token"));
    assert_eq!(server["code_challenge_methods_supported"], json!(["S256"]));
    assert_eq!(server["authorization_response_iss_parameter_supported"], true);
    assert!(server.get("client_id_metadata_document_supported").is_none(), "it is off");
    for other in ["oauth-authorization-server/mcp", "oauth-authorization-server/x", "oauth-protected-resource/x", "x"] {
        assert_eq!(anybody.get(&format!("/.well-known/{other}")).status, 404, "no other issuer and resource: {other}");
    }
    let preflight = anybody.send("OPTIONS", "/oauth/token", None);
    assert_eq!((preflight.status, preflight.header("access-control-allow-origin")), (204, "*"));
}

#[test]
fn a_person_connects_an_agent_and_disconnects_it() {
    let lectern = start();
    let (ada, id) = (lectern.member("ada@x.test"), client(&lectern, CALLBACK));
    let redirect = "http://127.0.0.1:4711/callback";
    let page = ada.get(&format!("/oauth/authorize?{}", request(&id, redirect, &[("scope", Some("read write"))])));
    assert_eq!((page.status, page.header("x-frame-options")), (200, "DENY"));
    assert!(page.header("content-security-policy").contains("frame-ancestors 'none'"));
    for text in ["Connect Quay?", "ada@x.test", "Default", "this computer (127.0.0.1:4711)", "make, change and delete"]
    {
        assert!(page.text.contains(text), "{text}: {}", page.text);
    }
    assert!(!page.text.contains("export decks"), "it was not asked for");

    let code = connect(&ada, &id, CALLBACK, &["read", "comments:read"]);
    let tokens = exchange(&lectern, &id, &code);
    assert_eq!((tokens.status, tokens.header("cache-control")), (200, "no-store"));
    let tokens = tokens.json();
    assert_eq!((&tokens["token_type"], &tokens["expires_in"]), (&json!("Bearer"), &json!(3600)));
    assert_eq!(tokens["scope"], "read comments:read");
    let listed = tools(&lectern, &tokens["access_token"]);
    assert!(listed.text.contains("get_presentation") && !listed.text.contains("\"update_slide\""), "{}", listed.text);
    assert_eq!(listed.header("x-ratelimit-limit"), "60");
    let elsewhere = lectern.with_key(tokens["access_token"].as_str().expect("a token")).get("/api/v1/themes");
    assert_eq!(elsewhere.status, 401, "the token is for agents alone");

    let next = refresh(&lectern, &id, &tokens["refresh_token"]).json();
    assert_eq!(tools(&lectern, &next["access_token"]).status, 200);

    let agents = ada.get("/api/agents").json();
    assert_eq!((&agents["agents"][0]["name"], &agents["address"]), (&json!("Quay"), &json!(format!("{BASE}/mcp"))));
    assert_eq!(
        (&agents["agents"][0]["host"], agents["agents"].as_array().map(Vec::len)),
        (&json!("127.0.0.1"), Some(1))
    );
    assert_eq!(ada.get("/api/api-keys").json()["keys"], json!([]));
    let agent = format!("/api/agents/{}", agents["agents"][0]["id"].as_str().expect("an id"));
    assert_eq!(lectern.admin().delete(&agent).status, 404, "it is another person's");
    assert_eq!(lectern.with_key(next["access_token"].as_str().expect("a token")).delete(&agent).status, 401);
    assert_eq!(ada.delete(&agent).status, 200);
    assert_eq!(tools(&lectern, &next["access_token"]).status, 401);
    assert_eq!(refused(&refresh(&lectern, &id, &next["refresh_token"])), (400, "invalid_grant".to_owned()));

    let log = lectern.admin().get("/api/admin/audit").json();
    let entry = |act: &str| {
        let entries = log["entries"].as_array().expect("entries");
        entries.iter().find(|entry| entry["act"] == act).unwrap_or_else(|| panic!("{act}: {log}")).clone()
    };
    assert_eq!(
        (&entry("agent-connected")["actor"], &entry("agent-connected")["subject"]),
        (&json!("ada@x.test"), &json!("Quay"))
    );
    assert_eq!(entry("agent-disconnected")["actor"], "ada@x.test");
}

#[test]
fn a_person_decides_on_a_page_of_this_site() {
    let lectern = start();
    let (ada, id) = (lectern.member("ada@x.test"), client(&lectern, CALLBACK));
    let path = format!("/oauth/authorize?{}", request(&id, CALLBACK, &[]));
    let away = lectern.anonymous().get(&path);
    assert_eq!(away.status, 303);
    assert!(away.header("location").starts_with("/signin?next=%2Foauth%2Fauthorize%3F"), "{}", away.header("location"));
    let late = lectern.anonymous().submit("/oauth/authorize", &request(&id, CALLBACK, &[]));
    assert_eq!((late.status, late.header("location")), (303, away.header("location")), "signed out meanwhile");

    let body = |more: &str| format!("{}&{more}", request(&id, CALLBACK, &[]));
    let forged =
        ada.with("Origin", "https://evil.test").submit("/oauth/authorize", &body("decision=connect&allow=read"));
    assert_eq!(forged.refusal(), (403, "csrf".to_owned()));
    let cancelled = sent_back(&ada.submit("/oauth/authorize", &body("decision=cancel")));
    assert_eq!((value(&cancelled, "error"), value(&cancelled, "iss")), ("access_denied", BASE));
    assert_eq!(value(&cancelled, "state"), "a b&c");
    let foreign = ada.submit("/oauth/authorize", &body("decision=connect&allow=read&organization=another"));
    assert_eq!(foreign.status, 404, "an organization of others");
    let organization = ada.get("/api/auth/me").json()["organization"]["id"].as_str().expect("an id").to_owned();
    let nothing = ada.submit("/oauth/authorize", &body(&format!("decision=connect&organization={organization}")));
    assert!(nothing.status == 400 && nothing.text.contains("Choose at least one."), "{}", nothing.text);
    assert_eq!(ada.get("/api/agents").json()["agents"], json!([]));
}

#[test]
fn a_wrong_client_or_address_ends_on_a_page() {
    let lectern = start();
    let (ada, id) = (lectern.member("ada@x.test"), client(&lectern, "https://agent.test/callback"));
    let page = |client: &str, redirect: &str, changes: &[(&str, Option<&str>)]| {
        ada.get(&format!("/oauth/authorize?{}", request(client, redirect, changes)))
    };
    for (client, redirect) in [
        ("nobody", "https://agent.test/callback"),
        ("https://agent.test/client.json", "https://agent.test/callback"),
        (id.as_str(), "https://evil.test/callback"),
        (&id, "https://agent.test/callback/"),
        (&id, "https://agent.test/callback?x"),
        (&id, "https://agent.test:444/callback"),
        (&id, "http://agent.test/callback"),
        (&id, "https://agent.test.evil.test/callback"),
    ] {
        let answer = page(client, redirect, &[]);
        let goes = (answer.header("location"), answer.header("refresh"));
        assert_eq!((answer.status, goes), (400, ("", "")), "{client} {redirect}");
        assert!(!answer.text.contains("evil.test") && answer.text.contains("cannot connect"), "{}", answer.text);
    }
    assert_eq!(page(&id, "https://agent.test/callback", &[("redirect_uri", None)]).status, 400);

    let plain = [("code_challenge_method", Some("plain"))];
    let shown = page(&id, "https://agent.test/callback", &plain);
    assert_eq!((shown.status, shown.header("location")), (400, ""), "anybody can register a client: no open redirect");
    assert!(shown.text.contains("https://agent.test/callback?error=invalid_request"), "{}", shown.text);
    let own = client_on_own_machine(&lectern);
    for (change, error) in [
        (plain[0], "invalid_request"),
        (("response_type", Some("token")), "unsupported_response_type"),
        (("scope", Some("fly")), "invalid_scope"),
        (("resource", Some("https://other.test/mcp")), "invalid_target"),
    ] {
        let back = sent_back(&page(&own, CALLBACK, &[change]));
        assert_eq!((value(&back, "error"), value(&back, "iss")), (error, BASE));
    }
    let twice = format!("{}&scope=read&scope=write", request(&own, CALLBACK, &[]));
    assert_eq!(value(&sent_back(&ada.get(&format!("/oauth/authorize?{twice}"))), "error"), "invalid_request");
}

fn client_on_own_machine(lectern: &Lectern) -> String {
    client(lectern, CALLBACK)
}

#[test]
fn a_registration_names_addresses_that_codes_may_go_to() {
    let lectern = start();
    let register = |body: &str| lectern.anonymous().submit("/oauth/register", body);
    for body in [
        "{}",
        r#"{"redirect_uris": []}"#,
        r#"{"redirect_uris": ["http://agent.test/cb"]}"#,
        r#"{"redirect_uris": ["javascript:alert(1)"]}"#,
        r#"{"redirect_uris": ["https://agent.test/cb#x"]}"#,
    ] {
        assert_eq!(refused(&register(body)), (400, "invalid_redirect_uri".to_owned()), "{body}");
    }
    for body in [
        "",
        "[]",
        r#"{"redirect_uris": "https://agent.test/cb"}"#,
        r#"{"redirect_uris": ["https://agent.test/cb"], "response_types": ["token"]}"#,
        r#"{"redirect_uris": ["https://agent.test/cb"], "grant_types": ["implicit"]}"#,
    ] {
        assert_eq!(refused(&register(body)), (400, "invalid_client_metadata".to_owned()), "{body}");
    }
    let asked = r#"{"redirect_uris": ["https://agent.test/cb"], "token_endpoint_auth_method": "client_secret_post",
        "client_name": "<b>Quay</b>", "logo_uri": "https://agent.test/logo.png"}"#;
    let registered = register(asked).json();
    assert_eq!(registered["token_endpoint_auth_method"], "none");
    assert!(registered.get("client_secret").is_none());
    let ada = lectern.member("ada@x.test");
    let id = registered["client_id"].as_str().expect("an id");
    let page = ada.get(&format!("/oauth/authorize?{}", request(id, "https://agent.test/cb", &[])));
    assert!(page.text.contains("&lt;b&gt;Quay&lt;/b&gt;") && !page.text.contains("<b>Quay"), "{}", page.text);
    let many = (0..30).map(|_| register(asked)).find(|answer| answer.status == 429).expect("it is limited");
    assert_eq!(refused(&many), (429, "temporarily_unavailable".to_owned()));
    assert!(!many.header("retry-after").is_empty());
}

#[test]
fn tokens_are_refused_in_the_form_of_the_rfc() {
    let lectern = start();
    let (ada, id) = (lectern.member("ada@x.test"), client(&lectern, CALLBACK));
    let token = |body: &str| refused(&lectern.anonymous().submit("/oauth/token", body));
    let is = |status: u16, error: &str| (status, error.to_owned());
    assert_eq!(token(""), is(400, "invalid_request"));
    assert_eq!(token(&format!("client_id={id}&grant_type=password")), is(400, "unsupported_grant_type"));
    assert_eq!(token(&format!("client_id={id}&grant_type=authorization_code")), is(400, "invalid_request"));
    let code = "grant_type=authorization_code&code=x&code_verifier=y";
    assert_eq!(token(&format!("client_id={id}&{code}")), is(400, "invalid_grant"));
    assert_eq!(token(&format!("client_id={id}&client_id={id}&{code}")), is(400, "invalid_request"));
    assert_eq!(token(&format!("client_id=nobody&{code}")), is(401, "invalid_client"));
    let large = lectern.anonymous().submit("/oauth/token", &"x".repeat(20_000));
    assert_eq!(refused(&large), is(413, "invalid_request"));

    let used = connect(&ada, &id, CALLBACK, &["read"]);
    let tokens = exchange(&lectern, &id, &used).json();
    assert_eq!(refused(&exchange(&lectern, &id, &used)), is(400, "invalid_grant"));
    assert_eq!(tools(&lectern, &tokens["access_token"]).status, 401, "a replayed code ends the connection");

    let tokens = exchange(&lectern, &id, &connect(&ada, &id, CALLBACK, &["read"])).json();
    let more = form(&[
        ("grant_type", "refresh_token"),
        ("client_id", &id),
        ("refresh_token", tokens["refresh_token"].as_str().expect("a token")),
        ("scope", "read write"),
    ]);
    assert_eq!(token(&more), is(400, "invalid_scope"));
    let revoke = form(&[("client_id", &id), ("token", tokens["refresh_token"].as_str().expect("a token"))]);
    assert_eq!(lectern.anonymous().submit("/oauth/revoke", &revoke).status, 200);
    assert_eq!(tools(&lectern, &tokens["access_token"]).status, 401);
    let stored = std::fs::read(lectern.folder.path().join("data/lectern.db")).expect("the database");
    for secret in [&tokens["access_token"], &tokens["refresh_token"]] {
        let secret = secret.as_str().expect("a token").as_bytes();
        assert!(!stored.windows(secret.len()).any(|bytes| bytes == secret), "only hashes are stored");
    }
}

#[test]
fn a_client_document_is_requested_only_where_the_operator_allows_it() {
    let lectern = Lectern::start(&[("APP_URL", BASE), ("SVC_OAUTH_CLIENT_DOCUMENTS", "on")]);
    let server = lectern.anonymous().get("/.well-known/oauth-authorization-server").json();
    assert_eq!(server["client_id_metadata_document_supported"], true);
    let ada = lectern.member("ada@x.test");
    for inside in ["https://127.0.0.1/client.json", "https://localhost/client.json", "https://[::1]/client.json"] {
        let page = ada.get(&format!("/oauth/authorize?{}", request(inside, CALLBACK, &[])));
        assert!(page.status == 400 && page.text.contains("description cannot be read"), "{}", page.text);
    }
}
