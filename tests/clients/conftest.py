"""A real `lectern serve` on a folder of its own, and what a client needs to come in.

`LECTERN_BIN` names the program. Nothing is mocked: a client is somebody else's program, and it speaks to ours.
"""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

import httpx2
import pytest

EMAIL = "ada@example.test"
PASSWORD = "correct horse battery staple"
SCOPES = ["read", "write", "export", "ai", "comments:read", "comments:write"]
HERE = Path(__file__).parent


def program() -> str:
    target = os.environ.get("CARGO_TARGET_DIR", HERE.parent.parent / "target")
    named = Path(os.environ.get("LECTERN_BIN", f"{target}/debug/lectern"))
    if not named.is_file():
        pytest.exit(f"{named} is missing: `cargo build --bin lectern`, or name another in LECTERN_BIN", returncode=2)
    return str(named.resolve())


def rmcp_client() -> str:
    """The client that `run` built of Rust's SDK."""
    target = os.environ.get("CARGO_TARGET_DIR", HERE.parent.parent / "target")
    return f"{target}/rmcp-client/debug/rmcp-client"


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Lectern:
    """A running server. `stdio` is the environment in which `lectern mcp` works beside it."""

    def __init__(self, **settings: str):
        self.folder = Path(tempfile.mkdtemp(prefix="lectern-clients-"))
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        self.mcp = f"{self.url}/mcp"
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        environment = kept | settings | {
            "SVC_HOST": "127.0.0.1",
            "SVC_PORT": str(port),
            "SVC_DATA_DIR": str(self.folder / "data"),
            "SVC_ADMIN_EMAIL": EMAIL,
            "SVC_ADMIN_PASSWORD": PASSWORD,
        }
        self.stdio = environment | {"SVC_MCP_OWNER_EMAIL": EMAIL}
        self.log = self.folder / "log"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen([program(), "serve"], env=environment, stdout=log, stderr=log)
        self._until_it_answers()
        self.key = self._new_key()

    def _until_it_answers(self):
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                if httpx2.get(f"{self.url}/health", timeout=2).status_code == 200:
                    return
            except httpx2.TransportError:
                pass
            time.sleep(0.05)
        said = self.log.read_text()[-3000:]
        self.close()
        pytest.fail(f"lectern serve does not answer:\n{said}")

    def _new_key(self) -> str:
        """A key of the administrator, made in a browser."""
        with httpx2.Client(base_url=self.url, timeout=30) as browser:
            browser.post("/api/auth/login", json={"email": EMAIL, "password": PASSWORD}).raise_for_status()
            made = browser.post("/api/api-keys", json={"name": "clients", "scopes": SCOPES})
            return made.raise_for_status().json()["key"]

    @property
    def authorization(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.key}"}

    def http(self) -> httpx2.AsyncClient:
        """A client that speaks plain HTTP, with the key."""
        return httpx2.AsyncClient(base_url=self.url, headers=self.authorization, timeout=30)

    def sockets(self) -> int:
        """How many sockets the server holds."""
        held = 0
        for descriptor in Path(f"/proc/{self.process.pid}/fd").iterdir():
            try:
                held += os.readlink(descriptor).startswith("socket:")
            except FileNotFoundError:
                pass  # closed while we looked
        return held

    def resident_mib(self) -> float:
        """What the server has in memory."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        (line,) = [line for line in status.splitlines() if line.startswith("VmRSS:")]
        return int(line.split()[1]) / 1024

    def close(self):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


@pytest.fixture(scope="session")
def lectern():
    """The server that tests share; each makes decks of its own."""
    server = Lectern()
    yield server
    server.close()


@pytest.fixture
def fresh_lectern():
    """A server for one test, which counts what it holds."""
    server = Lectern()
    yield server
    server.close()


@pytest.fixture
def anyio_backend():
    return "asyncio"
