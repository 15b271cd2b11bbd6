//! The canvas of an editor: eight people type, each in a deck of their own, and every letter requests a drawing of the
//! changed slide.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use ureq::Agent;

use crate::lectern::{Lectern, folder, row, slides, within};

const EDITORS: usize = 8;
const LETTERS: usize = 1_000;
/// The time between two letters: somebody who types 33 letters a second, or holds a key down.
const PAUSE: Duration = Duration::from_millis(30);
const TYPED: &str = "Traffic through the harbour grew every year, and the quay did not. ";

pub(crate) fn measured() {
    let folder = folder();
    let lectern = Lectern::start(folder.path());
    let decks: Vec<Value> = (0..EDITORS).map(|_| lectern.deck(&lectern.new_deck(&slides(20)))).collect();
    // Warms up: the first drawings read fonts and create typesetters.
    typed(&lectern, &decks, 50, Duration::ZERO);
    let mut times = typed(&lectern, &decks, LETTERS, PAUSE);
    row("render a draft, 8 editors, 50 of 100 within", within(&mut times, 50), "ms");
    row("render a draft, 8 editors, 99 of 100 within", within(&mut times, 99), "ms");
    let began = Instant::now();
    let times = typed(&lectern, &decks, LETTERS, Duration::ZERO);
    #[expect(clippy::cast_precision_loss, reason = "a few thousand")]
    let a_second = times.len() as f64 / began.elapsed().as_secs_f64();
    row("render a draft, 8 at once without a pause", a_second, "a second");
}

/// Lets every editor type `letters` letters. Returns how long each drawing took, in milliseconds.
fn typed(lectern: &Lectern, decks: &[Value], letters: usize, pause: Duration) -> Vec<f64> {
    thread::scope(|scope| {
        let editor = |deck| scope.spawn(move || one_editor(lectern, deck, letters, pause));
        let editors: Vec<_> = decks.iter().map(editor).collect();
        editors.into_iter().flat_map(|editor| editor.join().expect("an editor")).collect()
    })
}

fn one_editor(lectern: &Lectern, deck: &Value, letters: usize, pause: Duration) -> Vec<f64> {
    // One connection, reused for all requests.
    let agent = Agent::new_with_defaults();
    let address = format!("{}/api/presentations/{}/render", lectern.address, deck["id"].as_str().expect("an id"));
    let slide = &deck["slides"][3];
    let typed: Vec<char> = TYPED.chars().cycle().take(TYPED.len() * 6).collect();
    let mut times = Vec::with_capacity(letters);
    for letter in 0..letters {
        let body: String = typed[..=letter % typed.len()].iter().collect();
        let content = json!({ "title": format!("Slide {letter}"), "body": body });
        let draft = json!({ "slideId": slide["id"], "content": content, "seq": letter }).to_string();
        let began = Instant::now();
        let answer = agent.post(&address).header("Authorization", lectern.bearer()).send(draft);
        let drawn = answer.expect("an answer").body_mut().read_to_string().expect("text");
        times.push(began.elapsed().as_secs_f64() * 1e3);
        assert!(drawn.contains("data-field"), "{drawn}");
        thread::sleep(pause);
    }
    times
}
