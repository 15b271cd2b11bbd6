"""The speaker's marks on several nodes: everybody sees the same strokes, pointer and captions, whichever node they use."""

import json
import threading
import time

import httpx2

from lectern import NO_CERTIFICATES, until
from test_together import go_to, start_session


class Marks:
    """Reads a stream of marks in the background, and puts the strokes together."""

    def __init__(self, node, session: str):
        self.url = f"{node.url}/api/present-sessions/{session}/marks?captions=1"
        self.slide, self.strokes, self.pointer, self.caption, self.times = None, {}, None, None, []
        self.leaving = False
        threading.Thread(target=self._follow, daemon=True).start()

    def _follow(self):
        try:
            self._listen()
        except httpx2.TransportError:
            # The node was stopped after the test.
            pass

    def _listen(self):
        with httpx2.stream("GET", self.url, timeout=httpx2.Timeout(5, read=60), verify=NO_CERTIFICATES) as answer:
            name = None
            for line in answer.iter_lines():
                if self.leaving:
                    return
                if line.startswith("event: "):
                    name = line.removeprefix("event: ")
                elif line.startswith("data: "):
                    self._receive(name, json.loads(line.removeprefix("data: ")))

    def _receive(self, name: str, data: dict):
        self.times.append(time.monotonic())
        if name == "caption":
            self.caption = data["text"]
            return
        strokes = {} if data["reset"] else dict(self.strokes)
        for part in data["strokes"]:
            strokes[part["id"]] = strokes.get(part["id"], [])[: part["from"] * 2] + part["points"]
        self.slide, self.strokes = data["slideId"], strokes
        self.pointer = data.get("pointer", self.pointer)


def slides_of(cluster, deck):
    return [slide["id"] for slide in cluster.with_cookie(0).get(f"/api/presentations/{deck}").json()["presentation"]["slides"]]


def send(client, session, slide, **marks):
    answer = client.post(f"/api/present-sessions/{session}/marks", json={"slideId": slide, **marks})
    assert answer.status_code == 200, answer.text


def test_marks_of_one_node_are_seen_on_all_and_a_stroke_may_be_sent_to_several(shared_cluster):
    cluster = shared_cluster
    deck = cluster.new_deck()
    session, slides = start_session(cluster, deck)["sessionId"], slides_of(cluster, deck)
    readers = [Marks(node, session) for node in cluster.nodes]
    until(lambda: all(reader.slide == slides[0] for reader in readers), "all readers are there")
    clients = [cluster.with_cookie(node) for node in range(3)]
    points = []
    for number in range(30):
        points += [number * 10, number * 20]
        part = {"id": "s", "from": number, "points": points[-2:]}
        send(clients[number % 3], session, slides[0], pointer=[number, 1], strokes=[part])
    send(clients[1], session, slides[0], strokes=[{"id": "s", "points": points, "done": True}])
    send(clients[2], session, slides[0], caption={"text": "High water at noon", "lang": "en-GB"})
    for reader in readers:
        until(lambda: reader.strokes.get("s") == points, "the whole stroke")
        until(lambda: reader.caption == "High water at noon", "the caption")
        assert reader.pointer is not None
        spans = [later - earlier for earlier, later in zip(reader.times[1:], reader.times[21:])]
        assert all(span > 0.9 for span in spans), f"more than 20 messages a second: {spans}"
    # Strokes belong to their slide, also for those who come later and on a node that did not receive them from the speaker.
    go_to(cluster, session, 1, node=2)
    until(lambda: all(reader.slide == slides[1] and not reader.strokes for reader in readers), "the next slide is clean")
    go_to(cluster, session, 0, node=1)
    late = Marks(cluster.nodes[0], session)
    until(lambda: all(reader.strokes.get("s") == points for reader in [late, *readers]), "the strokes are back")
    send(clients[0], session, slides[0], clear=True)
    until(lambda: all(not reader.strokes for reader in [late, *readers]), "they are cleared on all nodes")
    for reader in [late, *readers]:
        reader.leaving = True


def test_the_limit_of_strokes_counts_those_of_all_nodes(shared_cluster):
    cluster = shared_cluster
    deck = cluster.new_deck()
    session, slides = start_session(cluster, deck)["sessionId"], slides_of(cluster, deck)
    for batch in range(5):
        strokes = [{"id": f"s{batch}-{number}", "points": [1, 1], "done": True} for number in range(20)]
        send(cluster.with_cookie(batch % 3), session, slides[0], strokes=strokes)
    one_more = {"slideId": slides[0], "strokes": [{"id": "more", "points": [1, 1], "done": True}]}
    for node in range(3):
        refused = cluster.with_cookie(node).post(f"/api/present-sessions/{session}/marks", json=one_more)
        assert refused.status_code == 400 and refused.json()["code"] == "limit_exceeded", refused.text
