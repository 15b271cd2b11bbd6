"""The servers that nodes share, started by the tests on loopback: PostgreSQL, Redis and a server that speaks S3."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import httpx2
from lectern import free_port, until


def is_open(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


class Engine:
    """A server process that can be stopped, and started again on the same port and folder."""

    def __init__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="lectern-engine-"))
        self.port = free_port()
        self.process = None
        self.start()

    def run(self, *command: str, **popen_options):
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(command, cwd=self.folder, stdout=log, stderr=log, **popen_options)
        until(lambda: is_open(self.port), f"{command[0]} listens")

    def start_again(self):
        """Starts the server unless it is running."""
        if self.process.poll() is not None:
            self.start()

    def stop(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def close(self):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


class Redis(Engine):
    def start(self):
        self.run("redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no")

    def save(self):
        """Writes its data to the file that it reads when it starts again."""
        subprocess.run(["redis-cli", "-p", str(self.port), "save"], check=True, capture_output=True)

    def start_empty(self):
        """Starts again without data."""
        self.stop()
        (self.folder / "dump.rdb").unlink(missing_ok=True)
        self.start()


class Bucket(Engine):
    def start(self):
        self.run(sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(self.port))
        httpx2.put(f"http://127.0.0.1:{self.port}/decks").raise_for_status()


class Postgres(Engine):
    def start(self):
        self.programs = os.environ["LECTERN_POSTGRES"]
        # PostgreSQL refuses to run as root.
        user = pwd.getpwnam("postgres") if os.getuid() == 0 else None
        as_user = {"user": user.pw_uid, "group": user.pw_gid} if user else {}
        data = self.folder / "data"
        if not data.exists():
            if user:
                os.chown(self.folder, user.pw_uid, user.pw_gid)
            options = ["--no-sync", "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8"]
            subprocess.run([f"{self.programs}/initdb", "-D", data, *options], check=True, capture_output=True, **as_user)
        # The tests crash PostgreSQL, never the machine, so nothing has to reach the disk.
        settings = ["listen_addresses=127.0.0.1", f"unix_socket_directories={self.folder}", "max_connections=200", "fsync=off"]
        options = [part for setting in settings for part in ("-c", setting)]
        self.run(f"{self.programs}/postgres", "-D", str(data), "-p", str(self.port), *options, **as_user)
        until(lambda: self.client_program("pg_isready", "-q").returncode == 0, "PostgreSQL is ready")

    def client_program(self, name: str, *arguments: str) -> subprocess.CompletedProcess:
        command = [f"{self.programs}/{name}", "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres", *arguments]
        return subprocess.run(command, capture_output=True, text=True)

    def new_database(self, name: str):
        """Creates an empty database."""
        done = self.client_program("createdb", name)
        assert done.returncode == 0, done.stderr

    def query(self, database: str, sql: str) -> str:
        """The first value that a statement returns."""
        done = self.client_program("psql", "-d", database, "-Atc", sql)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    @contextmanager
    def locked(self, database: str, table: str):
        """Makes writes to a table wait. Yields a function that says whether one waits."""
        command = [f"{self.programs}/psql", "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres", "-d", database, "-At"]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as session:
            session.stdin.write(f"BEGIN;\nLOCK TABLE {table} IN SHARE MODE;\nSELECT 'locked';\n")
            session.stdin.flush()
            while (line := session.stdout.readline()) != "locked\n":
                assert line, "psql ended"
            yield lambda: self.query(database, "SELECT count(*) FROM pg_locks WHERE NOT granted") != "0"
            session.stdin.close()

    def stop(self):
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait()


class Engines:
    """One server of each kind. Tests that run one after another share them; each test has an empty database, Redis and folder."""

    def __init__(self):
        self.numbers = count(1)
        self.postgres, self.redis, self.bucket = Postgres(), Redis(), Bucket()

    def empty_storage(self) -> dict:
        """Settings for nodes on an empty database, an empty Redis and an empty folder of the bucket."""
        name = f"test{next(self.numbers)}"
        for engine in (self.postgres, self.bucket):
            engine.start_again()
        self.redis.start_empty()
        self.postgres.new_database(name)
        return {
            "SVC_STORAGE": "postgres",
            "DATABASE_URL": f"postgres://postgres@127.0.0.1:{self.postgres.port}/{name}",
            "SVC_REDIS_URL": f"redis://127.0.0.1:{self.redis.port}/",
            "SVC_ASSETS_URL": f"s3://decks/{name}",
            "AWS_ENDPOINT": f"http://127.0.0.1:{self.bucket.port}",
            "AWS_ALLOW_HTTP": "true",
            "AWS_REGION": "us-east-1",
            "AWS_ACCESS_KEY_ID": "test",
            "AWS_SECRET_ACCESS_KEY": "test",
        }

    def close(self):
        for engine in (self.postgres, self.redis, self.bucket):
            engine.close()
