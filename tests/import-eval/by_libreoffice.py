"""Files by LibreOffice: OpenDocument presentations, written here as flat XML and saved as .pptx by Impress."""

import base64
import os
import subprocess
import tempfile
from html import escape

from pictures import photo
from truth import flat, slide

NAMES = {
    "office": "urn:oasis:names:tc:opendocument:xmlns:office:1.0",
    "draw": "urn:oasis:names:tc:opendocument:xmlns:drawing:1.0",
    "text": "urn:oasis:names:tc:opendocument:xmlns:text:1.0",
    "style": "urn:oasis:names:tc:opendocument:xmlns:style:1.0",
    "fo": "urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0",
    "svg": "urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0",
    "table": "urn:oasis:names:tc:opendocument:xmlns:table:1.0",
    "presentation": "urn:oasis:names:tc:opendocument:xmlns:presentation:1.0",
    "xlink": "http://www.w3.org/1999/xlink",
}
PLACEHOLDERS = ["title", "subtitle", "outline", "outline1", "notes"]
# Sizes of text, by the name of their style.
SIZES = {"P1": 18, "P2": 24, "P3": 44, "P4": 14}


class Document:
    def __init__(self, subject: dict, seed: int):
        self.subject, self.seed = subject, seed
        self.pages, self.truth = [], []

    def add(self, kind, shapes, *texts, notes="", hidden=False, **more):
        number = len(self.pages) + 1
        if notes:
            shapes += (
                '<presentation:notes draw:style-name="dp1"><draw:frame presentation:style-name="Default-notes" presentation:class="notes" svg:width="16cm" '
                f'svg:height="10cm" svg:x="2cm" svg:y="14cm"><draw:text-box>{paragraph(notes)}</draw:text-box></draw:frame>'
                "</presentation:notes>"
            )
        style = "dp2" if hidden else "dp1"
        self.pages.append(
            f'<draw:page draw:name="page{number}" draw:style-name="{style}" draw:master-page-name="Default" '
            f'presentation:presentation-page-layout-name="AL1">{shapes}</draw:page>'
        )
        self.truth.append(slide(kind, *texts, notes=notes, is_hidden=hidden, **more))

    def title(self):
        s = self.subject
        shapes = placeholder("title", 2, 4, 24, 4, paragraph(s["title"])) + placeholder(
            "subtitle", 2, 9, 24, 3, paragraph(s["subtitle"])
        )
        self.add("title", shapes, s["title"], s["subtitle"])

    def bullets(self, number, **more):
        title, items = self.subject["points"][number]
        kind = "nested" if any(isinstance(item, list) for item in items) else "bullets"
        shapes = heading(title) + placeholder("outline", 1.4, 4, 25, 10, bullets(items))
        self.add(kind, shapes, title, *flat(items), **more)

    def columns(self):
        title, (left, lefts), (right, rights) = self.subject["columns"]
        shapes = heading(title)
        for x, name, items in [(1.4, left, lefts), (14.4, right, rights)]:
            shapes += placeholder("outline", x, 4, 12, 10, paragraph(name, "P2") + bullets(items))
        self.add("two lists", shapes, title, left, *lefts, right, *rights)

    def table(self):
        title, rows = self.subject["table"]
        width = len(rows[0])
        cells = "".join(
            "<table:table-row>"
            + "".join(f"<table:table-cell>{paragraph(text)}</table:table-cell>" for text in row)
            + "</table:table-row>"
            for row in rows
        )
        shapes = heading(title) + (
            '<draw:frame svg:x="1.4cm" svg:y="4cm" svg:width="25cm" svg:height="8cm"><table:table '
            f'table:use-first-row-styles="true"><table:table-column table:number-columns-repeated="{width}"/>{cells}'
            "</table:table></draw:frame>"
        )
        self.add("table", shapes, title, tables=[rows])

    def picture(self):
        caption = self.subject["pictures"][0]
        shapes = heading(caption) + image(self.seed, 4, 4, 18, 10, caption)
        self.add("picture", shapes, caption, pictures=1)

    def picture_and_text(self):
        title, items = self.subject["points"][1]
        shapes = (
            heading(title)
            + placeholder("outline", 1.4, 4, 12, 10, bullets(flat(items)))
            + image(self.seed + 1, 14.4, 4, 12, 8, self.subject["pictures"][1])
        )
        self.add("picture and text", shapes, title, *flat(items), pictures=1)

    def quote(self):
        text, who = self.subject["quote"]
        shapes = box(3, 4, 22, 5, paragraph(f"„{text}“", "P3")) + box(3, 10, 22, 2, paragraph(f"– {who}"))
        self.add("quote", shapes, text, who)

    def process(self):
        title, items = self.subject["steps"]
        shapes, step = heading(title), 25 / len(items)
        for at, (name, _) in enumerate(items):
            shapes += custom("round-rectangle", 1.4 + step * at, 6, step * 0.75, 3, name)
            if at + 1 < len(items):
                shapes += custom("right-arrow", 1.4 + step * (at + 0.78), 7, step * 0.2, 1, "")
        self.add("process", shapes, title, *[name for name, _ in items])

    def paragraph(self):
        title, text = self.subject["paragraph"]
        shapes = heading(title) + box(1.4, 4, 25, 8, paragraph(text, "P1"))
        self.add("paragraph", shapes, title, text, notes=self.subject["notes"])

    def figures(self):
        title, items = self.subject["figures"]
        shapes, step = heading(title), 25 / len(items)
        for at, (number, label) in enumerate(items):
            shapes += box(1.4 + step * at, 5, step * 0.9, 3, paragraph(number, "P3"))
            shapes += box(1.4 + step * at, 8.5, step * 0.9, 2, paragraph(label, "P1"))
        self.add("figures", shapes, title, *[text for item in items for text in item])

    def end(self):
        title, text = self.subject["end"]
        shapes = placeholder("title", 2, 4, 24, 4, paragraph(title)) + placeholder(
            "subtitle", 2, 9, 24, 3, paragraph(text)
        )
        self.add("end", shapes, title, text)

    def xml(self) -> str:
        names = " ".join(f'xmlns:{name}="{address}"' for name, address in NAMES.items())
        sizes = "".join(
            f'<style:style style:name="{name}" style:family="paragraph"><style:text-properties fo:font-size="{size}pt"/>'
            "</style:style>"
            for name, size in SIZES.items()
        )
        language, country = self.subject["language"].split("-")
        return (
            f'<?xml version="1.0" encoding="UTF-8"?><office:document {names} office:version="1.3" '
            'office:mimetype="application/vnd.oasis.opendocument.presentation"><office:styles>'
            '<style:default-style style:family="graphic"><style:text-properties '
            f'fo:language="{language}" fo:country="{country}"/></style:default-style>'
            '<style:presentation-page-layout style:name="AL1"><presentation:placeholder presentation:object="title" '
            'svg:x="1.4cm" svg:y="1cm" svg:width="25cm" svg:height="2.6cm"/><presentation:placeholder '
            'presentation:object="outline" svg:x="1.4cm" svg:y="4cm" svg:width="25cm" svg:height="10cm"/>'
            "</style:presentation-page-layout>"
            + "".join(f'<style:style style:name="Default-{kind}" style:family="presentation"/>' for kind in PLACEHOLDERS)
            + "</office:styles><office:automatic-styles>"
            '<style:page-layout style:name="PM1"><style:page-layout-properties fo:page-width="28cm" '
            'fo:page-height="15.75cm" style:print-orientation="landscape"/></style:page-layout>'
            '<style:style style:name="dp1" style:family="drawing-page"/>'
            '<style:style style:name="dp2" style:family="drawing-page"><style:drawing-page-properties '
            f'presentation:visibility="hidden"/></style:style>{sizes}</office:automatic-styles><office:master-styles>'
            '<style:master-page style:name="Default" style:page-layout-name="PM1">'
            + frame('presentation:style-name="Default-title" presentation:class="title" presentation:placeholder="true"', 1.4, 1, 25, 2.6, "<draw:text-box/>")
            + frame('presentation:style-name="Default-outline1" presentation:class="outline" presentation:placeholder="true"', 1.4, 4, 25, 10, "<draw:text-box/>")
            + "</style:master-page></office:master-styles>"
            f'<office:body><office:presentation>{"".join(self.pages)}</office:presentation></office:body></office:document>'
        )


def paragraph(text: str, style: str = "") -> str:
    name = f' text:style-name="{style}"' if style else ""
    return f"<text:p{name}>{escape(text)}</text:p>"


def bullets(items) -> str:
    entries, open_entry = "", ""
    for item in items:
        if isinstance(item, list):
            open_entry += bullets(item)
            continue
        entries += f"<text:list-item>{open_entry}</text:list-item>" if open_entry else ""
        open_entry = paragraph(item)
    return f"<text:list>{entries}<text:list-item>{open_entry}</text:list-item></text:list>"


def frame(attributes: str, x, y, width, height, inside: str) -> str:
    return (
        f'<draw:frame {attributes} svg:x="{x}cm" svg:y="{y}cm" svg:width="{width}cm" svg:height="{height}cm">{inside}'
        "</draw:frame>"
    )


def placeholder(kind: str, x, y, width, height, inside: str) -> str:
    attributes = f'presentation:style-name="Default-{kind}" presentation:class="{kind}" presentation:user-transformed="true"'
    return frame(attributes, x, y, width, height, f"<draw:text-box>{inside}</draw:text-box>")


def heading(text: str) -> str:
    return placeholder("title", 1.4, 1, 25, 2.6, paragraph(text))


def box(x, y, width, height, inside: str) -> str:
    return frame("", x, y, width, height, f"<draw:text-box>{inside}</draw:text-box>")


def custom(kind: str, x, y, width, height, text: str) -> str:
    return (
        f'<draw:custom-shape svg:x="{x}cm" svg:y="{y}cm" svg:width="{width}cm" svg:height="{height}cm">{paragraph(text)}'
        f'<draw:enhanced-geometry draw:type="{kind}" svg:viewBox="0 0 21600 21600" draw:enhanced-path="M 0 0 L 21600 0 '
        '21600 21600 0 21600 0 0 Z N"/></draw:custom-shape>'
    )


def image(seed: int, x, y, width, height, alt: str) -> str:
    data = base64.b64encode(photo(9000 + seed).read()).decode()
    inside = f"<draw:image><office:binary-data>{data}</office:binary-data></draw:image><svg:desc>{escape(alt)}</svg:desc>"
    return frame("", x, y, width, height, inside)


def files(subjects, folder):
    """Writes the files. Yields the name of each and what it says."""
    made = []
    work = folder / "sources"
    work.mkdir(exist_ok=True)
    for seed in range(len(subjects) + 5):
        document = Document(subjects[seed % len(subjects)], seed)
        document.title()
        document.bullets(0, notes=document.subject["notes"])
        document.columns()
        document.table()
        document.picture_and_text() if seed % 2 else document.picture()
        document.process()
        document.bullets(1)
        document.figures()
        document.quote()
        document.paragraph()
        document.bullets(2, hidden=seed % 3 == 0)
        document.end()
        name = f"libreoffice-{seed + 1}"
        (work / f"{name}.fodp").write_text(document.xml(), encoding="utf-8")
        made.append((name, document.truth))
    with tempfile.TemporaryDirectory() as profile:
        sources = [str(work / f"{name}.fodp") for name, _ in made]
        subprocess.run(
            ["soffice", f"-env:UserInstallation=file://{profile}", "--headless", "--convert-to", "pptx", "--outdir", folder]
            + sources,
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=600, env={**os.environ},
        )
    yield from made
