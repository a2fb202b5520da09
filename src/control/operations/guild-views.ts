import Type, { type Static } from 'typebox';
import { ServiceError } from '../../client/service-error.js';
import { throttle } from '../../platform/async/coalesce.js';
import { combineUnsubscribes, type Unsubscribe } from '../../platform/async/events.js';
import { untilAborted } from '../../platform/async/promises.js';
import { Nullable } from '../../protocol/schema.js';
import { type ControlContext, requireSignedIn } from '../context.js';
import { ControlError } from '../errors.js';
import { ListedGuildsSchema, ShownGuildSchema } from '../guilds/guild-schemas.js';
import { readListedGuilds } from '../guilds/list-guilds.js';
import { MessageFeed, type MessagePart, MessagePartSchema } from '../guilds/message-feed.js';
import { showGuild } from '../guilds/show-guild.js';
import { NoBody, operation, streamOperation } from '../operation.js';
import { watchChanges } from '../watch-changes.js';

/** How often guilds are looked at besides their events, in milliseconds; changes of channels have no events. */
const INTERVAL_MS = 2_000;
/** Members and presences of large guilds change often; a guild is looked at most this often, in milliseconds. */
const THROTTLE_MS = 500;
/** How long guilds may take to arrive after signing in, in milliseconds. */
const ARRIVAL_MS = 2_000;

export const listGuilds = operation({
  name: 'List guilds',
  summary: "Returns the person's guilds by name.",
  method: 'GET',
  path: '/guilds',
  access: 'cli-and-page',
  errors: ['unavailable'],
  body: NoBody,
  reply: ListedGuildsSchema,
  async handle({ control: { client } }) {
    requireSignedIn(client);
    await client.caughtUp(ARRIVAL_MS);
    return readListedGuilds(client.state);
  },
});

export const getGuild = operation({
  name: 'Get guild',
  summary: 'Returns a guild with its channels in order, its roles and its members.',
  details: 'Members that are online come first; at most 200 are listed.',
  method: 'GET',
  path: '/guilds/{id}',
  access: 'cli',
  errors: ['not_found', 'unavailable'],
  body: NoBody,
  reply: ShownGuildSchema,
  handle({ control, params }) {
    requireSignedIn(control.client);
    const guild = showGuild(control.client, params.id);
    if (guild === null) {
      throw new ControlError(
        'not_found',
        `there is no guild ${params.id}`,
        'See them with: guildhall guilds list',
      );
    }
    return guild;
  },
});

/** What the console's guilds view shows besides messages. */
const GuildPartSchema = Type.Union([
  Type.Object({ part: Type.Literal('guilds'), value: ListedGuildsSchema }),
  /** null: the person is not in the guild */
  Type.Object({ part: Type.Literal('guild'), value: Nullable(ShownGuildSchema) }),
]);
export type GuildPart = Static<typeof GuildPartSchema>;

export const watchGuildView = streamOperation({
  name: 'Watch guild view',
  summary: 'Sends what the guilds view of the console shows, and again whenever it changes.',
  details:
    "These are the person's guilds, one of them, and the messages of one of its channels, in one stream: browsers open few connections. The ids may be 0, for none. It ends when messages may have been missed.",
  method: 'GET',
  path: '/guilds/{id}/channels/{channel}/live',
  access: 'cli-and-page',
  errors: [],
  body: NoBody,
  item: Type.Union([...GuildPartSchema.anyOf, ...MessagePartSchema.anyOf]),
  async handle({ control, params, signal }, emit) {
    const { client } = control;
    const ended = new AbortController();
    const both = AbortSignal.any([signal, ended.signal]);
    const follow = (read: () => GuildPart) =>
      watchChanges<GuildPart>({
        signal: both,
        emit,
        listen: (changed) => listenToGuilds(control, changed),
        read: async () => read(),
      });
    await Promise.all([
      follow(() => ({ part: 'guilds', value: readListedGuilds(client.state) })),
      follow(() => ({ part: 'guild', value: showGuild(client, params.id) })),
      followMessages(control, params.channel, emit, both).finally(() => ended.abort()),
    ]);
  },
});

/** Ends with `signal`, or when messages may have been missed. The rest is shown also where messages cannot be read. */
async function followMessages(
  { client }: ControlContext,
  channelId: string,
  emit: (part: MessagePart) => void,
  signal: AbortSignal,
): Promise<void> {
  try {
    if (client.state.channel(channelId) !== undefined) {
      await new MessageFeed(client, channelId, emit).run(signal);
      return;
    }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
  }
  await untilAborted(signal);
}

function listenToGuilds({ client, clock }: ControlContext, mayHaveChanged: () => void): Unsubscribe {
  const changed = throttle(THROTTLE_MS, mayHaveChanged);
  return combineUnsubscribes([
    client.on('guildCreate', changed),
    client.on('guildUpdate', changed),
    client.on('guildDelete', changed),
    client.on('channelCreate', changed),
    client.on('voiceStateCreate', changed),
    client.on('voiceStateDelete', changed),
    client.on('newSession', changed),
    clock.every(INTERVAL_MS, mayHaveChanged),
  ]);
}
