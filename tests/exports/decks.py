"""The deck that is exported: the example of every slide type in one theme, with its pictures."""

import base64
import hashlib
import json
import re
import zipfile
from dataclasses import dataclass
from pathlib import Path

from lectern import ROOT

CATALOGUE = json.loads((ROOT / "crates/deck/catalogue/slide-types.json").read_text())
THEMES = [theme["id"] for theme in json.loads((ROOT / "crates/deck/catalogue/themes.json").read_text())["themes"]]

MEDIA_TYPE = "application/vnd.svc.deck"
# Exports leave these out: they are shown in a live session only.
LEFT_OUT = {"follow-invite-slide"}
# Fields that are not visible text: descriptions of pictures, and text that is shown later than the slide.
UNSEEN = re.compile("alt|Alt$|^zeroText$")
WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Page:
    """A page of the exports: its number, the key of its slide type and the words that must be on it."""

    number: int
    key: str
    words: frozenset[str]


def words(text: str) -> frozenset[str]:
    """The words of a text without punctuation and order, since each format orders its lines in its own way."""
    return frozenset(WORD.findall(text))


def visible_text(fields: list[dict], content: dict) -> str:
    """The text of all fields that are shown on the slide."""
    texts = []
    for field in fields:
        value = content.get(field["key"])
        if not value or not field.get("translatable") or UNSEEN.search(field["key"]):
            continue
        if field["kind"] == "items":
            texts += [visible_text(field["itemFields"], item) for item in value]
        elif field["kind"] == "csv":
            # Names of series and categories are text; the figures are drawn.
            header, *rows = [line.split(",") for line in value.splitlines()]
            texts += header[1:] + [row[0] for row in rows]
        else:
            texts.append(value)
    return "\n".join(texts)


def pages() -> list[Page]:
    """The pages that every export must have."""
    types = [kind for kind in CATALOGUE["types"] if kind["key"] not in LEFT_OUT]
    return [
        Page(number, kind["key"], words(visible_text(kind["fields"], kind["example"]) + "\n" + kind["example"].get("code", "")))
        for number, kind in enumerate(types, 1)
    ]


def write(theme: str, path: Path) -> None:
    """Writes the deck in one theme as a `.deck` package."""
    slides = [{"type": kind["id"], "content": kind["example"]} for kind in CATALOGUE["types"]]
    envelope = {"format": "svc.deck", "version": 1, "title": f"Every type in {theme}", "theme": theme, "lang": "en-GB"}
    deck = json.dumps(envelope | {"slides": slides})
    entries, assets = [], []
    for picture in CATALOGUE["examplePictures"]:
        source = picture["ref"]
        name = re.fullmatch(r"/uploads/(.+)-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.jpg", source)[1]
        content = (ROOT / "assets/pictures" / f"{name}.jpg").read_bytes()
        digest = hashlib.sha256(content)
        entry = f"assets/{digest.hexdigest()}.jpg"
        entries.append((entry, content))
        assets.append({
            "ref": entry,
            "id": "sha256-" + base64.b64encode(digest.digest()).decode(),
            "hash": digest.hexdigest(),
            "mime": "image/jpeg",
            "bytes": len(content),
            "sources": [source],
        })
        deck = deck.replace(source, entry)
    manifest = {
        "format": "svc.deck", "bundleVersion": 1, "mimetype": MEDIA_TYPE, "deck": "deck.json", "assets": assets,
    }
    with zipfile.ZipFile(path, "w") as package:
        package.writestr("mimetype", MEDIA_TYPE)
        package.writestr("manifest.json", json.dumps(manifest))
        package.writestr("deck.json", deck)
        for entry, content in entries:
            package.writestr(entry, content)
