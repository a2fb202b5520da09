import Type, { type Static } from 'typebox';
import { Nullable } from '../../protocol/schema.js';
import { driverContract } from '../host/contract.js';

/** A HID device that is plugged in. */
export const ListedHidDeviceSchema = Type.Object({
  /** stable over restarts; over replugging if the device has a serial number */
  id: Type.String(),
  name: Type.String(),
  /** USB or Bluetooth vendor and product number */
  vendor_id: Type.Integer(),
  product_id: Type.Integer(),
  /** HID usage page and usage of its first top-level collection; null where the system does not tell */
  usage_page: Nullable(Type.Integer()),
  usage: Nullable(Type.Integer()),
});
export type ListedHidDevice = Static<typeof ListedHidDeviceSchema>;

export const HID = driverContract({
  name: 'hid',
  requests: { devices: Type.Array(ListedHidDeviceSchema) },
  /** what is plugged in may be another than before */
  events: { changed: Type.Null() },
  patienceMs: 4000,
  graceMs: 10_000,
});
