//! Why a call does not run, for the model and the person: one line, without anything of the call. What the arguments
//! say may be an instruction to the model, or a secret.

use aana_core::Decision;
use aana_core::contract::Route;

/// The longest reason, in characters.
const LONGEST: usize = 500;

/// The reason for a route, as the client's model and the person read it.
pub(crate) fn of(decision: &Decision<'_>, route: Route, needs_a_person: bool) -> String {
    let lead = match route {
        Route::Accept => return String::new(),
        Route::Ask if needs_a_person => {
            "AANA: a person has to say yes, and this client cannot ask here. Tell the person what you want to run; they \
             can run it or allow it in the policy."
        }
        Route::Ask => "AANA: a person has to say yes to this call.",
        Route::Defer => "AANA: on hold. Nothing here can approve this call now.",
        Route::Refuse => "AANA: refused.",
    };
    let mut reason = lead.to_owned();
    let mut blockers: Vec<_> = decision.hard_blockers().iter().collect();
    if route == Route::Refuse {
        // What refuses stands behind what asks, in the order of the rules.
        blockers.reverse();
    }
    for blocker in blockers {
        let sentence = format!(" {} ({}).", capital(blocker.sentence()), blocker.as_str());
        if reason.chars().count() + sentence.chars().count() + TAIL.len() > LONGEST {
            break;
        }
        reason.push_str(&sentence);
    }
    reason.push_str(TAIL);
    reason
}

const TAIL: &str = " Do not try another tool for the same effect.";

/// The reason of a hook that could not decide.
pub(crate) fn undecided(why: &str) -> String {
    let text = format!("AANA: refused, since nothing could be decided: {why}.");
    text.chars().filter(|sign| !sign.is_control()).take(LONGEST).collect()
}

fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
