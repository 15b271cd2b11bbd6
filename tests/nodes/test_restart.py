"""Restarts that clients do not notice: the socket stays open, readiness ends first, streams end and reconnect."""

import socket
import threading
import time

import httpx2
import pytest

from follower import Follower
from lectern import UNLIMITED, Lectern, until

# What systemd does: the socket is file descriptor 3, and the variables give the number of sockets and the process.
HAND_OVER = 'exec 3<&"$HANDED" && export LISTEN_FDS=1 LISTEN_PID=$$ && exec "$@"'


class SocketActivated(Lectern):
    """A server whose socket is opened by its parent, as by systemd."""

    def __init__(self):
        self.socket = socket.socket()
        self.socket.bind(("127.0.0.1", 0))
        self.socket.listen(512)
        number = self.socket.fileno()
        super().__init__(
            UNLIMITED | {"HANDED": str(number)},
            wrapper=["bash", "-c", HAND_OVER, "bash"],
            pass_fds=[number],
            start=False,
        )
        # The port of the settings stays unused.
        self.port = self.socket.getsockname()[1]

    def close(self):
        super().close()
        self.socket.close()


@pytest.fixture
def activated():
    server = SocketActivated()
    server.start()
    server.sign_in()
    yield server
    server.close()


class Caller:
    """A client that calls without pause, each time on a new connection."""

    def __init__(self, server, call):
        self.server, self.call = server, call
        self.answers, self.faults, self.ending = [], [], False
        self.thread = threading.Thread(target=self._run)
        self.thread.start()

    def _run(self):
        while not self.ending:
            try:
                with self.server.client(timeout=60, cookies=self.server.cookies) as client:
                    self.answers.append(self.call(client))
            except httpx2.HTTPError as fault:
                self.faults.append(repr(fault))

    def end(self):
        self.ending = True
        self.thread.join()


def test_a_restart_behind_an_open_socket_loses_no_request(activated):
    deck = activated.new_deck()
    readers = [Caller(activated, lambda client: client.get(f"/api/presentations/{deck}").status_code) for _ in range(3)]
    writer = Caller(activated, lambda client: client.post("/api/presentations", json={"title": "T"}).status_code)
    for _ in range(3):
        written = writer.answers.count(201)
        until(lambda: writer.answers.count(201) > written, "the writer can write")
        assert activated.stop() == 0, activated.log()
        before = [len(reader.answers) for reader in readers]
        activated.start()
        until(lambda: all(len(r.answers) > b for r, b in zip(readers, before)), "the readers are answered again")
    for caller in [*readers, writer]:
        caller.end()
        assert not caller.faults, caller.faults[:3]
    assert {status for reader in readers for status in reader.answers} == {200}
    # While the server shuts down, writes are refused with 503; none stays without an answer.
    assert set(writer.answers) <= {201, 503} and 201 in writer.answers
    made = writer.answers.count(201)
    assert activated.with_cookie().get("/api/presentations").json()["pagination"]["total"] == made + 1
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", int(activated.environment["SVC_PORT"]))) != 0, "the port of the settings is closed"


def test_followers_reconnect_after_a_restart_and_are_on_the_right_slide(activated):
    deck = activated.new_deck()
    session = activated.with_cookie().post("/api/present-sessions", json={"presentationId": deck}).json()["sessionId"]
    followers = [Follower([activated], session) for _ in range(5)]
    until(lambda: all(follower.is_on(0) for follower in followers), "all followers are on the first slide")
    moved = activated.with_cookie().post(f"/api/present-sessions/{session}/state", json={"slideIndex": 2})
    assert moved.status_code == 200
    until(lambda: all(follower.is_on(2) for follower in followers), "all followers move too")
    began = time.monotonic()
    assert activated.stop() == 0
    assert time.monotonic() - began < 8, "open streams do not delay the shutdown"
    activated.start()
    until(lambda: all(follower.connections >= 2 for follower in followers), "all followers are connected again")
    assert all(follower.is_on(2) for follower in followers)
    activated.with_cookie().post(f"/api/present-sessions/{session}/state", json={"slideIndex": 1}).raise_for_status()
    until(lambda: all(follower.is_on(1) for follower in followers), "the session goes on")
    for follower in followers:
        assert [state["slideIndex"] for state in follower.received("state")][-2:] == [2, 1]
        follower.leave()


def test_readiness_ends_first_and_everything_else_is_served_until_shutdown():
    server = Lectern(UNLIMITED | {"SVC_DRAIN_SECONDS": "2"}).sign_in()
    try:
        with server.with_cookie() as client:
            assert client.get("/readyz").json() == {"status": "ready"}
            assert client.get("/livez").json() == {"status": "ok"}
            server.process.terminate()
            until(lambda: client.get("/readyz").status_code == 503, "the server is not ready any more", 2)
            refused = client.get("/readyz")
            assert "retry-after" in refused.headers and refused.json()["code"] == "maintenance"
            assert server.client().get("/livez").status_code == 200, "a new connection is accepted"
            made = client.post("/api/presentations", json={"title": "While leaving"})
            assert made.status_code == 201, "writes are accepted while the load balancer still sends them"
        assert server.process.wait(20) == 0
    finally:
        server.close()


def test_readiness_depends_on_redis_and_storage(cluster):
    node = cluster.nodes[1]
    ready = lambda: node.client().get("/readyz").status_code
    assert ready() == 200
    cluster.engines.redis.stop()
    until(lambda: ready() == 503, "not ready without Redis", 10)
    assert node.client().get("/livez").status_code == 200 and node.client().get("/health").status_code == 200
    cluster.engines.redis.start()
    until(lambda: ready() == 200, "ready again", 15)
    cluster.engines.postgres.stop()
    until(lambda: ready() == 503, "not ready without storage", 15)
    assert node.client().get("/livez").status_code == 200
    cluster.engines.postgres.start()
    until(lambda: ready() == 200, "ready again", 20)
