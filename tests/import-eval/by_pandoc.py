"""Files by pandoc: lessons and reports that were written as Markdown."""

import pypandoc

from pictures import photo
from truth import flat, slide


def markdown(subject: dict, seed: int, folder) -> tuple[str, list]:
    """A text, and what the slides that pandoc makes of it say."""
    s, truth = subject, []
    blocks = [
        f"---\ntitle: {s['title']}\nsubtitle: {s['subtitle']}\nauthor: {s['author']}\nlang: {s['language']}\n---",
    ]
    truth.append(slide("title", s["title"], s["subtitle"], s["author"]))

    def notes(of):
        of.notes = s["notes"]
        return f"::: notes\n{s['notes']}\n:::"

    def section(number):
        blocks.append(f"# {s['chapters'][number]}")
        truth.append(slide("section", s["chapters"][number]))

    def bullets(number, sign="-"):
        title, items = s["points"][number]
        lines = []
        for item in items:
            lines += [f"    {sign} {text}" for text in item] if isinstance(item, list) else [f"{sign} {item}"]
        of = slide("nested" if any(isinstance(item, list) for item in items) else "bullets", title, *flat(items))
        truth.append(of)
        blocks.append(f"## {title}\n\n" + "\n".join(lines) + ("\n\n" + notes(of) if number == 0 else ""))

    def numbered():
        title, items = s["points"][2]
        blocks.append(f"## {title}\n\n" + "\n".join(f"{at + 1}. {text}" for at, text in enumerate(flat(items))))
        truth.append(slide("numbered", title, *flat(items)))

    def columns():
        title, (left, lefts), (right, rights) = s["columns"]
        side = lambda name, items: "::: {.column width=50%}\n" + f"**{name}**\n\n" + "\n".join(f"- {i}" for i in items) + "\n:::"
        blocks.append(f"## {title}\n\n:::: columns\n{side(left, lefts)}\n\n{side(right, rights)}\n::::")
        truth.append(slide("comparison", title, left, *lefts, right, *rights))
        truth[-1].types = truth[-1].types + ["content-slide"]

    def table():
        title, rows = s["table"]
        line = lambda row: "| " + " | ".join(row) + " |"
        rule = "|" + "---|" * len(rows[0])
        blocks.append(f"## {title}\n\n" + "\n".join([line(rows[0]), rule, *map(line, rows[1:])]))
        truth.append(slide("table", title, tables=[rows]))

    def picture():
        path = folder / f"pandoc-{seed}.jpg"
        path.write_bytes(photo(7000 + seed).read())
        caption = s["pictures"][0]
        blocks.append(f"## {s['chapters'][2]}, 2026\n\n![{caption}]({path})")
        truth.append(slide("picture", f"{s['chapters'][2]}, 2026", caption, pictures=1))

    def paragraph():
        title, text = s["paragraph"]
        words = text.split(" ")
        words[2] = f"**{words[2]}**"
        blocks.append(f"## {title}\n\n" + " ".join(words))
        truth.append(slide("paragraph", title, text))

    def quote():
        text, who = s["quote"]
        blocks.append(f"## {who}\n\n> {text}")
        truth.append(slide("quote", who, text))
        truth[-1].types = ["quote-slide", "content-slide"]

    def code():
        blocks.append("## Query\n\n```sql\nSELECT street, SUM(cost)\nFROM repairs\nGROUP BY street;\n```")
        truth.append(slide("code", "Query", "SELECT street, SUM(cost)", "FROM repairs", "GROUP BY street;"))

    section(0)
    bullets(0)
    if seed % 2:
        numbered()
    else:
        paragraph()
    table()
    section(1)
    columns()
    bullets(1, "*")
    picture()
    section(2)
    quote()
    if seed % 2:
        code()
    else:
        bullets(2)
    return "\n\n".join(blocks), truth


def files(subjects, folder):
    """Writes the files. Yields the name of each and what it says."""
    work = folder / "sources"
    work.mkdir(exist_ok=True)
    for seed in range(len(subjects) + 4):
        text, truth = markdown(subjects[seed % len(subjects)], seed, work)
        name = f"pandoc-{seed + 1}"
        options = ["--slide-level=2"]
        pypandoc.convert_text(text, "pptx", format="markdown", outputfile=str(folder / f"{name}.pptx"), extra_args=options)
        yield name, truth
