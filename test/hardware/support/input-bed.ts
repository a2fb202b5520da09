import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  constants,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { attributesOf, EV_ABS, EV_KEY, EV_SYN, type InputLayout, ioctlsOf } from './input-layouts.js';

/** What tests with a bed need to run. */
export const BED_PROGRAMS = ['umockdev-run', 'mkfifo', 'setpriv'] as const;

/** What a daemon has to be started through for a denied device to be denied to it too: root may read anything else. */
export const WITHOUT_OVERRIDE: readonly string[] =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : [];

/** Bit sets of keys as sysfs of a 64-bit kernel shows them. */
export const KEYBOARD_KEYS = '402000000 3803078f800d001 feffffdfffefffff fffffffffffffffe';
export const MOUSE_KEYS = '1f0000 0 0 0 0';

const EVENT_SIZE = 24;

function keyDevice(name: string, keys: string): Record<string, string> {
  return { name, 'capabilities/key': keys };
}

/** One event of a report: its type, its code and its value. */
export type RawEvent = readonly [type: number, code: number, value: number];

/**
 * Input devices for a separate process that runs in `environment`: umockdev shows it these, and no others. Each node
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

  /** @param pads what `plugPad` is to plug in: what they answer has to be known beforehand */
  static async make(...pads: InputLayout[]): Promise<InputBed> {
    const answers = await mkdtemp(join(tmpdir(), 'guildhall-input-bed-'));
    const flags = pads.flatMap((pad) => {
      const file = join(answers, String(pad.number));
      writeFileSync(file, ioctlsOf(pad));
      return ['--ioctl', `/dev/input/event${pad.number}=${file}`];
    });
    const holder = spawn('umockdev-run', [...flags, '--', 'sh', '-c', 'echo "$UMOCKDEV_DIR"; exec cat'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const [root] = await once(holder.stdout, 'data');
    // Read by now, as the program runs.
    await rm(answers, { recursive: true });
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
    return this.#plug(this.#nextNumber(), keyDevice(name, keys));
  }

  /** Plugs in one that was denied before anybody saw it. */
  plugDenied(name: string, keys: string): BedDevice {
    return this.#plug(this.#nextNumber(), keyDevice(name, keys), (hidden) => chmodSync(hidden, 0));
  }

  /** Plugs in one of those that the bed was made for, also again. */
  plugPad(pad: InputLayout): BedDevice {
    const device = this.#plug(pad.number, attributesOf(pad));
    const { driver } = pad;
    if (driver !== undefined) {
      const hardware = join(this.root, `sys/class/input/event${pad.number}/device/device`);
      mkdirSync(hardware);
      symlinkSync(`../../../../bus/usb/drivers/${driver}`, join(hardware, 'driver'));
    }
    return device;
  }

  #nextNumber(): number {
    this.#next += 1;
    return this.#next - 1;
  }

  /** @param prepare does something to the node before anybody can see it */
  #plug(
    number: number,
    attributes: Readonly<Record<string, string>>,
    prepare: (hidden: string) => void = () => {},
  ): BedDevice {
    const sysfs = join(this.root, `sys/class/input/event${number}`);
    for (const [name, value] of Object.entries(attributes)) {
      const path = join(sysfs, 'device', name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, `${value}\n`);
    }
    const path = join(this.folder, `event${number}`);
    const hidden = join(this.root, 'not-yet');
    execFileSync('mkfifo', [hidden]);
    const device = new BedDevice(hidden, path, sysfs);
    prepare(hidden);
    // One with answers has a node already, but no pipe.
    renameSync(hidden, path);
    return device;
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
    pipe: string,
    private readonly path: string,
    private readonly sysfs: string,
  ) {
    // Open for both, so that it neither waits for a reader nor ends when there is none.
    this.#fd = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  }

  /** Sends events as one report: type, code and value of linux/input-event-codes.h. */
  send(...events: RawEvent[]): void {
    const report = Buffer.alloc((events.length + 1) * EVENT_SIZE);
    for (const [index, [type, code, value]] of events.entries()) {
      const end = (index + 1) * EVENT_SIZE;
      report.writeUInt16LE(type, end - 8);
      report.writeUInt16LE(code, end - 6);
      report.writeInt32LE(value, end - 4);
    }
    report.writeUInt16LE(EV_SYN, report.length - 8);
    try {
      writeSync(this.#fd, report);
    } catch (error) {
      // The kernel, too, drops what nobody reads for long.
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
    }
  }

  /** Sends a key: 1 down, 0 up, 2 repeated. */
  key(code: number, value: 0 | 1 | 2): void {
    this.send([EV_KEY, code, value]);
  }

  /** Moves an axis to a place. */
  move(axis: number, place: number): void {
    this.send([EV_ABS, axis, place]);
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
