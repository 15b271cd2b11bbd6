//! Slides with pictures, questions and embeds: texts of every length and script, with any number of entries.

use serde_json::{Value, json};

use crate::extremes::{WORDS, assert_sound};
use crate::fixture::{LayoutFixture, PICTURES, assert_texts_sound};

fn cut(words: &str, length: usize) -> String {
    words.chars().cycle().take(length).collect()
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a length of a text")]
fn share_of(length: f32, share: f32) -> usize {
    (length * share) as usize
}

fn picture(index: usize) -> &'static str {
    match index % 6 {
        4 => "https://example.org/far.jpg",
        5 => "/uploads/gone.jpg",
        index => PICTURES[index].0,
    }
}

fn entries(count: usize, words: &str, share: f32) -> Value {
    let text = |length: f32| cut(words, share_of(length, share));
    let entry = |index: usize| {
        json!({"src": picture(index), "image": if index.is_multiple_of(3) { "" } else { picture(index) }, "alt": text(180.0),
            "caption": text(100.0), "name": text(80.0), "byline": text(120.0), "link": "https://example.org"})
    };
    (0..count).map(entry).collect()
}

fn slides(words: &str) -> Vec<Value> {
    let words = &format!("{words} ");
    let mut slides = Vec::new();
    let backdrops = ["base", "tint", "deep", "accent", "gradient", "accent-2"];
    for (turn, share) in [0.3, 1.0].into_iter().enumerate() {
        let text = |length: f32| cut(words, share_of(length, share));
        let mut add = |kind: &str, content: Value| {
            let mut content = content;
            content["background"] = json!(backdrops[(turn + slides.len()) % backdrops.len()]);
            slides.push(json!({"type": kind, "content": content}));
        };
        let (title, line, body) = (text(120.0), text(200.0), format!("{}\n\n- {}", text(1400.0), text(200.0)));
        let actions: Value = (0..3).map(|_| json!({"label": text(40.0), "url": "https://example.org"})).collect();
        for layout in ["split", "corner", "duo", "row-top", "row-bottom"] {
            for width in ["half", "narrow", "wide"] {
                let count = 1 + (turn + layout.len()) % 3;
                add(
                    "image-text-slide",
                    json!({"title": title, "body": body, "images": entries(count, words, share),
                    "caption": text(160.0), "layout": layout, "imageWidth": width, "imageSide": "right",
                    "textColumns": "2", "actions": actions}),
                );
            }
        }
        for bleed in [true, false] {
            add(
                "image-slide",
                json!({"title": text(80.0), "subheading": text(140.0), "bottomSubheading": line,
                "image": picture(turn * 2), "alt": text(180.0), "caption": text(160.0), "bleed": bleed,
                "fit": if bleed { "cover" } else { "contain" }, "zoomSteps": "corners"}),
            );
        }
        for layout in ["grid", "masonry", "featured"] {
            for count in [1, 4, 5, 6] {
                add(
                    "gallery-slide",
                    json!({"title": title, "subheading": line, "bottomSubheading": line,
                    "layout": layout, "images": entries(count, words, share)}),
                );
            }
        }
        for count in [1, 4, 8, 10, 14, 21, 25] {
            for position in ["below", "split"] {
                add(
                    "team-cards-slide",
                    json!({"title": title, "subheading": line, "subheading2": line,
                    "bottomSubheading": line, "members": entries(count, words, share), "textPosition": position,
                    "columnSplit": if count % 2 == 0 { "2" } else { "" }, "imageAspect": "original",
                    "imageShape": "rounded", "showPhotoFrame": "on"}),
                );
            }
        }
        for count in [1, 7, 30] {
            add("logo-wall-slide", json!({"title": title, "subheading": line, "logos": entries(count, words, share)}));
        }
        let address = format!("https://example.org/{}", "path/".repeat(turn * 40));
        add("video-slide", json!({"title": text(100.0), "source": address}));
        add("video-slide", json!({"source": address, "watchUrl": "https://example.org/w"}));
        for aspect in ["16:9", "4:3", "1:1", "auto"] {
            add("embed-slide", json!({"title": title, "embedUrl": address, "aspectRatio": aspect}));
            add("embed-slide", json!({"embedUrl": address, "aspectRatio": aspect}));
        }
        add("countdown-slide", json!({"title": title, "durationMinutes": 60, "durationSeconds": 59}));
        let options = |count: usize| {
            let mut content = json!({"question": line});
            for number in 1..=count {
                content[format!("option{number}")] = json!(text(120.0));
            }
            content
        };
        for count in 2..=4 {
            add("poll-slide", options(count));
        }
        for count in [2, 5, 6, 10] {
            add("likert-slide", options(count));
        }
        add("likert-slider-slide", json!({"question": line, "minLabel": text(120.0), "maxLabel": text(120.0)}));
        add("feedback-slide", json!({"question": line, "placeholder": text(120.0)}));
        add("follow-invite-slide", json!({"customTitle": title, "customBody": line}));
        add("custom-html-slide", json!({"html": format!("<h1>{title}</h1><p>{body}</p><ul><li>{line}</li></ul>")}));
        add("club-slide", json!({"title": title, "Motto": body, "members": entries(5, words, share)}));
    }
    slides
}

fn check(fixture: &LayoutFixture, words: &str) {
    for page in &fixture.lay_out(&slides(words)).document.pages {
        assert_sound(page);
        assert_texts_sound(page);
    }
}

#[test]
fn nothing_overlaps_or_leaves_the_page_in_print() {
    check(&LayoutFixture { language: "en", ..LayoutFixture::default() }, WORDS[0]);
    check(&LayoutFixture { language: "de", ..LayoutFixture::default() }, WORDS[1]);
}

#[test]
fn nothing_overlaps_or_leaves_the_page_before_an_audience() {
    check(&LayoutFixture::live(), WORDS[6]);
    check(&LayoutFixture { language: "ar", ..LayoutFixture::live() }, WORDS[2]);
}

#[test]
fn nothing_overlaps_or_leaves_the_page_in_the_editor() {
    check(&LayoutFixture { language: "th", draft: true, ..LayoutFixture::default() }, WORDS[4]);
}
