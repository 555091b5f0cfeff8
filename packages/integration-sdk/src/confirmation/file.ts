// The file of confirmations belongs to its owner, who alone writes to it.

import { builtin } from "./runtime.js";

/**
 * Makes the file for its owner only, or takes from others what they may do with it. A file that is there is looked
 * at and not opened: closing it again would take from every other store of this process the locks that it holds,
 * and two answers could count.
 */
export function keepPrivate(path: string): void {
  const { closeSync, openSync } = builtin<typeof import("node:fs")>("fs");
  unless("EEXIST", () => closeSync(openSync(path, "wx", 0o600)));
  ours(path);
  // SQLite reads these as well, and would take from them what somebody else has put there.
  for (const end of ["-wal", "-shm", "-journal"]) unless("ENOENT", () => ours(path + end));
}

function unless(expected: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    if ((error as { code?: unknown }).code !== expected) throw error;
  }
}

/** Sees to it that a file is a plain one of ours, and that nobody but owner and group may do anything. */
function ours(path: string): void {
  const { chmodSync, lstatSync } = builtin<typeof import("node:fs")>("fs");
  const found = lstatSync(path);
  if (!found.isFile() || found.nlink > 1) {
    throw new Error("the file of confirmations is a link or no file; a plain file under one name is allowed");
  }
  const user = (globalThis as { process?: { geteuid?: () => number } }).process?.geteuid?.();
  if (user !== undefined && found.uid !== user) {
    throw new Error("the file of confirmations belongs to somebody else; one of your own is allowed");
  }
  const rights = found.mode & 0o777;
  if ((rights & 0o007) !== 0 && user !== undefined) chmodSync(path, rights & ~0o007);
}
