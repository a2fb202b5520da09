import { hasPassed } from '../../platform/clock.js';
import { CHANNEL_TYPES } from '../../protocol/objects/channel.js';
import { PERMISSIONS } from '../../protocol/permissions.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { GuildChange } from '../changes.js';
import type { Decision, GuildEvent } from '../events.js';
import { channelPermissions, requireChannelPermission } from '../permissions.js';
import { Refusal } from '../refusal.js';
import { guildRule } from '../rule.js';
import type { Actor, GuildChannel, GuildMember, GuildState, GuildVoiceState } from '../state.js';
import { leaveVoice, moveVoice, voiceStateEvent } from '../voice.js';

/** The requested voice state; `channelId` null: to leave. */
export interface WantedVoiceState {
  readonly channelId: Snowflake | null;
  readonly sessionId: string;
  readonly selfMute: boolean;
  readonly selfDeaf: boolean;
}

/**
 * Joins, moves, leaves or changes the user's own flags (docs/gateway.md, Voice states).
 *
 * @throws {Refusal}
 */
export const updateVoiceState = guildRule({
  permission: null,
  decide({ guild, actor, member, now }, wanted: WantedVoiceState): Decision<null> {
    const { channelId } = wanted;
    if (channelId === null) return { result: null, ...leaveVoice(guild, actor.userId) };
    const before = guild.voiceStates.get(actor.userId);
    const channel = guild.channels.get(channelId);
    if (channel?.type !== CHANNEL_TYPES.GUILD_VOICE) throw new Refusal('UNKNOWN_CHANNEL');
    if (before?.channelId !== channelId) requireEntry(guild, actor, member, channel);
    const hasDelegatedAccess = before?.channelId === channelId && before.hasDelegatedAccess;
    const state: GuildVoiceState = {
      userId: actor.userId,
      ...wanted,
      channelId,
      activeAt: now,
      hasDelegatedAccess,
    };
    return {
      result: null,
      changes: [{ kind: 'voice-state', voiceState: state }],
      events: [voiceStateEvent(guild, state, member)],
    };
  },
});

/** @throws {Refusal} if the member may not connect, or the channel is full and the member may not move others */
function requireEntry(guild: GuildState, actor: Actor, member: GuildMember, channel: GuildChannel): void {
  requireChannelPermission(guild, actor, channel, 'CONNECT');
  const limit = channel.userLimit ?? 0;
  if (limit === 0 || channelPermissions(guild, member, channel) & PERMISSIONS.MOVE_MEMBERS) return;
  const inside = [...guild.voiceStates.values()].filter(({ channelId }) => channelId === channel.id);
  if (inside.length >= limit) throw new Refusal('MISSING_PERMISSIONS');
}

/**
 * Moves members who were inactive and silent in voice for the guild's `afkTimeout` to its afk channel (docs/gateway.md,
 * Voice states). Bots are not moved, and neither are members who may not connect to it.
 *
 * @param now milliseconds since the Unix epoch
 * @param lastSpeech when a user was heard last, in milliseconds since the Unix epoch; null: never
 */
export function moveInactiveToAfk(
  guild: GuildState,
  now: number,
  lastSpeech: (userId: Snowflake) => number | null,
): Decision<null> {
  const changes: GuildChange[] = [];
  const events: GuildEvent[] = [];
  const { afkChannelId, afkTimeout: timeout } = guild.settings;
  const afkChannel = afkChannelId === null ? undefined : guild.channels.get(afkChannelId);
  if (afkChannel === undefined) return { result: null, changes, events };
  for (const state of guild.voiceStates.values()) {
    const activeAt = Math.max(state.activeAt, lastSpeech(state.userId) ?? 0);
    const isInactive = hasPassed(now, activeAt, timeout * 1000);
    const member = guild.members.get(state.userId);
    if (!isInactive || state.channelId === afkChannel.id || member === undefined) continue;
    if (guild.users.get(state.userId)?.bot === true) continue;
    // Nobody decided to let the member in: a move without their permission would delegate access to a hidden channel.
    if (!(channelPermissions(guild, member, afkChannel) & PERMISSIONS.CONNECT)) continue;
    const voiceState = moveVoice(guild, state, afkChannel.id);
    changes.push({ kind: 'voice-state', voiceState });
    events.push(voiceStateEvent(guild, voiceState, member));
  }
  return { result: null, changes, events };
}
