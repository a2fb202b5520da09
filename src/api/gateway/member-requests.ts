import { setImmediate } from 'node:timers/promises';
import type { GuildMember, GuildState } from '../../guilds/state.js';
import { FairTurns } from '../../net/fair-turns.js';
import { CloseError } from '../../net/websocket/close-error.js';
import { BoundedMap } from '../../platform/async/bounded-map.js';
import { KeyedLock } from '../../platform/async/keyed-lock.js';
import { sleep } from '../../platform/async/promises.js';
import { TokenBucket } from '../../platform/async/token-bucket.js';
import type { Clock } from '../../platform/clock.js';
import type { Logger } from '../../platform/log.js';
import type { RequestMembers } from '../../protocol/gateway/commands.js';
import type { GuildMembersChunk } from '../../protocol/gateway/events.js';
import { GATEWAY_CLOSE_CODES } from '../../protocol/gateway/opcodes.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Store } from '../../store/store.js';
import type { GuildRegistry } from '../guilds/guild-registry.js';
import { EncodedEvent } from './frames/encoded-event.js';
import { GATEWAY_LIMITS } from './limits.js';
import type { Presences } from './presences.js';
import type { Session } from './session.js';

/** The rate and the burst of members that one user is sent. A chunk counts as `leastOfChunk` members at least. */
const MEMBERS = { perSecond: 20_000, burst: 1_000_000, leastOfChunk: 50 };
/** The maximum number of users whose requests are remembered. */
const MAX_USERS = 10_000;

/** The number of attempts to send a chunk after failed commits. */
const CHUNK_ATTEMPTS = 5;

/** One chunk of a reply. */
interface Part {
  readonly userIds: readonly Snowflake[];
  readonly index: number;
  /** of chunks of the reply */
  readonly count: number;
  /** requested users who are not members; null: not to be told */
  readonly notFound: Iterable<Snowflake> | null;
}

export interface MemberRequestsOptions {
  readonly guilds: Pick<GuildRegistry, 'get' | 'isStored' | 'read'>;
  readonly presences: Presences;
  readonly store: Pick<Store, 'settled'>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Sends a guild of READY to a session whose turn has not come yet. */
  deliverNow(session: Session, guildId: Snowflake): Promise<void>;
}

/** Answers op 8 with GUILD_MEMBERS_CHUNK (docs/gateway.md). */
export class MemberRequests {
  /** requests of a session are handled one after the other */
  readonly #turns = new KeyedLock();
  /** one chunk of all sessions is made at a time, so that others are served between two */
  readonly #chunkTurns = new FairTurns(1);
  /** by user */
  readonly #budgets = new BoundedMap<Snowflake, TokenBucket>(MAX_USERS);

  constructor(
    private readonly options: MemberRequestsOptions,
    private readonly limits = MEMBERS,
  ) {}

  /**
   * Answers a request at the client's pace, while other payloads of the connection are handled.
   *
   * @throws {CloseError} RATE_LIMITED if the session has too many pending requests
   */
  take(session: Session, request: RequestMembers): void {
    if (session.memberRequests >= GATEWAY_LIMITS.MEMBER_REQUESTS) {
      throw new CloseError(GATEWAY_CLOSE_CODES.RATE_LIMITED, 'Rate limited.');
    }
    session.memberRequests += 1;
    this.#turns
      .run(session.id, async () => {
        const ids = Array.isArray(request.guild_id) ? request.guild_id : [request.guild_id];
        for (const guildId of new Set(ids)) await this.#answer(session, guildId, request);
      })
      .catch((err: unknown) => this.options.log.warn({ err }, 'failed to send members'))
      .finally(() => {
        session.memberRequests -= 1;
      });
  }

  async #answer(session: Session, guildId: Snowflake, request: RequestMembers): Promise<void> {
    const { deliverNow, guilds } = this.options;
    if (session.isOver) return;
    await deliverNow(session, guildId);
    if (session.isOver || !session.guilds.has(guildId)) return;
    const found = await guilds.read(guildId, (guild) => guild && requestedMembers(guild, request));
    if (found === null) return;
    const { members, notFound } = found;
    const ids = members.map(({ userId }) => userId);
    const size = GATEWAY_LIMITS.MEMBERS_OF_CHUNK;
    const chunks = Math.max(1, Math.ceil(ids.length / size));
    for (let index = 0; index < chunks && !session.isOver; index += 1) {
      const userIds = ids.slice(index * size, (index + 1) * size);
      await this.#untilAffordable(session, userIds.length);
      if (session.isBehind) await session.untilSent();
      // Others do not wait in the turn for a guild that has to be loaded again.
      await guilds.get(guildId);
      const part = { userIds, index, count: chunks, notFound: index === 0 ? notFound : null };
      if (!(await this.#sendChunk(session, guildId, request, part))) return;
    }
  }

  /** @returns false if the session no longer has the guild */
  async #sendChunk(
    session: Session,
    guildId: Snowflake,
    request: RequestMembers,
    part: Part,
  ): Promise<boolean> {
    for (let attempt = 0; attempt < CHUNK_ATTEMPTS; attempt += 1) {
      const send = async () => {
        const chunk = await this.#makeChunk(session, guildId, request, part);
        if (chunk === null) return null;
        const sent = this.#whenStored(guildId, () => session.dispatch(chunk));
        await setImmediate();
        return { sent };
      };
      const made = await this.#chunkTurns.run(session.userId, send);
      if (made === null) return false;
      if (await made.sent) return true;
    }
    return false;
  }

  /**
   * Sends what was made from a guild after the changes that it shows, and before the events of later ones.
   *
   * @returns whether it was sent: false if a change was refused
   */
  #whenStored(guildId: Snowflake, dispatch: () => void): boolean | Promise<boolean> {
    const { guilds, log, store } = this.options;
    if (guilds.isStored(guildId)) {
      dispatch();
      return true;
    }
    return store.settled({ committed: dispatch }, guildId).then(
      () => true,
      (error: unknown) => {
        log.warn({ err: error, guild: guildId }, 'failed to send members; retrying');
        return false;
      },
    );
  }

  /** @returns null if the session no longer has the guild */
  async #makeChunk(
    session: Session,
    guildId: Snowflake,
    request: RequestMembers,
    part: Part,
  ): Promise<EncodedEvent | null> {
    const { guilds, presences } = this.options;
    if (session.isOver || !session.guilds.has(guildId)) return null;
    const guild = await guilds.get(guildId);
    if (guild === null) return null;
    // A member may have left while the client was reading.
    const present = part.userIds.flatMap((id) => guild.members.get(id) ?? []);
    const { views } = session.version;
    const chunk: GuildMembersChunk = {
      guild_id: guildId,
      members: present.map((member) => views.guildMember(guild, member)),
      chunk_index: part.index,
      chunk_count: part.count,
      ...(part.notFound !== null && { not_found: [...part.notFound] }),
      ...(request.presences === true && {
        presences: presences.ofMembers(present).map((presence) => views.presence(presence)),
      }),
      ...(isEchoed(request.nonce) && { nonce: request.nonce }),
    };
    return EncodedEvent.of('GUILD_MEMBERS_CHUNK', chunk);
  }

  /** Waits until the user of a session may be sent some members. */
  async #untilAffordable({ userId }: Session, members: number): Promise<void> {
    const { clock } = this.options;
    let budget = this.#budgets.get(userId);
    if (budget === undefined) {
      const { burst, perSecond } = this.limits;
      budget = new TokenBucket(perSecond, burst, () => clock.now());
    }
    // The one that is used last is dropped last.
    this.#budgets.delete(userId);
    this.#budgets.set(userId, budget);
    const seconds = budget.charge(Math.max(members, this.limits.leastOfChunk));
    if (seconds > 0) await sleep(clock, seconds * 1000);
  }
}

/** The public gateway ignores a nonce of more than 32 bytes. */
function isEchoed(nonce: string | null | undefined): nonce is string {
  return typeof nonce === 'string' && Buffer.byteLength(nonce) <= 32;
}

/** The members requested by op 8, and the requested users who are not members. */
export interface FoundMembers {
  readonly members: readonly GuildMember[];
  /** null if no users were named */
  readonly notFound: readonly Snowflake[] | null;
}

/** How many members are compared with a query before others are served, which takes some milliseconds. */
const COMPARED_AT_ONCE = 10_000;

/** Finds the members for op 8 at the moment of the call: the named users, or those whose user name starts with the query. */
export async function requestedMembers(
  guild: GuildState,
  { query, limit, user_ids: named }: RequestMembers,
): Promise<FoundMembers> {
  if (named == null) return { members: await membersByName(guild, query ?? '', limit ?? 0), notFound: null };
  const ids = [...new Set(Array.isArray(named) ? named : [named])];
  return {
    members: ids.flatMap((id) => guild.members.get(id) ?? []),
    notFound: ids.filter((id) => !guild.members.has(id)),
  };
}

/**
 * @param query prefix of the user name, case-insensitive; empty: everybody
 * @param limit the maximum number; 0: all
 */
async function membersByName(guild: GuildState, query: string, limit: number): Promise<GuildMember[]> {
  const most = limit === 0 ? Number.POSITIVE_INFINITY : limit;
  const start = query.toLowerCase();
  const found: GuildMember[] = [];
  let compared = 0;
  // Those of now: others are not stored yet when the reply is sent, and may never be.
  for (const member of [...guild.members.values()]) {
    if (found.length >= most) break;
    compared += 1;
    if (compared % COMPARED_AT_ONCE === 0) await setImmediate();
    const name = guild.users.get(member.userId)?.username ?? '';
    if (name.toLowerCase().startsWith(start)) found.push(member);
  }
  return found;
}
