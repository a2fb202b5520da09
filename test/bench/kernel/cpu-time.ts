import { readdirSync, readFileSync } from 'node:fs';

const PROC = '/proc';

/**
 * How long the processors have worked for processes and everything they started (Linux). A thread or process that has ended
 * counts with what it had when it was last read.
 */
export class CpuTime {
  readonly #threads = new Map<string, number>();

  /** @param proc where the system describes its processes */
  constructor(
    private readonly pids: readonly number[],
    private readonly proc = PROC,
  ) {}

  /** The sum so far, in milliseconds. */
  read(): number {
    for (const pid of this.pids.flatMap((each) => familyOf(each, this.proc)))
      for (const thread of threadsOf(pid, this.proc)) this.#note(thread);
    return [...this.#threads.values()].reduce((sum, time) => sum + time, 0);
  }

  /** From the scheduler: /proc/PID/stat counts ticks of 10 ms, too coarse for what an idle daemon does. */
  #note(thread: string): void {
    const text = unlessGone('', () => readFileSync(`${thread}/schedstat`, 'utf8'));
    if (text !== '') this.#threads.set(thread, Number(text.split(' ')[0]) / 1e6);
  }
}

/** The CPU time of a process and everything it started, in milliseconds. */
export function cpuTime(pid: number): number {
  return new CpuTime([pid]).read();
}

/** A process and all below it that run now. */
export function familyOf(pid: number, proc = PROC): number[] {
  const children = threadsOf(pid, proc).flatMap((thread) =>
    unlessGone('', () => readFileSync(`${thread}/children`, 'utf8'))
      .split(' ')
      .filter(Boolean)
      .map(Number),
  );
  return [pid, ...children.flatMap((child) => familyOf(child, proc))];
}

/** The folders of its threads; none if it has ended. */
function threadsOf(pid: number, proc: string): string[] {
  const folder = `${proc}/${pid}/task`;
  return unlessGone([], () => readdirSync(folder)).map((thread) => `${folder}/${thread}`);
}

/** Reads what describes a process, which may end at any moment. */
export function unlessGone<Read>(otherwise: Read, read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ESRCH') throw error;
    return otherwise;
  }
}
