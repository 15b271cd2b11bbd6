"""The TypeScript and Rust SDKs, each in a process of its own, over both transports."""

import asyncio
import json
from contextlib import asynccontextmanager

import pytest
from conftest import HERE, RMCP_CLIENT
from journey import PROMPTS, TOOLS, complete
from lectern import program

pytestmark = pytest.mark.anyio
transports = pytest.mark.parametrize("transport", ["http", "stdio"])
clients = pytest.mark.parametrize("client", ["typescript", "rust"])


class Sdk:
    """A client in its own process. `typescript_sdk.js` and `rmcp` describe the lines that it reads and writes."""

    def __init__(self, process):
        self.process = process

    async def request(self, method, *parameters):
        line = json.dumps({"method": method, "parameters": parameters})
        self.process.stdin.write(line.encode() + b"\n")
        answer = await asyncio.wait_for(self.process.stdout.readline(), 30)
        assert answer, (await self.process.stderr.read()).decode()
        return json.loads(answer)

    async def result(self, method, *parameters):
        outcome = await self.request(method, *parameters)
        assert "result" in outcome, f"{method}{parameters}: {outcome}"
        return outcome["result"]

    async def tool(self, name, arguments):
        result = await self.result("callTool", {"name": name, "arguments": arguments})
        (item,) = result["content"]
        return result.get("isError", False), item["text"]

    async def call(self, name, **arguments):
        failed, text = await self.tool(name, arguments)
        assert not failed, f"{name}: {text}"
        return json.loads(text) if text.startswith("{") else text

    async def refused(self, name, **arguments):
        failed, text = await self.tool(name, arguments)
        assert failed, f"{name} was not refused: {text}"
        return text


@asynccontextmanager
async def connected(lectern, client, transport):
    command = ["node", HERE / "typescript_sdk.js"] if client == "typescript" else [RMCP_CLIENT]
    http = {"LECTERN_MCP": lectern.mcp, "LECTERN_KEY": lectern.key} if transport == "http" else {}
    process = await asyncio.create_subprocess_exec(
        *command, env=lectern.stdio | http | {"LECTERN_BIN": program()},
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        limit=16 * 1024 * 1024,
    )
    try:
        yield Sdk(process)
        process.stdin.close()
        errors = (await asyncio.wait_for(process.stderr.read(), 30)).decode()
        assert await process.wait() == 0, errors
        assert transport == "stdio" or not errors, errors
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


@clients
@transports
async def test_a_deck_is_created_changed_and_deleted(lectern, client, transport):
    async with connected(lectern, client, transport) as sdk:
        await complete(sdk.call, sdk.refused)


@clients
@transports
async def test_the_sdk_reads_the_lists_of_tools_and_prompts(lectern, client, transport):
    async with connected(lectern, client, transport) as sdk:
        assert (await sdk.result("getServerVersion"))["name"] == "lectern"
        assert len((await sdk.result("listTools"))["tools"]) == TOOLS
        assert len((await sdk.result("listPrompts"))["prompts"]) == PROMPTS
        prompt = {"name": "add-content", "arguments": {"presentationId": "d-1", "content": "Tides"}}
        text = (await sdk.result("getPrompt", prompt))["messages"][0]["content"]["text"]
        assert "d-1" in text and "Tides" in text


@clients
@transports
async def test_an_unknown_tool_is_a_protocol_error(lectern, client, transport):
    async with connected(lectern, client, transport) as sdk:
        outcome = await sdk.request("callTool", {"name": "sail", "arguments": {}})
        assert "-32601" in outcome["fault"] and "sail" in outcome["fault"]
