import Type, { type Static } from 'typebox';
import { Nullable } from '../schema.js';

/** A partial user object as RPC sends it (docs/rpc.md, Commands). */
export const RpcUserSchema = Type.Object({
  id: Type.String(),
  username: Type.String(),
  discriminator: Type.String(),
  avatar: Nullable(Type.String()),
  bot: Type.Optional(Type.Boolean()),
});
export type RpcUser = Static<typeof RpcUserSchema>;

/** The person in READY over IPC, in CURRENT_USER_UPDATE and in the reply of GET_USER. */
export const LocalUserSchema = Type.Object({
  id: Type.String(),
  username: Type.String(),
  discriminator: Type.String(),
  global_name: Nullable(Type.String()),
  avatar: Nullable(Type.String()),
  avatar_decoration_data: Type.Null(),
  bot: Type.Boolean(),
  flags: Type.Integer(),
  premium_type: Type.Integer(),
});
export type LocalUser = Static<typeof LocalUserSchema>;
