//! How long a check takes, beside the floor of parsing and writing the same JSON.
//!
//! Run with `cargo bench -p aana-core`. Each event is measured three ways: `route` (text in, route
//! and codes out), `json` (the long form as well) and `floor` (`serde_json` parses the same event
//! into a tree and writes a tree of its decision, which any gate in front of an HTTP endpoint would
//! also pay). Compare within one run; the times of two runs on a shared machine say little.

use std::{hint::black_box, time::Duration};

use aana_core::{Gate, time};
use criterion::{Criterion, criterion_group, criterion_main};
use serde_json::Value;

mod events;
#[path = "events/arguments.rs"]
mod of_arguments;

fn check(c: &mut Criterion) {
    let gate = Gate::default();
    let now = time::parse(events::NOW).expect("a date");
    for (name, event) in events::all().into_iter().chain(of_arguments::all()) {
        let mut group = c.benchmark_group(name);
        group.bench_function("route", |b| {
            b.iter(|| {
                let decision = gate.check(black_box(&event), now);
                (decision.route(), decision.hard_blockers())
            });
        });
        group.bench_function("json", |b| b.iter(|| gate.check(black_box(&event), now).to_json()));
        let decision: Value =
            serde_json::from_str(&gate.check(&event, now).to_json()).expect("a decision is JSON");
        group.bench_function("floor", |b| {
            b.iter(|| {
                let parsed: Result<Value, _> = serde_json::from_slice(black_box(event.as_bytes()));
                (parsed, serde_json::to_vec(black_box(&decision)))
            });
        });
        group.finish();
    }
}

fn quick() -> Criterion {
    Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
}

criterion_group! { name = benches; config = quick(); targets = check }
criterion_main!(benches);
