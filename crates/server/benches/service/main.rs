//! How fast the service is, measured from outside: the release binary in a process of its own, over loopback.
//!
//! `cargo bench -p server --bench service -- rest exports` runs the parts that are named, or all. Each part prints
//! rows of a name, a figure and its unit, which `bench/table` reads. Plain programs, since a load generator beside a
//! server does not fit a harness.

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
    // `cargo test --benches` only asks whether it runs.
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
