"""Views and audiences of a cluster are counted once, whichever nodes people come to."""

from follower import Follower
from lectern import until


def published(cluster, slug: str) -> str:
    deck = cluster.new_deck()
    answer = cluster.with_cookie(0).put(f"/api/presentations/{deck}/publication", json={"slug": slug})
    assert answer.status_code == 200, answer.text
    return deck


def analytics(cluster, deck: str, node: int = 0) -> dict:
    answer = cluster.with_cookie(node).get(f"/api/presentations/{deck}/analytics")
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_visitor_of_several_nodes_is_counted_once(shared_cluster):
    cluster = shared_cluster
    deck = published(cluster, "visited")
    browsers = [f"Mozilla/5.0 (Test {number}) Gecko/20100101 Firefox/140.0" for number in range(2)]
    for node in cluster.nodes:
        for browser in browsers * 2:
            page = node.client().get("/p/visited", headers={"User-Agent": browser})
            assert page.status_code == 200, page.text
    until(lambda: analytics(cluster, deck)["views"] == 12, "the views of all nodes are written")
    for node in range(3):
        assert analytics(cluster, deck, node)["visitors"] == 2, f"node {node}"


def test_the_followers_of_several_nodes_are_counted_together(shared_cluster):
    cluster = shared_cluster
    deck = cluster.new_deck()
    session = cluster.with_cookie(0).post("/api/present-sessions", json={"presentationId": deck}).json()["sessionId"]
    followers = [Follower([node], session) for node in cluster.nodes for _ in range(2)]
    until(lambda: all(follower.is_on(0) for follower in followers), "all followers are there")
    counted = lambda: [talk["followers"] for talk in analytics(cluster, deck, 1)["sessions"]] == [6]
    until(counted, "followers of all nodes are counted, once", 60)
    finished = cluster.with_cookie(2).post(f"/api/present-sessions/{session}/finish", json={})
    assert finished.status_code == 200, finished.text
    assert [talk["followers"] for talk in analytics(cluster, deck)["sessions"]] == [6]
    for follower in followers:
        follower.leave()
