import { isDeepStrictEqual } from 'node:util';
import { sendEvent } from '../../api/gateway/send-event.js';
import type { Session } from '../../api/gateway/session.js';
import { GuildSessions, type SessionIndex } from '../../api/gateway/session-index.js';
import type { GuildEvent, SharedEvent } from '../../guilds/events.js';
import type { GuildMember, GuildState } from '../../guilds/state.js';
import { viewsDigest, visibleChannels } from '../../guilds/visible-channels.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { GuildEntry, GuildEntryStore } from '../../store/cluster.js';
import { decodeEntry } from '../guilds/entry-codec.js';
import type { FollowedGuilds } from '../guilds/followed-guilds.js';
import type { RecordedGuild } from './session-record.js';

/** The maximum number of entries of a guild that a session may have missed. */
const MAX_ENTRIES = 2000;

export interface GuildReplayOptions {
  readonly sessions: SessionIndex;
  readonly guilds: Pick<FollowedGuilds, 'get' | 'positionOf' | 'untilAt'>;
  readonly entries: GuildEntryStore;
}

/** What was replayed. */
export interface ReplayedGuild {
  readonly guild: GuildState;
  /** users who have joined it meanwhile */
  readonly joined: readonly Snowflake[];
}

/**
 * Sends a session the events of a guild after its position, and subscribes it to those that follow, in one moment of the copy.
 * Who may receive an event is decided by the state of now, so nothing may have changed that decides it: doubt denies.
 *
 * @returns null if it cannot be continued exactly
 * @throws {StoreError}
 */
export async function replayGuild(
  { entries, guilds, sessions }: GuildReplayOptions,
  session: Session,
  { channels, id, position, views }: RecordedGuild,
): Promise<ReplayedGuild | null> {
  await guilds.get(id);
  await guilds.untilAt(id, position);
  const missed: GuildEntry[] = [];
  for (;;) {
    // Nothing is waited for between this moment and the subscription.
    const guild = await guilds.get(id);
    const applied = guilds.positionOf(id);
    const read = position + missed.length;
    if (guild === null || applied === null || applied < position) return null;
    if (applied <= read) {
      const events = eventsOf(missed.slice(0, applied - position));
      const isContinued =
        events !== null && continueIn(sessions, session, guild, { channels, events, views });
      return isContinued ? { guild, joined: joinedIn(events) } : null;
    }
    if (missed.length >= MAX_ENTRIES) return null;
    const next = await entries.after(id, read, MAX_ENTRIES - missed.length);
    // Older ones are no longer stored.
    if (next[0]?.sequence !== read + 1) return null;
    missed.push(...next);
  }
}

function eventsOf(entries: readonly GuildEntry[]): GuildEvent[] | null {
  const decoded = entries.map(({ text }) => decodeEntry(text));
  return decoded.every((entry) => entry !== null) ? decoded.flatMap(({ events }) => events) : null;
}

/** @returns whether the session receives the guild from now on */
function continueIn(
  sessions: SessionIndex,
  session: Session,
  guild: GuildState,
  {
    channels,
    events,
    views,
  }: Pick<RecordedGuild, 'channels' | 'views'> & { readonly events: readonly GuildEvent[] },
): boolean {
  const member = guild.members.get(session.userId);
  if (member === undefined) return false;
  const isSame = views === viewsDigest(guild);
  if (events.some((event) => mayChangeViews(event, member) && !(isSame && keepsViews(event, guild))))
    return false;
  const visible = visibleChannels(guild, member);
  if (visible.size !== channels.length || !channels.every((id) => visible.has(id))) return false;
  if (!sessions.subscribe(session, guild.id, visible)) return false;
  const only = new GuildSessions(guild.id);
  only.add(session, visible);
  const index = { ofGuild: () => only, ofUser: () => only.all };
  for (const event of events) if (isShared(event)) sendEvent(guild, index, event);
  return true;
}

function joinedIn(events: readonly GuildEvent[]): Snowflake[] {
  return events.flatMap((event) => (event.type === 'guildJoined' ? event.userId : []));
}

function isShared(event: GuildEvent): event is SharedEvent {
  return event.type !== 'guildJoined' && event.type !== 'guildLeft';
}

/** Whether after an event a member may view different channels. */
function mayChangeViews(event: GuildEvent, { userId }: GuildMember): boolean {
  switch (event.type) {
    case 'guildUpdated':
    case 'guildDeleted':
    case 'channelCreated':
    case 'channelUpdated':
    case 'channelDeleted':
    case 'roleUpdated':
    case 'roleDeleted':
      return true;
    case 'guildJoined':
    case 'guildLeft':
      return event.userId === userId;
    case 'memberUpdated':
      return event.user.id === userId;
    default:
      return false;
  }
}

/**
 * Whether an event has what the guild has now. If the guild was so before it, too, the event has changed something else, e.g. the topic of
 * a channel.
 */
function keepsViews(event: GuildEvent, { channels, roles, settings }: GuildState): boolean {
  switch (event.type) {
    case 'guildUpdated':
      return event.guild.settings.ownerId === settings.ownerId;
    case 'channelUpdated': {
      const { id, permissionOverwrites } = event.channel;
      return isDeepStrictEqual(permissionOverwrites, channels.get(id)?.permissionOverwrites);
    }
    case 'roleUpdated':
      return event.role.permissions === roles.get(event.role.id)?.permissions;
    default:
      return false;
  }
}
