import { isDeepStrictEqual } from 'node:util';
import type { ShortcutCapturer } from '../../hardware/hardware.js';
import { messageOf } from '../../platform/errors.js';
import type { Logger } from '../../platform/log.js';
import type { Shortcut } from '../../protocol/rpc/shortcut.js';
import { VOICE_KEY_ACTIONS, type VoiceKeyAction, type VoiceKeys } from '../voice-keys.js';

export interface CallKeysOptions {
  readonly shortcuts: Pick<ShortcutCapturer, 'watch'>;
  /** the shortcuts to watch */
  readonly keys: () => VoiceKeys;
  /** the shortcut of an action is held, or was released */
  readonly pressed: (action: VoiceKeyAction, isHeld: boolean) => void;
  readonly log: Logger;
}

interface Watched {
  readonly shortcut: Shortcut;
  stop: Promise<() => Promise<void>> | null;
}

/** Watches the person's shortcuts. Keys are read only while there are any; they are compared, and not kept. */
export class CallKeys {
  readonly #watched = new Map<VoiceKeyAction, Watched>();

  constructor(private readonly options: CallKeysOptions) {}

  /** Must be called when the shortcuts to watch have changed. */
  update(): void {
    const keys = this.options.keys();
    for (const action of VOICE_KEY_ACTIONS) {
      const shortcut = keys[action];
      if (isDeepStrictEqual(shortcut, this.#watched.get(action)?.shortcut ?? [])) continue;
      this.#stop(action);
      if (shortcut.length > 0) this.#watch(action, shortcut);
    }
  }

  /** Stops reading keys. */
  stop(): void {
    for (const action of VOICE_KEY_ACTIONS) this.#stop(action);
  }

  #watch(action: VoiceKeyAction, shortcut: Shortcut): void {
    const { pressed, shortcuts } = this.options;
    const watched: Watched = { shortcut, stop: null };
    this.#watched.set(action, watched);
    watched.stop = shortcuts
      .watch(
        shortcut,
        (isHeld) => {
          // An application must learn nothing more if the permission for its shortcut ended without an update.
          if (isHeld) this.update();
          if (this.#watched.get(action) === watched) pressed(action, isHeld);
        },
        // Who holds a key so that nobody hears them must not be heard because the keyboard was lost.
        action === 'push_to_mute' ? 'as they were' : 'released',
      )
      .catch((error: unknown) => {
        this.#warn(action, error, 'failed to watch a shortcut');
        return async () => {};
      });
  }

  #stop(action: VoiceKeyAction): void {
    const watched = this.#watched.get(action);
    if (watched === undefined) return;
    this.#watched.delete(action);
    this.options.pressed(action, false);
    watched.stop
      ?.then((stop) => stop())
      .catch((error: unknown) => this.#warn(action, error, 'failed to stop watching a shortcut'));
  }

  #warn(action: VoiceKeyAction, error: unknown, message: string): void {
    this.options.log.warn({ action, reason: messageOf(error) }, message);
  }
}
