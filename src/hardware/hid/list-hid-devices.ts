import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Device } from 'node-hid';
import type { LoadedBinding } from '../../platform/native/binding.js';
import { type HidDevicesBinding, loadHidDevices } from '../../platform/native/hid-devices.js';
import { DistinctIdentities, stableId } from '../device-id.js';
import { kernelPath, physicalDevice, usbDeviceAt } from '../physical-device.js';
import type { HidDevice } from './hid-contract.js';
import { ReportButton } from './report-button.js';

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

/** Whether a button is down in an input report; null if the report does not contain it. */
export type IsHeld = (report: Uint8Array) => boolean | null;

/**
 * Finds a button of a device: by its report descriptor, on Windows by what the system makes of that.
 *
 * @param usage page · 65536 + number
 * @returns null if the device has no such button, or the system does not tell
 */
export async function findButton(
  path: string,
  usage: number,
  { binding }: LoadedBinding<HidDevicesBinding> = loadHidDevices(),
): Promise<IsHeld | null> {
  const parsed = binding?.findButton(path, usage >>> 16, usage & 0xffff) ?? null;
  if (parsed !== null) return parsed;
  const place = kernelPlace(path);
  const descriptor = place === null ? binding?.reportDescriptor(path) : await readDescriptor(place);
  const button = ReportButton.find(descriptor ?? new Uint8Array(), usage);
  return button === null ? null : (report) => button.held(report);
}

async function readDescriptor(place: string): Promise<Uint8Array> {
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
    container: await (place === null ? systemContainerOf(path) : containerOf(place, serial)),
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

/** Where there is no /sys. */
function systemContainerOf(path: string): Promise<string | null> {
  return physicalDevice(loadHidDevices().binding?.placeOf(path) ?? '');
}

function hex(number: number): string {
  return number.toString(16).padStart(4, '0');
}
