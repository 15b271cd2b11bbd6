"""What happens when clients meet, fail, come in crowds or vanish."""

import asyncio
import json
from contextlib import asynccontextmanager

import pytest
from journey import SLIDES

from agent import OVER, over_http, over_stdio

pytestmark = pytest.mark.anyio
PATIENCE = 20
PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
INITIALIZE = {
    "jsonrpc": "2.0", "id": 0, "method": "initialize",
    "params": {"protocolVersion": "2024-11-05", "capabilities": {}, "clientInfo": {"name": "crowd", "version": "1"}},
}


async def new_deck(agent):
    return (await agent.call("create_presentation_from_slides", title="Harbour plan", slides=SLIDES))["id"]


@asynccontextmanager
async def open_editor(lectern, deck):
    """Listens as an open editor does; what is yielded answers the next event by its name and its words."""
    async with lectern.http() as http, http.stream("GET", f"/api/presentations/{deck}/events") as answer:
        assert answer.status_code == 200
        lines = answer.aiter_lines()
        assert await anext(lines) == ": open"

        async def event():
            name = None
            async for line in lines:
                if line.startswith("event: "):
                    name = line.removeprefix("event: ")
                elif line.startswith("data: "):
                    words = json.loads(line.removeprefix("data: "))
                    # A deck that another process made may be announced after its editor opened.
                    if words.get("reason") != "created":
                        return name, words
            raise AssertionError("the stream ended")

        yield lambda: asyncio.wait_for(event(), PATIENCE)


@pytest.mark.parametrize("other", OVER)
async def test_two_clients_on_one_deck_lose_nothing(lectern, other):
    async with over_http(lectern) as one, OVER[other](lectern) as two:
        deck = await new_deck(one)

        async def write(agent, index, word):
            for turn in range(8):
                content = {"title": f"{word} {turn}"}
                answer = await agent.call("update_slide", presentationId=deck, slideIndex=index, content=content)
                assert answer["content"]["title"] == f"{word} {turn}"
            content = {"title": f"By {word}", "body": "Both."}
            await agent.call("add_slide", presentationId=deck, type="content-slide", content=content)

        async with open_editor(lectern, deck) as heard:
            await asyncio.gather(write(one, 0, "Ebb"), write(two, 1, "Flood"))
            events = [await heard() for _ in range(18)]
        revisions = [words["revision"] for name, words in events]
        if other == "stdio":
            # What another process wrote may be heard a moment after what this one wrote upon it.
            revisions.sort()
        assert revisions == list(range(revisions[0], revisions[0] + 18))

        read = await two.call("get_presentation", presentationId=deck)
        titles = [slide["content"]["title"] for slide in read["slides"]]
        assert titles[:2] == ["Ebb 7", "Flood 7"]
        assert sorted(titles[2:]) == ["By Ebb", "By Flood"]
        assert read["slides"][1]["content"]["body"] == SLIDES[1]["content"]["body"]


@pytest.mark.parametrize("transport", OVER)
async def test_a_call_that_fails_changes_nothing(lectern, transport):
    async with OVER[transport](lectern) as agent:
        deck = await new_deck(agent)
        before = await agent.call("get_presentation", presentationId=deck)
        decks = await agent.call("list_presentations")
        async with open_editor(lectern, deck) as heard:
            await agent.call("update_slide", presentationId=deck, slideIndex=0, content={"title": "Harbour plan"})
            _, first = await heard()

            on_deck = {"presentationId": deck}
            broken = [SLIDES[0], {"type": "content-slide", "content": {"title": "Why now", "tide": "high"}}]
            for tool, arguments in [
                ("create_presentation_from_slides", {"title": "Half a deck", "slides": broken}),
                ("add_slide", on_deck | {"type": "no-such-slide", "content": {}}),
                ("add_slide", on_deck | {"type": "content-slide", "content": {"title": "T", "tide": "high"}}),
                ("add_slide", on_deck | {"type": "content-slide", "content": {"title": "T"}, "position": -1}),
                ("update_slide", on_deck | {"slideIndex": 2, "content": {"title": "Beyond"}}),
                ("update_slide", on_deck | {"slideIndex": 1, "content": {"title": "T", "body": 7}}),
                ("update_slide", on_deck | {"slideIndex": 0, "content": {}, "type": "poll-slide"}),
                ("remove_slide", on_deck | {"slideIndex": -1}),
                ("reorder_slides", on_deck | {"fromIndex": 0, "toIndex": 2}),
                ("add_comment", on_deck | {"body": " "}),
                ("add_comment", on_deck | {"body": "Where?", "slideId": "no-such-slide"}),
                ("reply_to_comment", on_deck | {"commentId": "no-such-comment", "body": "What?"}),
            ]:
                assert (await agent.refused(tool, **arguments)).startswith("Error: "), (tool, arguments)

            assert await agent.call("get_presentation", presentationId=deck) == before
            assert (await agent.call("list_presentations"))["total"] == decks["total"]
            assert (await agent.call("list_comments", presentationId=deck))["total"] == 0
            await agent.call("update_slide", presentationId=deck, slideIndex=0, content={"title": "Tide plan"})
            name, next_one = await heard()
            assert (name, next_one["revision"]) == ("deckUpdated", first["revision"] + 1)


async def test_what_is_done_over_stdio_reaches_an_open_editor_of_the_server(lectern):
    async with over_stdio(lectern) as agent:
        deck = await new_deck(agent)
        slide = (await agent.call("get_presentation", presentationId=deck))["slides"][1]["id"]
        async with open_editor(lectern, deck) as heard:
            await agent.call("update_slide", presentationId=deck, slideIndex=1, content={"title": "Why today"})
            name, words = await heard()
            assert (name, words["presentationId"], words["slideId"]) == ("deckUpdated", deck, slide)

            said = await agent.call("add_comment", presentationId=deck, slideId=slide, body="At last.")
            name, words = await heard()
            assert (name, words["commentId"], words["slideId"]) == ("commentChanged", said["comment"]["id"], slide)


async def test_a_crowd_of_sessions_pushes_out_the_oldest_and_takes_little_room(fresh_lectern):
    async with fresh_lectern.http() as http:
        async def begun():
            answer = await http.post("/mcp", json=INITIALIZE)
            return answer.headers["Mcp-Session-Id"]

        async def is_open(session):
            answer = await http.post("/mcp", json=PING, headers={"Mcp-Session-Id": session})
            assert answer.status_code in (200, 404)
            return answer.status_code == 200

        before = fresh_lectern.resident_mib()
        sessions = [await begun() for _ in range(1100)]
        after = fresh_lectern.resident_mib()
        alive = [await is_open(session) for session in sessions]
    assert alive.count(True) == 1000
    # Those that began in the same millisecond are equally old.
    assert not any(alive[:80]) and all(alive[120:])
    assert after - before < 16, f"{before:.1f} MiB became {after:.1f} MiB"


async def test_a_client_that_vanishes_leaves_no_stream_behind(fresh_lectern):
    async with over_http(fresh_lectern) as agent:
        deck = await new_deck(agent)
    async with fresh_lectern.http() as http:
        session = (await http.post("/mcp", json=INITIALIZE)).headers["Mcp-Session-Id"]
    before = await settled(fresh_lectern)

    async def stream(path):
        port = int(fresh_lectern.url.rsplit(":", 1)[1])
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        headers = fresh_lectern.authorization | {"Host": "localhost", "Mcp-Session-Id": session}
        lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items()), "", ""]
        writer.write("\r\n".join(lines).encode())
        await asyncio.wait_for(reader.readuntil(b": open\n\n"), PATIENCE)
        return writer

    streams = [await stream("/mcp")] + [await stream(f"/api/presentations/{deck}/events") for _ in range(20)]
    assert fresh_lectern.sockets() >= before + 21
    for number, writer in enumerate(streams):
        # Some hang up, some are cut off in the middle.
        writer.close() if number % 2 else writer.transport.abort()
    assert await settled(fresh_lectern, at_most=before) <= before


async def settled(lectern, at_most=None):
    """How many sockets the server holds once those of clients that left are gone, or patience is."""
    held = lectern.sockets()
    for _ in range(PATIENCE * 10):
        await asyncio.sleep(0.1)
        last, held = held, lectern.sockets()
        if held == last if at_most is None else held <= at_most:
            break
    return held
