//! Reading key files.

use std::path::{Path, PathBuf};

use aana_receipt::{Error, MAX_KEY, PrivateKey, PublicKey};

use crate::exit::{self, Failure};
use crate::input::{self, Input};
use crate::output;

/// The private key in a file. If others can read the file, a note says so; it is still used, since some hosts cannot
/// give a process a key in any other way.
pub(crate) fn private(path: &Path) -> Result<PrivateKey, Failure> {
    let key = read(path, PrivateKey::from_pem)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = path.metadata().map_or(0, |data| data.permissions().mode());
        if mode & 0o077 != 0 {
            let name = exit::name(Some(path));
            output::note(&format!("note: others can use the private key {name}: chmod 600\n"));
        }
    }
    Ok(key)
}

/// The public keys in these files.
pub(crate) fn public(paths: &[PathBuf]) -> Result<Vec<PublicKey>, Failure> {
    paths.iter().map(|path| read(path, PublicKey::from_pem)).collect()
}

fn read<K>(path: &Path, parse: fn(&str) -> Result<K, Error>) -> Result<K, Failure> {
    let faulty = |error: &Error| {
        Failure::Usage(format!("the key {} is faulty: {error}", exit::name(Some(path))))
    };
    match input::read(Some(path), MAX_KEY)? {
        Input::TooLarge(_) => Err(faulty(&Error::TooLarge { most: MAX_KEY })),
        Input::Bytes(bytes) => {
            let text = String::from_utf8(bytes).unwrap_or_default();
            parse(&text).map_err(|error| faulty(&error))
        }
    }
}
