//! Numbers that nobody guesses, from one seed, so that a session can be played again in a test.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

/// A stream of such numbers.
pub(crate) struct Random {
    seed: [u8; 32],
    drawn: u64,
}

impl Random {
    pub(crate) const fn new(seed: [u8; 32]) -> Self {
        Self { seed, drawn: 0 }
    }

    /// A key for one purpose, always the same.
    pub(crate) fn key(&self, purpose: &str) -> [u8; 32] {
        mac(&self.seed, purpose.as_bytes())
    }

    fn draw(&mut self) -> [u8; 32] {
        self.drawn = self.drawn.wrapping_add(1);
        mac(&self.seed, &self.drawn.to_be_bytes())
    }

    /// 32 hexadecimal digits.
    pub(crate) fn hex(&mut self) -> String {
        let drawn = self.draw();
        hex::encode(drawn.get(..16).unwrap_or_default())
    }

    /// Four digits, for a person to type.
    pub(crate) fn code(&mut self) -> String {
        let drawn = self.draw();
        let number = drawn.iter().take(8).fold(0_u64, |sum, byte| (sum << 8) | u64::from(*byte));
        format!("{:04}", number % 10_000)
    }
}

/// The HMAC-SHA-256 of some bytes.
pub(crate) fn mac(key: &[u8; 32], bytes: &[u8]) -> [u8; 32] {
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else { return [0; 32] };
    mac.update(bytes);
    mac.finalize().into_bytes().into()
}

/// Whether the HMAC is right, in a time that tells nothing of it.
pub(crate) fn is_mac(key: &[u8; 32], bytes: &[u8], tag: &[u8]) -> bool {
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else { return false };
    mac.update(bytes);
    mac.verify_slice(tag).is_ok()
}
