import Type from 'typebox';
import { Nullable, SnowflakeSchema } from '../schema.js';

/** POST /users/@me/channels: the other user of a DM */
export const OpenPrivateChannelBody = Type.Object({
  recipient_id: Type.Optional(Nullable(SnowflakeSchema)),
  recipients: Type.Optional(Nullable(Type.Array(SnowflakeSchema, { maxItems: 9 }))),
});
