//! Proposals: what would change, with the edits that accepting takes; nothing is saved.

use serde_json::{Value, json};
use service::{Caller, Intensity, Proposals, Right, Task};

use super::{TEXT, harbour};
use crate::common::Place;

async fn proposed(place: &Place, caller: &Caller, id: &str, task: Task) -> Proposals {
    let order =
        place.service.author.check_edit_request(caller, &id.into(), Right::Read, None, task).await.expect("an order");
    place.service.author.propose(order).await.expect("proposals")
}

fn ops(edits: &[Value]) -> Vec<&str> {
    edits.iter().filter_map(|edit| edit["op"].as_str()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_conversion_is_one_edit_that_keeps_the_id() {
    let place = Place::new().await;
    let caller = place.admin().await;
    let id = harbour(&place, &caller).await;
    let before = place.read(&caller, &id).await;
    let task = Task::Convert { slides: vec![1], target: "quote".to_owned() };
    let found = proposed(&place, &caller, &id, task).await;
    assert_eq!((found.revision, found.vendor, found.proposals.len()), (1, "builtin", 1));
    let one = &found.proposals[0];
    assert_eq!((one.action, one.index, one.title.as_str()), ("replace", Some(1), "Why"));
    assert_eq!(one.before[0]["id"], one.after[0]["id"]);
    assert_eq!(one.after[0]["type"], "eu.svc.slide.quote");
    assert_eq!(ops(&one.edits), ["set"]);
    let edit = &one.edits[0];
    assert_eq!((&edit["slideId"], &edit["path"]), (&before["slides"][1]["id"], &json!("")));
    assert_eq!(edit["replaces"]["content"], before["slides"][1]["content"]);
    assert_eq!(edit["value"]["content"], one.after[0]["content"]);
    assert_eq!(place.read(&caller, &id).await, before, "nothing is saved");
}

#[tokio::test(flavor = "multi_thread")]
async fn new_slides_are_inserts_before_the_closing_ones() {
    let place = Place::new().await;
    let caller = place.admin().await;
    let id = harbour(&place, &caller).await;
    let before = place.read(&caller, &id).await;
    let found = proposed(&place, &caller, &id, Task::Append { text: TEXT.to_owned() }).await;
    assert!(!found.proposals.is_empty());
    for one in &found.proposals {
        assert_eq!((one.action, one.slide_id.as_deref(), one.before.len()), ("insert", None, 0));
        assert_eq!((ops(&one.edits), &one.edits[0]["after"]), (vec!["insert"], &before["slides"][3]["id"]));
        assert_eq!(one.edits[0]["slides"][0]["id"], one.after[0]["id"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn merges_replace_the_first_and_remove_the_others() {
    let place = Place::new().await;
    let caller = place.admin().await;
    let id = harbour(&place, &caller).await;
    let found = proposed(&place, &caller, &id, Task::Compress(Intensity::Aggressive)).await;
    let merge = found.proposals.iter().find(|one| one.action == "merge").expect("a merge");
    assert!(merge.before.len() >= 2 && merge.after.len() == 1);
    assert_eq!(ops(&merge.edits)[0], "set");
    assert!(ops(&merge.edits)[1..].iter().all(|op| *op == "remove"));
    assert_eq!(merge.edits.len(), merge.before.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn findings_come_with_a_proposal_where_there_is_one() {
    let place = Place::new().await;
    let caller = place.admin().await;
    let slides = json!([{"type": "content", "content": {"title": "Dates", "body":
        "- 3 May 2024: survey\n- 1 June 2024: tender\n- 9 July 2024: start\n- 1 August 2024: opening"}}]);
    let id = place.create(&caller, &json!({"title": "Plan", "language": "en-GB", "slides": slides})).await;
    let found = proposed(&place, &caller, &id, Task::Analyze { only: vec![] }).await;
    assert!(found.proposals.iter().all(|one| one.category.is_some() && !one.why.is_empty()));
    let timeline = found.proposals.iter().find(|one| one.category == Some("slide-type")).expect("another type");
    assert_eq!((timeline.action, timeline.after[0]["type"].as_str()), ("replace", Some("eu.svc.slide.timeline")));
    let opening = found.proposals.iter().find(|one| one.action == "insert").expect("a title slide is missing");
    assert_eq!((opening.slide_id.as_deref(), &opening.edits[0]["after"]), (None, &Value::Null));
    let only = proposed(&place, &caller, &id, Task::Analyze { only: vec![0] }).await;
    assert!(only.proposals.iter().all(|one| one.index == Some(0)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_selected_slide_is_the_one_that_is_meant() {
    let place = Place::new().await;
    let caller = place.admin().await;
    let id = harbour(&place, &caller).await;
    let task = Task::Iterate { command: "Turn this into a quote".to_owned(), only: vec![2] };
    let found = proposed(&place, &caller, &id, task).await;
    let changed: Vec<Option<usize>> = found.proposals.iter().map(|one| one.index).collect();
    assert_eq!(changed, [Some(2)], "{}", found.summary);
    let nothing = Task::Iterate { command: "Sing a song".to_owned(), only: vec![] };
    let found = proposed(&place, &caller, &id, nothing).await;
    assert!(found.proposals.is_empty() && found.summary.starts_with("Nothing was changed"));
}
