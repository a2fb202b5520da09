import type { Snowflake } from '../protocol/snowflake.js';
import type { GuildChange } from './changes.js';
import type { Decision, GuildEvent } from './events.js';
import type { GuildMember, GuildState, GuildVoiceState } from './state.js';
import { isSuppressed, voiceStateToWire } from './wire.js';

/**
 * Tells the guild of somebody's voice state (rest-facts.md, Gateway: VOICE_STATE_UPDATE).
 *
 * @param member as they are from now on
 */
export function voiceStateEvent(
  guild: GuildState,
  state: GuildVoiceState,
  { mute, deaf }: GuildMember,
): GuildEvent {
  const data = { guild_id: guild.id, ...voiceStateToWire(guild, state), mute, deaf };
  const from = guild.voiceStates.get(state.userId)?.channelId ?? null;
  return { name: 'VOICE_STATE_UPDATE', data, audience: { kind: 'voice', from } };
}

/** Takes somebody out of voice; nothing if they are in none. */
export function leaveVoice(
  guild: GuildState,
  userId: Snowflake,
): { changes: GuildChange[]; events: GuildEvent[] } {
  const state = guild.voiceStates.get(userId);
  if (state === undefined) return { changes: [], events: [] };
  const data = { guild_id: guild.id, ...voiceStateToWire(guild, state), channel_id: null };
  return {
    changes: [{ kind: 'voice-state-removed', userId }],
    events: [{ name: 'VOICE_STATE_UPDATE', data, audience: { kind: 'voice', from: state.channelId } }],
  };
}

/** Completes a decision: whoever it takes out of the guild, or whose channel it deletes, leaves voice before that. */
export function leavingVoice<Result>(guild: GuildState, decision: Decision<Result>): Decision<Result> {
  const settled = new Set<Snowflake>();
  const removed = new Set<Snowflake>();
  for (const change of decision.changes) {
    if (change.kind === 'voice-state') settled.add(change.voiceState.userId);
    if (change.kind === 'voice-state-removed') settled.add(change.userId);
    if (change.kind === 'member-removed') removed.add(change.userId);
    if (change.kind === 'channel-removed') removed.add(change.id);
  }
  if (removed.size === 0) return decision;
  const leaving = [...guild.voiceStates.values()]
    .filter(({ userId, channelId }) => removed.has(userId) || removed.has(channelId))
    .filter(({ userId }) => !settled.has(userId))
    .map(({ userId }) => leaveVoice(guild, userId));
  return {
    ...decision,
    changes: [...leaving.flatMap(({ changes }) => changes), ...decision.changes],
    events: [...leaving.flatMap(({ events }) => events), ...decision.events],
  };
}

/** What decides who may speak where, and who is in voice. */
const DECIDING: ReadonlySet<GuildChange['kind']> = new Set([
  'settings',
  'role',
  'role-removed',
  'channel',
  'channel-removed',
  'member',
  'member-removed',
  'voice-state',
  'voice-state-removed',
]);

/** Whether others may be suppressed after these changes than before. Most changes are messages, which are nothing to it. */
export function mayChangeSuppress(guild: GuildState, changes: readonly GuildChange[]): boolean {
  const isVoiceUsed = guild.voiceStates.size > 0 || changes.some(({ kind }) => kind === 'voice-state');
  return isVoiceUsed && changes.some(({ kind }) => DECIDING.has(kind));
}

/** Who of those in voice may not speak where they are. */
export function suppressedMembers(guild: GuildState): ReadonlySet<Snowflake> {
  const states = [...guild.voiceStates.values()];
  return new Set(states.filter((state) => isSuppressed(guild, state)).map(({ userId }) => userId));
}

/**
 * Completes the events of changes that are made: roles, overwrites and who owns the guild decide who may speak, so the
 * guild is told of everybody in voice for whom that is another now. What is told of them anyhow says how it is now.
 *
 * @param before who was suppressed before the changes
 */
export function retellingSuppress(
  guild: GuildState,
  before: ReadonlySet<Snowflake>,
  events: readonly GuildEvent[],
): readonly GuildEvent[] {
  const now = suppressedMembers(guild);
  const told = new Set<Snowflake>();
  const corrected = events.map((event): GuildEvent => {
    if (event.name !== 'VOICE_STATE_UPDATE' || event.data.channel_id === null) return event;
    told.add(event.data.user_id);
    return { ...event, data: { ...event.data, suppress: now.has(event.data.user_id) } };
  });
  const retold = [...guild.voiceStates.values()].flatMap((state) => {
    const { userId } = state;
    const member = guild.members.get(userId);
    const isOther = now.has(userId) !== before.has(userId) && !told.has(userId);
    return isOther && member !== undefined ? [voiceStateEvent(guild, state, member)] : [];
  });
  return [...corrected, ...retold];
}
