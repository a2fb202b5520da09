import type { ShortcutCapturer } from '../../hardware/hardware.js';
import { messageOf } from '../../platform/errors.js';
import type { Logger } from '../../platform/log.js';
import type { Shortcut } from '../../protocol/rpc/shortcut.js';
import { VOICE_MODES, type VoiceSettings } from '../../protocol/rpc/voice-settings.js';

export interface PushToTalkOptions {
  readonly shortcuts: Pick<ShortcutCapturer, 'watch'>;
  /** the shortcut is held, or was released */
  readonly pressed: (isHeld: boolean) => void;
  readonly log: Logger;
}

/** Reads keys while push-to-talk has a shortcut, and only then; compares them with it and keeps nothing. */
export class PushToTalk {
  #shortcut: Shortcut = [];
  #unwatch: Promise<() => Promise<void>> | null = null;

  constructor(private readonly options: PushToTalkOptions) {}

  /** The settings have changed. */
  configure({ shortcut, type }: VoiceSettings['mode']): void {
    const wanted = type === VOICE_MODES.PUSH_TO_TALK ? shortcut : [];
    if (JSON.stringify(wanted) === JSON.stringify(this.#shortcut)) return;
    this.stop();
    this.#shortcut = wanted;
    if (wanted.length > 0) this.#unwatch = this.#watch(wanted);
  }

  /** Stops reading keys. */
  stop(): void {
    this.#shortcut = [];
    const unwatch = this.#unwatch;
    this.#unwatch = null;
    if (unwatch === null) return;
    this.options.pressed(false);
    unwatch
      .then((stop) => stop())
      .catch((error: unknown) => this.#warn(error, 'failed to stop reading the push-to-talk key'));
  }

  async #watch(shortcut: Shortcut): Promise<() => Promise<void>> {
    const { pressed, shortcuts } = this.options;
    try {
      return await shortcuts.watch(shortcut, (isHeld) => {
        if (this.#shortcut === shortcut) pressed(isHeld);
      });
    } catch (error) {
      this.#warn(error, 'failed to read the push-to-talk key');
      return async () => {};
    }
  }

  #warn(error: unknown, message: string): void {
    this.options.log.warn({ reason: messageOf(error) }, message);
  }
}
