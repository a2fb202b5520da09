import { messageOf } from '../../platform/errors.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { CommitListener } from '../commit.js';
import { CommitFailedError, ConflictError, StoreBusyError, StoreError } from '../errors.js';
import { type BatchedChange, commitBatch, type Refused } from './commit-batch.js';
import type { Requirements } from './conditions.js';
import type { Database } from './database.js';
import type { Write } from './writes.js';

interface Submission extends BatchedChange {
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
 * behind it, because that was decided in the belief that the batch would be kept. A change whose requirements are not met is
 * refused alone, with what waits of the same subject.
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
   * @throws {ConflictError} if a requirement is not met
   * @throws {CommitFailedError} if it was not kept
   * @throws {StoreBusyError} if too much is waiting
   */
  commit(
    writes: readonly Write[],
    listener: CommitListener = {},
    requirements: Requirements = {},
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      this.assertRoom();
      this.#waiting.push({ writes, listener, requirements, resolve, reject });
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
      let refused: Refused<Submission>;
      try {
        refused = await commitBatch(this.database, batch);
      } catch (error) {
        this.#refuseAll([...batch, ...this.#waiting.splice(0)], error);
        this.#waitingWrites = 0;
        continue;
      }
      for (const submission of batch) this.#notify(submission, refused.has(submission));
      const followers = refused.size === 0 ? [] : this.#takeFollowers(refused.keys());
      for (const submission of followers) this.#notify(submission, true);
      const stored = batch.filter((submission) => !refused.has(submission));
      for (const submission of stored) submission.resolve();
      for (const [submission, error] of refused) submission.reject(error);
      for (const submission of followers) submission.reject(new ConflictError('version'));
      if (stored.some(({ writes }) => writes.some(({ kind }) => kind !== 'put'))) this.#call(this.#removed);
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

  /** Takes out of what waits the changes that were decided on top of refused ones. */
  #takeFollowers(refused: Iterable<Submission>): Submission[] {
    const subjects = new Set<Snowflake>();
    for (const { requirements } of refused) {
      if (requirements.subject !== undefined) subjects.add(requirements.subject.id);
    }
    const isFollower = ({ requirements: { subject } }: Submission) =>
      subject !== undefined && subjects.has(subject.id);
    const followers = this.#waiting.filter(isFollower);
    this.#waiting = this.#waiting.filter((submission) => !isFollower(submission));
    for (const { writes } of followers) this.#waitingWrites -= writes.length;
    return followers;
  }

  #notify({ listener }: Submission, isRefused: boolean): void {
    this.#call((isRefused ? listener.refused : listener.committed)?.bind(listener));
  }

  #refuseAll(submissions: readonly Submission[], cause: unknown): void {
    this.onError(cause);
    const code = cause instanceof StoreError ? cause.code : 'UNKNOWN';
    const error = new CommitFailedError(`the change was not kept: ${messageOf(cause)}`, code);
    for (const submission of submissions) this.#notify(submission, true);
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
