//! What hash tables are seeded with in WebAssembly that imports nothing.
//!
//! The validator of JSON Schemas seeds its tables with random bytes, of which the sandbox has none: to ask
//! for them would be an import. So they get the same bytes in every instance, as those of the standard
//! library do on this target. The bytes decide no more than how the tables are laid out. Somebody who knows
//! them can make names that collide; the size of what is read bounds what that costs, and no secret is made
//! of them.
//!
//! Built with `--cfg getrandom_backend="custom"`, the crate `getrandom` calls this function.

#![no_std]

#[cfg(all(target_arch = "wasm32", getrandom_backend = "custom"))]
mod custom {
    /// Fills `length` bytes from `start` on.
    ///
    /// # Safety
    ///
    /// Only `getrandom` calls this, with memory that is its own to be written.
    #[allow(unsafe_code)]
    #[unsafe(no_mangle)]
    unsafe extern "Rust" fn __getrandom_v03_custom(
        start: *mut u8,
        length: usize,
    ) -> Result<(), getrandom::Error> {
        // SAFETY: the caller gives memory of this length.
        unsafe { start.write_bytes(0x5a, length) };
        Ok(())
    }
}
