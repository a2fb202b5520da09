import Type from 'typebox';
import { MESSAGE_CONTENT_LIMIT } from '../objects/message.js';
import { Nullable, SnowflakeSchema } from '../schema.js';
import { embedFields } from './embed-bodies.js';
import { PageLimitSchema } from './fields.js';

/** GET /channels/{channel.id}/messages. Only one of around, before and after applies, in this order. */
export const ListMessagesQuery = Type.Object({
  around: Type.Optional(SnowflakeSchema),
  before: Type.Optional(SnowflakeSchema),
  after: Type.Optional(SnowflakeSchema),
  limit: Type.Optional(PageLimitSchema(100)),
});

/** POST /channels/{channel.id}/messages */
export const CreateMessageBody = Type.Object({
  content: Type.Optional(Nullable(Type.String({ maxLength: MESSAGE_CONTENT_LIMIT }))),
  nonce: Type.Optional(Nullable(Type.Union([Type.String({ maxLength: 100 }), Type.Integer()]))),
  tts: Type.Optional(Nullable(Type.Boolean())),
  ...embedFields,
});

/** POST /channels/{channel.id}/messages/bulk-delete */
export const BulkDeleteBody = Type.Object({
  messages: Type.Array(SnowflakeSchema, { minItems: 2, maxItems: 100 }),
});

/** GET /channels/{channel.id}/messages/{message.id}/reactions/{emoji}: users ordered by id */
export const ListReactionsQuery = Type.Object({
  before: Type.Optional(SnowflakeSchema),
  after: Type.Optional(SnowflakeSchema),
  limit: Type.Optional(PageLimitSchema(100)),
});

/** PATCH /channels/{channel.id}/messages/{message.id} */
export const EditMessageBody = Type.Pick(CreateMessageBody, ['content', 'embed', 'embeds']);
