//! `aana audit keygen`: a key pair in two new files.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;

use aana_receipt::PrivateKey;

use super::log::beside;
use crate::exit::{self, Failure, Outcome};
use crate::output;

pub(super) fn run(private: &Path, public: Option<&Path>) -> Outcome {
    let public = public.map_or_else(|| beside(private, ".pub"), Path::to_owned);
    let key = PrivateKey::generate().map_err(|error| Failure::Io(error.to_string()))?;
    write_new(&public, key.public().to_pem().as_bytes(), 0o644)?;
    if let Err(failure) = write_new(private, key.to_pem().as_bytes(), 0o600) {
        // A public key without its private key is of no use.
        let _ = fs::remove_file(&public);
        return Err(failure);
    }
    let (private, public) = (exit::name(Some(private)), exit::name(Some(&public)));
    output::note(&format!("private key {private}, public key {public}\n"));
    output::text(&format!("{}\n", key.public().id()))?;
    Ok(exit::SUCCESS)
}

/// Writes a file that was not there, not even as a link, and that nobody could read before it had its mode.
fn write_new(path: &Path, bytes: &[u8], mode: u32) -> Result<(), Failure> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, mode);
    #[cfg(not(unix))]
    let _ = mode;
    let mut file = options.open(path).map_err(|error| Failure::writing_to(path, &error))?;
    file.write_all(bytes).and_then(|()| file.sync_all()).map_err(|error| {
        let _ = fs::remove_file(path);
        Failure::writing_to(path, &error)
    })
}
