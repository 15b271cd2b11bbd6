"""What tests start for themselves, all on loopback: nodes of a real `lectern serve`, a real PostgreSQL, a real Redis and a server that speaks S3."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
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


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def until(answers, what: str, seconds: float = 30):
    """Waits until something is so, and answers it."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = answers()
        if found:
            return found
        time.sleep(0.02)
    pytest.fail(f"{what}: not within {seconds} s")


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


class Engine:
    """A server of somebody else's, which can be stopped and started again on the same port and folder."""

    def __init__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="lectern-nodes-"))
        self.port = free_port()
        self.process = None
        self.start()

    def run(self, *command: str, **options):
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(command, cwd=self.folder, stdout=log, stderr=log, **options)
        until(lambda: listens(self.port), f"{command[0]} comes up")

    def stop(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def close(self):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


class Redis(Engine):
    def start(self):
        self.run("redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no")


class Bucket(Engine):
    def start(self):
        self.run(sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(self.port))
        httpx2.put(f"http://127.0.0.1:{self.port}/decks").raise_for_status()


class Postgres(Engine):
    def start(self):
        programs = os.environ["LECTERN_POSTGRES"]
        who = pwd.getpwnam("postgres") if os.getuid() == 0 else None
        self.who = {"user": who.pw_uid, "group": who.pw_gid} if who else {}
        data = self.folder / "data"
        if not data.exists():
            if who:
                os.chown(self.folder, who.pw_uid, who.pw_gid)
            options = ["--no-sync", "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8"]
            subprocess.run([f"{programs}/initdb", "-D", data, *options], check=True, capture_output=True, **self.who)
        options = ["-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={self.folder}", "-c", "max_connections=200"]
        self.run(f"{programs}/postgres", "-D", str(data), "-p", str(self.port), *options, **self.who)
        ready = [f"{programs}/pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        until(lambda: subprocess.run(ready).returncode == 0, "PostgreSQL is ready")

    def stop(self):
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait()


class Node:
    """One `lectern serve` with a folder of its own. What settings it has beside that says where things are kept."""

    def __init__(self, settings: dict, start=True, before=(), **options):
        """`before` stands before the program on its command line; `options` are those of `Popen`."""
        self.before, self.options = list(before), options
        self.folder = Path(tempfile.mkdtemp(prefix="lectern-node-"))
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        own = {
            "SVC_HOST": "127.0.0.1",
            "SVC_PORT": str(self.port),
            "SVC_DATA_DIR": str(self.folder / "data"),
            "SVC_ADMIN_EMAIL": EMAIL,
            "SVC_ADMIN_PASSWORD": PASSWORD,
        }
        self.environment = kept | own | settings
        self.process = None
        if start:
            self.start()

    def start(self):
        with (self.folder / "log").open("ab") as log:
            command = [*self.before, program(), "serve"]
            self.process = subprocess.Popen(command, env=self.environment, stdout=log, stderr=log, **self.options)
        until(self.is_well, "the node answers")

    def is_well(self) -> bool:
        if self.process.poll() is not None:
            pytest.fail(self.log())
        try:
            return httpx2.get(f"{self.url}/health").status_code == 200
        except httpx2.TransportError:
            return False

    def log(self) -> str:
        return (self.folder / "log").read_text()

    def kill(self):
        if self.process:
            self.process.kill()
            self.process.wait()

    def client(self, **options) -> httpx2.Client:
        return httpx2.Client(base_url=self.url, timeout=30, **options)

    def close(self):
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


class Engines:
    def __init__(self):
        self.postgres, self.redis, self.bucket = Postgres(), Redis(), Bucket()

    def settings(self) -> dict:
        """What a node has to know of them."""
        return {
            "SVC_STORAGE": "postgres",
            "DATABASE_URL": f"postgres://postgres@127.0.0.1:{self.postgres.port}/postgres",
            "SVC_REDIS_URL": f"redis://127.0.0.1:{self.redis.port}/",
            "SVC_ASSETS_URL": "s3://decks/assets",
            "AWS_ENDPOINT": f"http://127.0.0.1:{self.bucket.port}",
            "AWS_ALLOW_HTTP": "true",
            "AWS_REGION": "us-east-1",
            "AWS_ACCESS_KEY_ID": "test",
            "AWS_SECRET_ACCESS_KEY": "test",
        }

    def close(self):
        for engine in (self.postgres, self.redis, self.bucket):
            engine.close()
