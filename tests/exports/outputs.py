"""The four exports of a deck, and what other people's programs make of them."""

import os
import shutil
import subprocess
import zipfile
from functools import cached_property
from pathlib import Path

import decks

HERE = Path(__file__).parent
LECTERN = os.environ["LECTERN"]

# LibreOffice finds the bundled fonts beside those of the machine, as it would where a theme's fonts are installed.
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>{fonts}</dir>
  <cachedir>{cache}</cachedir>
</fontconfig>
"""


def said(*command: str | Path, **options) -> str:
    """What a program prints; a failure shows what it complained about."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, **options)
    assert done.returncode == 0, f"{command[0]} failed with {done.returncode}: {done.stderr or done.stdout}"
    return done.stdout


class Outputs:
    """The exports of every example in one theme. Each is made when it is first asked for."""

    def __init__(self, theme: str, folder: Path):
        self.theme = theme
        self.folder = folder
        self.deck = folder / f"{theme}.deck"
        folder.mkdir(parents=True)
        decks.write(theme, self.deck)

    def export(self, form: str, name: str) -> Path:
        path = self.folder / name
        said(LECTERN, "export", self.deck, "--to", form, "-o", path)
        return path

    @cached_property
    def pdf(self) -> Path:
        return self.export("pdf", "deck.pdf")

    @cached_property
    def pptx(self) -> Path:
        return self.export("pptx", "deck.pptx")

    @cached_property
    def html(self) -> Path:
        return self.export("html", "deck.html")

    @cached_property
    def png_pages(self) -> list[Path]:
        """Our own pictures of the pages."""
        with zipfile.ZipFile(self.export("png", "png.zip")) as archive:
            archive.extractall(self.folder / "png")
        return in_order(self.folder / "png")

    @cached_property
    def pdf_pages(self) -> list[Path]:
        """The pages of the PDF as poppler draws them."""
        return drawn(self.pdf, self.folder / "poppler", dots=144)

    @cached_property
    def html_pages(self) -> list[Path]:
        """The slides of the HTML as Chromium shows them."""
        said("node", HERE / "shoot.js", self.html, self.folder / "chromium")
        return in_order(self.folder / "chromium")

    @cached_property
    def office_pages(self) -> list[Path]:
        """The slides of the PPTX as LibreOffice draws them."""
        fonts = self.folder / "fonts.conf"
        fonts.write_text(FONTS.format(fonts=decks.ROOT / "assets/fonts", cache=self.folder / "font-cache"))
        # A profile of its own: LibreOffice runs once for each.
        profile = (self.folder / "office-profile").as_uri()
        said(
            "soffice", f"-env:UserInstallation={profile}", "--headless", "--convert-to", "pdf",
            "--outdir", self.folder / "office", self.pptx,
            env=os.environ | {"FONTCONFIG_FILE": str(fonts)}, timeout=300,
        )
        shutil.rmtree(self.folder / "office-profile")
        return drawn(self.folder / "office/deck.pdf", self.folder / "office-pages", dots=72)


def drawn(pdf: Path, folder: Path, dots: int) -> list[Path]:
    folder.mkdir()
    said("pdftoppm", "-r", str(dots), pdf, folder / "page")
    return in_order(folder)


def in_order(folder: Path) -> list[Path]:
    """The pictures of a folder in the order of their numbers, which some programs write without zeros in front."""
    return sorted(folder.iterdir(), key=lambda path: int("".join(filter(str.isdigit, path.stem))))
