"""Backups of several nodes, taken while they write, and the way back to an empty server and an empty bucket."""

import subprocess
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor

import httpx2

from machines import EMAIL, PASSWORD, Engines, Node, program
from test_together import picture


def run(node, *arguments):
    return subprocess.run([program(), *arguments], env=node.environment, capture_output=True, text=True)


def test_a_backup_under_load_comes_back_on_other_engines(hall, tmp_path):
    sent = hall.browser(0).post("/api/uploads", files={"file": ("quay.png", picture(), "image/png")}).json()
    deck = hall.new_deck()
    assert hall.browser(1).post(f"/api/presentations/{deck}/comments", json={"body": "Nice"}).status_code == 201
    version = hall.browser(1).post(f"/api/presentations/{deck}/versions", json={"name": "First"})
    assert version.status_code == 201, version.text
    promised, writing = [], True

    def write(number):
        made = []
        while writing:
            made.append(hall.new_deck(2))
            if len(made) <= 5:
                promised.append(made[-1])
        return made

    backup = tmp_path / "backup.zip"
    with ThreadPoolExecutor(4) as pool:
        writers = [pool.submit(write, number) for number in range(3)]
        while len(promised) < 15:
            time.sleep(0.01)
        before = list(promised)
        done = run(hall.nodes[2], "backup", str(backup))
        writing = False
        assert done.returncode == 0, done.stderr
        assert all(writer.result() for writer in writers)
    refused = run(hall.nodes[0], "restore", str(backup))
    assert refused.returncode == 1 and "Lectern runs" in refused.stderr, refused.stderr
    assert oct(backup.stat().st_mode & 0o777) == "0o600", "it holds hashes of passwords"

    engines = Engines()
    node = Node(engines.settings(), start=False)
    try:
        damaged = tmp_path / "damaged.zip"
        whole = bytearray(backup.read_bytes())
        # A byte of content: what stands between the members matters to nobody.
        with zipfile.ZipFile(backup) as archive:
            largest = max(archive.infolist(), key=lambda member: member.compress_size)
        whole[largest.header_offset + 30 + len(largest.filename) + largest.compress_size // 2] ^= 0xFF
        damaged.write_bytes(whole)
        refused = run(node, "restore", str(damaged))
        assert refused.returncode == 1 and "damaged" in refused.stderr, refused.stderr
        assert not (node.folder / "data").exists()
        done = run(node, "restore", str(backup))
        assert done.returncode == 0, done.stderr
        refused = run(node, "restore", str(backup), "--data-dir", str(tmp_path / "other"))
        assert refused.returncode == 1 and "database is not empty" in refused.stderr, refused.stderr
        assert not (tmp_path / "other").exists()
        node.start()
        signed_in = node.client().post("/api/auth/login", json={"email": EMAIL, "password": PASSWORD})
        assert signed_in.status_code == 200
        key = node.client(headers={"Authorization": f"Bearer {hall.key}"})
        for id in [deck, *before]:
            read = key.get(f"/api/v1/presentations/{id}")
            assert read.status_code == 200 and read.json()["presentation"]["slides"], read.text
        assert httpx2.get(f"{node.url}{sent['url']}").content == picture()
        browser = node.client(cookies=dict(signed_in.cookies))
        assert browser.get(f"/api/presentations/{deck}/comments").json()["total"] == 1
        names = [version["name"] for version in browser.get(f"/api/presentations/{deck}/versions").json()["versions"]]
        assert "First" in names
        total = browser.get("/api/presentations").json()["pagination"]["total"]
        assert total >= len(before) + 1
        assert browser.post("/api/presentations", json={"title": "New"}).status_code == 201
    finally:
        node.close()
        engines.close()
