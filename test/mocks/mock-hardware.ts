import { ListedAudioDevices } from '#guildhall/hardware/audio/endpoints/listed-audio-devices.js';
import { CertifiedDeviceRegistry } from '#guildhall/hardware/certified-devices/certified-device-registry.js';
import { listDevices } from '#guildhall/hardware/device-listing.js';
import { DRIVER_NAMES, type DriverName } from '#guildhall/hardware/drivers.js';
import { DriverUnavailableError } from '#guildhall/hardware/errors.js';
import type {
  DeviceListing,
  DriverStatus,
  Hardware,
  HidDevice,
  ListedGamepad,
} from '#guildhall/hardware/hardware.js';
import { KeyShortcutCapturer } from '#guildhall/hardware/input/shortcut-capturer.js';
import type { VideoInput } from '#guildhall/hardware/video/video-inputs.js';
import { combineUnsubscribes, Emitter } from '#guildhall/platform/async/events.js';
import { type Clock, systemClock } from '#guildhall/platform/clock.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { MockEndpointSource } from './mock-endpoint-source.js';
import { MockKeySource } from './mock-key-source.js';
import { MockMuteButtons } from './mock-mute-buttons.js';

/** Hardware for tests, which press keys and plug in devices by calls. Only the operating system is mocked. */
export class MockHardware implements Hardware {
  readonly keys = new MockKeySource();
  readonly sound = new MockEndpointSource();
  readonly hid: HidDevice[] = [];
  readonly muteButtons = new MockMuteButtons();
  readonly gamepads: ListedGamepad[] = [];
  readonly videoInputs: VideoInput[] = [];
  readonly audio = new ListedAudioDevices(this.sound, silentLogger);
  readonly shortcuts = new KeyShortcutCapturer(this.keys, silentLogger);
  readonly certifiedDevices: CertifiedDeviceRegistry;
  readonly #states = new Map<DriverName, DriverStatus>(
    DRIVER_NAMES.map((name) => [name, { name, state: 'idle', reason: null, hint: null }]),
  );

  readonly #others = new Emitter<{ changed: null }>((error) => {
    throw error;
  });

  /** @param clock the clock by which reports expire */
  constructor(clock: Clock = systemClock) {
    this.certifiedDevices = new CertifiedDeviceRegistry(clock, silentLogger);
  }

  drivers(): DriverStatus[] {
    return [...this.#states.values()];
  }

  async checkDrivers(): Promise<DriverStatus[]> {
    return this.drivers();
  }

  async devices(): Promise<DeviceListing> {
    const endpoints = await this.audio.endpoints();
    const { videoInputs, hid, gamepads } = this;
    const plugged = { endpoints, videoInputs, hid, gamepads, drivers: this.drivers() };
    return listDevices(plugged, this.certifiedDevices);
  }

  async listVideoInputs(): Promise<readonly VideoInput[]> {
    return this.videoInputs;
  }

  watchDevices(listener: () => void): () => void {
    return combineUnsubscribes([
      this.sound.watch(listener),
      this.certifiedDevices.on('changed', listener),
      this.#others.on('changed', listener),
    ]);
  }

  /** Reports that `hid`, `gamepads` or `videoInputs` have changed. */
  changed(): void {
    this.#others.emit('changed', null);
  }

  /** Makes a driver unavailable, e.g. `setUnavailable('keyboard-mouse', 'no DISPLAY')`. */
  setUnavailable(name: DriverName, reason: string, hint: string | null = null): void {
    this.#states.set(name, { name, state: 'unavailable', reason, hint });
    if (name === 'keyboard-mouse') this.keys.unavailable = new DriverUnavailableError(name, reason, hint);
  }

  async stop(): Promise<void> {
    await this.shortcuts.stop();
  }
}
