"""The four exports show the same pages."""

import decks
from likeness import difference, quarter, similarity

# Outside of HTML these are still pictures, so they look different. The words on them are tested elsewhere.
STILL = {"custom-html-slide", "embed-slide", "video-slide"}
PAGES = [page for page in decks.pages() if page.key not in STILL]

# The largest mean difference and share of differing pixels that anti-aliasing alone causes. Poppler places large
# letters on whole pixels, and rounds each translucent layer of a background down: up to two levels over the whole page.
BOUNDS = {"pdf": (2.6, 0.026), "html": (1.0, 0.013)}
LEAST_SIMILARITY = 0.88
# LibreOffice chooses the ticks of a chart itself, has no digits of equal width for a clock, and places text that may
# shrink higher on some pages: on whichever page is first, and on the last but one.
LEAST = {"chart-slide": 0.8, "countdown-slide": 0.65, "title-slide": 0.8, "end-slide": 0.8}


def test_every_export_has_every_page(outputs):
    counts = {
        format: len(getattr(outputs, f"{format}_pages")) for format in ("png", "pdf", "html", "office")
    }
    expected = len(decks.pages())
    assert counts == {"png": expected, "pdf": expected, "html": expected, "office": expected}


def test_poppler_draws_the_pdf_as_we_draw_the_png(outputs):
    check_difference(outputs, "pdf")


def test_chromium_shows_the_html_as_we_draw_the_png(outputs):
    check_difference(outputs, "html")


def check_difference(outputs, format):
    most_mean, most_far = BOUNDS[format]
    others = getattr(outputs, f"{format}_pages")
    found = []
    for page in PAGES:
        ours, theirs = outputs.png_pages[page.number - 1], others[page.number - 1]
        mean, far = difference(quarter(ours), quarter(theirs))
        found.append((mean / most_mean + far / most_far, f"{page.key}: mean {mean:.2f}, far {far:.2%}", mean, far))
    found.sort(reverse=True)
    print(f"\n{outputs.theme}, {format}, the three that differ most:", *(line for _, line, *_ in found[:3]), sep="\n  ")
    assert [line for _, line, mean, far in found if mean > most_mean or far > most_far] == []


def test_libreoffice_draws_slides_similar_to_ours(outputs):
    found = []
    for page in PAGES:
        ours, theirs = outputs.png_pages[page.number - 1], outputs.office_pages[page.number - 1]
        score = similarity(quarter(ours), quarter(theirs))
        found.append((score, page.key))
    found.sort()
    print(f"\n{outputs.theme}, office, the five least similar:", *(f"{key}: {score:.3f}" for score, key in found[:5]), sep="\n  ")
    assert [(key, score) for score, key in found if score < LEAST.get(key, LEAST_SIMILARITY)] == []
