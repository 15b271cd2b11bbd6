//! Published pages: how fast they are served while their views are counted. Also merges: many decks from one.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::lectern::{Lectern, folder, one_by_one, row, slides};

/// Number of decks that are made from one.
const MERGED_DECKS: usize = 1_000;
/// How long to wait for the counts of the last views, which are stored in batches.
const COUNTED_WITHIN: Duration = Duration::from_mins(1);

pub(crate) fn measured() {
    let folder = folder();
    let lectern = Lectern::start(folder.path());
    let deck = lectern.new_deck(&slides(20));
    lectern.put(&format!("/api/presentations/{deck}/publication"), &json!({ "slug": "harbour" }));
    one_by_one("published page of 20 slides", |_| drop(lectern.get("/p/harbour")));
    let views = lectern.load(
        "views of a published page",
        "wrk.headers['User-Agent'] = 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0'\n\
         function request()\n  local byte = function() return math.random(1, 250) end\n  \
         wrk.headers['X-Forwarded-For'] = '10.' .. byte() .. '.' .. byte() .. '.' .. byte()\n  \
         return wrk.format('GET', '/p/harbour')\nend",
    );
    views.print();
    row("views that were not counted", uncounted(&lectern, &deck, views.requests), "views");
    merge(&lectern);
}

/// How many of the views are still not counted after [`COUNTED_WITHIN`].
fn uncounted(lectern: &Lectern, deck: &str, views: f64) -> f64 {
    let began = Instant::now();
    loop {
        let answer = lectern.get(&format!("/api/presentations/{deck}/analytics"));
        let counts: Value = serde_json::from_slice(&answer).expect("JSON");
        let missing = views - counts["views"].as_f64().expect("a count");
        if missing <= 0.0 || began.elapsed() > COUNTED_WITHIN {
            return missing.max(0.0);
        }
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// Makes a deck for each row of a table, as PDF files.
fn merge(lectern: &Lectern) {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let mut slides = slides(20);
    slides[0]["content"]["title"] = json!("A berth for {{name}}");
    let deck = json!({ "format": "svc.deck", "version": 1, "title": "Berths", "slides": slides });
    let mut rows = "name,town\n".to_owned();
    for number in 0..MERGED_DECKS {
        let _ = writeln!(rows, "Skipper {number},Town {}", number % 50);
    }
    std::fs::write(path("berths.json"), deck.to_string()).expect("a file");
    std::fs::write(path("skippers.csv"), rows).expect("a file");
    let began = Instant::now();
    lectern.run(&["merge", &path("berths.json"), &path("skippers.csv"), "-o", &path("out"), "--to", "pdf"]);
    row("1,000 decks of 20 slides from one, as PDF", began.elapsed().as_secs_f64(), "s");
    assert_eq!(std::fs::read_dir(path("out")).expect("a folder").count(), MERGED_DECKS);
}
