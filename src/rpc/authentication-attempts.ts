import type { SecretAttempts } from '../platform/secret-attempts.js';
import { RpcError } from '../protocol/rpc/errors.js';

/** Every way of trying a token on the RPC port: AUTHENTICATE, AUTHORIZE with an `rpc_token`, the proxy. */
export class AuthenticationAttempts {
  constructor(private readonly attempts: SecretAttempts) {}

  /**
   * Tries a token.
   *
   * @param attempt throws an `RpcError` if the token is wrong
   * @throws {TooManyAttemptsError} instead of trying it, once too many were wrong
   */
  try<T>(token: string, attempt: () => Promise<T>): Promise<T> {
    return this.attempts.try(token, attempt, (error) => error instanceof RpcError);
  }
}
