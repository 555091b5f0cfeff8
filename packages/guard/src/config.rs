//! What the operator chose.

use aana_core::contract::RiskLevel;

/// What a guard is started with. [`Config::new`] has the defaults.
#[derive(Debug, Clone)]
pub struct Config {
    /// The label of the server: the first part of every tool's name.
    pub label: String,
    /// The server as the form shows it: its command. Never what the server calls itself.
    pub server: String,
    /// The subject of the account that started the guard; without one nobody is signed in.
    pub subject: Option<String>,
    /// Whether annotations of tools are believed.
    pub trust_hints: bool,
    /// Whether methods outside the published revisions are refused.
    pub refuse_unknown_methods: bool,
    /// Whether a read of the open world is asked about once private data was read.
    pub outbound_after_private: bool,
    /// Whether `resources/read` is gated.
    pub gate_resources: bool,
    /// Whether `prompts/get` is gated.
    pub gate_prompts: bool,
    /// Whether everything is decided and recorded, and nothing asked or stopped.
    pub shadow: bool,
    /// How a person is asked.
    pub ask: AskConfig,
    /// What happens to definitions that are new or have changed.
    pub pins: PinsConfig,
    /// How much is taken.
    pub limits: Limits,
    /// The folder for forms that are too long for a message; without one such a call is not asked about.
    pub forms: Option<String>,
    /// The tools of other servers that are known, as label and name.
    pub other_names: Vec<(String, String)>,
    /// Thirty-two random bytes, new at each start.
    pub seed: [u8; 32],
}

impl Config {
    /// The defaults.
    pub fn new(label: impl Into<String>, server: impl Into<String>, seed: [u8; 32]) -> Self {
        Self {
            label: label.into(),
            server: server.into(),
            subject: None,
            trust_hints: false,
            refuse_unknown_methods: false,
            outbound_after_private: false,
            gate_resources: false,
            gate_prompts: false,
            shadow: false,
            ask: AskConfig::default(),
            pins: PinsConfig::default(),
            limits: Limits::default(),
            forms: None,
            other_names: Vec::new(),
            seed,
        }
    }
}

/// How a person is asked.
#[derive(Debug, Clone)]
pub struct AskConfig {
    /// Whether the client's own form is used.
    pub elicit: bool,
    /// Whether what the client sends as the person's answer is believed to be it.
    pub trust_client: bool,
    /// How long a question stands, in seconds, for low, medium and high risk.
    pub seconds: [u32; 3],
    /// When four digits have to be typed.
    pub challenge: Challenge,
    /// How many questions stand before a person at once.
    pub max_open: usize,
    /// How many characters a form in a message may have.
    pub show_limit: usize,
    /// How long a no holds for the same call, in seconds.
    pub decline_memory_seconds: u32,
}

impl Default for AskConfig {
    fn default() -> Self {
        Self {
            elicit: true,
            trust_client: true,
            seconds: [60, 120, 300],
            challenge: Challenge::High,
            max_open: 8,
            show_limit: 6000,
            decline_memory_seconds: 600,
        }
    }
}

impl AskConfig {
    pub(crate) fn milliseconds(&self, risk: RiskLevel) -> i64 {
        let [low, medium, high] = self.seconds;
        1000 * i64::from(match risk {
            RiskLevel::Low => low,
            RiskLevel::Medium => medium,
            RiskLevel::High => high,
        })
    }
}

/// When four digits have to be typed for a yes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Challenge {
    /// For a call of high risk that cannot be undone.
    High,
    /// For every call.
    Always,
    /// For none.
    Never,
}

/// What happens to a definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnNew {
    /// It is pinned as it is.
    Trust,
    /// A person is shown it before the tool is called.
    Ask,
    /// The tool is not listed and not called until somebody accepts it on the command line.
    Hold,
}

/// What happens to definitions that are new or have changed.
#[derive(Debug, Clone, Copy)]
pub struct PinsConfig {
    /// The first list that is ever seen of a server.
    pub first_sight: OnNew,
    /// Whether a tool whose text has changed leaves the list until a person has seen the change.
    pub hold_text: bool,
}

impl Default for PinsConfig {
    fn default() -> Self {
        Self { first_sight: OnNew::Trust, hold_text: false }
    }
}

/// How much is taken.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Bytes of a client's message.
    pub client_message_bytes: usize,
    /// Bytes of a server's message.
    pub server_message_bytes: usize,
    /// Requests of the client that are open at once.
    pub in_flight: usize,
    /// Pages of a list of tools.
    pub pages: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            client_message_bytes: 4 << 20,
            server_message_bytes: 64 << 20,
            in_flight: 256,
            pages: 100,
        }
    }
}
