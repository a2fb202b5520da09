import Type from 'typebox';
import type { ChatClient } from '../../client/client.js';
import { decoder } from '../../client/decode.js';
import { CHANNEL_TYPES } from '../../protocol/objects/channel.js';
import { GUILD_FEATURES, MFA_LEVELS } from '../../protocol/objects/guild.js';
import { Enumeration, Nullable, SnowflakeSchema, TimestampSchema } from '../../protocol/schema.js';
import { requireAdministration, requireSignedIn } from '../context.js';
import { ControlError } from '../errors.js';
import { untilArrived } from '../guilds/person-operation.js';
import { serviceOperation } from '../operation.js';

/** A new guild, with what is in it. */
const CreatedGuildSchema = Type.Object({
  id: SnowflakeSchema,
  name: Type.String(),
  channels: Type.Array(
    Type.Object({ id: SnowflakeSchema, name: Type.String(), type: Enumeration(CHANNEL_TYPES) }),
  ),
});

export const createGuild = serviceOperation({
  name: 'Create guild',
  summary: 'Creates a guild with a text and a voice channel, whose owner is the person or another user.',
  details: 'In the service, REST lets only bots create guilds; a remote service decides itself.',
  method: 'POST',
  path: '/guilds',
  access: 'cli-and-page',
  errors: ['refused', 'unavailable'],
  body: Type.Object({
    name: Type.String(),
    /** by default the person; in a service that runs alone the oldest user */
    owner_id: Type.Optional(SnowflakeSchema),
  }),
  reply: Type.Object({
    ...CreatedGuildSchema.properties,
    /** other guilds that the person is in, whose name is the same */
    same_name: Type.Array(SnowflakeSchema),
  }),
  async handle({ control: { administration, person }, caller, body: { name, owner_id } }) {
    if (caller !== 'cli' && owner_id !== undefined)
      throw new ControlError('forbidden', 'Create it with: guildhall guilds create NAME --owner USER');
    if (person === null || owner_id !== undefined) {
      const made = await requireAdministration({ administration }).createGuild(owner_id ?? null, name);
      return { ...made, same_name: [] };
    }
    const { client, names } = person;
    const same_name = client.state.guilds().flatMap((one) => (one.name === name ? [one.id] : []));
    const created =
      administration === null
        ? await createRemotely(client, name)
        : await administration.createGuild(requireSignedIn(client).id, name);
    await untilArrived(person, (state) => state.guild(created.id) !== undefined);
    names.use(created.id);
    return { ...created, same_name };
  },
});

/** Asks the service as the person. @throws {ServiceError} if it lets only bots create guilds */
async function createRemotely(client: ChatClient, name: string) {
  requireSignedIn(client);
  const { id, name: given } = decodeGuild(await client.request('POST', '/guilds', { name }));
  return { id, name: given, channels: [] };
}

const decodeGuild = decoder(Type.Object({ id: SnowflakeSchema, name: Type.String() }));

export const configureGuild = serviceOperation({
  name: 'Configure guild',
  summary: 'Changes the features, the two-factor level and the vanity URL of a guild.',
  details: 'No member of a guild can change these.',
  method: 'PATCH',
  path: '/guilds/{id}',
  access: 'cli',
  errors: ['refused', 'unavailable'],
  body: Type.Object({
    features: Type.Optional(
      Type.Array(Enumeration(Object.fromEntries(GUILD_FEATURES.map((feature) => [feature, feature])))),
    ),
    mfa_level: Type.Optional(Enumeration(MFA_LEVELS)),
    /** null removes it */
    vanity_url_code: Type.Optional(Nullable(Type.String())),
  }),
  reply: Type.Object({ configured: SnowflakeSchema }),
  async handle({ control, params, body }) {
    await requireAdministration(control).configureGuild(params.id, body);
    return { configured: params.id };
  },
});

/** A user for whom an integration gives its role, member or not; `expires_at` null: until further notice. */
export const SubscriberSchema = Type.Object({
  user_id: SnowflakeSchema,
  expires_at: Nullable(TimestampSchema),
});

export const changeSubscribers = serviceOperation({
  name: 'Change subscribers',
  summary: 'Adds subscribers to an integration of a guild and removes others.',
  method: 'POST',
  path: '/guilds/{guild}/integrations/{integration}/subscribers',
  access: 'cli',
  errors: ['refused', 'unavailable'],
  body: Type.Object({ add: Type.Array(SubscriberSchema), remove: Type.Array(SnowflakeSchema) }),
  reply: Type.Array(SubscriberSchema),
  handle: ({ control, params, body }) =>
    requireAdministration(control).changeSubscribers(params.guild, params.integration, body.add, body.remove),
});
