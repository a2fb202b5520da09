import Type, { type Static } from 'typebox';
import { Enumeration, Nullable, SnowflakeSchema, TimestampSchema } from '../schema.js';
import { CHANNEL_TYPES } from './channel.js';
import { UserSchema } from './user.js';

const inviteFields = {
  code: Type.String(),
  guild: Type.Object({
    id: SnowflakeSchema,
    name: Type.String(),
    splash: Nullable(Type.String()),
    icon: Nullable(Type.String()),
  }),
  channel: Type.Object({ id: SnowflakeSchema, name: Type.String(), type: Enumeration(CHANNEL_TYPES) }),
};

/** An invite as everybody sees it (docs/rest.md, Objects). */
export const InviteSchema = Type.Object(inviteFields);
export type Invite = Static<typeof InviteSchema>;

/** An invite with its metadata, for its creator and members who may manage the guild or channel. */
export const FullInviteSchema = Type.Object({
  ...inviteFields,
  inviter: Type.Optional(UserSchema),
  uses: Type.Integer(),
  max_uses: Type.Integer(),
  max_age: Type.Integer(),
  temporary: Type.Boolean(),
  created_at: TimestampSchema,
  revoked: Type.Boolean(),
});
export type FullInvite = Static<typeof FullInviteSchema>;

/** A partial invite (docs/rest.md, Objects). */
export const PartialInviteSchema = Type.Object({ code: Type.String() });
