import {
  DriverUnavailableError,
  type ShortcutCapture,
  type ShortcutCapturer,
} from '../../hardware/hardware.js';
import type { Clock } from '../../platform/clock.js';
import { rpcErrors } from '../../protocol/rpc/errors.js';
import type { Shortcut } from '../../protocol/rpc/shortcut.js';
import { hasScopes } from '../sessions/authorization.js';
import type { Authorization, RpcSession } from '../sessions/session.js';

/** Why a capture ended. */
export type CaptureEnd = 'stop' | 'disconnect' | 'authorization' | 'limit' | 'person' | 'failure';

export interface RunningCaptureOptions {
  readonly session: RpcSession;
  readonly authorization: Authorization;
  readonly shortcuts: ShortcutCapturer;
  readonly clock: Clock;
  /** the maximum duration, in milliseconds */
  readonly limitMs: number;
  /** called at every key press while the authorization is valid, with the keys that are down */
  readonly changed: (shortcut: Shortcut) => void;
  /** called once, after the last key event */
  readonly ended: (why: CaptureEnd) => void;
}

/**
 * One key capture of one connection. It ends when the connection closes, its authorization ends, or its time is over.
 */
export class RunningCapture {
  /** milliseconds since the Unix epoch */
  readonly startedAt: number;
  readonly session: RpcSession;
  readonly #capture: Promise<ShortcutCapture>;
  readonly #disconnected = () => void this.end('disconnect');
  #cancelTimer: () => void = () => {};
  #ending: Promise<void> | null = null;

  constructor(private readonly options: RunningCaptureOptions) {
    this.session = options.session;
    this.startedAt = options.clock.now();
    this.#capture = options.shortcuts.start((shortcut) => this.#changed(shortcut));
    this.session.closed.addEventListener('abort', this.#disconnected, { once: true });
    if (this.session.isClosed) this.#disconnected();
    else this.reviewAuthorization();
  }

  /** resolves when it has ended; null while it is not ending */
  get ending(): Promise<void> | null {
    return this.#ending;
  }

  /** when it ends at the latest, in milliseconds since the Unix epoch */
  get endsAt(): number {
    const { authorization } = this.session;
    return Math.min(this.startedAt + this.options.limitMs, authorization?.expiresAt ?? this.startedAt);
  }

  /**
   * Resolves with the first combination once it is released or the capture has ended.
   *
   * @throws {RpcError} 1000 if this machine has no working input driver
   */
  async shortcut(): Promise<Shortcut> {
    try {
      return await (await this.#capture).completed;
    } catch (error) {
      await this.end('failure');
      if (error instanceof DriverUnavailableError) throw rpcErrors.cannotCapture(error.reason);
      throw error;
    }
  }

  /** Ends the capture unless the connection may still record keys for the same person; otherwise updates its end. */
  reviewAuthorization(): void {
    this.#cancelTimer();
    const { clock, limitMs } = this.options;
    if (!this.#isAuthorized()) {
      void this.end('authorization');
      return;
    }
    const why = this.endsAt < this.startedAt + limitMs ? 'authorization' : 'limit';
    this.#cancelTimer = clock.after(this.endsAt - clock.now(), () => void this.end(why));
  }

  /** Ends the capture; `shortcut` resolves with the keys so far. */
  end(why: CaptureEnd): Promise<void> {
    this.#ending ??= this.#end(why);
    return this.#ending;
  }

  async #end(why: CaptureEnd): Promise<void> {
    this.#cancelTimer();
    this.session.closed.removeEventListener('abort', this.#disconnected);
    const capture = await this.#capture.catch(() => null);
    await capture?.stop();
    this.options.ended(why);
  }

  #changed(shortcut: Shortcut): void {
    if (this.#ending !== null) return;
    // No key may leak if the authorization changed without a review.
    if (this.#isAuthorized()) this.options.changed(shortcut);
    else void this.end('authorization');
  }

  #isAuthorized(): boolean {
    const { authorization, clock, session } = this.options;
    return (
      hasScopes(session, ['rpc'], clock.now()) && session.authorization?.user.id === authorization.user.id
    );
  }
}
