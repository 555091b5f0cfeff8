//! Whether a text reads like a line for a shell.
//!
//! An argument of a program is data, but a program may hand it to a shell. Whoever approves a call wants to see
//! which arguments would then be a command. The reader of commands decides, the same that decides about calls.
//!
//! ```
//! use aana_core::commands::reads_like_a_command;
//!
//! assert!(reads_like_a_command("sh -c \"rm -rf /\""));
//! assert!(reads_like_a_command("sudo reboot"));
//! assert!(!reads_like_a_command("Q&A session; score > 3, cost $5"));
//! assert!(!reads_like_a_command("make sure it works"));
//! ```

pub use crate::arguments::command_like::reads_like_a_command;
