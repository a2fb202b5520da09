import { TokenBucket } from '../../platform/async/token-bucket.js';
import type { Clock } from '../../platform/clock.js';
import type { DesktopNotifier } from '../../platform/desktop-notification/desktop-notifier.js';
import { ControlError } from '../errors.js';

/** How many readings may follow each other; then one each `PAUSE_S` seconds. */
const BURST = 5;
const PAUSE_S = 60;
/** The id of the notification. */
const NOTIFICATION_ID = 'key-reading';

export interface KeyReadingsOptions {
  readonly notifier: Pick<DesktopNotifier, 'show' | 'withdraw'>;
  readonly clock: Clock;
}

/** One reading of keys. */
export interface KeyReading {
  /** how long keys are read, in milliseconds */
  readonly limit: number;
  /** what happens, for the person */
  readonly title: string;
}

/**
 * Bounds how the console page reads keys. A page that somebody else controls must not record what is typed, one key after
 * another: readings are short and rare, one runs at a time, and each shows a desktop notification
 * (docs/adr/0032-keys-in-the-console.md).
 */
export class KeyReadings {
  readonly #budget: TokenBucket;
  #isRunning = false;

  constructor(private readonly options: KeyReadingsOptions) {
    const { clock } = options;
    this.#budget = new TokenBucket(1 / PAUSE_S, BURST, () => clock.now());
  }

  /**
   * Runs a reading.
   *
   * @param signal ends it
   * @param read calls `listening` once keys are read; its signal is aborted at the end
   * @throws {ControlError} `refused` while another one runs or after too many
   */
  async run<T>(
    { limit, title }: KeyReading,
    signal: AbortSignal,
    read: (signal: AbortSignal, listening: () => void) => Promise<T>,
  ): Promise<T> {
    if (this.#isRunning) throw new ControlError('refused', 'Keys are being read already.');
    if (!this.#budget.take()) {
      throw new ControlError(
        'refused',
        'Keys were read several times within a few minutes.',
        `Try again in ${this.#budget.wait} seconds.`,
      );
    }
    this.#isRunning = true;
    const { clock, notifier } = this.options;
    const over = new AbortController();
    const cancelLimit = clock.after(limit, () => over.abort());
    const body = `For at most ${limit / 1000} seconds. If you did not start this, run: guildhall console --sign-out`;
    try {
      return await read(AbortSignal.any([signal, over.signal]), () =>
        notifier.show(NOTIFICATION_ID, { title, body }),
      );
    } finally {
      notifier.withdraw(NOTIFICATION_ID);
      cancelLimit();
      this.#isRunning = false;
    }
  }
}
