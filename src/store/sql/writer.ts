import { setImmediate } from 'node:timers/promises';
import { messageOf } from '../../platform/errors.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { CommitListener } from '../commit.js';
import {
  CommitFailedError,
  ConflictError,
  OutcomeUnknownError,
  StoreBusyError,
  StoreError,
} from '../errors.js';
import type { BatchedChange, Committer, Refused } from './committer.js';
import type { Requirements } from './conditions.js';
import type { Write } from './writes.js';

interface Submission extends BatchedChange {
  readonly listener: CommitListener;
  readonly resolve: () => void;
  readonly reject: (error: StoreError) => void;
}

/** With as many waiting writes, no more changes are accepted. */
const QUEUE_LIMIT = 50_000;
/** The same for the writes of one subject: others are accepted while it fills its share. */
const SUBJECT_LIMIT = 10_000;
/** With as many writes, a transaction gets no more changes: the first ones would wait too long. */
const BATCH_LIMIT = 5_000;
/** How long listeners learn of changes in a row before others are served, in milliseconds: each may be sent to many sessions. */
const TURN_MS = 10;

/**
 * The only writer of the store. It collects changes into one transaction (group commit): while one batch is being
 * written, the next one is collected. When a commit fails, its whole batch and all waiting changes are refused, because
 * they were decided on the assumption that the batch would be stored. A change whose requirements are not met is
 * refused alone, with the waiting changes of the same subject.
 */
export class Writer {
  #waiting: Submission[] = [];
  #waitingWrites = 0;
  /** subject → how many writes of it wait */
  readonly #writesOf = new Map<Snowflake, number>();
  #running: Promise<void> | null = null;
  #closed = false;
  #refusal: StoreError | null = null;
  #removed: () => void = () => undefined;

  constructor(
    private readonly committer: Committer,
    private readonly onError: (error: unknown) => void,
    /** the maximum number of changes that share a transaction; with 1, each has its own */
    private readonly changesOfCommit = Number.POSITIVE_INFINITY,
    /** the time, in milliseconds */
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Sets a listener that is called after each commit that removed rows, of any table. */
  listenForRemovals(listener: () => void): void {
    this.#removed = listener;
  }

  /**
   * Refuses every change from now on. For those that are being written at the moment, it is unknown whether they are stored.
   *
   * @returns the error that changes are refused with, which is that of the first call
   */
  refuseFromNowOn(error: StoreError): StoreError {
    if (this.#refusal === null) {
      this.#refusal = error;
      this.onError(error);
    }
    return this.#refusal;
  }

  /**
   * Call it before deciding a change.
   *
   * @param subject what it is of, unless that is new
   * @throws {StoreBusyError | StoreDamagedError} if the change could not be accepted
   */
  assertRoom(subject?: Snowflake): void {
    if (this.#refusal !== null) throw this.#refusal;
    this.#assertOpen();
    const waiting = subject === undefined ? 0 : (this.#writesOf.get(subject) ?? 0);
    if (waiting >= SUBJECT_LIMIT) throw new StoreBusyError();
  }

  /**
   * Submits a change, which is stored as a whole or not at all. A change without writes only waits for all that were
   * submitted before.
   *
   * @returns when it is on the disk
   * @throws {ConflictError} if a requirement is not met
   * @throws {CommitFailedError} if it was not stored
   * @throws {StoreBusyError | StoreDamagedError} if it is not accepted
   */
  commit(
    writes: readonly Write[],
    listener: CommitListener = {},
    requirements: Requirements = {},
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      if (writes.length > 0) this.assertRoom();
      else this.#assertOpen();
      this.#waiting.push({ writes, listener, requirements, resolve, reject });
      this.#count(requirements.subject?.id, writes.length);
      this.#running ??= this.#run();
    });
  }

  /** Accepts no more changes and waits until all submitted ones are on the disk. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }

  #assertOpen(): void {
    if (this.#closed || this.#waitingWrites >= QUEUE_LIMIT) throw new StoreBusyError();
  }

  async #run(): Promise<void> {
    // Includes everything that is decided in this turn of the event loop.
    await setImmediate();
    while (this.#waiting.length > 0) {
      const batch = this.#takeBatch();
      let refused: Refused<Submission>;
      try {
        refused = await this.#commit(batch);
      } catch (error) {
        const waiting = this.#waiting.splice(0);
        this.#forgetWrites(waiting);
        this.#refuseAll(batch, waiting, error);
        continue;
      }
      await this.#notifyAll(batch, refused);
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

  /** Others are served in between, unless a change is refused: what follows from it must be refused first. */
  async #notifyAll(batch: readonly Submission[], refused: Refused<Submission>): Promise<void> {
    let end = this.now() + TURN_MS;
    for (const submission of batch) {
      if (refused.size === 0 && this.now() >= end) {
        await setImmediate();
        end = this.now() + TURN_MS;
      }
      this.#notify(submission, refused.has(submission));
    }
  }

  async #commit(batch: readonly Submission[]): Promise<Refused<Submission>> {
    const writes = batch.some((submission) => submission.writes.length > 0);
    if (writes && this.#refusal !== null) throw this.#refusal;
    const refused = await this.committer.commit(batch);
    if (writes && this.#refusal !== null) throw new OutcomeUnknownError(messageOf(this.#refusal));
    return refused;
  }

  #takeBatch(): Submission[] {
    let writes = 0;
    let count = 0;
    for (const submission of this.#waiting) {
      writes += submission.writes.length;
      count += 1;
      if (writes >= BATCH_LIMIT || count >= this.changesOfCommit) break;
    }
    const batch = this.#waiting.splice(0, count);
    this.#forgetWrites(batch);
    return batch;
  }

  #count(subject: Snowflake | undefined, writes: number): void {
    this.#waitingWrites += writes;
    if (subject === undefined || writes === 0) return;
    const waiting = (this.#writesOf.get(subject) ?? 0) + writes;
    if (waiting === 0) this.#writesOf.delete(subject);
    else this.#writesOf.set(subject, waiting);
  }

  #forgetWrites(taken: readonly Submission[]): void {
    for (const { requirements, writes } of taken) this.#count(requirements.subject?.id, -writes.length);
  }

  /** Removes the changes that were decided on top of refused ones from the queue. */
  #takeFollowers(refused: Iterable<Submission>): Submission[] {
    const subjects = new Set<Snowflake>();
    for (const { requirements } of refused) {
      if (requirements.subject !== undefined) subjects.add(requirements.subject.id);
    }
    const isFollower = ({ requirements: { subject } }: Submission) =>
      subject !== undefined && subjects.has(subject.id);
    const followers = this.#waiting.filter(isFollower);
    this.#waiting = this.#waiting.filter((submission) => !isFollower(submission));
    this.#forgetWrites(followers);
    return followers;
  }

  #notify({ listener }: Submission, isRefused: boolean): void {
    this.#call(() => (isRefused ? listener.refused?.() : listener.committed?.()));
  }

  #refuseAll(batch: readonly Submission[], waiting: readonly Submission[], cause: unknown): void {
    // The reason of a refusal was reported with it.
    if (this.#refusal === null) this.onError(cause);
    const code = cause instanceof StoreError ? cause.code : 'UNKNOWN';
    const error = new CommitFailedError(`failed to save the change: ${messageOf(cause)}`, code);
    for (const submission of [...batch, ...waiting]) this.#notify(submission, true);
    const ofBatch = cause instanceof OutcomeUnknownError ? cause : error;
    for (const submission of batch) submission.reject(ofBatch);
    for (const submission of waiting) submission.reject(error);
  }

  #call(callback: () => void): void {
    try {
      callback();
    } catch (error) {
      this.onError(error);
    }
  }
}
