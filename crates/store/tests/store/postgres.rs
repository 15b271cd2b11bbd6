//! A PostgreSQL server for the tests.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use sqlx::{AssertSqlSafe, Connection as _, PgConnection};

/// A server that is stopped, and whose files are removed, when the process that started it ends for any reason.
#[derive(Debug)]
pub(crate) struct Cluster {
    programs: PathBuf,
    folder: PathBuf,
    /// Cleans up when its input ends.
    _keeper: Child,
}

/// The script that stops the server: `$1` is the folder of the programs, `$2` that of the data.
const KEEP: &str = r#"read -r _; "$1/pg_ctl" -D "$2/data" -m immediate stop >/dev/null 2>&1; rm -rf "$2""#;

impl Cluster {
    /// The server that all tests of this binary share.
    pub(crate) fn shared() -> &'static Self {
        static SHARED: OnceLock<Cluster> = OnceLock::new();
        SHARED.get_or_init(Self::start)
    }

    /// A new server. Panics when it cannot be started: these tests are never skipped.
    pub(crate) fn start() -> Self {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/postgres-for-tests");
        let found = Command::new(&script).stderr(Stdio::inherit()).output();
        let found = found.expect("scripts/postgres-for-tests runs");
        assert!(found.status.success(), "scripts/postgres-for-tests finds no PostgreSQL");
        let programs = PathBuf::from(String::from_utf8(found.stdout).expect("a path").trim());
        let folder = tempfile::Builder::new().prefix("lectern-pg-").tempdir();
        let folder = folder.expect("a folder").keep();
        if is_root() {
            run(Command::new("chown").arg("postgres").arg(&folder));
        }
        let keeper = as_postgres("sh")
            .args(["-c", KEEP, "keeper"])
            .args([&programs, &folder])
            .stdin(Stdio::piped())
            .spawn()
            .expect("a keeper");
        let cluster = Self { programs, folder, _keeper: keeper };
        let initdb = ["--no-sync", "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8"];
        run(cluster.program("initdb").args(initdb));
        cluster.begin();
        cluster
    }

    /// Starts the server.
    pub(crate) fn begin(&self) {
        let folder = self.folder.display();
        let options = format!("-c listen_addresses= -c unix_socket_directories={folder} -c max_connections=300");
        let log = self.folder.join("log");
        run(self.program("pg_ctl").args(["-w", "-o", &options, "-l"]).arg(log).arg("start"));
    }

    /// Stops the server and closes all connections.
    pub(crate) fn end(&self) {
        run(self.program("pg_ctl").args(["-w", "-m", "fast", "stop"]));
    }

    /// The address of a new, empty database.
    pub(crate) async fn database(&self) -> String {
        static MADE: AtomicU64 = AtomicU64::new(0);
        let name = format!("test{}", MADE.fetch_add(1, Ordering::Relaxed));
        let mut connection = PgConnection::connect(&self.url("postgres")).await.expect("it answers");
        let create = AssertSqlSafe(format!("CREATE DATABASE {name}"));
        sqlx::query(create).execute(&mut connection).await.expect("a database");
        self.url(&name)
    }

    fn url(&self, database: &str) -> String {
        format!("postgres://postgres@localhost/{database}?host={}", self.folder.display())
    }

    fn program(&self, name: &str) -> Command {
        let mut command = as_postgres(&self.programs.join(name).display().to_string());
        command.arg("-D").arg(self.folder.join("data"));
        command
    }
}

/// A command that runs as the user `postgres` when the tests run as root, which PostgreSQL refuses.
fn as_postgres(program: &str) -> Command {
    if !is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("runuser");
    command.args(["-u", "postgres", "--", program]).current_dir("/");
    command
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output().expect("`id` runs");
    id.stdout.trim_ascii() == b"0"
}

fn run(command: &mut Command) {
    // Output is discarded, since the server would keep a pipe open.
    let status = command.stdout(Stdio::null()).status();
    assert!(status.expect("it runs").success(), "{command:?} failed");
}
