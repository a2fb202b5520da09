import Type from 'typebox';
import { Nullable, SnowflakeSchema, TimestampSchema } from '../../protocol/schema.js';
import { requireAdministration } from '../context.js';
import { serviceOperation } from '../operation.js';

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
