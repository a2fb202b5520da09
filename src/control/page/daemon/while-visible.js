/** Runs a task while the page is visible, i.e. not in a tab in the background; one task at a time. */
export class WhileVisible {
  #run;
  #onStop;
  /** @type {string | null} */
  #wanted = null;
  /** @type {{ task: string, abort: AbortController } | null} */
  #running = null;

  /**
   * @param {(task: string, signal: AbortSignal) => Promise<unknown>} run must not throw
   * @param {(task: string, hasEnded: boolean) => void} onStop called when a task was aborted, or has ended on its own
   */
  constructor(run, onStop) {
    this.#run = run;
    this.#onStop = onStop;
    document.addEventListener('visibilitychange', () => this.#review());
  }

  /** @param {string | null} task replaces the one that runs, unless it is the same; null: none */
  want(task) {
    this.#wanted = task;
    this.#review();
  }

  #review() {
    const task = document.visibilityState === 'visible' ? this.#wanted : null;
    const before = this.#running;
    if (task === (before?.task ?? null)) return;
    this.#running = null;
    if (before !== null) {
      before.abort.abort();
      this.#onStop(before.task, false);
    }
    if (task !== null) void this.#start(task);
  }

  /** @param {string} task */
  async #start(task) {
    const running = { task, abort: new AbortController() };
    this.#running = running;
    await this.#run(task, running.abort.signal);
    if (this.#running !== running) return;
    this.#running = null;
    this.#onStop(task, true);
  }
}
