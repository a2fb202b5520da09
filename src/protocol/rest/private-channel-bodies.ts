import Type from 'typebox';
import { Nullable, SnowflakeSchema } from '../schema.js';
import { NickSchema } from './fields.js';

/** People that one request may name; a group has no more. */
const MOST_PEOPLE = 10;

/** POST /users/@me/channels: a DM with one user, or a group of several; an application's bot names access tokens. */
export const OpenPrivateChannelBody = Type.Object({
  recipient_id: Type.Optional(Nullable(SnowflakeSchema)),
  recipients: Type.Optional(Nullable(Type.Array(SnowflakeSchema, { maxItems: MOST_PEOPLE }))),
  access_tokens: Type.Optional(Nullable(Type.Array(Type.String(), { maxItems: MOST_PEOPLE }))),
  /** by user */
  nicks: Type.Optional(Nullable(Type.Record(Type.String(), NickSchema, { maxProperties: MOST_PEOPLE }))),
});

/** PUT /channels/{channel.id}/recipients/{user.id} */
export const AddRecipientBody = Type.Object({
  access_token: Type.Optional(Nullable(Type.String())),
  nick: Type.Optional(Nullable(NickSchema)),
});
