import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** What tests with a bed need to run. */
export const BED_PROGRAMS = ['umockdev-run', 'mkfifo', 'setpriv'] as const;

/** What a daemon has to be started through for a denied device to be denied to it too: root may read anything else. */
export const WITHOUT_OVERRIDE: readonly string[] =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : [];

/** Bit sets of keys as sysfs of a 64-bit kernel shows them. */
export const KEYBOARD_KEYS = '402000000 3803078f800d001 feffffdfffefffff fffffffffffffffe';
export const MOUSE_KEYS = '1f0000 0 0 0 0';

/** Kernel codes (linux/input-event-codes.h). */
const EV_SYN = 0;
const EV_KEY = 1;
const EVENT_SIZE = 24;

/**
 * Input devices for a process of its own that runs in `environment`: umockdev shows it these, and no others. Each node
 * is a FIFO, which the driver reads as it would read the kernel's.
 */
export class InputBed implements AsyncDisposable {
  #next = 0;

  private constructor(
    private readonly root: string,
    private readonly holder: ReturnType<typeof spawn>,
  ) {
    mkdirSync(join(root, 'dev/input'), { recursive: true });
    mkdirSync(join(root, 'sys/class/input'), { recursive: true });
  }

  static async make(): Promise<InputBed> {
    const holder = spawn('umockdev-run', ['--', 'sh', '-c', 'echo "$UMOCKDEV_DIR"; exec cat'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const [root] = await once(holder.stdout, 'data');
    return new InputBed(String(root).trim(), holder);
  }

  /** What the process gets besides its own environment. */
  get environment(): Record<'LD_PRELOAD' | 'UMOCKDEV_DIR', string> {
    return { LD_PRELOAD: 'libumockdev-preload.so.0', UMOCKDEV_DIR: this.root };
  }

  /** Where the nodes are in truth. */
  get folder(): string {
    return join(this.root, 'dev/input');
  }

  /** @param keys the keys it has, e.g. `KEYBOARD_KEYS` */
  plug(name: string, keys: string): BedDevice {
    const node = `event${this.#next}`;
    this.#next += 1;
    const sysfs = join(this.root, 'sys/class/input', node);
    mkdirSync(join(sysfs, 'device/capabilities'), { recursive: true });
    writeFileSync(join(sysfs, 'device/name'), `${name}\n`);
    writeFileSync(join(sysfs, 'device/capabilities/key'), `${keys}\n`);
    const path = join(this.folder, node);
    execFileSync('mkfifo', [path]);
    return new BedDevice(path, sysfs);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const exited = once(this.holder, 'exit');
    this.holder.stdin?.end();
    await exited;
  }
}

export class BedDevice {
  readonly #fd: number;

  constructor(
    private readonly path: string,
    private readonly sysfs: string,
  ) {
    // Open for both, so that it neither waits for a reader nor ends when there is none.
    this.#fd = openSync(path, 'r+');
  }

  /** Sends keys as linux/input-event-codes.h numbers them: 1 down, 0 up, 2 repeated. */
  key(code: number, value: 0 | 1 | 2): void {
    const report = Buffer.alloc(2 * EVENT_SIZE);
    report.writeUInt16LE(EV_KEY, EVENT_SIZE - 8);
    report.writeUInt16LE(code, EVENT_SIZE - 6);
    report.writeInt32LE(value, EVENT_SIZE - 4);
    report.writeUInt16LE(EV_SYN, 2 * EVENT_SIZE - 8);
    writeSync(this.#fd, report);
  }

  press(...codes: number[]): void {
    for (const code of codes) this.key(code, 1);
  }

  release(...codes: number[]): void {
    for (const code of codes) this.key(code, 0);
  }

  /** Takes the permission to read it from everybody but those who may read anything. */
  deny(): void {
    chmodSync(this.path, 0);
  }

  unplug(): void {
    rmSync(this.sysfs, { recursive: true });
    rmSync(this.path);
    closeSync(this.#fd);
  }
}
