import type { Caller } from '../../api/core/caller.js';
import { EncodedEvent } from '../../api/gateway/frames/encoded-event.js';
import type { GatewayHub } from '../../api/gateway/hub.js';
import { GATEWAY_LIMITS } from '../../api/gateway/limits.js';
import type { RemoteSessions } from '../../api/gateway/other-nodes.js';
import { eachMemberAmong } from '../../api/gateway/presence-updates.js';
import { Session } from '../../api/gateway/session.js';
import type { SessionIndex } from '../../api/gateway/session-index.js';
import type { SessionTransport } from '../../api/gateway/session-options.js';
import type { GuildMember, GuildState } from '../../guilds/state.js';
import { inTimeOr } from '../../platform/async/promises.js';
import type { Clock } from '../../platform/clock.js';
import type { Logger } from '../../platform/log.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { ClusterStore } from '../../store/cluster.js';
import type { GuildStore } from '../../store/guilds.js';
import type { BusRoundTrip } from '../bus-round-trip.js';
import type { FollowedGuilds } from '../guilds/followed-guilds.js';
import { type ReplayedGuild, replayGuild } from './guild-replay.js';
import { STORE_WITHIN_MS } from './leaving-sessions.js';
import type { RecentChanges } from './recent-changes.js';
import type { SessionHandover } from './session-handover.js';
import { eventsOf, readRecord, type SessionRecord } from './session-record.js';

/** How long continuing a session may take, in milliseconds. */
const CONTINUE_WITHIN_MS = 10_000;
/** How long before a session was stored its last event may have been, in milliseconds. */
const STORED_AFTER_MS = STORE_WITHIN_MS + 500;
/** How long what has no number is known, in milliseconds. */
export const CHANGES_KEPT_MS = GATEWAY_LIMITS.RESUME_WITHIN_MS + CONTINUE_WITHIN_MS + STORED_AFTER_MS;

export interface ArrivingSessionsOptions {
  readonly hub: GatewayHub;
  readonly sessions: SessionIndex;
  readonly guilds: Pick<FollowedGuilds, 'get' | 'positionOf' | 'untilAt'>;
  readonly recent: RecentChanges;
  readonly memberships: Pick<GuildStore, 'idsOfUser'>;
  readonly store: Pick<ClusterStore, 'entries' | 'movedSessions'>;
  readonly roundTrip: Pick<BusRoundTrip, 'wait'>;
  readonly handover: Pick<SessionHandover, 'request' | 'serve'>;
  readonly clock: Pick<Clock, 'after'>;
  /** milliseconds on a clock that is never set */
  readonly elapsed: () => number;
  readonly log: Logger;
  createSessionId(): string;
}

/** Continues sessions that other nodes have stored, exactly or not at all (docs/adr/0052-sessions-that-move.md). */
export class ArrivingSessions implements RemoteSessions {
  constructor(private readonly options: ArrivingSessionsOptions) {}

  async continueHere(resumeId: string, caller: Caller, transport: SessionTransport): Promise<Session | null> {
    const { elapsed, hub, log, roundTrip } = this.options;
    try {
      const claimed = await this.#claim(resumeId, caller.user.id);
      const record = claimed && readRecord(claimed.text, transport.format.version);
      if (claimed === null || record === null) return null;
      const since = elapsed() - claimed.ageMs - STORED_AFTER_MS;
      await roundTrip.wait(CONTINUE_WITHIN_MS);
      const session = this.#create(record, resumeId, caller, transport);
      // Events from now on reach the session; nothing is waited for in between.
      if (!this.#hasMissedNothingPrivate(session, since)) return null;
      hub.add(session);
      return await this.#finish(session, record, since);
    } catch (error) {
      log.warn({ err: error }, 'failed to continue a session of another node');
      return null;
    }
  }

  /** A session that its node has stored when it stopped, or stores now. */
  async #claim(resumeId: string, userId: Snowflake) {
    const { handover, store } = this.options;
    const claim = () => store.movedSessions.claim(resumeId, userId);
    return (await claim()) ?? ((await handover.request(resumeId, userId)) ? claim() : null);
  }

  /** Gives the session what it has missed, or removes it. */
  async #finish(session: Session, record: SessionRecord, since: number): Promise<Session | null> {
    const { clock, hub } = this.options;
    let isContinued = false;
    try {
      isContinued = await inTimeOr(clock, CONTINUE_WITHIN_MS, this.#replay(session, record, since), false);
    } finally {
      if (!isContinued) hub.remove(session);
    }
    // It may have ended because its token was revoked.
    if (!isContinued || session.isOver) return null;
    session.isMoving = false;
    this.options.handover.serve(session);
    hub.setStatus(session, session.status);
    hub.awaitResume(session);
    return session;
  }

  #create(record: SessionRecord, resumeId: string, caller: Caller, transport: SessionTransport): Session {
    const { createSessionId, hub } = this.options;
    const { largeThreshold, last, receivesApplicationUpdates, shard, status } = record;
    const options = {
      id: createSessionId(),
      resumeId,
      caller,
      largeThreshold,
      shard,
      status,
      receivesApplicationUpdates: caller.kind === 'person' && receivesApplicationUpdates,
    };
    return Session.moved(options, transport, hub.shared, { last, events: eventsOf(record) });
  }

  #hasMissedNothingPrivate({ options, userId }: Session, since: number): boolean {
    const { recent } = this.options;
    if (!recent.privateEvents.isNotSince(userId, since)) return false;
    return !options.receivesApplicationUpdates || recent.haveApplicationsNotChangedSince(since);
  }

  /** @returns whether the session has everything that it has missed */
  async #replay(session: Session, { guilds }: SessionRecord, since: number): Promise<boolean> {
    const { memberships } = this.options;
    const member = (await memberships.idsOfUser(session.userId)).filter((id) => session.serves(id));
    const recorded = new Set(guilds.map(({ id }) => id));
    if (member.length !== recorded.size || !member.every((id) => recorded.has(id))) return false;
    const replayed: ReplayedGuild[] = [];
    const waiting = guilds.values();
    let isExact = true;
    const replaySome = async () => {
      for (const recordedGuild of waiting) {
        const one = isExact ? await replayGuild(this.#replayOptions, session, recordedGuild) : null;
        if (one === null) isExact = false;
        else replayed.push(one);
      }
    };
    await Promise.all(Array.from({ length: GATEWAY_LIMITS.DELIVERIES }, replaySome));
    return isExact && (await this.#sendPresences(session, replayed, since));
  }

  /** Sends the presences that have changed meanwhile, as they are now. @returns whether it is known which these are */
  async #sendPresences(
    session: Session,
    replayed: readonly ReplayedGuild[],
    since: number,
  ): Promise<boolean> {
    const { hub, recent } = this.options;
    const changed = recent.presences.since(since);
    if (changed === null) return false;
    const send = (guild: GuildState, member: GuildMember) => {
      if (!session.guilds.has(guild.id)) return;
      const presence = hub.presences.of(member);
      session.dispatch(EncodedEvent.ofGuild(guild.id, { type: 'presenceUpdated', presence }));
    };
    const guilds = replayed.map(({ guild }) => guild);
    await eachMemberAmong(guilds, changed, send);
    for (const { guild, joined } of replayed) {
      const others = new Set(joined.filter((userId) => !changed.has(userId)));
      await eachMemberAmong([guild], others, send);
    }
    return true;
  }

  get #replayOptions() {
    const { guilds, sessions, store } = this.options;
    return { guilds, sessions, entries: store.entries };
  }
}
