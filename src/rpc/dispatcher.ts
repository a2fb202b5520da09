import { TooManyFailuresError } from '../net/failed-attempts.js';
import type { Logger } from '../platform/log.js';
import { RPC_CLOSES } from '../protocol/rpc/close-codes.js';
import { RpcError, rpcErrors } from '../protocol/rpc/errors.js';
import { errorReply, isNonce, NONCE_LENGTH, type RpcFrame, reply } from '../protocol/rpc/payload.js';
import { requireScopes } from './authorization.js';
import { requireAccess } from './command-access.js';
import { COMMANDS } from './commands/index.js';
import type { CommandContext, RpcContext } from './context.js';
import type { RpcSession } from './session.js';

/** Runs one decoded frame through payload check, command table, authorization, arguments and handler. */
export class Dispatcher {
  /** created once per connection: creating one costs as much as running a command */
  readonly #contexts = new WeakMap<RpcSession, CommandContext>();

  constructor(
    private readonly context: RpcContext,
    private readonly log: Logger,
  ) {}

  /**
   * @param payload the decoded frame, of any shape
   * @returns exactly one frame: an ERROR if the command was refused. Never throws or rejects
   */
  dispatch(session: RpcSession, payload: unknown): RpcFrame | Promise<RpcFrame> {
    const { cmd, nonce, evt, args } = fields(payload);
    const name = typeof cmd === 'string' ? cmd : 'DISPATCH';
    const known = isNonce(nonce) ? nonce : null;
    const refuse = (error: unknown) => errorReply(name, known, this.#refusal(session, name, error));
    try {
      if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) {
        throw rpcErrors.invalidPayload('Payload must be an object');
      }
      if (cmd === undefined) throw rpcErrors.invalidPayload('Payload requires a cmd');
      if (typeof cmd !== 'string') throw rpcErrors.invalidPayload('cmd: must be a string');
      if (nonce === undefined || nonce === null) throw rpcErrors.invalidPayload('Payload requires a nonce');
      if (known === null) {
        throw rpcErrors.invalidPayload(
          `nonce: must be a string of up to ${NONCE_LENGTH} characters, a number or a boolean`,
        );
      }

      const command = COMMANDS.get(cmd);
      if (command === undefined) {
        // Before AUTHENTICATE every command but AUTHORIZE and AUTHENTICATE is answered with 4006, even an unknown one.
        requireScopes(session, [], this.context.clock.now());
        throw rpcErrors.invalidCommand(cmd.slice(0, 64));
      }
      const context = this.#contextOf(session);
      requireAccess(context, command, args);
      const data = command.run(context, args, typeof evt === 'string' ? evt : null);
      if (!(data instanceof Promise)) return reply(cmd, known, data);
      return data.then((later) => reply(cmd, known, later), refuse);
    } catch (error) {
      return refuse(error);
    }
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
    this.log.error({ err: error, cmd }, 'command failed');
    return rpcErrors.unknown();
  }
}

function fields(payload: unknown): Record<'cmd' | 'nonce' | 'evt' | 'args', unknown> {
  const of = typeof payload === 'object' && payload !== null ? payload : {};
  const own = (key: string) => (Object.hasOwn(of, key) ? (of as Record<string, unknown>)[key] : undefined);
  return { cmd: own('cmd'), nonce: own('nonce'), evt: own('evt'), args: own('args') };
}
