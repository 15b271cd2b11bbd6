//! Sessions of agents: whose they are, how long they last, and which stream is theirs.

use std::time::Duration;

use crate::common::Place;
use service::{AgentStream, Caller, Error, Tier};

const IDLE: Duration = Duration::from_mins(30);
const ALMOST: Duration = Duration::from_millis(30 * 60 * 1000 - 1);

async fn is_there(place: &Place, caller: &Caller, id: &str) -> bool {
    match place.service.agent_sessions.touch(caller, id).await {
        Ok(()) => true,
        Err(Error::NotFound(_)) => false,
        Err(fault) => panic!("{fault}"),
    }
}

async fn has_ended(stream: &mut AgentStream) -> bool {
    tokio::time::timeout(Duration::from_millis(50), stream.ended()).await.is_ok()
}

#[tokio::test]
async fn a_session_ends_after_half_an_hour_without_a_request() {
    let place = Place::new().await;
    let ann = place.admin().await;
    let id = place.service.agent_sessions.begin(&ann).await.expect("a session");
    place.wait(ALMOST);
    assert!(is_there(&place, &ann, &id).await);
    place.wait(ALMOST);
    assert!(is_there(&place, &ann, &id).await);
    place.wait(IDLE);
    assert!(!is_there(&place, &ann, &id).await);
}

#[tokio::test]
async fn the_least_recently_active_of_too_many_makes_room() {
    let place = Place::new().await;
    let ann = place.admin().await;
    let mut ids = Vec::new();
    for _ in 0..1000 {
        place.wait(Duration::from_millis(1));
        ids.push(place.service.agent_sessions.begin(&ann).await.expect("a session"));
    }
    place.wait(Duration::from_secs(1));
    assert!(is_there(&place, &ann, &ids[0]).await);
    place.service.agent_sessions.begin(&ann).await.expect("a session");
    assert!(is_there(&place, &ann, &ids[0]).await);
    assert!(!is_there(&place, &ann, &ids[1]).await);
    assert!(is_there(&place, &ann, &ids[2]).await);
}

#[tokio::test]
async fn a_session_belongs_to_whoever_opened_it() {
    let place = Place::new().await;
    let (ann, bob) = (place.admin().await, place.member("bob", Tier::Free).await);
    let id = place.service.agent_sessions.begin(&ann).await.expect("a session");
    assert!(matches!(place.service.agent_sessions.touch(&bob, &id).await, Err(Error::Forbidden(_))));
    assert!(matches!(place.service.agent_sessions.end(&bob, &id).await, Err(Error::Forbidden(_))));
    assert!(matches!(place.service.agent_sessions.stream(&bob, &id).await, Err(Error::Forbidden(_))));
    assert!(!is_there(&place, &ann, "no session").await);
    place.service.agent_sessions.end(&ann, &id).await.expect("it is closed");
    assert!(!is_there(&place, &ann, &id).await);
}

#[tokio::test]
async fn a_second_stream_ends_the_first_and_closing_ends_both() {
    let place = Place::new().await;
    let ann = place.admin().await;
    let id = place.service.agent_sessions.begin(&ann).await.expect("a session");
    let mut first = place.service.agent_sessions.stream(&ann, &id).await.expect("a stream");
    assert!(!has_ended(&mut first).await);
    let mut second = place.service.agent_sessions.stream(&ann, &id).await.expect("a stream");
    assert!(has_ended(&mut first).await);
    assert!(!has_ended(&mut second).await);
    place.service.agent_sessions.end(&ann, &id).await.expect("it is closed");
    assert!(has_ended(&mut second).await);
    assert!(second.is_over().await);
}
