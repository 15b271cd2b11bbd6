//! Theme features: ornaments, textures, locks, logos and larger text; and background pictures.

use deck::voice::Ornament;
use deck::{Deck, Kind, Registry, Themes};
use layout::{Look, Typesetter};
use scene::{Node, NodeKind, NodeRole, Page, Rect};
use serde_json::{Value, json};

use crate::common::{book, deck, lay_out_in};

fn look(theme: &str) -> Look {
    Look::from(Themes::core().get(theme))
}

fn own(declared: &Value) -> Look {
    let themes = Themes::core().clone().with_custom("theme.json", declared).expect("a theme");
    Look::from(themes.get("own"))
}

fn page_of(look: &Look, deck: &Deck) -> Page {
    (*lay_out_in(look, deck, &mut Typesetter::new(book())).document.pages[0]).clone()
}

fn page(look: &Look, language: &str, slide: Value) -> Page {
    page_of(look, &deck(language, &[slide]))
}

fn title(more: &Value) -> Value {
    let mut slide = json!({"type": "title-slide", "content": {"title": "The harbour after the storm",
        "subheading": "What we rebuilt", "meta": "Vlissingen"}});
    for (key, value) in more.as_object().expect("an object") {
        slide["content"][key] = value.clone();
    }
    slide
}

/// The names of the layers with the scenery of title slide, section opener, quote, closing and logo close.
fn scenery(theme: &str) -> Vec<String> {
    let slides = [
        title(&json!({})),
        json!({"type": "chapter-title-slide", "content": {"title": "Tide"}}),
        json!({"type": "quote-slide", "content": {"quote": "Build for the tide."}}),
        json!({"type": "end-slide", "content": {"title": "Thank you"}}),
        json!({"type": "payoff-slide", "content": {}}),
    ];
    let pages = lay_out_in(&look(theme), &deck("en", &slides), &mut Typesetter::new(book())).document.pages;
    pages.iter().map(|page| page.layout.name.replacen("-slide", "", 1)).collect()
}

#[test]
fn every_voice_has_its_own_scenery() {
    let names = |theme: &str| scenery(theme).join(", ");
    insta::assert_snapshot!(names("default"), @"title deep sea -16, chapter-title deep sea 56, quote deep sea 130, end deep sea 0, payoff deep sea 0");
    insta::assert_snapshot!(names("ledger"), @"title base frames, chapter-title deep frames, quote tint frame, end deep frames, payoff deep frames");
    insta::assert_snapshot!(names("atelier"), @"title base cut-outs, chapter-title accent, quote tint, end base cut-outs, payoff deep cut-outs");
    insta::assert_snapshot!(names("observatory"), @"title gradient orbits, chapter-title gradient orbits, quote gradient orbits, end gradient orbits, payoff deep orbits");
    insta::assert_snapshot!(names("signal"), @"title base, chapter-title accent, quote deep edge, end accent, payoff deep block");
    insta::assert_snapshot!(names("confetti"), @"title tint confetti, chapter-title gradient shapes, quote tint confetti, end gradient shapes, payoff deep confetti");
    insta::assert_snapshot!(names("blueprint"), @"title deep flange, chapter-title deep, quote tint, end deep flange, payoff deep dimension");
    insta::assert_snapshot!(names("clarity"), @"title base, chapter-title deep edge, quote base edge, end base, payoff deep edge");
}

#[test]
fn scenery_hangs_on_the_voice_and_not_on_the_id() {
    let look = own(&json!({"id": "own", "label": "Acme", "voice": {"title": {"form": "orbit"}}}));
    let page = page(&look, "en", title(&json!({})));
    assert!(page.layout.name.ends_with(" orbits"), "{}", page.layout.name);
}

#[test]
fn a_plain_voice_draws_nothing_but_words() {
    let plain = json!({"form": "plain"});
    for align in ["left", "center"] {
        let voice =
            json!({"head": {"align": align}, "title": plain, "opener": plain, "closing": plain, "ornament": "none"});
        let look = own(&json!({"id": "own", "label": "Acme", "voice": voice}));
        let opener = json!({"type": "chapter-title-slide", "content": {"title": "After the storm", "subheading": "What we rebuilt"}});
        let closing = json!({"type": "end-slide", "content": {"title": "Ask us anything", "body": "Any day",
            "contactName": "Desk", "contactEmail": "desk@example.org", "contactUrl": "https://example.org"}});
        for (slide, fields) in [
            (title(&json!({})), &["title", "subheading", "meta"][..]),
            (opener, &["title", "subheading"]),
            (closing, &["title", "body", "contactName", "contactEmail", "contactUrl"]),
        ] {
            for language in ["en", "ar"] {
                let page = page(&look, language, slide.clone());
                let is_bare = |node: &Node| node.frame == Rect::CANVAS;
                assert!(page.layout.nodes.iter().all(is_bare), "{}", page.layout.name);
                for field in fields {
                    let of_field =
                        |node: &&Node| node.origin.as_ref().is_some_and(|origin| origin.field.as_str() == *field);
                    let node = page.nodes.iter().find(of_field).unwrap_or_else(|| panic!("{field}: {:?}", page.nodes));
                    assert!(Rect::CANVAS.contains(&node.frame), "{field}: {}", node.frame);
                }
            }
        }
    }
}

#[test]
fn no_ornament_that_must_keep_clear_lies_behind_text() {
    let over_text = [Ornament::Waves, Ornament::Orbits, Ornament::Drafting];
    for theme in Themes::core().iter().filter(|theme| !over_text.contains(&theme.voice.other.ornament)) {
        for language in ["en", "ar"] {
            for align in ["left", "center"] {
                let slide = title(&json!({"titleBlockAlign": align, "logoCorner": "left"}));
                let page = page(&Look::from(theme), language, slide);
                let solid = page.layout.nodes.iter().filter(|node| match &node.kind {
                    NodeKind::Shape(shape) => {
                        node.role == NodeRole::Decoration && shape.fill.is_some() && node.frame != Rect::CANVAS
                    }
                    _ => false,
                });
                for shape in solid {
                    for node in page.nodes.iter().filter(|node| node.origin.is_some()) {
                        let NodeKind::Text(text) = &node.kind else { continue };
                        for line in &text.lines {
                            let line = Rect { x: line.x, y: line.top, width: line.width, height: line.height };
                            let line = line.moved(node.frame.x, node.frame.y);
                            assert!(!line.overlaps(&shape.frame), "{}: {line} and {}", theme.id, shape.frame);
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn stars_keep_clear_of_text() {
    let page = page(&look("observatory"), "en", title(&json!({})));
    let is_star = |node: &&Node| node.role == NodeRole::Decoration && node.frame.width < scene::px(10.0);
    let stars: Vec<&Node> = page.layout.nodes.iter().filter(is_star).collect();
    assert_eq!(stars.len(), 60);
    for node in &page.nodes {
        let NodeKind::Text(text) = &node.kind else { continue };
        for line in &text.lines {
            let line = Rect { x: line.x, y: line.top, width: line.width, height: line.height };
            let line = line.moved(node.frame.x, node.frame.y);
            assert!(stars.iter().all(|star| !star.frame.overlaps(&line)));
        }
    }
}

#[test]
fn a_random_ornament_differs_between_slides_but_is_reproducible() {
    let slides = [title(&json!({})), title(&json!({}))];
    let pages = || lay_out_in(&look("confetti"), &deck("en", &slides), &mut Typesetter::new(book())).document.pages;
    let (one, other) = (pages(), pages());
    assert_eq!(one[0].outline(), other[0].outline());
    let places = |page: &Page| page.layout.nodes.iter().map(|node| node.frame.to_string()).collect::<Vec<_>>();
    assert_ne!(places(&one[0]), places(&one[1]));
    assert_ne!(one[0].layout.name, one[1].layout.name);
}

/// The backdrops that the types had before themes chose them, where they differ from the declared default.
const USUAL: [(&str, &str); 6] = [
    ("title-slide", "base"),
    ("chapter-title-slide", "deep"),
    ("kpi-metrics-slide", "tint"),
    ("comparison-slide", "tint"),
    ("quote-slide", "deep"),
    ("end-slide", "deep"),
];

#[test]
fn an_automatic_backdrop_is_that_of_the_voice_else_the_usual_one_of_the_type() {
    let plain = own(&json!({"id": "own", "label": "Acme", "voice": {}}));
    let tinted = own(&json!({"id": "own", "label": "Acme", "voice": {"backdrop": {"list-slide": "accent"}}}));
    for slide_type in Registry::core().types() {
        let Some(field) = slide_type.field("background") else { continue };
        assert!(matches!(&field.kind, Kind::Enum { options, .. } if options[0] == "auto"), "{}", slide_type.key);
        let declared = field.default.as_ref().and_then(Value::as_str).expect("a default");
        let usual = USUAL.iter().find(|(key, _)| *key == slide_type.key);
        assert_eq!(declared == "auto", usual.is_some(), "{}", slide_type.key);
        let usual = usual.map_or(declared, |(_, usual)| usual);
        let ground = |look: &Look, chosen: Option<&str>| {
            let mut content = slide_type.example.clone();
            content.shift_remove("background");
            content.extend(chosen.map(|chosen| ("background".to_owned(), json!(chosen))));
            let page = page(look, "en", json!({"type": slide_type.key, "content": content}));
            page.layout.name.split(' ').nth(1).unwrap_or_default().to_owned()
        };
        for chosen in [None, Some(""), Some("auto")] {
            assert_eq!(ground(&plain, chosen), usual, "{} {chosen:?}", slide_type.key);
            for theme in Themes::core().iter() {
                let own = theme.voice.backdrops.get(&slide_type.key).map_or(usual, |backdrop| backdrop.word());
                assert_eq!(ground(&Look::from(theme), chosen), own, "{} in {}", slide_type.key, theme.id);
            }
        }
        assert_eq!(ground(&plain, Some("deep")), "deep", "what is chosen stays");
        if slide_type.key == "list-slide" {
            assert_eq!(ground(&tinted, None), "accent");
        }
    }
}

#[test]
fn a_theme_without_a_voice_is_drawn_as_the_default_theme() {
    let plain = own(&json!({"id": "own", "label": "Acme"}));
    let core = Look::from(Themes::core().default());
    for slide_type in Registry::core().types() {
        let slide = || json!({"type": slide_type.key, "content": slide_type.example});
        let outline = |look: &Look| page(look, "en", slide()).outline();
        // The name of the organization is shown where a built-in theme has no logo.
        let core = Look { id: plain.id.clone(), wordmark: plain.wordmark.clone(), ..core.clone() };
        assert_eq!(outline(&plain), outline(&core), "{}", slide_type.key);
    }
}

#[test]
fn a_locked_backdrop_ignores_the_slide() {
    let look = own(&json!({"id": "own", "label": "Acme", "locks": ["background"]}));
    let slide = json!({"type": "content-slide", "content": {"title": "A", "background": "accent",
        "slideBgImage": "/uploads/dark.jpg"}});
    let page = page(&look, "en", slide);
    assert_eq!(page.layout.name, "content-slide base");
    assert!(page.nodes.iter().all(|node| !matches!(node.kind, NodeKind::Picture(_))));
}

fn with_logo(slide: Value) -> Deck {
    let mut deck = deck("en", &[slide]);
    let settings = json!({"logo": "/uploads/quay.jpg"});
    deck.settings.merge(settings.as_object().expect("an object")).expect("settings");
    deck
}

fn logo(page: &Page) -> Option<String> {
    let node = page.nodes.iter().find(|node| node.role == NodeRole::Logo)?;
    let what = match &node.kind {
        NodeKind::Picture(picture) => picture.source.0.clone(),
        NodeKind::Text(text) => text.words(),
        _ => String::new(),
    };
    Some(format!("{} {what} {:?}", node.frame, node.alt))
}

#[test]
fn the_logo_of_the_deck_is_in_the_chosen_corner() {
    let corner = json!({"type": "content-slide", "content": {"title": "A title that would run under the logo if nothing held it back before it got there", "body": "Repairs come before paint.", "slideLogo": "top-right"}});
    let page = page_of(&look("default"), &with_logo(corner));
    insta::assert_snapshot!(logo(&page).unwrap_or_default(), @r#"1694,64 114x64 /uploads/quay.jpg Text("Logo")"#);
    let title_node = page.nodes.iter().find(|node| node.role == NodeRole::Title).expect("a title");
    assert!(title_node.frame.right() <= scene::px(1694.0 - 48.0));
    let page = page_of(&look("default"), &with_logo(title(&json!({"logoCorner": "right"}))));
    insta::assert_snapshot!(logo(&page).unwrap_or_default(), @r#"1730,80 94x53 /uploads/quay.jpg Text("Logo")"#);
    let page = page_of(&look("default"), &with_logo(title(&json!({}))));
    assert_eq!(logo(&page), None);
}

#[test]
fn without_a_logo_the_wordmark_of_the_theme_is_shown() {
    let slide = || title(&json!({"logoCorner": "left"}));
    assert_eq!(logo(&page(&look("default"), "en", slide())), None, "a system theme has no word mark");
    let look = own(&json!({"id": "own", "label": "Acme Harbours"}));
    insta::assert_snapshot!(logo(&page(&look, "en", slide())).unwrap_or_default(), @"96,80 480x53 Acme Harbours Own");
}

#[test]
fn a_locked_logo_is_on_every_slide() {
    let look = own(&json!({"id": "own", "label": "Acme", "logoUrl": "/uploads/light.jpg", "locks": ["logo"]}));
    let page = page_of(&look, &with_logo(json!({"type": "content-slide", "content": {"title": "A"}})));
    insta::assert_snapshot!(logo(&page).unwrap_or_default(), @r#"1694,64 114x64 /uploads/light.jpg Text("Acme")"#);
    let page = page_of(&look, &with_logo(title(&json!({"logoCorner": "right"}))));
    insta::assert_snapshot!(logo(&page).unwrap_or_default(), @r#"96,80 94x53 /uploads/light.jpg Text("Acme")"#);
}

/// Overlay and text colour of a title over a picture.
fn over(more: &Value) -> String {
    let mut slide = title(more);
    // A title slide covers a part of its picture instead.
    slide["type"] = json!("chapter-title-slide");
    let page = page(&look("default"), "en", slide);
    let outline = page.outline();
    let veil = outline.lines().map(str::trim).find(|line| line.contains("decoration") && line.contains("1920x1080"));
    let title = page.nodes.iter().find(|node| node.role == NodeRole::Title).expect("a title");
    let NodeKind::Text(text) = &title.kind else { panic!("no text") };
    let color = text.paragraphs[0].runs[0].style.color;
    let veil = veil.map_or("no veil", |line| line.rsplit(' ').next().unwrap_or_default());
    format!("{veil}, {color}")
}

#[test]
fn text_colour_and_overlay_follow_from_the_picture_behind_the_text() {
    let check = |name: &str, overlay: &str, text: &str| {
        let picture = format!("/uploads/{name}.jpg");
        over(&json!({"slideBgImage": picture, "slideBgOverlay": overlay, "slideBgText": text}))
    };
    assert_eq!(check("dark", "auto", "auto"), "no veil, on-deep");
    assert_eq!(check("light", "auto", "auto"), "no veil, text");
    assert_eq!(check("busy", "auto", "auto"), "#FFFFFF/55%, text");
    assert_eq!(check("light", "auto", "light"), "#000000/55%, on-deep");
    assert_eq!(check("busy", "auto", "light"), "#000000/62%, on-deep");
    assert_eq!(check("dark", "light", "auto"), "#FFFFFF/60%, text");
    assert_eq!(check("light", "dark", "auto"), "#000000/55%, on-deep");
    assert_eq!(check("busy", "none", "dark"), "no veil, text");
    assert_eq!(check("busy", "gradient-top", "light"), "linear, on-deep");
    assert_eq!(check("busy", "gradient-bottom", "dark"), "linear, text");
}

#[test]
fn stored_picture_measurements_are_used() {
    assert_eq!(
        over(&json!({"slideBgImage": "/uploads/dark.jpg", "slideBgTextAuto": "dark", "slideBgNeedsScrim": false})),
        "no veil, text"
    );
    assert_eq!(over(&json!({"slideBgImage": "/uploads/dark.jpg", "slideBgNeedsScrim": true})), "#000000/55%, on-deep");
}

#[test]
fn a_title_slide_covers_a_part_of_its_picture() {
    for theme in ["default", "signal"] {
        let page = page(&look(theme), "en", title(&json!({"slideBgImage": "/uploads/busy.jpg"})));
        assert!(matches!(page.nodes[0].kind, NodeKind::Picture(_)) && page.nodes[0].role == NodeRole::Backdrop);
        let title = page.nodes.iter().find(|node| node.role == NodeRole::Title).expect("a title");
        let NodeKind::Text(text) = &title.kind else { panic!("no text") };
        assert_eq!(text.paragraphs[0].runs[0].style.color, scene::PaletteRole::OnDeep.into());
        let cover = page.nodes.iter().filter(|node| matches!(node.kind, NodeKind::Shape(_)));
        assert!(cover.map(|node| node.frame).any(|frame| frame.contains(&title.frame)), "{theme}");
    }
}

#[test]
fn a_picture_shown_whole_leaves_the_page_visible_beside_it() {
    let page =
        page(&look("default"), "en", title(&json!({"slideBgImage": "/uploads/dark.jpg", "slideBgFit": "contain"})));
    let picture = page.nodes.iter().find(|node| matches!(node.kind, NodeKind::Picture(_))).expect("a picture");
    assert_eq!((picture.role, picture.frame), (NodeRole::Backdrop, Rect::CANVAS));
}
