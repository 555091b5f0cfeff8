//! What can be found in a text.

/// One sort of thing that a text should not hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A provider's key, told by its prefix.
    ProviderKey,
    /// A PEM private key.
    PrivateKey,
    /// A signed JSON web token.
    WebToken,
    /// The value of a `Bearer` or `Basic` authorization.
    Authorization,
    /// The password in `scheme://user:password@host`.
    UrlPassword,
    /// The value in `password=...` and its like.
    Assignment,
    /// A US social security number.
    SocialSecurity,
    /// A payment card number.
    Card,
    /// Somebody's e-mail address.
    Email,
    /// Somebody's phone number.
    Phone,
}

impl Kind {
    /// Whether it is a secret; the others are personal data.
    pub const fn is_secret(self) -> bool {
        !matches!(self, Self::Email | Self::Phone)
    }

    /// Whether its form leaves room for a command. A key in lines and the digits of a number do not.
    pub(super) const fn may_hold_a_command(self) -> bool {
        self.is_secret() && !matches!(self, Self::PrivateKey | Self::SocialSecurity | Self::Card)
    }

    const fn bit(self) -> u16 {
        match self {
            Self::ProviderKey => 1,
            Self::PrivateKey => 1 << 1,
            Self::WebToken => 1 << 2,
            Self::Authorization => 1 << 3,
            Self::UrlPassword => 1 << 4,
            Self::Assignment => 1 << 5,
            Self::SocialSecurity => 1 << 6,
            Self::Card => 1 << 7,
            Self::Email => 1 << 8,
            Self::Phone => 1 << 9,
        }
    }
}

/// What a text holds: a small set of kinds.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Findings(u16);

impl Findings {
    const PROVIDER: u16 = Kind::ProviderKey.bit() | Kind::PrivateKey.bit() | Kind::WebToken.bit();
    const PERSONAL: u16 = Kind::Email.bit() | Kind::Phone.bit();

    /// Whether nothing was found.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether any secret was found.
    pub const fn secret(self) -> bool {
        self.0 & !Self::PERSONAL != 0
    }

    /// Whether a provider key, a PEM private key or a web token was found: the secrets that no
    /// argument of a tool call needs to hold.
    pub const fn provider_secret(self) -> bool {
        self.0 & Self::PROVIDER != 0
    }

    /// Whether an e-mail address or a phone number was found.
    pub const fn pii(self) -> bool {
        self.0 & Self::PERSONAL != 0
    }

    /// Whether this kind was found.
    pub const fn contains(self, kind: Kind) -> bool {
        self.0 & kind.bit() != 0
    }

    /// What either of the two holds.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Adds a kind.
    pub fn insert(&mut self, kind: Kind) {
        self.0 |= kind.bit();
    }
}
