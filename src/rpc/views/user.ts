import type { PartialUser } from '../../protocol/objects/user.js';
import type { RpcUser } from '../../protocol/rpc/user.js';
import type { RpcContext } from '../context.js';

/** What RPC shows of a user. */
export function rpcUser({ id, username, discriminator, avatar, bot }: PartialUser): RpcUser {
  return { id, username, discriminator, avatar, ...(bot === undefined ? {} : { bot }) };
}

/** How many pictures there are for users without an avatar of their own. */
const DEFAULT_AVATARS = 5;

/** Where a user's avatar is to be had, or the picture that stands for it. */
export function avatarUrl({ cdnUrl }: RpcContext, { id, avatar, discriminator }: PartialUser): string {
  return avatar === null
    ? `${cdnUrl}/embed/avatars/${Number(discriminator) % DEFAULT_AVATARS}.png`
    : `${cdnUrl}/avatars/${id}/${avatar}.${avatar.startsWith('a_') ? 'gif' : 'png'}`;
}
