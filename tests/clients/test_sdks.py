"""The SDKs that run in a process of their own, TypeScript's and Rust's, over both transports."""

import asyncio
import json
from contextlib import asynccontextmanager

import pytest
from conftest import HERE, program, rmcp_client
from journey import PROMPTS, TOOLS, complete

pytestmark = pytest.mark.anyio
transports = pytest.mark.parametrize("transport", ["http", "stdio"])
clients = pytest.mark.parametrize("client", ["typescript", "rust"])


class Sdk:
    """A client in its own process; `typescript_sdk.js` and `rmcp` say how it is spoken to."""

    def __init__(self, process):
        self.process = process

    async def ask(self, method, *parameters):
        line = json.dumps({"method": method, "parameters": parameters})
        self.process.stdin.write(line.encode() + b"\n")
        answer = await asyncio.wait_for(self.process.stdout.readline(), 30)
        assert answer, (await self.process.stderr.read()).decode()
        return json.loads(answer)

    async def result(self, method, *parameters):
        outcome = await self.ask(method, *parameters)
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
    command = ["node", HERE / "typescript_sdk.js"] if client == "typescript" else [rmcp_client()]
    over = {"LECTERN_MCP": lectern.mcp, "LECTERN_KEY": lectern.key} if transport == "http" else {}
    process = await asyncio.create_subprocess_exec(
        *command, env=lectern.stdio | over | {"LECTERN_BIN": program()},
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        limit=16 * 1024 * 1024,
    )
    try:
        yield Sdk(process)
        process.stdin.close()
        said = (await asyncio.wait_for(process.stderr.read(), 30)).decode()
        assert await process.wait() == 0, said
        assert transport == "stdio" or not said, said
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


@clients
@transports
async def test_a_deck_lives_and_dies(lectern, client, transport):
    async with connected(lectern, client, transport) as sdk:
        await complete(sdk.call, sdk.refused)


@clients
@transports
async def test_tools_and_prompts_are_listed_as_the_sdk_reads_them(lectern, client, transport):
    async with connected(lectern, client, transport) as sdk:
        assert (await sdk.result("getServerVersion"))["name"] == "lectern"
        assert len((await sdk.result("listTools"))["tools"]) == TOOLS
        assert len((await sdk.result("listPrompts"))["prompts"]) == PROMPTS
        prompt = {"name": "add-content", "arguments": {"presentationId": "d-1", "content": "Tides"}}
        text = (await sdk.result("getPrompt", prompt))["messages"][0]["content"]["text"]
        assert "d-1" in text and "Tides" in text


@clients
@transports
async def test_what_does_not_exist_is_an_error_of_the_protocol(lectern, client, transport):
    async with connected(lectern, client, transport) as sdk:
        outcome = await sdk.ask("callTool", {"name": "sail", "arguments": {}})
        assert "-32601" in outcome["fault"] and "sail" in outcome["fault"]
