import { Deadlines } from '../../net/deadlines.js';
import type { Clock } from '../../platform/clock.js';
import { rpcErrors } from '../../protocol/rpc/errors.js';
import {
  AlreadyInVoiceError,
  JoinTimedOutError,
  TooManySelectionsError,
  UnknownDeviceError,
  VoiceAccessEndedError,
  VoiceEntryError,
  VoiceLockedError,
} from '../../voice/errors.js';
import type { VoiceHolder, VoiceRoom } from '../../voice/voice.js';
import type { KeyCapturePermissions } from '../captures/key-capture-permissions.js';
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
    private readonly permissions: Pick<KeyCapturePermissions, 'mayListen'>,
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
    const next = isHolder ? this.toHolder(session) : null;
    if (next === null) this.#held.delete(session);
    else this.#held.set(session, next);
    if (before !== undefined && before.userId !== next?.userId) this.voice.leave(before);
    if (authorization === null || next === null) {
      this.#expiries.delete(session);
      return;
    }
    this.#expiries.set(session, authorization.expiresAt);
    if (before?.userId !== next.userId) this.voice.enter(next);
  }

  /** The application of a connection and the person it acts for. @throws {RpcError} 4006 if it is not authenticated */
  toHolder(session: RpcSession): VoiceHolder {
    const { application, authorization, id } = session;
    if (authorization === null) throw rpcErrors.invalidPermissions();
    const { id: applicationId, name } = application;
    const userId = authorization.user.id;
    return {
      application: { id: applicationId, name },
      id,
      userId,
      mayNameKeys: () => this.permissions.mayListen(session, userId),
    };
  }
}

/** Converts a refused change of voice settings to an RPC error. @throws {RpcError} */
export async function withVoiceRefusals<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (error instanceof VoiceLockedError) throw rpcErrors.voiceSettingsLocked(error.holder);
    if (error instanceof VoiceAccessEndedError) throw rpcErrors.invalidPermissions();
    if (error instanceof UnknownDeviceError) {
      throw rpcErrors.invalidPayload(`args.${error.direction}.device_id: ${error.message}`);
    }
    throw error;
  }
}

const ENTRY_REFUSALS = {
  invisible: rpcErrors.invalidChannel,
  forbidden: rpcErrors.voiceChannelForbidden,
  full: rpcErrors.voiceChannelFull,
};

/** Converts a refused move to a voice channel to an RPC error. @throws {RpcError} */
export async function withSelectionRefusals<T>(move: Promise<T>, channelId: string): Promise<T> {
  try {
    return await move;
  } catch (error) {
    if (error instanceof AlreadyInVoiceError) throw rpcErrors.selectVoiceForceRequired();
    if (error instanceof JoinTimedOutError) throw rpcErrors.selectVoiceChannelTimedOut();
    if (error instanceof TooManySelectionsError) throw rpcErrors.tooManySelections(error.most);
    if (error instanceof VoiceEntryError) throw ENTRY_REFUSALS[error.reason](channelId);
    throw error;
  }
}
