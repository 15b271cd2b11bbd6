"""Three nodes that are one service."""

import socket

import httpx2
import pytest

from machines import EMAIL, PASSWORD, SCOPES, Engines, Node


class Hall:
    """Three nodes, the cookie of a signed-in administrator and a key, which every node takes."""

    def __init__(self):
        self.engines = Engines()
        # A vendor that takes calls and never answers, so that a job lasts.
        self.vendor = socket.create_server(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{self.vendor.getsockname()[1]}"
        settings = self.engines.settings() | {"SVC_OLLAMA_BASE_URL": address, "SVC_OLLAMA_MODEL": "mute"}
        self.nodes = [Node(settings) for _ in range(3)]
        answer = httpx2.post(f"{self.nodes[0].url}/api/auth/login", json={"email": EMAIL, "password": PASSWORD})
        assert answer.status_code == 200, answer.text
        self.cookies = dict(answer.cookies)
        made = self.browser(1).post("/api/api-keys", json={"name": "nodes", "scopes": SCOPES})
        assert made.status_code == 201, made.text
        self.key = made.json()["key"]

    def browser(self, node: int) -> httpx2.Client:
        return self.nodes[node].client(cookies=self.cookies)

    def program(self, node: int) -> httpx2.Client:
        return self.nodes[node].client(headers={"Authorization": f"Bearer {self.key}"})

    def new_deck(self, count: int = 3, slides=None) -> str:
        slides = slides or [{"type": "content-slide", "content": {"title": f"Slide {number}"}} for number in range(count)]
        made = self.browser(0).post("/api/presentations", json={"title": "Harbour plan", "slides": slides})
        assert made.status_code == 201, made.text
        return made.json()["presentation"]["id"]

    def close(self):
        for node in self.nodes:
            node.close()
        self.engines.close()
        self.vendor.close()


@pytest.fixture
def hall():
    hall = Hall()
    yield hall
    hall.close()


@pytest.fixture(scope="module")
def calm_hall():
    """A hall for tests that break nothing."""
    hall = Hall()
    yield hall
    hall.close()
