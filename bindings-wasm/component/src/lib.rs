//! The gate as a WebAssembly component: what `wit/aana.wit` says, done by the core.
//!
//! Nothing is decided here. Each function turns what the component model gives it into what the core
//! takes, calls the core, and turns the answer back.

#![cfg_attr(target_arch = "wasm32", no_std)]

extern crate alloc;

mod bindings;
mod decision;
mod event;
mod policy;
mod tree;
mod words;

/// The functions that the host calls.
#[cfg(target_arch = "wasm32")]
#[allow(
    unsafe_code,
    missing_docs,
    unreachable_pub,
    unused_qualifications,
    clippy::all,
    clippy::pedantic
)]
mod exports {
    use super::Component;

    crate::bindings::export!(Component);
}

/// What a guest without `std` has to bring along.
#[cfg(target_arch = "wasm32")]
mod runtime {
    #[global_allocator]
    static ALLOCATOR: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

    /// The core has no panic path. Should there be one all the same, the host sees a trap.
    #[panic_handler]
    fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
        core::arch::wasm32::unreachable()
    }
}

use alloc::{string::String, vec::Vec};

use aana_core::{ExecutionPolicy, contract::GATE_VERSION, json};
use bindings::exports::aana::gate::{precheck, types};
use words::faults;

/// How large a decision may be that `execution-policy-for` reads.
const MAX_DECISION_BYTES: usize = 1 << 25;

/// The component.
pub struct Component;

/// The resource `gate`.
pub struct Gate(aana_core::Gate);

impl precheck::Guest for Component {
    type Gate = Gate;

    fn should_execute(decision_json: String, event_json: Option<String>) -> bool {
        aana_core::should_execute(&decision_json, event_json.as_deref())
    }

    fn execution_policy_for(decision_json: String, mode: types::Mode) -> types::ExecutionPolicy {
        let decision = json::parse(&decision_json, MAX_DECISION_BYTES).unwrap_or(json::Value::Null);
        decision::execution_policy(ExecutionPolicy::of_value(&decision, mode.into()))
    }

    fn validate(event_json: String) -> Vec<types::Fault> {
        faults(&aana_core::validate_event(&event_json))
    }

    fn validate_bytes(event_json: Vec<u8>) -> Vec<types::Fault> {
        faults(&aana_core::validate_bytes(&event_json))
    }

    fn gate_version() -> String {
        GATE_VERSION.into()
    }
}

impl precheck::GuestGate for Gate {
    fn new(policy: Option<String>) -> Result<Self, Vec<types::Fault>> {
        policy.map_or_else(|| Ok(Self(aana_core::Gate::default())), |text| load(&text))
    }

    fn from_policy(policy: types::Policy) -> Result<precheck::Gate, Vec<types::Fault>> {
        policy::to_json(&policy).and_then(|text| load(&text)).map(precheck::Gate::new)
    }

    fn check(&self, event_json: String, now_ms: i64) -> types::Decision {
        decision::typed(&self.0.check(&event_json, now_ms))
    }

    fn check_bytes(&self, event_json: Vec<u8>, now_ms: i64) -> types::Decision {
        decision::typed(&self.0.check_bytes(&event_json, now_ms))
    }

    fn check_attested(
        &self,
        event_json: Vec<u8>,
        now_ms: i64,
        attested: Vec<u32>,
    ) -> types::Decision {
        decision::typed(&self.0.attesting(&attested).check_bytes(&event_json, now_ms))
    }

    fn check_event(&self, event: types::Event, now_ms: i64) -> types::Decision {
        let decision = match event::tree(&event, self.0.max_event_bytes()) {
            Ok(event) => self.0.check_value(event, now_ms),
            Err(faults) => self.0.refuse(faults, now_ms),
        };
        decision::typed(&decision)
    }

    fn check_json(&self, event_json: Vec<u8>, now_ms: i64) -> String {
        self.0.check_bytes(&event_json, now_ms).to_json()
    }

    fn check_route(&self, event_json: Vec<u8>, now_ms: i64) -> types::Route {
        self.0.check_bytes(&event_json, now_ms).route().into()
    }

    fn mode(&self) -> types::Mode {
        self.0.mode().into()
    }

    fn max_event_bytes(&self) -> u32 {
        // A policy allows 16 MiB at most.
        u32::try_from(self.0.max_event_bytes()).unwrap_or(u32::MAX)
    }
}

fn load(policy: &str) -> Result<Gate, Vec<types::Fault>> {
    aana_core::Gate::new(policy).map(Gate).map_err(|error| faults(error.faults()))
}
