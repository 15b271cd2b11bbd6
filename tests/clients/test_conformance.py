"""The official conformance package. The tools that its scenarios call are added as a deployment adds its own."""

import json
import re
import subprocess

import pytest
from conftest import HERE, NODE_MODULES, McpServer

SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {"address": {"type": "object", "properties": {"street": {"type": "string"}, "city": {"type": "string"}}}},
    "properties": {"name": {"type": "string"}, "address": {"$ref": "#/$defs/address"}},
    "additionalProperties": False,
}
PLAIN = {"type": "object", "properties": {}}


def tool(name, schema, command):
    return {
        "name": name, "description": name, "inputSchema": schema, "permission": "read", "readOnly": True,
        "command": command,
    }


@pytest.fixture
def lectern(tmp_path):
    tools = [
        tool("test_simple_text", PLAIN, ["echo", "This is a simple text response for testing."]),
        tool("test_error_handling", PLAIN, ["false"]),
        tool("json_schema_2020_12_tool", SCHEMA, ["true"]),
    ]
    declared = tmp_path / "tools.json"
    declared.write_text(json.dumps(tools))
    server = McpServer({"SVC_MCP_TOOLS_FILE": str(declared)})
    yield server
    server.close()


def test_every_scenario_that_applies_passes(lectern, tmp_path):
    run = subprocess.run(
        ["node", "--import", HERE / "key.js", NODE_MODULES / ".bin/conformance", "server", "--url", lectern.mcp,
         "--suite", "all", "--expected-failures", HERE / "conformance.yml", "-o", tmp_path],
        env=lectern.stdio | {"LECTERN_KEY": lectern.key}, capture_output=True, text=True, timeout=120,
    )
    assert run.returncode == 0, run.stdout[-6000:] + run.stderr
    passed = re.findall(r"✓ (\S+): [1-9]\d* passed", run.stdout)
    assert sorted(passed) == [
        "json-schema-2020-12", "ping", "prompts-list", "server-initialize", "server-sse-multiple-streams",
        "tools-call-error", "tools-call-simple-text", "tools-list",
    ]
