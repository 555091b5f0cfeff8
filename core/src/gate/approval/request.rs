//! Whether a record is what was asked, and not what was answered.

use crate::{
    event::folded_key,
    gate::{
        plain,
        wording::{Sense, sense_of},
    },
    json::{Member, Value},
    tokens::{Token, Word, tokens, word_set},
};

word_set! {
    /// Keys that say what a record is.
    OF_KIND = ["type", "event", "eventtype", "kind", "method", "recordtype"]
}

word_set! {
    /// Words of a request, beside that of an approval: `approval_request`.
    ASKS = ["request", "requested", "requests", "prompt", "prompted", "question"]
}

word_set! {
    /// Keys of a question, and of the answers that it offers.
    QUESTIONS = ["question", "prompt", "message", "method", "title"]
}

word_set! {
    OFFERS = ["options", "choices", "buttons", "timeout"]
}

/// `"type": "approval_request"`, `"event": "PermissionRequest"`, `"type": "interrupt"`
pub(super) fn is_request(members: &[Member<'_>]) -> bool {
    members.iter().any(|member| match &member.value {
        Value::String(text) if OF_KIND.contains(folded_key(&member.key)) => names_request(text),
        _ => false,
    })
}

fn names_request(text: &str) -> bool {
    let (mut consent, mut asks, mut count) = (false, false, 0_u8);
    let text = plain(text);
    for Token { text, word, .. } in tokens(&text) {
        if word == Word::literal("interrupt") || word == Word::literal("elicitation") {
            return true;
        }
        consent |= sense_of(text.as_bytes()) == Sense::Consent;
        asks |= ASKS.contains(word);
        count = count.saturating_add(1);
    }
    consent && asks && count <= 5
}

/// Whether fewer approvals are told of than are asked for: `"approvals_required": 2, "approvals": 1`.
pub(super) fn lacks_approvals(members: &[Member<'_>]) -> bool {
    let (mut had, mut needed) = (None, None);
    for member in members {
        let Value::Number(number) = &member.value else { continue };
        let (mut approvals, mut needs, mut other) = (false, false, false);
        for token in tokens(&member.key) {
            if token.word == Word::literal("approvals") {
                approvals = true;
            } else if NEEDS.contains(token.word) {
                needs = true;
            } else {
                other |= !HAD.contains(token.word);
            }
        }
        if approvals && !other {
            *(if needs { &mut needed } else { &mut had }) = Some(number.as_f64());
        }
    }
    matches!((had, needed), (Some(had), Some(needed)) if had < needed)
}

word_set! {
    NEEDS = ["required", "needed", "min", "minimum", "requested"]
}

word_set! {
    HAD = ["received", "count", "given", "number", "of", "obtained"]
}

/// Whether a record asks a question and offers answers. Where one was given, a verdict says so.
pub(super) fn asks(members: &[Member<'_>]) -> bool {
    let has = |of: &dyn Fn(Word) -> bool| members.iter().any(|it| of(folded_key(&it.key)));
    let offers = has(&|word| OFFERS.contains(word));
    has(&|word| word == Word::literal("question"))
        || (offers && has(&|word| QUESTIONS.contains(word)))
}
