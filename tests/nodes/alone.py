"""One `lectern serve` on a folder of its own, started the way a test needs it."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import httpx2
import pytest

from machines import EMAIL, PASSWORD, SCOPES, free_port, program, until


class Alone:
    def __init__(self, settings=None, before=(), start=True, **options):
        """`before` stands before the program on its command line; `options` are those of `Popen`."""
        self.folder = Path(tempfile.mkdtemp(prefix="lectern-alone-"))
        self.data = self.folder / "data"
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.settings, self.before, self.options = settings or {}, list(before), options
        self.process = self.cookies = self.key = None
        if start:
            self.start()
            self.sign_in()

    def environment(self) -> dict:
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        return kept | {
            "SVC_HOST": "127.0.0.1",
            "SVC_PORT": str(self.port),
            "SVC_DATA_DIR": str(self.data),
            "SVC_ADMIN_EMAIL": EMAIL,
            "SVC_ADMIN_PASSWORD": PASSWORD,
            "SVC_REQUESTS_A_MINUTE": "1000000",
        } | self.settings

    def start(self):
        with (self.folder / "log").open("ab") as log:
            command = [*self.before, program(), "serve"]
            self.process = subprocess.Popen(command, env=self.environment(), stdout=log, stderr=log, **self.options)
        until(self.is_well, "it answers")

    def is_well(self) -> bool:
        if self.process.poll() is not None:
            pytest.fail(self.log())
        try:
            return httpx2.get(f"{self.url}/health").status_code == 200
        except httpx2.TransportError:
            return False

    def log(self) -> str:
        return (self.folder / "log").read_text()

    def sign_in(self):
        answer = httpx2.post(f"{self.url}/api/auth/login", json={"email": EMAIL, "password": PASSWORD})
        assert answer.status_code == 200, answer.text
        self.cookies = dict(answer.cookies)
        made = self.browser().post("/api/api-keys", json={"name": "alone", "scopes": SCOPES})
        assert made.status_code == 201, made.text
        self.key = made.json()["key"]

    def browser(self) -> httpx2.Client:
        return httpx2.Client(base_url=self.url, timeout=30, cookies=self.cookies)

    def program(self) -> httpx2.Client:
        return httpx2.Client(base_url=self.url, timeout=30, headers={"Authorization": f"Bearer {self.key}"})

    def run(self, *arguments: str, **settings) -> subprocess.CompletedProcess:
        """A command beside the service."""
        environment = self.environment() | settings
        return subprocess.run([program(), *arguments], env=environment, capture_output=True, text=True)

    def new_deck(self, words="Harbour plan", count=3) -> str:
        slides = [{"type": "content-slide", "content": {"title": f"{words} {number}"}} for number in range(count)]
        made = self.browser().post("/api/presentations", json={"title": words, "slides": slides})
        assert made.status_code == 201, made.text
        return made.json()["presentation"]["id"]

    def stop(self) -> int:
        self.process.terminate()
        return self.process.wait(30)

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
