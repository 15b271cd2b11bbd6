"""SmartArt, which no library writes: the data model of a diagram and the parts it needs, as XML by hand."""

from lxml import etree
from pptx.opc.package import Part
from pptx.opc.packuri import PackURI

DIAGRAM = "http://schemas.openxmlformats.org/drawingml/2006/diagram"
DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
KIND = "application/vnd.openxmlformats-officedocument.drawingml.diagram"
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'


def add(slide, layout: str, nodes: list[tuple[str, list[str]]], frame):
    """Adds a diagram of a layout (`process1`, `cycle2`, ...) with its entries and those below them."""
    unique = f"urn:microsoft.com/office/officeart/2005/8/layout/{layout}"
    number = f"{slide.slide_id}"
    parts = {
        "data": ("diagramData", "Data", data_model(unique, nodes)),
        "layout": ("diagramLayout", "Layout", f'<dgm:layoutDef xmlns:dgm="{DIAGRAM}" uniqueId="{unique}"><dgm:title val=""/>'
                   '<dgm:desc val=""/><dgm:catLst/><dgm:layoutNode/></dgm:layoutDef>'),
        "quickStyle": ("diagramQuickStyle", "Style", f'<dgm:styleDef xmlns:dgm="{DIAGRAM}" uniqueId="urn:microsoft.com/office/'
                       'officeart/2005/8/quickstyle/simple1"/>'),
        "colors": ("diagramColors", "Colors", f'<dgm:colorsDef xmlns:dgm="{DIAGRAM}" uniqueId="urn:microsoft.com/office/'
                   'officeart/2005/8/colors/accent1_2"/>'),
    }
    ids = {}
    for name, (relation, kind, xml) in parts.items():
        uri = PackURI(f"/ppt/diagrams/{name}{number}.xml")
        part = Part(uri, f"{KIND}{kind}+xml", slide.part.package, (HEAD + xml).encode())
        ids[name] = slide.part.relate_to(part, f"{RELATIONS}/{relation}")
    x, y, width, height = frame
    xml = (
        f'<p:graphicFrame xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="{DRAWING}">'
        f'<p:nvGraphicFramePr><p:cNvPr id="{900 + len(slide.shapes)}" name="Diagram {len(slide.shapes)}"/>'
        "<p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr>"
        f'<p:xfrm><a:off x="{x}" y="{y}"/><a:ext cx="{width}" cy="{height}"/></p:xfrm><a:graphic>'
        f'<a:graphicData uri="{DIAGRAM}"><dgm:relIds xmlns:dgm="{DIAGRAM}" xmlns:r="{RELATIONS}" r:dm="{ids["data"]}" '
        f'r:lo="{ids["layout"]}" r:qs="{ids["quickStyle"]}" r:cs="{ids["colors"]}"/></a:graphicData></a:graphic>'
        "</p:graphicFrame>"
    )
    slide.shapes._spTree.append(etree.fromstring(xml))


def data_model(layout: str, nodes: list[tuple[str, list[str]]]) -> str:
    points = [
        f'<dgm:pt modelId="0" type="doc"><dgm:prSet loTypeId="{layout}" loCatId="process"/><dgm:spPr/>'
        "<dgm:t><a:bodyPr/><a:p/></dgm:t></dgm:pt>"
    ]
    lines, next_id = [], 1

    def point(text, parent, order):
        nonlocal next_id
        id, next_id = next_id, next_id + 3
        points.append(
            f'<dgm:pt modelId="{id}"><dgm:prSet/><dgm:spPr/><dgm:t><a:bodyPr/><a:p><a:r><a:rPr lang="en-GB"/>'
            f"<a:t>{text}</a:t></a:r></a:p></dgm:t></dgm:pt>"
        )
        for offset, kind in [(1, "parTrans"), (2, "sibTrans")]:
            points.append(
                f'<dgm:pt modelId="{id + offset}" type="{kind}" cxnId="{1000 + id}"><dgm:prSet/><dgm:spPr/>'
                "<dgm:t><a:bodyPr/><a:p/></dgm:t></dgm:pt>"
            )
        lines.append(
            f'<dgm:cxn modelId="{1000 + id}" srcId="{parent}" destId="{id}" srcOrd="{order}" destOrd="0" '
            f'parTransId="{id + 1}" sibTransId="{id + 2}"/>'
        )
        return id

    for order, (text, below) in enumerate(nodes):
        id = point(text, 0, order)
        for at, child in enumerate(below):
            point(child, id, at)
    return (
        f'<dgm:dataModel xmlns:dgm="{DIAGRAM}" xmlns:a="{DRAWING}"><dgm:ptLst>{"".join(points)}</dgm:ptLst>'
        f'<dgm:cxnLst>{"".join(lines)}</dgm:cxnLst><dgm:bg/><dgm:whole/></dgm:dataModel>'
    )
