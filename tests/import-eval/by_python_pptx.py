"""Files by python-pptx: with the placeholders of its template, and drawn freely, as people do who paste into a slide."""

import copy
import random

from lxml import etree
from pptx import Presentation
from pptx.chart.data import BubbleChartData, CategoryChartData, XyChartData
from pptx.dml.color import RGBColor
from pptx.enum.chart import XL_CHART_TYPE
from pptx.enum.shapes import MSO_CONNECTOR, MSO_SHAPE
from pptx.opc.constants import RELATIONSHIP_TYPE as RT
from pptx.opc.package import Part
from pptx.opc.packuri import PackURI
from pptx.oxml.ns import qn
from pptx.util import Emu, Inches, Pt

import smartart
from pictures import photo
from truth import flat, slide

CHARTS = {
    "column": XL_CHART_TYPE.COLUMN_CLUSTERED,
    "stacked column": XL_CHART_TYPE.COLUMN_STACKED,
    "full column": XL_CHART_TYPE.COLUMN_STACKED_100,
    "bar": XL_CHART_TYPE.BAR_CLUSTERED,
    "stacked bar": XL_CHART_TYPE.BAR_STACKED,
    "line": XL_CHART_TYPE.LINE,
    "line with markers": XL_CHART_TYPE.LINE_MARKERS,
    "area": XL_CHART_TYPE.AREA,
    "stacked area": XL_CHART_TYPE.AREA_STACKED,
    "pie": XL_CHART_TYPE.PIE,
    "doughnut": XL_CHART_TYPE.DOUGHNUT,
    "radar": XL_CHART_TYPE.RADAR,
}
ONE_SERIES = {"pie", "doughnut"}


class Deck:
    """A file that is being written, and what its slides say."""

    def __init__(self, subject: dict, seed: int, is_wide: bool):
        self.subject, self.rng, self.seed = subject, random.Random(seed), seed
        self.file = Presentation()
        if is_wide:
            widen(self.file)
        self.width, self.height = self.file.slide_width, self.file.slide_height
        self.truth = []
        self.pictures = seed * 100
        self.file.core_properties.title = subject["title"] if seed % 3 else ""
        self.file.core_properties.author = subject["author"]
        self.file.core_properties.language = subject["language"]

    # What slides are made of.

    def add(self, layout: int, title: str | None = None):
        made = self.file.slides.add_slide(self.file.slide_layouts[layout])
        if title is not None:
            made.shapes.title.text = title
        return made

    def x(self, share: float) -> int:
        return int(self.width * share)

    def y(self, share: float) -> int:
        return int(self.height * share)

    def box(self, made, x, y, w, h, text, size=18, bold=False):
        box = made.shapes.add_textbox(self.x(x), self.y(y), self.x(w), self.y(h))
        box.text_frame.word_wrap = True
        fill(box.text_frame, [text], size, bold)
        return box

    def shape(self, made, kind, x, y, w, h, *lines, size=16):
        shape = made.shapes.add_shape(kind, self.x(x), self.y(y), self.x(w), self.y(h))
        fill(shape.text_frame, list(lines), size)
        return shape

    def photo(self, made, x, y, w, h=None, alt=None, crop=False, form="JPEG"):
        self.pictures += 1
        picture = made.shapes.add_picture(
            photo(self.pictures, form=form), self.x(x), self.y(y), self.x(w), self.y(h) if h else None
        )
        if alt:
            picture._element.nvPicPr.cNvPr.set("descr", alt)
        if crop:
            picture.crop_left, picture.crop_top = 0.12, 0.08
        return picture

    def done(self, made, truth, notes=False, comment=False, hidden=False):
        if notes:
            made.notes_slide.notes_text_frame.text = self.subject["notes"]
            truth.notes = self.subject["notes"]
        if comment:
            add_comment(self.file, made, self.subject["author"], self.subject["comment"])
            truth.comments = 1
        if hidden:
            made._element.set("show", "0")
            truth.is_hidden = True
        self.truth.append(truth)

    # The kinds of slides.

    def title(self):
        s = self.subject
        made = self.add(0, s["title"])
        lines = [s["subtitle"], s["author"]] if self.seed % 2 else [s["subtitle"]]
        fill(made.placeholders[1].text_frame, lines)
        self.done(made, slide("title", s["title"], *lines), notes=True)

    def section(self, number):
        name = self.subject["chapters"][number]
        made = self.add(2, name)
        text = self.subject["points"][number][0] if number == 1 else ""
        made.placeholders[1].text = text
        self.done(made, slide("section", name, text))

    def bullets(self, number, **more):
        title, items = self.subject["points"][number]
        made = self.add(1, title)
        fill_levels(made.placeholders[1].text_frame, items)
        kind = "nested" if any(isinstance(item, list) for item in items) else "bullets"
        self.done(made, slide(kind, title, *flat(items)), **more)

    def bullets_in_a_box(self, number):
        """As pasted: a title placeholder, and a text box with bullet signs typed by hand."""
        title, items = self.subject["points"][number]
        made = self.add(5, title)
        items = flat(items)
        box = self.box(made, 0.08, 0.3, 0.84, 0.55, "• " + items[0], 20)
        for item in items[1:]:
            box.text_frame.add_paragraph().text = "• " + item
        self.done(made, slide("bullets", title, *items))

    def paragraph(self):
        title, text = self.subject["paragraph"]
        made = self.add(5, title)
        self.box(made, 0.08, 0.3, 0.84, 0.5, text, 20)
        self.done(made, slide("paragraph", title, text), notes=True)

    def styled_paragraph(self):
        title, text = self.subject["paragraph"]
        made = self.add(1, title)
        words = text.split(" ")
        frame = made.placeholders[1].text_frame
        for part, style in [(words[:4], "bold"), (words[4:9], "plain"), (words[9:12], "italic"), (words[12:], "plain")]:
            run = frame.paragraphs[0].add_run()
            run.text = " ".join(part) + " "
            run.font.bold, run.font.italic = style == "bold" or None, style == "italic" or None
        frame.paragraphs[0].runs[1].hyperlink.address = "https://example.org/report?year=2026&lang=en"
        no_bullet(frame.paragraphs[0])
        self.done(made, slide("paragraph", title, text))

    def comparison(self):
        title, (left, lefts), (right, rights) = self.subject["columns"]
        made = self.add(4, title)
        for index, lines in [(1, [left]), (2, lefts), (3, [right]), (4, rights)]:
            fill(made.placeholders[index].text_frame, lines)
        self.done(made, slide("comparison", title, left, *lefts, right, *rights))

    def two_lists(self):
        title, (left, lefts), (right, rights) = self.subject["columns"]
        made = self.add(3, title)
        fill(made.placeholders[1].text_frame, [left, *lefts])
        fill(made.placeholders[2].text_frame, [right, *rights])
        self.done(made, slide("two lists", title, left, *lefts, right, *rights))

    def comparison_in_boxes(self):
        """Two boxes beside one another, drawn by hand, the right one first."""
        title, (left, lefts), (right, rights) = self.subject["columns"]
        made = self.add(5, title)
        for x, name, items in [(0.52, right, rights), (0.06, left, lefts)]:
            self.box(made, x, 0.28, 0.42, 0.1, name, 24, bold=True)
            box = self.box(made, x, 0.4, 0.42, 0.45, items[0], 18)
            for item in items[1:]:
                box.text_frame.add_paragraph().text = item
        self.done(made, slide("comparison", title, left, *lefts, right, *rights))

    def three_columns(self):
        title, items = self.subject["steps"]
        made = self.add(5, title)
        for column, (name, text) in enumerate(items[:3]):
            x = 0.06 + 0.31 * column
            self.box(made, x, 0.3, 0.27, 0.1, name, 22, bold=True)
            self.box(made, x, 0.42, 0.27, 0.3, text, 16)
        self.done(made, slide("three columns", title, *[text for item in items[:3] for text in item]))

    def table(self, merged=False):
        title, rows = self.subject["table"]
        made = self.add(5, title)
        rows = copy.deepcopy(rows)
        frame = made.shapes.add_table(
            len(rows), len(rows[0]), self.x(0.06), self.y(0.28), self.x(0.88), self.y(0.5)
        )
        for at, row in enumerate(rows):
            for column, text in enumerate(row):
                frame.table.cell(at, column).text = text
        if merged:
            last = len(rows) - 1
            for column in range(1, len(rows[0])):
                frame.table.cell(last, column).text = rows[last][column] = ""
            frame.table.cell(last, 0).merge(frame.table.cell(last, len(rows[0]) - 1))
        self.done(made, slide("table", title, tables=[rows]))

    def table_with_caption(self):
        title, rows = self.subject["table"]
        made = self.add(5, title)
        frame = made.shapes.add_table(
            len(rows), len(rows[0]), self.x(0.06), self.y(0.28), self.x(0.88), self.y(0.5)
        )
        for at, row in enumerate(rows):
            for column, text in enumerate(row):
                frame.table.cell(at, column).text = text
        caption = self.subject["notes"].split(".")[0]
        self.box(made, 0.06, 0.88, 0.88, 0.07, caption, 12)
        self.done(made, slide("table", title, caption, tables=[rows]))

    def chart(self, name):
        title, categories, series = self.subject["chart"]
        if name in ONE_SERIES:
            series = series[:1]
            series = [(series[0][0], [abs(value) for value in series[0][1]])]
        data = CategoryChartData()
        data.categories = categories
        for label, values in series:
            data.add_series(label, values)
        made = self.add(5, title)
        frame = made.shapes.add_chart(
            CHARTS[name], self.x(0.08), self.y(0.26), self.x(0.84), self.y(0.66), data
        )
        frame.chart.has_legend = len(series) > 1
        kind = "odd chart" if name == "radar" else "chart"
        self.done(made, slide(kind, title, charts=[chart_truth(categories, series)]))

    def chart_in_placeholder(self):
        title, categories, series = self.subject["chart"]
        data = CategoryChartData(number_format="0.0")
        data.categories = categories
        for label, values in series:
            data.add_series(label, values)
        made = self.add(1, title)
        box = made.placeholders[1]
        frame = (box.left, box.top, box.width, box.height)
        box._element.getparent().remove(box._element)
        made.shapes.add_chart(CHARTS["column"], *frame, data)
        self.done(made, slide("chart", title, charts=[chart_truth(categories, series)]))

    def chart_and_text(self):
        title, categories, series = self.subject["chart"]
        points = flat(self.subject["points"][1][1])
        data = CategoryChartData()
        data.categories = categories
        for label, values in series:
            data.add_series(label, values)
        made = self.add(3, title)
        fill(made.placeholders[1].text_frame, points)
        right = made.placeholders[2]
        frame = (right.left, right.top, right.width, right.height)
        right._element.getparent().remove(right._element)
        made.shapes.add_chart(CHARTS["line"], *frame, data)
        self.done(made, slide("mixed", title, *points, charts=[chart_truth(categories, series)]))

    def scatter(self):
        title, categories, series = self.subject["chart"]
        data = XyChartData()
        points = [(float(at), value) for at, value in enumerate(series[0][1])]
        line = data.add_series(series[0][0])
        for x, y in points:
            line.add_data_point(x, y)
        made = self.add(5, title)
        made.shapes.add_chart(XL_CHART_TYPE.XY_SCATTER, self.x(0.08), self.y(0.26), self.x(0.84), self.y(0.66), data)
        self.done(made, slide("chart", title, charts=[{"points": points}]))

    def bubbles(self):
        title, _, series = self.subject["chart"]
        data = BubbleChartData()
        line = data.add_series(series[0][0])
        points = [(float(at), value, 10.0 + at) for at, value in enumerate(series[0][1])]
        for x, y, size in points:
            line.add_data_point(x, y, size)
        made = self.add(5, title)
        made.shapes.add_chart(XL_CHART_TYPE.BUBBLE, self.x(0.08), self.y(0.26), self.x(0.84), self.y(0.66), data)
        self.done(made, slide("odd chart", title, charts=[{"points": [(x, y) for x, y, _ in points]}]))

    def picture(self, crop=False):
        caption = self.subject["pictures"][0]
        made = self.add(5, caption)
        self.photo(made, 0.1, 0.24, 0.8, 0.7, alt=caption, crop=crop)
        self.done(made, slide("picture", caption, pictures=1))

    def full_picture(self):
        made = self.add(6)
        self.photo(made, 0, 0, 1, 1, alt=self.subject["pictures"][1], form="PNG")
        self.done(made, slide("picture", pictures=1))

    def picture_with_caption(self):
        """The layout `Picture with Caption`, whose title stands below the picture."""
        title, text = self.subject["pictures"][2], self.subject["points"][0][0]
        made = self.add(8, title)
        made.placeholders[1].insert_picture(photo(self.pictures + 50))
        made.placeholders[2].text = text
        truth = slide("picture", title, text, pictures=1)
        truth.types = ["image-slide", "image-text-slide"]
        self.done(made, truth)

    def picture_and_text(self, crop=False):
        title, items = self.subject["points"][1]
        made = self.add(3, title)
        fill(made.placeholders[1].text_frame, flat(items))
        right = made.placeholders[2]
        frame = (right.left, right.top, right.width)
        right._element.getparent().remove(right._element)
        self.pictures += 1
        picture = made.shapes.add_picture(photo(self.pictures), *frame)
        picture._element.nvPicPr.cNvPr.set("descr", self.subject["pictures"][0])
        if crop:
            picture.crop_right = 0.25
        self.done(made, slide("picture and text", title, *flat(items), pictures=1))

    def gallery(self):
        captions = self.subject["pictures"][:3]
        made = self.add(5, self.subject["chapters"][2])
        for column, caption in enumerate(captions):
            self.photo(made, 0.05 + 0.31 * column, 0.3, 0.28, 0.4, alt=caption)
            self.box(made, 0.05 + 0.31 * column, 0.72, 0.28, 0.08, caption, 14)
        self.done(made, slide("gallery", self.subject["chapters"][2], *captions, pictures=len(captions)))

    def team(self):
        made = self.add(5, self.subject["chapters"][1])
        people = [("Ada Vos", "Director"), ("Tom Berg", "Foreman"), ("Mei Lin", "Engineer")]
        for column, (name, role) in enumerate(people):
            x = 0.08 + 0.3 * column
            self.photo(made, x, 0.28, 0.2, 0.3, alt=name)
            self.box(made, x, 0.6, 0.24, 0.08, name, 18, bold=True)
            self.box(made, x, 0.68, 0.24, 0.08, role, 14)
        texts = [text for person in people for text in person]
        self.done(made, slide("team", self.subject["chapters"][1], *texts, pictures=3))

    def quote(self):
        text, who = self.subject["quote"]
        made = self.add(6)
        self.box(made, 0.12, 0.3, 0.76, 0.3, f"“{text}”", 32)
        self.box(made, 0.12, 0.66, 0.76, 0.1, f"— {who}", 18)
        self.done(made, slide("quote", text, who))

    def process(self, way):
        title, items = self.subject["steps"]
        items = items[:4]
        made = self.add(5, title)
        count, shapes = len(items), []
        step = 0.9 / count
        for at, (name, text) in enumerate(items):
            kind = MSO_SHAPE.CHEVRON if way == "chevrons" else MSO_SHAPE.ROUNDED_RECTANGLE
            shapes.append(self.shape(made, kind, 0.05 + step * at, 0.4, step * 0.8, 0.25, name, text))
        if way == "connectors":
            for first, second in zip(shapes, shapes[1:]):
                line = made.shapes.add_connector(MSO_CONNECTOR.STRAIGHT, 0, 0, 0, 0)
                line.begin_connect(first, 3)
                line.end_connect(second, 1)
                ends = line._element.spPr.get_or_add_ln()
                etree.SubElement(ends, qn("a:tailEnd"), type="triangle")
        elif way == "arrows":
            for at in range(count - 1):
                self.shape(made, MSO_SHAPE.RIGHT_ARROW, 0.05 + step * (at + 0.82), 0.49, step * 0.16, 0.06)
        self.done(made, slide("process", title, *[text for item in items for text in item]))

    def process_in_a_group(self):
        title, items = self.subject["steps"]
        made = self.add(5, title)
        group = made.shapes.add_group_shape()
        step = 0.9 / len(items)
        for at, (name, _) in enumerate(items):
            shape = group.shapes.add_shape(
                MSO_SHAPE.PENTAGON, self.x(0.05 + step * at), self.y(0.45), self.x(step * 0.92), self.y(0.2)
            )
            fill(shape.text_frame, [name], 16)
        self.done(made, slide("process", title, *[name for name, _ in items]))

    def timeline(self, way):
        title, items = self.subject["dates"]
        made = self.add(5, title)
        step = 0.9 / len(items)
        if way == "line":
            made.shapes.add_connector(MSO_CONNECTOR.STRAIGHT, self.x(0.05), self.y(0.5), self.x(0.95), self.y(0.5))
        for at, (when, what) in enumerate(items):
            x = 0.05 + step * at
            if way == "line":
                self.shape(made, MSO_SHAPE.OVAL, x + step * 0.4, 0.485, 0.02, 0.03)
                self.box(made, x, 0.38, step * 0.95, 0.08, when, 18, bold=True)
                self.box(made, x, 0.55, step * 0.95, 0.2, what, 14)
            else:
                self.shape(made, MSO_SHAPE.RECTANGLE, x, 0.4, step * 0.9, 0.3, when, what, size=14)
        self.done(made, slide("timeline", title, *[text for item in items for text in item]))

    def diagram(self, layout, kind):
        title, items = self.subject["steps"] if kind != "timeline" else self.subject["dates"]
        made = self.add(5, title)
        nodes = [(name, [text]) for name, text in items] if kind == "hierarchy" else [(name, []) for name, _ in items]
        frame = (self.x(0.08), self.y(0.26), self.x(0.84), self.y(0.6))
        smartart.add(made, layout, nodes, frame)
        texts = [text for name, below in nodes for text in [name, *below]]
        self.done(made, slide(kind, title, *texts))

    def matrix(self):
        title, (left, lefts), (right, rights) = self.subject["columns"]
        made = self.add(5, title)
        cells = [(left, lefts[0]), (right, rights[0]), (lefts[1], lefts[2]), (rights[1], rights[2])]
        for at, (name, text) in enumerate(cells):
            x, y = 0.06 + 0.45 * (at % 2), 0.26 + 0.33 * (at // 2)
            self.shape(made, MSO_SHAPE.RECTANGLE, x, y, 0.43, 0.31, name, text)
        self.done(made, slide("matrix", title, *[text for cell in cells for text in cell]))

    def figures(self):
        title, items = self.subject["figures"]
        made = self.add(5, title)
        step = 0.9 / len(items)
        for at, (number, label) in enumerate(items):
            self.box(made, 0.05 + step * at, 0.35, step * 0.9, 0.2, number, 48, bold=True)
            self.box(made, 0.05 + step * at, 0.56, step * 0.9, 0.1, label, 16)
        self.done(made, slide("figures", title, *[text for item in items for text in item]))

    def code(self):
        made = self.add(5, "query.sql")
        lines = ["SELECT street, SUM(cost) AS total", "FROM repairs", "GROUP BY street", "ORDER BY total DESC;"]
        box = self.box(made, 0.08, 0.3, 0.84, 0.4, lines[0], 16)
        for line in lines[1:]:
            box.text_frame.add_paragraph().text = line
        for paragraph in box.text_frame.paragraphs:
            for run in paragraph.runs:
                run.font.name, run.font.size = "Consolas", Pt(16)
        self.done(made, slide("code", "query.sql", *lines))

    def footers(self):
        """A date, a footer and a slide number on the slide itself, which are not content."""
        title, items = self.subject["points"][2]
        made = self.add(1, title)
        fill_levels(made.placeholders[1].text_frame, items)
        for placeholder in made.slide_layout.placeholders:
            if placeholder.placeholder_format.idx in (10, 11, 12):
                clone = copy.deepcopy(placeholder._element)
                made.shapes._spTree.append(clone)
        self.done(made, slide("bullets", title, *flat(items)))

    def hidden(self):
        title, text = self.subject["paragraph"]
        made = self.add(1, title)
        made.placeholders[1].text = text
        self.done(made, slide("paragraph", title, text), hidden=True, notes=True)

    def end(self):
        title, text = self.subject["end"]
        made = self.add(0, title)
        made.placeholders[1].text = text
        self.done(made, slide("end", title, text))

    def save(self, path):
        self.file.save(path)


def fill(frame, lines, size=None, bold=False):
    for at, line in enumerate(lines):
        paragraph = frame.paragraphs[0] if at == 0 else frame.add_paragraph()
        run = paragraph.add_run()
        run.text = line
        if size:
            run.font.size = Pt(size)
        if bold:
            run.font.bold = True


def fill_levels(frame, items, level=0, first=True):
    for item in items:
        if isinstance(item, list):
            fill_levels(frame, item, level + 1, False)
            continue
        paragraph = frame.paragraphs[0] if first else frame.add_paragraph()
        paragraph.text, paragraph.level, first = item, level, False


def no_bullet(paragraph):
    properties = paragraph._p.get_or_add_pPr()
    etree.SubElement(properties, qn("a:buNone"))


def chart_truth(categories, series):
    return {"categories": categories, "series": [{"name": name, "values": values} for name, values in series]}


def widen(file):
    """Makes the template 16:9, with its placeholders stretched as PowerPoint does."""
    before, after = file.slide_width, Inches(13.333)
    file.slide_width = after
    for parent in [file.slide_master, *file.slide_layouts]:
        for shape in parent.shapes:
            if shape._element.spPr.find(qn("a:xfrm")) is not None:
                shape.left, shape.width = Emu(shape.left * after // before), Emu(shape.width * after // before)


def add_comment(file, made, author, text):
    """A comment in the form of PowerPoint 2007, which python-pptx does not write."""
    package = file.part.package
    name = "/ppt/commentAuthors.xml"
    if not any(rel.reltype.endswith("/commentAuthors") for rel in file.part.rels.values()):
        xml = (
            '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><p:cmAuthorLst xmlns:p="http://schemas.openxmlformats.'
            f'org/presentationml/2006/main"><p:cmAuthor id="0" name="{author}" initials="A" lastIdx="9" clrIdx="0"/>'
            "</p:cmAuthorLst>"
        )
        kind = "application/vnd.openxmlformats-officedocument.presentationml.commentAuthors+xml"
        part = Part(PackURI(name), kind, package, xml.encode())
        file.part.relate_to(part, "http://schemas.openxmlformats.org/officeDocument/2006/relationships/commentAuthors")
    number = len(file.slides)
    xml = (
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><p:cmLst xmlns:p="http://schemas.openxmlformats.org/'
        f'presentationml/2006/main"><p:cm authorId="0" dt="2026-03-04T09:30:00.000" idx="{number}"><p:pos x="10" y="10"/>'
        f"<p:text>{text}</p:text></p:cm></p:cmLst>"
    )
    kind = "application/vnd.openxmlformats-officedocument.presentationml.comments+xml"
    part = Part(PackURI(f"/ppt/comments/comment{number}.xml"), kind, package, xml.encode())
    made.part.relate_to(part, RT.COMMENTS)


def add_sections(file, names):
    """Sections, which python-pptx does not write. The first begins with the first slide."""
    ids = [entry.get("id") for entry in file.part._element.sldIdLst]
    size = -(-len(ids) // len(names))
    sections = ""
    for at, name in enumerate(names):
        entries = "".join(f'<p14:sldId id="{id}"/>' for id in ids[at * size : (at + 1) * size])
        sections += (
            f'<p14:section name="{name}" id="{{00000000-0000-4000-8000-00000000000{at}}}">'
            f"<p14:sldIdLst>{entries}</p14:sldIdLst></p14:section>"
        )
    xml = (
        '<p:extLst xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main">'
        '<p:ext uri="{521415D9-36F7-43E2-AB2F-B90AF26B5E84}"><p14:sectionLst '
        f'xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main">{sections}</p14:sectionLst></p:ext></p:extLst>'
    )
    root = file.part._element
    old = root.find(qn("p:extLst"))
    if old is not None:
        root.remove(old)
    root.append(etree.fromstring(xml))


def talk(subject, seed, is_wide):
    """A whole talk by placeholders, as a careful author writes it."""
    deck = Deck(subject, seed, is_wide)
    deck.title()
    deck.section(0)
    deck.bullets(0, notes=True)
    deck.table(merged=seed % 4 == 3)
    deck.comparison() if seed % 2 else deck.two_lists()
    deck.section(1)
    deck.bullets(1, comment=True)
    deck.chart(["column", "line", "pie", "bar"][seed % 4])
    deck.picture_and_text(crop=seed % 2 == 0)
    deck.hidden()
    deck.bullets(2)
    deck.end()
    add_sections(deck.file, subject["chapters"])
    return deck


def collage(subject, seed, is_wide):
    """Slides drawn freely with boxes, shapes and arrows."""
    deck = Deck(subject, seed, is_wide)
    deck.title()
    deck.bullets_in_a_box(seed % 3)
    deck.comparison_in_boxes()
    deck.three_columns()
    deck.process(["chevrons", "connectors", "arrows"][seed % 3])
    deck.timeline(["line", "boxes"][seed % 2])
    deck.figures()
    deck.quote()
    deck.gallery() if seed % 2 else deck.team()
    deck.process_in_a_group() if seed % 3 == 0 else deck.matrix()
    deck.paragraph()
    deck.end()
    return deck


def figures(subject, seed, is_wide):
    """Charts of every kind, tables, pictures and diagrams."""
    deck = Deck(subject, seed, is_wide)
    deck.title()
    names = list(CHARTS)
    for at in range(4):
        deck.chart(names[(seed * 4 + at) % len(names)])
    deck.scatter() if seed % 2 else deck.bubbles()
    deck.chart_in_placeholder() if seed % 2 else deck.chart_and_text()
    deck.table_with_caption()
    deck.picture(crop=True)
    deck.full_picture() if seed % 2 else deck.picture_with_caption()
    layout, kind = [
        ("process1", "process"),
        ("cycle2", "cycle"),
        ("pyramid1", "pyramid"),
        ("hierarchy1", "hierarchy"),
        ("hProcess11", "timeline"),
    ][seed % 5]
    deck.diagram(layout, kind)
    deck.code() if seed % 2 else deck.styled_paragraph()
    deck.footers()
    return deck


def files(subjects):
    """Yields the name and the deck of each file."""
    for seed, subject in enumerate(subjects):
        for name, make in [("talk", talk), ("collage", collage), ("figures", figures)]:
            yield f"python-pptx-{name}-{seed + 1}", make(subject, seed, is_wide=seed % 2 == 0)
        if seed < 4:
            yield f"python-pptx-talk-{seed + 11}", talk(subject, seed + 5, is_wide=seed % 2 == 1)
