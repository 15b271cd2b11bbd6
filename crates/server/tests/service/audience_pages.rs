//! The pages of a presentation: what the audience may see, and what only its speaker may.

use serde_json::{Value, json};

use super::lectern::{Caller, Lectern};

/// A live session of a deck with four slides, the third of them hidden.
struct Talk {
    lectern: Lectern,
    presenter: Caller,
    deck: String,
    session: String,
    key: String,
    code: String,
    slides: Vec<String>,
}

impl Talk {
    fn start() -> Self {
        let lectern = Lectern::start(&[]);
        let presenter = lectern.admin();
        let slide =
            |title: &str| json!({ "type": "content-slide", "content": { "title": title }, "notes": "A secret" });
        let mut slides = vec![slide("Tide one"), slide("Tide two"), slide("Tide three"), slide("Tide four")];
        slides[2]["visibility"] = json!({ "hideFromViewers": true });
        let translations = json!({ "nl": { "title": "Havenplan" } });
        let body =
            json!({ "title": "Harbour plan", "language": "en-GB", "slides": slides, "translations": translations });
        let made = presenter.post("/api/presentations", &body).json()["presentation"].clone();
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let deck = text(&made["id"]);
        let live = presenter.post("/api/present-sessions", &json!({ "presentationId": deck })).json();
        let slides = made["slides"].as_array().expect("slides").iter().map(|slide| text(&slide["id"])).collect();
        let (session, key) = (text(&live["sessionId"]), text(&live["notesKey"]));
        Self { code: text(&live["followCodes"]["nl"]), lectern, presenter, deck, session, key, slides }
    }

    fn show(&self, index: usize) {
        let state = json!({ "slideIndex": index });
        assert_eq!(self.presenter.post(&format!("/api/present-sessions/{}/state", self.session), &state).status, 200);
    }

    fn control(&self, on: &str) {
        let path = format!("/api/present-sessions/{}/control/{on}", self.session);
        assert_eq!(self.presenter.post(&path, &json!({})).status, 200);
    }

    /// The status of the request for each slide, for the audience.
    fn statuses(&self) -> Vec<u16> {
        let path = |slide: &String| format!("/follow/{}/slide/{slide}", self.session);
        self.slides.iter().map(|slide| self.lectern.anonymous().get(&path(slide)).status).collect()
    }
}

#[test]
fn without_control_the_audience_sees_the_current_slide_and_with_control_all_but_hidden_ones() {
    let talk = Talk::start();
    assert_eq!(talk.statuses(), [200, 404, 404, 404]);
    talk.show(1);
    assert_eq!(talk.statuses(), [404, 200, 404, 404]);
    talk.show(2);
    assert_eq!(talk.statuses(), [404; 4], "a hidden slide stays hidden while it is shown");
    let page = talk.lectern.anonymous().get(&format!("/follow/{}", talk.session));
    assert!(page.status == 200 && page.text.contains("on the big screen only"), "{}", page.text);
    talk.control("enable");
    assert_eq!(talk.statuses(), [200, 200, 404, 200]);
    talk.control("disable");
    assert_eq!(talk.statuses(), [404; 4]);
}

#[test]
fn a_slide_is_numbered_among_the_visible_slides_and_has_no_notes() {
    let talk = Talk::start();
    talk.control("enable");
    let last = talk.lectern.anonymous().get(&format!("/follow/{}/slide/{}", talk.session, talk.slides[3]));
    assert!(last.text.starts_with("<section class=\"slide\" id=\"3\""), "{}", last.text);
    assert!(last.text.contains("Tide four") && !last.text.contains("secret"));
    let all = talk.lectern.anonymous().get(&format!("/api/follow/{}/presentation", talk.session)).text;
    assert!(all.contains("Tide four") && !all.contains("Tide three"), "{all}");
    assert!(!all.contains("secret") && !all.contains('@'), "{all}");
}

#[test]
fn a_slide_is_cached_by_revision_and_drawn_again_after_a_change() {
    let talk = Talk::start();
    let slide = |rev: u64| {
        talk.lectern.anonymous().get(&format!("/follow/{}/slide/{}?rev={rev}", talk.session, talk.slides[0]))
    };
    let deck = talk.presenter.get(&format!("/api/presentations/{}", talk.deck)).json()["presentation"].clone();
    let revision = deck["revision"].as_u64().expect("a number");
    assert_eq!(slide(revision).header("cache-control"), "private, max-age=3600");
    assert_eq!(slide(revision + 1).header("cache-control"), "no-store");
    let mut slides = deck["slides"].clone();
    slides[0]["content"]["title"] = json!("Ebb");
    let path = format!("/api/presentations/{}", talk.deck);
    assert_eq!(talk.presenter.put(&path, &json!({ "slides": slides })).status, 200);
    let changed = slide(revision + 1);
    assert_eq!(changed.header("cache-control"), "private, max-age=3600");
    assert!(changed.text.contains("Ebb") && !changed.text.contains("Tide one"));
}

#[test]
fn the_page_has_its_first_slide_in_the_requested_language_and_a_policy_for_its_styles() {
    let talk = Talk::start();
    let page = talk.lectern.anonymous().get(&format!("/follow/{}?lang=nl", talk.session));
    assert!(page.text.contains("<title>Havenplan</title>") && page.text.contains("Tide one"));
    assert!(page.text.contains("@font-face") && page.text.contains("<option value=\"nl\" selected>"));
    assert!(!page.text.contains("secret") && !page.text.contains(&talk.key));
    let policy = page.header("content-security-policy");
    assert!(policy.contains("style-src 'self' 'sha256-") && !policy.contains("script-src 'self' '"), "{policy}");
}

#[test]
fn the_speakers_slides_need_the_notes_key_or_the_right_to_read() {
    let talk = Talk::start();
    let path = |query: &str| format!("/notes/{}/slide/{}{query}", talk.session, talk.slides[2]);
    assert_eq!(talk.lectern.anonymous().get(&path("")).status, 401);
    assert_eq!(talk.lectern.anonymous().get(&path("?key=wrong")).status, 401);
    let with_key = talk.lectern.anonymous().get(&path(&format!("?key={}", talk.key)));
    assert!(with_key.status == 200 && with_key.text.starts_with("<section class=\"slide\" id=\"3\""));
    assert_eq!(talk.presenter.get(&path("")).status, 200);
}

#[test]
fn the_notes_show_the_sign_in_page_in_the_language_of_the_browser() {
    let talk = Talk::start();
    let path = format!("/notes/{}", talk.session);
    let page_in = |lang: &str| talk.lectern.anonymous().with("Accept-Language", lang).get(&path);
    let (dutch, english) = (page_in("nl-NL,nl;q=0.9"), page_in("de"));
    assert_eq!((dutch.status, english.status), (401, 401));
    for word in
        ["<html lang=\"nl\">", "Deze notities zijn voor de spreker.", ">Wachtwoord<", ">Inloggen<", "Te veel pogingen"]
    {
        assert!(dutch.text.contains(word), "{word}");
    }
    assert!(!dutch.text.contains("signin.on") && !dutch.text.contains("Sign in"), "{}", dutch.text);
    assert!(english.text.contains("These notes are for the speaker.") && english.text.contains(">Sign in<"));
    let form = "step=signin&email=nobody&password=wrong&next=%2Fapp";
    let wrong = talk.lectern.anonymous().with("Accept-Language", "nl").submit("/signin", form);
    assert!(wrong.status == 401 && wrong.text.contains("Dit e-mailadres en wachtwoord horen niet bij elkaar."));
}

#[test]
fn case_and_blanks_of_a_code_are_ignored_and_a_wrong_one_is_shown_again() {
    let talk = Talk::start();
    let anonymous = talk.lectern.anonymous();
    let spaced: String = talk.code.to_lowercase().chars().flat_map(|letter| [letter, '+']).collect();
    let found = anonymous.get(&format!("/go?code={spaced}"));
    assert_eq!((found.status, found.header("location")), (303, format!("/follow/{}?lang=nl", talk.session).as_str()));
    let wrong = anonymous.get("/go/%3Cb%3E");
    assert!(wrong.status == 404 && wrong.text.contains("No talk has the code “&lt;B&gt;”."), "{}", wrong.text);
    assert!(!wrong.text.contains("<script src"), "it works without script");
}
