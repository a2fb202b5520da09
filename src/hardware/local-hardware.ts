import { join } from 'node:path';
import { combineUnsubscribes } from '../platform/async/events.js';
import { inTimeOr } from '../platform/async/promises.js';
import type { Clock } from '../platform/clock.js';
import type { Logger } from '../platform/log.js';
import { AUDIO } from './audio/audio-contract.js';
import { DriverEndpointSource } from './audio/endpoints/driver-endpoint-source.js';
import { ListedAudioDevices } from './audio/endpoints/listed-audio-devices.js';
import { CertifiedDeviceRegistry } from './certified-devices/certified-device-registry.js';
import { listDevices } from './device-listing.js';
import { DriverUnavailableError } from './errors.js';
import { GAMEPAD } from './gamepad/gamepad-contract.js';
import { logMappingWarnings, withMappingFile } from './gamepad/mapping-file.js';
import type {
  AudioDevices,
  CertifiedDevices,
  DeviceListing,
  DriverStatus,
  Hardware,
  MuteButtons,
} from './hardware.js';
import { DriverMuteButtons } from './hid/driver-mute-buttons.js';
import { HID } from './hid/hid-contract.js';
import { DriverHost, type DriverHostOptions } from './host/driver-host.js';
import { ForkingHostLauncher } from './host/forked-host-process.js';
import type { HostLauncher } from './host/host-process.js';
import { watchDriver } from './host/watch-driver.js';
import { DriverKeySource } from './input/driver-key-source.js';
import { explainMissingInput } from './input/input-backend-order.js';
import { KEYBOARD_MOUSE } from './input/keyboard-mouse-contract.js';
import { MergedKeySource } from './input/merged-key-source.js';
import { KeyShortcutCapturer } from './input/shortcut-capturer.js';
import { awaitDisplay, xSocketOf } from './input/x-display-return.js';
import { listVideoInputs, type VideoInput, watchVideoInputs } from './video/video-inputs.js';

/** How long a driver may take to say what it lacks, in milliseconds. */
const CHECK_MS = 12_000;

export interface HardwareOptions {
  readonly log: Logger;
  readonly clock: Clock;
  /** a folder in the daemon's home; it contains the working folders of driver processes */
  readonly stateFolder: string;
  /** the environment of driver processes, which may set DISPLAY */
  readonly environment: NodeJS.ProcessEnv;
  /** the person's gamepad mapping file; null: the one configured for SDL programs, if any */
  readonly gamepadMappings?: string | null;
  /** starts driver processes; forks them by default */
  readonly launcher?: HostLauncher;
}

/** Hardware of this machine. Starts no process until one is needed. */
export class LocalHardware implements Hardware {
  readonly audio: AudioDevices;
  readonly shortcuts: KeyShortcutCapturer;
  readonly muteButtons: MuteButtons;
  readonly certifiedDevices: CertifiedDevices;
  readonly #keyboardMouse: DriverHost<typeof KEYBOARD_MOUSE>;
  readonly #gamepad: DriverHost<typeof GAMEPAD>;
  readonly #hid: DriverHost<typeof HID>;
  readonly #audio: DriverHost<typeof AUDIO>;

  readonly #clock: Clock;

  constructor(options: HardwareOptions) {
    const { log, clock, stateFolder } = options;
    this.#clock = clock;
    const environment = withMappingFile(options.environment, options.gamepadMappings ?? null);
    const launcher =
      options.launcher ?? new ForkingHostLauncher(join(stateFolder, 'drivers'), environment, log);
    const common: DriverHostOptions = { launcher, clock, log, precondition: () => null };
    const lacksInput = () => explainMissingInput(process.platform, environment);
    const xSocket = environment.DISPLAY === undefined ? null : xSocketOf(environment.DISPLAY);
    this.#keyboardMouse = new DriverHost(KEYBOARD_MOUSE, {
      ...common,
      precondition: lacksInput,
      ...(xSocket !== null && {
        awaitReturn: (returned: () => void) => awaitDisplay(xSocket, clock, returned),
      }),
    });
    this.#gamepad = new DriverHost(GAMEPAD, common);
    this.#hid = new DriverHost(HID, common);
    this.#audio = new DriverHost(AUDIO, common);
    logMappingWarnings(this.#gamepad, log);

    this.audio = new ListedAudioDevices(new DriverEndpointSource(this.#audio, log), log);
    const keySources = [
      new DriverKeySource(this.#keyboardMouse, log),
      new DriverKeySource(this.#gamepad, log),
    ];
    this.shortcuts = new KeyShortcutCapturer(new MergedKeySource(keySources, clock, log), log);
    this.muteButtons = new DriverMuteButtons(this.#hid, log);
    this.certifiedDevices = new CertifiedDeviceRegistry(clock, log);
  }

  async stop(): Promise<void> {
    await this.shortcuts.stop();
    await Promise.all(this.#drivers.map((driver) => driver.stop()));
  }

  drivers(): DriverStatus[] {
    return this.#drivers.map((driver) => driver.status());
  }

  async checkDrivers(): Promise<DriverStatus[]> {
    return await Promise.all(this.#drivers.map((driver) => this.#checkInTime(driver)));
  }

  async devices(): Promise<DeviceListing> {
    const [endpoints, hid, gamepads, videoInputs, keyboardMouse] = await Promise.all([
      this.audio.endpoints(),
      this.#hid.request('devices').catch(noneIfUnavailable),
      this.#gamepad.request('devices').catch(noneIfUnavailable),
      this.listVideoInputs(),
      this.#checkInTime(this.#keyboardMouse),
    ]);
    // Its driver may be idle again by now.
    const drivers = [keyboardMouse, ...this.drivers().slice(1)];
    const plugged = { endpoints, videoInputs, hid, gamepads, drivers };
    return listDevices(plugged, this.certifiedDevices);
  }

  /** Checks a driver, or says that it has not answered: one that waits for a server that hangs may try for long. */
  async #checkInTime(driver: Checkable): Promise<DriverStatus> {
    const checked = await inTimeOr(this.#clock, CHECK_MS, driver.check(), null);
    if (checked !== null) return checked;
    const status = driver.status();
    return status.state === 'starting' || status.state === 'idle'
      ? { ...status, state: 'starting', reason: `no answer for ${CHECK_MS / 1000} s` }
      : status;
  }

  listVideoInputs(): Promise<readonly VideoInput[]> {
    return listVideoInputs();
  }

  watchDevices(listener: () => void): () => void {
    return combineUnsubscribes([
      this.audio.watch(listener),
      watchDriver(this.#hid, listener),
      watchDriver(this.#gamepad, listener),
      watchVideoInputs(listener),
      this.certifiedDevices.on('changed', listener),
    ]);
  }

  get #drivers() {
    return [this.#keyboardMouse, this.#gamepad, this.#hid, this.#audio] as const;
  }
}

/** A driver, whatever its contract is. */
type Checkable = Pick<DriverHost<typeof HID>, 'check' | 'status'>;

/** The list of a kind of device whose driver does not work is empty; the driver's status says why. */
function noneIfUnavailable(error: unknown): never[] {
  if (error instanceof DriverUnavailableError) return [];
  throw error;
}
