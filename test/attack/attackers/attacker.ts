import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { PATIENCE } from '../../helpers/patience.js';
import { nextMessage } from '../next-message.js';
import type { Order } from './attacker-process.js';
import type { AttackResult } from './scenario.js';

/** `nobody`, who owns nothing. */
export const OTHER_UID = 65_534;

/** A process that attacks, at the lowest priority. */
export class Attacker {
  private constructor(private readonly child: ChildProcess) {}

  /** @param uid the user it switches to; 0: none */
  static async start(uid = 0): Promise<Attacker> {
    const child = fork(fileURLToPath(import.meta.resolve('./attacker-process.js')), [String(uid)]);
    await nextMessage(child, 3 * PATIENCE);
    return new Attacker(child);
  }

  /** Runs a scenario to its end. */
  async run(order: Order): Promise<AttackResult> {
    this.child.send(order);
    return (await nextMessage(this.child, order.seconds * 1000 + 6 * PATIENCE)) as AttackResult;
  }

  stop(): void {
    this.child.kill('SIGKILL');
  }
}
