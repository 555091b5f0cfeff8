//! One instance with its limits.

use wasmtime::Store;
use wasmtime::component::{InstancePre, ResourceAny};

use crate::bindings::exports::aana::gate::precheck::Guest;
use crate::bindings::exports::aana::gate::types::Policy;
use crate::bindings::{Aana, AanaPre};
use crate::engine::{Shared, World};
use crate::error::GateError;
use crate::limits::{State, limits};
use crate::pool::Instance;

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

impl World for Aana {
    type Pre = AanaPre<State>;

    fn pre(pre: InstancePre<State>) -> wasmtime::Result<Self::Pre> {
        AanaPre::new(pre)
    }

    fn instantiate(pre: &Self::Pre, store: &mut Store<State>) -> wasmtime::Result<Self> {
        pre.instantiate(store)
    }
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
