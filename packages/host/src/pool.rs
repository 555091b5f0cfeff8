//! Instances that are used again, each until a call in it fails.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use wasmtime::Store;

use crate::limits::{EngineOptions, Isolation, State};

/// What a pool holds: an instance, with what was loaded into it.
pub(crate) trait Instance {
    fn store(&mut self) -> &mut Store<State>;
}

/// Instances that served a call and can serve the next one.
pub(crate) struct Pool<T> {
    options: EngineOptions,
    idle: Mutex<Vec<T>>,
    failures: AtomicU64,
}

impl<T: Instance> Pool<T> {
    /// A pool with its first instance.
    pub(crate) fn new(options: EngineOptions, first: T) -> Self {
        let pool = Self { options, idle: Mutex::default(), failures: AtomicU64::new(0) };
        pool.give_back(first);
        pool
    }

    /// One call, in an instance that is idle or else is started. An instance in which a call failed is
    /// not used again.
    pub(crate) fn call<R>(
        &self,
        start: impl FnOnce() -> wasmtime::Result<T>,
        call: impl FnOnce(&mut T) -> wasmtime::Result<R>,
    ) -> wasmtime::Result<R> {
        let result = self.take(start).and_then(|mut taken| {
            let result = call(&mut taken);
            if result.is_ok() {
                self.give_back(taken);
            }
            result
        });
        if result.is_err() {
            self.failures.fetch_add(1, Ordering::Relaxed);
        }
        result
    }

    /// How many calls failed.
    pub(crate) fn failures(&self) -> u64 {
        self.failures.load(Ordering::Relaxed)
    }

    /// An instance with a full budget.
    fn take(&self, start: impl FnOnce() -> wasmtime::Result<T>) -> wasmtime::Result<T> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let Some(mut instance) = idle else { return start() };
        instance.store().set_fuel(self.options.fuel)?;
        Ok(instance)
    }

    fn give_back(&self, instance: T) {
        if self.options.isolation == Isolation::Reused {
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(instance);
        }
    }
}
