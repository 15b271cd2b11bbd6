"""Restarts that nobody notices: the socket stays open, readiness tells first, streams end and come back."""

import os
import socket
import threading
import time

import httpx2
import pytest

from alone import Alone
from machines import until
from follower import Follower

# What systemd does: the socket is number 3, and the variables name it and the process.
HAND_OVER = 'exec 3<&"$HANDED" && export LISTEN_FDS=1 LISTEN_PID=$$ && exec "$@"'


class HandedOver(Alone):
    """A service whose socket its parent holds."""

    def __init__(self, settings=None):
        self.socket = socket.socket()
        self.socket.bind(("127.0.0.1", 0))
        self.socket.listen(512)
        number = self.socket.fileno()
        super().__init__(
            {"HANDED": str(number)} | (settings or {}),
            before=["bash", "-c", HAND_OVER, "bash"],
            pass_fds=[number],
            start=False,
        )
        # The settings keep another port: it is not listened on.
        self.port = self.socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"

    def close(self):
        super().close()
        self.socket.close()


@pytest.fixture
def handed():
    service = HandedOver()
    service.start()
    service.sign_in()
    yield service
    service.close()


class Stream:
    """Somebody who asks without pause, each time on a connection of its own."""

    def __init__(self, service, ask):
        self.service, self.ask = service, ask
        self.answers, self.faults, self.ending = [], [], False
        self.thread = threading.Thread(target=self._go)
        self.thread.start()

    def _go(self):
        while not self.ending:
            try:
                with httpx2.Client(base_url=self.service.url, timeout=60, cookies=self.service.cookies) as client:
                    self.answers.append(self.ask(client))
            except httpx2.HTTPError as fault:
                self.faults.append(repr(fault))

    def end(self):
        self.ending = True
        self.thread.join()


def test_a_restart_with_the_socket_held_loses_no_request(handed):
    deck = handed.new_deck()
    reading = [Stream(handed, lambda client: client.get(f"/api/presentations/{deck}").status_code) for _ in range(3)]
    writing = Stream(handed, lambda client: client.post("/api/presentations", json={"title": "T"}).status_code)
    for _ in range(3):
        time.sleep(0.3)
        assert handed.stop() == 0, handed.log()
        before = [len(stream.answers) for stream in reading]
        handed.start()
        until(lambda: all(len(s.answers) > b for s, b in zip(reading, before)), "they are answered again")
    for stream in [*reading, writing]:
        stream.end()
        assert not stream.faults, stream.faults[:3]
    assert {status for stream in reading for status in stream.answers} == {200}
    # While a service goes down, writing is told to wait; it is never left without an answer.
    assert set(writing.answers) <= {201, 503} and 201 in writing.answers
    made = writing.answers.count(201)
    assert handed.browser().get("/api/presentations").json()["pagination"]["total"] == made + 1
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", int(handed.environment["SVC_PORT"]))) != 0, "the port of the settings is not listened on"


def test_followers_are_let_go_and_come_back_to_the_right_slide(handed):
    deck = handed.new_deck()
    session = handed.browser().post("/api/present-sessions", json={"presentationId": deck}).json()["sessionId"]
    followers = [Follower([handed], session) for _ in range(5)]
    until(lambda: all(follower.stands_on(0) for follower in followers), "everybody is there")
    moved = handed.browser().post(f"/api/present-sessions/{session}/state", json={"slideIndex": 2})
    assert moved.status_code == 200
    until(lambda: all(follower.stands_on(2) for follower in followers), "everybody follows")
    began = time.monotonic()
    assert handed.stop() == 0
    assert time.monotonic() - began < 8, "open streams do not hold up the end"
    handed.start()
    until(lambda: all(follower.connections >= 2 for follower in followers), "everybody is back")
    assert all(follower.stands_on(2) for follower in followers)
    handed.browser().post(f"/api/present-sessions/{session}/state", json={"slideIndex": 1}).raise_for_status()
    until(lambda: all(follower.stands_on(1) for follower in followers), "the talk goes on")
    for follower in followers:
        assert [state["slideIndex"] for state in follower.heard("state")][-2:] == [2, 1]
        follower.leave()


def test_readiness_goes_first_and_everything_else_goes_on_until_the_end():
    service = Alone({"SVC_DRAIN_SECONDS": "2"})
    try:
        with service.browser() as client:
            assert client.get("/readyz").json() == {"status": "ready"}
            assert client.get("/livez").json() == {"status": "ok"}
            service.process.terminate()
            gone = lambda: client.get("/readyz").status_code == 503
            until(gone, "it is not ready any more", 2)
            refused = client.get("/readyz")
            assert "retry-after" in refused.headers and refused.json()["code"] == "maintenance"
            assert httpx2.get(f"{service.url}/livez").status_code == 200, "a new connection is taken"
            made = client.post("/api/presentations", json={"title": "While leaving"})
            assert made.status_code == 201, "writing goes on for whoever is still sent here"
        assert service.process.wait(20) == 0
    finally:
        service.close()


def test_readiness_heeds_what_nodes_share(hall):
    node = hall.nodes[1]
    ready = lambda: node.client().get("/readyz").status_code
    assert ready() == 200
    hall.engines.redis.stop()
    until(lambda: ready() == 503, "without Redis it is not ready", 10)
    assert node.client().get("/livez").status_code == 200 and node.client().get("/health").status_code == 200
    hall.engines.redis.start()
    until(lambda: ready() == 200, "it is ready again", 15)
    hall.engines.postgres.stop()
    until(lambda: ready() == 503, "without storage it is not ready", 15)
    assert node.client().get("/livez").status_code == 200
    hall.engines.postgres.start()
    until(lambda: ready() == 200, "it is ready again", 20)
