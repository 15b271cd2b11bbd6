//! The life of the service: listen, set up, tell the console, answer, stop in good order.
//!
//! The port is taken before storage is touched, so that a start that fails leaves no account whose password nobody saw.

use std::fmt::Write as _;
use std::io::Write as _;
use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use listenfd::ListenFd;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use service::{FirstStart, Service};
use tokio::net::TcpListener;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::time::{Instant, MissedTickBehavior, interval_at};

use crate::commands::storage::{Failure, Opened, opened};
use crate::http::{self, App};
use crate::mcp::{Desk, Extension, read_extensions};
use crate::routes;
use crate::settings::Settings;
use crate::settings::flags::Storage;
use crate::sign_on::SignOn;

/// How often expired sessions, old usage and old trash are cleared away.
const SWEEP: Duration = Duration::from_mins(1);
/// How long requests that are under way may take to end.
const PATIENCE: Duration = Duration::from_secs(10);

/// Runs the service until it is told to stop.
pub(crate) async fn serve(settings: Settings, handed: ListenFd) -> Result<(), Failure> {
    take_descriptors();
    let (mut signals, mut impatience) = (Signals::new()?, Signals::new()?);
    let extensions = extensions(&settings)?;
    let sign_on = settings.oidc.as_ref().map(SignOn::new).transpose();
    let sign_on = sign_on.map_err(|fault| Failure::Machine(format!("single sign-on: {fault}")))?.map(Arc::new);
    let (listener, host) = match handed_listener(handed)? {
        Some(listener) => (listener, None),
        None => (listener(&settings.host, settings.port).await?, Some(settings.host.clone())),
    };
    let address = listener.local_addr().map_err(|fault| Failure::Machine(fault.to_string()))?;
    let host = host.unwrap_or_else(|| address.ip().to_string());
    let here = settings.base_url.clone().unwrap_or_else(|| web_address(&host, address.port()));
    let Opened { service, first } = opened(&settings.storage).await?;
    service.maintenance.begin().await?;
    console(&format!("Lectern {} listens on {}\n", env!("CARGO_PKG_VERSION"), web_address(&host, address.port())));
    if let Some(first) = &first {
        console(&welcome(first, &here, &settings));
    }

    let sweeping = tokio::spawn(sweep(service.clone()));
    let drain = settings.drain;
    let agents = Desk::new(service.clone(), extensions);
    let router = routes::router(App { service: service.clone(), settings: Arc::new(settings), agents, sign_on });
    let stopping = async {
        signals.next().await;
        if !drain.is_zero() {
            tracing::info!("told to stop: not ready from now on, closing in {drain:?}");
            service.maintenance.begin_leaving();
            tokio::time::sleep(drain).await;
        }
        tracing::info!("told to stop: writing waits, running requests end");
        service.maintenance.begin_shutdown();
        service.live.end_streams();
    };
    tokio::select! {
        () = http::serve(listener, router, stopping, PATIENCE) => {}
        () = impatience.twice() => tracing::warn!("told twice to stop: running requests are cut off"),
    }
    sweeping.abort();
    service.operations.close().await;
    tracing::info!("stopped");
    Ok(())
}

/// Takes as many file descriptors as the system allows this process. Shells start programs with a thousand, which the
/// phones of one hall use up; whoever wants to hold it lower lowers the hard limit.
fn take_descriptors() {
    let maximum = getrlimit(Resource::Nofile).maximum;
    // Where it is refused, what there is has to do.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
}

/// The tools that the deployment adds.
pub(crate) fn extensions(settings: &Settings) -> Result<Vec<Extension>, Failure> {
    match &settings.mcp_tools_file {
        None => Ok(Vec::new()),
        Some(path) => read_extensions(path).map_err(|fault| Failure::Machine(format!("SVC_MCP_TOOLS_FILE: {fault}"))),
    }
}

/// A socket that was opened for the service and outlives it, as systemd does: whoever calls while one service ends and
/// the next begins waits in it.
fn handed_listener(mut handed: ListenFd) -> Result<Option<TcpListener>, Failure> {
    let taken = handed.take_tcp_listener(0).and_then(|listener| {
        let Some(listener) = listener else { return Ok(None) };
        listener.set_nonblocking(true)?;
        TcpListener::from_std(listener).map(Some)
    });
    taken.map_err(|fault| Failure::Machine(format!("LISTEN_FDS: the socket that was handed over: {fault}")))
}

async fn listener(host: &str, port: u16) -> Result<TcpListener, Failure> {
    let listening = TcpListener::bind((host, port)).await;
    listening.map_err(|fault| Failure::Machine(format!("cannot listen on `{host}` port {port}: {fault}")))
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

/// What the first start says, and no later one: who the administrator is, and how a program gets in.
fn welcome(first: &FirstStart, here: &str, settings: &Settings) -> String {
    let mut text = format!("\nThis is the first start. The administrator:\n  e-mail    {}\n", first.email);
    if let Some(password) = &first.password {
        let _ = writeln!(text, "  password  {password}");
    }
    if let Some(token) = &first.token {
        let _ = writeln!(text, "  sign in   {here}/signin?token={token}");
        text.push_str("            (works once, within 24 hours)\n");
    }
    let program = std::env::args().next().filter(|name| name.contains('/')).unwrap_or_else(|| "lectern".to_owned());
    let (email, place) = (&first.email, place(settings));
    let _ = write!(
        text,
        "\nTo let a program in, make a key and call with it:\n  \
         KEY=$({program} key create --email {email} --name first --scopes read,write,export{place})\n  \
         curl -H \"Authorization: Bearer $KEY\" {here}/api/v1/presentations\n\n"
    );
    text
}

/// The flags with which another command finds this storage, where it would not by itself.
fn place(settings: &Settings) -> String {
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

/// Writes to the console; a console that went away is no reason to stop.
fn console(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

async fn sweep(service: Arc<Service>) {
    let mut times = interval_at(Instant::now() + SWEEP, SWEEP);
    times.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        times.tick().await;
        if let Err(fault) = service.operations.sweep().await {
            tracing::warn!("what has expired stays for another minute: {fault:#}");
        }
    }
}

/// The two ways in which a service is told to stop.
struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    fn new() -> Result<Self, Failure> {
        let caught =
            |kind| signal(kind).map_err(|fault| Failure::Machine(format!("signals cannot be caught: {fault}")));
        Ok(Self { terminate: caught(SignalKind::terminate())?, interrupt: caught(SignalKind::interrupt())? })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }

    async fn twice(&mut self) {
        self.next().await;
        self.next().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
