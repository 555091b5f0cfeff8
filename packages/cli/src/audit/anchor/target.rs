//! Where anchors go: a file, the standard output, or an HTTP endpoint.

use std::thread;
use std::time::{Duration, Instant};

use aana_receipt::{Anchor, Anchors, PrivateKey};

use super::super::{args::AnchorArgs, log::beside};
use super::file::AnchorFile;
#[cfg(feature = "http")]
use super::http::Endpoint;
use super::state::State;
use crate::exit::Failure;
#[cfg(not(feature = "http"))]
use crate::features::Missing;
use crate::output;

/// The first and the longest wait after a failed delivery, and how many attempts there are without `--follow`.
const WAIT: Duration = Duration::from_millis(500);
const LONGEST_WAIT: Duration = Duration::from_mins(1);
const TRIES: usize = 5;

pub(super) enum Target {
    File(Box<AnchorFile>),
    Remote(Box<Delivery>),
}

/// Anchors for a receiver, and when the next attempt is due.
pub(super) struct Delivery {
    state: State,
    to: Receiver,
    wait: Duration,
    not_before: Option<Instant>,
}

enum Receiver {
    Stdout,
    #[cfg(feature = "http")]
    Http(Endpoint),
}

impl Target {
    pub(super) fn open(args: &AnchorArgs, key: &PrivateKey) -> Result<Self, Failure> {
        let to = match receiver(&args.to)? {
            Some(to) => to,
            None if args.state.is_some() => {
                let message = "`--state` is for `-` and http; a file of anchors remembers itself";
                return Err(Failure::Usage(message.to_owned()));
            }
            None => {
                let file = AnchorFile::open(args.to.as_ref(), &key.public())?;
                return Ok(Self::File(Box::new(file)));
            }
        };
        let path = args.state.clone().unwrap_or_else(|| beside(&args.log, ".anchor-state"));
        let state = State::open(&path, &key.public())?;
        Ok(Self::Remote(Box::new(Delivery { state, to, wait: WAIT, not_before: None })))
    }

    /// The former anchors, or the last of them.
    pub(super) const fn former(&self) -> &Anchors {
        match self {
            Self::File(file) => &file.former,
            Self::Remote(delivery) => &delivery.state.former,
        }
    }

    /// Whether so many wait that no new one is made.
    pub(super) fn is_full(&self) -> bool {
        matches!(self, Self::Remote(delivery) if delivery.state.is_full())
    }

    pub(super) fn add(&mut self, anchor: Anchor, envelope: String) -> Result<(), Failure> {
        match self {
            Self::File(file) => file.add(anchor, &envelope),
            Self::Remote(delivery) => delivery.state.add(anchor, envelope),
        }
    }

    /// Delivers the waiting anchors, if the next attempt is due.
    pub(super) fn deliver(&mut self) -> Result<(), Failure> {
        let Self::Remote(delivery) = self else { return Ok(()) };
        if delivery.not_before.is_some_and(|when| Instant::now() < when) {
            return Ok(());
        }
        match delivery.try_once()? {
            None if delivery.not_before.take().is_some() => {
                output::note("note: anchors are delivered again\n");
            }
            None => {}
            Some(why) => {
                if delivery.not_before.is_none() {
                    let count = delivery.state.waiting.len();
                    output::note(&format!(
                        "note: not delivered: {why}; anchors that wait: {count}\n"
                    ));
                }
                delivery.not_before = Some(Instant::now() + delivery.wait);
                delivery.wait = LONGEST_WAIT.min(delivery.wait * 2);
                return Ok(());
            }
        }
        delivery.wait = WAIT;
        Ok(())
    }

    /// Delivers the waiting anchors, or fails after the last attempt.
    pub(super) fn deliver_all(&mut self) -> Result<(), Failure> {
        let Self::Remote(delivery) = self else { return Ok(()) };
        let mut last = String::new();
        for attempt in 0..TRIES {
            if attempt > 0 {
                thread::sleep(delivery.wait);
                delivery.wait *= 2;
            }
            match delivery.try_once()? {
                None => return Ok(()),
                Some(why) => last = why,
            }
        }
        let count = delivery.state.waiting.len();
        Err(Failure::Io(format!(
            "not delivered: {last}; anchors that wait for the next call: {count}"
        )))
    }
}

impl Delivery {
    /// Delivers in order up to the first failure, and gives the reason of that failure.
    fn try_once(&mut self) -> Result<Option<String>, Failure> {
        let mut delivered = 0;
        let mut why = None;
        for envelope in &self.state.waiting {
            match &self.to {
                Receiver::Stdout => output::bytes(format!("{envelope}\n").as_bytes())?,
                #[cfg(feature = "http")]
                Receiver::Http(endpoint) => {
                    if let Err(reason) = endpoint.post(envelope) {
                        why = Some(reason);
                        break;
                    }
                }
            }
            delivered += 1;
        }
        if delivered > 0 {
            self.state.delivered(delivered)?;
        }
        Ok(why.take())
    }
}

/// `-` or a URL; `None` is a file.
fn receiver(to: &str) -> Result<Option<Receiver>, Failure> {
    if to == "-" {
        return Ok(Some(Receiver::Stdout));
    }
    let scheme = to.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase());
    match scheme.as_deref() {
        None => Ok(None),
        #[cfg(feature = "http")]
        Some("http") => Endpoint::new(to).map(|endpoint| Some(Receiver::Http(endpoint))),
        #[cfg(not(feature = "http"))]
        Some("http") => Err(Failure::Usage(Missing::TO_HTTP.is_left_out())),
        Some("https") => Err(Failure::Usage(
            "`--to` is an https address, and this command has no TLS; give a proxy on this machine \
             that does, or pipe `--to -` into a client"
                .to_owned(),
        )),
        Some(_) => Err(Failure::Usage(
            "`--to` is an address of another kind; a file, `-` or an `http://` address is allowed"
                .to_owned(),
        )),
    }
}
