"""A deck that is exported onto the layouts of the PowerPoint file that its theme was made from."""

from io import BytesIO

import pytest
from lectern import UNLIMITED, Lectern
from pptx import Presentation

SLIDES = [
    {"type": "title-slide", "content": {"title": "The harbour", "subheading": "What we rebuilt"}},
    {"type": "content-slide", "content": {"title": "Rules", "body": "- North quay\n  - Two cranes\n- South"}},
    {"type": "chart-slide", "content": {"title": "Ships", "chartType": "bar", "data": "Year,Ships\n2024,41\n2025,48"}},
]


@pytest.fixture(scope="module")
def service():
    lectern = Lectern(UNLIMITED).sign_in()
    yield lectern
    lectern.close()


def template() -> bytes:
    """The 4:3 template of python-pptx, with a slide that must not be exported."""
    presentation = Presentation()
    slide = presentation.slides.add_slide(presentation.slide_layouts[1])
    slide.shapes.title.text = "Secret plans"
    out = BytesIO()
    presentation.save(out)
    return out.getvalue()


def test_a_deck_is_exported_onto_the_layouts_of_its_theme(service):
    made = service.with_cookie().post("/api/themes/custom/import/pptx", params={"name": "acme.pptx"}, content=template())
    assert made.status_code == 201, made.text
    theme = made.json()["theme"]
    assert theme["hasTemplate"] is True
    assert any("exported onto its own layouts" in text for text in made.json()["report"]["taken"])
    client = service.with_key()
    listed = client.get("/api/v1/themes").raise_for_status().json()["themes"]
    assert [entry["id"] for entry in listed if entry.get("hasTemplate")] == [theme["id"]]
    deck = client.post("/api/v1/presentations", json={"title": "Harbour", "theme": theme["id"], "slides": SLIDES})
    id = deck.raise_for_status().json()["presentation"]["id"]

    file = client.get(f"/api/v1/presentations/{id}/export/pptx", params={"template": "1"}).raise_for_status().content
    exported = Presentation(BytesIO(file))
    assert len(exported.slide_masters) == 1
    assert (exported.slide_width, exported.slide_height) == (9144000, 6858000)
    names = [slide.slide_layout.name for slide in exported.slides]
    assert names == ["Title Slide", "Title and Content", "Title Only"]
    body = exported.slides[1].placeholders[1].text_frame
    assert [(line.level, line.text) for line in body.paragraphs] == [(0, "North quay"), (1, "Two cranes"), (0, "South")]
    assert any(shape.has_chart for shape in exported.slides[2].shapes)
    changes = client.post(f"/api/v1/presentations/{id}/import/pptx", content=file).raise_for_status().json()
    assert changes["changes"] == []


def test_a_theme_without_a_template_is_refused(service):
    id = service.new_deck()
    answer = service.with_key().get(f"/api/v1/presentations/{id}/export/pptx", params={"template": "1"})
    assert answer.status_code == 400, answer.text
    assert "has no PowerPoint template" in answer.text
