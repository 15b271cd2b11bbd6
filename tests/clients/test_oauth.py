"""Agents connect by address alone: the OAuth clients of the official SDKs, and a person who consents on the page."""

import asyncio
import json
from contextlib import asynccontextmanager
from types import SimpleNamespace

import httpx2
import pytest
from conftest import HERE, McpServer
from journey import TOOLS, complete
from lectern import Lectern
from mcp import Client
from mcp.client.auth import OAuthClientProvider, OAuthFlowError
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientMetadata
from person import decide
from test_inspector import Inspector
from test_sdks import Sdk

from agent import Agent

pytestmark = pytest.mark.anyio


class AddressedServer(McpServer):
    """A server that knows its own address."""

    def __init__(self):
        Lectern.__init__(self, start=False)
        self.environment["APP_URL"] = self.url
        self.mcp, self.stdio = f"{self.url}/mcp", self.environment
        self.start()
        self.sign_in()

    def agents(self) -> list[dict]:
        return self.with_cookie().get("/api/agents").raise_for_status().json()["agents"]


@pytest.fixture(scope="module")
def server():
    server = AddressedServer()
    yield server
    server.close()


class Storage:
    """Keeps tokens and the registration in memory."""

    tokens = client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client):
        self.client = client


def python_provider(server, storage, change=lambda parameters: parameters, **decision):
    """The OAuth client of the Python SDK. `change` may falsify what the browser brings back."""
    parameters: dict[str, str] = {}

    async def redirect(address):
        parameters.update(await asyncio.to_thread(decide, server, address, **decision))

    async def callback():
        changed = change(dict(parameters))
        return AuthorizationCodeResult(**{name: changed.get(name) for name in ("code", "state", "iss")})

    metadata = OAuthClientMetadata(client_name="Python SDK", redirect_uris=["http://localhost:33419/callback"])
    return OAuthClientProvider(server.mcp, metadata, storage, redirect, callback)


@asynccontextmanager
async def python_agent(server, provider):
    async with httpx2.AsyncClient(auth=provider, timeout=30) as http:
        async with Client(streamable_http_client(server.mcp, http_client=http)) as client:
            yield Agent(client)


async def test_the_python_sdk_connects_and_refreshes(server):
    storage = Storage()
    provider = python_provider(server, storage)
    async with python_agent(server, provider) as agent:
        assert len((await agent.client.list_tools()).tools) == TOOLS
        await complete(agent.call, agent.refused)
        first = storage.tokens
        assert "python sdk" in [found["name"].lower() for found in server.agents()]
        provider.context.token_expiry_time = 1
        assert len((await agent.client.list_tools()).tools) == TOOLS
        assert storage.tokens.refresh_token != first.refresh_token


async def test_the_python_sdk_gets_what_the_person_allows(server):
    provider = python_provider(server, Storage(), without=("write", "export", "ai", "comments:write"))
    async with python_agent(server, provider) as agent:
        names = {tool.name for tool in (await agent.client.list_tools()).tools}
        assert "get_presentation" in names and "list_comments" in names and "update_slide" not in names


async def test_the_python_sdk_refuses_the_answer_of_another_issuer(server):
    provider = python_provider(server, Storage(), lambda parameters: parameters | {"iss": "https://evil.test"})
    with pytest.raises(Exception) as raised:
        async with python_agent(server, provider):
            pass
    faults = [raised.value]
    while faults and isinstance(faults[0], BaseExceptionGroup):
        faults = [*faults[0].exceptions, *faults[1:]]
    assert any(isinstance(fault, OAuthFlowError) and "iss" in str(fault) for fault in faults), faults


async def test_the_inspector_takes_the_token(server):
    storage = Storage()
    async with python_agent(server, python_provider(server, storage)):
        authorization = {"Authorization": f"Bearer {storage.tokens.access_token}"}
        inspector = Inspector(SimpleNamespace(mcp=server.mcp, stdio=server.stdio, authorization=authorization), "http")
        assert len(inspector.request("tools/list")["tools"]) == TOOLS


@asynccontextmanager
async def typescript(server):
    process = await asyncio.create_subprocess_exec(
        "node", HERE / "typescript_oauth.js", env=server.environment | {"LECTERN_MCP": server.mcp},
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        limit=16 * 1024 * 1024,
    )
    try:
        yield Sdk(process)
        process.stdin.close()
        assert await asyncio.wait_for(process.wait(), 30) == 0, (await process.stderr.read()).decode()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def connect(server, sdk):
    page = (await sdk.result("connect"))["page"]
    parameters = await asyncio.to_thread(decide, server, page)
    assert parameters["iss"] == server.url and parameters["state"] == "a state"
    await sdk.result("finish", parameters["code"])
    assert await sdk.result("connect") == {}
    return parameters["code"]


async def test_the_typescript_sdk_connects_and_refreshes(server):
    async with typescript(server) as sdk:
        await connect(server, sdk)
        assert len(await sdk.result("tools")) == TOOLS
        result = await sdk.result("call", "list_themes", {})
        assert "atelier" in json.dumps(result)
        first = await sdk.result("tokens")
        await sdk.result("expire")
        assert len(await sdk.result("tools")) == TOOLS, "the SDK refreshes its tokens by itself"
        second = await sdk.result("tokens")
        assert second["refresh_token"] != first["refresh_token"]


async def test_a_stolen_refresh_token_ends_the_connection_of_both(server):
    async with typescript(server) as owner:
        await connect(server, owner)
        stolen = await owner.result("tokens")
        await owner.result("expire")
        await owner.result("tools")
        before = len(server.agents())
        # The thief uses the token that the owner has used already.
        await owner.result("restore", stolen | {"access_token": "svc_access_expired"})
        assert "fault" in await owner.request("tools")
        assert len(server.agents()) == before - 1
        acts = server.with_cookie().get("/api/admin/audit").json()["entries"]
        assert acts[0]["act"] == "agent-revoked" and acts[0]["details"]["usedTwice"] == "refresh token"


async def test_a_disconnected_agent_asks_again(server):
    async with typescript(server) as sdk:
        await connect(server, sdk)
        newest = server.agents()[0]
        assert newest["name"] == "TypeScript SDK"
        server.with_cookie().delete(f"/api/agents/{newest['id']}").raise_for_status()
        assert "Unauthorized" in (await sdk.request("tools"))["fault"]
        assert "/oauth/authorize?" in (await sdk.result("connect"))["page"]
