import type { ControlClient } from '../../control/control-client.js';
import { getGuild, listGuilds } from '../../control/operations/guild-views.js';
import { CHANNEL_TYPES } from '../../protocol/objects/channel.js';
import { isSnowflake, type Snowflake } from '../../protocol/snowflake.js';
import { type Named, onlyOne } from './only-one.js';

/** The most text channels that an error names. */
const MAX_NAMED = 10;

/** The id of the guild with this id or name. @throws {UserError} if none or several have the name */
export async function findGuildId(daemon: ControlClient, idOrName: string): Promise<Snowflake> {
  if (isSnowflake(idOrName)) return idOrName;
  const { guilds } = await daemon.call(listGuilds, {}, {});
  return onlyOne(guilds, idOrName, {
    problem: `there is no guild ${idOrName}`,
    hint: 'See them with: guildhall guilds list',
  });
}

/** The id of the text channel with this id or name. @throws {UserError} if none or several have the name */
export async function findTextChannelId(daemon: ControlClient, idOrName: string): Promise<Snowflake> {
  const name: string = idOrName.replace(/^#/, '');
  if (isSnowflake(idOrName)) return idOrName;
  const { guilds } = await daemon.call(listGuilds, {}, {});
  const named: Named[] = [];
  for (const { id } of guilds) {
    const { channels, name: guild } = await daemon.call(getGuild, { id }, {});
    const texts = channels.filter(({ type }) => type === CHANNEL_TYPES.GUILD_TEXT);
    named.push(...texts.map((channel) => ({ ...channel, guild })));
  }
  return onlyOne(named, name, { problem: `there is no text channel ${name}`, hint: listed(named) });
}

/** The hint that names the text channels. */
function listed(channels: readonly Named[]): string {
  if (channels.length === 0) return 'You are in no guild with a text channel.';
  const names = channels.slice(0, MAX_NAMED).map(({ guild, id, name }) => `${name} (${id}, ${guild})`);
  const more = channels.length - names.length;
  return `Text channels: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
