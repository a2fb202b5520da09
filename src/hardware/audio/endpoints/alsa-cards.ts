import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DistinctIdentities, stableId } from '../../device-id.js';
import { physicalDevice, usbDeviceAt } from '../../physical-device.js';
import type { AudioEndpoint } from '../audio-contract.js';
import type { FoundEndpoint } from './found-endpoint.js';

/** Where the kernel describes its sound cards. */
export interface AlsaFolders {
  /** e.g. `/proc/asound` */
  readonly cards: string;
  /** e.g. `/sys/class/sound` */
  readonly devices: string;
}

const KERNEL: AlsaFolders = { cards: '/proc/asound', devices: '/sys/class/sound' };

/** A playback or capture device of a card. */
interface Pcm {
  readonly device: number;
  readonly direction: AudioEndpoint['direction'];
  readonly name: string;
}

/**
 * The endpoints of this machine's sound cards, from the kernel's files; no device is opened. Ids do not depend on the
 * order in which cards were found. The first endpoint of each direction is the default, as in ALSA.
 *
 * @returns null if the kernel has no sound (other systems, most containers)
 */
export async function alsaEndpoints(folders: AlsaFolders = KERNEL): Promise<FoundEndpoint[] | null> {
  const names = await readFile(join(folders.cards, 'cards'), 'utf8').catch(() => null);
  if (names === null) return null;
  const found: FoundEndpoint[] = [];
  const identities = new DistinctIdentities();
  for (const { number, name } of parseCards(names)) {
    const place = join(folders.devices, `card${number}`);
    const identity = await cardIdentity(join(folders.cards, `card${number}`), place);
    const container = await physicalDevice(place);
    for (const pcm of await pcmsOf(join(folders.cards, `card${number}`))) {
      const { device, direction } = pcm;
      const endpoint: AudioEndpoint = {
        id: stableId(identities.of(`alsa/${identity}/${direction}/${device}`)),
        // Devices of the same name are distinguished by their number, as in ALSA.
        name: `${name}: ${pcm.name}${device === 0 ? '' : ` ${device}`}`,
        direction,
        is_default: !found.some((each) => each.endpoint.direction === direction),
        container,
      };
      const address = `(hw:${number},${device})`;
      found.push({ endpoint, way: { serverName: null, isDevice: (each) => each.name.endsWith(address) } });
    }
  }
  return found;
}

/** Number and name of each card, in order. Parses lines such as ` 0 [Headset        ]: USB-Audio - Acme Headset`. */
export function parseCards(text: string): { number: number; name: string }[] {
  return [...text.matchAll(/^ *(\d+) \[(.{0,15}?) *\]: (.*)$/gm)].map(([, number, id, described]) => ({
    number: Number(number),
    name: described?.split(' - ').slice(1).join(' - ').trim() || (id ?? ''),
  }));
}

/** A USB device is identified by its product and serial number, or its port if it has no serial number; an internal card by its id. */
async function cardIdentity(card: string, place: string): Promise<string> {
  const usb = await usbDeviceAt(place);
  if (usb !== null) return `usb/${usb.number}/${usb.serial ?? usb.port}`;
  const id = await readFile(join(card, 'id'), 'utf8').catch(() => '');
  return `card/${id.trim()}`;
}

async function pcmsOf(card: string): Promise<Pcm[]> {
  const folders = await readdir(card).catch(() => []);
  const pcms = await Promise.all(
    folders
      .map((folder) => /^pcm(\d+)([cp])$/.exec(folder))
      .filter((match) => match !== null)
      .map(async ([folder, device, stream]): Promise<Pcm> => {
        const info = await readFile(join(card, folder, 'info'), 'utf8').catch(() => '');
        const name = /^name: (.+)$/m.exec(info)?.[1] ?? /^id: (.+)$/m.exec(info)?.[1] ?? 'PCM';
        return { device: Number(device), direction: stream === 'c' ? 'input' : 'output', name: name.trim() };
      }),
  );
  return pcms.sort((a, b) => a.device - b.device || a.direction.localeCompare(b.direction));
}
