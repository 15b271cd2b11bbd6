//! Positions of shapes: inherited, in groups, and of lines between shapes.

use office::model::{Connector, Content, Frame};

use crate::package::{p, shape, slide, sp, xfrm};

fn frame(x: i64, y: i64, width: i64, height: i64) -> Frame {
    Frame { x, y, width, height }
}

#[test]
fn places_come_from_the_slide_the_layout_or_the_master() {
    let place = |placeholder: &str, properties: &str| shape(&sp(2, placeholder, properties, "")).frame;
    assert_eq!(place(r#"<p:ph idx="1"/>"#, &xfrm(1, 2, 3, 4)), frame(1, 2, 3, 4));
    assert_eq!(place(r#"<p:ph idx="1"/>"#, ""), frame(10, 100, 400, 300), "of the layout");
    assert_eq!(place(r#"<p:ph type="pic" idx="13"/>"#, ""), frame(500, 100, 400, 300), "of the layout, by its number");
    assert_eq!(place(r#"<p:ph type="title"/>"#, ""), frame(10, 20, 900, 60), "of the master, through the layout");
    assert_eq!(place(r#"<p:ph type="ctrTitle"/>"#, ""), frame(10, 20, 900, 60));
    assert_eq!(place(r#"<p:ph type="sldNum" idx="99"/>"#, ""), frame(800, 500, 100, 20), "of the master alone");
    assert_eq!(place(r#"<p:ph idx="1"/>"#, &xfrm(0, 0, 0, 0)), frame(10, 100, 400, 300), "a place without extent");
    assert_eq!(place("", ""), Frame::default());
    assert_eq!(place("", &xfrm(0, 0, 0, 0).replace("cx=\"0\"", "cx=\"2in\"")), frame(0, 0, 1_828_800, 0));
}

#[test]
fn members_of_groups_know_the_outermost_and_stand_on_the_slide() {
    let group = |id: u32, members: &str| {
        format!(
            r#"<p:grpSp><p:nvGrpSpPr><p:cNvPr id="{id}" name="Group"/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="100" y="100"/><a:ext cx="200" cy="200"/><a:chOff x="0" y="0"/><a:chExt cx="100" cy="100"/></a:xfrm></p:grpSpPr>{members}</p:grpSp>"#
        )
    };
    let member = |id: u32| sp(id, "", &xfrm(10, 10, 20, 20), &p("x"));
    let slide = slide(&(group(7, &(member(2) + &group(8, &member(3)))) + &member(4)));
    let shapes: Vec<_> = slide.shapes.iter().map(|shape| (shape.id, shape.group, shape.frame)).collect();
    assert_eq!(
        shapes,
        [
            (2, Some(7), frame(120, 120, 40, 40)),
            (3, Some(7), frame(340, 340, 80, 80)),
            (4, None, frame(10, 10, 20, 20)),
        ]
    );
}

#[test]
fn connectors_know_their_ends_and_arrows() {
    let connector = |ends: &str, line: &str| {
        let shape = shape(&format!(
            r#"<p:cxnSp><p:nvCxnSpPr><p:cNvPr id="5" name="Line"/><p:cNvCxnSpPr>{ends}</p:cNvCxnSpPr><p:nvPr/></p:nvCxnSpPr><p:spPr><a:ln>{line}</a:ln></p:spPr></p:cxnSp>"#
        ));
        shape.content
    };
    let ends = r#"<a:stCxn id="2" idx="3"/><a:endCxn id="3" idx="1"/>"#;
    assert_eq!(
        connector(ends, r#"<a:tailEnd type="triangle"/>"#),
        Content::Connector(Connector { from: Some(2), to: Some(3), has_arrow: true })
    );
    assert_eq!(connector("", r#"<a:tailEnd type="none"/>"#), Content::Connector(Connector::default()));
    let line = shape(&sp(2, "", r#"<a:prstGeom prst="line"/>"#, ""));
    assert_eq!(line.content, Content::Connector(Connector::default()), "a drawn line");
    let circle = shape(&sp(2, "", r#"<a:prstGeom prst="flowChartConnector"/>"#, ""));
    assert!(matches!(circle.content, Content::Text(_)), "a circle of a flow chart");
}
