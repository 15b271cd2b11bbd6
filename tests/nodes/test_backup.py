"""Backups of a cluster, made while it writes, and restored to an empty database and an empty bucket."""

import time
import zipfile
from concurrent.futures import ThreadPoolExecutor

from engines import Engines
from lectern import EMAIL, PASSWORD, Lectern
from picture import picture


def test_a_backup_made_under_load_can_be_restored_on_other_engines(cluster, tmp_path):
    sent = cluster.with_cookie(0).post("/api/uploads", files={"file": ("quay.png", picture(), "image/png")}).json()
    deck = cluster.new_deck()
    assert cluster.with_cookie(1).post(f"/api/presentations/{deck}/comments", json={"body": "Nice"}).status_code == 201
    version = cluster.with_cookie(1).post(f"/api/presentations/{deck}/versions", json={"name": "First"})
    assert version.status_code == 201, version.text
    answered, writing = [], True

    def write(number):
        made = []
        while writing:
            made.append(cluster.new_deck(2))
            if len(made) <= 5:
                answered.append(made[-1])
        return made

    backup = tmp_path / "backup.zip"
    with ThreadPoolExecutor(4) as pool:
        writers = [pool.submit(write, number) for number in range(3)]
        while len(answered) < 15:
            time.sleep(0.01)
        before = list(answered)
        done = cluster.nodes[2].run("backup", str(backup))
        writing = False
        assert done.returncode == 0, done.stderr
        assert all(writer.result() for writer in writers)
    refused = cluster.nodes[0].run("restore", str(backup))
    assert refused.returncode == 1 and "another Lectern process uses it" in refused.stderr, refused.stderr
    assert oct(backup.stat().st_mode & 0o777) == "0o600", "the backup contains password hashes"

    others = Engines()
    node = Lectern(others.empty_storage(), start=False)
    try:
        damaged = tmp_path / "damaged.zip"
        whole = bytearray(backup.read_bytes())
        # Flip a byte of content; bytes between the members are not checked.
        with zipfile.ZipFile(backup) as archive:
            largest = max(archive.infolist(), key=lambda member: member.compress_size)
        whole[largest.header_offset + 30 + len(largest.filename) + largest.compress_size // 2] ^= 0xFF
        damaged.write_bytes(whole)
        refused = node.run("restore", str(damaged))
        assert refused.returncode == 1 and "damaged" in refused.stderr, refused.stderr
        assert not node.data.exists()
        done = node.run("restore", "--keep-keys", str(backup))
        assert done.returncode == 0, done.stderr
        refused = node.run("restore", str(backup), "--data-dir", str(tmp_path / "other"))
        assert refused.returncode == 1 and "database is not empty" in refused.stderr, refused.stderr
        assert not (tmp_path / "other").exists()
        node.start()
        signed_in = node.client().post("/api/auth/login", json={"email": EMAIL, "password": PASSWORD})
        assert signed_in.status_code == 200
        key = node.client(headers={"Authorization": f"Bearer {cluster.key}"})
        for id in [deck, *before]:
            read = key.get(f"/api/v1/presentations/{id}")
            assert read.status_code == 200 and read.json()["presentation"]["slides"], read.text
        assert node.client().get(sent["url"]).content == picture()
        browser = node.client(cookies=dict(signed_in.cookies))
        assert browser.get(f"/api/presentations/{deck}/comments").json()["total"] == 1
        names = [version["name"] for version in browser.get(f"/api/presentations/{deck}/versions").json()["versions"]]
        assert "First" in names
        total = browser.get("/api/presentations").json()["pagination"]["total"]
        assert total >= len(before) + 1
        assert browser.post("/api/presentations", json={"title": "New"}).status_code == 201
    finally:
        node.close()
        others.close()
