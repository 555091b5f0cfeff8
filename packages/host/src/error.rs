//! What can go wrong before there is a gate.

use std::error::Error;
use std::fmt;

use crate::bindings::exports::aana::gate::types::Fault;

/// Why a component was not loaded.
#[derive(Debug)]
#[non_exhaustive]
pub enum LoadError {
    /// The engine cannot be had with these options on this system.
    Engine(wasmtime::Error),
    /// The bytes are not a WebAssembly component.
    NotAComponent(wasmtime::Error),
    /// The component imports something. This host gives nothing to anybody.
    Imports(wasmtime::Error),
    /// The component does not export what `wit/aana.wit` says.
    OtherWorld(wasmtime::Error),
    /// An instance of it does not start within the limits.
    DoesNotStart(wasmtime::Error),
}

impl fmt::Display for LoadError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Engine(_) => "the engine cannot be had with these options on this system",
            Self::NotAComponent(_) => "the bytes are not a WebAssembly component",
            Self::Imports(_) => "the component imports something, and this host gives nothing",
            Self::OtherWorld(_) => "the component does not export what `aana:gate@1.0.0` says",
            Self::DoesNotStart(_) => "the component does not start within the limits",
        })
    }
}

impl Error for LoadError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        let (Self::Engine(cause)
        | Self::NotAComponent(cause)
        | Self::Imports(cause)
        | Self::OtherWorld(cause)
        | Self::DoesNotStart(cause)) = self;
        Some(cause.as_ref())
    }
}

/// Why there is no gate.
#[derive(Debug)]
#[non_exhaustive]
pub enum GateError {
    /// Every fault of the policy.
    Policy(Vec<Fault>),
    /// An instance failed.
    Failed(wasmtime::Error),
}

impl fmt::Display for GateError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Policy(faults) => {
                formatter.write_str("the policy is faulty")?;
                for fault in faults {
                    write!(formatter, "; {}: {}", fault.path, fault.message)?;
                }
                Ok(())
            }
            Self::Failed(_) => formatter.write_str("an instance of the component failed"),
        }
    }
}

impl Error for GateError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Policy(_) => None,
            Self::Failed(cause) => Some(cause.as_ref()),
        }
    }
}
