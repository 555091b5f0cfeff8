// Questions in a SQLite file, by the SQLite that comes with Node.js.

import { wrongUse } from "../wrong-use.js";
import { keepPrivate } from "./file.js";
import { builtin } from "./runtime.js";
import { requestIdOf, type Store, type Stored, withoutValues } from "./store.js";
import type { State } from "./types.js";

/** What is used of `node:sqlite`. */
interface Statement {
  run(...values: (string | number | null)[]): { changes: number | bigint };
  get(...values: string[]): unknown;
  all(...values: (string | number | null)[]): unknown[];
}
interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

/** The package for Python has the same. In the first layout there was only the table. */
const LAYOUT = 2;
const TABLE = `
CREATE TABLE IF NOT EXISTS confirmations (
    id TEXT PRIMARY KEY NOT NULL,
    state TEXT NOT NULL,
    expires_ms INTEGER NOT NULL,
    record TEXT NOT NULL,
    event TEXT,
    answered_by TEXT,
    answered_ms INTEGER,
    request_digest TEXT
)`;
const BY_END = `
CREATE INDEX IF NOT EXISTS confirmations_by_end ON confirmations (expires_ms, id) WHERE state = 'open'`;
// SQLite reads no JSON for an index where it trusts no schema, so the digest has a column.
const BY_REQUEST = `
CREATE INDEX IF NOT EXISTS confirmations_by_request
ON confirmations (request_digest, expires_ms, id) WHERE state = 'open'`;
/** The first layout has no digests of requests. */
const FROM_FIRST = "ALTER TABLE confirmations ADD COLUMN request_digest TEXT";
const MEMORY = ":memory:";
const TIMEOUT_MS = 30_000;
const COLUMNS = "id, state, expires_ms, record, event";

/**
 * Questions in a SQLite file, which outlive the process and are shared by all that open the file.
 *
 * The file holds the events that wait, with all their arguments, so a new one is readable for its owner only, and
 * one that is there loses the rights of others than owner and group. A symbolic link, a file of somebody else and
 * one with more in it than this table are refused: whoever made them could have put an answer there. When a
 * question is closed, its event is erased, and so is what it showed of the arguments. The package for Python reads
 * the same file. A URI (`file:`) is refused. With `:memory:` nothing outlives the process.
 *
 * It takes Node.js 22.13 or later, or another runtime with `node:sqlite`; elsewhere, write a {@link Store}.
 */
export class SqliteStore implements Store {
  readonly #database: Database;
  /** Whether the log of writes still holds what was erased. */
  #logLeft = false;

  /** @throws {Error} if this runtime has no `node:sqlite`, or the file cannot be used. */
  constructor(path: string) {
    const { DatabaseSync } = builtin<{ DatabaseSync: new (path: string) => Database }>("sqlite");
    const whole = wholePath(path);
    if (whole !== MEMORY) keepPrivate(whole);
    const database = new DatabaseSync(whole);
    this.#database = database;
    try {
      database.exec(`PRAGMA busy_timeout = ${TIMEOUT_MS}`);
      database.exec("PRAGMA trusted_schema = OFF");
      database.exec("PRAGMA journal_mode = WAL");
      // An answer that was taken stays taken, whatever happens to the machine.
      database.exec("PRAGMA synchronous = FULL");
      database.exec("PRAGMA secure_delete = ON");
      this.#transaction(() => {
        const { user_version: layout } = database.prepare("PRAGMA user_version").get() as { user_version: number };
        if (![0, 1, LAYOUT].includes(layout)) {
          throw new Error("the file of confirmations has a layout that this version does not know");
        }
        if (layout === 1) fromFirstLayout(database);
        database.exec(TABLE);
        noMoreThanTheTable(database);
        database.exec(BY_END);
        database.exec(BY_REQUEST);
        database.exec(`PRAGMA user_version = ${LAYOUT}`);
      });
    } catch (error) {
      database.close();
      throw error;
    }
  }

  /** Keeps a new question. */
  add(stored: Stored): void {
    const insert = `INSERT INTO confirmations (${COLUMNS}, request_digest) VALUES (?, ?, ?, ?, ?, ?)`;
    const { id, state, expiresMs, record, event } = stored;
    const requestDigest = digest(requestIdOf(event));
    this.#transaction(() => this.#database.prepare(insert).run(id, state, expiresMs, record, event ?? null, requestDigest));
    if (this.#logLeft) this.#eraseLog();
  }

  /** Finds a question. */
  get(id: string): Stored | undefined {
    const select = `SELECT ${COLUMNS} FROM confirmations WHERE id = ?`;
    const row = this.#database.prepare(select).get(id);
    return row === undefined ? undefined : storedOf(row);
  }

  /** Every question that is open. */
  open(): Stored[] {
    return this.#openWhere("");
  }

  /** Every open question about an event with this `request_id`, found by an index. */
  openByRequestId(requestId: string): Stored[] {
    return this.#openWhere("AND request_digest = ?", digest(requestId));
  }

  #openWhere(more: string, ...values: (string | null)[]): Stored[] {
    const select = `SELECT ${COLUMNS} FROM confirmations WHERE state = 'open' ${more} ORDER BY expires_ms, id`;
    return this.#database.prepare(select).all(...values).map(storedOf);
  }

  /** Closes a question, in one transaction: true for exactly one caller among all processes. */
  close(id: string, state: State, by: string | undefined, atMs: number): boolean {
    const select = "SELECT id, record FROM confirmations WHERE id = ? AND state = 'open'";
    return this.#closeFound(select, [id], [state, by ?? null, atMs]) === 1;
  }

  /** Closes at most so many of those that are over, in one transaction. */
  closeExpired(atMs: number, limit: number): void {
    const select = `SELECT id, record FROM confirmations WHERE state = 'open' AND expires_ms <= ?
      ORDER BY expires_ms, id LIMIT ?`;
    this.#closeFound(select, [atMs, limit], ["expired", null, atMs]);
  }

  #closeFound(select: string, values: (string | number)[], closed: readonly [State, string | null, number]): number {
    const [state, by, atMs] = closed;
    const update = `UPDATE confirmations SET state = ?, record = ?, event = NULL, request_digest = NULL,
      answered_by = ?, answered_ms = ? WHERE id = ? AND state = 'open'`;
    const count = this.#transaction(() => {
      const found = this.#database.prepare(select).all(...values) as { id: string; record: string }[];
      const statement = this.#database.prepare(update);
      let changes = 0;
      for (const { id, record } of found) {
        changes += Number(statement.run(state, withoutValues(record), by, atMs, id).changes);
      }
      return changes;
    });
    if (count > 0 || this.#logLeft) this.#eraseLog();
    return count;
  }

  /** Closes the file. */
  disconnect(): void {
    this.#database.close();
  }

  /**
   * Empties the log of writes, which still holds what was erased. Somebody who reads keeps it as it is. Nobody
   * waits for that: the question is closed all the same, and the next write tries again.
   */
  #eraseLog(): void {
    this.#logLeft = true;
    try {
      this.#database.exec("PRAGMA busy_timeout = 0");
      try {
        const { busy } = this.#database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get() as { busy: number };
        this.#logLeft = busy !== 0;
      } finally {
        this.#database.exec(`PRAGMA busy_timeout = ${TIMEOUT_MS}`);
      }
    } catch {
      // The next write tries again.
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

/** The path for whoever opens it: SQLite reads a URI as such, and a process may go elsewhere. */
function wholePath(path: unknown): string {
  if (typeof path !== "string") throw wrongUse("path", path, "the path of a file as a string is allowed");
  if (path.startsWith("file:")) {
    throw new Error("`path` begins with `file:`; the path of a file is allowed, not a URI");
  }
  return path === MEMORY ? path : builtin<typeof import("node:path")>("path").resolve(path);
}

/** Of what a question is looked up by, which may be of any length. */
function digest(requestId: string | undefined): string | null {
  if (requestId === undefined) return null;
  const { createHash } = builtin<typeof import("node:crypto")>("crypto");
  return createHash("sha256").update(requestId, "utf8").digest("hex");
}

function fromFirstLayout(database: Database): void {
  database.exec(FROM_FIRST);
  const found = database.prepare("SELECT id FROM confirmations WHERE state = 'open' AND event IS NOT NULL").all();
  const select = database.prepare("SELECT event FROM confirmations WHERE id = ?");
  const update = database.prepare("UPDATE confirmations SET request_digest = ? WHERE id = ?");
  for (const { id } of found as { id: string }[]) {
    const { event } = select.get(id) as { event: string };
    update.run(digest(requestIdOf(event)), id);
  }
}

/** Refuses a file with a trigger, a view or another table or index: it could open again what was closed. */
function noMoreThanTheTable(database: Database): void {
  const select = "SELECT sql FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";
  const found = database.prepare(select).all() as { sql: string | null }[];
  const allowed = [TABLE, BY_END, BY_REQUEST].map((sql) => words(sql).replace("IF NOT EXISTS ", ""));
  if (!found.every(({ sql }) => allowed.includes(words(sql ?? "")))) {
    throw new Error("the file of confirmations holds something else than the table of confirmations");
  }
}

/** SQL by its words. A column that was added stands there with other blanks. */
function words(sql: string): string {
  return sql.trim().split(/\s+/).join(" ").replace(/\s*([(),])\s*/g, "$1");
}
