"""What every client does: create a deck, read it, change it, preview it, comment on it, delete it."""

SLIDES = [
    {"type": "title-slide", "content": {"title": "Harbour plan"}},
    {"type": "content-slide", "content": {"title": "Why now", "body": "The quays are full."}, "notes": "Slowly."},
]
TOOLS = 41
PROMPTS = 7


async def complete(call, refused):
    """Runs all steps. `call` returns the result of a tool, `refused` the error text of a tool that must fail."""
    made = await call("create_presentation_from_slides", title="Harbour plan", slides=SLIDES)
    deck = made["id"]
    assert made["slideCount"] == 2

    read = await call("get_presentation", presentationId=deck)
    assert [slide["content"]["title"] for slide in read["slides"]] == ["Harbour plan", "Why now"]
    assert read["slides"][1]["notes"] == "Slowly."

    await call("update_slide", presentationId=deck, slideIndex=1, content={"body": "The quays are **empty**."})
    read = await call("get_presentation", presentationId=deck)
    assert read["slides"][1]["content"]["body"] == "The quays are **empty**."
    assert read["slides"][1]["content"]["title"] == "Why now"

    page = await call("preview_slide", presentationId=deck, slideIndex=1)
    assert page.startswith("<!doctype html>") and "empty" in page

    slide = read["slides"][1]["id"]
    added = await call("add_comment", presentationId=deck, slideId=slide, body="Since when? ⚓")
    assert added["ok"] is True
    listed = await call("list_comments", presentationId=deck)
    assert [comment["body"] for comment in listed["comments"]] == ["Since when? ⚓"]
    assert listed["comments"][0]["slide"]["index"] == 1

    assert (await call("delete_presentation", presentationId=deck, confirm=True))["deleted"] is True
    assert await refused("get_presentation", presentationId=deck) == f"Error: Presentation not found: {deck}"
