"""Checks the PDF with poppler and qpdf."""

import decks
from outputs import output_of


def test_every_page_has_the_words_of_its_slide(outputs):
    pages = output_of("pdftotext", "-enc", "UTF-8", outputs.pdf, "-").split("\f")
    missing = {page.key: page.words - decks.words(pages[page.number - 1]) for page in decks.pages()}
    assert {key: words for key, words in missing.items() if words} == {}


def test_a_still_picture_names_what_it_replaces(outputs):
    pages = output_of("pdftotext", outputs.pdf, "-").split("\f")
    by_key = {page.key: " ".join(pages[page.number - 1].split()) for page in decks.pages()}
    # The address is on two lines, and the reader of the PDF joins a word at a hyphen.
    assert "media.example.com /inside-themain.mp4" in by_key["video-slide"]
    assert "example.com/pressure-map" in by_key["embed-slide"]
    assert "Canal Street: no leaks for 90 days" in by_key["custom-html-slide"]


def test_every_font_is_an_embedded_subset_with_a_unicode_map(outputs):
    # name, type, encoding, then: embedded, subset, ToUnicode, object number and generation.
    fonts = [line.split() for line in output_of("pdffonts", outputs.pdf).splitlines()[2:]]
    assert len(fonts) >= 3
    assert [font for font in fonts if font[-5:-2] != ["yes", "yes", "yes"]] == []


def test_the_pdf_is_tagged_and_has_a_title_and_one_page_size(outputs):
    facts = dict(line.split(":", 1) for line in output_of("pdfinfo", outputs.pdf).splitlines())
    facts = {name: value.strip() for name, value in facts.items()}
    assert facts["Title"] == f"Every type in {outputs.theme}"
    assert facts["Tagged"] == "yes"
    assert facts["Page size"].startswith("960 x 540 pts")
    assert facts["JavaScript"] == "no"


def test_the_tags_include_headings_lists_tables_and_figures(outputs):
    tags = output_of("pdfinfo", "-struct", outputs.pdf)
    for tag in ("H1", "L ", "LI", "Table", "TH", "TD", "Figure", "Link"):
        assert f" {tag}" in tags, f"no tag {tag}"


def test_qpdf_finds_nothing_wrong(outputs):
    assert "No syntax or stream encoding errors found" in output_of("qpdf", "--check", outputs.pdf)
