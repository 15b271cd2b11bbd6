"""What goes wrong on hard days: a node dies, Redis forgets, PostgreSQL restarts, the bucket is away."""

import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor

import httpx2

from follower import Follower
from machines import Node, program, until
from picture import picture
from test_together import begin, go, told_of


def test_a_node_dies_and_its_followers_are_right_on_another(hall):
    session = begin(hall, hall.new_deck())["sessionId"]
    followers = [Follower([hall.nodes[1], hall.nodes[2], hall.nodes[0]], session) for _ in range(5)]
    until(lambda: all(follower.stands_on(0) for follower in followers), "everybody is there")
    go(hall, session, 1)
    hall.nodes[1].kill()
    go(hall, session, 2)
    until(lambda: all(follower.stands_on(2) for follower in followers), "everybody moved and is right", 15)
    hall.nodes[0].kill()
    go(hall, session, 0, node=2)
    until(lambda: all(follower.stands_on(0) for follower in followers), "a second presenter goes on", 15)
    for follower in followers:
        follower.leave()


def test_who_edits_on_a_node_that_dies_goes_on_elsewhere(hall):
    deck = hall.new_deck()
    say = lambda node, client: hall.browser(node).post(f"/api/presentations/{deck}/presence", json={"client": client}).json()["people"]
    assert say(0, "one") == []
    hall.nodes[0].kill()
    assert [person["client"] for person in say(1, "other")] == ["one"], "he may come back to another node"
    assert [person["client"] for person in say(2, "one")] == ["other"]
    assert [person["client"] for person in say(1, "other")] == ["one"]


def test_a_job_whose_node_died_has_failed_for_the_others(hall):
    job = hall.browser(0).post("/api/ai/jobs", json={"content": "Ships wait.", "vendor": "ollama"}).json()["job"]["id"]
    state = lambda: hall.browser(1).get(f"/api/ai/jobs/{job}").json()["job"]["state"]
    assert state() == "running"
    hall.nodes[0].kill()
    until(lambda: state() == "failed", "the job is given up", 40)
    assert told_of(hall, 2, job) == ["read", "failed"]


def test_redis_restarts_and_nobody_is_on_a_wrong_slide(hall):
    session = begin(hall, hall.new_deck(5))["sessionId"]
    followers = [Follower([node], session) for node in hall.nodes]
    go(hall, session, 3)
    until(lambda: all(follower.stands_on(3) for follower in followers), "everybody is there")
    hall.engines.redis.stop()
    away = hall.browser(0).post(f"/api/present-sessions/{session}/state", json={"slideIndex": 4})
    assert away.status_code == 503 and int(away.headers["retry-after"]) > 0, away.text
    assert hall.program(1).get("/api/v1/presentations").status_code == 200, "reading goes on"
    client = hall.program(1)
    limit = int(client.get("/api/v1/presentations").headers["x-ratelimit-limit"])
    limited = [client.get("/api/v1/presentations").status_code for _ in range(limit // 4 + 2)]
    assert limited[-1] == 429, "a node by itself lets through a quarter"
    hall.engines.redis.start()
    moved = lambda: hall.browser(1).post(f"/api/present-sessions/{session}/state", json={"slideIndex": 1}).status_code == 200
    until(moved, "the session goes on", 15)
    until(lambda: all(follower.stands_on(1) for follower in followers), "everybody is right again", 15)
    for follower in followers:
        assert 4 not in [state["slideIndex"] for state in follower.heard("state")], "what was refused was never shown"
        follower.leave()


def test_redis_restarts_while_a_hall_votes_and_no_phone_is_told_that_the_talk_is_over(hall):
    poll = {"type": "poll-slide", "content": {"question": "Which street?", "option1": "Mill Lane", "option2": "Quay"}}
    deck = hall.new_deck(slides=[poll])
    session = begin(hall, deck)["sessionId"]
    slide = hall.browser(0).get(f"/api/presentations/{deck}").json()["presentation"]["slides"][0]["id"]
    done, told = threading.Event(), set()
    vote = lambda phone: phone.post(f"/api/follow/{session}/interactions/{slide}/vote", json={"optionIndex": 0}).status_code

    def vote_on(number):
        with hall.nodes[number % 3].client() as phone:
            while not done.wait(0.02):
                told.add(vote(phone))

    with ThreadPoolExecutor(9) as pool:
        for number in range(9):
            pool.submit(vote_on, number)
        try:
            for _ in range(6):
                hall.engines.redis.stop()
                hall.engines.redis.start()
                for node in hall.nodes:
                    with node.client() as phone:
                        until(lambda: vote(phone) == 200, "votes are taken again")
        finally:
            done.set()
    # A phone that votes too often is told so.
    assert told - {429} == {200, 503}


def test_postgresql_restarts_and_what_was_answered_is_there(hall):
    deck = hall.new_deck()
    written = hall.browser(0).put(f"/api/presentations/{deck}", json={"title": "Before"})
    assert written.status_code == 200
    hall.engines.postgres.stop()
    refused = hall.browser(1).put(f"/api/presentations/{deck}", json={"title": "During"})
    assert refused.status_code == 503 and "retry-after" in refused.headers, refused.text
    hall.engines.postgres.start()
    again = lambda: hall.browser(1).put(f"/api/presentations/{deck}", json={"description": "After"}).status_code == 200
    until(again, "the node is well again", 20)
    until(lambda: hall.browser(2).get(f"/api/presentations/{deck}").status_code == 200, "so is the other", 20)
    deck = hall.browser(2).get(f"/api/presentations/{deck}").json()["presentation"]
    assert (deck["title"], deck["description"]) == ("Before", "After")


def test_a_bucket_that_is_away_gives_clear_errors_and_no_half_decks(hall):
    hall.engines.bucket.stop()
    sent = hall.browser(0).post("/api/uploads", files={"file": ("quay.png", picture(), "image/png")})
    assert sent.status_code == 503, sent.text
    assert hall.browser(0).get("/api/image-library").json()["pagination"]["total"] == 0
    assert hall.new_deck(), "decks without pictures go on"
    hall.engines.bucket.start()
    sent = hall.browser(1).post("/api/uploads", files={"file": ("quay.png", picture(), "image/png")})
    assert sent.status_code in (200, 201), sent.text
    slide = {"type": "image-slide", "content": {"image": sent.json()["url"], "alt": "Quay"}}
    deck = hall.browser(1).post("/api/presentations", json={"title": "Quay", "slides": [slide]}).json()["presentation"]["id"]
    hall.engines.bucket.stop()
    for made in ("export/deck.zip", "export/pdf-slides.pdf", "export/pptx", "thumb.png"):
        refused = hall.browser(1).get(f"/api/presentations/{deck}/{made}")
        assert refused.status_code == 503 and "retry-after" in refused.headers, f"{made} lacks its picture"
    hall.engines.bucket.start()
    sent = hall.browser(1).post("/api/uploads", files={"file": ("quay.png", picture(), "image/png")})
    assert httpx2.get(f"{hall.nodes[2].url}{sent.json()['url']}").content == picture()


def test_a_bucket_that_does_not_exist_is_told_at_the_start(hall):
    node = Node(hall.engines.settings() | {"SVC_ASSETS_URL": "s3://no-such-bucket/assets"}, start=False)
    try:
        started = subprocess.run([program(), "serve"], env=node.environment, capture_output=True, text=True, timeout=60)
        assert started.returncode == 1 and "bucket" in started.stderr.lower(), started.stderr
    finally:
        node.close()
