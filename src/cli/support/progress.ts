import { type Clock, systemClock } from '../../platform/clock.js';
import { toIsolatedText } from '../../platform/text/visible-text.js';
import type { Invocation } from './invocation.js';
import type { Terminal } from './terminal.js';

/** How often the line is written at most, in milliseconds. */
const INTERVAL_MS = 100;
const ERASE_LINE = '\r\u001b[K';

/** Runs a long task while its progress is shown. @param json with --json nothing is shown */
export async function withProgress<T>(
  invocation: Pick<Invocation, 'json' | 'terminal'>,
  run: (onProgress: Progress['show']) => Promise<T>,
): Promise<T> {
  return await withLine(invocation, ({ show }) => run(show));
}

/** Runs a task of several steps while the present one is shown, e.g. `checking display…`. @param json with --json nothing is shown */
export async function withSteps<T>(
  invocation: Pick<Invocation, 'json' | 'terminal'>,
  run: (onStep: Progress['step']) => Promise<T>,
): Promise<T> {
  return await withLine(invocation, ({ step }) => run(step));
}

async function withLine<T>(
  { json, terminal }: Pick<Invocation, 'json' | 'terminal'>,
  run: (progress: Progress) => Promise<T>,
): Promise<T> {
  const isShown = terminal.isInteractive && !json && terminal.environment.TERM !== 'dumb';
  const progress = new Progress(terminal, isShown, systemClock);
  try {
    return await run(progress);
  } finally {
    progress.end();
  }
}

/** A line on standard error that shows how much of a long task is done, and is removed in the end. */
class Progress {
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

  /** Shows a step, also a short one: the next may take long. */
  readonly step = (text: string): void => {
    if (!this.isWanted) return;
    this.#isShown = true;
    this.terminal.writeError(`${ERASE_LINE}${toIsolatedText(text)}…`);
  };

  end(): void {
    if (this.#isShown) this.terminal.writeError(ERASE_LINE);
  }
}
