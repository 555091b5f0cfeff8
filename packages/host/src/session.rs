//! One instance with its limits.

use wasmtime::component::ResourceAny;
use wasmtime::{Store, StoreLimits, StoreLimitsBuilder};

use crate::bindings::Aana;
use crate::bindings::exports::aana::gate::precheck::Guest;
use crate::bindings::exports::aana::gate::types::Policy;
use crate::component::Shared;
use crate::error::GateError;

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
pub(crate) struct Session {
    pub(crate) store: Store<State>,
    instance: Aana,
}

impl Session {
    /// A new instance with a full budget.
    pub(crate) fn start(shared: &Shared) -> wasmtime::Result<Self> {
        let limits = StoreLimitsBuilder::new()
            .memory_size(shared.options.memory_bytes)
            // The guest could do nothing sensible without the memory that it asks for.
            .trap_on_grow_failure(true)
            .build();
        let mut store = Store::new(&shared.engine, State { limits });
        store.limiter(|state| &mut state.limits);
        store.set_fuel(shared.options.fuel)?;
        let instance = shared.pre.instantiate(&mut store)?;
        Ok(Self { store, instance })
    }

    /// The functions of the instance.
    pub(crate) fn precheck(&self) -> Guest {
        self.instance.aana_gate_precheck().clone()
    }
}

/// An instance with a gate in it.
pub(crate) struct GateSession {
    pub(crate) session: Session,
    pub(crate) gate: ResourceAny,
}

impl GateSession {
    /// A new instance that has loaded the policy.
    pub(crate) fn start(shared: &Shared, policy: &PolicySource) -> Result<Self, GateError> {
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
