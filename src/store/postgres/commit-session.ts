import { BackOff } from '../../platform/async/back-off.js';
import { sleep } from '../../platform/async/promises.js';
import type { Clock } from '../../platform/clock.js';
import { OutcomeUnknownError, StoreError } from '../errors.js';
import { CommitLog, WRITER_UNKNOWN } from './commit-log.js';
import type { BoundStatement } from './compile-writes.js';
import { CONNECTION_LOST, type Connection } from './connection.js';
import type { DatabaseLock } from './database-lock.js';
import { failureOf, type StatementError } from './statement-error.js';

/** How long the outcome of a transaction is asked for after its connection was lost, in milliseconds. */
const RESOLVE_MS = 15_000;
/** A server that has started again is noticed soon, because all changes of the node wait for it. */
const RETRY = { firstMs: 100, longestMs: 500 };

/**
 * Each transaction is checked against all others, of whatever node, as if they ran one after another: a condition that
 * was read stays true until the commit, or the commit fails (docs/adr/0043-a-store-in-postgresql.md).
 */
const BEGIN = 'BEGIN ISOLATION LEVEL SERIALIZABLE';

/** Runs statements of a transaction, all or nothing. @returns why they were not carried out; null if they were */
export type RunStep = (statements: readonly BoundStatement[]) => Promise<StatementError | null>;

/** The transactions of a writer, one at a time, over a separate connection that is opened again when it is lost. */
export class CommitSession {
  readonly #log = new CommitLog();
  #connection: Connection | null = null;

  constructor(
    private readonly openConnection: () => Promise<Connection>,
    private readonly lock: Pick<DatabaseLock, 'take'>,
    private readonly clock: Clock,
  ) {}

  /** Connects before the first transaction. @throws {UserError | StoreError} */
  async open(): Promise<void> {
    await this.#connect();
  }

  /**
   * Runs statements as one transaction. They are sent at once.
   *
   * @throws {StatementError | StoreError} nothing was stored
   * @throws {OutcomeUnknownError}
   */
  async run(statements: readonly BoundStatement[]): Promise<void> {
    const connection = await this.#connect();
    const [begun, sent, ended] = connection.sendTogether(() => [
      this.#begin(connection),
      failureOf(connection, statements),
      outcomeOf(connection.command('COMMIT')),
    ]);
    const failure = (await begun) ?? (await sent);
    await this.#end(await ended, failure);
  }

  /**
   * Runs a transaction in steps.
   *
   * @throws {StatementError | StoreError} nothing was stored
   * @throws {OutcomeUnknownError}
   */
  async runSteps(task: (runStep: RunStep) => Promise<void>): Promise<void> {
    const connection = await this.#connect();
    try {
      const failure = await this.#begin(connection);
      if (failure !== null) throw failure;
      await task((statements) => runStep(connection, statements));
    } catch (error) {
      await connection.command('ROLLBACK').catch(() => undefined);
      if (isWriterUnknown(error)) await this.#drop();
      throw error;
    }
    await this.#end(await outcomeOf(connection.command('COMMIT')), null);
  }

  async close(): Promise<void> {
    const connection = this.#connection;
    if (connection === null) return;
    // An entry that stays is removed by another writer, after a time.
    await this.#log.remove(connection).catch(() => undefined);
    await connection.close();
  }

  #begin(connection: Connection): Promise<StatementError | null> {
    return failureOf(connection, [{ text: BEGIN, values: [] }, this.#log.next()]);
  }

  /** @param failure of the first statement that failed */
  async #end(outcome: Outcome, failure: StatementError | null): Promise<void> {
    if (outcome === 'committed') return this.#log.advance();
    if (isWriterUnknown(failure)) await this.#drop();
    // A transaction with a statement that failed cannot be committed.
    const isCertain = failure !== null && failure.code !== CONNECTION_LOST;
    if (isCertain) throw failure;
    if (outcome.code !== CONNECTION_LOST) throw outcome;
    if (!(await this.#resolve())) throw outcome;
  }

  /** Whether the last transaction was committed. @throws {OutcomeUnknownError} */
  async #resolve(): Promise<boolean> {
    let isLate = false;
    // A timer, because the system clock may be set in the meantime.
    const cancel = this.clock.after(RESOLVE_MS, () => {
      isLate = true;
    });
    const backOff = new BackOff(RETRY);
    try {
      while (!isLate) {
        const isCommitted = await this.#renew();
        if (isCommitted !== 'failed') return isCommitted;
        await sleep(this.clock, backOff.next());
      }
    } finally {
      cancel();
    }
    throw new OutcomeUnknownError('the database does not answer');
  }

  /** Asks over a new connection. @throws {OutcomeUnknownError} it will never be known */
  async #renew(): Promise<boolean | 'failed'> {
    await this.#drop();
    let isCommitted: boolean | null;
    try {
      this.#connection = await this.#openLocked();
      isCommitted = await this.#log.renew(this.#connection);
    } catch {
      await this.#drop();
      return 'failed';
    }
    if (isCommitted === null) throw new OutcomeUnknownError('its entry was removed');
    return isCommitted;
  }

  async #connect(): Promise<Connection> {
    if (this.#connection !== null && !this.#connection.isLost) return this.#connection;
    await this.#drop();
    const connection = await this.#openLocked();
    try {
      await this.#log.renew(connection);
    } catch (error) {
      await connection.close();
      throw error;
    }
    this.#connection = connection;
    return connection;
  }

  async #openLocked(): Promise<Connection> {
    const connection = await this.openConnection();
    try {
      await this.lock.take(connection);
      return connection;
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  async #drop(): Promise<void> {
    const connection = this.#connection;
    this.#connection = null;
    await connection?.close();
  }
}

/** Whether the entry of this writer was removed; a new connection adds another one. */
function isWriterUnknown(error: unknown): boolean {
  return error instanceof StoreError && error.code === WRITER_UNKNOWN;
}

/** How COMMIT ended: committed, or why not. */
type Outcome = 'committed' | StoreError;

async function outcomeOf(command: Promise<string>): Promise<Outcome> {
  try {
    const carriedOut = await command;
    return carriedOut === 'COMMIT'
      ? 'committed'
      : new StoreError('the transaction was rolled back', 'ROLLBACK');
  } catch (error) {
    if (error instanceof StoreError) return error;
    throw error;
  }
}

async function runStep(
  connection: Connection,
  statements: readonly BoundStatement[],
): Promise<StatementError | null> {
  const failure = await failureOf(connection, [
    { text: 'SAVEPOINT step', values: [] },
    ...statements,
    { text: 'RELEASE SAVEPOINT step', values: [] },
  ]);
  if (failure !== null) await connection.command('ROLLBACK TO SAVEPOINT step');
  return failure;
}
