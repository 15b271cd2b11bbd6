"""Imports the corpus into a running service and compares each deck with what its file says.

    python measure.py FOLDER [--slides]

Prints a table of figures and fails when one is outside its bound. `--slides` lists every slide that is not as it should be.
"""

import json
import re
import statistics
import sys
import time
import unicodedata
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from pptx import Presentation
from pptx.enum.shapes import MSO_SHAPE_TYPE

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
from lectern import UNLIMITED, Lectern  # noqa: E402

# The kind of slides whose expectations are written by hand, one by one.
BY_HAND = "by hand"

# The bound of each figure: a minimum (`at least`) or a maximum (`at most`).
BOUNDS = {
    "files that fail": ("at most", 0),
    "texts that arrive in order": ("at least", 0.995),
    "texts that arrive": ("at least", 0.999),
    "tables that are exact": ("at least", 1.0),
    "charts that are exact": ("at least", 1.0),
    "pictures that arrive": ("at least", 1.0),
    "slides of a type that a person would choose": ("at least", 0.85),
    "slides by hand: type that a person would choose": ("at least", 0.85),
    "slides by hand: texts that arrive in order": ("at least", 0.995),
    "hidden slides that stay hidden": ("at least", 1.0),
    "notes that arrive": ("at least", 1.0),
    "comments that arrive": ("at least", 1.0),
    "slides without a report": ("at most", 0),
    "shapes without a fate": ("at most", 0),
}


@dataclass
class Share:
    good: int = 0
    all: int = 0

    def add(self, is_good: bool):
        self.good += is_good
        self.all += 1

    def value(self) -> float:
        return self.good / self.all if self.all else 1.0


@dataclass
class Figures:
    texts_in_order: Share = field(default_factory=Share)
    texts: Share = field(default_factory=Share)
    in_notes: int = 0
    tables: Share = field(default_factory=Share)
    charts: Share = field(default_factory=Share)
    pictures: Share = field(default_factory=Share)
    types: Share = field(default_factory=Share)
    best_types: Share = field(default_factory=Share)
    hidden: Share = field(default_factory=Share)
    notes: Share = field(default_factory=Share)
    comments: Share = field(default_factory=Share)
    failed: list[str] = field(default_factory=list)
    unreported: int = 0
    shapes_without_fate: int = 0
    by_kind: dict = field(default_factory=dict)
    texts_by_hand: Share = field(default_factory=Share)
    milliseconds: list[float] = field(default_factory=list)
    files: Counter = field(default_factory=Counter)
    slides: Counter = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


def plain(text: str) -> str:
    """A text without Markdown, quotation marks, bullet signs and differences of spaces."""
    text = unicodedata.normalize("NFC", str(text))
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"\\([\\`*_{}\[\]()#+\-.!|<>~])", r"\1", text)
    text = re.sub(r"^\s*([-–—>#]+|\d+\.)\s+", " ", text, flags=re.MULTILINE)
    text = re.sub(r"[*_`“”„«»\"•]", "", text)
    return re.sub(r"[^\w%€$+/.,:;?!'’()&@<>=-]+", " ", text).strip().lower()


def tight(text: str) -> str:
    """A text without spaces: where a line or a figure is broken does not matter."""
    return plain(text).replace(" ", "")


def fields_of(declared: list[dict]) -> dict[str, dict]:
    """The fields of a type or of its entries, by key, in the order in which they are declared and read."""
    return {field["key"]: fields_of(field.get("itemFields") or []) for field in declared}


CATALOGUE = json.loads((ROOT / "crates/deck/catalogue/slide-types.json").read_text("utf-8"))
FIELDS = {declared["key"]: fields_of(declared["fields"]) for declared in CATALOGUE["types"]}


def texts_of(value, fields: dict) -> list[str]:
    """All texts of a slide's content, in the order in which its fields are read. A figure and its unit are one text."""
    if isinstance(value, dict):
        parts = dict(value)
        if "unit" in fields and isinstance(parts.get("unit"), str):
            parts["value"] = f"{parts.get('value', '')}{parts.pop('unit')}"
        order = [key for key in fields if key in parts] + [key for key in parts if key not in fields]
        return [text for key in order for text in texts_of(parts[key], fields.get(key, {}))]
    if isinstance(value, list):
        return [text for part in value for text in texts_of(part, fields)]
    return [value] if isinstance(value, str) else []


def said_by(slides: list[dict]) -> list[str]:
    return [text for slide in slides for text in texts_of(slide["content"], FIELDS.get(type_of(slide["type"]), {}))]


def type_of(name: str) -> str:
    """The key of a slide type in the catalogue."""
    name = name.removeprefix("eu.svc.slide.")
    return name if name.endswith("-slide") else f"{name}-slide"


def longest_rise(positions: list[int]) -> int:
    """The length of the longest increasing subsequence."""
    best: list[int] = []
    for at, position in enumerate(positions):
        best.append(1 + max((best[i] for i in range(at) if positions[i] < position), default=0))
    return max(best, default=0)


def places(truths: list[str], said: str) -> list[int]:
    """The position of each text in `said`, or -1. Each occurrence in `said` is used for one text only."""
    found, taken = [], []
    for text in truths:
        # A colon may be where one field ends and the next begins, as between a date and what happened.
        text = text if text in said else text.replace(":", "|")
        at = said.find(text)
        while at >= 0 and any(start < at + len(text) and at < end for start, end in taken):
            at = said.find(text, at + 1)
        found.append(at)
        if at >= 0:
            taken.append((at, at + len(text)))
    return found


def numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?", str(text))]


def cells(content: dict) -> list[list[str]]:
    """The rows of a table or of a chart's figures."""
    if isinstance(content.get("data"), str):
        sign = "\t" if "\t" in content["data"] else ","
        return [[cell.strip().strip('"') for cell in line.split(sign)] for line in content["data"].splitlines()]
    rows = content.get("rows")
    if isinstance(rows, list) and rows and isinstance(rows[0], dict) and "c1" in rows[0]:
        count = int(content.get("colCount") or 3)
        return [[str(row.get(f"c{at + 1}", "")) for at in range(count)] for row in rows]
    body = content.get("body", "")
    lines = [line.strip() for line in body.splitlines() if line.strip().startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if not re.fullmatch(r"[|:\s-]+", line)]


def is_table(rows: list[list[str]], contents: list[dict]) -> bool:
    wanted = [[plain(cell) for cell in row] for row in rows]
    return any([[plain(cell) for cell in row] for row in cells(content)] == wanted for content in contents)


def is_chart(chart: dict, contents: list[dict]) -> bool:
    for content in contents:
        rows = cells(content)
        if "points" in chart:
            found = [numbers(",".join(row[-2:])) for row in rows]
            if all(any(near(list(point), pair) for pair in found) for point in chart["points"]):
                return True
            found = [numbers(",".join(row)) for row in rows]
            if all(any(set(point) <= set(line) for line in found) for point in chart["points"]):
                return True
            continue
        wanted = {}
        for at, category in enumerate(chart["categories"]):
            wanted[plain(category)] = [series["values"][at] for series in chart["series"]]
        found = {plain(row[0]): [n for cell in row[1:] for n in numbers(cell)] for row in rows if row}
        if all(near(values, found.get(category, [])) for category, values in wanted.items()):
            named = plain(" ".join(texts_of(content, {})))
            if len(chart["series"]) == 1 or all(plain(series["name"]) in named for series in chart["series"]):
                return True
    return False


def near(wanted: list[float], found: list[float]) -> bool:
    return len(wanted) == len(found) and all(abs(a - b) < 1e-6 for a, b in zip(wanted, found))


def compare(figures: Figures, name: str, truths: list[dict], answer: dict, comments: list[dict]):
    deck, report = answer["presentation"]["slides"], answer["report"]["slides"]
    rows = {row["source"]: row for row in report}
    for number, truth in enumerate(truths, 1):
        row = rows.get(number)
        if not row or not row["items"] and (truth["texts"] or truth["tables"] or truth["charts"]):
            figures.unreported += 1
        if not row:
            figures.faults.append(f"{name} {number}: no report")
            continue
        first = row["slide"] - 1
        later = [other["slide"] - 1 for other in report if other["slide"] - 1 > first]
        slides = deck[first : min(later, default=len(deck))] or deck[first : first + 1]
        contents = [slide["content"] for slide in slides]
        shown = "|".join(tight(text) for text in said_by(slides))
        notes = tight(" \n ".join(slide.get("notes") or "" for slide in slides))
        place = f"{name} {number} ({truth['kind']})"
        wanted = [text for text in map(tight, truth["texts"]) if text]
        found = places(wanted, shown)
        in_order = longest_rise([at for at in found if at >= 0])
        for text, at in zip(wanted, found):
            is_in_notes = at < 0 and text in notes
            figures.in_notes += is_in_notes
            figures.texts.add(at >= 0 or is_in_notes)
            if at < 0:
                figures.faults.append(f"{place}: {'only in the notes' if is_in_notes else 'missing'}: {text!r}")
        in_notes = sum(1 for text, at in zip(wanted, found) if at < 0 and text in notes)
        figures.texts_in_order.good += in_order + in_notes
        figures.texts_in_order.all += len(wanted)
        if truth["kind"] == BY_HAND:
            figures.texts_by_hand.good += in_order + in_notes
            figures.texts_by_hand.all += len(wanted)
        if in_order < sum(at >= 0 for at in found):
            figures.faults.append(f"{place}: out of order: {shown!r}")
        for rows_of_table in truth["tables"]:
            figures.tables.add(is_table(rows_of_table, contents))
            if not is_table(rows_of_table, contents):
                figures.faults.append(f"{place}: table: {json.dumps(contents, ensure_ascii=False)[:600]}")
        for chart in truth["charts"]:
            figures.charts.add(is_chart(chart, contents))
            if not is_chart(chart, contents):
                figures.faults.append(f"{place}: chart: {json.dumps(contents, ensure_ascii=False)[:600]}")
        shown_pictures = sum(text.startswith("/uploads/") for text in said_by(slides))
        shown_pictures += sum((slide.get("notes") or "").count("/uploads/") for slide in slides)
        for at in range(truth["pictures"]):
            figures.pictures.add(at < shown_pictures)
        if shown_pictures < truth["pictures"]:
            figures.faults.append(f"{place}: {shown_pictures} of {truth['pictures']} pictures: {json.dumps(row['items'])}")
        kind = type_of(row["type"])
        is_good = kind in truth["types"]
        figures.types.add(is_good)
        figures.best_types.add(kind == truth["types"][0])
        figures.by_kind.setdefault(truth["kind"], Share()).add(is_good)
        if not is_good:
            figures.faults.append(f"{place}: {kind}, a person would choose {' or '.join(truth['types'])}")
        if truth["is_hidden"]:
            figures.hidden.add(all((slide.get("visibility") or {}).get("hideInPresentation") for slide in slides))
        if truth["notes"]:
            figures.notes.add(tight(truth["notes"]) in notes)
            if tight(truth["notes"]) not in notes:
                figures.faults.append(f"{place}: notes: {notes!r}")
    for _ in range(sum(truth["comments"] for truth in truths)):
        figures.comments.add(len(comments) > 0)
        comments = comments[1:]


def shape_names(shapes):
    """The names of shapes as python-pptx reads them, those in groups too."""
    for shape in shapes:
        if shape.shape_type == MSO_SHAPE_TYPE.GROUP:
            yield from shape_names(shape.shapes)
        else:
            yield shape.name


def account(figures: Figures, file: Path, report: list[dict]):
    """Counts the shapes of a file that its report does not name."""
    rows = {row["source"]: Counter(item["name"] for item in row["items"]) for row in report}
    for number, slide in enumerate(Presentation(file).slides, 1):
        missing = Counter(shape_names(slide.shapes)) - rows.get(number, Counter())
        figures.shapes_without_fate += missing.total()
        if missing:
            figures.faults.append(f"{file.stem} {number}: no fate: {list(missing)} in {list(rows.get(number, []))}")


def measure(folder: Path) -> Figures:
    figures = Figures()
    lectern = Lectern(UNLIMITED)
    try:
        client = lectern.sign_in().with_cookie()
        for file in sorted(folder.glob("*.pptx")):
            truths = json.loads(file.with_suffix(".json").read_text("utf-8"))
            writer = re.match(r"[a-z]+(?:-pptx)?", file.stem).group()
            figures.files[writer] += 1
            figures.slides[writer] += len(Presentation(file).slides)
            start = time.perf_counter()
            answer = client.post(f"/api/presentations/import/pptx?name={file.name}", content=file.read_bytes())
            figures.milliseconds.append((time.perf_counter() - start) * 1000)
            if answer.status_code != 201:
                figures.failed.append(f"{file.name}: {answer.status_code} {answer.text[:300]}")
                continue
            body = answer.json()
            id = body["presentation"]["id"]
            comments = client.get(f"/api/presentations/{id}/comments").json()["comments"]
            if truths is not None:
                compare(figures, file.stem, truths, body, comments)
            account(figures, file, body["report"]["slides"])
    finally:
        lectern.close()
    return figures


def main():
    folder = Path(sys.argv[1])
    figures = measure(folder)
    if "--slides" in sys.argv:
        print("\n".join(figures.faults))
    values = {
        "files that fail": len(figures.failed),
        "texts that arrive in order": figures.texts_in_order.value(),
        "texts that arrive": figures.texts.value(),
        "tables that are exact": figures.tables.value(),
        "charts that are exact": figures.charts.value(),
        "pictures that arrive": figures.pictures.value(),
        "slides of a type that a person would choose": figures.types.value(),
        "slides by hand: type that a person would choose": figures.by_kind[BY_HAND].value(),
        "slides by hand: texts that arrive in order": figures.texts_by_hand.value(),
        "hidden slides that stay hidden": figures.hidden.value(),
        "notes that arrive": figures.notes.value(),
        "comments that arrive": figures.comments.value(),
        "slides without a report": figures.unreported,
        "shapes without a fate": figures.shapes_without_fate,
    }
    print(f"{sum(figures.files.values())} files, {sum(figures.slides.values())} slides: " + ", ".join(
        f"{writer} {figures.files[writer]}" for writer in sorted(figures.files)
    ))
    outside = []
    for name, value in values.items():
        word, bound = BOUNDS[name]
        is_inside = value >= bound if word == "at least" else value <= bound
        text = f"{value:.1%}" if isinstance(value, float) else str(value)
        limit = f"{bound:.1%}" if isinstance(bound, float) else str(bound)
        print(f"{name:50} {text:>8}   {word} {limit}{'' if is_inside else '   <-- outside its bound'}")
        outside += [] if is_inside else [name]
    shares = ", ".join(f"{kind} {share.good}/{share.all}" for kind, share in sorted(figures.by_kind.items()))
    print(f"types: the best one {figures.best_types.value():.1%}; by kind: {shares}")
    print(f"texts that stand in the notes: {figures.in_notes} of {figures.texts.all}")
    print(f"a file takes {statistics.median(figures.milliseconds):.0f} ms (median), {max(figures.milliseconds):.0f} at most")
    print("\n".join(figures.failed))
    sys.exit(1 if outside else 0)


if __name__ == "__main__":
    main()
