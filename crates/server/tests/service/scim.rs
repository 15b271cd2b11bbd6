//! SCIM 2.0: an identity provider manages the people and groups of an organization.
//!
//! Requests are those in RFC 7644, and those that Microsoft Entra and Okta send according to their public
//! documentation.

use serde_json::{Value, json};

use super::lectern::{Answer, Caller, Lectern};

const USER: &str = "urn:ietf:params:scim:schemas:core:2.0:User";
const GROUP: &str = "urn:ietf:params:scim:schemas:core:2.0:Group";
const ENTERPRISE: &str = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
const PATCH: &str = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

/// A service, its administrator, and the identity provider of the first organization.
struct World {
    lectern: Lectern,
    admin: Caller,
    organization: String,
    scim: Caller,
}

impl World {
    fn new() -> Self {
        let lectern = Lectern::start(&[]);
        let admin = lectern.admin();
        let organization = text(&admin.get("/api/auth/me").json()["organization"]["id"]);
        let scim = provider(&lectern, &admin, &organization);
        Self { lectern, admin, organization, scim }
    }

    /// Adds a person and returns their id.
    fn person(&self, email: &str) -> String {
        created(&self.scim, "/scim/v2/Users", &json!({ "schemas": [USER], "userName": email }))
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/organizations/{}{rest}", self.organization)
    }

    /// The role of a member in the list of the app; none for people who are not in it.
    fn role(&self, email: &str) -> Option<String> {
        let members = self.admin.get(&self.path("/members")).json();
        let members = members["members"].as_array().expect("members");
        members.iter().find(|member| member["email"] == email).map(|member| text(&member["role"]))
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("a text, not {value}")).to_owned()
}

/// A client with a new token of an organization.
fn provider(lectern: &Lectern, administrator: &Caller, organization: &str) -> Caller {
    let made = administrator.post(&format!("/api/organizations/{organization}/provisioning/token"), &json!({}));
    assert_eq!(made.status, 201, "{}", made.text);
    lectern.with_key(&text(&made.json()["token"])).with("Content-Type", "application/scim+json")
}

fn created(scim: &Caller, path: &str, body: &Value) -> String {
    let answer = scim.post(path, body);
    assert_eq!(answer.status, 201, "{}", answer.text);
    text(&answer.json()["id"])
}

/// The status and the `scimType` of an error response. Checks that it has the form of SCIM.
fn refusal(answer: &Answer) -> (u16, String) {
    assert_eq!(answer.header("content-type"), "application/scim+json; charset=utf-8", "{}", answer.text);
    let body = answer.json();
    assert_eq!(body["schemas"], json!(["urn:ietf:params:scim:api:messages:2.0:Error"]), "{body}");
    assert_eq!(body["status"], answer.status.to_string());
    assert!(body["detail"].as_str().is_some_and(|detail| !detail.is_empty()), "{body}");
    (answer.status, body["scimType"].as_str().unwrap_or_default().to_owned())
}

fn operations(operations: &Value) -> Value {
    json!({ "schemas": [PATCH], "Operations": operations })
}

fn encoded(filter: &str) -> String {
    form_urlencoded::byte_serialize(filter.as_bytes()).collect()
}

/// The names of the resources that a query finds.
fn found(scim: &Caller, path: &str, filter: &str) -> Vec<String> {
    let answer = scim.get(&format!("{path}?filter={}", encoded(filter)));
    assert_eq!(answer.status, 200, "{}", answer.text);
    let body = answer.json();
    let resources = body["Resources"].as_array().expect("resources");
    assert_eq!(body["totalResults"], resources.len());
    let name = if path.ends_with("Users") { "userName" } else { "displayName" };
    resources.iter().map(|resource| text(&resource[name])).collect()
}

#[test]
fn the_requests_of_the_standard_do_what_it_says() {
    let world = World::new();
    let scim = &world.scim;
    // RFC 7644, section 3.3.
    let body = json!({
        "schemas": [USER], "userName": "bjensen@example.com", "externalId": "bjensen",
        "name": { "formatted": "Ms. Barbara J Jensen III", "familyName": "Jensen", "givenName": "Barbara" },
    });
    let answer = scim.post("/scim/v2/Users", &body);
    let user = answer.json();
    let id = text(&user["id"]);
    let location = text(&user["meta"]["location"]);
    assert_eq!((answer.status, answer.header("location")), (201, location.as_str()));
    assert!(location.ends_with(&format!("/scim/v2/Users/{id}")) && location.starts_with("http://127.0.0.1:"));
    assert_eq!(answer.header("content-type"), "application/scim+json; charset=utf-8");
    assert_eq!(user["schemas"], json!([USER]));
    assert_eq!(user["userName"], "bjensen@example.com");
    assert_eq!(user["externalId"], "bjensen");
    assert_eq!(user["name"]["familyName"], "Jensen");
    assert_eq!(user["emails"], json!([{ "value": "bjensen@example.com", "type": "work", "primary": true }]));
    assert_eq!((&user["active"], &user["meta"]["resourceType"]), (&json!(true), &json!("User")));
    let path = format!("/scim/v2/Users/{id}");
    assert_eq!(scim.get(&path).json(), user);

    // Section 3.4.2 and 3.9.
    assert_eq!(found(scim, "/scim/v2/Users", r#"userName eq "BJensen@example.com""#), ["bjensen@example.com"]);
    assert_eq!(found(scim, "/scim/v2/Users", r#"externalId eq "BJENSEN""#), [""; 0]);
    assert_eq!(found(scim, "/scim/v2/Users", r#"emails.value co "@example.com" and name.familyName sw "J""#).len(), 1);
    let page = scim.get("/scim/v2/Users?startIndex=2&count=1").json();
    assert_eq!(page["schemas"], json!(["urn:ietf:params:scim:api:messages:2.0:ListResponse"]));
    assert_eq!((&page["totalResults"], &page["startIndex"], &page["itemsPerPage"]), (&json!(2), &json!(2), &json!(1)));
    assert_eq!(page["Resources"][0]["userName"], "bjensen@example.com");
    let counted = scim.get("/scim/v2/Users?count=0&startIndex=-3").json();
    assert_eq!(
        (&counted["totalResults"], &counted["startIndex"], &counted["Resources"]),
        (&json!(2), &json!(1), &json!([]))
    );
    let selected = scim.get(&format!("{path}?attributes=userName,name.givenName")).json();
    let expected =
        json!({ "schemas": [USER], "id": id, "userName": "bjensen@example.com", "name": { "givenName": "Barbara" } });
    assert_eq!(selected, expected);
    let without = scim.get(&format!("{path}?excludedAttributes=name,emails,meta,id")).json();
    assert_eq!((without.get("name"), without.get("emails"), text(&without["id"])), (None, None, id.clone()));

    // Section 3.5.1.
    let replaced = scim.put(
        &path,
        &json!({
            "schemas": [USER], "id": id, "userName": "bjensen@example.com", "externalId": "bjensen",
            "name": { "familyName": "Jensen", "givenName": "Babs" }, "displayName": "Babs Jensen", "roles": [],
            "emails": [{ "value": "bjensen@example.com" }, { "value": "babs@jensen.org" }], "password": "t1meMa$heen",
        }),
    );
    assert_eq!((replaced.status, &replaced.json()["displayName"]), (200, &json!("Babs Jensen")));
    // Section 3.5.2.
    let patched = scim.patch(
        &path,
        &operations(&json!([
            { "op": "replace", "path": "name.givenName", "value": "Barbara" },
            { "op": "add", "value": { "nickName": "Babs", "displayName": "Barbara Jensen" } },
            { "op": "remove", "path": "externalId" },
            { "op": "replace", "path": "active", "value": false },
        ])),
    );
    assert_eq!(patched.status, 200, "{}", patched.text);
    let patched = patched.json();
    assert_eq!(
        patched["name"],
        json!({ "formatted": "Barbara Jensen", "givenName": "Barbara", "familyName": "Jensen" })
    );
    assert_eq!((patched.get("externalId"), &patched["active"]), (None, &json!(false)));
    assert_ne!(patched["meta"]["lastModified"], user["meta"]["created"]);

    // Section 3.6: afterwards the person is unknown, and the name is free.
    assert_eq!((scim.delete(&path).status, scim.get(&path).status, scim.delete(&path).status), (204, 404, 404));
    assert_eq!(found(scim, "/scim/v2/Users", r#"userName eq "bjensen@example.com""#), [""; 0]);
    let again = scim.post("/scim/v2/Users", &body);
    assert_eq!((again.status, text(&again.json()["id"])), (201, id), "the account and its decks are still there");
}

#[test]
fn the_interface_describes_itself() {
    let world = World::new();
    let scim = &world.scim;
    let config = scim.get("/scim/v2/ServiceProviderConfig").json();
    for (name, expected) in [
        ("patch", true),
        ("filter", true),
        ("bulk", false),
        ("sort", false),
        ("etag", false),
        ("changePassword", false),
    ] {
        assert_eq!(config[name]["supported"], expected, "{name}");
    }
    let types = scim.get("/scim/v2/ResourceTypes").json();
    assert_eq!((&types["totalResults"], &types["Resources"][1]["endpoint"]), (&json!(2), &json!("/Groups")));
    assert_eq!(scim.get("/scim/v2/ResourceTypes/User").json()["schema"], USER);
    let schema = scim.get(&format!("/scim/v2/Schemas/{USER}")).json();
    assert_eq!((&schema["id"], &schema["attributes"][0]["name"]), (&json!(USER), &json!("userName")));
    assert_eq!(scim.get("/scim/v2/Schemas").json()["Resources"][1]["id"], GROUP);
}

#[test]
fn the_requests_of_entra_are_understood() {
    let world = World::new();
    let scim = &world.scim;
    // Entra tests credentials by searching for a person who does not exist. The response is an empty list.
    assert_eq!(
        found(scim, "/scim/v2/Users", r#"userName eq "Test_User_dfeef4c5-5681-4387-b016-bdf221e82081""#),
        [""; 0]
    );
    let id = created(
        scim,
        "/scim/v2/Users",
        &json!({
            "schemas": [USER, ENTERPRISE],
            "externalId": "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef",
            "userName": "Test_User_ab6490ee-1e48-479e-a20b-2d77186b5dd1@contoso.com",
            "active": true,
            "emails": [{ "primary": true, "type": "work", "value": "Test_User_fd0ea19b@testuser.com" }],
            "meta": { "resourceType": "User" },
            "name": { "formatted": "givenName familyName", "familyName": "familyName", "givenName": "givenName" },
            "roles": [],
            ENTERPRISE: { "department": "Tours" },
        }),
    );
    let path = format!("/scim/v2/Users/{id}");
    // The account has the e-mail address, with which the person signs in; `userName` is the one that Entra sent.
    let user = scim.get(&path).json();
    assert_eq!(user["userName"], "Test_User_ab6490ee-1e48-479e-a20b-2d77186b5dd1@contoso.com");
    assert_eq!(user["emails"][0]["value"], "test_user_fd0ea19b@testuser.com");
    assert_eq!(found(scim, "/scim/v2/Users", r#"externalId eq "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef""#).len(), 1);
    let updated = scim.patch(
        &path,
        &operations(&json!([
            { "op": "Replace", "path": "emails[type eq \"work\"].value", "value": "updatedEmail@microsoft.com" },
            { "op": "Replace", "path": "name.familyName", "value": "updatedFamilyName" },
            { "op": "Add", "path": format!("{ENTERPRISE}:department"), "value": "Harbour" },
            { "op": "Add", "path": "addresses[type eq \"work\"].locality", "value": "Delft" },
        ])),
    );
    assert_eq!((updated.status, &updated.json()["name"]["familyName"]), (200, &json!("updatedFamilyName")));
    assert_eq!(updated.json()["emails"][0]["value"], "test_user_fd0ea19b@testuser.com", "it never changes");
    let renamed = scim.patch(
        &path,
        &operations(&json!([
            { "op": "Replace", "path": "userName", "value": "5b50642d@contoso.com" },
        ])),
    );
    assert_eq!(renamed.json()["userName"], "5b50642d@contoso.com");
    let disabled = scim.patch(&path, &operations(&json!([{ "op": "Replace", "path": "active", "value": "False" }])));
    assert_eq!((disabled.status, &disabled.json()["active"]), (200, &json!(false)));
    let enabled = scim.patch(&path, &operations(&json!([{ "op": "Replace", "value": { "active": "True" } }])));
    assert_eq!(enabled.json()["active"], true);

    let group = created(
        scim,
        "/scim/v2/Groups",
        &json!({
            "schemas": [GROUP, "http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group"],
            "externalId": "8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159",
            "displayName": "displayName",
            "meta": { "resourceType": "Group" },
        }),
    );
    let path = format!("/scim/v2/Groups/{group}");
    let change = |change: &Value| scim.patch(&path, &operations(&json!([change]))).status;
    assert_eq!(change(&json!({ "op": "Replace", "path": "displayName", "value": "1879db59" })), 204);
    assert_eq!(change(&json!({ "op": "Add", "path": "members", "value": [{ "$ref": null, "value": id }] })), 204);
    let without = scim.get(&format!("{path}?excludedAttributes=members")).json();
    assert_eq!((&without["displayName"], without.get("members")), (&json!("1879db59"), None));
    assert_eq!(scim.get(&path).json()["members"][0]["value"], id.as_str());
    let member = format!(r#"id eq "{group}" and members eq "{id}""#);
    assert_eq!(found(scim, "/scim/v2/Groups", &member), ["1879db59"]);
    assert_eq!(found(scim, "/scim/v2/Groups", r#"displayName eq "1879DB59""#), ["1879db59"]);
    assert_eq!(change(&json!({ "op": "Remove", "path": "members", "value": [{ "$ref": null, "value": id }] })), 204);
    assert_eq!(scim.get(&path).json()["members"], json!([]));
    assert_eq!((scim.delete(&path).status, scim.get(&path).status), (204, 404));
    assert_eq!(scim.delete(&format!("/scim/v2/Users/{id}")).status, 204);
}

#[test]
fn the_requests_of_okta_are_understood() {
    let world = World::new();
    let scim = &world.scim;
    let known = scim.get(&format!(
        "/scim/v2/Users?filter={}&startIndex=1&count=100",
        encoded(r#"userName eq "test.user@okta.local""#)
    ));
    assert_eq!((known.status, &known.json()["totalResults"]), (200, &json!(0)));
    let mut user = json!({
        "schemas": [USER], "userName": "test.user@okta.local",
        "name": { "givenName": "Test", "familyName": "User" },
        "emails": [{ "primary": true, "value": "test.user@okta.local", "type": "work" }],
        "displayName": "Test User", "locale": "en-US", "externalId": "00ujl29u0le5T6Aj10h7", "groups": [],
        "password": "1mz050nq", "active": true,
    });
    let id = created(scim, "/scim/v2/Users", &user);
    let path = format!("/scim/v2/Users/{id}");
    assert_eq!(refusal(&scim.post("/scim/v2/Users", &user)), (409, "uniqueness".to_owned()));
    // Okta sends all attributes of the person back.
    user["id"] = json!(id);
    user["name"]["givenName"] = json!("Another");
    user["displayName"] = json!("Another User");
    let replaced = scim.put(&path, &user);
    assert_eq!((replaced.status, &replaced.json()["name"]["givenName"]), (200, &json!("Another")));
    let off = scim.patch(&path, &operations(&json!([{ "op": "replace", "value": { "active": false } }])));
    assert_eq!((off.status, &off.json()["active"]), (200, &json!(false)));
    let on = scim.patch(&path, &operations(&json!([{ "op": "replace", "value": { "active": true } }])));
    assert_eq!(on.json()["active"], true);
    user["active"] = json!(false);
    assert_eq!(scim.put(&path, &user).json()["active"], false);

    let group =
        created(scim, "/scim/v2/Groups", &json!({ "schemas": [GROUP], "displayName": "Test SCIMv2", "members": [] }));
    let path = format!("/scim/v2/Groups/{group}");
    let renamed =
        operations(&json!([{ "op": "replace", "value": { "id": group, "displayName": "Test SCIMv2 renamed" } }]));
    assert_eq!(scim.patch(&path, &renamed).status, 204);
    let moved = operations(&json!([
        { "op": "add", "path": "members", "value": [{ "value": id, "display": "test.user@okta.local" }] },
    ]));
    assert_eq!(scim.patch(&path, &moved).status, 204);
    assert_eq!(scim.get(&path).json()["members"][0]["value"], id.as_str());
    let removed = json!([{ "op": "remove", "path": format!("members[value eq \"{id}\"]") }]);
    assert_eq!(scim.patch(&path, &operations(&removed)).status, 204);
    let whole = json!({ "schemas": [GROUP], "id": group, "displayName": "Whole", "members": [{ "value": id }] });
    let replaced = scim.put(&path, &whole);
    assert_eq!((replaced.status, &replaced.json()["members"][0]["value"]), (200, &json!(id)));
}

#[test]
fn a_person_without_a_password_keeps_their_decks_when_they_leave_and_return() {
    let world = World::new();
    let World { lectern, admin, scim, .. } = &world;
    let bram = lectern.member("bram@example.test");
    let users = scim.get(&format!("/scim/v2/Users?filter={}", encoded(r#"userName eq "bram@example.test""#))).json();
    let path = format!("/scim/v2/Users/{}", text(&users["Resources"][0]["id"]));
    let deck = bram.post("/api/presentations", &json!({ "title": "Harbour" })).json();
    let deck = format!("/api/presentations/{}", text(&deck["presentation"]["id"]));
    let sign_in = json!({ "email": "bram@example.test", "password": "long enough" });
    let login = || lectern.anonymous().post("/api/auth/login", &sign_in).status;

    assert_eq!(scim.delete(&path).status, 204);
    assert_eq!((bram.get(&deck).status, login()), (401, 401));
    let members = admin.get(&world.path("/members")).json();
    let listed =
        members["members"].as_array().expect("members").iter().find(|member| member["email"] == "bram@example.test");
    assert_eq!(listed.expect("listed")["active"], false, "an administrator sees whose decks are left");
    // Meanwhile the deck has no other owner.
    assert_eq!(admin.get(&deck).status, 404);

    let again = json!({ "schemas": [USER], "userName": "bram@example.test", "active": true });
    assert_eq!(scim.post("/scim/v2/Users", &again).status, 201);
    assert_eq!(login(), 200);
    assert_eq!(lectern.signed_in("bram@example.test", "long enough").get(&deck).status, 200);

    // An administrator who removes the member for good becomes the owner of the decks.
    assert_eq!(scim.patch(&path, &operations(&json!([{ "op": "replace", "value": { "active": false } }]))).status, 200);
    assert_eq!(admin.delete(&world.path("/members/bram@example.test")).status, 200);
    assert_eq!((admin.get(&deck).status, scim.get(&path).status), (200, 404));
    // A new person has no password.
    world.person("cleo@example.test");
    let users = admin.get("/api/admin/users").json();
    let cleo = users["users"].as_array().expect("users").iter().find(|user| user["email"] == "cleo@example.test");
    assert_eq!(cleo.map(|user| (&user["role"], &user["tier"])), Some((&json!("member"), &json!("free"))));
    let guess = json!({ "email": "cleo@example.test", "password": "" });
    assert_eq!(lectern.anonymous().post("/api/auth/login", &guess).status, 401);
}

#[test]
fn a_member_who_is_switched_off_can_be_added_again_in_the_app() {
    let world = World::new();
    let path = format!("/scim/v2/Users/{}", world.person("bram@example.test"));
    let off = operations(&json!([{ "op": "replace", "path": "active", "value": false }]));
    assert_eq!(world.scim.patch(&path, &off).json()["active"], false);
    let added = world.admin.post(&world.path("/members"), &json!({ "email": "bram@example.test" }));
    assert_eq!((added.status, &added.json()["member"]["active"]), (201, &json!(true)));
    assert_eq!(world.scim.get(&path).json()["active"], true);
}

#[test]
fn a_request_that_is_wrong_changes_nothing_and_says_why() {
    let world = World::new();
    let scim = &world.scim;
    let (ann, bram) = (world.person("ann@example.test"), world.person("bram@example.test"));
    let group = created(scim, "/scim/v2/Groups", &json!({ "displayName": "Editors", "members": [{ "value": ann }] }));
    let (user, group) = (format!("/scim/v2/Users/{ann}"), format!("/scim/v2/Groups/{group}"));
    let before = (scim.get(&user).json(), scim.get(&group).json(), scim.get("/scim/v2/Users").json());
    let unknown = "/scim/v2/Users/00000000-0000-4000-8000-000000000000";
    let patch = |change: Value| Some(operations(&json!([change])));
    let long = "x".repeat(201);
    for (method, path, body, expected) in [
        ("GET", unknown, None, (404, "")),
        ("PUT", unknown, Some(json!({ "userName": "x@y.test" })), (404, "")),
        ("PATCH", unknown, Some(json!({ "Operations": [] })), (404, "")),
        ("DELETE", unknown, None, (404, "")),
        ("GET", "/scim/v2/Groups/none", None, (404, "")),
        ("GET", "/scim/v2/Schemas/none", None, (404, "")),
        ("GET", "/scim/v2/Me", None, (404, "")),
        ("POST", "/scim/v2/Bulk", Some(json!({})), (404, "")),
        ("GET", "/scim/v2", None, (404, "")),
        ("DELETE", "/scim/v2/Users", None, (405, "")),
        ("GET", "/scim/v2/Users?filter=userName", None, (400, "invalidFilter")),
        ("GET", "/scim/v2/Users?startIndex=one", None, (400, "invalidValue")),
        ("GET", "/scim/v2/Users?attributes=a&excludedAttributes=b", None, (400, "invalidValue")),
        ("POST", "/scim/v2/Users", Some(json!({})), (400, "invalidValue")),
        ("POST", "/scim/v2/Users", Some(json!({ "userName": "no address" })), (400, "invalidValue")),
        ("POST", "/scim/v2/Users", Some(json!({ "userName": 3 })), (400, "invalidValue")),
        ("POST", "/scim/v2/Users", Some(json!({ "userName": "x@y.test", "active": "maybe" })), (400, "invalidValue")),
        ("POST", "/scim/v2/Users", Some(json!({ "userName": "x@y.test", "displayName": long })), (400, "invalidValue")),
        ("POST", "/scim/v2/Users", Some(json!({ "userName": "BRAM@example.test" })), (409, "uniqueness")),
        (
            "POST",
            "/scim/v2/Users",
            Some(json!({ "userName": "b", "emails": [{ "value": "bram@example.test" }] })),
            (409, "uniqueness"),
        ),
        ("PUT", &user, Some(json!({ "userName": "bram@example.test" })), (409, "uniqueness")),
        (
            "PATCH",
            &user,
            patch(json!({ "op": "replace", "path": "userName", "value": "bram@example.test" })),
            (409, "uniqueness"),
        ),
        ("PATCH", &user, patch(json!({ "op": "replace", "path": "id", "value": bram })), (400, "mutability")),
        ("PATCH", &user, patch(json!({ "op": "remove", "path": "userName" })), (400, "invalidValue")),
        ("PATCH", &user, patch(json!({ "op": "copy", "path": "userName" })), (400, "invalidSyntax")),
        ("PATCH", &user, patch(json!({ "op": "remove" })), (400, "noTarget")),
        ("PATCH", &user, patch(json!({ "op": "replace", "path": "emails[", "value": "x" })), (400, "invalidPath")),
        ("PATCH", &user, Some(json!({ "active": false })), (400, "invalidSyntax")),
        ("POST", "/scim/v2/Groups", Some(json!({ "displayName": "editors" })), (409, "uniqueness")),
        (
            "POST",
            "/scim/v2/Groups",
            Some(json!({ "displayName": "New", "members": [{ "value": "nobody" }] })),
            (400, "invalidValue"),
        ),
        (
            "POST",
            "/scim/v2/Groups",
            Some(json!({ "displayName": "New", "members": [{ "value": ann, "type": "Group" }] })),
            (400, "invalidValue"),
        ),
        (
            "PATCH",
            &group,
            patch(json!({ "op": "add", "path": "members", "value": [{ "value": "nobody" }] })),
            (400, "invalidValue"),
        ),
        ("PUT", &group, Some(json!({ "members": [] })), (400, "invalidValue")),
    ] {
        let answer = scim.send(method, path, body.map(|body| body.to_string()).as_deref());
        let (status, kind) = refusal(&answer);
        assert_eq!((status, kind.as_str()), expected, "{method} {path}: {}", answer.text);
    }
    assert_eq!(refusal(&scim.send("POST", "/scim/v2/Users", Some("{"))), (400, "invalidSyntax".to_owned()));
    assert_eq!((scim.get(&user).json(), scim.get(&group).json(), scim.get("/scim/v2/Users").json()), before);
}

#[test]
fn only_the_token_of_the_organization_opens_the_interface_and_it_opens_nothing_else() {
    let world = World::new();
    let World { lectern, admin, scim, .. } = &world;
    let key = lectern.key(&["read", "write", "export", "ai", "comments:read", "comments:write"]);
    assert_eq!(refusal(&lectern.anonymous().get("/scim/v2/Users")).0, 401);
    assert_eq!(refusal(&admin.get("/scim/v2/Users")).0, 401, "a sign-in is no token");
    assert_eq!(refusal(&key.get("/scim/v2/Users")).0, 403);
    assert_eq!(refusal(&lectern.with_key("svc_scim_guess").get("/scim/v2/Users")).0, 401);
    for path in ["/api/v1/presentations", "/api/v1/themes", "/api/presentations", "/api/auth/me", "/api/admin/users"] {
        assert_eq!(scim.get(path).status, 401, "{path}");
    }
    let tools = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" });
    assert_eq!(scim.post("/mcp", &tools).status, 401);

    let state = || admin.get(&world.path("/provisioning")).json()["provisioning"].clone();
    assert_eq!(
        (text(&state()["token"]["createdBy"]), &state()["token"]["lastUsedAt"]),
        ("admin@example.test".to_owned(), &Value::Null)
    );
    assert_eq!(scim.get("/scim/v2/Users").status, 200);
    assert!(state()["token"]["lastUsedAt"].is_string() && text(&state()["url"]).ends_with("/scim/v2"));
    assert!(!admin.get(&world.path("/provisioning")).text.contains("hash"));
    // A new token replaces the old one.
    let next = provider(lectern, admin, &world.organization);
    assert_eq!((refusal(&scim.get("/scim/v2/Users")).0, next.get("/scim/v2/Users").status), (401, 200));
    assert_eq!(admin.delete(&world.path("/provisioning/token")).status, 200);
    assert_eq!((refusal(&next.get("/scim/v2/Users")).0, &state()["token"]), (401, &Value::Null));
    assert_eq!(admin.delete(&world.path("/provisioning/token")).status, 404);
}

#[test]
fn requests_are_counted_as_those_of_keys() {
    let lectern = Lectern::start(&[("SVC_REQUESTS_A_MINUTE", "2")]);
    let admin = lectern.admin();
    let organization = text(&admin.get("/api/auth/me").json()["organization"]["id"]);
    let scim = provider(&lectern, &admin, &organization);
    let first = scim.get("/scim/v2/Users");
    assert_eq!((first.status, first.header("x-ratelimit-remaining")), (200, "1"));
    assert_eq!(scim.get("/scim/v2/Users/none").status, 404);
    let over = scim.get("/scim/v2/Users");
    assert_eq!(refusal(&over).0, 429);
    assert!(!over.header("retry-after").is_empty());
}

#[test]
fn an_organization_sees_and_changes_nothing_of_another() {
    let world = World::new();
    let World { lectern, admin, scim, .. } = &world;
    let annex = admin.post("/api/organizations", &json!({ "name": "Annex", "slug": "annex" })).json();
    let annex = text(&annex["organization"]["id"]);
    let other = provider(lectern, admin, &annex);
    let (ann, bram) = (world.person("ann@example.test"), lectern.member("bram@example.test"));
    let group = created(scim, "/scim/v2/Groups", &json!({ "displayName": "Editors", "members": [{ "value": ann }] }));
    for path in [format!("/scim/v2/Users/{ann}"), format!("/scim/v2/Groups/{group}")] {
        let change = operations(&json!([{ "op": "replace", "value": { "active": false, "displayName": "Taken" } }]));
        let whole = json!({ "userName": "ann@example.test", "displayName": "Taken", "active": false });
        assert_eq!(refusal(&other.get(&path)).0, 404);
        assert_eq!(refusal(&other.patch(&path, &change)).0, 404);
        assert_eq!(refusal(&other.put(&path, &whole)).0, 404);
        assert_eq!(refusal(&other.delete(&path)).0, 404);
        assert_eq!(scim.get(&path).status, 200);
    }
    assert_eq!(found(&other, "/scim/v2/Users", r#"userName eq "ann@example.test""#), [""; 0]);
    assert_eq!(other.get("/scim/v2/Groups").json()["totalResults"], 0);
    let stranger = json!({ "displayName": "Thieves", "members": [{ "value": ann }] });
    assert_eq!(refusal(&other.post("/scim/v2/Groups", &stranger)), (400, "invalidValue".to_owned()));

    // Bram has an account already. Bram becomes a member of the annex; their name, and their rights in other
    // organizations, do not change.
    let both = json!({ "userName": "bram@example.test", "displayName": "Somebody Else" });
    let path = format!("/scim/v2/Users/{}", created(&other, "/scim/v2/Users", &both));
    let off = operations(&json!([{ "op": "replace", "value": { "active": false, "displayName": "Nobody" } }]));
    assert_eq!(other.patch(&path, &off).json()["active"], false);
    assert_eq!(bram.get("/api/presentations").status, 200);
    assert_eq!(bram.get("/api/auth/me").json()["user"]["name"], "");
    assert_eq!(bram.post(&format!("/api/organizations/{annex}/switch"), &json!({})).status, 404);
    assert_eq!(scim.get(&path).json()["active"], true);
    assert_eq!((other.delete(&path).status, scim.get(&path).status), (204, 200));
}

#[test]
fn the_last_administrator_stays_and_administrators_of_the_instance_are_protected() {
    let world = World::new();
    let World { lectern, admin, scim, .. } = &world;
    let users = scim.get(&format!("/scim/v2/Users?filter={}", encoded(r#"userName eq "admin@example.test""#))).json();
    let boss = format!("/scim/v2/Users/{}", text(&users["Resources"][0]["id"]));
    let off = operations(&json!([{ "op": "replace", "path": "active", "value": false }]));
    assert_eq!(refusal(&scim.patch(&boss, &off)).0, 403);
    assert_eq!(refusal(&scim.delete(&boss)).0, 403);
    assert_eq!(scim.get(&boss).json()["active"], true);

    // A token that an administrator of only the organization makes cannot deactivate or rename administrators of the
    // instance.
    let manager = lectern.member("manager@example.test");
    assert_eq!(admin.patch(&world.path("/members/manager@example.test"), &json!({ "role": "admin" })).status, 200);
    let limited = provider(lectern, &manager, &world.organization);
    assert_eq!(refusal(&limited.patch(&boss, &off)).0, 403);
    let renamed = operations(&json!([{ "op": "replace", "path": "displayName", "value": "Puppet" }]));
    assert_eq!(limited.patch(&boss, &renamed).status, 200);
    assert_eq!(admin.get("/api/auth/me").json()["user"]["name"], "Administrator");

    // A token that an administrator of the instance makes can deactivate an administrator of the instance, but not the
    // last one.
    let scim = provider(lectern, admin, &world.organization);
    assert_eq!(refusal(&scim.patch(&boss, &off)).0, 403, "the instance would have no administrator");
    let second = json!({ "email": "second@example.test", "password": "long enough", "role": "admin" });
    assert_eq!(admin.post("/api/admin/users", &second).status, 201);
    assert_eq!(scim.patch(&boss, &off).json()["active"], false);
    assert_eq!(admin.get("/api/auth/me").status, 401);
}

#[test]
fn the_members_of_a_group_are_administrators_when_an_administrator_says_so() {
    let world = World::new();
    let World { admin, scim, .. } = &world;
    let (ann, bram) = (world.person("ann@example.test"), world.person("bram@example.test"));
    let group = created(scim, "/scim/v2/Groups", &json!({ "displayName": "Admins", "members": [{ "value": ann }] }));
    assert_eq!(world.role("ann@example.test").as_deref(), Some("member"), "a name gives no rights");
    let set = admin.put(&world.path("/provisioning"), &json!({ "administrators": group })).json();
    assert_eq!(set["provisioning"]["administrators"], group.as_str());
    assert_eq!(set["provisioning"]["groups"], json!([{ "id": group, "name": "Admins", "memberCount": 1 }]));
    assert_eq!(world.role("ann@example.test").as_deref(), Some("admin"));
    let path = format!("/scim/v2/Groups/{group}");
    let swap = json!([
        { "op": "remove", "path": format!("members[value eq \"{ann}\"]") },
        { "op": "add", "path": "members", "value": [{ "value": bram }] },
    ]);
    assert_eq!(scim.patch(&path, &operations(&swap)).status, 204);
    assert_eq!(world.role("ann@example.test").as_deref(), Some("member"));
    assert_eq!(world.role("bram@example.test").as_deref(), Some("admin"));

    // With the first administrator made a member, Bram is the last administrator of the organization.
    assert_eq!(admin.patch(&world.path("/members/admin@example.test"), &json!({ "role": "member" })).status, 200);
    assert_eq!(refusal(&scim.delete(&path)).0, 403);
    assert_eq!(refusal(&scim.put(&path, &json!({ "displayName": "Admins", "members": [] }))).0, 403);
    assert_eq!(world.role("bram@example.test").as_deref(), Some("admin"));
    assert_eq!(scim.get(&path).json()["members"][0]["value"], bram.as_str());
    let none = admin.put(&world.path("/provisioning"), &json!({ "administrators": null })).json();
    assert_eq!(none["provisioning"]["administrators"], Value::Null);
    assert_eq!(scim.delete(&path).status, 204);
    assert_eq!(world.role("bram@example.test").as_deref(), Some("admin"), "without a rule nobody loses the role");
    let wrong = admin.put(&world.path("/provisioning"), &json!({ "administrators": "none" }));
    assert_eq!(wrong.status, 400);
}

#[test]
fn every_change_is_in_the_audit_log() {
    let world = World::new();
    let World { admin, scim, .. } = &world;
    let path = format!("/scim/v2/Users/{}", world.person("ann@example.test"));
    let ann = path.rsplit('/').next().expect("an id");
    for active in [false, true] {
        scim.patch(&path, &operations(&json!([{ "op": "replace", "path": "active", "value": active }])));
    }
    scim.patch(&path, &operations(&json!([{ "op": "replace", "path": "displayName", "value": "Ann" }])));
    let group = created(scim, "/scim/v2/Groups", &json!({ "displayName": "Editors", "members": [{ "value": ann }] }));
    admin.put(&world.path("/provisioning"), &json!({ "administrators": group }));
    scim.patch(&format!("/scim/v2/Groups/{group}"), &operations(&json!([{ "op": "remove", "path": "members" }])));
    scim.delete(&format!("/scim/v2/Groups/{group}"));
    scim.delete(&path);
    admin.delete(&world.path("/provisioning/token"));
    let entries = admin.get("/api/admin/audit").json();
    let entries = entries["entries"].as_array().expect("entries").iter();
    let mut lines: Vec<String> = entries
        .filter(|entry| entry["act"] != "signed-in")
        .map(|entry| format!("{} {} by {}", entry["act"], entry["subject"], entry["door"]).replace('"', ""))
        .collect();
    let mut expected = [
        "provisioning-token-made default by app",
        "user-made ann@example.test by provisioning",
        "member-deactivated ann@example.test by provisioning",
        "member-reactivated ann@example.test by provisioning",
        "user-changed ann@example.test by provisioning",
        "group-made Editors by provisioning",
        "provisioning-set default by app",
        "member-changed ann@example.test by app",
        "group-changed Editors by provisioning",
        "member-changed ann@example.test by provisioning",
        "group-removed Editors by provisioning",
        "member-removed ann@example.test by provisioning",
        "provisioning-token-revoked default by app",
    ];
    // Entries with the same time have no defined order.
    lines.sort();
    expected.sort_unstable();
    assert_eq!(lines, expected);
}

#[test]
fn of_people_who_are_added_at_once_with_one_name_one_is_added() {
    let world = World::new();
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let add = |number: usize| {
            let scim = &world.scim;
            let name = if number.is_multiple_of(2) { "ada" } else { "ADA" };
            let email = format!("ada{number}@example.test");
            scope.spawn(move || {
                let body = json!({ "schemas": [USER], "userName": name, "emails": [{ "value": email }] });
                scim.post("/scim/v2/Users", &body).status
            })
        };
        let threads: Vec<_> = (0..8).map(add).collect();
        threads.into_iter().map(|thread| thread.join().expect("an answer")).collect()
    });
    assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 1, "{statuses:?}");
    assert_eq!(statuses.iter().filter(|status| **status == 409).count(), 7, "{statuses:?}");
    assert_eq!(found(&world.scim, "/scim/v2/Users", "userName eq \"Ada\"").len(), 1);
}

#[test]
fn changes_of_a_group_that_are_made_at_once_are_all_kept() {
    let world = World::new();
    let people: Vec<String> = (0..8).map(|number| world.person(&format!("ada{number}@example.test"))).collect();
    let group = created(&world.scim, "/scim/v2/Groups", &json!({ "schemas": [GROUP], "displayName": "Pilots" }));
    let path = format!("/scim/v2/Groups/{group}");
    std::thread::scope(|scope| {
        for person in &people {
            let (scim, path) = (&world.scim, &path);
            scope.spawn(move || {
                let add = json!([{ "op": "add", "path": "members", "value": [{ "value": person }] }]);
                assert_eq!(scim.patch(path, &operations(&add)).status, 204);
            });
        }
    });
    let stored = world.scim.get(&path).json();
    assert_eq!(stored["members"].as_array().map(Vec::len), Some(people.len()), "{stored}");
}
