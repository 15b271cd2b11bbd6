"""Whether the container file copies everything that the binary is compiled from. Prints what it leaves out."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
INCLUDED = re.compile(r'include_(?:str|bytes)!\(\s*(?:concat!\(\s*)?"([^"]+)"')
EMBEDDED = re.compile(r'#\[folder = "([^"]+)"\]')


def copied():
    """What the stage that compiles has, as paths of the repository."""
    stage = (ROOT / "Dockerfile").read_text().split("AS binary", 1)[1].split("\nFROM ", 1)[0]
    for line in re.findall(r"^COPY (.+)$", stage, re.MULTILINE):
        *sources, target = [word for word in line.split() if not word.startswith("--")]
        for source in sources:
            inside = (Path(target) / source if target == "./" else Path(target)).as_posix()
            yield ROOT / inside


def compiled():
    """Every file or folder that a source file takes in."""
    for crate in (ROOT / "crates").iterdir():
        for source in [*crate.glob("src/**/*.rs"), *crate.glob("build.rs")]:
            text = source.read_text()
            yield from ((source.parent / path).resolve() for path in INCLUDED.findall(text))
            yield from ((crate / path).resolve() for path in EMBEDDED.findall(text))


there = list(copied())
missing = {path for path in compiled() if not any(path.is_relative_to(place) for place in there)}
for path in sorted(missing):
    print(f"the Dockerfile does not copy {path.relative_to(ROOT)}")
sys.exit(bool(missing))
