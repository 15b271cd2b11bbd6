"""Webhooks of a cluster: every event is sent once, whichever node stored it, also when a node is killed."""

import base64
import hashlib
import hmac
import json
import queue
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from lectern import until

PATIENCE = 90


class Receiver:
    """An HTTP server that confirms every request and remembers it."""

    def __init__(self):
        requests = self.requests = queue.Queue()

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"]))
                self.send_response(204)
                self.end_headers()
                requests.put((dict(self.headers), body))

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/hook"
        Thread(target=self.server.serve_forever, daemon=True).start()

    def next(self, secret: str) -> tuple[str, dict]:
        """The id and the body of the next request, once its signature is verified."""
        headers, body = self.requests.get(timeout=PATIENCE)
        headers = {name.lower(): value for name, value in headers.items()}
        key = base64.b64decode(secret.removeprefix("whsec_"))
        signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
        expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
        assert hmac.compare_digest(expected, headers["webhook-signature"])
        return headers["webhook-id"], json.loads(body)

    def close(self):
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def receiver():
    receiver = Receiver()
    yield receiver
    receiver.close()


def webhook(cluster, receiver) -> tuple[str, str]:
    made = cluster.with_cookie(0).post(
        "/api/webhooks", json={"url": receiver.url, "events": ["presentation.created"]}
    )
    assert made.status_code == 201, made.text
    return made.json()["webhook"]["id"], made.json()["secret"]


def new_deck(cluster, node: int, number: int) -> str:
    made = cluster.with_cookie(node).post("/api/presentations", json={"title": f"Deck {number}"})
    assert made.status_code == 201, made.text
    return made.json()["presentation"]["id"]


def test_every_event_of_three_nodes_is_sent_once(cluster, receiver):
    hook, secret = webhook(cluster, receiver)
    with ThreadPoolExecutor(6) as threads:
        decks = set(threads.map(lambda number: new_deck(cluster, number % 3, number), range(60)))
    received = [receiver.next(secret) for _ in range(60)]
    assert {event["data"]["presentation"]["id"] for _, event in received} == decks
    # The log says when all are finished; nothing comes after that.
    reader = cluster.with_cookie(1)
    log = lambda: reader.get(f"/api/webhooks/{hook}/deliveries", params={"limit": 100}).json()["deliveries"]  # noqa: E731
    until(lambda: all(row["state"] == "delivered" for row in log()), "all are delivered")
    assert [row["attempts"] for row in log()] == [1] * 60
    assert receiver.requests.empty()


def test_events_of_a_node_that_is_killed_are_sent_by_another(cluster, receiver):
    _, secret = webhook(cluster, receiver)
    decks = {new_deck(cluster, 0, number) for number in range(10)}
    cluster.nodes[0].kill()
    arrived = set()
    while arrived != decks:
        arrived.add(receiver.next(secret)[1]["data"]["presentation"]["id"])
