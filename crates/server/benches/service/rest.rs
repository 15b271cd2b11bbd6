//! Decks over REST: `wrk` with 16 connections that send an API key. Most of the time is spent on creating 100,000
//! decks. Its first seconds are the measurement of creating.

use std::fmt::Write as _;
use std::time::Duration;

use serde_json::{Value, json};

use crate::lectern::{Lectern, folder, row, slides};

/// Number of decks that PUT requests are spread over.
const DECKS: usize = 100;
/// Number of decks with which a long list is measured.
const MANY_DECKS: u64 = 100_000;

pub(crate) fn measured() {
    let folder = folder();
    row("first start to first answer", milliseconds(Lectern::start(folder.path()).started_in), "ms");
    let mut starts: Vec<f64> = (0..5).map(|_| milliseconds(Lectern::start(folder.path()).started_in)).collect();
    starts.sort_by(f64::total_cmp);
    row("start to first answer", starts[2], "ms");
    let lectern = Lectern::start(folder.path());
    row("memory when idle", lectern.resident(), "MiB");
    decks(&lectern);
    row("memory with 100,000 decks, after all loads", lectern.resident(), "MiB");
}

fn decks(lectern: &Lectern) {
    let twenty = slides(20);
    let decks: Vec<String> = (0..DECKS).map(|_| lectern.new_deck(&twenty)).collect();
    let one = format!("/api/v1/presentations/{}", decks[0]);
    lectern.load("get one of 20 slides", &format!("wrk.path = '{one}'")).print();
    let list = "wrk.path = '/api/v1/presentations?limit=50'";
    let few = lectern.load("list 50 of 100", list);
    few.print();
    let put = format!("wrk.method = 'PUT'\nwrk.body = [==[{}]==]\n", json!({ "slides": twenty }));
    let mut spread = format!("{put}local decks = {{");
    for deck in &decks {
        let _ = write!(spread, "'{deck}',");
    }
    spread.push_str(
        "}\nlocal at = 0\nfunction request()\n  at = at % #decks + 1\n  \
         return wrk.format(nil, '/api/v1/presentations/' .. decks[at])\nend",
    );
    lectern.load("put 20 slides, 100 decks in turn", &spread).print();
    lectern.load("put 20 slides, one deck", &format!("{put}wrk.path = '{one}'")).print();
    let create = "wrk.method = 'POST'\nwrk.path = '/api/v1/presentations'\nwrk.body = '{\"title\": \"Harbour plan\"}'";
    lectern.load("create", create).print();
    while deck_count(lectern) < MANY_DECKS {
        lectern.load("create", create);
    }
    let many = lectern.load("list 50 of 100,000", list);
    many.print();
    row("list of 100,000 to list of 100", many.p50 / few.p50, "times the time");
}

fn deck_count(lectern: &Lectern) -> u64 {
    let listed: Value = serde_json::from_slice(&lectern.get("/api/v1/presentations?limit=1")).expect("JSON");
    listed["pagination"]["total"].as_u64().expect("a count")
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
