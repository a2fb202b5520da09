import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Device } from 'node-hid';
import { DistinctIdentities, stableId } from '../device-id.js';
import { kernelPath, physicalDevice, usbDeviceAt } from '../physical-device.js';
import type { HidDevice } from './hid-contract.js';

/** A device with the path to open it. */
export interface FoundHidDevice {
  readonly path: string;
  readonly device: HidDevice;
}

/** Converts the devices that node-hid found. */
export async function listHidDevices(found: readonly Device[]): Promise<FoundHidDevice[]> {
  // node-hid lists a device once for each top-level collection, with the same path.
  const byPath = new Map<string, Device>();
  for (const device of found) {
    const path = device.path ?? '';
    if (!byPath.has(path)) byPath.set(path, device);
  }
  const identities = new DistinctIdentities();
  const list: FoundHidDevice[] = [];
  for (const [path, device] of byPath)
    list.push({ path, device: await toHidDevice(path, device, identities) });
  return list;
}

/** The location of the device in /sys; null on other systems. */
function kernelPlace(path: string): string | null {
  if (path.startsWith('/dev/hidraw')) return `/sys/class/hidraw/${basename(path)}`;
  // libusb names the port and the interface.
  const port = /^(\d+-[\d.]+):/.exec(path)?.[1];
  return port === undefined ? null : `/sys/bus/usb/devices/${port}`;
}

/** The report descriptor of a device, by its path; empty if the system does not provide it. */
export async function reportDescriptorOf(path: string): Promise<Uint8Array> {
  const place = kernelPlace(path);
  if (place === null) return new Uint8Array();
  // A hidraw node is two folders below its device.
  const file = join(await kernelPath(place), '..', '..', 'report_descriptor');
  return readFile(file).catch(() => new Uint8Array());
}

async function toHidDevice(path: string, device: Device, identities: DistinctIdentities): Promise<HidDevice> {
  const { vendorId, productId, usagePage, usage } = device;
  const number = `${hex(vendorId)}:${hex(productId)}`;
  const serial = device.serialNumber?.trim() || null;
  const place = kernelPlace(path);
  const usb = place === null ? null : await usbDeviceAt(place);
  // Without a serial number, identical devices can only be distinguished by their port.
  const individual = serial ?? usb?.port ?? path;
  return {
    id: stableId(identities.of(`hid/${number}/${individual}/${device.interface}`)),
    container: place === null ? null : await containerOf(place, serial),
    name: device.product?.trim() || `HID device ${number}`,
    vendor_id: vendorId,
    product_id: productId,
    usage_page: usagePage ?? null,
    usage: usage ?? null,
  };
}

/**
 * The serial number of a Bluetooth device is its address; the kernel's device name begins with the number of that bus.
 */
async function containerOf(place: string, serial: string | null): Promise<string | null> {
  const isBluetooth = /\/0005:[\dA-F]{4}:/.test(await kernelPath(place));
  return physicalDevice(isBluetooth && serial !== null ? `bluetooth:${serial}` : place);
}

function hex(number: number): string {
  return number.toString(16).padStart(4, '0');
}
