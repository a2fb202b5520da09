import { createRequire } from 'node:module';
import { DriverUnavailableError } from '../errors.js';
import { unavailabilityOf } from '../host/load-failure.js';

export type NodeHid = typeof import('node-hid');

/** Loads node-hid. @throws {DriverUnavailableError} if neither of its builds works on this machine */
export async function loadNodeHid(): Promise<NodeHid> {
  try {
    const hid = await import('node-hid');
    // The native part is loaded on first use.
    if (process.platform !== 'linux') await hid.devicesAsync();
    else await loadLinuxBuild(hid);
    return hid;
  } catch (error) {
    const { reason, hint } = unavailabilityOf(error);
    throw new DriverUnavailableError('hid', reason, hint);
  }
}

/** The hidraw build is preferred: libusb needs the right to detach the kernel's driver from a device. */
async function loadLinuxBuild(hid: NodeHid): Promise<void> {
  hid.setDriverType('hidraw');
  try {
    await hid.devicesAsync();
  } catch (error) {
    hid.setDriverType('libusb');
    // node-hid caches the name of the build that failed to load.
    const options: unknown = createRequire(import.meta.url)('node-hid/binding-options');
    if (typeof options === 'object' && options !== null) Reflect.set(options, 'name', 'HID');
    // If libusb fails too, the error of the preferred build is the one to fix.
    await hid.devicesAsync().catch(() => Promise.reject(error));
  }
}
