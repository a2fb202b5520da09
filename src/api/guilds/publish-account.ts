import Type from 'typebox';
import { NO_EFFECTS } from '../../guilds/events.js';
import { memberUpdate } from '../../guilds/member-events.js';
import { SnowflakeSchema, validator } from '../../protocol/schema.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { GuildTask } from '../core/guild-task.js';
import type { GuildChanges } from './guild-changes.js';
import type { GuildRegistry } from './guild-registry.js';

interface Services {
  readonly guilds: GuildRegistry;
  readonly guildChanges: GuildChanges;
}

/** Publishes GUILD_MEMBER_UPDATE of a member whose account was changed, with the account as it is stored. */
export const publishAccountTask: GuildTask<Services, { userId: Snowflake }, null> = {
  name: 'publish-account',
  kind: 'background',
  changedAccount: ({ userId }) => userId,
  input: validator(Type.Object({ userId: SnowflakeSchema })),
  output: validator(Type.Null()),
  async run({ guildChanges, guilds }, guildId, { userId }) {
    const guild = await guilds.read(guildId, (found) => found);
    if (guild === null) return null;
    await guildChanges.change(guild, (now) => {
      const member = now.members.get(userId);
      return { result: null, ...(member === undefined ? NO_EFFECTS : memberUpdate(now, member, member)) };
    });
    return null;
  },
};
