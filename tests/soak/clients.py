"""The clients of the soak, one class per interface. Each remembers what was acknowledged."""

import json
import random
import subprocess
import tempfile
import threading
import time
import traceback
from pathlib import Path

import httpx2

from ledger import Revisions, Things, Value
from lectern import EMAIL, program
from picture import picture

POLL = {"type": "poll-slide", "content": {"question": "Which street?", "option1": "Mill Lane", "option2": "Quay", "option3": "Harbour"}}
# Words in the error of a tool while something that it needs is down.
DOWN = ("unavailable", "maintenance", "try again")


def slides(*titles: str) -> list:
    return [{"type": "content-slide", "content": {"title": title}} for title in titles]


def titles(deck: dict) -> list[str]:
    return [slide["content"].get("title", "") for slide in deck["slides"]]


class Client(threading.Thread):
    """A client that acts again and again until the soak is over, and then checks what is stored."""

    pause = (0.01, 0.06)

    def __init__(self, soak, name: str):
        super().__init__(name=name, daemon=True)
        self.soak, self.ledger = soak, soak.ledger
        self.random = random.Random(f"{soak.seed} {name}")
        self.connections = {}
        self.number = 0
        self.node = 0
        self.prepare()

    def prepare(self):
        """Creates what the client needs, before anything is killed."""

    def run(self):
        while self.soak.goes_on():
            try:
                self.act()
            except Exception:  # noqa: BLE001 - every exception of a client is a fault
                self.ledger.fault(f"{self.name}: {traceback.format_exc()}")
                return
            time.sleep(self.random.uniform(*self.pause))

    def new_name(self) -> str:
        """A name that is used once."""
        self.number += 1
        return f"{self.name} {self.number}"

    def connection(self, node: int) -> httpx2.Client:
        if node not in self.connections:
            self.connections[node] = self.soak.nodes[node].client(headers=self.headers(), cookies=self.cookies())
        return self.connections[node]

    def headers(self) -> dict:
        return {}

    def cookies(self) -> dict:
        return {}

    def send(self, method: str, path: str, good=(200, 201), node=None, **options):
        """Sends a request to any node. Returns None when it got no answer or was refused for now."""
        self.node = self.random.randrange(len(self.soak.nodes)) if node is None else node
        request = f"{self.name}: {method} {path}"
        try:
            answer = self.connection(self.node).request(method, path, **options)
        except httpx2.TimeoutException:
            self.ledger.fault(f"{request}: timeout")
            return None
        except httpx2.TransportError:
            self.ledger.count("no answers")
            time.sleep(0.1)
            return None
        self.ledger.count(f"{answer.status_code}")
        if answer.status_code in good:
            return answer
        if answer.status_code in (429, 503) and int(answer.headers.get("retry-after", 0)) > 0:
            time.sleep(0.2)
            return None
        self.ledger.fault(f"{request}: {answer.status_code} {answer.text[:300]}")
        return None

    def send_until_done(self, method: str, path: str, **options):
        """Sends a request until it is answered."""
        for _ in range(100):
            if answer := self.send(method, path, **options):
                return answer
            time.sleep(0.1)
        raise AssertionError(f"{method} {path} was never answered")

    def check_deck(self, deck: str) -> list[dict]:
        """Reads a deck from every node and checks that all have the same slides."""
        found = []
        for node in range(len(self.soak.nodes)):
            found.append(self.send_until_done("GET", f"/api/presentations/{deck}", node=node).json()["presentation"])
        self.ledger.check(all(other["slides"] == found[0]["slides"] for other in found), f"{self.name}: nodes differ on {deck}")
        self.soak.decks.add(deck)
        return found


class Browser(Client):
    """A client with a session cookie."""

    def cookies(self):
        return self.soak.cookies


class Program(Client):
    """Uses REST with an API key: writes whole decks and comments on them."""

    def headers(self):
        return self.soak.authorization

    def prepare(self):
        made = self.send_until_done("POST", "/api/v1/presentations", json={"title": "Harbour plan", "slides": slides("first")})
        self.deck = made.json()["presentation"]["id"]
        self.title, self.slide, self.revision = Value("Harbour plan"), Value("first"), 1
        self.revisions = Revisions(self.ledger, self.deck)
        self.decks, self.comments = Things(), Things()

    def act(self):
        actions = [self.write_title, self.write_slides, self.read, self.create, self.trash, self.comment]
        self.random.choices(actions, (4, 4, 4, 1, 1, 1))[0]()

    def write_title(self):
        title = self.new_name()
        self.title.sent(title)
        self.put({"title": title}, lambda: self.title.acknowledge(title))

    def write_slides(self):
        title = self.new_name()
        self.slide.sent(title)
        self.put({"slides": slides(title, "second")}, lambda: self.slide.acknowledge(title))

    def put(self, body: dict, acknowledge):
        if answer := self.send("PUT", f"/api/v1/presentations/{self.deck}", json=body):
            acknowledge()
            revision = answer.json()["presentation"]["revision"]
            self.revisions.wrote(revision, self.revision)
            self.revision = revision
            self.ledger.count("decks written")

    def read(self):
        if answer := self.send("GET", f"/api/v1/presentations/{self.deck}"):
            deck = answer.json()["presentation"]
            self.revisions.read(self.node, deck["revision"])
            if len(self.soak.nodes) == 1:
                self.ledger.check(deck["revision"] >= self.revision, f"{self.name}: {deck['revision']} was read after {self.revision} was written")

    def create(self):
        answer = self.send("POST", "/api/v1/presentations", json={"title": self.new_name(), "slides": slides("one")})
        if answer:
            self.decks.created(answer.json()["presentation"]["id"])
            self.ledger.count("decks created")

    def trash(self):
        if not self.decks.existing:
            return
        deck = self.random.choice(sorted(self.decks.existing))
        self.decks.sent(deck)
        if self.send("DELETE", f"/api/v1/presentations/{deck}"):
            self.decks.was_deleted(deck)
            self.ledger.count("decks trashed")

    def comment(self):
        if answer := self.send("POST", f"/api/presentations/{self.deck}/comments", json={"body": self.new_name()}):
            self.comments.created(answer.json()["comment"]["id"])
            self.ledger.count("comments")

    def check(self):
        for deck in self.check_deck(self.deck):
            self.ledger.check(self.title.allows(deck["title"]), f"{self.name}: the title is {deck['title']}, not {vars(self.title)}")
            first = titles(deck)[0]
            self.ledger.check(self.slide.allows(first), f"{self.name}: the slide is {first}, not {vars(self.slide)}")
            self.ledger.check(deck["revision"] >= self.revisions.written, f"{self.name}: {deck['revision']} after {self.revisions.written}")
        for deck in self.decks.existing:
            self.check_deck(deck)
        for deck in self.decks.deleted:
            self.send("GET", f"/api/v1/presentations/{deck}", good=(404,))
        listed = self.send_until_done("GET", f"/api/presentations/{self.deck}/comments").json()["comments"]
        lost = self.comments.existing - {comment["id"] for comment in listed}
        self.ledger.check(not lost, f"{self.name}: comments are lost: {lost}")


class SharedDeck:
    """A deck that several editors write at once. `given` are the revisions that were acknowledged."""

    def __init__(self):
        self.id, self.revisions, self.given = None, None, set()


class Editor(Browser):
    """Sends edits of a deck that others edit too. A batch without an answer is sent again."""

    # With more own slides than this, each batch also removes one.
    MOST = 8

    def __init__(self, soak, name: str, shared: SharedDeck):
        self.shared = shared
        super().__init__(soak, name)

    def prepare(self):
        if not self.shared.id:
            made = self.send_until_done("POST", "/api/presentations", json={"title": "Together", "slides": slides("first")})
            self.shared.id = made.json()["presentation"]["id"]
            self.shared.revisions = Revisions(self.ledger, self.shared.id)
        self.client, self.seq, self.batch, self.done = f"{self.name}-window", 0, None, []
        self.title, self.inserted = Value(""), Things()
        self.own = f"{self.name}-own"
        self.base = self.send_until_done("GET", f"/api/presentations/{self.shared.id}").json()["presentation"]["revision"]
        self.new_batch([{"op": "insert", "slides": [{"id": self.own, "type": "content", "content": {"title": ""}}]}])
        while self.batch:
            self.send_batch()

    def new_batch(self, edits: list, done=()):
        self.seq += 1
        self.done = list(done)
        self.batch = {"client": self.client, "seq": self.seq, "base": self.base, "edits": edits}

    def act(self):
        if self.batch:
            return self.send_batch()
        title = self.new_name()
        self.title.sent(title)
        edits = [{"op": "set", "slideId": self.own, "path": "content.title", "value": title}]
        done = [lambda: self.title.acknowledge(title)]
        if self.random.random() < 0.5:
            slide = f"{self.name}-{self.seq}"
            self.inserted.sent(slide)
            edits.append({"op": "insert", "after": self.own, "slides": [{"id": slide, "type": "content", "content": {"title": slide}}]})
            done.append(lambda: self.inserted.created(slide))
        if len(self.inserted.existing) > self.MOST:
            old = self.random.choice(sorted(self.inserted.existing))
            self.inserted.sent(old)
            edits.append({"op": "remove", "slideId": old})
            done.append(lambda: self.inserted.was_deleted(old))
        self.new_batch(edits, done)
        self.send_batch()

    def send_batch(self):
        answer = self.send("POST", f"/api/presentations/{self.shared.id}/edits", json=self.batch)
        if not answer:
            return
        outcome = answer.json()
        self.ledger.check(not outcome["conflicts"] and not outcome["refused"], f"{self.name}: {outcome} to {self.batch}")
        with self.shared.revisions.lock:
            twice = outcome["revision"] in self.shared.given
            self.shared.given.add(outcome["revision"])
        self.ledger.check(not twice, f"{self.name}: revision {outcome['revision']} was given twice: {outcome}")
        self.shared.revisions.wrote(outcome["revision"], self.base)
        self.base = outcome["revision"]
        for done in self.done:
            done()
        self.ledger.count("batches sent again" if outcome.get("again") else "batches")
        self.batch = None

    def check(self):
        for deck in self.check_deck(self.shared.id):
            own = [slide for slide in deck["slides"] if slide["id"] == self.own]
            self.ledger.check(len(own) == 1 and self.title.allows(own[0]["content"]["title"]), f"{self.name}: {own}, not {vars(self.title)}")
            found = [slide["id"] for slide in deck["slides"] if slide["id"].startswith(f"{self.name}-") and slide["id"] != self.own]
            for fault in self.inserted.faults(found):
                self.ledger.fault(f"{self.name}: slides {fault}")
            self.ledger.check(deck["revision"] >= self.shared.revisions.written, f"{self.name}: the deck went back to {deck['revision']}")


class Agent(Program):
    """Uses MCP tools over HTTP: adds slides to decks, one by one."""

    # The maximum number of slides in a deck.
    MOST = 25
    interface = "agent"

    def prepare(self):
        self.session, self.deck, self.decks = None, None, {}

    def act(self):
        if not self.deck:
            return self.new_deck()
        added = self.decks[self.deck]
        title = self.new_name()
        added.sent(title)
        slide = self.tool("add_slide", presentationId=self.deck, type="content-slide", content={"title": title})
        if slide:
            added.created(title)
            self.ledger.count(f"slides by {self.interface}")
        if len(added.existing) >= self.MOST:
            self.deck = None

    def new_deck(self):
        created = self.tool("create_presentation_from_slides", title=self.new_name(), slides=slides("first"), validation="strict")
        if created:
            self.deck = created["id"]
            self.decks[self.deck] = Things()
            self.decks[self.deck].created("first")

    def tool(self, name: str, **arguments):
        """Calls a tool and returns its result. None when there is no answer."""
        answer = self.exchange({"jsonrpc": "2.0", "id": self.number, "method": "tools/call", "params": {"name": name, "arguments": arguments}})
        if answer is None:
            return None
        if "result" not in answer:
            return self.ledger.fault(f"{self.name}: {name}: {answer}")
        text = answer["result"]["content"][0]["text"]
        if not answer["result"].get("isError"):
            return json.loads(text)
        self.ledger.check(any(word in text.lower() for word in DOWN), f"{self.name}: {name}: {text}")
        time.sleep(0.2)
        return None

    def exchange(self, message: dict):
        if not self.session:
            hello = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "soak", "version": "1"}}}
            answer = self.send("POST", "/mcp", json=hello)
            if not answer:
                return None
            self.session = answer.headers["mcp-session-id"]
        answer = self.send("POST", "/mcp", good=(200, 404), json=message, headers={"mcp-session-id": self.session})
        if answer is not None and answer.status_code == 404:
            # MCP sessions are lost with the process, or with Redis.
            self.session = None
            return None
        return answer and answer.json()

    def check(self):
        for deck, added in self.decks.items():
            for found in self.check_deck(deck):
                for fault in added.faults([title for title in titles(found) if title]):
                    self.ledger.fault(f"{self.name}: deck {deck}: {fault}")


class StdioAgent(Agent):
    """Uses MCP tools over stdio, with a process that is sometimes killed too."""

    pause = (0.05, 0.15)
    interface = "stdio"

    def prepare(self):
        super().prepare()
        self.process = None

    def exchange(self, message: dict):
        if not self.process or self.process.poll() is not None:
            node = self.random.choice(self.soak.nodes)
            environment = node.environment | {"SVC_MCP_OWNER_EMAIL": EMAIL}
            with node.log_file.open("ab") as log:
                self.process = subprocess.Popen([program(), "mcp"], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log)
        try:
            self.process.stdin.write(json.dumps(message).encode() + b"\n")
            self.process.stdin.flush()
            if self.random.random() < 0.03:
                time.sleep(self.random.uniform(0, 0.02))
                self.kill_process()
                return None
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = b""
        if line:
            return json.loads(line)
        time.sleep(0.2)
        return None

    def kill_process(self):
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None

    def check(self):
        self.kill_process()
        super().check()


class Commands(Browser):
    """Uses the command line: creates API keys, and checks and exports deck files."""

    pause = (0.3, 0.8)
    # The maximum number of API keys.
    MOST = 12

    def prepare(self):
        self.keys = []
        self.folder = Path(tempfile.mkdtemp(prefix="lectern-soak-"))
        self.deck = self.send_until_done("POST", "/api/presentations", json={"title": "By hand", "slides": slides("one", "two")}).json()["presentation"]["id"]

    def act(self):
        self.create_key() if len(self.keys) < self.MOST and self.random.random() < 0.5 else self.export()

    def command(self, *arguments: str) -> subprocess.CompletedProcess:
        environment = self.random.choice(self.soak.nodes).environment
        done = subprocess.run([program(), *arguments], env=environment, capture_output=True, text=True, timeout=60)
        self.ledger.check(done.returncode in (0, 1) and "panicked" not in done.stderr, f"{arguments}: {done.returncode} {done.stderr}")
        return done

    def create_key(self):
        done = self.command("key", "create", "--email", EMAIL, "--name", self.new_name(), "--scopes", "read")
        if done.returncode == 0:
            self.keys.append(done.stdout.strip())
            self.ledger.count("keys by command")

    def export(self):
        answer = self.send("GET", f"/api/presentations/{self.deck}/export/json")
        if not answer:
            return
        file = self.folder / "deck.json"
        file.write_bytes(answer.content)
        for arguments in (["check", str(file)], ["export", str(file), "--to", "html", "-o", str(self.folder / "deck.html")]):
            done = self.command(*arguments)
            self.ledger.check(done.returncode == 0, f"{arguments}: {done.stderr}")
        self.ledger.count("files exported")

    def check(self):
        for key in self.keys:
            self.send_until_done("GET", "/api/v1/presentations", headers={"Authorization": f"Bearer {key}"})


class Uploader(Browser):
    """Uploads pictures, exports decks that show them as packages, and imports the packages."""

    pause = (0.05, 0.2)

    def prepare(self):
        self.pictures, self.imported = {}, set()

    def act(self):
        colour = self.number.to_bytes(3, "big")
        self.number += 1
        sent = self.send("POST", "/api/uploads", files={"file": ("quay.png", picture(colour), "image/png")})
        if not sent:
            return
        url = sent.json()["url"]
        self.pictures[url] = picture(colour)
        self.ledger.count("pictures")
        if self.random.random() < 0.3:
            self.export_and_import(url)

    def export_and_import(self, url: str):
        image = [{"type": "image-slide", "content": {"image": url, "alt": "A quay"}}]
        made = self.send("POST", "/api/presentations", json={"title": "Pictures", "slides": image})
        deck = made and made.json()["presentation"]["id"]
        packed = deck and self.send("GET", f"/api/presentations/{deck}/export/deck.zip")
        if not packed:
            return
        back = self.send("POST", "/api/presentations/import/deck", content=packed.content, headers={"Content-Type": "application/zip"})
        if not back:
            return
        if failed := back.json().get("failedAssets"):
            # While the bucket is down, a deck is imported without its pictures, and the answer says so.
            down = all("storage does not answer" in asset["reason"] for asset in failed)
            self.ledger.check(down and self.soak.engines, f"{self.name}: {failed}")
            return self.ledger.count("imports without pictures")
        self.imported.add(back.json()["presentation"]["id"])
        self.ledger.count("imports")

    def check(self):
        for url, sent in self.pictures.items():
            for node in range(len(self.soak.nodes)):
                same = self.send_until_done("GET", url, node=node).content == sent
                self.ledger.check(same, f"{self.name}: {url} is another picture")
        for deck in self.imported:
            shown = self.check_deck(deck)[0]["slides"][0]["content"]["image"]
            self.send_until_done("GET", shown)


class Exporter(Browser):
    """Exports a deck in every format."""

    pause = (0.1, 0.4)
    FORMATS = {"pdf-slides.pdf": b"%PDF", "pptx": b"PK", "html": b"<!", "json": b"{", "deck.zip": b"PK", "png.zip": b"PK"}

    def prepare(self):
        deck = {"title": "Files", "slides": [*slides("one", "two"), POLL]}
        self.deck = self.send_until_done("POST", "/api/presentations", json=deck).json()["presentation"]["id"]

    def act(self):
        format, beginning = self.random.choice(sorted(self.FORMATS.items()))
        if answer := self.send("GET", f"/api/presentations/{self.deck}/export/{format}"):
            self.ledger.check(answer.content.lower().startswith(beginning.lower()), f"{format} begins with {answer.content[:20]}")
            self.ledger.count("exports")

    def check(self):
        self.check_deck(self.deck)


class Presenter(Browser):
    """Presents a deck to the followers."""

    pause = (0.05, 0.3)

    def prepare(self):
        deck = {"title": "Talk", "slides": slides(*(f"Slide {number}" for number in range(6)))}
        self.deck = self.send_until_done("POST", "/api/presentations", json=deck).json()["presentation"]["id"]
        self.session = self.send_until_done("POST", "/api/present-sessions", json={"presentationId": self.deck}).json()["sessionId"]
        self.position, self.sent = Value((0, 0)), {(0, 0)}
        self.state = f"/api/present-sessions/{self.session}/state"

    def act(self):
        if self.random.random() < 0.1:
            again = self.send("POST", "/api/present-sessions", json={"presentationId": self.deck})
            self.ledger.check(not again or again.json()["sessionId"] == self.session, f"{self.name}: the session was lost")
            return
        self.move_to((self.random.randrange(6), self.random.randrange(100)))

    def move_to(self, position: tuple) -> bool:
        self.position.sent(position)
        self.sent.add(position)
        answer = self.send("POST", self.state, json={"slideIndex": position[0], "stepIdx": position[1]})
        if answer:
            self.position.acknowledge(position)
            self.ledger.count("moves")
        return bool(answer)

    def check(self):
        """Checks that all nodes and followers have the same position, now and after one more move."""
        positions = set()
        for node in range(len(self.soak.nodes)):
            state = self.send_until_done("GET", self.state, node=node).json()
            positions.add((state["slideIndex"], state["stepIdx"]))
        self.ledger.check(len(positions) == 1, f"{self.name}: nodes are at {positions}")
        for position in positions:
            self.ledger.check(self.position.allows(position), f"{self.name}: the session is at {position}, not {vars(self.position)}")
        self.check_followers(positions.pop(), "after the last kill")
        while not self.move_to((3, 777)):
            time.sleep(0.1)
        self.check_followers((3, 777), "after one more move")
        for follower in self.soak.followers:
            seen = {(state["slideIndex"], state["stepIdx"]) for state in follower.received("state")}
            self.ledger.check(seen <= self.sent, f"a follower saw {seen - self.sent}, which the presenter never sent")
            self.ledger.check(not follower.ids_fell, "event ids decreased within a stream")
            unexpected = set(follower.refused) - {429, 503}
            self.ledger.check(not unexpected, f"a follower got {unexpected}")

    def check_followers(self, position: tuple, when: str):
        deadline = time.monotonic() + 20
        while not all(follower.is_on(*position) for follower in self.soak.followers) and time.monotonic() < deadline:
            time.sleep(0.05)
        states = [follower.state for follower in self.soak.followers if not follower.is_on(*position)]
        self.ledger.check(not states, f"{when} followers are not at {position}: {states}")


class Voters(Client):
    """Phones that vote in a poll. Each has one vote, and sends it until it is acknowledged."""

    pause = (0.005, 0.03)
    PHONES = 80
    MAX_QUESTIONS = 500

    def prepare(self):
        host = Browser(self.soak, f"{self.name} host")
        deck = host.send_until_done("POST", "/api/presentations", json={"title": "Poll", "slides": [POLL]}).json()["presentation"]
        self.slide = deck["slides"][0]["id"]
        self.session = host.send_until_done("POST", "/api/present-sessions", json={"presentationId": deck["id"]}).json()["sessionId"]
        self.votes = {self.new_phone(): 0 for _ in range(self.PHONES)}
        self.pending = None
        self.questions = Things()

    def new_phone(self) -> str:
        """Votes from a new phone and returns its cookie."""
        path = f"/api/follow/{self.session}/interactions/{self.slide}/vote"
        cookie = self.send_until_done("POST", path, json={"optionIndex": 0}).cookies["svc_device"]
        self.connection(self.node).cookies.clear()
        return cookie

    def act(self):
        if self.random.random() < 0.05 and len(self.questions.existing) < self.MAX_QUESTIONS:
            return self.ask_question()
        self.pending = self.pending or (self.random.choice(sorted(self.votes)), self.random.randrange(3))
        phone, option = self.pending
        path = f"/api/follow/{self.session}/interactions/{self.slide}/vote"
        if self.send("POST", path, json={"optionIndex": option}, headers={"Cookie": f"svc_device={phone}"}):
            self.votes[phone] = option
            self.pending = None
            self.ledger.count("votes")

    def ask_question(self):
        phone = self.random.choice(sorted(self.votes))
        body = {"text": self.new_name()}
        if answer := self.send("POST", f"/api/follow/{self.session}/questions", json=body, headers={"Cookie": f"svc_device={phone}"}):
            self.questions.created(answer.json()["question"]["id"])
            self.ledger.count("questions")

    def check(self):
        while self.pending:
            self.act()
        votes = [vote for vote in self.votes.values() if vote is not None]
        counted = [votes.count(option) for option in range(3)]
        for node in range(len(self.soak.nodes)):
            path = f"/api/follow/{self.session}/interactions/current"
            totals = self.send_until_done("GET", path, node=node).json()["interactionState"]["totals"]
            self.ledger.check(totals == counted, f"{self.name}: node {node} counts {totals}, not {counted}")
            asked = self.send_until_done("GET", f"/api/follow/{self.session}/questions", node=node).json()["questions"]
            lost = self.questions.existing - {question["id"] for question in asked}
            self.ledger.check(not lost, f"{self.name}: node {node} lost questions {lost}")
