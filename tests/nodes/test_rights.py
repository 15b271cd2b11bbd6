"""A right that ends on one node ends on all: every access is refused, and every open stream ends within a second.

Bram begins a talk on one node, makes a share link and opens everything that these rights open, on three nodes. Each case
ends these rights on node 0 in another way and names what stays open. `ended_rights.rs` has the same cases for one node.
"""

import socket
import time
from dataclasses import dataclass
from urllib.parse import urlsplit

import httpx2
import pytest
from lectern import SCOPES

LIMIT = 1.0
MOMENT = 0.05
PASSWORD = "long enough"

BY_COOKIE = {"read", "steer", "notes by cookie", "editor by cookie"}
BY_KEY = {"read by key", "editor by key", "agent"}
BY_NOTES_KEY = {"notes", "notes page", "speaker"}
HALL = {"hall", "follower"}


class Stream:
    """An open event stream on a connection of its own."""

    def __init__(self, node, path: str, headers: dict):
        address = urlsplit(node.url)
        self.socket = socket.create_connection((address.hostname, address.port), timeout=20)
        lines = [f"GET {path} HTTP/1.1", f"Host: {address.netloc}", *(f"{name}: {value}" for name, value in headers.items())]
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self.received = b""
        while b"\r\n\r\n" not in self.received or b":" not in self.received.split(b"\r\n\r\n", 1)[1]:
            piece = self.socket.recv(65536)
            assert piece, self.received
            self.received += piece
        assert self.received.startswith(b"HTTP/1.1 200 "), self.received

    def ends_within(self, seconds: float) -> bool:
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            self.socket.settimeout(left)
            try:
                piece = self.socket.recv(65536)
            except TimeoutError:
                return False
            except ConnectionError:
                return True
            self.received += piece
            # The last chunk of a body.
            if not piece or self.received.endswith(b"\r\n0\r\n\r\n"):
                return True
        return False


@dataclass
class Opened:
    """Bram's talk, and all that Bram has opened on every node."""

    cluster: object
    name: str
    ann: dict
    bram: dict
    account: str
    deck: str
    key: str
    link: str | None
    doors: list
    streams: list

    @property
    def email(self) -> str:
        return f"{self.name}@example.test"

    def admin(self) -> httpx2.Client:
        return self.cluster.with_cookie(0)

    def by(self, cookies: dict) -> httpx2.Client:
        return self.cluster.nodes[0].client(cookies=cookies)


def signed_in(node, email: str) -> dict:
    answer = node.client().post("/api/auth/login", json={"email": email, "password": PASSWORD})
    return dict(answer.raise_for_status().cookies)


def member(cluster, email: str) -> tuple[str, dict]:
    made = cluster.with_cookie(0).post("/api/admin/users", json={"email": email, "password": PASSWORD})
    assert made.status_code == 201, made.text
    return made.json()["user"]["id"], signed_in(cluster.nodes[0], email)


def opened(cluster, name: str, access: str, by_key: bool = False) -> Opened:
    """Opens everything. `access` says how Bram may write the deck; the talk is begun with a key, or with the cookie."""
    nodes = cluster.nodes
    email = f"{name}@example.test"
    _, ann = member(cluster, f"ann-{name}@example.test")
    account, bram = member(cluster, email)
    owner = nodes[0].client(cookies=bram if access == "owner" else ann)
    slide = {"type": "content-slide", "content": {"title": "One"}, "notes": "Breathe."}
    made = owner.post("/api/presentations", json={"title": "Harbour plan", "slides": [slide]}).raise_for_status()
    deck = made.json()["presentation"]["id"]
    path = f"/api/presentations/{deck}"
    if access == "collaborator":
        owner.post(f"{path}/collaborators", json={"email": email, "permission": "admin"}).raise_for_status()
    elif access == "member":
        owner.patch(f"{path}/visibility", json={"visibility": "organization"}).raise_for_status()
    key = nodes[0].client(cookies=bram).post("/api/api-keys", json={"name": "robot", "scopes": SCOPES}).raise_for_status().json()
    robot = {"Authorization": f"Bearer {key['key']}"}
    cookie = {"Cookie": "; ".join(f"{name}={value}" for name, value in bram.items())}
    begun = nodes[0].client().post("/api/present-sessions", json={"presentationId": deck}, headers=robot if by_key else cookie)
    talk = begun.raise_for_status().json()
    session, notes_key = talk["sessionId"], talk["notesKey"]
    live = f"/api/present-sessions/{session}"
    link = None
    if access != "member":
        link = nodes[0].client(cookies=bram).post(f"{path}/links", json={}).raise_for_status().json()
    hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}}
    agent = nodes[0].client().post("/mcp", json=hello, headers=robot).headers["mcp-session-id"]

    doors, streams = [], []
    for node in nodes:
        get = lambda path, headers={}, node=node: lambda: node.client().get(path, headers=headers).status_code == 200
        doors += [
            ("read", get(path, cookie)),
            ("notes by cookie", get(f"{live}/deck", cookie)),
            ("read by key", get(f"/api/v1/presentations/{deck}", robot)),
            ("notes", get(f"{live}/deck?key={notes_key}")),
            ("notes page", get(f"/notes/{session}?key={notes_key}")),
            ("hall", get(f"{live}/state")),
        ]
        # Where the talk was begun with the key, the cookie does not steer it, so that the key alone is recorded.
        if not by_key:
            steer = lambda node=node: node.client().post(f"{live}/state", json={"slideIndex": 0}, headers=cookie).status_code == 200
            doors.append(("steer", steer))
        if link:
            doors.append(("link", get(link["path"])))
        streams += [
            ("editor by cookie", Stream(node, f"{path}/events", cookie)),
            ("editor by key", Stream(node, f"{path}/events", robot)),
            ("follower", Stream(node, f"{live}/events", {})),
            ("speaker", Stream(node, f"{live}/events?key={notes_key}", {})),
        ]
    # A session of an agent has one stream.
    streams.append(("agent", Stream(nodes[1], "/mcp", robot | {"Mcp-Session-Id": agent})))
    for what, is_open in doors:
        assert is_open(), f"{what} is open at first"
    return Opened(cluster, name, ann, bram, account, deck, key["id"], link and link["link"]["id"], doors, streams)


def remove_collaborator(opened):
    return opened.by(opened.ann).delete(f"/api/presentations/{opened.deck}/collaborators/{opened.email}")


def make_private(opened):
    return opened.by(opened.ann).patch(f"/api/presentations/{opened.deck}/visibility", json={"visibility": "private"})


def transfer(opened):
    body = {"email": f"ann-{opened.email}", "keepAccess": False}
    return opened.by(opened.bram).post(f"/api/presentations/{opened.deck}/transfer", json=body)


def trash(opened):
    return opened.by(opened.ann).delete(f"/api/presentations/{opened.deck}")


def revoke_key(opened):
    return opened.by(opened.bram).delete(f"/api/api-keys/{opened.key}")


def sign_out(opened):
    return opened.by(opened.bram).post("/api/auth/logout", json={})


def change_password(opened):
    elsewhere = signed_in(opened.cluster.nodes[0], opened.email)
    return opened.by(elsewhere).post("/api/auth/change-password", json={"current": PASSWORD, "password": "even longer"})


def disable(opened):
    return opened.admin().patch(f"/api/admin/users/{opened.account}", json={"disabled": True})


def delete_account(opened):
    return opened.admin().delete(f"/api/admin/users/{opened.account}")


def end_membership(opened):
    organization = opened.admin().get("/api/auth/me").json()["organization"]["id"]
    return opened.admin().delete(f"/api/organizations/{organization}/members/{opened.email}")


def revoke_link(opened):
    return opened.by(opened.ann).delete(f"/api/presentations/{opened.deck}/links/{opened.link}")


CASES = [
    (remove_collaborator, "collaborator", False, {"agent"}),
    (make_private, "member", False, {"agent"}),
    (transfer, "owner", False, {"agent"}),
    (trash, "collaborator", False, {"agent"}),
    (revoke_key, "collaborator", True, BY_COOKIE | HALL | {"link"}),
    (sign_out, "collaborator", False, BY_KEY | HALL | {"link"}),
    (change_password, "collaborator", False, BY_KEY | HALL | {"link"}),
    (disable, "collaborator", False, set()),
    (delete_account, "collaborator", False, set()),
    (end_membership, "member", False, set()),
    (revoke_link, "collaborator", False, BY_COOKIE | BY_KEY | BY_NOTES_KEY | HALL),
]


@pytest.mark.parametrize("end, access, by_key, stays", CASES, ids=lambda value: getattr(value, "__name__", None))
def test_a_right_that_ends_on_one_node_ends_on_all(shared_cluster, end, access, by_key, stays):
    talk = opened(shared_cluster, end.__name__.replace("_", "-"), access, by_key)
    answer = end(talk)
    done = time.monotonic()
    assert answer.status_code == 200, answer.text
    for what, stream in talk.streams:
        if what not in stays:
            left = max(LIMIT - (time.monotonic() - done), MOMENT)
            assert stream.ends_within(left), f"the stream `{what}` is still open"
    for what, is_open in talk.doors:
        if what in stays:
            continue
        while True:
            is_late = time.monotonic() - done >= LIMIT
            if not is_open():
                break
            assert not is_late, f"`{what}` is still open"
    for what, stream in talk.streams:
        assert what not in stays or not stream.ends_within(MOMENT), f"the stream `{what}` has ended"
        stream.socket.close()
    for what, is_open in talk.doors:
        assert what not in stays or is_open(), f"`{what}` is closed"
