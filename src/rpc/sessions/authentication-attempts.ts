import type { FailedAttempts } from '../../net/failed-attempts.js';
import type { FairTurns } from '../../net/fair-turns.js';
import { hashSecret } from '../../platform/crypto/secrets.js';
import { RpcError, rpcErrors } from '../../protocol/rpc/errors.js';
import type { OnceAuthorizer } from '../consent/once-grants.js';
import type { RpcSession } from './session.js';

/** The number of valid tokens that are remembered by their hashes. */
const MAX_REMEMBERED = 1024;

/**
 * Verifies tokens on the RPC port: in AUTHENTICATE, in AUTHORIZE with an `rpc_token`, and in the proxy. Each
 * verification calls the service, so they are queued fairly; a token that was valid before skips the queue.
 */
export class AuthenticationAttempts {
  /** hashes of tokens that were valid when they were last verified */
  readonly #valid = new Set<string>();

  constructor(
    private readonly failures: FailedAttempts,
    private readonly turns: FairTurns,
    private readonly onceGrants: Pick<OnceAuthorizer, 'revokeLeftovers'>,
  ) {}

  /**
   * Verifies a token.
   *
   * @param sender the connection that sent it
   * @param attempt asks the service; throws an `RpcError` if the token is wrong
   * @throws {RpcError} 1000 if the connection began to close before the turn of the token
   * @throws {TooManyFailuresError} instead of the `RpcError`, after too many wrong tokens
   */
  async verify<Result>(
    sender: Pick<RpcSession, 'id' | 'isOpen'>,
    token: string,
    attempt: () => Promise<Result>,
  ): Promise<Result> {
    const hash = hashSecret(token);
    const verify = async () => {
      // It may have sent a hundred wrong tokens before the one for which it is closed.
      if (!sender.isOpen) throw rpcErrors.unknown();
      await this.onceGrants.revokeLeftovers();
      return this.failures.verify(sender.id, attempt, isWrongToken);
    };
    try {
      const result = await (this.#valid.has(hash) ? verify() : this.turns.run(sender.id, verify));
      this.#remember(hash);
      return result;
    } catch (error) {
      this.#valid.delete(hash);
      throw error;
    }
  }

  #remember(hash: string): void {
    const [oldest] = this.#valid;
    if (this.#valid.size >= MAX_REMEMBERED && oldest !== undefined) this.#valid.delete(oldest);
    this.#valid.add(hash);
  }
}

function isWrongToken(error: unknown): boolean {
  return error instanceof RpcError;
}
