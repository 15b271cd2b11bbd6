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
      text 96,80 1728x78 72px title "Inside the main"
      video 96,206 1383x778 content
        shape 96,206 1383x778 plate #0B3C45
        shape 96,744 1383x240 decoration #0B4851
        shape 96,837 1383x147 decoration accent-on-deep
        shape 96,841 1383x143 decoration #0B5B65
        shape 678,423 220x220 decoration accent-on-deep
        shape 757,485 81x95 decoration deep
        text 1511,206 313x38 32px label "media.example.com"
        text 1511,252 313x43 36px caption "/main.mp4"
        shape 1511,671 313x313 decoration #FFFFFF
        qr 1517,677 301x301 content alt "https://media.example.com/main.mp4"
          shape 1517,677 301x301 decoration #FFFFFF
          shape 1552,712 232x232 decoration #000000
    "#);
    assert_snapshot!(check(json!({"type": "video-slide", "content": {"source": "/uploads/film.mp4"}})), @r#"
    page 1 video-slide deep
      shape 0,0 1920x1080 backdrop deep
      video 0,0 1920x1080 content alt "film"
        shape 0,0 1920x1080 plate #0B3C45
        shape 0,748 1920x332 decoration #0B4851
        shape 0,877 1920x203 decoration accent-on-deep
        shape 0,881 1920x199 decoration #0B5B65
        shape 820,314 280x280 decoration accent-on-deep
        shape 921,393 104x120 decoration deep
        text 96,948 1728x60 48px caption "film"
    "#);
}

#[test]
fn an_uploaded_video_stands_in_the_middle_with_its_name() {
    let content = json!({"title": "Inside the main",
        "source": "/uploads/main-at-night-91aa4e07-52c3-4f18-8b6d-70c9e3125f4b.mp4"});
    assert_snapshot!(check(json!({"type": "video-slide", "content": content})), @r#"
    page 1 video-slide deep
      shape 0,0 1920x1080 backdrop deep
      text 96,80 1728x78 72px title "Inside the main"
      video 268,206 1383x778 content alt "main at night"
        shape 268,206 1383x778 plate #0B3C45
        shape 268,744 1383x240 decoration #0B4851
        shape 268,837 1383x147 decoration accent-on-deep
        shape 268,841 1383x143 decoration #0B5B65
        shape 850,423 220x220 decoration accent-on-deep
        shape 929,485 81x95 decoration deep
        text 340,884 1239x60 48px caption "main at night"
    "#);
}

#[test]
fn an_uploaded_sound_is_a_plate_with_room_for_its_controls() {
    let content = json!({"title": "Waves", "source": "/uploads/waves.mp3"});
    let outline = check(json!({"type": "video-slide", "content": content}));
    let bars = |line: &&str| line.ends_with("decoration accent-on-deep");
    assert_eq!(outline.lines().filter(bars).count(), 30, "{outline}");
    let others: Vec<&str> = outline.lines().filter(|line| !bars(line)).collect();
    assert_snapshot!(others.join("\n"), @r#"
    page 1 video-slide deep
      shape 0,0 1920x1080 backdrop deep
      text 96,80 1728x78 72px title "Waves"
      video 96,206 1728x778 content alt "waves"
        shape 96,206 1728x778 plate #0B3C45
        shape 96,744 1728x240 decoration #0B4851
        shape 96,841 1728x143 decoration #0B5B65
        text 168,748 1584x60 48px caption "waves"
    "#);
}

#[test]
fn a_video_without_an_address_is_an_empty_player() {
    assert_snapshot!(check(json!({"type": "video-slide", "content": {"source": "https://"}})), @"
    page 1 video-slide deep
      shape 0,0 1920x1080 backdrop deep
      shape 0,0 1920x1080 plate #0B3C45
      shape 0,748 1920x332 decoration #0B4851
      shape 0,877 1920x203 decoration accent-on-deep
      shape 0,881 1920x199 decoration #0B5B65
      shape 820,314 280x280 decoration accent-on-deep/35%
      shape 921,393 104x120 decoration deep
    ");
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
      shape 0,1011 1920x69 decoration tint
      text 96,80 459x86 80px title "Live map"
      embed 619,168 1205x816 content
        shape 619,80 1205x904 plate tint line line
        shape 619,80 1205x88 decoration #DCE9EB
        shape 651,102 44x44 decoration line accent
        text 715,102 1077x45 36px caption "www.example.com/map"
        text 699,510 1045x132 120px label "example.com"
        shape 96,624 360x360 decoration #FFFFFF line line
        qr 102,630 348x348 content alt "https://www.example.com/map"
          shape 102,630 348x348 decoration #FFFFFF
          shape 146,674 261x261 decoration #000000
    "#);
    assert_snapshot!(check(json!({"type": "embed-slide", "content": {"embedUrl": "http://example.com", "aspectRatio": "auto"}})), @"
    page 1 embed-slide base
      shape 0,0 1920x1080 backdrop base
      shape 0,0 1920x1080 plate tint
      shape 0,0 1920x104 decoration #DCE9EB
      shape 96,30 44x44 decoration line accent
    ");
}

#[test]
fn a_clock_shows_its_full_time() {
    assert_snapshot!(check(json!({"type": "countdown-slide", "content": {"title": "Coffee", "durationMinutes": 10,
        "durationSeconds": 5}})), @r#"
    page 1 countdown-slide deep
      shape 0,0 1920x1080 backdrop deep
      text 96,80 1728x95 88px title "Coffee"
      countdown 96,260 1728x724 content
        text 96,252 1728x607 607px figure "10:05"
        shape 96,944 1728x40 decoration on-deep/16%
        shape 96,944 1728x40 decoration accent-on-deep
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
fn two_short_answers_of_a_poll_are_columns_and_empty_ones_are_skipped() {
    let slide = json!({"type": "poll-slide", "content": {"question": "Which street?", "option1": "Canal", "option2": "",
        "option3": "Mill", "option4": " "}});
    assert_snapshot!(check(slide.clone()), @r#"
    page 1 poll-slide base
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "Which street?"
      poll 96,206 1728x778 content
        shape 96,206 852x778 plate #EEF4F5
        shape 972,206 852x778 plate #EEF4F5
        text 136,230 772x195 195px label "A"
        text 136,441 772x109 104px body "Canal"
        text 1012,230 772x195 195px label "B"
        text 1012,441 772x109 104px body "Mill"
    "#);
    assert_snapshot!(LayoutFixture::live().outline(&slide), @r#"
    page 1 poll-slide base
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "Which street?"
      poll 96,206 1728x778 content
        shape 96,206 629x778 plate #EEF4F5
        shape 749,206 629x778 plate #EEF4F5
        text 136,230 549x195 195px label "A"
        text 136,441 549x109 104px body "Canal"
        text 789,230 549x195 195px label "B"
        text 789,441 549x109 104px body "Mill"
        group 1410,206 414x778 content
          shape 1410,206 414x778 plate #0B2A33
          qr 1442,290 350x350 content alt "https://lectern.example/go?code=KTRM"
            shape 1442,290 350x350 decoration #FFFFFF
            shape 1472,320 290x290 decoration #000000
          text 1442,656 350x48 40px label "lectern.example/go"
          text 1446,708 342x123 112px figure "KTRM"
          shape 1442,884 350x2 decoration on-deep/22%
        text 1442,900 350x67 56px label "Vote"
    "#);
    let WidgetKind::Poll { form, options, .. } = widget(&LayoutFixture::live(), slide) else { panic!("a poll") };
    let fields: Vec<&str> = options.iter().map(|option| option.field.as_str()).collect();
    assert_eq!((form.as_str(), fields), ("poll", vec!["option1", "option3"]));
}

#[test]
fn longer_and_more_answers_of_a_poll_are_rows() {
    let frames = |answers: &[&str]| {
        let mut content = json!({"question": "Which street?"});
        for (index, answer) in answers.iter().enumerate() {
            content[format!("option{}", index + 1)] = json!(answer);
        }
        let slide = json!({"type": "poll-slide", "content": content});
        let WidgetKind::Poll { options, .. } = widget(&LayoutFixture::live(), slide) else { panic!("a poll") };
        options.iter().map(|option| option.bar).collect::<Vec<_>>()
    };
    let long = "An answer that is longer than forty characters";
    for rows in [frames(&["Canal", "Mill", "Station"]), frames(&["Canal", long])] {
        assert!(rows.iter().all(|row| (row.width.0 - 1282.0).abs() < 0.5), "{rows:?}");
        assert!((rows.last().expect("a row").bottom().0 - 984.0).abs() < 0.5);
    }
    let columns = frames(&["Canal", "Mill"]);
    assert!(columns.iter().all(|column| column.height > column.width), "{columns:?}");
}

#[test]
fn text_is_readable_on_the_bars_of_every_theme() {
    let slide = |kind: &str| {
        let content = json!({"question": "Clear?", "option1": "Yes", "option2": "No", "option3": "Partly"});
        json!({"type": kind, "content": content})
    };
    for theme in deck::Themes::core().iter() {
        let theme: &'static str = Box::leak(theme.id.clone().into_boxed_str());
        let fixture = LayoutFixture { theme, ..LayoutFixture::live() };
        let WidgetKind::Poll { options, results, .. } = widget(&fixture, slide("poll-slide")) else { panic!("a poll") };
        for option in &options {
            for fill in [option.fill, option.leading_fill] {
                assert!(results.text.contrast(fill) >= 4.5, "{theme}: text on {fill}");
            }
            assert!(option.leading_ink.contrast(option.leading_fill) >= 3.0, "{theme}: {}", option.leading_fill);
        }
        let [plate, text, figure] = results.plate;
        assert!(text.contrast(plate) >= 4.5 && figure.contrast(plate) >= 3.0, "{theme}: {plate}");
        assert!(results.newest[1].contrast(results.newest[0]) >= 4.5, "{theme}: the newest answer");
        let WidgetKind::Poll { options, .. } = widget(&fixture, slide("likert-slide")) else { panic!("a scale") };
        let base = deck::Themes::core().get(theme).palette.base;
        assert!(options.iter().all(|option| option.fill.contrast(base) >= 3.5), "{theme}: {options:?}");
    }
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
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "Clear?"
      poll 96,206 1728x778 content
        shape 96,206 555x671 plate #F5E1D8
        shape 96,861 555x16 decoration #C2410C
        text 96,442 555x200 200px label "1"
        text 100,917 547x63 56px body "Answer 1"
        shape 683,206 555x671 plate #E2E6E7
        shape 683,861 555x16 decoration #4A626B
        text 683,442 555x200 200px label "2"
        text 687,917 547x63 56px body "Answer 2"
        shape 1269,206 555x671 plate #D8E7E9
        shape 1269,861 555x16 decoration #0B6B75
        text 1269,442 555x200 200px label "3"
        text 1273,917 547x63 56px body "Answer 3"
    "#);
    assert_snapshot!(check(slide(6)), @r#"
    page 1 likert-slide base
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "Clear?"
      poll 96,206 1728x778 content
        shape 740,212 1084x118 plate #EEF4F5
        text 764,235 160x72 72px label "1"
        text 96,244 620x54 48px body "Answer 1"
        shape 740,342 1084x118 plate #EEF4F5
        text 764,365 160x72 72px label "2"
        text 96,374 620x54 48px body "Answer 2"
        shape 740,471 1084x118 plate #EEF4F5
        text 764,494 160x72 72px label "3"
        text 96,503 620x54 48px body "Answer 3"
        shape 740,601 1084x118 plate #EEF4F5
        text 764,624 160x72 72px label "4"
        text 96,633 620x54 48px body "Answer 4"
        shape 740,731 1084x118 plate #EEF4F5
        text 764,754 160x72 72px label "5"
        text 96,763 620x54 48px body "Answer 5"
        shape 740,860 1084x118 plate #EEF4F5
        text 764,883 160x72 72px label "6"
        text 96,892 620x54 48px body "Answer 6"
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
    text 96,756 158x96 96px label "1"
    text 270,756 158x96 96px label "2"
    text 445,756 158x96 96px label "3"
    text 619,756 158x96 96px label "4"
    text 794,756 158x96 96px label "5"
    text 968,756 158x96 96px label "6"
    text 1142,756 158x96 96px label "7"
    text 1317,756 158x96 96px label "8"
    text 1491,756 158x96 96px label "9"
    text 1666,756 158x96 96px label "10"
    text 96,914 840x64 56px label "No"
    text 984,914 840x64 56px label "Yes"
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
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "What did we miss?"
      poll 96,206 1728x778 content
        shape 98,208 1724x774 plate line accent
        text 160,498 1576x130 120px body "Your answer"
    "#);
    assert_snapshot!(LayoutFixture::live().outline(&json!({"type": "feedback-slide", "content":
        {"question": "What did we miss?", "placeholder": "One sentence"}})), @r#"
    page 1 feedback-slide base
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "What did we miss?"
      poll 96,206 1728x778 content
        shape 98,208 1044x774 plate line accent
        text 160,498 896x130 120px body "One sentence"
        group 1168,206 656x778 content
          shape 1168,206 656x778 plate #0B2A33
          qr 1275,242 442x442 content alt "https://lectern.example/go?code=KTRM"
            shape 1275,242 442x442 decoration #FFFFFF
            shape 1308,275 377x377 decoration #000000
          text 1200,700 592x67 56px label "lectern.example/go"
          text 1252,772 488x176 160px figure "KTRM"
    "#);
}

#[test]
fn an_invitation_is_in_the_language_of_the_deck() {
    let slide = json!({"type": "follow-invite-slide", "content": {}});
    assert_snapshot!(LayoutFixture { language: "nl", ..LayoutFixture::live() }.outline(&slide), @r#"
    page 1 follow-invite-slide deep
      shape 0,0 1920x1080 backdrop deep
      qr 96,80 920x920 content alt "https://lectern.example/go?code=KTRM"
        shape 96,80 920x920 decoration #FFFFFF
        shape 165,149 783x783 decoration #000000
      shape 1080,664 96x6 decoration accent-on-deep
      text 1080,696 744x101 88px label "lectern.example/go"
      text 1080,797 718x236 236px figure "KTRM"
      text 1080,80 744x101 96px title "Kijk mee"
      text 1080,197 744x120 48px body "Open het adres op uw telefoon en voer de code in." 2 lines
    "#);
}

#[test]
fn an_invitation_without_a_session_shows_the_link_or_only_its_words() {
    let slide = json!({"type": "follow-invite-slide", "content": {"customTitle": "Join us", "customBody": "Scan."}});
    let link = "https://lectern.example/p/5".to_owned();
    let invite = Some(Invite { address: "lectern.example/p/5".to_owned(), link, code: String::new() });
    assert_snapshot!(LayoutFixture { language: "en", invite, ..LayoutFixture::default() }.outline(&slide), @r#"
    page 1 follow-invite-slide deep
      shape 0,0 1920x1080 backdrop deep
      qr 96,80 920x920 content alt "https://lectern.example/p/5"
        shape 96,80 920x920 decoration #FFFFFF
        shape 165,149 783x783 decoration #000000
      shape 1080,876 96x6 decoration accent-on-deep
      text 1080,908 744x92 80px label "lectern.example/p/5"
      text 1080,80 744x101 96px title "Join us"
      text 1080,197 744x60 48px body "Scan."
    "#);
    assert_snapshot!(check(slide), @r#"
    page 1 follow-invite-slide deep
      shape 0,0 1920x1080 backdrop deep
      text 96,292 1728x319 304px title "Join us"
      text 96,651 1440x90 72px body "Scan."
    "#);
    let own = check(json!({"type": "follow-invite-slide", "content": {}}));
    assert!(own.contains("title \"Follow along\"") && !own.contains("body"), "no address is promised: {own}");
}

#[test]
fn a_hidden_invitation_draws_nothing() {
    assert_snapshot!(check(json!({"type": "follow-invite-slide", "content": {"enabled": false}})), @r#"
    page 1 follow-invite-slide deep
      shape 0,0 1920x1080 backdrop deep
    "#);
}
