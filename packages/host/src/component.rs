//! The component, compiled once, and what its instances may use up.

use std::sync::Arc;

use wasmtime::component::{Component as Compiled, Linker};
use wasmtime::{Config, Engine, InstanceAllocationStrategy, PoolingAllocationConfig};

use crate::bindings::AanaPre;
use crate::bindings::exports::aana::gate::types::{ExecutionPolicy, Fault, Mode, Policy};
use crate::error::{GateError, LoadError};
use crate::gate::Gate;
use crate::session::{PolicySource, Session, State};

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

/// The component, compiled. Cheap to clone; all clones share one engine.
#[derive(Clone)]
pub struct Component {
    shared: Arc<Shared>,
}

pub(crate) struct Shared {
    pub(crate) engine: Engine,
    pub(crate) pre: AanaPre<State>,
    pub(crate) options: Options,
}

impl Component {
    /// Compiles a component.
    ///
    /// # Errors
    ///
    /// Bytes that are no component, a component that imports anything or lacks what `wit/aana.wit`
    /// says, one whose instances do not start within the limits, and an engine that the system does
    /// not grant.
    pub fn new(bytes: &[u8], options: Options) -> Result<Self, LoadError> {
        let engine = Engine::new(&config(options)).map_err(LoadError::Engine)?;
        let compiled = Compiled::from_binary(&engine, bytes).map_err(LoadError::NotAComponent)?;
        // Nothing is linked in: whatever the component asks for, it does not get.
        let pre = Linker::new(&engine).instantiate_pre(&compiled).map_err(LoadError::Imports)?;
        let pre = AanaPre::new(pre).map_err(LoadError::OtherWorld)?;
        let component = Self { shared: Arc::new(Shared { engine, pre, options }) };
        component.version().map_err(LoadError::DoesNotStart)?;
        Ok(component)
    }

    /// A gate with this policy, `aana.policy.v1` as JSON text, or with the defaults.
    ///
    /// # Errors
    ///
    /// Every fault of the policy, or an instance that failed.
    pub fn gate(&self, policy: Option<&str>) -> Result<Gate, GateError> {
        let source = policy.map_or(PolicySource::Default, |text| PolicySource::Text(text.into()));
        Gate::new(Arc::clone(&self.shared), source)
    }

    /// The same from typed options.
    ///
    /// # Errors
    ///
    /// Every fault of the policy, or an instance that failed.
    pub fn gate_from(&self, policy: Policy) -> Result<Gate, GateError> {
        Gate::new(Arc::clone(&self.shared), PolicySource::Typed(Box::new(policy)))
    }

    /// Whether the tool may run, given a decision as it arrived. Never fails: what is not plainly an
    /// accept is `false`, and so is an instance that failed. With the event given, the decision must
    /// also be about exactly this action.
    pub fn should_execute(&self, decision: &str, event: Option<&str>) -> bool {
        let asked = self.ask(|session| {
            session.precheck().call_should_execute(&mut session.store, decision, event)
        });
        asked.unwrap_or(false)
    }

    /// What a decision allows in a mode.
    ///
    /// # Errors
    ///
    /// An instance that failed.
    pub fn execution_policy(
        &self,
        decision: &str,
        mode: Mode,
    ) -> wasmtime::Result<ExecutionPolicy> {
        self.ask(|session| {
            session.precheck().call_execution_policy_for(&mut session.store, decision, mode)
        })
    }

    /// Every fault of an event by the published schema; empty if there is none.
    ///
    /// # Errors
    ///
    /// An instance that failed.
    pub fn validate(&self, event: &[u8]) -> wasmtime::Result<Vec<Fault>> {
        self.ask(|session| session.precheck().call_validate_bytes(&mut session.store, event))
    }

    /// The version of the gate in the component.
    ///
    /// # Errors
    ///
    /// An instance that failed.
    pub fn version(&self) -> wasmtime::Result<String> {
        self.ask(|session| session.precheck().call_gate_version(&mut session.store))
    }

    /// A call that needs no gate, in an instance of its own.
    fn ask<T>(
        &self,
        call: impl FnOnce(&mut Session) -> wasmtime::Result<T>,
    ) -> wasmtime::Result<T> {
        call(&mut Session::start(&self.shared)?)
    }
}

fn config(options: Options) -> Config {
    let mut config = Config::new();
    config.consume_fuel(true);
    if let Some(instances) = options.pool {
        // A component of ours is one core module, with room for what an encoder puts around it.
        let mut pool = PoolingAllocationConfig::new();
        pool.total_component_instances(instances)
            .total_core_instances(instances.saturating_mul(4))
            .max_core_instances_per_component(4)
            .total_memories(instances)
            .max_memories_per_component(1)
            .max_memory_size(options.memory_bytes)
            .total_tables(instances.saturating_mul(4))
            .max_tables_per_component(4)
            .linear_memory_keep_resident(2 << 20);
        config.allocation_strategy(InstanceAllocationStrategy::Pooling(pool));
    }
    config
}
