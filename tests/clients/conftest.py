"""The server that MCP clients are tested against."""

from pathlib import Path

import httpx2
import pytest

from lectern import EMAIL, TARGET, Lectern

HERE = Path(__file__).parent
NODE_MODULES = HERE.parent / "node_modules"
# The client that `run` builds with Rust's SDK.
RMCP_CLIENT = TARGET / "rmcp-client/debug/rmcp-client"


class McpServer(Lectern):
    """A server with an API key. `stdio` is the environment in which `lectern mcp` serves the same decks."""

    def __init__(self, settings: dict | None = None):
        super().__init__(settings)
        self.sign_in()
        self.mcp = f"{self.url}/mcp"
        self.stdio = self.environment | {"SVC_MCP_OWNER_EMAIL": EMAIL}

    def http(self) -> httpx2.AsyncClient:
        """An HTTP client with the API key."""
        return httpx2.AsyncClient(base_url=self.url, headers=self.authorization, timeout=30)


@pytest.fixture(scope="session")
def lectern():
    """The server that all tests share; each creates its own decks."""
    server = McpServer()
    yield server
    server.close()


@pytest.fixture
def fresh_lectern():
    """A server for one test, which counts its sockets or measures its memory."""
    server = McpServer()
    yield server
    server.close()


@pytest.fixture
def anyio_backend():
    return "asyncio"
