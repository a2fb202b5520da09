import Type, { type Static } from 'typebox';
import { Nullable } from '../../protocol/schema.js';
import { driverContract } from '../host/contract.js';

/** Identifies a HID device. */
const HidReferenceSchema = Type.Object({
  /** stable over restarts; over replugging if the device has a serial number or returns to the same port */
  id: Type.String(),
  /** the physical device it belongs to, equal for all parts of one device; null if unknown */
  container: Nullable(Type.String()),
});
export type HidReference = Static<typeof HidReferenceSchema>;

/** A HID device that is plugged in. */
const HidDeviceSchema = Type.Object({
  ...HidReferenceSchema.properties,
  name: Type.String(),
  /** USB or Bluetooth vendor and product number */
  vendor_id: Type.Integer(),
  product_id: Type.Integer(),
  /** HID usage page and usage of its first top-level collection; null if the system does not provide them */
  usage_page: Nullable(Type.Integer()),
  usage: Nullable(Type.Integer()),
});
export type HidDevice = Static<typeof HidDeviceSchema>;

export const HID = driverContract({
  name: 'hid',
  requests: {
    devices: Type.Array(HidDeviceSchema),
    /** starts reading the mute buttons of all devices, including those plugged in later */
    listen: Type.Null(),
    /** stops reading them */
    unlisten: Type.Null(),
  },
  events: {
    /** the list of devices may have changed */
    changed: Type.Null(),
    /** the mute button of a device was pressed */
    mute: HidReferenceSchema,
  },
  patienceMs: 4000,
  graceMs: 10_000,
});
