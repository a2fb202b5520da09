import type { ChildProcess } from 'node:child_process';
import { endProcess } from '../../helpers/other-user.js';
import type { NodeNetwork } from './node-network.js';

/** A process in a network namespace of its own; it can be killed and started again. */
export class ProcessUnderFaults {
  protected child: ChildProcess | null = null;

  constructor(
    readonly name: string,
    readonly network: NodeNetwork,
  ) {
    process.once('exit', () => this.child?.kill('SIGKILL'));
  }

  get isRunning(): boolean {
    return this.child !== null && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** kill -9. */
  async kill(): Promise<void> {
    const { child } = this;
    this.child = null;
    if (child !== null) await endProcess(child);
  }

  /** SIGSTOP. */
  suspend(): void {
    this.child?.kill('SIGSTOP');
  }

  /** SIGCONT. */
  continue(): void {
    this.child?.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    await this.kill();
    await this.network.close();
  }
}
