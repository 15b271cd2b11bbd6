"""Clocks that jump by hours, as after a wrong time server or a machine that slept: nobody is thrown out or locked out."""

import time
from pathlib import Path


from alone import Alone
from machines import Node, until
from follower import Follower
from test_together import begin, go


def library() -> str:
    """libfaketime of Debian's package `faketime`, which `make test` installs."""
    found = sorted(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"))
    assert found, "libfaketime is missing; on Debian: apt-get install faketime"
    return str(found[0])


class Clock:
    """The clock on the wall of one process. The steady one, which no administrator sets, goes on as it is."""

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


def test_one_service_whose_clock_jumps_throws_nobody_out(tmp_path):
    clock = Clock(tmp_path)
    service = Alone(clock.settings() | {"SVC_REQUESTS_A_MINUTE": "40"})
    try:
        client, program = service.browser(), service.program()
        hour = lambda: client.get("/health").json()["timestamp"][11:13]
        before = hour()
        deck = service.new_deck()
        session = client.post("/api/present-sessions", json={"presentationId": deck}).json()["sessionId"]
        follower = Follower([service], session)
        until(lambda: follower.stands_on(0), "somebody follows")
        while program.get("/api/v1/presentations").status_code != 429:
            pass
        revisions, versions = [], []
        for index, offset in enumerate(["+5h", "-7h", "+2d", "+0"], start=1):
            clock.jump(offset)
            assert offset == "+0" or offset == "+2d" or hour() != before, "the clock did jump"
            assert client.get("/api/auth/me").status_code == 200, "still signed in"
            limited = program.get("/api/v1/presentations")
            wait = int(limited.headers.get("retry-after", 0))
            assert limited.status_code == 200 or wait <= 60, f"{offset}: locked out for {wait} s"
            moved = client.post(f"/api/present-sessions/{session}/state", json={"slideIndex": index % 3})
            assert moved.status_code == 200, f"{offset}: {moved.text}"
            until(lambda: follower.stands_on(index % 3), f"{offset}: the hall follows", 5)
            written = client.put(f"/api/presentations/{deck}", json={"title": f"Title {index}"})
            assert written.status_code == 200, written.text
            revisions.append(written.json()["presentation"]["revision"])
            named = client.post(f"/api/presentations/{deck}/versions", json={"name": f"Version {index}"})
            assert named.status_code == 201, named.text
            versions.append(f"Version {index}")
        assert follower.connections == 1, "the stream was never cut"
        assert revisions == sorted(set(revisions))
        listed = client.get(f"/api/presentations/{deck}/versions").json()["versions"]
        assert [v["name"] for v in listed if v["name"]] == versions[::-1], "newest first, whatever the clock said"
        assert client.get(f"/api/presentations/{deck}").json()["presentation"]["title"] == "Title 4"
        follower.leave()

        # Whoever tried a wrong password while the clock was late waits no longer than the throttle says.
        clock.jump("+5h")
        guess = {"email": "nobody@example.test", "password": "wrong"}
        while client.post("/api/auth/login", json=guess).status_code != 429:
            pass
        clock.jump("-5h")
        wait = int(client.post("/api/auth/login", json=guess).headers["retry-after"])
        assert 0 < wait <= 60, f"locked out for {wait} s"
        until(lambda: client.post("/api/auth/login", json=guess).status_code == 401, "the throttle opens", wait + 15)
    finally:
        service.close()


def test_a_node_whose_clock_is_wrong_ends_no_talk(hall, tmp_path):
    clocks = []
    for number, offset in enumerate(["+5h", "-5h"]):
        folder = tmp_path / str(number)
        folder.mkdir()
        clocks.append(Clock(folder))
        clocks[-1].jump(offset)
        hall.nodes[number + 1].close()
        hall.nodes[number + 1] = Node(hall.engines.settings() | clocks[-1].settings())
    deck = hall.new_deck()
    session = begin(hall, deck)["sessionId"]
    followers = [Follower([node], session) for node in hall.nodes]
    until(lambda: all(follower.stands_on(0) for follower in followers), "everybody is there")
    for index, node in [(1, 1), (2, 2), (0, 0), (2, 1), (1, 2)]:
        go(hall, session, index, node)
        until(lambda: all(follower.stands_on(index) for follower in followers), f"everybody sees {index}", 10)
    clocks[0].jump("-5h")
    clocks[1].jump("+5h")
    # Long enough for every node to have cleared away what it takes for expired.
    ending = time.monotonic() + 65
    while time.monotonic() < ending:
        time.sleep(1)
        for node in range(3):
            assert hall.browser(node).get("/api/auth/me").status_code == 200, f"thrown out of node {node}"
    for index, node in [(2, 1), (0, 2), (1, 0)]:
        go(hall, session, index, node)
        until(lambda: all(follower.stands_on(index) for follower in followers), f"everybody sees {index}", 10)
    for follower in followers:
        assert follower.connections == 1, "no stream was cut"
        turns = [number for number in follower.ids if number]
        assert turns == sorted(turns)
        follower.leave()
    revisions = []
    for number in range(6):
        written = hall.browser(number % 3).put(f"/api/presentations/{deck}", json={"title": f"Title {number}"})
        assert written.status_code == 200, written.text
        revisions.append(written.json()["presentation"]["revision"])
    assert revisions == sorted(set(revisions))
