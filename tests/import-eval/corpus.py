"""Writes the corpus into a folder: files by four programs, and what each of their slides says.

    python corpus.py FOLDER
"""

import json
import subprocess
import sys
from pathlib import Path

import by_hand
import by_libreoffice
import by_pandoc
import by_python_pptx
from pictures import photo
from subjects import SUBJECTS
from truth import TYPES, as_json

HERE = Path(__file__).resolve().parent


def write(folder: Path):
    folder.mkdir(parents=True, exist_ok=True)
    for old in [*folder.glob("*.pptx"), *folder.glob("*.json")]:
        old.unlink()

    def said(name, slides):
        text = json.dumps(slides and as_json(slides), ensure_ascii=False)
        (folder / f"{name}.json").write_text(text, encoding="utf-8")

    for name, deck in by_python_pptx.files(SUBJECTS):
        deck.save(folder / f"{name}.pptx")
        said(name, deck.truth)
    for writer in (by_pandoc, by_libreoffice, by_hand):
        for name, slides in writer.files(SUBJECTS, folder):
            said(name, slides)
    work = folder / "sources"
    pictures = []
    for seed in range(6):
        path = work / f"pptxgenjs-{seed}.jpg"
        path.write_bytes(photo(8000 + seed).read())
        pictures.append(str(path))
    given = work / "subjects.json"
    given.write_text(json.dumps({"subjects": SUBJECTS, "types": TYPES, "pictures": pictures}, ensure_ascii=False), "utf-8")
    subprocess.run(["node", HERE / "by_pptxgenjs.js", given, folder], check=True)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
