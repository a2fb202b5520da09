import type { HidReference } from './hid-contract.js';

/** Mute buttons of headsets. Real: `driver-mute-buttons.ts`. */
export interface MuteButtons {
  /**
   * Calls back with the device at each press of its button, until the returned function is called. The buttons are read
   * only meanwhile.
   */
  watch(pressed: (device: HidReference) => void): () => void;
}
