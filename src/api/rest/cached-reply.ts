import type { TObject } from 'typebox';
import type { GuildPlace } from '../../guilds/access.js';
import type { Around } from './declare-operation.js';
import type { Call, ValueOf } from './operation.js';

/** What of a call may decide which cached reply answers it. */
type CachedCall<Path extends string, Query> = Pick<
  Call<Path, Query, unknown>,
  'params' | 'query' | 'services'
>;

/** How an operation that reads a guild caches its replies. */
export interface Cached<Path extends string, Query extends TObject, Place> {
  /**
   * Identifies the reply among all replies of the operation that show the guild. They must depend on nothing else than the
   * guild, its users and this. undefined: the reply is not cached. If omitted, no replies are cached.
   */
  cacheBy?(place: Place, call: CachedCall<Path, ValueOf<Query>>): unknown;
}

/** Answers calls with cached replies, after the caller is authorized. */
export function cachedReply<Place extends GuildPlace>({
  cacheBy,
}: ErasedCached<Place>): Around<Place> | undefined {
  if (cacheBy === undefined) return undefined;
  return ({ call, added, data }, answer) => {
    const { services, version } = call;
    // The call was checked against the declaration that `cacheBy` belongs to.
    const subject = cacheBy(added, call as never);
    if (subject === undefined) return answer();
    return services.replyTexts.of(added.guild, { operation: data, version, subject }, answer);
  };
}

/** `Cached` without the types of a declaration. */
interface ErasedCached<Place> {
  readonly cacheBy?: ((place: Place, call: never) => unknown) | undefined;
}
