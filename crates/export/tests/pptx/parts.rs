//! The parts of a file: well formed, complete, and the same each time.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Cursor, Read};

use export::pptx::Options;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use scene::{
    ChartKind, ChartLabels, Color, Direction, Document, Fill, Group, Hatch, LinkTarget, Node, NodeKind, NodeRole,
    PaletteRole, Rgb, Shape,
};
use serde_json::json;

use super::sample::{self, document, everything, other_charts, page, title, written};

/// The entries of a file by path.
pub(crate) fn entries(file: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let mut zip = zip::ZipArchive::new(Cursor::new(file)).expect("a zip file");
    (0..zip.len())
        .map(|index| {
            let mut entry = zip.by_index(index).expect("an entry");
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).expect("its bytes");
            (entry.name().expect("a name").into_owned(), bytes)
        })
        .collect()
}

fn has_extension(path: &str, extension: &str) -> bool {
    path.rsplit('.').next() == Some(extension)
}

/// A part of a document as text.
fn part(document: &Document, options: Options<'_>, path: &str) -> String {
    let bytes = entries(&written(document, options)).remove(path).unwrap_or_else(|| panic!("no part `{path}`"));
    String::from_utf8(bytes).expect("XML is text")
}

fn slide(document: &Document, number: usize) -> String {
    part(document, Options::default(), &format!("ppt/slides/slide{number}.xml"))
}

/// Calls `visit` with every element of a part and its attributes.
fn elements(xml: &[u8], mut visit: impl FnMut(&str, &BTreeMap<String, String>)) {
    let mut reader = Reader::from_reader(xml);
    let mut buffer = Vec::new();
    let mut visit_element = |element: &BytesStart<'_>| {
        let name = element.name().as_ref().to_owned();
        let attributes = element.attributes().map(|attribute| {
            let attribute = attribute.expect("a well-formed attribute");
            let value = attribute.normalized_value(quick_xml::XmlVersion::Implicit1_0).expect("a value").into_owned();
            (attribute.key.as_ref().to_owned(), value)
        });
        visit(&name, &attributes.collect());
    };
    loop {
        match reader.read_event_into(&mut buffer).expect("well-formed XML") {
            Event::Start(element) | Event::Empty(element) => visit_element(&element),
            Event::Eof => return,
            _ => {}
        }
        buffer.clear();
    }
}

/// The path of the target of a relationship.
fn resolved(part: &str, target: &str) -> String {
    let mut steps: Vec<&str> = part.split('/').collect();
    steps.pop();
    for step in target.split('/') {
        if step == ".." {
            steps.pop();
        } else {
            steps.push(step);
        }
    }
    steps.join("/")
}

fn with_builds() -> Document {
    let mut document = everything();
    let mut steps = sample::steps();
    (steps.slide, steps.number) = ("steps".to_owned(), 11);
    document.pages.push(steps.into());
    document
}

#[test]
fn every_relationship_has_a_target_and_every_part_a_type() {
    let entries = entries(&written(&with_builds(), Options { builds: true, scale: 2, template: None }));
    let mut extensions = BTreeSet::new();
    let mut typed = BTreeSet::new();
    elements(&entries["[Content_Types].xml"], |name, attributes| match name {
        "Default" => {
            extensions.insert(attributes["Extension"].clone());
        }
        "Override" => {
            typed.insert(attributes["PartName"].trim_start_matches('/').to_owned());
        }
        _ => {}
    });
    let mut reached = BTreeSet::from(["[Content_Types].xml".to_owned()]);
    for (path, bytes) in entries.iter().filter(|(path, _)| has_extension(path, "rels")) {
        reached.insert(path.clone());
        let part = path.replace("_rels/", "").replace(".rels", "");
        let mut ids = BTreeSet::new();
        elements(bytes, |name, attributes| {
            if name != "Relationship" {
                return;
            }
            assert!(ids.insert(attributes["Id"].clone()), "{path} has two of one id");
            if !attributes.contains_key("TargetMode") {
                let target = resolved(&part, &attributes["Target"]);
                assert!(entries.contains_key(&target), "{path} leads to `{target}`");
                reached.insert(target);
            }
        });
        if let Some(bytes) = entries.get(&part) {
            elements(bytes, |_, attributes| {
                for (key, id) in attributes.iter().filter(|(key, _)| matches!(key.as_str(), "r:id" | "r:embed")) {
                    assert!(ids.contains(id), "{part} says {key} {id}");
                }
            });
        }
    }
    for path in entries.keys() {
        let extension = path.rsplit('.').next().expect("an extension");
        assert!(typed.contains(path) || extensions.contains(extension), "`{path}` has no type");
        assert!(reached.contains(path), "nothing leads to `{path}`");
        let needs_own = has_extension(path, "xml") && path != "[Content_Types].xml";
        assert!(!needs_own || typed.contains(path), "`{path}` is only called XML");
    }
    assert!(typed.iter().all(|path| entries.contains_key(path)), "a type for a part that is not there");
}

#[test]
fn no_two_shapes_of_a_part_share_an_id() {
    for (path, bytes) in entries(&written(&everything(), Options::default())) {
        if !has_extension(&path, "xml") {
            continue;
        }
        let mut ids = BTreeSet::new();
        elements(&bytes, |name, attributes| {
            if name == "p:cNvPr" {
                assert!(ids.insert(attributes["id"].clone()), "`{path}` has two shapes {}", attributes["id"]);
            }
        });
    }
}

#[test]
fn the_same_document_gives_the_same_bytes() {
    let document = with_builds();
    assert!(written(&document, Options::default()) == written(&document, Options::default()));
}

#[test]
fn a_document_without_pages_is_a_file_too() {
    let entries = entries(&written(&document(Vec::new()), Options::default()));
    assert!(entries.contains_key("ppt/slideLayouts/slideLayout1.xml"));
    assert!(!entries.keys().any(|path| path.starts_with("ppt/slides/")));
}

#[test]
fn pictures_are_stored_once_and_unchanged() {
    let entries = entries(&written(&everything(), Options::default()));
    let media: Vec<&str> = entries.keys().filter_map(|path| path.strip_prefix("ppt/media/")).collect();
    assert_eq!(media, ["image1.jpg", "image2.png", "image2.svg", "image3.png"]);
    assert_eq!(entries["ppt/media/image1.jpg"], &*sample::album().0["quay"]);
    assert_eq!(entries["ppt/media/image3.png"], &*sample::album().0["grain"]);
}

#[test]
fn slides_do_not_repeat_the_properties_of_their_layout() {
    let document = document(vec![page(1, "One", vec![title("One")]), page(2, "Two", vec![title("Two")])]);
    for number in [1, 2] {
        let slide = slide(&document, number);
        assert!(
            slide.contains("<p:ph type=\"title\"/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr><a:normAutofit/>")
        );
        assert!(!slide.contains("<a:xfrm><a:off x=\"711200\""), "{slide}");
    }
    let layout = part(&document, Options::default(), "ppt/slideLayouts/slideLayout1.xml");
    assert!(
        layout.contains("<p:cSld name=\"Content slide base\"><p:bg><p:bgPr><a:solidFill><a:schemeClr val=\"bg1\"/>")
    );
    assert!(layout.contains("<a:defRPr sz=\"2800\" b=\"1\""), "{layout}");
}

#[test]
fn a_list_is_one_box_with_levels_and_native_bullets() {
    let slide = slide(&document(vec![sample::bullets()]), 1);
    let layout = part(&document(vec![sample::bullets()]), Options::default(), "ppt/slideLayouts/slideLayout1.xml");
    assert!(slide.contains("<a:p><a:pPr lvl=\"1\"/><a:r><a:rPr lang=\"en-US\"/><a:t>Red lead for the hulls</a:t>"));
    assert_eq!(slide.matches("<a:buAutoNum type=\"arabicPeriod\" startAt=\"3\"/>").count(), 2, "{slide}");
    assert!(layout.contains("<a:lvl2pPr marL=\"508000\" indent=\"-254000\""), "{layout}");
    assert!(layout.contains("<a:buChar char=\"◦\"/>"));
    assert!(slide.contains("<a:br>"), "a line break of the author stays");
    assert!(slide.contains("<a:highlight><a:srgbClr val=\"EEF4F5\"/></a:highlight>"));
}

#[test]
fn a_button_is_one_shape_with_its_text_and_its_link() {
    let document = document(vec![sample::bullets(), sample::table(), page(3, "Three", Vec::new())]);
    let slide = slide(&document, 1);
    let from = slide.find("name=\"Button ").expect("a button");
    let button = &slide[from..from + slide[from..].find("</p:sp>").expect("its end")];
    assert!(button.contains("action=\"ppaction://hlinksldjump\""), "{button}");
    assert!(button.contains("prst=\"roundRect\"") && button.contains("<a:t>Read more</a:t>"), "{button}");
}

#[test]
fn a_link_to_a_slide_that_does_not_exist_is_left_out() {
    let mut only = sample::bullets();
    only.slide = "s9".to_owned();
    let slide = slide(&document(vec![only]), 1);
    assert!(!slide.contains("hlinksldjump"), "{slide}");
    assert!(slide.contains("the table"));
}

#[test]
fn text_that_was_cut_is_complete_and_shrinks() {
    let mut page = page(1, "Long", vec![title("Long")]);
    if let NodeKind::Text(text) = &mut page.nodes[0].kind {
        text.truncated = true;
    }
    let xml = slide(&document(vec![page.clone()]), 1);
    assert!(xml.contains("<a:t>Long</a:t>") && xml.contains("<a:bodyPr><a:normAutofit fontScale="), "{xml}");
    let layout = part(&document(vec![page]), Options::default(), "ppt/slideLayouts/slideLayout1.xml");
    assert!(layout.contains("<a:normAutofit/>") && !layout.contains("fontScale"), "{layout}");
}

/// A document with one slide.
fn laid_out(key: &str, language: &str, content: serde_json::Value) -> Document {
    let serde_json::Value::Object(content) = content else { panic!("content is an object") };
    let mut deck = deck::Deck::new("Deck", language);
    let (visibility, duration, transition, library) = (deck::Visibility::default(), None, None, None);
    let (id, key, notes) = ("s1".into(), key.to_owned(), String::new());
    deck.slides = vec![deck::Slide {
        id,
        key,
        content: content.into_iter().collect(),
        notes,
        visibility,
        duration,
        transition,
        morph_names: deck::MorphNames::default(),
        library,
    }];
    let look = layout::Look::from(deck::Themes::core().default());
    let pictures = layout::Pictures::default();
    let order = layout::LayoutInput::new(&deck, deck::Registry::core(), &look, &pictures);
    let mut typesetter = layout::Typesetter::new(&layout::FontBook::bundled());
    layout::document(order, &mut typesetter).document
}

/// The number after `before` in the first shape that contains `marker`, in pixels of the page.
fn length_in_shape(xml: &str, marker: &str, before: &str) -> f32 {
    let shape = xml.split("<p:sp>").find(|shape| shape.contains(marker)).expect("the shape");
    let (_, rest) = shape.split_once(before).expect("the attribute");
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse::<f32>().expect("a number") / 6350.0
}

#[test]
fn a_balanced_title_breaks_at_the_same_words() {
    let document = laid_out("title-slide", "en", json!({"title": "Water for every street"}));
    let node = document.pages[0].nodes.iter().find(|node| node.role == NodeRole::Title).expect("a title");
    let NodeKind::Text(text) = &node.kind else { panic!("a text") };
    assert_eq!(text.lines.len(), 2);
    let widest = text.lines.iter().map(|line| line.width.0).fold(0.0, f32::max);
    let title = r#"<p:ph type="title"/>"#;
    let width = length_in_shape(&slide(&document, 1), title, r#"<a:ext cx=""#);
    assert!(widest < width && width < node.frame.width.0, "{widest} {width}");
    // The layout has the whole width for other titles.
    let layout = part(&document, Options::default(), "ppt/slideLayouts/slideLayout1.xml");
    assert!(length_in_shape(&layout, title, r#"<a:ext cx=""#) >= node.frame.width.0 - 1.0);
}

#[test]
fn text_stands_on_the_baseline_of_the_page() {
    for (key, title) in [("title-slide", "Water"), ("payoff-slide", "Water"), ("content-slide", "Water")] {
        let document = laid_out(key, "en", json!({"title": title, "message": title, "body": "Rain"}));
        let page = &document.pages[0];
        let node = page.nodes.iter().find(|node| node.role == NodeRole::Title).expect("a title");
        let NodeKind::Text(text) = &node.kind else { panic!("a text") };
        let layout = part(&document, Options::default(), "ppt/slideLayouts/slideLayout1.xml");
        let top = length_in_shape(&layout, r#"<p:ph type="title"/>"#, r#" y=""#);
        let line = &text.lines[0];
        let (here, there) = (node.frame.y.0 + line.baseline.0, top + line.height.0 * 0.8);
        assert!((here - there).abs() < 0.5, "{key}: {here} on the page, {there} in the file");
    }
}

#[test]
fn hyphenated_words_are_unbroken_and_shrink() {
    let xml = |key: &str, word: &str| slide(&laid_out(key, "de", json!({"title": word, "body": "Amt"})), 1);
    let long = "Grundstücksverkehrsgenehmigungszuständigkeitsübertragungsverordnung";
    let hyphenated = xml("content-slide", long);
    assert!(hyphenated.contains(&format!("<a:t>{long}</a:t>")), "{hyphenated}");
    assert!(hyphenated.contains("<a:normAutofit fontScale="), "{hyphenated}");
    assert!(!xml("content-slide", "Amt").contains("fontScale"));
    // A title slide uses a smaller font size instead, so that the word is on one line on the page and in the file.
    let unbroken = xml("title-slide", long);
    assert!(unbroken.contains(&format!("<a:t>{long}</a:t>")) && !unbroken.contains("fontScale"), "{unbroken}");
}

#[test]
fn a_title_over_a_picture_that_fills_the_page_is_the_title_of_its_slide() {
    let picture = behind(scene::Crop::WHOLE);
    let group =
        Group { nodes: vec![scene::Node { role: NodeRole::Content, ..picture.clone() }, title("Sea")], clip: true };
    let over = scene::Node { kind: NodeKind::Group(group), role: NodeRole::Content, ..picture };
    let xml = slide(&document(vec![page(1, "Sea", vec![over])]), 1);
    assert!(xml.contains("<p:ph type=\"title\"/>") && xml.matches("<a:t>Sea</a:t>").count() == 1, "{xml}");
    assert!(xml.contains("<p:pic>") && !xml.contains("<p:grpSp>"), "{xml}");
}

#[test]
fn an_arch_has_two_round_corners_and_turned_shapes_their_own_rotation() {
    let mut picture = scene::Node { frame: scene::Rect::new(100.0, 100.0, 200.0, 100.0), ..behind(scene::Crop::WHOLE) };
    let NodeKind::Picture(arch) = &mut picture.kind else { panic!("no picture") };
    arch.is_arched = true;
    let color = scene::PaletteRole::Text.into();
    arch.outline = Some(scene::Stroke { color, width: scene::px(6.0), dash: None, round: false });
    let turned = scene::Turned { nodes: vec![picture.clone()], degrees: 90.0 };
    // The picture is turned about a point 100 to the left of its centre, so that it moves below that point.
    let frame = scene::Rect::new(50.0, 100.0, 100.0, 100.0);
    let over = scene::Node { kind: NodeKind::Turned(turned), frame, role: NodeRole::Content, ..picture };
    let xml = slide(&document(vec![page(1, "Sea", vec![title("Sea"), over])]), 1);
    assert!(xml.contains("<a:xfrm rot=\"5400000\"><a:off x=\"0\" y=\"1270000\"/>"), "{xml}");
    assert!(xml.contains("prst=\"round2SameRect\"") && xml.contains("<a:ln w=\"38100\""), "{xml}");
}

#[test]
fn a_skipped_slide_is_hidden() {
    let skipped = scene::Page { is_skipped: true, ..page(1, "Spare", vec![title("Spare")]) };
    let document = document(vec![skipped, page(2, "Shown", vec![title("Shown")])]);
    let head = |number: usize| slide(&document, number).split("<p:cSld").next().unwrap_or_default().to_owned();
    assert!(head(1).contains(" show=\"0\"") && !head(2).contains(" show="), "{}", head(1));
    let properties = part(&document, Options::default(), "docProps/app.xml");
    assert!(properties.contains("<Slides>2</Slides>") && properties.contains("<HiddenSlides>1</HiddenSlides>"));
}

#[test]
fn a_transition_is_that_of_powerpoint_and_stands_before_the_builds() {
    let with = |transition| {
        let document = scene::Document { transition, ..document(vec![page(1, "Sea", vec![title("Sea")])]) };
        let xml = slide(&document, 1);
        xml.split("</p:clrMapOvr>").nth(1).expect("what follows the shapes").to_owned()
    };
    assert_eq!(with(scene::Transition::None), "</p:sld>");
    assert_eq!(with(scene::Transition::Push), "<p:transition spd=\"med\"><p:push dir=\"l\"/></p:transition></p:sld>");
    let morph = with(scene::Transition::Morph);
    assert!(morph.contains("Requires=\"p159\"><p:transition spd=\"med\"><p159:morph option=\"byObject\"/>"), "{morph}");
    assert!(morph.contains("<mc:Fallback><p:transition spd=\"med\"><p:fade/></p:transition></mc:Fallback>"), "{morph}");
}

#[test]
fn footers_repeat_their_style() {
    let xml = slide(&document(vec![sample::bullets()]), 1);
    let from = xml.find("type=\"ftr\"").expect("a footer");
    let footer = &xml[from..from + xml[from..].find("</p:sp>").expect("its end")];
    assert!(footer.contains("<a:lvl1pPr ") && footer.contains("<a:solidFill>"), "{footer}");
}

#[test]
fn code_keeps_blank_lines_and_omits_hidden_ones() {
    let mut page = sample::code();
    let xml = slide(&document(vec![page.clone()]), 1);
    assert!(xml.contains("wrap=\"none\"") && xml.contains("<a:p><a:endParaRPr lang=\"en-US\"/></a:p>"), "{xml}");
    assert!(
        xml.contains("<a:solidFill><a:srgbClr val=\"C2410C\"/></a:solidFill></a:rPr><a:t>\"north\"</a:t>"),
        "{xml}"
    );
    let NodeKind::Code(code) = &mut page.nodes[2].kind else { panic!("no code") };
    code.text.truncated = true;
    code.text.lines.truncate(2);
    let xml = slide(&document(vec![page]), 1);
    assert!(xml.contains("north") && !xml.contains("println") && !xml.contains("fontScale"), "{xml}");
}

#[test]
fn parts_appear_on_clicks_only_with_the_option() {
    let document = document(vec![sample::steps()]);
    let still = slide(&document, 1);
    assert!(!still.contains("p:timing"));
    let animated = part(&document, Options { builds: true, scale: 2, template: None }, "ppt/slides/slide1.xml");
    assert_eq!(animated.matches("nodeType=\"clickEffect\"").count(), 4, "{animated}");
    assert_eq!(animated.matches("<p:pRg ").count(), 2);
    assert_eq!(animated.matches("<p:bldP ").count(), 1);
}

#[test]
fn a_line_that_appears_is_built_without_a_text() {
    let stroke = scene::Stroke { color: Rgb::BLACK.into(), width: scene::px(2.0), dash: None, round: false };
    let form = scene::ShapeForm::Path(scene::Path::default().to(0.0, 0.0).line(400.0, 0.0));
    let line = NodeKind::Shape(Shape { form, fill: None, stroke: Some(stroke), shadow: None });
    let line = Node { step: Some(1), ..Node::decoration(scene::Rect::new(112.0, 300.0, 400.0, 0.0), line) };
    let document = document(vec![page(1, "Line", vec![title("Line"), line])]);
    let xml = part(&document, Options { builds: true, scale: 2, template: None }, "ppt/slides/slide1.xml");
    assert!(xml.contains("<p:cxnSp>") && xml.contains("nodeType=\"clickEffect\""), "{xml}");
    assert!(!xml.contains("p:bldP") && !xml.contains("grpId"), "{xml}");
}

#[test]
fn the_colour_map_of_a_dark_theme_has_light_text() {
    let mut document = document(vec![page(1, "Night", vec![title("Night")])]);
    (document.palette.base, document.palette.text) = (Rgb::hex(0x0C_11_22), Rgb::hex(0xEE_F2_FF));
    let master = part(&document, Options::default(), "ppt/slideMasters/slideMaster1.xml");
    assert!(master.contains("<p:clrMap bg1=\"dk1\" tx1=\"lt1\""), "{master}");
    let theme = part(&document, Options::default(), "ppt/theme/theme1.xml");
    assert!(theme.contains("<a:dk1><a:srgbClr val=\"0C1122\"/></a:dk1><a:lt1><a:srgbClr val=\"EEF2FF\"/></a:lt1>"));
}

/// A picture behind everything.
fn behind(crop: scene::Crop) -> scene::Node {
    let mut node = sample::pictures().nodes.remove(1);
    (node.frame, node.role) = (scene::Rect::CANVAS, NodeRole::Backdrop);
    if let NodeKind::Picture(picture) = &mut node.kind {
        picture.crop = crop;
    }
    node
}

#[test]
fn a_picture_behind_everything_is_the_background_of_its_slide() {
    let mut page = page(1, "Sea", vec![title("Sea")]);
    page.nodes.insert(0, behind(scene::Crop::WHOLE));
    let xml = slide(&document(vec![page.clone()]), 1);
    assert!(xml.contains("<p:bg><p:bgPr><a:blipFill") && !xml.contains("<p:pic>"), "{xml}");
    // A layout that draws something would cover the background.
    let mut layout = (*page.layout).clone();
    let ornament = Shape { fill: Some(Fill::Solid(Rgb::BLACK.into())), ..Shape::disc(Rgb::BLACK) };
    layout.nodes.push(scene::Node::decoration(scene::Rect::new(0.0, 0.0, 9.0, 9.0), NodeKind::Shape(ornament)));
    page.layout = layout.into();
    let xml = slide(&document(vec![page]), 1);
    assert!(!xml.contains("<p:bg>") && xml.contains("<p:pic>"), "{xml}");
}

#[test]
fn a_cropped_picture_is_no_background() {
    let mut page = page(1, "Sea", vec![title("Sea")]);
    page.nodes.insert(0, behind(scene::Crop { top: 0.2, ..scene::Crop::WHOLE }));
    let xml = slide(&document(vec![page]), 1);
    assert!(!xml.contains("<p:bg>") && xml.contains("<a:srcRect l=\"0\" t=\"20000\""), "{xml}");
}

#[test]
fn a_picture_that_is_not_available_is_a_plate_with_its_text_and_host() {
    let xml = slide(&document(vec![sample::pictures()]), 1);
    let from = xml.find("descr=\"Far away\"").expect("its plate");
    let plate = &xml[from..from + xml[from..].find("</p:sp>").expect("its end")];
    assert!(plate.contains("<a:schemeClr val=\"bg2\"/>") && plate.contains("<a:t>example.org</a:t>"), "{plate}");
    assert!(plate.contains("a:hlinkClick"), "{plate}");
}

#[test]
fn notes_and_new_boxes_run_in_the_direction_of_the_deck() {
    let spoken = scene::Page { notes: "قل هذا.".to_owned(), ..page(1, "One", vec![title("One")]) };
    let document = document(vec![spoken]);
    let mirrored = Document { direction: Direction::RightToLeft, ..document.clone() };
    for path in ["ppt/notesMasters/notesMaster1.xml", "ppt/presentation.xml"] {
        let style = |document: &Document| {
            let xml = part(document, Options::default(), path);
            xml.split("<a:lvl1pPr ").nth(1).and_then(|rest| rest.split('>').next()).expect("a style").to_owned()
        };
        assert_eq!(style(&document), "marL=\"0\" algn=\"l\"", "{path}");
        assert_eq!(style(&mirrored), "marL=\"0\" algn=\"r\" rtl=\"1\"", "{path}");
    }
}

#[test]
fn pages_of_a_section_are_in_one_section() {
    let document = document(vec![sample::opener(), sample::table(), sample::live()]);
    let presentation = part(&document, Options::default(), "ppt/presentation.xml");
    let names: Vec<&str> =
        presentation.split("<p14:section name=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    assert_eq!(names, ["Harbour &amp; quay", "Figures"]);
    assert!(presentation.contains("<p14:sldId id=\"257\"/><p14:sldId id=\"258\"/>"), "{presentation}");
}

#[test]
fn the_export_stops_when_the_caller_no_longer_waits() {
    let result = sample::stopped(&everything(), 2);
    assert!(matches!(result, Err(export::Error::Stopped)), "{result:?}");
}

#[test]
fn an_unsafe_address_is_no_link() {
    let mut live = sample::live();
    live.nodes.push(sample::node(
        0.0,
        0.0,
        9.0,
        9.0,
        NodeRole::Button,
        NodeKind::Link(LinkTarget::Address("javascript:x()".to_owned())),
    ));
    let entries = entries(&written(&document(vec![live]), Options::default()));
    let links = String::from_utf8_lossy(&entries["ppt/slides/_rels/slide1.xml.rels"]).into_owned();
    assert!(!links.contains("javascript") && links.contains("https://example.org/film"), "{links}");
}

/// The XML of a chart after a change.
fn changed_chart(change: impl Fn(&mut scene::Chart)) -> String {
    let mut page = sample::columns();
    for node in &mut page.nodes {
        if let NodeKind::Chart(chart) = &mut node.kind {
            change(chart);
        }
    }
    part(&document(vec![page]), Options::default(), "ppt/charts/chart1.xml")
}

#[test]
fn a_chart_has_value_labels_only_when_the_page_has_them() {
    let is_labelled = |values: bool| {
        let xml = changed_chart(|chart| chart.labels.values = values);
        xml.contains("<c:showVal val=\"1\"/>")
    };
    assert!(is_labelled(true) && !is_labelled(false));
}

#[test]
fn labels_of_slices_have_the_colours_of_the_page() {
    let xml = changed_chart(|chart| {
        chart.kind = scene::ChartKind::Ring;
        chart.labels = ChartLabels { shares: true, ..ChartLabels::default() };
        chart.labels.on_slices = vec![Some(Rgb::hex(0x12_34_56).into()), None];
    });
    let label = |index: usize| {
        let from = xml.find(&format!("<c:dLbl><c:idx val=\"{index}\"/>")).expect("a label");
        &xml[from..from + xml[from..].find("</c:dLbl>").expect("its end")]
    };
    assert!(label(0).contains("<a:srgbClr val=\"123456\"/>") && label(0).contains("<c:showPercent val=\"1\"/>"));
    assert!(label(1).ends_with("<c:delete val=\"1\"/>") && label(2).ends_with("<c:delete val=\"1\"/>"));
}

#[test]
fn the_area_under_a_line_has_the_same_values() {
    let xml = |values: [Option<f64>; 3]| {
        changed_chart(|chart| {
            chart.kind = scene::ChartKind::Line;
            chart.area = Some(Color::from(PaletteRole::Chart(0)).at(0.12));
            chart.series[0].values = values.to_vec();
        })
    };
    let whole = xml([Some(1.0), Some(2.0), Some(3.0)]);
    let line = whole.find("<c:lineChart>").expect("a line");
    let area = whole.find("<c:areaChart>").expect("an area");
    assert!(line < area, "the line chart comes first");
    assert!(whole[area..].contains("<a:alpha val=\"12000\"/>") && whole[area..].contains("Sheet1!$B$2:$B$4"));
    assert!(whole[area..].contains("<c:idx val=\"1\"/><c:order val=\"1\"/>"), "{whole}");
    assert!(!xml([Some(1.0), None, Some(3.0)]).contains("c:areaChart"), "it would fall to zero at the gap");
}

#[test]
fn the_key_leaves_out_the_area_only_where_there_is_one() {
    let xml = |values: [Option<f64>; 3]| {
        changed_chart(|chart| {
            chart.kind = ChartKind::Line;
            chart.series[0].values = values.to_vec();
            chart.look = Some(Box::new(scene::ChartLook {
                area: Some((0, Fill::Solid(Rgb::BLACK.into()))),
                key: Some((scene::Rect::new(0.0, 0.0, 200.0, 40.0), sample::style(24.0, Rgb::BLACK))),
                ..scene::ChartLook::default()
            }));
        })
    };
    assert!(xml([Some(1.0), Some(2.0), Some(3.0)]).contains("<c:legendEntry>"));
    assert!(!xml([Some(1.0), None, Some(3.0)]).contains("<c:legendEntry>"));
}

#[test]
fn a_single_line_has_a_label_at_its_end() {
    let xml = changed_chart(|chart| {
        chart.kind = scene::ChartKind::Line;
        chart.labels = ChartLabels { last: true, ..ChartLabels::default() };
    });
    let label = xml.find("<c:dLbl><c:idx val=\"1\"/>").expect("the last figure");
    assert!(xml[label..].contains("<c:dLblPos val=\"r\"/>") && xml.matches("<c:dLbl>").count() == 1, "{xml}");
}

#[test]
fn categories_run_from_right_to_left_in_such_decks() {
    let orders = |kind: ChartKind, direction: Direction| {
        let xml = changed_chart(|chart| (chart.kind, chart.direction) = (kind, direction));
        xml.split("<c:orientation val=\"").skip(1).map(|rest| rest[..6].to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(orders(ChartKind::Columns, Direction::LeftToRight), ["minMax", "minMax"]);
    assert_eq!(orders(ChartKind::Columns, Direction::RightToLeft), ["maxMin", "minMax"]);
    assert_eq!(orders(ChartKind::Bars, Direction::LeftToRight), ["maxMin", "minMax"]);
    assert_eq!(orders(ChartKind::Bars, Direction::RightToLeft), ["maxMin", "maxMin"]);
}

#[test]
fn bars_are_as_wide_as_on_the_page() {
    let gap = |bar: f32| {
        let xml = changed_chart(|chart| chart.bar = bar);
        let from = xml.find("<c:gapWidth val=\"").expect("a gap") + 17;
        xml[from..].split('"').next().unwrap_or_default().to_owned()
    };
    assert_eq!([0.5, 0.25, 0.01].map(gap), ["100", "300", "500"]);
}

#[test]
fn an_axis_starts_at_zero_unless_values_have_both_signs() {
    let scaling = |values: [f64; 2]| {
        let xml = changed_chart(|chart| chart.series[0].values = values.map(Some).to_vec());
        let from = xml.rfind("<c:scaling>").expect("an axis");
        xml[from..].split("</c:scaling>").next().unwrap_or_default().replace("<c:orientation val=\"minMax\"/>", "")
    };
    assert_eq!(scaling([98.0, 100.0]), "<c:scaling><c:min val=\"0\"/>");
    assert_eq!(scaling([-98.0, -100.0]), "<c:scaling><c:max val=\"0\"/>");
    assert_eq!(scaling([-98.0, 100.0]), "<c:scaling>");
}

#[test]
fn numbers_have_their_unit_and_long_ones_are_grouped() {
    let format = |values: [f64; 2], affixes: (&str, &str)| {
        let xml = changed_chart(|chart| {
            chart.series[0].values = values.map(Some).to_vec();
            chart.labels.affixes = (affixes.0.to_owned(), affixes.1.to_owned());
            chart.labels.grouped = values[0] > 10_000.0;
        });
        let from = xml.find("formatCode=\"").expect("a format") + 12;
        xml[from..].split("\" ").next().unwrap_or_default().replace("&quot;", "'")
    };
    assert_eq!(format([1.5, 20.0], ("", "")), "General");
    assert_eq!(format([1.5, 20.0], ("€", "")), "'€'General");
    assert_eq!(format([120_000.0, 20.0], ("", " \"km\"")), "#,##0' km'");
    assert_eq!(format([120_000.5, 20.0], ("", "")), "#,##0.00");
}

#[test]
fn hatches_are_native_patterns_and_dashes() {
    let mut page = other_charts();
    for node in &mut page.nodes {
        if let NodeKind::Chart(chart) = &mut node.kind {
            let last = chart.series.last_mut().expect("a series");
            last.hatches = vec![Some(Hatch::Rising), Some(Hatch::Dots), None];
        }
    }
    let document = document(vec![page]);
    let chart = |number: usize| part(&document, Options::default(), &format!("ppt/charts/chart{number}.xml"));
    let (bars, line, ring) = (chart(1), chart(2), chart(3));
    assert_eq!(bars.matches("<a:pattFill prst=\"wdUpDiag\"><a:fgClr>").count(), 1, "{bars}");
    assert!(line.contains("<a:custDash>") && line.contains("<c:symbol val=\"square\"/>") && !line.contains("pattFill"));
    assert!(line.contains("<c:symbol val=\"circle\"/>"), "the first line is unchanged");
    assert_eq!(ring.matches("<a:pattFill").count(), 2);
    assert!(ring.contains("prst=\"pct20\""));
}

#[test]
fn a_formula_is_an_equation_with_a_drawing_as_fallback() {
    let slides = [json!({"type": "content-slide", "content":
        {"title": "Areas", "body": "An area of $\\pi r^2$ and $$\\frac{1}{2}$$"}})];
    let document = crate::common::document_of("en-GB", &slides);
    let xml = slide(&document, 1);
    let (choice, fallback) = xml.split_once("<mc:Fallback>").expect("a fallback");
    assert!(choice.contains(
        "<mc:Choice xmlns:equation=\"http://schemas.microsoft.com/office/drawing/2010/main\" Requires=\"equation\">"
    ));
    assert!(choice.contains("<equation:m><m:oMath xmlns:m="), "{choice}");
    assert!(choice.contains("<m:sSup><m:e><m:r>") && choice.contains("<m:f><m:num>"), "{choice}");
    assert!(fallback.contains("<p:pic>") && fallback.contains("An area of πr²"), "{fallback}");
    elements(xml.as_bytes(), |_, _| {});
    let drawing = entries(&written(&document, Options::default())).remove("ppt/media/image1.png").expect("a drawing");
    let pixels = imaging::rgba(&drawing, imaging::PictureKind::Png, None).expect("a picture");
    let inked = pixels.rgba().chunks_exact(4).filter(|pixel| pixel[3] == 255).count();
    let pixels = usize::try_from(pixels.width() * pixels.height()).expect("a count");
    assert!(inked > 1000 && inked < pixels / 4, "signs on a transparent ground: {inked} of {pixels}");
}

#[test]
fn formulas_in_table_cells_and_boxes_are_equations() {
    let table = |area: &str, other: &str| {
        let rows = json!([{"c1": "Form", "c2": "Area"}, {"c1": "Circle", "c2": area}, {"c1": "Square", "c2": other}]);
        json!({"type": "table-slide", "content": {"title": "Forms", "colCount": "2", "rows": rows}})
    };
    let slides = [table("$\\pi r^2$", "$a^2$"), table("$5", "$6")];
    let document = crate::common::document_of("en-GB", &slides);
    let (areas, prices) = (slide(&document, 1), slide(&document, 2));
    let (choice, fallback) = areas.split_once("<mc:Fallback>").expect("a fallback");
    assert_eq!(choice.matches("<equation:m><m:oMath").count(), 2, "{choice}");
    assert!(choice.contains("<a:tbl>") && fallback.contains("<a:tbl>"), "{areas}");
    assert!(fallback.contains("<a:t>πr²</a:t>") && !fallback.contains("oMath"), "{fallback}");
    assert!(prices.contains("<a:tbl>") && !prices.contains("AlternateContent"), "{prices}");

    let mut plate = crate::common::document_of(
        "en-GB",
        &[json!({"type": "content-slide", "content":
        {"title": "Areas", "body": "An area of $\\pi r^2$"}})],
    );
    let body = std::sync::Arc::make_mut(&mut plate.pages[0])
        .nodes
        .iter_mut()
        .find(|node| node.role == NodeRole::Body)
        .expect("a body");
    let NodeKind::Text(text) = &mut body.kind else { panic!("a text") };
    text.anchor = scene::VerticalAlign::Middle;
    let nodes = vec![Node::decoration(body.frame, NodeKind::Shape(Shape::disc(PaletteRole::Tint))), body.clone()];
    *body = Node { kind: NodeKind::Group(Group { nodes, clip: false }), role: NodeRole::Plate, ..body.clone() };
    let xml = slide(&plate, 1);
    let (choice, fallback) = xml.split_once("<mc:Fallback>").expect("a fallback");
    assert!(choice.contains("prst=\"ellipse\"") && choice.contains("<equation:m>"), "{choice}");
    assert!(fallback.contains("<p:pic>") && fallback.contains("An area of πr²"), "{fallback}");
}

/// A film of a size in an MPEG-4 file without pictures.
struct Film(Vec<u8>);

impl Film {
    fn of_size(width: u16, height: u16) -> Film {
        let part = |kind: &[u8], content: &[u8]| {
            let length = u32::try_from(content.len() + 8).expect("a short part");
            [&length.to_be_bytes(), kind, content].concat()
        };
        let mut header = [0; 84];
        header[41] = 1;
        header[76..78].copy_from_slice(&width.to_be_bytes());
        header[80..82].copy_from_slice(&height.to_be_bytes());
        let movie = part(b"moov", &part(b"trak", &part(b"tkhd", &header)));
        Film([part(b"ftyp", b"isom"), movie].concat())
    }
}

impl export::PictureSource for Film {
    fn bytes(&self, _picture: &scene::PictureId) -> Option<std::sync::Arc<[u8]>> {
        None
    }

    fn media(&self, _address: &str) -> Option<Box<dyn Read + '_>> {
        Some(Box::new(&self.0[..]))
    }
}

#[test]
fn a_video_has_its_own_proportions() {
    let content = json!({"source": "/uploads/quay-6f1c2a54-8f0e-4c57-9b63-0d5a3f1f7f11.mp4"});
    let document = crate::common::document_of("en-GB", &[json!({"type": "video-slide", "content": content})]);
    let check = |width: u16, height: u16, expected: [&str; 4]| {
        let mut file = Cursor::new(Vec::new());
        let film = Film::of_size(width, height);
        let input = export::ExportInput { document: &document, pictures: &film, on_page: &|_| true };
        let options = Options { scale: 1, ..Options::default() };
        export::pptx::pptx(input, &export::PictureCache::new(1 << 20), options, &mut file).expect("a file");
        let slide = entries(&file.into_inner()).remove("ppt/slides/slide1.xml").expect("a slide");
        let mut frame = Vec::new();
        let (_, player) = std::str::from_utf8(&slide).expect("text").split_once("<p:pic>").expect("a player");
        elements(
            format!("<x>{}</x>", &player[..player.find("</p:pic>").expect("an end")]).as_bytes(),
            |name, attributes| {
                if matches!(name, "a:off" | "a:ext") && frame.len() < 4 {
                    frame.extend(["x", "y", "cx", "cy"].iter().filter_map(|side| attributes.get(*side)).cloned());
                }
            },
        );
        assert_eq!(frame, expected, "{width} x {height}");
    };
    check(1280, 720, ["0", "0", "12192000", "6858000"]);
    check(720, 1280, ["4167188", "0", "3857625", "6858000"]);
    check(2000, 1000, ["0", "381000", "12192000", "6096000"]);
    check(0, 0, ["0", "0", "12192000", "6858000"]);
}
