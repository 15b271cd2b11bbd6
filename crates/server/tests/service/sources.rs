//! Data sources of decks, and merges of a deck with a table, through the real binary.

use std::io::{Cursor, Read as _};

use serde_json::{Value, json};

use super::lectern::{Caller, Lectern};

const SALES: &str = "region,total,share\nNorth,1234.5,0.25\nSouth,99,0.75\n";

/// Creates a deck whose texts, list, table and chart are bound to `sales`. Returns its id and the deck.
fn deck(key: &Caller) -> (String, Value) {
    let slides = json!([
        {"type": "title", "content": {"title": "Total {{sales.total | currency:EUR}}"}, "notes": "Say {{sales.region}}."},
        {"type": "list", "content": {"title": "Regions", "items": [{"title": "{{sales[*].region}}", "text": "{{sales[*].share | percent}}"}]}},
        {"type": "table", "content": {"title": "Table", "colCount": "2", "rows": [
            {"c1": "Region", "c2": "Total"}, {"c1": "{{sales[*].region}}", "c2": "{{sales[*].total | number}}"}]}},
        {"type": "chart", "content": {"title": "Chart", "chartType": "bar", "data": "Region,Total\n{{sales[*].region}},{{sales[*].total}}"}},
    ]);
    let made = key.post("/api/v1/presentations", &json!({ "title": "Sales", "slides": slides }));
    assert_eq!(made.status, 201, "{}", made.text);
    let deck = made.json()["presentation"].clone();
    (deck["id"].as_str().expect("an id").to_owned(), deck)
}

fn push(key: &Caller, id: &str, csv: &str) -> Value {
    let path = format!("/api/v1/presentations/{id}/data/sales");
    let pushed = key.with("Content-Type", "text/csv").send("PUT", &path, Some(csv));
    assert_eq!(pushed.status, 200, "{}", pushed.text);
    pushed.json()
}

fn words(html: &str) -> String {
    let mut words = String::new();
    let mut inside = false;
    for letter in html.chars() {
        match letter {
            '<' => inside = true,
            '>' => inside = false,
            _ if !inside => words.push(letter),
            _ => {}
        }
    }
    words
}

#[test]
fn pushed_data_shows_wherever_the_deck_is_drawn_and_stays_bound_in_its_files() {
    let lectern = Lectern::start(&[]);
    let key = lectern.key(&["read", "write", "export"]);
    let (id, made) = deck(&key);
    let base = format!("/api/v1/presentations/{id}");
    let html = || words(&key.get(&format!("{base}/export/html")).text);
    assert!(html().contains("{{sales.total | currency:EUR}}"), "without sources braces are text");
    let pushed = push(&key, &id, SALES);
    assert_eq!(
        (&pushed["source"]["columns"], &pushed["source"]["rowCount"]),
        (&json!(["region", "total", "share"]), &json!(2))
    );
    assert_eq!(pushed["revision"], made["revision"].as_u64().expect("a revision") + 1);
    for shown in ["€1,234.50", "North", "South", "25%", "1,234.5"] {
        assert!(html().contains(shown), "{shown}");
    }
    assert!(!html().contains("{{"));
    push(&key, &id, "region,total,share\nHarbour,7,1\n");
    assert!(html().contains("€7.00") && html().contains("Harbour") && !html().contains("South"));

    let json = key.get(&format!("{base}/export/json")).json();
    assert_eq!(json["slides"][1]["content"]["items"][0]["title"], "{{sales[*].region}}");
    assert_eq!(json["settings"]["data"]["sales"]["csv"], "region,total,share\nHarbour,7,1\n");
    let copy = key.send("POST", &format!("{base}/duplicate"), None).json()["presentation"].clone();
    let copy = copy["id"].as_str().expect("an id");
    assert!(words(&key.get(&format!("/api/v1/presentations/{copy}/export/html")).text).contains("€7.00"));

    let path = format!("{base}/data/sales");
    assert_eq!(key.delete(&path).status, 200);
    assert_eq!(key.get(&path).refusal(), (404, "not_found".to_owned()));
    assert_eq!(key.delete(&path).status, 404);
    assert_eq!(key.get(&format!("{base}/data")).json(), json!({ "sources": [] }));
    assert!(html().contains("{{sales.total | currency:EUR}}"));
}

#[test]
fn a_push_that_is_refused_changes_nothing() {
    let lectern = Lectern::start(&[]);
    let key = lectern.key(&["read", "write"]);
    let (id, _) = deck(&key);
    let revision = push(&key, &id, SALES)["revision"].clone();
    let base = format!("/api/v1/presentations/{id}/data");
    let long = format!("a\n{}", "1\n".repeat(2001));
    for (name, body, said) in [
        ("Sales", SALES, "no name of a data source"),
        ("sales", "", "no column"),
        ("sales", "a,a\n1,2", "two columns are named `a`"),
        ("sales", "[[1]]", "row 1 is not an object"),
        ("sales", "{\"a\": [1]}", "a list in `a`"),
        ("sales", &long, "2001 rows, at most 2000"),
        ("sales?staleAfterHours=0", SALES, "staleAfterHours"),
    ] {
        let refused = key.send("PUT", &format!("{base}/{name}"), Some(body));
        assert_eq!(refused.status, 400, "{name} {}", refused.text);
        assert!(refused.json()["details"].as_str().expect("details").contains(said), "{}", refused.text);
    }
    let stale = key.with("If-Match", "\"1\"").send("PUT", &format!("{base}/sales"), Some(SALES));
    assert_eq!(stale.refusal(), (409, "stale_revision".to_owned()));
    for number in 0..9 {
        assert_eq!(key.put(&format!("{base}/more{number}"), &json!({ "a": number })).status, 200);
    }
    assert_eq!(key.put(&format!("{base}/eleventh"), &json!({ "a": 1 })).status, 400);
    assert_eq!(key.get(&format!("{base}/sales")).json()["csv"], SALES);
    assert_eq!(revision, json!(2));
    let reader = lectern.key(&["read"]);
    assert_eq!(reader.put(&format!("{base}/sales"), &json!({ "a": 1 })).refusal(), (403, "missing_scope".to_owned()));
}

#[test]
fn a_binding_without_a_value_is_a_finding_with_its_place() {
    let lectern = Lectern::start(&[]);
    let key = lectern.key(&["read", "write"]);
    let (id, made) = deck(&key);
    push(&key, &id, "region,total\nNorth,many\n");
    let slides: Vec<&Value> = made["slides"].as_array().expect("slides").iter().map(|slide| &slide["id"]).collect();
    let drawn = key.post(&format!("/api/presentations/{id}/render"), &json!({ "slideIds": slides }));
    assert_eq!(drawn.status, 200, "{}", drawn.text);
    let drawn = drawn.json();
    let found: Vec<String> = drawn["slides"]
        .as_array()
        .expect("slides")
        .iter()
        .flat_map(|slide| {
            let findings = slide["findings"].as_array().expect("findings").iter();
            findings
                .filter(|finding| finding["code"] == "data")
                .map(|finding| {
                    format!(
                        "{} {}",
                        finding["field"].as_str().unwrap_or_default(),
                        finding["text"].as_str().unwrap_or_default()
                    )
                })
                .collect::<Vec<_>>()
        })
        .collect();
    assert!(
        found.iter().any(|line| line.starts_with("title ") && line.contains("`many` is not a number")),
        "{found:#?}"
    );
    assert!(
        found.iter().any(|line| line.starts_with("items.0.text ") && line.contains("no column `share`")),
        "{found:#?}"
    );
}

#[test]
fn an_agent_pushes_data_and_an_edit_of_settings_is_checked() {
    let lectern = Lectern::start(&[]);
    let key = lectern.key(&["read", "write"]);
    let (id, _) = deck(&key);
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": "set_data",
        "arguments": { "presentationId": id, "name": "sales", "rows": [{ "region": "North", "total": 5 }] } } });
    let answer = key.post("/mcp", &call).json();
    let said = answer["result"]["content"][0]["text"].as_str().expect("text").to_owned();
    assert!(said.contains("\"rowCount\":1"), "{said}");
    let mut both = call;
    both["params"]["arguments"]["csv"] = json!("region,total\nSouth,7");
    let refused = key.post("/mcp", &both).json();
    assert_eq!(refused["result"]["isError"], true);
    assert!(refused.to_string().contains("either csv or rows"), "{refused}");
    assert_eq!(key.get(&format!("/api/v1/presentations/{id}/data/sales")).json()["csv"], "region,total\nNorth,5\n");
    let put = |settings: Value| key.put(&format!("/api/v1/presentations/{id}"), &json!({ "settings": settings }));
    assert_eq!(put(json!({ "data": { "sales": { "csv": "a,a\n" } } })).status, 400);
    assert_eq!(put(json!({ "data": { "No": { "csv": "a\n1" } } })).status, 400);
    assert_eq!(put(json!({ "data": { "more": { "csv": "a\n1" } } })).status, 200);
    assert_eq!(
        key.get(&format!("/api/v1/presentations/{id}/data")).json()["sources"].as_array().map(Vec::len),
        Some(2)
    );
}

#[test]
fn a_merge_makes_a_deck_for_each_row() {
    let lectern = Lectern::start(&[]);
    let key = lectern.key(&["read", "write", "export"]);
    let slides = json!([
        {"type": "title", "content": {"title": "Dear {{name}} {{nme}}"}},
        {"type": "content", "content": {"title": "The same", "body": "for all"}},
    ]);
    let made = key.post("/api/v1/presentations", &json!({ "title": "Invitation", "slides": slides })).json();
    let id = made["presentation"]["id"].as_str().expect("an id").to_owned();
    let base = format!("/api/v1/presentations/{id}/merge");
    for (body, said) in [
        (json!({ "to": ["pdf"] }), "one of `csv`, `rows` and `source`"),
        (json!({ "csv": "name\nAda", "to": [] }), "names no format"),
        (json!({ "csv": "name\nAda", "to": ["doc"] }), "not `doc`"),
        (json!({ "csv": "name\n", "to": ["pdf"] }), "no row"),
        (json!({ "csv": "name\nAda", "to": ["pdf"], "name": "{{city}}" }), "no column `city`"),
    ] {
        let refused = key.post(&base, &body);
        assert_eq!(refused.status, 400, "{}", refused.text);
        assert!(refused.text.contains(said), "{}", refused.text);
    }
    let begun =
        key.post(&base, &json!({ "csv": "name\nAda\n../Bo\nada\n", "to": ["html", "pdf"], "name": "{{name}}" }));
    assert_eq!(begun.status, 202, "{}", begun.text);
    let begun = begun.json();
    assert_eq!(begun["job"]["total"], 3);
    assert!(begun["job"]["remarks"][0].as_str().expect("a remark").contains("{{nme}}"));
    let at = format!("{base}/{}", begun["job"]["id"].as_str().expect("an id"));
    let job = loop {
        let job = key.get(&at).json()["job"].clone();
        if job["state"] != "running" {
            break job;
        }
        std::thread::yield_now();
    };
    assert_eq!((&job["state"], &job["done"]), (&json!("done"), &json!(3)));
    for _ in 0..2 {
        let mut bytes = Vec::new();
        key.open(&format!("{at}/decks.zip")).read_to_end(&mut bytes).expect("bytes");
        let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).expect("a zip");
        let names: Vec<String> = archive.file_names().map(|name| name.expect("a name").into_owned()).collect();
        assert_eq!(names, ["Ada.html", "Ada.pdf", "-Bo.html", "-Bo.pdf", "ada (2).html", "ada (2).pdf"]);
        let mut html = String::new();
        archive.by_name("-Bo.html").expect("a file").read_to_string(&mut html).expect("text");
        assert!(words(&html).contains("Dear ../Bo {{nme}}") && words(&html).contains("The same"));
    }
    let other = lectern.member("other@x.test");
    assert_eq!(other.get(&at.replace("/v1", "")).status, 404);
}
