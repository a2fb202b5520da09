import Type from 'typebox';
import type { Clock } from '../../platform/clock.js';
import { validator } from '../../protocol/schema.js';
import { checkRows } from './check-rows.js';
import type { Connection } from './connection.js';

/** The time of the server in milliseconds, as a column of a statement. */
export const SERVER_TIME = '(extract(epoch FROM clock_timestamp()) * 1000)::double precision AS now';

const timeRows = validator(Type.Tuple([Type.Object({ now: Type.Number() })]));

/** How long a statement may have taken whose time is used, in milliseconds: it is known with half of that as the error. */
const LONGEST_MS = 1_000;

/** The time of the server, which all nodes agree on, estimated from the newest statement that has asked for it. */
export class ServerTime {
  /** the time of the server minus `performance.now()`; null: it was never asked for */
  #offset: number | null = null;
  #ahead = 0;

  /** @param clock of this machine */
  constructor(private readonly clock: Pick<Clock, 'now'>) {}

  /**
   * @param serverMs the time of the server while the statement ran, in milliseconds
   * @param sentAt when the statement was sent, of `performance.now()`
   */
  record(serverMs: number, sentAt: number): void {
    const answeredAt = performance.now();
    if (this.#offset !== null && answeredAt - sentAt > LONGEST_MS) return;
    this.#offset = serverMs - (sentAt + answeredAt) / 2;
    this.#ahead = this.clock.now() - this.now();
  }

  /** Asks for the time. @throws {StoreError} */
  async ask(connection: Pick<Connection, 'query'>): Promise<void> {
    const sentAt = performance.now();
    const [{ now }] = checkRows(timeRows, await connection.query(`SELECT ${SERVER_TIME}`), 'the time');
    this.record(now, sentAt);
  }

  /** In milliseconds since the Unix epoch. */
  now(): number {
    return performance.now() + (this.#offset ?? 0);
  }

  /** How much the clock of this machine is ahead of the server's, in milliseconds; negative: behind it. */
  get ahead(): number {
    return this.#ahead;
  }
}
