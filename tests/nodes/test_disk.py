"""A full disk: writes are refused as a whole with a clear error, reads go on, and nothing needs a restart afterwards."""

import os
import signal
import subprocess

import pytest

from lectern import UNLIMITED, Lectern, until
from picture import picture

MOUNT = 'mkdir -p "$SVC_DATA_DIR" && mount -t tmpfs -o size=48m lectern "$SVC_DATA_DIR" && exec "$@"'


def namespace():
    """The flags of `unshare` that allow to mount a small file system: as any user, else as root. None when neither does."""
    for flags in (["-Urm"], ["-m"]):
        tried = subprocess.run(["unshare", *flags, "mount", "-t", "tmpfs", "lectern", "/mnt"], capture_output=True)
        if tried.returncode == 0:
            return flags
    return None


class SmallDisk(Lectern):
    """The data folder is a file system of its own, which one file fills to the last byte."""

    mount = MOUNT

    def __init__(self, settings):
        super().__init__(UNLIMITED | settings, wrapper=["unshare", *namespace(), "sh", "-c", self.mount, "sh"])

    @property
    def filler(self):
        return f"/proc/{self.process.pid}/root{self.data}/filler"

    def fill(self):
        with open(self.filler, "wb", buffering=0) as filler:
            for size in (1 << 20, 1 << 12, 1):
                try:
                    while True:
                        filler.write(b"x" * size)
                except OSError:
                    pass

    def empty(self):
        os.remove(self.filler)


class SmallTemporaryFolder(SmallDisk):
    """The same, and temporary files of exports are in the data folder too."""

    mount = MOUNT.replace("exec", 'export TMPDIR="$SVC_DATA_DIR" && exec')


class SmallFiles(Lectern):
    """A limit of the process refuses every write to a file. Setting it needs no special rights."""

    def __init__(self, settings):
        # The signal that comes with the limit stays ignored in child processes when it is not restored.
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        super().__init__(UNLIMITED | settings, restore_signals=False)

    def limit(self, bytes):
        subprocess.run(["prlimit", "--pid", str(self.process.pid), f"--fsize={bytes}:unlimited"], check=True)

    def fill(self):
        self.limit("1")

    def empty(self):
        self.limit("unlimited")


WAYS = [SmallFiles, SmallDisk] if namespace() else [SmallFiles]


def large_deck(title):
    slides = [{"type": "content-slide", "content": {"title": title, "body": title * 200}} for _ in range(40)]
    return {"title": title, "slides": slides}


def check_decks(server, titles):
    """Checks that the stored decks are complete and have exactly these titles."""
    found = {}
    with server.with_cookie() as client:
        while True:
            page = client.get("/api/presentations", params={"limit": 100, "offset": len(found)}).json()
            if not page["presentations"]:
                break
            for row in page["presentations"]:
                deck = client.get(f"/api/presentations/{row['id']}").json()["presentation"]
                assert all(slide["content"]["title"] == deck["title"] for slide in deck["slides"]), "half a deck"
                found[row["id"]] = deck["title"]
    assert sorted(found.values()) == sorted(titles), "every accepted deck is stored, and no refused one"


@pytest.mark.parametrize("storage", ["sqlite", "file"])
@pytest.mark.parametrize("way", WAYS)
def test_a_full_disk_refuses_writes_and_nothing_else(way, storage):
    server = way({"SVC_STORAGE": storage}).sign_in()
    try:
        client, titles, ids = server.with_cookie(), [], []
        for number in range(3):
            made = client.post("/api/presentations", json=large_deck(f"Before {number}"))
            assert made.status_code == 201, made.text
            ids.append(made.json()["presentation"]["id"])
            titles.append(f"Before {number}")
        sent = client.post("/api/uploads", files={"file": ("quay.png", picture(), "image/png")}).json()

        server.fill()
        refused = []
        for number in range(60):
            title = f"During {number}"
            answer = client.post("/api/presentations", json=large_deck(title))
            if answer.status_code == 201:
                titles.append(title)
            else:
                refused.append(answer)
            if len(refused) == 5:
                break
        assert len(refused) == 5, "writes are accepted although the disk is full"
        for answer in refused:
            body = answer.json()
            assert (answer.status_code, body["code"]) == (503, "service_unavailable"), answer.text
            assert "full" in body["details"] and int(answer.headers["retry-after"]) > 0, answer.text
        changed = client.put(f"/api/presentations/{ids[0]}", json=large_deck("Changed"))
        if changed.status_code == 200:
            titles[titles.index("Before 0")] = "Changed"
        assert changed.status_code in (200, 503), changed.text
        upload = client.post("/api/uploads", files={"file": ("big.png", picture() + os.urandom(200_000), "image/png")})
        assert upload.status_code == 503 and "full" in upload.json()["details"], upload.text

        for reader in (client, server.with_key()):
            prefix = "/api" if reader is client else "/api/v1"
            for _ in range(3):
                assert reader.get(f"{prefix}/presentations").status_code == 200
                assert reader.get(f"{prefix}/presentations/{ids[1]}").status_code == 200
            # The limit also covers the temporary folder, where other exports are made.
            for form in ["json"] if way is SmallFiles else ["json", "html", "pptx"]:
                assert reader.get(f"{prefix}/presentations/{ids[1]}/export/{form}").status_code == 200
        assert client.get(sent["url"]).content == picture()
        assert client.get("/health").status_code == 200 and client.get("/readyz").status_code == 200
        check_decks(server, titles)

        server.empty()
        accepted = lambda: client.post("/api/presentations", json=large_deck("After")).status_code == 201
        until(accepted, "writes are accepted again", 10)
        titles.append("After")
        sent = client.post("/api/uploads", files={"file": ("again.png", picture(), "image/png")})
        assert sent.status_code in (200, 201), sent.text
        check_decks(server, titles)
        assert client.get("/api/image-library").json()["pagination"]["total"] == 2
        if way is SmallFiles:
            assert server.stop() == 0
            server.start()
            check_decks(server, titles)
    finally:
        server.close()


DRAWN = ["html", "pdf", "pptx", "pdf-slides.pdf", "png.zip", "deck.zip"]


@pytest.mark.parametrize("way", [SmallFiles, SmallTemporaryFolder] if namespace() else [SmallFiles])
def test_exports_on_a_full_disk_are_refused_and_never_truncated(way):
    server = way({}).sign_in()
    try:
        client = server.with_cookie()
        made = client.post("/api/presentations", json=large_deck("Tides"))
        address = f"/api/presentations/{made.json()['presentation']['id']}/export"
        complete = {form: client.get(f"{address}/{form}") for form in DRAWN}
        assert {answer.status_code for answer in complete.values()} == {200}

        server.fill()
        for form in DRAWN:
            answer = client.get(f"{address}/{form}")
            assert (answer.status_code, answer.json()["code"]) == (503, "service_unavailable"), (form, answer.text)
            assert "full" in answer.json()["details"] and int(answer.headers["retry-after"]) > 0, answer.text

        server.empty()
        for form in DRAWN:
            assert client.get(f"{address}/{form}").content == complete[form].content, form
    finally:
        server.close()
