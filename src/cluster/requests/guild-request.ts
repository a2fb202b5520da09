import type { Snowflake } from '../../protocol/snowflake.js';
import type { GuildLease } from '../ownership/guild-lease.js';

/** A request that the owner of a guild carries out, on whichever node it arrived. */
export interface GuildRequest {
  readonly guildId: Snowflake;
  /** stored with the change, so that the request cannot change anything twice */
  readonly key: string;
  /** what is to be done, as both nodes write it */
  readonly text: string;
  /** who made it; absent: a node, whose requests are not limited */
  readonly caller?: string;
}

/** A request as it reaches the owner. */
export interface AttemptedRequest extends GuildRequest {
  /** whether an attempt before this one may have been carried out */
  readonly isRepeated: boolean;
}

/**
 * Carries out a request under a lease and gives the reply. It passes the epoch of the lease and the key to the store with
 * the change.
 */
export type CarryOut = (request: GuildRequest, lease: GuildLease) => Promise<string>;
