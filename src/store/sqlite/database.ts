import { resolve as resolvePath } from 'node:path';
import sqlite3 from 'sqlite3';
import { messageOf } from '../../platform/errors.js';
import { toSystemPath } from '../../platform/files/system-path.js';
import { StoreClosedError, StoreError } from '../errors.js';
import type { SqlValue } from '../sql/reader.js';

/** Whether SQLite failed because the file is not as it wrote it. */
export function isDamage(error: unknown): error is StoreError {
  return error instanceof StoreError && (error.code === 'SQLITE_NOTADB' || error.code === 'SQLITE_CORRUPT');
}

/** The number of connections of this process to each file. */
const openFiles = new Map<string, number>();

/** A SQLite connection with promises instead of callbacks. Statements are prepared once and cached by their text. */
export class Database {
  readonly #statements = new Map<string, Promise<sqlite3.Statement>>();

  #isClosing = false;
  #onDamage: (reason: string) => void = () => undefined;

  private constructor(
    private readonly connection: sqlite3.Database,
    private readonly path: string,
  ) {
    openFiles.set(path, (openFiles.get(path) ?? 0) + 1);
  }

  /**
   * Whether this process has a connection to a file. Then nothing but SQLite may open it: closing any descriptor of a file
   * releases all locks that the process has on it (POSIX), and another program would remove the log in use.
   */
  static isOpen(path: string): boolean {
    return openFiles.has(resolvePath(path));
  }

  /** @throws {StoreError} if the file cannot be opened or created */
  static open(path: string): Promise<Database> {
    return Database.#open(path, sqlite3.OPEN_READWRITE | sqlite3.OPEN_CREATE | sqlite3.OPEN_FULLMUTEX);
  }

  /** Opens a file that exists, without changing it. @throws {StoreError} if it cannot be opened */
  static openReadOnly(path: string): Promise<Database> {
    return Database.#open(path, sqlite3.OPEN_READONLY | sqlite3.OPEN_FULLMUTEX);
  }

  static #open(path: string, mode: number): Promise<Database> {
    return new Promise((resolve, reject) => {
      const connection = new sqlite3.Database(toSystemPath(path), mode, (error) => {
        if (error !== null) return reject(toStoreError(error));
        // How long SQLite itself waits for another process, e.g. a backup, before it fails.
        connection.configure('busyTimeout', 5000);
        resolve(new Database(connection, resolvePath(path)));
      });
    });
  }

  /** Sets a listener that is called when a statement fails because the file is damaged, before its promise rejects. */
  listenForDamage(listener: (reason: string) => void): void {
    this.#onDamage = listener;
  }

  /** Runs statements without parameters and results, separated by `;`. */
  exec(sql: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.connection.exec(sql, (error) => (error === null ? resolve() : reject(this.#failure(error))));
    });
  }

  /** @returns the number of rows that were inserted, changed or removed */
  async run(sql: string, ...values: SqlValue[]): Promise<number> {
    const statement = await this.#prepare(sql);
    const fail = (error: Error) => this.#failure(error);
    return new Promise((resolve, reject) => {
      statement.run(values, function (error: Error | null) {
        if (error === null) resolve(this.changes);
        else reject(fail(error));
      });
    });
  }

  /** All rows, in the shape that the statement selects; the type parameter is not checked. */
  async all<Row>(sql: string, ...values: SqlValue[]): Promise<Row[]> {
    const statement = await this.#prepare(sql);
    return new Promise((resolve, reject) => {
      statement.all<Row>(values, (error, rows) =>
        error === null ? resolve(rows) : reject(this.#failure(error)),
      );
    });
  }

  async first<Row>(sql: string, ...values: SqlValue[]): Promise<Row | null> {
    return (await this.all<Row>(sql, ...values))[0] ?? null;
  }

  /** Makes running statements fail with SQLITE_INTERRUPT. */
  interrupt(): void {
    this.connection.interrupt();
  }

  /** Waits for running statements, then closes the file. Later calls fail. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const statements = await Promise.allSettled(this.#statements.values());
    this.#statements.clear();
    for (const prepared of statements) if (prepared.status === 'fulfilled') prepared.value.finalize();
    await new Promise<void>((resolve, reject) => {
      this.connection.close((error) => (error === null ? resolve() : reject(toStoreError(error))));
    });
    const others = (openFiles.get(this.path) ?? 1) - 1;
    if (others > 0) openFiles.set(this.path, others);
    else openFiles.delete(this.path);
  }

  /** Concurrent calls for the same statement share it: a statement that is not finalized would prevent closing. */
  #prepare(sql: string): Promise<sqlite3.Statement> {
    // A statement that nobody finalizes would keep the file open.
    if (this.#isClosing) return Promise.reject(new StoreClosedError());
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const prepared = new Promise<sqlite3.Statement>((resolve, reject) => {
      const statement = this.connection.prepare(sql, (error: Error | null) => {
        if (error === null) return resolve(statement);
        this.#statements.delete(sql);
        reject(this.#failure(error));
      });
    });
    this.#statements.set(sql, prepared);
    return prepared;
  }

  #failure(error: Error): StoreError {
    const failure = toStoreError(error);
    if (isDamage(failure)) this.#onDamage(failure.message);
    return failure;
  }
}

function toStoreError(error: Error): StoreError {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : 'SQLITE_ERROR';
  return new StoreError(messageOf(error), code);
}
