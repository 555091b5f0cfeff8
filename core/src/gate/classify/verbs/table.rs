//! The table itself: each verb with its class and with where it counts.

use super::row::{Place, Verb, row};
use crate::{
    contract::VerbClass::{Destroy, Draft, Edit, Exec, Money, Read, Send},
    tokens::word_map,
};

const READ: Verb = row(Read, Place::Anywhere, false);
const ONLY_READS: Verb = Verb { only_reads: true, ..READ };
const DRAFT: Verb = row(Draft, Place::Anywhere, false);
const ONLY_DRAFTS: Verb = Verb { only_reads: true, ..DRAFT };
pub(super) const EDIT: Verb = row(Edit, Place::Anywhere, false);
const EDIT_FIRST: Verb = row(Edit, Place::First, false);
const EDIT_FRONT: Verb = row(Edit, Place::Front, false);
const EDIT_FRONT_END: Verb = row(Edit, Place::Front, true);
const SEND: Verb = row(Send, Place::Anywhere, false);
const SEND_FIRST: Verb = row(Send, Place::First, false);
const SEND_FRONT: Verb = row(Send, Place::Front, false);
const SEND_FRONT_END: Verb = row(Send, Place::Front, true);
const DESTROY: Verb = row(Destroy, Place::Anywhere, false);
const DESTROY_FIRST: Verb = row(Destroy, Place::First, false);
const DESTROY_FRONT: Verb = row(Destroy, Place::Front, false);
const DESTROY_FRONT_END: Verb = row(Destroy, Place::Front, true);
const MONEY: Verb = row(Money, Place::Anywhere, false);
const MONEY_FIRST: Verb = row(Money, Place::First, false);
const MONEY_FRONT: Verb = row(Money, Place::Front, false);
const EXEC: Verb = row(Exec, Place::Anywhere, false);
const EXEC_FIRST: Verb = row(Exec, Place::First, false);
const EXEC_FRONT: Verb = row(Exec, Place::Front, false);
const EXEC_FRONT_END: Verb = row(Exec, Place::Front, true);

word_map! {
    /// All verbs, by class.
    pub(super) VERBS: Verb = [
        ("get", ONLY_READS), ("list", ONLY_READS), ("read", ONLY_READS), ("search", ONLY_READS),
        ("find", ONLY_READS), ("fetch", ONLY_READS), ("lookup", ONLY_READS), ("query", ONLY_READS),
        ("view", ONLY_READS), ("show", ONLY_READS), ("describe", ONLY_READS), ("check", ONLY_READS),
        ("count", ONLY_READS), ("browse", ONLY_READS), ("retrieve", ONLY_READS), ("download", READ),
        ("inspect", READ), ("stat", READ), ("head", READ), ("tail", READ), ("watch", READ),
        ("explain", READ), ("history", READ), ("validate", READ), ("verify", READ),
        ("compare", ONLY_READS), ("calculate", ONLY_READS), ("compute", READ),
        ("convert", ONLY_READS), ("translate", READ), ("summarize", READ), ("forecast", ONLY_READS),
        ("resolve", READ), ("ping", READ), ("export", READ), ("summarise", READ),
        ("draft", DRAFT), ("preview", ONLY_DRAFTS), ("simulate", DRAFT), ("estimate", ONLY_DRAFTS),
        ("plan", DRAFT), ("dryrun", DRAFT),
        ("create", EDIT), ("add", EDIT), ("update", EDIT), ("set", EDIT), ("edit", EDIT),
        ("rename", EDIT), ("move", EDIT), ("upload", EDIT), ("schedule", EDIT), ("book", EDIT),
        ("archive", EDIT), ("restore", EDIT), ("enable", EDIT), ("open", EDIT), ("close", EDIT),
        ("write", EDIT), ("patch", EDIT), ("put", EDIT), ("insert", EDIT), ("upsert", EDIT),
        ("append", EDIT), ("save", EDIT), ("store", EDIT), ("assign", EDIT), ("attach", EDIT),
        ("import", EDIT), ("sync", EDIT), ("register", EDIT), ("toggle", EDIT), ("lock", EDIT),
        ("unlock", EDIT), ("change", EDIT), ("modify", EDIT), ("replace", EDIT),
        ("configure", EDIT), ("accept", EDIT), ("activate", EDIT), ("backup", EDIT_FRONT),
        ("block", EDIT_FRONT), ("build", EDIT_FRONT), ("checkout", EDIT), ("cherry", EDIT),
        ("click", EDIT_FRONT_END), ("clone", EDIT), ("complete", EDIT_FRONT_END),
        ("compress", EDIT), ("confirm", EDIT), ("connect", EDIT_FRONT_END),
        ("copy", EDIT_FRONT_END), ("cp", EDIT), ("mv", EDIT), ("touch", EDIT), ("mkdir", EDIT),
        ("dismiss", EDIT), ("dismount", EDIT), ("drag", EDIT), ("emulate", EDIT),
        ("end", EDIT_FRONT_END), ("exchange", EDIT), ("expand", EDIT), ("fill", EDIT),
        ("finalize", EDIT), ("follow", EDIT_FRONT_END), ("fork", EDIT_FRONT_END),
        ("generate", EDIT_FRONT), ("group", EDIT_FRONT), ("handle", EDIT_FRONT), ("hide", EDIT),
        ("hover", EDIT), ("init", EDIT), ("initialize", EDIT), ("join", EDIT_FRONT_END),
        ("leave", EDIT), ("link", EDIT_FRONT), ("load", EDIT_FRONT), ("make", EDIT_FRONT),
        ("manage", EDIT_FRONT_END), ("mark", EDIT_FRONT_END), ("navigate", EDIT),
        ("new", EDIT_FRONT), ("optimize", EDIT), ("pause", EDIT), ("pop", EDIT),
        ("press", EDIT_FRONT_END), ("protect", EDIT), ("pull", EDIT_FRONT_END), ("rebase", EDIT),
        ("receive", EDIT), ("redo", EDIT), ("reload", EDIT), ("repair", EDIT),
        ("reprioritize", EDIT), ("request", EDIT_FRONT), ("reserve", EDIT), ("resize", EDIT),
        ("restrict", EDIT_FRONT_END), ("resume", EDIT), ("return", EDIT_FRONT),
        ("route", EDIT_FRONT), ("scale", EDIT), ("scroll", EDIT), ("select", EDIT_FRONT_END),
        ("skip", EDIT), ("snooze", EDIT), ("split", EDIT), ("star", EDIT_FRONT_END),
        ("stash", EDIT_FRONT_END), ("subscribe", EDIT), ("switch", EDIT_FRONT_END),
        ("tag", EDIT_FRONT), ("transition", EDIT), ("type", EDIT_FRONT), ("undo", EDIT),
        ("unprotect", EDIT), ("upgrade", EDIT), ("use", EDIT_FRONT), ("rotate", EDIT),
        ("reschedule", EDIT), ("reassign", EDIT), ("mount", EDIT), ("unmount", EDIT),
        ("enroll", EDIT), ("reorder", EDIT), ("trash", EDIT_FRONT), ("empty", EDIT_FRONT),
        ("turn", EDIT_FRONT), ("memorize", EDIT), ("remember", EDIT), ("forget", EDIT),
        ("reindex", EDIT), ("hire", EDIT_FRONT), ("admit", EDIT), ("refill", EDIT),
        ("override", EDIT), ("bypass", EDIT), ("enter", EDIT_FRONT), ("exit", EDIT_FRONT_END),
        ("quit", EDIT), ("logout", EDIT), ("signout", EDIT), ("hset", EDIT), ("getset", EDIT), ("mset", EDIT),
        ("setex", EDIT), ("setnx", EDIT), ("lpush", EDIT), ("rpush", EDIT), ("sadd", EDIT),
        ("zadd", EDIT), ("xadd", EDIT), ("xack", EDIT), ("putobject", EDIT), ("addmember", EDIT),
        ("ack", EDIT), ("acknowledge", EDIT), ("adjust", EDIT), ("adopt", EDIT), ("allocate", EDIT),
        ("alter", EDIT), ("amend", EDIT), ("anonymize", EDIT), ("anonymise", EDIT),
        ("associate", EDIT), ("augment", EDIT), ("backfill", EDIT), ("bind", EDIT), ("bump", EDIT),
        ("calibrate", EDIT), ("categorize", EDIT), ("categorise", EDIT), ("consolidate", EDIT),
        ("crop", EDIT), ("customize", EDIT), ("customise", EDIT), ("declare", EDIT),
        ("decline", EDIT), ("decrease", EDIT), ("decrement", EDIT), ("increase", EDIT),
        ("increment", EDIT), ("decrypt", EDIT), ("encrypt", EDIT), ("deduplicate", EDIT),
        ("dedupe", EDIT), ("delegate", EDIT), ("demote", EDIT), ("deprecate", EDIT),
        ("distribute", EDIT), ("downgrade", EDIT), ("duplicate", EDIT), ("enqueue", EDIT),
        ("dequeue", EDIT), ("enrich", EDIT), ("enforce", EDIT), ("ensure", EDIT), ("exclude", EDIT),
        ("extend", EDIT), ("flip", EDIT), ("freeze", EDIT), ("harden", EDIT), ("ingest", EDIT),
        ("instantiate", EDIT), ("isolate", EDIT), ("localize", EDIT), ("mute", EDIT),
        ("obfuscate", EDIT), ("offload", EDIT), ("onboard", EDIT), ("paste", EDIT),
        ("persist", EDIT), ("populate", EDIT), ("postpone", EDIT), ("prepend", EDIT),
        ("prioritize", EDIT), ("prioritise", EDIT), ("propagate", EDIT), ("quarantine", EDIT),
        ("reclaim", EDIT), ("reconcile", EDIT), ("redact", EDIT), ("redirect", EDIT),
        ("relocate", EDIT), ("renew", EDIT), ("reparent", EDIT), ("replenish", EDIT),
        ("replicate", EDIT), ("restock", EDIT), ("restructure", EDIT), ("retarget", EDIT),
        ("revise", EDIT), ("rewind", EDIT), ("setup", EDIT), ("shorten", EDIT), ("shuffle", EDIT),
        ("silence", EDIT), ("squash", EDIT), ("suppress", EDIT), ("swipe", EDIT),
        ("throttle", EDIT), ("transcode", EDIT), ("drain", EDIT), ("cordon", EDIT), ("taint", EDIT),
        ("upd", EDIT), ("reposition", EDIT), ("reclassify", EDIT), ("brighten", EDIT),
        ("favorite", EDIT), ("favourite", EDIT), ("upvote", EDIT), ("downvote", EDIT),
        ("useradd", EDIT), ("adduser", EDIT), ("usermod", EDIT), ("groupadd", EDIT),
        ("passwd", EDIT), ("rsync", EDIT), ("scp", EDIT), ("organize", EDIT), ("organise", EDIT),
        ("optimise", EDIT), ("authenticate", EDIT), ("signin", EDIT), ("signup", EDIT),
        ("logon", EDIT), ("memorise", EDIT), ("initialise", EDIT), ("finalise", EDIT), ("annotate", EDIT_FRONT), ("blur", EDIT), ("tidy", EDIT), ("recover", EDIT), ("reindent", EDIT),
        ("enlist", EDIT), ("stitch", EDIT), ("pin", EDIT_FRONT), ("bookmark", EDIT_FRONT),
        ("like", EDIT_FRONT), ("dislike", EDIT_FRONT), ("vote", EDIT_FRONT), ("fix", EDIT_FRONT),
        ("raise", EDIT_FRONT), ("hang", EDIT_FRONT), ("hold", EDIT_FRONT), ("pair", EDIT_FRONT),
        ("arm", EDIT_FRONT), ("dim", EDIT_FRONT), ("dock", EDIT_FRONT), ("tune", EDIT_FRONT),
        ("trim", EDIT_FRONT), ("fire", EDIT_FRONT), ("mirror", EDIT_FRONT), ("warm", EDIT_FRONT),
        ("stage", EDIT_FRONT), ("sweep", EDIT_FRONT), ("flag", EDIT_FRONT),
        ("interact", EDIT_FRONT), ("tap", EDIT_FRONT_END), ("login", EDIT_FRONT_END),
        ("continue", EDIT_FRONT_END), ("refresh", EDIT_FRONT_END), ("seek", EDIT_FRONT_END),
        ("label", EDIT_FIRST), ("queue", EDIT_FIRST), ("seed", EDIT_FIRST),
        ("send", SEND), ("resend", SEND), ("email", SEND), ("notify", SEND), ("publish", SEND),
        ("post", SEND_FRONT_END), ("submit", SEND), ("reply", SEND), ("forward", SEND),
        ("share", SEND_FRONT_END), ("invite", SEND), ("broadcast", SEND), ("message", SEND_FIRST),
        ("comment", SEND_FIRST), ("dispatch", SEND), ("report", SEND_FRONT), ("tweet", SEND),
        ("retweet", SEND), ("unfurl", SEND), ("sendmail", SEND), ("sendemail", SEND),
        ("transmit", SEND), ("deliver", SEND), ("fax", SEND_FIRST), ("sendmessage", SEND),
        ("announce", SEND), ("dial", SEND), ("nudge", SEND), ("relay", SEND), ("remind", SEND),
        ("rsvp", SEND), ("warn", SEND), ("emit", SEND), ("answer", SEND_FRONT), ("dm", SEND_FRONT),
        ("produce", SEND_FRONT), ("say", SEND_FRONT), ("speak", SEND_FRONT), ("give", SEND_FRONT),
        ("delete", DESTROY), ("remove", DESTROY), ("destroy", DESTROY), ("drop", DESTROY),
        ("erase", DESTROY), ("purge", DESTROY), ("wipe", DESTROY), ("truncate", DESTROY),
        ("reset", DESTROY), ("overwrite", DESTROY), ("revoke", DESTROY), ("terminate", DESTROY),
        ("shutdown", DESTROY), ("kill", DESTROY), ("cancel", DESTROY), ("uninstall", DESTROY),
        ("disable", DESTROY), ("deactivate", DESTROY), ("disconnect", DESTROY),
        ("unsubscribe", DESTROY), ("ban", DESTROY), ("clear", DESTROY_FRONT_END),
        ("format", DESTROY_FIRST), ("clean", DESTROY), ("cleanup", DESTROY), ("del", DESTROY),
        ("expire", DESTROY), ("flush", DESTROY), ("invalidate", DESTROY),
        ("kick", DESTROY_FRONT_END), ("prune", DESTROY), ("rmdir", DESTROY), ("discard", DESTROY),
        ("teardown", DESTROY), ("deny", DESTROY), ("detach", DESTROY), ("rm", DESTROY),
        ("unlink", DESTROY), ("nuke", DESTROY), ("shred", DESTROY), ("expunge", DESTROY),
        ("evict", DESTROY), ("suspend", DESTROY), ("droptable", DESTROY), ("dropdb", DESTROY),
        ("dropdatabase", DESTROY), ("rmrf", DESTROY), ("killall", DESTROY),
        ("killprocess", DESTROY), ("mkfs", DESTROY), ("hdel", DESTROY), ("getdel", DESTROY), ("lpop", DESTROY),
        ("rpop", DESTROY), ("spop", DESTROY), ("lrem", DESTROY), ("ltrim", DESTROY),
        ("srem", DESTROY), ("zrem", DESTROY), ("xdel", DESTROY), ("xtrim", DESTROY),
        ("flushdb", DESTROY), ("flushall", DESTROY), ("poweroff", DESTROY), ("abandon", DESTROY),
        ("abort", DESTROY), ("annul", DESTROY), ("decommission", DESTROY), ("delist", DESTROY),
        ("dispose", DESTROY), ("disassociate", DESTROY), ("dissociate", DESTROY),
        ("eject", DESTROY), ("eliminate", DESTROY), ("eradicate", DESTROY), ("forfeit", DESTROY),
        ("offboard", DESTROY), ("obliterate", DESTROY), ("raze", DESTROY), ("rescind", DESTROY),
        ("retire", DESTROY), ("retract", DESTROY), ("sever", DESTROY), ("sunset", DESTROY),
        ("takedown", DESTROY), ("unfriend", DESTROY), ("userdel", DESTROY), ("deluser", DESTROY),
        ("unsend", DESTROY), ("unassign", DESTROY), ("void", DESTROY_FRONT),
        ("vacuum", DESTROY_FRONT), ("burn", DESTROY_FRONT),
        ("pay", MONEY), ("transfer", MONEY), ("wire", MONEY), ("refund", MONEY),
        ("purchase", MONEY), ("buy", MONEY), ("order", MONEY_FIRST), ("charge", MONEY_FRONT),
        ("withdraw", MONEY), ("payout", MONEY), ("trade", MONEY_FIRST), ("sell", MONEY),
        ("deposit", MONEY_FIRST), ("donate", MONEY), ("exercise", MONEY), ("fund", MONEY_FRONT),
        ("place", MONEY_FRONT), ("remit", MONEY), ("disburse", MONEY), ("debit", MONEY),
        ("reimburse", MONEY), ("swap", MONEY_FRONT), ("mint", MONEY_FRONT), ("borrow", MONEY),
        ("lend", MONEY), ("topup", MONEY), ("ship", MONEY_FRONT), ("payinvoice", MONEY),
        ("invest", MONEY), ("redeem", MONEY), ("settle", MONEY), ("spend", MONEY),
        ("liquidate", MONEY), ("cashout", MONEY), ("wager", MONEY), ("procure", MONEY),
        ("stake", MONEY_FRONT), ("bid", MONEY_FRONT), ("bet", MONEY_FRONT), ("credit", MONEY_FRONT),
        ("rent", MONEY_FRONT),
        ("run", EXEC), ("execute", EXEC), ("exec", EXEC), ("eval", EXEC), ("invoke", EXEC),
        ("deploy", EXEC), ("release", EXEC_FIRST), ("merge", EXEC), ("migrate", EXEC),
        ("push", EXEC), ("restart", EXEC), ("reboot", EXEC), ("rollback", EXEC), ("grant", EXEC),
        ("authorize", EXEC), ("approve", EXEC), ("reject", EXEC), ("sign", EXEC),
        ("prescribe", EXEC), ("dispense", EXEC), ("commit", EXEC), ("promote", EXEC),
        ("launch", EXEC), ("trigger", EXEC), ("provision", EXEC), ("install", EXEC),
        ("apply", EXEC_FRONT_END), ("file", EXEC_FRONT), ("evaluate", EXEC), ("play", EXEC_FRONT),
        ("rerun", EXEC), ("retry", EXEC), ("rollout", EXEC), ("sudo", EXEC), ("spawn", EXEC),
        ("halt", EXEC), ("start", EXEC_FRONT_END), ("stop", EXEC_FRONT_END), ("runcommand", EXEC),
        ("runscript", EXEC), ("chmod", EXEC), ("chown", EXEC), ("execsql", EXEC),
        ("escalate", EXEC), ("impersonate", EXEC), ("perform", EXEC), ("inject", EXEC),
        ("detonate", EXEC), ("dose", EXEC), ("exfiltrate", EXEC), ("bootstrap", EXEC),
        ("elevate", EXEC), ("hibernate", EXEC), ("initiate", EXEC), ("interrupt", EXEC),
        ("orchestrate", EXEC), ("operate", EXEC), ("compile", EXEC), ("recompile", EXEC),
        ("remediate", EXEC), ("revert", EXEC), ("assume", EXEC_FRONT), ("allow", EXEC_FRONT),
        ("boot", EXEC_FRONT), ("wake", EXEC_FRONT), ("call", EXEC_FRONT), ("serve", EXEC_FRONT),
        ("control", EXEC_FRONT), ("failover", EXEC_FRONT_END),
    ], READ
}

/// For each first letter the lengths of the verbs that begin with it, as bits.
static LENGTHS: [u32; 256] = VERBS.lengths_by_first_letter();

/// Whether a verb of this length begins with the first letter of the text, so that looking it up is worth
/// while.
pub(super) fn begins_with_length(text: &str, length: usize) -> bool {
    let first = text.as_bytes().first().map_or(0, u8::to_ascii_lowercase);
    LENGTHS.get(usize::from(first)).is_some_and(|lengths| lengths >> length & 1 == 1)
}
