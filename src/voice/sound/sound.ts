import type { InputMeter } from '../../hardware/hardware.js';
import type { Listenable } from '../../platform/async/events.js';

export interface LostDevice {
  readonly direction: 'input' | 'output';
  readonly name: string;
}

export interface SoundEvents {
  /** the microphone in use has been silent for long although it is open, or is no longer */
  microphoneSilent: { isSilent: boolean };
  /** the chosen device was unplugged during a call, by name; the default is used instead */
  deviceLost: LostDevice;
  /** no device of a direction can be opened in a call, or one can again */
  deviceAbsent: { direction: 'input' | 'output'; isAbsent: boolean };
  /** a call uses other devices, has begun or ended */
  devicesInUse: DevicesInUse;
}

/** The ids of the endpoints that a call uses; null: none, or no call. */
export interface DevicesInUse {
  readonly input: string | null;
  readonly output: string | null;
}

/** The sound of the person's voice channel. Real: `voice-sound.ts`. */
export interface Sound extends Listenable<SoundEvents> {
  /** whether the microphone in use has been silent for long although it is open */
  readonly isMicrophoneSilent: boolean;
  readonly devicesInUse: DevicesInUse;
  /**
   * Calls back with the level of the person's input about fifty times a second, until the returned function is called: in
   * a voice channel that of the processed sound, otherwise that of the device, which is never sent.
   */
  watchMeter(listener: (meter: InputMeter) => void): () => void;
}
