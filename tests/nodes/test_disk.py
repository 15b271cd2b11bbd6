"""A disk that is full: writing is refused clearly and whole, reading goes on, and it is well again without a restart."""

import os
import signal
import subprocess

import pytest

from alone import Alone
from machines import until
from test_together import picture

MOUNT = 'mkdir -p "$SVC_DATA_DIR" && mount -t tmpfs -o size=48m lectern "$SVC_DATA_DIR" && exec "$@"'


def namespace():
    """How a small file system can be had here, if at all: as any user, else as root."""
    for flags in (["-Urm"], ["-m"]):
        tried = subprocess.run(["unshare", *flags, "mount", "-t", "tmpfs", "lectern", "/mnt"], capture_output=True)
        if tried.returncode == 0:
            return flags
    return None


class SmallDisk(Alone):
    """The data folder is a file system of its own, which a file fills to the last byte."""

    mount = MOUNT

    def __init__(self, settings):
        super().__init__(settings, before=["unshare", *namespace(), "sh", "-c", self.mount, "sh"])

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
    """The same, and what is drawn is made there too."""

    mount = MOUNT.replace("exec", 'export TMPDIR="$SVC_DATA_DIR" && exec')


class SmallFiles(Alone):
    """Every write to a file is refused, by a limit of the process: this needs no right at all."""

    def __init__(self, settings):
        # Python ignores the signal that comes with the limit; so does whoever it starts, unless it is reset.
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        super().__init__(settings, restore_signals=False)

    def limit(self, bytes):
        subprocess.run(["prlimit", "--pid", str(self.process.pid), f"--fsize={bytes}:unlimited"], check=True)

    def fill(self):
        self.limit("1")

    def empty(self):
        self.limit("unlimited")


WAYS = [SmallFiles, SmallDisk] if namespace() else [SmallFiles]


def large_deck(words):
    slides = [{"type": "content-slide", "content": {"title": words, "body": words * 200}} for _ in range(40)]
    return {"title": words, "slides": slides}


def check_all(service, titles):
    found = {}
    with service.browser() as client:
        while True:
            page = client.get("/api/presentations", params={"limit": 100, "offset": len(found)}).json()
            if not page["presentations"]:
                break
            for row in page["presentations"]:
                deck = client.get(f"/api/presentations/{row['id']}").json()["presentation"]
                assert all(slide["content"]["title"] == deck["title"] for slide in deck["slides"]), "half a deck"
                found[row["id"]] = deck["title"]
    assert sorted(found.values()) == sorted(titles), "what was answered is there, and what was refused is not"


@pytest.mark.parametrize("storage", ["sqlite", "file"])
@pytest.mark.parametrize("way", WAYS)
def test_a_full_disk_refuses_writing_and_nothing_else(way, storage):
    service = way({"SVC_STORAGE": storage})
    try:
        client, titles, ids = service.browser(), [], []
        for number in range(3):
            made = client.post("/api/presentations", json=large_deck(f"Before {number}"))
            assert made.status_code == 201, made.text
            ids.append(made.json()["presentation"]["id"])
            titles.append(f"Before {number}")
        sent = client.post("/api/uploads", files={"file": ("quay.png", picture(), "image/png")}).json()

        service.fill()
        refused = []
        for number in range(60):
            words = f"During {number}"
            answer = client.post("/api/presentations", json=large_deck(words))
            if answer.status_code == 201:
                titles.append(words)
            else:
                refused.append(answer)
            if len(refused) == 5:
                break
        assert len(refused) == 5, "it takes on as if there were room"
        for answer in refused:
            told = answer.json()
            assert (answer.status_code, told["code"]) == (503, "service_unavailable"), answer.text
            assert "full" in told["details"] and int(answer.headers["retry-after"]) > 0, answer.text
        changed = client.put(f"/api/presentations/{ids[0]}", json=large_deck("Changed"))
        if changed.status_code == 200:
            titles[titles.index("Before 0")] = "Changed"
        assert changed.status_code in (200, 503), changed.text
        upload = client.post("/api/uploads", files={"file": ("big.png", picture() + os.urandom(200_000), "image/png")})
        assert upload.status_code == 503 and "full" in upload.json()["details"], upload.text

        for reader in (client, service.program()):
            prefix = "/api" if reader is client else "/api/v1"
            for _ in range(3):
                assert reader.get(f"{prefix}/presentations").status_code == 200
                assert reader.get(f"{prefix}/presentations/{ids[1]}").status_code == 200
            # The limit holds for the temporary folder too, where drawn exports are made.
            for form in ["json"] if way is SmallFiles else ["json", "html", "pptx"]:
                assert reader.get(f"{prefix}/presentations/{ids[1]}/export/{form}").status_code == 200
        assert client.get(sent["url"]).content == picture()
        assert client.get("/health").status_code == 200 and client.get("/readyz").status_code == 200
        check_all(service, titles)

        service.empty()
        again = lambda: client.post("/api/presentations", json=large_deck("After")).status_code == 201
        until(again, "there is room again", 10)
        titles.append("After")
        sent = client.post("/api/uploads", files={"file": ("again.png", picture(), "image/png")})
        assert sent.status_code in (200, 201), sent.text
        check_all(service, titles)
        assert client.get("/api/image-library").json()["pagination"]["total"] == 2
        if way is SmallFiles:
            assert service.stop() == 0
            service.start()
            check_all(service, titles)
    finally:
        service.close()


DRAWN = ["html", "pdf", "pptx", "pdf-slides.pdf", "png.zip", "deck.zip"]


@pytest.mark.parametrize("way", [SmallFiles, SmallTemporaryFolder] if namespace() else [SmallFiles])
def test_exports_that_find_no_room_are_refused_and_never_cut_short(way):
    service = way({})
    try:
        client = service.browser()
        made = client.post("/api/presentations", json=large_deck("Tides"))
        address = f"/api/presentations/{made.json()['presentation']['id']}/export"
        whole = {form: client.get(f"{address}/{form}") for form in DRAWN}
        assert {answer.status_code for answer in whole.values()} == {200}

        service.fill()
        for form in DRAWN:
            answer = client.get(f"{address}/{form}")
            assert (answer.status_code, answer.json()["code"]) == (503, "service_unavailable"), (form, answer.text)
            assert "full" in answer.json()["details"] and int(answer.headers["retry-after"]) > 0, answer.text

        service.empty()
        for form in DRAWN:
            assert client.get(f"{address}/{form}").content == whole[form].content, form
    finally:
        service.close()
