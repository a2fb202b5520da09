import Type from 'typebox';
import { Nullable, SnowflakeSchema } from '../schema.js';
import { ImageSchema } from './fields.js';

/** POST /users/guests (docs/rpc.md, AUTHORIZE). */
export const CreateGuestBody = Type.Object({
  username: Type.String({ minLength: 2, maxLength: 32 }),
  /** the application that the guest is for; without a proof its guests count per address */
  client_id: Type.Optional(Nullable(SnowflakeSchema)),
});

/** PATCH /users/@me (docs/rest.md, Operations). Null takes the avatar away. */
export const ModifyUserBody = Type.Object({
  username: Type.Optional(Nullable(Type.String({ minLength: 2, maxLength: 32 }))),
  avatar: Type.Optional(Nullable(ImageSchema)),
});
