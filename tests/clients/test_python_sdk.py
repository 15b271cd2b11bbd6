"""The Python SDK over both transports: in its default mode, which first tries a newer protocol, and with the old handshake."""

import base64
import json

import pytest
from journey import PROMPTS, SLIDES, TOOLS, complete

from agent import OVER

pytestmark = pytest.mark.anyio
modes = pytest.mark.parametrize("mode", ["auto", "legacy"])
transports = pytest.mark.parametrize("transport", OVER)


@modes
@transports
async def test_a_deck_is_created_changed_and_deleted(lectern, transport, mode):
    async with OVER[transport](lectern, mode) as agent:
        await complete(agent.call, agent.refused)


@transports
async def test_the_sdk_reads_the_lists_of_tools_and_prompts(lectern, transport):
    async with OVER[transport](lectern) as agent:
        assert agent.client.server_info.name == "lectern"
        tools = (await agent.client.list_tools()).tools
        assert len(tools) == TOOLS
        assert all(tool.description and tool.input_schema["type"] == "object" for tool in tools)
        prompts = (await agent.client.list_prompts()).prompts
        assert len(prompts) == PROMPTS
        got = await agent.client.get_prompt("add-content", {"presentationId": "d-1", "content": "Tides"})
        assert "d-1" in got.messages[0].content.text and "Tides" in got.messages[0].content.text


@transports
async def test_the_sdk_receives_slides_as_pictures(lectern, transport):
    async with OVER[transport](lectern) as agent:
        made = await agent.call("create_presentation_from_slides", title="Harbour plan", slides=SLIDES)
        shown = await agent.client.call_tool("preview_presentation", {"presentationId": made["id"], "sheet": True})
        picture, text = shown.content
        assert (picture.type, picture.mime_type) == ("image", "image/png")
        assert base64.b64decode(picture.data).startswith(b"\x89PNG")
        assert json.loads(text.text)["slides"] == 2
