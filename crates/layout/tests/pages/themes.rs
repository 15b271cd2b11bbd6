//! Theme features: ornaments, textures, locks, logos and larger text; and background pictures.

use deck::{Deck, Themes};
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

/// The outline of backdrop and ornament of a theme's title slide; only the first shapes are listed, the rest counted.
fn behind(theme: &str, language: &str, more: &Value) -> String {
    let page = page(&look(theme), language, title(more));
    let own = Page { nodes: Vec::new(), ..page };
    let outline = own.outline();
    let lines: Vec<&str> = outline.lines().map(str::trim).collect();
    let shown = lines.iter().take(5).copied().collect::<Vec<_>>().join("\n");
    if lines.len() > 5 { format!("{shown}\nand {} more", lines.len() - 5) } else { shown }
}

#[test]
fn ledger_frames_its_title_twice() {
    insta::assert_snapshot!(behind("ledger", "en", &json!({})), @r#"
    page 1 title-slide base
    shape 0,0 1920x1080 backdrop base
    shape 48,48 1824x984 decoration line accent-2
    shape 58,58 1804x964 decoration line accent-2
    "#);
}

#[test]
fn atelier_cuts_an_arch_from_paper_with_a_grain() {
    insta::assert_snapshot!(behind("atelier", "en", &json!({})), @r#"
    page 1 title-slide base
    shape 0,0 1920x1080 backdrop base
    shape 0,0 1920x1080 decoration text/8%
    shape 1424,720 320x360 decoration accent
    shape 1124,800 280x280 decoration accent-2
    "#);
}

#[test]
fn observatory_draws_orbits_and_stars_on_its_gradient_too() {
    insta::assert_snapshot!(behind("observatory", "en", &json!({"background": "gradient"})), @r#"
    page 1 title-slide gradient
    shape 0,0 1920x1080 backdrop #0C1122
    shape 0,0 1920x1080 backdrop radial
    shape 0,0 1920x1080 backdrop radial
    shape 1200,-240 840x840 decoration line accent/25%
    and 62 more
    "#);
}

#[test]
fn signal_has_one_block_beside_the_title_and_a_band_under_a_centred_one() {
    insta::assert_snapshot!(behind("signal", "en", &json!({})), @r#"
    page 1 title-slide base
    shape 0,0 1920x1080 backdrop base
    shape 1584,0 336x1080 decoration accent
    "#);
    insta::assert_snapshot!(behind("signal", "ar", &json!({})), @r#"
    page 1 title-slide base
    shape 0,0 1920x1080 backdrop base
    shape 0,0 336x1080 decoration accent
    "#);
    insta::assert_snapshot!(behind("signal", "en", &json!({"titleBlockAlign": "center"})), @r#"
    page 1 title-slide base centred
    shape 0,0 1920x1080 backdrop base
    shape 0,976 1920x104 decoration accent
    "#);
}

#[test]
fn confetti_lies_along_the_edges() {
    let page = page(&look("confetti"), "en", title(&json!({})));
    let pieces: Vec<&Node> = page.layout.nodes.iter().filter(|node| node.role == NodeRole::Decoration).collect();
    assert!((36..=40).contains(&pieces.len()), "{}", pieces.len());
    let inner = Rect::CANVAS.inset(scene::px(88.0));
    for piece in pieces {
        assert!(!piece.frame.overlaps(&inner) && Rect::CANVAS.contains(&piece.frame), "{}", piece.frame);
    }
}

#[test]
fn blueprint_draws_a_grid_a_dimension_line_and_the_slide_number() {
    insta::assert_snapshot!(behind("blueprint", "en", &json!({"background": "deep"})), @r#"
    page 1 title-slide deep
    shape 0,0 1920x1080 backdrop deep
    shape 0,0 1920x1080 decoration line #FFFFFF/7%
    shape 112,986 1696x12 decoration line accent-on-deep
    "#);
    let page = page(&look("blueprint"), "en", title(&json!({})));
    let number = page.nodes.iter().find(|node| node.role == NodeRole::PageNumber).expect("a number");
    assert!(number.frame.bottom() < scene::px(986.0) && number.frame.right() == scene::px(1808.0));
    let tint = self::page(
        &look("blueprint"),
        "en",
        json!({"type": "content-slide", "content": {"title": "A", "background": "tint"}}),
    );
    assert_eq!(tint.layout.nodes.len(), 2, "a faint grid on tint pages of every type");
}

#[test]
fn clarity_has_a_bar_on_the_start_side() {
    insta::assert_snapshot!(behind("clarity", "en", &json!({})), @r#"
    page 1 title-slide base
    shape 0,0 1920x1080 backdrop base
    shape 0,0 16x1080 decoration accent
    "#);
    insta::assert_snapshot!(behind("clarity", "ar", &json!({})), @r#"
    page 1 title-slide base
    shape 0,0 1920x1080 backdrop base
    shape 1904,0 16x1080 decoration accent
    "#);
}

#[test]
fn no_ornament_that_must_keep_clear_lies_behind_text() {
    for theme in Themes::core().iter().filter(|theme| !theme.ornament.over_text) {
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
    let corner = json!({"type": "content-slide", "content": {"title": "A title that would run under the logo if nothing held it back before it got there", "slideLogo": "top-right"}});
    let page = page_of(&look("default"), &with_logo(corner));
    insta::assert_snapshot!(logo(&page).unwrap_or_default(), @r#"1694,64 114x64 /uploads/quay.jpg Text("Logo")"#);
    let title_node = page.nodes.iter().find(|node| node.role == NodeRole::Title).expect("a title");
    assert!(title_node.frame.right() <= scene::px(1600.0));
    let page = page_of(&look("default"), &with_logo(title(&json!({"logoCorner": "right"}))));
    insta::assert_snapshot!(logo(&page).unwrap_or_default(), @r#"1680,72 128x72 /uploads/quay.jpg Text("Logo")"#);
    let page = page_of(&look("default"), &with_logo(title(&json!({}))));
    assert_eq!(logo(&page), None);
}

#[test]
fn without_a_logo_the_wordmark_of_the_theme_is_shown() {
    let slide = || title(&json!({"logoCorner": "left"}));
    assert_eq!(logo(&page(&look("default"), "en", slide())), None, "a system theme has no word mark");
    let look = own(&json!({"id": "own", "label": "Acme Harbours"}));
    insta::assert_snapshot!(logo(&page(&look, "en", slide())).unwrap_or_default(), @r#"112,94 200x29 Acme Harbours Own"#);
}

#[test]
fn a_locked_logo_is_on_every_slide() {
    let look = own(&json!({"id": "own", "label": "Acme", "logoUrl": "/uploads/light.jpg", "locks": ["logo"]}));
    let page = page_of(&look, &with_logo(json!({"type": "content-slide", "content": {"title": "A"}})));
    insta::assert_snapshot!(logo(&page).unwrap_or_default(), @r#"1694,64 114x64 /uploads/light.jpg Text("Acme")"#);
    let page = page_of(&look, &with_logo(title(&json!({"logoCorner": "right"}))));
    insta::assert_snapshot!(logo(&page).unwrap_or_default(), @r#"112,72 128x72 /uploads/light.jpg Text("Acme")"#);
}

#[test]
fn clarity_sets_text_one_step_larger() {
    let slide =
        || json!({"type": "content-slide", "content": {"title": "A", "body": "Words", "density": "comfortable"}});
    let size = |theme: &str| {
        let page = page(&look(theme), "en", slide());
        let body = page.nodes.iter().find(|node| node.role == NodeRole::Body).expect("a body");
        let NodeKind::Text(text) = &body.kind else { panic!("no text") };
        text.size().expect("a size").round()
    };
    assert_eq!((size("default"), size("clarity")), (scene::px(36.0), scene::px(42.0)));
}

/// Overlay and text colour of a title over a picture.
fn over(more: &Value) -> String {
    let page = page(&look("default"), "en", title(more));
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
fn a_picture_shown_whole_leaves_the_page_visible_beside_it() {
    let page =
        page(&look("default"), "en", title(&json!({"slideBgImage": "/uploads/dark.jpg", "slideBgFit": "contain"})));
    let picture = page.nodes.iter().find(|node| matches!(node.kind, NodeKind::Picture(_))).expect("a picture");
    assert_eq!((picture.role, picture.frame), (NodeRole::Backdrop, Rect::CANVAS));
}
