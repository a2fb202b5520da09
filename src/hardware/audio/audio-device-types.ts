import { DEVICE_TYPES } from '../../protocol/rpc/certified-device.js';

/** As what vendors certify the endpoints of either direction. */
export const AUDIO_DEVICE_TYPES = {
  input: DEVICE_TYPES.AUDIO_INPUT,
  output: DEVICE_TYPES.AUDIO_OUTPUT,
} as const;
