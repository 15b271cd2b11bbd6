"""The four exports of a deck, and their pages as other programs draw them."""

import os
import shutil
import subprocess
import zipfile
from functools import cached_property
from pathlib import Path

import decks
from lectern import ROOT, program

HERE = Path(__file__).parent

# Lets LibreOffice find the bundled fonts beside those of the machine, as if they were installed.
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>{fonts}</dir>
  <cachedir>{cache}</cachedir>
</fontconfig>
"""


def output_of(*command: str | Path, **options) -> str:
    """Runs a program and returns what it prints. Fails with its error output."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, **options)
    assert done.returncode == 0, f"{command[0]} failed with {done.returncode}: {done.stderr or done.stdout}"
    return done.stdout


class Outputs:
    """The exports of the deck in one theme. Each is made when it is first needed."""

    def __init__(self, theme: str, folder: Path):
        self.theme = theme
        self.folder = folder
        self.deck = folder / f"{theme}.deck"
        folder.mkdir(parents=True)
        decks.write(theme, self.deck)

    def export(self, format: str, name: str) -> Path:
        path = self.folder / name
        output_of(program(), "export", self.deck, "--to", format, "-o", path)
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
        """The pages as Lectern draws them."""
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
        output_of("node", HERE / "shoot.js", self.html, self.folder / "chromium")
        return in_order(self.folder / "chromium")

    @cached_property
    def office_pages(self) -> list[Path]:
        """The slides of the PPTX as LibreOffice draws them."""
        fonts = self.folder / "fonts.conf"
        fonts.write_text(FONTS.format(fonts=ROOT / "assets/fonts", cache=self.folder / "font-cache"))
        # LibreOffice runs once per profile, so each run has its own.
        profile = (self.folder / "office-profile").as_uri()
        output_of(
            "soffice", f"-env:UserInstallation={profile}", "--headless", "--convert-to", "pdf",
            "--outdir", self.folder / "office", self.pptx,
            env=os.environ | {"FONTCONFIG_FILE": str(fonts)}, timeout=300,
        )
        shutil.rmtree(self.folder / "office-profile")
        return drawn(self.folder / "office/deck.pdf", self.folder / "office-pages", dots=72)


def drawn(pdf: Path, folder: Path, dots: int) -> list[Path]:
    folder.mkdir()
    output_of("pdftoppm", "-r", str(dots), pdf, folder / "page")
    return in_order(folder)


def in_order(folder: Path) -> list[Path]:
    """The pictures of a folder in the order of their numbers, which some programs write without leading zeros."""
    return sorted(folder.iterdir(), key=lambda path: int("".join(filter(str.isdigit, path.stem))))
