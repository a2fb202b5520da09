import Type, { type Static } from 'typebox';
import { Nullable } from '../../protocol/schema.js';
import { driverContract } from '../host/contract.js';

/** What names a HID device. */
const HidReferenceSchema = Type.Object({
  /** stable over restarts; over replugging if the device has a serial number, else if it comes to the same socket */
  id: Type.String(),
  /** what it is a part of, equal for all parts of one device that is plugged in; null where that is not known */
  container: Nullable(Type.String()),
});
export type HidReference = Static<typeof HidReferenceSchema>;

/** A HID device that is plugged in. */
export const HidDeviceSchema = Type.Object({
  ...HidReferenceSchema.properties,
  name: Type.String(),
  /** USB or Bluetooth vendor and product number */
  vendor_id: Type.Integer(),
  product_id: Type.Integer(),
  /** HID usage page and usage of its first top-level collection; null where the system does not tell */
  usage_page: Nullable(Type.Integer()),
  usage: Nullable(Type.Integer()),
});
export type HidDevice = Static<typeof HidDeviceSchema>;

export const HID = driverContract({
  name: 'hid',
  requests: {
    devices: Type.Array(HidDeviceSchema),
    /** begins to hear mute buttons of all devices that have one, also of those plugged in later */
    listen: Type.Null(),
    /** hears no more */
    unlisten: Type.Null(),
  },
  events: {
    /** what is plugged in may be another than before */
    changed: Type.Null(),
    /** somebody pressed the mute button of a device */
    mute: HidReferenceSchema,
  },
  patienceMs: 4000,
  graceMs: 10_000,
});
