import Type from 'typebox';
import { type UserGuild, UserGuildSchema } from '../../../protocol/objects/guild.js';
import { Nullable, SnowflakeSchema, validator } from '../../../protocol/schema.js';
import type { Snowflake } from '../../../protocol/snowflake.js';
import type { GuildTask } from '../../core/guild-task.js';
import type { GuildTaskContext } from '../operation-services.js';

/** A guild as its member sees it in the list of their guilds, for a version; null if they are no member. */
export const userGuildTask: GuildTask<
  Pick<GuildTaskContext, 'guilds' | 'versions'>,
  { userId: Snowflake; version: number },
  UserGuild | null
> = {
  name: 'user-guild',
  kind: 'read',
  input: validator(Type.Object({ userId: SnowflakeSchema, version: Type.Integer() })),
  output: validator(Nullable(UserGuildSchema)),
  run: ({ guilds, versions }, guildId, { userId, version }) =>
    guilds.read(guildId, (guild) => {
      const member = guild?.members.get(userId);
      const views = versions.get(String(version))?.views;
      return guild === null || member === undefined || views === undefined
        ? null
        : views.userGuild(guild, member);
    }),
};
