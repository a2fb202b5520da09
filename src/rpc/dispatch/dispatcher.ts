import { ServiceError } from '../../client/service-error.js';
import { TooManyFailuresError } from '../../net/failed-attempts.js';
import { TokenBucket } from '../../platform/async/token-bucket.js';
import type { Logger } from '../../platform/log.js';
import { RPC_CLOSES } from '../../protocol/rpc/close-codes.js';
import { RpcError, rpcErrors } from '../../protocol/rpc/errors.js';
import {
  errorReply,
  isNonce,
  NONCE_LENGTH,
  type Nonce,
  type RpcFrame,
  reply,
} from '../../protocol/rpc/payload.js';
import { COMMANDS } from '../commands/index.js';
import type { CommandContext, RpcContext } from '../context.js';
import { hasScopes } from '../sessions/authorization.js';
import type { RpcSession } from '../sessions/session.js';
import { findAccessRefusal, isOffered } from './command.js';

/** Warnings a minute about a service that fails: an outage fails every command that asks it. */
const FAILURES_PER_MINUTE = 1;

/** Runs one decoded frame through payload check, command table, authorization, arguments and handler. */
export class Dispatcher {
  /** created once per connection: creating one costs as much as running a command */
  readonly #contexts = new WeakMap<RpcSession, CommandContext>();
  readonly #warnings: TokenBucket;
  /** failures of the service that were not logged */
  #unlogged = 0;

  constructor(
    private readonly context: RpcContext,
    private readonly log: Logger,
  ) {
    const { clock } = context;
    this.#warnings = new TokenBucket(FAILURES_PER_MINUTE / 60, FAILURES_PER_MINUTE, () => clock.now());
  }

  /** A reply was encoded: it is charged to its application. */
  replied({ application }: RpcSession, bytes: number): void {
    this.context.replyTurns.charge(application.id, bytes);
  }

  /**
   * @param payload the decoded frame, of any shape
   * @returns exactly one frame: an ERROR if the command was refused. Never throws or rejects
   */
  dispatch(session: RpcSession, payload: unknown): RpcFrame | Promise<RpcFrame> {
    const { cmd, nonce, evt, args } = fields(payload);
    const known = isNonce(nonce) ? nonce : null;
    if (typeof cmd !== 'string' || known === null) {
      const name = typeof cmd === 'string' ? cmd : 'DISPATCH';
      return errorReply(name, known, rpcErrors.invalidPayload(describeFault(payload, cmd, nonce)));
    }
    const refuse = (error: unknown) => errorReply(cmd, known, this.#refusal(session, cmd, error));
    try {
      const command = COMMANDS.get(cmd);
      // Returned and not thrown, like the fault above: before AUTHENTICATE any program may cause any number of these.
      if (command === undefined || !isOffered(command, session))
        return errorReply(cmd, known, this.#refuseUnknown(session, cmd));
      const context = this.#contextOf(session);
      const refusal = findAccessRefusal(context, command, args);
      if (refusal !== null) return errorReply(cmd, known, refusal);
      const data = command.run(context, args, typeof evt === 'string' ? evt : null);
      if (!(data instanceof Promise)) return answer(cmd, known, data);
      return data.then((later) => answer(cmd, known, later), refuse);
    } catch (error) {
      return refuse(error);
    }
  }

  /** Over the network, before AUTHENTICATE every command but AUTHORIZE and AUTHENTICATE is answered with 4006, even an unknown one. */
  #refuseUnknown(session: RpcSession, cmd: string): RpcError {
    const mayKnow = session.capabilities.isLocal || hasScopes(session, [], this.context.clock.now());
    return mayKnow ? rpcErrors.invalidCommand(cmd.slice(0, 64)) : rpcErrors.invalidPermissions();
  }

  #contextOf(session: RpcSession): CommandContext {
    let context = this.#contexts.get(session);
    if (context === undefined) {
      context = { ...this.context, session };
      this.#contexts.set(session, context);
    }
    return context;
  }

  #refusal(session: RpcSession, cmd: string, error: unknown): RpcError {
    if (error instanceof RpcError) return error;
    if (error instanceof TooManyFailuresError) {
      session.close(RPC_CLOSES.RATE_LIMITED);
      return rpcErrors.invalidToken();
    }
    if (error instanceof ServiceError) {
      this.#warnOf(error, cmd);
      return error.isOutage ? rpcErrors.serviceUnavailable() : rpcErrors.unknown();
    }
    this.log.error({ err: error, cmd }, 'command failed');
    return rpcErrors.unknown();
  }

  #warnOf({ message: reason, status }: ServiceError, cmd: string): void {
    if (!this.#warnings.take()) {
      this.#unlogged += 1;
      return;
    }
    const others = this.#unlogged;
    this.#unlogged = 0;
    this.log.warn({ cmd, reason, status, others }, 'the service failed a command');
  }
}

/** The reply with what a handler returned: data, or a refusal. */
function answer(cmd: string, nonce: Nonce, data: unknown): RpcFrame {
  return data instanceof RpcError ? errorReply(cmd, nonce, data) : reply(cmd, nonce, data);
}

function fields(payload: unknown): Record<'cmd' | 'nonce' | 'evt' | 'args', unknown> {
  const of = isObject(payload) ? payload : {};
  return { cmd: own(of, 'cmd'), nonce: own(of, 'nonce'), evt: own(of, 'evt'), args: own(of, 'args') };
}

function own(of: object, key: string): unknown {
  return Object.hasOwn(of, key) ? (of as Readonly<Record<string, unknown>>)[key] : undefined;
}

/** Says what is wrong with a payload that has no valid `cmd` or `nonce`. */
function describeFault(payload: unknown, cmd: unknown, nonce: unknown): string {
  if (!isObject(payload)) return 'Payload must be an object';
  if (cmd === undefined) return 'Payload requires a cmd';
  if (typeof cmd !== 'string') return 'cmd: must be a string';
  if (nonce === undefined || nonce === null) return 'Payload requires a nonce';
  return `nonce: must be a string of up to ${NONCE_LENGTH} characters, a number or a boolean`;
}

function isObject(payload: unknown): payload is object {
  return typeof payload === 'object' && payload !== null && !Array.isArray(payload);
}
