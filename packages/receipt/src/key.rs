//! Ed25519 keys as the files that openssl and Python's `cryptography` read: PKCS#8 and SPKI in PEM.

use std::fmt;

use ed25519_dalek::pkcs8::{
    DecodePrivateKey as _, DecodePublicKey as _, EncodePrivateKey as _, EncodePublicKey as _,
    KeypairBytes, spki::der::pem::LineEnding,
};
use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};
use sha2::{Digest as _, Sha256};
use zeroize::Zeroizing;

use crate::Error;

/// How many bytes a key file may have.
pub const MAX_KEY: usize = 1 << 14;

const PRIVATE: &str = "PRIVATE KEY-----";
const PUBLIC: &str = "-----BEGIN PUBLIC KEY-----";

/// A key that signs. Its memory is cleared when it is dropped, and its debug form shows nothing of it.
pub struct PrivateKey {
    signing: SigningKey,
    public: PublicKey,
}

impl PrivateKey {
    /// A new key from the random bytes of the operating system.
    ///
    /// # Errors
    ///
    /// The system gave none.
    pub fn generate() -> Result<Self, Error> {
        let mut seed = Zeroizing::new([0_u8; 32]);
        getrandom::fill(seed.as_mut()).map_err(|_| Error::NoRandomBytes)?;
        Ok(Self::from_seed(&seed))
    }

    /// The key of a seed, as RFC 8032 calls its private keys.
    pub fn from_seed(seed: &[u8; 32]) -> Self {
        Self::of(SigningKey::from_bytes(seed))
    }

    fn of(signing: SigningKey) -> Self {
        let public = PublicKey::new(signing.verifying_key());
        Self { signing, public }
    }

    /// Reads a key file.
    ///
    /// # Errors
    ///
    /// It is not a private key.
    pub fn from_pem(text: &str) -> Result<Self, Error> {
        if text.contains(PUBLIC) && !text.contains(PRIVATE) {
            return Err(Error::PublicForPrivate);
        }
        SigningKey::from_pkcs8_pem(text).map(Self::of).map_err(|_| Error::NotAPrivateKey)
    }

    /// The key file. It holds the seed alone, as RFC 8410 does, because older versions of openssl do not
    /// take a key that brings its public half.
    pub fn to_pem(&self) -> Zeroizing<String> {
        let mut bytes = KeypairBytes { secret_key: self.signing.to_bytes(), public_key: None };
        let pem = bytes.to_pkcs8_pem(LineEnding::LF);
        zeroize::Zeroize::zeroize(&mut bytes.secret_key);
        // 32 bytes always have this form.
        pem.unwrap_or_default()
    }

    /// The key that verifies what this one signs.
    pub fn public(&self) -> PublicKey {
        self.public.clone()
    }

    pub(crate) fn sign(&self, message: &[u8]) -> [u8; 64] {
        self.signing.sign(message).to_bytes()
    }
}

impl fmt::Debug for PrivateKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("PrivateKey").field("id", &self.public.id).finish_non_exhaustive()
    }
}

/// A key that verifies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicKey {
    key: VerifyingKey,
    id: String,
}

impl PublicKey {
    fn new(key: VerifyingKey) -> Self {
        let spki = key.to_public_key_der();
        let spki = spki.as_ref().map_or(&[][..], |spki| spki.as_bytes());
        Self { key, id: format!("sha256:{}", hex::encode(Sha256::digest(spki))) }
    }

    /// Reads a key file. A key of small order is refused, since anything verifies under it.
    ///
    /// # Errors
    ///
    /// It is not a public key.
    pub fn from_pem(text: &str) -> Result<Self, Error> {
        if text.contains(PRIVATE) {
            return Err(Error::PrivateForPublic);
        }
        let key = VerifyingKey::from_public_key_pem(text).map_err(|_| Error::NotAPublicKey)?;
        if key.is_weak() { Err(Error::NotAPublicKey) } else { Ok(Self::new(key)) }
    }

    /// The key file.
    pub fn to_pem(&self) -> String {
        // 32 bytes always have this form.
        self.key.to_public_key_pem(LineEnding::LF).unwrap_or_default()
    }

    /// The name of the key in envelopes: `sha256:` and the SHA-256 of its SPKI in DER.
    pub fn id(&self) -> &str {
        &self.id
    }

    pub(crate) fn verifies(&self, message: &[u8], signature: &[u8; 64]) -> bool {
        self.key.verify_strict(message, &Signature::from_bytes(signature)).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::{PrivateKey, PublicKey};
    use crate::Error;

    fn bytes<const N: usize>(hexadecimal: &str) -> [u8; N] {
        hex::decode(hexadecimal).unwrap().try_into().unwrap()
    }

    /// RFC 8032, section 7.1, tests 1 to 3.
    #[test]
    fn signatures_are_those_of_rfc_8032() {
        let vectors = [
            (
                "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
                "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
                "",
                "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
            ),
            (
                "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
                "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
                "72",
                "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
            ),
            (
                "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
                "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
                "af82",
                "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
            ),
        ];
        for (seed, public, message, signature) in vectors {
            let key = PrivateKey::from_seed(&bytes(seed));
            let message = hex::decode(message).unwrap();
            assert_eq!(hex::encode(key.public().key.to_bytes()), public);
            assert_eq!(hex::encode(key.sign(&message)), signature);
            assert!(key.public().verifies(&message, &bytes(signature)));
            assert!(!key.public().verifies(b"other", &bytes(signature)));
        }
    }

    /// A signature whose number is not reduced is the same point and another text.
    #[test]
    fn a_signature_has_one_form() {
        let key = PrivateKey::from_seed(&[7; 32]);
        let mut signature = key.sign(b"x");
        let order: [u8; 32] =
            bytes("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010");
        let mut carry = 0;
        for (byte, add) in signature[32..].iter_mut().zip(order) {
            let sum = u16::from(*byte) + u16::from(add) + carry;
            (*byte, carry) = (u8::try_from(sum & 0xff).unwrap(), sum >> 8);
        }
        assert!(key.public().verifies(b"x", &key.sign(b"x")));
        assert!(!key.public().verifies(b"x", &signature));
    }

    #[test]
    fn keys_are_read_as_they_are_written_and_not_taken_for_one_another() {
        let key = PrivateKey::generate().unwrap();
        let again = PrivateKey::from_pem(&key.to_pem()).unwrap();
        assert_eq!(again.public(), key.public());
        let public = key.public().to_pem();
        assert_eq!(PublicKey::from_pem(&public).unwrap(), key.public());
        assert_eq!(PrivateKey::from_pem(&public).unwrap_err(), Error::PublicForPrivate);
        assert_eq!(PublicKey::from_pem(&key.to_pem()).unwrap_err(), Error::PrivateForPublic);
        assert_eq!(PublicKey::from_pem("").unwrap_err(), Error::NotAPublicKey);
        assert_eq!(PrivateKey::from_pem("").unwrap_err(), Error::NotAPrivateKey);
        assert_ne!(PrivateKey::generate().unwrap().public(), key.public());
        let shown = format!("{key:?}");
        assert!(shown.contains("sha256:") && !shown.contains("signing"), "{shown}");
    }

    /// Under the point of order 1 one signature fits every message.
    #[test]
    fn a_weak_key_is_none() {
        use base64::{Engine as _, engine::general_purpose::STANDARD};
        let mut der = hex::decode("302a300506032b6570032100").unwrap();
        der.extend_from_slice(&[1]);
        der.extend_from_slice(&[0; 31]);
        let body = STANDARD.encode(der);
        let pem = format!("-----BEGIN PUBLIC KEY-----\n{body}\n-----END PUBLIC KEY-----\n");
        assert_eq!(PublicKey::from_pem(&pem).unwrap_err(), Error::NotAPublicKey);
    }
}
