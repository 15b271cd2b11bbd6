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
      text 112,367 752x58 52px title "The old pump house"
      text 112,458 752x119 34px body
        "Built in 1911." step 1
        - "four pumps" step 2
      group 112,617 160x72 button
        shape 112,617 160x72 decoration accent
        text 148,634 88x36 28px button "Visit"
        link 112,617 160x72 button alt "Visit" page 2
      group 960,0 960x1080 content
        picture 960,0 960x1080 content alt "A quay" "/uploads/quay.jpg" crop 0,0,50,100
        shape 984,1007 213x49 plate #000000/60%
        text 1004,1017 173x29 22px caption "Photo: City archive"
    "#);
}

#[test]
fn a_picture_in_the_corner_has_a_mat() {
    assert_snapshot!(check(json!({"type": "image-text-slide", "content": {"title": "Pump house", "layout": "corner",
        "body": "Built.", "images": [{"src": "/uploads/tall.jpg", "fit": "contain"}], "imageBackground": "white",
        "imageRole": "decorative"}})), @r#"
    page 1 image-text-slide base 1 step
      shape 0,0 1920x1080 backdrop base
      text 960,428 848x58 52px title "Pump house"
      group 0,0 864x486 content
        shape 0,0 864x486 plate #FFFFFF
        picture 335,48 195x390 content "/uploads/tall.jpg"
      text 112,534 1696x49 34px body "Built." step 1
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
      text 912,88 896x58 52px title "T"
      text 912,178 424x49 34px body "One." step 1
      text 1384,178 424x49 34px body "Two." step 2
      group 0,0 816x516 content
        picture 0,0 816x516 content alt missing "/uploads/quay.jpg" crop 6,0,94,100
      group 0,564 816x516 content
        picture 0,564 816x516 content alt missing "/uploads/tall.jpg" crop 0,34,100,66
    "#);
    assert_snapshot!(check(slide("row-top")), @r#"
    page 1 image-text-slide base 2 steps
      shape 0,0 1920x1080 backdrop base
      group 112,88 832x420 content
        picture 112,88 832x420 content alt missing "/uploads/quay.jpg" crop 0,5,100,95
      group 976,88 832x420 content
        picture 976,88 832x420 content alt missing "/uploads/tall.jpg" crop 0,37,100,63
      text 112,548 1696x58 52px title "T"
      text 112,638 816x49 34px body "One." step 1
      text 992,638 816x49 34px body "Two." step 2
    "#);
    assert_snapshot!(check(slide("row-bottom")), @r#"
    page 1 image-text-slide base 2 steps
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x58 52px title "T"
      text 112,178 816x49 34px body "One." step 1
      text 992,178 816x49 34px body "Two." step 2
      group 112,548 832x420 content
        picture 112,548 832x420 content alt missing "/uploads/quay.jpg" crop 0,5,100,95
      group 976,548 832x420 content
        picture 976,548 832x420 content alt missing "/uploads/tall.jpg" crop 0,37,100,63
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
      text 112,450 1002x75 52px title "الميناء"
      text 112,557 1002x49 34px body "نص" step 1
      group 1210,0 710x1080 content
        picture 1210,0 710x1080 content alt missing "/uploads/quay.jpg" crop 32,0,68,100
        shape 1809,1004 87x52 plate #000000/60%
        text 1829,1014 47x32 22px caption "صورة"
    "#);
}

#[test]
fn an_external_or_missing_picture_is_a_plate() {
    assert_snapshot!(check(json!({"type": "image-slide", "content":
        {"image": "https://www.example.org/a.jpg", "alt": "A map of the harbour", "focusX": 20}})), @r#"
    page 1 image-slide base
      shape 0,0 1920x1080 backdrop base
      external-picture 112,112 1696x856 content alt "A map of the harbour"
        shape 112,112 1696x856 plate tint line line
        text 160,507 1600x31 24px caption "A map of the harbour"
        text 160,547 1600x26 20px label "example.org"
        link 112,112 1696x856 content alt "A map of the harbour" https://www.example.org/a.jpg
    image: the picture `https://www.example.org/a.jpg` is shown in HTML alone
    "#);
    assert_snapshot!(check(json!({"type": "image-slide", "content": {"image": "/uploads/gone.jpg", "alt": "A map"}})), @r#"
    page 1 image-slide base
      shape 0,0 1920x1080 backdrop base
      group 112,112 1696x856 content alt "A map"
        shape 112,112 1696x856 plate tint line line
        text 160,524 1600x31 24px caption "A map"
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
        shape 0,760 1920x320 decoration linear
        text 112,930 1696x70 64px title "T"
    "#);
    assert_snapshot!(check(slide), @r#"
    page 1 image-slide base
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x63 56px title "T"
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
        shape 0,753 1920x327 decoration linear
        text 112,873 1419x70 64px title "Harbour from the air"
        text 112,960 1419x41 30px subtitle "2025"
        shape 1595,951 213x49 plate #000000/60%
        text 1615,961 173x29 22px caption "Photo: City archive"
    "#);
}

#[test]
fn an_inset_picture_has_its_caption_below() {
    assert_snapshot!(check(json!({"type": "image-slide", "content": {"title": "T", "image": "/uploads/tall.jpg",
        "caption": "Archive", "fit": "contain", "imageRole": "decorative"}})), @r#"
    page 1 image-slide base
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x63 56px title "T"
      shape 112,232 1696x664 plate tint
      picture 810,264 300x600 content "/uploads/tall.jpg"
      text 112,920 1696x48 24px caption "Archive"
    "#);
    assert_snapshot!(check(json!({"type": "image-slide", "content": {"image": "/uploads/quay.jpg", "alt": "Q",
        "caption": "Archive", "bottomSubheading": "The end"}})), @r#"
    page 1 image-slide base
      shape 0,0 1920x1080 backdrop base
      text 112,920 1696x48 28px caption "The end"
      picture 112,112 1696x736 content alt "Q" "/uploads/quay.jpg" crop 0,11,100,89
      text 112,860 1696x31 24px caption "Archive"
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
      text 112,88 1696x63 56px title "T"
      group 112,232 555x736 content
        picture 112,232 555x736 content alt "Road" "/uploads/quay.jpg" crop 29,0,71,100
        shape 112,863 555x105 decoration linear
        text 136,919 507x29 22px caption "April"
      group 683,232 555x736 content
        picture 683,232 555x736 content alt missing "/uploads/tall.jpg" crop 0,17,100,83
      group 1253,232 555x736 content
        picture 1253,232 555x736 content alt missing "/uploads/quay.jpg" crop 29,0,71,100
    "#);
    assert_snapshot!(check(slide("masonry")), @r#"
    page 1 gallery-slide base
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x63 56px title "T"
      group 254,232 460x259 content
        picture 254,232 460x259 content alt "Road" "/uploads/quay.jpg"
        shape 254,386 460x105 decoration linear
        text 278,442 412x29 22px caption "April"
      group 730,232 460x736 content
        picture 730,232 460x736 content alt missing "/uploads/tall.jpg" crop 0,10,100,90
      group 1206,232 460x259 content
        picture 1206,232 460x259 content alt missing "/uploads/quay.jpg"
    "#);
    assert_snapshot!(check(slide("featured")), @r#"
    page 1 gallery-slide base
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x63 56px title "T"
      group 112,232 1120x736 content
        picture 112,232 1120x736 content alt "Road" "/uploads/quay.jpg" crop 7,0,93,100
        shape 112,863 1120x105 decoration linear
        text 136,919 1072x29 22px caption "April"
      group 1264,232 544x360 content
        picture 1264,232 544x360 content alt missing "/uploads/tall.jpg" crop 0,33,100,67
      group 1264,608 544x360 content
        picture 1264,608 544x360 content alt missing "/uploads/quay.jpg" crop 7,0,92,100
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
      text 112,88 1696x63 56px title "Who to call"
      group 112,232 832x493 content
        shape 328,232 400x400 plate surface line line
        picture 334,238 388x388 content alt "Ama Serwaa" "/uploads/tall.jpg" crop 0,0,100,50
        text 112,652 832x38 30px label "Ama Serwaa"
        text 112,694 832x31 24px caption "Site lead"
        link 112,232 832x493 content alt "Ama Serwaa" https://example.com/ama
      group 976,232 832x493 content
        shape 1192,232 400x400 plate surface line line
        shape 1198,238 388x388 plate surface line line
        text 1198,353 388x158 132px decoration "JB"
        text 976,652 832x38 30px label "Jonas Beck"
    "#);
}

#[test]
fn cards_of_two_groups_are_separated() {
    assert_snapshot!(check(json!({"type": "team-cards-slide", "content": {"title": "T", "subheading": "Crew",
        "subheading2": "Guests", "columnSplit": "1", "members": [{"name": "A"}, {"name": "B"}, {"name": "C"}]}})), @r#"
    page 1 team-cards-slide tint
      shape 0,0 1920x1080 backdrop tint
      text 112,88 1696x63 56px title "T"
      text 112,232 533x41 30px subtitle "Crew"
      text 709,232 1099x41 30px subtitle "Guests"
      group 112,305 533x458 content
        shape 179,305 400x400 plate surface line line
        text 179,423 400x163 136px decoration "A"
        text 112,725 533x38 30px label "A"
      group 709,305 533x458 content
        shape 776,305 400x400 plate surface line line
        text 776,423 400x163 136px decoration "B"
        text 709,725 533x38 30px label "B"
      group 1275,305 533x458 content
        shape 1341,305 400x400 plate surface line line
        text 1341,423 400x163 136px decoration "C"
        text 1275,725 533x38 30px label "C"
    "#);
}

#[test]
fn captions_of_cards_can_form_one_column() {
    assert_snapshot!(check(json!({"type": "team-cards-slide", "content": {"textPosition": "split", "imageAspect": "original",
        "members": [{"name": "Ada", "byline": "Lead", "image": "/uploads/quay.jpg"}, {"name": "Ben", "byline": "Cook"}]}})), @r#"
    page 1 team-cards-slide tint
      shape 0,0 1920x1080 backdrop tint
      group 112,112 400x400 content
        picture 112,287 400x225 content alt "Ada" "/uploads/quay.jpg"
      group 112,544 400x400 content
        shape 112,544 400x400 plate surface line line
        text 112,662 400x163 136px decoration "B"
      text 1264,112 544x38 30px label "Ada"
      text 1264,154 544x31 24px caption "Lead"
      text 1264,209 544x38 30px label "Ben"
      text 1264,250 544x31 24px caption "Cook"
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
      text 112,88 1696x63 56px title "With"
      group 112,480 549x240 content
        text 156,580 461x39 34px label "Northline"
        link 112,480 549x240 content alt "Northline" https://example.com
      group 685,480 549x240 content
        picture 774,569 372x62 content alt "Long" "/uploads/long.png"
      group 1259,480 549x240 content
        picture 1473,540 120x120 content alt missing "/uploads/dot.png"
    "#);
    assert_snapshot!(check(slide("deep")), @r#"
    page 1 logo-wall-slide deep
      shape 0,0 1920x1080 backdrop deep
      text 112,88 1696x63 56px title "With"
      group 112,480 549x240 content
        shape 112,480 549x240 plate tint
        text 156,580 461x39 34px label "Northline"
        link 112,480 549x240 content alt "Northline" https://example.com
      group 685,480 549x240 content
        shape 685,480 549x240 plate tint
        picture 774,569 372x62 content alt "Long" "/uploads/long.png"
      group 1259,480 549x240 content
        shape 1259,480 549x240 plate tint
        picture 1473,540 120x120 content alt missing "/uploads/dot.png"
    "#);
}
