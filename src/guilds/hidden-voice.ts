import type { Snowflake } from '../protocol/snowflake.js';
import type { GuildChange } from './changes.js';
import { combineEffects, type Effects, type EventOf, type GuildEvent } from './events.js';
import { canView } from './permissions.js';
import type { GuildState, GuildVoiceState } from './state.js';
import { leaveVoice } from './voice.js';

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
