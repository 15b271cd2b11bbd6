"""Prints what python-pptx finds in a presentation, a line for each thing."""

import sys
import zipfile
from io import BytesIO
from xml.etree import ElementTree

from pptx import Presentation
from pptx.enum.shapes import MSO_SHAPE_TYPE

SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def workbook(blob):
    """The cells of the first sheet of a workbook, row by row."""
    with zipfile.ZipFile(BytesIO(blob)) as parts:
        strings = ElementTree.fromstring(parts.read("xl/sharedStrings.xml"))
        words = ["".join(part.text or "" for part in entry.iter(f"{SHEET}t")) for entry in strings]
        sheet = ElementTree.fromstring(parts.read("xl/worksheets/sheet1.xml"))
    for row in sheet.iter(f"{SHEET}row"):
        cells = [(cell.get("r"), cell.get("t"), cell.findtext(f"{SHEET}v")) for cell in row]
        yield " ".join(f"{at}={words[int(value)] if kind == 's' else value}" for at, kind, value in cells)


def marks(run):
    font = run.font
    named = {"bold": font.bold, "italic": font.italic, "underlined": font.underline}
    said = [name for name, on in named.items() if on]
    if run.hyperlink is not None and run.hyperlink.address:
        said.append(f"-> {run.hyperlink.address}")
    return f" ({', '.join(said)})" if said else ""


def tell(shape, depth):
    indent = "  " * depth
    alt = shape._element._nvXxPr.cNvPr.get("descr")
    kind = shape.shape_type
    place = f" ph {shape.placeholder_format.type.name}" if shape.is_placeholder else ""
    print(f"{indent}{shape.name}{place}{f' alt {alt!r}' if alt else ''}")
    if kind == MSO_SHAPE_TYPE.GROUP:
        for inner in shape.shapes:
            tell(inner, depth + 1)
    if shape.has_text_frame:
        for paragraph in shape.text_frame.paragraphs:
            runs = "|".join(run.text + marks(run) for run in paragraph.runs)
            if paragraph.text:
                print(f"{indent}  {paragraph.level}: {runs or paragraph.text}")
    if getattr(shape, "has_table", False) and shape.has_table:
        for row in shape.table.rows:
            print(f"{indent}  row {' | '.join(cell.text for cell in row.cells)}")
    if getattr(shape, "has_chart", False) and shape.has_chart:
        chart = shape.chart
        print(f"{indent}  {chart.chart_type.name} {list(chart.plots[0].categories)}")
        for series in chart.plots[0].series:
            print(f"{indent}  {series.name}: {list(series.values)}")
        for row in workbook(chart.part.chart_workbook.xlsx_part.blob):
            print(f"{indent}  sheet {row}")
    if kind == MSO_SHAPE_TYPE.PICTURE:
        crop = [round(side, 3) for side in (shape.crop_left, shape.crop_top, shape.crop_right, shape.crop_bottom)]
        print(f"{indent}  {shape.image.content_type} crop {crop}")
    if not shape.is_placeholder and shape.shape_type != MSO_SHAPE_TYPE.GROUP and hasattr(shape, "click_action"):
        action = shape.click_action
        if action.hyperlink.address:
            print(f"{indent}  click -> {action.hyperlink.address}")
        elif action.target_slide is not None:
            print(f"{indent}  click -> slide {action.target_slide.slide_id}")


def main():
    presentation = Presentation(sys.argv[1])
    core = presentation.core_properties
    print(f"{core.title} by {core.author}, {core.created}")
    for number, slide in enumerate(presentation.slides, 1):
        title = slide.shapes.title
        print(f"slide {number} on {slide.slide_layout.name!r} titled {title.text if title is not None else None!r}")
        for shape in slide.shapes:
            tell(shape, 1)
        if slide.has_notes_slide:
            print(f"  notes {slide.notes_slide.notes_text_frame.text!r}")


main()
