import type { Listenable } from '../platform/events.js';
import type { Component } from '../platform/lifecycle.js';
import type { CertifiedDevice, DeviceType } from '../protocol/rpc/certified-device.js';
import type { Shortcut } from '../protocol/rpc/shortcut.js';
import type { AudioEndpoint } from './audio/audio-contract.js';
import type { DriverStatus } from './drivers.js';
import type { ListedGamepad } from './gamepad/gamepad-contract.js';
import type { HidDevice } from './hid/hid-contract.js';
import type { MuteButtons } from './hid/mute-buttons.js';

export type { AudioEndpoint } from './audio/audio-contract.js';
export type { DriverStatus } from './drivers.js';
export { DriverUnavailableError } from './errors.js';
export type { ListedGamepad } from './gamepad/gamepad-contract.js';
export type { HidDevice, HidReference } from './hid/hid-contract.js';
export type { MuteButtons } from './hid/mute-buttons.js';

/** What the floors above see of the machine's devices. Real: `start-hardware.ts`; in tests: `mock-hardware.ts`. */
export interface Hardware extends Component {
  readonly audio: AudioDevices;
  readonly shortcuts: ShortcutCapturer;
  readonly muteButtons: MuteButtons;
  readonly certifiedDevices: CertifiedDevices;
  /** the state of each driver, in a fixed order; asking starts none */
  drivers(): DriverStatus[];
  /** starts each driver for a moment, so that what it lacks is known, and tells the state of each */
  checkDrivers(): Promise<DriverStatus[]>;
  /** everything plugged in (`guildhall devices`); starts the drivers it asks */
  devices(): Promise<DeviceListing>;
  /**
   * Calls back whenever the listing may be another than before, within two seconds, until the returned function is
   * called; the drivers that tell of it run meanwhile.
   */
  watchDevices(listener: () => void): () => void;
}

/** What is plugged into the machine, in wire names. A kind whose driver is unavailable is empty. */
export interface DeviceListing {
  readonly audio_inputs: readonly ListedAudioEndpoint[];
  readonly audio_outputs: readonly ListedAudioEndpoint[];
  readonly video_inputs: readonly ListedVideoInput[];
  readonly hid: readonly ListedHidDevice[];
  readonly gamepads: readonly ListedGamepad[];
  readonly drivers: readonly DriverStatus[];
}

export interface ListedAudioEndpoint {
  readonly id: string;
  readonly name: string;
  readonly is_default: boolean;
  /** a vendor reported it with SET_CERTIFIED_DEVICES */
  readonly certified: boolean;
}

export interface ListedVideoInput {
  readonly id: string;
  readonly name: string;
  readonly certified: boolean;
}

export interface ListedHidDevice extends Omit<HidDevice, 'container'> {
  /** the audio endpoints of the same product: of the headset whose buttons this device is */
  readonly endpoint_ids: readonly string[];
}

export interface AudioDevices {
  /** all endpoints; empty where the machine has no sound */
  endpoints(): Promise<AudioEndpoint[]>;
  /**
   * Calls back whenever endpoints may have come, gone or changed, until the returned function is called; the audio
   * driver runs meanwhile.
   */
  watch(listener: () => void): () => void;
  /**
   * Calls back with how loud an input is, some fifty times a second, until the returned function is called: in dB of full
   * scale from -100 to 0. An input that is not there is heard once it is plugged in.
   *
   * @param inputId the id of an endpoint
   */
  listen(inputId: string, heard: (level: number) => void): () => void;
}

/** Captures key combinations for applications; nothing listens to keys outside a capture. */
export interface ShortcutCapturer {
  /**
   * Begins a capture; it runs until `stop`. Several captures may run at once: each hears every key.
   * If the input driver dies in between, the capture goes on as soon as the driver is back.
   *
   * @param changed called at each `change`, also of keys that one driver reports while another one is still starting
   * @throws {DriverUnavailableError} if this machine has no input driver that works
   */
  start(changed?: (shortcut: Shortcut) => void): Promise<ShortcutCapture>;
}

export interface ShortcutCapture
  extends Listenable<{
    /** a key or button went down: the combination held so far */
    change: Shortcut;
  }> {
  /** resolves with the first combination once it is released, or with what was held when the capture stopped */
  readonly completed: Promise<Shortcut>;
  stop(): Promise<void>;
}

/** Finds reported devices by the ids of what is plugged in. Reports of connections go before all others. */
export interface CertifiedDeviceLookup {
  /** every device, in order of arrival and priority */
  list(): readonly CertifiedDevice[];
  /** the device of this type that the id of something plugged in belongs to, or null */
  find(type: DeviceType, deviceId: string): CertifiedDevice | null;
  /** of the ids of what is plugged in, the one whose device of this type comes first; null: none is certified */
  firstOf(type: DeviceType, deviceIds: readonly string[]): string | null;
}

/** Devices that vendors reported with SET_CERTIFIED_DEVICES, per owner (a connection or an application over HTTP). */
export interface CertifiedDevices
  extends Listenable<{
    /** something was reported, taken back, or has expired */
    changed: null;
  }> {
  /** everything reported */
  readonly all: CertifiedDeviceLookup;
  /** what may change the person's voice settings */
  readonly takingOver: CertifiedDeviceLookup;
  /**
   * Replaces what this owner reported; in order of priority.
   *
   * @param lifetimeMs how long the report holds unless it is replaced, in milliseconds; null: of a connection, until it is
   *   cleared
   * @param takesOver whether the devices may change the person's voice settings
   */
  set(
    owner: string,
    devices: readonly CertifiedDevice[],
    lifetimeMs: number | null,
    takesOver: boolean,
  ): void;
  /** forgets what this owner reported */
  clear(owner: string): void;
}
