import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { PATIENCE } from '../../helpers/patience.js';
import { nextMessage } from '../next-message.js';
import type { CanaryReport } from './canary-process.js';
import type { CanaryTarget } from './probe.js';

/** An honest client that measures the daemon's response time, in a separate process. */
export class Canary {
  private constructor(private readonly child: ChildProcess) {}

  /** Opens its connections and starts measuring. */
  static async start(target: CanaryTarget): Promise<Canary> {
    const child = fork(fileURLToPath(import.meta.resolve('./canary-process.js')));
    child.send(target);
    await nextMessage(child, 3 * PATIENCE);
    return new Canary(child);
  }

  /** Takes what was measured since the last call, after all pending responses have arrived. */
  async takeReport(): Promise<CanaryReport> {
    this.child.send('report');
    return (await nextMessage(this.child, 12 * PATIENCE)) as CanaryReport;
  }

  stop(): void {
    this.child.kill('SIGKILL');
  }
}
