import { combineUnsubscribes, type Unsubscribe } from '../../platform/async/events.js';
import type { Clock } from '../../platform/clock.js';
import { messageOf } from '../../platform/errors.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import type { VoiceRoom } from '../../voice/voice.js';
import { requireScopes } from '../sessions/authorization.js';
import type { RpcSession } from '../sessions/session.js';
import type { KeyCapturePermissions } from './key-capture-permissions.js';

export interface NamedKeysOptions {
  readonly voice: Pick<VoiceRoom, 'keysWaitFor' | 'on'>;
  readonly permissions: Pick<KeyCapturePermissions, 'require'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Asks the person whether an application may learn when the shortcut is pressed that it chose for push-to-talk
 * (docs/rpc.md, Key capture). The voice room does not watch it before that. One request of a connection waits at a time;
 * it is withdrawn when the shortcut no longer needs the permission. Who chose a shortcut while push-to-talk was off is asked
 * when others switch it on.
 */
export class NamedKeys implements Component {
  /** what withdraws the waiting requests */
  readonly #waiting = new Map<RpcSession, AbortController>();
  /** the open connections that changed the mode, by id */
  readonly #choosers = new Map<string, RpcSession>();
  /** the mode of the last change of settings, as JSON */
  #mode = '';
  readonly #unsubscribe: Unsubscribe;

  constructor(private readonly options: NamedKeysOptions) {
    const { voice } = options;
    this.#unsubscribe = combineUnsubscribes([
      voice.on('voiceSettingsUpdate', ({ settings }) => {
        this.#review();
        const before = this.#mode;
        this.#mode = JSON.stringify(settings.mode);
        const chooser = this.#choosers.get(voice.keysWaitFor()?.id ?? '');
        // Not after other changes: the person may just have withdrawn the permission.
        if (chooser !== undefined && this.#mode !== before) this.ask(chooser);
      }),
      voice.on('voiceKeysUpdate', () => this.#review()),
      voice.on('settingsHolder', () => this.#review()),
    ]);
  }

  async stop(): Promise<void> {
    this.#unsubscribe();
  }

  /** Must be called when a connection changed the mode of its voice settings. Does not wait for the answer. */
  ask(session: RpcSession): void {
    if (session.closed.aborted) return;
    if (!this.#choosers.has(session.id)) {
      this.#choosers.set(session.id, session);
      session.closed.addEventListener('abort', () => this.#choosers.delete(session.id), { once: true });
    }
    if (!this.#needsPermission(session) || this.#waiting.has(session)) return;
    const { clock, log, permissions } = this.options;
    const withdrawn = new AbortController();
    this.#waiting.set(session, withdrawn);
    const signal = AbortSignal.any([session.closed, withdrawn.signal]);
    permissions
      .require(session, signal, () => void requireScopes(session, ['rpc'], clock.now()))
      .catch((error: unknown) =>
        log.debug(
          { application: session.application.id, reason: messageOf(error) },
          'a chosen shortcut is not watched',
        ),
      )
      .finally(() => {
        if (this.#waiting.get(session) === withdrawn) this.#waiting.delete(session);
      });
  }

  #needsPermission(session: RpcSession): boolean {
    return this.options.voice.keysWaitFor()?.id === session.id;
  }

  #review(): void {
    for (const [session, withdrawn] of this.#waiting) {
      if (this.#needsPermission(session)) continue;
      this.#waiting.delete(session);
      withdrawn.abort();
    }
  }
}
