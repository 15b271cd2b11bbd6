"""Clients that write at once, fail, open many sessions or disconnect."""

import asyncio
import json
from contextlib import asynccontextmanager

import pytest
from journey import SLIDES

from agent import OVER, over_http, over_stdio

pytestmark = pytest.mark.anyio
TIMEOUT = 20
PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
INITIALIZE = {
    "jsonrpc": "2.0", "id": 0, "method": "initialize",
    "params": {"protocolVersion": "2024-11-05", "capabilities": {}, "clientInfo": {"name": "crowd", "version": "1"}},
}


async def new_deck(agent):
    return (await agent.call("create_presentation_from_slides", title="Harbour plan", slides=SLIDES))["id"]


@asynccontextmanager
async def open_editor(lectern, deck):
    """Listens as an open editor does. Yields a function that waits for the next event and returns its name and data."""
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
                    data = json.loads(line.removeprefix("data: "))
                    # A deck that another process created may be announced after its editor opened.
                    if data.get("reason") != "created":
                        return name, data
            raise AssertionError("the stream ended")

        yield lambda: asyncio.wait_for(event(), TIMEOUT)


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

        async with open_editor(lectern, deck) as next_event:
            await asyncio.gather(write(one, 0, "Ebb"), write(two, 1, "Flood"))
            events = [await next_event() for _ in range(18)]
        revisions = [data["revision"] for name, data in events]
        if other == "stdio":
            # A write of another process may be announced after a later write of this one.
            revisions.sort()
        assert revisions == list(range(revisions[0], revisions[0] + 18))

        read = await two.call("get_presentation", presentationId=deck)
        titles = [slide["content"]["title"] for slide in read["slides"]]
        assert titles[:2] == ["Ebb 7", "Flood 7"]
        assert sorted(titles[2:]) == ["By Ebb", "By Flood"]
        assert read["slides"][1]["content"]["body"] == SLIDES[1]["content"]["body"]


@pytest.mark.parametrize("transport", OVER)
async def test_a_failed_call_changes_nothing(lectern, transport):
    async with OVER[transport](lectern) as agent:
        deck = await new_deck(agent)
        decks = await agent.call("list_presentations")
        async with open_editor(lectern, deck) as next_event:
            await agent.call("update_slide", presentationId=deck, slideIndex=0, content={"title": "Harbour plan"})
            _, first = await next_event()
            before = await agent.call("get_presentation", presentationId=deck)

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
            name, data = await next_event()
            assert (name, data["revision"]) == ("deckUpdated", first["revision"] + 1)


async def test_changes_over_stdio_reach_an_open_editor_of_the_server(lectern):
    async with over_stdio(lectern) as agent:
        deck = await new_deck(agent)
        slide = (await agent.call("get_presentation", presentationId=deck))["slides"][1]["id"]
        async with open_editor(lectern, deck) as next_event:
            await agent.call("update_slide", presentationId=deck, slideIndex=1, content={"title": "Why today"})
            name, data = await next_event()
            assert (name, data["presentationId"], data["slideId"]) == ("deckUpdated", deck, slide)

            added = await agent.call("add_comment", presentationId=deck, slideId=slide, body="At last.")
            name, data = await next_event()
            assert (name, data["commentId"], data["slideId"]) == ("commentChanged", added["comment"]["id"], slide)


async def test_many_sessions_evict_the_oldest_and_need_little_memory(fresh_lectern):
    async with fresh_lectern.http() as http:
        async def new_session():
            answer = await http.post("/mcp", json=INITIALIZE)
            return answer.headers["Mcp-Session-Id"]

        async def is_open(session):
            answer = await http.post("/mcp", json=PING, headers={"Mcp-Session-Id": session})
            assert answer.status_code in (200, 404)
            return answer.status_code == 200

        before = fresh_lectern.resident_mib()
        sessions = [await new_session() for _ in range(1100)]
        after = fresh_lectern.resident_mib()
        alive = [await is_open(session) for session in sessions]
    assert alive.count(True) == 1000
    # Sessions of the same millisecond are equally old.
    assert not any(alive[:80]) and all(alive[120:])
    assert after - before < 16, f"{before:.1f} MiB became {after:.1f} MiB"


async def test_a_client_that_disconnects_leaves_no_socket_open(fresh_lectern):
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
        await asyncio.wait_for(reader.readuntil(b": open\n\n"), TIMEOUT)
        return writer

    streams = [await stream("/mcp")] + [await stream(f"/api/presentations/{deck}/events") for _ in range(20)]
    assert fresh_lectern.open_sockets() >= before + 21
    for number, writer in enumerate(streams):
        # Half of them close the connection, the others reset it.
        writer.close() if number % 2 else writer.transport.abort()
    assert await settled(fresh_lectern, at_most=before) <= before


async def settled(lectern, at_most=None):
    """The number of open sockets once it no longer changes, or once it is low enough. Gives up after the timeout."""
    open_now = lectern.open_sockets()
    for _ in range(TIMEOUT * 10):
        await asyncio.sleep(0.1)
        before, open_now = open_now, lectern.open_sockets()
        if open_now == before if at_most is None else open_now <= at_most:
            break
    return open_now
