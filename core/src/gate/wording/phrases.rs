//! Phrases of a no, of no answer yet and of a doubt, in tables: what they say, when they count, and their words
//! (see [`super::pattern`]).

use super::{
    act::Known, clause::Place, pattern, reader::Found, standing::is_standing_yes, words::Sense,
};

/// What a phrase says.
#[derive(Debug, Clone, Copy)]
pub(super) enum Says {
    No,
    NotGiven,
    Condition,
    Missing,
    Disputed,
}

/// When a phrase counts. Every one but those of [`When::Always`] is taken back by a negation before it.
#[derive(Debug, Clone, Copy)]
pub(super) enum When {
    /// A negation is part of it.
    Always,
    Stands,
    /// Unless a yes that is not taken back stands in the text.
    NoYes,
    /// Unless one stands before it.
    NoYesBefore,
    /// Unless one stands before it in its clause.
    NoYesInClause,
    /// Unless one stands directly before it: the phrase is what was approved.
    NotApproved,
    /// Unless any word of a yes stands in the text.
    NoYesWord,
}

use Says::{Condition, Disputed, Missing, No, NotGiven};
use When::{Always, NoYes, NoYesBefore, NoYesInClause, NoYesWord, NotApproved, Stands};

type Phrase = (Says, When, &'static str);

/// Phrases of an approval. Each begins with a word that has a sense.
const OF_APPROVALS: &[Phrase] = &[
    (No, Stands, "hold|holds|held off"),
    (No, Stands, "back|backs|backed|opt|opts|opted out"),
    (No, NotApproved, "turn|turns|turned|turning ~3 down"),
    (No, Stands, "thumbs|thumb down"),
    (No, Stands, "voted|votes|decided < against"),
    (No, Stands, "against it|this|that"),
    (No, NoYesInClause, "on < hold"),
    (No, Always, "no < means|circumstances"),
    (No, Stands, "SAID by mistake"),
    (No, Stands, "SAID in error $"),
    (No, Stands, "mistakenly|accidentally SAID"),
    (No, Stands, "far from YES"),
    (No, Stands, "anything but YES"),
    (No, Stands, "rather|better not"),
    (No, Stands, "changed|changes|change ~1 < mind"),
    (No, Stands, "her|his|their|my|our|the < mind changed"),
    (No, Stands, "raised|lodged|voiced ~2 objection|objections"),
    (No, Stands, "have|has|had THE? objection|objections"),
    (No, Stands, "^ nack"),
    (No, Stands, "i|they|he|she ~1 object|objects"),
    (No, Always, "no|non|nao ~2 acuerdo|acordo"),
    (No, Always, "YES ich|wir|ik|we? das|es|dies|dem|dit|het? nicht|niet|pas $"),
    (
        No,
        Always,
        "YES ich|wir|ik|we? das|es|dies|dem|dit|het? nicht|niet|pas zu|goed|toe|le|la|les|ce|cette|den|die|de|het",
    ),
    (No, Always, "^^ nobody|nothing|hardly|barely|scarcely|unable $$"),
    (NotGiven, Stands, "SAID on hold $"),
    (NotGiven, Stands, "timed|time out"),
    (NotGiven, Stands, "waiting for|on"),
    (NotGiven, Stands, "sign off ~2 pending"),
    (NotGiven, Stands, "yet to"),
    (NotGiven, Stands, "draft CONSENT"),
    (NotGiven, Stands, "wrong CONSENT"),
    (NotGiven, Stands, "SAID|CONSENT for|to|THE? for|to|THE? another|different|wrong"),
    (NotGiven, Stands, "GIVES ~1 automatically|default|timeout"),
    (NotGiven, Stands, "implicit|implicitly|tacit|tacitly SAID|CONSENT"),
    (
        NotGiven,
        Stands,
        "SAID pending the|a|all|your|our|my? ~1 test|tests|testing|review|reviews|legal|approval|approvals|confirmation|verification|signoff|sign|ci|checks|results|audit|security",
    ),
    (NotGiven, Stands, "SAID ~2 except ~2 production|prod|live"),
    (NotGiven, Always, "no response|answer|reply|reaction !NEEDS|necessary|expected"),
    (NotGiven, Stands, "without ~1 response|answer|reply"),
    (NotGiven, Always, "^^ not yet|now"),
    (NotGiven, Always, "noch nicht|keine|kein|aus|offen"),
    (NotGiven, Always, "^^ waiting $$"),
    (NotGiven, Always, "^^ none|null|false|unknown|undefined|todo|draft|hold|negative $$"),
    (NotGiven, NoYes, "no decision|verdict"),
    (
        NotGiven,
        NoYes,
        "not yet|today|tonight|tomorrow|sure|convinced|ready|happy|comfortable|decided",
    ),
    (NotGiven, NoYes, "without ~2 asking|asked|prompting|prompted|prompt|question|questions"),
    (NotGiven, NoYes, "no|not ~1 need|needs ~2 ask|prompt|confirm"),
    (NotGiven, NoYes, "in|under|for < review|triage|progress|consideration|discussion"),
    (NotGiven, NoYes, "sent|returned|routed|pushed < back"),
    (
        NotGiven,
        NoYes,
        "NEEDS ~1 info|information|details|clarification|discussion|work|rework|revision",
    ),
    (NotGiven, NoYes, "info|information|details|clarification|work < NEEDS $"),
    (NotGiven, NoYes, "closed ~5 dialog|prompt|window|popup"),
    (NotGiven, NoYes, "dialog|prompt|window|popup|was|is < closed"),
    (NotGiven, NoYes, "for < approval|approvals|permission|authorization|confirmation $"),
    (Condition, Stands, "subject to"),
    (Condition, Stands, "SAID ~2 except"),
    (Missing, NoYes, "not found"),
    (Missing, NoYesBefore, "missing data|details|documents|signature|signatures|proof|approval"),
    (Missing, NoYesBefore, "data|details|documents|signature|signatures|proof|approval < missing"),
    (Disputed, NoYesInClause, "disputes|disputing $"),
    (Disputed, NoYesInClause, "disputes|disputing THE|it|that|his|her|their"),
    (Disputed, NoYesInClause, "PERSON < dispute $"),
    (Disputed, NoYesInClause, "PERSON < dispute THE|it|that|his|her|their"),
];

/// Phrases of a sign-in.
const OF_SIGN_INS: &[Phrase] = &[
    (No, NoYes, "failure $"),
    (No, Always, "NOT signed|logged in|on !plain|clear"),
    (No, NoYes, "signed|logged|log|sign out !of|from|other|all"),
    (No, Always, "NO active|valid|current|open|user? session|login $"),
    (No, Always, "NO active|valid|current|open|user? session|login found|exists|for|present"),
    (
        No,
        Stands,
        "account|user|session|profile|login BE? BE? locked|disabled|deactivated|inactive !to",
    ),
    (No, Stands, "session BE? BE? ended|terminated|closed"),
    (
        No,
        NoYesWord,
        "login|authentication|mfa|signin|in|reauthentication|verification|password < NEEDS $",
    ),
];

/// Reads the phrases of an approval that begin at a word.
pub(super) fn read_approval(place: Place<'_, '_>, known: Known, found: &mut Found) {
    // Most words of a text are told by this to begin none.
    if !matches!(place.sense(), Sense::Other) {
        read(OF_APPROVALS, place, known, found);
    }
}

/// Reads the phrases of a sign-in that begin at a word.
pub(super) fn read_sign_in(place: Place<'_, '_>, known: Known, found: &mut Found) {
    read(OF_SIGN_INS, place, known, found);
}

fn read(table: &[Phrase], place: Place<'_, '_>, known: Known, found: &mut Found) {
    for (says, when, words) in table {
        if pattern::fits(place, words) && counts(*when, place, known) {
            match says {
                No => found.denies = true,
                NotGiven => found.not_given = true,
                Condition => found.has_condition = true,
                Missing => found.marks_missing = true,
                Disputed => found.contradicts = true,
            }
        }
    }
}

fn counts(when: When, place: Place<'_, '_>, known: Known) -> bool {
    let stands = match when {
        Always => return true,
        NoYes => !known.has_yes,
        NoYesWord => !place.words.iter().any(|word| matches!(word.sense, Sense::Yes(_))),
        Stands => true,
        NoYesBefore => !known.yes_earlier,
        NoYesInClause => !known.yes_in_clause,
        NotApproved => !place.previous().is_some_and(is_standing_yes),
    };
    stands && !place.is_taken_back()
}

#[cfg(test)]
mod tests {
    use super::{OF_APPROVALS, OF_SIGN_INS};
    use crate::gate::wording::{
        look,
        words::{Sense, sense_of},
    };

    /// A text that the pattern fits: the first of each choice.
    fn example(pattern: &str) -> String {
        let mut text = String::new();
        for element in pattern.split(' ') {
            let first = element.split('|').next().unwrap_or_default();
            let word = match first {
                "^" | "^^" | "<" | "$" | "$$" => continue,
                "SAID" | "GIVES" | "YES" => "approved",
                "CONSENT" => "approval",
                "NOT" => "not",
                "NO" => "no",
                "WITHOUT" => "without",
                "NEEDS" => "needs",
                "PERSON" => "user",
                "BE" => "is",
                "THE" => "the",
                _ if first.starts_with(['~', '!']) || element.ends_with('?') => continue,
                word => word,
            };
            text.push_str(word);
            text.push(' ');
        }
        text
    }

    #[test]
    fn the_first_look_misses_no_phrase() {
        for (_, _, pattern) in OF_APPROVALS.iter().chain(OF_SIGN_INS) {
            let text = example(pattern);
            assert!(look::is_alarming(&text), "{pattern}: {text}");
        }
    }

    #[test]
    fn every_phrase_of_an_approval_begins_with_a_word_of_a_sense() {
        for (_, _, pattern) in OF_APPROVALS {
            let rest = pattern.trim_start_matches(['^', ' ']);
            let rest = rest.split_once(" < ").map_or(rest, |(_, rest)| rest);
            let anchor = rest.split(' ').next().unwrap_or_default();
            for word in
                anchor.split('|').filter(|word| word.bytes().all(|it| it.is_ascii_lowercase()))
            {
                assert_ne!(sense_of(word.as_bytes()), Sense::Other, "{word} of {pattern}");
            }
        }
    }
}
