"""One `lectern serve` on a folder of its own, started the way a test needs it."""

import subprocess

import httpx2

from machines import EMAIL, PASSWORD, SCOPES, Node, program


class Alone(Node):
    def __init__(self, settings=None, start=True, **options):
        self.cookies = self.key = None
        super().__init__({"SVC_REQUESTS_A_MINUTE": "1000000"} | (settings or {}), start, **options)
        self.data = self.folder / "data"
        if start:
            self.sign_in()

    def sign_in(self):
        answer = httpx2.post(f"{self.url}/api/auth/login", json={"email": EMAIL, "password": PASSWORD})
        assert answer.status_code == 200, answer.text
        self.cookies = dict(answer.cookies)
        made = self.browser().post("/api/api-keys", json={"name": "alone", "scopes": SCOPES})
        assert made.status_code == 201, made.text
        self.key = made.json()["key"]

    def browser(self) -> httpx2.Client:
        return self.client(cookies=self.cookies)

    def program(self) -> httpx2.Client:
        return self.client(headers={"Authorization": f"Bearer {self.key}"})

    def run(self, *arguments: str, **settings) -> subprocess.CompletedProcess:
        """A command beside the service."""
        return subprocess.run([program(), *arguments], env=self.environment | settings, capture_output=True, text=True)

    def new_deck(self, words="Harbour plan", count=3) -> str:
        slides = [{"type": "content-slide", "content": {"title": f"{words} {number}"}} for number in range(count)]
        made = self.browser().post("/api/presentations", json={"title": words, "slides": slides})
        assert made.status_code == 201, made.text
        return made.json()["presentation"]["id"]

    def stop(self) -> int:
        self.process.terminate()
        return self.process.wait(30)
