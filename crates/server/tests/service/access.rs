//! Calls every route and every tool as every kind of caller and compares the rights with a table.
//!
//! `access.txt` has a row for each route and each tool, and a column for each caller. The test makes a request for
//! every cell and compares the status. It fails for a route or a tool without a row. `UPDATE_ACCESS=1` writes the table
//! anew; review each changed cell afterwards.
//!
//! Writes are sent with a body that is not JSON. Rights are checked before a body is read, so 400 means that the caller
//! may write, and nothing is changed. A write that needs no body is carried out; after it, objects are created anew for
//! the next request.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

use super::authenticator::{Authenticator, Ceremony};
use super::entry_points::routes;
use super::lectern::{Caller, Lectern};

/// The callers, which are the columns of the table. All people but the first two are in the organization of the deck.
#[rustfmt::skip]
const CALLERS: [(&str, &str); 20] = [
    ("nobody", "without credentials"),
    ("other", "a member of another organization"),
    ("member", "a member with whom the deck is not shared"),
    ("reader", "the deck is shared for reading"),
    ("comment", "the deck is shared for commenting"),
    ("editor", "the deck is shared for editing"),
    ("owner", "owns the deck and what else there is"),
    ("removed", "was an editor and was removed"),
    ("manager", "an administrator of the organization"),
    ("admin", "an administrator of the instance"),
    ("k:read", "a key of the owner with this scope"),
    ("k:write", "a key of the owner with this scope"),
    ("k:export", "a key of the owner with this scope"),
    ("k:ai", "a key of the owner with this scope"),
    ("k:c:read", "a key of the owner with the scope `comments:read`"),
    ("k:c:writ", "a key of the owner with the scope `comments:write`"),
    ("scim", "sends the provisioning token of the organization as a key"),
    ("link", "sends the token of a share link as a key"),
    ("notes", "sends the notes key of the live session"),
    ("device", "sends the cookie of a device of the audience"),
];

/// The public address of the service.
const ORIGIN: &str = "https://decks.test";
const SCOPES: [&str; 6] = ["read", "write", "export", "ai", "comments:read", "comments:write"];

/// The arguments for each tool. `{deck}`, `{comment}`, `{version}` and `{library}` are placeholders for ids.
const ARGUMENTS: &[(&str, &str)] = &[
    ("add_comment", r#"{"presentationId": "{deck}", "body": "Deeper?"}"#),
    ("add_slide", r#"{"presentationId": "{deck}", "type": "quote", "content": {"quote": "Ebb."}}"#),
    ("analyze_presentation", r#"{"presentationId": "{deck}"}"#),
    ("append_slides", r#"{"presentationId": "{deck}", "content": "Ships wait two days. Quays are full."}"#),
    ("compress_presentation", r#"{"presentationId": "{deck}"}"#),
    ("begin_upload", "{}"),
    ("convert_slide", r#"{"presentationId": "{deck}", "slideIndex": 0, "targetType": "list-slide"}"#),
    ("create_from_outline", r#"{"content": "Ships wait two days. Quays are full.", "outline": [{"id": "s1"}]}"#),
    ("create_outline", r#"{"content": "Ships wait two days. Quays are full."}"#),
    ("create_presentation", r#"{"content": "Ships wait two days. Quays are full."}"#),
    (
        "create_presentation_from_slides",
        r#"{"title": "Tides", "slides": [{"type": "quote", "content": {"quote": "Ebb."}}]}"#,
    ),
    ("delete_presentation", r#"{"presentationId": "{deck}", "confirm": true}"#),
    ("duplicate_presentation", r#"{"presentationId": "{deck}"}"#),
    (
        "edit_slides",
        r#"{"presentationId": "{deck}", "operations": [{"op": "update", "slideIndex": 0, "notes": "Slowly."}]}"#,
    ),
    ("export_presentation", r#"{"presentationId": "{deck}", "format": "json"}"#),
    ("find_icons", r#"{"query": "ship"}"#),
    ("find_images", "{}"),
    ("get_deck_texts", r#"{"presentationId": "{deck}"}"#),
    ("get_presentation", r#"{"presentationId": "{deck}"}"#),
    ("get_presentation_url", r#"{"presentationId": "{deck}"}"#),
    ("get_slide_types", "{}"),
    ("insert_library_slide", r#"{"presentationId": "{deck}", "libraryId": "{library}"}"#),
    ("iterate_presentation", r#"{"presentationId": "{deck}", "command": "Shorten the titles"}"#),
    ("list_comments", r#"{"presentationId": "{deck}"}"#),
    ("list_presentations", "{}"),
    ("list_recent_comments", "{}"),
    ("list_themes", "{}"),
    ("list_versions", r#"{"presentationId": "{deck}"}"#),
    ("preview_presentation", r#"{"presentationId": "{deck}"}"#),
    ("preview_slide", r#"{"presentationId": "{deck}", "slideIndex": 0}"#),
    ("remove_slide", r#"{"presentationId": "{deck}", "slideIndex": 0}"#),
    ("reorder_slides", r#"{"presentationId": "{deck}", "fromIndex": 0, "toIndex": 1}"#),
    ("reply_to_comment", r#"{"presentationId": "{deck}", "commentId": "{comment}", "body": "Yes."}"#),
    ("restore_version", r#"{"presentationId": "{deck}", "versionId": "{version}"}"#),
    ("search_library", "{}"),
    ("set_data", r#"{"presentationId": "{deck}", "name": "sales", "csv": "region\nNorth"}"#),
    ("set_comment_status", r#"{"presentationId": "{deck}", "commentId": "{comment}", "status": "resolved"}"#),
    ("update_presentation", r#"{"presentationId": "{deck}", "title": "Low tide"}"#),
    ("update_slide", r#"{"presentationId": "{deck}", "slideIndex": 0, "content": {"title": "Low tide"}}"#),
    ("upload_image", r#"{"image": "PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4="}"#),
    ("validate_presentation", r#"{"presentationId": "{deck}"}"#),
];

/// A person of a column, with a session and a key that has all scopes.
struct Person {
    email: String,
    session: Caller,
    key: Caller,
}

struct World {
    lectern: Lectern,
    admin: Caller,
    organization: String,
    people: BTreeMap<&'static str, Person>,
    /// Keys of the owner by their scope.
    keys: BTreeMap<&'static str, Caller>,
    /// Number of times that objects were renewed, which makes names unique.
    round: usize,
    /// The objects that were created, see [`World::object`].
    objects: RefCell<BTreeMap<&'static str, String>>,
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}")).to_owned()
}

/// Sends a request that must succeed and returns its JSON.
fn done(caller: &Caller, method: &str, path: &str, body: &Value) -> Value {
    let answer = caller.send(method, path, Some(&body.to_string()));
    assert!((200..300).contains(&answer.status), "{method} {path}: {} {}", answer.status, answer.text);
    answer.json()
}

/// Waits until a job has ended.
fn wait_for_job(caller: &Caller, path: &str) {
    while caller.get(path).json()["job"]["state"] == "running" {
        std::thread::sleep(Duration::from_millis(5));
    }
}

impl World {
    fn new() -> Self {
        let lectern = Lectern::start(&[("SVC_REQUESTS_A_MINUTE", "1000000"), ("APP_URL", ORIGIN)]);
        let admin = lectern.admin();
        let organization = text(&admin.get("/api/auth/me").json()["organization"]["id"]);
        let members = format!("/api/organizations/{organization}/members");
        let annex = done(&admin, "POST", "/api/organizations", &json!({ "name": "Annex", "slug": "annex" }));
        let annex = format!("/api/organizations/{}/members", text(&annex["organization"]["id"]));
        let mut people = BTreeMap::new();
        for name in ["other", "member", "reader", "comment", "editor", "owner", "removed", "manager"] {
            let email = format!("{name}@x.test");
            let account = json!({ "email": email, "password": "long enough" });
            done(&admin, "POST", "/api/admin/users", &account);
            match name {
                "other" => {
                    done(&admin, "POST", &annex, &json!({ "email": email, "role": "member" }));
                    assert_eq!(admin.delete(&format!("{members}/{email}")).status, 200);
                }
                "manager" => {
                    done(&admin, "PATCH", &format!("{members}/{email}"), &json!({ "role": "admin" }));
                }
                _ => {}
            }
            let session = lectern.signed_in(&email, "long enough");
            let key = key(&lectern, &session, &SCOPES);
            people.insert(name, Person { email, session, key });
        }
        let session = lectern.admin();
        let key_of_admin = key(&lectern, &session, &SCOPES);
        people.insert("admin", Person { email: "admin@example.test".to_owned(), session, key: key_of_admin });
        let keys = SCOPES.map(|scope| (scope, key(&lectern, &people["owner"].session, &[scope])));
        let keys = BTreeMap::from(keys);
        Self { lectern, admin, organization, people, keys, round: 0, objects: RefCell::default() }
    }

    /// Forgets all objects, and signs in again the people whose session a request has ended.
    fn renew(&mut self) {
        self.round += 1;
        let old = self.objects.take();
        for (name, person) in &mut self.people {
            if person.session.get("/api/auth/me").status != 200 {
                let is_admin = *name == "admin";
                person.session =
                    if is_admin { self.lectern.admin() } else { self.lectern.signed_in(&person.email, "long enough") };
            }
        }
        // Accounts can have only a few passkeys, and organizations only a few webhooks.
        if let Some(passkey) = old.get("passkey") {
            self.people["owner"].session.delete(&format!("/api/auth/passkeys/{passkey}"));
        }
        if let Some(webhook) = old.get("webhook") {
            self.admin.delete(&format!("/api/webhooks/{webhook}"));
        }
    }

    /// The object with a name that requests are about: an id, an address or a secret. It is created when it is first
    /// needed, and belongs to the owner or to the instance.
    fn object(&self, name: &'static str) -> String {
        if !self.objects.borrow().contains_key(name) {
            let made = self.make(name);
            self.objects.borrow_mut().extend(made);
        }
        self.objects.borrow()[name].clone()
    }

    /// Creates an object, and returns it with the objects that are created with it, each with its name.
    fn make(&self, name: &'static str) -> Vec<(&'static str, String)> {
        let (owner, admin, round) = (&self.people["owner"].session, &self.admin, self.round);
        let base = || format!("/api/presentations/{}", self.object("deck"));
        let one = |made: &Value, path: &str| vec![(name, text(made.pointer(path).expect(path)))];
        match name {
            "deck" | "slide" | "poll" => {
                let slides = json!([
                    { "type": "content-slide", "content": { "title": "Tides", "body": "Ships wait." }, "notes": "Wait." },
                    { "type": "poll-slide", "content": { "question": "?", "option1": "Yes", "option2": "No" } },
                ]);
                let deck = &done(owner, "POST", "/api/presentations", &json!({ "title": "Tides", "slides": slides }));
                let deck = &deck["presentation"];
                let id = text(&deck["id"]);
                let people = format!("/api/presentations/{id}/collaborators");
                for (name, permission) in
                    [("reader", "view"), ("comment", "comment"), ("editor", "edit"), ("removed", "edit")]
                {
                    let share = json!({ "email": self.people[name].email, "permission": permission });
                    done(owner, "POST", &people, &share);
                }
                assert_eq!(owner.delete(&format!("{people}/removed@x.test")).status, 200);
                let [slide, poll] = [0, 1].map(|at| text(&deck["slides"][at]["id"]));
                vec![("deck", id), ("slide", slide), ("poll", poll)]
            }
            "comment" => {
                let body = json!({ "body": "Check the depth." });
                one(&done(owner, "POST", &format!("{}/comments", base()), &body), "/comment/id")
            }
            "version" => {
                one(&done(owner, "POST", &format!("{}/versions", base()), &json!({ "name": "First" })), "/version/id")
            }
            "link" | "token" => {
                let link = &done(owner, "POST", &format!("{}/links", base()), &json!({ "name": "Press" }));
                vec![("link", text(&link["link"]["id"])), ("token", text(&link["token"]))]
            }
            "page" => {
                let page = format!("tides-{round}");
                let options = json!({ "slug": page, "downloads": true });
                done(owner, "PUT", &format!("{}/publication", base()), &options);
                vec![(name, page)]
            }
            "data" => {
                done(owner, "PUT", &format!("{}/data/sales", base()), &json!([{ "region": "North" }]));
                vec![(name, "sales".to_owned())]
            }
            "merge" => {
                let merges = format!("{}/merge", base());
                let order = json!({ "source": self.object("data"), "to": ["pdf"] });
                let merge = text(&done(owner, "POST", &merges, &order)["job"]["id"]);
                wait_for_job(owner, &format!("{merges}/{merge}"));
                vec![(name, merge)]
            }
            "video" => {
                let videos = format!("{}/video", base());
                let video = done(owner, "POST", &videos, &json!({ "width": 320, "seconds": 0.5 }));
                let video = text(&video["job"]["id"]);
                wait_for_job(owner, &format!("{videos}/{video}"));
                vec![(name, video)]
            }
            "trashed" => {
                let trashed = done(owner, "POST", "/api/presentations", &json!({ "title": "Old" }));
                let trashed = text(&trashed["presentation"]["id"]);
                assert_eq!(owner.delete(&format!("/api/presentations/{trashed}")).status, 200);
                vec![(name, trashed)]
            }
            "session" | "notes" | "code" => {
                let body = json!({ "presentationId": self.object("deck") });
                let session = done(owner, "POST", "/api/present-sessions", &body);
                let code = session["followCodes"].as_object().and_then(|codes| codes.values().next()).expect("a code");
                vec![
                    ("session", text(&session["sessionId"])),
                    ("notes", text(&session["notesKey"])),
                    ("code", text(code)),
                ]
            }
            "question" | "device" => {
                let questions = format!("/api/follow/{}/questions", self.object("session"));
                let asked = self.lectern.anonymous().post(&questions, &json!({ "text": "How deep?" }));
                assert_eq!(asked.status, 201, "{}", asked.text);
                let device = asked.header("set-cookie").split(';').next().unwrap_or_default().to_owned();
                vec![("question", text(&asked.json()["question"]["id"])), ("device", device)]
            }
            "picture" | "file" => {
                let data_url = "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=";
                let picture = done(owner, "POST", "/api/uploads", &json!({ "dataUrl": data_url, "name": "tide.svg" }));
                let file = text(&picture["url"]).trim_start_matches("/uploads/").to_owned();
                vec![("picture", text(&picture["id"])), ("file", file)]
            }
            "library" => {
                let body = json!({ "presentationId": self.object("deck"), "slideId": self.object("slide") });
                one(&done(owner, "POST", "/api/slide-library", &body), "/slide/id")
            }
            "theme" => {
                let body = json!({ "label": format!("Theme {round}") });
                one(&done(admin, "POST", "/api/themes/custom", &body), "/theme/id")
            }
            "type" => {
                let slug = format!("berth-{round}");
                let declaration = json!({
                    "slug": slug, "label": "Berth", "category": "content",
                    "fields": [{ "key": "title", "kind": "string", "label": "Title", "required": true, "maxLength": 80 }],
                    "defaults": { "title": "Berth" }, "example": { "title": "Quay 4" },
                });
                done(admin, "POST", "/api/slide-types/custom", &declaration);
                vec![(name, slug)]
            }
            "account" | "email" => {
                let email = format!("account{round}@x.test");
                let account = done(admin, "POST", "/api/admin/users", &json!({ "email": email }));
                vec![("account", text(&account["user"]["id"])), ("email", email)]
            }
            "annex" => {
                let annex = json!({ "name": "Annex", "slug": format!("annex-{round}") });
                one(&done(admin, "POST", "/api/organizations", &annex), "/organization/id")
            }
            "key" => {
                let body = json!({ "name": "robot", "scopes": ["read"] });
                one(&done(owner, "POST", "/api/api-keys", &body), "/id")
            }
            "passkey" => {
                let options = done(owner, "POST", "/api/auth/passkeys/options", &json!({}));
                let ceremony = Ceremony::at(ORIGIN, &text(&options["challenge"]));
                let authenticator = Authenticator::ed25519(format!("passkey-{round}").as_bytes());
                let body = json!({ "credential": authenticator.registration_json(&ceremony) });
                one(&done(owner, "POST", "/api/auth/passkeys", &body), "/passkey/id")
            }
            "webhook" => {
                let body = json!({ "url": "https://receiver.invalid", "events": ["presentation.published"] });
                one(&done(admin, "POST", "/api/webhooks", &body), "/webhook/id")
            }
            "delivery" => {
                let test = format!("/api/webhooks/{}/test", self.object("webhook"));
                one(&done(admin, "POST", &test, &json!({})), "/delivery/id")
            }
            "scim" => {
                let token = format!("/api/organizations/{}/provisioning/token", self.organization);
                one(&done(admin, "POST", &token, &json!({})), "/token")
            }
            "group" => {
                let group = json!({ "displayName": format!("Group {round}") });
                one(&done(&self.lectern.with_key(&self.object("scim")), "POST", "/scim/v2/Groups", &group), "/id")
            }
            "job" => {
                let body = json!({ "content": "Ships wait two days." });
                one(&done(owner, "POST", "/api/ai/jobs", &body), "/job/id")
            }
            _ => panic!("nothing makes `{name}`"),
        }
    }

    /// The client of a column. People use their session for routes and their key for tools.
    fn caller(&self, column: &str, for_tools: bool) -> Caller {
        let anonymous = self.lectern.anonymous();
        match column {
            "nobody" | "notes" => anonymous,
            "scim" => self.lectern.with_key(&self.object("scim")),
            "link" => self.lectern.with_key(&self.object("token")),
            "device" => anonymous.with("Cookie", &self.object("device")),
            "k:c:read" => self.keys["comments:read"].clone(),
            "k:c:writ" => self.keys["comments:write"].clone(),
            key if key.starts_with("k:") => self.keys[&key[2..]].clone(),
            person if for_tools => self.people[person].key.clone(),
            person => self.people[person].session.clone(),
        }
    }

    /// The path of a request to a route, with its parameters filled in.
    fn path(&self, route: &str, column: &str) -> String {
        let (method, pattern) = route.split_once(' ').expect("a method");
        let starts = |start: &str| pattern.strip_prefix(start).is_some_and(|rest| rest.starts_with(['/', '{']));
        let id = || match () {
            () if pattern.ends_with("/restore") && !pattern.contains("{version}")
                || pattern.ends_with("/permanent")
                || starts("/api/presentations/trash") =>
            {
                self.object("trashed")
            }
            () if starts("/api/present-sessions") || starts("/api/follow") || starts("/follow") || starts("/notes") => {
                self.object("session")
            }
            () if pattern == "/api/organizations/{id}" && method != "GET" => self.object("annex"),
            () if starts("/api/organizations") => self.organization.clone(),
            () if starts("/api/image-library") => self.object("picture"),
            () if starts("/api/slide-library") => self.object("library"),
            () if starts("/api/themes/custom") => self.object("theme"),
            () if starts("/api/themes") => "ledger".to_owned(),
            () if starts("/api/api-keys") => self.object("key"),
            () if starts("/scim/v2/Groups") => self.object("group"),
            () if starts("/scim/v2/ResourceTypes") => "User".to_owned(),
            () if starts("/scim/v2/Schemas") => "urn:ietf:params:scim:schemas:core:2.0:User".to_owned(),
            () if starts("/api/auth/passkeys") => self.object("passkey"),
            () if starts("/api/admin/users") || starts("/scim/v2/Users") => self.object("account"),
            () if starts("/api/ai/jobs") => self.object("job"),
            () if starts("/api/webhooks") => self.object("webhook"),
            () => self.object("deck"),
        };
        let file = || match pattern {
            "/uploads/{file}" => self.object("file"),
            "/fonts/{file}" => "0.woff2".to_owned(),
            "/api/v1/schema/slide-types/{file}" => "content-slide.json".to_owned(),
            "/api/v1/docs/{file}" => "swagger-ui.css".to_owned(),
            "/p/{slug}/download/{file}" => "deck.html".to_owned(),
            _ => format!("{}.csv", self.object("poll")),
        };
        let value = |name: &str| match name {
            "id" => id(),
            "slide" => self.object(if pattern.contains("/interactions/") { "poll" } else { "slide" }),
            "comment" => self.object("comment"),
            "version" => self.object("version"),
            "link" => self.object("link"),
            "token" => self.object("token"),
            "code" => self.object("code"),
            "question" => self.object("question"),
            "delivery" => self.object("delivery"),
            "email" if method == "POST" || starts("/api/presentations") => "reader@x.test".to_owned(),
            "email" => self.object("email"),
            "slug" => self.object(if starts("/p") || starts("/embed") { "page" } else { "type" }),
            "key" => "content-slide".to_owned(),
            "name" => self.object("data"),
            "library" => self.object("library"),
            "job" => self.object(if pattern.contains("/video/") { "video" } else { "merge" }),
            "vendor" => "builtin".to_owned(),
            "file" => file(),
            "*section" => "keys".to_owned(),
            "*path" => "mcp".to_owned(),
            _ => panic!("the test knows no value for `{name}` of {pattern}"),
        };
        // Objects that a path does not name, but that a request deletes.
        if pattern.ends_with("/publication") {
            self.object("page");
        } else if pattern.ends_with("/provisioning/token") {
            self.object("scim");
        }
        let mut path = pattern.to_owned();
        while let Some((before, (name, after))) =
            path.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
        {
            path = format!("{before}{}{after}", value(name));
        }
        if column == "notes" { format!("{path}?key={}", self.object("notes")) } else { path }
    }

    /// Sends a request to a route and returns its status; `-` for requests that are not made.
    fn try_route(&mut self, route: &str, column: &str) -> String {
        // Not made for other callers: failed sign-ins are counted by address, which all callers share.
        if route == "POST /signin" && column != "nobody" {
            return "-".to_owned();
        }
        let method = route.split_once(' ').expect("a method").0.replace("ANY", "POST");
        let (caller, path) = (self.caller(column, false), self.path(route, column));
        let body = (!matches!(method.as_str(), "GET" | "DELETE")).then_some("{");
        let status = caller.status(&method, &path, body);
        if method != "GET" && (200..300).contains(&status) {
            self.renew();
        }
        status.to_string()
    }

    /// Calls a tool and returns the result: `ok`, or the status of the error.
    fn try_tool(&mut self, (tool, is_read_only): (&str, bool), column: &str) -> String {
        let arguments = ARGUMENTS.iter().find(|(name, _)| *name == tool).map(|(_, arguments)| *arguments);
        let arguments = arguments.unwrap_or_else(|| panic!("the test knows no arguments for `{tool}`"));
        let mut arguments = arguments.to_owned();
        for name in ["deck", "comment", "version", "library"] {
            let sign = format!("{{{name}}}");
            if arguments.contains(&sign) {
                arguments = arguments.replace(&sign, &self.object(name));
            }
        }
        let arguments: Value = serde_json::from_str(&arguments).expect("JSON");
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": { "name": tool, "arguments": arguments } });
        let path = if column == "notes" { format!("/mcp?key={}", self.object("notes")) } else { "/mcp".to_owned() };
        let answer = self.caller(column, true).post(&path, &message);
        if answer.status != 200 {
            return answer.status.to_string();
        }
        let result = &answer.json()["result"];
        let said = result["content"][0]["text"].as_str().unwrap_or_default();
        if result["isError"] != true {
            if !is_read_only {
                self.renew();
            }
            "ok".to_owned()
        } else if said.contains("not found") {
            "404".to_owned()
        } else if ["scope", "permission", "only", "may not"].iter().any(|words| said.contains(words)) {
            "403".to_owned()
        } else {
            panic!("`{tool}` for {column}: {said}")
        }
    }

    /// The tools, and whether each only reads.
    fn tools(&self) -> Vec<(String, bool)> {
        let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" });
        let listed = self.people["owner"].key.post("/mcp", &list).json();
        let tools = listed["result"]["tools"].as_array().expect("tools").iter();
        let mut tools: Vec<(String, bool)> =
            tools.map(|tool| (text(&tool["name"]), tool["annotations"]["readOnlyHint"] == true)).collect();
        tools.sort();
        tools
    }
}

/// A client with a new key of a person.
fn key(lectern: &Lectern, session: &Caller, scopes: &[&str]) -> Caller {
    let made = done(session, "POST", "/api/api-keys", &json!({ "name": "test", "scopes": scopes }));
    lectern.with_key(&text(&made["key"]))
}

#[test]
fn every_caller_may_do_what_the_table_says_and_no_more() {
    let mut world = World::new();
    let mut rows = Vec::new();
    for route in routes() {
        let cells = CALLERS.map(|(column, _)| world.try_route(&route, column));
        rows.push((route, cells));
    }
    for (tool, is_read_only) in world.tools() {
        let cells = CALLERS.map(|(column, _)| world.try_tool((&tool, is_read_only), column));
        rows.push((format!("tool {tool}"), cells));
    }
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    let mut table = String::from(
        "# Who may do what. Statuses of every route and tool for every caller. 400: the caller may write, but the body\n\
         # of the test is not JSON. 303: to the page for signing in. In rows of tools, people use a key with all scopes.\n#\n",
    );
    for (column, about) in CALLERS {
        let _ = writeln!(table, "# {column:8} {about}");
    }
    let head: Vec<String> = CALLERS.iter().map(|(column, _)| format!("{column:8}")).collect();
    let _ = writeln!(table, "#\n{:width$} {}", "#", head.join(" ").trim_end());
    for (name, cells) in &rows {
        let cells: Vec<String> = cells.iter().map(|cell| format!("{cell:8}")).collect();
        let _ = writeln!(table, "{name:width$} {}", cells.join(" ").trim_end());
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/service/access.txt");
    if std::env::var_os("UPDATE_ACCESS").is_some() {
        std::fs::write(&file, &table).expect("the table is written");
    }
    let stated = std::fs::read_to_string(&file).expect("the table");
    let lines = |table: &str| -> Vec<String> { table.lines().map(str::to_owned).collect() };
    let (stated, seen) = (lines(&stated), lines(&table));
    let missing: Vec<&String> = stated.iter().filter(|line| !seen.contains(line)).collect();
    let new: Vec<&String> = seen.iter().filter(|line| !stated.contains(line)).collect();
    assert!(missing.is_empty() && new.is_empty(), "the table says {missing:#?}\nseen was {new:#?}");
}
