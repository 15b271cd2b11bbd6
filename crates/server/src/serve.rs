//! Runs the service: listens, opens storage, prints how to sign in, serves requests, shuts down gracefully.
//!
//! The port is bound before storage is opened. Otherwise a start that fails because the port is taken could create the
//! first account without anybody seeing its password.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use listenfd::ListenFd;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use service::{FirstStart, Service};
use tokio::net::{TcpListener, TcpSocket};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::time::{Instant, MissedTickBehavior, interval_at};

use crate::commands::storage::{Failure, OpenedStorage, open_storage};
use crate::http::{self, App, ConnectionLimit};
use crate::mail::Mailer;
use crate::mcp::{Dispatcher, Extension, read_extensions};
use crate::routes;
use crate::settings::Settings;
use crate::settings::flags::Storage;
use crate::sign_on::SignOn;
use crate::webhooks::Sender;

/// How often expired sessions, old usage and old trash are removed.
const SWEEP_INTERVAL: Duration = Duration::from_mins(1);
/// How long a shutdown waits for running requests.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);

/// Runs the service until it receives a signal to stop.
///
/// # Errors
/// Fails when a setting is wrong, or the port or storage cannot be opened.
pub(crate) async fn serve(mut settings: Settings, inherited: ListenFd) -> Result<(), Failure> {
    raise_descriptor_limit();
    let (mut signals, mut abort_signals) = (Signals::new()?, Signals::new()?);
    let extensions = extensions(&settings)?;
    let sign_on = settings.oidc.as_ref().map(SignOn::new).transpose();
    let sign_on = sign_on.map_err(|fault| Failure::System(format!("single sign-on: {fault}")))?.map(Arc::new);
    let (listener, host) = match inherited_listener(inherited)? {
        Some(listener) => (listener, None),
        None => (listener(&settings.host, settings.port).await?, Some(settings.host.clone())),
    };
    let address = listener.local_addr().map_err(|fault| Failure::System(fault.to_string()))?;
    let host = host.unwrap_or_else(|| address.ip().to_string());
    let base_url = settings.base_url.clone().unwrap_or_else(|| web_address(&host, address.port()));
    let mailer = Mailer::begin(&mut settings);
    let OpenedStorage { service, first_start } = open_storage(&settings.storage).await?;
    service.maintenance.begin().await?;
    let first_line =
        format!("Lectern {} listens on {}\n", env!("CARGO_PKG_VERSION"), web_address(&host, address.port()));
    let welcome = first_start.map(|first_start| welcome(&first_start, &base_url, &settings)).unwrap_or_default();
    // In one write, so that a program that waits for the first line can read the rest as well.
    print(&(first_line + &welcome));

    let sweeping = tokio::spawn(sweep(service.clone()));
    let webhooks = Sender::begin(service.clone());
    let (drain, limit) = (settings.drain, ConnectionLimit::of(&settings));
    let agents = Dispatcher::new(service.clone(), settings.mcp_extra_tools, extensions);
    let router = routes::router(App { service: service.clone(), settings: Arc::new(settings), agents, sign_on });
    let stopping = async {
        signals.next().await;
        if !drain.is_zero() {
            tracing::info!("stopping: not ready from now on, closing in {drain:?}");
            service.maintenance.begin_leaving();
            tokio::time::sleep(drain).await;
        }
        tracing::info!("stopping: writes are rejected, running requests end");
        service.maintenance.begin_shutdown();
        service.live.end_streams();
    };
    tokio::select! {
        () = http::serve(listener, router, limit, stopping, SHUTDOWN_TIMEOUT) => {}
        () = abort_signals.second() => tracing::warn!("second signal to stop: running requests are aborted"),
    }
    sweeping.abort();
    webhooks.end().await;
    mailer.end().await;
    service.operations.close().await;
    tracing::info!("stopped");
    Ok(())
}

/// Raises the limit of open files to the hard limit. Shells start programs with about a thousand, fewer than the phones
/// of one audience need. An operator who wants fewer lowers the hard limit.
fn raise_descriptor_limit() {
    let maximum = getrlimit(Resource::Nofile).maximum;
    // On failure the service runs with the current limit.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
}

/// The agent tools that the deployment declares in its own file; empty when there is no such file. Fails when the file
/// is invalid.
pub(crate) fn extensions(settings: &Settings) -> Result<Vec<Extension>, Failure> {
    match &settings.mcp_tools_file {
        None => Ok(Vec::new()),
        Some(path) => read_extensions(path).map_err(|fault| Failure::System(format!("SVC_MCP_TOOLS_FILE: {fault}"))),
    }
}

/// The socket that systemd or another supervisor opened for the service, if there is one. Clients that connect during a
/// restart wait in its backlog.
fn inherited_listener(mut inherited: ListenFd) -> Result<Option<TcpListener>, Failure> {
    let listener = inherited.take_tcp_listener(0).and_then(|listener| {
        let Some(listener) = listener else { return Ok(None) };
        listener.set_nonblocking(true)?;
        TcpListener::from_std(listener).map(Some)
    });
    listener.map_err(|fault| Failure::System(format!("LISTEN_FDS: the socket that was handed over: {fault}")))
}

/// Listens on the first address of a host that can be bound. The backlog is as long as the system allows: with the 128
/// connections of `TcpListener::bind`, phones of an audience that joins at once would have to connect again after a
/// second.
async fn listener(host: &str, port: u16) -> Result<TcpListener, Failure> {
    let listening = async {
        let mut result = Err(io::Error::new(io::ErrorKind::NotFound, "the host has no address"));
        for address in tokio::net::lookup_host((host, port)).await? {
            result = listen(address);
            if result.is_ok() {
                break;
            }
        }
        result
    };
    let failure = |fault| Failure::System(format!("cannot listen on `{host}` port {port}: {fault}"));
    listening.await.map_err(failure)
}

/// Listens on an address.
fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // Lets a restarted service bind the port while connections of the previous process are still in `TIME_WAIT`.
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(u32::MAX)
}

/// An address that a browser on this machine can open.
fn web_address(host: &str, port: u16) -> String {
    match host.parse() {
        Ok(IpAddr::V4(address)) if address.is_unspecified() => format!("http://127.0.0.1:{port}"),
        Ok(IpAddr::V6(address)) if address.is_unspecified() => format!("http://[::1]:{port}"),
        Ok(IpAddr::V6(address)) => format!("http://[{address}]:{port}"),
        _ => format!("http://{host}:{port}"),
    }
}

/// The text that only the first start prints: the administrator, and how a program gets a key.
fn welcome(first: &FirstStart, base_url: &str, settings: &Settings) -> String {
    let mut text = format!("\nThis is the first start. The administrator:\n  e-mail    {}\n", first.email);
    if let Some(password) = &first.password {
        let _ = writeln!(text, "  password  {password}");
    }
    if let Some(token) = &first.token {
        let _ = writeln!(text, "  sign in   {base_url}/signin?token={token}");
        text.push_str("            (works once, within 24 hours)\n");
    }
    let program = std::env::args().next().filter(|name| name.contains('/')).unwrap_or_else(|| "lectern".to_owned());
    let (email, flags) = (&first.email, storage_flags(settings));
    let _ = write!(
        text,
        "\nTo let a program in, make a key and call with it:\n  \
         KEY=$({program} key create --email {email} --name first --scopes read,write,export{flags})\n  \
         curl -H \"Authorization: Bearer $KEY\" {base_url}/api/v1/presentations\n\n"
    );
    text
}

/// The flags with which another command opens the same storage; empty for the defaults. Each has a leading space.
fn storage_flags(settings: &Settings) -> String {
    let mut flags = String::new();
    let folder = &settings.storage.config.data_dir;
    if folder != Path::new("data") {
        let _ = write!(flags, " --data-dir '{}'", folder.display());
    }
    match settings.storage.storage {
        Storage::Sqlite => {}
        Storage::File => flags.push_str(" --storage file"),
        Storage::Postgres => flags.push_str(" --storage postgres"),
    }
    flags
}

/// Writes to the standard output. Failures are ignored.
fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Removes expired data, once in every [`SWEEP_INTERVAL`].
async fn sweep(service: Arc<Service>) {
    let mut ticks = interval_at(Instant::now() + SWEEP_INTERVAL, SWEEP_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        if let Err(fault) = service.operations.sweep().await {
            tracing::warn!("expired data could not be removed, next attempt in a minute: {fault:#}");
        }
    }
}

/// The signals that stop the service.
struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    fn new() -> Result<Self, Failure> {
        let listen = |kind| signal(kind).map_err(|fault| Failure::System(format!("signals cannot be caught: {fault}")));
        Ok(Self { terminate: listen(SignalKind::terminate())?, interrupt: listen(SignalKind::interrupt())? })
    }

    /// Waits for the next signal.
    async fn next(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }

    /// Waits for the second signal.
    async fn second(&mut self) {
        self.next().await;
        self.next().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_backlog_is_as_long_as_the_system_allows() {
        let allowed = std::fs::read_to_string("/proc/sys/net/core/somaxconn").expect("a limit of the system");
        let waiting: usize = allowed.trim().parse().expect("a number");
        let listener = listener("127.0.0.1", 0).await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let connections: Vec<_> = (0..waiting.min(400))
            .map(|_| std::net::TcpStream::connect_timeout(&address, Duration::from_millis(900)))
            .collect();
        assert!(connections.iter().all(Result::is_ok), "{:?}", connections.iter().position(Result::is_err));
    }

    #[test]
    fn the_console_shows_an_address_that_a_browser_opens() {
        for (host, shown) in [
            ("127.0.0.1", "http://127.0.0.1:4100"),
            ("0.0.0.0", "http://127.0.0.1:4100"),
            ("::", "http://[::1]:4100"),
            ("2001:db8::1", "http://[2001:db8::1]:4100"),
            ("localhost", "http://localhost:4100"),
        ] {
            assert_eq!(web_address(host, 4100), shown);
        }
    }
}
