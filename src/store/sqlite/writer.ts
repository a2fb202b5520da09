import { messageOf } from '../../platform/errors.js';
import { CommitFailedError, StoreBusyError, StoreError } from '../errors.js';
import { compileWrites } from './compile-writes.js';
import type { Database } from './database.js';
import type { Write } from './writes.js';

/** What happens with a change after it was handed in. Both are called in the order of handing in. */
export interface CommitListener {
  /** the change is on the disk; called before anything that was handed in later is */
  committed?(): void;
  /** the change was not kept; called before anybody can decide anything else */
  refused?(): void;
}

interface Submission {
  readonly writes: readonly Write[];
  readonly listener: CommitListener;
  readonly resolve: () => void;
  readonly reject: (error: StoreError) => void;
}

/** Changes that may wait for the disk at a time. */
const QUEUE_LIMIT = 50_000;
/** Changes that go into one transaction; more would let the first ones wait too long. */
const BATCH_LIMIT = 5_000;

/**
 * The only writer of the store. It gathers the changes of a moment into one transaction (group commit): while one batch
 * is on its way to the disk, the next one fills. A commit that fails refuses its whole batch and everything that waits
 * behind it, because that was decided in the belief that the batch would be kept.
 */
export class Writer {
  #waiting: Submission[] = [];
  #waitingWrites = 0;
  #running: Promise<void> | null = null;
  #closed = false;
  #removed: () => void = () => undefined;

  constructor(
    private readonly database: Database,
    private readonly onError: (error: unknown) => void,
    /** changes that may share a transaction; 1: each has one of its own */
    private readonly changesOfCommit = Number.POSITIVE_INFINITY,
  ) {}

  /** Sets what is called after each commit that removed rows, whatever they were. */
  listenForRemovals(listener: () => void): void {
    this.#removed = listener;
  }

  /** Call it before deciding a change. @throws {StoreBusyError} if the change could not be taken */
  assertRoom(): void {
    if (this.#closed || this.#waitingWrites >= QUEUE_LIMIT) throw new StoreBusyError();
  }

  /**
   * Hands in a change; all of it is kept, or nothing. Without any write it only waits for all that was handed in before.
   *
   * @returns when it is on the disk
   * @throws {CommitFailedError} if it was not kept
   * @throws {StoreBusyError} if too much is waiting
   */
  commit(writes: readonly Write[], listener: CommitListener = {}): Promise<void> {
    return new Promise((resolve, reject) => {
      this.assertRoom();
      this.#waiting.push({ writes, listener, resolve, reject });
      this.#waitingWrites += writes.length;
      this.#running ??= this.#run();
    });
  }

  /** Takes no more changes and waits until those handed in are on the disk. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    // Lets everything that this turn of the event loop decides come along.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const batch = this.#takeBatch();
      try {
        await this.#write(batch);
      } catch (error) {
        this.#refuse([...batch, ...this.#waiting.splice(0)], error);
        this.#waitingWrites = 0;
        continue;
      }
      for (const submission of batch) this.#call(submission.listener.committed?.bind(submission.listener));
      for (const submission of batch) submission.resolve();
      if (batch.some(({ writes }) => writes.some(({ kind }) => kind !== 'put'))) this.#call(this.#removed);
    }
    this.#running = null;
  }

  #takeBatch(): Submission[] {
    let writes = 0;
    let count = 0;
    for (const submission of this.#waiting) {
      writes += submission.writes.length;
      count += 1;
      if (writes >= BATCH_LIMIT || count >= this.changesOfCommit) break;
    }
    this.#waitingWrites -= writes;
    return this.#waiting.splice(0, count);
  }

  async #write(batch: readonly Submission[]): Promise<void> {
    const statements = compileWrites(batch.flatMap((submission) => submission.writes));
    const [only] = statements;
    if (only === undefined) return;
    // One statement is a transaction by itself.
    if (statements.length === 1) return this.database.run(only.sql, ...only.values);
    await this.database.run('BEGIN IMMEDIATE');
    try {
      for (const { sql, values } of statements) await this.database.run(sql, ...values);
      await this.database.run('COMMIT');
    } catch (error) {
      // SQLite has rolled back by itself after some errors, e.g. a full disk; then this one says so, and that is fine.
      await this.database.run('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  #refuse(submissions: readonly Submission[], cause: unknown): void {
    this.onError(cause);
    const code = cause instanceof StoreError ? cause.code : 'UNKNOWN';
    const error = new CommitFailedError(`the change was not kept: ${messageOf(cause)}`, code);
    for (const submission of submissions) this.#call(submission.listener.refused?.bind(submission.listener));
    for (const submission of submissions) submission.reject(error);
  }

  #call(callback: (() => void) | undefined): void {
    try {
      callback?.();
    } catch (error) {
      this.onError(error);
    }
  }
}
