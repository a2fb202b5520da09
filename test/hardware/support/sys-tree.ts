import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Files as the kernel shows its devices, in a folder of the test's own. */
export class SysTree {
  private constructor(readonly folder: string) {}

  static async with(run: (tree: SysTree) => Promise<void>): Promise<void> {
    const tree = new SysTree(await mkdtemp(join(tmpdir(), 'guildhall-sys-')));
    try {
      await run(tree);
    } finally {
      await rm(tree.folder, { recursive: true, force: true });
    }
  }

  path(...names: string[]): string {
    return join(this.folder, ...names);
  }

  async file(path: string, text: string): Promise<void> {
    await mkdir(dirname(this.path(path)), { recursive: true });
    await writeFile(this.path(path), text);
  }

  async link(path: string, target: string): Promise<void> {
    await mkdir(dirname(this.path(path)), { recursive: true });
    await mkdir(this.path(target), { recursive: true });
    await symlink(this.path(target), this.path(path));
  }

  /** A device in a socket of the USB, with interfaces `PORT:1.0` and so on below it. */
  async usb(port: string, number: string, serial?: string): Promise<void> {
    const [vendor, product] = number.split(':');
    await this.file(`sys/devices/usb1/${port}/idVendor`, `${vendor}\n`);
    await this.file(`sys/devices/usb1/${port}/idProduct`, `${product}\n`);
    if (serial !== undefined) await this.file(`sys/devices/usb1/${port}/serial`, `${serial}\n`);
  }

  /** A sound card; `device` is where it is, e.g. `usb1/1-2/1-2:1.0`; `pcms` e.g. `0p: USB Audio`. */
  async card(
    number: number,
    { id, name, device, pcms }: { id: string; name: string; device: string; pcms: readonly string[] },
  ): Promise<void> {
    this.#cards.set(
      number,
      `${String(number).padStart(2)} [${id.padEnd(15)}]: USB-Audio - ${name}\n${' '.repeat(22)}${name} at somewhere\n`,
    );
    await this.file('proc/asound/cards', [...this.#cards.values()].join(''));
    await this.file(`proc/asound/card${number}/id`, `${id}\n`);
    await this.link(`sys/class/sound/card${number}`, `sys/devices/${device}/sound/card${number}`);
    for (const pcm of pcms) {
      const [stream, title] = pcm.split(': ');
      const info = `card: ${number}\ndevice: 0\nid: ${title}\nname: ${title}\nsubname: subdevice #0\n`;
      await this.file(`proc/asound/card${number}/pcm${stream}/info`, info);
    }
  }

  readonly #cards = new Map<number, string>();
}
