import { hasPassed } from '../../platform/clock.js';
import { PERMISSIONS } from '../../protocol/permissions.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { GuildChange } from '../changes.js';
import type { Decision, GuildEvent } from '../events.js';
import { channelPermissions } from '../permissions.js';
import type { GuildState } from '../state.js';
import { moveVoice, voiceStateEvent } from '../voice.js';

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
