"""The inspector's command line, which comes anew for every call."""

import json
import subprocess

import pytest
from conftest import HERE, program
from journey import PROMPTS, TOOLS, complete

pytestmark = pytest.mark.anyio
BUILD = HERE / "node_modules/@modelcontextprotocol/inspector-cli/build"


class Inspector:
    def __init__(self, lectern, transport):
        self.environment = lectern.stdio
        self.server = [program(), "mcp"]
        if transport == "http":
            authorization = f"Authorization: {lectern.authorization['Authorization']}"
            self.server = [lectern.mcp, "--transport", "http", "--header", authorization]

    def ask(self, method, *more):
        said = subprocess.run(
            ["node", "index.js", *self.server, "--method", method, *more],
            cwd=BUILD,  # it looks for its own description in the folder above the working one
            env=self.environment, capture_output=True, text=True, timeout=60,
        )
        assert said.returncode == 0, said.stderr
        return json.loads(said.stdout)

    def tool(self, name, arguments):
        given = []
        for argument, value in arguments.items():
            given += ["--tool-arg", f"{argument}={value if isinstance(value, str) else json.dumps(value)}"]
        result = self.ask("tools/call", "--tool-name", name, *given)
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
async def test_a_deck_lives_and_dies(lectern, transport):
    inspector = Inspector(lectern, transport)
    assert len(inspector.ask("tools/list")["tools"]) == TOOLS
    assert len(inspector.ask("prompts/list")["prompts"]) == PROMPTS
    await complete(inspector.call, inspector.refused)
