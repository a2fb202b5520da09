import { createRequire } from 'node:module';
import { DriverUnavailableError } from '../errors.js';
import { unavailabilityOf } from '../host/load-failure.js';

export type NodeHid = typeof import('node-hid');

/** Loads node-hid. @throws {DriverUnavailableError} if neither of its builds works here */
export async function loadNodeHid(): Promise<NodeHid> {
  try {
    const hid = await import('node-hid');
    // The native part is loaded with the first question.
    if (process.platform !== 'linux') await hid.devicesAsync();
    else await loadLinuxBuild(hid);
    return hid;
  } catch (error) {
    const { reason, hint } = unavailabilityOf(error);
    throw new DriverUnavailableError('hid', reason, hint);
  }
}

/** The hidraw build needs no right to detach the kernel's own driver from a device; libusb's is the next best. */
async function loadLinuxBuild(hid: NodeHid): Promise<void> {
  hid.setDriverType('hidraw');
  try {
    await hid.devicesAsync();
  } catch (error) {
    hid.setDriverType('libusb');
    // node-hid remembers the name of the build that it could not load.
    const options: unknown = createRequire(import.meta.url)('node-hid/binding-options');
    if (typeof options === 'object' && options !== null) Reflect.set(options, 'name', 'HID');
    // If that does not work either, what the better one lacks is what to fix.
    await hid.devicesAsync().catch(() => Promise.reject(error));
  }
}
