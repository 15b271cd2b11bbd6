//! Starts `lectern serve` for tests and benchmarks, waits until it listens, runs other commands on the same folder, and
//! ends it.

#![allow(dead_code, reason = "tests and benchmarks use different parts")]

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::time::{Duration, Instant};

/// Email and password of the administrator in `WITH_ADMIN`.
pub(crate) const ADMIN: (&str, &str) = ("admin@example.test", "correct horse battery staple");

/// Settings that create an administrator at the first start.
pub(crate) const WITH_ADMIN: [(&str, &str); 2] = [("SVC_ADMIN_EMAIL", ADMIN.0), ("SVC_ADMIN_PASSWORD", ADMIN.1)];

/// How long the service may take to start.
const START_TIMEOUT: Duration = Duration::from_secs(20);

/// A running `lectern serve`, killed when it is dropped.
pub(crate) struct Process {
    child: Child,
    folder: PathBuf,
    settings: Vec<(String, String)>,
    /// The address that it listens on, such as `http://127.0.0.1:41234`.
    pub(crate) address: String,
}

impl Process {
    /// Starts the service on a free port and waits until it listens. The folder contains its data, and the files
    /// `console` and `log` with its standard output and its log. Panics with the log when it does not start.
    pub(crate) fn start(folder: &Path, settings: &[(&str, &str)]) -> Self {
        let output = |name: &str| File::create(folder.join(name)).expect("a file");
        let mut serve = command(folder);
        serve.arg("serve").envs(settings.iter().copied()).stdout(output("console")).stderr(output("log"));
        let mut child = serve.spawn().expect("the binary runs");
        let began = Instant::now();
        let address = loop {
            let console = read(folder, "console");
            if let Some((_, rest)) = console.split_once("listens on ")
                && let Some((address, _)) = rest.split_once('\n')
            {
                break address.to_owned();
            }
            let ended = child.try_wait().expect("a child process");
            assert!(ended.is_none() && began.elapsed() < START_TIMEOUT, "{}", read(folder, "log"));
            std::thread::sleep(Duration::from_millis(1));
        };
        let settings = settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Self { child, folder: folder.to_owned(), settings, address }
    }

    /// Host and port, without the scheme.
    pub(crate) fn host(&self) -> &str {
        self.address.trim_start_matches("http://")
    }

    /// The id of the process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// The standard output of the service so far.
    pub(crate) fn console(&self) -> String {
        read(&self.folder, "console")
    }

    /// The log of the service so far.
    pub(crate) fn log(&self) -> String {
        read(&self.folder, "log")
    }

    /// Runs another command with the same folder and settings.
    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        command(&self.folder).envs(self.settings.iter().cloned()).args(arguments).output().expect("the binary runs")
    }

    /// Runs another command and returns what it prints. Panics when the command fails.
    pub(crate) fn printed_by(&self, arguments: &[&str]) -> String {
        let done = self.run(arguments);
        assert!(done.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).expect("text").trim().to_owned()
    }

    /// A new API key of an account. `scopes` are separated by commas.
    pub(crate) fn new_key(&self, email: &str, scopes: &str) -> String {
        self.printed_by(&["key", "create", "--email", email, "--name", "test", "--scopes", scopes])
    }

    /// Sends SIGTERM to the service, as an operator does.
    pub(crate) fn terminate(&self) {
        let sent = Command::new("kill").args(["-TERM", &self.id().to_string()]).status();
        assert!(sent.is_ok_and(|sent| sent.success()));
    }

    /// Waits until the service has ended and returns its exit status.
    pub(crate) fn wait(&mut self) -> ExitStatus {
        self.child.wait().expect("a child process")
    }

    /// The resident memory of the process, in MiB.
    pub(crate) fn resident_mib(&self) -> f64 {
        self.memory("VmRSS:")
    }

    /// The peak resident memory of the process, in MiB.
    pub(crate) fn peak_mib(&self) -> f64 {
        self.memory("VmHWM:")
    }

    fn memory(&self, line: &str) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.id())).expect("a running process");
        let line = status.lines().find_map(|found| found.strip_prefix(line)).expect("a line of the status");
        line.trim().trim_end_matches(" kB").parse::<f64>().expect("a number") / 1024.0
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The binary with no settings but a data folder and any free port.
pub(crate) fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lectern"));
    command.env_clear().current_dir(folder).stdin(Stdio::null());
    command.env("SVC_DATA_DIR", folder.join("data")).env("SVC_PORT", "0");
    // The binary finds ffmpeg in the PATH.
    command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
    command
}

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).expect("a file")
}
