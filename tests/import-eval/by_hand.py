"""The slides of `hand_slides.py` as files: by python-pptx, and the same after LibreOffice read them, saved them as ODP and
exported them. LibreOffice's own templates become files, too; what they say is not written down here, so only their report is
checked."""

import subprocess
import tempfile
from pathlib import Path

from lxml import etree
from pptx import Presentation
from pptx.chart.data import CategoryChartData, XyChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.enum.shapes import MSO_CONNECTOR, MSO_SHAPE
from pptx.enum.text import PP_ALIGN
from pptx.oxml.ns import qn
from pptx.util import Pt

from by_python_pptx import widen
from hand_slides import TALKS, HandSlide
from pictures import photo
from truth import Slide

TEMPLATES = Path("/usr/lib/libreoffice/share/template")
CHARTS = {
    "column": XL_CHART_TYPE.COLUMN_CLUSTERED,
    "stacked": XL_CHART_TYPE.COLUMN_STACKED,
    "bar": XL_CHART_TYPE.BAR_CLUSTERED,
    "line": XL_CHART_TYPE.LINE_MARKERS,
    "area": XL_CHART_TYPE.AREA,
    "pie": XL_CHART_TYPE.PIE,
    "doughnut": XL_CHART_TYPE.DOUGHNUT,
}
FORMS = {
    "rectangle": MSO_SHAPE.RECTANGLE,
    "rounded": MSO_SHAPE.ROUNDED_RECTANGLE,
    "chevron": MSO_SHAPE.CHEVRON,
    "arrow": MSO_SHAPE.RIGHT_ARROW,
    "oval": MSO_SHAPE.OVAL,
    "triangle": MSO_SHAPE.ISOSCELES_TRIANGLE,
    "trapezoid": MSO_SHAPE.TRAPEZOID,
}


class Page:
    """A slide that is being written, with what it says."""

    def __init__(self, file, slide: HandSlide, seed: int):
        self.size, self.seed = (file.slide_width, file.slide_height), seed
        self.made = file.slides.add_slide(file.slide_layouts[slide.layout])
        self.truth = Slide("by hand", slide.types)
        for part in slide.parts:
            self.say(part)
        for part in order(slide):
            self.draw(part)
        self.tidy()
        if slide.notes:
            self.made.notes_slide.notes_text_frame.text = self.truth.notes = slide.notes
        if slide.is_hidden:
            self.made._element.set("show", "0")
            self.truth.is_hidden = True

    def say(self, part: tuple):
        """Adds the texts of a part to the expected content."""
        match part:
            case ("title", text):
                self.truth.texts.append(text)
            case ("body", _, lines):
                self.truth.texts += [line.strip() for line in lines]
            case ("box", *_, text, _, style):
                signs = "- " if not style.get("mono") else ""
                self.truth.texts += [line.strip().removeprefix(signs) for line in text.split("\n")]
            case ("form", *_, text, _) if text:
                self.truth.texts += text.split("\n")
            case ("picture", *_) | ("insert picture", *_):
                self.truth.pictures += 1
            case ("table", *_, rows):
                self.truth.tables.append(rows)
            case ("chart", "scatter", *_, categories, series):
                values = next(iter(series.values()))
                self.truth.charts.append({"points": [(float(x), y) for x, y in zip(categories, values)]})
            case ("chart", *_, categories, series):
                all = [{"name": name, "values": values} for name, values in series.items()]
                self.truth.charts.append({"categories": categories, "series": all})

    def frame(self, x, y, w, h):
        width, height = self.size
        return int(width * x / 100), int(height * y / 100), int(width * w / 100), int(height * h / 100)

    def draw(self, part: tuple):
        shapes = self.made.shapes
        match part:
            case ("title", text):
                shapes.title.text = text
            case ("body", at, lines):
                frame = next(place for place in self.made.placeholders if place.placeholder_format.idx == at).text_frame
                for index, line in enumerate(lines):
                    paragraph = frame.paragraphs[0] if index == 0 else frame.add_paragraph()
                    paragraph.text, paragraph.level = line.strip(), 1 if line.startswith("\t") else 0
            case ("box", x, y, w, h, text, size, style):
                box = shapes.add_textbox(*self.frame(x, y, w, h))
                box.text_frame.word_wrap = True
                write(box.text_frame, text, size, style)
            case ("furniture", x, y, w, h, text):
                write(shapes.add_textbox(*self.frame(x, y, w, h)).text_frame, text, 10, {})
            case ("numeral", x, y, w, h, text):
                write(shapes.add_textbox(*self.frame(x, y, w, h)).text_frame, text, 28, {"bold": True})
            case ("form", kind, x, y, w, h, text, size):
                write(shapes.add_shape(FORMS[kind], *self.frame(x, y, w, h)).text_frame, text, size, {})
            case ("picture", x, y, w, h, alt, kind):
                self.seed += 1
                picture = shapes.add_picture(photo(self.seed, form=kind), *self.frame(x, y, w, h))
                picture._element.nvPicPr.cNvPr.set("descr", alt)
            case ("insert picture", at, alt):
                self.seed += 1
                place = next(place for place in self.made.placeholders if place.placeholder_format.idx == at)
                place.insert_picture(photo(self.seed))._element.nvPicPr.cNvPr.set("descr", alt)
            case ("table", x, y, w, h, rows):
                table = shapes.add_table(len(rows), len(rows[0]), *self.frame(x, y, w, h)).table
                for at, row in enumerate(rows):
                    for column, text in enumerate(row):
                        table.cell(at, column).text = text
            case ("chart", "scatter", x, y, w, h, categories, series):
                data = XyChartData()
                for name, values in series.items():
                    points = data.add_series(name)
                    for category, value in zip(categories, values):
                        points.add_data_point(float(category), value)
                shapes.add_chart(XL_CHART_TYPE.XY_SCATTER, *self.frame(x, y, w, h), data)
            case ("chart", kind, x, y, w, h, categories, series):
                data = CategoryChartData()
                data.categories = categories
                for name, values in series.items():
                    data.add_series(name, values)
                shapes.add_chart(CHARTS[kind], *self.frame(x, y, w, h), data)
            case ("line", x1, y1, x2, y2, arrow):
                left, top, right, bottom = self.frame(x1, y1, x2, y2)
                drawn = shapes.add_connector(MSO_CONNECTOR.STRAIGHT, left, top, right, bottom)
                if arrow:
                    etree.SubElement(drawn._element.spPr.get_or_add_ln(), qn("a:tailEnd"), type="triangle")

    def tidy(self):
        """Removes empty placeholders, as people do, except on every third slide."""
        if self.seed % 3 == 0:
            return
        for place in list(self.made.placeholders):
            if place.has_text_frame and not place.text_frame.text:
                place._element.getparent().remove(place._element)


def order(slide: HandSlide) -> list[tuple]:
    """The parts in the order in which the file has them."""
    match slide.drawn:
        case "backwards":
            return slide.parts[::-1]
        case "title last":
            return [*slide.parts[1:], slide.parts[0]]
        case _:
            return slide.parts


def write(frame, text: str, size: int, style: dict):
    for index, line in enumerate(text.split("\n")):
        paragraph = frame.paragraphs[0] if index == 0 else frame.add_paragraph()
        run = paragraph.add_run()
        run.text, run.font.size = line, Pt(size)
        run.font.bold, run.font.italic = style.get("bold"), style.get("italic")
        if style.get("mono"):
            run.font.name = "Courier New"
        if style.get("center"):
            paragraph.alignment = PP_ALIGN.CENTER
        if style.get("bullets"):
            properties = paragraph._p.get_or_add_pPr()
            properties.set("marL", "285750")
            properties.set("indent", "-285750")
            etree.SubElement(properties, qn("a:buChar"), char="•")


def saved_by_libreoffice(sources: list, form: str, folder: Path):
    """Has LibreOffice save files in another form."""
    with tempfile.TemporaryDirectory() as profile:
        command = ["soffice", f"-env:UserInstallation=file://{profile}", "--headless", "--convert-to", form, "--outdir", folder]
        subprocess.run(
            [*command, *map(str, sources)], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=900
        )


def files(_subjects, folder: Path):
    """Writes the files. Yields the name of each and what it says; `None` for a template."""
    work = folder / "sources"
    work.mkdir(exist_ok=True)
    documents = []
    for number, (name, slides) in enumerate(TALKS.items()):
        file = Presentation()
        if number % 3:
            widen(file)
        pages = [Page(file, slide, 20_000 + number * 100 + at * 10).truth for at, slide in enumerate(slides)]
        file.save(folder / f"python-pptx-hand-{name}.pptx")
        file.save(work / f"libreoffice-hand-{name}.pptx")
        documents.append(f"libreoffice-hand-{name}")
        yield f"python-pptx-hand-{name}", pages
        yield f"libreoffice-hand-{name}", pages
    saved_by_libreoffice([work / f"{name}.pptx" for name in documents], "odp", work)
    sources = [work / f"{name}.odp" for name in documents]
    for template in sorted(TEMPLATES.glob("*/presnt/*.otp")):
        source = work / f"libreoffice-template-{template.stem.lower().replace('_', '-')}.otp"
        source.write_bytes(template.read_bytes())
        sources.append(source)
        yield source.stem, None
    saved_by_libreoffice(sources, "pptx", folder)
