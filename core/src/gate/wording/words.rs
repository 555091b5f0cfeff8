//! The words of a yes, of a no and of no answer yet, in one table, each with what it is.
//!
//! Words of other languages stand without accents, as they are compared.

use super::letters::is_contracted;
use crate::tokens::{Token, Word, tokens, word_map};

/// What a no-word says no by. Those of one verb are the same act: `cancel`, `cancelling`, `cancellation`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    Abort,
    Block,
    Cancel,
    Decline,
    Deny,
    Disagree,
    Disallow,
    Dismiss,
    Expire,
    Fail,
    Forbid,
    Invalid,
    Object,
    Prohibit,
    Refuse,
    Reject,
    Rescind,
    Retract,
    Revoke,
    Stop,
    Suspend,
    Veto,
    Void,
    Withdraw,
}

/// The acts that a tool's own name speaks of.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ToolVerbs(u32);

impl ToolVerbs {
    pub(crate) fn of(tool_name: &str) -> Self {
        let acts = tokens(tool_name).filter_map(|token: Token<'_>| {
            match sense_of(token.text.as_bytes()) {
                Sense::No(act, _) => Some(act.bit()),
                _ => None,
            }
        });
        Self(acts.fold(0, |acts, act| acts | act))
    }

    pub(crate) const fn contains(self, act: Act) -> bool {
        self.0 & act.bit() != 0
    }
}

impl Act {
    const fn bit(self) -> u32 {
        1_u32.wrapping_shl(self as u32)
    }
}

/// How a no-word stands in a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// `deny`, `denies`, `denying`.
    Verb,
    /// `denied`, and what is said of an approval like it: `void`.
    Participle,
    /// `denial`.
    Noun,
}

/// What a yes-word is good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Yes {
    /// `approved`: says that somebody did.
    Said,
    /// `approve`, `valid`, `given`: what a negation before it denies, but no yes that outweighs anything.
    Plain,
    /// `yes`, `ok`.
    Answer,
}

/// What a word is, as far as the rules tell words apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sense {
    Other,
    Yes(Yes),
    No(Act, Form),
    /// `no`, and the same in other languages.
    NoAnswer,
    Not,
    Without,
    /// `nobody`, `none`, `nothing`, `hardly`, `unable`.
    Nobody,
    /// `false`, `null`.
    False,
    /// `approval`, `permission`, `consent`: what is given or not.
    Consent,
    /// `policy`, `verdict`, `check`: what decides.
    Judge,
    /// `pressed`, `chose`, `said`: what comes behind it is an answer.
    Chosen,
    /// `asked`, `wants`, `requested`: what comes behind it is what was asked about.
    Wanted,
    /// `requested`, `pending`, `skipped`, `assumed`, `implied`: no answer yet, unless one is told of.
    Weak,
    /// `awaiting`, `unanswered`: no answer yet.
    NotYet,
    /// `user`, `owner`, `she`.
    Person,
    To,
    /// `the`, `a`, `this`, `of`.
    Article,
    /// `is`, `been`, `has`.
    Being,
    /// `needs`, `requires`, `required`.
    Needs,
    /// An everyday word that a phrase of a no, of no answer or of a limit begins with: `hold off`, `until`.
    Phrase,
    /// `model`, `assistant`: nobody who can approve.
    Machine,
    /// `maybe`, `undecided`: no answer in a text without a yes.
    Vague,
    /// `do`, `must`, `may`, `should`, before `not`.
    Modal,
    If,
    Auto,
    Prefix,
    Will,
    By,
    But,
}

const fn no(act: Act, form: Form) -> Sense {
    Sense::No(act, form)
}

const VERB: Form = Form::Verb;
const DONE: Form = Form::Participle;
const NOUN: Form = Form::Noun;
const SAID: Sense = Sense::Yes(Yes::Said);
const PLAIN: Sense = Sense::Yes(Yes::Plain);
const ANSWER: Sense = Sense::Yes(Yes::Answer);

word_map! {
    SENSES: Sense = [
        // Yes.
        ("approved", SAID), ("confirmed", SAID), ("authorized", SAID), ("authorised", SAID),
        ("granted", SAID), ("accepted", SAID), ("authenticated", SAID), ("allowed", SAID),
        ("permitted", SAID), ("agreed", SAID), ("consented", SAID), ("approves", SAID),
        ("confirms", SAID), ("authorizes", SAID), ("accepts", SAID), ("agrees", SAID),
        ("approve", PLAIN), ("confirm", PLAIN), ("authorize", PLAIN), ("authorise", PLAIN),
        ("accept", PLAIN), ("allow", PLAIN), ("permit", PLAIN), ("agree", PLAIN), ("consent", Sense::Consent),
        ("grant", PLAIN), ("valid", PLAIN), ("signed", PLAIN), ("given", PLAIN), ("validated", PLAIN),
        ("verified", PLAIN), ("verify", PLAIN), ("succeeded", SAID), ("passed", PLAIN), ("approving", PLAIN),
        ("yes", ANSWER), ("y", ANSWER), ("ok", ANSWER), ("okay", ANSWER), ("true", ANSWER),
        ("sure", ANSWER), ("proceed", ANSWER), ("lgtm", ANSWER), ("yep", ANSWER), ("success", ANSWER),
        ("genehmigt", SAID), ("freigegeben", SAID), ("bestatigt", SAID), ("zugestimmt", SAID),
        ("erlaubt", SAID), ("aprobado", SAID), ("confirmado", SAID),
        ("autorizado", SAID), ("aceptado", SAID),
        ("approuve", SAID), ("confirme", SAID), ("autorise", SAID),
        ("accepte", SAID), ("aprovado", SAID), ("approvato", SAID),
        ("confermato", SAID), ("autorizzato", SAID), ("accettato", SAID),
        ("goedgekeurd", SAID), ("bevestigd", SAID), ("toegestaan", SAID),
        ("ja", ANSWER), ("si", ANSWER), ("oui", ANSWER), ("sim", ANSWER),
        // `I approve` in other languages: what a negation beside it denies.
        ("genehmige", PLAIN), ("genehmigen", PLAIN), ("erlaube", PLAIN), ("bestatige", PLAIN), ("stimme", PLAIN),
        ("einverstanden", PLAIN), ("autorizo", PLAIN), ("apruebo", PLAIN), ("acepto", PLAIN), ("confirmo", PLAIN),
        ("permito", PLAIN), ("aprovo", PLAIN), ("aceito", PLAIN), ("approvo", PLAIN), ("autorizzo", PLAIN),
        ("accetto", PLAIN), ("confermo", PLAIN), ("d'accord", PLAIN), ("d'accordo", PLAIN), ("akkoord", PLAIN), ("keur", PLAIN),

        // No.
        ("deny", no(Act::Deny, VERB)), ("denies", no(Act::Deny, VERB)), ("denying", no(Act::Deny, VERB)),
        ("denied", no(Act::Deny, DONE)), ("denial", no(Act::Deny, NOUN)),
        ("decline", no(Act::Decline, VERB)), ("declines", no(Act::Decline, VERB)),
        ("declining", no(Act::Decline, VERB)), ("declined", no(Act::Decline, DONE)),
        ("reject", no(Act::Reject, VERB)), ("rejects", no(Act::Reject, VERB)),
        ("rejecting", no(Act::Reject, VERB)), ("rejected", no(Act::Reject, DONE)),
        ("rejection", no(Act::Reject, NOUN)),
        ("refuse", no(Act::Refuse, VERB)), ("refuses", no(Act::Refuse, VERB)),
        ("refusing", no(Act::Refuse, VERB)), ("refused", no(Act::Refuse, DONE)),
        ("refusal", no(Act::Refuse, NOUN)),
        ("revoke", no(Act::Revoke, VERB)), ("revokes", no(Act::Revoke, VERB)),
        ("revoking", no(Act::Revoke, VERB)), ("revoked", no(Act::Revoke, DONE)),
        ("revocation", no(Act::Revoke, NOUN)),
        ("withdraw", no(Act::Withdraw, VERB)), ("withdraws", no(Act::Withdraw, VERB)),
        ("withdrawing", no(Act::Withdraw, VERB)), ("withdrawn", no(Act::Withdraw, DONE)),
        ("withdrew", no(Act::Withdraw, DONE)), ("withdrawal", no(Act::Withdraw, NOUN)),
        ("expired", no(Act::Expire, DONE)), ("lapsed", no(Act::Expire, DONE)),
        ("cancel", no(Act::Cancel, VERB)), ("cancels", no(Act::Cancel, VERB)),
        ("cancelling", no(Act::Cancel, VERB)), ("canceling", no(Act::Cancel, VERB)),
        ("cancelled", no(Act::Cancel, DONE)), ("canceled", no(Act::Cancel, DONE)),
        ("cancellation", no(Act::Cancel, NOUN)), ("cancelation", no(Act::Cancel, NOUN)),
        ("veto", no(Act::Veto, NOUN)), ("vetoes", no(Act::Veto, VERB)), ("vetoing", no(Act::Veto, VERB)),
        ("vetoed", no(Act::Veto, DONE)),
        ("disallow", no(Act::Disallow, VERB)), ("disallows", no(Act::Disallow, VERB)),
        ("disallowing", no(Act::Disallow, VERB)), ("disallowed", no(Act::Disallow, DONE)),
        ("forbid", no(Act::Forbid, VERB)), ("forbids", no(Act::Forbid, VERB)),
        ("forbidding", no(Act::Forbid, VERB)), ("forbidden", no(Act::Forbid, DONE)),
        ("forbade", no(Act::Forbid, DONE)),
        ("prohibit", no(Act::Prohibit, VERB)), ("prohibits", no(Act::Prohibit, VERB)),
        ("prohibiting", no(Act::Prohibit, VERB)), ("prohibited", no(Act::Prohibit, DONE)),
        ("prohibition", no(Act::Prohibit, NOUN)),
        ("block", no(Act::Block, VERB)), ("blocks", no(Act::Block, VERB)),
        ("blocking", no(Act::Block, VERB)), ("blocked", no(Act::Block, DONE)),
        ("objected", no(Act::Object, DONE)), ("objects", no(Act::Object, VERB)),
        ("objection", no(Act::Object, NOUN)), ("objections", no(Act::Object, NOUN)),
        ("abort", no(Act::Abort, VERB)), ("aborts", no(Act::Abort, VERB)),
        ("aborting", no(Act::Abort, VERB)), ("aborted", no(Act::Abort, DONE)),
        ("dismiss", no(Act::Dismiss, VERB)), ("dismisses", no(Act::Dismiss, VERB)),
        ("dismissing", no(Act::Dismiss, VERB)), ("dismissed", no(Act::Dismiss, DONE)),
        ("dismissal", no(Act::Dismiss, NOUN)),
        ("stop", no(Act::Stop, VERB)), ("stops", no(Act::Stop, VERB)), ("stopping", no(Act::Stop, VERB)),
        ("stopped", no(Act::Stop, DONE)),
        ("disagree", no(Act::Disagree, VERB)), ("disagrees", no(Act::Disagree, VERB)),
        ("disagreed", no(Act::Disagree, DONE)), ("disapprove", no(Act::Disagree, VERB)),
        ("disapproves", no(Act::Disagree, VERB)), ("disapproved", no(Act::Disagree, DONE)),
        ("disapproval", no(Act::Disagree, NOUN)),
        ("failed", no(Act::Fail, DONE)), ("failure", no(Act::Fail, NOUN)),
        ("void", no(Act::Void, DONE)), ("voided", no(Act::Void, DONE)), ("invalid", no(Act::Invalid, DONE)),
        ("invalidated", no(Act::Invalid, DONE)), ("forged", no(Act::Invalid, DONE)),
        ("fake", no(Act::Invalid, DONE)), ("faked", no(Act::Invalid, DONE)),
        ("superseded", no(Act::Invalid, DONE)), ("unvalidated", no(Act::Invalid, DONE)),
        ("unverified", no(Act::Invalid, DONE)), ("nonapproved", no(Act::Invalid, DONE)),
        ("rescind", no(Act::Rescind, VERB)), ("rescinds", no(Act::Rescind, VERB)),
        ("rescinded", no(Act::Rescind, DONE)), ("retract", no(Act::Retract, VERB)),
        ("retracts", no(Act::Retract, VERB)), ("retracted", no(Act::Retract, DONE)),
        ("suspend", no(Act::Suspend, VERB)), ("suspends", no(Act::Suspend, VERB)),
        ("suspending", no(Act::Suspend, VERB)), ("suspended", no(Act::Suspend, DONE)),
        // German.
        ("abgelehnt", no(Act::Reject, DONE)), ("lehnt", no(Act::Reject, VERB)), ("lehne", no(Act::Reject, VERB)), ("lehnte", no(Act::Reject, DONE)),
        ("ablehnen", no(Act::Reject, VERB)), ("ablehnung", no(Act::Reject, NOUN)),
        ("verweigert", no(Act::Refuse, DONE)), ("verweigern", no(Act::Refuse, VERB)),
        ("verweigerte", no(Act::Refuse, DONE)), ("untersagt", no(Act::Forbid, DONE)),
        ("verboten", no(Act::Forbid, DONE)), ("widerrufen", no(Act::Revoke, DONE)),
        ("zuruckgewiesen", no(Act::Reject, DONE)), ("zuruckgezogen", no(Act::Withdraw, DONE)),
        ("abgebrochen", no(Act::Cancel, DONE)), ("abbrechen", no(Act::Cancel, VERB)),
        ("widersprochen", no(Act::Object, DONE)), ("abgewiesen", no(Act::Reject, DONE)),
        // Spanish and Portuguese.
        ("rechazado", no(Act::Reject, DONE)),
        ("rechaza", no(Act::Reject, VERB)), ("rechazo", no(Act::Reject, DONE)), ("rechazar", no(Act::Reject, VERB)),
        ("denegado", no(Act::Deny, DONE)), ("denego", no(Act::Deny, DONE)),
        ("negado", no(Act::Deny, DONE)),
        ("desaprobado", no(Act::Disagree, DONE)), ("prohibido", no(Act::Prohibit, DONE)),
        ("cancelado", no(Act::Cancel, DONE)),
        ("revocado", no(Act::Revoke, DONE)),
        ("recusado", no(Act::Refuse, DONE)), ("recusou", no(Act::Refuse, DONE)), ("recuso", no(Act::Refuse, DONE)),
        ("retirado", no(Act::Withdraw, DONE)),
        ("rejeitado", no(Act::Reject, DONE)),
        ("rejeitou", no(Act::Reject, DONE)), ("revogado", no(Act::Revoke, DONE)),
        ("proibido", no(Act::Prohibit, DONE)), ("reprovado", no(Act::Disagree, DONE)), ("negou", no(Act::Deny, DONE)),
        // French; `refuse` is above.
        ("rejete", no(Act::Reject, DONE)),
        ("annule", no(Act::Cancel, DONE)), ("revoque", no(Act::Revoke, DONE)),
        ("interdit", no(Act::Forbid, DONE)), ("interdite", no(Act::Forbid, DONE)), ("refus", no(Act::Refuse, NOUN)),
        // Italian.
        ("rifiutato", no(Act::Refuse, DONE)), ("rifiuta", no(Act::Refuse, VERB)), ("rifiuto", no(Act::Refuse, DONE)),
        ("ritirato", no(Act::Withdraw, DONE)),
        ("respinto", no(Act::Reject, DONE)), ("negato", no(Act::Deny, DONE)),
        ("annullato", no(Act::Cancel, DONE)), ("revocato", no(Act::Revoke, DONE)), ("vietato", no(Act::Forbid, DONE)),
        // Dutch.
        ("geweigerd", no(Act::Refuse, DONE)), ("weigert", no(Act::Refuse, VERB)), ("weigerde", no(Act::Refuse, DONE)),
        ("afgewezen", no(Act::Reject, DONE)), ("weiger", no(Act::Refuse, VERB)), ("afgekeurd", no(Act::Disagree, DONE)),
        ("ingetrokken", no(Act::Withdraw, DONE)), ("geannuleerd", no(Act::Cancel, DONE)),

        // Negations.
        ("no", Sense::NoAnswer), ("n", Sense::NoAnswer), ("nope", Sense::NoAnswer), ("nein", Sense::NoAnswer),
        ("nee", Sense::NoAnswer), ("non", Sense::NoAnswer), ("nao", Sense::NoAnswer),
        ("not", Sense::Not), ("never", Sense::Not), ("cannot", Sense::Not), ("neither", Sense::Not),
        ("nor", Sense::Not), ("nicht", Sense::Not), ("nie", Sense::Not), ("kein", Sense::Not),
        ("keine", Sense::Not), ("pas", Sense::Not), ("niet", Sense::Not), ("geen", Sense::Not),
        ("without", Sense::Without), ("nobody", Sense::Nobody), ("none", Sense::Nobody),
        ("nothing", Sense::Nobody), ("hardly", Sense::Nobody), ("barely", Sense::Nobody),
        ("scarcely", Sense::Nobody), ("unable", Sense::Nobody),
        ("false", Sense::False), ("null", Sense::False), ("0", Sense::False),

        ("approval", Sense::Consent), ("permission", Sense::Consent), ("authorization", Sense::Consent),
        ("authorisation", Sense::Consent), ("confirmation", Sense::Consent), ("approvals", Sense::Consent),
        ("policy", Sense::Judge), ("verdict", Sense::Judge), ("evaluation", Sense::Judge),
        ("guard", Sense::Judge), ("check", Sense::Judge), ("decision", Sense::Judge),
        ("pressed", Sense::Chosen), ("chose", Sense::Chosen), ("clicked", Sense::Chosen),
        ("selected", Sense::Chosen), ("said", Sense::Chosen), ("answered", Sense::Chosen),
        ("says", Sense::Chosen), ("say", Sense::Chosen), ("picked", Sense::Chosen), ("tapped", Sense::Chosen),
        ("hit", Sense::Chosen), ("replied", Sense::Chosen), ("answer", Sense::Chosen), ("voted", Sense::Chosen),
        ("answers", Sense::Chosen), ("response", Sense::Chosen), ("choice", Sense::Chosen), ("chosen", Sense::Chosen),
        ("press", Sense::Chosen), ("click", Sense::Chosen),
        ("asked", Sense::Wanted), ("wants", Sense::Wanted), ("wanted", Sense::Wanted), ("asks", Sense::Wanted),
        ("requested", Sense::Weak), ("pending", Sense::Weak), ("skipped", Sense::Weak),
        ("assumed", Sense::Weak), ("implied", Sense::Weak),
        ("awaiting", Sense::NotYet), ("unanswered", Sense::NotYet), ("unattended", Sense::NotYet),
        ("presumed", Sense::NotYet), ("timeout", Sense::NotYet), ("ausstehend", Sense::Weak),
        ("pendiente", Sense::Weak), ("pendente", Sense::Weak), ("attente", Sense::Weak), ("attesa", Sense::Weak),
        ("espera", Sense::Weak), ("behandeling", Sense::Weak), ("afwachting", Sense::Weak),
        ("user", Sense::Person), ("customer", Sense::Person), ("client", Sense::Person),
        ("owner", Sense::Person), ("manager", Sense::Person), ("approver", Sense::Person),
        ("reviewer", Sense::Person), ("he", Sense::Person), ("she", Sense::Person), ("they", Sense::Person),
        ("i", Sense::Person),
        ("to", Sense::To), ("the", Sense::Article), ("a", Sense::Article), ("an", Sense::Article),
        ("this", Sense::Article), ("of", Sense::Article), ("these", Sense::Article), ("those", Sense::Article),
        ("is", Sense::Being), ("was", Sense::Being), ("are", Sense::Being), ("were", Sense::Being),
        ("be", Sense::Being), ("been", Sense::Being), ("being", Sense::Being), ("has", Sense::Being),
        ("have", Sense::Being), ("had", Sense::Being), ("got", Sense::Being),
        ("fue", Sense::Being), ("foi", Sense::Being), ("ha", Sense::Being), ("sido", Sense::Being),
        ("stato", Sense::Being), ("wurde", Sense::Being), ("ete", Sense::Being),
        ("est", Sense::Being), ("werd", Sense::Being), ("ancora", Sense::Being), ("sono", Sense::Being),
        ("estoy", Sense::Being), ("estou", Sense::Being),
        ("needs", Sense::Needs), ("need", Sense::Needs), ("requires", Sense::Needs),
        ("require", Sense::Needs), ("required", Sense::Needs), ("needed", Sense::Needs),
        ("do", Sense::Modal), ("must", Sense::Modal), ("may", Sense::Modal), ("should", Sense::Modal),
        ("hold", Sense::Phrase), ("holds", Sense::Phrase), ("held", Sense::Phrase), ("back", Sense::Phrase),
        ("backs", Sense::Phrase), ("backed", Sense::Phrase), ("opt", Sense::Phrase), ("opts", Sense::Phrase),
        ("opted", Sense::Phrase), ("turn", Sense::Phrase), ("turns", Sense::Phrase), ("turned", Sense::Phrase),
        ("turning", Sense::Phrase), ("thumbs", Sense::Phrase), ("thumb", Sense::Phrase),
        ("against", Sense::Phrase), ("timed", Sense::Phrase), ("time", Sense::Phrase), ("waiting", Sense::Phrase),
        ("sign", Sense::Phrase), ("default", Sense::Phrase), ("only", Sense::Phrase), ("unknown", Sense::Phrase),
        ("undefined", Sense::Phrase), ("todo", Sense::Phrase), ("draft", Sense::Phrase),
        ("until", Sense::Phrase), ("till", Sense::Phrase), ("through", Sense::Phrase), ("expires", Sense::Phrase),
        ("expiring", Sense::Phrase), ("expiry", Sense::Phrase), ("missing", Sense::Phrase),
        ("disputes", Sense::Phrase), ("dispute", Sense::Phrase), ("disputing", Sense::Phrase),
        ("yet", Sense::Phrase), ("means", Sense::Phrase), ("circumstances", Sense::Phrase), ("far", Sense::Phrase),
        ("anything", Sense::Phrase), ("rather", Sense::Phrase), ("better", Sense::Phrase), ("mind", Sense::Phrase),
        ("another", Sense::Phrase), ("different", Sense::Phrase), ("wrong", Sense::Phrase),
        ("subject", Sense::Phrase), ("negative", Sense::Phrase), ("review", Sense::Phrase), ("closed", Sense::Phrase),
        ("outstanding", Sense::Vague), ("deferred", Sense::Vague), ("postponed", Sense::Vague),
        ("queued", Sense::Vague), ("undetermined", Sense::Vague), ("unresolved", Sense::Vague), ("undecided", Sense::Vague), ("escalated", Sense::Vague),
        ("submitted", Sense::Vague), ("maybe", Sense::Vague), ("perhaps", Sense::Vague), ("later", Sense::Vague),
        ("wait", Sense::Vague), ("ignored", Sense::Vague), ("unclear", Sense::Vague), ("unsure", Sense::Vague),
        ("conditionally", Sense::If), ("provisionally", Sense::If), ("tentatively", Sense::If),
        ("might", Sense::Will), ("could", Sense::Will), ("would", Sense::Will), ("can", Sense::Will),
        ("withhold", no(Act::Deny, VERB)), ("withholds", no(Act::Deny, VERB)), ("withheld", no(Act::Deny, DONE)),
        ("oppose", no(Act::Object, VERB)), ("opposes", no(Act::Object, VERB)), ("opposed", no(Act::Object, DONE)),
        ("overruled", no(Act::Veto, DONE)), ("undone", no(Act::Revoke, DONE)), ("unapprove", no(Act::Disagree, VERB)),
        ("mistake", Sense::Phrase), ("raised", Sense::Phrase), ("lodged", Sense::Phrase), ("voiced", Sense::Phrase),
        ("object", Sense::Phrase), ("implicit", Sense::Phrase), ("implicitly", Sense::Phrase),
        ("tacit", Sense::Phrase), ("nack", Sense::Phrase), ("triage", Sense::Phrase), ("tacitly", Sense::Phrase), ("progress", Sense::Phrase),
        ("consideration", Sense::Phrase), ("discussion", Sense::Phrase), ("except", Sense::Phrase),
        ("noch", Sense::Phrase), ("dialog", Sense::Phrase), ("prompt", Sense::Phrase), ("out", Sense::Phrase),
        ("locked", Sense::Phrase), ("disabled", Sense::Phrase), ("deactivated", Sense::Phrase),
        ("inactive", Sense::Phrase), ("ended", Sense::Phrase), ("terminated", Sense::Phrase),
        ("removed", Sense::Phrase), ("pulled", Sense::Phrase), ("undid", Sense::Phrase), ("reversed", Sense::Phrase),
        ("forget", Sense::Phrase), ("nevermind", Sense::Phrase), ("error", Sense::Phrase), ("mistakenly", Sense::Phrase),
        ("accidentally", Sense::Phrase), ("nay", Sense::NoAnswer),
        ("genehmigung", Sense::Consent), ("zustimmung", Sense::Consent), ("freigabe", Sense::Consent),
        ("einwilligung", Sense::Consent), ("aprobacion", Sense::Consent), ("autorizacion", Sense::Consent),
        ("permiso", Sense::Consent), ("consentimiento", Sense::Consent), ("autorisation", Sense::Consent),
        ("approbation", Sense::Consent), ("consentement", Sense::Consent), ("approvazione", Sense::Consent),
        ("autorizzazione", Sense::Consent), ("consenso", Sense::Consent), ("aprovacao", Sense::Consent),
        ("autorizacao", Sense::Consent), ("toestemming", Sense::Consent), ("goedkeuring", Sense::Consent),
        ("ohne", Sense::Without), ("sin", Sense::Without), ("sans", Sense::Without), ("senza", Sense::Without),
        ("sem", Sense::Without), ("zonder", Sense::Without),
        ("gpt", Sense::Machine), ("chatgpt", Sense::Machine), ("copilot", Sense::Machine),
        ("model", Sense::Machine), ("assistant", Sense::Machine), ("llm", Sense::Machine), ("ai", Sense::Machine),
        ("bot", Sense::Machine), ("chatbot", Sense::Machine),
        ("if", Sense::If), ("partially", Sense::If), ("unless", Sense::If), ("provided", Sense::If),
        ("auto", Sense::Auto), ("automatically", Sense::Auto),
        ("un", Sense::Prefix), ("dis", Sense::Prefix), ("self", Sense::Prefix),
        ("will", Sense::Will), ("by", Sense::By), ("but", Sense::But), ("then", Sense::But),
    ], Sense::Other
}

/// For each first letter the lengths that a word of the table with it can have.
static LENGTHS: [u32; 256] = SENSES.lengths_by_first_letter();

/// Forms without their apostrophe are as common as those with it.
const CONTRACTED: &[&str] = &[
    "isnt", "wasnt", "arent", "hasnt", "havent", "hadnt", "didnt", "doesnt", "wont", "cant",
    "wouldnt", "couldnt",
];

/// What a word is. `don't` and its kin are one word that is both, see [`is_phrase`].
pub(crate) fn sense_of(word: &[u8]) -> Sense {
    if let Some(sense) = listed(word).or_else(|| inflected(word)) {
        return sense;
    }
    let ends_in_nt = word.last_chunk().is_some_and(|end: &[u8; 2]| end.eq_ignore_ascii_case(b"nt"));
    let written_together = || CONTRACTED.iter().any(|known| is(word, known)) || is_phrase(word);
    if is_contracted(word) || (ends_in_nt && written_together()) {
        return Sense::Not;
    }
    Sense::Other
}

fn listed(word: &[u8]) -> Option<Sense> {
    SENSES.get_in_text(&LENGTHS, word)
}

/// Shorter words in -a are those of other languages.
const FEWEST_OF_STEM: usize = 4;

/// The feminine of a participle whose masculine is listed (`revocata`, and `refusee` without its accent), and what
/// `n'` before a yes makes of it (`n'approuve`). `d'autorisation` is an article and what is given.
fn inflected(word: &[u8]) -> Option<Sense> {
    let sense = match word {
        [b'n' | b'N', b'\'', verb @ ..] => {
            let is_yes = matches!(listed(verb), Some(Sense::Yes(Yes::Said | Yes::Plain)));
            return is_yes.then_some(no(Act::Disagree, DONE));
        }
        [b'd' | b'l' | b'D' | b'L', b'\'', noun @ ..] => {
            return listed(noun).filter(|sense| *sense == Sense::Consent);
        }
        [stem @ .., b'e' | b'E']
            if stem.last().is_some_and(|it| it.eq_ignore_ascii_case(&b'e')) =>
        {
            listed(stem)
        }
        [stem @ .., b'a' | b'A'] if stem.len() > FEWEST_OF_STEM => {
            SENSES.get(Word::of_bytes(stem).with(b'o'))
        }
        _ => None,
    };
    match sense? {
        Sense::No(act, _) => Some(no(act, DONE)),
        sense @ (Sense::Yes(Yes::Said) | Sense::Being) => Some(sense),
        _ => None,
    }
}

/// `don't`, `mustn't`, `shouldn't`: a modal and `not` in one.
pub(crate) fn is_phrase(word: &[u8]) -> bool {
    ["don't", "dont", "mustn't", "mustnt", "shouldn't", "shouldnt"]
        .iter()
        .any(|known| is(word, known))
}

/// Whether a word is this one, whatever its case.
pub(crate) fn is(word: &[u8], known: &str) -> bool {
    word.eq_ignore_ascii_case(known.as_bytes())
}
