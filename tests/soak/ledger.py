"""What clients know from the answers they got, to compare with what is stored in the end."""

import threading
from collections import Counter


class Ledger:
    """The faults that were found, and counts of everything that was done."""

    def __init__(self):
        self.faults, self.done = [], Counter()
        self.lock = threading.Lock()

    def fault(self, what: str):
        with self.lock:
            self.faults.append(what)

    def check(self, is_so: bool, fault: str):
        """Adds the fault unless the condition holds."""
        if not is_so:
            self.fault(fault)

    def count(self, what: str):
        with self.lock:
            self.done[what] += 1


class Value:
    """A value that only one client writes. A write without an answer may be stored or not."""

    def __init__(self, first):
        self.acknowledged, self.unconfirmed = first, set()

    def sent(self, value):
        self.unconfirmed.add(value)

    def acknowledge(self, value):
        self.acknowledged, self.unconfirmed = value, set()

    def allows(self, value) -> bool:
        return value == self.acknowledged or value in self.unconfirmed


class Things:
    """Things that only one client creates and deletes, by name. One with a request without an answer may exist or not."""

    def __init__(self):
        self.existing, self.deleted, self.unconfirmed = set(), set(), set()

    def sent(self, name):
        """A request to create or to delete was sent."""
        self.existing.discard(name)
        self.unconfirmed.add(name)

    def created(self, name):
        self.unconfirmed.discard(name)
        self.existing.add(name)

    def was_deleted(self, name):
        self.unconfirmed.discard(name)
        self.existing.discard(name)
        self.deleted.add(name)

    def faults(self, found: list) -> list[str]:
        """Returns what is wrong with the names that were found."""
        twice = [name for name, count in Counter(found).items() if count > 1]
        lost = self.existing - set(found)
        undeleted = self.deleted & set(found)
        unknown = set(found) - self.existing - self.unconfirmed - undeleted
        faults = [("lost", lost), ("deleted, but there", undeleted), ("twice", twice), ("never sent", unknown)]
        return [f"{what}: {sorted(names)}" for what, names in faults if names]


class Revisions:
    """The revisions of a deck, which never decrease on a node and are never given twice."""

    def __init__(self, ledger: Ledger, deck: str):
        self.ledger, self.deck = ledger, deck
        self.seen, self.written = {}, 0
        self.lock = threading.Lock()

    def read(self, node: int, revision: int):
        with self.lock:
            last = self.seen.get(node, 0)
            self.seen[node] = max(last, revision)
        self.ledger.check(revision >= last, f"deck {self.deck} went back from {last} to {revision} on node {node}")

    def wrote(self, revision: int, before: int):
        self.ledger.check(revision > before, f"deck {self.deck} was written at {before} and then at {revision}")
        with self.lock:
            self.written = max(self.written, revision)
