"""PPTX files that python-pptx edited and LibreOffice saved are imported again: their deck gets the changes."""

import copy
import json
import subprocess
from io import BytesIO
from pathlib import Path

import pytest
from lectern import UNLIMITED, Lectern
from pptx import Presentation
from pptx.chart.data import CategoryChartData

SLIDES = [
    {"type": "title-slide", "content": {"title": "The harbour plan", "subheading": "What we rebuild first"}},
    {"type": "content-slide", "content": {"title": "Why now", "body": "The **old quay** sinks.\n\n- by a hand each year\n- faster in winter"},
     "notes": "Pause here."},
    {"type": "table-slide", "content": {"title": "Quays by depth", "headerRow": "on", "colCount": "3", "rows": [
        {"c1": "Quay", "c2": "Boats", "c3": "Depth"}, {"c1": "North", "c2": "42", "c3": "7.5 m"}, {"c1": "South", "c2": "17", "c3": "4 m"}]}},
    {"type": "chart-slide", "content": {"title": "Boats a year", "chartType": "bar", "data": "Year,Boats\n2024,30\n2025,36\n2026,42"}},
    {"type": "quote-slide", "content": {"quote": "Build for the tide.", "attribution": "Harbour master"}},
    {"type": "list-slide", "content": {"title": "Three rules", "items": [
        {"title": "Keep one lane open"}, {"title": "Tell people a week ahead"}, {"title": "Leave it better"}]}},
]


@pytest.fixture(scope="module")
def service():
    lectern = Lectern(UNLIMITED).sign_in()
    yield lectern
    lectern.close()


class Deck:
    """A deck, and its file as it was exported."""

    def __init__(self, service: Lectern):
        self.client = service.with_key()
        made = self.client.post("/api/v1/presentations", json={"title": "Harbour", "slides": SLIDES})
        assert made.status_code == 201, made.text
        self.id = made.json()["presentation"]["id"]
        self.ids = [slide["id"] for slide in self.read()["slides"]]
        self.file = self.client.get(f"/api/v1/presentations/{self.id}/export/pptx").raise_for_status().content

    def read(self) -> dict:
        return self.client.get(f"/api/v1/presentations/{self.id}").raise_for_status().json()["presentation"]

    def send(self, file: bytes, accept=None):
        query = {} if accept is None else {"accept": accept if accept == "all" else json.dumps(accept)}
        return self.client.post(f"/api/v1/presentations/{self.id}/import/pptx", params=query, content=file)

    def changes(self, file: bytes) -> dict:
        return self.send(file).raise_for_status().json()

    def lines(self, file: bytes) -> set[str]:
        """The changes that the server finds in a file, as lines: slide, path and new value; `!` marks a conflict."""
        names = {id: f"{number}" for number, id in enumerate(self.ids, 1)}
        return {
            f"{names.get(change.get('slideId'), 'new')} {change.get('path') or change['kind']}"
            + (f" = {change['theirs']}" if change["kind"] == "field" else "")
            + (" !" if change["conflict"] else "")
            for change in self.changes(file)["changes"]
        }


@pytest.fixture
def deck(service):
    return Deck(service)


def edited(file: bytes, edit) -> bytes:
    """The file after python-pptx changed it."""
    presentation = Presentation(BytesIO(file))
    edit(presentation)
    out = BytesIO()
    presentation.save(out)
    return out.getvalue()


def by_libreoffice(file: bytes, folder: Path) -> bytes:
    """The file as LibreOffice saves it, which drops tags and some names."""
    (folder / "talk.pptx").write_bytes(file)
    profile = (folder / "profile").as_uri()
    command = ["soffice", f"-env:UserInstallation={profile}", "--headless", "--convert-to", "pptx:Impress MS PowerPoint 2007 XML",
               "--outdir", folder / "out", folder / "talk.pptx"]
    subprocess.run([str(part) for part in command], check=True, capture_output=True, timeout=300)
    return (folder / "out/talk.pptx").read_bytes()


def shape_with(slide, text: str):
    return next(shape for shape in slide.shapes if shape.has_text_frame and text in shape.text_frame.text)


def replace(shape, old: str, new: str):
    for paragraph in shape.text_frame.paragraphs:
        for run in paragraph.runs:
            run.text = run.text.replace(old, new)


def change_contents(presentation):
    slides = presentation.slides
    replace(shape_with(slides[0], "harbour plan"), "harbour plan", "harbour budget")
    replace(shape_with(slides[1], "sinks"), "sinks", "breaks")
    slides[1].notes_slide.notes_text_frame.text = "Pause for long."
    table = next(shape for shape in slides[2].shapes if getattr(shape, "has_table", False) and shape.has_table).table
    cell = table.cell(2, 1).text_frame.paragraphs[0]
    cell.runs[0].text = "19"
    for run in cell.runs[1:]:
        run.text = ""
    chart = next(shape for shape in slides[3].shapes if getattr(shape, "has_chart", False) and shape.has_chart).chart
    figures = CategoryChartData()
    figures.categories = ["2024", "2025", "2026"]
    figures.add_series("Boats", (30, 36, 50))
    chart.replace_data(figures)


CONTENT_CHANGES = {
    "1 content.title = The harbour budget",
    "2 content.body = The **old quay** breaks.\n\n- by a hand each year\n- faster in winter",
    "2 notes = Pause for long.",
    "3 content.rows.2.c2 = 19",
    "4 content.data = Year,Boats\n2024,30\n2025,36\n2026,50",
}


def without_chart_heads(lines: set[str]) -> set[str]:
    """The first cell of chart data names the categories, and a file has no place for that."""
    return {line.replace("Year,Boats", ",Boats").replace("= Category,", "= ,") for line in lines}


def change_slides(presentation):
    """Removes the quote, moves the table to the end, copies the text and adds a slide after the title."""
    slides = presentation.slides
    entries = slides._sldIdLst
    quote, table, text = entries[4], entries[2], slides[1]
    entries.append(table)
    twin = slides.add_slide(text.slide_layout)
    for shape in list(twin.shapes):
        shape._element.getparent().remove(shape._element)
    for shape in text.shapes:
        twin.shapes._spTree.append(copy.deepcopy(shape._element))
    for relationship in text.part.rels.values():
        if relationship.reltype.endswith("/tags"):
            id = twin.part.relate_to(relationship.target_part, relationship.reltype)
            data = copy.deepcopy(text._element.cSld.find("{*}custDataLst"))
            data[0].set("{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id", id)
            twin._element.cSld.append(data)
    twin_entry = entries[-1]
    entries.remove(twin_entry)
    entries.insert(2, twin_entry)
    new = slides.add_slide(text.slide_layout)
    for shape in list(new.shapes):
        shape._element.getparent().remove(shape._element)
    box = new.shapes.add_textbox(1000000, 500000, 9000000, 900000)
    box.text_frame.text = "Ferries return in spring"
    new_entry = entries[-1]
    entries.remove(new_entry)
    entries.insert(1, new_entry)
    # Last, since python-pptx names the part of a new slide after the number of slides.
    presentation.part.drop_rel(quote.rId)
    entries.remove(quote)


SLIDE_CHANGES = {"new added", "2 duplicated", "3 moved", "5 removed"}


def test_a_file_that_nobody_changed_changes_nothing(deck):
    assert deck.lines(deck.file) == set()
    assert deck.lines(edited(deck.file, lambda _: None)) == set()


def test_contents_changed_by_python_pptx_come_back(deck):
    file = edited(deck.file, change_contents)
    assert deck.changes(file)["base"] == "file"
    assert without_chart_heads(deck.lines(file)) == without_chart_heads(CONTENT_CHANGES)
    deck.send(file, "all").raise_for_status()
    assert deck.read()["slides"][2]["content"]["rows"][2]["c2"] == "19"
    assert deck.lines(file) == set(), "nothing is left to apply"


def test_slides_changed_by_python_pptx_come_back(deck):
    file = edited(deck.file, change_slides)
    assert deck.lines(file) == SLIDE_CHANGES
    deck.send(file, "all").raise_for_status()
    titles = [slide["content"].get("title") or slide["content"].get("body") for slide in deck.read()["slides"]]
    assert titles == ["The harbour plan", "Ferries return in spring", "Why now", "Why now", "Boats a year", "Three rules", "Quays by depth"]


def test_a_file_that_libreoffice_saved_changes_nothing(deck, tmp_path):
    file = by_libreoffice(deck.file, tmp_path)
    found = deck.changes(file)
    assert found["base"] == "version", "LibreOffice drops the tags"
    assert deck.lines(file) == set()


def test_contents_that_went_through_libreoffice_come_back(deck, tmp_path):
    file = by_libreoffice(edited(deck.file, change_contents), tmp_path)
    assert without_chart_heads(deck.lines(file)) == without_chart_heads(CONTENT_CHANGES)


def test_slides_that_went_through_libreoffice_come_back(deck, tmp_path):
    file = by_libreoffice(edited(deck.file, change_slides), tmp_path)
    assert deck.lines(file) == SLIDE_CHANGES


def test_without_the_exported_revision_every_change_is_to_be_confirmed(deck, tmp_path):
    file = by_libreoffice(edited(deck.file, change_contents), tmp_path)
    slides = deck.read()["slides"]
    slides[4]["content"]["attribution"] = "The harbour master"
    deck.client.put(f"/api/presentations/{deck.id}", json={"slides": slides}).raise_for_status()
    assert deck.changes(file)["base"] == "none"
    assert all(line.endswith(" !") for line in deck.lines(file))
    assert "5 content.attribution = Harbour master !" in deck.lines(file)
