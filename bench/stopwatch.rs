//! Measures how long a call takes, for benchmarks without a server.
//!
//! Each benchmark prints a row of its name, the median time of a call and the unit, which `bench/table` reads. Words on
//! the command line select the benchmarks whose names contain one of them: `cargo bench -p layout -- "text slide"`.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// How long calls are made before any is measured.
const WARM_UP: Duration = Duration::from_secs(1);
/// How long calls are measured.
const MEASURED: Duration = Duration::from_secs(4);
/// The fewest calls that are measured, however long they take.
const MIN_CALLS: usize = 10;

/// Prints the median time of a call.
pub(crate) fn measure<T>(name: &str, mut call: impl FnMut() -> T) {
    measure_with(name, || (), |()| call());
}

/// Prints the median time of a call whose input is made anew each time, which is not measured.
pub(crate) fn measure_with<I, T>(name: &str, mut input: impl FnMut() -> I, mut call: impl FnMut(I) -> T) {
    let mut timed = || {
        let input = input();
        let began = Instant::now();
        let output = black_box(call(black_box(input)));
        let took = began.elapsed();
        drop(output);
        took
    };
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut words = arguments.iter().filter(|argument| !argument.starts_with('-')).peekable();
    if words.peek().is_some() && !words.any(|word| name.contains(word.as_str())) {
        return;
    }
    // `cargo test --benches` only tries whether it runs.
    if arguments.iter().any(|argument| argument == "--test") {
        timed();
        return;
    }
    let began = Instant::now();
    while began.elapsed() < WARM_UP {
        timed();
    }
    let (began, mut times) = (Instant::now(), Vec::new());
    while began.elapsed() < MEASURED || times.len() < MIN_CALLS {
        times.push(timed());
    }
    times.sort_unstable();
    println!("{name:<50}  {:.4} ms", times[times.len() / 2].as_secs_f64() * 1000.0);
}
