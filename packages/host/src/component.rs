//! The component of the gate.

use std::sync::Arc;

use crate::bindings::Aana;
use crate::bindings::exports::aana::gate::types::{ExecutionPolicy, Fault, Mode, Policy};
use crate::engine::Shared;
use crate::error::{GateError, LoadError};
use crate::gate::Gate;
use crate::limits::EngineOptions;
use crate::session::{PolicySource, Session};

/// The component, compiled. Cheap to clone; all clones share one engine.
#[derive(Clone)]
pub struct Component {
    shared: Arc<Shared<Aana>>,
}

impl Component {
    /// Compiles a component.
    ///
    /// # Errors
    ///
    /// Bytes that are not a component, a component that imports anything or lacks what `wit/aana.wit`
    /// says, one whose instances do not start within the limits, and an engine that the system does
    /// not grant.
    pub fn new(bytes: &[u8], options: EngineOptions) -> Result<Self, LoadError> {
        let component = Self { shared: Arc::new(Shared::new(bytes, options)?) };
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
        call: impl FnOnce(&mut Session<Aana>) -> wasmtime::Result<T>,
    ) -> wasmtime::Result<T> {
        call(&mut Session::start(&self.shared)?)
    }
}
