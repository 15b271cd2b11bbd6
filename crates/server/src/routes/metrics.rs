//! Metrics of the running process in the text format of Prometheus: responses by route and status, their durations,
//! open connections, running requests, resident memory, and statistics of storage.
//!
//! Only clients on this machine or a private network may read them; others get 404. A request through a proxy that is
//! not trusted gets 404, too, since its client cannot be identified. Routes are named by their pattern, so that ids and
//! codes never become labels.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::net::IpAddr;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{CONTENT_TYPE, FORWARDED, HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use service::StoreStatistics;

use crate::http::{ApiError, App, ClientAddress, Result};

/// Upper bounds of the buckets of response times, in seconds.
const BUCKETS: [f64; 11] = [0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.1, 0.25, 1.0, 5.0, 30.0];

static ROUTES: Mutex<BTreeMap<String, RouteFigures>> = Mutex::new(BTreeMap::new());
static RUNNING: AtomicI64 = AtomicI64::new(0);
static CONNECTIONS: AtomicI64 = AtomicI64::new(0);

/// The responses of one route.
#[derive(Default)]
struct RouteFigures {
    answers: BTreeMap<(&'static str, u16), u64>,
    buckets: [u64; BUCKETS.len()],
    count: u64,
    seconds: f64,
}

/// Increments a gauge until it is dropped.
pub(crate) struct OpenCount(&'static AtomicI64);

impl OpenCount {
    /// Counts an open connection.
    pub(crate) fn connection() -> Self {
        Self::increment(&CONNECTIONS)
    }

    /// Increments a gauge until the result is dropped.
    fn increment(counter: &'static AtomicI64) -> Self {
        counter.fetch_add(1, Ordering::Relaxed);
        Self(counter)
    }
}

impl Drop for OpenCount {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Middleware that counts a request and measures the time until its response.
pub(crate) async fn measure(request: Request, next: Next) -> Response {
    let _running = OpenCount::increment(&RUNNING);
    let route = request.extensions().get::<MatchedPath>().cloned();
    let (method, began) = (method_name(request.method().as_str()), Instant::now());
    let answer = next.run(request).await;
    let route = route.as_ref().map_or("none", |route| route.as_str());
    record(route, method, answer.status().as_u16(), began.elapsed());
    answer
}

/// Counts a response of a route.
fn record(route: &str, method: &'static str, status: u16, took: Duration) {
    let mut routes = ROUTES.lock().unwrap_or_else(PoisonError::into_inner);
    if !routes.contains_key(route) {
        routes.insert(route.to_owned(), RouteFigures::default());
    }
    let Some(figures) = routes.get_mut(route) else { return };
    *figures.answers.entry((method, status)).or_default() += 1;
    let seconds = took.as_secs_f64();
    if let Some(bucket) = BUCKETS.iter().position(|end| seconds <= *end) {
        figures.buckets[bucket] += 1;
    }
    figures.count += 1;
    figures.seconds += seconds;
}

/// The label of a method. All unknown methods share one, so that clients cannot create labels.
fn method_name(method: &str) -> &'static str {
    let known = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
    known.into_iter().find(|name| *name == method).unwrap_or("other")
}

/// Returns all metrics.
pub(crate) async fn read(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
) -> Result<Response> {
    let is_forwarded = headers.contains_key("x-forwarded-for") || headers.contains_key(FORWARDED);
    if !is_local(address) || (is_forwarded && !app.settings.trust_proxy) {
        return Err(ApiError::NoSuchPath);
    }
    let kind = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    let mut text = process_metrics();
    match app.service.operations.figures().await {
        Ok(figures) => write_storage_metrics(&mut text, &figures),
        // The other metrics are returned even when storage does not respond.
        Err(fault) => tracing::warn!(%fault, "the statistics of storage could not be read"),
    }
    Ok(([(CONTENT_TYPE, kind)], text).into_response())
}

/// Whether an address is on this machine or a private network.
fn is_local(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => address.is_loopback() || address.is_private() || address.is_link_local(),
        IpAddr::V6(address) => address.is_loopback() || address.is_unique_local() || address.is_unicast_link_local(),
    }
}

/// The metrics of this process, without those of storage.
fn process_metrics() -> String {
    let mut text = String::with_capacity(16 * 1024);
    let open = |counter: &AtomicI64| counter.load(Ordering::Relaxed);
    gauge(&mut text, "lectern_connections_open", "Connections that are open.", open(&CONNECTIONS));
    gauge(&mut text, "lectern_requests_running", "Requests that are under way.", open(&RUNNING));
    if let Some(bytes) = resident_bytes() {
        gauge(&mut text, "process_resident_memory_bytes", "Memory that is held.", bytes);
    }
    let routes = ROUTES.lock().unwrap_or_else(PoisonError::into_inner);
    head(&mut text, "lectern_requests_total", "Answers by route, method and status.", "counter");
    for (route, figures) in routes.iter() {
        for ((method, status), count) in &figures.answers {
            let _ = writeln!(
                text,
                "lectern_requests_total{{route=\"{route}\",method=\"{method}\",status=\"{status}\"}} {count}"
            );
        }
    }
    head(&mut text, "lectern_request_seconds", "Time until an answer began, by route.", "histogram");
    for (route, figures) in routes.iter() {
        let mut until = 0;
        for (end, count) in BUCKETS.iter().zip(figures.buckets) {
            until += count;
            let _ = writeln!(text, "lectern_request_seconds_bucket{{route=\"{route}\",le=\"{end}\"}} {until}");
        }
        let RouteFigures { count, seconds, .. } = figures;
        let _ = writeln!(text, "lectern_request_seconds_bucket{{route=\"{route}\",le=\"+Inf\"}} {count}");
        let _ = writeln!(text, "lectern_request_seconds_sum{{route=\"{route}\"}} {seconds}");
        let _ = writeln!(text, "lectern_request_seconds_count{{route=\"{route}\"}} {count}");
    }
    text
}

/// Appends the metrics of storage to a text.
fn write_storage_metrics(text: &mut String, figures: &StoreStatistics) {
    let StoreStatistics { decks, trashed, writes, caches } = figures;
    head(text, "lectern_decks", "Presentations that are stored, in the trash or not.", "gauge");
    let _ = writeln!(text, "lectern_decks{{trashed=\"no\"}} {decks}\nlectern_decks{{trashed=\"yes\"}} {trashed}");
    head(text, "lectern_store_writes_total", "Writes to storage by this process.", "counter");
    let _ = writeln!(text, "lectern_store_writes_total {writes}");
    head(text, "lectern_memory_reads_total", "Reads by kind, and whether memory had the answer.", "counter");
    for (kind, hits, misses) in caches {
        let _ = writeln!(text, "lectern_memory_reads_total{{kind=\"{kind}\",held=\"yes\"}} {hits}");
        let _ = writeln!(text, "lectern_memory_reads_total{{kind=\"{kind}\",held=\"no\"}} {misses}");
    }
}

fn head(text: &mut String, name: &str, help: &str, kind: &str) {
    let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}");
}

fn gauge(text: &mut String, name: &str, help: &str, value: i64) {
    head(text, name, help, "gauge");
    let _ = writeln!(text, "{name} {value}");
}

/// The resident memory of this process in bytes; none where the system does not report it.
fn resident_bytes() -> Option<i64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: i64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_local_addresses_may_read_metrics() {
        for (address, expected) in [
            ("127.0.0.1", true),
            ("10.1.2.3", true),
            ("192.168.0.9", true),
            ("::1", true),
            ("fd00::1", true),
            ("203.0.113.9", false),
            ("2001:db8::1", false),
        ] {
            assert_eq!(is_local(address.parse().unwrap()), expected, "{address}");
        }
    }

    #[test]
    fn each_bucket_counts_all_times_up_to_its_bound() {
        record("/a", "GET", 200, Duration::from_millis(2));
        record("/a", "GET", 404, Duration::from_mins(1));
        let text = process_metrics();
        for line in [
            "lectern_requests_total{route=\"/a\",method=\"GET\",status=\"200\"} 1",
            "lectern_request_seconds_bucket{route=\"/a\",le=\"0.001\"} 0",
            "lectern_request_seconds_bucket{route=\"/a\",le=\"0.0025\"} 1",
            "lectern_request_seconds_bucket{route=\"/a\",le=\"30\"} 1",
            "lectern_request_seconds_bucket{route=\"/a\",le=\"+Inf\"} 2",
            "lectern_request_seconds_count{route=\"/a\"} 2",
        ] {
            assert!(text.lines().any(|each| each == line), "{line} is not in\n{text}");
        }
    }
}
