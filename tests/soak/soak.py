"""A service with clients of every kind, whose nodes and engines are killed at random."""

import random
import subprocess
import tempfile
import threading
import time
import traceback
from pathlib import Path

from clients import Agent, Client, Commands, Editor, Exporter, Presenter, Program, SharedDeck, StdioAgent, Uploader, Voters
from engines import Engines
from follower import Follower
from ledger import Ledger
from lectern import UNLIMITED, Lectern, program, until

# The most memory that a node may use, in MiB, and its largest growth in the second half of a long life.
MOST_MEMORY = 1200
MOST_GROWTH = 1.3
# Seconds after which a process counts as long-lived.
LONG_LIFE = 25
# Decks that are validated with `lectern check` in the end.
CHECKED_DECKS = 20


class Soak:
    def __init__(self, nodes: int, seconds: float, seed: str):
        self.seed, self.seconds = seed, seconds
        self.ledger, self.decks = Ledger(), set()
        self.engines = Engines() if nodes > 1 else None
        storage = self.engines.empty_storage() if self.engines else {}
        self.nodes = [Lectern(storage | UNLIMITED) for _ in range(nodes)]
        # Memory over time, for each process.
        self.memory = {}
        self.began = time.monotonic()
        self.end = float("inf")
        self.nodes[0].sign_in()
        self.cookies, self.authorization = self.nodes[0].cookies, self.nodes[0].authorization
        self.clients = self.all_clients()
        presenter = next(client for client in self.clients if isinstance(client, Presenter))
        self.followers = [Follower(self.nodes[first:] + self.nodes[:first], presenter.session) for first in range(nodes) for _ in range(3)]

    def all_clients(self) -> list[Client]:
        shared = SharedDeck()
        kinds = [Program, Program, Agent, StdioAgent, Commands, Uploader, Exporter, Presenter, Voters, Voters]
        editors = [Editor(self, f"editor{number}", shared) for number in range(3)]
        return editors + [kind(self, f"{kind.__name__.lower()}{number}") for number, kind in enumerate(kinds)]

    def goes_on(self) -> bool:
        return time.monotonic() < self.end

    def run(self):
        self.began = time.monotonic()
        self.end = self.began + self.seconds
        killer = Killer(self)
        for thread in [*self.clients, killer]:
            thread.start()
        while self.goes_on():
            self.measure_memory()
            time.sleep(0.5)
        killer.join(120)
        for client in self.clients:
            client.join(60)
            self.ledger.check(not client.is_alive(), f"{client.name} hangs")
        for node in self.nodes:
            until(node.is_up, "every node answers", 60)

    def check(self):
        """Compares what every client knows with what is stored."""
        for client in self.clients:
            try:
                client.check()
            except Exception:  # noqa: BLE001 - a check that fails is a fault too
                self.ledger.fault(f"{client.name}: {traceback.format_exc()}")
        self.measure_memory()
        self.check_memory()
        for node in self.nodes:
            errors = [line for line in node.log().splitlines() if "panicked at" in line or " ERROR " in line]
            self.ledger.check(not errors, f"a node logged: {errors[:5]}")
        for deck in sorted(self.decks)[:CHECKED_DECKS]:
            self.validate(deck)

    def validate(self, deck: str):
        """Exports a deck and validates it with `lectern check`."""
        answer = self.nodes[0].with_cookie().get(f"/api/presentations/{deck}/export/json")
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "deck.json"
            file.write_bytes(answer.raise_for_status().content)
            checked = subprocess.run([program(), "check", str(file)], capture_output=True, text=True)
        self.ledger.check(checked.returncode == 0, f"deck {deck} is not valid: {checked.stdout}")

    def measure_memory(self):
        for node in self.nodes:
            try:
                self.memory.setdefault(node.process.pid, []).append((time.monotonic(), node.resident_mib()))
            except OSError:
                pass  # it was just killed

    def check_memory(self):
        for life in filter(None, self.memory.values()):
            most = max(mib for _, mib in life)
            self.ledger.check(most < MOST_MEMORY, f"a node used {most:.0f} MiB")
            length = life[-1][0] - life[0][0]
            if length < LONG_LIFE:
                continue
            first = max(mib for at, mib in life if at - life[0][0] <= length / 2)
            last = life[-1][1]
            self.ledger.check(last < first * MOST_GROWTH + 64, f"a node grew from {first:.0f} to {last:.0f} MiB in {length:.0f} s")

    def summary(self) -> str:
        processes = len(self.memory)
        most = max(mib for life in self.memory.values() for _, mib in life)
        done = ", ".join(f"{what} {count}" for what, count in sorted(self.ledger.done.items()))
        return f"{len(self.nodes)} node(s), seed {self.seed}, {self.seconds:.0f} s, {processes} processes, at most {most:.0f} MiB: {done}"

    def close(self):
        for follower in self.followers:
            follower.leave()
        for node in self.nodes:
            node.close()
        if self.engines:
            self.engines.close()


class Killer(threading.Thread):
    """Kills nodes, Redis and PostgreSQL, one after another, and starts them again."""

    def __init__(self, soak: Soak):
        super().__init__(name="killer", daemon=True)
        self.soak = soak
        self.random = random.Random(f"{soak.seed} killer")

    def run(self):
        while self.soak.goes_on():
            time.sleep(min(self.random.uniform(1, 4), max(0, self.soak.end - time.monotonic())))
            try:
                self.kill_something()
            except BaseException:  # noqa: BLE001 - pytest's failures are no exceptions
                self.soak.ledger.fault(f"the killer: {traceback.format_exc()}")
                return

    def kill_something(self):
        actions = [self.kill_node]
        weights = [5]
        if self.soak.engines:
            actions += [self.kill_redis, self.kill_postgres, self.kill_nodes_and_redis]
            weights += [1, 1, 1]
        self.random.choices(actions, weights)[0]()

    def kill_node(self):
        # The first of several nodes lives on in the second half, so that its memory can be watched.
        second_half = time.monotonic() > self.soak.began + self.soak.seconds / 2
        nodes = self.soak.nodes[1:] if second_half and len(self.soak.nodes) > 1 else self.soak.nodes
        node = self.random.choice(nodes)
        node.kill()
        self.soak.ledger.count("nodes killed")
        self.pause()
        node.start()

    def kill_redis(self):
        self.soak.engines.redis.stop()
        self.soak.ledger.count("Redis killed")
        self.pause()
        self.soak.engines.redis.start()

    def kill_postgres(self):
        self.soak.engines.postgres.stop()
        self.soak.ledger.count("PostgreSQL killed")
        self.pause()
        self.soak.engines.postgres.start()

    def kill_nodes_and_redis(self):
        """Kills two nodes, and Redis before they are back."""
        nodes = self.soak.nodes[1:]
        for node in nodes:
            node.kill()
        self.soak.ledger.count("nodes killed")
        self.kill_redis()
        for node in nodes:
            node.start()

    def pause(self):
        time.sleep(self.random.uniform(0, 1.5))
