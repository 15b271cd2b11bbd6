//! Slides: order, sections, layouts, notes, hidden content, and content that the model cannot represent.

use office::model::{Link, Origin, Placeholder};

use crate::package::{Package, p, slide, sp, text_of, words};

#[test]
fn slides_come_in_the_order_of_the_list_and_know_their_section() {
    let mut package = Package::new().slide(&sp(2, "", "", &p("one"))).slide("").slide(&sp(2, "", "", &p("three")));
    package.extras = r#"<p:extLst><p:ext uri="x"><p14:sectionLst>
        <p14:section name="Start"><p14:sldIdLst><p14:sldId id="256"/><p14:sldId id="257"/></p14:sldIdLst></p14:section>
        <p14:section name="Empty"><p14:sldIdLst/></p14:section>
        <p14:section name=" End "><p14:sldIdLst><p14:sldId id="258"/></p14:sldIdLst></p14:section>
        </p14:sectionLst></p:ext></p:extLst>"#
        .to_owned();
    let presentation = package.read();
    assert_eq!(presentation.size, (12_192_000, 6_858_000));
    let sections: Vec<_> = presentation.slides.iter().map(|slide| slide.section.as_deref()).collect();
    assert_eq!(sections, [Some("Start"), Some("Start"), Some("End")]);
    assert_eq!(words(&text_of(&presentation.slides[2].shapes[0]).paragraphs), ["three"]);
    assert_eq!(presentation.slides[0].layout_kind.as_deref(), Some("obj"));
    assert_eq!(presentation.slides[0].layout_name, "Title and Content");
}

#[test]
fn a_slide_may_be_hidden_and_without_a_layout() {
    let package = Package::new()
        .slide_part(r#"<p:sld NS show="0"><p:cSld><p:spTree/></p:cSld></p:sld>"#, &[])
        .linked("ppt/slides/slide1.xml", &[]);
    let slide = package.first();
    assert!(slide.is_hidden);
    assert_eq!(slide.layout_kind, None);
    assert!(!Package::new().slide("").first().is_hidden);
}

#[test]
fn notes_are_the_texts_of_the_notes_page() {
    let notes = format!(
        "<p:notes NS><p:cSld><p:spTree>{}{}{}{}</p:spTree></p:cSld></p:notes>",
        sp(2, r#"<p:ph type="sldImg"/>"#, "", ""),
        sp(3, r#"<p:ph type="body" idx="1"/>"#, "", &(p("Say hello") + &p("Wait"))),
        sp(4, r#"<p:ph type="sldNum" idx="5"/>"#, "", &p("1")),
        sp(5, "", "", &p("In a box")),
    );
    let package = Package::new()
        .slide_with("", &[("n", "notesSlide", "../notesSlides/notesSlide1.xml")])
        .part("ppt/notesSlides/notesSlide1.xml", &notes);
    assert_eq!(words(&package.first().notes), ["Say hello", "Wait", "In a box"]);
}

#[test]
fn motion_and_hidden_shapes_are_noted() {
    let timing = |class: &str| {
        format!(r#"<p:timing><p:tnLst><p:par><p:cTn presetClass="{class}"/></p:par></p:tnLst></p:timing>"#)
    };
    let read = |rest: &str| {
        let root = format!("<p:sld NS><p:cSld><p:spTree/></p:cSld>{rest}</p:sld>");
        Package::new().slide_part(&root, &[]).first()
    };
    let unread = |rest: &str| read(rest).unread;
    assert_eq!(unread(""), [""; 0]);
    assert_eq!(unread("<p:transition><p:wheel/></p:transition>"), ["a transition"]);
    let fading = read("<p:transition><p:fade/></p:transition>");
    assert_eq!((fading.transition, fading.unread), (Some(deck::Transition::Fade), Vec::new()));
    let morph = r#"<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice
        xmlns:p159="http://schemas.microsoft.com/office/powerpoint/2015/09/main" Requires="p159"><p:transition><p159:morph
        option="byObject"/></p:transition></mc:Choice><mc:Fallback><p:transition><p:fade/></p:transition></mc:Fallback>
        </mc:AlternateContent>"#;
    assert_eq!(read(morph).transition, Some(deck::Transition::Morph));
    assert_eq!(unread(r#"<p:transition spd="slow"/>"#), [""; 0]);
    assert_eq!(unread(&timing("entr")), ["an animation"]);
    assert_eq!(unread(&timing("mediacall")), [""; 0], "a video that plays is no animation");
    let hidden = sp(2, "", "", &p("secret")).replace("name=", r#"hidden="1" name="#);
    let slide = slide(&hidden);
    assert_eq!((slide.shapes.len(), &slide.unread[..]), (0, &["a hidden shape".to_owned()][..]));
}

#[test]
fn names_that_morph_matches_by_are_read_without_their_mark() {
    let shape = |name: &str| slide(&sp(2, "", "", &p("x")).replace("Shape 2", name)).shapes.remove(0);
    let (named, plain) = (shape("!!Pump"), shape("Pump!!"));
    assert_eq!((named.name.as_str(), named.morph_name.as_deref()), ("Pump", Some("Pump")));
    assert_eq!((plain.name.as_str(), plain.morph_name), ("Pump!!", None));
}

#[test]
fn properties_name_the_title_and_the_exported_deck() {
    let package = Package::new()
        .part("docProps/core.xml", "<cp:coreProperties xmlns:cp='c' xmlns:dc='d'><dc:title> Water </dc:title></cp:coreProperties>")
        .part(
            "docProps/custom.xml",
            r#"<Properties><property name="LecternDeck"><vt:lpwstr xmlns:vt="v">abc</vt:lpwstr></property><property name="LecternRevision"><vt:i8 xmlns:vt="v">12</vt:i8></property></Properties>"#,
        );
    let presentation = package.read();
    assert_eq!(presentation.title.as_deref(), Some("Water"));
    let origin = Origin { deck: "abc".to_owned(), revision: 12, language: None, scale: None, on_template: false };
    assert_eq!(presentation.origin, Some(origin));
    assert_eq!(Package::new().read().origin, None);
}

#[test]
fn links_lead_to_the_web_and_to_slides_and_nowhere_else() {
    let shape = |link: &str| {
        sp(2, "", "", &p("x")).replace(r#"name="Shape 2"/>"#, &format!(r#"name="Shape 2">{link}</p:cNvPr>"#))
    };
    let links = [
        ("web", "hyperlink", "https://example.com/a?b=1&amp;c=2"),
        ("mail", "hyperlink", "mailto:a@example.org"),
        ("script", "hyperlink", "javascript:alert(1)"),
        ("file", "hyperlink", "file:///c:/a.docx"),
        ("slide", "slide", "slide2.xml"),
    ];
    let link = |xml: &str| {
        let slide = Package::new().slide_with(&shape(xml), &links).slide("").slide("").first();
        (slide.shapes[0].link.clone(), slide.unread.len())
    };
    let address = |address: &str| Some(Link::Address(address.to_owned()));
    assert_eq!(link(r#"<a:hlinkClick r:id="web"/>"#), (address("https://example.com/a?b=1&c=2"), 0));
    assert_eq!(link(r#"<a:hlinkClick r:id="mail"/>"#), (address("mailto:a@example.org"), 0));
    assert_eq!(link(r#"<a:hlinkClick r:id="script"/>"#), (None, 1));
    assert_eq!(link(r#"<a:hlinkClick r:id="file"/>"#), (None, 1));
    assert_eq!(link(r#"<a:hlinkClick r:id="gone"/>"#), (None, 0));
    assert_eq!(link(r#"<a:hlinkClick r:id="slide" action="ppaction://hlinksldjump"/>"#), (Some(Link::Slide(1)), 0));
    assert_eq!(
        link(r#"<a:hlinkClick r:id="" action="ppaction://hlinkshowjump?jump=lastslide"/>"#),
        (Some(Link::Slide(2)), 0)
    );
    assert_eq!(
        link(r#"<a:hlinkClick r:id="" action="ppaction://hlinkshowjump?jump=previousslide"/>"#),
        (Some(Link::Slide(0)), 0)
    );
    for action in ["hlinkshowjump?jump=endshow", "macro?name=Go", "program", "customshow?id=0"] {
        assert_eq!(link(&format!(r#"<a:hlinkClick r:id="" action="ppaction://{action}"/>"#)), (None, 1), "{action}");
    }
    for action in ["noaction", "media"] {
        assert_eq!(link(&format!(r#"<a:hlinkClick r:id="" action="ppaction://{action}"/>"#)), (None, 0), "{action}");
    }
}

#[test]
fn a_link_of_a_group_is_noted() {
    let group = format!(
        r#"<p:grpSp><p:nvGrpSpPr><p:cNvPr id="5" name="Group"><a:hlinkClick r:id="web"/></p:cNvPr></p:nvGrpSpPr><p:grpSpPr/>{}</p:grpSp>"#,
        sp(2, "", "", &p("x"))
    );
    let slide = Package::new().slide_with(&group, &[("web", "hyperlink", "https://example.com")]).first();
    assert_eq!((slide.shapes.len(), slide.unread), (1, vec!["a link of a group".to_owned()]));
}

#[test]
fn placeholders_have_the_role_of_their_kind_or_of_the_layout() {
    for (placeholder, role) in [
        (r#"<p:ph type="title"/>"#, Placeholder::Title),
        (r#"<p:ph type="ctrTitle"/>"#, Placeholder::Title),
        (r#"<p:ph type="subTitle" idx="1"/>"#, Placeholder::Subtitle),
        (r#"<p:ph idx="1"/>"#, Placeholder::Body),
        (r#"<p:ph idx="13"/>"#, Placeholder::Picture),
        (r#"<p:ph type="tbl" idx="14"/>"#, Placeholder::Object),
        (r#"<p:ph type="sldNum" idx="12"/>"#, Placeholder::Furniture),
    ] {
        let slide = slide(&sp(2, placeholder, "", ""));
        assert_eq!(slide.shapes[0].placeholder, Some(role), "{placeholder}");
    }
    assert_eq!(slide(&sp(2, "", "", "")).shapes[0].placeholder, None);
    let number = r#"<a:p><a:fld type="slidenum" id="x"><a:t>7</a:t></a:fld></a:p>"#;
    assert_eq!(slide(&sp(2, "", "", number)).shapes[0].placeholder, Some(Placeholder::Furniture));
    let more = number.replace("</a:p>", "<a:r><a:t> of 9</a:t></a:r></a:p>");
    assert_eq!(slide(&sp(2, "", "", &more)).shapes[0].placeholder, None);
}

#[test]
fn alternative_content_is_what_can_be_read() {
    let choice = |requires: &str, namespace: &str| {
        let chosen = sp(2, "", "", &p("choice"));
        let fallback = sp(3, "", "", &p("fallback"));
        let slide = slide(&format!(
            r#"<mc:AlternateContent xmlns:x="{namespace}"><mc:Choice Requires="{requires}">{chosen}</mc:Choice><mc:Fallback>{fallback}</mc:Fallback></mc:AlternateContent>"#
        ));
        words(&text_of(&slide.shapes[0]).paragraphs).concat()
    };
    assert_eq!(choice("a14", "urn:other"), "choice");
    assert_eq!(choice("x", "http://schemas.microsoft.com/office/drawing/2015/9/8/chartex"), "choice");
    assert_eq!(choice("x", "urn:schemas-microsoft-com:vml"), "fallback");
    assert_eq!(choice("a14 x", "urn:other"), "fallback");
    assert_eq!(choice("unknown", "urn:other"), "fallback");
    let ink = slide(
        r#"<mc:AlternateContent><mc:Choice Requires="p14"><p:contentPart r:id="i"/></mc:Choice><mc:Fallback><p:pic><p:nvPicPr><p:cNvPr id="2" name="Ink 2"/></p:nvPicPr></p:pic></mc:Fallback></mc:AlternateContent>"#,
    );
    assert_eq!(ink.unread, ["ink, of which only the picture is left"]);
}
