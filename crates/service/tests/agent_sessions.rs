//! Sessions of agents: their owners, their expiry and their streams.

use std::time::Duration;

use crate::common::TestService;
use service::{AgentSessionId, AgentStream, Caller, Error, Tier};

const IDLE: Duration = Duration::from_mins(30);
const ALMOST: Duration = Duration::from_millis(30 * 60 * 1000 - 1);

async fn is_there(test: &TestService, caller: &Caller, id: &AgentSessionId) -> bool {
    match test.service.agent_sessions.touch(caller, id).await {
        Ok(()) => true,
        Err(Error::NotFound(_)) => false,
        Err(fault) => panic!("{fault}"),
    }
}

async fn has_ended(stream: &mut AgentStream) -> bool {
    matches!(tokio::time::timeout(Duration::from_millis(50), stream.next()).await, Ok(None))
}

#[tokio::test]
async fn a_session_ends_after_half_an_hour_without_a_request() {
    let test = TestService::new().await;
    let ann = test.admin().await;
    let id = test.service.agent_sessions.begin(&ann).await.expect("a session");
    test.wait(ALMOST);
    assert!(is_there(&test, &ann, &id).await);
    test.wait(ALMOST);
    assert!(is_there(&test, &ann, &id).await);
    test.wait(IDLE);
    assert!(!is_there(&test, &ann, &id).await);
}

#[tokio::test]
async fn the_least_recently_active_session_is_evicted() {
    let test = TestService::new().await;
    let ann = test.admin().await;
    let mut ids = Vec::new();
    for _ in 0..1000 {
        test.wait(Duration::from_millis(1));
        ids.push(test.service.agent_sessions.begin(&ann).await.expect("a session"));
    }
    test.wait(Duration::from_secs(1));
    assert!(is_there(&test, &ann, &ids[0]).await);
    test.service.agent_sessions.begin(&ann).await.expect("a session");
    assert!(is_there(&test, &ann, &ids[0]).await);
    assert!(!is_there(&test, &ann, &ids[1]).await);
    assert!(is_there(&test, &ann, &ids[2]).await);
}

#[tokio::test]
async fn many_sessions_of_one_account_close_none_of_another() {
    let test = TestService::new().await;
    let (ann, bob) = (test.admin().await, test.member("bob", Tier::Free).await);
    let begin = async |caller: &Caller| {
        test.wait(Duration::from_millis(1));
        test.service.agent_sessions.begin(caller).await.expect("a session")
    };
    let first_of_ann = begin(&ann).await;
    let of_bob = begin(&bob).await;
    for _ in 0..1500 {
        begin(&bob).await;
    }
    assert!(is_there(&test, &ann, &first_of_ann).await);
    assert!(!is_there(&test, &bob, &of_bob).await);
    let second_of_ann = begin(&ann).await;
    assert!(is_there(&test, &ann, &first_of_ann).await && is_there(&test, &ann, &second_of_ann).await);
}

#[tokio::test]
async fn a_session_belongs_to_the_account_that_opened_it() {
    let test = TestService::new().await;
    let (ann, bob) = (test.admin().await, test.member("bob", Tier::Free).await);
    let id = test.service.agent_sessions.begin(&ann).await.expect("a session");
    assert!(matches!(test.service.agent_sessions.touch(&bob, &id).await, Err(Error::Forbidden(_))));
    assert!(matches!(test.service.agent_sessions.end(&bob, &id).await, Err(Error::Forbidden(_))));
    assert!(matches!(test.service.agent_sessions.stream(&bob, &id).await, Err(Error::Forbidden(_))));
    assert!(!is_there(&test, &ann, &"no session".into()).await);
    test.service.agent_sessions.end(&ann, &id).await.expect("it is closed");
    assert!(!is_there(&test, &ann, &id).await);
}

#[tokio::test]
async fn a_second_stream_ends_the_first_and_closing_ends_both() {
    let test = TestService::new().await;
    let ann = test.admin().await;
    let id = test.service.agent_sessions.begin(&ann).await.expect("a session");
    let mut first = test.service.agent_sessions.stream(&ann, &id).await.expect("a stream");
    assert!(!has_ended(&mut first).await);
    let mut second = test.service.agent_sessions.stream(&ann, &id).await.expect("a stream");
    assert!(has_ended(&mut first).await);
    assert!(!has_ended(&mut second).await);
    test.service.agent_sessions.end(&ann, &id).await.expect("it is closed");
    assert!(has_ended(&mut second).await);
    assert!(second.is_over().await);
}

#[tokio::test]
async fn a_notification_reaches_the_open_stream_of_its_session() {
    let test = TestService::new().await;
    let (ann, sessions) = (test.admin().await, &test.service.agent_sessions);
    let (id, other) = (sessions.begin(&ann).await.expect("one"), sessions.begin(&ann).await.expect("another"));
    let mut stream = sessions.stream(&ann, &id).await.expect("a stream");
    sessions.notify(&other, "{\"for\": \"another\"}").await.expect("sent");
    sessions.notify(&id, "{\"progress\": 2}").await.expect("sent");
    assert_eq!(stream.next().await.as_deref(), Some("{\"progress\": 2}"));
    assert!(!has_ended(&mut stream).await);
}
