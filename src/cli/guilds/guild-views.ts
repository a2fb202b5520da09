import type { Command } from 'commander';
import type { ShownChannel, ShownGuild } from '../../control/guilds/guild-schemas.js';
import { getGuild, listGuilds } from '../../control/operations/guild-views.js';
import { CHANNEL_TYPES } from '../../protocol/objects/channel.js';
import { findGuild } from '../support/find-named.js';
import type { AddCommand, NamedCommand } from '../support/invocation.js';
import { fields, table } from '../support/table.js';

const KINDS: ReadonlyMap<number, string> = new Map([
  [CHANNEL_TYPES.GUILD_TEXT, 'text'],
  [CHANNEL_TYPES.GUILD_VOICE, 'voice'],
  [CHANNEL_TYPES.GUILD_CATEGORY, 'category'],
]);

/** `guildhall guilds list` and `show`: the person's guilds, and what is in one. */
export const addGuildViews: AddCommand = (guilds, run) => {
  guilds
    .command('list')
    .description('show your guilds')
    .action((_options: unknown, command: Command) =>
      run(command, async ({ daemon, note, result }) => {
        const { guilds: all, more } = await daemon.call(listGuilds, {}, {});
        result(all, (list, guildhall) =>
          table(
            ['ID', 'NAME', 'MEMBERS'],
            list.map(({ id, name, member_count }) => [id, name, member_count]),
            noGuildsText(guildhall),
          ),
        );
        if (more > 0) note(`and ${more} more`);
      }),
    );
  guilds
    .command('show [guild]')
    .description('show the channels, roles and members of a guild, by its id or name')
    .action((idOrName: string | undefined, _options: unknown, command: Command) =>
      run(command, async ({ daemon, result }) => {
        const { id } = (await findGuild(daemon, idOrName)).guild;
        result(await daemon.call(getGuild, { id }, {}), guildText);
      }),
    );
};

function noGuildsText(guildhall: NamedCommand): string {
  const create = guildhall('guilds', 'create', 'NAME');
  const join = guildhall('invites', 'accept', 'CODE');
  return `You are in no guild. Create one: ${create}; join one: ${join}; or look around: ${guildhall('demo')}`;
}

function guildText(guild: ShownGuild): string {
  const { channels, members, roles } = guild;
  const names = new Map(roles.map(({ id, name }) => [id, name]));
  return [
    fields([
      ['name', guild.name],
      ['id', guild.id],
      ['owner', guild.owner_id],
      [
        'members',
        `${guild.member_count}, of whom ${guild.online} ${guild.online === 1 ? 'is' : 'are'} online`,
      ],
    ]),
    withMore(channelsText(channels), guild.more_channels),
    table(
      ['ROLE', 'COLOR', 'ID'],
      roles.map(({ id, name, color }) => [name, color, id]),
      'no roles',
    ),
    withMore(
      table(
        ['MEMBER', 'USER', 'ID', 'STATUS', 'ACTIVITY', 'ROLES'],
        members.map(({ id, name, username, status, activity, roles: own }) => [
          ...[name, username, id, status, activity],
          own.map((role) => names.get(role) ?? role).join(', '),
        ]),
        'no members',
      ),
      guild.more_members,
    ),
  ].join('\n\n');
}

/** The channels of a guild in their order. */
export function channelsText(channels: readonly ShownChannel[]): string {
  return table(['CHANNEL', 'KIND', 'ID', 'IN IT'], channels.map(channelRow), 'no channels');
}

function channelRow({ id, name, type, voice_members, more_voice_members: more }: ShownChannel): string[] {
  const present = more > 0 ? [...voice_members, `${more} more`] : voice_members;
  return [name, KINDS.get(type) ?? `type ${type}`, id, present.join(', ')];
}

function withMore(text: string, more: number): string {
  return more > 0 ? `${text}\nand ${more} more` : text;
}
