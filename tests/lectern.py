"""Starts `lectern serve` for the Python tests, waits until it is ready, signs in and stops it.

Nothing is mocked: the tests talk to the real program. `LECTERN_BIN` names it; without it they use the debug build.
"""

import os
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
from pathlib import Path

import httpx2
import pytest

EMAIL = "ada@example.test"
PASSWORD = "correct horse battery staple"
SCOPES = ["read", "write", "export", "ai", "comments:read", "comments:write"]
# Settings that let a key call as often as it likes.
UNLIMITED = {"SVC_REQUESTS_A_MINUTE": "1000000"}
# Clients of plain HTTP get this context: loading certificates would cost each of them a tenth of a second.
NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
ROOT = Path(__file__).resolve().parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))


def program() -> str:
    """The path of the binary under test."""
    path = Path(os.environ.get("LECTERN_BIN", TARGET / "debug/lectern"))
    if not path.is_file():
        pytest.exit(f"{path} is missing: `cargo build --bin lectern`, or name another in LECTERN_BIN", returncode=2)
    return str(path.resolve())


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def until(condition, what: str, seconds: float = 30):
    """Polls a condition and returns its value once it is true. Fails the test after the deadline."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if value := condition():
            return value
        time.sleep(0.02)
    pytest.fail(f"{what}: not within {seconds} s")


class Lectern:
    """A `lectern serve` process on a free port, with a folder of its own."""

    def __init__(self, settings: dict | None = None, *, start=True, wrapper=(), **popen_options):
        """`wrapper` is the start of the command line, before the program."""
        self.wrapper, self.popen_options = list(wrapper), popen_options
        self.folder = Path(tempfile.mkdtemp(prefix="lectern-"))
        self.data, self.log_file = self.folder / "data", self.folder / "log"
        self.port = free_port()
        inherited = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        own = {
            "SVC_HOST": "127.0.0.1",
            "SVC_PORT": str(self.port),
            "SVC_DATA_DIR": str(self.data),
            "SVC_ADMIN_EMAIL": EMAIL,
            "SVC_ADMIN_PASSWORD": PASSWORD,
        }
        self.environment = inherited | own | (settings or {})
        self.process = None
        self.cookies, self.key = {}, None
        if start:
            self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self):
        """Starts the process and waits until it answers."""
        with self.log_file.open("ab") as log:
            command = [*self.wrapper, program(), "serve"]
            self.process = subprocess.Popen(command, env=self.environment, stdout=log, stderr=log, **self.popen_options)
        until(self.is_up, "the server answers")

    def is_up(self) -> bool:
        """Whether the server answers. Fails the test when the process has ended."""
        if self.process.poll() is not None:
            pytest.fail(self.log())
        try:
            return self.client(timeout=2).get("/health").status_code == 200
        except httpx2.TransportError:
            return False

    def log(self) -> str:
        return self.log_file.read_text(errors="replace")

    def sign_in(self) -> "Lectern":
        """Signs the administrator in and makes an API key: `cookies` and `key` are set afterwards."""
        answer = self.client().post("/api/auth/login", json={"email": EMAIL, "password": PASSWORD})
        self.cookies = dict(answer.raise_for_status().cookies)
        made = self.with_cookie().post("/api/api-keys", json={"name": "tests", "scopes": SCOPES})
        self.key = made.raise_for_status().json()["key"]
        return self

    @property
    def authorization(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.key}"}

    def client(self, timeout: float = 120, **options) -> httpx2.Client:
        """An HTTP client without credentials."""
        return httpx2.Client(base_url=self.url, timeout=timeout, verify=NO_CERTIFICATES, **options)

    def with_cookie(self) -> httpx2.Client:
        """An HTTP client with the administrator's session cookie, as a browser has it."""
        return self.client(cookies=self.cookies)

    def with_key(self) -> httpx2.Client:
        """An HTTP client with the API key."""
        return self.client(headers=self.authorization)

    def run(self, *arguments: str, **settings: str) -> subprocess.CompletedProcess:
        """Runs another command of the program with the server's settings."""
        return subprocess.run([program(), *arguments], env=self.environment | settings, capture_output=True, text=True)

    def new_deck(self, title="Harbour plan", count=3) -> str:
        """Creates a deck and returns its id."""
        slides = [{"type": "content-slide", "content": {"title": f"{title} {number}"}} for number in range(count)]
        made = self.with_cookie().post("/api/presentations", json={"title": title, "slides": slides})
        return made.raise_for_status().json()["presentation"]["id"]

    def open_sockets(self) -> int:
        """The number of sockets that the process has open."""
        count = 0
        for descriptor in Path(f"/proc/{self.process.pid}/fd").iterdir():
            try:
                count += os.readlink(descriptor).startswith("socket:")
            except FileNotFoundError:
                pass  # closed in the meantime
        return count

    def resident_mib(self) -> float:
        """The memory of the process, in MiB. Fails with `OSError` when it has ended."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        lines = [line for line in status.splitlines() if line.startswith("VmRSS:")]
        if not lines:
            raise ProcessLookupError(f"process {self.process.pid} has ended")
        return int(lines[0].split()[1]) / 1024

    def stop(self) -> int:
        """Ends the process as an operator does, with SIGTERM, and returns its exit code."""
        self.process.terminate()
        return self.process.wait(30)

    def kill(self):
        if self.process:
            self.process.kill()
            self.process.wait()

    def close(self):
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)
