import type { ChatClient } from '../../client/client.js';
import type { FailedAttempts } from '../../net/failed-attempts.js';
import { BoundedMap } from '../../platform/async/bounded-map.js';
import { hashSecret } from '../../platform/crypto/secrets.js';
import type { CurrentAuthorization } from '../../protocol/objects/application.js';
import { RPC_ERRORS, RpcError, rpcErrors } from '../../protocol/rpc/errors.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { OnceAuthorizer } from '../consent/once-grants.js';
import { type Requester, ServiceTurns, SharedRequests } from './service-turns.js';

/** The number of valid tokens that are remembered by their hashes. */
const MAX_REMEMBERED = 1024;

export interface AuthenticationAttemptsOptions {
  readonly client: Pick<ChatClient, 'authorization'>;
  readonly failures: FailedAttempts;
  readonly onceGrants: Pick<OnceAuthorizer, 'revokeLeftovers'>;
  /** of unknown tokens */
  readonly turns: ServiceTurns;
}

/**
 * Verifies tokens on the RPC port: in AUTHENTICATE, in AUTHORIZE with an `rpc_token`, and in the proxy. Each
 * verification calls the service, so they are queued fairly; tokens that were valid before have a queue of their own.
 */
export class AuthenticationAttempts {
  /** the applications of access tokens that were valid when they were last verified, by the hashes of the tokens */
  readonly #valid = new BoundedMap<string, Snowflake>(MAX_REMEMBERED);
  readonly #unknown: SharedRequests<CurrentAuthorization | null>;
  readonly #known = new SharedRequests<CurrentAuthorization | null>(new ServiceTurns());

  constructor(private readonly options: AuthenticationAttemptsOptions) {
    this.#unknown = new SharedRequests(options.turns);
  }

  /**
   * Finds what an access token authorizes. The service is asked after the call, once for several callers.
   *
   * @param sender the connection that sent it
   * @param applicationId the application of the connection; null if the token alone says it
   * @param isFor whether the token is for this sender
   * @throws {RpcError} 4009 if it is not, or not valid; 1000 if the connection began to close before the turn of the token
   * @throws {TooManyFailuresError} instead of 4009, after too many wrong tokens
   */
  async findAuthorization(
    sender: Requester,
    token: string,
    applicationId: Snowflake | null,
    isFor: (found: CurrentAuthorization) => boolean,
  ): Promise<CurrentAuthorization> {
    const hash = hashSecret(token);
    const known = this.#valid.get(hash);
    const requests = known === undefined ? this.#unknown : this.#known;
    const group = known ?? applicationId ?? '';
    const ask = () => this.#afterLeftovers(() => this.options.client.authorization(token));
    try {
      const found = await this.#countFailures(sender, async () => {
        const authorization = await requests.run(sender, hash, group, ask);
        if (authorization === null || !isFor(authorization)) throw rpcErrors.invalidToken();
        return authorization;
      });
      this.#valid.delete(hash);
      this.#valid.set(hash, found.application.id);
      return found;
    } catch (error) {
      this.#valid.delete(hash);
      throw error;
    }
  }

  /**
   * Verifies an RPC token, which is valid once.
   *
   * @param use asks the service; throws an `RpcError` if the token is wrong
   * @throws {RpcError} also 1000 if the connection began to close before the turn of the token
   * @throws {TooManyFailuresError} instead of the other `RpcError`s, after too many wrong tokens
   */
  verifyRpcToken<Result>(
    sender: Requester,
    applicationId: Snowflake,
    use: () => Promise<Result>,
  ): Promise<Result> {
    const verify = () => this.options.turns.run(sender, applicationId, () => this.#afterLeftovers(use));
    return this.#countFailures(sender, verify);
  }

  async #afterLeftovers<Result>(ask: () => Promise<Result>): Promise<Result> {
    await this.options.onceGrants.revokeLeftovers();
    return ask();
  }

  #countFailures<Result>({ id }: Requester, attempt: () => Promise<Result>): Promise<Result> {
    return this.options.failures.verify(id, attempt, isWrongToken);
  }
}

/** A token whose connection closes was not verified. */
function isWrongToken(error: unknown): boolean {
  return error instanceof RpcError && error.code !== RPC_ERRORS.UNKNOWN_ERROR;
}
