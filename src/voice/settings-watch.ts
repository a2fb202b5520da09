import type { AudioEndpoint, Hardware } from '../hardware/hardware.js';
import { coalesceRuns } from '../platform/async/coalesce.js';
import type { Unsubscribe } from '../platform/async/events.js';
import { UseCount } from '../platform/async/use-count.js';
import type { Logger } from '../platform/log.js';
import type { VoiceSettings } from '../protocol/rpc/voice-settings.js';
import { certifiedInput } from './certified-take-over.js';
import { MuteButton } from './mute-button.js';

export interface SettingsWatchOptions {
  readonly hardware: Pick<Hardware, 'audio' | 'certifiedDevices' | 'muteButtons'>;
  /** the settings with these endpoints plugged in */
  settingsWith(endpoints: readonly AudioEndpoint[]): VoiceSettings;
  /** the effective settings changed without a request */
  changed(settings: VoiceSettings): void;
  readonly log: Logger;
}

/**
 * Detects changes of voice settings caused by plugged-in or certified devices. Devices are watched only while there are
 * watchers, or while a certified input may mute the person, because others see that.
 */
export class SettingsWatch {
  /** the mute button of the current input */
  readonly button: MuteButton;
  readonly #recheck = coalesceRuns(() => this.#look());
  readonly #stopListening: Unsubscribe;
  readonly #watchers = new UseCount({
    started: () => this.#startWatching(),
    ended: () => this.#stopWatching(),
  });
  #unwatch: (() => void) | null = null;
  #releaseOwn: (() => void) | null = null;
  /** the settings that were last reported, as text; null without watchers */
  #reported: string | null = null;
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
    return this.#watchers.use();
  }

  /** Records that settings were reported to everybody, with the endpoints at that time. */
  noteReported(settings: VoiceSettings, endpoints: readonly AudioEndpoint[]): void {
    this.#flags = settings;
    if (!this.#watchers.isInUse) return;
    this.#reported = JSON.stringify(settings);
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
    const wasWatched = this.#watchers.isInUse;
    if (this.options.hardware.certifiedDevices.mayMute) {
      this.#releaseOwn ??= this.watch();
    } else {
      this.#releaseOwn?.();
      this.#releaseOwn = null;
    }
    if (wasWatched) this.#recheck();
  }

  #startWatching(): void {
    this.#unwatch = this.options.hardware.audio.watch(() => this.#recheck());
    this.#recheck();
  }

  #stopWatching(): void {
    this.#unwatch?.();
    this.#unwatch = null;
    this.#reported = null;
    this.button.follow(null);
  }

  async #look(): Promise<void> {
    const { changed, hardware, log, settingsWith } = this.options;
    try {
      const endpoints = await hardware.audio.endpoints();
      // Nothing is awaited from here on, so settings are reported in the order in which they were computed.
      const now = settingsWith(endpoints);
      const flagged = now.mute !== this.#flags.mute || now.deaf !== this.#flags.deaf;
      const differs = this.#reported !== null && this.#reported !== JSON.stringify(now);
      if (flagged || differs) changed(now);
      this.noteReported(now, endpoints);
    } catch (error) {
      log.warn({ err: error }, 'failed to check voice settings');
    }
  }
}
