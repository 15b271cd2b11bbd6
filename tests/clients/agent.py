"""The client of the Python SDK. Tests ask for the result of a tool, or for its error."""

import json
from contextlib import asynccontextmanager

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from conftest import McpServer
from lectern import program


class Agent:
    def __init__(self, client: Client):
        self.client = client

    async def run_tool(self, tool, **arguments):
        result = await self.client.call_tool(tool, arguments)
        (item,) = result.content
        return result.is_error, item.text

    async def call(self, tool, **arguments):
        """Calls a tool that must succeed and returns its result."""
        failed, text = await self.run_tool(tool, **arguments)
        assert not failed, f"{tool}: {text}"
        return json.loads(text) if text.startswith("{") else text

    async def refused(self, tool, **arguments):
        """Calls a tool that must fail and returns its error text."""
        failed, text = await self.run_tool(tool, **arguments)
        assert failed, f"{tool} was not refused: {text}"
        return text


@asynccontextmanager
async def over_http(lectern: McpServer, mode="auto"):
    async with httpx2.AsyncClient(headers=lectern.authorization, timeout=30) as http:
        async with Client(streamable_http_client(lectern.mcp, http_client=http), mode=mode) as client:
            yield Agent(client)


@asynccontextmanager
async def over_stdio(lectern: McpServer, mode="auto"):
    server = StdioServerParameters(command=program(), args=["mcp"], env=lectern.stdio)
    async with Client(server, mode=mode) as client:
        yield Agent(client)


OVER = {"http": over_http, "stdio": over_stdio}
