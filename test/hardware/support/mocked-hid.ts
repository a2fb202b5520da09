import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { eventually } from '../../helpers/eventually.js';

const STAND_IN = fileURLToPath(new URL('hid-stand-in.js', import.meta.url));
/** What the kernel answers with to who asks a device for its descriptor: its length, and room for as many bytes. */
const DESCRIPTOR_ROOM = 4096;

export interface MockedHidDevice {
  readonly name: string;
  /** e.g. `046d:0a38` */
  readonly number: string;
  readonly serial?: string;
  /** in hexadecimal */
  readonly descriptor: string;
  /** reports it sends: milliseconds after the one before, and bytes */
  readonly reports?: readonly (readonly [number, readonly number[]])[];
}

interface Heard {
  readonly mocked?: string;
  readonly devices?: { id: string; name: string }[];
  readonly pressed?: string;
}

/** The HID driver among devices that umockdev makes up; `/dev/hidraw0` is the first. */
export class MockedHid {
  /** everything it said */
  readonly heard: Heard[] = [];
  #process: ChildProcess | null = null;

  private constructor(private readonly folder: string) {}

  static async with(
    devices: readonly MockedHidDevice[],
    run: (mocked: MockedHid) => Promise<void>,
    hearing: 'at once' | 'late' = 'at once',
  ): Promise<void> {
    const mocked = new MockedHid(await mkdtemp(join(tmpdir(), 'guildhall-hid-')));
    try {
      await mocked.#start(devices, hearing);
      await run(mocked);
    } finally {
      await mocked.#stop();
      await rm(mocked.folder, { recursive: true, force: true });
    }
  }

  /** The devices it listed last. */
  get devices(): { id: string; name: string }[] {
    return this.heard.findLast(({ devices }) => devices !== undefined)?.devices ?? [];
  }

  async until(names: readonly string[]): Promise<void> {
    await eventually(() => JSON.stringify(this.devices.map(({ name }) => name)) === JSON.stringify(names));
  }

  async unplug(number: number): Promise<void> {
    for (const { away, path } of this.#files(number)) await rename(path, away);
  }

  async plug(number: number): Promise<void> {
    for (const { away, path } of this.#files(number)) await rename(away, path);
  }

  /** What of a device comes and goes, in the order of the kernel. */
  #files(number: number): { path: string; away: string }[] {
    const root = this.heard[0]?.mocked ?? '';
    const names = [`sys/class/hidraw/hidraw${number}`, `dev/hidraw${number}`];
    return names.map((name) => ({
      path: join(root, name),
      away: join(this.folder, name.replaceAll('/', '-')),
    }));
  }

  async #start(devices: readonly MockedHidDevice[], hearing: string): Promise<void> {
    const options: string[] = [];
    for (const [number, device] of devices.entries()) {
      const path = (kind: string) => join(this.folder, `${number}.${kind}`);
      await writeFile(path('device'), description(number, device));
      await writeFile(path('ioctl'), answers(number, device));
      options.push('-d', path('device'), '-i', `/dev/hidraw${number}=${path('ioctl')}`);
      if (device.reports === undefined) continue;
      await writeFile(path('script'), script(device.reports));
      options.push('-s', `/dev/hidraw${number}=${path('script')}`);
    }
    const command = [...options, '--', process.execPath, STAND_IN, this.folder, hearing];
    const mocked = spawn('umockdev-run', command, { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
    this.#process = mocked;
    createInterface({ input: mocked.stdout }).on('line', (line) => this.heard.push(JSON.parse(line)));
    await eventually(() => this.heard.length >= 2);
  }

  async #stop(): Promise<void> {
    const mocked = this.#process;
    if (mocked?.pid === undefined || mocked.exitCode !== null) return;
    const exited = once(mocked, 'exit');
    // umockdev-run passes nothing on: the whole group is ended.
    process.kill(-mocked.pid, 'SIGTERM');
    await exited;
  }
}

function description(number: number, { name, number: numbers, serial, descriptor }: MockedHidDevice): string {
  const [vendor = '', product = ''] = numbers.split(':');
  const usb = `/devices/pci0/usb1/1-${number + 1}`;
  const hid = `${usb}/1-${number + 1}:1.3/0003:${vendor}:${product}.000${number}`;
  const id = `0003:0000${vendor}:0000${product}`.toUpperCase();
  return `${[
    `P: ${hid}/hidraw/hidraw${number}\nN: hidraw${number}\nE: DEVNAME=/dev/hidraw${number}\nE: SUBSYSTEM=hidraw\nA: dev=240:${number}\\n`,
    `P: ${hid}\nE: HID_ID=${id}\nE: HID_NAME=${name}\nE: HID_UNIQ=${serial ?? ''}\nE: SUBSYSTEM=hid\nH: report_descriptor=${descriptor}`,
    `P: ${usb}/1-${number + 1}:1.3\nE: DEVTYPE=usb_interface\nE: SUBSYSTEM=usb\nA: bInterfaceNumber=03\\n`,
    `P: ${usb}\nE: DEVTYPE=usb_device\nE: SUBSYSTEM=usb\nA: idVendor=${vendor}\\n\nA: idProduct=${product}\\n\nA: product=${name}\\n\nA: bcdDevice=0100\\n${serial === undefined ? '' : `\nA: serial=${serial}\\n`}`,
  ].join('\n\n')}\n`;
}

/** What the kernel answers when the device is asked for its descriptor and its numbers. */
function answers(number: number, { descriptor, number: numbers }: MockedHidDevice): string {
  const bytes = Buffer.from(descriptor, 'hex');
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  const room = Buffer.alloc(DESCRIPTOR_ROOM - bytes.length);
  const info = Buffer.alloc(8);
  info.writeUInt32LE(3);
  for (const [index, part] of numbers.split(':').entries())
    info.writeUInt16LE(Number.parseInt(part, 16), 4 + index * 2);
  const hex = (...parts: Buffer[]) => Buffer.concat(parts).toString('hex').toUpperCase();
  return [
    `@DEV /dev/hidraw${number}`,
    `HIDIOCGRDESCSIZE 0 ${hex(length)}`,
    `HIDIOCGRDESC 0 ${hex(length, bytes, room)}`,
    `HIDIOCGRAWINFO 0 ${hex(info)}`,
    '',
  ].join('\n');
}

/** Bytes below 32 are written as control characters, e.g. `^A` for 1. */
function script(reports: readonly (readonly [number, readonly number[]])[]): string {
  const written = (bytes: readonly number[]) =>
    bytes.map((byte) => `^${String.fromCharCode(byte + 64)}`).join('');
  return reports.map(([ms, bytes]) => `r ${ms} ${written(bytes)}\n`).join('');
}
