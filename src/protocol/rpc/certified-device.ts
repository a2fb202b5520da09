import Type, { type Static } from 'typebox';
import { Enumeration } from '../schema.js';

/** Device types (docs/rpc.md, Commands). */
export const DEVICE_TYPES = {
  AUDIO_INPUT: 'audioinput',
  AUDIO_OUTPUT: 'audiooutput',
  VIDEO_INPUT: 'videoinput',
} as const;
export type DeviceType = (typeof DEVICE_TYPES)[keyof typeof DEVICE_TYPES];

const NamedLinkSchema = Type.Object({ name: Type.String(), url: Type.String() });

/** A certified device (docs/rpc.md, Commands). The four flags say something only for `audioinput`. */
export const CertifiedDeviceSchema = Type.Object({
  type: Enumeration(DEVICE_TYPES),
  id: Type.String({ minLength: 1, maxLength: 256 }),
  vendor: NamedLinkSchema,
  model: NamedLinkSchema,
  related: Type.Array(Type.String({ maxLength: 256 }), { maxItems: 64 }),
  echo_cancellation: Type.Optional(Type.Boolean()),
  noise_suppression: Type.Optional(Type.Boolean()),
  automatic_gain_control: Type.Optional(Type.Boolean()),
  hardware_mute: Type.Optional(Type.Boolean()),
});
export type CertifiedDevice = Static<typeof CertifiedDeviceSchema>;

/** As what vendors certify the endpoints of either direction. */
export const AUDIO_DEVICE_TYPES = {
  input: DEVICE_TYPES.AUDIO_INPUT,
  output: DEVICE_TYPES.AUDIO_OUTPUT,
} as const;
