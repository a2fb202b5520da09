import { Deadlines } from '../../net/deadlines.js';
import type { Clock } from '../../platform/clock.js';
import { rpcErrors } from '../../protocol/rpc/errors.js';
import type { VoiceHolder, VoiceRoom } from '../../voice/voice.js';
import { hasScopes } from './authorization.js';
import type { RpcSession } from './session.js';

/**
 * Tracks which connections may change voice settings: those with the scope `rpc`, until their authorization ends or
 * expires. The lock of an application ends with its last connection (docs/rpc.md, Voice settings).
 */
export class VoiceHolders {
  readonly #held = new Map<RpcSession, VoiceHolder>();
  /** when authorizations expire */
  readonly #expiries: Deadlines<RpcSession>;

  constructor(
    private readonly voice: Pick<VoiceRoom, 'enter' | 'leave'>,
    private readonly clock: Clock,
  ) {
    this.#expiries = new Deadlines(clock, (session) => this.review(session));
  }

  /** Must be called when a connection's authorization changes or the connection closes. */
  review(session: RpcSession): void {
    const before = this.#held.get(session);
    const { authorization } = session;
    const isHolder =
      authorization !== null && !session.isClosed && hasScopes(session, ['rpc'], this.clock.now());
    const next = isHolder ? toVoiceHolder(session) : null;
    if (before !== undefined && before.userId !== next?.userId) this.voice.leave(before);
    if (authorization === null || next === null) {
      this.#held.delete(session);
      this.#expiries.delete(session);
      return;
    }
    this.#held.set(session, next);
    this.#expiries.set(session, authorization.expiresAt);
    if (before?.userId !== next.userId) this.voice.enter(next);
  }
}

/** The application of a connection and the person it acts for. @throws {RpcError} 4006 if it is not authenticated */
export function toVoiceHolder({ application, authorization, id }: RpcSession): VoiceHolder {
  if (authorization === null) throw rpcErrors.invalidPermissions();
  const { id: applicationId, name } = application;
  return { application: { id: applicationId, name }, id, userId: authorization.user.id };
}
