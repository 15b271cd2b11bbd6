"""Three nodes act as one service: writes, counts, events and sessions of one node are those of all."""

import io
import json
import threading
import zipfile
from concurrent.futures import ThreadPoolExecutor

import httpx2

from follower import Follower
from lectern import until
from picture import picture


def start_session(cluster, deck, node=0):
    answer = cluster.with_cookie(node).post("/api/present-sessions", json={"presentationId": deck})
    assert answer.status_code in (200, 201), answer.text
    return answer.json()


def go_to(cluster, session, index, node=0):
    answer = cluster.with_cookie(node).post(f"/api/present-sessions/{session}/state", json={"slideIndex": index})
    assert answer.status_code == 200, answer.text


def test_a_presenter_on_one_node_moves_the_followers_of_all(shared_cluster):
    cluster = shared_cluster
    session = start_session(cluster, cluster.new_deck())["sessionId"]
    followers = [Follower([node], session) for node in cluster.nodes for _ in range(2)]
    until(lambda: all(follower.is_on(0) for follower in followers), "all followers are there")
    for index, node in [(1, 0), (2, 1), (0, 2), (1, 0)]:
        go_to(cluster, session, index, node)
        until(lambda: all(follower.is_on(index) for follower in followers), f"all followers see slide {index}", 5)
    for follower in followers:
        assert follower.connections == 1 and follower.ids == sorted(follower.ids)
        assert [state["slideIndex"] for state in follower.received("state")] == [0, 1, 2, 0, 1], "no event is missing or comes twice"
        follower.leave()
    all_counted = lambda: cluster.with_cookie(1).get(f"/api/present-sessions/{session}/audience").json()["followers"] == 6
    until(all_counted, "followers of all nodes are counted", 10)


def test_a_deck_has_one_session_even_when_all_nodes_start_one_at_once(shared_cluster):
    cluster = shared_cluster
    # Several decks, since the requests reach the nodes in another order each time.
    for _ in range(15):
        deck = cluster.new_deck()
        with ThreadPoolExecutor(9) as pool:
            sessions = list(pool.map(lambda number: start_session(cluster, deck, number % 3)["sessionId"], range(9)))
        assert len(set(sessions)) == 1
        code = next(iter(start_session(cluster, deck, 2)["followCodes"].values()))
        for node in cluster.nodes:
            assert node.client().get(f"/api/follow-codes/{code}").json()["sessionId"] == sessions[0]


def test_a_session_of_one_node_is_shown_in_the_lists_of_the_others(shared_cluster):
    cluster = shared_cluster
    cards = lambda node, deck: [card for card in cluster.with_cookie(node).get("/api/presentations").json()["presentations"] if card["id"] == deck]
    for node in range(3):
        cluster.with_cookie(node).get("/api/presentations")
    deck = cluster.new_deck()
    start_session(cluster, deck)
    for node in range(3):
        assert [card["isLive"] for card in cards(node, deck)] == [True], f"node {node}"
    before = cluster.with_cookie(2).get("/api/admin/maintenance").json()["liveSessions"]
    start_session(cluster, cluster.new_deck())
    assert cluster.with_cookie(2).get("/api/admin/maintenance").json()["liveSessions"] == before + 1


def test_votes_on_all_nodes_are_counted_once(shared_cluster):
    cluster = shared_cluster
    poll = {"type": "poll-slide", "content": {"question": "Which street?", "option1": "Mill Lane", "option2": "Quay"}}
    deck = cluster.new_deck(slides=[poll, {"type": "content-slide", "content": {"title": "After"}}])
    session = start_session(cluster, deck)["sessionId"]
    slide = cluster.with_cookie(0).get(f"/api/presentations/{deck}").json()["presentation"]["slides"][0]["id"]
    follower = Follower([cluster.nodes[2]], session)
    until(lambda: follower.received("interactionState"), "the poll is shown")

    def vote(number):
        with cluster.nodes[number % 3].client() as phone:
            phone.get(f"/api/follow/{session}/presentation")
            path = f"/api/follow/{session}/interactions/{slide}/vote"
            first = phone.post(path, json={"optionIndex": 0})
            assert first.status_code == 200, first.text
            if number % 2:
                assert phone.post(path, json={"optionIndex": 1}).status_code == 200

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(vote, range(30)))
    for node in range(3):
        seen = lambda: cluster.nodes[node].client().get(f"/api/follow/{session}/interactions/current").json()["interactionState"]["totals"]
        until(lambda: seen() == [15, 15], f"node {node} has every vote", 5)
    until(lambda: follower.received("interactionState")[-1]["totals"] == [15, 15], "followers receive every vote", 5)
    assert cluster.with_cookie(1).post(f"/api/present-sessions/{session}/interactions/{slide}/close").status_code == 200
    late = cluster.nodes[0].client().post(f"/api/follow/{session}/interactions/{slide}/vote", json={"optionIndex": 0})
    assert late.status_code == 409, late.text
    follower.leave()


def test_questions_reach_all_nodes_and_a_promoted_one_is_announced_once(shared_cluster):
    cluster = shared_cluster
    deck = cluster.new_deck()
    session = start_session(cluster, deck)["sessionId"]
    followers = [Follower([node], session) for node in cluster.nodes]
    until(lambda: all(follower.is_on(0) for follower in followers), "all followers are there")
    asked = cluster.nodes[1].client().post(f"/api/follow/{session}/questions", json={"text": "Who pays?"}).json()["question"]
    listed = lambda: cluster.nodes[2].client().get(f"/api/follow/{session}/questions").json()["questions"]
    until(lambda: [question["text"] for question in listed()] == ["Who pays?"], "the question is on another node", 5)
    promoted = cluster.with_cookie(2).post(f"/api/present-sessions/{session}/questions/{asked['id']}/promote", json={})
    assert promoted.status_code == 200, promoted.text
    for follower in followers:
        until(lambda: follower.received("deckUpdated"), "the deck changed", 5)
    until(lambda: cluster.with_cookie(0).get(f"/api/presentations/{deck}").json()["presentation"]["slideCount"] == 4, "the slide is there", 5)
    for follower in followers:
        assert [event["reason"] for event in follower.received("deckUpdated")] == ["question_promoted"]
        follower.leave()


def test_a_batch_that_reaches_several_nodes_at_once_is_applied_once(shared_cluster):
    cluster = shared_cluster
    deck = cluster.new_deck()
    base = cluster.with_cookie(0).get(f"/api/presentations/{deck}").json()["presentation"]["revision"]
    for turn in range(1, 151):
        slide = {"id": f"tab-{turn}", "type": "content", "content": {"title": "Quay"}}
        batch = {"client": "tab", "seq": turn, "base": base, "edits": [{"op": "insert", "slides": [slide]}]}
        send = lambda node: cluster.with_cookie(node).post(f"/api/presentations/{deck}/edits", json=batch)
        with ThreadPoolExecutor(3) as pool:
            answers = list(pool.map(send, range(3)))
        assert [answer.status_code for answer in answers] == [200] * 3, [answer.text for answer in answers]
        bodies = [answer.json() for answer in answers]
        assert [body["refused"] for body in bodies] == [[]] * 3
        assert {body["revision"] for body in bodies} == {base + 1}, bodies
        assert sum("again" not in body for body in bodies) == 1, bodies
        base += 1


def test_a_deck_written_on_one_node_is_read_on_the_others_with_its_revision(shared_cluster):
    cluster = shared_cluster
    deck = cluster.new_deck()

    def write(number):
        with cluster.with_key(number % 3) as client:
            slides = [{"type": "content-slide", "content": {"title": f"By {number}"}}]
            return client.put(f"/api/v1/presentations/{deck}", json={"slides": slides}).status_code

    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(write, range(12)))
    assert answers == [200] * 12
    revisions = lambda: {cluster.with_key(node).get(f"/api/v1/presentations/{deck}").json()["presentation"]["revision"] for node in range(3)}
    until(lambda: revisions() == {13}, "every write made one revision", 5)
    stale = cluster.with_cookie(2).put(f"/api/presentations/{deck}", json={"title": "Late"}, headers={"If-Match": '"5"'})
    assert stale.status_code in (409, 412), stale.text


def test_a_limit_is_counted_once_over_all_nodes(shared_cluster):
    cluster = shared_cluster
    made = cluster.with_cookie(0).post("/api/api-keys", json={"name": "limited", "scopes": ["read"]}).json()
    headers = {"Authorization": f"Bearer {made['key']}"}
    answers = []
    for number in range(70):
        answers.append(cluster.nodes[number % 3].client().get("/api/v1/presentations", headers=headers))
    limit = int(answers[0].headers["x-ratelimit-limit"])
    assert [answer.status_code for answer in answers].count(200) == min(limit, 70)
    assert answers[-1].status_code == (429 if limit < 70 else 200)
    left = [int(answer.headers["x-ratelimit-remaining"]) for answer in answers[: min(limit, 70)]]
    assert left == list(range(limit - 1, limit - 1 - len(left), -1))


def test_an_mcp_session_works_on_every_node(shared_cluster):
    cluster = shared_cluster
    hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}}
    session = cluster.with_key(0).post("/mcp", json=hello).headers["mcp-session-id"]
    tools = {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
    listed = []
    for node in range(3):
        answer = cluster.with_key(node).post("/mcp", json=tools, headers={"mcp-session-id": session})
        assert answer.status_code == 200
        listed.append([tool["name"] for tool in answer.json()["result"]["tools"]])
    assert len(listed[0]) > 27 and listed[0] == listed[1] == listed[2]
    assert cluster.with_key(1).delete("/mcp", headers={"mcp-session-id": session}).status_code == 200
    assert cluster.with_key(2).post("/mcp", json=tools, headers={"mcp-session-id": session}).status_code == 404


def test_a_picture_uploaded_on_one_node_is_read_drawn_and_packed_on_another(shared_cluster):
    cluster = shared_cluster
    sent = cluster.with_cookie(0).post("/api/uploads", files={"file": ("quay.png", picture(), "image/png")})
    assert sent.status_code in (200, 201), sent.text
    url = sent.json()["url"]
    assert cluster.nodes[1].client().get(url).content == picture()
    deck = cluster.new_deck(slides=[{"type": "image-slide", "content": {"image": url, "alt": "A quay"}}])
    packed = cluster.with_cookie(2).get(f"/api/presentations/{deck}/export/deck.zip")
    assert packed.status_code == 200 and len(packed.content) > 500
    back = cluster.with_cookie(1).post("/api/presentations/import/deck", content=packed.content, headers={"Content-Type": "application/zip"})
    assert back.status_code == 201, back.text
    assert cluster.with_cookie(2).get(f"/api/presentations/{deck}/export/pdf-slides.pdf").content.startswith(b"%PDF")


class Window:
    """An open editor on one node: receives the presence of others."""

    def __init__(self, cluster, node, deck, name):
        self.cluster, self.node, self.deck, self.name = cluster, node, deck, name
        self.events = []
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        path = f"/api/presentations/{self.deck}/events?client={self.name}"
        try:
            with self.cluster.with_cookie(self.node).stream("GET", path, timeout=60) as answer:
                self.events.append("open")
                name = None
                for line in answer.iter_lines():
                    if line.startswith("event: "):
                        name = line.removeprefix("event: ")
                    elif line.startswith("data: ") and name == "presence":
                        event = json.loads(line.removeprefix("data: "))
                        self.events.append((event["action"], event["client"]))
        except httpx2.TransportError:
            pass

    def announce(self, **more):
        """Sends presence and returns the other clients."""
        answer = self.cluster.with_cookie(self.node).post(f"/api/presentations/{self.deck}/presence", json={"client": self.name, **more})
        assert answer.status_code == 200, answer.text
        return [person["client"] for person in answer.json()["people"]]


def test_two_editors_on_two_nodes_see_each_other(shared_cluster):
    cluster = shared_cluster
    deck = cluster.new_deck()
    one, other = Window(cluster, 0, deck, "one"), Window(cluster, 1, deck, "other")
    until(lambda: one.events and other.events, "both listen")
    assert one.announce(slideId="s1") == []
    assert other.announce() == ["one"], "the first is visible on another node"
    assert one.announce(slideId="s1") == ["other"]
    until(lambda: ("arrived", "other") in one.events and ("arrived", "one") in other.events, "each receives the other's arrival", 5)
    one.announce(slideId="s2")
    until(lambda: ("moved", "one") in other.events, "a move is received", 5)
    third = Window(cluster, 2, deck, "third")
    assert third.announce() == ["one", "other"]
    other.announce(left=True)
    until(lambda: ("left", "other") in one.events, "a departure is received", 5)
    assert third.announce() == ["one"]
    assert one.events.count(("left", "other")) == 1


def test_people_who_arrive_on_different_nodes_at_once_have_different_colours(shared_cluster):
    cluster = shared_cluster
    deck = cluster.new_deck()
    visitors = [cluster.with_cookie(0)]
    for name in ("bea", "cleo"):
        email, password = f"{name}@harbour.test", "long enough"
        made = cluster.with_cookie(0).post("/api/admin/users", json={"email": email, "password": password})
        assert made.status_code == 201, made.text
        shared = cluster.with_cookie(0).post(f"/api/presentations/{deck}/collaborators", json={"email": email, "permission": "edit"})
        assert shared.status_code == 201, shared.text
        client = cluster.nodes[len(visitors)].client()
        assert client.post("/api/auth/login", json={"email": email, "password": password}).status_code == 200
        visitors.append(client)
    announce = lambda client, **more: client.post(f"/api/presentations/{deck}/presence", json={"client": f"w{id(client)}", **more}).json()
    with ThreadPoolExecutor(3) as pool:
        for _ in range(10):
            colours = [answer["colour"] for answer in pool.map(announce, visitors)]
            assert len(set(colours)) == 3, colours
            for client in visitors:
                announce(client, left=True)


TEXT = "\n\n".join(f"## Part {number}\n\nShips wait two days at quay {number}. We propose a second one." for number in range(6))


def start_job(cluster, node, vendor="builtin"):
    answer = cluster.with_cookie(node).post("/api/ai/jobs", json={"content": TEXT, "vendor": vendor})
    assert answer.status_code == 202, answer.text
    return answer.json()["job"]["id"]


def events_of_job(cluster, node, job):
    """The names of all events of a job, from its start to its end."""
    with cluster.with_cookie(node).stream("GET", f"/api/ai/jobs/{job}/events", timeout=60) as answer:
        assert answer.status_code == 200
        return [line.removeprefix("event: ") for line in answer.iter_lines() if line.startswith("event: ")]


def test_an_ai_job_can_be_watched_on_any_node(shared_cluster):
    cluster = shared_cluster
    job = start_job(cluster, 0)
    state = lambda node: cluster.with_cookie(node).get(f"/api/ai/jobs/{job}").json()["job"]["state"]
    assert state(1) in ("running", "done")
    near, far = events_of_job(cluster, 0, job), events_of_job(cluster, 1, job)
    assert near == far and near[0] == "read" and near[-1] == "done", (near, far)
    assert [state(node) for node in range(3)] == ["done"] * 3
    assert cluster.with_cookie(2).delete(f"/api/ai/jobs/{job}").json() == {"stopped": False}
    stranger = cluster.nodes[1].client().get(f"/api/ai/jobs/{job}")
    assert stranger.status_code == 401
    assert cluster.with_cookie(1).get("/api/ai/jobs/unknown").status_code == 404


def test_an_ai_job_can_be_stopped_on_any_node_and_counts_on_all(shared_cluster):
    cluster = shared_cluster
    jobs = [start_job(cluster, node, vendor="ollama") for node in range(3)]
    fourth = cluster.with_cookie(1).post("/api/ai/jobs", json={"content": TEXT, "vendor": "ollama"})
    assert fourth.status_code == 429, "one person may have three jobs at once, on whichever node"
    for job in jobs:
        assert cluster.with_cookie(2).delete(f"/api/ai/jobs/{job}").json() == {"stopped": True}
        assert [cluster.with_cookie(node).get(f"/api/ai/jobs/{job}").json()["job"]["state"] for node in range(3)] == ["stopped"] * 3
        assert events_of_job(cluster, 1, job) == ["read", "failed"]


def begin_merge(cluster, deck, node, rows=3):
    lines = "".join(f"Person {number}\n" for number in range(rows))
    return cluster.with_cookie(node).post(f"/api/presentations/{deck}/merge", json={"csv": "name\n" + lines, "to": ["pdf"]})


def test_a_merge_is_seen_and_fetched_on_any_node(shared_cluster):
    cluster = shared_cluster
    deck = cluster.new_deck(slides=[{"type": "title-slide", "content": {"title": "For {{name}}"}}])
    begun = begin_merge(cluster, deck, 0)
    assert begun.status_code == 202, begun.text
    path = f"/api/presentations/{deck}/merge/{begun.json()['job']['id']}"
    job = lambda node: cluster.with_cookie(node).get(path).json()["job"]
    until(lambda: job(1)["state"] == "done", "another node sees that the merge is done")
    assert [(job(node)["done"], job(node)["total"]) for node in range(3)] == [(3, 3)] * 3
    files = [cluster.with_cookie(node).get(f"{path}/decks.zip") for node in range(3)]
    assert [file.status_code for file in files] == [200] * 3, files[1].text
    assert files[0].content == files[1].content == files[2].content
    for header in ("content-type", "content-length", "content-disposition", "cache-control"):
        assert files[0].headers[header] == files[1].headers[header]
    with zipfile.ZipFile(io.BytesIO(files[2].content)) as archive:
        assert len(archive.namelist()) == 3
    assert cluster.nodes[1].client().get(f"{path}/decks.zip").status_code == 401
    assert cluster.with_cookie(1).get(f"/api/presentations/{cluster.new_deck()}/merge/{begun.json()['job']['id']}").status_code == 404


def test_a_video_is_seen_fetched_and_stopped_on_any_node(shared_cluster):
    cluster = shared_cluster
    deck = cluster.new_deck(slides=[{"type": "title-slide", "content": {"title": "Moving"}, "notes": "Welcome."}])
    begin = lambda node, **choices: cluster.with_cookie(node).post(f"/api/presentations/{deck}/video", json=choices)
    begun = begin(0, width=320, seconds=1)
    assert begun.status_code == 202, begun.text
    path = f"/api/presentations/{deck}/video/{begun.json()['job']['id']}"
    job = lambda node: cluster.with_cookie(node).get(path).json()["job"]
    until(lambda: job(1)["state"] == "done", "another node sees that the video is done")
    files = [cluster.with_cookie(node).get(f"{path}/video.mp4") for node in range(3)]
    assert [file.status_code for file in files] == [200] * 3, files[1].text
    assert files[0].content == files[1].content == files[2].content and files[0].content[4:8] == b"ftyp"
    captions = cluster.with_cookie(2).get(f"{path}/captions.vtt")
    assert captions.text == "WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nWelcome.\n"

    running = begin(0, seconds=600)
    assert running.status_code == 202, running.text
    path = f"/api/presentations/{deck}/video/{running.json()['job']['id']}"
    assert begin(1).status_code == 409, "one video of a person at a time, on all nodes"
    assert cluster.with_cookie(2).delete(path).status_code == 200
    until(lambda: cluster.with_cookie(0).get(path).status_code == 404, "the node that made it stopped")
    until(lambda: begin(1, width=320, seconds=1).status_code == 202, "there is room for another")
