import type { Device } from 'node-hid';
import { DriverUnavailableError } from '../errors.js';
import { hostedDriver } from '../host/driver.js';
import { unavailabilityOf } from '../host/load-failure.js';
import { stableId } from '../stable-id.js';
import type { HID, ListedHidDevice } from './hid-contract.js';
import { watchHidDevices } from './watch-hid-devices.js';

/** Lists HID devices through node-hid. Runs in its own process only. */
export const hidDriver = hostedDriver<typeof HID>(async (emit) => {
  const { devicesAsync } = await loadNodeHid();
  watchHidDevices(() => emit('changed', null));
  return {
    requests: {
      devices: async () => {
        // A device with several top-level collections comes once for each, by the same path.
        const byPath = new Map<string, Device>();
        for (const device of await devicesAsync()) {
          const path = device.path ?? '';
          if (!byPath.has(path)) byPath.set(path, device);
        }
        return [...byPath.values()].map(toListed);
      },
    },
  };
});

async function loadNodeHid() {
  try {
    const hid = await import('node-hid');
    // On Linux the hidraw build needs no right to detach the kernel's own driver from a device.
    if (process.platform === 'linux') hid.setDriverType('hidraw');
    // The native part is loaded with the first question.
    await hid.devicesAsync();
    return hid;
  } catch (error) {
    const { reason, mend } = unavailabilityOf(error);
    throw new DriverUnavailableError('hid', reason, mend);
  }
}

function toListed(device: Device): ListedHidDevice {
  const { vendorId, productId, serialNumber, path, usagePage, usage } = device;
  const number = `${hex(vendorId)}:${hex(productId)}`;
  // Without a serial number two alike can be told apart by their place only.
  const individual = serialNumber === undefined || serialNumber === '' ? path : serialNumber;
  return {
    id: stableId(`hid/${number}/${individual}/${device.interface}`),
    name: device.product?.trim() || `HID device ${number}`,
    vendor_id: vendorId,
    product_id: productId,
    usage_page: usagePage ?? null,
    usage: usage ?? null,
  };
}

function hex(number: number): string {
  return number.toString(16).padStart(4, '0');
}
