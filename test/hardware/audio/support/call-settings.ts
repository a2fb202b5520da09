import type { CallSettings } from '#guildhall/hardware/audio/call/call.js';

/** Settings of a call on the default devices, with push-to-talk and nothing processed. */
export const PLAIN_CALL: CallSettings = {
  input: { deviceId: null, volume: 100 },
  output: { deviceId: null, volume: 100 },
  mode: { type: 'PUSH_TO_TALK', releaseMs: 0 },
  processing: { echoCancellation: false, noiseSuppression: false, automaticGainControl: false },
  isMuted: false,
  isDeafened: false,
  bitrate: 64_000,
  users: {},
};
