"""Failures: a node is killed or stopped, Redis loses its data, PostgreSQL restarts, the bucket is unavailable."""

import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import httpx2

from follower import Follower
from lectern import Lectern, until
from picture import picture
from test_together import begin_merge, events_of_job, go_to, start_session


def test_followers_of_a_killed_node_are_on_the_right_slide_on_another(cluster):
    session = start_session(cluster, cluster.new_deck())["sessionId"]
    followers = [Follower([cluster.nodes[1], cluster.nodes[2], cluster.nodes[0]], session) for _ in range(5)]
    until(lambda: all(follower.is_on(0) for follower in followers), "all followers are there")
    go_to(cluster, session, 1)
    cluster.nodes[1].kill()
    go_to(cluster, session, 2)
    until(lambda: all(follower.is_on(2) for follower in followers), "all followers moved to another node and slide", 15)
    cluster.nodes[0].kill()
    go_to(cluster, session, 0, node=2)
    until(lambda: all(follower.is_on(0) for follower in followers), "a presenter on another node goes on", 15)
    for follower in followers:
        follower.leave()


def test_a_node_that_is_killed_while_it_changes_a_talk_delays_the_others_for_two_seconds(cluster):
    session = start_session(cluster, cluster.new_deck())["sessionId"]
    followers = [Follower([cluster.nodes[number]], session) for number in (0, 2)]
    go_to(cluster, session, 1, node=1)
    until(lambda: all(follower.is_on(1) for follower in followers), "all followers are there")
    move = lambda node, slide: cluster.with_cookie(node).post(f"/api/present-sessions/{session}/state", json={"slideIndex": slide})
    with ThreadPoolExecutor(1) as pool, cluster.engines.postgres.locked(cluster.database, "live_sessions") as is_waiting:
        lost = pool.submit(move, 1, 0)
        until(is_waiting, "the node stores the change")
        refused = move(0, 2)
        assert refused.status_code == 503 and int(refused.headers["retry-after"]) > 0, refused.text
        assert refused.json()["details"] == "another node is changing this talk; try again shortly"
        cluster.nodes[1].kill()
        assert isinstance(lost.exception(), httpx2.TransportError)
    began = time.monotonic()
    go_to(cluster, session, 2, node=0)
    assert time.monotonic() - began < 3
    until(lambda: all(follower.is_on(2) for follower in followers), "all followers are on the right slide", 5)
    for follower in followers:
        assert [state["slideIndex"] for state in follower.received("state")][-2:] == [1, 2], "the lost move was never shown"
        follower.leave()


def test_a_move_that_postgresql_did_not_store_is_never_shown(cluster):
    session = start_session(cluster, cluster.new_deck())["sessionId"]
    followers = [Follower([node], session) for node in cluster.nodes]
    until(lambda: all(follower.is_on(0) for follower in followers), "all followers are there")
    move = lambda slide: cluster.with_cookie(0).post(f"/api/present-sessions/{session}/state", json={"slideIndex": slide})
    with ThreadPoolExecutor(1) as pool, cluster.engines.postgres.locked(cluster.database, "live_sessions") as is_waiting:
        moved = pool.submit(move, 2)
        until(is_waiting, "the node stores the change")
        cluster.engines.postgres.stop()
        assert moved.result().status_code == 503, moved.result().text
    cluster.engines.postgres.start()
    until(lambda: move(1).status_code == 200, "the session goes on", 20)
    until(lambda: all(follower.is_on(1) for follower in followers), "all followers are on the right slide", 20)
    for follower in followers:
        assert 2 not in [state["slideIndex"] for state in follower.received("state")], "a refused move was never shown"
        follower.leave()


def test_a_key_that_was_revoked_while_a_node_was_stopped_opens_nothing_there(cluster):
    made = cluster.with_cookie(0).post("/api/api-keys", json={"name": "old", "scopes": ["read"]}).json()
    stopped = cluster.nodes[1]
    headers = {"Authorization": f"Bearer {made['key']}"}
    read = lambda: stopped.client().get("/api/v1/presentations", headers=headers).status_code
    assert read() == 200
    stopped.process.send_signal(signal.SIGSTOP)
    try:
        revoked = cluster.with_cookie(0).delete(f"/api/api-keys/{made['id']}")
        assert revoked.status_code == 200, revoked.text
        cluster.engines.postgres.stop()
    finally:
        stopped.process.send_signal(signal.SIGCONT)
    until(lambda: read() != 200, "the node does not use its cached key after a second", 2)
    assert read() == 503
    cluster.engines.postgres.start()
    until(lambda: read() != 503, "the node reads again", 20)
    assert read() == 401


def test_a_node_waits_for_a_redis_that_starts_a_moment_later(cluster):
    cluster.engines.redis.stop()
    starting = threading.Timer(1.5, cluster.engines.redis.start)
    starting.start()
    # Fails when the process ends.
    node = Lectern(cluster.storage)
    try:
        starting.join()
        until(lambda: node.client().get("/readyz").status_code == 200, "the node is ready")
    finally:
        node.close()


def test_no_vote_is_lost_when_redis_returns_with_older_data(cluster):
    poll = {"type": "poll-slide", "content": {"question": "Which street?", "option1": "Mill Lane", "option2": "Quay", "option3": "Pier"}}
    deck = cluster.new_deck(slides=[poll])
    session = start_session(cluster, deck)["sessionId"]
    slide = cluster.with_cookie(0).get(f"/api/presentations/{deck}").json()["presentation"]["slides"][0]["id"]
    followers = [Follower([node], session) for node in cluster.nodes]
    until(lambda: all(follower.is_on(0) for follower in followers), "all followers are there")
    phones = [node.client() for node in cluster.nodes]

    def vote(phone, option):
        voted = phone.post(f"/api/follow/{session}/interactions/{slide}/vote", json={"optionIndex": option})
        assert voted.status_code == 200, voted.text

    def asked(node):
        question = node.client().post(f"/api/follow/{session}/questions", json={"text": "Who pays?"})
        assert question.status_code in (200, 201), question.text
        return question.json()["question"]["id"]

    totals = lambda node: node.client().get(f"/api/follow/{session}/interactions/current").json()["interactionState"]["totals"]
    for phone in phones:
        phone.get(f"/api/follow/{session}/presentation")
        vote(phone, 0)
    removed = asked(cluster.nodes[1])
    cluster.engines.redis.save()
    for option, phone in enumerate(phones):
        vote(phone, option)
    assert cluster.with_cookie(2).post(f"/api/present-sessions/{session}/questions/{removed}/remove").status_code == 200
    until(lambda: all(totals(node) == [1, 1, 1] for node in cluster.nodes), "every node has every vote", 5)
    connections = [follower.connections for follower in followers]
    cluster.engines.redis.stop()
    cluster.engines.redis.start()
    is_loaded = lambda: all(follower.connections > before for follower, before in zip(followers, connections))
    until(is_loaded, "every node has loaded the session again", 15)
    for node in cluster.nodes:
        assert totals(node) == [1, 1, 1]
        assert node.client().get(f"/api/follow/{session}/questions").json()["questions"] == [], "a removed question stays removed"
    vote(phones[0], 2)
    until(lambda: all(totals(node) == [0, 1, 2] for node in cluster.nodes), "voting goes on", 5)
    for follower in followers:
        follower.leave()


def test_an_editor_of_a_killed_node_goes_on_on_another(cluster):
    deck = cluster.new_deck()
    present = lambda node, client: cluster.with_cookie(node).post(f"/api/presentations/{deck}/presence", json={"client": client}).json()["people"]
    assert present(0, "one") == []
    cluster.nodes[0].kill()
    assert [person["client"] for person in present(1, "other")] == ["one"], "they may reconnect to another node"
    assert [person["client"] for person in present(2, "one")] == ["other"]
    assert [person["client"] for person in present(1, "other")] == ["one"]


def test_a_job_of_a_killed_node_has_failed_on_the_others(cluster):
    job = cluster.with_cookie(0).post("/api/ai/jobs", json={"content": "Ships wait.", "vendor": "ollama"}).json()["job"]["id"]
    state = lambda: cluster.with_cookie(1).get(f"/api/ai/jobs/{job}").json()["job"]["state"]
    assert state() == "running"
    cluster.nodes[0].kill()
    until(lambda: state() == "failed", "the job has failed", 40)
    assert events_of_job(cluster, 2, job) == ["read", "failed"]


def test_a_merge_of_a_killed_node_has_failed_on_the_others(cluster):
    deck = cluster.new_deck(20)
    begun = begin_merge(cluster, deck, 0, rows=1000)
    assert begun.status_code == 202, begun.text
    path = f"/api/presentations/{deck}/merge/{begun.json()['job']['id']}"
    job = lambda: cluster.with_cookie(1).get(path).json()["job"]
    assert job()["state"] == "running"
    cluster.nodes[0].kill()
    until(lambda: job()["state"] == "failed", "the merge has failed", 40)
    assert job()["error"] == "the server that made the decks was stopped; start again"
    assert cluster.with_cookie(1).get(f"{path}/decks.zip").status_code == 409


def test_after_a_restart_of_redis_no_follower_is_on_a_wrong_slide(cluster):
    session = start_session(cluster, cluster.new_deck(5))["sessionId"]
    followers = [Follower([node], session) for node in cluster.nodes]
    go_to(cluster, session, 3)
    until(lambda: all(follower.is_on(3) for follower in followers), "all followers are there")
    cluster.engines.redis.stop()
    refused = cluster.with_cookie(0).post(f"/api/present-sessions/{session}/state", json={"slideIndex": 4})
    assert refused.status_code == 503 and int(refused.headers["retry-after"]) > 0, refused.text
    assert cluster.with_key(1).get("/api/v1/presentations").status_code == 200, "reading goes on"
    client = cluster.with_key(1)
    limit = int(client.get("/api/v1/presentations").headers["x-ratelimit-limit"])
    limited = [client.get("/api/v1/presentations").status_code for _ in range(limit // 4 + 2)]
    assert limited[-1] == 429, "a node without Redis allows a quarter"
    cluster.engines.redis.start()
    moved = lambda: cluster.with_cookie(1).post(f"/api/present-sessions/{session}/state", json={"slideIndex": 1}).status_code == 200
    until(moved, "the session goes on", 15)
    until(lambda: all(follower.is_on(1) for follower in followers), "all followers are on the right slide again", 15)
    for follower in followers:
        assert 4 not in [state["slideIndex"] for state in follower.received("state")], "a refused move was never shown"
        follower.leave()


def test_no_vote_during_restarts_of_redis_is_answered_that_the_session_is_over(cluster):
    poll = {"type": "poll-slide", "content": {"question": "Which street?", "option1": "Mill Lane", "option2": "Quay"}}
    deck = cluster.new_deck(slides=[poll])
    session = start_session(cluster, deck)["sessionId"]
    slide = cluster.with_cookie(0).get(f"/api/presentations/{deck}").json()["presentation"]["slides"][0]["id"]
    done, statuses = threading.Event(), set()
    vote = lambda phone: phone.post(f"/api/follow/{session}/interactions/{slide}/vote", json={"optionIndex": 0}).status_code

    def vote_on(number):
        with cluster.nodes[number % 3].client() as phone:
            while not done.wait(0.02):
                statuses.add(vote(phone))

    with ThreadPoolExecutor(9) as pool:
        for number in range(9):
            pool.submit(vote_on, number)
        try:
            for _ in range(6):
                cluster.engines.redis.stop()
                cluster.engines.redis.start()
                for node in cluster.nodes:
                    with node.client() as phone:
                        until(lambda: vote(phone) == 200, "votes are accepted again")
        finally:
            done.set()
    # A phone that votes too often gets 429.
    assert statuses - {429} == {200, 503}


def test_a_restart_of_postgresql_loses_no_acknowledged_write(cluster):
    deck = cluster.new_deck()
    written = cluster.with_cookie(0).put(f"/api/presentations/{deck}", json={"title": "Before"})
    assert written.status_code == 200
    cluster.engines.postgres.stop()
    refused = cluster.with_cookie(1).put(f"/api/presentations/{deck}", json={"title": "During"})
    assert refused.status_code == 503 and "retry-after" in refused.headers, refused.text
    cluster.engines.postgres.start()
    written = lambda: cluster.with_cookie(1).put(f"/api/presentations/{deck}", json={"description": "After"}).status_code == 200
    until(written, "the node writes again", 20)
    until(lambda: cluster.with_cookie(2).get(f"/api/presentations/{deck}").status_code == 200, "another node reads again", 20)
    deck = cluster.with_cookie(2).get(f"/api/presentations/{deck}").json()["presentation"]
    assert (deck["title"], deck["description"]) == ("Before", "After")


def test_an_unavailable_bucket_gives_clear_errors_and_no_incomplete_files(cluster):
    cluster.engines.bucket.stop()
    sent = cluster.with_cookie(0).post("/api/uploads", files={"file": ("quay.png", picture(), "image/png")})
    assert sent.status_code == 503, sent.text
    assert cluster.with_cookie(0).get("/api/image-library").json()["pagination"]["total"] == 0
    assert cluster.new_deck(), "decks without pictures can be created"
    cluster.engines.bucket.start()
    sent = cluster.with_cookie(1).post("/api/uploads", files={"file": ("quay.png", picture(), "image/png")})
    assert sent.status_code in (200, 201), sent.text
    slide = {"type": "image-slide", "content": {"image": sent.json()["url"], "alt": "Quay"}}
    deck = cluster.with_cookie(1).post("/api/presentations", json={"title": "Quay", "slides": [slide]}).json()["presentation"]["id"]
    cluster.engines.bucket.stop()
    for made in ("export/deck.zip", "export/pdf-slides.pdf", "export/pptx", "thumb.png"):
        refused = cluster.with_cookie(1).get(f"/api/presentations/{deck}/{made}")
        assert refused.status_code == 503 and "retry-after" in refused.headers, f"{made} needs the picture"
    cluster.engines.bucket.start()
    sent = cluster.with_cookie(1).post("/api/uploads", files={"file": ("quay.png", picture(), "image/png")})
    assert cluster.nodes[2].client().get(sent.json()["url"]).content == picture()


def test_a_bucket_that_does_not_exist_is_an_error_at_start_up(cluster):
    node = Lectern(cluster.storage | {"SVC_ASSETS_URL": "s3://no-such-bucket/assets"}, start=False)
    try:
        started = node.run("serve")
        assert started.returncode == 1 and "bucket" in started.stderr.lower(), started.stderr
    finally:
        node.close()
