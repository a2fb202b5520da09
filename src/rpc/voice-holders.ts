import type { Clock } from '../platform/clock.js';
import { rpcErrors } from '../protocol/rpc/errors.js';
import type { VoiceHolder, VoiceRoom } from '../voice/voice.js';
import { hasScopes } from './authorization.js';
import type { RpcSession } from './session.js';

/** The longest delay of a Node.js timer, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;

interface Held {
  readonly holder: VoiceHolder;
  readonly cancelTimer: () => void;
}

/**
 * Tracks which connections may change voice settings: those with the scope `rpc`, until their authorization ends or
 * expires. The lock of an application ends with its last connection (docs/rpc.md, Voice settings).
 */
export class VoiceHolders {
  readonly #held = new Map<RpcSession, Held>();

  constructor(
    private readonly voice: Pick<VoiceRoom, 'enter' | 'leave'>,
    private readonly clock: Clock,
  ) {}

  /** Must be called when a connection's authorization changes or the connection closes. */
  review(session: RpcSession): void {
    const before = this.#held.get(session);
    before?.cancelTimer();
    const next = this.#holderOf(session);
    if (before !== undefined && before.holder.userId !== next?.holder.userId) this.voice.leave(before.holder);
    if (next === null) {
      this.#held.delete(session);
      return;
    }
    const ms = Math.min(next.expiresAt - this.clock.now(), LONGEST_TIMER);
    const cancelTimer = this.clock.after(ms, () => this.review(session));
    this.#held.set(session, { holder: next.holder, cancelTimer });
    if (before?.holder.userId !== next.holder.userId) this.voice.enter(next.holder);
  }

  #holderOf(session: RpcSession): { holder: VoiceHolder; expiresAt: number } | null {
    const { authorization, closed } = session;
    if (authorization === null || closed.aborted) return null;
    if (!hasScopes(session, ['rpc'], this.clock.now())) return null;
    return { holder: toVoiceHolder(session), expiresAt: authorization.expiresAt };
  }
}

/** The application of a connection and the person it acts for. @throws {RpcError} 4006 if it is not authenticated */
export function toVoiceHolder({ application, authorization, id }: RpcSession): VoiceHolder {
  if (authorization === null) throw rpcErrors.invalidPermissions();
  const { id: applicationId, name } = application;
  return { application: { id: applicationId, name }, id, userId: authorization.user.id };
}
