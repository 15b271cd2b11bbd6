"""System clocks that jump by hours, as after a wrong time server or a sleep: nobody is signed out or locked out."""

import time
from pathlib import Path

from follower import Follower
from lectern import Lectern, until
from test_together import go_to, start_session


def library() -> str:
    """The path of libfaketime, from Debian's package `faketime`, which `make test` installs."""
    found = sorted(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"))
    assert found, "libfaketime is missing; on Debian: apt-get install faketime"
    return str(found[0])


class Clock:
    """The system clock of one process. Its monotonic clock is left alone."""

    def __init__(self, folder):
        self.file = Path(folder) / "clock"
        self.jump("+0")

    def settings(self):
        return {
            "LD_PRELOAD": library(),
            "FAKETIME_TIMESTAMP_FILE": str(self.file),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }

    def jump(self, offset):
        beside = self.file.with_suffix(".new")
        beside.write_text(f"{offset}\n")
        beside.rename(self.file)


def test_a_server_whose_clock_jumps_signs_nobody_out(tmp_path):
    clock = Clock(tmp_path)
    server = Lectern(clock.settings() | {"SVC_REQUESTS_A_MINUTE": "40"}).sign_in()
    try:
        client, by_key = server.with_cookie(), server.with_key()
        hour = lambda: client.get("/health").json()["timestamp"][11:13]
        before = hour()
        deck = server.new_deck()
        session = client.post("/api/present-sessions", json={"presentationId": deck}).json()["sessionId"]
        follower = Follower([server], session)
        until(lambda: follower.is_on(0), "the follower is on the first slide")
        while by_key.get("/api/v1/presentations").status_code != 429:
            pass
        revisions, versions = [], []
        for index, offset in enumerate(["+5h", "-7h", "+2d", "+0"], start=1):
            clock.jump(offset)
            assert offset == "+0" or offset == "+2d" or hour() != before, "the clock jumped"
            assert client.get("/api/auth/me").status_code == 200, "still signed in"
            limited = by_key.get("/api/v1/presentations")
            wait = int(limited.headers.get("retry-after", 0))
            assert limited.status_code == 200 or wait <= 60, f"{offset}: locked out for {wait} s"
            moved = client.post(f"/api/present-sessions/{session}/state", json={"slideIndex": index % 3})
            assert moved.status_code == 200, f"{offset}: {moved.text}"
            until(lambda: follower.is_on(index % 3), f"{offset}: the follower moves too", 5)
            written = client.put(f"/api/presentations/{deck}", json={"title": f"Title {index}"})
            assert written.status_code == 200, written.text
            revisions.append(written.json()["presentation"]["revision"])
            named = client.post(f"/api/presentations/{deck}/versions", json={"name": f"Version {index}"})
            assert named.status_code == 201, named.text
            versions.append(f"Version {index}")
        assert follower.connections == 1, "the stream was never closed"
        assert revisions == sorted(set(revisions))
        listed = client.get(f"/api/presentations/{deck}/versions").json()["versions"]
        assert [v["name"] for v in listed if v["name"]] == versions[::-1], "newest first, whatever the clock shows"
        assert client.get(f"/api/presentations/{deck}").json()["presentation"]["title"] == "Title 4"
        follower.leave()

        # After wrong passwords while the clock was ahead, the wait is no longer than the throttle's minute.
        clock.jump("+5h")
        guess = {"email": "nobody@example.test", "password": "wrong"}
        while client.post("/api/auth/login", json=guess).status_code != 429:
            pass
        clock.jump("-5h")
        wait = int(client.post("/api/auth/login", json=guess).headers["retry-after"])
        assert 0 < wait <= 60, f"locked out for {wait} s"
        until(lambda: client.post("/api/auth/login", json=guess).status_code == 401, "the throttle opens", wait + 15)
    finally:
        server.close()


def test_a_node_whose_clock_is_wrong_ends_no_session(cluster, tmp_path):
    clocks = []
    for number, offset in enumerate(["+5h", "-5h"]):
        folder = tmp_path / str(number)
        folder.mkdir()
        clocks.append(Clock(folder))
        clocks[-1].jump(offset)
        cluster.nodes[number + 1].close()
        cluster.nodes[number + 1] = Lectern(cluster.storage | clocks[-1].settings())
    deck = cluster.new_deck()
    session = start_session(cluster, deck)["sessionId"]
    followers = [Follower([node], session) for node in cluster.nodes]
    until(lambda: all(follower.is_on(0) for follower in followers), "all followers are on the first slide")
    for index, node in [(1, 1), (2, 2), (0, 0), (2, 1), (1, 2)]:
        go_to(cluster, session, index, node)
        until(lambda: all(follower.is_on(index) for follower in followers), f"all followers see slide {index}", 10)
    clocks[0].jump("-5h")
    clocks[1].jump("+5h")
    # Every node removes expired sessions once a minute.
    deadline = time.monotonic() + 65
    while time.monotonic() < deadline:
        time.sleep(1)
        for node in range(3):
            assert cluster.with_cookie(node).get("/api/auth/me").status_code == 200, f"signed out of node {node}"
    for index, node in [(2, 1), (0, 2), (1, 0)]:
        go_to(cluster, session, index, node)
        until(lambda: all(follower.is_on(index) for follower in followers), f"all followers see slide {index}", 10)
    for follower in followers:
        assert follower.connections == 1, "no stream was closed"
        turns = [number for number in follower.ids if number]
        assert turns == sorted(turns)
        follower.leave()
    revisions = []
    for number in range(6):
        written = cluster.with_cookie(number % 3).put(f"/api/presentations/{deck}", json={"title": f"Title {number}"})
        assert written.status_code == 200, written.text
        revisions.append(written.json()["presentation"]["revision"])
    assert revisions == sorted(set(revisions))
