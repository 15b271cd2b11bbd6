//! Stars and folders over HTTP.

use serde_json::{Value, json};

use super::lectern::{Caller, Lectern};

fn deck(owner: &Caller, title: &str, visibility: &str) -> String {
    let made = owner.post("/api/presentations", &json!({ "title": title, "visibility": visibility }));
    assert_eq!(made.status, 201, "{}", made.text);
    made.json()["presentation"]["id"].as_str().expect("an id").to_owned()
}

/// The titles of the listed decks, each with its star and folder.
fn listed(caller: &Caller, query: &str) -> Vec<(String, Value, Value)> {
    let list = caller.get(&format!("/api/presentations?sort=title&{query}")).json();
    let rows = list["presentations"].as_array().expect("a list");
    rows.iter()
        .map(|row| {
            (row["title"].as_str().unwrap_or_default().to_owned(), row["starred"].clone(), row["folder"].clone())
        })
        .collect()
}

fn titles(caller: &Caller, query: &str) -> Vec<String> {
    listed(caller, query).into_iter().map(|(title, ..)| title).collect()
}

#[test]
fn people_sort_the_decks_that_they_read_for_themselves() {
    let lectern = Lectern::start(&[]);
    let (ada, bob) = (lectern.member("ada@x.test"), lectern.member("bob@x.test"));
    let (plan, own) = (deck(&ada, "Plan", "organization"), deck(&ada, "Diary", "private"));
    let star = |id: &str| format!("/api/presentations/{id}/star");
    let folder = |id: &str| format!("/api/presentations/{id}/folder");

    assert_eq!(bob.put(&star(&plan), &Value::Null).json(), json!({ "starred": true, "folder": null }));
    let put = bob.put(&folder(&plan), &json!({ "name": "  Board / 2031 " }));
    assert_eq!(put.json(), json!({ "starred": true, "folder": "Board / 2031" }));
    assert_eq!(bob.put(&star(&own), &Value::Null).status, 404, "what one may not read cannot be sorted");
    assert_eq!(bob.put(&folder(&own), &json!({ "name": "x" })).status, 404);

    assert_eq!(titles(&bob, "starred=true"), ["Plan"]);
    assert_eq!(listed(&bob, "folder=Board%20/%202031"), [("Plan".to_owned(), json!(true), json!("Board / 2031"))]);
    assert_eq!(titles(&bob, "starred=false"), ["Plan"]);
    assert!(titles(&bob, "folder=Other").is_empty());
    assert!(titles(&ada, "starred=true").is_empty(), "others do not see it");
    assert_eq!(listed(&ada, "")[1], ("Plan".to_owned(), Value::Null, Value::Null));
    let counts = bob.get("/api/presentations/counts").json();
    assert_eq!((&counts["starred"], &counts["folders"]), (&json!(1), &json!([{ "name": "Board / 2031", "count": 1 }])));

    let rename = "/api/folders/Board%20%2F%202031";
    assert_eq!(ada.put(rename, &json!({ "name": "Stolen" })).status, 404, "a folder of somebody else");
    assert_eq!(bob.put(rename, &json!({ "name": "Board" })).json(), json!({ "folder": "Board" }));
    assert_eq!(titles(&bob, "folder=Board"), ["Plan"]);
    assert_eq!(bob.delete("/api/folders/Board").json(), json!({ "folder": null }));
    assert_eq!(bob.delete("/api/folders/Board").status, 404);
    bob.put(&folder(&plan), &json!({ "name": "Again" }));
    assert_eq!(bob.delete(&folder(&plan)).json(), json!({ "starred": true, "folder": null }));
    assert_eq!(bob.delete(&star(&plan)).json(), json!({ "starred": false, "folder": null }));
    assert_eq!(bob.delete(&star(&plan)).status, 200, "twice is once");
}

#[test]
fn wrong_names_and_queries_change_nothing() {
    let lectern = Lectern::start(&[]);
    let ada = lectern.member("ada@x.test");
    let id = deck(&ada, "Plan", "private");
    let folder = format!("/api/presentations/{id}/folder");
    ada.put(&folder, &json!({ "name": "Kept" }));
    for body in [
        json!({}),
        json!({ "name": "" }),
        json!({ "name": "  " }),
        json!({ "name": "x".repeat(61) }),
        json!({ "name": 7 }),
    ] {
        let refused = ada.put(&folder, &body);
        assert_eq!(refused.status, 400, "{body}: {}", refused.text);
        assert_eq!(ada.put("/api/folders/Kept", &body).status, 400, "{body}");
    }
    for query in ["starred=maybe", "starred=true&folder=Kept"] {
        assert_eq!(ada.get(&format!("/api/presentations?{query}")).status, 400, "{query}");
    }
    assert_eq!(titles(&ada, "folder=Kept"), ["Plan"]);
}
