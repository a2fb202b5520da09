import type { Clock } from '#guildhall/platform/clock.js';
import { settle } from '../../hardware/support/manual-clock.js';
import type { Random } from '../../helpers/random.js';

/** Something that can happen next. */
interface Step {
  /** the process it happens in; null: in none, e.g. in the database or on a wire */
  readonly process: SimulatedProcess | null;
  /** in real time */
  readonly notBefore: number;
  readonly run: () => void;
}

interface Timer {
  /** in the time of its process */
  at: number;
  readonly everyMs: number | null;
  readonly run: () => void;
  isCancelled: boolean;
}

/** More than any schedule takes; one that needs more does not end. */
const MOST_STEPS = 20_000;

/** An endless sequence of steps. */
export class EndlessScheduleError extends Error {}

/**
 * A world in which everything that takes time is a step, and a seed decides which step comes next. Between two steps all
 * promises settle, so a seed repeats a schedule exactly.
 */
export class Simulation {
  /** real time in milliseconds */
  now = 0;
  readonly processes: SimulatedProcess[] = [];
  #steps: Step[] = [];
  #taken = 0;

  constructor(readonly random: Random) {}

  /**
   * Adds a step. It is dropped if its process ends first, and waits while its process is stalled.
   *
   * @param delayMs how long it takes at least, in milliseconds
   */
  add(process: SimulatedProcess | null, run: () => void, delayMs = 0): void {
    this.#steps.push({ process, notBefore: this.now + delayMs, run });
  }

  startProcess(name: string): SimulatedProcess {
    const process = new SimulatedProcess(this, name);
    this.processes.push(process);
    return process;
  }

  /** Takes one of the possible steps. @returns false if there is none */
  async step(): Promise<boolean> {
    this.#taken += 1;
    if (this.#taken >= MOST_STEPS) throw new EndlessScheduleError('the schedule does not end');
    this.#steps = this.#steps.filter(({ process }) => process?.isOver !== true);
    const possible = this.#steps.filter(
      ({ notBefore, process }) => notBefore <= this.now && process?.isStalled !== true,
    );
    const [first, ...others] = possible;
    if (first === undefined) return false;
    const step = this.random.pick([first, ...others]);
    this.#steps.splice(this.#steps.indexOf(step), 1);
    step.run();
    await settle();
    return true;
  }

  /** Takes steps until none is possible before time passes. */
  async drain(): Promise<void> {
    while (await this.step());
  }

  /** Lets time pass for everybody. */
  async pass(ms: number): Promise<void> {
    this.now += ms;
    for (const process of this.processes) process.pass(ms);
    await settle();
  }
}

/** A process with a clock of its own, which may run fast or slow and may be set. It can stall, and end at any moment. */
export class SimulatedProcess {
  isOver = false;
  isStalled = false;
  /** whether its monotonic clock stands still while it is stalled, as in a paused virtual machine */
  isClockPaused = false;
  /** how fast its clock runs */
  rate = 1;
  /** how far its clock is off, in milliseconds */
  offset = 0;
  #elapsed = 0;
  readonly #timers = new Set<Timer>();

  constructor(
    private readonly world: Simulation,
    readonly name: string,
  ) {}

  /** milliseconds on a clock that is never set */
  readonly elapsed = (): number => this.#elapsed;

  readonly clock: Clock = {
    now: () => this.#elapsed + this.offset,
    after: (ms, run) => this.#addTimer({ at: this.#elapsed + ms, everyMs: null, run, isCancelled: false }),
    every: (ms, run) => this.#addTimer({ at: this.#elapsed + ms, everyMs: ms, run, isCancelled: false }),
  };

  pass(ms: number): void {
    if (this.isOver || (this.isStalled && this.isClockPaused)) return;
    this.#elapsed += ms * this.rate;
    for (const timer of [...this.#timers]) {
      if (timer.at > this.#elapsed) continue;
      if (timer.everyMs === null) this.#timers.delete(timer);
      // As with setInterval, a stalled process does not get the ticks that it missed.
      else timer.at = this.#elapsed + timer.everyMs;
      this.world.add(this, () => {
        if (!timer.isCancelled) timer.run();
      });
    }
  }

  /** Ends it at once; nothing more of it happens. */
  kill(): void {
    this.isOver = true;
    this.#timers.clear();
  }

  #addTimer(timer: Timer): () => void {
    this.#timers.add(timer);
    return () => {
      timer.isCancelled = true;
      this.#timers.delete(timer);
    };
  }
}
