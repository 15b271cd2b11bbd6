//! `custom-html-slide`, and types that use the generic drawing.

use deck::{Origin, Registry};
use insta::assert_snapshot;
use scene::{HtmlNode, NodeKind, WidgetKind};
use serde_json::{Value, json};

use crate::fixture::LayoutFixture;

fn registry(declaration: &Value) -> Registry {
    Registry::core().clone().with("club.json", declaration, Origin::File).expect("a good declaration")
}

#[expect(clippy::needless_pass_by_value, reason = "content is written in place")]
fn check(declaration: Value, content: Value) -> String {
    let key = declaration["id"].clone();
    let fixture = LayoutFixture { language: "en", registry: Some(registry(&declaration)), ..LayoutFixture::default() };
    fixture.outline(&json!({"type": key, "content": content}))
}

#[test]
fn custom_html_is_drawn_like_markdown() {
    let slide = json!({"type": "custom-html-slide", "content": {"css": "h2 { color: red }", "html":
        "<h2>Street</h2><p>No <b>leaks</b></p><ol><li>One</li></ol><table><tr><th>A</th></tr><tr><td>1</td></tr></table><img src=\"/uploads/quay.jpg\" alt=\"Quay\"><script>x</script>"}});
    let fixture = LayoutFixture { language: "en", ..LayoutFixture::default() };
    assert_snapshot!(fixture.outline(&slide), @r#"
    page 1 custom-html-slide base
      shape 0,0 1920x1080 backdrop base
      html 0,0 1920x1080 content
        text 96,96 1728x95 88px title "Street"
        text 96,239 1728x167 52px body
          "No leaks"
          1. "One"
        table 96,441 1728x161 content
          row 80 A
          row 80 1
        picture 96,636 607x341 content alt "Quay" "/uploads/quay.jpg"
    html: simplified outside HTML
    "#);
    let output = fixture.lay_out(&[slide]);
    let NodeKind::Widget(widget) = &output.document.pages[0].nodes[0].kind else { panic!("a widget") };
    let WidgetKind::Html { html, css } = &widget.kind else { panic!("a page") };
    let is_script = |node: &HtmlNode| matches!(node, HtmlNode::Element(element) if element.name == "script");
    assert!(html.iter().any(is_script) && css.contains("red"), "an output makes it safe");
}

#[test]
fn a_declared_type_shows_its_fields_in_their_order() {
    let declaration = json!({"id": "org.club.regatta", "label": "Regatta", "category": "content", "labelField": "name",
        "fields": [
            {"key": "name", "type": "string", "required": true},
            {"key": "mood", "type": "enum", "options": ["calm", "wild"]},
            {"key": "story", "type": "markdown"},
            {"key": "boats", "type": "items", "itemFields": [{"key": "boat", "type": "string"}, {"key": "crew", "type": "string"},
                {"key": "photo", "type": "image"}]},
            {"key": "home", "type": "url"},
            {"key": "source", "type": "code"}],
        "defaults": {}, "example": {"name": "Regatta"}});
    let content = json!({"name": "Spring regatta", "mood": "wild", "home": "https://example.org", "story": "Wind *north*.",
        "boats": [{"boat": "Ada", "crew": "Four"}, {"boat": " "}, {"boat": "Ben", "photo": "/uploads/tall.jpg"}],
        "source": "row();"});
    assert_snapshot!(check(declaration, content), @r#"
    page 1 org.club.regatta base
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "Spring regatta"
      text 96,206 998x82 64px body "Wind north."
      text 96,353 998x300 64px body
        - "Ada\nFour" 2 lines
        - "Ben"
      text 96,719 998x82 64px body "https://example.org"
      shape 96,866 998x117 plate tint
      code 120,890 950x69 51px body "row();"
      picture 1118,206 706x778 content alt missing "/uploads/tall.jpg" crop 0,22,100,78
    "#);
}

#[test]
fn a_declared_type_with_all_required_fields_of_its_fallback_is_drawn_as_it() {
    let declaration = |item: &str| {
        json!({"id": "org.club.rules", "label": "Rules", "category": "content", "fallback": "list-slide", "fields": [
            {"key": "title", "type": "string", "required": true},
            {"key": "items", "type": "items", "itemFields": [{"key": item, "type": "string", "required": true}]}],
            "defaults": {}, "example": {"title": "Rules", "items": []}})
    };
    let content = |item: &str| json!({"title": "Rules", "items": [{item: "One"}, {item: "Two"}]});
    let fixture = LayoutFixture { language: "en", ..LayoutFixture::default() };
    let list = fixture.outline(&json!({"type": "list-slide", "content": content("title")}));
    let same = check(declaration("title"), content("title"));
    let below = |outline: &str| {
        outline.lines().skip(1).map(|line| line.replace(" step 1", "").replace(" step 2", "")).collect::<Vec<_>>()
    };
    assert_eq!(below(&same), below(&list));
    assert_snapshot!(check(declaration("rule"), content("rule")), @r#"
    page 1 org.club.rules base
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "Rules"
      text 96,406 1728x279 64px body
        - "One"
        - "Two"
    "#);
}

#[test]
fn an_undeclared_type_shows_every_text_and_its_key() {
    let slide = json!({"type": "club-slide", "content": {"motto": "Row well", "heading": "Club", "mood": "calm",
        "photo": "/uploads/quay.jpg", "members": [{"name": "Ada", "role": "Stroke and **bow**"}, "Ben the cox", 4], "slideLogo": "none"}});
    assert_snapshot!(LayoutFixture { language: "en", ..LayoutFixture::default() }.outline(&slide), @r#"
    page 1 club-slide base
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "Club"
      text 96,206 998x82 64px body "Row well"
      text 96,426 998x361 64px body
        - "Ada\nStroke and bow" 2 lines
        - "Ben the cox"
      picture 1118,206 706x710 content alt missing "/uploads/quay.jpg" crop 22,0,78,100
      text 96,940 1488x34 24px label "club-slide"
    "#);
}

#[test]
fn a_page_records_whether_it_is_skipped_while_presenting() {
    let slide = json!({"type": "content-slide", "content": {"title": "T"}});
    let mut deck = crate::common::deck("en", &[slide.clone(), slide]);
    deck.slides[0].visibility.hide_in_presentation = true;
    let look = layout::Look::from(deck::Themes::core().default());
    let output = crate::common::lay_out_in(&look, &deck, &mut layout::Typesetter::new(crate::common::book()));
    assert_eq!(output.document.pages.iter().map(|page| page.is_skipped).collect::<Vec<_>>(), [true, false]);
}
