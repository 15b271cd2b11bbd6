"""Checks with python-pptx that people can edit the PPTX."""

import decks
import pytest
from pptx import Presentation
from pptx.enum.shapes import MSO_SHAPE_TYPE, PP_PLACEHOLDER

TITLES = {PP_PLACEHOLDER.TITLE, PP_PLACEHOLDER.CENTER_TITLE}


@pytest.fixture
def slides(outputs):
    slides = Presentation(outputs.pptx).slides
    return {page.key: (page, slide) for page, slide in zip(decks.pages(), slides, strict=True)}


def shapes_of(shapes):
    """Yields every shape, including those inside groups."""
    for shape in shapes:
        yield shape
        if shape.shape_type == MSO_SHAPE_TYPE.GROUP:
            yield from shapes_of(shape.shapes)


def texts(slide):
    """Yields the editable texts of a slide."""
    for shape in shapes_of(slide.shapes):
        if shape.has_text_frame:
            yield shape.text_frame.text
        if getattr(shape, "has_table", False) and shape.has_table:
            yield from (cell.text for row in shape.table.rows for cell in row.cells)
        if getattr(shape, "has_chart", False) and shape.has_chart:
            yield from chart_texts(shape.chart)


def chart_texts(chart):
    yield from chart._chartSpace.xpath(".//c:title//a:t/text()")
    for plot in chart.plots:
        yield from plot.categories
        yield from (series.name for series in plot.series)


def test_every_slide_has_its_words_as_text(slides):
    missing = {key: page.words - decks.words("\n".join(texts(slide))) for key, (page, slide) in slides.items()}
    assert {key: words for key, words in missing.items() if words} == {}


def test_every_title_is_a_title_placeholder(slides):
    kinds = {kind["key"]: kind["example"] for kind in decks.CATALOGUE["types"]}
    for key, (_, slide) in slides.items():
        expected = kinds[key].get("title") or kinds[key].get("question")
        if expected:
            title = slide.shapes.title
            assert title is not None and title.text_frame.text == expected, key
            assert title.placeholder_format.type in TITLES, key
            assert title.top >= 0, f"{key}: the placeholder is outside of the slide"


def test_tables_and_charts_are_native(slides):
    _, slide = slides["table-slide"]
    tables = [shape.table for shape in slide.shapes if shape.has_table]
    assert [(len(table.rows), len(table.columns)) for table in tables] == [(5, 4)]
    _, slide = slides["chart-slide"]
    charts = [shape.chart for shape in slide.shapes if shape.has_chart]
    assert len(charts) == 1
    figures = {series.name: series.values for series in charts[0].plots[0].series}
    assert figures == {"North": (42, 39, 33, 24, 18, 14), "Harbour": (18, 17, 17, 15, 15, 14)}
    # The area under a line is a plot of its own with the same words.
    assert list(dict.fromkeys(chart_texts(charts[0]))) == ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "North", "Harbour"]
    # The names of the axes are text boxes beside the chart, as on the page.
    assert {"2026", "Leaks"} <= set(texts(slide))
    assert charts[0].part.chart_workbook.xlsx_part is not None


def test_a_line_that_fills_its_box_is_not_wrapped_with_a_wider_font(slides):
    _, slide = slides["timeline-slide"]
    years = [shape for shape in shapes_of(slide.shapes) if shape.has_text_frame and shape.text_frame.text == "2024"]
    assert [shape.text_frame.word_wrap for shape in years] == [False]


def test_only_pictures_are_pictures(slides):
    # Examples with pictures, and slides that PowerPoint cannot represent.
    pictured = {"image-text-slide", "team-cards-slide", "quote-slide", "image-slide", "gallery-slide"}
    stills = {"video-slide", "embed-slide", "custom-html-slide"}
    with_pictures = {
        key for key, (_, slide) in slides.items()
        if any(shape.shape_type == MSO_SHAPE_TYPE.PICTURE for shape in shapes_of(slide.shapes))
    }
    assert pictured <= with_pictures <= pictured | stills


def test_every_picture_has_a_description(slides):
    for key, (_, slide) in slides.items():
        for shape in shapes_of(slide.shapes):
            if shape.shape_type == MSO_SHAPE_TYPE.PICTURE:
                assert shape._element._nvXxPr.cNvPr.get("descr"), f"{key}: {shape.name}"
