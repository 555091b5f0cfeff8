//! One measurement: each call by itself, so that the slow ones are seen as well.

use std::hint::black_box;
use std::time::{Duration, Instant};

use serde_json::json;

/// Calls `work` so often, after a tenth more to warm up, and prints median and 99th percentile.
pub(crate) fn measure<T>(
    surface: &str,
    operation: &str,
    event: &str,
    calls: usize,
    mut work: impl FnMut() -> T,
) {
    for _ in 0..calls / 10 {
        black_box(work());
    }
    let mut times: Vec<Duration> = (0..calls)
        .map(|_| {
            let start = Instant::now();
            black_box(work());
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    let at = |part: usize| {
        times.get(times.len() * part / 100).map_or(0.0, |time| time.as_secs_f64() * 1e6)
    };
    println!(
        "{}",
        json!({
            "surface": surface, "operation": operation, "event": event,
            "p50_us": at(50), "p99_us": at(99),
        })
    );
}
