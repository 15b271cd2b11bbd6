"""Checks that the Dockerfile copies every file that the binary is compiled from. Prints those that it leaves out."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
INCLUDED = re.compile(r'include_(?:str|bytes)!\(\s*(?:concat!\(\s*)?"([^"]+)"')
EMBEDDED = re.compile(r'#\[folder = "([^"]+)"\]')


def copied():
    """Yields the files and folders of the repository that the compiling stage copies."""
    stage = (ROOT / "Dockerfile").read_text().split("AS binary", 1)[1].split("\nFROM ", 1)[0]
    for line in re.findall(r"^COPY (.+)$", stage, re.MULTILINE):
        *sources, target = [word for word in line.split() if not word.startswith("--")]
        for source in sources:
            inside = (Path(target) / source if target == "./" else Path(target)).as_posix()
            yield ROOT / inside


def compiled():
    """Yields the files and folders that source files include."""
    for crate in (ROOT / "crates").iterdir():
        for source in [*crate.glob("src/**/*.rs"), *crate.glob("build.rs")]:
            text = source.read_text()
            yield from ((source.parent / path).resolve() for path in INCLUDED.findall(text))
            yield from ((crate / path).resolve() for path in EMBEDDED.findall(text))


available = list(copied())
missing = {path for path in compiled() if not any(path.is_relative_to(copy) for copy in available)}
for path in sorted(missing):
    print(f"the Dockerfile does not copy {path.relative_to(ROOT)}")
sys.exit(bool(missing))
