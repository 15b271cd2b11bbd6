//! Jobs: real progress, stopping, and who sees them.

use std::io::Write as _;
use std::sync::{Mutex, mpsc};
use std::time::Duration;

use serde_json::{Value, json};
use service::{Caller, Error, JobEvents, JobId, JobRequest, JobState, Limit, Tier, Vendor};

use super::stand_in::{Reply, StandIn};
use super::{TEXT, decks, harbour, place_with, text, writable};
use crate::common::TestService;

async fn begun(test: &TestService, caller: &Caller) -> Result<JobId, Error> {
    let request = test.service.author.check_deck_request(caller, text(TEXT)).await?;
    Ok(test.service.author.begin_job(caller, JobRequest::Deck(request)).await?.id)
}

/// All events of a job: names and bodies.
async fn received(mut events: JobEvents) -> Vec<(String, Value)> {
    let mut all = Vec::new();
    while let Some(next) = events.next().await {
        assert_eq!(next.number, Some(all.len() + 1));
        let event = serde_json::to_value(&*next.event).expect("JSON");
        all.push((event["event"].as_str().expect("a name").to_owned(), event["data"].clone()));
    }
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_reports_what_it_read_planned_and_wrote() {
    let test = TestService::new().await;
    let caller = test.admin().await;
    let id = begun(&test, &caller).await.expect("a job");
    let all = received(test.service.author.job_events(&caller, &id).await.expect("a stream")).await;
    let names: Vec<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
    let count = all[1].1["slides"].as_array().expect("slides").len();
    let mut expected = vec!["read", "outline"];
    expected.extend((0..count).map(|_| "slide"));
    expected.push("done");
    assert_eq!(names, expected);
    assert_eq!((&all[0].1["language"], &all[2].1["done"]), (&json!("en-GB"), &json!(1)));
    assert!(all[2].1["html"].as_str().is_some_and(|html| html.contains("<section")), "{}", all[2].1);
    assert!(all[2].1["css"].as_str().is_some_and(|css| !css.is_empty()));
    let made = &all.last().expect("an end").1["presentation"];
    let deck = test.read(&caller, &made["id"].as_str().expect("an id").into()).await;
    assert_eq!((&deck["slideCount"], &made["slideCount"]), (&json!(count), &json!(count)));
    assert_eq!(test.service.author.job(&caller, &id).await.expect("a job").state, JobState::Done);
    // A late subscriber receives all events.
    assert_eq!(received(test.service.author.job_events(&caller, &id).await.expect("a stream")).await, all);
    assert!(!test.service.author.stop_job(&caller, &id).await.expect("a job"), "it has ended");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_may_add_slides_to_a_deck() {
    let test = TestService::new().await;
    let caller = test.admin().await;
    let deck = harbour(&test, &caller).await;
    let request = test.service.author.check_slides_request(TEXT, None).expect("a request");
    let request = JobRequest::Append(writable(&test, &caller, &deck).await, request);
    let job = test.service.author.begin_job(&caller, request).await.expect("a job");
    let all = received(test.service.author.job_events(&caller, &job.id).await.expect("a stream")).await;
    let (name, done) = all.last().expect("an end");
    assert_eq!((name.as_str(), &done["kind"], &done["insertedAt"]), ("done", &json!("append"), &json!(4)));
    assert_eq!(done["presentation"]["revision"], 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_job_says_why_and_writes_nothing() {
    let stand_in = StandIn::new(Vendor::OpenAi, |_, _| Reply::Status(500, "SECRET".to_owned()));
    let test = place_with(&stand_in).await;
    let caller = test.admin().await;
    let id = begun(&test, &caller).await.expect("a job");
    let all = received(test.service.author.job_events(&caller, &id).await.expect("a stream")).await;
    let (name, why) = all.last().expect("an end");
    assert_eq!((name.as_str(), &why["code"], &why["vendor"]), ("failed", &json!("bad_gateway"), &json!("openai")));
    assert!(!why.to_string().contains("SECRET"));
    assert_eq!(
        (test.service.author.job(&caller, &id).await.expect("a job").state, decks(&test, &caller).await),
        (JobState::Failed, 0)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stopped_job_ends_at_once_and_writes_nothing() {
    // A good answer, so that a job which is not stopped would end with a deck.
    let plan =
        json!({ "title": "Quay", "slides": [{ "type": "content-slide", "title": "Why", "points": ["It is full"] }] });
    let stand_in = StandIn::new(Vendor::OpenAi, move |request, _| match request.task() {
        "outline" => Reply::Slow(Duration::from_millis(300), plan.to_string()),
        _ => Reply::Status(400, String::new()),
    });
    let test = place_with(&stand_in).await;
    let (caller, other) = (test.admin().await, test.member("bram", Tier::Enterprise).await);
    let id = begun(&test, &caller).await.expect("a job");
    assert!(matches!(test.service.author.stop_job(&other, &id).await, Err(Error::NotFound(_))));
    assert!(matches!(test.service.author.job_events(&other, &id).await, Err(Error::NotFound(_))));
    assert!(test.service.author.stop_job(&caller, &id).await.expect("a job"));
    let all = received(test.service.author.job_events(&caller, &id).await.expect("a stream")).await;
    assert_eq!(all.last().map(|(name, why)| (name.as_str(), why["code"].clone())), Some(("failed", json!("stopped"))));
    assert_eq!(test.service.author.job(&caller, &id).await.expect("a job").state, JobState::Stopped);
    // Until the vendor has responded and its response is discarded.
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!((stand_in.requests().len(), decks(&test, &caller).await), (1, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_writes_nothing_once_the_key_that_began_it_is_revoked() {
    let plan =
        json!({ "title": "Quay", "slides": [{ "type": "content-slide", "title": "Why", "points": ["It is full"] }] });
    let (begin, asked) = mpsc::channel::<()>();
    let (end, until) = mpsc::channel::<()>();
    let until = Mutex::new(until);
    let stand_in = StandIn::new(Vendor::OpenAi, move |request, _| match request.task() {
        "outline" => {
            let _ = begin.send(());
            let _ = until.lock().expect("nobody panicked").recv();
            Reply::Answer(plan.to_string())
        }
        _ => Reply::Status(400, String::new()),
    });
    let test = place_with(&stand_in).await;
    let ada = test.member("ada", Tier::Enterprise).await;
    let robot = test.key_of(&ada).await;
    let id = begun(&test, &robot).await.expect("a job");
    tokio::task::spawn_blocking(move || asked.recv()).await.expect("it ran").expect("the vendor is asked");
    test.service.accounts.revoke_key(&ada, &robot.key().expect("a key").id).await.expect("revoked");
    drop(end);
    let all = received(test.service.author.job_events(&robot, &id).await.expect("a stream")).await;
    assert_eq!(all.last().map(|(name, _)| name.as_str()), Some("failed"), "{all:?}");
    assert_eq!(decks(&test, &ada).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_user_has_three_jobs_at_a_time_and_ended_ones_are_removed() {
    let (end, until) = mpsc::channel::<()>();
    let until = Mutex::new(until);
    let stand_in = StandIn::new(Vendor::OpenAi, move |_, _| {
        // It responds when the test is over.
        let _ = until.lock().expect("nobody panicked").recv();
        Reply::Silence
    });
    let test = place_with(&stand_in).await;
    let caller = test.key_of(&test.member("ada", Tier::Free).await).await;
    let mut ids = Vec::new();
    for _ in 0..3 {
        ids.push(begun(&test, &caller).await.expect("a job"));
    }
    assert!(matches!(begun(&test, &caller).await, Err(Error::Throttled { .. })));
    let daily = test.service.limits.daily(&caller, Limit::Ai).await.expect("counted").expect("a limit");
    assert_eq!(daily.used, 3, "a job that was not begun costs nothing");
    assert!(test.service.author.stop_job(&caller, &ids[0]).await.expect("a job"));
    assert!(begun(&test, &caller).await.is_ok());
    test.wait(Duration::from_mins(31));
    test.service.operations.sweep().await.expect("a sweep");
    assert!(matches!(test.service.author.job(&caller, &ids[0]).await, Err(Error::NotFound(_))));
    assert!(test.service.author.job(&caller, &ids[1]).await.is_ok(), "a running one stays");
    drop(end);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_has_ten_ended_jobs_and_another_has_their_own() {
    let test = TestService::new().await;
    let (caller, other) = (test.admin().await, test.member("bram", Tier::Enterprise).await);
    let mut ids = Vec::new();
    for caller in std::iter::once(&other).chain([&caller; 12]) {
        let id = begun(&test, caller).await.expect("a job");
        received(test.service.author.job_events(caller, &id).await.expect("a stream")).await;
        test.wait(Duration::from_secs(1));
        ids.push(id);
    }
    test.service.operations.sweep().await.expect("a sweep");
    assert!(test.service.author.job(&other, &ids[0]).await.is_ok());
    for (number, id) in ids[1..].iter().enumerate() {
        let job = test.service.author.job(&caller, id).await;
        assert_eq!(job.is_ok(), number >= 2, "job {number}: {job:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_document_is_kept_for_an_hour_however_often_it_is_read() {
    let test = TestService::new().await;
    let (caller, author) = (test.admin().await, &test.service.author);
    let mut spool = test.service.library.spool().expect("a spool");
    spool.write_all(TEXT.as_bytes()).expect("spooled");
    let file = spool.finish().expect("finished");
    let mut document = author.read_document(&caller, file, "harbour.md").await.expect("a document");
    let id = author.keep_document(&caller, &mut document).await.expect("it is kept").id;
    test.wait(Duration::from_mins(50));
    assert!(author.kept_document(&caller, &id).await.is_ok());
    test.wait(Duration::from_mins(10));
    assert!(matches!(author.kept_document(&caller, &id).await, Err(Error::Invalid(_))));
}
