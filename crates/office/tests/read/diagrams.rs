//! SmartArt.

use office::model::{Content, Diagram, DiagramNode};

use crate::package::{Package, frame, p, words};

#[track_caller]
fn content(model: &str, drawing: &str) -> Content {
    let links = [("dm", "diagramData", "../diagrams/data1.xml"), ("dr", "diagramDrawing", "../diagrams/drawing1.xml")];
    let package = Package::new()
        .slide_with(&frame(r#"<dgm:relIds xmlns:dgm="d" r:dm="dm" r:lo="lo" r:qs="qs" r:cs="cs"/>"#), &links)
        .part("ppt/diagrams/data1.xml", &format!("<dgm:dataModel xmlns:dgm='d' NS>{model}</dgm:dataModel>"))
        .part("ppt/diagrams/drawing1.xml", &format!("<dsp:drawing xmlns:dsp='d' NS>{drawing}</dsp:drawing>"));
    package.first().shapes.swap_remove(0).content
}

fn outline(nodes: &[DiagramNode]) -> String {
    let entry = |node: &DiagramNode| {
        let children = if node.children.is_empty() { String::new() } else { format!("({})", outline(&node.children)) };
        words(&node.paragraphs).join("+") + &children
    };
    nodes.iter().map(entry).collect::<Vec<_>>().join(" ")
}

fn point(id: &str, kind: &str, text: &str) -> String {
    format!(r#"<dgm:pt modelId="{id}"{kind}><dgm:t><a:bodyPr/>{}</dgm:t></dgm:pt>"#, p(text))
}

fn connection(from: &str, to: &str, order: u32) -> String {
    format!(r#"<dgm:cxn modelId="x" srcId="{from}" destId="{to}" srcOrd="{order}" destOrd="0"/>"#)
}

const DOCUMENT: &str = r#"<dgm:pt modelId="top" type="doc"><dgm:prSet loTypeId="urn:microsoft.com/office/officeart/2005/8/layout/hierarchy2"/></dgm:pt>"#;

#[test]
fn a_diagram_is_the_tree_of_its_texts() {
    let model = format!(
        r#"<dgm:ptLst>{DOCUMENT}{}{}{}{}{}</dgm:ptLst><dgm:cxnLst>{}{}{}{}<dgm:cxn type="presOf" srcId="a" destId="pres"/></dgm:cxnLst>"#,
        point("a", "", "Second"),
        point("b", r#" type="node""#, "First"),
        point("c", r#" type="asst""#, "Below"),
        point("t", r#" type="parTrans""#, "not an entry"),
        point("pres", r#" type="pres""#, "not an entry"),
        connection("top", "a", 1),
        connection("top", "b", 0),
        connection("b", "c", 0),
        connection("c", "b", 0),
    );
    let Content::Diagram(Diagram { layout, nodes }) = content(&model, "") else { panic!("a diagram") };
    assert_eq!(layout, "hierarchy2");
    assert_eq!(outline(&nodes), "First(Below) Second", "a circle is cut");
}

#[test]
fn the_drawing_speaks_for_a_model_without_texts() {
    let model = format!(
        r#"<dgm:ptLst>{DOCUMENT}</dgm:ptLst><dgm:extLst><a:ext uri="x"><dsp:dataModelExt xmlns:dsp="d" relId="dr"/></a:ext></dgm:extLst>"#
    );
    let sp = |text: &str| format!("<dsp:sp><dsp:txBody><a:bodyPr/>{}</dsp:txBody></dsp:sp>", p(text));
    let drawing = format!("<dsp:spTree>{}<dsp:sp/>{}</dsp:spTree>", sp("One"), sp("Two"));
    let Content::Diagram(diagram) = content(&model, &drawing) else { panic!("a diagram") };
    assert_eq!((diagram.layout.as_str(), &*outline(&diagram.nodes)), ("hierarchy2", "One Two"));
    assert_eq!(content(&model, ""), Content::Other("SmartArt without texts".to_owned()));
}
