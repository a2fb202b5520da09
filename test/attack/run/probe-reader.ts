import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestDaemon } from '../../helpers/daemon.js';
import { eventually } from '../../helpers/eventually.js';
import type { DaemonReading } from './daemon-probe.js';

/** Reads what the probe in a daemon's process measures. */
export class ProbeReader {
  #readings = 0;

  /** @param folder as in the environment of the daemon */
  constructor(
    readonly daemon: TestDaemon,
    private readonly folder: string,
  ) {}

  /** Loads the probe. @param folder where the probe writes; one for each daemon */
  static environment(folder: string): Readonly<Record<string, string>> {
    return {
      NODE_OPTIONS: `--import=${import.meta.resolve('./daemon-probe.js')}`,
      GUILDHALL_TEST_PROBE: join(folder, 'reading.json'),
    };
  }

  get pid(): number {
    return this.daemon.runtime.pid;
  }

  collectGarbage(): void {
    this.daemon.process.kill('SIGWINCH');
  }

  /** What the probe measured since the last reading. */
  async read(): Promise<DaemonReading> {
    this.#readings += 1;
    this.daemon.process.kill('SIGUSR2');
    return eventually(async () => {
      const text = await readFile(join(this.folder, 'reading.json'), 'utf8').catch(() => 'null');
      const reading = parse(text);
      return reading?.number === this.#readings && reading;
    });
  }
}

function parse(text: string): DaemonReading | null {
  try {
    return JSON.parse(text) as DaemonReading | null;
  } catch {
    // The file is being written.
    return null;
  }
}
