//! Measures the speed of the service from outside: the release binary in its own process, over loopback.
//!
//! `cargo bench -p server --bench service -- rest exports` runs the named benchmarks, or all. Each prints rows of a
//! name, a figure and its unit, which `bench/table` reads. They use no benchmark harness, since none fits a load
//! generator with a server.

mod agents;
mod exports;
mod lectern;
mod live;
mod published;
mod render;
mod rest;
#[path = "../../tests/support/mod.rs"]
mod support;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // `cargo test --benches` only checks that the program starts.
    if arguments.iter().any(|argument| argument == "--test") {
        return;
    }
    let parts: [(&str, fn()); 6] = [
        ("rest", rest::measured),
        ("render", render::measured),
        ("exports", exports::measured),
        ("agents", agents::measured),
        ("published", published::measured),
        ("live", live::measured),
    ];
    let named = |part: &str| arguments.iter().any(|argument| argument == part);
    let all = !parts.iter().any(|(part, _)| named(part));
    for (part, measured) in parts {
        if all || named(part) {
            measured();
        }
    }
}
