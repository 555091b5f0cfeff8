// Questions in a SQLite file, by the SQLite that comes with Node.js.

import { type Store, type Stored, withoutValues } from "./store.js";
import type { State } from "./types.js";

/** What is used of `node:sqlite`. */
interface Statement {
  run(...values: (string | number | null)[]): { changes: number | bigint };
  get(...values: string[]): unknown;
  all(): unknown[];
}
interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}
interface Builtins {
  getBuiltinModule?(name: string): unknown;
}

const LAYOUT = 1;
const TABLE = `
CREATE TABLE IF NOT EXISTS confirmations (
    id TEXT PRIMARY KEY NOT NULL,
    state TEXT NOT NULL,
    expires_ms INTEGER NOT NULL,
    record TEXT NOT NULL,
    event TEXT,
    answered_by TEXT,
    answered_ms INTEGER
)`;
const COLUMNS = "id, state, expires_ms, record, event";

/**
 * Questions in a SQLite file, which outlive the process and are shared by all that open the file.
 *
 * The file holds the events that wait, with all their arguments, so a new one is readable for its owner only, and
 * one that is there loses the rights of others than owner and group. A symbolic link, a file of somebody else and
 * one with more in it than this table are refused: whoever made them could have put an answer there. When a
 * question is closed, its event is erased, and so is what it showed of the arguments. The package for Python reads
 * the same file.
 * It takes Node.js 22.13 or later, or another runtime with `node:sqlite`; elsewhere, write a {@link Store}.
 */
export class SqliteStore implements Store {
  readonly #database: Database;

  /** @throws {Error} if this runtime has no `node:sqlite`, or the file cannot be used. */
  constructor(path: string) {
    const { DatabaseSync } = builtin<{ DatabaseSync: new (path: string) => Database }>("sqlite");
    if (path !== ":memory:") keepPrivate(path);
    const database = new DatabaseSync(path);
    this.#database = database;
    try {
      database.exec("PRAGMA busy_timeout = 30000");
      database.exec("PRAGMA trusted_schema = OFF");
      database.exec("PRAGMA journal_mode = WAL");
      // An answer that was taken stays taken, whatever happens to the machine.
      database.exec("PRAGMA synchronous = FULL");
      database.exec("PRAGMA secure_delete = ON");
      this.#transaction(() => {
        const { user_version: layout } = database.prepare("PRAGMA user_version").get() as { user_version: number };
        if (layout !== 0 && layout !== LAYOUT) {
          throw new Error("the file of confirmations has a layout that this version does not know");
        }
        database.exec(TABLE);
        noMoreThanTheTable(database);
        database.exec(`PRAGMA user_version = ${LAYOUT}`);
      });
    } catch (error) {
      database.close();
      throw error;
    }
  }

  /** Keeps a new question. */
  add(stored: Stored): void {
    const insert = `INSERT INTO confirmations (${COLUMNS}) VALUES (?, ?, ?, ?, ?)`;
    const { id, state, expiresMs, record, event } = stored;
    this.#transaction(() => this.#database.prepare(insert).run(id, state, expiresMs, record, event ?? null));
  }

  /** Finds a question. */
  get(id: string): Stored | undefined {
    const select = `SELECT ${COLUMNS} FROM confirmations WHERE id = ?`;
    const row = this.#database.prepare(select).get(id);
    return row === undefined ? undefined : storedOf(row);
  }

  /** Every question that is open. */
  open(): Stored[] {
    const select = `SELECT ${COLUMNS} FROM confirmations WHERE state = 'open' ORDER BY expires_ms, id`;
    return this.#database.prepare(select).all().map(storedOf);
  }

  /** Closes a question, in one transaction: true for exactly one caller among all processes. */
  close(id: string, state: State, by: string | undefined, atMs: number): boolean {
    const update = `UPDATE confirmations SET state = ?, record = ?, event = NULL, answered_by = ?, answered_ms = ?
      WHERE id = ? AND state = 'open'`;
    const closed = this.#transaction(() => {
      const stored = this.get(id);
      if (stored?.state !== "open") return false;
      const record = withoutValues(stored.record);
      return Number(this.#database.prepare(update).run(state, record, by ?? null, atMs, id).changes) === 1;
    });
    if (closed) this.#eraseLog();
    return closed;
  }

  /** Closes the file. */
  disconnect(): void {
    this.#database.close();
  }

  /** What was erased still stands in the log of writes. */
  #eraseLog(): void {
    try {
      this.#database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    } catch {
      // The question is closed all the same, and the next one takes the log along.
    }
  }

  /** From the first statement on, no other process writes. */
  #transaction<T>(work: () => T): T {
    this.#database.exec("BEGIN IMMEDIATE");
    try {
      const done = work();
      this.#database.exec("COMMIT");
      return done;
    } catch (error) {
      try {
        this.#database.exec("ROLLBACK");
      } catch {
        // On a full disk SQLite has rolled back by itself.
      }
      throw error;
    }
  }
}

function storedOf(row: unknown): Stored {
  const { id, state, expires_ms, record, event } = row as {
    id: string;
    state: State;
    expires_ms: number;
    record: string;
    event: string | null;
  };
  return { id, state, expiresMs: expires_ms, record, event: event ?? undefined };
}

/** Refuses a file with a trigger, a view or another table: it could open again what was closed. */
function noMoreThanTheTable(database: Database): void {
  const select = "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";
  const found = database.prepare(select).all() as { type: string; name: string; sql: string | null }[];
  const words = (sql: string): string => sql.trim().split(/\s+/).join(" ");
  const [only] = found;
  const isTable = only?.type === "table" && only.name === "confirmations";
  if (found.length !== 1 || !isTable || words(only.sql ?? "") !== words(TABLE).replace("IF NOT EXISTS ", "")) {
    throw new Error("the file of confirmations holds something else than the table of confirmations");
  }
}

/**
 * Makes the file for its owner only, or takes from others what they may do with it. A file that is there is looked
 * at and not opened: closing it again would take from every other store of this process the locks that it holds,
 * and two answers could count.
 */
function keepPrivate(path: string): void {
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

/** A module of the runtime, looked for when it is needed, so that no bundler looks for it before. */
function builtin<T>(name: string): T {
  const runtime = (globalThis as { process?: Builtins }).process;
  const found = runtime?.getBuiltinModule?.(`node:${name}`);
  if (found === undefined) {
    throw new Error(`\`SqliteStore\` needs \`node:${name}\`, which Node.js has since 22.13; give the broker another store`);
  }
  return found as T;
}
