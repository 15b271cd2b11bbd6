//! Themes, slide types and their schemas.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use serde_json::json;

use super::lectern::{Caller, Lectern};

#[test]
fn schemas_are_public_cacheable_and_found_under_every_spelling() {
    let lectern = Lectern::start(&[("SVC_SCHEMA_HOST", "https://schemas.example/")]);
    let anonymous = lectern.anonymous();
    let deck = anonymous.get("/api/v1/schema/deck.json");
    assert_eq!(deck.json()["$id"], "https://schemas.example/schema/v15/deck.schema.json");
    assert_eq!(deck.header("cache-control"), "public, max-age=3600");
    assert_eq!(deck.header("x-ratelimit-limit"), "");
    for name in ["quote", "quote-slide", "core%2Fquote", "eu.svc.slide.quote", "quote-slide@2", "quote%20slide"] {
        let answer =
            anonymous.with("Authorization", "Bearer nonsense").get(&format!("/api/v1/schema/slide-types/{name}.json"));
        assert_eq!(answer.status, 200, "{name}: {}", answer.text);
        assert_eq!(answer.json()["title"], "quote-slide slide content", "{name}");
    }
    for path in
        ["slide-types/none.json", "slide-types/Quote.json", "slide-types/quote", "none.json", "", "slide-types/"]
    {
        assert_eq!(anonymous.get(&format!("/api/v1/schema/{path}")).refusal(), (404, "not_found".to_owned()), "{path}");
    }
    let posted = anonymous.post("/api/v1/schema/deck.json", &json!({}));
    assert_eq!((posted.status, posted.header("allow")), (405, "GET, HEAD"));
}

#[test]
fn the_web_app_reads_the_same_catalogue_by_cookie() {
    let lectern = Lectern::start(&[]);
    let (admin, key) = (lectern.admin(), lectern.key(&["read"]));
    for path in ["themes", "slide-types"] {
        let mut own = admin.get(&format!("/api/{path}")).json();
        if path == "themes" {
            let versions = own.as_object_mut().and_then(|own| own.remove("thumbnailVersions")).expect("versions");
            assert_eq!(versions.as_object().map(serde_json::Map::len), own["themes"].as_array().map(Vec::len));
        }
        assert_eq!(own, key.get(&format!("/api/v1/{path}")).json(), "{path}");
        assert_eq!(admin.get(&format!("/api/v1/{path}")).status, 401, "a cookie opens nothing under /api/v1");
        assert_eq!(lectern.anonymous().get(&format!("/api/{path}")).status, 401);
    }
}

#[test]
fn a_theme_may_have_the_label_of_a_built_in_one_but_not_its_slug() {
    let lectern = Lectern::start(&[]);
    let admin = lectern.admin();
    let made = admin.post("/api/themes/custom", &json!({ "label": "Signal" }));
    assert_eq!(made.status, 201, "{}", made.text);
    let theme = &made.json()["theme"];
    assert_eq!((&theme["slug"], &theme["colors"], &theme["fonts"]), (&json!("signal-2"), &json!({}), &json!({})));
    let conflict = admin.post("/api/themes/custom", &json!({ "label": "Mine", "slug": "signal" }));
    assert_eq!(conflict.refusal(), (409, "conflict".to_owned()));
    let wrong = admin.post("/api/themes/custom", &json!({ "label": "Mine", "colors": { "primary": "#000000" } }));
    let details = wrong.json()["details"].as_str().expect("details").to_owned();
    assert!(details.starts_with("`colors.primary`: unknown key `primary`; the keys are "), "{details}");
    let wrong = admin.post("/api/themes/custom", &json!({ "label": "Mine", "slug": 7 }));
    assert_eq!(wrong.json()["details"], "`slug` is a text");
}

#[test]
fn a_custom_theme_comes_first_and_becomes_the_default() {
    let lectern = Lectern::start(&[]);
    let admin = lectern.admin();
    let theme = json!({ "label": "Harbour", "colors": { "accent": "#0B6B75" }, "fonts": {} });
    let made = admin.post("/api/themes/custom", &theme);
    assert_eq!((made.status, &made.json()["theme"]["slug"]), (201, &json!("harbour")));
    let path = format!("/api/themes/custom/{}", made.json()["theme"]["id"].as_str().expect("an id"));
    assert_eq!(admin.put(&path, &json!({ "label": "Quay" })).json()["theme"]["colors"], theme["colors"]);
    let cleared = admin.put(&path, &json!({ "colors": null })).json()["theme"].clone();
    assert_eq!((&cleared["label"], &cleared["colors"]), (&json!("Quay"), &json!({})), "`null` clears a field");
    assert_eq!(admin.post(&format!("{path}/default"), &json!({})).status, 200);
    let first = admin.get("/api/themes").json()["themes"][0].clone();
    assert_eq!((&first["label"], &first["isDefault"]), (&json!("Quay"), &json!(true)));
    assert_eq!(admin.get("/api/themes/custom").json()["themes"].as_array().map(Vec::len), Some(1));
    assert_eq!(admin.delete(&path).json(), json!({ "deleted": true }));
    assert_eq!(admin.delete(&path).status, 404);
    assert_eq!(admin.post("/api/themes/custom/ledger/default", &json!({})).status, 200, "a built-in one will do");
    assert_eq!(admin.post("/api/themes/custom/none/default", &json!({})).status, 404);
    assert_eq!(default_theme(&admin), "ledger");
    assert_eq!(admin.post("/api/themes/custom/default/default", &json!({})).status, 200);
    assert_eq!(default_theme(&admin), "default");
}

fn default_theme(admin: &Caller) -> String {
    let listed = admin.get("/api/themes").json();
    let default = listed["themes"].as_array().expect("themes").iter().find(|theme| theme["isDefault"] == true);
    default.expect("a default")["id"].as_str().expect("an id").to_owned()
}

#[test]
fn the_voice_of_a_theme_is_stored_listed_and_cleared() {
    let lectern = Lectern::start(&[]);
    let admin = lectern.admin();
    let voice = json!({ "head": { "place": "rail" }, "chart": { "barWidth": 0.7 }, "ornament": "orbits" });
    let made = admin.post("/api/themes/custom", &json!({ "label": "Quay", "voice": voice }));
    assert_eq!((made.status, &made.json()["theme"]["voice"]), (201, &voice), "{}", made.text);
    let path = format!("/api/themes/custom/{}", made.json()["theme"]["id"].as_str().expect("an id"));
    assert_eq!(admin.put(&path, &json!({ "label": "Pier" })).json()["theme"]["voice"], voice);
    assert_eq!(admin.get("/api/themes/custom").json()["themes"][0]["voice"], voice);
    assert_eq!(admin.get("/api/themes").json()["themes"][0]["voice"], voice);

    for (wrong, details) in [
        (json!({ "tail": {} }), "`voice.tail`: unknown key `tail`; the keys are page, head, "),
        (json!({ "head": { "size": 90 } }), "`voice.head.size`: unknown key `size`; the keys are place, align, "),
        (
            json!({ "head": { "place": "left" } }),
            "`voice.head.place`: unknown value `left`; the values are top, rail, band",
        ),
        (json!({ "plate": { "radius": 500 } }), "`voice.plate.radius`: expected a number from 0 to 96, got `500`"),
        (json!("orbits"), "`voice`: expected an object"),
    ] {
        let change = json!({ "label": "Other", "voice": wrong });
        for refused in [admin.put(&path, &change), admin.post("/api/themes/custom", &change)] {
            let said = refused.json()["details"].as_str().expect("details").to_owned();
            assert!(refused.status == 400 && said.starts_with(details), "{said}");
        }
    }
    let themes = admin.get("/api/themes/custom").json()["themes"].clone();
    assert_eq!((themes.as_array().map(Vec::len), &themes[0]["label"]), (Some(1), &json!("Pier")));
    assert_eq!(themes[0]["voice"], voice, "nothing was changed");

    let cleared = admin.put(&path, &json!({ "voice": null })).json()["theme"].clone();
    assert_eq!(cleared.get("voice"), None);
    assert_eq!(admin.get("/api/themes").json()["themes"][0].get("voice"), None);
}

#[test]
fn a_theme_preview_is_drawn_on_every_backdrop_and_not_stored() {
    let lectern = Lectern::start(&[]);
    let admin = lectern.admin();
    let drawn = admin.post("/api/themes/preview", &json!({ "colors": { "accent": "#7A1FA2" }, "logoUrl": "" }));
    assert_eq!(drawn.status, 200, "{}", drawn.text);
    let drawn = drawn.json();
    assert_eq!(drawn["theme"]["palette"]["accent"], "#7A1FA2");
    assert_eq!(drawn["theme"]["palette"]["text"], "#10262D", "what is left out is the default theme's");
    assert_eq!(drawn["theme"]["chart"][0], "#7A1FA2", "the chart follows the accent");
    assert_eq!(drawn["slides"].as_array().map(Vec::len), Some(29));
    assert_eq!(drawn["slides"][3]["slideId"], "kpi-metrics-slide/auto");
    assert_eq!(drawn["slides"][16]["slideId"], "list-slide/deep");
    let tideline = drawn["voices"].as_array().expect("voices").iter().find(|voice| voice["id"] == "default");
    assert_eq!(drawn["theme"]["voice"], tideline.expect("Tideline")["voice"], "no voice: that of the default theme");
    assert_eq!(drawn["tokens"]["head.place"], json!(["top", "rail", "band"]));
    let rail = admin.post("/api/themes/preview", &json!({ "voice": { "head": { "place": "rail" } } })).json();
    assert_eq!(rail["theme"]["voice"]["head"]["place"], "rail");
    assert_eq!(rail["theme"]["voice"]["foot"]["mark"], "none", "an absent token has its default");
    assert_ne!(rail["slides"][2]["html"], drawn["slides"][2]["html"]);
    assert!(drawn["families"].as_array().expect("families").contains(&json!("Source Sans 3")));
    assert_eq!(admin.get("/api/themes/custom").json()["themes"], json!([]));
    let wrong = admin.post("/api/themes/preview", &json!({ "colors": { "accent": "purple" } }));
    assert_eq!(wrong.refusal(), (400, "bad_request".to_owned()));
    let member = lectern.member("bo@example.com");
    assert_eq!(member.post("/api/themes/preview", &json!({})).refusal().0, 403);
}

#[test]
fn a_type_preview_is_drawn_with_its_example_and_not_offered() {
    let lectern = Lectern::start(&[]);
    let admin = lectern.admin();
    let mut declaration = json!({
        "label": "Berth", "example": { "title": "Berth 12" },
        "fields": [{ "key": "title", "label": "Title", "type": "string", "required": true, "maxLength": 80 }],
    });
    let drawn = admin.post("/api/slide-types/preview", &json!({ "declaration": declaration, "theme": "ledger" }));
    assert_eq!(drawn.status, 200, "{}", drawn.text);
    assert!(drawn.json()["html"].as_str().expect("HTML").contains("Berth 12"));
    assert_eq!(drawn.json()["schema"]["properties"]["title"]["maxLength"], 80);
    assert_eq!(admin.get("/api/slide-types/custom").json()["slideTypes"], json!([]));
    declaration["example"]["title"] = json!("x".repeat(81));
    let wrong = admin.post("/api/slide-types/preview", &json!({ "declaration": declaration }));
    assert_eq!(wrong.refusal(), (400, "bad_request".to_owned()));
    assert!(wrong.json()["details"].as_str().expect("details").contains("`title`"), "{}", wrong.text);
    assert_eq!(admin.post("/api/slide-types/preview", &json!({})).refusal().0, 400);
}

#[test]
fn a_custom_type_is_offered_once_published_and_any_type_can_be_disabled() {
    let lectern = Lectern::start(&[]);
    let (admin, anonymous) = (lectern.admin(), lectern.anonymous());
    let declaration = json!({
        "slug": "berth", "label": "Berth", "category": "content", "defaults": { "title": "Berth" }, "example": { "title": "Berth 12" },
        "fields": [{ "key": "title", "label": "Title", "type": "string", "required": true, "maxLength": 80 }],
    });
    let offered = || admin.get("/api/slide-types").json()["slideTypes"].get("custom-berth").is_some();
    assert_eq!(admin.post("/api/slide-types/custom", &declaration).status, 201);
    assert_eq!(admin.post("/api/slide-types/custom", &declaration).status, 409);
    assert!(!offered());
    assert_eq!(admin.post("/api/slide-types/custom/berth/publish", &json!({})).status, 200);
    assert!(offered());
    assert_eq!(anonymous.get("/api/v1/schema/slide-types/custom%2Fberth.json").status, 200);

    assert_eq!(
        admin.patch("/api/slide-types/custom-berth", &json!({ "enabled": false, "usage": "Quays only." })).status,
        200
    );
    assert!(!offered());
    assert_eq!(anonymous.get("/api/v1/schema/slide-types/custom-berth.json").status, 200);
    let settings = admin.get("/api/slide-types/settings").json();
    let berth = settings["slideTypes"].as_array().expect("types").iter().find(|known| known["key"] == "custom-berth");
    let berth = berth.expect("a type that is off is listed for those who switch it");
    assert_eq!((&berth["enabled"], &berth["usage"]), (&json!(false), &json!("Quays only.")));
    assert_eq!(admin.get("/api/slide-types/custom/none/uses").status, 404);
    assert_eq!(admin.get("/api/slide-types/custom/berth/uses").json(), json!({ "slides": 0, "decks": 0 }));
    assert_eq!(admin.patch("/api/slide-types/custom-berth", &json!({ "enabled": true })).status, 200);
    let slides = json!([{ "type": "custom/berth", "content": { "title": "One" } }, { "type": "quote-slide" }]);
    let made = admin.post("/api/presentations", &json!({ "title": "Quays", "slides": slides }));
    assert_eq!(made.status, 201);
    assert_eq!(admin.get("/api/slide-types/custom/berth/uses").json(), json!({ "slides": 1, "decks": 1 }));
    assert_eq!(admin.patch("/api/slide-types/none", &json!({ "enabled": false })).status, 404);
    assert_eq!(admin.patch("/api/slide-types/quote", &json!({ "usage": "x".repeat(1001) })).status, 400);
    assert_eq!(admin.delete("/api/slide-types/custom/berth").json(), json!({ "deleted": true }));
    assert_eq!(anonymous.get("/api/v1/schema/slide-types/custom-berth.json").status, 404);

    let before = made.json()["presentation"].clone();
    let path = format!("/api/presentations/{}", before["id"].as_str().expect("an id"));
    assert_eq!(admin.get(&path).json()["presentation"]["slides"], before["slides"], "a type keeps its name");
    assert_eq!(admin.get(&format!("{path}/export/json")).json()["slides"][0]["type"], "custom/berth");
    let saved = admin.put(&path, &json!({ "slides": before["slides"] }));
    assert_eq!(saved.status, 200, "{}", saved.text);
}

#[test]
fn a_slide_type_that_is_published_while_an_update_arrives_stays_published() {
    let lectern = Lectern::start(&[]);
    let admin = lectern.admin();
    let declaration = json!({
        "slug": "berth", "label": "Berth", "category": "content",
        "fields": [{ "key": "title", "kind": "string", "label": "Title", "required": true, "maxLength": 80 }],
        "defaults": { "title": "Berth" }, "example": { "title": "Quay 4" },
    });
    assert_eq!(admin.post("/api/slide-types/custom", &declaration).status, 201);

    // The server sends `100 Continue` only after it has found the type.
    let (host, body) = (lectern.address.trim_start_matches("http://"), declaration.to_string());
    let mut stream = TcpStream::connect(host).expect("it listens");
    let cookie = &admin.headers[0].1;
    let head = format!(
        "PUT /api/slide-types/custom/berth HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\nConnection: close\r\n\
         Expect: 100-continue\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).expect("it is sent");
    let mut asked = [0; 25];
    stream.read_exact(&mut asked).expect("a first answer");
    assert_eq!(asked.as_slice(), b"HTTP/1.1 100 Continue\r\n\r\n");
    assert_eq!(admin.post("/api/slide-types/custom/berth/publish", &json!({})).status, 200);
    stream.write_all(body.as_bytes()).expect("it is sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert_eq!(admin.get("/api/slide-types/custom").json()["slideTypes"][0]["published"], true, "{answer}");
}
