import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** How much of the console is kept to tell of a machine that failed, in characters. */
const TAIL = 6000;

export interface MachineFiles {
  readonly kernel: string;
  readonly initrd: string;
  /** for the socket that the results come through */
  readonly folder: string;
}

/** A virtual machine that runs the guest's tests and ends. */
export class Machine {
  #console = '';

  private constructor(
    readonly process: ChildProcess,
    /** what the guest tells, line by line; ends with the machine */
    readonly lines: AsyncIterable<string>,
  ) {
    for (const stream of [process.stdout, process.stderr]) {
      stream?.on('data', (chunk) => {
        this.#console = (this.#console + chunk).slice(-TAIL);
      });
    }
  }

  /** The end of what stands on its console. */
  get console(): string {
    return this.#console;
  }

  static async boot({ kernel, initrd, folder }: MachineFiles): Promise<Machine> {
    const path = join(folder, 'results');
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(path, resolve));
    const connected = once(server, 'connection').then(([socket]: Socket[]) => {
      socket?.on('error', () => {});
      return socket;
    });
    const flags = [
      ...['-accel', 'tcg,thread=multi', '-cpu', 'max', '-smp', '2', '-m', '3G', '-nodefaults', '-no-reboot'],
      ...['-display', 'none', '-serial', 'stdio', '-serial', `unix:${path}`],
      ...['-kernel', kernel, '-initrd', initrd],
      // A kernel that checks its timer panics at boot where the host is too busy to emulate it in time.
      ...['-append', 'console=ttyS0 panic=-1 quiet no_timer_check systemd.unit=guildhall-lab.service'],
    ];
    const child = spawn('qemu-system-x86_64', flags, { stdio: ['ignore', 'pipe', 'pipe'] });
    // Without KVM, or without QEMU's permission to use it, its processors are emulated.
    const socket = await Promise.race([connected, once(child, 'exit').then(() => undefined)]);
    server.close();
    assert.ok(socket, `the machine ended with exit code ${child.exitCode} before it booted`);
    return new Machine(child, createInterface({ input: socket }));
  }
}
