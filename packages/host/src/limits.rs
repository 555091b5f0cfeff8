//! What instances may use up, and how long each of them is used.

use wasmtime::{StoreLimits, StoreLimitsBuilder};

/// What instances may use up, and how long each of them is used.
#[derive(Debug, Clone, Copy)]
pub struct EngineOptions {
    /// The most memory of one instance, in bytes. An event of the greatest size that a policy can
    /// allow, 16 MiB, takes several times as much.
    pub memory_bytes: usize,
    /// The most work of one call, in wasmtime's units of fuel, which are about one instruction each.
    pub fuel: u64,
    /// Whether an instance is used again after a call.
    pub isolation: Isolation,
    /// How many instances may be alive at once in memory that is set aside for them. `None` asks the
    /// system for memory each time: slower, without a limit on their number, and without the large
    /// reservation of address space (6 GiB an instance).
    pub pool: Option<u32>,
}

impl Default for EngineOptions {
    /// 64 MiB, two thousand million instructions, instances used again, 16 of them.
    fn default() -> Self {
        Self {
            memory_bytes: 64 << 20,
            fuel: 2_000_000_000,
            isolation: Isolation::Reused,
            pool: Some(16),
        }
    }
}

/// How long an instance is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Isolation {
    /// An instance serves one call after the other until one fails. A check remembers nothing, so
    /// this shows in the time alone.
    Reused,
    /// Every call has an instance to itself, whose memory no other call has seen.
    Fresh,
}

/// A component of ours is one core module, with room for what an encoder puts around it.
pub(crate) const MOST_MEMORIES: u32 = 1;
pub(crate) const MOST_TABLES: u32 = 4;
pub(crate) const MOST_TABLE_ELEMENTS: usize = 20_000;

/// What the store of an instance holds for the host.
pub(crate) struct State {
    pub(crate) limits: StoreLimits,
}

/// What an instance may have, also where its memory is asked of the system each time.
pub(crate) fn limits(options: EngineOptions) -> StoreLimits {
    StoreLimitsBuilder::new()
        .memory_size(options.memory_bytes)
        .memories(MOST_MEMORIES as usize)
        .tables(MOST_TABLES as usize)
        // A table is memory of the host too, and growing one costs no fuel for its size.
        .table_elements(MOST_TABLE_ELEMENTS)
        // The guest could do nothing sensible without the memory that it asks for.
        .trap_on_grow_failure(true)
        .build()
}

#[cfg(test)]
mod tests {
    use wasmtime::{Engine, Instance, Module, Store};

    use super::{EngineOptions, State, limits};

    /// Starts a module under the limits of an instance and calls its `run`, if that is allowed.
    fn runs(text: &str) -> bool {
        let engine = Engine::default();
        let module = Module::new(&engine, wat::parse_str(text).unwrap()).unwrap();
        let options =
            EngineOptions { pool: None, memory_bytes: 1 << 20, ..EngineOptions::default() };
        let mut store = Store::new(&engine, State { limits: limits(options) });
        store.limiter(|state| &mut state.limits);
        Instance::new(&mut store, &module, &[])
            .and_then(|instance| instance.get_typed_func::<(), ()>(&mut store, "run"))
            .and_then(|run| run.call(&mut store, ()))
            .is_ok()
    }

    fn growing_a_table(to: u32) -> String {
        format!(
            r#"(module (table $t 0 funcref) (func (export "run")
                (drop (table.grow $t (ref.null func) (i32.const {to})))))"#
        )
    }

    #[test]
    fn memory_is_limited_whatever_it_is_called() {
        assert!(runs(&growing_a_table(1000)));
        assert!(!runs(&growing_a_table(100_000_000)));
        let run = r#"(func (export "run"))"#;
        assert!(runs(&format!("(module (memory 16) {run})")));
        assert!(!runs(&format!("(module (memory 17) {run})")));
        assert!(!runs(&format!("(module {} {run})", "(memory 16)".repeat(40))));
        assert!(!runs(&format!("(module {} {run})", "(table 20000 funcref)".repeat(40))));
    }
}
