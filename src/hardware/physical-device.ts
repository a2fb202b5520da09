import { readFile, readlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/** A USB device, which may contain a sound card, its buttons and a camera. */
export interface UsbDevice {
  /** in /sys */
  readonly path: string;
  /** vendor and product number in hexadecimal, e.g. `046d:0a38` */
  readonly number: string;
  /** null if the manufacturer set none */
  readonly serial: string | null;
  /** the port it is plugged into, e.g. `1-2.1`; the same each time for the same port */
  readonly port: string;
}

/** The real path of something in /sys; entries of /sys/class are links. */
export async function kernelPath(place: string): Promise<string> {
  const target = await readlink(place).catch(() => '');
  return resolve(dirname(place), target === '' ? basename(place) : target);
}

/** The USB device that contains something in /sys, or null. */
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
 * Identifies the physical device of a part while it is plugged in: equal for all parts of one device.
 *
 * @param place a path in /sys, `bluetooth:ADDRESS`, or `container:{UUID}` of Windows
 * @returns null if unknown
 */
export async function physicalDevice(place: string): Promise<string | null> {
  if (/^(?:bluetooth|container):/.test(place)) return place.toLowerCase();
  const usb = place === '' ? null : await usbDeviceAt(place);
  return usb === null ? null : `usb:${usb.path}`;
}

/** An attribute of a device in /sys; null if missing or empty. */
async function attribute(path: string, name: string): Promise<string | null> {
  const text = await readFile(join(path, name), 'utf8').catch(() => '');
  return text.trim() || null;
}
