//! Proposals: what would change, with the edits that accepting takes; nothing is saved.

use serde_json::json;
use service::{AuthorTask, Caller, ChangeKind, Intensity, ProposalAction, Proposals, ProposedEdit};

use super::{TEXT, harbour, readable};
use crate::common::TestService;

async fn proposed(test: &TestService, caller: &Caller, id: &str, task: AuthorTask) -> Proposals {
    let deck = readable(test, caller, &id.into()).await;
    let request = test.service.author.check_edit_request(&deck, None, task).await.expect("a request");
    test.service.author.propose(request).await.expect("proposals")
}

fn ops(edits: &[ProposedEdit]) -> Vec<&'static str> {
    let op = |edit: &ProposedEdit| match edit {
        ProposedEdit::Set { .. } => "set",
        ProposedEdit::Insert { .. } => "insert",
        ProposedEdit::Remove { .. } => "remove",
        ProposedEdit::Move { .. } => "move",
        ProposedEdit::Deck { .. } => "deck",
    };
    edits.iter().map(op).collect()
}

const REPLACE: ProposalAction = ProposalAction::Change(ChangeKind::Replace);
const INSERT: ProposalAction = ProposalAction::Change(ChangeKind::Insert);
const MERGE: ProposalAction = ProposalAction::Change(ChangeKind::Merge);

#[tokio::test(flavor = "multi_thread")]
async fn a_conversion_is_one_edit_that_keeps_the_id() {
    let test = TestService::new().await;
    let caller = test.admin().await;
    let id = harbour(&test, &caller).await;
    let before = test.read(&caller, &id).await;
    let task = AuthorTask::Convert { slides: vec![1], target: "quote".to_owned() };
    let found = proposed(&test, &caller, &id, task).await;
    assert_eq!((found.revision, found.vendor, found.proposals.len()), (1, "builtin", 1));
    let one = &found.proposals[0];
    assert_eq!((one.action, one.index, one.title.as_str()), (REPLACE, Some(1), "Why"));
    assert_eq!(one.before[0].slide.id, one.after[0].slide.id);
    assert_eq!(one.after[0].type_name, "eu.svc.slide.quote");
    let [ProposedEdit::Set { value, replaces }] = one.edits.as_slice() else { panic!("{:?}", one.edits) };
    assert_eq!((&value.slide.id, json!(replaces.slide.id)), (&replaces.slide.id, before["slides"][1]["id"].clone()));
    assert_eq!(json!(replaces.slide.content), before["slides"][1]["content"]);
    assert_eq!(value.slide.content, one.after[0].slide.content);
    assert_eq!(test.read(&caller, &id).await, before, "nothing is saved");
}

#[tokio::test(flavor = "multi_thread")]
async fn new_slides_are_inserts_before_the_closing_ones() {
    let test = TestService::new().await;
    let caller = test.admin().await;
    let id = harbour(&test, &caller).await;
    let before = test.read(&caller, &id).await;
    let found = proposed(&test, &caller, &id, AuthorTask::Append { text: TEXT.to_owned() }).await;
    assert!(!found.proposals.is_empty());
    for one in &found.proposals {
        assert_eq!((one.action, one.slide_id.as_deref(), one.before.len()), (INSERT, None, 0));
        let [ProposedEdit::Insert { after, slides }] = one.edits.as_slice() else { panic!("{:?}", one.edits) };
        assert_eq!(json!(after), before["slides"][3]["id"]);
        assert_eq!(slides[0].slide.id, one.after[0].slide.id);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn merges_replace_the_first_and_remove_the_others() {
    let test = TestService::new().await;
    let caller = test.admin().await;
    let id = harbour(&test, &caller).await;
    let found = proposed(&test, &caller, &id, AuthorTask::Compress(Intensity::Aggressive)).await;
    let merge = found.proposals.iter().find(|one| one.action == MERGE).expect("a merge");
    assert!(merge.before.len() >= 2 && merge.after.len() == 1);
    assert_eq!(ops(&merge.edits)[0], "set");
    assert!(ops(&merge.edits)[1..].iter().all(|op| *op == "remove"));
    assert_eq!(merge.edits.len(), merge.before.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn findings_come_with_a_proposal_where_there_is_one() {
    let test = TestService::new().await;
    let caller = test.admin().await;
    let slides = json!([{"type": "content", "content": {"title": "Dates", "body":
        "- 3 May 2024: survey\n- 1 June 2024: tender\n- 9 July 2024: start\n- 1 August 2024: opening"}}]);
    let id = test.create(&caller, &json!({"title": "Plan", "language": "en-GB", "slides": slides})).await;
    let found = proposed(&test, &caller, &id, AuthorTask::Analyze { only: vec![] }).await;
    assert!(
        found
            .proposals
            .iter()
            .all(|one| one.category.is_some() && one.why.code().is_some() && !one.why.text().is_empty())
    );
    let timeline = found.proposals.iter().find(|one| one.category == Some("slide-type")).expect("another type");
    assert_eq!((timeline.action, timeline.after[0].type_name.as_str()), (REPLACE, "eu.svc.slide.timeline"));
    let opening = found.proposals.iter().find(|one| one.action == INSERT).expect("a title slide is missing");
    assert_eq!(opening.slide_id, None);
    assert!(matches!(&opening.edits[0], ProposedEdit::Insert { after: None, .. }));
    let only = proposed(&test, &caller, &id, AuthorTask::Analyze { only: vec![0] }).await;
    assert!(only.proposals.iter().all(|one| one.index == Some(0)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_selected_slide_is_the_one_that_is_meant() {
    let test = TestService::new().await;
    let caller = test.admin().await;
    let id = harbour(&test, &caller).await;
    let task = AuthorTask::Iterate { command: "Turn this into a quote".to_owned(), only: vec![2] };
    let found = proposed(&test, &caller, &id, task).await;
    let changed: Vec<Option<usize>> = found.proposals.iter().map(|one| one.index).collect();
    assert_eq!(changed, [Some(2)], "{}", found.summary);
    let nothing = AuthorTask::Iterate { command: "Sing a song".to_owned(), only: vec![] };
    let found = proposed(&test, &caller, &id, nothing).await;
    assert!(found.proposals.is_empty() && found.summary.text().starts_with("Nothing was changed"));
}
