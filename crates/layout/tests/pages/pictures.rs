//! `image-text-slide`, `image-slide`, `gallery-slide`, `team-cards-slide`, `logo-wall-slide`.

use insta::assert_snapshot;
use scene::{NodeKind, NodeRole, WidgetKind};
use serde_json::{Value, json};

use crate::fixture::{LayoutFixture, texts};

fn check(content: Value) -> String {
    check_in("en", content)
}

#[expect(clippy::needless_pass_by_value, reason = "content is written in place")]
fn check_in(language: &'static str, content: Value) -> String {
    LayoutFixture { language, ..LayoutFixture::default() }.outline(&content)
}

#[test]
fn a_picture_fills_the_side_beside_its_text() {
    assert_snapshot!(check(json!({"type": "image-text-slide", "content": {"title": "The old pump house",
        "body": "Built in 1911.\n\n- four pumps", "images": [{"src": "/uploads/quay.jpg", "alt": "A quay", "focusX": 0}],
        "caption": "Photo: City archive", "imageSide": "right", "actions": [{"label": "Visit", "url": "#2"}]}})), @r#"
    page 1 image-text-slide base 2 steps
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,212 610x207 96px title "The old pump house" 2 lines
      text 96,467 610x199 64px body
        "Built in 1911." step 1
        - "four pumps" step 2
      group 96,706 172x96 button
        shape 96,706 172x96 decoration accent
        text 144,730 76x48 40px button "Visit"
        link 96,706 172x96 button alt "Visit" page 2
      group 802,0 1118x1080 content
        picture 802,0 1118x1080 content alt "A quay" "/uploads/quay.jpg" crop 0,0,58,100
        shape 834,989 268x59 plate deep
        text 858,1001 220x35 28px caption "Photo: City archive"
    "#);
}

#[test]
fn a_picture_in_the_corner_has_a_mat() {
    assert_snapshot!(check(json!({"type": "image-text-slide", "content": {"title": "Pump house", "layout": "corner",
        "body": "Built.", "images": [{"src": "/uploads/tall.jpg", "fit": "contain"}], "imageBackground": "white",
        "imageRole": "decorative"}})), @r#"
    page 1 image-text-slide base 1 step
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 1278,574 546x86 80px title "Pump house"
      group 0,0 1214x660 content
        shape 0,0 1214x660 plate #FFFFFF
        picture 466,48 282x564 content "/uploads/tall.jpg"
      text 96,716 1728x82 64px body "Built." step 1
    "#);
}

#[test]
fn two_pictures_are_stacked_or_form_a_row() {
    let images = json!([{"src": "/uploads/quay.jpg"}, {"src": ""}, {"src": "/uploads/tall.jpg"}]);
    let slide = |layout: &str| {
        json!({"type": "image-text-slide", "content": {"title": "T", "layout": layout, "body": "One.\n\nTwo.",
            "images": images, "textColumns": "2"}})
    };
    assert_snapshot!(check(slide("duo")), @r#"
    page 1 image-text-slide base 2 steps
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 1214,80 610x104 96px title "T"
      text 1214,232 281x82 64px body "One." step 1
      text 1543,232 281x82 64px body "Two." step 2
      group 0,0 1118x534 content
        picture 0,0 1118x534 content alt missing "/uploads/quay.jpg" crop 0,8,100,92
      group 0,546 1118x534 content
        picture 0,546 1118x534 content alt missing "/uploads/tall.jpg" crop 0,38,100,62
    "#);
    assert_snapshot!(check(slide("row-top")), @r#"
    page 1 image-text-slide base 2 steps
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      group 0,0 956x500 content
        picture 0,0 956x500 content alt missing "/uploads/quay.jpg" crop 0,4,100,96
      group 964,0 956x500 content
        picture 964,0 956x500 content alt missing "/uploads/tall.jpg" crop 0,37,100,63
      text 96,556 706x86 80px title "T"
      text 874,556 451x82 64px body "One." step 1
      text 1373,556 451x82 64px body "Two." step 2
    "#);
    assert_snapshot!(check(slide("row-bottom")), @r#"
    page 1 image-text-slide base 2 steps
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 706x86 80px title "T"
      text 874,80 451x82 64px body "One." step 1
      text 1373,80 451x82 64px body "Two." step 2
      group 0,484 956x500 content
        picture 0,484 956x500 content alt missing "/uploads/quay.jpg" crop 0,4,100,96
      group 964,484 956x500 content
        picture 964,484 956x500 content alt missing "/uploads/tall.jpg" crop 0,37,100,63
    "#);
}

#[test]
fn the_voice_of_the_theme_frames_the_picture_beside_a_text() {
    let slide = json!({"type": "image-text-slide", "content": {"title": "The old pump house", "body": "Built in 1911.",
        "images": [{"src": "/uploads/quay.jpg", "alt": "A quay"}], "caption": "Photo: City archive"}});
    let nodes = |theme: &'static str| {
        let fixture = LayoutFixture { language: "en", theme, ..LayoutFixture::default() };
        let page = &fixture.lay_out(std::slice::from_ref(&slide)).document.pages[0];
        let found = page.nodes.iter().find_map(|node| match &node.kind {
            NodeKind::Group(group) if node.role == NodeRole::Content => Some(group.nodes.clone()),
            _ => None,
        });
        found.expect("a picture with its frame")
    };
    let picture = |theme: &'static str| {
        let found = nodes(theme).into_iter().find_map(|node| match node.kind {
            NodeKind::Picture(picture) => Some((node.frame, picture)),
            _ => None,
        });
        found.expect("a picture")
    };
    let (frame, arch) = picture("atelier");
    assert!(arch.is_arched && frame.bottom() == scene::px(1080.0));
    assert!(picture("clarity").1.outline.is_some());
    let (frame, bleeding) = picture("default");
    assert!(!bleeding.is_arched && bleeding.outline.is_none() && frame.height == scene::px(1080.0));
    let print = &nodes("confetti")[0].kind;
    assert!(matches!(print, NodeKind::Turned(turned) if (turned.degrees - 2.5).abs() < 0.001), "{print:?}");
}

#[test]
fn without_a_picture_the_slide_is_drawn_as_a_text_slide() {
    let content = json!({"title": "T", "body": "One.", "images": [{"src": " "}]});
    let with = check(json!({"type": "image-text-slide", "content": content}));
    let without = check(json!({"type": "content-slide", "content": content}));
    assert_eq!(with.replace("image-text-slide", "content-slide"), without);
}

#[test]
fn right_to_left_mirrors_the_sides() {
    assert_snapshot!(check_in("ar", json!({"type": "image-text-slide", "content": {"title": "الميناء", "body": "نص",
        "images": [{"src": "/uploads/quay.jpg"}], "imageWidth": "narrow", "caption": "صورة"}})), @r#"
    page 1 image-text-slide base 1 step
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,366 1106x104 72px title "الميناء"
      text 96,519 1106x70 48px body "نص" step 1
      group 1298,0 622x1080 content
        picture 1298,0 622x1080 content alt missing "/uploads/quay.jpg" crop 34,0,66,100
        shape 1780,983 108x65 plate deep
        text 1804,995 60x41 28px caption "صورة"
    "#);
}

#[test]
fn an_external_or_missing_picture_is_a_plate() {
    assert_snapshot!(check(json!({"type": "image-slide", "content":
        {"image": "https://www.example.org/a.jpg", "alt": "A map of the harbour", "focusX": 20}})), @r#"
    page 1 image-slide base
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      external-picture 0,80 1920x904 content alt "A map of the harbour"
        shape 0,80 1920x904 plate tint line line
        text 48,499 1824x31 24px caption "A map of the harbour"
        text 48,539 1824x26 20px label "example.org"
        link 0,80 1920x904 content alt "A map of the harbour" https://www.example.org/a.jpg
    image: the picture `https://www.example.org/a.jpg` is shown in HTML alone
    "#);
    assert_snapshot!(check(json!({"type": "image-slide", "content": {"image": "/uploads/gone.jpg", "alt": "A map"}})), @r#"
    page 1 image-slide base
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      group 0,80 1920x904 content alt "A map"
        shape 0,80 1920x904 plate tint line line
        text 48,516 1824x31 24px caption "A map"
    image: the picture `/uploads/gone.jpg` cannot be drawn
    "#);
}

#[test]
fn an_empty_picture_field_has_a_placeholder_in_the_editor_only() {
    let slide = json!({"type": "image-slide", "content": {"title": "T", "bleed": true}});
    let draft = LayoutFixture { language: "en", draft: true, ..LayoutFixture::default() };
    assert_snapshot!(draft.outline(&slide), @r#"
    page 1 image-slide base
      shape 0,0 1920x1080 backdrop base
      group 0,0 1920x1080 content
        group 0,0 1920x1080 content
          shape 0,0 1920x1080 plate tint line line
          shape 920,500 80x80 decoration line muted
        shape 0,806 1920x274 decoration accent-on-deep
        shape 0,810 1920x270 decoration deep
        text 96,886 1728x130 120px title "T"
    "#);
    assert_snapshot!(check(slide), @r#"
    page 1 image-slide base
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,409 1728x173 160px title "T"
    "#);
}

#[test]
fn a_picture_edge_to_edge_has_its_text_on_it() {
    assert_snapshot!(check(json!({"type": "image-slide", "content": {"title": "Harbour from the air", "subheading": "2025",
        "image": "/uploads/quay.jpg", "alt": "Roofs", "caption": "Photo: City archive", "bleed": true}})), @r#"
    page 1 image-slide base
      shape 0,0 1920x1080 backdrop base
      group 0,0 1920x1080 content
        picture 0,0 1920x1080 content alt "Roofs" "/uploads/quay.jpg"
        shape 0,687 1920x393 decoration accent-on-deep
        shape 0,691 1920x389 decoration deep
        text 96,767 1728x130 120px title "Harbour from the air"
        text 96,909 1728x50 40px subtitle "2025"
        text 96,971 1728x45 36px caption "Photo: City archive"
    "#);
}

#[test]
fn an_inset_picture_has_its_caption_below() {
    assert_snapshot!(check(json!({"type": "image-slide", "content": {"title": "T", "image": "/uploads/tall.jpg",
        "caption": "Archive", "fit": "contain", "imageRole": "decorative"}})), @r#"
    page 1 image-slide base
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 620,80 1204x95 88px title "T"
      picture 96,80 452x904 content "/uploads/tall.jpg"
      shape 620,914 1204x4 decoration accent
      text 620,938 1204x46 36px caption "Archive"
    "#);
    assert_snapshot!(check(json!({"type": "image-slide", "content": {"image": "/uploads/quay.jpg", "alt": "Q",
        "caption": "Archive", "bottomSubheading": "The end"}})), @r#"
    page 1 image-slide base
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      group 0,80 1920x832 content
        picture 0,80 1920x832 content alt "Q" "/uploads/quay.jpg" crop 0,11,100,89
        shape 32,807 168x73 plate deep
        text 60,821 112x45 36px caption "Archive"
      text 96,936 1728x36 28px caption "The end"
    "#);
}

#[test]
fn the_stops_of_a_tour_are_positions_in_the_cropped_picture() {
    let slide = json!({"type": "image-slide", "content": {"image": "/uploads/tall.jpg", "zoomSteps": "custom",
        "zoomLevel": 9, "zoomPositions": r#"[{"x": 50, "y": 50}, {"x": 100, "y": 0}]"#}});
    let output = LayoutFixture { language: "en", ..LayoutFixture::default() }.lay_out(&[slide]);
    let page = &output.document.pages[0];
    let NodeKind::Widget(widget) = &page.nodes[0].kind else { panic!("a tour") };
    let WidgetKind::Tour { stops, level } = &widget.kind else { panic!("a tour") };
    let stops: Vec<(f32, f32)> = stops.iter().map(|stop| (stop.x.0.round(), stop.y.0.round())).collect();
    assert_eq!((page.steps, *level), (2, 5.0));
    assert_eq!(stops, [(960.0, 452.0), (1920.0, 0.0)], "the second lies above what is shown");
    assert!(matches!(widget.static_nodes[0].kind, NodeKind::Picture(_)));
}

#[test]
fn a_gallery_is_a_grid_a_masonry_or_has_one_large_picture() {
    let images = json!([{"src": "/uploads/quay.jpg", "caption": "April", "alt": "Road"}, {"src": "/uploads/tall.jpg"},
        {"caption": "nothing"}, {"src": "/uploads/quay.jpg", "focusY": 90}]);
    let slide =
        |layout: &str| json!({"type": "gallery-slide", "content": {"title": "T", "layout": layout, "images": images}});
    assert_snapshot!(check(slide("grid")), @r#"
    page 1 gallery-slide base
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "T"
      group 0,206 1180x778 content
        picture 0,206 1180x778 content alt "Road" "/uploads/quay.jpg" crop 7,0,93,100
        shape 0,914 131x70 plate deep
        text 24,924 1132x50 40px caption "April"
      group 1192,206 728x383 content
        picture 1192,206 728x383 content alt missing "/uploads/tall.jpg" crop 0,37,100,63
      group 1192,601 728x383 content
        picture 1192,601 728x383 content alt missing "/uploads/quay.jpg" crop 0,6,100,100
    "#);
    assert_snapshot!(check(slide("masonry")), @r#"
    page 1 gallery-slide base
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "T"
      group 219,206 486x274 content
        picture 219,206 486x274 content alt "Road" "/uploads/quay.jpg"
        shape 219,415 123x65 plate deep
        text 243,425 438x45 36px caption "April"
      group 717,206 486x778 content
        picture 717,206 486x778 content alt missing "/uploads/tall.jpg" crop 0,10,100,90
      group 1215,206 486x274 content
        picture 1215,206 486x274 content alt missing "/uploads/quay.jpg"
    "#);
    assert_snapshot!(check(slide("featured")), @r#"
    page 1 gallery-slide base
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "T"
      group 0,206 1180x778 content
        picture 0,206 1180x778 content alt "Road" "/uploads/quay.jpg" crop 7,0,93,100
        shape 0,914 131x70 plate deep
        text 24,924 1132x50 40px caption "April"
      group 1192,206 728x383 content
        picture 1192,206 728x383 content alt missing "/uploads/tall.jpg" crop 0,37,100,63
      group 1192,601 728x383 content
        picture 1192,601 728x383 content alt missing "/uploads/quay.jpg" crop 0,6,100,100
    "#);
}

#[test]
fn cards_show_a_picture_or_initials() {
    assert_snapshot!(check(json!({"type": "team-cards-slide", "content": {"title": "Who to call", "imageShape": "circle",
        "showPhotoFrame": "on", "members": [
            {"name": "Ama Serwaa", "byline": "Site lead", "image": "/uploads/tall.jpg", "linkedin": "https://example.com/ama", "imageFocusY": 20},
            {"name": "", "image": " "},
            {"name": "Jonas Beck"}]}})), @r#"
    page 1 team-cards-slide tint
      shape 0,0 1920x1080 backdrop tint
      shape 0,1011 1920x69 decoration #DCE9EB
      text 96,80 1728x78 72px title "Who to call"
      group 96,206 852x778 content
        shape 209,206 626x626 plate surface line line
        picture 215,212 614x614 content alt "Ama Serwaa" "/uploads/tall.jpg" crop 0,0,100,50
        text 96,856 852x70 64px label "Ama Serwaa"
        text 96,930 852x54 44px caption "Site lead"
        link 96,206 852x778 content alt "Ama Serwaa" https://example.com/ama
      group 972,206 852x778 content
        shape 1085,206 626x626 plate surface line line
        shape 1091,212 614x614 plate accent
        text 1091,364 614x310 258px decoration "JB"
        text 972,856 852x70 64px label "Jonas Beck"
    "#);
}

#[test]
fn cards_of_two_groups_are_separated() {
    assert_snapshot!(check(json!({"type": "team-cards-slide", "content": {"title": "T", "subheading": "Crew",
        "subheading2": "Guests", "columnSplit": "1", "members": [{"name": "A"}, {"name": "B"}, {"name": "C"}]}})), @r#"
    page 1 team-cards-slide tint
      shape 0,0 1920x1080 backdrop tint
      shape 0,1011 1920x69 decoration #DCE9EB
      text 96,80 1728x78 72px title "T"
      text 96,182 547x50 40px subtitle "Crew"
      text 707,182 1117x50 40px subtitle "Guests"
      group 96,264 547x720 content
        shape 96,264 547x626 plate #D3E4E6
        text 96,439 547x276 230px decoration "A"
        text 96,914 547x70 64px label "A"
      group 707,264 547x720 content
        shape 707,264 547x626 plate accent
        text 707,439 547x276 230px decoration "B"
        text 707,914 547x70 64px label "B"
      group 1277,264 547x720 content
        shape 1277,264 547x626 plate deep
        text 1277,439 547x276 230px decoration "C"
        text 1277,914 547x70 64px label "C"
    "#);
}

#[test]
fn captions_of_cards_can_form_one_column() {
    assert_snapshot!(check(json!({"type": "team-cards-slide", "content": {"textPosition": "split", "imageAspect": "original",
        "members": [{"name": "Ada", "byline": "Lead", "image": "/uploads/quay.jpg"}, {"name": "Ben", "byline": "Cook"}]}})), @r#"
    page 1 team-cards-slide tint
      shape 0,0 1920x1080 backdrop tint
      shape 0,1011 1920x69 decoration #DCE9EB
      group 96,282 474x474 content
        picture 96,490 474x267 content alt "Ada" "/uploads/quay.jpg"
      group 594,282 474x474 content
        shape 594,282 474x474 plate accent
        text 594,400 474x239 199px decoration "B"
      text 1116,357 708x79 72px label "Ada"
      text 1116,440 708x59 48px caption "Lead"
      text 1116,523 708x79 72px label "Ben"
      text 1116,606 708x59 48px caption "Cook"
    "#);
}

#[test]
fn names_of_a_row_share_a_baseline() {
    let members: Vec<Value> =
        (0..25).map(|index| json!({"name": format!("Member number {index}"), "byline": "Crew"})).collect();
    let output = LayoutFixture { language: "en", ..LayoutFixture::default() }
        .lay_out(&[json!({"type": "team-cards-slide", "content": {"title": "Crew", "members": members}})]);
    let names: Vec<f32> = texts(&output.document.pages[0])
        .iter()
        .filter(|node| node.role == NodeRole::Label)
        .map(|node| node.frame.y.0.round())
        .collect();
    assert_eq!(names.len(), 25);
    assert!(names[..5].iter().all(|y| (*y - names[0]).abs() < 0.5) && names[5] > names[0], "{names:?}");
    assert!(output.findings.is_empty(), "{:?}", output.findings);
}

#[test]
fn logos_are_on_plates_on_a_dark_page() {
    let slide = |background: &str| {
        json!({"type": "logo-wall-slide", "content": {"title": "With", "headerAlign": "center", "background": background,
            "logos": [{"name": "Northline", "link": "https://example.com"}, {"image": "/uploads/long.png", "name": "Long"},
                {"image": "/uploads/dot.png"}, {}]}})
    };
    assert_snapshot!(check(slide("base")), @r#"
    page 1 logo-wall-slide base
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "With"
      group 96,331 560x500 content
        shape 96,331 560x500 plate tint
        text 135,528 482x106 96px label "Northline"
        link 96,331 560x500 content alt "Northline" https://example.com
      group 680,331 560x500 content
        shape 680,331 560x500 plate tint
        picture 742,545 437x73 content alt "Long" "/uploads/long.png"
      group 1264,331 560x500 content
        shape 1264,331 560x500 plate tint
        picture 1427,464 234x234 content alt missing "/uploads/dot.png"
    "#);
    assert_snapshot!(check(slide("deep")), @r#"
    page 1 logo-wall-slide deep
      shape 0,0 1920x1080 backdrop deep
      text 96,80 1728x78 72px title "With"
      group 96,331 560x500 content
        shape 96,331 560x500 plate base
        text 135,528 482x106 96px label "Northline"
        link 96,331 560x500 content alt "Northline" https://example.com
      group 680,331 560x500 content
        shape 680,331 560x500 plate base
        picture 742,545 437x73 content alt "Long" "/uploads/long.png"
      group 1264,331 560x500 content
        shape 1264,331 560x500 plate base
        picture 1427,464 234x234 content alt missing "/uploads/dot.png"
    "#);
}
