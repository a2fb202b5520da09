import { type Command, Option } from 'commander';
import type { ControlClient } from '../../control/control-client.js';
import { changeChannel, createChannel, deleteChannel } from '../../control/operations/guild-changes.js';
import { getGuild } from '../../control/operations/guild-views.js';
import { UsageError, UserError } from '../../platform/errors.js';
import { sentence } from '../../platform/text/visible-text.js';
import { CHANNEL_TYPES } from '../../protocol/objects/channel.js';
import { confirmed, YES_OPTION } from '../support/confirm.js';
import { findClearly, findInGuild, findListedGuild, findPlace, GUILD_OPTION } from '../support/find-named.js';
import type { AddCommand, Runner } from '../support/invocation.js';
import { parseWith, readWholeNumber } from '../support/option-values.js';
import { channelsText } from './guild-views.js';

const TYPES = {
  text: CHANNEL_TYPES.GUILD_TEXT,
  voice: CHANNEL_TYPES.GUILD_VOICE,
  category: CHANNEL_TYPES.GUILD_CATEGORY,
} as const;

interface CreateOptions {
  readonly type: keyof typeof TYPES;
  readonly topic?: string;
  readonly in?: string;
  readonly guild?: string;
}

interface MoveOptions {
  /** false: into none */
  readonly in?: string | false;
  readonly to?: number;
  readonly guild?: string;
}

/** `guildhall channels`: the channels of the person's guilds. A channel is named by its id, its name or `GUILD/CHANNEL`. */
export const addChannels: AddCommand = (program, run) => {
  const channels = program.command('channels').description('channels of your guilds');
  channels
    .command('list [guild]')
    .description('show the channels of a guild')
    .option(...GUILD_OPTION)
    .action((guild: string | undefined, options: { guild?: string }, command: Command) =>
      run(command, async ({ daemon, result }) => {
        const found = await findListedGuild(daemon, guild, options);
        result((await daemon.call(getGuild, { id: found.id }, {})).channels, channelsText);
      }),
    );
  addCreate(channels, run);
  channels
    .command('rename <channel> <name>')
    .description('change the name of a channel')
    .option(...GUILD_OPTION)
    .action((channel: string, name: string, { guild }: { guild?: string }, command: Command) =>
      run(command, async ({ daemon, result }) => {
        const { id, name: before, guild: itsGuild } = await findInGuild(daemon, 'channel', channel, guild);
        result(
          await daemon.call(changeChannel, { id }, { name }),
          (changed) => sentence`renamed ${before} of ${itsGuild.name} to ${changed.name}`,
        );
      }),
    );
  addMove(channels, run);
  channels
    .command('delete <channel>')
    .description('delete a channel with its messages')
    .option(...GUILD_OPTION)
    .option(...YES_OPTION)
    .action((channel: string, options: { guild?: string; yes?: true }, command: Command) =>
      run(command, async (invocation) => {
        const { daemon, result } = invocation;
        const { id, name, guild } = await findClearly(daemon, 'channel', channel, options.guild);
        const question = `Delete ${name} (${id}) of ${guild.name} with its messages?`;
        if (!(await confirmed(invocation, options, question))) return;
        result(
          await daemon.call(deleteChannel, { id }, {}),
          () => sentence`deleted ${name} (${id}) of ${guild.name}`,
        );
      }),
    );
};

function addCreate(channels: Command, run: Runner): void {
  channels
    .command('create <name>')
    .description('create a channel, e.g. GUILD/NAME')
    .addOption(new Option('--type <type>', 'its type').choices(Object.keys(TYPES)).default('text'))
    .option('--topic <text>', 'its topic')
    .option('--in <category>', 'the category that it is in')
    .option(...GUILD_OPTION)
    .action((wanted: string, { type, topic, in: category, guild }: CreateOptions, command: Command) =>
      run(command, async ({ daemon, result }) => {
        const place = await findPlace(daemon, wanted, guild);
        const { id } = place.guild;
        // The name of a text channel has no slash, so this was meant as GUILD/NAME.
        if (type === 'text' && place.name.includes('/')) {
          const meant = place.name.slice(0, place.name.lastIndexOf('/'));
          throw new UserError(
            `there is no guild ${meant} that you are in`,
            'See your guilds: guildhall guilds list',
          );
        }
        const parent = category === undefined ? {} : { parent_id: await categoryId(daemon, category, id) };
        const body = {
          name: place.name,
          type: TYPES[type],
          ...(topic !== undefined && { topic }),
          ...parent,
        };
        result(
          await daemon.call(createChannel, { id }, body),
          (made) => sentence`created ${made.name} (${made.id}) in ${place.guild.name}`,
        );
      }),
    );
}

function addMove(channels: Command, run: Runner): void {
  channels
    .command('move <channel>')
    .description('move a channel to another place or category')
    .option(
      '--to <place>',
      'its place among those of its kind, from 1',
      parseWith((value) => readWholeNumber(value, 1, 500)),
    )
    .option('--in <category>', 'the category that it is to be in')
    .option('--no-in', 'move it out of its category')
    .option(...GUILD_OPTION)
    .action((channel: string, { to, in: category, guild }: MoveOptions, command: Command) =>
      run(command, async ({ daemon, result }) => {
        if (to === undefined && category === undefined)
          throw new UsageError('say where to: --to PLACE, --in CATEGORY or --no-in');
        const found = await findInGuild(daemon, 'channel', channel, guild);
        const body = {
          ...(to !== undefined && { position: to - 1 }),
          ...(category === false && { parent_id: null }),
          ...(typeof category === 'string' && {
            parent_id: await categoryId(daemon, category, found.guild.id),
          }),
        };
        result(await daemon.call(changeChannel, { id: found.id }, body), () => sentence`moved ${found.name}`);
      }),
    );
}

async function categoryId(daemon: ControlClient, category: string, guildId: string): Promise<string> {
  return (await findInGuild(daemon, 'category', category, guildId)).id;
}
