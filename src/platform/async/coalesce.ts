/**
 * Runs a task at most once at a time. Requests made while it runs are served by one more run after it.
 *
 * @param task must not throw
 */
export function coalesceRuns(task: () => Promise<void>): () => void {
  let state: 'idle' | 'running' | 'rerun' = 'idle';
  const run = async (): Promise<void> => {
    do {
      state = 'running';
      await task();
    } while (isRerunRequested());
    state = 'idle';
  };
  // A function, because the compiler does not see that `state` changes while the task runs.
  const isRerunRequested = (): boolean => state === 'rerun';
  return () => {
    if (state === 'idle') void run();
    else state = 'rerun';
  };
}

/**
 * Runs a task one run after another. Calls during a run share one run after it, so that a thousand changes of a file at once are
 * written twice, and not a thousand times.
 */
export class SharedRuns {
  #last: Promise<void> = Promise.resolve();
  /** the run that has not begun yet */
  #next: Promise<void> | null = null;

  constructor(private readonly task: () => Promise<void>) {}

  /** @returns the end of a run that begins after the call. @throws what it throws */
  run(): Promise<void> {
    if (this.#next === null) {
      const begin = () => {
        this.#next = null;
        return this.task();
      };
      this.#next = this.#last.then(begin, begin);
      this.#last = this.#next;
    }
    return this.#next;
  }
}

/**
 * Calls back at most once per `ms` milliseconds, at the end of each interval in which it was called: plugging in a device
 * creates several files and messages at once. The timer does not keep the process alive.
 */
export function throttle(ms: number, callback: () => void): () => void {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    setTimeout(() => {
      waiting = false;
      callback();
    }, ms).unref();
  };
}

/** Shares a running task between all callers that request the same key before it ends. Results are not cached. */
export class SingleFlight<Key, Result> {
  readonly #running = new Map<Key, Promise<Result>>();

  /** @returns the result of the task that is already running for the key, else of `task` */
  run(key: Key, task: () => Promise<Result>): Promise<Result> {
    const running = this.#running.get(key);
    if (running !== undefined) return running;
    const started = task().finally(() => this.#running.delete(key));
    this.#running.set(key, started);
    return started;
  }
}
