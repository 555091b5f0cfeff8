//! A component, compiled once, and what its instances may use up.

use wasmtime::component::{Component as Compiled, InstancePre, Linker};
use wasmtime::{Config, Engine, InstanceAllocationStrategy, PoolingAllocationConfig, Store};

use crate::error::LoadError;
use crate::session::State;

/// What instances may use up, and how long each of them is used.
#[derive(Debug, Clone, Copy)]
pub struct Options {
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

impl Default for Options {
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

/// The exports of a component, as `bindgen!` writes them.
pub(crate) trait World: Sized {
    /// The same before there is an instance.
    type Pre;

    fn pre(pre: InstancePre<State>) -> wasmtime::Result<Self::Pre>;

    fn instantiate(pre: &Self::Pre, store: &mut Store<State>) -> wasmtime::Result<Self>;
}

/// A component, compiled, with the limits of its instances.
pub(crate) struct Shared<W: World> {
    pub(crate) engine: Engine,
    pub(crate) pre: W::Pre,
    pub(crate) options: Options,
}

impl<W: World> Shared<W> {
    /// Compiles a component that imports nothing and exports what its world says.
    pub(crate) fn new(bytes: &[u8], options: Options) -> Result<Self, LoadError> {
        let engine = Engine::new(&config(options)).map_err(LoadError::Engine)?;
        let compiled = Compiled::from_binary(&engine, bytes).map_err(LoadError::NotAComponent)?;
        // Nothing is linked in: whatever the component asks for, it does not get.
        let pre = Linker::new(&engine).instantiate_pre(&compiled).map_err(LoadError::Imports)?;
        let pre = W::pre(pre).map_err(LoadError::OtherWorld)?;
        Ok(Self { engine, pre, options })
    }
}

fn config(options: Options) -> Config {
    let mut config = Config::new();
    config.consume_fuel(true);
    if let Some(instances) = options.pool {
        let mut pool = PoolingAllocationConfig::new();
        pool.total_component_instances(instances)
            .total_core_instances(instances.saturating_mul(4))
            .max_core_instances_per_component(4)
            .total_memories(instances)
            .max_memories_per_component(MOST_MEMORIES)
            .max_memory_size(options.memory_bytes)
            .total_tables(instances.saturating_mul(MOST_TABLES))
            .max_tables_per_component(MOST_TABLES)
            .table_elements(MOST_TABLE_ELEMENTS)
            .linear_memory_keep_resident(2 << 20);
        config.allocation_strategy(InstanceAllocationStrategy::Pooling(pool));
    }
    config
}
