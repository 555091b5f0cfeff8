//! What the runners print, and the table made of it.

use std::fmt;

use anyhow::{Context as _, Result};
use serde::{Deserialize, de::DeserializeOwned};

/// How long one operation takes with one event.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Time {
    surface: String,
    operation: String,
    /// Empty for what is done once, such as loading.
    event: String,
    p50_us: f64,
    p99_us: f64,
}

/// What a process holds after each tenth of the calls, in bytes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Memory {
    pub(super) surface: String,
    pub(super) calls: u32,
    held: [u64; 10],
}

impl Memory {
    /// How much more the process holds in the second half than in the first. The lowest of each half
    /// counts: what a collector or an allocator has not given back yet comes and goes, a leak stays.
    pub(super) fn growth(&self) -> u64 {
        let [first, second] = self.lowest();
        second.saturating_sub(first)
    }

    fn lowest(&self) -> [u64; 2] {
        let (first, second) = self.held.split_at(self.held.len() / 2);
        [first, second].map(|half| half.iter().copied().min().unwrap_or_default())
    }
}

impl fmt::Display for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.lowest().map(|bytes| bytes >> 10);
        write!(f, "{}: {} calls, {first} KiB, then {second} KiB", self.surface, self.calls)
    }
}

/// Every line of a runner.
pub(super) fn parse<T: DeserializeOwned>(text: &str) -> Result<Vec<T>> {
    text.lines()
        .map(|line| serde_json::from_str(line).with_context(|| format!("no figure: {line}")))
        .collect()
}

/// The figures as a Markdown table, event by event.
pub(super) fn table(times: &[Time]) -> Vec<String> {
    let mut lines = vec![
        "| event | surface | operation | p50 µs | p99 µs | to the core | to its floor |".to_owned(),
        "| --- | --- | --- | ---: | ---: | ---: | ---: |".to_owned(),
    ];
    let mut sorted: Vec<&Time> = times.iter().collect();
    sorted.sort_by_key(|time| times.iter().position(|first| first.event == time.event));
    lines.extend(sorted.into_iter().map(|time| {
        let Time { surface, operation, event, p50_us, p99_us } = time;
        let core = ratio(time, find(times, "rust-core", counterpart(operation), event));
        let floor = ratio(time, find(times, surface, "floor", event));
        format!(
            "| {event} | {surface} | {operation} | {p50_us:.2} | {p99_us:.2} | {core} | {floor} |"
        )
    }));
    lines
}

/// What the core does of the same extent: no more than the route, or the long form as well.
fn counterpart(operation: &str) -> &'static str {
    match operation {
        "route" | "route_fresh" | "decide" | "Gate.check().route" => "route",
        "floor" => "floor",
        "should_execute" => "should_execute",
        _ => "json",
    }
}

fn find<'t>(times: &'t [Time], surface: &str, operation: &str, event: &str) -> Option<&'t Time> {
    let same = |time: &&Time| {
        time.surface == surface && time.operation == operation && time.event == event
    };
    times.iter().find(same)
}

fn ratio(time: &Time, base: Option<&Time>) -> String {
    base.map_or_else(String::new, |base| format!("{:.2}", time.p50_us / base.p50_us))
}

#[cfg(test)]
mod tests {
    use super::{Memory, Time, parse, table};

    #[test]
    fn figures_are_compared_within_one_event() {
        let line = |surface: &str, operation: &str, p50: f64| {
            format!(
                r#"{{"surface":"{surface}","operation":"{operation}","event":"e","p50_us":{p50},"p99_us":9}}"#
            )
        };
        let text = [
            line("rust-core", "floor", 4.0),
            line("rust-core", "route", 2.0),
            line("wasm-node", "decide", 5.0),
        ]
        .join("\n");
        let rows = table(&parse::<Time>(&text).unwrap());
        assert_eq!(rows[3], "| e | rust-core | route | 2.00 | 9.00 | 1.00 | 0.50 |");
        assert_eq!(rows[4], "| e | wasm-node | decide | 5.00 | 9.00 | 2.50 |  |");
        assert!(parse::<Time>("no figure").is_err());
    }

    #[test]
    fn memory_grows_with_the_lowest_it_comes_back_to() {
        let growth = |held| Memory { surface: "x".into(), calls: 1, held }.growth();
        assert_eq!(growth([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]), 5);
        assert_eq!(growth([5, 9, 5, 5, 5, 5, 9, 5, 9, 9]), 0);
        assert_eq!(growth([9, 9, 9, 9, 5, 3, 3, 3, 3, 3]), 0);
    }
}
