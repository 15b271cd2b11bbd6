"""A follower of a live session: reads its event stream in the background and reconnects when the stream ends."""

import json
import threading
import time

import httpx2
from lectern import NO_CERTIFICATES


class Follower:
    def __init__(self, nodes, session: str):
        """`nodes` are tried in turn, one per connection."""
        self.nodes, self.session = list(nodes), session
        self.events, self.ids, self.connections = [], [], 0
        # Statuses of answers that were no stream, and whether an event id was ever lower than the one before.
        self.refused, self.ids_fell = [], False
        self.state = None
        self.leaving = False
        self.lock = threading.Lock()
        self.thread = threading.Thread(target=self._follow, daemon=True)
        self.thread.start()

    def _follow(self):
        attempt = 0
        while not self.leaving:
            node = self.nodes[attempt % len(self.nodes)]
            try:
                self._listen(f"{node.url}/api/present-sessions/{self.session}/events")
            except httpx2.TransportError:
                pass
            attempt += 1
            time.sleep(0.1)

    def _listen(self, url: str):
        with httpx2.stream("GET", url, timeout=httpx2.Timeout(5, read=60), verify=NO_CERTIFICATES) as answer:
            if answer.status_code != 200:
                self.refused.append(answer.status_code)
                return
            self.connections += 1
            name = data = number = None
            last = 0
            for line in answer.iter_lines():
                if self.leaving:
                    return
                if line.startswith("event: "):
                    name = line.removeprefix("event: ")
                elif line.startswith("id: "):
                    number = int(line.removeprefix("id: "))
                elif line.startswith("data: "):
                    data = json.loads(line.removeprefix("data: "))
                elif not line and name:
                    self.ids_fell, last = self.ids_fell or number < last, number
                    with self.lock:
                        self.events.append((name, data))
                        self.ids.append(number)
                        if name == "state":
                            self.state = data
                    name = None

    def is_on(self, slide: int, step: int = 0) -> bool:
        """Whether the last state that was received shows this slide and step."""
        with self.lock:
            return bool(self.state) and (self.state["slideIndex"], self.state["stepIdx"]) == (slide, step)

    def received(self, name: str) -> list:
        """The data of all events of one name."""
        with self.lock:
            return [data for known, data in self.events if known == name]

    def leave(self):
        self.leaving = True
