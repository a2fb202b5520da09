import type { PartialUser } from '../../protocol/objects/user.js';
import type { RpcUser } from '../../protocol/rpc/user.js';

/** What RPC shows of a user. */
export function rpcUser({ id, username, discriminator, avatar, bot }: PartialUser): RpcUser {
  return { id, username, discriminator, avatar, ...(bot === undefined ? {} : { bot }) };
}
