import { PERMISSIONS } from '../protocol/permissions.js';
import type { Snowflake } from '../protocol/snowflake.js';
import type { GuildChange } from './changes.js';
import {
  combineEffects,
  type Decision,
  type Effects,
  type EventOf,
  type GuildEvent,
  NO_EFFECTS,
  type VoiceSnapshot,
} from './events.js';
import { canView, channelPermissions } from './permissions.js';
import type { GuildAsDecided, GuildMember, GuildState, GuildVoiceState } from './state.js';

/** Whether a user in voice may not speak in their channel. */
export function isSuppressed(guild: GuildAsDecided, { userId, channelId }: GuildVoiceState): boolean {
  const member = guild.members.get(userId);
  const channel = guild.channels.get(channelId);
  return !(member && channel && channelPermissions(guild, member, channel) & PERMISSIONS.SPEAK);
}

/** The voice state of a user for events and replies. */
export function voiceSnapshot(guild: GuildAsDecided, state: GuildVoiceState): VoiceSnapshot {
  const member = guild.members.get(state.userId);
  return {
    userId: state.userId,
    channelId: state.channelId,
    sessionId: state.sessionId,
    mute: member?.mute ?? false,
    deaf: member?.deaf ?? false,
    selfMute: state.selfMute,
    selfDeaf: state.selfDeaf,
    isSuppressed: isSuppressed(guild, state),
    hasDelegatedAccess: state.hasDelegatedAccess,
  };
}

/**
 * The event of a changed voice state (docs/gateway.md, Voice states).
 *
 * @param member with the changes applied
 */
export function voiceStateEvent(
  guild: GuildState,
  state: GuildVoiceState,
  { mute, deaf }: GuildMember,
): GuildEvent {
  const from = guild.voiceStates.get(state.userId)?.channelId ?? null;
  return { type: 'voiceStateUpdated', voice: { ...voiceSnapshot(guild, state), mute, deaf }, from };
}

/**
 * Moves a member who is in voice to another channel. A move into a channel that the member may not view delegates the
 * access to listen there (docs/gateway.md, Voice states).
 */
export function moveVoice(guild: GuildState, state: GuildVoiceState, channelId: Snowflake): GuildVoiceState {
  if (state.channelId === channelId) return state;
  const [member, channel] = [guild.members.get(state.userId), guild.channels.get(channelId)];
  const mayView = member !== undefined && channel !== undefined && canView(guild, member, channel);
  return { ...state, channelId, hasDelegatedAccess: !mayView };
}

/** Removes a user from voice; no effect if they are in none. */
export function leaveVoice(guild: GuildState, userId: Snowflake): Effects {
  const state = guild.voiceStates.get(userId);
  if (state === undefined) return NO_EFFECTS;
  const voice = { ...voiceSnapshot(guild, state), channelId: null };
  return {
    changes: [{ kind: 'voice-state-removed', userId }],
    events: [{ type: 'voiceStateUpdated', voice, from: state.channelId }],
  };
}

/** Completes a decision: members that it removes, or whose channel it deletes, leave voice first. */
export function endVoiceStates<Result>(guild: GuildState, decision: Decision<Result>): Decision<Result> {
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

/** Changes that affect who may speak, or who is in voice. */
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

/** Whether changes may affect suppression. Most changes are messages, which do not. */
export function mayChangeSuppress(guild: GuildState, changes: readonly GuildChange[]): boolean {
  const isVoiceUsed = guild.voiceStates.size > 0 || changes.some(({ kind }) => kind === 'voice-state');
  return isVoiceUsed && changes.some(({ kind }) => DECIDING.has(kind));
}

/** The members in voice who may not speak in their channel. */
export function suppressedMembers(guild: GuildState): ReadonlySet<Snowflake> {
  const states = [...guild.voiceStates.values()];
  return new Set(states.filter((state) => isSuppressed(guild, state)).map(({ userId }) => userId));
}

/**
 * Adds the events of members whose suppression changed: roles, overwrites and the owner determine who may speak. Events
 * that are sent anyway already contain the new state.
 *
 * @param before members who were suppressed before the changes
 */
export function addSuppressEvents(
  guild: GuildState,
  before: ReadonlySet<Snowflake>,
  events: readonly GuildEvent[],
): readonly GuildEvent[] {
  const now = suppressedMembers(guild);
  const reported = new Set<Snowflake>();
  const corrected = events.map((event): GuildEvent => {
    if (event.type !== 'voiceStateUpdated' || event.voice.channelId === null) return event;
    reported.add(event.voice.userId);
    return { ...event, voice: { ...event.voice, isSuppressed: now.has(event.voice.userId) } };
  });
  const added = [...guild.voiceStates.values()].flatMap((state) => {
    const { userId } = state;
    const member = guild.members.get(userId);
    const isOther = now.has(userId) !== before.has(userId) && !reported.has(userId);
    return isOther && member !== undefined ? [voiceStateEvent(guild, state, member)] : [];
  });
  return [...corrected, ...added];
}

/** Changes that may hide a channel from those who are in it. */
const HIDING: ReadonlySet<GuildChange['kind']> = new Set([
  'settings',
  'role',
  'role-removed',
  'channel',
  'member',
]);

/**
 * Ends the voice of members who may no longer view their channel, unless somebody moved them into it when they could not
 * (docs/gateway.md, Voice states).
 *
 * @param guild with the changes applied
 * @param events of the changes; those that show such a member in the channel are replaced
 * @returns the additional changes, and all events: members leave before the channel is hidden
 */
export function endHiddenVoice(
  guild: GuildState,
  changes: readonly GuildChange[],
  events: readonly GuildEvent[],
): Effects {
  if (guild.voiceStates.size === 0 || !changes.some(({ kind }) => HIDING.has(kind))) {
    return { changes: [], events };
  }
  const leaving = [...guild.voiceStates.values()].filter((state) => isHidden(guild, state));
  if (leaving.length === 0) return { changes: [], events };
  const isLeaving = new Set(leaving.map(({ userId }) => userId));
  const shown = new Map<Snowflake, EventOf<'voiceStateUpdated'>>();
  const others: GuildEvent[] = [];
  for (const event of events) {
    if (event.type !== 'voiceStateUpdated' || !isLeaving.has(event.voice.userId)) others.push(event);
    else shown.set(event.voice.userId, event);
  }
  const left = leaving.map(({ userId }) => {
    const effects = leaveVoice(guild, userId);
    const event = shown.get(userId);
    // Others still see them in the channel that they were in before the changes.
    const leave = effects.events.map((each) => (event === undefined ? each : { ...each, from: event.from }));
    return { ...effects, events: leave };
  });
  return combineEffects(...left, { changes: [], events: others });
}

function isHidden(guild: GuildState, { channelId, hasDelegatedAccess, userId }: GuildVoiceState): boolean {
  const [member, channel] = [guild.members.get(userId), guild.channels.get(channelId)];
  return (
    !hasDelegatedAccess && member !== undefined && channel !== undefined && !canView(guild, member, channel)
  );
}
