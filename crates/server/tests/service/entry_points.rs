//! Compares the use cases of the HTTP interface with those of the agents' tools. A use case that only one of them
//! offers needs a reason in this file.

use std::collections::BTreeSet;

use serde_json::json;

use super::lectern::Lectern;

/// Use cases that both offer: their routes, and their tools.
const BOTH: &[(&[&str], &[&str])] = &[
    (&["GET /api/v1/presentations", "GET /api/presentations"], &["list_presentations"]),
    (&["POST /api/v1/presentations", "POST /api/presentations"], &["create_presentation_from_slides"]),
    (&["GET /api/v1/presentations/{id}", "GET /api/presentations/{id}"], &["get_presentation"]),
    (&["DELETE /api/v1/presentations/{id}", "DELETE /api/presentations/{id}"], &["delete_presentation"]),
    (
        &["POST /api/v1/presentations/{id}/duplicate", "POST /api/presentations/{id}/duplicate"],
        &["duplicate_presentation"],
    ),
    (
        &["PUT /api/v1/presentations/{id}", "PUT /api/presentations/{id}", "POST /api/presentations/{id}/edits"],
        &["add_slide", "update_slide", "remove_slide", "reorder_slides", "edit_slides", "update_presentation"],
    ),
    (
        &[
            "GET /api/v1/presentations/{id}/export/json",
            "GET /api/v1/presentations/{id}/export/html",
            "GET /api/v1/presentations/{id}/export/pdf",
            "GET /api/v1/presentations/{id}/export/pptx",
            "GET /api/presentations/{id}/export/json",
            "GET /api/presentations/{id}/export/html",
            "GET /api/presentations/{id}/export/pdf",
            "GET /api/presentations/{id}/export/pptx",
        ],
        &["export_presentation"],
    ),
    (&["POST /api/presentations/{id}/render"], &["preview_slide", "preview_presentation"]),
    (&["POST /api/v1/ai/wizard", "POST /api/ai/jobs"], &["create_presentation"]),
    (&["POST /api/v1/ai/outline", "POST /api/ai/outline"], &["create_outline", "create_from_outline"]),
    (&["POST /api/v1/ai/append-slides"], &["append_slides"]),
    (
        &["POST /api/presentations/{id}/proposals"],
        &["convert_slide", "iterate_presentation", "compress_presentation", "analyze_presentation"],
    ),
    (&["GET /api/v1/themes", "GET /api/themes"], &["list_themes"]),
    (&["GET /api/v1/slide-types", "GET /api/slide-types"], &["get_slide_types"]),
    (&["GET /api/presentations/{id}/versions"], &["list_versions"]),
    (&["POST /api/presentations/{id}/versions/{version}/restore"], &["restore_version"]),
    (&["PUT /api/v1/presentations/{id}/data/{name}", "PUT /api/presentations/{id}/data/{name}"], &["set_data"]),
    (&["POST /api/uploads"], &["upload_image"]),
    (
        &[
            "PUT /api/uploads/once/{token}",
            "POST /api/uploads/once/{token}",
            "PUT /api/presentations/import/pptx/once/{token}",
            "POST /api/presentations/import/pptx/once/{token}",
            "PUT /api/ai/documents/once/{token}",
            "POST /api/ai/documents/once/{token}",
            "POST /api/presentations/import/pptx",
            "POST /api/v1/presentations/import/pptx",
        ],
        &["begin_upload"],
    ),
    (&["GET /api/v1/image-library", "GET /api/image-library"], &["find_images"]),
    (&["GET /api/slide-library"], &["search_library"]),
    (&["POST /api/presentations/{id}/library"], &["insert_library_slide"]),
    (&["GET /api/icons"], &["find_icons"]),
    (&["GET /api/presentations/{id}/comments"], &["list_comments"]),
    (&["POST /api/presentations/{id}/comments"], &["add_comment"]),
    (&["POST /api/presentations/{id}/comments/{comment}/replies"], &["reply_to_comment"]),
    (&["PATCH /api/presentations/{id}/comments/{comment}"], &["set_comment_status"]),
];

/// Prefixes of routes without a tool, with the reason before them.
const ROUTES_ONLY: &[(&str, &[&str])] = &[
    (
        "accounts are managed by people; an agent acts for one",
        &[
            "/api/auth",
            "/api/users",
            "/api/admin",
            "/api/api-keys",
            "/api/agents",
            "/api/organizations",
            "/api/notifications",
        ],
    ),
    (
        "the house style is decided by an administrator",
        &[
            "/api/themes/custom",
            "/api/themes/preview",
            "/api/fonts",
            "/api/slide-types/custom",
            "/api/slide-types/preview",
            "/api/slide-types/settings",
            "PATCH /api/slide-types/{key}",
        ],
    ),
    ("an administrator decides which programs hear of events", &["/api/webhooks"]),
    ("an identity provider manages the people of an organization", &["/scim"]),
    (
        "a presentation is led by a person and followed by an audience",
        &["/api/present-sessions", "/api/follow", "/api/follow-codes", "/api/presentations/{id}/talk", "/api/qr.svg"],
    ),
    (
        "who sees a deck is for people to decide",
        &[
            "/api/presentations/{id}/collaborators",
            "/api/presentations/{id}/visibility",
            "/api/presentations/{id}/transfer",
            "/api/presentations/{id}/links",
            "/api/presentations/{id}/publication",
            "/api/v1/presentations/{id}/publication",
        ],
    ),
    (
        "people choose what their organization begins with; an agent copies any deck that it may read",
        &["/api/starters", "/api/presentations/{id}/starter"],
    ),
    (
        "stars and folders are how a person sorts decks; an agent finds them by search",
        &["/api/presentations/{id}/star", "/api/presentations/{id}/folder", "/api/folders/{name}"],
    ),
    (
        "what an agent deleted is restored by a person",
        &["/api/presentations/trash", "/api/presentations/{id}/restore", "/api/presentations/{id}/permanent"],
    ),
    (
        "how a deck is read is for the people who show it",
        &[
            "/api/presentations/{id}/analytics",
            "/api/presentations/{id}/analytics.csv",
            "/api/v1/presentations/{id}/analytics",
        ],
    ),
    (
        "an agent reads the settings of a deck, which hold its data, and pushes over what is there",
        &["/api/presentations/{id}/data", "/api/v1/presentations/{id}/data"],
    ),
    (
        "many files from one deck are for people and programs; a tool call has no files",
        &["/api/presentations/{id}/merge", "/api/v1/presentations/{id}/merge"],
    ),
    (
        "a video takes minutes and is for people and programs; an agent looks at slides as pictures",
        &["/api/presentations/{id}/video", "/api/v1/presentations/{id}/video"],
    ),
    ("an agent names the address of a video; people upload files", &["/api/media"]),
    ("people rehearse, and hear themselves", &["/api/presentations/{id}/rehearsal"]),
    ("a person names versions and looks into them", &["/api/presentations/{id}/versions"]),
    (
        "for an open editor, which an agent does not have",
        &[
            "/api/presentations/{id}/presence",
            "/api/presentations/{id}/events",
            "/api/presentations/{id}/drafts",
            "/api/presentations/{id}/thumbnails",
            "/api/presentations/{id}/slides",
            "/api/presentations/counts",
            "/api/presentations/sample",
            "/api/themes/{id}/thumb.png",
            "/api/slide-types/{key}/thumb.png",
            "/api/presentations/{id}/thumb.png",
        ],
    ),
    (
        "a person waits for the author and watches; a tool call is one answer",
        &["GET /api/ai/jobs/{id}", "DELETE /api/ai/jobs/{id}"],
    ),
    (
        "the description of each tool's argument names the vendors, and an administrator tests them",
        &["/api/ai/vendors", "/api/v1/ai/vendors"],
    ),
    (
        "a tool call has no files; agents write slides",
        &[
            "/api/presentations/import",
            "/api/v1/presentations/import",
            "/api/presentations/{id}/import/pptx",
            "/api/v1/presentations/{id}/import/pptx",
            "/api/presentations/{id}/export/deck.zip",
            "/api/presentations/{id}/export/pdf-slides.pdf",
            "/api/presentations/{id}/export/png.zip",
        ],
    ),
    (
        "people decide what their organization keeps, and take what is new; an agent replaces a slide by the newest one",
        &[
            "POST /api/slide-library",
            "/api/slide-library/{id}",
            "GET /api/presentations/{id}/library",
            "/api/presentations/{id}/library/{library}",
        ],
    ),
    ("people keep the image library in order", &["PATCH /api/image-library", "DELETE /api/image-library"]),
    (
        "descriptions for programs; agents use `tools/list`",
        &["GET /api/v1 ", "/api/v1/ ", "/api/v1/openapi.yaml", "/api/v1/docs", "/api/v1/schema"],
    ),
    ("the state of the instance", &["/api/maintenance", "/health", "/livez", "/readyz", "/metrics"]),
    (
        "pages and what they load",
        &[
            "GET / ",
            "/app",
            "/signin",
            "/uploads",
            "/fonts",
            "/present",
            "/go",
            "/follow",
            "/notes",
            "/view",
            "/p",
            "/embed",
            "/oembed",
            "/sitemap.xml",
            "/robots.txt",
            "/trash",
            "/settings",
            "/assets",
        ],
    ),
    ("the entry point of agents itself, and how they get there", &["/mcp", "/oauth", "/.well-known"]),
];

/// Tools without a route, with the reason before them.
const TOOLS_ONLY: &[(&str, &[&str])] = &[
    ("saving validates; `lectern check` validates files", &["validate_presentation"]),
    ("a program knows the addresses, a model does not", &["get_presentation_url"]),
    ("people receive notifications", &["list_recent_comments"]),
    ("a program finds the texts in the deck", &["get_deck_texts"]),
];

/// Prefixes of routes without authentication, with the reason before them.
const OPEN: &[(&str, &[&str])] = &[
    ("public information", &["/api/maintenance", "/health", "/livez", "/readyz", "/metrics"]),
    (
        "descriptions of the interface",
        &["GET /api/v1 ", "/api/v1/ ", "/api/v1/openapi.yaml", "/api/v1/docs", "/api/v1/schema", "/.well-known"],
    ),
    (
        "these authenticate",
        &[
            "/oauth/register",
            "/oauth/token",
            "/oauth/revoke",
            "/signin",
            "/api/auth/login",
            "/api/auth/link",
            "/api/auth/logout",
        ],
    ),
    (
        "the audience has the id or the code of its session",
        &[
            "/api/follow",
            "/api/follow-codes",
            "GET /api/present-sessions/{id}/state",
            "GET /api/present-sessions/{id}/events",
            "GET /api/present-sessions/{id}/marks",
            "/follow",
            "/go",
        ],
    ),
    ("they ask for the notes key or a sign-in themselves", &["/notes"]),
    (
        "the address is a secret",
        &["/view", "/uploads", "/api/uploads/once", "/api/presentations/import/pptx/once", "/api/ai/documents/once"],
    ),
    ("published decks are for everybody", &["/p", "/embed", "/oembed", "/sitemap.xml", "/robots.txt"]),
    ("they contain nothing private", &["GET / ", "/assets", "/fonts", "/present/sw.js"]),
];

/// Every route as `METHOD /path`, read from the one route list.
pub(super) fn routes() -> BTreeSet<String> {
    let source = include_str!("../../src/routes/mod.rs");
    let mut found = BTreeSet::new();
    for line in source.lines().filter_map(|line| line.trim().strip_prefix(".route(\"")) {
        let (path, handlers) = line.split_once('"').expect("a path in quotes");
        for method in ["get", "post", "put", "patch", "delete", "any"] {
            let named = [format!(" {method}("), format!(".{method}(")];
            if named.iter().any(|call| handlers.contains(call.as_str())) {
                found.insert(format!("{} {path}", method.to_ascii_uppercase()));
            }
        }
    }
    found
}

/// The number of entries of a list that match a route.
fn reasons(list: &[(&str, &[&str])], route: &str) -> usize {
    let (method, path) = route.split_once(' ').expect("a method");
    let (route, path) = (format!("{method} {path} "), format!("{path} "));
    let fits = |start: &str| {
        let all = if start.starts_with('/') { &path } else { &route };
        all.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', ' ', '?']))
    };
    list.iter().filter(|(_, starts)| starts.iter().any(|start| fits(start))).count()
}

/// Method and path of a request to a route. The ids in it do not exist.
fn request_to(route: &str) -> (&str, String) {
    let (method, path) = route.split_once(' ').expect("a method");
    let parts = path.split('/').map(|part| match part {
        "{file}" => "x.csv",
        open if open.starts_with('{') => "00000000-0000-4000-8000-000000000000",
        named => named,
    });
    (if method == "ANY" { "POST" } else { method }, parts.collect::<Vec<_>>().join("/"))
}

#[test]
fn every_route_needs_authentication_unless_it_has_a_reason() {
    let lectern = Lectern::start(&[("SVC_REQUESTS_A_MINUTE", "100000"), ("APP_URL", "http://decks.test")]);
    let (nobody, without_scopes) = (lectern.anonymous(), lectern.key(&[]));
    let cross_site = lectern.admin().with("Origin", "https://elsewhere.test");
    let routes = routes();
    let guarded: Vec<&String> = routes.iter().filter(|route| reasons(OPEN, route) == 0).collect();
    assert!(guarded.len() > 100 && guarded.len() < routes.len(), "{guarded:?}");
    for route in guarded {
        let (method, path) = request_to(route);
        let body = (!matches!(method, "GET" | "DELETE")).then_some("{}");
        let unknown = nobody.send(method, &path, body);
        if ["/api/", "/mcp", "/scim/"].iter().any(|start| path.starts_with(start)) {
            assert_eq!(unknown.status, 401, "{route} for nobody: {}", unknown.text);
            let refused = without_scopes.send(method, &path, body);
            let accepts_any_key = path.starts_with("/mcp") || route == "GET /api/v1/image-library";
            let fits = matches!(refused.status, 401 | 403) || accepts_any_key;
            assert!(fits, "{route} for a key without scopes: {} {}", refused.status, refused.text);
        } else {
            assert_eq!(unknown.status, 303, "{route} for nobody");
            assert!(unknown.header("location").starts_with("/signin?next="), "{route}");
        }
        if method != "GET" && path.starts_with("/api/") && !path.starts_with("/api/v1/") {
            let refused = cross_site.send(method, &path, body);
            assert_eq!(refused.refusal(), (403, "csrf".to_owned()), "{route} for a page of another site");
        }
    }
}

#[test]
fn members_may_not_use_routes_for_administrators() {
    let lectern = Lectern::start(&[]);
    let member = lectern.member("ada@x.test");
    let members_may = ["GET /api/organizations", "POST /api/organizations/{id}/switch"];
    let theirs = ["/api/admin", "/api/organizations", "/api/themes/custom", "/api/slide-types/custom", "/api/webhooks"];
    let alone = ["PATCH /api/slide-types/{key}", "GET /api/slide-types/settings", "POST /api/ai/vendors/{vendor}/test"];
    let routes = routes();
    let is_theirs = |route: &&String| {
        let path = route.split_once(' ').expect("a method").1;
        theirs.iter().any(|start| path.starts_with(start)) || alone.contains(&route.as_str())
    };
    let found: Vec<&String> = routes.iter().filter(is_theirs).collect();
    assert!(found.len() > 20, "{found:?}");
    for route in found.into_iter().filter(|route| !members_may.contains(&route.as_str())) {
        let (method, path) = request_to(route);
        let body = (!matches!(method, "GET" | "DELETE")).then_some("{}");
        let status = member.send(method, &path, body).status;
        // For an organization that does not exist, 404 is returned before the right to manage it is checked.
        assert!(status == 403 || (status == 404 && path.starts_with("/api/organizations/")), "{route}: {status}");
    }
}

#[test]
fn a_use_case_of_only_one_interface_has_a_reason() {
    let routes = routes();
    assert!(routes.len() > 100, "the route list is not where it was: {routes:?}");
    let lectern = Lectern::start(&[]);
    let agent = lectern.key(&["read", "write", "export", "ai", "comments:read", "comments:write"]);
    let listed = agent.post("/mcp", &json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" })).json();
    let tools: BTreeSet<String> = listed["result"]["tools"]
        .as_array()
        .expect("tools")
        .iter()
        .map(|tool| tool["name"].as_str().expect("a name").to_owned())
        .collect();
    let by_both = |route: &str| BOTH.iter().any(|(routes, _)| routes.contains(&route));
    let reasons = |route: &str| reasons(ROUTES_ONLY, route);
    let unexplained: Vec<&String> =
        routes.iter().filter(|route| usize::from(by_both(route)) + reasons(route) == 0).collect();
    assert!(unexplained.is_empty(), "no tool and no reason: {unexplained:#?}");
    for (named, _) in BOTH {
        for route in *named {
            assert!(routes.contains(*route), "there is no {route}");
        }
    }
    let shared: BTreeSet<&str> = BOTH.iter().flat_map(|(_, tools)| tools.iter().copied()).collect();
    let alone: BTreeSet<&str> = TOOLS_ONLY.iter().flat_map(|(_, tools)| tools.iter().copied()).collect();
    let stated: BTreeSet<String> = shared.union(&alone).map(|tool| (*tool).to_owned()).collect();
    assert_eq!(stated, tools, "tools with neither a route nor a reason, or that are not there");
    assert_eq!(shared.intersection(&alone).count(), 0);
}
