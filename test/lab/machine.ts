import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** How much of the console is kept for the error of a machine that failed, in characters. */
const TAIL = 6000;

export interface MachineOptions {
  readonly kernel: string;
  readonly initrd: string;
  /** for the socket of the results */
  readonly folder: string;
  /** the tests of this boot: a folder below test/lab/guest */
  readonly tests: string;
  /** an image with an ext4 file system that keeps what the guest changes; null: in memory */
  readonly disk: string | null;
}

/** A virtual machine that runs the guest's tests and ends. */
export class Machine {
  #console = '';

  private constructor(
    readonly process: ChildProcess,
    /** the guest's results, one per line; ends with the machine */
    readonly lines: AsyncIterable<string>,
  ) {
    for (const stream of [process.stdout, process.stderr]) {
      stream?.on('data', (chunk) => {
        this.#console = (this.#console + chunk).slice(-TAIL);
      });
    }
  }

  /** The last output of its console. */
  get console(): string {
    return this.#console;
  }

  static async boot(options: MachineOptions): Promise<Machine> {
    const path = join(options.folder, 'results');
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(path, resolve));
    const connected = once(server, 'connection').then(([socket]: Socket[]) => {
      socket?.on('error', () => {});
      return socket;
    });
    const child = spawn('qemu-system-x86_64', qemuFlags(options, path), {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const socket = await Promise.race([connected, once(child, 'exit').then(() => undefined)]);
    server.close();
    assert.ok(socket, `the machine ended with exit code ${child.exitCode} before it booted`);
    return new Machine(child, createInterface({ input: socket }));
  }

  /** Waits until the machine has powered off, which a guest with a disk does after its tests. */
  async powerOff(): Promise<void> {
    const { exitCode, signalCode } = this.process;
    if (exitCode === null && signalCode === null) await once(this.process, 'exit');
  }
}

function qemuFlags({ kernel, initrd, tests, disk }: MachineOptions, results: string): string[] {
  const append = [
    ...['console=ttyS0', 'panic=-1', 'quiet', `guildhall.tests=${tests}`],
    // A kernel that checks its timer panics at boot where the host is too busy to emulate it in time.
    'no_timer_check',
    // Without a disk nothing but the tests is started; with one the machine boots as people's machines do.
    ...(disk === null
      ? ['systemd.unit=guildhall-lab.service']
      : [
          'guildhall_disk=1',
          'systemd.unit=multi-user.target',
          'systemd.wants=guildhall-lab.service',
          'systemd.mask=serial-getty@ttyS0.service',
          // At midnight Debian's timers write files, such as backups of the list of packages.
          'systemd.mask=timers.target',
        ]),
  ];
  return [
    // Without KVM, or without QEMU's permission to use it, its processors are emulated.
    ...['-accel', 'tcg,thread=multi', '-cpu', 'max', '-smp', '2', '-m', '3G', '-nodefaults', '-no-reboot'],
    ...['-display', 'none', '-serial', 'stdio', '-serial', `unix:${results}`],
    ...(disk === null ? [] : ['-drive', `file=${disk},format=raw,if=virtio`]),
    ...['-kernel', kernel, '-initrd', initrd, '-append', append.join(' ')],
  ];
}
