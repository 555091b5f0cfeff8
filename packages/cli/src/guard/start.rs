//! From the command line to a session.

use aana_core::Gate;
use aana_guard::{Challenge, Config, Guard, OnNew};

use super::args::{FirstSight, GuardArgs, When};
use super::codes::{CONFIGURATION, INTERNAL, UNAVAILABLE};
use super::pump::{self, Keeping};
use super::steps::Steps;
use super::store::Store;
use super::{child, names};
use crate::audit::recorder::Recorder;
use crate::{output, setup};

/// Guards a server until the client or the server is gone. Gives the exit code.
pub(super) fn run(args: &GuardArgs) -> u8 {
    match prepared(args) {
        Ok(code) => code,
        Err((code, why)) => {
            output::note(&format!("aana guard: {why}\n"));
            code
        }
    }
}

fn prepared(args: &GuardArgs) -> Result<u8, (u8, String)> {
    let faulty = |why: String| (CONFIGURATION, why);
    let gate =
        setup::gate(args.policy.as_deref(), None).map_err(|error| faulty(error.to_string()))?;
    let label = names::label(args.name.as_deref(), &args.server).map_err(faulty)?;
    let identity = names::identity(&args.server);
    let store = Store::open(args.state_dir.as_deref())
        .ok_or_else(|| faulty("there is no state directory; `--state-dir` names one".to_owned()))?;
    let seed = random().ok_or_else(|| (INTERNAL, "the system gives no random bytes".to_owned()))?;
    let mut config = config(args, &label, &gate, seed);
    config.forms = Some(store.forms().map_err(|error| {
        faulty(format!("the state directory cannot be written: {}", error.kind()))
    })?);
    config.other_names = store.other_names(&label);
    let pins = store.pins(&label, &identity);
    // Random bytes of its own: those of the seed are secret.
    let session = random().map(|bytes: [u8; 8]| hex::encode(bytes)).unwrap_or_default();
    let steps = match &args.steps {
        None => None,
        Some(path) => Some(Steps::open(path, &session, &label).map_err(|error| {
            faulty(format!("the file for steps cannot be written: {}", error.kind()))
        })?),
    };
    let limits = config.limits;
    let guard = Guard::new(config, Box::new(gate), pins);
    let keeping = Keeping {
        recorder: Recorder::open(&args.record, true),
        steps,
        pins: store.path(&label, &identity),
        label,
    };
    let server = child::start(&args.server).map_err(|error| {
        (UNAVAILABLE, format!("the server cannot be started: {}", error.kind()))
    })?;
    Ok(pump::run(guard, keeping, server, limits))
}

fn config(args: &GuardArgs, label: &str, gate: &Gate, seed: [u8; 32]) -> Config {
    let mut config = Config::new(label, names::shown(&args.server), seed);
    config.subject = (!args.no_identity).then(names::subject);
    config.trust_hints = args.trust_hints;
    config.refuse_unknown_methods = args.strict_methods;
    config.outbound_after_private = args.outbound;
    config.gate_resources = args.also_gate.iter().any(|method| method == "resources/read");
    config.gate_prompts = args.also_gate.iter().any(|method| method == "prompts/get");
    config.shadow = args.shadow || gate.mode() == aana_core::contract::Mode::Shadow;
    config.ask.elicit = !args.no_ask;
    config.ask.challenge = match args.challenge {
        When::High => Challenge::High,
        When::Always => Challenge::Always,
        When::Never => Challenge::Never,
    };
    config.pins.first_sight = match args.first_sight {
        FirstSight::Trust => OnNew::Trust,
        FirstSight::Ask => OnNew::Ask,
        FirstSight::Hold => OnNew::Hold,
    };
    config.pins.hold_text = args.hold_text;
    config
}

fn random<const N: usize>() -> Option<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).ok()?;
    Some(bytes)
}
