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
