import type { AudioEndpoint, Hardware } from '../hardware/hardware.js';
import { coalesceRuns } from '../platform/coalesce.js';
import type { Unsubscribe } from '../platform/events.js';
import type { Logger } from '../platform/log.js';
import { DEVICE_TYPES } from '../protocol/rpc/certified-device.js';
import type { VoiceSettings } from '../protocol/rpc/voice-settings.js';
import { certifiedInput } from './certified-take-over.js';
import { MuteButton } from './mute-button.js';

export interface SettingsWatchOptions {
  readonly hardware: Pick<Hardware, 'audio' | 'certifiedDevices' | 'muteButtons'>;
  /** the settings as they are while these endpoints are plugged in */
  settingsWith(endpoints: readonly AudioEndpoint[]): VoiceSettings;
  /** they became others without anybody's asking */
  changed(settings: VoiceSettings): void;
  readonly log: Logger;
}

/**
 * Notices that voice settings become others because of what is plugged in or certified. Devices are watched only while
 * somebody wants to know, or while a certified input may mute the person: that shows to others.
 */
export class SettingsWatch {
  /** the mute button of the input in use */
  readonly button: MuteButton;
  readonly #recheck = coalesceRuns(() => this.#look());
  readonly #stopListening: Unsubscribe;
  /** how many want to know */
  #interested = 0;
  #unwatch: (() => void) | null = null;
  #releaseOwn: (() => void) | null = null;
  /** the settings that were last told of, as text; null while nobody watches */
  #told: string | null = null;
  #flags = { mute: false, deaf: false };

  constructor(private readonly options: SettingsWatchOptions) {
    const { certifiedDevices, muteButtons } = options.hardware;
    this.button = new MuteButton(muteButtons, () => {
      this.button.press(this.#flags.mute);
      this.#recheck();
    });
    this.#stopListening = certifiedDevices.on('changed', () => this.#certified());
  }

  /** Watches until the returned function is called. */
  watch(): () => void {
    this.#interested += 1;
    if (this.#interested === 1) {
      this.#unwatch = this.options.hardware.audio.watch(() => this.#recheck());
      this.#recheck();
    }
    let released = false;
    return () => {
      if (released) return;
      released = true;
      this.#interested -= 1;
      if (this.#interested > 0) return;
      this.#unwatch?.();
      this.#unwatch = null;
      this.#told = null;
      this.button.follow(null);
    };
  }

  /** These settings were told to everybody; they are those while these endpoints are plugged in. */
  told(settings: VoiceSettings, endpoints: readonly AudioEndpoint[]): void {
    this.#flags = settings;
    if (this.#interested === 0) return;
    this.#told = JSON.stringify(settings);
    const certified = this.options.hardware.certifiedDevices.takingOver;
    this.button.follow(certifiedInput(settings.input.device_id, { endpoints, certified }));
  }

  stop(): void {
    this.#stopListening();
    this.#unwatch?.();
    this.#unwatch = null;
    this.button.stop();
  }

  #certified(): void {
    const wasWatched = this.#interested > 0;
    const mayMute = this.options.hardware.certifiedDevices.takingOver
      .list()
      .some((device) => device.type === DEVICE_TYPES.AUDIO_INPUT && device.hardware_mute !== undefined);
    if (mayMute) {
      this.#releaseOwn ??= this.watch();
    } else {
      this.#releaseOwn?.();
      this.#releaseOwn = null;
    }
    if (wasWatched) this.#recheck();
  }

  async #look(): Promise<void> {
    const { changed, hardware, log, settingsWith } = this.options;
    try {
      const endpoints = await hardware.audio.endpoints();
      // Nothing waits from here on, so settings are told in the order in which they were made.
      const now = settingsWith(endpoints);
      const flagged = now.mute !== this.#flags.mute || now.deaf !== this.#flags.deaf;
      const differs = this.#told !== null && this.#told !== JSON.stringify(now);
      if (flagged || differs) changed(now);
      this.told(now, endpoints);
    } catch (error) {
      log.warn({ err: error }, 'voice settings could not be looked at');
    }
  }
}
