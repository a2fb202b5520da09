import Type from 'typebox';
import type { Clock } from '../../platform/clock.js';
import { validator } from '../../protocol/schema.js';
import { type Connection, checkRows } from './connection.js';

/** The time of the server in milliseconds, as a column of a statement. */
export const SERVER_TIME = '(extract(epoch FROM clock_timestamp()) * 1000)::double precision AS now';

const timeRows = validator(Type.Tuple([Type.Object({ now: Type.Number() })]));

/** How long a statement may have taken whose time is used, in milliseconds: it is known with half of that as the error. */
const MAX_MS = 1_000;
/** How often the time is asked for at the start at most, and within how many milliseconds one reply is enough. */
const SAMPLES = 5;
const EXACT_MS = 20;

/** The time of the server, which all nodes agree on, estimated from the newest statement that has asked for it. */
export class ServerTime {
  /** the time of the server minus `performance.now()`; null: it was never asked for */
  #offset: number | null = null;
  #ahead = 0;

  /**
   * @param clock of this machine
   * @param elapsed milliseconds on a clock that is never set
   */
  constructor(
    private readonly clock: Pick<Clock, 'now'>,
    private readonly elapsed: () => number = () => performance.now(),
  ) {}

  /**
   * @param serverMs the time of the server while the statement ran, in milliseconds
   * @param sentAt when the statement was sent, of `performance.now()`
   */
  record(serverMs: number, sentAt: number): void {
    const answeredAt = this.elapsed();
    if (this.#offset !== null && answeredAt - sentAt > MAX_MS) return;
    this.#estimate(serverMs, sentAt, answeredAt);
  }

  /** Asks for the time, some times if replies take long, and uses the fastest one. @throws {StoreError} */
  async ask(connection: Pick<Connection, 'query'>): Promise<void> {
    let fastestMs = Number.POSITIVE_INFINITY;
    for (let sample = 0; sample < SAMPLES && fastestMs > EXACT_MS; sample += 1) {
      const sentAt = this.elapsed();
      const [{ now }] = checkRows(timeRows, await connection.query(`SELECT ${SERVER_TIME}`), 'the time');
      const answeredAt = this.elapsed();
      if (answeredAt - sentAt >= fastestMs) continue;
      fastestMs = answeredAt - sentAt;
      this.#estimate(now, sentAt, answeredAt);
    }
  }

  #estimate(serverMs: number, sentAt: number, answeredAt: number): void {
    this.#offset = serverMs - (sentAt + answeredAt) / 2;
    this.#ahead = this.clock.now() - this.now();
  }

  /** In milliseconds since the Unix epoch. */
  now(): number {
    return this.elapsed() + (this.#offset ?? 0);
  }

  /** How much the clock of this machine is ahead of the server's, in milliseconds; negative: behind it. */
  get ahead(): number {
    return this.#ahead;
  }
}
