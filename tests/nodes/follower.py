"""Somebody in the hall: reads the event stream of a session in the background, and comes back when it ends."""

import json
import threading
import time

import httpx2


class Follower:
    def __init__(self, nodes, session: str):
        self.nodes, self.session = list(nodes), session
        self.events, self.ids, self.connections = [], [], 0
        # Answers that were no stream, and whether numbers ever fell within one.
        self.refused, self.fell = [], False
        self.state = None
        self.leaving = False
        self.lock = threading.Lock()
        self.thread = threading.Thread(target=self._follow, daemon=True)
        self.thread.start()

    def _follow(self):
        turn = 0
        while not self.leaving:
            node = self.nodes[turn % len(self.nodes)]
            try:
                self._listen(f"{node.url}/api/present-sessions/{self.session}/events")
            except httpx2.TransportError:
                pass
            turn += 1
            time.sleep(0.1)

    def _listen(self, url: str):
        with httpx2.stream("GET", url, timeout=httpx2.Timeout(5, read=60)) as answer:
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
                    self.fell, last = self.fell or number < last, number
                    with self.lock:
                        self.events.append((name, data))
                        self.ids.append(number)
                        if name == "state":
                            self.state = data
                    name = None

    def stands_on(self, index: int, step: int = 0) -> bool:
        with self.lock:
            return bool(self.state) and (self.state["slideIndex"], self.state["stepIdx"]) == (index, step)

    def heard(self, name: str) -> list:
        with self.lock:
            return [data for known, data in self.events if known == name]

    def leave(self):
        self.leaving = True
