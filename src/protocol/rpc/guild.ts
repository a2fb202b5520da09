import Type from 'typebox';
import { Nullable } from '../schema.js';
import { RpcUserSchema } from './user.js';

/** A partial guild object of GET_GUILDS and GUILD_CREATE. */
export const PartialGuildSchema = Type.Object({ id: Type.String(), name: Type.String() });

/** The reply of GET_GUILD (docs/rpc.md, Commands). */
export const RpcGuildSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  icon_url: Nullable(Type.String()),
  members: Type.Array(
    Type.Object({ user: RpcUserSchema, status: Type.String(), activity: Nullable(Type.Unknown()) }),
  ),
});
