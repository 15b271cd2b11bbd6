"""Decks to export: the example of every slide type in one theme, with its pictures."""

import base64
import hashlib
import json
import re
import zipfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CATALOGUE = json.loads((ROOT / "crates/deck/catalogue/slide-types.json").read_text())
THEMES = [theme["id"] for theme in json.loads((ROOT / "crates/deck/catalogue/themes.json").read_text())["themes"]]

MEDIA_TYPE = "application/vnd.svc.deck"
# What a file has no use for: it is shown in a live session only.
LEFT_OUT = {"follow-invite-slide"}
# Words that stand for a picture, or that are shown later than the slide.
UNSEEN = re.compile("alt|Alt$|^zeroText$")
WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Page:
    """A page of the exports: its number, its slide type and the words of its example that are to be read on it."""

    number: int
    key: str
    words: frozenset[str]


def words(text: str) -> frozenset[str]:
    """The words of a text, without marks and without the order of lines, which each format has its own of."""
    return frozenset(WORD.findall(text))


def seen(fields: list[dict], content: dict) -> str:
    """The text of the fields that people read."""
    said = []
    for field in fields:
        value = content.get(field["key"])
        if not value or not field.get("translatable") or UNSEEN.search(field["key"]):
            continue
        if field["kind"] == "items":
            said += [seen(field["itemFields"], item) for item in value]
        elif field["kind"] == "csv":
            # The names of the series and of the categories. Figures are drawn.
            header, *rows = [line.split(",") for line in value.splitlines()]
            said += header[1:] + [row[0] for row in rows]
        else:
            said.append(value)
    return "\n".join(said)


def pages() -> list[Page]:
    """The pages of an export of the deck."""
    types = [kind for kind in CATALOGUE["types"] if kind["key"] not in LEFT_OUT]
    return [
        Page(number, kind["key"], words(seen(kind["fields"], kind["example"]) + "\n" + kind["example"].get("code", "")))
        for number, kind in enumerate(types, 1)
    ]


def write(theme: str, path: Path) -> None:
    """Writes a package of every example in a theme."""
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
