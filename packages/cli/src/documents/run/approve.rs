//! `aana request approve` and `revoke`: an operator's yes to exactly these bytes, and taking it back.

use std::fmt::Write as _;
use std::io::{self, BufRead as _, IsTerminal as _};

use aana_core::time;
use aana_formats::tool_request::{Checked, Request};
use serde_json::json;

use super::args::{ApproveArgs, RevokeArgs};
use super::record::{Approval, SecondApproval, VERSION, utc};
use super::store::Store;
use crate::documents::request::CheckedRequest;
use crate::exit::{self, Failure, Outcome};
use crate::options::Format;
use crate::style::printable;
use crate::{output, setup};

/// How long an approval counts, unless it says so itself, and at most.
const DAY_MS: i64 = 86_400_000;
const MOST_DAYS: i64 = 7;

/// How much of the digest is typed at the terminal.
const TYPED: usize = 8;

pub(crate) fn approve(args: &ApproveArgs) -> Outcome {
    let now_ms = setup::now(args.now.as_deref())?;
    let until_ms = until(args, now_ms)?;
    let store = Store::open(&args.store)?;
    let document = CheckedRequest::new(&args.file, None, now_ms)?;
    let Some(request) = &document.checked.request else {
        output::note(&document.text());
        return Ok(exit::NOT_VALID);
    };
    let sha256 = &document.checked.document_sha256;
    if !store.approvers()?.contains(&args.approver) {
        return Err(refused(
            "`--as` names nobody who stands in `approvers.txt` of the folder of approvals",
        ));
    }
    if !args.second && args.approver != request.approved_by {
        return Err(refused("`--as` is not the approver whom the request names in `approved_by`"));
    }
    let known = store.record(&request.request_id, sha256)?;
    if known.as_ref().is_some_and(|known| known.revoked) {
        return Err(refused(
            "what was approved under this id was withdrawn; a new request has a new id",
        ));
    }
    if !store.ledger(&request.request_id)?.is_empty() {
        return Err(refused("a request of this id has run; a new request has a new id"));
    }
    agreed(args, request, &document.checked)?;
    let recorded_utc = utc(now_ms);
    let is_new = if args.second {
        let known = known.filter(|known| known.document_sha256 == *sha256);
        let Some(known) = known else {
            return Err(refused(
                "nobody has approved these bytes before, so there is no second person",
            ));
        };
        if known.approver == args.approver {
            return Err(refused(
                "`--as` has approved these bytes already; the second is another person",
            ));
        }
        store.approve_second(
            &request.request_id,
            &SecondApproval {
                record_version: VERSION,
                document_sha256: sha256.clone(),
                approver: args.approver.clone(),
                recorded_utc: recorded_utc.clone(),
            },
        )?
    } else {
        store.approve(&Approval {
            record_version: VERSION,
            request_id: request.request_id.clone(),
            document_sha256: sha256.clone(),
            content_sha256: document.checked.content_sha256.clone(),
            approver: args.approver.clone(),
            recorded_utc: recorded_utc.clone(),
            expires_utc: utc(until_ms),
        })?
    };
    if !is_new {
        return Err(refused("these bytes were approved before; an approval is not changed"));
    }
    let expires = (!args.second).then(|| utc(until_ms));
    let id = printable(&request.request_id);
    match (args.format, &expires) {
        (Format::Json, _) => {
            let said = json!({
                "request_id": request.request_id,
                "document_sha256": sha256,
                "approver": args.approver,
                "second": args.second,
                "recorded_utc": recorded_utc,
                "expires_utc": expires,
            });
            output::json(&format!("{said}\n"))?;
        }
        (Format::Pretty, Some(expires)) => {
            output::text(&format!("{id}: approved for one run until {expires}\n"))?;
        }
        (Format::Pretty, None) => output::text(&format!("{id}: approved by a second person\n"))?,
    }
    Ok(exit::SUCCESS)
}

pub(crate) fn revoke(args: &RevokeArgs) -> Outcome {
    let now_ms = setup::now(args.now.as_deref())?;
    if !aana_formats::tool_request::is_request_id(&args.request_id) {
        let form = "`TR-YYYYMMDD-HHMMSSZ-<slug>`";
        return Err(Failure::Usage(format!("the argument is not the id of a request: {form} is")));
    }
    let store = Store::open(&args.store)?;
    let said = match (store.revoke(&args.request_id, now_ms)?, store.ledger(&args.request_id)?) {
        (false, _) => "was withdrawn before",
        (true, ran) if ran.is_empty() => "withdrawn; nothing runs under this id",
        (true, _) => "withdrawn; one run under this id was started before",
    };
    output::text(&format!("{}: {said}\n", args.request_id))?;
    Ok(exit::SUCCESS)
}

fn until(args: &ApproveArgs, now_ms: i64) -> Result<i64, Failure> {
    let Some(text) = &args.until else { return Ok(now_ms.saturating_add(DAY_MS)) };
    let until = time::parse(text).ok_or_else(|| {
        Failure::Usage("`--until` is not a date and time such as `2026-05-10T00:00:00Z`".to_owned())
    })?;
    let most = now_ms.saturating_add(MOST_DAYS * DAY_MS);
    if until <= now_ms || until > most {
        let message = "`--until` is not after now and at most seven days ahead";
        return Err(Failure::Usage(message.to_owned()));
    }
    Ok(until)
}

/// Whether who approves has read these bytes: they name their digest.
fn agreed(args: &ApproveArgs, request: &Request, checked: &Checked) -> Result<(), Failure> {
    let sha256 = &checked.document_sha256;
    if let Some(given) = &args.sha256 {
        return if given.eq_ignore_ascii_case(sha256) {
            Ok(())
        } else {
            Err(refused("`--sha256` is the digest of other bytes than those of the file"))
        };
    }
    if !io::stdin().is_terminal() {
        let message = "without a terminal to ask at, `--sha256` has to name the digest of the bytes that were read";
        return Err(Failure::Usage(message.to_owned()));
    }
    output::note(&shown(request, checked));
    let start = sha256.get(..TYPED).unwrap_or_default();
    output::note(&format!(
        "to approve one run of this, type the first {TYPED} digits of its sha256: "
    ));
    let mut typed = String::new();
    io::stdin().lock().read_line(&mut typed).map_err(|error| Failure::reading(None, &error))?;
    if typed.trim().eq_ignore_ascii_case(start) {
        Ok(())
    } else {
        Err(refused("nothing was approved"))
    }
}

/// What would run, word by word.
fn shown(request: &Request, checked: &Checked) -> String {
    let mut text = String::new();
    let mut row = |name: &str, value: &str| {
        let _ = writeln!(text, "{name:10} {}", printable(value));
    };
    row("request", &request.request_id);
    row("sha256", &checked.document_sha256);
    row("purpose", &request.purpose);
    for word in &request.argv {
        row("word", word);
    }
    for (name, sha256) in &request.inputs {
        row("input", &format!("{name} {sha256}"));
    }
    for path in &request.outputs {
        row("output", path);
    }
    for host in request.network_allowlist.iter().flatten() {
        row("host", host);
    }
    let (cpu, memory, time) = (&request.cpu_limit, request.memory_limit_mb, request.time_limit_sec);
    row("limits", &format!("{cpu} cores, {memory} MiB, {time} s"));
    row("risk", request.risk_level.as_str());
    for warning in checked.warning_ids() {
        row("warning", warning);
    }
    text
}

fn refused(why: &str) -> Failure {
    Failure::NotValid(why.to_owned())
}
