import { join } from 'node:path';
import type { Clock } from '../platform/clock.js';
import type { Logger } from '../platform/log.js';
import { AUDIO } from './audio/audio-contract.js';
import { DriverEndpointSource } from './audio/driver-endpoint-source.js';
import { ListedAudioDevices } from './audio/listed-audio-devices.js';
import { CertifiedDeviceRegistry } from './certified-devices/certified-device-registry.js';
import { listDevices } from './device-listing.js';
import { DriverUnavailableError } from './errors.js';
import { GAMEPAD } from './gamepad/gamepad-contract.js';
import { logMappingWarnings, withMappingFile } from './gamepad/mapping-file.js';
import type { DeviceListing, DriverStatus, Hardware } from './hardware.js';
import { DriverMuteButtons } from './hid/driver-mute-buttons.js';
import { HID } from './hid/hid-contract.js';
import { DriverHost, type DriverHostOptions } from './host/driver-host.js';
import { ForkingHostLauncher } from './host/forked-host-process.js';
import type { HostLauncher } from './host/host-process.js';
import { watchDriver } from './host/watch-driver.js';
import { DriverKeySource } from './input/driver-key-source.js';
import { lackingInput } from './input/input-backend-order.js';
import { KEYBOARD_MOUSE } from './input/keyboard-mouse-contract.js';
import { MergedKeySource } from './input/merged-key-source.js';
import { KeyShortcutCapturer } from './input/shortcut-capturer.js';
import { listVideoInputs, watchVideoInputs } from './video/video-inputs.js';

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
export function startHardware(options: HardwareOptions): Hardware {
  const { log, clock, stateFolder } = options;
  const environment = withMappingFile(options.environment, options.gamepadMappings ?? null);
  const launcher =
    options.launcher ?? new ForkingHostLauncher(join(stateFolder, 'drivers'), environment, log);
  const common: DriverHostOptions = { launcher, clock, log, precondition: () => null };
  const keyboardMouse = new DriverHost(KEYBOARD_MOUSE, {
    ...common,
    precondition: () => lackingInput(process.platform, environment),
  });
  const gamepad = new DriverHost(GAMEPAD, common);
  const hid = new DriverHost(HID, common);
  const audioDriver = new DriverHost(AUDIO, common);
  const drivers = [keyboardMouse, gamepad, hid, audioDriver];

  const audio = new ListedAudioDevices(new DriverEndpointSource(audioDriver, log), log);
  const keySources = [new DriverKeySource(keyboardMouse, log), new DriverKeySource(gamepad, log)];
  const shortcuts = new KeyShortcutCapturer(new MergedKeySource(keySources, clock, log), log);
  logMappingWarnings(gamepad, log);
  const certifiedDevices = new CertifiedDeviceRegistry(clock, log);

  return {
    audio,
    shortcuts,
    muteButtons: new DriverMuteButtons(hid, log),
    certifiedDevices,
    drivers: () => drivers.map((driver) => driver.status()),
    checkDrivers: async (): Promise<DriverStatus[]> =>
      await Promise.all(drivers.map(async (driver) => await driver.check())),
    async devices(): Promise<DeviceListing> {
      const [endpoints, hidDevices, gamepads, videoInputs, keyboardMouseStatus] = await Promise.all([
        audio.endpoints(),
        hid.request('devices').catch(noneIfUnavailable),
        gamepad.request('devices').catch(noneIfUnavailable),
        listVideoInputs(),
        keyboardMouse.check(),
      ]);
      const states = [keyboardMouseStatus, gamepad.status(), hid.status(), audioDriver.status()];
      const plugged = { endpoints, videoInputs, hid: hidDevices, gamepads, drivers: states };
      return listDevices(plugged, certifiedDevices.all);
    },
    watchDevices(listener) {
      const watches = [
        audio.watch(listener),
        watchDriver(hid, listener),
        watchDriver(gamepad, listener),
        watchVideoInputs(listener),
        certifiedDevices.on('changed', listener),
      ];
      return () => {
        for (const stop of watches.splice(0)) stop();
      };
    },
    async stop() {
      await shortcuts.stop();
      await Promise.all(drivers.map((driver) => driver.stop()));
    },
  };
}

/** The list of a kind of device whose driver does not work is empty; the driver's status says why. */
function noneIfUnavailable(error: unknown): never[] {
  if (error instanceof DriverUnavailableError) return [];
  throw error;
}
