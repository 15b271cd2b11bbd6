//! Published decks: their pages, their address, who may embed them, and how their views are counted.

use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::lectern::{Caller, Lectern};

const BROWSER: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/// Creates a deck with these slides and returns the path of its routes.
fn deck(owner: &Caller, title: &str, slides: &Value) -> String {
    let made = owner.post("/api/presentations", &json!({ "title": title, "slides": slides }));
    assert_eq!(made.status, 201, "{}", made.text);
    format!("/api/presentations/{}", made.json()["presentation"]["id"].as_str().expect("an id"))
}

fn harbour(owner: &Caller) -> String {
    let slides = json!([
        { "type": "title", "content": { "title": "High water", "subtitle": "What we build" }, "notes": "Say hello" },
        { "type": "content", "content": { "title": "Ebb", "body": "- It falls\n- **Twice** a day\n\n| Port | Depth |\n|---|---|\n| Oost | 12 |" } },
        { "type": "content", "content": { "title": "Inside only", "body": "Costs" }, "visibility": { "hideInPublished": true } },
    ]);
    deck(owner, "Harbour plan", &slides)
}

fn publish(owner: &Caller, deck: &str, options: &Value) -> Value {
    let answer = owner.put(&format!("{deck}/publication"), options);
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()["publication"].clone()
}

#[test]
fn a_page_shows_what_was_published_and_never_a_draft() {
    let lectern = Lectern::start(&[]);
    let (admin, nobody) = (lectern.admin(), lectern.anonymous());
    let deck = harbour(&admin);
    let before = admin.get(&format!("{deck}/publication")).json();
    assert_eq!((&before["publication"], &before["allowed"]), (&Value::Null, &json!(true)));
    assert_eq!(nobody.get("/p/harbour-plan").status, 404);

    let publication = publish(&admin, &deck, &json!({}));
    assert_eq!(publication["path"], "/p/harbour-plan");
    assert_eq!((&publication["changed"], &publication["shown"]), (&json!(false), &json!(true)));
    assert_eq!((&publication["indexable"], &publication["hasPassword"]), (&json!(false), &json!(false)));
    let page = nobody.get("/p/harbour-plan");
    assert_eq!(page.status, 200);
    assert!(page.text.contains("High water") && page.text.contains("Ebb"));
    assert!(!page.text.contains("Inside only"), "a slide that is hidden in published decks");
    assert!(!page.text.contains("Say hello"), "speaker notes");
    assert_eq!(page.header("x-frame-options"), "DENY");
    assert!(page.header("content-security-policy").contains("frame-ancestors 'none'"));

    // After the title slide is changed, the page still shows the published version until the deck is published again.
    let revision = admin.get(&deck).json()["presentation"]["slides"].clone();
    let mut slides = revision.as_array().expect("slides").clone();
    slides[0]["content"]["title"] = json!("Low water");
    assert_eq!(admin.put(&deck, &json!({ "slides": slides })).status, 200);
    assert_eq!(admin.get(&format!("{deck}/publication")).json()["publication"]["changed"], true);
    let page = nobody.get("/p/harbour-plan");
    assert!(page.text.contains("High water") && !page.text.contains("Low water"));
    let changed = admin.patch(&format!("{deck}/publication"), &json!({ "notes": true })).json();
    assert_eq!(changed["publication"]["changed"], true, "options do not publish");
    let page = nobody.get("/p/harbour-plan");
    assert!(page.text.contains("High water") && page.text.contains("Say hello"));

    assert_eq!(publish(&admin, &deck, &json!({ "notes": false }))["changed"], false);
    let page = nobody.get("/p/harbour-plan");
    assert!(page.text.contains("Low water") && !page.text.contains("Say hello"));
    let versions = admin.get(&format!("{deck}/versions")).json();
    let published =
        versions["versions"].as_array().expect("versions").iter().filter(|one| one["reason"] == "published");
    assert_eq!(published.count(), 2, "{versions}");

    assert_eq!(admin.delete(&deck).status, 200);
    assert_eq!(nobody.get("/p/harbour-plan").status, 404, "the deck is in the trash");
    assert_eq!(admin.post(&format!("{deck}/restore"), &json!({})).status, 200);
    assert_eq!(nobody.get("/p/harbour-plan").status, 200);
    assert_eq!(admin.delete(&format!("{deck}/publication")).status, 200);
    assert_eq!(admin.delete(&format!("{deck}/publication")).status, 404);
    assert_eq!(nobody.get("/p/harbour-plan").status, 404);
    let acts = admin.get("/api/admin/audit").json().to_string();
    assert!(
        acts.contains("deck-published") && acts.contains("publication-changed") && acts.contains("deck-unpublished")
    );
}

#[test]
fn an_address_belongs_to_one_deck_and_bad_options_change_nothing() {
    let lectern = Lectern::start(&[]);
    let admin = lectern.admin();
    let (one, other) = (harbour(&admin), harbour(&admin));
    publish(&admin, &one, &json!({ "slug": "harbour" }));
    let taken = admin.put(&format!("{other}/publication"), &json!({ "slug": "harbour" }));
    assert_eq!(taken.status, 409, "{}", taken.text);
    assert!(taken.text.contains("choose another one"));
    for (bad, named) in [
        (json!({ "slug": "Harbour Plan" }), "slug"),
        (json!({ "slug": "a/b" }), "slug"),
        (json!({ "endsAt": "2001-01-01T00:00:00Z" }), "endsAt"),
        (json!({ "endsAt": 7 }), "endsAt"),
        (json!({ "password": "short" }), "password"),
        (json!({ "indexable": "yes" }), "indexable"),
    ] {
        let refused = admin.put(&format!("{other}/publication"), &bad);
        assert!(refused.status == 400 && refused.text.contains(named), "{bad}: {}", refused.text);
    }
    assert_eq!(admin.get(&format!("{other}/publication")).json()["publication"], Value::Null);
    assert_eq!(publish(&admin, &other, &json!({}))["slug"], "harbour-plan");
    let third = harbour(&admin);
    assert_eq!(publish(&admin, &third, &json!({}))["slug"], "harbour-plan-2", "the title gives it a number");

    let ada = lectern.member("ada@x.test");
    let id = one.rsplit_once('/').expect("an id").1;
    let path = format!("{one}/publication");
    assert_eq!(ada.get(&path).status, 404);
    admin.post(&format!("{one}/collaborators"), &json!({ "email": "ada@x.test", "permission": "edit" }));
    assert_eq!((ada.get(&path).status, ada.put(&path, &json!({})).status, ada.delete(&path).status), (200, 403, 403));
    let key = lectern.key(&["read", "write"]);
    let by_key = key.get(&format!("/api/v1/presentations/{id}/publication"));
    assert_eq!(by_key.json()["publication"]["slug"], "harbour");
    assert_eq!(lectern.key(&["read"]).put(&format!("/api/v1/presentations/{id}/publication"), &json!({})).status, 403);
}

#[test]
fn the_article_has_headings_lists_and_tables() {
    let lectern = Lectern::start(&[]);
    let admin = lectern.admin();
    let deck = harbour(&admin);
    publish(&admin, &deck, &json!({ "notes": true, "downloads": true }));
    let page = lectern.anonymous().get("/p/harbour-plan/read");
    assert_eq!(page.status, 200);
    for part in [
        "<h1 lang=\"en",
        "<h2>High water</h2>",
        "<p class=\"lead\">What we build</p>",
        "<h2>Ebb</h2>",
        "<li>It falls</li>",
        "<strong>Twice</strong> a day",
        "<th scope=\"col\">Depth</th>",
        "Say hello",
        "href=\"/p/harbour-plan\"",
        "/p/harbour-plan/download/deck.pdf",
    ] {
        assert!(page.text.contains(part), "{part}: {}", page.text);
    }
    assert!(!page.text.contains("Inside only") && !page.text.contains("<script type=\"module\""));
    let pdf = lectern.anonymous().status("GET", "/p/harbour-plan/download/deck.pdf", None);
    assert_eq!(pdf, 200);
    assert_eq!(lectern.anonymous().status("GET", "/p/harbour-plan/download/deck.exe", None), 404);
    publish(&admin, &deck, &json!({ "downloads": false }));
    assert_eq!(lectern.anonymous().status("GET", "/p/harbour-plan/download/deck.pdf", None), 404);
}

#[test]
fn other_programs_find_what_is_indexable() {
    let lectern = Lectern::start(&[("APP_URL", "https://decks.test")]);
    let (admin, nobody) = (lectern.admin(), lectern.anonymous());
    let deck = harbour(&admin);
    publish(&admin, &deck, &json!({ "downloads": true }));
    let hidden = nobody.get("/p/harbour-plan");
    assert_eq!(hidden.header("x-robots-tag"), "noindex");
    let files = ["/p/harbour-plan/card.png", "/p/harbour-plan/download/deck.pdf"];
    assert_eq!(files.map(|file| nobody.head(file).header("x-robots-tag").to_owned()), ["noindex", "noindex"]);
    assert!(hidden.text.contains("content=\"noindex\"") && !nobody.get("/sitemap.xml").text.contains("harbour-plan"));

    publish(&admin, &deck, &json!({ "indexable": true }));
    let page = nobody.get("/p/harbour-plan");
    assert_eq!(page.header("x-robots-tag"), "");
    assert_eq!(files.map(|file| nobody.head(file).header("x-robots-tag").to_owned()), ["", ""]);
    for part in [
        "<link rel=\"canonical\" href=\"https://decks.test/p/harbour-plan\">",
        "property=\"og:image\" content=\"https://decks.test/p/harbour-plan/card.png\"",
        "name=\"twitter:card\" content=\"summary_large_image\"",
        "application/json+oembed",
        "\"@type\":\"PresentationDigitalDocument\"",
    ] {
        assert!(page.text.contains(part), "{part}");
    }
    assert!(nobody.get("/sitemap.xml").text.contains("<loc>https://decks.test/p/harbour-plan</loc>"));
    let robots = nobody.get("/robots.txt").text;
    assert!(robots.contains("Allow: /p/") && robots.contains("Sitemap: https://decks.test/sitemap.xml"), "{robots}");
    assert_eq!(nobody.status("GET", "/p/harbour-plan/card.png", None), 200);

    let described = nobody.get("/oembed?url=https%3A%2F%2Fdecks.test%2Fp%2Fharbour-plan&maxwidth=480").json();
    assert_eq!((&described["type"], &described["width"]), (&json!("rich"), &json!(480)));
    assert!(described["html"].as_str().expect("html").contains("src=\"https://decks.test/embed/harbour-plan\""));
    assert_eq!(nobody.get("/oembed?url=https%3A%2F%2Felsewhere.test%2Fp%2Fharbour-plan").status, 404);
    assert_eq!(nobody.get("/oembed").status, 404);

    // A client that has the current page gets 304.
    let known = nobody.with("If-None-Match", page.header("etag"));
    assert_eq!((known.get("/p/harbour-plan").status, known.get("/p/harbour-plan").text.len()), (304, 0));
    publish(&admin, &deck, &json!({ "notes": true }));
    assert_eq!(known.get("/p/harbour-plan").status, 200);
}

#[test]
fn listed_sites_may_embed_and_an_organization_may_forbid_publishing() {
    let lectern = Lectern::start(&[]);
    let (admin, nobody) = (lectern.admin(), lectern.anonymous());
    let deck = harbour(&admin);
    publish(&admin, &deck, &json!({}));
    let organization = admin.get("/api/auth/me").json()["organization"]["id"].as_str().expect("an id").to_owned();
    let settings = format!("/api/organizations/{organization}/publishing");
    let embedded = nobody.with("Sec-Fetch-Dest", "iframe");
    let frame = embedded.get("/embed/harbour-plan");
    let before = embedded.with("If-None-Match", frame.header("etag"));
    assert_eq!(before.get("/embed/harbour-plan").status, 304);
    assert_eq!((frame.status, frame.header("x-frame-options")), (200, ""));
    assert!(frame.header("content-security-policy").contains("frame-ancestors 'self'"), "no site is listed");
    let refused = admin.put(&settings, &json!({ "sites": ["https://a.test; script-src *"] }));
    assert!(refused.status == 400 && refused.text.contains("sites[0]"), "{}", refused.text);
    assert_eq!(admin.put(&settings, &json!({ "sites": ["https://blog.test", "https://*.wiki.test"] })).status, 200);
    assert_eq!(before.get("/embed/harbour-plan").status, 200, "a browser must not keep the former sites");
    let frame = embedded.get("/embed/harbour-plan");
    assert!(
        frame
            .header("content-security-policy")
            .contains("frame-ancestors 'self' https://blog.test https://*.wiki.test"),
        "{}",
        frame.header("content-security-policy")
    );
    assert_eq!(embedded.get("/p/harbour-plan").status, 403, "the page itself is in no frame");

    assert_eq!(admin.put(&settings, &json!({ "allowed": false })).status, 200);
    assert_eq!((nobody.get("/p/harbour-plan").status, embedded.get("/embed/harbour-plan").status), (404, 404));
    assert_eq!(admin.put(&format!("{deck}/publication"), &json!({})).status, 403);
    assert_eq!(admin.get(&format!("{deck}/publication")).json()["allowed"], false);
    let member = lectern.member("ada@x.test");
    assert_eq!(member.put(&settings, &json!({ "allowed": true })).status, 403);
    assert_eq!(admin.get(&settings).json()["sites"][0], "https://blog.test");
}

#[test]
fn a_password_is_asked_for_and_throttled_as_a_sign_in() {
    let lectern = Lectern::start(&[]);
    let (admin, nobody) = (lectern.admin(), lectern.anonymous());
    let deck = harbour(&admin);
    let publication = publish(&admin, &deck, &json!({ "password": "open sesame", "indexable": true }));
    assert_eq!(publication["hasPassword"], true);
    assert!(!admin.get(&format!("{deck}/publication")).text.contains("argon2"));
    let page = nobody.get("/p/harbour-plan");
    assert_eq!(page.status, 401);
    assert!(page.text.contains("type=\"password\"") && !page.text.contains("High water"));
    for path in ["/p/harbour-plan/card.png", "/p/harbour-plan/download/deck.pdf", "/oembed?url=http://x/p/harbour-plan"]
    {
        assert_eq!(nobody.status("GET", path, None), 404, "{path}");
    }
    assert!(!nobody.get("/sitemap.xml").text.contains("harbour-plan"));

    let opened = nobody.submit("/p/harbour-plan", "password=open+sesame");
    assert_eq!((opened.status, opened.header("location")), (303, "/p/harbour-plan"));
    let reader = lectern.with_cookie_of(&opened);
    let page = reader.get("/p/harbour-plan");
    assert!(page.text.contains("High water") && page.header("cache-control").starts_with("private"));
    // Another password invalidates the tickets of the previous one.
    admin.patch(&format!("{deck}/publication"), &json!({ "password": "another word" }));
    assert_eq!(reader.get("/p/harbour-plan").status, 401);

    let statuses: Vec<u16> = (0..12).map(|_| nobody.submit("/p/harbour-plan", "password=guess+guess").status).collect();
    assert_eq!((statuses[0], statuses[11]), (401, 429), "{statuses:?}");
    let throttled = nobody.submit("/p/harbour-plan", "password=another+word");
    assert_eq!(throttled.status, 429, "even the right one waits");
    assert!(throttled.header("retry-after").parse::<u64>().is_ok());
    admin.patch(&format!("{deck}/publication"), &json!({ "password": null }));
    assert_eq!(nobody.get("/p/harbour-plan").status, 200);
}

#[test]
fn a_page_ends() {
    let lectern = Lectern::start(&[]);
    let (admin, nobody) = (lectern.admin(), lectern.anonymous());
    let deck = harbour(&admin);
    let date = Command::new("date").args(["-u", "-d", "+2 seconds", "+%Y-%m-%dT%H:%M:%SZ"]).output().expect("a date");
    let end = String::from_utf8(date.stdout).expect("text").trim().to_owned();
    publish(&admin, &deck, &json!({ "endsAt": end }));
    let began = Instant::now();
    let ended = loop {
        let page = nobody.get("/p/harbour-plan");
        if page.status != 200 || began.elapsed() > Duration::from_secs(10) {
            break page;
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    assert_eq!(ended.status, 410);
    assert!(ended.text.contains("This page is no longer available."));
    assert_eq!(nobody.get("/embed/harbour-plan").status, 410);
    assert_eq!(admin.get(&format!("{deck}/publication")).json()["publication"]["shown"], false);
}

#[test]
fn views_are_counted_without_robots_and_without_those_who_object() {
    let lectern = Lectern::start(&[]);
    let admin = lectern.admin();
    let deck = harbour(&admin);
    publish(&admin, &deck, &json!({ "downloads": true }));
    let nobody = lectern.anonymous();
    let browser = nobody.with("User-Agent", BROWSER);
    let other = nobody.with("User-Agent", &format!("{BROWSER} Other/1"));
    for reader in [&browser, &browser, &other] {
        assert_eq!(reader.get("/p/harbour-plan").status, 200);
    }
    browser.get("/embed/harbour-plan");
    let link = admin.post(&format!("{deck}/links"), &json!({ "name": "Press" })).json();
    browser.get(link["path"].as_str().expect("a path"));
    for excluded in [
        browser.with("DNT", "1"),
        browser.with("Sec-GPC", "1"),
        browser.with("Sec-Purpose", "prefetch"),
        nobody.with("User-Agent", "Mozilla/5.0 (compatible; Googlebot/2.1)"),
        nobody.with("User-Agent", "curl/8.5.0"),
    ] {
        assert_eq!(excluded.get("/p/harbour-plan").status, 200);
        excluded.post("/p/harbour-plan/seen", &json!({ "finished": true }));
    }
    assert_eq!(browser.status("GET", "/p/harbour-plan/download/deck.html", None), 200);
    let slides = admin.get(&deck).json()["presentation"]["slides"].clone();
    let (first, second) = (slides[0]["id"].as_str().expect("an id"), slides[1]["id"].as_str().expect("an id"));
    let report = json!({ "shown": { first: 4000, second: 2000, "unknown": 5000 }, "finished": true, "left": second });
    assert_eq!(browser.post("/p/harbour-plan/seen", &report).status, 204);
    assert_eq!(browser.post("/p/harbour-plan/seen", &json!({ "shown": { first: 99_000_000 } })).status, 204);
    assert_eq!(browser.submit("/p/harbour-plan/seen", "no report").status, 400);
    let seen = format!("{}/seen", link["path"].as_str().expect("a path"));
    assert_eq!(browser.post(&seen, &json!({ "left": first })).status, 204);

    let views = admin.get(&format!("{deck}/analytics")).json();
    assert_eq!(
        (&views["views"], &views["visitors"], &views["finished"], &views["downloads"]),
        (&json!(5), &json!(2), &json!(1), &json!(1)),
        "{views}"
    );
    let by_link: Vec<(&str, &str, u64)> = views["perLink"]
        .as_array()
        .expect("links")
        .iter()
        .map(|row| {
            let text = |name: &str| row[name].as_str().expect("a text");
            (text("link"), text("name"), row["views"].as_u64().expect("a number"))
        })
        .collect();
    assert!(by_link.contains(&("page", "", 3)) && by_link.contains(&("embed", "", 1)), "{by_link:?}");
    assert!(by_link.iter().any(|(_, name, views)| *name == "Press" && *views == 1), "{by_link:?}");
    let slide = &views["perSlide"][0];
    // A tab that is left open counts for at most ten minutes: 4 s and 600 s are 302 s on average.
    assert_eq!((&slide["views"], &slide["seconds"], &slide["leaves"]), (&json!(2), &json!(302.0), &json!(1)));
    assert_eq!(views["perSlide"][1]["leaves"], 1);
    assert_eq!(views["perDay"].as_array().expect("days").len(), 30);
    assert_eq!(views["perDay"][29]["views"], 5);
    let table = admin.get(&format!("{deck}/analytics.csv?days=7"));
    assert!(table.header("content-type").starts_with("text/csv") && table.text.lines().count() == 8);
    assert!(admin.get(&format!("{deck}/analytics?days=400")).status == 400);

    // Counts survive a restart, nothing about the reader is stored, and the page set no cookie.
    let page = browser.get("/p/harbour-plan");
    assert_eq!(page.header("set-cookie"), "");
    let lectern = lectern.restarted(&[]);
    let admin = lectern.admin();
    assert_eq!(admin.get(&format!("{deck}/analytics")).json()["views"], 6);
    let stored = std::fs::read_dir(lectern.folder.path().join("data")).expect("a folder");
    for file in stored.filter_map(Result::ok).filter(|file| file.path().is_file()) {
        let bytes = std::fs::read(file.path()).expect("a file");
        assert!(!bytes.windows(12).any(|part| part == b"Firefox/140."), "{}", file.path().display());
    }
}
