"""What clients were told, to be held against what is there in the end."""

import threading
from collections import Counter


class Ledger:
    """Faults that were found, and how often everything was done."""

    def __init__(self):
        self.faults, self.done = [], Counter()
        self.lock = threading.Lock()

    def fault(self, what: str):
        with self.lock:
            self.faults.append(what)

    def hold(self, is_so: bool, what: str):
        if not is_so:
            self.fault(what)

    def count(self, what: str):
        with self.lock:
            self.done[what] += 1


class Value:
    """A place that one client alone writes. What was sent and not acknowledged may be there or not."""

    def __init__(self, first):
        self.acknowledged, self.maybe = first, set()

    def sent(self, value):
        self.maybe.add(value)

    def acknowledge(self, value):
        self.acknowledged, self.maybe = value, set()

    def allows(self, value) -> bool:
        return value == self.acknowledged or value in self.maybe


class Things:
    """Things that one client alone makes and takes away, by name. One whose end is not known is held to nothing."""

    def __init__(self):
        self.there, self.gone, self.maybe = set(), set(), set()

    def sent(self, name):
        self.there.discard(name)
        self.maybe.add(name)

    def made(self, name):
        self.maybe.discard(name)
        self.there.add(name)

    def taken(self, name):
        self.maybe.discard(name)
        self.there.discard(name)
        self.gone.add(name)

    def faults(self, found: list) -> list[str]:
        """What is wrong with what was found."""
        twice = [name for name, count in Counter(found).items() if count > 1]
        lost = self.there - set(found)
        back = self.gone & set(found)
        strange = set(found) - self.there - self.maybe - back
        told = [("lost", lost), ("back", back), ("twice", twice), ("never sent", strange)]
        return [f"{what}: {sorted(names)}" for what, names in told if names]


class Revisions:
    """Revisions of a deck, which never go back on a node, and are never given twice."""

    def __init__(self, ledger: Ledger, deck: str):
        self.ledger, self.deck = ledger, deck
        self.seen, self.written = {}, 0
        self.lock = threading.Lock()

    def read(self, node: int, revision: int):
        with self.lock:
            last = self.seen.get(node, 0)
            self.seen[node] = max(last, revision)
        self.ledger.hold(revision >= last, f"deck {self.deck} went back from {last} to {revision} on node {node}")

    def wrote(self, revision: int, before: int):
        self.ledger.hold(revision > before, f"deck {self.deck} was written at {before} and then at {revision}")
        with self.lock:
            self.written = max(self.written, revision)
