import { SingleFlight } from '../../platform/async/coalesce.js';
import type { ReplyStore } from '../../store/cluster.js';
import { CommitFailedError, ConflictError, OutcomeUnknownError } from '../../store/errors.js';
import type { GuildLease } from '../ownership/guild-lease.js';
import type { GuildLeases } from '../ownership/guild-leases.js';
import type { AttemptedRequest, CarryOut } from './guild-request.js';
import { GuildAbsentError } from './request-errors.js';

export interface OwnedRequestsOptions {
  readonly leases: Pick<GuildLeases, 'own' | 'drop'>;
  readonly replies: ReplyStore;
  readonly carryOut: CarryOut;
}

/** Carries out requests for guilds that this node owns or can take, each key at most once. */
export class OwnedRequests {
  /** by key: an attempt must not find a change of the one before it in memory that is not stored yet */
  readonly #running = new SingleFlight<string, string>();

  constructor(private readonly options: OwnedRequestsOptions) {}

  /**
   * @returns the reply, of an earlier attempt if that was carried out
   * @throws {HeldElsewhereError} another node owns the guild
   * @throws {GuildAbsentError}
   * @throws {CommitFailedError} nothing was stored, e.g. because the guild was lost meanwhile (`owner`)
   * @throws {OutcomeUnknownError} the change may be stored; a repeated attempt finds out
   * @throws what `carryOut` throws
   */
  run(request: AttemptedRequest): Promise<string> {
    return this.#running.run(request.key, () => this.#run(request));
  }

  async #run(request: AttemptedRequest): Promise<string> {
    const { leases, replies, carryOut } = this.options;
    const lease = await leases.own(request.guildId);
    if (request.isRepeated) {
      // Only now: with the new epoch, or without the guild, no commit of an earlier attempt can follow.
      const reply = await replies.find(request.key);
      if (reply !== null) return reply;
    }
    if (lease === null) throw new GuildAbsentError();
    try {
      return await carryOut(request, lease);
    } catch (error) {
      return await this.#settle(request, lease, error);
    }
  }

  async #settle({ key }: AttemptedRequest, lease: GuildLease, error: unknown): Promise<string> {
    const { leases, replies } = this.options;
    const conflict = error instanceof ConflictError ? error.conflict : null;
    if (error instanceof CommitFailedError || error instanceof OutcomeUnknownError) leases.drop(lease);
    const stored = conflict === 'repeated' ? await replies.find(key) : null;
    if (stored === null) throw error;
    return stored;
  }
}
