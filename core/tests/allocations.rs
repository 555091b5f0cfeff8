//! How many allocations a check makes, held against `tests/snapshots/allocs.toml`.
//!
//! A count is the same on every machine, so it can fail where a time could only wobble. Write the
//! snapshot again with `AANA_BLESS=1 cargo test -p aana-core --test allocations`.

use std::{fmt::Write as _, path::PathBuf};

use aana_core::{Gate, time};
use allocation_counter::{AllocationInfo, measure};
use toml::Table;

#[path = "../benches/events/mod.rs"]
mod events;

#[test]
fn no_check_allocates_more_than_the_snapshot_says() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/snapshots/allocs.toml");
    let counted = count();
    if std::env::var_os("AANA_BLESS").is_some() {
        std::fs::write(&path, counted).expect("the snapshot can be written");
        return;
    }
    let snapshot = std::fs::read_to_string(&path).expect("the snapshot can be read");
    let parse = |text: &str| text.parse::<Table>().expect("the snapshot is TOML");
    assert_eq!(
        parse(&counted),
        parse(&snapshot),
        "allocations changed; if that is meant, write the snapshot again with AANA_BLESS=1"
    );
}

fn count() -> String {
    let gate = Gate::default();
    let now = time::parse(events::NOW).expect("a date");
    let mut text = String::from(
        "# Allocations of one check, and the bytes held at once, per event of `tests/bench` and a large one:\n\
         # `route` is text in, route and codes out; `json` makes the long form as well.\n",
    );
    for (name, event) in events::all() {
        let route = measure(|| {
            std::hint::black_box(gate.check(&event, now).route());
        });
        let json = measure(|| {
            std::hint::black_box(gate.check(&event, now).to_json());
        });
        write!(text, "\n[{name}]\n{}{}", line("route", &route), line("json", &json))
            .expect("a string takes any text");
    }
    text
}

fn line(name: &str, info: &AllocationInfo) -> String {
    assert_eq!(info.count_current, 0, "a check keeps nothing");
    format!("{name} = {{ count = {}, max_bytes = {} }}\n", info.count_total, info.bytes_max)
}
