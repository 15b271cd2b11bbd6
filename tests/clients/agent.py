"""The Python SDK's client, with the two things tests want of a tool: what it answers, or why it does not."""

import json
from contextlib import asynccontextmanager

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from conftest import Lectern, program


class Agent:
    def __init__(self, client: Client):
        self.client = client

    async def result(self, tool, **arguments):
        result = await self.client.call_tool(tool, arguments)
        (item,) = result.content
        return result.is_error, item.text

    async def call(self, tool, **arguments):
        failed, text = await self.result(tool, **arguments)
        assert not failed, f"{tool}: {text}"
        return json.loads(text) if text.startswith("{") else text

    async def refused(self, tool, **arguments):
        failed, text = await self.result(tool, **arguments)
        assert failed, f"{tool} was not refused: {text}"
        return text


@asynccontextmanager
async def over_http(lectern: Lectern, mode="auto"):
    async with httpx2.AsyncClient(headers=lectern.authorization, timeout=30) as http:
        async with Client(streamable_http_client(lectern.mcp, http_client=http), mode=mode) as client:
            yield Agent(client)


@asynccontextmanager
async def over_stdio(lectern: Lectern, mode="auto"):
    server = StdioServerParameters(command=program(), args=["mcp"], env=lectern.stdio)
    async with Client(server, mode=mode) as client:
        yield Agent(client)


OVER = {"http": over_http, "stdio": over_stdio}
