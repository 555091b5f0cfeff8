//! Clients of clouds and code hosts, by the words of their verbs.

use super::super::does::Does;
use super::super::options::any_unknown;
use super::super::word::Word;
use super::call::Call;
use super::curl::method;
use super::verbs::reads;
use crate::arguments::effect::{EffectCode, Finding};
use crate::arguments::headed::{Headed, headed};
use crate::arguments::tables::clients::{CLOUD, CLOUD_FLAGS};
use crate::contract::VerbClass::{Destroy, Edit, Exec, Money, Send};

/// The clients that are meant.
pub(super) const CLIENTS: Headed = headed!("aws az doctl gcloud gh glab");

/// Verbs that change something and stand in no other list.
const EDITS: Headed = headed!(
    "create put update set add modify patch import move mv rename tag untag attach associate enable register upgrade \
     scale resize migrate copy cp sync replace restore reimage redeploy suspend resume edit checkout clone download \
     review"
);
/// Verbs that read only if they are whole.
const LISTS: Headed = headed!("checks print-access-token print-identity-token");

/// The heading of a verb in whole or up to a dash.
fn heading(verb: &str) -> Option<u8> {
    let begins = |own: &'static str| {
        verb.strip_prefix(own).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    };
    let listed = CLOUD.find(verb, &begins).map(|found| found.heading);
    if listed.is_some_and(|heading| heading != b'l') {
        listed
    } else if EDITS.find(verb, &begins).is_some() {
        Some(b'e')
    } else {
        listed.or(LISTS.of(verb).and(Some(b'l')))
    }
}

const DELETES: Does = Does::writes(Destroy, EffectCode::ResourceDelete);
const CHANGES: Does = Does::writes(Edit, EffectCode::ResourceEdit);
const PAYS: Does = Does::writes(Money, EffectCode::NetSend);

/// Verbs of `aws` whose last word is a file that is written.
const AWS_SAVES: Headed = headed!(
    "get-clip get-export get-job-output get-media get-raster-data get-sdk get-snapshot-block get-tile"
);
/// Of code hosts: what people are told something by, and how.
const ABOUT: Headed =
    headed!("nouns: pr mr issue gist discussion release verbs: create edit review");

/// `aws`, `gcloud`, `az`, `gh` and their kin.
pub(super) fn cloud(call: &mut Call<'_, '_, '_>) -> Does {
    let (name, args) = (call.name, call.args);
    if prints_secret(name, args) {
        call.shell.finding(Finding::SecretFile);
    }
    let mut operands = operands(args);
    let Some((place, first)) = operands.next() else { return Does::UNKNOWN };
    let Some(first) = first.plain() else { return Does::UNKNOWN };
    let hosts_code = matches!(name, "gh" | "glab");
    let behind = || args.get(place.saturating_add(1)..).unwrap_or_default();
    match first {
        "api" if hosts_code => return api(behind()),
        "s3" if name == "aws" => return s3(behind()),
        _ => {}
    }
    // The first word is a group, but for the few verbs that stand alone.
    let alone = matches!(first, "search" | "status" | "info") || operands.clone().next().is_none();
    let mut found =
        if alone { heading(first).map(|heading| (place, first, heading)) } else { None };
    while found.is_none() {
        let Some((at, word)) = operands.next() else { break };
        let Some(text) = word.plain() else { break };
        let prints = (name, first, text) == ("gh", "auth", "token");
        let heading = heading(text).or(prints.then_some(b'l'));
        found = heading.map(|heading| (at, text, heading));
        // Here the second word is the verb.
        if hosts_code || name == "aws" {
            break;
        }
    }
    let Some((at, verb, heading)) = found else { return Does::UNKNOWN };
    if hosts_code && ABOUT.of(first) == Some(b'n') && ABOUT.of(verb) == Some(b'v') {
        return Does::SENDS;
    }
    if verb.starts_with("get-object") || (name == "aws" && AWS_SAVES.contains(verb)) {
        return Does::EDITS.with(EffectCode::NetDownloadToFile);
    }
    match heading {
        b'd' => DELETES,
        b'e' => CHANGES,
        b'r' => Does::writes(Exec, EffectCode::InfraApply),
        b's' => Does::SENDS,
        _ => reads(args).and(flags_before(args.get(..at).unwrap_or_default())),
    }
}

/// No option before the verb may pose it as its value.
fn flags_before(words: &[Word<'_>]) -> Does {
    let is_known =
        |text: &str| text.starts_with("--") && text.contains('=') || CLOUD_FLAGS.contains(text);
    let mut options = words.iter().filter(|word| word.is_option());
    Does::READS.or_unknown(options.all(|word| is_known(word.text)))
}

const SECRETS: Headed = headed!(
    "--show-token get-token get-login-password get-access-token get-password-data get-secret-value get-parameter \
     get-parameters print-access-token print-identity-token get-password get-authorization-token get-session-token \
     get-credentials"
);

/// Whether the command prints a secret.
fn prints_secret(name: &str, args: &[Word<'_>]) -> bool {
    let follow = |words: &[&str]| {
        let same =
            |some: &[Word<'_>]| some.iter().zip(words).all(|(word, text)| word.text == *text);
        args.windows(words.len()).any(same)
    };
    args.iter().any(|word| SECRETS.contains(word.text))
        || follow(&["keyvault", "secret", "show"])
        || (name == "gh" && follow(&["auth", "token"]))
}

/// Options of `gh api`: the method as a word of its own or with its option, and what makes a body.
const API: Headed = headed!(
    "next: -X --method
     method: -X* --method=*
     fields: -f* -F* --field --raw-field --input --field=* --raw-field=* --input=*"
);

/// `gh api`
fn api(args: &[Word<'_>]) -> Does {
    let (mut name, mut fields) = (None, false);
    let mut words = args.iter();
    while let Some(word) = words.next() {
        let text = word.text;
        match API.of_pattern(text) {
            Some(b'n') => name = words.next().and_then(|word| word.plain()).or(Some("?")),
            Some(b'm') => name = text.strip_prefix("-X").or_else(|| text.strip_prefix("--method=")),
            Some(_) => fields = true,
            None => {}
        }
    }
    if any_unknown(args) && name.is_none() && !fields {
        return Does::UNKNOWN;
    }
    let name = name.unwrap_or(if fields { "POST" } else { "GET" });
    method(name, fields).unwrap_or(Does::READS)
}

/// Options that take the next word for all of these clients, wherever they stand.
const VALUES: Headed = headed!(
    "-R --endpoint-url --format --output --profile --project --query --region --repo --subscription"
);

/// The words that are neither options nor the values of such, with their places.
fn operands<'w, 'a>(args: &'w [Word<'a>]) -> impl Iterator<Item = (usize, &'w Word<'a>)> + Clone {
    let mut takes = false;
    args.iter().enumerate().filter(move |(_, word)| {
        let is_value = core::mem::take(&mut takes);
        takes = !is_value && VALUES.contains(word.text);
        !is_value && !word.is_option()
    })
}

/// Verbs of `aws s3`.
const S3: Headed = headed!("lists: ls destroys: rm rb edits: mb website copies: cp mv sync");

/// `aws s3`
fn s3(args: &[Word<'_>]) -> Does {
    let mut operands = operands(args).map(|(_, word)| word.text);
    let verb = operands.next().unwrap_or_default();
    match S3.of(verb) {
        Some(b'l') => reads(args),
        Some(b'd') => DELETES,
        Some(b'e') => CHANGES,
        Some(_) => {
            let to = operands.nth(1);
            let deletes = args.iter().any(|word| word.is("--delete"));
            let class = |class| if deletes { Destroy } else { class };
            if to.is_some_and(|to| to.starts_with("s3://")) {
                Does::writes(class(Send), EffectCode::NetUpload)
            } else if to == Some("-") && !deletes && verb == "cp" {
                Does::READS
            } else {
                Does::writes(class(Edit), EffectCode::FsWrite).with(EffectCode::NetDownloadToFile)
            }
        }
        None => Does::UNKNOWN,
    }
}

/// Verbs of `stripe`, and nouns by which money moves.
const STRIPE: Headed = headed!(
    "lists: list retrieve search
     destroys: delete cancel void
     edits: create update capture confirm reverse pay finalize_invoice
     moves: charges refunds payouts transfers payment_intents topups invoices subscriptions"
);

/// `stripe`
pub(super) fn stripe(call: &mut Call<'_, '_, '_>) -> Does {
    let mut operands = call.args.iter().filter(|word| !word.is_option()).map(|word| word.plain());
    let (Some(Some(noun)), Some(Some(verb))) = (operands.next(), operands.next()) else {
        return Does::UNKNOWN;
    };
    match (noun, STRIPE.of(verb)) {
        ("get", _) | (_, Some(b'l')) => reads(call.args),
        ("post", _) => PAYS,
        ("delete", _) | (_, Some(b'd')) => DELETES,
        (_, Some(b'e')) if STRIPE.of(noun) == Some(b'm') => PAYS,
        (_, Some(b'e')) => CHANGES,
        _ => Does::UNKNOWN,
    }
}
