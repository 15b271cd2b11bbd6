"""Makes templates, and reads files that were exported onto them.

    template.py make FOLDER      wide.pptx and classic.pptx
    template.py read FILE        layout and placeholders of each slide, as text
"""

import io
import struct
import sys
import zlib
from pathlib import Path

from pptx import Presentation
from pptx.dml.color import RGBColor
from pptx.enum.dml import MSO_THEME_COLOR
from pptx.oxml.ns import qn
from pptx.util import Emu, Inches, Pt


def png(width, height, colour):
    rows = b"".join(b"\0" + bytes(colour) * width for _ in range(height))
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def recolour(presentation, colours):
    master = presentation.slide_masters[0]
    theme = next(r.target_part for r in master.part.rels.values() if r.reltype.endswith("/theme"))
    text = theme.blob.decode("utf-8")
    import re

    for name, value in colours.items():
        text = re.sub(rf"<a:{name}>.*?</a:{name}>", f'<a:{name}><a:srgbClr val="{value}"/></a:{name}>', text, flags=re.S)
    theme._blob = text.encode("utf-8")


def widen(presentation):
    """Stretches the 4:3 template of python-pptx to 16:9."""
    ratio = 12192000 / presentation.slide_width
    presentation.slide_width = Emu(12192000)
    for owner in [presentation.slide_masters[0], *presentation.slide_layouts]:
        for shape in owner.shapes:
            if shape.element.find(".//" + qn("a:xfrm")) is not None:
                shape.left, shape.width = Emu(int(shape.left * ratio)), Emu(int(shape.width * ratio))


def wide(path):
    presentation = Presentation()
    widen(presentation)
    recolour(presentation, {"dk2": "1B2A41", "lt2": "F1EDE4", "accent1": "B3261E", "accent2": "1B7F79", "accent3": "E0A458"})
    master = presentation.slide_masters[0]
    logo = master.part.get_or_add_image_part(io.BytesIO(png(120, 60, (179, 38, 30))))[1]
    tree = master.shapes._spTree
    tree.add_pic(900, "Acme logo", "Acme", logo, Inches(12.2), Inches(0.15), Inches(0.9), Inches(0.45))
    bar = tree.add_autoshape(901, "Bar", "rect", 0, Inches(7.3), Emu(12192000), Inches(0.2))
    bar.spPr.get_or_change_to_solidFill().get_or_change_to_schemeClr().val = MSO_THEME_COLOR.ACCENT_1
    # What a skeleton leaves out: an address, a slide with notes.
    link = master.part.relate_to("https://acme.example", "http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink", is_external=True)
    properties = bar.find(qn("p:nvSpPr")).find(qn("p:cNvPr"))
    properties.makeelement(qn("a:hlinkClick"))
    click = properties.makeelement(qn("a:hlinkClick"), {qn("r:id"): link})
    properties.append(click)
    for layout in presentation.slide_layouts:
        for shape in layout.placeholders:
            if shape.placeholder_format.type is not None and shape.placeholder_format.type.name == "FOOTER":
                shape.text_frame.text = "Acme, confidential"
    slide = presentation.slides.add_slide(presentation.slide_layouts[1])
    slide.shapes.title.text = "Secret plans"
    slide.notes_slide.notes_text_frame.text = "Secret notes"
    presentation.save(path)


def read(path):
    presentation = Presentation(path)
    print(f"{len(presentation.slide_masters)} master, {len(presentation.slide_layouts)} layouts, "
          f"{presentation.slide_width}x{presentation.slide_height}")
    for number, slide in enumerate(presentation.slides, 1):
        print(f"slide {number} on '{slide.slide_layout.name}'")
        for shape in slide.shapes:
            if not shape.is_placeholder:
                continue
            form = shape.placeholder_format
            own = "" if shape.element.find(".//" + qn("a:xfrm")) is None else " placed"
            print(f"  {form.type.name.split(' ')[0]} {form.idx}{own}")
            if shape.has_text_frame:
                for paragraph in shape.text_frame.paragraphs:
                    print(f"    {paragraph.level}: {paragraph.text}")
        drawn = [shape for shape in slide.shapes if not shape.is_placeholder]
        if drawn:
            right = max(shape.left + shape.width for shape in drawn) / presentation.slide_width
            bottom = max(shape.top + shape.height for shape in drawn) / presentation.slide_height
            print(f"  {len(drawn)} drawn, up to {min(shape.left for shape in drawn) / presentation.slide_width:.2f} "
                  f"{min(shape.top for shape in drawn) / presentation.slide_height:.2f} {right:.2f} {bottom:.2f}")


if sys.argv[1] == "make":
    folder = Path(sys.argv[2])
    Presentation().save(folder / "classic.pptx")
    wide(folder / "wide.pptx")
else:
    read(sys.argv[2])
