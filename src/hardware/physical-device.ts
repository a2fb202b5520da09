import { readFile, readlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/** A device on the USB, of which a sound card, its buttons and its camera are parts. */
export interface UsbDevice {
  /** in /sys */
  readonly path: string;
  /** vendor and product number in hexadecimal, e.g. `046d:0a38` */
  readonly number: string;
  /** null where the maker gave it none */
  readonly serial: string | null;
  /** where it is plugged in, e.g. `1-2.1`; the same each time for the same socket */
  readonly port: string;
}

/** Where something of /sys really is: what lies in /sys/class are links. */
export async function kernelPath(place: string): Promise<string> {
  const target = await readlink(place).catch(() => '');
  return resolve(dirname(place), target === '' ? basename(place) : target);
}

/** The USB device that something in /sys is a part of, or null. */
export async function usbDeviceAt(place: string): Promise<UsbDevice | null> {
  for (let path = await kernelPath(place); path !== dirname(path); path = dirname(path)) {
    const [vendor, product] = [await attribute(path, 'idVendor'), await attribute(path, 'idProduct')];
    if (vendor === null || product === null) continue;
    const serial = await attribute(path, 'serial');
    return { path, number: `${vendor}:${product}`, serial, port: basename(path) };
  }
  return null;
}

/**
 * What tells the parts of one device from those of others as long as it is plugged in: equal for all of its parts.
 *
 * @param place a path in /sys, or `bluetooth:ADDRESS`
 * @returns null where that is not known
 */
export async function physicalDevice(place: string): Promise<string | null> {
  if (place.startsWith('bluetooth:')) return place.toLowerCase();
  const usb = place === '' ? null : await usbDeviceAt(place);
  return usb === null ? null : `usb:${usb.path}`;
}

/** A value that the kernel tells of a device; null if it does not, or tells nothing. */
async function attribute(path: string, name: string): Promise<string | null> {
  const text = await readFile(join(path, name), 'utf8').catch(() => '');
  return text.trim() || null;
}
