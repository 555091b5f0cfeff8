//! One instance with its limits.

use wasmtime::component::ResourceAny;
use wasmtime::{Store, StoreLimits, StoreLimitsBuilder};

use crate::bindings::Aana;
use crate::bindings::exports::aana::gate::precheck::Guest;
use crate::bindings::exports::aana::gate::types::Policy;
use crate::engine::{MOST_MEMORIES, MOST_TABLE_ELEMENTS, MOST_TABLES, Options, Shared, World};
use crate::error::GateError;
use crate::pool::Instance;

/// What the store of an instance holds for the host.
pub(crate) struct State {
    limits: StoreLimits,
}

/// Where the policy of a gate comes from. Kept, since a fresh instance has to load it again.
pub(crate) enum PolicySource {
    Default,
    Text(String),
    Typed(Box<Policy>),
}

/// An instance.
pub(crate) struct Session<W> {
    pub(crate) store: Store<State>,
    pub(crate) instance: W,
}

impl<W: World> Session<W> {
    /// A new instance with a full budget.
    pub(crate) fn start(shared: &Shared<W>) -> wasmtime::Result<Self> {
        let limits = limits(shared.options);
        let mut store = Store::new(&shared.engine, State { limits });
        store.limiter(|state| &mut state.limits);
        store.set_fuel(shared.options.fuel)?;
        let instance = W::instantiate(&shared.pre, &mut store)?;
        Ok(Self { store, instance })
    }
}

/// What an instance may have, also where its memory is asked of the system each time.
fn limits(options: Options) -> StoreLimits {
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

impl Session<Aana> {
    /// The functions of the instance.
    pub(crate) fn precheck(&self) -> Guest {
        self.instance.aana_gate_precheck().clone()
    }
}

impl<W> Instance for Session<W> {
    fn store(&mut self) -> &mut Store<State> {
        &mut self.store
    }
}

/// An instance with a gate in it.
pub(crate) struct GateSession {
    pub(crate) session: Session<Aana>,
    pub(crate) gate: ResourceAny,
}

impl GateSession {
    /// A new instance that has loaded the policy.
    pub(crate) fn start(shared: &Shared<Aana>, policy: &PolicySource) -> Result<Self, GateError> {
        let mut session = Session::start(shared).map_err(GateError::Failed)?;
        let precheck = session.precheck();
        let store = &mut session.store;
        let gate = match policy {
            PolicySource::Default => precheck.gate().call_constructor(store, None),
            PolicySource::Text(text) => precheck.gate().call_constructor(store, Some(text)),
            PolicySource::Typed(policy) => precheck.gate().call_from_policy(store, policy),
        };
        let gate = gate.map_err(GateError::Failed)?.map_err(GateError::Policy)?;
        Ok(Self { session, gate })
    }
}

impl Instance for GateSession {
    fn store(&mut self) -> &mut Store<State> {
        &mut self.session.store
    }
}

#[cfg(test)]
mod tests {
    use wasmtime::{Engine, Instance, Module, Store};

    use super::{State, limits};
    use crate::engine::Options;

    /// Starts a module under the limits of an instance and calls its `run`, if that is allowed.
    fn runs(text: &str) -> bool {
        let engine = Engine::default();
        let module = Module::new(&engine, wat::parse_str(text).unwrap()).unwrap();
        let options = Options { pool: None, memory_bytes: 1 << 20, ..Options::default() };
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
