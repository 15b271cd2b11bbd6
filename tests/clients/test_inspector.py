"""The command line of the MCP inspector, which starts a new process for every call."""

import json
import subprocess

import pytest
from conftest import NODE_MODULES
from journey import PROMPTS, TOOLS, complete
from lectern import program

pytestmark = pytest.mark.anyio
BUILD = NODE_MODULES / "@modelcontextprotocol/inspector-cli/build"


class Inspector:
    def __init__(self, lectern, transport):
        self.environment = lectern.stdio
        self.server = [program(), "mcp"]
        if transport == "http":
            authorization = f"Authorization: {lectern.authorization['Authorization']}"
            self.server = [lectern.mcp, "--transport", "http", "--header", authorization]

    def request(self, method, *options):
        run = subprocess.run(
            ["node", "index.js", *self.server, "--method", method, *options],
            cwd=BUILD,  # it reads its package.json from the folder above the working one
            env=self.environment, capture_output=True, text=True, timeout=60,
        )
        assert run.returncode == 0, run.stderr
        return json.loads(run.stdout)

    def tool(self, name, arguments):
        options = []
        for argument, value in arguments.items():
            options += ["--tool-arg", f"{argument}={value if isinstance(value, str) else json.dumps(value)}"]
        result = self.request("tools/call", "--tool-name", name, *options)
        return result.get("isError", False), result["content"][0]["text"]

    async def call(self, name, **arguments):
        failed, text = self.tool(name, arguments)
        assert not failed, f"{name}: {text}"
        return json.loads(text) if text.startswith("{") else text

    async def refused(self, name, **arguments):
        failed, text = self.tool(name, arguments)
        assert failed, f"{name} was not refused: {text}"
        return text


@pytest.mark.parametrize("transport", ["http", "stdio"])
async def test_a_deck_is_created_changed_and_deleted(lectern, transport):
    inspector = Inspector(lectern, transport)
    assert len(inspector.request("tools/list")["tools"]) == TOOLS
    assert len(inspector.request("prompts/list")["prompts"]) == PROMPTS
    await complete(inspector.call, inspector.refused)
