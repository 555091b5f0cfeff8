//! A component, compiled once.

use wasmtime::component::{Component as Compiled, InstancePre, Linker};
use wasmtime::{Config, Engine, InstanceAllocationStrategy, PoolingAllocationConfig, Store};

use crate::error::LoadError;
use crate::limits::{EngineOptions, MOST_MEMORIES, MOST_TABLE_ELEMENTS, MOST_TABLES, State};

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
    pub(crate) options: EngineOptions,
}

impl<W: World> Shared<W> {
    /// Compiles a component that imports nothing and exports what its world says.
    pub(crate) fn new(bytes: &[u8], options: EngineOptions) -> Result<Self, LoadError> {
        let engine = Engine::new(&config(options)).map_err(LoadError::Engine)?;
        let compiled = Compiled::from_binary(&engine, bytes).map_err(LoadError::NotAComponent)?;
        // Nothing is linked in: whatever the component asks for, it does not get.
        let pre = Linker::new(&engine).instantiate_pre(&compiled).map_err(LoadError::Imports)?;
        let pre = W::pre(pre).map_err(LoadError::OtherWorld)?;
        Ok(Self { engine, pre, options })
    }
}

fn config(options: EngineOptions) -> Config {
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
