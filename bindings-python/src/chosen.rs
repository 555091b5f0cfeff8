//! The gate that an argument asks for.

use std::sync::LazyLock;

use pyo3::prelude::*;

use crate::args::load;
use crate::gate::Gate;

/// The gate without a policy.
pub(crate) static DEFAULT: LazyLock<aana_core::Gate> = LazyLock::new(aana_core::Gate::default);

/// The gate that a `policy` argument asks for: made anew, or the one given.
pub(crate) enum Chosen<'py> {
    Default,
    Made(Box<aana_core::Gate>),
    Given(Bound<'py, Gate>),
}

impl<'py> Chosen<'py> {
    pub(crate) fn by(policy: Option<&Bound<'py, PyAny>>) -> PyResult<Self> {
        let Some(policy) = policy else { return Ok(Self::Default) };
        if let Ok(gate) = policy.cast::<Gate>() {
            return Ok(Self::Given(gate.clone()));
        }
        load(policy).map(|gate| Self::Made(Box::new(gate)))
    }

    pub(crate) fn gate(&self) -> &aana_core::Gate {
        match self {
            Self::Default => &DEFAULT,
            Self::Made(gate) => gate,
            Self::Given(gate) => &gate.get().core,
        }
    }
}
