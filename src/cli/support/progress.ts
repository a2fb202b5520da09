import { type Clock, systemClock } from '../../platform/clock.js';
import type { Invocation } from './invocation.js';
import type { Terminal } from './terminal.js';

/** How often the line is written at most, in milliseconds. */
const INTERVAL_MS = 100;
const ERASE_LINE = '\r\u001b[K';

/** Runs a long task while its progress is shown. @param json with --json nothing is shown */
export async function withProgress<T>(
  { json, terminal }: Pick<Invocation, 'json' | 'terminal'>,
  run: (onProgress: Progress['show']) => Promise<T>,
): Promise<T> {
  const isShown = terminal.isInteractive && !json && terminal.environment.TERM !== 'dumb';
  const progress = new Progress(terminal, isShown, systemClock);
  try {
    return await run(progress.show);
  } finally {
    progress.end();
  }
}

/** A line on standard error that shows how much of a long task is done, and is removed in the end. */
export class Progress {
  #isShown = false;
  #last = 0;

  constructor(
    private readonly terminal: Terminal,
    private readonly isWanted: boolean,
    private readonly clock: Clock,
  ) {}

  /** @param share from 0 to 1 */
  readonly show = (phase: string, share: number): void => {
    const now = this.clock.now();
    if (!this.isWanted || now - this.#last < INTERVAL_MS) return;
    this.#last = now;
    this.#isShown = true;
    this.terminal.writeError(`${ERASE_LINE}${phase} ${Math.floor(share * 100)} %`);
  };

  end(): void {
    if (this.#isShown) this.terminal.writeError(ERASE_LINE);
  }
}
