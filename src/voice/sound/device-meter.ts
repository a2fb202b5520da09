import type { AudioDevices, InputMeter } from '../../hardware/hardware.js';
import { coalesceRuns } from '../../platform/async/coalesce.js';
import { combineUnsubscribes } from '../../platform/async/events.js';
import type { Logger } from '../../platform/log.js';
import { VOICE_MODES } from '../../protocol/rpc/voice-settings.js';
import { findEndpoint } from '../plugged-devices.js';
import type { VoiceRoom } from '../voice.js';

/** The lowest level, in dB of full scale. */
const LOWEST = -100;

export interface DeviceMeterOptions {
  readonly audio: Pick<AudioDevices, 'endpoints' | 'listen'>;
  readonly room: Pick<VoiceRoom, 'on' | 'settings' | 'watch'>;
  readonly report: (meter: InputMeter) => void;
  readonly log: Logger;
}

/** Measures the chosen input outside of voice channels. Nothing is recorded unless it is wanted. */
export class DeviceMeter {
  #stopWatching: (() => void) | null = null;
  #stopListening: () => void = () => {};
  #inputId: string | null = null;
  #threshold: number | null = null;
  /** what the input volume adds to levels, in dB; -Infinity: silence */
  #gain = 0;
  readonly #follow = coalesceRuns(() => this.#listen());

  constructor(private readonly options: DeviceMeterOptions) {}

  measure(isWanted: boolean): void {
    if (isWanted === (this.#stopWatching !== null)) return;
    if (!isWanted) {
      this.stop();
      return;
    }
    const { room } = this.options;
    this.#stopWatching = combineUnsubscribes([
      room.watch(),
      room.on('voiceSettingsUpdate', () => this.#follow()),
    ]);
    this.#follow();
  }

  stop(): void {
    this.#stopWatching?.();
    this.#stopWatching = null;
    this.#stopListening();
    this.#stopListening = () => {};
    this.#inputId = null;
  }

  async #listen(): Promise<void> {
    const { audio, log, report, room } = this.options;
    try {
      const { input, mode } = await room.settings();
      const endpoints = await audio.endpoints();
      if (this.#stopWatching === null) return;
      const isActivity = mode.type === VOICE_MODES.VOICE_ACTIVITY;
      this.#gain = 20 * Math.log10(input.volume / 100);
      this.#threshold = isActivity && !mode.auto_threshold ? mode.threshold : null;
      const chosen = findEndpoint(endpoints, 'input', input.device_id);
      if ((chosen?.id ?? null) === this.#inputId) return;
      this.#stopListening();
      this.#inputId = chosen?.id ?? null;
      this.#stopListening =
        chosen === undefined
          ? () => {}
          : audio.listen(chosen.id, (recorded) => {
              const threshold = this.#threshold;
              const level = Math.min(0, Math.max(LOWEST, recorded + this.#gain));
              report({ level, threshold, isOpen: threshold !== null && level >= threshold });
            });
    } catch (error) {
      log.warn({ err: error }, 'failed to measure the input');
    }
  }
}
