"""What a slide of the corpus says, written down by the code that writes the slide, and never read back from the file.

`types` are the slide types that a person would choose for the slide; the first is the best.
"""

from dataclasses import asdict, dataclass, field


@dataclass
class Slide:
    kind: str
    types: list[str]
    texts: list[str] = field(default_factory=list)
    """Every text, in the order in which a person reads them."""
    tables: list[list[list[str]]] = field(default_factory=list)
    charts: list[dict] = field(default_factory=list)
    """Categories, and series with their names and values."""
    pictures: int = 0
    notes: str = ""
    comments: int = 0
    is_hidden: bool = False
    lost: list[str] = field(default_factory=list)
    """Words that the report must have, each in a line that says `lost` or `changed`."""


def as_json(slides: list[Slide]) -> list[dict]:
    return [asdict(slide) for slide in slides]


# What a person would choose, by the kind of slide.
TYPES = {
    "title": ["title-slide"],
    "section": ["chapter-title-slide"],
    "bullets": ["list-slide", "content-slide"],
    "numbered": ["list-slide", "process-slide", "content-slide"],
    "nested": ["content-slide", "list-slide"],
    "paragraph": ["content-slide"],
    "comparison": ["comparison-slide", "text-blocks-slide"],
    "two lists": ["comparison-slide", "text-blocks-slide", "content-slide"],
    "three columns": ["icon-card-grid-slide", "text-blocks-slide", "list-slide"],
    "table": ["table-slide"],
    "chart": ["chart-slide"],
    "odd chart": ["chart-slide", "table-slide"],
    "picture": ["image-slide"],
    "picture and text": ["image-text-slide"],
    "gallery": ["gallery-slide"],
    "logos": ["logo-wall-slide", "gallery-slide"],
    "team": ["team-cards-slide", "gallery-slide"],
    "quote": ["quote-slide"],
    "process": ["process-slide"],
    "cycle": ["cycle-slide", "process-slide"],
    "timeline": ["timeline-slide"],
    "pyramid": ["pyramid-slide"],
    "matrix": ["matrix-slide", "icon-card-grid-slide", "text-blocks-slide"],
    "hierarchy": ["content-slide", "list-slide", "pyramid-slide"],
    "figures": ["kpi-metrics-slide"],
    "code": ["code-slide"],
    "end": ["end-slide", "title-slide"],
    "mixed": ["chart-slide", "table-slide", "image-text-slide", "content-slide"],
}


def slide(kind: str, *texts: str, **more) -> Slide:
    """A slide with the types of its kind; empty texts are left out."""
    return Slide(kind, TYPES[kind], [text for text in texts if text], **more)


def flat(items) -> list[str]:
    """The texts of nested bullets, in order."""
    found = []
    for item in items:
        found.extend(flat(item) if isinstance(item, list) else [item])
    return found
