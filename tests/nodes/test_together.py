"""Three nodes are one service: what is written, counted, told or opened on one holds on all."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor

import httpx2

from follower import Follower
from machines import until
from picture import picture


def begin(hall, deck, node=0):
    answer = hall.browser(node).post("/api/present-sessions", json={"presentationId": deck})
    assert answer.status_code in (200, 201), answer.text
    return answer.json()


def go(hall, session, index, node=0):
    answer = hall.browser(node).post(f"/api/present-sessions/{session}/state", json={"slideIndex": index})
    assert answer.status_code == 200, answer.text


def test_a_presenter_on_one_node_leads_the_audience_of_the_others(calm_hall):
    hall = calm_hall
    session = begin(hall, hall.new_deck())["sessionId"]
    followers = [Follower([node], session) for node in hall.nodes for _ in range(2)]
    until(lambda: all(follower.stands_on(0) for follower in followers), "everybody is there")
    for index, node in [(1, 0), (2, 1), (0, 2), (1, 0)]:
        go(hall, session, index, node)
        until(lambda: all(follower.stands_on(index) for follower in followers), f"everybody sees slide {index}", 5)
    for follower in followers:
        assert follower.connections == 1 and follower.ids == sorted(follower.ids)
        assert [state["slideIndex"] for state in follower.heard("state")] == [0, 1, 2, 0, 1], "nothing missed or told twice"
        follower.leave()
    counted = lambda: hall.browser(1).get(f"/api/present-sessions/{session}/audience").json()["followers"] == 6
    until(counted, "followers of all nodes are counted", 10)


def test_one_session_per_deck_even_when_all_nodes_begin_at_once(calm_hall):
    hall = calm_hall
    deck = hall.new_deck()
    with ThreadPoolExecutor(9) as pool:
        sessions = list(pool.map(lambda number: begin(hall, deck, number % 3)["sessionId"], range(9)))
    assert len(set(sessions)) == 1
    code = next(iter(begin(hall, deck, 2)["followCodes"].values()))
    for node in hall.nodes:
        assert node.client().get(f"/api/follow-codes/{code}").json()["sessionId"] == sessions[0]


def test_a_talk_on_one_node_is_seen_in_the_lists_of_the_others(calm_hall):
    hall = calm_hall
    cards = lambda node, deck: [card for card in hall.browser(node).get("/api/presentations").json()["presentations"] if card["id"] == deck]
    for node in range(3):
        hall.browser(node).get("/api/presentations")
    deck = hall.new_deck()
    begin(hall, deck)
    for node in range(3):
        assert [card["isLive"] for card in cards(node, deck)] == [True], f"node {node}"
    before = hall.browser(2).get("/api/admin/maintenance").json()["liveSessions"]
    begin(hall, hall.new_deck())
    assert hall.browser(2).get("/api/admin/maintenance").json()["liveSessions"] == before + 1


def test_votes_on_all_nodes_are_counted_once(calm_hall):
    hall = calm_hall
    poll = {"type": "poll-slide", "content": {"question": "Which street?", "option1": "Mill Lane", "option2": "Quay"}}
    deck = hall.new_deck(slides=[poll, {"type": "content-slide", "content": {"title": "After"}}])
    session = begin(hall, deck)["sessionId"]
    slide = hall.browser(0).get(f"/api/presentations/{deck}").json()["presentation"]["slides"][0]["id"]
    watching = Follower([hall.nodes[2]], session)
    until(lambda: watching.heard("interactionState"), "the poll is shown")

    def vote(number):
        with hall.nodes[number % 3].client() as phone:
            phone.get(f"/api/follow/{session}/presentation")
            path = f"/api/follow/{session}/interactions/{slide}/vote"
            first = phone.post(path, json={"optionIndex": 0})
            assert first.status_code == 200, first.text
            if number % 2:
                assert phone.post(path, json={"optionIndex": 1}).status_code == 200

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(vote, range(30)))
    for node in range(3):
        seen = lambda: hall.nodes[node].client().get(f"/api/follow/{session}/interactions/current").json()["interactionState"]["totals"]
        until(lambda: seen() == [15, 15], f"node {node} has every vote", 5)
    until(lambda: watching.heard("interactionState")[-1]["totals"] == [15, 15], "the hall is told of every vote", 5)
    assert hall.browser(1).post(f"/api/present-sessions/{session}/interactions/{slide}/close").status_code == 200
    late = hall.nodes[0].client().post(f"/api/follow/{session}/interactions/{slide}/vote", json={"optionIndex": 0})
    assert late.status_code == 409, late.text
    watching.leave()


def test_questions_travel_and_a_promoted_one_is_told_once(calm_hall):
    hall = calm_hall
    deck = hall.new_deck()
    session = begin(hall, deck)["sessionId"]
    watching = [Follower([node], session) for node in hall.nodes]
    until(lambda: all(follower.stands_on(0) for follower in watching), "everybody is there")
    asked = hall.nodes[1].client().post(f"/api/follow/{session}/questions", json={"text": "Who pays?"}).json()["question"]
    listed = lambda: hall.nodes[2].client().get(f"/api/follow/{session}/questions").json()["questions"]
    until(lambda: [question["text"] for question in listed()] == ["Who pays?"], "the question is everywhere", 5)
    promoted = hall.browser(2).post(f"/api/present-sessions/{session}/questions/{asked['id']}/promote", json={})
    assert promoted.status_code == 200, promoted.text
    for follower in watching:
        until(lambda: follower.heard("deckUpdated"), "the deck changed", 5)
    until(lambda: hall.browser(0).get(f"/api/presentations/{deck}").json()["presentation"]["slideCount"] == 4, "the slide is there", 5)
    for follower in watching:
        assert [event["reason"] for event in follower.heard("deckUpdated")] == ["question_promoted"]
        follower.leave()


def test_a_batch_that_comes_to_several_nodes_at_once_is_applied_once_and_answered_alike(calm_hall):
    hall = calm_hall
    deck = hall.new_deck()
    base = hall.browser(0).get(f"/api/presentations/{deck}").json()["presentation"]["revision"]
    for turn in range(1, 151):
        slide = {"id": f"tab-{turn}", "type": "content", "content": {"title": "Quay"}}
        batch = {"client": "tab", "seq": turn, "base": base, "edits": [{"op": "insert", "slides": [slide]}]}
        send = lambda node: hall.browser(node).post(f"/api/presentations/{deck}/edits", json=batch)
        with ThreadPoolExecutor(3) as pool:
            answers = list(pool.map(send, range(3)))
        assert [answer.status_code for answer in answers] == [200] * 3, [answer.text for answer in answers]
        told = [answer.json() for answer in answers]
        assert [answer["refused"] for answer in told] == [[]] * 3
        assert {answer["revision"] for answer in told} == {base + 1}, told
        assert sum("again" not in answer for answer in told) == 1, told
        base += 1


def test_a_deck_written_on_one_node_is_read_on_the_others_and_revisions_hold(calm_hall):
    hall = calm_hall
    deck = hall.new_deck()

    def write(number):
        with hall.program(number % 3) as client:
            slides = [{"type": "content-slide", "content": {"title": f"By {number}"}}]
            return client.put(f"/api/v1/presentations/{deck}", json={"slides": slides}).status_code

    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(write, range(12)))
    assert answers == [200] * 12
    revisions = lambda: {hall.program(node).get(f"/api/v1/presentations/{deck}").json()["presentation"]["revision"] for node in range(3)}
    until(lambda: revisions() == {13}, "every write counted once", 5)
    stale = hall.browser(2).put(f"/api/presentations/{deck}", json={"title": "Late"}, headers={"If-Match": '"5"'})
    assert stale.status_code in (409, 412), stale.text


def test_a_limit_is_counted_once_over_all_nodes(calm_hall):
    hall = calm_hall
    made = hall.browser(0).post("/api/api-keys", json={"name": "limited", "scopes": ["read"]}).json()
    headers = {"Authorization": f"Bearer {made['key']}"}
    answers = []
    for number in range(70):
        answers.append(hall.nodes[number % 3].client().get("/api/v1/presentations", headers=headers))
    limit = int(answers[0].headers["x-ratelimit-limit"])
    assert [answer.status_code for answer in answers].count(200) == min(limit, 70)
    assert answers[-1].status_code == (429 if limit < 70 else 200)
    left = [int(answer.headers["x-ratelimit-remaining"]) for answer in answers[: min(limit, 70)]]
    assert left == list(range(limit - 1, limit - 1 - len(left), -1))


def test_a_session_of_an_agent_is_usable_on_every_node(calm_hall):
    hall = calm_hall
    hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}}
    session = hall.program(0).post("/mcp", json=hello).headers["mcp-session-id"]
    tools = {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
    for node in range(3):
        answer = hall.program(node).post("/mcp", json=tools, headers={"mcp-session-id": session})
        assert answer.status_code == 200 and len(answer.json()["result"]["tools"]) == 27
    assert hall.program(1).delete("/mcp", headers={"mcp-session-id": session}).status_code == 200
    assert hall.program(2).post("/mcp", json=tools, headers={"mcp-session-id": session}).status_code == 404


def test_a_picture_uploaded_on_one_node_is_read_drawn_and_packed_on_another(calm_hall):
    hall = calm_hall
    sent = hall.browser(0).post("/api/uploads", files={"file": ("quay.png", picture(), "image/png")})
    assert sent.status_code in (200, 201), sent.text
    url = sent.json()["url"]
    assert hall.nodes[1].client().get(url).content == picture()
    deck = hall.new_deck(slides=[{"type": "image-slide", "content": {"image": url, "alt": "A quay"}}])
    packed = hall.browser(2).get(f"/api/presentations/{deck}/export/deck.zip")
    assert packed.status_code == 200 and len(packed.content) > 500
    back = hall.browser(1).post("/api/presentations/import/deck", content=packed.content, headers={"Content-Type": "application/zip"})
    assert back.status_code == 201, back.text
    assert hall.browser(2).get(f"/api/presentations/{deck}/export/pdf-slides.pdf").content.startswith(b"%PDF")


class Window:
    """An open editor: hears of others on one node."""

    def __init__(self, hall, node, deck, name):
        self.hall, self.node, self.deck, self.name = hall, node, deck, name
        self.events = []
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        url = f"{self.hall.nodes[self.node].url}/api/presentations/{self.deck}/events?client={self.name}"
        try:
            with httpx2.stream("GET", url, cookies=self.hall.cookies, timeout=60) as answer:
                self.events.append("open")
                name = None
                for line in answer.iter_lines():
                    if line.startswith("event: "):
                        name = line.removeprefix("event: ")
                    elif line.startswith("data: ") and name == "presence":
                        told = json.loads(line.removeprefix("data: "))
                        self.events.append((told["action"], told["client"]))
        except httpx2.TransportError:
            pass

    def say(self, **more):
        answer = self.hall.browser(self.node).post(f"/api/presentations/{self.deck}/presence", json={"client": self.name, **more})
        assert answer.status_code == 200, answer.text
        return [person["client"] for person in answer.json()["people"]]


def test_two_editors_on_two_nodes_see_each_other(calm_hall):
    hall = calm_hall
    deck = hall.new_deck()
    one, other = Window(hall, 0, deck, "one"), Window(hall, 1, deck, "other")
    until(lambda: one.events and other.events, "both listen")
    assert one.say(slideId="s1") == []
    assert other.say() == ["one"], "who was there first is seen on another node"
    assert one.say(slideId="s1") == ["other"]
    until(lambda: ("arrived", "other") in one.events and ("arrived", "one") in other.events, "each hears of the other", 5)
    one.say(slideId="s2")
    until(lambda: ("moved", "one") in other.events, "moves are told", 5)
    third = Window(hall, 2, deck, "third")
    assert third.say() == ["one", "other"]
    other.say(left=True)
    until(lambda: ("left", "other") in one.events, "who leaves is told", 5)
    assert third.say() == ["one"]
    assert one.events.count(("left", "other")) == 1


def test_people_who_arrive_on_different_nodes_at_once_have_different_colours(calm_hall):
    hall = calm_hall
    deck = hall.new_deck()
    visitors = [hall.browser(0)]
    for name in ("bea", "cleo"):
        email, password = f"{name}@harbour.test", "long enough"
        made = hall.browser(0).post("/api/admin/users", json={"email": email, "password": password})
        assert made.status_code == 201, made.text
        shared = hall.browser(0).post(f"/api/presentations/{deck}/collaborators", json={"email": email, "permission": "edit"})
        assert shared.status_code == 201, shared.text
        client = hall.nodes[len(visitors)].client()
        assert client.post("/api/auth/login", json={"email": email, "password": password}).status_code == 200
        visitors.append(client)
    beat = lambda client, **more: client.post(f"/api/presentations/{deck}/presence", json={"client": f"w{id(client)}", **more}).json()
    with ThreadPoolExecutor(3) as pool:
        for _ in range(10):
            colours = [answer["colour"] for answer in pool.map(beat, visitors)]
            assert len(set(colours)) == 3, colours
            for client in visitors:
                beat(client, left=True)


TEXT = "\n\n".join(f"## Part {number}\n\nShips wait two days at quay {number}. We propose a second one." for number in range(6))


def begin_job(hall, node, vendor="builtin"):
    answer = hall.browser(node).post("/api/ai/jobs", json={"content": TEXT, "vendor": vendor})
    assert answer.status_code == 202, answer.text
    return answer.json()["job"]["id"]


def told_of(hall, node, job):
    """Names of what a job tells, from its beginning to its end."""
    url = f"{hall.nodes[node].url}/api/ai/jobs/{job}/events"
    with httpx2.stream("GET", url, cookies=hall.cookies, timeout=60) as answer:
        assert answer.status_code == 200
        return [line.removeprefix("event: ") for line in answer.iter_lines() if line.startswith("event: ")]


def test_a_job_of_the_author_is_watched_from_any_node(calm_hall):
    hall = calm_hall
    job = begin_job(hall, 0)
    state = lambda node: hall.browser(node).get(f"/api/ai/jobs/{job}").json()["job"]["state"]
    assert state(1) in ("running", "done")
    near, far = told_of(hall, 0, job), told_of(hall, 1, job)
    assert near == far and near[0] == "read" and near[-1] == "done", (near, far)
    assert [state(node) for node in range(3)] == ["done"] * 3
    assert hall.browser(2).delete(f"/api/ai/jobs/{job}").json() == {"stopped": False}
    stranger = hall.nodes[1].client().get(f"/api/ai/jobs/{job}")
    assert stranger.status_code == 401
    assert hall.browser(1).get("/api/ai/jobs/unknown").status_code == 404


def test_a_job_is_stopped_from_any_node_and_counted_on_all(calm_hall):
    hall = calm_hall
    jobs = [begin_job(hall, node, vendor="ollama") for node in range(3)]
    fourth = hall.browser(1).post("/api/ai/jobs", json={"content": TEXT, "vendor": "ollama"})
    assert fourth.status_code == 429, "one person has three at once, wherever they run"
    for job in jobs:
        assert hall.browser(2).delete(f"/api/ai/jobs/{job}").json() == {"stopped": True}
        assert [hall.browser(node).get(f"/api/ai/jobs/{job}").json()["job"]["state"] for node in range(3)] == ["stopped"] * 3
        assert told_of(hall, 1, job) == ["read", "failed"]
