import type { Listenable } from '../platform/async/events.js';
import type { Component } from '../platform/lifecycle.js';
import type { CertifiedDevice, DeviceType } from '../protocol/rpc/certified-device.js';
import type { Shortcut } from '../protocol/rpc/shortcut.js';
import type { Snowflake } from '../protocol/snowflake.js';
import type { AudioEndpoint } from './audio/audio-contract.js';
import type { Call, CallListener, CallSettings } from './audio/call/call.js';
import type { DriverStatus } from './drivers.js';
import type { ListedGamepad } from './gamepad/gamepad-contract.js';
import type { HidDevice } from './hid/hid-contract.js';
import type { MuteButtons } from './hid/mute-buttons.js';
import type { VideoInput } from './video/video-inputs.js';

export type { AudioEndpoint } from './audio/audio-contract.js';
export type {
  Call,
  CallListener,
  CallMode,
  CallSettings,
  InputMeter,
  ReceivedFrame,
} from './audio/call/call.js';
export type { DriverStatus } from './drivers.js';
export { DriverUnavailableError } from './errors.js';
export type { ListedGamepad } from './gamepad/gamepad-contract.js';
export type { HidDevice, HidReference } from './hid/hid-contract.js';
export type { MuteButtons } from './hid/mute-buttons.js';

/** The machine's devices. Real: `local-hardware.ts`. */
export interface Hardware extends Component {
  readonly audio: AudioDevices;
  readonly shortcuts: ShortcutCapturer;
  readonly muteButtons: MuteButtons;
  readonly certifiedDevices: CertifiedDevices;
  /** the status of each driver, in a fixed order; starts none */
  drivers(): DriverStatus[];
  /** starts each driver briefly to find out what it lacks, and returns the status of each */
  checkDrivers(): Promise<DriverStatus[]>;
  /** all plugged-in devices (`guildhall devices`); starts the drivers that list them */
  devices(): Promise<DeviceListing>;
  /** the cameras; starts no driver */
  listVideoInputs(): Promise<readonly VideoInput[]>;
  /**
   * Calls back within two seconds whenever the listing may have changed, until the returned function is called; the
   * drivers concerned run meanwhile.
   */
  watchDevices(listener: () => void): () => void;
}

/** The plugged-in devices, in wire names. The list of a driver that is unavailable is empty. */
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
  /** whether a vendor reported it with SET_CERTIFIED_DEVICES */
  readonly certified: boolean;
  /** what the vendor reported; null if it is not certified */
  readonly certification: DeviceCertification | null;
}

/** What a vendor reported of a device. */
export interface DeviceCertification {
  readonly vendor: string;
  readonly model: string;
  /** what the device does itself, or has muted, while it is in use: the person's own settings read accordingly */
  readonly takes_over: readonly TakenOver[];
}

/** A voice setting that a certified device may take over (docs/adr/0002). */
export type TakenOver =
  | 'echo_cancellation'
  | 'noise_suppression'
  | 'automatic_gain_control'
  | 'hardware_mute';

export interface ListedVideoInput {
  readonly id: string;
  readonly name: string;
  readonly certified: boolean;
}

export interface ListedHidDevice extends Omit<HidDevice, 'container'> {
  /** the audio endpoints of the same product, e.g. of the headset to which this device's buttons belong */
  readonly endpoint_ids: readonly string[];
}

export interface AudioDevices {
  /** all endpoints; empty if the machine has no sound */
  endpoints(): Promise<AudioEndpoint[]>;
  /**
   * Calls back whenever endpoints may have changed, until the returned function is called; the audio driver runs
   * meanwhile.
   */
  watch(listener: () => void): () => void;
  /**
   * Calls back with the level of an input about fifty times a second, in dB of full scale from -100 to 0, until the
   * returned function is called. An input that is missing is measured once it is plugged in.
   *
   * @param inputId the id of an endpoint
   */
  listen(inputId: string, onLevel: (level: number) => void): () => void;
  /**
   * Records and plays the sound of a voice channel until the call is closed; there is one call at a time. On a machine
   * without sound nothing is reported.
   */
  call(settings: CallSettings, listener: CallListener): Call;
}

/**
 * What keys count as whose events may have been missed, because they were already down when they began to be watched or
 * the input driver crashed.
 */
export type LostKeys = 'released' | 'as they were';

/** Captures key combinations for applications. Keys are read only during a capture. */
export interface ShortcutCapturer {
  /**
   * Starts a capture that runs until `stop`. Several captures may run at the same time; each receives every key. If the
   * input driver crashes, the capture continues when the driver is back.
   *
   * @param changed called for each `change`, including keys that one driver reports while another is still starting
   * @throws {DriverUnavailableError} if this machine has no working input driver
   */
  start(changed?: (shortcut: Shortcut) => void): Promise<ShortcutCapture>;
  /**
   * Calls back when all keys of a shortcut are down, in whatever order, and when one of them is released, until the
   * returned function is called.
   *
   * @param lost what keys count as that are already down, until they are released; and all of them once the input driver
   * has crashed, until one of them is pressed or released. By default they count as released: nobody who changes what is
   * watched learns which keys are down.
   * @throws {DriverUnavailableError} if this machine has no working input driver
   */
  watch(
    shortcut: Shortcut,
    listener: (isHeld: boolean) => void,
    lost?: LostKeys,
  ): Promise<() => Promise<void>>;
}

export interface ShortcutCapture
  extends Listenable<{
    /** a key or button went down: the keys that are down now */
    change: Shortcut;
  }> {
  /**
   * resolves with the first combination once it is released, or with the keys that were down when the capture stopped
   */
  readonly completed: Promise<Shortcut>;
  /** whether a device with keys or buttons is connected; it can be connected later, too */
  readonly hasKeys: boolean;
  stop(): Promise<void>;
}

/** Finds reported devices by the ids of plugged-in devices. Reports of connections have priority. */
export interface CertifiedDeviceLookup {
  /** the device of this type that has the given id, or null */
  find(type: DeviceType, deviceId: string): CertifiedDevice | null;
  /** of the given ids, the one whose device of this type has the highest priority; null: none is certified */
  firstOf(type: DeviceType, deviceIds: readonly string[]): string | null;
}

/** The limits and the effect of a report of certified devices. */
export interface ReportTerms {
  /** the id of the owner's application */
  readonly application: Snowflake;
  /** how long all reports of the application may be together, in bytes of JSON */
  readonly maxBytes: number;
  /** how long it is valid unless it is replaced, in milliseconds; null: until it is cleared, for reports of connections */
  readonly lifetimeMs: number | null;
  /** whether the devices may change the person's voice settings */
  readonly takesOver: boolean;
}

/** Devices that vendors reported with SET_CERTIFIED_DEVICES, per owner: a connection, or an application over HTTP. */
export interface CertifiedDevices
  extends Listenable<{
    /** a report with these devices was added; none: one was removed or has expired */
    changed: readonly CertifiedDevice[];
  }> {
  /** everything reported */
  readonly all: CertifiedDeviceLookup;
  /** those that may change the person's voice settings */
  readonly takingOver: CertifiedDeviceLookup;
  /** whether one of these, an input, reports `hardware_mute` */
  readonly mayMute: boolean;
  /**
   * Replaces the report of an owner; its devices are in order of priority.
   *
   * @returns false: the reports of the application would be too long together; the one before is kept
   */
  set(owner: string, devices: readonly CertifiedDevice[], terms: ReportTerms): boolean;
  /** removes the report of an owner */
  clear(owner: string): void;
}
