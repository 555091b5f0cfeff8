//! Descriptors in instances of their own.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use wasmtime::Store;
use wasmtime::component::ResourceAny;

use super::bindings::AanaFormats;
use super::bindings::exports::aana::gate::formats::{Guest, GuestDescriptor};
use super::{Client, Profile, Report};
use crate::engine::Shared;
use crate::limits::State;
use crate::pool::{Instance, Pool};
use crate::refusal::REFUSAL;
use crate::session::Session;

/// A descriptor that was accepted.
pub struct Descriptor(Loaded);

impl Descriptor {
    pub(super) fn read(
        shared: Arc<Shared<AanaFormats>>,
        descriptor: &str,
        profile: Profile,
    ) -> Result<Self, DescriptorError> {
        let source = Source { text: Arc::from(descriptor), profile };
        Loaded::new(shared, vec![source]).map(Self)
    }

    /// Checks the arguments of a call and plans it.
    ///
    /// # Errors
    ///
    /// An instance that failed.
    pub fn plan(&self, tool: &str, arguments: &str) -> wasmtime::Result<String> {
        self.ask(|it, store, this| it.call_plan(store, this, tool, arguments))
    }

    /// The same for arguments that were checked elsewhere.
    ///
    /// # Errors
    ///
    /// An instance that failed.
    pub fn plan_checked_elsewhere(&self, tool: &str, arguments: &str) -> wasmtime::Result<String> {
        self.ask(|it, store, this| it.call_plan_checked_elsewhere(store, this, tool, arguments))
    }

    /// Checks the arguments of a call alone.
    ///
    /// # Errors
    ///
    /// An instance that failed.
    pub fn check_arguments(&self, tool: &str, arguments: &str) -> wasmtime::Result<Report> {
        self.ask(|it, store, this| it.call_check_arguments(store, this, tool, arguments))
    }

    /// Checks the answer of a tool.
    ///
    /// # Errors
    ///
    /// An instance that failed.
    pub fn check_answer(&self, tool: &str, answer: &str) -> wasmtime::Result<Report> {
        self.ask(|it, store, this| it.call_check_answer(store, this, tool, answer))
    }

    /// Plans a call and puts its secrets in place.
    ///
    /// # Errors
    ///
    /// An instance that failed.
    pub fn wire(&self, tool: &str, arguments: &str, secrets: &str) -> wasmtime::Result<String> {
        self.ask(|it, store, this| it.call_wire(store, this, tool, arguments, secrets))
    }

    /// What a tool does.
    ///
    /// # Errors
    ///
    /// An instance that failed.
    pub fn classify(
        &self,
        tool: &str,
        authorization_state: &str,
        pinned: bool,
    ) -> wasmtime::Result<String> {
        self.ask(|it, store, this| it.call_classify(store, this, tool, authorization_state, pinned))
    }

    /// Plans a call and forms the event for it.
    ///
    /// # Errors
    ///
    /// An instance that failed.
    pub fn event(&self, tool: &str, arguments: &str, context: &str) -> wasmtime::Result<String> {
        self.ask(|it, store, this| it.call_event(store, this, tool, arguments, context))
    }

    fn ask<R>(
        &self,
        call: impl FnOnce(GuestDescriptor<'_>, &mut Store<State>, ResourceAny) -> wasmtime::Result<R>,
    ) -> wasmtime::Result<R> {
        self.0.ask(|guest, store, descriptors| match descriptors {
            [descriptor] => call(guest.descriptor(), store, *descriptor),
            _ => Err(wasmtime::Error::msg("there is one descriptor")),
        })
    }
}

/// Descriptors that are asked together.
pub struct Catalog(Loaded);

impl Catalog {
    pub(super) fn of(
        shared: Arc<Shared<AanaFormats>>,
        descriptors: &[&Descriptor],
    ) -> Result<Self, DescriptorError> {
        let sources = descriptors.iter().flat_map(|it| it.0.sources.iter().cloned()).collect();
        Loaded::new(shared, sources).map(Self)
    }

    /// The tools of the descriptors in the form of a client.
    ///
    /// # Errors
    ///
    /// An instance that failed.
    pub fn tools(&self, client: Client, pinned: bool) -> wasmtime::Result<String> {
        self.0.ask(|guest, store, all| guest.call_tools(store, all, client, pinned))
    }

    /// A call of a client, as it gave name and arguments, under the names of the descriptors.
    ///
    /// # Errors
    ///
    /// An instance that failed.
    pub fn carried_back(
        &self,
        client: Client,
        name: &str,
        arguments: &str,
    ) -> wasmtime::Result<String> {
        self.0.ask(|guest, store, all| guest.call_carried_back(store, all, client, name, arguments))
    }

    /// Decides an event, whose arguments must fit the tool's parameters if it is a tool of a descriptor.
    /// Where an instance fails, the decision is [`REFUSAL`].
    ///
    /// # Errors
    ///
    /// The faults of the policy as JSON text.
    pub fn check_event(
        &self,
        policy: Option<&str>,
        mode: Option<&str>,
        event: &str,
        now_ms: i64,
    ) -> Result<String, String> {
        self.0
            .ask(|guest, store, all| {
                guest.call_check_event(store, all, policy, mode, event, now_ms)
            })
            .unwrap_or_else(|_| Ok(REFUSAL.to_owned()))
    }

    /// What is wrong with the arguments of an event, and nothing else.
    ///
    /// # Errors
    ///
    /// An instance that failed.
    pub fn event_faults(&self, event: &str) -> wasmtime::Result<String> {
        self.0.ask(|guest, store, all| guest.call_event_faults(store, all, event))
    }
}

/// Why there is no descriptor.
#[derive(Debug)]
#[non_exhaustive]
pub enum DescriptorError {
    /// It is not accepted.
    NotAccepted(Report),
    /// An instance failed.
    Failed(wasmtime::Error),
}

impl fmt::Display for DescriptorError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAccepted(report) => {
                formatter.write_str("the descriptor is not accepted")?;
                for finding in &report.findings {
                    write!(formatter, "; {}: {}", finding.rule, finding.message)?;
                }
                Ok(())
            }
            Self::Failed(_) => formatter.write_str("an instance of the component failed"),
        }
    }
}

impl Error for DescriptorError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::NotAccepted(_) => None,
            Self::Failed(cause) => Some(cause.as_ref()),
        }
    }
}

/// A text that a fresh instance has to read again.
#[derive(Clone)]
struct Source {
    text: Arc<str>,
    profile: Profile,
}

/// Descriptors, and instances that have read them.
struct Loaded {
    shared: Arc<Shared<AanaFormats>>,
    sources: Vec<Source>,
    pool: Pool<LoadedSession>,
}

struct LoadedSession {
    session: Session<AanaFormats>,
    descriptors: Vec<ResourceAny>,
}

impl Instance for LoadedSession {
    fn store(&mut self) -> &mut Store<State> {
        self.session.store()
    }
}

impl Loaded {
    fn new(
        shared: Arc<Shared<AanaFormats>>,
        sources: Vec<Source>,
    ) -> Result<Self, DescriptorError> {
        let first = start(&shared, &sources)?;
        let pool = Pool::new(shared.options, first);
        Ok(Self { shared, sources, pool })
    }

    fn ask<R>(
        &self,
        call: impl FnOnce(&Guest, &mut Store<State>, &[ResourceAny]) -> wasmtime::Result<R>,
    ) -> wasmtime::Result<R> {
        let again = || start(&self.shared, &self.sources).map_err(wasmtime::Error::new);
        self.pool.call(again, |loaded| {
            let session = &mut loaded.session;
            call(session.instance.aana_gate_formats(), &mut session.store, &loaded.descriptors)
        })
    }
}

/// A new instance that has read all descriptors.
fn start(
    shared: &Shared<AanaFormats>,
    sources: &[Source],
) -> Result<LoadedSession, DescriptorError> {
    let mut session = Session::start(shared).map_err(DescriptorError::Failed)?;
    let mut descriptors = Vec::with_capacity(sources.len());
    for Source { text, profile } in sources {
        let guest = session.instance.aana_gate_formats().descriptor();
        let read = guest.call_constructor(&mut session.store, text, *profile);
        let read = read.map_err(DescriptorError::Failed)?;
        descriptors.push(read.map_err(DescriptorError::NotAccepted)?);
    }
    Ok(LoadedSession { session, descriptors })
}
