import Type from 'typebox';
import { Nullable, SnowflakeSchema } from '../schema.js';
import { NickSchema } from './fields.js';

/** The maximum number of users in one request, which is the size of a group. */
const MAX_USERS = 10;

/** POST /users/@me/channels: a DM with one user, or a group; bots send access tokens. */
export const OpenPrivateChannelBody = Type.Object({
  recipient_id: Type.Optional(Nullable(SnowflakeSchema)),
  recipients: Type.Optional(Nullable(Type.Array(SnowflakeSchema, { maxItems: MAX_USERS }))),
  access_tokens: Type.Optional(Nullable(Type.Array(Type.String(), { maxItems: MAX_USERS }))),
  /** by user id */
  nicks: Type.Optional(Nullable(Type.Record(Type.String(), NickSchema, { maxProperties: MAX_USERS }))),
});

/** PUT /channels/{channel.id}/recipients/{user.id} */
export const AddRecipientBody = Type.Object({
  access_token: Type.Optional(Nullable(Type.String())),
  nick: Type.Optional(Nullable(NickSchema)),
});
