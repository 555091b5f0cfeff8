//! Posts anchors to the operator's endpoint.

use std::env;
use std::time::Duration;

use ureq::Agent;

use crate::exit::Failure;

/// How long one request may take in all.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The variable with the token that the endpoint wants.
const TOKEN: &str = "AANA_ANCHOR_TOKEN";

/// What DSSE calls an envelope.
const CONTENT_TYPE: &str = "application/vnd.dsse.envelope.v1+json";

pub(super) struct Endpoint {
    agent: Agent,
    url: String,
    authorization: Option<String>,
}

impl Endpoint {
    pub(super) fn new(url: &str) -> Result<Self, Failure> {
        let host = url.split_once("://").map_or("", |(_, rest)| rest);
        let authority = host.split(['/', '?', '#']).next().unwrap_or_default();
        if authority.is_empty() || authority.contains('@') || url.chars().any(char::is_whitespace) {
            let message = "`--to` is not an `http://host/path`; a name or a password does not belong there, \
                a token goes into AANA_ANCHOR_TOKEN";
            return Err(Failure::Usage(message.to_owned()));
        }
        let token = env::var(TOKEN).ok().filter(|token| !token.is_empty());
        if token.as_ref().is_some_and(|it| it.bytes().any(|byte| !byte.is_ascii_graphic())) {
            return Err(Failure::Usage(format!("`{TOKEN}` is not printable ASCII")));
        }
        let config = Agent::config_builder()
            .timeout_global(Some(TIMEOUT))
            // An endpoint that sends its anchors elsewhere is not the one that was chosen.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .http_status_as_error(false)
            .user_agent(concat!("aana/", env!("CARGO_PKG_VERSION")))
            .build();
        Ok(Self {
            agent: Agent::new_with_config(config),
            url: url.to_owned(),
            authorization: token.map(|token| format!("Bearer {token}")),
        })
    }

    /// Posts one envelope; only an answer of the 200s says that it arrived.
    pub(super) fn post(&self, envelope: &str) -> Result<(), String> {
        let mut request = self.agent.post(&self.url).header("Content-Type", CONTENT_TYPE);
        if let Some(authorization) = &self.authorization {
            request = request.header("Authorization", authorization);
        }
        match request.send(envelope.as_bytes()) {
            Ok(answer) if answer.status().is_success() => Ok(()),
            Ok(answer) => Err(format!("the endpoint answered {}", answer.status().as_u16())),
            Err(ureq::Error::Timeout(_)) => Err("the endpoint did not answer in time".to_owned()),
            Err(ureq::Error::HostNotFound) => Err("the endpoint's host is not known".to_owned()),
            // What other errors say may hold the address.
            Err(_) => Err("the endpoint cannot be reached".to_owned()),
        }
    }
}
