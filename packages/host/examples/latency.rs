//! How long a check takes in a reused and in a fresh instance, beside the same check without a
//! component. Run it with `--release`; the component has to be built first.

use std::error::Error;
use std::hint::black_box;
use std::time::{Duration, Instant};
use std::{env, fs};

use aana_host::{Component, Isolation, Options};

const CALLS: usize = 20_000;

fn main() -> Result<(), Box<dyn Error>> {
    let file = env::args().nth(1).unwrap_or_else(|| "dist/aana.component.wasm".to_owned());
    let bytes = fs::read(file)?;
    let event = fs::read_to_string("examples/send_email.json")?;
    let start = Instant::now();
    let component = Component::new(&bytes, Options::default())?;
    println!("load and compile  {:?}", start.elapsed());

    let core = aana_core::Gate::default();
    time("core, JSON", || black_box(core.check(&event, 0).to_json()).len());
    let gate = component.gate(None)?;
    time("reused, typed", || black_box(gate.check(&event, 0)).json.len());
    time("reused, JSON", || black_box(gate.check_json(event.as_bytes(), 0)).len());
    time("reused, route", || gate.check_route(event.as_bytes(), 0) as usize);
    for (label, pool) in [("fresh, JSON, pooled", Some(16)), ("fresh, JSON, on demand", None)] {
        let options = Options { isolation: Isolation::Fresh, pool, ..Options::default() };
        let gate = Component::new(&bytes, options)?.gate(None)?;
        time(label, || black_box(gate.check_json(event.as_bytes(), 0)).len());
    }
    Ok(())
}

fn time(label: &str, mut call: impl FnMut() -> usize) {
    let mut times: Vec<Duration> = (0..CALLS)
        .map(|_| {
            let start = Instant::now();
            black_box(call());
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    let at = |share: usize| times.get(CALLS * share / 100).copied().unwrap_or_default();
    println!("{label:22}  p50 {:>9.2?}  p99 {:>9.2?}", at(50), at(99));
}
