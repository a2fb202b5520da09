import type { ShortcutCapturer } from '../hardware/hardware.js';
import type { Clock } from '../platform/clock.js';
import { Emitter, type Listenable } from '../platform/events.js';
import type { Logger } from '../platform/log.js';
import { rpcErrors } from '../protocol/rpc/errors.js';
import type { Shortcut } from '../protocol/rpc/shortcut.js';
import { timestamp } from '../protocol/timestamp.js';
import { hasScopes, requireScopes } from './authorization.js';
import type { KeyCapturePermissions } from './key-capture-permissions.js';
import type { CaptureEvents, CaptureInfo, KeyCaptures } from './key-captures.js';
import { type CaptureEnd, RunningCapture } from './running-capture.js';
import type { RpcSession } from './session.js';

export interface ShortcutCaptureOptions {
  readonly shortcuts: ShortcutCapturer;
  readonly permissions: KeyCapturePermissions;
  /** the longest a capture may run, in milliseconds */
  readonly limitMs: number;
  readonly clock: Clock;
  readonly log: Logger;
}

/** A START that waits for the person. */
interface Question {
  withdraw(): void;
  readonly settled: Promise<void>;
}

/**
 * The captures that CAPTURE_SHORTCUT starts and stops (docs/rpc.md, Key capture). There is one at a time in the whole
 * daemon, and only the connection that started it gets the keys: two applications must not read each other's. A START
 * that waits for the person keeps nobody else from capturing.
 */
export class ShortcutCaptures implements KeyCaptures {
  readonly #questions = new Map<RpcSession, Question>();
  /** connections that sent START and no STOP since: their STOP is answered whatever became of the capture */
  readonly #unstopped = new WeakSet<RpcSession>();
  readonly #events: Emitter<CaptureEvents>;
  #running: RunningCapture | null = null;

  constructor(private readonly options: ShortcutCaptureOptions) {
    this.#events = new Emitter((err) => options.log.error({ err }, 'a key capture listener failed'));
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
   * Captures until `stop`, the end of the connection or of its authorization, or the time limit.
   *
   * @returns the first combination, once it is released or the capture has ended; empty if `stop` came before the
   *   person's answer
   * @throws {RpcError} 5004 while a capture is running, 5000 if the person does not allow it, 4006 if the authorization
   *   ended before they did, 1000 if no keys can be captured on this machine
   */
  async start(session: RpcSession): Promise<Shortcut> {
    if (this.#running !== null || this.#questions.has(session)) throw rpcErrors.alreadyCapturing();
    this.#unstopped.add(session);
    await this.#askPermission(session);
    if (!this.awaitsStop(session) || session.closed.aborted) return [];
    const { clock, limitMs, log, shortcuts } = this.options;
    const authorization = requireScopes(session, ['rpc'], clock.now());
    if (this.#running !== null) throw rpcErrors.alreadyCapturing();
    const ended = (why: CaptureEnd) => {
      if (this.#running === running) this.#running = null;
      log.info({ application: session.application.id, why }, 'key capture ended');
      this.#events.emit('changed', this.current);
    };
    const running = new RunningCapture({ session, authorization, shortcuts, clock, limitMs, ended });
    this.#running = running;
    log.info({ application: session.application.id }, 'key capture started');
    this.#events.emit('changed', this.current);
    return running.shortcut();
  }

  /** Ends this connection's capture, or withdraws its question; another's goes on. */
  async stop(session: RpcSession): Promise<void> {
    this.#unstopped.delete(session);
    await this.#end(session, 'stop');
  }

  /** Ends the capture of a connection that is being closed. */
  async disconnect(session: RpcSession): Promise<void> {
    await this.#end(session, 'disconnect');
  }

  /** Has to be called when a connection got another authorization, or lost its own. */
  reviewAuthorization(session: RpcSession): void {
    if (!hasScopes(session, ['rpc'], this.options.clock.now())) this.#questions.get(session)?.withdraw();
    if (this.#running?.session === session) this.#running.reviewAuthorization();
  }

  async #end(session: RpcSession, why: CaptureEnd): Promise<void> {
    const question = this.#questions.get(session);
    question?.withdraw();
    await question?.settled;
    if (this.#running?.session === session) await this.#running.end(why);
  }

  /** Resolves also when the question was withdrawn. @throws {RpcError} 5000 if the person does not allow it */
  async #askPermission(session: RpcSession): Promise<void> {
    const withdrawn = new AbortController();
    const signal = AbortSignal.any([session.closed, withdrawn.signal]);
    const answered = this.options.permissions.require(session, signal);
    const settled = answered.catch(() => {});
    this.#questions.set(session, { withdraw: () => withdrawn.abort(), settled });
    try {
      await answered;
    } finally {
      this.#questions.delete(session);
    }
  }
}
