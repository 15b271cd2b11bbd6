"""One service, those who use it through every door, and what befalls it."""

import random
import subprocess
import tempfile
import threading
import time
import traceback
from pathlib import Path

import httpx2

from clients import Agent, Client, Commands, Editor, Exporter, Pipe, Presenter, Program, SharedDeck, Uploader, Voters
from follower import Follower
from ledger import Ledger
from machines import EMAIL, PASSWORD, SCOPES, Engines, Node, program, until

# MiB that a node may hold, and by how much it may grow in the second half of a long life.
MOST_MEMORY = 1200
MOST_GROWTH = 1.3
# Seconds after which a life is long, and decks that are checked by command.
LONG_LIFE = 25
CHECKED = 20


class Soak:
    def __init__(self, nodes: int, seconds: float, seed: str):
        self.seed, self.seconds = seed, seconds
        self.ledger, self.decks = Ledger(), set()
        self.engines = Engines() if nodes > 1 else None
        settings = self.engines.settings() if self.engines else {}
        # Keys may call as fast as they can; what they are limited to is tested elsewhere.
        settings |= {"SVC_REQUESTS_A_MINUTE": "1000000"}
        self.nodes = [Node(settings) for _ in range(nodes)]
        self.memory = {}
        self.begun = time.monotonic()
        self.end = float("inf")
        answer = httpx2.post(f"{self.nodes[0].url}/api/auth/login", json={"email": EMAIL, "password": PASSWORD})
        self.cookies = dict(answer.raise_for_status().cookies)
        made = httpx2.post(f"{self.nodes[0].url}/api/api-keys", json={"name": "soak", "scopes": SCOPES}, cookies=self.cookies)
        self.key = made.raise_for_status().json()["key"]
        self.clients = self.people()
        presenter = next(client for client in self.clients if isinstance(client, Presenter))
        self.followers = [Follower(self.nodes[turn:] + self.nodes[:turn], presenter.session) for turn in range(nodes) for _ in range(3)]

    def people(self) -> list[Client]:
        shared = SharedDeck(self)
        several = [Program, Program, Agent, Pipe, Commands, Uploader, Exporter, Presenter, Voters, Voters]
        editors = [Editor(self, f"editor{number}", shared) for number in range(3)]
        return editors + [kind(self, f"{kind.__name__.lower()}{number}") for number, kind in enumerate(several)]

    def goes_on(self) -> bool:
        return time.monotonic() < self.end

    def run(self):
        self.begun = time.monotonic()
        self.end = self.begun + self.seconds
        storm = Storm(self)
        for thread in [*self.clients, storm]:
            thread.start()
        while self.goes_on():
            self.weigh()
            time.sleep(0.5)
        storm.join(120)
        for client in self.clients:
            client.join(60)
            self.ledger.hold(not client.is_alive(), f"{client.name} hangs")
        for node in self.nodes:
            until(node.is_well, "everything is well again", 60)

    def check(self):
        """Holds everybody to what he wrote down."""
        for client in self.clients:
            try:
                client.check()
            except Exception:  # noqa: BLE001 - what cannot be checked is a fault too
                self.ledger.fault(f"{client.name}: {traceback.format_exc()}")
        self.weigh()
        self.check_memory()
        for node in self.nodes:
            log = (node.folder / "log").read_text(errors="replace")
            told = [line for line in log.splitlines() if "panicked at" in line or " ERROR " in line]
            self.ledger.hold(not told, f"a node logged: {told[:5]}")
        for deck in sorted(self.decks)[:CHECKED]:
            self.check_by_command(deck)

    def check_by_command(self, deck: str):
        answer = httpx2.get(f"{self.nodes[0].url}/api/presentations/{deck}/export/json", cookies=self.cookies, timeout=30)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "deck.json"
            file.write_bytes(answer.raise_for_status().content)
            checked = subprocess.run([program(), "check", str(file)], capture_output=True, text=True)
        self.ledger.hold(checked.returncode == 0, f"deck {deck} is not valid: {checked.stdout}")

    def weigh(self):
        """Notes how much memory each life of a node holds."""
        for node in self.nodes:
            try:
                status = Path(f"/proc/{node.process.pid}/status").read_text()
            except (FileNotFoundError, ProcessLookupError):
                continue
            held = [int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmRSS:")]
            if held:
                self.memory.setdefault(node.process.pid, []).append((time.monotonic(), held[0]))

    def check_memory(self):
        for life in self.memory.values():
            most = max(held for _, held in life)
            self.ledger.hold(most < MOST_MEMORY, f"a node held {most:.0f} MiB")
            length = life[-1][0] - life[0][0]
            if length < LONG_LIFE:
                continue
            middle = [held for at, held in life if at - life[0][0] <= length / 2]
            first, last = max(middle), life[-1][1]
            self.ledger.hold(last < first * MOST_GROWTH + 64, f"a node grew from {first:.0f} to {last:.0f} MiB in {length:.0f} s")

    def told(self) -> str:
        lives = len(self.memory)
        most = max(held for life in self.memory.values() for _, held in life)
        done = ", ".join(f"{what} {count}" for what, count in sorted(self.ledger.done.items()))
        return f"{len(self.nodes)} node(s), seed {self.seed}, {self.seconds:.0f} s, {lives} lives, at most {most:.0f} MiB: {done}"

    def close(self):
        for follower in self.followers:
            follower.leave()
        for node in self.nodes:
            node.close()
        if self.engines:
            self.engines.close()


class Storm(threading.Thread):
    """Kills nodes, Redis and PostgreSQL, one after another, and starts them again."""

    def __init__(self, soak: Soak):
        super().__init__(name="storm", daemon=True)
        self.soak = soak
        self.random = random.Random(f"{soak.seed} storm")

    def run(self):
        while self.soak.goes_on():
            time.sleep(min(self.random.uniform(1, 4), max(0, self.soak.end - time.monotonic())))
            try:
                self.strike()
            except BaseException:  # noqa: BLE001 - pytest's failures are no exceptions
                self.soak.ledger.fault(f"the storm: {traceback.format_exc()}")
                return

    def strike(self):
        strikes = [self.node]
        weights = [5]
        if self.soak.engines:
            strikes += [self.redis, self.postgres, self.everything]
            weights += [1, 1, 1]
        self.random.choices(strikes, weights)[0]()

    def node(self):
        # The first of several is left alone in the second half, to see whether it grows.
        late = time.monotonic() > self.soak.begun + self.soak.seconds / 2
        mortal = self.soak.nodes[1:] if late and len(self.soak.nodes) > 1 else self.soak.nodes
        node = self.random.choice(mortal)
        node.kill()
        self.soak.ledger.count("nodes killed")
        self.wait()
        node.start()

    def redis(self):
        self.soak.engines.redis.stop()
        self.soak.ledger.count("Redis killed")
        self.wait()
        self.soak.engines.redis.start()

    def postgres(self):
        self.soak.engines.postgres.stop()
        self.soak.ledger.count("PostgreSQL killed")
        self.wait()
        self.soak.engines.postgres.start()

    def everything(self):
        """Two nodes, and Redis before they are back."""
        dying = self.soak.nodes[1:]
        for node in dying:
            node.kill()
        self.soak.ledger.count("nodes killed")
        self.redis()
        for node in dying:
            node.start()

    def wait(self):
        time.sleep(self.random.uniform(0, 1.5))
