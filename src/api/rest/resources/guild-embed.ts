import { embedOf, modifyEmbed } from '../../../guilds/rules/guilds.js';
import { GuildEmbedSchema } from '../../../protocol/objects/guild.js';
import { guildChange, guildOperation } from '../guild-operation.js';

/** The embed of a guild (docs/rest.md, guilds). */
export const guildEmbedOperations = [
  guildOperation({
    name: 'Get guild embed',
    summary: 'Returns the embed settings of a guild.',
    method: 'GET',
    path: '/guilds/{guild.id}/embed',
    permission: 'MANAGE_GUILD',
    status: 200,
    reply: GuildEmbedSchema,
    cacheBy: () => null,
    handle: ({ guild, version: { views } }) => views.guildEmbed(embedOf(guild.settings)),
  }),
  guildChange({
    name: 'Modify guild embed',
    summary: 'Changes the embed settings of a guild.',
    method: 'PATCH',
    path: '/guilds/{guild.id}/embed',
    rule: modifyEmbed,
    body: 'modifyGuildEmbed',
    status: 200,
    reply: GuildEmbedSchema,
    handle: ({ readBody, change, version: { views } }) =>
      change(readBody(), (embed) => views.guildEmbed(embed)),
  }),
];
