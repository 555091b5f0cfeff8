//! The gate: checks that always come back with a decision.

use std::sync::Arc;

use wasmtime::Store;
use wasmtime::component::ResourceAny;

use crate::bindings::Aana;
use crate::bindings::exports::aana::gate::precheck::{Guest, GuestGate};
use crate::bindings::exports::aana::gate::types::{Decision, Event, Route};
use crate::engine::Shared;
use crate::error::GateError;
use crate::limits::State;
use crate::pool::Pool;
use crate::refusal::{REFUSAL, refusal};
use crate::session::{GateSession, PolicySource};

/// A gate with its policy. Checks from several threads at once run in as many instances.
///
/// A check never fails: where an instance traps, runs out of fuel or memory, or cannot be made, the
/// decision is [`REFUSAL`](crate::REFUSAL), the instance is thrown away, and the next check gets a
/// fresh one.
pub struct Gate {
    shared: Arc<Shared<Aana>>,
    policy: PolicySource,
    pool: Pool<GateSession>,
}

impl Gate {
    pub(crate) fn new(shared: Arc<Shared<Aana>>, policy: PolicySource) -> Result<Self, GateError> {
        let first = GateSession::start(&shared, &policy)?;
        let pool = Pool::new(shared.options, first);
        Ok(Self { shared, policy, pool })
    }

    /// Decides one event, given as JSON text. `now_ms` is the time in Unix milliseconds.
    pub fn check(&self, event: &str, now_ms: i64) -> Decision {
        self.call(|guest, store, gate| guest.call_check(store, gate, event, now_ms))
            .unwrap_or_else(refusal)
    }

    /// Decides one event, given as bytes that should be UTF-8 JSON text.
    pub fn check_bytes(&self, event: &[u8], now_ms: i64) -> Decision {
        self.call(|guest, store, gate| guest.call_check_bytes(store, gate, event, now_ms))
            .unwrap_or_else(refusal)
    }

    /// Decides one event as [`Gate::check_bytes`] does, whose refs at these positions in `evidence_refs` the
    /// host has checked itself. This counts where the policy says `evidence: attested`.
    pub fn check_attested(&self, event: &[u8], now_ms: i64, attested: &[u32]) -> Decision {
        self.call(|guest, store, gate| {
            guest.call_check_attested(store, gate, event, now_ms, attested)
        })
        .unwrap_or_else(refusal)
    }

    /// Decides one typed event.
    pub fn check_event(&self, event: &Event, now_ms: i64) -> Decision {
        self.call(|guest, store, gate| guest.call_check_event(store, gate, event, now_ms))
            .unwrap_or_else(refusal)
    }

    /// The JSON text of the decision alone.
    pub fn check_json(&self, event: &[u8], now_ms: i64) -> String {
        self.call(|guest, store, gate| guest.call_check_json(store, gate, event, now_ms))
            .unwrap_or_else(|| REFUSAL.to_owned())
    }

    /// The route alone: the cheapest answer.
    pub fn check_route(&self, event: &[u8], now_ms: i64) -> Route {
        self.call(|guest, store, gate| guest.call_check_route(store, gate, event, now_ms))
            .unwrap_or(Route::Refuse)
    }

    /// How many checks were refused because an instance failed.
    pub fn failures(&self) -> u64 {
        self.pool.failures()
    }

    /// One call in an instance that is idle or new, or `None` if it failed.
    fn call<T>(
        &self,
        call: impl FnOnce(GuestGate<'_>, &mut Store<State>, ResourceAny) -> wasmtime::Result<T>,
    ) -> Option<T> {
        let start = || GateSession::start(&self.shared, &self.policy).map_err(wasmtime::Error::new);
        let result = self.pool.call(start, |taken| {
            let guest: Guest = taken.session.precheck();
            call(guest.gate(), &mut taken.session.store, taken.gate)
        });
        result.ok()
    }
}
