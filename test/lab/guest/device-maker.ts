import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** The program of test/lab/devices, as it stands in the guest. */
const PROGRAM = '/opt/guildhall/lab-devices';

/** Plugs devices in, and unplugs them all at its end. */
export class DeviceMaker implements AsyncDisposable {
  readonly #program: ChildProcessWithoutNullStreams = spawn(PROGRAM);
  readonly #answers = createInterface({ input: this.#program.stdout })[Symbol.asyncIterator]();

  /** Gives one order, e.g. `keyboard NAME`, and waits until the kernel has carried it out. */
  async order(line: string): Promise<void> {
    this.#program.stdin.write(`${line}\n`);
    const { value } = await this.#answers.next();
    assert.equal(value, 'ok', line);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const exited = once(this.#program, 'exit');
    this.#program.stdin.end();
    await exited;
  }
}
