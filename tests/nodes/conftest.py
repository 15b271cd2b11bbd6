"""A cluster: three nodes on one PostgreSQL, one Redis and one bucket."""

import socket

import httpx2
import pytest

from engines import Engines
from lectern import Lectern


class Cluster:
    """Three nodes, and the session cookie and the API key of an administrator, which every node accepts."""

    def __init__(self, engines: Engines):
        self.engines = engines
        self.storage = engines.empty_storage()
        # An AI vendor that accepts connections and never answers, so that a job stays running.
        self.vendor = socket.create_server(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{self.vendor.getsockname()[1]}"
        settings = self.storage | {
            "SVC_OLLAMA_BASE_URL": address,
            "SVC_OLLAMA_MODEL": "mute",
            "SVC_WEBHOOK_ALLOW": "127.0.0.0/8",
        }
        self.nodes = [Lectern(settings) for _ in range(3)]
        self.nodes[0].sign_in()
        self.cookies, self.key = self.nodes[0].cookies, self.nodes[0].key

    def with_cookie(self, node: int) -> httpx2.Client:
        """An HTTP client of a node with the administrator's session cookie."""
        return self.nodes[node].client(cookies=self.cookies)

    def with_key(self, node: int) -> httpx2.Client:
        """An HTTP client of a node with the API key."""
        return self.nodes[node].client(headers={"Authorization": f"Bearer {self.key}"})

    @property
    def database(self) -> str:
        """The name of the database of the nodes."""
        return self.storage["DATABASE_URL"].rpartition("/")[2]

    def new_deck(self, count: int = 3, slides=None) -> str:
        slides = slides or [{"type": "content-slide", "content": {"title": f"Slide {number}"}} for number in range(count)]
        made = self.with_cookie(0).post("/api/presentations", json={"title": "Harbour plan", "slides": slides})
        assert made.status_code == 201, made.text
        return made.json()["presentation"]["id"]

    def close(self):
        for node in self.nodes:
            node.close()
        self.vendor.close()


@pytest.fixture(scope="session")
def engines():
    engines = Engines()
    yield engines
    engines.close()


@pytest.fixture
def cluster(engines):
    """A cluster for one test, which may stop its nodes and engines."""
    cluster = Cluster(engines)
    yield cluster
    cluster.close()


@pytest.fixture(scope="module")
def shared_cluster(engines):
    """A cluster for tests that stop nothing."""
    cluster = Cluster(engines)
    yield cluster
    cluster.close()
