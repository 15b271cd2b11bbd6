//! Compares `openapi.yaml` with the running service, both ways: every operation of the file exists and responds as
//! described, and every route is described.

mod description;
mod lectern;

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::{Value, json};

use self::description::{Description, Operation};
use self::lectern::{Answer, Lectern};

const EVERY_SCOPE: &str = "read,write,export,ai,comments:read,comments:write";

#[test]
fn every_operation_answers_as_described() {
    let (file, lectern) = (Description::read(), Lectern::start(&[]));
    let key = lectern.key(EVERY_SCOPE);
    // An empty list would not show whether its entries have the described form, so some are created.
    for path in ["/api/v1/presentations", "/api/uploads"] {
        let body = file.bodies(&file.operation("post", path)).remove(0).1;
        lectern.send("post", path, Some(&key), &[], &body);
    }
    let cookie = lectern.cookie();
    let voice = json!({ "head": { "place": "rail" } });
    let theme =
        json!({ "label": "Quay", "colors": { "accent": "#0b6b75" }, "voice": voice, "logoUrl": "/uploads/quay.gif" });
    let made = lectern.send("post", "/api/themes/custom", None, &[("Cookie", &cookie)], theme.to_string().as_bytes());
    assert_eq!(made.status, 201, "{}", made.text());
    let mut faults = Vec::new();
    for operation in file.operations() {
        for (kind, body) in file.bodies(&operation) {
            let mut sent = Sent::new(&file, &lectern, &key, &operation);
            // The example of `writeSlides` names a deck that does not exist here; `Sent::new` has replaced its id.
            if kind.is_some() && operation.id() != "writeSlides" {
                sent = Sent { kind: kind.as_deref(), ..sent.with(body) };
            }
            let answer = sent.answer(Some(&key));
            faults.extend(file.faults(&operation, &operation.success(), &answer));
            let body = answer.json();
            for list in ["presentations", "images", "tags", "themes", "endpoints", "globalOptions"] {
                assert_ne!(body[list], json!([]), "{operation}: {list}");
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn a_picture_may_be_uploaded_as_a_form() {
    let (file, lectern) = (Description::read(), Lectern::start(&[]));
    let operation = file.operation("post", "/api/uploads");
    let body = b"--cut\r\nContent-Disposition: form-data; name=\"file\"; filename=\"quay.gif\"\r\n\r\n\
        GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff,\x00\x00\x00\x00\x01\x00\x01\x00\x00\
        \x02\x02D\x01\x00;\r\n--cut\r\nContent-Disposition: form-data; name=\"tags\"\r\n\r\n\
        harbour, tide\r\n--cut--\r\n";
    let key = lectern.key(EVERY_SCOPE);
    let kind = [("Content-Type", "multipart/form-data; boundary=cut")];
    let answer = lectern.send("post", &operation.path, Some(&key), &kind, body);
    assert_eq!(file.faults(&operation, "201", &answer), [""; 0]);
    let library = lectern.send("get", "/api/v1/image-library?q=tide", Some(&key), &[], b"").json();
    assert_eq!(library["images"][0]["url"], answer.json()["url"]);
}

#[test]
fn every_error_is_as_described() {
    let (file, lectern) = (Description::read(), Lectern::start(&[("SVC_MAX_BODY_BYTES", "20000")]));
    let key = lectern.key(EVERY_SCOPE);
    let mut faults = Vec::new();
    let mut refused = |operation: &Operation, status: &str, code: &str, answer: &Answer| {
        faults.extend(file.faults(operation, status, answer));
        if answer.json()["code"] != code {
            faults.push(format!("{operation}: expected `{code}`, got {}", answer.text()));
        }
    };
    for operation in file.operations() {
        let sent = Sent::new(&file, &lectern, &key, &operation);
        if operation.needs_key() {
            refused(&operation, "401", "unauthorized", &sent.answer(None));
            refused(&operation, "401", "unauthorized", &sent.answer(Some("svc_live_unheard_of")));
        }
        if let Some(scope) = operation.scope() {
            let without: Vec<&str> = EVERY_SCOPE.split(',').filter(|each| *each != scope).collect();
            let without = lectern.key(&without.join(","));
            refused(&operation, "403", "missing_scope", &sent.answer(Some(&without)));
        } else if operation.needs_key() {
            let answer = sent.answer(Some(&lectern.key("comments:read")));
            assert_eq!(answer.status, 200, "{operation}: any key will do");
        }
        if operation.describes("404") {
            let path = operation.path.replace("{id}", "00000000-0000-4000-8000-000000000000").replace("{name}", "none");
            let path = path.replace("{job}", "00000000-0000-4000-8000-000000000000");
            let body = json!({ "presentationId": "00000000-0000-4000-8000-000000000000", "content": "x" }).to_string();
            let answer = lectern.send(operation.method, &path, Some(&key), &[], body.as_bytes());
            refused(&operation, "404", "not_found", &answer);
        }
        if operation.id() == "updatePresentation" {
            let answer = lectern.send(operation.method, &sent.path, Some(&key), &[("If-Match", "\"99\"")], b"{}");
            refused(&operation, "409", "stale_revision", &answer);
            assert_eq!(answer.json()["revision"], 1);
        }
        let files = ["importPackage", "importPowerPoint", "bringBackPowerPoint", "uploadMedia"];
        if operation.describes("413") && !files.contains(&operation.id()) {
            // The limit for uploads is larger than that for other bodies.
            let most = if operation.id() == "uploadPicture" { 40_000_000 } else { 30_000 };
            let body = json!({ "title": "x", "dataUrl": "x".repeat(most), "slides": [] }).to_string();
            refused(&operation, "413", "payload_too_large", &sent.with(body.into_bytes()).answer(Some(&key)));
        }
        match operation.id() {
            "importPackage" | "importPowerPoint" | "bringBackPowerPoint" => {
                let answer = sent.with(b"no package".to_vec()).answer(Some(&key));
                refused(&operation, "400", "invalid_package", &answer);
            }
            "createPresentation" | "updatePresentation" => {
                for (body, code) in [
                    (json!({ "title": "" }), "bad_request"),
                    (json!({ "title": "x", "slides": [{ "type": "acme/none" }] }), "unknown_slide_type"),
                    (json!({ "title": "x", "slides": vec![json!({}); 501] }), "limit_exceeded"),
                ] {
                    let answer = sent.with(body.to_string().into_bytes()).answer(Some(&key));
                    refused(&operation, "400", code, &answer);
                }
            }
            "removeSource" => {
                let answer = lectern.send("delete", &sent.path, Some(&key), &[("If-Match", "newest")], b"");
                refused(&operation, "400", "bad_request", &answer);
            }
            _ if operation.describes("400") && operation.method == "get" => {
                let query = match operation.id() {
                    "exportPptx" => "scale=4",
                    "exportPdf" => "notes=perhaps",
                    "exportHtml" | "exportPrintHtml" | "exportPng" => "slides=0",
                    "readAnalytics" => "days=0",
                    _ => "limit=0",
                };
                let answer = lectern.send("get", &format!("{}?{query}", sent.path), Some(&key), &[], b"");
                refused(&operation, "400", "bad_request", &answer);
            }
            _ if operation.describes("400") => {
                refused(&operation, "400", "bad_request", &sent.with(b"[]".to_vec()).answer(Some(&key)));
            }
            _ => {}
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn a_used_up_rate_limit_is_as_described() {
    let (file, lectern) = (Description::read(), Lectern::start(&[]));
    lectern.run(&["user", "create", "--email", "free@example.test", "--password", "correct horse", "--tier", "free"]);
    let key = lectern.key_of("free@example.test", EVERY_SCOPE);
    let operation = file.operation("get", "/api/v1/themes");
    let answers: Vec<Answer> = (0..61).map(|_| lectern.send("get", &operation.path, Some(&key), &[], b"")).collect();
    assert!(answers[..60].iter().all(|answer| answer.status == 200));
    assert_eq!(file.faults(&operation, "429", &answers[60]), [""; 0]);
    assert_eq!(answers[60].json()["code"], "rate_limited");
}

#[test]
fn a_used_up_daily_limit_is_as_described() {
    let (file, lectern) = (Description::read(), Lectern::start(&[]));
    lectern.run(&["user", "create", "--email", "free@example.test", "--password", "correct horse", "--tier", "free"]);
    let key = lectern.key_of("free@example.test", EVERY_SCOPE);
    let operation = file.operation("get", "/api/v1/presentations/{id}/export/json");
    let sent = Sent::new(&file, &lectern, &key, &operation);
    let answers: Vec<Answer> = (0..51).map(|_| sent.answer(Some(&key))).collect();
    assert!(answers[..50].iter().all(|answer| answer.status == 200));
    assert_eq!(file.faults(&operation, "429", &answers[50]), [""; 0]);
    let body = answers[50].json();
    assert_eq!((&body["code"], &body["limit"], &body["used"]), (&json!("daily_limit"), &json!(50), &json!(50)));
}

#[test]
fn errors_during_maintenance_are_as_described() {
    let (file, lectern) = (Description::read(), Lectern::start(&[("SVC_MAINTENANCE", "1")]));
    let key = lectern.key(EVERY_SCOPE);
    let mut faults = Vec::new();
    for operation in file.operations().into_iter().filter(|operation| operation.method != "get") {
        let path = operation.path.replace("{id}", "00000000-0000-4000-8000-000000000000").replace("{name}", "none");
        let answer = lectern.send(operation.method, &path, Some(&key), &[], b"{}");
        faults.extend(file.faults(&operation, "503", &answer));
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn a_path_supports_the_described_methods_and_no_others() {
    let (file, lectern) = (Description::read(), Lectern::start(&[]));
    let key = lectern.key(EVERY_SCOPE);
    for (path, methods) in file.methods_by_path() {
        // Routes of the web app support more methods than the public interface describes.
        if !path.starts_with("/api/v1") {
            continue;
        }
        let answer = lectern.send(
            "options",
            &path.replace("{name}", "quote-slide").replace("{job}", "none"),
            Some(&key),
            &[],
            b"",
        );
        assert_eq!(answer.status, 405, "OPTIONS {path}");
        assert_eq!(file.component_faults("MethodNotAllowed", &answer), [""; 0], "OPTIONS {path}");
        let allowed: BTreeSet<String> =
            answer.header("allow").unwrap_or_default().split(", ").map(str::to_ascii_lowercase).collect();
        let mut described: BTreeSet<String> = methods.into_iter().collect();
        if described.contains("get") {
            described.insert("head".to_owned());
        }
        assert_eq!(allowed, described, "methods of {path}: those it takes, and those described");
    }
}

#[test]
fn every_route_below_v1_is_described() {
    let file = Description::read();
    let described: BTreeSet<String> = file.methods_by_path().keys().map(|path| template(path)).collect();
    let routes = lectern::routes();
    assert!(routes.len() > 10, "the route list is not where it was: {routes:?}");
    let missing: Vec<&String> = routes.iter().filter(|route| !described.contains(&template(route))).collect();
    assert!(missing.is_empty(), "routes that `openapi.yaml` does not describe: {missing:#?}");
}

#[test]
fn the_index_lists_what_is_described() {
    let (file, lectern) = (Description::read(), Lectern::start(&[]));
    let index = lectern.send("get", "/api/v1", None, &[], b"").json();
    let listed: Vec<Value> = index["endpoints"].as_array().expect("a list of endpoints").clone();
    let mut missing = listed.clone();
    for operation in file.operations() {
        if !operation.path.starts_with("/api/v1") || operation.has_tag("Descriptions") {
            continue;
        }
        let mut endpoint = json!({ "method": operation.method.to_ascii_uppercase(), "path": operation.path });
        if let Some(scope) = operation.scope() {
            endpoint["scope"] = json!(scope);
        }
        assert!(listed.contains(&endpoint), "the index lacks {endpoint}");
        missing.retain(|listed| *listed != endpoint);
    }
    assert!(missing.is_empty(), "endpoints of the index that `openapi.yaml` does not describe: {missing:?}");
}

#[test]
fn the_documentation_page_loads_only_files_of_this_site() {
    let lectern = Lectern::start(&[]);
    for path in ["/api/v1/docs", "/api/v1/docs/"] {
        let page = lectern.send("get", path, Some("svc_live_not_checked"), &[], b"");
        let policy = page.header("content-security-policy").expect("a policy");
        assert!(policy.starts_with("default-src 'none'; ") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(page.header("x-frame-options"), Some("DENY"));
        let text = String::from_utf8(page.body).expect("text");
        let named = ["src=\"", "href=\""].into_iter().flat_map(|attribute| text.split(attribute).skip(1));
        let named: Vec<&str> = named.filter_map(|rest| rest.split('"').next()).collect();
        assert!(named.len() > 5, "{named:?}");
        for address in named.into_iter().filter(|address| *address != "data:,") {
            assert!(address.starts_with("/api/v1/"), "{address} is elsewhere");
            let file = lectern.send("get", address, None, &[], b"");
            assert_eq!(file.status, 200, "{address}");
            assert!(file.header("cache-control").is_some_and(|keep| keep.starts_with("public")), "{address}");
        }
    }
}

#[test]
fn every_example_has_the_form_described() {
    let file = Description::read();
    let (mut faults, mut count) = (Vec::new(), 0);
    for (place, schema, example) in file.examples() {
        count += 1;
        faults.extend(file.schema_faults(&schema, &example).into_iter().map(|fault| format!("{place}: {fault}")));
    }
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(count > 100, "only {count} examples were found");
}

#[test]
fn a_missing_or_additional_field_is_noticed() {
    let file = Description::read();
    let schema = json!({ "$ref": "#/components/schemas/OneDeck" });
    let good = file.example("OneDeck");
    assert_eq!(file.schema_faults(&schema, &good), [""; 0]);
    let check = |pointer: &str, change: &dyn Fn(&mut serde_json::Map<String, Value>)| {
        let mut deck = good.clone();
        change(deck.pointer_mut(pointer).and_then(Value::as_object_mut).expect("an object"));
        assert_ne!(file.schema_faults(&schema, &deck), [""; 0], "{deck}");
    };
    for pointer in ["", "/presentation", "/presentation/slides/0", "/presentation/settings/autoAdvance"] {
        check(pointer, &|object| object.clear());
    }
    for pointer in ["", "/presentation", "/presentation/slides/0", "/presentation/translations/de"] {
        check(pointer, &|object| drop(object.insert("undescribed".to_owned(), json!(1))));
    }
    check("/presentation", &|deck| drop(deck.insert("permission".to_owned(), json!("emperor"))));
    check("/presentation", &|deck| drop(deck.insert("createdAt".to_owned(), json!("yesterday"))));
}

/// A path with its parameters replaced by `{}`, so that a route can be compared with a description.
fn template(path: &str) -> String {
    let mut parts = path.split('/').map(|part| if part.starts_with('{') { "{}" } else { part });
    let mut template = parts.next().unwrap_or_default().to_owned();
    for part in parts.filter(|part| !part.is_empty()) {
        template.push('/');
        template.push_str(part);
    }
    template
}

/// A request that an operation describes.
struct Sent<'a> {
    lectern: &'a Lectern,
    method: &'a str,
    path: String,
    kind: Option<&'a str>,
    body: Vec<u8>,
}

impl<'a> Sent<'a> {
    /// The request with the first example of an operation, on a new deck if it needs one.
    fn new(file: &Description, lectern: &'a Lectern, key: &str, operation: &'a Operation) -> Self {
        let mut path = operation.path.replace("{name}", "quote-slide");
        let deck = file.operation("post", "/api/v1/presentations");
        let made = || {
            let body = file.bodies(&deck).remove(0).1;
            let made = lectern.send("post", &deck.path, Some(key), &[], &body).json();
            made["presentation"]["id"].as_str().unwrap_or_else(|| panic!("no deck was made: {made}")).to_owned()
        };
        if path.contains("{id}") {
            path = path.replace("{id}", &made());
        }
        if matches!(operation.id(), "readSource" | "removeSource") {
            lectern.send("put", &path, Some(key), &[], b"region,total\nNorth,1200\n");
        }
        if let Some((merge, _)) = path.split_once("/{job}") {
            let request = if merge.ends_with("/video") {
                json!({ "seconds": 0.5, "width": 320 })
            } else {
                json!({ "csv": "name\nAda\n", "to": ["pdf"] })
            };
            let begin = || lectern.send("post", merge, Some(key), &[], request.to_string().as_bytes()).json();
            let mut job = begin();
            // Each account can make only one video at a time.
            while job["code"] == "conflict" {
                std::thread::sleep(Duration::from_millis(200));
                job = begin();
            }
            let job = job["job"]["id"].as_str().unwrap_or_else(|| panic!("no job began: {job}")).to_owned();
            let at = format!("{merge}/{job}");
            while lectern.send("get", &at, Some(key), &[], b"").json()["job"]["state"] == "running" {
                std::thread::sleep(Duration::from_millis(100));
            }
            path = path.replace("{job}", &job);
        }
        let mut body = file.bodies(operation).remove(0).1;
        if operation.id() == "writeSlides" {
            let example = String::from_utf8(body).expect("JSON");
            body = example.replace("6f1c2a54-8f0e-4c57-9b63-0d5a3f1f7f11", &made()).into_bytes();
        }
        if ["changePublication", "unpublishPresentation"].contains(&operation.id()) {
            lectern.send("put", &path, Some(key), &[], b"{}");
        }
        if operation.id() == "importPackage" {
            let package = format!("/api/presentations/{}/export/deck.zip", made());
            body = lectern.send("get", &package, Some(key), &[], b"").body;
        }
        if operation.id() == "bringBackPowerPoint" {
            let file = path.replace("/import/pptx", "/export/pptx");
            body = lectern.send("get", &file, Some(key), &[], b"").body;
        }
        if operation.id() == "uploadMedia" {
            let head =
                b"RIFF\x25\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\0\x10\0\0\0\x10\0\0\x01\0\x08\0data\x01\0\0\0\x7f";
            body = head.to_vec();
        }
        if operation.id() == "importPowerPoint" {
            let file = format!("/api/presentations/{}/export/pptx", made());
            body = lectern.send("get", &file, Some(key), &[], b"").body;
        }
        Self { lectern, method: operation.method, path, kind: None, body }
    }

    fn with(&self, body: Vec<u8>) -> Self {
        Self { body, path: self.path.clone(), ..*self }
    }

    fn answer(&self, key: Option<&str>) -> Answer {
        let kind = self.kind.map(|kind| ("Content-Type", kind));
        self.lectern.send(self.method, &self.path, key, kind.as_slice(), &self.body)
    }
}
