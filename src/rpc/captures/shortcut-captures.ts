import type { ShortcutCapturer } from '../../hardware/hardware.js';
import { Emitter, type Listenable } from '../../platform/async/events.js';
import type { Clock } from '../../platform/clock.js';
import type { Logger } from '../../platform/log.js';
import { rpcErrors } from '../../protocol/rpc/errors.js';
import type { Shortcut } from '../../protocol/rpc/shortcut.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { type Timestamp, timestamp } from '../../protocol/timestamp.js';
import { hasScopes, requireScopes } from '../sessions/authorization.js';
import type { RpcSession } from '../sessions/session.js';
import type { CaptureListeners } from './capture-listeners.js';
import type { KeyCapturePermissions } from './key-capture-permissions.js';
import { type CaptureEnd, RunningCapture } from './running-capture.js';

/** The running key capture, as shown to the person. */
export interface CaptureInfo {
  readonly application: { readonly id: Snowflake; readonly name: string };
  /** the connection that started it */
  readonly session_id: string;
  readonly started_at: Timestamp;
  /** when it ends at the latest */
  readonly ends_at: Timestamp;
}

export interface CaptureEvents {
  /** a capture started or ended: the running one, or null */
  changed: CaptureInfo | null;
}

/** Lets the person see and end key captures. */
export interface KeyCaptures extends Listenable<CaptureEvents> {
  readonly current: CaptureInfo | null;
  /** Ends the running capture. @returns that capture, or null if there was none */
  endCurrent(): Promise<CaptureInfo | null>;
}

export interface ShortcutCaptureOptions {
  readonly shortcuts: ShortcutCapturer;
  readonly permissions: KeyCapturePermissions;
  /** the maximum duration of a capture, in milliseconds */
  readonly limitMs: number;
  /** sends keys to the connections that may receive them */
  readonly listeners: CaptureListeners;
  readonly clock: Clock;
  readonly log: Logger;
}

/** A START that waits for a capture to end, or for the person's permission. */
interface WaitingStart {
  readonly withdrawn: AbortController;
  isStopped: boolean;
  /** resolves when it no longer waits */
  settled: Promise<unknown>;
}

/**
 * Starts and stops the key captures of CAPTURE_SHORTCUT (docs/rpc.md, Key capture). At most one capture runs in the
 * daemon. A START that waits for the person does not block others.
 */
export class ShortcutCaptures implements KeyCaptures {
  readonly #waiting = new Map<RpcSession, WaitingStart>();
  /** connections that sent START and no STOP since: their STOP succeeds even if the capture has already ended */
  readonly #unstopped = new WeakSet<RpcSession>();
  readonly #events: Emitter<CaptureEvents>;
  #running: RunningCapture | null = null;

  constructor(private readonly options: ShortcutCaptureOptions) {
    this.#events = Emitter.logging(options.log, 'key captures');
  }

  on: Listenable<CaptureEvents>['on'] = (name, listener) => this.#events.on(name, listener);

  get current(): CaptureInfo | null {
    if (this.#running === null) return null;
    const { endsAt, session, startedAt } = this.#running;
    return {
      application: { id: session.application.id, name: session.application.name },
      session_id: session.id,
      started_at: timestamp(startedAt),
      ends_at: timestamp(endsAt),
    };
  }

  async endCurrent(): Promise<CaptureInfo | null> {
    const { current } = this;
    await this.#running?.end('person');
    return current;
  }

  /** Whether this connection sent START and no STOP since. */
  awaitsStop(session: RpcSession): boolean {
    return this.#unstopped.has(session);
  }

  /**
   * Captures keys until `stop`, the end of the connection or of its authorization, or the time limit.
   *
   * @returns the first combination, once it is released or the capture has ended; empty if `stop` came before the
   * person's answer
   * @throws {RpcError} 5004 while another capture is running, 5000 if the person does not allow it, 4006 if the
   * authorization ended before their answer, 1000 if no keys can be captured on this machine
   */
  async start(session: RpcSession): Promise<Shortcut> {
    if (this.#isBusy(session)) throw rpcErrors.alreadyCapturing();
    this.#unstopped.add(session);
    const start = await this.#waitForPermission(session);
    if (start.isStopped || session.isClosed) return [];
    // The authorization ended meanwhile, even if the connection has a new one.
    if (start.withdrawn.signal.aborted) throw rpcErrors.invalidPermissions();
    const { clock, limitMs, listeners, log, shortcuts } = this.options;
    const authorization = requireScopes(session, ['rpc'], clock.now());
    if (this.#running !== null) throw rpcErrors.alreadyCapturing();
    const ended = (why: CaptureEnd) => {
      if (this.#running === running) this.#running = null;
      log.info({ application: session.application.id, why }, 'key capture ended');
      this.#events.emit('changed', this.current);
    };
    const changed = (shortcut: Shortcut) => listeners.send(session, authorization, shortcut);
    const options = { session, authorization, shortcuts, clock, limitMs, changed, ended };
    const running = new RunningCapture(options);
    this.#running = running;
    log.info({ application: session.application.id }, 'key capture started');
    this.#events.emit('changed', this.current);
    return running.shortcut();
  }

  /** Ends this connection's capture, or withdraws its request; captures of other connections are not affected. */
  async stop(session: RpcSession): Promise<void> {
    this.#unstopped.delete(session);
    await this.#end(session, 'stop');
  }

  /** Ends the capture of a connection that is closing. */
  async disconnect(session: RpcSession): Promise<void> {
    await this.#end(session, 'disconnect');
  }

  /** Must be called when a connection's authorization changes. */
  reviewAuthorization(session: RpcSession): void {
    if (!hasScopes(session, ['rpc'], this.options.clock.now())) this.#waiting.get(session)?.withdrawn.abort();
    if (this.#running?.session === session) this.#running.reviewAuthorization();
  }

  /** A capture that is ending, or a START that was stopped, does not block the next START. */
  #isBusy(session: RpcSession): boolean {
    return (this.#running !== null && this.#running.ending === null) || this.#waiting.has(session);
  }

  async #end(session: RpcSession, why: CaptureEnd): Promise<void> {
    const running = this.#running;
    const start = this.#waiting.get(session);
    if (start !== undefined) {
      this.#waiting.delete(session);
      start.isStopped = true;
      start.withdrawn.abort();
      await start.settled;
    }
    if (running?.session === session) await running.end(why);
  }

  /** Also resolves when the START was withdrawn. @throws {RpcError} 5000 if the person does not allow it */
  async #waitForPermission(session: RpcSession): Promise<WaitingStart> {
    const withdrawn = new AbortController();
    const allowed = this.#requirePermission(session, withdrawn.signal);
    const start = { withdrawn, isStopped: false, settled: allowed.catch(() => {}) };
    this.#waiting.set(session, start);
    try {
      await allowed;
      return start;
    } finally {
      if (this.#waiting.get(session) === start) this.#waiting.delete(session);
    }
  }

  async #requirePermission(session: RpcSession, withdrawn: AbortSignal): Promise<void> {
    await this.#running?.ending;
    const signal = AbortSignal.any([session.closed, withdrawn]);
    const { clock, permissions } = this.options;
    // Its authorization may have expired.
    const check = () => void requireScopes(session, ['rpc'], clock.now());
    if (!signal.aborted) await permissions.require(session, signal, check);
  }
}
