//! `video-slide`, `embed-slide`, `countdown-slide`, question slides and the join invitation.

use insta::assert_snapshot;
use layout::Invite;
use scene::{LinkTarget, Node, NodeKind, WidgetKind};
use serde_json::{Value, json};

use crate::fixture::LayoutFixture;

#[expect(clippy::needless_pass_by_value, reason = "content is written in place")]
fn check(slide: Value) -> String {
    LayoutFixture { language: "en", ..LayoutFixture::default() }.outline(&slide)
}

fn widget(fixture: &LayoutFixture, slide: Value) -> WidgetKind {
    let output = fixture.lay_out(&[slide]);
    let page = &output.document.pages[0];
    let kind = |node: &Node| match &node.kind {
        NodeKind::Widget(widget) => Some(widget.kind.clone()),
        _ => None,
    };
    page.nodes.iter().find_map(kind).expect("a widget")
}

#[test]
fn a_video_is_a_poster_with_its_address() {
    assert_snapshot!(check(json!({"type": "video-slide", "content": {"title": "Inside the main",
        "source": "https://media.example.com/main.mp4"}})), @r#"
    page 1 video-slide deep
      shape 0,0 1920x1080 backdrop deep
      text 112,88 1696x63 56px title "Inside the main"
      video 240,184 1440x810 content
        shape 240,184 1440x810 plate on-deep/8% line on-deep/22%
        shape 880,509 160x160 decoration line on-deep
        shape 940,559 52x60 decoration on-deep
        qr 1440,754 200x200 content alt "https://media.example.com/main.mp4"
          shape 1440,754 200x200 decoration #FFFFFF
          shape 1468,782 145x145 decoration #000000
        text 288,919 1112x35 26px caption "media.example.com/main.mp4"
    "#);
    assert_snapshot!(check(json!({"type": "video-slide", "content": {"source": "/uploads/film.mp4"}})), @r#"
    page 1 video-slide deep
      shape 0,0 1920x1080 backdrop deep
      video 112,56 1696x954 content
        shape 112,56 1696x954 plate on-deep/8% line on-deep/22%
        shape 880,453 160x160 decoration line on-deep
        shape 940,503 52x60 decoration on-deep
        text 160,935 1608x35 26px caption "/uploads/film.mp4"
    "#);
}

#[test]
fn a_video_without_an_address_is_an_empty_player() {
    assert_snapshot!(check(json!({"type": "video-slide", "content": {"source": "https://"}})), @r#"
    page 1 video-slide deep
      shape 0,0 1920x1080 backdrop deep
      shape 112,56 1696x954 plate on-deep/8% line on-deep/22%
      shape 880,453 160x160 decoration line on-deep/35%
      shape 940,503 52x60 decoration on-deep/35%
    "#);
}

#[test]
fn the_printed_address_of_a_video_may_differ() {
    let slide = json!({"type": "video-slide", "content": {"source": "https://example.org/v.mp4", "autoplay": "on",
        "watchUrl": "https://example.org/watch"}});
    let output = LayoutFixture { language: "en", ..LayoutFixture::default() }.lay_out(std::slice::from_ref(&slide));
    let links = output.document.pages[0].links();
    assert_eq!(*links[0].target, LinkTarget::Address("https://example.org/watch".to_owned()));
    let alive = WidgetKind::Video { address: "https://example.org/v.mp4".to_owned(), autoplay: true };
    assert_eq!(widget(&LayoutFixture::live(), slide), alive);
}

#[test]
fn an_embedded_page_is_a_card_with_its_address() {
    assert_snapshot!(check(json!({"type": "embed-slide", "content": {"title": "Live map",
        "embedUrl": "https://www.example.com/map", "aspectRatio": "4:3"}})), @r#"
    page 1 embed-slide base
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x63 56px title "Live map"
      embed 420,184 1080x810 content
        shape 420,184 1080x810 plate tint line line
        text 654,536 347x55 48px label "example.com"
        text 654,607 347x35 26px caption "www.example.com/map"
        qr 1066,489 200x200 content alt "https://www.example.com/map"
          shape 1066,489 200x200 decoration #FFFFFF
          shape 1093,517 145x145 decoration #000000
    "#);
    assert_snapshot!(check(json!({"type": "embed-slide", "content": {"embedUrl": "http://example.com", "aspectRatio": "auto"}})), @r#"
    page 1 embed-slide base
      shape 0,0 1920x1080 backdrop base
      shape 112,112 1696x856 plate tint line line
    "#);
}

#[test]
fn a_clock_shows_its_full_time() {
    assert_snapshot!(check(json!({"type": "countdown-slide", "content": {"title": "Coffee", "durationMinutes": 10,
        "durationSeconds": 5}})), @r#"
    page 1 countdown-slide deep
      shape 0,0 1920x1080 backdrop deep
      text 112,172 1696x55 48px title "Coffee"
      countdown 112,320 1696x492 content
        text 112,356 1696x368 320px figure "10:05"
        shape 360,800 1200x12 decoration on-deep/22%
        shape 360,800 1200x12 decoration accent-on-deep
    "#);
}

#[test]
fn the_end_text_of_a_clock_is_in_the_language_of_the_deck() {
    let fixture = LayoutFixture { language: "de-AT", ..LayoutFixture::default() };
    let slide = json!({"type": "countdown-slide", "content": {"durationMinutes": 0, "durationSeconds": 90, "soundOnZero": "on"}});
    assert_eq!(
        widget(&fixture, slide),
        WidgetKind::Countdown {
            seconds: 59,
            starts: false,
            flashes: true,
            sounds: true,
            end: "Die Zeit ist um".to_owned()
        }
    );
}

#[test]
fn answers_of_a_poll_are_rows_and_empty_ones_are_skipped() {
    let slide = json!({"type": "poll-slide", "content": {"question": "Which street?", "option1": "Canal", "option2": "",
        "option3": "Mill", "option4": " "}});
    assert_snapshot!(check(slide.clone()), @r#"
    page 1 poll-slide base
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x63 56px title "Which street?"
      poll 112,232 1696x736 content
        shape 112,232 1696x128 plate tint line line
        shape 144,260 72x72 decoration line accent
        text 144,277 72x38 32px label "A"
        text 244,275 1348x43 34px body "Canal"
        shape 112,384 1696x128 plate tint line line
        shape 144,412 72x72 decoration line accent
        text 144,429 72x38 32px label "B"
        text 244,427 1348x43 34px body "Mill"
    "#);
    assert_snapshot!(LayoutFixture::live().outline(&slide), @r#"
    page 1 poll-slide base
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x63 56px title "Which street?"
      poll 112,232 1696x736 content
        shape 112,232 1120x128 plate tint line line
        shape 144,260 72x72 decoration line accent
        text 144,277 72x38 32px label "A"
        text 244,275 772x43 34px body "Canal"
        shape 112,384 1120x128 plate tint line line
        shape 144,412 72x72 decoration line accent
        text 144,429 72x38 32px label "B"
        text 244,427 772x43 34px body "Mill"
        group 1296,232 512x736 content
          shape 1296,232 512x736 plate tint line line
          qr 1372,303 360x360 content alt "https://lectern.example/go?code=KTRM"
            shape 1372,303 360x360 decoration #FFFFFF
            shape 1422,352 261x261 decoration #000000
          text 1328,687 448x31 24px label "Go to"
          text 1328,722 448x36 28px body "lectern.example/go"
          text 1328,766 448x83 72px figure "KTRM"
    "#);
    let WidgetKind::Poll { form, options, .. } = widget(&LayoutFixture::live(), slide) else { panic!("a poll") };
    let fields: Vec<&str> = options.iter().map(|option| option.field.as_str()).collect();
    assert_eq!((form.as_str(), fields), ("poll", vec!["option1", "option3"]));
}

#[test]
fn a_scale_is_columns_up_to_five_answers_and_rows_beyond() {
    let slide = |count: usize| {
        let mut content = json!({"question": "Clear?"});
        for number in 1..=count {
            content[format!("option{number}")] = json!(format!("Answer {number}"));
        }
        json!({"type": "likert-slide", "content": content})
    };
    assert_snapshot!(check(slide(3)), @r#"
    page 1 likert-slide base
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x63 56px title "Clear?"
      poll 112,232 1696x736 content
        shape 314,260 140x340 plate tint line line
        shape 314,620 140x140 decoration #2B6CB0
        text 314,656 140x67 56px label "1"
        text 112,784 544x34 26px body "Answer 1"
        shape 890,260 140x340 plate tint line line
        shape 890,620 140x140 decoration #868C96
        text 890,656 140x67 56px label "2"
        text 688,784 544x34 26px body "Answer 2"
        shape 1466,260 140x340 plate tint line line
        shape 1466,620 140x140 decoration #C2571A
        text 1466,656 140x67 56px label "3"
        text 1264,784 544x34 26px body "Answer 3"
    "#);
    assert_snapshot!(check(slide(6)), @r#"
    page 1 likert-slide base
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x63 56px title "Clear?"
      poll 112,232 1696x736 content
        shape 112,248 56x56 decoration #2B6CB0
        text 112,259 56x34 28px label "1"
        text 188,260 612x31 26px body "Answer 1"
        shape 832,248 976x56 plate tint line line
        shape 112,348 56x56 decoration #4F79A6
        text 112,359 56x34 28px label "2"
        text 188,360 612x31 26px body "Answer 2"
        shape 832,348 976x56 plate tint line line
        shape 112,448 56x56 decoration #74869B
        text 112,459 56x34 28px label "3"
        text 188,460 612x31 26px body "Answer 3"
        shape 832,448 976x56 plate tint line line
        shape 112,548 56x56 decoration #92817D
        text 112,559 56x34 28px label "4"
        text 188,560 612x31 26px body "Answer 4"
        shape 832,548 976x56 plate tint line line
        shape 112,648 56x56 decoration #AA6C4C
        text 112,659 56x34 28px label "5"
        text 188,660 612x31 26px body "Answer 5"
        shape 832,648 976x56 plate tint line line
        shape 112,748 56x56 decoration #C2571A
        text 112,759 56x34 28px label "6"
        text 188,760 612x31 26px body "Answer 6"
        shape 832,748 976x56 plate tint line line
    "#);
    let WidgetKind::Poll { options, .. } = widget(&LayoutFixture::live(), slide(10)) else { panic!("a scale") };
    assert_eq!(options.len(), 10);
    assert!(
        options.windows(2).all(|pair| !pair[0].bar.overlaps(&pair[1].bar) && !pair[0].frame.overlaps(&pair[1].frame))
    );
}

#[test]
fn a_slider_has_ten_stops_and_labels_at_its_ends() {
    let slide =
        json!({"type": "likert-slider-slide", "content": {"question": "Ready?", "minLabel": "No", "maxLabel": "Yes"}});
    let outline = check(slide.clone());
    let labels: Vec<&str> = outline.lines().filter(|line| line.contains("label")).map(str::trim).collect();
    assert_snapshot!(labels.join("\n"), @r#"
    text 192,676 96x36 28px label "1"
    text 352,676 96x36 28px label "2"
    text 512,676 96x36 28px label "3"
    text 672,676 96x36 28px label "4"
    text 832,676 96x36 28px label "5"
    text 992,676 96x36 28px label "6"
    text 1152,676 96x36 28px label "7"
    text 1312,676 96x36 28px label "8"
    text 1472,676 96x36 28px label "9"
    text 1632,676 96x36 28px label "10"
    text 188,736 680x36 28px label "No"
    text 1052,736 680x36 28px label "Yes"
    "#);
    let fixture = LayoutFixture { language: "ar", ..LayoutFixture::default() };
    let WidgetKind::Poll { options, .. } = widget(&fixture, slide) else { panic!("a slider") };
    assert!(options.len() == 10 && options[0].bar.x > options[9].bar.x, "turned round");
}

#[test]
fn open_feedback_shows_its_hint() {
    assert_snapshot!(check(json!({"type": "feedback-slide", "content": {"question": "What did we miss?"}})), @r#"
    page 1 feedback-slide base
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x63 56px title "What did we miss?"
      poll 112,232 1696x736 content
        shape 112,232 1696x736 plate tint/50% line muted/60%
        text 176,577 1568x46 34px body "Your answer"
    "#);
    assert_snapshot!(LayoutFixture::live().outline(&json!({"type": "feedback-slide", "content":
        {"question": "What did we miss?", "placeholder": "One sentence"}})), @r#"
    page 1 feedback-slide base
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x63 56px title "What did we miss?"
      poll 112,232 1696x736 content
        shape 112,232 1120x736 plate tint/50% line muted/60%
        text 176,577 992x46 34px body "One sentence"
        group 1296,232 512x736 content
          shape 1296,232 512x736 plate tint line line
          qr 1372,303 360x360 content alt "https://lectern.example/go?code=KTRM"
            shape 1372,303 360x360 decoration #FFFFFF
            shape 1422,352 261x261 decoration #000000
          text 1328,687 448x31 24px label "Go to"
          text 1328,722 448x36 28px body "lectern.example/go"
          text 1328,766 448x83 72px figure "KTRM"
    "#);
}

#[test]
fn an_invitation_is_in_the_language_of_the_deck() {
    let slide = json!({"type": "follow-invite-slide", "content": {}});
    assert_snapshot!(LayoutFixture { language: "nl", ..LayoutFixture::live() }.outline(&slide), @r#"
    page 1 follow-invite-slide deep
      shape 0,0 1920x1080 backdrop deep
      text 112,452 832x93 88px title "Kijk mee"
      text 112,577 832x50 36px body "Open het adres op uw telefoon en voer de code in."
      group 1040,130 768x820 content
        shape 1040,130 768x820 plate #FFFFFF line text/30%
        qr 1164,171 520x520 content alt "https://lectern.example/go?code=KTRM"
          shape 1164,171 520x520 decoration #FFFFFF
          shape 1221,228 406x406 decoration #000000
        text 1072,691 704x31 24px label "Ga naar"
        text 1072,726 704x47 36px body "lectern.example/go"
        text 1072,781 704x129 112px figure "KTRM"
    "#);
}

#[test]
fn an_invitation_without_a_session_shows_the_link_or_an_empty_code() {
    let slide = json!({"type": "follow-invite-slide", "content": {"customTitle": "Join us", "customBody": "Scan."}});
    let link = "https://lectern.example/p/5".to_owned();
    let invite = Some(Invite { address: "lectern.example/p/5".to_owned(), link, code: String::new() });
    assert_snapshot!(LayoutFixture { language: "en", invite, ..LayoutFixture::default() }.outline(&slide), @r#"
    page 1 follow-invite-slide deep
      shape 0,0 1920x1080 backdrop deep
      text 112,452 832x93 88px title "Join us"
      text 112,577 832x50 36px body "Scan."
      group 1040,130 768x820 content
        shape 1040,130 768x820 plate #FFFFFF line text/30%
        qr 1164,171 520x520 content alt "https://lectern.example/p/5"
          shape 1164,171 520x520 decoration #FFFFFF
          shape 1221,228 406x406 decoration #000000
        text 1072,691 704x31 24px label "Go to"
        text 1072,726 704x47 36px body "lectern.example/p/5"
        text 1072,781 704x129 112px figure "––––"
    "#);
    assert_snapshot!(check(slide), @r#"
    page 1 follow-invite-slide deep
      shape 0,0 1920x1080 backdrop deep
      text 112,452 832x93 88px title "Join us"
      text 112,577 832x50 36px body "Scan."
      group 1040,130 768x820 content
        shape 1040,130 768x820 plate #FFFFFF line text/30%
        shape 1164,212 520x520 plate #FFFFFF/12% line text/30%
        text 1072,740 704x129 112px figure "––––"
    "#);
}

#[test]
fn a_hidden_invitation_draws_nothing() {
    assert_snapshot!(check(json!({"type": "follow-invite-slide", "content": {"enabled": false}})), @r#"
    page 1 follow-invite-slide deep
      shape 0,0 1920x1080 backdrop deep
    "#);
}
