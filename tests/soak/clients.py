"""Those who work while nodes die: one class for each door. Each writes down what it was told."""

import json
import random
import secrets
import subprocess
import tempfile
import threading
import time
import traceback
from pathlib import Path

import httpx2

from ledger import Revisions, Things, Value
from machines import EMAIL, program
from picture import picture

POLL = {"type": "poll-slide", "content": {"question": "Which street?", "option1": "Mill Lane", "option2": "Quay", "option3": "Harbour"}}
# What a tool says while something it needs is away.
AWAY = ("unavailable", "maintenance", "try again")


def slides(*titles: str) -> list:
    return [{"type": "content-slide", "content": {"title": title}} for title in titles]


def titles(deck: dict) -> list[str]:
    return [slide["content"].get("title", "") for slide in deck["slides"]]


class Client(threading.Thread):
    """Somebody who acts again and again until the soak is over, and is then held to what he wrote down."""

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
        """What has to be there before anything breaks."""

    def run(self):
        while self.soak.goes_on():
            try:
                self.act()
            except Exception:  # noqa: BLE001 - every fault of a client is a fault of the soak
                self.ledger.fault(f"{self.name}: {traceback.format_exc()}")
                return
            time.sleep(self.random.uniform(*self.pause))

    def mark(self) -> str:
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
        """Sends to some node. Nothing when it is not known whether it was done, or was refused for now."""
        self.node = self.random.randrange(len(self.soak.nodes)) if node is None else node
        what = f"{self.name}: {method} {path}"
        try:
            answer = self.connection(self.node).request(method, path, **options)
        except httpx2.TimeoutException:
            self.ledger.fault(f"{what}: no answer")
            return None
        except httpx2.TransportError:
            self.ledger.count("lost answers")
            time.sleep(0.1)
            return None
        self.ledger.count(f"{answer.status_code}")
        if answer.status_code in good:
            return answer
        if answer.status_code in (429, 503) and int(answer.headers.get("retry-after", 0)) > 0:
            time.sleep(0.2)
            return None
        self.ledger.fault(f"{what}: {answer.status_code} {answer.text[:300]}")
        return None

    def surely(self, method: str, path: str, **options):
        """Sends when nothing is broken, or until it was done."""
        for _ in range(100):
            if answer := self.send(method, path, **options):
                return answer
            time.sleep(0.1)
        raise AssertionError(f"{method} {path} was never done")

    def check_deck(self, deck: str) -> list[dict]:
        """A deck on every node, valid and alike."""
        found = []
        for node in range(len(self.soak.nodes)):
            found.append(self.surely("GET", f"/api/presentations/{deck}", node=node).json()["presentation"])
        self.ledger.hold(all(other["slides"] == found[0]["slides"] for other in found), f"{self.name}: nodes differ on {deck}")
        self.soak.decks.add(deck)
        return found


class Browser(Client):
    """Signed in with a cookie."""

    def cookies(self):
        return self.soak.cookies


class Program(Client):
    """REST with a key: writes decks of its own, whole, and comments on them."""

    def headers(self):
        return {"Authorization": f"Bearer {self.soak.key}"}

    def prepare(self):
        made = self.surely("POST", "/api/v1/presentations", json={"title": "Harbour plan", "slides": slides("first")})
        self.deck = made.json()["presentation"]["id"]
        self.title, self.slide, self.revision = Value("Harbour plan"), Value("first"), 1
        self.revisions = Revisions(self.ledger, self.deck)
        self.made, self.comments = Things(), Things()

    def act(self):
        acts = [self.write_title, self.write_slides, self.read, self.make, self.take_away, self.comment]
        self.random.choices(acts, (4, 4, 4, 1, 1, 1))[0]()

    def write_title(self):
        title = self.mark()
        self.title.sent(title)
        self.put({"title": title}, lambda: self.title.acknowledge(title))

    def write_slides(self):
        title = self.mark()
        self.slide.sent(title)
        self.put({"slides": slides(title, "second")}, lambda: self.slide.acknowledge(title))

    def put(self, body: dict, done):
        if answer := self.send("PUT", f"/api/v1/presentations/{self.deck}", json=body):
            done()
            revision = answer.json()["presentation"]["revision"]
            self.revisions.wrote(revision, self.revision)
            self.revision = revision
            self.ledger.count("decks written")

    def read(self):
        if answer := self.send("GET", f"/api/v1/presentations/{self.deck}"):
            deck = answer.json()["presentation"]
            self.revisions.read(self.node, deck["revision"])
            if len(self.soak.nodes) == 1:
                self.ledger.hold(deck["revision"] >= self.revision, f"{self.name}: {deck['revision']} was read after {self.revision} was written")

    def make(self):
        answer = self.send("POST", "/api/v1/presentations", json={"title": self.mark(), "slides": slides("one")})
        if answer:
            self.made.made(answer.json()["presentation"]["id"])
            self.ledger.count("decks made")

    def take_away(self):
        if not self.made.there:
            return
        deck = self.random.choice(sorted(self.made.there))
        self.made.sent(deck)
        if self.send("DELETE", f"/api/v1/presentations/{deck}"):
            self.made.taken(deck)
            self.ledger.count("decks trashed")

    def comment(self):
        if answer := self.send("POST", f"/api/presentations/{self.deck}/comments", json={"body": self.mark()}):
            self.comments.made(answer.json()["comment"]["id"])
            self.ledger.count("comments")

    def check(self):
        for deck in self.check_deck(self.deck):
            self.ledger.hold(self.title.allows(deck["title"]), f"{self.name}: the title is {deck['title']}, not {vars(self.title)}")
            first = titles(deck)[0]
            self.ledger.hold(self.slide.allows(first), f"{self.name}: the slide is {first}, not {vars(self.slide)}")
            self.ledger.hold(deck["revision"] >= self.revisions.written, f"{self.name}: {deck['revision']} after {self.revisions.written}")
        for deck in self.made.there:
            self.check_deck(deck)
        for deck in self.made.gone:
            self.send("GET", f"/api/v1/presentations/{deck}", good=(404,))
        listed = self.surely("GET", f"/api/presentations/{self.deck}/comments").json()["comments"]
        lost = self.comments.there - {comment["id"] for comment in listed}
        self.ledger.hold(not lost, f"{self.name}: comments are lost: {lost}")


class SharedDeck:
    """A deck that several editors write at once."""

    def __init__(self, soak):
        self.id, self.revisions, self.given = None, None, set()


class Editor(Browser):
    """Merging edits over the cookie, with others at the same deck. A batch that was not answered is sent again."""

    MOST = 8

    def __init__(self, soak, name: str, shared: SharedDeck):
        self.shared = shared
        super().__init__(soak, name)

    def prepare(self):
        if not self.shared.id:
            made = self.surely("POST", "/api/presentations", json={"title": "Together", "slides": slides("first")})
            self.shared.id = made.json()["presentation"]["id"]
            self.shared.revisions = Revisions(self.ledger, self.shared.id)
        self.client, self.seq, self.batch, self.done = f"{self.name}-window", 0, None, []
        self.title, self.inserted = Value(""), Things()
        self.own = f"{self.name}-own"
        self.base = self.surely("GET", f"/api/presentations/{self.shared.id}").json()["presentation"]["revision"]
        self.begin([{"op": "insert", "slides": [{"id": self.own, "type": "content", "content": {"title": ""}}]}])
        while self.batch:
            self.offer()

    def begin(self, edits: list, done=()):
        self.seq += 1
        self.done = list(done)
        self.batch = {"client": self.client, "seq": self.seq, "base": self.base, "edits": edits}

    def act(self):
        if self.batch:
            return self.offer()
        title = self.mark()
        self.title.sent(title)
        edits = [{"op": "set", "slideId": self.own, "path": "content.title", "value": title}]
        done = [lambda: self.title.acknowledge(title)]
        if self.random.random() < 0.5:
            slide = f"{self.name}-{self.seq}"
            self.inserted.sent(slide)
            edits.append({"op": "insert", "after": self.own, "slides": [{"id": slide, "type": "content", "content": {"title": slide}}]})
            done.append(lambda: self.inserted.made(slide))
        if len(self.inserted.there) > self.MOST:
            old = self.random.choice(sorted(self.inserted.there))
            self.inserted.sent(old)
            edits.append({"op": "remove", "slideId": old})
            done.append(lambda: self.inserted.taken(old))
        self.begin(edits, done)
        self.offer()

    def offer(self):
        answer = self.send("POST", f"/api/presentations/{self.shared.id}/edits", json=self.batch)
        if not answer:
            return
        told = answer.json()
        self.ledger.hold(not told["conflicts"] and not told["refused"], f"{self.name}: {told} to {self.batch}")
        with self.shared.revisions.lock:
            twice = told["revision"] in self.shared.given
            self.shared.given.add(told["revision"])
        self.ledger.hold(not twice, f"{self.name}: revision {told['revision']} was given twice: {told}")
        self.shared.revisions.wrote(told["revision"], self.base)
        self.base = told["revision"]
        for done in self.done:
            done()
        self.ledger.count("batches sent again" if told.get("again") else "batches")
        self.batch = None

    def check(self):
        for deck in self.check_deck(self.shared.id):
            own = [slide for slide in deck["slides"] if slide["id"] == self.own]
            self.ledger.hold(len(own) == 1 and self.title.allows(own[0]["content"]["title"]), f"{self.name}: {own}, not {vars(self.title)}")
            found = [slide["id"] for slide in deck["slides"] if slide["id"].startswith(f"{self.name}-") and slide["id"] != self.own]
            for fault in self.inserted.faults(found):
                self.ledger.fault(f"{self.name}: slides {fault}")
            self.ledger.hold(deck["revision"] >= self.shared.revisions.written, f"{self.name}: the deck went back to {deck['revision']}")


class Agent(Program):
    """Tools over HTTP: decks of slides that are added one by one."""

    MOST = 25

    def prepare(self):
        self.session, self.deck, self.decks = None, None, {}

    def act(self):
        if not self.deck:
            return self.begin()
        added = self.decks[self.deck]
        title = self.mark()
        added.sent(title)
        told = self.tool("add_slide", presentationId=self.deck, type="content-slide", content={"title": title})
        if told:
            added.made(title)
            self.ledger.count(f"slides by {self.door}")
        if len(added.there) >= self.MOST:
            self.deck = None

    door = "agent"

    def begin(self):
        told = self.tool("create_presentation_from_slides", title=self.mark(), slides=slides("first"), validation="strict")
        if told:
            self.deck = told["id"]
            self.decks[self.deck] = Things()
            self.decks[self.deck].made("first")

    def tool(self, name: str, **arguments):
        """What a tool answers; nothing when that is not known."""
        answer = self.ask({"jsonrpc": "2.0", "id": self.number, "method": "tools/call", "params": {"name": name, "arguments": arguments}})
        if answer is None:
            return None
        if "result" not in answer:
            return self.ledger.fault(f"{self.name}: {name}: {answer}")
        text = answer["result"]["content"][0]["text"]
        if not answer["result"].get("isError"):
            return json.loads(text)
        self.ledger.hold(any(word in text.lower() for word in AWAY), f"{self.name}: {name}: {text}")
        time.sleep(0.2)
        return None

    def ask(self, message: dict):
        if not self.session:
            hello = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "soak", "version": "1"}}}
            answer = self.send("POST", "/mcp", json=hello)
            if not answer:
                return None
            self.session = answer.headers["mcp-session-id"]
        answer = self.send("POST", "/mcp", good=(200, 404), json=message, headers={"mcp-session-id": self.session})
        if answer is not None and answer.status_code == 404:
            # Sessions of agents pass with the process, or with Redis.
            self.session = None
            return None
        return answer and answer.json()

    def check(self):
        for deck, added in self.decks.items():
            for found in self.check_deck(deck):
                marked = [title for title in titles(found) if title]
                for fault in added.faults(marked):
                    self.ledger.fault(f"{self.name}: deck {deck}: {fault}")


class Pipe(Agent):
    """Tools over stdio, in a process that is itself killed now and then."""

    pause = (0.05, 0.15)
    door = "stdio"

    def prepare(self):
        super().prepare()
        self.process = None

    def ask(self, message: dict):
        if not self.process or self.process.poll() is not None:
            node = self.random.choice(self.soak.nodes)
            environment = node.environment | {"SVC_MCP_OWNER_EMAIL": EMAIL}
            with (node.folder / "log").open("ab") as log:
                self.process = subprocess.Popen([program(), "mcp"], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log)
        try:
            self.process.stdin.write(json.dumps(message).encode() + b"\n")
            self.process.stdin.flush()
            if self.random.random() < 0.03:
                time.sleep(self.random.uniform(0, 0.02))
                self.end()
                return None
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = b""
        if line:
            return json.loads(line)
        time.sleep(0.2)
        return None

    def end(self):
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None

    def check(self):
        self.end()
        super().check()


class Commands(Browser):
    """The command line: keys that work, and files that are checked and exported without a server."""

    pause = (0.3, 0.8)
    MOST = 12

    def prepare(self):
        self.keys = []
        self.folder = Path(tempfile.mkdtemp(prefix="lectern-soak-"))
        self.deck = self.surely("POST", "/api/presentations", json={"title": "By hand", "slides": slides("one", "two")}).json()["presentation"]["id"]

    def act(self):
        self.make_key() if len(self.keys) < self.MOST and self.random.random() < 0.5 else self.export()

    def command(self, *arguments: str) -> subprocess.CompletedProcess:
        environment = self.random.choice(self.soak.nodes).environment
        done = subprocess.run([program(), *arguments], env=environment, capture_output=True, text=True, timeout=60)
        self.ledger.hold(done.returncode in (0, 1) and "panicked" not in done.stderr, f"{arguments}: {done.returncode} {done.stderr}")
        return done

    def make_key(self):
        done = self.command("key", "create", "--email", EMAIL, "--name", self.mark(), "--scopes", "read")
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
            self.ledger.hold(done.returncode == 0, f"{arguments}: {done.stderr}")
        self.ledger.count("files exported")

    def check(self):
        for key in self.keys:
            self.surely("GET", "/api/v1/presentations", headers={"Authorization": f"Bearer {key}"})


class Uploader(Browser):
    """Pictures, decks that show them, packages of those, and decks from packages."""

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
            self.carry(url)

    def carry(self, url: str):
        shown = [{"type": "image-slide", "content": {"image": url, "alt": "A quay"}}]
        made = self.send("POST", "/api/presentations", json={"title": "Pictures", "slides": shown})
        deck = made and made.json()["presentation"]["id"]
        packed = deck and self.send("GET", f"/api/presentations/{deck}/export/deck.zip")
        if not packed:
            return
        back = self.send("POST", "/api/presentations/import/deck", content=packed.content, headers={"Content-Type": "application/zip"})
        if not back:
            return
        if failed := back.json().get("failedAssets"):
            # A deck without the pictures that storage was not there for, and the answer says so.
            away = all("storage does not answer" in asset["reason"] for asset in failed)
            self.ledger.hold(away and self.soak.engines, f"{self.name}: {failed}")
            return self.ledger.count("imports without pictures")
        self.imported.add(back.json()["presentation"]["id"])
        self.ledger.count("imports")

    def check(self):
        for url, picture in self.pictures.items():
            for node in range(len(self.soak.nodes)):
                same = self.surely("GET", url, node=node).content == picture
                self.ledger.hold(same, f"{self.name}: {url} is another picture")
        for deck in self.imported:
            shown = self.check_deck(deck)[0]["slides"][0]["content"]["image"]
            self.surely("GET", shown)


class Exporter(Browser):
    """Files of whichever deck there is."""

    pause = (0.1, 0.4)
    FORMS = {"pdf-slides.pdf": b"%PDF", "pptx": b"PK", "html": b"<!", "json": b"{", "deck.zip": b"PK", "png.zip": b"PK"}

    def prepare(self):
        deck = {"title": "Files", "slides": [*slides("one", "two"), POLL]}
        self.deck = self.surely("POST", "/api/presentations", json=deck).json()["presentation"]["id"]

    def act(self):
        form, begins = self.random.choice(sorted(self.FORMS.items()))
        if answer := self.send("GET", f"/api/presentations/{self.deck}/export/{form}"):
            self.ledger.hold(answer.content.lower().startswith(begins.lower()), f"{form} begins with {answer.content[:20]}")
            self.ledger.count("exports")

    def check(self):
        self.check_deck(self.deck)


class Presenter(Browser):
    """Leads a hall through a deck."""

    pause = (0.05, 0.3)

    def prepare(self):
        deck = {"title": "Talk", "slides": slides(*(f"Slide {number}" for number in range(6)))}
        self.deck = self.surely("POST", "/api/presentations", json=deck).json()["presentation"]["id"]
        self.session = self.surely("POST", "/api/present-sessions", json={"presentationId": self.deck}).json()["sessionId"]
        self.place, self.sent = Value((0, 0)), {(0, 0)}
        self.state = f"/api/present-sessions/{self.session}/state"

    def act(self):
        if self.random.random() < 0.1:
            begun = self.send("POST", "/api/present-sessions", json={"presentationId": self.deck})
            self.ledger.hold(not begun or begun.json()["sessionId"] == self.session, f"{self.name}: the session was lost")
            return
        self.stand((self.random.randrange(6), self.random.randrange(100)))

    def stand(self, place: tuple) -> bool:
        self.place.sent(place)
        self.sent.add(place)
        answer = self.send("POST", self.state, json={"slideIndex": place[0], "stepIdx": place[1]})
        if answer:
            self.place.acknowledge(place)
            self.ledger.count("moves")
        return bool(answer)

    def check(self):
        """Where everybody has to be without another move, and after one more."""
        places = set()
        for node in range(len(self.soak.nodes)):
            state = self.surely("GET", self.state, node=node).json()
            places.add((state["slideIndex"], state["stepIdx"]))
        (self.ledger.hold(len(places) == 1, f"{self.name}: nodes stand on {places}"))
        for place in places:
            self.ledger.hold(self.place.allows(place), f"{self.name}: the talk stands on {place}, not {vars(self.place)}")
        self.followed(places.pop(), "after the last break")
        while not self.stand((3, 777)):
            time.sleep(0.1)
        self.followed((3, 777), "after one more move")
        for follower in self.soak.followers:
            seen = {(state["slideIndex"], state["stepIdx"]) for state in follower.heard("state")}
            self.ledger.hold(seen <= self.sent, f"a follower saw {seen - self.sent}, where nobody stood")
            self.ledger.hold(not follower.fell, "numbers of events fell within a stream")
            wrong = set(follower.refused) - {429, 503}
            self.ledger.hold(not wrong, f"a follower was answered {wrong}")

    def followed(self, place: tuple, when: str):
        end = time.monotonic() + 20
        while not all(follower.stands_on(*place) for follower in self.soak.followers) and time.monotonic() < end:
            time.sleep(0.05)
        states = [follower.state for follower in self.soak.followers if not follower.stands_on(*place)]
        self.ledger.hold(not states, f"{when} followers are not on {place}: {states}")


class Voters(Client):
    """Phones in the hall of a poll. Each has one vote, and sends it again until it is told that it was taken."""

    pause = (0.005, 0.03)
    PHONES = 80

    def prepare(self):
        host = Browser(self.soak, f"{self.name} host")
        deck = host.surely("POST", "/api/presentations", json={"title": "Poll", "slides": [POLL]}).json()["presentation"]
        self.slide = deck["slides"][0]["id"]
        self.session = host.surely("POST", "/api/present-sessions", json={"presentationId": deck["id"]}).json()["sessionId"]
        self.votes = {secrets.token_urlsafe(32): None for _ in range(self.PHONES)}
        self.waiting = None
        self.questions = Things()

    def act(self):
        if self.random.random() < 0.05:
            return self.ask()
        self.waiting = self.waiting or (self.random.choice(sorted(self.votes)), self.random.randrange(3))
        phone, option = self.waiting
        path = f"/api/follow/{self.session}/interactions/{self.slide}/vote"
        if self.send("POST", path, json={"optionIndex": option}, headers={"Cookie": f"svc_device={phone}"}):
            self.votes[phone] = option
            self.waiting = None
            self.ledger.count("votes")

    def ask(self):
        phone = self.random.choice(sorted(self.votes))
        body = {"text": self.mark()}
        if answer := self.send("POST", f"/api/follow/{self.session}/questions", json=body, headers={"Cookie": f"svc_device={phone}"}):
            self.questions.made(answer.json()["question"]["id"])
            self.ledger.count("questions")

    def check(self):
        while self.waiting:
            self.act()
        given = [vote for vote in self.votes.values() if vote is not None]
        counted = [given.count(option) for option in range(3)]
        for node in range(len(self.soak.nodes)):
            path = f"/api/follow/{self.session}/interactions/current"
            totals = self.surely("GET", path, node=node).json()["interactionState"]["totals"]
            self.ledger.hold(totals == counted, f"{self.name}: node {node} counts {totals}, not {counted}")
            asked = self.surely("GET", f"/api/follow/{self.session}/questions", node=node).json()["questions"]
            lost = self.questions.there - {question["id"] for question in asked}
            self.ledger.hold(not lost, f"{self.name}: node {node} lost questions {lost}")
