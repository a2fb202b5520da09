import Type from 'typebox';
import { Nullable, SnowflakeSchema } from '../schema.js';
import { NickSchema, PageLimitSchema } from './fields.js';

/** GET /guilds/{guild.id}/members (docs/rest.md, guilds). */
export const ListMembersQuery = Type.Object({
  limit: Type.Optional(PageLimitSchema(1000)),
  after: Type.Optional(SnowflakeSchema),
});

/** PUT /guilds/{guild.id}/members/{user.id} (docs/rest.md, guilds). */
export const AddMemberBody = Type.Object({
  access_token: Type.String({ maxLength: 200 }),
  nick: Type.Optional(Nullable(NickSchema)),
  roles: Type.Optional(Nullable(Type.Array(SnowflakeSchema, { maxItems: 250 }))),
  mute: Type.Optional(Nullable(Type.Boolean())),
  deaf: Type.Optional(Nullable(Type.Boolean())),
});

/** PATCH /guilds/{guild.id}/members/{user.id} (docs/rest.md, guilds). */
export const ModifyMemberBody = Type.Object({
  nick: Type.Optional(Nullable(NickSchema)),
  roles: Type.Optional(Nullable(Type.Array(SnowflakeSchema, { maxItems: 250 }))),
  mute: Type.Optional(Nullable(Type.Boolean())),
  deaf: Type.Optional(Nullable(Type.Boolean())),
  channel_id: Type.Optional(Nullable(SnowflakeSchema)),
});

/** PATCH /guilds/{guild.id}/members/@me/nick (docs/rest.md, guilds). */
export const SetNickBody = Type.Object({ nick: Type.Optional(Nullable(NickSchema)) });
export const NickReplySchema = Type.Object({ nick: Nullable(Type.String()) });
