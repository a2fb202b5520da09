import type { Snowflake } from '#guildhall/protocol/snowflake.js';
import type { Conflict } from '#guildhall/store/errors.js';
import type { GuildCondition } from '#guildhall/store/guilds.js';
import type { MemoryData } from './memory-data.js';

/** @returns what a change of a guild requires and does not find; null: nothing */
export function findGuildConflict(
  data: MemoryData,
  guildId: Snowflake,
  conditions: readonly GuildCondition[],
): Conflict | null {
  return conditions.find((condition) => !holds(data, guildId, condition))?.conflict ?? null;
}

function holds(
  { guilds: stored, applications }: MemoryData,
  guildId: Snowflake,
  condition: GuildCondition,
): boolean {
  const guilds = [...stored.values()];
  switch (condition.conflict) {
    case 'guildsOfUser':
      return guilds.filter(({ members }) => members.has(condition.userId)).length <= condition.atMost;
    case 'guildsOfApplication': {
      const own = guilds.filter(({ settings }) => settings.applicationId === condition.applicationId);
      return own.length <= condition.atMost;
    }
    case 'channelsOfApplication': {
      const channels = guilds.flatMap((guild) => [...guild.channels.values()]);
      const own = channels.filter(({ applicationId }) => applicationId === condition.applicationId);
      return own.length <= condition.atMost;
    }
    case 'gone':
      return applications.has(condition.applicationId);
    case 'taken':
      return !guilds.some(({ id, invites }) => id !== guildId && invites.has(condition.inviteCode));
  }
}
